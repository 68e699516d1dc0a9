//! The messages of rustc, and of the macro as rustc shows them, for trees with mistakes.
//!
//! A file of `errors` contains cases like this one: a name with a description, a program, and after `---` each message with
//! its line and its column, in their order in the program.
//!
//! ```text
//! === condition: A condition that gives a number.
//! behavior_tree! {
//!     tree Patrol(npc: &mut Npc) { condition npc.health; }
//! }
//! ---
//! 2:44 this must give a `bool`, and it gives `u32`
//! ```
//!
//! Where all that rustc says matters to a user, `--- in full` is followed by its text, without what it shows of other files.
//! A line such as `--- guard.tree` begins another file of the program.
//!
//! The cases of a file are modules of one program, and see what stands before the first case. rustc stops early at some
//! mistakes, and tells types of one name apart by their modules. So a case in full, or with the word `alone` behind its name,
//! is a program of its own; one in full sees nothing else.
//!
//! `BLESS=1 cargo test -p compiler` writes the messages again, with the release of Rust that `RELEASE` names. Another one has
//! other words, so with it only the places are compared.

use crate::library::{compiler, empty_folder, rustc};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::{env, fs, thread};

/// The release of Rust whose words are compared.
const RELEASE: &str = "1.95";

struct Case<'a> {
    title: &'a str,
    name: &'a str,
    source: &'a str,
    /// The other files of its program, with their dividers.
    others: Vec<&'a str>,
    is_in_full: bool,
    messages: &'a str,
}

impl<'a> Case<'a> {
    fn new(text: &'a str) -> Self {
        let mut parts = parts(text, "---");
        let (title, source) = parts.remove(0).split_once('\n').expect("a line ends");
        let name = title["=== ".len()..].split([':', ' ']).next().expect("a name");
        let messages =
            parts.pop_if(|part| part.starts_with("---\n") || part.starts_with("--- in full\n"));
        let (divider, messages) =
            messages.and_then(|part| part.split_once('\n')).unwrap_or(("---", ""));
        let is_in_full = divider == "--- in full";
        Self { title, name, source, others: parts, is_in_full, messages: messages.trim_end() }
    }

    fn is_alone(&self) -> bool {
        self.is_in_full || self.title.split(':').next().is_some_and(|head| head.ends_with(" alone"))
    }

    /// The text of the case with other messages.
    fn with(&self, messages: &str) -> String {
        let divider = if self.is_in_full { "--- in full" } else { "---" };
        let others = self.others.concat();
        format!("{}\n{}{others}{divider}\n{messages}\n", self.title, self.source)
    }
}

/// Splits a text before each line that begins with a mark.
fn parts<'a>(text: &'a str, mark: &str) -> Vec<&'a str> {
    let begins = text.match_indices(mark).map(|(at, _)| at);
    let begins = begins.filter(|&at| at == 0 || text[..at].ends_with('\n'));
    let ends: Vec<usize> = [0].into_iter().chain(begins).chain([text.len()]).collect();
    ends.windows(2).map(|part| &text[part[0]..part[1]]).collect()
}

struct File<'a> {
    name: &'a str,
    /// What its cases see.
    shared: &'a str,
    cases: Vec<Case<'a>>,
}

impl<'a> File<'a> {
    fn new(path: &'a Path, text: &'a str) -> Self {
        let mut parts = parts(text, "=== ").into_iter();
        let shared = parts.next().unwrap_or_default();
        let name = path.file_stem().and_then(OsStr::to_str).expect("a name");
        Self { name, shared, cases: parts.map(Case::new).collect() }
    }

    fn programs(&self) -> impl Iterator<Item = Program<'_>> {
        let (alone, together): (Vec<_>, Vec<_>) =
            self.cases.iter().partition(|case| case.is_alone());
        let programs = alone.into_iter().map(|case| vec![case]).chain([together]);
        programs.filter(|cases| !cases.is_empty()).map(|cases| Program { file: self, cases })
    }
}

/// Cases that are compiled together.
struct Program<'a> {
    file: &'a File<'a>,
    cases: Vec<&'a Case<'a>>,
}

/// What rustc says at a place in a case.
struct Message {
    line: u64,
    column: u64,
    /// Its first line.
    head: String,
    /// As it is shown to a user.
    in_full: String,
}

impl<'a> Program<'a> {
    /// What rustc says of each case, by the names of its file and of the case.
    fn messages(&self) -> BTreeMap<(&'a str, &'a str), Vec<Message>> {
        let file = self.file.name;
        let folder = match self.cases[..] {
            [case] => empty_folder(&format!("messages/{file}.{}", case.name)),
            _ => empty_folder(&format!("messages/{file}")),
        };
        let write = |file: &str, text: &str| fs::write(folder.join(file), text).expect("a file");
        let mut root = format!("#![allow(dead_code, unused_imports)]\n{}", self.file.shared);
        for case in &self.cases {
            let seen = if case.is_in_full { "" } else { "use super::*;\n" };
            write(&format!("{}.rs", case.name), &format!("{}{seen}", case.source));
            for (divider, text) in case.others.iter().filter_map(|other| other.split_once('\n')) {
                write(&divider["--- ".len()..], text);
            }
            let _ = writeln!(root, "mod {};", case.name);
        }
        write("lib.rs", &root);
        let mut rustc = rustc(&folder, "bt_core");
        rustc.args(["--edition=2024", "--crate-type=lib", "--crate-name=cases", "--emit=metadata"]);
        rustc.args(["--error-format=json", "--diagnostic-width=140", "-Adead_code"]);
        match self.cases[..] {
            [case] if case.is_in_full => rustc.arg(format!("{}.rs", case.name)),
            _ => rustc.arg("lib.rs"),
        };
        let output = rustc.output().expect("rustc runs");
        let mut messages: BTreeMap<_, Vec<Message>> =
            self.cases.iter().map(|case| ((file, case.name), Vec::new())).collect();
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            let said: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
            let mut spans = said["spans"].as_array().into_iter().flatten();
            // Without a place, it is a summary.
            let Some(span) = spans.find(|span| span["is_primary"] == true) else { continue };
            let span = outside_macros(span);
            let source = text(&span["file_name"]);
            let case = self.cases.iter().find(|case| source.strip_suffix(".rs") == Some(case.name));
            let case =
                case.unwrap_or_else(|| panic!("it is in no case:\n{}", text(&said["rendered"])));
            messages.entry((file, case.name)).or_default().push(Message {
                line: span["line_start"].as_u64().expect("a line"),
                column: span["column_start"].as_u64().expect("a column"),
                head: head(&said),
                in_full: in_full(&said, source),
            });
        }
        for messages in messages.values_mut() {
            messages.sort_by_key(|message| (message.line, message.column));
        }
        messages
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The first line, with the level of what is no error: `warning: unused variable`.
fn head(said: &Value) -> String {
    let message = text(&said["message"]).lines().next().unwrap_or_default();
    match text(&said["level"]) {
        "error" => message.to_owned(),
        level => format!("{level}: {message}"),
    }
}

/// The call of a macro for its tokens. Those of `behavior_tree` have the places of the user's tokens.
fn outside_macros(span: &Value) -> &Value {
    let expansion = &span["expansion"];
    let name = text(&expansion["macro_decl_name"]);
    if name.ends_with('!') && !name.ends_with("behavior_tree!") {
        outside_macros(&expansion["span"])
    } else {
        span
    }
}

/// rustc's text for a user, without what depends on other files and crates: their lines, the space for the numbers of
/// these lines, and the lists of types with a trait.
fn in_full(said: &Value, file: &str) -> String {
    let rendered = text(&said["rendered"]).trim_end();
    let (mut lines, mut is_of_other, mut is_list) = (Vec::new(), false, false);
    let head = text(&said["message"]).lines().count();
    for line in rendered.lines().skip(head) {
        if let Some(place) = arrow(line) {
            is_of_other = !place.starts_with(file);
        } else if gutter(line).is_none() && line != "..." {
            is_of_other = false;
        }
        is_list &= line.starts_with("          ");
        if !is_of_other && !is_list {
            lines.push(line.replace(&format!("{file}:"), ""));
        }
        is_list |= line.contains("= help: the following other types implement");
    }
    let gutters = || lines.iter().filter_map(|line| gutter(line));
    let needed = gutters().map(|(_, number)| number.len()).max().unwrap_or(0);
    let surplus = gutters().next().map_or(0, |(width, _)| width.saturating_sub(needed));
    let surplus = " ".repeat(surplus);
    let head = rendered.lines().take(head).map(|line| line.replace(&format!("{file}:"), ""));
    let lines = lines.iter().map(|line| line.strip_prefix(&surplus).unwrap_or(line).to_owned());
    head.chain(lines).collect::<Vec<_>>().join("\n")
}

/// The width of the space for numbers, and the number of the line: ` 7 |     running;` → `(2, "7")`
fn gutter(line: &str) -> Option<(usize, &str)> {
    let width = line.find(|letter: char| letter != ' ' && !letter.is_ascii_digit())?;
    let (before, after) = line.split_at(width);
    let number = before.trim();
    let is_drawn =
        after.starts_with('|') || !number.is_empty() && after.starts_with(['~', '+', '-']);
    (is_drawn && before.ends_with(' ')).then(|| (width - 1, number))
}

/// The messages as a file contains them.
fn written(messages: &[Message], is_in_full: bool) -> String {
    if is_in_full {
        return messages.iter().map(|message| &*message.in_full).collect::<Vec<_>>().join("\n\n");
    }
    let line = |message: &Message| format!("{}:{} {}", message.line, message.column, message.head);
    messages.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The places of messages that are written.
fn places(messages: &str, is_in_full: bool) -> Vec<&str> {
    if is_in_full {
        let messages = messages.split("\n\n").map(str::lines);
        messages.filter_map(|mut lines| lines.find_map(arrow)).collect()
    } else {
        messages.lines().filter_map(|line| line.split(' ').next()).collect()
    }
}

/// What follows an arrow at the start of a line: ` --> 2:44` → `2:44`
fn arrow(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("--> ").or(line.strip_prefix("::: "))
}

/// Runs rustc on all processors; the messages of each case, by the names of its file and of the case.
fn messages_of<'a>(
    programs: impl Iterator<Item = Program<'a>> + Send,
) -> BTreeMap<(&'a str, &'a str), Vec<Message>> {
    let (next, found) = (Mutex::new(programs), Mutex::new(BTreeMap::new()));
    let run = || {
        loop {
            let Some(program) = next.lock().expect("no panic").next() else { break };
            let messages = program.messages();
            found.lock().expect("no panic").extend(messages);
        }
    };
    thread::scope(|threads| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            threads.spawn(run);
        }
    });
    found.into_inner().expect("no panic")
}

#[test]
fn messages_are_at_the_tokens_of_the_user() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("errors");
    let files = fs::read_dir(folder).expect("the folder of errors");
    let paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    let texts: Vec<_> =
        paths.iter().map(|path| fs::read_to_string(path).expect("a text")).collect();
    let files: Vec<File<'_>> =
        paths.iter().zip(&texts).map(|(path, text)| File::new(path, text)).collect();
    let found = messages_of(files.iter().flat_map(File::programs));

    let version = compiler().arg("--version").output().expect("rustc runs").stdout;
    let has_these_words = version.starts_with(format!("rustc {RELEASE}.").as_bytes());
    let is_blessed = env::var_os("BLESS").is_some();
    assert!(has_these_words || !is_blessed, "rustc {RELEASE} writes the messages");
    let mut wrong = String::new();
    for (file, path) in files.iter().zip(&paths) {
        let mut renewed = Vec::new();
        for case in &file.cases {
            let found = written(&found[&(file.name, case.name)], case.is_in_full);
            let is_right = if has_these_words {
                found == case.messages
            } else {
                places(&found, case.is_in_full) == places(case.messages, case.is_in_full)
            };
            if found.is_empty() || !(is_right || is_blessed) {
                let _ = writeln!(
                    wrong,
                    "{}: {}\n{}expected:\n{}\nfound:\n{found}\n",
                    file.name, case.title, case.source, case.messages
                );
            }
            renewed.push(case.with(&found));
        }
        if is_blessed {
            let text = format!("{}{}", file.shared, renewed.join("\n"));
            fs::write(path, text).expect("the messages can be written");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
