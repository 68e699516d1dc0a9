//! The tables of other crates, of the page and of documents that are written from the rows of the words.
//!
//! `BLESS=1 cargo test -p bt-language tables` writes them. In a document, a table stands between
//! `<!-- nodes: NAME -->` and `<!-- nodes: end -->`.

use bt_language::edit;
use bt_language::vocabulary::Vocabulary;
use bt_language::words::{Family, InFiles, Word};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const COMMAND: &str = "BLESS=1 cargo test -p bt-language tables";

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file)
}

fn read(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Compares the file with what the rows say, or writes it.
fn compare(file: &str, expected: &str) {
    if std::env::var_os("BLESS").is_some() {
        fs::write(path(file), expected).expect("the table can be written");
    }
    let is_equal = fs::read_to_string(path(file)).is_ok_and(|actual| actual == expected);
    assert!(is_equal, "{file} differs from the rows of the words; write it with `{COMMAND}`");
}

/// A line for each word.
fn lines(line: impl Fn(Word) -> String) -> String {
    Word::ALL.iter().map(|word| line(*word)).collect()
}

#[test]
fn the_kinds_of_bt_core_are_those_of_the_language() {
    let kinds = lines(|word| {
        let bare = if word.arguments().are_bare() { " bare" } else { "" };
        let (family, repeats) = (word.family(), word.row().repeats);
        format!("    {} \"{word}\" {family:?} {repeats:?}{bare},\n", word.name())
    });
    let head = format!("// `{COMMAND}` writes this list from the rows of the words.");
    compare("bt-core/src/language/node/kinds.rs", &format!("{head}\n\nkinds! {{\n{kinds}}}\n"));
}

/// `` /// `succeed;`: always succeeds. `` before `pub struct succeed;`
#[test]
fn editors_explain_each_word_as_its_row_does() {
    let items = lines(|word| {
        let forms: Vec<_> = word.forms().map(|form| format!("`{form}`")).collect();
        let mut item = format!("\n/// {}: {}.\n", forms.join(" or "), word.description());
        if !word.row().details.is_empty() {
            let _ = writeln!(item, "///{}", wrapped(word.row().details));
        }
        let is_free = syn::parse_str::<syn::Ident>(word.as_str()).is_ok();
        let raw = if is_free { "" } else { "r#" };
        let _ = writeln!(item, "pub struct {raw}{word};");
        item
    });
    let head = format!(
        "//! The words that begin a node.\n//!\n//! `{COMMAND}` writes them from the rows of the words.\n"
    );
    compare("bt-core/src/language/keywords/nodes.rs", &format!("{head}{items}"));
}

/// The text as lines of a doc comment.
fn wrapped(text: &str) -> String {
    let (mut lines, mut column) = (String::new(), usize::MAX);
    for word in text.split(' ') {
        let length = word.chars().count();
        if column.saturating_add(length) > 108 {
            lines.push_str("\n///");
            column = 3;
        }
        let _ = write!(lines, " {word}");
        column += length + 1;
    }
    lines
}

#[test]
fn the_page_knows_each_kind() {
    let kinds = lines(|word| {
        let family = family(word);
        let bare = if word.arguments().are_bare() { ", bare: true" } else { "" };
        format!("  {word}: {{ family: {family:?}, icon: {:?}{bare} }},\n", word.row().icon)
    });
    let text = format!(
        "// Lists the kinds of nodes. `{COMMAND}` writes it from the rows of the words.

/** @typedef {{ {{family: string, icon: string, bare?: boolean}} }} Kind */

/**
 * One row for each kind of node: its family, its icon, and whether its source is written without parentheses.
 *
 * @type {{Record<string, Kind>}}
 */
export const KINDS = {{
{kinds}}};
"
    );
    compare("bt-watch/src/replay/page/kinds.js", &text);
}

#[test]
fn the_page_has_a_drawing_for_each_icon_and_no_other() {
    let icons = read("bt-watch/src/replay/page/icons.js");
    let drawings =
        icons.split("const DRAWINGS = {\n").nth(1).and_then(|rest| rest.split("};").next());
    let lines = drawings.expect("the drawings").lines();
    let drawn: BTreeSet<_> =
        lines.filter_map(|line| Some(line.split_once(':')?.0.trim())).collect();
    let used: BTreeSet<_> = Word::ALL.iter().map(|word| word.row().icon).collect();
    assert_eq!(drawn, used, "`DRAWINGS` in bt-watch/src/replay/page/icons.js");
}

/// The grammar for editors has a rule for each shape of arguments and children.
#[test]
fn the_grammar_for_editors_has_each_node() {
    let nodes = lines(|word| {
        let (family, arguments) = (family(word), word.arguments());
        let children = word.children();
        format!(
            "  {word}: {{ family: {family:?}, arguments: \"{arguments:?}\", children: \"{children:?}\" }},\n"
        )
    });
    let head = format!("// `{COMMAND}` writes this list from the rows of the words.");
    let text = format!("{head}\n\nmodule.exports = {{\n{nodes}}};\n");
    compare("editors/tree-sitter/nodes.js", &text);
}

/// `"name": "keyword.control.leaf.behavior-tree",` and in the next line `"match": "\\b(?:condition|action|…)\\b"`
#[test]
fn the_colors_of_editors_are_those_of_the_rows() {
    let file = "editors/vscode/syntaxes/behavior-tree.json";
    let lists = [Family::Leaf, Family::Composite, Family::Decorator].into_iter().map(|of| {
        let all: Vec<&str> = words(of).map(Word::as_str).collect();
        let name = format!("keyword.control.{}.behavior-tree", format!("{of:?}").to_lowercase());
        (name, format!("\\\\b(?:{})\\\\b", all.join("|")))
    });
    let text = read(file);
    let mut expected: Vec<String> = text.lines().map(str::to_owned).collect();
    for (name, list) in lists {
        let is_name = |line: &String| line.trim() == format!("\"name\": \"{name}\",");
        let place = expected.iter().position(is_name).unwrap_or_else(|| panic!("{file}: {name}"));
        let line = &mut expected[place + 1];
        let indent = line.len() - line.trim_start().len();
        *line = format!("{}\"match\": \"{list}\"", &line[..indent]);
    }
    compare(file, &(expected.join("\n") + "\n"));
}

/// The snippets of the extension for editors: each node as an editor of files inserts it.
#[test]
fn snippets_are_the_templates_of_the_nodes() {
    let snippet = |word: &Word| {
        let template = edit::template(*word, &Vocabulary::default());
        let body = match template.strip_suffix(" {}") {
            Some(head) => format!("{} {{\n\t$0\n}}", stops(head)),
            None if template.ends_with(';') => stops(&template),
            None => format!("{} $0", stops(&template)),
        };
        let (word, description) = (word.as_str(), word.description());
        format!(
            "  {word:?}: {{ \"prefix\": {word:?}, \"body\": {body:?}, \"description\": {description:?} }}"
        )
    };
    let in_files = |word: &&Word| edit::forms(**word).next().is_some();
    let all: Vec<String> = Word::ALL.iter().filter(in_files).map(snippet).collect();
    let expected = format!("{{\n{}\n}}\n", all.join(",\n"));
    compare("editors/vscode/snippets.json", &expected);
}

/// `wait(1s);` → `wait(${1:1s});`
fn stops(template: &str) -> String {
    let mut text = String::new();
    let mut stop = 0;
    let is_part = |letter: char| letter.is_alphanumeric() || "_.".contains(letter);
    let end = |rest: &str| rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
    let (word, mut rest) = template.split_at(end(template));
    text.push_str(word);
    while let Some(start) = rest.find(is_part) {
        let (between, from) = rest.split_at(start);
        let (part, behind) = from.split_at(end(from));
        rest = behind;
        if part == "in" {
            text.extend([between, part]);
            continue;
        }
        stop += 1;
        let _ = write!(text, "{between}${{{stop}:{part}}}");
    }
    text + rest
}

fn family(word: Word) -> String {
    format!("{:?}", word.family()).to_lowercase()
}

#[test]
fn documents_have_the_tables_of_the_rows() {
    for file in ["bt-core/src/language/language.md", "bt-core/src/guide/files.md"] {
        let text = read(file);
        let mut parts = text.split("<!-- nodes: ");
        let mut expected = parts.next().unwrap_or_default().to_owned();
        while let Some(part) = parts.next() {
            let (name, _) = part.split_once(" -->").expect("the name of a table");
            let end = parts.next().unwrap_or_else(|| panic!("{file}: the table {name} has no end"));
            let _ =
                write!(expected, "<!-- nodes: {name} -->\n\n{}\n<!-- nodes: {end}", table(name));
        }
        compare(file, &expected);
    }
}

fn table(name: &str) -> String {
    match name {
        "leaves" => reference(Family::Leaf),
        "composites" => reference(Family::Composite),
        "decorators" => reference(Family::Decorator),
        "wakes" => wakes(),
        "leaves in files" => guide("leaf", Family::Leaf),
        "composites in files" => guide("node with nodes inside", Family::Composite),
        "decorators in files" => guide("before a node", Family::Decorator),
        _ => panic!("there is no table {name:?}"),
    }
}

/// A table with two columns.
fn columns(head: &str, rows: impl IntoIterator<Item = (String, String)>) -> String {
    let row = |(left, right): (String, String)| format!("| {left} | {right} |\n");
    format!("| {head}| |\n| --- | --- |\n{}", rows.into_iter().map(row).collect::<String>())
}

fn words(family: Family) -> impl Iterator<Item = Word> {
    Word::ALL.iter().copied().filter(move |word| word.family() == family)
}

/// The forms in which the node is written; the tables of decorators omit the node.
fn forms(word: Word) -> String {
    let forms = word.forms().map(|form| format!("`{}`", form.trim_end_matches(" node")));
    forms.collect::<Vec<_>>().join(" ")
}

fn reference(family: Family) -> String {
    let meaning = |word: Word| match word.row().details {
        "" => word.description().to_owned(),
        details => format!("{}. {}", word.description(), details.trim_end_matches('.')),
    };
    columns("", words(family).map(|word| (forms(word), meaning(word))))
}

/// The forms of all nodes with the same time in one row.
fn wakes() -> String {
    let mut rows: Vec<(String, String)> = Vec::new();
    for word in Word::ALL {
        for (form, time) in word.row().wake {
            let form = if form.is_empty() { format!("`{word}`") } else { (*form).to_owned() };
            match rows.iter_mut().find(|(_, of)| of == time) {
                Some((forms, _)) => *forms = format!("{forms}, {form}"),
                None => rows.push((form, (*time).to_owned())),
            }
        }
    }
    columns("", rows)
}

fn guide(head: &str, family: Family) -> String {
    let row = |word: Word| match word.row().in_files {
        InFiles::Never => None,
        InFiles::AsDescribed => Some((forms(word), word.description().to_owned())),
        InFiles::Plain(example, meaning) => Some((example.to_owned(), meaning.to_owned())),
    };
    columns(&format!("{head} "), words(family).filter_map(row))
}
