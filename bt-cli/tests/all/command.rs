//! The command `bt`: its output, its messages and its exit codes.

use bt_cli::command::run;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own for a test.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    pub(super) fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("bt-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(super) fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("can write");
        path.to_str().expect("a path").to_owned()
    }

    pub(super) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("can read")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The exit code, the output and the errors.
pub(super) fn bt_with(input: &str, arguments: &[&str]) -> (u8, String, String) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let arguments = arguments.iter().map(OsString::from);
    let code = run(arguments, &mut input.as_bytes(), &mut output, &mut errors);
    let text = |bytes| String::from_utf8(bytes).expect("a text");
    (code, text(output), text(errors))
}

pub(super) fn bt(arguments: &[&str]) -> (u8, String, String) {
    bt_with("", arguments)
}

const WORDS: &str = r#"[{"name": "Wave", "kind": {"action": {"is_stateful": false}}, "parameters": [
    {"name": "times", "type": {"integer": "u8"}, "default": {"integer": 3}, "description": "how often"}], "description": "Waves."}]"#;

#[test]
fn wrong_use_says_what_there_is() {
    for (arguments, text) in [
        (&[][..], "expected a command: `fmt`, `check`"),
        (&["fnt", "x"], "there is no command `fnt`; did you mean `fmt`?"),
        (&["fmt"], "expected a file after `bt fmt`"),
        (
            &["fmt", "--chek", "x"],
            "there is no option `chek`; did you mean `--check`?; there are `--check`",
        ),
        (
            &["draw", "--format", "png", "x"],
            "`--format png` is unknown; there are `text`, `mermaid`, `dot`, `svg`",
        ),
        (&["draw", "a", "b"], "takes one file"),
        (&["export", "x"], "expected `--to behavior3`"),
        (&["check", "--words"], "missing argument"),
        (&["check", "--words", "none.json", "x"], "there is no file `none.json`"),
        (&["fmt", "no/such.tree"], "there is no file `no/such.tree`"),
        (&["-x"], "there is no option `x`"),
        (&["serve", "x"], "`bt serve` takes no file, found `x`"),
        (&["run", "x"], "expected `--words WORDS.json`"),
        (&["prove", "x"], "expected `--words WORDS.json`"),
        (&["explain", "x"], "`bt explain` takes a file and a question"),
        (&["--check"], "the command comes first"),
    ] {
        let (code, output, errors) = bt(arguments);
        assert_eq!(code, 2, "{arguments:?}: {errors}");
        assert!(errors.contains(text) && output.is_empty(), "{arguments:?}: {errors}");
    }
    let (code, output, _) = bt(&["--help"]);
    assert_eq!(code, 0);
    for command in [
        "fmt", "check", "draw", "import", "export", "words", "schema", "run", "prove", "explain",
        "serve",
    ] {
        assert!(output.contains(&format!("bt {command} ")), "{output}");
    }
}

#[test]
fn files_are_laid_out() {
    let folder = Folder::new();
    let file = folder.file("a.tree", "tree A { fail; }");
    let rust = folder.file("a.rs", "behavior_tree! { tree A(b: &mut B) { fail; } }\nfn  x() {}\n");
    let (code, _, errors) = bt(&["fmt", "--check", &file, &rust]);
    assert_eq!(code, 1);
    assert!(
        errors.contains("a.tree:1: the layout differs") && errors.contains("a.rs:1"),
        "{errors}"
    );
    assert_eq!(folder.read("a.tree"), "tree A { fail; }", "`--check` writes nothing");
    assert_eq!(bt(&["fmt", &file, &rust]), (0, String::new(), String::new()));
    assert_eq!(folder.read("a.tree"), "tree A {\n    fail;\n}\n");
    assert_eq!(
        folder.read("a.rs"),
        "behavior_tree! {\n    tree A(b: &mut B) {\n        fail;\n    }\n}\nfn  x() {}\n"
    );
    assert_eq!(bt(&["fmt", "--check", &file, &rust]).0, 0);
    assert_eq!(bt_with("tree A{fail;}", &["fmt", "-"]).1, "tree A {\n    fail;\n}\n");
    let broken = folder.file("broken.tree", "tree A {\n    squence { fail; }\n}\n");
    let (code, _, errors) = bt(&["fmt", &broken]);
    assert_eq!(code, 1);
    assert!(errors.contains("broken.tree:2:5") && errors.contains("^^^^^^^"), "{errors}");
    assert_eq!(folder.read("broken.tree"), "tree A {\n    squence { fail; }\n}\n");
}

#[test]
fn files_are_checked_with_words() {
    let folder = Folder::new();
    let words = folder.file("words.json", WORDS);
    let file = folder
        .file("a.tree", "tree A {\n    sequence { action Wave; action Wav(times = 300); }\n}\n");
    let (code, _, errors) = bt(&["check", "--words", &words, &file]);
    assert_eq!(code, 1);
    assert!(errors.contains("did you mean `Wave`?") && errors.contains("a.tree:2:36"), "{errors}");
    assert_eq!(bt(&["check", &file]).0, 0, "the syntax is right");
    let bad = folder.file("bad.json", "[{\"name\": \"Wave\", \"kind\": \"dance\"}]");
    let (code, _, errors) = bt(&["check", "--words", &bad, &file]);
    assert_eq!(code, 2);
    assert!(errors.contains("word 1: the kind of `Wave` is unknown"), "{errors}");
}

#[test]
fn files_are_checked_with_the_rules_of_their_words() {
    let folder = Folder::new();
    let source = "behavior_tree! { #[limit(transitions = 5_000)] vocabulary W(b: &mut B) { condition Calm => b.calm(); action Wave => b.wave(); \
                  /// Nobody waves in a storm.\nrule always Wave.ticked -> Calm.succeeded; rule never Wave.failed; } }";
    let rust = folder.file("words.rs", source);
    let json = bt(&["words", "--json", &rust]).1;
    let words = folder.file("words.json", &json);
    assert_eq!(bt(&["words", "--json", &words]).1, json, "what is written is read");
    let listed = "condition Calm\naction Wave\nrule always Wave.ticked -> Calm.succeeded\n    Nobody waves in a storm.\nrule never Wave.failed\n";
    let calm = folder.file("calm.tree", "tree A { guard(Calm) action Wave; }\n");
    let wild = folder.file("wild.tree", "tree A {\n    action Wave;\n}\n");
    for words in [&rust, &words] {
        assert_eq!(bt(&["words", words]).1, listed);
        // Whether a `Wave` can fail is known to the program alone.
        assert_eq!(bt(&["check", "--words", words, &calm]), (0, String::new(), String::new()));
        let (code, _, errors) = bt(&["check", "--words", words, &wild]);
        assert_eq!(code, 1);
        let text = "`A` breaks the rule `always Wave.ticked -> Calm.succeeded` (Nobody waves in a storm):\n  tick 1: `action Wave` succeeds; the tree succeeds\n";
        assert!(errors.contains(text) && errors.contains("wild.tree:2:5"), "{errors}");
    }
    // The program has written it.
    let can = "\"name\": \"Wave\", \"can\": {\"fails\": true, \"runs\": false}";
    let known = json.replace("\"name\": \"Wave\"", can);
    let known = folder.file("known.json", &known);
    let (code, _, errors) = bt(&["check", "--words", &known, &calm]);
    assert_eq!((code, errors.contains("the rule `never Wave.failed`")), (1, true), "{errors}");
    let wrong = folder.file("wrong.json", &json.replace("never Wave.failed", "never Wav.failed"));
    let (code, _, errors) = bt(&["check", "--words", &wrong, &calm]);
    assert_eq!(code, 2);
    assert!(
        errors.contains("rule 2: there is no word `Wav` in this vocabulary; did you mean `Wave`?"),
        "{errors}"
    );
}

#[test]
fn mistakes_are_printed_for_programs() {
    let folder = Folder::new();
    let words = folder.file("words.json", WORDS);
    folder.file("b.tree", "tree B {\n    wait(2parsecs);\n}\n");
    let file = folder.file("a.tree", "use \"b.tree\";\ntree A {\n    action Wave;\n}\n");
    let (code, output, errors) = bt(&["check", "--json", "--words", &words, &file]);
    assert_eq!((code, errors.as_str()), (1, ""));
    let json: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    let other = file.replace("a.tree", "b.tree");
    assert_eq!(
        json,
        serde_json::json!({"mistakes": [{
            "file": other, "line": 2, "column": 10, "end_line": 2, "end_column": 18, "severity": "error",
            "message": "there is no unit `parsecs`; the units of time are `ns`, `us`, `ms`, `s`, `min` and `h`",
            "suggestion": null,
        }]})
    );
    folder.file("b.tree", "tree B { fail; }");
    folder.file("a.tree", "tree A {\n    sequence {\n        action Wav;\n    }\n}\n");
    let (_, output, _) = bt(&["check", "--json", "--words", &words, &file]);
    let json: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    let mistake = &json["mistakes"][0];
    assert_eq!((&mistake["suggestion"], &mistake["line"]), (&"Wave".into(), &3.into()));
    assert_eq!(mistake["file"], file.as_str());
    folder.file("a.tree", "tree A { action Wave; }");
    let (code, output, _) = bt(&["check", "--json", "--words", &words, &file]);
    assert_eq!((code, output.as_str()), (0, "{\n  \"mistakes\": []\n}\n"));
    assert_eq!(bt(&["check", "--json", "--words", "none.json", &file]).0, 2);
}

#[test]
fn what_files_may_say_is_printed() {
    let folder = Folder::new();
    let words = folder.file("words.json", WORDS);
    let (code, grammar, _) = bt(&["schema", "--grammar", &words]);
    assert!(
        code == 0 && grammar.starts_with("root ::= ") && grammar.contains("\"Wave\" ws"),
        "{grammar}"
    );
    let (code, schema, _) = bt(&["schema", &words]);
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
    assert_eq!((code, &schema["$defs"]["w0"]["description"]), (0, &"Waves.".into()));
    let json = r#"{"trees": [{"name": "A", "root": {"node": "action", "of": {"use": "Wave", "times": 2}}}]}"#;
    assert_eq!(bt_with(json, &["import", "-"]).1, "tree A {\n    action Wave(times = 2);\n}\n");
    let (code, _, errors) = bt_with(&json.replace("action", "acton"), &["import", "-"]);
    assert!(
        code == 1 && errors.contains("error: -: trees[0].root.node: there is no node"),
        "{errors}"
    );
}

#[test]
fn a_tree_runs_without_its_program() {
    let folder = Folder::new();
    let words = "behavior_tree! { vocabulary W(w: &mut W) { condition Hungry => w.hungry; action Eat(bites: u8 = 1) => w.eat(); \
                 action Sleep => w.sleep(); value Level: u32 => w.level; } }";
    let words = folder.file("words.rs", words);
    let file = folder.file(
        "a.tree",
        "tree A {\n active_selector {\n  guard(Hungry) subtree Meal;\n  'rest: action Sleep;\n } }\n\
         tree Meal { sequence { 'first: action Eat; action Eat(bites = 2); wait(1s); } }",
    );
    let run = |more: &[&str]| {
        let arguments = [&["run", "--words", &words, "--ticks", "3"], more, &[&file]].concat();
        bt(&arguments)
    };
    let answers = [
        "--answer",
        "Hungry=failure,success",
        "--answer",
        "'rest=running",
        "--answer",
        "Eat=success,running",
    ];
    let (code, output, errors) = run(&answers);
    assert_eq!((code, errors.as_str()), (0, ""));
    assert_eq!(
        output,
        "tick 1: running
  guard Hungry: failure
  'rest: action Sleep: running
tick 2: running
  'first: action Eat: success
  action Eat(bites = 2): running
  'rest: action Sleep: aborted
tick 3: running
  action Eat(bites = 2): running
"
    );
    let (_, json, _) = run(&[&["--json"], &answers[..]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        json["ticks"][1]["events"][2],
        serde_json::json!({"node": "'rest: action Sleep", "line": 4, "result": "aborted"})
    );
    assert_eq!(
        json["ticks"][2]["active"],
        serde_json::json!([
            "active_selector",
            "guard Hungry",
            "subtree Meal",
            "sequence",
            "action Eat(bites = 2)"
        ])
    );
    assert_eq!(run(&["--seed", "7"]), run(&["--seed", "7"]), "the same seed gives the same run");
    assert_eq!(run(&["--tree", "Meal", "--answer", "Eat=failure"]).1.matches("tick").count(), 3);
    for (more, text) in [
        (&["--tree", "B"][..], "there is no tree `B`; there are `A`, `Meal`"),
        (&["--answer", "Hungry=maybe"], "expected `--answer NAME=RESULT,…`"),
        (&["--seed", "x"], "`--seed x` is not a number"),
    ] {
        let (code, _, errors) = run(more);
        assert!(code == 2 && errors.contains(text), "{errors}");
    }
    assert!(run(&["--answer", "Hungri=success"]).2.contains("`Hungri` was never asked"));
}

/// The guide shows what the command prints.
#[test]
fn the_loop_of_the_guide_is_right() {
    let chapter = include_str!("../../../bt-core/src/guide/files.md");
    let (_, section) = chapter.split_once("## Language models\n").expect("the section");
    let block = |first: &str| {
        let (_, rest) = section.split_once(&format!("```{first}")).expect("a block");
        let (block, _) = rest.split_once("```").expect("an end");
        format!("{}{block}", first.trim_start_matches("text\n").trim_start_matches("json\n"))
    };
    let folder = Folder::new();
    let words = folder.file("guard.rs", &block("text\nbehavior_tree!"));
    let tree = block("text\ntree Guard");
    let file = folder.file("guard.tree", &tree);
    let (code, output, _) = bt(&["check", "--json", "--words", &words, &file]);
    assert_eq!((code, output.replace(&file, "guard.tree")), (1, block("json\n{")));
    folder.file("guard.tree", &tree.replace("SeesEnemys", "SeesEnemy"));
    assert_eq!(bt(&["check", "--words", &words, &file]).0, 0);
    for command in ["text\n$ bt run", "text\n$ bt prove"] {
        let run = block(command);
        let (line, expected) = run.split_once('\n').expect("a command");
        let line = line.trim_start_matches("$ bt ");
        let line = line.replace("guard.rs", &words).replace("guard.tree", &file);
        let parts = line.split('"').enumerate();
        let arguments = parts.flat_map(|(place, part)| match place % 2 {
            0 => part.split(' ').filter(|part| !part.is_empty()).collect(),
            _ => vec![part],
        });
        let (code, output, _) = bt(&arguments.collect::<Vec<_>>());
        assert_eq!((code, output.as_str()), (0, expected));
    }
    let start = section.find("{\"trees\"").expect("JSON");
    let end = section[start..].find('`').expect("an end");
    let (code, output, _) = bt_with(&section[start..start + end], &["import", "-"]);
    assert_eq!((code, output.as_str()), (0, "tree Guard {\n    repeat(3) action Attack;\n}\n"));
}

/// A person who writes a file has to know the variants.
#[test]
fn words_are_listed_with_the_variants_of_their_types() {
    let folder = Folder::new();
    let words = "behavior_tree! { vocabulary W(w: &mut W) { value Mood: Mood { Calm, Wild } => w.mood; \
                 action Turn(side: Side { Left, Right } = Left) => w.turn(side); } }";
    let file = folder.file("words.rs", words);
    let (code, output, _) = bt(&["words", &file]);
    assert_eq!(code, 0);
    assert_eq!(
        output,
        "value Mood: Mood { Calm, Wild }\naction Turn(side: Side { Left, Right } = Left)\n"
    );
}

/// Each format shows the header of the tree, what nodes bind, arguments, and the names of results also behind long arguments.
#[test]
fn pictures_show_data() {
    let folder = Folder::new();
    let file = folder.file(
        "go.tree",
        "tree Go(goal: Pose, by: &'static str = \"car\") -> (way: Way) {\n\
         let(n: u32 = 1) for(i in 0..3) sequence {\n\
         action Plan(goal = goal, with = \"everything that there is on the way\") -> way;\n\
         set n = n + 1; subtree Go(goal = goal) -> way; } }",
    );
    for (format, header) in [
        ("text", "Go(goal: Pose, by: &'static str = \"car\") -> (way: Way)\n"),
        ("mermaid", "title: \"Go(goal: Pose, by: &'static str = \\\"car\\\") -> (way: Way)\""),
        ("dot", "label=\"Go(goal: Pose, by: &amp;'static str = \\\"car\\\") -> (way: Way)\""),
        (
            "svg",
            ">Go(goal: Pose, by: &amp;&#39;static str = &quot;car&quot;) -&gt; (way: Way)</text>",
        ),
    ] {
        let (code, output, _) = bt(&["draw", "--format", format, &file]);
        assert_eq!(code, 0);
        let text = output.replace("#gt;", ">").replace("&gt;", ">");
        let header = header.replace("&gt;", ">");
        assert!(text.contains(&header), "{output}");
        for part in
            ["let(n: u32 = 1)", "for(i in 0..3)", "Plan(goal = goal, w", "… -> way", "n = n + 1"]
        {
            assert!(text.contains(part), "{format}: {part}\n{output}");
        }
        assert!(text.contains("Go(goal = goal) -> way"), "{output}");
    }
}

#[test]
fn trees_are_drawn() {
    let folder = Folder::new();
    let file = folder.file("a.tree", "tree A { sequence { 'wave: action Wave; 'w: not fail; } } tree B { utility_selector { 1 => fail; } }");
    let (code, output, _) = bt(&["draw", &file]);
    assert_eq!(code, 0);
    assert_eq!(
        output,
        "A\nsequence\n  wave: action Wave\n  w: not\n    fail\n\nB\nutility_selector\n  1 => fail\n"
    );
    let (code, _, errors) = bt(&["draw", "--format", "dot", &file]);
    assert!(code == 2 && errors.contains("choose one of them"), "{errors}");
    for (format, text) in [("dot", "digraph"), ("mermaid", "flowchart"), ("svg", "<svg")] {
        let (code, output, _) = bt(&["draw", "--format", format, "--tree", "A", &file]);
        assert!(code == 0 && output.contains(text) && output.contains("wave"), "{output}");
    }
    let (code, _, errors) = bt(&["draw", "--tree", "C", &file]);
    assert!(code == 2 && errors.contains("there are `A`, `B`"), "{errors}");
}

#[test]
fn trees_are_imported_and_exported() {
    let folder = Folder::new();
    let file = folder.file(
        "a.tree",
        "tree A {\n    sequence {\n        action Wave(times = 2);\n        wait(2s);\n    }\n}\n",
    );
    let words = folder.file("words.json", WORDS);
    for format in ["behavior3", "behavior-tree-cpp"] {
        let (code, exported, errors) = bt(&["export", "--to", format, "--words", &words, &file]);
        assert_eq!((code, errors.as_str()), (0, ""));
        let exported = folder.file("exported", &exported);
        let (code, imported, _) = bt(&["import", "--words", &words, &exported]);
        assert_eq!((code, imported.as_str()), (0, folder.read("a.tree").as_str()));
        let tree = folder.0.join("b.tree");
        let rust = folder.0.join("b.rs");
        let (code, output, _) = bt(&[
            "import",
            "--output",
            tree.to_str().expect("a path"),
            "--vocabulary",
            rust.to_str().expect("a path"),
            &exported,
        ]);
        assert_eq!((code, output.as_str()), (0, ""));
        assert_eq!(folder.read("b.tree"), folder.read("a.tree"));
        assert!(folder.read("b.rs").contains("b.tree\" with Words;"), "{}", folder.read("b.rs"));
    }
    let limited = folder.file("l.json", "{\"root\": \"a\", \"id\": \"t\", \"title\": \"T\", \"nodes\": {\n\"a\": {\"id\": \"a\", \"name\": \"Error\"}}}");
    let (code, output, errors) = bt(&["import", &limited]);
    assert!(
        code == 0 && output.contains("fail;") && errors.contains("l.json: line 2: node `Error`"),
        "{errors}"
    );
    let foreign = folder.file("foreign.txt", "hello");
    assert_eq!(bt(&["import", &foreign]).0, 2);
    let foreign = folder.file("foreign.xml", "<html>\n</html>");
    let (code, _, errors) = bt(&["import", &foreign]);
    assert!(code == 1 && errors.contains("foreign.xml:1:1: expected `<root>`"), "{errors}");
}

#[test]
fn folders_of_other_tools_are_imported() {
    let folder = Folder::new();
    let sources = Folder::new();
    let path = |name: &str| folder.0.join(name).to_str().expect("a path").to_owned();
    let main = "<root><BehaviorTree ID=\"Main\"><Sequence><SubTree ID=\"Part\"/><Plan path=\"{p}\"/></Sequence></BehaviorTree></root>";
    let main = sources.file("main.xml", main);
    let part = "<root><BehaviorTree ID=\"Part\"><Work/></BehaviorTree></root>";
    let part = sources.file("part.xml", part);
    sources.file("package.xml", "<package/>");
    fs::write(sources.0.join("latin.xml"), b"<root name=\"\xe9\"/>").expect("can write");
    let model = "<root><TreeNodesModel><Action ID=\"Plan\"><output_port name=\"path\"/></Action></TreeNodesModel></root>";
    let model = folder.file("model.xml", model);
    let source = sources.0.to_str().expect("a path");
    let (code, _, errors) = bt(&["import", source]);
    assert!(code == 2 && errors.contains("`--output FOLDER`"), "{errors}");
    for (number, files) in [&[source][..], &[&main, &part]].into_iter().enumerate() {
        let output = path(&format!("trees{number}"));
        let rust = path("words.rs");
        let mut arguments =
            vec!["import", "--output", &output, "--models", &model, "--vocabulary", &rust];
        arguments.extend(files);
        let (code, printed, errors) = bt(&arguments);
        assert_eq!((code, printed.as_str()), (0, ""), "{errors}");
        let is_left_out = errors.contains("latin.xml:1: this is not UTF-8");
        assert!(is_left_out == (number == 0) && errors.lines().count() < 2, "{errors}");
        let text = folder.read(&format!("trees{number}/main.tree"));
        assert_eq!(
            text,
            "use \"part.tree\";\n\ntree Main {\n    sequence {\n        subtree Part;\n        let(p: Path) action Plan -> p;\n    }\n}\n"
        );
        // The words can be those of a file of Rust.
        let tree = format!("{output}/main.tree");
        assert_eq!(bt(&["check", "--words", &rust, &tree]), (0, String::new(), String::new()));
        let (code, exported, errors) =
            bt(&["export", "--to", "behavior-tree-cpp", "--words", &rust, &tree]);
        assert_eq!((code, errors.as_str()), (0, ""));
        for text in ["<include path=\"part.xml\"/>", "<SubTree ID=\"Part\"", "path=\"{p}\""] {
            assert!(exported.contains(text), "{exported}");
        }
    }
    let (code, output, _) = bt(&["import", "--models", &model, "--models", &part, &main]);
    assert!(code == 0 && output.contains("let(p: Path) action Plan -> p;"), "{output}");
    let json = folder.file("a.json", "{\"root\": \"a\", \"nodes\": {\"a\": {\"name\": \"Wait\"}}}");
    let (code, _, errors) = bt(&["import", "--models", &model, &json]);
    assert!(code == 2 && errors.contains("is for files of BehaviorTree.CPP"), "{errors}");
    let broken = folder.file("broken.xml", "<root>");
    let (code, _, errors) = bt(&["import", "--models", &broken, &main]);
    assert!(code == 1 && errors.contains("broken.xml:1:"), "{errors}");
    let (code, output, errors) = bt(&["import", &model]);
    assert!(code == 0 && output.is_empty() && errors.contains("only its words"), "{errors}");
}

#[test]
fn a_word_with_a_mistake_is_reported() {
    let folder = Folder::new();
    let parameters: Vec<String> = (0..33).map(|number| format!("p{number}: i32")).collect();
    let rust = format!(
        "behavior_tree! {{ vocabulary W(b: &mut B) {{ action Wave({}) => b.wave(); }} }}",
        parameters.join(", ")
    );
    let (code, output, errors) = bt(&["words", &folder.file("a.rs", &rust)]);
    assert!(code == 1 && output.contains("action Wave("), "{output}");
    assert!(errors.contains("at most 32 parameters"), "{errors}");
}

#[test]
fn words_are_listed() {
    let folder = Folder::new();
    let words = folder.file("words.json", WORDS);
    let listed = "action Wave(times: u8 = 3)\n    Waves.\n    times: how often\n";
    assert_eq!(bt(&["words", &words]), (0, listed.to_owned(), String::new()));
    let rust = folder.file(
        "a.rs",
        "behavior_tree! { vocabulary W(b: &mut B) { /// Waves.\naction Wave(/** how often */ times: u8 = 3) => b.wave(times); } }",
    );
    assert_eq!(bt(&["words", &rust]), (0, listed.to_owned(), String::new()));
    let json = bt(&["words", "--json", &rust]).1;
    let json = folder.file("written.json", &json);
    assert_eq!(bt(&["words", &json]).1, listed);
}

/// A full disk, which a buffer may hide until it is flushed; or a pipe that was closed.
struct Broken {
    kind: ErrorKind,
    is_buffered: bool,
}

impl Write for Broken {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_buffered { Ok(bytes.len()) } else { Err(self.kind.into()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(self.kind.into())
    }
}

#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let folder = Folder::new();
    let tree = folder.file("a.tree", "tree A { succeed; }");
    let words = folder.file("words.json", WORDS);
    for arguments in [
        &["fmt", "-"][..],
        &["draw", &tree],
        &["export", "--to", "behavior3", &tree],
        &["words", "--json", &words],
        &["help"],
    ] {
        for is_buffered in [false, true] {
            for (kind, expected) in [(ErrorKind::StorageFull, 2), (ErrorKind::BrokenPipe, 0)] {
                let mut errors = Vec::new();
                let code = run(
                    arguments.iter().map(OsString::from),
                    &mut "tree A { succeed; }".as_bytes(),
                    &mut Broken { kind, is_buffered },
                    &mut errors,
                );
                assert_eq!(code, expected, "{arguments:?}");
                let errors = String::from_utf8(errors).expect("a text");
                let is_told = errors.starts_with("error: the standard output: ");
                assert_eq!(is_told, expected == 2, "{errors}");
            }
        }
    }
}

#[test]
fn a_read_only_file_is_not_laid_out() {
    let folder = Folder::new();
    let tree = folder.file("a.tree", "tree A{succeed;}");
    let mut permissions = fs::metadata(&tree).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&tree, permissions).expect("it is ours");
    let (code, _, errors) = bt(&["fmt", &tree]);
    assert_eq!(code, 2);
    assert!(errors.ends_with("cannot be written: it is read-only\n"), "{errors}");
    assert_eq!(folder.read("a.tree"), "tree A{succeed;}");
}
