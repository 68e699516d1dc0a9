//! The words that a program declares for the trees of files, as data.

pub mod declared;

use crate::ast::Constant;

/// The words of one program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vocabulary {
    /// The words, in the order of their declaration. No two have the same name.
    pub words: Vec<Word>,
    /// `true` if the vocabulary draws random numbers.
    pub has_random: bool,
    /// `true` if the blackboard has a clock; unknown while a macro is expanded.
    pub has_clock: Option<bool>,
}

/// A word of the vocabulary.
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

/// The type of a parameter or of a value.
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

/// A type of integers.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    pub const ALL: &'static [Self] = &[
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

    /// The type with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|integer| integer.name == name)
    }
}

impl Vocabulary {
    /// The index of the word with this name.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        self.words.iter().position(|word| word.name == name)
    }
}

impl Role {
    /// The name of the role in messages.
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
    /// The name of the type in messages: as in Rust.
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
