//! `if` and `match`, also with `active_`.

use super::composite::{Key, braces, key_ahead, keyed};
use super::cursor::Cursor;
use super::expression::expression;
use super::leaf::Place;
use super::misplaced;
use super::node::{broken, node, nodes};
use super::notes::{Mistake, Notes, Parsed};
use super::reader::{Reader, Whole};
use super::{syntax, word};
use crate::ast::{Node, Purpose};
use crate::mirror::{Meaning, Words};
use crate::nodes::Made;
use crate::words::Word;
use proc_macro2::{Delimiter, Ident, Span, TokenStream};
use quote::quote_spanned;

/// `if EXPR { node } else { node }`
pub(crate) fn branch(reader: &mut Reader<'_>, definition: Made) -> Parsed<Whole> {
    let Reader { input, word, place, notes, .. } = reader;
    let place = *place;
    let (condition, readable) = in_front_of_block(input, word, "a condition", notes);
    if condition.clone().into_iter().next().is_some_and(|first| first.to_string() == "let") {
        notes.mirror.decision(&condition);
    } else {
        notes.value(Meaning::Answer, &condition);
    }
    let mut children = vec![one_node(input, word, notes)?];
    notes.mirror.may_branch();
    let mut ahead = input.clone();
    if ahead.eat_punct(';') && ahead.peek_word("else") {
        misplaced::eat_ends(input, notes);
    }
    if input.peek_word("else") {
        if let Some(word) = input.eat_ident() {
            notes.mirror.word(Words::Nodes, &word);
            if input.is_empty() || !(input.peek_group(Delimiter::Brace) || input.peek_node()) {
                let text = "expected a node in braces after this `else`: `else { … }`";
                return Err(Mistake::new(word.span(), text));
            }
        }
        children.push(if matches!(input.peek_node_word(), Some(Word::If | Word::ActiveIf)) {
            node(input, place, notes)
        } else {
            one_node(input, word, notes)?
        });
    }
    reader.push(Purpose::Decision, condition);
    Ok((readable.then_some(definition), children))
}

/// `{ node }`
fn one_node(input: &mut Cursor, word: &Ident, notes: &mut Notes) -> Parsed<Node> {
    let group = braces(input, word)?;
    let mut inner = Cursor::of(&group);
    let what = format!("this branch of `{word}`");
    Ok(only_node(&mut inner, group.span_close(), &what, notes))
}

/// Reads the only node of a block; reports further nodes.
pub(crate) fn only_node(input: &mut Cursor, empty: Span, what: &str, notes: &mut Notes) -> Node {
    if input.is_empty() {
        notes.error(empty, format!("{what} is empty; write one node in its braces"));
        notes.mirror.end(Words::Nodes);
        return broken(empty);
    }
    let mut only = broken(empty);
    if misplaced::eat_ends(input, notes) {
        only = node(input, Place::Block, notes);
    }
    if misplaced::eat_ends(input, notes) {
        let text = format!("{what} is exactly one node; put several into a `sequence`");
        notes.error(input.span(), text);
    }
    nodes(input, &mut Vec::new(), notes);
    notes.mirror.end(Words::Nodes);
    only
}

/// `match EXPR { PATTERN => node, … }`
pub(crate) fn arms(reader: &mut Reader<'_>, definition: Made) -> Parsed<Whole> {
    let Reader { input, word, notes, .. } = reader;
    if notes.is_file {
        let _ = input.until(&|input| input.peek_group(Delimiter::Brace) || input.peek_punct(';'));
        input.advance();
        return Err(Mistake::new(word.span(), format!("`{word}` {}", word::ONLY_IN_RUST)));
    }
    let (scrutinee, readable) = in_front_of_block(input, word, "a value", notes);
    notes.mirror.begin_match();
    let read = keyed(input, word, notes, left_of_arrow);
    // After an unfinished arm the user may type further arms.
    let is_finished = match &read {
        Ok((Some(_), children)) => children.last().is_none_or(|last| last.kind.is_some()),
        _ => false,
    };
    notes.mirror.end_match(&scrutinee, readable && is_finished);
    let (patterns, children) = read?;
    reader.push(Purpose::Scrutinee, scrutinee);
    let patterns = patterns.filter(|_| readable && is_finished);
    let definition = patterns.map(|patterns| {
        for pattern in patterns {
            reader.push(Purpose::Pattern, pattern);
        }
        definition
    });
    Ok((definition, children))
}

/// `PATTERN =>`, possibly with `if` after the pattern.
fn left_of_arrow(input: &mut Cursor, notes: &mut Notes) -> Key {
    let start = input.span();
    if !key_ahead(input) {
        if input.peek_node() || input.peek_punct('\'') {
            notes.error(start, "expected a pattern before the node: `PATTERN => node`");
            return Key::Unread;
        }
        let tokens = input.until_arm_ends();
        notes.error(start, "expected `=>` and a node after this pattern: `PATTERN => node`");
        notes.mirror.pattern(&tokens);
        return Key::Alone;
    }
    let tokens = input.until(&Cursor::peek_arrow);
    let arrow = input.span();
    input.eat_arrow();
    notes.mirror.pattern(&tokens);
    if tokens.is_empty() {
        notes.error(start, "expected a pattern before `=>`");
        return Key::Unread;
    }
    // Checks that rustc will be able to read it.
    match syntax::read(
        <syn::Arm as syn::parse::Parse>::parse,
        &quote_spanned!(arrow=> #tokens => ()),
    ) {
        Ok(_) => Key::Read(tokens.into()),
        Err(error) if error.to_string() == "expected `=>`" => {
            notes.error(error.span(), "expected `=>` after this pattern: `PATTERN => node`");
            Key::Unread
        }
        Err(error) => {
            notes.mistakes.push_syn(error);
            Key::Unread
        }
    }
}

/// Reads the expression between a word and its block: the shortest readable one; if there is none,
/// the tokens before the first block. Returns `true` if it is readable.
fn in_front_of_block(
    input: &mut Cursor,
    word: &Ident,
    what: &str,
    notes: &mut Notes,
) -> (TokenStream, bool) {
    if notes.is_file {
        let what = format!("{what} of the vocabulary after `{word}`");
        return word::in_front_of_block(input, word, &what, notes);
    }
    let (start, from) = (input.clone(), input.place());
    let to_block = |input: &mut Cursor| {
        let _ = input.until(&|input| {
            input.peek_group(Delimiter::Brace)
                || input.peek_punct(';')
                || (input.place() > from && input.begins_node())
        });
    };
    loop {
        to_block(input);
        let tokens = input.since(from);
        let read = syntax::read(syn::Expr::parse_without_eager_brace, &tokens);
        match read {
            Ok(_) if input.peek_group(Delimiter::Brace) => return (tokens, true),
            Err(_) if is_part(input, &tokens) => input.advance(),
            _ => {
                *input = start;
                to_block(input);
                let tokens = input.since(from);
                if input.peek_group(Delimiter::Brace) {
                    let unread = Mistake::new(
                        word.span(),
                        format!("`{word}` needs {what}: `{word} … {{ … }}`"),
                    );
                    let missing = format!("{what} after `{word}`");
                    let read = if tokens.is_empty() {
                        Ok(())
                    } else {
                        expression(&tokens, input.last_span(), &missing)
                    };
                    notes.read(read.and(Err::<(), _>(unread)));
                }
                return (tokens, false);
            }
        }
    }
}

/// Returns `true` if the next block is a part of the expression: it does not begin the expression,
/// or another block follows.
fn is_part(input: &Cursor, tokens: &TokenStream) -> bool {
    let mut ahead = input.clone();
    ahead.eat_group(Delimiter::Brace).is_some()
        && (!tokens.is_empty() || ahead.peek_group(Delimiter::Brace))
}
