//! Reasons say why another node runs than in the tick before.

use bt_core::observe::{Log, Reasons};
use bt_core::{Clock, Status, behavior_tree};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

#[derive(Default)]
struct Gun {
    shells: u32,
}

#[derive(Default)]
struct Npc {
    time: Duration,
    health: u32,
    hungry: bool,
    seen: bool,
    gun: Gun,
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        self.time
    }
}

behavior_tree! {
    tree Shoot(gun: &mut Gun) {
        sequence {
            condition gun.shells > 0;
            running;
        }
    }

    tree Life(npc: &mut Npc) {
        active_selector {
            'heal: guard(npc.health < 30) 'nap: timeout(3s) running;
            'eat: sequence {
                condition npc.hungry;
                wait(2s);
                action npc.dinner();
            }
            'fight: subtree Shoot(&mut npc.gun);
            active_if npc.seen {
                'hide: priority_selector {
                    npc.health < 50 => 'crouch: running;
                    true => 'stand: running;
                }
            } else {
                repeat 'idle: sequence {
                    wait(2s);
                    succeed;
                }
            }
        }
    }
}

impl Npc {
    fn dinner(&mut self) -> Result<Status, &'static str> {
        if self.seen { Err("somebody\ncomes") } else { Ok(Status::Success) }
    }
}

/// Ticks, one per second, each with the change before it and the expected sentence.
type Story = [(fn(&mut Npc), &'static str)];

const STORY: &Story = &[
    (|npc| npc.health = 90, ""),
    (|npc| npc.health = 70, ""),
    (|_| (), "wait(2s) succeeded, so repeat waits."),
    (|_| (), "repeat went on to idle."),
    (
        |npc| npc.health = 20,
        "guard(npc.health < 30) turned true, so heal took over from idle, and wait(2s) was aborted.",
    ),
    (|_| (), ""),
    (|_| (), ""),
    (|_| (), "nap: timeout(3s) failed, so idle took over from heal, and running was aborted."),
    (|npc| npc.health = 90, ""),
    (
        |npc| npc.seen = true,
        "active_if npc.seen chose again, so hide took over from idle, and wait(2s) was aborted.",
    ),
    (|npc| npc.health = 40, "npc.health < 50 turned true, so crouch took over from stand."),
    (
        |npc| npc.hungry = true,
        "npc.hungry turned true, so eat took over from hide, and crouch was aborted.",
    ),
    (|npc| npc.hungry = false, ""),
    (
        |npc| npc.gun.shells = 1,
        "wait(2s) succeeded, npc.dinner() failed (somebody comes), so fight runs now.",
    ),
    (|npc| npc.gun.shells = 0, ""),
    (
        |npc| (npc.hungry, npc.seen) = (true, false),
        "npc.hungry turned true, so eat took over from fight, and running was aborted.",
    ),
    (|_| (), ""),
    (|_| (), "wait(2s) succeeded, so the tree succeeded after npc.dinner()."),
    (|_| (), "The tree started again: eat runs now."),
];

#[test]
fn the_reason_is_named() {
    let (mut life, mut npc, mut reasons) = (Life::new(), Npc::default(), Reasons::new(Life::NODES));
    let mut log = Log::new(Life::NODES, String::new());
    for (tick, (change, expected)) in STORY.iter().enumerate() {
        change(&mut npc);
        life.tick_with(&mut npc, &mut (&mut reasons, &mut log));
        assert_eq!(reasons.last().unwrap_or_default(), *expected, "tick {}", tick + 1);
        npc.time += Duration::from_secs(1);
    }
    let abort = "The tree was aborted.";
    life.abort_with(&mut npc, &mut (&mut reasons, &mut log));
    assert_eq!(reasons.last(), Some(abort));
    life.tick_with(&mut npc, &mut (&mut reasons, &mut log));
    let restart = "The tree started again.";
    assert_eq!(reasons.last(), Some(restart));
    let expected = STORY.iter().map(|(_, reason)| *reason).filter(|reason| !reason.is_empty());
    let log = log.into_writer();
    let logged = log.lines().filter_map(|line| line.strip_prefix("  reason   "));
    assert!(logged.eq(expected.chain([abort, restart])), "{log}");
}

behavior_tree! {
    tree Fall(height: &mut u32) {
        sequence {
            condition *height < 10;
            action assert_ne!(*height, 2, "the ground");
            running;
        }
    }
}

#[test]
fn a_tick_after_a_panic_has_no_reason() {
    let (mut fall, mut reasons) = (Fall::new(), Reasons::new(Fall::NODES));
    for mut height in [4, 3, 2, 1] {
        let tick = || reasons.tick(&mut fall, &mut height);
        assert_eq!(catch_unwind(AssertUnwindSafe(tick)).is_err(), height == 2);
        assert_eq!(reasons.last(), None, "{height}");
        fall = Fall::new();
    }
}

behavior_tree! {
    tree Alarm(npc: &mut Npc) {
        active_selector {
            cooldown(2s) 'ring: timeout(1s) running;
            'rest: running;
        }
    }

    tree Depart(ready: &mut [bool; 4]) {
        sequence {
            force_success condition ready[0];
            force_success condition ready[1];
            force_success condition ready[2];
            'leave: action leave(ready[3]);
        }
    }
}

fn leave(is_ready: bool) -> Result<(), &'static str> {
    let reason = "the bags, the tickets, the keys and the children are not ready yet";
    is_ready.then_some(()).ok_or(reason)
}

#[test]
fn a_decorator_that_no_longer_fails_is_a_cause() {
    let (mut alarm, mut npc, mut reasons) =
        (Alarm::new(), Npc::default(), Reasons::new(Alarm::NODES));
    let mut said = Vec::new();
    for _ in 0..4 {
        reasons.tick(&mut alarm, &mut npc);
        said.extend(reasons.last().map(str::to_owned));
        npc.time += Duration::from_secs(1);
    }
    let expected = [
        "timeout(1s) failed, so rest took over from ring, and running was aborted.",
        "cooldown(2s) no longer failed, so ring took over from rest.",
    ];
    assert_eq!(said, expected);
}

#[test]
fn a_sentence_names_two_causes_and_no_long_error() {
    let (mut depart, mut reasons) = (Depart::new(), Reasons::new(Depart::NODES));
    let succeeded =
        "ready[2] turned true, leave succeeded (2 more turned before), so the tree succeeded.";
    let failed = "ready[2] turned false, leave failed (2 more turned before), so the tree failed.";
    let stories = [(false, None), (true, Some(succeeded)), (false, Some(failed))];
    for (ready, expected) in stories {
        reasons.tick(&mut depart, &mut [ready; 4]);
        assert_eq!(reasons.last(), expected);
    }
}

behavior_tree! {
    tree Late(npc: &mut Npc) {
        sequence { timeout(2s) sequence { wait(1s); 'late: running; } }
    }
}

#[test]
fn a_tree_that_starts_again_names_no_failure_of_its_last_tick() {
    let (mut late, mut npc, mut reasons) = (Late::new(), Npc::default(), Reasons::new(Late::NODES));
    let expected = [
        "",
        "wait(1s) succeeded, so late runs now.",
        "timeout(2s) failed, so the tree failed.",
        "The tree started again: wait(1s) runs now.",
    ];
    for expected in expected {
        reasons.tick(&mut late, &mut npc);
        assert_eq!(reasons.last().unwrap_or_default(), expected);
        npc.time += Duration::from_secs(1);
    }
}
