// A tree that waits needs a clock.
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bt_bevy::{BehaviorPlugin, Blackboard, behavior_tree};

#[derive(Component)]
struct Place;

#[derive(Blackboard)]
struct Board<'w> {
    _place: &'w Place,
}

behavior_tree! {
    tree Robot(board: &mut Board<'_>) { wait(1s); }
}

fn main() {
    App::new().add_plugins(BehaviorPlugin::<Robot>::new(Update));
}
