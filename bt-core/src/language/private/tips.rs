use super::{Kept, Machine, Visit};
use crate::Node;

/// The observable state of an agent, whether its tree was compiled or loaded.
pub trait Tips {
    /// The nodes of its tree.
    fn table(&self) -> &[Node];

    /// The name of its tree.
    fn tree_name(&self) -> &str;

    /// A number that no other table has, as long as the tree is there: its address, or an odd number of its own.
    fn table_id(&self) -> usize;

    /// The file from which the tree was loaded, if it is known.
    fn file(&self) -> Option<&str> {
        None
    }

    /// The mark of the text from which the tree was loaded: other texts have other marks.
    fn text_mark(&self) -> Option<&str> {
        None
    }

    /// The nodes of a loaded tree that do not stand in its file, but in trees that were compiled.
    fn foreign(&self) -> &[core::ops::Range<usize>] {
        &[]
    }

    /// An active node that has nothing active below it; see [`Machine::tip`].
    fn tip_from(&self, from: u32) -> u32;

    /// Visits what the nodes keep.
    fn visit_kept(&self, _: &mut Kept<impl Visit>)
    where
        Self: Sized,
    {
    }
}

impl<T: Machine> Tips for T {
    #[inline]
    fn table(&self) -> &[Node] {
        T::nodes()
    }

    fn table_id(&self) -> usize {
        T::nodes().as_ptr().addr()
    }

    fn tree_name(&self) -> &str {
        core::any::type_name::<T>()
    }

    #[inline]
    fn tip_from(&self, from: u32) -> u32 {
        self.tip(from)
    }

    #[inline]
    fn visit_kept(&self, kept: &mut Kept<impl Visit>) {
        self.kept(kept);
    }
}
