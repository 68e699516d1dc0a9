//! Trees as data: every node of the language.

use std::collections::BTreeMap;

/// The id of an expression of a tree. The world has a separate script for each.
pub type Slot = u32;

/// The name of a `let`, a `for` or a parameter.
pub type Name = &'static str;

/// A tree and the trees that it uses.
#[derive(Debug)]
pub struct Forest {
    /// The main tree is the last; each uses only those before it.
    pub trees: Vec<Tree>,
    /// The expressions that use a name, and the names.
    pub uses: BTreeMap<Slot, Use>,
    /// The expressions of files.
    pub data: Data,
}

/// The expressions of a file.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// The expressions that are more than the word of their slot.
    pub formulas: BTreeMap<Slot, Formula>,
    /// The argument of the word of a slot.
    pub arguments: BTreeMap<Slot, Argument>,
    /// The ends of the ranges of `for`.
    pub ranges: BTreeMap<Slot, [Formula; 2]>,
    /// The types of parameters that are numbers, by tree and name.
    pub types: BTreeMap<(String, Name), Type>,
}

/// The type of a value in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// The type of the program.
    Kept,
    /// `u8`
    Small,
    /// `u32`
    Count,
    /// `i32`
    Signed,
    /// `usize`
    Size,
    /// `f32`
    Real,
    /// `Duration`
    Length,
    /// `bool`
    Answer,
    /// `Side`, an enum
    Side,
    /// `&'static str`
    Text,
}

impl Type {
    /// Its name in a file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kept => "Kept",
            Self::Small => "u8",
            Self::Count => "u32",
            Self::Signed => "i32",
            Self::Size => "usize",
            Self::Real => "f32",
            Self::Length => "Duration",
            Self::Answer => "bool",
            Self::Side => "Side",
            Self::Text => "&'static str",
        }
    }

    /// Returns `true` if its values can only be compared for equality.
    #[must_use]
    pub const fn is_plain(self) -> bool {
        matches!(self, Self::Side | Self::Text)
    }

    /// The word of the vocabulary that gives a value of this type, the same during a tick.
    #[must_use]
    pub const fn level(self) -> &'static str {
        match self {
            Self::Kept => "Found",
            Self::Small => "SmallLevel",
            Self::Count => "CountLevel",
            Self::Signed => "SignedLevel",
            Self::Size => "SizeLevel",
            Self::Real => "RealLevel",
            Self::Length => "LengthLevel",
            Self::Answer => "AnswerLevel",
            Self::Side => "SideLevel",
            Self::Text => "TextLevel",
        }
    }
}

/// The variants of the enum.
pub const SIDES: [&str; 3] = ["Left", "Right", "Up"];

/// The texts.
pub const TEXTS: [&str; 3] = ["", "one", "a \"text\""];

/// The argument of a word.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Its value.
    pub of: Formula,
    /// Its parameter.
    pub way: Way,
}

/// The parameter of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// `number: u32`
    At,
    /// `kept: Kept`
    By,
    /// `kept: &Kept`
    Of,
}

/// An expression of a file.
#[derive(Clone, Debug)]
pub enum Formula {
    /// A literal; lengths are in milliseconds, and other numbers in quarters if they are `f32`. A variant or a text is
    /// one of [`SIDES`] or [`TEXTS`].
    Literal(Type, i32),
    /// A name in scope.
    Name(Name, Type),
    /// A value that is the same during a tick, and not recorded.
    Level(Type, Slot),
    /// Two values of a type; a length is multiplied and divided by a `u32`.
    Compute(Type, Box<[Formula; 2]>, char),
    /// Two values of this type.
    Compare(Type, Box<[Formula; 2]>, &'static str),
    /// `!`
    Not(Box<Formula>),
    /// `&&`
    All(Vec<Formula>),
    /// `||`
    Any(Vec<Formula>),
    /// A word that is recorded, with its argument.
    Word(&'static str, Slot),
}

/// A name that an expression uses.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// The name; if it is bound several times, the innermost binding is meant.
    pub name: Name,
    /// `true` for the name of a `for`.
    pub is_number: bool,
}

impl Forest {
    /// The main tree.
    ///
    /// # Panics
    ///
    /// If there is no tree.
    #[must_use]
    pub fn main(&self) -> &Tree {
        self.trees.last().expect("there is a main tree")
    }
}

/// The blackboard of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// The whole world.
    World,
    /// The book that is a part of the world.
    Book,
}

/// One `tree` item.
#[derive(Debug)]
pub struct Tree {
    /// The name of its type.
    pub name: String,
    /// Its blackboard.
    pub board: Board,
    /// The names of its parameters.
    pub parameters: Vec<Name>,
    /// The name of its result.
    pub result: Option<Name>,
    /// Its only node, with all the others below it.
    pub root: Node,
}

/// A node and the nodes below it.
#[derive(Debug)]
pub struct Node {
    /// Without its apostrophe.
    pub label: Option<String>,
    /// The doc comment.
    pub description: Option<String>,
    /// The kind of the node, with its arguments.
    pub head: Head,
    /// In written order; a monitor's conditions come first.
    pub children: Vec<Node>,
}

impl Node {
    /// Returns `true` if the node waits for a cleanup in this child before it ends or begins something else.
    #[must_use]
    pub fn waits_for(&self, place: usize) -> bool {
        let waits_for_all = |first: usize, policies: &Policies| {
            let others = self.children.iter().enumerate().skip(first);
            let mut others = others.filter(|(other, _)| *other != place);
            self.children.len() == first + 1
                || (policies.is_patient() && others.all(|(_, other)| other.never_fails()))
        };
        match &self.head {
            Head::ActiveSequence | Head::ActiveSelector => place == 0,
            Head::With(_) | Head::Ticket(_) => false,
            Head::Pipeline(_) => self.children.len() == 1,
            Head::Parallel(policies) => waits_for_all(0, policies),
            Head::Monitor { conditions, policies } => {
                place >= *conditions && waits_for_all(*conditions, policies)
            }
            _ => true,
        }
    }

    /// Returns `true` for some nodes that never fail.
    fn never_fails(&self) -> bool {
        matches!(self.head, Head::ForceSuccess | Head::Succeed | Head::Running)
            || matches!(self.head, Head::Wait(Span::Literal(..)))
    }
}

/// The kind of a node, with its arguments.
#[allow(missing_docs, reason = "each is the word of the language that it is named after")]
#[derive(Debug)]
pub enum Head {
    Condition(Slot),
    Action(Slot, Gives),
    /// An action with a result for this name.
    Give(Slot, Name, Results),
    /// An action with a number for this name, in a file.
    Gain(Slot, Name),
    /// An action with a value and a number for these names, in a file.
    Both(Slot, [Name; 2]),
    /// `set`, in a file.
    Set(Name, Formula),
    /// A stateful action.
    Job(Slot),
    /// The same, made by an expression.
    Hired(Slot),
    /// A stateful action that returns when it has to be ticked again.
    Nap(Slot),
    Await(Slot),
    /// An action of a file that waits for a future.
    Vow(Slot),
    Wait(Span),
    Succeed,
    Fail,
    Running,
    Subtree(Subtree),
    Sequence,
    Selector,
    ActiveSequence,
    ActiveSelector,
    Parallel(Policies),
    Monitor {
        conditions: usize,
        policies: Policies,
    },
    /// With two children.
    Recover(Count),
    RoundRobin,
    /// How long the success of each child counts.
    Pipeline(Vec<Option<Span>>),
    RandomSelector(Slot, Vec<Weight>),
    RandomSequence(Slot, Vec<Weight>),
    UtilitySelector(Vec<Slot>),
    /// `None` is `true`.
    PrioritySelector(Vec<Option<Slot>>),
    ActiveUtilitySelector(Margin, Vec<Slot>),
    /// With one child, or with two: the second is the `else`.
    If(Slot),
    Match(Slot),
    ActiveIf(Slot),
    ActiveMatch(Slot),
    Not,
    ForceSuccess,
    ForceFailure,
    /// With the time between rounds.
    Repeat(Option<Count>, Option<Span>),
    Retry(Option<Count>, Option<Span>),
    Guard(Slot),
    Timeout(Span),
    Delay(Span),
    Cooldown(Span, After),
    Every(Span),
    Once,
    Service(Span, Slot),
    With(Slot),
    /// A decorator that only records its start and its end.
    Ticket(Slot),
    Let(Name, Slot, Found),
    /// A `let` without a value; of a number in a file only.
    Place(Name, Type),
    /// A `let` of a number, in a file.
    Bind(Name, Type, Formula),
    For(Name, Numbers),
    /// `true` if its child is the ticket of this slot.
    Finally(Slot, bool),
    /// `finally { … }` with two children: the cleanup and the node.
    Cleanup,
}

/// What begins a cooldown.
#[derive(Clone, Copy, Debug)]
pub enum After {
    /// The default: a success, or an end or an abort after a tick in which the child ran.
    Work,
    /// `end`
    End,
    /// `success`
    Success,
}

/// The type of the expression of a `let`.
#[derive(Clone, Copy, Debug)]
pub enum Found {
    /// `Kept`
    Value,
    /// `Option<Kept>`
    Option,
    /// `Result<Kept, String>`
    Result,
}

/// The type of the expression of an action with a result.
#[derive(Clone, Copy, Debug)]
pub enum Results {
    /// `Option<Kept>`
    Option,
    /// `Result<Kept, String>`
    Result,
    /// `Poll<Result<Kept, String>>`
    Poll,
    /// A stateful action.
    Job,
}

/// The range of a `for`.
#[derive(Clone, Copy, Debug)]
pub enum Numbers {
    /// The two numbers.
    Literal(usize, usize),
    /// An expression.
    Slot(Slot),
}

/// The margin of an `active_utility_selector`.
#[derive(Clone, Copy, Debug)]
pub enum Margin {
    /// The default margin: 0.
    Default,
    /// A quarter.
    Literal,
    /// An expression.
    Slot(Slot),
}

/// The type of an action's expression.
#[derive(Clone, Copy, Debug)]
pub enum Gives {
    /// `Status`
    Status,
    /// `bool`
    Bool,
    /// `()`
    Unit,
    /// `Result<Status, String>`
    Result,
}

/// Another tree as a node.
#[derive(Clone, Debug)]
pub struct Subtree {
    /// Its index in the forest.
    pub tree: usize,
    /// `true` if its blackboard is borrowed from this tree's blackboard by an expression.
    pub borrows: bool,
    /// The values of its parameters, in written order.
    pub arguments: Vec<(Name, Slot)>,
    /// The name of the tree's result.
    pub result: Option<Name>,
    /// The name that takes it.
    pub gives: Option<Name>,
}

/// The thresholds of a parallel.
#[derive(Clone, Copy, Debug)]
pub struct Policies {
    /// The number of successes that ends it with success.
    pub success: Policy,
    /// The number of failures that ends it with failure.
    pub failure: Policy,
}

impl Policies {
    /// Returns `true` if it needs a success of each child.
    #[must_use]
    pub const fn is_patient(self) -> bool {
        matches!(self.success, Policy::Default | Policy::All)
    }
}

/// The number of children for a threshold.
#[derive(Clone, Copy, Debug)]
pub enum Policy {
    /// The default: all for success, one for failure.
    Default,
    /// `all`
    All,
    /// `one`
    One,
    /// The number itself.
    Number(usize),
}

/// The weight of a random composite's child.
#[derive(Clone, Copy, Debug)]
pub enum Weight {
    /// The default weight: 1.
    Default,
    /// The number itself.
    Literal(u32),
    /// An expression.
    Slot(Slot),
}

/// The count of a repetition.
#[derive(Clone, Copy, Debug)]
pub enum Count {
    /// The number itself.
    Literal(u32),
    /// An expression.
    Slot(Slot),
}

/// A duration.
#[derive(Clone, Copy, Debug)]
pub enum Span {
    /// The text, and its milliseconds.
    Literal(&'static str, u64),
    /// An expression.
    Slot(Slot),
}
