//! Nodes: doc comments, label, word, arguments, children.

use super::cursor::Cursor;
use super::leaf::Place;
use super::notes::{Mistake, Notes, Parsed};
use super::reader::{self, Reader, Whole};
use super::{composite, misplaced, unknown};
use crate::ast::{Expressions, Kind, Node};
use crate::mirror::Words;
use crate::nodes::Made;
use crate::words::{Children, Word};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};

/// The parts of a node after its label.
#[derive(Default)]
pub(crate) struct Read {
    kind: Option<Kind>,
    expressions: Expressions,
    children: Vec<Node>,
}

impl Read {
    /// A node that cannot be read, with the children that can.
    pub(crate) fn unreadable(children: Vec<Node>) -> Self {
        Self { children, ..Self::default() }
    }

    pub(crate) fn at(self, span: Span) -> Node {
        let Self { kind, expressions, children } = self;
        Node { kind, expressions, children, label: None, description: None, span }
    }
}

/// A node of which only the span is known.
pub(crate) fn broken(span: Span) -> Node {
    Read::default().at(span)
}

/// Reads one node and everything below it; reports mistakes and goes on after them.
pub(crate) fn node(input: &mut Cursor, place: Place, notes: &mut Notes) -> Node {
    let description = docs(input, notes);
    let label = labels(input, notes);
    if place == Place::Block && composite::arrow_ahead(input) {
        let text = "only the children of a `random_selector`, `random_sequence`, `utility_selector`, `active_utility_selector`, `priority_selector` or `match` have a `=>` in front; remove it";
        notes.error(input.span(), text);
        input.eat_arrow();
    }
    let (span, last) = (input.span(), input.last_span());
    let read = match input.eat_ident() {
        Some(word) => {
            notes.mirror.word(Words::Nodes, &word);
            notes.deeper(|notes| of_word(input, &word, place, notes), span)
        }
        None => {
            notes.mirror.end(Words::Nodes);
            if input.is_empty() {
                Err(Mistake::new(last, "expected a node after this"))
            } else {
                misplaced::no_word(input, place, notes)
            }
        }
    };
    let read = read.unwrap_or_else(|Mistake { span, text }| {
        notes.error(span, text);
        if std::mem::take(&mut notes.is_too_deep) {
            // If the rest were read as further nodes of the block, it would be nested as deeply
            // again.
            let _ = input.until(&|_| false);
        } else {
            input.skip_node(place);
        }
        Read::default()
    });
    Node { label, description, ..read.at(span) }
}

/// Reads nodes to the end of a block.
pub(crate) fn nodes(input: &mut Cursor, children: &mut Vec<Node>, notes: &mut Notes) {
    while misplaced::eat_ends(input, notes) {
        children.push(node(input, Place::Block, notes));
    }
}

/// Reads the label of a node; reports a second label, and a comment after it.
fn labels(input: &mut Cursor, notes: &mut Notes) -> Option<Ident> {
    let first = label(input, notes);
    while first.is_some() {
        let span = input.span();
        if input.peek_punct('#') {
            docs(input, notes);
            notes.error(span, "a doc comment comes before the label");
        } else if label(input, notes).is_some() {
            notes.error(span, "a node has one label; remove one of them");
        } else {
            break;
        }
    }
    first
}

/// Reads the rest of a node after its word.
pub(crate) fn of_word(
    input: &mut Cursor,
    token: &Ident,
    place: Place,
    notes: &mut Notes,
) -> Parsed<Read> {
    let Some(word) = Word::of(token) else { return unknown::unknown(input, token, place, notes) };
    let expressions = Expressions::default();
    let mut reader = Reader { input, word: token, place, notes, expressions };
    let (definition, children) = match word.row().read {
        reader::Read::Whole(read) => read(&mut reader)?,
        reader::Read::Arguments(read) => {
            let definition = read(&mut reader);
            match word.children() {
                Children::One => reader.decorated(definition)?,
                _ => (definition, Vec::new()),
            }
        }
    };
    let Some(definition) = definition else { return Ok(Read::unreadable(children)) };
    Ok(Read { kind: Some(Kind::new(word, definition)), expressions: reader.expressions, children })
}

/// Reads a decorator and its node.
pub(super) fn decorated(reader: &mut Reader<'_>, definition: Option<Made>) -> Parsed<Whole> {
    let Reader { input, word, notes, .. } = reader;
    if definition.is_none() && !input.peek_node() {
        input.skip_to_node();
    }
    if input.is_empty() || input.peek_punct(';') || input.peek_punct(',') {
        if definition.is_none() {
            input.eat_punct(';');
            return Ok((None, Vec::new()));
        }
        let text = format!("`{word}` has nothing to decorate; write a node after it");
        return Err(Mistake::new(word.span(), text));
    }
    if input.peek_group(Delimiter::Brace) {
        let text = format!(
            "`{word}` comes before one node and has no braces of its own; write `sequence` before them"
        );
        notes.error(input.span(), text);
        return Ok((None, composite::block(input, word, notes)?));
    }
    Ok((definition, vec![node(input, reader.place, notes)]))
}

/// The doc comments of a node.
pub(crate) fn docs(input: &mut Cursor, notes: &mut Notes) -> Option<String> {
    docs_of(input, "a node", "tree", notes)
}

/// Reads doc comments: `/// text` arrives as `#[doc = " text"]`.
pub(crate) fn docs_of(
    input: &mut Cursor,
    what: &str,
    item: &str,
    notes: &mut Notes,
) -> Option<String> {
    let mut lines = Vec::new();
    while input.eat_punct('#') {
        let span = input.last_span();
        let is_inner = input.eat_punct('!');
        let Some(group) = input.eat_group(Delimiter::Bracket) else {
            notes.error(span, format!("expected {what}, found `#`; {what} begins with a word"));
            continue;
        };
        match doc_line(group.stream()) {
            Some(_) if is_inner => {
                let text = format!("`//!` describes nothing here; write `///` before {what}");
                notes.error(span, text);
            }
            Some(line) => lines.push(line),
            None => {
                let text = format!(
                    "{what} takes doc comments and no other attributes; write them before `{item}`"
                );
                notes.error(group.span(), text);
            }
        }
    }
    (!lines.is_empty()).then(|| lines.join("\n").trim().to_owned())
}

/// `doc = " text"` → `text`
fn doc_line(attribute: TokenStream) -> Option<String> {
    let mut tokens = attribute.into_iter();
    let is_doc = matches!(tokens.next(), Some(TokenTree::Ident(word)) if word == "doc")
        && matches!(tokens.next(), Some(TokenTree::Punct(punct)) if punct.as_char() == '=');
    let text = tokens.next().filter(|_| is_doc)?;
    let text = syn::parse2::<syn::LitStr>(text.into()).ok()?;
    tokens.next().is_none().then(|| text.value().trim().to_owned())
}

/// `'flee:`
fn label(input: &mut Cursor, notes: &mut Notes) -> Option<Ident> {
    let span = input.span();
    if !input.eat_punct('\'') {
        return None;
    }
    let name = input.eat_ident().filter(|name| !name.to_string().starts_with('$'));
    let Some(name) = name else {
        notes.error(span, "expected a label: `'name: node`");
        return None;
    };
    // For a label at the end, the missing node is reported instead.
    if !input.eat_punct(':') && !input.is_empty() {
        notes.error(name.span(), format!("expected `:` after the label: `'{name}: node`"));
    }
    Some(name)
}

/// Returns `true` if a condition of a monitor comes next: `condition` or `not condition`.
pub(crate) fn is_condition(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    loop {
        while ahead.eat_punct('#') {
            ahead.advance();
        }
        if ahead.eat_punct('\'') {
            ahead.advance();
            ahead.eat_punct(':');
        }
        if !ahead.eat_word("not") {
            return ahead.peek_word("condition");
        }
    }
}
