//! What would have to be different for a node to run, compared with all runs: with the answers that are named the node is
//! ticked, whatever else is answered, and with fewer it is not.

use super::{number, small, tree};
use bt_language::explore::{
    Asked, Different, Event, Followed, Known, Look, Model, Part, Reply, Seen, State, WhyNot,
    why_not,
};
use bt_language::place::Lines;
use fastrand::Rng;
use meaning::printer;
use std::collections::BTreeSet;

/// The maximum number of runs of one comparison.
const MOST_RUNS: usize = 3_000;
const TICKS: usize = 5;

/// A question in a tick, and its reply.
type Given = (usize, Asked, Reply);

/// The runs of some ticks.
struct Runs<'m> {
    model: &'m Model,
    target: usize,
    ticks: usize,
    /// The replies that stay as they were.
    known: &'m [(Asked, Reply)],
}

/// One of them.
struct Run {
    given: Vec<Given>,
    /// The first tick, and the state after it.
    first: (Seen, State),
    /// Whether the node is ticked in the run.
    ticks_it: bool,
}

impl Runs<'_> {
    /// Visits the runs with these replies until a visit returns `false`; `None` if there are too many.
    fn each(
        &self,
        state: &[u32],
        changes: &[Given],
        visit: &mut dyn FnMut(Run) -> bool,
    ) -> Option<bool> {
        // The alternatives of the choices that are free, and their number.
        let mut free: Vec<(usize, usize)> = Vec::new();
        for _ in 0..MOST_RUNS {
            let run = self.one(state, changes, &mut free);
            if !visit(run) {
                return Some(false);
            }
            while free.last().is_some_and(|(chosen, among)| chosen + 1 == *among) {
                free.pop();
            }
            let Some((chosen, _)) = free.last_mut() else { return Some(true) };
            *chosen += 1;
        }
        None
    }

    fn one(&self, state: &[u32], changes: &[Given], free: &mut Vec<(usize, usize)>) -> Run {
        let (mut given, mut first, mut ticks_it) = (Vec::new(), None, false);
        let (mut state, mut asked_so_far) = (state.to_vec(), 0);
        for tick in 0..self.ticks {
            let (seen, next) = self.model.play(&state, |asked, replies, _| {
                let chosen = self.fixed(tick, asked, changes);
                let chosen = chosen.and_then(|is| replies.iter().position(|reply| *reply == is));
                let chosen = chosen.unwrap_or_else(|| {
                    if free.len() == asked_so_far {
                        free.push((0, replies.len()));
                    }
                    asked_so_far += 1;
                    free[asked_so_far - 1].0
                });
                given.push((tick, asked, replies[chosen]));
                chosen
            });
            state.clone_from(&next);
            ticks_it |= seen.ticked[self.target];
            first.get_or_insert((seen, next));
        }
        Run { given, first: first.expect("a tick"), ticks_it }
    }

    /// The reply that a question gets in all runs.
    fn fixed(&self, tick: usize, asked: Asked, changes: &[Given]) -> Option<Reply> {
        let mut own = changes.iter().filter(|(of, other, _)| (*of, *other) == (tick, asked));
        let is_same = |other| self.model.is_same_question(asked, other);
        let is_changed = changes.iter().any(|(of, other, _)| *of == tick && is_same(*other));
        let known = self.known.iter().find(|(other, _)| is_same(*other) && !is_changed);
        own.next().map(|(_, _, reply)| *reply).or(known.map(|(_, reply)| *reply))
    }

    /// Whether the node is ticked in all runs from all of these states.
    fn always_tick(&self, states: &[State], changes: &[Given]) -> Option<bool> {
        for state in states {
            if !self.each(state, changes, &mut |run| run.ticks_it)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether it is with a set of this number of replies more.
    fn with_more(
        &self,
        states: &[State],
        all: &[Given],
        changes: &mut Vec<Given>,
        more: usize,
    ) -> Option<bool> {
        if more == 0 {
            return self.always_tick(states, changes);
        }
        for (place, given) in all.iter().enumerate() {
            if changes.iter().any(|(tick, asked, _)| (*tick, *asked) == (given.0, given.1)) {
                continue;
            }
            changes.push(*given);
            let is_it = self.with_more(states, &all[place + 1..], changes, more - 1)?;
            changes.pop();
            if is_it {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// The states in which a tick that looks the same can have begun, those after it, and its replies.
#[derive(Default)]
struct Alike {
    starts: Vec<State>,
    ends: BTreeSet<State>,
    replies: Option<Vec<(Asked, Reply)>>,
}

impl Alike {
    fn of(model: &Model, states: &BTreeSet<State>, happened: &Seen) -> Option<Self> {
        let visible = |seen: &Seen| -> Vec<Event> {
            let is_visible = |event: &&Event| {
                matches!(event, Event::Leaf(..) | Event::Finished(..) | Event::Aborted(_))
            };
            seen.events.iter().filter(is_visible).copied().collect()
        };
        let looks = |seen: &Seen| (seen.status, visible(seen), seen.after.clone());
        let look = looks(happened);
        let mut alike = Self::default();
        let runs = Runs { model, target: 0, ticks: 1, known: &[] };
        for state in states {
            runs.each(state, &[], &mut |run| {
                let (seen, end) = run.first;
                if looks(&seen) == look {
                    alike.starts.push(state.clone());
                    alike.ends.insert(end);
                    alike.add(model, &run.given);
                }
                true
            })?;
        }
        alike.starts.dedup();
        Some(alike)
    }

    /// Keeps the replies that are the same in all ticks.
    fn add(&mut self, model: &Model, given: &[Given]) {
        let is_same = |(_, asked, _): &&Given, other| model.is_same_question(*asked, other);
        let is_sure = |(_, asked, reply): &&Given| {
            given.iter().filter(|other| is_same(other, *asked)).all(|other| other.2 == *reply)
        };
        let sure = given.iter().filter(is_sure).map(|(_, asked, reply)| (*asked, *reply));
        match &mut self.replies {
            Some(replies) => {
                let sure: Vec<_> = sure.collect();
                let is_kept = |(asked, reply): &(Asked, Reply)| {
                    sure.iter().any(|(other, same)| {
                        model.is_same_question(*asked, *other) && same == reply
                    })
                };
                replies.retain(is_kept);
            }
            None => self.replies = Some(sure.collect()),
        }
    }
}

fn model(source: &str, same_answers: bool) -> Model {
    let tree = tree(source);
    let machine = bt_language::lower("Random", None, &tree.scope(), tree.root, &Lines::default());
    let bytes = machine.expect("it can be lowered").to_bytes(&|_, _| None);
    let part = Part::read(&bytes, &|_| None).expect("the bytes of a machine");
    part.model(&[Known::default(); 64], same_answers).expect("a model")
}

#[derive(Debug, Default)]
struct Counts {
    one: usize,
    several: usize,
    later: usize,
    never: usize,
    unclear: usize,
    smallest: usize,
}

/// Compares the answer about a node in a tick with all runs.
fn compare(
    model: &Model,
    alike: &Alike,
    target: usize,
    answer: &WhyNot,
    counts: &mut Counts,
) -> Result<(), String> {
    let known = alike.replies.as_deref().unwrap_or_default();
    let runs = |ticks| Runs { model, target, ticks, known };
    let (ticks, different) = match answer {
        WhyNot::If { ticks, different } => (*ticks, different.as_slice()),
        WhyNot::Never { .. } => {
            counts.never += 1;
            // No run of a few ticks has it either.
            for state in &alike.starts {
                let free = Runs { known: &[], ..runs(3) };
                if free.each(state, &[], &mut |run| !run.ticks_it) == Some(false) {
                    return Err("a run ticks it".into());
                }
            }
            return Ok(());
        }
        WhyNot::Unclear => {
            counts.unclear += 1;
            return Ok(());
        }
        WhyNot::NotFound { .. } => return Err("it is not found".into()),
    };
    let given = |of: &Different| (of.tick, of.asked, of.needs);
    let mut changes: Vec<Given> = different.iter().map(given).collect();
    match (ticks, changes.len()) {
        (2.., _) => counts.later += 1,
        (_, 2..) => counts.several += 1,
        _ => counts.one += 1,
    }
    if runs(ticks).always_tick(&alike.starts, &changes) == Some(false) {
        return Err("it is not always ticked".into());
    }
    let mut all = BTreeSet::new();
    for state in &alike.starts {
        let free = Runs { known: &[], ..runs(ticks) };
        let visited = free.each(state, &[], &mut |run| {
            all.extend(run.given);
            true
        });
        if visited.is_none() {
            return Ok(());
        }
    }
    if let ([start], 2..) = (&*alike.starts, ticks) {
        // In one tick a question always gets the same reply.
        let gives_one = |run: &Run| {
            let is_other = |(tick, asked, reply): &Given| {
                run.given.iter().any(|of| (of.0, of.1) == (*tick, *asked) && of.2 != *reply)
            };
            !run.given.iter().any(is_other)
        };
        let free = Runs { known: &[], ..runs(ticks - 1) };
        let is_longer = |run: Run| !run.ticks_it || !gives_one(&run);
        if free.each(start, &[], &mut { is_longer }) == Some(false) {
            return Err("a shorter run ticks it".into());
        }
    }
    let all: Vec<Given> = all.into_iter().collect();
    for fewer in 0..changes.len().min(3) {
        changes.clear();
        match runs(ticks).with_more(&alike.starts, &all, &mut changes, fewer) {
            None => return Ok(()),
            Some(true) => return Err(format!("{fewer} are enough: {changes:?}")),
            Some(false) => {}
        }
    }
    counts.smallest += 1;
    Ok(())
}

#[test]
fn the_fewest_answers_make_a_node_run() {
    let from = number("ENUMERATION_FROM").unwrap_or(0);
    let to = from + number("ENUMERATION").map_or(80, |trees| trees / 10);
    let mut counts = Counts::default();
    for seed in from..to {
        let mut random = Rng::with_seed(seed);
        let source = printer::source(&small::forest(seed));
        let model = model(&source, seed % 2 == 0);
        let (mut state, mut followed) = (model.start(), Followed::new(&model));
        let mut states = BTreeSet::from([state.clone()]);
        for tick in 0..TICKS {
            let (seen, next) = model.play(&state, |_, replies, _| random.usize(..replies.len()));
            let Some(alike) = Alike::of(&model, &states, &seen) else { break };
            let events: Vec<Event> = seen
                .events
                .iter()
                .filter(|event| {
                    matches!(event, Event::Leaf(..) | Event::Finished(..) | Event::Aborted(_))
                })
                .copied()
                .collect();
            let look =
                Look { events: &events, has_decisions: false, after: &seen.after, is_stop: false };
            for target in (0..seen.ticked.len()).filter(|node| !seen.ticked[*node]) {
                let answer = why_not(&model, &followed, look, seen.status, target, 1_000_000);
                let answer = answer.expect("the tick is one of the model");
                if let Err(wrong) = compare(&model, &alike, target, &answer, &mut counts) {
                    panic!(
                        "tree {seed}, tick {tick}, node {target}: {wrong}\n{source}\n{seen:?}\n{answer:?}"
                    );
                }
            }
            assert_eq!(followed.tick(&model, look, seen.status, &mut Seen::default()), Some(true));
            (states, state) = (alike.ends, next);
        }
        proc_macro2::extra::invalidate_current_thread_spans();
    }
    println!("{counts:?}");
    let Counts { one, several, later, never, unclear, smallest } = counts;
    assert!(
        [one, several, later, never].iter().all(|count| *count > 100),
        "the trees are too tame"
    );
    assert!(unclear * 20 < one && smallest * 2 > one, "too little is compared");
}
