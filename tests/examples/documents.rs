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
    let prose = prose(text);
    let links = prose.split("![").skip(1).filter_map(|part| part.split_once("]("));
    links.filter_map(|(_, part)| up_to_parenthesis(part)).collect()
}

fn guide() -> Vec<PathBuf> {
    let folder = fs::read_dir(root().join("bt-core/src/guide")).expect("the guide is there");
    folder.map(|entry| entry.expect("it can be listed").path()).collect()
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
        if let Some(page) = page.strip_prefix("https://docs.rs/bt-core/latest/bt_core/") {
            let chapter = page.strip_prefix("guide/").map(|name| name.trim_end_matches('/'));
            let source = match chapter {
                None | Some("") => "bt-core/src/guide.rs".to_owned(),
                Some(name) => format!("bt-core/src/guide/{name}.md"),
            };
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
                "crate" => "bt-core/src/lib.rs".to_owned(),
                "crate::behavior_tree" => "bt-core/src/language/language.md".to_owned(),
                "crate::machine" => "bt-core/src/language/machine.md".to_owned(),
                _ => {
                    let name =
                        page.strip_prefix("crate::guide::").unwrap_or_else(|| panic!("{link}"));
                    format!("bt-core/src/guide/{name}.md")
                }
            };
            let source = read(&source);
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
    for chapter in guide() {
        let name = chapter.file_stem().and_then(|name| name.to_str()).expect("a plain name");
        let entry = format!("](crate::guide::{name}) |");
        assert!(list.contains(&entry), "list `{name}` in bt-core/src/chapters.md");
        assert!(
            modules.contains(&format!("include_str!(\"guide/{name}.md\")")),
            "include `{name}`"
        );
    }
}
