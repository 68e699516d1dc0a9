//! `behavior-tree`: nodes in `Rc<RefCell<_>>`; a `While` under a `Select` is evaluated again in each
//! tick.

use crate::contender::Contender;
use crate::tree::{self, Action, Active, Condition, Memory, Nodes, Tree};
use behavior_tree::{Node, Status};
use std::marker::PhantomData;

pub(crate) struct Agent<W, T> {
    tree: Node<W>,
    of: PhantomData<T>,
}

impl<W: 'static, T: Tree<W, Build>> Contender<W> for Agent<W, T> {
    fn many(count: usize) -> Vec<Self> {
        (0..count).map(|_| Self { tree: T::build(&mut Build), of: PhantomData }).collect()
    }

    fn tick(&mut self, world: &mut W) {
        self.tree.tick(0.0, world);
    }
}

fn status(status: bt_core::Status) -> Status {
    match status {
        bt_core::Status::Success => Status::Success,
        bt_core::Status::Failure => Status::Failure,
        bt_core::Status::Running => Status::Running,
    }
}

#[derive(Default)]
pub(crate) struct Build;

impl<W> Nodes<W> for Build {
    type Node = Node<W>;

    fn condition<C: Condition<W>>(&mut self) -> Self::Node {
        Node::action(C::NAME, |world| status(tree::ask::<W, C>(world)))
    }

    fn action<A: Action<W>>(&mut self) -> Self::Node {
        Node::action(A::NAME, |world| status(A::act(world)))
    }
}

impl<W> Memory<W> for Build {
    fn sequence(&mut self, children: Vec<Self::Node>) -> Self::Node {
        Node::sequence(children)
    }

    fn selector(&mut self, children: Vec<Self::Node>) -> Self::Node {
        Node::select(children)
    }
}

impl<W: 'static> Active<W> for Build {
    fn guard<C: Condition<W>>(&mut self, node: Self::Node) -> Self::Node {
        Node::named_while_single(C::NAME, Box::new(C::ask), node)
    }

    fn active_selector(&mut self, children: Vec<Self::Node>) -> Self::Node {
        Node::select(children)
    }
}
