//! Ticks and aborts a tree as the description of the language says, node by node. An oracle decides
//! everything that is unknown before the tree runs.

mod preferred;

use super::oracle::Oracle;
use super::program::{Count, Length, Program, Rule, Status};

/// The state of a tree between two ticks: a place for each node, in pre-order.
pub(super) type State = Vec<Place>;

/// The state of one node.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    run: Run,
    /// For a `cooldown`: `true` if its child has ever ended.
    cooling: bool,
    /// For a `once`: its result.
    result: Option<Status>,
}

/// The data of an active node.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Run {
    /// It is not active.
    #[default]
    Idle,
    /// It is active and has no other data.
    Active,
    /// The running child, or the chosen branch.
    Turn(usize),
    /// The running child, and the children that may follow it.
    Drawn(usize, Set),
    /// The finished children of a parallel.
    Finished { succeeded: Set, failed: Set },
    /// The number of finished rounds of `repeat` and `retry`.
    Rounds(u32),
    /// The delay has passed.
    Passed,
}

/// Some of a node's children.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Set(u8);

impl Set {
    fn first(count: usize) -> Self {
        (0..count).fold(Self::default(), Self::with)
    }

    fn with(self, child: usize) -> Self {
        Self(self.0 | 1 << child)
    }

    fn without(self, child: usize) -> Self {
        Self(self.0 & !(1 << child))
    }

    fn has(self, child: usize) -> bool {
        self.0 & 1 << child != 0
    }

    fn len(self) -> usize {
        (0..8).filter(|&child| self.has(child)).count()
    }

    /// The child at this index of the set.
    fn at(self, place: usize) -> usize {
        (0..8).filter(|&child| self.has(child)).nth(place).expect("it has so many")
    }
}

/// The maximum number of children of a node.
pub(super) const MOST_CHILDREN: usize = 8;

/// One tick, or one abort, of a tree.
pub(super) struct Machine<'a> {
    pub(super) program: &'a Program,
    pub(super) state: State,
    pub(super) oracle: &'a mut Oracle,
    /// Marks every node that is ticked.
    pub(super) ticked: &'a mut [bool],
    /// The results of all nodes that are ticked.
    pub(super) results: &'a mut Vec<(usize, Status)>,
}

impl Machine<'_> {
    /// Ticks a node, and the nodes below it that are reached.
    pub(super) fn tick(&mut self, id: usize) -> Status {
        self.ticked[id] = true;
        let status = self.apply(self.program.rules[id], id);
        self.results.push((id, status));
        let run = &mut self.state[id].run;
        if status != Status::Running {
            *run = Run::Idle;
        } else if *run == Run::Idle {
            *run = Run::Active;
        }
        status
    }

    /// Aborts this node and the nodes below it that are active.
    pub(super) fn abort(&mut self, id: usize) {
        if self.is_active(id) {
            self.abort_children(id);
            if let Rule::Cooldown(length) = self.program.rules[id] {
                self.cool(id, length);
            }
            self.state[id].run = Run::Idle;
        }
    }

    fn abort_children(&mut self, id: usize) {
        for &child in &self.program.children[id] {
            self.abort(child);
        }
    }

    pub(super) fn is_active(&self, id: usize) -> bool {
        self.state[id].run != Run::Idle
    }

    fn apply(&mut self, rule: Rule, id: usize) -> Status {
        match rule {
            Rule::Condition => succeeds_if(self.oracle.maybe()),
            Rule::Unknown => self.any_status(),
            Rule::Constant(status) => status,
            Rule::Wait(length) if self.has_passed(id, length) => Status::Success,
            Rule::Wait(_) => Status::Running,
            Rule::InOrder(goes_on) => self.in_order(id, goes_on),
            Rule::StartingOver(goes_on) => self.starting_over(id, goes_on),
            Rule::Parallel { first, success, failure } => self.monitor(id, first, success, failure),
            Rule::Drawn { goes_on, some } => self.drawn(id, goes_on, some),
            Rule::Branch { none, active } => self.branch(id, none, active),
            Rule::Preferred { always } => self.preferred(id, always),
            Rule::Scored => self.scored(id),
            // The expression may give no value.
            Rule::Let if !self.is_active(id) && self.oracle.maybe() => Status::Failure,
            Rule::Not => exchanged(self.child(id)),
            Rule::Force(status) => match self.child(id) {
                Status::Running => Status::Running,
                _ => status,
            },
            Rule::Again(goes_on, count) => self.again(id, goes_on, count),
            Rule::Guard => self.guard(id),
            Rule::Timeout(length) => self.timeout(id, length),
            Rule::Delay(length) => self.delay(id, length),
            Rule::Cooldown(length) => self.cooldown(id, length),
            Rule::Every(length) => self.every(id, length),
            Rule::Once => self.once(id),
            // The effect of an expression on the blackboard is unknown anyway.
            Rule::Let | Rule::Service => self.child(id),
            Rule::With => self.with(id),
        }
    }

    /// Ticks the child of a decorator.
    fn child(&mut self, id: usize) -> Status {
        self.tick(self.program.children[id][0])
    }

    fn any_status(&mut self) -> Status {
        [Status::Success, Status::Failure, Status::Running][self.oracle.choose(3)]
    }

    /// Returns `true` if the deadline of an activation has passed. In the tick of the activation this is
    /// possible only if the duration may be zero.
    fn has_passed(&mut self, id: usize, length: Length) -> bool {
        match length {
            Length::Zero => true,
            Length::Positive if !self.is_active(id) => false,
            Length::Positive | Length::Unknown => self.oracle.maybe(),
        }
    }

    fn in_order(&mut self, id: usize, goes_on: Status) -> Status {
        let first = if let Run::Turn(child) = self.state[id].run { child } else { 0 };
        for child in first..self.program.children[id].len() {
            let status = self.tick(self.program.children[id][child]);
            if status != goes_on {
                self.state[id].run = Run::Turn(child);
                return status;
            }
        }
        goes_on
    }

    fn starting_over(&mut self, id: usize, goes_on: Status) -> Status {
        let children = &self.program.children[id];
        for &child in children {
            let status = self.tick(child);
            if status != goes_on {
                for &other in children.iter().filter(|&&other| other != child) {
                    self.abort(other);
                }
                return status;
            }
        }
        goes_on
    }

    /// Evaluates the first children, which are conditions, and ticks the others as a parallel.
    fn monitor(&mut self, id: usize, first: usize, success: usize, failure: usize) -> Status {
        for &condition in &self.program.children[id][..first] {
            if self.tick(condition) == Status::Failure {
                self.abort_children(id);
                return Status::Failure;
            }
        }
        let status = self.parallel(id, first, success, failure);
        if status != Status::Running {
            self.abort_children(id);
        }
        status
    }

    fn parallel(&mut self, id: usize, first: usize, success: usize, failure: usize) -> Status {
        let (mut succeeded, mut failed) = match self.state[id].run {
            Run::Finished { succeeded, failed } => (succeeded, failed),
            _ => (Set::default(), Set::default()),
        };
        let children = &self.program.children[id][first..];
        for (place, &child) in children.iter().enumerate() {
            if succeeded.has(place) || failed.has(place) {
                continue;
            }
            match self.tick(child) {
                Status::Success => succeeded = succeeded.with(place),
                Status::Failure => failed = failed.with(place),
                Status::Running => {}
            }
            if succeeded.len() >= success {
                return Status::Success;
            }
            if failed.len() >= failure || children.len() - failed.len() < success {
                return Status::Failure;
            }
        }
        self.state[id].run = Run::Finished { succeeded, failed };
        Status::Running
    }

    /// The next child is chosen when it is ticked, not before.
    fn drawn(&mut self, id: usize, goes_on: Status, some: bool) -> Status {
        let children = &self.program.children[id];
        let (mut turn, mut left) = match self.state[id].run {
            Run::Drawn(child, left) => (Some(child), left),
            _ => (None, Set::first(children.len())),
        };
        loop {
            let child = match turn.take() {
                Some(child) => child,
                None if left.len() == 0 => return goes_on,
                None => match self.oracle.choose(left.len() + usize::from(some)) {
                    choice if choice == left.len() => return goes_on,
                    choice => left.at(choice),
                },
            };
            left = left.without(child);
            let status = self.tick(children[child]);
            if status != goes_on {
                self.state[id].run = Run::Drawn(child, left);
                return status;
            }
        }
    }

    fn branch(&mut self, id: usize, none: bool, active: bool) -> Status {
        let children = &self.program.children[id];
        let before = match self.state[id].run {
            Run::Turn(child) => Some(child),
            _ => None,
        };
        let chosen = match before {
            Some(child) if !active => child,
            _ => self.oracle.choose(children.len() + usize::from(none)),
        };
        if before.is_some_and(|before| before != chosen) {
            self.abort_children(id);
        }
        let Some(&child) = children.get(chosen) else { return Status::Failure };
        self.state[id].run = Run::Turn(chosen);
        self.tick(child)
    }

    fn again(&mut self, id: usize, goes_on: Status, count: Count) -> Status {
        if !self.is_active(id) && count == Count::Unknown && self.oracle.maybe() {
            return goes_on;
        }
        let rounds = if let Run::Rounds(rounds) = self.state[id].run { rounds } else { 0 };
        let status = self.child(id);
        if status != goes_on {
            return status;
        }
        let is_last = match count {
            Count::Endless => false,
            Count::Literal(count) => rounds + 1 == count,
            Count::Unknown => self.oracle.maybe(),
        };
        if is_last {
            return goes_on;
        }
        if let Count::Literal(_) = count {
            self.state[id].run = Run::Rounds(rounds + 1);
        }
        Status::Running
    }

    fn guard(&mut self, id: usize) -> Status {
        if self.oracle.maybe() {
            return self.child(id);
        }
        self.abort_children(id);
        Status::Failure
    }

    fn timeout(&mut self, id: usize, length: Length) -> Status {
        let status = self.child(id);
        if status == Status::Running && self.has_passed(id, length) {
            self.abort_children(id);
            return Status::Failure;
        }
        status
    }

    fn delay(&mut self, id: usize, length: Length) -> Status {
        if self.state[id].run == Run::Passed || self.has_passed(id, length) {
            self.state[id].run = Run::Passed;
            return self.child(id);
        }
        Status::Running
    }

    fn cooldown(&mut self, id: usize, length: Length) -> Status {
        if !self.is_active(id) && self.state[id].cooling && self.oracle.maybe() {
            return Status::Failure;
        }
        let status = self.child(id);
        if status != Status::Running {
            self.cool(id, length);
        }
        status
    }

    /// The child of a `cooldown` has ended.
    fn cool(&mut self, id: usize, length: Length) {
        self.state[id].cooling = length != Length::Zero;
    }

    fn every(&mut self, id: usize, length: Length) -> Status {
        if !self.is_active(id) || self.has_passed(id, length) {
            return self.child(id);
        }
        Status::Running
    }

    fn once(&mut self, id: usize) -> Status {
        if let Some(result) = self.state[id].result {
            return result;
        }
        let status = self.child(id);
        if status != Status::Running {
            self.state[id].result = Some(status);
        }
        status
    }

    /// Its `check` may fail: the effect is the same as if it did not tick its child and failed.
    fn with(&mut self, id: usize) -> Status {
        if self.oracle.maybe() {
            self.child(id);
        }
        let status = self.any_status();
        if status != Status::Running {
            self.abort_children(id);
        }
        status
    }
}

fn succeeds_if(yes: bool) -> Status {
    if yes { Status::Success } else { Status::Failure }
}

fn exchanged(status: Status) -> Status {
    match status {
        Status::Success => Status::Failure,
        Status::Failure => Status::Success,
        Status::Running => Status::Running,
    }
}
