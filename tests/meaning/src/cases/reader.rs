//! Reads the trees of cases for the interpreter, without the parser of the library.

use super::script::{ALIASES, Means, length, word};
use crate::filed::DRAW;
use crate::language::{
    After, Argument, Board, Count, Data, Forest, Formula, Found, Gives, Head, Margin, Name, Node,
    Numbers, Policies, Policy, SIDES, Slot, Span, Subtree, TEXTS, Tree, Type, Way, Weight,
};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeMap;

/// Reads a tree and those that it uses, which stand behind it.
///
/// # Panics
///
/// If the text is not valid, or has what cases have no use for.
#[must_use]
pub fn forest(text: &str) -> Forest {
    let mut starts: Vec<_> = text.match_indices("tree ").map(|(start, _)| start).collect();
    starts.retain(|start| *start == 0 || text[..*start].ends_with('\n'));
    let mut reader = Reader::default();
    let mut trees = Vec::new();
    let mut end = text.len();
    for start in starts.into_iter().rev() {
        reader.tokens = tokens(text[start..end].parse().expect("tokens"));
        reader.at = 0;
        let tree = reader.tree(&trees);
        trees.push(tree);
        end = start;
    }
    Forest { trees, uses: BTreeMap::new(), data: reader.data }
}

fn tokens(stream: TokenStream) -> Vec<TokenTree> {
    stream.into_iter().collect()
}

fn kept(text: &str) -> Name {
    String::from(text).leak()
}

/// An expression whose types are not known yet.
#[derive(Clone)]
enum Raw {
    Literal(String),
    Name(String),
    Unary(char, Box<Raw>),
    Binary(&'static str, Box<[Raw; 2]>),
}

/// The parameter of a tree, with its default.
type Parameter = (Name, Type, Option<Raw>);

/// The operators, from those that bind least to those that bind most.
const OPERATORS: [&[&str]; 5] =
    [&["||"], &["&&"], &["==", "!=", "<=", ">=", "<", ">"], &["+", "-"], &["*", "/", "%"]];

#[derive(Default)]
struct Reader {
    tokens: Vec<TokenTree>,
    at: usize,
    data: Data,
    /// The number of slots so far.
    slots: Slot,
    scope: Vec<(Name, Type)>,
    /// The parameters of the trees so far.
    parameters: BTreeMap<String, Vec<Parameter>>,
}

impl Reader {
    /// A slot of this word, or of none.
    fn slot(&mut self, of: Slot) -> Slot {
        self.slots += ALIASES;
        self.slots + of
    }

    fn peek(&self) -> String {
        self.tokens.get(self.at).map_or(String::new(), ToString::to_string)
    }

    /// Takes a word, or punctuation, which may be several tokens.
    fn eat(&mut self, text: &str) -> bool {
        let count = if text.starts_with(char::is_alphanumeric) { 1 } else { text.len() };
        let next = self.tokens.iter().skip(self.at).take(count);
        let is_it = next.map(ToString::to_string).collect::<String>() == text;
        self.at += if is_it { count } else { 0 };
        is_it
    }

    fn take(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].to_string()
    }

    fn expect(&mut self, text: &str) {
        assert!(self.eat(text), "expected `{text}`, found `{}`", self.peek());
    }

    fn is_group(&self, delimiter: Delimiter) -> bool {
        matches!(self.tokens.get(self.at), Some(TokenTree::Group(of)) if of.delimiter() == delimiter)
    }

    /// Reads what stands in brackets; nothing if there are none.
    fn inside<T>(&mut self, delimiter: Delimiter, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if !self.is_group(delimiter) {
            return None;
        }
        let TokenTree::Group(group) = &self.tokens[self.at] else { return None };
        let inner = tokens(group.stream());
        let outer = (std::mem::replace(&mut self.tokens, inner), self.at + 1);
        self.at = 0;
        let result = read(self);
        assert_eq!(self.at, self.tokens.len(), "`{}` is left", self.peek());
        (self.tokens, self.at) = outer;
        Some(result)
    }

    fn ends(&self) -> bool {
        self.at == self.tokens.len()
    }

    fn of_type(&mut self) -> Type {
        if self.eat("&") {
            self.at += 3; // 'static str
            return Type::Text;
        }
        let name = self.take();
        let all = [
            Type::Kept,
            Type::Small,
            Type::Count,
            Type::Signed,
            Type::Size,
            Type::Real,
            Type::Length,
            Type::Answer,
            Type::Side,
        ];
        all.into_iter().find(|of| of.name() == name).unwrap_or_else(|| panic!("no type `{name}`"))
    }

    /// `name: Type = default`, separated by commas.
    fn parameters(&mut self) -> Vec<Parameter> {
        let mut all = Vec::new();
        while !self.ends() {
            let name = kept(&self.take());
            self.expect(":");
            let of = self.of_type();
            all.push((name, of, self.eat("=").then(|| self.raw(0))));
            self.eat(",");
        }
        all
    }

    fn tree(&mut self, trees: &[Tree]) -> Tree {
        self.expect("tree");
        let name = self.take();
        let parameters = self.inside(Delimiter::Parenthesis, Self::parameters).unwrap_or_default();
        let mut result = None;
        if self.eat("->") {
            let results = self.inside(Delimiter::Parenthesis, Self::parameters);
            result = results.and_then(|all| Some((all.first()?.0, all.first()?.1)));
        }
        for (parameter, of, _) in &parameters {
            self.data.types.insert((name.clone(), parameter), *of);
        }
        self.scope = parameters.iter().map(|(name, of, _)| (*name, *of)).chain(result).collect();
        let root = self.inside(Delimiter::Brace, |reader| reader.node(trees)).expect("a node");
        let names = parameters.iter().map(|(name, ..)| *name).collect();
        self.parameters.insert(name.clone(), parameters);
        let result = result.map(|(name, _)| name);
        Tree { name, board: Board::World, parameters: names, result, root }
    }

    fn nodes(&mut self, trees: &[Tree]) -> Vec<Node> {
        let mut nodes = Vec::new();
        while !self.ends() {
            nodes.push(self.node(trees));
        }
        nodes
    }

    fn block(&mut self, trees: &[Tree]) -> Vec<Node> {
        self.inside(Delimiter::Brace, |reader| reader.nodes(trees)).expect("a block")
    }

    /// Nodes with a key in front of them.
    fn keyed<K>(
        &mut self,
        trees: &[Tree],
        mut key: impl FnMut(&mut Self) -> K,
    ) -> (Vec<Option<K>>, Vec<Node>) {
        let read = |reader: &mut Self| {
            let mut all = (Vec::new(), Vec::new());
            while !reader.ends() {
                let rest = reader.tokens[reader.at..].iter().map(ToString::to_string);
                let head: Vec<_> = rest
                    .take_while(|of| ![";", ","].contains(&&**of) && !of.starts_with('{'))
                    .collect();
                let is_keyed = head.windows(2).any(|pair| pair == ["=", ">"]);
                all.0.push(is_keyed.then(|| {
                    let key = key(reader);
                    reader.expect("=>");
                    key
                }));
                all.1.push(reader.node(trees));
            }
            all
        };
        self.inside(Delimiter::Brace, read).expect("a block")
    }

    /// The nodes of the arms of a `match`, whose patterns are 0, 1, 2 and so on.
    fn arms(&mut self, trees: &[Tree]) -> Vec<Node> {
        let mut next = 0;
        let pattern = |reader: &mut Self| {
            let pattern = reader.take();
            let side = SIDES.get(next).is_some_and(|side| *side == pattern);
            assert!(side || pattern == "_" || pattern == next.to_string(), "{pattern}");
            next += 1;
        };
        self.keyed(trees, pattern).1
    }

    fn node(&mut self, trees: &[Tree]) -> Node {
        while self.eat("#") {
            self.at += 1;
        }
        let label = self.eat("'").then(|| {
            let label = self.take();
            self.expect(":");
            label
        });
        let word = self.take();
        let (head, children) = self.head(&word, trees);
        while self.eat(";") || self.eat(",") {}
        Node { label, description: None, head, children }
    }

    fn arguments<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.inside(Delimiter::Parenthesis, read)
    }

    /// A node below another one, in whose scope a name has this type.
    fn below(&mut self, name: Name, of: Type, trees: &[Tree]) -> Vec<Node> {
        self.scope.push((name, of));
        let node = self.node(trees);
        self.scope.pop();
        vec![node]
    }

    fn head(&mut self, kind: &str, trees: &[Tree]) -> (Head, Vec<Node>) {
        let head = match kind {
            "condition" => Head::Condition(self.answer()),
            "action" => self.action(),
            "set" => {
                let name = kept(&self.take());
                self.expect("=");
                let of = self.type_of(name).expect("a name in scope");
                Head::Set(name, self.formula(of))
            }
            "wait" => Head::Wait(self.length()),
            "succeed" => Head::Succeed,
            "fail" => Head::Fail,
            "running" => Head::Running,
            "subtree" => self.subtree(trees),
            "sequence" => return (Head::Sequence, self.block(trees)),
            "selector" => return (Head::Selector, self.block(trees)),
            "active_sequence" => return (Head::ActiveSequence, self.block(trees)),
            "active_selector" => return (Head::ActiveSelector, self.block(trees)),
            "round_robin" => return (Head::RoundRobin, self.block(trees)),
            "parallel" | "monitor" => {
                let policies = self.policies();
                let children = self.block(trees);
                let is_condition = |node: &&Node| matches!(node.head, Head::Condition(_));
                let conditions = children.iter().take_while(is_condition).count();
                let head = if kind == "parallel" {
                    Head::Parallel(policies)
                } else {
                    Head::Monitor { conditions, policies }
                };
                return (head, children);
            }
            "recover" => {
                let count = self.arguments(Self::count).expect("a count");
                return (Head::Recover(count), self.block(trees));
            }
            "pipeline" => {
                let (lasts, children) = self.keyed(trees, Self::span);
                return (Head::Pipeline(lasts), children);
            }
            "random_selector" | "random_sequence" => {
                let (weights, children) = self.keyed(trees, Self::weight);
                let weights = weights.into_iter().map(|of| of.unwrap_or(Weight::Default)).collect();
                let head = if kind == "random_selector" {
                    Head::RandomSelector(DRAW, weights)
                } else {
                    Head::RandomSequence(DRAW, weights)
                };
                return (head, children);
            }
            "utility_selector" | "active_utility_selector" => {
                let margin = self.arguments(|reader| {
                    reader.expect("margin");
                    reader.expect("=");
                    Margin::Slot(reader.formula_slot(Type::Real))
                });
                let (scores, children) = self.keyed(trees, |of| of.formula_slot(Type::Real));
                let scores = scores.into_iter().map(|score| score.expect("a score")).collect();
                let head = if kind == "utility_selector" {
                    Head::UtilitySelector(scores)
                } else {
                    Head::ActiveUtilitySelector(margin.unwrap_or(Margin::Default), scores)
                };
                return (head, children);
            }
            "priority_selector" => {
                let key = |of: &mut Self| (!of.eat("else")).then(|| of.answer());
                let (conditions, children) = self.keyed(trees, key);
                return (
                    Head::PrioritySelector(conditions.into_iter().map(Option::flatten).collect()),
                    children,
                );
            }
            "if" | "active_if" => {
                let slot = self.answer();
                let mut children = self.block(trees);
                if self.eat("else") {
                    children.extend(self.block(trees));
                }
                return (
                    if kind == "if" { Head::If(slot) } else { Head::ActiveIf(slot) },
                    children,
                );
            }
            "match" | "active_match" => {
                let raw = self.raw(0);
                let of = self.known(&raw).expect("a value");
                let slot = self.slot(0);
                let formula = self.typed(raw, of);
                self.data.formulas.insert(slot, formula);
                let children = self.arms(trees);
                let is_active = kind == "active_match";
                return (
                    if is_active { Head::ActiveMatch(slot) } else { Head::Match(slot) },
                    children,
                );
            }
            _ => return self.decorator(kind, trees),
        };
        (head, Vec::new())
    }

    fn decorator(&mut self, kind: &str, trees: &[Tree]) -> (Head, Vec<Node>) {
        let head = match kind {
            "not" => Head::Not,
            "force_success" => Head::ForceSuccess,
            "force_failure" => Head::ForceFailure,
            "once" => Head::Once,
            "repeat" | "retry" => {
                let read = |reader: &mut Self| {
                    let count = (reader.peek() != "every").then(|| reader.count());
                    reader.eat(",");
                    let every = reader.eat("every").then(|| {
                        reader.expect("=");
                        reader.span()
                    });
                    (count, every)
                };
                let (count, every) = self.arguments(read).unwrap_or_default();
                if kind == "repeat" {
                    Head::Repeat(count, every)
                } else {
                    Head::Retry(count, every)
                }
            }
            "guard" => Head::Guard(self.arguments(Self::answer).expect("a condition")),
            "timeout" => Head::Timeout(self.length()),
            "delay" => Head::Delay(self.length()),
            "every" => Head::Every(self.length()),
            "cooldown" => self
                .arguments(|reader| {
                    let span = reader.span();
                    let after = if reader.eat(",") {
                        reader.expect("after");
                        reader.expect("=");
                        if reader.take() == "end" { After::End } else { After::Success }
                    } else {
                        After::Work
                    };
                    Head::Cooldown(span, after)
                })
                .expect("a length"),
            "service" => self
                .arguments(|reader| {
                    let span = reader.span();
                    reader.expect(",");
                    let name = reader.take();
                    Head::Service(span, reader.slot(word(&name).0))
                })
                .expect("arguments"),
            "with" => {
                let name = self.take();
                Head::With(self.slot(word(&name).0))
            }
            "finally" => {
                let head = self.arguments(|reader| {
                    let name = reader.take();
                    Head::Finally(reader.slot(word(&name).0), false)
                });
                if head.is_none() {
                    let cleanup = self.block(trees);
                    let node = self.node(trees);
                    return (Head::Cleanup, cleanup.into_iter().chain([node]).collect());
                }
                head.expect("a word")
            }
            "let" => return self.binding(trees),
            "for" => {
                let head = |reader: &mut Self| {
                    let name = kept(&reader.take());
                    reader.expect("in");
                    let start = reader.formula(Type::Size);
                    reader.expect("..");
                    let end = reader.formula(Type::Size);
                    (name, [start, end])
                };
                let (name, ends) = self.arguments(head).expect("a range");
                let slot = self.slot(0);
                self.data.ranges.insert(slot, ends);
                return (Head::For(name, Numbers::Slot(slot)), self.below(name, Type::Size, trees));
            }
            _ => panic!("no node `{kind}`"),
        };
        (head, vec![self.node(trees)])
    }

    fn binding(&mut self, trees: &[Tree]) -> (Head, Vec<Node>) {
        let read = |reader: &mut Self| {
            let name = kept(&reader.take());
            reader.expect(":");
            let of = reader.of_type();
            let head = match (reader.eat("="), of) {
                (true, Type::Kept) => Head::Let(name, reader.found(), Found::Value),
                (true, _) => Head::Bind(name, of, reader.formula(of)),
                (false, _) => Head::Place(name, of),
            };
            (name, of, head)
        };
        let (name, of, head) = self.arguments(read).expect("a name");
        (head, self.below(name, of, trees))
    }

    /// A value of the type of the program.
    fn found(&mut self) -> Slot {
        let raw = self.raw(0);
        self.found_of(raw)
    }

    fn found_of(&mut self, raw: Raw) -> Slot {
        let Raw::Name(name) = &raw else { panic!("no value of the program") };
        if self.type_of(name).is_some() {
            let slot = self.slot(0);
            let formula = self.typed(raw, Type::Kept);
            self.data.formulas.insert(slot, formula);
            return slot;
        }
        self.slot(word(name).0)
    }

    fn subtree(&mut self, trees: &[Tree]) -> Head {
        let name = self.take();
        let tree = trees.iter().position(|tree| tree.name == name).expect("a tree behind this one");
        let read = |reader: &mut Self| {
            let mut all = BTreeMap::new();
            while !reader.ends() {
                let name = reader.take();
                reader.expect("=");
                all.insert(name, reader.raw(0));
                reader.eat(",");
            }
            all
        };
        let mut written = self.arguments(read).unwrap_or_default();
        let gives = self.gives();
        let parameters = self.parameters.remove(&name).expect("its parameters");
        let mut arguments = Vec::new();
        for (parameter, of, default) in &parameters {
            let raw = written.remove(*parameter);
            let raw = raw.unwrap_or_else(|| default.clone().expect("a default"));
            let slot = if *of == Type::Kept {
                self.found_of(raw)
            } else {
                let slot = self.slot(0);
                let formula = self.typed(raw, *of);
                self.data.formulas.insert(slot, formula);
                slot
            };
            arguments.push((*parameter, slot));
        }
        self.parameters.insert(name, parameters);
        let result = trees[tree].result;
        Head::Subtree(Subtree { tree, borrows: false, arguments, result, gives })
    }

    /// `-> name`
    fn gives(&mut self) -> Option<Name> {
        self.eat("->").then(|| kept(&self.take()))
    }

    fn action(&mut self) -> Head {
        let name = self.take();
        let (of, means) = word(&name);
        let slot = self.slot(of);
        let argument = self.arguments(|reader| {
            reader.take();
            reader.expect("=");
            let (of, way) = match means {
                Means::Number => (Type::Count, Way::At),
                Means::Copy => (Type::Kept, Way::By),
                _ => (Type::Kept, Way::Of),
            };
            let raw = reader.raw(0);
            let of = match &raw {
                Raw::Name(name) if of == Type::Kept && reader.type_of(name).is_none() => {
                    Formula::Word("Find", reader.slot(word(name).0))
                }
                _ => reader.typed(raw, of),
            };
            Argument { of, way }
        });
        if let Some(argument) = argument {
            self.data.arguments.insert(slot, argument);
        }
        let name = self.gives().unwrap_or_default();
        match means {
            Means::Attempt => Head::Action(slot, Gives::Result),
            Means::Job => Head::Job(slot),
            Means::Nap => Head::Nap(slot),
            Means::Vow => Head::Vow(slot),
            Means::Gain => Head::Gain(slot, name),
            Means::Give(results) => Head::Give(slot, name, results),
            _ => Head::Action(slot, Gives::Status),
        }
    }

    fn policies(&mut self) -> Policies {
        let mut policies = Policies { success: Policy::Default, failure: Policy::Default };
        self.arguments(|reader| {
            while !reader.ends() {
                let name = reader.take();
                reader.expect("=");
                let policy = match &*reader.take() {
                    "all" => Policy::All,
                    "one" => Policy::One,
                    number => Policy::Number(number.parse().expect("a number")),
                };
                *(if name == "success" { &mut policies.success } else { &mut policies.failure }) =
                    policy;
                reader.eat(",");
            }
        });
        policies
    }

    fn count(&mut self) -> Count {
        match self.raw(0) {
            Raw::Literal(number) => Count::Literal(number.parse().expect("a number")),
            raw => {
                let slot = self.slot(0);
                let formula = self.typed(raw, Type::Count);
                self.data.formulas.insert(slot, formula);
                Count::Slot(slot)
            }
        }
    }

    fn weight(&mut self) -> Weight {
        match self.take() {
            number if number.starts_with(char::is_numeric) => {
                Weight::Literal(number.parse().expect("a number"))
            }
            name => Weight::Slot(word(&name).0),
        }
    }

    /// `(2s)`
    fn length(&mut self) -> Span {
        self.arguments(Self::span).expect("a length")
    }

    fn span(&mut self) -> Span {
        match self.raw(0) {
            Raw::Literal(text) => {
                let milliseconds = length(&text).as_millis();
                Span::Literal(kept(&text), u64::try_from(milliseconds).expect("it is short"))
            }
            raw => {
                let slot = self.slot(0);
                let formula = self.typed(raw, Type::Length);
                self.data.formulas.insert(slot, formula);
                Span::Slot(slot)
            }
        }
    }

    /// The slot of a condition.
    fn answer(&mut self) -> Slot {
        match self.raw(0) {
            Raw::Name(name) if self.type_of(&name).is_none() && !is_level(&name) => {
                self.slot(word(&name).0)
            }
            raw => {
                let slot = self.slot(0);
                let formula = self.typed(raw, Type::Answer);
                self.data.formulas.insert(slot, formula);
                slot
            }
        }
    }

    fn formula_slot(&mut self, of: Type) -> Slot {
        let slot = self.slot(0);
        let formula = self.formula(of);
        self.data.formulas.insert(slot, formula);
        slot
    }

    fn formula(&mut self, of: Type) -> Formula {
        let raw = self.raw(0);
        self.typed(raw, of)
    }

    /// An expression whose operators bind at least that much.
    fn raw(&mut self, level: usize) -> Raw {
        let Some(operators) = OPERATORS.get(level) else { return self.operand() };
        let mut left = self.raw(level + 1);
        while let Some(operator) = operators.iter().find(|operator| {
            // Not the arrow of a key.
            let is_arrow = self.at + 1 < self.tokens.len()
                && self.tokens[self.at].to_string() == "="
                && self.tokens[self.at + 1].to_string() == ">";
            !is_arrow && self.eat(operator)
        }) {
            left = Raw::Binary(operator, Box::new([left, self.raw(level + 1)]));
        }
        left
    }

    fn operand(&mut self) -> Raw {
        if let Some(inner) = self.inside(Delimiter::Parenthesis, |reader| reader.raw(0)) {
            return inner;
        }
        for sign in ['!', '-'] {
            if self.eat(&sign.to_string()) {
                return Raw::Unary(sign, Box::new(self.operand()));
            }
        }
        let token = self.take();
        if token.starts_with(|first: char| first.is_numeric() || first == '"')
            || ["true", "false"].contains(&&*token)
            || SIDES.contains(&&*token)
        {
            Raw::Literal(token)
        } else {
            Raw::Name(token)
        }
    }

    /// The type of the innermost binding of a name.
    fn type_of(&self, name: &str) -> Option<Type> {
        self.scope.iter().rfind(|(other, _)| *other == name).map(|(_, of)| *of)
    }

    /// The type of the operands of an expression, if a name or a word shows it.
    fn known(&self, raw: &Raw) -> Option<Type> {
        match raw {
            Raw::Literal(_) => None,
            Raw::Name(name) => self.type_of(name).or_else(|| match word(name).1 {
                Means::Level(of) => Some(of),
                _ => Some(Type::Answer),
            }),
            Raw::Unary(_, inner) => self.known(inner),
            Raw::Binary(_, sides) => sides.iter().find_map(|side| self.known(side)),
        }
    }

    fn typed(&mut self, raw: Raw, of: Type) -> Formula {
        match raw {
            Raw::Literal(text) => Formula::Literal(of, literal(&text, of)),
            Raw::Name(name) => match self.type_of(&name) {
                Some(of) => Formula::Name(kept(&name), of),
                None => match word(&name) {
                    (slot, Means::Level(of)) => Formula::Level(of, slot),
                    (slot, _) => Formula::Word("Ask", self.slot(slot)),
                },
            },
            Raw::Unary('!', inner) => Formula::Not(Box::new(self.typed(*inner, Type::Answer))),
            Raw::Unary(_, inner) => match *inner {
                Raw::Literal(text) => Formula::Literal(of, -literal(&text, of)),
                inner => {
                    let sides = [Formula::Literal(of, 0), self.typed(inner, of)];
                    Formula::Compute(of, Box::new(sides), '-')
                }
            },
            Raw::Binary(sign, sides) => {
                let known = sides.iter().find_map(|side| self.known(side));
                let [left, right] = *sides;
                match sign {
                    "||" => Formula::Any(vec![self.typed(left, of), self.typed(right, of)]),
                    "&&" => Formula::All(vec![self.typed(left, of), self.typed(right, of)]),
                    "+" | "-" | "*" | "/" | "%" => {
                        let is_factor = of == Type::Length && ["*", "/"].contains(&sign);
                        let other = if is_factor { Type::Count } else { of };
                        let sides = [self.typed(left, of), self.typed(right, other)];
                        let sign = sign.chars().next().expect("a sign");
                        Formula::Compute(of, Box::new(sides), sign)
                    }
                    _ => {
                        let of = known.expect("a side with a type");
                        let sides = [self.typed(left, of), self.typed(right, of)];
                        Formula::Compare(of, Box::new(sides), sign)
                    }
                }
            }
        }
    }
}

fn is_level(name: &str) -> bool {
    matches!(word(name).1, Means::Level(_))
}

/// A literal as a formula keeps it.
fn literal(text: &str, of: Type) -> i32 {
    let place = |all: &[&str], text: &str| {
        let place = all.iter().position(|one| *one == text).expect("one of them");
        i32::try_from(place).expect("there are few")
    };
    match of {
        Type::Length => i32::try_from(length(text).as_millis()).expect("it is short"),
        #[allow(clippy::cast_possible_truncation, reason = "the numbers are small quarters")]
        Type::Real => (text.parse::<f64>().expect("a number") * 4.0) as i32,
        Type::Answer => i32::from(text == "true"),
        Type::Side => place(&SIDES, text),
        Type::Text => place(&TEXTS, text.trim_matches('"')),
        _ => text.parse().expect("a number"),
    }
}
