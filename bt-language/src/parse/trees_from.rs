//! `trees from "trees/soldier.tree" with Drill;`

use super::cursor::Cursor;
use super::items::{Front, begins_item};
use super::notes::{Mistake, Notes, Parsed};
use crate::mirror::Words;
use crate::vocabulary::declared::File;
use proc_macro2::{Ident, Literal, TokenTree};
use quote::{ToTokens, quote};

const SHAPE: &str = "`trees from \"trees/soldier.tree\" with Drill;`";

/// Reads the item; goes on after its `;`.
pub(super) fn file(input: &mut Cursor, front: Front, notes: &mut Notes) -> Option<File> {
    let word = input.eat_ident()?;
    notes.mirror.word(Words::Items, &word);
    let read = parts(input, notes);
    notes.mirror.close(&quote!(()));
    let parts = notes.read(read);
    if parts.is_none() {
        let _ = input.until(&|input| input.peek_punct(';') || begins_item(input));
        input.eat_punct(';');
    } else if !input.eat_punct(';') {
        notes.error(input.last_span(), format!("expected `;` after the vocabulary: {SHAPE}"));
        let _ = input.until(&|input| {
            input.peek_punct(';')
                || input.peek_punct('#')
                || input.peek_word("pub")
                || begins_item(input)
        });
        input.eat_punct(';');
    }
    let (literal, path, vocabulary) = parts?;
    let Front { attributes, visibility } = front;
    Some(File { attributes, visibility, path, span: literal.span(), vocabulary })
}

/// `from "trees/soldier.tree" with Drill`
fn parts(input: &mut Cursor, notes: &mut Notes) -> Parsed<(Literal, String, Ident)> {
    if !input.eat_word("from") {
        return Err(Mistake::new(
            input.span(),
            format!("expected `from` before the path: {SHAPE}"),
        ));
    }
    let after = input.last_span();
    let (literal, path) = match input.peek().cloned() {
        Some(TokenTree::Literal(literal)) => {
            let read = syn::parse2::<syn::LitStr>(literal.to_token_stream());
            let read = read.map_err(|_| {
                Mistake::new(
                    literal.span(),
                    format!("expected the path of a file, in quotes: {SHAPE}"),
                )
            });
            (literal, read?.value())
        }
        found => {
            let span = found.map_or(after, |found| found.span());
            let text = format!("expected the path of a file, in quotes: {SHAPE}");
            return Err(Mistake::new(span, text));
        }
    };
    input.advance();
    if !input.eat_word("with") {
        let span =
            if input.is_empty() || input.peek_punct(';') { literal.span() } else { input.span() };
        let text = format!("expected `with` and the vocabulary of the file: {SHAPE}");
        return Err(Mistake::new(span, text));
    }
    let after = input.last_span();
    let name = input.eat_ident();
    notes.mirror.tree(&name.to_token_stream());
    match name {
        Some(name) => Ok((literal, path, name)),
        None => Err(Mistake::new(after, format!("expected the name of a vocabulary: {SHAPE}"))),
    }
}
