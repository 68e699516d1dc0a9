// A parameter that is none is named at its field.
use bevy_ecs::prelude::*;
use bt_bevy::Blackboard;

struct NoParam;

#[derive(Resource)]
struct Map;

#[derive(Blackboard)]
struct Board<'w> {
    #[resource]
    map: &'w Map,
    #[param]
    wrong: &'w NoParam,
}

fn main() {}
