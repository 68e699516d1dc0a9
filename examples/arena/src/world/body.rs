//! The body of an animal or a shepherd.

use bt_core::grid::Handle;
use bt_core::picking::glam::Vec2;
use std::fmt;
use std::time::Duration;

/// The kinds, which are also the groups of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sheep,
    Hunter,
    Shepherd,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Sheep, Self::Hunter, Self::Shepherd];

    /// The group of the grid.
    pub(crate) const fn group(self) -> u32 {
        1 << self as u32
    }

    /// The name of the tree in `arena.tree`.
    pub(crate) const fn tree(self) -> &'static str {
        match self {
            Self::Sheep => "Sheep",
            Self::Hunter => "Hunter",
            Self::Shepherd => "Shepherd",
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Sheep => "sheep",
            Self::Hunter => "hunter",
            Self::Shepherd => "shepherd",
        }
    }

    /// The height in meters.
    pub(crate) const fn height(self) -> f32 {
        match self {
            Self::Sheep => 1.1,
            Self::Hunter => 1.2,
            Self::Shepherd => 1.9,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) handle: Handle,
    pub(crate) kind: Kind,
    pub(crate) place: Vec2,
    /// In meters per second.
    pub(crate) velocity: Vec2,
    /// The velocity that the tree wants.
    pub(crate) wish: Vec2,
    /// The direction in which the body looks, in radians: 0 looks along x, a quarter turn along y.
    pub(crate) heading: f32,
    /// From 0 to 100; only hunters get hungry.
    pub(crate) hunger: f32,
    pub(crate) patience: Duration,
    /// The place to which the player has sent the body.
    pub(crate) order: Option<Vec2>,
    pub(crate) seen: Seen,
}

/// The result of the last look around.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    pub(crate) hunter: Option<Sighting>,
    pub(crate) shepherd: Option<Sighting>,
    /// The number of bodies of the same kind nearby.
    pub(crate) neighbors: u32,
    /// The middle of the neighbors, relative to the body.
    pub(crate) company: Vec2,
    /// The direction away from neighbors that are too near.
    pub(crate) crowd: Vec2,
}

/// The nearest body of a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sighting {
    /// The vector from it to the body that sees it.
    pub(crate) away: Vec2,
    pub(crate) distance: f32,
}
