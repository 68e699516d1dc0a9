//! A picture of the world: the workers, the strips, the herds, and the hunts.

use super::animal::{Body, SHEEP};
use super::world::{STRIP, World};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

const COLUMNS: usize = 120;
const ROWS: usize = 60;
/// The side of a cell in the picture, in pixels.
const SIDE: usize = 8;
/// The color of the agents of a worker.
const COLORS: [&str; 4] = ["#2f7d4f", "#31699e", "#8a6d1f", "#7a4b93"];

/// The agents in the cells of a map.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Census {
    cells: BTreeMap<(u16, u16), Cell>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Cell {
    worker: usize,
    calm: u32,
    alarmed: u32,
    wolves: u32,
}

impl Census {
    /// Counts the agents of a worker.
    #[must_use]
    pub fn of(world: World, worker: usize, bodies: &[Body]) -> Self {
        let mut census = Self::default();
        let scale = glam::Vec2::new(COLUMNS as f32, ROWS as f32) / world.size();
        for body in bodies {
            let place = (body.position * scale).as_usizevec2();
            let (column, row) = (place.x.min(COLUMNS - 1), place.y.min(ROWS - 1));
            let (Ok(column), Ok(row)) = (column.try_into(), row.try_into()) else { continue };
            let cell = census.cells.entry((row, column)).or_default();
            cell.worker = worker;
            match body {
                Body { kind: SHEEP, alarm: Some(_), .. } => cell.alarmed += 1,
                Body { kind: SHEEP, .. } => cell.calm += 1,
                _ => cell.wolves += 1,
            }
        }
        census
    }

    /// Adds the agents of another worker.
    pub fn add(&mut self, other: &Self) {
        for (place, cell) in &other.cells {
            let sum = self.cells.entry(*place).or_default();
            sum.worker = cell.worker;
            sum.calm += cell.calm;
            sum.alarmed += cell.alarmed;
            sum.wolves += cell.wolves;
        }
    }

    /// Draws the map as SVG.
    #[must_use]
    pub fn draw(&self, world: World, title: &str) -> String {
        let (width, height) = (COLUMNS * SIDE, ROWS * SIDE);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\" font-family=\"sans-serif\" \
             font-size=\"15\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fbfaf6\"/>\n",
            height + 60
        );
        let mut text = |x: usize, y: usize, color: &str, text: &str| {
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" fill=\"{color}\">{text}</text>");
        };
        text(8, 20, "#222", title);
        text(8, height + 50, "#444", "color: worker; darker: more sheep; lines: strips");
        text(430, height + 50, "#c8281e", "red: sheep that run from a wolf");
        svg.push_str("<g transform=\"translate(0 30)\">\n");
        self.draw_cells(&mut svg);
        for strip in 1..world.strips() {
            let x = strip as f32 * STRIP / world.size().x * width as f32;
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} 0v{height}\" stroke=\"#fff\" stroke-opacity=\".5\"/>"
            );
        }
        svg + "</g>\n</svg>\n"
    }

    /// Draws all cells of a color with one path.
    fn draw_cells(&self, svg: &mut String) {
        let cells = COLUMNS * ROWS;
        let agents: u32 = self.cells.values().map(|cell| cell.calm + cell.alarmed).sum();
        let usual = agents as f32 / cells as f32;
        let mut paths: BTreeMap<(&str, u32), String> = BTreeMap::new();
        for ((row, column), cell) in &self.cells {
            let is_hunt = 4 * cell.alarmed > cell.calm + cell.alarmed;
            let color = if is_hunt { "#c8281e" } else { COLORS[cell.worker % COLORS.len()] };
            let density = (cell.calm + cell.alarmed) as f32 / usual.max(0.01);
            let shade = if density < 0.6 {
                2
            } else if density < 1.2 {
                5
            } else {
                8
            };
            let path = paths.entry((color, shade)).or_default();
            let (x, y) = (usize::from(*column) * SIDE, usize::from(*row) * SIDE);
            let _ = write!(path, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
        }
        for ((color, shade), path) in paths {
            let _ =
                writeln!(svg, "<path fill=\"{color}\" fill-opacity=\".{shade}\" d=\"{path}\"/>");
        }
    }
}
