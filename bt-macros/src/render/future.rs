//! `await`: the type of its state, and its tick.

use super::expression::{callee, first_span, local_at};
use crate::program::Program;
use bt_language::machine::ExpressionId;
use bt_language::mirror::Meaning;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};

/// `__bt::Await<Path>`
pub(crate) fn future_type(is_send: bool, given: &TokenStream, span: Span) -> TokenStream {
    let span = Span::mixed_site().located_at(span);
    let of = Ident::new(if is_send { "Await" } else { "AwaitHere" }, span);
    quote_spanned!(span=> __bt::#of<#given>)
}

/// A tick: it begins with the future of an expression if there is none, and polls it. `state` is the name of the variable
/// with the future, without its prefix.
pub(super) fn ticked(
    program: &Program,
    of: ExpressionId,
    given: Option<&TokenStream>,
    state: &str,
    [blackboard, node]: [&TokenStream; 2],
) -> TokenStream {
    let value = program.exclusive(of, Meaning::Anything);
    // Errors about the future and its output point at the expression.
    let span = Span::mixed_site().located_at(first_span(&program.machine[of]));
    let (state, output) = (local_at(state, span), local_at("output", span));
    let told = told(program, of, given, &output.to_token_stream());
    let begin =
        quote_spanned!(span=> #state.begin(#value, |#output, __told| #told.tell(__told, 0)));
    hygienic!({
        #[allow(unused_imports, reason = "not all are needed")]
        use __bt::{Dozes as _, Mistaken as _, Tell as _};
        if #state.is_idle() {
            #begin;
        }
        #state.poll(__bt::Wakes(&*#blackboard).waker(), __events, #node)
    })
}

/// The output of the future of an expression as the result of an action, for proofs.
pub(super) fn output(
    program: &Program,
    of: ExpressionId,
    given: Option<&TokenStream>,
) -> TokenStream {
    let value = program.exclusive(of, Meaning::Anything);
    told(program, of, given, &hygienic!(__bt::output(#value)))
}

/// The output of a future as the result of an action.
fn told(
    program: &Program,
    of: ExpressionId,
    given: Option<&TokenStream>,
    output: &TokenStream,
) -> TokenStream {
    let span = Span::mixed_site().located_at(first_span(&program.machine[of]));
    match given {
        None => {
            let action = callee(program.node(of.node), "action");
            quote_spanned!(span=> #action(#output))
        }
        Some(given) => quote_spanned!(span=> __bt::Produced::<#given, _>::by(#output)),
    }
}
