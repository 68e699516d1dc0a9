//! Checks of the movement of a player.

use super::course::{Course, PIT};
use super::tour::{Sample, Tour};
use super::tuning::Tuning;

/// The capsule may be this far in the ground because of rounding.
const ROUNDING: f32 = 0.005;
/// Standing players are no higher above the ground than this.
const BOUNCE: f32 = 0.06;
/// On a stair, a player may be as high as the ground within this distance.
const NEAR: f32 = 0.55;

/// Looks for mistakes in the movement of a tour. Compares the trace with the sizes of the course, and not with what the
/// physics engine says.
#[must_use]
pub fn mistakes(tour: &Tour) -> Vec<String> {
    let (course, tuning) = (&tour.game.course, &tour.game.tuning);
    let mut mistakes = Vec::new();
    for pair in tour.samples.windows(2) {
        let [before, sample] = pair else { continue };
        let found = if tunnels(course, tuning, sample) {
            "is in the ground"
        } else if bounces(course, sample) {
            "bounces"
        } else if leaps(before, sample) {
            "leaps"
        } else {
            continue;
        };
        let Sample { time, place: [x, z], height, part, .. } = sample;
        mistakes.push(format!(
            "{time:.2?}, {part}: the player {found} at x {x:.2}, z {z:.2}, height {height:.2}"
        ));
    }
    mistakes
}

fn tunnels(course: &Course, tuning: &Tuning, sample: &Sample) -> bool {
    let [x, z] = sample.place;
    let capsule = sample.height + tuning.hover;
    course.ground(x, z).is_some_and(|ground| capsule < ground - ROUNDING && capsule > PIT)
}

fn bounces(course: &Course, sample: &Sample) -> bool {
    let [x, z] = sample.place;
    let on_lift = x > course.plan.lift_begins() - NEAR && x < course.plan.lift_ends() + NEAR;
    let grounds = [-NEAR, 0.0, NEAR].map(|near| course.ground(x + near, z));
    let highest = grounds.into_iter().flatten().max_by(f32::total_cmp);
    sample.stands && !on_lift && highest.is_some_and(|ground| sample.height > ground + BOUNCE)
}

/// Returns `true` if the player is too fast, and has not started over.
fn leaps(before: &Sample, sample: &Sample) -> bool {
    let [across, along] = [0, 1].map(|axis| sample.place[axis] - before.place[axis]);
    let up = sample.height - before.height;
    let starts_over =
        sample.part == "start_over" || before.part == "start_over" || sample.place[0].abs() < 0.1;
    !starts_over && across.hypot(along).hypot(up) > 0.4
}
