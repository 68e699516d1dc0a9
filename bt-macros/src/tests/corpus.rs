//! The trees of the examples, a tree with every word of the language, and some trees with generic
//! arguments.

use super::tokens::{Token, read, text};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::path::{Path, PathBuf};

/// The tokens in the braces of each `behavior_tree!` of the examples, of a test with generic arguments
/// in all places, and of the snapshots.
pub(super) fn calls() -> Vec<Vec<Token>> {
    let mut calls = Vec::new();
    for path in rust_files(&root().join("examples")) {
        find_calls(tokens(&path), &mut calls);
    }
    calls.retain(|call| !has_vocabulary(call));
    assert!(calls.len() >= 7, "the examples have moved");
    find_calls(tokens(&root().join("tests/language/generic_arguments.rs")), &mut calls);
    calls.push(tokens(&root().join("bt-macros/snapshots/soldier.tree")));
    calls.into_iter().map(read).collect()
}

/// Returns `true` if a call declares words, and not only trees. Its file is relative to another package.
fn has_vocabulary(call: &TokenStream) -> bool {
    let is_word = |token| matches!(token, TokenTree::Ident(word) if word == "vocabulary");
    call.clone().into_iter().any(is_word)
}

/// The tree with every word, divided into one tree for each child of its root: as a whole, it takes too
/// long to be expanded thousands of times.
pub(super) fn every_word(words: &[&str]) -> Vec<Vec<Token>> {
    let mut calls = Vec::new();
    find_calls(tokens(&root().join("tests/language/hygiene/every_node.rs")), &mut calls);
    let trees = calls.into_iter().map(read).flat_map(|call| trees_of(&call));
    let parts = |tree: Vec<Token>| {
        let children: Vec<_> = nodes(block(&tree), words)
            .into_iter()
            .flat_map(|root| nodes(block(root), words))
            .collect();
        let parts = children.into_iter().map(|child| with_root(&tree, child));
        parts.collect::<Vec<_>>()
    };
    trees.flat_map(parts).collect()
}

/// The vocabulary in which every word of one occurs.
pub(super) fn vocabulary() -> Vec<Token> {
    let mut calls = Vec::new();
    find_calls(tokens(&root().join("tests/language/hygiene/every_word.rs")), &mut calls);
    calls.into_iter().flat_map(read).collect()
}

/// The trees of the calls, each on its own.
pub(super) fn trees(words: &[&str]) -> Vec<Vec<Token>> {
    calls().into_iter().flat_map(|call| trees_of(&call)).chain(every_word(words)).collect()
}

/// One tree for each node of the trees, with that node as its root.
pub(super) fn small_trees(words: &[&str]) -> Vec<Vec<Token>> {
    let mut small = Vec::new();
    for tree in trees(words) {
        let mut left = nodes(block(&tree), words);
        while let Some(node) = left.pop() {
            small.push(with_root(&tree, node));
            left.extend(nodes(block(node), words));
        }
    }
    small
}

/// The folder with the examples.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn trees_of(call: &[Token]) -> Vec<Vec<Token>> {
    let is_block = |token: &Token| matches!(token, Token::Group(Delimiter::Brace, ..));
    call.split_inclusive(is_block).map(<[Token]>::to_vec).collect()
}

/// The tokens in the braces at the end of a tree or a node.
fn block(tokens: &[Token]) -> &[Token] {
    match tokens.last() {
        Some(Token::Group(Delimiter::Brace, _, inner)) => inner,
        _ => &[],
    }
}

/// The nodes of a block: each from its first token to its `;` or its block.
fn nodes<'t>(block: &'t [Token], words: &[&str]) -> Vec<&'t [Token]> {
    let ends = |token: &Token| match token {
        Token::Single(single) => single.to_string() == ";",
        Token::Group(delimiter, ..) => *delimiter == Delimiter::Brace,
    };
    let is_word = |token: &Token| match token {
        Token::Single(single) => words.contains(&single.to_string().as_str()),
        Token::Group(..) => false,
    };
    let is_finally =
        |token: &Token| matches!(token, Token::Single(single) if single.to_string() == "finally");
    let (mut nodes, mut begin) = (Vec::new(), 0);
    for (at, token) in block.iter().enumerate() {
        // The node comes behind the block of its cleanup.
        if ends(token) && !(at > 0 && is_finally(&block[at - 1])) {
            nodes.push(&block[begin..=at]);
            begin = at + 1;
        }
    }
    nodes.push(&block[begin..]);
    nodes.retain(|node| node.iter().any(is_word));
    nodes
}

/// A tree with another root.
fn with_root(tree: &[Token], root: &[Token]) -> Vec<Token> {
    let mut tree = tree.to_vec();
    if let Some(Token::Group(_, _, body)) = tree.last_mut() {
        *body = root.to_vec();
    }
    tree
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut entries: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

fn tokens(path: &Path) -> TokenStream {
    let source = std::fs::read_to_string(path).expect("a source");
    source.parse().expect("sound tokens")
}

/// Collects what follows `behavior_tree !`, at any depth.
fn find_calls(tokens: TokenStream, calls: &mut Vec<TokenStream>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (place, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let is_call = matches!(
            &tokens[..place],
            [.., TokenTree::Ident(name), TokenTree::Punct(bang)]
                if name == "behavior_tree" && bang.as_char() == '!'
        );
        if is_call {
            calls.push(group.stream());
        } else {
            find_calls(group.stream(), calls);
        }
    }
}

#[test]
fn every_word_occurs() {
    let words = &bt_language::words::nodes().collect::<Vec<_>>();
    let written: String = every_word(words).iter().map(|tree| text(tree)).collect();
    let written: Vec<&str> = written.split_whitespace().collect();
    for word in words {
        assert!(written.contains(word), "`{word}` is in no tree");
    }
}
