use super::Events;
use super::leaf::{decided, end_of};
use crate::{End, Status};

/// A node that was activated while another one is still recorded as running: it lives beside the
/// tree's state until its first tick tells whether it takes the other's place.
///
/// If that tick panics, `abort` ends it, so that every `start` has its `end`.
pub struct Fresh<C, F: FnMut(&mut C)> {
    /// The context of the node; `None` when the node has a place in the tree's state, or has finished.
    pub context: Option<C>,
    abort: F,
}

impl<C, F: FnMut(&mut C)> Fresh<C, F> {
    #[inline]
    pub fn new(context: C, abort: F) -> Self {
        Self { context: Some(context), abort }
    }
}

impl<C, F: FnMut(&mut C)> Drop for Fresh<C, F> {
    #[inline]
    fn drop(&mut self) {
        if let Some(context) = &mut self.context {
            (self.abort)(context);
        }
    }
}

/// The same for a stateful action, of which the functions are known: one copy of this serves all
/// leaves of its type. It is given the functions, so that it says nothing about a type that is not an action.
pub struct FreshAction<'b, A, B: ?Sized> {
    action: Option<A>,
    blackboard: &'b mut B,
    end: fn(&mut A, &mut B, End),
}

impl<'b, A, B: ?Sized> FreshAction<'b, A, B> {
    #[inline]
    pub fn new(action: A, blackboard: &'b mut B, end: fn(&mut A, &mut B, End)) -> Self {
        Self { action: Some(action), blackboard, end }
    }

    /// Its first tick; with that, if it finishes, it ends.
    #[inline]
    pub fn tick(
        &mut self,
        start: fn(&mut A, &mut B),
        tick: fn(&mut A, &mut B) -> Status,
        events: impl Events,
        node: u32,
    ) -> Status {
        let Some(action) = &mut self.action else { return Status::Failure };
        start(action, self.blackboard);
        let status = decided(tick(action, self.blackboard), events, node);
        if status.is_finished() {
            if let Some(mut action) = self.action.take() {
                (self.end)(&mut action, self.blackboard, end_of(status));
            }
        }
        status
    }

    /// The blackboard that it works on.
    #[inline]
    pub fn blackboard(&mut self) -> &mut B {
        self.blackboard
    }

    /// It has a place in the tree's state now.
    #[inline]
    pub fn release(mut self) -> Option<A> {
        self.action.take()
    }
}

impl<A, B: ?Sized> Drop for FreshAction<'_, A, B> {
    #[inline]
    fn drop(&mut self) {
        if let Some(action) = &mut self.action {
            (self.end)(action, self.blackboard, End::Aborted);
        }
    }
}
