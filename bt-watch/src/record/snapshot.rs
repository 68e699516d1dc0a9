//! Snapshots of a blackboard; only changes are stored.

use super::value::{self, Difference, Print, Scratch};
use serde::Serialize;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::boxed::Box;
use std::collections::VecDeque;
use std::mem;
use std::string::{String, ToString};
use std::vec::Vec;

/// The values of a blackboard by their names.
pub(super) type Values = Map<String, Value>;

/// The name of a value; the name of a struct's field takes no memory.
pub(super) type Name = Cow<'static, str>;

/// The values that were set and the names that were removed in a moment.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) moment: u64,
    parts: Parts,
}

/// Both lists are sorted by name. Usually a single value changes, so that case allocates nothing.
#[derive(Clone, Debug)]
enum Parts {
    One((Name, Value)),
    Many { set: Box<[(Name, Value)]>, gone: Box<[Name]> },
}

impl Change {
    /// Moves the values out of `set`.
    pub(super) fn new(moment: u64, set: &mut Vec<(Name, Value)>, mut gone: Vec<Name>) -> Self {
        let parts = match set.pop() {
            Some(entry) if set.is_empty() && gone.is_empty() => Parts::One(entry),
            last => {
                set.extend(last);
                set.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
                gone.sort_unstable();
                Parts::Many { set: set.drain(..).collect(), gone: gone.into() }
            }
        };
        Self { moment, parts }
    }

    pub(super) fn set(&self) -> &[(Name, Value)] {
        match &self.parts {
            Parts::One(entry) => std::slice::from_ref(entry),
            Parts::Many { set, .. } => set,
        }
    }

    pub(super) fn gone(&self) -> &[Name] {
        match &self.parts {
            Parts::One(_) => &[],
            Parts::Many { gone, .. } => gone,
        }
    }

    fn into_parts(self) -> (Vec<(Name, Value)>, Box<[Name]>) {
        match self.parts {
            Parts::One(entry) => ([entry].into(), Box::default()),
            Parts::Many { set, gone } => (set.into_vec(), gone),
        }
    }

    /// An upper bound of its memory: each value counts with a name of its own. A single value, or names of
    /// fields, take less.
    pub(super) fn weight(&self) -> usize {
        let lists = size_of::<u64>() + 2 * size_of::<Vec<Name>>();
        let set = self.set().iter().map(|(name, value)| text_weight(name) + weight(value));
        let gone = self.gone().iter().map(text_weight);
        lists + set.sum::<usize>() + gone.sum::<usize>()
    }

    pub(super) fn apply(self, values: &mut Values) {
        let mut put = |name: Name, value| match values.get_mut(&*name) {
            Some(known) => *known = value,
            None => drop(values.insert(name.into_owned(), value)),
        };
        match self.parts {
            Parts::One((name, value)) => put(name, value),
            Parts::Many { set, gone } => {
                set.into_iter().for_each(|(name, value)| put(name, value));
                for name in &gone {
                    values.remove(&**name);
                }
            }
        }
    }
}

impl PartialEq for Change {
    fn eq(&self, other: &Self) -> bool {
        (self.moment, self.set(), self.gone()) == (other.moment, other.set(), other.gone())
    }
}

fn text_weight(name: &Name) -> usize {
    size_of::<Name>() + name.len()
}

/// The last known values of a blackboard.
#[derive(Debug, Default)]
pub(super) struct Latest {
    values: Values,
    print: Print,
}

impl Latest {
    pub(super) const fn values(&self) -> &Values {
        &self.values
    }

    /// Stores a blackboard; returns the values that have changed, and the names that were removed.
    pub(super) fn take(
        &mut self,
        blackboard: &(impl Serialize + ?Sized),
        scratch: &mut Scratch,
    ) -> Vec<Name> {
        match scratch.compare(&mut self.print, blackboard) {
            Difference::None => {}
            Difference::Fields => {
                scratch.changed.retain(|(name, value)| match self.values.get_mut(&**name) {
                    // `0.0` and `-0.0` are equal.
                    Some(known) if known == value => false,
                    Some(known) => {
                        known.clone_from(value);
                        true
                    }
                    None => true,
                });
            }
            Difference::Unknown => {
                let now = values(blackboard);
                self.print.check(&now);
                let before = mem::replace(&mut self.values, now);
                let changed = self.values.iter().filter(|(name, it)| before.get(*name) != Some(it));
                let owned = |(name, value): (&String, &Value)| (name.clone().into(), value.clone());
                scratch.changed.clear();
                scratch.changed.extend(changed.map(owned));
                let gone = before.into_iter().map(|(name, _)| name);
                return gone
                    .filter(|name| !self.values.contains_key(name))
                    .map(Cow::Owned)
                    .collect();
            }
        }
        Vec::new()
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
    /// The values in that moment; `None` if there was no snapshot until then.
    pub(super) fn at(&self, moment: u64) -> Option<Values> {
        let mut values = self.before.clone();
        for change in self.changes.iter().take_while(|change| change.moment <= moment) {
            change.clone().apply(values.get_or_insert_default());
        }
        values
    }

    /// The values before the first of the changes alone.
    pub(super) fn beginning(&self) -> Self {
        Self { before: self.before.clone(), changes: VecDeque::new() }
    }

    /// Drops the changes before this moment; returns the number of bytes that it frees.
    pub(super) fn forget_before(&mut self, first: u64) -> usize {
        let mut freed = 0;
        while self.changes.front().is_some_and(|change| change.moment < first) {
            let Some(change) = self.changes.pop_front() else { break };
            freed += change.weight();
            change.apply(self.before.get_or_insert_default());
        }
        freed
    }

    /// Records the values that are set and the names that are removed. Returns how many bytes this takes and
    /// how many it frees.
    pub(super) fn note(
        &mut self,
        moment: u64,
        set: &mut Vec<(Name, Value)>,
        gone: Vec<Name>,
    ) -> (usize, usize) {
        let first = self.before.is_none() && self.changes.is_empty();
        if set.is_empty() && gone.is_empty() && !first {
            return (0, 0);
        }
        let mut change = Change::new(moment, set, gone);
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

/// Merges two changes of the same moment.
fn merged(earlier: Change, later: Change) -> Change {
    let is_set = |name: &Name| later.set().iter().any(|(set, _)| set == name);
    let (mut set, gone) = earlier.into_parts();
    set.retain(|(name, _)| !is_set(name) && !later.gone().contains(name));
    let gone = gone.into_iter().filter(|name| !is_set(name));
    let gone = gone.chain(later.gone().iter().cloned()).collect();
    let moment = later.moment;
    set.extend(later.into_parts().0);
    Change::new(moment, &mut set, gone)
}

/// The values of any blackboard: one that is neither a struct nor a map is one value, `value`.
pub(super) fn values(blackboard: &(impl Serialize + ?Sized)) -> Values {
    match value::fields_of(blackboard) {
        Ok(values) => values,
        Err(value) => Values::from_iter([("value".to_string(), value)]),
    }
}

fn weight(value: &Value) -> usize {
    let entry = |(key, value): (&String, &Value)| size_of::<String>() + key.len() + weight(value);
    let inside = match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
        Value::String(text) => text.len(),
        Value::Array(values) => values.iter().map(weight).sum(),
        Value::Object(values) => values.iter().map(entry).sum(),
    };
    size_of::<Value>() + inside
}

/// The value as it is written: numbers are portable, and maps are sorted by key, whichever map type
/// `serde_json` uses.
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
