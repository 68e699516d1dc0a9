//! Literals of a type that is known.

use super::duration::length;
use super::notes::{Mistake, Parsed};
use crate::ast::Constant;
use crate::source::{self, first_span};
use crate::vocabulary::{Integer, Type};
use crate::words::advice;
use proc_macro2::{Literal, Span, TokenStream, TokenTree};

/// Reads a literal of a type: `30`, `-4.5`, `250ms`, `"gate"`, `true`, `Left`. An integer may stand for a float.
pub(crate) fn constant(tokens: &TokenStream, of: &Type, what: &str) -> Parsed<Constant> {
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

fn number_or_text(literal: &Literal, is_negative: bool, of: &Type, what: &str) -> Parsed<Constant> {
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
