//! The mark of a text.

use std::format;
use std::string::String;

/// A short text that two different texts do not share; line ends and a byte order mark do not count.
///
/// The hash is FNV-1a with 64 bits: it has to tell the versions of one file apart, and not resist an attack.
#[must_use]
pub fn mark(text: &str) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut length = 0_usize;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for byte in text.replace("\r\n", "\n").bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        length += 1;
    }
    format!("{hash:016x}-{length}")
}
