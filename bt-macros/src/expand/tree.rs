//! The type that the user names, its methods and traits.

use super::{context, table, types};
use crate::model::{Model, borrowed};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};

/// `pub struct Soldier { state: __SoldierState, memory: __SoldierMemory }`
pub(super) fn public_type(model: &Model) -> TokenStream {
    let (name, visibility) = (&model.name, &model.visibility);
    let attributes = types::derives(&model.attributes, true);
    let (parameters, _, bounds) = model.generics.split_for_impl();
    let state = model.region_of(model.plan.regions[0].root);
    let memory = model.has_memory.then(|| {
        let memory = model.memory_of();
        hygienic!(memory: #memory,)
    });
    let marker = (!model.generics.params.is_empty()).then(|| {
        let marker = marker(model);
        hygienic!(generics: #marker,)
    });
    hygienic! {
        #(#attributes)*
        #[allow(missing_copy_implementations, reason = "the tree's attributes say what it derives")]
        #[allow(private_interfaces, private_bounds, reason = "its fields are its own")]
        #visibility struct #name #parameters #bounds {
            state: #state,
            #memory
            #marker
        }
    }
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
    /// It needs the signature, does not see what the body calls, and finds everything at the header.
    Editor,
}

impl Reader {
    fn body(self, body: TokenStream) -> TokenStream {
        match self {
            Self::Compiler => body,
            Self::Editor => hygienic!(loop {}),
        }
    }

    fn name(self, model: &Model, name: &str) -> Ident {
        let span = match self {
            Self::Compiler => Span::mixed_site(),
            Self::Editor => model.open,
        };
        Ident::new(name, span)
    }

    /// In the mirror the binder stands already, for an editor.
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
    let [new, is_running, active] =
        ["new", "is_running", "active"].map(|name| reader.name(model, name));
    let fresh = reader.body(hygienic!(Self { state: #root::Idle, #forgotten #marker }));
    let runs = reader.body(hygienic!(!::core::matches!(self.state, #root::Idle)));
    let nodes = reader.body(hygienic!(::bt_core::Active::new(self)));
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
    }
}

/// `tick`, `abort`, and the same with an observer.
fn running(model: &Model, reader: Reader) -> TokenStream {
    let visibility = &model.visibility;
    let (binder, blackboard) = (reader.binder(model), &model.blackboard);
    let memory = if model.has_memory { hygienic!(&mut self.memory) } else { hygienic!(&mut ()) };
    let quiet = hygienic!(&mut ::bt_core::__private::NoEvents);
    let told = hygienic!(&mut ::bt_core::__private::Watch::new(observer));
    let call = |parts: TokenStream, events: &TokenStream| {
        reader.body(hygienic!(Self::#parts(&mut self.state, #memory, #binder, #events)))
    };
    let [ticked, ticked_with] = [&quiet, &told].map(|events| call(hygienic!(tick_parts), events));
    let [aborted, aborted_with] =
        [&quiet, &told].map(|events| call(hygienic!(abort_parts), events));
    let [tick, tick_with, abort, abort_with] =
        ["tick", "tick_with", "abort", "abort_with"].map(|name| reader.name(model, name));
    hygienic! {
        /// Ticks the tree once: each node at most once.
        #[inline]
        #visibility fn #tick(&mut self, #binder: &mut #blackboard) -> ::bt_core::Status {
            #ticked
        }

        /// Ticks the tree once and tells `observer` what happens.
        #[inline]
        #visibility fn #tick_with(
            &mut self,
            #binder: &mut #blackboard,
            observer: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
        ) -> ::bt_core::Status {
            #ticked_with
        }

        /// Ends what runs; the next tick starts afresh.
        #visibility fn #abort(&mut self, #binder: &mut #blackboard) {
            #aborted
        }

        /// Ends what runs and tells `observer` what was aborted.
        #visibility fn #abort_with(
            &mut self,
            #binder: &mut #blackboard,
            observer: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
        ) {
            #aborted_with
        }
    }
}

/// What a tree that contains this one as a subtree calls.
pub(super) fn parts(model: &Model) -> TokenStream {
    let visibility = &model.visibility;
    let (binder, blackboard) = (&model.binder, &model.blackboard);
    let root = model.plan.regions[0].root;
    let (state, memory, events) = (context::state(), context::memory(), context::events());
    let of = model.region_of(root);
    let name = model.region_type(root);
    let memory_of = model.memory_of();
    let arguments = model.arguments();
    let [tick, abort, tip] = ["tick", "abort", "tip"].map(|verb| model.region_function(verb, root));
    let memory = if model.has_memory { hygienic!(#memory) } else { hygienic!(_) };
    let parameters = hygienic! {
        #state: &mut #of,
        #memory: &mut #memory_of,
        #binder: &mut #blackboard,
        #events: &mut impl ::bt_core::__private::Events
    };
    hygienic! {
        #[doc(hidden)]
        #[inline]
        #visibility fn tick_parts(#parameters) -> ::bt_core::Status {
            let status = Self::#tick(#state #arguments);
            if status != ::bt_core::Status::Running {
                *#state = #name::Idle;
            }
            status
        }

        #[doc(hidden)]
        #visibility fn abort_parts(#parameters) {
            Self::#abort(#state #arguments, ::bt_core::__private::NOTHING);
        }

        #[doc(hidden)]
        #visibility fn tip_parts(#state: &#of, from: ::core::primitive::u32) -> ::core::option::Option<::core::primitive::u32> {
            Self::#tip(#state, from)
        }
    }
}

/// `Default` and `BehaviorTree`, which say what the methods say.
pub(super) fn traits(model: &Model) -> TokenStream {
    let name = &model.name;
    let (parameters, arguments, bounds) = model.generics.split_for_impl();
    let given = types::for_impls(&model.attributes);
    let tree = behavior_tree(model);
    hygienic! {
        #given
        impl #parameters ::core::default::Default for #name #arguments #bounds {
            fn default() -> Self {
                Self::new()
            }
        }

        #tree
    }
}

/// What the methods and the trees around this one stand on.
pub(super) fn machine(model: &Model) -> TokenStream {
    let name = &model.name;
    let (parameters, arguments, bounds) = model.generics.split_for_impl();
    let root = model.plan.regions[0].root;
    let (of, root) = (model.region_of(root), model.region_type(root));
    let (memory, forgotten) = (model.memory_of(), model.forgotten());
    let total = table::total(model);
    let given = types::for_impls(&model.attributes);
    hygienic! {
        #given
        #[doc(hidden)]
        impl #parameters ::bt_core::__private::Machine for #name #arguments #bounds {
            type State = #of;
            type Memory = #memory;
            const IDLE: #of = #root::Idle;
            const FORGOTTEN: #memory = #forgotten;
            const TABLE: &'static [::bt_core::Node] = Self::NODES;
            const SIZE: ::core::primitive::u32 = #total;

            fn tip(&self, from: ::core::primitive::u32) -> ::core::option::Option<::core::primitive::u32> {
                Self::tip_parts(&self.state, from)
            }
        }
    }
}

fn behavior_tree(model: &Model) -> TokenStream {
    let (name, binder) = (&model.name, Reader::Editor.binder(model));
    let given = types::for_impls(&model.attributes);
    let (generics, of) = trait_generics(model);
    let blackboard = borrowed(&of);
    let (parameters, _, _) = generics.split_for_impl();
    let (_, arguments, bounds) = model.generics.split_for_impl();
    hygienic! {
        #given
        #[allow(clippy::impl_trait_in_params, reason = "so does the trait")]
        impl #parameters ::bt_core::BehaviorTree<#of> for #name #arguments #bounds {
            fn new() -> Self {
                Self::new()
            }

            fn tick(&mut self, #binder: &mut #blackboard) -> ::bt_core::Status {
                Self::tick(self, #binder)
            }

            fn tick_with(
                &mut self,
                #binder: &mut #blackboard,
                observer: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
            ) -> ::bt_core::Status {
                Self::tick_with(self, #binder, observer)
            }

            fn abort(&mut self, #binder: &mut #blackboard) {
                Self::abort(self, #binder);
            }

            fn abort_with(
                &mut self,
                #binder: &mut #blackboard,
                observer: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
            ) {
                Self::abort_with(self, #binder, observer);
            }

            fn is_running(&self) -> ::core::primitive::bool {
                Self::is_running(self)
            }

            fn active(&self) -> ::bt_core::Active<'_, Self> {
                Self::active(self)
            }
        }
    }
}

/// In a trait's header `dyn World` means `dyn World + 'static`; a method takes any.
fn trait_generics(model: &Model) -> (syn::Generics, TokenStream) {
    let mut generics = model.generics.clone();
    let blackboard = &model.blackboard_type;
    let mut tokens = blackboard.clone().into_iter();
    let is_dyn = matches!(tokens.next(), Some(TokenTree::Ident(word)) if word == "dyn");
    let has_lifetime =
        tokens.any(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '\''));
    if !is_dyn || has_lifetime {
        return (generics, blackboard.clone());
    }
    let lifetime: syn::Lifetime = syn::parse_quote!('blackboard);
    generics.params.insert(0, syn::parse_quote!(#lifetime));
    (generics, hygienic!(#blackboard + #lifetime))
}
