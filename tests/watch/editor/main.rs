//! Runs rust-analyzer on the sample and prints a Markdown table of its answers inside of
//! `behavior_tree!`. Fails if a probe fails.
//!
//! ```sh
//! RUST_ANALYZER=… cargo run --package watch --features editor             # all probes
//! RUST_ANALYZER=… cargo run --package watch --features editor -- rename   # those with this word in their row
//! RUST_ANALYZER=… cargo run --package watch --features editor -- --explain rename   # with whole answers, and the macro's output
//! RUST_ANALYZER=… cargo run --package watch --features editor -- --node 'condition npc.▮;'   # what is offered there
//! ```

mod ask;
mod editor;
mod probe;
mod probes;
mod server;
mod text;
mod typist;

use ask::Ask;
use editor::Editor;
use probe::{Probe, Verdict};
use server::Done;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const PACKAGE: &str = env!("CARGO_MANIFEST_DIR");

/// The manifest of the sample. The package is outside of the workspace, so that rust-analyzer has to read little.
const MANIFEST: &str = r#"
[workspace]

[package]
name = "sample"
edition = "2024"

[dependencies]
bt-core.path = "PACKAGE/../../bt-core"

[lints.rust]
unsafe_code = "forbid"
missing_docs = "warn"
"#;

fn main() -> Done<ExitCode> {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(PACKAGE).join("../../target"), Into::into)
        .join("rust-analyzer");
    let project = project(&target)?;
    let (flags, wanted): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    let explain = flags.iter().any(|flag| flag == "--explain");
    let mut editor = Editor::open(&project, &target)?;
    if flags.iter().any(|flag| flag == "--node") {
        for node in wanted {
            explore(&mut editor, node)?;
        }
        editor.server.stop()?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut failed = 0;
    for (topic, probes) in probes::ALL {
        let chosen: Vec<&Probe> =
            probes.iter().filter(|probe| is_chosen(probe, topic, &wanted)).collect();
        if chosen.is_empty() {
            continue;
        }
        println!("\n### {topic}\n\n| | what | where | answer |\n| --- | --- | --- | --- |");
        for probe in chosen {
            let verdict = probe.run(&mut editor, explain)?;
            failed += usize::from(!verdict.faults.is_empty());
            println!("{}", row(probe, &verdict));
            if let Some(expansion) = &verdict.expansion {
                println!("\n{}\n\n{expansion}\n", verdict.answers.join("\n"));
            }
        }
    }
    failed += typed(&mut editor, &wanted)?;
    editor.server.stop()?;
    println!("\n{failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the sample as a project below the target folder.
fn project(target: &Path) -> Done<PathBuf> {
    let project = target.join("sample");
    let sources = project.join("src");
    fs::create_dir_all(&sources)?;
    for entry in fs::read_dir(Path::new(PACKAGE).join("editor/sample"))? {
        let entry = entry?;
        fs::copy(entry.path(), sources.join(entry.file_name()))?;
    }
    fs::write(project.join("Cargo.toml"), MANIFEST.replace("PACKAGE", PACKAGE))?;
    fs::copy(Path::new(PACKAGE).join("../../Cargo.lock"), project.join("Cargo.lock"))?;
    Ok(project.canonicalize()?)
}

/// Prints the completions in a node or a tree, and its expansion.
fn explore(editor: &mut Editor, node: String) -> Done<()> {
    let source = if node.contains("(npc: &mut Npc)") {
        probe::Source::Trees(node.leak())
    } else {
        probe::Source::Node(node.leak())
    };
    let probe = probe::probe("", Ask::Complete, source);
    let verdict = probe.run(editor, true)?;
    println!("{}\n", verdict.answers.join(", "));
    println!("{}\n", verdict.faults.join("\n"));
    println!("{}", verdict.expansion.unwrap_or_default());
    Ok(())
}

/// Types the words of the sample, and checks that each is offered.
fn typed(editor: &mut Editor, wanted: &[String]) -> Done<usize> {
    const TOPIC: &str = "Every word of the sample, when it is due";
    if !wanted.is_empty() && !wanted.iter().any(|word| TOPIC.contains(word.as_str())) {
        return Ok(0);
    }
    println!("\n### {TOPIC}\n\n| | what | where | answer |\n| --- | --- | --- | --- |");
    let mut failed = 0;
    for file in ["soldier.rs", "errands.rs"] {
        for (what, way) in typist::WAYS {
            let typist::Written { due, missed, noise } = typist::write(editor, file, *way)?;
            let offered = due - missed.len();
            let faults = [missed, noise].concat();
            failed += usize::from(!faults.is_empty());
            let (sign, told) = match faults.as_slice() {
                [] => ("✓", String::new()),
                faults => ("✗", format!(" **{}**", faults.join("; "))),
            };
            println!("| {sign} | {what} | {file} | {offered} of {due} offered{told} |");
        }
    }
    Ok(failed)
}

fn is_chosen(probe: &Probe, topic: &str, wanted: &[String]) -> bool {
    let row = format!("{topic} {} {} {:?}", probe.what, probe.source.shown(), probe.ask);
    wanted.is_empty() || wanted.iter().any(|word| row.contains(word))
}

/// `| ✓ | what | where | answer |`
fn row(probe: &Probe, verdict: &Verdict) -> String {
    let faults: Vec<String> = verdict.faults.iter().map(|fault| short(fault)).collect();
    let (sign, faults) = match faults.as_slice() {
        [] => ("✓", String::new()),
        faults => ("✗", format!(" **{}**", faults.join("; "))),
    };
    let source = probe.source.shown().replace('|', "\\|");
    let answer = match probe.ask {
        Ask::Complete => offers(probe, &verdict.answers),
        _ => told(&verdict.answers),
    };
    format!("| {sign} | {} | `{source}` | {answer}{faults} |", probe.what)
}

/// `health, mode of 33`: the wanted names, and the number of completions that need no import.
fn offers(probe: &Probe, answers: &[String]) -> String {
    let there = |name: &&&str| answers.iter().any(|answer| answer == **name);
    let found: Vec<&str> = probe.wants.iter().filter(there).copied().collect();
    let all = answers.iter().filter(|answer| !answer.ends_with("(import)")).count();
    format!("{} of {all}", found.join(", "))
}

/// The first of the answers.
fn told(answers: &[String]) -> String {
    const SHOWN: usize = 3;
    let mut told: Vec<String> = answers.iter().take(SHOWN).map(|one| short(one)).collect();
    if answers.len() > SHOWN {
        told.push(format!("… {} in all", answers.len()));
    }
    told.join("; ")
}

/// The first words of an answer, on one line and without Markdown of its own.
fn short(answer: &str) -> String {
    const LENGTH: usize = 90;
    let words = answer.split_whitespace().filter(|word| !["```rust", "```", "---"].contains(word));
    let line = words.collect::<Vec<_>>().join(" ").replace('|', "\\|");
    match line.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
