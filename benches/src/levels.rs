//! Twelve levels of alternating sequences and selectors, each with a condition before and an action
//! after the next level, and work at the bottom.

pub mod hand;
pub mod tree;
mod world;

pub use world::{Mine, Miner};

#[cfg(test)]
mod tests {
    use super::{Mine, hand, tree};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn it_is_the_same_by_hand() {
        assert_same::<tree::Levels<_>, hand::Match, Mine>(tree::Levels::tick, hand::Match::tick);
        assert_same::<tree::Levels<_>, hand::Match, Opaque<Mine>>(
            tree::Levels::tick,
            hand::Match::tick,
        );
    }
}
