//! The sky in characters.

use super::sky::{HAWK, STARLING, Sky};
use super::terminal::{Tone, paint};
use bt_core::grid::Rectangle;
use glam::Vec2;

const COLUMNS: u16 = 76;
const LINES: u16 = 19;

/// Prints the sky. Each character is the result of a query for a part of the sky.
pub(crate) fn print(sky: &Sky) {
    let cell = sky.size() / Vec2::new(COLUMNS.into(), LINES.into());
    let usual = sky.len() as f32 / f32::from(COLUMNS * LINES);
    for line in 0..LINES {
        let glyph = |column: u16| {
            let min = Vec2::new(column.into(), line.into()) * cell;
            let part = Rectangle { min, max: min + cell };
            if sky.grid().any(part, HAWK) {
                return paint(Tone::Bad, 'W');
            }
            let starlings = sky.grid().count(part, STARLING) as f32 / usual;
            match starlings {
                0.0 => " ".into(),
                ..0.7 => paint(Tone::Faint, '.'),
                ..1.5 => ":".into(),
                ..3.0 => paint(Tone::Good, 'o'),
                ..6.0 => paint(Tone::Good, 'O'),
                _ => paint(Tone::Good, '@'),
            }
        };
        let line: String = (0..COLUMNS).map(glyph).collect();
        println!("{}", line.trim_end());
    }
}
