//! A tree on an entity that lacks components warns once, and says which.

use crate::robot::{Arm, Log, Robot, Serial, app};
use bt_bevy::Behavior;
use log::{LevelFilter, Metadata, Record};
use std::sync::{Mutex, Once};

static WARNINGS: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Collect;

impl log::Log for Collect {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        WARNINGS.lock().expect("no test panics here").push(record.args().to_string());
    }

    fn flush(&self) {}
}

#[test]
fn missing_components_are_named_once() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        log::set_logger(&Collect).expect("no other test sets one");
        log::set_max_level(LevelFilter::Warn);
    });
    let mut app = app();
    let entity = app.world_mut().spawn(Behavior::new(Robot::new())).id();
    let warnings = || {
        let all = WARNINGS.lock().expect("no test panics here");
        let name = format!("of {entity} ");
        let of_this = all.iter().filter(|warning| warning.contains(&name));
        of_this.cloned().collect::<Vec<_>>()
    };
    for _ in 0..5 {
        app.update();
    }
    let both = format!(
        "the tree `lifecycle::robot::Robot` of {entity} is not ticked: the entity has no \
         `lifecycle::robot::Serial`, `lifecycle::robot::Arm`"
    );
    assert_eq!(warnings(), std::slice::from_ref(&both));
    // It still lacks the other one.
    app.world_mut().entity_mut(entity).insert(Serial(7));
    for _ in 0..5 {
        app.update();
    }
    let one = format!(
        "the tree `lifecycle::robot::Robot` of {entity} is not ticked: the entity has no \
         `lifecycle::robot::Arm`"
    );
    assert_eq!(warnings(), [both, one]);
    app.world_mut().entity_mut(entity).insert(Arm(1));
    app.update();
    assert_eq!(app.world().resource::<Log>().lines(), ["7 starts"]);
    assert_eq!(warnings().len(), 2);
}
