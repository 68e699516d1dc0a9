//! What stands in the parentheses behind a word.

use super::cursor::{Cursor, Mistake, Parsed};
use crate::ast::{Policies, Threshold};
use crate::error::Errors;
use crate::keyword;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// Checks that rustc will be able to read an expression; the tokens go out as they came in.
pub(crate) fn expression(tokens: &TokenStream, missing: Span, what: &str) -> Parsed<()> {
    if tokens.is_empty() {
        return Err(Mistake::new(missing, format!("expected {what}")));
    }
    match syn::parse2::<syn::Expr>(tokens.clone()) {
        Ok(_) => Ok(()),
        Err(error) => Err(unreadable(tokens, &error, missing, what)),
    }
}

/// What to say of tokens that are no expression.
fn unreadable(tokens: &TokenStream, error: &syn::Error, end: Span, what: &str) -> Mistake {
    let words: Vec<TokenTree> = tokens.clone().into_iter().collect();
    for (index, word) in words.iter().enumerate().skip(1) {
        let before: TokenStream = words[..index].iter().cloned().collect();
        let is_node = keyword::NODES.iter().any(|node| word.to_string() == *node);
        if is_node && syn::parse2::<syn::Expr>(before).is_ok() {
            return Mistake::new(word.span(), format!("expected `;` in front of `{word}`"));
        }
    }
    let text = error.to_string();
    match text.strip_prefix("unexpected end of input") {
        Some(expected) => Mistake::new(end, format!("{what} ends too early{expected}")),
        None => Mistake::new(error.span(), format!("{text}, in {what}")),
    }
}

/// The parentheses that a word needs.
pub(crate) fn parentheses(input: &mut Cursor, word: &Ident, what: &str) -> Parsed<Group> {
    input.eat_group(Delimiter::Parenthesis).ok_or_else(|| {
        Mistake::new(word.span(), format!("`{word}` needs {what}: `{word}({what})`"))
    })
}

/// `(EXPR)`
pub(crate) fn one(input: &mut Cursor, word: &Ident, what: &str) -> Parsed<TokenStream> {
    let group = parentheses(input, word, what)?;
    expression(&group.stream(), group.span_close(), what)?;
    Ok(group.stream())
}

/// `(N)`, or nothing for ever.
pub(crate) fn count(input: &mut Cursor, word: &Ident) -> Parsed<Option<TokenStream>> {
    if !input.peek_group(Delimiter::Parenthesis) {
        return Ok(None);
    }
    let tokens = one(input, word, "a count")?;
    if let Ok(literal) = syn::parse2::<syn::LitInt>(tokens.clone()) {
        if literal.base10_parse::<u128>().is_ok_and(|number| number == 0) {
            let text = format!(
                "`{word}(0)` would never tick its node; write a count of at least 1, or `{word}` for ever"
            );
            return Err(Mistake::new(literal.span(), text));
        }
    }
    Ok(Some(tokens))
}

/// `(D, EXPR)` → `D`, `EXPR`
pub(crate) fn pair(group: &Group) -> (TokenStream, Option<TokenStream>) {
    let mut input = Cursor::of(group);
    // A comma can also stand between generic arguments: `Duration::from::<A, B>(x)`.
    let first = {
        let from = input.place();
        loop {
            let _ = input.until(|input| input.peek_punct(','));
            let first = input.since(from);
            if input.is_empty() || syn::parse2::<syn::Expr>(first.clone()).is_ok() {
                break first;
            }
            input.advance();
        }
    };
    let more = input.eat_punct(',');
    let second = input.until(|_| false);
    (first, more.then_some(second))
}

/// `(success = P, failure = P)`, both optional.
pub(crate) fn policies(input: &mut Cursor, errors: &mut Errors) -> Policies {
    let mut success = None;
    let mut failure = None;
    if let Some(group) = input.eat_group(Delimiter::Parenthesis) {
        let mut arguments = Cursor::of(&group);
        while !arguments.is_empty() {
            match policy(&mut arguments) {
                Ok((name, threshold)) => {
                    let place = if name == "success" { &mut success } else { &mut failure };
                    if place.replace(threshold).is_some() {
                        errors.push(
                            name.span(),
                            format!("`{name}` is given twice; keep one of them"),
                        );
                    }
                }
                Err(Mistake { span, text }) => {
                    errors.push(span, text);
                    let _ = arguments.until(|input| input.peek_punct(','));
                }
            }
            if !arguments.eat_punct(',') && !arguments.is_empty() {
                errors.push(arguments.span(), "expected `,` between the policies");
                let _ = arguments.until(|_| false);
            }
        }
    }
    let one = Threshold::Number(1, Span::call_site());
    Policies { success: success.unwrap_or(Threshold::All), failure: failure.unwrap_or(one) }
}

/// `success = 2`
fn policy(input: &mut Cursor) -> Parsed<(Ident, Threshold)> {
    let expected = "expected `success = …` or `failure = …`";
    let span = input.span();
    let name = input.eat_ident().ok_or_else(|| Mistake::new(span, expected))?;
    if name != "success" && name != "failure" {
        let text = format!("there is no policy `{name}`; {expected}");
        return Err(Mistake::new(name.span(), text));
    }
    if !input.eat_punct('=') {
        return Err(Mistake::new(input.span(), format!("expected `=` behind `{name}`")));
    }
    let threshold = threshold(input)?;
    Ok((name, threshold))
}

fn threshold(input: &mut Cursor) -> Parsed<Threshold> {
    let span = input.span();
    let expected = || Mistake::new(span, "expected `all`, `one` or a number of children");
    let threshold = match input.peek() {
        Some(TokenTree::Ident(word)) if word == "all" => Threshold::All,
        Some(TokenTree::Ident(word)) if word == "one" => Threshold::Number(1, span),
        Some(TokenTree::Literal(literal)) => {
            let number = syn::parse2::<syn::LitInt>(TokenTree::from(literal.clone()).into())
                .and_then(|number| number.base10_parse())
                .map_err(|_| expected())?;
            Threshold::Number(number, span)
        }
        _ => return Err(expected()),
    };
    input.advance();
    Ok(threshold)
}
