//! Words that begin no node: finds the word that was probably meant, and reads as much of the node
//! as possible.

use super::composite;
use super::cursor::Cursor;
use super::duration;
use super::leaf::Place;
use super::node::{Read, node, of_word};
use super::notes::{Notes, Parsed};
use crate::mirror::Meaning;
use crate::words::{self, Arguments, Children, Family, Meant, Word};
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

/// Reports the word, and reads the tokens after it as the word that was probably meant, or else as
/// a composite, a decorator or a leaf.
pub(crate) fn unknown(
    input: &mut Cursor,
    word: &Ident,
    place: Place,
    notes: &mut Notes,
) -> Parsed<Read> {
    let written = eat_rest_of_word(input, word);
    if let Some(text) = rust(word, input) {
        notes.error(word.span(), text);
        if is_label(input) {
            input.advance();
            return Ok(Read::unreadable(vec![node(input, place, notes)]));
        }
        return Ok(skipped(input, place, notes));
    }
    let in_vocabulary = Some(&written).filter(|_| notes.is_file).and_then(|name| behind_leaf(name));
    notes.error(word.span(), in_vocabulary.unwrap_or_else(|| text(&written)));
    let children = match as_meant(input, word, &written) {
        Some(meant) => {
            let span = word.span();
            vec![of_word(input, &meant, place, notes)?.at(span)]
        }
        None => {
            let mut behind = input.clone();
            behind.eat_group(Delimiter::Parenthesis);
            if behind.peek_group(Delimiter::Brace) {
                *input = behind;
                composite::block(input, word, notes)?
            } else if behind.peek_node() && !behind.begins_line() {
                *input = behind;
                vec![node(input, place, notes)]
            } else {
                return Ok(skipped(input, place, notes));
            }
        }
    };
    Ok(Read::unreadable(children))
}

/// The word that was probably meant, if the next tokens look like what it needs.
fn as_meant(input: &Cursor, word: &Ident, written: &str) -> Option<Ident> {
    let (Meant::Elsewhere(here) | Meant::Near(here)) = words::meant(written)?;
    let here = Word::find(here)?;
    let fits = match (here.arguments(), here.children()) {
        (Arguments::None, Children::None) => input.peek_punct(';'),
        (arguments, Children::None | Children::One) if arguments.are_bare() => {
            !input.is_empty() && !input.peek_punct(';') && !input.begins_node()
        }
        _ => false,
    };
    fits.then(|| Ident::new(here.as_str(), word.span()))
}

/// Reads tokens that are not a node, as an expression for an editor.
fn skipped(input: &mut Cursor, place: Place, notes: &mut Notes) -> Read {
    let from = input.place();
    input.skip_node(place);
    let last = input.since(from).into_iter().last();
    if matches!(last, Some(TokenTree::Group(_))) {
        input.eat_punct(';');
    }
    let tokens: TokenStream = input.since(from).into_iter().filter(not_end).collect();
    notes.value(Meaning::Anything, &tokens);
    Read::default()
}

/// `active-selector` is three tokens.
fn eat_rest_of_word(input: &mut Cursor, word: &Ident) -> String {
    let mut written = word.to_string();
    let mut ahead = input.clone();
    while ahead.eat_punct('-') {
        let Some(part) = ahead.eat_ident() else { break };
        written = format!("{written}-{part}");
        if words::meant(&written).is_some() {
            *input = ahead;
            return written;
        }
    }
    word.to_string()
}

fn not_end(token: &TokenTree) -> bool {
    !matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';')
}

/// `:`, and not `::`
fn is_label(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    ahead.eat_punct(':') && !ahead.peek_punct(':')
}

fn is_decorator(word: &str) -> bool {
    Word::find(word).is_some_and(|word| word.family() == Family::Decorator)
}

/// The message for a word that begins with a capital, as the words of a vocabulary do.
fn behind_leaf(written: &str) -> Option<String> {
    let is_name = written.starts_with(char::is_uppercase) && words::meant(written).is_none();
    is_name.then(|| {
        format!(
            "there is no node `{written}`; words of the vocabulary are written after `condition` or `action`: `condition {written};`"
        )
    })
}

/// The message for a word that the language does not have.
fn text(written: &str) -> String {
    match words::meant(written) {
        Some(Meant::Elsewhere(here)) if is_decorator(here) => format!(
            "there is no node `{written}`; it is called `{here}` here, and comes before its node"
        ),
        Some(Meant::Elsewhere(here)) => {
            format!("there is no node `{written}`; it is called `{here}` here")
        }
        Some(Meant::Near(near)) => {
            format!("there is no node `{written}`; did you mean `{near}`?")
        }
        None => format!("there is no node `{written}`; {}", words::list()),
    }
}

/// The message if the tokens look like Rust code and not like a node.
fn rust(word: &Ident, input: &Cursor) -> Option<String> {
    if word == "else" {
        return Some(
            "there is no `if` before this `else`; write `else` after the block of an `if`".into(),
        );
    }
    if is_label(input) {
        return Some(format!("a label begins with an apostrophe: `'{word}: node`"));
    }
    let mut behind = input.clone();
    match input.peek()? {
        TokenTree::Ident(name) if word == "tree" => Some(format!(
            "a tree cannot be declared inside of a tree; write `subtree {name};` here"
        )),
        TokenTree::Punct(punct) if ".=!+*/%<>&|^?:".contains(punct.as_char()) => Some(format!(
            "expected a node, found an expression; write `action {word}…;` or `condition {word}…;`"
        )),
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
            behind.advance();
            let is_call = behind.is_empty() || behind.peek_punct(';') || behind.peek_punct('.');
            let is_node = group.stream().into_iter().any(|token| duration::has_unit(&token));
            (is_call && !is_node).then(|| {
                format!("expected a node, found a call; write `action {word}(…);` or `condition {word}(…);`")
            })
        }
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            behind.advance();
            let is_struct =
                behind.peek_punct(';') && word.to_string().starts_with(char::is_uppercase);
            is_struct
                .then(|| format!("expected a node, found a struct; write `action {word} {{ … }};`"))
        }
        _ => None,
    }
}
