//! Branches of time: copies of agents that go on from a recorded tick, with other answers of leaves or with another text, and their runs.

use super::answer::Answer;
use super::change::{Changes, Comparison, Forced, Until};
use super::gate::Gate;
use super::shared::{Shared, locked, try_locked};
use super::{Live, change};
use crate::record::{AgentId, Notes, Recorder, Recording, Tree, TreeNode};
#[cfg(feature = "edit")]
use bt_core::files::{Trees, Vocabulary};
use bt_core::{Agent, Inspect, NodeId, NodeKind, Status};
use serde::Serialize;
use serde_json::{Value, json};
use std::any::Any;
use std::borrow::ToOwned;
use std::boxed::Box;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::string::{String, ToString};
use std::sync::{Arc, Mutex};
use std::vec::Vec;
use std::{fmt, format, io, iter};

/// The maximum number of ticks of a copy.
const MOST_TICKS: u64 = 1000;

/// Advances a copy by one tick.
type Advance<S> = Box<dyn Fn(&mut S, &mut Turn<'_>) + Send>;

/// Gives a copy the trees of a text; an error says what is wrong with the text.
#[cfg(feature = "edit")]
type Renew<S> = Box<dyn Fn(&mut S, &Text<'_>) -> Result<(), String> + Send>;

/// The texts of files with the name and the path of the first one.
#[cfg(feature = "edit")]
pub(super) type Text<'a> = (super::edit::Source, &'a str, &'a std::path::Path);

#[cfg(not(feature = "edit"))]
pub(super) type Text<'a> = &'a std::convert::Infallible;

/// The states of agents from which pages can go on; made by [`Live::let_branch`].
///
/// When it is dropped, pages cannot do that any more.
pub struct Branches<S> {
    copies: Arc<Copies<S>>,
    shared: Arc<Shared>,
}

/// The kept states, and how they go on.
struct Copies<S> {
    kept: Mutex<Kept<S>>,
    /// It is locked while a copy runs.
    advance: Mutex<Advance<S>>,
    #[cfg(feature = "edit")]
    renew: Mutex<Option<Renew<S>>>,
}

struct Kept<S> {
    /// The maximum number of states of an agent.
    most: usize,
    /// For each agent the moments of its last ticks, and its states before them.
    states: BTreeMap<usize, VecDeque<(u64, S)>>,
    /// The number that the recording has for an agent → that of the program: a new version of a tree has another one.
    names: BTreeMap<usize, usize>,
}

/// Kept states of any type.
pub(super) trait Target: Send + Sync {
    /// The first and the last moment from which the agent that the recording has under this number can go on.
    fn moments(&self, agent: usize) -> Option<(u64, u64)>;

    /// Returns `true` if a copy can take the trees of a text.
    fn takes_text(&self) -> bool;

    /// Drops the states of an agent.
    fn forget(&self, agent: usize);

    /// The recording of a copy, as a page gets it.
    fn run(&self, wish: Wish<'_>, shared: &Shared) -> Result<Value, Refused>;
}

/// What a page wants to see.
pub(super) struct Wish<'a> {
    agent: usize,
    /// The first tick that the copy runs again.
    moment: u64,
    ticks: u64,
    forced: Vec<(NodeId, Forced)>,
    text: Option<Text<'a>>,
}

/// The reason why there is no copy.
pub(super) enum Refused {
    /// Something that a person can change.
    Wish(String),
    /// Another copy is running.
    Busy,
}

/// The states of the program from which pages can go on, if it keeps any.
#[derive(Default)]
pub(super) struct Offered(Option<Arc<dyn Target>>);

impl fmt::Debug for Offered {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Offered").field(&self.0.is_some()).finish()
    }
}

impl<S> fmt::Debug for Branches<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Branches").finish_non_exhaustive()
    }
}

impl Live {
    /// Lets pages go on from an earlier tick of an agent with a copy of it, to see what would have happened with other answers
    /// of leaves, or with the text that is being edited.
    ///
    /// `S` is all that the copy needs: the tree, the blackboard, and the part of the world that the agent changes or looks at.
    /// A tree can be cloned if it, or its vocabulary, has `#[derive(Clone)]`. `advance` does for a copy what the loop of the program does for one tick of the agent; it calls
    /// [`Turn::tick`] or [`Turn::tick_with_snapshot`] in place of those of `Live`. It must change nothing but the copy,
    /// and is called in a thread of the server, for one copy at a time. If nothing else decides what the agent does, a copy
    /// without a change does what the agent did; a page shows where it differs.
    ///
    /// The program gives the states to [`keep`](Branches::keep). Of each agent that a page shows, the last `most` ones are
    /// kept; of others, and while no page is open, none.
    ///
    /// ```no_run
    /// # use bt_core::behavior_tree;
    /// # behavior_tree! { #[derive(Clone)] tree Guard(npc: &mut Npc) { condition npc.health > 20; } }
    /// use bt_watch::live::Live;
    ///
    /// #[derive(Clone, serde::Serialize)]
    /// struct Npc {
    ///     health: u32,
    /// }
    ///
    /// let mut live = Live::start()?;
    /// let branches = live.let_branch(600, |(guard, npc): &mut (Guard, Npc), turn| {
    ///     npc.health -= 1;
    ///     turn.tick_with_snapshot(guard, npc);
    /// })?;
    /// let agent = live.agent::<Guard>("guard");
    /// let mut state = (Guard::new(), Npc { health: 100 });
    /// loop {
    ///     branches.keep(agent, &state);
    ///     let (guard, npc) = &mut state;
    ///     npc.health -= 1;
    ///     live.tick_with_snapshot(agent, guard, npc);
    /// }
    /// # #[allow(unreachable_code)]
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// Whoever can use the page can then have the program run copies, and with a text do anything to them that its words can
    /// do. So this works only with a server that other machines cannot reach. A second call replaces the first one.
    ///
    /// # Errors
    ///
    /// If other machines can reach the server.
    pub fn let_branch<S: Clone + Send + 'static>(
        &mut self,
        most: usize,
        advance: impl Fn(&mut S, &mut Turn<'_>) + Send + 'static,
    ) -> io::Result<Branches<S>> {
        if self.is_open() {
            let address = self.address();
            let problem =
                format!("{address} can be reached from outside, so its pages may not run copies");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
        let kept = Kept { most, states: BTreeMap::new(), names: BTreeMap::new() };
        let copies = Arc::new(Copies {
            kept: Mutex::new(kept),
            advance: Mutex::new(Box::new(advance)),
            #[cfg(feature = "edit")]
            renew: Mutex::new(None),
        });
        locked(&self.shared.branches).0 = Some(copies.clone());
        Ok(Branches { copies, shared: Arc::clone(&self.shared) })
    }
}

impl<S: Clone> Branches<S> {
    /// Keeps a copy of an agent's state, if a page shows the agent. Call it before each tick of the agent, where the code of
    /// `advance` begins.
    ///
    /// # Panics
    ///
    /// If the agent was added to another recorder, or is retired.
    pub fn keep(&self, agent: AgentId, state: &S) {
        let shown = self.shared.control().shown();
        let mut kept = locked(&self.copies.kept);
        if shown.is_empty() {
            kept.states.clear();
            kept.names.clear();
            return;
        }
        let (now, moment) = self.shared.look(|recorder| {
            let end = recorder.recording().moments().end;
            let moment = end - u64::from(!recorder.begins_moment(agent));
            (recorder.living(agent).index(), moment)
        });
        let Kept { most, states, names } = &mut *kept;
        names.insert(now, agent.index());
        if !shown.iter().any(|one| names.get(one) == Some(&agent.index())) {
            return;
        }
        let states = states.entry(agent.index()).or_default();
        // What was kept of this tick before is not what it begins with.
        while states.back().is_some_and(|(of, _)| *of >= moment) {
            states.pop_back();
        }
        if states.len() >= *most {
            states.pop_front();
        }
        if *most > 0 {
            states.push_back((moment, state.clone()));
        }
    }

    /// Lets copies go on with the text that a page edits; see [`Live::let_edit`], which has the same vocabulary. `renew` gives a
    /// copy the new trees, as [`renew`](bt_core::files::Loaded::renew) does for an agent.
    #[cfg(feature = "edit")]
    pub fn let_edit<V: Vocabulary>(&self, renew: impl Fn(&mut S, &Trees<V>) + Send + 'static) {
        let renewed = move |state: &mut S, text: &Text<'_>| {
            let trees = super::edit::parse(text).map_err(|mistakes| format!("{mistakes}"))?;
            renew(state, &trees);
            Ok(())
        };
        *locked(&self.copies.renew) = Some(Box::new(renewed));
    }
}

#[cfg(test)]
impl<S> Branches<S> {
    /// The number of states that are kept of an agent.
    pub(super) fn copies_of(&self, agent: AgentId) -> usize {
        locked(&self.copies.kept).states.get(&agent.index()).map_or(0, VecDeque::len)
    }
}

impl<S> Drop for Branches<S> {
    fn drop(&mut self) {
        let mut offered = locked(&self.shared.branches);
        let own = Arc::as_ptr(&self.copies).cast::<()>();
        if offered.0.as_ref().is_some_and(|other| Arc::as_ptr(other).cast::<()>() == own) {
            offered.0 = None;
        }
    }
}

impl<S: Clone + Send> Target for Copies<S> {
    fn moments(&self, agent: usize) -> Option<(u64, u64)> {
        let kept = locked(&self.kept);
        let states = kept.states.get(kept.names.get(&agent)?)?;
        Some((states.front()?.0, states.back()?.0))
    }

    fn takes_text(&self) -> bool {
        #[cfg(feature = "edit")]
        return locked(&self.renew).is_some();
        #[cfg(not(feature = "edit"))]
        false
    }

    fn forget(&self, agent: usize) {
        let mut kept = locked(&self.kept);
        kept.states.remove(&agent);
        kept.names.retain(|_, of| *of != agent);
    }

    fn run(&self, wish: Wish<'_>, shared: &Shared) -> Result<Value, Refused> {
        let advance = try_locked(&self.advance).ok_or(Refused::Busy)?;
        let (moment, mut state) = {
            let kept = locked(&self.kept);
            let states = kept.names.get(&wish.agent).and_then(|name| kept.states.get(name));
            let states = states.into_iter().flatten();
            // If the agent rested, its next tick is the same one.
            let found = states.clone().find(|(moment, _)| *moment >= wish.moment);
            let first = states.clone().next().map(|(moment, _)| *moment);
            found.filter(|_| first <= Some(wish.moment)).cloned().ok_or_else(|| {
                let tick = wish.moment + 1;
                let problem = match first {
                    Some(first) => format!(
                        "the program keeps no copy of tick {tick}: the first one is of tick {}",
                        first + 1
                    ),
                    None => format!("the program keeps no copy of tick {tick}"),
                };
                Refused::Wish(problem)
            })?
        };
        #[cfg(feature = "edit")]
        if let Some(text) = &wish.text {
            let renew = locked(&self.renew);
            let renew = renew.as_ref().ok_or_else(|| {
                Refused::Wish("the program does not let copies take another text".into())
            })?;
            renew(&mut state, text).map_err(Refused::Wish)?;
        }
        let recording = shared.look(|recorder| recorder.recording().clone());
        let origin = Origin::new(&recording, wish.agent, moment)
            .ok_or_else(|| Refused::Wish("the recording has no such agent any more".into()))?;
        #[cfg(not(feature = "edit"))]
        if let Some(text) = wish.text {
            match *text {}
        }
        Ok(run(&origin, &wish, |turn| advance(&mut state, turn)))
    }
}

/// What a page is told about the copies of the agent that it shows: `null` if the program runs none.
///
/// `{"moments":[3,40],"text":true}`
pub(super) fn state(shared: &Shared, shown: Option<usize>) -> Value {
    let Some(target) = locked(&shared.branches).0.clone() else { return Value::Null };
    let moments = shown.and_then(|agent| target.moments(agent));
    json!({ "moments": moments, "text": target.takes_text() })
}

/// Drops the copies of an agent that has ended.
pub(super) fn forget(shared: &Shared, agent: AgentId) {
    if let Some(target) = &locked(&shared.branches).0 {
        target.forget(agent.index());
    }
}

/// Runs a copy for a page: `{"agent":0,"moment":7,"ticks":50,"forced":[[3,"failure","released"]]}`
pub(super) fn answer(
    shared: &Shared,
    wish: &Value,
    text: Option<Text<'_>>,
) -> Result<Value, Answer> {
    let target = locked(&shared.branches).0.clone();
    let target = target
        .ok_or_else(|| Answer::refusal(409, "this program does not run copies of its agents"))?;
    let number = |field: &str| wish[field].as_u64();
    let places = (number("agent"), number("moment"), number("ticks"));
    let (Some(agent), Some(moment), Some(ticks)) = places else {
        let form = "from where? {\"agent\":0,\"moment\":7,\"ticks\":50}";
        return Err(Answer::refusal(400, form));
    };
    let agent = usize::try_from(agent).unwrap_or(usize::MAX);
    let told = read_forced(shared, agent, &wish["forced"]).map_err(Refused::Wish);
    let told = told.and_then(|forced| {
        let ticks = ticks.clamp(1, MOST_TICKS);
        target.run(Wish { agent, moment, ticks, forced, text }, shared)
    });
    match told {
        Ok(told) => Ok(told),
        // A browser would report a refusal as an error of the page, and this is an answer to a person.
        Err(Refused::Wish(problem)) => Ok(json!({ "refused": problem })),
        Err(Refused::Busy) => Err(Answer::refusal(503, "the program still runs another copy")),
    }
}

/// Reads `[[3,"failure","released"],[4,"success",{"while":"health < 20"}]]`; a `null` is nothing.
fn read_forced(
    shared: &Shared,
    agent: usize,
    forced: &Value,
) -> Result<Vec<(NodeId, Forced)>, String> {
    let recording = |check: &dyn Fn(&Recording) -> Result<(), String>| {
        shared.look(|recorder| check(recorder.recording()))
    };
    let one = |one: &Value| {
        let node = one[0].as_u64().and_then(|node| u32::try_from(node).ok());
        let status = one[1].as_str().and_then(change::status_of);
        let form = "which answer of which leaf? [7,\"failure\",\"released\"]";
        let (node, status) = node.zip(status).ok_or(form)?;
        let spot = (agent, node as usize);
        recording(&|recording| change::check_answer(recording, spot, status))?;
        let until = match (&one[2], one[2]["while"].as_str()) {
            (_, Some(text)) => shared
                .look(|recorder| {
                    let values = recorder.latest(AgentId::new(agent));
                    Comparison::read(text, values.unwrap_or(&serde_json::Map::new()))
                })
                .map(Until::While)?,
            (until, None) if until == "asked" => Until::Asked,
            (_, None) => Until::Released,
        };
        Ok((NodeId::new(node), Forced { status, until }))
    };
    forced.as_array().into_iter().flatten().map(one).collect()
}

/// The agent that was copied.
struct Origin<'a> {
    recording: &'a Recording,
    name: &'a str,
    tree: &'a Tree,
    /// The first tick of the copy.
    first: u64,
}

impl<'a> Origin<'a> {
    fn new(recording: &'a Recording, agent: usize, first: u64) -> Option<Self> {
        let agent = recording.agent(AgentId::new(agent))?;
        Some(Self { recording, name: agent.name(), tree: agent.tree(), first })
    }

    /// The moments of the copy's ticks: those in which the agent was ticked, and all moments after these.
    fn moments(&self, agent: usize) -> impl Iterator<Item = u64> {
        // A version of the agent's tree, and those that came after it.
        let mut versions = Vec::from([AgentId::new(agent)]);
        for other in self.recording.agents() {
            if other.renews().is_some_and(|(before, _)| versions.contains(&before)) {
                versions.push(other.id());
            }
        }
        let first = self.first;
        let agents = versions.into_iter().filter_map(|version| self.recording.agent(version));
        let frames = agents.flat_map(|agent| agent.frames().flat_map(|frame| frame.moments()));
        let ticked: Vec<u64> = iter::once(first).chain(frames.filter(|at| *at > first)).collect();
        let end = ticked.iter().max().map_or(first, |last| last + 1);
        ticked.into_iter().chain(end..)
    }
}

/// One tick of a copy, in which its leaves may have other answers; see [`Live::let_branch`](crate::live::Live::let_branch).
#[derive(Debug)]
pub struct Turn<'a> {
    name: &'a str,
    tree: &'a Tree,
    recorder: Recorder,
    /// The copy, after its first tick.
    agent: Option<AgentId>,
    /// The answers for leaves of the original tree.
    wanted: Vec<(NodeId, Forced)>,
    /// Those for leaves of the copy's tree.
    changes: Changes,
    problems: Vec<String>,
}

impl Turn<'_> {
    /// Ticks the copy's tree; see [`Live::tick`](crate::live::Live::tick).
    pub fn tick<B: ?Sized, T: Agent<B>>(&mut self, tree: &mut T, blackboard: &mut B) -> Status {
        let agent = self.agent(tree);
        let values = self.recorder.latest(agent).cloned().unwrap_or_default();
        let Self { recorder, changes, .. } = self;
        recorder.turn(agent, tree, |tree, notes| {
            if !changes.is_forcing() {
                return tree.tick_with(blackboard, notes);
            }
            let mut answer = |leaf: NodeId, _: &Notes| {
                let forced = changes.forced((0, leaf.index()))?;
                forced.answer(|comparison| comparison.holds(&values))
            };
            let status = tree.tick_with(blackboard, &mut Gate::new(&mut answer, notes));
            for leaf in notes.forced_leaves() {
                changes.asked((0, leaf.index()));
            }
            status
        })
    }

    /// Does the same as [`tick`](Self::tick), and shows the changes of the blackboard.
    pub fn tick_with_snapshot<B: Serialize + ?Sized, T: Agent<B>>(
        &mut self,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        let status = self.tick(tree, blackboard);
        let agent = self.agent(tree);
        self.recorder.snapshot(agent, blackboard);
        status
    }

    /// The copy in the recording; adds it before the first tick.
    fn agent(&mut self, tree: &impl Inspect) -> AgentId {
        if let Some(agent) = self.agent {
            return agent;
        }
        let agent = self.recorder.agent_of(self.name, tree);
        self.agent = Some(agent);
        if let Some(copy) = self.recorder.recording().agent(agent) {
            for (leaf, forced) in self.wanted.drain(..) {
                match leaf_in(copy.tree(), self.tree, leaf) {
                    Some(leaf) => self.changes.force((0, leaf), forced),
                    None => self.problems.push(format!(
                        "the text has no `{}` any more, so its answer is not forced",
                        self.tree.nodes().get(leaf.index()).map_or("", TreeNode::name)
                    )),
                }
            }
        }
        agent
    }
}

/// The leaf of a tree that is written like this leaf of another one: the first one, the second one, …
fn leaf_in(tree: &Tree, other: &Tree, leaf: NodeId) -> Option<usize> {
    if tree == other {
        return Some(leaf.index());
    }
    let wanted = written(other.nodes().get(leaf.index())?);
    let before =
        other.nodes()[..leaf.index()].iter().filter(|node| written(node) == wanted).count();
    let alike = tree.nodes().iter().enumerate().filter(|(_, node)| written(node) == wanted);
    alike.map(|(place, _)| place).nth(before)
}

/// How a leaf is written.
fn written(node: &TreeNode) -> (NodeKind, Option<&str>, &str) {
    (node.kind, node.label.as_deref(), &node.source)
}

/// Runs a copy, and returns its recording: `{"from":7,"recording":{…},"problem":null}`
fn run(origin: &Origin<'_>, wish: &Wish<'_>, mut advance: impl FnMut(&mut Turn<'_>)) -> Value {
    let mut turn = Turn {
        name: origin.name,
        tree: origin.tree,
        // The number of ticks is bounded.
        recorder: Recorder::beginning_at(origin.first),
        agent: None,
        wanted: wish.forced.clone(),
        changes: Changes::default(),
        problems: Vec::new(),
    };
    let ticks = usize::try_from(wish.ticks).unwrap_or(usize::MAX);
    for moment in origin.moments(wish.agent).take(ticks) {
        while turn.recorder.recording().moments().end <= moment {
            match origin.recording.time(turn.recorder.recording().moments().end) {
                Some(time) => turn.recorder.next_moment_at(time),
                None => turn.recorder.next_moment(),
            }
        }
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| advance(&mut turn))) {
            let tick = moment + 1;
            turn.problems.push(format!("the copy panicked in tick {tick}: {}", message(&*panic)));
            break;
        }
    }
    if turn.agent.is_none() && turn.problems.is_empty() {
        turn.problems.push("the program did not tick the copy".to_owned());
    }
    let problem = (!turn.problems.is_empty()).then(|| turn.problems.join("; "));
    let recording: Value =
        serde_json::from_str(&turn.recorder.recording().to_json()).unwrap_or_default();
    json!({ "from": origin.first, "recording": recording, "problem": problem })
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
