//! Imports of the compiler go in one direction. In `bt-language` a module names only modules before it
//! in a list. In `render` there are no import cycles.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The modules of `bt-language`, sorted so that each uses only earlier ones.
const LANGUAGE: &[&str] = &[
    "words",
    "place",
    "save",
    "source",
    "ast",
    "literals",
    "names",
    "rules",
    "mistakes",
    "vocabulary",
    "mirror",
    "machine",
    "data",
    "internal",
    "parse",
    "check",
    "lower",
    "explore",
    "file",
    "calls",
    "lexer",
    "format",
    "grammar",
    "edit",
];

/// `render::region::held` as its parts.
type Module = Vec<String>;

/// For each module of a folder, as a path, the modules of that folder that it names.
fn imports(root: &Path) -> BTreeMap<Module, BTreeSet<Module>> {
    let files = files(root);
    let module = |file: &PathBuf| -> Module {
        let path = file.strip_prefix(root).expect("a file of the folder").with_extension("");
        path.iter().map(|part| part.to_string_lossy().into_owned()).collect()
    };
    let modules: BTreeSet<Module> = files.iter().map(module).collect();
    let named = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).expect("a source");
        let own = module(file);
        let mut found = BTreeSet::new();
        paths(&text.parse().expect("sound tokens"), &mut |path| {
            let mut full = if path[0] == "crate" { Vec::new() } else { own.clone() };
            for part in path {
                match part.as_str() {
                    "crate" => {}
                    "super" => drop(full.pop()),
                    part => full.push(part.to_owned()),
                }
                if *part != "crate" && *part != "super" && !modules.contains(&full) {
                    full.pop();
                    break;
                }
            }
            if full != own && modules.contains(&full) {
                found.insert(full);
            }
        });
        (own, found)
    };
    files.iter().map(named).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        match path.file_name().and_then(|name| name.to_str()) {
            Some("tests" | "tests.rs") => {}
            _ if path.is_dir() => found.extend(files(&path)),
            _ if is_source => found.push(path),
            _ => {}
        }
    }
    found
}

/// Calls `visit` for each path that begins with `super` or `crate`; `super::{a, b}` are two.
fn paths(tokens: &TokenStream, visit: &mut impl FnMut(&[String])) {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut place = 0;
    while place < tokens.len() {
        match &tokens[place] {
            TokenTree::Ident(word) if word == "super" || word == "crate" => {
                place = path(&tokens, place, &[], visit);
            }
            TokenTree::Group(group) => paths(&group.stream(), visit),
            _ => {}
        }
        place += 1;
    }
}

/// Follows `a::b::{c, d}` and returns the index of its last token.
fn path(
    tokens: &[TokenTree],
    mut place: usize,
    before: &[String],
    visit: &mut impl FnMut(&[String]),
) -> usize {
    let mut parts = before.to_vec();
    while let Some(TokenTree::Ident(word)) = tokens.get(place) {
        parts.push(word.to_string());
        let colon = |place: usize| matches!(tokens.get(place), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
        if !(colon(place + 1) && colon(place + 2)) {
            break;
        }
        place += 3;
    }
    match tokens.get(place) {
        Some(TokenTree::Group(group)) => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
            for one in inside.split(is_comma).filter(|one| !one.is_empty()) {
                path(one, 0, &parts, visit);
            }
        }
        _ => visit(&parts),
    }
    place
}

#[test]
fn modules_of_the_language_name_what_stands_in_front_of_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bt-language/src");
    let mut arrows = 0;
    let place = |module: &Module| LANGUAGE.iter().position(|name| *name == module[0]);
    for (module, named) in imports(&folder) {
        // The rooms stand beside the line: each pass asks them, and they use what each pass offers.
        if module == ["lib"] || module[0] == "nodes" {
            continue;
        }
        let own = place(&module);
        assert!(own.is_some(), "`{}` is not in the list of modules", module[0]);
        arrows += named.len();
        for other in named.iter().filter(|other| other[0] != "nodes") {
            assert!(place(other) <= own, "{} imports {}", module.join("::"), other.join("::"));
        }
    }
    assert!(arrows > 50, "{arrows}");
}

#[test]
fn no_module_of_the_rendering_names_itself_by_way_of_others() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut left = imports(&folder);
    left.retain(|module, _| module[0] == "render" && module.len() > 1);
    assert!(left.len() > 20, "{left:?}");
    loop {
        // A module that names none of the remaining modules is in no cycle.
        let free: Vec<Module> = left
            .iter()
            .filter(|(_, named)| named.iter().all(|other| !left.contains_key(other)))
            .map(|(module, _)| module.clone())
            .collect();
        if free.is_empty() {
            break;
        }
        for module in free {
            left.remove(&module);
        }
    }
    let circle: Vec<String> = left.keys().map(|module| module.join("::")).collect();
    assert!(circle.is_empty(), "in or behind a circle: {}", circle.join(", "));
}
