//! Many moves at once.

use super::{Error, Found, Grid, Handle, Point};
use core::mem;

/// Who leaves its tile for another, and where it goes.
pub(super) type Leaver = (Handle, u32, [f32; 2]);

impl<T, P: Point> Grid<T, P> {
    /// Moves many.
    ///
    /// # Errors
    ///
    /// The first mistake, as of [`move_to`](Self::move_to); all others are moved.
    pub fn move_all(&mut self, moves: impl IntoIterator<Item = (Handle, P)>) -> Result<(), Error> {
        let mut result = Ok(());
        for (handle, position) in moves {
            if let Err(error) = self.move_to(handle, position) {
                result = result.and(Err(error));
            }
        }
        result
    }

    /// Moves everybody to where the function says, in the order of [`iter`](Self::iter).
    ///
    /// It is the fastest way to move all, since it goes through memory from its beginning to its end.
    ///
    /// # Errors
    ///
    /// The first position that is none or refused; who was to go there stays, and all others are moved.
    pub fn move_each(&mut self, mut step: impl FnMut(Found<P>) -> P) -> Result<(), Error> {
        let mut result = Ok(());
        let mut leavers = mem::take(&mut self.leavers);
        for tile in 0..self.rows.tiles() {
            for place in self.rows.bins[tile].places() {
                let found = self.found(place);
                match self.checked(step(found)) {
                    Err(error) => result = result.and(Err(error)),
                    Ok(position) => {
                        let number = self.tiling.number_at(position);
                        if number as usize == tile {
                            self.rows.positions[place] = position;
                        } else {
                            leavers.push((found.handle, number, position));
                        }
                    }
                }
            }
        }
        for (handle, tile, position) in leavers.drain(..) {
            self.change_tile(handle, tile, position);
        }
        self.leavers = leavers;
        result
    }
}
