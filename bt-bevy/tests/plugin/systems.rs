//! A registered system is a leaf with a result.

use crate::errors::{Told, app, keep, taken};
use bevy_app::prelude::*;
use bevy_ecs::error::{BevyError, ErrorContext, ErrorHandler};
use bevy_ecs::prelude::*;
use bevy_ecs::system::{ParallelCommands, SystemId, SystemInput};
use bt_bevy::bt_core::{Status, Waking};
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard, behavior_tree};
use bt_bevy::{SystemResult, SystemResults, WakeTree};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Wake, Waker};

#[derive(Component)]
struct Steps(u32);

#[derive(Resource, Default)]
struct Runs(u32);

#[derive(Resource)]
struct Systems {
    double: SystemId<In<u32>, u32>,
    refuse: SystemId<In<Entity>, ()>,
    twice: SystemId<(), Status>,
    gone: SystemId<(), bool>,
}

fn double(In(steps): In<u32>, mut runs: ResMut<Runs>) -> u32 {
    runs.0 += 1;
    2 * steps
}

fn refuse(In(who): In<Entity>) -> Result {
    Err(format!("{who} may not").into())
}

fn twice(mut runs: ResMut<Runs>) -> Status {
    runs.0 += 1;
    if runs.0 < 2 { Status::Running } else { Status::Success }
}

#[derive(Resource)]
struct Bell(Waker);

#[derive(Default)]
struct Rings(AtomicU32);

impl Wake for Rings {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[derive(Blackboard)]
struct Board<'w> {
    me: Entity,
    steps: Mut<'w, Steps>,
    #[resource]
    systems: &'w Systems,
    #[param]
    commands: &'w ParallelCommands<'w, 'w>,
}

impl Board<'_> {
    fn ask<I: SystemInput<Inner<'static>: Send> + 'static, O: Send + 'static>(
        &self,
        system: SystemId<I, O>,
        input: I::Inner<'static>,
    ) -> SystemResult<O> {
        self.commands.command_scope(|mut commands| commands.system_result(system, input))
    }
}

/// The steps of an entity whose system is refused, of one that aborts its leaf, and of one whose system runs twice.
const REFUSED: u32 = 1_000_000;
const ABORTED: u32 = 1_000_001;
const TWICE: u32 = 2_000_000;

#[derive(Blackboard)]
struct Patient<'w> {
    steps: Mut<'w, Steps>,
    #[resource]
    systems: &'w Systems,
    #[resource]
    bell: &'w Bell,
    #[param]
    commands: &'w ParallelCommands<'w, 'w>,
}

impl Waking for Patient<'_> {
    fn waker(&self) -> &Waker {
        &self.bell.0
    }
}

behavior_tree! {
    tree Ask(board: &mut Board<'_>) {
        match board.steps.0 {
            REFUSED => selector {
                await board.ask(board.systems.refuse, board.me);
                await board.ask(board.systems.gone, ());
                action board.steps.0 = 7;
            }
            ABORTED => parallel(success = one) {
                await board.ask(board.systems.twice, ());
                succeed;
            }
            TWICE => await board.ask(board.systems.twice, ());
            _ => let(steps: u32) sequence {
                'ask: await board.ask(board.systems.double, board.steps.0) -> steps;
                action board.steps.0 = *steps;
            }
        }
    }
    tree Rests(board: &mut Patient<'_>) {
        let(steps: u32) sequence {
            await board.commands.command_scope(|mut commands| {
                commands.system_result(board.systems.double, board.steps.0)
            }) -> steps;
            action board.steps.0 = *steps;
        }
    }
}

fn world(plugin: impl Plugin, told: ErrorHandler) -> App {
    let mut app = app(plugin, told);
    let (double, refuse) = (app.register_system(double), app.register_system(refuse));
    let (twice, gone) = (app.register_system(twice), app.register_system(|| true));
    app.world_mut().unregister_system(gone).expect("it is there");
    app.insert_resource(Systems { double, refuse, twice, gone });
    app.init_resource::<Runs>();
    app
}

fn no_error(error: BevyError, _: ErrorContext) {
    panic!("{error}");
}

fn steps(app: &App, entity: Entity) -> u32 {
    app.world().get::<Steps>(entity).expect("it has some").0
}

fn runs(app: &App) -> u32 {
    app.world().resource::<Runs>().0
}

#[test]
fn the_leaf_runs_until_the_result_is_there() {
    let mut app = world(BehaviorPlugin::<Ask>::new(Update), no_error);
    let entity = app.world_mut().spawn((Behavior::new(Ask::new()), Steps(21))).id();
    app.update();
    let behavior = app.world().get::<Behavior<Ask>>(entity).expect("it has a tree");
    assert!(behavior.is_active(Ask::ASK) && behavior.status() == Some(Status::Running));
    assert_eq!((steps(&app, entity), runs(&app)), (21, 1));
    app.update();
    assert_eq!((steps(&app, entity), runs(&app)), (42, 1));
}

#[test]
fn errors_of_a_system_and_a_system_that_is_gone_fail_the_leaf() {
    static TOLD: Told = Mutex::new(Vec::new());
    let plugin = BehaviorPlugin::<Ask>::new(Update);
    let mut app = world(plugin, |error, _| keep(&TOLD, &error));
    let entity = app.world_mut().spawn((Behavior::new(Ask::new()), Steps(REFUSED))).id();
    (0..3).for_each(|_| app.update());
    assert_eq!(steps(&app, entity), 7);
    let told = taken(&TOLD);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].1.contains(&format!("{entity} may not")), "{told:?}");
    assert!(told[1].1.contains("was not registered"), "{told:?}");
}

#[test]
fn a_system_that_is_running_runs_again() {
    let mut app = world(BehaviorPlugin::<Ask>::new(Update), no_error);
    let entity = app.world_mut().spawn((Behavior::new(Ask::new()), Steps(TWICE))).id();
    let status = |app: &App| app.world().get::<Behavior<Ask>>(entity).and_then(Behavior::status);
    for _ in 0..10 {
        app.update();
        if status(&app) == Some(Status::Success) {
            break;
        }
        assert_eq!(status(&app), Some(Status::Running));
    }
    assert_eq!((status(&app), runs(&app)), (Some(Status::Success), 2));
}

#[test]
fn a_leaf_that_is_aborted_before_runs_no_system() {
    let mut app = world(BehaviorPlugin::<Ask>::new(Update), no_error);
    let entity = app.world_mut().spawn((Behavior::new(Ask::new()), Steps(ABORTED))).id();
    app.update();
    let behavior = app.world().get::<Behavior<Ask>>(entity).expect("it has a tree");
    assert_eq!((behavior.status(), runs(&app)), (Some(Status::Success), 0));
}

#[test]
fn trees_with_parallel_commands_are_ticked_in_parallel() {
    const { assert!(<Board<'_> as Blackboard>::IS_SHARED) };
    let mut app = world(BehaviorPlugin::<Ask>::new(Update), no_error);
    let all: Vec<_> = (0..1_000)
        .map(|number| app.world_mut().spawn((Behavior::new(Ask::new()), Steps(number))).id())
        .collect();
    app.update();
    app.update();
    assert!(all.iter().zip(0..).all(|(entity, number)| steps(&app, *entity) == 2 * number));
    assert_eq!(runs(&app), 1_000);
}

#[test]
fn a_tree_that_rests_is_woken() {
    let mut app = world(BehaviorPlugin::<Rests>::new(Update), no_error);
    let rings = Arc::<Rings>::default();
    app.insert_resource(Bell(Arc::clone(&rings).into()));
    let entity = app.world_mut().spawn((Behavior::new(Rests::new()), Steps(4))).id();
    (0..3).for_each(|_| app.update());
    assert_eq!((steps(&app, entity), rings.0.load(Ordering::Relaxed)), (4, 1));
    app.world_mut().trigger(WakeTree { entity });
    app.update();
    assert_eq!(steps(&app, entity), 8);
}
