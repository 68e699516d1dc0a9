//! The values that nodes keep, for recordings: a function for each region in which something may be kept.

use super::names::region_function;
use super::{choice, context, parallel, subtree};
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::{Body, Frame, Keeps, Node, Position, Region};
use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;

/// The functions of all regions.
pub(super) fn functions(program: &Program) -> TokenStream {
    let regions = program.machine.regions.iter().filter(|region| keeps(program, region));
    let functions = regions.map(|region| function(program, region));
    hygienic!(#(#functions)*)
}

/// The functions for the recorder and for a tree around this one; empty if nothing is kept.
pub(super) fn part(program: &Program) -> TokenStream {
    let root = program.root();
    if !keeps(program, root) && !program.has_parameters() {
        return TokenStream::new();
    }
    let (state, kept, of) = (context::state(), context::local("kept"), program.agent_of());
    let parameters = program.parameters.iter().map(|parameter| {
        let (name, text) = (&parameter.name, parameter.name.unraw().to_string());
        hygienic!(#kept.parameter(#text, __bt::Value(&#state.parameters.#name).as_debug());)
    });
    let below = keeps(program, root).then(|| {
        let (function, running) =
            (region_function("kept", root), program.running_part(&hygienic!(#state)));
        let running = if program.has_parameters() { hygienic!(&#running) } else { running };
        hygienic!(Self::#function(#running, #kept);)
    });
    hygienic! {
        fn kept(&self, #kept: &mut __bt::Kept<impl __bt::Visit>) {
            <Self as __bt::Machine>::kept_parts(&self.state, #kept);
        }

        fn kept_parts(#state: &#of, #kept: &mut __bt::Kept<impl __bt::Visit>) {
            #(#parameters)*
            #below
        }
    }
}

/// Returns `true` if something in a region may be kept that can be shown.
fn keeps(program: &Program, region: &Region) -> bool {
    region.has_enum()
        && program.nodes()[region.nodes.clone()].iter().any(|node| is_shown(program, node))
}

fn is_shown(program: &Program, node: &Node) -> bool {
    match &node.kind {
        Kind::Let { .. } | Kind::For { .. } => true,
        Kind::Subtree { tree, .. } => !program.is_opaque(tree),
        _ => false,
    }
}

/// `fn kept_at_7(state, kept)`
fn function(program: &Program, region: &Region) -> TokenStream {
    let name = region_function("kept", region);
    let (state, kept, of) = (context::state(), context::local("kept"), program.region_of(region));
    let arms = region.positions.iter().filter_map(|position| arm(program, region, position));
    hygienic! {
        fn #name(#state: &#of, #kept: &mut __bt::Kept<impl __bt::Visit>) {
            match #state {
                #(#arms)*
                _ => {}
            }
        }
    }
}

/// The arm of a position in which something is kept.
fn arm(program: &Program, region: &Region, position: &Position) -> Option<TokenStream> {
    let node = program.node_of(position);
    let (inner, kept, id) =
        (subtree::inner(node), context::local("kept"), program.id(position.place.node));
    let (name, variant) = (program.region_type(region), program.variant(position));
    let (pattern, visit) = match (position.keeps, &node.kind) {
        (Keeps::Region(below), _) => {
            (hygienic!((#inner)), below_in(program, program.region(below), &inner)?)
        }
        (Keeps::Subtree, Kind::Subtree { tree, .. }) if is_shown(program, node) => {
            let part = subtree::function(tree, "kept_parts");
            (hygienic!((#inner)), hygienic!(#kept.below(#id, |#kept| #part(#inner, #kept));))
        }
        (Keeps::Frame(frame), _) => {
            let frame = &program.machine[frame];
            if frame.is_single() {
                single(program, frame)?
            } else {
                (hygienic!((#inner)), several(program, frame)?)
            }
        }
        _ => return None,
    };
    Some(hygienic!(#name::#variant #pattern => { #visit }))
}

/// Visits a region below.
fn below_in(program: &Program, region: &Region, state: &Ident) -> Option<TokenStream> {
    keeps(program, region).then(|| {
        let (function, kept) = (region_function("kept", region), context::local("kept"));
        hygienic!(Self::#function(#state, #kept);)
    })
}

/// The fields of a frame with one child in a pattern, and what is kept in them.
fn single(program: &Program, frame: &Frame) -> Option<(TokenStream, TokenStream)> {
    let (kept, id, child) =
        (context::local("kept"), program.id(frame.node), context::local("child"));
    let own = match &program.node(frame.node).kind {
        Kind::Let { name, .. } => Some((name, context::local("value"))),
        Kind::For { name, .. } => Some((name, context::local("next"))),
        _ => None,
    };
    let (field, own) = own.map_or_else(Default::default, |(name, field)| {
        let text = name.unraw().to_string();
        let value = hygienic!(#kept.value(#id, #text, __bt::Value(#field).as_debug()););
        (hygienic!(#field,), value)
    });
    let region = frame.children.first().map(|child| program.region(*child));
    let below = region.and_then(|region| below_in(program, region, &child));
    let open = below.as_ref().map(|_| hygienic!(#child,));
    let is_nothing = own.is_empty() && below.is_none();
    (!is_nothing).then(|| (hygienic!({ #field #open .. }), hygienic!(#own #below)))
}

/// Visits the children of a frame.
fn several(program: &Program, frame: &Frame) -> Option<TokenStream> {
    let (inner, open) = (context::inner(), context::local("child"));
    let children = frame.children.iter().map(|child| program.region(*child));
    let visits: Vec<_> = children
        .filter_map(|child| Some((child, below_in(program, child, &open)?)))
        .map(|(child, visit)| match frame.body {
            Body::Choice { .. } | Body::Scored => {
                let of = program.child_type(program.node(frame.node));
                let variant = choice::variant(child);
                hygienic!(if let #of::#variant(#open) = &#inner.child { #visit })
            }
            _ => {
                let field = parallel::field(child);
                hygienic!(if let __bt::Slot::Open(#open) = &#inner.#field { #visit })
            }
        })
        .collect();
    (!visits.is_empty()).then(|| hygienic!(#(#visits)*))
}
