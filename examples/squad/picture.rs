//! The battlefield in characters.

use super::battle::{HEIGHT, Shared, WIDTH};
use super::terminal::{Tone, paint};
use bt_core::grid::{ALL, Rectangle};
use glam::Vec2;

/// Prints two rows of the battlefield on each line: `.` one soldier, `o` some, `O` many, `x` and `X`
/// enemies.
pub(crate) fn print(shared: &Shared) {
    for line in 0..HEIGHT / 2 {
        let cell = |x| {
            let min = Vec2::new(x as f32, 4.0 * line as f32);
            Rectangle { min, max: min + Vec2::new(0.5, 3.0) }
        };
        let count = |x| (shared.soldiers.count(cell(x), ALL), shared.enemies.count(cell(x), ALL));
        let line: String = (0..WIDTH).map(|x| glyph(count(x))).collect();
        println!("{}", line.trim_end());
    }
}

fn glyph((soldiers, enemies): (usize, usize)) -> String {
    match (soldiers, enemies) {
        (0, 0) => " ".into(),
        (1, 0) => paint(Tone::Good, '.'),
        (2..=3, 0) => paint(Tone::Good, 'o'),
        (_, 0) => paint(Tone::Good, 'O'),
        (0, 1) => paint(Tone::Bad, 'x'),
        (0, _) => paint(Tone::Bad, 'X'),
        _ => paint(Tone::Stopped, '#'),
    }
}
