//! Height over distance, in a terminal and as SVG.

use super::course::Course;
use super::tour::Sample;
use std::fmt::Write;

const COLUMNS: usize = 100;
const LINES: usize = 18;
/// The part of the heights that a chart shows, in meters.
const LOWEST: f32 = -1.5;
const HIGHEST: f32 = 6.0;
/// The size of the picture in pixels, without its margin.
const SIZE: [f32; 2] = [900.0, 300.0];

/// The ground below a player; on the lift, the feet.
fn ground(course: &Course, sample: &Sample) -> f32 {
    let [x, z] = sample.place;
    let without = if sample.stands { sample.height } else { LOWEST };
    course.ground(x, z).unwrap_or(without)
}

fn longest(samples: &[Sample]) -> f32 {
    samples.last().map_or(1.0, |sample| sample.distance.max(1.0))
}

/// Draws a chart for a terminal: `█` the ground, `o` the player in the air.
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "lines and columns")]
pub fn text(course: &Course, samples: &[Sample]) -> String {
    let mut cells = vec![[' '; COLUMNS]; LINES];
    let line = |height: f32| {
        let part = (height - LOWEST) / (HIGHEST - LOWEST);
        ((part * LINES as f32).round().max(0.0) as usize).min(LINES - 1)
    };
    for sample in samples {
        let part = sample.distance / longest(samples);
        let column = ((part * COLUMNS as f32) as usize).min(COLUMNS - 1);
        for cells in &mut cells[..line(ground(course, sample))] {
            cells[column] = '█';
        }
        if !sample.stands {
            cells[line(sample.height)][column] = 'o';
        }
    }
    let mut chart = String::new();
    for (number, cells) in cells.iter().enumerate().rev() {
        let height = LOWEST + (number as f32 + 0.5) / LINES as f32 * (HIGHEST - LOWEST);
        let cells: String = cells.iter().collect();
        let _ = writeln!(chart, "{height:5.1} m |{}", cells.trim_end());
    }
    let _ = writeln!(chart, "{:>8}{}", "+", "-".repeat(COLUMNS));
    let distance = longest(samples);
    let _ = writeln!(chart, "{:9}0 m{:>width$.0} m of way", "", distance, width = COLUMNS - 13);
    chart
}

/// Draws a chart as SVG, with the parts of the round.
#[must_use]
pub fn svg(course: &Course, samples: &[Sample], title: &str) -> String {
    let [width, height] = SIZE;
    let x = |sample: &Sample| sample.distance / longest(samples) * width;
    let y = |meters: f32| (HIGHEST - meters.max(LOWEST)) / (HIGHEST - LOWEST) * height;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-50 -50 {} {}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect x=\"-50\" y=\"-50\" width=\"100%\" height=\"100%\" fill=\"#fbfaf6\"/>\n\
         <text x=\"0\" y=\"-30\" font-size=\"15\">{title}</text>\n",
        width + 80.0,
        height + 100.0
    );
    for meters in -1_i8..=6 {
        let at = y(meters.into());
        let _ = writeln!(svg, "<path d=\"M0 {at:.1}h{width}\" stroke=\"#ddd\"/>");
        let _ = writeln!(
            svg,
            "<text x=\"-8\" y=\"{:.1}\" text-anchor=\"end\">{meters} m</text>",
            at + 4.0
        );
    }
    let samples = thinned(samples);
    let mut area = format!("M0 {height}");
    let (mut walk, mut air, mut flies) = (String::new(), String::new(), None);
    for sample in &samples {
        let (x, feet) = (x(sample), y(sample.height));
        let _ = write!(area, "L{x:.1} {:.1}", y(ground(course, sample)));
        let line = if sample.stands { &mut walk } else { &mut air };
        let is_new = flies != Some(!sample.stands);
        let _ = write!(line, "{}{x:.1} {feet:.1}", if is_new { 'M' } else { 'L' });
        flies = Some(!sample.stands);
    }
    let _ = writeln!(svg, "<path d=\"{area}V{height}z\" fill=\"#cfd8c8\"/>");
    let _ =
        writeln!(svg, "<path d=\"{walk}\" fill=\"none\" stroke=\"#2f6b45\" stroke-width=\"2\"/>");
    let _ =
        writeln!(svg, "<path d=\"{air}\" fill=\"none\" stroke=\"#d2691e\" stroke-width=\"3\"/>");
    for part in samples.chunk_by(|one, other| one.part == other.part) {
        let [Some(first), Some(last)] = [part.first(), part.last()] else { continue };
        let middle = f32::midpoint(x(first), x(last));
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} -8v{}\" stroke=\"#888\" stroke-dasharray=\"3 3\"/>",
            x(first),
            height + 8.0
        );
        let _ = writeln!(
            svg,
            "<text x=\"{middle:.1}\" y=\"-10\" text-anchor=\"middle\" fill=\"#555\">{}</text>",
            first.part
        );
    }
    let legend = "green: the height of the feet; orange: in the air; gray: the ground. Left to right: the way, ";
    let _ = writeln!(
        svg,
        "<text x=\"0\" y=\"{}\" fill=\"#444\">{legend}{:.0} m</text>",
        height + 28.0,
        longest(&samples)
    );
    svg + "</svg>\n"
}

/// Leaves out samples that are less than a pixel from the one before.
fn thinned(samples: &[Sample]) -> Vec<Sample> {
    let mut rest: Vec<Sample> = Vec::new();
    for sample in samples {
        let is_near = |last: &Sample| {
            (sample.distance - last.distance).hypot(sample.height - last.height) < 0.03
                && (sample.part, sample.stands) == (last.part, last.stands)
        };
        if !rest.last().is_some_and(is_near) {
            rest.push(sample.clone());
        }
    }
    rest
}
