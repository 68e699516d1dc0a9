//! The body of a request.

use crate::live::answer::Answer;
use crate::live::head::Head;
use bt_language::file::MOST_BYTES;
use serde_json::Value;
use std::format;
use std::io::Read;
use std::vec::Vec;

/// The maximum number of bytes of a body: in JSON, most characters of a text take one byte, and quotation marks and
/// line ends two.
pub(super) const MOST_BODY: usize = 2 * MOST_BYTES;

/// Reads a body, which has to be JSON with a known length.
pub(super) fn read(head: &Head, client: &mut impl Read) -> Result<Value, Answer> {
    let length = length(head)?;
    let mut bytes: Vec<u8> = head.rest.iter().copied().take(length).collect();
    let missing = length - bytes.len();
    client
        .take(missing as u64)
        .read_to_end(&mut bytes)
        .map_err(|_| Answer::refusal(408, "the request takes too long"))?;
    if bytes.len() < length {
        return Err(Answer::refusal(400, "the request ends in its body"));
    }
    serde_json::from_slice(&bytes)
        .map_err(|error| Answer::refusal(400, format!("the body is not JSON in UTF-8: {error}")))
}

fn length(head: &Head) -> Result<usize, Answer> {
    if head.values("Transfer-Encoding").next().is_some() {
        return Err(Answer::refusal(411, "the body has no length"));
    }
    let mut lengths = head.values("Content-Length");
    let (length, None) = (lengths.next().unwrap_or("0"), lengths.next()) else {
        return Err(Answer::refusal(400, "the body has several lengths"));
    };
    if length.is_empty() || !length.bytes().all(|digit| digit.is_ascii_digit()) {
        return Err(Answer::refusal(400, "the length of the body is not a number"));
    }
    // A number that is too large for a `usize` is too large anyway.
    length
        .parse()
        .ok()
        .filter(|length| *length <= MOST_BODY)
        .ok_or_else(|| Answer::refusal(413, format!("a body may have {MOST_BODY} bytes")))
}
