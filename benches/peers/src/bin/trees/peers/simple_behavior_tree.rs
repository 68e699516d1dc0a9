//! `simple_behavior_tree`: everything starts over in every tick, and leaves are functions without arguments.

use crate::ambient::{self, Ambient};
use crate::contender::Contender;
use crate::tree::{self, Action, Active, Condition, Nodes, Tree};
use simple_behavior_tree::{BTNode, BTStatus};
use std::marker::PhantomData;

pub(crate) struct Agent<T> {
    tree: BTNode,
    of: PhantomData<T>,
}

impl<W: Ambient + Clone, T: Tree<W, Build>> Contender<W> for Agent<T> {
    fn many(count: usize) -> Vec<Self> {
        (0..count).map(|_| Self { tree: T::build(&mut Build), of: PhantomData }).collect()
    }

    fn tick(&mut self, world: &mut W) {
        ambient::lend(world, || self.tree.tick());
    }
}

fn status(status: bt_core::Status) -> BTStatus {
    match status {
        bt_core::Status::Success => BTStatus::Success,
        bt_core::Status::Failure => BTStatus::Failure,
        bt_core::Status::Running => BTStatus::Running,
    }
}

#[derive(Default)]
pub(crate) struct Build;

impl<W: Ambient> Nodes<W> for Build {
    type Node = BTNode;

    fn condition<C: Condition<W>>(&mut self) -> Self::Node {
        BTNode::Condition(|| status(ambient::with(tree::ask::<W, C>)))
    }

    fn action<A: Action<W>>(&mut self) -> Self::Node {
        BTNode::Action(|| status(ambient::with(A::act)))
    }
}

impl<W: Ambient> Active<W> for Build {
    fn guard<C: Condition<W>>(&mut self, node: Self::Node) -> Self::Node {
        BTNode::Sequence(vec![Nodes::<W>::condition::<C>(self), node])
    }

    fn active_selector(&mut self, children: Vec<Self::Node>) -> Self::Node {
        BTNode::Selector(children)
    }
}
