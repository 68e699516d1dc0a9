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
//! let bites = Parameter { name: "bites".to_owned(), of, default, description: None };
//! let eat = Word {
//!     name: "Eat".to_owned(),
//!     role: Role::Action { is_stateful: false },
//!     parameters: vec![bites],
//!     description: Some("Eats an apple.".to_owned()),
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

#[doc(inline)]
pub use crate::ast::Constant;

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
}

/// A word of the vocabulary: `action GoTo(place: Place, speed: f32 = 4.0) => …;`
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// The name: `HealthBelow`
    pub name: String,
    /// The role of the word in a tree.
    pub role: Role,
    /// The parameters, in the order of their declaration.
    pub parameters: Vec<Parameter>,
    /// The doc comment.
    pub description: Option<String>,
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
    /// The value that the parameter has if a file gives none.
    pub default: Option<Constant>,
    /// The doc comment: the unit, or the meaning.
    pub description: Option<String>,
}

/// The type of a parameter or of a [value](Role::Value).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// `bool`
    Bool,
    /// `i32`, `usize`, …
    Integer(Integer),
    /// `f32`
    Single,
    /// `f64`
    Double,
    /// `Duration`
    Duration,
    /// `&'static str`
    Text,
    /// `Side { Left, Right }`
    Variants {
        /// The path of the enum.
        name: String,
        /// The variants that a file may name.
        variants: Vec<String>,
    },
}

/// A type of integers; [`Integer::named`] has all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Integer {
    /// The name in Rust: `u8`
    pub name: &'static str,
    /// The smallest value.
    pub least: i128,
    /// The largest value that a file can contain: only half of the values of a `u128`.
    pub most: i128,
}

impl Integer {
    /// All types of integers. A `usize` is assumed to have 64 bits; a smaller machine refuses values that are too
    /// large.
    pub(crate) const ALL: &'static [Self] = &[
        Self { name: "i8", least: i8::MIN as i128, most: i8::MAX as i128 },
        Self { name: "i16", least: i16::MIN as i128, most: i16::MAX as i128 },
        Self { name: "i32", least: i32::MIN as i128, most: i32::MAX as i128 },
        Self { name: "i64", least: i64::MIN as i128, most: i64::MAX as i128 },
        Self { name: "i128", least: i128::MIN, most: i128::MAX },
        Self { name: "isize", least: i64::MIN as i128, most: i64::MAX as i128 },
        Self { name: "u8", least: 0, most: u8::MAX as i128 },
        Self { name: "u16", least: 0, most: u16::MAX as i128 },
        Self { name: "u32", least: 0, most: u32::MAX as i128 },
        Self { name: "u64", least: 0, most: u64::MAX as i128 },
        Self { name: "u128", least: 0, most: i128::MAX },
        Self { name: "usize", least: 0, most: u64::MAX as i128 },
    ];

    /// Returns the type with this name in Rust; `None` for any other name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|integer| integer.name == name)
    }
}

impl Vocabulary {
    /// Returns the index of the word with this name; `None` if there is none.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        self.words.iter().position(|word| word.name == name)
    }
}

impl Role {
    /// The name of the role, as it is declared: `condition`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Condition => "condition",
            Self::Action { .. } => "action",
            Self::Decorator => "decorator",
            Self::Value(_) => "value",
            Self::Subtree { .. } => "subtree",
        }
    }
}

impl Type {
    /// The name of the type in Rust: `i32`, `&'static str`, or the path of an enum.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Bool => "bool",
            Self::Integer(integer) => integer.name,
            Self::Single => "f32",
            Self::Double => "f64",
            Self::Duration => "Duration",
            Self::Text => "&'static str",
            Self::Variants { name, .. } => name,
        }
    }
}
