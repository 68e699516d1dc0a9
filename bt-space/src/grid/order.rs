//! The order of the entities in memory, and of the game's own arrays.

use super::{Grid, Handle, Point};
use alloc::vec::Vec;

impl<T, P: Point> Grid<T, P> {
    /// Frees memory that is not needed, and distributes the free places between the tiles. Numbers that were
    /// used keep their memory: 12 bytes each and the size of a payload.
    ///
    /// Calling it is never necessary: the grid does the same when it has to.
    ///
    /// ```
    /// use bt_space::grid::{ALL, Everywhere, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// grid.remove(one);
    /// grid.compact();
    /// assert_eq!(grid.count(Everywhere, ALL), 1);
    /// # let _ = two;
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    pub fn compact(&mut self) {
        let entities = self.len();
        self.rows.expected = 0;
        self.rows.resize(&mut self.slots.entries, entities, usize::MAX);
        self.rows.shrink();
        self.leavers = Vec::new();
    }

    /// Gives every entity a new handle. The numbers follow the order of [`iter`](Self::iter): 0, 1, 2 and so
    /// on. The function is called with each old handle and its new one.
    ///
    /// All earlier handles become stale. The method allocates memory and frees it again.
    ///
    /// ```
    /// use bt_space::grid::{Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// // An array of your own, indexed by the numbers of the handles.
    /// let mut names = Vec::new();
    /// for (place, name) in [([7.0, 7.0], "far"), ([0.0, 0.0], "near")] {
    ///     let handle = grid.insert(place, 1, ())?;
    ///     assert_eq!(handle.index(), names.len());
    ///     names.push(name);
    /// }
    /// let mut ordered = Vec::new();
    /// grid.renumber(|old, _| ordered.push(names[old.index()]));
    /// names = ordered;
    /// for found in grid.iter() {
    ///     assert_eq!(names[found.handle.index()], if found.position == [7.0, 7.0] { "far" } else { "near" });
    /// }
    /// assert_eq!(names, ["near", "far"]);
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    pub fn renumber(&mut self, mut moved: impl FnMut(Handle, Handle)) {
        let places = self.rows.bins.iter().flat_map(|bin| bin.places());
        let mut order = Vec::with_capacity(self.slots.len());
        order.extend(places.map(|place| self.rows.handles[place]));
        self.slots.renumber(&order, |new, place| self.rows.handles[place as usize] = new);
        // This comes last, because the function may panic.
        let news = self.rows.bins.iter().flat_map(|bin| &self.rows.handles[bin.places()]);
        for (old, new) in order.iter().zip(news) {
            moved(*old, *new);
        }
    }
}
