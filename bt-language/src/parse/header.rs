//! `pub tree Soldier(npc: &mut Npc) { … }`

use super::branch::only_node;
use super::cursor::Cursor;
use super::items::{Front, begins_item};
use super::node::broken;
use super::notes::{Mistake, Notes, Parsed};
use super::syntax;
use crate::ast::{Blackboard, Node, Outline, Parameter, Tree};
use crate::mirror::Words;
use crate::words::{self, Word};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};

const SHAPE: &str = "`tree Name(blackboard: &mut Type) { … }`";

/// Reads `tree Name(blackboard: &mut Type) { … }`; if the header cannot be read, the outline.
pub(super) fn tree(
    input: &mut Cursor,
    front: Front,
    notes: &mut Notes,
) -> Option<Result<Tree, Outline>> {
    let Front { attributes, visibility } = front;
    let name = name(input, notes);
    let signature = signature(input);
    let behind = input.last_span();
    let root = root(input, name.as_ref(), notes);
    notes.mirror.close(&borrowed(&signature));
    let name = name?;
    let outline = Outline { attributes, visibility, name };
    let end = if signature.is_empty() { outline.name.span() } else { behind };
    match notes.read(header(&signature, end)) {
        Some((generics, (blackboard, parameters))) => {
            let root = notes.read(root).unwrap_or_else(|| broken(behind));
            Some(Ok(Tree { outline, generics, blackboard, parameters, root }))
        }
        None => Some(Err(outline)),
    }
}

/// The signature as an editor sees it, so that a forgotten `&mut` causes no further errors: `(npc:
/// Npc, speed: f32)` → `(npc: &mut Npc, speed: &mut f32)`
pub(super) fn borrowed(signature: &TokenStream) -> TokenStream {
    let insert = |token: TokenTree| -> TokenTree {
        let TokenTree::Group(group) = &token else { return token };
        if group.delimiter() != Delimiter::Parenthesis {
            return token;
        }
        let mut inner = Cursor::of(group);
        let mut written = TokenStream::new();
        while !inner.is_empty() {
            let ends = |input: &Cursor| input.peek_punct(':') || input.peek_punct(',');
            written.extend(inner.until_outside_generics(&ends));
            if inner.eat_punct(':') {
                let is_borrowed = inner.peek_punct('&');
                let of = inner.until_outside_generics(&|input| input.peek_punct(','));
                written.extend(if is_borrowed { quote!(: #of) } else { quote!(: &mut #of) });
            }
            if inner.eat_punct(',') {
                written.extend(quote!(,));
            }
        }
        Group::new(Delimiter::Parenthesis, written).into()
    };
    signature.clone().into_iter().map(insert).collect()
}

/// Reads the signature; `end` is the span for missing tokens.
pub(super) fn header(signature: &TokenStream, end: Span) -> Parsed<(syn::Generics, Parameters)> {
    let is_group = |token: TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis);
    if !signature.clone().into_iter().any(is_group) {
        let text = "expected the blackboard of the tree after its name: `tree Name(npc: &mut Npc)`";
        return Err(Mistake::new(end, text));
    }
    let read = syntax::read(read_signature, signature);
    let (generics, parameters) = read.map_err(|error| Mistake::of_syn(&error, end))?;
    Ok((generics, parameters?))
}

pub(super) fn attributes(input: &mut Cursor, notes: &mut Notes) -> Vec<syn::Attribute> {
    let mut attributes = Vec::new();
    loop {
        let from = input.place();
        if !input.eat_punct('#') {
            return attributes;
        }
        let span = input.last_span();
        let is_inner = input.eat_punct('!');
        let known = input.eat_group(Delimiter::Bracket).is_some() && !is_inner;
        let read = syntax::read(syn::Attribute::parse_outer, &input.since(from));
        match read {
            Ok(read) if known => attributes.extend(read),
            _ => notes
                .error(span, "expected an attribute of the tree after this: `#[derive(Clone)]`"),
        }
    }
}

/// `pub(crate)`
pub(super) fn visibility(input: &mut Cursor) -> syn::Visibility {
    let from = input.place();
    // The `$visibility` of a `macro_rules!`, if it is more than one word.
    if input.eat_group(Delimiter::None).is_none() && input.eat_word("pub") {
        input.eat_group(Delimiter::Parenthesis);
    }
    syn::parse2(input.since(from)).unwrap_or(syn::Visibility::Inherited)
}

/// `tree Soldier`
fn name(input: &mut Cursor, notes: &mut Notes) -> Option<Ident> {
    let span = match input.peek() {
        None => input.last_span(),
        Some(TokenTree::Group(group)) => group.span_open(),
        Some(token) => token.span(),
    };
    let Some(word) = input.eat_ident() else {
        let text = match input.peek() {
            Some(TokenTree::Punct(punct)) if [';', ','].contains(&punct.as_char()) => {
                format!("there is no `{punct}` after a tree; remove it")
            }
            _ => format!("expected a tree here: {SHAPE}"),
        };
        notes.error(span, text);
        notes.mirror.end(Words::Items);
        input.advance();
        return None;
    };
    notes.mirror.word(Words::Items, &word);
    if word != "tree" {
        notes.error(word.span(), no_tree(&word));
        let is_tree = input.eat_word("tree");
        if !is_tree && words::nearest(&word.to_string(), &mut ["tree"].into_iter()).is_none() {
            return None;
        }
    }
    let mut next = || (!begins_tree(input)).then(|| input.eat_ident()).flatten();
    let mut name = next();
    if name.as_ref().is_some_and(|name| name == "pub") {
        let span = name.as_ref().map_or(span, Ident::span);
        notes.error(span, "the visibility comes before `tree`: `pub tree Name`");
        name = next();
    }
    let Some(name) = name else {
        if word == "tree" {
            notes.error(word.span(), format!("this `tree` has no name: {SHAPE}"));
        }
        return None;
    };
    // `$crate` is a word that only a `macro_rules!` can write.
    let is_word = name.to_string().starts_with('$');
    if is_word || !is_name(&name) {
        let text = format!("`{name}` is a word of Rust; give the tree another name");
        notes.error(name.span(), text);
        return None;
    }
    Some(name)
}

/// The message for a word in place of `tree`.
fn no_tree(word: &Ident) -> String {
    if Word::of(word).is_some() {
        return format!(
            "a node must be inside of a tree: `tree Name(npc: &mut Npc) {{ {word} … }}`"
        );
    }
    match words::nearest(&word.to_string(), &mut ["tree"].into_iter()) {
        Some(_) => format!("there is no `{word}` here; did you mean `tree`?"),
        None => format!("a tree begins with the word `tree`, not with `{word}`: {SHAPE}"),
    }
}

/// The tokens between the name and the braces; they may contain braces too: `<const N: usize>(npc:
/// &mut Npc<{ N }>)`.
pub(super) fn signature(input: &mut Cursor) -> TokenStream {
    let from = input.place();
    let mut first = None;
    loop {
        let _ = input.until(&|input| {
            input.peek_group(Delimiter::Brace)
                || begins_item(input)
                || input.peek_word("pub")
                || input.peek_punct('#')
        });
        let tokens = input.since(from);
        if syntax::read(read_signature, &tokens).is_ok() {
            return tokens;
        }
        first.get_or_insert_with(|| input.clone());
        if !input.peek_group(Delimiter::Brace) {
            *input = first.unwrap_or_else(|| input.clone());
            return input.since(from);
        }
        input.advance();
    }
}

/// Returns `true` if another tree begins here: `tree Name`, and not `'tree` or `N: tree where`.
pub(super) fn begins_tree(input: &Cursor) -> bool {
    let is_lifetime =
        matches!(input.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == '\'');
    let mut ahead = input.clone();
    let name = if ahead.eat_word("tree") { ahead.eat_ident() } else { None };
    !is_lifetime && name.is_some_and(|name| is_name(&name))
}

/// Returns `true` if a word is not a keyword of Rust.
pub(super) fn is_name(word: &Ident) -> bool {
    syn::parse2::<Ident>(word.to_token_stream()).is_ok()
}

type Signature = (syn::Generics, Parsed<Parameters>);

/// The contents of a header's parentheses.
pub(super) type Parameters = (Blackboard, Vec<Parameter>);

/// `<N: Navigator>(cx: &mut Ctx<N>) where N: Clone`; a mistake in the parentheses does not affect
/// the rest.
fn read_signature(input: ParseStream<'_>) -> syn::Result<Signature> {
    let mut generics: syn::Generics = input.parse()?;
    let group = input.parse::<Group>()?;
    if group.delimiter() != Delimiter::Parenthesis {
        return Err(syn::Error::new(group.span_open(), "expected parentheses"));
    }
    generics.where_clause = input.parse()?;
    if input.peek(syn::Token![->]) {
        return Err(input.error("a tree always returns a `Status`; remove the `->` and the type"));
    }
    if !input.is_empty() {
        return Err(input.error("expected the root of the tree in braces here: `{ … }`"));
    }
    let read = |input: ParseStream<'_>| Ok((blackboard(input)?, parameters(input)?));
    let blackboard = Parser::parse2(read, group.stream());
    let end = if group.stream().is_empty() { group.span() } else { group.span_close() };
    Ok((generics, blackboard.map_err(|error| Mistake::of_syn(&error, end))))
}

/// `npc: &mut Npc`
fn blackboard(input: ParseStream<'_>) -> syn::Result<Blackboard> {
    if input.peek(syn::Token![mut]) {
        return Err(input.error("the name of the blackboard takes no `mut`: `npc: &mut Npc`"));
    }
    if input.peek(syn::Token![self]) {
        return Err(
            input.error("a tree has no `self`; give the blackboard a name: `npc: &mut Npc`")
        );
    }
    let binder: Ident = input.parse().map_err(|error| {
        let missing = "unexpected end of input";
        let text = "the blackboard needs a name, by which the leaves call it: `npc: &mut Npc`";
        let text = if input.is_empty() { format!("{missing}: {text}") } else { text.into() };
        syn::Error::new(error.span(), text)
    })?;
    let needs_type = format!("the blackboard needs a type: `{binder}: &mut Npc`");
    if !input.peek(syn::Token![:]) || input.peek(syn::Token![::]) {
        return Err(syn::Error::new(binder.span(), needs_type));
    }
    let colon = input.parse::<syn::Token![:]>()?.span;
    let of: syn::Type = input.parse().map_err(|error| {
        let missing = error.to_string().starts_with("unexpected end of input");
        if missing { syn::Error::new(binder.span(), needs_type) } else { error }
    })?;
    let of = borrowed_type(of, &binder)?;
    Ok(Blackboard { binder, of, colon })
}

/// `, target: Point, speed: f32`
fn parameters(input: ParseStream<'_>) -> syn::Result<Vec<Parameter>> {
    let mut parameters = Vec::new();
    while input.parse::<Option<syn::Token![,]>>()?.is_some() && !input.is_empty() {
        if input.peek(syn::Token![mut]) {
            return Err(input.error("actions can always change a parameter; remove `mut`"));
        }
        let name: Ident = input.parse()?;
        if !input.peek(syn::Token![:]) {
            let text = format!("the parameter `{name}` needs a type: `{name}: f32`");
            return Err(syn::Error::new(name.span(), text));
        }
        input.parse::<syn::Token![:]>()?;
        let of = input.parse::<syn::Type>()?;
        if let syn::Type::Reference(syn::TypeReference { mutability: Some(_), .. }) = &of {
            let text = "a tree has one blackboard; put all that it needs into one struct";
            return Err(syn::Error::new_spanned(of, text));
        }
        let of = of.into_token_stream();
        super::scope::no_borrow(&of, &name, "parameter")
            .map_err(|Mistake { span, text }| syn::Error::new(span, text))?;
        parameters.push(Parameter { name, of });
    }
    if input.is_empty() {
        return Ok(parameters);
    }
    Err(input.error("expected `,` and another parameter: `tree Name(npc: &mut Npc, speed: f32)`"))
}

/// `&mut Npc` → `Npc`
fn borrowed_type(of: syn::Type, binder: &Ident) -> syn::Result<TokenStream> {
    let reference = match of {
        syn::Type::Reference(reference) if reference.mutability.is_some() => reference,
        syn::Type::Group(group) => return borrowed_type(*group.elem, binder),
        other => {
            let text = format!("a tree borrows its blackboard; write `{binder}: &mut Type`");
            return Err(syn::Error::new_spanned(other, text));
        }
    };
    if let Some(lifetime) = reference.lifetime {
        let text =
            "the borrow of the blackboard lasts for one tick; write `&mut` without a lifetime";
        return Err(syn::Error::new(lifetime.span(), text));
    }
    match opened(*reference.elem) {
        syn::Type::ImplTrait(of) => {
            let text = "a blackboard cannot be `impl Trait`; write a generic: `tree Name<N: Trait>(npc: &mut N)`";
            Err(syn::Error::new_spanned(of, text))
        }
        of => Ok(of.into_token_stream()),
    }
}

/// Removes parentheses, and the invisible ones of a `macro_rules!`.
fn opened(of: syn::Type) -> syn::Type {
    match of {
        syn::Type::Paren(inside) => opened(*inside.elem),
        syn::Type::Group(inside) => opened(*inside.elem),
        of => of,
    }
}

/// Reads the only node of a tree's block.
fn root(input: &mut Cursor, name: Option<&Ident>, notes: &mut Notes) -> Parsed<Node> {
    let called = name.map_or_else(|| "a tree".into(), |name| format!("`{name}`"));
    let Some(body) = input.eat_group(Delimiter::Brace) else {
        let text = format!("{called} has no root; write one node in braces after its blackboard");
        return Err(Mistake::new(name.map_or_else(|| input.last_span(), Ident::span), text));
    };
    let mut inner = Cursor::of(&body);
    let empty = name.map_or_else(|| body.span_open(), Ident::span);
    Ok(only_node(&mut inner, empty, &format!("the root of {called}"), notes))
}
