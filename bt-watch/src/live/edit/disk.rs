//! The file on the disk, or in the memory of a program without one.

use crate::live::shared::locked;
use bt_core::__internal::mark;
use bt_language::file::MOST_BYTES;
use bt_language::save::save;
use std::borrow::Cow;
use std::format;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::string::String;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};
use std::vec::Vec;

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
