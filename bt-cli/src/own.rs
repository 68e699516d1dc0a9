//! Nodes of the language that other tools do not have: in an export they are custom nodes, with their arguments and the keys
//! of their children as texts.

use crate::imported::Node;
use crate::terms;
use crate::words::Words;
use bt_language::words::{Children, Word};

/// The property with the arguments.
pub(crate) const ARGUMENTS: &str = "arguments";
/// The attribute of XML with the text of a word and its arguments, if one of them is an expression.
pub(crate) const CALL: &str = "_call";

/// The beginning of the properties with the keys; a number from 1 follows.
pub(crate) const KEY: &str = "key_";

/// The node of the language with this name, if the properties are those of an export.
pub(crate) fn word<'a>(name: &str, properties: impl Iterator<Item = &'a str>) -> Option<Word> {
    let mut properties = properties;
    let word = Word::ALL.iter().copied().find(|word| word.as_str() == name)?;
    properties.all(|key| key == ARGUMENTS || key.starts_with(KEY)).then_some(word)
}

/// Writes the node; `key` gives the keys of the children, from 1 on.
pub(crate) fn node(
    words: &mut Words,
    word: Word,
    arguments: &str,
    key: impl Fn(usize) -> Option<String>,
    mut children: Vec<Node>,
) -> Result<Node, &'static str> {
    let text = word.as_str();
    let arguments = terms::written(words, word, arguments, false);
    let is_bare = matches!(
        word,
        Word::Condition
            | Word::Action
            | Word::Subtree
            | Word::Set
            | Word::If
            | Word::ActiveIf
            | Word::Match
            | Word::ActiveMatch
            | Word::With
    );
    let head = match (arguments.as_str(), is_bare) {
        ("", _) => text.to_owned(),
        (arguments, true) => format!("{text} {arguments}"),
        (arguments, false) => format!("{text}({arguments})"),
    };
    for (index, child) in children.iter_mut().enumerate() {
        child.key = key(index + 1).map(|key| terms::written(words, word, &key, true));
    }
    match (word.children(), children.len()) {
        (Children::None, 0) => Ok(Node::leaf(head)),
        (Children::None, _) => Err("this node has no children"),
        (Children::One, 1) => Ok(Node::around(head, children.remove(0))),
        (Children::One, _) => Err("this node has exactly one child"),
        (Children::Branches, 1 | 2) => {
            let mut children = children.into_iter();
            let then = children.next().unwrap_or_default();
            Ok(Node::branch(text, &arguments, then, children.next()))
        }
        (Children::Branches, _) => Err("this node has one child or two"),
        (Children::Pair, 2) => Ok(Node::block(head, children)),
        (Children::Pair, _) => Err("this node has exactly two children"),
        (_, 0) => Err("this node has at least one child"),
        _ => Ok(Node::block(head, children)),
    }
}
