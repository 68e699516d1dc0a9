//! Trees in the text of a file: reading, checks, and mistakes with their positions.
//!
//! A file has the [words](crate::words) of the language and those of a [`Vocabulary`]. [`read`] finds the mistakes for which a
//! program refuses the file, and says for each of them where it is and what to do.
//!
//! ```
//! use bt_language::{file, vocabulary::Vocabulary};
//!
//! let reading = file::read("tree Rest {\n    wait(2parsecs);\n}\n", &Vocabulary::default());
//! let mistake = &reading.mistakes[0];
//! assert_eq!((mistake.start.line, mistake.start.column), (2, 10));
//! assert_eq!(
//!     mistake.show("rest.tree").to_string(),
//!     "error: there is no unit `parsecs`; the units of time are `ns`, `us`, `ms`, `s`, `min` and `h`
//!  --> rest.tree:2:10
//!   |
//! 2 |     wait(2parsecs);
//!   |          ^^^^^^^^",
//! );
//! ```

mod delimiters;
#[allow(clippy::indexing_slicing, reason = "its indices come from its own tables")]
mod rules;
mod used;

#[doc(hidden)]
pub use crate::parse::MOST_PARAMETERS;
#[doc(hidden)]
pub use rules::{Demands, Doubtful, Proof, Proofs, Proved};
pub use used::{Used, beside};

use crate::ast::{Outline, Tree};
use crate::check;
use crate::mistakes::{MOST_MISTAKES, Mistakes};
use crate::parse::{self, Notes};
use crate::place::Lines;
use crate::vocabulary::Vocabulary;
use proc_macro2::{Literal, Span, TokenStream, TokenTree};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The maximum number of bytes of a file; a larger one is a mistake.
pub const MOST_BYTES: usize = 4 << 20;

/// The maximum nesting depth of brackets in a file.
const MOST_NESTED: usize = 256;

/// The maximum number of characters of a number: the time to read it grows with the square of that.
const LONGEST_NUMBER: usize = 200;

/// The result of reading a file. It stays in its thread; the mistakes can be sent to another one.
#[non_exhaustive]
pub struct Reading {
    /// The trees.
    #[doc(hidden)]
    pub trees: Vec<Tree>,
    /// The mistakes, in the order of the text; there are at most 100, and the last one says how many more there are. After
    /// 1000 the rest of the file is not read.
    pub mistakes: Vec<Mistake>,
    /// The other files that it brings with `use`, in the order in which they were read.
    pub used: Vec<Used>,
    /// For each tree, the index of its file among `used`; `None` for this file.
    #[doc(hidden)]
    pub files_of_trees: Vec<Option<usize>>,
    /// The indexes in the vocabulary of the words that the trees use, in ascending order.
    pub words_used: Vec<usize>,
    /// For each tree, what the rules of the vocabulary demand of it; nothing if there are other mistakes or no rules, or if it is
    /// no [entry](Tree::is_entry).
    #[doc(hidden)]
    pub demands: Vec<Demands>,
    /// The lines of the file.
    #[doc(hidden)]
    pub lines: Lines,
}

/// Reads and checks the trees of a file.
///
/// For the limit of nodes in a file, a tree of the vocabulary counts as one node, since the number of its nodes is not
/// known: [`read_with`] may refuse a file that this function accepts.
///
/// A byte order mark at the beginning is skipped. It never panics, whatever the text. The thread keeps the text for the
/// positions of its tokens until it calls [`forget`].
#[must_use]
pub fn read(text: &str, vocabulary: &Vocabulary) -> Reading {
    read_with(text, vocabulary, &|_| 0, &mut |_| Err(ALONE.to_owned()))
}

/// The same, if more is known: the number of nodes of each tree of the vocabulary, by the index of its word, and the texts
/// of other files. Such a file is named by its path from the folder of this one, with `/`: `"rooms/kitchen.tree"`. An `Err`
/// says why the file cannot be read.
///
/// ```
/// use bt_language::{file, vocabulary::Vocabulary};
///
/// let text = "use \"rest.tree\"; tree Day { subtree Rest; }";
/// let mut other = |name: &str| match name {
///     "rest.tree" => Ok("tree Rest { wait(8h); }".to_owned()),
///     _ => Err("there is no such file".to_owned()),
/// };
/// let reading = file::read_with(text, &Vocabulary::default(), &|_| 0, &mut other);
/// assert!(reading.mistakes.is_empty());
/// assert_eq!(reading.used[0].name, "rest.tree");
/// ```
#[must_use]
pub fn read_with(
    text: &str,
    vocabulary: &Vocabulary,
    nodes_of: &dyn Fn(usize) -> usize,
    other: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Reading {
    let mut demands = Vec::new();
    let reading = read_and(text, vocabulary, nodes_of, other, &mut |trees, placed, mistakes| {
        demands = rules::prove(trees, vocabulary, placed, mistakes, None);
    });
    Reading { demands, ..reading }
}

/// The same as [`read_with`], until another thread sets a flag: then the rules of the vocabulary are not proved, and the result
/// is of no use.
#[doc(hidden)]
#[must_use]
pub fn read_until(
    text: &str,
    vocabulary: &Vocabulary,
    other: &mut dyn FnMut(&str) -> Result<String, String>,
    stop: &Arc<AtomicBool>,
) -> Reading {
    let mut demands = Vec::new();
    let reading = read_and(text, vocabulary, &|_| 0, other, &mut |trees, placed, mistakes| {
        demands = rules::prove(trees, vocabulary, placed, mistakes, Some(Arc::clone(stop)));
    });
    Reading { demands, ..reading }
}

/// Reads a file, and proves the rules of its vocabulary and those of a text, `rules Guard { never 'flee && 'shoot; }`, as
/// [`read_with`] does; but a rule that is broken is no mistake of the file. The limit is that of the vocabulary.
///
/// There are no proofs of a file with mistakes. When another thread sets `stop`, the proofs end, and are of no use.
///
/// # Errors
///
/// The mistakes of the text of rules.
#[doc(hidden)]
pub fn prove(
    text: &str,
    vocabulary: &Vocabulary,
    asked: &str,
    other: &mut dyn FnMut(&str) -> Result<String, String>,
    stop: Option<&Arc<AtomicBool>>,
) -> Result<(Reading, Vec<Proofs>), Vec<Mistake>> {
    let asked = asked.strip_prefix('\u{feff}').unwrap_or(asked);
    let rules = rules::read(asked)?;
    let (mut proofs, mut wrong) = (Vec::new(), Mistakes::of_file());
    let reading = read_and(text, vocabulary, &|_| 0, other, &mut |trees, placed, _| {
        proofs = rules::prove_all(trees, vocabulary, &rules, placed, &mut wrong, stop.cloned());
    });
    let wrong = placed(asked, wrong);
    if wrong.is_empty() { Ok((reading, proofs)) } else { Err(wrong) }
}

/// Proves trees without mistakes; a mistake gets its position.
type Proves<'p> =
    dyn FnMut(&[Tree], &dyn Fn(crate::mistakes::Mistake) -> Mistake, &mut Mistakes) + 'p;

/// Reads a file; `prove` is called if there are no mistakes so far.
fn read_and(
    text: &str,
    vocabulary: &Vocabulary,
    nodes_of: &dyn Fn(usize) -> usize,
    other: &mut dyn FnMut(&str) -> Result<String, String>,
    prove: &mut Proves<'_>,
) -> Reading {
    let mut files = used::Files::read(text, other);
    let mut trees = std::mem::take(&mut files.trees);
    let mut mistakes = std::mem::take(&mut files.mistakes);
    if files.refused.is_empty() {
        let has_all = files.has_all;
        check::trees_of_file(&mut trees, vocabulary, nodes_of, has_all, &mut mistakes);
        let trees: Vec<&Tree> = trees.iter().flatten().collect();
        if mistakes.is_empty() {
            check::check_helpers(&trees, &|tree| files.has_pub(tree), &mut mistakes);
        }
    }
    let trees: Vec<Tree> = trees.into_iter().filter_map(Result::ok).collect();
    if mistakes.is_empty() && files.refused.is_empty() {
        prove(&trees, &|one| files.placed_one(one), &mut mistakes);
    }
    let file_of = |tree: &Tree| files.file_of(tree.outline.name.span());
    Reading {
        words_used: check::words_used(&trees, vocabulary),
        files_of_trees: trees.iter().map(file_of).collect(),
        trees,
        demands: Vec::new(),
        mistakes: files.placed(mistakes),
        used: files.used(),
        lines: Lines::default(),
    }
}

/// Why a text without a folder has no other files.
const ALONE: &str = "this text is read without other files";

/// Reads the trees of a file, whose words need not be in a vocabulary. The positions of the tokens are known as after
/// [`read`].
///
/// # Errors
///
/// All mistakes of the syntax.
#[doc(hidden)]
pub fn trees(text: &str) -> Result<Vec<Tree>, Vec<Mistake>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tokens = tokens(text).map_err(|mistake| vec![mistake])?;
    let mut notes = Notes::of_file();
    let mut trees = parse::trees_of_file(tokens, &mut notes).trees;
    if !trees.iter().any(Tree::is_entry) {
        trees.iter_mut().for_each(Tree::make_entry);
    }
    let mistakes = placed(text, notes.mistakes);
    if mistakes.is_empty() { Ok(trees) } else { Err(mistakes) }
}

/// The same for the formats of other tools, which do not have all nodes.
///
/// # Errors
///
/// All mistakes of the syntax, or the nodes that no other tool has.
#[doc(hidden)]
pub fn trees_to_export(text: &str) -> Result<Vec<Tree>, Vec<Mistake>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let trees = trees(text)?;
    let mut mistakes = Vec::new();
    for tree in &trees {
        check::each(&tree.root, &mut |node| {
            if node.has_cleanup() {
                let what = "other tools have no cleanup that takes time; write `finally(…)`, or the node `finally { … }` without its cleanup";
                mistakes.push(Mistake::of_span(text, node.span, what));
            }
        });
    }
    if mistakes.is_empty() { Ok(trees) } else { Err(mistakes) }
}

/// The tokens of a text, unless something in it is too large.
pub(crate) fn tokens(text: &str) -> Result<TokenStream, Mistake> {
    if text.len() > MOST_BYTES {
        let what = format!(
            "this file has {} bytes, and may have {MOST_BYTES}; write several files",
            text.len()
        );
        return Err(Mistake::at(text, 0..0, what));
    }
    let tokens: TokenStream = text.parse().map_err(|error| delimiters::mistake(text, &error))?;
    match too_large(&tokens) {
        Some((token, what)) => Err(Mistake::of_span(text, token.span(), what)),
        None => Ok(tokens),
    }
}

/// The mistakes with their positions, in the order of the text.
pub(crate) fn placed(text: &str, mistakes: Mistakes) -> Vec<Mistake> {
    placed_by(mistakes, &|span, what| Mistake::of_span(text, span, what))
}

fn placed_by(mistakes: Mistakes, place: &dyn Fn(Span, String) -> Mistake) -> Vec<Mistake> {
    let least = if mistakes.is_full() { "at least " } else { "" };
    let all = mistakes.in_order();
    let more = all.len().saturating_sub(MOST_MISTAKES);
    let mut placed: Vec<Mistake> = all
        .into_iter()
        .take(MOST_MISTAKES)
        .map(|mistake| place(mistake.span, mistake.text))
        .collect();
    if let Some(last) = placed.last_mut().filter(|_| more > 0) {
        last.text = format!("{}; there are {least}{more} mistakes more", last.text);
    }
    placed
}

/// Frees the texts that were read in this thread.
///
/// `proc_macro2` keeps each text for the positions of its tokens, so a program that reads many calls this after each one.
/// Mistakes stay as they are; tokens that the program itself has parsed in this thread lose their positions.
///
/// # Panics
///
/// In a procedural macro, where the compiler keeps the positions.
pub fn forget() {
    proc_macro2::extra::invalidate_current_thread_spans();
}

/// The first bracket that is nested too deeply, or the first number that is too long, and what is wrong with it.
fn too_large(tokens: &TokenStream) -> Option<(TokenTree, String)> {
    let mut open = vec![tokens.clone().into_iter()];
    while let Some(tokens) = open.last_mut() {
        match tokens.next() {
            None => drop(open.pop()),
            Some(TokenTree::Group(group)) if open.len() > MOST_NESTED => {
                let what = format!("more than {MOST_NESTED} brackets are nested here");
                return Some((group.into(), what));
            }
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(TokenTree::Literal(literal)) if is_too_long(&literal) => {
                let what = format!("a number has at most {LONGEST_NUMBER} characters");
                return Some((literal.into(), what));
            }
            Some(_) => {}
        }
    }
    None
}

fn is_too_long(literal: &Literal) -> bool {
    let text = literal.to_string();
    text.len() > LONGEST_NUMBER && text.starts_with(|letter: char| letter.is_ascii_digit())
}

/// A mistake in the text of a file.
///
/// A tool should not depend on the wording, which may change in any version.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// One sentence that describes the mistake and its correction.
    pub text: String,
    /// The beginning of the mistake.
    pub start: Position,
    /// The end of the mistake; the character there is not part of it.
    pub end: Position,
    /// Its bytes in the text, without a byte order mark.
    pub bytes: Range<usize>,
    /// The name of the file that `use` brings and in which it is; `None` for the text itself.
    pub file: Option<String>,
    /// It is a warning, with which a file is accepted.
    pub is_warning: bool,
    /// The line in which the mistake begins.
    source: Box<str>,
}

/// A position in a text; positions are ordered as in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Position {
    /// The line; the first one is 1.
    pub line: usize,
    /// The character in the line; the first one is 1.
    pub column: usize,
}

impl Mistake {
    /// A mistake in these bytes of a text.
    #[must_use]
    fn at(text: &str, bytes: Range<usize>, what: impl Into<String>) -> Self {
        let bytes = bytes.start..bytes.end.max(bytes.start);
        let start = Position::of(text, bytes.start);
        let source = text.lines().nth(start.line - 1).unwrap_or_default();
        Self {
            text: what.into(),
            start,
            end: Position::of(text, bytes.end),
            bytes,
            file: None,
            is_warning: false,
            source: source.chars().take(LONGEST).collect::<String>().into(),
        }
    }

    /// A mistake at tokens of a text.
    fn of_span(text: &str, span: Span, what: impl Into<String>) -> Self {
        let (start, end) = (offset(text, span, true), offset(text, span, false));
        Self::at(text, start..end, what)
    }

    /// The word that was probably meant, if the text proposes one.
    #[must_use]
    pub fn suggestion(&self) -> Option<&str> {
        let (_, behind) = self.text.split_once("did you mean `")?;
        behind.split_once('`').map(|(word, _)| word)
    }

    /// The file of the mistake, where the text itself is in `file`: a file that `use` brings is named from the folder of that.
    #[must_use]
    pub fn file_in(&self, file: &str) -> String {
        let folder = file.rfind('/').map_or("", |end| &file[..=end]);
        self.file.as_ref().map_or_else(|| file.to_owned(), |name| format!("{folder}{name}"))
    }

    /// Displays the mistake like a compiler error, with the name of the file: several lines, without a line break at the end.
    /// The name of a file that `use` brings is added to the folder of that file.
    #[must_use]
    pub const fn show<'a>(&'a self, file: &'a str) -> impl fmt::Display + 'a {
        Report { mistake: self, file }
    }
}

/// The maximum number of characters of a displayed line.
const LONGEST: usize = 200;

/// The byte at which a span begins or ends.
fn offset(text: &str, span: Span, is_start: bool) -> usize {
    let (line, column) = crate::place::ends(span, is_start);
    if line == 0 {
        return 0;
    }
    let mut from = 0;
    for _ in 1..line {
        from += text.get(from..).and_then(|rest| rest.find('\n')).map_or(0, |end| end + 1);
    }
    let rest = text.get(from..).unwrap_or_default();
    from + rest.char_indices().nth(column).map_or(rest.len(), |(at, _)| at)
}

impl Position {
    fn of(text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before.get(start..).map_or(0, |line| line.chars().count()) + 1;
        Self { line: before.matches('\n').count() + 1, column }
    }
}

/// A mistake with its file, its line, and marks below the wrong text.
struct Report<'a> {
    mistake: &'a Mistake,
    file: &'a str,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mistake { text, start, end, source, bytes: _, file: _, is_warning } = self.mistake;
        let file = self.mistake.file_in(self.file);
        let number = start.line.to_string();
        let margin = " ".repeat(number.len());
        let severity = if *is_warning { "warning" } else { "error" };
        writeln!(formatter, "{severity}: {text}")?;
        writeln!(formatter, "{margin}--> {file}:{}:{}", start.line, start.column)?;
        writeln!(formatter, "{margin} |")?;
        writeln!(formatter, "{number} | {}", source.replace('\t', TAB).trim_end())?;
        let last =
            if end.line > start.line { source.trim_end().chars().count() + 1 } else { end.column };
        let wide = |from: usize, count: usize| -> usize {
            let part = source.chars().skip(from).take(count);
            part.map(|letter| if letter == '\t' { TAB.len() } else { 1 }).sum()
        };
        let before = wide(0, start.column - 1);
        let marked = wide(start.column - 1, last.saturating_sub(start.column)).max(1);
        write!(formatter, "{margin} | {}{}", " ".repeat(before), "^".repeat(marked))
    }
}

/// The display of a tab.
const TAB: &str = "    ";
