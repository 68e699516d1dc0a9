//! Trees of the maximum depth: they compile without a `recursion_limit`, and run on an ordinary stack.

use bt_core::{BehaviorTree, Clock, Decorator, Status};
use std::thread;
use std::time::Duration;
use trees::{Active, Composites, Decorators, Lets, Parallels};

mod trees {
    use super::{While, World};

    include!(concat!(env!("OUT_DIR"), "/deep.rs"));
}

/// The blackboard of the trees.
#[derive(Default)]
struct World {
    steps: u32,
    done: u32,
}

impl World {
    /// Lets a tenth of a second pass; to be called between two ticks.
    fn step(&mut self) {
        self.steps += 1;
    }

    /// The number of actions so far.
    fn done(&self) -> u32 {
        self.done
    }

    /// The action at the bottom: it runs, succeeds and fails in turn.
    fn do_0(&mut self) -> Status {
        self.done += 1;
        match self.steps % 4 {
            0 | 1 => Status::Running,
            2 => Status::Success,
            _ => Status::Failure,
        }
    }

    /// The expression of a service.
    fn do_1(&mut self) {
        self.done += 1;
    }
}

impl Clock for World {
    fn now(&self) -> Duration {
        Duration::from_millis(100) * self.steps
    }
}

/// A decorator that ticks its node while a fact is true; from time to time the fact is false.
struct While {
    fact: u32,
}

impl Decorator<World> for While {
    fn tick(&mut self, world: &mut World, child: impl FnOnce(&mut World) -> Status) -> Status {
        if world.steps % 32 == self.fact { Status::Failure } else { child(world) }
    }
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
