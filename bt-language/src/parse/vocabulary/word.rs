//! One word of a vocabulary: `condition HealthBelow(limit: i32 = 20) => npc.health < limit;`

use super::Draft;
use super::parameter::{declared_type, parameters, path};
use crate::ast::{Form, Literal};
use crate::mirror::{Meaning, Words};
use crate::parse::cursor::Cursor;
use crate::parse::generics::turbofish;
use crate::parse::leaf::{self, Act, Place, finish, generic_literal, made_by, struct_literal};
use crate::parse::node::docs_of;
use crate::parse::notes::Notes;
use crate::parse::syntax::is_path;
use crate::parse::{subtree, written_out};
use crate::place;
use crate::vocabulary::Type;
use crate::vocabulary::declared::{DeclaredParameter, DeclaredWord, Means};
use crate::words::{self, nearest};
use proc_macro2::{Delimiter, Ident, TokenTree};
use quote::ToTokens;

/// The words that declare one.
const KEYWORDS: &[&str] = &["condition", "action", "decorator", "value", "subtree", "random"];

const SHAPE: &str = "`condition Name => …;`, and the same with `action`, `decorator`, `value Name: i32`, `subtree Name;` or `random`";

const NO_PARAMETERS: &str =
    "a subtree of a vocabulary takes no parameters; write a tree without any around it";

/// Other words for them.
const ELSEWHERE: &[(&str, &str)] = &[
    ("with", "decorator"),
    ("query", "condition"),
    ("check", "condition"),
    ("task", "action"),
    ("leaf", "action"),
    ("score", "value"),
    ("get", "value"),
    ("tree", "subtree"),
    ("draw", "random"),
];

/// Where the word that begins here ends at the latest: before the next one, so that a missing `;` is one
/// mistake.
pub(super) fn limit(input: &Cursor) -> usize {
    let mut ahead = input.clone();
    skip_attributes(&mut ahead);
    ahead.advance();
    while !ahead.is_empty() {
        let here = ahead.place();
        skip_attributes(&mut ahead);
        if begins_word(&ahead) {
            return here;
        }
        ahead.advance();
    }
    ahead.place()
}

/// Skips doc comments: `#[doc = "…"]`
fn skip_attributes(input: &mut Cursor) {
    while input.peek_punct('#') {
        let mut ahead = input.clone();
        ahead.advance();
        if ahead.eat_group(Delimiter::Bracket).is_none() {
            return;
        }
        *input = ahead;
    }
}

/// Returns `true` at `condition Name` or `random =>`, which no expression contains outside of its delimiters.
fn begins_word(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    let Some(word) = ahead.eat_ident().filter(|word| KEYWORDS.iter().any(|known| word == known))
    else {
        return false;
    };
    if word == "random" {
        return ahead.peek_arrow();
    }
    let rust = ["as", "in", "else", "if", "match"];
    ahead.eat_ident().is_some_and(|name| !rust.iter().any(|word| name == word))
}

/// Reads one word up to its `;`.
pub(super) fn word(input: &mut Cursor, draft: &mut Draft, notes: &mut Notes) {
    let description = docs_of(input, "a word", "vocabulary", notes);
    let span = input.span();
    let Some(keyword) = input.eat_ident() else {
        if input.is_empty() {
            draft.error(notes, input.last_span(), "expected a word after this doc comment");
        } else {
            draft.error(notes, span, format!("expected a word of the vocabulary: {SHAPE}"));
        }
        skip(input);
        return;
    };
    notes.mirror.word(Words::Vocabulary, &keyword);
    let Some(known) = known(&keyword, draft, notes) else { return skip(input) };
    notes.mirror.begin();
    let start = input.place();
    let read = match known {
        "random" => random(input, &keyword, draft, notes),
        known => named(input, known, &keyword, description, draft, notes),
    };
    notes.mirror.leave();
    if read.is_none() {
        draft.is_broken = true;
        // What could be read stays after its `;`.
        if input.place() == start || !ended(input) {
            skip(input);
        }
    }
}

/// Goes on after the next `;`.
fn skip(input: &mut Cursor) {
    let _ = input.until(&|input| input.peek_punct(';'));
    input.eat_punct(';');
}

fn ended(input: &Cursor) -> bool {
    matches!(input.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == ';')
}

/// The keyword, or the keyword that was probably meant; then it reports a mistake.
fn known(keyword: &Ident, draft: &mut Draft, notes: &mut Notes) -> Option<&'static str> {
    let written = keyword.to_string();
    if let Some(known) = KEYWORDS.iter().find(|known| **known == written) {
        return Some(known);
    }
    let elsewhere = ELSEWHERE.iter().find(|(other, _)| *other == written).map(|(_, here)| *here);
    let near = || nearest(&written, &mut KEYWORDS.iter().copied());
    let near =
        elsewhere.or_else(near).and_then(|near| KEYWORDS.iter().find(|known| **known == near));
    let text = match near {
        Some(near) => {
            format!("there is no word `{written}` in a vocabulary; did you mean `{near}`?")
        }
        None if words::Word::of(keyword).is_some() => format!(
            "the node `{written}` stands in a tree, or in a file; a vocabulary declares words: {SHAPE}"
        ),
        None => format!("there is no word `{written}` in a vocabulary: {SHAPE}"),
    };
    draft.error(notes, keyword.span(), text);
    near.copied()
}

/// `random => npc.dice();`
fn random(input: &mut Cursor, keyword: &Ident, draft: &mut Draft, notes: &mut Notes) -> Option<()> {
    if !input.peek_arrow() {
        let text =
            "`random` has no name and no parameters; it gives a `u32`: `random => npc.dice();`";
        let span = if input.is_empty() { keyword.span() } else { input.span() };
        draft.error(notes, span, text);
        return None;
    }
    input.eat_arrow();
    let mut read = leaf::tokens(input, keyword, Meaning::Number, Place::Block, notes);
    let first = draft.randoms.first().copied();
    draft.randoms.push(keyword.span());
    if let Some(first) = first {
        let line = place::line(first);
        let text = format!("there is a `random` already, in line {line}; remove one of them");
        draft.error(notes, keyword.span(), text);
    } else {
        if let Some(expression) = &mut read {
            written_out(expression);
        }
        draft.random.clone_from(&read);
    }
    read.map(|_| ())
}

/// A word with a name.
fn named(
    input: &mut Cursor,
    known: &'static str,
    keyword: &Ident,
    description: Option<String>,
    draft: &mut Draft,
    notes: &mut Notes,
) -> Option<()> {
    let mut ahead = input.clone();
    let name = name(&mut ahead, known, keyword, draft, notes)?;
    let (parameters, means) = if known == "subtree" {
        (Vec::new(), subtree(input, keyword, draft, notes)?)
    } else {
        *input = ahead;
        let parameters = given(input, known, &name, draft, notes);
        let means = means(input, known, keyword, &name, draft, notes)?;
        (parameters, means)
    };
    draft.words.push(DeclaredWord { name, parameters, means, description });
    Some(())
}

/// The name of a word, which no other word has.
fn name(
    input: &mut Cursor,
    known: &str,
    keyword: &Ident,
    draft: &mut Draft,
    notes: &mut Notes,
) -> Option<Ident> {
    let Some(name) = input.eat_ident() else {
        let text = match known {
            "value" => "this `value` has no name: `value Name: i32 => …;`".to_owned(),
            "subtree" => "this `subtree` has no name: `subtree Name;`".to_owned(),
            known => format!("this `{known}` has no name: `{known} Name => …;`"),
        };
        draft.error(notes, keyword.span(), text);
        return None;
    };
    if syn::parse2::<Ident>(name.to_token_stream()).is_err() || name.to_string().starts_with('$') {
        let text = format!("`{name}` is a word of Rust; give this {known} another name");
        draft.error(notes, name.span(), text);
        return None;
    }
    if let Some(first) = draft.names.iter().find(|other| **other == name) {
        let line = place::line(first.span());
        let text = format!(
            "two words are called `{name}`, the first in line {line}; give this one another name"
        );
        draft.error(notes, name.span(), text);
        return None;
    }
    draft.names.push(name.clone());
    Some(name)
}

/// The parameters after a name, if there are any.
fn given(
    input: &mut Cursor,
    known: &str,
    name: &Ident,
    draft: &mut Draft,
    notes: &mut Notes,
) -> Vec<DeclaredParameter> {
    let Some(group) = input.eat_group(Delimiter::Parenthesis) else { return Vec::new() };
    if known == "value" {
        let text = format!("a `value` takes no parameters: `value {name}: i32 => …;`");
        draft.error(notes, group.span_open(), text);
        return Vec::new();
    }
    parameters(&group, draft, notes)
}

/// Reads the part after the parameters.
fn means(
    input: &mut Cursor,
    known: &str,
    keyword: &Ident,
    name: &Ident,
    draft: &mut Draft,
    notes: &mut Notes,
) -> Option<Means> {
    if known == "value" {
        return value(input, keyword, name, draft, notes);
    }
    arrow(input, known, name, draft, notes)?;
    let mut means = match known {
        "condition" => Means::Condition(leaf::condition(input, keyword, Place::Block, notes)?),
        "action" => match leaf::action(input, keyword, Place::Block, notes)? {
            Act::Expression(value) => Means::Action(value),
            Act::Made(literal) => Means::Stateful(literal),
        },
        _ => Means::Decorator(decorator(input, keyword, notes)?),
    };
    match &mut means {
        Means::Condition(value) | Means::Action(value) | Means::Value(_, value) => {
            written_out(value);
        }
        Means::Stateful(literal) | Means::Decorator(literal) => written_out(&mut literal.value),
        Means::Subtree(_) => {}
    }
    Some(means)
}

/// `=>`
fn arrow(
    input: &mut Cursor,
    known: &str,
    name: &Ident,
    draft: &mut Draft,
    notes: &mut Notes,
) -> Option<()> {
    if input.peek_arrow() {
        input.eat_arrow();
        return Some(());
    }
    let span =
        if input.is_empty() || input.peek_punct(';') { input.last_span() } else { input.span() };
    let of = if known == "value" { ": i32" } else { "" };
    let text = format!("expected `=>` and what `{name}` stands for: `{known} {name}{of} => …;`");
    draft.error(notes, span, text);
    None
}

/// `value Health: i32 => npc.health;`, after the name.
fn value(
    input: &mut Cursor,
    keyword: &Ident,
    name: &Ident,
    draft: &mut Draft,
    notes: &mut Notes,
) -> Option<Means> {
    let has_colon = input.eat_punct(':');
    let from = input.place();
    notes.mirror.tree(&path(input));
    input.eat_group(Delimiter::Brace);
    let of = input.since(from);
    if !has_colon || of.is_empty() {
        let text = format!("the value `{name}` needs a type: `value {name}: i32 => …;`");
        draft.error(notes, name.span(), text);
        return None;
    }
    let of = draft.read(notes, declared_type(&of, name.span()));
    arrow(input, "value", name, draft, notes)?;
    let meaning = match of.as_ref().map(|of| &of.of) {
        Some(Type::Bool) => Meaning::Answer,
        Some(Type::Single) => Meaning::Score,
        Some(Type::Duration) => Meaning::Duration,
        Some(Type::Integer(integer)) if integer.name == "u32" => Meaning::Number,
        _ => Meaning::Anything,
    };
    let mut value = leaf::tokens(input, keyword, meaning, Place::Block, notes)?;
    written_out(&mut value);
    Some(Means::Value(of?, value))
}

/// `Brave { up_to };`, or a unit struct.
fn decorator(input: &mut Cursor, keyword: &Ident, notes: &mut Notes) -> Option<Literal> {
    if let Some(literal) = generic_literal(input) {
        let read = made_by(&literal, input, "the decorator", notes);
        finish(input, keyword, Place::Block, notes);
        return read.map(|()| literal);
    }
    let value = leaf::tokens(input, keyword, Meaning::Anything, Place::Block, notes)?;
    if let Some(literal) = struct_literal(&value) {
        return Some(literal);
    }
    if is_path(&value) {
        let path = turbofish(value.to_token_stream());
        return Some(Literal { path, value, form: Form::Literal });
    }
    let text =
        "expected the struct literal of a decorator after `=>`: `decorator Name => Type { … };`";
    notes.error(keyword.span(), text);
    None
}

/// `Reload(&mut npc.weapon);`, after the keyword.
fn subtree(
    input: &mut Cursor,
    keyword: &Ident,
    draft: &mut Draft,
    notes: &mut Notes,
) -> Option<Means> {
    let mut ahead = input.clone();
    ahead.advance();
    if let Some(group) = ahead.eat_group(Delimiter::Parenthesis) {
        let mut inside = Cursor::of(&group);
        let is_parameter = inside.eat_ident().is_some()
            && ((inside.eat_punct(':') && !inside.peek_punct(':'))
                || (inside.eat_punct('=') && !inside.peek_punct('=')));
        if is_parameter {
            draft.error(notes, group.span_open(), NO_PARAMETERS);
            return None;
        }
    }
    let subtree = subtree::subtree(input, keyword, Place::Block, notes)?;
    let mut tokens = subtree.tree.clone().into_iter();
    if let (Some(first), Some(_)) = (tokens.next(), tokens.next()) {
        let text = "the name of a subtree is one word, by which files call it; bring the tree into scope with `use`, or give it one with `type`";
        draft.error(notes, first.span(), text);
        return None;
    }
    if let Some((parameter, _)) = subtree.arguments.first() {
        draft.error(notes, parameter.span(), NO_PARAMETERS);
        return None;
    }
    Some(Means::Subtree(subtree))
}
