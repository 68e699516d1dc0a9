//! The methods that tick and abort a tree.

use super::reader::{Reader, at_name};
use super::{expression, parts};
use crate::program::Program;
use proc_macro2::{Ident, Span, TokenStream};

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
