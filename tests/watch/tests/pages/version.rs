//! The version of the file format of recordings.

use bt_watch::record::Recording;
use serde_json::Value;

/// The version for recordings that tests write by hand.
pub(crate) fn version() -> Value {
    let saved = Recording::default().to_json();
    serde_json::from_str::<Value>(&saved).expect("it is JSON")["version"].take()
}
