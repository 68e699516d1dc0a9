//! The compiler of `behavior_tree!`; use it through the crate `bt-core`.
use proc_macro::TokenStream;

/// Compiles behavior trees into enum state machines.
#[proc_macro]
pub fn behavior_tree(_input: TokenStream) -> TokenStream {
    TokenStream::new()
}
