//! The state of one agent with a loaded tree.

use super::Trees;
use super::code::Code;
use super::live::Live;
use super::play::{Play, Vocabulary};
use super::run::Run;

use crate::language::private::{
    Events, Kept, NoEvents, Tips, Visit, Watched, is_active, tick_ends,
};
use crate::{Active, Agent, Node, NodeId, Observer, Status, Wake};
use std::boxed::Box;
use std::fmt;
use std::sync::Arc;
use std::vec;

/// A tree that was loaded, with the state of one agent: made by [`Trees::tree`].
///
/// A loaded tree behaves like the compiled tree of the same file, tick for tick. All agents share the tree itself; an
/// agent has a few words of its own, and the data of the vocabulary's types. A tick allocates nothing, and continues at
/// the running node.
pub struct Loaded<V: Vocabulary> {
    pub(super) code: Arc<Code>,
    pub(super) words: Box<[u32]>,
    pub(super) held: Held<V>,
}

/// The data of the user's types; most trees have none.
type Held<V> = Option<Box<Box<[Option<<V as Vocabulary>::Held>]>>>;

impl<V: Vocabulary> Loaded<V> {
    /// A new agent, in which no node is active.
    pub(super) fn new(code: Arc<Code>) -> Self {
        let words = vec![0; code.words].into_boxed_slice();
        let mut held: Box<[Option<V::Held>]> = (0..code.held).map(|_| None).collect();
        for (place, word) in &code.trees {
            held[*place] = V::tree(*word);
        }
        let held = (!held.is_empty()).then(|| Box::new(held));
        Self { code, words, held }
    }

    /// Ticks the tree once: each node at most once.
    pub fn tick<B: ?Sized>(&mut self, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        self.ticked(blackboard, NoEvents::<false>)
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
            return self.ticked(blackboard, NoEvents::<true>);
        }
        observer.tick_begins();
        let code = Arc::clone(&self.code);
        let status = self.ticked(blackboard, Watched::by(&mut *observer, &code.nodes).watch());
        tick_ends(observer, self);
        status
    }

    #[inline]
    fn ticked<B: ?Sized>(&mut self, blackboard: &mut B, events: impl Events) -> Status
    where
        V: Play<B>,
    {
        let status = self.run(events).tree(blackboard);
        if status != Status::Running {
            self.words[self.code.root] = 0;
        }
        status
    }

    #[inline]
    fn run<E: Events>(&mut self, events: E) -> Run<'_, V, E> {
        let held = self.held.as_mut().map_or(&mut [][..], |held| &mut held[..]);
        Run { code: &self.code, words: &mut self.words, held, events }
    }

    /// Aborts the running nodes; the next tick starts the tree again.
    pub fn abort<B: ?Sized>(&mut self, blackboard: &mut B)
    where
        V: Play<B>,
    {
        self.run(NoEvents::<false>).leave_all(blackboard);
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
        let code = Arc::clone(&self.code);
        self.run(Watched::by(observer, &code.nodes).watch()).leave_all(blackboard);
    }

    /// Returns `true` if the tree has begun, and has neither finished nor been aborted.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.words[self.code.root] != 0
    }

    /// Returns `true` if a node is active.
    #[must_use]
    pub fn is_active(&self, node: NodeId) -> bool {
        is_active(self, node)
    }

    /// The active nodes, root first; parents come before their children. `{:?}` shows their names.
    #[must_use]
    pub const fn active(&self) -> Active<'_, Self> {
        Active::new(self)
    }

    /// When the tree has to be ticked again; see [`BehaviorTree::next_wake`](crate::BehaviorTree::next_wake).
    #[must_use]
    pub fn next_wake(&self) -> Wake {
        super::wake::of(self)
    }

    /// The nodes of the tree, in pre-order: a node's id is its index.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.code.nodes
    }

    /// The node with this id; `None` if it is the id of another tree.
    #[must_use]
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.code.nodes.get(id.index())
    }

    /// The node with this label.
    ///
    /// In a compiled tree it is a constant: `Soldier::FLEE`.
    #[must_use]
    pub fn labelled(&self, label: &str) -> Option<NodeId> {
        self.code.nodes.iter().find(|node| node.label == Some(label)).map(|node| node.id)
    }

    /// The name of the tree.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.code.name
    }

    /// The file from which the tree was loaded; `None` if it was parsed from a text.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.code.file.as_deref()
    }

    /// Takes the newest version of the tree.
    ///
    /// If only parameters, texts, labels or comments have changed, running nodes continue. Otherwise they are aborted,
    /// and the new tree starts at its root. If the file no longer has a tree of this name, nothing changes, and the
    /// result is `false`.
    pub fn renew<B: ?Sized>(&mut self, trees: &Trees<V>, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        let Some(code) = trees.code(self.code.name) else { return false };
        if Arc::ptr_eq(code, &self.code) {
            return true;
        }
        if code.shape == self.code.shape {
            self.code = Arc::clone(code);
        } else {
            self.abort(blackboard);
            *self = Self::new(Arc::clone(code));
        }
        true
    }

    /// The size of the agent in bytes, including its data on the heap. The tree, which all agents share, is not
    /// counted, and neither is heap memory of the vocabulary's types.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let held = self
            .held
            .as_ref()
            .map_or(0, |held| size_of::<Box<[Option<V::Held>]>>() + size_of_val(&***held));
        size_of::<Self>() + size_of_val(&*self.words) + held
    }

    /// The value in a slot.
    pub(super) fn held(&self, place: usize) -> Option<&V::Held> {
        self.held.as_ref()?.get(place)?.as_ref()
    }
}

impl<V: Vocabulary<Held: Clone>> Clone for Loaded<V> {
    fn clone(&self) -> Self {
        Self { code: Arc::clone(&self.code), words: self.words.clone(), held: self.held.clone() }
    }
}

/// Two agents are equal if they have the same tree and are in the same state.
impl<V: Vocabulary<Held: PartialEq>> PartialEq for Loaded<V> {
    fn eq(&self, other: &Self) -> bool {
        super::live::are_same(self, other)
    }
}

/// The name of the tree, and the names of its active nodes.
impl<V: Vocabulary> fmt::Debug for Loaded<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Loaded")
            .field("tree", &self.code.name)
            .field("active", &self.active())
            .finish_non_exhaustive()
    }
}

impl<V: Vocabulary> Tips for Loaded<V> {
    fn table(&self) -> &[Node] {
        &self.code.nodes
    }

    fn table_id(&self) -> usize {
        self.code.id
    }

    fn tree_name(&self) -> &str {
        self.code.name
    }

    fn file(&self) -> Option<&str> {
        self.code.file.as_deref()
    }

    fn text_mark(&self) -> Option<&str> {
        self.code.text_mark.as_deref()
    }

    fn foreign(&self) -> &[core::ops::Range<usize>] {
        &self.code.foreign
    }

    fn tip_from(&self, from: u32) -> u32 {
        super::tips::of(self, from)
    }

    fn visit_kept(&self, kept: &mut Kept<impl Visit>) {
        // Only trees of the vocabulary have values with names.
        if self.code.trees.is_empty() {
            return;
        }
        let Ok(live) = Live::of(&self.code, &self.words) else { return };
        for (place, node) in live.trees {
            if let Some(tree) = self.held(place) {
                kept.below(node, |kept| V::kept(tree, kept));
            }
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

    fn abort(&mut self, blackboard: &mut B) {
        Self::abort(self, blackboard);
    }

    fn abort_with(&mut self, blackboard: &mut B, observer: &mut (impl Observer + ?Sized)) {
        Self::abort_with(self, blackboard, observer);
    }

    fn is_running(&self) -> bool {
        Self::is_running(self)
    }

    fn next_wake(&self) -> Wake {
        Self::next_wake(self)
    }
}
