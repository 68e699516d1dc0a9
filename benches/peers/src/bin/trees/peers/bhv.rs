//! `bhv`: boxed nodes. It has no composite that starts over, so one is written here.

use crate::contender::Contender;
use crate::tree::{Action, Active, Condition, Memory, Nodes, Tree};
use bhv::{Bhv, Sel, Seq, Status, async_action, cond};
use std::marker::PhantomData;

type Boxed<W> = Box<dyn Bhv<Context = W>>;

pub(crate) struct Agent<W, T> {
    tree: Boxed<W>,
    of: PhantomData<T>,
}

impl<W: 'static, T: Tree<W, Build>> Contender<W> for Agent<W, T> {
    fn many(count: usize) -> Vec<Self> {
        (0..count).map(|_| Self { tree: T::build(&mut Build), of: PhantomData }).collect()
    }

    fn tick(&mut self, world: &mut W) {
        // Composites reset themselves when they finish.
        self.tree.update(world);
    }
}

fn status(status: bt_core::Status) -> Status {
    match status {
        bt_core::Status::Success => Status::Success,
        bt_core::Status::Failure => Status::Failure,
        bt_core::Status::Running => Status::Running,
    }
}

struct ActiveSelector<W> {
    children: Vec<Boxed<W>>,
    running: Option<usize>,
}

impl<W> Bhv for ActiveSelector<W> {
    type Context = W;

    fn update(&mut self, world: &mut W) -> Status {
        let before = self.running.take();
        for at in 0..self.children.len() {
            let status = self.children[at].update(world);
            if status == Status::Failure {
                continue;
            }
            if let Some(before) = before.filter(|before| *before > at) {
                self.children[before].reset(Status::Failure);
            }
            self.running = (status == Status::Running).then_some(at);
            return status;
        }
        Status::Failure
    }

    fn reset(&mut self, status: Status) {
        if let Some(running) = self.running.take() {
            self.children[running].reset(status);
        }
    }
}

struct Guard<W, C> {
    node: Boxed<W>,
    condition: PhantomData<C>,
}

impl<W, C: Condition<W>> Bhv for Guard<W, C> {
    type Context = W;

    fn update(&mut self, world: &mut W) -> Status {
        if C::ask(world) {
            return self.node.update(world);
        }
        self.node.reset(Status::Failure);
        Status::Failure
    }

    fn reset(&mut self, status: Status) {
        self.node.reset(status);
    }
}

#[derive(Default)]
pub(crate) struct Build;

impl<W: 'static> Nodes<W> for Build {
    type Node = Boxed<W>;

    fn condition<C: Condition<W>>(&mut self) -> Self::Node {
        Box::new(cond(|world: &W| C::ask(world)))
    }

    fn action<A: Action<W>>(&mut self) -> Self::Node {
        Box::new(async_action(|world: &mut W| status(A::act(world))))
    }
}

impl<W: 'static> Memory<W> for Build {
    fn sequence(&mut self, children: Vec<Self::Node>) -> Self::Node {
        Box::new(Seq::with_nodes(children))
    }

    fn selector(&mut self, children: Vec<Self::Node>) -> Self::Node {
        Box::new(Sel::with_nodes(children))
    }
}

impl<W: 'static> Active<W> for Build {
    fn guard<C: Condition<W>>(&mut self, node: Self::Node) -> Self::Node {
        Box::new(Guard::<W, C> { node, condition: PhantomData })
    }

    fn active_selector(&mut self, children: Vec<Self::Node>) -> Self::Node {
        Box::new(ActiveSelector { children, running: None })
    }
}
