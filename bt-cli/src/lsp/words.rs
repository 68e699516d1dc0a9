//! The words of the program to which a file of trees belongs.
//!
//! They are those of `WORDS.json`, or of the vocabularies in the Rust files of its package.

use crate::words_json;
use bt_language::vocabulary::Vocabulary;
use bt_language::{Declared, Source, edit, file};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

/// The maximum number of files and folders of a package that are looked at.
const MOST_FILES: usize = 20_000;

/// The same for a folder that is in no package, and has no Rust files for trees.
const MOST_ALONE: usize = 1000;

/// The words for a file.
#[derive(Default)]
pub(super) struct Words {
    pub(super) vocabulary: Vocabulary,
    /// `false` if there is no program; then only the syntax is checked.
    pub(super) is_known: bool,
    /// The file and the bytes of the name of each word.
    pub(super) places: BTreeMap<String, (PathBuf, Range<usize>)>,
}

/// All packages that have an open file.
pub(super) struct Packages {
    /// The file of `--words`.
    words: Option<PathBuf>,
    all: BTreeMap<PathBuf, Package>,
}

/// The files below the folder of a `Cargo.toml`.
#[derive(Default)]
struct Package {
    folder: PathBuf,
    files: BTreeMap<PathBuf, (Stamp, Contents)>,
}

/// A file that has another one has changed.
type Stamp = (Option<SystemTime>, u64);

enum Contents {
    /// A Rust file, with the folder of its package.
    Rust(PathBuf, Arc<Source>),
    /// Words as JSON.
    Json(Arc<(Vocabulary, String)>),
    /// A file of trees, with the paths of those that it brings.
    Trees(Vec<PathBuf>),
}

impl Packages {
    pub(super) fn new(words: Option<PathBuf>) -> Self {
        Self { words, all: BTreeMap::new() }
    }

    /// Reads the packages of these files again, as far as their files have changed, and forgets the others.
    pub(super) fn refresh<'p>(&mut self, open: impl Iterator<Item = &'p PathBuf>) {
        let mut before = std::mem::take(&mut self.all);
        let folders: BTreeSet<PathBuf> = open.map(|of| folder(of)).collect();
        for folder in folders {
            let mut files = before.remove(&folder).unwrap_or_default().files;
            let explicit = self.words.as_ref().and_then(|words| {
                let read = read(words, &folder, files.remove(words))?;
                Some((words.clone(), read))
            });
            let mut package = Package { folder: folder.clone(), files }.read_again();
            package.files.extend(explicit);
            self.all.insert(folder, package);
        }
    }

    /// The words for a file.
    pub(super) fn words(&self, of: &Path) -> Words {
        let Some(package) = self.all.get(&folder(of)) else { return Words::default() };
        let explicit = self.words.as_deref().and_then(|words| package.of_file(words));
        explicit.unwrap_or_else(|| package.words(of))
    }

    /// The files of trees that belong together with one, which is the first: those that it brings, those that bring it, and so
    /// on.
    pub(super) fn group(&self, of: &Path) -> Vec<PathBuf> {
        self.all.get(&folder(of)).map_or_else(|| vec![of.to_owned()], |package| package.group(of))
    }

    /// All files of trees.
    pub(super) fn trees(&self) -> impl Iterator<Item = &PathBuf> {
        let files = self.all.values().flat_map(|package| &package.files);
        files.filter(|(_, (_, of))| matches!(of, Contents::Trees(_))).map(|(path, _)| path)
    }
}

/// The nearest folder with a `Cargo.toml`; else that of the file.
fn folder(of: &Path) -> PathBuf {
    let mut above = of.ancestors().skip(1);
    let package = above.find(|folder| folder.join("Cargo.toml").is_file());
    package.or_else(|| of.parent()).unwrap_or(Path::new("")).to_owned()
}

impl Package {
    /// Reads all files that are not as they were.
    fn read_again(mut self) -> Self {
        let mut files = BTreeMap::new();
        let is_package = self.folder.join("Cargo.toml").is_file();
        let most = if is_package { MOST_FILES } else { MOST_ALONE };
        // The nearest files come first.
        let mut open = VecDeque::from([(self.folder.clone(), self.folder.clone())]);
        let mut count = 0;
        while let Some((inner, package)) = open.pop_front() {
            for entry in fs::read_dir(&inner).into_iter().flatten().flatten() {
                count += 1;
                if count > most {
                    return Self { files, ..self };
                }
                let (path, name) = (entry.path(), entry.file_name());
                let Ok(kind) = entry.file_type() else { continue };
                if kind.is_dir() {
                    let is_hidden = name.as_encoded_bytes().starts_with(b".");
                    if !is_hidden && name != "target" && name != "node_modules" {
                        let is_inner = path.join("Cargo.toml").is_file();
                        let package = if is_inner { path.clone() } else { package.clone() };
                        open.push_back((path, package));
                    }
                } else if is_json(&path)
                    || path.extension().is_some_and(|of| of == "tree" || (is_package && of == "rs"))
                {
                    let before = self.files.remove(&path);
                    files.extend(read(&path, &package, before).map(|read| (path, read)));
                }
            }
        }
        Self { files, ..self }
    }

    /// The words in one of its files.
    fn of_file(&self, path: &Path) -> Option<Words> {
        match &self.files.get(path)?.1 {
            Contents::Rust(_, source) => {
                Some(together(source.vocabularies.iter().map(|of| (path, of))))
            }
            Contents::Json(json) => {
                let (vocabulary, text) = &**json;
                let place = |name: &str| {
                    let at = text.find(&format!("\"{name}\""))? + 1;
                    Some((name.to_owned(), (path.to_owned(), at..at + name.len())))
                };
                let places = vocabulary.words.iter().filter_map(|word| place(&word.name));
                let places = places.collect();
                Some(Words { vocabulary: vocabulary.clone(), is_known: true, places })
            }
            Contents::Trees(_) => None,
        }
    }

    /// The words for a file of trees: of the vocabulary with which a program compiles it, else of the nearest `WORDS.json`, else
    /// of all vocabularies of the package, or of the packages below it.
    fn words(&self, of: &Path) -> Words {
        let sources = || {
            self.files.iter().filter_map(|(path, (_, of))| match of {
                Contents::Rust(package, source) => Some((path.as_path(), package, source)),
                Contents::Json(_) | Contents::Trees(_) => None,
            })
        };
        let all = |fits: &dyn Fn(&Path, &Declared) -> bool| {
            let all = sources().flat_map(|(path, package, source)| {
                source.vocabularies.iter().map(move |of| (path, package, of))
            });
            let all = all.filter(|(_, package, of)| fits(package, of));
            together(all.map(|(path, _, of)| (path, of)))
        };
        let group = self.group(of);
        let compiled = sources().flat_map(|(_, package, source)| {
            source.files.iter().map(move |(file, name)| (plain(&package.join(file)), name))
        });
        let compiled = compiled.filter(|(file, _)| group.contains(file)).map(|(_, name)| name);
        for name in compiled {
            let words = all(&|_, declared| declared.name == *name);
            if words.is_known {
                return words;
            }
        }
        for folder in of.ancestors().skip(1).take_while(|above| above.starts_with(&self.folder)) {
            let json = |path: &&PathBuf| path.parent() == Some(folder) && is_json(path);
            if let Some(words) = self.files.keys().find(json).and_then(|path| self.of_file(path)) {
                return words;
            }
        }
        let own = all(&|package, _| *package == self.folder);
        if own.is_known { own } else { all(&|_, _| true) }
    }

    fn group(&self, of: &Path) -> Vec<PathBuf> {
        let mut next: BTreeMap<&Path, Vec<&Path>> = BTreeMap::new();
        for (path, (_, contents)) in &self.files {
            let Contents::Trees(uses) = contents else { continue };
            for used in uses.iter().filter(|used| self.files.contains_key(*used)) {
                next.entry(path).or_default().push(used);
                next.entry(used).or_default().push(path);
            }
        }
        let mut group = vec![of];
        let mut known: BTreeSet<&Path> = BTreeSet::from([of]);
        let mut at = 0;
        while let Some(path) = group.get(at) {
            let near = next.get(path).into_iter().flatten();
            group.extend(near.filter(|path| known.insert(path)).copied().collect::<Vec<_>>());
            at += 1;
        }
        group.into_iter().map(Path::to_owned).collect()
    }
}

/// The words of several vocabularies of Rust files.
fn together<'s>(all: impl Iterator<Item = (&'s Path, &'s Declared)>) -> Words {
    let (mut vocabularies, mut places) = (Vec::new(), BTreeMap::new());
    for (path, Declared { vocabulary, places: of, .. }) in all {
        for (word, bytes) in vocabulary.words.iter().zip(of) {
            let place = (path.to_owned(), bytes.clone());
            places.entry(word.name.clone()).or_insert(place);
        }
        vocabularies.push(vocabulary.clone());
    }
    let is_known = !vocabularies.is_empty();
    Words { vocabulary: Vocabulary::together(vocabularies), is_known, places }
}

fn is_json(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("words.json"))
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => {
                plain.push(component);
            }
        }
    }
    plain
}

/// Reads a file, unless it is as before. If it cannot be understood, what was there before stays.
fn read(
    path: &Path,
    package: &Path,
    before: Option<(Stamp, Contents)>,
) -> Option<(Stamp, Contents)> {
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let stamp = (about.modified().ok(), about.len());
    let before = match before {
        Some((known, contents)) if known == stamp => return Some((known, contents)),
        before => before.map(|(_, contents)| contents),
    };
    let text = || fs::read_to_string(path).ok().filter(|text| text.len() <= file::MOST_BYTES);
    let contents = match path.extension().and_then(|end| end.to_str()) {
        Some("rs") => {
            let source = |text: String| {
                let has_calls = text.contains("behavior_tree!");
                let source =
                    if has_calls { Source::of(&text).ok() } else { Some(Source::default()) };
                file::forget();
                Some(Contents::Rust(package.to_owned(), Arc::new(source?)))
            };
            text().and_then(source)
        }
        Some("json") => text()
            .and_then(|text| Some(Contents::Json(Arc::new((words_json::read(&text).ok()?, text))))),
        _ => text().map(|text| {
            let folder = path.parent().unwrap_or(Path::new(""));
            let outline = edit::outline(&text);
            Contents::Trees(used(&text, &outline).map(|(_, name)| folder.join(name)).collect())
        }),
    };
    Some((stamp, contents.or(before)?))
}

/// The names of the files that a text brings, with their bytes.
pub(super) fn used<'t>(
    text: &'t str,
    outline: &'t edit::Outline,
) -> impl Iterator<Item = (Range<usize>, &'t str)> {
    outline.uses.iter().map(|bytes| (bytes.clone(), text[bytes.clone()].trim_matches('"')))
}
