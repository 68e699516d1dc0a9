//! The terms of a file of trees: `HealthBelow(limit = 30)`, `-4.5`, `2s`, `Pause`.

use crate::words::{Value, Words};
use bt_language::vocabulary::{Integer, Role, Type};
use bt_language::words::{Arguments, Children, Word};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A word with its arguments.
pub(crate) struct Call {
    pub(crate) name: String,
    pub(crate) arguments: Vec<(String, Value)>,
    /// The names behind the arrow.
    pub(crate) gives: Vec<String>,
}

/// Reads a word with its arguments; `None` for a literal, for anything that is not a term, and for a word with results.
pub(crate) fn call(text: &str) -> Option<Call> {
    read(text, &value).filter(|call| call.gives.is_empty())
}

/// Reads a word with its arguments and the names of its results; a number with a point, and an argument that is no literal and
/// no name, is a [`Value::Literal`] with its text.
pub(crate) fn full(text: &str) -> Option<Call> {
    let read_value = |text: &str| match value(text) {
        Some(Value::Float(_)) | None => Value::Literal(text.to_owned()),
        Some(value) => value,
    };
    read(text, &|text| Some(read_value(text)))
}

fn read(text: &str, value: &dyn Fn(&str) -> Option<Value>) -> Option<Call> {
    let mut tokens = text.parse::<TokenStream>().ok()?.into_iter().peekable();
    let TokenTree::Ident(name) = tokens.next()? else { return None };
    let mut call = Call { name: name.to_string(), arguments: Vec::new(), gives: Vec::new() };
    let group = tokens.next_if(|token| {
        matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis)
    });
    let given = match group {
        Some(TokenTree::Group(group)) => group.stream(),
        _ => TokenStream::new(),
    };
    if tokens.peek().is_some() {
        let arrow = (tokens.next()?.to_string(), tokens.next()?.to_string());
        if arrow != ("-".to_owned(), ">".to_owned()) {
            return None;
        }
        let names = match tokens.next()? {
            TokenTree::Group(group) => group.stream(),
            name => name.into(),
        };
        let names = names.into_iter().filter(|token| matches!(token, TokenTree::Ident(_)));
        call.gives = names.map(|name| name.to_string()).collect();
    }
    if tokens.next().is_some() {
        return None;
    }
    let mut given = given.into_iter().peekable();
    while let Some(TokenTree::Ident(parameter)) = given.next() {
        let equals = given.next()?;
        if equals.to_string() != "=" {
            return None;
        }
        let mut argument = String::new();
        while let Some(token) = given.next_if(|token| token.to_string() != ",") {
            argument.push_str(&token.to_string());
        }
        given.next();
        call.arguments.push((parameter.to_string(), value(&argument)?));
    }
    Some(call)
}

/// Reads a literal, or the name of a value or a variant.
pub(crate) fn value(text: &str) -> Option<Value> {
    let text = text.trim();
    match text {
        "true" => return Some(Value::Bool(true)),
        "false" => return Some(Value::Bool(false)),
        _ => {}
    }
    if let Ok(number) = text.parse() {
        return Some(Value::Integer(number));
    }
    if let Some(number) = text.parse().ok().filter(|number: &f64| number.is_finite()) {
        return Some(Value::Float(number));
    }
    if text.starts_with(|letter: char| letter.is_ascii_digit()) {
        return Some(Value::Literal(text.to_owned()));
    }
    if crate::names::is_name(text) {
        return Some(Value::Key(text.to_owned()));
    }
    let literal: proc_macro2::Literal = text.parse().ok()?;
    unquoted(&literal.to_string()).map(Value::Text)
}

/// The text in a string literal, with its escapes read.
fn unquoted(literal: &str) -> Option<String> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next()? {
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            '0' => text.push('\0'),
            'u' => {
                let rest = letters.as_str();
                let end = rest.find('}')?;
                let code = rest.get(1..end)?;
                text.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                letters = rest.get(end + 1..)?.chars();
            }
            letter => text.push(letter),
        }
    }
    Some(text)
}

/// The role of the words in the arguments of a node of the language, or before its children.
#[derive(Clone)]
enum Place {
    Role(Role),
    Value(Type),
}

/// The place of a part of the arguments of a node, or of the key of a child.
fn place(word: Word, is_key: bool, part: usize, text: &str) -> Option<Place> {
    let u32 = || Integer::named("u32").cloned().map(|of| Place::Value(Type::Integer(of)));
    let condition = Some(Place::Role(Role::Condition));
    let children = word.children();
    if is_key {
        return match children {
            Children::Conditional => condition,
            Children::Scored => Some(Place::Value(Type::Single)),
            Children::Weighted => u32(),
            Children::Lasting => Some(Place::Value(Type::Duration)),
            Children::None
            | Children::One
            | Children::Block
            | Children::Pair
            | Children::Watched
            | Children::Branches
            | Children::Arms => None,
        };
    }
    match (word.arguments(), children) {
        (Arguments::Duration, _) => Some(Place::Value(Type::Duration)),
        (Arguments::Cooldown | Arguments::Service, _) if part == 0 => {
            Some(Place::Value(Type::Duration))
        }
        (Arguments::Service | Arguments::Statement, _) => {
            Some(Place::Role(Role::Action { is_stateful: false }))
        }
        (Arguments::Count, _) if text.trim().starts_with(EVERY) => {
            Some(Place::Value(Type::Duration))
        }
        (Arguments::Count | Arguments::Number, _) => u32(),
        (Arguments::Margin, _) => Some(Place::Value(Type::Single)),
        (Arguments::Expression, Children::Branches) | (Arguments::Value, Children::One) => {
            condition
        }
        // Another part of the import reads them, or a file does not contain them.
        (
            Arguments::None
            | Arguments::Expression
            | Arguments::Action
            | Arguments::Future
            | Arguments::Tree
            | Arguments::Literal
            | Arguments::Value
            | Arguments::Cooldown
            | Arguments::Policies
            | Arguments::Binding
            | Arguments::Assignment
            | Arguments::Range,
            _,
        ) => None,
    }
}

/// The parts of arguments, without names: `1s, Serve(slot = 3)` → `1s`, `Serve(slot = 3)`
fn parts(arguments: &str) -> Vec<String> {
    let Ok(tokens) = arguments.parse::<TokenStream>() else { return Vec::new() };
    let mut parts = vec![TokenStream::new()];
    for token in tokens {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => parts.push(TokenStream::new()),
            _ => {
                if let Some(last) = parts.last_mut() {
                    last.extend([token]);
                }
            }
        }
    }
    parts.iter().map(ToString::to_string).collect()
}

/// Declares the words in the arguments of a node of the language.
pub(crate) fn declare(words: &mut Words, word: Word, arguments: &str, is_key: bool) {
    if let (Word::Let, Some((name, _)), false) = (word, arguments.split_once(':'), is_key) {
        words.local(name.trim(), name.trim());
        return;
    }
    for (index, part) in parts(arguments).iter().enumerate() {
        if is_key && part == ELSE {
            return;
        }
        let call = call(without_name(part).1);
        match (place(word, is_key, index, part), call) {
            (Some(Place::Role(role)), Some(call)) if !is_value(words, &role, &call) => {
                let id = words.declare_here(&call.name, role);
                words.called(id);
                for (name, value) in &call.arguments {
                    words.sample(id, name, value);
                }
            }
            (Some(Place::Value(of)), Some(call)) if words.known(&call.name).is_none() => {
                words.field(&call.name, Some(of), "");
            }
            _ => {}
        }
    }
}

/// Returns `true` for a name of a tree or a `bool` of the vocabulary that is asked as a condition.
fn is_value(words: &Words, role: &Role, call: &Call) -> bool {
    let is_value = |word: &bt_language::vocabulary::Word| matches!(word.role, Role::Value(_));
    let is_name = || call.name.starts_with(char::is_lowercase);
    *role == Role::Condition
        && words.known(&call.name).map_or_else(|| call.arguments.is_empty() && is_name(), is_value)
}

/// The arguments of a node of the language, with the words as they are declared.
pub(crate) fn written(words: &mut Words, word: Word, arguments: &str, is_key: bool) -> String {
    let mut texts = Vec::new();
    for (index, part) in parts(arguments).iter().enumerate() {
        if is_key && part == ELSE {
            return part.clone();
        }
        let (name, term) = without_name(part);
        let Some(place) = place(word, is_key, index, part) else {
            if index == 0 {
                return arguments.to_owned();
            }
            texts.push(part.trim().to_owned());
            continue;
        };
        let text = match (call(term), &place) {
            (Some(call), Place::Role(role))
                if words.is_declared(&call.name, role) && !is_value(words, role, &call) =>
            {
                let id = words.declare_here(&call.name, role.clone());
                words.call(id, &call.arguments)
            }
            (Some(call), Place::Value(of)) if call.arguments.is_empty() => {
                words.reference(&call.name, of)
            }
            _ => term.replace(' ', ""),
        };
        texts.push(if name.is_empty() { text } else { format!("{name} {text}") });
    }
    texts.join(", ")
}

/// The condition of the last child of a `priority_selector`, which is no word.
const ELSE: &str = "else";
const MARGIN: &str = "margin =";
const EVERY: &str = "every =";

/// `margin = Fear` → `margin =`, `Fear`
fn without_name(part: &str) -> (&str, &str) {
    let part = part.trim();
    let name = [MARGIN, EVERY].into_iter().find(|name| part.starts_with(name)).unwrap_or_default();
    (name, part.strip_prefix(name).unwrap_or(part).trim())
}
