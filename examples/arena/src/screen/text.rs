//! Text on dark boxes.

use macroquad::color::Color;
use macroquad::shapes::draw_rectangle;
use macroquad::text::{TextParams, draw_text_ex, measure_text};

pub(crate) const SIZE: u16 = 16;
/// The height of a line, in points.
pub(crate) const LINE: f32 = 18.0;
pub(crate) const WHITE: Color = Color::new(0.97, 0.97, 0.95, 1.0);
pub(crate) const FAINT: Color = Color::new(0.78, 0.82, 0.84, 1.0);
pub(crate) const BOX: Color = Color::new(0.07, 0.10, 0.13, 0.78);
pub(crate) const RED_BOX: Color = Color::new(0.35, 0.06, 0.06, 0.92);
/// The room between a box and its text.
pub(crate) const MARGIN: f32 = 8.0;

/// Lines in a box.
pub(crate) struct Lines {
    lines: Vec<(String, Color)>,
}

impl Lines {
    pub(crate) const fn new() -> Self {
        Self { lines: Vec::new() }
    }

    pub(crate) fn add(&mut self, line: impl Into<String>, color: Color) {
        self.lines.push((line.into(), color));
    }

    /// Adds a text with a limited number of characters in a line.
    pub(crate) fn wrap(&mut self, text: &str, most: usize, color: Color) {
        let mut line = String::new();
        for word in text.split(' ') {
            if !line.is_empty() && line.len() + word.len() >= most {
                self.add(std::mem::take(&mut line), color);
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.add(line, color);
    }

    /// The width and the height of the box.
    pub(crate) fn size(&self) -> (f32, f32) {
        let widths = self.lines.iter().map(|(line, _)| width(line));
        let width = widths.fold(0.0, f32::max);
        (width + 2.0 * MARGIN, self.lines.len() as f32 * LINE + 1.5 * MARGIN)
    }

    /// Draws the box with its upper left corner here.
    pub(crate) fn draw(&self, x: f32, y: f32, color: Color) {
        let (width, height) = self.size();
        draw_rectangle(x, y, width, height, color);
        for (number, (line, color)) in self.lines.iter().enumerate() {
            let baseline = y + 0.6 * MARGIN + (number as f32 + 0.8) * LINE;
            write(line, x + MARGIN, baseline, *color);
        }
    }
}

pub(crate) fn width(line: &str) -> f32 {
    measure_text(line, None, SIZE, 1.0).width
}

pub(crate) fn write(line: &str, x: f32, baseline: f32, color: Color) {
    let parameters = TextParams { font_size: SIZE, color, ..TextParams::default() };
    draw_text_ex(line, x.round(), baseline.round(), parameters);
}
