// What a field may not be, all at once, and no second error about the derive.
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bt_bevy::{BehaviorPlugin, Blackboard, behavior_tree};

#[derive(Component)]
struct Place;

#[derive(Resource)]
struct Map;

#[derive(Blackboard)]
struct Board<'w> {
    place: &'w mut Place,
    map: Res<'w, Map>,
    others: Query<'w, 'w, &'static mut Place>,
    short: Query<'w, 'w, &'w Place>,
}

behavior_tree! {
    tree Robot(board: &mut Board<'_>) { running; }
}

fn main() {
    App::new().add_plugins(BehaviorPlugin::<Robot>::new(Update));
}
