//! The labels of selected bodies, with name, action and reason; and the panels: the state of the game, the frame budget, the keys, messages, and the frame of the mouse.

use super::Moment;
use super::animals::SELECTED;
use super::text::{self, BOX, FAINT, LINE, Lines, MARGIN, RED_BOX, WHITE, write};
use crate::budget::{FRAME, Part};
use crate::game::{Game, name};
use crate::world::body::Kind;
use bt_core::picking::Camera;
use bt_core::picking::glam::Vec3;
use macroquad::color::Color;
use macroquad::shapes::{draw_line, draw_rectangle, draw_rectangle_lines, draw_triangle};
use macroquad::window::{screen_height, screen_width};

const KEYS: [&str; 8] = [
    "click or drag: select",
    "right click: send",
    "WASD, Q E, wheel: camera",
    "F: follow",
    "space: pause",
    "N: step",
    "+ -: speed",
    "L: live page",
];
/// The width of the bar of a whole frame at 60 frames per second, in points.
const BAR: f32 = 180.0;
const COLORS: [Color; 4] = [
    Color::new(0.45, 0.78, 0.95, 1.0),
    Color::new(0.98, 0.80, 0.36, 1.0),
    Color::new(0.63, 0.86, 0.50, 1.0),
    Color::new(0.93, 0.55, 0.50, 1.0),
];

pub(crate) fn draw(game: &Game, moment: Moment) {
    state(game);
    budget(game, moment.rate);
    messages(game);
    if let Some((one, other)) = moment.frame {
        let (min, size) = (one.min(other), (one - other).abs());
        draw_rectangle(min.x, min.y, size.x, size.y, Color { a: 0.15, ..SELECTED });
        draw_rectangle_lines(min.x, min.y, size.x, size.y, 2.0, SELECTED);
    }
}

/// The number of bodies, the time, the speed, and the number of selected bodies.
fn state(game: &Game) {
    let mut lines = Lines::new();
    let number = |kind: Kind| game.world.bodies.iter().filter(|body| body.kind == kind).count();
    let [sheep, hunters, shepherds] = Kind::ALL.map(number);
    lines.add(format!("{sheep} sheep, {hunters} hunters, {shepherds} shepherds"), WHITE);
    let seconds = game.world.now.as_secs();
    let speed = if game.is_paused { "paused".into() } else { format!("speed {}", game.speed()) };
    let (strays, caught) = (game.world.meadow.strays.len(), game.world.caught);
    lines.add(format!("{:02}:{:02}  {speed}", seconds / 60, seconds % 60), FAINT);
    lines.add(format!("strays: {strays}, caught: {caught}"), FAINT);
    let selected = game.selection.handles().len();
    if selected > 0 {
        lines.add(format!("{selected} selected"), SELECTED);
    }
    lines.draw(10.0, 10.0, BOX);
}

/// How long the parts of a frame take, as a bar that is full at a sixtieth of a second.
fn budget(game: &Game, rate: Option<f32>) {
    let width = BAR + 2.0 * MARGIN;
    let (left, top) = (screen_width() - width - 10.0, 10.0);
    let rows = Part::ALL.len() as f32 + 1.0;
    draw_rectangle(left, top, width, rows * LINE + 32.0, BOX);
    let parts = Part::ALL.map(|part| game.budget.recent(part));
    let sum: f64 = parts.iter().sum();
    let title = format!("{sum:.1} of {FRAME:.1} ms");
    let rate = rate.map(|rate| format!("{rate:.0} fps")).unwrap_or_default();
    write(&title, left + MARGIN, top + LINE, WHITE);
    write(&rate, left + width - MARGIN - text::width(&rate), top + LINE, FAINT);
    let bar = top + LINE + 6.0;
    draw_rectangle(left + MARGIN, bar, BAR, 10.0, Color::new(1.0, 1.0, 1.0, 0.15));
    let mut x = left + MARGIN;
    for (number, (part, color)) in Part::ALL.into_iter().zip(COLORS).enumerate() {
        let share = points(parts[number] / FRAME).min(left + MARGIN + BAR - x);
        draw_rectangle(x, bar, share, 10.0, color);
        x += share;
        let baseline = bar + 14.0 + (number as f32 + 0.8) * LINE;
        let figure = format!("{:.2} ms", parts[number]);
        write(part.name(), left + MARGIN, baseline, color);
        write(&figure, left + width - MARGIN - text::width(&figure), baseline, WHITE);
    }
}

/// The length of a part of a frame in the bar.
#[allow(clippy::cast_possible_truncation, reason = "a length on the screen")]
fn points(part: f64) -> f32 {
    BAR * part as f32
}

/// As many keys in a line as the window has room for.
fn keys(lines: &mut Lines) {
    let most = screen_width() - 20.0 - 2.0 * MARGIN;
    let mut line = String::new();
    for key in KEYS {
        let longer = if line.is_empty() { key.into() } else { format!("{line}    {key}") };
        if text::width(&longer) > most && !line.is_empty() {
            lines.add(std::mem::replace(&mut line, key.into()), FAINT);
        } else {
            line = longer;
        }
    }
    lines.add(line, FAINT);
}

/// The keys, the last notice, and the mistakes of the file of trees.
fn messages(game: &Game) {
    let mut lines = Lines::new();
    if let Some(notice) = &game.notice {
        lines.add(notice, SELECTED);
    }
    keys(&mut lines);
    let (_, height) = lines.size();
    lines.draw(10.0, screen_height() - height - 10.0, BOX);
    let Some(mistakes) = game.mistakes() else { return };
    let mut lines = Lines::new();
    lines.add("arena.tree has mistakes; the last good version goes on:", WHITE);
    lines.add("", WHITE);
    mistakes.lines().for_each(|line| lines.add(line, WHITE));
    let (width, height) = lines.size();
    let (x, y) = (0.5 * (screen_width() - width), 0.5 * (screen_height() - height));
    lines.draw(x.max(4.0), y.max(4.0), RED_BOX);
}

/// The characters in a line of a reason.
const LONGEST: usize = 46;
/// With more labels than this, only the first one says why.
const WITH_REASON: usize = 2;

pub(crate) fn draw_labels(game: &Game, camera: &Camera) {
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
