//! The files that pages edit: the first one, and those that it brings with `use`; on the disk, or in the memory of a program without
//! one.

use super::slot::{Source, Text};
use crate::live::shared::locked;
use bt_core::__internal::mark;
use bt_language::ast::Tree;
use bt_language::file::{self, MOST_BYTES, Mistake, Used};
use bt_language::save::save;
use bt_language::vocabulary::Vocabulary;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};
use std::vec::Vec;
use std::{format, fs, io};

/// The files by their names: the paths from the folder of the first one, with `/`.
#[derive(Debug)]
pub(super) struct Files {
    path: PathBuf,
    /// The name of the first file.
    first: String,
    /// `true` if the files are texts of the program.
    is_in_memory: bool,
    /// All files that a text of the first one has brought so far.
    known: Mutex<BTreeMap<String, Arc<Disk>>>,
}

/// The texts of files, by their names.
pub(super) type Texts = BTreeMap<String, String>;

/// The trees of a text and of the files that it brings.
pub(super) struct Reading {
    /// The mistakes; those of the file that a page edits have no name of a file.
    pub(super) mistakes: Vec<Mistake>,
    /// The names of the files, the first one first. If there are mistakes, a `use` may be unreadable, so the files that were
    /// brought before are among them.
    pub(super) names: Vec<String>,
    /// The name of the file of each tree.
    pub(super) owners: BTreeMap<String, String>,
    pub(super) source: Source,
}

impl Files {
    pub(super) fn new(path: PathBuf) -> Self {
        let first = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let disk = Arc::new(Disk::new(path.clone()));
        let known = Mutex::new(BTreeMap::from([(first.clone(), disk)]));
        Self { path, first, is_in_memory: false, known }
    }

    pub(super) fn in_memory(first: &str, texts: Texts) -> Self {
        let disk = |(name, text): (String, String)| {
            let disk = Disk::in_memory(PathBuf::from(&name), text);
            (name, Arc::new(disk))
        };
        let known = Mutex::new(texts.into_iter().map(disk).collect());
        Self { path: first.into(), first: first.into(), is_in_memory: true, known }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn first(&self) -> &str {
        &self.first
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// The file with this name; an error says why pages may not edit it.
    pub(super) fn disk(&self, name: &str) -> Result<Arc<Disk>, String> {
        let disk = locked(&self.known).get(name).cloned();
        let disk = disk.ok_or_else(|| format!("no `use` names the file `{name}`"))?;
        // The program itself has named the first file, which may be a link.
        if name != self.first && !self.is_in_memory {
            let folder = fs::canonicalize(Path::new(".").join(self.folder()));
            let leaves =
                |file: &Path| !folder.as_ref().is_ok_and(|folder| file.starts_with(folder));
            if fs::canonicalize(disk.path()).is_ok_and(|file| leaves(&file)) {
                return Err(format!(
                    "`{name}` is a link to a file outside the folder of the first file"
                ));
            }
        }
        Ok(disk)
    }

    /// The marks of the texts on the disk.
    pub(super) fn marks(&self) -> Value {
        let known = locked(&self.known).clone();
        known.into_iter().map(|(name, disk)| (name, json!(disk.mark()))).collect()
    }

    /// The texts of all files, some of which are given. A file that cannot be read is left out.
    pub(super) fn all(&self, reading: &Reading, given: &Texts) -> Texts {
        let text = |name: &String| {
            let known = reading.source.get(name).map(|of| &of.text).or_else(|| given.get(name));
            Some((name.clone(), known.cloned().or_else(|| self.disk(name).ok()?.text().ok())?))
        };
        reading.names.iter().filter_map(text).collect()
    }

    /// Reads the trees for a page that edits this file; texts that are not given are those on the disk.
    pub(super) fn read(
        &self,
        edited: &str,
        texts: &Texts,
        words: &Vocabulary,
    ) -> Result<Reading, String> {
        let first = match texts.get(&self.first) {
            Some(text) => text.clone(),
            None => self.disk(&self.first)?.text()?,
        };
        let mut on_disk = file::beside(&self.path);
        let mut beside = |name: &str| {
            if !self.is_in_memory {
                return on_disk(name);
            }
            let disk = locked(&self.known).get(name).cloned();
            disk.ok_or_else(|| format!("there is no file `{name}`"))?.text()
        };
        let mut other = |name: &str| match texts.get(name) {
            Some(text) => Ok(text.clone()),
            None if name == self.first => Ok(first.clone()),
            None => beside(name),
        };
        let mut reading = file::read_with(&first, words, &|_| 0, &mut other);
        for mistake in &mut reading.mistakes {
            let name = mistake.file.take().unwrap_or_else(|| self.first.clone());
            mistake.file = Some(name).filter(|name| name != edited);
        }
        let others = reading.used.into_iter().map(|Used { name, text, .. }| (name, text));
        let all: Vec<_> = [(self.first.clone(), first)].into_iter().chain(others).collect();
        let mut names: Vec<String> = all.iter().map(|(name, _)| name.clone()).collect();
        let owner = |(tree, used): (&Tree, &Option<usize>)| {
            let name = names[used.map_or(0, |used| used + 1)].clone();
            (tree.outline.name.to_string(), name)
        };
        let owners = reading.trees.iter().zip(&reading.files_of_trees).map(owner).collect();
        let mut known = locked(&self.known);
        for name in &names {
            if !known.contains_key(name) {
                let disk = Disk::new(self.folder().join(name));
                known.insert(name.clone(), Arc::new(disk));
            }
        }
        if !reading.mistakes.is_empty() {
            let before = known.keys().filter(|name| !names.contains(name)).cloned();
            names.extend(before.collect::<Vec<_>>());
        }
        // The texts are no longer in use.
        file::forget();
        let text = |(name, text): (String, String)| (name, Text::of(text));
        let source = Arc::new(all.into_iter().map(text).collect());
        Ok(Reading { mistakes: reading.mistakes, names, owners, source })
    }
}

/// Two changes within this time may leave the same times in the file system.
const GRAIN: Duration = Duration::from_secs(3);

/// The file that pages edit.
#[derive(Debug)]
pub(super) struct Disk {
    path: PathBuf,
    /// The text, if it is in memory.
    memory: Option<Mutex<String>>,
    /// The mark of the text at the last look.
    seen: Mutex<Option<Seen>>,
    /// Held while the file is replaced, so that two pages do not save at the same time.
    saves: Mutex<()>,
}

#[derive(Clone, Debug)]
struct Seen {
    stamp: Stamp,
    mark: String,
}

/// The properties of a file that are known without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

/// The result of saving.
#[derive(Debug)]
pub(super) enum Saved {
    /// The mark of the text that is on the disk now.
    Done(String),
    /// The text that another program has written meanwhile; nothing was saved.
    Changed(String),
}

impl Disk {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, memory: None, seen: Mutex::default(), saves: Mutex::default() }
    }

    pub(super) fn in_memory(path: PathBuf, text: String) -> Self {
        Self { memory: Some(Mutex::new(text)), ..Self::new(path) }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The text of the file; an error says why it cannot be edited.
    pub(super) fn text(&self) -> Result<String, String> {
        if let Some(text) = &self.memory {
            return Ok(locked(text).clone());
        }
        let problem = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => format!("the file {} is gone", self.path.display()),
            _ => format!("the file {} cannot be read: {error}", self.path.display()),
        };
        // A pipe might never end, and opening one waits for its other side.
        if !fs::metadata(&self.path).map_err(problem)?.is_file() {
            return Err(format!("{} is not a regular file", self.path.display()));
        }
        let file = File::open(&self.path).map_err(problem)?;
        let mut bytes = Vec::new();
        file.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(problem)?;
        if bytes.len() > MOST_BYTES {
            let path = self.path.display();
            return Err(format!("the file {path} has more than {MOST_BYTES} bytes"));
        }
        String::from_utf8(bytes)
            .map_err(|_| format!("the file {} is not UTF-8", self.path.display()))
    }

    /// The mark of the text on the disk; `None` if it cannot be edited. The file is read only if it may have changed.
    pub(super) fn mark(&self) -> Option<String> {
        if let Some(text) = &self.memory {
            return Some(mark(&locked(text)));
        }
        let metadata = fs::metadata(&self.path).ok()?;
        let stamp = Stamp::of(&metadata);
        let seen = locked(&self.seen).clone();
        if let Some(seen) = seen.filter(|seen| seen.stamp == stamp && stamp.is_old()) {
            return Some(seen.mark);
        }
        let mark = mark(&self.text().ok()?);
        *locked(&self.seen) = Some(Seen { stamp, mark: mark.clone() });
        Some(mark)
    }

    /// Returns `true` if the file can be written.
    pub(super) fn may_save(&self) -> bool {
        self.memory.is_some()
            || fs::metadata(&self.path).is_ok_and(|metadata| !metadata.permissions().readonly())
    }

    /// Replaces the text, if the one on the disk still has this mark.
    pub(super) fn save(&self, text: &str, known: &str) -> Result<Saved, String> {
        let _alone = locked(&self.saves);
        let old = self.text()?;
        if mark(&old) != known {
            return Ok(Saved::Changed(old));
        }
        let text = with_ends_of(&old, text);
        if text.len() > MOST_BYTES {
            return Err(format!("a file of trees may have {MOST_BYTES} bytes"));
        }
        if let Some(memory) = &self.memory {
            *locked(memory) = text.into_owned();
            return Ok(Saved::Done(mark(&locked(memory))));
        }
        let is_same = || self.text().is_ok_and(|text| mark(&text) == known);
        match save(&self.path, &text, is_same) {
            Ok(true) => Ok(Saved::Done(mark(&text))),
            Ok(false) => self.text().map(Saved::Changed),
            Err(error) => Err(format!("the file {} cannot be saved: {error}", self.path.display())),
        }
    }
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self { length: metadata.len(), modified: metadata.modified().ok() }
    }

    /// Returns `true` if a later change of the file would have another time.
    fn is_old(&self) -> bool {
        self.modified.is_some_and(|time| time.elapsed().is_ok_and(|passed| passed > GRAIN))
    }
}

/// The text with the line ends of the old one: an editor in a page has `\n` only.
fn with_ends_of<'t>(old: &str, text: &'t str) -> Cow<'t, str> {
    if old.contains("\r\n") && !text.contains('\r') {
        text.replace('\n', "\r\n").into()
    } else {
        text.into()
    }
}
