//! The code that the derive writes.

use crate::field::{self, Field};
use crate::{clock, generics, show};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{DeriveInput, Error, GenericArgument, GenericParam, parse_quote};

pub(crate) fn of(input: &DeriveInput) -> Result<TokenStream, Error> {
    let lifetime = generics::lifetime(input)?;
    let fields = field::all(input, lifetime)?;
    let clock = clock::index(&fields)?;
    let blackboard = blackboard(input, &fields, clock);
    let clock = clock.map(|index| implement_clock(input, &fields[index]));
    Ok(quote!(#blackboard #clock))
}

fn blackboard(input: &DeriveInput, fields: &[Field<'_>], clock: Option<usize>) -> TokenStream {
    let name = &input.ident;
    let generics = generics::lasting(&input.generics);
    let (of_impl, of_type, bounds) = generics.split_for_impl();
    let at = at(&generics);
    let sources: Vec<_> = fields.iter().map(Field::source).collect();
    let data = list(sources.iter().map(|source| quote!(#source::Data)));
    let param = list(sources.iter().map(|source| quote!(#source::Param)));
    let functions = functions(name, fields, &sources, clock);
    let shown = fields
        .iter()
        .enumerate()
        .filter_map(|(index, field)| show::field(index, field, clock == Some(index)));
    quote! {
        #[automatically_derived]
        impl #of_impl ::bt_bevy::Blackboard for #name #of_type #bounds {
            type At<'at> = #name #at;
            type Data = #data;
            type Param = #param;
            const IS_SHARED: bool = true #(&& #sources::IS_SHARED)*;

            fn required(
                world: &mut ::bt_bevy::bevy_ecs::world::World,
                required: &mut ::bt_bevy::Required,
            ) {
                #(#sources::required(world, required);)*
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
    name: &Ident,
    fields: &[Field<'_>],
    sources: &[TokenStream],
    clock: Option<usize>,
) -> TokenStream {
    let names = |prefix: &str| -> Vec<Ident> {
        (0..fields.len()).map(|index| format_ident!("{prefix}_{index}")).collect()
    };
    let (data, params) = (names("data"), names("param"));
    let data_pattern = list(data.iter().map(|name| quote!(#name)));
    let param_pattern = list(params.iter().map(|name| quote!(#name)));
    let members: Vec<_> = fields.iter().map(|field| &field.member).collect();
    let now = match clock {
        Some(index) => {
            let param = &params[index];
            let now = clock::now(&fields[index], &quote!(*#param));
            quote!(::core::option::Option::Some(#now))
        }
        None => quote!(::core::option::Option::None),
    };
    quote! {
        #[inline]
        fn borrow<'at>(
            #data_pattern: ::bt_bevy::DataOf<'at, '_, Self>,
            #param_pattern: &'at mut ::bt_bevy::ParamOf<'_, '_, Self>,
        ) -> Self::At<'at> {
            #name { #(#members: #sources::borrow(#data, #params)),* }
        }

        #[inline]
        fn share<'at>(
            #data_pattern: ::bt_bevy::DataOf<'at, '_, Self>,
            #param_pattern: &'at ::bt_bevy::ParamOf<'_, '_, Self>,
        ) -> ::core::option::Option<Self::At<'at>> {
            ::core::option::Option::Some(
                #name { #(#members: #sources::share(#data, #params)?),* }
            )
        }

        #[inline]
        #[allow(unused_variables)]
        fn now(
            #param_pattern: &::bt_bevy::ParamOf<'_, '_, Self>,
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

/// A list of any length as a tuple: `(a, (b, (c, ())))`.
fn list(items: impl DoubleEndedIterator<Item = TokenStream>) -> TokenStream {
    items.rev().fold(quote!(()), |rest, item| quote!((#item, #rest)))
}
