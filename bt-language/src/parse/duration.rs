//! Durations: `250ms` → `Duration::from_millis(250)`.

use super::notes::{Mistake, Parsed};
use crate::ast::{Constant, Duration, Expression, Meant};
use crate::source;
use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use quote::quote_spanned;

/// The units, with their nanoseconds.
const UNITS: &[(&str, u64)] = &[
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
pub(crate) fn duration(tokens: TokenStream) -> Parsed<Duration> {
    let text = source::of(&tokens);
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
    let known = match all.as_slice() {
        [TokenTree::Literal(literal)] => length(literal)?,
        _ => None,
    };
    let value = Expression::of_text(with_units(tokens)?, &text);
    let value = match known {
        Some(length) => value.meaning(Meant::Constant(Constant::Duration(length))),
        None => value,
    };
    Ok(Duration { value, known })
}

/// Refuses a number without a unit, like `2`, or with an unknown one, like `2parsecs`.
fn only_number(literal: &Literal) -> Parsed<()> {
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
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == lower).map(|(_, here)| *here);
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
fn with_units(tokens: TokenStream) -> Parsed<TokenStream> {
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
pub(crate) fn length(literal: &Literal) -> Parsed<Option<std::time::Duration>> {
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

fn one_literal(literal: Literal) -> Parsed<TokenStream> {
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
