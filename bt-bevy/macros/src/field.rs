//! The fields of a blackboard, and what is wrong with them.

use crate::generics;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::visit_mut::VisitMut;
use syn::{Data, DeriveInput, Error, Field as Written, GenericArgument, Lifetime, Member};
use syn::{PathArguments, PathSegment, Type, TypeReference, WherePredicate, parse_quote};

/// A field of the struct.
pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    pub(crate) written: &'a Written,
    /// The type, with `'static` in place of the struct's lifetime.
    static_type: Type,
    /// The type, with `'at` in place of it.
    type_at: Type,
    pub(crate) source: Source,
    pub(crate) is_clock: bool,
}

/// Where the value of a field comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Entity,
    Resource,
    /// Another parameter of the system, which is borrowed.
    Param,
}

impl Field<'_> {
    fn from(&self) -> Option<TokenStream> {
        match self.source {
            Source::Entity => Some(quote!(FromEntity)),
            Source::Resource => Some(quote!(FromResource)),
            Source::Param => None,
        }
    }

    /// The implementation of `bt_bevy::Field` that provides the value; `None` for a parameter.
    fn field(&self) -> Option<TokenStream> {
        let from = self.from()?;
        let static_type = &self.static_type;
        Some(quote_spanned!(self.span()=> <#static_type as ::bt_bevy::Field<::bt_bevy::#from>>))
    }

    /// Bounds that say that the type is right. If it is not, rustc says so once, where the type stands: it finds the first bound to
    /// be wrong, and takes the second one as true in the code of the implementation.
    pub(crate) fn bounds(&self) -> Vec<WherePredicate> {
        let Some(from) = self.from() else { return Vec::new() };
        let (ty, at) = (&self.static_type, &self.type_at);
        let of = quote_spanned!(self.span()=> ::bt_bevy::Field<::bt_bevy::#from>);
        let at = quote_spanned!(self.span()=> ::bt_bevy::Field<::bt_bevy::#from, At<'at> = #at>);
        vec![parse_quote!(#ty: #of), parse_quote!(for<'at> #ty: #at)]
    }

    /// The place of the type, for errors of rustc.
    pub(crate) fn span(&self) -> Span {
        Span::call_site().located_at(self.written.ty.span())
    }

    pub(crate) fn data(&self) -> TokenStream {
        self.field().map_or_else(|| quote!(()), |field| quote_spanned!(self.span()=> #field::Data))
    }

    pub(crate) fn param(&self) -> TokenStream {
        let span = self.span();
        match (self.field(), &self.static_type) {
            (Some(field), _) => quote_spanned!(span=> #field::Param),
            (None, Type::Reference(reference)) => reference.elem.to_token_stream(),
            (None, other) => other.to_token_stream(),
        }
    }

    pub(crate) fn is_shared(&self) -> TokenStream {
        let span = self.span();
        self.field().map_or_else(|| quote!(true), |field| quote_spanned!(span=> #field::IS_SHARED))
    }

    pub(crate) fn required(&self) -> Option<TokenStream> {
        let field = self.field()?;
        Some(quote_spanned!(self.span()=> #field::required(world, required);))
    }

    pub(crate) fn borrow(&self, data: &Ident, param: &Ident) -> TokenStream {
        match self.field() {
            Some(field) => quote_spanned!(self.span()=> #field::borrow(#data, #param)),
            None => quote_spanned!(self.span()=> { let () = #data; &*#param }),
        }
    }

    pub(crate) fn share(&self, data: &Ident, param: &Ident) -> TokenStream {
        match self.field() {
            Some(field) => quote_spanned!(self.span()=> #field::share(#data, #param)?),
            None => quote_spanned!(self.span()=> { let () = #data; #param }),
        }
    }

    /// The component or resource.
    fn target(&self) -> Option<String> {
        match self.source {
            Source::Entity | Source::Resource => {
                target(&self.written.ty).map(|target| target.to_token_stream().to_string())
            }
            Source::Param => None,
        }
    }
}

/// The fields of a struct that are right, and all mistakes in the others.
pub(crate) fn all<'a>(
    input: &'a DeriveInput,
    lifetime: Option<&Lifetime>,
    mistakes: &mut Vec<Error>,
) -> Vec<Field<'a>> {
    let Data::Struct(data) = &input.data else {
        let problem = "a blackboard is a struct: each of its fields is a component, a resource, `Entity` or `Commands`";
        mistakes.push(Error::new(input.ident.span(), problem));
        return Vec::new();
    };
    let mut fields: Vec<Field<'_>> = Vec::new();
    for (written, member) in data.fields.iter().zip(data.fields.members()) {
        let field = match field(written, member, lifetime) {
            Ok(field) => field,
            Err(mistake) => {
                mistakes.push(mistake);
                continue;
            }
        };
        if let Some(target) = field.target()
            && fields.iter().any(|other| {
                other.source == field.source && other.target().as_ref() == Some(&target)
            })
        {
            let what = if field.source == Source::Resource { "resource" } else { "component" };
            let problem = format!(
                "the {what} `{target}` already has a field: write one of the two, a `Mut` if the tree changes it"
            );
            mistakes.push(Error::new(written.ty.span(), problem));
        }
        fields.push(field);
    }
    fields
}

fn field<'a>(
    written: &'a Written,
    member: Member,
    lifetime: Option<&Lifetime>,
) -> Result<Field<'a>, Error> {
    let has = |name: &str| written.attrs.iter().any(|attribute| attribute.path().is_ident(name));
    let source = match (has("resource"), has("param")) {
        (_, true) => Source::Param,
        (true, false) => Source::Resource,
        (false, false) => Source::Entity,
    };
    let is_clock = has("clock");
    if let Some(problem) = refused(&written.ty, source, lifetime) {
        return Err(Error::new(written.ty.span(), problem));
    }
    if is_clock && source != Source::Resource {
        let problem = "the clock is a resource, because all entities have the same time: write `#[resource] #[clock]`";
        return Err(Error::new(written.ty.span(), problem));
    }
    let static_type = generics::with_lifetime(&written.ty, lifetime, &parse_quote!('static));
    let type_at = generics::with_lifetime(&written.ty, lifetime, &parse_quote!('at));
    Ok(Field { member, written, static_type, type_at, source, is_clock })
}

/// Says what to write in place of a type that a field cannot have.
fn refused(written: &Type, source: Source, lifetime: Option<&Lifetime>) -> Option<String> {
    match (written, source) {
        (Type::Reference(reference), Source::Param) => reference.mutability.is_some().then(|| {
            "all entities share a parameter: write `&'_ P`, and for messages `#[resource]` and `Mut<'_, Messages<M>>`".to_owned()
        }),
        (_, Source::Param) => Some("a parameter is a borrow: write `#[param]` and `&'_ P`".to_owned()),
        (Type::Reference(reference), _) if reference.mutability.is_some() => {
            let target = reference.elem.to_token_stream();
            let what = if source == Source::Resource { "resource" } else { "component" };
            Some(format!(
                "a `&mut` marks the {what} as changed in every tick: write `Mut<'_, {target}>`, which marks it only when it is written to"
            ))
        }
        (Type::Path(_), _) => {
            let last = last(written)?;
            match last.ident.to_string().as_str() {
                "Res" => Some("a resource is a borrow with an attribute: write `#[resource]` and `&'_ R`".to_owned()),
                "ResMut" => Some("a resource is a borrow with an attribute: write `#[resource]` and `Mut<'_, R>`".to_owned()),
                "Query" => refused_query(last, lifetime),
                "MessageWriter" => Some("messages are a resource: write `#[resource]` and `Mut<'_, Messages<M>>`".to_owned()),
                "bool" | "char" | "f32" | "f64" | "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32"
                | "u64" | "usize" | "String" | "Vec" => Some("a blackboard is made anew for each tick and keeps no values: write them into a component, or keep them in a `let` of the tree".to_owned()),
                "ParallelCommands" => Some("a parameter is a borrow with an attribute: write `#[param]` and `&'_ ParallelCommands<'_, '_>`".to_owned()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Says what is wrong with the data of a query.
fn refused_query(query: &PathSegment, lifetime: Option<&Lifetime>) -> Option<String> {
    let PathArguments::AngleBracketed(arguments) = &query.arguments else { return None };
    let mut found = Borrows { lifetime, is_mutable: false, is_short: false };
    for argument in &arguments.args {
        if let GenericArgument::Type(data) = argument {
            found.visit_type_mut(&mut data.clone());
        }
    }
    if found.is_mutable {
        return Some("a blackboard only reads other entities: write `&'static C` in the query, and change them with `Commands` or an event".to_owned());
    }
    found
        .is_short
        .then(|| "the data of a query is `'static`: write `Query<'_, '_, &'static C>`".to_owned())
}

/// Looks for borrows in the data of a query.
struct Borrows<'a> {
    lifetime: Option<&'a Lifetime>,
    is_mutable: bool,
    is_short: bool,
}

impl VisitMut for Borrows<'_> {
    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        self.is_mutable |= reference.mutability.is_some();
        self.is_short |= reference.lifetime.is_none();
        syn::visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        self.is_short |= self.lifetime.is_some_and(|of| of.ident == lifetime.ident);
    }
}

/// The component or resource of a borrow: `C` in `&C`, `Mut<'_, C>` and an `Option` of these.
fn target(written: &Type) -> Option<&Type> {
    if let Type::Reference(reference) = written {
        return Some(&reference.elem);
    }
    let last = last(written)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let inner = arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    })?;
    match last.ident.to_string().as_str() {
        "Mut" => Some(inner),
        "Option" => target(inner),
        _ => None,
    }
}

/// The last word of a path, with its arguments.
pub(crate) fn last(written: &Type) -> Option<&PathSegment> {
    match written {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}
