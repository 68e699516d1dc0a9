//! Pages of programs that can be paused, and the folder for pages and their screenshots, for a person to look at.

use browser::{Browser, Page};
use std::path::PathBuf;
use std::{env, fs};

/// Creates the folder if it is missing.
pub(crate) fn directory() -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&directory).expect("the folder for pages can be made");
    directory
}

/// Opens the page of a program that can be paused, as one in the background, which a slow browser does not end.
pub(crate) fn open_pausable<'b>(browser: &'b Browser, url: &str) -> Page<'b> {
    let page = browser.open(url, 1280, 800);
    // Before its first answer, the page does not know whether the program can be paused.
    page.wait_until("document.getElementById('live-pause').checkVisibility()");
    page.seem_hidden();
    page
}
