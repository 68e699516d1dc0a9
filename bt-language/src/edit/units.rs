//! Positions in a text: bytes here, UTF-16 code units in a page and in editors.

use std::ops::Range;

/// The number of bytes between two known positions, roughly.
const STEP: usize = 256;

/// The positions of a text.
#[derive(Debug)]
pub struct Units<'t> {
    text: &'t str,
    /// Some positions in ascending order, as a byte and a unit; none if both are the same everywhere.
    known: Vec<(usize, usize)>,
}

impl<'t> Units<'t> {
    /// Reads a text.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        let mut known = Vec::new();
        if text.is_ascii() {
            return Self { text, known };
        }
        let mut unit = 0;
        for (byte, letter) in text.char_indices() {
            if known.last().is_none_or(|(last, _)| byte - last >= STEP) {
                known.push((byte, unit));
            }
            unit += letter.len_utf16();
        }
        Self { text, known }
    }

    /// The unit of a byte.
    #[must_use]
    pub fn unit(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        let place = self.known.partition_point(|(known, _)| *known <= byte);
        let Some((from, unit)) = place.checked_sub(1).and_then(|place| self.known.get(place))
        else {
            return byte;
        };
        let between = self.text.get(*from..byte).unwrap_or_default();
        unit + between.encode_utf16().count()
    }

    /// The units of some bytes.
    #[must_use]
    pub fn range(&self, bytes: &Range<usize>) -> [usize; 2] {
        [self.unit(bytes.start), self.unit(bytes.end)]
    }

    /// The byte of a unit; in the middle of a character, its beginning. The end of the text, if it is shorter.
    #[must_use]
    pub fn byte(&self, unit: usize) -> usize {
        let place = self.known.partition_point(|(_, known)| *known <= unit);
        let last = place.checked_sub(1).and_then(|place| self.known.get(place));
        let Some((from, mut at)) = last.copied() else {
            return unit.min(self.text.len());
        };
        for (byte, letter) in self.text.get(from..).unwrap_or_default().char_indices() {
            at += letter.len_utf16();
            if at > unit {
                return from + byte;
            }
        }
        self.text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Units;

    #[test]
    fn each_position_is_found_again() {
        let long = "tree Ä { 😀 }\r\n".repeat(100);
        for text in ["", "tree A {}", "ä", "😀", "a😀b", "\u{feff}tree", &long] {
            let units = Units::of(text);
            let mut unit = 0;
            for (byte, letter) in text.char_indices() {
                assert_eq!(units.unit(byte), unit, "{byte} of {text}");
                assert_eq!(units.byte(unit), byte, "{unit} of {text}");
                if letter.len_utf16() == 2 {
                    assert_eq!(units.byte(unit + 1), byte, "the second half of {letter}");
                }
                unit += letter.len_utf16();
            }
            assert_eq!(units.range(&(0..text.len())), [0, unit]);
            assert_eq!([units.byte(unit), units.byte(unit + 9)], [text.len(); 2]);
            assert_eq!(unit, String::from(text).encode_utf16().count());
        }
    }
}
