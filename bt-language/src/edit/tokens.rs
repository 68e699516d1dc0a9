//! The words of a text and what they are, for colors, also in a text with mistakes.

use super::outline::outline;
use crate::ast::Type;
use crate::lexer::{self, Lexeme, LexemeClass};
use crate::vocabulary::{Role, Vocabulary};
use std::collections::HashSet;
use std::ops::Range;

/// A part of a text, of [`tokens`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token {
    /// Its bytes.
    pub bytes: Range<usize>,
    /// What it is.
    pub kind: TokenKind,
}

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenKind {
    /// The word of a node, or another word of the language.
    Keyword,
    /// A comment.
    Comment,
    /// A doc comment.
    Doc,
    /// A text in quotation marks.
    Text,
    /// A number, perhaps with a unit.
    Number,
    /// A label with its apostrophe.
    Label,
    /// The name of a tree.
    Tree,
    /// A condition, an action, a decorator or a tree of the vocabulary.
    Word,
    /// A value of the vocabulary.
    Value,
    /// A type.
    Type,
    /// One of the values of a type that has few.
    Choice,
    /// The name of an argument.
    Argument,
    /// Any other name.
    Name,
}

/// Returns the words, literals, labels and comments of a text, in its order.
///
/// ```
/// use bt_language::edit::{self, TokenKind};
/// use bt_language::vocabulary::Vocabulary;
///
/// let tokens = edit::tokens("tree Nap { wait(2s); }", &Vocabulary::default());
/// let kinds: Vec<TokenKind> = tokens.iter().map(|token| token.kind).collect();
/// assert_eq!(kinds, [TokenKind::Keyword, TokenKind::Tree, TokenKind::Keyword, TokenKind::Number]);
/// ```
#[must_use]
pub fn tokens(text: &str, vocabulary: &Vocabulary) -> Vec<Token> {
    let all = lexer::lexemes(text);
    let names = Names::of(text, vocabulary);
    let code: Vec<&Lexeme> = all.iter().filter(|lexeme| !lexeme.is_prose()).collect();
    let sign = |at: Option<usize>| at.and_then(|at| code.get(at)).map_or("", |one| one.text(text));
    let mut place = 0;
    let mut tokens = Vec::new();
    for (depth, lexeme) in lexer::with_depth(&all) {
        let at = place;
        place += usize::from(!lexeme.is_prose());
        let kind = match lexeme.kind {
            LexemeClass::Doc => TokenKind::Doc,
            LexemeClass::LineComment | LexemeClass::BlockComment => TokenKind::Comment,
            LexemeClass::Label => TokenKind::Label,
            LexemeClass::Literal
                if lexeme.text(text).starts_with(|one: char| one.is_ascii_digit()) =>
            {
                TokenKind::Number
            }
            LexemeClass::Literal => TokenKind::Text,
            LexemeClass::Word => {
                names.kind(lexeme, depth, sign(at.checked_sub(1)), sign(Some(at + 1)))
            }
            LexemeClass::Open | LexemeClass::Close | LexemeClass::Punct => continue,
        };
        tokens.push(Token { bytes: lexeme.bytes(), kind });
    }
    tokens
}

/// The names that a text and a vocabulary declare.
struct Names<'n> {
    text: &'n str,
    /// The first bytes of the words of nodes, and of the names of trees.
    nodes: HashSet<usize>,
    declared: HashSet<usize>,
    trees: HashSet<&'n str>,
    words: Vec<(&'n str, TokenKind)>,
    types: HashSet<String>,
    choices: HashSet<String>,
}

impl<'n> Names<'n> {
    fn of(text: &'n str, vocabulary: &'n Vocabulary) -> Self {
        let outline = outline(text);
        let nodes = outline.nodes.iter().filter(|node| node.kind.is_some());
        let places = vocabulary.places().into_iter();
        let words = places.filter_map(|(name, place)| {
            let kind = match vocabulary.words.get(place)?.role {
                Role::Condition | Role::Action { .. } | Role::Decorator | Role::Subtree { .. } => {
                    TokenKind::Word
                }
                Role::Value(_) => TokenKind::Value,
                Role::Type => TokenKind::Type,
            };
            Some((name, kind))
        });
        let (mut types, mut choices) = (HashSet::new(), HashSet::new());
        for of in vocabulary.types() {
            types.insert(of.name().to_owned());
            if let Type::Variants { variants, .. } = of {
                choices.extend(variants);
            }
        }
        Self {
            text,
            nodes: nodes.map(|node| node.word.start).collect(),
            declared: outline.trees.iter().map(|tree| tree.name.start).collect(),
            trees: outline.trees.iter().filter_map(|tree| text.get(tree.name.clone())).collect(),
            words: words.collect(),
            types,
            choices,
        }
    }

    /// What a word between two others is, within this number of brackets.
    fn kind(&self, lexeme: &Lexeme, depth: usize, before: &str, next: &str) -> TokenKind {
        let name = lexeme.text(self.text);
        let word = self.words.binary_search_by_key(&name, |(name, _)| name).ok();
        let word = word.and_then(|place| self.words.get(place)).map(|(_, kind)| *kind);
        let is_tree = self.declared.contains(&lexeme.start)
            || (before == "subtree" && (word.is_none() || self.trees.contains(name)));
        if self.nodes.contains(&lexeme.start)
            || (depth == 0 && ["pub", "tree", "use"].contains(&name))
        {
            TokenKind::Keyword
        } else if is_tree {
            TokenKind::Tree
        } else if depth > 1 && next == "=" && ["(", ","].contains(&before) {
            TokenKind::Argument
        } else if ["true", "false", "else", "in"].contains(&name) {
            TokenKind::Keyword
        } else if let Some(kind) = word {
            kind
        } else if before == ":" || self.types.contains(name) {
            TokenKind::Type
        } else if self.choices.contains(name) {
            TokenKind::Choice
        } else {
            TokenKind::Name
        }
    }
}
