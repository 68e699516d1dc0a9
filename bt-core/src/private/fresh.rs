use super::Events;
use super::leaf::{decided, end_of};
use crate::{Action, End, Status};

/// A node that was activated while another one is still recorded as running: it lives beside the
/// tree's state until its first tick tells whether it takes the other's place.
///
/// If that tick panics, `abort` ends it, so that every `start` has its `end`.
pub struct Fresh<C, F: FnMut(&mut C)> {
    /// What belongs to the node; nothing when it has a place in the tree's state, or has finished.
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
/// leaves of its type.
pub struct FreshAction<'b, A: Action<B>, B: ?Sized> {
    action: Option<A>,
    blackboard: &'b mut B,
}

impl<'b, A: Action<B>, B: ?Sized> FreshAction<'b, A, B> {
    #[inline]
    pub fn new(action: A, blackboard: &'b mut B) -> Self {
        Self { action: Some(action), blackboard }
    }

    /// Its first tick; with that, if it finishes, it ends.
    #[inline]
    pub fn tick(&mut self, events: impl Events, node: u32) -> Status {
        let Some(action) = &mut self.action else { return Status::Failure };
        action.start(self.blackboard);
        let status = decided(action.tick(self.blackboard), events, node);
        if status.is_finished() {
            if let Some(mut action) = self.action.take() {
                action.end(self.blackboard, end_of(status));
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

impl<A: Action<B>, B: ?Sized> Drop for FreshAction<'_, A, B> {
    #[inline]
    fn drop(&mut self) {
        if let Some(action) = &mut self.action {
            action.end(self.blackboard, End::Aborted);
        }
    }
}
