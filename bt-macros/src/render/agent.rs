//! The state of a whole tree: its running part, and its parameters if it has any.

use super::scope;
use super::types::{Item, item, with_arguments};
use crate::program::Program;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

impl Program {
    /// The type of the state of the tree: `__SoldierState`, or with parameters `__SoldierAgent`.
    pub(crate) fn agent_of(&self) -> TokenStream {
        if self.has_parameters() {
            with_arguments(&self.agent_type(), &self.parameter_generics(true))
        } else {
            self.region_of(self.root())
        }
    }

    /// The type of the parameters: `__SoldierParameters`, or `()`.
    pub(crate) fn parameters_of(&self) -> TokenStream {
        if self.has_parameters() {
            with_arguments(&self.parameters_type(), &self.parameter_generics(false))
        } else {
            hygienic!(())
        }
    }

    /// The state of a tree without an active node, made from its parameters.
    pub(crate) fn idle_agent(&self, parameters: &TokenStream) -> TokenStream {
        let root = self.region_type(self.root());
        if !self.has_parameters() {
            return hygienic!(#root::Idle);
        }
        let agent = self.agent_type();
        hygienic!(#agent { state: #root::Idle, parameters: #parameters })
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
    /// and the parameters become variables with their own names.
    pub(crate) fn opened_agent(&self) -> TokenStream {
        if !self.has_parameters() {
            return TokenStream::new();
        }
        let (agent, parameters) = (self.agent_type(), self.parameters_type());
        let names = self.parameter_names();
        hygienic! {
            #[allow(unused_variables)]
            let #agent { state: __state, parameters: #parameters { #names } } = __state;
        }
    }

    /// The running part of the state: `self.state`, or with parameters `self.state.state`.
    pub(crate) fn running_part(&self, state: &TokenStream) -> TokenStream {
        if self.has_parameters() { hygienic!(#state.state) } else { state.clone() }
    }

    fn parameters_type(&self) -> Ident {
        self.hidden_type("Parameters")
    }

    fn agent_type(&self) -> Ident {
        self.hidden_type("Agent")
    }

    /// The generics that the parameters name; with `with_state` also those that the running part
    /// names.
    fn parameter_generics(&self, with_state: bool) -> syn::Generics {
        let types = self.parameters.iter().map(|parameter| &parameter.of);
        let state = with_state.then(|| self.region_of(self.root()));
        self.generics_named(&hygienic!(#(#types)* #state))
    }
}

/// The types of a tree with parameters.
pub(super) fn types(program: &Program) -> TokenStream {
    if !program.has_parameters() {
        return TokenStream::new();
    }
    let fields = program.parameters.iter().map(|parameter| {
        let (name, of) = (&parameter.name, &parameter.of);
        // A missing derive of the type is reported at the parameter.
        let span = Span::mixed_site().located_at(name.span());
        let unused =
            scope::is_marked(name).then(|| hygienic!(#[allow(clippy::pub_underscore_fields)]));
        quote_spanned!(span=> #unused pub #name: #of,)
    });
    let parameters = Item {
        keyword: hygienic!(struct),
        name: program.parameters_type(),
        generics: &program.parameter_generics(false),
        content: hygienic!(#(#fields)*),
    };
    let (state, of) = (program.region_of(program.root()), program.parameters_of());
    let agent = Item {
        keyword: hygienic!(struct),
        name: program.agent_type(),
        generics: &program.parameter_generics(true),
        content: hygienic!(state: #state, parameters: #of),
    };
    let (parameters, agent) = (item(program, &parameters), item(program, &agent));
    hygienic!(#parameters #agent)
}
