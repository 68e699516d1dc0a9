//! Expressions that `return`, `?` or a macro may leave early. Each is put into a closure that is
//! called at once, so that they leave the closure and not the generated function.

use bt_language::mirror::Meaning;
use bt_language::source::first_span;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

/// The macros of the prelude. None of them leaves the expression that calls it, but their arguments
/// may.
const PRELUDE: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include_bytes",
    "include_str",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "print",
    "println",
    "stringify",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// The macros of the prelude that never return.
const NEVER: &[&str] = &["panic", "todo", "unimplemented", "unreachable"];

/// Keywords after which `!(…)` is a negation and not a call of a macro.
const KEYWORDS: &[&str] = &["if", "while", "match", "in", "return", "break", "mut", "const"];

/// Returns `true` if an expression contains `return`, `?` or a macro that may expand to one of them.
pub(super) fn may_leave(expression: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = expression.clone().into_iter().collect();
    tokens.iter().enumerate().any(|(place, token)| match token {
        TokenTree::Ident(word) => word == "return",
        TokenTree::Punct(punct) if punct.as_char() == '!' => {
            are_arguments(tokens.get(place + 1)) && !is_harmless(&tokens[..place])
        }
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Group(group) => may_leave(&group.stream()),
        TokenTree::Literal(_) => false,
    })
}

fn are_arguments(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() != Delimiter::None)
}

/// Returns `true` if the `!(…)` after these tokens is a negation, or calls a macro of the prelude.
fn is_harmless(front: &[TokenTree]) -> bool {
    match front.split_last() {
        Some((TokenTree::Ident(name), path)) => {
            is_one_of(name, KEYWORDS) || (is_one_of(name, PRELUDE) && is_standard(path))
        }
        _ => true,
    }
}

fn is_one_of(word: &proc_macro2::Ident, words: &[&str]) -> bool {
    words.iter().any(|other| word == other)
}

/// Returns `true` if the path before a macro's name is empty or `std::`, `core::`, `alloc::`.
fn is_standard(front: &[TokenTree]) -> bool {
    let Some(path) = without_colons(front) else { return true };
    let Some((TokenTree::Ident(root), path)) = path.split_last() else { return false };
    let is_root = !matches!(without_colons(path).and_then(<[_]>::last), Some(TokenTree::Ident(_)));
    is_root && is_one_of(root, &["std", "core", "alloc"])
}

/// The tokens before a `::` at the end.
fn without_colons(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    match tokens {
        [front @ .., first, second] if is_punct(first, ':') && is_punct(second, ':') => Some(front),
        _ => None,
    }
}

fn is_punct(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

/// Puts the expression into a closure if it may be left early: `npc.find()?` → `evaluate(move ||
/// npc.find()?)`
pub(super) fn contained(expression: &TokenStream, meaning: Meaning) -> TokenStream {
    if !may_leave(expression) {
        return expression.clone();
    }
    let span = place(expression);
    if let Meaning::Anything = meaning {
        // The compiler cannot infer the type of an error that is only passed on.
        let of = passes_errors_on(expression)
            .then(|| quote_spanned!(span=> -> ::core::result::Result<_, __bt::Failed>));
        let body = if of.is_some() { hygienic!({ #expression }) } else { expression.clone() };
        return quote_spanned!(span=> __bt::evaluate(move || #of #body));
    }
    // The type is written, so that the compiler need not infer it from the first `return`.
    let of = meaning.of(span);
    quote_spanned!(span=> __bt::evaluate(move || -> #of { #expression }))
}

/// The expression of a node that takes a `Result` itself, without a `?` at its end: `npc.open()?` → `npc.open()`
pub(super) fn result(expression: &TokenStream) -> TokenStream {
    let ends_with_question =
        expression.clone().into_iter().last().is_some_and(|last| is_punct(&last, '?'));
    match ends_with_question.then(|| syn::parse2(expression.clone())) {
        Some(Ok(syn::Expr::Try(question))) => question.expr.to_token_stream(),
        _ => expression.clone(),
    }
}

/// Returns `true` if all errors of an expression come from `?`, and the expression ends in `Ok(…)`:
/// `{ npc.open()?; Ok(()) }`
fn passes_errors_on(expression: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = expression.clone().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Group(block)] if block.delimiter() == Delimiter::Brace => {
            passes_errors_on(&block.stream())
        }
        [front @ .., TokenTree::Ident(ok), TokenTree::Group(_)] => {
            let is_statement = match front.last() {
                None => true,
                Some(TokenTree::Group(block)) => block.delimiter() == Delimiter::Brace,
                Some(end) => is_punct(end, ';'),
            };
            ok == "Ok" && is_statement && has_only_passed(expression)
        }
        _ => false,
    }
}

/// Returns `true` if an expression contains `?`, and neither `Err` nor `return`.
fn has_only_passed(expression: &TokenStream) -> bool {
    fn each(tokens: &TokenStream, visit: &mut impl FnMut(&TokenTree)) {
        for token in tokens.clone() {
            visit(&token);
            if let TokenTree::Group(group) = &token {
                each(&group.stream(), visit);
            }
        }
    }
    let (mut passes, mut makes) = (false, false);
    each(expression, &mut |token| match token {
        TokenTree::Ident(word) => makes |= word == "Err" || word == "return",
        token => passes |= is_punct(token, '?'),
    });
    passes && !makes
}

/// Returns `true` if a condition needs [`answer`]: if it may be left early, or if it ends in a
/// macro like `todo!()`. The type of such a macro is inferred as `!` or `()`, depending on the
/// edition, and neither is a `bool`.
pub(super) fn needs_answer(condition: &TokenStream) -> bool {
    may_leave(condition) || never_returns(condition)
}

/// Returns `true` for `todo!()` and other macros that never return.
pub(super) fn never_returns(expression: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = expression.clone().into_iter().collect();
    let tokens = match tokens.as_slice() {
        [front @ .., end] if is_punct(end, ';') => front,
        all => all,
    };
    match tokens {
        [TokenTree::Group(block)] => never_returns(&block.stream()),
        [.., TokenTree::Ident(name), bang, TokenTree::Group(_)] => {
            is_punct(bang, '!') && is_one_of(name, NEVER)
        }
        _ => false,
    }
}

/// The closure of a condition: `check!(npc)` → `evaluate(move || -> bool { check!(npc) })`
pub(super) fn answer(condition: &TokenStream) -> TokenStream {
    let (span, body) = (place(condition), decided(condition));
    let of = Meaning::Answer.of(span);
    quote_spanned!(span=> __bt::evaluate(move || -> #of { #body }))
}

/// Puts the guard of a pattern into a closure if it may be left early. The closure borrows the
/// bindings, because a guard must not move them: `Some(enemy) if check!(enemy)` → `Some(enemy) if
/// evaluate(|| -> bool { check!(enemy) })`
pub(super) fn guarded(pattern: &TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = pattern.clone().into_iter().collect();
    let is_if = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "if");
    let Some(at) = tokens.iter().position(is_if) else { return pattern.clone() };
    let (bare, guard) = (&tokens[..at], &tokens[at + 1..]);
    let (bare, guard) = (hygienic!(#(#bare)*), hygienic!(#(#guard)*));
    if !may_leave(&guard) {
        return pattern.clone();
    }
    let (span, body) = (place(&guard), decided(&guard));
    let of = Meaning::Answer.of(span);
    let guard = quote_spanned!(span=> __bt::evaluate(|| -> #of { #body }));
    hygienic!(#bare if #guard)
}

/// Returns `true` if a condition contains `let PATTERN = …`.
pub(super) fn has_let(condition: &TokenStream) -> bool {
    let is_let = |token: TokenTree| matches!(token, TokenTree::Ident(word) if word == "let");
    condition.clone().into_iter().any(is_let)
}

/// `let Some(_) = npc.enemy` → `if let Some(_) = npc.enemy { true } else { false }`
fn decided(condition: &TokenStream) -> TokenStream {
    if has_let(condition) {
        return hygienic!(if #condition { true } else { false });
    }
    condition.clone()
}

/// The span of generated tokens around an expression, so that errors about them point at the
/// expression.
fn place(expression: &TokenStream) -> Span {
    Span::mixed_site().located_at(first_span(expression))
}
