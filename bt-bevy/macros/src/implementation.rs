//! The code that the derive writes.

use crate::field::{self, Field, Source};
use crate::{clock, generics, show};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{DeriveInput, Error, GenericArgument, GenericParam, WherePredicate, parse_quote};

/// The implementation; if there are mistakes, one that makes no blackboard, so that rustc does not ask for another one.
pub(crate) fn of(input: &DeriveInput) -> TokenStream {
    let mut mistakes = Vec::new();
    let lifetime = generics::lifetime(input, &mut mistakes);
    let fields = field::all(input, lifetime, &mut mistakes);
    let clock = clock::index(&fields, &mut mistakes);
    let implemented = clock.map(|index| implement_clock(input, &fields[index]));
    if mistakes.is_empty() {
        let blackboard = blackboard(input, &fields, clock);
        return quote!(#blackboard #implemented);
    }
    let nothing = quote!(::core::option::Option::None);
    let functions = functions(&quote!(()), &quote!(()), &quote!(loop {}), &nothing, &nothing);
    let stub = implementation(input, &[], &functions, &[]);
    let mistakes = mistakes.iter().map(Error::to_compile_error);
    quote!(#(#mistakes)* #stub #implemented)
}

fn blackboard(input: &DeriveInput, fields: &[Field<'_>], clock: Option<usize>) -> TokenStream {
    let name = &input.ident;
    let names = |prefix: &str| -> Vec<Ident> {
        (0..fields.len()).map(|index| format_ident!("{prefix}_{index}")).collect()
    };
    let (data, params) = (names("data"), names("param"));
    let members: Vec<_> = fields.iter().map(|field| &field.member).collect();
    let sources = || fields.iter().zip(&data).zip(&params);
    let borrowed = sources().map(|((field, data), param)| field.borrow(data, param));
    let shared = sources().map(|((field, data), param)| field.share(data, param));
    let now = match clock {
        Some(index) => {
            let param = &params[index];
            let now = clock::now(&fields[index], &quote!(*#param));
            quote!(::core::option::Option::Some(#now))
        }
        None => quote!(::core::option::Option::None),
    };
    let functions = functions(
        &list(data.iter().map(|name| quote!(#name))),
        &list(params.iter().map(|name| quote!(#name))),
        &quote!(#name { #(#members: #borrowed),* }),
        &quote!(::core::option::Option::Some(#name { #(#members: #shared),* })),
        &now,
    );
    let shown: Vec<_> = fields
        .iter()
        .enumerate()
        .filter_map(|(index, field)| show::field(index, field, clock == Some(index)))
        .collect();
    implementation(input, fields, &functions, &shown)
}

fn implementation(
    input: &DeriveInput,
    fields: &[Field<'_>],
    functions: &TokenStream,
    shown: &[TokenStream],
) -> TokenStream {
    let name = &input.ident;
    let mut generics = generics::lasting(&input.generics);
    let at = at(&generics);
    // With a type that is a parameter, rustc would use the bounds in place of the implementations.
    if generics.type_params().next().is_none() {
        // rustc 1.95 does not check the first bound of a list if another one contains it.
        let first: WherePredicate = parse_quote!((): ::core::marker::Sized);
        let bounds = std::iter::once(first).chain(fields.iter().flat_map(Field::bounds));
        generics.make_where_clause().predicates.extend(bounds);
    }
    let (of_impl, of_type, bounds) = generics.split_for_impl();
    let data = list(fields.iter().map(Field::data));
    let param = list(fields.iter().map(Field::param));
    // Where rustc looks for what is no parameter: at the only field that may be wrong.
    let mut params = fields.iter().filter(|field| field.source == Source::Param);
    let param = match (params.next(), params.next()) {
        (Some(only), None) => respan(param, only.span()),
        _ => param,
    };
    let is_shared = fields.iter().map(Field::is_shared);
    let required = fields.iter().filter_map(Field::required);
    quote! {
        #[automatically_derived]
        #[allow(trivial_bounds)]
        impl #of_impl ::bt_bevy::Blackboard for #name #of_type #bounds {
            type At<'at> = #name #at;
            type Data = #data;
            type Param = #param;
            const IS_SHARED: bool = true #(&& #is_shared)*;

            #[allow(unused_variables)]
            fn required(
                world: &mut ::bt_bevy::bevy_ecs::world::World,
                required: &mut ::bt_bevy::Required,
            ) {
                #(#required)*
            }

            #functions

            ::bt_bevy::__live! {
                #[allow(unused_variables, clippy::needless_borrow, clippy::borrow_deref_ref)]
                fn show(&self, shown: &mut ::bt_bevy::Shown) {
                    #(#shown)*
                }
            }
        }
    }
}

/// The functions that make a blackboard, and the one that tells the time.
fn functions(
    data: &TokenStream,
    param: &TokenStream,
    borrow: &TokenStream,
    share: &TokenStream,
    now: &TokenStream,
) -> TokenStream {
    quote! {
        #[inline]
        #[allow(unused_variables)]
        fn borrow<'at>(
            #data: ::bt_bevy::DataOf<'at, '_, Self>,
            #param: &'at mut ::bt_bevy::ParamOf<'_, '_, Self>,
        ) -> Self::At<'at> {
            #borrow
        }

        #[inline]
        #[allow(unused_variables)]
        fn share<'at>(
            #data: ::bt_bevy::DataOf<'at, '_, Self>,
            #param: &'at ::bt_bevy::ParamOf<'_, '_, Self>,
        ) -> ::core::option::Option<Self::At<'at>> {
            #share
        }

        #[inline]
        #[allow(unused_variables)]
        fn now(
            #param: &::bt_bevy::ParamOf<'_, '_, Self>,
        ) -> ::core::option::Option<::core::time::Duration> {
            #now
        }
    }
}

fn implement_clock(input: &DeriveInput, field: &Field<'_>) -> TokenStream {
    let name = &input.ident;
    let (of_impl, of_type, bounds) = input.generics.split_for_impl();
    let member = &field.member;
    let now = clock::now(field, &quote!(self.#member));
    quote! {
        #[automatically_derived]
        impl #of_impl ::bt_bevy::bt_core::Clock for #name #of_type #bounds {
            #[inline]
            fn now(&self) -> ::core::time::Duration {
                #now
            }
        }
    }
}

/// The arguments of the struct with the lifetime `'at`.
fn at(generics: &syn::Generics) -> TokenStream {
    let arguments = generics.params.iter().map(|parameter| -> GenericArgument {
        match parameter {
            GenericParam::Lifetime(_) => parse_quote!('at),
            GenericParam::Type(parameter) => {
                let name = &parameter.ident;
                parse_quote!(#name)
            }
            GenericParam::Const(parameter) => {
                let name = &parameter.ident;
                parse_quote!(#name)
            }
        }
    });
    quote!(<#(#arguments),*>)
}

/// The same tuple in another place.
fn respan(tuple: TokenStream, span: Span) -> TokenStream {
    let groups = tuple.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut moved = Group::new(group.delimiter(), group.stream());
            moved.set_span(span);
            TokenTree::Group(moved)
        }
        other => other,
    });
    groups.collect()
}

/// A list of any length as a tuple: `(a, (b, (c, ())))`.
fn list(items: impl DoubleEndedIterator<Item = TokenStream>) -> TokenStream {
    items.rev().fold(quote!(()), |rest, item| quote!((#item, #rest)))
}
