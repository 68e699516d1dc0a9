//! The vocabulary of random files, as far as a check and an editor have to know it.

use crate::filed::{COUNTS, MARGINS, SCORES, SPANS, VALUES, WEIGHTS};
use crate::language::SIDES;
use bt_language::vocabulary::{Integer, Parameter, Role, Type, Vocabulary, Word};

/// The vocabulary of the test, as far as a check has to know it.
pub(crate) fn vocabulary() -> Vocabulary {
    let slot = || Parameter::new("slot", integer("u32"));
    let kept = || Type::Own { name: "Kept".to_owned() };
    let word = |name: &str, role| Word { parameters: vec![slot()], ..Word::new(name, role) };
    let mut words = vec![Word::new("Kept", Role::Type)];
    let mut all = |name: &str, role: Role, result: Option<Type>| {
        let number = Parameter::new("number", integer("u32"));
        let by_value = Parameter::new("kept", kept());
        let lent = Parameter { by_reference: true, ..by_value.clone() };
        let mut ways =
            vec![("", None), ("At", Some(number)), ("By", Some(by_value)), ("Of", Some(lent))];
        if matches!(role, Role::Action { is_stateful: true } | Role::Decorator) {
            ways.pop();
        }
        for (way, parameter) in ways {
            let mut word = word(&format!("{name}{way}"), role.clone());
            word.parameters.extend(parameter);
            word.results.extend(result.clone().map(|of| Parameter::new(name, of)));
            words.push(word);
        }
    };
    let action = |is_stateful| Role::Action { is_stateful };
    for name in ["Ask", "Decide"] {
        all(name, Role::Condition, None);
    }
    for name in ["Act", "TryTo", "DoIt", "Attempt", "Serve", "Clean", "Collect"] {
        all(name, action(false), None);
    }
    for name in ["Seek", "Search", "Ponder"] {
        all(name, action(false), Some(kept()));
    }
    all("Gain", action(false), Some(integer("u32")));
    all("Work", action(true), None);
    all("Doze", action(true), None);
    all("Vow", action(true), None);
    all("Produce", action(true), Some(kept()));
    all("Wrapped", Role::Decorator, None);
    all("Ticketed", Role::Decorator, None);
    all("Find", Role::Value(kept()), None);
    all("Pick", Role::Value(integer("u32")), None);
    all("Both", action(false), Some(kept()));
    for word in words.iter_mut().filter(|word| word.name.starts_with("Both")) {
        word.results.push(Parameter::new("number", integer("u32")));
    }
    let side =
        Type::Variants { name: "Side".to_owned(), variants: SIDES.map(str::to_owned).to_vec() };
    let levels = [
        ("SmallLevel", integer("u8")),
        ("CountLevel", integer("u32")),
        ("SignedLevel", integer("i32")),
        ("SizeLevel", integer("usize")),
        ("RealLevel", Type::Single),
        ("LengthLevel", Type::Duration),
        ("AnswerLevel", Type::Bool),
        ("TextLevel", Type::Text),
        ("SideLevel", side),
    ];
    words.extend(levels.map(|(name, of)| word(name, Role::Value(of))));
    let values = [
        (SPANS, Type::Duration),
        (COUNTS, integer("u32")),
        (WEIGHTS, integer("u32")),
        (SCORES, Type::Single),
        (MARGINS, Type::Single),
    ];
    for (first, of) in values {
        let value = |slot| Word {
            parameters: Vec::new(),
            ..word(&format!("Value{slot}"), Role::Value(of.clone()))
        };
        words.extend((first..first + VALUES).map(value));
    }
    Vocabulary { words, has_random: true, has_clock: Some(true), ..Vocabulary::default() }
}

fn integer(name: &str) -> Type {
    Type::Integer(Integer::named(name).expect("it is one").clone())
}
