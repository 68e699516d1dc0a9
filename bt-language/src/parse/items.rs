//! The items of one macro call, and of a file: trees, vocabularies and files.

use super::children::{no_borrow, only_node};
use super::cursor::{Cursor, is_group, is_punct};
use super::expression::{made_visible, read};
use super::node::{broken, docs};
use super::reader::{Mistake, Notes, Result};
use super::rules::rules;
use super::vocabulary::vocabulary;
use crate::ast::{Blackboard, Node, Outline, Parameter, Tree};
use crate::mirror::Words;
use crate::rules::Rules;
use crate::vocabulary::declared::{Declaration, File};
use crate::words::{self, Word};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};

const TREE: &str = "`tree Name(blackboard: &mut Type) { … }`";

const TREES_FROM: &str = "`trees from \"trees/soldier.tree\" with Drill;`";

const PUB_BEFORE: &str = "the visibility comes before `tree`: `pub tree Name`";

const TREE_OF_FILE: &str = "`tree Name { … }`";

/// All items; of those whose header cannot be read, the outline.
#[derive(Default)]
pub(crate) struct Items {
    /// The path of `#![crate = path]`.
    pub(crate) runtime: Option<TokenStream>,
    pub(crate) trees: Vec<Result<Tree, Outline>>,
    pub(crate) vocabularies: Vec<Result<Declaration, Outline>>,
    pub(crate) files: Vec<File>,
    pub(crate) rules: Vec<Rules>,
}

/// The attributes and the visibility before an item.
pub(super) struct Front {
    pub(super) attributes: Vec<syn::Attribute>,
    pub(super) visibility: syn::Visibility,
}

/// Reads all items of one macro call.
pub(crate) fn items(input: TokenStream, notes: &mut Notes) -> Items {
    let mut input = Cursor::new(made_visible(input), Span::call_site());
    let mut items = Items { runtime: runtime(&mut input), ..Items::default() };
    while !input.is_empty() {
        let attributes = attributes(&mut input, notes);
        let visibility = visibility(&mut input);
        let front = Front { attributes, visibility };
        if is_rules(&input) {
            items.rules.extend(rules(&mut input, front, notes));
        } else if is_vocabulary(&mut input, notes) {
            items.vocabularies.extend(vocabulary(&mut input, front, notes));
        } else if is_file(&input) {
            items.files.extend(trees_from(&mut input, front, notes));
        } else {
            items.trees.extend(tree(&mut input, front, notes));
        }
    }
    notes.mirror.end(Words::Items);
    items
}

/// `#![crate = engine::bt_core]` → `engine::bt_core`
fn runtime(input: &mut Cursor) -> Option<TokenStream> {
    let mut ahead = input.clone();
    let is_inner = ahead.eat_punct('#') && ahead.eat_punct('!');
    let mut inside = Cursor::of(&ahead.eat_group(Delimiter::Bracket).filter(|_| is_inner)?);
    let path = (inside.eat_word("crate") && inside.eat_punct('=')).then(|| inside.rest());
    let path = path.filter(|path| !path.is_empty())?;
    *input = ahead;
    Some(path)
}

/// Returns `true` if another item begins here.
pub(crate) fn begins_item(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    begins_tree(input)
        || is_file(input)
        || is_rules(input)
        || (ahead.eat_word("vocabulary") && ahead.eat_ident().is_some())
}

/// Returns `true` if `rules Name` comes next.
fn is_rules(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    ahead.eat_word("rules") && ahead.eat_ident().is_some()
}

/// Reports a misspelled `vocabulary` before a name, and continues as if the spelling were right.
fn is_vocabulary(input: &mut Cursor, notes: &mut Notes) -> bool {
    let Some(TokenTree::Ident(word)) = input.peek().cloned() else { return false };
    if word == "vocabulary" {
        return true;
    }
    let mut ahead = input.clone();
    ahead.advance();
    let is_near = || {
        let near = words::nearest(&word.to_string(), &mut ["tree", "vocabulary"].into_iter());
        near == Some("vocabulary")
    };
    let is_meant = ahead.eat_ident().is_some() && is_near();
    if is_meant {
        let text = format!("there is no `{word}` here; did you mean `vocabulary`?");
        notes.error(word.span(), text);
    }
    is_meant
}

/// Returns `true` if `trees from`, or `trees` and a path, comes next.
fn is_file(input: &Cursor) -> bool {
    let mut ahead = input.clone();
    ahead.eat_word("trees")
        && (ahead.peek_word("from") || matches!(ahead.peek(), Some(TokenTree::Literal(_))))
}

/// The name of an item after its word, unless it is a word of Rust.
pub(super) fn item_name(
    input: &mut Cursor,
    word: &Ident,
    shape: &str,
    notes: &mut Notes,
) -> Option<Ident> {
    let what = word.to_string();
    let Some(name) = input.eat_ident() else {
        notes.error(word.span(), format!("this `{what}` has no name: {shape}"));
        return None;
    };
    if !is_name(&name) {
        let text = format!("`{name}` is a word of Rust; give the {what} another name");
        notes.error(name.span(), text);
        return None;
    }
    Some(name)
}

/// Reads `tree Name(blackboard: &mut Type) { … }`; if the header cannot be read, the outline.
fn tree(input: &mut Cursor, front: Front, notes: &mut Notes) -> Option<Result<Tree, Outline>> {
    let Front { attributes, visibility } = front;
    let name = name(input, notes);
    let signature = signature(input);
    let behind = input.last_span();
    let root = root(input, name.as_ref(), "blackboard", notes);
    notes.mirror.close(&mirrored(&signature));
    let name = name?;
    let outline = Outline { attributes, visibility, name };
    let end = if signature.is_empty() { outline.name.span() } else { behind };
    match notes.read(header(&signature, end, "tree")) {
        Some((generics, (blackboard, parameters), results)) => {
            let root = notes.read(root).unwrap_or_else(|| broken(behind));
            Some(Ok(Tree { outline, generics, blackboard, parameters, results, root }))
        }
        None => Some(Err(outline)),
    }
}

/// The signature of a tree as an editor sees it: the results are parameters.
fn mirrored(signature: &TokenStream) -> TokenStream {
    let mut input = Cursor::new(signature.clone(), Span::call_site());
    let before = input.until(&|input| {
        let mut ahead = input.clone();
        ahead.eat_group(Delimiter::Parenthesis).is_some() && ahead.peek_result()
    });
    let Some(parameters) = input.eat_group(Delimiter::Parenthesis) else {
        return borrowed(signature);
    };
    input.advance();
    input.advance();
    let results = input.eat_group(Delimiter::Parenthesis).map(|results| results.stream());
    let (parameters, rest) = (parameters.stream(), input.rest());
    borrowed(&quote!(#before (#parameters, #results) #rest))
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
pub(super) fn header(
    signature: &TokenStream,
    end: Span,
    item: &str,
) -> Result<(syn::Generics, Parameters, Vec<Parameter>)> {
    let is_blackboard = |token| is_group(&token, Delimiter::Parenthesis);
    if !signature.clone().into_iter().any(is_blackboard) {
        let text = format!(
            "expected the blackboard of the {item} after its name: `{item} Name(npc: &mut Npc)`"
        );
        return Err(Mistake::new(end, text));
    }
    let read = read(read_signature, signature);
    let (generics, parameters, results) = read.map_err(|error| Mistake::of_syn(&error, end))?;
    Ok((generics, parameters?, results?))
}

fn attributes(input: &mut Cursor, notes: &mut Notes) -> Vec<syn::Attribute> {
    let mut attributes = Vec::new();
    loop {
        let from = input.position();
        if !input.eat_punct('#') {
            return attributes;
        }
        let span = input.last_span();
        let is_inner = input.eat_punct('!');
        let known = input.eat_group(Delimiter::Bracket).is_some() && !is_inner;
        let read = read(syn::Attribute::parse_outer, &input.since(from));
        match read {
            Ok(read) if known => attributes.extend(read),
            _ if is_inner => notes.error(
                span,
                "only `#![crate = path]` stands here, at the head of the call; write an attribute of the tree as `#[…]`",
            ),
            _ => notes
                .error(span, "expected an attribute of the tree after this: `#[derive(Clone)]`"),
        }
    }
}

/// `pub(crate)`
fn visibility(input: &mut Cursor) -> syn::Visibility {
    let from = input.position();
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
            Some(end) if is_punct(end, ';') || is_punct(end, ',') => {
                format!("there is no `{end}` after a tree; remove it")
            }
            _ => format!("expected a tree here: {TREE}"),
        };
        notes.error(span, text);
        notes.mirror.end(Words::Items);
        input.advance();
        return None;
    };
    notes.mirror.word(Words::Items, &word);
    if word != "tree" {
        let node =
            format!("a node must be inside of a tree: `tree Name(npc: &mut Npc) {{ {word} … }}`");
        notes.error(word.span(), no_tree(&word, node, TREE));
        if !input.eat_word("tree") && !is_near_tree(&word) {
            return None;
        }
    }
    let mut next = || (!begins_tree(input)).then(|| input.eat_ident()).flatten();
    let mut name = next();
    if name.as_ref().is_some_and(|name| name == "pub") {
        let span = name.as_ref().map_or(span, Ident::span);
        notes.error(span, PUB_BEFORE);
        name = next();
    }
    let Some(name) = name else {
        if word == "tree" {
            notes.error(word.span(), format!("this `tree` has no name: {TREE}"));
        }
        return None;
    };
    if !is_name(&name) {
        let text = format!("`{name}` is a word of Rust; give the tree another name");
        notes.error(name.span(), text);
        return None;
    }
    Some(name)
}

/// The message for a word in place of `tree`; `node` is the one for a word that begins a node.
fn no_tree(word: &Ident, node: String, shape: &str) -> String {
    if Word::of(word).is_some() {
        node
    } else if is_near_tree(word) {
        format!("there is no `{word}` here; did you mean `tree`?")
    } else {
        format!("a tree begins with the word `tree`, not with `{word}`: {shape}")
    }
}

fn is_near_tree(word: &Ident) -> bool {
    words::nearest(&word.to_string(), &mut ["tree"].into_iter()).is_some()
}

/// The tokens between the name and the braces; they may contain braces too: `<const N: usize>(npc:
/// &mut Npc<{ N }>)`.
pub(super) fn signature(input: &mut Cursor) -> TokenStream {
    let from = input.position();
    let mut first = None;
    loop {
        input.skip_until(&|input| {
            input.peek_group(Delimiter::Brace)
                || begins_item(input)
                || input.peek_word("pub")
                || input.peek_punct('#')
        });
        let tokens = input.since(from);
        if read(read_signature, &tokens).is_ok() {
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
fn begins_tree(input: &Cursor) -> bool {
    let is_lifetime = input.last().is_some_and(|last| is_punct(last, '\''));
    let mut ahead = input.clone();
    let name = if ahead.eat_word("tree") { ahead.eat_ident() } else { None };
    !is_lifetime && name.is_some_and(|name| is_name(&name))
}

/// Returns `true` if a word is not a keyword of Rust, such as the `$crate` of a `macro_rules!`.
pub(super) fn is_name(word: &Ident) -> bool {
    !word.to_string().starts_with('$') && syn::parse2::<Ident>(word.to_token_stream()).is_ok()
}

type Signature = (syn::Generics, Result<Parameters>, Result<Vec<Parameter>>);

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
    let results = results(input)?;
    generics.where_clause = input.parse()?;
    if !input.is_empty() {
        return Err(input.error("expected the root of the tree in braces here: `{ … }`"));
    }
    let read = |input: ParseStream<'_>| Ok((blackboard(input)?, parameters(input)?));
    let blackboard = Parser::parse2(read, group.stream());
    let end = if group.stream().is_empty() { group.span() } else { group.span_close() };
    Ok((generics, blackboard.map_err(|error| Mistake::of_syn(&error, end)), results))
}

/// `-> (path: Path)`
fn results(input: ParseStream<'_>) -> syn::Result<Result<Vec<Parameter>>> {
    let arrow = input.span();
    if input.parse::<Option<syn::Token![->]>>()?.is_none() {
        return Ok(Ok(Vec::new()));
    }
    let group = match input.parse::<Group>() {
        Ok(group) if is_group(&group.clone().into(), Delimiter::Parenthesis) => group,
        Ok(_) | Err(_) => {
            let text = "a tree always returns a `Status`; remove the `->` and the type, or name the values that it gives when it succeeds: `-> (path: Path)`";
            return Err(syn::Error::new(arrow, text));
        }
    };
    let read = |input: ParseStream<'_>| {
        let mut results = Vec::new();
        while !input.is_empty() {
            results.push(parameter(input, "result")?);
            if input.parse::<Option<syn::Token![,]>>()?.is_none() {
                break;
            }
        }
        Ok(results)
    };
    let results = Parser::parse2(read, group.stream());
    Ok(match results {
        Ok(results) if results.is_empty() => {
            let text = "a tree without results has no `->`; remove it";
            Err(Mistake::new(arrow, text))
        }
        results => results.map_err(|error| Mistake::of_syn(&error, group.span_close())),
    })
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
        parameters.push(parameter(input, "parameter")?);
    }
    if input.is_empty() {
        return Ok(parameters);
    }
    Err(input.error("expected `,` and another parameter: `tree Name(npc: &mut Npc, speed: f32)`"))
}

/// `speed: f32`
fn parameter(input: ParseStream<'_>, what: &str) -> syn::Result<Parameter> {
    if input.peek(syn::Token![mut]) {
        return Err(input.error(format!("actions can always change a {what}; remove `mut`")));
    }
    let name: Ident = input.parse()?;
    if !input.peek(syn::Token![:]) {
        let text = format!("the {what} `{name}` needs a type: `{name}: f32`");
        return Err(syn::Error::new(name.span(), text));
    }
    input.parse::<syn::Token![:]>()?;
    let of = input.parse::<syn::Type>()?;
    if let syn::Type::Reference(syn::TypeReference { mutability: Some(_), .. }) = &of {
        let text = "a tree has one blackboard; put all that it needs into one struct";
        return Err(syn::Error::new_spanned(of, text));
    }
    let of = of.into_token_stream();
    no_borrow(&of, &name, what).map_err(|Mistake { span, text }| syn::Error::new(span, text))?;
    Ok(Parameter { name, of, default: None })
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
fn root(input: &mut Cursor, name: Option<&Ident>, after: &str, notes: &mut Notes) -> Result<Node> {
    let called = name.map_or_else(|| "a tree".into(), |name| format!("`{name}`"));
    let Some(body) = input.eat_group(Delimiter::Brace) else {
        let text = format!("{called} has no root; write one node in braces after its {after}");
        return Err(Mistake::new(name.map_or_else(|| input.last_span(), Ident::span), text));
    };
    let mut inner = Cursor::of(&body);
    let empty = name.map_or_else(|| body.span_open(), Ident::span);
    Ok(only_node(&mut inner, empty, &format!("the root of {called}"), notes))
}

/// Reads the item; goes on after its `;`.
fn trees_from(input: &mut Cursor, front: Front, notes: &mut Notes) -> Option<File> {
    let word = input.eat_ident()?;
    notes.mirror.word(Words::Items, &word);
    let read = path_and_vocabulary(input, notes);
    notes.mirror.close(&quote!(()));
    let parts = notes.read(read);
    if parts.is_none() {
        input.skip_until(&|input| input.peek_punct(';') || begins_item(input));
        input.eat_punct(';');
    } else if !input.eat_punct(';') {
        notes.error(input.last_span(), format!("expected `;` after the vocabulary: {TREES_FROM}"));
        input.skip_until(&|input| {
            input.peek_punct(';')
                || input.peek_punct('#')
                || input.peek_word("pub")
                || begins_item(input)
        });
        input.eat_punct(';');
    }
    let (path, vocabulary) = parts?;
    let Front { attributes, visibility } = front;
    Some(File { attributes, visibility, path: path.value(), span: path.span(), vocabulary })
}

/// `from "trees/soldier.tree" with Drill`
fn path_and_vocabulary(input: &mut Cursor, notes: &mut Notes) -> Result<(syn::LitStr, Ident)> {
    if !input.eat_word("from") {
        let text = format!("expected `from` before the path: {TREES_FROM}");
        return Err(Mistake::new(input.span(), text));
    }
    let span = input.peek().map_or(input.last_span(), TokenTree::span);
    let literal = input.peek().to_token_stream();
    let Ok(path) = syn::parse2::<syn::LitStr>(literal) else {
        let text = format!("expected the path of a file, in quotes: {TREES_FROM}");
        return Err(Mistake::new(span, text));
    };
    input.advance();
    if !input.eat_word("with") {
        let span =
            if input.is_empty() || input.peek_punct(';') { path.span() } else { input.span() };
        let text = format!("expected `with` and the vocabulary of the file: {TREES_FROM}");
        return Err(Mistake::new(span, text));
    }
    let after = input.last_span();
    let name = input.eat_ident();
    notes.mirror.tree(&name.to_token_stream());
    match name {
        Some(name) => Ok((path, name)),
        None => {
            Err(Mistake::new(after, format!("expected the name of a vocabulary: {TREES_FROM}")))
        }
    }
}

/// The items of a file.
pub(crate) struct FileItems {
    pub(crate) trees: Vec<Tree>,
    pub(crate) uses: Vec<Use>,
}

/// `use "rooms/kitchen.tree";`
pub(crate) struct Use {
    pub(crate) path: String,
    /// The position of the path.
    pub(crate) span: Span,
}

/// Reads all trees of a file. Their blackboard is the blackboard of the vocabulary.
pub(crate) fn trees_of_file(input: TokenStream, notes: &mut Notes) -> FileItems {
    let mut input = Cursor::new(input, Span::call_site());
    if input.is_empty() {
        notes.error(
            Span::call_site(),
            format!("there is no tree in this file; write {TREE_OF_FILE}"),
        );
    }
    let mut items = FileItems { trees: Vec::new(), uses: Vec::new() };
    while !input.is_empty() {
        let mut ahead = input.clone();
        if ahead.eat_word("pub") && ahead.peek_word("use") {
            notes.error(input.span(), "`use` takes no `pub`; the trees of a file are `pub` there");
            input = ahead;
        }
        if input.peek_word("use") {
            let read = use_of_file(&mut input);
            items.uses.extend(notes.read(read));
        } else {
            items.trees.extend(tree_of_file(&mut input, notes));
        }
    }
    items
}

fn use_of_file(input: &mut Cursor) -> Result<Use> {
    input.advance();
    let span = input.span();
    let literal = input.peek().cloned().and_then(|token| match token {
        TokenTree::Literal(literal) => syn::parse_str::<syn::LitStr>(&literal.to_string()).ok(),
        _ => None,
    });
    let path = literal.map(|path| path.value());
    if path.is_some() {
        input.advance();
    }
    let is_ended = input.eat_punct(';');
    match path {
        Some(path) if is_ended => Ok(Use { path, span }),
        Some(_) => Err(Mistake::new(input.last_span(), "expected `;` after this file")),
        None => {
            if !is_ended {
                input.skip_until(&|input| {
                    input.peek_punct(';') || input.peek_word("tree") || input.peek_word("pub")
                });
                input.eat_punct(';');
            }
            Err(Mistake::new(span, "expected the path of a file after `use`: `use \"name.tree\";`"))
        }
    }
}

fn tree_of_file(input: &mut Cursor, notes: &mut Notes) -> Option<Tree> {
    let description = docs(input, notes);
    let is_pub = pub_of_file(input, notes);
    let (name, visibility) = match name_in_file(input, is_pub, notes) {
        Ok(named) => named,
        Err(mistake) => {
            notes.mistakes.push(mistake);
            input.skip_until(&|input| input.peek_group(Delimiter::Brace));
            input.advance();
            return None;
        }
    };
    let group = input.eat_group(Delimiter::Parenthesis);
    let parameters = group.map(|group| parameters_of_file(&group, "parameter", notes));
    let mut results = None;
    if input.peek_result() {
        let arrow = input.span();
        input.advance();
        input.advance();
        match input.eat_group(Delimiter::Parenthesis) {
            Some(group) => results = Some(parameters_of_file(&group, "result", notes)),
            None => {
                let text = format!(
                    "expected the results of the tree in parentheses: `tree {name}(…) -> (path: Path) {{ … }}`"
                );
                notes.error(arrow, text);
                input.skip_until(&|input| input.peek_group(Delimiter::Brace));
            }
        }
    }
    let root = root(input, Some(&name), "name", notes);
    let root = notes.read(root).unwrap_or_else(|| broken(name.span()));
    let colon = name.span();
    let binder = Ident::new("blackboard", colon);
    Some(Tree {
        outline: Outline {
            attributes: description.iter().map(|text| doc_attribute(text)).collect(),
            visibility,
            name,
        },
        generics: syn::Generics::default(),
        blackboard: Blackboard { binder, of: quote!(_), colon },
        parameters: parameters.unwrap_or_default(),
        results: results.unwrap_or_default(),
        root,
    })
}

/// `#[doc = "text"]`
fn doc_attribute(text: &str) -> syn::Attribute {
    let lit = syn::Lit::Str(syn::LitStr::new(text, Span::call_site()));
    syn::Attribute {
        pound_token: syn::token::Pound::default(),
        style: syn::AttrStyle::Outer,
        bracket_token: syn::token::Bracket::default(),
        meta: syn::Meta::NameValue(syn::MetaNameValue {
            path: Ident::new("doc", Span::call_site()).into(),
            eq_token: syn::token::Eq::default(),
            value: syn::Expr::Lit(syn::ExprLit { attrs: Vec::new(), lit }),
        }),
    }
}

/// The most parameters, and the most results, of a tree of a file.
pub const MOST_PARAMETERS: usize = 32;

/// `(goal: Pose, attempts: u32 = 6)`; goes on after a mistake.
fn parameters_of_file(group: &Group, what: &str, notes: &mut Notes) -> Vec<Parameter> {
    let mut input = Cursor::of(group);
    let mut all: Vec<Parameter> = Vec::new();
    while !input.is_empty() {
        let read = parameter_of_file(&mut input, what, notes);
        input.skip_past(',');
        let Some(parameter) = notes.read(read) else { continue };
        let name = &parameter.name;
        if all.iter().any(|other| other.name == *name) {
            let text = format!("`{name}` is the name of another {what}; choose another one");
            notes.error(name.span(), text);
        } else if all.len() == MOST_PARAMETERS {
            let text = format!("a tree has at most {MOST_PARAMETERS} {what}s");
            notes.error(name.span(), text);
            break;
        } else {
            all.push(parameter);
        }
    }
    all
}

fn parameter_of_file(input: &mut Cursor, what: &str, notes: &mut Notes) -> Result<Parameter> {
    let _ = docs(input, notes);
    let span = input.span();
    let name = input.eat_ident().filter(|name| is_name(name) && input.eat_punct(':'));
    let Some(name) = name else {
        let text = format!("expected a {what} and its type: `goal: Pose`");
        return Err(Mistake::new(span, text));
    };
    let of = input.until(&|input| input.peek_punct('=') || input.peek_punct(','));
    if of.is_empty() {
        return Err(Mistake::new(name.span(), format!("`{name}` needs a type: `{name}: u32`")));
    }
    let mut default = None;
    if input.eat_punct('=') {
        let end = input.last_span();
        let value = input.until(&|input| input.peek_punct(','));
        super::formula::only_formula(&value, end, &format!("the default of `{name}`"))?;
        if what == "result" {
            return Err(Mistake::new(end, "a result has no default; an action inside gives it"));
        }
        default = Some(value.into());
    }
    Ok(Parameter { name, of, default })
}

/// Reads `pub`.
fn pub_of_file(input: &mut Cursor, notes: &mut Notes) -> bool {
    let is_pub = input.eat_word("pub");
    if let Some(group) = input.eat_group(Delimiter::Parenthesis).filter(|_| is_pub) {
        let text = "a file has no modules; write `pub tree` for a tree that the program makes, and `tree` for one that other trees call";
        notes.error(group.span(), text);
    }
    if is_pub && input.peek_punct('#') {
        notes.error(input.span(), "the description of a tree stands before its `pub`");
        let _ = docs(input, notes);
    }
    is_pub
}

/// Reads `tree Soldier`.
fn name_in_file(
    input: &mut Cursor,
    mut is_pub: bool,
    notes: &mut Notes,
) -> Result<(Ident, syn::Visibility)> {
    let span = if input.is_empty() { input.last_span() } else { input.span() };
    let found = input.peek().cloned();
    let Some(word) = input.eat_ident() else {
        let found = match found {
            Some(TokenTree::Group(_)) | None => String::new(),
            Some(token) => format!(", found `{token}`"),
        };
        return Err(Mistake::new(span, format!("expected a tree{found}: {TREE_OF_FILE}")));
    };
    if word != "tree" {
        let node = format!("a node stands in a tree: `tree Name {{ {word} … }}`");
        let text = match no_tree(&word, node, TREE_OF_FILE) {
            _ if word == "pub" => "one `pub` is enough; remove the other one".to_owned(),
            _ if input.peek_word("tree") => {
                format!("only `pub` can stand before `tree`, not `{word}`")
            }
            text => text,
        };
        return Err(Mistake::new(word.span(), text));
    }
    if input.eat_word("pub") {
        notes.error(input.last_span(), PUB_BEFORE);
        is_pub = true;
    }
    let Some(name) = input.eat_ident() else {
        return Err(Mistake::new(word.span(), format!("this `tree` has no name: {TREE_OF_FILE}")));
    };
    if !is_name(&name) {
        let text = format!("`{name}` is a word of Rust; give the tree another name");
        return Err(Mistake::new(name.span(), text));
    }
    let visibility = if is_pub {
        syn::Visibility::Public(syn::token::Pub(word.span()))
    } else {
        syn::Visibility::Inherited
    };
    Ok((name, visibility))
}
