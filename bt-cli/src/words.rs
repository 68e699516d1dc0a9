//! The words that imported trees use: their parameters, with types guessed from the values.

mod literal;
mod resolve;
mod rust;

pub(crate) use literal::{duration, literal, milliseconds, quoted, written};

use crate::names::{camel, snake, unique};
use bt_language::vocabulary::{Constant, Parameter, Role, Type, Vocabulary, Word};
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
    drafts: Vec<Draft>,
    /// The fields of the blackboard, by the names of their keys.
    fields: BTreeMap<String, Field>,
    names: BTreeSet<String>,
    field_names: BTreeSet<String>,
    /// The names of the trees, which are types.
    trees: BTreeSet<String>,
    /// The words for the fields, by key and name of the type.
    values: BTreeMap<(String, String), String>,
    pub(crate) has_random: bool,
}

/// A word that is not yet declared.
struct Draft {
    name: String,
    /// The name in the imported file.
    original: String,
    role: Role,
    parameters: Vec<Draught>,
    description: Option<String>,
    /// The number of calls.
    calls: usize,
    /// The Rust code; a function of its own if there is none.
    code: Option<String>,
    /// The time of the code of a decorator.
    at: Option<At>,
}

/// The time at which a decorator runs its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum At {
    /// After a success or a failure.
    Ended,
    /// After an abort.
    Aborted,
    /// At no time.
    Never,
}

/// A parameter that is not yet declared.
struct Draught {
    name: String,
    original: String,
    declared: Option<Type>,
    default: Option<Value>,
    description: Option<String>,
    samples: Vec<Value>,
    /// The number of calls that give it a value.
    given: usize,
    of: Type,
}

/// A field of the blackboard.
struct Field {
    name: String,
    declared: Option<Type>,
    of: Type,
    description: String,
}

/// The index of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id(usize);

impl Words {
    /// No words besides those of a program.
    pub(crate) fn new(known: &Vocabulary) -> Self {
        let names = known.words.iter().map(|word| word.name.clone()).collect();
        // The blackboard has the time in a field of its own.
        let field_names = BTreeSet::from(["time_now".to_owned()]);
        Self { known: known.clone(), names, field_names, ..Self::default() }
    }

    /// The word of this name in the program's vocabulary.
    pub(crate) fn known(&self, name: &str) -> Option<&Word> {
        self.known.words.iter().find(|word| word.name == name)
    }

    /// The word with this name and role in the imported file.
    pub(crate) fn declare(&mut self, original: &str, role: Role) -> Id {
        let same = |draft: &Draft| draft.original == original && draft.role == role;
        if let Some(index) = self.drafts.iter().position(same) {
            return Id(index);
        }
        let camel = camel(original);
        let is_known = self.known(&camel).is_some_and(|word| word.role.name() == role.name());
        if matches!(role, Role::Decorator | Role::Subtree { .. }) {
            self.names.extend(self.trees.iter().cloned());
        }
        let name = if is_known { camel } else { unique(&camel, &mut self.names) };
        self.drafts.push(Draft {
            name,
            original: original.to_owned(),
            role,
            parameters: Vec::new(),
            description: None,
            calls: 0,
            code: None,
            at: None,
        });
        Id(self.drafts.len() - 1)
    }

    /// Returns `true` if a word with this name and role in the imported file is declared.
    pub(crate) fn is_declared(&self, original: &str, role: &Role) -> bool {
        self.drafts.iter().any(|draft| draft.original == original && draft.role == *role)
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
        let what = "Returns the result of its child. Before nodes that can never be ticked, it hides this result: a file must not have such nodes.";
        self.coded("Unchanged", Role::Decorator, String::new(), what.into(), Some(At::Never))
    }

    fn coded(
        &mut self,
        name: &str,
        role: Role,
        code: String,
        what: String,
        at: Option<At>,
    ) -> String {
        let same = |draft: &&Draft| {
            draft.code.as_ref() == Some(&code) && draft.role == role && draft.at == at
        };
        if let Some(draft) = self.drafts.iter().find(same) {
            return draft.name.clone();
        }
        let name = unique(&camel(name), &mut self.names);
        self.drafts.push(Draft {
            name: name.clone(),
            original: String::new(),
            role,
            parameters: Vec::new(),
            description: Some(what),
            calls: 0,
            code: Some(code),
            at,
        });
        name
    }

    /// Declares a tree that is not in the file; returns its name.
    pub(crate) fn subtree(&mut self, original: &str) -> String {
        let name = camel(original);
        if self.known(&name).is_some_and(|word| matches!(word.role, Role::Subtree { .. })) {
            return name;
        }
        let Id(index) = self.declare(original, Role::Subtree { part: None });
        self.drafts[index].name.clone()
    }

    /// Reserves the name of a tree, which no type of the vocabulary may have.
    pub(crate) fn reserve(&mut self, tree: &str) {
        self.trees.insert(tree.to_owned());
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
        let parameter = self.draught(word, name);
        parameter.declared = declared.or(parameter.declared.take());
        parameter.default = default.or(parameter.default.take());
        parameter.description = description.or(parameter.description.take());
    }

    /// Notes a value that a call gives a parameter.
    pub(crate) fn sample(&mut self, word: Id, name: &str, value: &Value) {
        if let Value::Key(key) = value {
            self.field(key, None, "");
        }
        let parameter = self.draught(word, name);
        parameter.given += 1;
        if !parameter.samples.contains(value) && parameter.samples.len() < 64 {
            parameter.samples.push(value.clone());
        }
    }

    fn draught(&mut self, Id(word): Id, name: &str) -> &mut Draught {
        let parameters = &mut self.drafts[word].parameters;
        let index = parameters.iter().position(|parameter| parameter.original == name);
        let index = index.unwrap_or_else(|| {
            let mut names = parameters.iter().map(|parameter| parameter.name.clone()).collect();
            parameters.push(Draught {
                name: unique(&snake(name), &mut names),
                original: name.to_owned(),
                declared: None,
                default: None,
                description: None,
                samples: Vec::new(),
                given: 0,
                of: Type::Text,
            });
            parameters.len() - 1
        });
        &mut parameters[index]
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
        let name = unique(&snake(key), &mut self.field_names);
        let description = description.to_owned();
        let field = Field { name: name.clone(), declared: of, of: Type::Text, description };
        self.fields.insert(key.to_owned(), field);
        name
    }

    /// The name of a field.
    pub(crate) fn field_name(&self, key: &str) -> Option<&str> {
        self.fields.get(key).map(|field| field.name.as_str())
    }

    /// The type of a field, after [`Words::resolve`].
    pub(crate) fn field_type(&self, key: &str) -> Option<&Type> {
        self.fields.get(key).map(|field| &field.of)
    }

    /// The call of a word: `MoveTo(x = 1)`
    pub(crate) fn call(&mut self, Id(word): Id, arguments: &[(String, Value)]) -> String {
        let name = self.drafts[word].name.clone();
        let known = self.known(&name).cloned();
        let mut texts: Vec<(usize, String)> = Vec::new();
        for (original, value) in arguments {
            let index = self.drafts[word]
                .parameters
                .iter()
                .position(|parameter| parameter.original == *original);
            let Some(parameter) = index.map(|index| &self.drafts[word].parameters[index]) else {
                continue;
            };
            let (parameter, mut of) = (parameter.name.clone(), parameter.of.clone());
            let mut place = index.unwrap_or(usize::MAX);
            if let Some(word) = &known {
                let same = word.parameters.iter().position(|known| known.name == parameter);
                of = same.map_or(of, |known| word.parameters[known].of.clone());
                place = same.unwrap_or(usize::MAX);
            }
            let text = match value {
                Value::Key(key) => self.reference(key, &of),
                Value::Text(text) if of == Type::Duration && duration(text).is_some() => {
                    text.clone()
                }
                value => literal(value, &of).unwrap_or_else(|| format!("{value:?}")),
            };
            texts.push((place, format!("{parameter} = {text}")));
        }
        // In the order of the declaration.
        texts.sort_by_key(|(place, _)| *place);
        let texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
        if texts.is_empty() { name } else { format!("{name}({})", texts.join(", ")) }
    }

    /// The word for a value of the world, or a variant.
    pub(crate) fn reference(&mut self, key: &str, of: &Type) -> String {
        if let Type::Variants { variants, .. } = of {
            if variants.iter().any(|variant| variant == key) {
                return key.to_owned();
            }
        }
        if self.known(key).is_some_and(|word| matches!(word.role, Role::Value(_))) {
            return key.to_owned();
        }
        let place = (key.to_owned(), of.name().to_owned());
        if let Some(name) = self.values.get(&place) {
            return name.clone();
        }
        let field = self.field(key, None, "");
        let own = self.field_type(key).unwrap_or(of).clone();
        let code = match (own == *of, literal::is_number(&own) && literal::is_number(of)) {
            (true, _) => format!("blackboard.{field}"),
            (false, true) => format!("blackboard.{field} as {}", of.name()),
            (false, false) => format!("todo!(\"`{field}` as `{}`\")", of.name().replace('&', "")),
        };
        let what = format!("The value of `{key}`.");
        let name = self.expression(key, Role::Value(of.clone()), code, what);
        self.values.insert(place, name.clone());
        name
    }

    /// The words as data, with those of the program.
    pub(crate) fn vocabulary(&self) -> Vocabulary {
        let mut words = self.known.words.clone();
        words.extend(self.new_words().map(|draft| Word {
            name: draft.name.clone(),
            role: draft.role.clone(),
            parameters: draft.parameters.iter().map(Draught::parameter).collect(),
            description: draft.description.clone(),
        }));
        let has_random = self.has_random || self.known.has_random;
        Vocabulary { words, has_random, has_clock: Some(true) }
    }

    /// The words that the program does not have.
    fn new_words(&self) -> impl Iterator<Item = &Draft> {
        self.drafts.iter().filter(|draft| self.known(&draft.name).is_none())
    }
}

impl Draught {
    fn parameter(&self) -> Parameter {
        Parameter {
            name: self.name.clone(),
            of: self.of.clone(),
            default: self.default(),
            description: self.description.clone(),
        }
    }

    /// The value that the parameter has if a call omits it.
    fn default(&self) -> Option<Constant> {
        self.default.as_ref().and_then(|value| literal::constant(value, &self.of))
    }
}
