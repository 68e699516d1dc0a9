use crate::NodeId;
use core::fmt::Debug;
use core::ops::Deref;

/// Takes the values that nodes keep.
pub trait Visit {
    fn visit(&mut self, node: NodeId, name: &'static str, value: &dyn Debug);
}

/// Visits the values that the nodes of a tree keep while they are active, if they are `Debug`.
pub struct Kept<'v> {
    /// The id of the first node of the tree.
    first: u32,
    /// The node to which the parameters of the tree belong: the `subtree`, or the root.
    owner: u32,
    visitor: &'v mut dyn Visit,
}

impl<'v> Kept<'v> {
    #[must_use]
    pub fn new(visitor: &'v mut dyn Visit) -> Self {
        Self { first: 0, owner: 0, visitor }
    }

    /// A value of a node of the tree.
    pub fn value(&mut self, node: u32, name: &'static str, value: Option<&dyn Debug>) {
        self.visit(self.first + node, name, value);
    }

    /// A parameter of the tree.
    pub fn parameter(&mut self, name: &'static str, value: Option<&dyn Debug>) {
        self.visit(self.owner, name, value);
    }

    fn visit(&mut self, node: u32, name: &'static str, value: Option<&dyn Debug>) {
        if let Some(value) = value {
            self.visitor.visit(NodeId::new(node), name, value);
        }
    }

    /// Runs `visit` with the values of the tree of a `subtree`.
    pub fn below(&mut self, node: u32, visit: impl FnOnce(&mut Self)) {
        let (first, owner) = (self.first, self.owner);
        self.owner = first + node;
        self.first = self.owner + 1;
        visit(self);
        (self.first, self.owner) = (first, owner);
    }
}

/// A value whose type may be `Debug`.
///
/// Method lookup finds the method of this type before the method of the type that `Deref` gives, so the first one is
/// called if it exists.
pub struct Value<'v, T>(pub &'v T);

impl<'v, T: Debug> Value<'v, T> {
    #[must_use]
    pub const fn as_debug(&self) -> Option<&'v dyn Debug> {
        Some(self.0)
    }
}

impl<T> Deref for Value<'_, T> {
    type Target = Opaque;

    fn deref(&self) -> &Opaque {
        &Opaque
    }
}

/// A value whose type is not `Debug`.
pub struct Opaque;

impl Opaque {
    #[must_use]
    #[allow(clippy::unused_self, reason = "it is called as the method of `Value` is")]
    pub const fn as_debug(&self) -> Option<&'static dyn Debug> {
        None
    }
}
