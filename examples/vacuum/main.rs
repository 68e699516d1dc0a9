//! A vacuum robot cleans a house of four rooms, and always switches off everything that it has switched
//! on.
//!
//! It plans a tour of the dusty rooms, sweeps each lane by lane, waits for obstacles or drives around
//! them, and returns to the dock in time. The cat sits in a doorway, a person puts down a chair, another
//! one carries the robot away: `finally` switches off the motor, the brush and the fan, however the work
//! ends. `let` keeps the result of one node (a tour, the lanes of a room, a way) for the nodes inside.
//!
//! The program prints a line with the active nodes and the reason of the change; at each event it prints
//! the house from above.
//!
//! ```sh
//! cargo run --example vacuum
//! cargo run --example vacuum --features record -- --record vacuum.html   # a page to open in a browser
//! ```

use bt_core::observe::{Marks, Reasons};
use bt_core::{NodeId, Status};
use house::{Cell, HEIGHT, House, WIDTH};
use robot::{Robot, STEP};
use std::env;
use std::error::Error;
use terminal::text::say;
use terminal::{Tone, paint};
use tree::Vacuum;

pub(crate) mod house;
pub(crate) mod robot;
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../terminal/mod.rs"]
mod terminal;
pub(crate) mod tree;

const LAST_TICK: u32 = 580;

/// An event in the house.
#[derive(Clone, Copy)]
enum Event {
    /// An obstacle is put here.
    Put(Cell),
    /// The obstacle is taken away.
    Take(Cell),
    Lift,
    SetDown(Cell),
}

const SOUTH_DOOR: Cell = Cell { x: 6, y: 5 };
const EAST_DOOR: Cell = Cell { x: 10, y: 3 };
const CHAIR: Cell = Cell { x: 26, y: 3 };
const BEDROOM: Cell = Cell { x: 30, y: 7 };

/// The tick, the event and its description.
const EVENTS: [(u32, Event, &str); 7] = [
    (6, Event::Put(SOUTH_DOOR), "the cat sits down in a doorway"),
    (11, Event::Take(SOUTH_DOOR), "and goes away again"),
    (66, Event::Put(EAST_DOOR), "the cat is back, and stays"),
    (95, Event::Take(EAST_DOOR), "it has found the sofa"),
    (120, Event::Put(CHAIR), "somebody moves a chair"),
    (170, Event::Lift, "somebody picks the robot up"),
    (182, Event::SetDown(BEDROOM), "and puts it down in the bedroom"),
];

fn happen(event: Event, robot: &mut Robot) {
    match event {
        Event::Put(cell) => robot.house.set_blocked(cell, true),
        Event::Take(cell) => robot.house.set_blocked(cell, false),
        Event::Lift => robot.lifted = true,
        Event::SetDown(cell) => (robot.lifted, robot.place) = (false, cell),
    }
}

/// Shows the house from above: `R` the robot, `D` the dock, `X` an obstacle, `.` dust.
fn show(robot: &Robot) {
    let glyph = |cell: Cell| match cell {
        _ if cell == robot.place => paint(Tone::Good, 'R'),
        _ if cell.is_wall() => paint(Tone::Faint, '#'),
        _ if robot.house.is_blocked(cell) => paint(Tone::Bad, 'X'),
        _ if robot.house.is_dusty(cell) => paint(Tone::Busy, '.'),
        House::DOCK => 'D'.to_string(),
        _ => ' '.to_string(),
    };
    for y in 0..HEIGHT {
        let line: String = (0..WIDTH).map(|x| glyph(Cell { x, y })).collect();
        say(&format_args!("          {line}\n"));
    }
}

/// The labels that say what the robot does; the others are for its rules.
const DOES: [&str; 10] = [
    "lifted", "recharge", "stranded", "work", "park", "speed_up", "sweep", "charge", "empty",
    "step",
];

/// `[4, 20]` → `work, sweep`
fn labels(nodes: &[NodeId]) -> String {
    let labels = nodes.iter().filter_map(|id| Vacuum::NODES[id.index()].label);
    labels.filter(|label| DOES.contains(label)).collect::<Vec<_>>().join(", ")
}

fn time(tick: u32) -> String {
    format!("{:5.1} s  ", (STEP * tick).as_secs_f32())
}

/// The line for a tick in which other nodes became active.
fn news(tick: u32, robot: &Robot, marks: &Marks, reason: Option<&str>) -> String {
    let reason = reason.map(|reason| paint(Tone::Stopped, format_args!(". {reason}")));
    format!(
        "{}battery {:3}  bin {:3}  {}{}\n",
        time(tick),
        robot.battery,
        robot.bin,
        labels(marks.active()),
        reason.unwrap_or_default(),
    )
}

/// Runs the story in the terminal; `tick_with` ticks the tree, and can record it.
fn story(
    mut tick_with: impl FnMut(&mut Vacuum, &mut Robot, &mut (&mut Marks, &mut Reasons)) -> Status,
) {
    let mut robot = Robot::new();
    House::floor().for_each(|cell| robot.house.drop_dust(cell));
    let mut vacuum = Vacuum::new();
    let (mut marks, mut reasons) = (Marks::new(Vacuum::NODES), Reasons::new(Vacuum::NODES));
    let mut active = String::new();

    for tick in 1..=LAST_TICK {
        robot.advance();
        let event = EVENTS.iter().find(|(at, ..)| *at == tick);
        if let Some((_, event, words)) = event {
            happen(*event, &mut robot);
            say(&format_args!("{}{}\n", time(tick), paint(Tone::Strong, words)));
            show(&robot);
        }
        let observers = &mut (&mut marks, &mut reasons);
        let status = tick_with(&mut vacuum, &mut robot, observers);
        let now = labels(marks.active());
        if status == Status::Running && now != active {
            say(&news(tick, &robot, &marks, reasons.last()));
            active = now;
        }
        assert!(
            !robot.lifted || !robot.motor && robot.head.fan == 0,
            "a lifted robot is switched off"
        );
    }

    show(&robot);
    assert_eq!(robot.head.misuses, 0, "the brush never turned while the fan did not suck");
    let dust: Vec<Cell> = House::floor().filter(|cell| robot.house.is_dusty(*cell)).collect();
    assert_eq!(dust, [CHAIR], "only the dust below the chair is left");
}

/// Runs the story and writes a page that shows it.
#[cfg(feature = "record")]
pub(crate) fn record(path: &str) -> Result<(), bt_watch::record::RecordingError> {
    let mut recorder = bt_watch::record::Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Vacuum>("vacuum");
    story(|vacuum, robot, observers| {
        let status = recorder.tick_with(agent, vacuum, robot, observers);
        recorder.snapshot(agent, robot);
        status
    });
    recorder.into_recording().save_page(path)?;
    println!("\n{path} shows it tick by tick; {path}#tick=170 is where it is picked up");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => story(|vacuum, robot, observers| vacuum.tick_with(robot, observers)),
        #[cfg(feature = "record")]
        ["--record", path] => record(path)?,
        #[cfg(not(feature = "record"))]
        ["--record", _] => return Err("`--record` needs `--features record`".into()),
        _ => return Err("vacuum [--record PAGE]".into()),
    }
    Ok(())
}
