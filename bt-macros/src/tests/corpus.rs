//! The trees of the examples, and one with every word of the language.

use super::mutation::{Token, read, text};
use crate::keyword;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::path::{Path, PathBuf};

/// What stands in the braces of each `behavior_tree!` of the examples and of the test of all nodes,
/// and what is kept as a snapshot.
pub(super) fn calls() -> Vec<Vec<Token>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut calls = Vec::new();
    for path in rust_files(&root.join("examples")) {
        find_calls(tokens(&path), &mut calls);
    }
    assert!(calls.len() >= 7, "the examples have moved");
    find_calls(tokens(&root.join("tests/hygiene/every_node.rs")), &mut calls);
    calls.push(tokens(&root.join("bt-macros/snapshots/soldier.tree")));
    calls.into_iter().map(read).collect()
}

/// Each tree of the calls.
pub(super) fn trees() -> Vec<Vec<Token>> {
    let is_block = |token: &Token| matches!(token, Token::Group(Delimiter::Brace, ..));
    let trees = |call: Vec<Token>| -> Vec<Vec<Token>> {
        call.split_inclusive(is_block).map(<[Token]>::to_vec).collect()
    };
    calls().into_iter().flat_map(trees).collect()
}

/// Trees of which each has one node of the trees, and all below it, as its root.
pub(super) fn small_trees() -> Vec<Vec<Token>> {
    let mut small = Vec::new();
    for tree in trees() {
        let Some((Token::Group(delimiter, span, body), header)) = tree.split_last() else {
            continue;
        };
        each_node(body, &mut |node| {
            let root = Token::Group(*delimiter, *span, node.to_vec());
            small.push([header, &[root]].concat());
        });
    }
    small
}

/// Visits the nodes of a block, and those in their own blocks: from the first token behind another node to
/// the `;` or the block at the end.
fn each_node(block: &[Token], visit: &mut dyn FnMut(&[Token])) {
    let ends = |token: &Token| match token {
        Token::Single(single) => single.to_string() == ";",
        Token::Group(delimiter, ..) => *delimiter == Delimiter::Brace,
    };
    for node in block.split_inclusive(ends) {
        let begins = node.iter().any(|token| match token {
            Token::Single(TokenTree::Ident(word)) => {
                keyword::NODES.iter().any(|other| word == other)
            }
            _ => false,
        });
        if begins {
            visit(node);
        }
        if let Some(Token::Group(_, _, inner)) = node.last() {
            each_node(inner, visit);
        }
    }
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
    let written = calls().iter().map(|call| text(call)).collect::<String>();
    let words: Vec<&str> =
        written.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    for word in keyword::NODES {
        assert!(words.contains(word), "`{word}` is in no tree");
    }
}
