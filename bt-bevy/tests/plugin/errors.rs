//! The `Err` of a leaf goes to Bevy's error handler.

use crate::warnings;
use bevy_app::prelude::*;
use bevy_ecs::error::{BevyError, ErrorHandler, FallbackErrorHandler, Severity};
use bevy_ecs::prelude::*;
use bt_bevy::bt_core::Status;
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard, StopTree, behavior_tree};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

#[derive(Component, Default)]
struct Steps(i32);

#[derive(Blackboard)]
struct Board<'w> {
    me: Entity,
    steps: Mut<'w, Steps>,
}

impl Board<'_> {
    fn climb(&mut self) -> Result<Status, String> {
        self.steps.0 += 1;
        if self.steps.0 < 3 { Ok(Status::Running) } else { Err(format!("{} is tired", self.me)) }
    }
}

const CLIMB: u32 = line!() + 6;

behavior_tree! {
    tree Climber(board: &mut Board<'_>) {
        selector {
            sequence {
                'climb: action board.climb();
                running;
            }
            let(height: i32 = "high".parse::<i32>()) action board.steps.0 += *height;
            succeed;
        }
    }
    tree Careful(board: &mut Board<'_>) {
        finally { force_success action Err::<(), _>("careful"); }
            active_selector { action Err::<(), _>("event"); running; }
    }
}

pub(crate) fn app(plugin: impl Plugin, handler: ErrorHandler) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), plugin));
    app.insert_resource(FallbackErrorHandler(handler));
    app
}

pub(crate) type Told = Mutex<Vec<(Severity, String)>>;

pub(crate) fn keep(told: &Told, error: &BevyError) {
    told.lock().expect("no test panics here").push((error.severity(), error.to_string()));
}

pub(crate) fn taken(told: &Told) -> Vec<(Severity, String)> {
    std::mem::take(&mut *told.lock().expect("no test panics here"))
}

#[test]
fn an_error_is_told_with_its_tree_its_leaf_and_its_line() {
    static TOLD: Told = Mutex::new(Vec::new());
    let plugin = BehaviorPlugin::<Climber>::new(Update);
    let mut app = app(plugin, |error, _| keep(&TOLD, &error));
    let climber = app.world_mut().spawn((Behavior::new(Climber::new()), Steps(0))).id();
    app.update();
    app.update();
    assert_eq!(taken(&TOLD), []);
    app.update();
    let told = taken(&TOLD);
    let of = format!("has failed, in the tree `plugin::errors::Climber` of {climber}");
    let expected = [
        format!("`climb` in line {CLIMB} {of}: {climber} is tired"),
        format!("`let` in line {} {of}: invalid digit found in string", CLIMB + 3),
    ];
    assert_eq!(told.len(), 2, "{told:?}");
    for ((severity, text), expected) in told.iter().zip(expected) {
        assert_eq!((*severity, text.trim_end()), (Severity::Warning, &*expected));
    }
}

#[test]
fn errors_of_trees_that_are_ticked_in_parallel_are_told_in_their_order() {
    static TOLD: Told = Mutex::new(Vec::new());
    let plugin = BehaviorPlugin::<Climber>::new(Update).error_severity(Severity::Error);
    let mut app = app(plugin, |error, _| keep(&TOLD, &error));
    let climbers: Vec<_> = (0..1_000)
        .map(|_| app.world_mut().spawn((Behavior::new(Climber::new()), Steps(2))).id())
        .collect();
    const { assert!(<Board<'_> as Blackboard>::IS_SHARED) };
    app.update();
    let told = taken(&TOLD);
    assert_eq!(told.len(), 2 * climbers.len());
    for ((severity, text), climber) in told.iter().step_by(2).zip(climbers) {
        assert_eq!(*severity, Severity::Error);
        assert!(text.trim_end().ends_with(&format!("of {climber}: {climber} is tired")), "{text}");
    }
}

#[test]
fn errors_are_ignored_or_fatal_if_the_program_says_so() {
    static TOLD: Told = Mutex::new(Vec::new());
    let plugin = BehaviorPlugin::<Climber>::new(Update).error_severity(Severity::Ignore);
    let mut quiet = app(plugin, |error, _| keep(&TOLD, &error));
    let entity = quiet.world_mut().spawn((Behavior::new(Climber::new()), Steps(2))).id();
    quiet.update();
    assert_eq!(taken(&TOLD), []);
    let behavior = quiet.world().get::<Behavior<Climber>>(entity);
    // Its last child has succeeded.
    assert_eq!(behavior.and_then(Behavior::status), Some(Status::Success));

    let mut fatal = App::new();
    fatal.add_plugins(BehaviorPlugin::<Climber>::new(Update).error_severity(Severity::Panic));
    fatal.world_mut().spawn((Behavior::new(Climber::new()), Steps(2)));
    let panic = catch_unwind(AssertUnwindSafe(|| fatal.update())).expect_err("it is fatal");
    let text = panic.downcast::<String>().expect("it is formatted");
    assert!(text.contains("in the tree `plugin::errors::Climber`"), "{text}");
}

#[test]
fn without_a_handler_of_its_own_a_program_has_a_warning() {
    warnings::collect();
    let mut app = App::new();
    app.add_plugins(BehaviorPlugin::<Climber>::new(Update));
    let climber = app.world_mut().spawn((Behavior::new(Climber::new()), Steps(2))).id();
    app.update();
    let told =
        warnings::with(&format!("in the tree `plugin::errors::Climber` of {climber}: {climber}"));
    assert_eq!(told.len(), 1, "{told:?}");
}

#[test]
fn event_driven_trees_and_cleanups_tell_errors_too() {
    static TOLD: Told = Mutex::new(Vec::new());
    let plugin = BehaviorPlugin::<Careful>::new(Update);
    let mut app = app(plugin, |error, _| keep(&TOLD, &error));
    let behavior = Behavior::new(Careful::new()).event_driven();
    let entity = app.world_mut().spawn((behavior, Steps(0))).id();
    app.update();
    let told = taken(&TOLD);
    assert!(matches!(&told[..], [(_, text)] if text.contains("event")), "{told:?}");
    app.world_mut().trigger(StopTree { entity });
    app.update();
    let told = taken(&TOLD);
    assert!(matches!(&told[..], [(_, text)] if text.contains("careful")), "{told:?}");
}
