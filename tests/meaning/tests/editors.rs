//! The grammars for editors accept what the parser does.
//!
//! More files than in every run: `EDITOR_FILES=20000 cargo test -p meaning --features tree-sitter --test editors`.

#[path = "../build/vocabulary.rs"]
mod vocabulary;

use bt_language::vocabulary::Vocabulary;
use bt_language::words::{Children, Family, Word};
use bt_language::{edit, file};
use meaning::disturbed::disturbed;
use meaning::generator::forest;
use meaning::printer;
use meaning::random::Random;
use meaning::{filed, language};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tree_sitter::{Language, Node, Parser, Query, QueryCursor, StreamingIterator as _};
use tree_sitter_loader::{CompileConfig, Loader};
use vocabulary::vocabulary;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../editors/tree-sitter")
}

/// Generates the parser of a grammar, compiles and loads it.
fn loaded(grammar: &str, name: &str) -> Language {
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let grammar = folder().join(grammar);
    let optimization = tree_sitter_generate::OptLevel::default();
    tree_sitter_generate::generate_parser_in_directory(
        folder(),
        Some(&source),
        Some(&grammar),
        15,
        None,
        Some("node"),
        true,
        optimization,
    )
    .unwrap_or_else(|error| panic!("{name}: {error}"));
    let library = source.join(name).with_extension(std::env::consts::DLL_EXTENSION);
    let loader = Loader::with_parser_lib_path(source.clone());
    let config = CompileConfig::new(&source, None, Some(library));
    loader.load_language_at_path(config).unwrap_or_else(|error| panic!("{name}: {error}"))
}

static FILES: LazyLock<Language> = LazyLock::new(|| loaded("grammar.js", "behavior_tree"));
static INLINE: LazyLock<Language> =
    LazyLock::new(|| loaded("inline/grammar.js", "behavior_tree_inline"));

fn parser(language: &Language) -> Parser {
    let mut parser = Parser::new();
    parser.set_language(language).expect("the versions fit");
    parser
}

/// The first place that the grammar refuses.
fn refused(node: Node<'_>, text: &str) -> Option<String> {
    if !node.has_error() {
        return None;
    }
    let mut cursor = node.walk();
    let below = node.children(&mut cursor).find_map(|child| refused(child, text));
    below.or_else(|| {
        let line = text.lines().nth(node.start_position().row).unwrap_or_default();
        Some(format!("{}: {} in {line}", node.start_position(), node.kind()))
    })
}

fn count() -> u64 {
    std::env::var("EDITOR_FILES").map_or(2000, |text| text.parse().expect("a number"))
}

/// Random valid files.
fn files() -> impl Iterator<Item = (u64, String)> {
    let all = (0..).map(|seed| (seed, printer::file(&filed::filed(forest(seed, "Tree")))));
    all.filter(|(_, text)| {
        let is_valid = file::trees(text).is_ok();
        file::forget();
        is_valid
    })
    .take(usize::try_from(count()).expect("a small number"))
}

/// The words, numbers, labels and signs of a text, with the space behind them.
fn pieces(text: &str) -> Vec<&str> {
    let is_word = |letter: char| letter.is_alphanumeric() || "_.'\"&".contains(letter);
    let (mut all, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let end = if is_word(first) {
            rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let behind = &rest[end..];
        let (piece, behind) = rest.split_at(end + behind.len() - behind.trim_start().len());
        all.push(piece);
        rest = behind;
    }
    all
}

/// A text with one piece left out, twice, at another place, or in the place of another one.
fn mutated(text: &str, random: &mut Random) -> String {
    let mut all = pieces(text);
    let (one, other) = (random.below(all.len()), random.below(all.len()));
    match random.below(4) {
        0 => drop(all.remove(one)),
        1 => all.insert(one, all[one]),
        2 => all.swap(one, other),
        _ => all[one] = all[other],
    }
    all.concat()
}

/// What the parser says about a text that the grammar accepts.
const ONLY_REFUSED_BY_THE_PARSER: &[&str] = &[
    "there is no unit",
    "comparisons are not chained",
    // A word of the language in an expression.
    "found the node",
];

/// The parser reads a sign of two characters also with a space in it, which the grammar does not.
fn with_whole_signs(text: &str) -> String {
    let signs = ["=>", "->", "&&", "||", "==", "!=", "<=", ">=", ".."];
    signs.iter().fold(text.to_owned(), |text, sign| {
        let (first, second) = sign.split_at(1);
        text.replace(&format!("{first} {second}"), sign)
    })
}

#[test]
fn the_grammar_of_files_accepts_what_the_parser_does() {
    let mut parser = parser(&FILES);
    let vocabulary = vocabulary();
    let mut counts = [0; 3];
    for (seed, text) in files() {
        let disturbed = disturbed(&text, &mut Random::new(seed));
        let tree = parser.parse(&disturbed, None).expect("a tree");
        if let Some(place) = refused(tree.root_node(), &disturbed) {
            panic!("seed {seed}: {place}\n{disturbed}");
        }
        let text = mutated(&text, &mut Random::new(seed));
        let mistakes = file::trees(&text).err().unwrap_or_default();
        // Calls are read with the vocabulary.
        let is_valid = mistakes.is_empty() && file::read(&text, &vocabulary).mistakes.is_empty();
        file::forget();
        let tree = parser.parse(&text, None).expect("a tree");
        match (refused(tree.root_node(), &text), mistakes.first()) {
            (Some(place), _) if is_valid => {
                let text = with_whole_signs(&text);
                let tree = parser.parse(&text, None).expect("a tree");
                assert!(!tree.root_node().has_error(), "seed {seed}: refused at {place}\n{text}");
                counts[0] += 1;
            }
            (None, Some(mistake)) => {
                let is_listed = |part: &&str| mistake.text.contains(*part);
                let is_listed = ONLY_REFUSED_BY_THE_PARSER.iter().any(is_listed);
                assert!(is_listed, "seed {seed}: accepted: {}\n{text}", mistake.show("mutated"));
                counts[0] += 1;
            }
            (Some(_), _) => counts[1] += 1,
            (None, None) => counts[2] += 1,
        }
    }
    let [listed, refused, accepted] = counts;
    assert!(
        refused > count() / 4 && accepted > count() / 10,
        "{refused} are refused, {accepted} accepted"
    );
    assert!(listed < count() / 20, "{listed} differ");
}

/// The calls of `behavior_tree!` in a Rust file, from brace to brace.
fn calls(text: &str) -> Vec<&str> {
    let all = text.match_indices("behavior_tree! {").map(|(at, begin)| at + begin.len() - 1);
    let whole = |start: usize| {
        let end = text[start..].find("\n}").or_else(|| text[start..].find("\n    }"));
        end.map(|end| &text[start..start + end + 2])
    };
    all.filter(|at| text[..*at].lines().last().is_some_and(|line| line.starts_with("behavior")))
        .filter_map(whole)
        .collect()
}

#[test]
fn the_inline_grammar_accepts_what_the_macro_does() {
    let mut parser = parser(&INLINE);
    for seed in 0..count() / 4 {
        let text = printer::source(&forest(seed, "Tree"));
        let text = disturbed(&text, &mut Random::new(seed));
        let tree = parser.parse(&text, None).expect("a tree");
        if let Some(place) = refused(tree.root_node(), &text) {
            panic!("seed {seed}: {place}\n{text}");
        }
    }
    let mut found = 0;
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path())
        {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|end| end == "rs") {
                for text in calls(&fs::read_to_string(&entry).expect("a text")) {
                    found += 1;
                    let tree = parser.parse(text, None).expect("a tree");
                    if let Some(place) = refused(tree.root_node(), text) {
                        panic!("{}: {place}\n{text}", entry.display());
                    }
                }
            }
        }
    }
    assert!(found > 10, "{found} calls");
}

/// The queries of a language that belong to it.
fn queries(name: &str, language: &Language) -> BTreeMap<String, Query> {
    let folder = folder().join("queries").join(name);
    let files = fs::read_dir(folder).expect("the queries").map(|file| file.expect("a file").path());
    files
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a text");
            let query = Query::new(language, &text);
            let query = query.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (path.file_stem().expect("a name").to_string_lossy().into_owned(), query)
        })
        .collect()
}

/// The parts of a text that a query captures, with the names of the captures.
fn captured<'t>(parser: &mut Parser, query: &Query, text: &'t str) -> Vec<(String, &'t str)> {
    let tree = parser.parse(text, None).expect("a tree");
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(query, tree.root_node(), text.as_bytes());
    let mut all = Vec::new();
    while let Some(found) = matches.next() {
        for capture in found.captures {
            let name = query.capture_names()[capture.index as usize].to_owned();
            all.push((name, &text[capture.node.byte_range()]));
        }
    }
    all
}

#[test]
fn editors_color_each_word() {
    for (name, language) in [("behavior_tree", &*FILES), ("behavior_tree_inline", &INLINE)] {
        let all = queries(name, language);
        assert!(all.contains_key("folds") && all.contains_key("indents"));
        let mut parser = parser(language);
        for word in Word::ALL {
            // A node of each kind, in one of the two forms.
            let text = match (name, edit::forms(*word).next()) {
                ("behavior_tree", None) => continue,
                ("behavior_tree", Some(_)) => {
                    let template = edit::template(*word, &Vocabulary::default());
                    let text = match (word.family(), template.strip_suffix("{}")) {
                        (Family::Decorator, _) => format!("{template} fail;"),
                        (_, Some(head)) => format!("{head}{{ {} }}", inner(*word)),
                        (_, None) => template,
                    };
                    format!("tree T {{ {text} }}")
                }
                _ => format!("tree T(npc: &mut Npc) {{ {} }}", word.example()),
            };
            let tree = parser.parse(&text, None).expect("a tree");
            assert_eq!(refused(tree.root_node(), &text), None, "{text}");
            let colors = captured(&mut parser, &all["highlights"], &text);
            let keyword = ("keyword".to_owned(), word.as_str());
            assert!(colors.contains(&keyword), "{name}: {text}: {colors:?}");
        }
    }
}

/// The nodes inside of one, in a file.
fn inner(word: Word) -> &'static str {
    match word.children() {
        Children::Watched => "condition A; fail;",
        Children::Scored => "0.5 => fail;",
        Children::Conditional => "A => fail, else => fail",
        Children::Arms => "1 | -2 => fail, _ => fail",
        Children::Pair => "fail; fail;",
        Children::Weighted | Children::Lasting => "1s => fail; fail;",
        Children::None | Children::One | Children::Block | Children::Branches => "fail;",
    }
}

#[test]
fn trees_in_rust_are_found() {
    let rust = Language::from(tree_sitter_rust::LANGUAGE);
    let all = queries("rust", &rust);
    let text = "fn a() { vec![1]; }\nbt_core::behavior_tree! { tree A(npc: &mut Npc) { condition npc.a(); } }\n";
    let found = captured(&mut parser(&rust), &all["injections"], text);
    let content: Vec<&str> = found
        .iter()
        .filter(|(name, _)| name == "injection.content")
        .map(|(_, text)| *text)
        .collect();
    assert_eq!(content, ["{ tree A(npc: &mut Npc) { condition npc.a(); } }"]);
    let mut parser = parser(&INLINE);
    let tree = parser.parse(content[0], None).expect("a tree");
    assert_eq!(refused(tree.root_node(), content[0]), None);
    let rust =
        captured(&mut parser, &queries("behavior_tree_inline", &INLINE)["injections"], content[0]);
    assert!(rust.iter().any(|(_, text)| *text == "npc.a()"), "{rust:?}");
}
