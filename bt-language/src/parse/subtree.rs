//! `subtree Name;`: another tree as a node, and its arguments.

use super::argument::one_expression;
use super::cursor::Cursor;
use super::generics::are_open;
use super::leaf::{Place, finish};
use super::notes::{Mistake, Notes, Parsed};
use super::syntax::{is_expression, is_path};
use crate::ast::Subtree;
use crate::mirror::Meaning;
use proc_macro2::{Delimiter, Ident, TokenStream};
use quote::ToTokens;

/// `subtree Name;`, `subtree Name(&mut npc.weapon, speed = 2.0);`
pub(crate) fn subtree(
    input: &mut Cursor,
    word: &Ident,
    place: Place,
    notes: &mut Notes,
) -> Option<Subtree> {
    if notes.is_file {
        return of_file(input, word, place, notes);
    }
    let from = input.place();
    let tree = input.until_outside_generics(&|input| {
        input.peek_punct(';')
            || input.peek_group(Delimiter::Parenthesis)
            || (input.peek_group(Delimiter::Brace) && !are_open(&input.since(from)))
            || (place == Place::Arm && ends_arm(input, &input.since(from)))
            || (input.place() > from && input.begins_node())
            || (input.peek_node() && is_path(&input.since(from)))
    });
    notes.mirror.tree(&tree);
    let known = is_path(&tree);
    if !known {
        let text = if are_open(&tree) {
            "the generic arguments of this tree are unfinished; write `>` after them"
        } else {
            "expected the name of a tree after `subtree`: `subtree Name;`"
        };
        let end = tree.clone().into_iter().last();
        notes.error(end.map_or(word.span(), |end| end.span()), text);
    }
    let arguments = arguments(&tree, input, notes);
    if known {
        finish(input, word, place, notes);
    } else {
        input.eat_punct(';');
    }
    arguments.filter(|_| known)
}

/// `subtree Patrol;` in a file.
fn of_file(input: &mut Cursor, word: &Ident, place: Place, notes: &mut Notes) -> Option<Subtree> {
    let Some(tree) = input.eat_ident() else {
        let text = "expected the name of a tree after `subtree`: `subtree Name;`";
        notes.error(word.span(), text);
        input.skip_node(place);
        return None;
    };
    let arguments = input.eat_group(Delimiter::Parenthesis);
    if let Some(group) = &arguments {
        let text = "a tree of a file takes no arguments; remove the parentheses";
        notes.error(group.span(), text);
    }
    finish(input, word, place, notes);
    let tree = tree.into_token_stream();
    arguments.is_none().then(|| Subtree { tree, blackboard: None, arguments: Vec::new() })
}

/// Returns `true` if an arm ends here, after a path: at a `,`, and where its generic arguments are unfinished
/// at the last one in front of the next arrow: `0 => subtree Patrol<u8, u16, 1 => fail`
pub(crate) fn ends_arm(input: &Cursor, path: &TokenStream) -> bool {
    let mut ahead = input.clone();
    if !ahead.eat_punct(',') || !are_open(path) {
        return input.peek_punct(',');
    }
    let _ = ahead.until(&|ahead| ahead.peek_punct(',') || ahead.peek_arrow());
    ahead.peek_arrow()
}

/// The arguments in parentheses after the name of a subtree.
fn arguments(tree: &TokenStream, input: &mut Cursor, notes: &mut Notes) -> Option<Subtree> {
    let mut subtree = Subtree { tree: tree.clone(), blackboard: None, arguments: Vec::new() };
    if input.peek_group(Delimiter::Brace) {
        let text =
            "the blackboard of a subtree must be in parentheses: `subtree Name(&mut npc.part);`";
        notes.error(input.span(), text);
        input.advance();
        return None;
    }
    let Some(group) = input.eat_group(Delimiter::Parenthesis) else {
        return Some(subtree);
    };
    if group.stream().is_empty() {
        notes.value(Meaning::Anything, &TokenStream::new());
        let text = "a subtree is named and not made; write `subtree Name;`, or in the parentheses the part of the blackboard that it works on";
        notes.error(group.span(), text);
        return None;
    }
    let mut inner = Cursor::of(&group);
    let (mut is_readable, mut is_first) = (true, true);
    while !inner.is_empty() {
        let read = one(&mut inner, is_first, &mut subtree, notes);
        is_readable &= notes.read(read).is_some();
        is_first = false;
        inner.eat_punct(',');
    }
    is_readable.then_some(subtree)
}

/// Reads `&mut npc.weapon`, which must come first, or `speed = 2.0`.
fn one(input: &mut Cursor, is_first: bool, subtree: &mut Subtree, notes: &mut Notes) -> Parsed<()> {
    let name = name(input);
    let start = input.span();
    let value = up_to_comma(input);
    notes.value(Meaning::Anything, &value);
    let end = value.clone().into_iter().last().map_or(start, |last| last.span());
    let Some(name) = name else {
        if !is_first {
            let text = "expected the name of a parameter: `subtree Name(&mut npc.part, name = …);`";
            return Err(Mistake::new(start, text));
        }
        one_expression(&value, end, "the blackboard of the subtree")?;
        subtree.blackboard = Some(value.into());
        return Ok(());
    };
    one_expression(&value, end, &format!("the value of `{name}`"))?;
    if subtree.arguments.iter().any(|(other, _)| *other == name) {
        let text = format!("`{name}` is given twice; keep one of them");
        return Err(Mistake::new(name.span(), text));
    }
    subtree.arguments.push((name, value.into()));
    Ok(())
}

/// Eats `speed =`, but not `speed ==`.
fn name(input: &mut Cursor) -> Option<Ident> {
    let mut ahead = input.clone();
    let name = ahead.eat_ident()?;
    let is_name = ahead.eat_punct('=') && !ahead.peek_punct('=') && !ahead.peek_punct('>');
    is_name.then(|| *input = ahead)?;
    Some(name)
}

/// The tokens up to the next comma outside of generic arguments.
fn up_to_comma(input: &mut Cursor) -> TokenStream {
    let from = input.place();
    let mut first = None;
    loop {
        let _ = input.until(&|input| input.peek_punct(','));
        if is_expression(&input.since(from)) {
            return input.since(from);
        }
        let here = first.get_or_insert_with(|| input.clone());
        if input.is_empty() {
            *input = here.clone();
            return input.since(from);
        }
        input.advance();
    }
}
