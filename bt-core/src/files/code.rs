//! A loaded tree that can be run: the machines of `bt-language`, joined with their subtrees, with fixed addresses.
//!
//! The state of an agent is a slice of words. Each region has one word: 0 if no position is recorded, and `index + 1`
//! of the recorded position otherwise. The data of the positions follows at fixed addresses. Two positions of a region
//! share their words, unless one may begin while the other is still recorded. The word of the tree's region comes first,
//! and the data of `once` and `cooldown` follows. Values of the user's types, the *payloads*, have slots beside the words.

#[cfg(feature = "facts")]
use crate::NodeId;
use crate::vocabulary::arithmetic::{Compute, Operation, Whole};
use crate::vocabulary::{Plain, Value};
use crate::{Node, Status};
use bt_language::ast::Comparison;
use bt_language::rules::Claim;
use core::cmp::Ordering;
use core::ops::Range;
use core::time::Duration;
use std::sync::Arc;
use std::vec::Vec;

/// The index of a word in the state of an agent.
pub(super) type Address = usize;

/// The word of the tree's region, whose instructions are the first.
pub(super) const ROOT: Address = 0;

/// The index of an instruction, or an end.
pub(super) type Target = u32;

/// Targets from here to `ENDS` are regions: see [`Stream::entries`].
pub(super) const ENTRIES: Target = 1 << 31;
/// Targets from here on are no instructions.
pub(super) const ENDS: Target = u32::MAX - 4;
/// The target of a jump that the machine never takes.
pub(super) const NOWHERE: Target = ENDS;
/// The target that returns the most recent status.
pub(super) const SAME: Target = ENDS + 1;
/// The target that returns success.
pub(super) const SUCCESS: Target = ENDS + 2;
/// The target that returns failure.
pub(super) const FAILURE: Target = ENDS + 3;
/// The target that ends the tick while a node runs.
pub(super) const RUNNING: Target = ENDS + 4;

/// The status that a target returns.
pub(super) const fn ended_with(target: Target, most_recent: Status) -> Status {
    match target {
        SUCCESS => Status::Success,
        RUNNING => Status::Running,
        SAME => most_recent,
        _ => Status::Failure,
    }
}

/// Instructions, and what is too large for an instruction.
#[derive(Default)]
pub(super) struct Stream {
    pub(super) instructions: Vec<Instruction>,
    /// Rows of targets, for `Resume`.
    pub(super) targets: Vec<Target>,
    /// For each `match` the patterns of its arms, with their targets.
    pub(super) choices: Vec<Vec<(Vec<Value>, Target)>>,
    pub(super) besides: Vec<Beside>,
    /// Without an observer, the regions that are ticked below others: a target that is out of range, since a tick tests
    /// that anyway.
    pub(super) entries: Vec<Entry>,
}

/// A region of a frame or of a position.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// Its word.
    pub(super) below: u32,
    /// Its first instruction, if its word is 0.
    pub(super) first: Target,
    /// Where a tick goes on if it has ended.
    pub(super) closed: Target,
}

/// A condition or an action of the tree's region in a tick without an observer, with everything that may follow.
#[derive(Clone, Copy)]
pub(super) struct Visit {
    pub(super) bits: u64,
    /// The index of the first argument; or that of the instruction.
    pub(super) first: u32,
    pub(super) success: Target,
    pub(super) failure: Target,
    /// The value of the region's word with which nothing is left to do if the action runs, or [`NO_POSITION`].
    pub(super) position: u32,
    /// The target otherwise; `RUNNING` if the position has only to be recorded.
    pub(super) running: Target,
    /// The word, or [`OTHER`].
    pub(super) word: u16,
}

const _: () = assert!(size_of::<Visit>() == 32);

/// The word of an instruction that is neither a condition nor an action, or that leads to one of another region.
pub(super) const OTHER: u16 = u16::MAX;

/// The position of no region.
pub(super) const NO_POSITION: u32 = u32::MAX;

/// A tree that can be run.
#[derive(Default)]
pub(super) struct Code {
    pub(super) name: &'static str,
    /// The file from which the tree was loaded, if it is known.
    pub(super) file: Option<Arc<str>>,
    /// The mark of the text in which it was written, if it is known.
    pub(super) text_mark: Option<Arc<str>>,
    /// The trees in which the nodes are written: from each of these nodes on, in the tree with this index.
    pub(super) written: Vec<(usize, usize)>,
    /// For each tree, the file in which it is written.
    pub(super) files: Arc<[Option<Arc<str>>]>,
    /// The rules of the vocabulary that a run of the tree could break, by their indexes, about the nodes of the file.
    pub(super) rules: Vec<(usize, Claim<usize>)>,
    /// The ranges of nodes that belong to trees of the vocabulary.
    pub(super) foreign: Vec<Range<usize>>,
    /// The nodes, including those of subtrees.
    pub(super) nodes: Vec<Node>,
    /// The machine as bytes; the trees of the vocabulary are not in it.
    #[cfg(feature = "facts")]
    pub(super) machine: Vec<u8>,
    /// The nodes that do what a word says, and those that are a tree of the vocabulary.
    #[cfg(feature = "facts")]
    pub(super) words_of: Vec<(NodeId, usize)>,
    /// The nodes `let` whose expression always has a result.
    #[cfg(feature = "facts")]
    pub(super) sure_values: Vec<NodeId>,
    /// The regions and the nodes with labels in them, sorted, and the instruction of `observed` with which each begins.
    pub(super) begins: Vec<((usize, u32), Target)>,
    /// What a tick with an observer does.
    pub(super) observed: Stream,
    /// What a tick without an observer does.
    pub(super) quiet: Stream,
    /// Its leaves in the tree's region, at the same indexes.
    pub(super) visits: Vec<Visit>,
    /// All regions; the first one is the region of the tree.
    pub(super) regions: Vec<Region>,
    pub(super) frames: Vec<Frame>,
    pub(super) positions: Vec<Position>,
    /// The arguments of calls, and for each the index of the formula that replaces it.
    pub(super) values: Vec<Value>,
    pub(super) arguments: Vec<Option<usize>>,
    /// Rows of weights and scores, one for each child; and margins.
    pub(super) numbers: Vec<Vec<Number>>,
    /// The expressions that are no literals, and their parts.
    pub(super) formulas: Vec<Formula>,
    pub(super) lengths: Vec<Length>,
    pub(super) periods: Vec<Period>,
    pub(super) cooldowns: Vec<Cooldown>,
    /// The nodes `round_robin` with the addresses of their places and the numbers of their children.
    pub(super) places: Vec<(u32, Address, usize)>,
    /// The nodes `once` with the addresses of their results: 0 for none, 1 for failure, 2 for success.
    pub(super) results: Vec<(u32, Address)>,
    pub(super) aborts: Vec<Abort>,
    /// Rows of positions, for `Abort`.
    pub(super) masks: Vec<bool>,
    /// The number of words of an agent.
    pub(super) words: usize,
    /// The number of slots of an agent.
    pub(super) slots: usize,
    /// The number of values with names of an agent.
    pub(super) data: usize,
    /// The names of those values.
    pub(super) names: Vec<NamedValue>,
    /// What is passed to subtrees.
    pub(super) subtrees: Vec<SubtreeData>,
    /// The parameters of the tree: the place of each value, and the formula of its default.
    pub(super) parameters: Vec<(usize, Option<usize>)>,
    /// The places of the results of the tree.
    pub(super) results_of_tree: Vec<usize>,
    /// `true` if the tree has parameters or results.
    pub(super) has_header: bool,
    /// The places to which actions give their results.
    pub(super) result_places: Vec<usize>,
    /// The trees of the vocabulary, which live as long as the agent: slot and word.
    pub(super) trees: Vec<(usize, usize)>,
    /// The hash of the kinds of the nodes and of what they do: equal for two trees that differ in parameters, texts and
    /// lines only.
    pub(super) meaning: u64,
    /// The hash of the meaning and of the layout: equal for two trees of which one can take over the words of the other.
    pub(super) shape: u64,
    /// A unique id of the tree.
    pub(super) id: usize,
}

/// A region of the machine.
pub(super) struct Region {
    /// The nodes in it and below it.
    pub(super) nodes: Range<u32>,
    /// The word that holds the recorded position.
    pub(super) state: Address,
    /// The first instruction of a tick with an observer; and that of one without, if the word is 0: one for each value
    /// of the word follows.
    pub(super) entries: [Target; 2],
    /// The index of its first position.
    pub(super) first: usize,
    /// The number of its positions.
    pub(super) positions: usize,
    /// `true` if a node of the region can return `Running`.
    pub(super) can_run: bool,
    /// `true` if it contains a cleanup that takes time.
    pub(super) cleans_up: bool,
    /// The positions that may need no tick.
    pub(super) rests: Vec<Rest>,
}

/// A position that a tick would not change as long as these terms hold.
pub(super) struct Rest {
    pub(super) position: usize,
    /// `true` if that also needs all expressions to give the same results.
    pub(super) if_unchanged: bool,
    pub(super) terms: Vec<Term>,
}

/// A word of memory that has to remain unchanged.
#[derive(Clone, Copy)]
pub(super) enum Term {
    /// The cooldown has not ended.
    Cools(usize),
    /// The `once` has this result.
    Keeps(Address, bool),
}

/// A node that can be recorded.
pub(super) struct Position {
    pub(super) node: u32,
    pub(super) keeps: Keeps,
    /// The slot of the payload that is made when the node begins.
    pub(super) payload: Option<usize>,
    /// The range of the words of its data, which are 0 when the node begins.
    pub(super) from: Address,
    pub(super) to: Address,
    /// `true` if these may be words of the deadline of another position, which is recorded until this one has begun.
    pub(super) is_over_deadline: bool,
    /// The cooldowns above the node in its region, innermost first.
    pub(super) cooldowns: Vec<usize>,
    /// `true` if a node in the position has an `end` function or a `finally`.
    pub(super) must_end: bool,
    /// The places of its values with names, which are dropped when it ends.
    pub(super) data: Range<usize>,
    /// The places to which an action gives its results: a part of `result_places`.
    pub(super) gives: Range<usize>,
    /// The call that evaluates what is lent to an action, in each tick.
    pub(super) lent: Option<Call>,
}

/// A value with a name.
pub(super) struct NamedValue {
    /// The node that keeps it: a `let`, a `for`, a `subtree`, or the root for a parameter of the tree.
    pub(super) node: u32,
    pub(super) name: &'static str,
    /// Its type, as it is written.
    pub(super) of: &'static str,
    /// The names of the variants of an enum.
    pub(super) variants: &'static [&'static str],
    /// Its place among the values.
    pub(super) place: usize,
}

/// What is passed to a subtree, and what it gives.
#[derive(Default)]
pub(super) struct SubtreeData {
    /// The place of each parameter, and the formula of its value.
    pub(super) arguments: Vec<(usize, usize)>,
    /// The places of the results, in the tree and around it.
    pub(super) gives: Vec<(usize, usize)>,
    /// The places of all results in the tree.
    pub(super) results: Vec<usize>,
}

/// The data of a position.
#[derive(Clone, Copy)]
pub(super) enum Keeps {
    Nothing,
    /// A deadline, stored at `from`.
    Deadline,
    /// A stateful action: its slot, and the call that makes it.
    Action {
        slot: usize,
        call: Call,
    },
    /// A tree of the vocabulary, in this slot.
    Tree {
        slot: usize,
        goes_by_other_clock: bool,
    },
    /// Another tree of the file, with the index of what is passed to it.
    Subtree {
        region: usize,
        subtree: usize,
    },
    Frame(usize),
    /// A part of the tree that has a region of its own.
    Region(usize),
}

/// The data of an active node, and the regions of its children.
pub(super) struct Frame {
    pub(super) node: u32,
    pub(super) fields: Vec<Field>,
    pub(super) slots: Slots,
    /// `true` if its time counts only while its child is idle.
    pub(super) waits_while_idle: bool,
    /// The call that takes place when the node has ended or is aborted.
    pub(super) end: Option<Call>,
    /// `true` if the first child is the cleanup of the second.
    pub(super) is_cleanup: bool,
    /// The first instruction of a tick with an observer, and of one without.
    pub(super) entries: [Target; 2],
    /// The regions of the children.
    pub(super) children: Vec<usize>,
}

/// A field of a frame, with the address of its data.
#[derive(Clone, Copy)]
pub(super) enum Field {
    /// The number of rounds that are left; at the beginning, `more` than the count.
    Rounds { left: Address, count: Number, more: u32 },
    /// The time at which the node ends.
    Deadline { until: Address, length: usize },
    /// The next due time.
    Due { at: Address, period: usize },
    /// A decorator of the vocabulary.
    Decorator { slot: usize, call: Call },
    /// A bit for each child that was tried.
    Tried { at: Address, weights: u32 },
    /// The time until which the success of a child counts.
    Until { child: usize, at: Address },
    /// The number of children that are left, and the children, the lowest score first.
    Ranked { order: Address, scores: u32 },
    /// The same in the written order, round from the child whose index is at `first`.
    InTurn { order: Address, first: Address, count: usize },
    /// The same, for the current tick: not in use between two ticks.
    Ranking { order: Address },
    /// 1 if cleanups of the children run, which the node has interrupted.
    Stopping { at: Address },
    /// The value of a `let`: its place, and the formula that gives it.
    Value { place: usize, formula: usize },
    /// A value that a node below gives.
    Place { place: usize },
    /// The current number of a `for` and the end of its range, two words each; the place of the number.
    Numbers { at: Address, place: usize, range: [usize; 2] },
}

/// The number of words of the numbers of a `for`.
pub(super) const NUMBERS: usize = 4;

/// How many of the children of a frame may be active.
#[derive(Clone, Copy)]
pub(super) enum Slots {
    /// The only child.
    One,
    /// Each child; the word of its region also shows whether it has ended.
    Each,
    /// The same; a child that has ended begins again.
    Renewed,
    /// The chosen child: 0 for none, and its index + 1 otherwise.
    Chosen(Address),
}

/// An expression, which names its parts by their indexes.
pub(super) enum Formula {
    Constant(Value),
    /// The value with a name at this place.
    Name(usize),
    /// A condition, or a `value` of the type `bool`.
    Ask(Call),
    /// Another `value` of the vocabulary.
    Read(Call),
    /// A `value` of a type of the program.
    Own(Call),
    Compare([usize; 2], Holds),
    /// A value, and what is computed with it, from left to right.
    Compute(usize, Vec<(Compute, Operation, usize)>),
    /// The same, with values of a type of whole numbers.
    Whole(Operand, Vec<(Operation, Operand)>, &'static Whole),
    Not(usize),
    All(Vec<usize>),
    Any(Vec<usize>),
    /// Yes, if all of these have a result.
    Results(Vec<usize>),
    /// An expression that had a result when its node asked for it; this value, if it has none any more.
    Known(usize, Value),
}

/// A part of an expression of a type of whole numbers.
#[derive(Clone, Copy)]
pub(super) enum Operand {
    Constant(i64),
    /// The value with a name at this place.
    Name(usize),
    /// A `value` of the vocabulary whose arguments are literals.
    Read(Call),
    /// The index of another formula.
    Formula(usize),
}

impl Operand {
    #[inline]
    pub(super) fn of(formula: usize, formulas: &[Formula]) -> Self {
        match &formulas[formula] {
            Formula::Constant(value) => Self::Constant(i64::of(*value)),
            Formula::Name(place) => Self::Name(*place),
            Formula::Read(call) if call.arguments == ArgumentKind::Literals => Self::Read(*call),
            _ => Self::Formula(formula),
        }
    }
}

/// The orders of two values for which a comparison holds: a bit for each.
#[derive(Clone, Copy)]
pub(super) struct Holds(u8);

impl Holds {
    pub(super) fn of(comparison: Comparison) -> Self {
        let orders = [Some(Ordering::Less), Some(Ordering::Equal), Some(Ordering::Greater), None];
        let bits = orders.map(|order| u8::from(comparison.holds(order)) << Self::bit(order));
        Self(bits.iter().sum())
    }

    /// The answer, from the order of the two values; a NaN has none.
    #[inline]
    pub(super) fn holds(self, order: Option<Ordering>) -> bool {
        self.0 >> Self::bit(order) & 1 != 0
    }

    #[inline]
    const fn bit(order: Option<Ordering>) -> u32 {
        match order {
            Some(Ordering::Less) => 0,
            Some(Ordering::Equal) => 1,
            Some(Ordering::Greater) => 2,
            None => 3,
        }
    }
}

/// A count, a weight or a score.
#[derive(Clone, Copy)]
pub(super) enum Number {
    Constant(Value),
    /// The index of a formula.
    Formula(usize),
}

/// A length of time.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Constant(Duration),
    /// The index of a formula.
    Formula(usize),
}

/// The period of a timer, or the length of a cooldown.
#[derive(Clone, Copy)]
pub(super) enum Period {
    Constant(Duration),
    /// Of a formula with this index, stored when the node is activated.
    Stored {
        at: Address,
        formula: usize,
    },
}

/// A `cooldown`: its end, if it has begun, and its length.
pub(super) struct Cooldown {
    pub(super) node: u32,
    /// The address of a word that is 1 if the cooldown has an end; the end follows.
    pub(super) end: Address,
    pub(super) length: Period,
}

/// The node that waits; `None` for a decorator, which is no leaf.
pub(super) type Leaf = Option<u32>;

/// A word of the vocabulary with its arguments. Small, since it is part of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) word: u16,
    pub(super) count: u8,
    pub(super) arguments: ArgumentKind,
    /// The index of its first argument.
    pub(super) first: u32,
}

/// The arguments of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentKind {
    Literals,
    /// Some are no literals.
    Values,
    /// Some are of types of the program.
    Own,
    /// More than a call usually has, not all of them literals.
    Many,
}

/// The maximum number of arguments that are not [many](ArgumentKind::Many): the stack has a place for each.
pub(super) const FEW_ARGUMENTS: usize = 16;

/// Aborts the recorded position of a region.
pub(super) struct Abort {
    pub(super) region: usize,
    /// The positions that are aborted: a row of `masks`, indexed by the word of the region.
    pub(super) row: u32,
    /// Ancestors are aborted up to the first one that contains this node.
    pub(super) keep: u32,
}

/// The exits of a position that begins while another one may be recorded.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    /// The abort that takes place if the new position returns `Running`.
    pub(super) abort: u32,
    pub(super) refused: Target,
    pub(super) running: Target,
    pub(super) success: Target,
    pub(super) failure: Target,
}

impl Beside {
    pub(super) fn each_target(&mut self, change: impl FnMut(&mut Target)) {
        let Self { refused, running, success, failure, .. } = self;
        [refused, running, success, failure].into_iter().for_each(change);
    }
}

/// One step of a tick, or the end of a block. All indexes and counts are `u32`, so that an instruction takes 32 bytes.
///
/// The most frequent instructions are variants of their own; [`Test`], [`Pick`], [`Descent`] and [`Step`] have a function each.
#[derive(Clone, Copy)]
#[repr(u8, align(32))]
pub(super) enum Instruction {
    /// An action without events, with everything that may follow.
    Leaf {
        word: u16,
        /// The index of the first argument.
        first: u32,
        /// The first argument.
        bits: u64,
        success: Target,
        failure: Target,
        running: Target,
        /// The word of the region, and its value if the action runs; 0 if nothing is recorded.
        state: u16,
        position: u16,
    },
    /// A condition without events whose arguments are literals.
    Condition {
        word: u16,
        /// The index of the first argument.
        first: u32,
        /// The first argument.
        bits: u64,
        yes: Target,
        no: Target,
    },
    /// An answer without events that is more than a word with literals; `none` if it has no result.
    Holds {
        formula: u32,
        yes: Target,
        no: Target,
        none: Target,
    },
    /// A comparison of a `value` whose arguments are literals with a literal, without events.
    CompareWord {
        by: Holds,
        word: u16,
        /// The index of the first argument.
        first: u32,
        /// The first argument.
        bits: u64,
        with: i64,
        yes: Target,
        no: Target,
    },
    /// A comparison of an expression of a type of whole numbers with a literal, without events.
    CompareWhole {
        by: Holds,
        formula: u32,
        with: i64,
        yes: Target,
        no: Target,
        none: Target,
    },
    /// A comparison of two formulas without events.
    Compare {
        by: Holds,
        left: u32,
        right: u32,
        yes: Target,
        no: Target,
        none: Target,
    },
    Jump(Target),
    /// Goes on in a region in place of the current region or frame: its first instruction.
    Enter {
        below: u32,
        entry: Target,
    },
    /// Jumps to the target of the recorded position, in a row of `targets`.
    Resume {
        state: u32,
        row: u32,
    },
    /// Asks a condition below `nots` nodes `not`, the first of which is `node`; observers see the results of all.
    Ask {
        call: Call,
        node: u32,
        nots: u32,
        yes: Target,
        no: Target,
    },
    Decide {
        call: Call,
        node: u32,
        about: u32,
        yes: Target,
        no: Target,
    },
    Act {
        call: Call,
        node: u32,
        running: Target,
        success: Target,
        failure: Target,
    },
    /// An `Act` that is recorded and ends the tick if it returns `Running`.
    ActOn {
        call: Call,
        node: u32,
        state: u32,
        position: u32,
        success: Target,
        failure: Target,
    },
    /// Aborts the recorded position, if it is in this row of `masks`.
    Abort {
        state: u32,
        row: u32,
        abort: u32,
        next: Target,
    },
    Record {
        state: u32,
        position: u32,
        next: Target,
    },
    /// Records a position with the most recent deadline.
    RecordDeadline {
        state: u32,
        at: u32,
        position: u32,
        next: Target,
    },
    /// Reports the most recent status.
    FinishedSame {
        node: u32,
        next: Target,
    },
    /// Writes a word.
    Write {
        at: u32,
        word: u32,
        next: Target,
    },
    IsReady {
        end: u32,
        yes: Target,
        no: Target,
    },
    IsInTime {
        until: u32,
        yes: Target,
        no: Target,
    },
    IsDue {
        due: u32,
        yes: Target,
        no: Target,
    },
    Postpone {
        due: u32,
        period: u32,
        next: Target,
    },
    /// Asks about the region with this word.
    IsIdle {
        state: u32,
        yes: Target,
        no: Target,
    },
    /// `IsIdle`, and `IsDue` if it is. Only in ticks without an observer.
    IsIdleAndDue {
        state: u32,
        due: u32,
        yes: Target,
        no: Target,
        busy: Target,
    },
    WaitBegins {
        length: u32,
        leaf: Leaf,
        before: Target,
        over: Target,
    },
    /// `WaitBegins`, and `RecordDeadline` before it is over. Only in ticks without an observer.
    WaitAndRecord {
        length: u32,
        state: u32,
        at: u32,
        position: u32,
        before: Target,
        over: Target,
    },
    WaitContinues {
        until: u32,
        leaf: Leaf,
        before: Target,
        over: Target,
    },
    Begin {
        position: u32,
        state: u32,
        recorded: u32,
        refused: Target,
        then: Target,
    },
    Continue {
        position: u32,
        state: u32,
        running: Target,
        success: Target,
        failure: Target,
    },
    /// `Continue`, for an action to which nothing is lent and that gives no result. Only in ticks without an observer.
    ContinueAction {
        position: u32,
        slot: u32,
        state: u32,
        running: Target,
        success: Target,
        failure: Target,
    },
    /// Ends a position whose region or frame has finished with this status.
    End {
        position: u32,
        state: u32,
        status: Status,
        next: Target,
    },
    /// Returns this status of a position from the function that ticks it, or goes on.
    Return {
        position: u32,
        status: Status,
        next: Target,
    },
    /// Forgets that a cooldown began in this tick, if its node is this one or follows it.
    Forget {
        node: u32,
        next: Target,
    },
    /// Asks whether this position is recorded.
    IsRecorded {
        state: u32,
        position: u32,
        yes: Target,
        no: Target,
    },
    /// Ticks a region of a frame: its word, and its first instruction. Without an observer, it is an [`Entry`].
    Child {
        below: u32,
        entry: Target,
        closed: Target,
        running: Target,
        success: Target,
        failure: Target,
    },
    /// Ticks the chosen child, which is forgotten if it returns the status `onward`. Without an observer, the child goes
    /// on with what follows.
    Chosen {
        frame: u32,
        chosen: u32,
        onward: Option<Status>,
        running: Target,
        success: Target,
        failure: Target,
    },
    /// Stores the order of the children of a choice, for the picks of this tick.
    Rank {
        chosen: u32,
        order: u32,
        scores: u32,
        margin: Option<u32>,
        next: Target,
    },
    Test(Test),
    Pick(Pick),
    Descend(Descent),
    Step {
        step: Step,
        next: Target,
    },
}

/// Goes on by stored data, or by an answer that is more than a word with literals.
/// `IsOther` asks whether a choice is another one than this.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Test {
    Ask {
        formula: u32,
        node: u32,
        nots: u32,
        yes: Target,
        no: Target,
    },
    Decide {
        formula: u32,
        node: u32,
        about: u32,
        yes: Target,
        no: Target,
    },
    IsOther {
        chosen: u32,
        than: u32,
        yes: Target,
        no: Target,
    },
    HasRounds {
        left: u32,
        yes: Target,
        no: Target,
    },
    HasNumbers {
        at: u32,
        yes: Target,
        no: Target,
    },
    /// Chooses by a value; `none` is for a value that no pattern matches.
    Choose {
        scrutinee: u32,
        choice: u32,
        none: Target,
    },
    IsStale {
        state: u32,
        until: Option<u32>,
        yes: Target,
        no: Target,
    },
    /// Asks whether no child is chosen, or the next child of an order.
    IsNext {
        chosen: u32,
        order: u32,
        yes: Target,
        no: Target,
    },
    Enough {
        frame: u32,
        successes: bool,
        count: u32,
        yes: Target,
        no: Target,
    },
    Stored {
        at: u32,
        success: Target,
        failure: Target,
        nothing: Target,
    },
}

/// Chooses a child of a frame, whose children share the word `state` of their regions.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Pick {
    /// Chooses a child at random, unless one is chosen.
    Draw { state: u32, chosen: u32, at: u32, weights: u32, found: Target, none: Target },
    /// Chooses the next child of a stored order, unless one is chosen.
    Next { state: u32, chosen: u32, order: u32, found: Target, none: Target },
    /// Chooses the next child of a stored order, and aborts another one that is chosen.
    Best { frame: u32, state: u32, chosen: u32, order: u32, found: Target, none: Target },
}

/// Ticks a position or a decorator of the vocabulary, or ends children, within a function, which cleans up if a leaf panics.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Descent {
    BeginBeside {
        position: u32,
        state: u32,
        recorded: u32,
        beside: u32,
    },
    Through {
        region: u32,
        slot: u32,
        running: Target,
        success: Target,
        failure: Target,
    },
    /// Ends the children of a frame, after their cleanups, and notes in a word whether these run. If it is late, the
    /// children were ticked before in this tick.
    Stop {
        frame: u32,
        late: bool,
        stopping: u32,
        running: Target,
        stopped: Target,
    },
}

/// Goes on with the next instruction.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Step {
    Finished {
        node: u32,
        status: Status,
    },
    Leaf {
        node: u32,
        status: Status,
    },
    Ticked(u32),
    Cool(u32),
    /// Notes for the rest of the tick of the region that the node of this cooldown has just begun.
    NoteBegin(u32),
    /// The same as `Cool`, unless the node began in this tick of the region.
    CoolIfOlder(u32),
    StoreLength(u32),
    StoreResult {
        at: u32,
        success: bool,
    },
    /// Sets a time to a length from now.
    Lasts {
        until: u32,
        length: u32,
    },
    /// Leaves a child out of an order.
    LeaveOut {
        order: u32,
        child: u32,
    },
    /// Stores the index of the child behind the chosen one of `count`.
    StoreNext {
        at: u32,
        chosen: u32,
        count: u32,
    },
    LeaveChildren(u32),
    CountRound(u32),
    /// The next number of a `for`, with the place of its value.
    NextNumber {
        at: u32,
        place: u32,
    },
    /// Gives a name a new value.
    Set {
        place: u32,
        formula: u32,
    },
    Run(Call),
}

const _: () = assert!(size_of::<Instruction>() == 32);

impl Instruction {
    /// The target of an instruction that only goes on.
    pub(super) const fn next(&mut self) -> Option<&mut Target> {
        match self {
            Self::Abort { next, .. }
            | Self::Record { next, .. }
            | Self::RecordDeadline { next, .. }
            | Self::FinishedSame { next, .. }
            | Self::Write { next, .. }
            | Self::Postpone { next, .. }
            | Self::Rank { next, .. }
            | Self::End { next, .. }
            | Self::Return { next, .. }
            | Self::Forget { next, .. }
            | Self::Step { next, .. } => Some(next),
            Self::Leaf { .. }
            | Self::Condition { .. }
            | Self::Holds { .. }
            | Self::Compare { .. }
            | Self::CompareWord { .. }
            | Self::CompareWhole { .. }
            | Self::Jump(_)
            | Self::Enter { .. }
            | Self::Resume { .. }
            | Self::Ask { .. }
            | Self::Decide { .. }
            | Self::Act { .. }
            | Self::ActOn { .. }
            | Self::IsReady { .. }
            | Self::IsInTime { .. }
            | Self::IsDue { .. }
            | Self::IsIdle { .. }
            | Self::IsIdleAndDue { .. }
            | Self::WaitAndRecord { .. }
            | Self::WaitBegins { .. }
            | Self::WaitContinues { .. }
            | Self::Begin { .. }
            | Self::Continue { .. }
            | Self::ContinueAction { .. }
            | Self::IsRecorded { .. }
            | Self::Child { .. }
            | Self::Chosen { .. }
            | Self::Test(_)
            | Self::Pick(_)
            | Self::Descend(_) => None,
        }
    }

    /// Changes each target to which the instruction may lead in its region or frame.
    pub(super) fn each_target(&mut self, change: impl FnMut(&mut Target)) {
        match self {
            Self::Jump(to) => [to].into_iter().for_each(change),
            Self::Abort { next, .. }
            | Self::Record { next, .. }
            | Self::RecordDeadline { next, .. }
            | Self::FinishedSame { next, .. }
            | Self::Write { next, .. }
            | Self::Postpone { next, .. }
            | Self::Rank { next, .. }
            | Self::End { next, .. }
            | Self::Return { next, .. }
            | Self::Forget { next, .. }
            | Self::Step { next, .. } => [next].into_iter().for_each(change),
            Self::Condition { yes, no, .. }
            | Self::CompareWord { yes, no, .. }
            | Self::Ask { yes, no, .. }
            | Self::Decide { yes, no, .. }
            | Self::IsReady { yes, no, .. }
            | Self::IsInTime { yes, no, .. }
            | Self::IsDue { yes, no, .. }
            | Self::IsRecorded { yes, no, .. }
            | Self::IsIdle { yes, no, .. } => [yes, no].into_iter().for_each(change),
            Self::Holds { yes, no, none, .. }
            | Self::CompareWhole { yes, no, none, .. }
            | Self::Compare { yes, no, none, .. } => {
                [yes, no, none].into_iter().for_each(change);
            }
            Self::WaitBegins { before, over, .. }
            | Self::WaitContinues { before, over, .. }
            | Self::WaitAndRecord { before, over, .. } => {
                [before, over].into_iter().for_each(change);
            }
            Self::IsIdleAndDue { yes, no, busy, .. } => {
                [yes, no, busy].into_iter().for_each(change);
            }
            Self::Begin { refused, then, .. } => [refused, then].into_iter().for_each(change),
            Self::Leaf { running, success, failure, .. }
            | Self::Act { running, success, failure, .. }
            | Self::Continue { running, success, failure, .. }
            | Self::ContinueAction { running, success, failure, .. }
            | Self::Chosen { running, success, failure, .. } => {
                [running, success, failure].into_iter().for_each(change);
            }
            Self::ActOn { success, failure, .. } => {
                [success, failure].into_iter().for_each(change);
            }
            Self::Child { closed, running, success, failure, .. } => {
                [closed, running, success, failure].into_iter().for_each(change);
            }
            Self::Test(test) => test.each_target(change),
            Self::Pick(pick) => pick.each_target(change),
            Self::Descend(descent) => descent.each_target(change),
            // The targets of a `Resume` are in its row.
            Self::Enter { .. } | Self::Resume { .. } => {}
        }
    }
}

impl Test {
    pub(super) fn each_target(&mut self, change: impl FnMut(&mut Target)) {
        match self {
            Self::Ask { yes, no, .. }
            | Self::Decide { yes, no, .. }
            | Self::IsOther { yes, no, .. }
            | Self::HasRounds { yes, no, .. }
            | Self::HasNumbers { yes, no, .. }
            | Self::IsStale { yes, no, .. }
            | Self::IsNext { yes, no, .. }
            | Self::Enough { yes, no, .. } => [yes, no].into_iter().for_each(change),
            Self::Stored { success, failure, nothing, .. } => {
                [success, failure, nothing].into_iter().for_each(change);
            }
            Self::Choose { none, .. } => [none].into_iter().for_each(change),
        }
    }
}

impl Pick {
    pub(super) fn each_target(&mut self, change: impl FnMut(&mut Target)) {
        match self {
            Self::Draw { found, none, .. }
            | Self::Next { found, none, .. }
            | Self::Best { found, none, .. } => [found, none].into_iter().for_each(change),
        }
    }
}

impl Descent {
    pub(super) fn each_target(&mut self, change: impl FnMut(&mut Target)) {
        match self {
            // Its targets are in the `Beside`.
            Self::BeginBeside { .. } => {}
            Self::Through { running, success, failure, .. } => {
                [running, success, failure].into_iter().for_each(change);
            }
            Self::Stop { running, stopped, .. } => {
                [running, stopped].into_iter().for_each(change);
            }
        }
    }
}

/// An index or a count in an instruction. It always fits: a tree has at most some 100,000 nodes.
pub(super) fn short(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

impl Region {
    /// The index of the recorded position.
    pub(super) fn recorded(&self, words: &[u32]) -> Option<usize> {
        let word = words[self.state];
        if word == 0 || word as usize > self.positions {
            None
        } else {
            Some(self.first + word as usize - 1)
        }
    }
}

impl Frame {
    /// The address of the time until which the success of a child counts.
    pub(super) fn until(&self, child: usize) -> Option<Address> {
        let of_child = |field: &Field| match field {
            Field::Until { child: of, at } if *of == child => Some(*at),
            _ => None,
        };
        self.fields.iter().find_map(of_child)
    }

    /// Returns `true` if the child at an index has not ended, and is the chosen one if one is chosen.
    pub(super) fn may_run(&self, place: usize, code: &Code, words: &[u32]) -> bool {
        match self.slots {
            Slots::One => true,
            Slots::Each | Slots::Renewed => {
                words[code.regions[self.children[place]].state] < SUCCEEDED
            }
            Slots::Chosen(chosen) => words[chosen] as usize == place + 1,
        }
    }
}

/// The word of a region that begins at a label, during the tick that resumes: its index in `begins` is added.
pub(super) const PENDING: u32 = 1 << 31;
/// The word of a child of a parallel that has succeeded.
pub(super) const SUCCEEDED: u32 = u32::MAX - 1;
/// The word of a child of a parallel that has failed.
pub(super) const FAILED: u32 = u32::MAX;

/// The number of words of a time.
pub(super) const TIME: usize = 3;
/// The number of children that have one bit each in a word.
pub(super) const BITS: usize = u32::BITS as usize;
/// The number of children that have one byte each in a word.
pub(super) const BYTES: usize = 4;

/// Reads a time.
#[inline]
#[allow(clippy::cast_lossless, reason = "two words are one number")]
pub(super) fn time(words: &[u32], at: Address) -> Duration {
    let [low, high, rest] = words[at..][..TIME] else { return Duration::ZERO };
    Duration::new(low as u64 | (high as u64) << 32, rest)
}

/// Returns `true` if a stored time is not after another one.
#[inline]
#[allow(clippy::cast_lossless, reason = "two words are one number")]
pub(super) fn has_passed(words: &[u32], at: Address, now: Duration) -> bool {
    let Some([low, high, rest]) = words.get(at..at + TIME) else { return true };
    let seconds = *low as u64 | (*high as u64) << 32;
    seconds < now.as_secs() || seconds == now.as_secs() && *rest <= now.subsec_nanos()
}

/// Writes a time.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "one number becomes two words")]
pub(super) fn set_time(words: &mut [u32], at: Address, time: Duration) {
    words[at] = time.as_secs() as u32;
    words[at + 1] = (time.as_secs() >> 32) as u32;
    words[at + 2] = time.subsec_nanos();
}

/// The numbers of a `for` from the current one to the end.
#[allow(clippy::cast_lossless, reason = "two words are one number")]
pub(super) fn numbers(words: &[u32], at: Address) -> Range<u64> {
    let number = |at: Address| words[at] as u64 | (words[at + 1] as u64) << 32;
    number(at)..number(at + 2)
}

#[allow(clippy::cast_possible_truncation, reason = "one number becomes two words")]
pub(super) fn set_numbers(words: &mut [u32], at: Address, numbers: Range<u64>) {
    for (at, number) in [(at, numbers.start), (at + 2, numbers.end)] {
        words[at] = number as u32;
        words[at + 1] = (number >> 32) as u32;
    }
}
