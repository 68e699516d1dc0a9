// A component has one field.
use bevy_ecs::prelude::*;
use bt_bevy::Blackboard;

#[derive(Component)]
struct Place;

#[derive(Blackboard)]
struct Board<'w> {
    place: &'w Place,
    moved: Mut<'w, Place>,
}

fn main() {}
