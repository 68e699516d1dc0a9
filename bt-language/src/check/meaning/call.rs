//! Resolves words with their arguments.

use super::{Found, Known, a, lone_word};
use crate::ast::{Argument, Call, Expression, Meant};
use crate::mistakes::{Mistake, Mistakes};
use crate::parse::{self, REST, constant};
use crate::source::first_span;
use crate::vocabulary::{Parameter, Role, Type, Word};
use crate::words::advice;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

impl Call {
    /// Returns `true` if one of the arguments is a `value`.
    pub(crate) fn asks_values(&self) -> bool {
        self.arguments.iter().any(|argument| matches!(argument, Argument::Value(_)))
    }
}

impl Known<'_> {
    /// Resolves a term to a call; `what` describes the expected word in messages, and `fits` accepts its role.
    pub(super) fn called(
        &self,
        term: &mut Expression,
        what: &str,
        fits: fn(&Role) -> bool,
        wrong: &mut Vec<Mistake>,
    ) {
        let tokens = term.to_token_stream();
        let mut mistakes = Mistakes::default();
        let Some((name, given)) = parse::call(&tokens, &mut mistakes) else {
            let text = format!("expected {what} of the vocabulary, found a literal");
            wrong.push(Mistake::new(first_span(&tokens), text));
            return;
        };
        let read = mistakes.in_order();
        let is_readable = read.is_empty();
        wrong.extend(read);
        match self.word(&name, what, fits) {
            Err(mistake) => wrong.push(mistake),
            Ok((place, word)) => {
                if let Some(arguments) = self.arguments(&name, word, &given, is_readable, wrong) {
                    let call = Call { word: place, arguments };
                    *term = term.clone().meaning(Meant::Call(call));
                }
            }
        }
    }

    /// Finds the word with this name.
    fn word(&self, name: &Ident, what: &str, fits: fn(&Role) -> bool) -> Found<(usize, &Word)> {
        let written = name.to_string();
        let place = self.vocabulary.place(&written);
        let found = place.and_then(|place| Some((place, self.vocabulary.words.get(place)?)));
        let text = match found {
            Some((place, word)) if fits(&word.role) => return Ok((place, word)),
            Some((_, word)) => match &word.role {
                Role::Value(of) => {
                    format!("`{name}` is a value of type `{}`, and {what} stands here", of.name())
                }
                role => format!("`{name}` is {}, and {what} stands here", a(role.name())),
            },
            None => {
                let words = self.vocabulary.words.iter().filter(|word| fits(&word.role));
                let mut names = words.map(|word| word.name.as_str());
                let bare = what.split_once(' ').map_or(what, |(_, bare)| bare);
                let advice = match written.as_str() {
                    "true" => format!("; `succeed` is a node that succeeds, and {REST}"),
                    _ => advice(&written, &mut names, "it has"),
                };
                format!("there is no {bare} `{name}` in the vocabulary{advice}")
            }
        };
        Err(Mistake::new(name.span(), text))
    }

    /// Resolves the value of each parameter.
    fn arguments(
        &self,
        name: &Ident,
        word: &Word,
        given: &[parse::Given],
        is_readable: bool,
        wrong: &mut Vec<Mistake>,
    ) -> Option<Vec<Argument>> {
        let before = wrong.len();
        for (place, one) in given.iter().enumerate() {
            let written = one.name.to_string();
            let mut names = word.parameters.iter().map(|parameter| parameter.name.as_str());
            if !names.clone().any(|other| other == written) {
                let advice = advice(&written, &mut names, "it has");
                let advice = if advice.is_empty() { "; it has none".to_owned() } else { advice };
                let text = format!("`{name}` has no parameter `{written}`{advice}");
                wrong.push(Mistake::new(one.name.span(), text));
            } else if given.iter().take(place).any(|other| other.name == one.name) {
                let text = format!("`{written}` is given twice; keep one of them");
                wrong.push(Mistake::new(one.name.span(), text));
            }
        }
        let mut missing = Vec::new();
        let mut arguments = Vec::new();
        for parameter in &word.parameters {
            match given.iter().find(|one| one.name == parameter.name.as_str()) {
                Some(one) => {
                    let what = format!("`{}`", parameter.name);
                    match self.value(&one.value, &parameter.of, &what) {
                        Ok(argument) => arguments.push(argument),
                        Err(mistake) => wrong.push(mistake),
                    }
                }
                None => match &parameter.default {
                    Some(default) => arguments.push(Argument::Constant(default.clone())),
                    None => missing.push(parameter),
                },
            }
        }
        // An unreadable argument may have been a missing one.
        if !missing.is_empty() && is_readable && wrong.len() == before {
            wrong.push(Mistake::new(name.span(), needs(name, &missing)));
        }
        (is_readable && wrong.len() == before).then_some(arguments)
    }

    /// Resolves a term that is not a call: a literal of a type, or a `value` of that type.
    pub(super) fn argument(&self, term: &TokenStream, of: &Type, what: &str) -> Found<Meant> {
        Ok(match self.value(term, of, what)? {
            Argument::Constant(constant) => Meant::Constant(constant),
            Argument::Value(word) => Meant::Call(Call { word, arguments: Vec::new() }),
        })
    }

    fn value(&self, term: &TokenStream, of: &Type, what: &str) -> Found<Argument> {
        let called = lone_word(term).and_then(|name| {
            let is_literal = match of {
                Type::Bool => name == "true" || name == "false",
                Type::Variants { variants, .. } => variants.iter().any(|variant| name == variant),
                _ => false,
            };
            let place = self.vocabulary.place(&name.to_string()).filter(|_| !is_literal)?;
            Some((name, place, self.vocabulary.words.get(place)?))
        });
        let Some((name, place, word)) = called else {
            let constant = constant(term, of, what);
            return constant
                .map(Argument::Constant)
                .map_err(|mistake| self.unknown(term, of, mistake));
        };
        match &word.role {
            Role::Value(other) if other == of => Ok(Argument::Value(place)),
            Role::Value(other) => {
                let text = format!(
                    "`{name}` is a value of type `{}`, and {what} is of type `{}`",
                    other.name(),
                    of.name()
                );
                Err(Mistake::new(name.span(), text))
            }
            role => {
                let text = format!("`{name}` is {}, and a value stands here", a(role.name()));
                Err(Mistake::new(name.span(), text))
            }
        }
    }

    /// A better message for a word that is not a `value`.
    fn unknown(&self, term: &TokenStream, of: &Type, mistake: Mistake) -> Mistake {
        let Some(name) = lone_word(term) else { return mistake };
        if matches!(of, Type::Bool | Type::Variants { .. }) {
            return mistake;
        }
        let is_value = |word: &&Word| matches!(&word.role, Role::Value(other) if other == of);
        let values = self.vocabulary.words.iter().filter(is_value);
        let mut names = values.map(|word| word.name.as_str());
        let advice = advice(&name.to_string(), &mut names, "of this type it has");
        let text = format!("there is no value `{name}` in the vocabulary{advice}");
        Mistake::new(name.span(), text)
    }
}

/// `` `MoveTo` needs `x` and `y`; write `MoveTo(x = …, y = …)` ``
fn needs(name: &Ident, missing: &[&Parameter]) -> String {
    let names: Vec<String> =
        missing.iter().map(|parameter| format!("`{}`", parameter.name)).collect();
    let list = match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    };
    let values: Vec<String> =
        missing.iter().map(|parameter| format!("{} = …", parameter.name)).collect();
    format!("`{name}` needs {list}; write `{name}({})`", values.join(", "))
}
