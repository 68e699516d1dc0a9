//! Texts of trees with other white space, and with comments between their tokens.

use crate::random::Random;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// The text with other white space and with comments between its tokens.
///
/// # Panics
///
/// If the text cannot be split into tokens.
#[must_use]
pub fn disturbed(text: &str, random: &mut Random) -> String {
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
            if output.ends_with('/') {
                // A division is not the beginning of a comment.
                output.push(' ');
            }
            output.push_str(space()[random.below(5)]);
            match random.below(4) {
                0 => output.extend(["// comment ", &number.to_string(), ".\n"]),
                1 => output.extend(["/* comment ", &number.to_string(), ". */"]),
                2 => output.extend(["/* comment ", &number.to_string(), ".\n   and more */"]),
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
    for token in tokens {
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
