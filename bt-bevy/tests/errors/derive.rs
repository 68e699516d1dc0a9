// A struct without the derive.
use bevy_app::prelude::*;
use bt_bevy::{BehaviorPlugin, behavior_tree};

struct Board;

behavior_tree! {
    tree Robot(board: &mut Board) { running; }
}

fn main() {
    App::new().add_plugins(BehaviorPlugin::<Robot>::new(Update));
}
