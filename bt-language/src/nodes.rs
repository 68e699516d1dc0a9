//! The kinds of nodes: one file for each, or for two that mirror each other.
//!
//! A file contains everything that is particular to its kind: the `Row` with the answers that
//! depend on the word alone, and the `Definition` with those that depend on the arguments. The
//! generic passes name no kind. Kinds do not know each other; what two of them share is a function
//! beside them.

mod action;
mod active;
mod active_utility;
mod arms;
mod binding;
mod branch;
mod condition;
mod constant;
mod cooldown;
mod delay;
mod every;
mod finally;
mod force;
mod future;
mod guard;
mod in_order;
mod monitor;
mod not;
mod once;
mod parallel;
mod pipeline;
mod priority;
mod random;
mod range;
mod recover;
mod repeat;
mod round_robin;
mod row;
mod service;
mod set;
mod subtree;
mod timeout;
mod utility;
mod wait;
mod with;

pub(crate) use action::stateful;
pub(crate) use repeat::Every;
pub use row::{Expects, InFiles, Repeats, Row};
pub(crate) use row::{Rest, Resume};
pub(crate) use subtree::{INSIDE, call_of};

use crate::ast::{self, Expressions, Purpose, Subtree};
use crate::check::outcomes::{Activation, Ended, Memory, Outcomes, Run};
use crate::literals::Literals;
use crate::lower::Lowered;
use crate::lower::frame::FrameBlocks;
use crate::lower::region::NodeBlocks;
use crate::machine::{Binding, Content, Keeps, Length, Node, Question, Status, Step, Term};
use crate::words::Children;
use proc_macro2::{Ident, Span};
use std::rc::Rc;

/// The names that every kind needs.
mod prelude {
    pub(super) use super::row::{Expects, InFiles, Repeats, Row, wake};
    pub(super) use super::{
        Definition, MOST_BESIDE, MOST_CHOICES, Made, Quiet, Rest, Resume, Shows, Useless,
        length_of, made, unnamed, with_results,
    };
    pub(super) use crate::ast::{After, Expressions, Form, Policies, Purpose, Rounds, Size};
    pub(super) use crate::check::outcomes::{Activation, Ended, Memory, Outcomes, Run, Ticks};
    pub(super) use crate::literals::Literals;
    pub(super) use crate::lower::Lowered;
    pub(super) use crate::lower::frame::{FrameBlocks, leave};
    pub(super) use crate::lower::region::{NodeBlocks, Targets};
    pub(super) use crate::machine::{
        Binding, Bound, Content, Count, Exit, Field, Keeps, Length, Node, Pick, Question, Status,
        Step, Term,
    };
    pub(super) use crate::parse::Parser;
    pub(super) use crate::source;
    pub(super) use crate::words::{Arguments as A, Children as C, Word};
    pub(super) use std::rc::Rc;
    pub(super) use std::time::Duration;
}

/// The maximum number of children of a node that chooses one of them. The order of a utility
/// selector is stored in one byte for each child, and the arms of a `match` are blocks of one
/// function, of which rustc's parser accepts about 600.
const MOST_CHOICES: usize = 255;

/// The maximum number of children of a parallel or a random composite: rustc crashes between 3,000
/// and 4,000 in release, and between 5,000 and 6,000 in debug.
const MOST_BESIDE: usize = 1_000;

macro_rules! words {
    ($($name:ident $row:path,)*) => {
        /// A word that begins a node, which determines the kind of node.
        ///
        /// It is displayed as it is written: `active_selector`. Words are ordered as in [`Word::ALL`], which may change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Word {
            $(
                #[doc = concat!("`NodeKind::", stringify!($name), "` of `bt-core`.")]
                $name,
            )*
        }

        impl Word {
            /// All words, by family: leaves, composites, decorators.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The name of the kind in camel case: `ActiveSelector`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }

            /// The answers that depend on the word alone.
            #[doc(hidden)]
            #[must_use]
            pub const fn row(self) -> &'static Row {
                match self {
                    $(Self::$name => &$row,)*
                }
            }
        }
    };
}

words! {
    Condition condition::ROW,
    Action action::ROW,
    Await future::ROW,
    Wait wait::ROW,
    Succeed constant::SUCCEED,
    Fail constant::FAIL,
    Running constant::RUNNING,
    Set set::ROW,
    Subtree subtree::ROW,

    Sequence in_order::SEQUENCE,
    Selector in_order::SELECTOR,
    ActiveSequence active::ACTIVE_SEQUENCE,
    ActiveSelector active::ACTIVE_SELECTOR,
    Parallel parallel::ROW,
    Monitor monitor::ROW,
    Pipeline pipeline::ROW,
    Recover recover::ROW,
    RoundRobin round_robin::ROW,
    RandomSelector random::SELECTOR,
    RandomSequence random::SEQUENCE,
    UtilitySelector utility::ROW,
    PrioritySelector priority::ROW,
    ActiveUtilitySelector active_utility::ROW,
    If branch::IF,
    Match arms::MATCH,
    ActiveIf branch::ACTIVE_IF,
    ActiveMatch arms::ACTIVE_MATCH,

    Not not::ROW,
    ForceSuccess force::SUCCESS,
    ForceFailure force::FAILURE,
    Repeat repeat::REPEAT,
    Retry repeat::RETRY,
    Guard guard::ROW,
    Timeout timeout::ROW,
    Delay delay::ROW,
    Cooldown cooldown::ROW,
    Every every::ROW,
    Once once::ROW,
    Service service::ROW,
    Let binding::ROW,
    For range::ROW,
    Finally finally::ROW,
    With with::ROW,
}

impl Word {
    /// The leaf that stands for a missing node.
    pub(crate) const PLACEHOLDER: Self = Self::Running;
}

/// The word of a node with its arguments.
#[derive(Clone)]
pub(crate) struct Kind {
    word: Word,
    definition: Made,
}

/// The definition of a node with its arguments.
pub(crate) type Made = Rc<dyn Definition>;

/// A definition, for the readers of rows.
fn made(definition: impl Definition + 'static) -> Made {
    Rc::new(definition)
}

/// The name of a definition that is made from literals: no expression uses it.
fn unnamed() -> Ident {
    Ident::new("value", Span::call_site())
}

impl Kind {
    pub(crate) fn new(word: Word, definition: Made) -> Self {
        Self { word, definition }
    }

    /// The word of this kind.
    pub(crate) fn word(&self) -> Word {
        self.word
    }

    /// The kind of a word with these literals and expressions.
    pub(crate) fn of(word: Word, literals: &Literals, expressions: &Expressions) -> Self {
        Self { word, definition: (word.row().make)(&mut literals.read(), expressions) }
    }

    pub(crate) fn literals(&self) -> Literals {
        let mut literals = Literals::default();
        self.definition.literals(&mut literals);
        literals
    }

    pub(crate) fn row(&self) -> &'static Row {
        self.word.row()
    }

    pub(crate) fn definition(&self) -> &dyn Definition {
        &*self.definition
    }

    /// Returns `true` if a node with `children` children, which have a cleanup that takes time or have none, keeps data
    /// while it is active, in addition to the leaf that runs.
    pub(crate) fn keeps_data(&self, children: usize, cleans_up: bool) -> bool {
        let row = self.row();
        (cleans_up && row.interrupts) || self.definition.keeps_data(row, children)
    }

    /// The places at which a tree can rest, if the node has these expressions.
    pub(crate) fn rest(&self, expressions: &Expressions) -> Rest {
        self.definition.rest(self.row().rest, expressions)
    }

    /// Returns `true` if an abort of the node calls code of the user.
    pub(crate) fn has_end(&self) -> bool {
        self.definition.has_end(self.row())
    }

    /// The number of labels of a node without a frame and without its children.
    pub(crate) fn labels(&self) -> usize {
        self.definition.labels(self.row())
    }

    /// The kind that takes the place of a node that cannot be read: its readable children in order.
    pub(crate) fn in_place_of(unreadable: &ast::Node) -> Self {
        if unreadable.children.is_empty() {
            Self::new(Word::PLACEHOLDER, constant::running())
        } else {
            Self::new(Word::Sequence, in_order::sequence())
        }
    }
}

/// The answers of a kind that depend on its arguments or on its children.
pub(crate) trait Definition {
    /// The possible runs of the node, from those of its children.
    fn run(&self, at: &Activation<'_>) -> Run;

    /// Writes the literals of the arguments, from which the row makes the same definition.
    fn literals(&self, _literals: &mut Literals) {}

    /// The text of the arguments.
    fn text(&self, expressions: &Expressions) -> String {
        let own = expressions.iter().filter(|(purpose, _)| *purpose != Purpose::Results);
        own.map(|(_, one)| one.text()).collect::<Vec<_>>().join(", ")
    }

    /// The first part of the node's name in generated code, if that is not the name of its kind.
    fn name(&self, _expressions: &Expressions) -> Option<String> {
        None
    }

    /// The mistakes in the arguments of a node with these children.
    fn mistakes(&self, _children: &[ast::Node]) -> Vec<(Span, String)> {
        Vec::new()
    }

    /// The words for the uselessness of the node with such a child.
    fn useless(&self, _child: Outcomes) -> Option<Useless> {
        None
    }

    /// The tree that the node calls.
    fn calls(&self) -> Option<&Subtree> {
        None
    }

    /// The name that the nodes below can use.
    fn binds(&self) -> Option<Binding> {
        None
    }

    /// The names of the values that the node gives when it succeeds.
    fn gives(&self) -> &[Ident] {
        &[]
    }

    /// Returns `true` if the node starts its child again for ever.
    fn is_endless(&self) -> bool {
        false
    }

    /// The memory that the node may have at its next activation.
    fn memory(&self, _ended: &Ended) -> Memory {
        Memory::default()
    }

    /// The number of children at the beginning that are only asked.
    fn conditions(&self) -> usize {
        0
    }

    /// The children that the node takes.
    fn children(&self, row: &Row) -> Children {
        row.children
    }

    /// Returns `true` if the node has a frame.
    fn keeps_data(&self, row: &Row, _children: usize) -> bool {
        row.keeps_data
    }

    /// The blocks of a node without a frame.
    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        Err(b.internal("it has no place in a region"))
    }

    /// The step when the node has ended with success (`true`) or failure, before observers get that.
    fn at_end(&self, _node: &Node, _success: bool) -> Option<Step> {
        None
    }

    /// Returns `true` if the first child is the cleanup of the second, and takes time.
    fn cleans_up(&self) -> bool {
        false
    }

    /// For each child, `true` if the node may abort it when it has begun or ended another one; and what can be written
    /// in place of the node, so that it waits for a cleanup in the child.
    fn cuts_short(&self, _children: &[Outcomes]) -> (Vec<bool>, &'static str) {
        (Vec::new(), "")
    }

    /// Returns `true` if an abort of the node changes its memory.
    fn starts_when_aborted(&self) -> bool {
        false
    }

    /// The fields and the blocks of the node's frame, if it keeps data.
    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        Err(tick.internal("it has no frame"))
    }

    /// The data of a node without a frame that can be the running one itself.
    fn position(&self, _node: &Node) -> Option<Keeps> {
        None
    }

    /// The word of memory of the node, which outlasts its activations.
    fn content(&self, _node: &Node) -> Option<Content> {
        None
    }

    /// The question of a gate; a node is not chosen while its answer is no.
    fn gate(&self, _node: &Node) -> Option<Question> {
        None
    }

    /// Returns `true` if the answer of a gate with this memory can be no.
    fn may_refuse(&self, _memory: Memory) -> bool {
        false
    }

    /// The result of a node that can refuse to begin.
    fn refusal(&self) -> Option<Status> {
        None
    }

    /// The number of labels of the node without its children.
    fn labels(&self, row: &Row) -> usize {
        row.labels.0
    }

    /// The places at which a tree can rest.
    fn rest(&self, row: Rest, _expressions: &Expressions) -> Rest {
        row
    }

    /// The terms under which the inactive node gives a result and does nothing else.
    fn quiet(&self, _node: &Node, _success: bool, _child: &dyn Fn(bool) -> Quiet) -> Quiet {
        None
    }

    /// Returns `true` if an abort of the node calls code of the user.
    fn has_end(&self, row: &Row) -> bool {
        row.has_end
    }

    /// What shows the answer to the condition with this number.
    fn shows(&self, _condition: usize) -> Shows {
        Shows::Decision
    }
}

/// What shows the answer to a condition of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    /// The result of the node.
    Result,
    /// The decision of the node.
    Decision,
    /// The decision about the child with this number.
    DecisionAbout(usize),
}

/// The terms of a quiet node; `None` if it is not quiet.
pub(crate) type Quiet = Option<Vec<Term>>;

/// Why a loop is useless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Useless {
    /// The result that its child never has: failure (`true`) or success.
    pub(crate) failure: bool,
    /// The participle for what never happens: `repeated`
    pub(crate) never: &'static str,
}

/// The text of a node with its results: `npc.plan() -> path`
fn with_results(text: String, gives: &[Ident]) -> String {
    match gives {
        [] => text,
        [one] => format!("{text} -> {one}"),
        several => {
            let names: Vec<String> = several.iter().map(Ident::to_string).collect();
            format!("{text} -> ({})", names.join(", "))
        }
    }
}

/// The length of a node as a part of its machine.
fn length_of(known: Option<std::time::Duration>, node: &Node) -> Length {
    Length { of: node.id_of(Purpose::Length), known }
}
