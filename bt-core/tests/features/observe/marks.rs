//! Marks are the results of the last tick.

use super::{Day, Npc, three_ticks};
use bt_core::observe::{Mark, Marks};
use bt_core::{NodeId, Status};

#[test]
fn marks_are_those_of_the_last_tick() {
    let mut marks = Marks::new(Day::NODES);
    let ticked = |status| Some(Mark::Ticked(status));
    three_ticks(
        |day, npc| {
            let status = marks.tick(day, npc);
            assert_eq!(marks.get(Day::DAY), ticked(Status::Running));
            assert!(marks.active().iter().copied().eq(day.active()));
            status
        },
        &mut Npc::new(),
    );
    assert_eq!(marks.get(Day::EAT), ticked(Status::Failure));
    assert_eq!(marks.get(Day::SLEEP), ticked(Status::Running));
    assert_eq!(marks.error(Day::BITE), Some("nothing\nto eat"));
    assert_eq!(marks.error(Day::SLEEP), None);
    assert_eq!((marks.aborted(), marks.last_leaf()), (&[][..], Some(Day::SLEEP)));
    marks.clear();
    assert!(Day::NODES.iter().all(|node| marks.get(node.id).is_none()));
    assert_eq!((marks.active(), marks.error(Day::BITE)), (&[][..], None));
    assert_eq!(marks.get(NodeId::new(99)), None);
}

#[test]
fn marks_know_what_is_active_without_an_event() {
    let (mut marks, mut day, mut npc) = (Marks::new(Day::NODES), Day::new(), Npc::new());
    marks.tick(&mut day, &mut npc);
    let names = |marks: &Marks| {
        let name = |node: &NodeId| Day::NODES[node.index()].name();
        marks.active().iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(names(&marks), ["day", "delay"], "a delay tells nothing when it begins");
    day.abort_with(&mut npc, &mut marks);
    marks.set_active(day.active());
    assert_eq!(marks.get(Day::DAY), Some(Mark::Aborted));
    assert_eq!(marks.aborted().last(), Some(&Day::DAY));
}
