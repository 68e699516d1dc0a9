//! Words of a file → Rust: a compiled tree contains the Rust code of the vocabulary instead of the words.
//!
//! ```text
//! condition HealthBelow(limit = 30);  →  condition { let limit: i32 = 30i32; npc.health < limit };
//! action MoveTo(x = Health, y = 1);   →  action __DrillType3 = Drill::__make_3(&*npc, Drill::__value_6(&*npc), 1f32);
//! ```
//!
//! The tokens of the file are those of another mode of `proc_macro2`, so nothing of them goes on.

use super::held::literal;
use super::value::{duration, integer, rust_of, single, type_of};
use super::{Word, Words};
use bt_language::ast::{
    Argument, Call, Constant, Duration, Expression, Form, Kind, Literal, Policies, Threshold,
};
use bt_language::machine::{Machine, Node};
use bt_language::vocabulary::declared::{Declaration, Means};
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
        for node in &mut machine.nodes {
            self.node(node, at);
        }
    }

    fn node(&self, node: &mut Node, at: Span) {
        node.kind = self.kind(&node.kind, at);
        node.span = at;
        node.label = node.label.as_ref().map(|label| renewed(label, at));
    }

    fn kind(&self, kind: &Kind, at: Span) -> Kind {
        match kind {
            // A file in which these have no words has a mistake.
            Kind::Stateful(of) => self.begun_with(&of.value).map_or(Kind::Fail, Kind::Stateful),
            Kind::With(of) => self.begun_with(&of.value).map_or(Kind::Fail, Kind::With),
            Kind::Subtree { tree, .. } => self.subtree(tree, at),
            Kind::Random { goal, weights, .. } => Kind::Random {
                goal: *goal,
                draw: self.declaration.random.clone().unwrap_or_else(|| hygienic!(0).into()),
                weights: weights.iter().map(|weight| self.expression(weight)).collect(),
            },
            Kind::Parallel(of) => Kind::Parallel(policies(of, at)),
            Kind::Monitor { policies: of, conditions } => {
                Kind::Monitor { policies: policies(of, at), conditions: *conditions }
            }
            Kind::Wait(of) => Kind::Wait(self.duration(of)),
            Kind::Timeout(of) => Kind::Timeout(self.duration(of)),
            Kind::Delay(of) => Kind::Delay(self.duration(of)),
            Kind::Cooldown(of) => Kind::Cooldown(self.duration(of)),
            Kind::Every(of) => Kind::Every(self.duration(of)),
            Kind::Service(of, run) => Kind::Service(self.duration(of), self.expression(run)),
            other => {
                let mut kind = other.clone();
                kind.each_expression(&mut |one| *one = self.expression(one));
                kind
            }
        }
    }

    /// A word or a literal.
    fn expression(&self, of: &Expression) -> Expression {
        let tokens = match (of.call(), of.constant()) {
            (Some(call), _) => self.called(call),
            (None, Some(constant)) => literal_of(constant),
            (None, None) => None,
        };
        tokens.unwrap_or_else(|| hygienic!(())).into()
    }

    /// `{ let limit: i32 = 30i32; npc.health < limit }`, or the expression alone.
    fn called(&self, call: &Call) -> Option<TokenStream> {
        let word = self.word(call.word)?;
        let expression = match &word.declared.means {
            Means::Value(_, value) | Means::Node(Kind::Condition(value) | Kind::Action(value)) => {
                value
            }
            Means::Node(_) => return None,
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

    /// The initial data of a word: `__DrillType3 = Drill::__make_3(&*npc, 0f32)`
    fn begun_with(&self, of: &Expression) -> Option<Literal> {
        let call = of.call()?;
        let word = self.word(call.word)?;
        word.keeps()?;
        let (vocabulary, binder) = (&self.program.name, &self.program.binder);
        let (maker, arguments) = (Self::maker(word), self.arguments(word, call));
        let is_exclusive = literal(word).is_some_and(|literal| literal.form == Form::Expression);
        let value = if is_exclusive {
            // First the arguments, which look at the blackboard that is lent then.
            let places = (0..arguments.len()).map(proc_macro2::Literal::usize_unsuffixed);
            hygienic!({
                let __arguments = (#(#arguments,)*);
                #vocabulary::#maker(&mut *#binder #(, __arguments.#places)*)
            })
        } else {
            hygienic!(#vocabulary::#maker(&*#binder #(, #arguments)*))
        };
        let path = self.kept_type_at(word).to_token_stream();
        Some(Literal { path, value: value.into(), form: Form::Expression })
    }

    /// A tree of the file, or of the vocabulary.
    fn subtree(&self, tree: &TokenStream, at: Span) -> Kind {
        let name = tree.to_string();
        let is_named = |word: &Word<'_>| {
            super::tree_of(*word).is_some_and(|_| word.declared.name == name.as_str())
        };
        match self.words().find(is_named) {
            Some(word) => word.node.kind.clone(),
            None => Kind::Subtree {
                tree: Ident::new(&name, at).to_token_stream(),
                blackboard: None,
                arguments: Vec::new(),
            },
        }
    }

    fn duration(&self, of: &Duration) -> Duration {
        let value = match of.constant {
            Some(length) => duration(length).into(),
            None => self.expression(&of.value),
        };
        Duration { value, text: of.text.clone(), constant: of.constant }
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

fn policies(of: &Policies, at: Span) -> Policies {
    let threshold = |of: Threshold| match of {
        Threshold::All => Threshold::All,
        Threshold::Number(number, _) => Threshold::Number(number, at),
    };
    Policies { success: threshold(of.success), failure: threshold(of.failure) }
}
