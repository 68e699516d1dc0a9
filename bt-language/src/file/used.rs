//! The other files that a file of trees brings with `use`.

use super::{Mistake, Outline, placed_by, tokens};
use crate::ast::Tree;
use crate::mistakes::{self, Mistakes};
use crate::parse::{self, Notes, Use};
use crate::place;
use proc_macro2::Span;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;

/// The maximum number of files that a file brings, also through others.
const MOST_FILES: usize = 256;

/// A file that another one brings with `use`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Used {
    /// The path from the folder of the first file: `rooms/kitchen.tree`
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Reads other files from the folder of a file, for [`read_with`](super::read_with).
pub fn beside(file: &Path) -> impl FnMut(&str) -> Result<String, String> + use<> {
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    move |name| {
        let path = folder.join(name);
        let unreadable = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => format!("there is no file `{}`", path.display()),
            _ => format!("the file `{}` cannot be read: {error}", path.display()),
        };
        let is_file = fs::metadata(&path).map_err(unreadable)?.is_file();
        if !is_file {
            return Err(format!("`{}` is no file", path.display()));
        }
        // One byte more than a file may have, which is refused later.
        let most = super::MOST_BYTES as u64 + 1;
        let mut text = String::new();
        let opened = fs::File::open(&path).map_err(unreadable)?;
        opened.take(most).read_to_string(&mut text).map_err(unreadable)?;
        Ok(text)
    }
}

/// A file and all that it brings.
pub(super) struct Files {
    /// The first one has no name.
    all: Vec<Source>,
    /// The names of the files that bring the one that is being read, and its own.
    open: Vec<String>,
    pub(super) trees: Vec<Result<Tree, Outline>>,
    pub(super) mistakes: Mistakes,
    /// `false` if a file could not be read.
    pub(super) has_all: bool,
    /// The mistakes of texts that have no tokens.
    pub(super) refused: Vec<Mistake>,
}

struct Source {
    used: Used,
    /// The key of its first token, for [`place::order`]; the tokens of a later file come after it.
    first: usize,
    /// `true` if it has a `pub tree`.
    has_pub: bool,
    /// The names of the files that it brings itself.
    brings: Vec<String>,
}

impl Files {
    /// Reads the syntax of a text and of all files that it brings; `other` gives their texts.
    pub(super) fn read(text: &str, other: &mut dyn FnMut(&str) -> Result<String, String>) -> Self {
        let mut files = Self {
            all: Vec::new(),
            open: Vec::new(),
            trees: Vec::new(),
            mistakes: Mistakes::of_file(),
            has_all: true,
            refused: Vec::new(),
        };
        files.add("", text, other);
        files.check_names();
        files.mark_entries();
        files
    }

    fn add(
        &mut self,
        name: &str,
        text: &str,
        other: &mut dyn FnMut(&str) -> Result<String, String>,
    ) {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let used = Used { name: name.to_owned(), text: text.to_owned() };
        let mut source = Source { used, first: usize::MAX, has_pub: false, brings: Vec::new() };
        let tokens = match tokens(text) {
            Ok(tokens) => tokens,
            Err(mistake) => {
                self.all.push(source);
                return self.refused.push(in_file(name, mistake));
            }
        };
        if let Some(first) = tokens.clone().into_iter().next() {
            source.first = place::order(first.span()).0;
        }
        let mut notes = Notes::of_file();
        notes.mistakes = std::mem::take(&mut self.mistakes);
        let items = parse::trees_of_file(tokens, &mut notes);
        self.mistakes = notes.mistakes;
        source.has_pub = items.trees.iter().any(Tree::is_entry);
        source.brings = items.uses.iter().map(|of| beneath(name, &of.path)).collect();
        self.all.push(source);
        self.trees.extend(items.trees.into_iter().map(Ok));
        self.open.push(name.to_owned());
        for of in items.uses {
            self.bring(name, &of, other);
        }
        self.open.pop();
    }

    /// Reads a file that another one names, unless it has been read.
    fn bring(&mut self, by: &str, of: &Use, other: &mut dyn FnMut(&str) -> Result<String, String>) {
        let mistake = |text: String| mistakes::Mistake { span: of.span, text };
        let path = &of.path;
        let leaves = path.split(['/', '\\']).any(|part| ["", ".", ".."].contains(&part));
        if leaves || path.contains([':', '\\']) {
            let text = format!(
                "`{path}` is not a file in the folder of this one or below; write its path from there, with `/`: `use \"rooms/kitchen.tree\";`"
            );
            return self.mistakes.push(mistake(text));
        }
        let name = beneath(by, path);
        if self.open.contains(&name) {
            return self.mistakes.push(mistake(each_other(path)));
        }
        if self.all.iter().any(|source| source.used.name == name) {
            return;
        }
        if self.all.len() > MOST_FILES {
            let text = format!("a file brings at most {MOST_FILES} others");
            return self.mistakes.push(mistake(text));
        }
        match other(&name) {
            // It is the first file under its own name.
            Ok(text) if self.all.first().is_some_and(|first| first.used.text == text) => {
                self.mistakes.push(mistake(each_other(path)));
            }
            Ok(text) => self.add(&name, &text, other),
            Err(why) => {
                self.has_all = false;
                self.mistakes.push(mistake(format!("`{path}`: {why}")));
            }
        }
    }

    /// The file of a token, and its index.
    fn source_of(&self, span: Span) -> Option<(usize, &Source)> {
        let at = place::order(span).0;
        let others = self.all.iter().enumerate().skip(1).filter(|(_, source)| source.first <= at);
        others.max_by_key(|(_, source)| source.first).or_else(|| Some((0, self.all.first()?)))
    }

    /// The index of the file of a token among the used ones; `None` for the first file.
    pub(super) fn file_of(&self, span: Span) -> Option<usize> {
        self.source_of(span)?.0.checked_sub(1)
    }

    /// A mistake with its file and position.
    pub(super) fn placed_one(&self, mistake: mistakes::Mistake) -> Mistake {
        let used = self.source_of(mistake.span).map(|(_, source)| &source.used);
        let (name, text) = used.map_or(("", ""), |used| (&used.name, &used.text));
        in_file(name, Mistake::of_span(text, mistake.span, mistake.text))
    }

    /// The mistakes with their files and positions: those of the first file first.
    pub(super) fn placed(&self, mistakes: Mistakes) -> Vec<Mistake> {
        let mut placed =
            placed_by(mistakes, &|span, text| self.placed_one(mistakes::Mistake { span, text }));
        placed.extend(self.refused.iter().cloned());
        placed
    }

    /// The files without the first one.
    pub(super) fn used(self) -> Vec<Used> {
        self.all.into_iter().skip(1).map(|source| source.used).collect()
    }

    /// Makes all trees of a file without `pub` entries, unless a file with `pub` stands on each way to it: what that one
    /// brings, it brings for its own trees.
    fn mark_entries(&mut self) {
        let (mut without, mut next) = (vec![false; self.all.len()], vec![0]);
        while let Some(at) = next.pop() {
            let Some((source, seen)) = self.all.get(at).zip(without.get_mut(at)) else { continue };
            if source.has_pub || std::mem::replace(seen, true) {
                continue;
            }
            let is_brought = |of: &Source| source.brings.contains(&of.used.name);
            next.extend((0..self.all.len()).filter(|of| self.all.get(*of).is_some_and(is_brought)));
        }
        let is_entry = |tree: &Tree| {
            let file = self.source_of(tree.outline.name.span());
            file.is_some_and(|(file, _)| without.get(file) == Some(&true))
        };
        let entries: Vec<bool> = self.trees.iter().flatten().map(is_entry).collect();
        let entries = self.trees.iter_mut().flatten().zip(entries).filter(|(_, entry)| *entry);
        entries.for_each(|(tree, _)| tree.make_entry());
    }

    /// Returns `true` if the file of a tree has a `pub tree`.
    pub(super) fn has_pub(&self, tree: &Tree) -> bool {
        let file = self.source_of(tree.outline.name.span());
        file.is_some_and(|(_, source)| source.has_pub)
    }

    /// Refuses trees whose name is that of a tree of another file.
    fn check_names(&mut self) {
        let mut names: BTreeMap<String, Option<usize>> = BTreeMap::new();
        for tree in std::mem::take(&mut self.trees) {
            let outline = tree.as_ref().map_or_else(|outline| outline, |tree| &tree.outline);
            let (name, span) = (outline.name.to_string(), outline.name.span());
            let file = self.file_of(span);
            let first = *names.entry(name.clone()).or_insert(file);
            // Two of the same file are told later.
            if first == file {
                self.trees.push(tree);
                continue;
            }
            let other = first.and_then(|first| self.all.get(first + 1));
            let other = other.map_or_else(
                || "the file that brings this one".to_owned(),
                |source| format!("`{}`", source.used.name),
            );
            let text = format!("{other} has a tree `{name}`, too; give one of them another name");
            self.mistakes.push(mistakes::Mistake { span, text });
        }
    }
}

/// The name of a file that another one brings.
fn beneath(by: &str, path: &str) -> String {
    let folder = by.rfind('/').and_then(|end| by.get(..=end)).unwrap_or_default();
    format!("{folder}{path}")
}

fn each_other(path: &str) -> String {
    format!(
        "`{path}` brings this file, so the two would bring each other; put what both need into a third file"
    )
}

fn in_file(name: &str, mistake: Mistake) -> Mistake {
    Mistake { file: Some(name.to_owned()).filter(|name| !name.is_empty()), ..mistake }
}
