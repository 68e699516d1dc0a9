//! The sliding door of a shop: it opens when a person comes near, closes two seconds later, stops
//! closing when a person is in the doorway, and is locked at night. It shows that trees are useful for
//! machines too.
//!
//! The program prints a line for each tick in which the tree changed its decision or an event happened.
//! `i` is a person in the doorway, `†` is the bolt. The right column shows the actions that were
//! aborted.
//!
//! ```sh
//! cargo run --example door
//! ```

use bt_core::{Action, Clock, End, Status, behavior_tree};
use std::time::Duration;
use terminal::{Tone, Trace, paint};

#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
mod terminal;

behavior_tree! {
    /// Sorted by importance, the most important first.
    #[derive(Debug)]
    tree Doorkeeper(door: &mut Door) {
        active_selector {
            /// The door never closes on a person, whatever it is doing, also at closing time.
            'give_way: monitor {
                condition door.somebody_inside;
                'make_room: action Slide { to: OPEN };
                'complain: sequence {
                    'patience: wait(4s);
                    repeat sequence {
                        action door.say("please step aside");
                        'pause: wait(3s);
                    }
                }
            }
            /// A guard is evaluated in every tick, and `Bolt` opens the bolt when it is aborted.
            'lock: guard(door.locked) sequence {
                'close_up: action Slide { to: SHUT };
                action door.say("good night");
                'night: action Bolt {};
            }
            'let_in: sequence {
                condition door.somebody_near;
                'open: action Slide { to: OPEN };
                'hold: wait(2s);
            }
            'close: action Slide { to: SHUT };
        }
    }
}

const SHUT: u32 = 0;
const OPEN: u32 = 8;
const TICK: Duration = Duration::from_millis(250);

/// The door: its sensors and its parts.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a sensor or a switch of the door")]
struct Door {
    time: Duration,
    /// The signal of the radar above the door.
    somebody_near: bool,
    /// The signal of the light barrier in the doorway.
    somebody_inside: bool,
    /// The state of the shopkeeper's lock.
    locked: bool,
    opening: u32,
    bolted: bool,
    news: Vec<&'static str>,
}

impl Door {
    fn say(&mut self, text: &'static str) {
        self.news.push(text);
    }
}

impl Clock for Door {
    fn now(&self) -> Duration {
        self.time
    }
}

/// Moves both halves of the door by a hand's breadth per tick.
#[derive(Debug)]
struct Slide {
    to: u32,
}

impl Action<Door> for Slide {
    fn tick(&mut self, door: &mut Door) -> Status {
        if door.opening == self.to {
            return Status::Success;
        }
        assert!(!door.bolted, "a bolted door is not moved");
        if self.to > door.opening {
            door.opening += 1;
        } else {
            assert!(!door.somebody_inside, "nobody is squeezed");
            door.opening -= 1;
        }
        Status::Running
    }
}

/// Keeps the door bolted exactly as long as it runs.
#[derive(Debug)]
struct Bolt;

impl Action<Door> for Bolt {
    fn check(&self, door: &Door) -> bool {
        door.opening == SHUT
    }

    fn start(&mut self, door: &mut Door) {
        door.bolted = true;
    }

    fn tick(&mut self, _: &mut Door) -> Status {
        Status::Running
    }

    fn end(&mut self, door: &mut Door, _: End) {
        door.bolted = false;
    }
}

/// An event at the door: the second at which it happens, a text, and its effect on the sensors.
type Event = (u64, &'static str, fn(&mut Door));

const EVENTS: [Event; 15] = [
    (0, "night", |door| door.locked = true),
    (1, "somebody knocks", |door| door.somebody_near = true),
    (2, "and goes away", |door| door.somebody_near = false),
    (3, "the key turns", |door| door.locked = false),
    (4, "Ann comes", |door| door.somebody_near = true),
    (6, "and is through", |door| door.somebody_near = false),
    (10, "Bob runs", |door| door.somebody_near = true),
    (11, "and is through", |door| door.somebody_near = false),
    (15, "a box is put down", |door| door.somebody_inside = true),
    (24, "it is taken away", |door| door.somebody_inside = false),
    (27, "Eve comes", |door| door.somebody_near = true),
    (30, "the key turns", |door| door.locked = true),
    (31, "Eve slips out", |door| door.somebody_inside = true),
    (32, "just in time", |door| door.somebody_inside = false),
    (33, "she goes home", |door| door.somebody_near = false),
];

/// Both halves of the door, and the person between them.
fn picture(door: &Door) -> String {
    let half = "█".repeat(OPEN.saturating_sub(door.opening) as usize);
    let gap = door.opening as usize;
    let inside = match (door.somebody_inside, door.bolted) {
        (true, _) => paint(Tone::Bad, format_args!("{:^width$}", 'i', width = 2 * gap)),
        (_, true) => paint(Tone::Strong, '†'),
        _ => " ".repeat(2 * gap),
    };
    let bolt = if door.bolted { "" } else { " " };
    format!("|{half}{inside}{half}|{bolt}")
}

fn main() {
    let mut door = Door::default();
    let mut keeper = Doorkeeper::new();
    let mut trace = Trace::new(Doorkeeper::NODES);
    let mut events = EVENTS.iter().peekable();
    let (mut given_way, mut complaints, mut nights) = (0, 0, 0);

    while door.time < Duration::from_secs(38) {
        door.news.clear();
        while let Some((_, news, happen)) = events.next_if(|event| door.time.as_secs() >= event.0) {
            door.news.push(news);
            happen(&mut door);
        }
        let was_bolted = door.bolted;
        trace.tick(&mut keeper, &mut door);
        if trace.changed() || !door.news.is_empty() {
            let seconds = door.time.as_secs_f32();
            let news = paint(Tone::Strong, format_args!("{:18}", door.news.join(", ")));
            println!(
                "{} {news} {}",
                picture(&door),
                trace.summary(format_args!("{seconds:5.2} s"))
            );
        }
        let closing = [Doorkeeper::CLOSE, Doorkeeper::CLOSE_UP];
        given_way += closing.into_iter().filter(|node| trace.was_aborted(*node)).count();
        complaints += u32::from(door.news.contains(&"please step aside"));
        nights += u32::from(door.bolted && !was_bolted);
        door.time += TICK;
    }
    keeper.abort(&mut door);
    println!("gave way {given_way}x, complained {complaints}x, was bolted {nights}x");
    assert_eq!((given_way, complaints, nights), (3, 2, 2));
    assert!(!door.bolted, "the aborted `Bolt` has opened the bolt");
}

#[cfg(test)]
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "rules/mod.rs"]
mod rules;

/// The rules that hold in every state of the tree, whatever happens at the door.
#[cfg(test)]
pub(crate) mod proofs {
    use super::Doorkeeper;
    use super::rules::{fails, find, most_important_first, one_after_the_other, refuses, succeeds};
    use bt_core::{End, Node, NodeKind, Status};
    use bt_verify::{Proof, Rules, Tick, explore};

    /// `Slide` and `say` return no failure. If one could fail, the door would go on to the next branch, and close.
    pub(crate) fn proof() -> Proof {
        let proof = explore::<Doorkeeper>();
        assert!(proof.is_complete() && proof.unreached().is_empty(), "{proof}");
        let is_sure = |node: &&Node| node.kind == NodeKind::Action && node.id != Doorkeeper::NIGHT;
        let actions = move || Doorkeeper::NODES.iter().filter(is_sure);
        proof
            .assume(move |tick| actions().all(|node| tick.result(node.id) != Some(Status::Failure)))
    }

    /// The door closes while a person is inside.
    fn closes_on_a_person(tick: &Tick<'_>) -> bool {
        let inside = find(Doorkeeper::NODES, NodeKind::Condition, "door.somebody_inside");
        succeeds(tick, inside)
            && (tick.is_active(Doorkeeper::CLOSE) || tick.is_active(Doorkeeper::CLOSE_UP))
    }

    pub(crate) fn rules() -> Rules {
        let leaf = |kind, text| find(Doorkeeper::NODES, kind, text);
        let inside = leaf(NodeKind::Condition, "door.somebody_inside");
        let near = leaf(NodeKind::Condition, "door.somebody_near");
        let please = leaf(NodeKind::Action, "door.say(\"please");
        let good_night = leaf(NodeKind::Action, "door.say(\"good night");
        Rules::new()
            // The door never closes on a person, and the light barrier is asked in every tick.
            .never(closes_on_a_person)
            .always(move |tick| tick.result(inside).is_some())
            // The bolt is open when a person is let in.
            .never(|tick| {
                tick.is_active(Doorkeeper::NIGHT)
                    && (tick.is_active(Doorkeeper::LET_IN) || tick.is_active(Doorkeeper::GIVE_WAY))
            })
            // A locked door lets nobody in; an open shop is not closed while somebody is near.
            .always(most_important_first([Doorkeeper::LOCK, Doorkeeper::LET_IN, Doorkeeper::CLOSE]))
            .possible(refuses(Doorkeeper::LOCK, Doorkeeper::CLOSE_UP))
            .possible(|tick| {
                tick.ended(Doorkeeper::NIGHT) == Some(End::Aborted)
                    && tick.is_active(Doorkeeper::LET_IN)
            })
            // It opens for somebody, and holds when it is open.
            .always(one_after_the_other([near, Doorkeeper::OPEN, Doorkeeper::HOLD]))
            // It says good night when it is shut, and then is bolted.
            .always(one_after_the_other([Doorkeeper::CLOSE_UP, good_night, Doorkeeper::NIGHT]))
            .possible(|tick| tick.is_active(Doorkeeper::NIGHT))
            // It complains as long as somebody is inside, with pauses, when its patience has ended.
            .whenever(|tick| tick.is_active(Doorkeeper::COMPLAIN))
            .until(move |tick| fails(tick, inside))
            .always(move |tick| !succeeds(tick, please) || tick.is_active(Doorkeeper::PAUSE))
            .never(|tick| tick.is_active(Doorkeeper::PAUSE) && tick.is_active(Doorkeeper::PATIENCE))
    }

    #[test]
    fn the_rules_hold() {
        proof().check(&rules()).unwrap();
    }

    #[test]
    fn a_slide_that_fails_closes_on_a_person() {
        assert_eq!(
            explore::<Doorkeeper>()
                .check(&Rules::new().never(closes_on_a_person))
                .unwrap_err()
                .len(),
            1
        );
    }
}
