//! The cost of values that trees keep: the same tree with `let` and without, where it asks again in place of keeping
//! what it knows. The two are compiled in turns, so that both meet the same machine.

use crate::libraries::{Libraries, Mode};
use crate::rustc::{compile, program};
use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

const RUNS: usize = 7;

/// How many values a tree has, and whether each is inside the one before.
const TREES: [(usize, bool); 5] = [(10, false), (250, false), (10, true), (50, true), (100, true)];

/// A table in markdown.
pub(crate) fn print(directory: &Path) -> Result<(), Box<dyn Error>> {
    println!("\n| values | | debug, s | with `let` | ratio | release, s | with `let` | ratio |");
    println!("| --: | --- | --: | --: | --: | --: | --: | --: |");
    let libraries = [Mode::Debug, Mode::Release]
        .map(|mode| Libraries::build(directory, mode, false))
        .into_iter()
        .collect::<Result<Vec<_>, _>>()?;
    for (count, nested) in TREES {
        let place = if nested { "nested" } else { "siblings" };
        let mut line = format!("| {count} | {place} |");
        for libraries in &libraries {
            let trees = [false, true].map(|keeps| program(&tree(count, nested, keeps)));
            let [without, with] = least(directory, libraries, &trees, count)?;
            let ratio = with.div_duration_f64(without);
            let [without, with] = [without, with].map(|time| time.as_secs_f64());
            let _ = write!(line, " {without:.2} | {with:.2} | {ratio:.2} |");
        }
        println!("{line}");
    }
    Ok(())
}

/// The least time of each program, the macro included, without the time of an empty library.
fn least(
    directory: &Path,
    libraries: &Libraries,
    programs: &[String; 2],
    values: usize,
) -> Result<[Duration; 2], Box<dyn Error>> {
    let mut times = [Duration::MAX; 3];
    for _ in 0..RUNS {
        for (time, text) in times.iter_mut().zip(["", &programs[0], &programs[1]]) {
            let cost = compile(directory, libraries, (text, values), 1)?;
            *time = (cost.compiler + cost.expansion).min(*time);
        }
    }
    let [empty, without, with] = times;
    Ok([without, with].map(|time| time.saturating_sub(empty)))
}

/// Groups of a condition and an action, in a row or nested.
fn tree(groups: usize, nested: bool, keeps: bool) -> String {
    let mut text = String::from("pub tree Tree(world: &mut World) {\nselector {\n");
    for group in 0..groups {
        let leaf = group % 64;
        let value = if keeps {
            let _ = writeln!(text, "let(kept_{group}: u32 = world.number())");
            format!("*kept_{group}")
        } else {
            String::from("world.number()")
        };
        let _ = write!(
            text,
            "sequence {{\ncondition {value} > {group} && world.is_{leaf}();\naction world.do_{leaf}();\n"
        );
        text += if nested { "" } else { "}\n" };
    }
    text + &"}".repeat(if nested { groups } else { 0 }) + "}\n}\n"
}
