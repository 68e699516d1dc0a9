//! `simple_bt`: nodes in `Arc`s; a running node returns the node to continue with. It has no composite
//! that starts over, so those are written here.

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

struct ActiveSelector<W> {
    children: Arc<[BehaviorArc<W>]>,
    running: Option<(usize, BehaviorArc<W>)>,
}

impl<W> Clone for ActiveSelector<W> {
    fn clone(&self) -> Self {
        Self { children: self.children.clone(), running: self.running.clone() }
    }
}

impl<W: 'static> BehaviorNode<W> for ActiveSelector<W> {
    fn tick(mut self: Arc<Self>, world: &mut W) -> NodeResult<W> {
        for (at, child) in self.children.iter().enumerate() {
            let running = self.running.as_ref().filter(|running| running.0 == at);
            let node = running.map_or(child, |running| &running.1);
            match node.clone().tick(world) {
                NodeResult::Failure => {}
                NodeResult::Success => return NodeResult::Success,
                // It has not changed, so nothing has to be stored.
                NodeResult::Running(node)
                    if self.running.is_none() && Arc::ptr_eq(&node, child) =>
                {
                    return NodeResult::Running(self);
                }
                NodeResult::Running(node) => {
                    Arc::make_mut(&mut self).running = Some((at, node));
                    return NodeResult::Running(self);
                }
            }
        }
        NodeResult::Failure
    }
}

struct Guard<W, C> {
    node: BehaviorArc<W>,
    condition: PhantomData<C>,
}

impl<W, C> Clone for Guard<W, C> {
    fn clone(&self) -> Self {
        Self { node: self.node.clone(), condition: PhantomData }
    }
}

impl<W: 'static, C: Condition<W>> BehaviorNode<W> for Guard<W, C> {
    fn tick(mut self: Arc<Self>, world: &mut W) -> NodeResult<W> {
        if !C::ask(world) {
            return NodeResult::Failure;
        }
        match self.node.clone().tick(world) {
            NodeResult::Running(node) => {
                if !Arc::ptr_eq(&node, &self.node) {
                    Arc::make_mut(&mut self).node = node;
                }
                NodeResult::Running(self)
            }
            finished => finished,
        }
    }
}

/// The library requires `Display` for its nodes.
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
        ActiveSelector { children: children.into(), running: None }.arc()
    }
}
