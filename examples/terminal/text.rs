//! Colored text, if the terminal supports it.

use bt_core::Status;
use std::io::{self, IsTerminal, Write};
use std::{env, fmt, process, sync::OnceLock};

/// The meaning of a text, which determines its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Success.
    Good,
    /// Failure.
    Bad,
    /// Running.
    Busy,
    /// Aborted.
    Stopped,
    /// Unimportant.
    Faint,
    /// A heading.
    Strong,
}

/// The text in the color of its tone, or plain if colors are off.
pub(crate) fn paint(tone: Tone, text: impl fmt::Display) -> String {
    let code = match tone {
        Tone::Good => "32",
        Tone::Bad => "31",
        Tone::Busy => "1;36",
        Tone::Stopped => "35",
        Tone::Faint => "2",
        Tone::Strong => "1",
    };
    if is_coloured() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}

/// Prints a line to standard output. If the reader has gone, as with `| head`, the program ends.
pub(crate) fn say(text: &impl fmt::Display) {
    match write!(io::stdout(), "{text}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => process::exit(0),
        result => result.expect("the standard output takes text"),
    }
}

/// Returns `true` if standard output is a terminal and the user wants color.
pub(super) fn is_coloured() -> bool {
    static COLOURED: OnceLock<bool> = OnceLock::new();
    *COLOURED.get_or_init(|| {
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        !refused && io::stdout().is_terminal()
    })
}

pub(super) fn tone(status: Status) -> Tone {
    match status {
        Status::Success => Tone::Good,
        Status::Failure => Tone::Bad,
        Status::Running => Tone::Busy,
    }
}

/// Puts source text, which may have several lines, on one line that fits a terminal.
pub(super) fn one_line(source: &str) -> String {
    const LONGEST: usize = 48;
    let words: Vec<&str> = source.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars().take(LONGEST - 1).chain(['…']).collect()
}
