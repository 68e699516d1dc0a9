//! Interprets a tree according to the description of the language, node by node. The code is simple, so
//! that it can be compared with the description.

mod composite;
mod data;
mod decorator;
mod formula;
mod rows;

use crate::book::{Book, Kept};
use crate::call::Event;
use crate::language::{
    After, Count, Data, Forest, Formula, Gives, Head, Node, Slot, Span, Tree, Use,
};
use crate::leaves::{Job, Nap, Ticket, Wrap};
use bt_core::{Action, Decorator, End, NodeId, Output, Status};
use data::{Bound, Scope, keep};
use formula::Datum;
use std::collections::BTreeMap;
use std::task::Poll;
use std::time::Duration;

pub use rows::Row;

/// A tree that is interpreted.
#[derive(Clone, Debug)]
pub struct Interpreter<'f> {
    root: Instance<'f>,
    uses: &'f BTreeMap<Slot, Use>,
    data: &'f Data,
    parameters: Scope,
    missing: Vec<NodeId>,
}

/// The context of a tick: the blackboard, and a receiver of events.
pub(crate) struct Context<'a> {
    pub(crate) book: &'a mut Book,
    pub(crate) events: &'a mut Vec<Event>,
    uses: &'a BTreeMap<Slot, Use>,
    data: &'a Data,
    /// The names of `let`, `for` and parameters, from the outermost to the innermost.
    scope: Scope,
    /// The nodes that were ticked while a `let` around them had no value.
    missing: Vec<NodeId>,
}

/// A node of the tree with all subtrees unfolded: it has an id and a state of its own.
#[derive(Clone, Debug)]
pub(crate) struct Instance<'f> {
    id: NodeId,
    node: &'f Node,
    children: Vec<Instance<'f>>,
    active: bool,
    run: Run,
    /// For `once`: its result.
    result: Option<Status>,
    /// For `round_robin`: the child at which it begins.
    place: usize,
    /// For `cooldown`: the time at which it is ready again.
    ready_at: Option<Duration>,
    /// `true` if it or a node below it has a cleanup that takes time.
    cleans_up: bool,
    /// For `guard` and `cooldown`: `true` if it has been asked in this tick, and need not be asked again.
    is_asked: bool,
}

/// The data that a node keeps while it is active; the used fields depend on the kind of node.
#[derive(Clone, Debug, Default)]
struct Run {
    /// The running child, or the next one.
    at: usize,
    /// The branch or the random child that was chosen.
    chosen: Option<usize>,
    /// The children that have not been chosen yet.
    left: Vec<usize>,
    /// The results of the finished children of a parallel.
    results: Vec<Option<Status>>,
    /// For each child of a pipeline, until when its success counts.
    until: Vec<Duration>,
    /// The number of finished iterations.
    count: usize,
    /// The maximum number of iterations.
    limit: Option<usize>,
    /// `true` if a delay has passed.
    passed: bool,
    /// `true` while cleanups of children run that the node has interrupted.
    stopping: bool,
    span: Duration,
    deadline: Duration,
    job: Option<Job>,
    nap: Option<Nap>,
    wrap: Option<Wrap>,
    ticket: Option<Ticket>,
    /// For `let`.
    kept: Option<Kept>,
    /// For a `let` of a number.
    bound: Option<Datum>,
    /// For an action with an argument by value.
    argument: Option<Datum>,
    /// For `for`: the number of this round, and the end of the range.
    numbers: (usize, usize),
    /// For a subtree.
    parameters: Scope,
}

impl<'f> Interpreter<'f> {
    /// The main tree of a forest; no node is active.
    #[must_use]
    pub fn new(forest: &'f Forest) -> Self {
        let mut next = 0;
        let main = forest.main();
        let kept = (1..).map(|number| Kept::new(number).into());
        let result = main.result.map(|name| (name, Bound::Place(None)));
        Self {
            root: Instance::new(forest, &main.root, &mut next),
            uses: &forest.uses,
            data: &forest.data,
            parameters: main.parameters.iter().copied().zip(kept).chain(result).collect(),
            missing: Vec::new(),
        }
    }

    /// Ticks the tree once.
    pub fn tick(&mut self, book: &mut Book, events: &mut Vec<Event>) -> Status {
        if !self.is_running() {
            self.drop_result();
        }
        let status = self.act(book, events, Instance::tick);
        if status == Status::Failure {
            self.drop_result();
        }
        status
    }

    fn drop_result(&mut self) {
        if let Some((_, Bound::Place(kept))) = self.parameters.last_mut() {
            *kept = None;
        }
    }

    /// Returns `true` if the tree has a result and no value for it.
    #[must_use]
    pub fn lacks_result(&self) -> bool {
        matches!(self.parameters.last(), Some((_, Bound::Place(None))))
    }

    /// One tick of the end of the active nodes, after their cleanups.
    pub fn stop(&mut self, book: &mut Book, events: &mut Vec<Event>) -> Status {
        if self.act(book, events, |root, context| root.stop(false, context)) {
            return Status::Running;
        }
        self.drop_result();
        Status::Success
    }

    /// Aborts the active nodes.
    pub fn abort(&mut self, book: &mut Book, events: &mut Vec<Event>) {
        self.act(book, events, Instance::abort);
        self.drop_result();
    }

    fn act<T>(
        &mut self,
        book: &mut Book,
        events: &mut Vec<Event>,
        act: impl FnOnce(&mut Instance<'f>, &mut Context<'_>) -> T,
    ) -> T {
        let scope = std::mem::take(&mut self.parameters);
        let (uses, data) = (self.uses, self.data);
        let mut context = Context { book, events, uses, data, scope, missing: Vec::new() };
        let result = act(&mut self.root, &mut context);
        (self.parameters, self.missing) = (context.scope, context.missing);
        result
    }

    /// The nodes that were ticked in the last tick while a `let` around them had no value.
    #[must_use]
    pub fn missing(&self) -> &[NodeId] {
        &self.missing
    }

    /// Returns `true` if any node is running.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.root.active
    }

    /// The active nodes, root first.
    #[must_use]
    pub fn active(&self) -> Vec<NodeId> {
        let mut active = Vec::new();
        self.root.collect_active(&mut active);
        active
    }
}

impl<'f> Instance<'f> {
    fn new(forest: &'f Forest, node: &'f Node, next: &mut u32) -> Self {
        let id = NodeId::new(*next);
        *next += 1;
        let inner = if let Head::Subtree(subtree) = &node.head {
            let Tree { root, .. } = &forest.trees[subtree.tree];
            vec![Instance::new(forest, root, next)]
        } else {
            node.children.iter().map(|child| Instance::new(forest, child, next)).collect()
        };
        let below = inner.iter().any(|child| child.cleans_up);
        Self {
            id,
            node,
            cleans_up: below || matches!(node.head, Head::Cleanup),
            children: inner,
            active: false,
            run: Run::default(),
            result: None,
            place: 0,
            ready_at: None,
            is_asked: false,
        }
    }

    fn tick(&mut self, context: &mut Context<'_>) -> Status {
        let fresh = !self.active;
        if fresh {
            self.run = Run::default();
        }
        context.note_missing(self.id);
        if !self.run.stopping && self.lacks_results(fresh, context) {
            if self.interrupts(false, context) {
                return Status::Running;
            }
            return self.refuse(context);
        }
        let (status, event) = if let Some((status, error)) = self.leaf(fresh, context) {
            (status, Some(Event::Leaf(self.id, status, error)))
        } else {
            let status = self.inner(fresh, context);
            (status, status.is_finished().then_some(Event::Finished(self.id, status)))
        };
        self.active = status.is_running();
        if status.is_finished() {
            self.forget();
        }
        context.events.extend(event);
        status
    }

    /// Aborts this node and the nodes below it: children before their parents.
    fn abort(&mut self, context: &mut Context<'_>) {
        if !self.active {
            return;
        }
        self.abort_children(context);
        if let Some(mut job) = self.run.job.take() {
            job.end(context.book, End::Aborted);
        }
        if let Some(mut wrap) = self.run.wrap.take() {
            Decorator::<Book>::end(&mut wrap, context.book, End::Aborted);
        }
        if let Some(mut ticket) = self.run.ticket.take() {
            Decorator::<Book>::end(&mut ticket, context.book, End::Aborted);
        }
        match self.node.head {
            Head::Cooldown(span, After::Work | After::End) => {
                self.ready_at = Some(context.after(span, self.run.span));
            }
            Head::Finally(slot, has_ticket) => context.clean(slot, has_ticket),
            _ => {}
        }
        self.active = false;
        self.forget();
        context.events.push(Event::Aborted(self.id));
    }

    /// One tick of the end of this node and of the nodes below it; returns `true` if a cleanup runs. If it is late, the
    /// node was ticked before in this tick, and so was a cleanup that runs.
    fn stop(&mut self, late: bool, context: &mut Context<'_>) -> bool {
        let runs = self.active && self.stop_children(late, context);
        if !runs {
            self.abort(context);
        }
        runs
    }

    fn stop_children(&mut self, late: bool, context: &mut Context<'_>) -> bool {
        if !matches!(self.node.head, Head::Cleanup) {
            return self.in_scope(context, |me, context| {
                let mut runs = false;
                for child in &mut me.children {
                    runs |= child.stop(late, context);
                }
                runs
            });
        }
        if self.run.results.is_empty() {
            if self.children[1].stop(late, context) {
                return true;
            }
            self.run.results.push(Some(Status::Failure));
        } else if late {
            return true;
        }
        self.children[0].tick(context).is_running()
    }

    /// Ends the children on behalf of the node; returns `true` if a cleanup runs.
    fn interrupts(&mut self, late: bool, context: &mut Context<'_>) -> bool {
        self.run.stopping = self.stop_children(late, context);
        self.run.stopping
    }

    fn abort_children(&mut self, context: &mut Context<'_>) {
        self.in_scope(context, |me, context| {
            for child in &mut me.children {
                child.abort(context);
            }
        });
    }

    fn abort_children_but(&mut self, kept: usize, context: &mut Context<'_>) {
        for (index, child) in self.children.iter_mut().enumerate() {
            if index != kept {
                child.abort(context);
            }
        }
    }

    fn collect_active(&self, active: &mut Vec<NodeId>) {
        if self.active {
            active.push(self.id);
        }
        for child in &self.children {
            child.collect_active(active);
        }
    }

    /// Ticks the node if it is a leaf; returns its status and the text of an `Err`.
    fn leaf(&mut self, fresh: bool, context: &mut Context<'_>) -> Option<(Status, Option<String>)> {
        let status = match &self.node.head {
            Head::Condition(slot) => Status::from(context.answers("Ask", *slot).unwrap_or(false)),
            Head::Action(slot, Gives::Status) => self.acts(*slot, fresh, context).act(*slot),
            Head::Action(slot, Gives::Bool) => {
                Status::from(self.acts(*slot, fresh, context).try_to(*slot))
            }
            Head::Action(slot, Gives::Unit) => {
                self.acts(*slot, fresh, context).do_it(*slot);
                Status::Success
            }
            Head::Gain(slot, name) => match self.acts(*slot, fresh, context).gain(*slot) {
                Some(number) => {
                    formula::set(&mut context.scope, name, Datum::Count(number));
                    Status::Success
                }
                None => Status::Failure,
            },
            Head::Both(slot, [name, number]) => {
                match self.acts(*slot, fresh, context).both(*slot) {
                    Some((kept, given)) => {
                        keep(&mut context.scope, name, kept);
                        formula::set(&mut context.scope, number, Datum::Count(given));
                        Status::Success
                    }
                    None => Status::Failure,
                }
            }
            Head::Set(name, of) => {
                let value = context.value(of).expect("it was asked");
                formula::set(&mut context.scope, name, value);
                Status::Success
            }
            Head::Action(slot, Gives::Result) => {
                match self.acts(*slot, fresh, context).attempt(*slot) {
                    Ok(status) => status,
                    Err(error) => return Some((Status::Failure, Some(error))),
                }
            }
            Head::Await(slot) | Head::Vow(slot) => match context.book.poll(*slot) {
                Poll::Ready(Ok(status)) => status,
                Poll::Ready(Err(error)) => return Some((Status::Failure, Some(error))),
                Poll::Pending => Status::Running,
            },
            Head::Give(slot, name, results) => {
                return Some(self.give(*slot, name, *results, fresh, context));
            }
            Head::Job(slot) | Head::Hired(slot) => self.job(*slot, fresh, context),
            Head::Nap(slot) => {
                if fresh {
                    let until = context.look(*slot).alarm(*slot);
                    self.run.nap = Some(Nap { slot: *slot, until });
                }
                self.run.nap.as_mut().expect("it was made at the activation").tick(context.book)
            }
            Head::Wait(span) => {
                if fresh {
                    self.start_timer(*span, context);
                }
                let passed = context.book.has_passed(self.run.deadline);
                if passed { Status::Success } else { Status::Running }
            }
            Head::Succeed => Status::Success,
            Head::Fail => Status::Failure,
            Head::Running => Status::Running,
            _ => return None,
        };
        Some((status, None))
    }

    fn job(&mut self, slot: Slot, fresh: bool, context: &mut Context<'_>) -> Status {
        if fresh {
            let mut job = match self.node.head {
                Head::Hired(_) => context.act(slot).hire(slot),
                _ => Job { slot, activation: context.look(slot).activation(slot), turn: 0 },
            };
            let book = &mut *context.book;
            if !job.check(book) {
                return Status::Failure;
            }
            job.start(book);
            self.run.job = Some(job);
        }
        let book = &mut *context.book;
        let job = self.run.job.as_mut().expect("it was made at the activation");
        let status = job.tick(book);
        let given = (&self.node.head, status);
        if let (Head::Give(_, name, _), Status::Success) = given {
            let kept = job.output();
            keep(&mut context.scope, name, kept);
        }
        match status {
            Status::Success => job.end(book, End::Success),
            Status::Failure => job.end(book, End::Failure),
            Status::Running => return status,
        }
        self.run.job = None;
        status
    }

    fn inner(&mut self, fresh: bool, context: &mut Context<'_>) -> Status {
        match &self.node.head {
            Head::Sequence => self.in_order(Status::Success, context),
            Head::Selector => self.in_order(Status::Failure, context),
            Head::ActiveSequence => self.starting_over(Status::Success, context),
            Head::ActiveSelector => self.starting_over(Status::Failure, context),
            Head::Parallel(policies) => self.parallel(0, *policies, fresh, context),
            Head::Monitor { conditions, policies } => {
                self.monitor(*conditions, *policies, fresh, context)
            }
            Head::Pipeline(lasts) => self.pipeline(lasts, fresh, context),
            Head::RoundRobin => self.round_robin(fresh, context),
            Head::Recover(count) => self.recover(*count, fresh, context),
            Head::RandomSequence(slot, weights) => {
                self.random(*slot, weights, Status::Success, fresh, context)
            }
            Head::RandomSelector(slot, weights) => {
                self.random(*slot, weights, Status::Failure, fresh, context)
            }
            Head::UtilitySelector(scores) => self.utility(scores, fresh, context),
            Head::PrioritySelector(conditions) => self.priority(conditions, fresh, context),
            Head::ActiveUtilitySelector(margin, scores) => {
                self.active_utility(*margin, scores, fresh, context)
            }
            Head::If(_) | Head::Match(_) => self.branch(fresh, fresh, context),
            Head::ActiveIf(_) | Head::ActiveMatch(_) => self.branch(true, fresh, context),
            _ => self.decorator(fresh, context),
        }
    }

    /// Sets the deadline; called at the activation.
    fn start_timer(&mut self, span: Span, context: &mut Context<'_>) {
        self.run.span = duration(span, context);
        self.run.deadline = context.after(span, self.run.span);
    }
}

impl Context<'_> {
    /// The time after a length of time. It is 0 for a literal of zero, because that has always passed.
    fn after(&self, span: Span, length: Duration) -> Duration {
        let is_zero = match span {
            Span::Literal(_, milliseconds) => milliseconds == 0,
            Span::Slot(slot) => {
                matches!(self.data.formulas.get(&slot), Some(Formula::Literal(_, 0)))
            }
        };
        if is_zero { Duration::ZERO } else { self.book.now.saturating_add(length) }
    }
}

fn number_of(count: Count, context: &Context<'_>) -> usize {
    match count {
        Count::Literal(count) => count as usize,
        Count::Slot(slot) => context.count(slot) as usize,
    }
}

fn duration(span: Span, context: &Context<'_>) -> Duration {
    match span {
        Span::Literal(_, milliseconds) => Duration::from_millis(milliseconds),
        Span::Slot(slot) => context.span(slot),
    }
}

/// The state of a tree between two ticks. Times and unknown counts are left out, because an enumeration answers
/// questions about them in every way.
pub type State = Vec<usize>;

impl Interpreter<'_> {
    /// Trees with equal states do the same in the next runs of an enumeration.
    #[must_use]
    pub fn state(&self) -> State {
        let mut state = vec![usize::from(self.is_running() && self.lacks_result())];
        self.root.collect_state(&mut state);
        state
    }
}

impl Instance<'_> {
    fn collect_state(&self, state: &mut State) {
        let cools = self.ready_at.is_some_and(|time| time != Duration::ZERO);
        state.extend([usize::from(self.active), usize::from(cools), number(self.result)]);
        state.push(self.place);
        if self.active {
            let run = &self.run;
            let rounds = run.limit.map_or(0, |limit| left(run.count, limit));
            state.extend([run.at, run.chosen.map_or(0, |chosen| chosen + 1), rounds]);
            state.extend([left(run.numbers.0, run.numbers.1), usize::from(run.passed)]);
            state.push(usize::from(run.stopping));
            state.extend([usize::from(run.span.is_zero()), usize::from(run.deadline.is_zero())]);
            state.extend([usize::from(run.kept.is_some()), run.left.len()]);
            state.extend(&run.left);
            state.extend(run.until.iter().map(|until| usize::from(until.is_zero())));
            state.extend(run.results.iter().map(|result| number(*result)));
        }
        for child in &self.children {
            child.collect_state(state);
        }
    }
}

fn number(result: Option<Status>) -> usize {
    match result {
        None => 0,
        Some(Status::Success) => 1,
        Some(Status::Failure) => 2,
        Some(Status::Running) => 3,
    }
}

/// The number of rounds that are left; an unknown number stays unknown.
fn left(done: usize, rounds: usize) -> usize {
    if rounds == crate::book::UNKNOWN as usize { rounds } else { rounds - done }
}
