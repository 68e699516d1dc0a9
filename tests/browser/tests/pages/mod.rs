//! Where pages and pictures of them are put, for a person to look at.

use std::path::PathBuf;
use std::{env, fs};

/// It is made if it is missing.
pub(crate) fn directory() -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&directory).expect("the folder for pages can be made");
    directory
}
