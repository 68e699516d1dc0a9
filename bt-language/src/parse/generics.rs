//! Generic arguments: finds their ends, and converts them for use in an expression.

use super::cursor::Cursor;
use super::syntax::is_path;
use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

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
        let behind = self.behind_generics();
        let eaten = behind.is_some();
        if let Some(behind) = behind {
            *self = behind;
        }
        eaten
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
            if angles.open == 0 {
                break;
            }
            ahead.advance();
        }
        ahead.advance();
        // Tokens that begin with a comparison may end in another one: `a < b, c > d`
        let tokens = ahead.since(self.place());
        (is_path(&quote!(T #tokens)) || is_path(&quote!(#tokens::T))).then_some(ahead)
    }

    /// The tokens up to where `stop` returns `true`, or up to the end; `stop` is not called inside
    /// of generic arguments.
    pub(crate) fn until_outside_generics(&mut self, stop: &dyn Fn(&Self) -> bool) -> TokenStream {
        let from = self.place();
        while !self.is_empty() && !stop(self) {
            if !self.eat_generics() {
                self.advance();
            }
        }
        self.since(from)
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
