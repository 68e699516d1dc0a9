//! The program's arguments.

/// `--picture svg 37` → `Picture { format: "svg", tick: Some(37) }`
pub(crate) enum Wanted {
    /// Prints the story in the terminal.
    Story,
    /// Also writes a page.
    Page(String),
    /// Repeats the story for ever on a live page.
    Live,
    /// Prints the tree, with the results of a tick if one is given.
    Picture { format: Format, tick: Option<u32> },
}

#[derive(Clone, Copy)]
pub(crate) enum Format {
    Text,
    Dot,
    Mermaid,
    Svg,
}

pub(crate) const USAGE: &str =
    "soldier [--record PAGE | --live | --picture text|dot|mermaid|svg [TICK]]";

impl Wanted {
    /// Parses the arguments; `None` if they are not in [`USAGE`].
    pub(crate) fn from_arguments(arguments: &[&str]) -> Option<Self> {
        match arguments {
            [] => Some(Self::Story),
            ["--record", path] => Some(Self::Page((*path).to_owned())),
            ["--live"] => Some(Self::Live),
            ["--picture", format] => Some(Self::Picture { format: written(format)?, tick: None }),
            ["--picture", format, tick] => {
                Some(Self::Picture { format: written(format)?, tick: Some(tick.parse().ok()?) })
            }
            _ => None,
        }
    }
}

fn written(format: &str) -> Option<Format> {
    match format {
        "text" => Some(Format::Text),
        "dot" => Some(Format::Dot),
        "mermaid" => Some(Format::Mermaid),
        "svg" => Some(Format::Svg),
        _ => None,
    }
}
