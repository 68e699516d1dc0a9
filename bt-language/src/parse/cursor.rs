//! A position in a list of tokens.

use super::leaf::Place;
use crate::place;
use crate::words::Word;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// The tokens of a block that have not been read yet.
#[derive(Clone)]
pub(crate) struct Cursor {
    tokens: std::rc::Rc<[TokenTree]>,
    at: usize,
    /// The span for messages about missing tokens at the end.
    end: Span,
}

impl Cursor {
    pub(crate) fn new(tokens: TokenStream, end: Span) -> Self {
        Self { tokens: opened(tokens).into_iter().collect(), at: 0, end }
    }

    pub(crate) fn of(group: &Group) -> Self {
        Self::new(group.stream(), group.span_close())
    }

    /// The tokens from here up to a place, apart.
    pub(crate) fn part(&self, limit: usize) -> Self {
        let tokens = self.tokens.get(self.at..limit).unwrap_or_default();
        let end = tokens.last().map_or(self.end, TokenTree::span);
        Self { tokens: tokens.into(), at: 0, end }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.at >= self.tokens.len()
    }

    pub(crate) fn peek(&self) -> Option<&TokenTree> {
        self.tokens.get(self.at)
    }

    fn peek_second(&self) -> Option<&TokenTree> {
        self.tokens.get(self.at + 1)
    }

    pub(crate) fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len());
    }

    /// The span of the next token, or of the closing delimiter.
    pub(crate) fn span(&self) -> Span {
        self.peek().map_or(self.end, TokenTree::span)
    }

    /// The span of the last token that was read; of the next one if none was read.
    pub(crate) fn last_span(&self) -> Span {
        self.last().map_or_else(|| self.span(), TokenTree::span)
    }

    /// The last token that was read.
    pub(crate) fn last(&self) -> Option<&TokenTree> {
        self.tokens.get(self.at.checked_sub(1)?)
    }

    /// The next word, if it begins a node. `let` and `for` are also words of Rust; then no
    /// parentheses follow.
    pub(crate) fn peek_node_word(&self) -> Option<Word> {
        let Some(TokenTree::Ident(word)) = self.peek() else { return None };
        let has_parentheses = || matches!(self.peek_second(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
        Word::of(word).filter(|word| !matches!(word, Word::Let | Word::For) || has_parentheses())
    }

    /// Returns `true` if the next token is a word that begins a node.
    pub(crate) fn peek_node(&self) -> bool {
        self.peek_node_word().is_some()
    }

    /// Returns `true` if a node seems to begin here: a word of the language, a label or a comment
    /// is the first token of its line, or a word is followed by an identifier, as in `action npc`,
    /// which is never Rust. Editors, and the compiler before Rust 1.88, do not know lines.
    pub(crate) fn begins_node(&self) -> bool {
        let is_node = self.peek_node();
        (is_node && self.is_followed_by_name())
            || ((is_node || self.peek_punct('\'') || self.peek_punct('#')) && self.begins_line())
    }

    /// Returns `true` if the next token is the first of its line.
    pub(crate) fn begins_line(&self) -> bool {
        place::is_on_later_line(self.last_span(), self.span())
    }

    fn is_followed_by_name(&self) -> bool {
        let is_rust = self.peek_word("if") || self.peek_word("match");
        let next = match self.peek_second() {
            Some(TokenTree::Ident(next)) => next.to_string(),
            _ => return false,
        };
        !is_rust && !["as", "in", "else", "if", "match"].contains(&next.as_str())
    }

    pub(crate) fn peek_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(TokenTree::Ident(ident)) if ident == word)
    }

    pub(crate) fn peek_punct(&self, punct: char) -> bool {
        matches!(self.peek(), Some(TokenTree::Punct(next)) if next.as_char() == punct)
    }

    /// Returns `true` if a member like `npc.attempts` comes next.
    pub(crate) fn peek_member(&self) -> bool {
        matches!(self.peek(), Some(TokenTree::Ident(_)))
            && matches!(self.peek_second(), Some(TokenTree::Punct(next)) if next.as_char() == '.')
    }

    /// Returns `true` if `=>` comes next.
    pub(crate) fn peek_arrow(&self) -> bool {
        self.peek_punct('=')
            && matches!(self.peek_second(), Some(TokenTree::Punct(next)) if next.as_char() == '>')
    }

    /// Skips to the token after the next `=>`.
    pub(crate) fn eat_arrow(&mut self) {
        let _ = self.until(&Self::peek_arrow);
        self.advance();
        self.advance();
    }

    pub(crate) fn peek_group(&self, delimiter: Delimiter) -> bool {
        matches!(self.peek(), Some(TokenTree::Group(group)) if group.delimiter() == delimiter)
    }

    pub(crate) fn eat_punct(&mut self, punct: char) -> bool {
        let eaten = self.peek_punct(punct);
        self.at += usize::from(eaten);
        eaten
    }

    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let eaten = self.peek_word(word);
        self.at += usize::from(eaten);
        eaten
    }

    pub(crate) fn eat_ident(&mut self) -> Option<Ident> {
        let Some(TokenTree::Ident(ident)) = self.peek() else { return None };
        let ident = ident.clone();
        self.advance();
        Some(ident)
    }

    pub(crate) fn eat_group(&mut self, delimiter: Delimiter) -> Option<Group> {
        let Some(TokenTree::Group(group)) = self.peek() else { return None };
        if group.delimiter() != delimiter {
            return None;
        }
        let group = group.clone();
        self.advance();
        Some(group)
    }

    /// The tokens up to where `stop` returns `true`, or up to the end.
    pub(crate) fn until(&mut self, stop: &dyn Fn(&Self) -> bool) -> TokenStream {
        let from = self.at;
        while !self.is_empty() && !stop(self) {
            self.advance();
        }
        self.since(from)
    }

    /// The position of the cursor, for [`Cursor::since`].
    pub(crate) fn place(&self) -> usize {
        self.at
    }

    pub(crate) fn since(&self, place: usize) -> TokenStream {
        self.tokens.get(place..self.at).into_iter().flatten().cloned().collect()
    }

    /// Skips tokens before the next node that should be in parentheses: the `npc.hurt()` of `guard
    /// npc.hurt() action …`. Returns `false` if there is no node before the next `;`, `,` or block.
    pub(crate) fn skip_to_node(&mut self) -> bool {
        let mut ahead = self.clone();
        // `finally { npc.stop() } action …`
        if ahead.eat_group(Delimiter::Brace).is_none() || ahead.begins_line() {
            ahead = self.clone();
        }
        let _ = ahead.until(&|input| {
            input.peek_node()
                || [';', ',', '\''].iter().any(|end| input.peek_punct(*end))
                || input.peek_group(Delimiter::Brace)
        });
        let is_node = ahead.peek_node() || ahead.peek_punct('\'');
        if is_node {
            *self = ahead;
        }
        is_node
    }

    /// Skips the rest of an unreadable node: its `;` or its block, or the tokens up to where the
    /// next node seems to begin.
    pub(crate) fn skip_node(&mut self, place: Place) {
        while !self.is_empty() && !self.begins_node() {
            if place == Place::Arm && self.peek_punct(',') {
                return;
            }
            let last = self.peek_punct(';') || self.peek_group(Delimiter::Brace);
            self.advance();
            if last {
                return;
            }
        }
    }

    /// The remaining tokens of an arm without an arrow.
    pub(crate) fn until_arm_ends(&mut self) -> TokenStream {
        let from = self.at;
        let tokens = self.until(&|input| {
            input.peek_punct(';')
                || input.peek_punct(',')
                || (input.at > from && input.begins_node())
        });
        self.eat_punct(';');
        tokens
    }
}

/// Opens the invisible delimiters of a `macro_rules!` around a lifetime or a single token; an
/// expression keeps them.
pub(crate) fn opened(tokens: TokenStream) -> TokenStream {
    let mut output = TokenStream::new();
    for token in tokens {
        match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_lifetime = matches!(inner.first(), Some(TokenTree::Punct(_)));
                if inner.len() == 1 || (inner.len() == 2 && is_lifetime) {
                    output.extend(opened(group.stream()));
                } else {
                    output.extend([token]);
                }
            }
            _ => output.extend([token]),
        }
    }
    output
}
