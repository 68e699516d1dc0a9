//! Words of a file → Rust: a compiled tree contains the Rust code of the vocabulary instead of the words.
//!
//! ```text
//! condition HealthBelow(limit = 30);  →  condition { let limit: i32 = 30i32; npc.health < limit };
//! action MoveTo(x = Health, y = 1);   →  action __DrillType3 = Drill::__make_3(&*npc, Drill::__value_6(&*npc), 1f32);
//! ```
//!
//! The tokens of the file are those of another mode of `proc_macro2`, so nothing of them goes on.

use super::value::{comparable, rust_of, type_of, variant_at};
use super::{Word, Words};
use bt_language::Code;
use bt_language::ast::{
    Call, Comparison, Computation, Constant, Expression, Expressions, Formula, Operation, Purpose,
};
use bt_language::machine::{self, Content, ExpressionId, Form, Machine, NodeId};
use bt_language::vocabulary::declared::{Declaration, DeclaredParameter, DeclaredType};
use bt_language::vocabulary::{Integer, Type};
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;

impl Words {
    /// The declaration, for who reads files with it.
    pub(crate) const fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    /// The name of the vocabulary.
    pub(crate) const fn name(&self) -> &Ident {
        &self.program.name
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
            for (purpose, of) in node.expressions.iter_mut() {
                *of = match purpose {
                    Purpose::Draw => self.declaration.random.clone().unwrap_or(hygienic!(0).into()),
                    Purpose::Made | Purpose::Decorator => {
                        self.begun_with(of).to_token_stream().into()
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
                    | Purpose::Range
                    | Purpose::Scrutinee
                    | Purpose::Pattern
                    | Purpose::Results => self.expression(*purpose, of),
                };
            }
        }
        for cell in &mut machine.memory {
            if let Content::Tree(call) = &mut cell.of {
                let (of, expressions) = self.subtree(&call.tree.to_string(), cell.node, at);
                *call = of;
                machine.nodes[cell.node.place()].expressions = expressions;
            }
        }
    }

    /// The Rust of an expression for a purpose.
    fn expression(&self, purpose: Purpose, of: &Expression) -> Expression {
        let Some(formula) = of.formula() else { return hygienic!(()).into() };
        if let (Formula::Call(call), false) = (formula, formula.may_fail()) {
            return self.called(call).unwrap_or_else(|| hygienic!(())).into();
        }
        let by_purpose = simple(match purpose {
            Purpose::Count | Purpose::Weight | Purpose::Draw => unsigned(),
            Purpose::Score | Purpose::Margin => Type::Single,
            Purpose::Length | Purpose::Lasting => Type::Duration,
            Purpose::Answer
            | Purpose::Decision
            | Purpose::Results
            | Purpose::Statement
            | Purpose::Act
            | Purpose::Made
            | Purpose::Decorator
            | Purpose::Blackboard
            | Purpose::Parameter
            | Purpose::Value
            | Purpose::Range
            | Purpose::Scrutinee
            | Purpose::Pattern => Type::Bool,
        });
        let tokens = match (purpose, formula) {
            (Purpose::Statement, Formula::Call(call)) => self.statement(call),
            _ => self.value(formula, &by_purpose),
        };
        let value = tokens.unwrap_or_else(|| hygienic!(()));
        if !formula.may_fail() && !matches!(formula, Formula::Results(_)) {
            return value.into();
        }
        match purpose {
            Purpose::Answer | Purpose::Results => Expression::result(attempt(&value)),
            Purpose::Score => {
                let value = attempt(&value);
                hygienic!(#value.unwrap_or(::core::primitive::f32::NAN)).into()
            }
            Purpose::Statement => value.into(),
            Purpose::Act
            | Purpose::Made
            | Purpose::Decorator
            | Purpose::Length
            | Purpose::Lasting
            | Purpose::Count
            | Purpose::Weight
            | Purpose::Draw
            | Purpose::Margin
            | Purpose::Blackboard
            | Purpose::Parameter
            | Purpose::Value
            | Purpose::Range
            | Purpose::Scrutinee
            | Purpose::Pattern
            | Purpose::Decision => known(&value, &by_purpose).into(),
        }
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

    /// A condition, or the reader of a `value`: as one operand, in braces of its own.
    fn asked_or_read(&self, call: &Call, is_fallible: bool) -> Option<TokenStream> {
        let word = self.word(call.word)?;
        match word.code {
            Code::Value(_) => {
                let (vocabulary, binder) = (&self.program.name, &self.program.binder);
                let (reader, arguments) =
                    (Self::reader(word), self.arguments(word, call, is_fallible));
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
            Code::Action(_) | Code::Stateful(_) | Code::Decorator(_) | Code::Tree(_) => None,
        }
    }

    /// Compares two values; variants by their numbers, so that the enum needs no traits.
    fn compare(&self, sides: &[Formula; 2], by: Comparison, of: &Type) -> Option<TokenStream> {
        let of_word = sides.iter().find_map(|side| match side {
            Formula::Call(call) => self.word(call.word)?.declared.value_type().cloned(),
            _ => None,
        });
        let of = match of {
            Type::Variants { .. } => of_word?,
            of => simple(of.clone()),
        };
        let side = |side: &Formula| {
            Some(match side {
                Formula::Constant(Constant::Variant(place)) => hygienic!(#place),
                side => comparable(&of, &self.value(side, &of)?),
            })
        };
        let (left, right) = (side(&sides[0])?, side(&sides[1])?);
        Some(match by {
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
        for Computation { operation, with, of, scales } in computations {
            let is_minus = *operation == Operation::Multiply
                && matches!(
                    with,
                    Formula::Constant(Constant::Single(-1.0) | Constant::Double(-1.0))
                );
            let with = self.value(with, &simple(of.clone()))?;
            result = match (of, scales) {
                (_, true) => {
                    let operation = named(*operation);
                    hygienic!(__bt::scale(#result, #operation, #with)?)
                }
                (Type::Single | Type::Double, false) if is_minus => hygienic!((-#result)),
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
                    | Type::Variants { .. },
                    false,
                ) => {
                    let operation = named(*operation);
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
            Code::Condition(of) | Code::Action(of) => &self.program.machine[*of],
            Code::Value(_) => return self.asked_or_read(call, false),
            Code::Stateful(_) | Code::Decorator(_) | Code::Tree(_) => return None,
        };
        if word.declared.parameters.is_empty() {
            return Some(expression.to_token_stream());
        }
        let lets = self.lets(word, call, false);
        Some(hygienic!({ #lets #expression }))
    }

    /// An action that is run at once, unless an argument has no result.
    fn statement(&self, call: &Call) -> Option<TokenStream> {
        let word = self.word(call.word)?;
        let Code::Action(of) = word.code else { return None };
        let names = word.declared.parameters.iter().map(|parameter| &parameter.name);
        let types = word.declared.parameters.iter().map(|parameter| type_of(&parameter.of));
        let values = self.arguments(word, call, true);
        let values = attempt(&hygienic!((#(#values,)*)));
        let expression = &self.program.machine[*of];
        Some(hygienic!({
            if let ::core::result::Result::Ok(__arguments) = #values {
                #[allow(unused_variables, reason = "the vocabulary tells of it")]
                let (#(#names,)*): (#(#types,)*) = __arguments;
                let _ = { #expression };
            }
        }))
    }

    /// `let (limit,): (i32,) = (30i32,);`: all at once, so that none of the names hides what another value is made of.
    fn lets(&self, word: Word<'_>, call: &Call, is_fallible: bool) -> TokenStream {
        if word.declared.parameters.is_empty() {
            return TokenStream::new();
        }
        let names = word.declared.parameters.iter().map(|parameter| &parameter.name);
        let types = word.declared.parameters.iter().map(|parameter| type_of(&parameter.of));
        let values = self.arguments(word, call, is_fallible);
        hygienic! {
            #[allow(unused_variables, reason = "the vocabulary tells of it")]
            let (#(#names,)*): (#(#types,)*) = (#(#values,)*);
        }
    }

    /// The values of a word's parameters; a `?` leaves an argument without a result if that is possible here, and
    /// otherwise it is known that there is one.
    fn arguments(&self, word: Word<'_>, call: &Call, may_leave: bool) -> Vec<TokenStream> {
        let parameters = word.declared.parameters.iter().zip(&call.arguments);
        let value = |(parameter, argument): (&DeclaredParameter, &Formula)| {
            let value = self.value(argument, &parameter.of).unwrap_or_else(|| hygienic!(()));
            if argument.may_fail() && !may_leave { known(&value, &parameter.of) } else { value }
        };
        parameters.map(value).collect()
    }

    /// The word that makes a payload.
    fn made_word(&self, of: &Expression) -> Option<Word<'_>> {
        self.word(of.call()?.word).filter(|word| word.keeps().is_some())
    }

    /// The initial payload of a word: `Drill::__make_3(&*npc, 0f32)`
    fn begun_with(&self, of: &Expression) -> Option<TokenStream> {
        let (word, call) = (self.made_word(of)?, of.call()?);
        let (vocabulary, binder) = (&self.program.name, &self.program.binder);
        let (maker, arguments) = (Self::maker(word), self.arguments(word, call, false));
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

    /// The call of a tree of the file or of the vocabulary, with the expressions of its node.
    fn subtree(&self, name: &str, node: NodeId, at: Span) -> (machine::Call, Expressions) {
        let mut words = self.words().filter(|word| word.declared.name == name);
        match words.find_map(|word| Some((word.call()?, word.node))) {
            Some((call, own)) => {
                let of_node = |of: &ExpressionId| ExpressionId { node, place: of.place };
                let arguments = call.arguments.iter();
                let call = machine::Call {
                    tree: call.tree.clone(),
                    blackboard: call.blackboard.as_ref().map(of_node),
                    arguments: arguments.map(|(name, of)| (name.clone(), of_node(of))).collect(),
                };
                (call, own.expressions.clone())
            }
            None => {
                let tree = Ident::new(name, at).to_token_stream();
                let call = machine::Call { tree, blackboard: None, arguments: Vec::new() };
                (call, Expressions::default())
            }
        }
    }
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

/// The type of counts and weights.
fn unsigned() -> Type {
    Integer::named("u32").cloned().map_or(Type::Bool, Type::Integer)
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

/// The value of an expression of which it is known that it has a result: the node was asked for it when it began.
fn known(value: &TokenStream, of: &DeclaredType) -> TokenStream {
    let value = attempt(value);
    match of.of {
        Type::Variants { .. } => {
            let first = variant_at(of, &hygienic!(0));
            hygienic!(#value.unwrap_or(#first))
        }
        _ => hygienic!(#value.unwrap_or_default()),
    }
}

/// `__bt::Operation::Add`
fn named(operation: Operation) -> TokenStream {
    match operation {
        Operation::Add => hygienic!(__bt::Operation::Add),
        Operation::Subtract => hygienic!(__bt::Operation::Subtract),
        Operation::Multiply => hygienic!(__bt::Operation::Multiply),
        Operation::Divide => hygienic!(__bt::Operation::Divide),
        Operation::Remainder => hygienic!(__bt::Operation::Remainder),
    }
}
