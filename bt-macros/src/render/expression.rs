//! The evaluation of the user's expressions, `await`, and names in generated code.

use super::{early, scope};
use crate::program::Program;
use bt_language::ast::Expression;
use bt_language::machine::{ExpressionId, Frame, Length, Made, Node, NodeId, Purpose};
use bt_language::mirror::Meaning;
pub(crate) use bt_language::source::first_span;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

/// A local variable of generated code. It is hygienic, so no expression of the user can see it. The
/// prefix keeps it apart from constants, statics and unit structs, which hygiene does not hide from
/// a pattern: `state` → `__state`. Fields of variants have the prefix too, because some derives
/// bind them.
pub(crate) fn local(name: &str) -> Ident {
    local_at(name, Span::mixed_site())
}

/// Does the same for a variable with a span of the user.
pub(crate) fn local_at(name: &str, span: Span) -> Ident {
    Ident::new(&format!("__{name}"), span)
}

pub(crate) fn success() -> TokenStream {
    hygienic!(__bt::Success)
}

pub(crate) fn failure() -> TokenStream {
    hygienic!(__bt::Failure)
}

pub(crate) fn running() -> TokenStream {
    hygienic!(__bt::Running)
}

/// The type of an observer that is a parameter.
pub(crate) fn observer_type() -> TokenStream {
    hygienic!(&mut (impl __bt::Observer + ?::core::marker::Sized))
}

/// A function of the runtime; errors about its arguments also point at the node's word.
pub(crate) fn callee(node: &Node, name: &str) -> TokenStream {
    let span = Span::mixed_site().located_at(node.span);
    let name = Ident::new(name, span);
    quote_spanned!(span=> __bt::#name)
}

impl Program {
    /// Evaluates an expression with a shared borrow of the blackboard.
    pub(crate) fn shared(&self, of: ExpressionId, meaning: Meaning) -> TokenStream {
        let expression = &self.machine[of];
        self.shared_value(of.node, expression, early::contained(expression, meaning))
    }

    /// Evaluates `value`, which contains an expression of the node, with shared borrows of the
    /// names that the expression uses.
    pub(crate) fn shared_value(
        &self,
        node: NodeId,
        expression: &TokenStream,
        value: TokenStream,
    ) -> TokenStream {
        let borrows = scope::shared_borrows(self, node, expression);
        if borrows.is_empty() {
            return value;
        }
        if begins_with_block(&value) {
            let value = hygienic!(::core::convert::identity(#value));
            return hygienic!({ #borrows #value });
        }
        hygienic!({ #borrows #value })
    }

    /// The decision of a node that is not a leaf. It may be `let PATTERN = …`.
    pub(crate) fn decision(&self, of: ExpressionId) -> TokenStream {
        let (node, condition) = (of.node, &self.machine[of]);
        let ask = callee(self.node(node), "holds");
        if condition.is_result() {
            return self.computed(of.node, condition);
        }
        if early::has_let(condition) {
            if early::may_leave(condition) {
                return self.shared_value(node, condition, early::answer(condition));
            }
            let shared = scope::shared_borrows(self, node, condition);
            hygienic!({ #shared if #condition { true } else { false } })
        } else if early::needs_answer(condition) {
            let answer = self.shared_value(node, condition, early::answer(condition));
            hygienic!(#ask(#answer))
        } else {
            // The expression is an argument on its own, so that an error about it points at it.
            self.shared_value(node, condition, hygienic!(#ask(#condition)))
        }
    }

    /// Evaluates an expression that may change the blackboard.
    pub(crate) fn exclusive(&self, of: ExpressionId, meaning: Meaning) -> TokenStream {
        self.exclusive_value(of.node, &self.machine[of], meaning)
    }

    /// Does the same for an expression of a node that takes a `Result` itself.
    pub(crate) fn exclusive_result(&self, of: ExpressionId) -> TokenStream {
        self.exclusive_value(of.node, &early::result(&self.machine[of]), Meaning::Anything)
    }

    /// The statement of an expression with this value. rustc warns if the value must be used, except that of an
    /// expression that may be left early, which may be the value of a `?`.
    pub(crate) fn statement(&self, of: ExpressionId, value: &TokenStream) -> TokenStream {
        let expression = &self.machine[of];
        if !self.warns || early::may_leave(expression) {
            return hygienic!(let _ = #value;);
        }
        // A statement that begins with a block would end after it.
        let span = Span::mixed_site().located_at(first_span(expression));
        quote_spanned!(span=> (#value);)
    }

    fn exclusive_value(
        &self,
        node: NodeId,
        expression: &TokenStream,
        meaning: Meaning,
    ) -> TokenStream {
        let value = early::contained(expression, meaning);
        let borrows = scope::exclusive_borrows(self, node, expression);
        if borrows.is_empty() { value } else { hygienic!({ #borrows #value }) }
    }

    /// Evaluates a condition below some inverters and reports it. The expression is an argument on its own, so that
    /// an error about it points at its tokens.
    pub(crate) fn ask(&self, of: ExpressionId, nots: u32) -> TokenStream {
        // A condition that could not be read counts as true.
        let mut answer = self
            .expression(of)
            .map_or_else(|| hygienic!(true), |answer| self.answer(of.node, answer));
        for not in 1..=nots as usize {
            let id = self.id(NodeId::new(of.node.place() - not));
            answer = hygienic!(__bt::not(#answer, __events, #id));
        }
        answer
    }

    fn answer(&self, node: NodeId, answer: &Expression) -> TokenStream {
        let (asked, id) = (self.asked(node, answer), self.id(node));
        hygienic! {
            if let __bt::Some(__answer) = __events.condition_answer(#id) {
                __answer
            } else {
                #asked
            }
        }
    }

    /// The answer of an expression of a file that may have no result.
    fn computed(&self, node: NodeId, answer: &Expression) -> TokenStream {
        let (answer, id) =
            (self.shared_value(node, answer, answer.to_token_stream()), self.id(node));
        hygienic!(__bt::computed(#answer, __events, #id))
    }

    fn asked(&self, node: NodeId, answer: &Expression) -> TokenStream {
        let (ask, id) = (callee(self.node(node), "ask"), self.id(node));
        if answer.is_result() {
            let answer = self.computed(node, answer);
            return hygienic!(#ask(#answer, __events, #id));
        }
        if early::needs_answer(answer) {
            let answer = self.shared_value(node, answer, early::answer(answer));
            return hygienic!(#ask(#answer, __events, #id));
        }
        let borrows = scope::shared_borrows(self, node, answer);
        if borrows.is_empty() {
            return hygienic!(#ask(#answer, __events, #id));
        }
        hygienic!({ #borrows #ask(#answer, __events, #id) })
    }

    /// `<__SoldierType7 as __bt::Action<Blackboard>>`; an error about it points at the type's
    /// name.
    pub(crate) fn as_trait(&self, made: &Made, name: &str) -> TokenStream {
        self.as_trait_on(&self.blackboard_type, made, name)
    }

    /// The same on another blackboard.
    pub(crate) fn as_trait_on(
        &self,
        blackboard: &TokenStream,
        made: &Made,
        name: &str,
    ) -> TokenStream {
        let of = self.made_type(made);
        let span = first_span(&made.path);
        let name = Ident::new(name, span);
        quote_spanned!(span=> <#of as __bt::#name<#blackboard>>)
    }

    /// The current time.
    pub(crate) fn now(&self) -> TokenStream {
        let binder = &self.binder;
        hygienic!(Self::read_clock(&*#binder))
    }

    /// The only place that requires `Clock`, so that a blackboard without a clock is reported once:
    /// at the first word that needs one.
    pub(crate) fn clock(&self) -> Option<TokenStream> {
        let lasts = |frame: &Frame| (0..frame.children.len()).any(|child| frame.lasts(child));
        let has_length = |node: &&Node| {
            let mut frames = self.machine.frames.iter();
            node.expressions.iter().any(|(purpose, _)| *purpose == Purpose::Length)
                || frames.any(|frame| frame.node == node.id && lasts(frame))
        };
        let span = self.nodes().iter().find(has_length)?.span;
        let (name, blackboard) = (local_at("blackboard", span), &self.blackboard);
        let now = quote_spanned!(span=> __bt::now(#name));
        Some(quote_spanned! {span=>
            #[inline]
            fn read_clock(#name: &#blackboard) -> ::core::time::Duration {
                #now
            }
        })
    }

    /// A length of time, evaluated with a shared borrow of the blackboard.
    pub(crate) fn length(&self, length: &Length) -> TokenStream {
        let expression = &self.machine[length.of];
        if length.known.is_some() {
            return expression.to_token_stream();
        }
        // An expression that gives no duration is reported on its own, and not again as an argument
        // of another call.
        let value = self.shared(length.of, Meaning::Duration);
        let span = Span::mixed_site().located_at(first_span(expression));
        let of = quote_spanned!(span=> ::core::time::Duration);
        hygienic!({ let __length: #of = #value; __length })
    }
}

/// The value of an action's expression: `action(npc.run())`, `Produced::<Path, _>::by(npc.plan())`
pub(super) fn acted(program: &Program, of: ExpressionId) -> TokenStream {
    let (node, value) = (program.node(of.node), program.exclusive_result(of));
    if node.gives.is_empty() {
        let action = callee(node, "action");
        return hygienic!(#action(#value));
    }
    let given = scope::given_type(node);
    let span = Span::mixed_site().located_at(first_span(&program.machine[of]));
    quote_spanned!(span=> __bt::Produced::<#given, _>::by(#value))
}

/// Returns `true` if a statement that begins with this would end after its first block: `if a {1}
/// else {2} + b`
fn begins_with_block(expression: &TokenStream) -> bool {
    match expression.clone().into_iter().next() {
        Some(TokenTree::Ident(word)) => {
            ["if", "match", "loop", "while", "for", "unsafe"].iter().any(|block| word == block)
        }
        Some(TokenTree::Group(group)) => group.delimiter() == proc_macro2::Delimiter::Brace,
        _ => false,
    }
}

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
