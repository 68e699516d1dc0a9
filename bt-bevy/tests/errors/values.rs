// A blackboard keeps no values.
use bevy_ecs::prelude::*;
use bt_bevy::Blackboard;

#[derive(Component)]
struct Place;

#[derive(Blackboard)]
struct Board<'w> {
    place: &'w Place,
    steps: u32,
    path: Vec<[f32; 2]>,
}

fn main() {}
