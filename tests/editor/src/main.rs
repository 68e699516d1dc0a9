//! Drives rust-analyzer over the sample and prints what it understands of the inside of
//! `behavior_tree!`, as a table in Markdown. Fails if a probe does.
//!
//! ```sh
//! RUST_ANALYZER=… cargo run --package editor             # all probes
//! RUST_ANALYZER=… cargo run --package editor -- rename   # those with this word in their row
//! RUST_ANALYZER=… cargo run --package editor -- --explain rename   # with whole answers, and the macro's output
//! ```

mod ask;
mod editor;
mod probe;
mod probes;
mod server;
mod text;

use editor::Editor;
use probe::{Probe, Verdict};
use server::Done;
use std::path::Path;
use std::process::ExitCode;

fn main() -> Done<ExitCode> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| here.join("../../target"), Into::into)
        .join("rust-analyzer");
    let (flags, wanted): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    let explain = flags.iter().any(|flag| flag == "--explain");
    let mut editor = Editor::open(&here.join("sample"), &target)?;
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
    editor.server.stop()?;
    println!("\n{failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn is_chosen(probe: &Probe, topic: &str, wanted: &[String]) -> bool {
    let row = format!("{topic} {} {} {:?}", probe.what, probe.source.shown(), probe.ask);
    wanted.is_empty() || wanted.iter().any(|word| row.contains(word))
}

/// `| ✓ | what | where | answer |`
fn row(probe: &Probe, verdict: &Verdict) -> String {
    const SHOWN: usize = 8;
    let mut answer: Vec<String> =
        verdict.answers.iter().take(SHOWN).map(|one| short(one)).collect();
    if verdict.answers.len() > SHOWN {
        answer.push(format!("… {} in all", verdict.answers.len()));
    }
    let faults: Vec<String> = verdict.faults.iter().map(|fault| short(fault)).collect();
    let (sign, faults) = match faults.as_slice() {
        [] => ("✓", String::new()),
        faults => ("✗", format!(" **{}**", faults.join("; "))),
    };
    let source = probe.source.shown().replace('|', "\\|");
    format!("| {sign} | {} | `{source}` | {}{faults} |", probe.what, answer.join(", "))
}

/// The first words of an answer, on one line.
fn short(answer: &str) -> String {
    const LENGTH: usize = 120;
    let line = answer.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
    match line.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
