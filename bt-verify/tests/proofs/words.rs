//! Rules of a vocabulary: a file is refused exactly if the exploration finds a run that breaks one, and what a rule says about
//! a word is what the program sees.

use super::random::{Generator, Odd, World};
use bt_core::files::Trees;
use bt_core::rules::{Claim, Property, Question};
use bt_core::{Action, Can, End, Status, behavior_tree};
use bt_verify::{Limits, Reason, Rules, Runs, Tick, explore_loaded_with, simulate};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The number by which an action is noted among the answers.
const FIRED: u32 = 99;

/// Acts, and notes it.
fn fire(world: &mut World) {
    world.act();
    world.answers.borrow_mut().push((FIRED, true));
}

#[derive(Clone)]
struct Held;

impl Action<World> for Held {
    const CAN: Can = Can::ANYTHING.never_fails().never_refuses();

    fn tick(&mut self, world: &mut World) -> Status {
        match world.act() {
            Status::Failure => Status::Success,
            other => other,
        }
    }
}

macro_rules! vocabularies {
    ($($name:ident $limit:literal)*) => {$(
        behavior_tree! {
            #[derive(Clone)]
            #[limit(transitions = $limit)]
            vocabulary $name(w: &mut World) {
                condition IsSafe => w.ask(1);
                condition IsHurt => w.ask(2);
                value Ready: bool => w.ask(3);
                action Fire => fire(w);
                action Walk => w.act();
                action Rest => Held {};
                decorator Brave => Odd {};
                random => w.draw();

                rule always Fire.ticked -> IsSafe.succeeded;
                rule never Walk && Rest.running;
                rule after Rest next Walk.ticked || Rest || !root;
                rule whenever IsHurt.succeeded until Fire.ticked;
                rule never Brave.started && Fire.succeeded;
                rule never Ready.failed && Rest.ticked;
                rule always root.failed -> Walk.failed || IsSafe.failed;
                rule never Rest.failed || Fire.running;
            }
        }
    )*};
}

vocabularies! { Drill 100_000 Free 0 }

/// The text of two random trees with the words of the vocabulary.
fn text(seed: u64) -> String {
    let mut generator = Generator::new(seed);
    let (outer, inner) = (generator.text(6), generator.text(4));
    let text = format!(
        "tree Outer {{ active_selector {{ sequence {{ {inner} subtree Inner; }} {outer} }} }} tree Inner {{ {outer} }}"
    );
    let words = [
        ("C(n = 0)", "IsSafe"),
        ("C(n = 1)", "IsHurt && !Ready"),
        ("C(n = 2)", "(!IsSafe || IsHurt)"),
        ("service(1s, A)", "service(1s, Fire)"),
        ("finally(A)", "finally(Fire)"),
        ("action H", "action Rest"),
        ("with D", "with Brave"),
        ("(P)", "(2s)"),
        ("(N)", "(2)"),
    ];
    let mut text = words.iter().fold(text, |text, (from, to)| text.replace(from, to));
    text = text.replacen("action A;", "action Fire;", 1).replace("action A;", "action Walk;");
    text
}

#[test]
fn a_file_is_refused_exactly_if_a_run_breaks_a_rule() {
    let (mut broken, mut kept) = (0, 0);
    for seed in 0..300 {
        let text = text(seed);
        let Ok(free) = Trees::<Free>::parse_unproved(&text) else { continue };
        let limits = Limits { transitions: 100_000, pages: None, ..Limits::default() };
        // For each rule that some tree could break, `true` if one of them does.
        let mut rules: BTreeMap<&str, bool> = BTreeMap::new();
        for name in free.names() {
            let tree = free.tree(name).expect("it has no parameters");
            let proof = explore_loaded_with(&tree, limits.clone());
            for rule in tree.rules() {
                let is_broken = match proof.check(&Rules::of(&[rule])) {
                    Ok(()) => false,
                    Err(run) if *run.reason() == Reason::Broken => true,
                    Err(other) => panic!("{text}: {other}"),
                };
                *rules.entry(rule.text).or_default() |= is_broken;
                *(if is_broken { &mut broken } else { &mut kept }) += 1;
            }
        }
        let mistakes = Drill::parse(&text).map(|_| String::new());
        let mistakes = mistakes.unwrap_or_else(|mistakes| mistakes.to_string());
        for (rule, is_broken) in &rules {
            let text_of_rule = format!(" breaks the rule `{rule}`");
            let is_refused = mistakes.contains(&text_of_rule);
            assert_eq!(is_refused, *is_broken, "{text}\n{rule}\n{mistakes}");
        }
        let is_kept = rules.values().all(|is_broken| !is_broken);
        assert_eq!(mistakes.is_empty(), is_kept, "{text}\n{mistakes}");
    }
    println!("{broken} rules are broken and {kept} are kept");
    assert!(broken > 200 && kept > 200, "{broken} rules are broken and {kept} are kept");
}

/// Answers a question about a tick.
fn holds(question: &Question, tick: &Tick<'_>) -> bool {
    question.holds(&mut |node, property| match property {
        Property::Active => tick.is_active(node),
        Property::Ticked => tick.is_ticked(node),
        Property::Started => tick.started(node),
        Property::Succeeded => tick.result(node) == Some(Status::Success),
        Property::Failed => tick.result(node) == Some(Status::Failure),
        Property::Running => tick.result(node) == Some(Status::Running),
        Property::Aborted => tick.ended(node) == Some(End::Aborted),
        Property::Answered { in_front, yes } => tick.answered(node, in_front, yes),
    })
}

behavior_tree! {
    #[derive(Clone)]
    #[limit(transitions = 0)]
    vocabulary Asked(w: &mut World) {
        condition IsSafe => w.ask(1);
        condition IsHurt => w.ask(2);
        value Ready: bool => w.ask(3);
        action Fire => fire(w);
        action Walk => w.act();
        action Rest => Held {};
        decorator Brave => Odd {};
        random => w.draw();

        rule never IsSafe.succeeded;
        rule never IsSafe.failed;
        rule never IsHurt.succeeded;
        rule never IsHurt.failed;
        rule never Ready.succeeded;
        rule never Ready.failed;
        rule never Fire.ticked;
    }
}

#[test]
fn a_rule_says_of_a_word_what_the_program_sees() {
    let mut seen = 0;
    for seed in 1000..1200 {
        let text = text(seed);
        let Ok(trees) = Trees::<Asked>::parse_unproved(&text) else { continue };
        let tree = trees.tree("Outer").expect("it has no parameters");
        let limits = Limits { transitions: 1, pages: None, ..Limits::default() };
        let proof = explore_loaded_with(&tree, limits);
        let answers = Rc::new(RefCell::new(Vec::new()));
        let mut rules = Rules::new();
        let count = Rc::new(RefCell::new(0));
        for rule in tree.rules() {
            let Claim::Never(question) = rule.claim else { panic!("{}", rule.text) };
            let (answers, count) = (Rc::clone(&answers), Rc::clone(&count));
            rules = rules.always(move |tick| {
                let (answers, holds) = (answers.borrow(), holds(&question, tick));
                *count.borrow_mut() += usize::from(holds);
                let number = match rule.text.split(['.', ' ']).nth(1) {
                    Some("IsSafe") => 1,
                    Some("IsHurt") => 2,
                    Some("Ready") => 3,
                    // What is done is never missed.
                    _ => return holds || !answers.contains(&(FIRED, true)),
                };
                !holds || answers.contains(&(number, rule.text.ends_with("succeeded")))
            });
        }
        let begin = || {
            let mut world = World::new(seed);
            world.answers = Rc::clone(&answers);
            (tree.clone(), world)
        };
        let run = simulate(&proof, &rules, Runs::of(0..1, 200), begin, |tree, world, chance| {
            world.disturb();
            tree.tick(world);
            if chance.one_in(20) {
                world.disturb();
                tree.abort(world);
            }
        });
        run.unwrap_or_else(|failure| panic!("{text}\n{failure}"));
        seen += *count.borrow();
    }
    assert!(seen > 5_000, "{seen}");
}

behavior_tree! {
    #[derive(Clone)]
    tree Legs(w: &mut World) { sequence { condition w.ask(4); action w.act(); } }

    vocabulary Walker(w: &mut World) {
        condition IsSafe => w.ask(1);
        action Fire => fire(w);
        subtree Legs;
        rule always Fire.started -> Legs.succeeded;
        rule always IsSafe.ticked -> !Fire.ticked;
    }
}

#[test]
fn a_tree_of_the_program_is_between_the_nodes_of_a_rule() {
    let text =
        "tree Go { selector { sequence { subtree Legs; action Fire; } guard(IsSafe) running; } }";
    let trees = Walker::parse(text).expect("the rules hold, whatever `Legs` does");
    let go = trees.tree("Go").expect("it is in the file");
    let asked = |rule: usize| {
        let mut asked = Vec::new();
        let Claim::Always(question) = go.rules()[rule].claim else { panic!("{rule}") };
        question.holds(&mut |node, property| {
            asked.push((go.nodes()[node.index()].source, property));
            false
        });
        asked
    };
    assert_eq!(asked(0), [("Fire", Property::Started), ("Legs", Property::Succeeded)]);
    let answered = |yes| ("IsSafe", Property::Answered { in_front: false, yes });
    assert_eq!(asked(1), [answered(true), answered(false), ("Fire", Property::Ticked)]);
    let (all, rules) = (trees.rules().next().expect("one tree").1, go.rules());
    assert_eq!(format!("{all:?}"), format!("{rules:?}"));
    explore_loaded_with(&go, Limits::default()).check(&Rules::of(&rules)).unwrap();
    let text = "tree Go { sequence { guard(IsSafe) action Fire; } }";
    let mistakes = Walker::parse(text).unwrap_err().to_string();
    assert!(mistakes.contains("the rule `always Fire.started -> Legs.succeeded`:"), "{mistakes}");
    let text = "tree Go { sequence { not subtree Legs; action Fire; } }";
    let mistakes = Walker::parse(text).unwrap_err().to_string();
    let text =
        "the rule `always Fire.started -> Legs.succeeded`, if `Legs` of the program can do this:";
    assert!(mistakes.contains(text), "{mistakes}");
}
