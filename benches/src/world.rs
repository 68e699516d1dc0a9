//! The worlds that trees are measured in.

/// The blackboard of one agent, and what happens around it.
///
/// Everything is deterministic: two worlds of one `agent` go the same way as long as the same leaves work on them.
pub trait World: Clone {
    /// The world of the `agent`th agent; they differ, so that agents are in different states.
    fn new(agent: u32) -> Self;

    /// Changes the world between two ticks. It draws at most one random number, so that it costs little.
    fn step(&mut self);

    /// A fingerprint of all actions that have worked on this world, in their order.
    fn checksum(&self) -> u32;
}

/// A world whose leaves are not inlined, as those of a real program often are too large to be.
#[derive(Clone, Debug)]
pub struct Opaque<W>(pub W);

impl<W: World> World for Opaque<W> {
    #[inline]
    fn new(agent: u32) -> Self {
        Self(W::new(agent))
    }

    #[inline]
    fn step(&mut self) {
        self.0.step();
    }

    #[inline]
    fn checksum(&self) -> u32 {
        self.0.checksum()
    }
}

/// The next number of a linear congruential generator; its upper bits are the random ones.
#[inline]
#[must_use]
pub fn next_random(random: u32) -> u32 {
    random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223)
}

/// The first random number of an agent.
#[must_use]
pub fn seed(agent: u32) -> u32 {
    (0..4).fold(agent.wrapping_mul(0x9E37_79B9), |random, _| next_random(random))
}

/// Adds a leaf that has worked to a checksum.
#[inline]
#[must_use]
pub fn visit(checksum: u32, leaf: u32) -> u32 {
    checksum.rotate_left(5) ^ leaf
}
