//! Explains why a node can never be ticked: which earlier sibling is the cause, and why.

use super::known::Known;
use super::reach::Place;
use crate::ast::{Goal, Kind, Node};
use crate::place;

/// Explains why a child, the first of its parent that cannot start, is never ticked.
pub(super) fn never_ticked(parent: &Place<'_, '_>, child: usize) -> String {
    let node = parent.known.children[child].node;
    let why = match &parent.known.node.kind {
        Kind::Sequence | Kind::ActiveSequence => stopped(parent.known, child, false),
        Kind::Selector | Kind::ActiveSelector => stopped(parent.known, child, true),
        _ => decided(parent.known, child),
    };
    let why = why.or_else(|| limited(parent, node)).unwrap_or_else(|| slow(parent.known, child));
    format!("this node can never be ticked: {why}; move or remove one of them")
}

/// An earlier sibling prevents a sequence, or a selector, from going on.
fn stopped(parent: &Known<'_>, child: usize, selector: bool) -> Option<String> {
    let node = parent.children[child].node;
    let (wanted, result) = if selector { ("fails", "failure") } else { ("succeeds", "success") };
    let elders = &parent.children[..child];
    let elder = elders.iter().find(|elder| elder.outcomes.lets_go(selector).is_empty())?;
    Some(format!(
        "{} never {wanted}{}, and the {} goes on only after a {result}",
        call(elder.node, node),
        because(elder, selector, node),
        word(parent.node),
    ))
}

/// The earlier siblings have always decided a parallel; the last of them does so with a result that
/// it returns at once.
fn decided(parent: &Known<'_>, child: usize) -> Option<String> {
    let node = parent.children[child].node;
    let elders = &parent.children[..child];
    let elder = elders.iter().rev().find(|elder| !elder.outcomes.running.has(1))?;
    let (elder, parent) = (call(elder.node, node), word(parent.node));
    Some(format!("{elder} always decides the {parent} before this node is ticked"))
}

/// An ancestor ends or aborts the parent before the child is reached.
fn limited(parent: &Place<'_, '_>, node: &Node) -> Option<String> {
    let by = call(parent.limited_by?.node, node);
    let (parent, ticks) = (call(parent.known.node, node), parent.limit);
    let ticks = if ticks == 1 { "one tick".into() } else { format!("{ticks} ticks") };
    Some(format!("{by} never gives {parent} more than {ticks} in a row"))
}

/// An earlier sibling in an active composite needs more than one tick.
fn slow(parent: &Known<'_>, child: usize) -> String {
    let (name, node) = (word(parent.node), parent.children[child].node);
    format!(
        "the {name} starts again in every tick, and the nodes before {} need more than one tick",
        call(node, parent.node)
    )
}

/// Explains why a `repeat` or a `retry` has no effect.
pub(super) fn idle(decorator: &Known<'_>) -> String {
    let retry = matches!(decorator.node.kind, Kind::Retry(_));
    let child = &decorator.children[0];
    let (ends, never) = if retry { ("fails", "tried again") } else { ("succeeds", "repeated") };
    let name = word(decorator.node);
    format!(
        "{} after this {name} never {ends}{}, so it is never {never}; remove the {name}",
        call(child.node, decorator.node),
        because(child, retry, decorator.node),
    )
}

/// `, because of the `running` in line 7`
fn because(known: &Known<'_>, failure: bool, seen_from: &Node) -> String {
    let cause = cause(known, failure);
    if std::ptr::eq(cause, known.node) {
        return match &cause.kind {
            Kind::Repeat(None) | Kind::Retry(None) => " because it has no count".into(),
            _ => String::new(),
        };
    }
    format!(" because of {}", call(cause, seen_from))
}

/// The node that causes another one never to fail, or never to succeed.
fn cause<'n>(known: &Known<'n>, failure: bool) -> &'n Node {
    let impossible = |child: &&Known<'_>| child.outcomes.lets_go(failure).is_empty();
    let first = || known.children.iter().find(impossible);
    let only = || (known.children.len() == 1).then(|| &known.children[0]);
    let child = match &known.node.kind {
        // One child is enough to prevent the success of a sequence, and the failure of a selector.
        Kind::Sequence | Kind::ActiveSequence | Kind::Random { goal: Goal::Failure, .. }
            if !failure =>
        {
            first()
        }
        Kind::Selector | Kind::ActiveSelector | Kind::Random { goal: Goal::Success, .. }
            if failure =>
        {
            first()
        }
        Kind::Not => return cause(&known.children[0], !failure),
        Kind::ForceSuccess | Kind::ForceFailure => None,
        kind if kind.is_endless() => None,
        _ => only().filter(impossible),
    };
    child.map_or(known.node, |child| cause(child, failure))
}

/// The name of a node in a message: `` the `sequence` 'flee in line 7 ``. The line is left out if
/// it is the line of the message, as it always is in an editor.
fn call(node: &Node, seen_from: &Node) -> String {
    let line = place::line(node.span);
    let line = if line == place::line(seen_from.span) {
        String::new()
    } else {
        format!(" in line {line}")
    };
    match &node.label {
        Some(label) => format!("the {} `'{label}`{line}", word(node)),
        None => format!("the {}{line}", word(node)),
    }
}

fn word(node: &Node) -> String {
    format!("`{}`", node.kind.word())
}
