//! Snapshots of a blackboard, of which only the changes are kept.

use super::value;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::VecDeque;
use std::string::{String, ToString};
use std::vec::Vec;

/// The values of a blackboard by their names.
pub(super) type Values = Map<String, Value>;

/// The values that were set and the keys that went away in a moment.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Change {
    pub(super) moment: u64,
    pub(super) set: Values,
    pub(super) gone: Vec<String>,
}

impl Change {
    /// The memory that it takes.
    pub(super) fn weight(&self) -> usize {
        let gone = self.gone.iter().map(|key| size_of::<String>() + key.len());
        size_of::<Self>() + weight_of_values(&self.set) + gone.sum::<usize>()
    }

    pub(super) fn apply(self, values: &mut Values) {
        values.extend(self.set);
        for key in &self.gone {
            values.remove(key);
        }
    }
}

/// The blackboard of an agent over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Snapshots {
    /// The values before the first of the changes; `None` if there was no snapshot before it.
    pub(super) before: Option<Values>,
    pub(super) changes: VecDeque<Change>,
}

impl Snapshots {
    /// The values in that moment; `None` if there was no snapshot yet.
    pub(super) fn at(&self, moment: u64) -> Option<Values> {
        let mut values = self.before.clone();
        for change in self.changes.iter().take_while(|change| change.moment <= moment) {
            change.clone().apply(values.get_or_insert_default());
        }
        values
    }

    /// Forgets what was before this moment; gives back what that took in memory.
    pub(super) fn forget_before(&mut self, first: u64) -> usize {
        let mut freed = 0;
        while self.changes.front().is_some_and(|change| change.moment < first) {
            let Some(change) = self.changes.pop_front() else { break };
            freed += change.weight();
            change.apply(self.before.get_or_insert_default());
        }
        freed
    }

    /// Notes what is different in `now` from `latest`, which becomes the same. Returns how many bytes
    /// that took in memory and how many it freed.
    pub(super) fn note(&mut self, moment: u64, latest: &mut Values, now: Values) -> (usize, usize) {
        let first = self.before.is_none() && self.changes.is_empty();
        let gone: Vec<_> = latest.keys().filter(|key| !now.contains_key(*key)).cloned().collect();
        let changed = |(key, value): &(&String, &Value)| latest.get(*key) != Some(*value);
        let set: Values = now.iter().filter(changed).map(|(k, v)| (k.clone(), v.clone())).collect();
        *latest = now;
        if set.is_empty() && gone.is_empty() && !first {
            return (0, 0);
        }
        let mut change = Change { moment, set, gone };
        let mut freed = 0;
        if self.changes.back().is_some_and(|earlier| earlier.moment == moment) {
            if let Some(earlier) = self.changes.pop_back() {
                freed = earlier.weight();
                change = merged(earlier, change);
            }
        }
        let taken = change.weight();
        self.changes.push_back(change);
        (taken, freed)
    }
}

/// Two changes of the same moment as one.
fn merged(mut earlier: Change, later: Change) -> Change {
    earlier.gone.retain(|key| !later.set.contains_key(key));
    for key in later.gone {
        earlier.set.remove(&key);
        earlier.gone.push(key);
    }
    earlier.set.extend(later.set);
    earlier
}

/// The values of any blackboard: what is no struct and no map is one value, `value`.
pub(super) fn values(blackboard: &(impl Serialize + ?Sized)) -> Values {
    match value::fields_of(blackboard) {
        Ok(values) => values,
        Err(value) => Values::from_iter([("value".to_string(), value)]),
    }
}

fn weight_of_values(values: &Values) -> usize {
    let entry = |(key, value): (&String, &Value)| size_of::<String>() + key.len() + weight(value);
    values.iter().map(entry).sum()
}

fn weight(value: &Value) -> usize {
    let inside = match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(values) => values.iter().map(weight).sum(),
        Value::Object(values) => weight_of_values(values),
    };
    size_of::<Value>() + inside
}

/// The value as it is written: with numbers that everybody can read, and the keys of its maps in order, whichever
/// kind of map `serde_json` has.
pub(super) fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(values) => Value::Object(sorted_values(values)),
        Value::Array(values) => Value::Array(values.iter().map(sorted).collect()),
        Value::Number(number) => value::portable(number),
        value => value.clone(),
    }
}

pub(super) fn sorted_values(values: &Values) -> Values {
    let mut entries: Vec<_> =
        values.iter().map(|(key, value)| (key.clone(), sorted(value))).collect();
    entries.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    entries.into_iter().collect()
}
