//! How a node and what happened to it are written, in colour where the terminal has it.

use super::Mark;
use bt_core::{Node, NodeKind, Status};
use std::{env, fmt, io::IsTerminal, sync::OnceLock};

/// What a piece of text is about; decides its colour.
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
    /// Not worth the reader's attention.
    Faint,
    /// A heading.
    Strong,
}

/// The text in the colour of its tone, or as it is where colour is not wanted.
pub(crate) fn paint(tone: Tone, text: impl fmt::Display) -> String {
    static COLOURED: OnceLock<bool> = OnceLock::new();
    let coloured = COLOURED.get_or_init(|| {
        let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        !refused && std::io::stdout().is_terminal()
    });
    let code = match tone {
        Tone::Good => "32",
        Tone::Bad => "31",
        Tone::Busy => "1;36",
        Tone::Stopped => "35",
        Tone::Faint => "2",
        Tone::Strong => "1",
    };
    if *coloured { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
}

pub(super) fn tone(status: Status) -> Tone {
    match status {
        Status::Success => Tone::Good,
        Status::Failure => Tone::Bad,
        Status::Running => Tone::Busy,
    }
}

pub(super) fn sign(mark: Option<Mark>) -> (char, Tone) {
    match mark {
        None => ('·', Tone::Faint),
        Some(Mark::Aborted) => ('■', Tone::Stopped),
        Some(Mark::Ticked(Status::Running)) => ('▶', Tone::Busy),
        Some(Mark::Ticked(Status::Success)) => ('✓', Tone::Good),
        Some(Mark::Ticked(Status::Failure)) => ('✗', Tone::Bad),
    }
}

/// The node as it stands in the source: `flee: sequence`, `condition npc.health < 20`.
pub(super) fn written(node: &Node) -> String {
    let label = node.label.map(|label| format!("{label}: ")).unwrap_or_default();
    let source = one_line(node.source);
    let kind = node.kind;
    match kind {
        _ if source.is_empty() => format!("{label}{kind}"),
        NodeKind::Condition
        | NodeKind::Action
        | NodeKind::Subtree
        | NodeKind::With
        | NodeKind::If
        | NodeKind::ActiveIf
        | NodeKind::Match
        | NodeKind::ActiveMatch => {
            format!("{label}{kind} {source}")
        }
        _ => format!("{label}{kind}({source})"),
    }
}

/// Source text may span lines: puts it on one, of a length that fits a terminal.
pub(super) fn one_line(source: &str) -> String {
    const LONGEST: usize = 48;
    let words: Vec<&str> = source.split_whitespace().collect();
    let line = words.join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars().take(LONGEST - 1).chain(['…']).collect()
}
