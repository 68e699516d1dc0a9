//! The forms as a grammar in GBNF, the notation of llama.cpp.

use super::{Argument, Forms, Piece, Slot};
use crate::ast::Comparison;
use crate::vocabulary::{Integer, Parameter, Role, Type, Vocabulary};
use crate::words::{Children, Word};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The rules that do not depend on the vocabulary. A line break, or a space where words need one, is `sp`.
const FIXED: &str = r#"root ::= ws use* tree+
use ::= "use" sp "\"" part ("/" part)* ".tree\"" ws ";" ws
part ::= [A-Za-z0-9_] [A-Za-z0-9_-]*
docs ::= ("///" [^\r\n]* "\n" ws)*
label ::= "'" name ":" ws
results ::= "->" ws "(" ws result ("," ws result)* ")" ws
names ::= name | "(" ws name ("," ws name)* ")" ws
named ::= name "=" ws value ("," ws name "=" ws value)*
threshold ::= ("all" | "one" | [1-9] [0-9]{0,2}) ws
else ::= "else" (ws "{" ws node "}" ws | sp branch)
name ::= word ws
ws ::= "\n"{0,2} [ \t]*
sp ::= ("\n"{1,2} | [ \t]) [ \t]*
"#;

/// The files that a vocabulary allows, as a grammar of [GBNF](https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md):
/// a language model that is sampled with it writes only such files.
///
/// No grammar of this kind can say that a name is declared, that a `match` is exhaustive or that a node can be reached; so
/// [`file::read`](crate::file::read) can still find mistakes. A file of the grammar has no comments but `///`, only names
/// of ASCII letters, and decimal numbers.
///
/// ```
/// use bt_language::{grammar, vocabulary::{Role, Vocabulary, Word}};
///
/// let words = vec![Word::new("Flee", Role::Action { is_stateful: false })];
/// let grammar = grammar::gbnf(&Vocabulary { words, ..Vocabulary::default() });
/// assert!(grammar.contains(r#"w0 ::= "Flee" ws"#));
/// ```
#[must_use]
pub fn gbnf(vocabulary: &Vocabulary) -> String {
    let forms = Forms::new(vocabulary);
    let mut writer = Writer { forms: &forms, text: FIXED.to_owned() };
    writer.names();
    writer.trees();
    writer.nodes();
    writer.words(vocabulary);
    for of in forms.types() {
        writer.of_type(of);
    }
    writer.answers();
    writer.durations();
    writer.text
}

struct Writer<'f, 'v> {
    forms: &'f Forms<'v>,
    text: String,
}

impl Writer<'_, '_> {
    fn rule(&mut self, name: &str, of: &str) {
        let _ = writeln!(self.text, "{name} ::= {of}");
    }

    /// The names that an author may choose: all but keywords and the words of the language and of the vocabulary.
    fn names(&mut self) {
        let mut taken = Letters::default();
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let words = self.forms.taken().filter(|word| word.chars().all(is_letter));
        words.for_each(|word| taken.add(word));
        taken.write(WORD, &mut self.text);
    }

    fn trees(&mut self) {
        self.rule("tree", r#"docs ("pub" sp)? "tree" sp name ("(" ws (parameter ("," ws parameter)*)? ")" ws)? results? "{" ws node "}" ws"#);
        let types: Vec<&Type> = self.forms.types().collect();
        let parameter = |of: &Type| {
            let (written, value) = (quoted(of.name()), self.forms.id(of));
            format!(r#"name ":" ws {written} ws ("=" ws {value})?"#)
        };
        let (parameters, results): (Vec<String>, Vec<String>) = types
            .iter()
            .map(|of| (parameter(of), format!(r#"name ":" ws {} ws"#, quoted(of.name()))))
            .unzip();
        self.rule("parameter", &format!("docs ({})", parameters.join(" | ")));
        self.rule("result", &results.join(" | "));
        let values: Vec<String> = types.iter().map(|of| self.forms.id(of)).collect();
        self.rule("value", &values.join(" | "));
    }

    fn nodes(&mut self) {
        let mut all = Vec::new();
        for word in Word::ALL.iter().copied() {
            let forms = self.forms.of(word);
            if forms.is_empty() {
                continue;
            }
            let id = id_of(word);
            let forms: Vec<String> = forms.iter().map(|form| self.pieces(form)).collect();
            self.rule(&id, &format!("{} ({})", token(word.as_str()), forms.join(" | ")));
            all.push((word, id));
        }
        let of = |fits: &dyn Fn(Word) -> bool| {
            let fitting = all.iter().filter(|(word, _)| fits(*word));
            fitting.map(|(_, id)| id.as_str()).collect::<Vec<_>>().join(" | ")
        };
        let (node, branch) = (of(&|_| true), of(&|word| word.children() == Children::Branches));
        let is_asked = |word| matches!(word, Word::Condition | Word::Not);
        let other = of(&|word| !is_asked(word));
        let (asks, not) = (id_of(Word::Condition), token(Word::Not.as_str()));
        self.rule("node", &format!("docs label? ({node})"));
        self.rule("branch", &branch);
        self.rule("asked", &format!("docs label? ({asks} | {not} sp asked)"));
        self.rule("other", &format!("docs label? ({other} | {not} sp other)"));
    }

    fn pieces(&self, pieces: &[Piece]) -> String {
        pieces.iter().map(|piece| self.piece(piece)).collect::<Vec<_>>().join(" ")
    }

    fn piece(&self, piece: &Piece) -> String {
        match piece {
            Piece::Text(" ") => "sp".to_owned(),
            Piece::Text(text) => match text.strip_prefix(' ') {
                Some(text) => format!("sp {} sp", quoted(text.trim_end())),
                None => format!("{} ws", quoted(text)),
            },
            Piece::Member(_, slot) => self.slot(slot),
            Piece::Arguments(all) => {
                let argument = |one: &Argument| {
                    let name = if one.is_named {
                        format!("{} ws \"=\" ws ", quoted(one.name))
                    } else {
                        String::new()
                    };
                    (format!("{name}{}", self.slot(&one.of)), one.is_required)
                };
                in_parentheses(&all.iter().map(argument).collect::<Vec<_>>())
            }
            Piece::ByName(_) => r#"("(" ws named ")" ws)?"#.to_owned(),
            Piece::Optional(inner) => format!("({})?", self.pieces(inner)),
            Piece::List { item, first, least, most, .. } => {
                let item = self.pieces(item);
                let times = match (least.saturating_sub(usize::from(first.is_some())), most) {
                    (least, Some(most)) => format!("{{{least},{most}}}"),
                    (0, None) => "*".to_owned(),
                    (least, None) => format!("{{{least},}}"),
                };
                let first = first.as_ref().map_or_else(String::new, |first| self.slot(first) + " ");
                format!("{first}({item}){times}")
            }
        }
    }

    fn slot(&self, slot: &Slot) -> String {
        match slot {
            Slot::Answer => "answer".to_owned(),
            Slot::Value(of) => {
                of.as_ref().map_or_else(|| "value".to_owned(), |of| self.forms.id(of))
            }
            Slot::Known(of) => {
                of.as_ref().map_or_else(|| "value".to_owned(), |of| self.forms.id(of) + "-known")
            }
            Slot::Pattern(of) => {
                let literal =
                    of.as_ref().map(|of| self.forms.id(of) + "-literal").unwrap_or_default();
                format!(r#"({literal} ("|" ws {literal})* | "_" ws)"#)
            }
            Slot::Count => "count".to_owned(),
            Slot::Range => "range".to_owned(),
            Slot::Threshold => "threshold".to_owned(),
            Slot::Choice(words) => {
                let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                format!("({}) ws", words.join(" | "))
            }
            Slot::Action(_) | Slot::AtOnce | Slot::Decorator | Slot::Tree => {
                one_of(&self.calls(slot))
            }
            Slot::Name | Slot::Names(Some(1)) => "name".to_owned(),
            Slot::Names(Some(count)) => {
                let more = vec!["name"; *count].join(" \",\" ws ");
                format!(r#""(" ws {more} ")" ws"#)
            }
            Slot::Names(None) => "names".to_owned(),
            Slot::Type(of) => of.as_ref().map_or_else(String::new, |of| token(of.name())),
            Slot::Node => "node".to_owned(),
            Slot::Asked => "asked".to_owned(),
            Slot::Other => "other".to_owned(),
            Slot::Else => "else".to_owned(),
        }
    }

    /// The rules of the words that a slot takes.
    fn calls(&self, slot: &Slot) -> Vec<String> {
        self.forms.called(slot).into_iter().map(|(place, _)| format!("w{place}")).collect()
    }

    /// The words with their arguments, in any order if there are few: a grammar has a rule for each set of those that are
    /// missing.
    fn words(&mut self, vocabulary: &Vocabulary) {
        for (place, word) in vocabulary.words.iter().enumerate() {
            let (id, name) = (format!("w{place}"), token(&word.name));
            if word.role == Role::Type {
                continue;
            }
            let arguments: Vec<(String, bool)> =
                word.parameters.iter().map(|one| self.argument(one)).collect();
            if arguments.len() > MOST_IN_ANY_ORDER {
                self.rule(&id, &format!("{name} {}", in_parentheses(&arguments)));
                continue;
            }
            let all = (1 << arguments.len()) - 1;
            for missing in 1..=all {
                let is_missing = |place: usize| missing >> place & 1 == 1;
                let rest = |without: usize| {
                    let rest = missing & !(1 << without);
                    let is_needed = (0..arguments.len()).any(|place| {
                        rest >> place & 1 == 1 && arguments.get(place).is_some_and(|one| one.1)
                    });
                    match (rest, is_needed) {
                        (0, _) => String::new(),
                        (_, true) => format!(r#" "," ws {id}-{rest}"#),
                        (_, false) => format!(r#" ("," ws {id}-{rest})?"#),
                    }
                };
                let given: Vec<String> = arguments
                    .iter()
                    .enumerate()
                    .filter(|(place, _)| is_missing(*place))
                    .map(|(place, (argument, _))| format!("{argument}{}", rest(place)))
                    .collect();
                self.rule(&format!("{id}-{missing}"), &given.join(" | "));
            }
            let list = format!(r#""(" ws {id}-{all} ")" ws"#);
            let is_needed = arguments.iter().any(|(_, is_required)| *is_required);
            let list = match (all, is_needed) {
                (0, _) => String::new(),
                (_, true) => format!(" {list}"),
                (_, false) => format!(" ({list})?"),
            };
            self.rule(&id, &format!("{name}{list}"));
        }
    }

    fn argument(&self, parameter: &Parameter) -> (String, bool) {
        let text =
            format!("{} ws \"=\" ws {}", quoted(&parameter.name), self.forms.id(&parameter.of));
        (text, parameter.default.is_none())
    }

    /// The expressions of a type: those whose words show the type are `known`, those without words `plain`.
    fn of_type(&mut self, of: &Type) {
        let id = self.forms.id(of);
        let literal = match of {
            Type::Bool => Some(r#"("true" | "false") ws"#.to_owned()),
            Type::Integer(integer) => Some(integers(integer)),
            Type::Single | Type::Double => {
                Some(r#""-"? ws [0-9]{1,15} ("." [0-9]{1,15})? ws"#.to_owned())
            }
            Type::Duration => Some(lengths()),
            Type::Text => Some(r#""\"" ([^"\\\r\n] | "\\" ["\\nt])* "\"" ws"#.to_owned()),
            Type::Variants { variants, .. } => {
                Some(one_of(&variants.iter().map(|one| token(one)).collect::<Vec<_>>()))
            }
            Type::Own { .. } => None,
        };
        if let Some(literal) = &literal {
            self.rule(&format!("{id}-literal"), literal);
        }
        let mut named = vec!["name".to_owned()];
        named.extend(self.calls(&Slot::Value(Some(of.clone()))));
        self.rule(&format!("{id}-named"), &named.join(" | "));
        match of {
            Type::Bool | Type::Duration => {}
            Type::Integer(_) | Type::Single | Type::Double => {
                let is_signed = !matches!(of, Type::Integer(Integer { least: 0, .. }));
                self.numbers(&id, is_signed);
            }
            Type::Text | Type::Variants { .. } => {
                self.rule(&id, &format!(r#"{id}-literal | {id}-named | "(" ws {id} ")" ws"#));
                self.rule(
                    &format!("{id}-known"),
                    &format!(r#"{id}-named | "(" ws {id}-known ")" ws"#),
                );
                self.rule(
                    &format!("{id}-plain"),
                    &format!(r#"{id}-literal | "(" ws {id}-plain ")" ws"#),
                );
            }
            Type::Own { .. } => self.rule(&id, &format!(r#"{id}-named | "(" ws {id} ")" ws"#)),
        }
    }

    fn numbers(&mut self, id: &str, is_signed: bool) {
        let minus = |of: &str| if is_signed { format!(r#" | "-" ws {of}"#) } else { String::new() };
        let units = [
            ("", format!("{id}-literal | {id}-named")),
            ("-known", format!("{id}-named")),
            ("-plain", format!("{id}-literal")),
        ];
        for (kind, own) in units {
            let (all, unit, product) =
                (format!("{id}{kind}"), format!("{id}{kind}-unit"), format!("{id}{kind}-product"));
            self.rule(&unit, &format!(r#"{own} | "(" ws {all} ")" ws{}"#, minus(&unit)));
            // A known one begins with plain ones.
            let (plain_units, plain_products, rest) = match kind {
                "-known" => (
                    format!("({id}-plain-unit {PRODUCTS})* "),
                    format!("({id}-plain-product {SUMS})* "),
                    "",
                ),
                kind => (String::new(), String::new(), kind),
            };
            self.rule(&product, &format!("{plain_units}{unit} ({PRODUCTS} {id}{rest}-unit)*"));
            self.rule(&all, &format!("{plain_products}{product} ({SUMS} {id}{rest}-product)*"));
        }
        // More than a literal.
        let (unit, product) = (format!("{id}-plain-unit"), format!("{id}-plain-product"));
        let joined = format!(
            r#"{id}-known | {product} ({SUMS} {product})+ | {unit} ({PRODUCTS} {unit})+ | "(" ws {id}-plain ")" ws{}"#,
            minus(&unit)
        );
        self.rule(&format!("{id}-joined"), &joined);
    }

    fn answers(&mut self) {
        let conditions = self.forms.words(|word| word.role == Role::Condition);
        let conditions: Vec<String> = conditions.map(|(place, _)| format!("w{place}")).collect();
        let condition = if conditions.is_empty() {
            String::new()
        } else {
            format!(" | {}", conditions.join(" | "))
        };
        let signs = |all: &[Comparison]| {
            let all: Vec<String> = all.iter().map(|by| quoted(by.sign())).collect();
            format!("({}) ws", all.join(" | "))
        };
        let (equal, all) =
            (signs(&[Comparison::Equal, Comparison::NotEqual]), signs(&Comparison::ALL));
        let comparisons = self.forms.types().filter_map(|of| {
            let id = self.forms.id(of);
            Some(match of {
                Type::Own { .. } => return None,
                Type::Bool => {
                    format!("bool-known {equal} bool-unit | bool-plain {equal} bool-known")
                }
                // Its literals have units.
                Type::Duration => format!("{id} {all} {id}"),
                Type::Text | Type::Variants { .. } => {
                    format!("{id}-known {equal} {id} | {id}-plain {equal} {id}-known")
                }
                Type::Integer(_) | Type::Single | Type::Double => {
                    format!("{id}-known {all} {id} | {id}-plain {all} {id}-known")
                }
            })
        });
        let comparisons = comparisons.collect::<Vec<_>>().join(" | ");
        self.rule("comparison", &comparisons);
        let more = r#"bool-all ("||" ws bool-all)+ | bool-part ("&&" ws bool-part)+ | comparison"#;
        self.rule("bool-joined", more);
        let any = r#"bool-all ("||" ws bool-all)*"#;
        self.rule("bool", any);
        self.rule("bool-all", r#"bool-part ("&&" ws bool-part)*"#);
        self.rule("bool-part", "comparison | bool-unit");
        let not = r#""!" ws bool-unit"#;
        self.rule(
            "bool-unit",
            &format!(r#"bool-literal | bool-named{condition} | {not} | "(" ws bool ")" ws"#),
        );
        self.rule("bool-plain", &format!(r#"bool-literal{condition} | "(" ws bool-plain ")" ws"#));
        self.rule(
            "bool-known",
            &format!(r#"bool-named | {not} | "(" ws (bool-known | bool-joined) ")" ws"#),
        );
        // A literal alone is no condition.
        self.rule(
            "answer",
            &format!(r#"bool-joined | bool-named{condition} | {not} | "(" ws answer ")" ws"#),
        );
        self.rule("count", &format!("({}) ws | u32-joined", digits(1, u128::from(u32::MAX))));
        let ends: Vec<String> = (0..10)
            .map(|start| match start {
                9 => r#""9" ws ".." ws [1-9] [0-9]{1,8} ws"#.to_owned(),
                start => {
                    format!(r#""{start}" ws ".." ws ([{}-9] | [1-9] [0-9]{{1,8}}) ws"#, start + 1)
                }
            })
            .collect();
        let joined = r#"usize-joined ".." ws usize | usize-literal ".." ws usize-joined"#;
        self.rule("range", &format!("{} | {joined}", ends.join(" | ")));
    }

    fn durations(&mut self) {
        let numbers = self.forms.types().filter(|of| of.is_number());
        let mut factors: Vec<String> =
            numbers.map(|of| self.forms.id(of) + "-known-unit").collect();
        // The type of literals that are factors.
        factors.extend(["i64-plain-unit".to_owned(), "f64-literal".to_owned()]);
        self.rule("factor", &factors.join(" | "));
        self.rule("duration-unit", r#"duration-literal | duration-named | "(" ws duration ")" ws"#);
        let scaled =
            r#"(factor (("*" | "/") ws factor)* "*" ws)? duration-unit (("*" | "/") ws factor)*"#;
        self.rule("duration-product", scaled);
        self.rule("duration", &format!("duration-product ({SUMS} duration-product)*"));
    }
}

/// The maximum number of parameters that can be given in any order.
const MOST_IN_ANY_ORDER: usize = 4;

const SUMS: &str = r#"("+" | "-") ws"#;
const PRODUCTS: &str = r#"("*" | "/" | "%") ws"#;

/// `active_if` → `n-active-if`
fn id_of(word: Word) -> String {
    format!("n-{}", word.as_str().replace('_', "-"))
}

/// A text as it is.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n").replace('\r', "\\r"))
}

/// A word and the white space behind it.
fn token(word: &str) -> String {
    format!("{} ws", quoted(word))
}

fn one_of(all: &[String]) -> String {
    match all {
        [only] => only.clone(),
        all => format!("({})", all.join(" | ")),
    }
}

/// Arguments in this order, some of which are required.
fn in_parentheses(all: &[(String, bool)]) -> String {
    let behind = |all: &[(String, bool)]| -> String {
        let one = |(text, is_required): &(String, bool)| {
            if *is_required {
                format!(r#" "," ws {text}"#)
            } else {
                format!(r#" ("," ws {text})?"#)
            }
        };
        all.iter().map(one).collect()
    };
    if let Some(place) = all.iter().position(|(_, is_required)| *is_required) {
        let (before, rest) = all.split_at(place);
        let before: Vec<String> =
            before.iter().map(|(text, _)| format!(r#"({text} "," ws)? "#)).collect();
        let before = before.concat();
        let first = rest.first().map_or("", |(text, _)| text);
        return format!(
            r#""(" ws {before}{first}{} ")" ws"#,
            behind(rest.get(1..).unwrap_or_default())
        );
    }
    let begins = |place: usize| {
        let (text, _) = all.get(place)?;
        Some(format!("{text}{}", behind(all.get(place + 1..)?)))
    };
    let ways: Vec<String> = (0..all.len()).filter_map(begins).collect();
    format!(r#"("(" ws ({}) ")" ws)?"#, ways.join(" | "))
}

/// The literals of a type of integers.
fn integers(of: &Integer) -> String {
    let most = digits(0, of.most.unsigned_abs());
    let negative = digits(1, of.least.unsigned_abs());
    if of.least == 0 {
        format!("({most}) ws")
    } else {
        format!("({most} | \"-\" ws ({negative})) ws")
    }
}

/// The decimal numbers from 0 or 1 to `most`.
fn digits(least: usize, most: u128) -> String {
    let digits = most.to_string();
    let mut all: Vec<String> = (least == 0).then(|| r#""0""#.to_owned()).into_iter().collect();
    if digits.len() > 1 {
        all.push(format!("[1-9] [0-9]{{0,{}}}", digits.len() - 2));
    }
    for (place, digit) in digits.char_indices() {
        let first = if place == 0 { '1' } else { '0' };
        let (before, behind) = (digits.get(..place).unwrap_or_default(), digits.len() - place - 1);
        if let Some(below) = (first..digit).last() {
            let before = if before.is_empty() { String::new() } else { format!("\"{before}\" ") };
            all.push(format!("{before}[{first}-{below}] [0-9]{{{behind}}}"));
        }
    }
    all.push(format!("\"{digits}\""));
    all.join(" | ")
}

/// The literals of durations: not longer than years, and whole nanoseconds.
fn lengths() -> String {
    let unit = |(name, places)| match places {
        0 => format!("\"{name}\""),
        places => format!("(\".\" [0-9]{{1,{places}}})? \"{name}\""),
    };
    let units: Vec<String> = super::units().map(unit).collect();
    format!("[0-9]{{1,6}} ({}) ws", units.join(" | "))
}

/// The rule of a name, and the letters behind its first one.
const WORD: &str = "word";
const LETTERS: &str = "[A-Za-z0-9_]";

/// Words, letter for letter.
#[derive(Default)]
struct Letters {
    next: BTreeMap<char, Letters>,
    is_word: bool,
}

impl Letters {
    fn add(&mut self, word: &str) {
        let mut at = self;
        for letter in word.chars() {
            at = at.next.entry(letter).or_default();
        }
        at.is_word = true;
    }

    /// Writes the rules of the identifiers that are not among these words: those behind each of their beginnings.
    fn write(&self, name: &str, text: &mut String) {
        let mut ranges: Vec<(char, char)> = Vec::new();
        let digits = ('0'..='9').filter(|_| name != WORD);
        for letter in digits.chain('A'..='Z').chain(['_']).chain('a'..='z') {
            match ranges.last_mut() {
                _ if self.next.contains_key(&letter) => {}
                Some((_, last)) if u32::from(*last) + 1 == u32::from(letter) => *last = letter,
                _ => ranges.push((letter, letter)),
            }
        }
        let mut ways = Vec::new();
        if !ranges.is_empty() {
            let letters = ranges.iter().map(|(first, last)| format!("{first}-{last}"));
            ways.push(format!("[{}] {LETTERS}*", letters.collect::<Vec<_>>().concat()));
        }
        for (letter, next) in &self.next {
            let rest = format!("{name}-{}", if *letter == '_' { '-' } else { *letter });
            ways.push(match (next.next.is_empty(), next.is_word) {
                (true, _) => format!("\"{letter}\" {LETTERS}+"),
                (false, true) => format!("\"{letter}\" {rest}"),
                (false, false) => format!("\"{letter}\" {rest}?"),
            });
            if !next.next.is_empty() {
                next.write(&rest, text);
            }
        }
        let _ = writeln!(text, "{name} ::= {}", ways.join(" | "));
    }
}
