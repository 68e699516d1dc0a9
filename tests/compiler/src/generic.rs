//! Trees with generics and lifetimes.

use bt_core::{Status, behavior_tree};

/// A navigator.
pub trait Navigator {
    /// The next place.
    fn next(&mut self) -> Option<u32>;
}

/// A blackboard with borrows.
#[derive(Debug)]
pub struct Route<'places, N: Navigator> {
    /// The places that it has visited.
    pub places: &'places mut [u32],
    /// The navigator.
    pub navigator: N,
}

impl<N: Navigator> Route<'_, N> {
    /// Goes to the next place.
    fn go_on(&mut self) -> Status {
        let (Some(next), Some(first)) = (self.navigator.next(), self.places.first_mut()) else {
            return Status::Success;
        };
        *first = next;
        Status::Running
    }
}

behavior_tree! {
    /// Walks for ever.
    #[derive(Clone, Copy, Debug)]
    pub tree Explorer<N: Navigator>(route: &mut Route<'_, N>) {
        active_selector {
            sequence {
                condition route.places.is_empty();
                running;
            }
            action route.go_on();
        }
    }

    /// Counts the values that are lent to it.
    #[derive(Clone, Copy, Debug)]
    pub tree Borrowed(numbers: &mut [u32]) {
        action numbers.first_mut().map(|first| *first = 3).ok_or("nothing there");
    }
}
