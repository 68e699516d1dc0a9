//! The animals in a window.

use super::{Graze, Hunt, Place, SHEEP, Side, frame, with_trees};
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bt_bevy::Behavior;
use minifb::{Key, Window, WindowOptions};
use std::error::Error;

/// Pixels of an animal.
const SIZE: usize = 7;
const GRASS: u32 = 0x002b_4a22;

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "lengths of the meadow are small and positive"
)]
fn pixels(length: f32) -> usize {
    (length * 12.0) as usize
}

/// Shows the animals until the window is closed.
pub(super) fn open() -> Result<(), Box<dyn Error>> {
    let mut app = with_trees(400, [&[], &[]])?;
    let side = pixels(app.world().resource::<Side>().0);
    let mut window = Window::new("Wolves and sheep", side, side, WindowOptions::default())?;
    window.set_target_fps(60);
    while window.is_open() && !window.is_key_down(Key::Escape) {
        frame(&mut app);
        window.update_with_buffer(&picture(&mut app, side), side, side)?;
    }
    Ok(())
}

/// A picture of the meadow, with a square for each animal, whose color says what its tree does: wolves are darker.
fn picture(app: &mut App, side: usize) -> Vec<u32> {
    let mut picture = vec![GRASS; side * side];
    let world = app.world_mut();
    let mut animals = world.query::<(&Place, Option<&Behavior<Graze>>, Option<&Behavior<Hunt>>)>();
    for (place, sheep, wolf) in animals.iter(world) {
        let does = |grazes, hunts| {
            sheep.is_some_and(|sheep| sheep.is_active(grazes))
                || wolf.is_some_and(|wolf| wolf.is_active(hunts))
        };
        let is_sheep = place.group == SHEEP;
        let color = if does(Graze::FLEE, Hunt::CHASE) {
            if is_sheep { 0x00f0_9070 } else { 0x00a0_1010 }
        } else if does(Graze::SLEEP, Hunt::SLEEP) {
            if is_sheep { 0x0080_a0e0 } else { 0x0030_4080 }
        } else if is_sheep {
            0x00f0_f0e0
        } else {
            0x0020_2020
        };
        let [left, top] = place.at.map(pixels);
        for row in top..(top + SIZE).min(side) {
            picture[row * side..][left.min(side)..(left + SIZE).min(side)].fill(color);
        }
    }
    picture
}
