//! `simple_bt`: nodes in `Arc`s, where a running node gives back the node to go on with. It has no composite that
//! starts over, so those are written here.

use crate::contender::Contender;
use crate::tree::{self, Action, Active, Condition, Leaf, Memory, Nodes, Tree};
use bt_core::Status;
use simple_bt::composite::{Selector, Sequence};
use simple_bt::{BehaviorArc, BehaviorNode, BehaviorRunner, NodeResult};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

pub(crate) struct Agent<W, T> {
    tree: BehaviorRunner<W>,
    of: PhantomData<T>,
}

impl<W: 'static, T: Tree<W, Build>> Contender<W> for Agent<W, T> {
    fn many(count: usize) -> Vec<Self> {
        (0..count)
            .map(|_| Self { tree: BehaviorRunner::new(T::build(&mut Build)), of: PhantomData })
            .collect()
    }

    fn tick(&mut self, world: &mut W) {
        self.tree.proceed(world);
    }
}

struct LeafNode<W>(Leaf<W>);

impl<W: 'static> BehaviorNode<W> for LeafNode<W> {
    fn tick(self: Arc<Self>, world: &mut W) -> NodeResult<W> {
        match (self.0)(world) {
            Status::Success => NodeResult::Success,
            Status::Failure => NodeResult::Failure,
            Status::Running => NodeResult::Running(self),
        }
    }
}

/// A guard is one of these too: it takes its children to be such as start over.
struct ActiveSelector<W>(Vec<BehaviorArc<W>>);

impl<W: 'static> BehaviorNode<W> for ActiveSelector<W> {
    fn tick(self: Arc<Self>, world: &mut W) -> NodeResult<W> {
        for child in &self.0 {
            match child.clone().tick(world) {
                NodeResult::Failure => {}
                NodeResult::Success => return NodeResult::Success,
                NodeResult::Running(_) => return NodeResult::Running(self),
            }
        }
        NodeResult::Failure
    }
}

struct Guard<W, C> {
    node: BehaviorArc<W>,
    condition: PhantomData<C>,
}

impl<W: 'static, C: Condition<W>> BehaviorNode<W> for Guard<W, C> {
    fn tick(self: Arc<Self>, world: &mut W) -> NodeResult<W> {
        if !C::ask(world) {
            return NodeResult::Failure;
        }
        match self.node.clone().tick(world) {
            NodeResult::Running(_) => NodeResult::Running(self),
            finished => finished,
        }
    }
}

/// The library wants its nodes to be printable.
macro_rules! printable {
    ($($node:ident <$($of:ident),*>),*) => { $(
        impl<$($of),*> fmt::Debug for $node<$($of),*> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(stringify!($node))
            }
        }
    )* };
}

printable!(LeafNode<W>, ActiveSelector<W>, Guard<W, C>);

#[derive(Default)]
pub(crate) struct Build;

impl<W: 'static> Nodes<W> for Build {
    type Node = BehaviorArc<W>;

    fn condition<C: Condition<W>>(&mut self) -> Self::Node {
        LeafNode(tree::ask::<W, C>).arc()
    }

    fn action<A: Action<W>>(&mut self) -> Self::Node {
        LeafNode(A::act).arc()
    }
}

impl<W: 'static> Memory<W> for Build {
    fn sequence(&mut self, children: Vec<Self::Node>) -> Self::Node {
        Sequence::from_iter(children).arc()
    }

    fn selector(&mut self, children: Vec<Self::Node>) -> Self::Node {
        Selector::from_iter(children).arc()
    }
}

impl<W: 'static> Active<W> for Build {
    fn guard<C: Condition<W>>(&mut self, node: Self::Node) -> Self::Node {
        Guard::<W, C> { node, condition: PhantomData }.arc()
    }

    fn active_selector(&mut self, children: Vec<Self::Node>) -> Self::Node {
        ActiveSelector(children).arc()
    }
}
