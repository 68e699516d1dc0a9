//! `bonsai-bt`: an interpreter; the actions of a tree are data, and a closure runs them.

use crate::contender::Contender;
use crate::tree::{self, Action, Active, Condition, Leaf, Memory, Nodes, Tree};
use bonsai_bt::{ActionArgs, BT, Behavior, Event};
use std::marker::PhantomData;

pub(crate) struct Agent<W, T> {
    tree: BT<Leaf<W>, ()>,
    of: PhantomData<T>,
}

impl<W: 'static, T: Tree<W, Build>> Contender<W> for Agent<W, T> {
    fn many(count: usize) -> Vec<Self> {
        (0..count)
            .map(|_| Self { tree: BT::new(T::build(&mut Build), ()), of: PhantomData })
            .collect()
    }

    fn tick(&mut self, world: &mut W) {
        let mut run =
            |leaf: ActionArgs<Event, Leaf<W>>, (): &mut ()| (status((leaf.action)(world)), leaf.dt);
        self.tree.tick(&Event::zero_dt_args(), &mut run);
        if self.tree.is_finished() {
            self.tree.reset_bt();
        }
    }
}

fn status(status: bt_core::Status) -> bonsai_bt::Status {
    match status {
        bt_core::Status::Success => bonsai_bt::Success,
        bt_core::Status::Failure => bonsai_bt::Failure,
        bt_core::Status::Running => bonsai_bt::Running,
    }
}

#[derive(Default)]
pub(crate) struct Build;

impl<W> Nodes<W> for Build {
    type Node = Behavior<Leaf<W>>;

    fn condition<C: Condition<W>>(&mut self) -> Self::Node {
        Behavior::Action(tree::ask::<W, C>)
    }

    fn action<A: Action<W>>(&mut self) -> Self::Node {
        Behavior::Action(A::act)
    }
}

impl<W> Memory<W> for Build {
    fn sequence(&mut self, children: Vec<Self::Node>) -> Self::Node {
        Behavior::Sequence(children)
    }

    fn selector(&mut self, children: Vec<Self::Node>) -> Self::Node {
        Behavior::Select(children)
    }
}

impl<W> Active<W> for Build {
    fn guard<C: Condition<W>>(&mut self, node: Self::Node) -> Self::Node {
        Behavior::Sequence(vec![self.condition::<C>(), node]).memory(false)
    }

    fn active_selector(&mut self, children: Vec<Self::Node>) -> Self::Node {
        Behavior::Select(children).memory(false)
    }
}
