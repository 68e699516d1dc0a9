//! A leaf that runs for ever, below three composites and below three hundred: resuming it is one jump.

use crate::world::{World, next_random, seed, visit};
use bt_core::{Status, behavior_tree};
use std::cell::Cell;

/// The world of one walker.
#[derive(Clone, Debug)]
pub struct Walker {
    random: u32,
    checksum: u32,
    asked: Cell<u32>,
}

impl World for Walker {
    fn new(agent: u32) -> Self {
        Self { random: seed(agent), checksum: 0, asked: Cell::new(0) }
    }

    #[inline]
    fn step(&mut self) {
        self.random = next_random(self.random);
    }

    #[inline]
    fn checksum(&self) -> u32 {
        self.checksum
    }
}

impl Walker {
    /// The number of times that the conditions were evaluated.
    #[must_use]
    pub fn asked(&self) -> u32 {
        self.asked.get()
    }

    #[inline]
    fn lost(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        false
    }

    #[inline]
    fn walk(&mut self) -> Status {
        self.checksum = visit(self.checksum, self.random >> 30);
        Status::Running
    }
}

/// `deep!(Name, walker, . . .)` has the leaf, and above it a selector for each dot.
macro_rules! deep {
    ($name:ident, $walker:ident, $($dot:tt)*) => {
        deep!(@ [$($dot)*] $name $walker { action $walker.walk(); });
    };
    (@ [. . . . . . . . . . $($dot:tt)*] $name:ident $walker:ident { $($below:tt)* }) => {
        deep!(@ [$($dot)*] $name $walker {
            selector { condition $walker.lost(); selector { condition $walker.lost();
            selector { condition $walker.lost(); selector { condition $walker.lost();
            selector { condition $walker.lost(); selector { condition $walker.lost();
            selector { condition $walker.lost(); selector { condition $walker.lost();
            selector { condition $walker.lost(); selector { condition $walker.lost();
                $($below)*
            } } } } } } } } } }
        });
    };
    (@ [. $($dot:tt)*] $name:ident $walker:ident { $($below:tt)* }) => {
        deep!(@ [$($dot)*] $name $walker { selector { condition $walker.lost(); $($below)* } });
    };
    (@ [] $name:ident $walker:ident { $($below:tt)* }) => {
        behavior_tree! {
            /// Walks for ever, after the condition of each level was evaluated once.
            #[derive(Clone, Debug)]
            pub tree $name($walker: &mut Walker) { $($below)* }
        }
    };
}

deep!(Three, walker, . . .);
#[rustfmt::skip]
deep!(
    ThreeHundred, walker,
    . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
);

#[cfg(test)]
mod tests {
    use super::{Three, ThreeHundred, Walker};
    use crate::world::World;
    use bt_core::BehaviorTree;

    fn asked_in_ticks<T: BehaviorTree<Walker>>() -> [u32; 3] {
        let (mut tree, mut walker) = (T::new(), Walker::new(0));
        [(); 3].map(|()| {
            let before = walker.asked();
            assert!(tree.tick(&mut walker).is_running());
            walker.asked() - before
        })
    }

    #[test]
    fn only_the_first_tick_comes_by_at_each_level() {
        assert_eq!(asked_in_ticks::<Three>(), [3, 0, 0]);
        assert_eq!(asked_in_ticks::<ThreeHundred>(), [300, 0, 0]);
    }
}
