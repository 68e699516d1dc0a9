//! A small world for generated trees: 64 facts that change by themselves, 64 actions, and a checksum of
//! all actions, so that two runs can be compared.

use crate::world::{self, Opaque};
use bt_core::{Action, Clock, Decorator, End, Status};
use std::time::Duration;

/// The blackboard of generated trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    time: Duration,
    facts: u64,
    done: u64,
}

impl World {
    /// The world with this number.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut world = Self { time: Duration::ZERO, facts: seed, done: 0 };
        world.step();
        world
    }

    /// Lets a tenth of a second pass and changes the facts; to be called between two ticks.
    #[inline]
    pub fn step(&mut self) {
        self.time += Duration::from_millis(100);
        // SplitMix64
        self.facts = self.facts.wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.facts = (self.facts ^ (self.facts >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.facts = (self.facts ^ (self.facts >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.facts ^= self.facts >> 31;
    }

    /// A checksum of all actions and their order.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        self.done
    }

    /// A number that changes with each step.
    #[must_use]
    #[inline]
    pub fn number(&self) -> u32 {
        (self.facts >> 32) as u32
    }

    /// A score between 0 and 1.
    #[must_use]
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "eight bits are wanted")]
    pub fn score(&self, number: u32) -> f32 {
        f32::from((self.facts >> (number % 48)) as u8) / f32::from(u8::MAX)
    }

    #[inline]
    fn note(&mut self, what: u64) -> u64 {
        self.done = (self.done.rotate_left(5) ^ (what + 1)).wrapping_mul(0x517c_c1b7_2722_0a95);
        self.done
    }

    #[inline]
    fn act(&mut self, number: u64) -> Status {
        match (self.note(number) ^ self.facts) >> 60 {
            0..8 => Status::Running,
            8..12 => Status::Success,
            _ => Status::Failure,
        }
    }
}

impl world::World for World {
    fn new(agent: u32) -> Self {
        Self::new(u64::from(agent))
    }

    #[inline]
    fn step(&mut self) {
        self.step();
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "both halves are in it")]
    fn checksum(&self) -> u32 {
        (self.done ^ self.done >> 32) as u32
    }
}

impl<W: Clock> Clock for Opaque<W> {
    #[inline]
    fn now(&self) -> Duration {
        self.0.now()
    }
}

impl Clock for World {
    #[inline]
    fn now(&self) -> Duration {
        self.time
    }
}

/// The leaves of generated trees: a condition looks up a fact, an action changes the checksum.
macro_rules! leaves {
    ($($number:literal $condition:ident $action:ident)*) => {
        /// The leaves, and the other functions that a tree calls.
        #[allow(missing_docs, reason = "their names say all")]
        pub trait Leaves: Clock {
            fn number(&self) -> u32;
            fn score(&self, number: u32) -> f32;
            /// Returns the value of a fact.
            fn fact(&self, number: u32) -> bool;
            /// Adds an action to the checksum.
            fn note(&mut self, what: u64);
            $(
                fn $condition(&self) -> bool;
                fn $action(&mut self) -> Status;
            )*
        }

        /// Each action is a separate function, as most actions are; a condition is a lookup.
        #[allow(missing_docs, reason = "their names say all")]
        impl World {
            $(
                #[must_use]
                #[inline]
                pub fn $condition(&self) -> bool {
                    self.facts & 1 << $number != 0
                }

                #[inline(never)]
                pub fn $action(&mut self) -> Status {
                    self.act($number)
                }
            )*
        }

        /// All of them can be inlined.
        impl Leaves for World {
            #[inline]
            fn number(&self) -> u32 {
                self.number()
            }

            #[inline]
            fn score(&self, number: u32) -> f32 {
                self.score(number)
            }

            #[inline]
            fn fact(&self, number: u32) -> bool {
                self.facts >> (number % 64) & 1 != 0
            }

            #[inline]
            fn note(&mut self, what: u64) {
                self.note(what);
            }

            $(
                #[inline]
                fn $condition(&self) -> bool {
                    self.facts & 1 << $number != 0
                }

                #[inline]
                fn $action(&mut self) -> Status {
                    self.act($number)
                }
            )*
        }

        /// Each is a separate function that is not inlined.
        impl<W: Leaves> Leaves for Opaque<W> {
            #[inline(never)]
            fn number(&self) -> u32 {
                self.0.number()
            }

            #[inline(never)]
            fn score(&self, number: u32) -> f32 {
                self.0.score(number)
            }

            #[inline(never)]
            fn fact(&self, number: u32) -> bool {
                self.0.fact(number)
            }

            #[inline(never)]
            fn note(&mut self, what: u64) {
                self.0.note(what);
            }

            $(
                #[inline(never)]
                fn $condition(&self) -> bool {
                    self.0.$condition()
                }

                #[inline(never)]
                fn $action(&mut self) -> Status {
                    self.0.$action()
                }
            )*
        }
    };
}

#[rustfmt::skip]
leaves! {
    0 is_0 do_0  1 is_1 do_1  2 is_2 do_2  3 is_3 do_3
    4 is_4 do_4  5 is_5 do_5  6 is_6 do_6  7 is_7 do_7
    8 is_8 do_8  9 is_9 do_9  10 is_10 do_10  11 is_11 do_11
    12 is_12 do_12  13 is_13 do_13  14 is_14 do_14  15 is_15 do_15
    16 is_16 do_16  17 is_17 do_17  18 is_18 do_18  19 is_19 do_19
    20 is_20 do_20  21 is_21 do_21  22 is_22 do_22  23 is_23 do_23
    24 is_24 do_24  25 is_25 do_25  26 is_26 do_26  27 is_27 do_27
    28 is_28 do_28  29 is_29 do_29  30 is_30 do_30  31 is_31 do_31
    32 is_32 do_32  33 is_33 do_33  34 is_34 do_34  35 is_35 do_35
    36 is_36 do_36  37 is_37 do_37  38 is_38 do_38  39 is_39 do_39
    40 is_40 do_40  41 is_41 do_41  42 is_42 do_42  43 is_43 do_43
    44 is_44 do_44  45 is_45 do_45  46 is_46 do_46  47 is_47 do_47
    48 is_48 do_48  49 is_49 do_49  50 is_50 do_50  51 is_51 do_51
    52 is_52 do_52  53 is_53 do_53  54 is_54 do_54  55 is_55 do_55
    56 is_56 do_56  57 is_57 do_57  58 is_58 do_58  59 is_59 do_59
    60 is_60 do_60  61 is_61 do_61  62 is_62 do_62  63 is_63 do_63
}

/// A stateful action that takes a number of ticks.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The number of ticks that are left.
    pub steps: u32,
}

/// The functions for hand-written code.
impl Walk {
    pub(super) fn set_out<W: Leaves>(steps: u32, world: &mut W) -> (Self, Status) {
        let mut walk = Self { steps };
        walk.start(world);
        let status = walk.go_on(world);
        (walk, status)
    }

    pub(super) fn go_on<W: Leaves>(&mut self, world: &mut W) -> Status {
        let status = self.tick(world);
        match status {
            Status::Running => {}
            Status::Success => self.end(world, End::Success),
            Status::Failure => self.end(world, End::Failure),
        }
        status
    }
}

impl<W: Leaves> Action<W> for Walk {
    #[inline]
    fn start(&mut self, world: &mut W) {
        world.note(100);
    }

    #[inline]
    fn tick(&mut self, world: &mut W) -> Status {
        world.note(101);
        self.steps = self.steps.saturating_sub(1);
        if self.steps == 0 { Status::Success } else { Status::Running }
    }

    #[inline]
    fn end(&mut self, world: &mut W, reason: End) {
        world.note(102 + reason as u64);
    }
}

/// A decorator that ticks its node while a fact is true.
#[derive(Clone, Debug)]
pub struct While {
    /// The number of the fact.
    pub fact: u32,
}

impl<W: Leaves> Decorator<W> for While {
    #[inline]
    fn tick(&mut self, world: &mut W, child: impl FnOnce(&mut W) -> Status) -> Status {
        if world.fact(self.fact) { child(world) } else { Status::Failure }
    }
}
