//! Clicks, frames and commands, through the camera of the window.

use super::{add, empty_game, game, place};
use crate::game::Game;
use crate::pointer::{Gesture, Pointer};
use crate::world::STEP;
use crate::world::body::Kind;
use crate::world::view::ARRIVED;
use bt_core::grid::Handle;
use bt_core::picking::glam::{Vec2, Vec3};
use bt_core::picking::{Camera, Ground};

const WINDOW: Vec2 = Vec2::new(1280.0, 720.0);

fn camera(game: &Game) -> Camera {
    game.orbit.picking(WINDOW).expect("the window has an area")
}

/// The place in the window where the middle of a body is drawn.
fn on_screen(game: &Game, handle: Handle) -> Vec2 {
    let body = game.world.body(handle).expect("it is there");
    let middle = Ground::Xz.point(body.place, 0.5 * body.kind.height());
    shown(&camera(game), middle)
}

fn shown(camera: &Camera, point: Vec3) -> Vec2 {
    let point = camera.project(point).expect("a finite point");
    assert!(point.is_visible());
    point.position()
}

fn click(game: &mut Game, touch: Vec2) {
    let camera = camera(game);
    game.select_by(Gesture::Click(touch), &camera).expect("a finite touch");
}

#[test]
fn a_click_selects_the_body_under_it() {
    let mut game = empty_game();
    let bodies = [
        (Kind::Sheep, [0.0, 0.0]),
        (Kind::Hunter, [5.0, 1.0]),
        (Kind::Shepherd, [-4.0, 3.0]),
        (Kind::Sheep, [0.0, -9.0]),
    ];
    let handles = bodies.map(|(kind, offset)| add(&mut game.world, kind, offset));
    for (yaw, pitch) in [(0.0, 0.5), (2.0, 0.3), (-1.0, 1.4)] {
        (game.orbit.yaw, game.orbit.pitch) = (yaw, pitch);
        for handle in handles {
            let touch = on_screen(&game, handle);
            click(&mut game, touch);
            assert_eq!(game.selection.handles(), [handle]);
        }
    }
    click(&mut game, Vec2::new(5.0, 700.0));
    assert_eq!(game.selection.handles(), [], "nobody is there");
}

#[test]
fn of_two_bodies_the_nearer_one_is_selected() {
    let mut game = empty_game();
    (game.orbit.yaw, game.orbit.pitch) = (0.0, 0.16);
    let far = add(&mut game.world, Kind::Sheep, [0.0, -2.0]);
    let near = add(&mut game.world, Kind::Shepherd, [0.0, 0.0]);
    let touch = on_screen(&game, far);
    click(&mut game, touch);
    assert_eq!(game.selection.handles(), [near]);
}

#[test]
fn a_frame_selects_the_bodies_in_it() {
    let mut game = empty_game();
    let inside = [[0.0, 0.0], [2.0, 1.0], [1.0, -2.0]];
    let inside = inside.map(|offset| add(&mut game.world, Kind::Sheep, offset));
    add(&mut game.world, Kind::Sheep, [-11.0, 0.0]);
    let touches = inside.map(|handle| on_screen(&game, handle));
    let corner = touches.into_iter().reduce(Vec2::min).expect("three") - 10.0;
    let opposite = touches.into_iter().reduce(Vec2::max).expect("three") + 10.0;
    let camera = camera(&game);
    game.select_by(Gesture::Frame(opposite, corner), &camera).expect("finite touches");
    let mut selected = game.selection.handles().to_vec();
    selected.sort();
    assert_eq!(selected, inside);
    let everything = Gesture::Frame(Vec2::ZERO, WINDOW);
    game.select_by(everything, &camera).expect("finite touches");
    assert_eq!(game.selection.handles().len(), 4);
}

#[test]
fn a_short_movement_of_the_mouse_is_a_click() {
    let mut pointer = Pointer::default();
    assert_eq!(pointer.release(Vec2::ZERO), None);
    pointer.press(Vec2::new(10.0, 10.0));
    assert_eq!(pointer.frame(Vec2::new(12.0, 11.0)), None);
    let place = Vec2::new(12.0, 11.0);
    assert_eq!(pointer.release(place), Some(Gesture::Click(place)));
    pointer.press(Vec2::ZERO);
    let far = Vec2::new(50.0, 9.0);
    assert_eq!(pointer.frame(far), Some((Vec2::ZERO, far)));
    assert_eq!(pointer.release(far), Some(Gesture::Frame(Vec2::ZERO, far)));
    assert_eq!(pointer.release(far), None);
}

#[test]
fn who_is_sent_arrives_where_the_ground_was_clicked() {
    let mut game = empty_game();
    let sheep = add(&mut game.world, Kind::Sheep, [0.0, 0.0]);
    let touch = on_screen(&game, sheep);
    click(&mut game, touch);
    for offset in [[7.0, 3.0], [-8.0, -5.0]] {
        let goal = game.world.meadow.fold() + Vec2::from(offset);
        let camera = camera(&game);
        let touch = shown(&camera, Ground::Xz.point(goal, 0.0));
        game.send(touch, &camera).expect("a finite touch");
        let name = format!("sheep {} arrived", sheep.index());
        game.news.clear();
        let arrives = |game: &mut Game| {
            game.step();
            game.news.iter().any(|news| news.starts_with(&name))
        };
        assert!((0..60 * 30).any(|_| arrives(&mut game)), "it never arrives");
        assert!(place(&game.world, sheep).distance(goal) < ARRIVED + 0.1);
    }
}

#[test]
fn a_new_command_replaces_the_old_one() {
    let mut game = empty_game();
    let sheep = add(&mut game.world, Kind::Sheep, [0.0, 0.0]);
    let goal = |x: f32| game.world.meadow.fold() + Vec2::new(x, 0.0);
    let [one, other] = [8.0, -8.0].map(goal);
    game.world.send(sheep, one);
    (0..60).for_each(|_| game.step());
    game.world.send(sheep, other);
    let mut nearest = f32::INFINITY;
    for _ in 0..60 * 20 {
        game.step();
        nearest = nearest.min(place(&game.world, sheep).distance(one));
    }
    assert!(place(&game.world, sheep).distance(other) < 3.0);
    assert!(nearest > 2.0, "it never comes to the first place");
}

#[test]
fn many_who_are_sent_get_a_goal_each() {
    let mut game = game(crate::world::Population { sheep: 30, hunters: 0, shepherds: 0 });
    let everybody = game.world.bodies.iter().map(|body| body.handle).collect();
    game.select(everybody);
    let camera = camera(&game);
    game.send(WINDOW / 2.0, &camera).expect("a finite touch");
    let goals: Vec<Vec2> = game.world.bodies.iter().filter_map(|body| body.order).collect();
    assert_eq!(goals.len(), 30);
    for (number, goal) in goals.iter().enumerate() {
        assert!(goals[..number].iter().all(|other| other.distance(*goal) > 1.0));
    }
}

#[test]
fn nobody_is_sent_to_the_sky_or_out_of_the_meadow() {
    let mut game = empty_game();
    let sheep = add(&mut game.world, Kind::Sheep, [0.0, 0.0]);
    game.select(vec![sheep]);
    game.orbit.pitch = 0.16;
    let camera = camera(&game);
    for touch in [Vec2::new(640.0, 2.0), Vec2::new(2.0, 240.0)] {
        game.send(touch, &camera).expect("a finite touch");
        assert_eq!(game.world.body(sheep).and_then(|body| body.order), None);
    }
}

#[test]
fn who_is_caught_is_no_longer_selected() {
    let mut game = game(crate::world::Population { sheep: 40, hunters: 1, shepherds: 0 });
    let everybody: Vec<Handle> = game.world.bodies.iter().map(|body| body.handle).collect();
    game.select(everybody);
    for _ in 0..60 * 180 {
        game.step();
        if game.world.caught > 0 {
            break;
        }
    }
    assert_eq!(game.selection.handles().len(), 41 - game.world.caught);
}

#[test]
fn a_paused_world_stands_still_until_it_is_stepped() {
    let mut game = empty_game();
    game.update(0.1);
    let now = game.world.now;
    game.pause(true);
    game.update(0.1);
    assert_eq!(game.world.now, now);
    game.step();
    assert_eq!(game.world.now, now + STEP);
    game.pause(false);
    game.update(0.034);
    assert_eq!(game.world.now, now + 3 * STEP);
    game.faster();
    game.update(0.034);
    assert_eq!(game.world.now, now + 7 * STEP);
    game.update(60.0);
    assert!(game.world.now < now + 20 * STEP, "a slow frame does a few steps only");
}
