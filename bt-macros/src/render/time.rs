//! The time of the blackboard.

use super::context;
use crate::program::Program;
use bt_language::ast::Duration;
use bt_language::machine::Node;
use bt_language::mirror::Meaning;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};

impl Program {
    /// The current time.
    pub(crate) fn now(&self) -> TokenStream {
        let binder = &self.binder;
        hygienic!(Self::read_clock(&*#binder))
    }

    /// The only place that requires `Clock`, so that a blackboard without a clock is reported once:
    /// at the first word that needs one.
    pub(crate) fn clock(&self) -> Option<TokenStream> {
        let span = self.nodes().iter().find(|node| node.kind.duration().is_some())?.span;
        let (name, blackboard) = (context::local_at("blackboard", span), &self.blackboard);
        let now = quote_spanned!(span=> ::bt_core::__private::now(#name));
        Some(quote_spanned! {span=>
            #[inline]
            fn read_clock(#name: &#blackboard) -> ::core::time::Duration {
                #now
            }
        })
    }

    /// A duration, evaluated with a shared borrow of the blackboard.
    pub(crate) fn duration(&self, node: &Node, duration: &Duration) -> TokenStream {
        if duration.is_constant() {
            return duration.value.to_token_stream();
        }
        // An expression that gives no duration is reported on its own, and not again as an argument
        // of another call.
        let value = self.shared(node, &duration.value, Meaning::Duration);
        let span = Span::mixed_site().located_at(context::first_span(&duration.value));
        let of = quote_spanned!(span=> ::core::time::Duration);
        hygienic!({ let __length: #of = #value; __length })
    }
}
