//! The invisible delimiters around an argument of a `macro_rules!`: `2 * $e` with `1 + 2` for `$e`
//! is `2 * (1 + 2)`. rustc ignores them in the output of a procedural macro, so they are made
//! visible where they matter.

use super::syntax;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};

/// The depth of the search; tokens that are nested more deeply cannot be read anyway.
const DEPTH: usize = 1_500;

pub(crate) fn made_visible(tokens: TokenStream) -> TokenStream {
    changed(&tokens, 0).unwrap_or(tokens)
}

/// The tokens with visible delimiters, if that makes a difference: a group that is made again has
/// lost the place of its opening delimiter.
fn changed(tokens: &TokenStream, depth: usize) -> Option<TokenStream> {
    if depth > DEPTH {
        return None;
    }
    let (mut visible, mut is_changed) = (Vec::new(), false);
    let mut is_attribute = false;
    for token in tokens.clone() {
        let was_attribute = is_attribute;
        is_attribute = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
        let replaced = match &token {
            TokenTree::Group(group) if was_attribute => attribute(group, depth),
            TokenTree::Group(group) => replaced(group, depth),
            _ => None,
        };
        is_changed |= replaced.is_some();
        match replaced {
            Some(tokens) => visible.extend(tokens),
            None => visible.push(token),
        }
    }
    is_changed.then(|| visible.into_iter().collect())
}

/// The tokens that replace a group, if it has to be replaced.
fn replaced(group: &Group, depth: usize) -> Option<Vec<TokenTree>> {
    let inner = changed(&group.stream(), depth + 1);
    let is_invisible = group.delimiter() == Delimiter::None;
    let is_loose = is_invisible && is_loose(inner.as_ref().unwrap_or(&group.stream()));
    if is_invisible && group.stream().is_empty() {
        return Some(Vec::new());
    }
    if inner.is_none() && !is_loose {
        return None;
    }
    let delimiter = if is_loose { Delimiter::Parenthesis } else { group.delimiter() };
    let mut visible = Group::new(delimiter, inner.unwrap_or_else(|| group.stream()));
    let span = group.span();
    visible.set_span(if is_loose { Span::mixed_site().located_at(span) } else { span });
    Some(vec![visible.into()])
}

/// In an attribute parentheses would change the meaning, so invisible delimiters are removed there.
fn attribute(group: &Group, depth: usize) -> Option<Vec<TokenTree>> {
    let inner = opened(&group.stream(), depth + 1)?;
    let mut visible = Group::new(group.delimiter(), inner);
    visible.set_span(group.span());
    Some(vec![visible.into()])
}

/// Tokens without invisible delimiters, if there are any.
fn opened(tokens: &TokenStream, depth: usize) -> Option<TokenStream> {
    if depth > DEPTH {
        return None;
    }
    let (mut visible, mut is_changed) = (TokenStream::new(), false);
    for token in tokens.clone() {
        let TokenTree::Group(group) = &token else {
            visible.extend([token]);
            continue;
        };
        let inner = opened(&group.stream(), depth + 1);
        let is_invisible = group.delimiter() == Delimiter::None;
        is_changed |= is_invisible || inner.is_some();
        match inner {
            None if is_invisible => visible.extend(group.stream()),
            None => visible.extend([token]),
            Some(inner) if is_invisible => visible.extend(inner),
            Some(inner) => {
                let mut changed = Group::new(group.delimiter(), inner);
                changed.set_span(group.span());
                visible.extend([TokenTree::from(changed)]);
            }
        }
    }
    is_changed.then_some(visible)
}

/// Returns `true` if neighboring operators can bind to a part of the expression.
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
