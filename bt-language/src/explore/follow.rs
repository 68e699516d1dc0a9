//! One tick of a model: one that looks like a tick that has happened, or one whose choices are made by a caller.

use super::asked::{Asked, Key, Reply};
use super::reach::Reach;
use super::state::{Shape, Watch};
use super::tick::{Choice, Stop, Tick};
use super::{End, Event, Model, Seen, State};
use crate::machine::Status;
use std::collections::{BTreeMap, BTreeSet};

/// The most parts of ticks that are tried for one tick that has happened.
pub(super) const MOST_PARTS: usize = 1 << 16;

/// The states in which a running tree may be: more than one if they have looked alike so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    states: BTreeSet<State>,
}

/// How a tick has looked from outside.
#[derive(Clone, Copy)]
pub struct Look<'l> {
    /// The results of leaves, composites and decorators, and the aborts.
    pub events: &'l [Event],
    /// Among the events are the decisions, too.
    pub has_decisions: bool,
    /// The nodes that are active after it.
    pub after: &'l [bool],
    /// It is a tick of a stop.
    pub is_stop: bool,
}

impl Followed {
    /// A tree that has just been made.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        Self { states: BTreeSet::from([model.start()]) }
    }

    /// A tree in which these nodes are active; `None` if not all states can be visited with this number of parts of ticks.
    #[must_use]
    pub fn among(model: &Model, active: &[bool], mut transitions: u64) -> Option<Self> {
        if !active.contains(&true) && !model.has_memory() {
            return Some(Self::new(model));
        }
        let mut reach = Reach::new(model, [model.start()], true);
        while reach.next(&mut transitions)? {}
        let (mut states, mut now) = (BTreeSet::new(), Vec::new());
        for state in reach.states() {
            model.active(&state, &mut now);
            if now == active {
                states.insert(state);
            }
        }
        Some(Self { states })
    }

    /// Goes on with a tick; fills in what is not visible in it, as the first tick of the model that looks the same.
    ///
    /// Returns `false` if there is none, and `None` if there are too many to try.
    pub fn tick(
        &mut self,
        model: &Model,
        look: Look<'_>,
        status: Status,
        seen: &mut Seen,
    ) -> Option<bool> {
        let mut next = BTreeSet::new();
        let mut parts = 0;
        for state in &self.states {
            let search = Search { model, look, status, parts: &mut parts };
            search.each(state, &mut |end, _, _| {
                if next.is_empty() {
                    end.see(seen);
                }
                next.insert(end.after.to_vec());
            });
        }
        self.states = next;
        (parts < MOST_PARTS).then_some(!self.states.is_empty())
    }

    /// The states in which a tick that looks like this can have begun, and the replies that it got: those without which it
    /// would have looked otherwise. `None` if there are too many ticks to try.
    pub(super) fn replies(
        &self,
        model: &Model,
        look: Look<'_>,
        status: Status,
    ) -> Option<(Vec<State>, BTreeMap<Key, Reply>)> {
        let (mut starts, mut parts) = (Vec::new(), 0);
        let mut known: Option<BTreeMap<Key, Reply>> = None;
        for state in &self.states {
            let search = Search { model, look, status, parts: &mut parts };
            search.each(state, &mut |_, shape, open| {
                if starts.last() != Some(state) {
                    starts.push(state.clone());
                }
                let mut replies = BTreeMap::<Key, Option<Reply>>::new();
                for Open { words, choice, chosen, .. } in open {
                    let reply = model.replies(shape, words, choice.asked).get(*chosen).copied();
                    let same = replies.entry(choice.asked.key(model)).or_insert(reply);
                    *same = same.filter(|same| Some(*same) == reply);
                }
                let sure = replies.into_iter().filter_map(|(key, reply)| Some((key, reply?)));
                let sure: BTreeMap<Key, Reply> = sure.collect();
                match &mut known {
                    Some(known) => known.retain(|key, reply| sure.get(key) == Some(reply)),
                    None => known = Some(sure),
                }
            });
        }
        (parts < MOST_PARTS).then(|| (starts, known.unwrap_or_default()))
    }

    /// Goes on with an abort from outside whose events are not known.
    pub(super) fn abort_unseen(&mut self, model: &Model) {
        self.states = self.states.iter().map(|state| model.aborted(state).0).collect();
    }

    /// Goes on with an abort from outside; returns `false` if the model aborts other nodes.
    pub fn abort(&mut self, model: &Model, events: &[Event]) -> bool {
        let aborted = self.states.iter().map(|state| model.aborted(state));
        let alike = aborted.filter(|(_, own)| own == events);
        self.states = alike.map(|(state, _)| state).collect();
        !self.states.is_empty()
    }
}

impl Model {
    /// Ticks a state once. At each choice, `choose` gets the question and for each alternative the reply, and the events up
    /// to the next choice, and returns the index of one.
    pub fn play(
        &self,
        state: &[u32],
        mut choose: impl FnMut(Asked, &[Reply], &[&[Event]]) -> usize,
    ) -> (Seen, State) {
        let shape = Shape::of(self, &Watch::default(), 0);
        let (mut words, mut events) = (Vec::new(), Vec::new());
        shape.begin(state, &[], &[], &mut words);
        let proceed = |words: &mut Vec<u32>, events: &mut Vec<Event>, chosen| {
            Tick { model: self, shape: &shape, words, events, chosen }.proceed()
        };
        Tick { model: self, shape: &shape, words: &mut words, events: &mut events, chosen: None }
            .begin();
        let mut stop = proceed(&mut words, &mut events, None);
        let status = loop {
            let Choice { among, asked } = match stop {
                Stop::End(status) => break status,
                Stop::Choice(choice) => choice,
            };
            let way = |chosen| {
                let (mut words, mut events) = (words.clone(), events.clone());
                let stop = proceed(&mut words, &mut events, Some(chosen));
                (words, events, stop)
            };
            let mut ways: Vec<_> = (0..among).map(way).collect();
            let behind: Vec<&[Event]> =
                ways.iter().map(|(_, all, _)| &all[events.len()..]).collect();
            let replies = self.replies(&shape, &words, asked);
            let chosen = choose(asked, &replies[..among], &behind).min(among - 1);
            (words, events, stop) = ways.swap_remove(chosen);
        };
        let (mut seen, mut next) = (Seen::default(), State::new());
        self.layout.settle(&self.machine, &words, &mut next);
        let (before, after, events) = (state, next.as_slice(), events.as_slice());
        End { model: self, status, is_stop: false, before, after, events }.see(&mut seen);
        (seen, next)
    }
}

/// A search for the ticks from a state that look the same.
struct Search<'s> {
    model: &'s Model,
    look: Look<'s>,
    status: Status,
    parts: &'s mut usize,
}

/// A choice in a tick.
struct Open {
    words: Vec<u32>,
    /// The number of events before it.
    events: usize,
    chosen: usize,
    choice: Choice,
}

impl Search<'_> {
    /// Calls `each` with each tick, and the choices in it.
    fn each(self, state: &[u32], each: &mut impl FnMut(&End<'_>, &Shape, &[Open])) {
        let Self { model, look, status, parts } = self;
        let shape = Shape::of(model, &Watch::default(), 0);
        let (mut words, mut events, mut open) = (Vec::new(), Vec::new(), Vec::<Open>::new());
        let (mut active, mut next) = (Vec::new(), Vec::new());
        shape.begin(state, &[], &[], &mut words);
        let mut chosen = None;
        let mut tick =
            Tick { model, shape: &shape, words: &mut words, events: &mut events, chosen };
        if look.is_stop {
            tick.begin_stop();
        } else {
            tick.begin();
        }
        while *parts < MOST_PARTS {
            *parts += 1;
            let mut tick =
                Tick { model, shape: &shape, words: &mut words, events: &mut events, chosen };
            let stop = tick.proceed();
            let visible = events.iter().filter(|event| {
                event.is_visible() || look.has_decisions && matches!(event, Event::Decision { .. })
            });
            let count = visible.clone().count();
            let fits = look.events.len() >= count && visible.eq(&look.events[..count]);
            match stop {
                Stop::Choice(choice) if fits => {
                    let (words, events) = (words.clone(), events.len());
                    open.push(Open { words, events, chosen: 0, choice });
                    chosen = Some(0);
                    continue;
                }
                Stop::End(is) if fits && is == status && count == look.events.len() => {
                    model.layout.settle(&model.machine, &words, &mut next);
                    model.active(&next, &mut active);
                    if active == look.after {
                        let (before, after) = (state, next.as_slice());
                        let (events, is_stop) = (events.as_slice(), look.is_stop);
                        let end = End { model, status, is_stop, before, after, events };
                        each(&end, &shape, &open);
                    }
                }
                Stop::Choice(_) | Stop::End(_) => {}
            }
            loop {
                let Some(last) = open.last_mut() else { return };
                last.chosen += 1;
                if last.chosen < last.choice.among {
                    words.clone_from(&last.words);
                    events.truncate(last.events);
                    chosen = Some(last.chosen);
                    break;
                }
                open.pop();
            }
        }
    }
}
