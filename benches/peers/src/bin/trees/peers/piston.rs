//! `piston-ai_behavior`, from which `bonsai-bt` was derived.

use crate::contender::Contender;
use crate::tree::{self, Action, Condition, Leaf, Memory, Nodes, Tree};
use ai_behavior::{ActionArgs, Behavior, State};
use input::{Event, Loop, UpdateArgs};
use std::marker::PhantomData;

pub(crate) struct Agent<W, T> {
    tree: Behavior<Leaf<W>>,
    state: State<Leaf<W>, ()>,
    of: PhantomData<T>,
}

impl<W: 'static, T: Tree<W, Build>> Contender<W> for Agent<W, T> {
    fn many(count: usize) -> Vec<Self> {
        (0..count)
            .map(|_| {
                let tree = T::build(&mut Build);
                Self { state: State::new(tree.clone()), tree, of: PhantomData }
            })
            .collect()
    }

    fn tick(&mut self, world: &mut W) {
        let event = Event::from(Loop::Update(UpdateArgs { dt: 0.0 }));
        let mut run =
            |leaf: ActionArgs<Event, Leaf<W>, ()>| (status((leaf.action)(world)), leaf.dt);
        if self.state.event(&event, &mut run).0 != ai_behavior::Running {
            self.state = State::new(self.tree.clone());
        }
    }
}

fn status(status: bt_core::Status) -> ai_behavior::Status {
    match status {
        bt_core::Status::Success => ai_behavior::Success,
        bt_core::Status::Failure => ai_behavior::Failure,
        bt_core::Status::Running => ai_behavior::Running,
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
