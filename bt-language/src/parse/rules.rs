//! Rules: `rules Soldier { never 'flee && 'fight; }`, and in a vocabulary `rule never Fire && Rest;`.

use super::cursor::{Cursor, is_punct};
use super::items::{Front, item_name};
use super::node::docs_of;
use super::reader::{Mistake, Notes, Result};
use crate::mirror::Words;
use crate::rules::{Claim, Named, NamedWord, Property, Question, Rule, Rules};
use crate::words;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};

const RULES: &str = "`rules Tree { never 'one && 'other; }`";

const CLAIMS: [&str; 5] = ["never", "always", "possible", "after", "whenever"];

const ABOUT: &str = "expected a node of the tree: a label such as `'flee`, or `root`";

const ABOUT_WORDS: &str = "expected a word of the vocabulary, or `root`";

/// Reads the name of a node.
type Name<N> = fn(&mut Cursor) -> Result<N>;

/// How deeply questions may be nested.
const DEEPEST: usize = 64;

/// Reads the item; goes on after its block.
pub(super) fn rules(input: &mut Cursor, front: Front, notes: &mut Notes) -> Option<Rules> {
    let word = input.eat_ident()?;
    notes.mirror.word(Words::Items, &word);
    let (limit, allows) = attributes(front, &word, notes);
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
    Some(Rules { tree: name?, rules, limit, allows })
}

/// The number of `#[limit(transitions = N)]`, and any `#[allow(…)]`; rules have no other attributes, and no visibility.
fn attributes(front: Front, word: &Ident, notes: &mut Notes) -> (Option<u64>, Vec<syn::Attribute>) {
    if !matches!(front.visibility, syn::Visibility::Inherited) {
        notes.error(word.span(), "rules are as visible as their tree; remove the `pub`");
    }
    let (mut limit, mut allows) = (None, Vec::new());
    for attribute in front.attributes {
        if attribute.path().is_ident("doc") {
            continue;
        }
        if attribute.path().is_ident("allow") {
            allows.push(attribute);
            continue;
        }
        match transitions(&attribute) {
            Some(number) => limit = Some(number),
            None => notes.error(
                word.span(),
                "rules have one attribute, the largest number of transitions for each proof: `#[limit(transitions = 100_000)]`",
            ),
        }
    }
    (limit, allows)
}

/// The number of `#[limit(transitions = N)]`; `None` for anything else.
pub(super) fn transitions(attribute: &syn::Attribute) -> Option<u64> {
    let mut number = None;
    let read = attribute.path().is_ident("limit").then(|| {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("transitions") {
                return Err(meta.error("expected `transitions`"));
            }
            number = Some(meta.value()?.parse::<syn::LitInt>()?.base10_parse()?);
            Ok(())
        })
    });
    number.filter(|_| matches!(read, Some(Ok(()))))
}

fn rule(input: &mut Cursor, notes: &mut Notes) -> Result<Rule> {
    let description = docs_of(input, "a rule", "rules", notes);
    let span = input.span();
    let claim = claim(input, named)?;
    ends(input)?;
    Ok(Rule { claim, description, span })
}

/// What comes after `rule` in a vocabulary, up to its `;`.
pub(super) fn rule_of_vocabulary(input: &mut Cursor) -> Result<Claim<NamedWord>> {
    let span = input.span();
    let claim = claim(input, named_word)?;
    if let Claim::Possible(_) = claim {
        let text = "a rule of a vocabulary is about every tree of every file, and says what none of them may do; write a `possible` into the `rules` of one tree";
        return Err(Mistake::new(span, text));
    }
    Ok(claim)
}

/// Such a rule as a text of its own, without the `;`.
pub(crate) fn rule_of_words(tokens: TokenStream) -> Result<Claim<NamedWord>> {
    let mut input = Cursor::new(tokens, Span::call_site());
    let claim = rule_of_vocabulary(&mut input)?;
    match input.peek() {
        None => Ok(claim),
        Some(token) => {
            let text = format!("expected the end of the rule, found `{token}`");
            Err(Mistake::new(token.span(), text))
        }
    }
}

/// The `;` after a rule.
pub(super) fn ends(input: &mut Cursor) -> Result<()> {
    if !input.eat_punct(';') {
        let text = match input.peek() {
            Some(token) => format!("expected `;` after the rule, found `{token}`"),
            None => "expected `;` after the rule".into(),
        };
        return Err(Mistake::new(input.span(), text));
    }
    Ok(())
}

fn claim<N>(input: &mut Cursor, name: Name<N>) -> Result<Claim<N>> {
    let span = input.span();
    let word = input.eat_ident().map(|word| word.to_string()).unwrap_or_default();
    let claim = match &*word {
        "never" => Claim::Never(question(input, name)?),
        "always" => Claim::Always(question(input, name)?),
        "possible" => Claim::Possible(question(input, name)?),
        "after" => {
            let first = question(input, name)?;
            then(input, "after 'one next 'other", "next")?;
            Claim::AfterNext(first, question(input, name)?)
        }
        "whenever" => {
            let first = question(input, name)?;
            then(input, "whenever 'one until 'other", "until")?;
            Claim::WheneverUntil(first, question(input, name)?)
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

fn question<N>(input: &mut Cursor, name: Name<N>) -> Result<Question<N>> {
    implication(input, name, 0)
}

/// `a -> b`
fn implication<N>(input: &mut Cursor, name: Name<N>, depth: usize) -> Result<Question<N>> {
    if depth > DEEPEST {
        let text = format!("a question is nested at most {DEEPEST} deep");
        return Err(Mistake::new(input.span(), text));
    }
    let first = either(input, name, depth)?;
    if !input.peek_result() {
        return Ok(first);
    }
    input.advance();
    input.advance();
    Ok(Question::Implies(Box::new((first, implication(input, name, depth + 1)?))))
}

/// `a || b`
fn either<N>(input: &mut Cursor, name: Name<N>, depth: usize) -> Result<Question<N>> {
    let mut left = both(input, name, depth)?;
    while eat_twice(input, '|')? {
        left = Question::Either(Box::new((left, both(input, name, depth)?)));
    }
    Ok(left)
}

/// `a && b`
fn both<N>(input: &mut Cursor, name: Name<N>, depth: usize) -> Result<Question<N>> {
    let mut left = operand(input, name, depth)?;
    while eat_twice(input, '&')? {
        left = Question::Both(Box::new((left, operand(input, name, depth)?)));
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
fn operand<N>(input: &mut Cursor, name: Name<N>, depth: usize) -> Result<Question<N>> {
    if input.eat_punct('!') {
        if depth >= DEEPEST {
            return implication(input, name, depth + 1);
        }
        return Ok(Question::Not(Box::new(operand(input, name, depth + 1)?)));
    }
    if let Some(group) = input.eat_group(Delimiter::Parenthesis) {
        let mut inner = Cursor::of(&group);
        let question = implication(&mut inner, name, depth + 1)?;
        return match inner.peek() {
            None => Ok(question),
            Some(token) => {
                let text = format!("expected `)` after the question, found `{token}`");
                Err(Mistake::new(token.span(), text))
            }
        };
    }
    let node = name(input)?;
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

/// `root`, or `Fire`
fn named_word(input: &mut Cursor) -> Result<NamedWord> {
    let span = input.span();
    if input.eat_word("root") {
        return Ok(NamedWord { word: None, span });
    }
    let text = match input.peek() {
        Some(token) if is_punct(token, '\'') => {
            format!(
                "{ABOUT_WORDS}; labels are names in one file, and a rule of a vocabulary is about all files"
            )
        }
        _ => ABOUT_WORDS.into(),
    };
    let Some(word) = input.eat_ident() else { return Err(Mistake::new(span, text)) };
    Ok(NamedWord { word: Some(word), span })
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
