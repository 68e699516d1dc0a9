//! Calls of words: conditions and actions.

use super::super::code::{Argument, Call};
use super::super::play::{Arguments, Play, Vocabulary};
use super::{MOST_ASKED, Run};
use crate::Status;
use crate::language::private::Events;
use crate::vocabulary::Value;

impl<V: Vocabulary, E: Events> Run<'_, V, E> {
    /// Calls a word with its arguments; asks `value`s among them first.
    #[inline]
    pub(super) fn called<B: ?Sized, T>(
        &mut self,
        call: Call,
        blackboard: &mut B,
        run: impl FnOnce(&mut Self, usize, Arguments<'_>, &mut B) -> T,
    ) -> T
    where
        V: Play<B>,
    {
        if call.asks {
            return self.called_with_values(call, blackboard, run);
        }
        let (code, word) = (self.code, usize::from(call.word));
        run(self, word, Arguments::at(&code.values, call.first as usize), blackboard)
    }

    /// Calls a word with `value`s among its arguments. A separate function, since it needs much of the stack.
    #[inline(never)]
    fn called_with_values<B: ?Sized, T>(
        &mut self,
        call: Call,
        blackboard: &mut B,
        run: impl FnOnce(&mut Self, usize, Arguments<'_>, &mut B) -> T,
    ) -> T
    where
        V: Play<B>,
    {
        let values = self.asked(call, blackboard);
        run(self, usize::from(call.word), Arguments::new(&values), blackboard)
    }

    /// The arguments of a call with `value`s among them.
    #[inline(never)]
    fn asked<B: ?Sized>(&self, call: Call, blackboard: &B) -> [Value; MOST_ASKED]
    where
        V: Play<B>,
    {
        let mut values = [Value::Bool(false); MOST_ASKED];
        let first = call.first as usize;
        let places = first..first + usize::from(call.count);
        for (value, place) in values.iter_mut().zip(places) {
            *value = match self.code.arguments[place] {
                Argument::Constant => self.code.values[place],
                Argument::Asked(word) => V::value(word, blackboard),
            };
        }
        values
    }

    /// The result of a condition whose arguments are literals.
    #[inline]
    pub(super) fn ask<B: ?Sized>(&mut self, call: Call, blackboard: &B) -> bool
    where
        V: Play<B>,
    {
        V::ask(usize::from(call.word), self.literals(call), blackboard)
    }

    pub(super) fn ask_with_values<B: ?Sized>(&mut self, call: Call, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        self.called(call, blackboard, |_, word, arguments, blackboard| {
            V::ask(word, arguments, blackboard)
        })
    }

    #[inline]
    fn literals(&self, call: Call) -> Arguments<'_> {
        Arguments::at(&self.code.values, call.first as usize)
    }

    /// Reports the result of a condition below `nots` nodes `not`, the first of which is `node`; returns the last
    /// result.
    #[inline]
    pub(super) fn told(&self, mut holds: bool, node: u32, nots: u16) -> bool {
        if E::IS_QUIET {
            return holds ^ (nots % 2 == 1);
        }
        self.events.asked(node + u32::from(nots), holds);
        for above in (0..nots).rev() {
            holds = !holds;
            self.events.finished(node + u32::from(above), Status::from(holds));
        }
        holds
    }

    /// Ticks an action whose arguments are literals; an action with `value`s is a stateful action.
    #[inline]
    pub(super) fn act<B: ?Sized>(&mut self, call: Call, node: u32, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        V::act(usize::from(call.word), self.literals(call), blackboard, self.events, node)
    }

    /// Runs an action without reporting it to observers.
    pub(super) fn do_at_once<B: ?Sized>(&mut self, call: Call, blackboard: &mut B)
    where
        V: Play<B>,
    {
        let _ = self.called(call, blackboard, |_, word, arguments, blackboard| {
            let nobody = crate::language::private::NoEvents::<false>;
            V::act(word, arguments, blackboard, nobody, 0)
        });
    }
}
