//! Begins again at labels: for an agent whose tree has changed since it was saved.

use super::code::{Code, Field, Keeps, PENDING, SUCCEEDED, Slots};
use super::loaded::Loaded;
use super::play::{Play, Vocabulary};
use super::rules;
use super::run::Run;
use super::state::State;
use crate::language::private::Events;
use crate::{Node, NodeId, Status};
use bt_language::rules::Property;
use core::fmt;
use std::collections::{BTreeMap, BTreeSet};
use std::string::String;
use std::sync::Arc;
use std::vec::Vec;

/// Between two labels of a path.
const BETWEEN: char = '/';

/// Nobody watches, and a region may begin at a label.
#[derive(Clone, Copy)]
pub(super) struct Resuming;

impl Events for Resuming {
    const RESUMES: bool = true;

    fn leaf(self, _: u32, _: Status) {}

    fn asked(self, _: u32, _: bool) {}

    fn error(self, _: u32, _: Status, _: fmt::Arguments<'_>) {}

    fn failed(self, _: u32, _: fmt::Arguments<'_>) {}

    fn finished(self, _: u32, _: Status) {}

    fn ticked(self, _: u32) {}

    fn decided(self, _: u32, _: u32, _: bool) {}

    fn aborted(self, _: u32, _: u32) {}

    fn within(self, _: u32) -> Self {
        self
    }
}

impl<V: Vocabulary> Loaded<V> {
    /// The labels at which the agent is active, for [`resume_by_labels`](Self::resume_by_labels): the innermost ones, each
    /// with the labels around it, as in `fight/reload`.
    #[must_use]
    pub fn labels(&self) -> Vec<String> {
        let nodes = self.nodes();
        let labelled = |node: &NodeId| nodes[node.index()].label.is_some();
        let active: Vec<NodeId> = self.active().filter(labelled).collect();
        let mut ends = active.iter().skip(1).map(Some).chain([None]);
        let innermost = active.iter().filter(|node| {
            let next = ends.next().flatten();
            next.is_none_or(|next| nodes[node.index()].end <= *next)
        });
        innermost.map(|node| path(nodes, *node)).collect()
    }

    /// Ticks the tree once, and begins at labels: what was active at a label that the tree still has begins there again, and
    /// the rest starts afresh.
    ///
    /// That is for a saved agent whose tree has changed, so that [`restore`](super::Trees::restore) refuses it. The labels
    /// are those of [`Saved::labels`](super::Saved::labels) or of [`labels`](Self::labels). A label counts, whatever else
    /// has changed around it. If there is none of that name any more, the next label around it counts. One that the tree has
    /// several times counts where the labels around it are the same, too.
    ///
    /// In this tick, what stands in front of a label in the same part of the tree is not asked and not ticked. Decorators and
    /// parallels around it begin as always: a `timeout` has all its time, a `let` evaluates its expression, a `repeat` counts
    /// from its first round. Lost are what `cooldown`, `once` and `round_robin` have kept, and the values of stateful actions.
    /// If values are given with `->` in the part of the tree around a label, that part begins at its first node.
    ///
    /// If a rule of the vocabulary needs the answer or the result of a node that would be left out, as `always Fire.ticked ->
    /// IsSafe.succeeded` needs that of `condition IsSafe;` in front of `'fire: action Fire;`, the label does not count, and
    /// the next one around it does.
    ///
    /// An agent that runs is aborted first. No proof has seen a tick that begins in the middle of a tree: the list of what
    /// leaves a proof is in the documentation of `bt-verify`.
    ///
    /// ```
    /// use bt_core::behavior_tree;
    /// use bt_core::files::Saved;
    ///
    /// behavior_tree! {
    ///     #[derive(serde::Serialize, serde::Deserialize)]
    ///     vocabulary Errands(log: &mut Vec<&'static str>) {
    ///         action Say(text: &'static str) => log.push(text);
    ///         action Work(text: &'static str) => { log.push(text); bt_core::Status::Running };
    ///     }
    /// }
    ///
    /// let text = "tree Day { sequence { 'buy: action Work(text = \"buy\"); action Say(text = \"cook\"); } }";
    /// let mut log = Vec::new();
    /// let mut day = Errands::parse(text)?.tree("Day").unwrap();
    /// day.tick(&mut log);
    /// let saved = serde_json::to_string(&day)?;
    ///
    /// // Somebody changes the file.
    /// let text = "tree Day { sequence { action Say(text = \"wake up\"); 'buy: action Work(text = \"buy\"); } }";
    /// let trees = Errands::parse(text)?;
    /// let saved: Saved<Errands> = serde_json::from_str(&saved)?;
    /// let labels = saved.labels().to_vec();
    /// let day = trees.restore(saved).or_else(|_| {
    ///     let mut day = trees.tree("Day").ok_or("there is no such tree")?;
    ///     day.resume_by_labels(&labels, &mut log);
    ///     Ok::<_, &str>(day)
    /// })?;
    /// assert_eq!(log, ["buy", "buy"]);
    /// assert!(day.is_active(day.labelled("buy").unwrap()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume_by_labels<B: ?Sized>(
        &mut self,
        labels: &[impl AsRef<str>],
        blackboard: &mut B,
    ) -> Status
    where
        V: Play<B>,
    {
        self.abort(blackboard);
        let code = Arc::clone(&self.state.code);
        let labelled = labelled(&code);
        let found = labels.iter().filter_map(|label| find(&code, &labelled, label.as_ref()));
        let targets: BTreeSet<u32> = found.collect();
        if !self.begin(blackboard) {
            return Status::Failure;
        }
        let settled = Settled(&mut self.state);
        let (code, words, kept) = settled.0.parts();
        let mut run = Run { code, words, kept, events: Resuming };
        // The results of the tree may have been given in front of the label.
        if code.results_of_tree.is_empty() {
            run.resume(0, &targets, blackboard);
        }
        let status = run.tree(blackboard);
        drop(settled);
        self.ended(status)
    }
}

/// The labels around a node and its own.
fn path(nodes: &[Node], node: NodeId) -> String {
    let of = |node: &NodeId| nodes[node.index()].parent;
    let above = std::iter::successors(Some(node), of);
    let mut labels: Vec<&str> = above.filter_map(|node| nodes[node.index()].label).collect();
    labels.reverse();
    labels.join("/")
}

/// The nodes with each label at which a region can begin, and no rule is broken by what is left out.
fn labelled(code: &Code) -> BTreeMap<&str, BTreeSet<u32>> {
    let needs = rules::needs(code);
    let mut labelled = BTreeMap::<&str, BTreeSet<u32>>::new();
    for ((_, node), _) in &code.begins {
        let leaves_out = |(needed, property): &(NodeId, Property)| {
            leaves_out(&code.nodes, NodeId(*node), *needed, *property)
        };
        if let Some(label) = code.nodes[*node as usize].label {
            if !needs.iter().any(leaves_out) {
                labelled.entry(label).or_default().insert(*node);
            }
        }
    }
    labelled
}

/// Returns `true` if what is asked of a node may be left out when the tree begins at another node.
fn leaves_out(nodes: &[Node], begin: NodeId, needed: NodeId, property: Property) -> bool {
    let of = &nodes[needed.index()];
    let is_around = needed <= begin && begin < of.end;
    match property {
        Property::Answered { in_front: true, .. } => needed <= begin,
        // An `if` has chosen, and a `guard` is in the same part of the tree.
        Property::Answered { in_front: false, .. } => needed < begin,
        Property::Active
        | Property::Ticked
        | Property::Started
        | Property::Succeeded
        | Property::Failed
        | Property::Running
        | Property::Aborted => needed < begin && !is_around,
    }
}

/// The node of a path of labels, or that of the next label around it.
fn find(code: &Code, labelled: &BTreeMap<&str, BTreeSet<u32>>, mut path: &str) -> Option<u32> {
    loop {
        let label = path.rsplit(BETWEEN).next().unwrap_or(path);
        let same = labelled.get(label).into_iter().flatten().copied();
        let has_the_path = |node: &u32| self::path(&code.nodes, NodeId(*node)) == path;
        for found in [same.clone().collect::<Vec<_>>(), same.filter(has_the_path).collect()] {
            if let [only] = *found {
                return Some(only);
            }
        }
        path = path.rsplit_once(BETWEEN)?.0;
    }
}

impl<V: Vocabulary> Run<'_, V, Resuming> {
    /// Has a region begin at the last of these nodes in it, with all that is around that.
    fn resume<B: ?Sized>(&mut self, region: usize, targets: &BTreeSet<u32>, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let code = self.code;
        let of = &code.regions[region];
        let last = |region: usize| targets.range(code.regions[region].nodes.clone()).next_back();
        let Some(target) = last(region) else { return };
        let contains = |position: &usize| {
            let below = children(code, *position);
            below.iter().any(|child| code.regions[*child].nodes.contains(target))
        };
        let Some(position) = (of.first..of.first + of.positions).find(contains) else {
            if let Ok(place) = code.begins.binary_search_by_key(&(region, *target), |of| of.0) {
                self.words[of.state] = PENDING + super::code::short(place);
            }
            return;
        };
        let recorded = super::code::short(position - of.first + 1);
        if !self.begin(position, of.state, recorded, blackboard) || gives(code, position) {
            return;
        }
        let below = children(code, position);
        let Keeps::Frame(frame) = code.positions[position].keeps else {
            return below.iter().for_each(|child| self.resume(*child, targets, blackboard));
        };
        let frame = &code.frames[frame];
        // A cleanup begins when its node has ended.
        let first = usize::from(frame.is_cleanup);
        if let Slots::Chosen(chosen) = frame.slots {
            let child = below.iter().position(|child| code.regions[*child].nodes.contains(target));
            let Some(child) = child else { return };
            self.words[chosen] = super::code::short(child + 1);
            for field in &frame.fields {
                self.leave_out_of(field, child);
            }
            return self.resume(below[child], targets, blackboard);
        }
        below.iter().skip(first).for_each(|child| self.resume(*child, targets, blackboard));
    }
}

/// The regions in a position.
fn children(code: &Code, position: usize) -> &[usize] {
    match &code.positions[position].keeps {
        Keeps::Frame(frame) => &code.frames[*frame].children,
        Keeps::Subtree { region, .. } | Keeps::Region(region) => core::slice::from_ref(region),
        Keeps::Nothing | Keeps::Deadline | Keeps::Action { .. } | Keeps::Tree { .. } => &[],
    }
}

/// Returns `true` if nodes in a position give values that others in it use.
fn gives(code: &Code, position: usize) -> bool {
    match code.positions[position].keeps {
        Keeps::Frame(frame) => {
            let fields = &code.frames[frame].fields;
            fields.iter().any(|field| matches!(field, Field::Place { .. }))
        }
        Keeps::Subtree { subtree, .. } => !code.subtrees[subtree].results.is_empty(),
        Keeps::Nothing
        | Keeps::Deadline
        | Keeps::Action { .. }
        | Keeps::Tree { .. }
        | Keeps::Region(_) => false,
    }
}

/// A state in which, at the end of the tick, no region waits for its beginning any more, even if a leaf panics.
struct Settled<'s, V: Vocabulary>(&'s mut State<V>);

impl<V: Vocabulary> Drop for Settled<'_, V> {
    fn drop(&mut self) {
        let (code, words, _) = self.0.parts();
        settle(code, words, 0);
    }
}

/// A region that a decorator has not ticked starts at its first node.
fn settle(code: &Code, words: &mut [u32], region: usize) {
    let of = &code.regions[region];
    if (PENDING..SUCCEEDED).contains(&words[of.state]) {
        words[of.state] = 0;
    }
    let Some(position) = of.recorded(words) else { return };
    let frame = match code.positions[position].keeps {
        Keeps::Frame(frame) => Some(&code.frames[frame]),
        _ => None,
    };
    for (place, child) in children(code, position).iter().enumerate() {
        if frame.is_none_or(|frame| frame.may_run(place, code, words)) {
            settle(code, words, *child);
        }
    }
}
