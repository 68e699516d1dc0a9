//! `<TreeNodesModel>`: the nodes of a program, with their ports.

use crate::words::{Value, duration, is_decimal};
use bt_language::vocabulary::{Integer, Type};
use roxmltree::Node;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The nodes of a program, by their IDs.
pub(super) type Models<'a> = BTreeMap<&'a str, Rc<Model<'a>>>;

/// A node of a program.
#[derive(Default)]
pub(super) struct Model<'a> {
    /// `Action`, `Condition`, `Control`, `Decorator` or `SubTree`.
    pub(super) category: &'a str,
    pub(super) description: &'a str,
    pub(super) ports: Vec<Port<'a>>,
}

/// A port of a node.
pub(super) struct Port<'a> {
    pub(super) name: &'a str,
    pub(super) is_input: bool,
    pub(super) is_output: bool,
    /// The type in C++; may be empty.
    pub(super) of: &'a str,
    pub(super) default: Option<&'a str>,
    pub(super) description: &'a str,
}

impl<'a> Model<'a> {
    pub(super) fn port(&self, name: &str) -> Option<&Port<'a>> {
        self.ports.iter().find(|port| port.name == name)
    }
}

/// Reads all models of the files.
pub(super) fn models<'a>(roots: &[Node<'a, '_>]) -> Models<'a> {
    let mut models = Models::new();
    let all =
        roots.iter().flat_map(Node::children).filter(|child| child.has_tag_name("TreeNodesModel"));
    for node in all.flat_map(|model| model.children()).filter(Node::is_element) {
        let category = node.tag_name().name();
        let Some(id) = node.attribute("ID") else { continue };
        let ports = node.children().filter(Node::is_element).filter_map(port);
        let mut model = Model { category, ports: ports.collect(), ..Model::default() };
        let description = node.children().find(|child| child.has_tag_name("description"));
        model.description = description.and_then(|text| text.text()).unwrap_or_default().trim();
        // Version 2 and early files of version 3 have the ports as attributes.
        // `editable` is of Groot.
        let old = node.attributes().filter(|attribute| {
            !["ID", "editable"].contains(&attribute.name()) && category != "SubTree"
        });
        model.ports.extend(old.map(|attribute| Port {
            name: attribute.name(),
            is_input: true,
            is_output: false,
            of: "",
            default: Some(attribute.value()).filter(|value| !value.is_empty()),
            description: "",
        }));
        models.entry(id).or_insert_with(|| Rc::new(model));
    }
    models
}

fn port<'a>(node: Node<'a, '_>) -> Option<Port<'a>> {
    let (is_input, is_output) = match node.tag_name().name() {
        "input_port" => (true, false),
        "output_port" => (false, true),
        "inout_port" => (true, true),
        _ => return None,
    };
    Some(Port {
        name: node.attribute("name")?,
        is_input,
        is_output,
        of: node.attribute("type").unwrap_or_default(),
        default: node.attribute("default").or_else(|| node.attribute("default_value")),
        description: node.text().unwrap_or_default().trim(),
    })
}

/// The type of a port; `None` for a type that a file of trees does not have.
pub(super) fn type_of(name: &str) -> Option<Type> {
    let integer = |name| Integer::named(name).map(|of| Type::Integer(of.clone()));
    match plain(name) {
        "bool" => Some(Type::Bool),
        "string" | "string_view" | "BT::StringView" | "StringView" | "char*" => Some(Type::Text),
        "float" | "float32" => Some(Type::Single),
        "double" | "float64" => Some(Type::Double),
        "int8_t" | "int8" | "signed char" => integer("i8"),
        "int16_t" | "int16" | "short" | "short int" => integer("i16"),
        "int" | "int32_t" | "int32" | "signed" | "signed int" => integer("i32"),
        "int64_t" | "int64" | "long" | "long int" | "long long" | "long long int" => integer("i64"),
        "uint8_t" | "uint8" | "unsigned char" => integer("u8"),
        "uint16_t" | "uint16" | "unsigned short" | "unsigned short int" => integer("u16"),
        "unsigned" | "unsigned int" | "uint" | "uint32_t" | "uint32" => integer("u32"),
        "uint64_t"
        | "uint64"
        | "unsigned long"
        | "unsigned long int"
        | "unsigned long long"
        | "unsigned long long int"
        | "size_t" => integer("u64"),
        name => unit(name).map(|_| Type::Duration),
    }
}

/// The name of a type of a program: `std::shared_ptr<nav_msgs::msg::Path>` → `Path`
pub(super) fn own_name(of: &str) -> Option<&str> {
    let of = plain(of);
    if ["", "BT::Any", "Any", "BT::AnyTypeAllowed", "AnyTypeAllowed"].contains(&of) {
        return None;
    }
    // The type in a container is the one that says more.
    let wrappers = ["shared_ptr<", "unique_ptr<", "optional<", "vector<", "deque<"];
    let inner = wrappers.iter().find_map(|wrapper| of.strip_prefix(wrapper));
    if let Some(inner) = inner {
        return own_name(inner.trim_end_matches(['>', ' ']));
    }
    let of = of.split('<').next().unwrap_or(of).trim_end_matches('_');
    of.rsplit("::").next().filter(|name| crate::names::is_name(name))
}

/// The name of a type without `const`, `&` and `std::`.
fn plain(name: &str) -> &str {
    let name = name.trim();
    let name = name.strip_prefix("const ").unwrap_or(name).trim_end_matches(['&', ' ']);
    name.trim_start_matches("::").trim_start_matches("std::")
}

/// The unit of time of a type in C++: `std::chrono::milliseconds` → `ms`
fn unit(of: &str) -> Option<&'static str> {
    Some(match plain(of).strip_prefix("chrono::")? {
        "nanoseconds" => "ns",
        "microseconds" => "us",
        "milliseconds" => "ms",
        "seconds" => "s",
        "minutes" => "min",
        "hours" => "h",
        _ => return None,
    })
}

impl Port<'_> {
    /// The value of an attribute of this port; a number is a length of time in the unit of its type, also with a point: `5.0`
    pub(super) fn value(&self, text: &str) -> Value {
        let value = value(text, self.name, type_of(self.of).as_ref());
        let number = match &value {
            Value::Integer(_) | Value::Literal(_) => Some(text.trim().to_owned()),
            Value::Float(_) if is_decimal(text.trim()) => Some(text.trim().to_owned()),
            Value::Float(number) => Some(number.to_string()),
            Value::Bool(_) | Value::Text(_) | Value::Key(_) => None,
        };
        let number = number.filter(|number| !number.starts_with('-'));
        let length = number.zip(unit(self.of)).map(|(number, unit)| format!("{number}{unit}"));
        match (value, unit(self.of)) {
            _ if length.as_deref().is_some_and(|length| duration(length).is_some()) => {
                Value::Literal(length.unwrap_or_default())
            }
            (Value::Text(text), Some(_)) if duration(text.trim()).is_some() => {
                Value::Literal(text.trim().to_owned())
            }
            (value, _) => value,
        }
    }
}

/// The value of an attribute; a number with a point keeps its digits. `{key}` names a value of the blackboard, `{@key}` one of the outermost blackboard, and `{=}`
/// the one with the name of the port.
pub(super) fn value(text: &str, port: &str, declared: Option<&Type>) -> Value {
    if let Some(key) = key(text, port) {
        return Value::Key(key.to_owned());
    }
    let trimmed = text.trim();
    if declared == Some(&Type::Text) {
        return Value::Text(text.to_owned());
    }
    let is_bool = matches!(declared, None | Some(Type::Bool));
    if let Some(value) = trimmed.to_lowercase().parse().ok().filter(|_| is_bool) {
        return Value::Bool(value);
    }
    if let (Ok(number), Some(Type::Bool)) = (trimmed.parse::<u8>(), declared) {
        return Value::Bool(number != 0);
    }
    // `007` and `+1` are texts as well.
    if let Some(number) = trimmed.parse().ok().filter(|number: &i128| number.to_string() == trimmed)
    {
        return Value::Integer(number);
    }
    let digits = trimmed.trim_start_matches('-');
    let is_padded = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    let is_number =
        !is_padded && digits.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.');
    match trimmed.parse::<f64>() {
        Ok(number) if is_number && number.is_finite() => {
            let has_digits = is_decimal(trimmed) && format!("{number:?}") != trimmed;
            if has_digits { Value::Literal(trimmed.to_owned()) } else { Value::Float(number) }
        }
        _ => Value::Text(text.to_owned()),
    }
}

/// The key that an attribute names; an object of JSON is none.
pub(super) fn key<'t>(text: &'t str, port: &'t str) -> Option<&'t str> {
    // Version 2 writes `${key}`.
    let text = text.trim();
    let key = text.strip_prefix('$').unwrap_or(text).strip_prefix('{')?.strip_suffix('}')?.trim();
    Some(if key == "=" { port } else { key })
        .filter(|key| !key.is_empty() && !key.contains(['{', '}', '"', ',']))
}
