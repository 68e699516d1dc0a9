//! Errors of saving and loading a recording.

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::string::String;

/// The reason why a recording cannot be saved or loaded, with its place.
///
/// ```
/// use bt_watch::record::Recording;
///
/// let error = Recording::from_json("{\"format\": 7}").unwrap_err();
/// assert_eq!(error.to_string(), "this is no recording: format: a text is expected, and this is 7");
///
/// let error = Recording::from_json("{\"format\": ").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "this is no recording: EOF while parsing a value at line 1 column 11"
/// );
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordingError {
    /// The file cannot be read or written.
    #[non_exhaustive]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The text is not JSON.
    Syntax(serde_json::Error),
    /// The JSON is not a recording, or is damaged.
    #[non_exhaustive]
    Content {
        /// The place in the JSON, for example `frames[3][2]`; empty for the whole.
        place: String,
        /// The defect.
        problem: String,
    },
}

impl fmt::Display for RecordingError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, source } => write!(formatter, "{}: {source}", path.display()),
            Self::Syntax(error) => write!(formatter, "this is no recording: {error}"),
            Self::Content { place, problem } if place.is_empty() => {
                write!(formatter, "this is no recording: {problem}")
            }
            Self::Content { place, problem } => {
                write!(formatter, "this is no recording: {place}: {problem}")
            }
        }
    }
}

impl std::error::Error for RecordingError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::File { source, .. } => Some(source),
            Self::Syntax(error) => Some(error),
            Self::Content { .. } => None,
        }
    }
}
