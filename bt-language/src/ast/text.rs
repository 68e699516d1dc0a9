//! The texts of a node: its arguments, and the keys before its children.

use super::{Form, Kind, Outline};
use crate::source;

impl Kind {
    /// The texts in front of a node's children. A weight of 1 need not be written.
    #[must_use]
    pub fn key_texts(&self) -> Vec<Option<String>> {
        let texts = self.keys().iter().map(|key| source::of(key));
        let is_weight = matches!(self, Self::Random { .. });
        texts.map(|text| Some(text).filter(|text| !(is_weight && text == "1"))).collect()
    }

    /// The text of a node's arguments.
    #[must_use]
    pub fn source(&self) -> String {
        match self {
            Self::Condition(tokens)
            | Self::Action(tokens)
            | Self::Guard(tokens)
            | Self::Finally(tokens)
            | Self::Random { draw: tokens, .. }
            | Self::If { condition: tokens, .. }
            | Self::Match { scrutinee: tokens, .. }
            | Self::Repeat(Some(tokens))
            | Self::Retry(Some(tokens)) => source::of(tokens),
            Self::Stateful(literal)
                if literal.form == Form::Expression && literal.value.call().is_none() =>
            {
                format!("{} = {}", source::of(&literal.path), source::of(&literal.value))
            }
            Self::Stateful(literal) | Self::With(literal) => source::of(&literal.value),
            Self::Let { name, of, value } => {
                format!("{name}: {} = {}", source::of(of), source::of(value))
            }
            Self::For { name, range } => format!("{name} in {}", source::of(range)),
            Self::ActiveUtility { margin: Some(margin), .. } => {
                format!("margin = {}", source::of(margin))
            }
            Self::Wait(duration)
            | Self::Timeout(duration)
            | Self::Delay(duration)
            | Self::Cooldown(duration)
            | Self::Every(duration) => duration.text.clone(),
            Self::Service(duration, run) => format!("{}, {}", duration.text, source::of(run)),
            Self::Subtree { tree, blackboard, arguments } => {
                let part = blackboard.as_ref().map(|part| source::of(part));
                let named =
                    arguments.iter().map(|(name, of)| format!("{name} = {}", source::of(of)));
                let given: Vec<String> = part.into_iter().chain(named).collect();
                match given.as_slice() {
                    [] => source::of(tree),
                    given => format!("{}({})", source::of(tree), given.join(", ")),
                }
            }
            Self::Parallel(policies) | Self::Monitor { policies, .. } => policies.text(),
            _ => String::new(),
        }
    }
}

impl Outline {
    /// The doc comments, without the white space around each line.
    #[must_use]
    pub fn description(&self) -> String {
        let texts = self.attributes.iter().filter_map(|attribute| {
            if !attribute.path().is_ident("doc") {
                return None;
            }
            match &attribute.meta.require_name_value().ok()?.value {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
                _ => None,
            }
        });
        let lines: Vec<String> = texts
            .flat_map(|text| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>())
            .collect();
        lines.join("\n").trim().to_owned()
    }
}
