//! The types of parameters, results and fields, from the values that they have.

use super::literal::{self, literal};
use super::{Value, Words, spoken};
use crate::names::camel;
use bt_language::vocabulary::{Integer, Role, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Parameters, results and fields that have one type, because values go from one to the other.
#[derive(Default)]
struct Group {
    /// The type that a model declares.
    declared: Option<Type>,
    /// The type that a script suggests.
    suggested: Option<Type>,
    samples: Vec<Value>,
    defaults: Vec<Value>,
    /// The first name of a parameter or a result.
    name: Option<String>,
    /// The names of the values of the vocabulary.
    values: BTreeSet<String>,
    has_text: bool,
    has_result: bool,
    /// `true` if a node may run while its value changes.
    is_live: bool,
}

/// Groups, of which some became parts of others.
#[derive(Default)]
struct Groups {
    all: Vec<Group>,
    parents: Vec<usize>,
}

impl Groups {
    fn add(&mut self, group: Group) -> usize {
        self.parents.push(self.all.len());
        self.all.push(group);
        self.all.len() - 1
    }

    fn find(&self, mut index: usize) -> usize {
        while self.parents[index] != index {
            index = self.parents[index];
        }
        index
    }

    /// Joins two groups, unless they have different types.
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        let (one, other) = (one.min(other), one.max(other));
        let (first, second) = (&self.all[one].declared, &self.all[other].declared);
        let differ = matches!((first, second), (Some(first), Some(second)) if first != second);
        // A number of a script is converted where a text is expected.
        let is_other = |one: usize, other: usize| {
            let is_text = |of: &Type| *of == Type::Text;
            self.all[one].has_text
                && self.all[other].suggested.as_ref().is_some_and(|of| !is_text(of))
        };
        if one == other || differ || is_other(one, other) || is_other(other, one) {
            return;
        }
        self.parents[other] = one;
        let group = std::mem::take(&mut self.all[other]);
        let into = &mut self.all[one];
        into.declared = into.declared.take().or(group.declared);
        into.suggested = into.suggested.take().or(group.suggested);
        into.name = into.name.take().or(group.name);
        into.samples.extend(group.samples);
        into.defaults.extend(group.defaults);
        into.values.extend(group.values);
        into.has_text |= group.has_text;
        into.has_result |= group.has_result;
        into.is_live |= group.is_live;
    }
}

impl Words {
    /// Chooses the types of all parameters, results and fields, after all calls were noted.
    pub(crate) fn resolve(&mut self) {
        let mut groups = Groups::default();
        let mut fields: BTreeMap<String, usize> = BTreeMap::new();
        for (key, field) in &self.fields {
            let group = Group {
                suggested: field.declared.clone(),
                samples: field.samples.clone(),
                values: (!field.is_local).then(|| camel(&spoken(key))).into_iter().collect(),
                ..Group::default()
            };
            fields.insert(key.clone(), groups.add(group));
        }
        let mut links: Vec<(usize, String)> = Vec::new();
        let mut places: Vec<usize> = Vec::new();
        for draft in &self.drafts {
            for (index, port) in draft.parameters.iter().chain(&draft.results).enumerate() {
                let fits = |of: &Type| port.samples.iter().all(|value| fits(value, of));
                let is_result = index >= draft.parameters.len();
                let group = Group {
                    declared: port.declared.clone().filter(fits),
                    samples: port.samples.clone(),
                    defaults: port.default.iter().cloned().collect(),
                    name: Some(port.original.clone())
                        .filter(|_| is_result || !port.samples.is_empty()),
                    has_text: port.samples.iter().any(|value| matches!(value, Value::Text(_))),
                    has_result: is_result,
                    is_live: port.is_live,
                    ..Group::default()
                };
                let place = groups.add(group);
                places.push(place);
                let keys = port.samples.iter().filter_map(|value| match value {
                    Value::Key(key) => Some((place, key.clone())),
                    _ => None,
                });
                links.extend(keys);
            }
        }
        // Types that are declared spread first.
        links.sort_by_key(|(place, _)| groups.all[*place].declared.is_none());
        for (place, key) in links {
            if let Some(field) = fields.get(&key) {
                groups.join(*field, place);
            }
        }
        for (one, other) in &self.same {
            if let (Some(one), Some(other)) = (fields.get(one), fields.get(other)) {
                groups.join(*one, *other);
            }
        }
        let mut types: BTreeMap<usize, Type> = BTreeMap::new();
        for index in 0..groups.all.len() {
            if groups.find(index) == index {
                let of = self.type_of(&groups.all[index]);
                types.insert(index, of);
            }
        }
        let of = |place: usize| types.get(&groups.find(place)).cloned().unwrap_or(Type::Text);
        for (key, field) in &mut self.fields {
            field.of = fields.get(key).map_or(Type::Text, |place| of(*place));
        }
        let mut places = places.into_iter();
        for draft in &mut self.drafts {
            for port in draft.parameters.iter_mut().chain(&mut draft.results) {
                port.of = places.next().map_or(Type::Text, of);
            }
        }
        let results =
            self.drafts.iter().flat_map(|draft| draft.parameters.iter().chain(&draft.results));
        let all = results.map(|port| &port.of).chain(self.fields.values().map(|field| &field.of));
        let names = all.filter_map(|of| match of {
            Type::Own { name } => Some(name.clone()),
            _ => None,
        });
        self.types = names.collect();
        self.complete();
    }

    /// The type of a group.
    fn type_of(&mut self, group: &Group) -> Type {
        let fit = |of: &Type| group.samples.iter().all(|value| fits(value, of));
        if let Some(of) = group.declared.clone().filter(fit) {
            return match of {
                Type::Own { name } => self.own(&name, group),
                of => of,
            };
        }
        if let Some(of) = group.suggested.clone().filter(fit) {
            return of;
        }
        let guessed = guess(&group.samples, group.defaults.first());
        // A text may be one of any type, and a name of a plain type is lent to no node.
        let is_result = group.has_result && guessed == Some(Type::Text);
        match (&group.name, guessed) {
            (Some(name), guessed)
                if self.has_types
                    && (is_result || guessed.is_none())
                    && !group.samples.is_empty() =>
            {
                let plain = plain_type(name);
                plain
                    .filter(|of| *of != Type::Text || !(group.is_live && group.has_result))
                    .unwrap_or_else(|| self.own(name_of(name), group))
            }
            (_, guessed) => guessed.unwrap_or(Type::Text),
        }
    }

    /// A type of the program.
    fn own(&mut self, name: &str, group: &Group) -> Type {
        let is_type = |word: &bt_language::vocabulary::Word| word.role == Role::Type;
        if self.known(name).is_some_and(is_type) {
            return Type::Own { name: name.to_owned() };
        }
        let mut name = camel(name);
        let is_declared = |words: &Self, name: &str| {
            words.types.contains(name) || words.known(name).is_some_and(is_type)
        };
        if group.values.contains(&name) {
            name = format!("{}Data", name.trim_end_matches('_'));
        }
        if !is_declared(self, &name) {
            name = self.names.unique(&name);
            self.types.insert(name.clone());
        }
        Type::Own { name }
    }

    /// Gives each parameter that some call omits a default: the zero of its type.
    fn complete(&mut self) {
        for draft in &mut self.drafts {
            let calls = draft.calls;
            for parameter in draft.parameters.iter_mut().filter(|parameter| parameter.given < calls)
            {
                let default = parameter
                    .default
                    .take()
                    .filter(|value| literal(value, &parameter.of).is_some());
                parameter.default = default.or_else(|| literal::zero(&parameter.of));
            }
        }
    }
}

/// Returns `true` if a type has this value; one of the program is read from a text.
fn fits(value: &Value, of: &Type) -> bool {
    matches!(of, Type::Own { .. }) || literal(value, of).is_some()
}

/// A port without a number at its end, and the last part of it.
fn parts_of(port: &str) -> (&str, String) {
    let port = port.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '_');
    let last = port.rsplit(['_', ' ', '-', '.']).next().unwrap_or(port);
    (port, last.to_lowercase())
}

/// The plain type that ports with this name have in many programs.
fn plain_type(port: &str) -> Option<Type> {
    let (port, last) = parts_of(port);
    match last.as_str() {
        "id" | "name" | "msg" | "message" | "text" | "topic" | "frame" | "filename" => {
            Some(Type::Text)
        }
        "code" => Integer::named("u16").cloned().map(Type::Integer),
        "speed" | "dist" | "distance" | "radius" | "tolerance" | "angle" | "velocity" => {
            Some(Type::Double)
        }
        _ if port.starts_with("selected_") => Some(Type::Text),
        _ => None,
    }
}

/// The type that ports with this name have in many programs: `output_path` → `path`
fn name_of(port: &str) -> &str {
    let (port, last) = parts_of(port);
    match last.as_str() {
        "goal" | "pose" | "waypoint" => "pose",
        "goals" | "poses" | "waypoints" => "poses",
        "path" => "path",
        _ => port,
    }
}

/// The type that all values have.
fn guess(samples: &[Value], default: Option<&Value>) -> Option<Type> {
    let values = || samples.iter().chain(default).filter(|value| !matches!(value, Value::Key(_)));
    values().next()?;
    let fits = |of: &Type| values().all(|value| literal(value, of).is_some());
    let integer = |name| Integer::named(name).cloned().map(Type::Integer);
    let candidates = [
        Some(Type::Bool),
        integer("i32"),
        integer("i64"),
        integer("i128"),
        Some(Type::Double),
        Some(Type::Duration),
    ];
    Some(candidates.into_iter().flatten().find(fits).unwrap_or(Type::Text))
}
