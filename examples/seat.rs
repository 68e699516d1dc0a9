//! A seat on wheels that follows the player of a game. When it has seen the player for two seconds
//! without a break, it beeps, turns to the player, and slides until the distance is two meters,
//! correcting its angle on the way. When it loses sight of the player, it looks around for three
//! seconds. Otherwise it idles: it waits, squeaks or rolls a little, at random.
//!
//! ```sh
//! cargo run --example seat
//! ```

use bt_core::{Action, Clock, End, Status, behavior_tree};
use std::time::Duration;
use terminal::{Tone, Trace, paint};

#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
mod terminal;

behavior_tree! {
    /// Follows the player after it has noticed the player, and idles otherwise.
    #[derive(Debug)]
    tree Companion(seat: &mut Seat) {
        active_selector {
            'follow: sequence {
                /// It has to see the player for two seconds without a break.
                guard(seat.sees_player()) 'notice: wait(2s);
                action seat.say("beep!");
                repeat selector {
                    guard(seat.sees_player()) subtree KeepUp;
                    timeout(3s) 'search: action seat.look_around();
                }
            }
            'idle: random_selector(seat.chance.u32(..)) {
                4 => 'doze: wait(1500ms);
                2 => cooldown(5s) 'squeak: action seat.say("squeak");
                3 => timeout(1s) 'roll: action Roll { speed: seat.mood() };
            }
        }
    }

    /// Corrects the angle first, then the distance.
    #[derive(Debug)]
    tree KeepUp(seat: &mut Seat) {
        priority_selector {
            /// Starts when the angle is bad, and ends only when the angle is good.
            seat.angle().abs() > 30.0 => 'turn: action seat.turn_to_player();
            seat.too_far() || seat.too_near() => parallel(success = one) {
                'slide: action seat.slide();
                every(500ms) 'correct: action seat.correct_angle();
            }
            true => 'near: running;
        }
    }
}

const TICK: Duration = Duration::from_millis(100);
const TICK_SECONDS: f32 = 0.1;
const KEPT: f32 = 2.0;
const SIGHT: f32 = 7.0;

/// The seat's body and senses: the blackboard.
struct Seat {
    time: Duration,
    place: [f32; 2],
    /// The direction in which it looks, in degrees.
    heading: f32,
    player: [f32; 2],
    chance: fastrand::Rng,
    sound: Option<&'static str>,
}

impl Seat {
    fn new(seed: u64) -> Self {
        Self {
            time: Duration::ZERO,
            place: [0.0, 0.0],
            heading: 0.0,
            player: [0.0, 0.0],
            chance: fastrand::Rng::with_seed(seed),
            sound: None,
        }
    }

    fn distance(&self) -> f32 {
        let [x, y] = self.to_player();
        x.hypot(y)
    }

    /// The angle by which the seat would have to turn to look at the player, in degrees.
    fn angle(&self) -> f32 {
        let [x, y] = self.to_player();
        (y.atan2(x).to_degrees() - self.heading + 180.0).rem_euclid(360.0) - 180.0
    }

    fn to_player(&self) -> [f32; 2] {
        [self.player[0] - self.place[0], self.player[1] - self.place[1]]
    }

    fn sees_player(&self) -> bool {
        self.distance() < SIGHT && self.angle().abs() < 80.0
    }

    fn too_far(&self) -> bool {
        self.distance() > KEPT + 0.8
    }

    fn too_near(&self) -> bool {
        self.distance() < KEPT - 0.8
    }

    fn say(&mut self, sound: &'static str) {
        self.sound = Some(sound);
    }

    /// Turns by 120 degrees per second, until the seat looks at the player.
    fn turn_to_player(&mut self) -> Status {
        let angle = self.angle();
        self.heading += angle.clamp(-12.0, 12.0);
        if angle.abs() <= 12.0 { Status::Success } else { Status::Running }
    }

    /// Slides at 2 meters per second, forwards or backwards, until the distance is right.
    fn slide(&mut self) -> Status {
        let gap = self.distance() - KEPT;
        self.roll((gap / TICK_SECONDS).clamp(-2.0, 2.0));
        if gap.abs() <= 0.2 { Status::Success } else { Status::Running }
    }

    /// Corrects half of the remaining angle, while the seat slides.
    fn correct_angle(&mut self) -> Status {
        self.heading += self.angle() / 2.0;
        Status::Running
    }

    fn look_around(&mut self) -> Status {
        self.heading += 10.0;
        if self.sees_player() { Status::Success } else { Status::Running }
    }

    fn roll(&mut self, speed: f32) {
        let (sine, cosine) = self.heading.to_radians().sin_cos();
        self.place[0] += cosine * speed * TICK_SECONDS;
        self.place[1] += sine * speed * TICK_SECONDS;
    }

    /// The direction and the speed in which it would like to roll.
    fn mood(&self) -> f32 {
        if self.time.as_secs() % 2 == 0 { 0.5 } else { -0.5 }
    }
}

impl Clock for Seat {
    fn now(&self) -> Duration {
        self.time
    }
}

/// Rolls until it is stopped, and then creaks.
#[derive(Debug)]
struct Roll {
    speed: f32,
}

impl Action<Seat> for Roll {
    fn tick(&mut self, seat: &mut Seat) -> Status {
        seat.roll(self.speed);
        Status::Running
    }

    fn end(&mut self, seat: &mut Seat, end: End) {
        if end == End::Aborted {
            seat.say("creak");
        }
    }
}

/// The path of the player: times in seconds and positions, connected by straight lines.
const WALK: [(f32, [f32; 2]); 9] = [
    (0.0, [9.0, 3.0]),
    (5.0, [9.0, 3.0]),
    (6.0, [6.0, 1.0]),
    (7.0, [9.0, 2.0]),
    (11.0, [4.0, 3.0]),
    (15.0, [4.0, 3.0]),
    (20.0, [3.0, 9.0]),
    (22.0, [3.0, 9.0]),
    (26.0, [30.0, 9.0]),
];

fn player_at(time: f32) -> [f32; 2] {
    let Some(next) = WALK.iter().position(|(at, _)| *at > time) else {
        return WALK[WALK.len() - 1].1;
    };
    let ((from, [x, y]), (to, [next_x, next_y])) = (WALK[next - 1], WALK[next]);
    let share = (time - from) / (to - from);
    [x + (next_x - x) * share, y + (next_y - y) * share]
}

fn main() {
    let mut seat = Seat::new(7);
    let mut companion = Companion::new();
    let mut trace = Trace::new(Companion::NODES);

    let mut seen_for = Duration::ZERO;
    let mut beeps = 0;

    while seat.time < Duration::from_secs(31) {
        let seconds = seat.time.as_secs_f32();
        seat.player = player_at(seconds);
        seat.sound = None;
        seen_for = if seat.sees_player() { seen_for + TICK } else { Duration::ZERO };
        trace.tick(&mut companion, &mut seat);
        if trace.changed() {
            let sees = if seat.sees_player() { "sees" } else { "    " };
            let sound = paint(Tone::Strong, format_args!("{:6}", seat.sound.unwrap_or_default()));
            println!(
                "{sees} {:4.1} m {:4.0}°  {sound} {}",
                seat.distance(),
                seat.angle(),
                trace.summary(format_args!("{seconds:4.1} s")),
            );
        }
        if seat.sound == Some("beep!") {
            assert!(seen_for > Duration::from_secs(2), "a glimpse is not enough");
            beeps += 1;
        }
        if trace.mark(Companion::IDLE).is_some() {
            assert!(seen_for < Duration::from_secs(2), "whoever is seen is followed");
        }
        seat.time += TICK;
    }
    println!("beeped {beeps}x");
    assert_eq!(beeps, 1);
}

#[cfg(test)]
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "rules/mod.rs"]
mod rules;

/// The rules that hold in every state of the companion, whatever the player does.
#[cfg(test)]
pub(crate) mod proofs {
    use super::rules::{fails, find, one_after_the_other, refuses, succeeds};
    use super::{Companion, KeepUp};
    use bt_core::{End, NodeKind};
    use bt_verify::{Proof, Rules, explore, inside};

    pub(crate) fn proof() -> Proof {
        let proof = explore::<Companion>();
        assert!(proof.is_complete(), "{proof}");
        assert_eq!(proof.unreached().never_ticked(), []);
        proof
    }

    pub(crate) fn rules() -> Rules {
        let beep = find(Companion::NODES, NodeKind::Action, "seat.say(\"beep!\")");
        let on = find(Companion::NODES, NodeKind::Repeat, "");
        let keep_up = find(Companion::NODES, NodeKind::Subtree, "KeepUp");
        let enough = find(Companion::NODES, NodeKind::Timeout, "1s");
        let in_sight = Companion::node(keep_up).parent.expect("the guard");
        follows(Rules::new())
            // A glimpse is not enough; it beeps when it has noticed the player, and then follows.
            .always(one_after_the_other([Companion::NOTICE, beep, on]))
            .possible(|tick| tick.ended(Companion::NOTICE) == Some(End::Aborted))
            .never(|tick| succeeds(tick, Companion::FOLLOW))
            // It searches only if it does not see the player, and gives up.
            .always(move |tick| !tick.started(Companion::SEARCH) || fails(tick, in_sight))
            .possible(|tick| tick.ended(Companion::SEARCH) == Some(End::Aborted))
            // It idles only if there is nobody to follow.
            .always(|tick| !tick.is_ticked(Companion::IDLE) || fails(tick, Companion::FOLLOW))
            .after(|tick| tick.is_active(Companion::IDLE))
            .next(|tick| tick.is_ticked(Companion::FOLLOW))
            // It does one thing at a time, and does not squeak all the time.
            .never(|tick| {
                succeeds(tick, Companion::DOZE)
                    && (tick.started(Companion::SQUEAK) || tick.started(Companion::ROLL))
            })
            .possible(refuses(find(Companion::NODES, NodeKind::Cooldown, "5s"), Companion::SQUEAK))
            .possible(move |tick| {
                fails(tick, enough) && tick.ended(Companion::ROLL) == Some(End::Aborted)
            })
    }

    /// A bad angle is corrected first, also while the seat slides.
    fn follows(rules: Rules) -> Rules {
        let keep_up = find(Companion::NODES, NodeKind::Subtree, "KeepUp");
        let [turn, slide, correct] =
            [KeepUp::TURN, KeepUp::SLIDE, KeepUp::CORRECT].map(|node| inside(keep_up, node));
        let seldom = find(Companion::NODES, NodeKind::Every, "500ms");
        rules
            .never(move |tick| tick.is_active(turn) && tick.is_active(slide))
            .possible(move |tick| tick.was_active(slide) && tick.started(turn))
            .never(move |tick| {
                tick.was_active(turn)
                    && tick.ended(turn) == Some(End::Aborted)
                    && tick.started(slide)
            })
            .possible(move |tick| tick.is_active(seldom) && !tick.is_ticked(correct))
    }

    #[test]
    fn the_rules_hold() {
        proof().check(&rules()).unwrap();
    }
}
