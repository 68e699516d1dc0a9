//! The words that the trees of a file use.

use crate::ast::{Argument, Expression, Kind, Tree};
use crate::check::each_mut;
use crate::vocabulary::Vocabulary;

/// The indexes of the words that these trees use, in ascending order, after their terms were resolved.
pub(crate) fn words_used(trees: &mut [Tree], vocabulary: &Vocabulary) -> Vec<usize> {
    let mut used = vec![false; vocabulary.words.len()];
    for tree in trees {
        each_mut(&mut tree.root, &mut |node| {
            if let Some(duration) = node.kind.duration_mut() {
                add(&duration.value, &mut used);
            }
            node.kind.each_expression(&mut |term| add(term, &mut used));
            if let Kind::Subtree { tree, .. } = &node.kind {
                // A tree of the file never has the name of a word.
                if let Some(word) = vocabulary.place(&tree.to_string()) {
                    used[word] = true;
                }
            }
        });
    }
    (0..used.len()).filter(|word| used[*word]).collect()
}

fn add(term: &Expression, used: &mut [bool]) {
    let Some(call) = term.call() else { return };
    used[call.word] = true;
    for argument in &call.arguments {
        if let Argument::Value(word) = argument {
            used[*word] = true;
        }
    }
}
