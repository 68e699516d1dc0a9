//! A crowd that ticks only the agents that are due, compared with one that ticks all agents.

use crate::machine::{Machine, makers, watchful};
use bt_core::Status;
use bt_core::crowd::Crowd;
use meaning::course::Course;
use meaning::generator::is_sleepy;
use meaning::random::Random;
use meaning::{Call, Scripts, World};
use std::time::Duration;

const CROWDS: u64 = 12;
const AGENTS: u64 = 25;
const ROUNDS: usize = 120;

/// A tree in a world, with a name that does not change.
struct Agent {
    name: u64,
    machine: Box<dyn Machine>,
    world: World,
}

/// Whether conditions change in each round, or only when an agent is woken or acts.
#[derive(Clone, Copy, PartialEq)]
enum Worlds {
    Changing,
    Calm,
}

impl Agent {
    fn new(name: u64, worlds: Worlds) -> Self {
        // Most trees are sleepy, so that many ticks can be left out.
        let wanted = |seed: u64| name % 4 == 0 || is_sleepy(seed);
        let mut machines = makers().iter().cycle().filter(|(seed, _)| wanted(*seed));
        let skipped = usize::try_from(name % 199).expect("it is small");
        let world = World::new(Scripts::Seeded(name));
        let machine = match worlds {
            Worlds::Changing => machines.nth(skipped).expect("they come again and again").1(),
            Worlds::Calm => {
                world.calm();
                let machines = watchful();
                machines[usize::try_from(name).expect("64 bits") % machines.len()]()
            }
        };
        Self { name, machine, world }
    }

    /// Ticks the agent, and returns the status, and the calls that do not only look at the world.
    fn tick(&mut self, tick: impl FnOnce(&mut dyn Machine, &mut World) -> Status) -> Ticked {
        let status = tick(&mut *self.machine, &mut self.world);
        self.world.rings.set(false);
        let mut calls = self.world.take_calls();
        calls.retain(|Call(_, what)| what.acts() || !self.world.is_calm());
        Ticked { name: self.name, status, calls }
    }

    fn is_like(&self, other: &Self) -> bool {
        self.name == other.name
            && self.machine.is_like(&*other.machine)
            && self.world.turns() == other.world.turns()
    }
}

/// Everything that can be observed of a tick.
#[derive(Debug, PartialEq)]
struct Ticked {
    name: u64,
    status: Status,
    calls: Vec<Call>,
}

impl Ticked {
    /// Returns `true` if the tick is possible for a resting tree.
    fn is_rest(&self) -> bool {
        self.status == Status::Running && self.calls.is_empty()
    }
}

/// An action in the turn of an agent, besides its tick.
#[derive(Clone, Copy)]
enum Deed {
    Nothing,
    /// Rings an agent.
    Ring(usize),
    /// Removes an agent.
    Remove(usize),
    /// Adds an agent.
    Push(u64),
    /// Aborts the tree of an agent.
    Abort(usize),
    /// Changes the world of an agent, if it is calm.
    Change(usize),
}

/// The actions of a round, by the names of the agents that do them; both sides use the same.
struct Deeds(u64);

impl Deeds {
    fn of(&self, name: u64, agents: usize) -> Deed {
        let mut random = Random::new(self.0 ^ name.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let whom = random.below(agents);
        match random.below(400) {
            0..40 => Deed::Ring(whom),
            40 | 41 => Deed::Remove(whom),
            42 => Deed::Remove(usize::MAX),
            43..46 => Deed::Push(random.draw()),
            46..50 => Deed::Abort(whom),
            50..80 => Deed::Change(whom),
            _ => Deed::Nothing,
        }
    }
}

/// The agents that are ticked.
enum Turns {
    All(usize),
    Due(Box<Crowd>),
}

struct Side {
    agents: Vec<Agent>,
    turns: Turns,
    worlds: Worlds,
}

impl Side {
    fn new(turns: Turns, seed: u64, worlds: Worlds) -> Self {
        let mut side = Self { agents: Vec::new(), turns, worlds };
        for agent in 0..AGENTS {
            side.push(seed * AGENTS + agent);
        }
        side
    }

    fn push(&mut self, name: u64) {
        self.agents.push(Agent::new(name, self.worlds));
        if let Turns::Due(crowd) = &mut self.turns {
            crowd.push();
            if self.worlds == Worlds::Calm {
                assert!(crowd.insert_event_driven(self.agents.len() - 1));
            }
        }
    }

    fn remove(&mut self, agent: usize) {
        self.agents.swap_remove(agent);
        match &mut self.turns {
            Turns::All(turn) if *turn == agent + 1 && agent < self.agents.len() => *turn = agent,
            Turns::All(_) => {}
            Turns::Due(crowd) => assert!(crowd.swap_remove(agent)),
        }
    }

    fn wake(&mut self, agent: usize) {
        if let Turns::Due(crowd) = &mut self.turns {
            assert!(crowd.wake(agent));
        }
    }

    fn next_turn(&mut self) -> Option<usize> {
        match &mut self.turns {
            Turns::All(turn) => {
                let agent = (*turn < self.agents.len()).then_some(*turn);
                *turn += 1;
                agent
            }
            Turns::Due(crowd) => crowd.next_due(),
        }
    }

    /// Ticks the agents that are due; resting agents are not in the result.
    fn round(&mut self, now: Duration, deeds: &Deeds, count: &mut usize) -> Vec<Ticked> {
        for Agent { world, .. } in &mut self.agents {
            world.book.now = now;
            world.begin_tick();
        }
        match &mut self.turns {
            Turns::All(turn) => *turn = 0,
            Turns::Due(crowd) => crowd.begin(now),
        }
        let mut seen = Vec::new();
        while let Some(agent) = self.next_turn() {
            *count += 1;
            let ticked = match &mut self.turns {
                Turns::All(_) => self.agents[agent].tick(|machine, world| machine.tick(world)),
                Turns::Due(crowd) => {
                    self.agents[agent].tick(|machine, world| machine.tick_in(crowd, agent, world))
                }
            };
            if !ticked.is_rest() {
                let deed = deeds.of(ticked.name, self.agents.len());
                seen.push(ticked);
                self.act(deed, agent, now);
            }
        }
        seen
    }

    fn act(&mut self, deed: Deed, agent: usize, now: Duration) {
        match deed {
            Deed::Nothing => {}
            Deed::Ring(whom) => {
                self.agents[whom].world.rings.set(true);
                self.wake(whom);
            }
            Deed::Remove(whom) => self.remove(if whom == usize::MAX { agent } else { whom }),
            Deed::Push(name) => {
                self.push(name);
                if let Some(Agent { world, .. }) = self.agents.last_mut() {
                    world.book.now = now;
                    world.begin_tick();
                }
            }
            Deed::Abort(whom) => {
                let Agent { machine, world, .. } = &mut self.agents[whom];
                machine.abort(world);
                self.wake(whom);
            }
            Deed::Change(whom) => {
                self.agents[whom].world.change();
                self.wake(whom);
            }
        }
    }
}

/// Compares crowds with lists of which all agents are ticked, and returns the numbers of ticks.
fn compare(worlds: Worlds) -> (usize, usize) {
    let (mut ticks, mut due_ticks) = (0, 0);
    for seed in 0..CROWDS {
        let mut all = Side::new(Turns::All(0), seed, worlds);
        let mut crowd = Box::new(Crowd::new());
        crowd.sample_promises(usize::from(seed % 2 == 1));
        let mut due = Side::new(Turns::Due(crowd), seed, worlds);
        let mut course = Course::new(seed);
        let mut random = Random::new(seed);
        for round in 0..ROUNDS {
            let (mut now, deeds) = (course.time(), Deeds(random.draw()));
            // At the end of time, a node that begins to wait has waited.
            while worlds == Worlds::Calm && now == Duration::MAX {
                now = course.time();
            }
            // There are no agents left.
            if all.agents.is_empty() {
                break;
            }
            let expected = all.round(now, &deeds, &mut ticks);
            let done = due.round(now, &deeds, &mut due_ticks);
            assert_eq!(done, expected, "crowd {seed}, round {round} at {now:?}");
            let mut both = all.agents.iter().zip(&due.agents);
            let other = both.find(|(one, other)| !one.is_like(other)).map(|(agent, _)| agent.name);
            assert_eq!(other, None, "crowd {seed}, round {round} at {now:?}: another state");
            assert_eq!(all.agents.len(), due.agents.len());
            if let Turns::Due(crowd) = &mut due.turns {
                assert_eq!(crowd.broken_promises(), [], "crowd {seed}, round {round} at {now:?}");
            }
        }
    }
    println!("{due_ticks} of {ticks}");
    (due_ticks, ticks)
}

#[test]
fn who_is_left_out_would_have_done_nothing() {
    let (due_ticks, ticks) = compare(Worlds::Changing);
    assert!(due_ticks * 4 < ticks * 3, "{due_ticks} ticks of {ticks}: few were left out");
}

#[test]
fn an_event_driven_agent_does_what_one_does_that_is_always_ticked() {
    let (due_ticks, ticks) = compare(Worlds::Calm);
    assert!(due_ticks * 6 < ticks * 5, "{due_ticks} ticks of {ticks}: few were left out");
}
