//! Writes a recording as JSON, with a line for each node, frame and change.

use super::recording::{Recording, Run, Track};
use super::snapshot::{Change, Snapshots, Values, sorted, sorted_values};
use super::{Tree, TreeNode, reasons};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bt_core::__internal::{self, Part};
use bt_core::NodeId;
use serde_json::{Value, json};
use std::borrow::{Borrow, Cow};
use std::format;
use std::string::{String, ToString};
use std::time::Duration;
use std::vec::Vec;

pub(super) const FORMAT: &str = "behavior-tree recording";
pub(super) const VERSION: u64 = 2;

pub(super) fn json(recording: &Recording) -> String {
    object_of(&fields(recording))
}

/// The recording with the reasons of its changes, for a page.
pub(super) fn page_json(recording: &Recording) -> String {
    let mut fields = fields(recording);
    fields.push(list("reasons", reasons::lines(recording).into_iter()));
    object_of(&fields)
}

fn fields(recording: &Recording) -> Vec<String> {
    let mut fields = head();
    fields.push(list("trees", recording.trees.iter().map(tree)));
    fields.push(list("agents", agents(recording)));
    fields.extend(moments(recording.first, recording.count));
    if !recording.times.is_empty() {
        fields.push(times(recording.times.iter().copied()));
    }
    fields.push(list("frames", frames(recording).into_iter()));
    fields.push(list("changes", changes(recording, |track| &track.snapshots).into_iter()));
    let values = changes(recording, |track| &track.values);
    if !values.is_empty() {
        fields.push(list("values", values.into_iter()));
    }
    fields
}

/// The fields at the start of every recording.
pub(super) fn head() -> Vec<String> {
    [field("format", &Value::from(FORMAT)), field("version", &Value::from(VERSION))].into()
}

pub(super) fn moments(first: u64, count: u64) -> [String; 2] {
    [field("first", &Value::from(first)), field("moments", &Value::from(count))]
}

pub(super) fn times(times: impl Iterator<Item = Option<Duration>>) -> String {
    let parts = |time: Duration| (time.as_secs(), time.subsec_nanos());
    field("times", &times.map(|time| json!(time.map(parts))).collect())
}

pub(super) fn object_of(fields: &[String]) -> String {
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

pub(super) fn field(name: &str, value: &Value) -> String {
    format!("\"{name}\":{value}")
}

pub(super) fn list(name: &str, items: impl Iterator<Item: Borrow<str>>) -> String {
    format!("\"{name}\":[\n{}\n]", lines(items))
}

/// The items of a list, one on each line.
pub(super) fn lines(items: impl Iterator<Item: Borrow<str>>) -> String {
    items.collect::<Vec<_>>().join(",\n")
}

/// An object with its fields in this order, whichever map type `serde_json` uses.
fn object(fields: &[(&str, Value)]) -> String {
    let fields: Vec<_> = fields.iter().map(|(name, value)| field(name, value)).collect();
    format!("{{{}}}", fields.join(","))
}

pub(super) fn tree(tree: &Tree) -> String {
    let texts =
        [("name", Some(tree.name())), ("file", tree.file()), ("text_mark", tree.text_mark())];
    let known = |(name, text): (&str, Option<&str>)| Some(field(name, &Value::from(text?)));
    let mut fields: Vec<String> = texts.into_iter().filter_map(known).collect();
    fields.push(list("nodes", tree.nodes.iter().map(node)));
    format!("{{{}}}", fields.join(","))
}

fn node(node: &TreeNode) -> String {
    let mut fields = Vec::from([
        ("kind", Value::from(node.kind.word())),
        ("parent", node.parent.map(NodeId::index).into()),
        ("end", Value::from(node.end.index())),
    ]);
    let mut text = |name, text: &Option<Cow<'static, str>>| {
        if let Some(text) = text {
            fields.push((name, Value::from(&**text)));
        }
    };
    text("label", &node.label);
    text("key", &node.key);
    text("source", &Some(node.source.clone()).filter(|source| !source.is_empty()));
    text("description", &node.description);
    text("header", &node.header);
    text("file", &node.file);
    if node.line != 0 {
        fields.push(("line", Value::from(node.line)));
    }
    object(&fields)
}

fn agents(recording: &Recording) -> impl Iterator<Item = String> {
    // The number is written only if it does not follow the number before.
    recording.agents.iter().scan(0, |next, track| {
        let is_next = track.id == *next;
        *next = track.id + 1;
        Some(agent(track, !is_next))
    })
}

pub(super) fn agent(agent: &Track, says_id: bool) -> String {
    let blackboard = match &agent.snapshots.before {
        Some(values) => Value::Object(sorted_values(values)),
        None => Value::Null,
    };
    let mut fields = Vec::from([
        ("name", Value::from(&*agent.name)),
        ("tree", Value::from(agent.tree)),
        ("blackboard", blackboard),
    ]);
    if !agent.before.is_empty() {
        fields.push(("active", agent.before.iter().copied().map(NodeId::index).collect()));
    }
    if let Some(values) = &agent.values.before {
        fields.push(("values", Value::Object(sorted_values(values))));
    }
    if says_id {
        fields.push(("id", agent.id.into()));
    }
    if let Some(moment) = agent.retired {
        fields.push(("retired", moment.into()));
    }
    if let Some(renews) = agent.renews {
        fields.push(("renews", json!(renews)));
    }
    object(&fields)
}

/// The lines of all agents, sorted by moment and then by agent.
fn by_moment<'a, T: 'a>(
    recording: &'a Recording,
    items: impl Fn(&'a Track) -> &'a std::collections::VecDeque<T>,
    moment: impl Fn(&T) -> u64,
    line: impl Fn(usize, &T) -> String,
) -> Vec<String> {
    let of = |track: &'a Track| items(track).iter().map(|item| (track.id, item));
    let mut all: Vec<_> = recording.agents.iter().flat_map(of).collect();
    // The sort is stable: lines of the same moment stay in the order of their agents.
    all.sort_by_key(|(_, item)| moment(item));
    all.into_iter().map(|(agent, item)| line(agent, item)).collect()
}

fn frames(recording: &Recording) -> Vec<String> {
    by_moment(recording, |track| &track.runs, |run| run.moment, frame)
}

pub(super) fn frame(agent: usize, run: &Run) -> String {
    let bytes = STANDARD.encode(&run.frame.bytes);
    let errors = run.frame.errors.iter().map(|(node, text)| json!([node.index(), &**text]));
    let errors: Vec<_> = errors.collect();
    if let Some(touched) = &run.frame.touched {
        let forced: Vec<_> = touched.forced.iter().copied().map(NodeId::index).collect();
        let set: Vec<_> =
            touched.set.iter().map(|(field, value)| json!([**field, **value])).collect();
        let unfinished = run.frame.unfinished;
        json!([agent, run.moment, run.count, bytes, errors, unfinished, forced, set]).to_string()
    } else if run.frame.unfinished {
        json!([agent, run.moment, run.count, bytes, errors, true]).to_string()
    } else if errors.is_empty() {
        json!([agent, run.moment, run.count, bytes]).to_string()
    } else {
        json!([agent, run.moment, run.count, bytes, errors]).to_string()
    }
}

fn changes(recording: &Recording, of: impl Fn(&Track) -> &Snapshots) -> Vec<String> {
    by_moment(recording, |track| &of(track).changes, |change| change.moment, change)
}

pub(super) fn change(agent: usize, change: &Change) -> String {
    let set = change.set().iter().map(|(name, value)| (name.to_string(), sorted(value)));
    let (moment, set) = (change.moment, set.collect::<Values>());
    if change.gone().is_empty() {
        json!([agent, moment, set]).to_string()
    } else {
        json!([agent, moment, set, change.gone()]).to_string()
    }
}

/// The reason of a change: the agent, the moment, the parts of the sentence, and the indices of the events of other
/// nodes with a different result.
pub(super) fn reason(agent: usize, moment: u64, change: &__internal::Change) -> String {
    let part = |part: &Part| match part {
        Part::Text(text) => Value::from(&**text),
        Part::Name(node) => json!({"node": node.index()}),
        Part::Word(node) => json!({"node": node.index(), "written": true}),
        Part::Key(node) => json!({"node": node.index(), "key": true}),
        Part::Changes(node) => json!({"changes": node.index()}),
        Part::KeyChanges(node) => json!({"changes": node.index(), "key": true}),
    };
    let parts: Vec<_> = change.reason.iter().map(part).collect();
    json!([agent, moment, parts, change.others]).to_string()
}
