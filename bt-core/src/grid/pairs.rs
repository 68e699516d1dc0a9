//! All who are near each other.

use super::area::Disc;
use super::query::places;
use super::{Found, Grid, Point};

impl<T, P: Point> Grid<T, P> {
    /// Visits each two that are both in any of the groups and no further than that from each other, once.
    ///
    /// Neither the order of the pairs nor that of the two is promised. Nothing is visited if the distance is negative
    /// or not a number.
    pub fn pairs(&self, distance: f32, groups: u32, mut visitor: impl FnMut(Found<P>, Found<P>)) {
        for bin in &self.rows.bins {
            for place in bin.places() {
                if self.rows.groups[place] & groups == 0 {
                    continue;
                }
                let one = self.found(place);
                let center = self.rows.positions[place];
                let Some((span, disc)) = Disc::place(center, distance, &self.tiling) else {
                    return;
                };
                for slice in self.rows.slices(&self.tiling, span) {
                    // The others found this one before.
                    let behind = slice.start.max(place + 1)..slice.end.max(place + 1);
                    for (start, hits) in self.rows.chunks(behind, disc, groups) {
                        for other in places(start, hits) {
                            visitor(one, self.found(other));
                        }
                    }
                }
            }
        }
    }
}
