//! Tokens as a tree that can be changed in place.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// A token, or a group with its contents; each keeps its span.
#[derive(Clone)]
pub(crate) enum Token {
    Single(TokenTree),
    Group(Delimiter, Span, Vec<Token>),
}

/// A stream → tokens that can be changed.
pub(crate) fn read(stream: TokenStream) -> Vec<Token> {
    let token = |tree| match tree {
        TokenTree::Group(group) => {
            Token::Group(group.delimiter(), group.span(), read(group.stream()))
        }
        single => Token::Single(single),
    };
    stream.into_iter().map(token).collect()
}

/// The stream of these tokens.
pub(crate) fn write(tokens: &[Token]) -> TokenStream {
    let tree = |token: &Token| match token {
        Token::Single(single) => single.clone(),
        Token::Group(delimiter, span, inner) => {
            let mut group = Group::new(*delimiter, write(inner));
            group.set_span(*span);
            TokenTree::Group(group)
        }
    };
    tokens.iter().map(tree).collect()
}

/// The number of tokens at all depths; a group counts as one, in addition to its contents.
pub(crate) fn count(tokens: &[Token]) -> usize {
    let of = |token: &Token| match token {
        Token::Single(_) => 1,
        Token::Group(_, _, inner) => 1 + count(inner),
    };
    tokens.iter().map(of).sum()
}

/// The source text; comments mark invisible delimiters: `/*<*/ 1 + 1 /*>*/`.
pub(crate) fn text(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        match token {
            Token::Single(TokenTree::Punct(punct)) => {
                text.push(punct.as_char());
                if punct.spacing() == proc_macro2::Spacing::Joint {
                    continue;
                }
            }
            Token::Single(single) => text.push_str(&single.to_string()),
            Token::Group(delimiter, _, inner) => {
                let (open, close) = match delimiter {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("/*<*/", "/*>*/"),
                };
                text.extend([open, " ", &self::text(inner), close]);
            }
        }
        text.push(' ');
    }
    text
}
