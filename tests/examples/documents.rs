//! Documents agree with each other and with the repository: the same soldier everywhere, the targets of links
//! exist, and nothing names a place where the project is not.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The tree `Soldier` of a file, without `// comments` and with single spaces. Labels are left out: the example has more, for
/// its rules.
fn soldier(path: &str) -> String {
    let text = read(path);
    let start = text.find("/// Patrols; fights").unwrap_or_else(|| panic!("no soldier in {path}"));
    let open = start + text[start..].find('{').expect("a tree has a body");
    let mut depth = 0;
    let length = text[open..].find(|character| {
        depth += i32::from(character == '{') - i32::from(character == '}');
        depth == 0
    });
    let tree = &text[start..=open + length.expect("the body ends")];
    let is_comment = |line: &str| line.starts_with("//") && !line.starts_with("///");
    let without_comment = |line: &'_ str| match line.find(" // ") {
        Some(place) => line[..place].to_owned(),
        None => line.to_owned(),
    };
    let lines = tree.lines().map(str::trim).filter(|line| !is_comment(line)).map(without_comment);
    let without_label = |line: String| match line.split_once(": ") {
        Some((label, node)) if label.starts_with('\'') => node.to_owned(),
        Some(_) | None => line,
    };
    lines.map(|line| without_label(line.trim().to_owned())).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_soldier_is_the_same_everywhere() {
    let expected = soldier("bt-language/cases/machines.txt");
    assert!(expected.ends_with("action npc.patrol();\n}\n}"), "{expected}");
    for path in [
        "README.md",
        "bt-core/src/guide/first_tree.md",
        "bt-core/src/language/machine.md",
        "bt-macros/snapshots/soldier.tree",
        "examples/soldier/main.rs",
        "benches/benches/recorded.rs",
    ] {
        assert_eq!(soldier(path), expected, "{path}");
    }
}

/// A text without its code blocks.
fn prose(text: &str) -> String {
    let mut in_code = false;
    let lines = text.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn up_to_parenthesis(part: &str) -> Option<&str> {
    part.split_once(')').map(|(link, _)| link)
}

/// `[text](link)`, `![text](link)` and `[text]: link` → `link`
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    // Text in `…` may contain anything; a paragraph and a row of a table contain whole ones.
    let paragraphs = prose.split("\n\n").map(|paragraph| paragraph.split('`').step_by(2).collect());
    let paragraphs: Vec<String> = paragraphs.collect();
    let inline = paragraphs.iter().flat_map(|text| text.split("](").skip(1));
    let inline = inline.filter_map(up_to_parenthesis);
    let lines = paragraphs.iter().flat_map(|text| text.lines());
    let below = lines.filter(|line| line.starts_with('[')).filter_map(|line| line.split_once(']'));
    let below = below.filter_map(|(_, rest)| rest.strip_prefix(": "));
    inline.chain(below).map(str::to_owned).collect()
}

/// The doc comments of a Rust file, without their marks; blocks are kept apart by other lines.
fn doc_comments(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let line = line.trim_start();
        let text = line.strip_prefix("//!").or_else(|| line.strip_prefix("///"));
        text.map_or("", |text| text.strip_prefix(' ').unwrap_or(text))
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension == wanted)
}

fn is_rust(path: &str) -> bool {
    has_extension(Path::new(path), "rs")
}

/// All files of the repository with one of these extensions, by their paths in it.
fn files(extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder can be listed") {
            let path = entry.expect("it can be listed").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
            let is_hidden = name.starts_with('.') && name != ".github";
            if path.is_dir() && !is_hidden && name != "target" {
                folders.push(path);
            } else if extensions.iter().any(|wanted| has_extension(&path, wanted)) {
                found.push(path.strip_prefix(root()).expect("it is below").to_owned());
            }
        }
    }
    found.sort();
    found
}

/// Documents and manifests, and the doc comments of Rust files: paths and texts.
fn documents(extensions: &[&str]) -> Vec<(String, String)> {
    let text = |path: PathBuf| {
        let path = path.to_str().expect("a plain path").replace('\\', "/");
        let text = read(&path);
        let text = if is_rust(&path) { doc_comments(&text) } else { text };
        (path, text)
    };
    files(extensions).into_iter().map(text).collect()
}

/// Whether a document is a page of the documentation. Such a page is somewhere else than the files of the
/// repository, so it can link to items and to other projects, but not to files.
fn is_page(path: &str) -> bool {
    is_rust(path) || path.contains("/src/") || path == "bt-bevy/README.md"
}

/// The chapters of `bt-core`.
fn chapters() -> impl Iterator<Item = PathBuf> {
    let folder = fs::read_dir(root().join("bt-core/src/guide")).expect("the guide is there");
    folder.map(|entry| entry.expect("it can be listed").path())
}

/// The source of a page of the documentation: `crate::guide::time` in a file of `bt-core` →
/// `bt-core/src/guide/time.md`
fn source(page: &str, file: &str) -> String {
    let home = file.split('/').next().expect("a path").replace('-', "_");
    let module = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    if page == "super" {
        return format!("{module}.rs");
    }
    let page = page.replacen("crate", &home, 1);
    let (name, path) = page.split_once("::").unwrap_or((&page, ""));
    let package = name.replace('_', "-");
    match (package.as_str(), path) {
        (_, "") => format!("{package}/src/lib.rs"),
        ("bt-core", "behavior_tree") => "bt-core/src/language/language.md".to_owned(),
        ("bt-core", "machine") => "bt-core/src/language/machine.md".to_owned(),
        ("bt-core", "guide") => "bt-core/src/guide.rs".to_owned(),
        _ => {
            let path = format!("{package}/src/{}", path.replace("::", "/"));
            let chapter = format!("{path}.md");
            if root().join(&chapter).is_file() { chapter } else { format!("{path}.rs") }
        }
    }
}

/// `# Where to go?` → `where-to-go`
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches(['#', ' ']).to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|character| if character == ' ' { '-' } else { character }).collect()
}

fn has_heading(text: &str, wanted: &str) -> bool {
    prose(text).lines().filter(|line| line.starts_with('#')).any(|line| anchor(line) == wanted)
}

/// `bt-core/src`, `../README.md` → `bt-core/README.md`; nothing if it leaves the repository.
fn joined(folder: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => _ = parts.pop()?,
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// What is wrong with a link.
fn mistake(path: &str, text: &str, link: &str) -> Option<String> {
    if link.starts_with("https://") || link.starts_with("http://") {
        return None;
    }
    let (target, heading) = link.split_once('#').map_or((link, None), |(a, b)| (a, Some(b)));
    let target = if target.is_empty() {
        path.to_owned()
    } else if is_page(path) {
        if target.contains(['/', '.']) {
            return Some("a page of the documentation cannot link to a file".to_owned());
        }
        // The compiler checks links to items, but not links to headings.
        heading?;
        source(target, path)
    } else {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let Some(target) = joined(folder, target) else {
            return Some("it leaves the repository".to_owned());
        };
        target
    };
    if !root().join(&target).exists() {
        return Some(format!("there is no {target}"));
    }
    let heading = heading?;
    let target_text = if target == path {
        text.to_owned()
    } else if is_rust(&target) {
        doc_comments(&read(&target))
    } else {
        read(&target)
    };
    let is_there = has_heading(&target_text, heading);
    (!is_there).then(|| format!("{target} has no heading {heading}"))
}

#[test]
fn links_lead_somewhere() {
    let mut mistakes = Vec::new();
    let (mut count, mut headings) = (0, 0);
    for (path, text) in documents(&["md", "rs"]) {
        for link in links(&text) {
            count += 1;
            headings += usize::from(link.contains('#'));
            if let Some(mistake) = mistake(&path, &text, &link) {
                mistakes.push(format!("{path}: {link}: {mistake}"));
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
    assert!(count > 400 && headings > 20, "{count} links, {headings} to headings");
}

#[test]
fn wrong_links_are_found() {
    let found = |path, link| mistake(path, "# One\n\n```\n# Two\n```", link).is_some();
    for (path, link) in [
        ("README.md", "bt-core/src/guide/none.md"),
        ("README.md", "../README.md"),
        ("README.md", "tests/README.md#none"),
        ("README.md", "#two"),
        ("examples/arena/README.md", "README.md/../none.png"),
        ("bt-core/src/guide/time.md", "../../../README.md"),
        ("bt-core/src/guide/time.md", "traps.md"),
        ("bt-core/src/guide/time.md", "crate::guide::traps#none"),
        ("bt-core/src/guide/time.md", "crate::guide::none#one"),
        ("bt-watch/src/record/recorder.rs", "super#none"),
    ] {
        assert!(found(path, link), "{path}: {link}");
    }
    for (path, link) in [
        ("README.md", "#one"),
        ("README.md", "https://bevy.org"),
        ("examples/arena/README.md", "../../tests/README.md#samples"),
        ("bt-core/src/guide/time.md", "crate::Clock"),
        ("bt-core/src/guide/time.md", "crate#features"),
    ] {
        assert!(!found(path, link), "{path}: {link}");
    }
    let text = "[`a]`](b) `[c](d)`\n![e\nf](g)\n\n```\n[h](i)\n```\n\n[`j`]: k";
    assert_eq!(links(text), ["b", "g", "k"]);
}

/// Nothing is published. RELEASING.md lists what changes with the first release.
#[test]
fn no_document_names_a_place_where_the_project_is_not() {
    let places = [
        "docs.rs/bt-",
        "docs.rs/bt_",
        "docs.rs/crate/bt-",
        "crates.io/crates/bt-",
        "github.com/behavior-tree",
        "githubusercontent.com",
    ];
    for (path, text) in documents(&["md", "rs", "toml", "yml"]) {
        for place in places {
            assert!(!text.contains(place), "{path} names {place}");
        }
    }
    let mut releases = Vec::new();
    for name in ["bt-bevy", "bt-cli", "bt-core", "bt-space", "bt-verify", "bt-watch"] {
        releases.extend(
            ["{} = \"", "{} = { version", "{}\", version"].map(|text| text.replace("{}", name)),
        );
        releases.extend(["cargo add {}", "cargo install {}"].map(|text| text.replace("{}", name)));
    }
    for (path, text) in documents(&["md", "rs"]) {
        for release in &releases {
            let is_named = path != "RELEASING.md" && text.contains(release);
            assert!(!is_named, "{path} needs a release: {release}");
        }
    }
}

#[test]
fn the_readme_is_short() {
    let text = read("README.md");
    assert!(text.lines().count() <= 210, "the rest belongs to the guide");
    assert!(links(&text).iter().any(|link| link == "CONTRIBUTING.md"));
}

/// A chapter that is not included, or not listed, could not be found.
#[test]
fn each_chapter_is_listed() {
    let (list, modules) = (read("bt-core/src/chapters.md"), read("bt-core/src/guide.rs"));
    for chapter in chapters() {
        let name = chapter.file_stem().and_then(|name| name.to_str()).expect("a plain name");
        let entry = format!("](crate::guide::{name}) |");
        assert!(list.contains(&entry), "list `{name}` in bt-core/src/chapters.md");
        assert!(
            modules.contains(&format!("include_str!(\"guide/{name}.md\")")),
            "include `{name}`"
        );
    }
}

/// `[Time](crate::guide::time)` → `time`
fn chapter_of(row: &str) -> Option<&str> {
    row.split_once("](crate::guide::")?.1.split_once(')').map(|(name, _)| name)
}

/// The traps of the guide: the headings of its chapter, and the bold beginnings of the list at its end.
fn traps() -> Vec<String> {
    let text = read("bt-core/src/guide/traps.md");
    let text = prose(&text);
    let bold = |line: &str| Some(line.strip_prefix("* **")?.split_once("**")?.0.to_owned());
    let heading = |line: &str| line.strip_prefix("# ").map(str::to_owned);
    let all = text.lines().filter_map(|line| bold(line).or_else(|| heading(line)));
    all.map(|trap| trap.trim_end_matches('.').to_owned())
        .filter(|trap| trap != "More traps")
        .collect()
}

#[test]
fn assistants_know_each_trap() {
    let (text, traps) = (read("AGENTS.md"), traps());
    assert!(traps.len() > 12, "{traps:?}");
    for trap in traps {
        let is_there = text.lines().any(|line| line.starts_with(&format!("* **{trap}")));
        assert!(is_there, "AGENTS.md does not have the trap `{trap}`");
    }
}

/// `BLESS=1 cargo test --test examples` writes it.
#[test]
fn the_list_for_language_models_is_made_from_the_guide() {
    let list = read("bt-core/src/chapters.md");
    let chapter = |row: &str| {
        let name = chapter_of(row)?;
        let (title, about) = row.trim_matches(['|', ' ']).split_once(" | ")?;
        let title = title.split_once(']')?.0.trim_start_matches('[');
        let line = format!("- [{title}](bt-core/src/guide/{name}.md): {about}\n");
        Some((name == "traps", line))
    };
    let (first, others): (Vec<_>, Vec<_>) =
        list.lines().filter_map(chapter).partition(|(is_traps, _)| *is_traps);
    let lines =
        |all: Vec<(bool, String)>| all.into_iter().map(|(_, line)| line).collect::<String>();
    let traps = traps();
    let traps: String = traps.iter().flat_map(|trap| ["  - ", trap, "\n"]).collect();
    let expected = format!(
        "# Behavior trees for Rust

> `behavior_tree!` compiles a behavior tree, written inline in Rust with plain expressions as leaves, into an enum state machine.
> Trees can also be text files, which a program loads, checks and proves.

## Traps

{}{traps}
## For assistants

- [AGENTS.md](AGENTS.md): how to write trees, files of trees and changes of the library
- [language.md](bt-core/src/language/language.md): all nodes, the rules of a tick, and what is refused
- [bt](bt-cli/README.md): the command that checks, formats, proves and draws files

## Guide

{}",
        lines(first),
        lines(others)
    );
    if std::env::var_os("BLESS").is_some() {
        fs::write(root().join("llms.txt"), &expected).expect("it can be written");
    }
    assert!(read("llms.txt") == expected, "write it: `BLESS=1 cargo test --test examples`");
}
