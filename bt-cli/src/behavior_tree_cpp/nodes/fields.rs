//! The fields of the blackboard that a node uses.

use super::Category;
use crate::behavior_tree_cpp::import::{Import, Step};
use crate::behavior_tree_cpp::keys::Uses;
use crate::behavior_tree_cpp::script::{self, Script};
use crate::behavior_tree_cpp::{attributes, model};
use crate::own;
use crate::terms;
use crate::words::{Value, Words, qualified};
use bt_language::vocabulary::{Integer, Type};
use bt_language::words::Word;
use roxmltree::Node as Xml;

/// Declares the fields that a node uses.
pub(in super::super) fn declare<'a>(import: &mut Import<'a>, step: &mut Step<'a>) {
    let xml = step.xml;
    let attribute = |name: &str| xml.attribute(name).unwrap_or_default();
    if let Category::Own(word) = step.kind {
        import.words.has_random |= matches!(word, Word::RandomSelector | Word::RandomSequence);
        for port in xml.attributes().filter(attributes::is_port) {
            terms::declare(&mut import.words, word, port.value(), port.name() != own::ARGUMENTS);
        }
    }
    match step.id {
        _ if step.kind == Category::Subtree => declare_remaps(import, step),
        "RecoveryNode" => {
            let name = "number_of_retries";
            if let Some(key) = model::key(attribute(name), name) {
                let key = import.scoped(key);
                let of = Integer::named("u32").map(|of| Type::Integer(of.clone()));
                import.words.field(&key, of, "");
            }
        }
        _ if step.kind != Category::BuiltIn => {}
        "Script" => attributes::declare_script(import, attribute("code"), false),
        "ScriptCondition" => attributes::declare_script(import, attribute("code"), true),
        "Precondition" => attributes::declare_script(import, attribute("if"), true),
        "SetBlackboard" => {
            if let Some(assign) = assignment(xml) {
                let assign = assign.mapped(&|key| import.scoped(key));
                assign.declare(&mut import.words, None);
            }
        }
        "UnsetBlackboard" => {
            let key = attribute("key");
            import.words.field(model::key(key, "key").unwrap_or(key), None, "");
        }
        id if id.starts_with("Switch") => {
            for case in cases(&|name| xml.attribute(name)) {
                let case = case.mapped(&|key| import.scoped(key));
                case.declare(&mut import.words, None);
            }
        }
        _ => {
            for (name, of) in [("num_cycles", "u32"), ("num_attempts", "u32")] {
                if let Some(key) = model::key(attribute(name), name) {
                    let of = Integer::named(of).map(|of| Type::Integer(of.clone()));
                    let key = import.scoped(key);
                    import.words.field(&key, of, "");
                }
            }
            for name in ["msec", "delay_msec"] {
                if let Some(key) = model::key(attribute(name), name) {
                    let key = import.scoped(key);
                    import.words.field(&key, Some(Type::Duration), "The length of a time.");
                }
            }
        }
    }
}

/// Notes the keys of a node of BehaviorTree.CPP or of a control node.
pub(in super::super) fn uses(words: &Words, step: &Step, uses: &mut Uses) {
    let attribute = |name: &str| step.xml.attribute(name).unwrap_or_default();
    match step.id {
        "Script" | "ScriptCondition" => {
            let script = script::read(attribute("code")).unwrap_or_default();
            attributes::script_uses(&script, words.has_script(attribute("code")), uses);
        }
        "Precondition" => {
            let script = script::read(attribute("if")).unwrap_or_default();
            attributes::script_uses(&script, words.has_script(attribute("if")), uses);
        }
        "SetBlackboard" => {
            let assign: Vec<Script> = assignment(step.xml).into_iter().collect();
            attributes::script_uses(&assign, false, uses);
        }
        "UnsetBlackboard" => {
            let key = attribute("key");
            uses.fixed.insert(model::key(key, "key").unwrap_or(key).to_owned());
        }
        id if id.starts_with("Switch") => {
            for case in cases(&|name| step.xml.attribute(name)) {
                case.keys(&mut uses.reads);
            }
        }
        _ => {
            for name in ["num_cycles", "num_attempts", "msec", "delay_msec", "number_of_retries"] {
                uses.reads.extend(model::key(attribute(name), name).map(str::to_owned));
            }
        }
    }
}

/// Declares the values of the ports of a subtree.
fn declare_remaps<'a>(import: &mut Import<'a>, step: &Step<'a>) {
    let Some(tree) = import.tree_of(step.xml, step.id) else {
        for (name, value) in super::subtree::ports(step.xml) {
            if let Some(key) = model::key(&value, name) {
                import.words.field(key, None, "");
            }
        }
        return;
    };
    for (port, value) in super::subtree::call(import, step.xml, tree) {
        let inner = qualified(tree, &port);
        match value {
            Value::Key(key) => {
                import.words.field(&key, None, "");
                import.words.same(&inner, &key);
            }
            value => import.words.sample_field(&inner, &value),
        }
    }
}

/// `key := value` of a `SetBlackboard`.
pub(super) fn assignment(xml: Xml) -> Option<Script> {
    let output = xml.attribute("output_key")?;
    let key = model::key(output, "output_key").unwrap_or(output).to_owned();
    let text = xml.attribute("value").unwrap_or_default();
    Some(Script::Assign(key, None, Box::new(constant(text, "value"))))
}

/// A literal or a key in an attribute, as a part of a script.
#[allow(clippy::cast_precision_loss, reason = "scripts have numbers of this precision")]
fn constant(text: &str, port: &str) -> Script {
    match model::value(text, port, None) {
        Value::Bool(value) => Script::Bool(value),
        Value::Integer(value) => Script::Number(value as f64),
        Value::Float(value) => Script::Number(value),
        Value::Key(key) => Script::Key(key),
        Value::Literal(text) => {
            text.parse().map_or_else(|_| Script::Text(text.clone()), Script::Number)
        }
        Value::Text(text) => Script::Text(text),
    }
}

/// `variable == case_1`, … of a `Switch` with these attributes.
pub(in super::super) fn cases<'t>(attribute: &dyn Fn(&str) -> Option<&'t str>) -> Vec<Script> {
    let variable = attribute("variable").unwrap_or_default();
    let texts = (1..=6).map_while(|number| attribute(format!("case_{number}").as_str()));
    let all: Vec<Script> = texts.clone().map(|text| constant(text, "case")).collect();
    let has_text = all.iter().any(|case| matches!(case, Script::Text(_)));
    // The variable has one type: with the case `RUN`, the case `1` is a text too.
    let all = all.into_iter().zip(texts).map(|(case, text)| match case {
        Script::Number(_) | Script::Bool(_) if has_text => Script::Text(text.trim().to_owned()),
        case => case,
    });
    all.map(|case| {
        let one = constant(variable, "variable");
        Script::Binary("==", Box::new(one), Box::new(case))
    })
    .collect()
}
