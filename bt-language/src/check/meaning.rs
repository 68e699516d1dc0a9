//! Resolves the words of a file: each term becomes a call of a word of the vocabulary, or a literal of a type.

mod call;
mod used;

pub(crate) use used::words_used;

use super::{each, each_mut};
use crate::ast::{self, Expression, Node, Outline, Subtree, Tree};
use crate::mistakes::{Mistake, Mistakes};
use crate::nodes;
use crate::source::first_span;
use crate::vocabulary::{Integer, Role, Type, Vocabulary};
use crate::words::advice;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

/// The resolved term, or the reason why it has no meaning.
type Found<T> = Result<T, Mistake>;

/// A vocabulary, and the names of the trees in the same file.
struct Known<'v> {
    vocabulary: &'v Vocabulary,
    trees: Vec<String>,
}

/// Resolves all words. A node with an unknown word is not checked further.
pub(super) fn find(
    trees: &mut [Result<Tree, Outline>],
    vocabulary: &Vocabulary,
    mistakes: &mut Mistakes,
) {
    let name = |tree: &Result<Tree, Outline>| match tree {
        Ok(tree) => tree.outline.name.clone(),
        Err(outline) => outline.name.clone(),
    };
    for name in trees.iter().map(name) {
        if let Some(word) = vocabulary.place(&name.to_string()) {
            let role = vocabulary.words.get(word).map_or("word", |word| word.role.name());
            let text =
                format!("`{name}` is {} of the vocabulary; give the tree another name", a(role));
            mistakes.add(name.span(), text);
        }
    }
    let names = trees.iter().map(|tree| name(tree).to_string()).collect();
    let known = Known { vocabulary, trees: names };
    for tree in trees.iter_mut().flatten() {
        let mut draws = None;
        each(&tree.root, &mut |node| {
            if node.expressions.of(ast::Purpose::Draw).next().is_some() {
                draws = draws.or(Some(node.span));
            }
        });
        if let Some(span) = draws.filter(|_| !vocabulary.has_random) {
            let text = "the vocabulary draws no random numbers; declare `random => …;` in it";
            mistakes.add(span, text);
        }
        each_mut(&mut tree.root, &mut |node| known.node(node, mistakes));
    }
}

impl Known<'_> {
    fn node(&self, node: &mut Node, mistakes: &mut Mistakes) {
        self.clock(node, mistakes);
        let mut wrong = Vec::new();
        for (purpose, term) in node.expressions.iter_mut() {
            if self.expression(*purpose, term, &mut wrong) {
                let path = term.to_token_stream().into_iter().take(1).collect();
                node.kind = Some(nodes::stateful(path));
                *purpose = ast::Purpose::Made;
            }
        }
        if let Some(Subtree { tree, .. }) = node.calls() {
            match self.subtree(tree) {
                Ok(part) => part.into_iter().for_each(|part| {
                    node.expressions.push(ast::Purpose::Blackboard, part);
                }),
                Err(mistake) => wrong.push(mistake),
            }
        }
        if !wrong.is_empty() {
            for mistake in wrong {
                mistakes.push(mistake);
            }
            node.reject();
        }
    }

    /// Reports a node that needs the time if the blackboard has no clock.
    fn clock(&self, node: &Node, mistakes: &mut Mistakes) {
        if self.vocabulary.has_clock == Some(false)
            && node.expressions.of(ast::Purpose::Length).next().is_some()
        {
            let text = format!(
                "`{}` needs the time, and the blackboard has no clock; implement `bt_core::Clock` for it",
                node.word()
            );
            mistakes.add(node.span, text);
        }
    }

    /// Resolves one expression; returns `true` for an action that is stateful.
    fn expression(
        &self,
        purpose: ast::Purpose,
        term: &mut Expression,
        wrong: &mut Vec<Mistake>,
    ) -> bool {
        use ast::Purpose as P;
        match purpose {
            P::Answer | P::Decision => self.answer(term, wrong),
            P::Act => return self.action(term, wrong),
            P::Statement => self.run(term, wrong),
            P::Decorator => {
                let is_decorator = |role: &Role| matches!(role, Role::Decorator);
                self.called(term, "a decorator", is_decorator, wrong);
            }
            P::Length => self.duration(term, wrong),
            P::Count => self.typed(term, &number(), "a count", wrong),
            P::Weight => self.typed(term, &number(), "a weight", wrong),
            P::Score | P::Margin => self.typed(term, &Type::Single, "a score", wrong),
            // The vocabulary draws, and a file does not have the others.
            P::Draw
            | P::Made
            | P::Blackboard
            | P::Parameter
            | P::Value
            | P::Range
            | P::Scrutinee
            | P::Pattern => {}
        }
        false
    }

    /// Resolves a condition, or a `value` of the type `bool`.
    fn answer(&self, term: &mut Expression, wrong: &mut Vec<Mistake>) {
        let is_answer = |role: &Role| matches!(role, Role::Condition | Role::Value(Type::Bool));
        self.called(term, "a condition", is_answer, wrong);
    }

    /// Resolves an action. It is stateful if it keeps data: a value of a type of its own, or the results of `value`s
    /// from the activation of the node.
    fn action(&self, term: &mut Expression, wrong: &mut Vec<Mistake>) -> bool {
        let is_action = |role: &Role| matches!(role, Role::Action { .. });
        self.called(term, "an action", is_action, wrong);
        let Some(call) = term.call() else { return false };
        let role = self.vocabulary.words.get(call.word).map(|word| &word.role);
        matches!(role, Some(Role::Action { is_stateful: true })) || call.asks_values()
    }

    /// Resolves an action that ends at once, in `finally` or `service`.
    fn run(&self, term: &mut Expression, wrong: &mut Vec<Mistake>) {
        let is_action = |role: &Role| matches!(role, Role::Action { .. });
        self.called(term, "an action", is_action, wrong);
        let word = term.call().and_then(|call| self.vocabulary.words.get(call.word));
        if let Some(word) = word.filter(|word| word.role == Role::Action { is_stateful: true }) {
            let text = format!(
                "`{}` is a stateful action, which runs from tick to tick; what stands here is run at once",
                word.name
            );
            wrong.push(Mistake::new(first_span(term), text));
        }
    }

    /// Resolves a literal of a type, or a `value` of that type.
    fn typed(&self, term: &mut Expression, of: &Type, what: &str, wrong: &mut Vec<Mistake>) {
        match self.argument(term, of, what) {
            Ok(meant) => *term = term.clone().meaning(meant),
            Err(mistake) => wrong.push(mistake),
        }
    }

    fn duration(&self, term: &mut Expression, wrong: &mut Vec<Mistake>) {
        if term.constant().is_none() {
            self.typed(term, &Type::Duration, "a duration", wrong);
        }
    }

    /// Resolves a tree of the file or of the vocabulary.
    /// Returns the part of the blackboard on which it works.
    fn subtree(&self, tree: &TokenStream) -> Found<Option<TokenStream>> {
        let name = tree.to_string();
        if self.trees.contains(&name) {
            return Ok(None);
        }
        let place = self.vocabulary.place(&name);
        let word = place.and_then(|place| self.vocabulary.words.get(place));
        match word.map(|word| &word.role) {
            Some(Role::Subtree { part }) => Ok(part.as_ref().and_then(|part| part.parse().ok())),
            Some(role) => {
                let text = format!("`{name}` is {}, and a tree stands here", a(role.name()));
                Err(Mistake::new(first_span(tree), text))
            }
            None => {
                let words = self.vocabulary.words.iter();
                let subtrees = words.filter(|word| matches!(word.role, Role::Subtree { .. }));
                let names = subtrees.map(|word| &word.name).chain(&self.trees);
                let advice = advice(&name, &mut names.map(String::as_str), "it has");
                let text =
                    format!("there is no tree `{name}` in the file or in the vocabulary{advice}");
                Err(Mistake::new(first_span(tree), text))
            }
        }
    }
}

/// The type of counts and weights.
fn number() -> Type {
    let of = Integer::named("u32").cloned();
    of.map_or(Type::Bool, Type::Integer)
}

/// `action` → `an action`
fn a(role: &str) -> String {
    let article = if role.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {role}")
}

/// The identifier, if the term is only an identifier.
fn lone_word(tokens: &TokenStream) -> Option<proc_macro2::Ident> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(word)), None) => Some(word),
        _ => None,
    }
}
