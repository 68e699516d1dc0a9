//! The type that the user names, its methods and traits.

use super::{context, table, types};
use crate::program::{Program, borrowed, trait_object};
use proc_macro2::{Ident, Span, TokenStream};

/// `pub struct Soldier { state: __SoldierState, memory: __SoldierMemory }`
pub(super) fn public_type(program: &Program) -> TokenStream {
    let (name, visibility) = (&program.name, &program.visibility);
    let attributes = types::derives(&program.attributes, true);
    // With the defaults of the parameters, which no other item repeats.
    let (parameters, bounds) = (&program.generics, &program.generics.where_clause);
    let state = program.agent_of();
    let memory = program.has_memory.then(|| {
        let memory = program.memory_of();
        hygienic!(memory: #memory,)
    });
    let marker = (!program.generics.params.is_empty()).then(|| {
        let marker = marker(program);
        hygienic!(generics: #marker,)
    });
    // All tokens of the type have the span of the name, so that an error points there.
    let at_name = Span::mixed_site().located_at(name.span());
    let structure = quote::quote_spanned! {at_name=>
        struct #name #parameters #bounds {
            state: #state,
            #memory
            #marker
        }
    };
    hygienic! {
        #(#attributes)*
        #[allow(missing_copy_implementations, reason = "the tree's attributes say what it derives")]
        #[allow(private_interfaces, private_bounds, reason = "its fields are its own")]
        #visibility #structure
    }
}

/// A generated word with the span of the tree's name: errors about a call point there.
fn at_name(program: &Program, word: &str) -> Ident {
    Ident::new(word, Span::mixed_site().located_at(program.name.span()))
}

/// A marker for generics that no field names; it owns none of them.
fn marker(program: &Program) -> TokenStream {
    let parameters = program.generics.params.iter().filter_map(|parameter| match parameter {
        syn::GenericParam::Lifetime(lifetime) => {
            let lifetime = &lifetime.lifetime;
            Some(hygienic!(&#lifetime ()))
        }
        syn::GenericParam::Type(of) => {
            let name = &of.ident;
            Some(hygienic!(::core::marker::PhantomData<#name>))
        }
        syn::GenericParam::Const(_) => None,
    });
    hygienic!(::core::marker::PhantomData<fn() -> (#(#parameters,)*)>)
}

/// The reader of a method.
#[derive(Clone, Copy)]
pub(super) enum Reader {
    Compiler,
    /// It needs the signature, and does not see the calls in the body.
    Editor,
}

impl Reader {
    pub(super) fn body(self, body: TokenStream) -> TokenStream {
        match self {
            Self::Compiler => body,
            Self::Editor => hygienic!(loop {}),
        }
    }

    /// An editor goes to the header; with the span of the name, it would find the method there.
    fn name(self, program: &Program, name: &str) -> Ident {
        match self {
            Self::Compiler => at_name(program, name),
            Self::Editor => Ident::new(name, program.colon),
        }
    }

    /// Only the compiler reports errors about a subtree.
    fn mentions(self, program: &Program) -> Option<TokenStream> {
        matches!(self, Self::Compiler).then(|| table::mentions(program))
    }

    /// Editors show the names of parameters.
    fn observer(self) -> Ident {
        match self {
            Self::Compiler => context::local("observer"),
            Self::Editor => Ident::new("observer", Span::mixed_site()),
        }
    }

    /// The binder already occurs in the mirror.
    fn binder(self, program: &Program) -> Ident {
        let mut binder = program.binder.clone();
        if let Self::Editor = self {
            binder.set_span(Span::mixed_site());
        }
        binder
    }
}

pub(super) fn methods(program: &Program, reader: Reader) -> TokenStream {
    let visibility = &program.visibility;
    let root = program.region_type(program.root());
    let forgotten = program.has_memory.then(|| {
        let forgotten = program.forgotten();
        hygienic!(memory: #forgotten,)
    });
    let marker = (!program.generics.params.is_empty())
        .then(|| hygienic!(generics: ::core::marker::PhantomData,));
    let [new, is_running, is_active, node, active, next_wake] =
        ["new", "is_running", "is_active", "node", "active", "next_wake"]
            .map(|name| reader.name(program, name));
    let asked = reader.body(hygienic!(::bt_core::__private::is_active(self, __node)));
    let found = reader.body(hygienic!(&Self::NODES[__id.index()]));
    let (parameters, names) = (program.parameter_list(), program.parameter_names());
    let given = program.parameters_value(&names);
    let state = program.idle_agent(&given);
    let fresh = reader.body(hygienic!(Self { state: #state, #forgotten #marker }));
    let running_part = program.running_part(&hygienic!(self.state));
    let runs = reader.body(hygienic!(!::core::matches!(#running_part, #root::Idle)));
    let nodes = reader.body(hygienic!(::bt_core::Active::new(self)));
    let memory = if program.has_memory { hygienic!(&self.memory) } else { hygienic!(&()) };
    let wakes = reader.body(hygienic! {
        <Self as ::bt_core::__private::Machine>::wake_parts(&self.state, #memory)
    });
    let running = running(program, reader);
    hygienic! {
        /// Makes a tree in which no node is active.
        #[must_use]
        #visibility const fn #new(#parameters) -> Self {
            #fresh
        }

        #running

        /// Returns `true` if a node is active: the tree has started and has neither finished nor
        /// been aborted.
        #[must_use]
        #[inline]
        #visibility const fn #is_running(&self) -> ::core::primitive::bool {
            #runs
        }

        /// Returns `true` if a node is active.
        #[must_use]
        #visibility fn #is_active(&self, __node: ::bt_core::NodeId) -> ::core::primitive::bool {
            #asked
        }

        /// A node of the tree; panics if the id belongs to a larger tree.
        #[must_use]
        #visibility const fn #node(__id: ::bt_core::NodeId) -> &'static ::bt_core::Node {
            #found
        }

        /// The active nodes, the root first; parents come before their children. `{:?}` prints
        /// their names.
        #[must_use]
        #visibility const fn #active(&self) -> ::bt_core::Active<'_, Self> {
            #nodes
        }

        /// Returns when the tree has to be ticked again.
        #[must_use]
        #[inline]
        #visibility fn #next_wake(&self) -> ::bt_core::Wake {
            #wakes
        }
    }
}

/// `tick`, `abort`, and the same with an observer.
fn running(program: &Program, reader: Reader) -> TokenStream {
    let calls = Calls::new(program, reader);
    [calls.ticks(), calls.aborts()].into_iter().collect()
}

/// Writes the methods that call the functions of a tree.
struct Calls<'p> {
    program: &'p Program,
    reader: Reader,
    binder: Ident,
    observer: Ident,
    /// The events for the observer.
    watched: TokenStream,
}

impl<'p> Calls<'p> {
    fn new(program: &'p Program, reader: Reader) -> Self {
        let observer = reader.observer();
        let nodes = hygienic!(<Self as ::bt_core::__private::Machine>::nodes());
        let watched = hygienic!(::bt_core::__private::Watched::by(#observer, #nodes).watch());
        Self { program, reader, binder: reader.binder(program), observer, watched }
    }

    /// `<Self as Parts<_>>::tick_parts(&mut self.state, &mut (), npc, events)`
    fn part(&self, part: &str, events: &TokenStream) -> TokenStream {
        let (part, binder) = (Ident::new(part, Span::mixed_site()), &self.binder);
        let has_memory = self.program.has_memory;
        let memory = if has_memory { hygienic!(&mut self.memory) } else { hygienic!(&mut ()) };
        hygienic! {
            <Self as ::bt_core::__private::Parts<_>>::#part(&mut self.state, #memory, #binder, #events)
        }
    }

    fn ticks(&self) -> TokenStream {
        let Self { program, reader, binder, observer, watched } = self;
        let (visibility, blackboard) = (&program.visibility, &program.blackboard);
        let (function, status) = (at_name(program, "fn"), context::local("status"));
        let [tick, tick_with] = ["tick", "tick_with"].map(|name| reader.name(program, name));
        let [quiet, off] = [hygienic!(false), hygienic!(true)].map(|is_off| {
            let events = hygienic!(::bt_core::__private::NoEvents::<#is_off>);
            reader.body(self.part("tick_parts", &events))
        });
        let step = self.part("tick_parts", watched);
        let watched = reader.body(hygienic! {
            ::bt_core::Observer::tick_begins(#observer);
            let #status = #step;
            ::bt_core::__private::tick_ends(#observer, self);
            #status
        });
        hygienic! {
            /// Ticks the tree once. Each node is ticked at most once.
            #[inline]
            #visibility #function #tick(&mut self, #binder: &mut #blackboard) -> ::bt_core::Status {
                #quiet
            }

            /// Ticks the tree once and reports the events to the observer.
            #[inline]
            #visibility #function #tick_with(
                &mut self,
                #binder: &mut #blackboard,
                #observer: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
            ) -> ::bt_core::Status {
                if ::bt_core::Observer::is_off(#observer) {
                    return #off;
                }
                #watched
            }
        }
    }

    fn aborts(&self) -> TokenStream {
        let Self { program, reader, binder, observer, watched } = self;
        let (visibility, blackboard) = (&program.visibility, &program.blackboard);
        let function = at_name(program, "fn");
        let [abort, abort_with] = ["abort", "abort_with"].map(|name| reader.name(program, name));
        let quiet = hygienic!(::bt_core::__private::NoEvents::<false>);
        let [quiet, watched] =
            [&quiet, watched].map(|events| reader.body(self.part("abort_parts", events)));
        hygienic! {
            /// Aborts the active nodes. The next tick starts the tree again.
            #visibility #function #abort(&mut self, #binder: &mut #blackboard) {
                #quiet
            }

            /// Aborts the active nodes and reports them to the observer.
            #visibility #function #abort_with(
                &mut self,
                #binder: &mut #blackboard,
                #observer: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
            ) {
                if ::bt_core::Observer::is_off(#observer) {
                    return Self::#abort(self, #binder);
                }
                #watched
            }
        }
    }
}

/// `Default` and `BehaviorTree`, which call the methods.
pub(super) fn traits(program: &Program, reader: Reader) -> TokenStream {
    let name = &program.name;
    let (parameters, arguments, bounds) = program.generics.split_for_impl();
    let given = types::for_impls(&program.attributes);
    let fresh = reader.mentions(program);
    let tree = behavior_tree(program, reader);
    // A tree with parameters cannot be made without them, so it has no `Default`.
    let default = (!program.has_parameters()).then(|| {
        hygienic! {
            #given
            impl #parameters ::core::default::Default for #name #arguments #bounds {
                fn default() -> Self {
                    #fresh
                    Self::new()
                }
            }
        }
    });
    hygienic! {
        #default

        #tree
    }
}

fn behavior_tree(program: &Program, reader: Reader) -> TokenStream {
    let (name, binder) = (&program.name, reader.binder(program));
    let given = types::for_impls(&program.attributes);
    let (generics, of) = trait_generics(program);
    let blackboard = borrowed(&of);
    let (mentions, observer) = (reader.mentions(program), reader.observer());
    let (parameters, _, _) = generics.split_for_impl();
    let (_, arguments, bounds) = program.generics.split_for_impl();
    let new = (!program.has_parameters()).then(|| {
        hygienic! {
            fn new() -> Self {
                #mentions
                Self::new()
            }
        }
    });
    hygienic! {
        #given
        #[allow(clippy::impl_trait_in_params, reason = "so does the trait")]
        impl #parameters ::bt_core::BehaviorTree<#of> for #name #arguments #bounds {
            #new

            fn tick(&mut self, #binder: &mut #blackboard) -> ::bt_core::Status {
                Self::tick(self, #binder)
            }

            fn tick_with(
                &mut self,
                #binder: &mut #blackboard,
                #observer: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
            ) -> ::bt_core::Status {
                Self::tick_with(self, #binder, #observer)
            }

            fn abort(&mut self, #binder: &mut #blackboard) {
                Self::abort(self, #binder);
            }

            fn abort_with(
                &mut self,
                #binder: &mut #blackboard,
                #observer: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
            ) {
                Self::abort_with(self, #binder, #observer);
            }

            fn is_running(&self) -> ::core::primitive::bool {
                Self::is_running(self)
            }

            fn active(&self) -> ::bt_core::Active<'_, Self> {
                Self::active(self)
            }

            fn next_wake(&self) -> ::bt_core::Wake {
                Self::next_wake(self)
            }
        }
    }
}

/// In a trait's header `dyn World` means `dyn World + 'static`; a method takes any lifetime.
pub(super) fn trait_generics(program: &Program) -> (syn::Generics, TokenStream) {
    let (mut generics, blackboard) = (program.generics.clone(), &program.blackboard_type);
    let is_lifetime =
        |bound: &syn::TypeParamBound| matches!(bound, syn::TypeParamBound::Lifetime(_));
    match trait_object(blackboard) {
        Some(of) if !of.bounds.iter().any(is_lifetime) => {
            let lifetime: syn::Lifetime = syn::parse_quote!('__blackboard);
            generics.params.insert(0, syn::parse_quote!(#lifetime));
            (generics, hygienic!(#blackboard + #lifetime))
        }
        _ => (generics, blackboard.clone()),
    }
}
