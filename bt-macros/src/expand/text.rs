//! The text of tokens, spaced as a person would, the same on every compiler.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// `npc . health < 20` → `npc.health < 20`
pub(crate) fn of(tokens: &TokenStream) -> String {
    let mut text = String::new();
    write(tokens.clone(), &mut text);
    text
}

/// What the token before means for the space in front of the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The beginning, or something that keeps what follows close: `.`, `::`, `!`, `&`, `(`.
    Close,
    /// A name, a literal or a closing delimiter.
    Word,
    /// An operator, with a space behind it.
    Operator,
    /// The first half of a longer operator.
    Joint,
}

fn write(tokens: TokenStream, text: &mut String) {
    let mut before = Before::Close;
    for token in tokens {
        before = match token {
            TokenTree::Group(group) => {
                write_group(&group, before, text);
                Before::Word
            }
            TokenTree::Punct(punct) => {
                write_punct(punct.as_char(), punct.spacing() == Spacing::Joint, before, text)
            }
            word => {
                if matches!(before, Before::Word | Before::Operator) {
                    text.push(' ');
                }
                text.push_str(&word.to_string());
                Before::Word
            }
        };
    }
}

fn write_group(group: &proc_macro2::Group, before: Before, text: &mut String) {
    let mut inner = String::new();
    write(group.stream(), &mut inner);
    let (open, close, spaced) = match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")", before == Before::Operator),
        Delimiter::Bracket => ("[", "]", before == Before::Operator),
        Delimiter::Brace => ("{ ", " }", before != Before::Close),
        Delimiter::None => ("", "", before != Before::Close),
    };
    if spaced {
        text.push(' ');
    }
    if inner.is_empty() {
        text.push_str(open.trim_end());
        text.push_str(close.trim_start());
    } else {
        text.push_str(open);
        text.push_str(&inner);
        text.push_str(close);
    }
}

fn write_punct(punct: char, joint: bool, before: Before, text: &mut String) -> Before {
    let (space, after) = match punct {
        '.' | ':' if joint || text.ends_with([':', '.']) => (false, Before::Close),
        '.' | '?' => (false, if punct == '.' { Before::Close } else { Before::Word }),
        ',' | ';' | ':' => (false, Before::Operator),
        '\'' | '#' | '$' => (before != Before::Close, Before::Close),
        // A prefix, unless something stands on its left; `!` of a macro is close on both sides.
        '!' if before == Before::Word && !joint => (false, Before::Close),
        '!' | '&' | '*' | '-' if matches!(before, Before::Close | Before::Operator) && !joint => {
            (before == Before::Operator, Before::Close)
        }
        _ => (
            matches!(before, Before::Word | Before::Operator),
            if joint { Before::Joint } else { Before::Operator },
        ),
    };
    if space {
        text.push(' ');
    }
    text.push(punct);
    after
}
