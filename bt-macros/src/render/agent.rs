//! The state of a whole tree: its running part, and its parameters and results if it has any.

use super::types::{Item, item, with_arguments};
use super::{scope, table};
use crate::program::Program;
use bt_language::ast::Parameter;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};

impl Program {
    /// The type of the state of the tree: `__SoldierState`, or with parameters or results `__SoldierAgent`.
    pub(crate) fn agent_of(&self) -> TokenStream {
        if self.has_agent() {
            with_arguments(&self.agent_type(), &self.agent_generics())
        } else {
            self.region_of(self.root())
        }
    }

    /// The type of the parameters: `__SoldierParameters`, or `()`.
    pub(crate) fn parameters_of(&self) -> TokenStream {
        if self.has_parameters() {
            with_arguments(&self.parameters_type(), &self.parameter_generics())
        } else {
            hygienic!(())
        }
    }

    /// The state of a tree without an active node, made from its parameters.
    pub(crate) fn idle_agent(&self, parameters: &TokenStream) -> TokenStream {
        let root = self.region_type(self.root());
        if !self.has_agent() {
            return hygienic!(#root::Idle);
        }
        let agent = self.agent_type();
        let parameters = self.has_parameters().then(|| hygienic!(parameters: #parameters,));
        let results = self.result_fields();
        hygienic!(#agent { state: #root::Idle, #parameters #(#results: __bt::None,)* })
    }

    /// `target, speed`
    pub(crate) fn parameter_names(&self) -> TokenStream {
        let names = self.parameters.iter().map(|parameter| &parameter.name);
        hygienic!(#(#names),*)
    }

    /// `__SoldierParameters { target, speed }`
    pub(crate) fn parameters_value(&self, fields: &TokenStream) -> TokenStream {
        let of = self.parameters_type();
        hygienic!(#of { #fields })
    }

    /// `target: Point, speed: f32`
    pub(crate) fn parameter_list(&self) -> TokenStream {
        let parameters = self.parameters.iter().map(|parameter| {
            let (name, of) = (&parameter.name, &parameter.of);
            hygienic!(#name: #of)
        });
        hygienic!(#(#parameters),*)
    }

    /// Destructures the borrowed state of the tree: the running part becomes the variable `state`,
    /// and the parameters become variables with their own names; the results, variables for their places.
    pub(crate) fn opened_agent(&self) -> TokenStream {
        if !self.has_agent() {
            return TokenStream::new();
        }
        let (agent, names) = (self.agent_type(), self.parameter_names());
        let parameters = self.has_parameters().then(|| {
            let of = self.parameters_type();
            hygienic!(parameters: #of { #names },)
        });
        let (results, places) = (self.result_fields(), self.result_places());
        hygienic! {
            #[allow(unused_variables)]
            let #agent { state: __state, #parameters #(#results: #places,)* } = __state;
        }
    }

    /// Empties the places of the results.
    pub(crate) fn without_results(&self) -> TokenStream {
        let places = self.result_places();
        hygienic!(#(*#places = __bt::None;)*)
    }

    /// The variables with the places of the results.
    fn result_places(&self) -> Vec<Ident> {
        self.results.iter().map(|result| scope::place(&result.name)).collect()
    }

    /// The fields of the results: `result_0`, `result_1`
    pub(super) fn result_fields(&self) -> impl Iterator<Item = Ident> {
        (0..self.results.len()).map(|part| format_ident!("result_{part}"))
    }

    /// The type of the results: `Path`, or `(Path, f32)`
    pub(crate) fn results_of(&self) -> TokenStream {
        match self.results.as_slice() {
            [Parameter { of, .. }] => of.clone(),
            several => {
                let types = several.iter().map(|result| &result.of);
                hygienic!((#(#types),*))
            }
        }
    }

    /// Takes the results out of the agent `state`, if the tree has succeeded.
    pub(crate) fn taken_results(&self, state: &TokenStream) -> TokenStream {
        let places = self.result_places();
        let fields = self.result_fields();
        let taken = fields.map(|field| hygienic!(__bt::Option::take(&mut #state.#field)));
        let value = match places.as_slice() {
            [one] => hygienic!(#one),
            several => hygienic!((#(#several),*)),
        };
        hygienic! {
            if let (#(__bt::Some(#places),)*) = (#(#taken,)*) {
                __bt::Some(#value)
            } else {
                __bt::None
            }
        }
    }

    /// The running part of the state: `self.state`, or with parameters or results `self.state.state`.
    pub(crate) fn running_part(&self, state: &TokenStream) -> TokenStream {
        if self.has_agent() { hygienic!(#state.state) } else { state.clone() }
    }

    fn parameters_type(&self) -> Ident {
        self.hidden_type("Parameters")
    }

    fn agent_type(&self) -> Ident {
        self.hidden_type("Agent")
    }

    /// The generics that the parameters name.
    fn parameter_generics(&self) -> syn::Generics {
        let types = self.parameters.iter().map(|parameter| &parameter.of);
        self.generics_named(&hygienic!(#(#types)*))
    }

    /// The same with those of the running part and the results.
    fn agent_generics(&self) -> syn::Generics {
        let types = self.parameters.iter().map(|parameter| &parameter.of);
        let (state, results) = (self.region_of(self.root()), self.results_of());
        self.generics_named(&hygienic!(#(#types)* #state #results))
    }
}

/// The types of a tree with parameters or results.
pub(super) fn types(program: &Program) -> TokenStream {
    if !program.has_agent() {
        return TokenStream::new();
    }
    let fields = program.parameters.iter().map(|parameter| {
        let (name, of) = (&parameter.name, &parameter.of);
        // A missing derive of the type is reported at the parameter.
        let span = Span::mixed_site().located_at(name.span());
        let unused =
            scope::is_marked(name).then(|| hygienic!(#[allow(clippy::pub_underscore_fields)]));
        let attribute = table::saved(program, of, false);
        quote_spanned!(span=> #unused #attribute pub #name: #of,)
    });
    let parameters = Item {
        keyword: hygienic!(struct),
        name: program.parameters_type(),
        generics: &program.parameter_generics(),
        content: hygienic!(#(#fields)*),
    };
    let parameters_item = program.has_parameters().then(|| item(program, &parameters));
    let parameters = program.has_parameters().then(|| {
        let of = program.parameters_of();
        hygienic!(parameters: #of,)
    });
    let results = program.results.iter().zip(program.result_fields()).map(|(result, field)| {
        let (of, span) = (&result.of, Span::mixed_site().located_at(result.name.span()));
        let attribute = table::saved(program, of, true);
        quote_spanned!(span=> #attribute #field: ::core::option::Option<#of>,)
    });
    let state = program.region_of(program.root());
    let agent = Item {
        keyword: hygienic!(struct),
        name: program.agent_type(),
        generics: &program.agent_generics(),
        content: hygienic!(state: #state, #parameters #(#results)*),
    };
    let agent = item(program, &agent);
    hygienic!(#parameters_item #agent)
}
