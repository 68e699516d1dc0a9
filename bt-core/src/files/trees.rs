//! The trees of a file.

use super::assemble::assemble;
use super::code::Code;
use super::mark::mark;
use super::mistakes::Mistakes;
use super::play::Vocabulary;
use super::words;
use bt_language::{file, lower};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Read as _;
use std::marker::PhantomData;
use std::path::Path;
use std::string::{String, ToString};
use std::sync::Arc;
use std::vec::Vec;

/// The trees of one file, for the vocabulary `V`; the functions `load` and `parse` of the vocabulary make them.
pub struct Trees<V: Vocabulary> {
    codes: BTreeMap<&'static str, Arc<Code>>,
    /// The names, in the order of the file.
    names: Vec<&'static str>,
    /// The indexes of the words that the trees use.
    words_used: Vec<usize>,
    vocabulary: PhantomData<fn() -> V>,
}

impl<V: Vocabulary> Trees<V> {
    /// Reads the trees of a text.
    ///
    /// # Errors
    ///
    /// All mistakes of the text.
    pub fn parse(text: &str) -> Result<Self, Mistakes> {
        Self::read(text, None)
    }

    /// Reads the trees of a text that will be in this file.
    ///
    /// # Errors
    ///
    /// All mistakes of the text.
    #[doc(hidden)]
    pub fn parse_for(text: &str, file: &Path) -> Result<Self, Mistakes> {
        Self::read(text, Some(file))
    }

    fn read(text: &str, file: Option<&Path>) -> Result<Self, Mistakes> {
        let (mut codes, words_used) = codes::<V>(text)?;
        let file: Option<Arc<str>> = file.map(|file| file.to_string_lossy().into());
        let text_mark: Arc<str> = mark(text).into();
        for code in &mut codes {
            code.file.clone_from(&file);
            code.text_mark = Some(Arc::clone(&text_mark));
        }
        let names = codes.iter().map(|code| code.name).collect();
        let codes = codes.into_iter().map(|code| (code.name, Arc::new(code))).collect();
        Ok(Self { codes, names, words_used, vocabulary: PhantomData })
    }

    /// Reads the trees of a file.
    ///
    /// # Errors
    ///
    /// All mistakes of the file; also an error if it cannot be read, or is not UTF-8.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Mistakes> {
        let path = path.as_ref();
        text(path)
            .and_then(|text| Self::read(&text, Some(path)))
            .map_err(|mistakes| mistakes.in_file(path))
    }

    /// The names of the trees, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.names.iter().copied()
    }

    /// The names of the words that the trees use, in the order of the vocabulary.
    ///
    /// With this function, a test can find the words that no file uses:
    ///
    /// ```
    /// use bt_core::behavior_tree;
    ///
    /// behavior_tree! {
    ///     vocabulary Lamp(is_on: &mut bool) {
    ///         condition IsOn => *is_on;
    ///         action Switch => *is_on = !*is_on;
    ///         action Break => *is_on = false;
    ///     }
    /// }
    ///
    /// let trees = Lamp::parse("tree Blink { sequence { condition IsOn; action Switch; } }")?;
    /// let used: Vec<&str> = trees.words_used().collect();
    /// assert_eq!(used, ["IsOn", "Switch"]);
    /// let unused = Lamp::WORDS.iter().filter(|word| !used.contains(&word.name));
    /// assert_eq!(unused.map(|word| word.name).collect::<Vec<_>>(), ["Break"]);
    /// # Ok::<(), bt_core::files::Mistakes>(())
    /// ```
    pub fn words_used(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.words_used.iter().filter_map(|place| V::WORDS.get(*place)).map(|word| word.name)
    }

    /// Replaces the trees with those of a new text. Agents continue with the old trees until they are
    /// [renewed](super::Loaded::renew).
    ///
    /// # Errors
    ///
    /// All mistakes of the text; then the old trees remain.
    pub fn reload(&mut self, text: &str) -> Result<(), Mistakes> {
        let file = self.codes.values().find_map(|code| code.file.clone());
        *self = Self::read(text, file.as_deref().map(Path::new))?;
        Ok(())
    }

    /// Replaces the trees with those of a changed file; see [`reload`](Self::reload).
    ///
    /// # Errors
    ///
    /// All mistakes of the file; then the old trees remain.
    pub fn reload_file(&mut self, path: impl AsRef<Path>) -> Result<(), Mistakes> {
        *self = Self::load(path)?;
        Ok(())
    }

    pub(super) fn code(&self, name: &str) -> Option<&Arc<Code>> {
        self.codes.get(name)
    }
}

impl<V: Vocabulary> Clone for Trees<V> {
    fn clone(&self) -> Self {
        Self {
            codes: self.codes.clone(),
            names: self.names.clone(),
            words_used: self.words_used.clone(),
            vocabulary: PhantomData,
        }
    }
}

impl<V: Vocabulary> fmt::Debug for Trees<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Trees")
            .field("vocabulary", &V::NAME)
            .field("trees", &self.names)
            .finish_non_exhaustive()
    }
}

/// The text of a file; an error if the file is too large.
fn text(path: &Path) -> Result<String, Mistakes> {
    let unreadable =
        |error: std::io::Error| Mistakes::whole(std::format!("this file cannot be read: {error}"));
    let opened = fs::File::open(path).map_err(unreadable)?;
    if opened.metadata().map_err(unreadable)?.is_dir() {
        return Err(Mistakes::whole("this is a folder, and not a file of trees"));
    }
    let most = file::MOST_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    opened.take(most).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() > file::MOST_BYTES {
        let text =
            std::format!("this file has more than {} bytes; write several files", file::MOST_BYTES);
        return Err(Mistakes::whole(text));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Mistakes::whole(std::format!("this file is not UTF-8: byte {at} belongs to no character"))
    })
}

/// The code of each tree of a text, and the indexes of the words that they use.
fn codes<V: Vocabulary>(text: &str) -> Result<(Vec<Code>, Vec<usize>), Mistakes> {
    let mut reading = file::read_with(text, &words::of::<V>(), &|word| V::nodes(word).len());
    let result = if reading.mistakes.is_empty() {
        let words_used = std::mem::take(&mut reading.words_used);
        assembled::<V>(reading).map(|codes| (codes, words_used))
    } else {
        Err(Mistakes::of(reading.mistakes))
    };
    // The text is no longer in use.
    file::forget();
    result
}

fn assembled<V: Vocabulary>(reading: file::Reading) -> Result<Vec<Code>, Mistakes> {
    let mut machines = Vec::new();
    for tree in reading.trees {
        let name = tree.outline.name.to_string();
        let machine = lower(&name, &tree.parameters, tree.root, &reading.lines);
        machines.push(machine.map_err(|internal| Mistakes::whole(internal.to_string()))?);
    }
    assemble::<V>(&machines).map_err(Mistakes::whole)
}
