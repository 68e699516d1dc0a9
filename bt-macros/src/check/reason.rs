//! Why a node can never be ticked: which elder, and why it never lets go.

use super::known::Known;
use crate::ast::{Goal, Kind, Node};
use crate::model::names;

const REMEDY: &str =
    "move or remove one of them, or write `#[allow(unreachable_code)]` on the tree";

/// Of the child in this place, the first of its parent's that cannot begin.
pub(super) fn never_ticked(parent: &Known<'_>, place: usize) -> String {
    let node = parent.children[place].node;
    let why = match &parent.node.kind {
        Kind::Sequence | Kind::ActiveSequence => behind(parent, place, false),
        Kind::Selector | Kind::ActiveSelector => behind(parent, place, true),
        Kind::Parallel(_) | Kind::Monitor { .. } => {
            let elder =
                parent.children[..place].iter().rev().find(|elder| !elder.outcomes.running.has(1));
            elder.map(|elder| {
                format!(
                    "{} has always decided the {} before it",
                    call(elder.node, node),
                    word(parent.node)
                )
            })
        }
        _ => None,
    };
    let why =
        why.unwrap_or_else(|| format!("{} has always ended before it", call(parent.node, node)));
    format!("this node can never be ticked: {why}; {REMEDY}")
}

/// Which child in front of it keeps a sequence, or a selector, from coming here.
fn behind(parent: &Known<'_>, place: usize, selector: bool) -> Option<String> {
    let node = parent.children[place].node;
    let wanted = if selector { "fails" } else { "succeeds" };
    let elders = &parent.children[..place];
    if let Some(elder) = elders.iter().find(|elder| elder.outcomes.lets_go(selector).is_empty()) {
        let result = if selector { "failure" } else { "success" };
        return Some(format!(
            "{} never {wanted}{}, and the {} goes on only after a {result}",
            call(elder.node, node),
            because(elder, selector, node),
            word(parent.node),
        ));
    }
    let slow = elders.iter().find(|elder| !elder.outcomes.lets_go(selector).has(1))?;
    matches!(parent.node.kind, Kind::ActiveSequence | Kind::ActiveSelector).then(|| {
        format!(
            "{} never {wanted} in its first tick, and the {} begins with it again in every tick",
            call(slow.node, node),
            word(parent.node),
        )
    })
}

/// Of a `repeat` or a `retry` that has nothing to do.
pub(super) fn idle(decorator: &Known<'_>) -> String {
    let retry = matches!(decorator.node.kind, Kind::Retry(_));
    let child = &decorator.children[0];
    let (ends, never) = if retry { ("fails", "tried again") } else { ("succeeds", "repeated") };
    let name = word(decorator.node);
    format!(
        "{} behind this {name} never {ends}{}, so it is never {never}; remove the {name}, or write \
         `#[allow(unreachable_code)]` on the tree",
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

/// The node for which another one never fails, or never succeeds.
fn cause<'n>(known: &Known<'n>, failure: bool) -> &'n Node {
    let impossible = |child: &&Known<'_>| child.outcomes.lets_go(failure).is_empty();
    let first = || known.children.iter().find(impossible);
    let only = || (known.children.len() == 1).then(|| &known.children[0]);
    let child = match &known.node.kind {
        // One child is enough to keep a sequence from success, and a selector from failure.
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
        Kind::ForceSuccess | Kind::ForceFailure | Kind::Repeat(None) | Kind::Retry(None) => None,
        _ => only().filter(impossible),
    };
    child.map_or(known.node, |child| cause(child, failure))
}

/// What to call a node in a message: `` the `sequence` 'flee in line 7 ``; the line is not told where
/// it is that of the message, as everything is in an editor.
fn call(node: &Node, seen_from: &Node) -> String {
    let line = node.span.start().line;
    let line = if line == seen_from.span.start().line {
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
    format!("`{}`", names::word(names::kind_name(&node.kind)))
}
