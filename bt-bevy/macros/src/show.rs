//! Shows the fields of a blackboard to a recorder.

use crate::clock;
use crate::field::{Field, Source};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Member, Type};

/// Shows a field, if its type allows it; a clock is shown as its time.
pub(crate) fn field(index: usize, field: &Field<'_>, is_clock: bool) -> Option<TokenStream> {
    let member = &field.member;
    let name = match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(_) => index.to_string(),
    };
    if is_clock {
        let now = clock::now(field, &quote!(self.#member));
        return Some(quote! {
            shown.field("time", ::bt_bevy::shown::Value::new(&#now).json());
        });
    }
    if field.source == Source::Param {
        return None;
    }
    let value = match last_word(&field.written.ty)?.as_str() {
        "&" | "Mut" => quote!(&*self.#member),
        "Option" => quote!(&self.#member.as_deref()),
        "Commands" | "Query" => return None,
        _ => quote!(&self.#member),
    };
    Some(quote! {
        shown.field(#name, ::bt_bevy::shown::Value::new(#value).json());
    })
}

fn last_word(written: &Type) -> Option<String> {
    match written {
        Type::Reference(_) => Some("&".to_owned()),
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
}
