//! A fox hunts hares and fears wolves: a planner that starts again whenever it finishes.
//!
//! The planner is ticked ten times per second of simulated time. Each of its runs is one plan: to flee,
//! if a decorator of this program allows it, or else to chase. A plan chooses its goal once and keeps it
//! in a `let`. The program prints a line for each plan: when it began, how long it took and how it
//! ended.
//!
//! ```sh
//! cargo run --example chase_flee
//! ```

use bt_core::grid::{Circle, Error, Everywhere, Found, Grid, Handle, Rectangle};
use bt_core::observe::Mark;
use bt_core::{Clock, Decorator, End, Status, behavior_tree};
use glam::Vec2;
use std::time::Duration;
use terminal::{Tone, Trace, paint};

#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
mod terminal;

behavior_tree! {
    /// One run of the tree is one plan.
    #[derive(Debug)]
    tree Planner(fox: &mut Fox) {
        active_selector {
            /// Comes first at every tick, so a wolf interrupts any chase.
            'flee: with Fear { at: 8.0, until: 15.0 }
            let(burrow: Vec2 = fox.safest_burrow()) sequence {
                action fox.run_to(*burrow);
                /// Stays in the burrow until the wolf is far away.
                running;
            }
            /// Hares move, so after a while a new plan is better.
            'chase: timeout(1.2s) let(hare: Vec2 = fox.nearest_hare()) 'hunt: sequence {
                action fox.run_to(*hare);
                action fox.snap();
            }
        }
    }
}

/// Lets its child start when a wolf comes near, and stops it when the wolves are far away again.
#[derive(Debug)]
struct Fear {
    at: f32,
    until: f32,
}

impl Decorator<Fox> for Fear {
    fn check(&self, fox: &Fox) -> bool {
        fox.distance_to(WOLVES) < self.at
    }

    fn start(&mut self, fox: &mut Fox) {
        fox.speed = FOX_IN_FEAR;
    }

    /// Being safe is a success. The child still runs and is aborted then.
    fn tick(&mut self, fox: &mut Fox, child: impl FnOnce(&mut Fox) -> Status) -> Status {
        if fox.distance_to(WOLVES) > self.until { Status::Success } else { child(fox) }
    }

    fn end(&mut self, fox: &mut Fox, _: End) {
        fox.speed = FOX;
    }
}

const STEP: Duration = Duration::from_millis(100);
const LAST: Duration = Duration::from_secs(30);
const MEADOW: Vec2 = Vec2::new(60.0, 24.0);
const REACH: f32 = 1.5;
const FOX: f32 = 6.0;
const FOX_IN_FEAR: f32 = 7.5;
const HARE: f32 = 4.2;
const WOLF: f32 = 7.0;

/// The groups of the animals and places in the meadow.
const HARES: u32 = 1;
const WOLVES: u32 = 1 << 1;
const BURROWS: u32 = 1 << 2;

/// The fox's body and its knowledge: the blackboard.
struct Fox {
    now: Duration,
    place: Vec2,
    destination: Vec2,
    speed: f32,
    catches: u32,
    meadow: Meadow,
}

impl Clock for Fox {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Fox {
    fn new(seed: u64) -> Result<Self, Error> {
        let place = Vec2::new(10.0, 10.0);
        Ok(Self {
            now: Duration::ZERO,
            place,
            destination: place,
            speed: FOX,
            catches: 0,
            meadow: Meadow::new(seed)?,
        })
    }

    /// The distance to the nearest entity of a group.
    fn distance_to(&self, group: u32) -> f32 {
        let nearest = self.meadow.grid.nearest(self.place, f32::INFINITY, group);
        nearest.map_or(f32::INFINITY, |nearest| nearest.position.distance(self.place))
    }

    fn hidden(&self) -> bool {
        self.meadow.grid.any(Circle { center: self.place, radius: REACH }, BURROWS)
    }

    /// The burrow that the fox reaches first, compared with the wolf that is nearest to the burrow.
    fn safest_burrow(&self) -> Result<Vec2, &'static str> {
        let grid = &self.meadow.grid;
        let risk = |burrow: &Found<Vec2>| {
            let wolf = grid.nearest(burrow.position, f32::INFINITY, WOLVES);
            let wolf = wolf.map_or(f32::INFINITY, |wolf| wolf.position.distance(burrow.position));
            self.place.distance(burrow.position) - wolf
        };
        let burrows = grid.query(Everywhere, BURROWS);
        let safest = burrows.min_by(|one, other| risk(one).total_cmp(&risk(other)));
        Ok(safest.ok_or("no burrow")?.position)
    }

    fn nearest_hare(&self) -> Option<Vec2> {
        let nearest = self.meadow.grid.nearest(self.place, f32::INFINITY, HARES);
        Some(nearest?.position)
    }

    /// Runs until the fox is near the goal.
    fn run_to(&mut self, goal: Vec2) -> Status {
        self.destination = goal;
        if self.place.distance(goal) < REACH { Status::Success } else { Status::Running }
    }

    fn snap(&mut self) -> Result<(), &'static str> {
        let hare = self.meadow.grid.nearest(self.place, REACH, HARES).ok_or("gone")?;
        self.catches += 1;
        self.meadow.replace(hare.handle);
        Ok(())
    }

    /// One step of the world: the fox and the other animals move.
    fn everybody_moves(&mut self) -> Result<(), Error> {
        let seconds = STEP.as_secs_f32();
        self.now += STEP;
        self.place = towards(self.place, self.destination, self.speed * seconds);
        let hidden = self.hidden();
        self.meadow.animals_move(self.place, hidden, seconds)
    }
}

/// The positions of all animals and burrows.
struct Meadow {
    grid: Grid<(), Vec2>,
    animals: Vec<Animal>,
    chance: fastrand::Rng,
}

/// An animal without a tree.
struct Animal {
    handle: Handle,
    group: u32,
    place: Vec2,
    goal: Vec2,
    /// Seconds for which a wolf can still run; below zero it rests.
    breath: f32,
}

impl Meadow {
    fn new(seed: u64) -> Result<Self, Error> {
        let mut grid = Grid::new(Vec2::ZERO, MEADOW, 6.0)?;
        for (x, y) in [(4.0, 4.0), (54.0, 6.0), (28.0, 21.0)] {
            grid.insert(Vec2::new(x, y), BURROWS, ())?;
        }
        let mut chance = fastrand::Rng::with_seed(seed);
        let mut animals = Vec::new();
        for group in [HARES, HARES, HARES, WOLVES, WOLVES] {
            let place = if group == WOLVES { MEADOW - 4.0 } else { somewhere(&mut chance) };
            let handle = grid.insert(place, group, ())?;
            animals.push(Animal { handle, group, place, goal: place, breath: 3.0 });
        }
        Ok(Self { grid, animals, chance })
    }

    /// Replaces a caught animal by a new one at another place.
    fn replace(&mut self, caught: Handle) {
        for animal in self.animals.iter_mut().filter(|animal| animal.handle == caught) {
            animal.place = somewhere(&mut self.chance);
            animal.goal = animal.place;
        }
    }

    /// The hares run away from the fox; the wolves hunt the fox as long as they have breath.
    fn animals_move(&mut self, fox: Vec2, hidden: bool, seconds: f32) -> Result<(), Error> {
        for animal in &mut self.animals {
            if animal.group == HARES {
                animal.evade(fox, seconds, &mut self.chance);
            } else {
                animal.hunt(fox, hidden, seconds, &mut self.chance);
            }
            self.grid.move_to(animal.handle, animal.place)?;
        }
        Ok(())
    }
}

impl Animal {
    fn evade(&mut self, fox: Vec2, seconds: f32, chance: &mut fastrand::Rng) {
        if self.place.distance(fox) < 7.0 {
            self.goal = 2.0 * self.place - fox;
            self.place = towards(self.place, self.goal, HARE * seconds);
        } else {
            self.roam(HARE / 3.0 * seconds, chance);
        }
    }

    fn hunt(&mut self, fox: Vec2, hidden: bool, seconds: f32, chance: &mut fastrand::Rng) {
        if self.breath > 0.0 && !hidden && self.place.distance(fox) < 13.0 {
            self.place = towards(self.place, fox, WOLF * seconds);
            self.breath -= seconds;
            if self.breath <= 0.0 {
                self.breath = -5.0;
            }
        } else {
            self.roam(WOLF / 2.0 * seconds, chance);
            self.breath = if self.breath < -seconds { self.breath + seconds } else { 3.0 };
        }
    }

    /// Walks to a goal, and then chooses a new one.
    fn roam(&mut self, length: f32, chance: &mut fastrand::Rng) {
        if self.place.distance(self.goal) < REACH {
            self.goal = somewhere(chance);
        }
        self.place = towards(self.place, self.goal, length);
    }
}

fn somewhere(chance: &mut fastrand::Rng) -> Vec2 {
    Vec2::new(chance.f32(), chance.f32()) * MEADOW
}

/// A point at this distance towards the goal, within the meadow.
fn towards(from: Vec2, goal: Vec2, length: f32) -> Vec2 {
    from.move_towards(goal, length).clamp(Vec2::ZERO, MEADOW - 0.1)
}

/// Prints a line for each plan.
struct Report {
    began: Option<Duration>,
    plans: u32,
    interrupted: u32,
    track: Vec<(Vec2, char)>,
}

impl Report {
    /// Checks the tick that was just made: has a plan begun, or has one ended?
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
            fox.distance_to(HARES),
            fox.distance_to(WOLVES),
        );
    }

    /// Prints the meadow from above: one meter per column and two meters per line.
    fn print_map(&self, fox: &Fox) {
        for y in (0..24_u8).step_by(2) {
            let line: String = (0..60_u8).map(|x| self.glyph(fox, x.into(), y.into())).collect();
            println!("{}", line.trim_end());
        }
    }

    fn glyph(&self, fox: &Fox, x: f32, y: f32) -> char {
        let inside =
            |place: Vec2| (x..x + 1.0).contains(&place.x) && (y..y + 2.0).contains(&place.y);
        if inside(fox.place) {
            return 'F';
        }
        let part = Rectangle { min: Vec2::new(x, y), max: Vec2::new(x + 0.99, y + 1.99) };
        let mark = |(group, glyph)| fox.meadow.grid.any(part, group).then_some(glyph);
        let seen = [(WOLVES, 'W'), (HARES, 'H'), (BURROWS, 'O')].into_iter().find_map(mark);
        let track = || self.track.iter().rfind(|(place, _)| inside(*place));
        seen.or_else(|| track().map(|(_, mark)| *mark)).unwrap_or(' ')
    }
}

fn main() -> Result<(), Error> {
    let mut fox = Fox::new(4)?;
    let mut planner = Planner::new();
    let mut trace = Trace::new(Planner::NODES);
    let mut report = Report { began: None, plans: 0, interrupted: 0, track: Vec::new() };

    println!("began   plan   lasted and ended so              when it ended, away were\n");
    while fox.now < LAST {
        fox.everybody_moves()?;
        let status = trace.tick(&mut planner, &mut fox);
        report.note(&fox, status, &trace);

        let flees = trace.mark(Planner::FLEE) == Some(Mark::Ticked(Status::Running));
        assert_eq!(fox.speed > FOX, flees, "fear begins and ends with its decorator");
        assert!(fox.hidden() || fox.distance_to(WOLVES) > REACH, "the wolf got it");
    }

    println!("\nWhere the fox chased (.) and where it fled (*) from burrow to burrow (O):\n");
    report.print_map(&fox);
    println!("\n{} plans, {} hares", report.plans, fox.catches);
    assert!(report.interrupted >= 2 && fox.catches >= 3, "a life of ups and downs");
    Ok(())
}

#[cfg(test)]
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "rules/mod.rs"]
mod rules;

/// The rules that hold in every state of a planner, whatever happens in the meadow.
#[cfg(test)]
pub(crate) mod proofs {
    use super::Planner;
    use super::rules::{fails, find, most_important_first, one_after_the_other, succeeds};
    use bt_core::{End, NodeKind};
    use bt_verify::{Proof, Rules, explore};

    pub(crate) fn proof() -> Proof {
        let proof = explore::<Planner>();
        assert!(proof.is_complete() && proof.unreached().is_empty(), "{proof}");
        proof
    }

    pub(crate) fn rules() -> Rules {
        let leaf = |kind, text| find(Planner::NODES, kind, text);
        let hide = leaf(NodeKind::Action, "fox.run_to(*burrow)");
        let stay = leaf(NodeKind::Running, "");
        let chase = leaf(NodeKind::Action, "fox.run_to(*hare)");
        let snap = leaf(NodeKind::Action, "fox.snap()");
        Rules::new()
            // A wolf interrupts any chase.
            .always(most_important_first([Planner::FLEE, Planner::CHASE]))
            .after(|tick| tick.is_active(Planner::CHASE))
            .next(|tick| tick.is_ticked(Planner::FLEE))
            // The fox stays in the burrow that it has reached, until the wolf is far away.
            .always(one_after_the_other([hide, stay]))
            .possible(move |tick| {
                succeeds(tick, Planner::FLEE) && tick.ended(hide) == Some(End::Aborted)
            })
            // It snaps at the hare that it has reached, and gives up after a while.
            .always(one_after_the_other([chase, snap]))
            .possible(|tick| {
                fails(tick, Planner::CHASE) && tick.ended(Planner::HUNT) == Some(End::Aborted)
            })
    }

    #[test]
    fn the_rules_hold() {
        proof().check(&rules()).unwrap();
    }
}
