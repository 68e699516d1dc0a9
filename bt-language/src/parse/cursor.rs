//! A position in a list of tokens.

use super::expression::is_path;
use super::reader::Context;
use crate::place;
use crate::words::Word;
use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

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
        let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
        if tokens.iter().any(|token| is_group(token, Delimiter::None)) {
            tokens = opened(tokens.into_iter().collect()).into_iter().collect();
        }
        Self { tokens: tokens.into(), at: 0, end }
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
        let has_parentheses =
            || self.peek_second().is_some_and(|next| is_group(next, Delimiter::Parenthesis));
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
        let Some(TokenTree::Ident(next)) = self.peek_second() else { return false };
        !(self.peek_word("if") || self.peek_word("match") || joins_expressions(next))
    }

    /// Returns `true` if a word comes next.
    pub(crate) fn peek_ident(&self) -> bool {
        matches!(self.peek(), Some(TokenTree::Ident(_)))
    }

    pub(crate) fn peek_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(TokenTree::Ident(ident)) if ident == word)
    }

    /// Returns `true` for an `else` that is not the condition of a child: `else => node`.
    pub(crate) fn peek_branch(&self) -> bool {
        let mut ahead = self.clone();
        ahead.eat_word("else") && !ahead.peek_arrow()
    }

    pub(crate) fn peek_punct(&self, punct: char) -> bool {
        self.peek().is_some_and(|next| is_punct(next, punct))
    }

    /// Returns `true` if a member like `npc.attempts` comes next.
    pub(crate) fn peek_member(&self) -> bool {
        self.peek_ident() && self.peek_second().is_some_and(|next| is_punct(next, '.'))
    }

    /// Returns `true` if `=>` comes next.
    pub(crate) fn peek_arrow(&self) -> bool {
        self.peek_punct('=') && self.peek_second().is_some_and(|next| is_punct(next, '>'))
    }

    /// Returns `true` if `->` comes next.
    pub(crate) fn peek_result(&self) -> bool {
        self.peek_punct('-') && self.peek_second().is_some_and(|next| is_punct(next, '>'))
    }

    /// Returns `true` if `-> name` or `-> (a, b)` comes next, at the end of a leaf.
    pub(crate) fn peek_last_result(&self) -> bool {
        let mut ahead = self.clone();
        let has_arrow = ahead.eat_punct('-') && ahead.eat_punct('>');
        has_arrow
            && (ahead.eat_ident().is_some() || ahead.eat_group(Delimiter::Parenthesis).is_some())
            && (ahead.is_empty() || ahead.peek_punct(';') || ahead.peek_punct(','))
    }

    /// Skips to the token after the next `=>`.
    pub(crate) fn eat_arrow(&mut self) {
        self.skip_until(&Self::peek_arrow);
        self.advance();
        self.advance();
    }

    pub(crate) fn peek_group(&self, delimiter: Delimiter) -> bool {
        self.peek().is_some_and(|next| is_group(next, delimiter))
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
        let Some(TokenTree::Ident(ident)) = self.peek().cloned() else { return None };
        self.advance();
        Some(ident)
    }

    pub(crate) fn eat_group(&mut self, delimiter: Delimiter) -> Option<Group> {
        let Some(TokenTree::Group(group)) = self.peek().cloned() else { return None };
        (group.delimiter() == delimiter).then(|| {
            self.advance();
            group
        })
    }

    /// The tokens up to where `stop` returns `true`, or up to the end.
    pub(crate) fn until(&mut self, stop: &dyn Fn(&Self) -> bool) -> TokenStream {
        let from = self.at;
        self.skip_until(stop);
        self.since(from)
    }

    /// Skips to where `stop` returns `true`, or to the end.
    pub(crate) fn skip_until(&mut self, stop: &dyn Fn(&Self) -> bool) {
        while !self.is_empty() && !stop(self) {
            self.advance();
        }
    }

    /// The tokens up to the end.
    pub(crate) fn rest(&mut self) -> TokenStream {
        self.until(&|_| false)
    }

    /// Skips to the token after the next `punct`.
    pub(crate) fn skip_past(&mut self, punct: char) {
        self.skip_until(&|input| input.peek_punct(punct));
        self.advance();
    }

    /// The index of the next token, for [`Cursor::since`].
    pub(crate) fn position(&self) -> usize {
        self.at
    }

    pub(crate) fn since(&self, position: usize) -> TokenStream {
        self.tokens.get(position..self.at).into_iter().flatten().cloned().collect()
    }

    /// Skips tokens before the next node that should be in parentheses: the `npc.hurt()` of `guard
    /// npc.hurt() action …`. Returns `false` if there is no node before the next `;`, `,` or block.
    pub(crate) fn skip_to_node(&mut self) -> bool {
        let mut ahead = self.clone();
        // `finally { npc.stop() } action …`
        if ahead.eat_group(Delimiter::Brace).is_none() || ahead.begins_line() {
            ahead = self.clone();
        }
        ahead.skip_until(&|input| {
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
    pub(crate) fn skip_node(&mut self, context: Context) {
        while !self.is_empty() && !self.begins_node() {
            if context == Context::Arm && self.peek_punct(',') {
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

/// Returns `true` for a word that stands between expressions of Rust.
pub(super) fn joins_expressions(word: &Ident) -> bool {
    ["as", "in", "else", "if", "match"].iter().any(|joins| word == joins)
}

/// Counts the open angle brackets; the one in `->` closes none.
#[derive(Default)]
struct Angles {
    open: usize,
    behind_minus: bool,
}

impl Angles {
    fn read(&mut self, token: &TokenTree) {
        let TokenTree::Punct(punct) = token else {
            self.behind_minus = false;
            return;
        };
        match punct.as_char() {
            '<' => self.open += 1,
            '>' if !self.behind_minus => self.open = self.open.saturating_sub(1),
            _ => {}
        }
        self.behind_minus = punct.as_char() == '-' && punct.spacing() == Spacing::Joint;
    }
}

impl Cursor {
    /// Eats generic arguments, or the type before an associated one, if they come next and are
    /// complete: `<Vec<u8>, { 2 + 1 }>`, `<Npc as Family<A, B>>`.
    pub(crate) fn eat_generics(&mut self) -> bool {
        self.behind_generics().map(|behind| *self = behind).is_some()
    }

    fn behind_generics(&self) -> Option<Self> {
        let (mut ahead, mut angles) = (self.clone(), Angles::default());
        if !self.peek_punct('<') {
            return None;
        }
        loop {
            if ahead.peek_punct(';') || ahead.peek_arrow() {
                return None;
            }
            angles.read(ahead.peek()?);
            ahead.advance();
            if angles.open == 0 {
                break;
            }
        }
        // Tokens that begin with a comparison may end in another one: `a < b, c > d`
        let tokens = ahead.since(self.position());
        (is_path(&quote!(T #tokens)) || is_path(&quote!(#tokens::T))).then_some(ahead)
    }

    /// The tokens up to where `stop` returns `true`, or up to the end; `stop` is not called inside
    /// of generic arguments.
    pub(crate) fn until_outside_generics(&mut self, stop: &dyn Fn(&Self) -> bool) -> TokenStream {
        let from = self.position();
        while !self.is_empty() && !stop(self) {
            if !self.eat_generics() {
                self.advance();
            }
        }
        self.since(from)
    }

    /// The tokens of a path: words, colons and generic arguments.
    pub(crate) fn eat_path(&mut self) -> TokenStream {
        self.until_outside_generics(&|input| {
            !(input.peek_ident() || input.peek_punct(':') || input.peek_punct('<'))
        })
    }
}

/// Returns `true` if tokens end in generic arguments without the closing `>`.
pub(crate) fn are_open(tokens: &TokenStream) -> bool {
    let mut angles = Angles::default();
    tokens.clone().into_iter().for_each(|token| angles.read(&token));
    angles.open > 0
}

/// The path of a type in the form for expressions: `Go<u8>` → `Go::<u8>`
pub(crate) fn turbofish(path: TokenStream) -> TokenStream {
    let (mut angles, mut behind_name) = (Angles::default(), false);
    let mut output = TokenStream::new();
    for token in path {
        let opens = angles.open == 0;
        angles.read(&token);
        if opens && angles.open == 1 && behind_name {
            output.extend(quote_spanned!(token.span()=> ::));
        }
        behind_name = !matches!(token, TokenTree::Punct(_));
        output.extend([token]);
    }
    output
}

/// Returns `true` if a token is this punctuation.
pub(super) fn is_punct(token: &TokenTree, punct: char) -> bool {
    matches!(token, TokenTree::Punct(own) if own.as_char() == punct)
}

/// Returns `true` if a token is a group with these delimiters.
pub(super) fn is_group(token: &TokenTree, delimiter: Delimiter) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == delimiter)
}

/// The span of the last token, or `or` if there is none.
pub(super) fn last_span(tokens: &TokenStream, or: Span) -> Span {
    tokens.clone().into_iter().last().map_or(or, |last| last.span())
}

#[cfg(test)]
mod tests {
    use super::{Cursor, turbofish};
    use proc_macro2::{Span, TokenStream};

    fn tokens(source: &str) -> TokenStream {
        source.parse().expect("sound tokens")
    }

    #[test]
    fn generic_arguments_are_read_whole() {
        for whole in [
            "<u8, u16>",
            "<>",
            "<Vec<Vec<u8>>, { N }>",
            "<{ 2 > 1 }, -2, 'a>",
            "<fn(u8) -> u8, <Npc as Family<A, B>>::Member>",
            "<Npc as Family<A, B>>",
            "<dyn for<'a> Fn(&'a str) -> u8 + Send, Item = [u8; 3]>",
        ] {
            let mut input = Cursor::new(tokens(&format!("{whole} behind")), Span::call_site());
            assert!(input.eat_generics() && input.peek_word("behind"), "{whole}");
        }
    }

    #[test]
    fn a_comparison_is_not_taken_for_generic_arguments() {
        for other in
            ["< 3, 4", "< b, 2 => c >", "< b; c >", "<= b, c >", "< b + 1, c >", "a<b>", "<"]
        {
            let mut input = Cursor::new(tokens(other), Span::call_site());
            assert!(!input.eat_generics(), "{other}");
        }
    }

    #[test]
    fn a_path_becomes_an_expression() {
        for (path, expression) in [
            ("Go", "Go"),
            ("a::Go<A, Vec<B>>", "a::Go::<A, Vec<B>>"),
            ("Go::<A>", "Go::<A>"),
            ("<A as B<C>>::Go<fn() -> D>::E<F>", "<A as B<C>>::Go::<fn() -> D>::E::<F>"),
        ] {
            let written = turbofish(tokens(path)).to_string().replace(' ', "");
            assert_eq!(written, expression.replace(' ', ""));
        }
    }
}
