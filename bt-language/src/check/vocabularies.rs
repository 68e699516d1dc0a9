//! Vocabularies and files beside the other items of a macro call.

use super::names;
use crate::ast::Outline;
use crate::mistakes::Mistakes;
use crate::parse::Items;
use crate::place;
use crate::vocabulary::declared::{Declaration, Means};
use crate::words::nearest;
use proc_macro2::Ident;

/// Checks that no other item of the call has the name of a vocabulary or of one of its words; only a word for a
/// subtree may have the name of a tree. Drops a vocabulary that breaks this rule.
pub(super) fn check_names(items: &mut Items, errors: &mut Mistakes) {
    let Items { trees, vocabularies, .. } = items;
    let trees: Vec<Ident> = trees
        .iter()
        .map(|tree| {
            let outline = match tree {
                Ok(tree) => &tree.outline,
                Err(outline) => outline,
            };
            outline.name.clone()
        })
        .collect();
    let mut seen = trees.clone();
    vocabularies.retain_mut(|vocabulary| {
        let Outline { name, attributes, .. } = outline(vocabulary);
        let may_be_absent = attributes.iter().any(|attribute| attribute.path().is_ident("cfg"));
        let first = seen.iter().find(|other| *other == name).filter(|_| !may_be_absent);
        if let Some(first) = first {
            let line = place::line(first.span());
            let text = format!(
                "two items are called `{name}`, the first in line {line}; give this vocabulary another name"
            );
            errors.add(name.span(), text);
            return false;
        }
        seen.push(name.clone());
        if let Ok(declaration) = vocabulary {
            check_words(declaration, &trees, errors);
        }
        true
    });
}

/// A word that is not the tree of its name would hide it in files.
fn check_words(declaration: &mut Declaration, trees: &[Ident], errors: &mut Mistakes) {
    let is_whole = &mut declaration.is_whole;
    declaration.words.retain(|word| {
        let is_subtree = matches!(word.means, Means::Subtree(_));
        let name = &word.name;
        let is_tree = !is_subtree && trees.contains(name);
        if is_tree {
            let text = format!(
                "`{name}` is also a tree of this call; give this {} another name",
                word.role().name()
            );
            errors.add(name.span(), text);
            *is_whole = false;
        }
        !is_tree
    });
}

/// The lifetimes of each blackboard are declared.
pub(super) fn check_lifetimes(items: &mut Items, errors: &mut Mistakes) {
    for declaration in items.vocabularies.iter_mut().filter_map(|of| of.as_mut().ok()) {
        let item = format!("vocabulary {}", declaration.outline.name);
        names::check_lifetimes(&item, &declaration.generics, &mut declaration.blackboard, errors);
    }
}

/// The vocabulary of a file stands in the same call; a file without one is left out.
pub(super) fn check_files(items: &mut Items, errors: &mut Mistakes) {
    let Items { vocabularies, files, .. } = items;
    let known: Vec<String> = vocabularies.iter().map(|of| outline(of).name.to_string()).collect();
    files.retain(|file| {
        let name = file.vocabulary.to_string();
        if known.contains(&name) {
            return true;
        }
        let text = match nearest(&name, &mut known.iter().map(String::as_str)) {
            Some(near) => format!("there is no vocabulary `{name}` in this call; did you mean `{near}`?"),
            None => format!(
                "there is no vocabulary `{name}` in this call; it has to stand in the same `behavior_tree!` as the file"
            ),
        };
        errors.add(file.vocabulary.span(), text);
        false
    });
}

fn outline(vocabulary: &Result<Declaration, Outline>) -> &Outline {
    match vocabulary {
        Ok(declaration) => &declaration.outline,
        Err(outline) => outline,
    }
}
