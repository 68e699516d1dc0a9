//! The values of names, as far as a file computes them from literals, `set`, `for` and parameters.
//!
//! A `let`, and each parameter of a call, has a cell in the state: the number of its value, or 0 if that is not known. What
//! words give is not known, and a name that has had too many values has none that is known any more, so there are few states
//! more than without values.

use super::number;
use crate::ast::{Comparison, Computation, Constant, Formula, Operation, Purpose, Type};
use crate::machine::{ExpressionId, Field, FrameId, Machine, NodeId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Add, Div, Mul, Rem, Sub};
use std::rc::Rc;

/// The largest number of known values of a name.
pub(crate) const MOST_VALUES: u32 = 63;

/// An expression of a file, with what its names mean.
#[derive(Clone, Debug)]
pub(super) struct Term {
    pub(super) formula: Rc<Formula>,
    pub(super) scope: Scope,
}

/// The names that an expression can use; the last one hides others with the same name.
pub(super) type Scope = Rc<[(String, Name)]>;

/// A name: the place of its `let` or `for`, or that of the call and the index of the parameter.
pub(super) type Name = (usize, usize);

/// The result of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Known(Constant),
    /// It divides by zero, or does not fit into its type.
    NoResult,
    Unknown,
}

/// What is known of the expressions of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct Terms {
    /// A term for each expression that has one.
    pub(super) expressions: Vec<Option<Term>>,
    /// The names to which a word gives a value when its node has ended.
    pub(super) given: Vec<Name>,
    /// The names to which a tree may give a value in each of its ticks.
    pub(super) lent: Vec<Name>,
    /// The name that a `set` gives a value.
    pub(super) set: Option<Name>,
}

/// A cell of a frame with the number of a value.
#[derive(Clone, Copy)]
pub(super) struct ValueCell {
    pub(super) frame: FrameId,
    /// The index among those cells of the frame.
    pub(super) index: usize,
    /// The value with which the name begins, if it has one.
    pub(super) value: Option<ExpressionId>,
    /// The index of the list of its values.
    list: usize,
}

/// A name whose values are known.
#[derive(Clone, Copy)]
enum Variable {
    /// The value is that of a cell of a frame.
    Cell(ValueCell),
    /// A number of a range of literals: its end, and the frame that counts the numbers down to it.
    Counted(FrameId, i128),
}

/// The names of a machine whose values are known.
pub(super) struct Values {
    variables: BTreeMap<Name, Variable>,
    /// The cells of each frame.
    cells: BTreeMap<usize, Vec<ValueCell>>,
    terms: Vec<Terms>,
    /// The values that each `let` has had.
    known: RefCell<Vec<Vec<Constant>>>,
    /// The largest number of them.
    most: u32,
}

impl Values {
    /// Finds the names on which answers depend, each with at most this number of values; none if there are no such names.
    pub(super) fn of(
        machine: &Machine,
        terms: Vec<Terms>,
        places: &[Option<usize>],
        most: u32,
    ) -> Option<Self> {
        let lent: BTreeSet<Name> = terms.iter().flat_map(|of| of.lent.iter().copied()).collect();
        let (variables, cells, known) = (BTreeMap::new(), BTreeMap::new(), RefCell::default());
        let mut values = Self { variables, cells, terms, known, most };
        let mut used = values.used(machine, places);
        used.retain(|name| !lent.contains(name));
        for frame in &machine.frames {
            let Some(place) = places.get(frame.node.place()).copied().flatten() else { continue };
            for field in frame.fields.iter().filter(|_| used.contains(&(place, 0))) {
                match field {
                    Field::Value { value, .. } => values.keep((place, 0), frame.id, Some(*value)),
                    Field::Place { .. } => values.keep((place, 0), frame.id, None),
                    Field::Numbers { range, .. } if range.rounds().is_some() => {
                        let end = values.term(range.of).and_then(|term| match &*term.formula {
                            Formula::Range(ends) => match ends[1] {
                                Formula::Constant(Constant::Integer(end)) => Some(end),
                                _ => None,
                            },
                            _ => None,
                        });
                        if let Some(end) = end {
                            values.variables.insert((place, 0), Variable::Counted(frame.id, end));
                        }
                    }
                    Field::Numbers { .. }
                    | Field::Rounds(_)
                    | Field::Deadline(_)
                    | Field::Due(_)
                    | Field::Decorator(_)
                    | Field::Tried { .. }
                    | Field::Ranked(_)
                    | Field::InTurn(_)
                    | Field::Until { .. }
                    | Field::Stopping => {}
                }
            }
            // A call: its parameters have the values of the tick in which it begins.
            for (parameter, value) in machine[frame.node].ids(Purpose::Parameter).enumerate() {
                if used.contains(&(place, parameter)) {
                    values.keep((place, parameter), frame.id, Some(value));
                }
            }
        }
        let has_any = !values.variables.is_empty() || values.has_constant(machine);
        has_any.then_some(values)
    }

    /// Gives a frame a cell for the value of a name.
    fn keep(&mut self, name: Name, frame: FrameId, value: Option<ExpressionId>) {
        let known = self.known.get_mut();
        known.push(Vec::new());
        let cells = self.cells.entry(frame.place()).or_default();
        let cell = ValueCell { frame, index: cells.len(), value, list: known.len() - 1 };
        cells.push(cell);
        self.variables.insert(name, Variable::Cell(cell));
    }

    /// Returns `true` if an answer is computed without the name of a `let` or a `for`; `else` is none that is computed.
    fn has_constant(&self, machine: &Machine) -> bool {
        let is_computed = |of: &Term| {
            let run = Run { values: self, cell: &|_, _| 0 };
            !matches!(*of.formula, Formula::Constant(_))
                && run.compute(&of.formula, &of.scope) != Value::Unknown
        };
        machine.nodes.iter().zip(&self.terms).any(|(node, terms)| {
            let mut all = node.expressions.iter().zip(&terms.expressions);
            all.any(|((purpose, _), term)| {
                answers(*purpose) && term.as_ref().is_some_and(is_computed)
            })
        })
    }

    /// The names on which an answer depends, or the value of such a name.
    fn used(&self, machine: &Machine, places: &[Option<usize>]) -> BTreeSet<Name> {
        let (mut used, mut next) = (BTreeSet::new(), Vec::new());
        let mut from = BTreeMap::<Name, Vec<Name>>::new();
        for (node, terms) in machine.nodes.iter().zip(&self.terms) {
            let place = places.get(node.id.place()).copied().flatten().unwrap_or(usize::MAX);
            let mut parameters = 0..;
            for ((purpose, _), term) in node.expressions.iter().zip(&terms.expressions) {
                let of = match purpose {
                    Purpose::Assigned => terms.set,
                    Purpose::Value => Some((place, 0)),
                    Purpose::Parameter => parameters.next().map(|parameter| (place, parameter)),
                    Purpose::Answer
                    | Purpose::Decision
                    | Purpose::Results
                    | Purpose::Scrutinee
                    | Purpose::Pattern
                    | Purpose::Act
                    | Purpose::Made
                    | Purpose::Decorator
                    | Purpose::Statement
                    | Purpose::Length
                    | Purpose::Lasting
                    | Purpose::Count
                    | Purpose::Weight
                    | Purpose::Draw
                    | Purpose::Score
                    | Purpose::Margin
                    | Purpose::Blackboard
                    | Purpose::Lent
                    | Purpose::Range => None,
                };
                let Some(term) = term else { continue };
                // A `let` without a value does not begin.
                if answers(*purpose) || *purpose == Purpose::Value && term.formula.may_fail() {
                    term.names(&mut next);
                }
                if let Some(of) = of {
                    term.names(from.entry(of).or_default());
                }
            }
        }
        while let Some(name) = next.pop() {
            if used.insert(name) {
                next.extend(from.remove(&name).unwrap_or_default());
            }
        }
        used
    }

    /// The cells of a frame with the numbers of values.
    pub(super) fn cells(&self, frame: FrameId) -> &[ValueCell] {
        self.cells.get(&frame.place()).map(Vec::as_slice).unwrap_or_default()
    }

    fn term(&self, of: ExpressionId) -> Option<&Term> {
        self.terms.get(of.node.place())?.expressions.get(of.place)?.as_ref()
    }

    /// The value of an expression; `cell` gives a cell of a frame.
    pub(super) fn compute(&self, of: ExpressionId, cell: &dyn Fn(FrameId, usize) -> u32) -> Value {
        let Some(term) = self.term(of) else { return Value::Unknown };
        Run { values: self, cell }.compute(&term.formula, &term.scope)
    }

    /// The index of the first of these patterns that matches a value; none if that is not known.
    pub(super) fn matching(&self, patterns: &[ExpressionId], value: &Constant) -> Option<usize> {
        for (place, pattern) in patterns.iter().enumerate() {
            match &*self.term(*pattern)?.formula {
                Formula::OneOf(all) if all.is_empty() || all.contains(value) => return Some(place),
                Formula::OneOf(_) => {}
                _ => return None,
            }
        }
        None
    }

    /// The cell that a `set` changes.
    pub(super) fn set_by(&self, node: NodeId) -> Option<ValueCell> {
        self.cell_of(self.terms.get(node.place())?.set?)
    }

    /// The cells whose values are not known after a node has ended.
    pub(super) fn given_by(&self, node: NodeId) -> impl Iterator<Item = ValueCell> {
        let given = self.terms.get(node.place()).map(|terms| terms.given.as_slice());
        given.unwrap_or_default().iter().filter_map(|name| self.cell_of(*name))
    }

    fn cell_of(&self, name: Name) -> Option<ValueCell> {
        match self.variables.get(&name)? {
            Variable::Cell(cell) => Some(*cell),
            Variable::Counted(..) => None,
        }
    }

    /// The number of a value; 0 if it is not known, or one too many.
    pub(super) fn number(&self, of: ValueCell, value: Value) -> u32 {
        let Value::Known(value) = value else { return 0 };
        let known = &mut self.known.borrow_mut()[of.list];
        let place = known.iter().position(|known| is_same(known, &value));
        let place = place.or_else(|| {
            let is_one_more = number(known.len()) < self.most;
            is_one_more.then(|| {
                known.push(value);
                known.len() - 1
            })
        });
        place.map_or(0, |place| number(place + 1))
    }
}

impl Term {
    /// Adds its names.
    fn names(&self, names: &mut Vec<Name>) {
        each_name(&self.formula, &mut |name| names.extend(meaning(&self.scope, name)));
    }
}

/// Returns `true` for an expression that chooses what a tick does.
const fn answers(purpose: Purpose) -> bool {
    matches!(purpose, Purpose::Answer | Purpose::Decision | Purpose::Results | Purpose::Scrutinee)
}

fn each_name(formula: &Formula, visit: &mut dyn FnMut(&str)) {
    if let Formula::Name(name) = formula {
        visit(name);
    }
    for part in formula.parts() {
        each_name(part, visit);
    }
}

pub(super) fn meaning(scope: &Scope, name: &str) -> Option<Name> {
    scope.iter().rev().find(|(own, _)| own == name).map(|(_, name)| *name)
}

/// Returns `true` for values that no expression tells apart.
fn is_same(one: &Constant, other: &Constant) -> bool {
    match (one, other) {
        (Constant::Single(one), Constant::Single(other)) => one.to_bits() == other.to_bits(),
        (Constant::Double(one), Constant::Double(other)) => one.to_bits() == other.to_bits(),
        (one, other) => one == other,
    }
}

/// One computation.
struct Run<'r> {
    values: &'r Values,
    cell: &'r dyn Fn(FrameId, usize) -> u32,
}

impl Run<'_> {
    fn compute(&self, formula: &Formula, scope: &Scope) -> Value {
        use Value::{Known, NoResult, Unknown};
        match formula {
            Formula::Constant(constant) => Known(constant.clone()),
            Formula::Name(name) => meaning(scope, name).map_or(Unknown, |name| self.value(name)),
            Formula::Set(_, inner) => self.compute(inner, scope),
            Formula::Not(inner) => match self.compute(inner, scope) {
                Known(Constant::Bool(holds)) => Known(Constant::Bool(!holds)),
                Known(_) | Unknown => Unknown,
                NoResult => NoResult,
            },
            Formula::All(all) => self.first(all, false, scope),
            Formula::Any(all) => self.first(all, true, scope),
            Formula::Results(all) => {
                let results: Vec<Value> = all.iter().map(|one| self.compute(one, scope)).collect();
                if results.contains(&NoResult) {
                    Known(Constant::Bool(false))
                } else if results.contains(&Unknown) {
                    Unknown
                } else {
                    Known(Constant::Bool(true))
                }
            }
            Formula::Compare(sides, comparison, _) => {
                match (self.compute(&sides[0], scope), self.compute(&sides[1], scope)) {
                    (Known(left), Known(right)) => compare(&left, *comparison, &right)
                        .map_or(Unknown, |holds| Known(Constant::Bool(holds))),
                    (NoResult, _) | (_, NoResult) => NoResult,
                    (Unknown, _) | (_, Unknown) => Unknown,
                }
            }
            Formula::Compute(first, computations) => {
                let mut value = self.compute(first, scope);
                for Computation { operation, with, of, scales } in computations {
                    value = match (value, self.compute(with, scope)) {
                        (Known(left), Known(right)) if !scales => {
                            operate(&left, *operation, &right, of)
                        }
                        (NoResult, _) | (_, NoResult) => NoResult,
                        (Known(_), Known(_)) | (Unknown, _) | (_, Unknown) => Unknown,
                    };
                }
                value
            }
            Formula::Call(_) | Formula::Range(_) | Formula::OneOf(_) => Unknown,
        }
    }

    /// `A && B`, which ends with the first part that is false; or `A || B`, with the first that is true.
    fn first(&self, all: &[Formula], ends: bool, scope: &Scope) -> Value {
        for one in all {
            match self.compute(one, scope) {
                Value::Known(Constant::Bool(holds)) if holds != ends => {}
                Value::Known(Constant::Bool(holds)) => {
                    return Value::Known(Constant::Bool(holds));
                }
                Value::NoResult => return Value::NoResult,
                Value::Known(_) | Value::Unknown => return Value::Unknown,
            }
        }
        Value::Known(Constant::Bool(!ends))
    }

    fn value(&self, name: Name) -> Value {
        let value = match self.values.variables.get(&name) {
            Some(Variable::Cell(cell)) => {
                let place = ((self.cell)(cell.frame, cell.index) as usize).checked_sub(1);
                let known = self.values.known.borrow();
                place.and_then(|place| known[cell.list].get(place).cloned())
            }
            Some(Variable::Counted(frame, end)) => {
                Some(Constant::Integer(end - i128::from((self.cell)(*frame, 0))))
            }
            None => None,
        };
        value.map_or(Value::Unknown, Value::Known)
    }
}

fn compare(left: &Constant, comparison: Comparison, right: &Constant) -> Option<bool> {
    let order = match (left, right) {
        (Constant::Bool(left), Constant::Bool(right)) => Some(left.cmp(right)),
        (Constant::Integer(left), Constant::Integer(right)) => Some(left.cmp(right)),
        (Constant::Single(left), Constant::Single(right)) => left.partial_cmp(right),
        (Constant::Double(left), Constant::Double(right)) => left.partial_cmp(right),
        (Constant::Duration(left), Constant::Duration(right)) => Some(left.cmp(right)),
        (Constant::Text(left), Constant::Text(right)) => Some(left.cmp(right)),
        (Constant::Variant(left), Constant::Variant(right)) => Some(left.cmp(right)),
        _ => return None,
    };
    Some(comparison.holds(order))
}

/// The result of an operation on two values of one type, as running trees compute it.
fn operate(left: &Constant, operation: Operation, right: &Constant, of: &Type) -> Value {
    let value = match (left, right, of) {
        (Constant::Integer(left), Constant::Integer(right), Type::Integer(of)) => {
            let divides = matches!(operation, Operation::Divide | Operation::Remainder);
            // The smallest value has no opposite.
            if divides && (*right == 0 || *right == -1 && *left == of.least && of.least < 0) {
                return Value::NoResult;
            }
            let result = match operation {
                Operation::Add => left.checked_add(*right),
                Operation::Subtract => left.checked_sub(*right),
                Operation::Multiply => left.checked_mul(*right),
                Operation::Divide => left.checked_div(*right),
                Operation::Remainder => left.checked_rem(*right),
            };
            match result {
                Some(result) if result < of.least => return Value::NoResult,
                // Half of the values of a `u128` do not fit into an `i128`.
                None if of.name == "u128" => return Value::Unknown,
                Some(result) if result > of.most => return Value::NoResult,
                None => return Value::NoResult,
                // On some machines a `usize` has 32 bits.
                Some(result) if of.name.ends_with("size") && i32::try_from(result).is_err() => {
                    return Value::Unknown;
                }
                Some(result) => Constant::Integer(result),
            }
        }
        (Constant::Single(left), Constant::Single(right), _) => {
            Constant::Single(float(*left, operation, *right))
        }
        (Constant::Double(left), Constant::Double(right), _) => {
            Constant::Double(float(*left, operation, *right))
        }
        (Constant::Duration(left), Constant::Duration(right), _) => {
            let result = match operation {
                Operation::Add => left.checked_add(*right),
                Operation::Subtract => left.checked_sub(*right),
                Operation::Multiply | Operation::Divide | Operation::Remainder => None,
            };
            let Some(result) = result else { return Value::NoResult };
            Constant::Duration(result)
        }
        _ => return Value::Unknown,
    };
    Value::Known(value)
}

fn float<T>(left: T, operation: Operation, right: T) -> T
where
    T: Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T> + Rem<Output = T>,
{
    match operation {
        Operation::Add => left + right,
        Operation::Subtract => left - right,
        Operation::Multiply => left * right,
        Operation::Divide => left / right,
        Operation::Remainder => left % right,
    }
}
