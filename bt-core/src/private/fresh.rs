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

    /// What belongs to the node.
    #[inline]
    pub fn context(&mut self) -> Option<&mut C> {
        self.context.as_mut()
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
