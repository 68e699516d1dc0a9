//! Ten thousand frames in which entities come, go, and lose their trees and components at random: each start has one
//! end, for actions and for the events of nodes.

use bevy_app::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::query::Allow;
use bevy_time::Time;
use bt_bevy::{AbortTree, Behavior, BehaviorPlugin, Blackboard, Change, NodeChanged};
use bt_core::{Action, End, Status, behavior_tree};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::Duration;

#[derive(Component)]
struct Serial(u64);

#[derive(Component)]
struct Energy(u32);

/// The actions that run now, and the number of ends, over all entities.
#[derive(Default)]
struct Book {
    running: BTreeSet<(u64, &'static str)>,
    ends: BTreeMap<&'static str, u64>,
}

#[derive(Resource, Default)]
struct Ledger(Mutex<Book>);

impl Ledger {
    fn start(&self, serial: u64, action: &'static str) {
        let is_new = self.0.lock().expect("no panic").running.insert((serial, action));
        assert!(is_new, "{action} of {serial} starts twice");
    }

    fn end(&self, serial: u64, action: &'static str, end: End) {
        let mut book = self.0.lock().expect("no panic");
        assert!(book.running.remove(&(serial, action)), "{action} of {serial} ends twice");
        let end = match end {
            End::Success => "success",
            End::Failure => "failure",
            End::Aborted => "aborted",
        };
        *book.ends.entry(end).or_default() += 1;
    }
}

/// The blackboard of trees that are ticked in parallel.
#[derive(Blackboard)]
struct Shared<'w> {
    serial: &'w Serial,
    energy: Mut<'w, Energy>,
    #[resource]
    time: &'w Time,
    #[resource]
    ledger: &'w Ledger,
}

/// The blackboard of trees that are ticked in order. They can despawn themselves.
#[derive(Blackboard)]
struct Alone<'w> {
    me: Entity,
    serial: &'w Serial,
    energy: Mut<'w, Energy>,
    #[resource]
    time: &'w Time,
    #[resource]
    ledger: &'w Ledger,
    commands: Commands<'w, 'w>,
}

/// Uses up energy, and writes into the ledger.
struct Work {
    name: &'static str,
}

macro_rules! work {
    ($blackboard:ident) => {
        impl Action<$blackboard<'_>> for Work {
            fn start(&mut self, agent: &mut $blackboard<'_>) {
                agent.ledger.start(agent.serial.0, self.name);
            }

            fn tick(&mut self, agent: &mut $blackboard<'_>) -> Status {
                match agent.energy.0 {
                    0 => Status::Success,
                    13 => {
                        agent.energy.0 = 0;
                        Status::Failure
                    }
                    _ => {
                        agent.energy.0 -= 1;
                        Status::Running
                    }
                }
            }

            fn end(&mut self, agent: &mut $blackboard<'_>, end: End) {
                agent.ledger.end(agent.serial.0, self.name, end);
            }
        }
    };
}

work!(Shared);
work!(Alone);

behavior_tree! {
    tree Ant(ant: &mut Shared<'_>) {
        active_selector {
            active_sequence {
                condition ant.energy.0 % 5 == 4;
                'flee: parallel {
                    action Work { name: "flee" };
                    action Work { name: "shout" };
                }
            }
            'dig: action Work { name: "dig" };
            sequence {
                wait(Duration::from_millis(ant.serial.0 % 50));
                action ant.energy.0 = u32::try_from(ant.serial.0 % 20).unwrap_or(0);
            }
        }
    }

    tree Bee(bee: &mut Alone<'_>) {
        'live: sequence {
            retry(3) 'fly: action Work { name: "fly" };
            wait(Duration::from_millis(bee.serial.0 % 50));
            action bee.energy.0 = u32::try_from(bee.serial.0 % 20).unwrap_or(0);
            if bee.serial.0.is_multiple_of(7) {
                action {
                    let me = bee.me;
                    bee.commands.entity(me).try_despawn();
                };
            } else {
                succeed;
            }
        }
    }
}

/// The nodes that run, as the messages tell.
#[derive(Resource, Default)]
struct Told {
    nodes: BTreeSet<(Entity, u32)>,
    began: u64,
}

impl Told {
    fn take<T: Send + Sync + 'static>(&mut self, event: &NodeChanged<T>, of: u32) {
        let node = (event.entity, of + u32::try_from(event.node.index()).expect("trees are small"));
        match event.change {
            Change::Began => {
                assert!(self.nodes.insert(node), "{event:?} twice");
                self.began += 1;
            }
            Change::Ended(_) => assert!(self.nodes.remove(&node), "{event:?} without a beginning"),
        }
    }
}

fn app() -> App {
    let mut app = App::new();
    app.init_resource::<Ledger>().init_resource::<Told>().init_resource::<Time>();
    app.add_plugins((
        TaskPoolPlugin::default(),
        BehaviorPlugin::<Ant>::new(Update).report([Ant::FLEE, Ant::DIG]),
        BehaviorPlugin::<Bee>::new(Update).report([Bee::LIVE, Bee::FLY]),
    ));
    app.add_observer(|event: On<NodeChanged<Ant>>, mut told: ResMut<Told>| told.take(&event, 0));
    app.add_observer(|event: On<NodeChanged<Bee>>, mut told: ResMut<Told>| told.take(&event, 100));
    app
}

/// Something happens to an entity.
fn disturb(world: &mut World, entity: Entity, random: &mut Rng) {
    let Ok(mut agent) = world.get_entity_mut(entity) else { return };
    match random.u32(0..12) {
        0..2 => agent.despawn(),
        2 => {
            agent.remove::<Behavior<Ant>>();
        }
        3 => {
            agent.remove::<(Behavior<Bee>, Energy)>();
        }
        4 => {
            agent.remove::<Energy>();
        }
        5 => {
            agent.remove::<Serial>();
        }
        6 => {
            agent.insert(Behavior::new(Ant::new()));
        }
        7 => {
            agent.insert((Behavior::new(Bee::new()), Energy(random.u32(0..20))));
        }
        8 => {
            agent.insert(Energy(random.u32(0..20)));
        }
        9 => {
            agent.insert(Disabled);
        }
        10 => {
            agent.remove::<Disabled>();
        }
        _ => world.trigger(AbortTree { entity }),
    }
}

/// Enough for the ants to be ticked in parallel.
const MOST: usize = 500;

#[test]
fn each_start_has_one_end() {
    let mut app = app();
    let mut random = Rng::with_seed(20);
    let mut entities: Vec<Entity> = Vec::new();
    for frame in 0..10_000 {
        let world = app.world_mut();
        world.resource_mut::<Time>().advance_by(Duration::from_millis(10));
        for _ in 0..random.usize(0..3) {
            let data = (Serial(random.u64(0..u64::MAX / 2)), Energy(random.u32(0..20)));
            let ant = (Behavior::new(Ant::new()), Serial(data.0.0), Energy(data.1.0));
            let entity = match random.u32(0..4) {
                0..3 => world.spawn(ant),
                _ => world.spawn((Behavior::new(Bee::new()), data)),
            };
            entities.push(entity.id());
        }
        while entities.len() > MOST {
            let entity = entities.swap_remove(random.usize(0..entities.len()));
            world.try_despawn(entity).ok();
        }
        for _ in 0..random.usize(0..5) {
            let place = random.usize(0..entities.len().max(1));
            if let Some(entity) = entities.get(place).copied() {
                disturb(world, entity, &mut random);
                if world.get_entity(entity).is_err() {
                    entities.swap_remove(place);
                }
            }
        }
        app.update();
        if frame % 100 == 0 {
            compare(&mut app);
        }
    }
    compare(&mut app);
    app.world_mut().write_message(AppExit::Success);
    app.update();
    let book = app.world().resource::<Ledger>().0.lock().expect("no panic");
    assert_eq!(book.running, BTreeSet::new());
    assert!(book.ends.len() == 3 && book.ends.values().all(|ends| *ends > 100), "{:?}", book.ends);
    let told = app.world().resource::<Told>();
    assert!(told.nodes.is_empty() && told.began > 1_000, "{} began", told.began);
}

/// The ledger and the messages tell what runs.
fn compare(app: &mut App) {
    let mut running = BTreeSet::new();
    let mut nodes = BTreeSet::new();
    let world = app.world_mut();
    let mut ants = world.query_filtered::<(Entity, &Serial, &Behavior<Ant>), Allow<Disabled>>();
    for (entity, serial, ant) in ants.iter(world) {
        let fleeing = ant.active().filter_map(|node| match Ant::node(node).source {
            source if source.contains("flee") => Some("flee"),
            source if source.contains("shout") => Some("shout"),
            source if source.contains("dig") => Some("dig"),
            _ => None,
        });
        running.extend(fleeing.map(|action| (serial.0, action)));
        let told = ant.active().filter(|node| [Ant::FLEE, Ant::DIG].contains(node));
        nodes.extend(told.map(|node| (entity, u32::try_from(node.index()).expect("small"))));
    }
    let mut bees = world.query_filtered::<(Entity, &Serial, &Behavior<Bee>), Allow<Disabled>>();
    for (entity, serial, bee) in bees.iter(world) {
        if bee.is_active(Bee::FLY) {
            running.insert((serial.0, "fly"));
        }
        let told = bee.active().filter(|node| [Bee::LIVE, Bee::FLY].contains(node));
        nodes.extend(told.map(|node| (entity, 100 + u32::try_from(node.index()).expect("small"))));
    }
    assert_eq!(world.resource::<Ledger>().0.lock().expect("no panic").running, running);
    assert_eq!(world.resource::<Told>().nodes, nodes);
}
