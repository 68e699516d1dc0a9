//! Makes invisible characters of a text visible.

use core::fmt;

/// The character in a visible form: `'\u{202e}'` → `\u{202e}`, `'\0'` → `␀`. The character before it decides
/// whether a joiner joins two parts, as in an emoji.
pub(super) fn visible(
    before: Option<char>,
    character: char,
    print: &mut dyn FnMut(char) -> fmt::Result,
) -> fmt::Result {
    if !is_hidden(before, character) {
        return print(sign(character));
    }
    for character in character.escape_unicode() {
        print(character)?;
    }
    Ok(())
}

/// Returns `true` if the character has no width, but may reorder or separate its neighbors.
pub(super) const fn is_hidden(before: Option<char>, character: char) -> bool {
    match character {
        // Zero width (non-)joiners.
        '\u{200c}' | '\u{200d}' => !joins(before),
        // Unicode calls most of these ignorable. Variation selectors are not here: they change the character
        // before them.
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e00ff}'
        | '\u{e01f0}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// Returns `true` for pictograms and for scripts that use joiners (from Arabic to Mongolian).
const fn joins(before: Option<char>) -> bool {
    matches!(
        before,
        Some(
            '\u{600}'..='\u{1cff}'
            | '\u{2190}'..='\u{2bff}'
            | '\u{fb50}'..='\u{fe0f}'
            | '\u{fe70}'..='\u{fefe}'
            | '\u{1f000}'..='\u{1faff}',
        )
    )
}

/// A visible sign for a control character, which could control a terminal and is not allowed in XML.
fn sign(character: char) -> char {
    match character {
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(character)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '␡',
        '\u{80}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        character => character,
    }
}
