//! `(limit: i32 = 20, side: Side { Left, Right } = Left)`

use super::Draft;
use crate::parse::constant::constant;
use crate::parse::cursor::Cursor;
use crate::parse::node::docs_of;
use crate::parse::notes::{Mistake, Notes, Parsed};
use crate::parse::syntax::is_path;
use crate::source::first_span;
use crate::vocabulary::declared::{DeclaredParameter, DeclaredType};
use crate::vocabulary::{Integer, Type};
use crate::words::nearest;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

const SHAPE: &str = "`limit: i32 = 20`";

const TYPES: &str = "`bool`, the integers, `f32`, `f64`, `Duration`, `&'static str`, and an enum with its variants: `Side { Left, Right }`";

/// The most parameters of a word: they are kept in a tuple, and longer ones have no traits.
const MOST: usize = 12;

/// Other names of the types.
const ELSEWHERE: &[(&str, &str)] = &[
    ("boolean", "bool"),
    ("int", "i32"),
    ("uint", "u32"),
    ("float", "f32"),
    ("double", "f64"),
    ("number", "f64"),
    ("time", "Duration"),
    ("str", "&'static str"),
    ("string", "&'static str"),
    ("String", "&'static str"),
];

/// Reads the parentheses after the name of a word; goes on after a mistake.
pub(super) fn parameters(
    group: &Group,
    draft: &mut Draft,
    notes: &mut Notes,
) -> Vec<DeclaredParameter> {
    let mut input = Cursor::of(group);
    let mut parameters: Vec<DeclaredParameter> = Vec::new();
    while !input.is_empty() {
        let read = one(&mut input, draft, notes);
        let _ = input.until_outside_generics(&|input| input.peek_punct(','));
        input.eat_punct(',');
        let Some(parameter) = draft.read(notes, read) else { continue };
        let name = &parameter.name;
        if parameters.iter().any(|other| other.name == *name) {
            let text = format!("`{name}` is the name of another parameter; choose another one");
            draft.error(notes, name.span(), text);
        } else if draft.binder.as_ref() == Some(name) {
            let text = format!(
                "`{name}` is the name of the blackboard; choose another name for this parameter"
            );
            draft.error(notes, name.span(), text);
        } else if parameters.len() == MOST {
            let text = format!("a word takes at most {MOST} parameters; make two words of it");
            draft.error(notes, name.span(), text);
            break;
        } else {
            parameters.push(parameter);
        }
    }
    parameters
}

/// `/** metres per second */ speed: f32 = 1.5`
fn one(input: &mut Cursor, draft: &mut Draft, notes: &mut Notes) -> Parsed<DeclaredParameter> {
    let description = docs_of(input, "a parameter", "vocabulary", notes);
    let span = input.span();
    let name = input.eat_ident();
    let written = name.to_token_stream();
    let has_colon = input.eat_punct(':');
    let from = input.place();
    let path = path(input);
    notes.mirror.parameter(&written, &path);
    let _ = input.until_outside_generics(&|input| input.peek_punct('=') || input.peek_punct(','));
    let of = input.since(from);
    let Some(name) = name.filter(|_| syn::parse2::<Ident>(written).is_ok()) else {
        return Err(Mistake::new(
            span,
            format!("expected a parameter, its type and perhaps its default: {SHAPE}"),
        ));
    };
    if !has_colon || of.is_empty() {
        let text = format!("the parameter `{name}` needs a type: `{name}: f32`");
        return Err(Mistake::new(name.span(), text));
    }
    let of = declared_type(&of, name.span())?;
    let default = if input.eat_punct('=') {
        let end = input.last_span();
        let tokens = input.until(&|input| input.peek_punct(','));
        let read = if tokens.is_empty() {
            let text = format!("expected a default after this: {SHAPE}");
            Err(Mistake::new(end, text))
        } else {
            constant(&tokens, &of.of, &format!("the default of `{name}`"))
        };
        // The parameter is there all the same.
        draft.read(notes, read)
    } else {
        None
    };
    Ok(DeclaredParameter { name, of, default, description })
}

/// A type without the variants after it.
pub(super) fn path(input: &mut Cursor) -> TokenStream {
    input.until_outside_generics(&|input| {
        ['=', ',', ';'].iter().any(|end| input.peek_punct(*end))
            || input.peek_group(Delimiter::Brace)
    })
}

/// Reads the type of a parameter or of a `value`.
pub(super) fn declared_type(tokens: &TokenStream, end: Span) -> Parsed<DeclaredType> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let simple = |of: Type| DeclaredType { of, path: tokens.clone(), variants: Vec::new() };
    let written: String = all.iter().map(ToString::to_string).collect();
    match all.as_slice() {
        [] => Err(Mistake::new(end, format!("expected a type here; the types are {TYPES}"))),
        [TokenTree::Ident(word)] => match named(&word.to_string()) {
            Some(of) => Ok(simple(of)),
            None => Err(unknown(word)),
        },
        [path @ .., TokenTree::Group(variants)] if variants.delimiter() == Delimiter::Brace => {
            of_enum(path, variants)
        }
        _ if written == "&'staticstr" => Ok(simple(Type::Text)),
        _ if is_path(tokens) && written.ends_with("::Duration") => Ok(simple(Type::Duration)),
        _ if written.starts_with('&') => {
            let text =
                format!("a reference is of the type `&'static str` here; the types are {TYPES}");
            Err(Mistake::new(first_span(tokens), text))
        }
        _ if is_path(tokens) && !written.contains('<') => {
            Err(Mistake::new(first_span(tokens), needs_variants(&written)))
        }
        _ => {
            let text = format!("this type cannot be written in a file; the types are {TYPES}");
            Err(Mistake::new(first_span(tokens), text))
        }
    }
}

/// The type of a name that Rust knows.
fn named(name: &str) -> Option<Type> {
    match name {
        "bool" => Some(Type::Bool),
        "f32" => Some(Type::Single),
        "f64" => Some(Type::Double),
        "Duration" => Some(Type::Duration),
        name => Integer::named(name).cloned().map(Type::Integer),
    }
}

fn unknown(word: &Ident) -> Mistake {
    let written = word.to_string();
    let elsewhere = ELSEWHERE.iter().find(|(other, _)| *other == written).map(|(_, here)| *here);
    let known = ["bool", "f32", "f64", "Duration"];
    let mut known = known.into_iter().chain(Integer::ALL.iter().map(|integer| integer.name));
    let near = nearest(&written, &mut known);
    let is_enum = near != Some("Duration") && written.starts_with(char::is_uppercase);
    let text = match elsewhere.or(near) {
        Some(here) if elsewhere.is_some() || !is_enum => {
            format!("there is no type `{written}` here; did you mean `{here}`?")
        }
        _ if is_enum => needs_variants(&written),
        _ => format!("there is no type `{written}` here; the types are {TYPES}"),
    };
    Mistake::new(word.span(), text)
}

fn needs_variants(name: &str) -> String {
    format!(
        "`{name}` needs its variants after it, if it is an enum: `{name} {{ Left, Right }}`; the types are {TYPES}"
    )
}

/// `Side { Left, Right }`
fn of_enum(path: &[TokenTree], group: &Group) -> Parsed<DeclaredType> {
    let path: TokenStream = path.iter().cloned().collect();
    if !is_path(&path) {
        let text = "expected the name of an enum before its variants: `Side { Left, Right }`";
        return Err(Mistake::new(group.span_open(), text));
    }
    let mut input = Cursor::of(group);
    let mut variants: Vec<Ident> = Vec::new();
    while !input.is_empty() {
        let span = input.span();
        let name = input.eat_ident();
        let ends = input.is_empty() || input.eat_punct(',');
        let Some(name) = name.filter(|_| ends) else {
            let text = "the variants are names without fields: `Side { Left, Right }`";
            return Err(Mistake::new(span, text));
        };
        if variants.contains(&name) {
            let text = format!("the variant `{name}` stands here twice; remove one of them");
            return Err(Mistake::new(name.span(), text));
        }
        variants.push(name);
    }
    let name: String = path.clone().into_iter().map(|token| token.to_string()).collect();
    if variants.is_empty() {
        let text = format!(
            "list the variants of `{name}` that a file may name: `{name} {{ Left, Right }}`"
        );
        return Err(Mistake::new(group.span_open(), text));
    }
    let names = variants.iter().map(crate::names::plain).collect();
    Ok(DeclaredType { of: Type::Variants { name, variants: names }, path, variants })
}
