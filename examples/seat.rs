//! A seat on wheels that follows the player of a game: it must have seen the player for two seconds
//! in a row, then it beeps, turns, slides, corrects its angle on the way and keeps two metres away.
//! When it loses sight of the player it looks around for three seconds; otherwise it idles: it
//! waits, squeaks, or rolls a little, at random.
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
    /// Follows whoever it has noticed, and idles otherwise.
    #[derive(Debug)]
    tree Companion(seat: &mut Seat) {
        active_selector {
            'follow: sequence {
                /// A glimpse is not enough: two seconds in a row.
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

    /// One correction after the other: the angle first, then the distance.
    #[derive(Debug)]
    tree KeepUp(seat: &mut Seat) {
        priority_selector {
            /// Begun when the angle is bad, and not left before it is good.
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

/// The seat's body, its eyes and what it looks at: the blackboard.
struct Seat {
    time: Duration,
    place: [f32; 2],
    /// Where it looks, in degrees.
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

    /// How far the seat would have to turn to look at the player, in degrees.
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

    /// 120 degrees a second, until it looks at the player.
    fn turn_to_player(&mut self) -> Status {
        let angle = self.angle();
        self.heading += angle.clamp(-12.0, 12.0);
        if angle.abs() <= 12.0 { Status::Success } else { Status::Running }
    }

    /// 2 metres a second, there or back, until the distance is right.
    fn slide(&mut self) -> Status {
        let gap = self.distance() - KEPT;
        self.roll((gap / TICK_SECONDS).clamp(-2.0, 2.0));
        if gap.abs() <= 0.2 { Status::Success } else { Status::Running }
    }

    /// Half of what is missing; sliding goes on meanwhile.
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

    /// In which direction it would like to roll, and how fast.
    fn mood(&self) -> f32 {
        if self.time.as_secs() % 2 == 0 { 0.5 } else { -0.5 }
    }
}

impl Clock for Seat {
    fn now(&self) -> Duration {
        self.time
    }
}

/// Rolls until somebody stops it, and creaks then.
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

/// Where the player is at a time, in seconds: in a straight line from one of these to the next.
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
