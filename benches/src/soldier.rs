//! A soldier that patrols, fights what it sees and runs away when it is hurt.

pub mod hand;
pub mod tree;
mod world;

pub use world::{Npc, Soldier};

#[cfg(test)]
mod tests {
    use super::{Soldier, hand, tree};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn one_that_keeps_its_place_does_the_same_by_hand() {
        assert_same::<tree::Memory<_>, hand::Memory, Soldier>(
            tree::Memory::tick,
            hand::Memory::tick,
        );
        assert_same::<tree::Memory<_>, hand::Memory, Opaque<Soldier>>(
            tree::Memory::tick,
            hand::Memory::tick,
        );
        assert_same::<tree::Memory<_>, hand::MemoryIf, Soldier>(
            tree::Memory::tick,
            hand::MemoryIf::tick,
        );
    }

    #[test]
    fn one_that_starts_over_does_the_same_by_hand() {
        assert_same::<tree::Reactive<_>, hand::Reactive, Soldier>(
            tree::Reactive::tick,
            hand::Reactive::tick,
        );
        assert_same::<tree::Reactive<_>, hand::Reactive, Opaque<Soldier>>(
            tree::Reactive::tick,
            hand::Reactive::tick,
        );
        assert_same::<tree::Reactive<_>, hand::ReactiveIf, Soldier>(
            tree::Reactive::tick,
            hand::ReactiveIf::tick,
        );
    }
}
