//! Cleanups with `finally`.

use super::world::{Loud, World};
use bt_core::{Status, behavior_tree};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

behavior_tree! {
    tree Clean(world: &mut World) {
        active_selector {
            sequence {
                condition world.danger;
                action world.say("away");
            }
            finally(world.say("outer")) let(room: u32 = world.prey) finally(world.say(format!("left {room}"))) sequence {
                action Loud = Loud("brush");
                action Loud = Loud("sponge");
            }
        }
    }
}

#[test]
fn cleanup_runs_once_however_the_node_ends() {
    let mut world = World { prey: Some(4), ..World::default() };
    let mut clean = Clean::new();
    clean.tick(&mut world);
    clean.tick(&mut world);
    assert_eq!(world.take(), ["brush starts"]);
    clean.abort(&mut world);
    assert_eq!(world.take(), ["brush Aborted", "left 4", "outer"]);
    clean.tick(&mut world);
    world.danger = true;
    clean.tick(&mut world);
    assert_eq!(world.take(), ["brush starts", "away", "brush Aborted", "left 4", "outer"]);
    world.danger = false;
    world.status = Some(Status::Failure);
    clean.tick(&mut world);
    assert_eq!(world.take(), ["brush starts", "brush Failure", "left 4", "outer"]);
    // A node whose `let` gives no value never starts.
    world.prey = None;
    clean.tick(&mut world);
    assert_eq!(world.take(), ["outer"]);
    assert!(!clean.is_running());
}

behavior_tree! {
    tree Takes(world: &mut World) {
        active_selector {
            sequence {
                condition world.danger;
                finally(world.say("done")) let(id: u32 = world.nearest()) sequence {
                    action Loud = Loud("first");
                    action if *id == 13 { panic!("13") } else { world.status() };
                }
            }
            finally(world.say("rest")) running;
        }
    }
}

#[test]
fn cleanup_runs_once_after_a_panic() {
    let mut world = World { prey: Some(13), ..World::default() };
    let mut takes = Takes::new();
    takes.tick(&mut world);
    // A node that starts beside another one is ended while the panic unwinds.
    world.danger = true;
    world.status = Some(Status::Success);
    let unwound = catch_unwind(AssertUnwindSafe(|| takes.tick(&mut world)));
    assert!(unwound.is_err());
    assert_eq!(world.take(), ["first starts", "first Success", "done"]);
    assert!(takes.is_running());
    takes.abort(&mut world);
    assert_eq!(world.take(), ["rest"]);
    // The same holds if no other node runs, and then nothing is left to be ended.
    let unwound = catch_unwind(AssertUnwindSafe(|| takes.tick(&mut world)));
    assert!(unwound.is_err());
    assert_eq!(world.take(), ["first starts", "first Success", "done"]);
    takes.abort(&mut world);
    assert!(world.take().is_empty());
}

behavior_tree! {
    tree Panics(world: &mut World) {
        finally(world.say("done")) sequence {
            action world.status();
            action panic!("in its place");
        }
    }
}

#[test]
fn what_panics_while_it_is_active_stays_active() {
    let (mut world, mut panics) = (World::default(), Panics::new());
    panics.tick(&mut world);
    world.status = Some(Status::Success);
    let unwound = catch_unwind(AssertUnwindSafe(|| panics.tick(&mut world)));
    assert!(unwound.is_err() && panics.is_running() && world.log.is_empty());
    panics.abort(&mut world);
    panics.abort(&mut world);
    assert_eq!(world.take(), ["done"]);
}

/// A value that is counted.
struct Lent(#[allow(dead_code, reason = "it is counted")] Rc<()>);

/// A blackboard that lends values.
#[derive(Default)]
struct Shop {
    world: World,
    item: Rc<()>,
    away: bool,
}

impl Shop {
    fn lend(&self) -> Lent {
        Lent(Rc::clone(&self.item))
    }

    /// Records the number of values that are lent.
    fn count(&mut self, text: &str) {
        let lent = Rc::strong_count(&self.item) - 1;
        self.world.say(format!("{text} {lent}"));
    }
}

behavior_tree! {
    tree Lends(shop: &mut Shop) {
        active_selector {
            sequence {
                condition shop.away;
                finally(shop.count("away")) let(_lent: Lent = shop.lend()) action shop.world.status();
            }
            let(_outer: Lent = shop.lend()) finally(shop.count("outer")) parallel {
                finally(shop.count("first")) let(_lent: Lent = shop.lend()) action shop.world.status();
                let(_lent: Lent = shop.lend()) finally(shop.count("second")) sequence {
                    let(_lent: Lent = shop.lend()) action shop.world.status();
                    action shop.count("between");
                }
            }
        }
    }
}

#[test]
fn what_is_kept_inside_is_dropped_before_the_cleanup() {
    let (mut lends, mut shop) = (Lends::new(), Shop::default());
    assert_eq!(lends.tick(&mut shop), Status::Running);
    assert_eq!(Rc::strong_count(&shop.item), 1 + 4);
    shop.world.status = Some(Status::Success);
    assert_eq!(lends.tick(&mut shop), Status::Success);
    assert_eq!(shop.world.take(), ["first 3", "between 2", "second 2", "outer 1"]);
    assert_eq!(Rc::strong_count(&shop.item), 1);
    // The order is the same if all of it happens in a single tick.
    assert_eq!(lends.tick(&mut shop), Status::Success);
    assert_eq!(shop.world.take(), ["first 1", "between 2", "second 2", "outer 1"]);
    shop.world.status = None;
    lends.tick(&mut shop);
    lends.abort(&mut shop);
    assert_eq!(shop.world.take(), ["first 3", "second 2", "outer 1"]);
    lends.tick(&mut shop);
    shop.away = true;
    assert_eq!(lends.tick(&mut shop), Status::Running);
    assert_eq!(shop.world.take(), ["first 4", "second 3", "outer 2"]);
    shop.world.status = Some(Status::Failure);
    assert_eq!(lends.tick(&mut shop), Status::Failure);
    assert_eq!(shop.world.take(), ["away 0", "first 1", "outer 1"]);
    assert_eq!(Rc::strong_count(&shop.item), 1);
}
