//! The vocabulary of the files with random trees, and those that are compiled.

use crate::machine::Machine;
use bt_core::behavior_tree;
use bt_verify::{Limits, Proof, explore_with};
use meaning::filed::DRAW;
use meaning::{Book, Job, Kept, Nap, Ticket, World, Wrap};
use serde::{Deserialize, Serialize};

/// An enum, which needs no more than what the trees derive.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Side {
    Left,
    Right,
    Up,
}

/// A file whose main tree has its name.
pub(crate) struct Filed {
    pub(crate) name: &'static str,
    pub(crate) text: &'static str,
    pub(crate) compiled: fn() -> Box<dyn Machine>,
    pub(crate) prove: fn(Limits) -> Proof,
}

/// The vocabulary, with files that are compiled: they have to stand in the same macro call.
macro_rules! with_words {
    ($($files:tt)*) => {
        behavior_tree! {
            /// A tree of the program, with all that is kept after an activation.
            #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
            pub(crate) tree Rounds(world: &mut World) {
                selector {
                    sequence {
                        once action world.act(700);
                        cooldown(1s) sequence { wait(500ms); action world.act(701); }
                        'nap: action Nap { slot: 702, until: world.alarm(702) };
                    }
                    random_selector(world.draw(703)) {
                        action Job { slot: 704, activation: world.activation(704), turn: 0 };
                        2 => subtree Pages(&mut world.book);
                        utility_selector {
                            world.score(705) => action world.act(706);
                            world.score(707) => delay(250ms) action world.act(708);
                        }
                    }
                    parallel(success = 1) { every(1s) action world.act(709); timeout(2s) running; }
                }
            }

            /// A tree that works on a part of the blackboard.
            #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
            pub(crate) tree Pages(book: &mut Book) {
                sequence {
                    cooldown(book.span(710)) condition book.ask(711);
                    once action book.act(712);
                    repeat(2) wait(250ms);
                    active_if book.decide(713) { 'read: running; } else { action book.act(714); }
                }
            }

            #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
            pub(crate) vocabulary Words(world: &mut World) {
                type Kept;
                condition Ask(slot: u32) => world.ask(slot);
                condition AskAt(slot: u32, number: u32) => { world.see_number(slot, number as usize); world.ask(slot) };
                condition AskBy(slot: u32, kept: Kept) => { world.seen(slot, &kept); world.ask(slot) };
                condition AskOf(slot: u32, kept: &Kept) => { world.seen(slot, kept); world.ask(slot) };
                condition Decide(slot: u32) => world.decide(slot);
                condition DecideAt(slot: u32, number: u32) => { world.see_number(slot, number as usize); world.decide(slot) };
                condition DecideBy(slot: u32, kept: Kept) => { world.seen(slot, &kept); world.decide(slot) };
                condition DecideOf(slot: u32, kept: &Kept) => { world.seen(slot, kept); world.decide(slot) };
                action Act(slot: u32) => world.act(slot);
                action ActAt(slot: u32, number: u32) => { world.see_number(slot, number as usize); world.act(slot) };
                action ActBy(slot: u32, kept: Kept) => { world.seen(slot, &kept); world.act(slot) };
                action ActOf(slot: u32, kept: &Kept) => { world.seen(slot, kept); world.act(slot) };
                action TryTo(slot: u32) => world.try_to(slot);
                action DoIt(slot: u32) => world.do_it(slot);
                action Attempt(slot: u32) => world.attempt(slot);
                action AttemptAt(slot: u32, number: u32) => { world.see_number(slot, number as usize); world.attempt(slot) };
                action AttemptBy(slot: u32, kept: Kept) => { world.seen(slot, &kept); world.attempt(slot) };
                action AttemptOf(slot: u32, kept: &Kept) => { world.seen(slot, kept); world.attempt(slot) };
                action Serve(slot: u32) => world.serve(slot);
                action ServeAt(slot: u32, number: u32) => { world.see_number(slot, number as usize); world.serve(slot) };
                action ServeBy(slot: u32, kept: Kept) => { world.seen(slot, &kept); world.serve(slot) };
                action ServeOf(slot: u32, kept: &Kept) => { world.seen(slot, kept); world.serve(slot) };
                action Clean(slot: u32) => world.clean(slot);
                action CleanAt(slot: u32, number: u32) => { world.see_number(slot, number as usize); world.clean(slot) };
                action CleanBy(slot: u32, kept: Kept) => { world.seen(slot, &kept); world.clean(slot) };
                action CleanOf(slot: u32, kept: &Kept) => { world.seen(slot, kept); world.clean(slot) };
                action Collect(slot: u32) => world.collect(slot);
                action Seek(slot: u32) -> Kept => world.seek(slot);
                action SeekAt(slot: u32, number: u32) -> Kept => { world.see_number(slot, number as usize); world.seek(slot) };
                action SeekBy(slot: u32, kept: Kept) -> Kept => { world.seen(slot, &kept); world.seek(slot) };
                action SeekOf(slot: u32, kept: &Kept) -> Kept => { world.seen(slot, kept); world.seek(slot) };
                action Search(slot: u32) -> Kept => world.search(slot);
                action SearchAt(slot: u32, number: u32) -> Kept => { world.see_number(slot, number as usize); world.search(slot) };
                action SearchBy(slot: u32, kept: Kept) -> Kept => { world.seen(slot, &kept); world.search(slot) };
                action SearchOf(slot: u32, kept: &Kept) -> Kept => { world.seen(slot, kept); world.search(slot) };
                action Ponder(slot: u32) -> Kept => world.ponder(slot);
                action PonderAt(slot: u32, number: u32) -> Kept => { world.see_number(slot, number as usize); world.ponder(slot) };
                action PonderBy(slot: u32, kept: Kept) -> Kept => { world.seen(slot, &kept); world.ponder(slot) };
                action PonderOf(slot: u32, kept: &Kept) -> Kept => { world.seen(slot, kept); world.ponder(slot) };
                action Gain(slot: u32) -> u32 => world.gain(slot);
                action GainAt(slot: u32, number: u32) -> u32 => { world.see_number(slot, number as usize); world.gain(slot) };
                action GainBy(slot: u32, kept: Kept) -> u32 => { world.seen(slot, &kept); world.gain(slot) };
                action GainOf(slot: u32, kept: &Kept) -> u32 => { world.seen(slot, kept); world.gain(slot) };
                action Both(slot: u32) -> (kept: Kept, number: u32) => world.both(slot);
                action BothAt(slot: u32, number: u32) -> (kept: Kept, count: u32) => { world.see_number(slot, number as usize); world.both(slot) };
                action BothBy(slot: u32, kept: Kept) -> (found: Kept, number: u32) => { world.seen(slot, &kept); world.both(slot) };
                action BothOf(slot: u32, kept: &Kept) -> (found: Kept, number: u32) => { world.seen(slot, kept); world.both(slot) };
                action Work(slot: u32) => Job { slot, activation: world.activation(slot), turn: 0 };
                action WorkAt(slot: u32, number: u32) => Job { slot, activation: world.see_number(slot, number as usize).activation(slot), turn: 0 };
                action WorkBy(slot: u32, kept: Kept) => Job { slot, activation: world.seen(slot, &kept).activation(slot), turn: 0 };
                action Produce(slot: u32) -> Kept => Job { slot, activation: world.activation(slot), turn: 0 };
                action ProduceAt(slot: u32, number: u32) -> Kept => Job { slot, activation: world.see_number(slot, number as usize).activation(slot), turn: 0 };
                action ProduceBy(slot: u32, kept: Kept) -> Kept => Job { slot, activation: world.seen(slot, &kept).activation(slot), turn: 0 };
                decorator Wrapped(slot: u32) => Wrap { slot, activation: world.activation(slot) };
                decorator WrappedAt(slot: u32, number: u32) => Wrap { slot, activation: world.see_number(slot, number as usize).activation(slot) };
                decorator WrappedBy(slot: u32, kept: Kept) => Wrap { slot, activation: world.seen(slot, &kept).activation(slot) };
                action Vow(slot: u32) => await ?Send world.vow(slot);
                action Doze(slot: u32) => Nap { slot, until: world.alarm(slot) };
                decorator Ticketed(slot: u32) => Ticket { slot, activation: world.activation(slot) };
                value Find(slot: u32): Kept => world.find(slot);
                value FindAt(slot: u32, number: u32): Kept => world.see_number(slot, number as usize).find(slot);
                value FindBy(slot: u32, kept: Kept): Kept => world.seen(slot, &kept).find(slot);
                value FindOf(slot: u32, kept: &Kept): Kept => world.seen(slot, kept).find(slot);
                value Pick(slot: u32): u32 => world.pick(slot);
                value PickAt(slot: u32, number: u32): u32 => world.see_number(slot, number as usize).pick(slot);
                value PickBy(slot: u32, kept: Kept): u32 => world.seen(slot, &kept).pick(slot);
                value PickOf(slot: u32, kept: &Kept): u32 => world.seen(slot, kept).pick(slot);
                value SmallLevel(slot: u32): u8 => world.small_level(slot);
                value CountLevel(slot: u32): u32 => world.count_level(slot);
                value SignedLevel(slot: u32): i32 => world.signed_level(slot);
                value SizeLevel(slot: u32): usize => world.size_level(slot);
                value RealLevel(slot: u32): f32 => world.real_level(slot);
                value LengthLevel(slot: u32): Duration => world.length_level(slot);
                value AnswerLevel(slot: u32): bool => world.answer_level(slot);
                value TextLevel(slot: u32): &'static str => world.text_level(slot);
                value SideLevel(slot: u32): Side { Left, Right, Up } => [Side::Left, Side::Right, Side::Up][usize::from(world.side_level(slot))];
                value Value800: Duration => world.span(800);
                value Value801: Duration => world.span(801);
                value Value802: Duration => world.span(802);
                value Value803: Duration => world.span(803);
                value Value804: Duration => world.span(804);
                value Value805: Duration => world.span(805);
                value Value806: Duration => world.span(806);
                value Value807: Duration => world.span(807);
                value Value810: u32 => world.count(810);
                value Value811: u32 => world.count(811);
                value Value812: u32 => world.count(812);
                value Value813: u32 => world.count(813);
                value Value814: u32 => world.count(814);
                value Value815: u32 => world.count(815);
                value Value816: u32 => world.count(816);
                value Value817: u32 => world.count(817);
                value Value820: u32 => world.weight(820);
                value Value821: u32 => world.weight(821);
                value Value822: u32 => world.weight(822);
                value Value823: u32 => world.weight(823);
                value Value824: u32 => world.weight(824);
                value Value825: u32 => world.weight(825);
                value Value826: u32 => world.weight(826);
                value Value827: u32 => world.weight(827);
                value Value830: f32 => world.score(830);
                value Value831: f32 => world.score(831);
                value Value832: f32 => world.score(832);
                value Value833: f32 => world.score(833);
                value Value834: f32 => world.score(834);
                value Value835: f32 => world.score(835);
                value Value836: f32 => world.score(836);
                value Value837: f32 => world.score(837);
                value Value840: f32 => world.margin(840);
                value Value841: f32 => world.margin(841);
                value Value842: f32 => world.margin(842);
                value Value843: f32 => world.margin(843);
                value Value844: f32 => world.margin(844);
                value Value845: f32 => world.margin(845);
                value Value846: f32 => world.margin(846);
                value Value847: f32 => world.margin(847);
                random => world.draw(DRAW);
                subtree Rounds;
                subtree Pages(&mut world.book);
            }

            $($files)*
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/files.rs"));
