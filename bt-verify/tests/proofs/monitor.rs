//! Monitors: a running tree breaks a rule in the tick in which the rules of a proof say so.

use super::random::{Generator, Words, World};
use bt_core::observe::Monitor;
use bt_core::rules::{Claim, HasRules, Property, Question, Rule};
use bt_core::{NodeId, Status, behavior_tree};
use bt_verify::{Limits, Reason, Rules, Runs, explore_loaded_with, simulate};
use core::panic::Location;
use std::cell::{Cell, RefCell};

const PROPERTIES: [Property; 11] = [
    Property::Active,
    Property::Ticked,
    Property::Started,
    Property::Succeeded,
    Property::Failed,
    Property::Running,
    Property::Aborted,
    Property::Answered { in_front: false, yes: false },
    Property::Answered { in_front: false, yes: true },
    Property::Answered { in_front: true, yes: false },
    Property::Answered { in_front: true, yes: true },
];

/// A question of random form about random nodes.
fn question(chance: &mut fastrand::Rng, nodes: usize, depth: u32) -> Question {
    let mut below = || question(chance, nodes, depth - 1);
    if depth == 0 {
        let node = NodeId::new(chance.u32(..u32::try_from(nodes).unwrap()));
        return Question::Is(node, PROPERTIES[chance.usize(..PROPERTIES.len())]);
    }
    let (first, second) = (below(), below());
    let both = || &*Box::leak(Box::new([first, second]));
    match chance.u8(..6) {
        0 => Question::Not(Box::leak(Box::new(first))),
        1 => Question::Both(both()),
        2 => Question::Either(both()),
        3 => Question::Implies(both()),
        _ => first,
    }
}

fn rule(chance: &mut fastrand::Rng, nodes: usize) -> Rule {
    let mut question = || {
        let depth = chance.u32(..3);
        question(chance, nodes, depth)
    };
    let (one, other) = (question(), question());
    let claim = match chance.u8(..5) {
        0 => Claim::Never(one),
        1 => Claim::Always(one),
        2 => Claim::Possible(one),
        3 => Claim::AfterNext(one, other),
        _ => Claim::WheneverUntil(one, other),
    };
    Rule { claim, text: "", description: None, place: Location::caller() }
}

#[test]
fn a_monitor_says_what_a_simulation_says() {
    let (mut chance, mut late, mut kept) = (fastrand::Rng::with_seed(7), 0, 0);
    for seed in 0..10 {
        // Some trees need two words of bits, or three.
        let tree = Generator::new(seed).tree::<Words>(if seed % 4 == 0 { 100 } else { 12 });
        let limits = Limits { transitions: 2_000, pages: None, ..Limits::default() };
        let proof = explore_loaded_with(&tree, limits);
        let rules: Vec<Rule> = (0..10).map(|_| rule(&mut chance, tree.nodes().len())).collect();
        let mut first: Option<(usize, u64)> = None;
        for (place, rule) in rules.iter().enumerate() {
            // The steps of the first run, and whether each aborts the tree; others make a failure smaller.
            let (runs, steps) = (Cell::new(0), RefCell::new(Vec::new()));
            let failure = simulate(
                &proof,
                &Rules::of(&[*rule]),
                Runs::of(0..1, 40),
                || {
                    runs.set(runs.get() + 1);
                    (tree.clone(), World::new(seed))
                },
                |tree, world, chance| {
                    world.disturb();
                    let aborts = chance.one_in(8);
                    if aborts {
                        tree.abort(world);
                    }
                    if runs.get() == 1 {
                        steps.borrow_mut().push(aborts);
                    }
                    tree.tick(world);
                },
            )
            .err();
            if let Some(failure) = &failure {
                assert_eq!(failure.reason(), &Reason::Broken, "{failure}");
            }
            let steps = steps.into_inner();
            let expected = failure.map(|_| steps.len() as u64);
            let rules = [*rule];
            let mut monitor = Monitor::<_, 4>::of(&rules, tree.nodes()).unwrap();
            let (mut tree, mut world) = (tree.clone(), World::new(seed));
            for aborts in steps {
                world.disturb();
                if aborts {
                    tree.abort_with(&mut world, &mut monitor);
                }
                assert!(monitor.broken().is_none(), "{seed}: {rule:?} of {proof}");
                tree.tick_with(&mut world, &mut monitor);
            }
            let broken = monitor.broken().map(|broken| broken.tick);
            assert_eq!(broken, expected, "{seed}: {rule:?} of {proof}");
            late += usize::from(broken.is_some_and(|tick| tick > 3));
            kept += usize::from(broken.is_none());
            let is_first = broken.filter(|tick| first.is_none_or(|(_, first)| *tick < first));
            first = is_first.map(|tick| (place, tick)).or(first);
        }
        // All together: the first that is broken. Aborts differ from run to run, so there are none.
        let Some(_) = first else { continue };
        let ticks = |rules: &[Rule]| {
            let mut monitor = Monitor::<_, 4>::of(rules, tree.nodes()).unwrap();
            let (mut tree, mut world) = (tree.clone(), World::new(seed));
            for _ in 0..40 {
                world.disturb();
                tree.tick_with(&mut world, &mut monitor);
            }
            let place = |of: &Rule| rules.iter().position(|rule| std::ptr::eq(rule, of));
            monitor.broken().map(|broken| (broken.tick, place(broken.rule).unwrap()))
        };
        let each = rules.iter().enumerate().filter_map(|(place, rule)| {
            let (tick, _) = ticks(&[*rule])?;
            Some((tick, place))
        });
        assert_eq!(ticks(&rules), each.min());
    }
    assert!(late > 5 && kept > 15, "{late} rules are broken late, {kept} never");
}

/// Which leaves succeed and run.
struct Leaves(u64);

impl Leaves {
    fn ask(&self, leaf: u32) -> bool {
        self.0 >> leaf & 1 == 0
    }

    fn act(&self, leaf: u32) -> Status {
        [Status::Success, Status::Failure, Status::Running, Status::Running]
            [(self.0 >> leaf & 3) as usize]
    }
}

behavior_tree! {
    // A proof whose types are parameters waits for its use, and here each is too large: so the rules may be false.
    tree Guard<N: Clone>(of: &mut (Leaves, N)) {
        active_selector {
            'flee: sequence { 'hurt: condition of.0.ask(0); 'run: action of.0.act(1); }
            'fight: monitor { 'seen: condition of.0.ask(3); 'shoot: action of.0.act(4); }
            'rest: subtree Rest(&mut of.0);
        }
    }

    tree Rest(of: &mut Leaves) {
        parallel(success = one) { 'sit: action of.act(6); 'eat: action of.act(8); }
    }

    #[allow(deprecated)]
    #[limit(transitions = 1)]
    rules Guard {
        never 'flee && 'shoot;
        always 'shoot.ticked -> 'seen.succeeded;
        possible 'flee;
        after 'flee next 'hurt.ticked || 'run.started;
        whenever 'fight until 'shoot.failed;
        whenever 'rest.'sit.running && !'rest.'eat.failed until root.succeeded || 'rest.aborted;
        after 'run.running next !'rest.'eat.ticked;
        never 'shoot.aborted && 'rest.'sit.started;
        always 'hurt.succeeded || 'seen.failed || 'fight || !'rest.started;
    }
}

#[test]
fn compiled_rules_are_the_rules() {
    type Tree = Guard<()>;
    let mut broken = vec![0; Tree::RULES.len()];
    for (place, count) in broken.iter_mut().enumerate() {
        for seed in 0..200 {
            let mut chance = fastrand::Rng::with_seed(seed);
            let (mut tree, mut compiled) = (Tree::new(), Monitor::<Tree>::new());
            let mut one = Monitor::<_, 1>::of(&Tree::RULES[place..=place], Tree::NODES).unwrap();
            let mut all = Monitor::<_, 3>::of(Tree::RULES, Tree::NODES).unwrap();
            for _ in 0..30 {
                let of = &mut (Leaves(chance.u64(..)), ());
                if chance.u8(..8) == 0 {
                    tree.abort_with(of, &mut (&mut compiled, (&mut all, &mut one)));
                }
                tree.tick_with(of, &mut (&mut compiled, (&mut all, &mut one)));
            }
            let text = |monitor: Option<bt_core::observe::Broken<'_>>| {
                monitor.map(|broken| (broken.tick, broken.rule.text))
            };
            assert_eq!(text(compiled.broken()), text(all.broken()));
            *count += u32::from(one.broken().is_some());
        }
    }
    let holds = broken.iter().map(|count| *count == 0);
    assert!(holds.eq([true, true, true, false, false, false, false, false, false]), "{broken:?}");
    assert_eq!(<Tree as HasRules>::RULES.len(), Tree::RULES.len());
}

#[test]
fn a_monitor_has_room_for_its_rules() {
    let (nodes, rules) = (vec![Guard::<()>::NODES[0]; 63], Guard::<()>::RULES);
    assert!(Monitor::<_, 1>::of(rules, &nodes).is_none());
    assert!(Monitor::<_, 2>::of(rules, &nodes).is_some());
    assert!(Monitor::<_, 1>::of(&vec![rules[0]; 63], &nodes[..62]).is_none());
}
