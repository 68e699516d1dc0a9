//! Ticks many agents, in the way in which all measurements do it.

use crate::world::World;
use bt_core::Status;

/// The agents of a program: a tree or hand-written code, and its blackboard.
pub type Agents<T, W> = Vec<(T, W)>;

/// Makes `count` agents in different worlds.
#[must_use]
pub fn agents<T: Default, W: World>(count: u32) -> Agents<T, W> {
    (0..count).map(|agent| (T::default(), W::new(agent))).collect()
}

/// Runs `ticks` ticks of all agents, each after a step of its world. Returns a fingerprint of all
/// statuses.
///
/// It is not inlined, so that the loop is the same for all callers.
#[inline(never)]
pub fn run<T, W: World>(
    agents: &mut [(T, W)],
    ticks: u32,
    mut tick: impl FnMut(&mut T, &mut W) -> Status,
) -> u32 {
    let mut statuses = 0_u32;
    for _ in 0..ticks {
        for (mind, world) in &mut *agents {
            world.step();
            statuses = statuses.wrapping_mul(3).wrapping_add(tick(mind, world) as u32);
        }
    }
    statuses
}

/// A fingerprint of all actions of the agents.
pub fn checksum<T, W: World>(agents: &[(T, W)]) -> u32 {
    agents.iter().fold(0, |sum, (_, world)| sum.rotate_left(1) ^ world.checksum())
}

#[cfg(test)]
pub(crate) fn assert_same<T: Default, H: Default, W: World>(
    mut tree: impl FnMut(&mut T, &mut W) -> Status,
    mut hand: impl FnMut(&mut H, &mut W) -> Status,
) {
    let mut trees = agents::<T, W>(50);
    let mut hands = agents::<H, W>(50);
    let mut ended = [0; 3];
    for at in 0..2_000 {
        for (agent, ((left, left_world), (right, right_world))) in
            trees.iter_mut().zip(&mut hands).enumerate()
        {
            left_world.step();
            right_world.step();
            let status = tree(left, left_world);
            assert_eq!(status, hand(right, right_world), "agent {agent}, tick {at}");
            assert_eq!(left_world.checksum(), right_world.checksum(), "agent {agent}, tick {at}");
            ended[status as usize] += 1;
        }
    }
    assert!(ended.iter().all(|&times| times > 0), "some status never came: {ended:?}");
}
