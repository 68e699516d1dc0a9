//! The labels of selected bodies: name, action and reason.

use super::animals::SELECTED;
use super::text::{BOX, FAINT, Lines, WHITE};
use crate::game::{Game, name};
use bt_core::picking::Camera;
use bt_core::picking::glam::Vec3;
use macroquad::shapes::{draw_line, draw_triangle};
use macroquad::window::{screen_height, screen_width};

/// The characters in a line of a reason.
const LONGEST: usize = 46;
/// With more labels than this, only the first one says why.
const WITH_REASON: usize = 2;

pub(crate) fn draw(game: &Game, camera: &Camera) {
    let stories = game.selection.stories();
    // The label of the first selected body is on top.
    for (number, (handle, story)) in stories.iter().enumerate().rev() {
        let Some(body) = game.world.body(*handle) else { continue };
        let head = Vec3::new(body.place.x, 1.45 * body.kind.height(), body.place.y);
        let Ok(point) = camera.project(head) else { continue };
        if !point.is_visible() {
            continue;
        }
        let mut lines = Lines::new();
        lines.add(name(body.kind, *handle), SELECTED);
        if !story.doing().is_empty() {
            lines.wrap(story.doing(), LONGEST, WHITE);
        }
        if number == 0 || stories.len() <= WITH_REASON {
            lines.wrap(story.why(), LONGEST, FAINT);
        }
        let (position, (width, height)) = (point.position(), lines.size());
        let x = (position.x - 0.5 * width).clamp(4.0, (screen_width() - width - 4.0).max(4.0));
        let lowest = (screen_height() - height - 4.0).max(4.0);
        let y = (position.y - height - 22.0).clamp(4.0, lowest);
        let at = |x: f32, y: f32| macroquad::math::Vec2::new(x, y);
        let (left, right) = (at(position.x - 6.0, y + height), at(position.x + 6.0, y + height));
        draw_triangle(left, right, at(position.x, y + height + 8.0), BOX);
        draw_line(position.x, y + height + 8.0, position.x, position.y, 1.0, SELECTED);
        lines.draw(x, y, BOX);
    }
}
