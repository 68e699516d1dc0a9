//! The calls of `behavior_tree!` in a Rust source file.

use crate::file::{self, Mistake};
use crate::names::plain;
use crate::vocabulary::Vocabulary;
use crate::vocabulary::declared::DeclaredWord;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::ops::Range;

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
    /// The first mistake, if the source cannot be split into tokens, or if there is one in a call with a vocabulary: a rule that
    /// cannot be read is no rule that every tree keeps.
    pub fn of_rust(text: &str) -> Result<Self, Mistake> {
        let source = Source::of(text)?;
        if let Some(mistake) = source.mistakes.into_iter().next() {
            return Err(mistake);
        }
        Ok(Self::together(source.vocabularies.into_iter().map(|declared| declared.vocabulary)))
    }

    /// The words of several vocabularies of Rust sources; of two with the same name, the second one is left out.
    #[doc(hidden)]
    #[must_use]
    pub fn together(vocabularies: impl IntoIterator<Item = Self>) -> Self {
        let mut names = BTreeSet::new();
        let mut all = Self { has_clock: Some(true), ..Self::default() };
        for declared in vocabularies {
            all.has_random |= declared.has_random;
            all.words
                .extend(declared.words.into_iter().filter(|word| names.insert(word.name.clone())));
            all.rules.extend(declared.rules);
            all.limit = all.limit.max(declared.limit);
        }
        all
    }
}

/// What a Rust source file declares for files of trees.
#[doc(hidden)]
#[derive(Default)]
pub struct Source {
    /// The vocabularies, in the order of the text.
    pub vocabularies: Vec<Declared>,
    /// The files of `trees from "trees/soldier.tree" with Drill;`: the path and the vocabulary.
    pub files: Vec<(String, String)>,
    /// The mistakes in calls with a vocabulary.
    pub mistakes: Vec<Mistake>,
}

/// A vocabulary of a Rust source file.
#[doc(hidden)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// Its words.
    pub vocabulary: Vocabulary,
    /// The bytes of the name of each word in the text.
    pub places: Vec<Range<usize>>,
}

impl Source {
    /// Reads a source file, as [`Vocabulary::of_rust`] does.
    ///
    /// # Errors
    ///
    /// The first mistake, if the source cannot be split into tokens.
    pub fn of(text: &str) -> Result<Self, Mistake> {
        let inner = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mark = text.len() - inner.len();
        let mut source = Self::default();
        for call in of(file::tokens(inner)?) {
            let reading = crate::read(call.stream());
            if !reading.vocabularies.is_empty() {
                source.mistakes.extend(file::placed(inner, reading.mistakes));
            }
            for declaration in reading.vocabularies.into_iter().flatten() {
                let place = |word: &DeclaredWord| {
                    let Range { start, end } = word.name.span().byte_range();
                    mark + start..mark + end
                };
                source.vocabularies.push(Declared {
                    name: plain(&declaration.outline.name),
                    vocabulary: declaration.vocabulary(),
                    places: declaration.words.iter().map(place).collect(),
                });
            }
            let files = reading.files.into_iter();
            source.files.extend(files.map(|file| (file.path, plain(&file.vocabulary))));
        }
        Ok(source)
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
