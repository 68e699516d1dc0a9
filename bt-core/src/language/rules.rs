//! Rules about trees as data: what `rules Soldier { … }` in [`behavior_tree!`](crate::behavior_tree) leaves in the program.

use crate::{Machine, Node, NodeId};
use core::panic::Location;

/// A rule about a tree, an element of its constant `RULES`.
///
/// ```
/// use bt_core::behavior_tree;
///
/// behavior_tree! {
///     tree Lamp(night: &mut bool) {
///         active_selector { 'shine: guard(*night) running; 'rest: running; }
///     }
///     rules Lamp {
///         /// A lamp that shines does not rest.
///         never 'shine && 'rest;
///     }
/// }
///
/// assert_eq!(Lamp::RULES[0].text, "never 'shine && 'rest");
/// assert_eq!(Lamp::RULES[0].description, Some("A lamp that shines does not rest."));
/// ```
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_structs, reason = "a program may have rules of its own")]
pub struct Rule {
    /// What the rule demands.
    pub claim: Claim,
    /// The rule as it is written, without its `;`.
    pub text: &'static str,
    /// Its doc comment.
    pub description: Option<&'static str>,
    /// Where it is written.
    pub place: &'static Location<'static>,
}

/// What a rule demands of the ticks of a tree.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_enums, reason = "who checks a rule has to know all claims")]
pub enum Claim {
    /// The question is true in no tick.
    Never(Question),
    /// The question is true in every tick.
    Always(Question),
    /// The question is true in a tick of some run.
    Possible(Question),
    /// In the tick after one in which the first is true, the second is true.
    AfterNext(Question, Question),
    /// Once the first is true, it stays true up to the tick before one in which the second is true.
    WheneverUntil(Question, Question),
}

/// A question about a tick.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_enums, reason = "who answers a question has to know all forms")]
pub enum Question {
    /// A property of a node.
    Is(NodeId, Property),
    /// `!`
    Not(&'static Self),
    /// `&&`
    Both(&'static [Self; 2]),
    /// `||`
    Either(&'static [Self; 2]),
    /// `->`: the second is true, or the first is not.
    Implies(&'static [Self; 2]),
}

/// What a rule can ask about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(clippy::exhaustive_enums, reason = "who answers a question has to know all properties")]
pub enum Property {
    /// `'flee` or `'flee.active`: the node is active after the tick.
    Active,
    /// `'flee.ticked`: it was ticked.
    Ticked,
    /// `'flee.started`: it began in the tick.
    Started,
    /// `'flee.succeeded`: it returned success.
    Succeeded,
    /// `'flee.failed`: it returned failure.
    Failed,
    /// `'flee.running`: it returned running.
    Running,
    /// `'flee.aborted`: it was aborted.
    Aborted,
    /// A condition that is no leaf was asked about it, and this was the answer; see
    /// [`Observer::decided`](crate::Observer::decided). Rules about words ask for it; it cannot be written.
    Answered {
        /// The condition stands in front of the node, in the node above it, as in a `priority_selector`; else it is the
        /// node's own.
        in_front: bool,
        /// The answer.
        yes: bool,
    },
}

impl Question {
    /// Answers the question; `is` answers it for one node. Every node is asked about.
    pub fn holds(&self, is: &mut dyn FnMut(NodeId, Property) -> bool) -> bool {
        let mut both = |of: &[Self; 2]| (of[0].holds(is), of[1].holds(is));
        match self {
            Self::Both(of) => {
                let (first, second) = both(of);
                first && second
            }
            Self::Either(of) => {
                let (first, second) = both(of);
                first || second
            }
            Self::Implies(of) => {
                let (first, second) = both(of);
                !first || second
            }
            Self::Not(of) => !of.holds(is),
            Self::Is(node, property) => is(*node, *property),
        }
    }
}

/// A tree with rules. [`behavior_tree!`](crate::behavior_tree) implements it for each tree with a `rules` block.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a tree without rules",
    label = "state them beside the tree: `rules {Self} {{ never …; }}`"
)]
pub trait HasRules: Machine {
    /// The rules, in written order.
    const RULES: &'static [Rule];

    /// Checks each rule.
    #[doc(hidden)]
    fn check<const WORDS: usize>(check: &mut Check<WORDS>);
}

/// What has rules: a tree, or [rules that are known only at run time](Stated).
#[doc(hidden)]
pub trait Ruled {
    /// What is known only at run time.
    type Of;

    fn rules(of: &Self::Of) -> &[Rule];

    fn check<const WORDS: usize>(of: &Self::Of, check: &mut Check<WORDS>);
}

impl<T: HasRules> Ruled for T {
    type Of = ();

    fn rules((): &()) -> &[Rule] {
        T::RULES
    }

    #[inline]
    fn check<const WORDS: usize>((): &(), check: &mut Check<WORDS>) {
        T::check(check);
    }
}

/// Rules about a tree that are known only at run time; see [`Monitor::of`](crate::observe::Monitor::of).
#[derive(Clone, Copy, Debug)]
pub struct Stated<'r> {
    pub(crate) rules: &'r [Rule],
    pub(crate) nodes: &'r [Node],
}

impl Ruled for Stated<'_> {
    type Of = Self;

    fn rules(of: &Self) -> &[Rule] {
        of.rules
    }

    fn check<const WORDS: usize>(of: &Self, check: &mut Check<WORDS>) {
        for (place, rule) in of.rules.iter().enumerate() {
            let holds = |question: Question| {
                question.holds(&mut |node, property| {
                    let end =
                        of.nodes.get(node.index()).map_or(node.number(), |of| of.end.number());
                    check.is(node.number(), end, property)
                })
            };
            match rule.claim {
                Claim::Never(question) => {
                    let holds = !holds(question);
                    check.always(place, holds);
                }
                Claim::Always(question) => {
                    let holds = holds(question);
                    check.always(place, holds);
                }
                // One run cannot break it.
                Claim::Possible(_) => {}
                Claim::AfterNext(first, next) => {
                    let (first, next) = (holds(first), holds(next));
                    check.after_next(place, first, next);
                }
                Claim::WheneverUntil(goes_on, ends) => {
                    let (goes_on, ends) = (holds(goes_on), holds(ends));
                    check.whenever_until(place, goes_on, ends);
                }
            }
        }
    }
}

/// The numbers that a word of [`Bits`] can contain.
pub(crate) const PER_WORD: usize = ROOM as usize;
const ROOM: u32 = 62;

/// A set of small numbers.
///
/// The first and the last bit of a word say that it is not empty. So an insertion changes all its bytes: with a number that it
/// knows, the compiler would else change one byte in memory, and a processor that loads the word next would have to wait.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Bits<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Bits<WORDS> {
    pub(crate) const NONE: Self = Self([0; WORDS]);

    #[inline]
    pub(crate) fn insert(&mut self, node: NodeId) {
        self.insert_if(node.index(), true);
    }

    /// Removes a number; the word still counts as one that is not empty.
    #[inline]
    pub(crate) fn remove(&mut self, node: NodeId) {
        if let Some(word) = self.0.get_mut(node.index() / PER_WORD) {
            *word &= !(2 << (node.index() % PER_WORD));
        }
    }

    #[inline]
    fn insert_if(&mut self, place: usize, is_in: bool) {
        if let Some(word) = self.0.get_mut(place / PER_WORD) {
            *word |= if is_in { 1 << 63 | 2 << (place % PER_WORD) | 1 } else { 0 };
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    #[inline]
    fn contains(&self, place: usize) -> bool {
        self.0.get(place / PER_WORD).is_some_and(|word| word & 2 << (place % PER_WORD) != 0)
    }

    /// Returns `true` if it contains one of these.
    #[inline]
    fn has_any(&self, from: u32, end: u32) -> bool {
        let mut found = 0;
        for (first, word) in (0..).step_by(PER_WORD).zip(&self.0) {
            let below = |bound: u32| (2 << bound.saturating_sub(first).min(ROOM)) - 2_u64;
            found |= word & (below(end) & !below(from));
        }
        found != 0
    }

    fn first(&self) -> Option<u32> {
        let mut words = (0..).step_by(PER_WORD).zip(&self.0);
        words.find_map(|(first, word)| {
            (*word != 0).then(|| first + (word & !1).trailing_zeros() - 1)
        })
    }
}

/// What has happened in a tick, one bit per node.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Seen<const WORDS: usize> {
    /// The tips before the tick: active nodes with no active node below them.
    pub(crate) active: Bits<WORDS>,
    pub(crate) succeeded: Bits<WORDS>,
    pub(crate) failed: Bits<WORDS>,
    /// Other nodes that were ticked.
    pub(crate) ticked: Bits<WORDS>,
    pub(crate) aborted: Bits<WORDS>,
    /// The nodes that have finished, and begun again.
    pub(crate) again: Bits<WORDS>,
    /// The nodes about which conditions that are no leaves were asked: those of the node itself with the answers no and yes, and
    /// those in front of it.
    pub(crate) decided: [Bits<WORDS>; 4],
}

const fn answers_of(is_in_front: bool, answer: bool) -> usize {
    2 * is_in_front as usize + answer as usize
}

impl<const WORDS: usize> Seen<WORDS> {
    pub(crate) const NOTHING: Self = Self {
        active: Bits::NONE,
        succeeded: Bits::NONE,
        failed: Bits::NONE,
        ticked: Bits::NONE,
        aborted: Bits::NONE,
        again: Bits::NONE,
        decided: [Bits::NONE; 4],
    };

    /// The result of a node does not count any more.
    #[inline]
    pub(crate) fn forget_result(&mut self, node: NodeId) {
        let place = node.index();
        if self.succeeded.contains(place) | self.failed.contains(place) {
            self.again.insert(node);
            self.succeeded.remove(node);
            self.failed.remove(node);
        }
    }

    #[inline]
    pub(crate) fn decide(&mut self, node: NodeId, about: NodeId, answer: bool) {
        self.decided[answers_of(node != about, answer)].insert(about);
    }

    /// Returns `true` if a node was ticked.
    #[inline]
    pub(crate) fn is_ticked(&self) -> bool {
        !(self.succeeded.is_empty() && self.failed.is_empty() && self.ticked.is_empty())
    }
}

/// A tick whose rules are checked.
#[doc(hidden)]
#[derive(Debug)]
pub struct Check<const WORDS: usize> {
    seen: Seen<WORDS>,
    /// The tips after the tick.
    active: Bits<WORDS>,
    /// The rules that demand something of this tick, since the tick before it.
    flags: Bits<WORDS>,
    next: Bits<WORDS>,
    broken: Bits<WORDS>,
}

impl<const WORDS: usize> Check<WORDS> {
    #[inline]
    pub(crate) const fn new(seen: Seen<WORDS>, active: Bits<WORDS>, flags: Bits<WORDS>) -> Self {
        Self { seen, active, flags, next: Bits::NONE, broken: Bits::NONE }
    }

    /// The flags for the next tick.
    #[inline]
    pub(crate) const fn next(&self) -> Bits<WORDS> {
        self.next
    }

    #[inline]
    pub(crate) fn is_broken(&self) -> bool {
        !self.broken.is_empty()
    }

    /// The first rule that is broken.
    pub(crate) fn first_broken(&self) -> Option<u32> {
        self.broken.first()
    }

    /// Answers a question about a node, and about those below it: the nodes up to `end`.
    #[must_use]
    #[inline]
    pub fn is(&self, node: u32, end: u32, property: Property) -> bool {
        let Self { seen, active, .. } = self;
        let Seen { active: before, succeeded, failed, ticked, aborted, again, decided } = seen;
        let place = node as usize;
        let is_active = || active.has_any(node, end);
        let has_finished = || succeeded.contains(place) | failed.contains(place);
        // What is active after the tick has begun again.
        let is_finished = || has_finished() & !is_active();
        let is_ticked =
            || succeeded.has_any(node, end) | failed.has_any(node, end) | ticked.has_any(node, end);
        match property {
            Property::Active => is_active(),
            Property::Ticked => is_ticked(),
            Property::Started => {
                let is_renewed = aborted.contains(place) & (is_active() | has_finished());
                let is_again = again.contains(place) | (has_finished() & is_active());
                is_ticked() & (!before.has_any(node, end) | is_renewed | is_again)
            }
            Property::Succeeded => succeeded.contains(place) & !is_active(),
            Property::Failed => failed.contains(place) & !is_active(),
            Property::Running => is_ticked() & !is_finished(),
            Property::Aborted => aborted.contains(place),
            Property::Answered { in_front, yes } => {
                decided[answers_of(in_front, yes)].contains(place)
            }
        }
    }

    #[inline]
    pub fn always(&mut self, rule: usize, holds: bool) {
        self.broken.insert_if(rule, !holds);
    }

    #[inline]
    pub fn after_next(&mut self, rule: usize, first: bool, next: bool) {
        self.broken.insert_if(rule, self.flags.contains(rule) && !next);
        self.next.insert_if(rule, first);
    }

    #[inline]
    pub fn whenever_until(&mut self, rule: usize, holds: bool, ends: bool) {
        self.broken.insert_if(rule, self.flags.contains(rule) && !ends && !holds);
        self.next.insert_if(rule, holds && !ends);
    }
}
