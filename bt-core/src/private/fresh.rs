use crate::Status;

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
