//! Both observers of a pair receive all events.

use super::{Day, Npc, three_ticks};
use bt_core::observe::{Log, Mark, Marks, Statistics};
use bt_core::{NoObserver, Status};
use std::rc::Rc;
use std::time::Duration;

#[test]
fn both_of_a_pair_see_everything() {
    let mut logs = [(); 3].map(|()| Log::new(Day::NODES, String::new()));
    let [first, second, third] = &mut logs;
    three_ticks(
        |day, npc| {
            day.tick_with(npc, &mut (&mut *first, (NoObserver, &mut (&mut *second, &mut *third))))
        },
        &mut Npc::new(),
    );
    let [first, second, third] = logs.map(Log::into_writer);
    assert!(first.lines().count() == 13 && first == second && second == third);
}

#[test]
fn both_of_a_pair_hear_of_the_beginning_and_the_end_of_ticks() {
    let statistics = |npc: &Npc| {
        let clock = Rc::clone(&npc.clock);
        Statistics::with_clock(Day::NODES, move || Duration::from_millis(clock.get()))
    };
    let mut npc = Npc::new();
    let mut alone = statistics(&npc);
    three_ticks(|day, npc| alone.tick(day, npc), &mut npc);

    let mut npc = Npc::new();
    npc.work(1_000); // time that no tick took
    let (mut first, mut marks) = (statistics(&npc), Marks::new(Day::NODES));
    let mut second = Some(statistics(&npc));
    three_ticks(
        |day, npc| {
            npc.work(500);
            day.tick_with(npc, &mut (&mut first, (&mut marks, &mut second)))
        },
        &mut npc,
    );
    let second = second.unwrap();
    assert_eq!((first.ticks(), second.ticks()), (3, 3));
    assert!(first.to_string() == alone.to_string() && second.to_string() == alone.to_string());
    assert_eq!(first.time(Day::DAY), Duration::from_millis(213));
    assert_eq!(marks.active().len(), 3);
    assert_eq!(marks.get(Day::DAY), Some(Mark::Ticked(Status::Running)));
}
