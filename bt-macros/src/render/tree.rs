//! The type that the user names, its methods and traits.

use super::{context, table, types};
use crate::program::{Program, borrowed, trait_object};
use proc_macro2::{Ident, Span, TokenStream};

/// `pub struct Soldier { state: __SoldierState, memory: __SoldierMemory }`
pub(super) fn public_type(program: &Program) -> TokenStream {
    let (name, visibility) = (&program.name, &program.visibility);
    let attributes = types::derives(&program.attributes, true);
    // With the defaults of the parameters, which stand nowhere else.
    let (parameters, bounds) = (&program.generics, &program.generics.where_clause);
    let state = program.region_of(program.root());
    let memory = program.has_memory.then(|| {
        let memory = program.memory_of();
        hygienic!(memory: #memory,)
    });
    let marker = (!program.generics.params.is_empty()).then(|| {
        let marker = marker(program);
        hygienic!(generics: #marker,)
    });
    // An error about the name stands there, if all of the type does.
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

/// A generated word that stands where the tree is named: there an error about a call points to.
fn at_name(program: &Program, word: &str) -> Ident {
    Ident::new(word, Span::mixed_site().located_at(program.name.span()))
}

/// A marker for generics that no field names; it owns nothing of them.
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

/// For whom a method is written.
#[derive(Clone, Copy)]
pub(super) enum Reader {
    Compiler,
    /// It needs the signature, and does not see what the body calls.
    Editor,
}

impl Reader {
    fn body(self, body: TokenStream) -> TokenStream {
        match self {
            Self::Compiler => body,
            Self::Editor => hygienic!(loop {}),
        }
    }

    /// An editor goes to the header; at the name itself it would find the method under the name.
    fn name(self, program: &Program, name: &str) -> Ident {
        match self {
            Self::Compiler => at_name(program, name),
            Self::Editor => Ident::new(name, program.colon),
        }
    }

    /// Only the compiler has an error about a subtree.
    fn mentions(self, program: &Program) -> Option<TokenStream> {
        matches!(self, Self::Compiler).then(|| table::mentions(program))
    }

    /// An editor shows the names of parameters.
    fn observer(self) -> Ident {
        match self {
            Self::Compiler => context::local("observer"),
            Self::Editor => Ident::new("observer", Span::mixed_site()),
        }
    }

    /// In the mirror the binder stands already.
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
    let [new, is_running, active, next_wake] =
        ["new", "is_running", "active", "next_wake"].map(|name| reader.name(program, name));
    let fresh = reader.body(hygienic!(Self { state: #root::Idle, #forgotten #marker }));
    let runs = reader.body(hygienic!(!::core::matches!(self.state, #root::Idle)));
    let nodes = reader.body(hygienic!(::bt_core::Active::new(self)));
    let memory = if program.has_memory { hygienic!(&self.memory) } else { hygienic!(&()) };
    let wakes = reader.body(hygienic! {
        <Self as ::bt_core::__private::Machine>::wake_parts(&self.state, #memory)
    });
    let running = running(program, reader);
    hygienic! {
        /// A tree in which nothing runs.
        #[must_use]
        #visibility const fn #new() -> Self {
            #fresh
        }

        #running

        /// Whether anything runs: the tree has begun, and has neither finished nor been aborted.
        #[must_use]
        #[inline]
        #visibility const fn #is_running(&self) -> ::core::primitive::bool {
            #runs
        }

        /// The active nodes, root first; parents come before their children.
        #[must_use]
        #visibility const fn #active(&self) -> ::bt_core::Active<'_, Self> {
            #nodes
        }

        /// When the tree has to be ticked again; until then it can be left alone.
        #[must_use]
        #[inline]
        #visibility fn #next_wake(&self) -> ::bt_core::Wake {
            #wakes
        }
    }
}

/// `tick`, `abort`, and the same with an observer.
fn running(program: &Program, reader: Reader) -> TokenStream {
    let visibility = &program.visibility;
    let (binder, blackboard) = (reader.binder(program), &program.blackboard);
    let memory = if program.has_memory { hygienic!(&mut self.memory) } else { hygienic!(&mut ()) };
    let quiet = hygienic!(::bt_core::__private::NoEvents::<false>);
    let off = hygienic!(::bt_core::__private::NoEvents::<true>);
    let nodes = hygienic!(<Self as ::bt_core::__private::Machine>::nodes());
    let (observer, status) = (reader.observer(), context::local("status"));
    let told = hygienic!(::bt_core::__private::Watched::by(#observer, #nodes).watch());
    let call = |part: TokenStream, events: &TokenStream| {
        reader.body(hygienic! {
            <Self as ::bt_core::__private::Parts<_>>::#part(&mut self.state, #memory, #binder, #events)
        })
    };
    let [ticked, ticked_off] = [&quiet, &off].map(|events| call(hygienic!(tick_parts), events));
    let ticked_with = reader.body(hygienic! {
        ::bt_core::Observer::tick_begins(#observer);
        let #status = <Self as ::bt_core::__private::Parts<_>>::tick_parts(
            &mut self.state, #memory, #binder, #told
        );
        ::bt_core::__private::tick_ends(#observer, self);
        #status
    });
    let [aborted, aborted_with] =
        [&quiet, &told].map(|events| call(hygienic!(abort_parts), events));
    let function = at_name(program, "fn");
    let [tick, tick_with, abort, abort_with] =
        ["tick", "tick_with", "abort", "abort_with"].map(|name| reader.name(program, name));
    hygienic! {
        /// Ticks the tree once: each node at most once.
        #[inline]
        #visibility #function #tick(&mut self, #binder: &mut #blackboard) -> ::bt_core::Status {
            #ticked
        }

        /// Ticks the tree once and tells the observer what happens.
        #[inline]
        #visibility #function #tick_with(
            &mut self,
            #binder: &mut #blackboard,
            #observer: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
        ) -> ::bt_core::Status {
            if ::bt_core::Observer::is_off(#observer) {
                return #ticked_off;
            }
            #ticked_with
        }

        /// Ends what runs; the next tick starts afresh.
        #visibility #function #abort(&mut self, #binder: &mut #blackboard) {
            #aborted
        }

        /// Ends what runs and tells the observer what was aborted.
        #visibility #function #abort_with(
            &mut self,
            #binder: &mut #blackboard,
            #observer: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
        ) {
            if ::bt_core::Observer::is_off(#observer) {
                return Self::#abort(self, #binder);
            }
            #aborted_with
        }
    }
}

/// `Default` and `BehaviorTree`, which say what the methods say.
pub(super) fn traits(program: &Program, reader: Reader) -> TokenStream {
    let name = &program.name;
    let (parameters, arguments, bounds) = program.generics.split_for_impl();
    let given = types::for_impls(&program.attributes);
    let fresh = reader.mentions(program);
    let tree = behavior_tree(program, reader);
    hygienic! {
        #given
        impl #parameters ::core::default::Default for #name #arguments #bounds {
            fn default() -> Self {
                #fresh
                Self::new()
            }
        }

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
    hygienic! {
        #given
        #[allow(clippy::impl_trait_in_params, reason = "so does the trait")]
        impl #parameters ::bt_core::BehaviorTree<#of> for #name #arguments #bounds {
            fn new() -> Self {
                #mentions
                Self::new()
            }

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

/// In a trait's header `dyn World` means `dyn World + 'static`; a method takes any.
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
