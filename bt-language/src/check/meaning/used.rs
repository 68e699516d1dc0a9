//! The words that the trees of a file use.

use crate::ast::{Argument, Expression, Subtree, Tree};
use crate::check::each;
use crate::vocabulary::Vocabulary;

/// The indexes of the words that these trees use, in ascending order, after their terms were resolved.
pub(crate) fn words_used(trees: &[Tree], vocabulary: &Vocabulary) -> Vec<usize> {
    let mut used = vec![false; vocabulary.words.len()];
    for tree in trees {
        each(&tree.root, &mut |node| {
            node.expressions.iter().for_each(|(_, term)| add(term, &mut used));
            if let Some(Subtree { tree, .. }) = node.calls() {
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
