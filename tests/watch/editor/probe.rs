//! A probe: a text with a cursor, a request, and the expected response.

use crate::ask::{Ask, diagnostics, expansion};
use crate::editor::{Editor, PROBE};
use crate::server::Done;
use crate::text;

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    pub(crate) what: &'static str,
    pub(crate) source: Source,
    pub(crate) ask: Ask,
    /// Each must be among the answers; with several cursors, the answer at each in turn.
    pub(crate) wants: &'static [&'static str],
    /// None of these may be among the answers.
    refuses: &'static [&'static str],
    /// The number of answers.
    count: Option<usize>,
    /// An error that rust-analyzer may report besides those of the macro, as for any Rust code.
    permits: Option<&'static str>,
}

/// The text around the cursor; [`text::MARK`] marks the cursor.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// A node between two others.
    Node(&'static str),
    /// Whole trees.
    Trees(&'static str),
    /// A place in a file of the sample, given by its text.
    In(&'static str, &'static str),
}

/// The result of a probe.
pub(crate) struct Verdict {
    pub(crate) answers: Vec<String>,
    pub(crate) faults: Vec<String>,
    /// The expansion, if it was requested.
    pub(crate) expansion: Option<String>,
}

/// A row of the table without expectations.
pub(crate) const fn probe(what: &'static str, ask: Ask, source: Source) -> Probe {
    Probe { what, source, ask, wants: &[], refuses: &[], count: None, permits: None }
}

impl Probe {
    pub(crate) const fn wants(mut self, wants: &'static [&'static str]) -> Self {
        self.wants = wants;
        self
    }

    pub(crate) const fn refuses(mut self, refuses: &'static [&'static str]) -> Self {
        self.refuses = refuses;
        self
    }

    pub(crate) const fn count(mut self, count: usize) -> Self {
        self.count = Some(count);
        self
    }

    /// Permits an error that the macro leaves to rust-analyzer: a field or an argument has not been
    /// typed yet.
    pub(crate) const fn permits(mut self, permits: &'static str) -> Self {
        self.permits = Some(permits);
        self
    }

    /// Runs the probe and judges the answers.
    pub(crate) fn run(&self, editor: &mut Editor, expand: bool) -> Done<Verdict> {
        let (file, cursors) = self.source.write(editor)?;
        let expansion = match cursors.first() {
            Some(cursor) if expand => Some(expansion(editor, file, *cursor)?),
            _ => None,
        };
        let mut answers = Vec::new();
        let mut faults = Vec::new();
        for (index, cursor) in cursors.iter().enumerate() {
            let here = self.ask.at(editor, file, *cursor)?;
            let wants = if cursors.len() == 1 { self.wants } else { &self.wants[index..=index] };
            faults.extend(self.missing(wants, &here));
            answers.extend(here);
        }
        faults.extend(self.unwanted(&answers));
        if !matches!(self.ask, Ask::Rename(_)) {
            faults.extend(self.faults_beside(editor)?);
        }
        editor.undo()?;
        Ok(Verdict { answers, faults, expansion })
    }

    /// The other nodes of the tree have to be understood whatever is wrong with this one, and must have
    /// no errors.
    fn faults_beside(&self, editor: &mut Editor) -> Done<Vec<String>> {
        let mut faults = Vec::new();
        if matches!(self.source, Source::In(..)) {
            return Ok(faults);
        }
        if matches!(self.source, Source::Node(_)) {
            for (other, text) in OTHERS {
                let cursor = editor.text(PROBE)?.rfind(other).ok_or("no other node")?;
                if !Ask::Hover.at(editor, PROBE, cursor)?.iter().any(|hover| hover.contains(text)) {
                    faults.push(format!("`{other}` beside it is not understood"));
                }
            }
        }
        let permitted =
            |error: &String| self.permits.is_some_and(|permits| error.starts_with(permits));
        let mut errors = diagnostics(editor, PROBE)?;
        errors.retain(|error| !permitted(error));
        faults.extend(noise(&errors));
        Ok(faults)
    }

    fn missing(&self, wants: &[&str], answers: &[String]) -> Vec<String> {
        let is_there = |want: &&&str| answers.iter().any(|answer| self.matches(answer, want));
        wants.iter().filter(|want| !is_there(want)).map(|want| format!("no `{want}`")).collect()
    }

    fn unwanted(&self, answers: &[String]) -> Vec<String> {
        let is_there = |refused: &&&str| answers.iter().any(|answer| self.matches(answer, refused));
        let mut faults: Vec<String> =
            self.refuses.iter().filter(is_there).map(|refused| format!("`{refused}`")).collect();
        if let Some(count) = self.count.filter(|count| *count != answers.len()) {
            faults.push(format!("{} answers, not {count}", answers.len()));
        }
        faults
    }

    /// A completion must equal the wanted name; other answers must contain the wanted text.
    fn matches(&self, answer: &str, part: &str) -> bool {
        match self.ask {
            Ask::Complete => answer == part,
            _ => answer.contains(part),
        }
    }
}

impl Source {
    /// Writes the source into the editor.
    fn write(self, editor: &mut Editor) -> Done<(&'static str, Vec<usize>)> {
        let (file, marked) = match self {
            Self::Node(node) => (PROBE, PREFIX.to_owned() + &between_others(node)),
            Self::Trees(trees) => (PROBE, format!("{PREFIX}behavior_tree! {{\n{trees}\n}}\n")),
            Self::In(file, marked) => {
                let (there, marks) = text::unmarked(marked);
                let text = editor.text(file)?;
                let at = text.find(&there).ok_or_else(|| format!("no `{there}` in {file}"))?;
                return Ok((file, marks.iter().map(|mark| at + mark).collect()));
            }
        };
        let (text, cursors) = text::unmarked(&marked);
        editor.write(file, &text)?;
        Ok((file, cursors))
    }

    /// The text that the user has typed, for the table.
    pub(crate) fn shown(self) -> String {
        match self {
            Self::Node(text) | Self::Trees(text) | Self::In(_, text) => {
                text.split_whitespace().collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// Errors that are reported twice, or by rust-analyzer where the macro has reported one already.
fn noise(errors: &[String]) -> Vec<String> {
    let ours = |error: &String| error.starts_with("macro-error");
    let spoken = errors.iter().any(ours);
    let unclosed = |error: &String| error.contains("Syntax Error: unmatched");
    let of = |(index, error): (usize, &String)| {
        if errors[..index].contains(error) {
            return Some(format!("told again: {error}"));
        }
        (spoken && !ours(error) && !unclosed(error)).then(|| format!("not ours: {error}"))
    };
    errors.iter().enumerate().filter_map(of).collect()
}

/// The imports from the sample that every probe needs.
const PREFIX: &str = "//! Trees of a probe.

use crate::actions::{self, Rally, Rest, WalkTo, is_tired, walk};
use crate::soldier::Patrol;
use crate::world::{Mode, Npc, Weapon};
use bt_core::{Status, behavior_tree};

";

/// The nodes around the probe, and the texts that hovering shows for them.
const OTHERS: [(&str, &str); 2] =
    [("sees_enemy", "Returns `true` if an enemy is there"), ("attack", "Shoots once")];

fn between_others(node: &str) -> String {
    format!(
        "behavior_tree! {{
    tree Probe(npc: &mut Npc) {{
        selector {{
            condition npc.sees_enemy();
            {node}
            action npc.attack();
        }}
    }}
}}
"
    )
}
