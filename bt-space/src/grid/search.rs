//! The search for the nearest entities.
#![allow(clippy::inline_always, reason = "the nearest are to stay in registers")]

use super::area::{Disc, TINY};
use super::best::{Best, Key};
use super::point::{distance_squared, square};
use super::scan::CHUNK;
use super::tiling::{Span, Tile, Tiling};
use super::{Found, Grid, Point};
use core::ops::ControlFlow;

/// The number of neighbors that are kept sorted during the search; if more are wanted, all are kept and
/// sorted at the end.
pub(super) const FEW: usize = 16;

/// The area that has been searched: a disc, and the tiles that contain it.
#[derive(Clone, Copy)]
pub(super) struct Looked {
    span: Span,
    disc: Disc,
}

impl Looked {
    /// The part of the disc that is not further away than an entity.
    pub(super) fn up_to(self, key: Key) -> Self {
        Self { disc: Disc { radius_squared: key.distance_squared(), ..self.disc }, ..self }
    }
}

impl<T, P: Point> Grid<T, P> {
    /// The places and distances of all entities in a disc.
    #[inline]
    pub(super) fn near(
        &self,
        Looked { span, disc }: Looked,
        groups: u32,
        accept: &impl Fn(Found<P>) -> bool,
        mut act: impl FnMut(usize, f32),
    ) {
        let _: ControlFlow<()> = self.each_place(span, disc, groups, |place| {
            if accept(self.found(place)) {
                act(place, distance_squared(self.rows.positions[place], disc.center));
            }
            ControlFlow::Continue(())
        });
    }

    /// Finds the nearest entities, and one more than are wanted if there is one. Returns the area that it has
    /// searched.
    #[inline]
    pub(super) fn few<const ROOM: usize>(
        &self,
        best: &mut Best<ROOM>,
        center: [f32; 2],
        wanted: usize,
        max_radius: f32,
        groups: u32,
        accept: &impl Fn(Found<P>) -> bool,
    ) -> Option<Looked> {
        self.search(center, max_radius, wanted, |Looked { span, mut disc }| {
            *best = Best::new();
            let mut slices = self.rows.slices(&self.tiling, span);
            while let Some(ahead) = slices.ahead() {
                self.rows.fetch(&ahead, true);
                for mut slice in ahead.middle_first() {
                    while slice.start < slice.end {
                        let start = slice.start;
                        slice.start = slice.end.min(start + CHUNK);
                        // The more entities are found, the smaller is the distance that still matters.
                        disc.radius_squared = best.reach(disc.radius_squared);
                        let hits = self.rows.hits(start..slice.start, disc, groups);
                        self.add(best, start, hits, center, accept);
                    }
                }
            }
            wanted == 0 || best.get(wanted - 1).is_some()
        })
    }

    /// Adds the entities of a chunk that match.
    #[inline(always)]
    fn add<const ROOM: usize>(
        &self,
        best: &mut Best<ROOM>,
        start: usize,
        mut hits: u32,
        center: [f32; 2],
        accept: &impl Fn(Found<P>) -> bool,
    ) {
        let Some(chunk) = self.rows.chunk(start) else { return };
        while hits != 0 {
            let index = hits.trailing_zeros() as usize % CHUNK;
            hits &= hits - 1;
            let (handle, groups) = (chunk.handles[index], chunk.groups[index]);
            let position = chunk.positions[index];
            if accept(Found { handle, position: position.into(), groups }) {
                best.add(Key::new(start + index, distance_squared(position, center)));
            }
        }
    }

    /// Searches more and more tiles around a point until enough entities are found. Returns the area of the
    /// last step.
    ///
    /// Each step considers all entities that are nearer than any entity outside of the searched tiles.
    #[inline]
    pub(super) fn search(
        &self,
        center: [f32; 2],
        max_radius: f32,
        wanted: usize,
        mut look: impl FnMut(Looked) -> bool,
    ) -> Option<Looked> {
        let (all, disc) = Disc::place(center, max_radius, &self.tiling)?;
        let home = self.tiling.tile(center);
        let mut reach = 1;
        loop {
            let span = home.within(reach, all);
            if span == all {
                let last = Looked { span, disc };
                look(last);
                return Some(last);
            }
            let inside = square(self.tiling.gap(center, span, all));
            if let Some(inside) = inside.filter(|_| self.is_promising(span, wanted)) {
                let radius_squared = inside.min(disc.radius_squared);
                let looked = Looked { span, disc: Disc { center, radius_squared } };
                if look(looked) {
                    return Some(looked);
                }
            }
            reach += reach.div_ceil(2);
        }
    }

    /// Returns `true` if these tiles have enough places to be worth a search; always, if only a few entities
    /// are wanted.
    #[inline]
    fn is_promising(&self, span: Span, wanted: usize) -> bool {
        let slices = || self.rows.slices(&self.tiling, span);
        wanted <= FEW || slices().map(|slice| slice.len()).sum::<usize>() / 2 >= wanted
    }
}

impl Tile {
    /// The tiles around this one that are in a span.
    #[inline]
    fn within(self, reach: u32, all: Span) -> Span {
        let Span { first, last } = all;
        let low = |number: u32, from: u32, to: u32| number.saturating_sub(reach).clamp(from, to);
        let high = |number: u32, from: u32, to: u32| number.saturating_add(reach).clamp(from, to);
        Span {
            first: Tile {
                column: low(self.column, first.column, last.column),
                row: low(self.row, first.row, last.row),
            },
            last: Tile {
                column: high(self.column, first.column, last.column),
                row: high(self.row, first.row, last.row),
            },
        }
    }
}

impl Tiling {
    /// A lower bound of the distance from a point to entities in other tiles; infinite if these are all
    /// tiles. It is negative if the distance is so small that it could be rounded to zero.
    #[inline]
    fn gap(&self, center: [f32; 2], span: Span, all: Span) -> f32 {
        let low = self.corner(span.first, 0.0);
        let high = self.corner(span.last, 1.0);
        let far = |is_edge: bool, gap: f32| if is_edge { f32::INFINITY } else { gap };
        let gap = far(span.first.column == all.first.column, center[0] - low[0])
            .min(far(span.last.column == all.last.column, high[0] - center[0]))
            .min(far(span.first.row == all.first.row, center[1] - low[1]))
            .min(far(span.last.row == all.last.row, high[1] - center[1]));
        // The computed distances are rounded too.
        (gap - self.rounding) * (1.0 - f32::EPSILON * 8.0) - TINY
    }
}
