//! The spans and events that the crate `tracing` receives.

use bt_core::observe::Tracing;
use bt_core::{Agent, Status, behavior_tree};
use std::fmt::{Debug, Write};
use std::sync::{Arc, Mutex};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

struct Phone {
    ticks: u32,
}

impl Phone {
    fn is_late(&self) -> bool {
        self.ticks > 1
    }

    fn is_early(&self) -> bool {
        self.ticks < 3
    }
}

behavior_tree! {
    tree Call(phone: &mut Phone) {
        active_selector {
            'ring: sequence {
                condition phone.is_late();
                'bell: action Err::<Status, _>("nobody there");
            }
            active_sequence {
                condition phone.is_early();
                'wait: running;
            }
            'give_up: succeed;
        }
    }

    vocabulary Words(phone: &mut Phone) {
        condition IsLate => phone.is_late();
        condition IsEarly => phone.is_early();
        action Ring => Err::<Status, _>("nobody there");
    }
}

/// The same tree in a file.
const CALL: &str = "tree Call {
    active_selector {
        'ring: sequence { condition IsLate; 'bell: action Ring; }
        active_sequence { condition IsEarly; 'wait: running; }
        'give_up: succeed;
    }
}";

/// Writes down what it is told, a line each.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<String>>>);

impl Lines {
    fn add(&self, line: String) {
        self.0.lock().unwrap().push(line);
    }
}

struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        write!(self.0, " {field}={value:?}").unwrap();
    }
}

impl Subscriber for Lines {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "behavior_tree" && *metadata.level() <= Level::DEBUG
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields(span.metadata().name().to_owned());
        span.record(&mut fields);
        self.add(format!("{} {}", span.metadata().level(), fields.0));
        Id::from_u64(1)
    }

    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        self.add(format!("{}{}", event.metadata().level(), fields.0));
    }

    fn enter(&self, _: &Id) {
        self.add("{".to_owned());
    }

    fn exit(&self, _: &Id) {
        self.add("}".to_owned());
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}
}

fn told(watch: Tracing<'_>) -> Vec<String> {
    told_of(Call::new(), watch)
}

fn told_of(mut call: impl Agent<Phone>, mut watch: Tracing<'_>) -> Vec<String> {
    let lines = Lines::default();
    tracing::subscriber::with_default(lines.clone(), || {
        for ticks in [1, 3] {
            watch.tick(&mut call, &mut Phone { ticks });
        }
    });
    let lines = lines.0.lock().unwrap();
    lines.clone()
}

#[test]
fn a_tick_is_a_span_with_events() {
    let expected = "\
INFO tick tree=\"Ada\"
{
INFO node=\"phone.is_late()\" kind=\"condition\" id=2 status=failure
INFO node=\"ring\" kind=\"sequence\" id=1 status=failure
INFO node=\"phone.is_early()\" kind=\"condition\" id=5 status=success
INFO node=\"wait\" kind=\"running\" id=6 status=running
}
INFO tick tree=\"Ada\"
{
INFO node=\"phone.is_late()\" kind=\"condition\" id=2 status=success
INFO node=\"bell\" kind=\"action\" id=3 status=failure error=nobody there
INFO node=\"ring\" kind=\"sequence\" id=1 status=failure
INFO node=\"phone.is_early()\" kind=\"condition\" id=5 status=failure
INFO node=\"wait\" kind=\"running\" id=6 status=aborted";
    let told = told(Tracing::new("Ada", Call::NODES).level(Level::INFO));
    assert!(told.join("\n").starts_with(expected), "{}", told.join("\n"));
    assert_eq!(told.last().map(String::as_str), Some("}"));
}

#[test]
fn the_level_is_chosen() {
    assert!(told(Tracing::new("Ada", Call::NODES)).is_empty(), "TRACE is more than is wanted");
    for level in [Level::ERROR, Level::WARN, Level::DEBUG] {
        let lines = told(Tracing::new("Ada", Call::NODES).level(level));
        let of_level = |line: &&String| line.starts_with(level.as_str());
        assert!(lines.iter().filter(of_level).count() > 9, "{lines:?}");
    }
}

#[test]
fn a_loaded_tree_tells_what_the_compiled_one_tells() {
    let call = Words::parse(CALL).unwrap().tree("Call").unwrap();
    let watch = Tracing::of("Ada", &call).level(Level::INFO);
    let loaded = told_of(call, watch).join("\n");
    let compiled = told(Tracing::new("Ada", Call::NODES).level(Level::INFO)).join("\n");
    let compiled = compiled.replace("phone.is_late()", "IsLate");
    assert_eq!(loaded, compiled.replace("phone.is_early()", "IsEarly"));
}
