//! `bt run`: ticks of a tree without its program.

use super::files::{read, vocabulary};
use super::report::{print_json, reported};
use super::{Ended, Options, SUCCESS, Stop, Streams};
use bt_language::explore::{Event, Known, Part, Seen};
use bt_language::machine::{Machine, NodeId, Status};
use bt_language::{file, lower};
use fastrand::Rng;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The number of ticks, unless it is given, and the largest one.
const TICKS: usize = 10;
const MOST_TICKS: usize = 10_000;

/// One tick, as `--json` prints it.
#[derive(Serialize)]
struct Ticked {
    tick: usize,
    status: &'static str,
    events: Vec<Happened>,
    /// The nodes that are active after it.
    active: Vec<String>,
}

/// What has happened to a node.
#[derive(Serialize)]
struct Happened {
    node: String,
    line: usize,
    result: &'static str,
}

/// A node, as the caller names it.
struct Named {
    label: Option<String>,
    shown: String,
    /// The text of its arguments, or of what stands in front of its `=>`.
    asks: String,
    key: String,
    line: usize,
}

/// The results that the caller gives to a word or a label.
struct Answer {
    name: String,
    results: Vec<Status>,
    next: usize,
}

pub(super) fn run(options: &Options, streams: &mut Streams) -> Ended {
    let Some(vocabulary) = vocabulary(options, streams)? else {
        return Err(Stop("expected `--words WORDS.json`, the words of the program".to_owned()));
    };
    let mut answers = Vec::new();
    for answer in options.values("answer") {
        answers.push(Answer::read(&answer.to_string_lossy())?);
    }
    let ticks = options.number("ticks")?.unwrap_or(TICKS);
    if ticks > MOST_TICKS {
        return Err(Stop(format!("`--ticks` is at most {MOST_TICKS}")));
    }
    let random = Rng::with_seed(options.number("seed")?.unwrap_or(0));
    let path = options.file()?;
    let text = read(path, streams)?;
    let reading = file::read_with(&text, &vocabulary, &|_| 0, &mut file::beside(Path::new(path)));
    if !reading.mistakes.is_empty() {
        file::forget();
        return Ok(reported(&reading.mistakes, path, streams));
    }
    let internal = |error: &dyn std::fmt::Display| Stop(format!("internal error: {error}"));
    let mut machines = Vec::new();
    for tree in reading.trees {
        let (name, header, scope) = (tree.outline.name.to_string(), tree.header(), tree.scope());
        let machine = lower(&name, header, &scope, tree.root, &reading.lines);
        machines.push(machine.map_err(|error| internal(&error))?);
    }
    let names: Vec<&str> = machines.iter().map(|machine| machine.name.as_str()).collect();
    let name = options.value("tree").map(|name| name.to_string_lossy().into_owned());
    let place = name.as_ref().map_or(Some(0), |name| names.iter().position(|other| other == name));
    let Some(machine) = place.and_then(|place| machines.get(place)) else {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        return Err(Stop(format!(
            "there is no tree `{}`; there are {}",
            name.unwrap_or_default(),
            names.join(", ")
        )));
    };
    let bytes = machine.to_bytes(&|machine, node| called(&machines, machine, node));
    let part = Part::read(&bytes, &|_| None).map_err(|error| internal(&error))?;
    let mut nodes = Vec::new();
    add(&machines, machine, &mut nodes);
    // Nothing refuses to begin: what begins has a result.
    let known = vec![Known { begins: true, ..Known::default() }; nodes.len()];
    let model = part.model(&known, true).map_err(|error| internal(&error))?;
    file::forget();
    let mut player = Player { nodes, answers, random };
    let (mut state, mut all) = (model.start(), Vec::new());
    for tick in 1..=ticks {
        let (seen, next) = model.play(&state, &mut |ways| player.choose(ways));
        state = next;
        let ticked = player.ticked(tick, &seen);
        if options.given("json") {
            all.push(ticked);
        } else {
            streams.print(&ticked.to_string());
        }
    }
    for Answer { name, .. } in player.answers.iter().filter(|answer| answer.next == 0) {
        streams.report(&format!("`{name}` was never asked"));
    }
    if options.given("json") {
        print_json(&BTreeMap::from([("ticks", all)]), streams);
    }
    Ok(SUCCESS)
}

/// The tree of the file that a node calls.
fn called<'m>(machines: &'m [Machine], machine: &Machine, node: NodeId) -> Option<&'m Machine> {
    let (_, call) = machine.calls().find(|(of, _)| *of == node)?;
    let name = call.tree.to_string();
    machines.iter().find(|machine| machine.name == name)
}

/// Adds the nodes of a machine, each subtree behind its node.
fn add(machines: &[Machine], machine: &Machine, nodes: &mut Vec<Named>) {
    for node in &machine.nodes {
        let label = node.label.as_ref().map(ToString::to_string);
        let prefix = label.as_ref().map_or_else(String::new, |label| format!("'{label}: "));
        let shown = format!("{prefix}{} {}", node.word, node.source);
        let (asks, key) = (node.source.clone(), node.key.clone().unwrap_or_default());
        nodes.push(Named { label, shown: shown.trim_end().to_owned(), asks, key, line: node.line });
        if let Some(below) = called(machines, machine, node.id) {
            add(machines, below, nodes);
        }
    }
}

impl Answer {
    /// `Hungry=success,failure`
    fn read(text: &str) -> Result<Self, Stop> {
        let wrong = || {
            Stop(format!(
                "expected `--answer NAME=RESULT,…` with `success`, `failure` or `running`, found `{text}`"
            ))
        };
        let (name, results) = text.split_once('=').ok_or_else(wrong)?;
        let status = |text: &str| {
            let all = [Status::Success, Status::Failure, Status::Running];
            all.into_iter().find(|status| shown(*status) == text.trim()).ok_or_else(wrong)
        };
        let results: Result<Vec<_>, _> = results.split(',').map(status).collect();
        let name = name.trim().trim_start_matches('\'').to_owned();
        Ok(Self { name, results: results?, next: 0 })
    }
}

struct Player {
    nodes: Vec<Named>,
    answers: Vec<Answer>,
    random: Rng,
}

impl Player {
    fn choose(&mut self, ways: &[&[Event]]) -> usize {
        let result = |way: &&[Event]| match way.first()? {
            Event::Leaf(node, status) => Some((*node, *node, *status)),
            Event::Decision { of, about, answer } => {
                Some((*of, *about, if *answer { Status::Success } else { Status::Failure }))
            }
            Event::Finished(..) | Event::Aborted(_) | Event::Ticked(_) | Event::Over(_) => None,
        };
        let results: Option<Vec<_>> = ways.iter().map(result).collect();
        let asked =
            results.as_ref().and_then(|all| all.first()).map(|(of, about, _)| (*of, *about));
        let wanted = asked.and_then(|(of, about)| self.answer(of, about));
        let place = results.zip(wanted).and_then(|(results, wanted)| {
            results.iter().position(|(.., status)| *status == wanted)
        });
        place.unwrap_or_else(|| self.random.usize(..ways.len()))
    }

    /// The result that the caller gives to a node: by the label of the node, by that of the child in front of which it asks,
    /// or by a word in its text.
    fn answer(&mut self, of: NodeId, about: NodeId) -> Option<Status> {
        let child = self.nodes.get(about.place())?;
        let text = if of == about { &child.asks } else { &child.key };
        let is_it = |answer: &&mut Answer| {
            child.label.as_ref() == Some(&answer.name)
                || crate::outline::words(text).any(|word| word == answer.name)
        };
        let answer = self.answers.iter_mut().find(is_it)?;
        let result = answer.results.get(answer.next).or(answer.results.last()).copied();
        answer.next += 1;
        result
    }

    fn ticked(&self, tick: usize, seen: &Seen) -> Ticked {
        let happened = |event: &Event| {
            let (node, result) = match event {
                Event::Leaf(node, status) | Event::Finished(node, status) => (node, shown(*status)),
                Event::Aborted(node) => (node, "aborted"),
                Event::Ticked(_) | Event::Decision { .. } | Event::Over(_) => return None,
            };
            let Named { shown, line, .. } = self.nodes.get(node.place())?;
            Some(Happened { node: shown.clone(), line: *line, result })
        };
        let active = self.nodes.iter().zip(&seen.after).filter(|(_, is_active)| **is_active);
        Ticked {
            tick,
            status: shown(seen.status),
            events: seen.events.iter().filter_map(happened).collect(),
            active: active.map(|(node, _)| node.shown.clone()).collect(),
        }
    }
}

impl std::fmt::Display for Ticked {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(formatter, "tick {}: {}", self.tick, self.status)?;
        for Happened { node, result, .. } in &self.events {
            writeln!(formatter, "  {node}: {result}")?;
        }
        Ok(())
    }
}

fn shown(status: Status) -> &'static str {
    match status {
        Status::Success => "success",
        Status::Failure => "failure",
        Status::Running => "running",
    }
}
