//! The program's arguments.

/// `--picture svg 37` → `Picture { format: "svg", tick: Some(37) }`
pub(crate) enum Wanted {
    /// To tell it in the terminal.
    Story,
    /// To write it to a page, too.
    Page(String),
    /// To have it go on for ever, on a page.
    Live,
    /// The tree alone, or with what a tick did to it.
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
    /// `None` for what is none of [`USAGE`].
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
