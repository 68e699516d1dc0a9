//! The type that the user names, its methods and traits.

use super::{context, table, types};
use crate::model::{Model, borrowed, trait_object};
use proc_macro2::{Ident, Span, TokenStream};

/// `pub struct Soldier { state: __SoldierState, memory: __SoldierMemory }`
pub(super) fn public_type(model: &Model) -> TokenStream {
    let (name, visibility) = (&model.name, &model.visibility);
    let attributes = types::derives(&model.attributes, true);
    // With the defaults of the parameters, which stand nowhere else.
    let (parameters, bounds) = (&model.generics, &model.generics.where_clause);
    let state = model.region_of(model.plan.regions[0].root);
    let memory = model.has_memory.then(|| {
        let memory = model.memory_of();
        hygienic!(memory: #memory,)
    });
    let marker = (!model.generics.params.is_empty()).then(|| {
        let marker = marker(model);
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
fn at_name(model: &Model, word: &str) -> Ident {
    Ident::new(word, Span::mixed_site().located_at(model.name.span()))
}

/// A marker for generics that no field names; it owns nothing of them.
fn marker(model: &Model) -> TokenStream {
    let parameters = model.generics.params.iter().filter_map(|parameter| match parameter {
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
    fn name(self, model: &Model, name: &str) -> Ident {
        match self {
            Self::Compiler => at_name(model, name),
            Self::Editor => Ident::new(name, model.colon),
        }
    }

    /// Only the compiler has an error about a subtree.
    fn mentions(self, model: &Model) -> Option<TokenStream> {
        matches!(self, Self::Compiler).then(|| table::mentions(model))
    }

    /// An editor shows the names of parameters.
    fn observer(self) -> Ident {
        match self {
            Self::Compiler => context::local("observer"),
            Self::Editor => Ident::new("observer", Span::mixed_site()),
        }
    }

    /// In the mirror the binder stands already.
    fn binder(self, model: &Model) -> Ident {
        let mut binder = model.binder.clone();
        if let Self::Editor = self {
            binder.set_span(Span::mixed_site());
        }
        binder
    }
}

pub(super) fn methods(model: &Model, reader: Reader) -> TokenStream {
    let visibility = &model.visibility;
    let root = model.region_type(model.plan.regions[0].root);
    let forgotten = model.has_memory.then(|| {
        let forgotten = model.forgotten();
        hygienic!(memory: #forgotten,)
    });
    let marker = (!model.generics.params.is_empty())
        .then(|| hygienic!(generics: ::core::marker::PhantomData,));
    let [new, is_running, active, next_wake] =
        ["new", "is_running", "active", "next_wake"].map(|name| reader.name(model, name));
    let fresh = reader.body(hygienic!(Self { state: #root::Idle, #forgotten #marker }));
    let runs = reader.body(hygienic!(!::core::matches!(self.state, #root::Idle)));
    let nodes = reader.body(hygienic!(::bt_core::Active::new(self)));
    let memory = if model.has_memory { hygienic!(&self.memory) } else { hygienic!(&()) };
    let wakes = reader.body(hygienic! {
        <Self as ::bt_core::__private::Machine>::wake_parts(&self.state, #memory)
    });
    let running = running(model, reader);
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
fn running(model: &Model, reader: Reader) -> TokenStream {
    let visibility = &model.visibility;
    let (binder, blackboard) = (reader.binder(model), &model.blackboard);
    let memory = if model.has_memory { hygienic!(&mut self.memory) } else { hygienic!(&mut ()) };
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
    let function = at_name(model, "fn");
    let [tick, tick_with, abort, abort_with] =
        ["tick", "tick_with", "abort", "abort_with"].map(|name| reader.name(model, name));
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
pub(super) fn traits(model: &Model, reader: Reader) -> TokenStream {
    let name = &model.name;
    let (parameters, arguments, bounds) = model.generics.split_for_impl();
    let given = types::for_impls(&model.attributes);
    let fresh = reader.mentions(model);
    let tree = behavior_tree(model, reader);
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

fn behavior_tree(model: &Model, reader: Reader) -> TokenStream {
    let (name, binder) = (&model.name, reader.binder(model));
    let given = types::for_impls(&model.attributes);
    let (generics, of) = trait_generics(model);
    let blackboard = borrowed(&of);
    let (mentions, observer) = (reader.mentions(model), reader.observer());
    let (parameters, _, _) = generics.split_for_impl();
    let (_, arguments, bounds) = model.generics.split_for_impl();
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
pub(super) fn trait_generics(model: &Model) -> (syn::Generics, TokenStream) {
    let (mut generics, blackboard) = (model.generics.clone(), &model.blackboard_type);
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
