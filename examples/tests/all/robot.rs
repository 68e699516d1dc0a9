//! The vacuum robot of the examples leaves nothing switched on, in a house in which anything may happen
//! at any time. It does nothing that the proof of its tree says is impossible.

use crate::vacuum::house::{Cell, House};
use crate::vacuum::robot::Robot;
use crate::vacuum::tree::Vacuum;
use bt_core::Node;
use bt_verify::explore;

const TICKS: u32 = 100_000;
const SEED: u64 = 5;

struct World {
    robot: Robot,
    vacuum: Vacuum,
    chance: fastrand::Rng,
    obstacles: Vec<Cell>,
    floor: Vec<Cell>,
}

impl World {
    fn new() -> Self {
        let (robot, vacuum) = (Robot::new(), Vacuum::new());
        let chance = fastrand::Rng::with_seed(SEED);
        Self { robot, vacuum, chance, obstacles: Vec::new(), floor: House::floor().collect() }
    }

    fn once_in(&mut self, ticks: u32) -> bool {
        self.chance.u32(0..ticks) == 0
    }

    fn somewhere(&mut self) -> Cell {
        self.floor[self.chance.usize(0..self.floor.len())]
    }

    fn put_obstacle(&mut self, cell: Cell) {
        let is_taken = self.robot.place == cell || self.robot.house.is_blocked(cell);
        if !is_taken && !cell.is_wall() {
            self.robot.house.set_blocked(cell, true);
            self.obstacles.push(cell);
        }
    }

    fn take_obstacle(&mut self) {
        if !self.obstacles.is_empty() {
            let number = self.chance.usize(0..self.obstacles.len());
            let cell = self.obstacles.swap_remove(number);
            self.robot.house.set_blocked(cell, false);
        }
    }

    /// Lifts the robot, and sets it down where there is room, or in the dock if its battery is empty.
    fn carry(&mut self) {
        if !self.robot.lifted {
            self.robot.lifted = self.once_in(300);
        } else if self.once_in(10) {
            let cell = if self.robot.battery == 0 { House::DOCK } else { self.somewhere() };
            if !self.robot.house.is_blocked(cell) {
                self.robot.place = cell;
                self.robot.lifted = false;
            }
        }
    }

    fn disturb(&mut self) {
        if self.once_in(4) {
            let cell = self.somewhere();
            self.robot.house.drop_dust(cell);
        }
        if self.once_in(30) {
            let cell = self.somewhere();
            self.put_obstacle(cell);
        }
        if self.once_in(40) {
            let (x, y) = (self.chance.usize(0..3), self.chance.usize(0..3));
            let Cell { x: left, y: top } = self.robot.place;
            self.put_obstacle(Cell { x: left + x - 1, y: top + y - 1 });
        }
        if self.once_in(15) {
            self.take_obstacle();
        }
        if self.once_in(600) {
            self.robot.battery = self.chance.u32(0..=self.robot.battery);
        }
        if self.once_in(4000) {
            self.robot.battery = 0;
        }
        self.carry();
    }

    /// Returns `true` if a node with this label is active, in the tree or in one of its subtrees.
    fn is_active(&self, label: &str) -> bool {
        self.vacuum.active().any(|id| Vacuum::NODES[id.index()].label == Some(label))
    }

    /// Checks that only devices are on that an active node needs; `misuses` also counts during a tick.
    fn check(&self, tick: u32) {
        let Robot { motor, head, plugged, .. } = &self.robot;
        assert_eq!(head.misuses, 0, "tick {tick}");
        assert_eq!(*motor, self.is_active("drive"), "motor, tick {tick}");
        let (speeds_up, sucks) = (self.is_active("speed_up"), self.is_active("sweep"));
        assert_eq!(head.fan > 0, speeds_up || sucks, "fan, tick {tick}");
        assert_eq!(head.brush, sucks, "brush, tick {tick}");
        let docked = self.is_active("charge") || self.is_active("empty");
        assert_eq!(*plugged, docked, "contacts, tick {tick}");
    }
}

#[test]
fn nothing_stays_on_whatever_happens() {
    let mut world = World::new();
    let mut seen = vec![false; Vacuum::NODES.len()];
    let mut cleaned = 0;
    let mut coverage = explore::<Vacuum>().coverage();
    for tick in 0..TICKS {
        world.robot.advance();
        world.disturb();
        let dust = world.robot.bin;
        world.vacuum.tick_with(&mut world.robot, &mut coverage);
        cleaned += world.robot.bin.saturating_sub(dust);
        world.check(tick);
        world.vacuum.active().for_each(|id| seen[id.index()] = true);
        if world.robot.lifted {
            let labels = world.vacuum.active().filter_map(|id| Vacuum::NODES[id.index()].label);
            assert!(labels.eq(["lifted"]), "tick {tick}");
        }
        if world.once_in(500) {
            world.vacuum.abort(&mut world.robot);
            assert!(!world.vacuum.is_running());
            world.check(tick);
        }
    }
    assert_eq!(coverage.impossible(), [], "all that happens is possible");
    assert!(cleaned > 5000, "dust that was taken: {cleaned}");
    assert!(world.robot.beeps > 10, "calls for help: {}", world.robot.beeps);
    // To switch the brush on takes no time.
    let takes_time = |node: &Node| node.label.is_some_and(|label| label != "on");
    let never = |node: &&Node| takes_time(node) && !seen[node.id.index()];
    let never: Vec<String> = Vacuum::NODES.iter().filter(never).map(Node::to_string).collect();
    assert!(never.is_empty(), "never active: {never:#?}");
}
