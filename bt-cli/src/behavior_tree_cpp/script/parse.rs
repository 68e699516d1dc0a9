//! The text of a script → its statements.

use super::Script;

/// The maximum nesting depth of a script.
const MOST_NESTED: usize = 64;

/// The signs, the longest first.
const SIGNS: &[&str] = &[
    ":=", "+=", "-=", "*=", "/=", "==", "!=", "<=", ">=", "&&", "||", "..", "=", "<", ">", "+",
    "-", "*", "/", "&", "|", "^", "~", "!", "?", ":", "(", ")", ";",
];

/// The signs of two operands with their priority; a larger one binds more tightly.
const BINARY: &[(&str, u8)] = &[
    ("||", 1),
    ("&&", 2),
    ("|", 3),
    ("^", 4),
    ("&", 5),
    ("==", 6),
    ("!=", 6),
    ("<", 7),
    ("<=", 7),
    (">", 7),
    (">=", 7),
    ("..", 8),
    ("+", 9),
    ("-", 9),
    ("*", 10),
    ("/", 10),
];

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Sign(&'static str),
    Name(String),
    Number(f64),
    Text(String),
}

/// Reads the statements of a script; `None` if it is none.
pub(in super::super) fn read(code: &str) -> Option<Vec<Script>> {
    let tokens = tokens(code)?;
    let mut parser = Parser { tokens: &tokens, at: 0 };
    let mut statements = Vec::new();
    loop {
        while parser.eat(";") {}
        if parser.at == tokens.len() {
            return (!statements.is_empty()).then_some(statements);
        }
        statements.push(parser.statement()?);
        if parser.at < tokens.len() && !parser.eat(";") {
            return None;
        }
    }
}

fn tokens(code: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '\'' | '"' => {
                let inner = rest.get(1..)?;
                let end = inner.find(letter)?;
                tokens.push(Token::Text(inner.get(..end)?.to_owned()));
                end + 2
            }
            '0'..='9' => number(rest, &mut tokens)?,
            'a'..='z' | 'A'..='Z' | '_' | '@' => {
                let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
                let end = rest
                    .get(1..)?
                    .find(|letter| !is_part(letter))
                    .map_or(rest.len(), |end| end + 1);
                tokens.push(Token::Name(rest.get(..end)?.to_owned()));
                end
            }
            _ => {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign))?;
                tokens.push(Token::Sign(sign));
                sign.len()
            }
        };
        rest = rest.get(length..)?.trim_start();
    }
    Some(tokens)
}

/// Reads a number; returns its length.
#[allow(clippy::cast_precision_loss, reason = "scripts have numbers of this precision")]
fn number(rest: &str, tokens: &mut Vec<Token>) -> Option<usize> {
    if let Some(digits) = rest.strip_prefix("0x") {
        let end = digits.find(|digit: char| !digit.is_ascii_hexdigit()).unwrap_or(digits.len());
        tokens.push(Token::Number(u64::from_str_radix(digits.get(..end)?, 16).ok()? as f64));
        return Some(end + 2);
    }
    let digits =
        |text: &str| text.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(text.len());
    let mut end = digits(rest);
    let behind = rest.get(end..)?;
    if behind.starts_with('.') && !behind.starts_with("..") {
        end += 1 + digits(behind.get(1..)?);
    }
    let behind = rest.get(end..)?;
    if let Some(exponent) = behind.strip_prefix(['e', 'E']) {
        let sign = usize::from(exponent.starts_with(['+', '-']));
        let length = digits(exponent.get(sign..)?);
        if length > 0 {
            end += 1 + sign + length;
        }
    }
    tokens.push(Token::Number(
        rest.get(..end)?.parse().ok().filter(|number: &f64| number.is_finite())?,
    ));
    Some(end)
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
}

impl Parser<'_> {
    fn eat(&mut self, sign: &str) -> bool {
        let is_here = matches!(self.tokens.get(self.at), Some(Token::Sign(here)) if *here == sign);
        self.at += usize::from(is_here);
        is_here
    }

    fn statement(&mut self) -> Option<Script> {
        if let (Some(Token::Name(name)), Some(Token::Sign(sign))) =
            (self.tokens.get(self.at), self.tokens.get(self.at + 1))
        {
            let with = match *sign {
                ":=" | "=" => Some(None),
                "+=" => Some(Some("+")),
                "-=" => Some(Some("-")),
                "*=" => Some(Some("*")),
                "/=" => Some(Some("/")),
                _ => None,
            };
            if let Some(with) = with {
                self.at += 2;
                let value = self.expression(0)?;
                return Some(Script::Assign(name.clone(), with, Box::new(value)));
            }
        }
        self.expression(0)
    }

    fn expression(&mut self, depth: usize) -> Option<Script> {
        if depth > MOST_NESTED {
            return None;
        }
        let condition = self.binary(0, depth + 1)?;
        if !self.eat("?") {
            return Some(condition);
        }
        let one = self.expression(depth + 1)?;
        if !self.eat(":") {
            return None;
        }
        let other = self.expression(depth + 1)?;
        Some(Script::Conditional(Box::new(condition), Box::new(one), Box::new(other)))
    }

    fn binary(&mut self, least: u8, depth: usize) -> Option<Script> {
        let mut one = self.unary(depth)?;
        while let Some(Token::Sign(sign)) = self.tokens.get(self.at) {
            let Some((sign, priority)) = BINARY.iter().find(|(known, _)| known == sign) else {
                break;
            };
            if *priority < least {
                break;
            }
            self.at += 1;
            let other = self.binary(priority + 1, depth + 1)?;
            one = Script::Binary(sign, Box::new(one), Box::new(other));
        }
        Some(one)
    }

    fn unary(&mut self, depth: usize) -> Option<Script> {
        if depth > MOST_NESTED {
            return None;
        }
        for sign in ["!", "-", "~", "+"] {
            if self.eat(sign) {
                let inner = self.unary(depth + 1)?;
                let letter = sign.chars().next()?;
                return Some(if letter == '+' {
                    inner
                } else {
                    Script::Unary(letter, Box::new(inner))
                });
            }
        }
        if self.eat("(") {
            let inner = self.expression(depth + 1)?;
            return self.eat(")").then_some(inner);
        }
        let token = self.tokens.get(self.at)?.clone();
        self.at += 1;
        Some(match token {
            Token::Number(number) => Script::Number(number),
            Token::Text(text) => Script::Text(text),
            Token::Name(name) if name == "true" => Script::Bool(true),
            Token::Name(name) if name == "false" => Script::Bool(false),
            Token::Name(name) => Script::Key(name),
            Token::Sign(_) => return None,
        })
    }
}
