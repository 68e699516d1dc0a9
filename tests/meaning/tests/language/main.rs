//! Random trees cover the language, keep their meaning as texts that are formatted and edited, and are ticked as the check
//! of reachability says.

mod coverage;
mod edit;
mod enumeration;
mod format;
mod grammar;
#[path = "../../build/vocabulary.rs"]
mod vocabulary;

use meaning::{filed, language};
