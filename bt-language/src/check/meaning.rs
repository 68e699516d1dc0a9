//! Resolves the words of a file: each term becomes a call of a word of the vocabulary, or a literal of a type.

mod call;
mod used;

pub(crate) use used::words_used;

use super::{each, each_mut};
use crate::ast::{Constant, Duration, Expression, Form, Kind, Literal, Meant, Node, Outline, Tree};
use crate::mistakes::{Mistake, Mistakes};
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
            if matches!(node.kind, Kind::Random { .. }) {
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
        if let Err(all) = self.kind(&mut node.kind) {
            for mistake in all {
                mistakes.push(mistake);
            }
            node.kind = Kind::Broken;
        }
    }

    /// Reports a node that needs the time if the blackboard has no clock.
    fn clock(&self, node: &Node, mistakes: &mut Mistakes) {
        if self.vocabulary.has_clock == Some(false) && node.kind.duration().is_some() {
            let text = format!(
                "`{}` needs the time, and the blackboard has no clock; implement `bt_core::Clock` for it",
                node.kind.word()
            );
            mistakes.add(node.span, text);
        }
    }

    fn kind(&self, kind: &mut Kind) -> Result<(), Vec<Mistake>> {
        let mut wrong = Vec::new();
        if let Some(duration) = kind.duration_mut() {
            self.duration(duration, &mut wrong);
        }
        match kind {
            Kind::Condition(one) | Kind::Guard(one) | Kind::If { condition: one, .. } => {
                self.answer(one, &mut wrong);
            }
            Kind::Priority { conditions } => {
                for one in conditions {
                    self.answer(one, &mut wrong);
                }
            }
            Kind::Action(_) => self.action(kind, &mut wrong),
            Kind::Finally(run) | Kind::Service(_, run) => self.run(run, &mut wrong),
            Kind::With(literal) => {
                let is_decorator = |role: &Role| matches!(role, Role::Decorator);
                self.called(&mut literal.value, "a decorator", is_decorator, &mut wrong);
            }
            Kind::Repeat(Some(count)) | Kind::Retry(Some(count)) => {
                self.typed(count, &number(), "a count", &mut wrong);
            }
            Kind::Random { weights, .. } => {
                let weight = |one| self.typed(one, &number(), "a weight", &mut wrong);
                weights.iter_mut().for_each(weight);
            }
            Kind::Utility { scores } => self.scores(scores, &mut wrong),
            Kind::ActiveUtility { margin, scores } => {
                self.scores(margin, &mut wrong);
                self.scores(scores, &mut wrong);
            }
            Kind::Subtree { tree, blackboard, .. } => {
                wrong.extend(self.subtree(tree, blackboard).err());
            }
            _ => {}
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    fn scores<'e>(
        &self,
        scores: impl IntoIterator<Item = &'e mut Expression>,
        wrong: &mut Vec<Mistake>,
    ) {
        for score in scores {
            self.typed(score, &Type::Single, "a score", wrong);
        }
    }

    /// Resolves a condition, or a `value` of the type `bool`.
    fn answer(&self, term: &mut Expression, wrong: &mut Vec<Mistake>) {
        let is_answer = |role: &Role| matches!(role, Role::Condition | Role::Value(Type::Bool));
        self.called(term, "a condition", is_answer, wrong);
    }

    /// Resolves an action. It is stateful if it keeps data: a value of a type of its own, or the results of `value`s
    /// from the activation of the node.
    fn action(&self, kind: &mut Kind, wrong: &mut Vec<Mistake>) {
        let Kind::Action(term) = kind else { return };
        let is_action = |role: &Role| matches!(role, Role::Action { .. });
        self.called(term, "an action", is_action, wrong);
        let Some(call) = term.call() else { return };
        let role = self.vocabulary.words.get(call.word).map(|word| &word.role);
        if matches!(role, Some(Role::Action { is_stateful: true })) || call.asks_values() {
            let path: TokenStream = term.to_token_stream().into_iter().take(1).collect();
            let value = term.clone();
            *kind = Kind::Stateful(Literal { path, value, form: Form::Expression });
        }
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
            Ok(meant) => *term = Expression::meaning(term.to_token_stream(), meant),
            Err(mistake) => wrong.push(mistake),
        }
    }

    fn duration(&self, duration: &mut Duration, wrong: &mut Vec<Mistake>) {
        let tokens = duration.value.to_token_stream();
        let meant = match duration.constant {
            Some(length) => Ok(Meant::Constant(Constant::Duration(length))),
            None => self.argument(&duration.value, &Type::Duration, "a duration"),
        };
        match meant {
            Ok(meant) => duration.value = Expression::meaning(tokens, meant),
            Err(mistake) => wrong.push(mistake),
        }
    }

    /// Resolves a tree of the file or of the vocabulary.
    fn subtree(&self, tree: &TokenStream, blackboard: &mut Option<Expression>) -> Found<()> {
        let name = tree.to_string();
        if self.trees.contains(&name) {
            return Ok(());
        }
        let place = self.vocabulary.place(&name);
        let word = place.and_then(|place| self.vocabulary.words.get(place));
        match word.map(|word| &word.role) {
            Some(Role::Subtree { part }) => {
                let part = part.as_ref().and_then(|part| part.parse::<TokenStream>().ok());
                *blackboard = part.map(Expression::from);
                Ok(())
            }
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
