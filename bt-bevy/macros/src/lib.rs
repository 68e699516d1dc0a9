//! The derive of `bt-bevy`.

mod clock;
mod field;
mod generics;
mod implementation;
mod show;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;
use syn::DeriveInput;

/// Implements `bt_bevy::Blackboard` for a struct of borrows; its documentation explains the fields.
#[proc_macro_derive(Blackboard, attributes(resource, clock, param))]
pub fn derive_blackboard(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    implementation::of(&input).into()
}
