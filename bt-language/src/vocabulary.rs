//! What a tree in a file may say: the words that a program declares, as data.

pub mod declared;

use crate::ast::Constant;

/// The words of one program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vocabulary {
    /// The words, in the order of their declaration. No two have the same name.
    pub words: Vec<Word>,
    /// `true` if it draws random numbers.
    pub has_random: bool,
    /// `true` if its blackboard has a clock; unknown while a macro is expanded.
    pub has_clock: Option<bool>,
}

/// A word of the vocabulary.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// Its name: `HealthBelow`
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// Its parameters, in the order of their declaration.
    pub parameters: Vec<Parameter>,
    /// Its doc comment.
    pub description: Option<String>,
}

/// What a word is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Role {
    /// `condition HealthBelow(limit: i32) => npc.health < limit;`
    Condition,
    /// `action Attack => npc.attack();`
    Action {
        /// `true` if a struct literal makes a value that is kept while the action runs.
        is_stateful: bool,
    },
    /// `decorator Brave => Brave { … };`
    Decorator,
    /// `value Health: i32 => npc.health;`
    Value(Type),
    /// `subtree Reload(&mut npc.weapon);`
    Subtree {
        /// The part of the blackboard that it works on, as text: `&mut npc.weapon`
        part: Option<String>,
    },
}

/// A parameter of a word.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type.
    pub of: Type,
    /// The value that it has where a file gives none.
    pub default: Option<Constant>,
    /// Its doc comment: its unit, or what it means.
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
    /// Its name in Rust: `u8`
    pub name: &'static str,
    /// The smallest value.
    pub least: i128,
    /// The largest value. Of a `u128`, only the half up to here can be written in a file.
    pub most: i128,
}

impl Integer {
    /// All types of integers. A `usize` is taken to have 64 bits; a smaller machine refuses what is too large for it.
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

    /// The type of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|integer| integer.name == name)
    }
}

impl Vocabulary {
    /// The place of the word with this name.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        self.words.iter().position(|word| word.name == name)
    }
}

impl Role {
    /// How messages call it.
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
    /// How messages call it: as in Rust.
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
