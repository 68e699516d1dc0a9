//! Answers in files: words and literals, joined by `!`, `&&`, `||`, comparisons and parentheses, with the
//! precedence of Rust.

use super::cursor::{Cursor, is_punct};
use super::leaf::{nothing_after, term};
use super::reader::{Mistake, Result};
use crate::ast::Comparison;
use crate::source::first_span;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

/// The most levels of `!` and parentheses.
const MOST_LEVELS: usize = 64;

/// An answer as it was written; its words are not resolved yet.
pub(crate) enum Answer {
    /// A word with its arguments, or a literal.
    Term(TokenStream),
    /// Two words or literals.
    Compare(TokenStream, (Comparison, Span), TokenStream),
    /// `!A`
    Not(Box<Answer>),
    /// `A && B`
    All(Vec<Answer>),
    /// `A || B`
    Any(Vec<Answer>),
}

/// Reads an answer and returns its tokens; `end` is the position of missing tokens, and `what` describes the answer
/// in messages.
pub(super) fn answer(input: &mut Cursor, end: Span, what: &str) -> Result<TokenStream> {
    let from = input.position();
    Formula { input, end, what, level: 0 }.whole()?;
    Ok(input.since(from))
}

/// Checks that the tokens are exactly one answer.
pub(super) fn only_answer(tokens: &TokenStream, end: Span, what: &str) -> Result<()> {
    let mut input = Cursor::new(tokens.clone(), end);
    answer(&mut input, end, what)?;
    nothing_after(&input, what)
}

/// The parts of an answer that was read before.
pub(crate) fn answer_of(tokens: &TokenStream) -> Result<Answer> {
    let end = first_span(tokens);
    let mut input = Cursor::new(tokens.clone(), end);
    Formula { input: &mut input, end, what: "a condition", level: 0 }.whole()
}

struct Formula<'a> {
    input: &'a mut Cursor,
    end: Span,
    what: &'a str,
    level: usize,
}

impl Formula<'_> {
    fn whole(&mut self) -> Result<Answer> {
        let answer = self.any()?;
        match self.input.peek() {
            Some(TokenTree::Ident(word)) if word == "and" => Err(join(word.span(), "&&")),
            Some(TokenTree::Ident(word)) if word == "or" => Err(join(word.span(), "||")),
            Some(token) if is_punct(token, '&') => Err(join(token.span(), "&&")),
            Some(token) if is_punct(token, '|') => Err(join(token.span(), "||")),
            Some(token) if is_punct(token, '=') && !self.input.peek_arrow() => {
                Err(Mistake::new(token.span(), "two values are compared with `==`"))
            }
            _ => Ok(answer),
        }
    }

    /// `A || B`
    fn any(&mut self) -> Result<Answer> {
        let mut all = vec![self.all()?];
        while self.eat("||").is_some() {
            all.push(self.all()?);
        }
        Ok(joined(all, Answer::Any))
    }

    /// `A && B`
    fn all(&mut self) -> Result<Answer> {
        let mut all = vec![self.compared()?];
        while self.eat("&&").is_some() {
            all.push(self.compared()?);
        }
        Ok(joined(all, Answer::All))
    }

    /// `A < B`
    fn compared(&mut self) -> Result<Answer> {
        let start = self.input.span();
        let left = self.negated()?;
        let Some(by) = self.comparison() else { return Ok(left) };
        let Answer::Term(left) = left else {
            let text = "a comparison has a value of the vocabulary or a literal on each side";
            return Err(Mistake::new(start, text));
        };
        let right = term(self.input, self.end, "a value or a literal after this comparison")?;
        match self.comparison() {
            Some((_, span)) => {
                let text = "comparisons are not chained; join two with `&&`: `A < B && B < C`";
                Err(Mistake::new(span, text))
            }
            None => Ok(Answer::Compare(left, by, right)),
        }
    }

    /// `!A`, `(A)`, or a term.
    fn negated(&mut self) -> Result<Answer> {
        if self.level > MOST_LEVELS {
            let text =
                format!("an expression has at most {MOST_LEVELS} levels of `!` and parentheses");
            return Err(Mistake::new(self.input.span(), text));
        }
        if self.input.peek_word("not") {
            let text =
                "in an expression, `!` negates a word: `!Hungry`; `not` stands in front of a node";
            let span = self.input.span();
            self.input.advance();
            return Err(Mistake::new(span, text));
        }
        if self.input.eat_punct('!') {
            self.level += 1;
            let inner = self.negated()?;
            self.level -= 1;
            return Ok(Answer::Not(Box::new(inner)));
        }
        let Some(group) = self.input.eat_group(Delimiter::Parenthesis) else {
            return term(self.input, self.end, self.what).map(Answer::Term);
        };
        let mut input = Cursor::of(&group);
        let (end, what, level) = (group.span_close(), self.what, self.level + 1);
        let inner = Formula { input: &mut input, end, what, level }.whole()?;
        nothing_after(&input, what)?;
        Ok(inner)
    }

    fn comparison(&mut self) -> Option<(Comparison, Span)> {
        if self.input.peek_arrow() {
            return None;
        }
        Comparison::ALL.into_iter().find_map(|by| Some((by, self.eat(by.sign())?)))
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

/// The only answer, or all of them together.
fn joined(mut all: Vec<Answer>, together: fn(Vec<Answer>) -> Answer) -> Answer {
    match (all.pop(), all.is_empty()) {
        (Some(only), true) => only,
        (last, _) => {
            all.extend(last);
            together(all)
        }
    }
}
