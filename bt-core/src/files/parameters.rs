//! The parameters and the results of a loaded tree that is an agent of its own.

use super::Trees;
use super::code::{Code, NamedValue};
use super::loaded::Loaded;
use super::play::{Play, Vocabulary};
use super::state::{State, copied};
use crate::language::private::NoEvents;
use crate::vocabulary::datum::Datum;
use crate::vocabulary::{Plain, Value};
use core::any::Any;
use core::time::Duration;
use std::fmt;
use std::string::{String, ToString};
use std::sync::Arc;

/// The reason why there is no agent with some arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArgumentError {
    /// The file has no tree of this name.
    NoTree(String),
    /// The tree is not `pub`, and others of its file are: only trees use it.
    NoEntry(String),
    /// The tree has no such parameter.
    NoParameter(String),
    /// A parameter has neither a value nor a default.
    Missing(String),
    /// A value is of another type than its parameter.
    OtherType {
        /// The name of the parameter.
        parameter: String,
        /// Its type.
        of: &'static str,
    },
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTree(tree) => write!(formatter, "there is no tree `{tree}`"),
            Self::NoEntry(tree) => no_entry(tree, formatter),
            Self::NoParameter(name) => write!(formatter, "the tree has no parameter `{name}`"),
            Self::Missing(name) => write!(formatter, "the parameter `{name}` needs a value"),
            Self::OtherType { parameter, of } => {
                write!(
                    formatter,
                    "the parameter `{parameter}` is of type `{of}`, and its value is not"
                )
            }
        }
    }
}

impl std::error::Error for ArgumentError {}

/// The text about a tree that only other trees use.
pub(super) fn no_entry(tree: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(
        formatter,
        "`{tree}` is not `pub`, so only other trees use it; write `pub tree {tree}` in its file"
    )
}

impl<V: Vocabulary> Trees<V> {
    /// A new agent with the tree of this name and values for its parameters, in which no node is active. It keeps the values
    /// over restarts, as a compiled tree does that `new` makes.
    ///
    /// A value is a reference to the type of its parameter; that of an enum is the name of a variant.
    ///
    /// ```
    /// use bt_core::behavior_tree;
    ///
    /// behavior_tree! {
    ///     vocabulary Lamp(light: &mut u32) {
    ///         action Dim(by: u32) => *light = light.saturating_sub(by);
    ///     }
    /// }
    ///
    /// let trees = Lamp::parse("tree Evening(step: u32, times: u32 = 2) { repeat(times) action Dim(by = step); }")?;
    /// let mut evening = trees.tree_with("Evening", &[("step", &10_u32)]).unwrap();
    /// let mut light = 100;
    /// evening.tick(&mut light);
    /// assert_eq!(light, 90);
    /// assert!(trees.tree("Evening").is_none(), "`step` needs a value");
    /// # Ok::<(), bt_core::files::Mistakes>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the file has no such tree, only other trees use it, the tree has no such parameter, a value has another type, or a
    /// parameter without a default has no value.
    pub fn tree_with(
        &self,
        name: &str,
        arguments: &[(&str, &dyn Any)],
    ) -> Result<Loaded<V>, ArgumentError> {
        let code = self.code(name).ok_or_else(|| match name.to_string() {
            name if self.is_helper(&name) => ArgumentError::NoEntry(name),
            name => ArgumentError::NoTree(name),
        })?;
        let mut state = State::new(Arc::clone(code));
        let names = || code.parameters.iter().zip(&code.names);
        if let Some((other, _)) =
            arguments.iter().find(|(given, _)| names().all(|(_, named)| named.name != *given))
        {
            return Err(ArgumentError::NoParameter((*other).to_string()));
        }
        for ((place, default), named) in names() {
            let given = arguments.iter().find(|(given, _)| *given == named.name);
            let value = match given {
                Some((_, value)) => {
                    let value = datum::<V>(named, *value);
                    Some(value.ok_or_else(|| ArgumentError::OtherType {
                        parameter: named.name.to_string(),
                        of: named.of,
                    })?)
                }
                None if default.is_some() => None,
                None => return Err(ArgumentError::Missing(named.name.to_string())),
            };
            state.set_datum(*place, value);
        }
        Ok(Loaded { state })
    }
}

impl<V: Vocabulary> Loaded<V> {
    /// A copy of a result of the tree, after a tick that has succeeded; that of an enum is the name of a variant.
    /// `None` if the tree has no such result, or it is of another type.
    ///
    /// ```
    /// use bt_core::behavior_tree;
    ///
    /// behavior_tree! {
    ///     vocabulary Dice(seed: &mut u32) {
    ///         action Throw -> u32 => { *seed += 1; Some(*seed) };
    ///     }
    /// }
    ///
    /// let trees = Dice::parse("tree Once() -> (eyes: u32) { action Throw -> eyes; }")?;
    /// let mut once = trees.tree("Once").unwrap();
    /// once.tick(&mut 3);
    /// assert_eq!(once.result::<u32>("eyes"), Some(4));
    /// # Ok::<(), bt_core::files::Mistakes>(())
    /// ```
    #[must_use]
    pub fn result<T: Clone + 'static>(&self, name: &str) -> Option<T> {
        let code = &self.state.code;
        let is_it =
            |named: &&NamedValue| named.name == name && code.results_of_tree.contains(&named.place);
        let named = code.names.iter().find(is_it)?;
        match self.state.datum(named.place)? {
            Datum::Own(value) => V::any(value).downcast_ref().cloned(),
            Datum::Plain(value) => plain(named, *value),
        }
    }

    /// Before the tree begins, evaluates the defaults of parameters that have no value, and forgets old results; `false`
    /// if a default has no result.
    #[inline(never)]
    pub(super) fn begin<B: ?Sized>(&mut self, blackboard: &mut B) -> bool
    where
        V: Play<B>,
    {
        if !self.state.code.has_header || self.is_running() {
            return true;
        }
        let code = Arc::clone(&self.state.code);
        self.state.drop_results();
        code.parameters.iter().all(|(place, default)| {
            if self.state.datum(*place).is_none() {
                let run = self.run(NoEvents::<false>);
                let value = default.and_then(|default| run.value(default, blackboard));
                self.state.set_datum(*place, value);
            }
            self.state.datum(*place).is_some()
        })
    }

    /// A state of another version of the tree in which no node is active, with the same arguments as far as they fit.
    pub(super) fn afresh(&self, code: &Arc<Code>) -> State<V> {
        let mut state = State::new(Arc::clone(code));
        let old = &self.state.code;
        for (named, _) in code.names.iter().zip(&code.parameters) {
            let is_same = |other: &&NamedValue| other.name == named.name && other.of == named.of;
            let mut known = old.names.iter().take(old.parameters.len());
            let value = known.find(is_same).and_then(|other| self.state.datum(other.place));
            state.set_datum(named.place, value.map(copied::<V>));
        }
        state
    }
}

macro_rules! by_type {
    ($of:expr, $one:ident) => {
        match $of {
            "bool" => $one!(bool),
            "f32" => $one!(f32),
            "f64" => $one!(f64),
            "Duration" => $one!(Duration),
            "&'static str" => $one!(&'static str),
            "i8" => $one!(i8),
            "i16" => $one!(i16),
            "i32" => $one!(i32),
            "i64" => $one!(i64),
            "i128" => $one!(i128),
            "isize" => $one!(isize),
            "u8" => $one!(u8),
            "u16" => $one!(u16),
            "u32" => $one!(u32),
            "u64" => $one!(u64),
            "u128" => $one!(u128),
            "usize" => $one!(usize),
            _ => None,
        }
    };
}

/// A value of the type of a parameter.
fn datum<V: Vocabulary>(named: &NamedValue, value: &dyn Any) -> Option<Datum<V::Own>> {
    macro_rules! value {
        ($of:ty) => {
            value.downcast_ref::<$of>().map(|value| Datum::Plain((*value).value()))
        };
    }
    if !named.variants.is_empty() {
        let written: &&'static str = value.downcast_ref()?;
        let place = named.variants.iter().position(|variant| variant == written)?;
        return Some(Datum::Plain(Value::Variant(place)));
    }
    by_type!(named.of, value).or_else(|| V::own_of(named.of, value).map(Datum::Own))
}

/// A value of a type that a file knows.
fn plain<T: Clone + 'static>(named: &NamedValue, value: Value) -> Option<T> {
    macro_rules! value {
        ($of:ty) => {
            (&<$of>::of(value) as &dyn Any).downcast_ref().cloned()
        };
    }
    match value {
        Value::Variant(place) => (named.variants.get(place)? as &dyn Any).downcast_ref().cloned(),
        _ => by_type!(named.of, value),
    }
}
