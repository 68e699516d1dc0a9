//! What takes part: one agent of an implementation, and a crowd of them.

use benches::world::World;

/// What one agent keeps, and what a tick of it does.
pub(crate) trait Contender<W>: Sized + 'static {
    /// So many agents; in some libraries they come out of one factory.
    fn many(count: usize) -> Vec<Self>;
    fn tick(&mut self, world: &mut W);
}

/// Many agents, each in a world of its own.
pub(crate) trait Crowd {
    /// One step of the world and one tick for each of the first `count` agents.
    fn tick(&mut self, count: usize);

    /// What the leaves of each agent have done so far.
    fn checksums(&self) -> Vec<u32>;
}

struct Agents<W, C> {
    worlds: Vec<W>,
    agents: Vec<C>,
}

impl<W: World, C: Contender<W>> Crowd for Agents<W, C> {
    fn tick(&mut self, count: usize) {
        for (agent, world) in self.agents.iter_mut().zip(&mut self.worlds).take(count) {
            world.step();
            agent.tick(world);
        }
    }

    fn checksums(&self) -> Vec<u32> {
        self.worlds.iter().map(World::checksum).collect()
    }
}

/// One row of a table.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// How it differs, in how it is written or in what it means.
    pub(crate) note: &'static str,
    pub(crate) crowd: fn(agents: usize) -> Box<dyn Crowd>,
    /// Bytes of a world, which is no part of an agent.
    pub(crate) world: usize,
    /// More agents than these take too long.
    pub(crate) most_agents: usize,
}

impl Row {
    pub(crate) fn new<W: World + 'static, C: Contender<W>>(
        name: &'static str,
        version: &'static str,
        note: &'static str,
    ) -> Self {
        let (crowd, world) = (crowd::<W, C>, size_of::<W>());
        Self { name, version, note, crowd, world, most_agents: usize::MAX }
    }
}

/// The worlds of so many agents.
pub(crate) fn worlds<W: World>(count: usize) -> Vec<W> {
    (0..).take(count).map(W::new).collect()
}

fn crowd<W: World + 'static, C: Contender<W>>(count: usize) -> Box<dyn Crowd> {
    Box::new(Agents { worlds: worlds::<W>(count), agents: C::many(count) })
}
