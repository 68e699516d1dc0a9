//! The live page and its server, and pages of recordings in Chromium. Tests that need Chromium are ignored: `.ci/browser`
//! runs them.

mod access;
mod branches;
mod change;
mod choices;
mod client;
mod editor;
mod editor_files;
mod editor_form;
mod editor_size;
mod editor_states;
mod editor_text;
mod editor_trees;
mod example;
mod extreme;
mod feed;
mod first_look;
mod hard;
mod kept_values;
mod large;
mod live;
mod new_versions;
mod news;
mod pages;
mod panics;
mod program;
mod replay;
mod requests;
mod server;
mod shown;
mod sizes;
mod values;
mod version;
mod village;
mod why;
