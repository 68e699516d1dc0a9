//! An alias for each type that a user names in a struct literal, so that an unknown type is
//! reported once: where it is named, and not where its value is made.

use super::expression::first_span;
use super::{early, subtree};
use crate::program::Program;
use bt_language::machine::{Form, Made, NodeId};
use bt_language::mirror::Meaning;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

/// `type __SoldierType7 = Walk;`
pub(super) fn aliases(program: &Program) -> TokenStream {
    let visibility = &program.visibility;
    let calls = program.machine.calls().filter(|(_, call)| !call.arguments.is_empty());
    let mut types: Vec<(NodeId, TokenStream)> =
        calls.map(|(node, call)| (node, subtree::part(&call.tree, "Parameters"))).collect();
    types.extend(program.machine.made().map(|made| (made.value.node, made.path.clone())));
    types.sort_by_key(|(node, _)| *node);
    let aliases = types.iter().map(|(node, path)| {
        let name = program.alias_type(*node);
        let used = unbounded(program.used_generics(node.place()..node.place() + 1));
        let (parameters, _, _) = used.split_for_impl();
        hygienic! {
            #[doc(hidden)]
            #[allow(dead_code, private_interfaces, non_camel_case_types, reason = "as the tree needs it")]
            #visibility type #name #parameters = #path;
        }
    });
    hygienic!(#(#aliases)*)
}

impl Program {
    /// The type of a stateful action or a decorator, by its alias: `__SoldierType7<N>`
    pub(super) fn made_type(&self, made: &Made) -> TokenStream {
        let place = made.value.node.place();
        let used = self.used_generics(place..place + 1);
        let (_, arguments, _) = used.split_for_impl();
        let (name, span) = (name(self, made), first_span(&made.path));
        quote_spanned!(span=> #name #arguments)
    }
}

/// Removes the bounds, which an alias cannot have: `<N: Clone, const M: usize>` → `<N, const M:
/// usize>`
fn unbounded(mut generics: syn::Generics) -> syn::Generics {
    for parameter in &mut generics.params {
        match parameter {
            syn::GenericParam::Type(of) => of.bounds.clear(),
            syn::GenericParam::Lifetime(of) => of.bounds.clear(),
            syn::GenericParam::Const(_) => {}
        }
    }
    generics
}

fn name(program: &Program, made: &Made) -> Ident {
    let mut name = program.alias_type(made.value.node);
    name.set_span(first_span(&made.path));
    name
}

/// `Walk { to: npc.home }` → `__SoldierType7 { to: npc.home }`, with a shared borrow of the
/// blackboard; an expression after `=` may change the blackboard.
pub(super) fn made(program: &Program, made: &Made) -> TokenStream {
    match made.form {
        Form::Literal => {}
        Form::Expression => return program.exclusive(made.value, Meaning::Anything),
        Form::Future { .. } => {
            let of = program.made_type(made);
            return hygienic!(<#of as ::core::default::Default>::default());
        }
    }
    let expression = &program.machine[made.value];
    let value = match expression.to_token_stream().into_iter().last() {
        Some(TokenTree::Group(fields)) if fields.delimiter() == Delimiter::Brace => {
            let name = name(program, made);
            contained_fields(hygienic!(#name #fields))
        }
        _ => made.path.clone(),
    };
    program.shared_value(made.value.node, expression, value)
}

/// Puts each field that may be left early into a closure: `Walk { to: npc.home()? }` → `Walk { to:
/// evaluate(move || npc.home()?) }`
fn contained_fields(value: TokenStream) -> TokenStream {
    if !early::may_leave(&value) {
        return value;
    }
    let Ok(mut literal) = syn::parse2::<syn::ExprStruct>(value.clone()) else { return value };
    let fields = literal.fields.iter_mut().map(|field| &mut field.expr);
    for field in fields.chain(literal.rest.as_deref_mut()) {
        let expression = field.to_token_stream();
        *field = syn::Expr::Verbatim(early::contained(&expression, Meaning::Anything));
    }
    literal.into_token_stream()
}
