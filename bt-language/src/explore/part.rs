//! The machine of a tree from its bytes, and changes of it.

use super::values::{self, MOST_VALUES, Term, Terms, Values};
use super::{Answers, Facts, Model, Same, number};
use crate::ast::{Expression, Expressions, Kind, Node, Purpose, Tree, key_purpose};
use crate::check;
use crate::data::{Bytes, TRUE, mentions};
use crate::literals::Literals;
use crate::lower::lower;
use crate::machine::{Machine, Scope};
use crate::names::plain;
use crate::nodes::INSIDE;
use crate::place::Lines;
use crate::words::Word;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use std::collections::BTreeMap;

/// How deeply nodes may be nested: the lowering takes a part of the stack for each.
const DEEPEST: usize = 400;

/// A node of a machine, with the nodes below it: it can be changed, and then lowered again.
#[derive(Clone)]
pub struct Part {
    /// Its word.
    pub word: Word,
    /// The nodes of the table for which it stands; none if a change has added it.
    pub of: Vec<usize>,
    /// The nodes below it.
    pub children: Vec<Part>,
    literals: Literals,
    expressions: Vec<Asked>,
    terms: Terms,
}

/// An expression of which only this is known.
#[derive(Clone, Copy)]
struct Asked {
    purpose: Purpose,
    /// It is the literal `true`.
    is_true: bool,
    question: Option<Same>,
}

/// The known properties of a node in the table of a tree.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// The statuses of an action or a decorator.
    pub answers: Answers,
    /// `true` for a stateful action, a decorator or a `let` that never refuses to begin.
    pub begins: bool,
}

impl Part {
    /// Reads a machine; `called` returns the bytes of a subtree with this index in the table, if they are known.
    ///
    /// # Errors
    ///
    /// If it is nested too deeply, or the bytes are not those of a machine.
    pub fn read<'b>(
        bytes: &[u8],
        called: &dyn Fn(usize) -> Option<&'b [u8]>,
    ) -> Result<Self, String> {
        let mut reader = Reader { called, questions: BTreeMap::new(), nodes: 0, instances: 0 };
        reader.node(&mut Bytes::of(bytes), 0, 0)
    }

    /// The part of a tree of a file without mistakes, with those of the trees that it calls.
    ///
    /// # Errors
    ///
    /// If it is nested too deeply.
    pub fn of_tree(tree: &Tree, all: &[Tree]) -> Result<Self, String> {
        let names = all.iter().map(|tree| (tree.outline.name.to_string(), tree));
        let trees: BTreeMap<String, &Tree> = names.collect();
        let called = |node: &Node| trees.get(&node.calls()?.tree.to_string()).copied();
        Self::of_file(tree, &called, &mut |_, _| {})
    }

    /// The part of a tree in a file, with the trees that it calls, as far as `called` knows them. `visit` gets all nodes in
    /// pre-order, each with the place of its parent.
    ///
    /// # Errors
    ///
    /// If it is nested too deeply.
    pub(crate) fn of_file<'t>(
        tree: &'t Tree,
        called: &dyn Fn(&Node) -> Option<&'t Tree>,
        visit: &mut dyn FnMut(&'t Node, Option<usize>),
    ) -> Result<Self, String> {
        let mut writer =
            Writer { called, visit, questions: BTreeMap::new(), nodes: 0, instances: 0 };
        writer.node(&tree.root, None, &mut Above::of(0, []), 0)
    }

    /// The model of the tree; `known` has what is known of each node in the table.
    ///
    /// # Errors
    ///
    /// An internal error of the lowering.
    pub fn model(&self, known: &[Known], same_answers: bool) -> Result<Model, String> {
        self.model_with(known, same_answers, 0)
    }

    /// The same model, which computes what a file computes from literals, as long as a name has had at most 63 values. It has
    /// more states.
    ///
    /// # Errors
    ///
    /// An internal error of the lowering.
    pub fn model_with_values(&self, known: &[Known]) -> Result<Model, String> {
        self.model_with(known, true, MOST_VALUES)
    }

    /// The same for any number of values; it may have infinitely many states.
    ///
    /// # Errors
    ///
    /// An internal error of the lowering.
    pub fn model_with_all_values(&self, known: &[Known]) -> Result<Model, String> {
        self.model_with(known, true, u32::MAX)
    }

    fn model_with(
        &self,
        known: &[Known],
        same_answers: bool,
        most_values: u32,
    ) -> Result<Model, String> {
        let root = self.written();
        let machine = lower("T", None, &Scope::from([]), root, &Lines::default());
        let machine = machine.map_err(|internal| internal.to_string())?;
        let mut facts = Facts::default();
        self.each(&mut |part| {
            let known = part.of.first().and_then(|of| known.get(*of)).copied().unwrap_or_default();
            facts.answers.push(known.answers);
            facts.begins.push(known.begins);
            let questions = part.expressions.iter().map(|of| of.question.filter(|_| same_answers));
            facts.questions.push(questions.collect());
        });
        facts.forget_lone_questions(&super::comes_twice(&machine));
        let values = if most_values > 0 { self.values(&machine, most_values) } else { None };
        Ok(Model::with_values(machine, facts, values))
    }

    fn values(&self, machine: &Machine, most: u32) -> Option<Values> {
        let (mut terms, mut places) = (Vec::new(), Vec::new());
        self.each(&mut |part| {
            terms.push(part.terms.clone());
            places.push(part.of.first().copied());
        });
        Values::of(machine, terms, &places, most)
    }

    /// Returns `true` if a model with values knows more than one without.
    #[must_use]
    pub fn has_values(&self, model: &Model) -> bool {
        self.values(&model.machine, MOST_VALUES).is_some()
    }

    /// Returns `true` if the compiler refuses the tree.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        check::refuses(&self.written())
    }

    /// Calls `each` with all parts, in pre-order.
    pub fn each<'p>(&'p self, each: &mut impl FnMut(&'p Self)) {
        each(self);
        for child in &self.children {
            child.each(each);
        }
    }

    /// Exchanges a child and the one after it, with the expressions in front of them.
    pub fn swap(&mut self, child: usize) {
        self.children.swap(child, child + 1);
        let Some(purpose) = key_purpose(self.word.children()) else { return };
        let keys = self.expressions.iter().enumerate().filter(|(_, of)| of.purpose == purpose);
        let keys: Vec<usize> = keys.map(|(place, _)| place).collect();
        if let (Some(first), Some(second)) = (keys.get(child), keys.get(child + 1)) {
            self.expressions.swap(*first, *second);
        }
    }

    /// The node below a decorator that this word begins, which has no arguments.
    #[must_use]
    pub fn below(self, word: Word) -> Self {
        let (literals, expressions) = (Literals::default(), Vec::new());
        let terms = Terms::default();
        Self { word, of: Vec::new(), children: vec![self], literals, expressions, terms }
    }

    /// The syntax tree, without texts.
    fn written(&self) -> Node {
        let mut root = self.unmarked();
        root.mark_cleanups();
        root
    }

    fn unmarked(&self) -> Node {
        let mut expressions = Expressions::default();
        for Asked { purpose, is_true, .. } in &self.expressions {
            let tokens = if *is_true { quote!(true) } else { TokenStream::new() };
            expressions.push(*purpose, Expression::from(tokens));
        }
        Node {
            kind: Some(Kind::of(self.word, &self.literals, &expressions)),
            expressions,
            children: self.children.iter().map(Self::unmarked).collect(),
            label: None,
            description: None,
            span: Span::call_site(),
            cleans_up: false,
        }
    }
}

/// Makes the part of a tree from its syntax.
struct Writer<'w, 't> {
    called: &'w dyn Fn(&Node) -> Option<&'t Tree>,
    visit: &'w mut dyn FnMut(&'t Node, Option<usize>),
    /// A number for each question, by the tree, the node whose name is in it, and the text.
    questions: BTreeMap<(usize, Option<usize>, String), u32>,
    nodes: usize,
    instances: usize,
}

/// The tree in which a node is, and the names that it can use with the nodes that have them.
struct Above {
    instance: usize,
    names: Vec<(String, usize)>,
    /// What its names and parameters mean.
    scope: values::Scope,
}

impl Above {
    fn of(instance: usize, parameters: impl IntoIterator<Item = (String, values::Name)>) -> Self {
        Self { instance, names: Vec::new(), scope: parameters.into_iter().collect() }
    }
}

/// What is known of the expressions of a node in a file.
fn terms(node: &Node, scope: &values::Scope) -> Terms {
    let mut terms = Terms {
        expressions: node.expressions.iter().map(|(_, of)| term(of, scope)).collect(),
        ..Terms::default()
    };
    let kind = node.kind.as_ref();
    for name in kind.map(|kind| kind.definition().gives()).unwrap_or_default() {
        let Some(name) = values::meaning(scope, &plain(name)) else { continue };
        if node.expressions.of(Purpose::Assigned).next().is_some() {
            terms.set = Some(name);
        } else if node.calls().is_some() {
            terms.lent.push(name);
        } else {
            terms.given.push(name);
        }
    }
    terms
}

fn term(of: &Expression, scope: &values::Scope) -> Option<Term> {
    Some(Term { formula: of.meant()?, scope: scope.clone() })
}

impl<'t> Writer<'_, 't> {
    fn node(
        &mut self,
        node: &'t Node,
        parent: Option<usize>,
        above: &mut Above,
        depth: usize,
    ) -> Result<Part, String> {
        if depth > DEEPEST {
            return Err(too_deep());
        }
        let of = self.nodes;
        self.nodes += 1;
        (self.visit)(node, parent);
        let expressions = node.expressions.iter().map(|(purpose, expression)| Asked {
            purpose: *purpose,
            is_true: expression.to_string() == "true",
            question: purpose.is_asked().then(|| self.question(expression, above)),
        });
        let mut part = Part {
            word: node.word(),
            of: [of].into(),
            children: Vec::new(),
            expressions: expressions.collect(),
            literals: node.kind.as_ref().map(Kind::literals).unwrap_or_default(),
            terms: terms(node, &above.scope),
        };
        if let Some(below) = (self.called)(node) {
            part.literals = Literals([INSIDE].into());
            self.instances += 1;
            let parameters = below.parameters.iter().enumerate();
            let parameters =
                parameters.map(|(place, parameter)| (plain(&parameter.name), (of, place)));
            let mut inside = Above::of(self.instances, parameters);
            part.children.push(self.node(&below.root, Some(of), &mut inside, depth + 1)?);
        }
        let name = node.kind.as_ref().and_then(|kind| kind.definition().binds());
        let outside = above.scope.clone();
        if let Some(binding) = &name {
            let name = plain(&binding.name);
            above.names.push((name.clone(), of));
            above.scope = outside.iter().cloned().chain([(name, (of, 0))]).collect();
        }
        for child in &node.children {
            part.children.push(self.node(child, Some(of), above, depth + 1)?);
        }
        above.names.truncate(above.names.len() - usize::from(name.is_some()));
        above.scope = outside;
        Ok(part)
    }

    /// The number of a question: the same for the same text with the same names in it.
    fn question(&mut self, expression: &Expression, above: &Above) -> Same {
        let text = expression.text();
        let (question, is_opposite) = expression.question();
        let mut names = above.names.iter().rev();
        let owner = names.find(|(name, _)| mentions(&text, name)).map(|(_, of)| *of);
        let next = number(self.questions.len());
        let number = *self.questions.entry((above.instance, owner, question)).or_insert(next);
        Same { number, is_opposite }
    }
}

fn too_deep() -> String {
    format!("its nodes are nested more than {DEEPEST} deep")
}

/// Reads the machines of a tree and of its subtrees.
struct Reader<'r, 'b> {
    called: &'r dyn Fn(usize) -> Option<&'b [u8]>,
    /// A number for each question; a tree is one of its own each time it is used.
    questions: BTreeMap<(usize, u64), u32>,
    nodes: usize,
    instances: usize,
}

impl Reader<'_, '_> {
    fn node(
        &mut self,
        bytes: &mut Bytes<'_>,
        instance: usize,
        depth: usize,
    ) -> Result<Part, String> {
        if depth > DEEPEST {
            return Err(too_deep());
        }
        let of = self.nodes;
        self.nodes += 1;
        let word = Word::ALL.get(bytes.place()?).ok_or("a word that the language does not have")?;
        let mut expressions = Vec::new();
        for _ in 0..bytes.place()? {
            expressions.push(self.expression(bytes, instance)?);
        }
        let literals: Result<Vec<u64>, String> =
            (0..bytes.place()?).map(|_| bytes.number()).collect();
        let mut part = Part {
            word: *word,
            of: [of].into(),
            children: Vec::new(),
            literals: Literals(literals?),
            expressions,
            terms: Terms::default(),
        };
        let children = bytes.place()?;
        let called = Some(of).filter(|_| children == 0 && word.calls_tree());
        if let Some(below) = called.and_then(self.called) {
            part.literals = Literals([INSIDE].into());
            part.children.push(self.tree(&mut Bytes::of(below), depth + 1)?);
        }
        for _ in 0..children {
            let child = if word.calls_tree() {
                self.tree(bytes, depth + 1)
            } else {
                self.node(bytes, instance, depth + 1)
            };
            part.children.push(child?);
        }
        Ok(part)
    }

    /// A tree of its own.
    fn tree(&mut self, bytes: &mut Bytes<'_>, depth: usize) -> Result<Part, String> {
        self.instances += 1;
        self.node(bytes, self.instances, depth)
    }

    fn expression(&mut self, bytes: &mut Bytes<'_>, instance: usize) -> Result<Asked, String> {
        let number = bytes.number()?;
        let purpose = usize::try_from(number % TRUE).unwrap_or_default();
        let purpose = *Purpose::ALL.get(purpose).ok_or("an unknown purpose")?;
        let mut question = None;
        if purpose.is_asked() {
            let next = super::number(self.questions.len());
            let written = bytes.number()?;
            let number = *self.questions.entry((instance, written / 2)).or_insert(next);
            question = Some(Same { number, is_opposite: written % 2 == 1 });
        }
        Ok(Asked { purpose, is_true: number >= TRUE, question })
    }
}

impl Facts {
    /// A question that stands in one place only has no other answer to agree with, unless a tick may come to its node twice.
    fn forget_lone_questions(&mut self, comes_twice: &[bool]) {
        let mut places: BTreeMap<u32, u32> = BTreeMap::new();
        for (questions, comes_twice) in self.questions.iter().zip(comes_twice) {
            for question in questions.iter().flatten() {
                *places.entry(question.number).or_default() += 1 + u32::from(*comes_twice);
            }
        }
        places.retain(|_, count| *count > 1);
        for (new, place) in places.values_mut().enumerate() {
            *place = number(new);
        }
        for question in self.questions.iter_mut().flatten() {
            *question = question.and_then(|of| {
                let number = places.get(&of.number).copied()?;
                Some(Same { number, ..of })
            });
        }
        self.count = places.len();
    }
}
