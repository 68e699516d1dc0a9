//! A run of the tour, its trace, and checks of the movement in it.

use super::course::{Course as Stairs, PIT, Plan};
use super::game::Game;
use super::tuning::Tuning;
use super::words::Course;
use bt_core::files::{Loaded, Trees};
use bt_core::{Clock, Status};
use std::time::Duration;

/// The text of the file of this package.
pub const TREES: &str = include_str!("../course.tree");
/// The tree that the player runs.
pub const ROOT: &str = "Tour";
/// No tour takes longer.
const LONGEST: Duration = Duration::from_secs(600);

/// One tick of a trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The time.
    pub time: Duration,
    /// The place, seen from above: along the course, and across.
    pub place: [f32; 2],
    /// The height of the feet.
    pub height: f32,
    /// The way that the player has walked, without the height.
    pub distance: f32,
    /// `true` if the player stands or walks.
    pub stands: bool,
    /// The label of the part of the round.
    pub part: &'static str,
    /// The angle of the head, in degrees.
    pub head: f32,
}

/// A run of the tour.
pub struct Tour {
    /// The blackboard.
    pub game: Game,
    tree: Loaded<Course>,
    distance: f32,
    /// The trace, a sample for each tick.
    pub samples: Vec<Sample>,
}

/// Reads the trees of a tour.
///
/// # Errors
///
/// If the text has mistakes, or no tree `Tour`.
pub fn parse(text: &str, name: &str) -> Result<Trees<Course>, String> {
    let trees = Course::parse(text).map_err(|mistakes| mistakes.in_file(name).to_string())?;
    if trees.names().any(|name| name == ROOT) {
        Ok(trees)
    } else {
        Err(format!("{name}: there is no tree `{ROOT}`"))
    }
}

impl Tour {
    /// Begins a tour; `None` if there is no tree `Tour`.
    #[must_use]
    pub fn new(plan: Plan, tuning: Tuning, trees: &Trees<Course>) -> Option<Self> {
        let tree = trees.tree(ROOT)?;
        Some(Self { game: Game::new(plan, tuning), tree, distance: 0.0, samples: Vec::new() })
    }

    /// The tour of the files of this package.
    ///
    /// # Panics
    ///
    /// Never; a test reads the files.
    #[must_use]
    pub fn of_package(plan: Plan) -> Self {
        let trees = parse(TREES, "course.tree").expect("a test reads this file");
        Self::new(plan, Tuning::default(), &trees).expect("`parse` has found the tree")
    }

    /// Takes a new version of the trees; what runs goes on if only parameters have changed.
    pub fn renew(&mut self, trees: &Trees<Course>) {
        self.tree.renew(trees, &mut self.game);
    }

    /// Ticks the tree, and moves the player.
    pub fn tick(&mut self) -> Status {
        let before = self.game.walker.position;
        let restarts = self.game.restarts;
        let status = self.tree.tick(&mut self.game);
        self.game.advance();
        let after = self.game.walker.position;
        if restarts == self.game.restarts {
            self.distance += (after.x - before.x).hypot(after.z - before.z);
        }
        self.samples.push(Sample {
            time: self.game.now(),
            place: [after.x, after.z],
            height: self.game.feet(),
            distance: self.distance,
            stands: self.game.walker.stands,
            part: self.part(),
            head: self.game.head,
        });
        status
    }

    /// The label of the active part of the round.
    #[must_use]
    pub fn part(&self) -> &'static str {
        let parts = ["approach", "climb", "jump", "lift", "return", "start_over"];
        let nodes = self.tree.nodes();
        let active = self.tree.active().filter_map(|node| nodes[node.index()].label);
        let part = active.filter_map(|label| parts.iter().find(|part| **part == label)).last();
        part.copied().unwrap_or("")
    }

    /// Runs to the end of the tour, or for at most ten minutes of its time.
    pub fn run(&mut self) -> Status {
        let mut status = Status::Running;
        while status == Status::Running && self.game.now() < LONGEST {
            status = self.tick();
        }
        status
    }
}

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

fn tunnels(course: &Stairs, tuning: &Tuning, sample: &Sample) -> bool {
    let [x, z] = sample.place;
    let capsule = sample.height + tuning.hover;
    course.ground(x, z).is_some_and(|ground| capsule < ground - ROUNDING && capsule > PIT)
}

fn bounces(course: &Stairs, sample: &Sample) -> bool {
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
