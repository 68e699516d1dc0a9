//! The answers of a kind that depend on its word alone.

use crate::ast::Expressions;
use crate::literals::Reading;
use crate::nodes::{Made, constant};
use crate::parse::Parser;
use crate::words::{Arguments, Children, Family, Word};

/// The properties of a kind of node that depend only on its word.
///
/// A row begins with the defaults of its family: `..Row::DECORATOR`.
#[allow(clippy::struct_excessive_bools, reason = "each is an answer of its own")]
pub struct Row {
    pub(crate) word: &'static str,
    pub(crate) family: Family,
    pub(crate) arguments: Arguments,
    pub(crate) children: Children,
    /// A description in one line, without a subject.
    pub(crate) description: &'static str,
    /// The sentences after the description, with links to items of `bt-core`; may be empty.
    pub details: &'static str,
    /// A whole node, with a blackboard named `npc`.
    pub(crate) example: &'static str,
    /// The times at which the active node has to be ticked again, each with the form of the node for which
    /// it is true; the form is empty if there is only one. A node that is never active has none.
    pub wake: &'static [(&'static str, &'static str)],
    /// The explanation in the guide for people who write trees in files.
    pub in_files: InFiles,
    /// The name of the icon on the page.
    pub icon: &'static str,
    /// The names of the node in other libraries.
    pub(crate) elsewhere: &'static [&'static str],
    /// The names of one form of the node in other libraries, with the form.
    pub(crate) elsewhere_forms: &'static [(&'static str, &'static str)],
    /// Makes the definition from its literals and its expressions.
    pub(crate) make: fn(&mut Reading<'_>, &Expressions) -> Made,
    pub(crate) read: Parser,
    /// The maximum number of children (without those that are only asked), and the message about more.
    pub(crate) most_children: Option<(usize, &'static str)>,
    /// `true` if the node has a frame; some kinds decide it by their arguments or children.
    pub(crate) keeps_data: bool,
    /// `true` if the node begins where its first child begins.
    pub(crate) begins_with_child: bool,
    /// `true` if the status of the last child is always the status of the node.
    pub(crate) ends_with_last_child: bool,
    /// `true` if runs of children have the same meaning inside of a composite of the same kind.
    pub(crate) is_associative: bool,
    /// The result of a child after which a composite goes on to the next, and which it has after the last.
    pub(crate) goes_on: Option<bool>,
    /// The result of a child without which the next one is never ticked, if that is not `goes_on`.
    pub(crate) next_after: Option<bool>,
    /// `true` if the child is never ticked again after it has finished.
    pub(crate) ends_for_good: bool,
    /// `true` if an abort of the node calls code of the user.
    pub(crate) has_end: bool,
    /// The place at which the node continues when a position below it is recorded.
    pub(crate) resume: Resume,
    /// The places at which a tree can rest.
    pub(crate) rest: Rest,
    /// Whether the node repeats what it did in a tick in which it began and ended.
    pub repeats: Repeats,
    /// The number of labels of the node without its children, and for each child.
    pub(crate) labels: (usize, usize),
    /// The statuses that the node should have at some time, by those of its children.
    pub expects: Expects,
    /// `true` if the program notices the node itself: a leaf that asks or does something, or a
    /// decorator that runs code of the user when it begins or ends.
    pub is_visible: bool,
    /// `true` if the node aborts its running child before it ends or ticks another one; it has a frame if the child has a
    /// cleanup that takes time.
    pub(crate) interrupts: bool,
    /// `true` if a child can be ticked while another one is active.
    #[cfg_attr(not(any(test, feature = "edit")), allow(dead_code, reason = "only editors ask"))]
    pub(crate) overlaps: bool,
    /// `true` if the node asks, before it chooses a child, the gates in front of that child.
    pub(crate) asks_gates: bool,
    /// `true` if the node is a gate where it stands in front of a child of such a node, perhaps behind other gates.
    pub(crate) is_gate: bool,
    /// The words that people write in its place by mistake.
    pub confused_with: &'static [Word],
    /// The decorator that people forget in front of the node, or write there by mistake.
    pub inverted_by: Option<Word>,
}

impl Row {
    pub(crate) const LEAF: Self = Self {
        word: "",
        family: Family::Leaf,
        arguments: Arguments::None,
        children: Children::None,
        description: "",
        details: "",
        example: "",
        wake: &[("", wake::NEXT_TICK)],
        in_files: InFiles::AsDescribed,
        icon: "constant",
        elsewhere: &[],
        elsewhere_forms: &[],
        make: |_, _| constant::running(),
        read: Parser::Arguments(|_| None),
        most_children: None,
        keeps_data: false,
        begins_with_child: false,
        ends_with_last_child: false,
        is_associative: false,
        goes_on: None,
        next_after: None,
        ends_for_good: false,
        has_end: false,
        resume: Resume::InChild,
        rest: Rest::Never,
        repeats: Repeats::Never,
        labels: (4, 0),
        expects: Expects::Nothing,
        is_visible: true,
        interrupts: false,
        overlaps: false,
        asks_gates: false,
        is_gate: false,
        confused_with: &[],
        inverted_by: None,
    };

    pub(crate) const COMPOSITE: Self = Self {
        family: Family::Composite,
        children: Children::Block,
        icon: "choice",
        repeats: Repeats::Always,
        is_visible: false,
        ..Self::LEAF
    };

    pub(crate) const DECORATOR: Self = Self {
        family: Family::Decorator,
        children: Children::One,
        icon: "with",
        repeats: Repeats::Always,
        is_visible: false,
        ..Self::LEAF
    };
}

/// The places at which a tree can rest: at a node or below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest {
    /// Nowhere: an expression is evaluated in every tick.
    Never,
    /// At the node, whatever its children do.
    Itself,
    /// Below the node.
    Children,
    /// At the node before its child begins, and below it.
    ItselfAndChildren,
    /// Below the node, while its expressions give the same results.
    ChildrenIfUnchanged,
    /// Below the first child; below the others, while its expressions give the same results.
    FirstChild,
    /// At the node while its child is idle, and below it.
    WhileIdle,
    /// Between two rounds, while the child gives the same result again, and below the node.
    BetweenRounds {
        /// The result of the child after which it begins again.
        after: bool,
    },
    /// Below each child before which all others are quiet, or give the same results as in the tick before.
    AfterQuiet,
}

/// Whether a node that begins and ends in one tick does the same in the next tick, if its expressions that only look at the
/// blackboard give the same results and its children do the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// It does.
    Always,
    /// It may do something else, or does something again.
    Never,
    /// It does if it has failed because of a child.
    AfterChildFailed,
}

/// The statuses that a node should have at some time, by those of its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expects {
    /// None: also its arguments or code of the user decide.
    Nothing,
    /// Running, if a child runs.
    Running,
    /// The statuses of all children.
    AnyChild,
    /// The same, but one result only if each child has it: success (`true`) or failure.
    EachChild(bool),
    /// The statuses of the child, with success and failure exchanged.
    Inverted,
}

/// The place at which a node continues when a position below it is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resume {
    /// In the child with the position.
    InChild,
    /// At the beginning of the node.
    AtBegin,
    /// The same, unless the position is in the first child.
    AtBeginUnlessInFirst,
}

/// Texts of `Row::wake` that several kinds share.
pub(crate) mod wake {
    pub(crate) const NEXT_TICK: &str = "the next tick";
    pub(crate) const CHILD: &str = "the time of the running child";
    pub(crate) const OF_CHILD: &[(&str, &str)] = &[("", CHILD)];
}

/// The explanation in the guide for people who write trees in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InFiles {
    /// Its forms and its description.
    AsDescribed,
    /// None: files do not have the node.
    Never,
    /// An example and its meaning in plain words.
    Plain(&'static str, &'static str),
}
