//! Trees with generics and lifetimes.

use bt_core::{Status, behavior_tree};

/// Something that knows the way.
pub trait Navigator {
    /// The next place.
    fn next(&mut self) -> Option<u32>;
}

/// A blackboard that borrows what it works on.
#[derive(Debug)]
pub struct Route<'places, N: Navigator> {
    /// Where it has been.
    pub places: &'places mut [u32],
    /// The navigator.
    pub navigator: N,
}

impl<N: Navigator> Route<'_, N> {
    /// One place after the other.
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

    /// Counts what it is lent.
    #[derive(Clone, Copy, Debug)]
    pub tree Borrowed(numbers: &mut [u32]) {
        action numbers.first_mut().map(|first| *first = 3).ok_or("nothing there");
    }
}
