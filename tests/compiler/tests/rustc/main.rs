//! What rustc says about trees and accepts in them; and an older edition of Rust, which needs another run of rustc.

mod edition;
mod library;
mod messages;
mod newer_rust;
