//! A program with many villagers, whose tree pages edit, and what a person does in the editor.

use browser::{Browser, Page, wait_until};
use bt_core::behavior_tree;
use bt_core::{Clock, Status};
use bt_watch::live::Live;
use serde::Serialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{env, fs, process};

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) enum Place {
    #[default]
    Home,
    Field,
    Market,
}

#[derive(Default, Serialize)]
pub(crate) struct Npc {
    hunger: f32,
    corn: u32,
    place: Place,
    is_night: bool,
    ticks: u32,
    /// The bites of the last meal.
    pub(crate) bites: u32,
}

impl Npc {
    fn eat(&mut self, bites: u32) -> Status {
        self.bites = bites;
        self.hunger -= 4.0;
        if self.hunger <= 0.0 { Status::Success } else { Status::Running }
    }

    fn go(&mut self, place: Place, _speed: f32) -> Status {
        self.place = place;
        Status::Success
    }

    fn harvest(&mut self) -> bool {
        self.corn += 1;
        self.place == Place::Field
    }
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::from_millis(100) * self.ticks
    }
}

behavior_tree! {
    /// The words of a file about a villager.
    pub(crate) vocabulary Village(npc: &mut Npc) {
        /// The sun has set.
        condition Night => npc.is_night;
        /// It wants to eat.
        condition HungrierThan(/** of 100 */ limit: f32 = 50.0) => npc.hunger > limit;
        /// Eats until it is full.
        action Eat(/** at most, in one tick */ bites: u32 = 3) => npc.eat(bites);
        /// Takes one ear of corn from the field.
        action Harvest => npc.harvest();
        /// Walks to a place.
        action GoTo(place: Place { Home, Field, Market } = Home, /** metres per second */ speed: f32 = 1.5) => npc.go(place, speed);
        /// Lies down until the sun rises.
        action Sleep => if npc.is_night { Status::Running } else { Status::Success };
        /// How hungry it is, of 100.
        value Hunger: f32 => npc.hunger;
        /// The time between two meals.
        value Pause: Duration => Duration::from_secs(2);
        random => npc.ticks;
    }
}

/// The text that the agents run before any page has applied another one.
pub(crate) const FIRST: &str = "tree Villager {\n    running;\n}\n";

pub(crate) struct Program {
    pub(crate) url: String,
    pub(crate) file: PathBuf,
    /// The sum of the bites of all villagers in the last tick.
    bites: Arc<AtomicU64>,
    ticks: Arc<AtomicU64>,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Program {
    /// Starts a program with a number of agents and a file with this text.
    pub(crate) fn start(name: &str, text: &str, agents: usize) -> Self {
        Self::start_with(name, text, &[], agents)
    }

    /// Starts a program whose file brings others, which have these names and texts.
    pub(crate) fn start_with(
        name: &str,
        text: &str,
        others: &[(&str, &str)],
        agents: usize,
    ) -> Self {
        let folder = env::temp_dir().join(format!("editor-{}-{name}", process::id()));
        fs::create_dir_all(&folder).expect("the folder can be made");
        for (name, text) in others {
            let file = folder.join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
            fs::write(file, text).expect("the file can be written");
        }
        let file = folder.join("village.tree");
        fs::write(&file, text).expect("the file can be written");
        let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
        live.let_pause(true);
        let mut edits = live.let_edit::<Village>(&file).expect("the file can be edited");
        let mut trees = Village::load(&file)
            .or_else(|_| Village::parse(FIRST))
            .expect("the first text has no mistakes");
        let url = live.url();
        let (bites, ticks, ends) = <(Arc<AtomicU64>, Arc<AtomicU64>, Arc<AtomicBool>)>::default();
        let (sum, count, end) = (Arc::clone(&bites), Arc::clone(&ticks), Arc::clone(&ends));
        let thread = thread::spawn(move || {
            let mut all: Vec<_> = (0..agents)
                .map(|number| {
                    let tree = trees.tree("Villager").expect("the text has this tree");
                    (live.agent_of(format!("villager {number}"), &tree), tree, Npc::default())
                })
                .collect();
            while !end.load(Ordering::Relaxed) {
                let is_new = edits.take(&mut trees);
                for (agent, tree, npc) in &mut all {
                    if is_new {
                        tree.renew(&trees, npc);
                    }
                    npc.ticks += 1;
                    npc.hunger = (npc.hunger + 1.0).min(100.0);
                    npc.is_night = npc.ticks % 100 > 70;
                    live.tick_with_snapshot(*agent, tree, npc);
                }
                live.next_moment();
                sum.store(
                    all.iter().map(|(_, _, npc)| u64::from(npc.bites)).sum(),
                    Ordering::Relaxed,
                );
                count.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(10));
            }
        });
        Self { url, file, bites, ticks, ends, thread: Some(thread) }
    }

    /// Opens the page with its editor.
    pub(crate) fn edit<'b>(&self, browser: &'b Browser) -> Page<'b> {
        let page = browser.open(&self.url, 1360, 860);
        page.wait_until("document.getElementById('edit-open')");
        page.click("#edit-open");
        page.wait_until("!document.getElementById('edit').hidden");
        page.wait_until(
            "/mistake/.test(document.getElementById('edit-mistake-count').textContent)",
        );
        page
    }

    /// Opens the page with its editor, and the text beside the tree.
    pub(crate) fn edit_text<'b>(&self, browser: &'b Browser) -> Page<'b> {
        let page = self.edit(browser);
        page.click("#edit-show-text");
        page
    }

    /// The text of the file on disk.
    pub(crate) fn text(&self) -> String {
        fs::read_to_string(&self.file).expect("the file can be read")
    }

    pub(crate) fn bites(&self) -> u64 {
        self.bites.load(Ordering::Relaxed)
    }

    pub(crate) fn ticks(&self) -> u64 {
        self.ticks.load(Ordering::Relaxed)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.file.parent().expect("the file is in a folder")
    }
}

pub(crate) fn text(page: &Page<'_>) -> String {
    let text = page.read("document.getElementById('edit-text').value");
    text.as_str().expect("a field has a text").to_owned()
}

/// Waits until the drawing shows this number of nodes of the text.
pub(crate) fn wait_for_nodes(page: &Page<'_>, nodes: usize) {
    page.wait_until(&format!("document.querySelectorAll('#tree [data-text]').length === {nodes}"));
}

pub(crate) fn wait_for_text(page: &Page<'_>, text: &str) {
    page.wait_until(&format!("document.getElementById('edit-text').value === {}", json!(text)));
}

/// A JavaScript expression for the index of the selected node in the text; null if none is selected.
pub(crate) const SELECTED: &str =
    "document.querySelector('#tree [aria-selected=true]')?.getAttribute('data-text') ?? null";

pub(crate) fn wait_for_selected(page: &Page<'_>, node: usize) {
    page.wait_until(&format!("({SELECTED}) === '{node}'"));
}

/// Waits until the agents run the text.
pub(crate) fn apply(page: &Page<'_>) {
    page.wait_until("document.getElementById('edit-said').textContent.startsWith('Applied')");
    page.wait_until("!document.querySelector('#tree [data-mark]')");
}

/// Inserts an entry of the palette by keyboard; `key` is Enter for a sibling, Tab for a child, w for a node around.
pub(crate) fn insert(page: &Page<'_>, key: &str, name: &str, nodes: usize) {
    page.press(key);
    page.wait_until("document.activeElement.id === 'edit-filter'");
    page.type_text(name);
    page.press("Enter");
    page.wait_until("document.activeElement.closest('#tree')");
    wait_for_nodes(page, nodes);
}

/// Writes into a field of the form and returns to the drawing.
pub(crate) fn fill(page: &Page<'_>, field: &str, text: &str) {
    wait_for_check(page);
    page.press("F6");
    page.wait_until("document.activeElement.closest('#edit-form')");
    page.run(&format!("document.querySelector('#edit-form [data-field=\"{field}\"]').select()"));
    page.type_text(text);
    page.press("Enter");
    page.press_with(&["Shift"], "F6");
    page.wait_until("document.activeElement.closest('#tree')");
}

/// A JavaScript expression for the row of the palette with this title.
pub(crate) fn offer(title: &str) -> String {
    format!(
        "[...document.querySelectorAll('#edit-palette li')].find((row) => row.querySelector('.row-title').textContent === '{title}')"
    )
}

/// A place at a node of the drawing.
#[derive(Clone, Copy)]
pub(crate) enum Spot {
    /// On its box.
    On(usize),
    /// At the left end of its box.
    Left(usize),
    /// Between it and what stands above it.
    Above(usize),
    /// Between it and what stands below it.
    Below(usize),
}

/// Returns the point of the window at a node of the text; without nodes, on the tree itself.
pub(crate) fn point(page: &Page<'_>, spot: Spot) -> (f64, f64) {
    // Until the program has checked a text, the drawing shows the one before.
    wait_for_check(page);
    let (node, across, down) = match spot {
        Spot::On(node) => (node, 0.5, 0.5),
        Spot::Left(node) => (node, 0.05, 0.5),
        Spot::Above(node) => (node, 0.5, -0.1),
        Spot::Below(node) => (node, 0.5, 1.1),
    };
    let script = format!(
        "(() => {{ const node = document.querySelector(\"#tree [data-text='{node}']\") ?? document.querySelector('#node-0');
            const box = node.querySelector('.box').getBoundingClientRect();
            return [box.x + box.width * {across}, box.y + box.height * {down}]; }})()"
    );
    let place = page.read(&script);
    let number = |index: usize| place[index].as_f64().expect("a node has a place");
    (number(0), number(1))
}

/// Drags an entry of the palette to a place.
pub(crate) fn drop_offer(page: &Page<'_>, title: &str, spot: Spot, nodes: usize) {
    page.run(&format!("{}.scrollIntoView({{ block: 'center' }})", offer(title)));
    let from = page.middle(&offer(title));
    let to = point(page, spot);
    page.drag(from, &[to]);
    wait_for_nodes(page, nodes);
    page.wait_until(&format!(
        "document.querySelector('#edit-form h2')?.textContent.startsWith('{title}')"
    ));
}

/// Waits until the text contains a part, and is checked.
pub(crate) fn wait_for_part(page: &Page<'_>, part: &str) {
    page.wait_until(&format!(
        "document.getElementById('edit-text').value.includes({})",
        json!(part)
    ));
    wait_for_check(page);
}

/// Waits until the program has checked the text.
pub(crate) fn wait_for_check(page: &Page<'_>) {
    page.wait_until("document.getElementById('edit-form').ariaBusy !== 'true'");
}

/// Waits until the program has found no mistakes.
pub(crate) fn without_mistakes(page: &Page<'_>) {
    page.wait_until(
        "document.getElementById('edit-mistake-count').textContent === '✓ no mistakes'",
    );
}

/// Waits for the beginning of the sentence about the last command.
pub(crate) fn said(page: &Page<'_>, sentence: &str) {
    page.wait_until(&format!(
        "document.getElementById('edit-said').textContent.startsWith({})",
        json!(sentence)
    ));
}

/// Puts the cursor behind the first place of these letters, and types others.
pub(crate) fn type_behind(page: &Page<'_>, letters: &str, typed: &str) {
    page.run(&format!(
        "(() => {{ const field = document.getElementById('edit-text'); field.focus();
            const at = field.value.indexOf({0}) + {0}.length; field.setSelectionRange(at, at); }})()",
        json!(letters)
    ));
    page.settle();
    if !typed.is_empty() {
        page.type_text(typed);
    }
}

pub(crate) const STATE: &str = "document.getElementById('edit-state').textContent";

impl Drop for Program {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            if wait_until(|| thread.is_finished()) && thread.join().is_err() {
                eprintln!("the program has panicked");
            }
        }
        fs::remove_dir_all(self.folder()).ok();
    }
}
