//! Trees in a world: rules, assumptions, panics, the smallest disturbances, and coverage.

use super::{breaks, keeps};
use bt_core::{Action, Can, Clock, NodeId, Status, behavior_tree};
use bt_verify::{
    Chance, Coverage, Failure, Limits, Proof, Reason, Rules, Runs, Simulated, Tick, explore,
    explore_with, simulate,
};
use std::time::Duration;

/// A watchman with a lamp that is filled by hand.
#[derive(Default)]
struct Tower {
    night: bool,
    oil: u32,
    now: Duration,
    bell: Option<u32>,
}

impl Tower {
    fn shine(&mut self) -> Status {
        match self.oil.checked_sub(1) {
            Some(oil) => {
                self.oil = oil;
                Status::Running
            }
            None => Status::Failure,
        }
    }

    fn ring(&mut self) {
        let strokes = self.bell.expect("the bell hangs");
        assert!(strokes < 3, "the bell breaks");
    }
}

impl Clock for Tower {
    fn now(&self) -> Duration {
        self.now
    }
}

behavior_tree! {
    tree Watch(tower: &mut Tower) {
        active_selector {
            'shine: sequence { 'dark: condition tower.night; 'burn: action tower.shine(); }
            'ring: sequence { 'bell: condition tower.bell.is_some(); 'pull: action tower.ring(); }
            'rest: running;
        }
    }
}

behavior_tree! {
    tree Seldom(tower: &mut Tower) {
        parallel { every(1s) 'seldom: sequence { 'deep: wait(60s); succeed; } 'always: running; }
    }
}

fn proof() -> Proof {
    explore_with::<Watch>(Limits { pages: None, ..Limits::default() })
}

fn begin() -> (Watch, Tower) {
    (Watch::new(), Tower { oil: 5, ..Tower::default() })
}

fn step(watch: &mut Simulated<'_, Watch>, tower: &mut Tower, chance: &mut Chance) {
    tower.now += Duration::from_millis(100);
    tower.night ^= chance.one_in(20);
    if chance.one_in(30) {
        tower.oil = u32::try_from(chance.between(1..20)).unwrap();
    }
    watch.tick(tower);
}

fn rested(rules: &Rules) -> Result<Coverage, Failure> {
    simulate(&proof(), rules, Runs::of(0..20, 300), begin, step)
}

#[test]
fn a_rule_that_holds_in_the_proof_holds_in_the_world() {
    let rules = Rules::new()
        .never(|tick| tick.is_active(Watch::SHINE) && tick.is_active(Watch::REST))
        .after(|tick| tick.is_active(Watch::REST))
        .next(|tick| tick.result(Watch::DARK).is_some())
        .whenever(|tick| tick.is_active(Watch::BURN))
        .until(|tick| tick.ended(Watch::BURN).is_some());
    proof().check(&rules).unwrap();
    rested(&rules).unwrap();
}

/// It goes dark, and the lamp is not filled for five ticks.
#[test]
fn the_disturbances_are_the_fewest() {
    let rules = || Rules::new().never(|tick| tick.result(Watch::BURN) == Some(Status::Failure));
    let failure = rested(&rules()).unwrap_err();
    assert_eq!(*failure.reason(), Reason::Broken);
    assert_eq!(failure.steps(), 6, "{failure}");
    let [night] = failure.disturbances() else { panic!("{failure}") };
    assert_eq!((night.step, &*night.text), (1, "one_in(20) = true"));
    assert_eq!(failure.run().len(), 6);
    let text = failure.to_string();
    for part in [
        "`Watch` breaks the rule at bt-verify/tests/proofs/simulate.rs:",
        "in tick 6",
        "found with the seed ",
        "smallest run found: 6 steps, 1 of them disturbed",
        "step 1: one_in(20) = true",
        "tick 6: running\n    burn: action tower.shine(): failure",
        "to repeat it: Runs::replay([vec![1], vec![], vec![], vec![], vec![], vec![]])",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // The same every time.
    assert_eq!(rested(&rules()).unwrap_err().to_string(), text);
    // What is printed is a test.
    let draws = [vec![1], vec![], vec![], vec![], vec![], vec![]];
    let again = simulate(&proof(), &rules(), Runs::replay(draws), begin, step).unwrap_err();
    assert_eq!((again.run().len(), again.seed()), (6, None));
    assert!(again.is_repeatable());
    let draws = [vec![1], vec![], vec![]];
    simulate(&proof(), &rules(), Runs::replay(draws), begin, step).unwrap();
}

#[test]
fn a_failure_is_a_recording_and_a_page() {
    let folder = std::env::temp_dir().join(format!("bt-simulate-{}", std::process::id()));
    let proof = explore_with::<Watch>(Limits { pages: Some(folder.clone()), ..Limits::default() });
    let rules = Rules::new().never(|tick| tick.is_active(Watch::BURN));
    let failure = simulate(&proof, &rules, Runs::of(0..9, 300), begin, step).unwrap_err();
    assert_eq!(failure.recording().moments(), 0..1);
    let page = failure.page().expect("it is saved");
    assert!(std::fs::read_to_string(page).unwrap().contains("Watch"));
    let text = failure.to_string();
    assert!(text.contains("open this page in a browser"), "{text}");
    assert!(text.contains(&*page.to_string_lossy()), "{text}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_leaf_that_panics_names_the_tick() {
    let bell = |watch: &mut Simulated<'_, Watch>, tower: &mut Tower, chance: &mut Chance| {
        if chance.one_in(7) {
            tower.bell = Some(tower.bell.unwrap_or(0) + 1);
        }
        watch.tick(tower);
    };
    let failure = simulate(&proof(), &Rules::new(), Runs::of(3..5, 100), begin, bell).unwrap_err();
    assert_eq!(*failure.reason(), Reason::TreePanicked("the bell breaks".into()));
    assert_eq!((failure.steps(), failure.disturbances().len()), (3, 3), "{failure}");
    let text = failure.to_string();
    for part in
        ["`Watch` panicked in tick 3", "the bell breaks", "tick 3: panics", "step 3: one_in(7)"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_world_that_panics_names_the_tick_before() {
    let failure =
        simulate(&proof(), &Rules::new(), Runs::of(0..1, 100), begin, |watch, tower, _| {
            watch.tick(tower);
            watch.tick(tower);
            assert!(watch.is_active(Watch::SHINE), "it is dark");
        });
    let failure = failure.unwrap_err();
    assert_eq!(*failure.reason(), Reason::WorldPanicked("it is dark".into()));
    assert!(
        failure.to_string().contains("panicked after tick 2 of `Watch`: it is dark"),
        "{failure}"
    );
}

#[test]
fn a_node_below_an_every_that_is_not_due_is_not_ticked() {
    let proof = explore::<Seldom>();
    let check = |rules: &Rules, step: Duration| {
        let begin = || (Seldom::new(), Tower::default());
        simulate(&proof, rules, Runs::of(0..1, 30), begin, |tree, tower, _| {
            tree.tick(tower);
            tower.now += step;
        })
    };
    let rules = Rules::new()
        .always(|tick| tick.is_ticked(Seldom::DEEP) != tick.was_active(Seldom::DEEP))
        .always(|tick| tick.is_ticked(Seldom::SELDOM) == tick.is_ticked(Seldom::DEEP))
        .always(|tick| tick.is_ticked(Seldom::ALWAYS));
    check(&rules, Duration::ZERO).unwrap();
    let rules = Rules::new()
        .always(|tick| tick.result(Seldom::DEEP) == Some(Status::Running))
        .always(|tick| tick.is_ticked(Seldom::SELDOM));
    check(&rules, Duration::from_secs(1)).unwrap();
    // The proof has both.
    let is_left_out = |tick: &Tick| tick.was_active(Seldom::DEEP) && !tick.is_ticked(Seldom::DEEP);
    keeps(&proof, &Rules::new().possible(is_left_out));
    keeps(
        &proof,
        &Rules::new()
            .possible(|tick| tick.was_active(Seldom::DEEP) && tick.is_ticked(Seldom::DEEP)),
    );
}

#[test]
fn what_the_proof_assumes_is_checked() {
    let proof = proof().assume(|tick| tick.result(Watch::BURN) != Some(Status::Failure));
    let failure = simulate(&proof, &Rules::new(), Runs::of(0..20, 300), begin, step).unwrap_err();
    assert_eq!(*failure.reason(), Reason::NotAsAssumed);
    let text = failure.to_string();
    assert!(text.contains("what is assumed at bt-verify/tests/proofs/simulate.rs:"), "{text}");
    assert!(text.contains("is not true of `Watch` in tick 6"), "{text}");
}

behavior_tree! {
    tree Other(tower: &mut Tower) { selector { condition tower.night; running; } }
}

#[test]
fn a_rule_about_another_tree_is_an_error() {
    let rules = Rules::new().never(|tick| tick.is_active(NodeId::new(77)));
    let failure = rested(&rules).unwrap_err();
    assert_eq!(*failure.reason(), Reason::UnknownNode(NodeId::new(77)));
    assert!(failure.to_string().contains("cannot be asked about `Watch`"), "{failure}");
    assert_eq!(*proof().check(&rules).unwrap_err().reason(), *failure.reason());
}

#[test]
fn a_proof_of_another_tree_is_an_error() {
    let rules = Rules::new();
    let begin = || (Other::new(), Tower::default());
    let failure = simulate(&proof(), &rules, Runs::of(0..1, 9), begin, |other, tower, _| {
        other.tick(tower);
    });
    let failure = failure.unwrap_err();
    assert!(matches!(failure.reason(), Reason::OtherTree(name) if name.contains("Other")));
    assert!(failure.to_string().contains("and the proof is of `Watch`"), "{failure}");
}

#[test]
fn a_rule_that_panics_is_an_error() {
    let rules = Rules::new().always(|tick| {
        assert!(!tick.was_active(Watch::REST), "it was resting");
        true
    });
    let failure = rested(&rules).unwrap_err();
    assert_eq!(*failure.reason(), Reason::Panicked("it was resting".into()));
    assert_eq!(failure.run().len(), 2, "{failure}");
}

/// A world that is not the same when it is repeated.
#[test]
fn a_world_with_other_inputs_is_told() {
    let runs = std::cell::Cell::new(0);
    let begin = || {
        runs.set(runs.get() + 1);
        (Watch::new(), Tower { night: runs.get() == 1, oil: 9, ..Tower::default() })
    };
    let rules = Rules::new().never(|tick| tick.is_active(Watch::BURN));
    let failure = simulate(&proof(), &rules, Runs::of(0..1, 9), begin, |watch, tower, _| {
        watch.tick(tower);
    });
    let failure = failure.unwrap_err();
    assert!(!failure.is_repeatable());
    assert!(failure.to_string().contains("repeated, the run did not fail"), "{failure}");
}

/// The program aborts the tree: rules about two ticks begin again.
#[test]
fn an_abort_by_the_program_ends_what_a_rule_waits_for() {
    let rules = Rules::new()
        .after(|tick| tick.is_active(Watch::REST))
        .next(|tick| tick.was_active(Watch::REST));
    proof().check(&rules).unwrap();
    let coverage = simulate(&proof(), &rules, Runs::of(0..1, 9), begin, |watch, tower, _| {
        watch.tick(tower);
        watch.abort(tower);
    });
    let coverage = coverage.unwrap();
    assert_eq!(coverage.impossible_transitions().count(), 0);
    assert!(coverage.never_aborted().contains(&Watch::REST), "the program did it: {coverage}");
}

#[test]
fn coverage_names_what_was_never_seen() {
    let coverage = rested(&Rules::new()).unwrap();
    let text = coverage.to_string();
    // The bell is never there, so it is never rung, and nothing else is missing. To ring it takes one tick, as its type
    // says, so that nobody can be interrupted at it.
    for part in [
        "`Watch`: seen 10 of 16 possible results, 1 of 1 possible aborts, 6 of 9 possible transitions",
        "transitions\nnever ticked:\n  pull: action tower.ring()\nnever succeeded:\n  burn: action tower.shine()\n  bell: condition tower.bell.is_some()\n",
        "never taken:\n  [] → []\n  [active_selector, shine, burn] → []\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("not possible"), "{text}");
    // The tests of a program share one; the threads of tests may do so too.
    let mut all = explore::<Watch>().coverage();
    let shared = std::sync::Mutex::new(&mut all);
    std::thread::scope(|scope| {
        scope.spawn(|| shared.lock().unwrap().merge(&coverage));
    });
    let mut tower = Tower { bell: Some(0), ..Tower::default() };
    all.tick(&mut Watch::new(), &mut tower);
    let missing =
        |coverage: &Coverage| coverage.never_seen().len() + coverage.never_taken().count();
    assert!(missing(&all) < missing(&coverage), "{all}");
    let bell = (Watch::BELL, Status::Success);
    assert!(coverage.never_seen().contains(&bell) && !all.never_seen().contains(&bell));
}

behavior_tree! {
    tree Delayed(tower: &mut Tower) {
        parallel {
            'late: delay(10s) running;
            'bell: action { tower.oil += 1; if tower.oil < 3 { Status::Running } else { Status::Failure } };
        }
    }
}

#[test]
fn a_node_that_is_aborted_after_a_silent_tick_was_ticked() {
    let proof = explore::<Delayed>();
    let rules = Rules::new()
        .after(|tick| tick.is_active(Delayed::LATE))
        .next(|tick| tick.is_ticked(Delayed::LATE));
    proof.check(&rules).unwrap();
    let begin = || (Delayed::new(), Tower::default());
    simulate(&proof, &rules, Runs::of(0..1, 5), begin, |tree, tower, _| {
        tree.tick(tower);
    })
    .unwrap();
}

struct Hasty;

impl Action<Tower> for Hasty {
    const CAN: Can = Can::ANYTHING.never_runs();

    fn tick(&mut self, tower: &mut Tower) -> Status {
        tower.shine()
    }
}

behavior_tree! {
    tree Declared(tower: &mut Tower) { sequence { 'hasty: action Hasty {}; wait(1s); } }
}

fn declared(step: impl Fn(&mut Tower)) -> String {
    let proof = explore_with::<Declared>(Limits { pages: None, ..Limits::default() });
    let begin = || (Declared::new(), Tower { oil: 2, ..Tower::default() });
    let failure = simulate(&proof, &Rules::new(), Runs::of(0..1, 3), begin, |tree, tower, _| {
        step(tower);
        tree.tick(tower);
    });
    failure.map_or_else(|failure| failure.to_string(), |coverage| coverage.to_string())
}

#[test]
fn a_tick_that_no_proof_has_is_a_failure() {
    let text = declared(|_| ());
    let expected = "no run of the proof has it: `hasty: action Hasty {}` returned running, which its type or its `CAN` excludes";
    assert!(text.contains(expected), "{text}");
    let text = declared(|tower| tower.oil = 0);
    assert!(text.starts_with("`Declared`: seen "), "{text}");
}

behavior_tree! {
    tree Answers(tower: &mut Tower) {
        priority_selector {
            tower.night => 'shine: guard(tower.oil > 0) running;
            true => 'rest: timeout(5s) running;
        }
    }
}

#[test]
fn a_counterexample_shows_decisions_and_times() {
    let proof = explore_with::<Answers>(Limits { pages: None, ..Limits::default() });
    let late =
        breaks(&proof, &Rules::new().never(|tick| tick.ended(Answers::REST).is_some())).to_string();
    let tick = "tick 2: failure\n    tower.night: false\n    running: running\n    rest: timeout(5s): its time is over\n";
    assert!(late.contains(tick), "{late}");
    let lit =
        breaks(&proof, &Rules::new().never(|tick| tick.is_active(Answers::SHINE))).to_string();
    assert!(
        lit.contains("    tower.night: true\n    shine: guard(tower.oil > 0): true\n"),
        "{lit}"
    );
}
