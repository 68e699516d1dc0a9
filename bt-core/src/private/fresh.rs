use crate::{Action, Decorator, End, Status};

/// A node that was activated while another one is still recorded as running: it lives beside the
/// tree's state until its first tick tells whether it takes the other's place.
///
/// If that tick panics, `abort` ends it, so that every `start` has its `end`.
pub struct Fresh<C, F: FnMut(&mut C)> {
    context: Option<C>,
    abort: F,
}

impl<C, F: FnMut(&mut C)> Fresh<C, F> {
    #[inline]
    pub fn new(context: C, abort: F) -> Self {
        Self { context: Some(context), abort }
    }

    /// The node's first tick.
    #[inline]
    pub fn tick(&mut self, tick: impl FnOnce(&mut C) -> Status) -> Status {
        self.context.as_mut().map_or(Status::Failure, tick)
    }

    /// Does something with what belongs to the node.
    #[inline]
    pub fn with(&mut self, act: impl FnOnce(&mut C)) {
        if let Some(context) = &mut self.context {
            act(context);
        }
    }

    /// The node has a place in the tree's state now, or has finished.
    #[inline]
    pub fn release(mut self) -> Option<C> {
        self.context.take()
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

/// A stateful action in its first tick, while another leaf is still recorded as running.
pub struct FreshAction<'a, A: Action<B>, B: ?Sized> {
    action: Option<A>,
    blackboard: &'a mut B,
}

impl<'a, A: Action<B>, B: ?Sized> FreshAction<'a, A, B> {
    /// Starts the action; from here on it is ended exactly once.
    #[inline]
    pub fn start(action: A, blackboard: &'a mut B) -> Self {
        let mut fresh = Self { action: Some(action), blackboard };
        if let Some(action) = &mut fresh.action {
            action.start(fresh.blackboard);
        }
        fresh
    }

    #[inline]
    pub fn tick(&mut self) -> Status {
        self.action.as_mut().map_or(Status::Failure, |action| action.tick(self.blackboard))
    }

    #[inline]
    pub fn blackboard(&mut self) -> &mut B {
        self.blackboard
    }

    /// The action has a place in the tree's state now.
    #[inline]
    pub fn keep(mut self) -> Option<A> {
        self.action.take()
    }

    /// The action has finished.
    #[inline]
    pub fn end(mut self, end: End) {
        if let Some(mut action) = self.action.take() {
            action.end(self.blackboard, end);
        }
    }
}

impl<A: Action<B>, B: ?Sized> Drop for FreshAction<'_, A, B> {
    #[inline]
    fn drop(&mut self) {
        if let Some(mut action) = self.action.take() {
            action.end(self.blackboard, End::Aborted);
        }
    }
}

/// Ends an action that has been taken out of the state, so that it cannot be ended again.
#[inline]
pub fn end_action<A: Action<B>, B: ?Sized>(mut action: A, blackboard: &mut B, end: End) {
    action.end(blackboard, end);
}

/// Ends a decorator that has been taken out of the state.
#[inline]
pub fn end_decorator<D: Decorator<B>, B: ?Sized>(mut decorator: D, blackboard: &mut B, end: End) {
    decorator.end(blackboard, end);
}
