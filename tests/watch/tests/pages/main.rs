//! The live page and its server, and pages of recordings in Chromium. Tests that need Chromium are ignored: `.ci/browser`
//! runs them, after `tests/watch/page`, which tests the logic of the page without a browser.

mod access;
mod change;
mod editor;
mod editor_files;
mod editor_form;
mod feed;
mod large;
mod live;
mod program;
mod recordings;
mod replay;
mod server;
mod shown;
mod village;
