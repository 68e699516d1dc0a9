//! What would have to be different for a node to run.
//!
//! A tick is a row of questions and replies. Some of the replies are changed: then the node has to be ticked whatever the
//! replies are to questions that nobody knows the reply to. If it is not, there is a way through the ticks on which it is
//! not, and another change has to be to a reply on that way:
//!
//! ```text
//! changes ──→ a way on which the node is not ticked ──→ the changes, and one of the replies on the way
//! ```
//!
//! Sets of changes are tried from the smallest on. Most of them are left out: from each question it is known how many known
//! replies have to be others, at least, until the node is ticked.

mod sentence;

pub use sentence::Piece;

use super::asked::{Asked, Key, Reply};
use super::follow::{Followed, Look, MOST_PARTS};
use super::reach::Reach;
use super::state::{Shape, Watch};
use super::tick::{Choice, Stop, Tick};
use super::{Event, Model, State, comes_twice};
use crate::machine::{NodeId, Status};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;

/// The number of ticks that are tried in a row beyond the first number in which the node can be ticked.
const MORE_TICKS: usize = 2;

/// The most questions of a tick that are kept; without the others the search takes longer.
const MOST_KEPT: usize = 1 << 16;

/// A reply that has to be a certain one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Different {
    /// The tick: 0 for the one that has happened.
    pub tick: usize,
    /// The question.
    pub asked: Asked,
    /// The reply in the tick that has happened; `None` if nothing was asked, or if the reply is not known.
    pub was: Option<Reply>,
    /// The reply that is needed.
    pub needs: Reply,
}

/// Whether and how a node would be ticked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyNot {
    /// It is ticked if these replies are others. No smaller number of ticks is enough, and no smaller set of replies.
    If {
        /// The number of ticks up to the one in which it is ticked, with the one that has happened.
        ticks: usize,
        /// The replies, in the order in which they are asked for.
        different: Vec<Different>,
    },
    /// No replies lead to a tick of it.
    Never {
        /// The innermost node above it that can be ticked.
        reached: Option<usize>,
    },
    /// There are no such replies: it depends on what nobody has seen, or a node would have to reply to a question twice in one
    /// tick, and not in the same way.
    Unclear,
    /// None were found within the limit.
    NotFound {
        /// The number of parts of ticks that may be tried.
        transitions: u64,
    },
}

/// Finds the fewest replies that have to be others so that a node is ticked in a tick that has happened, or else in the
/// ticks that follow it. There may be this number of parts of ticks.
///
/// Replies that are not changed stay as they are, also in the ticks that follow; what was not asked may get any reply.
///
/// Returns `None` if the model has no such tick.
#[must_use]
pub fn why_not(
    model: &Model,
    before: &Followed,
    look: Look<'_>,
    status: Status,
    node: usize,
    transitions: u64,
) -> Option<WhyNot> {
    let Some((starts, known)) = before.replies(model, look, status) else {
        return Some(WhyNot::NotFound { transitions: MOST_PARTS as u64 });
    };
    if starts.is_empty() {
        return None;
    }
    let mut asker = Asker {
        model,
        shape: Shape::of(model, &Watch::default(), 0),
        target: model.machine.nodes.get(node)?.range(),
        starts,
        known,
        comes_twice: comes_twice(&model.machine),
        ticks: 1,
        left: transitions,
        changes: BTreeMap::new(),
        distances: Vec::new(),
        most: 0,
        tried: BTreeSet::new(),
        is_cut: false,
        events: Vec::new(),
    };
    Some(asker.answer(node).unwrap_or(WhyNot::NotFound { transitions }))
}

struct Asker<'m> {
    model: &'m Model,
    shape: Shape,
    /// The node, and those below it.
    target: Range<usize>,
    starts: Vec<State>,
    known: BTreeMap<Key, Reply>,
    /// `true` for a node to which a tick may come twice.
    comes_twice: Vec<bool>,
    /// The number of ticks.
    ticks: usize,
    /// The number of parts of ticks that are left.
    left: u64,
    changes: BTreeMap<(usize, Asked), Reply>,
    /// For each tick and its questions: the number of known replies that have to be others at least; `None` if none help.
    distances: Vec<HashMap<Vec<u32>, Option<usize>>>,
    /// The largest number of changes.
    most: usize,
    tried: BTreeSet<Vec<((usize, Asked), Reply)>>,
    /// `true` if a larger number of changes may be enough.
    is_cut: bool,
    events: Vec<Event>,
}

/// Where a run of ticks has come to.
enum Came {
    /// The node is ticked.
    There,
    /// A question.
    Asks(Choice),
    /// The last tick has ended.
    Nowhere,
}

/// A question on a way.
struct Step {
    tick: usize,
    words: Vec<u32>,
    asked: Asked,
    replies: Vec<Reply>,
    /// The indexes of the replies that are possible with the changes.
    possible: Range<usize>,
    /// The index of the reply on this way.
    chosen: usize,
    /// The reply in the tick that has happened.
    was: Option<Reply>,
}

impl Step {
    /// Returns `true` if another reply than this one is known.
    fn differs(&self, reply: usize) -> bool {
        self.was.is_some_and(|was| was != self.replies[reply])
    }
}

/// No parts of ticks are left.
struct Spent;

impl Asker<'_> {
    fn answer(&mut self, node: usize) -> Result<WhyNot, Spent> {
        if let Some(different) = self.search()? {
            return Ok(WhyNot::If { ticks: 1, different });
        }
        let mut reach = Reach::new(self.model, self.starts.clone(), false);
        while !reach.has_ticked(node) {
            if !reach.next(&mut self.left).ok_or(Spent)? {
                let above = |node: &usize| self.model.machine.nodes[*node].parent;
                let mut above =
                    std::iter::successors(Some(node), |node| above(node).map(NodeId::place));
                return Ok(WhyNot::Never { reached: above.find(|node| reach.has_ticked(*node)) });
            }
        }
        // A state at this depth has this number of ticks before it.
        let first = (reach.depth + 1).max(2);
        for ticks in first..=first + MORE_TICKS {
            self.ticks = ticks;
            if let Some(different) = self.search()? {
                return Ok(WhyNot::If { ticks: self.ticks, different });
            }
        }
        Ok(WhyNot::Unclear)
    }

    /// Searches for the smallest set of changes for a number of ticks; there may be none.
    fn search(&mut self) -> Result<Option<Vec<Different>>, Spent> {
        self.distances = vec![HashMap::new(); self.ticks];
        // Without all distances it takes longer, and may still be possible.
        let reserve = self.left / 2;
        self.left -= reserve;
        let mut nearest = Some(0);
        for start in self.starts.clone() {
            let Ok(distance) = self.measure(&start) else { break };
            nearest = nearest.zip(distance).map(|(one, other)| one.max(other));
        }
        self.left += reserve;
        let Some(nearest) = nearest else { return Ok(None) };
        self.most = nearest;
        loop {
            self.changes.clear();
            self.tried.clear();
            self.is_cut = false;
            if self.find()? {
                return self.different().map(Some);
            }
            if !self.is_cut {
                return Ok(None);
            }
            self.most += 1;
        }
    }

    /// Adds changes until there is no way on which the node is not ticked; returns `false` if there are too many.
    fn find(&mut self) -> Result<bool, Spent> {
        let Some(way) = self.failing()? else { return Ok(true) };
        if self.changes.len() == self.most {
            self.is_cut = true;
            return Ok(false);
        }
        // The known replies that are others on the way.
        let mut others = 0;
        for step in &way {
            if self.changes.contains_key(&(step.tick, step.asked)) {
                others += usize::from(self.counts(step) && step.differs(step.chosen));
                continue;
            }
            for reply in (0..step.replies.len()).filter(|reply| *reply != step.chosen) {
                let Some(distance) = self.distance_after(step, reply)? else { continue };
                let own = usize::from(self.counts(step) && step.differs(reply));
                if others + own + distance > self.most {
                    self.is_cut = true;
                    continue;
                }
                self.changes.insert((step.tick, step.asked), step.replies[reply]);
                let changes = self.changes.iter().map(|(place, reply)| (*place, *reply)).collect();
                if self.tried.insert(changes) && self.find()? {
                    return Ok(true);
                }
                self.changes.remove(&(step.tick, step.asked));
            }
        }
        Ok(false)
    }

    /// Returns `true` if each other reply on a way is a change of its own.
    fn counts(&self, step: &Step) -> bool {
        matches!(step.asked.key(self.model), Key::Own(_))
            && !self.comes_twice[step.asked.node.place()]
    }

    /// A way on which the node is not ticked, with the changes.
    fn failing(&mut self) -> Result<Option<Vec<Step>>, Spent> {
        let mut sure = vec![HashSet::new(); self.ticks];
        for start in self.starts.clone() {
            let (mut tick, mut words, mut way) = (0, Vec::new(), Vec::<Step>::new());
            self.begin(&start, &mut words);
            let mut chosen = None;
            loop {
                match self.proceed(&mut tick, &mut words, chosen)? {
                    Came::Asks(choice) if !sure[tick].contains(&words) => {
                        let step = self.step(tick, &words, choice);
                        chosen = Some(step.chosen);
                        way.push(step);
                        continue;
                    }
                    Came::Nowhere => return Ok(Some(way)),
                    Came::There | Came::Asks(_) => {}
                }
                while let Some(last) = way.last_mut() {
                    last.chosen += 1;
                    if last.possible.contains(&last.chosen) {
                        break;
                    }
                    if sure[last.tick].len() < MOST_KEPT {
                        sure[last.tick].insert(std::mem::take(&mut last.words));
                    }
                    way.pop();
                }
                let Some(last) = way.last() else { break };
                (tick, chosen) = (last.tick, Some(last.chosen));
                words.clone_from(&last.words);
            }
        }
        Ok(None)
    }

    /// The distance from a state: see [`distances`](Self::distances).
    fn measure(&mut self, start: &[u32]) -> Result<Option<usize>, Spent> {
        struct Open {
            step: Step,
            best: Option<usize>,
        }
        let (mut tick, mut words, mut open) = (0, Vec::new(), Vec::<Open>::new());
        self.begin(start, &mut words);
        let mut chosen = None;
        loop {
            let mut distance = match self.proceed(&mut tick, &mut words, chosen)? {
                Came::There => Some(0),
                Came::Nowhere => None,
                Came::Asks(choice) => match self.distances[tick].get(&words) {
                    Some(distance) => *distance,
                    None => {
                        let step = Step { chosen: 0, ..self.step(tick, &words, choice) };
                        open.push(Open { step, best: None });
                        chosen = Some(0);
                        continue;
                    }
                },
            };
            loop {
                let Some(last) = open.last_mut() else { return Ok(distance) };
                let counts = self.counts(&last.step) && last.step.differs(last.step.chosen);
                let way = distance.map(|distance| distance + usize::from(counts));
                last.best = last.best.into_iter().chain(way).min();
                last.step.chosen += 1;
                if last.step.chosen < last.step.replies.len() {
                    (tick, chosen) = (last.step.tick, Some(last.step.chosen));
                    words.clone_from(&last.step.words);
                    break;
                }
                let Some(Open { step, best }) = open.pop() else { return Ok(distance) };
                if self.distances[step.tick].len() == MOST_KEPT {
                    return Err(Spent);
                }
                self.distances[step.tick].insert(step.words, best);
                distance = best;
            }
        }
    }

    /// The distance after another reply, or less if it is not known.
    fn distance_after(&mut self, step: &Step, reply: usize) -> Result<Option<usize>, Spent> {
        let (mut tick, mut words) = (step.tick, step.words.clone());
        Ok(match self.proceed(&mut tick, &mut words, Some(reply))? {
            Came::There => Some(0),
            Came::Nowhere => None,
            Came::Asks(_) => self.distances[tick].get(&words).copied().unwrap_or(Some(0)),
        })
    }

    /// The changes in the order in which they are asked for. If several replies to a question are enough, it is the first.
    fn different(&mut self) -> Result<Vec<Different>, Spent> {
        let mut different = Vec::new();
        for ((tick, asked), mut needs) in self.changes.clone() {
            // Without the change, some way comes to the question.
            self.changes.remove(&(tick, asked));
            let way = self.failing()?.unwrap_or_default();
            let asks = |(_, step): &(usize, &Step)| (step.tick, step.asked) == (tick, asked);
            let (place, step) = way.iter().enumerate().find(asks).ok_or(Spent)?;
            for reply in step.replies.iter().take_while(|reply| **reply != needs) {
                self.changes.insert((tick, asked), *reply);
                if self.failing()?.is_none() {
                    needs = *reply;
                    break;
                }
            }
            self.changes.insert((tick, asked), needs);
            different.push((place, Different { tick, asked, was: step.was, needs }));
        }
        different.sort_by_key(|(place, different)| (different.tick, *place));
        Ok(different.into_iter().map(|(_, different)| different).collect())
    }

    fn step(&self, tick: usize, words: &[u32], choice: Choice) -> Step {
        let Choice { among, asked } = choice;
        let mut replies = self.model.replies(&self.shape, words, asked);
        // A question may have fewer alternatives than replies.
        replies.truncate(among);
        let key = asked.key(self.model);
        // What is known of an expression is no longer known after a change of one of its replies.
        let is_changed = |((of, other), _): (&(usize, Asked), _)| {
            *of == tick && *other != asked && self.model.is_same_question(*other, asked)
        };
        let known = self.known.get(&key).filter(|_| !self.changes.iter().any(is_changed));
        let place = |reply: &Reply| replies.iter().position(|other| other == reply);
        let was = known.copied().filter(|was| place(was).is_some());
        let sure =
            self.changes.get(&(tick, asked)).and_then(place).or(was.as_ref().and_then(place));
        let possible = sure.map_or(0..among, |sure| sure..sure + 1);
        let (words, chosen) = (words.to_vec(), possible.start);
        Step { tick, words, asked, replies, possible, chosen, was }
    }

    fn begin(&self, state: &[u32], words: &mut Vec<u32>) {
        let (model, shape, events) = (self.model, &self.shape, &mut Vec::new());
        shape.begin(state, &[], &[], words);
        Tick { model, shape, words, events, chosen: None }.begin();
    }

    /// Goes on to the next question, in the tick or in a later one.
    fn proceed(
        &mut self,
        tick: &mut usize,
        words: &mut Vec<u32>,
        mut chosen: Option<usize>,
    ) -> Result<Came, Spent> {
        loop {
            self.left = self.left.checked_sub(1).ok_or(Spent)?;
            self.events.clear();
            let (model, shape, events) = (self.model, &self.shape, &mut self.events);
            let stop = Tick { model, shape, words, events, chosen: chosen.take() }.proceed();
            let mut ticked = self.events.iter().filter_map(Event::ticked);
            if ticked.any(|node| self.target.contains(&node.place())) {
                return Ok(Came::There);
            }
            match stop {
                Stop::Choice(choice) => return Ok(Came::Asks(choice)),
                Stop::End(_) => {
                    *tick += 1;
                    if *tick == self.ticks {
                        return Ok(Came::Nowhere);
                    }
                    let mut next = State::new();
                    model.layout.settle(&model.machine, words, &mut next);
                    self.begin(&next, words);
                }
            }
        }
    }
}
