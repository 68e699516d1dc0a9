//! Nodes of random files become trees, and trees become nodes again: the files do the same.
//!
//! More trees than in every run: `EDIT_TREES=20000 cargo test --release -p meaning --test all extracted`.

use crate::machine::{Machine, parsed};
use crate::words::Words;
use bt_core::__internal::words_of;
use bt_core::Status;
use bt_core::files::Trees;
use bt_language::edit::{self, ExtractError};
use bt_language::file;
use meaning::course::{Course, Moment};
use meaning::random::Random;
use meaning::{Call, Scripts, Trace, What, World};

const TICKS: usize = 60;

/// What can be seen of a tree, whatever its nodes are.
#[derive(Debug, PartialEq)]
struct Seen {
    /// `None` is an abort.
    status: Option<Status>,
    calls: Vec<Call>,
    is_running: bool,
    errors: Vec<String>,
}

fn run(trees: &Trees<Words>, world: u64) -> Vec<Seen> {
    let mut tree: Box<dyn Machine> = Box::new(trees.tree("Main").expect("the main tree"));
    let mut world_of = World::new(Scripts::Seeded(world));
    let mut course = Course::new(world);
    let (mut seen, mut runs) = (Vec::new(), false);
    for _ in 0..TICKS {
        let mut moments = vec![course.turn(runs)];
        moments.extend(course.aborts().then_some(Moment::Abort));
        for moment in moments {
            let mut trace = Trace::default();
            if let Moment::Tick(now) | Moment::Stop(now) = moment {
                world_of.book.now = now;
                world_of.begin_tick();
            }
            let status = match moment {
                Moment::Tick(_) => Some(tree.tick_with(&mut world_of, &mut trace)),
                Moment::Stop(_) => Some(tree.stop_with(&mut world_of, &mut trace)),
                Moment::Abort => {
                    tree.abort_with(&mut world_of, &mut trace);
                    None
                }
            };
            runs = tree.is_running();
            let errors = trace.1.into_iter().map(|(_, text)| text).collect();
            let mut calls = world_of.take_calls();
            for Call(_, call) in &mut calls {
                // A tree keeps a copy of an argument, so more values live.
                if let What::Clean(living) = call {
                    *living = 0;
                }
            }
            seen.push(Seen { status, calls, is_running: runs, errors });
        }
    }
    seen
}

/// Compares what two files do.
fn compare(before: &Trees<Words>, after: &str, random: &mut Random, context: &dyn Fn() -> String) {
    let after = Words::parse(after).unwrap_or_else(|all| panic!("{}\n{all}", context()));
    for _ in 0..3 {
        let world = random.draw();
        let (expected, done) = (run(before, world), run(&after, world));
        let place = expected.iter().zip(&done).position(|(expected, done)| expected != done);
        if let Some(place) = place {
            panic!(
                "world {world}, step {place}: expected {:?}\ndone {:?}\n{}",
                expected[place],
                done[place],
                context()
            );
        }
    }
}

#[test]
fn an_extracted_node_does_the_same_and_comes_back() {
    let vocabulary = words_of::<Words>();
    let (mut extracted, mut refused) = (0, 0);
    each_file(|seed, text, trees, random| {
        let outline = edit::outline(text);
        let node = random.below(outline.nodes.len());
        let changed = match edit::extract(&[text], (0, &[node]), "Part", &vocabulary) {
            Ok(changed) => changed,
            Err(error) => {
                if matches!(error, ExtractError::Mistake { .. } | ExtractError::Untyped { .. }) {
                    println!("seed {seed}: {error}: {node} of {text}");
                }
                refused += 1;
                return;
            }
        };
        extracted += 1;
        let context = || format!("seed {seed}: node {node} of\n{text}\n-----\n{}", changed.text);
        assert_eq!(
            &edit::outline(&changed.text).nodes[node].word,
            &(changed.select.start..changed.select.start + 7),
            "{}",
            context()
        );
        compare(trees, &changed.text, random, &context);
        let back = edit::inline(&[&changed.text], (0, node), &vocabulary)
            .unwrap_or_else(|error| panic!("{error}\n{}", context()));
        let context = || format!("{}\n-----\n{}", context(), back.text);
        compare(trees, &back.text, random, &context);
        // Where only some trees are entries, a tree without a use goes.
        if outline.trees.iter().any(|tree| tree.is_pub) {
            assert_eq!(back.text, text, "{}", context());
            return;
        }
        // Without the tree, which has no use any more, the text is the old one.
        let (start, end) = back
            .text
            .find("\n\ntree Part")
            .and_then(|start| {
                let tree = edit::outline(&back.text).trees.into_iter();
                let is_it = |tree: &edit::Tree| tree.bytes.start == start + 2;
                Some((start, tree.into_iter().find(is_it)?.bytes.end))
            })
            .unwrap_or_else(|| panic!("{}", context()));
        let without = [&back.text[..start], &back.text[end..]].concat();
        assert_eq!(without, text, "{}", context());
    });
    assert!(extracted > 3 * refused, "{extracted} were extracted, {refused} refused");
}

#[test]
fn a_tree_in_the_place_of_its_use_does_the_same() {
    let vocabulary = words_of::<Words>();
    let mut inlined = 0;
    each_file(|seed, text, trees, random| {
        let outline = edit::outline(text);
        let is_use = |node: &usize| outline.nodes[*node].word.clone();
        let uses: Vec<usize> =
            (0..outline.nodes.len()).filter(|node| &text[is_use(node)] == "subtree").collect();
        if uses.is_empty() {
            return;
        }
        let node = uses[random.below(uses.len())];
        let changed = match edit::inline(&[text], (0, node), &vocabulary) {
            Ok(changed) => changed,
            Err(ExtractError::OfProgram { .. }) => return,
            // In its place, more is known of the tree.
            Err(ExtractError::Mistake { message }) if message.contains("never") => return,
            Err(error) => panic!("seed {seed}: {error}: node {node} of\n{text}"),
        };
        inlined += 1;
        let context = || format!("seed {seed}: node {node} of\n{text}\n-----\n{}", changed.text);
        compare(trees, &changed.text, random, &context);
    });
    assert!(inlined > 4, "{inlined}");
}

fn each_file(mut with: impl FnMut(u64, &str, &Trees<Words>, &mut Random)) {
    let count = std::env::var("EDIT_TREES").map_or(40, |text| text.parse().expect("a number"));
    for seed in 0..count {
        let Some((text, trees)) = parsed(seed) else { continue };
        with(seed, &text, &trees, &mut Random::new(seed));
        file::forget();
    }
}
