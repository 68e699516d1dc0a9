//! `bt prove` and `bt explain`: their output, and runs that happen in a loaded tree.

use super::command::{Folder, bt, bt_with};
use bt_core::files::vocabulary_as_json;
use bt_core::{Status, behavior_tree};
use fastrand::Rng;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs;

behavior_tree! {
    vocabulary Drill(world: &mut World) {
        condition Is(of: u32) => world.ask(of) == Status::Success;
        action Do(of: u32) => world.ask(of);
        action Try(of: u32) => world.ask(of) == Status::Success;
        action Note(of: u32) => { world.ask(of); };
        subtree Part;

        /// Nobody notes what was
        /// not tried.
        rule always Note.ticked -> Try.succeeded;
        rule never Note.failed;
        rule never Try.running;
    }

    // A program with the same words, and no rules.
    vocabulary Free(world: &mut World) {
        condition Is(of: u32) => world.ask(of) == Status::Success;
        action Do(of: u32) => world.ask(of);
        action Try(of: u32) => world.ask(of) == Status::Success;
        action Note(of: u32) => { world.ask(of); };
    }

    tree Part(world: &mut World) {
        action world.ask(0);
    }
}

/// What the leaves of a tree answer: these results in this order, or else any.
struct World {
    told: Option<RefCell<VecDeque<(u32, Status)>>>,
    random: RefCell<Rng>,
}

impl World {
    fn ask(&self, of: u32) -> Status {
        let Some(told) = &self.told else { return ALL[self.random.borrow_mut().usize(..3)] };
        let (asked, status) = told.borrow_mut().pop_front().expect("the run goes on");
        assert_eq!(asked, of, "the leaves are asked in the order of the run");
        status
    }
}

const ALL: [Status; 3] = [Status::Success, Status::Failure, Status::Running];

fn drill(folder: &Folder) -> String {
    folder.file("drill.json", &vocabulary_as_json::<Drill>())
}

fn parsed(output: &str) -> Value {
    serde_json::from_str(output).expect("JSON")
}

/// The output without the numbers of states and transitions, which may become smaller.
fn without_counts(output: &str) -> String {
    let line = |line: &str| match line.split_once(" states and ") {
        Some((tree, transitions)) => {
            let (tree, states) = tree.split_once(": ").expect("the states");
            let transitions = transitions.strip_suffix(" transitions").expect("the transitions");
            let is_some = |number: &str| number.parse::<u64>().is_ok_and(|number| number > 0);
            assert!(is_some(states) && is_some(transitions), "{line}");
            format!("{tree}\n")
        }
        None => format!("{line}\n"),
    };
    output.lines().map(line).collect()
}

/// The only rule of the only tree.
fn only(output: &Value) -> &Value {
    assert_eq!(output["trees"].as_array().map(Vec::len), Some(1), "{output}");
    assert_eq!(output["trees"][0]["rules"].as_array().map(Vec::len), Some(1), "{output}");
    &output["trees"][0]["rules"][0]
}

const GUARD: &str = "tree Guard {
    selector {
        sequence { 'look: condition Is(of = 1); 'work: action Do(of = 2); 'note: action Note(of = 3); }
        'rest: subtree Rest;
    }
}
tree Rest { sequence { 'lie: action Try(of = 4); action Note(of = 5); } }
";

#[test]
fn rules_are_proved() {
    let folder = Folder::new();
    let (words, file) = (drill(&folder), folder.file("guard.tree", GUARD));
    let (code, output, errors) = bt(&["prove", "--words", &words, &file]);
    assert_eq!(code, 1);
    assert_eq!(
        without_counts(&output),
        "Guard
  broken: always Note.ticked -> Try.succeeded
    Nobody notes what was
    not tried.
  proved: never Note.failed
  proved: never Try.running
Rest
  proved: always Note.ticked -> Try.succeeded
    Nobody notes what was
    not tried.
  proved: never Note.failed
  proved: never Try.running
"
    );
    // It is what a check says.
    let (code, checked, refused) = bt(&["check", "--words", &words, &file]);
    assert_eq!((code, checked.as_str(), &refused), (1, "", &errors));
    assert!(errors.contains("guard.tree:3:82\n") && errors.contains("tick 1: `'look` succeeds"));
    let (code, output, errors) = bt(&["prove", "--json", "--words", &words, &file]);
    assert_eq!((code, errors.as_str()), (1, ""));
    let (output, checked) =
        (parsed(&output), parsed(&bt(&["check", "--json", "--words", &words, &file]).1));
    assert_eq!(output["mistakes"], checked["mistakes"]);
    let broken = &output["trees"][0]["rules"][0];
    assert_eq!(broken["result"], "broken");
    assert_eq!(broken["description"], "Nobody notes what was\nnot tried.");
    assert_eq!(
        broken["text"],
        "tick 1: `'look` succeeds, `'work` succeeds, `'note` succeeds; the tree succeeds"
    );
    let look = json!({"node": "'look: condition Is(of = 1)", "line": 3, "result": "success"});
    assert_eq!((&broken["run"][0]["tick"], &broken["run"][0]["events"][0]), (&json!(1), &look));
    // Without the note both trees keep the rules.
    let calm = folder.file("calm.tree", &GUARD.replace("'note: action Note(of = 3);", ""));
    let (code, output, errors) = bt(&["prove", "--words", &words, &calm]);
    assert_eq!((code, errors.as_str(), output.matches("proved: ").count()), (0, "", 6), "{output}");
}

/// Rules that are asked about one tree, with labels in subtrees of other files.
#[test]
fn rules_of_labels_are_proved() {
    let folder = Folder::new();
    let (guard, rest) = GUARD.split_once("tree Rest {").expect("two trees");
    folder.file("rest.tree", &format!("tree Rest {{{rest}"));
    let file = folder.file("guard.tree", &format!("use \"rest.tree\";\n{guard}"));
    let words = r#"[{"name": "Is", "kind": "condition", "parameters": [{"name": "of", "type": {"integer": "u32"}}]}, WORDS]"#;
    let word = |name: &str| {
        format!(
            r#"{{"name": "{name}", "kind": {{"action": {{"is_stateful": false}}}}, "parameters": [{{"name": "of", "type": {{"integer": "u32"}}}}]}}"#
        )
    };
    let all = ["Do", "Try", "Note"].map(word).join(", ");
    let words = folder.file("words.json", &words.replace("WORDS", &all));
    let rules = folder.file(
        "guard.rules",
        "rules Guard {
    /// Nobody lies and works.
    never 'rest.'lie && 'work;
    never 'work.succeeded;
    never 'note.failed;
    never 'look && 'work;
    possible 'rest.'lie.failed;
    possible 'rest.succeeded && !'note.ticked;
}
rules Rest { after 'lie next root.ticked; }
",
    );
    let page = folder.0.join("run.html");
    let page = page.to_str().expect("a path");
    let arguments = ["prove", "--words", &words, "--rules", &rules, "--page", page, &file];
    let (code, output, errors) = bt(&arguments);
    assert_eq!(
        without_counts(&output),
        "Guard
  proved: never 'rest.'lie && 'work
    Nobody lies and works.
  broken: never 'work.succeeded
  unsure: never 'note.failed
    if `'note` can fail:
      tick 1: `'look` succeeds, `'work` succeeds, `'note` fails, `'lie` succeeds, `action Note(of = 5)` succeeds; the tree succeeds
  idle: never 'look && 'work
    `'look` is active in no tick of `Guard`; ask what happens to it, for example `.ticked`
  unsure: possible 'rest.'lie.failed
    if `'lie` can fail:
      tick 1: `'look` fails, `'lie` fails; the tree fails
  proved: possible 'rest.succeeded && !'note.ticked
    tick 1: `'look` fails, `'lie` succeeds, `action Note(of = 5)` succeeds; the tree succeeds
Rest
  proved: after 'lie next root.ticked
"
    );
    let text = "`Guard` breaks the rule `never 'work.succeeded`:\n  tick 1: `'look` succeeds, `'work` succeeds,";
    assert!(code == 1 && errors.contains(text) && errors.contains("guard.tree:4:56\n"), "{errors}");
    // The page has the run that breaks the first rule.
    let page = fs::read_to_string(page).expect("it is written");
    let (_, recording) = page.split_once("id=\"recording\">").expect("a recording");
    let recording = parsed(recording.split_once("</script>").expect("an end").0);
    assert_eq!(
        (&recording["trees"][0]["name"], &recording["moments"]),
        (&json!("Guard"), &json!(1))
    );
    assert_eq!(
        recording["trees"][0]["nodes"].as_array().map(Vec::len),
        Some(9),
        "with those of `Rest`"
    );
    let rest = json!({"kind": "subtree", "parent": 0, "end": 9, "label": "rest", "source": "Rest", "line": 5});
    assert_eq!(recording["trees"][0]["nodes"][5], rest);
}

#[test]
fn mistakes_in_questions_are_reported() {
    let folder = Folder::new();
    let (words, file) = (drill(&folder), folder.file("guard.tree", GUARD));
    let bare = folder
        .file("bare.rs", "behavior_tree! { vocabulary W(b: &mut B) { action Wave => b.wave(); } }");
    let wave = folder.file("wave.tree", "tree A { action Wave; }");
    let rules = folder.file("a.rules", "rules Guardd { never 'work; }");
    let items = folder.file("b.rules", "tree A { fail; } rules Guard { never 'work; }");
    let broken = folder.file("broken.tree", "tree A { action Do(of = 1) }");
    for (arguments, expected, message) in [
        (
            &["prove", "--words", &words, "--rule", "never 'workk", &file][..],
            2,
            "there is no label `'workk` in `Guard`; did you mean `'work`?",
        ),
        (
            &["prove", "--words", &words, "--rule", "never work", &file],
            2,
            "a label has an apostrophe in front: `'work`",
        ),
        (
            &["prove", "--words", &words, "--rule", "never 'lie", &file],
            2,
            "it is a label of `Rest`",
        ),
        (
            &["prove", "--words", &words, "--rule", "never 'work.'lie", &file],
            2,
            "`'work` is no `subtree` of this file",
        ),
        (
            &["prove", "--words", &words, "--rule", "never 'work", "--tree", "Rest", &file],
            2,
            "there is no label `'work` in `Rest`",
        ),
        (
            &["prove", "--words", &words, "--rule", "never 'work", "--tree", "Rst", &file],
            2,
            "the file has no tree `Rst`; did you mean `Rest`?",
        ),
        (&["prove", "--words", &words, "--rules", &rules, &file], 2, "a.rules:1:7"),
        (
            &["prove", "--words", &words, "--rules", &items, &file],
            2,
            "a text of rules has only `rules Tree",
        ),
        (
            &["prove", "--words", &words, "--rules", &rules, "--rule", "never 'work", &file],
            2,
            "cannot be given together",
        ),
        (
            &["prove", "--words", &words, "--tree", "Rest", &file],
            2,
            "`--tree` says which tree a `--rule` is about",
        ),
        (
            &["prove", "--words", &words, "--rules", "none.rules", &file],
            2,
            "there is no file `none.rules`",
        ),
        (
            &["prove", "--words", &words, "--limit", "many", &file],
            2,
            "`--limit many` is not a number",
        ),
        (&["prove", "--words", &words, "none.tree"], 2, "there is no file `none.tree`"),
        (&["prove", "--words", &bare, &wave], 2, "the words have no rules"),
        (&["prove", "--words", &words, &broken], 1, "broken.tree:1:19"),
        (&["explain", "--words", &words, &broken, "work"], 1, "broken.tree:1:19"),
        (&["explain", "--words", &words, &file, "workk"], 2, "did you mean `'work`?"),
        (&["explain", "--words", &words, &file, "'work &"], 2, "expected `&&` between questions"),
        (
            &["explain", "--words", &words, "--page", "no/such/folder.html", &file, "work"],
            2,
            "no/such/folder.html",
        ),
    ] {
        let (code, output, errors) = bt(arguments);
        assert!(code == expected && errors.contains(message), "{arguments:?}: {code} {errors}");
        assert_eq!(output, "", "{arguments:?}");
    }
    let json = parsed(&bt(&["prove", "--json", "--words", &words, &broken]).1);
    assert_eq!((&json["mistakes"][0]["column"], &json["trees"]), (&json!(19), &json!([])));
}

#[test]
fn a_question_has_a_run() {
    let folder = Folder::new();
    let (words, file) = (drill(&folder), folder.file("guard.tree", GUARD));
    let explain = |question: &str| bt(&["explain", "--words", &words, &file, question]);
    let run = "tick 1: `'look` succeeds, `'work` runs; the tree runs\n";
    for question in ["work", "'work", "'work && root"] {
        assert_eq!(explain(question), (0, run.to_owned(), String::new()));
    }
    let run = "tick 1: `'look` succeeds, `'work` runs; the tree runs\ntick 2: `'work` fails, `'lie` fails; the tree fails\n";
    assert_eq!(
        explain("'work.failed && !'look.ticked && 'rest.failed"),
        (0, run.to_owned(), String::new())
    );
    let never =
        "`'look` is active in no tick of `Guard`; ask what happens to it, for example `.ticked`\n";
    assert_eq!(explain("look"), (1, never.to_owned(), String::new()));
    let never = "no run of the tree has such a tick\n";
    assert_eq!(explain("'note.failed || 'note.running"), (1, never.to_owned(), String::new()));
    let page = folder.0.join("run.html");
    let page = page.to_str().expect("a path");
    let (code, _, errors) = bt(&["explain", "--words", &words, "--page", page, &file, "look"]);
    assert!(
        code == 1 && errors.contains("there is no run") && !folder.0.join("run.html").exists(),
        "{errors}"
    );
    // The file is the standard input, and its only tree calls one of the program.
    let text = "tree A { 'part: subtree Part; }";
    let (code, output, _) =
        bt_with(text, &["explain", "--words", &words, "--page", page, "-", "part"]);
    assert_eq!(
        (code, output.as_str()),
        (0, "if `Part` of the program can do this:\n  tick 1: `'part` runs; the tree runs\n")
    );
    assert!(folder.read("run.html").contains("\"label\":\"part\""));
}

#[test]
fn a_large_file_ends_at_the_limit() {
    let folder = Folder::new();
    let words = drill(&folder);
    let branch =
        "sequence { action Do(of = 1); action Do(of = 2); repeat(100) action Do(of = 3); }"
            .repeat(100);
    let huge = folder.file(
        "huge.tree",
        &format!("tree Huge {{ parallel {{ {branch} 'note: action Note(of = 4); }} }}"),
    );
    let (code, output, errors) = bt(&[
        "prove",
        "--words",
        &words,
        "--limit",
        "20000",
        "--rule",
        "never 'note.failed",
        &huge,
    ]);
    let text = "error: `Huge` is too large for a proof of the rule `never Note.failed`: the proofs of a file take at most 20000 transitions";
    assert!(code == 1 && errors.contains(text));
    let text = "  too large: never Note.failed\n";
    assert!(output.contains(text), "{output}");
    let (code, output, _) = bt(&["explain", "--words", &words, &huge, "'note.failed"]);
    assert_eq!(
        (code, output.as_str()),
        (1, "the proofs of a file take at most 100000 transitions\n")
    );
    let mut many = String::new();
    for number in 0..1000 {
        let _ = writeln!(many, "tree T{number} {{ action Note(of = {number}); }}");
    }
    let many = folder.file("many.tree", &many);
    let (code, output, _) = bt(&["prove", "--json", "--words", &words, &many]);
    assert_eq!((code, parsed(&output)["trees"].as_array().map(Vec::len)), (1, Some(1000)));
}

/// A tree of which each node has a label.
struct Text {
    random: Rng,
    count: u32,
}

impl Text {
    fn node(&mut self, depth: usize) -> String {
        let kind = self.random.usize(..if depth == 0 { 6 } else { 16 });
        let own = self.count;
        self.count += 1;
        let mut below = |most: usize| {
            let count = self.random.usize(1..=most);
            (0..count).map(|_| self.node(depth - 1)).collect::<String>()
        };
        let node = match kind {
            0 | 1 => format!("action Do(of = {own});"),
            2 => format!("action Try(of = {own});"),
            3 => format!("action Note(of = {own});"),
            4 | 5 => format!("condition Is(of = {own});"),
            6 | 7 => format!("sequence {{ {} }}", below(3)),
            8 | 9 => format!("selector {{ {} }}", below(3)),
            10 => format!("active_sequence {{ {} }}", below(3)),
            11 => format!("active_selector {{ {} }}", below(3)),
            12 => format!("parallel {{ {} }}", below(2)),
            13 => format!("guard(Is(of = {own})) {}", below(1)),
            14 => format!("repeat(2) {}", below(1)),
            _ => format!("not {}", below(1)),
        };
        format!("'n{own}: {node} ")
    }
}

/// The run happens when the loaded tree is ticked with its answers. What has no run does not happen with others.
#[test]
fn runs_happen() {
    let folder = Folder::new();
    let words = drill(&folder);
    let (mut trees, mut runs, mut unreached) = (0, 0, 0);
    for seed in 0..150 {
        let mut text = Text { random: Rng::with_seed(seed), count: 1 };
        let text = format!("tree A {{ {} }}", text.node(3));
        let Ok(loaded) = Free::parse(&text) else { continue };
        let file = folder.file("a.tree", &text);
        let (code, ..) = bt(&["prove", "--words", &words, &file]);
        assert_eq!(code == 1, Drill::parse(&text).is_err(), "{text}");
        for node in loaded.tree("A").expect("the tree").nodes() {
            let label = node.label.expect("a label");
            let (code, output, errors) =
                bt(&["explain", "--json", "--words", &words, &file, label]);
            let output = parsed(&output);
            let run = &only(&output)["run"];
            let mut tree = loaded.tree("A").expect("the tree");
            let told = (code == 0).then(|| RefCell::new(told(run)));
            let mut world = World { told, random: RefCell::new(Rng::with_seed(seed)) };
            if code == 1 {
                unreached += 1;
                for _ in 0..30 {
                    let _ = tree.tick(&mut world);
                    assert!(tree.active().all(|active| active != node.id), "{label}: {text}");
                }
                continue;
            }
            assert_eq!((code, errors.as_str()), (0, ""), "{text}");
            runs += 1;
            for tick in run.as_array().expect("ticks") {
                assert!(tree.active().all(|active| active != node.id), "a shorter run");
                if tick["after_abort"] == true {
                    tree.abort(&mut world);
                }
                let status = tree.tick(&mut world);
                assert_eq!(tick["status"], status.to_string().to_lowercase().as_str(), "{text}");
            }
            assert!(tree.active().any(|active| active == node.id), "{label}: {text}");
            assert!(world.told.is_some_and(|told| told.borrow().is_empty()), "{label}: {text}");
        }
        trees += 1;
    }
    assert!(
        trees > 20 && runs > 100 && unreached > 20,
        "{trees} trees, {runs} runs, {unreached} without"
    );
}

/// The answers of the leaves and of the conditions in a run.
fn told(run: &Value) -> VecDeque<(u32, Status)> {
    let events = run
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|tick| tick["events"].as_array().expect("events"));
    let answers = events.filter_map(|event| {
        let node = event["node"].as_str().expect("a node");
        let is_leaf = ["action", "condition"].iter().any(|word| node.contains(word));
        let asked = event["condition"].as_str().or(Some(node).filter(|_| is_leaf))?;
        let status = match event["result"].as_str().expect("a result") {
            "success" | "true" => Status::Success,
            "failure" | "false" => Status::Failure,
            "running" => Status::Running,
            _ => return None,
        };
        let (_, number) = asked.split_once("(of = ")?;
        Some((number.trim_end_matches(')').parse().expect("a number"), status))
    });
    answers.collect()
}
