//! The observers of `bt_core::observe`.

mod answers;
mod events;
mod failures;
mod loaded;
mod log;
mod marks;
mod pairs;
mod reasons;
mod statistics;

use bt_core::observe::{Log, Marks, Statistics};
use bt_core::{Agent, Clock, Node, Status, behavior_tree};
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// Its work takes time, on a clock that it shares with the statistics.
struct Npc {
    clock: Rc<Cell<u64>>,
    hungry: bool,
}

impl Npc {
    fn new() -> Self {
        Self { clock: Rc::default(), hungry: false }
    }

    fn work(&self, milliseconds: u64) {
        self.clock.set(self.clock.get() + milliseconds);
    }

    fn is_hungry(&self) -> bool {
        self.work(1);
        self.hungry
    }

    fn eat(&mut self) -> Result<Status, &'static str> {
        self.work(10);
        self.hungry = false;
        Err("nothing\nto eat")
    }

    fn sleep(&self) -> Status {
        self.work(100);
        Status::Running
    }
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::from_millis(self.clock.get())
    }
}

behavior_tree! {
    tree Day(npc: &mut Npc) {
        'day: active_selector {
            'eat: sequence {
                condition npc.is_hungry();
                'bite: action npc.eat();
            }
            delay(50ms) 'sleep: action npc.sleep();
        }
    }

    vocabulary Deeds(npc: &mut Npc) {
        condition IsHungry => npc.is_hungry();
        action Eat => npc.eat();
        action Sleep => npc.sleep();
    }
}

/// Three ticks of this tree; in the last one it is hungry.
fn three_ticks_of<T: Agent<Npc>>(
    mut day: T,
    mut tick: impl FnMut(&mut T, &mut Npc) -> Status,
    npc: &mut Npc,
) {
    assert_eq!(tick(&mut day, npc), Status::Running);
    npc.work(50);
    assert_eq!(tick(&mut day, npc), Status::Running);
    npc.hungry = true;
    assert_eq!(tick(&mut day, npc), Status::Running);
}

/// Three ticks; in the last one it is hungry.
fn three_ticks(tick: impl FnMut(&mut Day, &mut Npc) -> Status, npc: &mut Npc) {
    three_ticks_of(Day::new(), tick, npc);
}

#[test]
fn foreign_nodes_are_no_harm() {
    const FEW: &[Node] = &[];
    let mut npc = Npc::new();
    let mut marks = Marks::new(FEW);
    let mut log = Log::new(FEW, String::new());
    let mut statistics = Statistics::new(FEW);
    marks.tick(&mut Day::new(), &mut npc);
    log.tick(&mut Day::new(), &mut npc);
    statistics.tick(&mut Day::new(), &mut npc);
    assert_eq!(log.into_writer(), "tick 1\n");
    assert_eq!((statistics.ticks(), statistics.time(Day::DAY)), (1, Duration::ZERO));
}
