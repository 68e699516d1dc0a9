//! The house around the robot, and the words of its trees.

use bt_core::{Action, Clock, End, Status, Waking, behavior_tree, task};
#[cfg(feature = "record")]
use serde::Serialize;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Poll, Wake, Waker};
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

/// The tick, the event and its description.
pub(crate) const EVENTS: [(u32, Event, &str); 6] = [
    (14, Event::Walk(Pose { x: 16, y: 7 }), "the person goes to another room"),
    (40, Event::Walk(Pose { x: 27, y: 7 }), "the person goes on"),
    (67, Event::Drain, "the battery is older than it says"),
    (70, Event::Put(Pose { x: 10, y: 3 }), "somebody closes a door"),
    (120, Event::Take, "somebody opens the door"),
    (164, Event::Walk(Pose { x: 5, y: 2 }), "the person comes back"),
];

/// What happens to the robot.
#[derive(Clone, Copy)]
pub(crate) enum Event {
    Walk(Pose),
    Put(Pose),
    Take,
    Drain,
}

const DOCK: Pose = Pose { x: 2, y: 6 };
const TABLE: Pose = Pose { x: 14, y: 1 };

/// The ticks in which the arm folds, the gripper opens, and the base stands.
const SLOW: u32 = 2;

/// The cell of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "record", derive(Serialize))]
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
    Table,
}

/// What the robot knows about the house besides its walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "record", derive(Serialize))]
pub(crate) struct Map {
    obstacle: Option<Pose>,
}

/// The robot and the house around it.
#[cfg_attr(feature = "record", derive(Serialize))]
pub(crate) struct Robot {
    pub(crate) now: Duration,
    pub(crate) pose: Pose,
    pub(crate) person: Pose,
    /// From 0 to 1.
    pub(crate) battery: f32,
    /// An obstacle, if there is one.
    pub(crate) obstacle: Option<Pose>,
    map: Map,
    /// The number of the newest plan, and of the plan that it drives by.
    pub(crate) plans: u32,
    pub(crate) driven: u32,
    /// The ticks in which the base will roll on.
    pub(crate) rolls: u32,
    /// How far the arm reaches out, and the gripper is open.
    pub(crate) arm: u32,
    pub(crate) gripper: u32,
    pub(crate) has_tea: bool,
    #[cfg_attr(feature = "record", serde(skip))]
    pub(crate) says: Vec<String>,
    #[cfg_attr(feature = "record", serde(skip))]
    pub(crate) server: Server,
    /// The planners that think until the clock goes on.
    #[cfg_attr(feature = "record", serde(skip))]
    planners: Vec<Sender<()>>,
    #[cfg_attr(feature = "record", serde(skip))]
    bell: Arc<Bell>,
    #[cfg_attr(feature = "record", serde(skip))]
    waker: Waker,
}

impl Clock for Robot {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Waking for Robot {
    fn waker(&self) -> &Waker {
        &self.waker
    }
}

/// Counts how often the tree was woken.
#[derive(Default)]
struct Bell {
    rings: Mutex<usize>,
    rung: Condvar,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        *self.rings.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.rung.notify_all();
    }
}

/// Knows which doors are closed. It answers after a second, and every third question never.
#[derive(Default)]
pub(crate) struct Server {
    pub(crate) questions: u32,
    open: Vec<(Duration, Arc<Mutex<Answer>>)>,
}

#[derive(Default)]
struct Answer {
    map: Option<Map>,
    waker: Option<Waker>,
}

impl Server {
    const DELAY: Duration = Duration::from_secs(1);

    fn ask(&mut self, now: Duration) -> impl Future<Output = Option<Map>> + use<> {
        let answer = Arc::<Mutex<Answer>>::default();
        self.questions += 1;
        if self.questions % 3 != 0 {
            self.open.push((now + Self::DELAY, Arc::clone(&answer)));
        }
        poll_fn(move |context| {
            let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
            answer.waker = Some(context.waker().clone());
            if answer.map.is_none() { Poll::Pending } else { Poll::Ready(answer.map) }
        })
    }

    fn answer(&mut self, now: Duration, map: Map) {
        self.open.retain(|(due, answer)| {
            let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
            if *due > now {
                return true;
            }
            answer.map = Some(map);
            answer.waker.take().into_iter().for_each(Waker::wake);
            false
        });
    }
}

impl Path {
    /// The shortest way on a map.
    fn find(plan: u32, pose: Pose, goal: Pose, map: Map) -> Result<Self, &'static str> {
        let mut from = vec![None; WIDTH * HEIGHT];
        let place = |cell: Pose| cell.y * WIDTH + cell.x;
        let mut open = VecDeque::from([goal]);
        from[place(goal)] = Some(goal);
        while let Some(cell) = open.pop_front() {
            if cell == pose {
                let mut cells = vec![cell];
                while let Some(next) = cells.last().and_then(|cell| from[place(*cell)]) {
                    if cells.last() == Some(&next) {
                        break;
                    }
                    cells.push(next);
                }
                cells.reverse();
                cells.pop();
                return Ok(Self { plan, cells });
            }
            let (x, y) = (cell.x, cell.y);
            let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
            for next in beside.map(|(x, y)| Pose { x, y }) {
                let is_free = !Robot::is_wall(next) && map.obstacle != Some(next);
                if is_free && from[place(next)].is_none() {
                    from[place(next)] = Some(cell);
                    open.push_back(next);
                }
            }
        }
        Err("there is no way on the map")
    }
}

/// Goes one step towards an end.
fn step(from: &mut u32, to: u32) -> Status {
    *from = if *from < to { *from + 1 } else { from.saturating_sub(1).max(to) };
    if *from == to { Status::Success } else { Status::Running }
}

impl Robot {
    pub(crate) fn new() -> Self {
        let bell = Arc::<Bell>::default();
        Self {
            now: Duration::ZERO,
            pose: DOCK,
            person: Pose { x: 27, y: 2 },
            battery: 0.7,
            obstacle: None,
            map: Map::default(),
            plans: 0,
            driven: 0,
            rolls: 0,
            arm: 0,
            gripper: 0,
            has_tea: false,
            says: Vec::new(),
            server: Server::default(),
            planners: Vec::new(),
            waker: Arc::clone(&bell).into(),
            bell,
        }
    }

    /// Lets the clock go on. Before it does, all planners come to an end on their threads, so that each run is the same.
    pub(crate) fn pass(&mut self, now: Duration) {
        let planners = std::mem::take(&mut self.planners).into_iter().map(drop).count();
        let rings = self.bell.rings.lock().unwrap_or_else(PoisonError::into_inner);
        let rings = self.bell.rung.wait_while(rings, |rings| *rings < planners);
        *rings.unwrap_or_else(PoisonError::into_inner) = 0;
        self.now = now;
        self.rolls = self.rolls.saturating_sub(1);
        self.server.answer(now, Map { obstacle: self.obstacle });
    }

    pub(crate) fn meet(&mut self, event: Event) {
        match event {
            Event::Walk(pose) => self.person = pose,
            Event::Put(pose) => self.obstacle = Some(pose),
            Event::Take => self.obstacle = None,
            Event::Drain => self.battery = 0.2,
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
            Place::Table => TABLE,
        }
    }

    /// The shortest way, which a thread looks for. A browser gives no thread.
    fn plan(&mut self, goal: Pose) -> impl Future<Output = Result<Path, String>> + use<> {
        self.plans += 1;
        let (plan, pose, map) = (self.plans, self.pose, self.map);
        let find = move || Path::find(plan, pose, goal, map);
        let path = (!cfg!(target_family = "wasm")).then(|| {
            let (planner, end) = channel::<()>();
            self.planners.push(planner);
            task::spawn(move || {
                let _ = end.recv();
                find()
            })
        });
        async move {
            let path = match path {
                Some(path) => path.await.map_err(|panic| panic.to_string())?,
                None => find(),
            };
            path.map_err(str::to_owned)
        }
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
            self.map.obstacle = self.obstacle;
            return Err("something is in the way");
        }
        self.pose = next;
        self.rolls = SLOW;
        Ok(if path.cells.first() == Some(&next) { Status::Success } else { Status::Running })
    }

    /// Brings the base to a stand.
    fn brake(&self) -> Status {
        if self.rolls == 0 { Status::Success } else { Status::Running }
    }

    /// Takes the tea from the table, or gives it to the person.
    fn hand_over(&mut self) -> Result<(), &'static str> {
        let Pose { x, y } = self.pose;
        if self.pose == TABLE {
            self.say("takes the tea");
            self.has_tea = true;
        } else if self.has_tea && x.abs_diff(self.person.x) + y.abs_diff(self.person.y) <= 1 {
            self.say("gives the tea");
            self.has_tea = false;
        } else {
            return Err("nobody is here");
        }
        Ok(())
    }

    fn use_map(&mut self, map: Map, text: &str) {
        self.map = map;
        self.say(text);
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
        type Map;
        /// Where something is by now.
        value Spot(of: Place { Person, Dock, Table }): Pose => robot.spot(of);
        /// From 0 to 1.
        value Battery: f32 => robot.battery;
        value Patience: Duration => Duration::from_secs(3);
        /// Looks for a way on a thread; fails if there is none on the map.
        action ComputePath(goal: Pose) -> Path => await robot.plan(goal);
        /// Drives along a path, the newest one in each tick; fails if something is in the way.
        action FollowPath(path: &Path, speed: f32) => robot.follow(path, speed);
        /// Brings the base to a stand, which takes a second.
        action Brake => robot.brake();
        /// Asks the server of maps, which may never answer.
        action FetchMap -> Map => await robot.server.ask(robot.now);
        action UseMap(map: Map) => robot.use_map(map, "has a new map");
        /// Forgets the obstacles on the map.
        action ClearMap => robot.use_map(Map::default(), "clears its map");
        action Spin(turns: u32) => Spin { turns };
        action BackUp => robot.say("backs up");
        /// The arm reaches out.
        action Reach => step(&mut robot.arm, SLOW);
        action Fold => step(&mut robot.arm, 0);
        /// The gripper opens.
        action Open => step(&mut robot.gripper, SLOW);
        action Close => step(&mut robot.gripper, 0);
        /// Takes the tea from the table, or gives it to the person; fails elsewhere.
        action HandOver => robot.hand_over();
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
        /// It drives or recovers, and nothing begins before the base stands.
        always 'drive.aborted || 'drive.failed -> 'brake.started;
        never 'brake && ('drive || 'recover);
        never 'drive && 'recover;
    }

    rules Serve {
        /// The gripper is never open while the arm moves.
        never ('open || 'pause) && ('reach || 'fold);
        never 'close && 'fold;
        always 'open.aborted || 'pause.aborted -> 'close.started;
        always 'reach.aborted -> 'fold.started;
    }

    rules Recovery {
        /// Each call takes one measure.
        always root.succeeded -> 'use.succeeded || 'clear.succeeded || 'spin.succeeded || 'wait.succeeded || 'back.succeeded;
        never 'spin && 'wait;
        possible 'back.succeeded && !'clear.ticked;
    }
}
