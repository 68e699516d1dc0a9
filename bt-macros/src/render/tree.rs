//! The type that the user names, its methods and traits, and the methods that tick and abort it.

use super::reader::{Reader, at_name};
use super::types::trait_generics;
use super::{expression, parts, types};
use crate::program::{Program, borrowed};
use proc_macro2::{Ident, Span, TokenStream};

/// `pub struct Soldier { state: __SoldierState, memory: __SoldierMemory }`
pub(super) fn public_type(program: &Program) -> TokenStream {
    let (name, visibility) = (&program.name, &program.visibility);
    let attributes = types::derives(&program.attributes, true);
    // With the defaults of the parameters, which no other item repeats.
    let (parameters, bounds) = (&program.generics, &program.generics.where_clause);
    let (state, fingerprint) = (program.agent_of(), parts::field(program));
    let memory = program.has_memory.then(|| {
        let memory = program.memory_of();
        hygienic!(memory: #memory,)
    });
    let marker = (!program.generics.params.is_empty()).then(|| {
        let marker = marker(program);
        hygienic!(generics: #marker,)
    });
    // All tokens of the type have the span of the name, so that an error points there.
    let at_name = Span::mixed_site().located_at(name.span());
    let structure = quote::quote_spanned! {at_name=>
        struct #name #parameters #bounds {
            #fingerprint
            state: #state,
            #memory
            #marker
        }
    };
    hygienic! {
        #(#attributes)*
        #[allow(missing_copy_implementations, reason = "the tree's attributes say what it derives")]
        #[allow(private_interfaces, private_bounds, reason = "its fields are its own")]
        #visibility #structure
    }
}

/// A marker for generics that no field names; it owns none of them.
fn marker(program: &Program) -> TokenStream {
    let parameters = program.generics.params.iter().filter_map(|parameter| match parameter {
        syn::GenericParam::Lifetime(lifetime) => {
            let lifetime = &lifetime.lifetime;
            Some(hygienic!(&#lifetime ()))
        }
        syn::GenericParam::Type(of) => {
            let name = &of.ident;
            Some(hygienic!(::core::marker::PhantomData<#name>))
        }
        syn::GenericParam::Const(_) => None,
    });
    hygienic!(::core::marker::PhantomData<fn() -> (#(#parameters,)*)>)
}

/// Methods that few programs call, and that reach functions of all regions or the table of nodes, are
/// `#[inline]`: rustc compiles such a method only where it is called, and others in each library.
pub(super) fn methods(program: &Program, reader: Reader) -> TokenStream {
    let visibility = &program.visibility;
    let root = program.region_type(program.root());
    let [is_running, is_active, node, active, next_wake, next_wake_if_unchanged, shift] = [
        "is_running",
        "is_active",
        "node",
        "active",
        "next_wake",
        "next_wake_if_unchanged",
        "shift",
    ]
    .map(|name| reader.name(program, name));
    let asked = reader.body(hygienic!(__bt::is_active(self, __node)));
    let found = reader.body(hygienic!(&Self::NODES[__id.index()]));
    let running_part = program.running_part(&hygienic!(self.state));
    let runs = reader.body(hygienic!(!::core::matches!(#running_part, #root::Idle)));
    let nodes = reader.body(hygienic!(__bt::Active::new(Self::NODES, self)));
    let memory = if program.has_memory { hygienic!(&self.memory) } else { hygienic!(&()) };
    let [wakes, wakes_if_unchanged] = [false, true].map(|if_unchanged| {
        reader.body(hygienic! {
            <Self as __bt::Machine>::wake_parts::<#if_unchanged>(&self.state, #memory)
        })
    });
    let memory = program
        .has_memory
        .then(|| hygienic!(<Self as __bt::Machine>::shift_memory(&mut self.memory, __by);));
    let shifts = reader.body(hygienic! {
        <Self as __bt::Machine>::shift_parts(&mut self.state, __by);
        #memory
    });
    let (new, running) = (new(program, reader), running(program, reader));
    let results = results(program, reader);
    hygienic! {
        #new

        #results

        #running

        /// Returns `true` if a node is active: the tree has started and has neither finished nor
        /// been aborted.
        #[must_use]
        #[inline]
        #visibility const fn #is_running(&self) -> ::core::primitive::bool {
            #runs
        }

        /// Returns `true` if a node is active.
        #[must_use]
        #[inline]
        #visibility fn #is_active(&self, __node: __bt::NodeId) -> ::core::primitive::bool {
            #asked
        }

        /// A node of the tree; panics if the id belongs to a larger tree.
        #[must_use]
        #[inline]
        #visibility const fn #node(__id: __bt::NodeId) -> &'static __bt::Node {
            #found
        }

        /// The active nodes, the root first; parents come before their children. `{:?}` prints
        /// their names.
        #[must_use]
        #[inline]
        #visibility const fn #active(&self) -> __bt::Active<'_> {
            #nodes
        }

        /// Returns when the tree has to be ticked again.
        #[must_use]
        #[inline]
        #visibility fn #next_wake(&self) -> __bt::Wake {
            #wakes
        }

        /// Returns when the tree has to be ticked again if its expressions give the same results as
        /// in the last tick.
        #[must_use]
        #[inline]
        #visibility fn #next_wake_if_unchanged(&self) -> __bt::Wake {
            #wakes_if_unchanged
        }

        /// Moves all deadlines of the tree to a later time.
        #[inline]
        #visibility fn #shift(&mut self, __by: ::core::time::Duration) {
            #shifts
        }
    }
}

/// `take_results`, if the tree has results.
fn results(program: &Program, reader: Reader) -> Option<TokenStream> {
    program.has_results().then(|| {
        let (visibility, of) = (&program.visibility, program.results_of());
        let name = reader.name(program, "take_results");
        let (root, state) = (program.region_type(program.root()), hygienic!(self.state));
        let (running, taken) = (program.running_part(&state), program.taken_results(&state));
        let taken = reader.body(hygienic! {
            if !::core::matches!(#running, #root::Idle) {
                return __bt::None;
            }
            #taken
        });
        hygienic! {
            /// Takes the results of the last run of the tree, if it has succeeded and was not started again.
            #[must_use]
            #visibility fn #name(&mut self) -> __bt::Option<#of> {
                #taken
            }
        }
    })
}

fn new(program: &Program, reader: Reader) -> TokenStream {
    let (visibility, new) = (&program.visibility, reader.name(program, "new"));
    let (parameters, names) = (program.parameter_list(), program.parameter_names());
    let state = program.idle_agent(&program.parameters_value(&names));
    let forgotten = program.has_memory.then(|| {
        let forgotten = program.forgotten();
        hygienic!(memory: #forgotten,)
    });
    let marker = (!program.generics.params.is_empty())
        .then(|| hygienic!(generics: ::core::marker::PhantomData,));
    let fingerprint = parts::value(program);
    let fresh = reader.body(hygienic!(Self { #fingerprint state: #state, #forgotten #marker }));
    hygienic! {
        /// Makes a tree in which no node is active.
        #[must_use]
        #visibility const fn #new(#parameters) -> Self {
            #fresh
        }
    }
}

/// `Default` and `BehaviorTree`, which call the methods.
pub(super) fn traits(program: &Program, reader: Reader) -> TokenStream {
    let name = &program.name;
    let (parameters, arguments, bounds) = program.generics.split_for_impl();
    let given = types::for_impls(&program.attributes);
    let fresh = reader.mentions(program);
    let tree = behavior_tree(program, reader);
    // A tree with parameters cannot be made without them, so it has no `Default`.
    let default = (!program.has_parameters()).then(|| {
        hygienic! {
            #given
            impl #parameters ::core::default::Default for #name #arguments #bounds {
                fn default() -> Self {
                    #fresh
                    Self::new()
                }
            }
        }
    });
    hygienic! {
        #default

        #tree
    }
}

fn behavior_tree(program: &Program, reader: Reader) -> TokenStream {
    let (name, binder) = (&program.name, reader.binder(program));
    let (given, mentions) = (types::for_impls(&program.attributes), reader.mentions(program));
    let (generics, of) = trait_generics(program);
    let blackboard = borrowed(&of);
    let (observer, observer_type) = (reader.observer(), expression::observer_type());
    let (parameters, _, _) = generics.split_for_impl();
    let (_, arguments, bounds) = program.generics.split_for_impl();
    let new = (!program.has_parameters()).then(|| {
        hygienic! {
            fn new() -> Self {
                #mentions
                Self::new()
            }
        }
    });
    let stop = program.root().cleans_up.then(|| {
        hygienic! {
            fn stop(&mut self, #binder: &mut #blackboard) -> __bt::Status {
                Self::stop(self, #binder)
            }

            fn stop_with(
                &mut self,
                #binder: &mut #blackboard,
                #observer: #observer_type,
            ) -> __bt::Status {
                Self::stop_with(self, #binder, #observer)
            }
        }
    });
    hygienic! {
        #given
        #[allow(clippy::impl_trait_in_params, reason = "so does the trait")]
        impl #parameters __bt::BehaviorTree<#of> for #name #arguments #bounds {
            #new

            fn tick(&mut self, #binder: &mut #blackboard) -> __bt::Status {
                Self::tick(self, #binder)
            }

            fn tick_with(
                &mut self,
                #binder: &mut #blackboard,
                #observer: #observer_type,
            ) -> __bt::Status {
                Self::tick_with(self, #binder, #observer)
            }

            fn abort(&mut self, #binder: &mut #blackboard) {
                Self::abort(self, #binder);
            }

            fn abort_with(
                &mut self,
                #binder: &mut #blackboard,
                #observer: #observer_type,
            ) {
                Self::abort_with(self, #binder, #observer);
            }

            #stop

            fn is_running(&self) -> ::core::primitive::bool {
                Self::is_running(self)
            }

            fn active(&self) -> __bt::Active<'_> {
                Self::active(self)
            }

            fn next_wake(&self) -> __bt::Wake {
                Self::next_wake(self)
            }

            fn next_wake_if_unchanged(&self) -> __bt::Wake {
                Self::next_wake_if_unchanged(self)
            }

            fn shift(&mut self, __by: ::core::time::Duration) {
                Self::shift(self, __by);
            }
        }
    }
}

/// `tick`, `abort`, `stop`, and the same with an observer.
pub(super) fn running(program: &Program, reader: Reader) -> TokenStream {
    let calls = Calls::new(program, reader);
    let (ticks, aborts) = (calls.ticks(), calls.aborts());
    let (stops, step) = (calls.stops(), calls.step());
    hygienic!(#ticks #aborts #stops #step)
}

/// Writes the methods that call the functions of a tree.
struct Calls<'p> {
    program: &'p Program,
    reader: Reader,
    binder: Ident,
    observer: Ident,
    /// The events for the observer.
    watched: TokenStream,
}

impl<'p> Calls<'p> {
    fn new(program: &'p Program, reader: Reader) -> Self {
        let observer = reader.observer();
        let nodes = hygienic!(<Self as __bt::Machine>::nodes());
        let watched = hygienic!(__bt::Watched::by(#observer, #nodes).watch());
        Self { program, reader, binder: reader.binder(program), observer, watched }
    }

    /// `<Self as Parts<_>>::abort_parts(&mut self.state, &mut (), npc, events)`, or the same with `stop_parts`.
    fn end(&self, function: &str, events: &TokenStream) -> TokenStream {
        let late = (function == "stop_parts").then(|| hygienic!(, false));
        let binder = &self.binder;
        let has_memory = self.program.has_memory;
        let memory = if has_memory { hygienic!(&mut self.memory) } else { hygienic!(&mut ()) };
        let function = Ident::new(function, Span::mixed_site());
        let part = hygienic!(<Self as __bt::Parts<_>>::#function);
        hygienic!(#part(&mut self.state, #memory, #binder, #events #late))
    }

    /// One tick with any events. It does not call the `tick_parts` of the tree: with the state as an
    /// argument of its own, a tick takes an instruction more.
    fn step(&self) -> Option<TokenStream> {
        let Self { program, reader, binder, .. } = self;
        if let Reader::Editor = reader {
            return None;
        }
        let kept = program.has_memory.then(|| hygienic!(let __memory = &mut self.memory;));
        let blackboard = &program.blackboard;
        let (opened, place) = if program.has_agent() {
            let opened = program.opened_agent();
            (hygienic!(let __state = &mut self.state; #opened), hygienic!(*__state))
        } else {
            (TokenStream::new(), hygienic!(self.state))
        };
        let (mentions, step) = (reader.mentions(program), parts::step(program, &place));
        Some(hygienic! {
            #[inline]
            fn __step(
                &mut self,
                #binder: &mut #blackboard,
                __events: impl __bt::Events,
            ) -> __bt::Status {
                #mentions
                #kept
                #opened
                #step
            }
        })
    }

    fn ticks(&self) -> TokenStream {
        let Self { program, reader, binder, observer, watched } = self;
        let (visibility, blackboard) = (&program.visibility, &program.blackboard);
        let function = at_name(program, "fn");
        let (tick, tick_with) = (reader.name(program, "tick"), reader.name(program, "tick_with"));
        let observer_type = expression::observer_type();
        let unheard = |is_off: bool| {
            let events = hygienic!(__bt::NoEvents::<#is_off>);
            reader.body(hygienic!(self.__step(#binder, #events)))
        };
        let (quiet, off) = (unheard(false), unheard(true));
        let watched = reader.body(hygienic! {
            __bt::Observer::tick_begins(#observer);
            let __status = self.__step(#binder, #watched);
            __bt::tick_ends(#observer, self);
            __status
        });
        hygienic! {
            /// Ticks the tree once. Each node is ticked at most once.
            #[inline]
            #visibility #function #tick(&mut self, #binder: &mut #blackboard) -> __bt::Status {
                #quiet
            }

            /// Ticks the tree once and reports the events to the observer.
            #[inline]
            #visibility #function #tick_with(
                &mut self,
                #binder: &mut #blackboard,
                #observer: #observer_type,
            ) -> __bt::Status {
                if __bt::Observer::is_off(#observer) {
                    return #off;
                }
                #watched
            }
        }
    }

    fn aborts(&self) -> TokenStream {
        let Self { program, reader, binder, observer, watched } = self;
        let (visibility, blackboard) = (&program.visibility, &program.blackboard);
        let function = at_name(program, "fn");
        let abort = reader.name(program, "abort");
        let abort_with = reader.name(program, "abort_with");
        let observer_type = expression::observer_type();
        let quiet = self.end("abort_parts", &hygienic!(__bt::NoEvents::<false>));
        let watched = self.end("abort_parts", watched);
        let (quiet, watched) = (reader.body(quiet), reader.body(watched));
        hygienic! {
            /// Aborts the active nodes. The next tick starts the tree again.
            #visibility #function #abort(&mut self, #binder: &mut #blackboard) {
                #quiet
            }

            /// Aborts the active nodes and reports them to the observer.
            #visibility #function #abort_with(
                &mut self,
                #binder: &mut #blackboard,
                #observer: #observer_type,
            ) {
                if __bt::Observer::is_off(#observer) {
                    return Self::#abort(self, #binder);
                }
                #watched
            }
        }
    }

    fn stops(&self) -> TokenStream {
        let Self { program, reader, binder, observer, watched } = self;
        let (visibility, blackboard) = (&program.visibility, &program.blackboard);
        let function = at_name(program, "fn");
        let (stop, stop_with) = (reader.name(program, "stop"), reader.name(program, "stop_with"));
        let observer_type = expression::observer_type();
        let quiet = reader.body(self.end("stop_parts", &hygienic!(__bt::NoEvents::<false>)));
        let watched = self.end("stop_parts", watched);
        let watched = reader.body(hygienic! {
            __bt::Observer::tick_begins(#observer);
            let __status = #watched;
            __bt::tick_ends(#observer, self);
            __status
        });
        hygienic! {
            /// Ends the active nodes, after their cleanups that take time: call it once a tick until it is not running
            /// any more.
            #visibility #function #stop(&mut self, #binder: &mut #blackboard) -> __bt::Status {
                #quiet
            }

            /// Does the same and reports the events to the observer.
            #visibility #function #stop_with(
                &mut self,
                #binder: &mut #blackboard,
                #observer: #observer_type,
            ) -> __bt::Status {
                if __bt::Observer::is_off(#observer) {
                    return Self::#stop(self, #binder);
                }
                #watched
            }
        }
    }
}
