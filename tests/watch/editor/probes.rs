//! The tables of probes, sorted by request.

mod colors;
mod complete;
mod definitions;
mod diagnostics;
mod hover;
mod references;
mod rename;
mod words;

use crate::probe::Probe;

/// Every probe, under its heading.
pub(crate) const ALL: &[(&str, &[Probe])] = &[
    ("Completion of fields and methods", complete::MEMBERS),
    ("Completion of names", complete::NAMES),
    ("Completion beside other mistakes", complete::BESIDE_MISTAKES),
    ("Completion of the language's words", words::COMPLETION),
    ("Hover", hover::NAMES),
    ("Hover on the language's words", words::HOVER),
    ("Hover while a leaf is broken", hover::WHILE_BROKEN),
    ("Go to definition", definitions::ALL),
    ("Find references", references::ALL),
    ("Rename", rename::ALL),
    ("Colours", colors::ALL),
    ("Mistakes that are told", diagnostics::ALL),
];
