use super::Events;
use super::leaf::{decided, end_of};
use crate::{End, Status};

/// A node that is activated while another one is still recorded as running. It is kept outside of the tree's
/// state until its first tick decides whether it replaces the other node.
///
/// If that tick panics, `abort` ends the new node, so that every `start` has its `end`.
pub struct Fresh<C, F: FnMut(&mut C)> {
    /// The context of the node; `None` when the node has been moved into the tree's state, or has finished.
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

/// Does the same for a stateful action, whose functions are known, so one copy of this code serves all leaves
/// of a type. The functions are passed as values, so that a type that is not an action causes no second error
/// here.
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

    /// Runs the first tick, and calls `end` if the action finishes in it. An answer replaces `tick`.
    #[inline]
    pub fn tick<E: Events>(
        &mut self,
        start: fn(&mut A, &mut B),
        tick: fn(&mut A, &mut B, E, u32) -> Status,
        answer: Option<Status>,
        events: E,
        node: u32,
    ) -> Status {
        self.tick_by(start, tick, answer, events, node)
    }

    /// Does the same with any function.
    #[inline]
    pub fn tick_by<E: Events>(
        &mut self,
        start: fn(&mut A, &mut B),
        tick: impl FnOnce(&mut A, &mut B, E, u32) -> Status,
        answer: Option<Status>,
        events: E,
        node: u32,
    ) -> Status {
        let Some(action) = &mut self.action else { return Status::Failure };
        start(action, self.blackboard);
        let status = match answer {
            Some(status) => decided(status, events, node),
            None => tick(action, self.blackboard, events, node),
        };
        if status.is_finished() {
            if let Some(mut action) = self.action.take() {
                (self.end)(&mut action, self.blackboard, end_of(status));
            }
        }
        status
    }

    /// The blackboard of the action.
    #[inline]
    pub fn blackboard(&mut self) -> &mut B {
        self.blackboard
    }

    /// Returns the action, to be moved into the tree's state.
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
