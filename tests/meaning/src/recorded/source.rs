//! A recorded tree in the language of `behavior_tree!`.

use super::Tree;

/// Where a tree is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the macro: its leaves are Rust.
    Macro,
    /// In a file: its leaves are words.
    File,
    /// In a file, with a decorator in front of each node that changes nothing. What the results of the
    /// nodes below can be is not known then, so that none of them is one that can never be ticked.
    FileWithDecorators,
}

/// The source of the tree in that place, indented by `depth` levels.
#[must_use]
pub fn source(tree: &Tree, place: Place, depth: usize) -> String {
    let mut indent = "    ".repeat(depth);
    if place == Place::FileWithDecorators {
        indent += "with Nothing ";
    }
    let end = "    ".repeat(depth);
    let block = |head: &str, children: &[Tree]| {
        let children: String =
            children.iter().map(|child| source(child, place, depth + 1)).collect();
        format!("{indent}{head} {{\n{children}{end}}}\n")
    };
    let prefix = |head: &str, [child]: &[Box<Tree>; 1]| {
        format!("{indent}{head}\n{}", source(child, place, depth + 1))
    };
    match tree {
        Tree::Action { id } if place == Place::Macro => {
            format!("{indent}action Act {{ leaf: {id} }};\n")
        }
        Tree::Condition { id } if place == Place::Macro => {
            format!("{indent}condition world.ask({id});\n")
        }
        Tree::Action { id } => format!("{indent}action Act(leaf = {id});\n"),
        Tree::Condition { id } => format!("{indent}condition Ask(leaf = {id});\n"),
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
