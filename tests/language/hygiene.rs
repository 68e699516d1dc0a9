//! The expansion has the same meaning everywhere: in a module with its own `Option` and its own `core`,
//! in a function, and next to locals of any name.

#![allow(
    clippy::redundant_closure_call,
    clippy::match_like_matches_macro,
    clippy::unnecessary_wraps,
    reason = "leaves of many shapes"
)]

use bt_core::{BehaviorTree, Status, behavior_tree};

mod hostile;
mod kept;

fn world() -> hostile::World {
    hostile::World { time: core::time::Duration::ZERO, draws: 0, walked: 0, done: false }
}

/// Ticks the tree with every node until it finishes.
fn run<T: BehaviorTree<hostile::World>>() {
    let (mut world, mut tree) = (world(), T::new());
    let running = (0..100).take_while(|_| {
        world.time += core::time::Duration::from_millis(10);
        tree.tick(&mut world).is_running()
    });
    assert!(running.count() < 100, "the tree does not end");
    assert!(world.done);
    assert!(world.walked > 10);
}

#[test]
fn hostile_names_change_nothing() {
    run::<hostile::Everything>();
}

#[test]
fn constants_with_the_names_of_variables_change_nothing() {
    use hostile::taken::{constants, statics, structs};
    run::<constants::Everything>();
    run::<statics::Everything>();
    run::<structs::Everything>();
}

#[test]
fn leaves_see_constants_with_the_names_of_variables() {
    use hostile::taken::{constants, statics, structs};
    let mut world = world();
    let mut constants = constants::Sees::new();
    assert_eq!(constants.tick(&mut world), Status::Running);
    assert!(core::mem::take(&mut world.done) && constants.is_running());
    assert_eq!(statics::Sees::new().tick(&mut world), Status::Running);
    assert!(core::mem::take(&mut world.done));
    assert_eq!(structs::Sees::new().tick(&mut world), Status::Success);
    assert!(world.done);
}

#[test]
fn every_kind_of_node_occurs() {
    let mut kinds: Vec<_> =
        hostile::Everything::NODES.iter().map(|node| node.kind.word()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds.len(), ::bt_core::NodeKind::ALL.len(), "{kinds:?}");
}

/// Trees, binders and locals with names that generated code is likely to use.
mod names {
    use bt_core::{Action, Clock, End, behavior_tree};
    use core::time::Duration;

    #[derive(Default)]
    pub(super) struct Blackboard {
        pub(super) number: u32,
        pub(super) time: Duration,
    }

    impl Clock for Blackboard {
        fn now(&self) -> Duration {
            self.time
        }
    }

    struct Leaf {
        node: u32,
    }

    impl Action<Blackboard> for Leaf {
        fn tick(&mut self, blackboard: &mut Blackboard) -> bt_core::Status {
            blackboard.number += self.node;
            bt_core::Status::Running
        }

        fn end(&mut self, blackboard: &mut Blackboard, _: End) {
            blackboard.number += 100;
        }
    }

    fn events(number: u32) -> u32 {
        number + 1
    }

    behavior_tree! {
        pub(super) tree State(state: &mut Blackboard) {
            sequence { condition state.number == 0; action state.number = events(state.number); }
        }

        pub(super) tree Memory(memory: &mut Blackboard) {
            sequence { cooldown(1s) action memory.number += 10; subtree State(&mut *memory); }
        }

        pub(super) tree Status(status: &mut Blackboard) {
            parallel { action status.number += 1; timeout(3s) action Leaf { node: status.number }; }
        }

        pub(super) tree Node(node: &mut Blackboard) {
            random_selector(node.number) { node.number => subtree Status; action Leaf { node: 1 }; }
        }

        pub(super) tree Events(events: &mut Blackboard) {
            utility_selector { 0.5 => wait(1s); 1.0 => action events.number += self::events(1); }
        }

        pub(super) tree Option(action: &mut Blackboard) {
            monitor { condition action.number < 3; action action.number += 1; running; }
        }

        pub(super) tree Result(tree: &mut Blackboard) {
            active_if tree.number < 3 { 'locals: action {
                let state = tree.number;
                let (status, events, memory, action, node) = (1, 2, 3, 4, 5);
                tree.number = state + status + events + memory + action + node;
            }; }
        }
    }
}

#[test]
fn trees_and_binders_may_have_any_name() {
    fn run<T: BehaviorTree<names::Blackboard>>(ticks: u32) -> (Status, u32) {
        let mut blackboard = names::Blackboard::default();
        let mut tree = T::new();
        let last = (0..ticks).map(|_| tree.tick(&mut blackboard)).last();
        tree.abort(&mut blackboard);
        (last.unwrap_or(Status::Failure), blackboard.number)
    }
    assert_eq!(run::<names::State>(1), (Status::Success, 1));
    assert_eq!(run::<names::Memory>(1), (Status::Failure, 10));
    assert_eq!(run::<names::Status>(2), (Status::Running, 1 + 1 + 1 + 100));
    assert_eq!(run::<names::Node>(1), (Status::Running, 1 + 100));
    assert_eq!(run::<names::Events>(1), (Status::Success, 2));
    assert_eq!(run::<names::Option>(2), (Status::Running, 1));
    assert_eq!(run::<names::Result>(1), (Status::Success, 15));
}

#[test]
fn a_tree_in_a_function_sees_its_items() {
    const LIMIT: u32 = 3;

    struct Local {
        count: u32,
    }

    fn below(count: u32) -> bool {
        count < LIMIT
    }

    behavior_tree! {
        tree Inside(local: &mut Local) {
            sequence {
                condition below(local.count);
                action local.count += 1;
                subtree Beside;
            }
        }

        tree Beside(local: &mut Local) {
            condition local.count < LIMIT;
        }
    }

    let mut local = Local { count: 1 };
    let mut tree = Inside::new();
    assert_eq!(tree.tick(&mut local), Status::Success);
    assert_eq!(tree.tick(&mut local), Status::Failure);
    assert_eq!(local.count, LIMIT);
}

mod leaves {
    use bt_core::{Status, behavior_tree};

    #[derive(Default)]
    struct Board {
        numbers: Vec<u32>,
        text: &'static str,
    }

    impl Board {
        fn parse(&self) -> Result<u32, core::num::ParseIntError> {
            self.text.parse()
        }
    }

    macro_rules! longer_than {
        ($list:expr, $length:literal) => {
            $list.len() > $length
        };
    }

    behavior_tree! {
        tree Leaves(board: &mut Board) {
            sequence {
                condition {
                    if longer_than!(board.numbers, 90) {
                        return false;
                    }
                    board.numbers.iter().all(|number| *number < 900)
                };
                condition matches!(board.numbers.as_slice(), [] | [_, ..] if true);
                action {
                    let number = board.parse()?;
                    board.numbers.push(number);
                    Ok::<_, core::num::ParseIntError>(())
                };
                action (|factor: u32| board.numbers.push(board.numbers[0] * factor))(2);
                action {
                    let sum = 'sum: {
                        for number in &board.numbers {
                            if *number > 1_000 {
                                break 'sum 0;
                            }
                        }
                        board.numbers.iter().sum::<u32>()
                    };
                    board.numbers.push(sum);
                    if sum > 5 {
                        return Status::Success;
                    }
                    Status::Running
                };
                action if board.numbers.is_empty() { Status::Failure } else { Status::Success };
                action match board.numbers.len() { 0 => false, _ => true };
                action board.numbers.extend([1, 2].map(|number: u32| number + 1));
                action push_defaults::<u32, u32>(&mut board.numbers);
            }
        }
    }

    fn push_defaults<A, B>(numbers: &mut Vec<u32>) -> Result<Status, String>
    where
        A: Default + Into<u32>,
        B: Default + Into<u32>,
    {
        numbers.push(A::default().into() + B::default().into());
        Ok(Status::Success)
    }

    #[test]
    fn leaves_are_rust() {
        let mut board = Board { text: "7", ..Board::default() };
        assert_eq!(Leaves::new().tick(&mut board), Status::Success);
        assert_eq!(board.numbers, [7, 14, 21, 2, 3, 0]);

        let mut board = Board { text: "seven", ..Board::default() };
        assert_eq!(Leaves::new().tick(&mut board), Status::Failure);
        assert!(board.numbers.is_empty());
    }
}

mod private {
    mod deeper {
        use bt_core::behavior_tree;

        behavior_tree! {
            pub(in super::super) tree Reachable(number: &mut u32) {
                'add: action *number += 1;
            }

            pub(crate) tree Nested(number: &mut u32) {
                subtree Reachable;
            }
        }
    }
    pub(super) use deeper::{Nested, Reachable};
}

behavior_tree! {
    tree Outside(number: &mut u32) {
        sequence { subtree private::Reachable; subtree self::private::Nested; }
    }
}

#[test]
fn visibility_is_the_users() {
    let mut number = 0;
    assert_eq!(Outside::new().tick(&mut number), Status::Success);
    assert_eq!(number, 2);
    assert_eq!(private::Reachable::ADD.index(), 0);
    assert_eq!(private::Nested::NODES.len(), 2);
}

/// A tree that is written by a macro of the user.
macro_rules! counter {
    ($visibility:vis $name:ident on $blackboard:ty: $step:expr, up to $limit:expr, $times:literal x) => {
        behavior_tree! {
            #[derive(Debug)]
            $visibility tree $name(counter: &mut $blackboard) {
                sequence {
                    condition *counter < $limit;
                    repeat($times) action *counter += $step;
                    match *counter { 0 => fail, _ => succeed }
                }
            }
        }
    };
}

counter!(pub(crate) ByTwo on u64: 1 + 1, up to 5, 2 x);

#[test]
fn trees_come_out_of_macros() {
    let mut counter = 0;
    let mut by_two = ByTwo::new();
    let results = [(); 5].map(|()| by_two.tick(&mut counter));
    let [first, second, third, fourth, fifth] = results;
    assert_eq!([first, second], [Status::Running, Status::Success]);
    assert_eq!([third, fourth], [Status::Running, Status::Success]);
    assert_eq!((fifth, counter), (Status::Failure, 8));
}
