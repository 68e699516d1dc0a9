//! A recording as a page: one HTML file that shows the events of trees in a browser, moment by moment.
//!
//! ```
//! use bt_watch::record::Recorder;
//! use bt_core::{Status, behavior_tree};
//! use serde::Serialize;
//!
//! #[derive(Serialize)]
//! struct Npc {
//!     health: u32,
//! }
//!
//! behavior_tree! {
//!     tree Guard(npc: &mut Npc) {
//!         active_selector {
//!             'flee: sequence {
//!                 condition npc.health < 20;
//!                 running;
//!             }
//!             'stand: running;
//!         }
//!     }
//! }
//!
//! let mut recorder = Recorder::with_capacity(1 << 20);
//! let agent = recorder.agent::<Guard>("guard");
//! let (mut guard, mut npc) = (Guard::new(), Npc { health: 25 });
//! for _ in 0..10 {
//!     recorder.tick_with_snapshot(agent, &mut guard, &mut npc);
//!     npc.health -= 1;
//! }
//! # let directory = std::env::temp_dir().join(format!("replay-{}", std::process::id()));
//! # std::fs::create_dir_all(&directory)?;
//! # let path = directory.join("guard.html");
//! # const _: &str = stringify!(
//! let path = "guard.html";
//! # );
//! recorder.recording().save_page(path)?;
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The file is complete: it needs neither a server nor a network. The same recording always gives the same
//! file. It shows
//!
//! * the tree, with the result of each node in a tick: running, success, failure, aborted. Subtrees can be
//!   folded; in a very large tree only the running part is unfolded at first, and a small map shows which part is
//!   visible;
//! * the running node, and why it runs if another one ran in the tick before: results that changed, aborted
//!   nodes, the text of errors;
//! * the blackboard and its changes, with numbers as curves on the timeline; lists of more than 8 entries are
//!   folded at first;
//! * a timeline to scrub and play: the nearest label above the running node, also while the agent rests;
//!   results of the root, aborts, errors; and the [time](crate::record#moments) of the program, if it is
//!   known;
//! * for each node, the number of ticks, successes, failures and aborts up to that tick.
//!
//! The page can be used by keyboard (`?` lists the keys) and with a screen reader. Characters of a text that
//! are invisible or change its direction are escaped, such as `\u{202e}`. The first tick is tick 1. An
//! address such as `guard.html#tick=7&agent=guard` opens the page there.

use crate::record::{Recording, RecordingError, Tree};
use bt_core::__internal::Line;
use script::Script;
use std::fmt;
use std::fs;
use std::path::Path;
use std::string::String;
use std::string::ToString;
use std::vec::Vec;

mod script;

/// The maximum number of characters of a title; browsers show fewer.
const LONGEST_TITLE: usize = 200;
const HTML: &str = include_str!("replay/page/page.html");
const STYLE: &str = include_str!("replay/page/style.css");
const EDIT_HTML: &str = include_str!("replay/page/edit/edit.html");
const EDIT_STYLE: &str = include_str!("replay/page/edit/edit.css");

/// The page of a recording; made by [`Recording::page`], written by its `Display`.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    recording: &'a Recording,
}

/// The contents of the page.
struct Content<'a> {
    title: &'a str,
    /// The recording in JSON.
    json: &'a str,
    /// The run of the program that feeds the page, if it is live.
    run: Option<&'a str>,
    /// `true` if the page has the editor.
    edits: bool,
}

/// The page of a running program; `run` distinguishes this run from others. With `edits` it has the editor.
pub(crate) fn live_page(title: &str, json: &str, run: &str, edits: bool) -> String {
    Content { title, json, run: Some(run), edits }.to_string()
}

impl Recording {
    /// The recording as an HTML page; see [`replay`](crate::replay).
    ///
    /// ```
    /// # use bt_watch::record::Recording;
    /// assert!(Recording::default().page().to_string().starts_with("<!doctype html>"));
    /// ```
    #[must_use]
    pub const fn page(&self) -> Page<'_> {
        Page { recording: self }
    }

    /// Writes the recording as an HTML page into a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save_page(&self, path: impl AsRef<Path>) -> Result<(), RecordingError> {
        let path = path.as_ref();
        let file = |source| RecordingError::File { path: path.into(), source };
        fs::write(path, self.page().to_string()).map_err(file)
    }
}

impl fmt::Display for Page<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.recording.trees().iter().map(Tree::name).collect();
        let (title, json) = (names.join(", "), self.recording.to_page_json());
        Content { title: &title, json: &json, run: None, edits: false }.fmt(formatter)
    }
}

impl Content<'_> {
    fn write_run(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.run.map_or(Ok(()), |run| write!(formatter, " data-live=\"{run}\""))
    }
}

impl fmt::Display for Content<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = HTML;
        // `{{name}}` is a placeholder for a part of the page.
        while let Some((before, (name, behind))) = next_part(rest) {
            formatter.write_str(before)?;
            match name {
                "title" => Escaped(self.title).fmt(formatter)?,
                "live" => self.write_run(formatter)?,
                // A file needs no connection; a live page sends requests to its own server.
                "connect" => self.run.map_or("'none'", |_| "'self'").fmt(formatter)?,
                "style" => formatter.write_str(STYLE)?,
                "script" => Script::Page.fmt(formatter)?,
                "edit" if self.edits => formatter.write_str(EDIT_HTML)?,
                "edit-style" if self.edits => formatter.write_str(EDIT_STYLE)?,
                "edit-script" if self.edits => Script::Editor.fmt(formatter)?,
                "edit" | "edit-style" | "edit-script" => {}
                "recording" => Json(self.json).fmt(formatter)?,
                other => unreachable!("the page has a part that nobody knows: {other}"),
            }
            rest = behind;
        }
        formatter.write_str(rest)
    }
}

/// `a{{b}}c` → (`a`, (`b`, `c`))
fn next_part(html: &str) -> Option<(&str, (&str, &str))> {
    let (before, rest) = html.split_once("{{")?;
    Some((before, rest.split_once("}}")?))
}

/// A title in HTML: `a < b` → `a &lt; b`; on one line, with invisible characters escaped.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = Line { text: self.0, longest: LONGEST_TITLE }.to_string();
        write_replaced(formatter, &line, &[('<', "&lt;"), ('&', "&amp;")])
    }
}

/// JSON in a `script` element. `</script` or `<!--` in a text would end the element, so `<` is escaped, which
/// occurs only in texts.
struct Json<'a>(&'a str);

impl fmt::Display for Json<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_replaced(formatter, self.0, &[('<', "\\u003c")])
    }
}

fn write_replaced(
    formatter: &mut fmt::Formatter<'_>,
    text: &str,
    table: &[(char, &str)],
) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = rest.find(|letter| table.iter().any(|(special, _)| *special == letter)) {
        formatter.write_str(&rest[..at])?;
        let replaced = table.iter().find(|(special, _)| rest[at..].starts_with(*special));
        replaced.map_or(Ok(()), |(_, with)| formatter.write_str(with))?;
        // All characters that are replaced are one byte long.
        rest = &rest[at + 1..];
    }
    formatter.write_str(rest)
}

#[cfg(test)]
mod tests {
    use crate::record::Recording;
    use std::string::ToString;

    #[test]
    fn special_letters_of_html_are_escaped() {
        assert_eq!(super::Escaped("Vec<&str> 🦀<").to_string(), "Vec&lt;&amp;str> 🦀&lt;");
    }

    #[test]
    fn a_page_asks_for_nothing_from_elsewhere() {
        let page = Recording::default().page().to_string();
        let addresses: std::vec::Vec<_> = page.match_indices("://").collect();
        // The only addresses are names of the SVG namespace.
        assert_eq!(addresses.len(), page.matches("http://www.w3.org/2000/svg").count());
        assert!(!page.contains("{{"));
    }
}
