//! A tree that is shifted goes on later as it would have gone on without a pause.

use crate::machine::{Machine, Subject, subjects};
use bt_core::{Status, Wake};
use meaning::course::{Course, Moment, world_seeds};
use meaning::random::Random;
use meaning::{Call, Event, Scripts, Trace, World};
use std::time::Duration;

const TICKS: usize = 300;

/// One step of a tree whose clock is ahead.
fn step(
    machine: &mut dyn Machine,
    world: &mut World,
    moment: Moment,
    ahead: Duration,
) -> (Option<Status>, Vec<Event>, Vec<Call>) {
    let mut trace = Trace::default();
    let status = match moment {
        Moment::Tick(time) | Moment::Stop(time) => {
            world.book.now = time.saturating_add(ahead);
            world.begin_tick();
            let stops = matches!(moment, Moment::Stop(_));
            Some(if stops {
                machine.stop_with(world, &mut trace)
            } else {
                machine.tick_with(world, &mut trace)
            })
        }
        Moment::Abort => {
            machine.abort_with(world, &mut trace);
            None
        }
    };
    (status, trace.0, world.take_calls())
}

#[test]
fn a_shifted_tree_goes_on() {
    let mut waiting = 0;
    for Subject { seed, source, make, .. } in subjects() {
        for world in world_seeds(seed, 2) {
            let [mut plain, mut shifted] = [make(), make()];
            let [mut world, mut later] = [world; 2].map(|world| World::new(Scripts::Seeded(world)));
            let (mut course, mut random) = (Course::new(seed), Random::new(seed));
            let mut ahead = Duration::ZERO;
            for tick in 0..TICKS {
                let moment =
                    if course.aborts() { Moment::Abort } else { course.turn(plain.is_running()) };
                let expected = step(&mut *plain, &mut world, moment, Duration::ZERO);
                let done = step(&mut *shifted, &mut later, moment, ahead);
                assert_eq!(done, expected, "tree {seed}, tick {tick}\n{source}");
                if random.chance(20) {
                    // An abort reads the clock, too.
                    let by = Duration::from_millis(random.draw() % 10_000);
                    shifted.shift(by);
                    ahead += by;
                    later.book.now = world.book.now.saturating_add(ahead);
                    waiting += usize::from(matches!(plain.next_wake(), Wake::At(_)));
                }
                let wake = match plain.next_wake() {
                    Wake::At(time) => Wake::At(time.saturating_add(ahead)),
                    other => other,
                };
                assert_eq!(shifted.next_wake(), wake, "tree {seed}, tick {tick}\n{source}");
            }
        }
    }
    assert!(waiting > 400, "{waiting} shifted while they waited");
}
