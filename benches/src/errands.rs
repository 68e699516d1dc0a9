//! A sequence of a hundred errands.

pub mod hand;
pub mod tree;
mod world;

pub use world::{Errands, Worker};

#[cfg(test)]
mod tests {
    use super::{Errands, hand, tree};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn they_are_the_same_by_hand() {
        assert_same::<tree::Sequence<_>, hand::Match, Errands>(
            tree::Sequence::tick,
            hand::Match::tick,
        );
        assert_same::<tree::Sequence<_>, hand::Match, Opaque<Errands>>(
            tree::Sequence::tick,
            hand::Match::tick,
        );
        assert_same::<tree::Sequence<_>, hand::Number, Errands>(
            tree::Sequence::tick,
            hand::Number::tick,
        );
    }
}
