//! Words of a file → Rust: a compiled tree contains the Rust code of the vocabulary instead of the words.
//!
//! ```text
//! condition HealthBelow(limit = 30);  →  condition { let limit: i32 = 30i32; npc.health < limit };
//! action MoveTo(x = Health, y = 1);   →  action __DrillType3 = Drill::__make_3(&*npc, Drill::__value_6(&*npc), 1f32);
//! ```
//!
//! The tokens of the file are those of another mode of `proc_macro2`, so nothing of them goes on.

use super::value::{comparable, number_of, parameter_type, rust_of, type_of, variant_at};
use super::{Word, Words};
use bt_language::Code;
use bt_language::ast::{
    Call, Comparison, Computation, Constant, Expression, Expressions, Formula, Operation,
    Parameter, Purpose,
};
use bt_language::machine::{
    self, Binding, Bound, Content, ExpressionId, Field, Form, Machine, NodeId, Scope,
};
use bt_language::vocabulary::Type;
use bt_language::vocabulary::declared::{Declaration, DeclaredType, Means};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use std::ops::Deref;
use std::rc::Rc;

impl Words {
    /// The declaration, for who reads files with it.
    pub(crate) const fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    /// The name of the vocabulary.
    pub(crate) const fn name(&self) -> &Ident {
        &self.program.name
    }

    /// A parameter or a result of a tree of a file, with its type in Rust.
    pub(crate) fn parameter(&self, of: &Parameter, at: Span) -> Parameter {
        Parameter { name: named(&of.name, at), of: self.type_in_rust(&of.of), default: None }
    }

    /// The type that a file writes so.
    fn declared_type(&self, written: &TokenStream) -> Option<DeclaredType> {
        let written = bt_language::source::joined(written);
        let declared = self.declaration.words.iter().flat_map(|word| {
            let of = word.parameters.iter().chain(&word.results).map(|parameter| &parameter.of);
            of.chain(word.value_type())
        });
        let mut declared = declared.filter(|of| of.of.name() == written);
        if let Some(of) = declared.next() {
            return Some(of.clone());
        }
        let own = self.declaration.words.iter().find_map(|word| match &word.means {
            Means::Type(path) if word.name == written => Some(DeclaredType {
                of: Type::Own { name: written.clone() },
                path: path.clone(),
                variants: Vec::new(),
            }),
            _ => None,
        });
        own.or_else(|| Type::named(&written).map(simple))
    }

    fn type_in_rust(&self, written: &TokenStream) -> TokenStream {
        self.declared_type(written).map_or_else(|| hygienic!(()), |of| type_of(&of))
    }

    /// Replaces all words of a tree with Rust code, whose span is the name of the file.
    pub(crate) fn compile(&self, machine: &mut Machine, at: Span) {
        let (nodes, all_made) = machine.made_mut();
        for made in all_made {
            let (_, value) = &nodes[made.value.node.place()].expressions[made.value.place];
            made.path = self.made_word(value).map(|word| self.alias_at(word)).to_token_stream();
            made.form = Form::Expression;
        }
        for node in nodes {
            node.span = at;
            node.label = node.label.as_ref().map(|label| renewed(label, at));
            let (scope, gives) = (Rc::clone(&node.scope), !node.gives.is_empty());
            let words = InScope { words: self, scope, at, gives };
            for (purpose, of) in node.expressions.iter_mut() {
                *of = match purpose {
                    Purpose::Draw => self.declaration.random.clone().unwrap_or(hygienic!(0).into()),
                    Purpose::Made | Purpose::Decorator => {
                        words.begun_with(of).to_token_stream().into()
                    }
                    Purpose::Length
                    | Purpose::Lasting
                    | Purpose::Answer
                    | Purpose::Decision
                    | Purpose::Act
                    | Purpose::Statement
                    | Purpose::Count
                    | Purpose::Weight
                    | Purpose::Score
                    | Purpose::Margin
                    | Purpose::Blackboard
                    | Purpose::Parameter
                    | Purpose::Value
                    | Purpose::Assigned
                    | Purpose::Lent
                    | Purpose::Range
                    | Purpose::Scrutinee
                    | Purpose::Pattern
                    | Purpose::Results => words.expression(*purpose, of),
                };
            }
            // All values have a pattern, which rustc does not know of the numbers of variants.
            let mut patterns = node.expressions.iter_mut().rev();
            if let Some((_, last)) = patterns.find(|(purpose, _)| *purpose == Purpose::Pattern) {
                *last = hygienic!(_).into();
            }
            node.gives = node.gives.iter().map(|name| named(name, at)).collect();
            let scope = node.scope.iter().map(|Binding { name, of }| {
                let of = match of {
                    Bound::Value(of) => Bound::Value(self.type_in_rust(of)),
                    Bound::Place(of) => Bound::Place(self.type_in_rust(of)),
                    Bound::Number => Bound::Number,
                };
                Binding { name: named(name, at), of }
            });
            node.scope = scope.collect();
        }
        for field in machine.frames.iter_mut().flat_map(|frame| &mut frame.fields) {
            match field {
                Field::Value { name, of, .. } | Field::Place { name, of } => {
                    *name = named(name, at);
                    *of = self.type_in_rust(of);
                }
                Field::Numbers { name, .. } => *name = named(name, at),
                Field::Rounds(_)
                | Field::Deadline(_)
                | Field::Due(_)
                | Field::Until { .. }
                | Field::InTurn(_)
                | Field::Decorator(_)
                | Field::Tried { .. }
                | Field::Ranked(_)
                | Field::Stopping => {}
            }
        }
        for cell in &mut machine.memory {
            if let Content::Tree(call) = &mut cell.of {
                let words = self.subtree(&call.tree.to_string(), cell.node, at);
                match words {
                    Ok((of, expressions)) => {
                        *call = of;
                        machine.nodes[cell.node.place()].expressions = expressions;
                    }
                    Err(tree) => {
                        call.tree = tree;
                        for (name, _) in &mut call.arguments {
                            *name = named(name, at);
                        }
                    }
                }
            }
        }
    }
}

/// The words where an expression stands.
struct InScope<'w> {
    words: &'w Words,
    scope: Scope,
    at: Span,
    /// `true` if the node keeps the results of its action.
    gives: bool,
}

impl Deref for InScope<'_> {
    type Target = Words;

    fn deref(&self) -> &Words {
        self.words
    }
}

impl InScope<'_> {
    /// The type of an expression; that of a condition is not written.
    fn type_of(&self, of: &Expression) -> DeclaredType {
        of.value_type().map_or_else(|| simple(Type::Bool), |of| self.declared(of))
    }

    /// The Rust of an expression for a purpose.
    fn expression(&self, purpose: Purpose, of: &Expression) -> Expression {
        let tokens = of.formula().and_then(|formula| self.tokens(purpose, formula, of));
        tokens.unwrap_or_else(|| hygienic!(()).into())
    }

    fn tokens(&self, purpose: Purpose, formula: &Formula, of: &Expression) -> Option<Expression> {
        let is_fallible = formula.may_fail();
        let by_type = self.type_of(of);
        let value = match (purpose, formula) {
            (Purpose::Statement, Formula::Call(call)) if is_fallible => self.statement(call)?,
            (Purpose::Act, Formula::Call(call)) => self.acted(call)?,
            (Purpose::Lent, Formula::Name(name)) if matches!(by_type.of, Type::Own { .. }) => {
                let name = named(&Ident::new(name, self.at), self.at);
                hygienic!(&*#name)
            }
            (Purpose::Lent, formula) => {
                let value = self.known(formula, &by_type)?;
                hygienic!(&#value)
            }
            (Purpose::Scrutinee, formula) => comparable(&by_type, &self.known(formula, &by_type)?),
            (_, Formula::OneOf(constants)) => pattern(constants, &by_type),
            (_, Formula::Set(_, value)) => self.known(value, &by_type)?,
            (_, Formula::Range(ends)) => {
                let ends = ends.iter().map(|end| self.known(end, &by_type));
                let ends = ends.collect::<Option<Vec<_>>>()?;
                let [start, end] = ends.as_slice() else { return None };
                hygienic!((#start)..(#end))
            }
            (_, Formula::Call(call)) if !is_fallible => self.called(call)?,
            (_, formula) => self.value(formula, &by_type)?,
        };
        Some(match purpose {
            Purpose::Results => Expression::result(attempt(&value)),
            Purpose::Answer if is_fallible => Expression::result(attempt(&value)),
            Purpose::Value if is_fallible => attempt(&value).into(),
            Purpose::Score if is_fallible => {
                let value = attempt(&value);
                hygienic!(#value.unwrap_or(::core::primitive::f32::NAN)).into()
            }
            Purpose::Length
            | Purpose::Lasting
            | Purpose::Count
            | Purpose::Weight
            | Purpose::Margin
            | Purpose::Parameter
            | Purpose::Decision
                if is_fallible =>
            {
                self.known(formula, &by_type)?.into()
            }
            Purpose::Answer
            | Purpose::Value
            | Purpose::Score
            | Purpose::Length
            | Purpose::Lasting
            | Purpose::Count
            | Purpose::Weight
            | Purpose::Margin
            | Purpose::Parameter
            | Purpose::Decision
            | Purpose::Act
            | Purpose::Made
            | Purpose::Decorator
            | Purpose::Statement
            | Purpose::Draw
            | Purpose::Blackboard
            | Purpose::Assigned
            | Purpose::Lent
            | Purpose::Range
            | Purpose::Scrutinee
            | Purpose::Pattern => value.into(),
        })
    }

    /// `(!{ npc.sees_enemy() } && Drill::__value_6(&*npc) < 1f32)`; a `?` leaves an expression without a result.
    fn value(&self, formula: &Formula, of: &DeclaredType) -> Option<TokenStream> {
        let is_fallible = formula.may_fail();
        let each = |all: &[Formula]| {
            let answer = simple(Type::Bool);
            all.iter().map(|one| self.value(one, &answer)).collect::<Option<Vec<TokenStream>>>()
        };
        Some(match formula {
            Formula::Constant(constant) => rust_of(constant, of),
            Formula::Name(name) => {
                let is_number =
                    |of: &Binding| of.name == name.as_str() && matches!(of.of, Bound::Number);
                let name = named(&Ident::new(name, self.at), self.at);
                match of.of {
                    _ if self.scope.iter().any(is_number) => hygienic!(#name),
                    Type::Own { .. } => hygienic!(::core::clone::Clone::clone(&*#name)),
                    // The enum needs no traits.
                    Type::Variants { .. } => {
                        variant_at(of, &number_of(of, &hygienic!(&*#name), true))
                    }
                    Type::Bool
                    | Type::Integer(_)
                    | Type::Single
                    | Type::Double
                    | Type::Duration
                    | Type::Text => hygienic!(*#name),
                }
            }
            Formula::Range(_) | Formula::OneOf(_) | Formula::Set(..) => return None,
            Formula::Call(call) => self.asked_or_read(call, is_fallible)?,
            Formula::Compare(sides, by, of) => self.compare(sides, *by, of)?,
            Formula::Compute(first, computations) => self.compute(first, computations)?,
            Formula::Not(inner) => {
                let inner = self.value(inner, &simple(Type::Bool))?;
                hygienic!((!#inner))
            }
            Formula::All(all) => {
                let all = each(all)?;
                hygienic!((#(#all)&&*))
            }
            Formula::Any(all) => {
                let all = each(all)?;
                hygienic!((#(#all)||*))
            }
            Formula::Results(all) => {
                let all = each(all)?;
                hygienic!({ #(let _ = #all;)* true })
            }
        })
    }

    /// The value of an expression that has a result, because the node checked it when it began.
    fn known(&self, formula: &Formula, of: &DeclaredType) -> Option<TokenStream> {
        match (formula, &of.of) {
            _ if !formula.may_fail() => self.value(formula, of),
            // A type of the program may have no default: only the arguments of its word have one.
            (Formula::Call(call), Type::Own { .. }) => self.asked_or_read(call, false),
            (formula, Type::Variants { .. }) => {
                let (value, first) =
                    (attempt(&self.value(formula, of)?), variant_at(of, &hygienic!(0)));
                Some(hygienic!(#value.unwrap_or(#first)))
            }
            (formula, _) => {
                let value = attempt(&self.value(formula, of)?);
                Some(hygienic!(#value.unwrap_or_default()))
            }
        }
    }

    /// A condition, or the reader of a `value`: as one operand, in braces of its own.
    fn asked_or_read(&self, call: &Call, is_fallible: bool) -> Option<TokenStream> {
        let word = self.word(call.word)?;
        match word.code {
            Code::Value(_) => {
                let (vocabulary, binder) = (&self.program.name, &self.program.binder);
                let (reader, arguments) =
                    (Words::reader(word), self.arguments(word, call, is_fallible));
                Some(hygienic!(#vocabulary::#reader(&*#binder #(, #arguments)*)))
            }
            Code::Condition(of) => {
                let lets = self.lets(word, call, is_fallible);
                let asked = if is_fallible {
                    self.program.decision(*of)
                } else {
                    self.program.machine[*of].to_token_stream()
                };
                Some(hygienic!({ #lets #asked }))
            }
            Code::Action(_)
            | Code::Stateful(_)
            | Code::Decorator(_)
            | Code::Tree(_)
            | Code::Type => None,
        }
    }

    /// Compares two values; variants by their numbers, so that the enum needs no traits.
    fn compare(&self, sides: &[Formula; 2], by: Comparison, of: &Type) -> Option<TokenStream> {
        let is_float = matches!(of, Type::Single | Type::Double);
        let of = self.declared(of);
        let side = |side: &Formula| {
            Some(match side {
                Formula::Constant(Constant::Variant(place)) => hygienic!(#place),
                side => comparable(&of, &self.value(side, &of)?),
            })
        };
        let (left, right) = (side(&sides[0])?, side(&sides[1])?);
        Some(match by {
            // The operators would make lints ask the user about floats.
            Comparison::Equal if is_float => {
                hygienic!(::core::cmp::PartialEq::eq(&#left, &#right))
            }
            Comparison::NotEqual if is_float => {
                hygienic!(::core::cmp::PartialEq::ne(&#left, &#right))
            }
            Comparison::Equal => hygienic!((#left == #right)),
            Comparison::NotEqual => hygienic!((#left != #right)),
            Comparison::LessOrEqual => hygienic!((#left <= #right)),
            Comparison::GreaterOrEqual => hygienic!((#left >= #right)),
            Comparison::Less => hygienic!((#left < #right)),
            Comparison::Greater => hygienic!((#left > #right)),
        })
    }

    /// `__bt::compute(A, __bt::Operation::Add, 1i32)?`; floats with the operators of Rust.
    fn compute(&self, first: &Formula, computations: &[Computation]) -> Option<TokenStream> {
        let one = computations.first()?;
        let of_first = if one.scales { Type::Duration } else { one.of.clone() };
        let mut result = self.value(first, &simple(of_first))?;
        // Clippy asks for `-x` in place of a multiplication by -1.
        let is_minus = |of: &Formula| {
            matches!(of, Formula::Constant(Constant::Single(-1.0) | Constant::Double(-1.0)))
        };
        for (place, Computation { operation, with, of, scales }) in computations.iter().enumerate()
        {
            let multiplies = *operation == Operation::Multiply;
            let turns_left = multiplies && is_minus(with);
            let turns_right = multiplies && place == 0 && is_minus(first);
            let with = self.value(with, &simple(of.clone()))?;
            result = match (of, scales) {
                (_, true) => {
                    let operation = operation_named(*operation);
                    hygienic!(__bt::scale(#result, #operation, #with)?)
                }
                (Type::Single | Type::Double, false) if turns_left => hygienic!((-#result)),
                (Type::Single | Type::Double, false) if turns_right => hygienic!((-#with)),
                (Type::Single | Type::Double, false) => match operation {
                    Operation::Add => hygienic!((#result + #with)),
                    Operation::Subtract => hygienic!((#result - #with)),
                    Operation::Multiply => hygienic!((#result * #with)),
                    Operation::Divide => hygienic!((#result / #with)),
                    Operation::Remainder => hygienic!((#result % #with)),
                },
                (
                    Type::Bool
                    | Type::Integer(_)
                    | Type::Duration
                    | Type::Text
                    | Type::Own { .. }
                    | Type::Variants { .. },
                    false,
                ) => {
                    let operation = operation_named(*operation);
                    hygienic!(__bt::compute(#result, #operation, #with)?)
                }
            };
        }
        Some(result)
    }

    /// `{ let limit: i32 = 30i32; npc.health < limit }`, or the expression alone.
    fn called(&self, call: &Call) -> Option<TokenStream> {
        let word = self.word(call.word)?;
        let expression = match word.code {
            Code::Condition(of) | Code::Action(of) | Code::Value(of) => &self.program.machine[*of],
            Code::Stateful(_) | Code::Decorator(_) | Code::Tree(_) | Code::Type => return None,
        };
        if word.declared.parameters.is_empty() {
            return Some(expression.to_token_stream());
        }
        let lets = self.lets(word, call, false);
        Some(hygienic!({ #lets #expression }))
    }

    /// The expression of an action; a value that nobody takes is not kept.
    fn acted(&self, call: &Call) -> Option<TokenStream> {
        let (word, called) = (self.word(call.word)?, self.called(call)?);
        if word.declared.results.is_empty() || self.gives {
            return Some(called);
        }
        let given = Words::given_type(word);
        Some(hygienic!(__bt::untaken::<#given, _>(#called)))
    }

    /// An action that is run at once, unless an argument has no result.
    fn statement(&self, call: &Call) -> Option<TokenStream> {
        let word = self.word(call.word)?;
        let Code::Action(of) = word.code else { return None };
        // What is lent is borrowed outside of the attempt, which returns it.
        let (values, borrows): (Vec<_>, Vec<_>) = self.values(word, call, true).unzip();
        let bound = borrows.into_iter().enumerate().map(|(place, is_borrowed)| {
            let place = proc_macro2::Literal::usize_unsuffixed(place);
            borrowed_if(is_borrowed, hygienic!(__arguments.#place))
        });
        let lets = bind(word, &hygienic!((#(#bound,)*)));
        let values = attempt(&hygienic!((#(#values,)*)));
        let expression = &self.program.machine[*of];
        Some(hygienic!({
            if let ::core::result::Result::Ok(__arguments) = #values {
                #lets
                let _ = { #expression };
            }
        }))
    }

    /// The parameters of a word with their values.
    fn lets(&self, word: Word<'_>, call: &Call, is_fallible: bool) -> TokenStream {
        if word.declared.parameters.is_empty() {
            return TokenStream::new();
        }
        let values = self.arguments(word, call, is_fallible);
        bind(word, &hygienic!((#(#values,)*)))
    }

    /// The values of a word's parameters; a `?` leaves an argument without a result if that is possible here, and
    /// otherwise it is known that there is one.
    fn arguments(&self, word: Word<'_>, call: &Call, may_leave: bool) -> Vec<TokenStream> {
        let values = self.values(word, call, may_leave);
        values.map(|(value, is_borrowed)| borrowed_if(is_borrowed, value)).collect()
    }

    /// The same, and `true` for a value that is borrowed for a parameter by reference.
    fn values<'w>(
        &'w self,
        word: Word<'w>,
        call: &'w Call,
        may_leave: bool,
    ) -> impl Iterator<Item = (TokenStream, bool)> + 'w {
        let parameters = word.declared.parameters.iter().zip(&call.arguments);
        parameters.map(move |(parameter, argument)| {
            let is_own = matches!(parameter.of.of, Type::Own { .. });
            if let (true, Formula::Name(name)) = (parameter.by_reference && is_own, argument) {
                let name = named(&Ident::new(name, self.at), self.at);
                return (hygienic!(&*#name), false);
            }
            let value = if may_leave {
                self.value(argument, &parameter.of)
            } else {
                self.known(argument, &parameter.of)
            };
            (value.unwrap_or_else(|| hygienic!(())), parameter.by_reference)
        })
    }

    /// The initial payload of a word: `Drill::__make_3(&*npc, 0f32)`
    fn begun_with(&self, of: &Expression) -> Option<TokenStream> {
        let (word, call) = (self.made_word(of)?, of.call()?);
        let (vocabulary, binder) = (&self.program.name, &self.program.binder);
        let maker = Words::maker(word);
        let arguments = word.declared.parameters.iter().zip(self.arguments(word, call, false));
        let kept = arguments.filter(|(parameter, _)| !parameter.by_reference);
        let arguments: Vec<TokenStream> = kept.map(|(_, value)| value).collect();
        let is_exclusive = word.made().is_some_and(|made| made.form == Form::Expression);
        Some(if is_exclusive {
            // First the arguments, which look at the blackboard that is lent then.
            let places = (0..arguments.len()).map(proc_macro2::Literal::usize_unsuffixed);
            hygienic!({
                let __arguments = (#(#arguments,)*);
                #vocabulary::#maker(&mut *#binder #(, __arguments.#places)*)
            })
        } else {
            hygienic!(#vocabulary::#maker(&*#binder #(, #arguments)*))
        })
    }
}

impl Words {
    /// The word that makes a payload.
    fn made_word(&self, of: &Expression) -> Option<Word<'_>> {
        self.word(of.call()?.word).filter(|word| word.keeps().is_some())
    }

    /// The call of a tree of the vocabulary, with the expressions of its node; the name of a tree of the file.
    fn subtree(
        &self,
        name: &str,
        node: NodeId,
        at: Span,
    ) -> Result<(machine::Call, Expressions), TokenStream> {
        let mut words = self.words().filter(|word| word.declared.name == name);
        let Some((call, own)) = words.find_map(|word| Some((word.call()?, word.node))) else {
            return Err(Ident::new(name, at).to_token_stream());
        };
        let of_node = |of: &ExpressionId| ExpressionId { node, place: of.place };
        let arguments = call.arguments.iter();
        let call = machine::Call {
            tree: call.tree.clone(),
            blackboard: call.blackboard.as_ref().map(of_node),
            arguments: arguments.map(|(name, of)| (name.clone(), of_node(of))).collect(),
            cleanup: call.cleanup,
        };
        Ok((call, own.expressions.clone()))
    }

    /// A type with its path in Rust.
    fn declared(&self, of: &Type) -> DeclaredType {
        match of {
            Type::Own { name } | Type::Variants { name, .. } => {
                let name = name.parse().unwrap_or_default();
                self.declared_type(&name).unwrap_or_else(|| simple(of.clone()))
            }
            Type::Bool
            | Type::Integer(_)
            | Type::Single
            | Type::Double
            | Type::Duration
            | Type::Text => simple(of.clone()),
        }
    }
}

/// A name of a file in Rust, which no expression of a word can see.
fn named(name: &Ident, at: Span) -> Ident {
    renewed(name, Span::mixed_site().located_at(at))
}

/// The patterns of a `match`: variants by their numbers, as the value.
fn pattern(constants: &[Constant], of: &DeclaredType) -> TokenStream {
    let patterns = constants.iter().map(|constant| match constant {
        Constant::Variant(place) => hygienic!(#place),
        constant => rust_of(constant, of),
    });
    let patterns: Vec<TokenStream> = patterns.collect();
    if patterns.is_empty() { hygienic!(_) } else { hygienic!(#(#patterns)|*) }
}

/// The same identifier among the tokens of the compiler.
pub(crate) fn renewed(ident: &Ident, at: Span) -> Ident {
    let text = ident.to_string();
    match text.strip_prefix("r#") {
        Some(bare) => Ident::new_raw(bare, at),
        None => Ident::new(&text, at),
    }
}

/// A type that is written as in Rust.
fn simple(of: Type) -> DeclaredType {
    DeclaredType { of, path: TokenStream::new(), variants: Vec::new() }
}

/// `(|| -> Result<_, NoResult> { let value = A?; Ok(value) })()`
fn attempt(value: &TokenStream) -> TokenStream {
    hygienic! {
        (|| -> ::core::result::Result<_, __bt::NoResult> {
            let __value = #value;
            ::core::result::Result::Ok(__value)
        })()
    }
}

fn borrowed_if(is_borrowed: bool, value: TokenStream) -> TokenStream {
    if is_borrowed { hygienic!(&#value) } else { value }
}

/// `__bt::Operation::Add`
fn operation_named(operation: Operation) -> TokenStream {
    match operation {
        Operation::Add => hygienic!(__bt::Operation::Add),
        Operation::Subtract => hygienic!(__bt::Operation::Subtract),
        Operation::Multiply => hygienic!(__bt::Operation::Multiply),
        Operation::Divide => hygienic!(__bt::Operation::Divide),
        Operation::Remainder => hygienic!(__bt::Operation::Remainder),
    }
}

/// `let (limit,): (i32,) = (30i32,);`: all at once, so that none of the names hides what another value is made of.
fn bind(word: Word<'_>, values: &TokenStream) -> TokenStream {
    let names = word.declared.parameters.iter().map(|parameter| &parameter.name);
    let types = word.declared.parameters.iter().map(parameter_type);
    hygienic! {
        #[allow(unused_variables, reason = "they are reported at the vocabulary")]
        let (#(#names,)*): (#(#types,)*) = #values;
    }
}
