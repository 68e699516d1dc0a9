//! The context of a place in a text, also in one with mistakes.

use crate::lexer::{self, Kind, Lexeme};
use crate::vocabulary::{Role, Type, Vocabulary, Word as Declared};
use crate::words::{Arguments, Children, Family, Word};
use std::ops::Range;

/// The context of a place.
pub(super) enum Expected<'v> {
    Nothing,
    /// A tree.
    Item,
    /// A node.
    Node,
    /// A node, or the second branch of an `if`.
    NodeOrElse,
    /// The key before the `=>` of a child.
    Key(Children),
    /// A word of the vocabulary with such a role.
    Word(fn(&Role) -> bool),
    /// The name of a tree.
    Tree,
    /// A parameter that is not given.
    Parameter(&'v Declared, Vec<String>),
    /// A value of a type.
    Value(Type),
    /// Words of the language.
    Words(&'static [&'static str]),
    /// A label.
    Label,
}

/// A place of a text.
pub(super) struct Place<'t, 'v> {
    text: &'t str,
    vocabulary: &'v Vocabulary,
    /// The tokens before the place, without comments and documentation.
    before: Vec<Lexeme>,
    /// The indexes of the brackets that are open.
    open: Vec<usize>,
    /// The word at the place, which a completion replaces.
    pub(super) word: Range<usize>,
    is_label: bool,
    /// `true` inside a comment or a literal.
    is_inert: bool,
}

impl<'t, 'v> Place<'t, 'v> {
    pub(super) fn of(text: &'t str, at: usize, vocabulary: &'v Vocabulary) -> Self {
        let (mut before, mut word) = (Vec::new(), at..at);
        let (mut is_label, mut is_inert) = (false, false);
        for lexeme in lexer::lexemes(text) {
            if lexeme.start >= at {
                break;
            }
            let touches = lexeme.end >= at;
            match lexeme.kind {
                Kind::Doc | Kind::LineComment => {
                    is_inert |= touches || !text.get(lexeme.end..at).is_some_and(has_line_end);
                }
                Kind::BlockComment => is_inert |= lexeme.end > at || is_open_comment(text, lexeme),
                Kind::Literal if touches => is_inert = true,
                Kind::Word if touches => word = lexeme.start..lexeme.end,
                Kind::Label if touches => (word, is_label) = (lexeme.start..lexeme.end, true),
                _ => before.push(lexeme),
            }
        }
        let (before, open) = open(text, before);
        Self { text, vocabulary, before, open, word, is_label, is_inert }
    }

    pub(super) fn expected(&self) -> Expected<'v> {
        if self.is_inert {
            return Expected::Nothing;
        }
        if self.is_label {
            return Expected::Label;
        }
        let Some(open) = self.open.last().copied() else { return self.outside() };
        match self.sign(open) {
            "(" => self.argument(open),
            "{" => self.in_block(open),
            _ => Expected::Nothing,
        }
    }

    /// Between the trees.
    fn outside(&self) -> Expected<'v> {
        match self.before.len().checked_sub(1).map(|last| self.sign(last)) {
            None | Some("}" | "\u{feff}") => Expected::Item,
            _ => Expected::Nothing,
        }
    }

    /// In the parentheses of a node or of a word.
    fn argument(&self, open: usize) -> Expected<'v> {
        let Some(owner) = open.checked_sub(1) else { return Expected::Nothing };
        let last = self.before.len() - 1;
        let name = match self.sign(last) {
            "(" | "," => None,
            "=" => last.checked_sub(1).map(|name| self.sign(name)),
            _ => return Expected::Nothing,
        };
        if let Some(word) = self.declared(self.sign(owner)) {
            let Some(name) = name else { return Expected::Parameter(word, self.given(open)) };
            let parameter = word.parameters.iter().find(|parameter| parameter.name == name);
            return parameter
                .map_or(Expected::Nothing, |parameter| Expected::Value(parameter.of.clone()));
        }
        let Some(word) = Word::find(self.sign(owner)) else { return Expected::Nothing };
        let is_first = self.sign(last) == "(";
        match (word.arguments(), name) {
            (Arguments::Value, None) if is_first => Expected::Word(super::template::is_answer),
            (Arguments::Statement, None) if is_first => {
                Expected::Word(super::template::ends_at_once)
            }
            (Arguments::Service, None) if !is_first => {
                Expected::Word(super::template::ends_at_once)
            }
            (Arguments::Duration | Arguments::Service, None) if is_first => {
                Expected::Value(Type::Duration)
            }
            (Arguments::Count, None) if is_first => Expected::Value(count()),
            (Arguments::Policies, None) => Expected::Words(&["success = ", "failure = "]),
            (Arguments::Policies, Some(_)) => Expected::Words(&["all", "one"]),
            (Arguments::Margin, None) if is_first => Expected::Words(&["margin = "]),
            (Arguments::Margin, Some("margin")) => Expected::Value(Type::Single),
            _ => Expected::Nothing,
        }
    }

    /// The names of the arguments before the place.
    fn given(&self, open: usize) -> Vec<String> {
        let inside = self.before.get(open + 1..).unwrap_or_default();
        let named = inside.windows(2).filter(|pair| {
            matches!(pair, [name, equals] if name.kind == Kind::Word && equals.text(self.text) == "=")
        });
        named.filter_map(|pair| Some(pair.first()?.text(self.text).to_owned())).collect()
    }

    /// Among the children of a node, or in a tree.
    fn in_block(&self, open: usize) -> Expected<'v> {
        let last = self.before.len() - 1;
        let before = last.checked_sub(1).map_or("", |before| self.sign(before));
        match self.sign(last) {
            "}" if self.ends_branch(last) => Expected::NodeOrElse,
            "{" | "}" | ";" | "," => self.child(open),
            "=>" | "else" => Expected::Node,
            ":" if self.before.len() > 1 && before.starts_with('\'') => Expected::Node,
            ")" => self.behind_parentheses(last),
            sign if before == "with" && self.declared(sign).is_some() => Expected::Node,
            sign => match Word::find(sign) {
                Some(word) => behind(word),
                None => Expected::Nothing,
            },
        }
    }

    /// A child of the node whose block is open.
    fn child(&self, open: usize) -> Expected<'v> {
        match self.owner(open).map(Word::children) {
            Some(keys @ (Children::Scored | Children::Conditional | Children::Weighted)) => {
                Expected::Key(keys)
            }
            _ => Expected::Node,
        }
    }

    /// The node whose block opens here; `None` for a tree.
    fn owner(&self, brace: usize) -> Option<Word> {
        let mut at = brace.checked_sub(1)?;
        if self.sign(at) == ")" {
            at = self.opening(at)?.checked_sub(1)?;
        }
        // `if Hungry {`: the word of the vocabulary stands between.
        Word::find(self.sign(at)).or_else(|| Word::find(self.sign(at.checked_sub(1)?)))
    }

    /// Behind the parentheses of a decorator.
    fn behind_parentheses(&self, closing: usize) -> Expected<'v> {
        let owner = self.opening(closing).and_then(|open| open.checked_sub(1));
        let Some(owner) = owner else { return Expected::Nothing };
        let is_with = owner.checked_sub(1).is_some_and(|before| self.sign(before) == "with");
        let is_decorator =
            Word::find(self.sign(owner)).is_some_and(|word| word.family() == Family::Decorator);
        if is_with || is_decorator { Expected::Node } else { Expected::Nothing }
    }

    /// Returns `true` if this brace closes the first branch of an `if`.
    fn ends_branch(&self, closing: usize) -> bool {
        let owner = self.opening(closing).and_then(|open| self.owner(open));
        owner.is_some_and(|word| word.children() == Children::Branches)
    }

    /// The opening bracket of a closing one.
    fn opening(&self, closing: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in (0..=closing).rev() {
            match self.before.get(at)?.kind {
                Kind::Close => depth += 1,
                Kind::Open => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    fn declared(&self, name: &str) -> Option<&'v Declared> {
        self.vocabulary.words.get(self.vocabulary.place(name)?)
    }

    fn sign(&self, at: usize) -> &'t str {
        self.before.get(at).map_or("", |lexeme| lexeme.text(self.text))
    }
}

/// The context after a word of the language without parentheses.
fn behind<'v>(word: Word) -> Expected<'v> {
    match word.arguments() {
        Arguments::Expression => Expected::Word(super::template::is_answer),
        Arguments::Action => Expected::Word(super::template::is_action),
        Arguments::Tree => Expected::Tree,
        Arguments::Literal => Expected::Word(|role| matches!(role, Role::Decorator)),
        Arguments::None | Arguments::Count if word.family() == Family::Decorator => Expected::Node,
        _ => Expected::Nothing,
    }
}

/// The type of counts and weights.
pub(super) fn count() -> Type {
    crate::vocabulary::Integer::named("u32").cloned().map_or(Type::Bool, Type::Integer)
}

fn has_line_end(text: &str) -> bool {
    text.contains('\n')
}

/// Returns `true` if a comment is not closed.
fn is_open_comment(text: &str, lexeme: Lexeme) -> bool {
    lexeme.end == text.len() && !lexeme.text(text).ends_with("*/")
}

/// The tokens without closing brackets that close nothing, and the indexes of the brackets that are open after them.
///
/// A parenthesis ends at a semicolon or a brace, if it is not closed.
fn open(text: &str, tokens: Vec<Lexeme>) -> (Vec<Lexeme>, Vec<usize>) {
    let mut kept: Vec<Lexeme> = Vec::with_capacity(tokens.len());
    let mut open: Vec<usize> = Vec::new();
    for token in tokens {
        let sign = token.text(text);
        let is_open = |at: &usize, brackets: &[&str]| {
            kept.get(*at).is_some_and(|bracket| brackets.contains(&bracket.text(text)))
        };
        if [";", "{", "}"].contains(&sign) {
            while open.last().is_some_and(|last| !is_open(last, &["{"])) {
                open.pop();
            }
        }
        let is_stray = match sign {
            "}" => open.pop().is_none(),
            ")" if open.last().is_some_and(|last| is_open(last, &["("])) => open.pop().is_none(),
            "]" if open.last().is_some_and(|last| is_open(last, &["["])) => open.pop().is_none(),
            ")" | "]" => true,
            "(" | "[" | "{" => {
                open.push(kept.len());
                false
            }
            _ => false,
        };
        if !is_stray {
            kept.push(token);
        }
    }
    (kept, open)
}
