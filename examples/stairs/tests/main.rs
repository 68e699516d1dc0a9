//! The player on the stair, and the files and options of its program.

mod files;
mod tour;
