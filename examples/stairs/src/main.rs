//! Runs the tour of the player. The README explains the program; `--help` lists the options.

use bt_core::{Clock, Status};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use examples::stairs::chart;
use examples::stairs::course::Plan;
use examples::stairs::game::Game;
use examples::stairs::tour::{self, Tour};
use examples::stairs::tuning::Tuning;
use examples::stairs::watch::Watched;
use examples::stairs::words::Course;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::sleep;

/// A player walks up a stair, jumps over a gap, rides a lift, and comes back.
#[derive(Debug, Parser)]
struct Options {
    /// The height of a step of the stair, in meters
    #[arg(long, default_value_t = 0.25, value_parser = length)]
    step: f32,
    /// The width of the gap, in meters
    #[arg(long, default_value_t = 1.6, value_parser = length)]
    gap: f32,
    /// The constants of the player
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/stairs/tuning.toml"))]
    tuning: PathBuf,
    /// The trees of the player
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/stairs/course.tree"))]
    course: PathBuf,
    /// Writes the chart as SVG
    #[arg(long)]
    picture: Option<PathBuf>,
    /// Runs in real time until it is stopped, and reads both files again when they are saved
    #[arg(long, conflicts_with = "picture")]
    watch: bool,
    /// Prints the words that the trees may use
    #[arg(long)]
    words: bool,
}

fn length(text: &str) -> Result<f32, String> {
    let length = text.parse().ok().filter(|length| (0.05..=5.0).contains(length));
    length.ok_or_else(|| "write a length from 0.05 to 5, in meters".into())
}

fn main() -> ExitCode {
    let options = Options::try_parse().unwrap_or_else(|error| {
        if error.kind() == ErrorKind::UnknownArgument {
            eprintln!("{error}\n{}", Options::command().render_help());
            std::process::exit(2);
        }
        error.exit()
    });
    if options.words {
        for word in Course::WORDS {
            say(&word.to_string());
        }
        return ExitCode::SUCCESS;
    }
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let (mut constants, tuning) = Watched::open(&options.tuning, parse_tuning)?;
    let (mut script, trees) = Watched::open(&options.course, tour::parse)?;
    let plan = Plan { step: options.step, gap: options.gap };
    let mut tour = Tour::new(plan, tuning, &trees).ok_or("there is no tree `Tour`")?;
    if options.watch {
        return watch(&mut tour, &mut constants, &mut script);
    }
    let status = tour.run();
    say(&chart::text(&tour.game.course, &tour.samples));
    say(&summary(&tour));
    if let Some(path) = &options.picture {
        let title = format!("A player on a stair with steps of {} m", options.step);
        let svg = chart::svg(&tour.game.course, &tour.samples, &title);
        fs::write(path, svg).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let mistakes = tour::mistakes(&tour);
    if !mistakes.is_empty() {
        return Err(mistakes.join("\n"));
    }
    match status {
        Status::Success => Ok(()),
        _ => Err("the player has given up: a step is too high, the gap is too wide, or a deadline in the \
                  trees is too short; see the chart"
            .into()),
    }
}

fn parse_tuning(text: &str, name: &str) -> Result<Tuning, String> {
    Tuning::parse(text).map_err(|error| format!("{name}: {error}"))
}

fn summary(tour: &Tour) -> String {
    let highest = tour.samples.iter().map(|sample| sample.height).fold(0.0, f32::max);
    let angle = tour.samples.iter().map(|sample| sample.head).fold(0.0, f32::max);
    format!(
        "{:.1?} on the way; highest {highest:.2} m; {} falls into the pit, {} new starts; looked {angle:.0} degrees to each side",
        tour.game.now(),
        tour.game.falls,
        tour.game.restarts,
    )
}

/// Runs until the program is stopped.
fn watch(
    tour: &mut Tour,
    constants: &mut Watched<Tuning>,
    script: &mut Watched<bt_core::files::Trees<Course>>,
) -> Result<(), String> {
    for tick in 0_u64.. {
        match constants.poll() {
            Some(Ok(tuning)) => {
                tour.game.tune(tuning);
                say("\nnew constants");
            }
            Some(Err(error)) => say(&format!("\nthe old constants stay: {error}")),
            None => {}
        }
        match script.poll() {
            Some(Ok(trees)) => {
                tour.renew(&trees);
                say("\nnew trees");
            }
            Some(Err(error)) => say(&format!("\nthe old trees stay: {error}")),
            None => {}
        }
        tour.tick();
        // The trace would grow without end.
        tour.samples.drain(..tour.samples.len().saturating_sub(1));
        if tick % 6 == 0 {
            let [x, z] = tour.samples[0].place;
            let line = format!(
                "\r{:10} x {x:5.1}  z {z:4.1}  height {:5.2} m  ",
                tour.part(),
                tour.game.feet()
            );
            io::stdout()
                .write_all(line.as_bytes())
                .and_then(|()| io::stdout().flush())
                .map_err(|error| error.to_string())?;
        }
        sleep(Game::step());
    }
    Ok(())
}

/// Prints a line. A reader that has gone does not end the run.
fn say(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
