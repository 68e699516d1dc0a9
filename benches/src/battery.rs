//! Eight guns at once: a parallel of eight subtrees of five nodes.

pub mod hand;
pub mod tree;
mod world;

pub use world::{Battery, Gunner};

#[cfg(test)]
mod tests {
    use super::{Battery, hand, tree};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn it_is_the_same_by_hand() {
        assert_same::<tree::Salvo<_>, hand::Match, Battery>(tree::Salvo::tick, hand::Match::tick);
        assert_same::<tree::Salvo<_>, hand::Match, Opaque<Battery>>(
            tree::Salvo::tick,
            hand::Match::tick,
        );
        assert_same::<tree::Salvo<_>, hand::Counts, Battery>(tree::Salvo::tick, hand::Counts::tick);
        assert_same::<tree::Salvo<_>, hand::Masks, Battery>(tree::Salvo::tick, hand::Masks::tick);
    }
}
