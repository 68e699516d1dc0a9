//! Explains why a node can never be ticked: which earlier sibling is the cause, and why.

use super::known::Known;
use super::reach::Place;
use crate::ast::Node;
use crate::nodes::{Cause, Useless};
use crate::place;

/// Explains why a child, the first of its parent that cannot start, is never ticked.
pub(super) fn never_ticked(parent: &Place<'_, '_>, child: usize) -> String {
    let node = parent.known.children[child].node;
    let goes_on = parent.known.node.kind.as_ref().and_then(|kind| kind.row().goes_on);
    let why = match goes_on {
        Some(success) => stopped(parent.known, child, !success),
        None => decided(parent.known, child),
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

/// Why a loop around a child is useless, if it is: the child never has the result after which a new
/// round begins.
pub(super) fn useless(decorator: &Known<'_>) -> Option<String> {
    let ([child], Some(kind)) = (decorator.children.as_slice(), &decorator.node.kind) else {
        return None;
    };
    let Useless { failure, never } = kind.definition().useless(child.outcomes)?;
    let ends = if failure { "fails" } else { "succeeds" };
    let name = word(decorator.node);
    Some(format!(
        "{} after this {name} never {ends}{}, so it is never {never}; remove the {name}",
        call(child.node, decorator.node),
        because(child, failure, decorator.node),
    ))
}

/// `, because of the `running` in line 7`
fn because(known: &Known<'_>, failure: bool, seen_from: &Node) -> String {
    let cause = cause(known, failure);
    if std::ptr::eq(cause, known.node) {
        let is_endless = cause.kind.as_ref().is_some_and(|kind| kind.definition().is_endless());
        return if is_endless { " because it has no count".into() } else { String::new() };
    }
    format!(" because of {}", call(cause, seen_from))
}

/// The node that causes another one never to fail, or never to succeed.
fn cause<'n>(known: &Known<'n>, failure: bool) -> &'n Node {
    let impossible = |child: &&Known<'_>| child.outcomes.lets_go(failure).is_empty();
    let cause_of =
        known.node.kind.as_ref().map_or(Cause::OnlyChild, |kind| kind.definition().cause());
    let child = match (cause_of, known.children.as_slice()) {
        (Cause::EachChild(success), children) if success != failure => {
            children.iter().find(impossible)
        }
        (Cause::OnlyChild | Cause::EachChild(_), [child]) => Some(child).filter(impossible),
        (Cause::Inverted, [child]) => return cause(child, !failure),
        (Cause::OnlyChild | Cause::EachChild(_) | Cause::Inverted | Cause::Itself, _) => None,
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
    format!("`{}`", node.word())
}
