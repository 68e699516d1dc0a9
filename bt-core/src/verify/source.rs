//! The table of a tree → its text without the user's expressions.
//!
//! ```text
//! sequence { condition npc.health < 20; wait(npc.pause()); }  →  sequence { condition e(); wait(e()); }
//! ```
//!
//! A subtree becomes a `finally` around its root, which begins, ends and keeps data in the same way. So the nodes of
//! the text are those of the table.

use super::word;
use crate::{Node, NodeKind};
use bt_language::explore::{Answers, Facts};
use bt_language::words::{Arguments, Children, Family};
use std::collections::BTreeMap;
use std::format;
use std::string::String;
use std::vec::Vec;

/// How deeply nodes may be nested: reading them takes a part of the stack each.
const DEEPEST: usize = 200;

/// The text of a tree; an error says why there is none.
pub(super) fn text(nodes: &[Node]) -> Result<String, String> {
    let Some(root) = nodes.first() else { return Err("the tree has no nodes".into()) };
    let mut text = String::from("#[allow(unreachable_code)] tree T(b: &mut B) { ");
    Writer { nodes }.node(root, 0, &mut text)?;
    text.push('}');
    Ok(text)
}

struct Writer<'n> {
    nodes: &'n [Node],
}

impl Writer<'_> {
    fn children(&self, node: &Node) -> Vec<&Node> {
        let mut children = Vec::new();
        let mut next = node.id.index() + 1;
        while let Some(child) = self.nodes.get(next).filter(|child| child.id < node.end) {
            children.push(child);
            next = child.end.index().max(next + 1);
        }
        children
    }

    fn node(&self, node: &Node, depth: usize, text: &mut String) -> Result<(), String> {
        if depth > DEEPEST {
            return Err(format!("its nodes are nested more than {DEEPEST} deep"));
        }
        let children = self.children(node);
        text.push_str(&head(node, &children));
        if is_leaf(node, &children) {
            return Ok(());
        }
        if is_decorator(node.kind) {
            return children.iter().try_for_each(|child| self.node(child, depth + 1, text));
        }
        if word(node.kind).children() == Children::Branches {
            for (place, child) in children.iter().enumerate() {
                text.push_str(if place == 0 { "{ " } else { "else { " });
                self.node(child, depth + 1, text)?;
                text.push_str("} ");
            }
            return Ok(());
        }
        text.push_str("{ ");
        for (place, child) in children.iter().enumerate() {
            let key = key(node.kind, child, place + 1 == children.len());
            text.push_str(key);
            self.node(child, depth + 1, text)?;
            text.push_str(if key.is_empty() { "" } else { ", " });
        }
        text.push_str("} ");
        Ok(())
    }
}

fn is_leaf(node: &Node, children: &[&Node]) -> bool {
    // If the tree is a parameter of the type, nothing is known of it.
    word(node.kind).family() == Family::Leaf && children.is_empty()
}

fn is_decorator(kind: NodeKind) -> bool {
    let word = word(kind);
    word.calls_tree() || word.family() == Family::Decorator
}

fn head(node: &Node, children: &[&Node]) -> String {
    let word = word(node.kind);
    let source = node.source;
    let arguments = match word.arguments() {
        Arguments::Tree if children.is_empty() => return "action e(); ".into(),
        Arguments::Tree => return "finally(e()) ".into(),
        Arguments::Expression | Arguments::Action => " e()".into(),
        Arguments::Literal => " W".into(),
        Arguments::Value | Arguments::Statement => "(e())".into(),
        Arguments::Duration => format!("({})", literal(source)),
        Arguments::Count if !source.is_empty() => format!("({})", literal(source)),
        Arguments::Policies if !source.is_empty() => format!("({source})"),
        Arguments::Service => {
            let length = source.split(',').next().unwrap_or_default();
            format!("({}, e())", literal(length.trim()))
        }
        Arguments::Binding => "(x: u8 = e())".into(),
        Arguments::Range => format!("(i in {})", range(source)),
        Arguments::None | Arguments::Count | Arguments::Policies | Arguments::Margin => {
            String::new()
        }
    };
    let end = if word.family() == Family::Leaf { "; " } else { " " };
    format!("{word}{arguments}{end}")
}

/// The text in front of a child.
fn key(kind: NodeKind, child: &Node, is_last: bool) -> &'static str {
    match word(kind).children() {
        Children::Conditional if child.key == Some("true") => "true => ",
        Children::Conditional | Children::Scored => "e() => ",
        Children::Arms if is_last => "_ => ",
        Children::Arms => "1 => ",
        Children::None
        | Children::One
        | Children::Block
        | Children::Watched
        | Children::Weighted
        | Children::Branches => "",
    }
}

/// A number with its unit, or the expression of which nothing is known.
fn literal(source: &str) -> &str {
    let is_part = |of: char| of.is_ascii_alphanumeric() || of == '.' || of == '_';
    let is_literal = source.starts_with(|of: char| of.is_ascii_digit())
        && source.chars().all(is_part)
        && !source.contains("..");
    if is_literal { source } else { "e()" }
}

/// `i in 0..3` → `0..3`
fn range(source: &str) -> &str {
    let range = source.split_once(" in ").map_or("", |(_, range)| range.trim());
    let is_part = |of: char| of.is_ascii_digit() || ". =_".contains(of);
    if range.contains("..") && range.chars().all(is_part) { range } else { "e()" }
}

/// A text, and the node whose names it uses.
type Text = (Option<usize>, &'static str);

/// The facts about leaves that the texts of a tree tell.
pub(super) fn facts(nodes: &[Node], same_answers: bool) -> Facts {
    let answers = nodes.iter().map(answers).collect();
    let evaluates = |node: &Node| node.kind == NodeKind::Subtree && node.source.contains('(');
    let changes = nodes.iter().map(evaluates).collect();
    let opaque = nodes.iter().map(|node| node.kind == NodeKind::Subtree).collect();
    let mut facts = Facts { answers, changes, opaque, ..Facts::default() };
    if !same_answers {
        return facts;
    }
    // A text that stands in one place only has no other answer to agree with.
    let mut places: BTreeMap<Text, u32> = BTreeMap::new();
    let texts: Vec<[Option<Text>; 2]> = nodes
        .iter()
        .map(|node| {
            asked(nodes, node).map(|text| text.map(|text| (scope(nodes, node, text), text)))
        })
        .collect();
    for text in texts.iter().flatten().flatten() {
        *places.entry(*text).or_default() += 1;
    }
    places.retain(|_, count| *count > 1);
    for (number, (_, place)) in (0..).zip(&mut places) {
        *place = number;
    }
    let number = |text: Option<_>| text.and_then(|text| places.get(&text).copied());
    facts.questions = texts.iter().map(|[question, _]| number(*question)).collect();
    facts.keys = texts.iter().map(|[_, key]| number(*key)).collect();
    facts.count = places.len();
    facts
}

/// The condition of a node, and the one in front of it.
fn asked(nodes: &[Node], node: &Node) -> [Option<&'static str>; 2] {
    use NodeKind::{ActiveIf, Condition, Guard, If, PrioritySelector};
    let is_asked = matches!(node.kind, Condition | Guard | If | ActiveIf);
    let parent = node.parent.and_then(|parent| nodes.get(parent.index()));
    let is_preferred = parent.is_some_and(|of| of.kind == PrioritySelector);
    [is_asked.then_some(node.source), node.key.filter(|_| is_preferred)]
}

/// The node whose names a text uses: a `let` or a `for`, a subtree with a blackboard or parameters of its own, or
/// none.
fn scope(nodes: &[Node], node: &Node, text: &str) -> Option<usize> {
    let mut is_inside = true;
    let mut above = node.parent;
    while let Some(of) = above.and_then(|above| nodes.get(above.index())) {
        let name = of.source.split([':', ' ']).next().unwrap_or_default();
        match of.kind {
            NodeKind::Let | NodeKind::For if is_inside && mentions(text, name) => {
                return Some(of.id.index());
            }
            NodeKind::Subtree if of.source.contains('(') => return Some(of.id.index()),
            // The names outside of a tree are not those inside.
            NodeKind::Subtree => is_inside = false,
            _ => {}
        }
        above = of.parent;
    }
    None
}

fn mentions(text: &str, name: &str) -> bool {
    text.split(|of: char| !(of.is_alphanumeric() || of == '_')).any(|word| word == name)
}

/// The statuses that the text of an action allows.
fn answers(node: &Node) -> Answers {
    let text = node.source.trim();
    let is_block = text.starts_with('{')
        && text.strip_suffix('}').is_some_and(|text| text.trim_end().ends_with(';'));
    if node.kind == NodeKind::Action && (is_block || is_assignment(text)) {
        return Answers::Success;
    }
    Answers::Any
}

/// `npc.fled = true`, `*steps += 1`; not `Fly = Fly::to(npc.nest)`, which makes a stateful action.
fn is_assignment(text: &str) -> bool {
    let Some(place) = text.find('=') else { return false };
    let (before, behind) = (&text[..place], &text[place + 1..]);
    let is_place = |text: &str| {
        let is_part = |of: char| of.is_alphanumeric() || "_.*[] ".contains(of);
        !text.is_empty() && text.chars().all(is_part)
    };
    if behind.starts_with(['=', '>']) {
        return false;
    }
    let compound = ["<<", ">>", "+", "-", "*", "/", "%", "&", "|", "^"];
    match compound.iter().find_map(|operator| before.strip_suffix(operator)) {
        Some(before) => is_place(before),
        None => is_place(before) && (before.contains('.') || before.starts_with('*')),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_assignment, literal, range};

    #[test]
    fn assignments_are_told_from_values() {
        for text in ["npc.fled = true", "*steps += 1", "npc.list[npc.next] = 3", "n.x <<= 1"] {
            assert!(is_assignment(text), "{text}");
        }
        for text in [
            "Fly = Fly::to(npc.nest)",
            "npc.a == 1",
            "npc.set(|x| x.y = 1)",
            "a.b >= 2",
            "npc.go()",
        ] {
            assert!(!is_assignment(text), "{text}");
        }
    }

    #[test]
    fn literals_are_told_from_expressions() {
        assert_eq!((literal("250ms"), literal("1.5s"), literal("3")), ("250ms", "1.5s", "3"));
        assert_eq!((literal("npc.pause()"), literal("2 + n")), ("e()", "e()"));
        assert_eq!((range("i in 0..3"), range("i in 0..npc.n")), ("0..3", "e()"));
    }
}
