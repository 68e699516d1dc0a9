//! The invisible delimiters around what a `macro_rules!` hands over: `2 * $e` with `1 + 2` for `$e` is
//! `2 * (1 + 2)`. rustc does not see them in what a procedural macro gives back, so they are made
//! visible where they matter.

use super::syntax;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// How deep to look; what is nested more deeply will not be read.
const DEPTH: usize = 1_500;

pub(crate) fn made_visible(tokens: TokenStream) -> TokenStream {
    in_depth(tokens, 0)
}

fn in_depth(tokens: TokenStream, depth: usize) -> TokenStream {
    if depth > DEPTH || !tokens.clone().into_iter().any(|token| is_group(&token)) {
        return tokens;
    }
    let mut visible = Vec::new();
    let mut is_attribute = false;
    for token in tokens {
        let was_attribute = is_attribute;
        is_attribute = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
        match token {
            TokenTree::Group(group) if !was_attribute => {
                let inner = in_depth(group.stream(), depth + 1);
                if group.delimiter() != Delimiter::None || !inner.is_empty() {
                    visible.push(one(&group, inner));
                }
            }
            token => visible.push(token),
        }
    }
    visible.into_iter().collect()
}

fn is_group(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(_))
}

fn one(group: &Group, inner: TokenStream) -> TokenTree {
    let is_loose = group.delimiter() == Delimiter::None && is_loose(&inner);
    let delimiter = if is_loose { Delimiter::Parenthesis } else { group.delimiter() };
    let mut visible = Group::new(delimiter, inner);
    visible.set_span(match delimiter {
        Delimiter::Parenthesis if is_loose => Span::mixed_site().located_at(group.span()),
        _ => group.span(),
    });
    visible.into()
}

/// Whether what stands beside an expression can take a part of it.
fn is_loose(tokens: &TokenStream) -> bool {
    use syn::Expr;
    matches!(
        syntax::expression(tokens),
        Ok(Expr::Assign(_)
            | Expr::Binary(_)
            | Expr::Cast(_)
            | Expr::Closure(_)
            | Expr::Let(_)
            | Expr::Range(_)
            | Expr::Reference(_)
            | Expr::Unary(_))
    )
}
