//! The text of a document: its positions in an editor, and edits.

use bt_language::edit::Units;
use lsp_types::{Position, PositionEncodingKind, TextEdit};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::sync::Arc;

/// What the column of a position counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units.
    Utf16,
}

impl Encoding {
    /// The encoding for a client with these, of which it likes the first one best.
    pub(super) fn of(offered: &[PositionEncodingKind]) -> Self {
        if offered.contains(&PositionEncodingKind::UTF8) { Self::Utf8 } else { Self::Utf16 }
    }

    pub(super) fn name(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// A text with the beginnings of its lines.
#[derive(Clone, Debug)]
pub(super) struct Text {
    text: Arc<str>,
    lines: Vec<usize>,
}

impl Text {
    pub(super) fn new(text: impl Into<Arc<str>>) -> Self {
        let text: Arc<str> = text.into();
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let lines = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Self { text, lines }
    }

    pub(super) fn shared(&self) -> Arc<str> {
        Arc::clone(&self.text)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) fn places(&self, encoding: Encoding) -> Places<'_> {
        let units = (encoding == Encoding::Utf16).then(|| Units::of(&self.text));
        Places { text: &self.text, lines: &self.lines, units }
    }

    /// The text with another one in the place of a part of it.
    pub(super) fn changed(&self, range: lsp_types::Range, new: &str, encoding: Encoding) -> Self {
        let bytes = self.places(encoding).bytes(range);
        let (before, behind) = (&self.text[..bytes.start], &self.text[bytes.end..]);
        Self::new([before, new, behind].concat())
    }
}

/// The positions of a text.
pub(super) struct Places<'t> {
    text: &'t str,
    lines: &'t [usize],
    /// `None` if columns are bytes.
    units: Option<Units<'t>>,
}

impl Places<'_> {
    /// The byte of a position. One behind the end of its line is the end, and one in the middle of a character its beginning.
    pub(super) fn byte(&self, position: Position) -> usize {
        let (line, column) = (position.line as usize, position.character as usize);
        let Some(start) = self.lines.get(line).copied() else { return self.text.len() };
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        let end = start + self.text[start..end].trim_end_matches(['\r', '\n']).len();
        let byte = match &self.units {
            Some(units) => units.byte(units.unit(start) + column),
            None => start.saturating_add(column),
        };
        let mut byte = byte.min(end);
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }

    /// The bytes of a range; nothing if it ends before it begins.
    pub(super) fn bytes(&self, range: lsp_types::Range) -> Range<usize> {
        let start = self.byte(range.start);
        start..self.byte(range.end).max(start)
    }

    pub(super) fn position(&self, byte: usize) -> Position {
        let line = self.lines.partition_point(|start| *start <= byte) - 1;
        let start = self.lines[line];
        let column = match &self.units {
            Some(units) => units.unit(byte) - units.unit(start),
            None => byte - start,
        };
        Position::new(number(line), number(column))
    }

    pub(super) fn range(&self, bytes: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(bytes.start), self.position(bytes.end))
    }

    pub(super) fn edit(&self, (bytes, new): (Range<usize>, String)) -> TextEdit {
        TextEdit::new(self.range(&bytes), new)
    }
}

pub(super) fn number(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

/// The edit that makes one text of another one: of all between what they begin and end with.
pub(super) fn difference(old: &str, new: &str) -> (Range<usize>, String) {
    let same = |(one, other): &(u8, u8)| one == other;
    let mut start = old.bytes().zip(new.bytes()).take_while(same).count();
    while !old.is_char_boundary(start) || !new.is_char_boundary(start) {
        start -= 1;
    }
    let behind = old.bytes().skip(start).rev().zip(new.bytes().skip(start).rev());
    let mut end = behind.take_while(same).count();
    while !old.is_char_boundary(old.len() - end) || !new.is_char_boundary(new.len() - end) {
        end -= 1;
    }
    (start..old.len() - end, new[start..new.len() - end].to_owned())
}

/// The edits that make one text of another one, if they differ only in white space: one for each place where they do, so that
/// cursors and marks stay. If they differ in more, one edit.
pub(super) fn layout(old: &str, new: &str) -> Vec<(Range<usize>, String)> {
    let space = |text: &str| text.len() - text.trim_start().len();
    let (mut edits, mut from, mut to) = (Vec::new(), 0, 0);
    loop {
        let gap = from..from + space(&old[from..]);
        let written = &new[to..to + space(&new[to..])];
        (from, to) = (gap.end, to + written.len());
        if old[gap.clone()] != *written {
            edits.push((gap, written.to_owned()));
        }
        match (old[from..].chars().next(), new[to..].chars().next()) {
            (None, None) => return edits,
            (Some(one), Some(other)) if one == other => {
                (from, to) = (from + one.len_utf8(), to + one.len_utf8());
            }
            _ => return vec![difference(old, new)],
        }
    }
}

/// The path of a document; its whole address if it is no file.
pub(super) fn path(uri: &lsp_types::Uri) -> PathBuf {
    let is_file = uri.scheme().is_some_and(|scheme| scheme.as_str() == "file");
    let decoded = uri.path().as_estr().decode().into_string();
    match decoded {
        Ok(path) if is_file => {
            // `/C:/trees/guard.tree`
            let drive = path.strip_prefix('/').filter(|rest| rest.get(1..2) == Some(":"));
            PathBuf::from(drive.unwrap_or(&path))
        }
        Ok(_) | Err(_) => PathBuf::from(uri.as_str()),
    }
}

/// The address of a file; `None` if its path has none.
pub(super) fn uri(path: &Path) -> Option<lsp_types::Uri> {
    let path = path.to_str()?;
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let mut written = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' | b':' => {
                written.push(char::from(byte));
            }
            _ => {
                let _ = write!(written, "%{byte:02X}");
            }
        }
    }
    lsp_types::Uri::from_str(&written).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    const LETTERS: [&str; 9] = ["a", " ", "\n", "\r\n", "\r", "ä", "😀", "tree", "{"];

    fn random(rng: &mut Rng, most: usize) -> String {
        (0..rng.usize(..=most)).map(|_| LETTERS[rng.usize(..LETTERS.len())]).collect()
    }

    /// The byte of each line and column, counted letter by letter.
    fn plain(text: &str, encoding: Encoding) -> Vec<(Position, usize)> {
        let (mut line, mut column, mut all) = (0, 0, Vec::new());
        let mut letters = text.char_indices().peekable();
        while let Some((byte, letter)) = letters.next() {
            all.push((Position::new(line, column), byte));
            let is_pair = letter == '\r' && letters.peek().is_some_and(|(_, next)| *next == '\n');
            if letter == '\n' || (letter == '\r' && !is_pair) {
                (line, column) = (line + 1, 0);
            } else {
                column += number(match encoding {
                    Encoding::Utf8 => letter.len_utf8(),
                    Encoding::Utf16 => letter.len_utf16(),
                });
            }
        }
        all.push((Position::new(line, column), text.len()));
        all
    }

    #[test]
    fn positions_are_those_that_are_counted_letter_by_letter() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..500 {
            let written = random(&mut rng, 400);
            for encoding in [Encoding::Utf8, Encoding::Utf16] {
                let text = Text::new(&*written);
                let places = text.places(encoding);
                for (position, byte) in plain(&written, encoding) {
                    assert_eq!(places.position(byte), position, "{byte} of {written:?}");
                    // A position between `\r` and `\n` is the end of the line.
                    if !written[..byte].ends_with('\r') || !written[byte..].starts_with('\n') {
                        assert_eq!(places.byte(position), byte, "{position:?} of {written:?}");
                    }
                }
                assert_eq!(places.byte(Position::new(9999, 0)), written.len());
            }
        }
    }

    #[test]
    fn edits_change_what_a_plain_text_changes() {
        let mut rng = Rng::with_seed(2);
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let mut model = String::new();
            let mut text = Text::new("");
            for _ in 0..2000 {
                let all = plain(&model, encoding);
                let (one, other) = (rng.usize(..all.len()), rng.usize(..all.len()));
                let (start, end) = (all[one.min(other)], all[one.max(other)]);
                let inside =
                    |byte: usize| model[..byte].ends_with('\r') && model[byte..].starts_with('\n');
                if inside(start.1) || inside(end.1) {
                    continue;
                }
                let new = random(&mut rng, 4);
                text = text.changed(lsp_types::Range::new(start.0, end.0), &new, encoding);
                model.replace_range(start.1..end.1, &new);
                assert_eq!(text.as_str(), model);
                assert_eq!(text.lines, Text::new(&*model).lines);
                if model.len() > 300 {
                    model.clear();
                    text = Text::new("");
                }
            }
        }
    }

    #[test]
    fn the_second_half_of_a_character_is_its_beginning() {
        let text = Text::new("a😀b\nc");
        let byte = |encoding, column| text.places(encoding).byte(Position::new(0, column));
        assert_eq!([1, 2, 3, 4, 5].map(|column| byte(Encoding::Utf16, column)), [1, 1, 5, 6, 6]);
        assert_eq!([1, 2, 4, 5, 9].map(|column| byte(Encoding::Utf8, column)), [1, 1, 1, 5, 6]);
    }

    #[test]
    fn the_edits_of_a_layout_are_its_gaps() {
        let old = "tree A{fail;}// x\n\n";
        let new = "tree A {\n    fail;\n} // x\n";
        let edits = layout(old, new);
        let gaps: Vec<&str> = edits.iter().map(|(_, new)| new.as_str()).collect();
        assert_eq!(gaps, [" ", "\n    ", "\n", " ", "\n"]);
        let mut written = old.to_owned();
        for (bytes, new) in edits.into_iter().rev() {
            written.replace_range(bytes, &new);
        }
        assert_eq!(written, new);
        assert_eq!(layout("a b c", "a x c"), [(2..3, "x".to_owned())]);
    }

    #[test]
    fn paths_come_back_from_their_addresses() {
        for written in ["/tmp/a b/ä%20.tree", "/x.tree"] {
            let of = uri(Path::new(written)).expect("an address");
            assert_eq!(path(&of), Path::new(written));
        }
        let drive = lsp_types::Uri::from_str("file:///C:/trees/a.tree").expect("an address");
        assert_eq!(path(&drive), Path::new("C:/trees/a.tree"));
        let other = lsp_types::Uri::from_str("untitled:Untitled-1").expect("an address");
        assert_eq!(path(&other), Path::new("untitled:Untitled-1"));
    }
}
