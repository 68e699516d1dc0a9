//! Rules that are proved in the macro, which knows no types.

use super::{errors, expand};

const TREES: &str = "
    tree Soldier(npc: &mut Npc) {
        active_selector {
            'flee: sequence { 'hurt: condition npc.health < 20; 'run: action npc.run_away(); }
            'fight: sequence { condition npc.enemy; 'attack: action npc.attack(); }
            'legs: subtree Legs;
        }
    }
    tree Scout(npc: &mut Npc) { sequence { 'look: condition npc.look(); 'far: subtree other::Far; } }
    tree Legs(npc: &mut Npc) { 'both: sequence { 'step: action npc.step(); 'look: condition npc.look(); } }
";

/// The expansion of rules about the soldier, as text, and its errors.
fn expanded(rules: &str) -> (String, Vec<String>) {
    let expansion = expand(&format!("{TREES} rules Soldier {{ {rules} }}"));
    (expansion.to_string(), errors(expansion))
}

/// What is left of the proof of one rule: `true` for a question to rustc, `true` for a test.
#[track_caller]
fn left_of(rule: &str) -> (bool, bool) {
    let (expansion, errors) = expanded(rule);
    assert!(errors.is_empty(), "{rule}: {errors:?}");
    assert!(expansion.contains("const RULES"), "{rule}");
    (expansion.contains("const __RULE_0"), expansion.contains("decide_rules"))
}

#[test]
fn what_holds_for_all_types_is_not_asked() {
    for rule in [
        "never 'flee && 'fight;",
        "never 'attack.ticked && 'run.succeeded;",
        "after 'fight next 'hurt.ticked;",
        "whenever 'hurt.succeeded until !'hurt.succeeded;",
        "never 'legs.'look.running;",
        "possible 'legs.'look.failed;",
        "never 'legs.'both && 'run;",
        "possible 'run.succeeded && root.succeeded;",
        "always root.ticked;",
    ] {
        assert_eq!(left_of(rule), (false, false), "{rule}");
    }
}

#[test]
fn what_types_may_exclude_is_asked() {
    for rule in [
        "never 'run.running;",
        "never 'run.failed;",
        "always 'hurt.succeeded -> 'run.succeeded;",
        "possible 'attack.running;",
        "never 'legs.'step.failed;",
        "possible 'fight.aborted;",
    ] {
        let (is_asked, _) = left_of(rule);
        assert!(is_asked, "{rule}");
    }
    let (expansion, _) = expanded("never 'run.failed;");
    assert!(expansion.contains("const __CAN_3"), "{expansion}");
}

/// The tests that the expansion of a call with these rules leaves, as text.
fn tests_of(rules: &str) -> String {
    let expansion = expand(&format!("{TREES} {rules}")).to_string();
    let Some((_, call)) = expansion.split_once("decide_rules ! {") else { return String::new() };
    let call = call.rsplit_once('}').expect("the end of the call").0;
    let tokens = call.parse().expect("sound tokens");
    crate::tests_of_rules(tokens).to_string()
}

#[test]
fn a_test_decides_what_the_limit_leaves() {
    let of_soldier =
        |rules| tests_of(&format!("#[limit(transitions = 2)] rules Soldier {{ {rules} }}"));
    let holds = of_soldier("/// One thing at a time.\nnever 'flee && 'fight;");
    assert!(holds.contains("# [test] fn soldier_rule_1_one_thing_at_a_time () { }"), "{holds}");
    let broken = of_soldier("never 'flee && 'fight; never 'hurt.failed && 'attack.ticked;");
    assert!(
        broken.contains("fn soldier_rule_2_never_hurt_failed_attack_ticked () { :: core :: panic"),
        "{broken}"
    );
    assert!(
        broken.contains("`Soldier` breaks the rule `never 'hurt.failed && 'attack.ticked`"),
        "{broken}"
    );
    // The types tell, as they do for what is decided at once; the constants are others.
    let asked = of_soldier("possible 'flee; never 'run.failed;");
    assert!(asked.contains("if ! Soldier :: __TEST_CAN_3 . fails ()"), "{asked}");
    assert!(asked.contains("const __TEST_CAN_3"), "{asked}");
    // The nodes of a tree of another call are not known to a test either.
    let warned = expand(&format!("{TREES} rules Scout {{ never 'far.failed; }}")).to_string();
    assert!(warned.contains("it depends on a tree that is not in this call"), "{warned}");
    assert_eq!(
        tests_of("rules Scout { never 'far.failed; never 'far.ticked && 'look.failed; }"),
        ""
    );
}

#[test]
fn a_rule_that_every_type_breaks_is_an_error_with_the_shortest_run() {
    for (rule, message) in [
        (
            "/// Who is hurt does not run.\n never 'run.ticked;",
            "`Soldier` breaks the rule `never 'run.ticked` (Who is hurt does not run):\n  tick 1: `'hurt` succeeds, `'run` succeeds; the tree succeeds",
        ),
        (
            "never 'hurt.failed && 'attack.ticked;",
            "`Soldier` breaks the rule `never 'hurt.failed && 'attack.ticked`:\n  tick 1: `'hurt` fails, `condition npc.enemy` succeeds, `'attack` succeeds; the tree succeeds",
        ),
        (
            "possible 'hurt.running;",
            "`Soldier` breaks the rule `possible 'hurt.running`: no run of the tree has such a tick",
        ),
        (
            "always 'hurt.running -> 'flee;",
            "the rule `always 'hurt.running -> 'flee` demands nothing: what it asks first, `'hurt.running`, is true in no tick of `Soldier`",
        ),
        (
            "never 'run && 'hurt;",
            "the rule `never 'run && 'hurt` demands nothing: `'hurt` is active in no tick of `Soldier`; ask what happens to it, for example `.ticked`",
        ),
        (
            "possible 'run.ticked && !'legs.ticked; never 'run.ticked;",
            "the rule `never 'run.ticked` contradicts the rule `possible 'run.ticked && !'legs.ticked` in line 11: no tree keeps both; remove one of them",
        ),
        ("never 'flees;", "there is no label `'flees` in `Soldier`; did you mean `'flee`?"),
        (
            "never 'look;",
            "there is no label `'look` in `Soldier`; it is a label of `Legs`: `'legs.'look`",
        ),
        (
            "never 'run.'legs;",
            "`'run` is no `subtree`, so there is no label in it; each label of a tree is named alone: `'legs`",
        ),
        (
            "never 'z;",
            "there is no label `'z` in `Soldier`; its labels are `'flee`, `'hurt`, `'run`, `'fight`, `'attack`, `'legs`",
        ),
    ] {
        assert_eq!(expanded(rule).1, [message], "{rule}");
    }
}

#[test]
fn rules_stand_beside_their_tree() {
    for (rules, message) in [
        (
            "rules Soldir { never root; }",
            "there is no tree `Soldir` in this call; did you mean `Soldier`?",
        ),
        (
            "rules Cat { never root; }",
            "there is no tree `Cat` in this call; rules stand in the call that declares their tree",
        ),
        (
            "rules Scout { never 'far.'away; }",
            "the tree `other::Far` is not in this call, so its labels are not known here; rules can name `'far` itself",
        ),
    ] {
        assert_eq!(errors(expand(&format!("{TREES} {rules}"))), [message]);
    }
    // The tree has the error.
    let errors = errors(expand("tree Lamp { running; } rules Lamp { never 'rest; }"));
    assert_eq!(errors.len(), 1, "{errors:?}");
}

/// The expansion of a vocabulary with this rule and a file, and its errors.
fn of_file(rule: &str, text: &str) -> (String, Vec<String>) {
    let folder = std::env::temp_dir().join(format!("bt-macros-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("a.tree");
    std::fs::write(&path, text).expect("a file");
    let words = "condition Calm => npc.calm(); action Fire => npc.fire(); action Walk(far: u32) => npc.walk(far); subtree Far;";
    let expansion = expand(&format!(
        "tree Far(npc: &mut Npc) {{ 'far: action npc.go(); }} \
         vocabulary Drill(npc: &mut Npc) {{ {words} rule {rule}; }} trees from {path:?} with Drill; \
         rules Guard {{ possible 'guard; }}"
    ));
    let errors = errors(expansion.clone());
    let shown = path.to_str().expect("a path of letters");
    let errors = errors.iter().map(|error| error.replace(shown, "a.tree")).collect();
    (expansion.to_string(), errors)
}

#[test]
fn a_rule_of_a_vocabulary_is_proved_for_a_compiled_file() {
    let text = "tree Guard {\n    'guard: selector { condition Calm; sequence { subtree Far; subtree Step; action Fire; } }\n}\ntree Step { action Walk(far = 1); }";
    // It holds, and both kinds of rules are data.
    let (expansion, errors) = of_file("always Fire.started -> Walk.succeeded", text);
    assert_eq!(errors, [""; 0]);
    assert!(!expansion.contains("__RULE_0"));
    // The tree of the program has nodes of its own.
    assert!(
        expansion.contains("new (5 + Self :: NESTED_2) , __bt :: rules :: Property :: Started")
    );
    assert!(expansion.contains("new (4 + Self :: NESTED_1 + 1 + 0)"));
    assert_eq!(expansion.matches("\"possible 'guard\"").count(), 1);
    // Some types break it.
    let (expansion, errors) = of_file("never Walk.failed", text);
    assert_eq!(errors, [""; 0]);
    assert!(expansion.contains("const __RULE_0"), "{expansion}");
    assert!(expansion.contains("if ! Drill :: WORDS [2usize] . can () . fails ()"), "{expansion}");
    // All types break it.
    let (_, errors) = of_file("never Walk.succeeded && Fire.ticked", text);
    assert_eq!(
        errors,
        ["`Guard` breaks the rule `never Walk.succeeded && Fire.ticked`, if `Far` of the program can do this:
  tick 1: `condition Calm` fails, `subtree Far` succeeds, `action Walk(far = 1)` succeeds, `action Fire` succeeds; the tree succeeds
 --> a.tree:2:78
  |
2 |     'guard: selector { condition Calm; sequence { subtree Far; subtree Step; action Fire; } }
  |                                                                              ^^^^^^"]
    );
    // Nothing is left to a test that a search has found.
    let (expansion, errors) = of_file("never Calm.succeeded && Fire.ticked", text);
    assert_eq!((errors.len(), expansion.contains("decide_rules")), (0, false));
}
