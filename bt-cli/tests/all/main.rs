//! The command `bt`, and files of other tools: imported, exported and damaged. One program, because linking takes longer
//! than the tests.

mod command;
mod exports;
mod generated;
mod hostile;
mod imports;
mod includes;
mod lsp;
mod names_come_back;
mod projects;
mod prove;
mod round_trips;
mod schema;
#[cfg(feature = "serve")]
mod serve;
#[path = "../../../bt-language/tests/all/vocabularies.rs"]
mod vocabularies;
#[path = "../../../tests/meaning/build/vocabulary.rs"]
mod vocabulary;

use meaning::{filed, language};
