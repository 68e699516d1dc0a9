//! The battlefield in characters.

use crate::battle::{HEIGHT, Shared, Soldier, WIDTH};
use crate::terminal::{Tone, paint};

/// Two rows of the battlefield in a line: `.` one soldier, `o` some, `O` many, `x` and `X` enemies.
pub(crate) fn print<'a>(shared: &Shared, soldiers: impl Iterator<Item = &'a Soldier>) {
    let mut cells = vec![(0, 0); (WIDTH * HEIGHT / 2) as usize];
    let index = |x: u32, y: u32| (y / 2 * WIDTH + x) as usize;
    for soldier in soldiers {
        cells[index(soldier.x, soldier.y)].0 += 1;
    }
    for enemy in &shared.enemies {
        cells[index(enemy.x, enemy.y)].1 += 1;
    }
    for line in cells.chunks(WIDTH as usize) {
        let line: String = line.iter().map(|cell| glyph(*cell)).collect();
        println!("{}", line.trim_end());
    }
}

fn glyph((soldiers, enemies): (u32, u32)) -> String {
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
