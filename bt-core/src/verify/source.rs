//! The table of a tree → its text without the user's expressions.
//!
//! ```text
//! sequence { condition npc.health < 20; wait(npc.pause()); }  →  sequence { condition e(); wait(e()); }
//! ```
//!
//! A subtree becomes a `finally` around its root, which begins, ends and keeps data in the same way. So the nodes of
//! the text are those of the table.

use super::word;
use crate::language::private::Fact;
use crate::{Can, Node, NodeKind};
use bt_language::explore::{Answers, Facts};
use bt_language::words::{Arguments, Children, Family};
use std::collections::BTreeMap;
use std::format;
use std::string::String;
use std::vec::Vec;

/// How deeply nodes may be nested: reading them takes a part of the stack each.
const DEEPEST: usize = 200;

/// The text of a tree; an error says why there is none.
pub(super) fn text(nodes: &[Node], types: &Types) -> Result<String, String> {
    let Some(root) = nodes.first() else { return Err("the tree has no nodes".into()) };
    let mut text = String::from("#[allow(unreachable_code)] tree T(b: &mut B) { ");
    Writer { nodes, types }.node(root, 0, &mut text)?;
    text.push('}');
    Ok(text)
}

struct Writer<'n> {
    nodes: &'n [Node],
    types: &'n Types,
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
        let is_stateful = fact(self.types, node).is_some_and(|fact| fact.is_stateful);
        if node.kind == NodeKind::Action && is_stateful {
            text.push_str("action E {}; ");
        } else {
            text.push_str(&head(node, &children));
        }
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

/// For each node what the type of its expression says, if it is known.
pub(super) type Types = Vec<Option<Fact>>;

fn fact(types: &Types, node: &Node) -> Option<Fact> {
    types.get(node.id.index()).copied().flatten()
}

/// A text, and the node whose names it uses.
type Text = (Option<usize>, &'static str);

/// The facts about nodes: what types say, and which questions are the same.
pub(super) fn facts(nodes: &[Node], types: &Types, same_answers: bool) -> Facts {
    let can = |node| fact(types, node).map_or(Can::ANYTHING, |fact| fact.can());
    let answers = |node| {
        let can = can(node);
        Answers { failure: can.fails(), running: can.runs(), ..Answers::default() }
    };
    let changes = |node: &Node| match node.kind {
        // The tree of a type parameter is a leaf.
        NodeKind::Subtree => node.source.contains('(') || node.end == node.id.after(1),
        NodeKind::Action => fact(types, node).is_none(),
        _ => false,
    };
    let mut facts = Facts {
        answers: nodes.iter().map(answers).collect(),
        begins: nodes.iter().map(|node| !can(node).refuses()).collect(),
        changes: nodes.iter().map(changes).collect(),
        opaque: nodes.iter().map(|node| node.kind == NodeKind::Subtree).collect(),
        ..Facts::default()
    };
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

/// The node whose names a text uses: a `let` or a `for`, or the subtree in which it stands; none in the tree itself. In
/// another tree, or in another instance of the same tree, the same text may mean something else.
fn scope(nodes: &[Node], node: &Node, text: &str) -> Option<usize> {
    let mut above = node.parent;
    while let Some(of) = above.and_then(|above| nodes.get(above.index())) {
        let name = of.source.split([':', ' ']).next().unwrap_or_default();
        match of.kind {
            NodeKind::Let | NodeKind::For if mentions(text, name) => return Some(of.id.index()),
            NodeKind::Subtree => return Some(of.id.index()),
            _ => {}
        }
        above = of.parent;
    }
    None
}

fn mentions(text: &str, name: &str) -> bool {
    let name = name.strip_prefix("r#").unwrap_or(name);
    text.split(|of: char| !(of.is_alphanumeric() || of == '_')).any(|word| word == name)
}

#[cfg(test)]
mod tests {
    use super::{literal, range};

    #[test]
    fn literals_are_told_from_expressions() {
        assert_eq!((literal("250ms"), literal("1.5s"), literal("3")), ("250ms", "1.5s", "3"));
        assert_eq!((literal("npc.pause()"), literal("2 + n")), ("e()", "e()"));
        assert_eq!((range("i in 0..3"), range("i in 0..npc.n")), ("0..3", "e()"));
    }
}
