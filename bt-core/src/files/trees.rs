//! The trees of a file.

use super::assemble::{Words, assemble};
use super::code::Code;
use super::mark::mark;
use super::mistakes::Mistakes;
use super::play::Vocabulary;
use super::words;
use bt_language::file;
use bt_language::file::Used;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Read as _;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::sync::Arc;
use std::vec::Vec;

/// The trees of one file, for the vocabulary `V`; the functions `load` and `parse` of the vocabulary make them.
pub struct Trees<V: Vocabulary> {
    codes: BTreeMap<&'static str, Arc<Code>>,
    /// The names, in the order of the file.
    names: Vec<&'static str>,
    /// The names of the trees that are no entries.
    helpers: Arc<[String]>,
    /// The indexes of the words that the trees use.
    words_used: Vec<usize>,
    /// The file, if it is known, and those that it brings.
    files: Vec<PathBuf>,
    /// `true` if the first file is that of the text.
    is_loaded: bool,
    /// `true` if trees are accepted that cannot be proved within the limit.
    accepts_unproved: bool,
    vocabulary: PhantomData<fn() -> V>,
}

/// What a program has of a file that another one brings: an `Option` or a `Result` of its text, for
/// [`Trees::parse_with`].
pub trait FileText {
    /// The text, or the reason why there is none.
    ///
    /// # Errors
    ///
    /// The reason.
    fn text(self) -> Result<String, String>;
}

impl<T: Into<String>> FileText for Option<T> {
    fn text(self) -> Result<String, String> {
        self.map(Into::into).ok_or_else(|| "there is no such file".into())
    }
}

impl<T: Into<String>, E: fmt::Display> FileText for Result<T, E> {
    fn text(self) -> Result<String, String> {
        self.map(Into::into).map_err(|error| error.to_string())
    }
}

impl<V: Vocabulary> Trees<V> {
    /// Reads the trees of a text, which brings no other file.
    ///
    /// # Errors
    ///
    /// All mistakes of the text.
    pub fn parse(text: &str) -> Result<Self, Mistakes> {
        Self::read(text, None, false, &mut alone)
    }

    /// Reads the trees of a text, also those for which the proof of a rule of the vocabulary would be too large. A tree that is
    /// found to break a rule is still refused. An observer can check the [rules](Self::rules) while the tree runs.
    ///
    /// ```
    /// use bt_core::behavior_tree;
    /// use bt_core::files::Trees;
    ///
    /// behavior_tree! {
    ///     #[limit(transitions = 1)]
    ///     vocabulary Drill(safe: &mut bool) {
    ///         condition IsSafe => *safe;
    ///         action Fire => *safe = false;
    ///         rule always Fire.ticked -> IsSafe.succeeded;
    ///     }
    /// }
    ///
    /// let text = "tree Guard { sequence { condition IsSafe; action Fire; } }";
    /// let mistakes = Drill::parse(text).unwrap_err();
    /// assert!(mistakes.to_string().contains("too large for a proof"));
    /// let trees = Trees::<Drill>::parse_unproved(text)?;
    /// # Ok::<(), bt_core::files::Mistakes>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All other mistakes of the text.
    pub fn parse_unproved(text: &str) -> Result<Self, Mistakes> {
        Self::read(text, None, true, &mut alone)
    }

    /// Reads the trees of a text and of the files that it brings with `use`. `other` gives the text of such a file; its
    /// name is the path from the folder of this text, with `/`.
    ///
    /// ```
    /// use bt_core::behavior_tree;
    ///
    /// behavior_tree! {
    ///     vocabulary Lamp(is_on: &mut bool) {
    ///         action Switch => *is_on = !*is_on;
    ///     }
    /// }
    ///
    /// let trees = Lamp::parse_with("use \"blink.tree\"; tree Two { sequence { subtree Blink; subtree Blink; } }", |name| {
    ///     (name == "blink.tree").then_some("tree Blink { action Switch; }")
    /// })?;
    /// assert_eq!(trees.names().collect::<Vec<_>>(), ["Two", "Blink"]);
    /// # Ok::<(), bt_core::files::Mistakes>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All mistakes of the texts.
    pub fn parse_with<T: FileText>(
        text: &str,
        mut other: impl FnMut(&str) -> T,
    ) -> Result<Self, Mistakes> {
        Self::read(text, None, false, &mut |name| other(name).text())
    }

    /// Reads the trees of a text that will be in this file.
    ///
    /// # Errors
    ///
    /// All mistakes of the text.
    #[doc(hidden)]
    pub fn parse_for(text: &str, file: &Path) -> Result<Self, Mistakes> {
        Self::parse_files(text, file, &mut file::beside(file))
    }

    /// Reads the trees of a text that will be in this file, and of others whose texts are given.
    ///
    /// # Errors
    ///
    /// All mistakes of the texts.
    #[doc(hidden)]
    pub fn parse_files(text: &str, file: &Path, other: Other<'_>) -> Result<Self, Mistakes> {
        Self::read(text, Some(file), false, other)
    }

    fn read(
        text: &str,
        file: Option<&Path>,
        accepts_unproved: bool,
        other: Other<'_>,
    ) -> Result<Self, Mistakes> {
        let vocabulary =
            bt_language::vocabulary::Vocabulary { accepts_unproved, ..words::of::<V>() };
        let Content { codes, helpers, words_used, used, files_of_trees } =
            content(Words::of::<V>(), &vocabulary, text, other)?;
        let folder = file.and_then(Path::parent).unwrap_or(Path::new(""));
        let path = |used: &Used| folder.join(&used.name);
        let own = (file.map(Path::to_path_buf), text);
        let all: Vec<(Option<Arc<str>>, Arc<str>)> = std::iter::once(own)
            .chain(used.iter().map(|used| (Some(path(used)), used.text.as_str())))
            .map(|(file, text)| (file.map(|file| file.to_string_lossy().into()), mark(text).into()))
            .collect();
        let of_trees: Vec<_> =
            files_of_trees.iter().map(|file| &all[file.map_or(0, |used| used + 1)]).collect();
        let files_of_trees: Arc<[_]> = of_trees.iter().map(|(file, _)| file.clone()).collect();
        let mut by_name = BTreeMap::new();
        let mut names = Vec::new();
        for (tree, mut code) in codes {
            let (file, mark) = of_trees[tree];
            code.file.clone_from(file);
            code.text_mark = Some(Arc::clone(mark));
            code.files = Arc::clone(&files_of_trees);
            names.push(code.name);
            by_name.insert(code.name, Arc::new(code));
        }
        let files = file.map(Path::to_path_buf).into_iter().chain(used.iter().map(path)).collect();
        let is_loaded = file.is_some();
        let codes = by_name;
        let vocabulary = PhantomData;
        Ok(Self {
            codes,
            names,
            helpers,
            words_used,
            files,
            is_loaded,
            accepts_unproved,
            vocabulary,
        })
    }

    /// Reads the trees of a file, and of the files that it brings with `use`.
    ///
    /// # Errors
    ///
    /// All mistakes of the files; also an error if one cannot be read, or is not UTF-8.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, Mistakes> {
        Self::load_file(path.as_ref(), false)
    }

    /// Reads the trees of a file, also those for which the proof of a rule would be too large; see
    /// [`parse_unproved`](Self::parse_unproved).
    ///
    /// # Errors
    ///
    /// All other mistakes of the files; also an error if one cannot be read, or is not UTF-8.
    pub fn load_unproved(path: impl AsRef<Path>) -> Result<Self, Mistakes> {
        Self::load_file(path.as_ref(), true)
    }

    fn load_file(path: &Path, accepts_unproved: bool) -> Result<Self, Mistakes> {
        text(path)
            .and_then(|text| {
                Self::read(&text, Some(path), accepts_unproved, &mut file::beside(path))
            })
            .map_err(|mistakes| mistakes.in_file(path))
    }

    /// The paths of the files that were read, the first one first: a change of any of them can change the trees. Without a
    /// file there are only the names of those that the text brings.
    pub fn files(&self) -> impl Iterator<Item = &Path> + '_ {
        self.files.iter().map(PathBuf::as_path)
    }

    /// The names of the trees that the program can make, in the order of the file: those that are `pub`, or all if none is.
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
    /// [renewed](super::Loaded::renew). Files that the text brings are read from the folder of the file, if the trees were
    /// loaded from one.
    ///
    /// # Errors
    ///
    /// All mistakes of the text; then the old trees remain.
    pub fn reload(&mut self, text: &str) -> Result<(), Mistakes> {
        let accepts = self.accepts_unproved;
        *self = match self.files.first().filter(|_| self.is_loaded) {
            Some(file) => Self::read(text, Some(file), accepts, &mut file::beside(file))?,
            None => Self::read(text, None, accepts, &mut alone)?,
        };
        Ok(())
    }

    /// Replaces the trees with those of a changed file; see [`reload`](Self::reload).
    ///
    /// # Errors
    ///
    /// All mistakes of the file; then the old trees remain.
    pub fn reload_file(&mut self, path: impl AsRef<Path>) -> Result<(), Mistakes> {
        *self = Self::load_file(path.as_ref(), self.accepts_unproved)?;
        Ok(())
    }

    pub(super) fn code(&self, name: &str) -> Option<&Arc<Code>> {
        self.codes.get(name)
    }

    /// Returns `true` for a tree of the file that only other trees use.
    pub(super) fn is_helper(&self, name: &str) -> bool {
        self.helpers.iter().any(|helper| helper == name)
    }
}

impl<V: Vocabulary> Clone for Trees<V> {
    fn clone(&self) -> Self {
        Self {
            codes: self.codes.clone(),
            names: self.names.clone(),
            helpers: Arc::clone(&self.helpers),
            words_used: self.words_used.clone(),
            files: self.files.clone(),
            is_loaded: self.is_loaded,
            accepts_unproved: self.accepts_unproved,
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

/// A text that is parsed has no other files.
fn alone(_: &str) -> Result<String, String> {
    Err("a text is parsed alone; load it from its file, or use `parse_with`".into())
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

/// Gives the text of another file by its name.
type Other<'a> = &'a mut dyn FnMut(&str) -> Result<String, String>;

/// The trees of a text and of the files that it brings.
struct Content {
    /// The code of each entry, with the index of its tree.
    codes: Vec<(usize, Code)>,
    /// The names of the other trees.
    helpers: Arc<[String]>,
    /// The indexes of the words that the trees use.
    words_used: Vec<usize>,
    used: Vec<Used>,
    /// For each tree, the index of its file among `used`; `None` for the text itself.
    files_of_trees: Vec<Option<usize>>,
}

fn content(
    words: Words,
    vocabulary: &bt_language::vocabulary::Vocabulary,
    text: &str,
    other: Other<'_>,
) -> Result<Content, Mistakes> {
    let nodes = |word| (words.nodes)(word).len();
    let mut reading = file::read_with(text, vocabulary, &nodes, other);
    let result = if reading.mistakes.is_empty() {
        let words_used = std::mem::take(&mut reading.words_used);
        let used = std::mem::take(&mut reading.used);
        let files_of_trees = std::mem::take(&mut reading.files_of_trees);
        let helpers = reading.trees.iter().filter(|tree| !tree.is_entry());
        let helpers = helpers.map(|tree| tree.outline.name.to_string()).collect();
        let codes = assemble(words, reading.trees, &reading.lines).map_err(Mistakes::whole);
        codes.map(|mut codes| {
            for (tree, code) in &mut codes {
                let demands = reading.demands.get_mut(*tree);
                code.rules = demands.map(|of| std::mem::take(&mut of.claims)).unwrap_or_default();
            }
            Content { codes, helpers, words_used, used, files_of_trees }
        })
    } else {
        Err(Mistakes::of(reading.mistakes))
    };
    // The text is no longer in use.
    file::forget();
    result
}
