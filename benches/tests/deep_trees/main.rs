//! Trees of the maximum depth: they compile without a `recursion_limit`, and run on an ordinary stack.

mod world;

use bt_core::BehaviorTree;
use std::thread;
use trees::{Active, Composites, Decorators, Lets, Parallels};
use world::World;

mod trees {
    use crate::world::{While, World};

    include!(concat!(env!("OUT_DIR"), "/deep.rs"));
}

/// Ticks a tree a few times with and without an observer, lists its active nodes, and aborts it, in
/// a thread with the default stack size.
fn runs<T: BehaviorTree<World> + Send + 'static>(deepest: usize) {
    let run = thread::spawn(move || {
        let (mut tree, mut world) = (T::new(), World::default());
        let mut most = 0;
        for round in 0..200 {
            if round % 2 == 0 {
                tree.tick(&mut world);
            } else {
                tree.tick_with(&mut world, &mut bt_core::NoObserver);
            }
            most = most.max(tree.active().count());
            if round % 50 == 49 {
                tree.abort(&mut world);
                assert!(!tree.is_running());
            }
            world.step();
        }
        assert!(most >= deepest, "{most} nodes were active at the most");
        assert!(world.done() > 0);
    });
    run.join().expect("no panic");
}

#[test]
fn a_thousand_composites() {
    runs::<Composites>(1_001);
    runs::<Active>(1_001);
}

#[test]
fn a_hundred_and_ten_decorators() {
    runs::<Decorators>(111);
}

#[test]
fn a_hundred_and_ten_values() {
    runs::<Lets>(111);
}

#[test]
fn three_dozen_parallels() {
    runs::<Parallels>(37);
}
