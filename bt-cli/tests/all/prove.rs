//! `bt prove` and `bt explain`: their pages and limits, and runs that happen in a loaded tree. `console` tests what they print.

use super::command::{Folder, bt};
use bt_core::files::vocabulary_as_json;
use bt_core::{Status, behavior_tree};
use fastrand::Rng;
use meaning::archive;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt::Write as _;

behavior_tree! {
    pub(super) vocabulary Drill(world: &mut World) {
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
pub(super) struct World {
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

/// The only rule of the only tree.
fn only(output: &Value) -> &Value {
    assert_eq!(output["trees"].as_array().map(Vec::len), Some(1), "{output}");
    assert_eq!(output["trees"][0]["rules"].as_array().map(Vec::len), Some(1), "{output}");
    &output["trees"][0]["rules"][0]
}

/// The files are those of `proofs.txtar`.
#[test]
fn a_page_has_the_run() {
    let folder = Folder::new();
    let words = drill(&folder);
    for case in archive::cases(include_str!("../proofs.txtar")) {
        for (name, text) in &case.files {
            folder.file(&format!("{}/{name}", case.name), text);
        }
    }
    let path = |name: &str| folder.0.join(name).to_str().expect("a path").to_owned();
    let [page, own, rules, file, part] = [
        "run.html",
        "labels/words.json",
        "labels/guard.rules",
        "labels/guard.tree",
        "questions/part.tree",
    ]
    .map(path);
    // The first rule that is broken.
    let arguments = ["prove", "--words", &own, "--rules", &rules, "--page", &page, &file];
    assert_eq!(bt(&arguments).0, 1);
    let text = folder.read("run.html");
    let (_, recording) = text.split_once("id=\"recording\">").expect("a recording");
    let recording = parsed(recording.split_once("</script>").expect("an end").0);
    let tree = &recording["trees"][0];
    assert_eq!((&tree["name"], &recording["moments"]), (&json!("Guard"), &json!(1)));
    let nodes = tree["nodes"].as_array().map(Vec::len);
    assert_eq!(nodes, Some(9), "with those of `Rest`");
    let rest = json!({"kind": "subtree", "parent": 0, "end": 9, "label": "rest", "source": "Rest", "line": 5});
    assert_eq!(tree["nodes"][5], rest);
    let arguments = ["explain", "--words", &words, "--page", &page, &part, "part"];
    assert_eq!(bt(&arguments).0, 0);
    assert!(folder.read("run.html").contains("\"label\":\"part\""));
    let none = path("no/such/folder.html");
    let (code, _, errors) = bt(&["explain", "--words", &words, "--page", &none, &part, "part"]);
    assert!(code == 2 && errors.contains("folder.html` cannot be written"), "{errors}");
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
    let text = "error: `Huge` is too large for a proof of the rule `never Note.failed`: the proofs of a tree take at most 20000 transitions";
    assert!(code == 1 && errors.contains(text));
    let text = "  undecided: never Note.failed\n";
    assert!(output.contains(text), "{output}");
    let (code, output, _) = bt(&["explain", "--words", &words, &huge, "'note.failed"]);
    assert_eq!(
        (code, output.as_str()),
        (1, "the proofs of a tree take at most 100000 transitions\n")
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
