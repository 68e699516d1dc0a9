//! A fox hunts a hare and fears a wolf: a planner that starts again whenever it finishes.
//!
//! The planner is ticked ten times in a second of simulated time. Each of its runs is one plan: to
//! flee, if a decorator of this program's own lets it, or else to chase. Both plans are sequences
//! of the same leaves behind another choice of destination. A line tells of each plan when it
//! began, how long it lasted and how it ended.
//!
//! ```sh
//! cargo run --example chase_flee
//! ```

use bt_core::observe::Mark;
use bt_core::{Clock, Decorator, End, Status, behavior_tree};
use std::time::Duration;
use terminal::{Tone, Trace, paint};

#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
mod terminal;

behavior_tree! {
    /// One run is one plan.
    #[derive(Debug)]
    tree Planner(fox: &mut Fox) {
        active_selector {
            /// Comes first at every tick, so a wolf interrupts any chase.
            'flee: with Fear { at: 8.0, until: 15.0 } 'run: sequence {
                action fox.choose_burrow();
                action fox.move_to_destination();
                action fox.wait_until_near();
                /// Stays in the burrow as long as the fear lasts.
                running;
            }
            /// The hare does not stay where it was: after a while, a new plan is better.
            'chase: timeout(1.2s) 'hunt: sequence {
                action fox.choose_hare();
                action fox.move_to_destination();
                action fox.wait_until_near();
                action fox.snap();
            }
        }
    }
}

/// Lets its child start when the wolf comes near, and stops it when the wolf is far again.
#[derive(Debug)]
struct Fear {
    at: f32,
    until: f32,
}

impl Decorator<Fox> for Fear {
    fn check(&self, fox: &Fox) -> bool {
        fox.distance_to(fox.wolf.place) < self.at
    }

    fn start(&mut self, fox: &mut Fox) {
        fox.speed = FOX_IN_FEAR;
    }

    /// To be safe is a success. The child, which still runs, is aborted then.
    fn tick(&mut self, fox: &mut Fox, child: impl FnOnce(&mut Fox) -> Status) -> Status {
        if fox.distance_to(fox.wolf.place) > self.until { Status::Success } else { child(fox) }
    }

    fn end(&mut self, fox: &mut Fox, _: End) {
        fox.speed = FOX;
    }
}

const STEP: Duration = Duration::from_millis(100);
const LAST: Duration = Duration::from_secs(30);
const WIDTH: f32 = 60.0;
const HEIGHT: f32 = 24.0;
const REACH: f32 = 1.5;
const FOX: f32 = 6.0;
const FOX_IN_FEAR: f32 = 7.5;
const HARE: f32 = 4.2;
const WOLF: f32 = 7.0;
const BURROWS: [Place; 3] =
    [Place { x: 4.0, y: 4.0 }, Place { x: 54.0, y: 6.0 }, Place { x: 28.0, y: 21.0 }];

/// The fox's body and what it knows of the others: the blackboard.
struct Fox {
    now: Duration,
    place: Place,
    destination: Place,
    speed: f32,
    moving: bool,
    catches: u32,
    hare: Animal,
    wolf: Animal,
    chance: fastrand::Rng,
}

impl Clock for Fox {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Fox {
    fn new(seed: u64) -> Self {
        let mut chance = fastrand::Rng::with_seed(seed);
        let hare = Animal::somewhere(&mut chance);
        let wolf = Animal { place: Place { x: 56.0, y: 20.0 }, goal: BURROWS[0], breath: 3.0 };
        let place = Place { x: 10.0, y: 10.0 };
        Self {
            now: Duration::ZERO,
            place,
            destination: place,
            speed: FOX,
            moving: false,
            catches: 0,
            hare,
            wolf,
            chance,
        }
    }

    fn distance_to(&self, place: Place) -> f32 {
        self.place.distance(place)
    }

    fn hidden(&self) -> bool {
        BURROWS.iter().any(|burrow| self.distance_to(*burrow) < REACH)
    }

    /// The burrow that the fox reaches soonest, measured against the wolf.
    fn choose_burrow(&mut self) {
        let risk = |burrow: &Place| self.distance_to(*burrow) - self.wolf.place.distance(*burrow);
        let safest = BURROWS.into_iter().min_by(|one, other| risk(one).total_cmp(&risk(other)));
        self.destination = safest.unwrap_or(self.place);
    }

    fn choose_hare(&mut self) {
        self.destination = self.hare.place;
    }

    fn move_to_destination(&mut self) {
        self.moving = true;
    }

    fn wait_until_near(&self) -> Status {
        if self.distance_to(self.destination) < REACH { Status::Success } else { Status::Running }
    }

    fn snap(&mut self) -> Result<(), &'static str> {
        if self.distance_to(self.hare.place) >= REACH {
            return Err("gone");
        }
        self.catches += 1;
        self.hare = Animal::somewhere(&mut self.chance);
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    x: f32,
    y: f32,
}

impl Place {
    fn distance(self, other: Self) -> f32 {
        ((self.x - other.x).powi(2) + (self.y - other.y).powi(2)).sqrt()
    }

    /// As far towards the goal as this, within the meadow.
    fn towards(self, goal: Self, length: f32) -> Self {
        let share = (length / self.distance(goal).max(length)).min(1.0);
        let x = self.x + (goal.x - self.x) * share;
        let y = self.y + (goal.y - self.y) * share;
        Self { x: x.clamp(0.0, WIDTH - 0.1), y: y.clamp(0.0, HEIGHT - 0.1) }
    }

    fn away_from(self, danger: Self) -> Self {
        Self { x: 2.0 * self.x - danger.x, y: 2.0 * self.y - danger.y }
    }
}

/// One of those that need no tree.
struct Animal {
    place: Place,
    goal: Place,
    /// Seconds for which it can still run; below zero it rests.
    breath: f32,
}

impl Animal {
    fn somewhere(chance: &mut fastrand::Rng) -> Self {
        let place = Place { x: chance.f32() * WIDTH, y: chance.f32() * HEIGHT };
        Self { place, goal: place, breath: 3.0 }
    }

    /// Goes from one place to another; a new one is chosen at the goal.
    fn roam(&mut self, length: f32, chance: &mut fastrand::Rng) {
        if self.place.distance(self.goal) < REACH {
            self.goal = Self::somewhere(chance).place;
        }
        self.place = self.place.towards(self.goal, length);
    }
}

/// One step of the world: the fox runs, the hare evades it, the wolf hunts it while it has breath.
fn everybody_moves(fox: &mut Fox) {
    let seconds = STEP.as_secs_f32();
    fox.now += STEP;
    if fox.moving {
        fox.place = fox.place.towards(fox.destination, fox.speed * seconds);
    }

    let hidden = fox.hidden();
    let hare = &mut fox.hare;
    if hare.place.distance(fox.place) < 7.0 {
        hare.goal = hare.place.away_from(fox.place);
        hare.place = hare.place.towards(hare.goal, HARE * seconds);
    } else {
        hare.roam(HARE / 3.0 * seconds, &mut fox.chance);
    }

    let wolf = &mut fox.wolf;
    let hunts = wolf.breath > 0.0 && !hidden && wolf.place.distance(fox.place) < 13.0;
    if hunts {
        wolf.place = wolf.place.towards(fox.place, WOLF * seconds);
        wolf.breath -= seconds;
        if wolf.breath <= 0.0 {
            wolf.breath = -5.0;
        }
    } else {
        wolf.roam(WOLF / 2.0 * seconds, &mut fox.chance);
        wolf.breath = if wolf.breath < -seconds { wolf.breath + seconds } else { 3.0 };
    }
}

/// What is told of the planner's runs.
struct Report {
    began: Option<Duration>,
    plans: u32,
    interrupted: u32,
    track: Vec<(Place, char)>,
}

impl Report {
    /// Looks at the tick that was just made: has a plan begun, has one ended?
    fn note(&mut self, fox: &Fox, status: Status, trace: &Trace) {
        let began = *self.began.get_or_insert(fox.now);
        let flees =
            matches!(trace.mark(Planner::FLEE), Some(Mark::Ticked(now)) if now != Status::Failure);
        self.track.push((fox.place, if flees { '*' } else { '.' }));

        if trace.was_aborted(Planner::CHASE) {
            self.interrupted += 1;
            self.plan_ended(fox, "chase", "interrupted by the wolf", began);
            self.began = Some(fox.now);
            if self.interrupted == 1 {
                println!("\n{}", trace.folded_tree());
            }
        }
        let began = self.began.unwrap_or(began);
        let end = match status {
            Status::Running => return,
            Status::Success if flees => "the wolf is far",
            Status::Success => "caught it, another comes",
            Status::Failure if trace.was_aborted(Planner::HUNT) => "timed out",
            Status::Failure => "not there any more",
        };
        self.plan_ended(fox, if flees { "flee" } else { "chase" }, end, began);
        self.began = None;
    }

    fn plan_ended(&mut self, fox: &Fox, plan: &str, end: &str, began: Duration) {
        self.plans += 1;
        let tone = if plan == "flee" { Tone::Bad } else { Tone::Good };
        println!(
            "{:4.1} s  {}  {:3.1} s  {end:24}  hare {:4.1} m  wolf {:4.1} m",
            began.as_secs_f32(),
            paint(tone, format_args!("{plan:5}")),
            fox.now.saturating_sub(began).as_secs_f32(),
            fox.distance_to(fox.hare.place),
            fox.distance_to(fox.wolf.place),
        );
    }

    /// The meadow from above, a metre a column and two metres a line.
    fn print_map(&self, fox: &Fox) {
        let burrows = BURROWS.into_iter().map(|burrow| (burrow, 'O'));
        let animals = [(fox.place, 'F'), (fox.hare.place, 'H'), (fox.wolf.place, 'W')];
        let marks = || self.track.iter().copied().chain(burrows.clone()).chain(animals);
        let at = |x: f32, y: f32| {
            let inside =
                |place: Place| (x..x + 1.0).contains(&place.x) && (y..y + 2.0).contains(&place.y);
            let last = marks().rfind(|(place, _)| inside(*place));
            last.map_or(' ', |(_, mark)| mark)
        };
        for y in (0..24_u8).step_by(2) {
            let line: String = (0..60_u8).map(|x| at(x.into(), y.into())).collect();
            println!("{}", line.trim_end());
        }
    }
}

fn main() {
    let mut fox = Fox::new(86);
    let mut planner = Planner::new();
    let mut trace = Trace::new(Planner::NODES);
    let mut report = Report { began: None, plans: 0, interrupted: 0, track: Vec::new() };

    println!("began   plan   lasted and ended so              when it ended, away were\n");
    while fox.now < LAST {
        everybody_moves(&mut fox);
        let status = trace.tick(&mut planner, &mut fox);
        report.note(&fox, status, &trace);

        let flees = trace.mark(Planner::FLEE) == Some(Mark::Ticked(Status::Running));
        assert_eq!(fox.speed > FOX, flees, "fear begins and ends with its decorator");
        assert!(fox.hidden() || fox.distance_to(fox.wolf.place) > REACH, "the wolf got it");
    }

    println!("\nWhere the fox chased (.) and where it fled (*) from burrow to burrow (O):\n");
    report.print_map(&fox);
    println!("\n{} plans, {} hares", report.plans, fox.catches);
    assert!(report.interrupted >= 2 && fox.catches >= 3, "a life of ups and downs");
}
