//! The words that the trees of a file use.

use crate::ast::{Argument, Expression, Kind, Tree};
use crate::check::each_mut;
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// The indexes of the words that these trees use, after their terms were resolved.
pub(crate) fn words_used(trees: &mut [Tree], vocabulary: &Vocabulary) -> BTreeSet<usize> {
    let mut used = BTreeSet::new();
    for tree in trees {
        each_mut(&mut tree.root, &mut |node| {
            if let Some(duration) = node.kind.duration_mut() {
                add(&duration.value, &mut used);
            }
            node.kind.each_expression(&mut |term| add(term, &mut used));
            if let Kind::Subtree { tree, .. } = &node.kind {
                // A tree of the file never has the name of a word.
                used.extend(vocabulary.place(&tree.to_string()));
            }
        });
    }
    used
}

fn add(term: &Expression, used: &mut BTreeSet<usize>) {
    let Some(call) = term.call() else { return };
    used.insert(call.word);
    used.extend(call.arguments.iter().filter_map(|argument| match argument {
        Argument::Value(word) => Some(*word),
        Argument::Constant(_) => None,
    }));
}
