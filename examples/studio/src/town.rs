//! The town: places, people, a wolf, and the actions of people.

use bt_core::{Clock, Status};
use std::time::Duration;

pub(crate) const STEP: Duration = Duration::from_millis(250);
pub(crate) const WIDTH: i32 = 48;
pub(crate) const HEIGHT: i32 = 8;
/// A day and its night.
const DAY: Duration = Duration::from_secs(60);
const NIGHTFALL: Duration = Duration::from_secs(38);
/// The time at which the wolf comes out of the wood.
const DUSK: Duration = Duration::from_secs(29);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cell {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

impl Cell {
    /// In steps to any of the eight neighbors.
    pub(crate) fn distance(self, other: Self) -> i32 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    fn step(self, x: i32, y: i32) -> Self {
        Self { x: (self.x + x).clamp(0, WIDTH - 1), y: (self.y + y).clamp(0, HEIGHT - 1) }
    }

    pub(crate) fn towards(self, goal: Self) -> Self {
        self.step((goal.x - self.x).signum(), (goal.y - self.y).signum())
    }

    fn away_from(self, other: Self) -> Self {
        self.step((self.x - other.x).signum(), (self.y - other.y).signum())
    }
}

/// A place to go to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    Field,
    Gate,
    Home,
    Inn,
    Market,
    Well,
}

impl Place {
    /// The places that are the same for all people, with their signs on the map.
    pub(crate) const COMMON: [(char, Cell); 5] = [
        ('f', Cell { x: 8, y: 5 }),
        ('g', Cell { x: 2, y: 1 }),
        ('i', Cell { x: 33, y: 2 }),
        ('m', Cell { x: 22, y: 4 }),
        ('w', Cell { x: 27, y: 6 }),
    ];

    fn of(self, person: &Person) -> Cell {
        match self {
            Self::Field => Self::COMMON[0].1,
            Self::Gate => Self::COMMON[1].1,
            Self::Home => person.home,
            Self::Inn => Self::COMMON[2].1,
            Self::Market => Self::COMMON[3].1,
            Self::Well => Self::COMMON[4].1,
        }
    }
}

/// A trade.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Job {
    Farmer,
    Watchman,
}

#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) name: &'static str,
    pub(crate) job: Job,
    pub(crate) home: Cell,
    pub(crate) cell: Cell,
    /// Of 100.
    pub(crate) hunger: u32,
    /// Apples.
    pub(crate) basket: u32,
    pub(crate) coins: u32,
    pub(crate) patience: Duration,
    pub(crate) has_lamp: bool,
}

impl Person {
    const fn new(name: &'static str, job: Job, home: Cell, hunger: u32, patience: u64) -> Self {
        let patience = Duration::from_secs(patience);
        let (basket, coins, has_lamp) = (0, 2, false);
        Self { name, job, home, cell: home, hunger, basket, coins, patience, has_lamp }
    }

    pub(crate) const fn all() -> [Self; 3] {
        [
            Self::new("Ada", Job::Farmer, Cell { x: 42, y: 0 }, 40, 2),
            Self::new("Ben", Job::Farmer, Cell { x: 44, y: 4 }, 30, 5),
            Self::new("Cleo", Job::Watchman, Cell { x: 41, y: 7 }, 50, 3),
        ]
    }
}

/// The shared part of the world.
#[derive(Clone, Debug)]
pub(crate) struct Town {
    pub(crate) now: Duration,
    pub(crate) wolf: Option<Cell>,
    pub(crate) wolves_chased: u32,
    /// The time at which the bell was rung last.
    bell: Option<Duration>,
    /// The positions of the people.
    pub(crate) people: Vec<Cell>,
    /// The speakers and texts of this step.
    pub(crate) said: Vec<(&'static str, String)>,
    pub(crate) chance: fastrand::Rng,
}

impl Town {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            now: Duration::ZERO,
            wolf: None,
            wolves_chased: 0,
            bell: None,
            people: Person::all().iter().map(|person| person.home).collect(),
            said: Vec::new(),
            chance: fastrand::Rng::with_seed(seed),
        }
    }

    pub(crate) fn is_night(&self) -> bool {
        self.is_after(NIGHTFALL)
    }

    fn is_after(&self, time: Duration) -> bool {
        self.now.as_millis() % DAY.as_millis() >= time.as_millis()
    }

    /// Advances the time and the wolf by one step.
    pub(crate) fn advance(&mut self) {
        self.now += STEP;
        self.said.clear();
        let is_lucky = |chance: &mut fastrand::Rng, of: u32| chance.u32(0..of) == 0;
        self.wolf = match self.wolf {
            None if self.is_after(DUSK) && is_lucky(&mut self.chance, 40) => {
                Some(Cell { x: 0, y: self.chance.i32(0..HEIGHT) })
            }
            Some(wolf) if !self.is_after(DUSK) && wolf.x == 0 => None,
            // The wolf is slower than people.
            Some(wolf) if is_lucky(&mut self.chance, 2) => Some(self.wolf_goes_on(wolf)),
            wolf => wolf,
        };
    }

    /// Returns the next position of the wolf: towards the nearest person after dusk, out of the town by day.
    fn wolf_goes_on(&self, wolf: Cell) -> Cell {
        let nearest = self.people.iter().min_by_key(|cell| wolf.distance(**cell));
        match nearest {
            Some(prey) if self.is_after(DUSK) => wolf.towards(*prey),
            _ => wolf.step(-1, 0),
        }
    }
}

/// The blackboard of one of the people.
#[derive(Debug)]
pub(crate) struct View<'t> {
    /// The index of this person in `Town::people`.
    pub(crate) number: usize,
    pub(crate) me: &'t mut Person,
    pub(crate) town: &'t mut Town,
}

impl Clock for View<'_> {
    fn now(&self) -> Duration {
        self.town.now
    }
}

impl View<'_> {
    pub(crate) fn wolf_within(&self, steps: i32) -> bool {
        let is_near = |wolf| self.me.cell.distance(wolf) <= steps;
        self.town.wolf.is_some_and(is_near) && !self.is_at(Place::Home)
    }

    pub(crate) fn is_at(&self, place: Place) -> bool {
        self.me.cell == place.of(self.me)
    }

    pub(crate) fn step_towards(&mut self, place: Place) {
        self.go(self.me.cell.towards(place.of(self.me)));
    }

    fn go(&mut self, cell: Cell) {
        self.me.cell = cell;
        self.town.people[self.number] = cell;
    }

    /// Takes a step away from the wolf; running as long as there is one.
    pub(crate) fn flee(&mut self) -> Status {
        let Some(wolf) = self.town.wolf else { return Status::Success };
        self.go(self.me.cell.away_from(wolf));
        Status::Running
    }

    /// Takes two steps towards the wolf; running until it is driven away, for two coins.
    pub(crate) fn chase(&mut self) -> Result<Status, &'static str> {
        for _ in 0..2 {
            let wolf = self.town.wolf.ok_or("no wolf")?;
            self.go(self.me.cell.towards(wolf));
            if self.me.cell.distance(wolf) <= 1 {
                self.town.wolf = None;
                self.town.wolves_chased += 1;
                self.me.coins += 2;
                return Ok(Status::Success);
            }
        }
        Ok(Status::Running)
    }

    pub(crate) fn harvest(&mut self) -> Result<(), &'static str> {
        if !self.is_at(Place::Field) {
            return Err("apples grow in the field");
        }
        self.me.basket += 1;
        Ok(())
    }

    /// Sells all apples, two for a coin.
    pub(crate) fn sell(&mut self) -> Result<(), &'static str> {
        if !self.is_at(Place::Market) {
            return Err("this is not the market");
        }
        if self.me.basket < 2 {
            return Err("nothing to sell");
        }
        self.me.coins += self.me.basket / 2;
        self.me.basket %= 2;
        Ok(())
    }

    /// Eats a meal for a coin, in the inn.
    pub(crate) fn eat(&mut self) -> Result<(), &'static str> {
        if !self.is_at(Place::Inn) {
            return Err("this is not the inn");
        }
        self.me.coins = self.me.coins.checked_sub(1).ok_or("no coin")?;
        self.me.hunger = self.me.hunger.saturating_sub(60);
        Ok(())
    }

    pub(crate) fn say(&mut self, text: &str) {
        self.town.said.push((self.me.name, text.to_owned()));
    }

    pub(crate) fn ring(&mut self) {
        self.town.bell = Some(self.town.now);
    }

    pub(crate) fn bell_within(&self, time: Duration) -> bool {
        self.town.bell.is_some_and(|rung| self.town.now.saturating_sub(rung) <= time)
    }

    /// Returns the index of another person who is near.
    pub(crate) fn neighbor_within(&self, steps: i32) -> Option<usize> {
        let mut others = (0..self.town.people.len()).filter(|other| *other != self.number);
        others.find(|other| self.me.cell.distance(self.town.people[*other]) <= steps)
    }
}
