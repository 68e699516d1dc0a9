//! Generated trees: their world, and random trees of four sizes.

pub mod hand;
pub mod tree;
mod visits;
mod world;

pub use visits::Visits;
pub use world::{Leaves, Walk, While, World};

#[cfg(test)]
mod tests {
    use super::{World, hand, tree};
    use crate::generated::{self, Shape};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn ten_nodes_do_the_same_by_hand() {
        assert_same::<tree::Ten<_>, hand::Match, World>(tree::Ten::tick, hand::Match::tick);
        assert_same::<tree::Ten<_>, hand::Match, Opaque<World>>(tree::Ten::tick, hand::Match::tick);
    }

    #[test]
    fn a_hundred_nodes_do_the_same_by_hand() {
        assert_same::<tree::Hundred<_>, hand::Hundred, World>(
            tree::Hundred::tick,
            hand::Hundred::tick,
        );
        assert_same::<tree::Hundred<_>, hand::Hundred, Opaque<World>>(
            tree::Hundred::tick,
            hand::Hundred::tick,
        );
    }

    #[test]
    fn what_is_written_down_is_random() {
        let without_space = |text: &str| text.split_whitespace().collect::<String>();
        let written = without_space(include_str!("random/tree.rs"));
        for nodes in [10, 100] {
            let text = generated::tree("Any", Shape::Random(tree::SEED), nodes);
            let body = text.split_once('{').expect("it has a body").1;
            assert!(written.contains(&without_space(body)), "{nodes} nodes");
        }
    }
}
