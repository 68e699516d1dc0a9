//! Expressions in files: words and literals, joined by operators and parentheses, with the precedence of Rust.

use super::cursor::{Cursor, is_punct};
use super::leaf::{nothing_after, term};
use super::reader::{Mistake, Result};
use crate::ast::{Comparison, Operation};
use crate::source::first_span;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// The most levels of `!`, `-` and parentheses.
const MOST_LEVELS: usize = 64;

/// An expression as it was written; its words are not resolved yet.
pub(crate) enum Term {
    /// A word with its arguments, or a literal, at a level.
    Word(TokenStream, usize),
    /// Two values.
    Compare(Box<[Term; 2]>, (Comparison, Span)),
    /// A value, and what is computed with it, from left to right; all operations have one precedence.
    Compute(Box<Term>, Vec<((Operation, Span), Term)>),
    /// `-A`
    Negate(Box<Term>, Span),
    /// `!A`
    Not(Box<Term>, Span),
    /// `A && B`
    All(Vec<Term>),
    /// `A || B`
    Any(Vec<Term>),
}

impl Term {
    /// The position in messages: that of a sign, or of the first token.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Word(tokens, _) => first_span(tokens),
            Self::Compare(_, (_, span)) | Self::Negate(_, span) | Self::Not(_, span) => *span,
            Self::Compute(first, all) => {
                all.first().map_or_else(|| first.span(), |((_, span), _)| *span)
            }
            Self::All(all) | Self::Any(all) => all.first().map_or_else(Span::call_site, Self::span),
        }
    }
}

/// Reads an expression and returns its tokens; `end` is the position of missing tokens, and `what` describes the
/// expression in messages.
pub(super) fn formula(input: &mut Cursor, end: Span, what: &str) -> Result<TokenStream> {
    let from = input.position();
    Formula { input, end, what: what.into(), level: 0 }.whole()?;
    Ok(input.since(from))
}

/// Checks that the tokens are exactly one expression.
pub(super) fn only_formula(tokens: &TokenStream, end: Span, what: &str) -> Result<()> {
    let mut input = Cursor::new(tokens.clone(), end);
    formula(&mut input, end, what)?;
    nothing_after(&input, what)
}

/// The parts of an expression that was read before; its arguments may be at a level below others.
pub(crate) fn term_of(tokens: &TokenStream, what: &str, level: usize) -> Result<Term> {
    let end = first_span(tokens);
    let mut input = Cursor::new(tokens.clone(), end);
    Formula { input: &mut input, end, what: what.into(), level }.whole()
}

struct Formula<'a> {
    input: &'a mut Cursor,
    end: Span,
    what: String,
    level: usize,
}

impl Formula<'_> {
    fn whole(&mut self) -> Result<Term> {
        let term = self.any()?;
        match self.input.peek() {
            Some(TokenTree::Ident(word)) if word == "and" => Err(join(word.span(), "&&")),
            Some(TokenTree::Ident(word)) if word == "or" => Err(join(word.span(), "||")),
            Some(TokenTree::Ident(word)) if word == "as" => {
                let text = "nothing is converted in a file; declare a `value` of this type in the vocabulary";
                Err(Mistake::new(word.span(), text))
            }
            Some(token) if is_punct(token, '.') => {
                let text = "a file has no fields or methods; declare a `value` or a `condition` for that in the vocabulary";
                Err(Mistake::new(token.span(), text))
            }
            Some(token) if is_punct(token, '&') => Err(join(token.span(), "&&")),
            Some(token) if is_punct(token, '|') => Err(join(token.span(), "||")),
            Some(token) if is_punct(token, '=') && !self.input.peek_arrow() => {
                Err(Mistake::new(token.span(), "two values are compared with `==`"))
            }
            _ => Ok(term),
        }
    }

    /// `A || B`
    fn any(&mut self) -> Result<Term> {
        let mut all = vec![self.all()?];
        while self.eat("||").is_some() {
            all.push(self.all()?);
        }
        Ok(joined(all, Term::Any))
    }

    /// `A && B`
    fn all(&mut self) -> Result<Term> {
        let mut all = vec![self.compared()?];
        while self.eat("&&").is_some() {
            all.push(self.compared()?);
        }
        Ok(joined(all, Term::All))
    }

    /// `A < B`
    fn compared(&mut self) -> Result<Term> {
        let left = self.sum()?;
        let Some(by) = self.comparison() else { return Ok(left) };
        let right = self.operand("a value or a literal after this comparison", Self::sum)?;
        match self.comparison() {
            Some((_, span)) => {
                let text = "comparisons are not chained; join two with `&&`: `A < B && B < C`";
                Err(Mistake::new(span, text))
            }
            None => Ok(Term::Compare(Box::new([left, right]), by)),
        }
    }

    /// `A + B - C`
    fn sum(&mut self) -> Result<Term> {
        self.computed(&[Operation::Add, Operation::Subtract], Self::product)
    }

    /// `A * B / C`
    fn product(&mut self) -> Result<Term> {
        let operations = [Operation::Multiply, Operation::Divide, Operation::Remainder];
        self.computed(&operations, Self::negated)
    }

    fn computed(
        &mut self,
        operations: &[Operation],
        part: fn(&mut Self) -> Result<Term>,
    ) -> Result<Term> {
        let first = part(self)?;
        let mut all = Vec::new();
        while let Some(operation) = self.operation(operations) {
            let what = format!("a value or a literal after this `{}`", operation.0.sign());
            all.push((operation, self.operand(&what, part)?));
        }
        Ok(if all.is_empty() { first } else { Term::Compute(Box::new(first), all) })
    }

    /// The right side of an operator.
    fn operand(&mut self, what: &str, part: fn(&mut Self) -> Result<Term>) -> Result<Term> {
        let before = std::mem::replace(&mut self.what, what.into());
        let read = part(self)?;
        self.what = before;
        Ok(read)
    }

    /// `!A`, `-A`, `(A)`, or a term.
    fn negated(&mut self) -> Result<Term> {
        if self.level > MOST_LEVELS {
            let text = format!(
                "an expression has at most {MOST_LEVELS} levels of `!`, `-`, parentheses and arguments"
            );
            return Err(Mistake::new(self.input.span(), text));
        }
        if self.input.peek_word("not") {
            let text =
                "in an expression, `!` negates a word: `!Hungry`; `not` stands in front of a node";
            let span = self.input.span();
            self.input.advance();
            return Err(Mistake::new(span, text));
        }
        let span = self.input.span();
        if self.input.eat_punct('!') {
            let inner = self.below()?;
            return Ok(Term::Not(Box::new(inner), span));
        }
        let mut ahead = self.input.clone();
        let is_literal = |token: &TokenTree| matches!(token, TokenTree::Literal(_));
        if ahead.eat_punct('-') && !ahead.peek().is_none_or(is_literal) {
            *self.input = ahead;
            let inner = self.below()?;
            return Ok(Term::Negate(Box::new(inner), span));
        }
        let Some(group) = self.input.eat_group(Delimiter::Parenthesis) else {
            let tokens = term(self.input, self.end, &self.what)?;
            return Ok(Term::Word(tokens, self.level));
        };
        let mut input = Cursor::of(&group);
        let (end, what, level) = (group.span_close(), self.what.clone(), self.level + 1);
        let inner = Formula { input: &mut input, end, what, level }.whole()?;
        nothing_after(&input, &self.what)?;
        Ok(inner)
    }

    fn below(&mut self) -> Result<Term> {
        self.level += 1;
        let inner = self.negated()?;
        self.level -= 1;
        Ok(inner)
    }

    fn comparison(&mut self) -> Option<(Comparison, Span)> {
        if self.input.peek_arrow() {
            return None;
        }
        Comparison::ALL.into_iter().find_map(|by| Some((by, self.eat(by.sign())?)))
    }

    fn operation(&mut self, operations: &[Operation]) -> Option<(Operation, Span)> {
        if self.input.peek_result() {
            return None;
        }
        operations.iter().find_map(|by| Some((*by, self.eat(by.sign())?)))
    }

    /// Eats a sign of one or two characters.
    fn eat(&mut self, sign: &str) -> Option<Span> {
        let mut ahead = self.input.clone();
        let span = ahead.span();
        sign.chars().all(|one| ahead.eat_punct(one)).then(|| {
            *self.input = ahead;
            span
        })
    }
}

fn join(span: Span, sign: &str) -> Mistake {
    Mistake::new(span, format!("conditions are joined with `{sign}`: `A {sign} B`"))
}

/// The only term, or all of them together.
fn joined(mut all: Vec<Term>, together: fn(Vec<Term>) -> Term) -> Term {
    match (all.pop(), all.is_empty()) {
        (Some(only), true) => only,
        (last, _) => {
            all.extend(last);
            together(all)
        }
    }
}
