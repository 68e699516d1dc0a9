//! Nodes and words as an editor inserts them in a file.

use super::context::count;
use crate::ast::Constant;
use crate::vocabulary::{Parameter, Role, Type, Vocabulary, Word as Declared};
use crate::words::{Arguments, Children, InFiles, Word};

/// The nodes that a file can have; the others need Rust.
pub fn in_files() -> impl Iterator<Item = Word> {
    Word::ALL.iter().copied().filter(|word| word.in_files() != InFiles::OnlyInRust)
}

/// The arguments of a node in files, with `W` for a word of the vocabulary: `guard` → `(W)`
fn arguments(word: Word) -> &'static [&'static str] {
    match word.arguments() {
        Arguments::Expression | Arguments::Action | Arguments::Literal => &[" W"],
        Arguments::Tree => &[" Name"],
        // The vocabulary draws the random numbers.
        Arguments::Value if word.children() == Children::Weighted => &[""],
        Arguments::Value | Arguments::Statement => &["(W)"],
        Arguments::Service => &["(D, W)"],
        Arguments::Duration => &["(D)"],
        Arguments::Count => &["(N)", ""],
        Arguments::Policies => &["", "(success = P, failure = P)"],
        Arguments::Margin => &["", "(margin = X)"],
        Arguments::None | Arguments::Binding | Arguments::Range => &[""],
    }
}

/// The forms of a node in files: `repeat(N) node` and `repeat node`
pub fn forms(word: Word) -> impl Iterator<Item = String> {
    let children = word.children().form().replace("COND", "W");
    arguments(word).iter().map(move |arguments| format!("{word}{arguments}{children}"))
}

/// A node that an editor inserts: the first fitting word of the vocabulary with its required arguments, without children.
///
/// A decorator has no child yet, so it can also be put around a node: `repeat(3)`
#[must_use]
pub fn template(word: Word, vocabulary: &Vocabulary) -> String {
    let arguments = match word.arguments() {
        Arguments::Expression => format!(" {}", first(vocabulary, is_answer, "Condition")),
        Arguments::Action => format!(" {}", first(vocabulary, is_action, "Action")),
        Arguments::Tree => {
            let is_subtree = |role: &Role| matches!(role, Role::Subtree { .. });
            format!(" {}", first(vocabulary, is_subtree, "Tree"))
        }
        Arguments::Literal => {
            let is_decorator = |role: &Role| matches!(role, Role::Decorator);
            format!(" {}", first(vocabulary, is_decorator, "Decorator"))
        }
        Arguments::Value if word.children() == Children::Weighted => String::new(),
        Arguments::Value => format!("({})", first(vocabulary, is_answer, "Condition")),
        Arguments::Statement => format!("({})", first(vocabulary, ends_at_once, "Action")),
        Arguments::Service => format!("(1s, {})", first(vocabulary, ends_at_once, "Action")),
        Arguments::Duration => "(1s)".to_owned(),
        Arguments::Count => "(3)".to_owned(),
        Arguments::None
        | Arguments::Policies
        | Arguments::Margin
        | Arguments::Binding
        | Arguments::Range => String::new(),
    };
    let rest = match word.children() {
        Children::None => ";",
        Children::One => "",
        _ => " {}",
    };
    format!("{word}{arguments}{rest}")
}

/// Conditions, and values of the type `bool`.
pub(super) fn is_answer(role: &Role) -> bool {
    matches!(role, Role::Condition | Role::Value(Type::Bool))
}

pub(super) fn is_action(role: &Role) -> bool {
    matches!(role, Role::Action { .. })
}

/// Actions that need not be ticked again.
pub(super) fn ends_at_once(role: &Role) -> bool {
    matches!(role, Role::Action { is_stateful: false })
}

/// Returns `true` if a word can be the key of a child.
pub(super) fn fits_key(children: Children, role: &Role) -> bool {
    match children {
        Children::Conditional => is_answer(role),
        Children::Scored => *role == Role::Value(Type::Single),
        Children::Weighted => *role == Role::Value(count()),
        _ => false,
    }
}

/// The call of the first word whose role fits.
pub(super) fn first_call(vocabulary: &Vocabulary, fits: impl Fn(&Role) -> bool) -> Option<String> {
    vocabulary.words.iter().find(|word| fits(&word.role)).map(Declared::call)
}

fn first(vocabulary: &Vocabulary, fits: impl Fn(&Role) -> bool, missing: &str) -> String {
    first_call(vocabulary, fits).unwrap_or_else(|| missing.to_owned())
}

impl Declared {
    /// The word with values for the parameters that have no default: `GoTo(place = Home)`
    #[must_use]
    pub fn call(&self) -> String {
        let required = self.parameters.iter().filter(|parameter| parameter.default.is_none());
        let given: Vec<String> = required
            .map(|parameter| format!("{} = {}", parameter.name, parameter.of.sample()))
            .collect();
        let name = &self.name;
        if given.is_empty() { name.clone() } else { format!("{name}({})", given.join(", ")) }
    }

    /// The declaration without its code: `action GoTo(place: Place, speed: f32 = 4.0)`
    #[must_use]
    pub fn signature(&self) -> String {
        let parameters: Vec<String> = self.parameters.iter().map(Parameter::signature).collect();
        let list = if parameters.is_empty() {
            String::new()
        } else {
            format!("({})", parameters.join(", "))
        };
        let of = match &self.role {
            Role::Value(of) => format!(": {}", of.name()),
            _ => String::new(),
        };
        format!("{} {}{list}{of}", self.role.name(), self.name)
    }
}

impl Parameter {
    /// `speed: f32 = 4.0`
    #[must_use]
    pub fn signature(&self) -> String {
        let default = self.default_text().map(|text| format!(" = {text}")).unwrap_or_default();
        format!("{}: {}{default}", self.name, self.of.name())
    }

    /// The default as it is written in a file.
    #[must_use]
    pub fn default_text(&self) -> Option<String> {
        Some(match (self.default.as_ref()?, &self.of) {
            (Constant::Bool(value), _) => value.to_string(),
            (Constant::Integer(value), _) => value.to_string(),
            (Constant::Single(value), _) => format!("{value:?}"),
            (Constant::Double(value), _) => format!("{value:?}"),
            (Constant::Duration(value), _) => format!("{value:?}").replace('µ', "u"),
            (Constant::Text(value), _) => format!("{value:?}"),
            (Constant::Variant(place), Type::Variants { variants, .. }) => {
                variants.get(*place)?.clone()
            }
            (Constant::Variant(_), _) => return None,
        })
    }
}

impl Type {
    /// A value of the type, as it is written in a file.
    fn sample(&self) -> String {
        match self {
            Self::Bool => "true".to_owned(),
            Self::Integer(_) => "1".to_owned(),
            Self::Single | Self::Double => "1.0".to_owned(),
            Self::Duration => "1s".to_owned(),
            Self::Text => "\"\"".to_owned(),
            Self::Variants { variants, .. } => variants.first().cloned().unwrap_or_default(),
        }
    }
}
