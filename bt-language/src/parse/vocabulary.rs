//! `pub vocabulary Drill(npc: &mut Npc) { … }`

mod parameter;
mod word;

use super::cursor::Cursor;
use super::header;
use super::items::{self, Front};
use super::notes::{Mistake, Notes, Parsed};
use crate::ast::{Blackboard, Expression, Outline};
use crate::mirror::Words;
use crate::vocabulary::declared::{Declaration, DeclaredWord};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

const SHAPE: &str = "`vocabulary Name(blackboard: &mut Type) { … }`";

/// The words that have been read.
#[derive(Default)]
struct Draft {
    words: Vec<DeclaredWord>,
    random: Option<Expression>,
    /// The name of the blackboard, if the header can be read.
    binder: Option<Ident>,
    /// The names of all words, also of those that cannot be read.
    names: Vec<Ident>,
    /// Where the words of `random` stand.
    randoms: Vec<Span>,
    is_broken: bool,
}

impl Draft {
    /// Reports a mistake, and notes that a file may name a word that is missing here.
    fn error(&mut self, notes: &mut Notes, span: Span, text: impl Into<String>) {
        notes.error(span, text);
        self.is_broken = true;
    }

    fn read<T>(&mut self, notes: &mut Notes, parsed: Parsed<T>) -> Option<T> {
        let read = notes.read(parsed);
        self.is_broken |= read.is_none();
        read
    }
}

/// Reads the item; if its header cannot be read, the outline.
pub(super) fn vocabulary(
    input: &mut Cursor,
    front: Front,
    notes: &mut Notes,
) -> Option<Result<Declaration, Outline>> {
    let word = input.eat_ident()?;
    notes.mirror.word(Words::Items, &word);
    let word = Ident::new("vocabulary", word.span());
    let name = items::name(input, &word, SHAPE, notes);
    let signature = header::signature(input);
    let end = if signature.is_empty() {
        name.as_ref().unwrap_or(&word).span()
    } else {
        input.last_span()
    };
    let header = header(&signature, end);
    let binder = header.as_ref().ok().map(|(_, blackboard)| blackboard.binder.clone());
    let mut draft = Draft { binder, ..Draft::default() };
    let body = input.eat_group(Delimiter::Brace);
    let header = match &body {
        Some(_) => draft.read(notes, header),
        None if name.is_some() => {
            let text = format!("this vocabulary has no words; write them in braces: {SHAPE}");
            draft.error(notes, end, text);
            None
        }
        None => None,
    };
    if let Some(body) = body {
        words(&body, name.as_ref(), &mut draft, notes);
    }
    notes.mirror.close(&header::borrowed(&signature));
    let Front { attributes, visibility } = front;
    let outline = Outline { attributes, visibility, name: name? };
    let Draft { words, random, is_broken, .. } = draft;
    Some(match header {
        Some((generics, blackboard)) => {
            Ok(Declaration { outline, generics, blackboard, words, random, is_whole: !is_broken })
        }
        None => Err(outline),
    })
}

/// `<'w>(world: &mut World<'w>)`
fn header(signature: &TokenStream, end: Span) -> Parsed<(syn::Generics, Blackboard)> {
    let has_blackboard = signature.clone().into_iter().any(|token| matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis));
    if !has_blackboard {
        let text = "expected the blackboard of the vocabulary after its name: `vocabulary Name(npc: &mut Npc)`";
        return Err(Mistake::new(end, text));
    }
    let (generics, (blackboard, parameters)) = header::header(signature, end)?;
    if let Some(parameter) = parameters.first() {
        let text = "a vocabulary has a blackboard and no parameters; its words have parameters of their own";
        return Err(Mistake::new(parameter.name.span(), text));
    }
    let other = generics.params.iter().find_map(|parameter| match parameter {
        syn::GenericParam::Lifetime(_) => None,
        syn::GenericParam::Type(of) => Some(&of.ident),
        syn::GenericParam::Const(of) => Some(&of.ident),
    });
    match other {
        Some(other) => {
            let text = format!(
                "a vocabulary takes lifetimes and no other generics, since a program loads files for one blackboard; write a type in place of `{other}`"
            );
            Err(Mistake::new(other.span(), text))
        }
        None => Ok((generics, blackboard)),
    }
}

/// Reads all words of a block.
fn words(body: &Group, name: Option<&Ident>, draft: &mut Draft, notes: &mut Notes) {
    let mut input = Cursor::of(body);
    notes.mirror.types();
    if input.is_empty() {
        let span = name.map_or_else(|| body.span_open(), Ident::span);
        let text = "a vocabulary has at least one word: `condition Name => …;`";
        draft.error(notes, span, text);
    }
    while !input.is_empty() {
        let mut part = input.part(word::limit(&input));
        word::word(&mut part, draft, notes);
        if part.place() == 0 {
            part.advance();
        }
        for _ in 0..part.place() {
            input.advance();
        }
    }
    notes.mirror.end(Words::Vocabulary);
}
