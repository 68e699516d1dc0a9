//! Trees as JSON: random ones of the schema are files.

use crate::vocabulary::vocabulary;
use bt_cli::schema;
use bt_language::file;
use fastrand::Rng;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A random value of a schema, as far as the schema of trees goes.
struct Writer<'s> {
    rules: &'s Map<String, Value>,
    heights: BTreeMap<&'s str, usize>,
    random: Rng,
    names: usize,
}

const UNKNOWN: usize = usize::MAX;

impl<'s> Writer<'s> {
    fn new(schema: &'s Value, seed: u64) -> Self {
        let rules = schema["$defs"].as_object().expect("rules");
        let heights = rules.keys().map(|name| (name.as_str(), UNKNOWN)).collect();
        let mut writer = Self { rules, heights, random: Rng::with_seed(seed), names: 0 };
        loop {
            let new: BTreeMap<_, _> =
                rules.iter().map(|(name, of)| (name.as_str(), writer.height(of))).collect();
            if new == writer.heights {
                assert!(new.values().all(|height| *height != UNKNOWN), "{new:?}");
                return writer;
            }
            writer.heights = new;
        }
    }

    fn rule(of: &Value) -> Option<&str> {
        of.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
    }

    fn height(&self, of: &Value) -> usize {
        if let Some(rule) = Self::rule(of) {
            return self.heights[rule].saturating_add(1);
        }
        if let Some(all) = of.get("anyOf").and_then(Value::as_array) {
            return all.iter().map(|one| self.height(one)).min().expect("one");
        }
        match of["type"].as_str() {
            Some("object") => {
                let needed = of["required"].as_array().into_iter().flatten();
                let members = needed
                    .map(|name| self.height(&of["properties"][name.as_str().expect("a name")]));
                members.max().unwrap_or(0)
            }
            Some("array") if of["minItems"].as_u64().unwrap_or(0) > 0 => {
                let first = of["prefixItems"].as_array().into_iter().flatten();
                first.chain([&of["items"]]).map(|item| self.height(item)).max().expect("one")
            }
            _ => 0,
        }
    }

    fn write(&mut self, of: &Value, budget: usize) -> Value {
        if let Some(rule) = Self::rule(of) {
            return self.write(&self.rules[rule], budget.saturating_sub(1));
        }
        if let Some(all) = of.get("anyOf").and_then(Value::as_array) {
            let least = all.iter().map(|one| self.height(one)).min().expect("one").max(budget);
            let ways: Vec<&Value> = all.iter().filter(|one| self.height(one) <= least).collect();
            let way = ways[self.random.usize(..ways.len())];
            return self.write(way, budget);
        }
        if let Some(only) = of.get("const") {
            return only.clone();
        }
        if let Some(all) = of.get("enum").and_then(Value::as_array) {
            return all[self.random.usize(..all.len())].clone();
        }
        match of["type"].as_str().unwrap_or_else(|| panic!("no type: {of}")) {
            "object" => self.object(of, budget),
            "array" => self.array(of, budget),
            "boolean" => self.random.bool().into(),
            "integer" => {
                let least = of["minimum"].as_i64().expect("a number");
                let most = of["maximum"].as_u64().expect("a number");
                match self.random.u8(..3) {
                    0 => least.into(),
                    1 => most.into(),
                    _ => json!(least.max(1)),
                }
            }
            "number" => json!([0.5, -2.25, 1e-7, 1e30, 3.0][self.random.usize(..5)]),
            "string" => match of.get("pattern").and_then(Value::as_str) {
                None => "two\nlines \" } \\".into(),
                Some(pattern) if pattern.contains("tree") => "rooms/a.tree".into(),
                Some(pattern) if pattern.contains("min") => {
                    ["250ms", "1.5s", "0h"][self.random.usize(..3)].into()
                }
                Some(_) => {
                    // No schema can say that names differ.
                    self.names += 1;
                    format!("name_{}", self.names).into()
                }
            },
            other => panic!("{other}"),
        }
    }

    fn object(&mut self, of: &Value, budget: usize) -> Value {
        let needed = of["required"].as_array().into_iter().flatten().cloned().collect::<Vec<_>>();
        let mut members = Map::new();
        for (name, of) in of["properties"].as_object().into_iter().flatten() {
            let is_needed = needed.iter().any(|needed| needed == name);
            if is_needed || (self.height(of) <= budget && self.random.bool()) {
                members.insert(name.clone(), self.write(of, budget));
            }
        }
        if let Some(others) = of.get("additionalProperties").filter(|others| others.is_object()) {
            if self.height(others) <= budget {
                members.insert("another".to_owned(), self.write(others, budget));
            }
        }
        members.into()
    }

    fn array(&mut self, of: &Value, budget: usize) -> Value {
        let number = |name| {
            of.get(name)
                .and_then(Value::as_u64)
                .map(|number| usize::try_from(number).expect("it is small"))
        };
        let least = number("minItems").unwrap_or(0);
        let more = if self.height(&of["items"]) <= budget { self.random.usize(..3) } else { 0 };
        let count = (least + more).min(number("maxItems").unwrap_or(usize::MAX));
        let first = of["prefixItems"].as_array().into_iter().flatten().cloned();
        let items: Vec<Value> =
            first.chain(std::iter::repeat(of["items"].clone())).take(count).collect();
        items.iter().map(|item| self.write(item, budget)).collect()
    }
}

/// More than in every run: `GRAMMAR_FILES=1000 cargo test -p bt-cli schema`.
#[test]
fn trees_of_the_schema_are_read() {
    let count = std::env::var("GRAMMAR_FILES").map_or(40, |text| text.parse().expect("a number"));
    let vocabulary = vocabulary();
    let schema = schema::of(&vocabulary);
    for seed in 0..count {
        let mut writer = Writer::new(&schema, seed);
        let budget = 8 + writer.random.usize(..10);
        let json = writer.write(&schema, budget).to_string();
        // Ranges and numbers of children are not compared.
        match schema::text(&json) {
            Err(what) if what.contains("this range is empty") => {}
            Err(what) => panic!("seed {seed}: {what}\n{json}"),
            Ok(text) => {
                let mistakes = file::read(&text, &vocabulary).mistakes;
                file::forget();
                let is_of_schema = |text: &str| {
                    [
                        "no node",
                        "has no parameter",
                        "needs the parameter",
                        "no action",
                        "no decorator",
                    ]
                    .iter()
                    .any(|part| text.contains(part))
                };
                let wrong = mistakes.iter().find(|mistake| is_of_schema(&mistake.text));
                assert!(
                    wrong.is_none(),
                    "seed {seed}: {}\n{text}",
                    wrong.expect("one").show("a.tree")
                );
            }
        }
    }
}

#[test]
fn json_says_all_that_a_file_says() {
    let json = json!({"use": ["rooms/kitchen.tree"], "trees": [{
        "name": "Guard", "description": "Guards.\nThe gate.",
        "parameters": [{"name": "by", "type": "&'static str", "default": {"text": "a \"car\""}}, {"name": "n", "type": "u32"}],
        "results": [{"name": "way", "type": "Path"}],
        "root": {"node": "monitor", "success": "one", "conditions": [
            {"node": "not", "child": {"node": "condition", "of": {"use": "Hungry"}}}
        ], "children": [
            {"node": "priority_selector", "children": [
                {"key": {"op": "&&", "of": [{"use": "Seen"}, {"op": "<", "of": [{"use": "Health", "of": 1}, {"op": "*", "of": [{"ref": "n"}, {"op": "+", "of": [1, 2]}]}]}]},
                 "child": {"node": "action", "label": "look", "of": {"use": "Look", "side": "Left", "far": -1.5}, "results": ["way"]}}
            ], "else": {"node": "wait", "duration": {"op": "*", "of": ["1.5s", 2]}}},
            {"node": "if", "of": {"ref": "seen"}, "then": {"node": "fail"}, "else": {"node": "succeed"}},
            {"node": "match", "of": {"ref": "n"}, "children": [
                {"key": [0, 1], "child": {"node": "repeat", "count": 3, "every": "1s", "child": {"node": "running"}}},
                {"key": "_", "child": {"node": "subtree", "tree": "Rest", "with": {"of": 1, "at": "Gate"}, "results": ["a", "b"]}}]},
            {"node": "let", "name": "m", "type": "i32", "value": 1, "child":
                {"node": "for", "name": "i", "range": {"from": 0, "to": {"op": "-", "of": [{"ref": "n"}, 1]}}, "child":
                    {"node": "set", "name": "m", "value": {"op": "-", "of": [{"ref": "m"}]}}}},
            {"node": "pipeline", "children": [{"key": "1s", "child": {"node": "fail"}}, {"child": {"node": "fail"}}]},
            {"node": "parallel", "failure": 2, "children": [{"node": "fail"}, {"node": "fail"}]}
        ]}
    }]});
    let text = schema::text(&json.to_string()).expect("it is right");
    assert_eq!(
        text,
        r#"use "rooms/kitchen.tree";
/// Guards.
/// The gate.
tree Guard(by: &'static str = "a \"car\"", n: u32) -> (way: Path) {
    monitor(success = one) {
        not condition Hungry;
        priority_selector {
            Seen && (Health(of = 1) < (n * (1 + 2))) =>
                'look: action Look(far = -1.5, side = Left) -> way;
            else => wait(1.5s * 2);
        }
        if seen {
            fail;
        } else {
            succeed;
        }
        match n {
            0 | 1 => repeat(3, every = 1s) running;
            _ => subtree Rest(at = Gate, of = 1) -> (a, b);
        }
        let(m: i32 = 1) for(i in 0..(n - 1)) set m = -m;
        pipeline {
            1s => fail;
            fail;
        }
        parallel(failure = 2) {
            fail;
            fail;
        }
    }
}
"#
    );
}

#[test]
fn a_wrong_tree_is_refused_with_its_place() {
    let root = |root: Value| json!({"trees": [{"name": "A", "root": root}]}).to_string();
    for (json, message) in [
        ("{".to_owned(), "this is not JSON"),
        ("[]".to_owned(), "the JSON: expected an object"),
        (json!({"trees": [{"name": "A"}]}).to_string(), "trees[0]: `root` is missing"),
        (
            json!({"trees": [{"name": "A", "pub": 1, "root": {"node": "fail"}}]}).to_string(),
            "trees[0].pub: expected `true` or `false`",
        ),
        (json!({"tree": []}).to_string(), "there is no `tree` here; there are `use`, `trees`"),
        (
            root(json!({"node": "squence"})),
            "trees[0].root.node: there is no node \"squence\"; did you mean `sequence`?",
        ),
        (root(json!({"node": "not"})), "trees[0].root: the node `not` has `child`"),
        (
            root(json!({"node": "repeat", "n": 3, "child": {"node": "fail"}})),
            "`count` (may be left out)",
        ),
        (
            root(json!({"node": "wait", "duration": "1s); fail; }"})),
            "trees[0].root.duration: \"1s); fail; }\" is no name",
        ),
        (root(json!({"node": "condition", "of": {"use": "A;"}})), "is no name"),
        (
            root(json!({"node": "condition", "of": {"op": ";", "of": [1, 2]}})),
            "there is no operation `;` of 2",
        ),
        (root(json!({"node": "condition", "of": null})), "expected a value"),
        (
            root(json!({"node": "repeat", "count": 0, "child": {"node": "fail"}})),
            "`repeat(0)` would never tick its node",
        ),
    ] {
        let found = schema::text(&json).expect_err("it is wrong");
        assert!(found.contains(message), "{json}: {found}");
    }
    let deep = format!("{}{}", "{\"node\":\"not\",\"child\":".repeat(100_000), "}".repeat(100_000));
    let text = root(Value::Null).replace("null", &deep);
    assert!(schema::text(&text).expect_err("it is too deep").contains("this is not JSON"));
}
