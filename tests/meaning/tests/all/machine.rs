//! The compiled trees.

use crate::proved::{limits, run};
use crate::words::Words;
use bt_core::crowd::Crowd;
use bt_core::files::{Mistake, Trees};
use bt_core::{Agent, Inspect, Node, NodeId, NodeKind, Status, Wake, behavior_tree};
use bt_verify::{Failure, explore_with};
use bt_watch::record::{AgentId, Recorder};
use meaning::course::tree_seeds;
use meaning::filed::filed;
use meaning::generator::{forest, watchful_forest};
use meaning::language::Forest;
use meaning::printer::{file, source};
use meaning::{Book, Job, Kept, Nap, Ticket, Trace, World, Wrap};
use std::any::Any;
use std::sync::LazyLock;
use std::time::Duration;

/// A compiled tree of any type.
pub(crate) trait Machine {
    fn nodes(&self) -> &[Node];
    fn tick(&mut self, world: &mut World) -> Status;
    fn tick_with(&mut self, world: &mut World, trace: &mut Trace) -> Status;
    fn abort(&mut self, world: &mut World);
    fn abort_with(&mut self, world: &mut World, trace: &mut Trace);
    fn stop(&mut self, world: &mut World) -> Status;
    fn stop_with(&mut self, world: &mut World, trace: &mut Trace) -> Status;
    fn is_running(&self) -> bool;
    fn active(&self) -> Vec<NodeId>;
    fn next_wake(&self) -> Wake;
    fn next_wake_if_unchanged(&self) -> Wake;
    /// Ticks an agent of a crowd.
    fn tick_in(&mut self, crowd: &mut Crowd, agent: usize, world: &mut World) -> Status;
    fn shift(&mut self, by: Duration);
    /// Visits the values with names.
    fn show(&self, kept: &mut bt_core::__private::Kept<'_>);
    fn add_to(&self, recorder: &mut Recorder, name: &str) -> AgentId;
    fn tick_recorded(
        &mut self,
        recorder: &mut Recorder,
        agent: AgentId,
        world: &mut World,
        trace: &mut Trace,
    ) -> Status;
    fn abort_recorded(&mut self, recorder: &mut Recorder, agent: AgentId, world: &mut World);
    fn copy(&self) -> Box<dyn Machine>;
    /// Returns `true` if this copy is in the same state.
    fn is_like(&self, copy: &dyn Machine) -> bool;
    fn as_any(&self) -> &dyn Any;
}

impl<T: Agent<World> + Clone + PartialEq + 'static> Machine for T {
    fn nodes(&self) -> &[Node] {
        Inspect::nodes(self)
    }

    fn tick(&mut self, world: &mut World) -> Status {
        Agent::tick(self, world)
    }

    fn tick_with(&mut self, world: &mut World, trace: &mut Trace) -> Status {
        Agent::tick_with(self, world, trace)
    }

    fn abort(&mut self, world: &mut World) {
        Agent::abort(self, world);
    }

    fn abort_with(&mut self, world: &mut World, trace: &mut Trace) {
        Agent::abort_with(self, world, trace);
    }

    fn stop(&mut self, world: &mut World) -> Status {
        Agent::stop(self, world)
    }

    fn stop_with(&mut self, world: &mut World, trace: &mut Trace) -> Status {
        Agent::stop_with(self, world, trace)
    }

    fn is_running(&self) -> bool {
        Agent::is_running(self)
    }

    fn active(&self) -> Vec<NodeId> {
        Inspect::active(self).collect()
    }

    fn next_wake(&self) -> Wake {
        Agent::next_wake(self)
    }

    fn next_wake_if_unchanged(&self) -> Wake {
        Agent::next_wake_if_unchanged(self)
    }

    fn tick_in(&mut self, crowd: &mut Crowd, agent: usize, world: &mut World) -> Status {
        crowd.tick_agent(agent, self, world)
    }

    fn shift(&mut self, by: Duration) {
        Agent::shift(self, by);
    }

    fn show(&self, kept: &mut bt_core::__private::Kept<'_>) {
        Inspect::visit_kept(self, kept);
    }

    fn add_to(&self, recorder: &mut Recorder, name: &str) -> AgentId {
        recorder.agent_of(name, self)
    }

    fn tick_recorded(
        &mut self,
        recorder: &mut Recorder,
        agent: AgentId,
        world: &mut World,
        trace: &mut Trace,
    ) -> Status {
        recorder.tick_with(agent, self, world, trace)
    }

    fn abort_recorded(&mut self, recorder: &mut Recorder, agent: AgentId, world: &mut World) {
        recorder.abort(agent, self, world);
    }

    fn copy(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }

    fn is_like(&self, copy: &dyn Machine) -> bool {
        copy.as_any().downcast_ref::<T>() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A compiled tree.
pub(crate) struct Entry {
    pub(crate) seed: u64,
    make: fn() -> Box<dyn Machine>,
    /// Runs the tree in a world, and compares it with its proof.
    pub(crate) prove: fn(u64) -> Result<(), Failure>,
    /// The constants of its labels.
    labels: &'static [(&'static str, NodeId)],
}

/// Makes an agent in which nothing runs.
type Make = Box<dyn Fn() -> Box<dyn Machine> + Send + Sync>;

/// A random tree.
pub(crate) struct Subject {
    pub(crate) seed: u64,
    pub(crate) forest: Forest,
    /// As it was written.
    pub(crate) source: String,
    pub(crate) make: Make,
    /// The ids of its labels.
    pub(crate) labels: Vec<(String, NodeId)>,
}

/// The trees that were compiled, and trees that were loaded.
pub(crate) fn subjects() -> impl Iterator<Item = Subject> {
    MACHINES
        .iter()
        .map(compiled)
        .chain((tree_seeds().start..).filter_map(loaded).take(loaded_count("MEANING_SUBJECTS")))
}

/// Compiled and loaded trees in turn, and the other loaded ones, by their seeds.
pub(crate) fn makers() -> &'static [(u64, Make)] {
    static MAKERS: LazyLock<Vec<(u64, Make)>> = LazyLock::new(|| {
        let makers = |subject: Subject| (subject.seed, subject.make);
        let (loaded, compiled): (Vec<_>, Vec<_>) =
            subjects().map(makers).partition(|(seed, _)| *seed >= LOADED);
        let mut loaded = loaded.into_iter();
        let pairs = compiled.into_iter().flat_map(|maker| [Some(maker), loaded.next()]);
        let mut makers: Vec<_> = pairs.flatten().collect();
        makers.extend(loaded);
        makers
    });
    &MAKERS
}

/// Loaded trees that mostly wait and ask.
pub(crate) fn watchful() -> &'static [Make] {
    static MAKERS: LazyLock<Vec<Make>> = LazyLock::new(|| {
        let parsed = |seed| Words::parse(&file(&filed(watchful_forest(seed, "Main")))).ok();
        let trees = (tree_seeds().start..).filter_map(parsed).map(|trees| -> Make {
            Box::new(move || Box::new(trees.tree("Main").expect("the main tree")))
        });
        trees.filter(|make| is_exact(&*make())).take(loaded_count("MEANING_SUBJECTS")).collect()
    });
    &MAKERS
}

/// While an agent rests, no `cooldown(D, after = end)` that is over begins again.
fn is_exact(machine: &dyn Machine) -> bool {
    let is_late = |kind, source: &str| kind == NodeKind::Cooldown && source.contains("end");
    !machine.nodes().iter().any(|node| is_late(node.kind, node.source))
}

/// The seeds of loaded trees are others.
const LOADED: u64 = 1_000_000;

fn compiled(Entry { seed, make, labels, .. }: &'static Entry) -> Subject {
    let forest = forest(*seed, &format!("Tree{seed}"));
    let labels = labels.iter().map(|(label, id)| ((*label).to_owned(), *id)).collect();
    Subject { seed: *seed, source: source(&forest), forest, make: Box::new(*make), labels }
}

/// The trees of a file with this seed, and the text; nothing if the changes for a file have left something that is
/// refused.
pub(crate) fn parsed(seed: u64) -> Option<(String, Trees<Words>)> {
    let text = file(&filed(forest(seed + LOADED, "Main")));
    match Words::parse(&text) {
        Ok(trees) => Some((text, trees)),
        Err(mistakes) => {
            // A `let` around a condition becomes a `not`.
            let is_expected = |mistake: &Mistake| {
                mistake.text.contains("never") || mistake.text.contains("has only conditions")
            };
            assert!(mistakes.iter().all(is_expected), "{mistakes}\n{text}");
            None
        }
    }
}

/// The number of loaded trees, if no variable sets it.
const LOADED_TREES: usize = 60;

fn loaded_count(variable: &str) -> usize {
    let count = std::env::var(variable).ok().map(|text| text.parse().expect("a number"));
    count.unwrap_or(LOADED_TREES)
}

/// The loaded trees, with their seeds and texts; their number is `MEANING_LOADED`.
pub(crate) fn loaded_trees() -> impl Iterator<Item = (u64, String, Trees<Words>)> {
    parsed_trees().take(loaded_count("MEANING_LOADED"))
}

/// The files of the loaded [`subjects`], with their seeds and texts.
pub(crate) fn subject_files() -> impl Iterator<Item = (u64, String, Trees<Words>)> {
    parsed_trees().take(loaded_count("MEANING_SUBJECTS"))
}

fn parsed_trees() -> impl Iterator<Item = (u64, String, Trees<Words>)> {
    let trees = (tree_seeds().start..).filter_map(|seed| Some((seed, parsed(seed)?)));
    trees.map(|(seed, (text, trees))| (seed, text, trees))
}

/// A tree that was loaded.
fn loaded(seed: u64) -> Option<Subject> {
    let (source, trees) = parsed(seed)?;
    let seed = seed + LOADED;
    let forest = filed(forest(seed, "Main"));
    let tree = trees.tree("Main").expect("the main tree");
    let labels = tree.nodes().iter().filter_map(|node| Some((node.label?.to_owned(), node.id)));
    let labels = labels.collect();
    let make = Box::new(move || -> Box<dyn Machine> {
        Box::new(trees.tree("Main").expect("the main tree"))
    });
    Some(Subject { seed, forest, source, make, labels })
}

include!(concat!(env!("OUT_DIR"), "/trees.rs"));
