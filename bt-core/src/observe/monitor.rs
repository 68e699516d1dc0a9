//! Rules, checked while the program runs.

use crate::rules::{Bits, Check, HasRules, PER_WORD, Rule, Ruled, Seen, Stated};
use crate::{Active, Node, NodeId, Observer, Status};
use core::fmt;

/// Checks the rules of a tree in each tick, and keeps the first rule that is broken.
///
/// A monitor needs neither memory from the heap nor the standard library: it has eleven words of 64 bits, with room for 62 nodes
/// and as many rules. A larger tree needs `WORDS` times as many words, `Monitor::<Soldier, 2>`, and does not compile with fewer. A
/// monitor begins with an agent that is not running, and belongs to that agent: tick it by `tick_with`, and abort it by `abort_with`. An abort lets all rules begin anew. In a pair of observers, the monitor can
/// stand beside another one. Once a rule is broken, the monitor is [off](Observer::is_off).
///
/// The rules mean what they mean in a proof. One run cannot break `possible`, so the monitor ignores it. A rule that was
/// proved is never broken; a monitor is for the others: for those whose proof was too large, and for rules that a program
/// makes itself.
///
/// ```
/// use bt_core::behavior_tree;
/// use bt_core::observe::Monitor;
///
/// struct Lamp { dark: bool, on: bool }
///
/// behavior_tree! {
///     tree Keeper(lamp: &mut Lamp) {
///         active_selector {
///             'shine: active_sequence { condition lamp.dark; action lamp.on = true; running; }
///             'rest: running;
///         }
///     }
///
///     // A large proof is left to a test; here each is too large.
///     #[limit(transitions = 1)]
///     rules Keeper {
///         /// A lamp that has begun to shine goes on.
///         after 'shine next 'shine;
///     }
/// }
///
/// let (mut keeper, mut lamp) = (Keeper::new(), Lamp { dark: true, on: false });
/// let mut monitor = Monitor::<Keeper>::new();
/// keeper.tick_with(&mut lamp, &mut monitor);
/// assert!(monitor.broken().is_none());
/// lamp.dark = false;
/// keeper.tick_with(&mut lamp, &mut monitor);
/// assert_eq!(
///     monitor.broken().unwrap().to_string(),
///     "tick 2 breaks the rule `after 'shine next 'shine` (A lamp that has begun to shine goes on.)",
/// );
/// ```
pub struct Monitor<R: Ruled, const WORDS: usize = 1> {
    of: R::Of,
    seen: Seen<WORDS>,
    /// The rules that demand something of the next tick.
    flags: Bits<WORDS>,
    /// The number of the last tick, up to the one that breaks a rule.
    tick: u64,
    /// The place of the broken rule.
    broken: Option<u32>,
}

/// A rule that a run has broken.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Broken<'r> {
    /// The rule.
    pub rule: &'r Rule,
    /// The tick that has broken it; the first tick of the monitor has the number 1.
    pub tick: u64,
}

impl<T: HasRules, const WORDS: usize> Monitor<T, WORDS> {
    /// Monitors the rules of a tree.
    ///
    /// A monitor with fewer bits than the tree has nodes or rules does not compile:
    ///
    /// ```compile_fail,E0080
    /// use bt_core::behavior_tree;
    /// use bt_core::observe::Monitor;
    ///
    /// behavior_tree! {
    ///     tree Lamp(night: &mut bool) {
    ///         active_selector { 'shine: guard(*night) running; 'rest: running; }
    ///     }
    ///     rules Lamp { never 'shine && 'rest; }
    /// }
    ///
    /// Monitor::<Lamp, 0>::new();
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        const {
            assert!(
                T::TABLE.len() <= PER_WORD * WORDS && T::RULES.len() <= PER_WORD * WORDS,
                "the tree has more nodes or rules than the monitor has bits: write `Monitor::<Tree, N>` with a word for each 62 of them"
            );
        }
        Self::begin(())
    }
}

impl<T: HasRules, const WORDS: usize> Default for Monitor<T, WORDS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'r, const WORDS: usize> Monitor<Stated<'r>, WORDS> {
    /// Monitors rules that are known only at run time, about a tree with these nodes, which takes a few times longer. `None` if
    /// there are more nodes or rules than the monitor has bits.
    ///
    /// The trees of a file have such rules, those of its vocabulary:
    ///
    /// ```
    /// # #[cfg(not(feature = "files"))] fn main() {}
    /// # #[cfg(feature = "files")]
    /// # fn main() -> Result<(), bt_core::files::Mistakes> {
    /// use bt_core::behavior_tree;
    /// use bt_core::files::Trees;
    /// use bt_core::observe::Monitor;
    ///
    /// behavior_tree! {
    ///     // Each proof is too large.
    ///     #[limit(transitions = 1)]
    ///     vocabulary Drill(safe: &mut bool) {
    ///         condition IsSafe => *safe;
    ///         action Fire => println!("bang");
    ///         /// Nobody fires blindly.
    ///         rule always Fire.ticked -> IsSafe.succeeded;
    ///     }
    /// }
    ///
    /// // The program accepts it without a proof, and has an eye on it.
    /// let trees = Trees::<Drill>::parse_unproved("tree Guard { selector { condition IsSafe; action Fire; } }")?;
    /// let mut guard = trees.tree("Guard").unwrap();
    /// let (rules, nodes) = (guard.rules(), guard.nodes().to_vec());
    /// let mut monitor = Monitor::<_, 1>::of(&rules, &nodes).unwrap();
    /// guard.tick_with(&mut true, &mut monitor);
    /// assert!(monitor.broken().is_none());
    /// guard.tick_with(&mut false, &mut monitor);
    /// assert_eq!(
    ///     monitor.broken().unwrap().to_string(),
    ///     "tick 2 breaks the rule `always Fire.ticked -> IsSafe.succeeded` (Nobody fires blindly.)",
    /// );
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub const fn of(rules: &'r [Rule], nodes: &'r [Node]) -> Option<Self> {
        if nodes.len() > PER_WORD * WORDS || rules.len() > PER_WORD * WORDS {
            return None;
        }
        Some(Self::begin(Stated { rules, nodes }))
    }
}

impl<R: Ruled, const WORDS: usize> Monitor<R, WORDS> {
    const fn begin(of: R::Of) -> Self {
        Self { of, seen: Seen::NOTHING, flags: Bits::NONE, tick: 0, broken: None }
    }

    /// The first rule that was broken, the first in written order if one tick has broken several.
    #[must_use]
    pub fn broken(&self) -> Option<Broken<'_>> {
        let rule = R::rules(&self.of).get(self.broken? as usize)?;
        Some(Broken { rule, tick: self.tick })
    }

    #[cold]
    fn note(&mut self, check: &Check<WORDS>) {
        self.broken = self.broken.or(check.first_broken());
    }

    #[inline]
    fn returned(&mut self, node: NodeId, status: Status) {
        // What is ticked again in a tick has begun again, and has the later result.
        self.seen.forget_result(node);
        match status {
            Status::Success => self.seen.succeeded.insert(node),
            Status::Failure => self.seen.failed.insert(node),
            Status::Running => self.seen.ticked.insert(node),
        }
    }
}

impl<R: Ruled, const WORDS: usize> Observer for Monitor<R, WORDS> {
    #[inline]
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<fmt::Arguments<'_>>) {
        self.returned(node, status);
    }

    #[inline]
    fn finished(&mut self, node: NodeId, status: Status) {
        self.returned(node, status);
    }

    #[inline]
    fn ticked(&mut self, node: NodeId) {
        self.seen.forget_result(node);
        self.seen.ticked.insert(node);
    }

    #[inline]
    fn decided(&mut self, node: NodeId, about: NodeId, answer: bool) {
        self.seen.decide(node, about, answer);
    }

    #[inline]
    fn aborted(&mut self, node: NodeId) {
        self.seen.aborted.insert(node);
    }

    #[inline]
    fn tick_begins(&mut self) {
        // In a pair with another observer, ticks go on after a rule is broken.
        self.tick += u64::from(self.broken.is_none());
        if self.seen.aborted.is_empty() {
            self.seen = Seen { active: self.seen.active, ..Seen::NOTHING };
        } else {
            // The program has aborted the tree.
            (self.seen, self.flags) = (Seen::NOTHING, Bits::NONE);
        }
    }

    #[inline]
    fn tick_ends(&mut self, active: Active<'_>) {
        let mut tips = Bits::NONE;
        active.tips().for_each(|tip| tips.insert(tip));
        if !self.seen.is_ticked() {
            // A stop that finds nothing to clean up is an abort, and no tick.
            self.tick -= u64::from(self.broken.is_none());
            (self.seen, self.flags) = (Seen { active: tips, ..Seen::NOTHING }, Bits::NONE);
            return;
        }
        let mut check = Check::new(self.seen, tips, self.flags);
        R::check(&self.of, &mut check);
        if check.is_broken() {
            self.note(&check);
        }
        self.flags = check.next();
        (self.seen.active, self.seen.aborted) = (tips, Bits::NONE);
    }

    #[inline]
    fn is_off(&self) -> bool {
        self.broken.is_some()
    }
}

/// Prints the number of ticks and the broken rule.
impl<R: Ruled, const WORDS: usize> fmt::Debug for Monitor<R, WORDS> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Monitor");
        shown.field("tick", &self.tick).field("broken", &self.broken()).finish_non_exhaustive()
    }
}

/// `tick 37 breaks the rule never 'flee && 'shoot (Nobody shoots while running away.)`
impl fmt::Display for Broken<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, tick } = self;
        write!(formatter, "tick {tick} breaks the rule `{}`", rule.text)?;
        rule.description.map_or(Ok(()), |text| write!(formatter, " ({text})"))
    }
}
