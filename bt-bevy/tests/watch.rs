//! A recorder sees all entities, under their names, with their blackboards.
#![cfg(feature = "live")]

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_time::Time;
use bt_bevy::{
    Behavior, BehaviorPlugin, Blackboard, Change, LivePlugin, NodeChanged, RecorderPlugin, Watch,
};
use bt_core::observe::Mark;
use bt_core::{End, behavior_tree};
use serde::Serialize;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

#[derive(Component, Serialize)]
struct Health {
    points: u32,
}

#[derive(Component, Debug)]
struct Mood(#[allow(dead_code, reason = "it is shown")] &'static str);

/// Can be shown in no way.
#[derive(Component)]
struct Secret;

#[derive(Resource)]
struct Music;

#[derive(Blackboard)]
struct Board<'w> {
    health: Mut<'w, Health>,
    mood: Option<&'w Mood>,
    _secret: &'w Secret,
    #[resource]
    _music: &'w Music,
    #[resource]
    time: &'w Time,
}

behavior_tree! {
    tree Guard(guard: &mut Board<'_>) {
        active_selector {
            'flee: active_sequence { condition guard.health.points < 20; running; }
            'watch: sequence { action guard.health.points -= 30; wait(1h); }
        }
    }
}

fn app() -> App {
    let mut app = App::new();
    app.init_resource::<Time>().insert_resource(Music);
    app.add_plugins(BehaviorPlugin::<Guard>::new(Update).report([Guard::WATCH]));
    app
}

fn guard(app: &mut App, name: &'static str, points: u32) -> Entity {
    let data = (Health { points }, Secret, Name::new(name));
    app.world_mut().spawn((Behavior::new(Guard::new()), data)).id()
}

#[test]
fn a_recorder_has_names_nodes_and_blackboards() {
    let mut app = app();
    app.add_plugins(RecorderPlugin { capacity: 1 << 20 });
    let anna = guard(&mut app, "Anna", 40);
    let bert = guard(&mut app, "Bert", 100);
    app.world_mut().entity_mut(bert).insert(Mood("calm"));
    for _ in 0..3 {
        app.world_mut().resource_mut::<Time>().advance_by(Duration::from_millis(100));
        app.update();
    }
    app.world_mut().despawn(anna);
    let recording = app.world().resource::<Watch>().recording();
    let [anna, bert] = [0, 1].map(|index| recording.agents().nth(index).expect("there are two"));
    assert_eq!((anna.name(), bert.name()), ("Anna", "Bert"));
    let moments: Vec<u64> = recording.moments().collect();
    assert_eq!(moments.len(), 3);
    assert!(anna.active_at(moments[0]).contains(&Guard::WATCH));
    // The despawn is in the last moment.
    assert!(anna.active_at(moments[1]).contains(&Guard::FLEE));
    let last = anna.frames().last().expect("it was ticked");
    assert!(last.events().any(|event| event == (Guard::FLEE, Mark::Aborted)));
    assert!(anna.active_at(moments[2]).is_empty());
    assert!(anna.retired().is_some() && bert.retired().is_none());
    let values = bert.blackboard_at(moments[2]).expect("there are snapshots");
    let shown: Vec<_> = values.keys().map(String::as_str).collect();
    assert_eq!(values["health"]["points"], 70);
    assert_eq!(values["mood"], "Some(Mood(\"calm\"))");
    assert_eq!(shown.len(), 3, "{shown:?}");
}

#[derive(Resource, Default)]
struct Ends(Vec<Change>);

#[test]
fn events_are_reported_while_a_recorder_runs() {
    let mut app = app();
    app.init_resource::<Ends>();
    app.add_observer(|event: On<NodeChanged<Guard>>, mut ends: ResMut<Ends>| {
        ends.0.push(event.change);
    });
    app.add_plugins(RecorderPlugin { capacity: 1 << 20 });
    let anna = guard(&mut app, "Anna", 100);
    app.update();
    app.world_mut().despawn(anna);
    assert_eq!(app.world().resource::<Ends>().0, [Change::Began, Change::Ended(End::Aborted)]);
}

#[test]
fn the_live_page_answers() {
    let mut app = app();
    app.add_plugins(LivePlugin::default());
    guard(&mut app, "Anna", 40);
    app.update();
    let url = app.world().resource::<Watch>().url().expect("it is live");
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")
        .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
