//! `behavior_tree!`, and hand-written code.

use crate::contender::Contender;
use bt_core::BehaviorTree;

/// A tree of `behavior_tree!`.
pub(crate) struct Ours<T>(T);

impl<W, T: BehaviorTree<W> + Default + 'static> Contender<W> for Ours<T> {
    fn many(count: usize) -> Vec<Self> {
        (0..count).map(|_| Self(T::default())).collect()
    }

    fn tick(&mut self, world: &mut W) {
        self.0.tick(world);
    }
}

/// Hand-written code has no common trait.
macro_rules! by_hand {
    ($($hand:ty: $world:ty),* $(,)?) => { $(
        impl Contender<$world> for $hand {
            fn many(count: usize) -> Vec<Self> {
                (0..count).map(|_| {
                Self::default()
                }).collect()
            }

            fn tick(&mut self, world: &mut $world) {
                <$hand>::tick(self, world);
            }
        }
    )* };
}

by_hand! {
    benches::soldier::hand::Memory: benches::soldier::Soldier,
    benches::soldier::hand::MemoryIf: benches::soldier::Soldier,
    benches::soldier::hand::Reactive: benches::soldier::Soldier,
    benches::soldier::hand::ReactiveIf: benches::soldier::Soldier,
    benches::errands::hand::Match: benches::errands::Errands,
    benches::errands::hand::Number: benches::errands::Errands,
    benches::descent::hand::Match: benches::descent::Descent,
}
