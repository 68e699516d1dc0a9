//! Checks the arguments of subtrees whose tree is in the same text: each parameter needs a value.

use super::each_mut;
use super::recursion::named;
use crate::ast::{Outline, Subtree, Tree};
use crate::mistakes::Mistakes;
use crate::source::first_span;
use crate::words;
use proc_macro2::{Ident, Span};
use std::collections::BTreeMap;

/// The names of the parameters of each tree; `None` for a tree of which only a part can be read.
pub(super) struct Known(BTreeMap<String, Option<Vec<String>>>);

impl Known {
    pub(super) fn of(trees: &[Result<Tree, Outline>]) -> Self {
        let of = |tree: &Result<Tree, Outline>| match tree {
            Ok(tree) => {
                let names = tree.parameters.iter().map(|parameter| parameter.name.to_string());
                (tree.outline.name.to_string(), Some(names.collect()))
            }
            Err(outline) => (outline.name.to_string(), None),
        };
        Self(trees.iter().map(of).collect())
    }
}

/// Reports missing and unknown parameters, and removes such subtrees.
pub(super) fn check_arguments(tree: &mut Tree, known: &Known, errors: &mut Mistakes) {
    let own = tree.outline.name.to_string();
    each_mut(&mut tree.root, &mut |node| {
        let Some(Subtree { tree, arguments, .. }) = node.calls() else { return };
        let Some(name) = named(tree, &own) else { return };
        let Some(Some(parameters)) = known.0.get(&name) else { return };
        let mistakes = mistakes(&name, first_span(tree), parameters, arguments);
        if !mistakes.is_empty() {
            for (span, text) in mistakes {
                errors.add(span, text);
            }
            node.reject();
        }
    });
}

fn mistakes<T>(
    name: &str,
    place: Span,
    parameters: &[String],
    arguments: &[(Ident, T)],
) -> Vec<(Span, String)> {
    let mut mistakes = Vec::new();
    for (argument, _) in arguments {
        let written = argument.to_string();
        if parameters.contains(&written) {
            continue;
        }
        let near = words::nearest(&written, &mut parameters.iter().map(String::as_str));
        let advice = match (parameters, near) {
            ([], _) => "it has none".to_owned(),
            (_, Some(near)) => format!("did you mean `{near}`?"),
            (parameters, None) => format!("it has {}", list(parameters)),
        };
        mistakes
            .push((argument.span(), format!("`{name}` has no parameter `{written}`; {advice}")));
    }
    let is_missing = |parameter: &&String| !arguments.iter().any(|(name, _)| name == *parameter);
    let missing: Vec<String> = parameters.iter().filter(is_missing).cloned().collect();
    if !missing.is_empty() && mistakes.is_empty() {
        let values: Vec<String> = missing.iter().map(|name| format!("{name} = …")).collect();
        let text = format!(
            "`{name}` needs {}; write `subtree {name}({})`",
            list(&missing),
            values.join(", ")
        );
        mistakes.push((place, text));
    }
    mistakes
}

/// `` `target` and `speed` ``
fn list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
