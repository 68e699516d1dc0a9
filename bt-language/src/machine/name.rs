//! The names of nodes in generated code and in text.

use super::{Machine, Place};
use crate::ast::Kind;
use crate::names::{camel_case, plain, snake_case};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

impl Machine {
    /// The name of a node as a type: `RunAway7`, or `Gate1_7`; it is unique.
    #[must_use]
    pub fn type_name(&self, place: Place) -> String {
        let node = &self[place.node];
        let name = match (&node.label, &node.kind) {
            (Some(label), _) => camel_case(&plain(label)),
            (None, Kind::Action(tokens)) => last_name(tokens.to_token_stream())
                .map_or_else(|| "Action".into(), |name| camel_case(&name)),
            (None, Kind::Stateful(literal)) => {
                last_name(literal.path.clone()).unwrap_or_else(|| "Action".into())
            }
            (None, kind) => kind.word().name().into(),
        };
        let begins = name.starts_with(|letter: char| letter.is_alphabetic());
        let name = if begins { name } else { "Node".into() };
        let apart = if name.ends_with(|letter: char| letter.is_ascii_digit()) { "_" } else { "" };
        format!("{name}{apart}{}", place.number())
    }

    /// The name of a node inside a function: `run_away_7`
    #[must_use]
    pub fn name(&self, place: Place) -> String {
        snake_case(&self.type_name(place))
    }
}

impl Place {
    /// The number in names: the id of the node, and for a run of children also the number of the
    /// run.
    #[must_use]
    pub fn number(self) -> String {
        match self.run {
            Some(run) => format!("{}part{run}", self.node),
            None => self.node.to_string(),
        }
    }
}

/// The last name outside of parentheses that is called or assigned: `npc.gun().fire(3)` → `fire`.
fn last_name(tokens: TokenStream) -> Option<String> {
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
