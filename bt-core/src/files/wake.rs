//! The time of the next tick that an agent needs.

use super::code::{Code, FrameKind, Keeps, SUCCEEDED, Term, time};
use super::loaded::Loaded;
use super::play::Vocabulary;
use crate::Wake;
use crate::language::private::{elsewhere, settled};

/// The earliest time at which a tick may have an effect.
pub(super) fn of<V: Vocabulary>(agent: &Loaded<V>) -> Wake {
    region(agent, 0)
}

/// The time at which a region is due: the next tick, unless the recorded position rests.
fn region<V: Vocabulary>(agent: &Loaded<V>, number: usize) -> Wake {
    let code: &Code = &agent.code;
    let region = &code.regions[number];
    let recorded = region.recorded(&agent.words);
    let rest = region.rests.iter().find(|rest| Some(rest.position) == recorded);
    let Some(rest) = rest else { return Wake::NextTick };
    let terms = rest.terms.iter().map(|term| self::term(agent, *term));
    terms.fold(position(agent, rest.position), Wake::min)
}

fn position<V: Vocabulary>(agent: &Loaded<V>, position: usize) -> Wake {
    let of = &agent.code.positions[position];
    match of.keeps {
        Keeps::Nothing => Wake::OnEvent,
        Keeps::Deadline => Wake::At(time(&agent.words, of.from)),
        Keeps::Action { held, .. } => agent.held(held).map_or(Wake::NextTick, V::next_wake),
        Keeps::Tree { held, goes_by_other_clock } => {
            let wake = agent.held(held).map_or(Wake::NextTick, V::next_wake);
            if goes_by_other_clock { elsewhere(wake) } else { wake }
        }
        Keeps::Region(below) | Keeps::Subtree { region: below } => region(agent, below),
        Keeps::Frame(frame) => self::frame(agent, frame),
    }
}

fn frame<V: Vocabulary>(agent: &Loaded<V>, frame: usize) -> Wake {
    let of = &agent.code.frames[frame];
    let child =
        |place: usize| of.children.get(place).map_or(Wake::NextTick, |child| region(agent, *child));
    match of.kind {
        FrameKind::Timer { due, is_every: true, .. } => Wake::At(time(&agent.words, due)),
        FrameKind::Timer { due: at, .. } | FrameKind::Timeout { until: at, .. } => {
            Wake::At(time(&agent.words, at)).min(child(0))
        }
        FrameKind::Random { chosen, .. }
        | FrameKind::Utility { chosen, .. }
        | FrameKind::ActiveUtility { chosen, .. } => {
            match (agent.words[chosen] as usize).checked_sub(1) {
                Some(place) => child(place),
                None => Wake::NextTick,
            }
        }
        FrameKind::Parallel => {
            let wakes = of.children.iter().map(|child| {
                let state = agent.words[agent.code.regions[*child].state];
                // A finished child needs no tick.
                if state >= SUCCEEDED { Wake::OnEvent } else { region(agent, *child) }
            });
            wakes.fold(Wake::OnEvent, Wake::min)
        }
        FrameKind::Rounds { .. } | FrameKind::Finally { .. } | FrameKind::Decorator { .. } => {
            child(0)
        }
    }
}

fn term<V: Vocabulary>(agent: &Loaded<V>, term: Term) -> Wake {
    match term {
        Term::Cools(cooldown) => {
            let end = agent.code.cooldowns[cooldown].end;
            if agent.words[end] == 0 {
                Wake::NextTick
            } else {
                Wake::At(time(&agent.words, end + 1))
            }
        }
        Term::Keeps(at, expected) => {
            let result = match agent.words[at] {
                0 => None,
                kept => Some(kept == 2),
            };
            settled(result, expected)
        }
    }
}
