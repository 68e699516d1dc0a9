//! Documents agree with each other and with the repository: the same soldier everywhere, and the targets
//! of links exist.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The tree `Soldier` of a file, without `// comments` and with single spaces.
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
    lines.map(|line| line.trim().to_owned()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_soldier_is_the_same_everywhere() {
    let expected = soldier("bt-language/machines/soldier.tree");
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
        let is_fence = line.starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn up_to_parenthesis(part: &str) -> Option<String> {
    part.split_once(')').map(|(link, _)| link.to_owned())
}

/// `[text](link)` and `![text](link)` → `link`
fn links(text: &str) -> Vec<String> {
    prose(text).split("](").skip(1).filter_map(up_to_parenthesis).collect()
}

/// `![text](link)` → `link`
fn pictures(text: &str) -> Vec<String> {
    let prose = prose(text).replace("#![", "#["); // an attribute
    let links = prose.split("![").skip(1).filter_map(|part| part.split_once("]("));
    links.filter_map(|(_, part)| up_to_parenthesis(part)).collect()
}

/// The chapters of `bt-core`.
fn chapters() -> impl Iterator<Item = PathBuf> {
    let folder = fs::read_dir(root().join("bt-core/src/guide")).expect("the guide is there");
    folder.map(|entry| entry.expect("it can be listed").path())
}

/// All chapters: `bt-watch` and `bt-verify` have one each.
fn guide() -> Vec<PathBuf> {
    let others = ["bt-watch/src/guide.md", "bt-verify/src/guide.md"];
    chapters().chain(others.map(|path| root().join(path))).collect()
}

/// The source of a page of the documentation: `crate::guide::time` in a file of `bt-core` →
/// `bt-core/src/guide/time.md`
fn source(page: &str, file: &Path) -> String {
    let home = file.strip_prefix(root()).ok().and_then(|path| path.iter().next()?.to_str());
    let page = match page.split_once("://docs.rs/") {
        Some((_, page)) => {
            page.split('/').skip(2).collect::<Vec<_>>().join("::").replace("macro.", "")
        }
        None => page.replacen("crate", &home.unwrap_or("bt-core").replace('-', "_"), 1),
    };
    let page = page.trim_end_matches(':').trim_end_matches(".html");
    let (name, path) = page.split_once("::").unwrap_or((page, ""));
    let package = name.replace('_', "-");
    match (package.as_str(), path) {
        (_, "") => format!("{package}/src/lib.rs"),
        ("bt-core", "behavior_tree" | "machine") => {
            let path = if path == "machine" { path } else { "language" };
            format!("bt-core/src/language/{path}.md")
        }
        ("bt-core", "guide") => "bt-core/src/guide.rs".to_owned(),
        _ => format!("{package}/src/{}.md", path.replace("::", "/")),
    }
}

/// Pages of packages cannot show a picture by its path in the repository.
fn raw() -> String {
    let repository = env!("CARGO_PKG_REPOSITORY");
    repository.replace("https://github.com/", "https://raw.githubusercontent.com/") + "/main/"
}

#[test]
fn pictures_are_shown_from_the_repository() {
    let raw = raw();
    let mut files = guide();
    files.push(root().join("README.md"));
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("it can be read");
        for link in pictures(&text) {
            let path = link.strip_prefix(&raw);
            let path =
                path.unwrap_or_else(|| panic!("{}: {link} is not below {raw}", file.display()));
            assert!(root().join(path).is_file(), "{}: there is no {path}", file.display());
            count += 1;
        }
    }
    assert!(count >= 3, "the README has one, the guide two");
}

#[test]
fn links_of_the_readme_lead_somewhere() {
    let text = read("README.md");
    assert!(text.lines().count() <= 210, "the rest belongs to the guide");
    let links = links(&text);
    for link in &links {
        let (page, _) = link.split_once('#').unwrap_or((link, ""));
        if page.starts_with("https://docs.rs/") && page.contains("/latest/") {
            let source = source(page, root());
            assert!(root().join(&source).is_file(), "{link}: there is no {source}");
        } else if !page.starts_with("https://") {
            assert!(root().join(page).exists(), "{link}: there is no {page}");
        }
    }
    assert!(links.iter().any(|link| link == "CONTRIBUTING.md"));
}

/// `# Where to go?` → `where-to-go`
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches(['#', ' ']).to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|character| if character == ' ' { '-' } else { character }).collect()
}

/// The compiler checks links to items, but not links to headings.
#[test]
fn links_of_the_guide_to_headings_lead_somewhere() {
    let mut anchors = 0;
    for chapter in guide() {
        let text = fs::read_to_string(&chapter).expect("it can be read");
        for link in links(&text) {
            let Some((page, wanted)) = link.split_once('#') else { continue };
            let source = match page {
                "" => text.clone(),
                _ => read(&source(page, &chapter)),
            };
            let lines = source.lines().map(|line| line.trim_start_matches("//! "));
            let mut headings = lines.filter(|line| line.starts_with('#'));
            let place = chapter.display();
            assert!(
                headings.any(|heading| anchor(heading) == wanted),
                "{place}: no heading for {link}"
            );
            anchors += 1;
        }
    }
    assert!(anchors > 5);
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
