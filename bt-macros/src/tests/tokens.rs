//! Tokens as a tree that can be changed in place, and places in it.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// A token, or a group with its contents; each keeps its span.
#[derive(Clone)]
pub(super) enum Token {
    Single(TokenTree),
    Group(Delimiter, Span, Vec<Token>),
}

/// A stream → tokens that can be changed.
pub(super) fn read(stream: TokenStream) -> Vec<Token> {
    let token = |tree| match tree {
        TokenTree::Group(group) => {
            Token::Group(group.delimiter(), group.span(), read(group.stream()))
        }
        single => Token::Single(single),
    };
    stream.into_iter().map(token).collect()
}

/// The stream of these tokens.
pub(super) fn write(tokens: &[Token]) -> TokenStream {
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
pub(super) fn count(tokens: &[Token]) -> usize {
    let of = |token: &Token| match token {
        Token::Single(_) => 1,
        Token::Group(_, _, inner) => 1 + count(inner),
    };
    tokens.iter().map(of).sum()
}

/// The source text; comments mark invisible delimiters: `/*<*/ 1 + 1 /*>*/`.
pub(super) fn text(tokens: &[Token]) -> String {
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

/// A place in a list, with the groups on the way to that list.
pub(super) struct Place {
    pub(super) groups: Vec<usize>,
    pub(super) index: usize,
}

impl Place {
    /// The place of the token that is the `chosen`-th one, depth first.
    pub(super) fn nth(tokens: &[Token], chosen: usize) -> Self {
        let mut place = Self { groups: Vec::new(), index: 0 };
        let (mut list, mut left) = (tokens, chosen);
        while left > 0 {
            left -= 1;
            match &list[place.index] {
                Token::Group(_, _, inner) if left < count(inner) => {
                    place.groups.push(place.index);
                    place.index = 0;
                    list = inner;
                }
                Token::Group(_, _, inner) => {
                    place.index += 1;
                    left -= count(inner);
                }
                Token::Single(_) => place.index += 1,
            }
        }
        place
    }
}

/// The list at the end of the way through these groups.
pub(super) fn list<'t>(tokens: &'t mut Vec<Token>, groups: &[usize]) -> &'t mut Vec<Token> {
    groups.iter().fold(tokens, |list, index| match &mut list[*index] {
        Token::Group(_, _, inner) => inner,
        Token::Single(_) => unreachable!("a way leads through groups"),
    })
}
