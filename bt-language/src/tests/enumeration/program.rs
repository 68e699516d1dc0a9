//! The program of the machine: a tree in pre-order, with its literals parsed.

use crate::ast::{Duration, Goal, Kind, Node, Policies};
use proc_macro2::TokenStream;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Status {
    Success,
    Failure,
    Running,
}

/// The nodes of a tree; the root is the first.
pub(super) struct Program {
    pub(super) rules: Vec<Rule>,
    /// The ids of each node's children.
    pub(super) children: Vec<Vec<usize>>,
}

/// The behavior of a node. Nothing is known about expressions.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    /// Success or failure.
    Condition,
    /// Any result in every tick: actions and subtrees.
    Unknown,
    Constant(Status),
    Wait(Length),
    /// Goes on to the next child after this status.
    InOrder(Status),
    /// The same, starting at the first child in every tick.
    StartingOver(Status),
    /// `first` is the number of a monitor's conditions.
    Parallel {
        first: usize,
        success: usize,
        failure: usize,
    },
    /// Children one by one in any order; with `some`, possibly not all of them.
    Drawn {
        goes_on: Status,
        some: bool,
    },
    /// One of the children; with `none`, possibly no child; with `active`, chosen again in every tick.
    Branch {
        none: bool,
        active: bool,
    },
    /// The first child whose condition is true; in every tick the conditions before the running child
    /// are evaluated.
    Preferred {
        /// A bit for each child whose condition is always true.
        always: u8,
    },
    /// Any child in any order, chosen again in every tick.
    Scored,
    /// The child, unless the expression gives no value.
    Let,
    Not,
    Force(Status),
    /// Ticks the child again after this status.
    Again(Status, Count),
    Guard,
    Timeout(Length),
    Delay(Length),
    Cooldown(Length),
    Every(Length),
    Once,
    Service,
    With,
}

/// The known properties of a duration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Length {
    Zero,
    Positive,
    Unknown,
}

/// The known properties of a count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    Endless,
    Literal(u32),
    Unknown,
}

impl Program {
    pub(super) fn of(root: &Node) -> Self {
        let mut program = Self { rules: Vec::new(), children: Vec::new() };
        program.add(root);
        program
    }

    fn add(&mut self, node: &Node) -> usize {
        let id = self.rules.len();
        self.rules.push(rule(&node.kind, node.children.len()));
        self.children.push(Vec::new());
        self.children[id] = node.children.iter().map(|child| self.add(child)).collect();
        id
    }
}

fn rule(kind: &Kind, children: usize) -> Rule {
    use Status::{Failure, Running, Success};
    match kind {
        Kind::Broken => unreachable!("these trees have no mistakes"),
        Kind::Condition(_) => Rule::Condition,
        Kind::Action(_) | Kind::Stateful(_) | Kind::Subtree { .. } => Rule::Unknown,
        Kind::Wait(duration) => Rule::Wait(length(duration)),
        Kind::Succeed => Rule::Constant(Success),
        Kind::Fail => Rule::Constant(Failure),
        Kind::Running => Rule::Constant(Running),
        Kind::Sequence => Rule::InOrder(Success),
        Kind::Selector => Rule::InOrder(Failure),
        Kind::ActiveSequence => Rule::StartingOver(Success),
        Kind::ActiveSelector => Rule::StartingOver(Failure),
        Kind::Parallel(policies) => parallel(0, policies, children),
        Kind::Monitor { policies, conditions } => parallel(*conditions, policies, children),
        Kind::Random { goal: Goal::Success, .. } => Rule::Drawn { goes_on: Failure, some: false },
        Kind::Random { goal: Goal::Failure, .. } => Rule::Drawn { goes_on: Success, some: false },
        Kind::Utility { .. } => Rule::Drawn { goes_on: Failure, some: true },
        Kind::Priority { conditions } => {
            let bits = conditions
                .iter()
                .enumerate()
                .map(|(place, condition)| u8::from(condition.to_string() == "true") << place);
            Rule::Preferred { always: bits.sum() }
        }
        Kind::ActiveUtility { .. } => Rule::Scored,
        Kind::Let { .. } => Rule::Let,
        Kind::For { range, .. } => Rule::Again(Success, range_count(range)),
        Kind::If { active, .. } => Rule::Branch { none: children == 1, active: *active },
        Kind::Match { active, .. } => Rule::Branch { none: false, active: *active },
        Kind::Not => Rule::Not,
        Kind::ForceSuccess => Rule::Force(Success),
        Kind::ForceFailure => Rule::Force(Failure),
        Kind::Repeat(tokens) => Rule::Again(Success, count(tokens.as_deref())),
        Kind::Retry(tokens) => Rule::Again(Failure, count(tokens.as_deref())),
        Kind::Guard(_) => Rule::Guard,
        Kind::Timeout(duration) => Rule::Timeout(length(duration)),
        Kind::Delay(duration) => Rule::Delay(length(duration)),
        Kind::Cooldown(duration) => Rule::Cooldown(length(duration)),
        Kind::Every(duration) => Rule::Every(length(duration)),
        Kind::Once => Rule::Once,
        Kind::Service(..) | Kind::Finally(_) => Rule::Service,
        Kind::With(_) => Rule::With,
    }
}

fn parallel(first: usize, policies: &Policies, children: usize) -> Rule {
    let count = u32::try_from(children - first).expect("there are few children");
    let number = |threshold: u32| usize::try_from(threshold).expect("there are few children");
    Rule::Parallel {
        first,
        success: number(policies.success.of(count)),
        failure: number(policies.failure.of(count)),
    }
}

/// `0s` → zero, `1.5s` → positive, `npc.pause()` → unknown.
fn length(duration: &Duration) -> Length {
    let digits = duration.text.trim_end_matches(char::is_alphabetic);
    match digits.parse::<f64>() {
        Ok(number) if duration.is_constant() => {
            if number > 0.0 {
                Length::Positive
            } else {
                Length::Zero
            }
        }
        _ => Length::Unknown,
    }
}

fn count(tokens: Option<&TokenStream>) -> Count {
    let Some(tokens) = tokens else { return Count::Endless };
    syn::parse2::<syn::LitInt>(tokens.clone())
        .and_then(|literal| literal.base10_parse())
        .map_or(Count::Unknown, Count::Literal)
}

/// `2..5` → 3
fn range_count(range: &TokenStream) -> Count {
    let text = range.to_string().replace(' ', "");
    let ends = text
        .split_once("..")
        .and_then(|(start, end)| Some((start.parse::<u32>().ok()?, end.parse::<u32>().ok()?)));
    ends.map_or(Count::Unknown, |(start, end)| Count::Literal(end - start))
}
