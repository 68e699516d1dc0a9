//! Which version of the format recordings are saved in.

use bt_core::record::Recording;
use serde_json::Value;

/// The version that a recording by hand has to name.
pub(crate) fn version() -> Value {
    let saved = Recording::default().to_json();
    serde_json::from_str::<Value>(&saved).expect("it is JSON")["version"].take()
}
