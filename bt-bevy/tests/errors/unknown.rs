// A type that is not a component is named at its field.
use bevy_ecs::prelude::*;
use bt_bevy::Blackboard;

#[derive(Component)]
struct Place;

struct NoComponent;

#[derive(Blackboard)]
struct Board<'w> {
    place: &'w Place,
    wrong: &'w NoComponent,
}

fn main() {}
