//! The values that nodes keep, for recordings: a function for each region in which something may be kept.

use super::names::region_function;
use super::{choice, parallel, subtree};
use crate::program::Program;
use bt_language::ast::Kind;
use bt_language::machine::{Body, Frame, Keeps, Node, Position, Region};
use proc_macro2::TokenStream;
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
    let of = program.agent_of();
    let parameters = program.parameters.iter().map(|parameter| {
        let (name, text) = (&parameter.name, parameter.name.unraw().to_string());
        hygienic!(__kept.parameter(#text, __bt::Value(&__state.parameters.#name).as_debug());)
    });
    let below = keeps(program, root).then(|| {
        let (function, running) =
            (region_function("kept", root), program.running_part(&hygienic!(__state)));
        let running = if program.has_parameters() { hygienic!(&#running) } else { running };
        hygienic!(Self::#function(#running, __kept);)
    });
    hygienic! {
        fn kept(&self, __kept: &mut __bt::Kept<impl __bt::Visit>) {
            <Self as __bt::Machine>::kept_parts(&self.state, __kept);
        }

        fn kept_parts(__state: &#of, __kept: &mut __bt::Kept<impl __bt::Visit>) {
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
    let of = program.region_of(region);
    let arms = region.positions.iter().filter_map(|position| arm(program, region, position));
    hygienic! {
        fn #name(__state: &#of, __kept: &mut __bt::Kept<impl __bt::Visit>) {
            match __state {
                #(#arms)*
                _ => {}
            }
        }
    }
}

/// The arm of a position in which something is kept.
fn arm(program: &Program, region: &Region, position: &Position) -> Option<TokenStream> {
    let node = program.node_of(position);
    let (inner, id) = (subtree::inner(node), program.id(position.place.node));
    let (name, variant) = (program.region_type(region), program.variant(position));
    let (pattern, visit) = match (position.keeps, &node.kind) {
        (Keeps::Region(below), _) => {
            (hygienic!((#inner)), below_in(program, program.region(below), &hygienic!(#inner))?)
        }
        (Keeps::Subtree, Kind::Subtree { tree, .. }) if is_shown(program, node) => {
            let part = subtree::function(tree, "kept_parts");
            (hygienic!((#inner)), hygienic!(__kept.below(#id, |__kept| #part(#inner, __kept));))
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
fn below_in(program: &Program, region: &Region, state: &TokenStream) -> Option<TokenStream> {
    keeps(program, region).then(|| {
        let function = region_function("kept", region);
        hygienic!(Self::#function(#state, __kept);)
    })
}

/// The fields of a frame with one child in a pattern, and what is kept in them.
fn single(program: &Program, frame: &Frame) -> Option<(TokenStream, TokenStream)> {
    let id = program.id(frame.node);
    let own = match &program.node(frame.node).kind {
        Kind::Let { name, .. } => Some((name, hygienic!(__value))),
        Kind::For { name, .. } => Some((name, hygienic!(__next))),
        _ => None,
    };
    let region = program.children(frame).next();
    let below = region.and_then(|region| below_in(program, region, &hygienic!(__child)));
    if own.is_none() && below.is_none() {
        return None;
    }
    let (field, own) = own.map_or_else(Default::default, |(name, field)| {
        let text = name.unraw().to_string();
        let value = hygienic!(__kept.value(#id, #text, __bt::Value(#field).as_debug()););
        (hygienic!(#field,), value)
    });
    let open = below.as_ref().map(|_| hygienic!(__child,));
    Some((hygienic!({ #field #open .. }), hygienic!(#own #below)))
}

/// Visits the children of a frame.
fn several(program: &Program, frame: &Frame) -> Option<TokenStream> {
    let visits = program.children(frame).filter_map(|child| {
        let visit = below_in(program, child, &hygienic!(__child))?;
        Some(match frame.body {
            Body::Choice { .. } | Body::Scored => {
                let of = program.child_type(program.node(frame.node));
                let variant = choice::variant(child);
                hygienic!(if let #of::#variant(__child) = &__inner.child { #visit })
            }
            _ => {
                let field = parallel::field(child);
                hygienic!(if let __bt::Slot::Open(__child) = &__inner.#field { #visit })
            }
        })
    });
    let visits = hygienic!(#(#visits)*);
    (!visits.is_empty()).then_some(visits)
}
