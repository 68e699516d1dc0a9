//! What nodes and labels are called in words, in types and in constants.

use crate::ast::Kind;
use crate::machine::{Machine, Place};
use proc_macro2::{Ident, TokenTree};

/// The constant of a label: `'runAway` → `RUN_AWAY`.
#[must_use]
pub fn constant(label: &Ident) -> Ident {
    let mut constant = String::new();
    let mut last = '_';
    for letter in plain(label).chars() {
        if letter.is_uppercase() && last.is_lowercase() {
            constant.push('_');
        }
        constant.extend(letter.to_uppercase());
        last = letter;
    }
    Ident::new(&constant, label.span())
}

/// `r#move` → `move`
#[must_use]
pub fn plain(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

/// The name of a node as a type: `RunAway7`, or `Gate1_7`, so that no other node has the same.
#[must_use]
pub fn variant(machine: &Machine, place: Place) -> String {
    let node = &machine[place.node];
    let name = match (&node.label, &node.kind) {
        (Some(label), _) => camel_case(&plain(label)),
        (None, Kind::Action(tokens)) => {
            last_name(tokens.clone()).map_or_else(|| "Action".into(), |name| camel_case(&name))
        }
        (None, Kind::Stateful(literal)) => {
            last_name(literal.path.clone()).unwrap_or_else(|| "Action".into())
        }
        (None, kind) => kind.word().name().into(),
    };
    let begins = name.starts_with(|letter: char| letter.is_alphabetic());
    let name = if begins { name } else { "Node".into() };
    let apart = if name.ends_with(|letter: char| letter.is_ascii_digit()) { "_" } else { "" };
    format!("{name}{apart}{}", number(place))
}

/// The number of a place, in names: that of its node, and of its run of children if it is one.
#[must_use]
pub fn number(place: Place) -> String {
    match place.run {
        Some(run) => format!("{}part{run}", place.node),
        None => place.node.to_string(),
    }
}

/// The name of a node inside a function: `run_away_7`
#[must_use]
pub fn of_place(machine: &Machine, place: Place) -> String {
    snake_case(&variant(machine, place))
}

/// The last name that is called or set outside of parentheses: `npc.gun().fire(3)` → `fire`.
fn last_name(tokens: proc_macro2::TokenStream) -> Option<String> {
    let mut name = None;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => name = Some(plain(&ident)),
            TokenTree::Punct(punct) if "=+-*/%<>|^".contains(punct.as_char()) => break,
            _ => {}
        }
    }
    name.filter(|name| name.is_ascii())
}

/// `run_away` → `RunAway`
fn camel_case(name: &str) -> String {
    name.split('_')
        .filter_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
        })
        .collect()
}

/// `RunAway7` → `run_away_7`
#[must_use]
pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut last = '_';
    for letter in name.chars() {
        let begins = letter.is_uppercase() && !last.is_uppercase();
        let number = letter.is_ascii_digit() && !last.is_ascii_digit();
        if (begins || number) && last != '_' {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
        last = letter;
    }
    snake
}
