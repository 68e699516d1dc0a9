//! Proofs that know a type and not only a text: each is compared with the tree itself.

use super::keeps;
use bt_core::{Action, Agent, BehaviorTree, Can, Decorator, End, NodeId, Status, behavior_tree};
use bt_verify::{Coverage, Proof, Rules, explore, explore_loaded, inside};
use std::convert::Infallible;
use std::task::Poll;

#[derive(Default)]
struct World {
    early: bool,
    fell: bool,
    asked: bool,
    error: Option<String>,
    numbers: Vec<u32>,
    given: u32,
}

impl World {
    fn give(&mut self, number: u32) {
        self.given = number;
    }

    fn waits(&mut self) -> Poll<u32> {
        if self.early { Poll::Ready(self.given) } else { Poll::Pending }
    }

    fn holds(&mut self) -> bool {
        self.early
    }

    fn tries(&mut self) -> Result<(), String> {
        self.error.clone().map_or(Ok(()), Err)
    }

    fn borrows(&mut self) -> Result<(), &String> {
        self.error.as_ref().map_or(Ok(()), Err)
    }

    fn cannot_fail(&mut self) -> Result<(), Infallible> {
        "".parse().map(|text: String| self.fell = text.is_empty())
    }

    fn part(&mut self) -> &mut Option<String> {
        self.asked = true;
        &mut self.error
    }

    /// It borrows from a value that is gone at the end of the statement.
    fn lock(&self) -> std::cell::RefCell<Option<String>> {
        self.error.clone().into()
    }
}

macro_rules! leave_if {
    ($early:expr) => {
        if $early {
            return Status::Failure;
        }
    };
}

struct Any;
struct Sure;
struct Goes;

impl<B: ?Sized> Action<B> for Any {
    fn tick(&mut self, _: &mut B) -> Status {
        Status::Success
    }
}

impl<B: ?Sized> Action<B> for Sure {
    const CAN: Can = Can::ANYTHING.never_fails().never_refuses();

    fn tick(&mut self, _: &mut B) -> Status {
        Status::Running
    }
}

impl<B: ?Sized> Action<B> for Goes {
    const CAN: Can = Can::ANYTHING.never_runs().never_fails();

    fn check(&self, _: &B) -> bool {
        false
    }

    fn tick(&mut self, _: &mut B) -> Status {
        Status::Success
    }
}

/// Its `end` changes what was asked.
struct Tidies;

impl Action<World> for Tidies {
    fn tick(&mut self, _: &mut World) -> Status {
        Status::Running
    }

    fn end(&mut self, w: &mut World, _: End) {
        w.asked = true;
    }
}

struct Passes;

impl<B: ?Sized> Decorator<B> for Passes {
    const CAN: Can = Can::ANYTHING.never_refuses().never_runs();
}

behavior_tree! {
    tree Early(w: &mut World) {
        selector {
            action { if w.early { return Status::Failure; } return Status::Success; };
            'b: action w.fell = true;
        }
    }

    tree ByMacro(w: &mut World) {
        selector { action { leave_if!(w.early); return Status::Success; }; 'b: action w.fell = true; }
    }

    tree ByLoop(w: &mut World) {
        selector { action { for early in [w.early, true] { if early == w.early { return Status::from(!early); } } return Status::Success; }; 'b: action w.fell = true; }
    }

    tree ByQuestion(w: &mut World) {
        selector { action { w.tries()?; return Ok::<(), String>(()); }; 'b: action w.fell = true; }
    }

    tree Leaves(w: &mut World) {
        force_success parallel(failure = all) {
            'unit: action w.give(7);
            'bool: action w.holds();
            'result: action w.tries();
            'passed: action { w.tries()?; Ok(()) };
            'borrowed: action w.borrows();
            'temporary: action w.lock().borrow_mut().as_ref().map_or(Ok(()), Err);
            'infallible: action w.cannot_fail();
            'status: action { if w.early { Status::Running } else { Status::Success } };
            'assigned: action w.fell = true;
            'block: action { w.fell = true; };
            'later: action { if w.numbers.len() > 9 { todo!("later") } };
            'never: if w.fell && w.early && w.asked { action todo!(); } else { fail; }
        }
    }

    tree Values(w: &mut World, limit: u32) {
        force_success parallel(failure = all) {
            'given: let(n: u32 = w.given) 'next: action { *n += *limit; *n > 3 };
            'tried: let(n: u32 = w.numbers.pop()) action w.give(*n);
            'sure: let(n: u8 = Ok::<u8, Infallible>(3)) action w.give((*n).into());
            'collected: let(n: Vec<u32> = w.numbers.iter().map(|n| n + 1).collect()) action n.clear();
            'each: for(i in 0..3) 'number: action w.fell = i > 1;
        }
    }

    tree Stateful(w: &mut World) {
        force_success parallel(failure = all) {
            'any: action Any {};
            'sure: action Sure {};
            'goes: action Goes = Goes;
            'with: with Passes {} action w.give(1);
        }
    }

    tree Generic<'a, N: Into<u32> + Copy>(w: &mut (&'a mut World, N)) {
        force_success parallel(failure = all) {
            'unit: action w.0.give(w.1.into());
            'bool: action w.1.into() > 3;
            'own: action Sure {};
        }
    }

    tree Dynamic(w: &mut dyn Ask) {
        force_success parallel(failure = all) { 'unit: action w.say(); 'bool: action w.ask(); }
    }

    tree Outer(w: &mut World) {
        sequence { 'first: subtree Leaves; 'second: subtree Values(limit = 3); 'third: subtree Leaves; }
    }

    tree Aborts(w: &mut World) {
        active_sequence {
            force_success 'before: condition w.asked;
            force_success guard(!w.early) 'tidies: action Tidies {};
            'after: condition w.asked;
        }
    }

    tree Runs(part: &mut Option<String>) { sequence { condition part.is_none(); running; } }

    tree Lends(w: &mut World) {
        active_sequence {
            force_success 'before: condition w.asked;
            parallel { subtree Runs(w.part()); guard(w.asked) 'after: running; }
        }
    }

    tree Elsewhere(w: &mut World) {
        selector { sequence { 'here: condition check(w); fail; } 'two: subtree two::InTwo; }
    }

    tree OfKind<K: Kind>(w: &mut World) { guard(K::holds(w)) running; }

    tree Kinds(w: &mut World) {
        parallel(failure = all) { 'a: subtree OfKind<Early>; 'b: subtree OfKind<Fell>; }
    }

    tree Hides(number: &mut u32, w: u32) { sequence { condition *w > 3; 'inside: action *number += 1; } }

    tree Hidden(w: &mut u32) {
        selector { sequence { 'outside: condition *w > 3; fail; } 'hides: subtree Hides(w = 5); }
    }

    tree Raw(w: &mut World) {
        parallel(failure = all) {
            for(r#type in 0..2) force_success 'first: condition r#type == 0;
            sequence { repeat(2) succeed; for(r#type in 0..2) force_success 'late: condition r#type == 0; }
        }
    }

    vocabulary Words(w: &mut World) {
        condition IsEarly => w.early;
        action Give(n: u32) => w.give(n);
        action Hold => w.holds();
        action Try(twice: bool = false) => { if twice { w.tries()?; } w.tries() };
        action Later => todo!();
        action Sure => Sure {};
        action Any => Any {};
        action Goes => Goes {};
        decorator Passes => Passes {};
        subtree Leaves;
        value Level: u32 => w.given;
        action Find -> u32 => w.numbers.first().copied();
        action Ask -> u32 => w.tries().map(|()| 3);
        action Count -> u32 => Ok::<u32, Infallible>(w.given);
        action Await -> u32 => w.waits();
        action Seek -> u32 => w.waits().map(Some);
        action Probe -> (near: u32, far: u32) => w.waits().map(|near| w.tries().map(|()| (near, near)));
    }

    trees from "tests/proofs/types.tree" with Words;
}

trait Ask {
    fn say(&mut self);
    fn ask(&mut self) -> bool;
}

trait Kind {
    fn holds(w: &World) -> bool;
}

struct Fell;

impl Kind for Early {
    fn holds(w: &World) -> bool {
        w.early
    }
}

impl Kind for Fell {
    fn holds(w: &World) -> bool {
        w.fell
    }
}

fn check(w: &World) -> bool {
    w.early
}

mod two {
    use super::World;

    fn check(w: &World) -> bool {
        !w.early
    }

    bt_core::behavior_tree! {
        pub(super) tree InTwo(w: &mut World) { sequence { condition check(w); 'inside: succeed; } }
    }
}

/// `success failure running`, as far as a node can give them.
fn can(proof: &Proof, node: NodeId) -> [bool; 3] {
    let can = proof.node(node).expect("it is a node of the tree");
    [can.succeeds, can.fails, can.runs]
}

const SUCCESS: [bool; 3] = [true, false, false];
const FINISHES: [bool; 3] = [true, true, false];
const GOES_ON: [bool; 3] = [true, false, true];
const ANYTHING: [bool; 3] = [true; 3];

/// Ticks a tree in a world, and compares what it does with the proof.
fn agrees<T: BehaviorTree<World> + Agent<World>>(coverage: &mut Coverage, mut worlds: Vec<World>) {
    let mut tree = T::new();
    for world in &mut worlds {
        coverage.tick(&mut tree, world);
    }
    assert!(coverage.impossible().is_empty(), "{coverage}");
    assert_eq!(coverage.impossible_transitions().count(), 0, "{coverage}");
}

fn worlds() -> Vec<World> {
    let early = || World { early: true, ..World::default() };
    let failing = || World { error: Some("no".into()), ..World::default() };
    vec![World::default(), early(), failing(), early(), World::default(), failing()]
}

#[test]
fn a_block_that_leaves_early_may_fail() {
    fn is_ticked<T: BehaviorTree<World> + Agent<World>>(b: NodeId) {
        let proof = explore::<T>();
        keeps(&proof, &Rules::new().possible(move |tick| tick.is_ticked(b)));
        let mut coverage = proof.coverage();
        agrees::<T>(&mut coverage, worlds());
        assert!(!coverage.never_seen().contains(&(b, Status::Success)), "{coverage}");
    }
    is_ticked::<Early>(Early::B);
    is_ticked::<ByMacro>(ByMacro::B);
    is_ticked::<ByLoop>(ByLoop::B);
    is_ticked::<ByQuestion>(ByQuestion::B);
}

#[test]
fn the_type_of_an_action_says_what_it_gives() {
    let proof = explore::<Leaves>();
    for (node, wanted) in [
        (Leaves::UNIT, SUCCESS),
        (Leaves::BOOL, FINISHES),
        (Leaves::RESULT, FINISHES),
        (Leaves::PASSED, FINISHES),
        (Leaves::BORROWED, FINISHES),
        (Leaves::TEMPORARY, FINISHES),
        (Leaves::INFALLIBLE, SUCCESS),
        (Leaves::STATUS, ANYTHING),
        (Leaves::ASSIGNED, SUCCESS),
        (Leaves::BLOCK, SUCCESS),
        (Leaves::LATER, SUCCESS),
        (Leaves::NEVER, ANYTHING),
    ] {
        assert_eq!(can(&proof, node), wanted, "{}\n{proof}", Leaves::node(node));
    }
    agrees::<Leaves>(&mut proof.coverage(), worlds());
}

#[test]
fn a_let_refuses_only_if_its_type_can() {
    let proof = explore::<Values>();
    assert_eq!(can(&proof, Values::NEXT), FINISHES);
    for (node, wanted) in [
        (Values::GIVEN, FINISHES),
        (Values::TRIED, FINISHES),
        (Values::SURE, SUCCESS),
        (Values::COLLECTED, SUCCESS),
        (Values::EACH, GOES_ON),
        (Values::NUMBER, SUCCESS),
    ] {
        assert_eq!(can(&proof, node), wanted, "{}\n{proof}", Values::node(node));
    }
}

#[test]
fn stateful_actions_and_decorators_declare_it() {
    let proof = explore::<Stateful>();
    for (node, wanted) in [
        (Stateful::ANY, ANYTHING),
        (Stateful::SURE, GOES_ON),
        // It refuses.
        (Stateful::GOES, FINISHES),
        (Stateful::WITH, FINISHES),
    ] {
        assert_eq!(can(&proof, node), wanted, "{}\n{proof}", Stateful::node(node));
    }
    agrees::<Stateful>(&mut proof.coverage(), worlds());
}

#[test]
fn generics_and_trait_objects_have_types_too() {
    let proof = explore::<Generic<u8>>();
    assert_eq!(can(&proof, Generic::<u8>::UNIT), SUCCESS);
    assert_eq!(can(&proof, Generic::<u8>::BOOL), FINISHES);
    assert_eq!(can(&proof, Generic::<u8>::OWN), GOES_ON);
    let proof = explore::<Dynamic>();
    assert_eq!(can(&proof, Dynamic::UNIT), SUCCESS);
    assert_eq!(can(&proof, Dynamic::BOOL), FINISHES);
}

#[test]
fn what_is_known_of_a_subtree_is_known_around_it() {
    let proof = explore::<Outer>();
    for of in [Outer::FIRST, Outer::THIRD] {
        assert_eq!(can(&proof, inside(of, Leaves::UNIT)), SUCCESS, "{proof}");
        assert_eq!(can(&proof, inside(of, Leaves::RESULT)), FINISHES, "{proof}");
        assert_eq!(can(&proof, inside(of, Leaves::STATUS)), ANYTHING, "{proof}");
    }
    assert_eq!(can(&proof, inside(Outer::SECOND, Values::SURE)), SUCCESS, "{proof}");
    assert_eq!(can(&proof, inside(Outer::SECOND, Values::NEXT)), FINISHES, "{proof}");
}

#[test]
fn a_loaded_tree_knows_the_types_of_its_words() {
    let trees = Words::parse(include_str!("types.tree")).expect("it has no mistakes");
    let loaded = explore_loaded(&trees.tree("Filed").expect("it is in the file"));
    let compiled = explore::<Filed>();
    for (node, wanted) in [
        (Filed::GIVE, SUCCESS),
        (Filed::HOLD, FINISHES),
        (Filed::TRY, FINISHES),
        (Filed::LATER, ANYTHING),
        (Filed::SURE, GOES_ON),
        (Filed::ANY, ANYTHING),
        (Filed::GOES, FINISHES),
        (Filed::PASSES, FINISHES),
        (inside(Filed::TREE, Leaves::UNIT), SUCCESS),
        (inside(Filed::TREE, Leaves::BOOL), FINISHES),
        (inside(Filed::OWN, NodeId::new(1)), SUCCESS),
    ] {
        assert_eq!(
            can(&loaded, node),
            wanted,
            "{}
{loaded}",
            Filed::node(node)
        );
    }
    assert_eq!(loaded.to_string(), compiled.to_string());
}

/// The types of results and the expressions of values exclude runs, in a loaded tree as in the compiled one.
#[test]
fn data_of_files_excludes_runs() {
    let trees = Words::parse(include_str!("types.tree")).expect("it has no mistakes");
    let loaded = explore_loaded(&trees.tree("Data").expect("it is in the file"));
    let compiled = explore::<Data>();
    for (node, wanted) in [
        (Data::LITERAL, SUCCESS),
        (Data::VALUE, SUCCESS),
        (Data::SUM, FINISHES),
        (Data::BOOL, SUCCESS),
        (Data::FIND, FINISHES),
        (Data::ASK, FINISHES),
        (Data::COUNT, SUCCESS),
        (Data::AWAIT, GOES_ON),
        (Data::SEEK, ANYTHING),
        (Data::PROBE, ANYTHING),
        (Data::UNTAKEN, FINISHES),
        (Data::SURE, SUCCESS),
        (Data::ARGUMENT, FINISHES),
        (Data::SET, SUCCESS),
        (Data::ADDS, FINISHES),
    ] {
        for (way, proof) in [("loaded", &loaded), ("compiled", &compiled)] {
            assert_eq!(can(proof, node), wanted, "{way}: {}\n{proof}", Data::node(node));
        }
    }
    assert_eq!(loaded.to_string(), compiled.to_string());
}

#[test]
fn the_end_of_an_aborted_action_may_change_an_answer() {
    let proof = explore::<Aborts>();
    keeps(
        &proof,
        &Rules::new().possible(|tick| {
            tick.result(Aborts::BEFORE) == Some(Status::Failure)
                && tick.ended(Aborts::TIDIES) == Some(End::Aborted)
                && tick.result(Aborts::AFTER) == Some(Status::Success)
        }),
    );
    let mut coverage = proof.coverage();
    let (mut tree, mut world) = (Aborts::new(), World::default());
    coverage.tick(&mut tree, &mut world);
    world.early = true;
    assert_eq!(coverage.tick(&mut tree, &mut world), Status::Success);
    assert!(coverage.impossible().is_empty(), "{coverage}");
}

#[test]
fn the_part_of_a_subtree_is_borrowed_in_every_tick() {
    let proof = explore::<Lends>();
    keeps(
        &proof,
        &Rules::new().possible(|tick| {
            tick.was_active(Lends::AFTER)
                && tick.result(Lends::BEFORE) == Some(Status::Failure)
                && tick.is_ticked(Lends::AFTER)
        }),
    );
    let (mut tree, mut world) = (Lends::new(), World::default());
    for _ in 0..2 {
        world.asked = false;
        assert_eq!(tree.tick(&mut world), Status::Running);
        assert!(tree.is_active(Lends::AFTER));
    }
}

#[test]
fn the_same_text_in_another_scope_is_another_question() {
    let proof = explore::<Elsewhere>();
    keeps(
        &proof,
        &Rules::new().possible(|tick| {
            tick.result(Elsewhere::HERE) == Some(Status::Failure)
                && tick.is_ticked(inside(Elsewhere::TWO, two::InTwo::INSIDE))
        }),
    );
    let kinds = explore::<Kinds>();
    keeps(
        &kinds,
        &Rules::new().possible(|tick| {
            tick.result(Kinds::A) == Some(Status::Running)
                && tick.result(Kinds::B) == Some(Status::Failure)
        }),
    );
    let hidden = explore::<Hidden>();
    keeps(
        &hidden,
        &Rules::new().possible(|tick| tick.is_ticked(inside(Hidden::HIDES, Hides::INSIDE))),
    );
    let raw = explore::<Raw>();
    keeps(
        &raw,
        &Rules::new().possible(|tick| {
            tick.result(Raw::FIRST) == Some(Status::Failure)
                && tick.result(Raw::LATE) == Some(Status::Success)
        }),
    );
    agrees::<Elsewhere>(&mut proof.coverage(), worlds());
    agrees::<Kinds>(&mut kinds.coverage(), worlds());
    agrees::<Raw>(&mut raw.coverage(), worlds());
}
