//! `bt run`: ticks of a tree without its program.

use super::files::{read, words};
use super::nodes::{self, Trees};
use super::report::{print_json, reported};
use super::{Ended, Options, SUCCESS, Stop, Streams};
use bt_core::Node;
use bt_language::ast::Tree;
use bt_language::explore::{Event, Known, Part, Seen};
use bt_language::file;
use bt_language::machine::{NodeId, Status};
use fastrand::Rng;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The number of ticks, unless it is given, and the largest one.
const TICKS: usize = 10;
const MOST_TICKS: usize = 10_000;

/// One tick, as `--json` prints it.
#[derive(Serialize)]
pub(super) struct Ticked {
    tick: usize,
    /// The program has aborted the tree before it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) after_abort: bool,
    /// It is a tick of a stop.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stop: bool,
    status: &'static str,
    events: Vec<Happened>,
    /// The nodes that are active after it.
    active: Vec<String>,
}

/// What has happened to a node.
#[derive(Serialize)]
struct Happened {
    node: String,
    line: u32,
    /// The condition that is true or false.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<&'static str>,
    result: &'static str,
}

/// The results that the caller gives to a word or a label.
struct Answer {
    name: String,
    results: Vec<Status>,
    next: usize,
}

pub(super) fn run(options: &Options, streams: &mut Streams) -> Ended {
    let vocabulary = words(options, streams)?;
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
    let name = options.value("tree").map(|name| name.to_string_lossy());
    let is_it = |tree: &&Tree| match &name {
        Some(name) => tree.outline.name == **name,
        None => tree.is_entry(),
    };
    let tree = reading.trees.iter().find(is_it);
    let part = tree.map_or_else(
        || Err("the file does not have it".to_owned()),
        |tree| Part::of_tree(tree, &reading.trees),
    );
    let trees = Trees::of(reading)?;
    let machine = trees.find(name.as_deref())?;
    // With the trees that they call, trees may be deeper than one tree of a file.
    let part = part.map_err(|error| {
        Stop(format!("`{}` cannot be run without its program: {error}", machine.name))
    })?;
    let nodes = trees.table(machine);
    // Nothing refuses to begin: what begins has a result.
    let known = vec![Known { begins: true, ..Known::default() }; nodes.len()];
    let model = part.model_with_all_values(&known);
    let model = model.map_err(|error| Stop(format!("internal error: {error}")))?;
    file::forget();
    let mut player = Player { nodes, answers, random };
    let (mut state, mut all) = (model.start(), Vec::new());
    for tick in 1..=ticks {
        let (seen, next) = model.play(&state, |_, _, ways| player.choose(ways));
        state = next;
        let ticked = Ticked::of(&player.nodes, tick, &seen, false);
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
    nodes: Vec<Node>,
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
        let text = if of == about { child.source } else { child.key.unwrap_or_default() };
        let is_it = |answer: &&mut Answer| {
            child.label == Some(&answer.name)
                || crate::outline::words(text).any(|word| word == answer.name)
        };
        let answer = self.answers.iter_mut().find(is_it)?;
        let result = answer.results.get(answer.next).or(answer.results.last()).copied();
        answer.next += 1;
        result
    }
}

impl Ticked {
    /// What happened to these nodes; `all` adds the answers to conditions that are no leaves, and lengths of time that are
    /// over.
    pub(super) fn of(nodes: &[Node], tick: usize, seen: &Seen, all: bool) -> Self {
        let happened = |event: &Event| {
            let mut condition = None;
            let (node, result) = match event {
                Event::Leaf(node, status) | Event::Finished(node, status) => (node, shown(*status)),
                Event::Aborted(node) => (node, "aborted"),
                Event::Decision { of, about, answer } if all => {
                    let node = nodes.get(about.place())?;
                    condition = if of == about { Some(node.source) } else { node.key };
                    (about, if *answer { "true" } else { "false" })
                }
                Event::Over(node) if all => (node, "over"),
                Event::Ticked(_) | Event::Decision { .. } | Event::Over(_) => return None,
            };
            let node = nodes.get(node.place())?;
            Some(Happened { node: nodes::shown(node), line: node.line, condition, result })
        };
        let active = nodes.iter().zip(&seen.after).filter(|(_, is_active)| **is_active);
        Self {
            tick,
            after_abort: false,
            stop: seen.is_stop,
            status: shown(seen.status),
            events: seen.events.iter().filter_map(happened).collect(),
            active: active.map(|(node, _)| nodes::shown(node)).collect(),
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
