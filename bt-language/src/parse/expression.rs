//! Rust in the text of a tree: finds the ends of expressions, and checks that rustc will be able to
//! read them.

use super::children::lone_node;
use super::cursor::{Cursor, is_punct};
use super::reader::{Context, Mistake, Result};
use crate::place;
use crate::words::Word;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use syn::parse::Parser;

/// The maximum nesting depth of delimiters in an expression, a pattern or a header.
const GROUPS: usize = 128;

/// The maximum nesting depth of generic arguments: `A<A<A<…>>>`
const GENERICS: usize = 48;

/// Calls `syn` without a stack overflow: `syn` recurses into nested tokens, and a compiler that runs
/// out of stack prints no message.
pub(crate) fn read<T>(parser: impl Parser<Output = T>, tokens: &TokenStream) -> syn::Result<T> {
    if let Some((span, text)) = refused(tokens.clone()) {
        return Err(syn::Error::new(span, text));
    }
    parser.parse2(tokens.clone())
}

pub(crate) fn expression_of(tokens: &TokenStream) -> syn::Result<syn::Expr> {
    read(<syn::Expr as syn::parse::Parse>::parse, tokens)
}

pub(crate) fn is_expression(tokens: &TokenStream) -> bool {
    expression_of(tokens).is_ok()
}

/// Returns `true` if tokens are the path of a type: `npcs::Patrol<N>`
pub(crate) fn is_path(tokens: &TokenStream) -> bool {
    read(<syn::TypePath as syn::parse::Parse>::parse, tokens).is_ok()
}

/// The place and the text of the mistake in tokens that are nested too deeply for `syn`, or that have a
/// `try` outside of delimiters, which `syn` reads as a name like any other.
fn refused(tokens: TokenStream) -> Option<(Span, &'static str)> {
    let deep = "this is nested too deeply; move a part of it into a function or a type of its own";
    let mut word = None;
    let mut open = vec![(tokens.into_iter(), 0_usize)];
    while let Some((tokens, generics)) = open.last_mut() {
        match tokens.next() {
            None => {
                open.pop();
            }
            Some(TokenTree::Punct(punct)) => {
                match punct.as_char() {
                    '<' => *generics += 1,
                    '>' => *generics = generics.saturating_sub(1),
                    // The `<` before it was a comparison.
                    '&' | '|' | ';' => *generics = 0,
                    _ => {}
                }
                if *generics > GENERICS {
                    return Some((punct.span(), deep));
                }
            }
            Some(TokenTree::Group(group)) => {
                if open.len() > GROUPS {
                    return Some((group.span_open(), deep));
                }
                open.push((group.stream().into_iter(), 0));
            }
            Some(TokenTree::Ident(ident))
                if open.len() == 1 && word.is_none() && ident == "try" =>
            {
                word = Some(ident.span());
            }
            Some(_) => {}
        }
    }
    word.map(|span| (span, "`try` is a word of Rust; to use it as a name write `r#try`"))
}

/// Reads the expression of a leaf: up to its `;`, or, if that is missing, up to where the next node
/// seems to begin. Also returns whether `syn` has read the tokens as an expression.
pub(crate) fn to_end(input: &mut Cursor, context: Context) -> (TokenStream, bool) {
    let start = input.clone();
    let from = input.position();
    let (mut first_comma, mut results) = (None, None);
    loop {
        input.skip_until(&|input| {
            input.peek_punct(';')
                || input.peek_result()
                || (context == Context::Arm && input.peek_punct(','))
        });
        let tokens = input.since(from);
        if is_expression(&tokens) {
            return (tokens, true);
        }
        // An arrow may also be a part of a closure: `|| -> Path { … }`.
        if input.peek_result() {
            if input.peek_last_result() {
                results = Some(input.clone());
            }
            input.advance();
            continue;
        }
        // A comma may also be a part of generic arguments: `find::<A, B>(npc)`.
        if !input.peek_punct(',') {
            break;
        }
        first_comma.get_or_insert_with(|| input.clone());
        input.advance();
    }
    let limit = first_comma.as_ref().unwrap_or(input).position();
    let next = next_node(start, limit).or(first_comma).or(results);
    *input = next.unwrap_or_else(|| input.clone());
    (input.since(from), false)
}

/// Finds the beginning of a node in tokens that are not an expression: at a word of the language
/// that is the first token of its line, or that follows an expression.
fn next_node(start: Cursor, limit: usize) -> Option<Cursor> {
    let from = start.position();
    let mut ahead = start;
    while ahead.position() < limit {
        let begins = ahead.begins_node()
            || (ahead.position() > from && ahead.peek_node() && is_expression(&ahead.since(from)));
        if begins {
            return Some(ahead);
        }
        ahead.advance();
    }
    None
}

/// Checks that rustc will be able to read an expression; the tokens do not change.
pub(crate) fn expression(tokens: &TokenStream, end: Span, what: &str) -> Result<()> {
    readable(tokens, end, what, "remove it")
}

/// Does the same for an expression that ends with `;`.
pub(crate) fn leaf_expression(tokens: &TokenStream, end: Span, what: &str) -> Result<()> {
    readable(tokens, end, what, "write `;` before it, or remove it")
}

/// Does the same; `advice` says what to do about surplus tokens.
fn readable(tokens: &TokenStream, end: Span, what: &str, advice: &str) -> Result<()> {
    if tokens.is_empty() {
        return Err(Mistake::new(end, format!("expected {what}")));
    }
    if let Some(node) = lone_node(tokens) {
        let text = format!("expected {what}, found the node `{node}`");
        return Err(Mistake::new(node.span(), text));
    }
    match expression_of(tokens) {
        Ok(_) => outside_of_methods(tokens),
        Err(error) => Err(unreadable(tokens, &error, end, &the(what), advice)),
    }
}

/// Refuses the words that only a method or an asynchronous function can use.
pub(crate) fn outside_of_methods(tokens: &TokenStream) -> Result<()> {
    no_self(tokens).and_then(|()| no_await(tokens))
}

/// Refuses `self`: a tree is not a method. Items inside of a block may use it.
fn no_self(tokens: &TokenStream) -> Result<()> {
    let mut tokens = tokens.clone().into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "fn" || word == "impl" => return Ok(()),
            TokenTree::Ident(word) if word == "self" => {
                let is_path = tokens.peek().is_some_and(|next| is_punct(next, ':'));
                if !is_path {
                    let text = "there is no `self` in a tree; use the name that its header gives the blackboard";
                    return Err(Mistake::new(word.span(), text));
                }
            }
            TokenTree::Group(group) => no_self(&group.stream())?,
            _ => {}
        }
    }
    Ok(())
}

/// Refuses `await`: a tree does not wait for a future. A block may make a future.
fn no_await(tokens: &TokenStream) -> Result<()> {
    let mut before = None;
    for token in tokens.clone() {
        match &token {
            TokenTree::Ident(word) if word == "async" => return Ok(()),
            TokenTree::Ident(word) if word == "await" && before == Some('.') => {
                let text =
                    "a tick does not wait for a future; write `await EXPR;`, without `.await`";
                return Err(Mistake::new(word.span(), text));
            }
            TokenTree::Group(group) => no_await(&group.stream())?,
            _ => {}
        }
        before = match token {
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        };
    }
    Ok(())
}

/// `an expression` → `the expression`
fn the(what: &str) -> String {
    let bare = what.strip_prefix("an ").or_else(|| what.strip_prefix("a "));
    bare.map_or_else(|| what.into(), |bare| format!("the {bare}"))
}

/// The mistake for tokens that are not an expression.
fn unreadable(
    tokens: &TokenStream,
    error: &syn::Error,
    end: Span,
    what: &str,
    advice: &str,
) -> Mistake {
    if let Some(TokenTree::Punct(last)) = tokens.clone().into_iter().last() {
        if last.as_char() == '.' || last.as_char() == ':' {
            let text = format!("a name is missing after this `{last}`; {what} is unfinished");
            return Mistake::new(last.span(), text);
        }
    }
    let text = error.to_string();
    if text.starts_with("unexpected end of input") {
        return Mistake::new(end, format!("{what} is unfinished; write the rest of it"));
    }
    if text.contains("; ") {
        return Mistake::new(error.span(), text);
    }
    if text != "unexpected token" {
        return Mistake::new(error.span(), format!("{text}, in {what}"));
    }
    if let Some(word) = word_before_expression(tokens) {
        let text = format!("{what} is Rust, without the word `{word}`; remove the word");
        return Mistake::new(word.span(), text);
    }
    let text = match at(tokens, error.span()) {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            format!("did not expect braces in {what}; it has no children, and ends with `;`")
        }
        Some(TokenTree::Punct(punct)) if punct.as_char() == ',' && begins_with_type(tokens) => {
            format!("the generic arguments in {what} are unfinished; write `>` after them")
        }
        Some(token) => {
            format!("did not expect `{token}` in {what}; {advice}")
        }
        None => format!("did not expect this in {what}; {advice}"),
    };
    Mistake::new(error.span(), text)
}

/// The word of a leaf in front of an expression: `condition npc.hurt()` → `condition`
fn word_before_expression(tokens: &TokenStream) -> Option<Ident> {
    let mut tokens = tokens.clone().into_iter();
    let Some(TokenTree::Ident(word)) = tokens.next() else { return None };
    let is_leaf = matches!(Word::of(&word), Some(Word::Condition | Word::Action));
    (is_leaf && is_expression(&tokens.collect())).then_some(word)
}

/// Returns `true` if tokens begin with the name of a type and `<`, judged by spelling: `walk::To<`
fn begins_with_type(tokens: &TokenStream) -> bool {
    let mut name = String::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(word) => name = word.to_string(),
            TokenTree::Punct(punct) if punct.as_char() == ':' => {}
            TokenTree::Punct(punct) if punct.as_char() == '<' => break,
            _ => return false,
        }
    }
    name.starts_with(char::is_uppercase)
}

/// The token at the place of an error; `None` in an editor, which has no places.
fn at(tokens: &TokenStream, span: Span) -> Option<TokenTree> {
    tokens.clone().into_iter().find(|token| place::begin_together(token.span(), span))
}

/// The maximum depth of the search for invisible delimiters; tokens that are nested more deeply cannot
/// be read anyway.
const INVISIBLE: usize = 1_500;

/// Makes the invisible delimiters around an argument of a `macro_rules!` visible where they matter:
/// `2 * $e` with `1 + 2` for `$e` is `2 * (1 + 2)`. rustc ignores them in the output of a procedural
/// macro.
pub(crate) fn made_visible(tokens: TokenStream) -> TokenStream {
    with_visible(&tokens, 0).unwrap_or(tokens)
}

/// The tokens with visible delimiters, if that makes a difference: a group that is made again has
/// lost the place of its opening delimiter.
fn with_visible(tokens: &TokenStream, depth: usize) -> Option<TokenStream> {
    if depth > INVISIBLE {
        return None;
    }
    let (mut visible, mut is_changed) = (Vec::new(), false);
    let mut is_attribute = false;
    for token in tokens.clone() {
        let was_attribute = is_attribute;
        is_attribute = is_punct(&token, '#');
        let replaced = match &token {
            TokenTree::Group(group) if was_attribute => attribute_group(group, depth),
            TokenTree::Group(group) => visible_group(group, depth),
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
fn visible_group(group: &Group, depth: usize) -> Option<Vec<TokenTree>> {
    let inner = with_visible(&group.stream(), depth + 1);
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
fn attribute_group(group: &Group, depth: usize) -> Option<Vec<TokenTree>> {
    let inner = without_invisible(&group.stream(), depth + 1)?;
    let mut visible = Group::new(group.delimiter(), inner);
    visible.set_span(group.span());
    Some(vec![visible.into()])
}

/// Tokens without invisible delimiters, if there are any.
fn without_invisible(tokens: &TokenStream, depth: usize) -> Option<TokenStream> {
    if depth > INVISIBLE {
        return None;
    }
    let (mut visible, mut is_changed) = (TokenStream::new(), false);
    for token in tokens.clone() {
        let TokenTree::Group(group) = &token else {
            visible.extend([token]);
            continue;
        };
        let inner = without_invisible(&group.stream(), depth + 1);
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
        expression_of(tokens),
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
