//! The house around the robot, and the words of its trees.

use bt_core::{Action, Clock, End, Status, behavior_tree};
use std::collections::VecDeque;
use std::time::Duration;

pub(crate) const WIDTH: usize = 32;
pub(crate) const HEIGHT: usize = 9;
pub(crate) const STEP: Duration = Duration::from_millis(500);

const WALLS: [&str; HEIGHT] = [
    "################################",
    "#         #          #         #",
    "#         #          #         #",
    "#                    #         #",
    "#         #          #         #",
    "#         #                    #",
    "#         #          #         #",
    "#         #          #         #",
    "################################",
];

const DOCK: Pose = Pose { x: 2, y: 6 };

/// The cell of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pose {
    pub(crate) x: usize,
    pub(crate) y: usize,
}

/// A way through the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    /// The number of the plan that found it.
    plan: u32,
    /// Its cells, the next one last.
    cells: Vec<Pose>,
}

/// A place that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Person,
    Dock,
}

/// The robot and the house around it.
pub(crate) struct Robot {
    pub(crate) now: Duration,
    pub(crate) pose: Pose,
    pub(crate) person: Pose,
    /// From 0 to 1.
    pub(crate) battery: f32,
    /// An obstacle, if there is one.
    pub(crate) obstacle: Option<Pose>,
    /// The obstacle on the robot's map, if there is one.
    seen: Option<Pose>,
    /// The number of the newest plan, and of the plan that it drives by.
    pub(crate) plans: u32,
    pub(crate) driven: u32,
    pub(crate) says: Vec<String>,
}

impl Clock for Robot {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Robot {
    pub(crate) fn new() -> Self {
        let person = Pose { x: 27, y: 2 };
        Self {
            now: Duration::ZERO,
            pose: DOCK,
            person,
            battery: 0.6,
            obstacle: None,
            seen: None,
            plans: 0,
            driven: 0,
            says: Vec::new(),
        }
    }

    pub(crate) fn is_wall(cell: Pose) -> bool {
        WALLS[cell.y].as_bytes()[cell.x] == b'#'
    }

    fn say(&mut self, text: impl Into<String>) {
        self.says.push(text.into());
    }

    /// The place, wherever it is by now.
    fn spot(&self, of: Place) -> Pose {
        match of {
            Place::Person => self.person,
            Place::Dock => DOCK,
        }
    }

    /// The shortest way on the map.
    fn plan(&mut self, goal: Pose) -> Result<Path, &'static str> {
        self.plans += 1;
        let mut from = vec![None; WIDTH * HEIGHT];
        let place = |cell: Pose| cell.y * WIDTH + cell.x;
        let mut open = VecDeque::from([goal]);
        from[place(goal)] = Some(goal);
        while let Some(cell) = open.pop_front() {
            if cell == self.pose {
                let mut cells = vec![cell];
                while let Some(next) = cells.last().and_then(|cell| from[place(*cell)]) {
                    if cells.last() == Some(&next) {
                        break;
                    }
                    cells.push(next);
                }
                cells.reverse();
                cells.pop();
                return Ok(Path { plan: self.plans, cells });
            }
            let (x, y) = (cell.x, cell.y);
            let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
            for next in beside.map(|(x, y)| Pose { x, y }) {
                let is_free = !Self::is_wall(next) && self.seen != Some(next);
                if is_free && from[place(next)].is_none() {
                    from[place(next)] = Some(cell);
                    open.push_back(next);
                }
            }
        }
        Err("there is no way on the map")
    }

    /// Drives on to the next cell of the path.
    fn follow(&mut self, path: &Path, speed: f32) -> Result<Status, &'static str> {
        self.driven = path.plan;
        self.battery -= 0.006 * speed;
        // The next cell is that behind the robot's own.
        let ahead = path.cells.iter().position(|cell| *cell == self.pose);
        let next = match ahead {
            Some(0) => return Ok(Status::Success),
            Some(place) => path.cells[place - 1],
            None => match path.cells.last() {
                Some(next) => *next,
                None => return Ok(Status::Success),
            },
        };
        if self.obstacle == Some(next) {
            self.seen = self.obstacle;
            return Err("something is in the way");
        }
        self.pose = next;
        Ok(if path.cells.first() == Some(&next) { Status::Success } else { Status::Running })
    }

    fn clear_map(&mut self) {
        self.seen = None;
        self.say("clears its map");
    }
}

/// Turns round to look around.
#[derive(Debug)]
pub(crate) struct Spin {
    turns: u32,
}

impl Action<Robot> for Spin {
    fn start(&mut self, robot: &mut Robot) {
        robot.say("spins");
    }

    fn tick(&mut self, _: &mut Robot) -> Status {
        self.turns = self.turns.saturating_sub(1);
        if self.turns == 0 { Status::Success } else { Status::Running }
    }
}

/// Stands in the dock.
#[derive(Debug)]
pub(crate) struct Charge {
    until: f32,
}

impl Action<Robot> for Charge {
    fn check(&self, robot: &Robot) -> bool {
        robot.pose == DOCK
    }

    fn start(&mut self, robot: &mut Robot) {
        robot.say("charges");
    }

    fn tick(&mut self, robot: &mut Robot) -> Status {
        robot.battery += 0.05;
        if robot.battery < self.until { Status::Running } else { Status::Success }
    }

    fn end(&mut self, robot: &mut Robot, end: End) {
        if end == End::Success {
            robot.say("is charged");
        }
    }
}

behavior_tree! {
    /// The words of the robot's trees.
    pub(crate) vocabulary Navigation(robot: &mut Robot) {
        type Path;
        type Pose;
        /// Where something is by now.
        value Spot(of: Place { Person, Dock }): Pose => robot.spot(of);
        /// From 0 to 1.
        value Battery: f32 => robot.battery;
        value Patience: Duration => Duration::from_secs(3);
        /// Fails if there is no way on the map.
        action ComputePath(goal: Pose) -> Path => robot.plan(goal);
        /// Drives along a path, the newest one in each tick; fails if something is in the way.
        action FollowPath(path: &Path, speed: f32) => robot.follow(path, speed);
        /// Forgets the obstacles on the map.
        action ClearMap => robot.clear_map();
        action Spin(turns: u32) => Spin { turns };
        action BackUp => robot.say("backs up");
        /// Stays in the dock; fails elsewhere.
        action Charge(until: f32) => Charge { until };
        action Say(text: &'static str) => robot.say(format!("says: {text}"));
    }

    #[derive(Debug)]
    pub(crate) trees from "examples/robot/navigate.tree" with Navigation;

    rules Navigate {
        /// The robot sets off only with a plan, and stops if there is none any more.
        always 'drive.started -> 'plan.succeeded;
        never 'drive && 'plan.failed;
        /// It drives or recovers, and recovers only from a plan or a drive that has failed.
        never 'drive && 'recover;
        always 'recover.started -> 'plan.failed || 'drive.failed;
    }

    rules Recovery {
        /// Each call takes one measure.
        always root.succeeded -> 'clear.succeeded || 'spin.succeeded || 'wait.succeeded || 'back.succeeded;
        never 'spin && ('wait || 'back.ticked || 'clear.ticked);
        possible 'back.succeeded && !'clear.ticked;
    }
}
