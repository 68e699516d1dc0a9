//! Words of a file → Rust: what stands in the place of a word in a compiled tree.

use super::Words;
use bt_language::ast::vocabulary::Declaration;

impl Words {
    /// The declaration, for whoever reads files with it.
    pub(crate) fn declaration(&self) -> &Declaration {
        &self.declaration
    }
}
