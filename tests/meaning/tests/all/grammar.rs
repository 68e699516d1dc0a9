//! The grammar of a vocabulary has exactly the files that a program can read, as far as a grammar can tell: random files of the
//! grammar are read, and random files of the generator belong to the grammar.
//!
//! More files than in every run: `GRAMMAR_FILES=1000 cargo test --release -p meaning --test all grammar`.

use crate::vocabulary::vocabulary;
use bt_language::vocabulary::{Parameter, Role, Type, Vocabulary, Word as DeclaredWord};
use bt_language::words::Word;
use bt_language::{file, format, grammar};
use meaning::filed::filed;
use meaning::generator::forest;
use meaning::printer;
use meaning::random::Random;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A part of a rule.
#[derive(Debug)]
enum Part {
    OneOf(Vec<Part>),
    Row(Vec<Part>),
    Text(String),
    /// Ranges of letters; `false` for all others.
    Letters(Vec<(char, char)>, bool),
    Rule(usize),
    /// A part, so many times.
    Times(Box<Part>, usize, Option<usize>),
}

struct Grammar {
    rules: Vec<Part>,
    /// The smallest depth of a text of each rule.
    heights: Vec<usize>,
    /// The first letters of the texts of each rule: a bit for each of ASCII, and one for an empty text.
    firsts: Vec<u128>,
    /// The rule of names.
    word: usize,
}

/// The letter 0 is in no text.
const EMPTY: u128 = 1;

/// Reads GBNF, as far as it is written here.
struct Reader<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    names: &'a BTreeMap<&'a str, usize>,
}

impl Grammar {
    fn read(text: &str) -> Self {
        let rows: Vec<(&str, &str)> =
            text.lines().map(|line| line.split_once(" ::= ").expect("a rule")).collect();
        let names = rows.iter().enumerate().map(|(place, (name, _))| (*name, place));
        let names: BTreeMap<&str, usize> = names.collect();
        assert_eq!(names.len(), rows.len(), "two rules have one name");
        let rules: Vec<Part> = rows
            .iter()
            .map(|(name, of)| {
                let mut reader = Reader { rest: of.chars().peekable(), names: &names };
                let part = reader.one_of();
                assert!(reader.rest.next().is_none(), "{name} has an end");
                part
            })
            .collect();
        let mut heights = vec![usize::MAX; rules.len()];
        loop {
            let new: Vec<usize> = rules.iter().map(|of| height(of, &heights)).collect();
            if new == heights {
                break;
            }
            heights = new;
        }
        for ((name, _), height) in rows.iter().zip(&heights) {
            assert_ne!(*height, usize::MAX, "{name} has no text");
        }
        let mut firsts = vec![0; rules.len()];
        loop {
            let new: Vec<u128> = rules.iter().map(|of| first(of, &firsts)).collect();
            if new == firsts {
                break;
            }
            firsts = new;
        }
        let grammar = Self { rules, heights, firsts, word: names["word"] };
        assert_eq!(names["root"], 0);
        grammar
    }
}

fn height(of: &Part, heights: &[usize]) -> usize {
    match of {
        Part::OneOf(all) => all.iter().map(|one| height(one, heights)).min().expect("one"),
        Part::Row(all) => all.iter().map(|one| height(one, heights)).max().unwrap_or(0),
        Part::Text(_) | Part::Letters(..) | Part::Times(_, 0, _) => 0,
        Part::Rule(rule) => heights[*rule].saturating_add(1),
        Part::Times(one, ..) => height(one, heights),
    }
}

fn first(of: &Part, firsts: &[u128]) -> u128 {
    match of {
        Part::OneOf(all) => all.iter().map(|one| first(one, firsts)).fold(0, |all, one| all | one),
        Part::Row(all) => {
            let mut letters = EMPTY;
            for one in all {
                if letters & EMPTY == 0 {
                    break;
                }
                letters = (letters & !EMPTY) | first(one, firsts);
            }
            letters
        }
        Part::Text(text) => match text.chars().next() {
            None => EMPTY,
            Some(letter) if letter.is_ascii() => 1 << u32::from(letter),
            Some(_) => 0,
        },
        Part::Letters(ranges, is_in) => {
            let letters = ('\u{1}'..='\u{7f}').filter(|letter| is_among(*letter, ranges) == *is_in);
            letters.fold(0, |all, letter| all | 1 << u32::from(letter))
        }
        Part::Rule(rule) => firsts[*rule],
        Part::Times(one, 0, _) => EMPTY | first(one, firsts),
        Part::Times(one, ..) => first(one, firsts),
    }
}

impl Reader<'_> {
    fn one_of(&mut self) -> Part {
        let mut all = vec![self.row()];
        while self.rest.next_if_eq(&'|').is_some() {
            all.push(self.row());
        }
        if all.len() == 1 { all.swap_remove(0) } else { Part::OneOf(all) }
    }

    fn row(&mut self) -> Part {
        let mut row = Vec::new();
        loop {
            while self.rest.next_if_eq(&' ').is_some() {}
            let part = match self.rest.peek() {
                None | Some('|' | ')') => break,
                Some('(') => {
                    self.rest.next();
                    let inner = self.one_of();
                    assert_eq!(self.rest.next(), Some(')'));
                    inner
                }
                Some('"') => self.text(),
                Some('[') => self.letters(),
                Some(_) => {
                    let mut name = String::new();
                    let is_letter =
                        |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-';
                    while let Some(letter) = self.rest.next_if(is_letter) {
                        name.push(letter);
                    }
                    Part::Rule(
                        *self
                            .names
                            .get(name.as_str())
                            .unwrap_or_else(|| panic!("no rule {name:?}")),
                    )
                }
            };
            let times = match self.rest.peek() {
                Some('*' | '{') => Some((0, None)),
                Some('+') => Some((1, None)),
                Some('?') => Some((0, Some(1))),
                _ => None,
            };
            let Some((least, most)) = times else {
                row.push(part);
                continue;
            };
            let (least, most) =
                if self.rest.next() == Some('{') { self.times() } else { (least, most) };
            row.push(Part::Times(Box::new(part), least, most));
        }
        assert!(!row.is_empty(), "an empty row");
        Part::Row(row)
    }

    /// `2,3}`
    fn times(&mut self) -> (usize, Option<usize>) {
        let mut text = String::new();
        while let Some(letter) = self.rest.next_if(|letter| *letter != '}') {
            text.push(letter);
        }
        self.rest.next();
        let number = |text: &str| text.parse().expect("a number");
        match text.split_once(',') {
            None => (number(&text), Some(number(&text))),
            Some((least, "")) => (number(least), None),
            Some((least, most)) => (number(least), Some(number(most))),
        }
    }

    fn letter(&mut self) -> char {
        match self.rest.next().expect("a letter") {
            '\\' => match self.rest.next().expect("a letter") {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                letter => letter,
            },
            letter => letter,
        }
    }

    fn text(&mut self) -> Part {
        self.rest.next();
        let mut text = String::new();
        while self.rest.next_if_eq(&'"').is_none() {
            text.push(self.letter());
        }
        Part::Text(text)
    }

    fn letters(&mut self) -> Part {
        self.rest.next();
        let is_in = self.rest.next_if_eq(&'^').is_none();
        let mut ranges = Vec::new();
        while self.rest.next_if_eq(&']').is_none() {
            let first = self.letter();
            let mut ahead = self.rest.clone();
            let is_range = ahead.next() == Some('-') && ahead.next() != Some(']');
            let last = if is_range {
                self.rest.next();
                self.letter()
            } else {
                first
            };
            ranges.push((first, last));
        }
        assert!(!ranges.is_empty(), "an empty class");
        Part::Letters(ranges, is_in)
    }
}

/// A random text of a grammar.
struct Writer<'g> {
    grammar: &'g Grammar,
    random: Random,
    text: String,
    names: usize,
}

impl Writer<'_> {
    fn write(&mut self, part: &Part, budget: usize) {
        match part {
            Part::OneOf(all) => {
                let heights: Vec<usize> =
                    all.iter().map(|one| height(one, &self.grammar.heights)).collect();
                let least = *heights.iter().min().expect("one");
                let fits = |place: &usize| heights[*place] <= budget.max(least);
                let ways: Vec<usize> = (0..all.len()).filter(fits).collect();
                let way = ways[self.random.below(ways.len())];
                self.write(&all[way], budget);
            }
            Part::Row(all) => all.iter().for_each(|one| self.write(one, budget)),
            Part::Text(text) => self.text.push_str(text),
            Part::Letters(ranges, true) => {
                let (first, last) = ranges[self.random.below(ranges.len())];
                let count = u32::from(last) - u32::from(first) + 1;
                let letter = u32::from(first)
                    + u32::try_from(self.random.below(count as usize)).expect("small");
                self.text.push(char::from_u32(letter).expect("a letter"));
            }
            Part::Letters(ranges, false) => {
                let others: Vec<char> =
                    " aZ'/*{}é\u{7f}".chars().filter(|letter| !is_among(*letter, ranges)).collect();
                self.text.push(others[self.random.below(others.len())]);
            }
            Part::Rule(rule) => {
                let grammar = self.grammar;
                self.write(&grammar.rules[*rule], budget.saturating_sub(1));
                if *rule == grammar.word {
                    // No grammar can say that names differ.
                    self.names += 1;
                    self.text.push_str(&self.names.to_string());
                }
            }
            Part::Times(one, least, most) => {
                let fits = height(one, &self.grammar.heights) <= budget;
                let more = if fits { self.random.below(4) } else { 0 };
                for _ in 0..(least + more).min(most.unwrap_or(usize::MAX)) {
                    self.write(one, budget);
                }
            }
        }
    }
}

fn is_among(letter: char, ranges: &[(char, char)]) -> bool {
    ranges.iter().any(|(first, last)| (*first..=*last).contains(&letter))
}

/// The places at which a part of a text can end, by the place at which it begins.
struct Matcher<'g> {
    grammar: &'g Grammar,
    text: Vec<char>,
    known: HashMap<(usize, usize), Vec<usize>>,
    /// The last place that was looked at.
    last: usize,
}

impl Matcher<'_> {
    fn ends(&mut self, part: &Part, from: usize, ends: &mut Vec<usize>) {
        self.last = self.last.max(from);
        match part {
            Part::OneOf(all) => all.iter().for_each(|one| self.ends(one, from, ends)),
            Part::Row(all) => {
                let mut here = vec![from];
                for one in all {
                    here = self.after(one, &here);
                }
                ends.append(&mut here);
            }
            Part::Text(text) => {
                let count = text.chars().count();
                if self.text[from..].iter().take(count).copied().eq(text.chars()) {
                    ends.push(from + count);
                }
            }
            Part::Letters(ranges, is_in) => {
                let letter = self.text.get(from);
                if letter.is_some_and(|letter| is_among(*letter, ranges) == *is_in) {
                    ends.push(from + 1);
                }
            }
            Part::Rule(rule) => {
                let firsts = self.grammar.firsts[*rule];
                let letter = self.text.get(from).map_or(0, |letter| u32::from(*letter));
                if firsts & EMPTY == 0 && letter < 128 && firsts >> letter & 1 == 0 {
                    return;
                }
                if let Some(known) = self.known.get(&(*rule, from)) {
                    ends.extend(known);
                    return;
                }
                let grammar = self.grammar;
                let own = self.after(&grammar.rules[*rule], &[from]);
                ends.extend(&own);
                self.known.insert((*rule, from), own);
            }
            Part::Times(one, least, most) => {
                let mut seen = BTreeSet::new();
                let (mut here, mut times) = (vec![from], 0);
                while !here.is_empty() && most.is_none_or(|most| times <= most) {
                    if times >= *least {
                        // Those from where it went on before are left out.
                        here.retain(|end| seen.insert(*end));
                    }
                    here = self.after(one, &here);
                    times += 1;
                }
                ends.extend(seen);
            }
        }
    }

    fn after(&mut self, part: &Part, places: &[usize]) -> Vec<usize> {
        let mut ends = Vec::new();
        for from in places {
            self.ends(part, *from, &mut ends);
        }
        ends.sort_unstable();
        ends.dedup();
        ends
    }
}

fn count() -> u64 {
    std::env::var("GRAMMAR_FILES").map_or(40, |text| text.parse().expect("a number"))
}

/// The rules are nested as deeply as the text, and an unoptimized build has large frames.
fn with_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(test);
    thread.expect("a thread").join().expect("the test passes");
}

#[test]
fn files_of_the_grammar_are_read() {
    with_stack(|| {
        let text = grammar::gbnf(&vocabulary());
        for word in Word::ALL.iter().filter(|word| **word != Word::Await) {
            assert!(text.contains(&format!("::= \"{word}\" ws")), "`{word}` is not in the grammar");
        }
        let grammar = Grammar::read(&text);
        for seed in 0..count() {
            let mut writer = Writer {
                grammar: &grammar,
                random: Random::new(seed),
                text: String::new(),
                names: 0,
            };
            let budget = grammar.heights[0] + 4 + writer.random.below(14);
            writer.write(&Part::Rule(0), budget);
            let text = writer.text;
            if let Err(mistakes) = file::trees(&text) {
                panic!("seed {seed}: {}\n{text}", mistakes[0].show("random.tree"));
            }
            file::forget();
        }
    });
}

#[test]
fn a_grammar_is_whole_whatever_the_vocabulary_lacks() {
    for has_clock in [None, Some(false)] {
        let text = grammar::gbnf(&Vocabulary { has_clock, ..Vocabulary::default() });
        Grammar::read(&text);
        let lacks = |word: &str| !text.contains(&format!("::= \"{word}\" ws"));
        assert!(lacks("action") && lacks("with") && lacks("random_selector"), "{text}");
        assert_eq!(lacks("wait"), has_clock == Some(false));
    }
}

/// The words may come from a file.
#[test]
fn no_name_breaks_the_grammar() {
    for name in ["a\"b", "\n::= x", "ö", "\\", "", "'", "_"] {
        let parameter = Parameter::new(name, Type::Own { name: name.to_owned() });
        let role = Role::Action { is_stateful: false };
        let word = DeclaredWord { parameters: vec![parameter], ..DeclaredWord::new(name, role) };
        let words = vec![DeclaredWord::new(name, Role::Type), word];
        Grammar::read(&grammar::gbnf(&Vocabulary { words, ..Vocabulary::default() }));
    }
}

#[test]
fn valid_files_belong_to_the_grammar() {
    with_stack(|| {
        let vocabulary = vocabulary();
        let grammar = Grammar::read(&grammar::gbnf(&vocabulary));
        let (mut checked, mut seed) = (0, 0);
        while checked < count() {
            let text = printer::file(&filed(forest(seed, "Tree")));
            seed += 1;
            let is_valid = file::read(&text, &vocabulary).mistakes.is_empty();
            file::forget();
            if !is_valid {
                continue;
            }
            checked += 1;
            let text = format::file(&text).expect("it can be read");
            file::forget();
            let mut matcher = Matcher {
                grammar: &grammar,
                text: text.chars().collect(),
                known: HashMap::new(),
                last: 0,
            };
            let ends = matcher.after(&Part::Rule(0), &[0]);
            if !ends.contains(&matcher.text.len()) {
                let read: String = matcher.text[..matcher.last].iter().collect();
                panic!("seed {seed}: not in the grammar behind\n{read}\n----\n{text}");
            }
        }
        assert!(seed < 3 * checked, "{seed} files, of which {checked} are valid");
    });
}
