//! Trees as JSON: its schema for a vocabulary, and the text of such trees.
//!
//! ```
//! use bt_cli::schema;
//! use bt_language::vocabulary::{Role, Vocabulary, Word};
//!
//! let json = r#"{"trees": [{"name": "Guard", "root": {"node": "repeat", "count": 3, "child":
//!     {"node": "action", "of": {"use": "Wave"}}}}]}"#;
//! assert_eq!(schema::text(json).unwrap(), "tree Guard {\n    repeat(3) action Wave;\n}\n");
//!
//! let words = vec![Word::new("Wave", Role::Action { is_stateful: false })];
//! let schema = schema::of(&Vocabulary { words, ..Vocabulary::default() });
//! assert_eq!(schema["$defs"]["w0"]["properties"]["use"]["const"], "Wave");
//! ```

use bt_language::ast::{Comparison, Operation};
use bt_language::grammar::{Forms, Piece, Slot, units};
use bt_language::vocabulary::{Type, Vocabulary};
use bt_language::words::{Word, nearest};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

/// The schema of all trees that the vocabulary allows, in JSON Schema.
///
/// Like the grammar of the text, it does not know which names are declared and which nodes can be reached.
#[must_use]
pub fn of(vocabulary: &Vocabulary) -> Value {
    let forms = Forms::new(vocabulary);
    let mut all = Schema { forms: &forms, rules: Map::new() };
    all.trees();
    all.nodes();
    all.words(vocabulary);
    for of in forms.types() {
        all.of_type(of);
    }
    let file = "^[A-Za-z0-9_][A-Za-z0-9_-]*(/[A-Za-z0-9_][A-Za-z0-9_-]*)*\\.tree$";
    let trees = json!({"type": "array", "items": rule("tree"), "minItems": 1});
    let mut schema = object(vec![
        ("use", json!({"type": "array", "items": {"type": "string", "pattern": file}}), false),
        ("trees", trees, true),
    ]);
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
    schema["title"] = "Behavior trees".into();
    schema["$defs"] = all.rules.into();
    schema
}

struct Schema<'f, 'v> {
    forms: &'f Forms<'v>,
    rules: Map<String, Value>,
}

fn rule(name: impl AsRef<str>) -> Value {
    json!({"$ref": format!("#/$defs/{}", name.as_ref())})
}

fn any_of(mut all: Vec<Value>) -> Value {
    if all.len() == 1 { all.swap_remove(0) } else { json!({"anyOf": all}) }
}

/// An object with these members; `true` for one that is required.
pub(crate) fn object<K: Into<String>>(members: Vec<(K, Value, bool)>) -> Value {
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for (name, of, is_required) in members {
        let name = name.into();
        if is_required {
            required.push(Value::from(name.as_str()));
        }
        properties.insert(name, of);
    }
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

impl Schema<'_, '_> {
    fn rule(&mut self, name: impl Into<String>, of: Value) {
        self.rules.insert(name.into(), of);
    }

    fn trees(&mut self) {
        let taken: Vec<&str> = self.forms.taken().collect();
        let name = json!({"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$", "not": {"enum": taken}});
        self.rule("name", name);
        let (mut parameters, mut results, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for of in self.forms.types() {
            let id = self.forms.id(of);
            let result =
                || vec![("name", rule("name"), true), ("type", json!({"const": of.name()}), true)];
            parameters.push(object([result(), vec![("default", rule(&id), false)]].concat()));
            results.push(object(result()));
            values.push(rule(&id));
        }
        let list = |items| json!({"type": "array", "items": {"anyOf": items}});
        self.rule("value", any_of(values));
        let tree = object(vec![
            ("name", rule("name"), true),
            ("pub", json!({"type": "boolean"}), false),
            ("description", json!({"type": "string"}), false),
            ("parameters", list(parameters), false),
            ("results", list(results), false),
            ("root", rule("node"), true),
        ]);
        self.rule("tree", tree);
    }

    fn nodes(&mut self) {
        let mut all = Vec::new();
        for word in Word::ALL.iter().copied() {
            let forms = self.forms.of(word);
            if !forms.is_empty() {
                let forms: Vec<Value> = forms.iter().map(|form| self.node(word, form)).collect();
                self.rule(word.as_str(), any_of(forms));
                all.push(word);
            }
        }
        let is_asked = |word: &Word| matches!(word, Word::Condition | Word::Not);
        let not = |below| {
            let child = vec![Piece::Member("child", below)];
            self.node(Word::Not, &child)
        };
        let (not_asked, not_other) = (not(Slot::Asked), not(Slot::Other));
        let rules = |words: &mut dyn Iterator<Item = &Word>| {
            words.map(|word| rule(word.as_str())).collect::<Vec<_>>()
        };
        let node = any_of(rules(&mut all.iter()));
        let mut other = rules(&mut all.iter().filter(|word| !is_asked(word)));
        other.push(not_other);
        self.rule("node", node);
        self.rule("asked", any_of(vec![rule(Word::Condition.as_str()), not_asked]));
        self.rule("other", any_of(other));
    }

    fn node(&self, word: Word, form: &[Piece]) -> Value {
        let mut members = vec![
            ("node", json!({"const": word.as_str()}), true),
            ("label", rule("name"), false),
            ("description", json!({"type": "string"}), false),
        ];
        self.members(form, true, &mut members);
        object(members)
    }

    fn members(
        &self,
        form: &[Piece],
        is_required: bool,
        members: &mut Vec<(&'static str, Value, bool)>,
    ) {
        for piece in form {
            match piece {
                Piece::Text(_) => {}
                Piece::Member(name, slot) => members.push((name, self.slot(slot), is_required)),
                Piece::Arguments(all) => {
                    let all = all.iter().map(|one| (one.name, self.slot(&one.of), one.is_required));
                    members.extend(all);
                }
                Piece::ByName(name) => {
                    let values = json!({"type": "object", "additionalProperties": rule("value")});
                    members.push((name, values, false));
                }
                Piece::Optional(inner) => self.members(inner, false, members),
                Piece::List { name, item, first, least, most } => {
                    let item = match item.as_slice() {
                        [Piece::Member(_, slot)] => self.slot(slot),
                        pieces => {
                            let mut members = Vec::new();
                            self.members(pieces, true, &mut members);
                            object(members)
                        }
                    };
                    let mut list = json!({"type": "array", "items": item, "minItems": least});
                    if let Some(first) = first {
                        list["prefixItems"] = json!([self.slot(first)]);
                    }
                    if let Some(most) = most {
                        list["maxItems"] = (*most).into();
                    }
                    members.push((name, list, *least > 0));
                }
            }
        }
    }

    fn slot(&self, slot: &Slot) -> Value {
        match slot {
            Slot::Answer => rule("bool-expression"),
            Slot::Value(of) => {
                of.as_ref().map_or_else(|| rule("value"), |of| rule(self.forms.id(of)))
            }
            Slot::Known(of) => of
                .as_ref()
                .map_or_else(|| rule("value"), |of| rule(self.forms.id(of) + "-expression")),
            Slot::Count => {
                let literal = json!({"type": "integer", "minimum": 1, "maximum": u32::MAX});
                json!({"anyOf": [literal, rule("u32-expression")]})
            }
            Slot::Range => object(vec![("from", rule("usize"), true), ("to", rule("usize"), true)]),
            Slot::Threshold => {
                json!({"anyOf": [{"enum": ["all", "one"]}, {"type": "integer", "minimum": 1, "maximum": 1000}]})
            }
            Slot::Choice(words) => json!({"enum": words}),
            Slot::Action(_) | Slot::AtOnce | Slot::Decorator => any_of(self.calls(slot)),
            Slot::Tree => {
                let names: Vec<&str> =
                    self.forms.called(slot).iter().map(|(_, word)| word.name.as_str()).collect();
                json!({"enum": names})
            }
            Slot::Name => rule("name"),
            Slot::Names(count) => {
                let mut list =
                    json!({"type": "array", "items": rule("name"), "minItems": count.unwrap_or(1)});
                if let Some(count) = count {
                    list["maxItems"] = (*count).into();
                }
                list
            }
            Slot::Type(of) => json!({"const": of.as_ref().map(Type::name)}),
            Slot::Pattern(of) => {
                let literal = of.as_ref().map(|of| rule(self.forms.id(of) + "-literal"));
                json!({"anyOf": [literal, {"type": "array", "items": literal, "minItems": 1}, {"const": "_"}]})
            }
            Slot::Node | Slot::Else => rule("node"),
            Slot::Asked => rule("asked"),
            Slot::Other => rule("other"),
        }
    }

    fn calls(&self, slot: &Slot) -> Vec<Value> {
        self.forms.called(slot).iter().map(|(place, _)| rule(format!("w{place}"))).collect()
    }

    fn words(&mut self, vocabulary: &Vocabulary) {
        for (place, word) in vocabulary.words.iter().enumerate() {
            let mut members = vec![("use".to_owned(), json!({"const": word.name}), true)];
            members.extend(word.parameters.iter().map(|one| {
                let mut of = rule(self.forms.id(&one.of));
                if let Some(description) = &one.description {
                    of["description"] = description.as_str().into();
                }
                (one.name.clone(), of, one.default.is_none())
            }));
            let mut of = object(members);
            if let Some(description) = &word.description {
                of["description"] = description.as_str().into();
            }
            self.rule(format!("w{place}"), of);
        }
    }

    /// The literals of a type, and its other expressions.
    fn of_type(&mut self, of: &Type) {
        let id = self.forms.id(of);
        let number = |least: Value, most: Value, kind: &str| json!({"type": kind, "minimum": least, "maximum": most});
        let literal = match of {
            Type::Bool => Some(json!({"type": "boolean"})),
            // JSON has no larger numbers that everyone reads.
            Type::Integer(of) => {
                let least = i64::try_from(of.least).unwrap_or(i64::MIN);
                let most = u64::try_from(of.most).unwrap_or(u64::MAX);
                Some(number(least.into(), most.into(), "integer"))
            }
            Type::Single => Some(number(f32::MIN.into(), f32::MAX.into(), "number")),
            Type::Double => Some(json!({"type": "number"})),
            Type::Duration => {
                let unit = |(name, places)| match places {
                    0 => String::from(name),
                    places => format!("(\\.[0-9]{{1,{places}}})?{name}"),
                };
                let units: Vec<String> = units().map(unit).collect();
                Some(
                    json!({"type": "string", "pattern": format!("^[0-9]{{1,6}}({})$", units.join("|"))}),
                )
            }
            Type::Text => Some(object(vec![("text", json!({"type": "string"}), true)])),
            Type::Variants { variants, .. } => Some(json!({"enum": variants})),
            Type::Own { .. } => None,
        };
        let mut others = vec![object(vec![("ref", rule("name"), true)])];
        others.extend(self.calls(&if *of == Type::Bool {
            Slot::Answer
        } else {
            Slot::Value(Some(of.clone()))
        }));
        let operation = |signs: &[&str], sides: &[Value]| {
            let (count, last) = (sides.len(), sides.last());
            let of = json!({"type": "array", "prefixItems": sides, "items": last, "minItems": count, "maxItems": count});
            object(vec![("op", json!({"enum": signs}), true), ("of", of, true)])
        };
        let own = || rule(&id);
        match of {
            Type::Bool => {
                others.push(operation(&["!"], &[own()]));
                others.push(operation(&["&&", "||"], &[own(), own()]));
                let equal = [Comparison::Equal, Comparison::NotEqual].map(Comparison::sign);
                let all = Comparison::ALL.map(Comparison::sign);
                for of in self.forms.types() {
                    let side = rule(self.forms.id(of));
                    let signs = match of {
                        Type::Own { .. } => continue,
                        Type::Bool | Type::Text | Type::Variants { .. } => &equal[..],
                        Type::Integer(_) | Type::Single | Type::Double | Type::Duration => &all,
                    };
                    others.push(operation(signs, &[side.clone(), side]));
                }
            }
            Type::Integer(_) | Type::Single | Type::Double => {
                let signs = Operation::ALL.map(Operation::sign);
                others.push(operation(&signs, &[own(), own()]));
                if !matches!(of, Type::Integer(of) if of.least == 0) {
                    others.push(operation(&[Operation::Subtract.sign()], &[own()]));
                }
            }
            Type::Duration => {
                let number =
                    |of: &&Type| matches!(of, Type::Integer(_) | Type::Single | Type::Double);
                let numbers = self.forms.types().filter(number).map(|of| rule(self.forms.id(of)));
                let numbers = any_of(numbers.collect());
                others.push(operation(
                    &[Operation::Add.sign(), Operation::Subtract.sign()],
                    &[own(), own()],
                ));
                others.push(operation(
                    &[Operation::Multiply.sign(), Operation::Divide.sign()],
                    &[own(), numbers],
                ));
            }
            Type::Text | Type::Variants { .. } | Type::Own { .. } => {}
        }
        self.rule(format!("{id}-expression"), any_of(others));
        let literals = literal.as_ref().map(|_| rule(format!("{id}-literal")));
        if let Some(literal) = literal {
            self.rule(format!("{id}-literal"), literal);
        }
        self.rule(
            &id,
            any_of(literals.into_iter().chain([rule(format!("{id}-expression"))]).collect()),
        );
    }
}

/// Returns `true` for trees as the schema has them, and not as Behavior3 has them.
pub(crate) fn is_of_schema(text: &str) -> bool {
    let json: Result<Value, _> = serde_json::from_str(text.trim_start_matches('\u{feff}'));
    json.is_ok_and(|json| json.pointer("/trees/0/root/node").is_some())
}

/// The text of trees that are JSON, as a file has it. Which words there are need not be known.
///
/// # Errors
///
/// One sentence, with the place in the JSON.
pub fn text(json: &str) -> Result<String, String> {
    let json = json.strip_prefix('\u{feff}').unwrap_or(json);
    let json: Value =
        serde_json::from_str(json).map_err(|error| format!("this is not JSON: {error}"))?;
    let reader = Reader { forms: Forms::of_any() };
    let at = At::of(&json);
    let mut text = String::new();
    at.only(&["use", "trees"])?;
    for file in at.get("use").map_or(Ok(Vec::new()), |files| files.items())? {
        let _ = writeln!(text, "use {:?};", file.string()?);
    }
    for tree in at.need("trees")?.items()? {
        text.push_str(&reader.tree(&tree)?);
    }
    let formatted = bt_language::format::file(&text);
    bt_language::file::forget();
    formatted.map_err(|mistakes| {
        mistakes
            .first()
            .map_or_else(String::new, |mistake| mistake.show("the text of the trees").to_string())
    })
}

/// A value in the JSON, and the way to it.
struct At<'j> {
    json: &'j Value,
    way: String,
}

impl<'j> At<'j> {
    fn of(json: &'j Value) -> Self {
        Self { json, way: String::new() }
    }

    fn wrong<T>(&self, what: impl std::fmt::Display) -> Result<T, String> {
        let way = if self.way.is_empty() { "the JSON" } else { &self.way };
        Err(format!("{way}: {what}"))
    }

    fn get(&self, name: &str) -> Option<Self> {
        let dot = if self.way.is_empty() { "" } else { "." };
        Some(Self { json: self.json.get(name)?, way: format!("{}{dot}{name}", self.way) })
    }

    fn need(&self, name: &str) -> Result<Self, String> {
        self.get(name).map_or_else(|| self.wrong(format!("`{name}` is missing")), Ok)
    }

    fn items(&self) -> Result<Vec<Self>, String> {
        let Some(items) = self.json.as_array() else { return self.wrong("expected an array") };
        let item = |(place, json)| At { json, way: format!("{}[{place}]", self.way) };
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// Refuses members with other names.
    fn only(&self, names: &[&str]) -> Result<(), String> {
        let Some(members) = self.json.as_object() else { return self.wrong("expected an object") };
        let Some(other) = members.keys().find(|name| !names.contains(&name.as_str())) else {
            return Ok(());
        };
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        self.wrong(format!("there is no `{other}` here; there are {}", names.join(", ")))
    }

    fn string(&self) -> Result<&'j str, String> {
        self.json.as_str().map_or_else(|| self.wrong("expected a text"), Ok)
    }

    fn bool(&self) -> Result<bool, String> {
        self.json.as_bool().map_or_else(|| self.wrong("expected `true` or `false`"), Ok)
    }

    /// A word, so that no text can be more than it should.
    fn name(&self) -> Result<&'j str, String> {
        let name = self.string()?;
        if crate::names::is_name(name) {
            Ok(name)
        } else {
            self.wrong(format!("{name:?} is no name"))
        }
    }

    /// `Some` if only these members are there, and all that are required.
    fn has(&self, form: &[Piece]) -> bool {
        let mut members = Vec::new();
        each_member(form, true, &mut |name, is_required| members.push((name, is_required)));
        let own = |name: &str| ["node", "label", "description"].contains(&name);
        let is_known = |name: &String| own(name) || members.iter().any(|(known, _)| known == name);
        self.json.as_object().is_some_and(|all| all.keys().all(is_known))
            && members
                .iter()
                .all(|(name, is_required)| !is_required || self.json.get(name).is_some())
    }
}

fn each_member(form: &[Piece], is_required: bool, each: &mut impl FnMut(&'static str, bool)) {
    for piece in form {
        match piece {
            Piece::Text(_) => {}
            Piece::Member(name, _) => each(name, is_required),
            Piece::Arguments(all) => all.iter().for_each(|one| each(one.name, one.is_required)),
            Piece::ByName(name) => each(name, false),
            Piece::Optional(inner) => each_member(inner, false, each),
            Piece::List { name, least, .. } => each(name, *least > 0),
        }
    }
}

struct Reader {
    forms: Forms<'static>,
}

impl Reader {
    fn tree(&self, at: &At<'_>) -> Result<String, String> {
        at.only(&["name", "pub", "description", "parameters", "results", "root"])?;
        let mut text = description(at)?;
        if at.get("pub").map_or(Ok(false), |of| of.bool())? {
            text.push_str("pub ");
        }
        let _ = write!(text, "tree {}", at.need("name")?.name()?);
        for (list, arrow) in [("parameters", ""), ("results", "->")] {
            let Some(list) = at.get(list) else { continue };
            let mut all = Vec::new();
            for one in list.items()? {
                one.only(&["name", "type", "default"])?;
                let of = self.slot(&one.need("type")?, &Slot::Type(None))?;
                let default =
                    one.get("default").map(|default| expression(&default, false)).transpose()?;
                let default = default.map_or_else(String::new, |default| format!(" = {default}"));
                all.push(format!("{}: {of}{default}", one.need("name")?.name()?));
            }
            if !all.is_empty() {
                let _ = write!(text, "{arrow}({})", all.join(", "));
            }
        }
        let _ = writeln!(text, " {{ {} }}", self.node(&at.need("root")?)?);
        Ok(text)
    }

    fn node(&self, at: &At<'_>) -> Result<String, String> {
        let of = at.need("node")?;
        let Some(word) = Word::find(of.string()?) else {
            let near = nearest(of.string()?, &mut Word::ALL.iter().map(|word| word.as_str()));
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return of.wrong(format!("there is no node {}{near}", of.json));
        };
        let mut text = description(at)?;
        if let Some(label) = at.get("label") {
            let _ = write!(text, "'{}: ", label.name()?);
        }
        text.push_str(word.as_str());
        let forms = self.forms.of(word);
        let Some(form) = forms.iter().find(|form| at.has(form)) else {
            let mut members = Vec::new();
            for form in &forms {
                each_member(form, true, &mut |name, is_required| {
                    let member =
                        format!("`{name}`{}", if is_required { "" } else { " (may be left out)" });
                    if !members.contains(&member) {
                        members.push(member);
                    }
                });
            }
            let members =
                if members.is_empty() { "no members".to_owned() } else { members.join(", ") };
            return at.wrong(format!(
                "the node `{word}` has {members}, and perhaps a `label` and a `description`"
            ));
        };
        self.pieces(at, form, &mut text)?;
        Ok(text)
    }

    fn pieces(&self, at: &At<'_>, pieces: &[Piece], text: &mut String) -> Result<(), String> {
        for piece in pieces {
            match piece {
                Piece::Text(token) => {
                    let _ = write!(text, "{token} ");
                }
                Piece::Member(name, slot) => text.push_str(&self.slot(&at.need(name)?, slot)?),
                Piece::Arguments(all) => {
                    let mut arguments = Vec::new();
                    for one in all {
                        let Some(value) = at.get(one.name) else { continue };
                        let name =
                            if one.is_named { format!("{} = ", one.name) } else { String::new() };
                        arguments.push(name + &self.slot(&value, &one.of)?);
                    }
                    text.push_str(&in_parentheses(&arguments));
                }
                Piece::ByName(name) => {
                    if let Some(values) = at.get(name) {
                        text.push_str(&in_parentheses(&by_name(&values, None)?));
                    }
                }
                Piece::Optional(inner) => {
                    let mut is_there = false;
                    each_member(inner, true, &mut |name, _| {
                        is_there |= at.json.get(name).is_some();
                    });
                    if is_there {
                        self.pieces(at, inner, text)?;
                    }
                }
                Piece::List { name, item, .. } => {
                    for child in at.get(name).map_or(Ok(Vec::new()), |list| list.items())? {
                        match item.as_slice() {
                            [Piece::Member(_, slot)] => text.push_str(&self.slot(&child, slot)?),
                            pieces if child.has(pieces) => self.pieces(&child, pieces, text)?,
                            _ => return child.wrong("expected `child`, and `key` in front of it"),
                        }
                        text.push('\n');
                    }
                }
            }
        }
        Ok(())
    }

    fn slot(&self, at: &At<'_>, slot: &Slot) -> Result<String, String> {
        match slot {
            Slot::Answer
            | Slot::Value(_)
            | Slot::Known(_)
            | Slot::Count
            | Slot::Threshold
            | Slot::Choice(_)
            | Slot::Action(_)
            | Slot::AtOnce
            | Slot::Decorator => expression(at, false),
            Slot::Range => {
                at.only(&["from", "to"])?;
                let (from, to) = (at.need("from")?, at.need("to")?);
                Ok(format!("{}..{}", expression(&from, true)?, expression(&to, true)?))
            }
            Slot::Pattern(_) if at.json.is_array() => {
                let all: Result<Vec<_>, _> =
                    at.items()?.iter().map(|one| expression(one, true)).collect();
                Ok(all?.join(" | "))
            }
            Slot::Pattern(_) => expression(at, true),
            Slot::Names(_) => {
                let names: Result<Vec<_>, _> = at.items()?.iter().map(At::name).collect();
                Ok(match names?.as_slice() {
                    [only] => (*only).to_owned(),
                    names => format!("({})", names.join(", ")),
                })
            }
            Slot::Type(_) if at.json == Type::Text.name() => Ok(Type::Text.name().to_owned()),
            Slot::Type(_) | Slot::Tree | Slot::Name => at.name().map(str::to_owned),
            Slot::Node | Slot::Asked | Slot::Other => self.node(at),
            Slot::Else => Ok(format!("else {{ {} }}", self.node(at)?)),
        }
    }
}

/// The doc comment of a tree or a node.
fn description(at: &At<'_>) -> Result<String, String> {
    let Some(of) = at.get("description") else { return Ok(String::new()) };
    let lines = of.string()?.split(['\n', '\r']).map(|line| format!("/// {line}\n"));
    Ok(lines.collect())
}

fn in_parentheses(all: &[String]) -> String {
    if all.is_empty() { String::new() } else { format!("({})", all.join(", ")) }
}

/// `limit = 30` for each member but one.
fn by_name(at: &At<'_>, except: Option<&str>) -> Result<Vec<String>, String> {
    let Some(members) = at.json.as_object() else { return at.wrong("expected an object") };
    let members = members.keys().filter(|name| except != Some(name.as_str()));
    let argument = |name: &String| {
        let name = At { json: &Value::from(name.as_str()), way: at.way.clone() }
            .name()
            .map(str::to_owned)?;
        Ok(format!("{name} = {}", expression(&at.need(&name)?, false)?))
    };
    members.map(argument).collect()
}

/// A literal, or an object: `{"text": "gate"}`, `{"ref": "goal"}`, `{"use": "Level", "of": 1}`,
/// `{"op": "<", "of": [1, 2]}`.
fn expression(at: &At<'_>, is_part: bool) -> Result<String, String> {
    match at.json {
        Value::Bool(value) => Ok(value.to_string()),
        Value::Number(value) => Ok(value.to_string()),
        // A variant, a word or a duration.
        Value::String(value) => {
            let is_length = crate::words::duration(value).is_some();
            if is_length || value == "_" { Ok(value.clone()) } else { at.name().map(str::to_owned) }
        }
        Value::Object(members) => {
            if let Some(text) = at.get("text") {
                at.only(&["text"])?;
                return Ok(format!("{:?}", text.string()?));
            }
            if let Some(name) = at.get("ref") {
                at.only(&["ref"])?;
                return name.name().map(str::to_owned);
            }
            if let Some(word) = at.get("use") {
                return Ok(format!(
                    "{}{}",
                    word.name()?,
                    in_parentheses(&by_name(at, Some("use"))?)
                ));
            }
            let Some(sign) = members.get("op").and_then(Value::as_str) else {
                return at
                    .wrong("expected a literal, or an object with `use`, `ref`, `op` or `text`");
            };
            at.only(&["op", "of"])?;
            let of = at.need("of")?;
            let sides: Result<Vec<_>, _> =
                of.items()?.iter().map(|one| expression(one, true)).collect();
            let is_known = Operation::ALL.map(Operation::sign).contains(&sign)
                || Comparison::ALL.map(Comparison::sign).contains(&sign)
                || ["&&", "||"].contains(&sign);
            let text = match sides?.as_slice() {
                [only] if ["!", "-"].contains(&sign) => return Ok(format!("{sign}{only}")),
                sides if is_known && sides.len() > 1 => sides.join(&format!(" {sign} ")),
                sides => {
                    return at.wrong(format!("there is no operation `{sign}` of {}", sides.len()));
                }
            };
            Ok(if is_part { format!("({text})") } else { text })
        }
        Value::Null | Value::Array(_) => at.wrong("expected a value"),
    }
}
