//! Texts that are kept as long as the program runs, each once.

use std::borrow::ToOwned;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());

/// The same text, kept for ever: nodes and the `&'static str` of words outlive the tree that they come from.
/// A file that is loaded again brings only the texts that are new.
pub(crate) fn kept(text: &str) -> &'static str {
    if text.is_empty() {
        return "";
    }
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(kept) = all.get(text) {
        return kept;
    }
    let kept: &'static str = std::boxed::Box::leak(text.to_owned().into_boxed_str());
    all.insert(kept);
    kept
}
