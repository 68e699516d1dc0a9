//! `pipeline { D => node … }`

use super::prelude::*;
use super::repeat::rounds;

pub(super) const ROW: Row = Row {
    word: "pipeline",
    children: C::Lasting,
    description: "ticks its children in order like a `sequence`, and those before the running one too",
    details: "A child is reached when the one before has succeeded for the first time. Every tick ticks \
        all reached children again, in order, each in a new activation if it had ended; an earlier child \
        that runs again does not stop the later ones. `D => node` gives a child a duration: after it has \
        succeeded, it counts as succeeded, without a tick, until D after it began. D is evaluated when \
        the child begins. Any failure is failure, success of the last child is success; the children \
        that still run are then aborted.",
    example: "pipeline { 1s => action npc.plan(); action npc.walk(); }",
    in_files: InFiles::Plain(
        "`pipeline { 1s => … … }`",
        "one node after the other, until one fails; those before the running one are done again \
            meanwhile, here the first at most once per second: \"walk, and plan again while walking\"",
    ),
    wake: &[(
        "",
        "the earliest time of its running children and of the ends of `D`; if a child without D has \
            succeeded, the next tick",
    )],
    icon: "pipeline",
    elsewhere: &["pipeline_sequence"],
    make: |of, _| {
        let children = of.count();
        made(Pipeline { known: (0..children).map(|_| of.length()).collect() })
    },
    read: Parser::Node(|reader| {
        let arguments = reader.without_arguments();
        let (known, children) = reader.lasting()?;
        Ok((arguments.and(known).map(|known| made(Pipeline { known })), children))
    }),
    most_children: Some((MOST_BESIDE, "a `pipeline` takes at most 1000 children")),
    begins_with_child: true,
    next_after: Some(true),
    overlaps: true,
    rest: Rest::Children,
    expects: Expects::EachChild(true),
    confused_with: &[Word::Sequence, Word::ActiveSequence],
    ..Row::COMPOSITE
};

/// Goes on to the next child after a success, and ticks the earlier ones again.
struct Pipeline {
    /// For each child, how long its success counts; no time if it has no duration.
    known: Vec<Option<Duration>>,
}

impl Definition for Pipeline {
    fn literals(&self, literals: &mut Literals) {
        literals.add_count(self.known.len());
        self.known.iter().for_each(|known| literals.add_length(*known));
    }

    fn text(&self, _: &Expressions) -> String {
        String::new()
    }

    fn keeps_data(&self, _: &Row, children: usize) -> bool {
        children > 1
    }

    // The first success of a child reaches the next, as in a sequence. From then on a child can always
    // do again what it did, so that only its failures matter: while a later child runs.
    fn run(&self, at: &Activation<'_>) -> Run {
        let mut limits = Vec::with_capacity(at.children.len());
        let mut rest = Vec::with_capacity(at.children.len());
        // From behind: the ticks in which the children from this one on run, if it is reached in the first.
        let mut behind = Ticks::NONE;
        for child in at.children.iter().rev() {
            rest.push(behind);
            behind = child.running.or(child.success.then(behind));
        }
        let mut begins = Ticks::FIRST;
        let mut outcomes = Outcomes { running: behind, ..Outcomes::NONE };
        for ((child, behind), known) in at.children.iter().zip(rest.iter().rev()).zip(&self.known) {
            limits.push(at.left(begins));
            let reaches = begins.then(child.success);
            // It begins again in the next tick, or with a duration at any time after that.
            let again = match Size::of(*known) {
                Size::Zero => rounds(child.success, u32::MAX, true).1,
                Size::Positive | Size::Unknown => Ticks::ALL,
            };
            let fails = again.then(child.failure).and(*behind);
            let late = reaches.then(fails).later(1);
            outcomes.failure = outcomes.failure.or(begins.then(child.failure)).or(late);
            begins = reaches;
        }
        outcomes.success = begins;
        Run { outcomes, limits }
    }

    fn cuts_short(&self, children: &[Outcomes]) -> (Vec<bool>, &'static str) {
        (vec![children.len() > 1; children.len()], "write `sequence { … }`")
    }

    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        // With one child it is like that child.
        b.around_child(|exits| exits)
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let lengths = tick.node.ids(Purpose::Lasting).zip(&self.known);
        let lengths = lengths.map(|(of, known)| Length { of, known: *known });
        let mut lengths: Vec<Option<Length>> = lengths
            .map(|length| Some(length).filter(|_| length.known != Some(Duration::ZERO)))
            .collect();
        // Nothing comes after the success of the last.
        if let Some(last) = lengths.last_mut() {
            *last = None;
        }
        let ends = tick.ends();
        let mut places = Vec::with_capacity(lengths.len());
        for (child, length) in lengths.into_iter().enumerate() {
            let again = tick.declare(format!("again_{child}"));
            let enter = match length {
                None => again,
                Some(length) => {
                    tick.field(Field::Until { child, length });
                    tick.declare(format!("reach_{child}"))
                }
            };
            places.push((enter, again, length));
        }
        if let Some((first, ..)) = places.first() {
            let _ = tick.edge(*first);
        }
        for (child, (enter, again, length)) in places.iter().enumerate() {
            let ticks = tick.declare(format!("child_{child}"));
            let begins = length.map(|length| Step::Lasts(child, length));
            if begins.is_some() {
                let yes = tick.edge(ticks).after(begins.clone());
                let no = tick.edge(*again);
                tick.ask(*enter, Question::IsIdle(child), yes, no);
            }
            let yes = tick.edge(ticks).after([Step::Reopen(child)]).after(begins);
            let no = tick.edge(ticks);
            tick.ask(*again, Question::IsStale(child), yes, no);
            let failure = tick.edge(ends.failure).after([Step::Close(child, false)]);
            let close = [Step::Close(child, true)];
            let Some((next_enter, next_again, _)) = places.get(child + 1) else {
                let closed = tick.edge(ends.success);
                let success = tick.edge(ends.success).after(close);
                tick.child(ticks, child, closed, leave(Status::Running), [success, failure]);
                continue;
            };
            let runs = tick.declare(format!("child_{child}_runs"));
            let (closed, running) = (tick.edge(*next_again), tick.edge(runs));
            let success = tick.edge(*next_enter).after(close);
            tick.child(ticks, child, closed, running, [success, failure]);
            let no = tick.edge(*next_again);
            tick.ask(runs, Question::IsIdle(child + 1), leave(Status::Running), no);
        }
        tick.finish(ends);
        Ok(())
    }
}
