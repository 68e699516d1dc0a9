//! Forests that can stand in a file: what only Rust can say becomes something else, and expressions compute.

use crate::language::{
    Argument, Board, Count, Data, Forest, Formula, Found, Gives, Head, Margin, Name, Node, Numbers,
    Results, SIDES, Slot, Span, Tree, Type, Use, Way, Weight,
};
use crate::random::{Random, mix};
use std::collections::BTreeMap;

/// The first slot of the vocabulary's values; each type has as many slots.
pub const VALUES: Slot = 8;
/// The first slot of values that are lengths of time.
pub const SPANS: Slot = 800;
/// The first slot of values that are counts.
pub const COUNTS: Slot = 810;
/// The first slot of values that are weights.
pub const WEIGHTS: Slot = 820;
/// The first slot of values that are scores.
pub const SCORES: Slot = 830;
/// The first slot of values that are margins.
pub const MARGINS: Slot = 840;
/// The slot of the vocabulary's random numbers.
pub const DRAW: Slot = 900;
/// The slots of values with which files compute.
const LEVELS: Slot = 850;
const LAST_LEVEL: Slot = 899;

/// The types of numbers that names have.
const NUMBERS: [Type; 9] = [
    Type::Count,
    Type::Count,
    Type::Small,
    Type::Signed,
    Type::Size,
    Type::Real,
    Type::Length,
    Type::Side,
    Type::Text,
];

/// The same forest for a file.
#[must_use]
pub fn filed(mut forest: Forest) -> Forest {
    // The same for the same forest.
    let seed = format!("{forest:?}").bytes().fold(0, |seed, byte| mix(seed, u64::from(byte)));
    let mut filer = Filer {
        random: Random::new(seed),
        uses: std::mem::take(&mut forest.uses),
        data: Data::default(),
        scope: Vec::new(),
        trees: Vec::new(),
    };
    let last = forest.trees.len() - 1;
    for (place, tree) in forest.trees.iter_mut().enumerate() {
        filer.tree(tree, place == last);
    }
    forest.data = filer.data;
    forest
}

/// A name in scope, and its type.
type Scoped = (Name, Type, bool);

struct Filer {
    random: Random,
    /// The names that expressions used before.
    uses: BTreeMap<Slot, Use>,
    data: Data,
    /// From the outermost to the innermost; `true` if it always has a value.
    scope: Vec<Scoped>,
    /// The types of the parameters of the trees so far.
    trees: Vec<Vec<(Name, Type)>>,
}

impl Filer {
    fn tree(&mut self, tree: &mut Tree, is_main: bool) {
        tree.board = Board::World;
        if is_main {
            tree.parameters.clear();
        }
        self.scope.clear();
        let mut types = Vec::new();
        for name in &tree.parameters {
            let of = if self.random.chance(60) { self.number_type() } else { Type::Kept };
            types.push((*name, of));
            self.data.types.insert((tree.name.clone(), name), of);
            self.scope.push((name, of, true));
        }
        self.scope.extend(tree.result.map(|name| (name, Type::Kept, false)));
        self.trees.push(types);
        self.node(&mut tree.root);
    }

    fn number_type(&mut self) -> Type {
        NUMBERS[self.random.below(NUMBERS.len())]
    }

    /// The innermost binding of a name.
    fn innermost(&self, name: Name) -> Option<Scoped> {
        self.scope.iter().rfind(|(other, ..)| *other == name).copied()
    }

    /// A name of this type that has a value.
    fn name_of(&mut self, of: Type) -> Option<Formula> {
        let mut fitting = Vec::new();
        for (name, ..) in &self.scope {
            if let Some((name, own, true)) = self.innermost(name) {
                if own == of {
                    fitting.push(name);
                }
            }
        }
        if fitting.is_empty() {
            return None;
        }
        Some(Formula::Name(fitting[self.random.below(fitting.len())], of))
    }

    fn level(&mut self, of: Type) -> Formula {
        let count = (LAST_LEVEL - LEVELS + 1) as usize;
        let slot = LEVELS + Slot::try_from(self.random.below(count)).expect("it is small");
        Formula::Level(of, slot)
    }

    /// An expression of a type of numbers.
    fn number(&mut self, of: Type, depth: usize) -> Formula {
        let what = self.random.below(if depth == 0 || of.is_plain() { 5 } else { 9 });
        if what < 3 {
            if let Some(name) = self.name_of(of) {
                return name;
            }
        }
        match what {
            0 | 3 => self.level(of),
            1 | 2 | 4 => self.literal(of),
            _ if of == Type::Length => {
                if self.random.chance(50) {
                    let sign = ['+', '-'][self.random.below(2)];
                    let sides = [self.number(of, depth - 1), self.number(of, depth - 1)];
                    return Formula::Compute(of, Box::new(sides), sign);
                }
                let sign = ['*', '/'][self.random.below(2)];
                let factor = self.number(Type::Count, depth - 1);
                let length = self.level(of);
                Formula::Compute(of, Box::new([length, self.not_literal(factor)]), sign)
            }
            _ => {
                // A state with something that is no number is not equal to itself.
                let signs = if of == Type::Real { 4 } else { 7 };
                let sign = ['+', '+', '-', '-', '*', '/', '%'][self.random.below(signs)];
                let sides = [self.number(of, depth - 1), self.number(of, depth - 1)];
                Formula::Compute(of, Box::new(sides), sign)
            }
        }
    }

    /// A factor whose type can be seen.
    fn not_literal(&mut self, of: Formula) -> Formula {
        if is_known(&of) { of } else { self.level(Type::Count) }
    }

    fn literal(&mut self, of: Type) -> Formula {
        let number = match of {
            Type::Length => [0, 250, 500, 1000, 2000][self.random.below(5)],
            Type::Signed => [0, 1, -2, 3, i32::MAX][self.random.below(5)],
            Type::Real => [0, 1, 2, 4, -4][self.random.below(5)],
            Type::Small => [0, 1, 2, 3, 200][self.random.below(5)],
            Type::Answer => [0, 1][self.random.below(2)],
            Type::Side | Type::Text => [0, 1, 2][self.random.below(3)],
            Type::Kept | Type::Count | Type::Size => [0, 1, 2, 3, 4][self.random.below(5)],
        };
        Formula::Literal(of, number)
    }

    /// An answer that is not recorded.
    fn answer(&mut self, depth: usize) -> Formula {
        match self.random.below(if depth == 0 { 4 } else { 7 }) {
            0 => self.level(Type::Answer),
            1..4 => {
                let of = self.number_type();
                let left = self.number(of, 2);
                let left = if is_known(&left) { left } else { self.level(of) };
                let sides = [left, self.number(of, 1)];
                let signs = ["==", "!=", "<", "<=", ">", ">="];
                let signs = if of.is_plain() { &signs[..2] } else { &signs };
                Formula::Compare(of, Box::new(sides), signs[self.random.below(signs.len())])
            }
            4 => Formula::Not(Box::new(self.answer(depth - 1))),
            5 => Formula::All(vec![self.answer(depth - 1), self.answer(depth - 1)]),
            _ => Formula::Any(vec![self.answer(depth - 1), self.answer(depth - 1)]),
        }
    }

    /// Lets the word of a slot have an argument, perhaps a name that its expression used before.
    fn argument(&mut self, slot: Slot, ways: &[Way]) {
        let way = ways[self.random.below(ways.len())];
        if let Some(used) = self.uses.get(&slot).copied() {
            let bound = self.innermost(used.name).map(|(_, of, _)| of);
            if bound == Some(Type::Count) && ways.contains(&Way::At) {
                let of = Formula::Name(used.name, Type::Count);
                self.data.arguments.insert(slot, Argument { of, way: Way::At });
                return;
            }
            if bound == Some(Type::Kept) && way != Way::At {
                let of = Formula::Name(used.name, Type::Kept);
                self.data.arguments.insert(slot, Argument { of, way });
                return;
            }
        }
        if ways.contains(&Way::At) && self.random.chance(30) {
            let of = self.number(Type::Count, 2);
            self.data.arguments.insert(slot, Argument { of, way: Way::At });
        } else if way != Way::At && self.random.chance(50) {
            if let Some(of) = self.name_of(Type::Kept) {
                self.data.arguments.insert(slot, Argument { of, way });
            }
        }
    }

    /// The answer of a condition or a guard.
    fn asked(&mut self, word: &'static str, slot: Slot) {
        self.argument(slot, &ALL);
        if self.random.chance(25) {
            let (word, other) = (Formula::Word(word, slot), self.answer(1));
            let formula = match self.random.below(6) {
                0 => Formula::All(vec![word, other]),
                1 => Formula::All(vec![other, word]),
                2 => Formula::Any(vec![word, other]),
                3 => Formula::Any(vec![other, word]),
                4 => Formula::Not(Box::new(word)),
                _ => other,
            };
            self.data.formulas.insert(slot, formula);
        }
    }

    /// The answer of an `if`, which is asked for its result before.
    fn decided(&mut self, slot: Slot) {
        if self.random.chance(40) {
            let answer = self.answer(2);
            // A level or a literal alone is no expression of several words, and a name may be.
            self.data.formulas.insert(slot, answer);
        } else {
            self.argument(slot, &ALL);
        }
    }

    fn span(&mut self, of: &mut Span) {
        match of {
            Span::Slot(slot) if self.random.chance(50) => {
                let formula = self.number(Type::Length, 2);
                self.data.formulas.insert(*slot, formula);
            }
            Span::Slot(slot) => value(slot, SPANS),
            Span::Literal(text, 750) => *text = "750ms",
            Span::Literal(..) => {}
        }
    }

    fn count(&mut self, of: &mut Count) {
        let Count::Slot(slot) = of else { return };
        if self.random.chance(50) {
            let formula = self.number(Type::Count, 2);
            if let Formula::Literal(_, number) = formula {
                let number = u32::try_from(number).expect("it is not negative").max(1);
                *of = Count::Literal(number);
            } else {
                self.data.formulas.insert(*slot, formula);
            }
        } else {
            value(slot, COUNTS);
        }
    }

    fn scores(&mut self, slots: &mut [Slot]) {
        for slot in slots {
            if self.random.chance(40) {
                let sides = [self.number(Type::Real, 2), self.number(Type::Real, 1)];
                let sign = ['+', '-', '*', '/', '%'][self.random.below(5)];
                let formula = Formula::Compute(Type::Real, Box::new(sides), sign);
                self.data.formulas.insert(*slot, formula);
            } else {
                value(slot, SCORES);
            }
        }
    }

    /// The value of a parameter of a tree, or of a `let`.
    fn found(&mut self, slot: Slot, of: Type) {
        if of != Type::Kept {
            let formula = self.number(of, 2);
            self.data.formulas.insert(slot, formula);
            return;
        }
        let copied = if self.random.chance(30) { self.name_of(of) } else { None };
        match copied {
            Some(name) => drop(self.data.formulas.insert(slot, name)),
            None => self.argument(slot, &ALL),
        }
    }

    fn node(&mut self, of: &mut Node) {
        self.head(&mut of.head, of.children.len());
        if let Head::Place(name, of_place) = &mut of.head {
            if self.random.chance(50) && !takes_of_tree(&of.children[0], name) {
                *of_place = self.number_type();
            }
        }
        let names = self.scope.len();
        match of.head {
            Head::Let(name, ..) => self.scope.push((name, Type::Kept, true)),
            Head::Place(name, of) => self.scope.push((name, of, false)),
            Head::Bind(name, of, _) => self.scope.push((name, of, true)),
            Head::For(name, _) => self.scope.push((name, Type::Size, true)),
            _ => {}
        }
        of.children.iter_mut().for_each(|child| self.node(child));
        self.scope.truncate(names);
    }

    /// An action that gives a value to a name, of whatever type.
    fn given(&mut self, slot: Slot, name: Name, results: Results) -> Head {
        match self.innermost(name) {
            Some((_, Type::Kept, _)) => {
                if let Some(number) =
                    self.count_to_give().filter(|_| !matches!(results, Results::Job))
                {
                    self.argument(slot, &ALL);
                    return Head::Both(slot, [name, number]);
                }
                let ways = if matches!(results, Results::Job) { &MADE[..] } else { &ALL[..] };
                self.argument(slot, ways);
                Head::Give(slot, name, results)
            }
            Some((_, Type::Count, _)) if self.random.chance(50) => {
                self.argument(slot, &ALL);
                Head::Gain(slot, name)
            }
            Some((_, of, has_value)) if !has_value || !self.is_number_of_for(name) => {
                Head::Set(name, self.number(of, 2))
            }
            _ => {
                self.argument(slot, &MADE);
                Head::Give(slot, "", results)
            }
        }
    }

    /// A name for a number, which may have no value yet.
    fn count_to_give(&self) -> Option<Name> {
        let names = self.scope.iter().filter_map(|(name, ..)| self.innermost(name));
        names.filter(|(_, of, _)| *of == Type::Count).map(|(name, ..)| name).next_back()
    }

    fn is_number_of_for(&self, name: Name) -> bool {
        // A `let` of the same type has the same uses here.
        matches!(self.innermost(name), Some((_, Type::Size, _)) | None)
    }

    #[allow(clippy::too_many_lines, reason = "each kind of node has an arm")]
    fn head(&mut self, head: &mut Head, branches: usize) {
        match head {
            Head::Hired(slot) | Head::Job(slot) => {
                self.argument(*slot, &MADE);
                *head = Head::Job(*slot);
            }
            Head::Await(slot) => *head = Head::Vow(*slot),
            Head::With(slot) => self.argument(*slot, &MADE),
            Head::Give(slot, name, results) => *head = self.given(*slot, name, *results),
            Head::Condition(slot) => self.asked("Ask", *slot),
            Head::Guard(slot) => self.asked("Decide", *slot),
            Head::PrioritySelector(conditions) => {
                for slot in conditions.iter().flatten() {
                    self.asked("Decide", *slot);
                }
            }
            Head::If(slot) | Head::ActiveIf(slot) => self.decided(*slot),
            Head::Match(slot) | Head::ActiveMatch(slot) => {
                if branches <= SIDES.len() && self.random.chance(40) {
                    let formula = self.number(Type::Side, 0);
                    let formula = if is_known(&formula) { formula } else { self.level(Type::Side) };
                    self.data.formulas.insert(*slot, formula);
                } else if self.random.chance(60) {
                    let formula = self.number(Type::Count, 2);
                    let formula = self.not_literal(formula);
                    self.data.formulas.insert(*slot, formula);
                } else {
                    self.argument(*slot, &ALL);
                }
            }
            Head::Action(slot, gives) => {
                // Some change a number instead.
                let changed = if self.random.chance(20) { Some(self.number_type()) } else { None };
                let name = changed.filter(|of| *of != Type::Size);
                match name.and_then(|of| self.name_of(of)) {
                    Some(Formula::Name(name, of)) => {
                        *head = Head::Set(name, self.number(of, 2));
                    }
                    _ if matches!(gives, Gives::Status | Gives::Result) => {
                        self.argument(*slot, &ALL);
                    }
                    _ => {}
                }
            }
            Head::Service(of, slot) => {
                self.span(of);
                self.argument(*slot, &ALL);
            }
            Head::Finally(slot, has_ticket) => {
                // It counts the values, and how often one is copied is not specified.
                if !*has_ticket {
                    self.argument(*slot, &[Way::At, Way::Of]);
                }
            }
            Head::Let(name, slot, _) => {
                if self.random.chance(60) {
                    let of = self.number_type();
                    *head = Head::Bind(name, of, self.number(of, 2));
                } else {
                    self.found(*slot, Type::Kept);
                    *head = Head::Let(name, *slot, Found::Value);
                }
            }
            Head::For(_, Numbers::Slot(slot)) => {
                // Ranges are short.
                let four = Formula::Literal(Type::Size, 4);
                let level = self.number(Type::Size, 1);
                let level = if is_known(&level) { level } else { self.level(Type::Size) };
                let end = Formula::Compute(Type::Size, Box::new([level, four]), '%');
                let start = Formula::Literal(Type::Size, 0);
                let start = if self.random.chance(50) { start } else { self.number(Type::Size, 1) };
                self.data.ranges.insert(*slot, [start, end]);
            }
            Head::Subtree(subtree) => {
                subtree.borrows = false;
                let types = self.trees[subtree.tree].clone();
                // Their values are read in the order of the declaration.
                let place = |name| types.iter().position(|(other, _)| *other == name);
                subtree.arguments.sort_by_key(|(name, _)| place(*name));
                for ((_, slot), (_, of)) in subtree.arguments.iter().zip(&types) {
                    self.found(*slot, *of);
                }
                let taker = subtree.gives.and_then(|name| self.innermost(name));
                subtree.gives = taker.filter(|(_, of, _)| *of == Type::Kept).map(|(name, ..)| name);
            }
            Head::RandomSelector(draw, weights) | Head::RandomSequence(draw, weights) => {
                *draw = DRAW;
                for weight in weights {
                    if let Weight::Slot(slot) = weight {
                        value(slot, WEIGHTS);
                    }
                }
            }
            Head::UtilitySelector(scores) => self.scores(scores),
            Head::ActiveUtilitySelector(margin, scores) => {
                self.scores(scores);
                if let Margin::Slot(slot) = margin {
                    if self.random.chance(40) {
                        let formula = self.number(Type::Real, 2);
                        self.data.formulas.insert(*slot, formula);
                    } else {
                        value(slot, MARGINS);
                    }
                }
            }
            Head::Repeat(count, every) | Head::Retry(count, every) => {
                if let Some(count) = count {
                    self.count(count);
                }
                if let Some(every) = every {
                    self.span(every);
                }
            }
            Head::Recover(count) => self.count(count),
            Head::Wait(of)
            | Head::Timeout(of)
            | Head::Delay(of)
            | Head::Cooldown(of, _)
            | Head::Every(of) => self.span(of),
            Head::Pipeline(lasts) => lasts.iter_mut().flatten().for_each(|of| self.span(of)),
            Head::Nap(_)
            | Head::Vow(_)
            | Head::Gain(..)
            | Head::Both(..)
            | Head::Set(..)
            | Head::Bind(..)
            | Head::Place(..)
            | Head::For(_, Numbers::Literal(..))
            | Head::Succeed
            | Head::Fail
            | Head::Running
            | Head::Sequence
            | Head::Selector
            | Head::ActiveSequence
            | Head::ActiveSelector
            | Head::Parallel(_)
            | Head::Monitor { .. }
            | Head::RoundRobin
            | Head::Not
            | Head::ForceSuccess
            | Head::ForceFailure
            | Head::Once
            | Head::Cleanup
            | Head::Ticket(_) => {}
        }
    }
}

const ALL: [Way; 3] = [Way::At, Way::By, Way::Of];
/// Of what is made when a node begins.
const MADE: [Way; 2] = [Way::At, Way::By];

/// Returns `true` if a subtree below gives a name its value, which is no number then.
fn takes_of_tree(node: &Node, name: Name) -> bool {
    matches!(&node.head, Head::Subtree(subtree) if subtree.gives == Some(name))
        || node.children.iter().any(|child| takes_of_tree(child, name))
}

/// Returns `true` if a name or a value shows the type of an expression.
fn is_known(of: &Formula) -> bool {
    match of {
        Formula::Literal(..) => false,
        Formula::Compute(_, sides, _) => sides.iter().any(is_known),
        _ => true,
    }
}

/// One of the values of a type.
fn value(slot: &mut Slot, first: Slot) {
    *slot = first + *slot % VALUES;
}

/// The same forest for a file without data.
#[must_use]
pub fn plain(mut forest: Forest) -> Forest {
    forest.uses.clear();
    for tree in &mut forest.trees {
        tree.board = Board::World;
        tree.parameters.clear();
        tree.result = None;
        node(&mut tree.root);
    }
    forest
}

fn node(of: &mut Node) {
    head(&mut of.head);
    of.children.iter_mut().for_each(node);
}

fn head(head: &mut Head) {
    match head {
        Head::Hired(slot) | Head::Give(slot, _, Results::Job) => *head = Head::Job(*slot),
        Head::Await(slot) => *head = Head::Vow(*slot),
        Head::Give(slot, _, _) => *head = Head::Action(*slot, Gives::Status),
        Head::Match(_) => *head = Head::Selector,
        Head::ActiveMatch(_) => *head = Head::ActiveSelector,
        // A `not` would make a condition of a monitor's child.
        Head::Let(..) | Head::Place(..) | Head::For(..) | Head::Bind(..) => {
            *head = Head::Timeout(Span::Literal("1min", 60_000));
        }
        Head::Subtree(subtree) => {
            subtree.borrows = false;
            subtree.arguments.clear();
            (subtree.result, subtree.gives) = (None, None);
        }
        Head::RandomSelector(draw, weights) | Head::RandomSequence(draw, weights) => {
            *draw = DRAW;
            for weight in weights {
                if let Weight::Slot(slot) = weight {
                    value(slot, WEIGHTS);
                }
            }
        }
        Head::UtilitySelector(scores) => values(scores, SCORES),
        Head::ActiveUtilitySelector(margin, scores) => {
            values(scores, SCORES);
            if let Margin::Slot(slot) = margin {
                value(slot, MARGINS);
            }
        }
        Head::Repeat(count, every) | Head::Retry(count, every) => {
            if let Some(Count::Slot(slot)) = count {
                value(slot, COUNTS);
            }
            every.iter_mut().for_each(span);
        }
        Head::Recover(Count::Slot(slot)) => value(slot, COUNTS),
        Head::Wait(of)
        | Head::Timeout(of)
        | Head::Delay(of)
        | Head::Cooldown(of, _)
        | Head::Every(of)
        | Head::Service(of, _) => span(of),
        Head::Pipeline(lasts) => lasts.iter_mut().flatten().for_each(span),
        Head::Condition(_)
        | Head::Action(..)
        | Head::Job(_)
        | Head::Nap(_)
        | Head::Vow(_)
        | Head::Gain(..)
        | Head::Both(..)
        | Head::Set(..)
        | Head::Succeed
        | Head::Fail
        | Head::Running
        | Head::Sequence
        | Head::Selector
        | Head::ActiveSequence
        | Head::ActiveSelector
        | Head::Parallel(_)
        | Head::Monitor { .. }
        | Head::Recover(Count::Literal(_))
        | Head::RoundRobin
        | Head::PrioritySelector(_)
        | Head::If(_)
        | Head::ActiveIf(_)
        | Head::Not
        | Head::ForceSuccess
        | Head::ForceFailure
        | Head::Guard(_)
        | Head::Once
        | Head::With(_)
        | Head::Ticket(_)
        | Head::Finally(..)
        | Head::Cleanup => {}
    }
}

fn span(of: &mut Span) {
    match of {
        Span::Slot(slot) => value(slot, SPANS),
        Span::Literal(text, 750) => *text = "750ms",
        Span::Literal(..) => {}
    }
}

fn values(slots: &mut [Slot], first: Slot) {
    for slot in slots {
        value(slot, first);
    }
}
