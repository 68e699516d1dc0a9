//! A world in a window: sheep, hunters and shepherds, each with a tree from `arena.tree`.
//!
//! `README.md` shows the keys; `--help` prints the options.

mod budget;
mod camera;
mod game;
#[cfg_attr(target_arch = "wasm32", path = "no_live_page.rs")]
mod live_page;
mod options;
mod pointer;
mod screen;
mod selection;
mod story;
#[cfg(test)]
mod tests;
mod tree_file;
mod trees;
mod window;
mod world;

use game::{Game, Start};
use macroquad::miniquad::date;
use options::{Options, USAGE};
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tree_file::TreeFile;
use world::Population;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/arena.tree");

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let options = Options::parse(std::env::args_os().skip(1))?;
    if options.help {
        say(USAGE);
        return Ok(());
    }
    let game = game(&options)?;
    if options.has_window {
        return window::open(game, options);
    }
    walk(game, &options);
    Ok(())
}

/// Makes the game with the file of trees, or with the built-in ones in a browser, which has no files.
fn game(options: &Options) -> Result<Game, String> {
    let trees = if cfg!(target_arch = "wasm32") {
        TreeFile::built_in()?
    } else {
        TreeFile::open(options.tree.as_deref().unwrap_or(Path::new(FILE)))?
    };
    let population = Population::of(options.agents);
    let start = Start { population, seed: options.seed, port: options.port, clock: date::now };
    let mut game = Game::new(start, trees).map_err(|error| format!("error: {error}"))?;
    if let Some(kind) = options.select {
        game.select_kind(kind);
        game.is_following = true;
    }
    if options.live {
        game.open_page(false);
    }
    Ok(game)
}

/// Does the steps of the frames without a window.
fn walk(mut game: Game, options: &Options) {
    for _ in 0..options.frames.unwrap_or_default() {
        game.step();
        game.budget.end_frame();
        game.news.drain(..).for_each(say);
    }
    say(summary(&game, options.agents));
}

/// The figures at the end of a run.
fn summary(game: &Game, agents: usize) -> String {
    let seconds = game.world.now.as_secs_f32();
    let (caught, budget) = (game.world.caught, game.budget.average());
    format!(
        "{agents} agents, {seconds:.1} s of the world, {caught} sheep caught\na frame: {budget}"
    )
}

/// Prints a line. A reader that has gone away, such as `head`, is no error.
fn say(line: impl Display) {
    writeln!(io::stdout(), "{line}").ok();
}

/// Checks that a file can be written before the program works for it.
fn writable(path: &PathBuf) -> Result<(), String> {
    std::fs::File::create(path)
        .map(drop)
        .map_err(|error| format!("error: {}: {error}", path.display()))
}
