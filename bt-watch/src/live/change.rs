//! What pages change in the running program: answers of leaves that are forced, always or for as long as a comparison with a recorded
//! value holds, as `hunger > 50`, and fields of blackboards that are set.

use super::Live;
use super::control::Spot;
use super::shared::locked;
use crate::record::{AgentId, Recording, TreeNode};
use bt_core::{NodeKind, Status};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::borrow::ToOwned;
use std::cmp;
use std::collections::BTreeMap;
use std::string::{String, ToString};
use std::sync::atomic::Ordering;
use std::vec::Vec;
use std::{format, io, mem};

/// A field with a value that a person wrote.
type Wanted = (String, String);

/// The changes of all agents. The agents have the numbers that the recording has now.
#[derive(Debug, Default)]
pub(super) struct Changes {
    forced: BTreeMap<Spot, Forced>,
    /// The fields that may be set.
    fields: BTreeMap<usize, Vec<Field>>,
    /// The values that the program has not taken yet.
    pending: BTreeMap<usize, Vec<Wanted>>,
}

/// An answer in place of a leaf.
#[derive(Clone, Debug)]
pub(super) struct Forced {
    pub(super) status: Status,
    pub(super) until: Until,
}

impl Forced {
    /// The answer now; `holds` says whether a comparison holds.
    pub(super) fn answer(&self, holds: impl FnOnce(&Comparison) -> bool) -> Option<Status> {
        let is_forced = match &self.until {
            Until::Asked | Until::Released => true,
            Until::While(comparison) => holds(comparison),
        };
        is_forced.then_some(self.status)
    }
}

/// How long an answer is forced.
#[derive(Clone, Debug)]
pub(super) enum Until {
    /// In the next tick in which the leaf is asked.
    Asked,
    Released,
    /// In each tick before which the recorded values fulfil this.
    While(Comparison),
}

/// A field that may be set.
#[derive(Debug)]
struct Field {
    name: &'static str,
    /// Says what is wrong with a value.
    check: fn(&str) -> Result<(), String>,
}

/// The fields of a blackboard that pages may set; made by [`Live::set_fields`].
#[derive(Debug)]
pub struct Fields {
    named: Vec<Field>,
    wanted: Vec<Wanted>,
    set: Vec<Wanted>,
}

impl Live {
    /// Allows or forbids pages to force the answers of leaves and to set the fields that
    /// [`set_fields`](Self::set_fields) names; see [`live`](super#changes).
    ///
    /// Whoever can use the page can then have the agents do anything that their trees can do. So this works only with a
    /// server that other machines cannot reach.
    ///
    /// # Errors
    ///
    /// If other machines can reach the server.
    pub fn let_change(&mut self, may: bool) -> io::Result<()> {
        if may && self.is_open() {
            let address = self.address();
            let problem = format!(
                "{address} can be reached from outside, so its pages may not change what agents see"
            );
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
        self.shared.changeable.store(may, Ordering::Relaxed);
        if !may {
            *locked(&self.shared.changes) = Changes::default();
        }
        self.shared.control_changed();
        Ok(())
    }

    /// Names the fields of an agent's blackboard that pages may set, and sets those that they have changed since the last
    /// call. Call it before each tick of the agent.
    ///
    /// Nothing is changed at any other time, so a tick never sees half of a change. A page refuses a value that
    /// does not fit the type of its field, with the message of its `Deserialize`. While the program is paused before the
    /// next moment, the call waits.
    ///
    /// ```no_run
    /// # use bt_core::behavior_tree;
    /// # behavior_tree! { tree Guard(npc: &mut Npc) { condition npc.health > 20; } }
    /// use bt_watch::live::Live;
    ///
    /// #[derive(serde::Serialize)]
    /// struct Npc {
    ///     health: u32,
    ///     name: String,
    /// }
    ///
    /// let mut live = Live::start()?;
    /// live.let_change(true)?;
    /// let agent = live.agent::<Guard>("guard");
    /// let (mut guard, mut npc) = (Guard::new(), Npc { health: 100, name: "Ada".into() });
    /// loop {
    ///     live.set_fields(agent, |fields| {
    ///         fields.field("health", &mut npc.health).field("name", &mut npc.name);
    ///     });
    ///     live.tick_with_snapshot(agent, &mut guard, &mut npc);
    /// }
    /// # #[allow(unreachable_code)]
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// `fields` is called when a page has set a field, and once at the beginning, so a call without news costs next to
    /// nothing. Without [`let_change`](Self::let_change) it is never called.
    ///
    /// # Panics
    ///
    /// If the agent was added to another recorder, or is retired.
    pub fn set_fields(&mut self, agent: AgentId, fields: impl FnOnce(&mut Fields)) {
        if !self.shared.is_changeable() {
            return;
        }
        // What is set during a pause is there in the next tick.
        self.shared.wait_before_tick(agent);
        let current = self.shared.look(|recorder| recorder.living(agent)).index();
        let Some(mut open) = locked(&self.shared.changes).take(current) else { return };
        fields(&mut open);
        locked(&self.shared.changes).fields.insert(current, open.named);
        for (field, value) in open.set {
            self.shared.record(|recorder| recorder.note_set(agent, &field, &value));
        }
    }
}

impl Fields {
    /// Lets pages set a field. It has the name that it has in the snapshots of the blackboard.
    pub fn field<T: DeserializeOwned>(&mut self, name: &'static str, field: &mut T) -> &mut Self {
        for (wanted, value) in &mut self.wanted {
            if wanted == name {
                // A value that does not fit was refused before.
                if let Ok(read) = read::<T>(value) {
                    *field = read;
                    self.set.push((mem::take(wanted), mem::take(value)));
                }
            }
        }
        self.named.push(Field { name, check: |value| read::<T>(value).map(drop) });
        self
    }
}

/// Says why the answer of a leaf cannot be forced.
pub(super) fn check_leaf(recording: &Recording, spot: Spot) -> Result<&TreeNode, String> {
    let agent = recording.agent(AgentId::new(spot.0));
    let node = agent.and_then(|agent| agent.tree().nodes().get(spot.1));
    let node = node.ok_or("there is no such agent or no such node")?;
    let is_asked = matches!(node.kind, NodeKind::Condition | NodeKind::Action | NodeKind::Wait);
    is_asked.then_some(node).ok_or_else(|| {
        format!("`{}` is never asked: choose a condition, an action or a wait", node.name())
    })
}

/// Says why a leaf cannot have this answer.
pub(super) fn check_answer(
    recording: &Recording,
    spot: Spot,
    status: Status,
) -> Result<(), String> {
    let node = check_leaf(recording, spot)?;
    let problem = match (node.kind, status) {
        (NodeKind::Condition, Status::Running) => "a condition succeeds or fails, and never runs",
        (NodeKind::Wait, Status::Failure) => "a wait runs or succeeds, and never fails",
        (NodeKind::Action, Status::Success) if has_result(&node.source) => {
            "this action succeeds with a result, which no answer has: it can only run or fail"
        }
        _ => return Ok(()),
    };
    Err(problem.into())
}

/// The status with this word: `success`
pub(super) fn status_of(word: &str) -> Option<Status> {
    [Status::Success, Status::Failure, Status::Running]
        .into_iter()
        .find(|status| status.to_string() == word)
}

/// `npc.plan() -> path`
fn has_result(source: &str) -> bool {
    let is_name = |letter: char| letter.is_alphanumeric() || "_ (),:".contains(letter);
    source.rsplit_once(" -> ").is_some_and(|(_, results)| results.chars().all(is_name))
}

/// Reads a value that a person wrote: JSON, or a text without quotation marks.
fn read<T: DeserializeOwned>(value: &str) -> Result<T, String> {
    serde_json::from_str(value).or_else(|error| {
        let is_json = serde_json::from_str::<serde::de::IgnoredAny>(value).is_ok();
        let as_text = T::deserialize(Value::from(value));
        as_text.map_err(|of_text| if is_json { without_place(&error) } else { of_text.to_string() })
    })
}

/// The message of an error without its line and column, which mean little in a field of one line.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    message.strip_suffix(&place).unwrap_or(&message).into()
}

impl Changes {
    /// Returns `true` if the answer of a leaf is forced.
    pub(super) fn is_forcing(&self) -> bool {
        !self.forced.is_empty()
    }

    /// Returns `true` if the answer of a leaf of this agent is forced.
    pub(super) fn forces(&self, agent: usize) -> bool {
        self.forced.range((agent, 0)..(agent + 1, 0)).next().is_some()
    }

    pub(super) fn forced(&self, spot: Spot) -> Option<&Forced> {
        self.forced.get(&spot)
    }

    pub(super) fn force(&mut self, spot: Spot, forced: Forced) {
        self.forced.insert(spot, forced);
    }

    /// Releases a leaf, or all of them.
    pub(super) fn release(&mut self, spot: Option<Spot>) {
        match spot {
            Some(spot) => drop(self.forced.remove(&spot)),
            None => self.forced.clear(),
        }
    }

    /// The leaf was asked in a tick, with its forced answer.
    pub(super) fn asked(&mut self, spot: Spot) {
        if self.forced.get(&spot).is_some_and(|forced| matches!(forced.until, Until::Asked)) {
            self.forced.remove(&spot);
        }
    }

    /// Drops all of an agent that has ended, or goes on with another version of its tree.
    pub(super) fn forget(&mut self, agent: usize) {
        self.forced.retain(|(of, _), _| *of != agent);
        self.fields.remove(&agent);
        self.pending.remove(&agent);
    }

    /// Notes a value for a field; an error says why the field cannot have it.
    pub(super) fn set(&mut self, agent: usize, field: &str, value: &str) -> Result<(), String> {
        let fields = self.fields.get(&agent).map(Vec::as_slice).unwrap_or_default();
        let Some(known) = fields.iter().find(|known| known.name == field) else {
            return Err(format!(
                "the program does not let the field `{field}` of this agent be set"
            ));
        };
        (known.check)(value).map_err(|problem| format!("{field}: {problem}"))?;
        let pending = self.pending.entry(agent).or_default();
        pending.retain(|(other, _)| other != field);
        pending.push((field.into(), value.into()));
        Ok(())
    }

    /// The values for an agent; `None` if there are none and its fields are known.
    fn take(&mut self, agent: usize) -> Option<Fields> {
        let wanted = self.pending.remove(&agent);
        if wanted.is_none() && self.fields.contains_key(&agent) {
            return None;
        }
        Some(Fields { named: Vec::new(), wanted: wanted.unwrap_or_default(), set: Vec::new() })
    }

    /// Adds the forced answers, and the fields and values on their way of the agent that a page shows.
    pub(super) fn write_to(&self, state: &mut Value, shown: Option<usize>) {
        let forced = self.forced.iter().map(|((agent, node), Forced { status, until })| {
            let until = match until {
                Until::Asked => json!("asked"),
                Until::Released => json!("released"),
                Until::While(comparison) => json!({ "while": comparison.text() }),
            };
            json!([agent, node, status.to_string(), until])
        });
        state["forced"] = forced.collect();
        let of = shown.and_then(|agent| self.fields.get(&agent));
        state["fields"] = of.into_iter().flatten().map(|field| Value::from(field.name)).collect();
        let of = shown.and_then(|agent| self.pending.get(&agent));
        state["pending"] = of.into_iter().flatten().map(|wanted| json!(wanted)).collect();
    }
}

#[derive(Clone, Debug)]
pub(super) struct Comparison {
    text: String,
    path: String,
    operator: Operator,
    value: Value,
}

#[derive(Clone, Copy, Debug)]
enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The longer ones first.
const OPERATORS: [(&str, Operator); 6] = [
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("<=", Operator::LessOrEqual),
    (">=", Operator::GreaterOrEqual),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

impl Comparison {
    /// Reads `FIELD OPERATOR VALUE`, or `FIELD` alone, which is true or false. The field must be one of the values.
    pub(super) fn read(text: &str, values: &Map<String, Value>) -> Result<Self, String> {
        let found = OPERATORS
            .iter()
            .filter_map(|(word, operator)| Some((text.find(word)?, word.len(), *operator)));
        // Of several at the same place the longest one.
        let first = found.min_by_key(|(place, length, _)| (*place, usize::MAX - length));
        let (path, operator, value) = match first {
            Some((place, length, operator)) => {
                (&text[..place], operator, plain(text[place + length..].trim()))
            }
            None => (text, Operator::Equal, Value::Bool(true)),
        };
        let path = path.trim().to_owned();
        if at(values, &path).is_none() {
            return Err(format!(
                "there is no recorded field `{path}`: compare one, as in `health < 20`"
            ));
        }
        if value == Value::String(String::new()) {
            return Err(format!("a value is missing: compare one, as in `{path} < 20`"));
        }
        Ok(Self { text: text.trim().into(), path, operator, value })
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns `true` if the values fulfil it; values of different types are not equal, and neither less nor greater.
    pub(super) fn holds(&self, values: &Map<String, Value>) -> bool {
        let Some(found) = at(values, &self.path) else { return false };
        let order = match (found, &self.value) {
            (Value::Number(one), Value::Number(other)) => one.as_f64().partial_cmp(&other.as_f64()),
            (Value::String(one), Value::String(other)) => Some(one.cmp(other)),
            (one, other) => (one == other).then_some(cmp::Ordering::Equal),
        };
        match self.operator {
            Operator::Equal => order == Some(cmp::Ordering::Equal),
            Operator::NotEqual => order != Some(cmp::Ordering::Equal),
            Operator::Less => order == Some(cmp::Ordering::Less),
            Operator::LessOrEqual => order.is_some_and(cmp::Ordering::is_le),
            Operator::Greater => order == Some(cmp::Ordering::Greater),
            Operator::GreaterOrEqual => order.is_some_and(cmp::Ordering::is_ge),
        }
    }
}

/// JSON, or a text without quotation marks.
fn plain(value: &str) -> Value {
    serde_json::from_str(value).unwrap_or_else(|_| value.into())
}

/// The value at a path: `position.x`, `enemies.0`
fn at<'v>(values: &'v Map<String, Value>, path: &str) -> Option<&'v Value> {
    let mut parts = path.split('.');
    let mut value = values.get(parts.next()?)?;
    for part in parts {
        value = match value {
            Value::Object(fields) => fields.get(part)?,
            Value::Array(items) => items.get(part.parse::<usize>().ok()?)?,
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
        };
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::{Comparison, Map, String, Value};
    use serde_json::json;

    fn values() -> Map<String, Value> {
        let values = json!({
            "health": 19, "speed": 1.5, "name": "Ada", "armed": false, "at": { "x": [3, -4] },
        });
        values.as_object().expect("an object").clone()
    }

    #[test]
    fn fields_are_compared_with_values() {
        for (text, holds) in [
            ("health < 20", true),
            ("health<19", false),
            ("health <= 19.0", true),
            ("health >= 20", false),
            ("health == 19", true),
            ("health != 19", false),
            ("speed > 1", true),
            ("name == Ada", true),
            ("name == \"Ada\"", true),
            ("name != Bob", true),
            ("name < 3", false),
            ("armed", false),
            ("armed == false", true),
            ("at.x.1 == -4", true),
            ("at.x == [3, -4]", true),
        ] {
            let read = Comparison::read(text, &values()).expect(text);
            assert_eq!((read.holds(&values()), read.text()), (holds, text));
        }
        let gone = Comparison::read("armed != true", &values()).expect("there is such a field");
        assert!(!gone.holds(&Map::new()));
    }

    #[test]
    fn what_compares_nothing_is_refused() {
        for text in ["", "mana < 20", "at.y", "at.x.2 < 1", "at.x.-1 < 1", "< 20", "20 > health"] {
            let problem = Comparison::read(text, &values()).expect_err(text);
            assert!(problem.starts_with("there is no recorded field"), "{problem}");
        }
        assert!(Comparison::read("health <", &values()).is_err());
    }
}
