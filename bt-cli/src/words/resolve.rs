//! The types of parameters and fields, from the values that they have.

use super::literal::{self, literal};
use super::{Draught, Value, Words};
use bt_language::vocabulary::{Integer, Type};
use std::collections::BTreeMap;

impl Words {
    /// Chooses the types of all parameters and fields, after all calls were noted.
    pub(crate) fn resolve(&mut self) {
        let mut keys: BTreeMap<String, Type> = BTreeMap::new();
        for parameter in self.drafts.iter_mut().flat_map(|draft| &mut draft.parameters) {
            let fits =
                |of: &Type| parameter.samples.iter().all(|value| literal(value, of).is_some());
            let declared = parameter.declared.clone().filter(fits);
            let guessed =
                declared.or_else(|| guess(&parameter.samples, parameter.default.as_ref()));
            parameter.of = guessed.clone().unwrap_or(Type::Text);
            if let Some(of) = guessed {
                for value in &parameter.samples {
                    if let Value::Key(key) = value {
                        keys.entry(key.clone()).or_insert_with(|| of.clone());
                    }
                }
            }
        }
        for (key, field) in &mut self.fields {
            let of = field.declared.clone().or_else(|| keys.get(key).cloned());
            field.of = of.unwrap_or(Type::Text);
        }
        let only_keys = |parameter: &Draught| {
            parameter.declared.is_none()
                && parameter.samples.iter().all(|value| matches!(value, Value::Key(_)))
        };
        for parameter in self.drafts.iter_mut().flat_map(|draft| &mut draft.parameters) {
            if let (true, Some(Value::Key(key))) = (only_keys(parameter), parameter.samples.first())
            {
                if let Some(field) = self.fields.get(key) {
                    parameter.of = field.of.clone();
                }
            }
        }
        self.complete();
    }

    /// Gives each parameter that some call omits a default: the zero of its type.
    fn complete(&mut self) {
        for draft in &mut self.drafts {
            let calls = draft.calls;
            for parameter in draft.parameters.iter_mut().filter(|parameter| parameter.given < calls)
            {
                let default = parameter
                    .default
                    .take()
                    .filter(|value| literal(value, &parameter.of).is_some());
                parameter.default = default.or_else(|| literal::zero(&parameter.of));
            }
        }
    }
}

/// The type that all values have.
fn guess(samples: &[Value], default: Option<&Value>) -> Option<Type> {
    let values = || samples.iter().chain(default).filter(|value| !matches!(value, Value::Key(_)));
    values().next()?;
    let fits = |of: &Type| values().all(|value| literal(value, of).is_some());
    let integer = |name| Integer::named(name).cloned().map(Type::Integer);
    let candidates = [
        Some(Type::Bool),
        integer("i32"),
        integer("i64"),
        integer("i128"),
        Some(Type::Double),
        Some(Type::Duration),
    ];
    Some(candidates.into_iter().flatten().find(fits).unwrap_or(Type::Text))
}
