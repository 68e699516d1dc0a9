//! `with Type { … }`

use super::prelude::*;
use crate::ast::Literal;
use crate::machine::Made;
use proc_macro2::TokenStream;

pub(super) const ROW: Row = Row {
    word: "with",
    arguments: A::Literal,
    description: "a decorator of your own; the type implements `Decorator`",
    details: "See [`Decorator`](crate::Decorator).",
    example: "with Brave { up_to: 3 } action npc.attack();",
    in_files: InFiles::Plain("`with WithLamp`", "a decorator of the program"),
    elsewhere: &["decorator"],
    make: |_, _| made(With { path: TokenStream::new(), form: Form::Expression }),
    read: Parser::Arguments(|reader| {
        let Literal { path, value, form } = reader.with()?;
        reader.push(Purpose::Decorator, value);
        Some(made(With { path, form }))
    }),
    keeps_data: true,
    has_end: true,
    is_visible: true,
    repeats: Repeats::Never,
    ..Row::DECORATOR
};

/// A decorator that the user has written.
struct With {
    /// Its type.
    path: TokenStream,
    /// The form of its value.
    form: Form,
}

impl Definition for With {
    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(Outcomes::ANY)
    }

    fn cuts_short(&self, _: &[Outcomes]) -> (Vec<bool>, &'static str) {
        (vec![true], "write `guard(CONDITION)` or `timeout(D)`")
    }

    fn refusal(&self) -> Option<Status> {
        Some(Status::Failure)
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        let (path, value) = (self.path.clone(), tick.node.id_of(Purpose::Decorator));
        tick.field(Field::Decorator(Made { path, form: self.form, value }));
        tick.through();
        Ok(())
    }
}
