//! Unusual spellings of trees: expressions that begin with a block, commas, comments before keys, trees
//! that are written by other macros, generics and borrows.
#![deny(warnings)]
#![allow(clippy::blocks_in_conditions, clippy::match_bool, reason = "this is what is tested")]

use bt_core::{Action, Clock, NodeKind, Status, behavior_tree};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

struct World {
    mood: bool,
    number: u32,
    score: f32,
}

behavior_tree! {
    tree Blocks(world: &mut World) {
        sequence {
            repeat(if world.mood { 1 } else { 2 } + world.number) action world.number += 1;
            utility_selector {
                match world.mood { true => 1.0, false => 0.5 } * world.score => action world.score += 1.0;
                0.1 => fail;
            }
            if { let enough = 2; world.number > enough } { succeed; } else { fail; }
            match { world.number } { 3 => action { world.mood = false }, _ => fail; }
        }
    }
}

#[test]
fn expressions_may_begin_with_a_block() {
    let mut world = World { mood: true, number: 1, score: 1.0 };
    let mut tree = Blocks::new();
    assert_eq!(tree.tick(&mut world), Status::Running);
    assert_eq!(tree.tick(&mut world), Status::Success);
    assert!(!world.mood && world.score > 1.5);
}

behavior_tree! {
    tree Commas(number: &mut u32) {
        random_selector(*number) { action *number += 1, 3 => action *number += 2, }
    }

    tree Comments(number: &mut u32) {
        sequence {
            random_sequence(*number) {
                /// Often.
                3 => succeed;
                /// Seldom.
                'seldom: succeed;
            }
            match *number {
                /// Nothing.
                0 => fail;
                /// Something.
                _ => succeed;
            }
            utility_selector {
                /// The best.
                1.0 => succeed;
            }
        }
    }
}

#[test]
fn commas_end_what_stands_behind_an_arrow() {
    let mut number = 0;
    assert_eq!(Commas::new().tick(&mut number), Status::Success);
    assert_eq!(number, 1);
}

#[test]
fn comments_in_front_of_a_key_describe_its_node() {
    assert_eq!(Comments::new().tick(&mut 7), Status::Success);
    let texts: Vec<_> = Comments::NODES.iter().filter_map(|node| node.description).collect();
    assert_eq!(texts, ["Often.", "Seldom.", "Nothing.", "Something.", "The best."]);
}

struct SetTo {
    number: u32,
}

impl Action<u32> for SetTo {
    fn tick(&mut self, number: &mut u32) -> Status {
        *number = self.number;
        Status::Running
    }
}

macro_rules! written_by_a_macro {
    ($name:ident, $label:lifetime, $action:expr, $needed:literal) => {
        behavior_tree! {
            tree $name(number: &mut u32) {
                $label: parallel(success = $needed) { action $action; running; }
            }
        }
    };
}

written_by_a_macro!(Written, 'both, SetTo { number: 3 }, 1);

#[test]
fn other_macros_may_write_trees() {
    let mut number = 0;
    let mut tree = Written::new();
    assert_eq!(tree.tick(&mut number), Status::Running);
    assert_eq!(number, 3);
    assert!(tree.active().any(|node| node == Written::BOTH));
}

struct Generic<N> {
    value: N,
}

impl<N> Clock for Generic<N> {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

struct Take<N> {
    of: PhantomData<N>,
}

impl<M: Clone, N: Iterator<Item = M>> Action<Generic<(N, M)>> for Take<N> {
    fn tick(&mut self, generic: &mut Generic<(N, M)>) -> Status {
        let Self { of: PhantomData } = self;
        let Some(next) = generic.value.0.next() else { return Status::Success };
        generic.value.1 = next;
        Status::Running
    }
}

behavior_tree! {
    /// The type of its memory names no generics; the type of its state names one, whose bound names the
    /// other.
    tree Last<M: Clone, N: Iterator<Item = M>>(generic: &mut Generic<(N, M)>) {
        cooldown(1s) action Take::<N> { of: PhantomData };
    }
}

#[test]
fn hidden_types_have_the_generics_that_they_need() {
    let mut generic = Generic { value: (vec![1, 2].into_iter(), 0) };
    let mut tree = Last::new();
    while tree.tick(&mut generic) == Status::Running {}
    assert_eq!(generic.value.1, 2);
}

struct Reference<'a> {
    number: &'a mut u32,
}

impl Reference<'_> {
    fn checked(&mut self) -> Result<(), &u32> {
        if *self.number < 3 { Ok(()) } else { Err(self.number) }
    }
}

behavior_tree! {
    tree Checked(context: &mut Reference<'_>) {
        action {
            context.checked()?;
            Ok::<(), &u32>(())
        };
    }

    tree Dynamic(function: &mut dyn Fn() -> u32) {
        not condition function() == 1;
    }
}

#[test]
fn an_error_may_borrow_from_the_blackboard() {
    for (mut number, status) in [(2, Status::Success), (3, Status::Failure)] {
        assert_eq!(Checked::new().tick(&mut Reference { number: &mut number }), status);
    }
}

#[test]
fn a_blackboard_may_be_a_trait_object() {
    let mut function: Box<dyn Fn() -> u32> = Box::new(|| 2);
    assert_eq!(Dynamic::new().tick(&mut *function), Status::Success);
}

struct Bomb {
    armed: bool,
    pause: Duration,
}

impl Clock for Bomb {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl Bomb {
    fn touch(&self) -> bool {
        assert!(!self.armed, "the bomb explodes, as planned");
        true
    }
}

behavior_tree! {
    tree Careful(bomb: &mut Bomb) {
        cooldown(bomb.pause) action bomb.touch();
    }
}

#[test]
fn a_panic_starts_no_cooldown() {
    let mut bomb = Bomb { armed: true, pause: Duration::from_secs(10) };
    let mut tree = Careful::new();
    assert!(catch_unwind(AssertUnwindSafe(|| tree.tick(&mut bomb))).is_err());
    bomb.armed = false;
    assert_eq!(tree.tick(&mut bomb), Status::Success);
    assert_eq!(tree.tick(&mut bomb), Status::Failure);
}

/// 123 children: too many for one enum.
macro_rules! wide {
    ($number:ident: $($action:tt)*) => {
        behavior_tree! {
            tree Wide($number: &mut u32) {
                active_selector {
                    sequence { condition *$number == 999; succeed; }
                    $($action)* $($action)* $($action)* $($action)* $($action)* $($action)*
                    $($action)* $($action)* $($action)* $($action)* $($action)*
                    'last: running;
                }
            }
        }
    };
}

wide! {
    number:
    action { *number += 1; false }; action { *number += 1; false }; action { *number += 1; false };
    action { *number += 1; false }; action { *number += 1; false }; action { *number += 1; false };
    action { *number += 1; false }; action { *number += 1; false }; action { *number += 1; false };
    action { *number += 1; false }; action { *number += 1; false };
}

#[test]
fn a_wide_composite_goes_through_all_its_children() {
    let (mut number, mut tree) = (0, Wide::new());
    assert_eq!(tree.tick(&mut number), Status::Running);
    assert_eq!(number, 121);
    let last = tree.active().last().map(|node| Wide::NODES[node.index()].kind);
    assert_eq!(last, Some(NodeKind::Running));
    number = 999;
    assert_eq!(tree.tick(&mut number), Status::Success);
    assert!(!tree.is_running());
}

macro_rules! doubled {
    ($number:expr, $limit:expr, $world:ty) => {
        behavior_tree! {
            tree Doubled(world: &mut $world) {
                sequence {
                    action world.number = 2 * $number;
                    condition $limit == (world.number > 5);
                }
            }
        }
    };
}

doubled!(1 + 2, 1 < 2, World);

#[test]
fn an_expression_of_another_macro_stays_whole() {
    let mut world = World { mood: true, number: 0, score: 0.0 };
    assert_eq!(Doubled::new().tick(&mut world), Status::Success);
    assert_eq!(world.number, 6);
}
