//! A workshop for trees: 200 villagers run the trees of a file, and a page in a browser edits it meanwhile.
//!
//! The page shows the text of the file beside the drawing of its trees. What the page applies, the villagers do in the
//! next step. Villagers whose running nodes are still there go on, and the others start again. The page can also force the
//! answers of leaves, set what a villager feels and owns, stop the program before a leaf, and go on from an earlier step with
//! a copy of a villager, to see what would have happened with other answers or with the text that is being edited.
//!
//! Without arguments the program tells what the villagers do on two days, by the file of the example.
//!
//! ```sh
//! cargo run -p examples --bin workshop                               # the two days
//! cargo run -p examples --bin workshop -- --edit                     # the workshop, with the file of the example
//! cargo run -p examples --bin workshop -- --edit /tmp/mine.tree      # with a file of your own, which may be empty
//! ```

use bt_core::files::{Loaded, Trees};
use bt_watch::live::Live;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::{env, fs, thread};
use terminal::text::say;
use village::{DAY, STEP, Villager};
use words::Village;

#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../../terminal/mod.rs"]
mod terminal;
mod village;
mod words;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/workshop/villager.tree");
/// The tree of each villager.
const ROOT: &str = "Villager";
const VILLAGERS: u64 = 200;
/// The number of steps from which a villager can go on: a day.
const COPIES: usize = 800;
const USAGE: &str = "workshop [--edit [FILE]]";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => tell(&Village::load(FILE)?),
        ["--edit"] => edit(Path::new(FILE)),
        ["--edit", file] => edit(Path::new(file)),
        _ => Err(USAGE.into()),
    }
}

/// A villager with a tree; without one, the villager does nothing.
#[derive(Clone)]
struct Actor {
    villager: Villager,
    tree: Loaded<Village>,
}

impl Actor {
    fn renew(&mut self, trees: &Trees<Village>) {
        self.tree.renew(trees, &mut self.villager);
    }
}

fn actors(trees: &Trees<Village>) -> Result<Vec<Actor>, String> {
    let tree = trees.tree(ROOT).ok_or_else(|| format!("there is no tree `{ROOT}` in the file"))?;
    Ok((0..VILLAGERS)
        .map(|seed| Actor { villager: Villager::new(seed), tree: tree.clone() })
        .collect())
}

/// Prints how many villagers do what, eight times a day.
fn tell(trees: &Trees<Village>) -> Result<(), Box<dyn Error>> {
    let mut actors = actors(trees)?;
    let steps = DAY.as_millis() / STEP.as_millis();
    for step in 1..=2 * steps {
        for Actor { villager, tree } in &mut actors {
            villager.advance();
            tree.tick(villager);
        }
        if step % (steps / 8) == 0 {
            let mut doing: BTreeMap<&str, usize> = BTreeMap::new();
            for Actor { tree, .. } in &actors {
                let label = tree.active().find_map(|node| tree.node(node)?.label);
                *doing.entry(label.unwrap_or("nothing")).or_default() += 1;
            }
            let doing: Vec<String> =
                doing.iter().map(|(label, count)| format!("{label} {count}")).collect();
            let hour = step * 24 / steps % 24;
            say(&format_args!("{hour:2} o'clock: {}\n", doing.join(", ")));
        }
    }
    let (wood, coins) = actors.iter().fold((0, 0), |(wood, coins), Actor { villager, .. }| {
        (wood + villager.wood, coins + villager.coins)
    });
    say(&format_args!("they have {wood} logs and {coins} coins\n"));
    Ok(())
}

/// Runs until it is stopped, and lets pages edit the file.
fn edit(file: &Path) -> Result<(), Box<dyn Error>> {
    if !file.exists() {
        fs::write(file, "")?;
    }
    let mut trees = Village::load(file).or_else(|mistakes| {
        eprintln!("{mistakes}\n\nUntil the page applies a file without mistakes, the villagers do nothing.");
        Village::parse("tree Villager { running; }")
    })?;
    let mut live = Live::start()?;
    live.let_pause(true);
    live.let_change(true)?;
    let mut edits = live.let_edit::<Village>(file)?;
    let branches = live.let_branch(COPIES, |Actor { villager, tree }, turn| {
        villager.advance();
        turn.tick_with_snapshot(tree, villager);
    })?;
    branches.let_edit(Actor::renew);
    println!("edit {} at {}", file.display(), live.url());
    let mut actors = actors(&trees)?;
    let agents: Vec<_> =
        actors.iter().map(|actor| live.agent_of(actor.villager.name(), &actor.tree)).collect();
    loop {
        if edits.take(&mut trees) {
            for actor in &mut actors {
                actor.renew(&trees);
            }
        }
        for (actor, agent) in actors.iter_mut().zip(&agents) {
            branches.keep(*agent, actor);
            let Actor { villager, tree } = actor;
            villager.advance();
            live.set_fields(*agent, |fields| villager.let_set(fields));
            live.tick_with_snapshot(*agent, tree, villager);
        }
        thread::sleep(STEP);
    }
}
