//! Only trees that can do something are ticked, and it makes no difference to what they do.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time, Virtual};
use bt_bevy::{Behavior, BehaviorPlugin, Blackboard, WakeTree};
use bt_core::{Action, End, Status, Wake, behavior_tree};
use std::sync::atomic::{AtomicU32, Ordering};
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

/// It counts how often it has listened.
#[derive(Component, Default)]
struct Dog {
    listened: AtomicU32,
    hears_cat: bool,
    barks: u32,
}

#[derive(Blackboard)]
struct Yard<'w> {
    dog: Mut<'w, Dog>,
}

impl Yard<'_> {
    fn hears_cat(&self) -> bool {
        self.dog.listened.fetch_add(1, Ordering::Relaxed);
        self.dog.hears_cat
    }

    fn bark(&mut self) {
        self.dog.barks += 1;
        self.dog.hears_cat = false;
    }
}

behavior_tree! {
    tree Doze(yard: &mut Yard<'_>) {
        active_selector {
            sequence { condition yard.hears_cat(); action yard.bark(); }
            running;
        }
    }
}

#[test]
fn an_event_driven_tree_rests_below_a_condition() {
    let mut app = App::new();
    let doze = || Behavior::new(Doze::new()).event_driven();
    // Some are there before the plugin.
    let mut dogs: Vec<Entity> =
        (0..10).map(|_| app.world_mut().spawn((doze(), Dog::default())).id()).collect();
    app.add_plugins(BehaviorPlugin::<Doze>::new(Update));
    dogs.extend((10..1_000).map(|_| app.world_mut().spawn((doze(), Dog::default())).id()));
    let awake = app.world_mut().spawn((Behavior::new(Doze::new()), Dog::default())).id();
    let listened = |app: &mut App, dog: Entity| {
        app.world().get::<Dog>(dog).map(|dog| dog.listened.load(Ordering::Relaxed))
    };
    for _ in 0..5 {
        app.update();
    }
    // In the second tick, nothing is new.
    assert!(dogs.iter().all(|dog| listened(&mut app, *dog) == Some(2)));
    assert_eq!(listened(&mut app, awake), Some(5));

    // The last ones get the numbers of those that go.
    for dog in [awake, dogs[5]] {
        app.world_mut().despawn(dog);
    }
    for dog in [dogs[3], dogs[999]] {
        app.world_mut().get_mut::<Dog>(dog).expect("it is there").hears_cat = true;
        app.world_mut().trigger(WakeTree { entity: dog });
    }
    for _ in 0..9 {
        app.update();
    }
    // After the bark, it begins again.
    let woken = (0..1_000).filter(|dog| listened(&mut app, dogs[*dog]) == Some(2 + 3));
    assert_eq!(woken.collect::<Vec<_>>(), [3, 999]);
    let barks = |dog: usize| app.world().get::<Dog>(dogs[dog]).map(|dog| dog.barks);
    assert_eq!([3, 4, 5, 999].map(barks), [Some(1), Some(0), None, Some(1)]);
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
