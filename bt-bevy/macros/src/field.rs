//! The fields of a blackboard, and what is wrong with them.

use crate::generics;
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Error, Field as Written, Lifetime, Member, Type};

/// A field of the struct.
pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    pub(crate) written: &'a Written,
    /// The type, with `'static` in place of the struct's lifetime.
    pub(crate) static_type: Type,
    pub(crate) is_resource: bool,
    pub(crate) is_clock: bool,
}

impl Field<'_> {
    /// The implementation of `bt_bevy::Field` that provides the value.
    pub(crate) fn source(&self) -> TokenStream {
        let static_type = &self.static_type;
        let from = if self.is_resource { quote!(FromResource) } else { quote!(FromEntity) };
        quote!(<#static_type as ::bt_bevy::Field<::bt_bevy::#from>>)
    }
}

/// The fields of a struct, or all mistakes in them.
pub(crate) fn all<'a>(
    input: &'a DeriveInput,
    lifetime: Option<&Lifetime>,
) -> Result<Vec<Field<'a>>, Error> {
    let Data::Struct(data) = &input.data else {
        let problem = "a blackboard is a struct: each of its fields is a component, a resource, `Entity` or `Commands`";
        return Err(Error::new(input.ident.span(), problem));
    };
    let mut mistakes: Option<Error> = None;
    let mut fields = Vec::new();
    for (written, member) in data.fields.iter().zip(data.fields.members()) {
        match field(written, member, lifetime) {
            Ok(field) => fields.push(field),
            Err(mistake) => match &mut mistakes {
                Some(mistakes) => mistakes.combine(mistake),
                None => mistakes = Some(mistake),
            },
        }
    }
    mistakes.map_or(Ok(fields), Err)
}

fn field<'a>(
    written: &'a Written,
    member: Member,
    lifetime: Option<&Lifetime>,
) -> Result<Field<'a>, Error> {
    let has = |name: &str| written.attrs.iter().any(|attribute| attribute.path().is_ident(name));
    let (is_resource, is_clock) = (has("resource"), has("clock"));
    if let Some(problem) = refused(&written.ty, is_resource) {
        return Err(Error::new(written.ty.span(), problem));
    }
    if is_clock && !is_resource {
        let problem = "the clock is a resource, because all entities have the same time: write `#[resource] #[clock]`";
        return Err(Error::new(written.ty.span(), problem));
    }
    let static_type = generics::with_static(&written.ty, lifetime);
    Ok(Field { member, written, static_type, is_resource, is_clock })
}

/// Says what to write in place of a type that a field cannot have.
fn refused(written: &Type, is_resource: bool) -> Option<String> {
    match written {
        Type::Reference(reference) if reference.mutability.is_some() => {
            let inner = &reference.elem;
            let target = quote!(#inner);
            let what = if is_resource { "resource" } else { "component" };
            Some(format!(
                "a `&mut` marks the {what} as changed in every tick: write `Mut<'_, {target}>`, which marks it only when it is written to"
            ))
        }
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            match last.ident.to_string().as_str() {
                "Res" => Some("a resource is a borrow with an attribute: write `#[resource]` and `&'_ R`".to_owned()),
                "ResMut" => Some("a resource is a borrow with an attribute: write `#[resource]` and `Mut<'_, R>`".to_owned()),
                "Query" => Some("a blackboard is the data of one entity: write a component such as `&'_ C`, and keep what other entities tell in a resource".to_owned()),
                _ => None,
            }
        }
        _ => None,
    }
}
