//! Everything that is drawn, with macroquad: the meadow in three dimensions, then labels and panels on top.

mod animals;
mod brush;
mod light;
mod model;
mod panels;
mod scenery;
mod text;

use crate::camera::Orbit;
use crate::game::Game;
use animals::Visible;
use brush::Brush;
use bt_core::picking::glam;
use macroquad::camera::{Camera, set_camera, set_default_camera};
use macroquad::math::{Mat4, Vec3};
use macroquad::texture::RenderPass;
use model::Models;
use scenery::Scenery;

pub(crate) use brush::{MOST_INDICES, MOST_VERTICES};

pub(crate) struct Screen {
    scenery: Scenery,
    models: Models,
    brush: Brush,
}

/// The state of the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// The frame that the player draws with the mouse, in points.
    pub(crate) frame: Option<(glam::Vec2, glam::Vec2)>,
    /// Frames per second; `None` if the frames do not follow the clock.
    pub(crate) rate: Option<f32>,
}

impl Screen {
    pub(crate) fn new(game: &Game) -> Self {
        let meadow = &game.world.meadow;
        Self { scenery: Scenery::new(meadow), models: Models::new(), brush: Brush::default() }
    }

    /// Draws a frame.
    pub(crate) fn draw(&mut self, game: &Game, window: glam::Vec2, moment: Moment) {
        let camera = game.orbit.picking(window).ok();
        set_default_camera();
        light::draw_sky(game.orbit.horizon(window));
        set_camera(&Matrices { orbit: game.orbit, window });
        let eye = vector(game.orbit.eye());
        self.scenery.draw(&mut self.brush, eye);
        let selection =
            camera.and_then(|camera| camera.selection([0.0, 0.0], window.to_array()).ok());
        animals::draw(&mut self.brush, &self.models, game, &Visible { eye, selection });
        self.brush.flush();
        set_default_camera();
        if let Some(camera) = &camera {
            panels::draw_labels(game, camera);
        }
        panels::draw(game, moment);
    }
}

/// The matrices of the camera, which macroquad draws with. Its glam is of another version.
struct Matrices {
    orbit: Orbit,
    window: glam::Vec2,
}

impl Camera for Matrices {
    fn matrix(&self) -> Mat4 {
        let matrix = Orbit::projection(self.window) * self.orbit.view();
        Mat4::from_cols_array(&matrix.to_cols_array())
    }

    fn depth_enabled(&self) -> bool {
        true
    }

    fn render_pass(&self) -> Option<RenderPass> {
        None
    }

    fn viewport(&self) -> Option<(i32, i32, i32, i32)> {
        None
    }
}

fn vector(point: glam::Vec3) -> Vec3 {
    Vec3::from_array(point.to_array())
}

/// The point of the world at a height above a place of the meadow.
fn above(place: glam::Vec2, height: f32) -> Vec3 {
    Vec3::new(place.x, height, place.y)
}
