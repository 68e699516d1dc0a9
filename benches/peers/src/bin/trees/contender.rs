//! The contenders: one agent of an implementation, and a crowd of them.

use benches::world::World;

/// One agent: its data, and its tick.
pub(crate) trait Contender<W>: Sized + 'static {
    /// Makes `count` agents; some libraries need one factory for all of them.
    fn many(count: usize) -> Vec<Self>;
    fn tick(&mut self, world: &mut W);
}

/// Many agents, each in a world of its own.
pub(crate) trait Crowd {
    /// Makes agents until there are `count`.
    fn join(&mut self, count: usize);

    /// Runs one step of each world and one tick of each agent.
    fn tick(&mut self);

    /// The checksums of the actions of each agent so far.
    fn checksums(&self) -> Vec<u32>;
}

struct Agents<W, C> {
    worlds: Vec<W>,
    agents: Vec<C>,
}

impl<W: World, C: Contender<W>> Crowd for Agents<W, C> {
    fn join(&mut self, count: usize) {
        let more = count - self.agents.len();
        self.worlds.reserve_exact(more);
        self.worlds.extend((0..).take(count).skip(self.agents.len()).map(W::new));
        self.agents.reserve_exact(more);
        self.agents.append(&mut C::many(more));
    }

    fn tick(&mut self) {
        for (agent, world) in self.agents.iter_mut().zip(&mut self.worlds) {
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
    /// The name with the version.
    pub(crate) name: &'static str,
    /// A note on differences in syntax or meaning.
    pub(crate) note: &'static str,
    pub(crate) crowd: fn() -> Box<dyn Crowd>,
    /// The bytes of a world, which is not a part of an agent.
    pub(crate) world: usize,
}

impl Row {
    /// Agents of the contender `C`.
    pub(crate) fn new<W: World + 'static, C: Contender<W>>(
        name: &'static str,
        note: &'static str,
    ) -> Self {
        Self::app::<W>(name, note, || {
            Box::new(Agents { worlds: Vec::<W>::new(), agents: Vec::<C>::new() })
        })
    }

    /// Agents that are in an app of their library.
    pub(crate) fn app<W>(
        name: &'static str,
        note: &'static str,
        crowd: fn() -> Box<dyn Crowd>,
    ) -> Self {
        Self { name, note, crowd, world: size_of::<W>() }
    }
}
