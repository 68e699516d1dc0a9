//! A villager talks to the player when the player is near, chases rats, and wanders about otherwise.
//!
//! To talk, the villager walks to the player, says its lines and walks away again; it stops if the
//! player leaves. The output reads like the text of a play: the events of the tree, with the spoken
//! lines in between. When a player spoils a hunt, the program also prints the village from above, with
//! the villager `V`, the player `P` and the rat `r`.
//!
//! ```sh
//! cargo run --example villager
//! ```

use bt_core::{Action, Clock, End, Status, behavior_tree};
use std::time::Duration;
use terminal::{Tone, Trace, paint};

#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
mod terminal;

behavior_tree! {
    /// Talks, or chases rats, or wanders, in this order.
    #[derive(Debug)]
    tree Villager(village: &mut Village) {
        active_selector {
            'talk: sequence {
                /// The villager does not say it twice in a row.
                guard(village.player_near()) cooldown(15s) sequence {
                    'approach: action village.walk_to_player();
                    'speak: action Speak { line: 0, until: village.now };
                }
                'leave: timeout(2s) action village.walk_away();
            }
            'hunt: monitor {
                condition village.sees_rat();
                'chase: action village.chase_rat();
            }
            'wander: repeat random_selector(village.chance.u32(..)) {
                3 => 'stroll: let(spot: Cell = village.choose_spot())
                    action village.walk_to(*spot, 0);
                1 => 'rest: wait(1.5s);
            }
        }
    }
}

const STEP: Duration = Duration::from_millis(250);
const LAST: Duration = Duration::from_secs(50);
const WIDTH: i32 = 48;
const HEIGHT: i32 = 7;
const HEARING: i32 = 9;
const LINES: [&str; 3] = [
    "Good day to you, stranger!",
    "Have you seen the rats? They eat the very thatch.",
    "Well, the work will not do itself. Farewell.",
];
/// The places to which the player goes, with the second at which each walk starts.
const ERRANDS: [(u64, Cell); 4] = [
    (2, Cell { x: 20, y: 3 }),
    (19, Cell { x: 47, y: 0 }),
    (30, Cell { x: 14, y: 4 }),
    (41, Cell { x: 47, y: 6 }),
];

/// The village, with the villager: the blackboard.
struct Village {
    now: Duration,
    place: Cell,
    player: Cell,
    rat: Option<Cell>,
    rats_caught: u32,
    chance: fastrand::Rng,
    said: Vec<String>,
}

impl Clock for Village {
    fn now(&self) -> Duration {
        self.now
    }
}

impl Village {
    fn new(seed: u64) -> Self {
        Self {
            now: Duration::ZERO,
            place: Cell { x: 12, y: 4 },
            player: Cell { x: 47, y: 4 },
            rat: None,
            rats_caught: 0,
            chance: fastrand::Rng::with_seed(seed),
            said: Vec::new(),
        }
    }

    fn player_near(&self) -> bool {
        self.place.distance(self.player) <= HEARING
    }

    fn walk_to(&mut self, goal: Cell, near: i32) -> Status {
        if self.place.distance(goal) > near {
            self.place = self.place.towards(goal);
        }
        if self.place.distance(goal) <= near { Status::Success } else { Status::Running }
    }

    fn walk_to_player(&mut self) -> Status {
        self.walk_to(self.player, 2)
    }

    /// Runs until the player is out of hearing.
    fn walk_away(&mut self) -> Status {
        self.place = self.place.away_from(self.player);
        if self.player_near() { Status::Running } else { Status::Success }
    }

    fn sees_rat(&self) -> bool {
        self.rat.is_some_and(|rat| self.place.distance(rat) <= HEARING + 3)
    }

    fn chase_rat(&mut self) -> Result<Status, &'static str> {
        let rat = self.rat.ok_or("no rat")?;
        let status = self.walk_to(rat, 0);
        if status == Status::Success {
            self.rat = None;
            self.rats_caught += 1;
            self.say("Got you!");
        }
        Ok(status)
    }

    fn choose_spot(&mut self) -> Cell {
        Cell { x: self.chance.i32(4..24), y: self.chance.i32(0..HEIGHT) }
    }

    fn say(&mut self, line: &str) {
        self.said.push(format!("\"{line}\""));
    }
}

/// Says one line after the other, and another line if the player leaves.
#[derive(Debug)]
struct Speak {
    line: usize,
    until: Duration,
}

impl Action<Village> for Speak {
    fn tick(&mut self, village: &mut Village) -> Status {
        if village.now < self.until {
            return Status::Running;
        }
        let Some(line) = LINES.get(self.line) else {
            return Status::Success;
        };
        village.say(line);
        self.line += 1;
        self.until = village.now + Duration::from_secs(2);
        Status::Running
    }

    fn end(&mut self, village: &mut Village, end: End) {
        if end == End::Aborted {
            village.say("... And off they go. Manners!");
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell {
    x: i32,
    y: i32,
}

impl Cell {
    /// The number of steps to any of the eight neighbors.
    fn distance(self, other: Self) -> i32 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    fn step(self, x: i32, y: i32) -> Self {
        Self { x: (self.x + x).clamp(0, WIDTH - 1), y: (self.y + y).clamp(0, HEIGHT - 1) }
    }

    fn towards(self, goal: Self) -> Self {
        self.step((goal.x - self.x).signum(), (goal.y - self.y).signum())
    }

    fn away_from(self, other: Self) -> Self {
        self.step((self.x - other.x).signum(), (self.y - other.y).signum())
    }
}

/// Runs one step of the world: the player walks, and rats appear and run.
fn everybody_moves(village: &mut Village) {
    village.now += STEP;
    let errand = ERRANDS.iter().rev().find(|(from, _)| *from <= village.now.as_secs());
    if let Some((_, goal)) = errand {
        village.player = village.player.towards(*goal);
    }

    let chance = &mut village.chance;
    village.rat = match village.rat {
        None if chance.u32(0..40) == 0 => Some(Cell { x: chance.i32(2..26), y: 0 }),
        Some(rat) if chance.u32(0..3) > 0 => Some(rat.step(chance.i32(-1..=1), chance.i32(-1..=1))),
        rat => rat,
    };
}

fn print_map(village: &Village) {
    println!();
    for y in 0..HEIGHT {
        let at = |x| match (Cell { x, y }, village.rat) {
            (cell, _) if cell == village.place => paint(Tone::Good, 'V'),
            (cell, _) if cell == village.player => paint(Tone::Busy, 'P'),
            (cell, Some(rat)) if cell == rat => paint(Tone::Bad, 'r'),
            _ => paint(Tone::Faint, '·'),
        };
        println!("         {}", (0..WIDTH).map(at).collect::<String>());
    }
    println!();
}

fn main() {
    let mut village = Village::new(2);
    let mut villager = Villager::new();
    let mut trace = Trace::new(Villager::NODES);
    let (mut talks, mut talk_ended_hunt, mut left_standing) = (0, false, false);

    while village.now < LAST {
        everybody_moves(&mut village);
        village.said.clear();
        trace.tick(&mut villager, &mut village);

        let seconds = village.now.as_secs_f32();
        if trace.changed() {
            println!("{}", trace.summary(format_args!("{seconds:5.2} s")));
        }
        for line in &village.said {
            println!("         {}", paint(Tone::Strong, line));
        }
        if trace.was_aborted(Villager::HUNT) {
            print_map(&village);
            println!("{}", trace.folded_tree());
            talk_ended_hunt = true;
        }
        left_standing |= trace.was_aborted(Villager::SPEAK);
        talks += u32::from(village.said.iter().any(|line| line.contains(LINES[0])));
    }
    assert_eq!(talks, 2, "the player came by twice");
    assert!(talk_ended_hunt, "to talk is more important than a rat");
    assert!(left_standing, "the player left in the middle of a sentence");
    assert!(village.rats_caught > 0);
}

#[cfg(test)]
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "rules/mod.rs"]
mod rules;

/// The rules that hold in every state of a villager, whatever the player does.
#[cfg(test)]
pub(crate) mod proofs {
    use super::Villager;
    use super::rules::{fails, find, most_important_first, one_after_the_other, refuses, succeeds};
    use bt_core::{End, NodeKind};
    use bt_verify::{Proof, Rules, explore};

    pub(crate) fn proof() -> Proof {
        let proof = explore::<Villager>();
        assert!(proof.is_complete(), "{proof}");
        assert_eq!(proof.unreached().never_ticked(), []);
        proof
    }

    pub(crate) fn rules() -> Rules {
        let near = find(Villager::NODES, NodeKind::Guard, "village.player_near()");
        let lately = find(Villager::NODES, NodeKind::Cooldown, "15s");
        let away = find(Villager::NODES, NodeKind::Action, "village.walk_away()");
        let rat = find(Villager::NODES, NodeKind::Condition, "village.sees_rat()");
        Rules::new()
            // A player is more important than a rat, also in the middle of a hunt.
            .always(most_important_first([Villager::TALK, Villager::HUNT, Villager::WANDER]))
            .after(|tick| tick.is_active(Villager::HUNT) || tick.is_active(Villager::WANDER))
            .next(|tick| tick.is_ticked(Villager::TALK))
            // It speaks to whom it has reached, and leaves when it has said all.
            .always(one_after_the_other([Villager::APPROACH, Villager::SPEAK]))
            .always(one_after_the_other([near, Villager::LEAVE]))
            .possible(|tick| tick.ended(Villager::SPEAK) == Some(End::Aborted))
            // It does not say it twice in a row, and does not walk away for ever.
            .possible(refuses(lately, Villager::APPROACH))
            .possible(move |tick| {
                fails(tick, Villager::LEAVE) && tick.ended(away) == Some(End::Aborted)
            })
            // It chases what it sees.
            .always(move |tick| !tick.is_ticked(Villager::CHASE) || succeeds(tick, rat))
            // It wanders until there is something to do, one thing at a time.
            .never(|tick| succeeds(tick, Villager::WANDER))
            .never(|tick| succeeds(tick, Villager::REST) && tick.started(Villager::STROLL))
            .never(|tick| succeeds(tick, Villager::STROLL) && tick.started(Villager::REST))
    }

    #[test]
    fn the_rules_hold() {
        proof().check(&rules()).unwrap();
    }
}
