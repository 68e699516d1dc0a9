//! Twelve levels of alternating sequences and selectors, with the work at the bottom.

pub mod hand;
pub mod tree;
mod world;

pub use world::{Descent, Digger};

#[cfg(test)]
mod tests {
    use super::{Descent, hand, tree};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn it_is_the_same_by_hand() {
        assert_same::<tree::Levels<_>, hand::Match, Descent>(tree::Levels::tick, hand::Match::tick);
        assert_same::<tree::Levels<_>, hand::Match, Opaque<Descent>>(
            tree::Levels::tick,
            hand::Match::tick,
        );
    }
}
