//! `await EXPR;`, `await EXPR -> NAME;`

use super::action::last_name;
use super::prelude::*;
use crate::ast::Literal;
use crate::machine;
use crate::names::camel_case;
use crate::parse::Reader;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

pub(super) const ROW: Row = Row {
    word: "await",
    arguments: A::Future,
    description: "waits for a future",
    details: "The expression is evaluated when the node begins, and may change the blackboard. It gives a future, \
        which is polled in each tick, and dropped when the node ends. The output of the future counts as the result of \
        an [`action`](crate::NodeKind::Action) does, also with `-> NAME`. The future is polled with the waker that \
        [`Waking`](crate::Waking) gives, if the blackboard implements it. It has to be `Send`, except after `?Send`. \
        The feature `alloc` is needed. See [the guide](crate::guide::stateful_actions#waiting-for-a-future).",
    example: "await npc.find_path();",
    wake: &[
        ("on a blackboard with [`Waking`](crate::Waking)", "an event: the waker is woken"),
        ("on any other blackboard", wake::NEXT_TICK),
    ],
    in_files: InFiles::Never,
    icon: "wait",
    make: |of, _| {
        let form = Form::Future { is_send: of.number() > 0 };
        made(Await { form, gives: Vec::new() })
    },
    read: Parser::Arguments(read),
    labels: (2, 0),
    has_end: true,
    rest: Rest::Itself,
    ..Row::LEAF
};

fn read(reader: &mut Reader<'_>) -> Option<Made> {
    let (future, gives) = reader.future()?;
    let Literal { value, form, .. } = future;
    reader.push(Purpose::Made, value);
    Some(made(Await { form, gives }))
}

/// Waits for a future.
struct Await {
    /// Says whether the future has to be `Send`.
    form: Form,
    /// The names of its results.
    gives: Vec<Ident>,
}

impl Definition for Await {
    fn literals(&self, literals: &mut Literals) {
        literals.add_number(u64::from(self.form == Form::Future { is_send: true }));
    }

    fn name(&self, expressions: &Expressions) -> Option<String> {
        let made = expressions.of(Purpose::Made).next()?;
        Some(camel_case(&last_name(made.to_token_stream())?))
    }

    fn text(&self, expressions: &Expressions) -> String {
        let unsent = if self.form == (Form::Future { is_send: true }) { "" } else { "?Send " };
        with_results(format!("{unsent}{}", expressions.text(Purpose::Made)), &self.gives)
    }

    fn gives(&self) -> &[Ident] {
        &self.gives
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(Outcomes::ANY)
    }

    fn position(&self, node: &Node) -> Option<Keeps> {
        let value = node.id_of(Purpose::Made);
        Some(Keeps::Action(machine::Made { path: TokenStream::new(), form: self.form, value }))
    }
}
