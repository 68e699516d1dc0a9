//! A loaded tree is saved in the middle of a run, restored, and goes on as if nothing had happened; and no saved
//! state, whatever becomes of it, makes a tick panic.

use crate::machine::{parsed, subject_files};
use crate::words::{FILES, Words};
use bt_core::Status;
use bt_core::files::{Loaded, RestoreError, Saved, Trees};
use meaning::course::{Course, world_seeds};
use meaning::random::Random;
use meaning::{Call, Event, Scripts, Trace, World};
use serde_json::Value;
use std::time::Duration;

const TICKS: usize = 200;

/// The files with random trees, and those that are compiled too; each with the name of its main tree.
fn files() -> impl Iterator<Item = (u64, Trees<Words>, &'static str)> {
    let random = subject_files().map(|(seed, _, trees)| (seed, trees, "Main"));
    let compiled = FILES.iter().zip(0..).map(|(filed, number)| {
        (number, Words::parse(filed.text).expect("a file without mistakes"), filed.name)
    });
    random.chain(compiled)
}

fn saved(tree: &Loaded<Words>) -> String {
    serde_json::to_string(tree).expect("a state is saved")
}

fn restored(trees: &Trees<Words>, text: &str) -> Loaded<Words> {
    let saved: Saved<Words> = serde_json::from_str(text).expect("a state is read");
    trees.restore(saved).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// One tick at that time, or an abort if there is none.
fn run(
    tree: &mut Loaded<Words>,
    world: &mut World,
    time: Option<Duration>,
) -> (Option<Status>, Vec<Event>, Vec<Call>) {
    let mut trace = Trace::default();
    let status = if let Some(now) = time {
        world.book.now = now;
        world.begin_tick();
        Some(tree.tick_with(world, &mut trace))
    } else {
        tree.abort_with(world, &mut trace);
        None
    };
    (status, trace.0, world.take_calls())
}

#[test]
fn a_restored_tree_goes_on() {
    let mut running = 0;
    for (seed, trees, name) in files() {
        for world in world_seeds(seed, 2) {
            let new = || trees.tree(name).expect("the main tree");
            let (mut tree, mut other) = (new(), new());
            let [mut world, mut other_world] =
                [world; 2].map(|world| World::new(Scripts::Seeded(world)));
            let (mut course, mut random) = (Course::new(seed), Random::new(seed));
            for tick in 0..TICKS {
                let aborts = course.aborts().then_some(None);
                for time in [Some(course.time())].into_iter().chain(aborts) {
                    let expected = run(&mut tree, &mut world, time);
                    let done = run(&mut other, &mut other_world, time);
                    assert_eq!(done, expected, "tree {seed}, tick {tick}");
                    assert_eq!(other.next_wake(), tree.next_wake(), "tree {seed}, tick {tick}");
                    assert!(other.active().eq(tree.active()), "tree {seed}, tick {tick}");
                }
                if random.chance(30) {
                    let text = saved(&other);
                    other_world.adopt_restored();
                    other = restored(&trees, &text);
                    assert!(other == tree, "tree {seed}, tick {tick}: another state");
                    assert_eq!(saved(&other), text, "tree {seed}, tick {tick}");
                    running += usize::from(tree.is_running());
                }
            }
        }
    }
    assert!(running > 2_000, "{running} saved while they ran");
}

fn worlds(seed: u64) -> (World, World) {
    let world = || World::new(Scripts::Seeded(seed));
    (world(), world())
}

/// The same trees with other parameters: some literals are computed.
fn altered(text: &str) -> String {
    let mut text = text.to_owned();
    for (before, after) in [
        ("(250ms", "(250ms + 0ms"),
        ("(1s", "(1s + 0ms"),
        ("(2s", "(2s * CountLevel(slot = 850)"),
        ("repeat(2", "repeat(2 + CountLevel(slot = 850)"),
        ("Act(slot = ", "Act(slot = 1 + "),
        ("Work(slot = ", "Work(slot = 0 + "),
        ("number = 1", "number = 2"),
        (" 0.25", " 0.5"),
        ("Value801", "Value801 * 2"),
    ] {
        text = text.replace(before, after);
    }
    text
}

#[test]
fn a_tree_goes_on_in_a_version_with_other_parameters() {
    let (mut running, mut kept) = (0, 0);
    for (seed, text, trees) in subject_files() {
        let again = Words::parse(&text).expect("a sound file");
        let others = altered(&text);
        let Ok(others) = Words::parse(&others) else { continue };
        for world in world_seeds(seed, 2) {
            let new = || trees.tree("Main").expect("the main tree");
            let (mut tree, mut other) = (new(), new());
            let (mut world, mut other_world) = worlds(world);
            let (mut course, mut random) = (Course::new(seed), Random::new(seed));
            for tick in 0..TICKS {
                let time = Some(course.time());
                let expected = run(&mut tree, &mut world, time);
                let done = run(&mut other, &mut other_world, time);
                assert_eq!(done, expected, "tree {seed}, tick {tick}\n{text}");
                if random.chance(20) {
                    assert!(other.renew(&again, &mut other_world));
                    assert!(other.renew(&trees, &mut other_world));
                    assert!(other == tree, "tree {seed}, tick {tick}: another state");
                }
                if random.chance(20) {
                    let active: Vec<_> = other.active().collect();
                    assert!(other.renew(&others, &mut other_world));
                    let calls = other_world.take_calls();
                    let is_kept = other.active().eq(active.iter().copied());
                    running += usize::from(!active.is_empty());
                    kept += usize::from(is_kept && !active.is_empty());
                    assert!(is_kept, "tree {seed}, tick {tick}: {calls:?}\n{text}");
                    // What is read anew is not what was kept, so only the nodes are compared.
                    assert!(other.renew(&trees, &mut other_world));
                    assert!(other.active().eq(active.iter().copied()), "tree {seed}, tick {tick}");
                    // Both begin with futures of their own in the new worlds.
                    tree = other.clone();
                    other = tree.clone();
                    other_world.take_calls();
                    (world, other_world) = worlds(seed ^ tick as u64);
                }
            }
        }
    }
    assert!(kept == running && running > 400, "{kept} of {running} went on");
}

#[test]
fn an_idle_tree_is_small_when_it_is_saved() {
    let (_, trees) = (0..).find_map(parsed).expect("one that can stand in a file");
    let tree = trees.tree("Main").expect("the main tree");
    assert!(saved(&tree).len() < 100, "{}", saved(&tree));
}

#[test]
fn a_tree_that_has_changed_is_refused() {
    let trees = Words::parse("tree Main { sequence { wait(1s); action Act(slot = 1); } }");
    let mut trees = trees.expect("a file without mistakes");
    let mut tree = trees.tree("Main").expect("the main tree");
    let mut world = World::new(Scripts::Seeded(1));
    assert_eq!(tree.tick(&mut world), Status::Running);
    let text = saved(&tree);
    let mut restore = |file: &str| {
        trees.reload(file).expect("a file without mistakes");
        trees.restore(serde_json::from_str(&text).expect("a state is read"))
    };
    let other = "tree Main { sequence { wait(9s); action Act(slot = 2); } }";
    assert!(restore(other).expect("only parameters are others").is_running());
    let error = restore("tree Main { active_sequence { wait(1s); action Act(slot = 1); } }").err();
    assert!(matches!(error, Some(RestoreError::OtherTree { .. })), "{error:?}");
    let error = restore("tree Other { wait(1s); }").err();
    assert!(matches!(error, Some(RestoreError::NoTree { .. })), "{error:?}");
    assert_eq!(error.expect("an error").to_string(), "there is no tree `Main`");
}

/// Resumed at labels of a random tree, an agent can do whatever it wants: each start has one end, and its state can be saved.
#[test]
fn a_tree_that_begins_at_labels_goes_on() {
    let (mut running, mut same) = (0, 0);
    for (seed, trees, name) in files() {
        let new = || trees.tree(name).expect("the main tree");
        let (mut tree, mut course, mut random) = (new(), Course::new(seed), Random::new(seed));
        let mut world = World::new(Scripts::Seeded(seed));
        for tick in 0..60 {
            run(&mut tree, &mut world, Some(course.time()));
            let labels = tree.labels();
            if labels.is_empty() || !random.chance(30) {
                continue;
            }
            let (mut other, mut other_world) = (new(), World::new(Scripts::Seeded(tick)));
            other_world.begin_tick();
            other.resume_by_labels(&labels, &mut other_world);
            running += 1;
            same += usize::from(other.labels() == labels);
            for _ in 0..20 {
                saved_again(&other, &trees);
                run(&mut other, &mut other_world, Some(course.time()));
            }
            run(&mut other, &mut other_world, None);
            assert!(
                !other.is_running() && other_world.open().is_empty(),
                "tree {seed}, {labels:?}"
            );
            assert_eq!(other_world.faults(), [""; 0], "tree {seed}, tick {tick}, {labels:?}");
        }
    }
    assert!(running > 130 && 3 * same > running, "{running} resumed, {same} at the same labels");
}

/// A number that may stand in a saved state.
fn strange(random: &mut Random, before: u64) -> u64 {
    match random.below(6) {
        0 => 0,
        1 => before.wrapping_add(1),
        2 => before.saturating_sub(1),
        3 => u64::from(u32::MAX) - random.draw() % 3,
        4 => random.draw() % 8,
        _ => random.draw() % (1 << 32),
    }
}

/// All numbers in a value.
fn numbers(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::Number(_) => vec![value],
        Value::Array(items) => items.iter_mut().flat_map(numbers).collect(),
        Value::Object(fields) => fields.values_mut().flat_map(numbers).collect(),
        _ => Vec::new(),
    }
}

/// Changes something in a saved state.
fn damage(saved: &mut Value, random: &mut Random) {
    let what = random.below(12);
    if what > 9 {
        let mut numbers = numbers(&mut saved["held"]);
        if !numbers.is_empty() {
            let place = random.below(numbers.len());
            let number = &mut *numbers[place];
            // A world has room for so many slots.
            *number = (strange(random, number.as_u64().unwrap_or(1)) % 5_000).into();
        }
        return;
    }
    let list = if what < 7 { "words" } else { "held" };
    let list = saved[list].as_array_mut().expect("a list");
    let count = list.len();
    if count == 0 {
        return;
    }
    let (place, other) = (random.below(count), random.below(count));
    match what {
        0..5 => {
            let before = list[place].as_u64().expect("a number");
            list[place] = strange(random, before).into();
        }
        5 | 7 => list.swap(place, other),
        6 => list.truncate(place),
        8 => list[place] = Value::Null,
        _ => list[place] = list[other].clone(),
    }
}

/// States of random trees while they run, with the trees that they are of.
fn states() -> Vec<(Trees<Words>, Vec<Value>)> {
    let states = |(seed, trees, name): (u64, Trees<Words>, &str)| {
        let mut tree = trees.tree(name).expect("the main tree");
        let mut world = World::new(Scripts::Seeded(seed));
        let mut course = Course::new(seed);
        let mut states = Vec::new();
        for _ in 0..40 {
            run(&mut tree, &mut world, Some(course.time()));
            states.push(serde_json::to_value(&tree).expect("a state is saved"));
        }
        (trees, states)
    };
    files().map(states).collect()
}

#[test]
fn a_damaged_state_is_refused_or_can_be_ticked() {
    const MUTATIONS: u64 = 4_000;
    let states = states();
    let (mut refused, mut accepted) = (0, 0);
    for number in 0..MUTATIONS {
        let mut random = Random::new(number);
        let (trees, states) = &states[random.below(states.len())];
        let mut state = states[random.below(states.len())].clone();
        for _ in 0..=random.below(3) {
            damage(&mut state, &mut random);
        }
        let Ok(saved) = serde_json::from_value::<Saved<Words>>(state) else {
            refused += 1;
            continue;
        };
        match trees.restore(saved) {
            Err(RestoreError::Damaged { .. }) => refused += 1,
            Err(error) => panic!("{error}"),
            Ok(mut tree) => {
                accepted += 1;
                let mut world = World::new(Scripts::Seeded(number));
                let mut course = Course::new(number);
                let _ = (tree.next_wake(), tree.active().count(), saved_again(&tree, trees));
                for _ in 0..10 {
                    run(&mut tree, &mut world, Some(course.time()));
                    let _ = (tree.next_wake(), tree.active().count());
                }
                run(&mut tree, &mut world, None);
                assert!(!tree.is_running());
            }
        }
    }
    assert!(refused > 800 && accepted > 800, "{refused} refused, {accepted} accepted");
}

/// Saves and restores a restored tree again.
fn saved_again(tree: &Loaded<Words>, trees: &Trees<Words>) {
    assert!(restored(trees, &saved(tree)) == *tree);
}
