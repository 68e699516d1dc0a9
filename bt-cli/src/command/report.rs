//! Mistakes for people and for programs.

use super::{MISTAKES, Options, SUCCESS, Streams};
use bt_language::file::Mistake;
use serde::Serialize;
use std::path::Path;

/// A mistake as `--json` prints it; new members may be added.
#[derive(Serialize)]
pub(super) struct Report {
    file: String,
    /// The first line and the first column are 1.
    line: usize,
    column: usize,
    /// The position behind the last character.
    end_line: usize,
    end_column: usize,
    severity: &'static str,
    message: String,
    /// The word that was probably meant.
    suggestion: Option<String>,
}

/// What `--json` prints.
#[derive(Default, Serialize)]
pub(super) struct Reports {
    mistakes: Vec<Report>,
}

impl Report {
    pub(super) fn of(mistake: &Mistake, path: &Path) -> Self {
        Self {
            file: mistake.file_in(&path.display().to_string()),
            line: mistake.start.line,
            column: mistake.start.column,
            end_line: mistake.end.line,
            end_column: mistake.end.column,
            severity: if mistake.is_warning { "warning" } else { "error" },
            message: mistake.text.clone(),
            suggestion: mistake.suggestion().map(str::to_owned),
        }
    }
}

impl Reports {
    /// Reports mistakes; with `--json` they are printed by [`Reports::end`].
    pub(super) fn add(
        &mut self,
        mistakes: &[Mistake],
        path: &Path,
        options: &Options,
        streams: &mut Streams,
    ) {
        if options.given("json") {
            self.mistakes.extend(mistakes.iter().map(|mistake| Report::of(mistake, path)));
        } else {
            reported(mistakes, path, streams);
        }
    }

    pub(super) fn end(&self, options: &Options, streams: &mut Streams) {
        if options.given("json") {
            print_json(self, streams);
        }
    }
}

/// Prints a value as JSON.
pub(super) fn print_json(of: &impl Serialize, streams: &mut Streams) {
    let mut text = serde_json::to_string_pretty(of).unwrap_or_default();
    text.push('\n');
    streams.print(&text);
}

/// Reports mistakes to a person; returns the exit code.
pub(super) fn reported(mistakes: &[Mistake], path: &Path, streams: &mut Streams) -> u8 {
    let name = path.display().to_string();
    for mistake in mistakes {
        streams.report(&mistake.show(&name).to_string());
    }
    if mistakes.is_empty() { SUCCESS } else { MISTAKES }
}
