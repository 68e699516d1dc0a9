//! The calls of `behavior_tree!` in a Rust source file.

use crate::file::{self, Mistake};
use crate::vocabulary::Vocabulary;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::BTreeSet;

impl Vocabulary {
    /// Returns the words of all vocabularies in a Rust source file.
    ///
    /// What the compiler would refuse is left out; of two words with the same name, the second one is. The blackboard counts as
    /// one with a clock, which the source does not tell. As with [`file::read`], the thread keeps the positions of the tokens
    /// until it calls [`file::forget`].
    ///
    /// ```
    /// use bt_language::vocabulary::{Constant, Vocabulary};
    ///
    /// let source = "
    ///     behavior_tree! {
    ///         vocabulary Drill(npc: &mut Npc) {
    ///             condition HealthBelow(limit: i32 = 20) => npc.health < limit;
    ///             action Flee => npc.flee();
    ///         }
    ///     }
    /// ";
    /// let vocabulary = Vocabulary::of_rust(source).unwrap();
    /// assert_eq!(vocabulary.words[0].parameters[0].default, Some(Constant::Integer(20)));
    /// assert_eq!(vocabulary.place("Flee"), Some(1));
    /// ```
    ///
    /// # Errors
    ///
    /// The first mistake, if the source cannot be split into tokens.
    pub fn of_rust(text: &str) -> Result<Self, Mistake> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut names = BTreeSet::new();
        let mut all = Self { has_clock: Some(true), ..Self::default() };
        for call in of(file::tokens(text)?) {
            for declaration in crate::read(call.stream()).vocabularies.into_iter().flatten() {
                let declared = declaration.vocabulary();
                all.has_random |= declared.has_random;
                for word in declared.words {
                    if names.insert(word.name.clone()) {
                        all.words.push(word);
                    }
                }
                all.rules.extend(declared.rules);
                all.limit = all.limit.max(declared.limit);
            }
        }
        Ok(all)
    }
}

/// Finds the calls of the macro, in the order of the text.
pub(crate) fn of(tokens: TokenStream) -> Vec<Group> {
    let mut calls = Vec::new();
    let mut open = vec![tokens.into_iter()];
    let mut before = [false; 2];
    while let Some(tokens) = open.last_mut() {
        match tokens.next() {
            None => {
                open.pop();
            }
            Some(TokenTree::Group(group)) => {
                if before == [true, true] && group.delimiter() != Delimiter::None {
                    calls.push(group);
                } else {
                    open.push(group.stream().into_iter());
                }
                before = [false; 2];
            }
            Some(TokenTree::Ident(word)) => before = [word == "behavior_tree", false],
            Some(TokenTree::Punct(punct)) => before = [before[0], punct.as_char() == '!'],
            Some(TokenTree::Literal(_)) => before = [false; 2],
        }
    }
    calls
}
