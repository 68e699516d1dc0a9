//! Only trees that can do something are ticked, and it makes no difference to what they do.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time, Virtual};
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard, WakeTree};
use bt_core::{Action, End, Status, Wake, behavior_tree};
use std::time::Duration;

#[derive(Component, Clone, Debug, PartialEq)]
struct Bird {
    number: u64,
    songs: Vec<u64>,
}

/// Shares everything: birds are ticked in parallel.
#[derive(Blackboard)]
struct Air<'w> {
    bird: Mut<'w, Bird>,
    #[resource]
    time: &'w Time,
}

impl Air<'_> {
    fn sing(&mut self) {
        let now = self.time.elapsed().as_millis().try_into().expect("the test is short");
        self.bird.songs.push(now);
    }
}

behavior_tree! {
    tree Lark(bird: &mut Air<'_>) {
        repeat sequence {
            action bird.sing();
            if bird.bird.number.is_multiple_of(10) {
                wait(Duration::from_millis(20));
            } else {
                wait(Duration::from_millis(100 + bird.bird.number));
            }
        }
    }
}

/// The same with commands: birds are ticked one after the other.
#[derive(Blackboard)]
struct Orders<'w> {
    bird: Mut<'w, Bird>,
    #[resource]
    time: &'w Time,
    _commands: Commands<'w, 'w>,
}

behavior_tree! {
    tree Thrush(bird: &mut Orders<'_>) {
        repeat sequence {
            action {
                let now = bird.time.elapsed().as_millis().try_into().expect("the test is short");
                bird.bird.songs.push(now);
            };
            if bird.bird.number.is_multiple_of(10) {
                wait(Duration::from_millis(20));
            } else {
                wait(Duration::from_millis(100 + bird.bird.number));
            }
        }
    }
}

fn bird(number: u64) -> Bird {
    Bird { number, songs: Vec::new() }
}

/// The songs of a bird in a world whose frames are 10 ms long.
fn expected(number: u64, frames: u64) -> Vec<u64> {
    let pause = if number.is_multiple_of(10) { 20 } else { 100 + number };
    let mut songs: Vec<u64> = Vec::new();
    let mut until = 0;
    for now in (1..=frames).map(|frame| frame * 10) {
        // Between two rounds of a `repeat` there is one tick.
        if songs.is_empty() || until < now {
            songs.push(now);
            until = (now + pause).div_ceil(10) * 10;
        }
    }
    songs
}

fn advance(app: &mut App) {
    app.world_mut().resource_mut::<Time>().advance_by(Duration::from_millis(10));
    app.update();
}

#[test]
fn birds_sing_at_the_same_times_in_parallel_and_in_order() {
    const FRAMES: u64 = 100;
    let mut app = App::new();
    app.init_resource::<Time>();
    app.add_plugins((
        TaskPoolPlugin::default(),
        BehaviorPlugin::<Lark>::new(Update),
        BehaviorPlugin::<Thrush>::new(Update),
    ));
    for number in 0..1_000 {
        app.world_mut().spawn((bird(number), Behavior::new(Lark::new())));
        app.world_mut().spawn((bird(number), Behavior::new(Thrush::new())));
    }
    for _ in 0..FRAMES {
        advance(&mut app);
    }
    let mut birds = app.world_mut().query::<&Bird>();
    assert_eq!(birds.iter(app.world()).count(), 2_000);
    for bird in birds.iter(app.world()) {
        assert_eq!(bird.songs, expected(bird.number, FRAMES), "of bird {}", bird.number);
    }
}

#[derive(Component, Default)]
struct Sleeper {
    ticks: u32,
    ends: u32,
}

#[derive(Blackboard)]
struct Bed<'w> {
    sleeper: Mut<'w, Sleeper>,
}

struct Sleep;

impl Action<Bed<'_>> for Sleep {
    fn tick(&mut self, bed: &mut Bed<'_>) -> Status {
        bed.sleeper.ticks += 1;
        Status::Running
    }

    fn end(&mut self, bed: &mut Bed<'_>, _: End) {
        bed.sleeper.ends += 1;
    }

    fn next_wake(&self) -> Wake {
        Wake::OnEvent
    }
}

behavior_tree! {
    tree Cat(cat: &mut Bed<'_>) {
        action Sleep {};
    }
}

#[test]
fn an_event_wakes_a_tree() {
    let mut app = App::new();
    app.add_plugins(BehaviorPlugin::<Cat>::new(Update));
    let cats: Vec<Entity> = (0..1_000)
        .map(|_| app.world_mut().spawn((Behavior::new(Cat::new()), Sleeper::default())).id())
        .collect();
    let ticks = |app: &mut App| -> Vec<u32> {
        for _ in 0..3 {
            app.update();
        }
        cats.iter().map(|cat| app.world().get::<Sleeper>(*cat).map_or(0, |cat| cat.ticks)).collect()
    };
    assert!(ticks(&mut app).iter().all(|ticks| *ticks == 1));
    app.world_mut().trigger(WakeTree { entity: cats[3] });
    // The last one gets the number of the one that goes.
    app.world_mut().despawn(cats[5]);
    app.world_mut().commands().trigger(WakeTree { entity: cats[999] });
    let ticks = ticks(&mut app);
    let woken: Vec<_> = (0..1_000).filter(|cat| ticks[*cat] == 2).collect();
    assert_eq!(woken, [3, 999]);
    assert_eq!(ticks[5], 0);
}

#[test]
fn fixed_time_is_the_clock_of_the_fixed_schedule() {
    let mut app = App::new();
    app.add_plugins(bevy_time::TimePlugin);
    app.add_plugins(BehaviorPlugin::<Lark>::new(FixedUpdate));
    app.insert_resource(bevy_time::TimeUpdateStrategy::ManualDuration(Duration::from_millis(7)));
    app.insert_resource(Time::<Fixed>::from_duration(Duration::from_millis(10)));
    assert!(app.world().contains_resource::<Time<Virtual>>());
    let lark = app.world_mut().spawn((bird(0), Behavior::new(Lark::new()))).id();
    // The first update has no length.
    for _ in 0..=1_000 {
        app.update();
    }
    let songs = &app.world().get::<Bird>(lark).expect("it is there").songs;
    assert_eq!(songs, &expected(0, 700));
}
