//! Herd, hunters and shepherds.

use super::{add, is_at, place, seconds, steps_until, world};
use crate::world::body::Kind;
use crate::world::{Population, World};
use bt_core::picking::glam::Vec2;

const HERD: Population = Population { sheep: 60, hunters: 2, shepherds: 1 };

fn places(world: &World) -> Vec<Vec2> {
    world.bodies.iter().map(|body| body.place).collect()
}

#[test]
fn the_population_has_as_many_bodies_as_were_asked_for() {
    for bodies in (1..200).chain([2000, 100_000]) {
        assert_eq!(Population::of(bodies).sum(), bodies);
    }
    let Population { sheep, hunters, shepherds } = Population::of(2000);
    assert!(sheep > 100 * shepherds && hunters > shepherds && shepherds > 0);
}

#[test]
fn the_same_seed_gives_the_same_world() {
    let (mut one, mut other) = (world(HERD), world(HERD));
    for _ in 0..seconds(20) {
        one.step();
        other.step();
    }
    assert_eq!(places(&one), places(&other));
    assert_ne!(places(&one), places(&world(HERD)), "they have moved");
}

#[test]
fn nobody_leaves_the_meadow_and_nobody_is_lost() {
    let mut world = world(HERD);
    for _ in 0..seconds(60) {
        world.step();
        assert_eq!(world.bodies.len(), HERD.sum());
        assert!(world.bodies.iter().all(|body| world.meadow.contains(body.place)));
        let in_grid = world.bodies.iter().map(|body| world.meadow.grid.position(body.handle));
        assert!(in_grid.eq(places(&world).into_iter().map(Some)));
    }
}

#[test]
fn a_hungry_hunter_catches_a_sheep_and_a_lamb_is_born() {
    let mut world = world(Population { sheep: 40, hunters: 1, shepherds: 0 });
    assert!(steps_until(&mut world, seconds(180), |world| world.caught > 0));
    assert_eq!(world.bodies.len(), 41);
    let hunter = world.bodies.iter().find(|body| body.kind == Kind::Hunter).expect("it is there");
    assert!(hunter.hunger < 1.0, "it has eaten");
}

#[test]
fn a_hunter_that_is_not_hungry_does_not_hunt() {
    let mut world = world(super::NOBODY);
    add(&mut world, Kind::Sheep, [0.0, 0.0]);
    let hunter = add(&mut world, Kind::Hunter, [9.0, 0.0]);
    world.bodies[hunter.index()].hunger = 0.0;
    assert!(!steps_until(&mut world, seconds(30), |world| is_at(world, hunter, "hunt")));
    assert!(steps_until(&mut world, seconds(40), |world| is_at(world, hunter, "hunt")));
}

#[test]
fn sheep_flee_from_a_hunter_and_graze_again() {
    let mut world = world(super::NOBODY);
    let sheep = add(&mut world, Kind::Sheep, [0.0, 0.0]);
    add(&mut world, Kind::Sheep, [2.0, 2.0]);
    add(&mut world, Kind::Sheep, [2.0, 0.0]);
    world.step();
    assert!(is_at(&world, sheep, "graze"));
    let hunter = add(&mut world, Kind::Hunter, [-6.0, 0.0]);
    world.bodies[hunter.index()].hunger = 0.0;
    world.step();
    assert!(is_at(&world, sheep, "flee"));
    let distance = |world: &World| place(world, sheep).distance(place(world, hunter));
    // The flight goes on beyond the distance at which it begins.
    assert!(steps_until(&mut world, seconds(20), |world| distance(world) > 12.0));
    assert!(is_at(&world, sheep, "flee"));
    assert!(steps_until(&mut world, seconds(20), |world| !is_at(world, sheep, "flee")));
    assert!(distance(&world) > 14.0);
}

#[test]
fn a_shepherd_gathers_a_stray() {
    let mut world = world(super::NOBODY);
    let outside = world.meadow.pasture + 6.0;
    let stray = add(&mut world, Kind::Sheep, [outside, 0.0]);
    let shepherd = add(&mut world, Kind::Shepherd, [-5.0, 0.0]);
    world.step();
    assert!(is_at(&world, shepherd, "gather"));
    let is_driven = |world: &World| is_at(world, stray, "follow");
    assert!(steps_until(&mut world, seconds(60), is_driven), "the shepherd came");
    assert!(steps_until(&mut world, seconds(60), |world| !is_driven(world)));
    assert!(!world.meadow.is_outside_pasture(place(&world, stray)));
    assert!(steps_until(&mut world, seconds(60), |world| is_at(world, shepherd, "watch")));
}

#[test]
fn a_shepherd_drives_a_hunter_away() {
    let mut world = world(super::NOBODY);
    let shepherd = add(&mut world, Kind::Shepherd, [0.0, 0.0]);
    let hunter = add(&mut world, Kind::Hunter, [8.0, 0.0]);
    world.step();
    assert!(is_at(&world, shepherd, "drive_off") && is_at(&world, hunter, "retreat"));
    let distance = |world: &World| place(world, shepherd).distance(place(world, hunter));
    assert!(steps_until(&mut world, seconds(20), |world| distance(world) > 10.0));
}
