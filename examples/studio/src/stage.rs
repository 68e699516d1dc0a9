//! The villagers with their trees, which may be compiled or loaded.

use super::terminal::{Tone, Trace, paint};
use super::town::{Cell, HEIGHT, Person, Place, Town, View, WIDTH};
use super::words::Village;
use bt_core::Agent;
use bt_core::files::{Loaded, Trees};

/// The name of the tree of each villager.
pub(crate) const ROOT: &str = "Villager";

/// A villager, the tree, and the results of its last tick.
#[derive(Debug)]
pub(crate) struct Actor<A> {
    pub(crate) person: Person,
    pub(crate) tree: A,
    trace: Trace,
}

#[derive(Debug)]
pub(crate) struct Stage<A> {
    pub(crate) town: Town,
    pub(crate) actors: Vec<Actor<A>>,
}

impl<A: for<'t> Agent<View<'t>>> Stage<A> {
    /// Makes a stage on which all villagers are at home.
    pub(crate) fn new(seed: u64, tree: impl Fn() -> A) -> Self {
        let actor = |person| {
            let tree = tree();
            let trace = Trace::new(tree.nodes());
            Actor { person, tree, trace }
        };
        Self { town: Town::new(seed), actors: Person::all().map(actor).into() }
    }

    /// Advances the town and ticks all villagers.
    pub(crate) fn tick(&mut self) {
        self.town.advance();
        for (number, Actor { person, tree, trace }) in self.actors.iter_mut().enumerate() {
            let is_new_second = self.town.now.subsec_millis() == 0;
            person.hunger = (person.hunger + u32::from(is_new_second)).min(100);
            trace.tick(tree, &mut View { number, me: person, town: &mut self.town });
        }
    }

    /// Returns a line for each villager who does something else than before, and for each spoken text.
    pub(crate) fn news(&self) -> Vec<String> {
        let changed = self.actors.iter().filter(|actor| actor.trace.changed());
        let said =
            self.town.said.iter().map(|(name, text)| {
                paint(Tone::Strong, format_args!("          {name}: \"{text}\""))
            });
        let time = self.town.now.as_secs_f32();
        changed
            .map(|actor| actor.trace.summary(format_args!("{time:6.2} s  {}", actor.person.name)))
            .chain(said)
            .collect()
    }

    /// Returns the active nodes and the possessions of each villager.
    pub(crate) fn people(&self) -> impl Iterator<Item = String> + '_ {
        self.actors.iter().map(|Actor { person, trace, .. }| {
            let Person { name, hunger, basket, coins, .. } = person;
            format!(
                "{}\n        hunger {hunger}, apples {basket}, coins {coins}",
                trace.summary(name)
            )
        })
    }

    /// Returns the map of the town: people by their initials, the wolf as `W`.
    pub(crate) fn map(&self) -> String {
        let glyph = |cell: Cell| {
            let person = self.actors.iter().find(|actor| actor.person.cell == cell);
            if self.town.wolf == Some(cell) {
                return paint(Tone::Bad, 'W');
            }
            if let Some(Actor { person, .. }) = person {
                let tone = if person.has_lamp { Tone::Busy } else { Tone::Good };
                return paint(tone, &person.name[..1]);
            }
            let is_home = self.actors.iter().any(|actor| actor.person.home == cell);
            let place = Place::COMMON.iter().find(|(_, place)| *place == cell);
            match place {
                Some((sign, _)) => sign.to_string(),
                None if is_home => 'h'.to_string(),
                None => paint(Tone::Faint, '·'),
            }
        };
        let row = |y| (0..WIDTH).map(|x| glyph(Cell { x, y })).collect::<String>();
        let rows: Vec<String> = (0..HEIGHT).map(|y| "    ".to_owned() + &row(y)).collect();
        rows.join("\n") + "\n"
    }
}

impl Stage<Loaded<Village>> {
    /// Changes all villagers to the new version of the tree; returns the names of the villagers who start again.
    pub(crate) fn renew(&mut self, trees: &Trees<Village>) -> Vec<&'static str> {
        let mut begun_anew = Vec::new();
        for (number, Actor { person, tree, trace }) in self.actors.iter_mut().enumerate() {
            let was_running = tree.is_running();
            tree.renew(trees, &mut View { number, me: person, town: &mut self.town });
            *trace = Trace::new(tree.nodes());
            trace.set_active(tree.active());
            if was_running && !tree.is_running() {
                begun_anew.push(person.name);
            }
        }
        begun_anew
    }
}
