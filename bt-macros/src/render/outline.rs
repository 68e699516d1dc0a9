//! The code for a tree whose header cannot be read: everything that a program may name, without
//! behavior, so that one mistake causes only one error.

use super::expression::observer_type;
use super::types;
use bt_language::ast::Outline;
use proc_macro2::{Ident, TokenStream};

/// The type, with any blackboard; each tick returns running.
pub(crate) fn outline(outline: &Outline) -> TokenStream {
    let Outline { attributes, visibility, name } = outline;
    let given = types::for_impls(attributes);
    let derived = types::derives(attributes, true);
    let methods = methods(visibility);
    let traits = traits(name);
    hygienic! {
        #(#derived)*
        #given
        #visibility struct #name;

        #given
        #[allow(dead_code, reason = "a program need not use all that a tree can do")]
        impl #name {
            #methods
        }

        #given
        const _: () = { #traits };
    }
}

fn methods(visibility: &syn::Visibility) -> TokenStream {
    let is_active = hygienic! {
        #visibility fn is_active(&self, _: __bt::NodeId) -> ::core::primitive::bool {
            false
        }
    };
    let visible = hygienic!(#visibility);
    let constant = hygienic!(#visibility const);
    let operations = operations(&visible, &constant, Some(&any_blackboard()), Some(&is_active));
    hygienic! {
        #visibility const NODES: &'static [__bt::Node] = &[];

        #operations
    }
}

/// The functions that are methods and belong to the trait; the methods have a visibility, `const` and generics.
fn operations(
    visible: &TokenStream,
    constant: &TokenStream,
    generics: Option<&TokenStream>,
    is_active: Option<&TokenStream>,
) -> TokenStream {
    let observer = observer_type();
    hygienic! {
        #constant fn new() -> Self {
            Self
        }

        #visible fn tick #generics(&mut self, _: &mut __Blackboard) -> __bt::Status {
            __bt::Status::Running
        }

        #visible fn tick_with #generics(
            &mut self,
            _: &mut __Blackboard,
            _: #observer,
        ) -> __bt::Status {
            __bt::Status::Running
        }

        #visible fn abort #generics(&mut self, _: &mut __Blackboard) {}

        #visible fn abort_with #generics(&mut self, _: &mut __Blackboard, _: #observer,) {}

        #constant fn is_running(&self) -> ::core::primitive::bool {
            false
        }

        #is_active

        #constant fn active(&self) -> __bt::Active<'_> {
            __bt::Active::new(&[], self)
        }

        #constant fn next_wake(&self) -> __bt::Wake {
            __bt::Wake::NextTick
        }

        #constant fn next_wake_if_unchanged(&self) -> __bt::Wake {
            __bt::Wake::NextTick
        }

        #visible fn shift(&mut self, _: ::core::time::Duration) {}
    }
}

fn any_blackboard() -> TokenStream {
    hygienic!(<__Blackboard: ?::core::marker::Sized>)
}

fn traits(name: &Ident) -> TokenStream {
    let (machine, tree) = (machine(name), behavior_tree(name));
    hygienic! {
        impl ::core::default::Default for #name {
            fn default() -> Self {
                Self
            }
        }

        #machine
        #tree
    }
}

/// The items that a tree with this one as a subtree names.
fn machine(name: &Ident) -> TokenStream {
    let generics = any_blackboard();
    hygienic! {
        impl __bt::Machine for #name {
            type Tree = Self;
            type State = ();
            type Memory = ();
            type Parameters = ();
            const FORGOTTEN: () = ();
            const TABLE: &'static [__bt::Node] = &[];
            const SIZE: ::core::primitive::u32 = 0;

            fn begin(_: ()) {}

            fn tip(&self, _: ::core::primitive::u32) -> ::core::primitive::u32 {
                __bt::NOTHING
            }

            fn tip_parts(_: &(), _: ::core::primitive::u32) -> ::core::primitive::u32 {
                __bt::NOTHING
            }
        }

        impl #generics __bt::Parts<__Blackboard> for #name {
            fn tick_parts(
                _: &mut (),
                _: &mut (),
                _: &mut __Blackboard,
                _: impl __bt::Events,
            ) -> __bt::Status {
                __bt::Status::Running
            }

            fn abort_parts(
                _: &mut (),
                _: &mut (),
                _: &mut __Blackboard,
                _: impl __bt::Events,
            ) {}
        }
    }
}

fn behavior_tree(name: &Ident) -> TokenStream {
    let (nothing, generics) = (TokenStream::new(), any_blackboard());
    let operations = operations(&nothing, &nothing, None, None);
    hygienic! {
        impl #generics __bt::BehaviorTree<__Blackboard> for #name {
            #operations
        }
    }
}
