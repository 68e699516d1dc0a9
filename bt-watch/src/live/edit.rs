//! The editor of the live page: pages read, check and change the files of the trees, and the program takes the result.
//!
//! The work on the text is done by the parser of the program. The server keeps nothing of the editor but the files: each
//! request brings the whole text, and those of other files that are not saved.

mod body;
mod change;
mod check;
mod complete;
mod files;
mod requests;
mod slot;
#[cfg(test)]
mod tests;
mod words;

use super::Live;
use super::shared::{Shared, locked};
use crate::record::Tree;
use bt_core::__internal::words_of;
use bt_core::files::{Trees, Vocabulary};
use bt_language::vocabulary;
use files::{Files, Texts};
pub(super) use requests::answer;
use serde_json::{Value, json};
use slot::{Slot, Target};
pub(super) use slot::{Source, parse};
use std::borrow::ToOwned;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::{fmt, format, io};

/// The files that pages may edit, with their words.
#[derive(Debug)]
pub(super) struct Editor {
    files: Files,
    words: vocabulary::Vocabulary,
    target: Arc<dyn Target>,
    /// The number of requests that are being answered.
    busy: AtomicUsize,
}

/// The changes of pages in the files of the trees, for the program to take; made by [`Live::let_edit`].
///
/// When it is dropped, pages can no longer change running agents. They can still edit and save the files.
pub struct Edits<V: Vocabulary> {
    slot: Arc<Slot<V>>,
    shared: Arc<Shared>,
    file: PathBuf,
}

impl Live {
    /// Lets pages edit a file of trees and the files that it brings with `use`: their texts and their drawing, with the
    /// words of the vocabulary `V`.
    ///
    /// Pages save a file only if it has not been changed on the disk meanwhile. They never change the program by
    /// themselves: what a page applies waits until the program [takes](Edits::take) it.
    ///
    /// Everyone who can use the page can replace the contents of these files, and, with a `use`, of all other files in the
    /// folder of the first one and below, and choose what the agents do with the words of the vocabulary. So this works
    /// only with a server that other machines cannot reach.
    ///
    /// ```no_run
    /// # use bt_core::behavior_tree;
    /// # behavior_tree! { vocabulary Lamp(is_on: &mut bool) { action Switch => *is_on = !*is_on; } }
    /// use bt_watch::live::Live;
    ///
    /// const FILE: &str = "trees/lamp.tree";
    ///
    /// let mut trees = Lamp::load(FILE)?;
    /// let mut live = Live::start()?;
    /// let mut edits = live.let_edit::<Lamp>(FILE)?;
    /// println!("edit it at {}", live.url());
    /// let (mut lamp, mut is_on) = (trees.tree("Blink").expect("the file has it"), false);
    /// let agent = live.agent_of("lamp", &lamp);
    /// loop {
    ///     if edits.take(&mut trees) {
    ///         lamp.renew(&trees, &mut is_on);
    ///     }
    ///     live.tick(agent, &mut lamp, &mut is_on);
    /// }
    /// # #[allow(unreachable_code)]
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// A server has one such file: a second call replaces the first one.
    ///
    /// # Errors
    ///
    /// If other machines can reach the server, or if a file cannot be read, is too large or is not UTF-8. It may have
    /// mistakes.
    pub fn let_edit<V: Vocabulary>(&mut self, file: impl AsRef<Path>) -> io::Result<Edits<V>> {
        self.let_edit_files(Files::new(file.as_ref().to_owned()))
    }

    /// Does the same as [`let_edit`](Self::let_edit) with files that the program keeps in memory, the first one and those that
    /// it may bring: their names and their texts.
    ///
    /// ```
    /// # use bt_core::behavior_tree;
    /// # behavior_tree! { vocabulary Lamp(is_on: &mut bool) { action Switch => *is_on = !*is_on; } }
    /// use bt_watch::live::Live;
    ///
    /// let mut live = Live::without_server();
    /// let edits = live.let_edit_texts::<Lamp>("lamp.tree", [("lamp.tree", "tree Blink { action Switch; }")])?;
    /// # drop(edits);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If other machines can reach the server, or if there is no first text.
    pub fn let_edit_texts<'t, V: Vocabulary>(
        &mut self,
        first: &str,
        texts: impl IntoIterator<Item = (&'t str, &'t str)>,
    ) -> io::Result<Edits<V>> {
        let texts = texts.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned()));
        self.let_edit_files(Files::in_memory(first, texts.collect()))
    }

    fn let_edit_files<V: Vocabulary>(&mut self, files: Files) -> io::Result<Edits<V>> {
        if self.is_open() {
            let address = self.address();
            let problem =
                format!("{address} can be reached from outside, so its pages may not edit files");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
        let (file, words) = (files.path().to_owned(), words_of::<V>());
        let reading = files.read(files.first(), &Texts::new(), &words).map_err(io::Error::other)?;
        // A program cannot have loaded a text with mistakes.
        let is_loaded = reading.mistakes.is_empty();
        let slot = Arc::new(Slot::new(is_loaded.then_some(reading.source)));
        let editor = Editor { files, words, target: slot.clone(), busy: AtomicUsize::new(0) };
        *locked(&self.shared.editor) = Some(Arc::new(editor));
        Ok(Edits { slot, shared: Arc::clone(&self.shared), file })
    }
}

impl<V: Vocabulary> Edits<V> {
    /// Replaces the trees with those that a page has applied since the last call; `true` if there are any.
    ///
    /// Then the program [renews](bt_core::files::Loaded::renew) its agents. The texts of pages are checked before, so
    /// there are no mistakes here. A call without news costs next to nothing.
    pub fn take(&mut self, trees: &mut Trees<V>) -> bool {
        let Some(new) = self.slot.take(|trees| self.agents(trees)) else { return false };
        *trees = new;
        true
    }

    /// The number of recorded agents that will have a new version of their tree.
    fn agents(&self, trees: &Trees<V>) -> usize {
        let files: BTreeSet<_> = trees.files().map(Path::to_string_lossy).collect();
        let is_of_file = |tree: &&Tree| {
            let is_here = tree.file().is_none_or(|file| files.contains(file));
            is_here && trees.names().any(|name| name == tree.name())
        };
        self.shared.look(|recorder| recorder.loaded().filter(is_of_file).count())
    }
}

impl<V: Vocabulary> Drop for Edits<V> {
    fn drop(&mut self) {
        self.slot.close();
    }
}

impl<V: Vocabulary> fmt::Debug for Edits<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Edits").field("file", &self.file).finish_non_exhaustive()
    }
}

/// The state of the editor, for all pages: `null` if the program allows no edits.
///
/// `{"disk":{"a.tree":"…"},"version":2,"running":{"a.tree":"…"}}`: the marks of the texts on the disk, the number of the
/// version that the program has taken, and the marks of its texts.
pub(super) fn state(shared: &Shared) -> Value {
    let Some(editor) = locked(&shared.editor).clone() else { return Value::Null };
    let running = editor.target.running();
    let marks = running.source.map(|source| -> Value {
        source.iter().map(|(name, of)| (name.clone(), json!(of.mark))).collect()
    });
    json!({ "disk": editor.files.marks(), "version": running.version, "running": marks })
}
