//! A robot follows a person through a house, and charges in time; its trees are in files.
//!
//! `navigate.tree` is what navigation stacks write as XML: plan again every second while driving, recover in turn, and
//! give up after a number of attempts. A `let` carries the path from the planner to the driver; the goal is read again
//! for each plan.
//!
//! ```sh
//! cargo run --example robot
//! ```

use bt_core::{Inspect, Status};
use terminal::text::say;
use terminal::{Tone, paint};
use world::{HEIGHT, Pose, Robot, STEP, WIDTH, Work};

#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../terminal/mod.rs"]
mod terminal;
mod world;

/// The tick, the event and its description.
const EVENTS: [(u32, Event, &str); 5] = [
    (14, Event::Walk(Pose { x: 16, y: 7 }), "the person goes to another room"),
    (24, Event::Put(Pose { x: 10, y: 3 }), "somebody closes a door"),
    (40, Event::Walk(Pose { x: 27, y: 7 }), "the person goes on"),
    (128, Event::Take, "somebody opens the door"),
    (164, Event::Walk(Pose { x: 5, y: 2 }), "the person comes back"),
];

const LAST_TICK: u32 = 190;

#[derive(Clone, Copy)]
enum Event {
    Walk(Pose),
    Put(Pose),
    Take,
}

fn happen(event: Event, robot: &mut Robot) {
    match event {
        Event::Walk(pose) => robot.person = pose,
        Event::Put(pose) => robot.obstacle = Some(pose),
        Event::Take => robot.obstacle = None,
    }
}

/// Shows the house from above: `R` the robot, `P` the person, `X` a closed door.
fn show(robot: &Robot) {
    for y in 0..HEIGHT {
        let glyph = |x| match (Pose { x, y }) {
            cell if cell == robot.pose => paint(Tone::Good, 'R'),
            cell if cell == robot.person => paint(Tone::Busy, 'P'),
            cell if robot.obstacle == Some(cell) => paint(Tone::Bad, 'X'),
            cell if Robot::is_wall(cell) => paint(Tone::Faint, '#'),
            _ => paint(Tone::Faint, ' '),
        };
        let row: String = (0..WIDTH).map(glyph).collect();
        say(&format_args!("  {row}\n"));
    }
}

fn main() {
    let (mut work, mut robot) = (Work::new(), Robot::new());
    let mut doing = String::new();
    for tick in 0..LAST_TICK {
        robot.now = STEP * tick;
        let seconds = robot.now.as_secs_f32();
        for (_, event, text) in EVENTS.iter().filter(|(at, ..)| *at == tick) {
            happen(*event, &mut robot);
            say(&format_args!("\n{seconds:5.1} s  {text}\n"));
            show(&robot);
        }
        let status = work.tick(&mut robot);
        let nodes = work.nodes();
        let active: Vec<&str> =
            work.active().filter_map(|node| nodes[node.index()].label).collect();
        let now = active.join(", ");
        let says = std::mem::take(&mut robot.says).join("; ");
        if now != doing || !says.is_empty() || status == Status::Failure {
            let battery = robot.battery * 100.0;
            let plan = robot.driven;
            let line = format!("{seconds:5.1} s  {battery:3.0} %  plan {plan:2}  {now:15} {says}");
            say(&format_args!("{}\n", line.trim_end()));
            doing = now;
        }
    }
    say(&'\n');
    show(&robot);
}
