//! Generic arguments of subtrees, stateful actions and decorators, in all places where they are allowed.
#![deny(warnings)]

use bt_core::{Action, Decorator, Status, behavior_tree};
use core::marker::PhantomData;

/// The selected arm, and the number that its leaf has written.
#[derive(Default)]
struct Board {
    arm: usize,
    written: Option<u32>,
}

/// The number that a type stands for.
trait Number {
    const VALUE: u32;
}

impl Number for u8 {
    const VALUE: u32 = 1;
}

impl Number for u16 {
    const VALUE: u32 = 2;
}

impl Number for fn(u8) -> u16 {
    const VALUE: u32 = 3;
}

impl Number for &str {
    const VALUE: u32 = 4;
}

impl<N: Number> Number for Vec<N> {
    const VALUE: u32 = 10 * N::VALUE;
}

impl<A: Number, B: Number> Number for (A, B) {
    const VALUE: u32 = 1_000 * A::VALUE + B::VALUE;
}

trait Family {
    type Member: Number;
    type Tree;
    type Leaf;
}

struct Small;

impl Family for Small {
    type Member = u16;
    type Tree = Both<u16, u8>;
    type Leaf = Go<u8, u8>;
}

/// Writes the number of `(A, B)`.
struct Go<A, B> {
    of: PhantomData<fn() -> (A, B)>,
    plus: u32,
}

impl<A: Number, B: Number> Action<Board> for Go<A, B> {
    fn tick(&mut self, board: &mut Board) -> Status {
        let Self { of: PhantomData, plus } = self;
        board.written = Some(<(A, B)>::VALUE + *plus);
        Status::Success
    }
}

/// Writes `N`; its child must not write a number.
struct Exactly<const N: i32>;

impl<const N: i32> Action<Board> for Exactly<N> {
    fn tick(&mut self, board: &mut Board) -> Status {
        board.written = Some(N.unsigned_abs());
        Status::Success
    }
}

impl<const N: i32> Decorator<Board> for Exactly<N> {
    fn tick(&mut self, board: &mut Board, child: impl FnOnce(&mut Board) -> Status) -> Status {
        board.written = Some(N.unsigned_abs());
        child(board)
    }
}

/// Writes the number of `(A, B)` before it ticks its child.
struct First<A, B> {
    of: PhantomData<fn() -> (A, B)>,
}

impl<A: Number, B: Number> Decorator<Board> for First<A, B> {
    fn tick(&mut self, board: &mut Board, child: impl FnOnce(&mut Board) -> Status) -> Status {
        let Self { of: PhantomData } = self;
        board.written = Some(<(A, B)>::VALUE);
        child(board)
    }
}

fn score<A: Number, B: Number>(board: &Board) -> f32 {
    if board.arm == 0 && A::VALUE < B::VALUE { 1.0 } else { 0.0 }
}

fn pick<A: Number, B: Number>(board: &Board) -> u32 {
    if board.arm == 0 { A::VALUE } else { B::VALUE }
}

const SEVEN: i32 = 7;

behavior_tree! {
    tree Both<A: Number, B: Number>(board: &mut Board) {
        action board.written = Some(<(A, B)>::VALUE);
    }

    tree Constant<const N: i32>(board: &mut Board) {
        action board.written = Some(N.unsigned_abs());
    }

    tree Of<'a, N: Number + 'a, const M: i32>(board: &mut Board) {
        action board.written = Some(N::VALUE + M.unsigned_abs());
    }
}

behavior_tree! {
    tree Subtrees(board: &mut Board) {
        match board.arm {
            0 => subtree Both<u8, u16>,
            1 => subtree Constant<{ 2 + 1 }>;
            2 => subtree Both::<u8, u16>(&mut *board),
            3 => subtree Constant<{ -2 }>,
            4 => subtree Constant<-4>(board),
            5 => subtree Of<'static, Vec<Vec<u8>>, { SEVEN }>,
            6 => subtree Of<
                'static,
                <Small as Family>::Member,
                3,
            >,
            7 => subtree Both<fn(u8) -> u16, &'static str>,
            _ => subtree <Small as Family>::Tree
        }
    }
}

behavior_tree! {
    tree Actions(board: &mut Board) {
        match board.arm {
            0 => action Go<u8, u16> { of: PhantomData, plus: 5 },
            1 => action Go::<Vec<Vec<u8>>, u16> { of: PhantomData, plus: 0 };
            2 => action Exactly<{ if SEVEN > 3 { 5 } else { 6 } }> {},
            3 => action self::Go<fn(u8) -> u16, <Small as Family>::Member> { of: PhantomData, plus: 0 },
            4 => action Go<(u8, u8), u16> { of: PhantomData, plus: 6 },
            _ => action <Small as Family>::Leaf { of: PhantomData, plus: 7 }
        }
    }
}

behavior_tree! {
    tree Decorators(board: &mut Board) {
        match board.arm {
            0 => with First<u8, u16> { of: PhantomData } succeed,
            1 => with First::<Vec<Vec<u8>>, u16> { of: PhantomData } succeed;
            2 => with Exactly<{ -2 }> succeed,
            3 => with Exactly::<{ 1 + 2 }> not fail,
            _ => with First<fn(u8) -> u16, <Small as Family>::Member> { of: PhantomData } sequence { succeed; }
        }
    }
}

/// The numbers that the arms of a tree write.
fn written<T: bt_core::BehaviorTree<Board>>(arms: usize) -> Vec<Option<u32>> {
    let arm = |arm| {
        let mut board = Board { arm, written: None };
        assert_eq!(T::new().tick(&mut board), Status::Success, "arm {arm}");
        board.written
    };
    (0..arms).map(arm).collect()
}

#[test]
fn a_subtree_in_an_arm_has_generic_arguments() {
    let expected = [1_002, 3, 1_002, 2, 4, 107, 5, 3_004, 2_001];
    assert_eq!(written::<Subtrees>(9), expected.map(Some));
}

#[test]
fn an_action_in_an_arm_has_generic_arguments() {
    assert_eq!(written::<Actions>(6), [1_007, 100_002, 5, 3_002, 1_001_008, 1_008].map(Some));
}

#[test]
fn a_decorator_in_an_arm_has_generic_arguments() {
    assert_eq!(written::<Decorators>(5), [1_002, 100_002, 2, 3, 3_002].map(Some));
}

behavior_tree! {
    tree Chosen<A: Number, B: Number, const N: i32>(board: &mut Board) {
        sequence {
            utility_selector {
                score::<A, B>(board) => action Go<A, B> { of: PhantomData, plus: 0 },
                0.5 => subtree Both<A, B>,
                0.1 => with First<A, B> { of: PhantomData } action Go<B, A> { of: PhantomData, plus: 0 },
            }
            random_selector(0) {
                3 => subtree Both<B, A>,
                subtree Constant<{ N }>,
                action Go<Vec<(A, B)>, B> { of: PhantomData, plus: 0 },
                pick::<u8, u16>(board) => with Exactly<N> subtree Both<A, A>,
            }
            random_sequence(1) {
                action Go<A, B> { of: PhantomData, plus: 1 },
                2 => with First<B, Vec<A>> { of: PhantomData } succeed,
            }
            // The same in a block.
            action Go<A, B> { of: PhantomData, plus: 7 };
            with First<A, B> { of: PhantomData } action Go<A, B> { of: PhantomData, plus: 8 };
            with Exactly<N> action board.arm < 5;
            match board.arm { 0 => action board.arm < 5, _ => action board.arm > 7, }
        }
    }
}

#[test]
fn the_children_of_a_choice_have_generic_arguments() {
    let mut board = Board::default();
    assert_eq!(Chosen::<u8, u16, 3>::new().tick(&mut board), Status::Success);
    assert_eq!(board.written, Some(3));
    // Before Rust 1.88 the compiler does not know where spaces are.
    let texts: Vec<String> =
        Chosen::<u8, u16, 3>::NODES.iter().map(|node| node.source.replace(' ', "")).collect();
    for text in ["Go<A,B>{of:PhantomData,plus:0}", "Exactly<N>"] {
        assert!(texts.iter().any(|other| other == text), "{texts:?}");
    }
}
