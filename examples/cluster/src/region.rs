//! The part of the world that one worker has.

use super::animal::{Animal, Body, Event, Face, SHEEP, WOLF, time_of};
use super::digest::{mix, of_bytes};
use super::error::Error;
use super::parcel::{Agent, Mirror, Parcel, encode};
use super::trees::{Mind, Sheep, Wolf};
use super::world::{STEP, STRIP, Shares, TILE, VIEW, World};
use bt_core::Wake;
use bt_core::crowd::Crowd;
use bt_core::grid::{Circle, Error as GridError, Grid, Handle};
use glam::Vec2;
use std::collections::HashMap;

/// One wolf for this number of agents.
const AGENTS_PER_WOLF: u32 = 200;

/// The agents of one worker, in arrays, and the mirrors of those near its border.
#[derive(Debug)]
pub struct Region {
    world: World,
    shares: Shares,
    worker: usize,
    /// Own agents and mirrors, where they were at the end of the last tick.
    grid: Grid<Face, Vec2>,
    crowd: Crowd,
    minds: Vec<Mind>,
    bodies: Vec<Body>,
    handles: Vec<Handle>,
    mirrors: HashMap<u32, Handle>,
}

impl Region {
    /// Makes a region without agents.
    ///
    /// # Errors
    ///
    /// If the grid refuses the size of the world.
    pub fn new(world: World, shares: Shares, worker: usize) -> Result<Self, Error> {
        let strips = shares.strips(worker);
        // The tiles of all workers lie on the same lines, and those of the mirrors belong to the grid.
        let margin = (VIEW / TILE).ceil() * TILE;
        let min = Vec2::new(strips.start as f32 * STRIP - margin, 0.0);
        let max = Vec2::new(strips.end as f32 * STRIP + margin, world.size().y);
        Ok(Self {
            world,
            shares,
            worker,
            grid: Grid::new(min, max, TILE)?,
            crowd: Crowd::new(),
            minds: Vec::new(),
            bodies: Vec::new(),
            handles: Vec::new(),
            mirrors: HashMap::new(),
        })
    }

    /// Adds the agents that begin in this region.
    ///
    /// # Errors
    ///
    /// If the grid refuses an agent.
    pub fn populate(&mut self) -> Result<(), Error> {
        for id in 0..self.world.agents {
            let place = self.world.somewhere(&mut self.world.chance(id, u64::MAX));
            if self.shares.owner(place.x) == self.worker {
                let (kind, mind) = match id % AGENTS_PER_WOLF {
                    0 => (WOLF, Mind::Wolf(Wolf::new())),
                    _ => (SHEEP, Mind::Sheep(Sheep::new())),
                };
                self.settle(Agent { body: Body::new(id, kind, place), mind })?;
            }
        }
        Ok(())
    }

    /// Adds an agent: a new one, a saved one, or one of another worker. It is awake, even if it rested
    /// before: a tick of a tree that rests does nothing.
    ///
    /// # Errors
    ///
    /// If the grid refuses the agent.
    pub fn settle(&mut self, agent: Agent) -> Result<(), Error> {
        let Agent { body, mind } = agent;
        let face = Face { id: body.id, index: Some(self.bodies.len()) };
        let inserted = self.grid.insert(body.position, body.kind, face);
        self.handles.push(inserted.map_err(|refused| refused.error)?);
        self.bodies.push(body);
        self.minds.push(mind);
        self.crowd.push();
        Ok(())
    }

    /// Removes an agent, and gives its index to the last one.
    fn remove(&mut self, index: usize) -> Agent {
        self.crowd.swap_remove(index);
        self.grid.remove(self.handles.swap_remove(index));
        let agent =
            Agent { body: self.bodies.swap_remove(index), mind: self.minds.swap_remove(index) };
        let moved = self.handles.get(index).and_then(|handle| self.grid.get_mut(*handle));
        if let Some(face) = moved {
            face.index = Some(index);
        }
        agent
    }

    /// Shows all agents near the border to the other workers, at the beginning of a run.
    #[must_use]
    pub fn introduce(&self) -> Vec<Parcel> {
        let mut outbox = vec![Parcel::default(); self.shares.workers()];
        for body in &self.bodies {
            let near =
                self.shares.near(body.position.x, VIEW).filter(|worker| *worker != self.worker);
            near.for_each(|worker| outbox[worker].mirrors.push(mirror_of(body)));
        }
        outbox
    }

    /// Opens the inbox of a tick. Nothing depends on the order of its parcels: there is one message about each
    /// agent, and events are sorted.
    ///
    /// # Errors
    ///
    /// If the grid refuses an agent.
    pub fn receive(&mut self, inbox: Vec<Parcel>) -> Result<(), Error> {
        let (mut migrants, mut events) = (Vec::new(), Vec::new());
        for parcel in inbox {
            for id in parcel.gone {
                self.mirrors.remove(&id).and_then(|handle| self.grid.remove(handle));
            }
            for mirror in parcel.mirrors {
                self.reflect(&mirror)?;
            }
            migrants.extend(parcel.migrants);
            events.extend(parcel.events);
        }
        migrants.sort_unstable_by_key(|agent| agent.body.id);
        for agent in migrants {
            self.settle(agent)?;
        }
        events.sort_unstable_by_key(|event| (event.from, event.victim));
        for event in &events {
            self.deliver(event);
        }
        Ok(())
    }

    fn reflect(&mut self, mirror: &Mirror) -> Result<(), GridError> {
        if let Some(handle) = self.mirrors.get(&mirror.id) {
            return self.grid.move_to(*handle, mirror.position);
        }
        let face = Face { id: mirror.id, index: None };
        let inserted = self.grid.insert(mirror.position, mirror.kind, face);
        self.mirrors.insert(mirror.id, inserted.map_err(|refused| refused.error)?);
        Ok(())
    }

    /// Wakes the sheep that hear of an event.
    fn deliver(&mut self, event: &Event) {
        let circle = Circle { center: event.place, radius: event.radius };
        self.grid.for_each(circle, SHEEP, |found| {
            let Some(face) = self.grid.get(found.handle) else { return };
            let Some(index) = face.index else { return };
            if event.victim.is_none_or(|victim| victim == face.id) {
                self.bodies[index].hear(event);
                self.crowd.wake(index);
            }
        });
    }

    /// Ticks the agents that are due, then moves them. Returns a parcel for each worker, and the number of agents that
    /// were due.
    ///
    /// # Errors
    ///
    /// If the grid refuses a move.
    pub fn tick(&mut self, tick: u64) -> Result<(Vec<Parcel>, usize), Error> {
        let mut outbox = vec![Parcel::default(); self.shares.workers()];
        let mut events = Vec::new();
        let due = self.think(tick, &mut events);
        for event in events {
            for worker in self.shares.near(event.place.x, event.radius) {
                outbox[worker].events.push(event.clone());
            }
        }
        self.go(tick, &due, &mut outbox)?;
        Ok((outbox, due.len()))
    }

    /// Ticks the trees. All agents see the world as it was at the end of the last tick, so their order does not matter.
    fn think(&mut self, tick: u64, events: &mut Vec<Event>) -> Vec<usize> {
        let mut due = Vec::new();
        self.crowd.begin(time_of(tick));
        while let Some(index) = self.crowd.next_due() {
            let (body, grid, world) = (&mut self.bodies[index], &self.grid, &self.world);
            let wake = self.minds[index].tick(&mut Animal { body, grid, world, tick, events });
            let rests = wake != Wake::NextTick;
            assert!(!rests || self.bodies[index].velocity == Vec2::ZERO, "agents that rest stand");
            self.crowd.rest(index, wake);
            due.push(index);
        }
        due
    }

    /// Moves the agents that were due, shows them to their neighbors, and sends away those that cross the border.
    fn go(&mut self, tick: u64, due: &[usize], outbox: &mut [Parcel]) -> Result<(), Error> {
        // From the last to the first: when one is removed, only the indices of later ones change.
        for &index in due.iter().rev() {
            let body = &mut self.bodies[index];
            body.position = self.world.inside(body.position + body.velocity * STEP.as_secs_f32());
            let Some(before) = self.grid.position(self.handles[index]) else { continue };
            if body.position == before {
                continue;
            }
            body.note(tick);
            let owner = self.shares.owner(body.position.x);
            let seen = self.shares.near(body.position.x, VIEW);
            for worker in self.shares.near(before.x, VIEW) {
                if worker != self.worker && (worker == owner || !seen.contains(&worker)) {
                    outbox[worker].gone.push(body.id);
                }
            }
            for worker in seen.filter(|worker| *worker != owner) {
                outbox[worker].mirrors.push(mirror_of(body));
            }
            if owner == self.worker {
                self.grid.move_to(self.handles[index], body.position)?;
            } else {
                outbox[owner].migrants.push(self.remove(index));
            }
        }
        Ok(())
    }
}

/// Queries, for checkpoints, reports and pictures.
impl Region {
    /// The number of agents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Returns `true` if there are no agents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// The bodies of the agents.
    #[must_use]
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The agents in a strip, sorted by number.
    #[must_use]
    pub fn agents_in(&self, strip: u32) -> Vec<Agent> {
        let all = self.bodies.iter().zip(&self.minds);
        let there = all.filter(|(body, _)| self.world.strip_at(body.position.x) == strip);
        let mut agents: Vec<_> =
            there.map(|(body, mind)| Agent { body: body.clone(), mind: mind.clone() }).collect();
        agents.sort_unstable_by_key(|agent| agent.body.id);
        agents
    }

    /// The sum of the digests of all agents: of their histories, their bodies and the states of their trees. A sum does not
    /// depend on the order, so the sum over all workers does not depend on who has which agent.
    ///
    /// # Errors
    ///
    /// If a state cannot be encoded.
    pub fn checksum(&self) -> Result<u64, Error> {
        let mut sum = 0_u64;
        for (body, mind) in self.bodies.iter().zip(&self.minds) {
            sum = sum.wrapping_add(mix(u64::from(body.id), of_bytes(&encode(&(body, mind))?)));
        }
        Ok(sum)
    }
}

fn mirror_of(body: &Body) -> Mirror {
    Mirror { id: body.id, kind: body.kind, position: body.position }
}
