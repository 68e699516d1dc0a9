//! The command `bt`: what is too long or too odd for `console`, such as a grammar, a disk that is full, and the guide.

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
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
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
        // Of an action whose type is not known, the rule is not decided.
        let is_proof = line.starts_with("prove");
        assert_eq!((code, output.as_str()), (u8::from(is_proof), expected));
    }
    let start = section.find("{\"trees\"").expect("JSON");
    let end = section[start..].find('`').expect("an end");
    let (code, output, _) = bt_with(&section[start..start + end], &["import", "-"]);
    assert_eq!((code, output.as_str()), (0, "tree Guard {\n    repeat(3) action Attack;\n}\n"));
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
fn a_file_that_is_no_text_is_left_out() {
    let (sources, trees) = (Folder::new(), Folder::new());
    sources.file("main.xml", "<root><BehaviorTree ID=\"Main\"><Work/></BehaviorTree></root>");
    fs::write(sources.0.join("latin.xml"), b"<root name=\"\xe9\"/>").expect("can write");
    let [source, output] = [&sources, &trees].map(|folder| folder.0.to_str().expect("a path"));
    let (code, _, errors) = bt(&["import", "--output", output, source]);
    assert!(code == 0 && errors.contains("latin.xml:1: this is not UTF-8"), "{errors}");
    assert_eq!(trees.read("main.tree"), "tree Main {\n    action Work;\n}\n");
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

/// Each tree is flat, and together they are deeper than a run without a program goes.
#[test]
fn a_chain_of_trees_is_refused_in_words() {
    let folder = Folder::new();
    let words = folder.file(
        "words.rs",
        "behavior_tree! { vocabulary Words(of: &mut u32) { condition Is => *of > 0; } }",
    );
    let chain =
        |number: u32| format!("tree T{number} {{ sequence {{ subtree T{}; }} }}\n", number + 1);
    let text: String = (0..300).map(chain).chain(["tree T300 { running; }".to_owned()]).collect();
    let file = folder.file("chain.tree", &text);
    assert_eq!(bt(&["check", "--words", &words, &file]).0, 0);
    let (code, _, errors) = bt(&["run", "--words", &words, &file]);
    let expected =
        "`T0` cannot be run without its program: its nodes are nested more than 400 deep";
    assert!(code != 0 && errors.contains(expected), "{errors}");
}
