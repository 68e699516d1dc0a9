//! Everything that is measured, with its name.

use crate::random::Visits;
#[cfg(feature = "large")]
use crate::random::tree::large;
use crate::run::{Agents, agents, checksum, run};
use crate::world::{Opaque, World};
use crate::{
    abort, depth, descent, dog, errands, kept, levels, loaded, preferences, random, ship, soldier,
};
use bt_core::{NoObserver, Status};
use std::fmt;

/// A tree, or hand-written code, with its agents.
#[derive(Clone, Copy)]
pub struct Case {
    /// The name of the tree.
    pub tree: &'static str,
    /// The kind of its leaves: `inlinable` or `opaque`.
    pub leaves: &'static str,
    /// The contender: `tree`, `file` (the same tree, compiled from a file), `loaded` (the same tree, interpreted), `observed` (the tree with an observer that does nothing), `nothing` (no
    /// tree: the cost of the measurement itself), or the name of hand-written code.
    pub variant: &'static str,
    prepare: fn(u32) -> Prepared,
}

/// The number of agents in a measurement of instructions.
pub const AGENTS: u32 = 100;

/// The number of ticks of each agent.
pub const TICKS: u32 = 1_000;

impl Case {
    /// Returns `true` if it is hand-written code.
    #[must_use]
    pub fn is_by_hand(&self) -> bool {
        !matches!(self.variant, "nothing" | "tree" | "file" | "loaded" | "observed")
    }

    /// Returns `true` if both belong to the same tree and the same kind of leaves.
    #[must_use]
    pub fn is_beside(&self, other: &Self) -> bool {
        (self.tree, self.leaves) == (other.tree, other.leaves)
    }

    /// Makes a number of agents that have been ticked for a while, so that they are at different places
    /// of their trees.
    #[must_use]
    pub fn prepare(&self, agents: u32) -> Prepared {
        let mut prepared = (self.prepare)(agents);
        prepared.run(WARM_UP);
        prepared
    }
}

/// The case as `soldier memory, inlinable, tree`.
impl fmt::Display for Case {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}, {}, {}", self.tree, self.leaves, self.variant)
    }
}

const WARM_UP: u32 = 100;

/// Agents that are ready to be ticked.
pub struct Prepared {
    agents: Box<dyn Ticked>,
}

impl Prepared {
    fn new<T: Default + 'static, W: World + 'static>(
        count: u32,
        tick: impl Fn(&mut T, &mut W) -> Status + 'static,
    ) -> Self {
        Self { agents: Box::new(Group { agents: agents(count), tick }) }
    }

    /// Ticks all agents a number of times; returns a fingerprint of their statuses.
    pub fn run(&mut self, ticks: u32) -> u32 {
        self.agents.run(ticks)
    }

    /// A fingerprint of all actions of the agents.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        self.agents.checksum()
    }

    /// The bytes of one agent's state, without its world.
    #[must_use]
    pub fn state_bytes(&self) -> usize {
        self.agents.state_bytes()
    }

    /// The bytes of one agent's world.
    #[must_use]
    pub fn world_bytes(&self) -> usize {
        self.agents.world_bytes()
    }
}

trait Ticked {
    fn run(&mut self, ticks: u32) -> u32;
    fn checksum(&self) -> u32;
    fn state_bytes(&self) -> usize;
    fn world_bytes(&self) -> usize;
}

struct Group<T, W, F> {
    agents: Agents<T, W>,
    tick: F,
}

impl<T, W: World, F: Fn(&mut T, &mut W) -> Status> Ticked for Group<T, W, F> {
    fn run(&mut self, ticks: u32) -> u32 {
        run(&mut self.agents, ticks, &self.tick)
    }

    fn checksum(&self) -> u32 {
        checksum(&self.agents)
    }

    fn state_bytes(&self) -> usize {
        size_of::<T>()
    }

    fn world_bytes(&self) -> usize {
        size_of::<W>()
    }
}

/// Makes a list of cases: a world, and the contenders in it.
macro_rules! cases {
    ($($tree:literal in $world:ty { $($variant:literal: $state:ty, $tick:expr;)* })*) => {
        vec![$(
            cases!(@leaves $tree, "inlinable", $world, $($variant: $state, $tick;)*),
            cases!(@leaves $tree, "opaque", Opaque<$world>, $($variant: $state, $tick;)*),
        )*]
    };
    (@leaves $tree:literal, $leaves:literal, $world:ty, $($variant:literal: $state:ty, $tick:expr;)*) => {
        vec![$(Case {
            tree: $tree,
            leaves: $leaves,
            variant: $variant,
            prepare: |count| Prepared::new::<$state, $world>(count, $tick),
        }),*]
    };
}

/// All cases; those of a tree and a kind of leaves are consecutive.
#[must_use]
#[allow(clippy::redundant_closure_for_method_calls, reason = "all stand in the same form")]
pub fn cases() -> Vec<Case> {
    let of_each = cases! {
        "soldier memory" in soldier::Soldier {
            "nothing": (), |(), _| Status::Running;
            "tree": soldier::tree::Memory<_>, |tree, world| tree.tick(world);
            "file": loaded::FromFile<_>, |tree, world| tree.tick(world);
            "loaded": loaded::InFile<_, 0>, |tree, world| tree.tick(world);
            "observed": soldier::tree::Memory<_>, |tree, world| tree.tick_with(world, &mut NoObserver);
            "match": soldier::hand::Memory, |hand, world| hand.tick(world);
            "if": soldier::hand::MemoryIf, |hand, world| hand.tick(world);
        }
        "soldier reactive" in soldier::Soldier {
            "nothing": (), |(), _| Status::Running;
            "tree": soldier::tree::Reactive<_>, |tree, world| tree.tick(world);
            "loaded": loaded::InFile<_, 1>, |tree, world| tree.tick(world);
            "observed": soldier::tree::Reactive<_>, |tree, world| tree.tick_with(world, &mut NoObserver);
            "match": soldier::hand::Reactive, |hand, world| hand.tick(world);
            "if": soldier::hand::ReactiveIf, |hand, world| hand.tick(world);
        }
        "errands" in errands::Errands {
            "nothing": (), |(), _| Status::Running;
            "tree": errands::tree::Sequence<_>, |tree, world| tree.tick(world);
            "loaded": loaded::InFile<_, 0>, |tree, world| tree.tick(world);
            "observed": errands::tree::Sequence<_>, |tree, world| tree.tick_with(world, &mut NoObserver);
            "match": errands::hand::Match, |hand, world| hand.tick(world);
            "number": errands::hand::Number, |hand, world| hand.tick(world);
        }
        "descent" in descent::Descent {
            "nothing": (), |(), _| Status::Running;
            "tree": descent::tree::Levels<_>, |tree, world| tree.tick(world);
            "loaded": loaded::InFile<_, 0>, |tree, world| tree.tick(world);
            "observed": descent::tree::Levels<_>, |tree, world| tree.tick_with(world, &mut NoObserver);
            "match": descent::hand::Match, |hand, world| hand.tick(world);
        }
        "dog" in dog::Yard {
            "nothing": (), |(), _| Status::Running;
            "file": loaded::FromFile<_>, |tree, world| tree.tick(world);
            "loaded": loaded::InFile<_, 0>, |tree, world| tree.tick(world);
        }
        "levels" in levels::Mine {
            "nothing": (), |(), _| Status::Running;
            "tree": levels::tree::Levels<_>, |tree, world| tree.tick(world);
            "observed": levels::tree::Levels<_>, |tree, world| tree.tick_with(world, &mut NoObserver);
            "match": levels::hand::Match, |hand, world| hand.tick(world);
        }
        "ship" in ship::Ship {
            "nothing": (), |(), _| Status::Running;
            "tree": ship::tree::Stations<_>, |tree, world| tree.tick(world);
            "observed": ship::tree::Stations<_>, |tree, world| tree.tick_with(world, &mut NoObserver);
            "match": ship::hand::Match, |hand, world| hand.tick(world);
            "counts": ship::hand::Counts, |hand, world| hand.tick(world);
            "masks": ship::hand::Masks, |hand, world| hand.tick(world);
        }
        "random 10" in random::World {
            "nothing": (), |(), _| Status::Running;
            "tree": random::tree::Ten<_>, |tree, world| tree.tick(world);
            "observed": random::tree::Ten<_>, |tree, world| tree.tick_with(world, &mut NoObserver);
            "match": random::hand::Match, |hand, world| hand.tick(world);
        }
        "random 100" in random::World {
            "nothing": (), |(), _| Status::Running;
            "tree": random::tree::Hundred<_>, |tree, world| tree.tick(world);
            "observed": random::tree::Hundred<_>, |tree, world| tree.tick_with(world, &mut NoObserver);
            "match": random::hand::Hundred, |hand, world| hand.tick(world);
        }
    };
    of_each.into_iter().flatten().chain(large_trees()).chain(going_on()).chain(of_data()).collect()
}

#[cfg(not(feature = "large"))]
fn large_trees() -> Vec<Case> {
    Vec::new()
}

/// Random trees without hand-written code.
#[cfg(feature = "large")]
#[allow(clippy::redundant_closure_for_method_calls, reason = "as above")]
fn large_trees() -> Vec<Case> {
    let of_each = cases! {
        "random 1000" in random::World {
            "nothing": (), |(), _| Status::Running;
            "tree": large::Thousand<_>, |tree, world| tree.tick(world);
            "observed": large::Thousand<_>, |tree, world| tree.tick_with(world, &mut NoObserver);
        }
        "random 10000" in random::World {
            "nothing": (), |(), _| Status::Running;
            "tree": large::TenThousand<_>, |tree, world| tree.tick(world);
        }
    };
    of_each.concat()
}

/// The nodes that ticks of random trees visit, by the trees' names.
#[must_use]
pub fn visits() -> Vec<(&'static str, Visits)> {
    vec![
        ("random 10", Visits::count::<random::tree::Ten<_>>(AGENTS, WARM_UP, TICKS)),
        ("random 100", Visits::count::<random::tree::Hundred<_>>(AGENTS, WARM_UP, TICKS)),
        #[cfg(feature = "large")]
        ("random 1000", Visits::count::<large::Thousand<_>>(AGENTS, WARM_UP, TICKS)),
        #[cfg(feature = "large")]
        ("random 10000", Visits::count::<large::TenThousand<_>>(AGENTS, WARM_UP, TICKS)),
    ]
}

/// Ticks in which one leaf runs, at different depths, and with a node that could abort it.
#[allow(clippy::redundant_closure_for_method_calls, reason = "as above")]
fn going_on() -> Vec<Case> {
    let three = cases!(@leaves "depth 3", "inlinable", depth::Walker,
        "nothing": (), |(), _| Status::Running;
        "tree": depth::Three, |tree, world| tree.tick(world);
        "observed": depth::Three, |tree, world| tree.tick_with(world, &mut NoObserver);
    );
    let three_hundred = cases!(@leaves "depth 300", "inlinable", depth::Walker,
        "nothing": (), |(), _| Status::Running;
        "tree": depth::ThreeHundred, |tree, world| tree.tick(world);
        "observed": depth::ThreeHundred, |tree, world| tree.tick_with(world, &mut NoObserver);
    );
    let abort = cases!(@leaves "nothing to abort", "inlinable", abort::Watchman,
        "nothing": (), |(), _| Status::Running;
        "tree": abort::Patrol, |tree, world| tree.tick(world);
        "observed": abort::Patrol, |tree, world| tree.tick_with(world, &mut NoObserver);
        "match": abort::Forgetful, |hand, world| hand.tick(world);
    );
    [three, three_hundred, abort].concat()
}

/// Trees with priorities, a kept value and a cleanup.
#[allow(clippy::redundant_closure_for_method_calls, reason = "as above")]
fn of_data() -> Vec<Case> {
    let preferences = cases!(@leaves "preferences", "inlinable", preferences::Villager,
        "nothing": (), |(), _| Status::Running;
        "tree": preferences::Prefers, |tree, world| tree.tick(world);
        "observed": preferences::Prefers, |tree, world| tree.tick_with(world, &mut NoObserver);
        "match": preferences::Match, |hand, world| hand.tick(world);
        "if": preferences::If, |hand, world| hand.tick(world);
    );
    let kept = cases!(@leaves "kept value", "inlinable", kept::Hunter,
        "nothing": (), |(), _| Status::Running;
        "tree": kept::Keeps, |tree, world| tree.tick(world);
        "observed": kept::Keeps, |tree, world| tree.tick_with(world, &mut NoObserver);
        "match": kept::Match, |hand, world| hand.tick(world);
    );
    let cleanup = cases!(@leaves "cleanup", "inlinable", kept::Hunter,
        "nothing": (), |(), _| Status::Running;
        "tree": kept::Rests, |tree, world| tree.tick(world);
        "observed": kept::Rests, |tree, world| tree.tick_with(world, &mut NoObserver);
        "match": kept::MatchRests, |hand, world| hand.tick(world);
    );
    [preferences, kept, cleanup].concat()
}
