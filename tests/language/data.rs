//! `let`, `for` and parameters with types and expressions that only Rust has; `tests/meaning/cases` has the others.

use bt_core::observe::{Answers, Log, Marks};
use bt_core::{Action, End, NodeId, Observer, Output, Status, behavior_tree};
use std::fmt;
use std::task::Poll;

/// A blackboard that records events.
#[derive(Default)]
struct World {
    log: Vec<String>,
    prey: Option<u32>,
    found: u32,
    status: Option<Status>,
    danger: bool,
}

impl World {
    fn say(&mut self, text: impl Into<String>) {
        self.log.push(text.into());
    }

    fn nearest(&mut self) -> Option<u32> {
        self.found += 1;
        self.prey
    }

    fn status(&self) -> Status {
        self.status.unwrap_or(Status::Running)
    }

    fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log)
    }
}

/// Records its start and its end.
#[derive(Debug, Clone, PartialEq)]
struct Loud(&'static str);

impl Action<World> for Loud {
    fn start(&mut self, world: &mut World) {
        world.say(format!("{} starts", self.0));
    }

    fn tick(&mut self, world: &mut World) -> Status {
        world.status()
    }

    fn end(&mut self, world: &mut World, end: End) {
        world.say(format!("{} {end:?}", self.0));
    }
}

#[derive(Debug, Clone, PartialEq)]
struct Prey {
    id: u32,
    hits: u32,
}

behavior_tree! {
    #[derive(Debug, Clone, PartialEq)]
    tree Go(world: &mut World, target: Prey, speed: u32) {
        sequence {
            condition *speed > 0;
            'walk: action {
                target.hits += *speed;
                world.say(format!("{} at {}", target.id, target.hits));
                world.status()
            };
        }
    }

    tree Around<T: Clone>(world: &mut World) {
        subtree Wrap<T>(inner = None::<T>);
    }

    tree Wrap<T>(world: &mut World, inner: Option<T>) {
        condition inner.is_none();
    }
}

const REST: Go = Go::new(Prey { id: 1, hits: 0 }, 0);

#[test]
fn an_agent_keeps_its_parameters_over_restarts() {
    let mut world = World::default();
    let mut go = Go::new(Prey { id: 1, hits: 0 }, 2);
    assert_eq!(go.tick(&mut world), Status::Running);
    assert!(go.is_running() && go.active().any(|id| id == Go::WALK));
    world.status = Some(Status::Success);
    assert_eq!(go.tick(&mut world), Status::Success);
    assert!(!go.is_running());
    assert_eq!(go.clone().tick(&mut world), Status::Success);
    assert_eq!(go.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["1 at 2", "1 at 4", "1 at 6", "1 at 6"]);
    assert_eq!(REST.clone().tick(&mut world), Status::Failure);
    assert!(format!("{go:?}").contains("speed: 2"), "{go:?}");
}

#[test]
fn a_parameter_has_a_generic_type() {
    assert_eq!(Around::<String>::new().tick(&mut World::default()), Status::Success);
}

/// Ticks any tree, which may have parameters.
fn tick<T: bt_core::BehaviorTree<World>>(tree: &mut T, world: &mut World) -> Status {
    tree.tick(world)
}

#[test]
fn a_tree_with_parameters_is_a_behavior_tree() {
    let mut world = World::default();
    assert_eq!(tick(&mut Go::new(Prey { id: 1, hits: 0 }, 1), &mut world), Status::Running);
}

behavior_tree! {
    tree Negative(world: &mut World) {
        subtree Offset<{ -2 }>;
    }

    tree Offset<const BY: i32>(world: &mut World) {
        action world.say(format!("{BY}"));
    }
}

#[test]
fn generic_arguments_can_be_negative() {
    let mut world = World::default();
    assert_eq!(Negative::new().tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["-2"]);
}

behavior_tree! {
    tree Given(world: &mut World) {
        selector {
            let(number: u8 = "x".parse::<u8>()) action world.say(format!("{number}"));
            let(number: u8 = "12".parse::<u8>()) let(number: u16 = u16::from(*number) + 1) sequence {
                action world.say(format!("{number}"));
                // If the type is an `Option`, the value of an `Option` is kept as it is.
                let(maybe: Option<u8> = None::<u8>) condition maybe.is_none();
                let(all: Vec<u16> = [*number].into_iter().collect()) condition all == &[13];
                let(text: String = "text".into()) sequence {
                    action text.push('!');
                    action world.say(text.as_str());
                    action Loud = Loud(if text.ends_with('!') { "made" } else { "" });
                }
            }
        }
    }
}

#[test]
fn values_results_and_options_are_taken_and_names_shadowed() {
    let mut world = World { status: Some(Status::Success), ..World::default() };
    assert_eq!(Given::new().tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["13", "text!", "made starts", "made Success"]);
}

behavior_tree! {
    tree Generic<'w, T: Clone + std::fmt::Display>(cx: &mut (World, T, &'w str)) {
        let(text: &'w str = cx.2) let(count: T = cx.1.clone()) parallel {
            for(i in 0..2) action cx.0.say(format!("{text} {count} {i}"));
            let(own: Vec<T> = vec![count.clone()]) sequence {
                action own.push(count.clone());
                repeat(2) succeed;
                action cx.0.say(format!("{}", own.len()));
            }
        }
    }
}

#[test]
fn generic_values_are_seen_by_both_branches() {
    let mut cx = (World::default(), 5_u8, "text");
    let mut both = Generic::new();
    assert_eq!(both.tick(&mut cx), Status::Running);
    assert_eq!(both.tick(&mut cx), Status::Success);
    assert_eq!(cx.0.take(), ["text 5 0", "text 5 1", "2"]);
}

/// An error that implements only `Debug`.
#[derive(Debug)]
struct Jammed;

impl World {
    fn open(&self) -> Result<u8, Jammed> {
        if self.danger { Err(Jammed) } else { Ok(3) }
    }

    fn enter(&mut self, door: u8) -> Result<(), String> {
        self.say(format!("door {door}"));
        if door > 2 { Ok(()) } else { Err("too low".to_owned()) }
    }
}

behavior_tree! {
    tree Door(world: &mut World) {
        selector {
            action {
                let door = world.open()?;
                world.enter(door)?;
                Ok(())
            };
            action Ok(world.enter(world.open()? - 3)?);
            action world.say("closed");
        }
    }
}

#[test]
fn errors_of_different_types_are_passed_on() {
    let mut world = World::default();
    assert_eq!(Door::new().tick(&mut world), Status::Success);
    world.danger = true;
    assert_eq!(Door::new().tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["door 3", "closed"]);
}

impl World {
    /// `None` while there is no prey.
    fn seek(&mut self) -> Option<u32> {
        self.say("seeks");
        self.nearest()
    }

    fn plan(&mut self) -> Poll<Result<String, String>> {
        match self.status {
            None => Poll::Pending,
            Some(Status::Failure) => Poll::Ready(Err("no way".to_owned())),
            Some(_) => Poll::Ready(Ok("by ship".to_owned())),
        }
    }
}

behavior_tree! {
    tree Halve(world: &mut World, of: u32) -> (half: Option<u32>) {
        sequence {
            selector {
                sequence { condition *of > 10; set half = None; }
                set half = Some(*of / 2);
            }
            action world.say(format!("half {half:?}"));
        }
    }

    tree Count(world: &mut World) {
        let(n: u32) let(half: Option<u32>) sequence {
            set n = world.prey.map_or(20, |prey| prey);
            set n = *n + 1;
            action world.say(format!("n {n}"));
            subtree Halve(of = *n) -> half;
            condition half.is_some();
        }
    }
}

#[test]
fn set_gives_the_first_value() {
    let (mut count, mut world) = (Count::new(), World::default());
    assert_eq!(count.tick(&mut world), Status::Failure);
    world.prey = Some(7);
    assert_eq!(count.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["n 21", "half None", "n 8", "half Some(4)"]);
}

behavior_tree! {
    tree Travel(world: &mut World) {
        let(way: String) sequence {
            'plan: action world.plan() -> way;
            let(shout: String = way.to_uppercase()) action world.say(shout.as_str());
            action world.say(way.as_str());
        }
    }
}

#[test]
fn a_poll_runs_and_the_text_of_an_err_is_observed() {
    let (mut travel, mut world) = (Travel::new(), World::default());
    assert_eq!(travel.tick(&mut world), Status::Running);
    assert!(travel.is_active(Travel::PLAN));
    world.status = Some(Status::Failure);
    let mut marks = Marks::new(Travel::NODES);
    assert_eq!(travel.tick_with(&mut world, &mut marks), Status::Failure);
    assert_eq!(marks.error(Travel::PLAN), Some("no way"));
    world.status = Some(Status::Success);
    assert_eq!(travel.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["BY SHIP", "by ship"]);
}

#[test]
fn no_observer_can_answer_success_in_place_of_a_value() {
    let (mut travel, mut world) = (Travel::new(), World::default());
    let answer = |status| Answers::new().leaf(Travel::PLAN, status);
    assert_eq!(travel.tick_with(&mut world, &mut answer(Status::Success)), Status::Running);
    assert_eq!(travel.tick_with(&mut world, &mut answer(Status::Failure)), Status::Failure);
    world.status = Some(Status::Success);
    assert_eq!(travel.tick_with(&mut world, &mut answer(Status::Running)), Status::Running);
    assert_eq!(travel.tick_with(&mut world, &mut answer(Status::Success)), Status::Success);
}

/// Counts to a number, and gives two values.
#[derive(Debug, Clone, PartialEq)]
struct Detect {
    frames: u32,
}

impl Action<World> for Detect {
    fn tick(&mut self, world: &mut World) -> Status {
        if world.danger {
            return Status::Failure;
        }
        self.frames -= 1;
        if self.frames == 0 { Status::Success } else { Status::Running }
    }

    fn end(&mut self, world: &mut World, end: End) {
        world.say(format!("{end:?} {}", self.frames));
    }
}

impl Output<(u32, String)> for Detect {
    fn output(&mut self) -> (u32, String) {
        self.frames += 10;
        (self.frames, "here".to_owned())
    }
}

behavior_tree! {
    tree Look(world: &mut World) {
        let(_place: String) let(score: u32 = 3) sequence {
            action world.say(format!("{score}"));
            active_selector {
                condition world.found > 5;
                action Detect { frames: 2 } -> (score, _place);
            }
            // A selector may also end without the action.
            action world.say(format!("{score}"));
        }
    }

    tree Again(world: &mut World) {
        let(place: String) let(score: u32) sequence {
            active_sequence {
                condition world.found < 5;
                action Detect = Detect { frames: 1 } -> (score, place);
            }
            action world.say(format!("{score} {place}"));
        }
    }
}

#[test]
fn a_stateful_action_gives_its_output_before_its_end() {
    let (mut look, mut world) = (Look::new(), World::default());
    assert_eq!(look.tick(&mut world), Status::Running);
    assert_eq!(look.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["3", "Success 10", "10"]);
    assert_eq!(look.tick(&mut world), Status::Running);
    world.found = 6;
    assert_eq!(look.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["3", "Aborted 1", "3"]);
    world.danger = true;
    world.found = 0;
    assert_eq!(look.tick(&mut world), Status::Failure);
    assert_eq!(world.take(), ["3", "Failure 2"]);
    world.danger = false;
    assert_eq!(Again::new().tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["Success 10", "10 here"]);
}

behavior_tree! {
    #[allow(unused_variables)]
    tree Names(world: &mut World) {
        let(state: u32) let(r#type: u32) let(inner: u32) sequence {
            action world.seek() -> state;
            parallel {
                action Some(*state + 1) -> r#type;
                repeat(2) action Some(*state) -> inner;
            }
            finally(world.say(format!("{state} {type} {inner}"))) let(state: u32) sequence {
                action Ok::<_, String>(*inner * 2) -> state;
                action Poll::Ready(Some(*state + 1)) -> inner;
                action world.say(format!("{state} {inner}"));
                action if world.danger { None } else { Some(1) } -> state;
            }
        }
    }
}

#[test]
fn places_have_names_that_hide_each_other() {
    let mut world = World { prey: Some(3), ..World::default() };
    let mut names = Names::new();
    assert_eq!(names.tick(&mut world), Status::Running);
    assert_eq!(names.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["seeks", "6 7", "3 4 7"]);
}

behavior_tree! {
    #[derive(Debug, Clone, PartialEq)]
    tree Plan(world: &mut World, least: u32) -> (path: u32) {
        sequence {
            action world.seek() -> path;
            condition path >= least;
            action world.status();
            action *path += 1;
        }
    }

    #[derive(Debug, Clone, PartialEq)]
    tree Both(world: &mut World) -> (name: String, number: u32) {
        parallel {
            action Some("both".to_owned()) -> name;
            subtree Plan(least = 1) -> number;
        }
    }

    #[derive(Debug, Clone, PartialEq)]
    tree Goes(world: &mut World) {
        let(name: String) let(path: u32) sequence {
            subtree Both -> (name, path);
            action world.say(format!("{name} {path}"));
            let(kept: u32 = 0) sequence {
                subtree Plan(least = *path) -> kept;
                // Nobody takes it.
                subtree Plan(least = 0);
                action world.say(format!("{kept}"));
            }
        }
    }
}

#[test]
fn a_tree_gives_results() {
    let mut world = World { prey: Some(7), status: Some(Status::Success), ..World::default() };
    let mut go = Goes::new();
    assert_eq!(go.tick(&mut world), Status::Failure);
    assert_eq!(world.take(), ["seeks", "both 8", "seeks"]);
    world.status = None;
    assert_eq!(go.tick(&mut world), Status::Running);
    assert_eq!(go.clone(), go);
    assert!(format!("{go:?}").contains("Some(7)"), "{go:?}");
    world.prey = Some(9);
    world.status = Some(Status::Success);
    assert_eq!(go.tick(&mut world), Status::Success);
    assert_eq!(world.take(), ["seeks", "both 8", "seeks", "seeks", "10"]);
}

#[test]
fn the_results_of_an_agent_can_be_taken_after_its_success() {
    let mut world = World { prey: Some(7), ..World::default() };
    let mut plan = Plan::new(3);
    assert_eq!(plan.tick(&mut world), Status::Running);
    assert_eq!(plan.take_results(), None);
    plan.abort(&mut world);
    assert_eq!(plan.take_results(), None);
    assert_eq!(plan.tick(&mut world), Status::Running);
    world.status = Some(Status::Success);
    assert_eq!(plan.tick(&mut world), Status::Success);
    assert_eq!(plan.take_results(), Some(8));
    let mut both = Both::default();
    assert_eq!(both.take_results(), None);
    assert_eq!(both.tick(&mut world), Status::Success);
    assert_eq!(both.take_results(), Some(("both".to_owned(), 8)));
    assert_eq!(both.take_results(), None);
    assert_eq!(both.tick(&mut world), Status::Success);
    world.prey = None;
    assert_eq!(both.tick(&mut world), Status::Failure);
    assert_eq!(both.take_results(), None);
}

/// An error that has no text.
struct Silent;

behavior_tree! {
    tree Fails(world: &mut World) {
        selector {
            let(number: u8 = world.prey.ok_or(Silent).map(|id| u8::try_from(id).unwrap_or(u8::MAX))) condition *number > 0;
            'text: let(number: u8 = "x".parse::<u8>()) condition *number > 0;
            'borrowed: let(number: u8 = Err("not yet")) condition *number > 0;
            // The type of the value is itself a `Result`.
            let(kept: Result<u8, String> = Err::<u8, _>("kept".to_owned())) condition kept.is_ok();
            'inner: let(number: u8 = Ok::<u8, String>(7)) let(other: u8 = number.checked_sub(8).ok_or("too small")) condition *other > 0;
        }
    }
}

behavior_tree! {
    tree Ends(world: &mut World) {
        finally(world.close()?) selector {
            // The `?` at the end of an expression is what the node does with an `Err` anyway.
            'open: action world.close()?;
            action world.say("open");
        }
    }
}

impl World {
    fn close(&mut self) -> Result<(), String> {
        self.say("closes");
        Err(format!("closed {} times", self.log.len()))
    }
}

#[test]
fn a_question_mark_at_the_end_may_be_left_out() {
    let (mut tree, mut world, mut marks) = (Ends::new(), World::default(), Marks::new(Ends::NODES));
    assert_eq!(tree.tick_with(&mut world, &mut marks), Status::Success);
    assert_eq!(world.take(), ["closes", "open", "closes"]);
    assert_eq!(marks.error(Ends::OPEN), Some("closed 1 times"));
}

/// Records the texts of errors, and what comes after them.
#[derive(Default)]
struct Texts(Vec<String>);

impl Observer for Texts {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        assert!(error.is_none());
        self.0.push(format!("{node} {status}"));
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.0.push(format!("{node} {error}"));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.0.push(format!("{node} {status}"));
    }
}

const TOLD: [&str; 11] = [
    "1 failure",
    "3 invalid digit found in string",
    "3 failure",
    "5 not yet",
    "5 failure",
    "8 failure",
    "7 failure",
    "10 too small",
    "10 failure",
    "9 failure",
    "0 failure",
];

#[test]
fn the_text_of_an_err_is_observed_before_the_failure() {
    let (mut tree, mut texts) = (Fails::new(), Texts::default());
    assert_eq!(tree.tick_with(&mut World::default(), &mut texts), Status::Failure);
    assert_eq!(texts.0, TOLD);
    // Observers that pass events on.
    let mut both = (Some(Texts::default()), Texts::default());
    tree.tick_with(&mut World::default(), &mut both);
    assert_eq!((both.0.unwrap_or_default().0, both.1.0), (texts.0.clone(), texts.0));
}

#[test]
fn a_log_and_marks_show_the_text_of_an_err_with_the_failure() {
    let mut log = Log::new(Fails::NODES, String::new());
    log.tick(&mut Fails::new(), &mut World::default());
    let text = log.into_writer();
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("text: let")).collect();
    assert_eq!(lines.len(), 1, "{text}");
    assert!(lines[0].starts_with("  failure  text: let"), "{text}");
    assert!(lines[0].ends_with("  invalid digit found in string"), "{text}");
    assert_eq!(text.lines().count(), 1 + 8, "{text}");

    let mut marks = Marks::new(Fails::NODES);
    marks.tick(&mut Fails::new(), &mut World::default());
    assert_eq!(marks.error(Fails::BORROWED), Some("not yet"));
}
