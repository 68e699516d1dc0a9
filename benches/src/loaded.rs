//! The same trees from files: loaded and interpreted, and compiled.

use bt_core::Status;
use bt_core::files::{Loaded, Play, Trees, Vocabulary};

/// A world whose trees stand in a file.
pub trait InFiles: Sized {
    /// The words of the file.
    type Words: Vocabulary + Play<Self>;
    /// The first tree of the file, compiled.
    type Compiled: Default;

    /// Ticks that once.
    fn tick(tree: &mut Self::Compiled, world: &mut Self) -> Status;

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

/// The first tree of a file, compiled.
pub struct FromFile<W: InFiles>(W::Compiled);

impl<W: InFiles> Default for FromFile<W> {
    fn default() -> Self {
        Self(W::Compiled::default())
    }
}

impl<W: InFiles> FromFile<W> {
    /// Ticks the tree once.
    #[inline]
    pub fn tick(&mut self, world: &mut W) -> Status {
        W::tick(&mut self.0, world)
    }
}

/// A vocabulary for a world with inlinable leaves, and the same for one with opaque ones; and the file of both,
/// loaded and compiled.
macro_rules! in_files {
    ($file:literal, $first:ident, $trait:path, $($module:ident $world:ty),*; $binder:ident $words:tt) => {$(
        /// The words and the trees for one kind of leaves.
        pub mod $module {
            use super::{InFiles, Trees};
            use bt_core::Status;
            #[allow(unused_imports, reason = "the words call its methods")]
            use $trait as _;
            use std::sync::OnceLock;

            bt_core::behavior_tree! {
                /// The words of the file.
                pub vocabulary Words($binder: &mut $world) $words

                /// A tree of the file.
                pub trees from $file with Words;
            }

            impl InFiles for $world {
                type Words = Words;
                type Compiled = $first;

                #[inline]
                fn tick(tree: &mut $first, world: &mut Self) -> Status {
                    tree.tick(world)
                }

                fn trees() -> &'static Trees<Words> {
                    static TREES: OnceLock<Trees<Words>> = OnceLock::new();
                    TREES.get_or_init(|| {
                        let text = include_str!(concat!("../", $file));
                        Words::parse(text).unwrap_or_else(|mistakes| panic!("{mistakes}"))
                    })
                }
            }
        }
    )*};
}

in_files!(
    "trees/soldier.tree", Memory, crate::soldier::Npc,
    soldier crate::soldier::Soldier, opaque_soldier crate::world::Opaque<crate::soldier::Soldier>;
    world {
        condition SeesEnemy => world.sees_enemy();
        condition HealthLow => world.health_low();
        condition EnemyAlive => world.enemy_alive();
        action RunAway => world.run_away();
        action Attack => world.attack();
        action Patrol => world.patrol();
    }
);

in_files!(
    "trees/errands.tree", Sequence, crate::errands::Worker,
    errands crate::errands::Errands, opaque_errands crate::world::Opaque<crate::errands::Errands>;
    world {
        action Walk(of: u32) => world.walk(of);
        action Turn(of: u32) => world.turn(of);
        action Carry(of: u32) => world.carry(of);
        action Dig(of: u32) => world.dig(of);
        action Paint(of: u32) => world.paint(of);
        action Count(of: u32) => world.count(of);
        action Trade(of: u32) => world.trade(of);
        action Rest(of: u32) => world.rest(of);
        action Read(of: u32) => world.read(of);
        action Wash(of: u32) => world.wash(of);
    }
);

in_files!(
    "trees/descent.tree", Levels, crate::descent::Digger,
    descent crate::descent::Descent, opaque_descent crate::world::Opaque<crate::descent::Descent>;
    world {
        condition Open(level: u32) => world.open(level);
        condition Found(level: u32) => world.found(level);
        action Dig => world.dig();
    }
);

in_files!(
    "trees/dog.tree", Dog, crate::dog::Animal,
    dog crate::dog::Yard, opaque_dog crate::world::Opaque<crate::dog::Yard>;
    dog {
        value Hunger: u32 => dog.hunger();
        value Appetite: u32 => dog.chance() % 16;
        value Spot: u32 => 2 + dog.chance() % 5;
        value Patience: Duration => std::time::Duration::from_millis(100 * u64::from(dog.chance() % 8));
        condition Danger => dog.danger();
        condition Near(distance: u32) => dog.near(distance);
        action Go(to: u32) => crate::dog::Walk { left: to + 3 };
        action Sniff(spot: u32) => crate::dog::Walk { left: spot + 9 };
        action Eat => dog.eat();
        action Bark => dog.act(2);
        action Chase(speed: u32) => dog.act(speed + 2);
        action Hide => dog.act(5);
        action Dig => dog.act(6);
        action Jump(of: usize) => dog.act(u32::try_from(of).map_or(7, |of| of + 7));
        action Rest => dog.act(10);
        action Look => dog.act(11);
        action Whine => dog.act(12);
        action Wag => dog.act(13);
        action Listen => dog.act(14);
        action Smell => dog.act(15);
    }
);
