//! The functions that the methods of a tree, and the trees around it, call, and the fingerprint that saved states carry.

use super::types::trait_generics;
use super::{expression, facts, function, scope, slots, subtree, table, types};
use crate::program::{Program, borrowed, region_function};
use bt_language::machine::{Cleanup, Slots};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// The parts, the size and the traits that only generated code names; `others` are functions for code that
/// inspects the state.
pub(super) fn machine(program: &Program, others: &TokenStream) -> TokenStream {
    let name = &program.name;
    let (parameters, arguments, bounds) = program.generics.split_for_impl();
    let of = program.agent_of();
    let parameters_of = program.parameters_of();
    let idle = program.idle_agent(&hygienic!(__parameters));
    let own = program.running_part(&hygienic!(self.state));
    let borrowed = if program.has_agent() { hygienic!(&__state.state) } else { hygienic!(__state) };
    let (memory, forgotten) = (program.memory_of(), program.forgotten());
    let (size, facts) = (size(program), facts::of_tree(program));
    let (cleans_up, fingerprint) = (cleans_up(program), constant(program));
    let given = types::for_impls(&program.attributes);
    let (parts, results) = (parts(program), results(program));
    let mentions = table::mentions(program);
    let tip = region_function("tip", program.root());
    hygienic! {
        #parts

        #given
        #[doc(hidden)]
        impl #parameters __bt::Machine for #name #arguments #bounds {
            type Tree = Self;
            type State = #of;
            type Memory = #memory;
            type Parameters = #parameters_of;
            const FORGOTTEN: #memory = #forgotten;
            const TABLE: &'static [__bt::Node] = Self::NODES;
            #size
            #cleans_up
            #fingerprint
            #facts

            #[inline]
            #[allow(unused_variables)]
            fn begin(__parameters: Self::Parameters) -> #of {
                #mentions
                #idle
            }

            #[inline]
            fn tip(&self, __from: ::core::primitive::u32) -> ::core::primitive::u32 {
                Self::#tip(&#own, __from)
            }

            #[inline]
            fn tip_parts(__state: &#of, __from: ::core::primitive::u32) -> ::core::primitive::u32 {
                Self::#tip(#borrowed, __from)
            }

            #others
        }

        #results
    }
}

/// The results for a tree with this one as a subtree.
fn results(program: &Program) -> TokenStream {
    if !program.has_results() {
        return TokenStream::new();
    }
    let name = &program.name;
    let (parameters, arguments, bounds) = program.generics.split_for_impl();
    let (of, state) = (program.results_of(), program.agent_of());
    let taken = program.taken_results(&hygienic!(__state));
    let given = types::for_impls(&program.attributes);
    hygienic! {
        #given
        #[doc(hidden)]
        impl #parameters __bt::HasResults for #name #arguments #bounds {
            type Results = #of;

            #[inline]
            fn take_results(__state: &mut #state) -> __bt::Option<#of> {
                #taken
            }
        }
    }
}

/// The number of nodes of the tree. If a tree contains itself, the compiler reports it here, at the
/// subtree.
fn size(program: &Program) -> TokenStream {
    let total = table::total(program);
    let first = table::subtrees(program).next().map(expression::first_span);
    let span = Span::mixed_site().located_at(first.unwrap_or(program.name.span()));
    quote::quote_spanned!(span=> const SIZE: ::core::primitive::u32 = #total;)
}

/// The constant that says whether a cleanup of the tree takes time.
fn cleans_up(program: &Program) -> Option<TokenStream> {
    let unknown = program.machine.calls().filter(|(_, call)| call.cleanup == Cleanup::Unknown);
    let unknown = unknown.map(|(_, call)| subtree::part(&call.tree, "CLEANS_UP"));
    let known = program.nodes().first().is_some_and(|root| root.cleans_up);
    program
        .root()
        .cleans_up
        .then(|| hygienic!(const CLEANS_UP: ::core::primitive::bool = #known #(|| #unknown)*;))
}

/// The functions that a tree with this one as a subtree calls.
fn parts(program: &Program) -> TokenStream {
    let name = &program.name;
    let (generics, blackboard_of) = trait_generics(program);
    let blackboard = borrowed(&blackboard_of);
    let (impl_parameters, _, _) = generics.split_for_impl();
    let (_, generic_arguments, bounds) = program.generics.split_for_impl();
    let binder = &program.binder;
    let root = program.root();
    let of = program.agent_of();
    let opened = program.opened_agent();
    let memory_of = program.memory_of();
    let step = step(program, &hygienic!(*__state));
    let abort = program.leave(root, &hygienic!(__state), &hygienic!(__bt::NOTHING));
    let emptied = program.without_results();
    let memory = if program.has_memory { hygienic!(__memory) } else { hygienic!(_) };
    let mentions = table::mentions(program);
    let parameters = |binder: &TokenStream| {
        hygienic! {
            __state: &mut #of,
            #memory: &mut #memory_of,
            #binder: &mut #blackboard,
            __events: impl __bt::Events
        }
    };
    let ticked = parameters(&hygienic!(#binder));
    let polite = root.cleans_up.then(|| {
        let (function, arguments) =
            (region_function("stop", root), program.arguments(program.scope_of(root)));
        hygienic! {
            fn stop_parts(
                #ticked,
                __late: ::core::primitive::bool
            ) -> __bt::Status {
                #opened
                let __status = Self::#function(__state #arguments, __late);
                if let __bt::Success = __status {
                    #emptied
                }
                __status
            }
        }
    });
    let left = parameters(&if root.needs_blackboard { hygienic!(#binder) } else { hygienic!(_) });
    let (given, passed_on) =
        (types::for_impls(&program.attributes), scope::may_be_passed_on(program));
    hygienic! {
        #given
        #passed_on
        #[doc(hidden)]
        impl #impl_parameters __bt::Parts<#blackboard_of> for #name #generic_arguments #bounds {
            #[inline]
            fn tick_parts(#ticked) -> __bt::Status {
                #mentions
                #opened
                #step
            }

            fn abort_parts(#left) {
                #opened
                #abort
                #emptied
            }

            #polite
        }
    }
}

/// One tick of the region of the tree, which is idle after the tree has ended; `place` is its state.
pub(super) fn step(program: &Program, place: &TokenStream) -> TokenStream {
    let root = program.root();
    let (tick, region) = (region_function("tick", root), program.region_type(root));
    let arguments = program.arguments(program.scope_of(root));
    let (begins, fails) = if program.has_results() {
        let emptied = program.without_results();
        let fails = hygienic!(if let __bt::Failure = __status { #emptied });
        (hygienic!(if let #region::Idle = #place { #emptied }), fails)
    } else {
        (TokenStream::new(), TokenStream::new())
    };
    hygienic! {
        #begins
        let __status = Self::#tick(&mut #place #arguments);
        if __status != __bt::Status::Running {
            #place = #region::Idle;
        }
        #fails
        __status
    }
}

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
    table::attribute(program, &["Serialize", "Deserialize"], attribute)
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
            hash.tokens(function::field_types(program, frame));
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
