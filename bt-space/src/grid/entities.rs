//! Inserting, moving and removing entities, and their order in memory and in the game's own arrays.

use super::rows::Entry;
use super::{Error, Found, Grid, Handle, Point, Refused};
use alloc::vec::Vec;

impl<T, P: Point> Grid<T, P> {
    /// Adds an entity.
    ///
    /// `groups` is a mask with one bit for each group of the entity. An entity in no group, 0, is found by no
    /// query, not even with [`ALL`](super::ALL); only [`iter`](Self::iter) visits it.
    ///
    /// # Errors
    ///
    /// If the position is invalid or refused, or the grid is full. The error returns the payload.
    ///
    /// ```
    /// use bt_space::grid::{Error, Grid};
    ///
    /// let mut grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let handle = grid.insert([1.0, 1.0], 0b01, "Anna")?;
    /// assert_eq!(grid.get(handle), Some(&"Anna"));
    ///
    /// let refused = grid.insert([f32::NAN, 1.0], 0b01, "Bert").unwrap_err();
    /// assert!(matches!(refused.error, Error::Position(_)));
    /// grid.insert([1.0, 1.0], 0b01, refused.payload)?;
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    pub fn insert(&mut self, position: P, groups: u32, payload: T) -> Result<Handle, Refused<T>> {
        let position = match self.limits.check(position.into()) {
            Ok(position) => position,
            Err(error) => return Err(Refused { error, payload }),
        };
        let tile = self.tiling.number_at(position);
        let handle = self.slots.give(tile, payload)?;
        let entry = Entry { position, groups, handle };
        self.rows.insert(&mut self.slots.entries, tile as usize, entry);
        Ok(handle)
    }

    /// Moves an entity to another position, at once for all queries.
    ///
    /// # Errors
    ///
    /// If the entity has been removed, or the position is invalid or refused; then the entity stays where it
    /// was.
    ///
    /// ```
    /// use bt_space::grid::{Error, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// grid.move_to(one, [7.0, 1.5])?;
    /// assert_eq!(grid.position(one), Some([7.0, 1.5]));
    /// grid.remove(two);
    /// assert_eq!(grid.move_to(two, [7.0, 1.5]), Err(Error::Stale(two)));
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[inline]
    pub fn move_to(&mut self, handle: Handle, position: P) -> Result<(), Error> {
        let position = self.limits.check(position.into())?;
        let slot = self.slots.get(handle).ok_or(Error::Stale(handle))?;
        let tile = self.tiling.number_at(position);
        if slot.tile == tile {
            self.rows.positions[slot.place as usize] = position;
        } else {
            self.change_tile(handle, tile, position);
        }
        Ok(())
    }

    /// Moves an entity of the grid to another tile.
    #[inline(never)]
    pub(super) fn change_tile(&mut self, handle: Handle, tile: u32, position: [f32; 2]) {
        let slots = &mut self.slots.entries;
        let slot = slots[handle.index()];
        slots[handle.index()].tile = tile;
        let entry = self.rows.remove(slots, slot.tile as usize, slot.place);
        self.rows.insert(slots, tile as usize, Entry { position, ..entry });
    }

    /// Removes an entity and returns its payload; `None` if it has already been removed.
    ///
    /// ```
    /// use bt_space::grid::{Grid};
    ///
    /// let mut grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let handle = grid.insert([1.0, 1.0], 0b01, "Anna")?;
    /// assert_eq!(grid.remove(handle), Some("Anna"));
    /// assert_eq!(grid.remove(handle), None);
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    pub fn remove(&mut self, handle: Handle) -> Option<T> {
        let slot = self.slots.get(handle)?;
        self.rows.remove(&mut self.slots.entries, slot.tile as usize, slot.place);
        let payload = self.slots.free(handle);
        if self.rows.is_wasteful(self.slots.len()) {
            let entities = self.len();
            self.rows.resize(&mut self.slots.entries, entities, usize::MAX);
        }
        payload
    }

    /// Removes all entities and keeps the memory. All handles become stale.
    ///
    /// ```
    /// use bt_space::grid::{Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// grid.clear();
    /// assert!(grid.is_empty() && !grid.contains(one) && !grid.contains(two));
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    pub fn clear(&mut self) {
        self.rows.clear();
        self.slots.clear();
    }

    /// Returns `true` if the entity is in the grid, that is, has not been removed.
    #[must_use]
    #[inline]
    pub fn contains(&self, handle: Handle) -> bool {
        self.slots.get(handle).is_some()
    }

    /// The position of an entity; `None` if it has been removed.
    #[must_use]
    #[inline]
    pub fn position(&self, handle: Handle) -> Option<P> {
        let slot = self.slots.get(handle)?;
        Some(self.rows.positions[slot.place as usize].into())
    }

    /// The groups of an entity; `None` if it has been removed.
    #[must_use]
    #[inline]
    pub fn groups(&self, handle: Handle) -> Option<u32> {
        let slot = self.slots.get(handle)?;
        Some(self.rows.groups[slot.place as usize])
    }

    /// Puts an entity into other groups. All later queries see the change.
    ///
    /// # Errors
    ///
    /// If the entity has been removed.
    ///
    /// ```
    /// use bt_space::grid::{Circle, Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// grid.set_groups(one, 0b100)?;
    /// let circle = Circle { center: [1.0, 1.0], radius: 1.0 };
    /// assert!(!grid.any(circle, 0b001) && grid.any(circle, 0b100));
    /// assert_eq!((grid.groups(one), grid.groups(two)), (Some(0b100), Some(0b010)));
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[inline]
    pub fn set_groups(&mut self, handle: Handle, groups: u32) -> Result<(), Error> {
        let slot = self.slots.get(handle).ok_or(Error::Stale(handle))?;
        self.rows.groups[slot.place as usize] = groups;
        Ok(())
    }

    /// The payload of an entity; `None` if it has been removed.
    #[must_use]
    #[inline]
    pub fn get(&self, handle: Handle) -> Option<&T> {
        self.slots.payload(handle)
    }

    /// The payload of an entity, mutably; `None` if it has been removed.
    ///
    /// ```
    /// use bt_space::grid::{Grid};
    ///
    /// let mut grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let handle = grid.insert([1.0, 1.0], 0b01, 100)?;
    /// if let Some(health) = grid.get_mut(handle) {
    ///     *health -= 1;
    /// }
    /// assert_eq!(grid.get(handle), Some(&99));
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    #[inline]
    pub fn get_mut(&mut self, handle: Handle) -> Option<&mut T> {
        self.slots.payload_mut(handle)
    }

    /// Iterates over all entities of all groups, tile by tile and row by row. The order within a tile is not
    /// specified.
    ///
    /// ```
    /// use bt_space::grid::{Grid};
    ///
    /// let mut grid: Grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let one = grid.insert([1.0, 1.0], 0b01, ())?;
    /// let two = grid.insert([2.5, 1.0], 0b10, ())?;
    /// assert_eq!(grid.iter().map(|found| found.handle).collect::<Vec<_>>(), [one, two]);
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Found<P>> {
        let bins = self.rows.bins.iter();
        bins.flat_map(|bin| bin.places().map(|place| self.found(place)))
    }

    /// Iterates over all entities with their payloads, mutably, in the order of their numbers, which is not
    /// that of [`iter`](Self::iter).
    ///
    /// ```
    /// use bt_space::grid::Grid;
    ///
    /// let mut grid = Grid::new([0.0, 0.0], [8.0, 8.0], 1.0)?;
    /// let far = grid.insert([7.0, 1.0], 1, 100)?;
    /// let near = grid.insert([1.0, 1.0], 1, 100)?;
    /// for (found, health) in grid.iter_mut() {
    ///     if found.position[0] < 4.0 {
    ///         *health -= 1;
    ///     }
    /// }
    /// assert_eq!((grid.get(far), grid.get(near)), (Some(&100), Some(&99)));
    /// # Ok::<(), bt_space::grid::Error>(())
    /// ```
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Found<P>, &mut T)> {
        let rows = &self.rows;
        self.slots.iter_mut().map(|(place, payload)| {
            let Entry { position, groups, handle } = rows.entry(place);
            (Found { handle, position: position.into(), groups }, payload)
        })
    }
}

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
