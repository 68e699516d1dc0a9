//! The text and the places of tokens.

use crate::place;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// The text of tokens as it was written, on one line: `npc.health   < 20` → `npc.health < 20`
pub(crate) fn of(tokens: &TokenStream) -> String {
    let first = tokens.clone().into_iter().next();
    if !first.is_some_and(|first| place::is_known(first.span())) {
        // Before Rust 1.88 the compiler does not know the places of tokens.
        return tokens.to_string();
    }
    let mut text = Text::default();
    text.tokens(tokens.clone());
    text.written
}

/// The place of the first token.
#[must_use]
pub fn first_span(tokens: &TokenStream) -> Span {
    tokens.clone().into_iter().next().map_or_else(Span::call_site, |first| first.span())
}

/// Returns `true` if an expression only names a part of a value: `&mut npc.weapon`
pub(crate) fn is_place(expression: &TokenStream) -> bool {
    let mut tokens = expression.clone().into_iter().skip_while(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '&' || punct.as_char() == '*',
        TokenTree::Ident(word) => word == "mut",
        _ => false,
    });
    tokens.all(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '.',
        TokenTree::Ident(_) | TokenTree::Literal(_) => true,
        TokenTree::Group(_) => false,
    })
}

#[derive(Default)]
struct Text {
    written: String,
    /// The last token.
    last: Option<Span>,
}

impl Text {
    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            let TokenTree::Group(group) = token else {
                self.token(&token.to_string(), token.span());
                continue;
            };
            let (open, close) = match group.delimiter() {
                Delimiter::Parenthesis => ("(", ")"),
                Delimiter::Bracket => ("[", "]"),
                Delimiter::Brace => ("{", "}"),
                Delimiter::None => ("", ""),
            };
            self.token(open, group.span_open());
            self.tokens(group.stream());
            self.token(close, group.span_close());
        }
    }

    /// Appends a token, after a space if there was space before it, or if it would merge with the
    /// word before.
    fn token(&mut self, token: &str, span: Span) {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let joins = self.written.ends_with(is_word) && token.starts_with(is_word);
        if joins || self.last.is_some_and(|last| !place::touches(last, span)) {
            self.written.push(' ');
        }
        self.written.push_str(token);
        self.last = Some(span);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_author_s_spacing_stays() {
        for (source, text) in [
            ("npc.health<20", "npc.health<20"),
            ("Err::<(), _>( \"no\" )", "Err::<(), _>( \"no\" )"),
            ("if a  {\n    b\n} else { c }", "if a { b } else { c }"),
        ] {
            assert_eq!(super::of(&source.parse().expect("sound tokens")), text);
        }
    }
}
