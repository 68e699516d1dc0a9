//! Eight stations of a ship that work at the same time: a parallel of eight subtrees of five nodes.

pub mod hand;
pub mod tree;
mod world;

pub use world::{Crew, Ship};

#[cfg(test)]
mod tests {
    use super::{Ship, hand, tree};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn they_are_the_same_by_hand() {
        assert_same::<tree::Stations<_>, hand::Match, Ship>(
            tree::Stations::tick,
            hand::Match::tick,
        );
        assert_same::<tree::Stations<_>, hand::Match, Opaque<Ship>>(
            tree::Stations::tick,
            hand::Match::tick,
        );
        assert_same::<tree::Stations<_>, hand::Counts, Ship>(
            tree::Stations::tick,
            hand::Counts::tick,
        );
        assert_same::<tree::Stations<_>, hand::Masks, Ship>(
            tree::Stations::tick,
            hand::Masks::tick,
        );
    }
}
