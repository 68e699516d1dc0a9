//! A model whose steps are the ticks of a tree.

use bt_core::Status;
use stateright::{Model, Property};
use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

/// A state of a tree that is written by hand.
pub(crate) trait Tick: Copy + Debug + Default + Eq + Hash {
    /// The state after a tick.
    fn tick(self, answers: &mut Answers) -> Self;

    /// Returns `true` if the state is as it should be.
    fn is_sound(&self) -> bool;
}

/// The answers of the leaves in one tick, in the order in which they are asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answers {
    /// Each answer, and the number of possible ones.
    path: Vec<(u8, u8)>,
    place: usize,
}

impl Answers {
    fn choose(&mut self, among: u8) -> u8 {
        if self.place == self.path.len() {
            self.path.push((0, among));
        }
        self.place += 1;
        self.path[self.place - 1].0
    }

    pub(crate) fn condition(&mut self) -> bool {
        self.choose(2) == 0
    }

    pub(crate) fn action(&mut self) -> Status {
        [Status::Success, Status::Failure, Status::Running][usize::from(self.choose(3))]
    }

    /// The next combination of answers; `false` if there is none.
    fn next(&mut self) -> bool {
        self.place = 0;
        while let Some((answer, among)) = self.path.pop() {
            if answer + 1 < among {
                self.path.push((answer + 1, among));
                return true;
            }
        }
        false
    }
}

/// A model whose actions are all combinations of answers in a tick.
pub(crate) struct Ticks<T>(PhantomData<T>);

impl<T> Default for Ticks<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Tick> Model for Ticks<T> {
    type State = T;
    type Action = Answers;

    fn init_states(&self) -> Vec<T> {
        vec![T::default()]
    }

    fn actions(&self, state: &T, actions: &mut Vec<Answers>) {
        let mut answers = Answers::default();
        loop {
            let _ = state.tick(&mut answers);
            answers.place = 0;
            actions.push(answers.clone());
            if !answers.next() {
                return;
            }
        }
    }

    fn next_state(&self, state: &T, mut answers: Answers) -> Option<T> {
        Some(state.tick(&mut answers))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("the state is sound", |_, state: &T| state.is_sound())]
    }
}
