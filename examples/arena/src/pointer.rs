//! The mouse: clicks and frames, and the bodies under them.

use crate::world::World;
use crate::world::body::Kind;
use bt_core::grid::{ALL, Handle};
use bt_core::picking::glam::Vec2;
use bt_core::picking::{Bodies, Camera, Capsule, Error, Ground};

/// Bodies are at most this tall and wide.
const BODIES: Bodies = Bodies { ground: Ground::Xz, bottom: 0.0, top: 1.9, radius: 0.8 };
/// The distance in points that turns a click into a frame.
const FRAME: f32 = 6.0;

/// A press and a release of the button, with places in points from the top left corner of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Gesture {
    Click(Vec2),
    /// Two opposite corners.
    Frame(Vec2, Vec2),
}

/// The left button of the mouse.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pointer {
    pressed: Option<Vec2>,
}

impl Pointer {
    pub(crate) fn press(&mut self, place: Vec2) {
        self.pressed = Some(place);
    }

    pub(crate) fn release(&mut self, place: Vec2) -> Option<Gesture> {
        let pressed = self.pressed.take()?;
        let is_frame = pressed.distance(place) > FRAME;
        Some(if is_frame { Gesture::Frame(pressed, place) } else { Gesture::Click(place) })
    }

    /// The frame that is drawn now, with the mouse at this place.
    pub(crate) fn frame(&self, place: Vec2) -> Option<(Vec2, Vec2)> {
        let pressed = self.pressed?;
        (pressed.distance(place) > FRAME).then_some((pressed, place))
    }
}

/// The body under the mouse.
pub(crate) fn body_at(
    world: &World,
    camera: &Camera,
    touch: Vec2,
) -> Result<Option<Handle>, Error> {
    let ray = camera.ray(touch)?;
    let shape = |found: &bt_core::grid::Found<Vec2>| {
        let kind = world.body(found.handle)?.kind;
        capsule(kind, found.position)
    };
    let picked = BODIES.nearest_of(&world.meadow.grid, &ray, f32::INFINITY, ALL, shape);
    Ok(picked.map(|picked| picked.found.handle))
}

/// An upright capsule around a body.
fn capsule(kind: Kind, place: Vec2) -> Option<Capsule> {
    let radius = if kind == Kind::Shepherd { 0.45 } else { 0.65 };
    let point = |height| Ground::Xz.point(place, height);
    Capsule::new(point(radius), point((kind.height() - radius).max(radius)), radius).ok()
}

/// The point of the ground under the mouse; `None` in the sky and outside of the meadow.
pub(crate) fn ground_at(
    world: &World,
    camera: &Camera,
    touch: Vec2,
) -> Result<Option<Vec2>, Error> {
    let hit = camera.ray(touch)?.hit(&Ground::Xz.plane());
    let place = hit.map(|hit| Ground::Xz.position(hit.point()));
    Ok(place.filter(|place| world.meadow.contains(*place)))
}

/// All bodies in a frame.
pub(crate) fn bodies_in(
    world: &World,
    camera: &Camera,
    (corner, opposite): (Vec2, Vec2),
) -> Result<Vec<Handle>, Error> {
    let selection = camera.selection(corner, opposite)?;
    let mut inside = Vec::new();
    BODIES.for_each_in(&selection, &world.meadow.grid, ALL, |found| inside.push(found.handle));
    Ok(inside)
}
