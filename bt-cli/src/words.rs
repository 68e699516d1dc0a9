//! The words that imported trees use: their parameters, with types guessed from the values.

mod literal;
mod resolve;
mod rust;

pub(crate) use literal::{duration, is_decimal, literal, milliseconds, quoted, written};

use crate::descriptions;
use crate::names::{Names, camel, snake};
use crate::original_names;
pub(crate) use bt_language::vocabulary::MOST_PARAMETERS;
use bt_language::vocabulary::{Constant, Parameter, Role, Type, Vocabulary, Word};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The value of a parameter in an imported file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(String),
    /// A literal as it is written here: `250ms`
    Literal(String),
    /// The name of a value of the world.
    Key(String),
}

/// All words of an import.
#[derive(Default)]
pub(crate) struct Words {
    /// The words that the program already has.
    known: Vocabulary,
    /// The places of these words, by name.
    places: BTreeMap<String, usize>,
    /// The places of those that have another name in the imported file, by that name and their role.
    renamed: BTreeMap<(String, &'static str), usize>,
    /// Their places, by their descriptions and kinds.
    described: BTreeMap<(String, String), usize>,
    drafts: Vec<NewWord>,
    /// The drafts of the nodes, by name in the imported file and role.
    originals: BTreeMap<(String, &'static str), usize>,
    /// The drafts that have Rust code, by their role, their time and their code.
    codes: BTreeMap<(String, Option<At>, String), usize>,
    /// The fields of the blackboard, by the names of their keys.
    fields: BTreeMap<String, Field>,
    names: Names,
    field_names: Names,
    /// The keys for which the program has words.
    keys: BTreeSet<String>,
    /// The words for the fields, by key and name of the type.
    values: BTreeMap<(String, String), String>,
    /// Pairs of fields that have one type.
    same: Vec<(String, String)>,
    /// The names that the language itself binds.
    bound: BTreeSet<String>,
    /// The types of the program that the words use.
    types: BTreeSet<String>,
    pub(crate) has_random: bool,
    /// `true` if a port of unknown type has one of the program.
    pub(crate) has_types: bool,
}

/// A word that is not yet declared.
struct NewWord {
    name: String,
    /// The name in the imported file.
    original: String,
    role: Role,
    parameters: Vec<NewParameter>,
    /// The places of the parameters, by their names in the imported file.
    ports: BTreeMap<String, usize>,
    port_names: Names,
    /// The output ports that are results.
    results: Vec<NewParameter>,
    description: Option<String>,
    /// The number of calls.
    calls: usize,
    /// The Rust code; a function of its own if there is none.
    code: Option<String>,
    /// The time of the code of a decorator.
    at: Option<At>,
}

/// The time at which a decorator runs its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum At {
    /// After a success or a failure.
    Ended,
    /// After an abort.
    Aborted,
    /// At no time.
    Never,
}

/// A parameter that is not yet declared.
#[derive(Clone)]
struct NewParameter {
    name: String,
    original: String,
    declared: Option<Type>,
    default: Option<Value>,
    description: Option<String>,
    samples: Vec<Value>,
    /// The number of calls that give it a value.
    given: usize,
    /// `true` if its value may change while its node runs.
    is_live: bool,
    of: Type,
}

/// A field of the blackboard, or a name in a tree.
struct Field {
    name: String,
    declared: Option<Type>,
    of: Type,
    description: String,
    /// `true` for a `let`, a parameter or a result of a tree.
    is_local: bool,
    samples: Vec<Value>,
}

/// The index of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id(usize);

impl Words {
    /// No words besides those of a program.
    pub(crate) fn new(known: &Vocabulary) -> Self {
        let names = known.words.iter().map(|word| word.name.as_str()).collect();
        // The blackboard has the time in a field of its own.
        let field_names = ["time_now"].into_iter().collect();
        let mut words = Self { known: known.clone(), names, field_names, ..Self::default() };
        for (place, word) in known.words.iter().enumerate() {
            words.places.entry(word.name.clone()).or_insert(place);
            let description = word.description.as_deref().unwrap_or_default();
            words.described.insert((description.to_owned(), kind(&word.role).to_owned()), place);
            if let Some(original) = descriptions::name(description) {
                words.renamed.insert((original.to_owned(), word.role.name()), place);
            }
            if let (Role::Value(of), Some(key)) = (&word.role, descriptions::key(description)) {
                let place = (key.to_owned(), of.name().to_owned());
                words.keys.insert(key.to_owned());
                words.values.entry(place).or_insert_with(|| word.name.clone());
            }
        }
        words
    }

    /// The word of this name in the program's vocabulary.
    pub(crate) fn known(&self, name: &str) -> Option<&Word> {
        self.places.get(name).and_then(|place| self.known.words.get(*place))
    }

    /// The word with this name and role in the imported file.
    pub(crate) fn declare(&mut self, original: &str, role: Role) -> Id {
        let place = (original.to_owned(), role.name());
        if let Some(index) = self.originals.get(&place) {
            return Id(*index);
        }
        let name = match self.known_as(original, &role) {
            Some(known) => known.name.clone(),
            None => self.names.unique(&camel(original)),
        };
        self.originals.insert(place, self.drafts.len());
        Id(self.draft(NewWord { original: original.to_owned(), ..NewWord::new(name, role) }))
    }

    /// The word with this name and role in a term of the language.
    pub(crate) fn declare_here(&mut self, name: &str, role: Role) -> Id {
        let place = (format!("={name}"), role.name());
        if let Some(index) = self.originals.get(&place) {
            return Id(*index);
        }
        if self.known(name).is_none_or(|word| word.role.name() != role.name()) {
            return self.declare(name, role);
        }
        self.originals.insert(place, self.drafts.len());
        let draft = NewWord::new(name.to_owned(), role);
        Id(self.draft(NewWord { original: name.to_owned(), ..draft }))
    }

    /// The word of the program for a node with this name in the imported file.
    pub(crate) fn known_as(&self, original: &str, role: &Role) -> Option<&Word> {
        let renamed = self.renamed.get(&(original.to_owned(), role.name()));
        let renamed = renamed.and_then(|place| self.known.words.get(*place));
        let plain = || self.known(&camel(original)).filter(|word| word.role.name() == role.name());
        renamed.or_else(plain)
    }

    fn draft(&mut self, draft: NewWord) -> usize {
        self.drafts.push(draft);
        self.drafts.len() - 1
    }

    /// Returns `true` if a word with this name and role in the imported file is declared.
    pub(crate) fn is_declared(&self, original: &str, role: &Role) -> bool {
        let known = |name: String| self.originals.contains_key(&(name, role.name()));
        known(original.to_owned()) || known(format!("={original}"))
    }

    /// Returns `true` if the program has a word for a script.
    pub(crate) fn has_script(&self, code: &str) -> bool {
        let what = descriptions::of_script(code);
        let roles = [Role::Condition, Role::Action { is_stateful: false }];
        roles.iter().any(|role| self.described.contains_key(&(what.clone(), kind(role).to_owned())))
    }

    /// Adds a word for a Rust expression.
    pub(crate) fn expression(
        &mut self,
        name: &str,
        role: Role,
        code: String,
        what: String,
    ) -> String {
        self.coded(name, role, code, what, None)
    }

    /// Adds a decorator that runs Rust statements after its child.
    pub(crate) fn at_end(&mut self, name: &str, at: At, code: String, what: &str) -> String {
        let (beginning, when) = match at {
            At::Ended => ("At end", "when its child has succeeded or failed"),
            At::Aborted => ("At abort", "when its child is aborted"),
            At::Never => ("Never", "at no time"),
        };
        let name = format!("{beginning} {name}");
        self.coded(&name, Role::Decorator, code, format!("Runs {what} {when}."), Some(at))
    }

    /// A decorator that changes nothing.
    pub(crate) fn unchanged(&mut self) -> String {
        let what = descriptions::UNCHANGED.to_owned();
        self.coded("Unchanged", Role::Decorator, String::new(), what, Some(At::Never))
    }

    fn coded(
        &mut self,
        name: &str,
        role: Role,
        code: String,
        what: String,
        at: Option<At>,
    ) -> String {
        let kind = kind(&role);
        let place = (kind.to_owned(), at, code.clone());
        if let Some(index) = self.codes.get(&place) {
            return self.drafts[*index].name.clone();
        }
        // The same word of an earlier import.
        let earlier = self.described.get(&(what.clone(), kind.to_owned()));
        let earlier = earlier.and_then(|place| self.known.words.get(*place));
        let name = match earlier {
            Some(word) => word.name.clone(),
            None => self.names.unique(&camel(name)),
        };
        let description = Some(what);
        let draft =
            NewWord { description, code: Some(code), at, ..NewWord::new(name.clone(), role) };
        let index = self.draft(draft);
        self.codes.insert(place, index);
        name
    }

    /// Declares a tree that is not in the file; returns its name.
    pub(crate) fn subtree(&mut self, original: &str) -> String {
        let Id(index) = self.declare(original, Role::Subtree { part: None });
        self.drafts[index].name.clone()
    }

    /// The names of the words for values; `true` for a value that only one tree has.
    pub(crate) fn value_words(&self) -> BTreeMap<&str, bool> {
        let known = self.known.words.iter();
        let known = known.map(|word| (&word.name, &word.role, &word.description));
        let drafts = self.drafts.iter();
        let drafts = drafts.map(|draft| (&draft.name, &draft.role, &draft.description));
        let all = known.chain(drafts).filter(|(_, role, _)| matches!(role, Role::Value(_)));
        let is_own = |text: &Option<String>| text.as_deref().is_some_and(descriptions::is_of_tree);
        all.map(|(name, _, description)| (name.as_str(), is_own(description))).collect()
    }

    /// The names that a tree must not have: those of the program's words, but for its trees.
    pub(crate) fn names_of_words(&self) -> Names {
        let words = self.known.words.iter();
        let words = words.filter(|word| !matches!(word.role, Role::Subtree { .. }));
        words.map(|word| word.name.as_str()).collect()
    }

    /// Reserves the name of a tree, which no new word may have.
    pub(crate) fn reserve(&mut self, tree: &str) {
        self.names.take(tree);
    }

    /// Returns `true` if the parameters of a word were declared before its first call.
    pub(crate) fn is_described(&self, Id(word): Id) -> bool {
        !self.drafts[word].parameters.is_empty()
    }

    /// Describes a word, unless it has a description.
    pub(crate) fn describe(&mut self, Id(word): Id, description: &str) {
        let draft = &mut self.drafts[word];
        if !description.trim().is_empty() && draft.description.is_none() {
            draft.description = Some(description.trim().to_owned());
        }
    }

    /// Notes a call; the values of its parameters follow.
    pub(crate) fn called(&mut self, Id(word): Id) {
        self.drafts[word].calls += 1;
    }

    /// Declares a parameter.
    pub(crate) fn parameter(
        &mut self,
        word: Id,
        name: &str,
        declared: Option<Type>,
        default: Option<Value>,
        description: Option<String>,
    ) {
        let parameter = self.port(word, name);
        parameter.declared = declared.or(parameter.declared.take());
        parameter.default = default.or(parameter.default.take());
        parameter.description = description.or(parameter.description.take());
    }

    /// Notes a value that a call gives a parameter.
    pub(crate) fn sample(&mut self, word: Id, name: &str, value: &Value) {
        if let Value::Key(key) = value {
            if !self.bound.contains(key) {
                self.field(key, None, "");
            }
        }
        let parameter = self.port(word, name);
        parameter.given += 1;
        if !parameter.samples.contains(value) && parameter.samples.len() < 64 {
            parameter.samples.push(value.clone());
        }
    }

    fn port(&mut self, Id(word): Id, name: &str) -> &mut NewParameter {
        let known = self.places.get(&self.drafts[word].name);
        let known = known.and_then(|place| self.known.words.get(*place));
        let known = known.and_then(|known| original_names::parameter_of(known, name));
        let declared = known.map(|known| known.of.clone());
        let NewWord { parameters, ports, port_names, .. } = &mut self.drafts[word];
        let index = ports.get(name).copied().unwrap_or_else(|| {
            ports.insert(name.to_owned(), parameters.len());
            let port = NewParameter::new(port_names.unique(&snake(name)), name);
            parameters.push(NewParameter { declared, ..port });
            parameters.len() - 1
        });
        &mut parameters[index]
    }

    /// Notes that the value of a parameter may change while its node runs.
    pub(crate) fn live(&mut self, word: Id, name: &str) {
        self.port(word, name).is_live = true;
    }

    /// Declares a result of an action, and the key that a call gives it.
    pub(crate) fn result(
        &mut self,
        Id(word): Id,
        name: &str,
        declared: Option<Type>,
        description: Option<String>,
        key: Option<&str>,
    ) {
        let known = self.known(&self.drafts[word].name);
        let known = known.and_then(|known| original_names::result_of(known, name));
        let declared = known.map(|known| known.of.clone()).or(declared);
        let NewWord { results, port_names, .. } = &mut self.drafts[word];
        let index = results.iter().position(|result| result.original == name);
        let index = index.unwrap_or_else(|| {
            let port = NewParameter::new(port_names.unique(&snake(name)), name);
            results.push(NewParameter { declared, description, ..port });
            results.len() - 1
        });
        results[index].samples.extend(key.map(|key| Value::Key(key.to_owned())));
    }

    /// The names behind the arrow of a call (` -> (pose, score)`), and those for results that the call does not take, with
    /// their types.
    pub(crate) fn given(
        &self,
        Id(word): Id,
        outputs: &[(String, String)],
    ) -> (String, Vec<(String, Type)>) {
        let draft = &self.drafts[word];
        let known = self.known(&draft.name);
        let order: Vec<(&str, &Type)> = match known {
            Some(known) => {
                let results = known.results.iter();
                results.map(|result| (original_names::parameter_name(result), &result.of)).collect()
            }
            None => {
                let results = draft.results.iter();
                results.map(|result| (result.original.as_str(), &result.of)).collect()
            }
        };
        let (mut names, mut unused) = (Vec::new(), Vec::new());
        for (port, of) in order.iter().copied().filter(|_| !outputs.is_empty()) {
            let key = outputs.iter().find(|(output, _)| output == port || order.len() == 1);
            let field = key.and_then(|(_, key)| self.fields.get(key));
            match field.filter(|field| field.of == *of) {
                Some(field) => names.push(field.name.clone()),
                None => {
                    let name = format!("unused_{}", snake(port));
                    unused.push((name.clone(), of.clone()));
                    names.push(name);
                }
            }
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        (arrow(&names), unused)
    }

    /// Declares a name in a tree; its key is one of no other tree.
    pub(crate) fn local(&mut self, key: &str, name: &str) {
        self.fields.insert(
            key.to_owned(),
            Field {
                name: name.to_owned(),
                declared: None,
                of: Type::Text,
                description: String::new(),
                is_local: true,
                samples: Vec::new(),
            },
        );
    }

    /// Notes a name that the language itself binds: it is written as it is, whatever its type.
    pub(crate) fn bind(&mut self, name: &str) {
        if crate::names::is_name(name) {
            self.bound.insert(name.to_owned());
        }
    }

    /// Notes that two fields have one type.
    pub(crate) fn same(&mut self, one: &str, other: &str) {
        self.same.push((one.to_owned(), other.to_owned()));
    }

    /// Notes a value of a field.
    pub(crate) fn sample_field(&mut self, key: &str, value: &Value) {
        if let Some(field) = self.fields.get_mut(key) {
            field.samples.push(value.clone());
        }
    }

    /// A value as an argument of a type.
    pub(crate) fn argument(&mut self, value: &Value, of: &Type) -> String {
        match (value, of) {
            (Value::Key(key), _) => self.reference(key, of),
            (Value::Text(text), Type::Duration) if duration(text).is_some() => text.clone(),
            (value, Type::Own { name }) => {
                let text = quoted(&crate::outline::text(value));
                let word = self.with_parameter(
                    &format!("{name} of text"),
                    &Role::Value(of.clone()),
                    NewParameter { of: Type::Text, ..NewParameter::new("text".to_owned(), "text") },
                    "{ let _ = text; todo!() }",
                    descriptions::of_text(name),
                );
                format!("{word}(text = {text})")
            }
            (value, of) => literal(value, of).unwrap_or_else(|| unfit(value)),
        }
    }

    /// The action that gives its argument as its result.
    pub(crate) fn giver(&mut self, of: &Type) -> String {
        let name = format!("give {}", of.name().replace("&'static str", "text"));
        let mut value = NewParameter::new("value".to_owned(), "value");
        value.of = of.clone();
        let role = Role::Action { is_stateful: false };
        let what = descriptions::of_giver(of.name());
        let word = self.with_parameter(&name, &role, value.clone(), "Some(value)", what);
        if let Some(draft) = self.drafts.iter_mut().find(|draft| draft.name == word) {
            draft.results = vec![NewParameter {
                of: value.of,
                ..NewParameter::new("given".to_owned(), "given")
            }];
        }
        word
    }

    /// The action that stores its argument, of this type, in a field of the blackboard.
    pub(crate) fn keeper(&mut self, key: &str, of: &Type) -> String {
        let field = self.field(key, None, "");
        let own = self.field_type(key).unwrap_or(of).clone();
        let code = match (own == *of, literal::is_number(&own) && literal::is_number(of)) {
            (true, _) if matches!(of, Type::Variants { .. }) => {
                format!("blackboard.{field} = Some(value)")
            }
            (true, _) => format!("blackboard.{field} = value"),
            (false, true) => format!("blackboard.{field} = value as {}", own.name()),
            (false, false) => format!("{{ let _ = value; todo!(\"`{field}`\") }}"),
        };
        self.with_parameter(
            &format!("keep {}", spoken(key)),
            &Role::Action { is_stateful: false },
            NewParameter { of: of.clone(), ..NewParameter::new("value".to_owned(), "value") },
            &code,
            descriptions::of_keeper(key),
        )
    }

    /// A word with one parameter and Rust code.
    fn with_parameter(
        &mut self,
        name: &str,
        role: &Role,
        parameter: NewParameter,
        code: &str,
        what: String,
    ) -> String {
        let place = format!("{code} of {what}");
        let word = self.expression(name, role.clone(), place.clone(), what);
        if let Some(index) = self.codes.get(&(kind(role).to_owned(), None, place)).copied() {
            self.drafts[index].code = Some(code.to_owned());
            self.drafts[index].parameters = vec![parameter];
        }
        word
    }

    /// Declares a field of the blackboard; returns its name.
    pub(crate) fn field(&mut self, key: &str, of: Option<Type>, description: &str) -> String {
        if let Some(field) = self.fields.get_mut(key) {
            field.declared = field.declared.take().or(of);
            if field.description.is_empty() {
                description.clone_into(&mut field.description);
            }
            return field.name.clone();
        }
        let name = self.field_names.unique(&snake(&spoken(key)));
        let description = description.to_owned();
        let field = Field {
            name: name.clone(),
            declared: of,
            of: Type::Text,
            description,
            is_local: false,
            samples: Vec::new(),
        };
        self.fields.insert(key.to_owned(), field);
        name
    }

    /// The name of a field.
    pub(crate) fn field_name(&self, key: &str) -> Option<&str> {
        self.fields.get(key).map(|field| field.name.as_str())
    }

    /// The name of a `let`, a parameter or a result of a tree.
    pub(crate) fn local_name(&self, key: &str) -> Option<&str> {
        self.fields.get(key).filter(|field| field.is_local).map(|field| field.name.as_str())
    }

    /// Returns `true` for a parameter that is lent in each tick.
    pub(crate) fn is_lent(&self, Id(word): Id, port: &str) -> bool {
        let draft = &self.drafts[word];
        if let Some(known) = self.known(&draft.name) {
            return original_names::parameter_of(known, port)
                .is_some_and(|known| known.by_reference);
        }
        let parameter = draft.ports.get(port).and_then(|index| draft.parameters.get(*index));
        parameter.is_some_and(|parameter| draft.lends(parameter))
    }

    /// The type of a field, after [`Words::resolve`].
    pub(crate) fn field_type(&self, key: &str) -> Option<&Type> {
        self.fields.get(key).map(|field| &field.of)
    }

    /// The call of a word: `MoveTo(x = 1)`
    pub(crate) fn call(&mut self, Id(word): Id, arguments: &[(String, Value)]) -> String {
        let draft = &self.drafts[word];
        let name = draft.name.clone();
        let known = self.known(&name).cloned();
        let is_packed = match &known {
            Some(word) => word.parameters.iter().any(|parameter| parameter.name == MORE),
            None => draft.is_packed(),
        };
        let mut texts: Vec<(usize, String)> = Vec::new();
        let mut packed: Vec<String> = Vec::new();
        for (original, value) in arguments {
            let draft = &self.drafts[word];
            let Some(index) = draft.ports.get(original).copied() else { continue };
            let (mut parameter, mut of) =
                (draft.parameters[index].name.clone(), draft.parameters[index].of.clone());
            let mut place = Some(index).filter(|index| !is_packed || *index < MOST_PARAMETERS - 1);
            if let Some(word) = &known {
                let same = original_names::parameter_of(word, original);
                let same = same.and_then(|same| {
                    word.parameters.iter().position(|known| known.name == same.name)
                });
                let same = same
                    .or_else(|| word.parameters.iter().position(|known| known.name == parameter));
                parameter = same.map_or(parameter, |known| word.parameters[known].name.clone());
                of = same.map_or(of, |known| word.parameters[known].of.clone());
                place = same.or((!is_packed).then_some(usize::MAX));
            }
            let Some(place) = place else {
                let text = match value {
                    Value::Key(key) => format!("{{{}}}", without_tree(key)),
                    value => crate::outline::text(value),
                };
                packed.push(format!("{original}={text}"));
                continue;
            };
            let text = self.argument(value, &of);
            texts.push((place, format!("{parameter} = {text}")));
        }
        for (place, parameter, of) in self.omitted(word, arguments) {
            let text = self.argument(&Value::Text(String::new()), &of);
            texts.push((place, format!("{parameter} = {text}")));
        }
        if !packed.is_empty() {
            texts.push((usize::MAX, format!("{MORE} = {}", quoted(&packed.join("; ")))));
        }
        // In the order of the declaration.
        texts.sort_by_key(|(place, _)| *place);
        let texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
        if texts.is_empty() { name } else { format!("{name}({})", texts.join(", ")) }
    }

    /// The parameters of types of the program that a call omits, with their places: they have no default.
    fn omitted(&self, word: usize, arguments: &[(String, Value)]) -> Vec<(usize, String, Type)> {
        let draft = &self.drafts[word];
        let given = |port: &str| arguments.iter().any(|(name, _)| name == port);
        let is_own = |of: &Type| matches!(of, Type::Own { .. });
        if let Some(known) = self.known(&draft.name) {
            let missing = known.parameters.iter().enumerate().filter(|(_, parameter)| {
                is_own(&parameter.of) && !given(original_names::parameter_name(parameter))
            });
            let missing = missing.map(|(place, of)| (place, of.name.clone(), of.of.clone()));
            return missing.collect();
        }
        let all = draft.parameters.iter().enumerate();
        let all = all.filter(|(place, _)| !draft.is_packed() || *place < MOST_PARAMETERS - 1);
        let missing =
            all.filter(|(_, parameter)| is_own(&parameter.of) && !given(&parameter.original));
        missing.map(|(place, of)| (place, of.name.clone(), of.of.clone())).collect()
    }

    /// The zero of a type; of one of the program, the value of the blackboard.
    pub(crate) fn zero(&mut self, key: &str, of: &Type) -> String {
        let zero = literal::zero(of).and_then(|zero| literal(&zero, of));
        zero.unwrap_or_else(|| self.reference(key, of))
    }

    /// The words with more parameters than a word takes: the name and the number of ports of each.
    pub(crate) fn packed(&self) -> impl Iterator<Item = (&str, usize)> {
        let packed = self.new_words().filter(|draft| draft.is_packed());
        packed.map(|draft| (draft.original.as_str(), draft.parameters.len()))
    }

    /// The word for a value of the world, or a variant.
    pub(crate) fn reference(&mut self, key: &str, of: &Type) -> String {
        if let Type::Variants { variants, .. } = of {
            if variants.iter().any(|variant| variant == key) {
                return key.to_owned();
            }
        }
        if self.bound.contains(key) {
            return key.to_owned();
        }
        if let Some(field) = self.fields.get(key).filter(|field| field.is_local) {
            let (name, own) = (field.name.clone(), field.of.clone());
            return if own == *of { name } else { self.converted(&name, &own, of) };
        }
        let place = (key.to_owned(), of.name().to_owned());
        if let Some(name) = self.values.get(&place) {
            return name.clone();
        }
        // An export without its vocabulary has the words instead of the keys.
        let is_it = |word: &Word| {
            let description = word.description.as_deref().unwrap_or_default();
            let is_of = descriptions::key(description).is_none_or(|known| known == key);
            matches!(word.role, Role::Value(_)) && (is_of || !self.keys.contains(key))
        };
        if self.known(key).is_some_and(is_it) {
            return key.to_owned();
        }
        let field = self.field(key, None, "");
        let own = self.field_type(key).unwrap_or(of).clone();
        let code = match (own == *of, literal::is_number(&own) && literal::is_number(of)) {
            (true, _) if matches!(of, Type::Own { .. }) => format!("blackboard.{field}.clone()"),
            (true, _) => format!("blackboard.{field}"),
            (false, true) => format!("blackboard.{field} as {}", of.name()),
            (false, false) => format!("todo!(\"`{field}` as `{}`\")", of.name().replace('&', "")),
        };
        let role = Role::Value(of.clone());
        let name = self.expression(&spoken(key), role, code, descriptions::of_key(key));
        self.values.insert(place, name.clone());
        name
    }

    /// A name of another type than it has.
    fn converted(&mut self, name: &str, own: &Type, of: &Type) -> String {
        let code = if literal::is_number(own) && literal::is_number(of) {
            format!("value as {}", of.name())
        } else {
            "{ let _ = value; todo!() }".to_owned()
        };
        let plain = |of: &Type| of.name().replace("&'static str", "text");
        let word = self.with_parameter(
            &format!("{} as {}", plain(own), plain(of)),
            &Role::Value(of.clone()),
            NewParameter { of: own.clone(), ..NewParameter::new("value".to_owned(), "value") },
            &code,
            descriptions::of_conversion(own.name(), of.name()),
        );
        format!("{word}(value = {name})")
    }

    /// The words as data, with those of the program.
    pub(crate) fn vocabulary(&self) -> Vocabulary {
        let mut words = self.known.words.clone();
        words.extend(self.new_types().map(|name| Word::new(name, Role::Type)));
        words.extend(self.new_words().map(|draft| Word {
            parameters: draft.declared().iter().map(|of| draft.parameter(of)).collect(),
            results: draft.results.iter().map(NewParameter::parameter).collect(),
            description: draft.described(),
            ..Word::new(draft.name.clone(), draft.role.clone())
        }));
        let has_random = self.has_random || self.known.has_random;
        Vocabulary { words, has_random, has_clock: Some(true), ..Vocabulary::default() }
    }

    /// The types that the program does not declare.
    fn new_types(&self) -> impl Iterator<Item = &str> {
        self.types.iter().map(String::as_str).filter(|name| self.known(name).is_none())
    }

    /// The words that the program does not have.
    fn new_words(&self) -> impl Iterator<Item = &NewWord> {
        self.drafts.iter().filter(|draft| self.known(&draft.name).is_none())
    }
}

/// A value that is no literal of the type of its parameter, for the check that says so.
fn unfit(value: &Value) -> String {
    match value {
        Value::Text(text) => quoted(text),
        Value::Bool(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Literal(_)
        | Value::Key(_) => crate::outline::text(value),
    }
}

/// The parameter with the ports for which a word has no parameters: `speed=2; goal={dock}`
pub(crate) const MORE: &str = "more_ports";

/// The role of a word, or the type of its value.
fn kind(role: &Role) -> &str {
    match role {
        Role::Value(of) => of.name(),
        Role::Condition
        | Role::Action { .. }
        | Role::Decorator
        | Role::Type
        | Role::Subtree { .. } => role.name(),
    }
}

/// A key in words: `@goal` is the `goal` of the outermost blackboard.
fn spoken(key: &str) -> String {
    key.strip_prefix('@').map_or_else(|| key.to_owned(), |key| format!("root {key}"))
}

/// The key of one tree; others of the same name are other keys.
pub(crate) fn qualified(tree: usize, key: &str) -> String {
    format!("\u{1}{tree}:{key}")
}

/// A key as its tree names it.
fn without_tree(key: &str) -> &str {
    let qualified = key.strip_prefix('\u{1}').and_then(|key| key.split_once(':'));
    qualified.map_or(key, |(_, key)| key)
}

impl NewWord {
    fn new(name: String, role: Role) -> Self {
        Self {
            name,
            original: String::new(),
            role,
            parameters: Vec::new(),
            ports: BTreeMap::new(),
            port_names: [MORE].into_iter().collect(),
            results: Vec::new(),
            description: None,
            calls: 0,
            code: None,
            at: None,
        }
    }

    /// Returns `true` if a parameter has the last ports.
    fn is_packed(&self) -> bool {
        self.parameters.len() > MOST_PARAMETERS
    }

    /// The parameters as they are declared.
    fn declared(&self) -> Cow<'_, [NewParameter]> {
        if !self.is_packed() {
            return Cow::Borrowed(&self.parameters);
        }
        let mut declared: Vec<NewParameter> =
            self.parameters.iter().take(MOST_PARAMETERS - 1).cloned().collect();
        declared.push(NewParameter {
            declared: Some(Type::Text),
            default: Some(Value::Text(String::new())),
            description: Some("more ports with their values".to_owned()),
            ..NewParameter::new(MORE.to_owned(), "")
        });
        Cow::Owned(declared)
    }

    fn described(&self) -> Option<String> {
        descriptions::described(self.description.clone(), &self.name, &self.original)
    }

    /// Returns `true` for a parameter that is lent in each tick.
    fn lends(&self, parameter: &NewParameter) -> bool {
        let is_own = matches!(parameter.of, Type::Own { .. });
        let is_read = (self.role == Role::Condition && is_own)
            || (matches!(self.role, Role::Action { .. }) && parameter.is_live);
        is_read && self.code.is_none()
    }

    fn parameter(&self, parameter: &NewParameter) -> Parameter {
        Parameter { by_reference: self.lends(parameter), ..parameter.parameter() }
    }
}

/// The names that get the results of a call.
pub(crate) fn arrow(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => format!(" -> {one}"),
        all => format!(" -> ({})", all.join(", ")),
    }
}

impl NewParameter {
    fn new(name: String, original: &str) -> Self {
        Self {
            name,
            original: original.to_owned(),
            declared: None,
            default: None,
            description: None,
            samples: Vec::new(),
            given: 0,
            is_live: false,
            of: Type::Text,
        }
    }

    fn described(&self) -> Option<String> {
        descriptions::described(self.description.clone(), &self.name, &self.original)
    }

    fn parameter(&self) -> Parameter {
        Parameter {
            default: self.default(),
            description: self.described(),
            ..Parameter::new(self.name.clone(), self.of.clone())
        }
    }

    /// The value that the parameter has if a call omits it.
    fn default(&self) -> Option<Constant> {
        self.default.as_ref().and_then(|value| literal::constant(value, &self.of))
    }
}
