//! The order in memory, and that of the game's own arrays.

use super::{Grid, Handle, Point};

impl<T, P: Point> Grid<T, P> {
    /// Gives memory back that is not needed, and puts the room between the tiles where it is needed.
    ///
    /// This is never necessary: the grid does it when it has to.
    pub fn compact(&mut self) {
        let entities = self.len();
        self.rows.resize(&mut self.slots.slots, entities, usize::MAX);
    }

    /// Gives everybody a new handle, whose numbers follow the order of [`iter`](Self::iter): 0, 1, 2 and so on;
    /// the function is told each old handle and the new one.
    ///
    /// All handles from before are stale then.
    pub fn renumber(&mut self, mut moved: impl FnMut(Handle, Handle)) {
        let places = self.rows.bins.iter().flat_map(|bin| bin.places());
        let order = places.map(|place| self.rows.handles[place]).collect();
        self.slots.renumber(order, |old, new, place| {
            self.rows.handles[place as usize] = new;
            moved(old, new);
        });
    }
}
