//! Words with their arguments, numbers and durations.

use super::{Assembled, Assembler};
use crate::files::code::{Argument, Call, Cooldown, Length, Number, Period, TIME, short};
use crate::files::texts::kept;
use crate::vocabulary::Value;
use bt_language::ast::{self, Constant, Duration, Expression};

impl Assembler<'_> {
    /// A call; its arguments are added to the arguments of the whole tree.
    pub(super) fn call(&mut self, expression: &Expression) -> Assembled<Call> {
        let Some(call) = expression.call() else {
            return Err(std::format!("`{}` calls no word", **expression));
        };
        let first = self.code.values.len();
        for argument in &call.arguments {
            let (value, asked) = match argument {
                ast::Argument::Constant(constant) => (value(constant), Argument::Constant),
                ast::Argument::Value(word) => (Value::Bool(false), Argument::Asked(*word)),
            };
            self.code.values.push(value);
            self.code.arguments.push(asked);
        }
        let asks =
            call.arguments.iter().any(|argument| matches!(argument, ast::Argument::Value(_)));
        let many = |_| std::format!("`{}` has too many parameters", **expression);
        Ok(Call {
            word: u16::try_from(call.word).map_err(many)?,
            count: u8::try_from(call.arguments.len()).map_err(many)?,
            asks,
            first: short(first),
        })
    }

    /// A count, a weight or a score.
    pub(super) fn number(expression: &Expression) -> Assembled<Number> {
        match (expression.constant(), expression.call()) {
            (Some(constant), _) => Ok(Number::Constant(value(constant))),
            (None, Some(call)) => Ok(Number::Asked(call.word)),
            _ => Err(std::format!("`{}` is no number", **expression)),
        }
    }

    /// The index of a duration.
    pub(super) fn length(&mut self, duration: &Duration) -> Assembled<usize> {
        let length = match (duration.constant, duration.value.call()) {
            (Some(length), _) => Length::Constant(length),
            (None, Some(call)) => Length::Asked(call.word),
            _ => return Err(std::format!("`{}` is no length of time", duration.text)),
        };
        self.code.lengths.push(length);
        Ok(self.code.lengths.len() - 1)
    }

    /// The index of the period of a timer; a period that is not a literal is stored at the address `at`.
    pub(super) fn period(&mut self, duration: &Duration, at: usize) -> Assembled<usize> {
        let period = match duration.constant {
            Some(length) => Period::Constant(length),
            None => Period::Kept { at, length: self.length(duration)? },
        };
        self.code.periods.push(period);
        Ok(self.code.periods.len() - 1)
    }

    /// The index of a cooldown whose words begin at `end`.
    pub(super) fn cooldown(
        &mut self,
        node: u32,
        end: usize,
        duration: &Duration,
    ) -> Assembled<usize> {
        let length = match duration.constant {
            Some(length) => Period::Constant(length),
            None => Period::Kept { at: end + 1 + TIME, length: self.length(duration)? },
        };
        self.code.cooldowns.push(Cooldown { node, end, length });
        Ok(self.code.cooldowns.len() - 1)
    }
}

/// A literal as an argument of a word.
fn value(constant: &Constant) -> Value {
    match constant {
        Constant::Bool(value) => Value::Bool(*value),
        Constant::Integer(value) => Value::Integer(*value),
        Constant::Single(value) => Value::F32(*value),
        Constant::Double(value) => Value::F64(*value),
        Constant::Duration(value) => Value::Duration(*value),
        Constant::Text(value) => Value::Text(kept(value)),
        Constant::Variant(value) => Value::Variant(*value),
    }
}
