//! The code for a tree whose header cannot be read: everything that a program may name, without
//! behavior, so that one mistake causes only one error.

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
    hygienic! {
        #visibility const NODES: &'static [::bt_core::Node] = &[];

        #visibility const fn new() -> Self {
            Self
        }

        #visibility fn tick<__Blackboard: ?::core::marker::Sized>(
            &mut self,
            _: &mut __Blackboard,
        ) -> ::bt_core::Status {
            ::bt_core::Status::Running
        }

        #visibility fn tick_with<__Blackboard: ?::core::marker::Sized>(
            &mut self,
            _: &mut __Blackboard,
            _: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
        ) -> ::bt_core::Status {
            ::bt_core::Status::Running
        }

        #visibility fn abort<__Blackboard: ?::core::marker::Sized>(&mut self, _: &mut __Blackboard) {}

        #visibility fn abort_with<__Blackboard: ?::core::marker::Sized>(
            &mut self,
            _: &mut __Blackboard,
            _: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
        ) {}

        #visibility const fn is_running(&self) -> ::core::primitive::bool {
            false
        }

        #visibility fn is_active(&self, _: ::bt_core::NodeId) -> ::core::primitive::bool {
            false
        }

        #visibility const fn active(&self) -> ::bt_core::Active<'_, Self> {
            ::bt_core::Active::new(self)
        }

        #visibility const fn next_wake(&self) -> ::bt_core::Wake {
            ::bt_core::Wake::NextTick
        }
    }
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
    hygienic! {
        impl ::bt_core::__private::Machine for #name {
            type Tree = Self;
            type State = ();
            type Memory = ();
            type Parameters = ();
            const FORGOTTEN: () = ();
            const TABLE: &'static [::bt_core::Node] = &[];
            const SIZE: ::core::primitive::u32 = 0;

            fn begin(_: ()) {}

            fn tip(&self, _: ::core::primitive::u32) -> ::core::primitive::u32 {
                ::bt_core::__private::NOTHING
            }

            fn tip_parts(_: &(), _: ::core::primitive::u32) -> ::core::primitive::u32 {
                ::bt_core::__private::NOTHING
            }
        }

        impl<__Blackboard: ?::core::marker::Sized> ::bt_core::__private::Parts<__Blackboard> for #name {
            fn tick_parts(
                _: &mut (),
                _: &mut (),
                _: &mut __Blackboard,
                _: impl ::bt_core::__private::Events,
            ) -> ::bt_core::Status {
                ::bt_core::Status::Running
            }

            fn abort_parts(
                _: &mut (),
                _: &mut (),
                _: &mut __Blackboard,
                _: impl ::bt_core::__private::Events,
            ) {}
        }
    }
}

fn behavior_tree(name: &Ident) -> TokenStream {
    hygienic! {
        impl<__Blackboard: ?::core::marker::Sized> ::bt_core::BehaviorTree<__Blackboard> for #name {
            fn new() -> Self {
                Self
            }

            fn tick(&mut self, _: &mut __Blackboard) -> ::bt_core::Status {
                ::bt_core::Status::Running
            }

            fn tick_with(
                &mut self,
                _: &mut __Blackboard,
                _: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
            ) -> ::bt_core::Status {
                ::bt_core::Status::Running
            }

            fn abort(&mut self, _: &mut __Blackboard) {}

            fn abort_with(
                &mut self,
                _: &mut __Blackboard,
                _: &mut (impl ::bt_core::Observer + ?::core::marker::Sized),
            ) {}

            fn is_running(&self) -> ::core::primitive::bool {
                false
            }

            fn active(&self) -> ::bt_core::Active<'_, Self> {
                ::bt_core::Active::new(self)
            }

            fn next_wake(&self) -> ::bt_core::Wake {
                ::bt_core::Wake::NextTick
            }
        }
    }
}
