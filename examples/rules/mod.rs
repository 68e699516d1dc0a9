//! Parts of rules that the proofs of several examples share.

use bt_core::{Node, NodeId, NodeKind, Status};
use bt_verify::Tick;

/// The first node of a kind whose text begins like this.
pub(crate) fn find(nodes: &[Node], kind: NodeKind, text: &str) -> NodeId {
    let is_it = |node: &&Node| node.kind == kind && node.source.starts_with(text);
    nodes.iter().find(is_it).map(|node| node.id).expect(text)
}

pub(crate) fn succeeds(tick: &Tick<'_>, node: NodeId) -> bool {
    tick.result(node) == Some(Status::Success)
}

pub(crate) fn fails(tick: &Tick<'_>, node: NodeId) -> bool {
    tick.result(node) == Some(Status::Failure)
}

/// Each node begins only in a tick in which the one before has succeeded.
pub(crate) fn one_after_the_other<const N: usize>(
    steps: [NodeId; N],
) -> impl Fn(&Tick<'_>) -> bool {
    move |tick| steps.windows(2).all(|pair| !tick.started(pair[1]) || succeeds(tick, pair[0]))
}

/// Each node is ticked only if the one before, which is more important, has failed in the same tick.
pub(crate) fn most_important_first<const N: usize>(
    nodes: [NodeId; N],
) -> impl Fn(&Tick<'_>) -> bool {
    move |tick| nodes.windows(2).all(|pair| !tick.is_ticked(pair[1]) || fails(tick, pair[0]))
}

/// A decorator refuses to begin what is below it: it fails without ticking it.
pub(crate) fn refuses(decorator: NodeId, below: NodeId) -> impl Fn(&Tick<'_>) -> bool {
    move |tick| fails(tick, decorator) && !tick.is_ticked(below) && !tick.was_active(decorator)
}
