//! A word that begins no node: what was probably meant, and what of it can be read in spite of it.

use super::composite;
use super::cursor::Cursor;
use super::leaf::Place;
use super::node::{Read, node};
use super::notes::{Notes, Parsed};
use crate::ast::Kind;
use crate::ide::Meaning;
use crate::keyword::{self, Meant};
use proc_macro2::{Delimiter, Ident, TokenTree};

/// Tells of the word, and reads what stands behind it as a composite, a decorator or a leaf.
pub(crate) fn unknown(
    input: &mut Cursor,
    word: &Ident,
    place: Place,
    notes: &mut Notes,
) -> Parsed<Read> {
    let written = eat_rest_of_word(input, word);
    notes.error(word.span(), text(&written));
    let mut behind = input.clone();
    behind.eat_group(Delimiter::Parenthesis);
    if behind.peek_group(Delimiter::Brace) {
        *input = behind;
        return Ok((Kind::Broken, composite::block(input, word, notes)?));
    }
    let is_node = matches!(behind.peek(), Some(TokenTree::Ident(next)) if keyword::is_node(next));
    if is_node && !behind.begins_node() {
        *input = behind;
        return Ok((Kind::Broken, vec![node(input, place, notes)]));
    }
    if !input.begins_node() {
        let from = input.place();
        input.skip_node(place);
        notes.value(Meaning::Anything, &input.since(from).into_iter().filter(not_end).collect());
    }
    Ok((Kind::Broken, Vec::new()))
}

/// `active-selector` is three tokens.
fn eat_rest_of_word(input: &mut Cursor, word: &Ident) -> String {
    let mut written = word.to_string();
    let mut ahead = input.clone();
    while ahead.eat_punct('-') {
        let Some(part) = ahead.eat_ident() else { break };
        written = format!("{written}-{part}");
        if keyword::meant(&written).is_some() {
            *input = ahead;
            return written;
        }
    }
    word.to_string()
}

fn text(written: &str) -> String {
    match (written, keyword::meant(written)) {
        ("else", _) => {
            "there is no `if` in front of this `else`; it stands behind the block of one".into()
        }
        (_, Some(Meant::Elsewhere(here))) => {
            format!("there is no node `{written}`; it is called `{here}` here")
        }
        (_, Some(Meant::Near(near))) => {
            format!("there is no node `{written}`; did you mean `{near}`?")
        }
        (_, None) => format!("there is no node `{written}`; the nodes are {}", keyword::list()),
    }
}

fn not_end(token: &TokenTree) -> bool {
    !matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';')
}
