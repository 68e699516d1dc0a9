//! The state that the program and the server share.

use super::audience::Visitor;
use super::change::{self, Changes, Comparison, Forced, Until};
use super::control::{Control, Outcome, Spot, Waits};
use super::delivery::Delivery;
use super::exchange::{Exchange, Gift};
use super::gate::{Events, Gate};
use super::mirror::{Known, Mirror};
use crate::record::{AgentId, News, Notes, Recorder, Wish};
use bt_core::observe::Mark;
use bt_core::{Inspect, NodeId, Status};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::string::{String, ToString};
#[cfg(feature = "edit")]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;
use std::vec::Vec;
use std::{format, mem, thread};

/// The interval at which a paused program checks whether a page is still open.
const GLANCE: Duration = Duration::from_millis(200);

#[derive(Debug)]
pub(super) struct Shared {
    /// Distinguishes this run of the program from other runs at the same address.
    run: String,
    /// `false` if the program itself answers the requests of pages: then it never waits for one.
    is_served: bool,
    /// The program locks it in each tick; other threads lock it only while the program is not ticking.
    recorder: Mutex<Recorder>,
    exchange: Exchange,
    /// The number of times that something was recorded, which identifies the state of the recorder.
    state: AtomicU64,
    /// The number of the moment after the last finished one.
    end: AtomicU64,
    mirror: Mutex<Mirror>,
    control: Mutex<Control>,
    delivery: Delivery,
    /// `true` if the program is paused, there are breakpoints, or an answer is forced; otherwise a tick need not
    /// check the commands.
    alert: AtomicBool,
    changed: Condvar,
    /// `true` if pages may change what agents see.
    pub(super) changeable: AtomicBool,
    /// It is never locked while `control` is to be locked.
    pub(super) changes: Mutex<Changes>,
    pub(super) asked_why: Mutex<super::ask::Asked>,
    pub(super) branches: Mutex<super::branch::Offered>,
    /// The file that pages may edit.
    #[cfg(feature = "edit")]
    pub(super) editor: Mutex<Option<Arc<super::edit::Editor>>>,
}

/// Locks a mutex even if it is poisoned: a panic in a leaf loses only the tick.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns `None` if another thread holds the lock.
pub(super) fn try_locked<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(error)) => Some(error.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// Functions for the program.
impl Shared {
    pub(super) fn new(recorder: Recorder, patience: Duration) -> Self {
        // The keys of a `RandomState` are different in each run.
        let run = format!("{:016x}", RandomState::new().build_hasher().finish());
        Self {
            run,
            is_served: true,
            recorder: Mutex::new(recorder),
            exchange: Exchange::default(),
            state: AtomicU64::new(0),
            end: AtomicU64::new(0),
            mirror: Mutex::new(Mirror::new()),
            control: Mutex::new(Control::new(patience)),
            delivery: Delivery::new(patience),
            alert: AtomicBool::new(false),
            changed: Condvar::new(),
            changeable: AtomicBool::new(false),
            changes: Mutex::default(),
            asked_why: Mutex::default(),
            branches: Mutex::default(),
            #[cfg(feature = "edit")]
            editor: Mutex::default(),
        }
    }

    /// For a program that answers the requests of pages itself.
    pub(super) fn without_server(recorder: Recorder, patience: Duration) -> Self {
        Self { is_served: false, ..Self::new(recorder, patience) }
    }

    pub(super) fn record<R>(&self, action: impl FnOnce(&mut Recorder) -> R) -> R {
        let result = self.record_in(&mut locked(&self.recorder), action);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Begins a moment with an action; waits as long as the program is paused.
    pub(super) fn begin_moment(&self, action: impl FnOnce(&mut Recorder)) {
        if self.alert.load(Ordering::Relaxed) {
            self.wait_for_next_moment();
        }
        self.record(action);
    }

    /// Does the same for a tick that may begin a moment. After the tick, it waits if a breakpoint has stopped
    /// the program.
    ///
    /// `run` ticks the tree with its blackboard; then `after` records more.
    pub(super) fn tick<T: Inspect, B: ?Sized>(
        &self,
        agent: AgentId,
        (tree, blackboard): (&mut T, &mut B),
        run: impl FnOnce(&mut T, &mut B, Events<'_>) -> Status,
        after: impl FnOnce(&mut Recorder, &B),
    ) -> Status {
        let mut recorder = locked(&self.recorder);
        if self.alert.load(Ordering::Relaxed) {
            if recorder.begins_moment(agent) {
                drop(recorder);
                self.wait_for_next_moment();
                recorder = locked(&self.recorder);
            }
            if self.is_gated(recorder.current(agent).index()) {
                drop(recorder);
                return self.tick_gated(agent, (tree, blackboard), run, after);
            }
        }
        let result = self.record_in(&mut recorder, |recorder| {
            let run = |tree: &mut T, notes: &mut Notes| run(tree, blackboard, Events::Noted(notes));
            let status = recorder.turn(agent, tree, run);
            after(recorder, blackboard);
            status
        });
        self.end_tick(agent, recorder, result)
    }

    /// Ticks a tree whose leaves pages may answer, or before whose leaves the program may stop. Pages can read the
    /// recording meanwhile.
    fn tick_gated<T: Inspect, B: ?Sized>(
        &self,
        agent: AgentId,
        (tree, blackboard): (&mut T, &mut B),
        run: impl FnOnce(&mut T, &mut B, Events<'_>) -> Status,
        after: impl FnOnce(&mut Recorder, &B),
    ) -> Status {
        let mut recorder = locked(&self.recorder);
        let begun = self.record_in(&mut recorder, |recorder| recorder.begin_tick(agent, tree));
        let moment = begun.unwrap_or_else(|panic| resume_unwind(panic));
        let current = recorder.current(agent);
        // The nodes of an earlier version of the tree are others.
        let renews = recorder.recording().agent(current).and_then(|agent| agent.renews());
        let mut notes = mem::take(&mut recorder.notes);
        drop(recorder);
        if let Some((earlier, _)) = renews {
            locked(&self.changes).forget(earlier.index());
        }
        let ticked = catch_unwind(AssertUnwindSafe(|| {
            let mut answers = |leaf: NodeId, notes: &Notes| {
                let spot = (current.index(), leaf.index());
                self.stop_before(spot, moment, notes);
                self.forced(spot)
            };
            let mut gate = Gate::new(&mut answers, &mut notes);
            run(tree, blackboard, Events::Gated(&mut gate))
        }));
        let mut changes = locked(&self.changes);
        for leaf in notes.forced_leaves() {
            changes.asked((current.index(), leaf.index()));
        }
        drop(changes);
        let mut recorder = locked(&self.recorder);
        recorder.notes = notes;
        let finished = self.record_in(&mut recorder, |recorder| {
            recorder.finish_tick(agent, moment, tree, ticked.is_err());
            if ticked.is_ok() {
                after(recorder, blackboard);
            }
        });
        self.end_tick(agent, recorder, finished.and(ticked))
    }

    /// Waits if a breakpoint has stopped the program.
    fn end_tick(
        &self,
        agent: AgentId,
        recorder: MutexGuard<'_, Recorder>,
        result: thread::Result<Status>,
    ) -> Status {
        if self.alert.load(Ordering::Relaxed) {
            self.stop_at_breakpoint(agent, recorder);
        } else {
            drop(recorder);
        }
        result.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Returns `true` if pages answer a leaf of the agent, or stop before one. When no page is open any more, all
    /// leaves are released.
    fn is_gated(&self, agent: usize) -> bool {
        let control = self.control();
        let mut changes = locked(&self.changes);
        if changes.is_forcing() && !control.has_audience() {
            changes.release(None);
        }
        control.stops_within(agent) || changes.forces(agent)
    }

    /// Waits before a leaf with a breakpoint until a page lets the program go on.
    fn stop_before(&self, spot: Spot, moment: u64, notes: &Notes) {
        let so_far = || Waits {
            moment,
            events: notes.marks().map(|(node, mark)| (node.number(), mark.to_string())).collect(),
        };
        if self.control().stops_before(spot, so_far) {
            self.wait_while(Control::holds_in_moment).leaf_goes_on();
        }
    }

    /// The forced answer of a leaf.
    fn forced(&self, (agent, leaf): Spot) -> Option<Status> {
        let forced = locked(&self.changes).forced((agent, leaf))?.clone();
        forced.answer(|comparison| {
            self.look(|recorder| {
                let values = recorder.latest(AgentId::new(agent));
                values.is_some_and(|values| comparison.holds(values))
            })
        })
    }

    /// Waits until the pages have received the last state.
    pub(super) fn deliver(&self) {
        // Without a moment, no page has a state to wait for.
        if self.look(|recorder| !recorder.recording().moments().is_empty()) {
            self.delivery.wait(self.state.load(Ordering::Relaxed));
        }
    }

    pub(super) fn look<R>(&self, action: impl FnOnce(&Recorder) -> R) -> R {
        action(&locked(&self.recorder))
    }

    /// Records an action. A tick that panics is recorded up to the panic, and readers receive it like any
    /// other tick.
    fn record_in<R>(
        &self,
        recorder: &mut Recorder,
        action: impl FnOnce(&mut Recorder) -> R,
    ) -> thread::Result<R> {
        // A recorder can be used after a panic.
        let result = catch_unwind(AssertUnwindSafe(|| action(recorder)));
        // No other thread writes it.
        self.state.store(self.state.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        let end = recorder.recording().moments().end.saturating_sub(1);
        self.end.store(end, Ordering::Relaxed);
        self.exchange.serve(|wish| self.gift(recorder, wish));
        result
    }

    fn wait_for_next_moment(&self) {
        self.wait_while(Control::holds).take_step();
    }

    /// Waits as long as the program is paused before a moment that the tick of this agent would begin.
    pub(super) fn wait_before_tick(&self, agent: AgentId) {
        let is_alert = self.alert.load(Ordering::Relaxed);
        if is_alert && self.look(|recorder| recorder.begins_moment(agent)) {
            // The tick itself uses up a step.
            drop(self.wait_while(Control::holds));
        }
    }

    fn wait_while(&self, holds: impl Fn(&mut Control) -> bool) -> MutexGuard<'_, Control> {
        let mut control = self.control();
        while self.is_served && holds(&mut control) {
            let waited = self.changed.wait_timeout(control, GLANCE);
            control = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        self.update_alert(&control);
        control
    }

    fn update_alert(&self, control: &Control) {
        let is_forcing = locked(&self.changes).is_forcing();
        self.alert.store(control.is_needed() || is_forcing, Ordering::Relaxed);
    }

    /// Called after a tick of this agent.
    fn stop_at_breakpoint(&self, agent: AgentId, recorder: MutexGuard<'_, Recorder>) {
        // Pages know it by the number that it has since the last new version of its tree.
        let agent = recorder.current(agent);
        let nodes = self.control().breakpoints_of(agent.index());
        let outcomes: Vec<_> =
            nodes.iter().map(|node| (*node, outcome(&recorder, agent, *node))).collect();
        drop(recorder);
        if !outcomes.is_empty() {
            self.control().ticked(agent.index(), &outcomes);
            drop(self.wait_while(Control::holds_in_moment));
        }
    }
}

/// Functions for readers.
impl Shared {
    pub(super) fn run(&self) -> &str {
        &self.run
    }

    /// The state of the recorder, and the number of the moment after the last finished one.
    pub(super) fn progress(&self) -> (u64, u64) {
        (self.state.load(Ordering::Relaxed), self.end.load(Ordering::Relaxed))
    }

    /// Returns `true` if a server answers the requests of pages, and `false` if the program does it itself.
    pub(super) const fn is_served(&self) -> bool {
        self.is_served
    }

    pub(super) fn is_changeable(&self) -> bool {
        self.changeable.load(Ordering::Relaxed)
    }

    pub(super) fn is_paused(&self) -> bool {
        self.alert.load(Ordering::Relaxed) && self.control().is_paused()
    }

    /// The part of the recording that is missing; `None` if the program is busy with a tick.
    pub(super) fn part(&self, wish: Wish) -> Option<Gift> {
        if !self.is_served {
            return Some(self.look(|recorder| self.gift(recorder, &wish)));
        }
        self.exchange.ask(wish, &self.recorder, |recorder, wish| self.gift(recorder, wish))
    }

    fn gift(&self, recorder: &Recorder, wish: &Wish) -> Gift {
        (recorder.part(wish), self.state.load(Ordering::Relaxed))
    }

    /// Records that a page asks for new data.
    pub(super) fn asked(&self, visitor: Visitor, known: &Known) {
        self.control().heard(Some(visitor));
        self.delivery.asked(visitor, known.open);
    }

    /// Records that a page says goodbye.
    pub(super) fn left(&self, page: u64) {
        self.control().left(page);
        self.delivery.left(page);
    }

    /// Returns the parts that are new to a page; `None` if there are none.
    ///
    /// The unfinished moment is left out, unless the program waits in it.
    pub(super) fn news(&self, known: &Known) -> Option<News> {
        locked(&self.mirror).news(known, self)
    }

    /// Returns the whole recording, and the names of its trees.
    pub(super) fn all(&self) -> (String, News) {
        locked(&self.mirror).all(self)
    }

    pub(super) fn control(&self) -> MutexGuard<'_, Control> {
        locked(&self.control)
    }

    pub(super) fn control_changed(&self) {
        let control = self.control();
        self.update_alert(&control);
        self.changed.notify_all();
    }

    /// Forces the answer of a leaf; an error says why it cannot be forced so.
    ///
    /// It is forced as long as a comparison holds, if there is one; otherwise until the leaf is released, or was asked
    /// `once`.
    pub(super) fn force(
        &self,
        spot: Spot,
        status: Status,
        (once, comparison): (bool, Option<&str>),
    ) -> Result<(), String> {
        let until = self.look(|recorder| {
            change::check_answer(recorder.recording(), spot, status)?;
            let Some(text) = comparison else {
                return Ok(if once { Until::Asked } else { Until::Released });
            };
            let values = recorder.latest(AgentId::new(spot.0));
            Comparison::read(text, values.unwrap_or(&serde_json::Map::new())).map(Until::While)
        });
        locked(&self.changes).force(spot, Forced { status, until: until? });
        Ok(())
    }

    /// Sets or removes a breakpoint; an error says that there is no such node.
    ///
    /// With `before` it is one before a leaf.
    pub(super) fn toggle_breakpoint(
        &self,
        (agent, node): Spot,
        before: bool,
    ) -> Result<(), String> {
        if before {
            if !self.is_served {
                return Err("this program cannot stop in the middle of a tick".into());
            }
            let spot = (agent, node);
            self.look(|recorder| change::check_leaf(recorder.recording(), spot).map(drop))?;
            self.control().toggle_before(spot);
            return Ok(());
        }
        let id = AgentId::new(agent);
        let recorder = locked(&self.recorder);
        let nodes = recorder.recording().agent(id).map_or(0, |agent| agent.tree().nodes().len());
        if node >= nodes {
            return Err("there is no such agent or no such node".into());
        }
        let outcome = outcome(&recorder, id, node);
        drop(recorder);
        self.control().toggle((agent, node), outcome);
        Ok(())
    }
}

/// The result of a node in the last tick of its agent; `None` if it had none.
fn outcome(recorder: &Recorder, agent: AgentId, node: usize) -> Outcome {
    let ticked = recorder.ticked(agent)?;
    let frame = recorder.recording().agent(agent)?.frame_at(ticked)?;
    let node = NodeId::new(node.try_into().ok()?);
    if frame.active().contains(&node) {
        return Some(Mark::Ticked(Status::Running));
    }
    frame.events().filter(|(of, _)| *of == node).last().map(|(_, mark)| mark)
}

#[cfg(test)]
mod tests {
    use super::{AgentId, Duration, Events, Recorder, Shared, locked};
    use bt_core::{Agent, behavior_tree};
    use std::sync::{Arc, mpsc};
    use std::thread;

    behavior_tree! {
        tree Wait(it: &mut ()) {
            running;
        }
    }

    fn tick<B, T: Agent<B>>(shared: &Shared, agent: AgentId, tree: &mut T, blackboard: &mut B) {
        let run = |tree: &mut T, blackboard: &mut B, events: Events<'_>| match events {
            Events::Noted(notes) => tree.tick_with(blackboard, notes),
            Events::Gated(gate) => tree.tick_with(blackboard, gate),
        };
        shared.tick(agent, (tree, blackboard), run, |_, _| {});
    }

    /// Readers hold the lock of the mirror while they copy and write new data.
    #[test]
    fn a_tick_does_not_wait_for_readers() {
        let patience = Duration::from_secs(5);
        let shared = Arc::new(Shared::new(Recorder::with_capacity(1_000), patience));
        let reader = locked(&shared.mirror);
        let (sender, ticked) = mpsc::channel();
        let program = Arc::clone(&shared);
        thread::spawn(move || {
            let agent = program.record(|recorder| recorder.agent::<Wait>("it"));
            let mut tree = Wait::new();
            program.begin_moment(Recorder::next_moment);
            tick(&program, agent, &mut tree, &mut ());
            sender.send(()).expect("the test waits for it");
        });
        ticked.recv_timeout(Duration::from_secs(120)).expect("it is ticked");
        drop(reader);
        assert_eq!(shared.look(|recorder| recorder.recording().moments()), 0..1);
    }

    /// A page sets it on the agent that it sees: the one with the new version.
    #[cfg(feature = "edit")]
    #[test]
    fn a_breakpoint_stops_a_new_version_of_a_tree() {
        use super::super::audience::Visitor;
        use super::Known;

        behavior_tree! {
            vocabulary Words(number: &mut u32) {
                condition Below(limit: u32) => *number < limit;
            }
        }
        let mut trees = Words::parse("tree Wait { running; }").expect("no mistakes");
        let mut tree = trees.tree("Wait").expect("a tree");
        let shared =
            Arc::new(Shared::new(Recorder::with_capacity(10_000), Duration::from_secs(600)));
        shared.control().let_pause(true);
        let agent = shared.record(|recorder| recorder.agent_of("it", &tree));
        tick(&shared, agent, &mut tree, &mut 0);
        trees
            .reload("tree Wait { active_selector { condition Below(limit = 3); running; } }")
            .expect("no mistakes");
        assert!(tree.renew(&trees, &mut 0));
        tick(&shared, agent, &mut tree, &mut 0);
        shared.toggle_breakpoint((1, 2), false).expect("there is such a node");
        shared.asked(Visitor { page: 7, hidden: false, shown: None }, &Known::default());
        shared.control_changed();

        let program = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            for mut number in 1..9 {
                tick(&program, agent, &mut tree, &mut number);
            }
        });
        while !shared.is_paused() {
            assert!(!thread.is_finished(), "it was not stopped where `running` begins");
            thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(shared.look(|recorder| recorder.recording().moments().end), 5);
        shared.control().go_on();
        shared.control_changed();
        thread.join().expect("it goes on");
    }
}
