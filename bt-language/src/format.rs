//! The layout of trees, in files and in Rust.
//!
//! A tree has one layout. Comments stay, and so does a blank line between two nodes. Rust expressions keep their
//! spacing; an expression with several lines or with comments keeps its text and moves as a block.
//!
//! ```
//! use bt_language::format;
//!
//! let text = "tree Guard { sequence { condition Hungry; // at noon\n action Eat( bites=3 ); } }";
//! assert_eq!(
//!     format::file(text).unwrap(),
//!     "tree Guard {
//!     sequence {
//!         condition Hungry; // at noon
//!         action Eat(bites = 3);
//!     }
//! }
//! "
//! );
//! ```

mod pieces;
mod printer;

use crate::calls;
use crate::file::{self, Mistake};
use crate::lexer::{self, Indentation, Lexeme};
use crate::mistakes::MOST_MISTAKES;
use crate::parse::{self, Notes};
use pieces::Atoms;
use proc_macro2::{TokenStream, TokenTree};
use std::ops::Range;

/// The largest length of a line, in characters. Only what has no place for a break is longer.
const WIDTH: usize = 100;

/// Returns the text of a file of trees in the one layout.
///
/// The words need not be in a vocabulary. The lines end as the first one does, and a byte order mark stays. A text that has
/// the layout stays as it is. As with [`file::read`], the thread keeps the positions of the tokens until it calls
/// [`file::forget`].
///
/// # Errors
///
/// All mistakes of the syntax, with their positions, if the text cannot be parsed.
pub fn file(text: &str) -> Result<String, Vec<Mistake>> {
    let (mark, text) = without_mark(text);
    let tokens = file::tokens(text).map_err(|mistake| vec![mistake])?;
    let mut notes = Notes::of_file();
    let trees = parse::trees_of_file(tokens, &mut notes).trees;
    refuse(text, notes)?;
    let atoms = Atoms::of_file(trees.iter());
    let lexemes = lexer::lexemes(text);
    let pieces = pieces::pieces(&mut Indentation::of(text), &lexemes, &atoms, 0);
    let printed = printer::print(&pieces, 0);
    Ok(format!("{mark}{printed}\n").replace('\n', lexer::line_break(text)))
}

/// Returns the text of a Rust source file with the contents of each `behavior_tree! { … }` in the one layout, and
/// all else as it is.
///
/// A call that contains a `$`, in a macro of its own, stays as it is. As with [`file::read`], the thread keeps the
/// positions of the tokens until it calls [`file::forget`].
///
/// ```
/// use bt_language::format;
///
/// let source = "behavior_tree! {\n    tree Rest(npc: &mut Npc) { wait(2s); }\n}\n";
/// assert_eq!(
///     format::rust(source).unwrap(),
///     "behavior_tree! {\n    tree Rest(npc: &mut Npc) {\n        wait(2s);\n    }\n}\n"
/// );
/// ```
///
/// # Errors
///
/// All mistakes of the syntax, with their positions, if a call cannot be parsed, and the first one if the source
/// cannot be split into tokens.
pub fn rust(text: &str) -> Result<String, Vec<Mistake>> {
    let (mark, text) = without_mark(text);
    let calls = calls::of(file::tokens(text).map_err(|mistake| vec![mistake])?);
    let mut mistakes = Vec::new();
    let mut output = String::from(mark);
    let (mut done, mut base) = (0, 0);
    let lexemes = lexer::lexemes(text);
    let line_break = lexer::line_break(text);
    let mut indentation = Indentation::of(text);
    for call in &calls {
        if mistakes.len() >= MOST_MISTAKES {
            break;
        }
        let body = call.span_open().byte_range().end..call.span_close().byte_range().start;
        if call.stream().is_empty() || has_dollar(call.stream()) {
            continue;
        }
        // A line on which the call before it ends has the indentation of that call.
        let before = text.get(done..body.start).unwrap_or_default();
        let line = indentation.at(body.start);
        if before.contains('\n') || done == 0 {
            base = line;
        }
        match of_call(&mut indentation, base, &lexemes, call.stream(), body.clone()) {
            Ok(printed) => {
                output.push_str(text.get(done..body.start).unwrap_or_default());
                output.push_str(&printed.replace('\n', line_break));
                done = body.end;
            }
            Err(found) => mistakes.extend(found),
        }
    }
    output.push_str(text.get(done..).unwrap_or_default());
    if mistakes.is_empty() { Ok(output) } else { Err(mistakes) }
}

/// The contents of one call, between its delimiters.
fn of_call(
    indentation: &mut Indentation<'_>,
    base: usize,
    lexemes: &[Lexeme],
    tokens: TokenStream,
    body: Range<usize>,
) -> Result<String, Vec<Mistake>> {
    let text = indentation.text;
    let mut notes = Notes::default();
    let items = parse::items(tokens, &mut notes);
    refuse(text, notes)?;
    let first = lexemes.partition_point(|lexeme| lexeme.start < body.start);
    let last = lexemes.partition_point(|lexeme| lexeme.end <= body.end);
    let lexemes = lexemes.get(first..last).unwrap_or_default();
    let atoms = Atoms::of_items(&items, text, lexemes);
    let pieces = pieces::pieces(indentation, lexemes, &atoms, 1);
    let printed = printer::print(&pieces, base);
    let end = " ".repeat(base);
    let on_first_line = pieces::begin_beside(&pieces);
    let start = if on_first_line { " " } else { "\n" };
    Ok(format!("{start}{printed}\n{end}"))
}

fn refuse(text: &str, notes: Notes) -> Result<(), Vec<Mistake>> {
    let mistakes = file::placed(text, notes.mistakes);
    if mistakes.is_empty() { Ok(()) } else { Err(mistakes) }
}

fn without_mark(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 })
}

fn has_dollar(tokens: TokenStream) -> bool {
    flat(tokens).any(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '$'))
}

/// All tokens; those of a group come after it.
fn flat(tokens: TokenStream) -> impl Iterator<Item = TokenTree> {
    let mut open = vec![tokens.into_iter()];
    std::iter::from_fn(move || {
        loop {
            let Some(token) = open.last_mut()?.next() else {
                open.pop();
                continue;
            };
            if let TokenTree::Group(group) = &token {
                open.push(group.stream().into_iter());
            }
            return Some(token);
        }
    })
}
