//! Resolves the expressions of a file: the words, names and literals in them, and their types.

use super::{each, needs, outline};
use crate::ast::{
    self, Call, Comparison, Computation, Constant, Expression, Formula, Node, Operation, Outline,
    Subtree, Tree,
};
use crate::machine::{Binding, Bound};
use crate::mistakes::{MOST_MISTAKES, Mistake, Mistakes};
use crate::nodes;
use crate::parse::{self, OTHER_TYPES, REST, Term, constant, ends_of_range, has_unit, term_of};
use crate::source::{self, first_span};
use crate::vocabulary::{Integer, Role, Type, Vocabulary, Word};
use crate::words::{advice, nearest, synonym};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};

/// What stands where an answer is expected, in messages.
const CONDITION: &str = "a condition";

/// The result of a comparison, in messages.
const ANSWER: &str = "a `bool`";

/// A vocabulary, the trees of the same file, and the names that an expression can use.
struct Scope<'v> {
    vocabulary: &'v Vocabulary,
    places: BTreeMap<&'v str, usize>,
    /// The types of the vocabulary.
    types: BTreeMap<String, Type>,
    trees: BTreeMap<String, Interface>,
    /// `false` if a file with more trees could not be read.
    has_all_files: bool,
    /// From the outermost to the innermost.
    names: Vec<Named>,
}

/// A name of a `let`, of a `for`, or of a parameter or a result of the tree.
struct Named {
    name: String,
    /// `None` if it cannot be read.
    of: Option<Type>,
    /// `false` for the number of a `for`.
    can_change: bool,
}

/// The header of a tree, as far as others need it; a type is `None` if it cannot be read.
#[derive(Default)]
struct Interface {
    parameters: Vec<(Ident, Option<Type>, Option<Expression>)>,
    results: Vec<(Ident, Option<Type>)>,
}

/// Resolves all words. A node with an unknown word is not checked further.
pub(super) fn resolve(
    trees: &mut [Result<Tree, Outline>],
    vocabulary: &Vocabulary,
    has_all_files: bool,
    mistakes: &mut Mistakes,
) {
    let types = vocabulary.types().map(|of| (of.name().to_string(), of));
    let mut scope = Scope {
        vocabulary,
        places: vocabulary.places(),
        types: types.collect(),
        trees: BTreeMap::new(),
        has_all_files,
        names: Vec::new(),
    };
    for name in trees.iter().map(|tree| &outline(tree).name) {
        if let Some((_, word)) = scope.declared(&name.to_string()) {
            let role = a(word.role.name());
            let text = format!("`{name}` is {role} of the vocabulary; give the tree another name");
            mistakes.add(name.span(), text);
        }
    }
    let interfaces = trees.iter_mut().map(|tree| match tree {
        Ok(tree) => (tree.outline.name.to_string(), scope.interface(tree, mistakes)),
        Err(outline) => (outline.name.to_string(), Interface::default()),
    });
    scope.trees = interfaces.collect();
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
        scope.names.clear();
        if let Some(Interface { parameters, results }) =
            scope.trees.get(&tree.outline.name.to_string())
        {
            let parameters = parameters.iter().map(|(name, of, _)| (name, of));
            let names = parameters.chain(results.iter().map(|(name, of)| (name, of)));
            let binding = |(name, of): (&Ident, &Option<Type>)| Named {
                name: name.to_string(),
                of: of.clone(),
                can_change: true,
            };
            let names: Vec<Named> = names.map(binding).collect();
            scope.names = names;
        }
        scope.nodes(&mut tree.root, mistakes);
    }
}

impl Scope<'_> {
    /// Resolves the types and the defaults of a header.
    fn interface(&self, tree: &mut Tree, mistakes: &mut Mistakes) -> Interface {
        let mut interface = Interface::default();
        for parameter in &mut tree.parameters {
            let of = self.named_type(&parameter.name, &parameter.of, mistakes);
            if let (Some(of), Some(default)) = (&of, &mut parameter.default) {
                let mut wrong = Vec::new();
                self.typed(
                    default,
                    of,
                    &format!("the default of `{}`", parameter.name),
                    &mut wrong,
                );
                for mistake in wrong {
                    mistakes.push(mistake);
                }
            }
            interface.parameters.push((parameter.name.clone(), of, parameter.default.clone()));
        }
        for result in &tree.results {
            let of = self.named_type(&result.name, &result.of, mistakes);
            if interface.parameters.iter().any(|(other, ..)| *other == result.name) {
                let text =
                    format!("`{0}` is the name of a parameter; choose another one", result.name);
                mistakes.add(result.name.span(), text);
            }
            interface.results.push((result.name.clone(), of));
        }
        interface
    }

    fn type_named(&self, written: &str) -> Option<Type> {
        Type::named(written).or_else(|| self.types.get(written).cloned())
    }

    /// The type that is written behind a name.
    fn named_type(&self, name: &Ident, of: &TokenStream, mistakes: &mut Mistakes) -> Option<Type> {
        if let Some((_, word)) = self.declared(&name.to_string()) {
            let role = a(word.role.name());
            let text = format!("`{name}` is {role} of the vocabulary; choose another name");
            mistakes.add(name.span(), text);
        }
        let written = source::joined(of);
        let known = self.type_named(&written);
        if known.is_none() {
            let mut names = self.types.keys().map(String::as_str).chain(Type::simple_names());
            let near = synonym(OTHER_TYPES, &written).or_else(|| nearest(&written, &mut names));
            let text = if written.starts_with("&mut") {
                "a tree of a file works on the blackboard of the vocabulary; remove this parameter"
                    .into()
            } else if written.starts_with('&') {
                format!("`{name}` is kept by value; remove the `&`")
            } else {
                let advice = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => {
                        "a type of the program is declared in the vocabulary: `type Name;`".into()
                    }
                };
                format!("there is no type `{written}` in the vocabulary; {advice}")
            };
            mistakes.add(first_span(of), text);
        }
        known
    }

    /// Resolves a node and all nodes below it.
    fn nodes(&mut self, node: &mut Node, mistakes: &mut Mistakes) {
        // A node that is refused binds its name all the same.
        let binding = node.kind.as_ref().and_then(|kind| kind.definition().binds());
        self.node(node, mistakes);
        let names = self.names.len();
        if let Some(Binding { name, of }) = binding {
            let (of, can_change) = match of {
                Bound::Value(of) | Bound::Place(of) => {
                    (self.named_type(&name, &of, mistakes), true)
                }
                Bound::Number => (Integer::named("usize").cloned().map(Type::Integer), false),
            };
            self.names.push(Named { name: name.to_string(), of, can_change });
        }
        for child in &mut node.children {
            self.nodes(child, mistakes);
        }
        self.names.truncate(names);
    }

    fn node(&self, node: &mut Node, mistakes: &mut Mistakes) {
        self.clock(node, mistakes);
        let mut wrong = Vec::new();
        let gives =
            node.kind.as_ref().map_or(Vec::new(), |kind| kind.definition().gives().to_vec());
        let scrutinee = node.expressions.of(ast::Purpose::Scrutinee).next().cloned();
        let scrutinee = scrutinee.and_then(|of| self.scrutinee(&of, &mut wrong));
        let bound = node.kind.as_ref().and_then(|kind| kind.definition().binds());
        for (purpose, term) in node.expressions.iter_mut() {
            use ast::Purpose as P;
            match (*purpose, &bound, &scrutinee) {
                (P::Value, Some(Binding { name, of: Bound::Value(of) }), _) => {
                    let written = source::joined(of);
                    // An unknown type is reported where the name is bound.
                    if let Some(of) = self.type_named(&written) {
                        self.typed(term, &of, &format!("`{name}`"), &mut wrong);
                    }
                }
                (P::Assigned, ..) => {
                    if let Some(name) = gives.first() {
                        self.assigned(name, term, &mut wrong);
                    }
                }
                (P::Range, ..) => self.range(term, &mut wrong),
                (P::Scrutinee | P::Pattern, _, None) => {}
                (P::Scrutinee, _, Some(of)) => {
                    self.typed(term, of, "the value of a `match`", &mut wrong);
                }
                (P::Pattern, _, Some(of)) => pattern(term, of, &mut wrong),
                (purpose_of, ..) => {
                    let is_stateful = self.expression(purpose_of, term, &mut wrong);
                    let is_kept =
                        purpose_of == P::Act && !gives.is_empty() && term.call().is_some();
                    if is_stateful || is_kept {
                        let path = term.to_token_stream().into_iter().take(1).collect();
                        node.kind = Some(nodes::stateful(path, gives.clone()));
                        *purpose = P::Made;
                    }
                }
            }
        }
        if let Some(of) = scrutinee.filter(|_| wrong.is_empty()) {
            let patterns = node.expressions.of(ast::Purpose::Pattern);
            wrong.extend(exhaustive(node.span, patterns, &of));
        }
        let mut is_in_missing_file = false;
        if let Some(subtree) = node.calls() {
            // A search through all trees is worth its time only for a mistake that is shown.
            let is_shown = mistakes.count() < MOST_MISTAKES;
            match self.subtree(&subtree.tree, is_shown) {
                Ok(part) => {
                    let subtree = subtree.clone();
                    self.call_of_tree(node, subtree, &mut wrong);
                    if let Some(part) = part {
                        node.expressions.push(ast::Purpose::Blackboard, part);
                    }
                }
                // It may be in the file that could not be read.
                Err(_)
                    if !self.has_all_files
                        && self.declared(&subtree.tree.to_string()).is_none() =>
                {
                    is_in_missing_file = true;
                }
                Err(mistake) => wrong.push(mistake),
            }
        } else if let Some(first) = gives.first().filter(|_| wrong.is_empty()) {
            let call = node.expressions.iter().find_map(|(_, of)| of.call());
            if let Some(word) = call.and_then(|call| self.vocabulary.words.get(call.word)) {
                let results = word.results.iter().map(|of| Some(of.of.clone())).collect::<Vec<_>>();
                self.taken(&word.name, first, &gives, &results, &mut wrong);
            }
        }
        if wrong.is_empty() && !is_in_missing_file {
            self.lend(node);
            node.expressions.ask_for_results();
        } else {
            for mistake in wrong {
                mistakes.push(mistake);
            }
            node.reject();
        }
    }

    /// Notes what is lent to an action in each tick.
    fn lend(&self, node: &mut Node) {
        let mut lent = Vec::new();
        for made in node.expressions.of(ast::Purpose::Made) {
            let Some(call) = made.call() else { continue };
            let Some(word) = self.vocabulary.words.get(call.word) else { continue };
            let arguments = word.parameters.iter().zip(&call.arguments);
            let by_reference = arguments.filter(|(parameter, _)| parameter.by_reference);
            lent.extend(by_reference.map(|(parameter, value)| {
                made.clone().meaning(value.clone()).of_type(parameter.of.clone())
            }));
        }
        for one in lent {
            node.expressions.push(ast::Purpose::Lent, one);
        }
    }

    fn is_name(&self, tokens: &TokenStream) -> bool {
        lone_word(tokens).is_some_and(|word| self.name(&word.to_string()).is_some())
    }

    /// The innermost binding of a name.
    fn name(&self, name: &str) -> Option<&Named> {
        self.names.iter().rfind(|named| named.name == name)
    }

    /// Resolves `name = value`.
    fn assigned(&self, name: &Ident, term: &mut Expression, wrong: &mut Vec<Mistake>) {
        let written = name.to_string();
        let text = match self.name(&written) {
            Some(Named { can_change: true, of, .. }) => {
                if let Some(of) = of {
                    self.typed(term, of, &format!("`{name}`"), wrong);
                    if let Some(value) = term.formula().cloned() {
                        *term = term.clone().meaning(Formula::Set(written, Box::new(value)));
                    }
                }
                return;
            }
            Some(_) => format!("`{name}` is the number of a `for`, which cannot be changed"),
            None if self.declared(&written).is_some() => {
                format!("`{name}` belongs to the vocabulary; `set` changes a `let` or a parameter")
            }
            None => {
                let names = self.names.iter().filter(|named| named.can_change);
                let mut names = names.map(|named| named.name.as_str());
                let advice = advice(&written, &mut names, "in scope:");
                format!("there is no `let` or parameter `{name}` around this node{advice}")
            }
        };
        wrong.push(Mistake::new(name.span(), text));
    }

    /// Resolves `0..count`.
    fn range(&self, term: &mut Expression, wrong: &mut Vec<Mistake>) {
        let Some(of) = Integer::named("usize").cloned().map(Type::Integer) else { return };
        let ends = ends_of_range(term).map(|ends| {
            ends.map(|end| {
                let mut end = Expression::from(end);
                self.typed(&mut end, &of, "an end of the range", wrong);
                end.formula().cloned()
            })
        });
        if let Some([Some(start), Some(end)]) = ends {
            *term = term.clone().meaning(Formula::Range(Box::new([start, end]))).of_type(of);
        }
    }

    /// The type of the value of a `match`.
    fn scrutinee(&self, term: &Expression, wrong: &mut Vec<Mistake>) -> Option<Type> {
        let of = match term_of(term, "a value", 0) {
            Ok(term) => self.type_of(&term),
            Err(mistake) => {
                wrong.push(mistake);
                return None;
            }
        };
        match of {
            Some(of @ (Type::Bool | Type::Integer(_) | Type::Variants { .. })) => Some(of),
            Some(of) => {
                let text = format!(
                    "a `match` chooses by an enum, an integer or a `bool`, and this is of type `{}`",
                    of.name()
                );
                wrong.push(Mistake::new(first_span(term), text));
                None
            }
            None => {
                // The message about an unknown word.
                let mut term = term.clone();
                let before = wrong.len();
                self.typed(&mut term, &count(), "the value of a `match`", wrong);
                if wrong.len() == before {
                    let text = "a `match` chooses by a `value` of the vocabulary, or by a name";
                    wrong.push(Mistake::new(first_span(&term), text));
                }
                None
            }
        }
    }

    /// Resolves the arguments of a tree of the file; those that are not given have their defaults.
    fn call_of_tree(&self, node: &mut Node, mut subtree: Subtree, wrong: &mut Vec<Mistake>) {
        let name = subtree.tree.to_string();
        let nothing = Interface::default();
        let Interface { parameters, results } = self.trees.get(&name).unwrap_or(&nothing);
        let given = std::mem::take(&mut subtree.arguments);
        for (place, (one, _)) in given.iter().enumerate() {
            if wrong.len() > MOST_MISTAKES {
                return;
            }
            let written = one.to_string();
            let names: Vec<String> = parameters.iter().map(|(name, ..)| name.to_string()).collect();
            let text = if !names.contains(&written) {
                let advice = advice(&written, &mut names.iter().map(String::as_str), "it has");
                let advice = if advice.is_empty() { "; it has none".to_owned() } else { advice };
                format!("`{name}` has no parameter `{written}`{advice}")
            } else if given.iter().take(place).any(|(other, _)| other == one) {
                format!("`{written}` is given twice; keep one of them")
            } else {
                continue;
            };
            wrong.push(Mistake::new(one.span(), text));
        }
        let (mut values, mut missing) = (Vec::new(), Vec::new());
        for (parameter, of, default) in parameters {
            let value = match (given.iter().find(|(one, _)| one == parameter), default) {
                (Some((_, value)), _) => {
                    let mut value = value.clone();
                    if let Some(of) = of {
                        self.typed(&mut value, of, &format!("`{parameter}`"), wrong);
                    }
                    value
                }
                (None, Some(default)) => default.clone(),
                (None, None) => {
                    missing.push(parameter.to_string());
                    continue;
                }
            };
            values.push((parameter.clone(), value));
        }
        if !missing.is_empty() && wrong.is_empty() {
            let missing: Vec<&String> = missing.iter().collect();
            wrong.push(Mistake::new(first_span(&subtree.tree), needs(&name, "subtree ", &missing)));
        }
        if let Some(first) = subtree.gives.first() {
            let types: Vec<_> = results.iter().map(|(_, of)| of.clone()).collect();
            self.taken(&name, first, &subtree.gives, &types, wrong);
        }
        node.expressions
            .renew(ast::Purpose::Parameter, values.iter().map(|(_, value)| value.clone()));
        subtree.arguments = values;
        node.kind = Some(nodes::call_of(subtree));
    }

    /// Checks the results that a node takes.
    fn taken(
        &self,
        of: &str,
        first: &Ident,
        gives: &[Ident],
        results: &[Option<Type>],
        wrong: &mut Vec<Mistake>,
    ) {
        if gives.len() != results.len() {
            let text = match results {
                [] => format!("`{of}` has no result; remove the `->`"),
                [_] => format!("`{of}` has one result; write one name behind the `->`"),
                several => format!(
                    "`{of}` has {0} results; write {0} names in parentheses behind the `->`",
                    several.len()
                ),
            };
            wrong.push(Mistake::new(first.span(), text));
            return;
        }
        for (name, result) in gives.iter().zip(results) {
            // An unknown name is reported with the values that may be missing.
            let Some(Named { of: Some(own), .. }) = self.name(&name.to_string()) else { continue };
            if let Some(result) = result.as_ref().filter(|result| *result != own) {
                let (own, result) = (own.name(), result.name());
                let text = format!(
                    "`{name}` is of type `{own}`, and this result of `{of}` is of type `{result}`"
                );
                wrong.push(Mistake::new(name.span(), text));
            }
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
            | P::Assigned
            | P::Lent
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
            *term = term.clone().meaning(formula).of_type(of.clone());
        }
    }

    /// Resolves a tree of the file or of the vocabulary.
    /// Returns the part of the blackboard on which it works.
    fn subtree(&self, tree: &TokenStream, is_shown: bool) -> Result<Option<TokenStream>, Mistake> {
        let name = tree.to_string();
        if self.trees.contains_key(&name) {
            return Ok(None);
        }
        let text = match self.declared(&name).map(|(_, word)| &word.role) {
            Some(Role::Subtree { part }) => {
                return Ok(part.as_ref().and_then(|part| part.parse().ok()));
            }
            Some(role) => format!("`{name}` is {}, and a tree stands here", a(role.name())),
            None => {
                let names = self.names(is_subtree).chain(self.trees.keys().map(String::as_str));
                let names = names.take_while(|_| is_shown);
                let advice = advice(&name, &mut { names }, "it has");
                format!("there is no tree `{name}` in the file or in the vocabulary{advice}")
            }
        };
        Err(Mistake::new(first_span(tree), text))
    }

    /// The word of the vocabulary with a name, and its index.
    fn declared(&self, name: &str) -> Option<(usize, &Word)> {
        let place = *self.places.get(name)?;
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
                let call = WrittenCall { name: &name, arguments: &given, is_readable, level };
                let arguments = self.arguments(of, &call, wrong)?;
                Some(Call { word, arguments })
            }
        }
    }

    /// Resolves a condition, a `value` of the type `bool`, or several of them.
    fn answer(&self, term: &mut Expression, wrong: &mut Vec<Mistake>) {
        match term_of(term, CONDITION, 0) {
            // A literal alone is not a condition.
            Ok(Term::Word(tokens, _)) if !self.is_name(&tokens) => {
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
                if let Some(named) = self.named(tokens, of, what, wrong) {
                    return named;
                }
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
        let own = self.type_of(term).filter(|_| gives != ANSWER);
        let text = if let (Term::Negate(..), Some(Type::Duration)) = (term, &own) {
            "a duration is never negative; remove the `-`".to_owned()
        } else if let Some(own) = own.filter(|own| !own.is_number() && *own != Type::Duration) {
            format!(
                "`{sign}` computes with numbers and durations, and this is of type `{}`",
                own.name()
            )
        } else if what == CONDITION {
            format!("`{sign}` gives {gives}, and {what} stands here")
        } else {
            format!("`{sign}` gives {gives}, and {what} is of type `{}`", of.name())
        };
        wrong.push(Mistake::new(term.span(), text));
        None
    }

    /// Resolves two sides of one type, at least one of which determines it.
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
        if let Type::Own { name } = &of {
            let text = format!(
                "values of the type `{name}` of the program cannot be compared; declare a `condition` for that"
            );
            wrong.push(Mistake::new(span, text));
            return None;
        }
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
                if let Some(named) = lone_word(tokens).and_then(|word| self.name(&word.to_string()))
                {
                    return named.of.clone();
                }
                let (_, word) = self.declared(&first_word(tokens)?.to_string())?;
                word.role.value_type().cloned()
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
            (None, _) => Some((
                first.span(),
                "a duration is expected here, so one side has to be one: `Pause * 2`, `2s / 3`",
            )),
            (Some(place), None) => parts
                .get(place + 1..)
                .into_iter()
                .flatten()
                .find(|part| is_duration(part))
                .map(|part| {
                    (part.span(), "a duration can only be multiplied or divided by a number")
                })
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
            Type::Integer(_)
            | Type::Bool
            | Type::Duration
            | Type::Text
            | Type::Own { .. }
            | Type::Variants { .. } => Constant::Integer(-1),
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
        written: &WrittenCall<'_>,
        wrong: &mut Vec<Mistake>,
    ) -> Option<Vec<Formula>> {
        let WrittenCall { name, arguments: given, is_readable, level } = *written;
        let before = wrong.len();
        for (place, one) in given.iter().enumerate() {
            if wrong.len() > before + MOST_MISTAKES {
                return None;
            }
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
        let mut arguments = Vec::with_capacity(word.parameters.len());
        for parameter in &word.parameters {
            match given.iter().find(|one| one.name == parameter.name.as_str()) {
                Some(one) => {
                    let what = format!("`{}`", parameter.name);
                    match term_of(&one.value, &what, level + 1) {
                        Ok(term) => {
                            let argument = self.formula(&term, &parameter.of, &what, wrong);
                            if parameter.by_reference
                                && argument.as_ref().is_some_and(Formula::may_fail)
                            {
                                let text = format!(
                                    "{what} is a reference, so its value cannot be an expression that may have no result; keep the value in a `let` around the node"
                                );
                                wrong.push(Mistake::new(first_span(&one.value), text));
                            }
                            arguments.extend(argument);
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

    /// A name in scope; `None` for another word.
    #[allow(clippy::option_option, reason = "it may be no name, and a name of another type")]
    fn named(
        &self,
        tokens: &TokenStream,
        of: &Type,
        what: &str,
        wrong: &mut Vec<Mistake>,
    ) -> Option<Option<Formula>> {
        let word = lone_word(tokens)?;
        let name = word.to_string();
        let named = self.name(&name)?;
        // A type that cannot be read is reported where the name is bound.
        let Some(own) = &named.of else { return Some(None) };
        if own == of {
            return Some(Some(Formula::Name(name)));
        }
        let (own, of) = (own.name(), of.name());
        let text = if what == CONDITION {
            format!("`{name}` is of type `{own}`, and {what} stands here")
        } else {
            format!("`{name}` is of type `{own}`, and {what} is of type `{of}`")
        };
        wrong.push(Mistake::new(word.span(), text));
        Some(None)
    }

    /// Resolves a literal of a type, a name, or a `value` of that type with its arguments.
    fn value(
        &self,
        tokens: &TokenStream,
        level: usize,
        of: &Type,
        what: &str,
        wrong: &mut Vec<Mistake>,
    ) -> Option<Formula> {
        if let Some(named) = self.named(tokens, of, what, wrong) {
            return named;
        }
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
        let own = self.names.iter().filter(|named| named.of.as_ref() == Some(of));
        let mut own = own.map(|named| named.name.as_str()).peekable();
        let (place, has) = match own.peek() {
            Some(_) => ("", "in scope, and of this type:"),
            None => (" in the vocabulary", "of this type it has"),
        };
        let advice = advice(&name.to_string(), &mut own.chain(&mut names), has);
        let text = format!("there is no value `{name}`{place}{advice}");
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

/// Resolves `Calm | Wild`, or `_`.
fn pattern(term: &mut Expression, of: &Type, wrong: &mut Vec<Mistake>) {
    let tokens: Vec<TokenTree> = term.to_token_stream().into_iter().collect();
    let mut constants = Vec::new();
    let is_or = |token: &TokenTree| matches!(token, TokenTree::Punct(or) if or.as_char() == '|');
    let is_any = lone_word(term).is_some_and(|word| word == "_")
        || matches!(tokens.as_slice(), [TokenTree::Punct(any)] if any.as_char() == '_');
    if !is_any {
        for part in tokens.split(is_or) {
            let part: TokenStream = part.iter().cloned().collect();
            match constant(&part, of, "this pattern") {
                Ok(constant) => constants.push(constant),
                Err(mistake) => return wrong.push(mistake),
            }
        }
    }
    *term = term.clone().meaning(Formula::OneOf(constants)).of_type(of.clone());
}

/// The mistake of patterns that leave a value out, or of one that is never reached.
fn exhaustive<'e>(
    span: Span,
    patterns: impl Iterator<Item = &'e Expression>,
    of: &Type,
) -> Option<Mistake> {
    let value = |constant: &Constant| match constant {
        Constant::Bool(value) => i128::from(*value),
        Constant::Integer(value) => *value,
        Constant::Variant(place) => i128::try_from(*place).unwrap_or(i128::MAX),
        Constant::Single(_) | Constant::Double(_) | Constant::Duration(_) | Constant::Text(_) => 0,
    };
    let names: Vec<(i128, String)> = match of {
        Type::Bool => vec![(1, "true".to_owned()), (0, "false".to_owned())],
        Type::Variants { variants, .. } => (0..).zip(variants.iter().cloned()).collect(),
        Type::Integer(_)
        | Type::Single
        | Type::Double
        | Type::Duration
        | Type::Text
        | Type::Own { .. } => Vec::new(),
    };
    let (mut known, mut is_whole) = (BTreeSet::new(), false);
    for pattern in patterns {
        let Some(Formula::OneOf(constants)) = pattern.formula() else { return None };
        let mut new = constants.iter().map(value).filter(|value| known.insert(*value));
        if is_whole || (new.next().is_none() && !constants.is_empty()) {
            let text = "this pattern is never reached: those in front of it match the same values";
            return Some(Mistake::new(first_span(pattern), text));
        }
        new.for_each(drop);
        is_whole = constants.is_empty() || names.iter().all(|(value, _)| known.contains(value));
        is_whole &= constants.is_empty() || !names.is_empty();
    }
    if is_whole {
        return None;
    }
    let missing = names.iter().filter(|(value, _)| !known.contains(value));
    let missing: Vec<&String> = missing.map(|(_, name)| name).collect();
    let text = if missing.is_empty() {
        "this `match` leaves values out; add `_ => …` at the end".to_owned()
    } else {
        let missing = super::list(&missing);
        format!("this `match` leaves out {missing}; add a pattern for that, or `_ => …` at the end")
    };
    Some(Mistake::new(span, text))
}

/// The arguments of a word, as they are written.
#[derive(Clone, Copy)]
struct WrittenCall<'a> {
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
    let places = vocabulary.places();
    let mut used = vec![false; vocabulary.words.len()];
    for tree in trees {
        each(&tree.root, &mut |node| {
            for (_, term) in node.expressions.iter() {
                term.each_word(&mut |word| used[word] = true);
            }
            // A tree of the file never has the name of a word.
            let subtree = node.calls().map(|Subtree { tree, .. }| tree.to_string());
            if let Some(word) = subtree.and_then(|name| places.get(name.as_str()).copied()) {
                used[word] = true;
            }
        });
    }
    (0..used.len()).filter(|word| used[*word]).collect()
}
