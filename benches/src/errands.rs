//! A sequence of a hundred errands.

use crate::world::{Opaque, World, next_random, seed, visit};
use bt_core::Status;

/// The errands: the leaves of the tree. Each takes three ticks, and fails now and then.
pub trait Worker {
    /// Walks a part of the way.
    fn walk(&mut self, way: u32) -> Status;
    /// Turns.
    fn turn(&mut self, angle: u32) -> Status;
    /// Takes something along.
    fn carry(&mut self, weight: u32) -> Status;
    /// Digs.
    fn dig(&mut self, soil: u32) -> Status;
    /// Paints.
    fn paint(&mut self, color: u32) -> Status;
    /// Counts what is there.
    fn count(&mut self, row: u32) -> Status;
    /// Sells.
    fn trade(&mut self, price: u32) -> Status;
    /// Rests.
    fn rest(&mut self, hours: u32) -> Status;
    /// Reads on.
    fn read(&mut self, page: u32) -> Status;
    /// Washes.
    fn wash(&mut self, spot: u32) -> Status;
}

/// The world of one worker. There are ten kinds of errands, so that the compiler cannot make a loop over
/// a table.
#[derive(Clone, Debug, Default)]
pub struct Errands {
    random: u32,
    checksum: u32,
    position: u32,
    heading: u32,
    load: u32,
    depth: u32,
    color: u32,
    stock: u32,
    coins: u32,
    tired: u32,
    pages: u32,
    dirt: u32,
    /// The number of ticks of the current errand.
    progress: u8,
}

impl Errands {
    #[inline]
    fn work(&mut self, errand: u32) -> Status {
        self.checksum = visit(self.checksum, errand);
        self.progress += 1;
        if self.random < 1 << 20 {
            self.progress = 0;
            Status::Failure
        } else if self.progress < 3 {
            Status::Running
        } else {
            self.progress = 0;
            Status::Success
        }
    }
}

impl World for Errands {
    fn new(agent: u32) -> Self {
        Self { random: seed(agent), ..Self::default() }
    }

    #[inline]
    fn step(&mut self) {
        self.random = next_random(self.random);
    }

    #[inline]
    fn checksum(&self) -> u32 {
        self.checksum
    }
}

impl Worker for Errands {
    #[inline]
    fn walk(&mut self, way: u32) -> Status {
        self.position = self.position.wrapping_add(way);
        self.work(10 * way)
    }

    #[inline]
    fn turn(&mut self, angle: u32) -> Status {
        self.heading ^= angle;
        self.work(1 + 10 * angle)
    }

    #[inline]
    fn carry(&mut self, weight: u32) -> Status {
        self.load = self.load.wrapping_sub(weight);
        self.work(2 + 10 * weight)
    }

    #[inline]
    fn dig(&mut self, soil: u32) -> Status {
        self.depth = self.depth.wrapping_mul(3).wrapping_add(soil);
        self.work(3 + 10 * soil)
    }

    #[inline]
    fn paint(&mut self, color: u32) -> Status {
        self.color = self.color.rotate_left(color);
        self.work(4 + 10 * color)
    }

    #[inline]
    fn count(&mut self, row: u32) -> Status {
        self.stock |= row;
        self.work(5 + 10 * row)
    }

    #[inline]
    fn trade(&mut self, price: u32) -> Status {
        self.coins = self.coins.wrapping_add(self.random >> price);
        self.work(6 + 10 * price)
    }

    #[inline]
    fn rest(&mut self, hours: u32) -> Status {
        self.tired = self.tired.saturating_sub(hours);
        self.work(7 + 10 * hours)
    }

    #[inline]
    fn read(&mut self, page: u32) -> Status {
        self.pages = self.pages.max(page);
        self.work(8 + 10 * page)
    }

    #[inline]
    fn wash(&mut self, spot: u32) -> Status {
        self.dirt &= !spot;
        self.work(9 + 10 * spot)
    }
}

impl<W: Worker> Worker for Opaque<W> {
    #[inline(never)]
    fn walk(&mut self, way: u32) -> Status {
        self.0.walk(way)
    }

    #[inline(never)]
    fn turn(&mut self, angle: u32) -> Status {
        self.0.turn(angle)
    }

    #[inline(never)]
    fn carry(&mut self, weight: u32) -> Status {
        self.0.carry(weight)
    }

    #[inline(never)]
    fn dig(&mut self, soil: u32) -> Status {
        self.0.dig(soil)
    }

    #[inline(never)]
    fn paint(&mut self, color: u32) -> Status {
        self.0.paint(color)
    }

    #[inline(never)]
    fn count(&mut self, row: u32) -> Status {
        self.0.count(row)
    }

    #[inline(never)]
    fn trade(&mut self, price: u32) -> Status {
        self.0.trade(price)
    }

    #[inline(never)]
    fn rest(&mut self, hours: u32) -> Status {
        self.0.rest(hours)
    }

    #[inline(never)]
    fn read(&mut self, page: u32) -> Status {
        self.0.read(page)
    }

    #[inline(never)]
    fn wash(&mut self, spot: u32) -> Status {
        self.0.wash(spot)
    }
}

/// The errands as a tree.
pub mod tree {
    use super::Worker;
    use bt_core::behavior_tree;

    behavior_tree! {
        /// One errand after the other.
        #[derive(Clone, Debug)]
        pub tree Sequence<W: Worker>(worker: &mut W) {
            sequence {
                action worker.walk(0);
                action worker.turn(0);
                action worker.carry(0);
                action worker.dig(0);
                action worker.paint(0);
                action worker.count(0);
                action worker.trade(0);
                action worker.rest(0);
                action worker.read(0);
                action worker.wash(0);
                action worker.walk(1);
                action worker.turn(1);
                action worker.carry(1);
                action worker.dig(1);
                action worker.paint(1);
                action worker.count(1);
                action worker.trade(1);
                action worker.rest(1);
                action worker.read(1);
                action worker.wash(1);
                action worker.walk(2);
                action worker.turn(2);
                action worker.carry(2);
                action worker.dig(2);
                action worker.paint(2);
                action worker.count(2);
                action worker.trade(2);
                action worker.rest(2);
                action worker.read(2);
                action worker.wash(2);
                action worker.walk(3);
                action worker.turn(3);
                action worker.carry(3);
                action worker.dig(3);
                action worker.paint(3);
                action worker.count(3);
                action worker.trade(3);
                action worker.rest(3);
                action worker.read(3);
                action worker.wash(3);
                action worker.walk(4);
                action worker.turn(4);
                action worker.carry(4);
                action worker.dig(4);
                action worker.paint(4);
                action worker.count(4);
                action worker.trade(4);
                action worker.rest(4);
                action worker.read(4);
                action worker.wash(4);
                action worker.walk(5);
                action worker.turn(5);
                action worker.carry(5);
                action worker.dig(5);
                action worker.paint(5);
                action worker.count(5);
                action worker.trade(5);
                action worker.rest(5);
                action worker.read(5);
                action worker.wash(5);
                action worker.walk(6);
                action worker.turn(6);
                action worker.carry(6);
                action worker.dig(6);
                action worker.paint(6);
                action worker.count(6);
                action worker.trade(6);
                action worker.rest(6);
                action worker.read(6);
                action worker.wash(6);
                action worker.walk(7);
                action worker.turn(7);
                action worker.carry(7);
                action worker.dig(7);
                action worker.paint(7);
                action worker.count(7);
                action worker.trade(7);
                action worker.rest(7);
                action worker.read(7);
                action worker.wash(7);
                action worker.walk(8);
                action worker.turn(8);
                action worker.carry(8);
                action worker.dig(8);
                action worker.paint(8);
                action worker.count(8);
                action worker.trade(8);
                action worker.rest(8);
                action worker.read(8);
                action worker.wash(8);
                action worker.walk(9);
                action worker.turn(9);
                action worker.carry(9);
                action worker.dig(9);
                action worker.paint(9);
                action worker.count(9);
                action worker.trade(9);
                action worker.rest(9);
                action worker.read(9);
                action worker.wash(9);
            }
        }
    }
}

/// The errands by hand.
pub mod hand {
    use super::Worker;
    use bt_core::Status;

    /// Declares an `enum` of errands, its `match`, and the next errand for each.
    macro_rules! errands {
        ($($name:ident: $work:ident($with:literal), then $next:ident;)*) => {
            /// [`tree::Sequence`](super::tree::Sequence) by hand: a `match` on the running errand.
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
            pub enum Match {
                /// No errand is running.
                #[default]
                Idle,
                $(#[allow(missing_docs)] $name,)*
                /// The last errand is over.
                Done,
            }

            impl Match {
                /// One tick.
                #[inline]
                pub fn tick<W: Worker>(&mut self, worker: &mut W) -> Status {
                    let mut at = *self;
                    loop {
                        let (status, next) = match at {
                            Self::Idle => (Status::Success, Self::Walk0),
                            $(Self::$name => (worker.$work($with), Self::$next),)*
                            Self::Done => {
                                *self = Self::Idle;
                                return Status::Success;
                            }
                        };
                        match status {
                            Status::Success => at = next,
                            Status::Running => {
                                *self = at;
                                return Status::Running;
                            }
                            Status::Failure => {
                                *self = Self::Idle;
                                return Status::Failure;
                            }
                        }
                    }
                }
            }
        };
    }

    errands! {
        Walk0: walk(0), then Turn0;
        Turn0: turn(0), then Carry0;
        Carry0: carry(0), then Dig0;
        Dig0: dig(0), then Paint0;
        Paint0: paint(0), then Count0;
        Count0: count(0), then Trade0;
        Trade0: trade(0), then Rest0;
        Rest0: rest(0), then Read0;
        Read0: read(0), then Wash0;
        Wash0: wash(0), then Walk1;
        Walk1: walk(1), then Turn1;
        Turn1: turn(1), then Carry1;
        Carry1: carry(1), then Dig1;
        Dig1: dig(1), then Paint1;
        Paint1: paint(1), then Count1;
        Count1: count(1), then Trade1;
        Trade1: trade(1), then Rest1;
        Rest1: rest(1), then Read1;
        Read1: read(1), then Wash1;
        Wash1: wash(1), then Walk2;
        Walk2: walk(2), then Turn2;
        Turn2: turn(2), then Carry2;
        Carry2: carry(2), then Dig2;
        Dig2: dig(2), then Paint2;
        Paint2: paint(2), then Count2;
        Count2: count(2), then Trade2;
        Trade2: trade(2), then Rest2;
        Rest2: rest(2), then Read2;
        Read2: read(2), then Wash2;
        Wash2: wash(2), then Walk3;
        Walk3: walk(3), then Turn3;
        Turn3: turn(3), then Carry3;
        Carry3: carry(3), then Dig3;
        Dig3: dig(3), then Paint3;
        Paint3: paint(3), then Count3;
        Count3: count(3), then Trade3;
        Trade3: trade(3), then Rest3;
        Rest3: rest(3), then Read3;
        Read3: read(3), then Wash3;
        Wash3: wash(3), then Walk4;
        Walk4: walk(4), then Turn4;
        Turn4: turn(4), then Carry4;
        Carry4: carry(4), then Dig4;
        Dig4: dig(4), then Paint4;
        Paint4: paint(4), then Count4;
        Count4: count(4), then Trade4;
        Trade4: trade(4), then Rest4;
        Rest4: rest(4), then Read4;
        Read4: read(4), then Wash4;
        Wash4: wash(4), then Walk5;
        Walk5: walk(5), then Turn5;
        Turn5: turn(5), then Carry5;
        Carry5: carry(5), then Dig5;
        Dig5: dig(5), then Paint5;
        Paint5: paint(5), then Count5;
        Count5: count(5), then Trade5;
        Trade5: trade(5), then Rest5;
        Rest5: rest(5), then Read5;
        Read5: read(5), then Wash5;
        Wash5: wash(5), then Walk6;
        Walk6: walk(6), then Turn6;
        Turn6: turn(6), then Carry6;
        Carry6: carry(6), then Dig6;
        Dig6: dig(6), then Paint6;
        Paint6: paint(6), then Count6;
        Count6: count(6), then Trade6;
        Trade6: trade(6), then Rest6;
        Rest6: rest(6), then Read6;
        Read6: read(6), then Wash6;
        Wash6: wash(6), then Walk7;
        Walk7: walk(7), then Turn7;
        Turn7: turn(7), then Carry7;
        Carry7: carry(7), then Dig7;
        Dig7: dig(7), then Paint7;
        Paint7: paint(7), then Count7;
        Count7: count(7), then Trade7;
        Trade7: trade(7), then Rest7;
        Rest7: rest(7), then Read7;
        Read7: read(7), then Wash7;
        Wash7: wash(7), then Walk8;
        Walk8: walk(8), then Turn8;
        Turn8: turn(8), then Carry8;
        Carry8: carry(8), then Dig8;
        Dig8: dig(8), then Paint8;
        Paint8: paint(8), then Count8;
        Count8: count(8), then Trade8;
        Trade8: trade(8), then Rest8;
        Rest8: rest(8), then Read8;
        Read8: read(8), then Wash8;
        Wash8: wash(8), then Walk9;
        Walk9: walk(9), then Turn9;
        Turn9: turn(9), then Carry9;
        Carry9: carry(9), then Dig9;
        Dig9: dig(9), then Paint9;
        Paint9: paint(9), then Count9;
        Count9: count(9), then Trade9;
        Trade9: trade(9), then Rest9;
        Rest9: rest(9), then Read9;
        Read9: read(9), then Wash9;
        Wash9: wash(9), then Done;
    }

    /// The same with a number for the errand: `self.0` errands are done.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Number(u8);

    impl Number {
        /// One tick.
        #[inline]
        pub fn tick<W: Worker>(&mut self, worker: &mut W) -> Status {
            loop {
                let status = match self.0 {
                    0 => worker.walk(0),
                    1 => worker.turn(0),
                    2 => worker.carry(0),
                    3 => worker.dig(0),
                    4 => worker.paint(0),
                    5 => worker.count(0),
                    6 => worker.trade(0),
                    7 => worker.rest(0),
                    8 => worker.read(0),
                    9 => worker.wash(0),
                    10 => worker.walk(1),
                    11 => worker.turn(1),
                    12 => worker.carry(1),
                    13 => worker.dig(1),
                    14 => worker.paint(1),
                    15 => worker.count(1),
                    16 => worker.trade(1),
                    17 => worker.rest(1),
                    18 => worker.read(1),
                    19 => worker.wash(1),
                    20 => worker.walk(2),
                    21 => worker.turn(2),
                    22 => worker.carry(2),
                    23 => worker.dig(2),
                    24 => worker.paint(2),
                    25 => worker.count(2),
                    26 => worker.trade(2),
                    27 => worker.rest(2),
                    28 => worker.read(2),
                    29 => worker.wash(2),
                    30 => worker.walk(3),
                    31 => worker.turn(3),
                    32 => worker.carry(3),
                    33 => worker.dig(3),
                    34 => worker.paint(3),
                    35 => worker.count(3),
                    36 => worker.trade(3),
                    37 => worker.rest(3),
                    38 => worker.read(3),
                    39 => worker.wash(3),
                    40 => worker.walk(4),
                    41 => worker.turn(4),
                    42 => worker.carry(4),
                    43 => worker.dig(4),
                    44 => worker.paint(4),
                    45 => worker.count(4),
                    46 => worker.trade(4),
                    47 => worker.rest(4),
                    48 => worker.read(4),
                    49 => worker.wash(4),
                    50 => worker.walk(5),
                    51 => worker.turn(5),
                    52 => worker.carry(5),
                    53 => worker.dig(5),
                    54 => worker.paint(5),
                    55 => worker.count(5),
                    56 => worker.trade(5),
                    57 => worker.rest(5),
                    58 => worker.read(5),
                    59 => worker.wash(5),
                    60 => worker.walk(6),
                    61 => worker.turn(6),
                    62 => worker.carry(6),
                    63 => worker.dig(6),
                    64 => worker.paint(6),
                    65 => worker.count(6),
                    66 => worker.trade(6),
                    67 => worker.rest(6),
                    68 => worker.read(6),
                    69 => worker.wash(6),
                    70 => worker.walk(7),
                    71 => worker.turn(7),
                    72 => worker.carry(7),
                    73 => worker.dig(7),
                    74 => worker.paint(7),
                    75 => worker.count(7),
                    76 => worker.trade(7),
                    77 => worker.rest(7),
                    78 => worker.read(7),
                    79 => worker.wash(7),
                    80 => worker.walk(8),
                    81 => worker.turn(8),
                    82 => worker.carry(8),
                    83 => worker.dig(8),
                    84 => worker.paint(8),
                    85 => worker.count(8),
                    86 => worker.trade(8),
                    87 => worker.rest(8),
                    88 => worker.read(8),
                    89 => worker.wash(8),
                    90 => worker.walk(9),
                    91 => worker.turn(9),
                    92 => worker.carry(9),
                    93 => worker.dig(9),
                    94 => worker.paint(9),
                    95 => worker.count(9),
                    96 => worker.trade(9),
                    97 => worker.rest(9),
                    98 => worker.read(9),
                    99 => worker.wash(9),
                    _ => {
                        self.0 = 0;
                        return Status::Success;
                    }
                };
                match status {
                    Status::Success => self.0 += 1,
                    Status::Running => return Status::Running,
                    Status::Failure => {
                        self.0 = 0;
                        return Status::Failure;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Errands, hand, tree};
    use crate::run::assert_same;
    use crate::world::Opaque;

    #[test]
    fn they_are_the_same_by_hand() {
        assert_same::<tree::Sequence<_>, hand::Match, Errands>(
            tree::Sequence::tick,
            hand::Match::tick,
        );
        assert_same::<tree::Sequence<_>, hand::Match, Opaque<Errands>>(
            tree::Sequence::tick,
            hand::Match::tick,
        );
        assert_same::<tree::Sequence<_>, hand::Number, Errands>(
            tree::Sequence::tick,
            hand::Number::tick,
        );
    }
}
