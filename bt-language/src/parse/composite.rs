//! Composites: a word, possibly arguments, and a block of children.

use super::argument;
use super::cursor::Cursor;
use super::expression::expression;
use super::leaf::Place;
use super::node::{broken, docs, is_condition, node, nodes};
use super::notes::{Mistake, Notes, Parsed};
use super::reader::{Reader, Whole};
use super::word;
use crate::ast::{Expression, Node, Purpose};
use crate::mirror::{Meaning, Words};
use crate::nodes::Made;
use crate::words::{Children, Word};
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote;

pub(crate) fn braces(input: &mut Cursor, word: &Ident) -> Parsed<Group> {
    if let Some(group) = input.eat_group(Delimiter::Brace) {
        return Ok(group);
    }
    let children = Word::of(word).map(Word::children);
    let text = match input.peek() {
        Some(TokenTree::Group(_)) => {
            format!("the children of a `{word}` stand in braces: `{word} {{ … }}`")
        }
        Some(TokenTree::Punct(punct)) if punct.as_char() == '\'' => {
            format!("a label comes before its node: `'name: {word} {{ … }}`")
        }
        _ if children == Some(Children::Branches) => {
            format!("`{word}` needs its node in braces: `{word} … {{ … }}`")
        }
        _ if children == Some(Children::Arms) => {
            format!("`{word}` needs its arms in braces: `{word} … {{ … }}`")
        }
        _ => format!("`{word}` needs its children in braces: `{word} {{ … }}`"),
    };
    Err(Mistake::new(word.span(), text))
}

/// Reads the nodes of a block, which may be empty.
pub(crate) fn block(input: &mut Cursor, word: &Ident, notes: &mut Notes) -> Parsed<Vec<Node>> {
    let group = braces(input, word)?;
    let mut inner = Cursor::of(&group);
    let mut children = Vec::new();
    nodes(&mut inner, &mut children, notes);
    notes.mirror.end(Words::Nodes);
    Ok(children)
}

fn has_children(children: &[Node], word: &Ident, notes: &mut Notes) -> bool {
    if children.is_empty() {
        let is_match = Word::of(word).map(Word::children) == Some(Children::Arms);
        let what = if is_match { "arms" } else { "children" };
        let text = format!("this `{word}` has no {what}; write at least one node in its braces");
        notes.error(word.span(), text);
    }
    !children.is_empty()
}

/// `{ … }`, and no arguments.
pub(crate) fn plain(reader: &mut Reader<'_>, definition: Made) -> Parsed<Whole> {
    let Reader { input, word, notes, .. } = reader;
    // `sequence(…) { … }`, and not `sequence(…);`
    let mut behind = input.clone();
    behind.advance();
    let has_arguments = behind.peek_group(Delimiter::Brace);
    let read = if has_arguments { argument::none(input, word, notes) } else { Some(()) };
    with_block(input, word, read.map(|()| definition), notes)
}

/// `{ … }`, after arguments that could be read.
pub(crate) fn with_block(
    input: &mut Cursor,
    word: &Ident,
    definition: Option<Made>,
    notes: &mut Notes,
) -> Parsed<Whole> {
    let children = block(input, word, notes)?;
    Ok((definition.filter(|_| has_children(&children, word, notes)), children))
}

/// Children; nothing instead of the other part if it cannot be read.
type With<T> = (Option<T>, Vec<Node>);

impl Reader<'_> {
    /// `{ condition …; … node … }`, with the number of conditions.
    pub(crate) fn watched(&mut self) -> Parsed<With<usize>> {
        let Self { input, word, notes, .. } = self;
        let group = braces(input, word)?;
        let mut inner = Cursor::of(&group);
        let mut children = Vec::new();
        while is_condition(&inner) {
            children.push(node(&mut inner, Place::Block, notes));
        }
        let conditions = children.len();
        nodes(&mut inner, &mut children, notes);
        notes.mirror.end(Words::Nodes);
        if !has_children(&children, word, notes) {
            return Ok((None, children));
        }
        let unread = children.iter().any(is_broken);
        if let (Some(first), 0, false) = (children.first(), conditions, unread) {
            let text = "the first child of a `monitor` must be a `condition` or `not condition`; write a condition before this node";
            notes.error(first.span, text);
        }
        if children.len() == conditions && !unread {
            let text = "this `monitor` has only conditions; write the node that they watch over after them";
            notes.error(word.span(), text);
        }
        let whole = conditions > 0
            && children.len() > conditions
            && !children.iter().take(conditions).any(is_broken);
        Ok((whole.then_some(conditions), children))
    }

    /// `{ 3 => node … }`; a child without a weight has weight 1.
    pub(crate) fn weighted(&mut self) -> Parsed<With<()>> {
        let read = self.keyed(Purpose::Weight, |input, notes| {
            if arrow_ahead(input) {
                return left_of_arrow(input, "a weight", Meaning::Number, notes);
            }
            if !input.peek_member() {
                return Key::Read(quote!(1).into());
            }
            notes.error(input.span(), "expected `=>` and a node after this weight: `… => node`");
            notes.value(Meaning::Number, &input.until_arm_ends());
            Key::Alone
        })?;
        self.notes.mirror.end(Words::Nodes);
        Ok(read)
    }

    /// `{ SCORE => node … }`
    pub(crate) fn scored(&mut self) -> Parsed<With<()>> {
        let read = self.keyed(Purpose::Score, |input, notes| {
            left_of_arrow(input, "a score", Meaning::Score, notes)
        })?;
        // The user may type a score here.
        self.notes.value(Meaning::Score, &quote!(0.0));
        Ok(read)
    }

    /// `{ COND => node … }`
    pub(crate) fn conditional(&mut self) -> Parsed<With<()>> {
        let read = self.keyed(Purpose::Answer, |input, notes| {
            left_of_arrow(input, "a condition", Meaning::Answer, notes)
        })?;
        // The user may type a condition here.
        self.notes.value(Meaning::Answer, &quote!(true));
        Ok(read)
    }

    fn keyed(
        &mut self,
        purpose: Purpose,
        key: fn(&mut Cursor, &mut Notes) -> Key,
    ) -> Parsed<With<()>> {
        let (keys, children) = keyed(self.input, self.word, self.notes, key)?;
        let read = keys.map(|keys| keys.into_iter().for_each(|key| self.push(purpose, key)));
        Ok((read, children))
    }
}

/// Returns `true` if a part of a condition could not be read.
fn is_broken(node: &Node) -> bool {
    node.kind.is_none() || node.children.iter().any(is_broken)
}

/// In a file, the vocabulary draws.
pub(crate) fn draw_of_vocabulary(
    input: &mut Cursor,
    word: &Ident,
    notes: &mut Notes,
) -> Option<Expression> {
    if let Some(group) = input.eat_group(Delimiter::Parenthesis) {
        let text =
            format!("the vocabulary says how a `{word}` of a file draws; remove the parentheses");
        notes.error(group.span(), text);
        return None;
    }
    Some(TokenStream::new().into())
}

/// Returns `true` if a key stands in front of the next node: `=>` comes before the node could be over.
pub(crate) fn arrow_ahead(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    let _ = ahead.until_outside_generics(&|input| {
        input.peek_arrow()
            || input.peek_punct(';')
            || input.peek_punct(',')
            || input.peek_group(Delimiter::Brace)
    });
    ahead.peek_arrow()
}

/// The tokens before a node.
pub(crate) enum Key {
    Read(Expression),
    /// It cannot be read; a node follows.
    Unread,
    /// They cannot be read, and no node follows.
    Alone,
}

/// Reads children with a key before each; `key` reads a key, or reports a mistake. If a key cannot
/// be read, no keys are returned.
pub(crate) fn keyed(
    input: &mut Cursor,
    word: &Ident,
    notes: &mut Notes,
    key: fn(&mut Cursor, &mut Notes) -> Key,
) -> Parsed<(Option<Vec<Expression>>, Vec<Node>)> {
    let group = braces(input, word)?;
    let mut inner = Cursor::of(&group);
    let (mut keys, mut children, mut readable) = (Vec::new(), Vec::new(), true);
    while !inner.is_empty() {
        let description = docs(&mut inner, notes);
        let span = inner.span();
        match key(&mut inner, notes) {
            Key::Read(key) => keys.push(key),
            Key::Unread => readable = false,
            Key::Alone => {
                readable = false;
                children.push(broken(span));
                inner.eat_punct(',');
                continue;
            }
        }
        let mut child = node(&mut inner, Place::Arm, notes);
        child.description = description.or(child.description);
        children.push(child);
        inner.eat_punct(',');
    }
    readable &= has_children(&children, word, notes);
    Ok((readable.then_some(keys), children))
}

/// The word, if the tokens are a single word of the language.
pub(crate) fn lone_node(tokens: &TokenStream) -> Option<Ident> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(word)), None) if Word::of(&word).is_some() => Some(word),
        _ => None,
    }
}

/// How a file says what is done in all other cases: its words are those of the vocabulary, which has no `true`.
pub(crate) const REST: &str =
    "for all other cases, write `active_selector { priority_selector { … } node }`";

/// The `_` or `else` with which other languages write the last choice.
fn catch_all(tokens: &TokenStream) -> Option<String> {
    let text = tokens.to_string();
    (text == "_" || text == "else").then_some(text)
}

/// The message about the tokens before an arrow, if they are no key.
fn not_a_key(tokens: &TokenStream, what: &str, meaning: Meaning, is_file: bool) -> Option<String> {
    if let Some(word) = catch_all(tokens) {
        let advice = if is_file { REST } else { "write `true => node`" };
        return Some(match meaning {
            Meaning::Answer => {
                format!("`{word}` is a pattern, but a `priority_selector` has conditions; {advice}")
            }
            _ => format!("`{word}` is a pattern; expected {what}"),
        });
    }
    if tokens.is_empty() {
        return Some(format!("expected {what} before `=>`"));
    }
    // The arrow is that of a later child.
    let mut labels = tokens.clone().into_iter();
    let has_label =
        labels.any(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '\''));
    (is_file && has_label).then(|| format!("expected `=>` between {what} and the node"))
}

/// `EXPR =>`
fn left_of_arrow(input: &mut Cursor, what: &str, meaning: Meaning, notes: &mut Notes) -> Key {
    let start = input.span();
    if !key_ahead(input) {
        let text = format!("expected {what} before the node: `… => node`");
        notes.error(start, text);
        if input.peek_node() || input.peek_punct('\'') {
            return Key::Unread;
        }
        let tokens = input.until_arm_ends();
        notes.value(meaning, &tokens);
        return Key::Alone;
    }
    let tokens = input.until(&Cursor::peek_arrow);
    let end = input.span();
    input.eat_arrow();
    notes.value(meaning, &tokens);
    if let Some(text) = not_a_key(&tokens, what, meaning, notes.is_file) {
        notes.error(start, text);
        return Key::Unread;
    }
    if let Some(node) = lone_node(&tokens) {
        let text = format!(
            "expected {what} before `=>`, found the node `{node}`; the node comes after it"
        );
        notes.error(start, text);
        let _ = input.until_arm_ends();
        return Key::Alone;
    }
    let read =
        if notes.is_file { word::only(&tokens, end, what) } else { expression(&tokens, end, what) };
    match notes.read(read) {
        Some(()) => Key::Read(tokens.into()),
        None => Key::Unread,
    }
}

/// Returns `true` if a pattern or a score, which may contain braces, comes before the next node.
pub(crate) fn key_ahead(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    let _ = ahead.until(&|input| input.peek_arrow() || input.peek_punct(';'));
    ahead.peek_arrow()
}
