//! The folder for pages and their screenshots, for a person to look at.

use std::path::PathBuf;
use std::{env, fs};

/// Creates the folder if it is missing.
pub(crate) fn directory() -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&directory).expect("the folder for pages can be made");
    directory
}
