//! Random trees with comments have the same tokens and the same comments in the one layout, which formatting does not
//! change again.
//!
//! More trees than in every run: `FORMAT_TREES=100000 cargo test --release -p meaning --test format`.

use bt_language::{file, format};
use meaning::filed::filed;
use meaning::generator::forest;
use meaning::printer;
use meaning::random::Random;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

#[test]
fn random_files_keep_their_trees_and_comments() {
    let mut refused = 0;
    for seed in 0..count() {
        let text = printer::file(&filed(forest(seed, "Tree")));
        // A `match` becomes another node there, which may leave a monitor without any.
        if format::file(&text).is_ok() {
            check(seed, &text, format::file);
        } else {
            refused += 1;
        }
    }
    assert!(refused < count() / 10, "{refused} files cannot be read");
}

#[test]
fn random_macro_calls_keep_their_trees_and_comments() {
    for seed in 0..count() {
        let text = printer::source(&forest(seed, "Tree"));
        let text =
            format!("fn before ( ) {{ }}\n\nmod trees {{\n    behavior_tree! {{\n{text}}}\n}}\n");
        check(seed, &text, format::rust);
    }
}

fn count() -> u64 {
    std::env::var("FORMAT_TREES").map_or(500, |text| text.parse().expect("a number"))
}

type Format = fn(&str) -> Result<String, Vec<file::Mistake>>;

fn check(seed: u64, text: &str, format: Format) {
    let mut random = Random::new(seed);
    let source = disturbed(text, &mut random);
    let formatted = format(&source).unwrap_or_else(|mistakes| {
        panic!("seed {seed}: {mistakes:?}\n{source}");
    });
    assert_eq!(
        tokens(&source),
        tokens(&formatted),
        "seed {seed}: other tokens\n{source}\n{formatted}"
    );
    let again = format(&formatted).expect("it can be read again");
    let differs = formatted.lines().zip(again.lines()).position(|(one, other)| one != other);
    let around = |text: &str| {
        let from = differs.unwrap_or(0).saturating_sub(3);
        text.lines().skip(from).take(8).collect::<Vec<_>>().join("\n")
    };
    assert!(
        formatted == again,
        "seed {seed}: the layout changes again from\n{}\nto\n{}",
        around(&formatted),
        around(&again)
    );
    let comments = |text: &str| -> Vec<String> {
        text.split("comment ")
            .skip(1)
            .map(|rest| rest.split('.').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(comments(&source), comments(&formatted), "seed {seed}: other comments");
    let is_plain = source == text;
    if is_plain {
        assert!(formatted.lines().all(|line| line == line.trim_end()), "{formatted}");
    }
    file::forget();
}

fn tokens(text: &str) -> String {
    text.parse::<TokenStream>().expect("sound tokens").to_string()
}

/// The text with other white space and with comments between its tokens.
fn disturbed(text: &str, random: &mut Random) -> String {
    let mut ends = Vec::new();
    places(text.parse().expect("sound tokens"), &mut ends);
    let (mut output, mut done, mut number) = (String::new(), 0, 0);
    let often = [0, 5, 30][random.below(3)];
    for (end, may_break) in ends {
        if end < done {
            continue;
        }
        output.push_str(&text[done..end]);
        done = end;
        if may_break && random.chance(often) {
            number += 1;
            let space = || ["", " ", "\n", "\n\n\n", "\t"];
            output.push_str(space()[random.below(5)]);
            match random.below(4) {
                0 => output.push_str(&format!("// comment {number}.\n")),
                1 => output.push_str(&format!("/* comment {number}. */")),
                2 => output.push_str(&format!("/* comment {number}.\n   and more */")),
                _ => output.push_str("\r\n \t"),
            }
            output.push_str(space()[random.below(5)]);
        }
    }
    output.push_str(&text[done..]);
    output
}

/// The ends of all tokens, and `true` where a comment may follow.
fn places(tokens: TokenStream, ends: &mut Vec<(usize, bool)>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let end = |span: Span| span.byte_range().end;
        match &token {
            TokenTree::Group(group) => {
                // A doc comment.
                let is_doc = group.delimiter() == Delimiter::Bracket
                    && group
                        .stream()
                        .into_iter()
                        .next()
                        .is_some_and(|first| first.to_string() == "doc");
                if is_doc {
                    ends.push((end(group.span()), false));
                    continue;
                }
                ends.push((end(group.span_open()), true));
                places(group.stream(), ends);
                ends.push((end(group.span_close()), true));
            }
            TokenTree::Punct(punct) => {
                let joins =
                    punct.spacing() == proc_macro2::Spacing::Joint || punct.as_char() == '\'';
                ends.push((end(punct.span()), !joins && punct.as_char() != '#'));
            }
            other => ends.push((end(other.span()), true)),
        }
    }
}
