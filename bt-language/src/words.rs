//! The words of the language that begin a node: one for each kind of node.
//!
//! ```
//! use bt_language::words::{Family, Word};
//!
//! let word = Word::find("repeat").unwrap();
//! assert_eq!(word.family(), Family::Decorator);
//! assert_eq!(word.forms().collect::<Vec<_>>(), ["repeat(N) node", "repeat node"]);
//! assert_eq!(word.description(), "ticks the node again after each success, N times or for ever");
//!
//! let leaves = Word::ALL.iter().filter(|word| word.family() == Family::Leaf);
//! assert!(leaves.map(|word| word.as_str()).eq(["condition", "action", "await", "wait", "succeed", "fail", "running", "set", "subtree"]));
//! ```

// The rows are in the files of `nodes`. The parser, the messages and the machine use them, and `tests/all/tables.rs` writes the
// tables of other crates, of the page and of documents from them.
pub use crate::nodes::Word;
#[doc(hidden)]
pub use crate::nodes::{Expects, InFiles, Repeats, Row};

use proc_macro2::Ident;
use std::fmt;

/// The family of a kind of node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// A node without children.
    Leaf,
    /// A node with children in braces.
    Composite,
    /// A word before its one child.
    Decorator,
}

/// The shape of the arguments after the word of a node.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arguments {
    /// No arguments.
    None,
    /// An expression without parentheses.
    Expression,
    /// An expression without parentheses, or a struct literal.
    Action,
    /// An expression without parentheses that gives a future.
    Future,
    /// The path of a tree, and possibly the part of the blackboard on which it works.
    Tree,
    /// A struct literal without parentheses.
    Literal,
    /// An expression in parentheses.
    Value,
    /// A duration in parentheses.
    Duration,
    /// A duration in parentheses, and possibly what begins it.
    Cooldown,
    /// A count and the time between rounds in parentheses; each may be left out.
    Count,
    /// A count in parentheses.
    Number,
    /// A duration and an expression in parentheses.
    Service,
    /// `success` and `failure` in parentheses; each may be left out.
    Policies,
    /// `margin` in parentheses, or nothing.
    Margin,
    /// A name, its type and its value in parentheses.
    Binding,
    /// A name and a range in parentheses.
    Range,
    /// A name, `=` and an expression, without parentheses.
    Assignment,
    /// An expression in parentheses whose value is ignored, or a node in braces.
    Statement,
}

impl Arguments {
    /// The forms in descriptions.
    const fn forms(self) -> &'static [&'static str] {
        match self {
            Self::None => &[""],
            Self::Expression => &["EXPR"],
            Self::Action => &["EXPR", "Type { field: value }", "Type = EXPR", "EXPR -> NAME"],
            Self::Future => &["EXPR", "EXPR -> NAME"],
            Self::Tree => &["Name", "Name(EXPR)", "Name(NAME = EXPR)", "Name -> NAME"],
            Self::Literal => &["Type { … }"],
            Self::Value => &["(EXPR)"],
            Self::Statement => &["(EXPR)", "{ CLEANUP }"],
            Self::Duration | Self::Cooldown => &["(D)"],
            Self::Count => &["(N)", ""],
            Self::Number => &["(N)"],
            Self::Service => &["(D, EXPR)"],
            Self::Policies => &["(success = P, failure = P)"],
            Self::Margin => &["", "(margin = EXPR)"],
            Self::Binding => &["(NAME: TYPE = EXPR)", "(NAME: TYPE)"],
            Self::Range => &["(NAME in RANGE)"],
            Self::Assignment => &["NAME = EXPR"],
        }
    }

    /// Returns `true` if they are written without parentheses.
    #[must_use]
    pub const fn are_bare(self) -> bool {
        matches!(
            self,
            Self::Expression
                | Self::Action
                | Self::Future
                | Self::Tree
                | Self::Literal
                | Self::Assignment
        )
    }
}

/// The number of children of a node, and how they are written.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Children {
    /// None: the node ends with `;`.
    None,
    /// One, after the word.
    One,
    /// One or more in braces.
    Block,
    /// Two in braces.
    Pair,
    /// One condition or more, then one node or more, in braces.
    Watched,
    /// One or more in braces; each may have a weight before it.
    Weighted,
    /// One or more in braces; each may have a duration before it.
    Lasting,
    /// One or more in braces, each with a score before it.
    Scored,
    /// One or more in braces, each with a condition before it.
    Conditional,
    /// One or two: in braces, and in braces after `else`.
    Branches,
    /// One for each arm in braces.
    Arms,
}

impl Children {
    /// The form in descriptions.
    pub(crate) const fn form(self) -> &'static str {
        match self {
            Self::None => ";",
            Self::One => " node",
            Self::Block | Self::Weighted => " { … }",
            Self::Pair => " { node node }",
            Self::Watched => " { condition …; … node … }",
            Self::Lasting => " { D => node … }",
            Self::Scored => " { SCORE => node … }",
            Self::Conditional => " { COND => node … }",
            Self::Branches => " { node } else { node }",
            Self::Arms => " { PATTERN => node, … }",
        }
    }

    /// Returns `true` if a node may have `count` children, if the first `conditions` of them are
    /// conditions and `keys` of them have a key before them.
    pub(crate) const fn take(self, count: usize, conditions: usize, keys: usize) -> bool {
        match self {
            Self::None => count == 0,
            Self::One => count == 1,
            Self::Block => count > 0,
            Self::Pair => count == 2,
            Self::Watched => count > conditions,
            Self::Branches => count == 1 || count == 2,
            Self::Weighted | Self::Lasting | Self::Scored | Self::Conditional | Self::Arms => {
                count > 0 && count == keys
            }
        }
    }
}

impl Word {
    /// The word as it is written: `active_selector`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.row().word
    }

    /// The family: leaf, composite or decorator.
    #[must_use]
    pub const fn family(self) -> Family {
        self.row().family
    }

    /// The shape of the arguments.
    #[doc(hidden)]
    #[must_use]
    pub const fn arguments(self) -> Arguments {
        self.row().arguments
    }

    /// The number of children, and how they are written.
    #[doc(hidden)]
    #[must_use]
    pub const fn children(self) -> Children {
        self.row().children
    }

    /// A description of the node in one line, without a subject; the wording may change in any version.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.row().description
    }

    /// An example of a whole node in Rust, with a blackboard named `npc`.
    #[must_use]
    pub const fn example(self) -> &'static str {
        self.row().example
    }

    /// The forms in which the node can be written in Rust: `repeat(N) node` and `repeat node`.
    ///
    /// Capitals stand for what the author writes: `N` for a number, `D` for a duration, `EXPR` for an expression.
    pub fn forms(self) -> impl Iterator<Item = String> {
        let (word, children) = (self.as_str(), self.children().form());
        self.arguments().forms().iter().map(move |arguments| {
            let is_apart = |first: char| first.is_alphabetic() || first == '{';
            let space = if arguments.starts_with(is_apart) { " " } else { "" };
            format!("{word}{space}{arguments}{children}")
        })
    }

    /// Returns `true` if the children are tried or ticked in the order in which they are written.
    #[doc(hidden)]
    #[must_use]
    pub const fn is_ordered(self) -> bool {
        match self.children() {
            Children::Block
            | Children::Pair
            | Children::Watched
            | Children::Lasting
            | Children::Conditional => true,
            Children::None
            | Children::One
            | Children::Weighted
            | Children::Scored
            | Children::Branches
            | Children::Arms => false,
        }
    }

    /// Returns `true` if the nodes below can use a name from the arguments.
    #[doc(hidden)]
    #[must_use]
    pub const fn binds_name(self) -> bool {
        matches!(self.arguments(), Arguments::Binding | Arguments::Range)
    }

    /// Returns `true` if the node is another tree.
    #[doc(hidden)]
    #[must_use]
    pub const fn calls_tree(self) -> bool {
        matches!(self.arguments(), Arguments::Tree)
    }

    /// The index of the kind in [`Word::ALL`], which tables of nodes contain.
    #[doc(hidden)]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the word that is written so; `None` if the language does not have it.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| word.as_str() == text)
    }

    /// The word of a token; `None` if the language does not have it.
    pub(crate) fn of(token: &Ident) -> Option<Self> {
        // Comparing strings takes less time than comparing the identifier with each.
        let written = token.to_string();
        Self::ALL.iter().copied().find(|word| written == word.as_str())
    }
}

impl fmt::Display for Word {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

/// Every word that can begin a node.
#[doc(hidden)]
pub fn nodes() -> impl Iterator<Item = &'static str> {
    Word::ALL.iter().map(|word| word.as_str())
}

/// All words by family, for a message.
pub(crate) fn list() -> String {
    let of = |family| {
        let words = Word::ALL.iter().filter(|word| word.family() == family);
        words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
    };
    format!(
        "the leaves are {}; the composites are {}; the decorators are {}",
        of(Family::Leaf),
        of(Family::Composite),
        of(Family::Decorator),
    )
}

/// The probable meaning of an unknown word.
pub(crate) enum Meant {
    /// The word of another library for it.
    Elsewhere(&'static str),
    /// A word at a small edit distance.
    Near(&'static str),
}

pub(crate) fn meant(written: &str) -> Option<Meant> {
    match elsewhere(&plain(written)) {
        Some(here) => Some(Meant::Elsewhere(here)),
        None => nearest(written, &mut nodes()).or_else(|| begun(written)).map(Meant::Near),
    }
}

/// The only word with these first letters: `sub` → `subtree`
fn begun(written: &str) -> Option<&'static str> {
    let mut begun = nodes().filter(|word| written.len() > 2 && word.starts_with(written));
    begun.next().filter(|_| begun.next().is_none())
}

/// The word or the form of a node that has another name in another library.
fn elsewhere(name: &str) -> Option<&'static str> {
    let rows = || Word::ALL.iter().map(|word| word.row());
    let words = rows().flat_map(|row| row.elsewhere.iter().map(|other| (*other, row.word)));
    let forms = rows().flat_map(|row| row.elsewhere_forms.iter().copied());
    words.chain(forms).find(|(other, _)| plain(other) == name).map(|(_, here)| here)
}

/// `ActiveSelector`, `active-selector` → `activeselector`
fn plain(word: &str) -> String {
    word.to_lowercase().replace(['-', '_'], "")
}

/// The word for which a table of pairs has another name.
pub(crate) fn synonym(
    table: &[(&'static str, &'static str)],
    written: &str,
) -> Option<&'static str> {
    table.iter().find(|(other, _)| *other == written).map(|(_, here)| *here)
}

/// The nearest word at an edit distance of at most two.
#[doc(hidden)]
#[must_use]
pub fn nearest<'a>(written: &str, words: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |word: &str| plain(word).chars().collect::<Vec<char>>();
    let written = letters(written);
    words
        .filter_map(|word| Some((distance(&written, &letters(word), 2)?, word)))
        .min()
        .filter(|(distance, word)| *distance * 2 < word.len())
        .map(|(_, word)| word)
}

/// `` ; did you mean `Patrol`? ``, or a list of all if they are few.
pub(crate) fn advice(written: &str, names: &mut dyn Iterator<Item = &str>, has: &str) -> String {
    const FEW: usize = 8;
    let names: Vec<&str> = names.collect();
    if let Some(near) = nearest(written, &mut names.iter().copied()) {
        return format!("; did you mean `{near}`?");
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => format!("; {has} {last}"),
        Some((last, others)) if others.len() < FEW => {
            format!("; {has} {} and {last}", others.join(", "))
        }
        _ => String::new(),
    }
}

/// Levenshtein's edit distance, if it is not above `most`: texts of any length take time of the order of their length.
fn distance(left: &[char], right: &[char], most: usize) -> Option<usize> {
    let same = left.iter().zip(right).take_while(|(one, other)| one == other).count();
    let (left, right) = (left.get(same..)?, right.get(same..)?);
    let (Some((_, less_left)), Some((_, less_right))) = (left.split_first(), right.split_first())
    else {
        return Some(left.len() + right.len()).filter(|rest| *rest <= most);
    };
    let most = most.checked_sub(1)?;
    let changes = [(less_left, less_right), (less_left, right), (left, less_right)];
    let rests = changes.into_iter().filter_map(|(left, right)| distance(left, right, most));
    rests.min().map(|rest| rest + 1)
}
