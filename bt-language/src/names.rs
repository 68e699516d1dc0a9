//! Names of nodes and labels as words, types and constants.

use proc_macro2::Ident;

/// The words that are no names in Rust, with spaces between them.
pub const KEYWORDS: &str = "Self _ abstract as async await become box break const continue crate do dyn else enum extern \
    false final fn for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct \
    super trait true try type typeof unsafe unsized use virtual where while yield";

/// The constant of a label: `'runAway` → `RUN_AWAY`.
#[must_use]
pub fn constant(label: &Ident) -> Ident {
    Ident::new(&constant_of(&plain(label)), label.span())
}

/// The text of the constant of a label.
#[must_use]
pub fn constant_of(label: &str) -> String {
    let mut constant = String::new();
    let mut last = '_';
    for letter in label.chars() {
        if letter.is_uppercase() && last.is_lowercase() {
            constant.push('_');
        }
        constant.extend(letter.to_uppercase());
        last = letter;
    }
    constant
}

/// Returns `true` for a constant that each tree has itself.
#[must_use]
pub fn is_of_tree(constant: &str) -> bool {
    ["NODES", "RULES"].contains(&constant) || constant.starts_with("NESTED_")
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
