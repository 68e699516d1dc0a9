//! The data of positions: stateful actions, frames, subtrees and cuts.

use super::held::{End, Held, Refused};
use super::names::region_function;
use super::subtree::{self, step, type_of};
use super::{alias, context, fields};
use crate::program::Program;
use bt_language::ast::{self, Form, Kind};
use bt_language::machine::{Keeps, Node, Position, Region};
use bt_language::mirror::Meaning;
use proc_macro2::TokenStream;
use syn::Token;

/// The data of a position, if it keeps any.
pub(crate) fn of<'p>(program: &'p Program, position: &Position) -> Held<'p> {
    let node = program.node_of(position);
    let held = match (position.keeps, &node.kind) {
        (Keeps::Region(region), _) => cut(program, node, program.region(region)),
        (Keeps::Frame(frame), _) => fields::held(program, position, &program.machine[frame]),
        (_, Kind::Stateful(literal)) => stateful(program, node, literal),
        (_, Kind::Subtree { tree, blackboard, arguments }) => Held {
            value: subtree::begin(program, node, tree, arguments),
            ..subtree_state(program, node, tree, blackboard.as_ref())
        },
        _ => {
            let tick = program.internal(node, "it keeps no data");
            Held { tick, ..Held::plain(program, node) }
        }
    };
    let must_end = program.nodes()[node.range()].iter().any(Node::has_end);
    Held { must_end, ..held }
}

fn stateful<'p>(program: &'p Program, node: &Node, literal: &ast::Literal) -> Held<'p> {
    let binder = &program.binder;
    let (id, value) = (program.id(node.id), alias::made(program, node, literal));
    let action = program.as_trait(node, literal, "Action");
    let condition = hygienic!(!#action::check(&__inner, &*#binder));
    let tick = hygienic!(#action::tick(__inner, #binder));
    Held {
        of: program.made_type(node, literal),
        prepare: match literal.form {
            Form::Literal => hygienic!(let __inner = #value;),
            Form::Expression => {
                let of = program.made_type(node, literal);
                hygienic!(let __inner: #of = #value;)
            }
        },
        refused: Some(Refused::If(condition)),
        value: hygienic!(__inner),
        start: Some(hygienic!(#action::start(__inner, #binder);)),
        tick: hygienic!(__bt::decided(#tick, __events, #id)),
        abort: TokenStream::new(),
        end: Some(End::Action(hygienic!(#action::end))),
        ..Held::plain(program, node)
    }
}

fn cut<'p>(program: &'p Program, node: &Node, region: &Region) -> Held<'p> {
    let arguments = program.arguments(&node.scope);
    let tick = region_function("tick", region);
    Held {
        of: program.region_of(region),
        value: program.idle(region),
        tick: hygienic!(Self::#tick(__inner #arguments)),
        abort: program.leave(region, &hygienic!(__inner), &hygienic!(__keep)),
        ..Held::plain(program, node)
    }
}

/// The state of a subtree.
fn subtree_state<'m>(
    program: &'m Program,
    node: &Node,
    tree: &TokenStream,
    part_of: Option<&ast::Expression>,
) -> Held<'m> {
    let (binder, of) = (&program.binder, &program.blackboard_type);
    let (blackboard, of) = match part_of {
        // `tick` and `abort` borrow the part with the same expression.
        Some(expression) => {
            let part = step(tree, &hygienic!(_), "part");
            let expression = program.exclusive(node, expression, Meaning::Anything);
            (hygienic!(#part(#expression)), hygienic!(_))
        }
        None => (hygienic!(#binder), hygienic!(#of)),
    };
    let id = program.id(node.id);
    let events = if program.is_opaque(tree) {
        hygienic!(::bt_core::__private::NoEvents::<false>)
    } else {
        hygienic!(__events.within(#id + 1))
    };
    let (inner, kept) =
        (subtree::inner(node), context::local_at("kept", context::first_span(tree)));
    let open =
        subtree::memory(program, node, tree, &kept, Some(Token![mut](context::first_span(tree))));
    let (tick, abort) = (step(tree, &of, "tick_parts"), step(tree, &of, "abort_parts"));
    Held {
        of: type_of(tree, "State"),
        tick: hygienic!({ #open #tick(#inner, #kept, #blackboard, #events) }),
        abort: hygienic!({ #open #abort(#inner, #kept, #blackboard, #events); }),
        ..Held::plain(program, node)
    }
}
