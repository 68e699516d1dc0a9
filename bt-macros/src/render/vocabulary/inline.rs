//! Words of a file → Rust: a compiled tree contains the Rust code of the vocabulary instead of the words.
//!
//! ```text
//! condition HealthBelow(limit = 30);  →  condition { let limit: i32 = 30i32; npc.health < limit };
//! action MoveTo(x = Health, y = 1);   →  action __DrillType3 = Drill::__make_3(&*npc, Drill::__value_6(&*npc), 1f32);
//! ```
//!
//! The tokens of the file are those of another mode of `proc_macro2`, so nothing of them goes on.

use super::value::{comparable, duration, integer, rust_of, single, type_of};
use super::{Word, Words};
use bt_language::Code;
use bt_language::ast::{Argument, Call, Comparison, Constant, Expressions, Formula};
use bt_language::machine::{
    self, Content, Expression, ExpressionId, Form, Machine, NodeId, Purpose,
};
use bt_language::vocabulary::declared::Declaration;
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
                    | Purpose::Pattern => self.expression(of),
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

    /// A word, a literal, or an answer of several words.
    fn expression(&self, of: &Expression) -> Expression {
        let tokens = match (of.call(), of.constant(), of.formula()) {
            (Some(call), ..) => self.called(call),
            (None, Some(constant), _) => literal_of(constant),
            (None, None, Some(formula)) => self.formula(formula),
            (None, None, None) => None,
        };
        tokens.unwrap_or_else(|| hygienic!(())).into()
    }

    /// `(!{ npc.sees_enemy() } && Drill::__value_6(&*npc) < 1f32)`
    fn formula(&self, formula: &Formula) -> Option<TokenStream> {
        let each = |all: &[Formula]| {
            all.iter().map(|one| self.formula(one)).collect::<Option<Vec<TokenStream>>>()
        };
        Some(match formula {
            Formula::Constant(answer) => hygienic!(#answer),
            // In braces of its own, it is one operand.
            Formula::Call(call) => {
                let call = self.called(call)?;
                hygienic!({ #call })
            }
            Formula::Compare(left, by, right) => self.compare(left, *by, right)?,
            Formula::Not(inner) => {
                let inner = self.formula(inner)?;
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
        })
    }

    /// Compares two values; variants by their numbers, so that the enum needs no traits.
    fn compare(&self, left: &Argument, by: Comparison, right: &Argument) -> Option<TokenStream> {
        let of = [left, right].into_iter().find_map(|side| match side {
            Argument::Value(place) => self.word(*place)?.declared.value_type(),
            Argument::Constant(_) => None,
        })?;
        let [left, right] = [left, right].map(|side| match side {
            Argument::Constant(Constant::Variant(place)) => hygienic!(#place),
            Argument::Constant(constant) => rust_of(constant, of),
            Argument::Value(place) => comparable(of, &self.read(*place)),
        });
        Some(match by {
            Comparison::Equal => hygienic!((#left == #right)),
            Comparison::NotEqual => hygienic!((#left != #right)),
            Comparison::LessOrEqual => hygienic!((#left <= #right)),
            Comparison::GreaterOrEqual => hygienic!((#left >= #right)),
            Comparison::Less => hygienic!((#left < #right)),
            Comparison::Greater => hygienic!((#left > #right)),
        })
    }

    /// `{ let limit: i32 = 30i32; npc.health < limit }`, or the expression alone.
    fn called(&self, call: &Call) -> Option<TokenStream> {
        let word = self.word(call.word)?;
        let expression = match word.code {
            Code::Condition(of) | Code::Action(of) | Code::Value(of) => &self.program.machine[*of],
            Code::Stateful(_) | Code::Decorator(_) | Code::Tree(_) => return None,
        };
        if word.declared.parameters.is_empty() {
            return Some(expression.to_token_stream());
        }
        let names = word.declared.parameters.iter().map(|parameter| &parameter.name);
        let types = word.declared.parameters.iter().map(|parameter| type_of(&parameter.of));
        let values = self.arguments(word, call);
        // All at once, so that none of the names hides what another value is made of.
        Some(hygienic!({
            #[allow(unused_variables, reason = "the vocabulary tells of it")]
            let (#(#names,)*): (#(#types,)*) = (#(#values,)*);
            #expression
        }))
    }

    /// The values of a word's parameters.
    fn arguments(&self, word: Word<'_>, call: &Call) -> Vec<TokenStream> {
        let parameters = word.declared.parameters.iter().zip(&call.arguments);
        let value = |argument: &Argument, of| match argument {
            Argument::Constant(constant) => rust_of(constant, of),
            Argument::Value(place) => self.read(*place),
        };
        parameters.map(|(parameter, argument)| value(argument, &parameter.of)).collect()
    }

    /// Reads a `value`: `Drill::__value_6(&*npc)`
    fn read(&self, place: usize) -> TokenStream {
        let (vocabulary, binder) = (&self.program.name, &self.program.binder);
        match self.word(place).map(Self::reader) {
            Some(reader) => hygienic!(#vocabulary::#reader(&*#binder)),
            None => hygienic!(()),
        }
    }

    /// The word that makes a payload.
    fn made_word(&self, of: &Expression) -> Option<Word<'_>> {
        self.word(of.call()?.word).filter(|word| word.keeps().is_some())
    }

    /// The initial payload of a word: `Drill::__make_3(&*npc, 0f32)`
    fn begun_with(&self, of: &Expression) -> Option<TokenStream> {
        let (word, call) = (self.made_word(of)?, of.call()?);
        let (vocabulary, binder) = (&self.program.name, &self.program.binder);
        let (maker, arguments) = (Self::maker(word), self.arguments(word, call));
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

/// A literal that stands alone: a count, a weight, a score.
fn literal_of(constant: &Constant) -> Option<TokenStream> {
    Some(match constant {
        Constant::Bool(value) => hygienic!(#value),
        Constant::Integer(value) => integer(*value, "u32"),
        Constant::Single(value) => single(*value),
        Constant::Duration(value) => duration(*value),
        Constant::Double(_) | Constant::Text(_) | Constant::Variant(_) => return None,
    })
}
