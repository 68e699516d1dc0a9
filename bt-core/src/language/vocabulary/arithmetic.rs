//! The arithmetic of files, for loaded and for compiled trees.

use super::Plain;
#[cfg(feature = "files")]
use super::Value;
use crate::language::private::Events;
use core::fmt;
use core::time::Duration;

/// An operation of two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
}

/// The reason why an operation has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoResult {
    /// A division by zero.
    DivisionByZero,
    /// The result of an operation does not fit into a type.
    DoesNotFit(Operation, Computed),
}

impl fmt::Display for NoResult {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DivisionByZero => formatter.write_str("division by zero"),
            Self::DoesNotFit(operation, of) => {
                let sign = match operation {
                    Operation::Add => "+",
                    Operation::Subtract => "-",
                    Operation::Multiply => "*",
                    Operation::Divide => "/",
                    Operation::Remainder => "%",
                };
                write!(formatter, "the result of `{sign}` does not fit into `{}`", of.name())
            }
        }
    }
}

/// A type with which a file computes.
pub trait Arithmetic: Plain {
    /// The result of an operation with a value of the same type.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn compute(self, operation: Operation, other: Self) -> Result<Self, NoResult>;
}

/// A number by which a duration is multiplied or divided.
pub trait Factor: Plain {
    /// The duration times the number, or divided by it.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn scale(self, operation: Operation, length: Duration) -> Result<Duration, NoResult>;
}

/// The result of an operation of two values of a type.
///
/// # Errors
///
/// If there is none.
#[inline]
pub fn compute<T: Arithmetic>(left: T, operation: Operation, right: T) -> Result<T, NoResult> {
    left.compute(operation, right)
}

/// A duration times a number, or divided by it.
///
/// # Errors
///
/// If there is no result.
#[inline]
pub fn scale<T: Factor>(
    length: Duration,
    operation: Operation,
    factor: T,
) -> Result<Duration, NoResult> {
    factor.scale(operation, length)
}

/// The answer of an expression of a node; without a result it is no, and observers get the reason.
#[inline]
pub fn computed(answer: Result<bool, NoResult>, events: impl Events, node: u32) -> bool {
    answer.unwrap_or_else(|reason| {
        events.failed(node, format_args!("{reason}"));
        false
    })
}

macro_rules! integers {
    ($($of:ident)*) => {
        /// A type whose results may not fit. One byte, so that an answer or the reason why there is none fits into a register.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(non_camel_case_types, reason = "they are named like the types")]
        pub enum Computed {
            $(#[doc = concat!("`", stringify!($of), "`")] $of,)*
            /// `Duration`
            Duration,
        }

        impl Computed {
            const fn name(self) -> &'static str {
                match self {
                    $(Self::$of => stringify!($of),)*
                    Self::Duration => "Duration",
                }
            }
        }

        $(
            impl Arithmetic for $of {
                #[inline]
                fn compute(self, operation: Operation, other: Self) -> Result<Self, NoResult> {
                    let result = match operation {
                        Operation::Divide | Operation::Remainder if other == 0 => {
                            return Err(NoResult::DivisionByZero);
                        }
                        Operation::Add => self.checked_add(other),
                        Operation::Subtract => self.checked_sub(other),
                        Operation::Multiply => self.checked_mul(other),
                        Operation::Divide => self.checked_div(other),
                        Operation::Remainder => self.checked_rem(other),
                    };
                    result.ok_or(NoResult::DoesNotFit(operation, Computed::$of))
                }
            }

            impl Factor for $of {
                #[inline]
                fn scale(self, operation: Operation, length: Duration) -> Result<Duration, NoResult> {
                    let factor = i128::try_from(self);
                    let factor = factor
                        .map_err(|_| NoResult::DoesNotFit(operation, Computed::Duration))?;
                    scale_by(length, operation, factor)
                }
            }
        )*
    };
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! floats {
    ($($of:ident)*) => {$(
        impl Arithmetic for $of {
            #[inline]
            fn compute(self, operation: Operation, other: Self) -> Result<Self, NoResult> {
                Ok(match operation {
                    Operation::Add => self + other,
                    Operation::Subtract => self - other,
                    Operation::Multiply => self * other,
                    Operation::Divide => self / other,
                    Operation::Remainder => self % other,
                })
            }
        }

        impl Factor for $of {
            #[inline]
            fn scale(self, operation: Operation, length: Duration) -> Result<Duration, NoResult> {
                let (seconds, factor) = (length.as_secs_f64(), f64::from(self));
                let seconds = match operation {
                    Operation::Multiply => seconds * factor,
                    Operation::Divide if factor == 0.0 => return Err(NoResult::DivisionByZero),
                    Operation::Divide => seconds / factor,
                    Operation::Add | Operation::Subtract | Operation::Remainder => f64::NAN,
                };
                Duration::try_from_secs_f64(seconds)
                    .map_err(|_| NoResult::DoesNotFit(operation, Computed::Duration))
            }
        }
    )*};
}

floats!(f32 f64);

impl Arithmetic for Duration {
    #[inline]
    fn compute(self, operation: Operation, other: Self) -> Result<Self, NoResult> {
        let result = match operation {
            Operation::Add => self.checked_add(other),
            Operation::Subtract => self.checked_sub(other),
            Operation::Multiply | Operation::Divide | Operation::Remainder => None,
        };
        result.ok_or(NoResult::DoesNotFit(operation, Computed::Duration))
    }
}

fn scale_by(length: Duration, operation: Operation, factor: i128) -> Result<Duration, NoResult> {
    const SECOND: i128 = 1_000_000_000;
    let nanoseconds = i128::from(length.as_secs()) * SECOND + i128::from(length.subsec_nanos());
    let scaled = match operation {
        Operation::Multiply => nanoseconds.checked_mul(factor),
        Operation::Divide if factor == 0 => return Err(NoResult::DivisionByZero),
        Operation::Divide => nanoseconds.checked_div(factor),
        Operation::Add | Operation::Subtract | Operation::Remainder => None,
    };
    let parts = scaled.and_then(|scaled| {
        let seconds = u64::try_from(scaled.div_euclid(SECOND)).ok()?;
        Some((seconds, u32::try_from(scaled.rem_euclid(SECOND)).ok()?))
    });
    let (seconds, rest) = parts.ok_or(NoResult::DoesNotFit(operation, Computed::Duration))?;
    Ok(Duration::new(seconds, rest))
}

/// An operation of two values as data.
#[cfg(feature = "files")]
pub type Compute = fn(Operation, Value, Value) -> Result<Value, NoResult>;

#[cfg(feature = "files")]
macro_rules! by_name {
    ($name:expr, $run:ident, $($of:ident)*) => {
        match $name { $(stringify!($of) => Some($run::<$of>),)* _ => None }
    };
}

/// A type of whole numbers that fit into 64 bits.
#[cfg(feature = "files")]
#[derive(Debug)]
pub struct Whole {
    of: Computed,
    min: i64,
    max: i64,
}

#[cfg(feature = "files")]
impl Whole {
    /// The type with this name, if it is one.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        macro_rules! all {
            ($($of:ident)*) => {
                [$(Whole { of: Computed::$of, min: $of::MIN as i64, max: $of::MAX as i64 }),*]
            };
        }
        #[allow(clippy::cast_lossless, reason = "the types are listed once")]
        static ALL: [Whole; 8] = all!(i8 i16 i32 i64 isize u8 u16 u32);
        ALL.iter().find(|whole| whole.of.name() == name)
    }

    /// The same as `compute` with two values of the type.
    ///
    /// # Errors
    ///
    /// If there is no result.
    #[inline]
    pub fn compute(&self, left: i64, operation: Operation, right: i64) -> Result<i64, NoResult> {
        let result = match operation {
            Operation::Divide | Operation::Remainder if right == 0 => {
                return Err(NoResult::DivisionByZero);
            }
            Operation::Add => left.checked_add(right),
            Operation::Subtract => left.checked_sub(right),
            Operation::Multiply => left.checked_mul(right),
            Operation::Divide => left.checked_div(right),
            Operation::Remainder if right == -1 && left == self.min => None,
            Operation::Remainder => left.checked_rem(right),
        };
        let result = result.filter(|result| (self.min..=self.max).contains(result));
        result.ok_or(NoResult::DoesNotFit(operation, self.of))
    }
}

/// The operations of two values of a type with this name; `None` if a file does not compute with it.
#[cfg(feature = "files")]
#[must_use]
pub fn compute_with(name: &str) -> Option<Compute> {
    fn compute<T: Arithmetic>(
        operation: Operation,
        left: Value,
        right: Value,
    ) -> Result<Value, NoResult> {
        T::of(left).compute(operation, T::of(right)).map(T::value)
    }
    by_name!(name, compute, i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 Duration)
}

/// The operations of a duration and a number of a type with this name.
#[cfg(feature = "files")]
#[must_use]
pub fn scale_with(name: &str) -> Option<Compute> {
    fn scale<T: Factor>(
        operation: Operation,
        length: Value,
        factor: Value,
    ) -> Result<Value, NoResult> {
        T::of(factor).scale(operation, Duration::of(length)).map(Duration::value)
    }
    by_name!(name, scale, i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64)
}
