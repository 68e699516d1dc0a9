//! Trees in the text of a file: reading, checks, and mistakes with their positions.
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
mod mistake;

pub use mistake::{Mistake, Place, Shown};

use crate::ast::Tree;
use crate::check;
use crate::mistakes::Mistakes;
use crate::parse::{self, Notes};
use crate::place::Lines;
use crate::vocabulary::Vocabulary;
use proc_macro2::{TokenStream, TokenTree};

/// The maximum number of bytes of a file.
pub const MOST_BYTES: usize = 4 << 20;

/// The maximum nesting depth of brackets in a file.
const MOST_NESTED: usize = 256;

/// The maximum number of mistakes that are reported.
const MOST_MISTAKES: usize = 100;

/// The maximum number of `<` in a file: the time to read them grows with the square of their number.
const MOST_GENERICS: usize = 100;

/// The trees of a file.
pub struct Reading {
    /// The trees.
    pub trees: Vec<Tree>,
    /// All mistakes, in the order of the text.
    pub mistakes: Vec<Mistake>,
    /// The indexes in the vocabulary of the words that the trees use, in ascending order.
    pub words_used: Vec<usize>,
    /// The lines of the file.
    pub lines: Lines,
}

/// Reads and checks the trees of a file. Never panics, whatever the text.
///
/// The positions of the tokens are known only in the thread that reads them, and only until it calls [`forget`].
#[must_use]
pub fn read(text: &str, vocabulary: &Vocabulary) -> Reading {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let refused = |mistake| Reading {
        trees: Vec::new(),
        mistakes: vec![mistake],
        words_used: Vec::new(),
        lines: Lines::default(),
    };
    let tokens = match tokens(text) {
        Ok(tokens) => tokens,
        Err(mistake) => return refused(mistake),
    };
    let mut notes = Notes::of_file();
    let mut trees = parse::trees_of_file(tokens, &mut notes);
    let mut mistakes: Mistakes = notes.mistakes;
    check::trees_of_file(&mut trees, vocabulary, &mut mistakes);
    let mistakes = placed(text, mistakes);
    let trees: Vec<Tree> = trees.into_iter().filter_map(Result::ok).collect();
    Reading {
        words_used: check::words_used(&trees, vocabulary),
        trees,
        mistakes,
        lines: Lines::default(),
    }
}

/// Reads the trees of a file, whose words need not be in a vocabulary. The positions of the tokens are known as after
/// [`read`].
///
/// # Errors
///
/// All mistakes of the syntax.
pub fn trees(text: &str) -> Result<Vec<Tree>, Vec<Mistake>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let tokens = tokens(text).map_err(|mistake| vec![mistake])?;
    let mut notes = Notes::of_file();
    let trees = parse::trees_of_file(tokens, &mut notes);
    let mistakes = placed(text, notes.mistakes);
    if mistakes.is_empty() { Ok(trees.into_iter().flatten().collect()) } else { Err(mistakes) }
}

/// The tokens of a file, unless it is too large, or nested too deeply.
pub(crate) fn tokens(text: &str) -> Result<TokenStream, Mistake> {
    let tokens = tokens_of_rust(text)?;
    match generics(&tokens) {
        Some(token) => {
            let what = "a file has words of the vocabulary, and no generics of Rust";
            Err(Mistake::of_span(text, token.span(), what))
        }
        None => Ok(tokens),
    }
}

/// The tokens of a text, unless it is too large, or nested too deeply.
pub(crate) fn tokens_of_rust(text: &str) -> Result<TokenStream, Mistake> {
    if text.len() > MOST_BYTES {
        let what = format!(
            "this file has {} bytes, and may have {MOST_BYTES}; write several files",
            text.len()
        );
        return Err(Mistake::at(text, 0..0, what));
    }
    let tokens: TokenStream = text.parse().map_err(|error| delimiters::mistake(text, &error))?;
    match too_deep(&tokens) {
        Some(token) => {
            let what = format!("more than {MOST_NESTED} brackets are nested here");
            Err(Mistake::of_span(text, token.span(), what))
        }
        None => Ok(tokens),
    }
}

/// The mistakes with their positions, in the order of the text.
pub(crate) fn placed(text: &str, mistakes: Mistakes) -> Vec<Mistake> {
    let all = mistakes.in_order();
    let more = all.len().saturating_sub(MOST_MISTAKES);
    let mut placed: Vec<Mistake> = all
        .into_iter()
        .take(MOST_MISTAKES)
        .map(|mistake| Mistake::of_span(text, mistake.span, mistake.text))
        .collect();
    if let Some(last) = placed.last_mut().filter(|_| more > 0) {
        last.text = format!("{}; there are {more} mistakes more", last.text);
    }
    placed
}

/// Frees the texts that were read in this thread, once they are no longer in use: `proc_macro2` keeps each text for the
/// positions of its tokens.
///
/// # Panics
///
/// In a procedural macro, where the compiler keeps the positions.
pub fn forget() {
    proc_macro2::extra::invalidate_current_thread_spans();
}

/// The first `<` above the limit, if there are too many for a file of trees.
fn generics(tokens: &TokenStream) -> Option<TokenTree> {
    let mut open = vec![tokens.clone().into_iter()];
    let mut count = 0;
    while let Some(tokens) = open.last_mut() {
        match tokens.next() {
            None => drop(open.pop()),
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(TokenTree::Punct(punct)) if punct.as_char() == '<' => {
                count += 1;
                if count > MOST_GENERICS {
                    return Some(punct.into());
                }
            }
            Some(_) => {}
        }
    }
    None
}

/// The first bracket that is nested too deeply.
fn too_deep(tokens: &TokenStream) -> Option<TokenTree> {
    let mut open = vec![tokens.clone().into_iter()];
    while let Some(tokens) = open.last_mut() {
        match tokens.next() {
            None => {
                open.pop();
            }
            Some(TokenTree::Group(group)) => {
                if open.len() > MOST_NESTED {
                    return Some(group.into());
                }
                open.push(group.stream().into_iter());
            }
            Some(_) => {}
        }
    }
    None
}
