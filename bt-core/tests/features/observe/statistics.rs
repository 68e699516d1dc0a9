//! Statistics count the results of nodes and measure their time.

use super::{Day, Npc, three_ticks};
use bt_core::NodeId;
use bt_core::observe::Statistics;
use std::rc::Rc;
use std::time::Duration;

#[test]
fn statistics_count_and_measure() {
    let mut npc = Npc::new();
    let clock = Rc::clone(&npc.clock);
    let mut statistics =
        Statistics::with_clock(Day::NODES, move || Duration::from_millis(clock.get()));
    three_ticks(|day, npc| statistics.tick(day, npc), &mut npc);
    assert_eq!(statistics.ticks(), 3);
    let of = |node| {
        let node = statistics.node(node);
        (node.successes, node.failures, node.aborts, node.active)
    };
    assert_eq!(of(Day::DAY), (0, 0, 0, 3));
    assert_eq!(of(Day::EAT), (0, 3, 0, 0));
    assert_eq!(of(NodeId::new(2)), (1, 2, 0, 0));
    assert_eq!(of(Day::SLEEP), (0, 0, 0, 2));
    let time = |node| statistics.time(node).as_millis();
    assert_eq!((time(Day::SLEEP), time(Day::BITE), time(Day::EAT)), (200, 10, 13));
    assert_eq!((time(Day::DAY), statistics.node(Day::DAY).own_time), (213, Duration::ZERO));

    let table = statistics.to_string();
    let lines: Vec<_> = table.lines().collect();
    assert_eq!(lines.len(), Day::NODES.len() + 1);
    assert_eq!(lines[0], "  success  failure  aborted   active        time  after 3 ticks");
    assert_eq!(
        lines[4],
        "        0        1        0        0      10.0ms      bite: action npc.eat()"
    );
}

#[test]
fn statistics_count_aborts() {
    let (mut statistics, mut day, mut npc) = (Statistics::new(Day::NODES), Day::new(), Npc::new());
    statistics.tick(&mut day, &mut npc);
    day.abort_with(&mut npc, &mut statistics);
    assert_eq!(statistics.node(Day::DAY).aborts, 1);
    assert_eq!(statistics.node(Day::SLEEP).aborts, 0);
    assert_eq!(statistics.time(Day::DAY), Duration::ZERO);
}
