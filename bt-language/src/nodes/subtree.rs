//! `subtree Name;`, `subtree Name(EXPR, speed = 2.0);`

use super::prelude::*;
use crate::ast::Kind;
use crate::ast::{Cleanup, Expression, Subtree};
use crate::literals::Reading;
use crate::machine;
use crate::parse::Reader;
use proc_macro2::{Ident, TokenStream};

pub(super) const ROW: Row = Row {
    word: "subtree",
    arguments: A::Tree,
    description: "another tree as a node",
    details: "The subtree works on the same blackboard, or on the one that `EXPR` (`&mut \
        npc.weapon`) borrows from it. `NAME = EXPR` gives a parameter of the tree its value, at each \
        activation. `subtree Name -> NAME` keeps the result of a tree with one, `tree Name(…) -> (NAME: \
        TYPE)`, when it succeeds.",
    example: "subtree Shoot(&mut npc.weapon);",
    wake: &[
        ("`subtree Name;`", "the time of `Name`"),
        (
            "`subtree Name(EXPR);`",
            "the next tick, because `EXPR` is evaluated, and its blackboard may have another \
                clock. If `EXPR` only names a part, like `&mut npc.weapon`, and no node of `Name` \
                waits for a time: never",
        ),
    ],
    in_files: InFiles::Plain(
        "`subtree Harvesting;`",
        "another tree of the file, or a tree of the program",
    ),
    icon: "subtree",
    elsewhere: &["tree", "include"],
    make,
    read: Parser::Arguments(read),
    has_end: true,
    expects: Expects::AnyChild,
    repeats: Repeats::Always,
    ..Row::LEAF
};

fn make(literals: &mut Reading<'_>, _: &Expressions) -> Made {
    if literals.number() == INSIDE {
        return made(Inside);
    }
    let (tree, arguments, gives) = (TokenStream::new(), Vec::new(), Vec::new());
    made(Call(Subtree { tree, blackboard: None, arguments, gives, cleanup: Cleanup::Unknown }))
}

/// The node of a tree of the same file, with the values of all its parameters.
pub(crate) fn call_of(subtree: Subtree) -> Kind {
    Kind::new(Word::Subtree, Rc::new(Call(subtree)))
}

/// The literal of a subtree that is part of the machine.
pub(crate) const INSIDE: u64 = 1;

fn read(reader: &mut Reader<'_>) -> Option<Made> {
    let subtree = reader.subtree()?;
    if let Some(part) = &subtree.blackboard {
        reader.push(Purpose::Blackboard, part.clone());
    }
    for (_, value) in &subtree.arguments {
        reader.push(Purpose::Parameter, value.clone());
    }
    Some(made(Call(subtree)))
}

/// The node of another tree, whose root is its child: the form of the machine in which subtrees are parts of the tree.
struct Inside;

impl Definition for Inside {
    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(at.child())
    }

    fn children(&self, _: &Row) -> C {
        C::One
    }

    fn keeps_data(&self, _: &Row, _: usize) -> bool {
        true
    }

    fn has_end(&self, _: &Row) -> bool {
        false
    }

    fn frame(&self, tick: &mut FrameBlocks<'_>) -> Lowered<()> {
        tick.pass();
        Ok(())
    }
}

/// Another tree.
struct Call(Subtree);

impl Definition for Call {
    fn text(&self, expressions: &Expressions) -> String {
        let part = expressions.of(Purpose::Blackboard).map(Expression::text);
        let values = self.0.arguments.iter().zip(expressions.of(Purpose::Parameter));
        let values = values.map(|((name, _), value)| format!("{name} = {}", value.text()));
        let arguments: Vec<String> = part.chain(values).collect();
        let call = match arguments.as_slice() {
            [] => source::of(&self.0.tree),
            arguments => format!("{}({})", source::of(&self.0.tree), arguments.join(", ")),
        };
        with_results(call, &self.0.gives)
    }

    fn gives(&self) -> &[Ident] {
        &self.0.gives
    }

    fn calls(&self) -> Option<&Subtree> {
        Some(&self.0)
    }

    fn run(&self, at: &Activation<'_>) -> Run {
        at.every_child(Outcomes::ANY)
    }

    fn position(&self, node: &Node) -> Option<Keeps> {
        node.cell.map(Keeps::Tree)
    }

    fn content(&self, node: &Node) -> Option<Content> {
        let names = self.0.arguments.iter().map(|(name, _)| name.clone());
        Some(Content::Tree(machine::Call {
            tree: self.0.tree.clone(),
            blackboard: node.ids(Purpose::Blackboard).next(),
            arguments: names.zip(node.ids(Purpose::Parameter)).collect(),
            cleanup: self.0.cleanup,
        }))
    }

    fn rest(&self, _: Rest, expressions: &Expressions) -> Rest {
        let is_place = expressions.of(Purpose::Blackboard).all(|part| source::is_place(part));
        if is_place { Rest::Itself } else { Rest::Never }
    }
}
