//! `bt prove`, `bt explain`: proofs of the rules that `bt check` refuses to see broken, and of others.

use super::files::{read, words, write_to};
use super::nodes::Trees;
use super::report::{Reports, print_json, reported};
use super::run::Ticked;
use super::{Ended, MISTAKES, Options, SUCCESS, Stop, Streams, WRONG_USE};
use bt_core::Node;
use bt_language::explore::Run;
use bt_language::file::{self, Proof, Proofs, Proved};
use bt_language::vocabulary::Vocabulary;
use serde::Serialize;
use std::path::Path;

/// What `--json` prints.
#[derive(Serialize)]
struct Output {
    #[serde(flatten)]
    reports: Reports,
    trees: Vec<AboutTree>,
}

/// The proofs of the rules about a tree.
#[derive(Serialize)]
struct AboutTree {
    tree: String,
    states: usize,
    transitions: u64,
    rules: Vec<Answer>,
}

/// What the proof of a rule has found.
#[derive(Serialize)]
struct Answer {
    rule: String,
    description: Option<String>,
    result: &'static str,
    /// Why, or the run.
    text: String,
    run: Option<Vec<Ticked>>,
}

impl Answer {
    fn of(nodes: &[Node], proof: &Proof) -> Self {
        let ticks = |run: &Run| {
            let ticks = run.ticks.iter().enumerate();
            let ticks = ticks.map(|(place, (is_after_abort, seen))| {
                let mut tick = Ticked::of(nodes, run.before + place + 1, seen, true);
                tick.after_abort = *is_after_abort;
                tick
            });
            ticks.collect()
        };
        Self {
            rule: proof.rule.clone(),
            description: proof.description.clone(),
            result: shown(proof.result),
            text: proof.text.clone(),
            run: proof.run.as_ref().map(ticks),
        }
    }
}

/// The rules that are asked.
struct Asked<'a> {
    text: String,
    /// The file of the text, or what stands in its place.
    from: &'a Path,
}

impl Asked<'_> {
    /// These rules about the first entry, or the tree of `--tree`.
    fn about_tree(rules: &str, from: &'static str, text: &str, options: &Options) -> Self {
        let tree = options.value("tree").map(|name| name.to_string_lossy().into_owned());
        let first = || {
            let trees = file::trees(text).ok()?;
            trees.iter().find(|tree| tree.is_entry()).map(|tree| tree.outline.name.to_string())
        };
        // A file that cannot be read is refused before its trees are asked for.
        let tree = tree.or_else(first).unwrap_or_else(|| "Tree".to_owned());
        file::forget();
        Self { text: format!("rules {tree} {{ {rules}; }}"), from: Path::new(from) }
    }
}

/// `bt prove`
pub(super) fn prove(options: &Options, streams: &mut Streams) -> Ended {
    let vocabulary = words(options, streams)?;
    let path = options.file()?;
    let text = read(path, streams)?;
    let rules: Vec<_> = options.values("rule").map(|rule| rule.to_string_lossy()).collect();
    let rules = rules.iter().map(|rule| rule.trim_end_matches(';')).collect::<Vec<_>>().join("; ");
    if options.given("tree") && rules.is_empty() {
        return Err(Stop(
            "`--tree` says which tree a `--rule` is about; give a `--rule`, or leave out `--tree`"
                .to_owned(),
        ));
    }
    let asked = match options.value("rules").map(Path::new) {
        Some(_) if !rules.is_empty() => {
            return Err(Stop("`--rule` and `--rules` cannot be given together".to_owned()));
        }
        Some(from) => Asked { text: read(from, streams)?, from },
        None if !rules.is_empty() => Asked::about_tree(&rules, "--rule", &text, options),
        None if vocabulary.rules.is_empty() => {
            return Err(Stop(
                "the words have no rules; ask one with `--rule \"never 'flee && 'shoot\"`, or several with `--rules FILE`"
                    .to_owned(),
            ));
        }
        None => Asked { text: String::new(), from: Path::new("") },
    };
    ask(&vocabulary, path, &text, &asked, options, streams)
}

/// `bt explain`: the proof of `possible 'flee`.
pub(super) fn explain(options: &Options, streams: &mut Streams) -> Ended {
    let [path, question] = options.files.as_slice() else {
        return Err(Stop(
            "`bt explain` takes a file and a question, such as a label: `bt explain --words WORDS.json guard.tree flee`"
                .to_owned(),
        ));
    };
    let vocabulary = Vocabulary { rules: Vec::new(), ..words(options, streams)? };
    let text = read(path, streams)?;
    let question = question.to_string_lossy();
    // A shell has a meaning for the apostrophe of a label.
    let is_name = question.starts_with(|first: char| first.is_alphabetic() || first == '_');
    let is_label = is_name && question.split('.').next() != Some("root");
    let rule = format!("possible {}{question}", if is_label { "'" } else { "" });
    let asked = Asked::about_tree(&rule, "QUESTION", &text, options);
    ask(&vocabulary, path, &text, &asked, options, streams)
}

fn ask(
    vocabulary: &Vocabulary,
    path: &Path,
    text: &str,
    asked: &Asked<'_>,
    options: &Options,
    streams: &mut Streams,
) -> Ended {
    let limit = options.number("limit")?.or(vocabulary.limit);
    let vocabulary = Vocabulary { limit, ..vocabulary.clone() };
    let (reading, all) =
        match file::prove(text, &vocabulary, &asked.text, &mut file::beside(path), None) {
            Ok(proved) => proved,
            Err(mistakes) => {
                file::forget();
                reported(&mistakes, asked.from, streams);
                return Ok(WRONG_USE);
            }
        };
    let mut output = Output { reports: Reports::default(), trees: Vec::new() };
    let mut code = if reading.mistakes.is_empty() { SUCCESS } else { MISTAKES };
    output.reports.add(&reading.mistakes, path, options, streams);
    let is_read = reading.mistakes.is_empty();
    let trees = if is_read { Trees::of(reading)? } else { Trees::default() };
    file::forget();
    if let Some(page) = options.value("page").map(Path::new).filter(|_| is_read) {
        write_page(&trees, &all, page, streams)?;
    }
    let (is_json, is_question) = (options.given("json"), options.command == "explain");
    for (machine, all) in trees.machines.iter().zip(all) {
        if all.proofs.is_empty() {
            continue;
        }
        let tree = machine.name.clone();
        if !is_json && !is_question {
            streams.print(&head(&tree, &all));
        }
        let Proofs { states, transitions, proofs } = all;
        let has_runs = is_json && proofs.iter().any(|proof| proof.run.is_some());
        let nodes = if has_runs { trees.table(machine) } else { Vec::new() };
        let mut of_tree = AboutTree { tree, states, transitions, rules: Vec::new() };
        for proof in proofs {
            let is_wrong = match proof.result {
                Proved::Proved => false,
                Proved::Vacuous => options.given("strict"),
                Proved::Broken | Proved::Unsure | Proved::TooLarge => true,
            };
            if is_wrong && (!is_question || proof.mistake.is_some()) {
                code = MISTAKES;
            }
            let mistake = proof.mistake.as_ref().filter(|_| !is_question);
            let mistake = mistake.map(std::slice::from_ref).unwrap_or_default();
            if is_json {
                of_tree.rules.push(Answer::of(&nodes, &proof));
            } else if is_question {
                streams.print(&format!("{}\n", proof.text));
            } else {
                // A run that breaks the rule is reported as a mistake.
                let text = if proof.mistake.is_some() { "" } else { proof.text.as_str() };
                streams.print(&lines(&proof, text));
            }
            output.reports.add(mistake, path, options, streams);
        }
        output.trees.push(of_tree);
    }
    if is_json {
        print_json(&output, streams);
    }
    Ok(code)
}

/// The proofs about a tree, with the runs that break its rules.
pub(crate) fn report(tree: &str, of: &Proofs) -> String {
    let proofs = of.proofs.iter().map(|proof| lines(proof, &proof.text));
    std::iter::once(head(tree, of)).chain(proofs).collect()
}

fn head(tree: &str, Proofs { states, transitions, .. }: &Proofs) -> String {
    format!("{tree}: {states} states and {transitions} transitions\n")
}

/// A rule with its doc comment, and what its proof says.
fn lines(proof: &Proof, text: &str) -> String {
    let mut all = format!("  {}: {}\n", shown(proof.result), proof.rule);
    let description = proof.description.as_deref().unwrap_or_default().lines();
    for line in description.chain(text.lines()) {
        all.extend(["    ", line, "\n"]);
    }
    all
}

/// Writes the run that breaks the first rule, or else the first run, as a page.
fn write_page(
    trees: &Trees,
    all: &[Proofs],
    path: &Path,
    streams: &mut Streams,
) -> Result<(), Stop> {
    let with_trees = trees.machines.iter().zip(all);
    let runs = with_trees.flat_map(|(machine, all)| {
        all.proofs.iter().filter_map(move |proof| {
            Some((proof.result != Proved::Broken, machine, proof.run.as_ref()?))
        })
    });
    let Some((_, machine, run)) = runs.min_by_key(|(is_later, ..)| *is_later) else {
        streams.report(&format!("there is no run, so `{}` is not written", path.display()));
        return Ok(());
    };
    let nodes = trees.table(machine);
    let recording = bt_verify::recording(machine.name.clone(), nodes, run.ticks.clone());
    write_to(path, &recording.page().to_string())
}

fn shown(result: Proved) -> &'static str {
    match result {
        Proved::Proved => "proved",
        Proved::Vacuous => "vacuous",
        Proved::Broken => "broken",
        Proved::Unsure | Proved::TooLarge => "undecided",
    }
}
