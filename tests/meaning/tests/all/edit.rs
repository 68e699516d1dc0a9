//! An editor finds the same nodes as the parser, and its changes of random files give the expected trees.
//!
//! More trees than in every run: `EDIT_TREES=20000 cargo test --release -p meaning --test all edit`.

use crate::vocabulary::vocabulary;
use bt_language::ast;
use bt_language::edit::{self, Change, Gap, Outline, Parent};
use bt_language::vocabulary::Vocabulary;
use bt_language::{file, format};
use meaning::disturbed::disturbed;
use meaning::filed::filed;
use meaning::generator::forest;
use meaning::language::SIDES;
use meaning::printer;
use meaning::random::Random;

#[test]
fn the_outline_has_the_nodes_of_the_parser() {
    each_file(|seed, text, _| {
        let reading = file::read(text, &Vocabulary::default());
        let mut expected = Vec::new();
        for tree in &reading.trees {
            nodes(&tree.root, None, &mut expected);
        }
        let outline = edit::outline(text);
        let found: Vec<_> = outline
            .nodes
            .iter()
            .map(|node| (node.word.start, node.parent, node.label.clone().map(|at| &text[at])))
            .collect();
        let expected: Vec<_> =
            expected.iter().map(|(at, up, label)| (*at, *up, label.as_deref())).collect();
        assert_eq!(found, expected, "seed {seed}\n{text}");
        for node in &outline.nodes {
            assert!(node.item.start <= node.bytes.start && node.bytes.end <= node.item.end);
            for child in &node.children {
                let child = &outline.nodes[*child];
                assert!(node.bytes.start <= child.item.start && child.item.end <= node.bytes.end);
            }
        }
    });
}

fn nodes(
    node: &ast::Node,
    parent: Option<usize>,
    all: &mut Vec<(usize, Option<usize>, Option<String>)>,
) {
    let index = all.len();
    let label = node.label.as_ref().map(ToString::to_string);
    all.push((node.span.byte_range().start, parent, label));
    node.children.iter().for_each(|child| nodes(child, Some(index), all));
}

#[test]
fn a_node_is_moved_with_its_comments() {
    each_file(|seed, text, random| {
        let outline = edit::outline(text);
        let Some((node, to)) = a_move(&outline, random) else { return };
        let result = edit::change(text, &outline, &Change::Move { node, to });
        if is_within(&outline, to.parent, node) {
            assert_eq!(result, Err(edit::ChangeError::IntoItself));
            return;
        }
        let changed = result.unwrap_or_else(|refused| panic!("seed {seed}: {refused}\n{text}"));
        let context = || format!("seed {seed}: {node} to {to:?}\n{text}\n-----\n{}", changed.text);
        let mut expected = Model::of(text, &outline);
        expected.shift(node, to);
        let found = Model::of(&changed.text, &edit::outline(&changed.text));
        assert_eq!(found.shown(), expected.shown(), "{}", context());
        let mut before = comments(text);
        let mut after = comments(&changed.text);
        before.sort();
        after.sort();
        // A comment in a key disappears with the key.
        let key = outline.nodes[node].key.clone().map_or("", |key| &text[key]);
        if !key.contains("comment") {
            assert_eq!(before, after, "{}", context());
        }
        let selected = edit::outline(&changed.text).nodes.iter().any(|node| {
            changed.select.start <= node.word.start && node.word.end <= changed.select.end
        });
        assert!(selected, "{}", context());
    });
}

#[test]
fn a_node_is_removed_and_inserted() {
    each_file(|seed, text, random| {
        let outline = edit::outline(text);
        let node = random.below(outline.nodes.len());
        let removed = edit::change(text, &outline, &Change::Remove { node }).expect("a node");
        let mut expected = Model::of(text, &outline);
        let source = text[outline.nodes[node].bytes.clone()].to_owned();
        let parent = expected.take(node);
        let after = edit::outline(&removed.text);
        let found = Model::of(&removed.text, &after);
        let context = || format!("seed {seed}: {node}\n{text}\n-----\n{}", removed.text);
        assert_eq!(found.shown(), expected.shown(), "{}", context());
        // A branch and a keyed child are not put back as they were.
        let Some(at) = parent.filter(|at| after.place(*at).is_some()) else { return };
        let change = Change::Insert { at, source: &source };
        let inserted = edit::change(&removed.text, &after, &change).expect("a gap");
        let found = Model::of(&inserted.text, &edit::outline(&inserted.text));
        let original = Model::of(text, &outline);
        assert_eq!(found.words(), original.words(), "{}\n-----\n{}", context(), inserted.text);
    });
}

#[test]
fn a_node_is_wrapped_and_unwrapped() {
    each_file(|seed, text, random| {
        let outline = edit::outline(text);
        let node = random.below(outline.nodes.len());
        let source = ["not", "repeat(3)", "sequence"][random.below(3)];
        let wrapped = edit::change(text, &outline, &Change::Wrap { node, source }).expect("a node");
        let context = || format!("seed {seed}: {source} {node}\n{text}\n-----\n{}", wrapped.text);
        let around = edit::outline(&wrapped.text);
        assert_eq!(around.nodes.len(), outline.nodes.len() + 1, "{}", context());
        let unwrapped =
            edit::change(&wrapped.text, &around, &Change::Unwrap { node }).expect("one");
        let found = Model::of(&unwrapped.text, &edit::outline(&unwrapped.text));
        let original = Model::of(text, &outline);
        assert_eq!(found.shown(), original.shown(), "{}\n-----\n{}", context(), unwrapped.text);
    });
}

/// Several nodes are moved to a place in their order, and removed.
#[test]
fn several_nodes_change_together() {
    let mut count = 0;
    each_file(|seed, text, random| {
        let outline = edit::outline(text);
        let Some((one, to)) = a_move(&outline, random) else { return };
        let nodes = [one, random.below(outline.nodes.len()), random.below(outline.nodes.len())];
        // A node that is below another one changes with it.
        let mut outer = nodes.to_vec();
        outer.sort_unstable();
        outer.dedup();
        let above = |node: usize, other: usize| {
            node != other && is_within(&outline, Parent::Node(node), other)
        };
        let all = outer.clone();
        outer.retain(|node| !all.iter().any(|other| above(*node, *other)));
        let context = |text: &str| format!("seed {seed}: {nodes:?} to {to:?}\n{text}");
        let mut expected = Model::of(text, &outline);
        for node in outer.iter().rev() {
            expected.take(*node);
        }
        let removed = edit::change_all(text, &outline, &nodes, edit::Together::Remove);
        let removed = removed.expect("nodes").text;
        let found = Model::of(&removed, &edit::outline(&removed));
        assert_eq!(found.shown(), expected.shown(), "{}\n-----\n{removed}", context(text));
        let moved = edit::change_all(text, &outline, &nodes, edit::Together::Move { to });
        if outer.iter().any(|node| is_within(&outline, to.parent, *node)) {
            assert_eq!(moved, Err(edit::ChangeError::IntoItself), "{}", context(text));
            return;
        }
        let moved = moved.unwrap_or_else(|refused| panic!("{refused}\n{}", context(text)));
        let (before, after) = (Model::of(text, &outline), edit::outline(&moved.text));
        let after = Model::of(&moved.text, &after);
        assert_eq!(before.words(), after.words(), "{}\n-----\n{}", context(text), moved.text);
        // They stand one behind the other.
        let heads: Vec<&str> = outer.iter().map(|node| before.heads[*node].as_str()).collect();
        let is_there = after.children.iter().any(|children| {
            let children: Vec<&str> =
                children.iter().map(|child| after.heads[*child].as_str()).collect();
            children.windows(heads.len()).any(|window| window == heads)
        });
        assert!(is_there, "{}\n-----\n{}", context(text), moved.text);
        count += usize::from(outer.len() > 1);
    });
    assert!(count > 10, "{count}");
}

/// A node that is disabled stays a comment in a file that is formatted, and comes back.
#[test]
fn a_node_is_disabled_and_enabled() {
    let mut count = 0;
    each_file(|seed, text, random| {
        let outline = edit::outline(text);
        let node = random.below(outline.nodes.len());
        let disabled = match edit::change(text, &outline, &Change::Disable { node }) {
            Ok(disabled) => disabled.text,
            Err(refused) => {
                assert_eq!(refused, edit::ChangeError::Needed, "seed {seed}");
                return;
            }
        };
        count += 1;
        let context = || format!("seed {seed}: {node}\n{text}\n-----\n{disabled}");
        let (mut expected, original) = (Model::of(text, &outline), Model::of(text, &outline));
        let place = expected.take(node);
        let without = edit::outline(&disabled);
        assert_eq!(Model::of(&disabled, &without).shown(), expected.shown(), "{}", context());
        let formatted = format::file(&disabled).unwrap_or_else(|_| disabled.clone());
        for text in [&disabled, &formatted] {
            let context = || format!("{}\n-----\n{text}", context());
            let outline = edit::outline(text);
            let found = edit::disabled(text, &outline);
            assert_eq!(found.len(), 1, "{}", context());
            assert_eq!(Some(found[0].at), place, "{}", context());
            let enabled = edit::change(text, &outline, &Change::Enable { index: 0 }).expect("one");
            let again = edit::outline(&enabled.text);
            let found = Model::of(&enabled.text, &again);
            assert_eq!(found.shown(), original.shown(), "{}\n-----\n{}", context(), enabled.text);
        }
    });
    assert!(count > 10, "{count}");
}

/// A damaged text has an outline too, and changes of it do not panic.
#[test]
fn damaged_texts_have_an_outline() {
    each_file(|_, text, random| {
        let mut damaged = text.to_owned();
        for _ in 0..=random.below(4) {
            let at = boundary(&damaged, random);
            let end = boundary(&damaged, random).clamp(at, damaged.len().min(at + 20));
            let end = (at..=end).rev().find(|end| damaged.is_char_boundary(*end)).unwrap_or(at);
            let new =
                ["", "{", "}", "(", ";", "=>", "'x:", "\"", "sequence", "/*"][random.below(10)];
            damaged.replace_range(at..end, new);
        }
        let outline = edit::outline(&damaged);
        for node in 0..outline.nodes.len() {
            let at = Gap { parent: Parent::Node(node), index: random.below(3) };
            let other = random.below(outline.nodes.len());
            for change in [
                Change::Insert { at, source: "action Eat;" },
                Change::Move { node: other, to: at },
                Change::Remove { node },
                Change::Disable { node },
                Change::Enable { index: 0 },
                Change::Wrap { node, source: "sequence" },
                Change::Unwrap { node },
                Change::Label { node, label: "here" },
                Change::Argument { node, name: "bites", value: "3" },
            ] {
                let _ = edit::change(&damaged, &outline, &change);
            }
        }
        if !outline.nodes.is_empty() {
            let nodes = [random.below(outline.nodes.len()), random.below(outline.nodes.len())];
            let at = Gap { parent: Parent::Node(random.below(outline.nodes.len())), index: 0 };
            for together in [
                edit::Together::Move { to: at },
                edit::Together::Shift { direction: edit::Direction::In },
                edit::Together::Wrap { source: "sequence" },
                edit::Together::Remove,
            ] {
                let _ = edit::change_all(&damaged, &outline, &nodes, together);
            }
            let _ = edit::remove_tree(&[&damaged], (0, random.below(3)));
            let _ = edit::extract(&[&damaged], (0, &nodes), "Part", &Vocabulary::default());
            let _ = edit::inline(&[&damaged], (0, nodes[0]), &Vocabulary::default());
        }
        file::forget();
    });
}

fn boundary(text: &str, random: &mut Random) -> usize {
    let at = random.below(text.len() + 1);
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// A random node that is not a root, and a random gap.
fn a_move(outline: &Outline, random: &mut Random) -> Option<(usize, Gap)> {
    let all: Vec<usize> =
        (0..outline.nodes.len()).filter(|node| outline.nodes[*node].parent.is_some()).collect();
    // The gaps of a branch are counted without the other branch.
    let is_if = |node: &edit::Node| node.kind.is_some_and(|kind| kind.as_str().ends_with("if"));
    let nodes = outline.nodes.iter().enumerate().filter(|(_, node)| !is_if(node));
    let gaps: Vec<Gap> = nodes.flat_map(gaps_of).collect();
    if all.is_empty() || gaps.is_empty() {
        return None;
    }
    Some((all[random.below(all.len())], gaps[random.below(gaps.len())]))
}

fn gaps_of((index, node): (usize, &edit::Node)) -> impl Iterator<Item = Gap> {
    (0..node.gaps.len()).map(move |gap| Gap { parent: Parent::Node(index), index: gap })
}

fn is_within(outline: &Outline, parent: Parent, node: usize) -> bool {
    let Parent::Node(mut current) = parent else { return false };
    loop {
        if current == node {
            return true;
        }
        match outline.nodes[current].parent {
            Some(parent) => current = parent,
            None => return false,
        }
    }
}

/// The parts of nodes: their heads and children.
struct Model {
    heads: Vec<String>,
    children: Vec<Vec<usize>>,
    roots: Vec<usize>,
    parents: Vec<Option<usize>>,
}

impl Model {
    fn of(text: &str, outline: &Outline) -> Self {
        let head = |node: &edit::Node| {
            let label = node.label.clone().map_or("", |label| &text[label]);
            // The heads without white space and comments.
            let tokens = text[node.head.clone()].parse::<proc_macro2::TokenStream>();
            format!("{label}:{}", tokens.expect("tokens"))
        };
        Self {
            heads: outline.nodes.iter().map(head).collect(),
            children: outline.nodes.iter().map(|node| node.children.clone()).collect(),
            roots: (0..outline.nodes.len())
                .filter(|node| outline.nodes[*node].parent.is_none())
                .collect(),
            parents: outline.nodes.iter().map(|node| node.parent).collect(),
        }
    }

    /// Takes a node out; the gap where it was.
    fn take(&mut self, node: usize) -> Option<Gap> {
        self.roots.retain(|root| *root != node);
        let parent = self.parents[node]?;
        let index = self.children[parent].iter().position(|child| *child == node)?;
        self.children[parent].remove(index);
        Some(Gap { parent: Parent::Node(parent), index })
    }

    fn shift(&mut self, node: usize, to: Gap) {
        let Parent::Node(parent) = to.parent else { return };
        let from = self.take(node).expect("a parent");
        let before = from.parent == to.parent && from.index < to.index;
        self.children[parent].insert(to.index - usize::from(before), node);
    }

    fn shown(&self) -> String {
        let mut output = String::new();
        self.roots.iter().for_each(|root| self.show(*root, 0, &mut output));
        output
    }

    fn show(&self, node: usize, depth: usize, output: &mut String) {
        output.extend(["  ".repeat(depth).as_str(), &self.heads[node], "\n"]);
        self.children[node].iter().for_each(|child| self.show(*child, depth + 1, output));
    }

    fn words(&self) -> Vec<&str> {
        let mut heads: Vec<&str> = self.heads.iter().map(String::as_str).collect();
        heads.sort_unstable();
        heads
    }
}

fn comments(text: &str) -> Vec<String> {
    let rests = text.split("comment ").skip(1);
    rests.map(|rest| rest.split('.').next().unwrap_or_default().to_owned()).collect()
}

/// At each word of a file, the completion offers the word that is written there, once its first letter is written.
#[test]
fn written_words_are_completed() {
    let vocabulary = vocabulary();
    each_file(|seed, text, random| {
        let outline = edit::outline(text);
        let node = random.below(outline.nodes.len());
        let node = &outline.nodes[node];
        let names = node.calls(text).into_iter().map(|call| call.name);
        for word in names.chain([node.word.clone()]) {
            let at = word.start + 1;
            let written = &text[word.clone()];
            let completion = edit::complete(text, at, &vocabulary);
            let context = || {
                let around = text[word.start.saturating_sub(60)..].chars().take(100);
                format!("seed {seed}: {written} at {at}: {}\n{text}", around.collect::<String>())
            };
            assert_eq!(completion.replaces, word, "{}", context());
            let is_offered = completion.items.iter().any(|item| item.label == written);
            // A value of any type may stand where two are compared: a level of the vocabulary, or a name.
            let is_declared = vocabulary.words.iter().any(|of| of.name == written);
            let is_operand = written.ends_with("Level") || !is_declared;
            let is_word = word == node.word || !is_operand;
            assert!(is_offered || !is_word, "{}: {completion:?}", context());
            let hover = edit::hover(text, at, &vocabulary);
            let is_literal =
                ["true", "false", "_", "else"].contains(&written) || SIDES.contains(&written);
            let is_hovered = hover.is_some_and(|hover| hover.bytes == word);
            assert!(is_literal || is_hovered, "{}", context());
        }
        // Anywhere in a file, and in the middle of what a person writes, nothing panics.
        for _ in 0..8 {
            let (at, end) = (boundary(text, random), boundary(text, random));
            for text in [text, &text[..at], &text[..end.max(at)]] {
                let _ = edit::complete(text, at, &vocabulary);
                let _ = edit::hover(text, at, &vocabulary);
            }
        }
    });
}

/// Calls a function with random files, some of them with comments and strange spacing.
fn each_file(mut with: impl FnMut(u64, &str, &mut Random)) {
    let count = std::env::var("EDIT_TREES").map_or(40, |text| text.parse().expect("a number"));
    for seed in 0..count {
        let mut random = Random::new(seed);
        let text = printer::file(&filed(forest(seed, "Tree")));
        let Ok(formatted) = format::file(&text) else { continue };
        let text = match random.below(3) {
            0 => text,
            1 => formatted,
            _ => disturbed(&text, &mut random),
        };
        with(seed, &text, &mut random);
        file::forget();
    }
}
