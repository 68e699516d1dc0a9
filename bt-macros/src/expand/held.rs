//! What a region keeps whole as the data of one position: a stateful action, a frame, a subtree or a
//! cut.

use super::{alias, context, frame, subtree};
use crate::ast::{self, Kind};
use crate::model::{ItemId, Model, Node};
use proc_macro2::{Ident, Literal, TokenStream};

/// How it is made, ticked, aborted and ended. The data is called `inner`: a `&mut` of it in `start`,
/// `tick` and `abort`, itself in `end`.
pub(crate) struct Held<'m> {
    pub(super) model: &'m Model,
    /// Its type.
    pub(crate) of: TokenStream,
    /// What is computed first.
    pub(crate) prepare: TokenStream,
    /// When it does not even begin.
    pub(crate) refused: Option<Refused>,
    /// What it is at its activation.
    pub(crate) value: TokenStream,
    pub(crate) start: Option<TokenStream>,
    pub(crate) tick: TokenStream,
    /// Aborts what runs inside; `keep` is in scope.
    pub(crate) abort: TokenStream,
    /// What of the user's has to be ended.
    pub(crate) end: Option<End>,
    /// Whether something inside has an `end` of the user's, which must not be forgotten.
    pub(crate) must_end: bool,
    /// What the data is called.
    pub(crate) inner: Ident,
}

/// The condition on which a node does not begin, what is told then, and whether it is success.
pub(crate) struct Refused {
    pub(crate) condition: TokenStream,
    pub(crate) told: TokenStream,
    pub(crate) success: bool,
}

/// `<Type as Action<Blackboard>>::end`; of a decorator also its variant, in which it is a field.
pub(crate) struct End {
    pub(crate) function: TokenStream,
    pub(crate) of_frame: Option<TokenStream>,
}

impl<'m> Held<'m> {
    pub(crate) fn new(model: &'m Model, item: ItemId, cut: bool) -> Self {
        let node = model.node_of(item);
        let must_end = model.nodes[node.id..node.end].iter().any(Node::has_end);
        let held = match &node.kind {
            _ if cut => Self::cut(model, item),
            Kind::Stateful(literal) => Self::stateful(model, node, literal),
            Kind::Subtree { tree, blackboard } => {
                subtree::held(model, node, tree, blackboard.as_ref())
            }
            _ => frame::held(model, item),
        };
        Self { must_end, ..held }
    }

    /// A frame, whose functions bear its name.
    pub(crate) fn frame(model: &'m Model, node: &Node) -> Self {
        let (inner, arguments) = (subtree::inner(node), model.arguments());
        let tick = crate::model::names::frame_function("tick", node);
        let of = model.with_generics(&model.frame_type(node), node.id..node.end);
        Self {
            model,
            of,
            prepare: TokenStream::new(),
            refused: None,
            value: TokenStream::new(),
            start: None,
            tick: hygienic!(Self::#tick(#inner #arguments)),
            abort: TokenStream::new(),
            end: None,
            must_end: false,
            inner: inner.clone(),
        }
    }

    fn stateful(model: &'m Model, node: &Node, literal: &ast::Literal) -> Self {
        let (inner, events, binder) = (context::inner(), context::events(), &model.binder);
        let (id, value) = (model.id(node.id), alias::made(model, node, literal));
        let action = model.as_trait(literal, "Action");
        let told = hygienic! {
            #events.leaf(#id, __bt::Failure);
        };
        let condition = hygienic!(!#action::check(&#inner, &*#binder));
        let tick = hygienic!(#action::tick(#inner, #binder));
        Self {
            of: literal.path.clone(),
            prepare: hygienic!(let #inner = #value;),
            refused: Some(Refused { condition, told, success: false }),
            value: hygienic!(#inner),
            start: Some(hygienic!(#action::start(#inner, #binder);)),
            tick: hygienic!(__bt::decided(#tick, #events, #id)),
            abort: TokenStream::new(),
            end: Some(End { function: hygienic!(#action::end), of_frame: None }),
            ..Self::frame(model, node)
        }
    }

    fn cut(model: &'m Model, item: ItemId) -> Self {
        let (inner, arguments, keep) = (context::inner(), model.arguments(), context::keep());
        let tick = model.region_function("tick", item);
        Self {
            of: model.region_of(item),
            value: model.idle(item),
            tick: hygienic!(Self::#tick(#inner #arguments)),
            abort: model.leave(item, &hygienic!(#inner), &hygienic!(#keep)),
            ..Self::frame(model, model.node_of(item))
        }
    }

    /// Ends the data, which has been taken out of the state as a pattern with `inner` in it.
    pub(crate) fn end_taken(&self, reason: &TokenStream) -> Option<TokenStream> {
        let (inner, binder) = (&self.inner, &self.model.binder);
        let End { function, of_frame } = self.end.as_ref()?;
        Some(match of_frame {
            Some(variant) => hygienic! {
                if let #variant { mut decorator, .. } = #inner {
                    #function(&mut decorator, #binder, #reason);
                }
            },
            None => hygienic!(let mut #inner = #inner; #function(&mut #inner, #binder, #reason);),
        })
    }

    /// Ends the data where it is, because of a panic.
    fn end_in_place(&self) -> Option<TokenStream> {
        let (inner, binder) = (&self.inner, &self.model.binder);
        let End { function, of_frame } = self.end.as_ref()?;
        Some(match of_frame {
            Some(variant) => hygienic! {
                if let #variant { decorator, .. } = #inner {
                    #function(decorator, #binder, __bt::End::Aborted);
                }
            },
            None => hygienic!(#function(#inner, #binder, __bt::End::Aborted);),
        })
    }

    /// `(inner, memory, npc, events)`: what belongs to a fresh node beside the state.
    pub(crate) fn parts(&self) -> TokenStream {
        let (inner, arguments) = (&self.inner, self.model.arguments());
        hygienic!((#inner #arguments))
    }

    /// The parts, as they are called everywhere, out of a borrow of them that is called `parts`.
    pub(crate) fn borrow_parts(&self) -> TokenStream {
        let (parts, names) = (context::named("parts"), self.parts());
        let count = if self.model.has_memory { 3 } else { 2 };
        let [others, events] = [1..count, count..count + 1]
            .map(|parts| parts.map(Literal::usize_unsuffixed).collect::<Vec<_>>());
        hygienic! {
            #[allow(unused_variables)]
            let #names = (&mut #parts.0 #(, &mut *#parts.#others)* #(, #parts.#events)*);
        }
    }

    /// Makes the node beside the state and ticks it there.
    pub(crate) fn beside(&self) -> TokenStream {
        let (inner, binder, events) = (&self.inner, &self.model.binder, context::events());
        let memory = self.model.has_memory.then(context::memory).into_iter();
        let (status, parts, keep) =
            (context::named("status"), context::named("parts"), context::keep());
        let borrow = self.borrow_parts();
        let Self { value, start, tick, abort, .. } = self;
        let end = self.end_in_place();
        hygienic! {
            let mut #inner = __bt::Fresh::new(
                (#value #(, &mut *#memory)*, &mut *#binder, #events),
                |#parts| {
                    #borrow
                    #[allow(unused_variables)]
                    let #keep = __bt::NOTHING;
                    #abort
                    #end
                },
            );
            let #status = if let __bt::Some(#parts) = &mut #inner.context {
                #borrow
                #start
                #tick
            } else {
                __bt::Failure
            };
        }
    }
}
