//! Observers report the same for a loaded tree as for the compiled one, and continue with its new versions.

use super::{Day, Deeds, Npc, three_ticks, three_ticks_of};
use bt_core::files::Trees;
use bt_core::observe::{Log, Mark, Marks, Statistics, ToIo};
use bt_core::{Node, NodeId, Status};

/// The same tree in a file.
const DAY: &str = "tree Day {
    'day: active_selector {
        'eat: sequence {
            condition IsHungry;
            'bite: action Eat;
        }
        delay(50ms) 'sleep: action Sleep;
    }
}";

fn days() -> Trees<Deeds> {
    Deeds::parse(DAY).unwrap()
}

#[test]
fn a_log_of_a_loaded_tree_is_that_of_the_compiled_one() {
    let mut compiled = Log::new(Day::NODES, String::new());
    three_ticks(|day, npc| compiled.tick(day, npc), &mut Npc::new());
    let day = days().tree("Day").unwrap();
    let mut loaded = Log::of(&day, ToIo::new(Vec::new()));
    three_ticks_of(day, |day, npc| loaded.tick(day, npc), &mut Npc::new());
    let words = [("npc.is_hungry()", "IsHungry"), ("npc.eat()", "Eat"), ("npc.sleep()", "Sleep")];
    let expected =
        words.iter().fold(compiled.into_writer(), |log, (code, word)| log.replace(code, word));
    let bytes = loaded.into_writer().into_result().unwrap();
    assert_eq!(String::from_utf8(bytes).unwrap(), expected);
}

#[test]
fn a_log_goes_on_with_a_new_version_of_the_tree() {
    let (mut trees, mut npc) = (days(), Npc::new());
    let mut day = trees.tree("Day").unwrap();
    let mut log = Log::of(&day, String::new());
    log.tick(&mut day, &mut npc);
    trees.reload("tree Day { sequence { 'bed: action Sleep; 'food: action Eat; } }").unwrap();
    assert!(day.renew(&trees, &mut npc));
    log.tick(&mut day, &mut npc);
    assert!(log.into_writer().ends_with("tick 2\n  running  bed: action Sleep\n"));
}

#[test]
fn marks_and_statistics_of_a_loaded_tree_are_those_of_the_compiled_one() {
    let mut marks = Marks::new(Day::NODES);
    let mut statistics = Statistics::new(Day::NODES);
    three_ticks(|day, npc| day.tick_with(npc, &mut (&mut marks, &mut statistics)), &mut Npc::new());
    let day = days().tree("Day").unwrap();
    let mut loaded_marks = Marks::new(day.nodes());
    let mut loaded = Statistics::new(day.nodes());
    let watched = &mut (&mut loaded_marks, &mut loaded);
    three_ticks_of(day, |day, npc| day.tick_with(npc, watched), &mut Npc::new());
    assert_eq!(loaded.ticks(), 3);
    for Node { id, .. } in Day::NODES {
        assert_eq!(loaded.node(*id), statistics.node(*id), "{id}");
        assert_eq!(loaded_marks.get(*id), marks.get(*id), "{id}");
        assert_eq!(loaded_marks.error(*id), marks.error(*id), "{id}");
    }
    assert_eq!(loaded_marks.active(), marks.active());
    assert!(loaded.to_string().contains("      bite: action Eat"), "{loaded}");
}

#[test]
fn statistics_go_on_where_only_parameters_are_new() {
    let (mut trees, mut npc) = (days(), Npc::new());
    let mut day = trees.tree("Day").unwrap();
    let mut statistics = Statistics::new(day.nodes());
    statistics.tick(&mut day, &mut npc);
    trees.reload(&DAY.replace("50ms", "2s")).unwrap();
    assert!(day.renew(&trees, &mut npc));
    statistics.tick(&mut day, &mut npc);
    assert_eq!(statistics.ticks(), 2);
    assert!(statistics.to_string().contains("delay(2s)"), "{statistics}");

    trees.reload("tree Day { action Sleep; }").unwrap();
    assert!(day.renew(&trees, &mut npc));
    statistics.tick(&mut day, &mut npc);
    assert_eq!((statistics.ticks(), statistics.node(NodeId::new(0)).active), (1, 1));
    assert_eq!(statistics.to_string().lines().count(), 2, "{statistics}");
}

#[test]
fn marks_have_room_for_the_nodes_of_a_new_version() {
    let (mut trees, mut npc) = (days(), Npc::new());
    trees.reload("tree Day { action Sleep; }").unwrap();
    let mut day = trees.tree("Day").unwrap();
    let mut marks = Marks::new(day.nodes());
    marks.tick(&mut day, &mut npc);
    trees.reload(DAY).unwrap();
    assert!(day.renew(&trees, &mut npc));
    marks.tick(&mut day, &mut npc);
    let eat = day.labelled("eat").unwrap();
    assert_eq!(marks.get(eat), Some(Mark::Ticked(Status::Failure)));
}

#[test]
fn a_tick_without_an_observer_goes_on_where_one_with_an_observer_does() {
    let text = "tree Day { sequence { not action Eat; active_selector { condition IsHungry; running; } } }";
    let (trees, mut npc) = (Deeds::parse(text).unwrap(), Npc::new());
    let (mut day, mut log) = (trees.tree("Day").unwrap(), Vec::new());
    for _ in 0..4 {
        assert_eq!(day.tick(&mut npc), Status::Running);
        log.push(format!("{:?}", day.active()));
    }
    assert_eq!(log, ["[sequence, active_selector, running]"; 4]);
    assert_eq!(npc.clock.get(), 10 + 4, "it has eaten once");
}
