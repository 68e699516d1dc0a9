//! The words that a program declares for the trees of files, as data.
//!
//! A [`Vocabulary`] says which words a file may use and with which arguments, not what they do. A program declares it with
//! `vocabulary` in `behavior_tree!`; a tool gets it from the Rust source of the program, or from any other list of words.
//!
//! ```
//! use bt_language::file;
//! use bt_language::vocabulary::{Constant, Integer, Parameter, Role, Type, Vocabulary, Word};
//!
//! let of = Type::Integer(Integer::named("u8").unwrap().clone());
//! let default = Some(Constant::Integer(1));
//! let bites = Parameter { default, ..Parameter::new("bites", of) };
//! let eat = Word {
//!     parameters: vec![bites],
//!     description: Some("Eats an apple.".to_owned()),
//!     ..Word::new("Eat", Role::Action { is_stateful: false })
//! };
//! let vocabulary = Vocabulary { words: vec![eat], ..Vocabulary::default() };
//!
//! assert!(file::read("tree Lunch { action Eat(bites = 3); }", &vocabulary).mistakes.is_empty());
//! let reading = file::read("tree Lunch { action Eat(bites = 300); }", &vocabulary);
//! let text = "`300` is out of the range of `u8`, which goes from 0 to 255";
//! assert_eq!(reading.mistakes[0].text, text);
//! ```

#[doc(hidden)]
pub mod declared;
mod rules;

#[doc(inline)]
pub use crate::ast::{Constant, Integer, Type};
pub use rules::Rule;
pub(crate) use rules::{Uses, mistake as mistake_in_rule};
use std::collections::BTreeMap;

/// The maximum number of parameters of a word.
#[doc(hidden)]
pub const MOST_PARAMETERS: usize = 32;

/// The maximum number of results of an action: they are stored in a tuple, and longer ones have no traits.
#[doc(hidden)]
pub const MOST_RESULTS: usize = 12;

/// The words of one program, and what else its files may rely on.
///
/// The default has no words: then each word of the program in a file is a mistake.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vocabulary {
    /// The words, in the order of their declaration. Of two with the same name, the first one counts.
    pub words: Vec<Word>,
    /// `true` if the vocabulary draws random numbers, which `random_selector` and `random_sequence` need.
    pub has_random: bool,
    /// `true` if the blackboard has a clock, `None` if that is not known. Only if it has none, nodes with a duration are mistakes.
    pub has_clock: Option<bool>,
    /// The rules that every tree of a file has to keep.
    pub rules: Vec<Rule>,
    /// The largest number of transitions for the proofs of each tree of a file, if it is not [`TRANSITIONS`]. A transition of a
    /// tree with more than a hundred nodes counts as several.
    pub limit: Option<u64>,
    /// `true` if a tree is accepted that cannot be proved within the limit.
    pub accepts_unproved: bool,
}

/// The largest number of transitions for the proofs of a tree of a file, unless a vocabulary says it.
pub const TRANSITIONS: u64 = 100_000;

/// A word of the vocabulary: `action GoTo(place: Place, speed: f32 = 4.0) => …;`
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// The name: `HealthBelow`
    pub name: String,
    /// The role of the word in a tree.
    pub role: Role,
    /// The parameters, in the order of their declaration.
    pub parameters: Vec<Parameter>,
    /// The results of an action; one without a name of its own has the name of the word.
    pub results: Vec<Parameter>,
    /// The doc comment.
    pub description: Option<String>,
    /// The results that the type of its code allows; `None` if they are not known, as in the source of a program.
    pub can: Option<Can>,
}

/// The results that a word can have. All count as possible that are not excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Can {
    /// It can fail.
    pub fails: bool,
    /// It can run.
    pub runs: bool,
    /// It can refuse to begin, which is a failure.
    pub refuses: bool,
}

impl Can {
    /// All results.
    pub const ANYTHING: Self = Self { fails: true, runs: true, refuses: true };
}

/// The role of a word in a tree.
///
/// A new role or [type](Type) is a breaking change, so that each tool can handle all of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Role {
    /// `condition HealthBelow(limit: i32) => npc.health < limit;`
    Condition,
    /// `action Attack => npc.attack();`
    Action {
        /// `true` if the action is a struct literal, whose value is kept while the action runs.
        is_stateful: bool,
    },
    /// `decorator Brave => Brave { … };`
    Decorator,
    /// `value Health: i32 => npc.health;`
    Value(Type),
    /// `type Pose;`
    Type,
    /// `subtree Reload(&mut npc.weapon);`
    Subtree {
        /// The part of the blackboard on which the tree works, as text: `&mut npc.weapon`
        part: Option<String>,
    },
}

/// A parameter of a word.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The name.
    pub name: String,
    /// The type.
    pub of: Type,
    /// `true` for `&Type`: what is lent to an action in each tick, and never cloned.
    pub by_reference: bool,
    /// The value that the parameter has if a file gives none.
    pub default: Option<Constant>,
    /// The doc comment: the unit, or the meaning.
    pub description: Option<String>,
}

impl Word {
    /// A word without parameters, results and a doc comment.
    #[must_use]
    pub fn new(name: impl Into<String>, role: Role) -> Self {
        let (parameters, results) = (Vec::new(), Vec::new());
        Self { name: name.into(), role, parameters, results, description: None, can: None }
    }
}

impl Parameter {
    /// A parameter by value, without a default and a doc comment.
    #[must_use]
    pub fn new(name: impl Into<String>, of: Type) -> Self {
        Self { name: name.into(), of, by_reference: false, default: None, description: None }
    }
}

impl Vocabulary {
    /// Returns the index of the word with this name; `None` if there is none.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        self.words.iter().position(|word| word.name == name)
    }

    /// The index of each word, by its name.
    pub(crate) fn places(&self) -> BTreeMap<&str, usize> {
        // Of several words with one name the first counts.
        let places = self.words.iter().enumerate().rev();
        places.map(|(place, word)| (word.name.as_str(), place)).collect()
    }

    /// The type that a file writes so: `u32`, `Duration`, `&'static str`, or one that the vocabulary declares or uses.
    #[cfg(any(test, feature = "edit"))]
    pub(crate) fn type_named(&self, written: &str) -> Option<Type> {
        Type::named(written).or_else(|| self.types().find(|of| of.name() == written))
    }

    /// The types of the program, and the enums of parameters and of values.
    pub(crate) fn types(&self) -> impl Iterator<Item = Type> + '_ {
        self.words.iter().flat_map(|word| {
            let own = match &word.role {
                Role::Type => Some(Type::Own { name: word.name.clone() }),
                Role::Value(of @ Type::Variants { .. }) => Some(of.clone()),
                Role::Value(_)
                | Role::Condition
                | Role::Action { .. }
                | Role::Decorator
                | Role::Subtree { .. } => None,
            };
            let others = word.parameters.iter().chain(&word.results);
            let others = others.filter(|other| matches!(other.of, Type::Variants { .. }));
            own.into_iter().chain(others.map(|other| other.of.clone()))
        })
    }
}

impl Role {
    /// The type of a `value`.
    #[must_use]
    pub const fn value_type(&self) -> Option<&Type> {
        match self {
            Self::Value(of) => Some(of),
            Self::Condition
            | Self::Action { .. }
            | Self::Decorator
            | Self::Type
            | Self::Subtree { .. } => None,
        }
    }

    /// The name of the role, as it is declared: `condition`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Condition => "condition",
            Self::Action { .. } => "action",
            Self::Decorator => "decorator",
            Self::Value(_) => "value",
            Self::Type => "type",
            Self::Subtree { .. } => "subtree",
        }
    }
}
