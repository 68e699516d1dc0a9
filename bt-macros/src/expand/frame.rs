//! Frames of one child: a counter, a deadline, a decorator of the user's own.

use super::context::Task;
use super::held::{End, Held, Refused};
use super::{alias, choice, context, parallel, region};
use crate::ast::{Duration, Kind, Literal};
use crate::ide::Meaning;
use crate::model::{ItemId, Model, Node, Region, is_frame, names};
use proc_macro2::TokenStream;

/// The most positions of a child that is ticked where its frame is.
const FEW: usize = 2;

/// The most nodes of one of several children that is ticked where its frame is.
const SMALL: usize = 12;

/// A frame as the data of a position.
pub(crate) fn held(model: &Model, item: ItemId) -> Held<'_> {
    let node = model.node_of(item);
    let mut held = Held::frame(model, node);
    let frame = model.frame_type(node);
    let value = match &node.kind {
        Kind::Parallel(_) | Kind::Monitor { .. } => parallel::value(model, item),
        Kind::Random { .. } | Kind::Utility { .. } => choice::value(model, item),
        _ => {
            let (prepare, fields) = fields(model, item, &mut held);
            held.prepare = prepare;
            held.abort = abort_child(model, item);
            let child = idle_child(model, item);
            held.of = model.region_of(model.plan.item(item).home);
            let variant = variant(model, item);
            held.value = hygienic!(#variant { #fields child: #child });
            return held;
        }
    };
    held.value = hygienic!(#frame { #value });
    held.abort = leave(model, item, &held.inner);
    held
}

/// `__SoldierState::Timeout7`
fn variant(model: &Model, item: ItemId) -> TokenStream {
    let region = model.region_type(model.plan.item(item).home);
    let variant = model.variant(item);
    hygienic!(#region::#variant)
}

fn child(model: &Model, item: ItemId) -> ItemId {
    model.plan.item(item).children[0]
}

fn idle_child(model: &Model, item: ItemId) -> TokenStream {
    model.idle(child(model, item))
}

/// What is computed at activation, and the fields that keep it.
fn fields(model: &Model, item: ItemId, held: &mut Held<'_>) -> (TokenStream, TokenStream) {
    let node = model.node_of(item);
    let (blackboard, now, inner) = (&model.binder, context::now(), context::inner());
    let clock = model.now();
    let clock = hygienic!(let #now = #clock;);
    match &node.kind {
        Kind::Repeat(Some(count)) | Kind::Retry(Some(count)) => {
            let rounds = context::named("rounds");
            let is_known = syn::parse2::<syn::LitInt>(count.clone()).is_ok();
            if !is_known {
                let succeeds = matches!(node.kind, Kind::Repeat(_));
                held.refused = Some(refused(hygienic!(#rounds == 0), succeeds));
            }
            let count = model.shared(count, Meaning::Number);
            let span = proc_macro2::Span::mixed_site().located_at(node.span);
            let of = quote::quote_spanned!(span=> __bt::u32);
            (hygienic!(let #rounds: #of = #count;), hygienic!(left: #rounds,))
        }
        Kind::Timeout(duration) => {
            let duration = model.duration(duration);
            (clock, hygienic!(until: __bt::after(#now, #duration),))
        }
        Kind::Every(duration) | Kind::Service(duration, _) => {
            let period = period(model, duration);
            (clock, hygienic!(due: #now, #period))
        }
        Kind::With(literal) => {
            let decorator = context::named("decorator");
            let (value, with) =
                (alias::made(model, node, literal), model.as_trait(literal, "Decorator"));
            let condition = hygienic!(!#with::check(&#decorator, &*#blackboard));
            held.refused = Some(refused(condition, false));
            let variant = variant(model, item);
            held.start = Some(hygienic! {
                if let #variant { decorator, .. } = #inner { #with::start(decorator, #blackboard); }
            });
            held.end = Some(End { function: hygienic!(#with::end), of_frame: Some(variant) });
            (hygienic!(let #decorator = #value;), hygienic!(decorator: #decorator,))
        }
        _ => (TokenStream::new(), TokenStream::new()),
    }
}

fn refused(condition: TokenStream, success: bool) -> Refused {
    Refused { condition, told: TokenStream::new(), success }
}

/// A duration that is not a literal is kept from the activation on.
fn period(model: &Model, duration: &Duration) -> TokenStream {
    if duration.constant {
        return TokenStream::new();
    }
    let value = model.duration(duration);
    hygienic!(period: #value,)
}

/// The fields of a frame, with their types.
pub(crate) fn field_types(model: &Model, item: ItemId) -> TokenStream {
    let node = model.node_of(item);
    let time = hygienic!(::core::time::Duration);
    let own = match &node.kind {
        Kind::Parallel(_) | Kind::Monitor { .. } => return parallel::field_types(model, item),
        Kind::Random { .. } | Kind::Utility { .. } => return choice::field_types(model, item),
        Kind::Repeat(_) | Kind::Retry(_) => hygienic!(left: ::core::primitive::u32,),
        Kind::Timeout(_) => hygienic!(until: #time,),
        Kind::Every(duration) | Kind::Service(duration, _) if duration.constant => {
            hygienic!(due: #time,)
        }
        Kind::Every(_) | Kind::Service(..) => hygienic!(due: #time, period: #time,),
        Kind::With(literal) => {
            let path = &literal.path;
            // A derive that the type lacks is told here. At its name stands no other name, which an
            // editor would find there.
            quote::quote_spanned!(node.span=> decorator: #path,)
        }
        _ => TokenStream::new(),
    };
    let child = model.region_of(child(model, item));
    hygienic!(#own child: #child)
}

/// The functions of a frame; what a frame of one child does to it is done where it is aborted.
pub(crate) fn functions(model: &Model, item: ItemId) -> TokenStream {
    let node = model.node_of(item);
    let of = Held::new(model, item, false).of;
    let (tick, abort) = match node.kind {
        Kind::Parallel(_) | Kind::Monitor { .. } => parallel::bodies(model, item),
        Kind::Random { .. } | Kind::Utility { .. } => choice::bodies(model, item),
        _ => (tick(model, item), TokenStream::new()),
    };
    let tick = model.function(&names::frame_function("tick", node), &of, Task::Tick, &tick);
    if is_single(node) {
        let region = model.plan.region_below(child(model, item));
        let apart = region.map(super::apart);
        return hygienic!(#apart #tick);
    }
    let name = names::frame_function("abort", node);
    let abort = model.function(&name, &of, Task::leave(model.is_busy_frame(item)), &abort);
    hygienic!(#tick #abort)
}

/// Whether a frame has one child, whatever is written: its data are the fields of its variant, so that
/// the types are nested no more than they must be.
pub(crate) fn is_single(node: &Node) -> bool {
    !matches!(
        node.kind,
        Kind::Parallel(_) | Kind::Monitor { .. } | Kind::Random { .. } | Kind::Utility { .. }
    )
}

/// Whether a frame ticks its child in its own step, and not in one of the child's.
pub(crate) fn contains_step(model: &Model, node: &Node, child: ItemId) -> bool {
    let is_alone = is_single(node) && !matches!(node.kind, Kind::With(_));
    let fits = if is_alone { !is_seldom(model, node, child) } else { is_small(model, child) };
    is_frame(node) && fits
}

/// Whether a child is so small that a function of its own would be more than what is in it.
fn is_small(model: &Model, child: ItemId) -> bool {
    let nodes = model.nodes_of(child);
    let is_far = model.plan.region_below(child).is_some_and(Region::is_far);
    nodes.len() <= SMALL && !is_far
}

/// Whether a child is ticked now and then and is large, so that a tick in which it is not due must not
/// prepare for it.
pub(crate) fn is_seldom(model: &Model, node: &Node, child: ItemId) -> bool {
    let positions = model.plan.region_below(child).map_or(0, |region| region.positions.len());
    matches!(node.kind, Kind::Every(_)) && positions > FEW
}

/// Aborts the child of a frame.
fn abort_child(model: &Model, item: ItemId) -> TokenStream {
    let (inner, variant) = (context::inner(), variant(model, item));
    let abort = leave_child(model, item);
    if abort.is_empty() {
        return abort;
    }
    hygienic!(if let #variant { child, .. } = #inner { #abort })
}

/// Aborts all in a frame of several children.
pub(crate) fn leave(model: &Model, item: ItemId, state: &proc_macro2::Ident) -> TokenStream {
    let node = model.node_of(item);
    let (abort, id) = (names::frame_function("abort", node), model.id(node.id));
    let arguments = model.leaving_arguments(model.is_busy_frame(item));
    hygienic!(Self::#abort(#state #arguments, #id);)
}

/// Aborts the `child` of a frame.
fn leave_child(model: &Model, item: ItemId) -> TokenStream {
    let id = model.id(model.node_of(item).id);
    model.leave(child(model, item), &hygienic!(child), &id)
}

/// The step of the only child.
fn step_of_child(model: &Model, item: ItemId) -> TokenStream {
    step_of(model, model.node_of(item), child(model, item))
}

/// The step of a child, in that of its frame: a block with a status.
pub(crate) fn step_of(model: &Model, node: &Node, child: ItemId) -> TokenStream {
    let Some(region) = model.plan.region_below(child) else { return TokenStream::new() };
    if !contains_step(model, node, child) {
        let (step, arguments) = (model.region_function("tick", child), model.arguments());
        return hygienic!(Self::#step(child #arguments));
    }
    let state = context::state();
    let ticked = syn::Lifetime::new("'ticked", proc_macro2::Span::mixed_site());
    let body = region::body(model, region, Some(&ticked));
    hygienic! {
        {
            let #state = &mut *child;
            #ticked: { #body }
        }
    }
}

/// One step of a frame: the status of its child, and what the decorator makes of it.
fn tick(model: &Model, item: ItemId) -> TokenStream {
    let node = model.node_of(item);
    let (state, variant) = (context::state(), variant(model, item));
    let body = match &node.kind {
        Kind::Repeat(_) => counted(model, item, true),
        Kind::Retry(_) => counted(model, item, false),
        Kind::Timeout(_) => timeout(model, item),
        Kind::Every(duration) => every(model, item, duration),
        Kind::Service(duration, run) => service(model, item, duration, run),
        Kind::With(literal) => with(model, item, literal),
        _ => TokenStream::new(),
    };
    let fields = match &node.kind {
        Kind::Repeat(_) | Kind::Retry(_) => hygienic!(left, child),
        Kind::Timeout(_) => hygienic!(until, child),
        Kind::With(_) => hygienic!(decorator, child),
        Kind::Every(duration) | Kind::Service(duration, _) if duration.constant => {
            hygienic!(due, child)
        }
        _ => hygienic!(due, period, child),
    };
    hygienic! {
        let #variant { #fields } = #state else { return __bt::Failure };
        #body
    }
}

/// `timeout(D)`: over when its child still runs at the end.
fn timeout(model: &Model, item: ItemId) -> TokenStream {
    let (step, time) = (step_of_child(model, item), model.now());
    let abort = leave_child(model, item);
    hygienic! {
        let status = #step;
        match status {
            __bt::Running if !__bt::is_before(#time, *until) => {
                #abort
                __bt::Failure
            }
            status => status,
        }
    }
}

/// `every(D)`
fn every(model: &Model, item: ItemId, duration: &Duration) -> TokenStream {
    let (step, now, time) = (step_of_child(model, item), context::now(), model.now());
    let period = kept_period(duration);
    hygienic! {
        let #now = #time;
        if __bt::is_before(#now, *due) {
            return __bt::Running;
        }
        *due = __bt::after(#now, #period);
        #step
    }
}

/// `service(D, EXPR)`
fn service(model: &Model, item: ItemId, duration: &Duration, run: &TokenStream) -> TokenStream {
    let (step, now, time) = (step_of_child(model, item), context::now(), model.now());
    let (period, run) = (kept_period(duration), model.exclusive(run, Meaning::Anything));
    hygienic! {
        let #now = #time;
        if !__bt::is_before(#now, *due) {
            *due = __bt::after(#now, #period);
            let _ = #run;
        }
        #step
    }
}

fn kept_period(duration: &Duration) -> TokenStream {
    if duration.constant { duration.value.clone() } else { hygienic!(*period) }
}

/// `repeat(N)` counts successes, `retry(N)` counts failures.
fn counted(model: &Model, item: ItemId, success: bool) -> TokenStream {
    let (step, idle) = (step_of_child(model, item), idle_child(model, item));
    let again = if success { context::success() } else { context::failure() };
    hygienic! {
        let status = #step;
        if let #again = status {
            if *left > 1 {
                *left -= 1;
                *child = #idle;
                return __bt::Running;
            }
        }
        status
    }
}

/// `with Type { … }`: the decorator ticks its child, or does not.
fn with(model: &Model, item: ItemId, literal: &Literal) -> TokenStream {
    let binder = &model.binder;
    let idle = idle_child(model, item);
    let abort = leave_child(model, item);
    let with = model.as_trait(literal, "Decorator");
    let step = step_of_child(model, item);
    hygienic! {
        let status = #with::tick(decorator, #binder, |#[allow(unused_variables)] #binder| {
            let status = #step;
            if let __bt::Running = status {
                return status;
            }
            *child = #idle;
            status
        });
        if let __bt::Running = status {
            return status;
        }
        #abort
        status
    }
}
