//! Nodes: doc comments, label, word, arguments, children; and the tokens that begin none, of which
//! as much as possible is read.

use super::argument::has_unit;
use super::children::arrow_ahead;
use super::cursor::{Cursor, is_punct};
use super::reader::{Context, Mistake, Notes, Parser, Reader, Result};
use crate::ast::{Expressions, Kind, Node};
use crate::mirror::{Meaning, Words};
use crate::words::{self, Arguments, Children, Family, Meant, Word};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};

/// The parts of a node after its label.
#[derive(Default)]
pub(crate) struct Body {
    kind: Option<Kind>,
    expressions: Expressions,
    children: Vec<Node>,
}

impl Body {
    /// A node that cannot be read, with the children that can.
    pub(crate) fn unreadable(children: Vec<Node>) -> Self {
        Self { children, ..Self::default() }
    }

    pub(crate) fn at(self, span: Span) -> Node {
        let Self { kind, expressions, children } = self;
        let (label, description, cleans_up) = (None, None, false);
        Node { kind, expressions, children, label, description, span, cleans_up }
    }
}

/// A node of which only the span is known.
pub(crate) fn broken(span: Span) -> Node {
    Body::default().at(span)
}

/// Reads one node and everything below it; reports mistakes and goes on after them.
pub(crate) fn node(input: &mut Cursor, context: Context, notes: &mut Notes) -> Node {
    if notes.mistakes.is_full() {
        let _ = input.rest();
        return broken(input.last_span());
    }
    let description = docs(input, notes);
    let label = labels(input, notes);
    if context == Context::Block && arrow_ahead(input, notes.is_file) {
        let text = "only the children of a `random_selector`, `random_sequence`, `utility_selector`, `active_utility_selector`, `priority_selector` or `match` have a `=>` in front; remove it";
        notes.error(input.span(), text);
        input.eat_arrow();
    }
    let span = input.span();
    let read = match input.eat_ident() {
        Some(word) => {
            notes.mirror.word(Words::Nodes, &word);
            notes.deeper(|notes| of_word(input, &word, context, notes), span)
        }
        None => {
            notes.mirror.end(Words::Nodes);
            no_word(input, context, notes)
        }
    };
    let read = read.unwrap_or_else(|Mistake { span, text }| {
        notes.error(span, text);
        if std::mem::take(&mut notes.is_too_deep) {
            // If the rest were read as further nodes of the block, it would be nested as deeply
            // again.
            let _ = input.rest();
        } else {
            input.skip_node(context);
        }
        Body::default()
    });
    Node { label, description, ..read.at(span) }
}

/// Reads nodes to the end of a block.
pub(super) fn nodes(input: &mut Cursor, notes: &mut Notes) -> Vec<Node> {
    let mut all = Vec::new();
    while eat_ends(input, notes) {
        all.push(node(input, Context::Block, notes));
    }
    notes.mirror.end(Words::Nodes);
    all
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
    context: Context,
    notes: &mut Notes,
) -> Result<Body> {
    let mut reader = Reader::new(input, token, context, notes);
    let Some(word) = Word::of(token) else { return reader.unknown() };
    let (definition, children) = match word.row().read {
        Parser::Node(read) => read(&mut reader)?,
        Parser::Arguments(read) => {
            let definition = read(&mut reader);
            match word.children() {
                Children::One => reader.decorated(definition)?,
                _ => (definition, Vec::new()),
            }
        }
    };
    let Some(definition) = definition else { return Ok(Body::unreadable(children)) };
    Ok(Body { kind: Some(Kind::new(word, definition)), expressions: reader.expressions, children })
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
        && tokens.next().is_some_and(|token| is_punct(&token, '='));
    let text = tokens.next().filter(|_| is_doc && tokens.next().is_none())?;
    let text = match text {
        TokenTree::Literal(text) => syn::Lit::new(text),
        other => syn::parse2(other.into()).ok()?,
    };
    if let syn::Lit::Str(text) = text { Some(text.value().trim().to_owned()) } else { None }
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

/// Eats and reports `;` and `,` after braces; returns `true` if any tokens are left.
pub(super) fn eat_ends(input: &mut Cursor, notes: &mut Notes) -> bool {
    for end in [';', ','] {
        while input.peek_punct(end) {
            let text = match input.last() {
                None => format!("there is no node before this `{end}`; remove it"),
                Some(last) if is_punct(last, end) => {
                    format!("there is a second `{end}` after this node; remove it")
                }
                Some(_) => format!("there is no `{end}` after the braces of a node; remove it"),
            };
            notes.error(input.span(), text);
            input.advance();
        }
    }
    !input.is_empty()
}

/// Reports a token that begins no node, and reads the nodes that may be in it or after it.
fn no_word(input: &mut Cursor, context: Context, notes: &mut Notes) -> Result<Body> {
    let span = input.span();
    let Some(token) = input.peek().cloned() else {
        return Err(Mistake::new(input.last_span(), "expected a node after this"));
    };
    let text = match &token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            let text = match context {
                Context::Arm => {
                    "a node after `=>` has no braces; remove them, or write `sequence` before them"
                }
                Context::Block => {
                    "a block of nodes needs a word; write `sequence` before these braces"
                }
            };
            notes.error(group.span_open(), text);
            let word = Ident::new("sequence", group.span_open());
            let children = Reader::new(input, &word, context, notes).nodes()?;
            return Ok(Body::unreadable(children));
        }
        TokenTree::Group(_) => {
            "expected a node, found parentheses; a node begins with a word".into()
        }
        TokenTree::Punct(punct) if punct.as_char() == '!' => {
            "expected a node; `!` is called `not` here, and comes before a node".into()
        }
        token => format!("expected a node, found `{token}`; a node begins with a word"),
    };
    input.advance();
    let is_literal = matches!(token, TokenTree::Literal(_));
    if is_literal && input.eat_punct(':') {
        notes.error(span, "a label is an apostrophe and a word: `'name: node`");
        return Ok(Body::unreadable(vec![node(input, context, notes)]));
    }
    if !is_literal && input.peek_node() && !input.begins_line() {
        notes.error(span, text);
        return Ok(Body::unreadable(vec![node(input, context, notes)]));
    }
    Err(Mistake::new(span, text))
}

impl Reader<'_> {
    /// Reports an unknown word, and reads the tokens after it as the word that was probably meant,
    /// or else as a composite, a decorator or a leaf.
    fn unknown(&mut self) -> Result<Body> {
        let word = self.word;
        let written = eat_rest_of_word(self.input, word);
        if let Some(text) = rust(word, self.input) {
            self.notes.error(word.span(), text);
            if !is_label(self.input) {
                return Ok(self.skipped());
            }
            self.input.advance();
            return Ok(Body::unreadable(vec![self.node()]));
        }
        let is_file = self.notes.is_file;
        let text = if is_file { behind_leaf(&written) } else { None };
        self.notes.error(word.span(), text.unwrap_or_else(|| no_node(&written)));
        if let Some(meant) = as_meant(self.input, word, &written) {
            let body = of_word(self.input, &meant, self.context, self.notes)?;
            return Ok(Body::unreadable(vec![body.at(word.span())]));
        }
        let mut behind = self.input.clone();
        behind.eat_group(Delimiter::Parenthesis);
        Ok(if behind.peek_group(Delimiter::Brace) {
            *self.input = behind;
            Body::unreadable(self.nodes()?)
        } else if behind.peek_node() && !behind.begins_line() {
            *self.input = behind;
            Body::unreadable(vec![self.node()])
        } else {
            self.skipped()
        })
    }

    fn node(&mut self) -> Node {
        node(self.input, self.context, self.notes)
    }

    /// Reads tokens that are not a node, as an expression for an editor.
    fn skipped(&mut self) -> Body {
        let from = self.input.position();
        self.input.skip_node(self.context);
        if matches!(self.input.since(from).into_iter().last(), Some(TokenTree::Group(_))) {
            self.input.eat_punct(';');
        }
        let tokens = self.input.since(from).into_iter().filter(|token| !is_punct(token, ';'));
        self.notes.value(Meaning::Anything, &tokens.collect());
        Body::default()
    }
}

/// The word that was probably meant, if the next tokens look like what it needs.
fn as_meant(input: &Cursor, word: &Ident, written: &str) -> Option<Ident> {
    let (Meant::Elsewhere(here) | Meant::Near(here)) = words::meant(written)?;
    let here = Word::find(here)?;
    let fits = match (here.arguments(), here.children()) {
        (Arguments::None, Children::None) => input.peek_punct(';'),
        (arguments, Children::None | Children::One) if arguments.are_bare() => {
            let is_there = !input.is_empty() && !input.peek_punct(';') && !input.begins_node();
            is_there && !input.begins_line()
        }
        _ => false,
    };
    fits.then(|| Ident::new(here.as_str(), word.span()))
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

/// `:`, and not `::`
fn is_label(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    ahead.eat_punct(':') && !ahead.peek_punct(':')
}

/// The message for a word that begins with a capital, as the words of a vocabulary do.
fn behind_leaf(written: &str) -> Option<String> {
    let is_name = written.starts_with(char::is_uppercase) && words::meant(written).is_none();
    is_name.then(|| {
        format!(
            "there is no node `{written}`; a word of the vocabulary stands after `condition` or `action`, as it is declared: `action {written};` or `condition {written};`"
        )
    })
}

/// The message for a word that the language does not have.
fn no_node(written: &str) -> String {
    match words::meant(written) {
        Some(Meant::Elsewhere(here)) => {
            let is_decorator =
                Word::find(here).is_some_and(|here| here.family() == Family::Decorator);
            let advice = if is_decorator { ", and comes before its node" } else { "" };
            format!("there is no node `{written}`; it is called `{here}` here{advice}")
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
    if word == "while" {
        return Some(
            "there is no node `while`; `repeat guard(CONDITION) node` asks while the node runs and before each round, `monitor { condition …; node }` in every tick"
                .into(),
        );
    }
    if word == "pub" {
        return Some("only a tree can be `pub`; remove it from this node".into());
    }
    let mut behind = input.clone();
    behind.advance();
    if input.peek_punct('=') && !behind.peek_punct('=') && !behind.peek_punct('>') {
        return Some(format!(
            "expected a node, found an assignment; write `set {word} = …;` for a `let`, and an `action` for anything else"
        ));
    }
    match input.peek()? {
        TokenTree::Ident(name) if word == "tree" => Some(format!(
            "a tree cannot be declared inside of a tree; write `subtree {name};` here"
        )),
        TokenTree::Punct(punct) if ".=!+*/%<>&|^?:".contains(punct.as_char()) => Some(format!(
            "expected a node, found an expression; write `action {word}…;` or `condition {word}…;`"
        )),
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
            let is_call = behind.is_empty() || behind.peek_punct(';') || behind.peek_punct('.');
            let is_node = group.stream().into_iter().any(|token| has_unit(&token));
            (is_call && !is_node).then(|| {
                format!("expected a node, found a call; write `action {word}(…);` or `condition {word}(…);`")
            })
        }
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            let is_struct =
                behind.peek_punct(';') && word.to_string().starts_with(char::is_uppercase);
            is_struct
                .then(|| format!("expected a node, found a struct; write `action {word} {{ … }};`"))
        }
        _ => None,
    }
}
