//! Trees while a user types them: they end after any token, with the open delimiters closed.
//! `ALL_PLACES=1` tests every prefix, otherwise only some.

use super::corpus;
use super::tokens::{Token, text, write};
use super::verdict::{expansion, on_a_compilers_stack};
use proc_macro2::{Delimiter, TokenTree};

/// Words of leaves that need a `;`.
const LEAVES: &[&str] = &["condition", "action", "wait", "subtree", "succeed", "fail", "running"];

/// Composites whose nodes have keys.
const CHOICES: &[&str] = &[
    "random_selector",
    "random_sequence",
    "pipeline",
    "utility_selector",
    "active_utility_selector",
    "priority_selector",
    "match",
    "active_match",
];

#[test]
fn prefixes_of_every_tree_expand() {
    let (prefixes, broken) = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            on_a_compilers_stack(scope, move || {
                let trees = [
                    corpus::calls(),
                    corpus::every_word(&bt_language::words::nodes().collect::<Vec<_>>()),
                ]
                .concat();
                trees.iter().skip(half).step_by(2).map(|tree| prefixes(tree)).collect::<Vec<_>>()
            })
        });
        let counts = halves.into_iter().flat_map(|half| half.join().expect("no panic"));
        counts.fold((0, 0), |all, more| (all.0 + more.0, all.1 + more.1))
    });
    assert!(broken * 2 > prefixes, "only {broken} of {prefixes} are known to be broken off");
}

#[test]
fn prefixes_of_a_vocabulary_expand() {
    let vocabulary = corpus::vocabulary();
    assert_eq!(expansion(&write(&vocabulary)), Ok(0), "{}", text(&vocabulary));
    let (mut seen, mut prefixes, mut mistakes) = (0, 0, 0);
    each_prefix(&vocabulary, &mut |prefix| {
        seen += 1;
        if seen % super::stride() != 0 {
            return;
        }
        let errors = expansion(&write(prefix));
        let errors = errors.unwrap_or_else(|fault| panic!("{fault}\n\nof: {}", text(prefix)));
        prefixes += 1;
        mistakes += usize::from(errors > 0);
    });
    assert!(mistakes * 10 > prefixes * 8, "only {mistakes} of {prefixes} are broken off");
}

/// Expands prefixes of one tree; returns their number, and the number that are certainly incomplete.
fn prefixes(tree: &[Token]) -> (usize, usize) {
    assert_eq!(expansion(&write(tree)), Ok(0), "{}", text(tree));
    let (mut seen, mut prefixes, mut broken) = (0, 0, 0);
    each_prefix(tree, &mut |prefix| {
        seen += 1;
        if seen % super::stride() != 0 {
            return;
        }
        let errors = expansion(&write(prefix))
            .unwrap_or_else(|fault| panic!("{fault}\n\nof: {}", text(prefix)));
        prefixes += 1;
        if is_broken_off(prefix, Place::Top) {
            broken += 1;
            assert!(errors > 0, "there is no error in: {}", text(prefix));
        }
    });
    (prefixes, broken)
}

/// Calls `visit` with the tokens up to each token, opening delimiter and closing delimiter.
fn each_prefix(tokens: &[Token], visit: &mut dyn FnMut(&[Token])) {
    visit(&[]);
    for (index, token) in tokens.iter().enumerate() {
        match token {
            Token::Single(_) => visit(&tokens[..=index]),
            Token::Group(delimiter, span, inner) => each_prefix(inner, &mut |inner| {
                let mut prefix = tokens[..index].to_vec();
                prefix.push(Token::Group(*delimiter, *span, inner.to_vec()));
                visit(&prefix);
            }),
        }
    }
}

/// The items of a list of tokens: trees, nodes, or nodes with keys, of which a leaf may end without `;`.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Top,
    Block,
    Arms,
}

/// Returns `true` if a list certainly ends with an incomplete tree or node; in doubt it returns `false`.
fn is_broken_off(tokens: &[Token], place: Place) -> bool {
    let Some((last, before)) = tokens.split_last() else { return place != Place::Top };
    if is_punct(last, ';') || is_punct(last, ',') {
        return false;
    }
    let begin = last_node(before);
    let head = &before[begin..];
    if has_word(&tokens[begin..], LEAVES) {
        return place != Place::Arms;
    }
    match last {
        // A tree may have no rules.
        Token::Group(Delimiter::Brace, _, inner)
            if inner.is_empty() && has_word(head, &["rules"]) =>
        {
            false
        }
        Token::Group(Delimiter::Brace, _, inner) if !has_word(head, &["with"]) => {
            let arms = has_word(head, CHOICES);
            is_broken_off(inner, if arms { Place::Arms } else { Place::Block })
        }
        _ => true,
    }
}

/// The index of the last node of a list: after a `;`, or after a block or a `,` outside of generic
/// arguments.
fn last_node(tokens: &[Token]) -> usize {
    let (mut begin, mut open) = (0, 0_usize);
    for (at, token) in tokens.iter().enumerate() {
        let behind_minus = at > 0 && is_punct(&tokens[at - 1], '-');
        if is_punct(token, '<') {
            open += 1;
        } else if is_punct(token, '>') && !behind_minus {
            open = open.saturating_sub(1);
        }
        let may_end = is_punct(token, ',') || matches!(token, Token::Group(Delimiter::Brace, ..));
        if is_punct(token, ';') || (open == 0 && may_end) {
            (begin, open) = (at + 1, 0);
        }
    }
    begin
}

fn is_punct(token: &Token, mark: char) -> bool {
    matches!(token, Token::Single(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// Returns `true` if one of the words occurs, other than as a field or a label.
fn has_word(tokens: &[Token], words: &[&str]) -> bool {
    (0..tokens.len()).any(|at| {
        let is_name = at > 0 && (is_punct(&tokens[at - 1], '.') || is_punct(&tokens[at - 1], '\''));
        let Token::Single(TokenTree::Ident(word)) = &tokens[at] else { return false };
        !is_name && words.iter().any(|other| word == other)
    })
}
