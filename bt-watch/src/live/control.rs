//! Pauses, single steps and breakpoints of the program.

use std::collections::{BTreeMap, BTreeSet};
use std::string::String;
use std::time::Duration;
use std::vec::Vec;

use super::audience::{Audience, Visitor};
use super::clock::Instant;
use serde_json::{Value, json};

/// The index of an agent and the index of a node of its tree.
pub(super) type Spot = (usize, usize);

/// The result of a node in a tick: see `Shared::results`.
pub(super) type Outcome = Option<bt_core::observe::Mark>;

/// A tick that has stopped before a leaf.
#[derive(Debug)]
pub(super) struct Waits {
    pub(super) moment: u64,
    /// The nodes that have a result so far, with the words of their results.
    pub(super) events: Vec<(u32, String)>,
}

/// The commands that pages have sent.
#[derive(Debug)]
pub(super) struct Control {
    /// `true` if pages may pause the program.
    pausable: bool,
    paused: bool,
    /// The number of moments that the paused program may still run.
    steps: u32,
    /// The node whose breakpoint has stopped the program.
    stopped: Option<Spot>,
    /// The breakpoints, with the result of each node in the last tick of its agent.
    breakpoints: BTreeMap<Spot, Outcome>,
    /// The leaves before which the program stops.
    before: BTreeSet<Spot>,
    /// The tick in the middle of which it has stopped.
    waits: Option<Waits>,
    audience: Audience,
}

impl Control {
    pub(super) fn new(patience: Duration) -> Self {
        Self {
            pausable: false,
            paused: false,
            steps: 0,
            stopped: None,
            breakpoints: BTreeMap::new(),
            before: BTreeSet::new(),
            waits: None,
            audience: Audience::new(patience, Instant::now()),
        }
    }

    pub(super) fn let_pause(&mut self, may: bool) {
        self.pausable = may;
        if !may {
            self.go_on();
        }
    }

    pub(super) const fn is_pausable(&self) -> bool {
        self.pausable
    }

    pub(super) fn pause(&mut self) {
        self.paused = self.pausable;
        self.steps = 0;
    }

    pub(super) fn go_on(&mut self) {
        self.paused = false;
        self.steps = 0;
        self.stopped = None;
    }

    /// Lets the program run for one moment and then pauses it again.
    pub(super) fn step(&mut self) {
        self.pause();
        self.steps = u32::from(self.paused);
        self.stopped = None;
    }

    /// Sets or removes a breakpoint; `outcome` is the last result of the node.
    pub(super) fn toggle(&mut self, spot: Spot, outcome: Outcome) {
        if self.breakpoints.remove(&spot).is_none() {
            self.breakpoints.insert(spot, outcome);
        }
    }

    /// Sets or removes a breakpoint before a leaf.
    pub(super) fn toggle_before(&mut self, spot: Spot) {
        if !self.before.remove(&spot) {
            self.before.insert(spot);
        }
    }

    /// Returns `true` if there is a breakpoint before a leaf of this agent.
    pub(super) fn stops_within(&self, agent: usize) -> bool {
        self.pausable && self.before.range((agent, 0)..(agent + 1, 0)).next().is_some()
    }

    /// Stops the program if there is a breakpoint before this leaf, which the tree is about to ask.
    pub(super) fn stops_before(&mut self, spot: Spot, waits: impl FnOnce() -> Waits) -> bool {
        let stops = self.pausable && self.before.contains(&spot);
        if stops {
            self.pause();
            (self.stopped, self.waits) = (Some(spot), Some(waits()));
        }
        stops
    }

    /// The tick that had stopped before a leaf goes on. A step ends with its moment.
    pub(super) fn leaf_goes_on(&mut self) {
        self.waits = None;
        self.take_step();
    }

    /// Returns `true` if a page is open, or some client sends requests.
    pub(super) fn has_audience(&self) -> bool {
        self.audience.is_there(Instant::now())
    }

    /// The agents that open pages show.
    pub(super) fn shown(&self) -> Vec<usize> {
        self.audience.shown(Instant::now()).collect()
    }

    /// The nodes of an agent that have a breakpoint.
    pub(super) fn breakpoints_of(&self, agent: usize) -> Vec<usize> {
        let spots = self.breakpoints.range((agent, 0)..(agent + 1, 0));
        spots.map(|((_, node), _)| *node).collect()
    }

    /// Compares the results of a tick with the previous ones, for nodes with breakpoints. Stops the program
    /// if a node has a new result that is different.
    pub(super) fn ticked(&mut self, agent: usize, outcomes: &[(usize, Outcome)]) {
        for (node, now) in outcomes {
            let Some(before) = self.breakpoints.get_mut(&(agent, *node)) else { continue };
            let differs = now.is_some() && before != now;
            *before = *now;
            if differs && self.pausable {
                self.pause();
                self.stopped = Some((agent, *node));
            }
        }
    }

    /// Records a request.
    pub(super) fn heard(&mut self, visitor: Option<Visitor>) {
        self.audience.heard(visitor, Instant::now());
    }

    /// Records that a page says goodbye.
    pub(super) fn left(&mut self, page: u64) {
        self.audience.left(page, Instant::now());
    }

    /// Returns `true` if a tick has to check the commands.
    pub(super) fn is_needed(&self) -> bool {
        self.pausable && (self.paused || !self.breakpoints.is_empty() || !self.before.is_empty())
    }

    /// Returns `true` if the program has to wait; it continues when the last page is closed.
    pub(super) fn holds(&mut self) -> bool {
        if self.paused && !self.audience.is_there(Instant::now()) {
            self.go_on();
        }
        self.paused && self.steps == 0
    }

    /// Returns `true` if a breakpoint has stopped the program in the middle of a moment.
    pub(super) fn holds_in_moment(&mut self) -> bool {
        self.holds() && self.stopped.is_some()
    }

    /// Uses up one of the allowed moments.
    pub(super) const fn take_step(&mut self) {
        self.steps = self.steps.saturating_sub(1);
    }

    pub(super) const fn is_paused(&self) -> bool {
        self.paused
    }

    /// `{"pausable":true,"paused":true,"stopped":[0,3],"breakpoints":[[0,3]],"before":[],"waits":null,"patience":5}`
    pub(super) fn to_json(&self) -> Value {
        let breakpoints: Vec<&Spot> = self.breakpoints.keys().collect();
        json!({
            "pausable": self.pausable,
            "paused": self.paused,
            "stopped": self.stopped,
            "breakpoints": breakpoints,
            "before": self.before,
            "waits": self.waits.as_ref().map(|waits| json!({ "moment": waits.moment, "events": waits.events })),
            "patience": self.audience.patience().as_secs(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Control;
    use bt_core::Status;
    use bt_core::observe::Mark;
    use std::time::{Duration, Instant};

    const FAILURE: Option<Mark> = Some(Mark::Ticked(Status::Failure));
    const SUCCESS: Option<Mark> = Some(Mark::Ticked(Status::Success));

    fn pausable() -> Control {
        let mut control = Control::new(Duration::from_secs(60));
        control.let_pause(true);
        control.heard(None);
        control
    }

    #[test]
    fn who_does_not_let_itself_be_paused_is_not() {
        let mut control = Control::new(Duration::from_secs(60));
        control.pause();
        control.toggle((0, 1), FAILURE);
        control.ticked(0, &[(1, SUCCESS)]);
        assert!(!control.holds());
    }

    #[test]
    fn a_step_is_one_moment() {
        let mut control = pausable();
        control.pause();
        assert!(control.holds());
        control.step();
        assert!(!control.holds());
        control.take_step();
        assert!(control.holds());
        control.go_on();
        assert!(!control.holds());
    }

    #[test]
    fn a_breakpoint_stops_when_the_result_changes() {
        let mut control = pausable();
        control.toggle((0, 3), FAILURE);
        for outcome in [FAILURE, None, FAILURE] {
            control.go_on();
            control.ticked(0, &[(3, outcome)]);
            assert_eq!(control.holds_in_moment(), outcome == FAILURE && control.stopped.is_some());
        }
        control.go_on();
        control.ticked(0, &[(3, FAILURE)]);
        assert!(!control.holds());
        control.ticked(1, &[(3, SUCCESS)]);
        assert!(!control.holds(), "that is another agent");
        control.ticked(0, &[(3, SUCCESS)]);
        assert!(control.holds_in_moment());
        control.toggle((0, 3), None);
        control.go_on();
        control.ticked(0, &[(3, FAILURE)]);
        assert!(!control.holds(), "it was taken away");
    }

    #[test]
    fn a_program_that_nobody_looks_at_goes_on() {
        let mut control = Control::new(Duration::ZERO);
        control.let_pause(true);
        control.pause();
        // With a patience of zero, any passed time is longer.
        let begin = Instant::now();
        while Instant::now() == begin {}
        assert!(!control.holds());
        assert!(!control.is_paused());
    }
}
