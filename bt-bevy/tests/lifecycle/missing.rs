//! A tree on an entity that lacks components warns once, and says which.

use crate::robot::{Arm, Log, Robot, Serial, app};
use bt_bevy::Behavior;

#[path = "../plugin/warnings.rs"]
mod warnings;

#[test]
fn missing_components_are_named_once() {
    warnings::collect();
    let mut app = app();
    let entity = app.world_mut().spawn(Behavior::new(Robot::new())).id();
    let warnings = || warnings::with(&format!("of {entity} "));
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
