//! The expressions in the arguments of a node: Rust, or words of a vocabulary.

use proc_macro2::TokenStream;
use quote::ToTokens;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// An expression in the arguments of a node.
///
/// In a macro call it is Rust. In a file it is a word of the vocabulary or a literal; then its meaning is known, and
/// the tokens are those of the file.
#[derive(Clone)]
pub struct Expression {
    tokens: TokenStream,
    /// The meaning of an expression in a file.
    meant: Option<Rc<Meant>>,
}

/// The meaning of an expression in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Meant {
    /// A word with its arguments.
    Call(Call),
    /// A literal.
    Constant(Constant),
}

/// A word of the vocabulary with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The index of the word in the vocabulary.
    pub word: usize,
    /// A value for each parameter, in the order of the vocabulary.
    pub arguments: Vec<Argument>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// A literal.
    Constant(Constant),
    /// The index of a `value` in the vocabulary.
    Value(usize),
}

/// A literal of a known type.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `true`
    Bool(bool),
    /// A literal of any integer type.
    Integer(i128),
    /// A literal of the type `f32`.
    Single(f32),
    /// A literal of the type `f64`.
    Double(f64),
    /// `250ms`
    Duration(std::time::Duration),
    /// `"gate"`
    Text(String),
    /// The index of a variant, in the order of the vocabulary.
    Variant(usize),
}

impl Expression {
    /// A word or a literal of a file, as it is written there.
    #[must_use]
    pub fn meaning(tokens: TokenStream, meant: Meant) -> Self {
        Self { tokens, meant: Some(Rc::new(meant)) }
    }

    /// The word that the expression calls, in a file.
    #[must_use]
    pub fn call(&self) -> Option<&Call> {
        match self.meant.as_deref() {
            Some(Meant::Call(call)) => Some(call),
            _ => None,
        }
    }

    /// The literal that the expression is, in a file.
    #[must_use]
    pub fn constant(&self) -> Option<&Constant> {
        match self.meant.as_deref() {
            Some(Meant::Constant(constant)) => Some(constant),
            _ => None,
        }
    }
}

/// Rust.
impl From<TokenStream> for Expression {
    fn from(tokens: TokenStream) -> Self {
        Self { tokens, meant: None }
    }
}

impl Deref for Expression {
    type Target = TokenStream;

    fn deref(&self) -> &TokenStream {
        &self.tokens
    }
}

impl DerefMut for Expression {
    fn deref_mut(&mut self) -> &mut TokenStream {
        &mut self.tokens
    }
}

impl ToTokens for Expression {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.tokens.to_tokens(tokens);
    }
}
