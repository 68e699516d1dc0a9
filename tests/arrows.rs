//! Imports of the compiler run one way: a module imports what stands in front of it here, and modules of
//! `render` import each other without a circle.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules of `bt-language`, from what stands alone to what uses all.
const LANGUAGE: &[&str] = &[
    "words", "ast", "names", "source", "mistakes", "mirror", "parse", "check", "machine", "internal",
    "lower",
];

/// The modules of the rendering in `bt-macros`, in the same order.
const RENDER: &[&str] = &[
    "context", "names", "layout", "types_of", "alias", "generics", "subtree", "table", "time",
    "memory", "function", "abort", "outline", "tree", "parts",
];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}
