//! A robot brings tea to a person, and charges in time; its trees are in files.
//!
//! `navigate.tree` is what navigation stacks write as XML: plan again every second while driving, recover in turn, and
//! give up after a number of attempts. A `let` carries the path from the planner to the driver; the goal is read again
//! for each plan. What takes time is waited for: plans come from a thread, and maps from a server that may never answer.
//! What is interrupted is cleaned up first: the base comes to a stand, the gripper closes, the arm folds.
//!
//! ```sh
//! cargo run --example robot
//! cargo run --example robot --features record -- --record robot.html   # a page to open in a browser
//! ```

use bt_core::{Inspect, Status};
use std::env;
use std::error::Error;
use terminal::text::say;
use terminal::{Tone, paint};
use world::{EVENTS, HEIGHT, Pose, Robot, STEP, WIDTH, Work};

#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../terminal/mod.rs"]
mod terminal;
mod world;

const LAST_TICK: u32 = 230;

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

/// Runs the story in the terminal; `tick` ticks the tree, and can record it.
fn story(mut tick: impl FnMut(&mut Work, &mut Robot) -> Status) {
    let (mut work, mut robot) = (Work::new(), Robot::new());
    let mut doing = String::new();
    for step in 0..LAST_TICK {
        robot.pass(STEP * step);
        let seconds = robot.now.as_secs_f32();
        for (_, event, text) in EVENTS.iter().filter(|(at, ..)| *at == step) {
            robot.meet(*event);
            say(&format_args!("\n{seconds:5.1} s  {text}\n"));
            show(&robot);
        }
        let status = tick(&mut work, &mut robot);
        let nodes = work.nodes();
        let labels = work.active().filter_map(|node| nodes[node.index()].label);
        // It plans while it drives.
        let active: Vec<&str> = labels.filter(|label| *label != "plan").collect();
        let now = active.join(", ");
        let says = std::mem::take(&mut robot.says).join("; ");
        if now != doing || !says.is_empty() || status == Status::Failure {
            let battery = robot.battery * 100.0;
            let plan = robot.driven;
            let line = format!("{seconds:5.1} s  {battery:3.0} %  plan {plan:2}  {now:20} {says}");
            say(&format_args!("{}\n", line.trim_end()));
            doing = now;
        }
    }
    say(&'\n');
    show(&robot);
}

/// Runs the story and writes a page that shows it.
#[cfg(feature = "record")]
fn record(path: &str) -> Result<(), bt_watch::record::RecordingError> {
    let mut recorder = bt_watch::record::Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Work>("robot");
    story(|work, robot| {
        let status = recorder.tick(agent, work, robot);
        recorder.snapshot(agent, robot);
        status
    });
    recorder.into_recording().save_page(path)?;
    println!("\n{path} shows it tick by tick; {path}#tick=68 is where the battery is empty");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => story(Work::tick),
        #[cfg(feature = "record")]
        ["--record", path] => record(path)?,
        #[cfg(not(feature = "record"))]
        ["--record", _] => return Err("`--record` needs `--features record`".into()),
        _ => return Err("robot [--record PAGE]".into()),
    }
    Ok(())
}
