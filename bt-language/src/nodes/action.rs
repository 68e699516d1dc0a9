//! `action EXPR;`, `action Type { … };`, `action EXPR -> NAME;`

use super::prelude::*;
use crate::ast::{Kind, Literal};
use crate::machine::{self, Ended as Ends};
use crate::names::{camel_case, plain};
use crate::parse::{Act, Reader};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;

pub(super) const ROW: Row = Row {
    word: "action",
    arguments: A::Action,
    description: "does something",
    details: "The expression may change the blackboard. `action EXPR` takes a type that implements \
        [`IntoStatus`](crate::IntoStatus): `Status`, `bool`, `()` (success), or a `Result` of one of \
        these (`Err` is failure). A struct literal whose type implements [`Action`](crate::Action), \
        or a value of such a type after `Type =`, is a stateful action: the value is made at each \
        activation and kept while the action runs. `action EXPR -> NAME` keeps the result in the \
        [`let`](crate::NodeKind::Let) of that name when it succeeds; `EXPR` then gives an `Option` or a \
        `Result` of the value (`None` and `Err` are failure), or a [`Poll`](core::task::Poll) of the value \
        or of one of these (`Pending` is running). A stateful action implements \
        [`Output`](crate::Output) too. `-> (a, b)` takes a tuple apart.",
    example: "action npc.run_away();",
    wake: &[
        ("`action EXPR`", wake::NEXT_TICK),
        (
            "`action Type { … }`",
            "the result of [`Action::next_wake`](crate::Action::next_wake), whose default is the \
                next tick",
        ),
    ],
    in_files: InFiles::Plain(
        "`action Eat;`",
        "does something; its description in the word list tells when it fails",
    ),
    icon: "action",
    elsewhere: &["task", "act", "leaf", "do", "execute", "call"],
    make: |of, _| {
        let made_of = (of.number() > 0).then(|| (TokenStream::new(), Form::Expression));
        made(Action { made: made_of, gives: Vec::new() })
    },
    read: Parser::Arguments(read),
    labels: (1, 0),
    ..Row::LEAF
};

fn read(reader: &mut Reader<'_>) -> Option<Made> {
    let (act, gives) = reader.action()?;
    let of = match act {
        Act::Expression(value) => {
            reader.push(Purpose::Act, value);
            None
        }
        Act::Made(Literal { path, value, form }) => {
            reader.push(Purpose::Made, value);
            Some((path, form))
        }
    };
    Some(made(Action { made: of, gives }))
}

/// An action of a file that turned out to be stateful: a value of this type.
pub(crate) fn stateful(path: TokenStream, gives: Vec<Ident>) -> Kind {
    Kind::new(Word::Action, Rc::new(Action { made: Some((path, Form::Expression)), gives }))
}

/// Does something.
struct Action {
    /// The type of a stateful action, and the form of its value.
    made: Option<(TokenStream, Form)>,
    /// The names of its results.
    gives: Vec<Ident>,
}

impl Definition for Action {
    fn literals(&self, literals: &mut Literals) {
        literals.add_number(u64::from(self.made.is_some()));
    }

    fn name(&self, expressions: &Expressions) -> Option<String> {
        Some(match &self.made {
            None => {
                let called = expressions.of(Purpose::Act).next()?;
                camel_case(&last_name(called.to_token_stream())?)
            }
            Some((path, _)) => last_name(path.clone())?,
        })
    }

    fn text(&self, expressions: &Expressions) -> String {
        let act = match &self.made {
            Some((path, Form::Expression))
                if expressions.of(Purpose::Made).all(|value| value.call().is_none()) =>
            {
                format!("{} = {}", source::of(path), expressions.text(Purpose::Made))
            }
            Some(_) => expressions.text(Purpose::Made),
            None => expressions.text(Purpose::Act),
        };
        with_results(act, &self.gives)
    }

    fn gives(&self) -> &[Ident] {
        &self.gives
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(Outcomes::ANY)
    }

    // Without data it begins and continues in the same way.
    fn blocks(&self, b: &mut NodeBlocks<'_, '_>) -> Lowered<()> {
        let entry = b.entry()?;
        let Some(set) = b.reached(entry) else { return Ok(()) };
        let running = b.record(&set);
        let ended = match b.returned() {
            Some(returned) => Ends::Alike(returned),
            None => {
                let set = b.without_own(&set);
                let Targets { success, failure } = b.exits;
                Ends::Apart { success: b.edge(success, &set), failure: b.edge(failure, &set) }
            }
        };
        let of = b.node().id_of(Purpose::Act);
        b.place(entry, Vec::new(), Exit::Act { of, running, ended });
        Ok(())
    }

    fn labels(&self, row: &Row) -> usize {
        if self.made.is_some() { 2 } else { row.labels.0 }
    }

    fn position(&self, node: &Node) -> Option<Keeps> {
        Some(match &self.made {
            None => Keeps::Nothing,
            Some((path, form)) => Keeps::Action(machine::Made {
                path: path.clone(),
                form: *form,
                value: node.id_of(Purpose::Made),
            }),
        })
    }

    fn refusal(&self) -> Option<Status> {
        self.made.as_ref().map(|_| Status::Failure)
    }

    fn has_end(&self, _: &Row) -> bool {
        self.made.is_some()
    }

    fn rest(&self, _: Rest, _: &Expressions) -> Rest {
        if self.made.is_some() { Rest::Itself } else { Rest::Never }
    }
}

/// The last name outside of parentheses that is called or assigned: `npc.gun().fire(3)` → `fire`.
pub(super) fn last_name(tokens: TokenStream) -> Option<String> {
    let mut name = None;
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => name = Some(plain(&ident)),
            TokenTree::Punct(punct) if "=+-*/%<>|^".contains(punct.as_char()) => break,
            _ => {}
        }
    }
    name.filter(|name| name.is_ascii())
}
