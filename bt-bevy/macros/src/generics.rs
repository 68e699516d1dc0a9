//! The lifetime of a blackboard.

use syn::visit_mut::VisitMut;
use syn::{DeriveInput, Error, Generics, Lifetime, Type, parse_quote};

/// The lifetime of the struct; `None` if it borrows nothing.
pub(crate) fn lifetime<'a>(
    input: &'a DeriveInput,
    mistakes: &mut Vec<Error>,
) -> Option<&'a Lifetime> {
    let mut lifetimes = input.generics.lifetimes();
    let first = lifetimes.next().map(|parameter| &parameter.lifetime);
    if let Some(second) = lifetimes.next() {
        let problem = "a blackboard has one lifetime: write the first one here too, also for `Commands<'w, 'w>`";
        mistakes.push(Error::new(second.lifetime.span(), problem));
    }
    first
}

/// The type, with another lifetime in place of that of the struct.
pub(crate) fn with_lifetime(written: &Type, lifetime: Option<&Lifetime>, other: &Lifetime) -> Type {
    let mut written = written.clone();
    if let Some(lifetime) = lifetime {
        Replace(lifetime, other).visit_type_mut(&mut written);
    }
    written
}

/// The generics, with `'static` types: they outlive the systems.
pub(crate) fn lasting(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(parse_quote!('static));
    }
    generics
}

struct Replace<'a>(&'a Lifetime, &'a Lifetime);

impl VisitMut for Replace<'_> {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        if lifetime.ident == self.0.ident {
            lifetime.ident = self.1.ident.clone();
        }
    }
}
