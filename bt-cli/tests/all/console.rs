//! The console: what the command prints and how it exits. A case of `commands.txtar` or `proofs.txtar` has files, and
//! commands with their output: `! ` begins a line of the errors, and the exit code is in parentheses unless it is 0. `< FILE`
//! is the input, `> FILE` gets the output, and `cat` prints a file.
//!
//! To accept the current output: `BLESS=1 cargo test -p bt-cli console`.

use crate::command::{Folder, bt_with};
use crate::imports::same;
use crate::prove::Drill;
use bt_core::files::vocabulary_as_json;
use meaning::archive::{self, Case};
use std::fmt::Write as _;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path};

#[test]
fn commands_print_this() {
    check("commands.txtar");
}

#[test]
fn proofs_print_this() {
    check("proofs.txtar");
}

fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    let old = fs::read_to_string(&path).expect("a text");
    let mut new = String::new();
    for case in archive::cases(&old) {
        let console = printed(&case);
        for (name, text) in &case.files {
            let text = if name == "console" { &console } else { text };
            let _ = write!(new, "-- {}/{name} --\n{text}", case.name);
        }
    }
    same(&path, &old, &new);
}

/// The commands of a case with their output. `drill.json` has the words of `Drill`, as a program writes them.
fn printed(case: &Case) -> String {
    let folder = Folder::new();
    folder.file("drill.json", &vocabulary_as_json::<Drill>());
    for (name, text) in &case.files {
        folder.file(name, text);
    }
    let mut printed = String::new();
    for command in folder.read("console").lines().filter_map(|line| line.strip_prefix("$ ")) {
        let _ = writeln!(printed, "$ {command}");
        match command.strip_prefix("cat ") {
            Some(name) => match fs::read_to_string(folder.0.join(name)) {
                Ok(text) => printed += &plain(&text, &folder),
                Err(_) => printed += "! there is no file\n",
            },
            None => printed += &run(command.strip_prefix("bt").expect("the command"), &folder),
        }
    }
    printed
}

fn run(command: &str, folder: &Folder) -> String {
    // What stands in quotes is one argument.
    let mut parts = command.split('"').enumerate().flat_map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    let (mut arguments, mut input, mut target) = (Vec::<String>::new(), String::new(), None);
    while let Some(part) = parts.next() {
        match part {
            "<" => input = folder.read(parts.next().expect("a file")),
            ">" => target = parts.next(),
            part => {
                let is_written = arguments.last().is_some_and(|last| {
                    ["--output", "--vocabulary", "--page"].contains(&last.as_str())
                });
                let path = folder.0.join(part);
                let is_path = is_written || path.exists();
                let part = if is_path { path.to_str().expect("a path") } else { part };
                arguments.push(part.to_owned());
            }
        }
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (code, output, errors) = bt_with(&input, &arguments);
    let mut printed = String::new();
    match target {
        Some(target) => drop(folder.file(target, &output)),
        None => printed += &plain(&output, folder),
    }
    for line in plain(&errors, folder).lines() {
        let _ = writeln!(printed, "{}", format!("! {line}").trim_end());
    }
    if code != 0 {
        let _ = writeln!(printed, "({code})");
    }
    printed
}

/// The text without the path of the folder, and without the numbers of states and transitions, which may become smaller.
fn plain(text: &str, folder: &Folder) -> String {
    let path = format!("{}{MAIN_SEPARATOR}", folder.0.display());
    let text = text.replace(&path.replace('\\', "\\\\"), "").replace(&path, "");
    let line = |line: &str| {
        if let Some((tree, rest)) = line.split_once(" states and ") {
            let (tree, states) = tree.rsplit_once(' ').expect("the states");
            let (transitions, rest) = rest.split_once(' ').expect("the transitions");
            let is_some = |number: &str| number.parse::<u64>().is_ok_and(|number| number > 0);
            assert!(is_some(states) && is_some(transitions), "{line}");
            return format!("{tree} … states and … {rest}\n");
        }
        let key = line
            .split_once(": ")
            .map(|(key, _)| key)
            .filter(|key| ["\"states\"", "\"transitions\""].contains(&key.trim()));
        key.map_or_else(|| format!("{line}\n"), |key| format!("{key}: …\n"))
    };
    text.lines().map(line).collect()
}
