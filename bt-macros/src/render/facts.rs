//! `FACTS`: what the types of the expressions can answer, for proofs. The macro writes closures that are never called, and
//! rustc fills in what they give.
//!
//! ```text
//! action npc.attack();  →  Fact::typed(3, &|| { never(); let npc: &mut Npc = any(); action(npc.attack()).fact() })
//! ```
//!
//! Nothing behind `never()` can be reached, so the compiler infers types there, and does not check borrows a second time.

use super::vocabulary::{each_lifetime, names_function};
use super::{early, expression, fields, scope, subtree};
use crate::program::Program;
use bt_language::machine::{Bound, ExpressionId, Form, Machine, Made, Node, NodeId, Purpose};
use proc_macro2::{Ident, Literal, TokenStream};

/// `true` if `bt-core` has proofs. The crate's own tests show what every program has.
const IS_ON: bool = cfg!(all(feature = "facts", not(test)));

/// The constant of a tree.
pub(super) fn of_tree(program: &Program) -> TokenStream {
    if !IS_ON {
        return TokenStream::new();
    }
    let mut facts: Vec<TokenStream> = Vec::new();
    for node in program.nodes() {
        let acts = node.expressions.iter().enumerate();
        let acts = acts.filter(|(_, (purpose, _))| *purpose == Purpose::Act);
        facts.extend(acts.map(|(place, _)| {
            let of = ExpressionId { node: node.id, place };
            leaf(program, &program.blackboard, &program.id(node.id), of, &names(program, node.id))
        }));
    }
    facts.extend(program.machine.values().filter_map(|(node, of)| value(program, node, of)));
    facts.extend(program.machine.made().map(|made| made_fact(program, made)));
    let trees = program.machine.calls().filter(|(_, call)| !program.is_opaque(&call.tree));
    let trees = trees.map(|(node, call)| {
        let (id, tree) = (program.id(node), subtree::part(&call.tree, "FACTS"));
        hygienic!((#id, &#tree))
    });
    constant(&program.machine_bytes, &facts, &trees.collect::<Vec<_>>())
}

/// Returns `true` if the type of a node can exclude some of its results.
pub(crate) fn may_exclude(node: &Node) -> bool {
    let purposes = node.expressions.iter().map(|(purpose, _)| *purpose);
    purposes.into_iter().any(|of| matches!(of, Purpose::Act | Purpose::Made | Purpose::Decorator))
}

/// Returns `true` if a node can fail because it refuses to begin.
pub(crate) fn may_refuse(node: &Node) -> bool {
    let purposes = node.expressions.iter().map(|(purpose, _)| *purpose);
    purposes.into_iter().any(|of| matches!(of, Purpose::Made | Purpose::Decorator | Purpose::Value))
}

/// The results that the type of such a node allows: a constant expression.
pub(super) fn can(program: &Program, node: &Node) -> TokenStream {
    let id = program.id(node.id);
    let made = program.machine.made().find(|made| made.value.node == node.id);
    let kept = program.machine.values().find(|(of, _)| *of == node.id);
    let kept = kept.and_then(|(node, of)| value(program, node, of));
    let fact = match (made, kept) {
        (Some(made), _) => made_fact(program, made),
        (None, Some(kept)) => kept,
        (None, None) => {
            let of = node.expressions.iter().position(|(of, _)| *of == Purpose::Act);
            let of = ExpressionId { node: node.id, place: of.unwrap_or_default() };
            leaf(program, &program.blackboard, &id, of, &names(program, node.id))
        }
    };
    hygienic!(#fact.can)
}

/// The machine of a tree as bytes, if `bt-core` has proofs.
pub(crate) fn bytes_of(machine: &Machine) -> Vec<u8> {
    if IS_ON { machine.to_bytes(&|_, _| None) } else { Vec::new() }
}

/// The fact about a stateful action, or a decorator of the user's own.
fn made_fact(program: &Program, made: &Made) -> TokenStream {
    if let Form::Future { .. } = made.form {
        let (node, id) = (program.node(made.value.node), program.id(made.value.node));
        let given = (!node.gives.is_empty()).then(|| scope::given_type(node));
        let names = names(program, node.id);
        let value = expression::output(program, made.value, given.as_ref());
        return awaited(&word(program, &program.blackboard, &id, made.value, &names, &value));
    }
    let (id, purpose) = (program.id(made.value.node), &program.node(made.value.node).expressions);
    let is_action =
        purpose.get(made.value.place).is_some_and(|(purpose, _)| *purpose == Purpose::Made);
    let name = if is_action { "Action" } else { "Decorator" };
    let of = program.as_trait_on(&open(program, &program.blackboard_type), made, name);
    made_of(&id, &of)
}

/// The constant with a machine and these facts, of nodes or of words.
pub(super) fn constant(
    machine: &[u8],
    facts: &[TokenStream],
    trees: &[TokenStream],
) -> TokenStream {
    if !IS_ON {
        return TokenStream::new();
    }
    let machine = Literal::byte_string(machine);
    added(&hygienic!(const FACTS: __bt::Facts = {
        use __bt::Mistaken as _;
        __bt::Facts { machine: #machine, own: &[#(#facts),*], trees: &[#(#trees),*] }
    };))
}

/// The constant with the results of an action that keeps its arguments.
pub(super) fn results(fact: &TokenStream) -> TokenStream {
    if !IS_ON {
        return TokenStream::new();
    }
    added(&hygienic!(const CAN: __bt::Can = {
        use __bt::Mistaken as _;
        #fact.can
    };))
}

/// An item that the feature `facts` adds.
fn added(item: &TokenStream) -> TokenStream {
    let item = unchecked(item);
    hygienic!(__bt::__facts! { #item })
}

/// An item with expressions of the user that are compiled in another place too.
pub(super) fn unchecked(item: &TokenStream) -> TokenStream {
    hygienic! {
        #[allow(
            warnings,
            unused,
            dependency_on_unit_never_type_fallback,
            clippy::all,
            clippy::nursery,
            clippy::pedantic,
            clippy::restriction,
            reason = "each expression is checked where it runs"
        )]
        #item
    }
}

/// A type with lifetimes of which nothing is known. Those of a tree may need bounds that the parameters of a function
/// imply, and those of a constant do not: `World<'a, T>` → `World<'_, T>`
fn open(program: &Program, of: &TokenStream) -> TokenStream {
    if names_function(of) {
        return of.clone();
    }
    let declared: Vec<&Ident> = program.generics.lifetimes().map(|of| &of.lifetime.ident).collect();
    each_lifetime(of.clone(), &mut |name| {
        declared.contains(&name).then(|| Ident::new("_", name.span()))
    })
}

/// The names that an expression can use, besides the blackboard.
fn names(program: &Program, node: NodeId) -> TokenStream {
    let names = program.node(node).scope.iter().map(|binding| {
        let name = &binding.name;
        match &binding.of {
            Bound::Value(of) => {
                let of = open(program, of);
                hygienic!(let #name: &mut #of = __bt::any();)
            }
            Bound::Number => hygienic!(let #name: __bt::usize = __bt::any();),
            Bound::Place(of) => {
                let (place, of) = (scope::place(name), open(program, of));
                hygienic!(let #place: &mut ::core::option::Option<#of> = __bt::any();)
            }
        }
    });
    hygienic!(#(#names)*)
}

/// The fact about a value, which has a method for it.
fn typed(
    program: &Program,
    blackboard: &TokenStream,
    id: &TokenStream,
    names: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let (binder, blackboard) = (&program.binder, open(program, blackboard));
    hygienic! {
        __bt::Fact::typed(#id, &|| {
            __bt::never();
            let #binder: &mut #blackboard = __bt::any();
            #names
            #value.fact()
        })
    }
}

/// The expression of an action, on this blackboard.
pub(super) fn leaf(
    program: &Program,
    blackboard: &TokenStream,
    id: &TokenStream,
    of: ExpressionId,
    names: &TokenStream,
) -> TokenStream {
    word(program, blackboard, id, of, names, &expression::acted(program, of))
}

/// The same with the value of the expression.
pub(super) fn word(
    program: &Program,
    blackboard: &TokenStream,
    id: &TokenStream,
    of: ExpressionId,
    names: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    // What is still to be written may give anything.
    if early::never_returns(&program.machine[of]) {
        return hygienic!(__bt::Fact::of(#id, __bt::Can::ANYTHING.never_refuses()));
    }
    typed(program, blackboard, id, names, value)
}

/// The fact about an action that runs until the future of an expression is ready, from that about the output.
pub(super) fn awaited(output: &TokenStream) -> TokenStream {
    hygienic!(#output.awaited())
}

/// A value of the user's own, with the trait that it implements.
pub(super) fn made_of(id: &TokenStream, of: &TokenStream) -> TokenStream {
    hygienic!(__bt::Fact::of(#id, #of::CAN))
}

/// The expression of a `let` that keeps a value of this type, if it has one.
fn value(program: &Program, node: NodeId, of: &TokenStream) -> Option<TokenStream> {
    let id = program.id(node);
    let ids = program.node(node).expressions.iter().enumerate();
    let mut values = ids.filter(|(_, (purpose, _))| *purpose == Purpose::Value);
    let (place, (_, expression)) = values.next()?;
    Some(if early::never_returns(expression) {
        hygienic!(__bt::Fact::of(#id, __bt::Can::ANYTHING))
    } else if fields::has_open_type(expression) {
        hygienic!(__bt::Fact::of(#id, __bt::Can::ANYTHING.never_refuses()))
    } else {
        let given = fields::given(program, of, ExpressionId { node, place });
        typed(program, &program.blackboard, &id, &names(program, node), &given)
    })
}
