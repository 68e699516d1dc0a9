//! The text and the places of tokens.

use crate::place::{self, Place};
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;

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

/// What stands behind a `!` in front of a whole expression (`true`), or in parentheses around it: `!(a && b)` → `(a && b)` →
/// `a && b`, and nothing in `!a && b`.
pub(crate) fn within(expression: &TokenStream) -> Option<(TokenStream, bool)> {
    let mut tokens = expression.clone().into_iter();
    match (tokens.next()?, tokens.next()) {
        (TokenTree::Group(all), None) if all.delimiter() == Delimiter::Parenthesis => {
            Some((all.stream(), false)).filter(|(inner, _)| !inner.is_empty())
        }
        (TokenTree::Punct(not), Some(_)) if not.as_char() == '!' => {
            match syn::parse2(expression.clone()).ok()? {
                syn::Expr::Unary(of) => Some((of.expr.to_token_stream(), true)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The tokens without spaces, as the names of types are compared: `&'static str` → `&'staticstr`
#[must_use]
pub fn joined(tokens: &TokenStream) -> String {
    tokens.clone().into_iter().map(|token| token.to_string()).collect()
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

/// Returns `true` if tokens contain a name.
#[must_use]
pub fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == *name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        TokenTree::Literal(literal) => captured(&literal.to_string(), &name.unraw().to_string()),
        TokenTree::Punct(_) => false,
    })
}

/// Returns `true` if an expression uses a name: `Leaf { npc: 1 }` and `self.npc` do not use `npc`.
#[must_use]
pub fn uses(expression: &TokenStream, name: &Ident) -> bool {
    use_of(expression, name).is_some()
}

/// The first place at which an expression uses a name.
pub(crate) fn use_of(expression: &TokenStream, name: &Ident) -> Option<Span> {
    let tokens: Vec<TokenTree> = expression.clone().into_iter().collect();
    let is_punct = |place: Option<usize>, wanted: char| {
        let token = place.and_then(|place| tokens.get(place));
        matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
    };
    tokens.iter().enumerate().find_map(|(place, token)| match token {
        TokenTree::Ident(word) => {
            let is_range = is_punct(place.checked_sub(2), '.');
            let is_field = (is_punct(place.checked_sub(1), '.') && !is_range)
                || (is_punct(Some(place + 1), ':') && !is_punct(Some(place + 2), ':'));
            (word == name && !is_field).then(|| word.span())
        }
        TokenTree::Group(group) => use_of(&group.stream(), name),
        other => mentions(&TokenStream::from(other.clone()), name).then(|| other.span()),
    })
}

/// Returns `true` if a formatting string captures a name: `"{npc:?}"` uses `npc`.
fn captured(literal: &str, name: &str) -> bool {
    let parts = literal.split('{').skip(1);
    literal.contains('"')
        && parts.filter_map(|part| part.strip_prefix(name)).any(|rest| rest.starts_with(['}', ':']))
}

#[derive(Default)]
struct Text {
    written: String,
    /// The last token.
    last: Option<Place>,
}

impl Text {
    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            let TokenTree::Group(group) = token else {
                self.token(&token.to_string(), token.span());
                // The apostrophe of a lifetime may have the place of all of it.
                self.last
                    .take_if(|_| matches!(&token, TokenTree::Punct(of) if of.as_char() == '\''));
                continue;
            };
            let (open, close) = match group.delimiter() {
                Delimiter::Parenthesis => ("(", ")"),
                Delimiter::Bracket => ("[", "]"),
                Delimiter::Brace => ("{", "}"),
                Delimiter::None => ("", ""),
            };
            // A bracket that was read and made again has one place for both ends.
            let is_made = place::begin_together(group.span_open(), group.span_close());
            self.token(open, group.span_open());
            self.last.take_if(|_| is_made);
            self.tokens(group.stream());
            self.last.take_if(|_| is_made);
            self.token(close, group.span_close());
        }
    }

    /// Appends a token, after a space if there was space before it, or if it would merge with the
    /// word before.
    fn token(&mut self, token: &str, span: Span) {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let joins = self.written.ends_with(is_word) && token.starts_with(is_word);
        let place = Place::of(span);
        if joins || self.last.as_ref().is_some_and(|last| !last.touches(&place)) {
            self.written.push(' ');
        }
        self.written.push_str(token);
        self.last = Some(place);
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
