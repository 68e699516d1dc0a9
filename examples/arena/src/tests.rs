//! Tests of everything except the drawing.

mod live_page;
mod options;
mod pointing;
mod stories;
mod tree_file;
mod world;

use crate::game::{Game, Start};
use crate::tree_file::TreeFile;
use crate::world::body::Kind;
use crate::world::{Population, World};
use bt_core::grid::Handle;
use bt_core::picking::glam::Vec2;

const NOBODY: Population = Population { sheep: 0, hunters: 0, shepherds: 0 };

/// The number of steps in a number of seconds.
const fn seconds(number: u32) -> u32 {
    60 * number
}

/// A game without bodies; its clock stands still.
fn empty_game() -> Game {
    game(NOBODY)
}

fn game(population: Population) -> Game {
    game_with(population, TreeFile::built_in().expect("the file is correct"))
}

fn game_with(population: Population, trees: TreeFile) -> Game {
    let start = Start { population, seed: 1, port: 0, clock: || 0.0 };
    Game::new(start, trees).expect("a small world")
}

fn world(population: Population) -> World {
    game(population).world
}

/// Adds a body at this distance from the fold.
fn add(world: &mut World, kind: Kind, offset: [f32; 2]) -> Handle {
    let place = world.meadow.fold() + Vec2::from(offset);
    world.add(kind, place).expect("a place in the meadow")
}

fn place(world: &World, handle: Handle) -> Vec2 {
    world.body(handle).expect("it is there").place
}

/// Returns `true` if the node with this label is active.
fn is_at(world: &World, handle: Handle, label: &str) -> bool {
    let mind = world.mind(handle).expect("it is there");
    mind.is_active(mind.labelled(label).expect("the tree has the label"))
}

/// Does steps until a condition is true; returns `false` if it is false after all steps.
fn steps_until(world: &mut World, steps: u32, mut is_so: impl FnMut(&World) -> bool) -> bool {
    (0..steps).any(|_| {
        world.step();
        is_so(world)
    })
}
