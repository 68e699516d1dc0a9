//! The state of one agent with a loaded tree.

use super::Trees;
use super::carry::carry;
use super::code::{Code, ROOT, RUNNING, Target, ended_with};
use super::live::Live;
use super::play::{Arguments, Done, Play, Vocabulary};
use super::run::Run;
use super::state::State;
#[cfg(feature = "facts")]
use crate::Can;
#[cfg(feature = "facts")]
use crate::language::private::Collected;
use crate::language::private::{Events, Kept, NOTHING, NoEvents, Watched, is_active, tick_ends};
use crate::vocabulary::Value;
use crate::vocabulary::datum::Datum;
use crate::{
    Active, Agent, AnyObserver, Inspect, NoObserver, Node, NodeId, Observer, Status, Wake,
};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A tree that was loaded, with the state of one agent: made by [`Trees::tree`].
///
/// A loaded tree behaves like the compiled tree of the same file, tick for tick. All agents share the tree itself; an
/// agent has a few words of its own, and the data of the vocabulary's types. A tick allocates nothing, and continues at
/// the running node.
pub struct Loaded<V: Vocabulary> {
    pub(super) state: State<V>,
}

impl<V: Vocabulary> Trees<V> {
    /// A new agent with the tree of this name, in which no node is active; `None` if the file has no such tree, if it is not
    /// `pub` and others are, or if it has a parameter without a default. [`tree_with`](Self::tree_with) says which of
    /// them, and gives values.
    #[must_use]
    pub fn tree(&self, name: &str) -> Option<Loaded<V>> {
        self.tree_with(name, &[]).ok()
    }
}

impl<V: Vocabulary> Loaded<V> {
    /// Ticks the tree once: each node at most once.
    pub fn tick<B: ?Sized>(&mut self, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        // As long as a tick comes to leaves only, it needs nothing but the word of the tree's region.
        let mut to = self.state.words[ROOT];
        loop {
            let code: &Code = &self.state.code;
            let Some(visit) = code.visits.get(to as usize) else {
                self.state.words[ROOT] = 0;
                return ended_with(to, Status::Failure);
            };
            let arguments = Arguments::with_bits(&code.values, visit.first as usize, visit.bits);
            let of = usize::from(visit.word);
            to = match V::leaf(of, arguments, blackboard, NoEvents::<false>, 0) {
                Done::Success | Done::Yes => visit.success,
                Done::Failure | Done::No => visit.failure,
                Done::Running => {
                    let (position, running) = (visit.position, visit.running);
                    if self.state.words[ROOT] == position {
                        return Status::Running;
                    }
                    if running == RUNNING {
                        self.state.words[ROOT] = position;
                        return Status::Running;
                    }
                    running
                }
                Done::Other => {
                    let from = visit.first;
                    return self.rest_of_tick(from, blackboard);
                }
            };
        }
    }

    /// Ticks the tree once and reports the events to `observer`.
    pub fn tick_with<B: ?Sized>(
        &mut self,
        blackboard: &mut B,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status
    where
        V: Play<B>,
    {
        if observer.is_off() {
            return self.tick(blackboard);
        }
        observer.tick_begins();
        let code = Arc::clone(&self.state.code);
        let status = if self.begin(blackboard) {
            let watched = Watched::by(&mut *observer, &code.nodes);
            let status = self.run(watched.watch()).tree(blackboard);
            self.ended(status)
        } else {
            Status::Failure
        };
        tick_ends(observer, self);
        status
    }

    /// Ends a tick with this status.
    #[inline]
    pub(super) fn ended(&mut self, status: Status) -> Status {
        if status != Status::Running {
            self.finished(status);
        }
        status
    }

    /// Ends a tick with which the tree ends.
    #[inline(never)]
    fn finished(&mut self, status: Status) {
        if status == Status::Failure {
            self.state.drop_results();
        }
        self.state.words[ROOT] = 0;
    }

    /// The rest of a tick without an observer, from an instruction on that is no leaf.
    #[inline(never)]
    fn rest_of_tick<B: ?Sized>(&mut self, from: Target, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        if self.state.code.has_header && !self.begin(blackboard) {
            return Status::Failure;
        }
        let status = self.run(NoEvents::<false>).run(from, NOTHING, blackboard);
        self.ended(status)
    }

    #[inline]
    pub(super) fn run<E: Events>(&mut self, events: E) -> Run<'_, V, E> {
        let (code, words, kept) = self.state.parts();
        Run { code, words, kept, events }
    }

    /// Aborts the running nodes; the next tick starts the tree again.
    pub fn abort<B: ?Sized>(&mut self, blackboard: &mut B)
    where
        V: Play<B>,
    {
        self.run(NoEvents::<false>).leave_all(blackboard);
        self.state.drop_results();
    }

    /// Aborts the running nodes and reports them to `observer`.
    pub fn abort_with<B: ?Sized>(
        &mut self,
        blackboard: &mut B,
        observer: &mut (impl Observer + ?Sized),
    ) where
        V: Play<B>,
    {
        if observer.is_off() {
            return self.abort(blackboard);
        }
        let code = Arc::clone(&self.state.code);
        self.run(Watched::by(observer, &code.nodes).watch()).leave_all(blackboard);
        self.state.drop_results();
    }

    /// Ends the running nodes, after their cleanups that take time; see
    /// [`BehaviorTree::stop`](crate::BehaviorTree::stop).
    pub fn stop<B: ?Sized>(&mut self, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        self.stop_watched(blackboard, &mut NoObserver)
    }

    /// Does the same and reports the events to `observer`.
    pub fn stop_with<B: ?Sized>(
        &mut self,
        blackboard: &mut B,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status
    where
        V: Play<B>,
    {
        if observer.is_off() {
            return self.stop(blackboard);
        }
        observer.tick_begins();
        let status = self.stop_watched(blackboard, observer);
        tick_ends(observer, self);
        status
    }

    fn stop_watched<B: ?Sized>(
        &mut self,
        blackboard: &mut B,
        observer: &mut (impl Observer + ?Sized),
    ) -> Status
    where
        V: Play<B>,
    {
        let code = Arc::clone(&self.state.code);
        let status = self.run(Watched::by(observer, &code.nodes).watch()).stop_all(blackboard);
        if status != Status::Running {
            self.state.drop_results();
        }
        status
    }

    /// Returns `true` if the tree has begun, and has neither finished nor been aborted.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.state.words[ROOT] != 0
    }

    /// Returns `true` if a node is active.
    #[must_use]
    pub fn is_active(&self, node: NodeId) -> bool {
        is_active(self, node)
    }

    /// The active nodes, root first; parents come before their children. `{:?}` shows their names.
    #[must_use]
    pub fn active(&self) -> Active<'_> {
        Active::new(self.nodes(), self)
    }

    /// When the tree has to be ticked again; see [`BehaviorTree::next_wake`](crate::BehaviorTree::next_wake).
    #[must_use]
    pub fn next_wake(&self) -> Wake {
        self.state.next_wake::<false>()
    }

    /// When the tree has to be ticked again if nothing changes; see
    /// [`BehaviorTree::next_wake_if_unchanged`](crate::BehaviorTree::next_wake_if_unchanged).
    #[must_use]
    pub fn next_wake_if_unchanged(&self) -> Wake {
        self.state.next_wake::<true>()
    }

    /// Moves all deadlines of the tree to a later time; see [`BehaviorTree::shift`](crate::BehaviorTree::shift).
    pub fn shift(&mut self, by: Duration) {
        self.state.shift(by);
    }

    /// The nodes of the tree, in pre-order: a node's id is its index.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.state.code.nodes
    }

    /// The node with this id; `None` if it is the id of another tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.state.code.nodes.get(id.index())
    }

    /// The node with this label.
    ///
    /// In a compiled tree it is a constant: `Soldier::FLEE`.
    #[must_use]
    pub fn labelled(&self, label: &str) -> Option<NodeId> {
        self.state.code.nodes.iter().find(|node| node.label == Some(label)).map(|node| node.id)
    }

    /// The name of the tree.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.state.code.name
    }

    /// The file from which the tree was loaded; `None` if it was parsed from a text.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.state.code.file.as_deref()
    }

    /// Takes the newest version of the tree.
    ///
    /// If only parameters, texts, labels or comments have changed, running nodes continue. Otherwise they are aborted,
    /// and the new tree starts at its root. If the program can no longer make a tree of this name, since there is none or
    /// since only others are `pub`, nothing changes, and the result is `false`.
    ///
    /// A node that continues may be where the new tree does not come by itself, and no proof of its rules has been: a
    /// `repeat(1)` in the third round of the `repeat(5)` before. The list of what leaves a proof is in the documentation of
    /// `bt-verify`.
    pub fn renew<B: ?Sized>(&mut self, trees: &Trees<V>, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        let Some(code) = trees.code(self.state.code.name) else { return false };
        if Arc::ptr_eq(code, &self.state.code) {
            return true;
        }
        let is_same = code.shape == self.state.code.shape;
        let may_carry = !is_same && code.meaning == self.state.code.meaning;
        if is_same {
            self.state.code = Arc::clone(code);
        } else if let Some(state) =
            may_carry.then(|| carry(&mut self.state, code, blackboard)).flatten()
        {
            self.state = state;
        } else {
            self.abort(blackboard);
            self.state = self.afresh(code);
        }
        true
    }

    /// The machine of the tree as bytes, and the facts about its nodes.
    #[cfg(feature = "facts")]
    #[doc(hidden)]
    #[must_use]
    pub fn facts(&self) -> (&[u8], Collected) {
        let code = &self.state.code;
        let mut all = Collected::default();
        let sure = code.sure_values.iter().map(|node| node.index());
        all.can.extend(sure.map(|node| (node, Can::ANYTHING.never_refuses())));
        for (node, word) in &code.words_of {
            let is_it = |number: u32| number as usize == *word;
            for fact in V::FACTS.own.iter().filter(|fact| is_it(fact.node)) {
                all.can.insert(node.index(), fact.can);
            }
            for (_, tree) in V::FACTS.trees.iter().filter(|(of, _)| is_it(*of)) {
                all.add(node.index(), tree);
            }
        }
        (&code.machine, all)
    }

    /// The size of the agent in bytes, including its data on the heap. The tree, which all agents share, is not
    /// counted, and neither is heap memory of the vocabulary's types.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.state.heap()
    }
}

impl<V: Vocabulary<Held: Clone>> Clone for Loaded<V> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone() }
    }
}

/// Two agents are equal if they have the same tree and are in the same state.
impl<V: Vocabulary<Held: PartialEq, Own: PartialEq>> PartialEq for Loaded<V> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

/// The name of the tree, and the names of its active nodes.
impl<V: Vocabulary> fmt::Debug for Loaded<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Loaded")
            .field("tree", &self.state.code.name)
            .field("active", &self.active())
            .finish_non_exhaustive()
    }
}

impl<V: Vocabulary> Inspect for Loaded<V> {
    fn nodes(&self) -> &[Node] {
        Self::nodes(self)
    }

    fn is_active(&self, node: NodeId) -> bool {
        Self::is_active(self, node)
    }

    fn active(&self) -> Active<'_> {
        Self::active(self)
    }

    fn table_id(&self) -> usize {
        self.state.code.id
    }

    fn tree_name(&self) -> &str {
        self.state.code.name
    }

    fn file(&self) -> Option<&str> {
        self.state.code.file.as_deref()
    }

    fn text_mark(&self) -> Option<&str> {
        self.state.code.text_mark.as_deref()
    }

    fn file_of(&self, node: NodeId) -> Option<&str> {
        let code = &self.state.code;
        let part = code.written.partition_point(|(first, _)| *first <= node.index());
        let (_, tree) = code.written.get(part.checked_sub(1)?)?;
        code.files.get(*tree)?.as_deref()
    }

    fn foreign(&self) -> &[core::ops::Range<usize>] {
        &self.state.code.foreign
    }

    fn tip_from(&self, from: u32) -> u32 {
        self.state.tip(from)
    }

    fn visit_kept(&self, kept: &mut Kept<'_>) {
        if self.state.code.trees.is_empty() && self.state.code.names.is_empty() {
            return;
        }
        let Ok(live) = Live::of(&self.state.code, &self.state.words) else { return };
        for name in &self.state.code.names {
            let is_live = live.data.iter().any(|(place, _)| *place == name.place)
                && (name.node == 0 || Self::is_active(self, NodeId(name.node)));
            match self.state.datum(name.place).filter(|_| is_live) {
                Some(Datum::Own(value)) => kept.value(name.node, name.name, V::shown(value)),
                Some(Datum::Plain(value)) => {
                    let shown = Shown { value: *value, variants: name.variants };
                    kept.value(name.node, name.name, Some(&shown));
                }
                None => {}
            }
        }
        for (slot, node) in live.trees {
            if let Some(tree) = self.state.payload(slot) {
                kept.below(node, |kept| V::kept(tree, kept));
            }
        }
    }
}

/// A value as its type in Rust shows it.
struct Shown {
    value: Value,
    variants: &'static [&'static str],
}

impl fmt::Debug for Shown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Value::Bool(value) => fmt::Debug::fmt(&value, formatter),
            Value::Integer(value) => fmt::Debug::fmt(&value, formatter),
            Value::F32(value) => fmt::Debug::fmt(&value, formatter),
            Value::F64(value) => fmt::Debug::fmt(&value, formatter),
            Value::Duration(value) => fmt::Debug::fmt(&value, formatter),
            Value::Text(value) => fmt::Debug::fmt(value, formatter),
            Value::Variant(place) => match self.variants.get(place) {
                Some(variant) => formatter.write_str(variant),
                None => fmt::Debug::fmt(&place, formatter),
            },
        }
    }
}

impl<B: ?Sized, V: Play<B>> Agent<B> for Loaded<V> {
    fn tick(&mut self, blackboard: &mut B) -> Status {
        Self::tick(self, blackboard)
    }

    fn tick_with(&mut self, blackboard: &mut B, observer: &mut (impl Observer + ?Sized)) -> Status {
        Self::tick_with(self, blackboard, observer)
    }

    fn tick_with_any(&mut self, blackboard: &mut B, observer: &mut dyn AnyObserver) -> Status {
        Self::tick_with(self, blackboard, observer)
    }

    fn abort(&mut self, blackboard: &mut B) {
        Self::abort(self, blackboard);
    }

    fn abort_with(&mut self, blackboard: &mut B, observer: &mut (impl Observer + ?Sized)) {
        Self::abort_with(self, blackboard, observer);
    }

    fn abort_with_any(&mut self, blackboard: &mut B, observer: &mut dyn AnyObserver) {
        Self::abort_with(self, blackboard, observer);
    }

    fn stop(&mut self, blackboard: &mut B) -> Status {
        Self::stop(self, blackboard)
    }

    fn stop_with(&mut self, blackboard: &mut B, observer: &mut (impl Observer + ?Sized)) -> Status {
        Self::stop_with(self, blackboard, observer)
    }

    fn stop_with_any(&mut self, blackboard: &mut B, observer: &mut dyn AnyObserver) -> Status {
        Self::stop_with(self, blackboard, observer)
    }

    fn is_running(&self) -> bool {
        Self::is_running(self)
    }

    fn next_wake(&self) -> Wake {
        Self::next_wake(self)
    }

    fn next_wake_if_unchanged(&self) -> Wake {
        Self::next_wake_if_unchanged(self)
    }

    fn shift(&mut self, by: Duration) {
        Self::shift(self, by);
    }
}
