//! Villagers whose trees are in a file. If you change `village.tree`, the villagers change while the program runs.
//!
//! Farmers pick apples and sell them, eat in the inn and sleep at night; a watchman drives the wolf away. With
//! `--watch` the program runs until it is stopped, and reads the file in every frame. The villagers use a saved
//! file in the next frame; if only parameters have changed, they are not interrupted. A file with mistakes changes
//! nothing: the mistakes are printed below the picture, as the compiler prints them.
//!
//! With `--release-like` the same file is compiled into the program. Nothing is loaded then, and the story is the same.
//! Without `--watch` the program tells the story of two minutes of the town at once.
//!
//! ```sh
//! cargo run -p examples --bin studio                      # the story
//! cargo run -p examples --bin studio -- --watch           # the studio: edit examples/studio/village.tree meanwhile
//! cargo run -p examples --bin studio -- --release-like    # the story by the compiled trees
//! cargo run -p examples --bin studio -- --words           # the words that the file may use
//! ```

use bt_core::vocabulary::Word;
use bt_core::{Agent, files};
use script::Script;
use stage::{ROOT, Stage};
use std::env;
use std::error::Error;
use std::{thread, time::Duration};
use terminal::text::say;
use terminal::{Tone, paint};
use town::{STEP, View};
use words::{Village, Villager};

pub(crate) mod script;
pub(crate) mod stage;
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../../terminal/mod.rs"]
mod terminal;
mod town;
pub(crate) mod words;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/studio/village.tree");
const SEED: u64 = 5;
const LAST: Duration = Duration::from_secs(120);
const USAGE: &str = "studio [--watch] [--release-like] | --words [json]";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => {
            let script = Script::open(FILE)?;
            tell(&mut loaded(&script)?);
        }
        ["--watch"] => {
            let mut script = Script::open(FILE)?;
            let mut stage = loaded(&script)?;
            let mut anew = String::new();
            show(&mut stage, |stage| {
                if script.poll() {
                    anew = match stage.renew(script.trees())[..] {
                        [] => "nobody had to begin anew: ".to_owned(),
                        ref names => format!("{} began anew: ", names.join(", ")),
                    };
                }
                anew.clone() + &script.status()
            });
        }
        ["--release-like"] => tell(&mut Stage::new(SEED, Villager::new)),
        ["--watch", "--release-like"] | ["--release-like", "--watch"] => {
            let mut stage = Stage::new(SEED, Villager::new);
            show(&mut stage, |_| "the compiled version of village.tree".to_owned());
        }
        ["--words"] => Village::WORDS.iter().for_each(show_word),
        ["--words", "json"] => say(&format_args!("{}\n", files::words_as_json(Village::WORDS))),
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

/// Prints a word with its description, for designers.
fn show_word(word: &Word) {
    say(&format_args!("{}\n", paint(Tone::Strong, word)));
    for line in word.description.unwrap_or_default().lines() {
        say(&format_args!("    {line}\n"));
    }
    for parameter in word.parameters {
        if let Some(description) = parameter.description {
            say(&format_args!("    {}: {description}\n", parameter.name));
        }
    }
}

/// Makes the stage with the loaded tree of the file.
fn loaded(script: &Script) -> Result<Stage<files::Loaded<Village>>, String> {
    let tree = script.trees().tree(ROOT).ok_or("the tree is missing")?;
    Ok(Stage::new(SEED, || tree.clone()))
}

/// Tells the story of two minutes.
fn tell<A: for<'t> Agent<View<'t>>>(stage: &mut Stage<A>) {
    say(&"A, B, C people; W wolf; f field, g gate, h home, i inn, m market, w well\n\n");
    let mut wolf_was_there = false;
    while stage.town.now < LAST {
        stage.tick();
        for line in stage.news() {
            say(&format_args!("{line}\n"));
        }
        if stage.town.wolf.is_some() && !wolf_was_there {
            say(&format_args!("\n{}\n", stage.map()));
        }
        wolf_was_there = stage.town.wolf.is_some();
    }
    say(&format_args!("\n{}", stage.map()));
    for line in stage.people() {
        say(&format_args!("    {line}\n"));
    }
    assert!(stage.town.wolves_chased > 0, "the watchman was awake");
    assert!(stage.actors.iter().all(|actor| actor.person.hunger < 100), "nobody starved");
}

/// Shows the town until the program is stopped; `frame` returns the line below the picture.
fn show<A: for<'t> Agent<View<'t>>>(
    stage: &mut Stage<A>,
    mut frame: impl FnMut(&mut Stage<A>) -> String,
) {
    loop {
        let what_runs = frame(stage);
        stage.tick();
        let said = stage.town.said.iter().map(|(name, text)| format!("{name}: \"{text}\""));
        let lines: Vec<String> = stage.people().chain(said).collect();
        let (map, lines) = (stage.map(), lines.join("\n    "));
        // Moves to the upper left corner, and clears everything below.
        let clear = "\x1b[H\x1b[J";
        let what_runs = paint(Tone::Strong, what_runs);
        say(&format_args!("{clear}{map}\n    {lines}\n\n{what_runs}\n"));
        thread::sleep(STEP);
    }
}
