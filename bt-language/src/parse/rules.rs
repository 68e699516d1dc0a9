//! Rules: `rules Soldier { never 'flee && 'fight; }`.

use super::cursor::{Cursor, is_punct};
use super::items::{Front, item_name};
use super::node::docs_of;
use super::reader::{Mistake, Notes, Result};
use crate::mirror::Words;
use crate::rules::{Claim, Named, Property, Question, Rule, Rules};
use crate::words;
use proc_macro2::{Delimiter, Ident, TokenTree};
use quote::{ToTokens as _, quote};

const RULES: &str = "`rules Tree { never 'one && 'other; }`";

const CLAIMS: [&str; 5] = ["never", "always", "possible", "after", "whenever"];

const ABOUT: &str = "expected a node of the tree: a label such as `'flee`, or `root`";

/// How deeply questions may be nested.
const DEEPEST: usize = 64;

/// Reads the item; goes on after its block.
pub(super) fn rules(input: &mut Cursor, front: Front, notes: &mut Notes) -> Option<Rules> {
    let word = input.eat_ident()?;
    notes.mirror.word(Words::Items, &word);
    let limit = limit(front, &word, notes);
    let name = item_name(input, &word, RULES, notes);
    notes.mirror.tree(&name.to_token_stream());
    notes.mirror.close(&quote!(()));
    let Some(body) = input.eat_group(Delimiter::Brace) else {
        if let Some(name) = &name {
            let text = format!("expected the rules about `{name}` in braces after it: {RULES}");
            notes.error(name.span(), text);
        }
        return None;
    };
    let mut inner = Cursor::of(&body);
    let mut rules = Vec::new();
    while !inner.is_empty() {
        let read = rule(&mut inner, notes);
        if read.is_err() {
            inner.skip_past(';');
        }
        rules.extend(notes.read(read));
    }
    Some(Rules { tree: name?, rules, limit })
}

/// The number of `#[limit(transitions = N)]`; rules have no other attributes, and no visibility.
fn limit(front: Front, word: &Ident, notes: &mut Notes) -> Option<u64> {
    if !matches!(front.visibility, syn::Visibility::Inherited) {
        notes.error(word.span(), "rules are as visible as their tree; remove the `pub`");
    }
    let mut limit = None;
    for attribute in front.attributes {
        if attribute.path().is_ident("doc") {
            continue;
        }
        let read = attribute.path().is_ident("limit").then(|| {
            let mut number = None;
            attribute.parse_nested_meta(|meta| {
                if !meta.path.is_ident("transitions") {
                    return Err(meta.error("expected `transitions`"));
                }
                number = Some(meta.value()?.parse::<syn::LitInt>()?.base10_parse()?);
                Ok(())
            })?;
            Ok::<Option<u64>, syn::Error>(number)
        });
        match read {
            Some(Ok(Some(number))) => limit = Some(number),
            Some(_) | None => notes.error(
                word.span(),
                "rules have one attribute, the largest number of transitions for each proof: `#[limit(transitions = 100_000)]`",
            ),
        }
    }
    limit
}

fn rule(input: &mut Cursor, notes: &mut Notes) -> Result<Rule> {
    let description = docs_of(input, "a rule", "rules", notes);
    let span = input.span();
    let claim = claim(input)?;
    if !input.eat_punct(';') {
        let text = match input.peek() {
            Some(token) => format!("expected `;` after the rule, found `{token}`"),
            None => "expected `;` after the rule".into(),
        };
        return Err(Mistake::new(input.span(), text));
    }
    Ok(Rule { claim, description, span })
}

fn claim(input: &mut Cursor) -> Result<Claim<Named>> {
    let span = input.span();
    let word = input.eat_ident().map(|word| word.to_string()).unwrap_or_default();
    let claim = match &*word {
        "never" => Claim::Never(question(input)?),
        "always" => Claim::Always(question(input)?),
        "possible" => Claim::Possible(question(input)?),
        "after" => {
            let first = question(input)?;
            then(input, "after 'one next 'other", "next")?;
            Claim::AfterNext(first, question(input)?)
        }
        "whenever" => {
            let first = question(input)?;
            then(input, "whenever 'one until 'other", "until")?;
            Claim::WheneverUntil(first, question(input)?)
        }
        _ => {
            let near = words::nearest(&word, &mut CLAIMS.into_iter());
            let text = match near {
                Some(near) => format!("there is no rule `{word}`; did you mean `{near}`?"),
                None => "a rule begins with `never`, `always`, `possible`, `after … next` or `whenever … until`".into(),
            };
            return Err(Mistake::new(span, text));
        }
    };
    Ok(claim)
}

/// The word between two questions.
fn then(input: &mut Cursor, shape: &str, word: &str) -> Result<()> {
    if input.eat_word(word) {
        return Ok(());
    }
    Err(Mistake::new(input.span(), format!("expected `{word}` and another question: `{shape};`")))
}

fn question(input: &mut Cursor) -> Result<Question<Named>> {
    implication(input, 0)
}

/// `a -> b`
fn implication(input: &mut Cursor, depth: usize) -> Result<Question<Named>> {
    if depth > DEEPEST {
        let text = format!("a question is nested at most {DEEPEST} deep");
        return Err(Mistake::new(input.span(), text));
    }
    let first = either(input, depth)?;
    if !input.peek_result() {
        return Ok(first);
    }
    input.advance();
    input.advance();
    Ok(Question::Implies(Box::new((first, implication(input, depth + 1)?))))
}

/// `a || b`
fn either(input: &mut Cursor, depth: usize) -> Result<Question<Named>> {
    let mut left = both(input, depth)?;
    while eat_twice(input, '|')? {
        left = Question::Either(Box::new((left, both(input, depth)?)));
    }
    Ok(left)
}

/// `a && b`
fn both(input: &mut Cursor, depth: usize) -> Result<Question<Named>> {
    let mut left = operand(input, depth)?;
    while eat_twice(input, '&')? {
        left = Question::Both(Box::new((left, operand(input, depth)?)));
    }
    Ok(left)
}

/// `&&`, and not `&`.
fn eat_twice(input: &mut Cursor, sign: char) -> Result<bool> {
    let span = input.span();
    if !input.eat_punct(sign) {
        return Ok(false);
    }
    if input.eat_punct(sign) {
        return Ok(true);
    }
    Err(Mistake::new(span, format!("expected `{sign}{sign}` between questions")))
}

/// `!a`, `(a)`, `'flee.ticked`
fn operand(input: &mut Cursor, depth: usize) -> Result<Question<Named>> {
    if input.eat_punct('!') {
        if depth >= DEEPEST {
            return implication(input, depth + 1);
        }
        return Ok(Question::Not(Box::new(operand(input, depth + 1)?)));
    }
    if let Some(group) = input.eat_group(Delimiter::Parenthesis) {
        let mut inner = Cursor::of(&group);
        let question = implication(&mut inner, depth + 1)?;
        return match inner.peek() {
            None => Ok(question),
            Some(token) => {
                let text = format!("expected `)` after the question, found `{token}`");
                Err(Mistake::new(token.span(), text))
            }
        };
    }
    let node = named(input)?;
    let property = if input.eat_punct('.') { property(input)? } else { Property::Active };
    Ok(Question::Is(node, property))
}

/// `root`, or `'patrol.'look`
fn named(input: &mut Cursor) -> Result<Named> {
    let start = input.span();
    if input.eat_word("root") {
        return Ok(Named { labels: Vec::new(), span: start });
    }
    let mut labels = Vec::new();
    loop {
        let span = input.span();
        if !input.eat_punct('\'') {
            let text = match input.peek() {
                Some(TokenTree::Ident(word)) => {
                    format!("{ABOUT}; a label has an apostrophe in front: `'{word}`")
                }
                Some(_) | None => ABOUT.into(),
            };
            return Err(Mistake::new(span, text));
        }
        let Some(label) = input.eat_ident() else { return Err(Mistake::new(span, ABOUT)) };
        labels.push(label);
        let mut ahead = input.clone();
        let goes_on = ahead.eat_punct('.') && ahead.peek().is_some_and(|next| is_punct(next, '\''));
        if !goes_on {
            let span = labels.last().map_or(start, Ident::span);
            return Ok(Named { labels, span });
        }
        *input = ahead;
    }
}

/// `ticked`
fn property(input: &mut Cursor) -> Result<Property> {
    let all = || Property::ALL.into_iter().map(Property::word);
    let Some(word) = input.eat_ident() else {
        let names: Vec<String> = all().map(|word| format!("`{word}`")).collect();
        let text = format!("expected a property after the `.`: {}", names.join(", "));
        return Err(Mistake::new(input.span(), text));
    };
    let written = word.to_string();
    Property::ALL.into_iter().find(|property| property.word() == written).ok_or_else(|| {
        let advice = words::advice(&written, &mut all(), "a rule can ask for");
        Mistake::new(word.span(), format!("a node has no property `{written}`{advice}"))
    })
}
