//! The text of a header.

use super::Outline;

impl Outline {
    /// The doc comments, without the white space around each line.
    #[must_use]
    pub fn description(&self) -> String {
        let texts = self.attributes.iter().filter_map(|attribute| {
            if !attribute.path().is_ident("doc") {
                return None;
            }
            match &attribute.meta.require_name_value().ok()?.value {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
                _ => None,
            }
        });
        let lines: Vec<String> = texts
            .flat_map(|text| text.lines().map(|line| line.trim().to_owned()).collect::<Vec<_>>())
            .collect();
        lines.join("\n").trim().to_owned()
    }
}
