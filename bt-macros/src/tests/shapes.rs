//! The requirements of an editor: rust-analyzer inserts a marker at the cursor, expands again, and
//! compares the same place in the expansion without the marker. So both expansions must be equal up to
//! the marker, and the marker must be in the mirror. `ALL_PLACES=1` tests every place, otherwise only
//! some.

use super::corpus;
use super::tokens::write;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

const MARKER: &str = "raCompletionMarker";

/// The mirror of trees, token by token.
fn mirror(trees: TokenStream) -> Vec<String> {
    let mirror = bt_language::read(trees).mirror;
    let nothing = TokenStream::new();
    let item = mirror.in_place_of(&nothing, &nothing, Span::call_site());
    let mut tokens = Vec::new();
    flatten(item, &mut tokens);
    tokens
}

fn flatten(tokens: TokenStream, flat: &mut Vec<String>) {
    for token in tokens {
        let TokenTree::Group(group) = token else {
            flat.push(token.to_string());
            continue;
        };
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::None => ("", ""),
        };
        flat.push(open.into());
        flatten(group.stream(), flat);
        flat.push(close.into());
    }
}

/// The state of the program around the cursor.
#[derive(Clone, Copy)]
enum Typed {
    /// The program is complete.
    Whole,
    /// The tokens after the cursor in its block or parentheses have not been typed yet.
    Half,
}

/// The trees with the cursor after a number of tokens, with and without the marker. After a word, the
/// marker is a part of the word if `joined`.
struct Cursor {
    place: usize,
    typed: Typed,
    joined: bool,
    marked: bool,
    /// The macro in an editor does not know the lines of tokens.
    without_lines: bool,
}

impl Cursor {
    /// The tokens as they are with this cursor; `seen` counts the tokens.
    fn in_tokens(&self, tokens: TokenStream, seen: &mut usize) -> TokenStream {
        let mut output = Vec::new();
        for token in tokens {
            let token = match token {
                TokenTree::Group(group) => {
                    *seen += 1;
                    let begins = *seen == self.place;
                    let inner = if begins {
                        let rest = self.in_tokens(group.stream(), seen);
                        let rest = if matches!(self.typed, Typed::Half) {
                            TokenStream::new()
                        } else {
                            rest
                        };
                        self.marker().into_iter().chain(rest).collect()
                    } else {
                        self.in_tokens(group.stream(), seen)
                    };
                    Group::new(group.delimiter(), inner).into()
                }
                token => {
                    *seen += 1;
                    token
                }
            };
            let here = *seen == self.place && !matches!(token, TokenTree::Group(_));
            let word = match &token {
                TokenTree::Ident(word) if here && self.joined && self.marked => {
                    Some(Ident::new(&format!("{word}{MARKER}"), word.span()))
                }
                _ => None,
            };
            let is_joined = word.is_some();
            output.push(word.map_or(token, TokenTree::from));
            if here && !is_joined {
                output.extend(self.marker());
            }
            if here && matches!(self.typed, Typed::Half) {
                break;
            }
        }
        output.into_iter().map(|token| self.placed(token)).collect()
    }

    fn marker(&self) -> Option<TokenTree> {
        self.marked.then(|| Ident::new(MARKER, Span::call_site()).into())
    }

    fn placed(&self, mut token: TokenTree) -> TokenTree {
        if self.without_lines {
            token.set_span(Span::call_site());
        }
        token
    }
}

fn count(tokens: TokenStream) -> usize {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Group(group) => 1 + count(group.stream()),
            _ => 1,
        })
        .sum()
}

/// The fault at a place, if there is one; `real` is the mirror without the marker.
fn fault(trees: &TokenStream, cursor: &Cursor, real: &[String]) -> Option<String> {
    let tokens = cursor.in_tokens(trees.clone(), &mut 0);
    let source = tokens.clone();
    let marked = mirror(tokens);
    let Some(place) = marked.iter().position(|token| token.contains(MARKER)) else {
        return Some(format!("not in the mirror: {}", around(&source.to_string())));
    };
    let same = real.len() > place && real[..place] == marked[..place];
    (!same).then(|| format!("other shape in front: {}", around(&source.to_string())))
}

/// The faults at one place.
fn faults(trees: &TokenStream, place: usize) -> Vec<String> {
    let mut faults = Vec::new();
    for typed in [Typed::Whole, Typed::Half] {
        for without_lines in [false, true] {
            let cursor = Cursor { place, typed, joined: false, marked: false, without_lines };
            let real = mirror(cursor.in_tokens(trees.clone(), &mut 0));
            for joined in [false, true] {
                let cursor = Cursor { joined, marked: true, ..cursor };
                faults.extend(fault(trees, &cursor, &real).filter(|fault| !is_idle(fault)));
            }
        }
    }
    faults
}

/// The text around the marker.
fn around(source: &str) -> String {
    let place = source.find(MARKER).unwrap_or(0);
    let letters: Vec<char> = source.chars().collect();
    let place = source[..place].chars().count();
    letters[place.saturating_sub(60)..(place + 60).min(letters.len())].iter().collect()
}

/// Returns `true` if an editor completes nothing at the cursor: before the blackboard, in a label, after a
/// complete item, within `=>`, `->`, `else if` and `?Send`, and in the name of a parameter.
fn is_idle(fault: &str) -> bool {
    let (before, behind) = fault.split_once(MARKER).unwrap_or_default();
    let is_joined = !before.ends_with(' ');
    let before = before.trim_end();
    let word = before.rsplit(' ').next().unwrap_or_default();
    let is_whole = before.ends_with(|last: char| last.is_alphanumeric() || ")}]".contains(last));
    let is_name = before.rsplit(' ').nth(1) == Some("tree");
    let in_header = is_name || (!before.contains("(world") && before.contains("pub"));
    in_header
        || word.contains('\'')
        || (is_whole && !is_joined)
        || behind.trim_start().starts_with('>')
        || ["2 =", "20ms ="].iter().any(|key| before.ends_with(key))
        || before.ends_with("else if")
        || before.rsplit_once("await ?").is_some_and(|(_, send)| "Send".starts_with(send.trim()))
        || before.ends_with(") -")
        || (is_joined && behind.trim_start().starts_with("= "))
}

#[test]
fn the_mirror_keeps_its_shape_up_to_the_marker() {
    let words: Vec<_> = bt_language::words::nodes().collect();
    let mut faults = Vec::new();
    let mut places = 0;
    for (number, trees) in corpus::every_word(&words).iter().enumerate() {
        let trees: TokenStream = write(trees);
        let first = 1 + number % super::stride();
        for place in (first..=count(trees.clone())).step_by(super::stride()) {
            places += 1;
            faults.extend(self::faults(&trees, place));
        }
    }
    assert!(places * super::stride() > 500, "{places}");
    assert!(
        faults.is_empty(),
        "{} of {places}:\n{}",
        faults.len(),
        faults.iter().take(400).cloned().collect::<Vec<_>>().join("\n\n")
    );
}

#[test]
fn the_mirror_of_a_vocabulary_keeps_its_shape() {
    let words: TokenStream = write(&corpus::vocabulary());
    let places = (1..=count(words.clone())).step_by(super::stride());
    let faults: Vec<String> = places
        .flat_map(|place| faults(&words, place))
        .filter(|fault| !is_idle_in_vocabulary(fault))
        .collect();
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.join("\n\n"));
}

/// Returns `true` where there is nothing to complete: in a new name, within `=>` and `->`, in a default, or in front of a type
/// or of results that exist already.
fn is_idle_in_vocabulary(fault: &str) -> bool {
    let (before, behind) = fault.split_once(MARKER).unwrap_or_default();
    let keyword = before.split_whitespace().rev().nth(usize::from(!before.ends_with(' ')));
    let before = before.trim_end();
    keyword.is_some_and(|word| ["condition", "action", "decorator", "value"].contains(&word))
        || before.ends_with('=')
        || before.ends_with(" -")
        || behind.starts_with(" Walk =")
        || (before.ends_with("->") && behind.starts_with(" ("))
}
