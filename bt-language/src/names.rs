//! What nodes and labels are called in words, in types and in constants.

use crate::ast::Kind;
use proc_macro2::Ident;

/// The constant of a label: `'runAway` → `RUN_AWAY`.
#[must_use]
pub fn constant(label: &Ident) -> Ident {
    let mut constant = String::new();
    let mut last = '_';
    for letter in plain(label).chars() {
        if letter.is_uppercase() && last.is_lowercase() {
            constant.push('_');
        }
        constant.extend(letter.to_uppercase());
        last = letter;
    }
    Ident::new(&constant, label.span())
}

/// `r#move` → `move`
#[must_use]
pub fn plain(ident: &Ident) -> String {
    ident.to_string().trim_start_matches("r#").to_owned()
}

/// `run_away` → `RunAway`
pub(crate) fn camel_case(name: &str) -> String {
    name.split('_')
        .filter_map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
        })
        .collect()
}

/// `RunAway7` → `run_away_7`
#[must_use]
pub fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut last = '_';
    for letter in name.chars() {
        let begins = letter.is_uppercase() && !last.is_uppercase();
        let number = letter.is_ascii_digit() && !last.is_ascii_digit();
        if (begins || number) && last != '_' {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
        last = letter;
    }
    snake
}

/// `ActiveSelector` → `active_selector`
#[must_use]
pub fn word(kind: &str) -> String {
    snake_case(kind)
}

/// The names of all kinds, each in the place by which `NODES` is made.
pub const KINDS: [&str; 33] = [
    "Condition",
    "Action",
    "Wait",
    "Succeed",
    "Fail",
    "Running",
    "Subtree",
    "Sequence",
    "Selector",
    "ActiveSequence",
    "ActiveSelector",
    "Parallel",
    "Monitor",
    "RandomSelector",
    "RandomSequence",
    "UtilitySelector",
    "If",
    "Match",
    "ActiveIf",
    "ActiveMatch",
    "Not",
    "ForceSuccess",
    "ForceFailure",
    "Repeat",
    "Retry",
    "Guard",
    "Timeout",
    "Delay",
    "Cooldown",
    "Every",
    "Once",
    "Service",
    "With",
];

/// The name of a kind, as `NodeKind` has it.
#[must_use]
pub fn kind_name(kind: &Kind) -> &'static str {
    use crate::ast::Goal;
    match kind {
        Kind::Condition(_) => "Condition",
        Kind::Action(_) | Kind::Stateful(_) => "Action",
        Kind::Wait(_) => "Wait",
        Kind::Succeed => "Succeed",
        Kind::Fail => "Fail",
        Kind::Running | Kind::Broken => "Running",
        Kind::Subtree { .. } => "Subtree",
        Kind::Sequence => "Sequence",
        Kind::Selector => "Selector",
        Kind::ActiveSequence => "ActiveSequence",
        Kind::ActiveSelector => "ActiveSelector",
        Kind::Parallel(_) => "Parallel",
        Kind::Monitor { .. } => "Monitor",
        Kind::Random { goal: Goal::Success, .. } => "RandomSelector",
        Kind::Random { goal: Goal::Failure, .. } => "RandomSequence",
        Kind::Utility { .. } => "UtilitySelector",
        Kind::If { active: false, .. } => "If",
        Kind::If { active: true, .. } => "ActiveIf",
        Kind::Match { active: false, .. } => "Match",
        Kind::Match { active: true, .. } => "ActiveMatch",
        Kind::Not => "Not",
        Kind::ForceSuccess => "ForceSuccess",
        Kind::ForceFailure => "ForceFailure",
        Kind::Repeat(_) => "Repeat",
        Kind::Retry(_) => "Retry",
        Kind::Guard(_) => "Guard",
        Kind::Timeout(_) => "Timeout",
        Kind::Delay(_) => "Delay",
        Kind::Cooldown(_) => "Cooldown",
        Kind::Every(_) => "Every",
        Kind::Once => "Once",
        Kind::Service(..) => "Service",
        Kind::With(_) => "With",
    }
}
