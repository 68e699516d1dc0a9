//! The fingerprint of a tree, which its saved states carry.

use super::{frame, slots, subtree, text, types};
use crate::program::Program;
use bt_language::machine::Slots;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The field that saves the fingerprint and compares it; `None` if the tree cannot be saved. It takes no room.
pub(super) fn field(program: &Program) -> Option<TokenStream> {
    let (name, (_, arguments, _)) = (&program.name, program.generics.split_for_impl());
    let with = format!("__bt::Fingerprint::<{}>", hygienic!(#name #arguments));
    let attribute = attribute(program, &hygienic!(serde(with = #with)))?;
    Some(hygienic!(#attribute fingerprint: (),))
}

/// The value of that field.
pub(super) fn value(program: &Program) -> Option<TokenStream> {
    attribute(program, &TokenStream::new()).map(|_| hygienic!(fingerprint: (),))
}

/// The constant with the fingerprint.
pub(super) fn constant(program: &Program) -> Option<TokenStream> {
    attribute(program, &TokenStream::new())?;
    let own = own(program);
    let trees = program.machine.calls().map(|(_, call)| subtree::part(&call.tree, "FINGERPRINT"));
    Some(hygienic! {
        const FINGERPRINT: ::core::primitive::u64 = __bt::fingerprint(#own, &[#(#trees),*]);
    })
}

fn attribute(program: &Program, attribute: &TokenStream) -> Option<TokenStream> {
    text::attribute(program, &["Serialize", "Deserialize"], attribute)
}

/// The hash of the kinds of the nodes and of all that the state contains, without that of the subtrees. Expressions,
/// attributes and spaces do not count.
fn own(program: &Program) -> u64 {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for node in program.nodes() {
        hash.text(node.word.as_str());
        hash.text(&node.end.place().to_string());
    }
    for region in &program.machine.regions {
        for position in &region.positions {
            hash.tokens(types::variant(program, position));
            let frame = program.machine.frame_of(position).filter(|frame| !frame.is_single());
            let Some(frame) = frame else { continue };
            hash.tokens(frame::field_types(program, frame));
            if frame.slots == Slots::Chosen {
                hash.tokens(slots::variants(program, frame));
            }
        }
    }
    let results = program.results_of();
    hash.tokens(hygienic!(#results));
    hash.tokens(program.parameter_list());
    hash.tokens(program.memory_fields());
    hash.0
}

/// The FNV-1a hash of Fowler, Noll and Vo: the same on all machines, and with each version of rustc.
struct Hash(u64);

impl Hash {
    fn text(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn tokens(&mut self, tokens: TokenStream) {
        for token in tokens {
            let TokenTree::Group(group) = token else {
                self.text(&token.to_string());
                continue;
            };
            // A macro around the tree may have put a type into invisible delimiters.
            let around = match group.delimiter() {
                Delimiter::Parenthesis => "()",
                Delimiter::Brace => "{}",
                Delimiter::Bracket => "[]",
                Delimiter::None => "",
            };
            if !around.is_empty() {
                self.text(around);
            }
            self.tokens(group.stream());
        }
        self.text("");
    }
}
