//! One node: doc comments, label, word, arguments, children.

use super::argument::{self, one, pair, parentheses};
use super::cursor::{Cursor, Mistake, Parsed};
use super::leaf::{self, Place};
use super::{composite, duration};
use crate::ast::{Goal, Kind, Node};
use crate::error::Errors;
use crate::keyword;
use proc_macro2::{Delimiter, Ident, TokenStream};

/// A node of which nothing is known but where it stands; it runs and does nothing.
pub(crate) fn broken(span: proc_macro2::Span) -> Node {
    let kind = Kind::Action(quote::quote!(::bt_core::Status::Running));
    Node { kind, children: Vec::new(), label: None, description: None, span }
}

/// Reads one node and everything below it.
pub(crate) fn node(input: &mut Cursor, place: Place, errors: &mut Errors) -> Parsed<Node> {
    let description = docs(input, errors);
    let label = label(input)?;
    let span = input.span();
    let Some(word) = input.eat_ident() else {
        let text = match input.peek() {
            Some(token) if token.to_string() == "!" => {
                "expected a node; `!` is called `not` here".into()
            }
            Some(token) if token.to_string() == ";" => {
                "there is no `;` behind the braces of a node; remove it".into()
            }
            Some(token) => format!("expected a node, found `{token}`"),
            None => "expected a node".into(),
        };
        return Err(Mistake::new(span, text));
    };
    let (kind, children) = kind_and_children(input, &word, place, errors)?;
    Ok(Node { kind, children, label, description, span })
}

fn kind_and_children(
    input: &mut Cursor,
    word: &Ident,
    place: Place,
    errors: &mut Errors,
) -> Parsed<(Kind, Vec<Node>)> {
    if let Some(leaf) = leaf_kind(input, word, place)? {
        return Ok((leaf, Vec::new()));
    }
    if let Some(composite) = composite_node(input, word, place, errors)? {
        return Ok(composite);
    }
    if let Some(decorator) = decorator_kind(input, word)? {
        return Ok((decorator, vec![decorated(input, word, place, errors)?]));
    }
    Err(unknown(word))
}

fn leaf_kind(input: &mut Cursor, word: &Ident, place: Place) -> Parsed<Option<Kind>> {
    let kind = match word.to_string().as_str() {
        "condition" => Kind::Condition(leaf::tokens(input, word, place)?),
        "action" => return leaf::action(input, word, place).map(Some),
        "subtree" => return leaf::subtree(input, word, place).map(Some),
        "wait" => {
            let kind = Kind::Wait(duration_in(input, word)?);
            leaf::finish(input, word, place)?;
            kind
        }
        "succeed" | "fail" | "running" => {
            leaf::finish(input, word, place)?;
            match word.to_string().as_str() {
                "succeed" => Kind::Succeed,
                "fail" => Kind::Fail,
                _ => Kind::Running,
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(kind))
}

fn composite_node(
    input: &mut Cursor,
    word: &Ident,
    place: Place,
    errors: &mut Errors,
) -> Parsed<Option<(Kind, Vec<Node>)>> {
    let plain = match word.to_string().as_str() {
        "sequence" => Kind::Sequence,
        "selector" => Kind::Selector,
        "active_sequence" => Kind::ActiveSequence,
        "active_selector" => Kind::ActiveSelector,
        "parallel" => Kind::Parallel(argument::policies(input, errors)),
        "monitor" => return composite::monitor(input, word, errors).map(Some),
        "random_selector" => {
            return composite::random(input, word, Goal::Success, errors).map(Some);
        }
        "random_sequence" => {
            return composite::random(input, word, Goal::Failure, errors).map(Some);
        }
        "utility_selector" => return composite::utility(input, word, errors).map(Some),
        "if" | "active_if" => return composite::branch(input, word, place, errors).map(Some),
        "match" | "active_match" => return composite::arms(input, word, errors).map(Some),
        _ => return Ok(None),
    };
    Ok(Some((plain, composite::children(input, word, errors)?)))
}

fn decorator_kind(input: &mut Cursor, word: &Ident) -> Parsed<Option<Kind>> {
    let kind = match word.to_string().as_str() {
        "not" => Kind::Not,
        "force_success" => Kind::ForceSuccess,
        "force_failure" => Kind::ForceFailure,
        "once" => Kind::Once,
        "repeat" => Kind::Repeat(argument::count(input, word)?),
        "retry" => Kind::Retry(argument::count(input, word)?),
        "guard" => Kind::Guard(one(input, word, "a condition")?),
        "timeout" => Kind::Timeout(duration_in(input, word)?),
        "delay" => Kind::Delay(duration_in(input, word)?),
        "cooldown" => Kind::Cooldown(duration_in(input, word)?),
        "every" => Kind::Every(duration_in(input, word)?),
        "service" => return service(input, word).map(Some),
        "with" => Kind::With(leaf::with(input, word)?),
        _ => return Ok(None),
    };
    Ok(Some(kind))
}

fn duration_in(input: &mut Cursor, word: &Ident) -> Parsed<crate::ast::Duration> {
    duration::duration(one(input, word, "a duration")?)
}

/// `service(D, EXPR)`
fn service(input: &mut Cursor, word: &Ident) -> Parsed<Kind> {
    let group = parentheses(input, word, "a duration, an expression")?;
    let (every, run) = pair(&group);
    let run = run.unwrap_or_default();
    argument::expression(&every, group.span_close(), "a duration")?;
    argument::expression(&run, group.span_close(), "an expression behind the duration")?;
    Ok(Kind::Service(duration::duration(every)?, run))
}

/// The one node behind a decorator.
fn decorated(input: &mut Cursor, word: &Ident, place: Place, errors: &mut Errors) -> Parsed<Node> {
    let nothing = input.is_empty() || input.peek_punct(';') || input.peek_punct(',');
    if nothing {
        input.eat_punct(';');
        let text = format!("`{word}` is a prefix of a node; write the node behind it");
        return Err(Mistake::new(word.span(), text));
    }
    if let Some(group) = input.eat_group(Delimiter::Brace) {
        let text =
            format!("`{word}` is a prefix of one node, without braces: `{word} sequence {{ … }}`");
        return Err(Mistake::new(group.span_open(), text));
    }
    node(input, place, errors)
}

/// `/// text` comes as `#[doc = " text"]`.
pub(crate) fn docs(input: &mut Cursor, errors: &mut Errors) -> Option<String> {
    let mut lines = Vec::new();
    while input.peek_punct('#') {
        let span = input.span();
        input.advance();
        let Some(group) = input.eat_group(Delimiter::Bracket) else {
            errors.push(span, "expected a node, found `#`");
            continue;
        };
        match doc_line(group.stream()) {
            Some(line) => lines.push(line),
            None => errors.push(span, "a node takes doc comments and no other attributes"),
        }
    }
    (!lines.is_empty()).then(|| lines.join("\n").trim().to_owned())
}

fn doc_line(attribute: TokenStream) -> Option<String> {
    let pair = syn::parse2::<syn::MetaNameValue>(attribute).ok()?;
    match pair.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. })
            if pair.path.is_ident("doc") =>
        {
            Some(text.value().trim().to_owned())
        }
        _ => None,
    }
}

/// `'flee:`
fn label(input: &mut Cursor) -> Parsed<Option<Ident>> {
    if !input.eat_punct('\'') {
        return Ok(None);
    }
    let span = input.span();
    let name = input.eat_ident().ok_or_else(|| Mistake::new(span, "expected a label"))?;
    if !input.eat_punct(':') {
        return Err(Mistake::new(input.span(), format!("expected `:` behind the label `'{name}`")));
    }
    Ok(Some(name))
}

fn unknown(word: &Ident) -> Mistake {
    let written = word.to_string();
    if let Some(here) = keyword::translated(&written) {
        return Mistake::new(word.span(), format!("`{written}` is called `{here}` here"));
    }
    let text = match keyword::nearest(&written, keyword::NODES) {
        Some(near) => format!("there is no node `{written}`; did you mean `{near}`?"),
        None => format!(
            "there is no node `{written}`; the nodes are {}",
            keyword::NODES.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
        ),
    };
    Mistake::new(word.span(), text)
}

/// Whether a condition of a monitor comes next: `condition` or `not condition`.
pub(crate) fn is_condition(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    loop {
        while ahead.eat_punct('#') {
            ahead.advance();
        }
        if ahead.eat_punct('\'') {
            ahead.advance();
            ahead.eat_punct(':');
        }
        if !ahead.eat_word("not") {
            return ahead.peek_word("condition");
        }
    }
}
