//! The rules of a vocabulary, proved for files.

use crate::vocabularies;
use bt_language::ast::Tree;
use bt_language::file::{self, Proved};
use bt_language::vocabulary::{Can, Role, Rule, Vocabulary};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const WORDS: &str = "
    condition IsSafe => npc.safe;
    condition IsHurt(limit: u32 = 3) => npc.health < limit;
    value Ready: bool => npc.ready;
    value Health: i32 => npc.health;
    action Fire => npc.fire();
    action Rest => npc.rest();
    action Walk(steps: i32) => Walk { steps };
    action Count -> i32 => npc.count();
    decorator Brave => Brave {};
    subtree Reload;
";

/// A vocabulary with these words and rules, in which `Fire` only succeeds and `Rest` never fails.
fn vocabulary(rules: &str) -> Vocabulary {
    let mut vocabulary = vocabularies::vocabulary(&format!("{WORDS} {rules}"));
    for word in &mut vocabulary.words {
        let is_condition = !matches!(word.role, Role::Action { .. } | Role::Decorator);
        word.can = (!is_condition).then_some(Can {
            fails: !["Fire", "Rest"].contains(&word.name.as_str()),
            runs: word.name != "Fire",
            refuses: true,
        });
    }
    vocabulary
}

fn mistakes(text: &str, vocabulary: &Vocabulary) -> Vec<String> {
    let mistakes = file::read(text, vocabulary).mistakes;
    file::forget();
    mistakes.iter().map(|mistake| mistake.show("drill.tree").to_string()).collect()
}

#[track_caller]
fn breaks(rule: &str, text: &str) -> bool {
    let vocabulary = vocabulary(rule);
    assert_eq!(vocabulary.rules.len(), 1, "{rule}");
    let mistakes = mistakes(text, &vocabulary);
    assert!(mistakes.iter().all(|one| one.contains("breaks the rule")), "{mistakes:?}");
    // A tool gets the same answer without a refusal.
    let (reading, proofs) =
        file::prove(text, &vocabulary, "", &mut |_| Err(String::new()), None).ok().unwrap();
    let is_broken = proofs.iter().flat_map(|of| &of.proofs).any(|of| of.result == Proved::Broken);
    assert_eq!((reading.mistakes.len(), is_broken), (0, !mistakes.is_empty()), "{rule} {text}");
    is_broken
}

#[test]
fn a_proof_ends_when_it_is_stopped() {
    let (vocabulary, text) =
        (vocabulary(SAFE), "tree A { sequence { condition IsSafe; action Fire; } }");
    let mut other = |_: &str| Err(String::new());
    for stops in [false, true] {
        let stop = Arc::new(AtomicBool::new(stops));
        let (_, proofs) = file::prove(text, &vocabulary, "", &mut other, Some(&stop)).ok().unwrap();
        assert_eq!(proofs[0].transitions == 0, stops);
        let mistakes = file::read_until(text, &vocabulary, &mut other, &stop).mistakes;
        assert_eq!(mistakes.is_empty(), !stops, "nothing is known");
    }
    file::forget();
}

const SAFE: &str = "rule always Fire.ticked -> IsSafe.succeeded;";

#[test]
fn a_condition_counts_where_its_answer_shows() {
    for (is_broken, body) in [
        (true, "action Fire;"),
        (false, "sequence { condition IsSafe; action Fire; }"),
        (true, "sequence { condition !IsSafe; action Fire; }"),
        (false, "sequence { not condition !IsSafe; action Fire; }"),
        (false, "sequence { condition IsSafe && Ready; action Fire; }"),
        (true, "sequence { condition IsSafe || Ready; action Fire; }"),
        (false, "sequence { condition !(!IsSafe || Ready); action Fire; }"),
        (true, "sequence { condition Ready == IsSafe; action Fire; }"),
        (false, "guard(IsSafe) action Fire;"),
        (true, "guard(!IsSafe) action Fire;"),
        (false, "guard(IsSafe) sequence { action Rest; action Fire; }"),
        (true, "sequence { condition IsSafe; action Rest; action Fire; }"),
        (false, "active_sequence { condition IsSafe; action Rest; action Fire; }"),
        (false, "monitor { condition IsSafe; sequence { action Rest; action Fire; } }"),
        (false, "if IsSafe { action Fire; }"),
        (true, "if IsSafe { action Rest; } else { action Fire; }"),
        (false, "if !IsSafe { action Rest; } else { action Fire; }"),
        (true, "if IsSafe { sequence { action Rest; action Fire; } }"),
        (false, "active_if IsSafe { sequence { action Rest; action Fire; } }"),
        (true, "active_if IsHurt { action Rest; } else { action Fire; }"),
        (false, "active_if IsHurt || !IsSafe { action Rest; } else { action Fire; }"),
        (false, "priority_selector { IsSafe => action Fire; else => action Rest; }"),
        (true, "priority_selector { IsSafe => action Rest; else => action Fire; }"),
        (true, "priority_selector { IsSafe => sequence { action Rest; action Fire; } }"),
        (false, "priority_selector { IsHurt => guard(IsSafe) action Fire; else => action Rest; }"),
        (true, "finally(Fire) action Rest;"),
        (true, "guard(IsSafe) finally(Fire) action Rest;"),
        (true, "sequence { condition IsSafe; finally(Fire) action Rest; }"),
        (false, "active_sequence { condition IsSafe; finally(Rest) action Fire; }"),
        (false, "guard(IsSafe) service(1s, Fire) action Rest;"),
        (true, "service(1s, Fire) guard(IsSafe) action Rest;"),
        (false, "sequence { condition 1 / Health > 2 && IsSafe; action Fire; }"),
        (true, "sequence { not condition !IsSafe || 1 / Health > 2; action Fire; }"),
        (false, "action Rest;"),
        (false, "not sequence { not action Rest; action Fire; }"),
    ] {
        let text = format!("tree Guard {{ {body} }}");
        assert_eq!(breaks(SAFE, &text), is_broken, "{body}");
    }
}

#[test]
fn what_a_file_computes_is_known() {
    for (is_broken, trees) in [
        (
            false,
            "tree Main { let(n: u32 = 0) sequence { set n = n + 1; if n >= 2 { action Fire; } } }",
        ),
        (
            true,
            "tree Main { let(n: u32 = 0) repeat sequence { set n = n + 1; if n >= 2 { action Fire; } else { succeed; } } }",
        ),
        (
            false,
            "tree Main { let(n: i32 = 5) repeat(9) sequence { set n = n - 1; if n > 4 { action Fire; } else { succeed; } } }",
        ),
        (
            true,
            "tree Main { let(n: i32 = 5) repeat sequence { set n = n - 1; if n < -50 { action Fire; } else { succeed; } } }",
        ),
        (
            false,
            "tree Main { let(n: u8 = 255) selector { set n = n + 1; guard(n == 255) action Rest; action Fire; } }",
        ),
        (false, "tree Main { let(n: u8 = 0) let(m: u8 = 1 / n) action Fire; }"),
        (false, "tree Main { for(i in 0..3) if i > 2 { action Fire; } else { action Rest; } }"),
        (true, "tree Main { for(i in 0..3) if i > 1 { action Fire; } else { action Rest; } }"),
        (
            false,
            "tree Main { let(n: u32 = 3) match n { 1 | 2 => action Fire; _ => action Rest; } }",
        ),
        (true, "tree Main { let(n: u32 = 3) match n { 1 | 3 => action Fire; _ => action Rest; } }"),
        (
            false,
            "tree Main { sequence { subtree One(n = 1); subtree One(n = 0); } } tree One(n: u32) { guard(n > 1) succeed; }",
        ),
        (
            false,
            "tree Main { let(a: f32 = 0.5) let(b: f32 = a * 2.0) guard(b > 1.0 || a > 0.5) action Fire; }",
        ),
        (
            true,
            "tree Main { let(a: bool = true) let(n: u32 = 1) guard(a && !(n > 2)) action Fire; }",
        ),
        // What words give is not known, and what is set from it.
        (true, "tree Main { let(n: i32 = Health) guard(n == 7) action Fire; }"),
        (
            true,
            "tree Main { let(n: i32 = 0) sequence { set n = Health; guard(n == 7) action Fire; } }",
        ),
        (
            true,
            "tree Main { let(n: i32 = 0) sequence { set n = n + Health; guard(n == 7) action Fire; } }",
        ),
        (true, "tree Main { let(n: u32 = 1) guard(IsHurt || n > 2) action Fire; }"),
        (false, "tree Main { let(n: u32 = 1) guard(n > 2 && IsHurt) action Fire; }"),
        // A parameter that gets another value, and one of who calls nobody.
        (
            true,
            "tree Main { subtree One(n = 1); } tree One(n: u32) { sequence { set n = 3; guard(n > 1) action Fire; } }",
        ),
        (true, "tree Main(n: u32) { guard(n > 1) action Fire; }"),
        // The number of a round of another loop.
        (
            true,
            "tree Main { for(i in 0..3) for(j in 0..2) if i == 2 && j == 1 { action Fire; } else { action Rest; } }",
        ),
        (
            false,
            "tree Main { for(i in 0..3) for(j in 0..2) if i == 1 && j == 2 { action Fire; } else { action Rest; } }",
        ),
        // A cleanup, and a stop.
        (
            false,
            "tree Main { let(n: u32 = 0) finally { guard(n > 1) action Fire; } sequence { set n = 1; action Rest; } }",
        ),
        (
            true,
            "tree Main { let(n: u32 = 0) finally { guard(n > 0) action Fire; } sequence { set n = 1; action Rest; } }",
        ),
    ] {
        assert_eq!(breaks("rule never Fire.ticked;", trees), is_broken, "{trees}");
    }
    // A parameter may be computed from parameters, again and again.
    let call =
        |place: u32| format!("tree T{place}(n: f32) {{ subtree T{}(n = n + n); }} ", place + 1);
    let calls: String = (1..40).map(call).collect();
    let calls = format!(
        "pub tree Main {{ subtree T1(n = 1.0); }} {calls} tree T40(n: f32) {{ guard(n < 5.0) action Fire; }}"
    );
    assert!(!breaks("rule never Fire.ticked;", &calls));
    // A name that counts on has too many values; nothing is said of a run with wrong ones.
    let counts = "tree Main { let(n: u32 = 0) repeat sequence { set n = n + 1; if n < 1 { action Fire; } else { succeed; } } }";
    let counts = mistakes(counts, &vocabulary("rule never Fire.ticked;"));
    assert!(
        counts[0].contains("it depends on a name that has more than 63 values; let"),
        "{counts:?}"
    );
    let cleans = "tree Main { let(n: u32 = 0) finally { if n == 201 { action Fire; } else { action Rest; } } \
        repeat force_success set n = (n + 1) % 200; }";
    let cleans = mistakes(cleans, &vocabulary("rule never Fire.ticked;"));
    assert!(cleans[0].contains("is too large for a proof"), "{cleans:?}");
}

#[test]
fn what_is_asked_of_words() {
    for (is_broken, rule, body) in [
        (false, "rule never Fire.running;", "action Fire;"),
        (true, "rule never Rest.running;", "action Rest;"),
        (false, "rule never Rest.failed;", "action Rest;"),
        (true, "rule never Walk.failed;", "action Walk(steps = 1);"),
        (true, "rule never Brave;", "with Brave action Rest;"),
        (true, "rule never Reload.running && root;", "subtree Reload;"),
        (true, "rule never Ready.failed;", "guard(Ready) action Rest;"),
        (
            true,
            "rule never Ready.succeeded && IsHurt.failed;",
            "sequence { condition Ready; condition IsHurt; }",
        ),
        (
            false,
            "rule never IsHurt.succeeded && IsHurt.failed;",
            "sequence { condition IsHurt; condition IsHurt; action Rest; }",
        ),
        (
            true,
            "rule never IsHurt.succeeded && IsHurt.failed;",
            "sequence { condition IsHurt; condition IsHurt(limit = 4); }",
        ),
        (true, "rule always IsSafe.succeeded;", "action Fire;"),
        (false, "rule always IsSafe.ticked;", "selector { condition IsSafe; action Fire; }"),
        (true, "rule after Rest next Fire.ticked;", "selector { action Rest; }"),
        (
            false,
            "rule after Rest next Rest.ticked || Fire.ticked;",
            "sequence { action Rest; action Fire; }",
        ),
        (false, "rule after Fire next !root;", "sequence { action Rest; action Rest; }"),
        (
            true,
            "rule whenever IsHurt.succeeded until Fire.ticked;",
            "sequence { condition IsHurt; action Rest; action Fire; }",
        ),
        (false, "rule whenever Rest until Fire.ticked;", "sequence { action Rest; action Fire; }"),
        (true, "rule never root.failed;", "condition IsSafe;"),
        (false, "rule never root.failed;", "action Rest;"),
        // What no tree has is nothing.
        (false, "rule never Walk || Fire.ticked && Brave;", "action Fire;"),
        (false, "rule always Walk.ticked -> IsSafe.succeeded;", "action Rest;"),
        (true, "rule always Fire.ticked -> IsSafe.ticked || Walk.ticked;", "action Fire;"),
    ] {
        let text = format!("tree Guard {{ {body} }}");
        assert_eq!(breaks(rule, &text), is_broken, "{rule} {body}");
    }
}

#[test]
fn the_mistake_is_at_the_node_that_breaks_the_rule() {
    let vocabulary = vocabulary(
        "/// Nobody fires\n/// blindly.\n rule always Fire.ticked -> IsSafe.succeeded; rule never Reload.failed;",
    );
    let text = "tree Guard {
    sequence {
        'look: condition IsSafe;
        action Walk(steps = 3);
        subtree Shoot;
    }
}
tree Shoot { sequence { action Rest; 'bang: action Fire; } }
tree Camp { not subtree Reload; }
";
    assert_eq!(
        mistakes(text, &vocabulary),
        [
            "error: `Shoot` breaks the rule `always Fire.ticked -> IsSafe.succeeded` (Nobody fires blindly):
  tick 1: `action Rest` succeeds, `'bang` succeeds; the tree succeeds
 --> drill.tree:8:45
  |
8 | tree Shoot { sequence { action Rest; 'bang: action Fire; } }
  |                                             ^^^^^^",
            "error: `Camp` breaks the rule `never Reload.failed`, if `Reload` of the program can do this:
  tick 1: `subtree Reload` fails; the tree succeeds
 --> drill.tree:9:17
  |
9 | tree Camp { not subtree Reload; }
  |                 ^^^^^^^",
        ]
    );
}

#[test]
fn a_helper_keeps_the_rules_as_a_part_of_the_entries_that_call_it() {
    let vocabulary = vocabulary(SAFE);
    let guarded = "tree Guard { sequence { condition IsSafe; subtree Shot; } }";
    let shot = "tree Shot { action Fire; }";
    // Alone, the helper would break the rule.
    assert_eq!(mistakes(&format!("pub {guarded} {shot}"), &vocabulary), [""; 0]);
    let [broken] = &mistakes(&format!("{guarded}\n{shot}"), &vocabulary)[..] else { panic!() };
    assert!(broken.starts_with("error: `Shot` breaks the rule"), "{broken}");
    assert!(broken.contains(" --> drill.tree:2:13\n"), "{broken}");
    // Another entry calls it without the question: the mistake is at the node, and names the entry.
    let text = format!("pub {guarded}\n{shot}\npub tree Wild {{ subtree Shot; }}");
    let [broken] = &mistakes(&text, &vocabulary)[..] else { panic!() };
    assert!(broken.starts_with("error: `Wild` breaks the rule"), "{broken}");
    assert!(broken.contains(" --> drill.tree:2:13\n"), "{broken}");
    let (reading, proofs) = file::prove(
        &text,
        &vocabulary,
        "rules Shot { possible root.succeeded; }",
        &mut |_| Err(String::new()),
        None,
    )
    .ok()
    .unwrap();
    let results: Vec<Vec<Proved>> =
        proofs.iter().map(|of| of.proofs.iter().map(|proof| proof.result).collect()).collect();
    // What is asked about a helper is answered.
    assert_eq!(results, [vec![Proved::Proved], vec![Proved::Proved], vec![Proved::Broken]]);
    assert!(reading.trees.iter().map(Tree::is_entry).eq([true, false, true]));
    let reading = file::read(&format!("pub {guarded} {shot}"), &vocabulary);
    let demands = reading.demands.iter().map(|demands| demands.claims.len());
    assert_eq!(demands.collect::<Vec<_>>(), [1, 0]);
    file::forget();
}

/// The entries of a file, behind a `!` for each tree that none of them calls. Other files have the names `a.tree`, `b.tree`, ….
fn entries(files: &[&str]) -> String {
    let mut other = |name: &str| {
        let place = name.bytes().next().map_or(0, |letter| usize::from(letter - b'a') + 1);
        files.get(place).map(|text| (*text).to_owned()).ok_or_else(String::new)
    };
    let vocabulary = vocabulary("");
    let reading = file::read_with(files[0], &vocabulary, &|_| 0, &mut other);
    file::forget();
    let mistakes: Vec<&str> = reading.mistakes.iter().map(|one| one.text.as_str()).collect();
    assert!(mistakes.iter().all(|text| text.starts_with("no `pub tree` calls")), "{mistakes:?}");
    let entries = reading.trees.iter().filter(|tree| tree.is_entry());
    let names: Vec<String> = entries.map(|tree| tree.outline.name.to_string()).collect();
    format!("{}{}", "!".repeat(mistakes.len()), names.join(" "))
}

#[test]
fn each_file_names_its_entries_and_those_of_the_files_that_it_brings_for_itself() {
    const REST: &str = "tree Stay { running; } tree Nap { running; }";
    const PUB: &str = "pub tree Stay { subtree Nap; } tree Nap { running; }";
    for (entries_of, files) in [
        // Without `pub`, all are entries, also those of other files.
        ("A Stay Nap", &["use \"a.tree\"; tree A { subtree Stay; }", REST][..]),
        ("A Stay", &["use \"a.tree\"; tree A { subtree Stay; }", PUB]),
        // A file with `pub` brings the others for its own trees, whether it calls them or not.
        ("A", &["use \"a.tree\"; pub tree A { subtree Stay; }", REST]),
        ("A Stay", &["use \"a.tree\"; pub tree A { running; }", PUB]),
        // Also a file that it brings itself for another one.
        (
            "A B",
            &[
                "use \"a.tree\"; tree A { subtree B; }",
                "use \"b.tree\"; pub tree B { subtree Stay; }",
                REST,
            ],
        ),
        // A file without `pub` that is brought by one without `pub`, too, keeps its entries.
        (
            "A B Stay Nap",
            &[
                "use \"a.tree\"; use \"b.tree\"; tree A { running; }",
                "use \"b.tree\"; pub tree B { subtree Stay; }",
                REST,
            ],
        ),
        ("Stay", &["use \"a.tree\";", PUB]),
    ] {
        assert_eq!(entries(files), entries_of, "{files:?}");
    }
    assert_eq!(entries(&["pub tree A { running; } tree B { running; }"]), "!A");
    // Another file may call a helper.
    let called = "pub tree A { running; } tree B { running; }";
    assert_eq!(entries(&["use \"a.tree\"; tree C { subtree B; }", called]), "C A");
    assert_eq!(entries(&["use \"a.tree\"; pub tree C { running; }", called]), "!C A");
}

#[test]
fn what_depends_on_unknown_types_is_left_to_the_program() {
    let text = "tree Guard { selector { action Fire; action Rest; } }";
    let known = vocabulary("rule never Fire.failed;");
    let mut unknown = known.clone();
    unknown.words.iter_mut().for_each(|word| word.can = None);
    // Some type of `Fire` allows it.
    for vocabulary in [&known, &unknown] {
        assert_eq!(mistakes(text, vocabulary), [""; 0]);
    }
    let demands = file::read(text, &unknown).demands;
    file::forget();
    assert_eq!(demands[0].doubtful.len(), 1);
    // All types allow success.
    let mut unknown = vocabulary("rule never Fire.succeeded;");
    unknown.words.iter_mut().for_each(|word| word.can = None);
    assert_eq!(mistakes(text, &unknown).len(), 1);
}

#[test]
fn a_proof_ends_at_the_limit() {
    let mut vocabulary = vocabulary(SAFE);
    vocabulary.limit = Some(2_000);
    let safe = "repeat(1000) sequence { action Rest; guard(IsSafe) action Fire; } ";
    // A hundred small trees share the limit, as one large tree has it alone.
    let small: Vec<String> =
        (0..100).map(|number| format!("tree T{number} {{ parallel {{ {safe} }} }}")).collect();
    let deep = format!("{} action Fire; }}", "tree Deep { ".to_owned() + &"not ".repeat(100));
    let texts = [
        format!("tree Guard {{ parallel {{ {} }} }}", safe.repeat(9)),
        format!("tree Guard {{ sequence {{ {} }} }}", safe.repeat(1_000)),
        small.concat(),
        format!("tree Guard {{ sequence {{ action Rest; action Fire; repeat(100_000) {safe} }} }}"),
        deep,
    ];
    for (number, text) in texts.iter().enumerate() {
        let found = mistakes(text, &vocabulary);
        let is_large = |one: &String| one.contains("is too large for a proof of the rule");
        let is_broken = |one: &String| one.contains("breaks the rule");
        assert!(
            !found.is_empty() && found.iter().all(|one| is_large(one) || is_broken(one)),
            "{found:?}"
        );
        assert_eq!(found.iter().any(is_broken), number >= 3, "{number} {}", found[0]);
    }
    let found = mistakes(&texts[0], &vocabulary);
    let expected = "error: `Guard` is too large for a proof of the rule `always Fire.ticked -> IsSafe.succeeded`: the proofs of a tree take at most 2000 transitions; write a smaller tree, or let the program set another `#[limit(transitions = N)]` before its vocabulary\n --> drill.tree:1:6\n";
    assert!(found[0].starts_with(expected), "{}", found[0]);
    vocabulary.accepts_unproved = true;
    assert_eq!(mistakes(&texts[0], &vocabulary), [""; 0]);
    assert_eq!(mistakes(&texts[3], &vocabulary).len(), 1);
    vocabulary.accepts_unproved = false;
    vocabulary.limit = Some(u64::MAX);
    assert_eq!(mistakes("tree Guard { guard(IsSafe) action Fire; }", &vocabulary), [""; 0]);
}

#[test]
fn a_rule_is_read_as_it_is_shown() {
    let vocabulary = vocabulary(
        "rule always Fire.ticked->(IsSafe.succeeded||IsHurt . failed)&&!root; rule after Rest next Rest || Fire.ticked; rule whenever Brave.running until root.aborted;",
    );
    let shown: Vec<String> = vocabulary.rules.iter().map(ToString::to_string).collect();
    assert_eq!(
        shown,
        [
            "always Fire.ticked -> (IsSafe.succeeded || IsHurt.failed) && !root",
            "after Rest next Rest || Fire.ticked",
            "whenever Brave.running until root.aborted",
        ]
    );
    for (text, rule) in shown.iter().zip(&vocabulary.rules) {
        assert_eq!(Rule::parse(text, &vocabulary.words).as_ref(), Ok(rule));
    }
    for (text, mistake) in [
        ("never Fire; never Rest", "expected the end of the rule, found `;`"),
        (
            "possible Fire",
            "a rule of a vocabulary is about every tree of every file, and says what none of them may do; write a `possible` into the `rules` of one tree",
        ),
        (
            "never Health.ticked",
            "a rule asks about conditions, actions, decorators and subtrees, and `Health` is a value",
        ),
        ("never (Fire", "this `(` is never closed; write `)`"),
        (
            "",
            "a rule begins with `never`, `always`, `possible`, `after … next` or `whenever … until`",
        ),
    ] {
        assert_eq!(Rule::parse(text, &vocabulary.words).unwrap_err(), mistake, "{text}");
    }
}

/// The smallest limit with which a text keeps the rules.
fn least(text: &str, rules: &[&str]) -> u64 {
    let mut vocabulary = vocabulary(&rules.concat());
    let (mut too_few, mut enough) = (0_u64, 1 << 20);
    while too_few + 1 < enough {
        let limit = too_few.midpoint(enough);
        vocabulary.limit = Some(limit);
        let is_enough = mistakes(text, &vocabulary).is_empty();
        *(if is_enough { &mut enough } else { &mut too_few }) = limit;
    }
    enough
}

#[test]
fn rules_share_their_searches() {
    let each = |text: &str, rules: &[&str]| rules.iter().map(|rule| least(text, &[rule])).sum();
    let rules = [
        SAFE,
        "rule always Fire.succeeded -> IsSafe.ticked;",
        "rule never Fire.ticked && IsSafe.failed && IsHurt.ticked;",
        "rule after Fire.ticked next root.ticked;",
        "rule whenever Rest.running until root.ticked;",
    ];
    let text = "tree Guard { parallel { guard(IsSafe) action Fire; repeat(9) guard(IsSafe) sequence { action Rest; condition IsSafe; action Fire; } } }";
    let alone: u64 = each(text, &rules);
    assert!(least(text, &rules) * 4 < alone * 3, "{} of {alone}", least(text, &rules));

    // What six rules remember of a tick are many states together, and a few for each alone. The first searches, for all of them,
    // end after a quarter of the limit, and after 2,000 transitions.
    let rules = [
        "rule after IsSafe.succeeded next root.ticked;",
        "rule after IsHurt.succeeded next root.ticked;",
        "rule after Ready.succeeded next root.ticked;",
        "rule after Rest next root.ticked;",
        "rule after Walk.failed next root.ticked;",
        "rule after Brave.failed next root.ticked;",
    ];
    let text = "tree Guard { parallel { force_success condition IsSafe; force_success condition IsHurt; force_success condition Ready; force_success action Rest; force_success action Walk(steps = 1); force_success with Brave action Fire; } }";
    let alone: u64 = each(text, &rules);
    let together = least(text, &rules);
    assert!(3 * together <= 4 * (2 * alone + 2_000), "{together} of {alone}");
}
