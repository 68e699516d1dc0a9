//! The same trees from files: loaded and interpreted, and compiled.

use crate::descent::{Descent, Digger};
use crate::errands::{Errands, Worker};
use crate::soldier::{Npc, Soldier};
use crate::world::Opaque;
use bt_core::Status;
use bt_core::behavior_tree;
use bt_core::files::{Loaded, Play, Trees, Vocabulary};
use std::sync::OnceLock;

/// A world whose trees stand in a file.
pub trait InFiles: Sized {
    /// The words of the file.
    type Words: Vocabulary + Play<Self>;

    /// The trees of the file, which all agents share.
    fn trees() -> &'static Trees<Self::Words>;
}

/// The tree of a file in an agent; `TREE` is its place in the file.
pub struct InFile<W: InFiles, const TREE: usize>(Loaded<W::Words>);

impl<W: InFiles, const TREE: usize> Default for InFile<W, TREE> {
    fn default() -> Self {
        let trees = W::trees();
        let name = trees.names().nth(TREE).expect("the file has this tree");
        Self(trees.tree(name).expect("its name is one of its names"))
    }
}

impl<W: InFiles, const TREE: usize> InFile<W, TREE> {
    /// Ticks the tree once.
    pub fn tick(&mut self, world: &mut W) -> Status {
        self.0.tick(world)
    }

    /// How many bytes the agent takes, those on the heap included.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

/// A vocabulary for a world with inlinable leaves, and the same for one with opaque ones.
macro_rules! vocabularies {
    ($file:literal, $inlinable:ident $opaque:ident, $world:ty, $words:ident) => {
        $words!($inlinable, $world, $file);
        $words!($opaque, Opaque<$world>, $file);
    };
    (@filed $name:ident $world:ty, $file:literal) => {
        impl InFiles for $world {
            type Words = $name;

            fn trees() -> &'static Trees<$name> {
                static TREES: OnceLock<Trees<$name>> = OnceLock::new();
                TREES.get_or_init(|| {
                    let text = include_str!(concat!("../", $file));
                    $name::parse(text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
                })
            }
        }
    };
}

macro_rules! soldier {
    ($name:ident, $world:ty, $file:literal) => {
        behavior_tree! {
            /// The words of a soldier's trees.
            pub vocabulary $name(npc: &mut $world) {
                condition SeesEnemy => npc.sees_enemy();
                condition HealthLow => npc.health_low();
                condition EnemyAlive => npc.enemy_alive();
                action RunAway => npc.run_away();
                action Attack => npc.attack();
                action Patrol => npc.patrol();
            }
        }
        vocabularies!(@filed $name $world, $file);
    };
}

macro_rules! worker {
    ($name:ident, $world:ty, $file:literal) => {
        behavior_tree! {
            /// The words of a worker's trees.
            pub vocabulary $name(worker: &mut $world) {
                action Walk(of: u32) => worker.walk(of);
                action Turn(of: u32) => worker.turn(of);
                action Carry(of: u32) => worker.carry(of);
                action Dig(of: u32) => worker.dig(of);
                action Paint(of: u32) => worker.paint(of);
                action Count(of: u32) => worker.count(of);
                action Trade(of: u32) => worker.trade(of);
                action Rest(of: u32) => worker.rest(of);
                action Read(of: u32) => worker.read(of);
                action Wash(of: u32) => worker.wash(of);
            }
        }
        vocabularies!(@filed $name $world, $file);
    };
}

macro_rules! digger {
    ($name:ident, $world:ty, $file:literal) => {
        behavior_tree! {
            /// The words of a digger's trees.
            pub vocabulary $name(digger: &mut $world) {
                condition Open(level: u32) => digger.open(level);
                condition Found(level: u32) => digger.found(level);
                action Dig => digger.dig();
            }
        }
        vocabularies!(@filed $name $world, $file);
    };
}

vocabularies!("trees/soldier.tree", Drill OpaqueDrill, Soldier, soldier);
vocabularies!("trees/errands.tree", Work OpaqueWork, Errands, worker);
vocabularies!("trees/descent.tree", Ground OpaqueGround, Descent, digger);
