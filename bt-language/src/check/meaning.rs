//! Resolves the words of a file: each term becomes a call of a word of the vocabulary, or a literal of a type.

use super::{each, each_mut, needs, outline};
use crate::ast::{
    self, Call, Comparison, Computation, Constant, Expression, Formula, Node, Operation, Outline,
    Subtree, Tree,
};
use crate::mistakes::{MOST_MISTAKES, Mistake, Mistakes};
use crate::nodes;
use crate::parse::{self, REST, Term, constant, has_unit, term_of};
use crate::source::first_span;
use crate::vocabulary::{Integer, Role, Type, Vocabulary, Word};
use crate::words::advice;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeSet;

/// What stands where an answer is expected, in messages.
const CONDITION: &str = "a condition";

/// The result of a comparison, in messages.
const ANSWER: &str = "a `bool`";

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
        if wrong.is_empty() {
            node.expressions.ask_for_results();
        } else {
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
            | P::Pattern
            | P::Results => {}
        }
        false
    }

    /// Resolves an action. It is stateful if it keeps data: a value of a type of its own, or the results of `value`s
    /// from the activation of the node.
    fn action(&self, term: &mut Expression, wrong: &mut Vec<Mistake>) -> bool {
        self.called(term, "an action", is_action, wrong);
        let Some(call) = term.call() else { return false };
        let role = self.vocabulary.words.get(call.word).map(|word| &word.role);
        let is_read = |argument: &Formula| !matches!(argument, Formula::Constant(_));
        matches!(role, Some(Role::Action { is_stateful: true }))
            || call.arguments.iter().any(is_read)
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

    /// Resolves an expression of a type.
    fn typed(&self, term: &mut Expression, of: &Type, what: &str, wrong: &mut Vec<Mistake>) {
        let formula = match term_of(term, what, 0) {
            Ok(parsed) => self.formula(&parsed, of, what, wrong),
            Err(mistake) => {
                wrong.push(mistake);
                None
            }
        };
        if let Some(formula) = formula {
            *term = term.clone().meaning(formula);
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
        if let Some(call) = self.call(&term.to_token_stream(), 0, what, fits, wrong) {
            *term = term.clone().meaning(Formula::Call(call));
        }
    }

    fn call(
        &self,
        tokens: &TokenStream,
        level: usize,
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
                let given = Given { name: &name, arguments: &given, is_readable, level };
                let arguments = self.arguments(of, &given, wrong)?;
                Some(Call { word, arguments })
            }
        }
    }

    /// Resolves a condition, a `value` of the type `bool`, or several of them.
    fn answer(&self, term: &mut Expression, wrong: &mut Vec<Mistake>) {
        match term_of(term, CONDITION, 0) {
            // A literal alone is not a condition.
            Ok(Term::Word(tokens, _)) => {
                if let Some(call) = self.call(&tokens, 0, CONDITION, is_answer, wrong) {
                    *term = term.clone().meaning(Formula::Call(call));
                }
            }
            Ok(_) => self.typed(term, &Type::Bool, CONDITION, wrong),
            Err(mistake) => wrong.push(mistake),
        }
    }

    /// Resolves an expression of a type; `what` describes it in messages.
    fn formula(
        &self,
        term: &Term,
        of: &Type,
        what: &str,
        wrong: &mut Vec<Mistake>,
    ) -> Option<Formula> {
        let is_answer_wanted = *of == Type::Bool;
        let mut all = |terms: &[Term]| {
            let formulas: Vec<_> = terms
                .iter()
                .map(|term| self.formula(term, &Type::Bool, CONDITION, wrong))
                .collect();
            formulas.into_iter().collect::<Option<Vec<_>>>()
        };
        let (sign, gives) = match term {
            Term::Word(tokens, level) if is_answer_wanted => {
                return match lone_word(tokens) {
                    Some(word) if word == "true" => Some(Formula::Constant(Constant::Bool(true))),
                    Some(word) if word == "false" => Some(Formula::Constant(Constant::Bool(false))),
                    _ => self.call(tokens, *level, CONDITION, is_answer, wrong).map(Formula::Call),
                };
            }
            Term::Word(tokens, level) => return self.value(tokens, *level, of, what, wrong),
            Term::Compare(sides, by) if is_answer_wanted => {
                return self.compare(sides, *by, wrong);
            }
            Term::Not(inner, _) if is_answer_wanted => {
                let inner = self.formula(inner, &Type::Bool, CONDITION, wrong)?;
                return Some(Formula::Not(Box::new(inner)));
            }
            Term::All(terms) if is_answer_wanted => return Some(Formula::All(all(terms)?)),
            Term::Any(terms) if is_answer_wanted => return Some(Formula::Any(all(terms)?)),
            Term::Compute(first, rest) if of.is_number() => {
                return self.compute(first, rest, of, wrong);
            }
            Term::Compute(first, rest) if *of == Type::Duration => {
                return self.compute_duration(first, rest, wrong);
            }
            Term::Negate(inner, span) if of.is_number() => {
                return self.negate(inner, *span, of, wrong);
            }
            Term::Compare(_, (by, _)) => (by.sign(), ANSWER),
            Term::Not(..) => ("!", ANSWER),
            Term::All(_) => ("&&", ANSWER),
            Term::Any(_) => ("||", ANSWER),
            Term::Compute(_, rest) => {
                (rest.first().map_or("+", |((operation, _), _)| operation.sign()), "a number")
            }
            Term::Negate(..) => ("-", "a number"),
        };
        let text = if what == CONDITION {
            format!("`{sign}` gives {gives}, and {what} stands here")
        } else {
            format!("`{sign}` gives {gives}, and {what} is of type `{}`", of.name())
        };
        wrong.push(Mistake::new(term.span(), text));
        None
    }

    /// Resolves two sides of one type, of which at least one tells it.
    fn compare(
        &self,
        sides: &[Term; 2],
        (by, span): (Comparison, Span),
        wrong: &mut Vec<Mistake>,
    ) -> Option<Formula> {
        let [left, right] = sides;
        let Some(of) = self.type_of(left).or_else(|| self.type_of(right)) else {
            let word = match left {
                Term::Word(tokens, _) => first_word(tokens),
                _ => None,
            };
            let word = word.filter(|word| self.declared(&word.to_string()).is_none());
            let text = match &word {
                Some(word) => {
                    let fits = |role: &Role| matches!(role, Role::Value(_));
                    let advice = advice(&word.to_string(), &mut self.names(fits), "it has");
                    format!("there is no value `{word}` in the vocabulary{advice}")
                }
                None => "a comparison has a `value` of the vocabulary on at least one side".into(),
            };
            wrong.push(Mistake::new(word.map_or_else(|| left.span(), |word| word.span()), text));
            return None;
        };
        let is_order = !matches!(by, Comparison::Equal | Comparison::NotEqual);
        if is_order && matches!(of, Type::Bool | Type::Text | Type::Variants { .. }) {
            let text = format!(
                "values of type `{}` have no order; compare them with `==` or `!=`",
                of.name()
            );
            wrong.push(Mistake::new(span, text));
            return None;
        }
        let what = "the other side";
        let left = self.formula(left, &of, what, wrong);
        let right = self.formula(right, &of, what, wrong);
        Some(Formula::Compare(Box::new([left?, right?]), by, of))
    }

    /// The type of an expression, as far as its words tell it.
    fn type_of(&self, term: &Term) -> Option<Type> {
        match term {
            Term::Word(tokens, _) => {
                let token = tokens.clone().into_iter().next()?;
                if has_unit(&token) {
                    return Some(Type::Duration);
                }
                match &self.declared(&first_word(tokens)?.to_string())?.1.role {
                    Role::Value(of) => Some(of.clone()),
                    Role::Condition
                    | Role::Action { .. }
                    | Role::Decorator
                    | Role::Subtree { .. } => None,
                }
            }
            Term::Compare(..) | Term::Not(..) | Term::All(_) | Term::Any(_) => Some(Type::Bool),
            Term::Negate(inner, _) => self.type_of(inner),
            Term::Compute(first, rest) => {
                let parts = std::iter::once(&**first).chain(rest.iter().map(|(_, with)| with));
                let mut types = parts.filter_map(|part| self.type_of(part));
                let first = types.next()?;
                Some(if types.any(|of| of == Type::Duration) { Type::Duration } else { first })
            }
        }
    }

    /// Resolves operations of numbers of one type.
    fn compute(
        &self,
        first: &Term,
        rest: &[((Operation, Span), Term)],
        of: &Type,
        wrong: &mut Vec<Mistake>,
    ) -> Option<Formula> {
        let signs = rest.iter().map(|((operation, _), _)| operation.sign());
        let sign = signs.clone().next().unwrap_or("+");
        let value = self.formula(first, of, &format!("the left side of `{sign}`"), wrong);
        let mut computations = Vec::new();
        for (sign, ((operation, _), with)) in signs.zip(rest) {
            let with = self.formula(with, of, &format!("the right side of `{sign}`"), wrong);
            computations.extend(with.map(|with| Computation {
                operation: *operation,
                with,
                of: of.clone(),
                scales: false,
            }));
        }
        let value = Box::new(value?);
        (computations.len() == rest.len()).then_some(Formula::Compute(value, computations))
    }

    /// Resolves sums of durations, and durations that are multiplied or divided by numbers.
    fn compute_duration(
        &self,
        first: &Term,
        rest: &[((Operation, Span), Term)],
        wrong: &mut Vec<Mistake>,
    ) -> Option<Formula> {
        let is_sum = |((operation, _), _): &((Operation, Span), Term)| {
            matches!(operation, Operation::Add | Operation::Subtract)
        };
        if rest.iter().all(is_sum) {
            return self.compute(first, rest, &Type::Duration, wrong);
        }
        let parts: Vec<&Term> =
            std::iter::once(first).chain(rest.iter().map(|(_, with)| with)).collect();
        let is_duration = |part: &&Term| self.type_of(part) == Some(Type::Duration);
        let place = parts.iter().position(is_duration);
        let mistake = match (place, rest.iter().find(|((by, _), _)| *by == Operation::Remainder)) {
            (_, Some(((_, span), _))) => Some((*span, "a duration has no `%`")),
            (None, _) => {
                Some((first.span(), "one side of this is a duration: `Pause * 2`, `2s / 3`"))
            }
            (Some(place), None) => parts
                .get(place + 1..)
                .into_iter()
                .flatten()
                .find(|part| is_duration(part))
                .map(|part| (part.span(), "a duration is multiplied and divided by numbers"))
                .or_else(|| {
                    let before = place.checked_sub(1).and_then(|before| rest.get(before))?;
                    let ((operation, span), _) = before;
                    let text = "a number cannot be divided by a duration";
                    (*operation != Operation::Multiply).then_some((*span, text))
                }),
        };
        if let Some((span, text)) = mistake {
            wrong.push(Mistake::new(span, text));
            return None;
        }
        let place = place?;
        let length = self.formula(parts.get(place)?, &Type::Duration, "this side", wrong);
        let mut computations = Vec::new();
        if let Some(before) = place.checked_sub(1) {
            // `2 * 3 * Pause`: the numbers come first.
            let of = self.factor(parts.get(..place)?);
            let with = match rest.get(..before)? {
                [] => self.formula(first, &of, "the left side of `*`", wrong),
                numbers => self.compute(first, numbers, &of, wrong),
            };
            let operation = Operation::Multiply;
            computations.push(Computation { operation, with: with?, of, scales: true });
        }
        for ((operation, _), with) in rest.get(place..)? {
            let of = self.factor(&[with]);
            let what = format!("the right side of `{}`", operation.sign());
            let with = self.formula(with, &of, &what, wrong)?;
            computations.push(Computation { operation: *operation, with, of, scales: true });
        }
        Some(Formula::Compute(Box::new(length?), computations))
    }

    /// The type of the numbers by which a duration is multiplied; literals are of any.
    fn factor(&self, parts: &[&Term]) -> Type {
        let known = parts.iter().find_map(|part| self.type_of(part));
        known.filter(Type::is_number).unwrap_or_else(|| {
            let is_float = |part: &&Term| match part {
                Term::Word(tokens, _) => syn::parse2::<syn::LitFloat>(tokens.clone()).is_ok(),
                _ => false,
            };
            match Integer::named("i64") {
                Some(of) if !parts.iter().any(is_float) => Type::Integer(of.clone()),
                _ => Type::Double,
            }
        })
    }

    /// `-A` is `A * -1`.
    fn negate(
        &self,
        inner: &Term,
        span: Span,
        of: &Type,
        wrong: &mut Vec<Mistake>,
    ) -> Option<Formula> {
        let less = match of {
            Type::Integer(integer) if integer.least == 0 => {
                let text = format!("a `{}` is never negative; remove the `-`", integer.name);
                wrong.push(Mistake::new(span, text));
                return None;
            }
            Type::Single => Constant::Single(-1.0),
            Type::Double => Constant::Double(-1.0),
            Type::Integer(_) | Type::Bool | Type::Duration | Type::Text | Type::Variants { .. } => {
                Constant::Integer(-1)
            }
        };
        let inner = self.formula(inner, of, "this side of `-`", wrong)?;
        let (operation, with, of) = (Operation::Multiply, Formula::Constant(less), of.clone());
        let negated = Computation { operation, with, of, scales: false };
        Some(Formula::Compute(Box::new(inner), vec![negated]))
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
        word: &Word,
        given: &Given<'_>,
        wrong: &mut Vec<Mistake>,
    ) -> Option<Vec<Formula>> {
        let Given { name, arguments: given, is_readable, level } = *given;
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
                    match term_of(&one.value, &what, level + 1) {
                        Ok(term) => {
                            arguments.extend(self.formula(&term, &parameter.of, &what, wrong));
                        }
                        Err(mistake) => wrong.push(mistake),
                    }
                }
                None => match &parameter.default {
                    Some(default) => arguments.push(Formula::Constant(default.clone())),
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

    /// Resolves a literal of a type, or a `value` of that type with its arguments.
    fn value(
        &self,
        tokens: &TokenStream,
        level: usize,
        of: &Type,
        what: &str,
        wrong: &mut Vec<Mistake>,
    ) -> Option<Formula> {
        let called = first_word(tokens).and_then(|name| {
            let is_literal = match of {
                Type::Variants { variants, .. } => variants.iter().any(|variant| name == variant),
                _ => false,
            };
            let (_, word) = self.declared(&name.to_string()).filter(|_| !is_literal)?;
            Some((name, &word.role))
        });
        let mistake = match called {
            None => match constant(tokens, of, what) {
                Ok(constant) => return Some(Formula::Constant(constant)),
                Err(mistake) => self.unknown(tokens, of, mistake),
            },
            Some((_, Role::Value(other))) if other == of => {
                let fits = |role: &Role| matches!(role, Role::Value(_));
                return self.call(tokens, level, what, fits, wrong).map(Formula::Call);
            }
            Some((name, Role::Value(other))) => {
                let (other, of) = (other.name(), of.name());
                let text =
                    format!("`{name}` is a value of type `{other}`, and {what} is of type `{of}`");
                Mistake::new(name.span(), text)
            }
            Some((name, role)) => {
                let text = format!("`{name}` is {}, and a value stands here", a(role.name()));
                Mistake::new(name.span(), text)
            }
        };
        wrong.push(mistake);
        None
    }

    /// A better message for a word that is not a `value`.
    fn unknown(&self, term: &TokenStream, of: &Type, mistake: Mistake) -> Mistake {
        let Some(name) = first_word(term) else { return mistake };
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

/// The arguments of a word, as they are written.
#[derive(Clone, Copy)]
struct Given<'a> {
    name: &'a Ident,
    arguments: &'a [parse::NamedArgument],
    is_readable: bool,
    level: usize,
}

/// The word of a term, with or without arguments.
fn first_word(tokens: &TokenStream) -> Option<Ident> {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Ident(word)) => Some(word),
        _ => None,
    }
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
