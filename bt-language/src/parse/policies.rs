//! `(success = P, failure = P)` of a parallel or a monitor.

use super::cursor::Cursor;
use super::notes::{Mistake, Notes, Parsed};
use crate::ast::{Policies, Threshold};
use crate::mirror::Words;
use crate::words;
use proc_macro2::{Delimiter, Ident, Span, TokenTree};

/// Reads both, which are optional; returns `None` if one cannot be read.
pub(crate) fn policies(input: &mut Cursor, notes: &mut Notes) -> Option<Policies> {
    let (mut success, mut failure) = (None, None);
    let mut readable = true;
    if let Some(group) = input.eat_group(Delimiter::Parenthesis) {
        let mut arguments = Cursor::of(&group);
        while !arguments.is_empty() {
            let read = policy(&mut arguments, notes);
            let read = notes.read(read);
            readable &= read.is_some();
            if let Some((name, threshold)) = read {
                let place = if name == "success" { &mut success } else { &mut failure };
                if place.replace(threshold).is_some() {
                    let text = format!("`{name}` is given twice; keep one of them");
                    notes.error(name.span(), text);
                }
                if !arguments.is_empty() && !arguments.peek_punct(',') {
                    notes.error(arguments.span(), "expected `,` between the policies");
                }
            }
            let _ = arguments.until(&|input| input.peek_punct(','));
            arguments.eat_punct(',');
        }
        notes.mirror.end(Words::Policies);
    }
    let one = Threshold::Number(1, Span::call_site());
    let policies =
        Policies { success: success.unwrap_or(Threshold::All), failure: failure.unwrap_or(one) };
    readable.then_some(policies)
}

/// `success = 2`
fn policy(input: &mut Cursor, notes: &mut Notes) -> Parsed<(Ident, Threshold)> {
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

fn threshold(input: &mut Cursor, name: &Ident, notes: &mut Notes) -> Parsed<Threshold> {
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
