//! Lengths of time: `250ms` → `Duration::from_millis(250)`.

use super::notes::{Mistake, Parsed};
use crate::ast::Duration;
use crate::expand::text;
use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

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

/// A duration: a literal with a unit, or an expression in which such literals may stand.
pub(crate) fn duration(tokens: TokenStream) -> Parsed<Duration> {
    let text = text::of(&tokens);
    let mut alone = tokens.clone().into_iter();
    let literal = match (alone.next(), alone.next()) {
        (Some(TokenTree::Literal(literal)), None) => Some(literal),
        _ => None,
    };
    if let Some(literal) = &literal {
        only_number(literal)?;
    }
    let constant = literal.is_some();
    Ok(Duration { value: with_units(tokens)?, text, constant })
}

/// `2` has no unit, `2parsecs` has one that nobody knows.
fn only_number(literal: &Literal) -> Parsed<()> {
    let Some((digits, suffix)) = number(literal) else {
        return Err(Mistake::new(literal.span(), "expected a duration, such as `250ms` or `2s`"));
    };
    if unit(&suffix).is_some() {
        return Ok(());
    }
    let text = if suffix.is_empty() {
        format!("`{digits}` needs a unit: `{digits}s` or `{digits}ms`")
    } else {
        format!("there is no unit `{suffix}`; the units of time are {KNOWN}")
    };
    Err(Mistake::new(literal.span(), text))
}

/// The digits and the suffix of a number.
fn number(literal: &Literal) -> Option<(String, String)> {
    match syn::parse2::<syn::Lit>(TokenTree::from(literal.clone()).into()).ok()? {
        syn::Lit::Int(number) => Some((number.base10_digits().into(), number.suffix().into())),
        syn::Lit::Float(number) => Some((number.base10_digits().into(), number.suffix().into())),
        _ => None,
    }
}

fn unit(suffix: &str) -> Option<u64> {
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

fn one_literal(literal: Literal) -> Parsed<TokenStream> {
    let Some((digits, unit)) =
        number(&literal).and_then(|(digits, suffix)| Some((digits, unit(&suffix)?)))
    else {
        return Ok(TokenTree::from(literal).into());
    };
    let span = literal.span();
    let Some(nanoseconds) = nanoseconds(&digits, unit) else {
        return Err(Mistake::new(span, "this is longer than a `Duration` can be"));
    };
    let seconds = u64::try_from(nanoseconds / 1_000_000_000)
        .map_err(|_| Mistake::new(span, "this is longer than a `Duration` can be"))?;
    let rest = u32::try_from(nanoseconds % 1_000_000_000).unwrap_or(0);
    let value = if rest == 0 {
        quote!(from_secs(#seconds))
    } else if let (0, Ok(milliseconds)) = (rest % 1_000_000, u64::try_from(nanoseconds / 1_000_000))
    {
        quote!(from_millis(#milliseconds))
    } else {
        quote!(new(#seconds, #rest))
    };
    Ok(quote_spanned!(span=> ::core::time::Duration::#value))
}

/// `1.5` of a unit, in whole nanoseconds: digits and powers of ten, so that nothing is rounded
/// that is longer than a nanosecond.
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
