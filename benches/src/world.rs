//! The worlds in which trees are measured.

/// The blackboard of one agent, and the events around it.
///
/// Everything is deterministic: two worlds of the same `agent` develop in the same way as long as the
/// same leaves change them.
pub trait World: Clone {
    /// The world of an agent; worlds differ, so that agents are in different states.
    fn new(agent: u32) -> Self;

    /// Changes the world between two ticks. It uses at most one random number, so it is cheap.
    fn step(&mut self);

    /// A fingerprint of all actions that have changed this world, in their order.
    fn checksum(&self) -> u32;
}

/// A world whose leaves are not inlined, because leaves of a real program are often too large for that.
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

/// The next number of a linear congruential generator; its upper bits are the most random ones.
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

/// Adds a leaf to a checksum.
#[inline]
#[must_use]
pub fn visit(checksum: u32, leaf: u32) -> u32 {
    checksum.rotate_left(5) ^ leaf
}
