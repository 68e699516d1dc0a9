//! A recorded tree in the language of `behavior_tree!`.

use crate::recorded::Tree;

/// The tree as source text for the macro, with `depth` levels of indentation.
#[must_use]
pub fn source(tree: &Tree, depth: usize) -> String {
    let indent = "    ".repeat(depth);
    let block = |head: &str, children: &[Tree]| {
        let children: String = children.iter().map(|child| source(child, depth + 1)).collect();
        format!("{indent}{head} {{\n{children}{indent}}}\n")
    };
    let prefix = |head: &str, [child]: &[Box<Tree>; 1]| {
        format!("{indent}{head}\n{}", source(child, depth + 1))
    };
    match tree {
        Tree::Action { id } => format!("{indent}action Act {{ leaf: {id} }};\n"),
        Tree::Condition { id } => format!("{indent}condition world.ask({id});\n"),
        Tree::Sequence { c } => block("sequence", c),
        Tree::Selector { c } => block("selector", c),
        Tree::ActiveSequence { c } => block("active_sequence", c),
        Tree::ActiveSelector { c } => block("active_selector", c),
        Tree::Parallel { success, failure, c } => {
            block(&format!("parallel(success = {success}, failure = {failure})"), c)
        }
        Tree::Not { c } => prefix("not", c),
        Tree::ForceSuccess { c } => prefix("force_success", c),
        Tree::ForceFailure { c } => prefix("force_failure", c),
        Tree::Repeat { n, c } => prefix(&format!("repeat({n})"), c),
        Tree::Retry { n, c } => prefix(&format!("retry({n})"), c),
    }
}
