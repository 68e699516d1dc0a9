//! A text as tokens with their places, and with its comments, which `proc_macro2` drops.

use std::ops::Range;

/// The number of spaces of one level of indentation.
pub(crate) const INDENT: usize = 4;

/// A token or a comment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme {
    pub(crate) kind: LexemeClass,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The number of line breaks between the lexeme before and this one.
    pub(crate) breaks: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LexemeClass {
    /// A word of Rust or of the language.
    Word,
    /// A number, a text or a character.
    Literal,
    /// `'flee`
    Label,
    Open,
    Close,
    Punct,
    /// `/// …` or `/** … */`
    Doc,
    LineComment,
    BlockComment,
}

impl Lexeme {
    pub(crate) fn is_comment(&self) -> bool {
        matches!(self.kind, LexemeClass::LineComment | LexemeClass::BlockComment)
    }

    /// Returns `true` for comments and documentation.
    pub(crate) fn is_prose(&self) -> bool {
        self.is_comment() || self.kind == LexemeClass::Doc
    }

    pub(crate) fn bytes(&self) -> Range<usize> {
        self.start..self.end
    }

    pub(crate) fn text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

/// The signs of Rust that have several characters, the longest first.
const SIGNS: &[&str] = &[
    "<<=", ">>=", "...", "..=", "=>", "==", "!=", "<=", ">=", "&&", "||", "::", "->", "..", "+=",
    "-=", "*=", "/=", "%=", "^=", "&=", "|=",
];

/// Splits a text that `proc_macro2` can read too.
pub(crate) fn lexemes(text: &str) -> Vec<Lexeme> {
    let mut all = Vec::new();
    let (mut at, mut breaks) = (0, 0);
    while let Some(letter) = rest(text, at).chars().next() {
        if letter.is_whitespace() {
            breaks += usize::from(letter == '\n');
            at += letter.len_utf8();
            continue;
        }
        let (kind, length) = next(rest(text, at), letter);
        let end = at + length.max(letter.len_utf8());
        all.push(Lexeme { kind, start: at, end, breaks });
        (at, breaks) = (end, 0);
    }
    all
}

/// Lexemes, each with the number of brackets around it; a closing bracket counts its own.
///
/// `a(b)c` → 0, 0, 1, 1, 0
pub(crate) fn with_depth<'l>(
    lexemes: impl IntoIterator<Item = &'l Lexeme>,
) -> impl Iterator<Item = (usize, &'l Lexeme)> {
    let mut depth = 0_usize;
    lexemes.into_iter().map(move |lexeme| {
        let around = depth;
        match lexeme.kind {
            LexemeClass::Open => depth += 1,
            LexemeClass::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        (around, lexeme)
    })
}

/// The number of lexemes up to the end of the first bracket; all, if it is not closed.
pub(crate) fn first_bracket(lexemes: &[Lexeme]) -> usize {
    let is_end =
        |(depth, lexeme): (usize, &Lexeme)| lexeme.kind == LexemeClass::Close && depth <= 1;
    with_depth(lexemes).position(is_end).map_or(lexemes.len(), |last| last + 1)
}

fn rest(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// The kind and the number of bytes of the lexeme at the beginning of a text.
fn next(text: &str, letter: char) -> (LexemeClass, usize) {
    if text.starts_with("//") {
        let end = text.find('\n').unwrap_or(text.len());
        let line = text.get(..end).unwrap_or(text).trim_end();
        let is_doc = line.starts_with("///") && !line.starts_with("////");
        return (if is_doc { LexemeClass::Doc } else { LexemeClass::LineComment }, line.len());
    }
    if text.starts_with("/*") {
        let length = block_comment(text);
        let is_doc = text.starts_with("/**") && !text.starts_with("/***") && length > 4;
        return (if is_doc { LexemeClass::Doc } else { LexemeClass::BlockComment }, length);
    }
    match letter {
        '(' | '[' | '{' => (LexemeClass::Open, 1),
        ')' | ']' | '}' => (LexemeClass::Close, 1),
        '"' => (LexemeClass::Literal, quoted(text, '"')),
        '\'' => apostrophe(text),
        '0'..='9' => (LexemeClass::Literal, number(text)),
        _ if is_word(letter) => word(text),
        _ => {
            let sign = SIGNS.iter().find(|sign| text.starts_with(**sign));
            (LexemeClass::Punct, sign.map_or(letter.len_utf8(), |sign| sign.len()))
        }
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn word_length(text: &str) -> usize {
    text.find(|letter| !is_word(letter)).unwrap_or(text.len())
}

/// A comment, which may contain other comments.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    loop {
        let here = rest(text, at);
        if here.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            match here.chars().next() {
                Some(letter) => at += letter.len_utf8(),
                None => return at,
            }
        }
    }
}

/// A text or a character in quotes, with escapes.
fn quoted(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// `'a'` or `'label`
fn apostrophe(text: &str) -> (LexemeClass, usize) {
    let mut letters = text.chars().skip(1);
    match (letters.next(), letters.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => (LexemeClass::Literal, quoted(text, '\'')),
        _ => (LexemeClass::Label, 1 + word_length(rest(text, 1))),
    }
}

fn number(text: &str) -> usize {
    let mut end = word_length(text);
    let has_fraction = rest(text, end)
        .strip_prefix('.')
        .is_some_and(|fraction| fraction.starts_with(|digit: char| digit.is_ascii_digit()));
    if has_fraction {
        end += 1 + word_length(rest(text, end + 1));
    }
    let has_exponent = !text.starts_with("0x")
        && text.get(..end).is_some_and(|number| number.ends_with(['e', 'E']))
        && rest(text, end).starts_with(['+', '-']);
    if has_exponent { end + 1 + word_length(rest(text, end + 1)) } else { end }
}

/// A word, or a text with a prefix: `r#"…"#`, `b"…"`, `b'…'`
fn word(text: &str) -> (LexemeClass, usize) {
    let length = word_length(text);
    let (prefix, behind) = text.split_at(length);
    if prefix == "b" && behind.starts_with('\'') {
        return (LexemeClass::Literal, length + quoted(behind, '\''));
    }
    if ["b", "c"].contains(&prefix) && behind.starts_with('"') {
        return (LexemeClass::Literal, length + quoted(behind, '"'));
    }
    if ["r", "br", "cr"].contains(&prefix) {
        let hashes = behind.len() - behind.trim_start_matches('#').len();
        let text = rest(behind, hashes);
        if text.starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let close = rest(text, 1).find(&end).map_or(text.len(), |close| 1 + close + end.len());
            return (LexemeClass::Literal, length + hashes + close);
        }
        if hashes == 1 {
            return (LexemeClass::Word, length + 1 + word_length(text));
        }
    }
    (LexemeClass::Word, length)
}

/// The line break of a text.
pub(crate) fn line_break(text: &str) -> &'static str {
    let first = text.find('\n').and_then(|end| text.get(..end));
    if first.is_some_and(|line| line.ends_with('\r')) { "\r\n" } else { "\n" }
}

/// The indentation of the lines of a text, asked for from its beginning to its end: each line is searched once.
pub(crate) struct Indentation<'t> {
    pub(crate) text: &'t str,
    /// The last byte that was asked for.
    at: usize,
    /// The columns of the white space at the beginning of its line.
    columns: usize,
}

impl<'t> Indentation<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        Self { text, at: 0, columns: columns(text) }
    }

    /// The columns of the white space at the beginning of the line of a byte, which is not before the last one.
    pub(crate) fn at(&mut self, byte: usize) -> usize {
        let passed = self.text.get(self.at..byte).unwrap_or_default();
        if let Some(line_break) = passed.rfind('\n') {
            self.columns = columns(rest(self.text, self.at + line_break + 1));
        }
        self.at = byte;
        self.columns
    }
}

/// The columns of the white space at the beginning of a line.
pub(crate) fn columns(line: &str) -> usize {
    let mut columns = 0;
    for letter in line.chars() {
        match letter {
            '\t' => columns = (columns / INDENT + 1) * INDENT,
            ' ' => columns += 1,
            _ => break,
        }
    }
    columns
}
