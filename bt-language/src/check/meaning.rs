//! Resolves the words of a file: each term becomes a call of a word of the vocabulary, or a literal of a type.

use super::{each, each_mut, needs, outline};
use crate::ast::{
    self, Argument, Call, Comparison, Constant, Expression, Formula, Meant, Node, Outline, Subtree,
    Tree,
};
use crate::mistakes::{MOST_MISTAKES, Mistake, Mistakes};
use crate::nodes;
use crate::parse::{self, Answer, REST, constant};
use crate::source::first_span;
use crate::vocabulary::{Integer, Role, Type, Vocabulary, Word};
use crate::words::advice;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;

/// What stands where an answer is expected, in messages.
const CONDITION: &str = "a condition";

/// A vocabulary, and the names of the trees in the same file.
struct Scope<'v> {
    vocabulary: &'v Vocabulary,
    trees: BTreeSet<String>,
}

/// Resolves all words. A node with an unknown word is not checked further.
pub(super) fn resolve(
    trees: &mut [Result<Tree, Outline>],
    vocabulary: &Vocabulary,
    mistakes: &mut Mistakes,
) {
    let names = trees.iter().map(|tree| outline(tree).name.to_string()).collect();
    let scope = Scope { vocabulary, trees: names };
    for name in trees.iter().map(|tree| &outline(tree).name) {
        if let Some((_, word)) = scope.declared(&name.to_string()) {
            let role = a(word.role.name());
            let text = format!("`{name}` is {role} of the vocabulary; give the tree another name");
            mistakes.add(name.span(), text);
        }
    }
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
        each_mut(&mut tree.root, &mut |node| scope.node(node, mistakes));
    }
}

impl Scope<'_> {
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
            // A search through all trees is worth its time only for a mistake that is shown.
            let is_shown = mistakes.count() < MOST_MISTAKES;
            match self.subtree(tree, is_shown) {
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
        let nothing = ast::Constant::Duration(std::time::Duration::ZERO);
        let mut lasting = node.expressions.of(ast::Purpose::Lasting);
        let needs_time = node.expressions.of(ast::Purpose::Length).next().is_some()
            || lasting.any(|of| of.constant() != Some(&nothing));
        if self.vocabulary.has_clock == Some(false) && needs_time {
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
            // `else`
            P::Answer if term.constant() == Some(&Constant::Bool(true)) => {}
            P::Answer | P::Decision => self.answer(term, wrong),
            P::Act => return self.action(term, wrong),
            P::Statement => self.run(term, wrong),
            P::Decorator => self.called(term, "a decorator", is_decorator, wrong),
            P::Length | P::Lasting if term.constant().is_some() => {}
            P::Length | P::Lasting => self.typed(term, &Type::Duration, "a duration", wrong),
            P::Count => self.typed(term, &count(), "a count", wrong),
            P::Weight => self.typed(term, &count(), "a weight", wrong),
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

    /// Resolves an action. It is stateful if it keeps data: a value of a type of its own, or the results of `value`s
    /// from the activation of the node.
    fn action(&self, term: &mut Expression, wrong: &mut Vec<Mistake>) -> bool {
        self.called(term, "an action", is_action, wrong);
        let Some(call) = term.call() else { return false };
        let role = self.vocabulary.words.get(call.word).map(|word| &word.role);
        let is_value = |argument: &Argument| matches!(argument, Argument::Value(_));
        matches!(role, Some(Role::Action { is_stateful: true }))
            || call.arguments.iter().any(is_value)
    }

    /// Resolves an action that ends at once, in `finally` or `service`.
    fn run(&self, term: &mut Expression, wrong: &mut Vec<Mistake>) {
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

    /// Resolves a tree of the file or of the vocabulary.
    /// Returns the part of the blackboard on which it works.
    fn subtree(&self, tree: &TokenStream, is_shown: bool) -> Result<Option<TokenStream>, Mistake> {
        let name = tree.to_string();
        if self.trees.contains(&name) {
            return Ok(None);
        }
        let text = match self.declared(&name).map(|(_, word)| &word.role) {
            Some(Role::Subtree { part }) => {
                return Ok(part.as_ref().and_then(|part| part.parse().ok()));
            }
            Some(role) => format!("`{name}` is {}, and a tree stands here", a(role.name())),
            None => {
                let names = self.names(is_subtree).chain(self.trees.iter().map(String::as_str));
                let names = names.take_while(|_| is_shown);
                let advice = advice(&name, &mut { names }, "it has");
                format!("there is no tree `{name}` in the file or in the vocabulary{advice}")
            }
        };
        Err(Mistake::new(first_span(tree), text))
    }

    /// The word of the vocabulary with a name, and its index.
    fn declared(&self, name: &str) -> Option<(usize, &Word)> {
        let place = self.vocabulary.place(name)?;
        Some((place, self.vocabulary.words.get(place)?))
    }

    /// The names of the words that fit.
    fn names(&self, fits: impl Fn(&Role) -> bool) -> impl Iterator<Item = &str> {
        let words = self.vocabulary.words.iter().filter(move |word| fits(&word.role));
        words.map(|word| word.name.as_str())
    }

    /// Resolves a term to a call; `what` describes the expected word in messages, and `fits` accepts its role.
    fn called(
        &self,
        term: &mut Expression,
        what: &str,
        fits: fn(&Role) -> bool,
        wrong: &mut Vec<Mistake>,
    ) {
        if let Some(call) = self.call(&term.to_token_stream(), what, fits, wrong) {
            *term = term.clone().meaning(Meant::Call(call));
        }
    }

    fn call(
        &self,
        tokens: &TokenStream,
        what: &str,
        fits: fn(&Role) -> bool,
        wrong: &mut Vec<Mistake>,
    ) -> Option<Call> {
        let mut mistakes = Mistakes::default();
        let Some((name, given)) = parse::call(tokens, &mut mistakes) else {
            let text = format!("expected {what} of the vocabulary, found a literal");
            wrong.push(Mistake::new(first_span(tokens), text));
            return None;
        };
        let read = mistakes.in_order();
        let is_readable = read.is_empty();
        wrong.extend(read);
        match self.word(&name, what, fits) {
            Err(mistake) => {
                wrong.push(mistake);
                None
            }
            Ok((word, of)) => {
                let arguments = self.arguments(&name, of, &given, is_readable, wrong)?;
                Some(Call { word, arguments })
            }
        }
    }

    /// Resolves a condition, a `value` of the type `bool`, or several of them.
    fn answer(&self, term: &mut Expression, wrong: &mut Vec<Mistake>) {
        match parse::answer_of(term) {
            Ok(Answer::Term(tokens)) => {
                if let Some(call) = self.call(&tokens, CONDITION, is_answer, wrong) {
                    *term = term.clone().meaning(Meant::Call(call));
                }
            }
            Ok(answer) => {
                if let Some(formula) = self.formula(&answer, wrong) {
                    *term = term.clone().meaning(Meant::Formula(formula));
                }
            }
            Err(mistake) => wrong.push(mistake),
        }
    }

    fn formula(&self, answer: &Answer, wrong: &mut Vec<Mistake>) -> Option<Formula> {
        let mut all = |answers: &[Answer]| {
            let formulas: Vec<_> =
                answers.iter().map(|answer| self.formula(answer, wrong)).collect();
            formulas.into_iter().collect::<Option<Vec<_>>>()
        };
        Some(match answer {
            Answer::Term(tokens) => match lone_word(tokens) {
                Some(word) if word == "true" => Formula::Constant(true),
                Some(word) if word == "false" => Formula::Constant(false),
                _ => Formula::Call(self.call(tokens, CONDITION, is_answer, wrong)?),
            },
            Answer::Compare(left, by, right) => match self.compare(left, *by, right) {
                Ok(compare) => compare,
                Err(mistake) => {
                    wrong.push(mistake);
                    return None;
                }
            },
            Answer::Not(inner) => Formula::Not(Box::new(self.formula(inner, wrong)?)),
            Answer::All(answers) => Formula::All(all(answers)?),
            Answer::Any(answers) => Formula::Any(all(answers)?),
        })
    }

    /// Resolves two sides of one type, at least one of which is a `value`.
    fn compare(
        &self,
        left: &TokenStream,
        (by, span): (Comparison, Span),
        right: &TokenStream,
    ) -> Result<Formula, Mistake> {
        let value = |side: &TokenStream| {
            let (_, word) = self.declared(&lone_word(side)?.to_string())?;
            match &word.role {
                Role::Value(of) => Some(of),
                Role::Condition | Role::Action { .. } | Role::Decorator | Role::Subtree { .. } => {
                    None
                }
            }
        };
        let Some(of) = value(left).or_else(|| value(right)) else {
            let word = lone_word(left).filter(|word| self.declared(&word.to_string()).is_none());
            if let Some(word) = word {
                let fits = |role: &Role| matches!(role, Role::Value(_));
                let advice = advice(&word.to_string(), &mut self.names(fits), "it has");
                let text = format!("there is no value `{word}` in the vocabulary{advice}");
                return Err(Mistake::new(word.span(), text));
            }
            let text = "a comparison has a `value` of the vocabulary on at least one side";
            return Err(Mistake::new(first_span(left), text));
        };
        let is_order = !matches!(by, Comparison::Equal | Comparison::NotEqual);
        if is_order && matches!(of, Type::Bool | Type::Text | Type::Variants { .. }) {
            let text = format!(
                "values of type `{}` have no order; compare them with `==` or `!=`",
                of.name()
            );
            return Err(Mistake::new(span, text));
        }
        let what = "the other side";
        Ok(Formula::Compare(self.value(left, of, what)?, by, self.value(right, of, what)?))
    }

    /// Finds the word with this name.
    fn word(
        &self,
        name: &Ident,
        what: &str,
        fits: fn(&Role) -> bool,
    ) -> Result<(usize, &Word), Mistake> {
        let written = name.to_string();
        let text = match self.declared(&written) {
            Some((place, word)) if fits(&word.role) => return Ok((place, word)),
            Some((_, word)) => match &word.role {
                Role::Value(of) => {
                    format!("`{name}` is a value of type `{}`, and {what} stands here", of.name())
                }
                role => format!("`{name}` is {}, and {what} stands here", a(role.name())),
            },
            None => {
                let bare = what.split_once(' ').map_or(what, |(_, bare)| bare);
                let advice = match written.as_str() {
                    "true" => format!("; `succeed` is a node that succeeds, and {REST}"),
                    _ => advice(&written, &mut self.names(fits), "it has"),
                };
                format!("there is no {bare} `{name}` in the vocabulary{advice}")
            }
        };
        Err(Mistake::new(name.span(), text))
    }

    /// Resolves the value of each parameter.
    fn arguments(
        &self,
        name: &Ident,
        word: &Word,
        given: &[parse::NamedArgument],
        is_readable: bool,
        wrong: &mut Vec<Mistake>,
    ) -> Option<Vec<Argument>> {
        let before = wrong.len();
        for (place, one) in given.iter().enumerate() {
            let written = one.name.to_string();
            let mut names = word.parameters.iter().map(|parameter| parameter.name.as_str());
            if !names.clone().any(|other| other == written) {
                let advice = advice(&written, &mut names, "it has");
                let advice = if advice.is_empty() { "; it has none".to_owned() } else { advice };
                let text = format!("`{name}` has no parameter `{written}`{advice}");
                wrong.push(Mistake::new(one.name.span(), text));
            } else if given.iter().take(place).any(|other| other.name == one.name) {
                let text = format!("`{written}` is given twice; keep one of them");
                wrong.push(Mistake::new(one.name.span(), text));
            }
        }
        let mut missing = Vec::new();
        let mut arguments = Vec::new();
        for parameter in &word.parameters {
            match given.iter().find(|one| one.name == parameter.name.as_str()) {
                Some(one) => {
                    let what = format!("`{}`", parameter.name);
                    match self.value(&one.value, &parameter.of, &what) {
                        Ok(argument) => arguments.push(argument),
                        Err(mistake) => wrong.push(mistake),
                    }
                }
                None => match &parameter.default {
                    Some(default) => arguments.push(Argument::Constant(default.clone())),
                    None => missing.push(&parameter.name),
                },
            }
        }
        // An unreadable argument may have been a missing one.
        if !missing.is_empty() && is_readable && wrong.len() == before {
            wrong.push(Mistake::new(name.span(), needs(&name.to_string(), "", &missing)));
        }
        (is_readable && wrong.len() == before).then_some(arguments)
    }

    /// Resolves a term that is not a call: a literal of a type, or a `value` of that type.
    fn argument(&self, term: &TokenStream, of: &Type, what: &str) -> Result<Meant, Mistake> {
        Ok(match self.value(term, of, what)? {
            Argument::Constant(constant) => Meant::Constant(constant),
            Argument::Value(word) => Meant::Call(Call { word, arguments: Vec::new() }),
        })
    }

    fn value(&self, term: &TokenStream, of: &Type, what: &str) -> Result<Argument, Mistake> {
        let called = lone_word(term).and_then(|name| {
            let is_literal = match of {
                Type::Bool => name == "true" || name == "false",
                Type::Variants { variants, .. } => variants.iter().any(|variant| name == variant),
                _ => false,
            };
            let (place, word) = self.declared(&name.to_string()).filter(|_| !is_literal)?;
            Some((name, place, &word.role))
        });
        let Some((name, place, role)) = called else {
            let constant = constant(term, of, what).map(Argument::Constant);
            return constant.map_err(|mistake| self.unknown(term, of, mistake));
        };
        let text = match role {
            Role::Value(other) if other == of => return Ok(Argument::Value(place)),
            Role::Value(other) => format!(
                "`{name}` is a value of type `{}`, and {what} is of type `{}`",
                other.name(),
                of.name()
            ),
            role => format!("`{name}` is {}, and a value stands here", a(role.name())),
        };
        Err(Mistake::new(name.span(), text))
    }

    /// A better message for a word that is not a `value`.
    fn unknown(&self, term: &TokenStream, of: &Type, mistake: Mistake) -> Mistake {
        let Some(name) = lone_word(term) else { return mistake };
        if matches!(of, Type::Bool | Type::Variants { .. }) {
            return mistake;
        }
        let mut names = self.names(|role| matches!(role, Role::Value(other) if other == of));
        let advice = advice(&name.to_string(), &mut names, "of this type it has");
        let text = format!("there is no value `{name}` in the vocabulary{advice}");
        Mistake::new(name.span(), text)
    }
}

/// Returns `true` for conditions, and for values of the type `bool`.
pub(crate) fn is_answer(role: &Role) -> bool {
    matches!(role, Role::Condition | Role::Value(Type::Bool))
}

pub(crate) fn is_action(role: &Role) -> bool {
    matches!(role, Role::Action { .. })
}

pub(crate) fn is_decorator(role: &Role) -> bool {
    matches!(role, Role::Decorator)
}

pub(crate) fn is_subtree(role: &Role) -> bool {
    matches!(role, Role::Subtree { .. })
}

/// The type of counts and weights.
pub(crate) fn count() -> Type {
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

/// The indexes of the words that these trees use, in ascending order, after their terms were resolved.
pub(crate) fn words_used(trees: &[Tree], vocabulary: &Vocabulary) -> Vec<usize> {
    let mut used = vec![false; vocabulary.words.len()];
    for tree in trees {
        each(&tree.root, &mut |node| {
            for (_, term) in node.expressions.iter() {
                term.each_word(&mut |word| used[word] = true);
            }
            // A tree of the file never has the name of a word.
            let subtree = node.calls().map(|Subtree { tree, .. }| tree.to_string());
            if let Some(word) = subtree.and_then(|name| vocabulary.place(&name)) {
                used[word] = true;
            }
        });
    }
    (0..used.len()).filter(|word| used[*word]).collect()
}
