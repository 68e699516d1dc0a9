//! Arguments in parentheses after a word, and literals: `repeat(3)`, `wait(250ms)`,
//! `parallel(success = one)`.

use super::cursor::Cursor;
use super::expression::{expression, expression_of, is_expression};
use super::formula::{formula, only_formula};
use super::leaf::only;
use super::reader::{Mistake, Notes, Reader, Result};
use crate::ast::{After, Constant, Duration, Expression, Policies, Purpose, Rounds, Threshold};
use crate::mirror::{Meaning, Words};
use crate::nodes::{Definition, Every, Made};
use crate::source::{self, first_span};
use crate::vocabulary::{Integer, Type};
use crate::words::{self, advice};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use std::rc::Rc;

/// An argument: its name in messages, its form, and its meaning for an editor.
pub(crate) struct Argument {
    what: &'static str,
    example: &'static str,
    meaning: Meaning,
}

const DURATION: Argument =
    Argument { what: "a duration", example: "2s", meaning: Meaning::Duration };

pub(crate) const CONDITION: Argument =
    Argument { what: "a condition", example: "…", meaning: Meaning::Answer };

pub(crate) const STATEMENT: Argument =
    Argument { what: "an expression", example: "…", meaning: Meaning::Anything };

const DRAW: Argument =
    Argument { what: "a random `u32`", example: "…", meaning: Meaning::Number };

const COUNT: Argument = Argument { what: "a count", example: "3", meaning: Meaning::Number };

impl Reader<'_> {
    /// The parentheses that a word needs, which must not be empty.
    pub(super) fn parentheses(&mut self, what: &str, example: &str) -> Result<Group> {
        let word = self.word;
        let group = self.input.eat_group(Delimiter::Parenthesis);
        let span = group.as_ref().map_or(word.span(), Group::span);
        group.filter(|group| !group.stream().is_empty()).ok_or_else(|| {
            let text = format!("`{word}` needs {what} in parentheses: `{word}({example})`");
            Mistake::new(span, text)
        })
    }

    /// The parentheses around an argument, and its description in messages.
    fn argument(&mut self, argument: &Argument) -> Option<(Group, String)> {
        let group = self.parentheses(argument.what, argument.example);
        let group = self.notes.read(group);
        if group.is_none() {
            self.notes.value(argument.meaning, &TokenStream::new());
        }
        Some((group?, format!("{} in the parentheses of `{}`", argument.what, self.word)))
    }

    /// Reports arguments.
    pub(crate) fn without_arguments(&mut self) -> Option<()> {
        let Some(group) = self.input.eat_group(Delimiter::Parenthesis) else { return Some(()) };
        let text = format!("`{}` takes no arguments; remove the parentheses", self.word);
        self.notes.error(group.span(), text);
        None
    }

    /// The definition of a word without arguments.
    pub(crate) fn no_arguments(&mut self, definition: impl Definition + 'static) -> Option<Made> {
        self.without_arguments().map(|()| Rc::new(definition) as Made)
    }

    /// `(EXPR)`
    pub(crate) fn one(&mut self, argument: &Argument, purpose: Purpose) -> Option<()> {
        let (group, what) = self.argument(argument)?;
        self.one_of(argument, purpose, group.stream(), group.span_close(), &what)
    }

    fn one_of(
        &mut self,
        argument: &Argument,
        purpose: Purpose,
        tokens: TokenStream,
        end: Span,
        what: &str,
    ) -> Option<()> {
        self.notes.value(argument.meaning, &tokens);
        let read = match argument.meaning {
            // An action.
            Meaning::Anything if self.notes.is_file => only(&tokens, end, what),
            _ if self.notes.is_file => only_formula(&tokens, end, what),
            Meaning::Anything => one_statement(&tokens, end, what),
            _ => one_expression(&tokens, end, what),
        };
        self.notes.read(read)?;
        self.push(purpose, tokens);
        Some(())
    }

    /// `(D)`; returns the length if it is a literal.
    #[allow(clippy::option_option, reason = "it may be unknown, and it may be unreadable")]
    pub(crate) fn length(&mut self) -> Option<Option<std::time::Duration>> {
        let (group, what) = self.argument(&DURATION)?;
        self.length_of(group.stream(), group.span_close(), &what)
    }

    #[allow(clippy::option_option, reason = "it may be unknown, and it may be unreadable")]
    fn length_of(
        &mut self,
        tokens: TokenStream,
        end: Span,
        what: &str,
    ) -> Option<Option<std::time::Duration>> {
        let read = if self.notes.is_file {
            only_formula(&tokens, end, what).and_then(|()| duration_of_file(tokens))
        } else {
            // Mistakes in literals are reported first: `syn` reads `2 s` as two expressions.
            let duration = self.mirrored_duration(&tokens);
            duration.and_then(|duration| one_expression(&tokens, end, what).map(|()| duration))
        };
        let length = self.notes.read(read)?;
        self.push(Purpose::Length, length.value);
        Some(length.known)
    }

    /// `(D)` or `(D, after = end)`; returns the length if it is a literal.
    pub(crate) fn cooldown(&mut self) -> Option<(Option<std::time::Duration>, After)> {
        let (group, what) = self.argument(&DURATION)?;
        let (tokens, end) = (group.stream(), group.span_close());
        let (first, after) = pair(&tokens, end);
        let Some(after) = after.filter(|after| !after.is_empty()) else {
            let known = self.length_of(tokens, end, &what)?;
            return Some((known, After::Work));
        };
        let known = self.length_of(first, end, &what);
        let mut input = Cursor::new(after, end);
        let after = after_of(&mut input, self.notes);
        self.notes.mirror.end(Words::Cooldown);
        Some((known?, self.notes.read(after)?))
    }

    fn mirrored_duration(&mut self, tokens: &TokenStream) -> Result<Duration> {
        let duration = duration(tokens.clone());
        match &duration {
            Ok(duration) => self.notes.value(Meaning::Duration, &duration.value),
            Err(_) => self.notes.value(Meaning::Anything, tokens),
        }
        duration
    }

    /// `(N)`, `(every = D)`, `(N, every = D)` or nothing; without a count, it is for ever.
    pub(crate) fn rounds(&mut self) -> Option<(Rounds, Option<Every>)> {
        let mut ahead = self.input.clone();
        let group = ahead.eat_group(Delimiter::Parenthesis);
        let named = group.as_ref().and_then(|group| {
            let (first, second) = pair(&group.stream(), group.span_close());
            let second = second.filter(|second| !second.is_empty());
            match (is_named(&first), second) {
                (true, None) => Some((None, first)),
                (_, Some(second)) => Some((Some(first), second)),
                (false, None) => None,
            }
        });
        let Some((group, (count, every))) = group.zip(named) else {
            return self.count().map(|rounds| (rounds, None));
        };
        *self.input = ahead;
        let end = group.span_close();
        let what = format!("{} in the parentheses of `{}`", COUNT.what, self.word);
        let rounds = match count {
            None => Some(Rounds::Endless),
            Some(count) => {
                let [zero, beyond] = self.for_ever();
                self.count_of(count, end, &what, [&zero, &beyond])
            }
        };
        let every = self.every(every, end);
        Some((rounds?, Some(every?)))
    }

    /// `every = D`
    fn every(&mut self, tokens: TokenStream, end: Span) -> Option<Every> {
        let word = self.word;
        let mut input = Cursor::new(tokens, end);
        let span = input.span();
        let name = input.eat_ident();
        if let Some(name) = &name {
            self.notes.mirror.word(Words::Rounds, name);
        }
        if !(name.as_ref().is_some_and(|name| name == "every") && input.eat_punct('=')) {
            let near = name.as_ref().filter(|name| *name != "every");
            let near = near.and_then(|name| {
                words::nearest(&name.to_string(), &mut ["every"].into_iter()).zip(Some(name))
            });
            let text = match near {
                Some((near, name)) => {
                    format!("a `{word}` has no `{name}`; did you mean `{near}`?")
                }
                None => format!("expected a count and `every = D`: `{word}(3, every = 1s)`"),
            };
            self.notes.error(span, text);
            self.notes.mirror.end(Words::Rounds);
            return None;
        }
        let what = format!("a duration after `every =` of `{word}`");
        let known = self.length_of(input.rest(), end, &what)?;
        Some(Every { known })
    }

    /// `(N)`, or nothing, which means for ever.
    fn count(&mut self) -> Option<Rounds> {
        let is_bare = matches!(self.input.peek(), Some(TokenTree::Literal(_)));
        if !is_bare && !self.input.peek_group(Delimiter::Parenthesis) {
            return Some(Rounds::Endless);
        }
        let [zero, beyond] = self.for_ever();
        self.number(&zero, &beyond)
    }

    /// The ends of the messages about a count that is 0 or too large, of a node that may have none.
    fn for_ever(&self) -> [String; 2] {
        let word = self.word;
        [
            format!("its node; write a count of at least 1, or `{word}` for ever"),
            format!("; write `{word}` alone to go on for ever"),
        ]
    }

    /// `(N)`, the number of repairs.
    pub(crate) fn repairs(&mut self) -> Option<Rounds> {
        self.number("the repair; write a count of at least 1, or the work alone", "")
    }

    /// `(N)`, with the ends of the messages about 0 and about numbers that are too large.
    fn number(&mut self, zero: &str, beyond: &str) -> Option<Rounds> {
        let word = self.word;
        if let Some(TokenTree::Literal(number)) = self.input.peek() {
            let text = format!("the count of `{word}` must be in parentheses: `{word}({number})`");
            self.notes.error(number.span(), text);
            self.input.advance();
            return None;
        }
        let (group, what) = self.argument(&COUNT)?;
        self.count_of(group.stream(), group.span_close(), &what, [zero, beyond])
    }

    fn count_of(
        &mut self,
        tokens: TokenStream,
        end: Span,
        what: &str,
        [zero, beyond]: [&str; 2],
    ) -> Option<Rounds> {
        let word = self.word;
        self.one_of(&COUNT, Purpose::Count, tokens.clone(), end, what)?;
        let Ok(literal) = syn::parse2::<syn::LitInt>(tokens) else {
            return Some(Rounds::Unknown);
        };
        let digits = literal.base10_digits();
        let text = if unit(literal.suffix()).is_some() {
            format!(
                "`{word}` takes a count and not a duration: `{word}({digits})`; to end it after some time, write `timeout({literal})` before it"
            )
        } else if digits.bytes().all(|digit| digit == b'0') {
            format!("`{word}(0)` would never tick {zero}")
        } else if let Ok(count) = literal.base10_parse() {
            return Some(Rounds::Known(count));
        } else {
            format!("a count goes from 1 to {}{beyond}", u32::MAX)
        };
        self.notes.error(literal.span(), text);
        None
    }

    /// `(margin = EXPR)`, or nothing.
    pub(crate) fn margin(&mut self) -> Option<()> {
        let Some(group) = self.input.eat_group(Delimiter::Parenthesis) else { return Some(()) };
        let mut inner = Cursor::of(&group);
        let name = inner.eat_ident();
        let is_margin = name.as_ref().is_some_and(|name| name == "margin") && inner.eat_punct('=');
        let value = if is_margin { inner.rest() } else { group.stream() };
        self.notes.value(Meaning::Score, &value);
        let word = self.word;
        if !is_margin {
            let text =
                format!("`{word}` takes a `margin` and nothing else: `{word}(margin = 0.1)`");
            self.notes.error(name.map_or(group.span(), |name| name.span()), text);
            return None;
        }
        let check = if self.notes.is_file { only_formula } else { one_expression };
        self.notes.read(check(&value, group.span_close(), &format!("the margin of `{word}`")))?;
        self.push(Purpose::Margin, value);
        Some(())
    }

    /// `(D, EXPR)`; returns the length if it is a literal.
    #[allow(clippy::option_option, reason = "it may be unknown, and it may be unreadable")]
    pub(crate) fn service(&mut self) -> Option<Option<std::time::Duration>> {
        let group = self.parentheses("a duration and an expression", "1s, …");
        let Some(group) = self.notes.read(group) else {
            self.notes.value(Meaning::Duration, &TokenStream::new());
            return None;
        };
        let (length, run) = if self.notes.is_file {
            self.service_of_terms(&group)?
        } else {
            self.service_of_rust(&group)?
        };
        self.push(Purpose::Length, length.value);
        self.push(Purpose::Statement, run);
        Some(length.known)
    }

    fn service_of_rust(&mut self, group: &Group) -> Option<(Duration, TokenStream)> {
        let end = group.span_close();
        let (every, run) = pair(&group.stream(), end);
        let run = run.unwrap_or_default();
        let is_duration =
            |tokens: &TokenStream| tokens.clone().into_iter().any(|token| has_unit(&token));
        if is_duration(&run) && !is_duration(&every) {
            self.notes.value(Meaning::Anything, &every);
            let text = "the duration comes first: `service(1s, …)`";
            self.notes.error(first_span(&run), text);
            return None;
        }
        let duration = self.mirrored_duration(&every).and_then(|duration| {
            let what = "a duration before the expression of `service`";
            expression(&every, end, what).map(|()| duration)
        });
        let duration = self.notes.read(duration);
        self.notes.value(Meaning::Anything, &run);
        let what = "an expression after the duration of `service`";
        let read = self.notes.read(one_statement(&run, end, what));
        duration.zip(read).map(|(duration, ())| (duration, run))
    }

    /// `(1s, Look)` in a file.
    fn service_of_terms(&mut self, group: &Group) -> Option<(Duration, TokenStream)> {
        let mut input = Cursor::of(group);
        let what = "a duration in front of the action of `service`";
        let every = formula(&mut input, group.span_close(), what).and_then(duration_of_file);
        let every = self.notes.read(every);
        input.skip_past(',');
        let what = "an action of the vocabulary after the duration of `service`";
        let run = input.rest();
        let read = self.notes.read(only(&run, group.span_close(), what));
        every.zip(read).map(|(every, ())| (every, run))
    }

    /// `(EXPR)`; in a file, the vocabulary draws.
    pub(crate) fn draw(&mut self) -> Option<()> {
        if !self.notes.is_file {
            return self.one(&DRAW, Purpose::Draw);
        }
        if let Some(group) = self.input.eat_group(Delimiter::Parenthesis) {
            let text = format!(
                "the vocabulary says how a `{}` of a file draws; remove the parentheses",
                self.word
            );
            self.notes.error(group.span(), text);
            return None;
        }
        self.push(Purpose::Draw, TokenStream::new());
        Some(())
    }

    /// `(success = P, failure = P)`, which are optional; returns `None` if one cannot be read.
    pub(crate) fn policies(&mut self) -> Option<Policies> {
        let notes = &mut *self.notes;
        let (mut success, mut failure) = (None, None);
        let mut is_readable = true;
        if let Some(group) = self.input.eat_group(Delimiter::Parenthesis) {
            let mut arguments = Cursor::of(&group);
            while !arguments.is_empty() {
                let read = policy(&mut arguments, notes);
                let read = notes.read(read);
                is_readable &= read.is_some();
                if let Some((name, threshold)) = read {
                    let policy = if name == "success" { &mut success } else { &mut failure };
                    if policy.replace(threshold).is_some() {
                        let text = format!("`{name}` is given twice; keep one of them");
                        notes.error(name.span(), text);
                    }
                    if !arguments.is_empty() && !arguments.peek_punct(',') {
                        notes.error(arguments.span(), "expected `,` between the policies");
                    }
                }
                arguments.skip_past(',');
            }
            notes.mirror.end(Words::Policies);
        }
        let success = success.unwrap_or(Threshold::All);
        let failure = failure.unwrap_or(Threshold::Number(1, Span::call_site()));
        is_readable.then_some(Policies { success, failure })
    }
}

/// Returns `true` for `every = …`, also if the name is another one.
fn is_named(tokens: &TokenStream) -> bool {
    let mut input = Cursor::new(tokens.clone(), Span::call_site());
    input.eat_ident().is_some() && input.eat_punct('=') && !input.peek_punct('=')
}

/// `after = end`
fn after_of(input: &mut Cursor, notes: &mut Notes) -> Result<After> {
    const EXPECTED: &str = "expected `after = end` or `after = success`";
    let span = input.span();
    let name = input.eat_ident().ok_or_else(|| Mistake::new(span, EXPECTED))?;
    notes.mirror.word(Words::Cooldown, &name);
    if name != "after" {
        let near = words::nearest(&name.to_string(), &mut ["after"].into_iter());
        let text = match near {
            Some(near) => format!("a `cooldown` has no `{name}`; did you mean `{near}`?"),
            None => format!("a `cooldown` has no `{name}`; {EXPECTED}"),
        };
        return Err(Mistake::new(name.span(), text));
    }
    if !input.eat_punct('=') {
        return Err(Mistake::new(name.span(), EXPECTED));
    }
    let span = if input.is_empty() { name.span() } else { input.span() };
    let word = input.eat_ident().ok_or_else(|| Mistake::new(span, EXPECTED))?;
    notes.mirror.word(Words::Cooldown, &word);
    let after = match word.to_string().as_str() {
        "end" => After::End,
        "success" => After::Success,
        written => {
            let advice = advice(written, &mut ["end", "success"].into_iter(), "it takes");
            let text = format!("`after` has no value `{word}`{advice}");
            return Err(Mistake::new(word.span(), text));
        }
    };
    input.eat_punct(',');
    if !input.is_empty() {
        let text = format!("expected nothing after `after = {word}`");
        return Err(Mistake::new(input.span(), text));
    }
    Ok(after)
}

/// Checks that there is one expression, and no second one after a comma.
pub(crate) fn one_expression(tokens: &TokenStream, end: Span, what: &str) -> Result<()> {
    no_name(tokens, what)?;
    alone(tokens, end, what)
}

/// Refuses a name: `count = 3` is not a count.
fn no_name(tokens: &TokenStream, what: &str) -> Result<()> {
    if let Ok(syn::Expr::Assign(assign)) = expression_of(tokens) {
        let text = format!("{what} has no name; write the value alone");
        return Err(Mistake::new(first_span(&assign.left.to_token_stream()), text));
    }
    Ok(())
}

/// Does the same for an expression that may be an assignment, but no condition. rustc's advice for a value that must
/// be used is a `let`.
fn one_statement(tokens: &TokenStream, end: Span, what: &str) -> Result<()> {
    match tokens.clone().into_iter().next() {
        Some(TokenTree::Ident(word)) if word == "let" => {
            Err(Mistake::new(word.span(), "a `let` needs braces here: `{ let _ = …; }`"))
        }
        _ => alone(tokens, end, what),
    }
}

/// Checks that an expression stands alone.
fn alone(tokens: &TokenStream, end: Span, what: &str) -> Result<()> {
    let (first, second) = pair(tokens, end);
    if let (true, Some(second)) = (is_expression(&first), second) {
        if !second.is_empty() {
            let text = format!("expected {what} alone; remove the comma and what follows it");
            return Err(Mistake::new(first_span(&second), text));
        }
    }
    expression(tokens, end, what)
}

/// `(D, EXPR)` → `D`, `EXPR`
fn pair(tokens: &TokenStream, end: Span) -> (TokenStream, Option<TokenStream>) {
    let mut input = Cursor::new(tokens.clone(), end);
    let from = input.position();
    let mut first_comma = None;
    // A comma may also be a part of generic arguments: `Duration::from::<A, B>(x)`.
    loop {
        input.skip_until(&|input| input.peek_punct(','));
        if input.is_empty() || is_expression(&input.since(from)) {
            break;
        }
        first_comma.get_or_insert_with(|| input.clone());
        input.advance();
    }
    if input.is_empty() {
        input = first_comma.unwrap_or(input);
    }
    let first = input.since(from);
    let more = input.eat_punct(',');
    let second = input.rest();
    (first, more.then_some(second))
}

/// `success = 2`
fn policy(input: &mut Cursor, notes: &mut Notes) -> Result<(Ident, Threshold)> {
    let expected = "expected `success = …` or `failure = …`";
    let span = input.span();
    let name = input.eat_ident().ok_or_else(|| Mistake::new(span, expected))?;
    notes.mirror.word(Words::Policies, &name);
    if name != "success" && name != "failure" {
        let near = words::nearest(&name.to_string(), &mut ["success", "failure"].into_iter());
        let text = match (name.to_string().as_str(), near) {
            ("all" | "one", _) => {
                format!("`{name}` of what? write `success = {name}` or `failure = {name}`")
            }
            (_, Some(near)) => format!("there is no policy `{name}`; did you mean `{near}`?"),
            _ => format!("there is no policy `{name}`; {expected}"),
        };
        return Err(Mistake::new(name.span(), text));
    }
    if !input.eat_punct('=') {
        let found = input.peek().map_or_else(String::new, |found| format!(", found `{found}`"));
        let text = format!("expected `{name} = …` with `all`, `one` or a number{found}");
        return Err(Mistake::new(name.span(), text));
    }
    let threshold = threshold(input, &name, notes)?;
    Ok((name, threshold))
}

fn threshold(input: &mut Cursor, name: &Ident, notes: &mut Notes) -> Result<Threshold> {
    let span = if input.is_empty() { name.span() } else { input.span() };
    let expected = || {
        let text = format!("expected `all`, `one` or a number of children: `{name} = 2`");
        Mistake::new(span, text)
    };
    let threshold = match input.peek() {
        Some(TokenTree::Ident(word)) => {
            notes.mirror.word(Words::Policies, word);
            match word.to_string().as_str() {
                "all" => Threshold::All,
                "one" => Threshold::Number(1, span),
                "any" | "first" => {
                    let text = format!("`{word}` is called `one` here: `{name} = one`");
                    return Err(Mistake::new(span, text));
                }
                _ => return Err(expected()),
            }
        }
        Some(TokenTree::Literal(literal)) => {
            let number = syn::parse2::<syn::LitInt>(TokenTree::from(literal.clone()).into());
            let number = number.map_err(|_| expected())?;
            let has_suffix = !number.suffix().is_empty() && number.suffix() != "u32";
            if has_suffix || number.base10_digits().starts_with('-') {
                return Err(expected());
            }
            let number = number.base10_parse().map_err(|_| {
                let text = format!("`{literal}` children cannot be reached; write `all`");
                Mistake::new(span, text)
            })?;
            Threshold::Number(number, span)
        }
        _ => return Err(expected()),
    };
    input.advance();
    Ok(threshold)
}

/// The units, with their nanoseconds.
pub(crate) const UNITS: &[(&str, u64)] = &[
    ("ns", 1),
    ("us", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("min", 60_000_000_000),
    ("h", 3_600_000_000_000),
];

const KNOWN: &str = "`ns`, `us`, `ms`, `s`, `min` and `h`";

/// Other names of the units.
const SYNONYMS: &[(&str, &str)] = &[
    ("sec", "s"),
    ("secs", "s"),
    ("second", "s"),
    ("seconds", "s"),
    ("m", "min"),
    ("mins", "min"),
    ("minute", "min"),
    ("minutes", "min"),
    ("milli", "ms"),
    ("millis", "ms"),
    ("msec", "ms"),
    ("milliseconds", "ms"),
    ("micros", "us"),
    ("nanos", "ns"),
    ("hr", "h"),
    ("hour", "h"),
    ("hours", "h"),
];

/// Reads a duration: a literal with a unit, or an expression that may contain such literals.
pub(crate) fn duration(tokens: TokenStream) -> Result<Duration> {
    let known = literal_duration(&tokens)?;
    let text = source::of(&tokens);
    Ok(Duration::new(Expression::of_text(with_units(tokens)?, &text), known))
}

/// Reads a duration of a file, where nothing is written out as Rust.
pub(crate) fn duration_of_file(tokens: TokenStream) -> Result<Duration> {
    let known = literal_duration(&tokens)?;
    Ok(Duration::new(tokens.into(), known))
}

/// The duration of a literal; `None` for an expression.
fn literal_duration(tokens: &TokenStream) -> Result<Option<std::time::Duration>> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    match all.as_slice() {
        [TokenTree::Literal(literal)] => only_number(literal)?,
        [TokenTree::Literal(literal), TokenTree::Ident(unit)] => {
            let text =
                format!("there must be no space between a number and its unit: `{literal}{unit}`");
            return Err(Mistake::new(unit.span(), text));
        }
        [TokenTree::Punct(minus), literal] if minus.as_char() == '-' && has_unit(literal) => {
            let text = format!("a duration cannot be negative; write `{literal}`");
            return Err(Mistake::new(minus.span(), text));
        }
        _ => {}
    }
    match all.as_slice() {
        [TokenTree::Literal(literal)] => length(literal),
        _ => Ok(None),
    }
}

/// Refuses a number without a unit, like `2`, or with an unknown one, like `2parsecs`.
fn only_number(literal: &Literal) -> Result<()> {
    let Some((_, suffix)) = number(literal) else {
        let text = "expected a number with a unit, such as `250ms` or `2s`";
        return Err(Mistake::new(literal.span(), text));
    };
    if unit(&suffix).is_some() {
        return Ok(());
    }
    let written = literal.to_string();
    let digits = written.strip_suffix(&suffix).unwrap_or(&written);
    if suffix.is_empty() || is_type(&suffix) {
        let text = format!("`{written}` needs a unit: `{digits}s` or `{digits}ms`");
        return Err(Mistake::new(literal.span(), text));
    }
    Err(no_unit(literal, &suffix))
}

fn no_unit(literal: &Literal, suffix: &str) -> Mistake {
    let lower = suffix.to_lowercase();
    let synonym = words::synonym(SYNONYMS, &lower);
    let same = UNITS.iter().find(|(name, _)| *name == lower).map(|(name, _)| *name);
    let text = match synonym.or(same) {
        Some(near) => format!("there is no unit `{suffix}`; did you mean `{near}`?"),
        None => format!("there is no unit `{suffix}`; the units of time are {KNOWN}"),
    };
    Mistake::new(literal.span(), text)
}

/// Returns `true` for suffixes of Rust, such as `u64`.
fn is_type(suffix: &str) -> bool {
    let digits = suffix.trim_start_matches(['u', 'i', 'f']);
    suffix.len() == digits.len() + 1 && ["8", "16", "32", "64", "128", "size"].contains(&digits)
}

/// Returns `true` if a token is a number with a unit of time.
pub(crate) fn has_unit(token: &TokenTree) -> bool {
    let TokenTree::Literal(literal) = token else { return false };
    number(literal).is_some_and(|(_, suffix)| unit(&suffix).is_some())
}

/// The digits and the suffix of a number.
fn number(literal: &Literal) -> Option<(String, String)> {
    match syn::parse2::<syn::Lit>(TokenTree::from(literal.clone()).into()).ok()? {
        syn::Lit::Int(number) => Some((number.base10_digits().into(), number.suffix().into())),
        syn::Lit::Float(number) => Some((number.base10_digits().into(), number.suffix().into())),
        _ => None,
    }
}

pub(crate) fn unit(suffix: &str) -> Option<u64> {
    UNITS.iter().find(|(name, _)| *name == suffix).map(|(_, nanoseconds)| *nanoseconds)
}

/// Replaces each literal that has a unit of time.
fn with_units(tokens: TokenStream) -> Result<TokenStream> {
    let mut output = TokenStream::new();
    for token in tokens {
        output.extend(match token {
            TokenTree::Literal(literal) => one_literal(literal)?,
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), with_units(group.stream())?);
                inner.set_span(group.span());
                TokenTree::from(inner).into()
            }
            other => other.into(),
        });
    }
    Ok(output)
}

/// Replaces each literal that has a unit of time, except in the arguments of a macro. Other tokens
/// do not change.
pub(crate) fn written_out(tokens: &mut TokenStream) {
    if !any_unit(tokens) {
        return;
    }
    let mut is_macro = false;
    let mut output = TokenStream::new();
    for token in std::mem::take(tokens) {
        let was_macro = std::mem::replace(
            &mut is_macro,
            matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '!'),
        );
        match token {
            TokenTree::Literal(literal) => {
                let kept = TokenTree::from(literal.clone()).into();
                output.extend(one_literal(literal).unwrap_or(kept));
            }
            TokenTree::Group(group) if !was_macro => {
                let mut inside = group.stream();
                written_out(&mut inside);
                let mut inner = Group::new(group.delimiter(), inside);
                inner.set_span(group.span());
                output.extend([TokenTree::from(inner)]);
            }
            other => output.extend([other]),
        }
    }
    *tokens = output;
}

fn any_unit(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match &token {
        TokenTree::Group(group) => any_unit(&group.stream()),
        token => has_unit(token),
    })
}

/// `250ms` → 250 ms; nothing if it has no unit.
pub(crate) fn length(literal: &Literal) -> Result<Option<std::time::Duration>> {
    let Some((digits, suffix)) = number(literal) else { return Ok(None) };
    let Some(unit) = unit(&suffix) else {
        if suffix.is_empty() || is_type(&suffix) {
            return Ok(None);
        }
        return Err(no_unit(literal, &suffix));
    };
    let span = literal.span();
    let too_long = || {
        let text = "this is longer than a `Duration` can be; write `running` to wait for ever";
        Mistake::new(span, text)
    };
    let nanoseconds = nanoseconds(&digits, unit).ok_or_else(too_long)?;
    let seconds = u64::try_from(nanoseconds / 1_000_000_000).map_err(|_| too_long())?;
    if nanoseconds == 0 && digits.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
        let text = "this is shorter than a nanosecond; write at least `1ns`";
        return Err(Mistake::new(span, text));
    }
    let rest = u32::try_from(nanoseconds % 1_000_000_000).unwrap_or(0);
    Ok(Some(std::time::Duration::new(seconds, rest)))
}

fn one_literal(literal: Literal) -> Result<TokenStream> {
    let Some(length) = length(&literal)? else { return Ok(TokenTree::from(literal).into()) };
    let (span, seconds, rest) = (literal.span(), length.as_secs(), length.subsec_nanos());
    let value = if rest == 0 {
        quote_spanned!(span=> from_secs(#seconds))
    } else if let (0, Ok(milliseconds)) = (rest % 1_000_000, u64::try_from(length.as_millis())) {
        quote_spanned!(span=> from_millis(#milliseconds))
    } else {
        quote_spanned!(span=> new(#seconds, #rest))
    };
    Ok(quote_spanned!(span=> ::core::time::Duration::#value))
}

/// `1.5` of a unit, in whole nanoseconds, calculated with digits and powers of ten so that only
/// fractions of a nanosecond are rounded.
fn nanoseconds(digits: &str, unit: u64) -> Option<u128> {
    let (digits, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa: u128 = format!("{whole}{fraction}").parse().ok()?;
    let power = exponent.checked_sub(i32::try_from(fraction.len()).ok()?)?;
    let scale = 10_u128.checked_pow(power.unsigned_abs());
    let total = mantissa.checked_mul(u128::from(unit))?;
    if power >= 0 { total.checked_mul(scale?) } else { Some(scale.map_or(0, |by| total / by)) }
}

/// Reads a literal of a type: `30`, `-4.5`, `250ms`, `"gate"`, `true`, `Left`. An integer may stand for a float.
pub(crate) fn constant(tokens: &TokenStream, of: &Type, what: &str) -> Result<Constant> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    match (all.as_slice(), of) {
        ([TokenTree::Ident(word)], Type::Bool) if word == "true" => Ok(Constant::Bool(true)),
        ([TokenTree::Ident(word)], Type::Bool) if word == "false" => Ok(Constant::Bool(false)),
        ([TokenTree::Ident(word)], Type::Variants { name, variants }) => {
            let written = word.to_string();
            let place = variants.iter().position(|variant| *variant == written);
            place.map(Constant::Variant).ok_or_else(|| {
                let advice = advice(&written, &mut variants.iter().map(String::as_str), "it has");
                let text = format!("`{name}` has no variant `{written}`{advice}");
                Mistake::new(word.span(), text)
            })
        }
        ([TokenTree::Literal(literal)], _) => number_or_text(literal, false, of, what),
        ([TokenTree::Punct(minus), TokenTree::Literal(literal)], _) if minus.as_char() == '-' => {
            number_or_text(literal, true, of, what)
        }
        _ => Err(expected(first_span(tokens), of, what, &source::of(tokens))),
    }
}

fn expected(span: Span, of: &Type, what: &str, found: &str) -> Mistake {
    let wanted = match of {
        Type::Bool => "`true` or `false`",
        Type::Integer(_) => "a whole number",
        Type::Single | Type::Double => "a number",
        Type::Duration => "a duration such as `250ms` or `2s`",
        Type::Text => "a text in quotes",
        Type::Variants { .. } => "a variant",
        Type::Own { .. } => "a value of the vocabulary, or a name",
    };
    let advice = match of {
        Type::Variants { variants, .. } => {
            let name = found.trim_matches('"');
            advice(name, &mut variants.iter().map(String::as_str), "it has")
        }
        _ => String::new(),
    };
    let of = of.name();
    let text = format!("{what} is of type `{of}`: expected {wanted}, found `{found}`{advice}");
    Mistake::new(span, text)
}

fn number_or_text(literal: &Literal, is_negative: bool, of: &Type, what: &str) -> Result<Constant> {
    let span = literal.span();
    let sign = if is_negative { "-" } else { "" };
    let written = format!("{sign}{literal}");
    let other = || expected(span, of, what, &written);
    if let Type::Duration = of {
        if is_negative {
            let text = format!("a duration cannot be negative; write `{literal}`");
            return Err(Mistake::new(span, text));
        }
        let length = length(literal)?;
        return length.map(Constant::Duration).ok_or_else(other);
    }
    let literal = syn::parse2::<syn::Lit>(TokenTree::from(literal.clone()).into());
    match (literal.map_err(|_| other())?, of) {
        (syn::Lit::Int(number), Type::Integer(of)) => {
            let is_own = number.suffix().is_empty() || number.suffix() == of.name;
            let digits = is_own.then(|| number.base10_digits()).ok_or_else(other)?;
            integer(&format!("{sign}{digits}"), of).ok_or_else(|| out_of_range(span, &written, of))
        }
        (syn::Lit::Int(number), Type::Single | Type::Double) if number.suffix().is_empty() => {
            float(&format!("{sign}{}", number.base10_digits()), of)
                .ok_or_else(|| too_large(span, &written, of))
        }
        (syn::Lit::Float(number), Type::Single | Type::Double) => {
            let is_own = number.suffix().is_empty() || number.suffix() == of.name();
            let digits = is_own.then(|| number.base10_digits()).ok_or_else(other)?;
            float(&format!("{sign}{digits}"), of).ok_or_else(|| too_large(span, &written, of))
        }
        (syn::Lit::Str(text), Type::Text) if !is_negative => Ok(Constant::Text(text.value())),
        _ => Err(other()),
    }
}

fn integer(digits: &str, of: &Integer) -> Option<Constant> {
    let number: i128 = digits.parse().ok()?;
    (of.least..=of.most).contains(&number).then_some(Constant::Integer(number))
}

fn float(digits: &str, of: &Type) -> Option<Constant> {
    if let Type::Single = of {
        let number: f32 = digits.parse().ok()?;
        return number.is_finite().then_some(Constant::Single(number));
    }
    let number: f64 = digits.parse().ok()?;
    number.is_finite().then_some(Constant::Double(number))
}

fn out_of_range(span: Span, written: &str, of: &Integer) -> Mistake {
    let Integer { name, least, most } = of;
    let text =
        format!("`{written}` is out of the range of `{name}`, which goes from {least} to {most}");
    Mistake::new(span, text)
}

fn too_large(span: Span, written: &str, of: &Type) -> Mistake {
    Mistake::new(span, format!("`{written}` is too large for `{}`", of.name()))
}
