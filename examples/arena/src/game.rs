//! The game: the commands of the player. The window and the tests call it.

use crate::budget::{Budget, Part};
use crate::camera::Orbit;
use crate::live_page::LivePage;
use crate::pointer::{self, Gesture};
use crate::selection::Selection;
use crate::tree_file::TreeFile;
use crate::world::body::Kind;
use crate::world::{Population, STEP, World};
use bt_core::grid::Handle;
use bt_core::picking::glam::Vec2;
use bt_core::picking::{Camera, Error};

/// The speeds that the player can choose, in steps per frame.
const SPEEDS: [f32; 6] = [0.1, 0.25, 0.5, 1.0, 2.0, 4.0];
const NORMAL: usize = 3;
/// A slow machine does at most this number of steps in a frame: the world is slow then, but goes on.
const MOST_STEPS: u32 = 6;
/// The distance between the goals of bodies that are sent to one place, in meters.
const SPACING: f32 = 1.6;
/// The angle between two goals, as between the seeds of a sunflower.
const GOLDEN_ANGLE: f32 = 2.399_963;

pub(crate) struct Game {
    pub(crate) world: World,
    pub(crate) orbit: Orbit,
    pub(crate) selection: Selection,
    pub(crate) budget: Budget,
    pub(crate) is_paused: bool,
    /// The camera follows the first selected body.
    pub(crate) is_following: bool,
    /// The last message for the player: the address of the page, or the reason why there is none.
    pub(crate) notice: Option<String>,
    /// The events since the last frame, for the console.
    pub(crate) news: Vec<String>,
    /// The goals of the last command, and the seconds since then.
    pub(crate) marker: Option<(Vec2, f32)>,
    trees: TreeFile,
    page: Option<LivePage>,
    port: u16,
    speed: usize,
    /// The steps that are due; a part of a step waits for the next frame.
    due: f32,
}

/// The settings of a new game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start {
    pub(crate) population: Population,
    pub(crate) seed: u64,
    /// The port of the live page.
    pub(crate) port: u16,
    /// Returns the time in seconds.
    pub(crate) clock: fn() -> f64,
}

impl Game {
    pub(crate) fn new(start: Start, trees: TreeFile) -> Result<Self, bt_core::grid::Error> {
        let world = World::new(start.population, trees.trees().clone(), start.seed)?;
        let orbit = Orbit::around(world.meadow.fold(), 1.55 * world.meadow.pasture);
        Ok(Self {
            world,
            orbit,
            selection: Selection::default(),
            budget: Budget::new(start.clock),
            is_paused: false,
            is_following: false,
            notice: None,
            news: Vec::new(),
            marker: None,
            trees,
            page: None,
            port: start.port,
            speed: NORMAL,
            due: 0.0,
        })
    }
}

/// Time.
impl Game {
    /// Does the steps of a frame that took this long.
    pub(crate) fn update(&mut self, seconds: f32) {
        self.marker = self.marker.map(|(place, age)| (place, age + seconds));
        if self.trees.poll() {
            self.world.renew(self.trees.trees());
            self.selection.renew(&self.world);
            self.news.push("the trees have a new version".into());
        }
        if self.is_paused {
            return;
        }
        self.due += seconds / STEP.as_secs_f32() * SPEEDS[self.speed];
        for _ in 0..MOST_STEPS {
            if self.due < 1.0 {
                break;
            }
            self.due -= 1.0;
            self.step();
        }
        self.due = self.due.min(1.0);
    }

    /// Does one step, also while the game is paused.
    pub(crate) fn step(&mut self) {
        let Self { world, budget, selection, page, news, .. } = self;
        budget.measure(Part::Look, || world.look());
        if let Some(page) = page {
            page.begin_step(world.now);
        }
        budget.measure(Part::Decide, || {
            world.decide(|mind, view| selection.tick(mind, view, page.as_mut()));
        });
        budget.measure(Part::Move, || world.advance());
        for (handle, story) in selection.stories().iter().filter(|(_, story)| story.is_new()) {
            if let Some(body) = world.body(*handle) {
                let name = name(body.kind, *handle);
                news.push(format!("{name}: {}. {}", story.doing(), story.why()));
            }
        }
        for handle in &world.arrived {
            if let Some(body) = world.body(*handle) {
                let (name, Vec2 { x, y }) = (name(body.kind, *handle), body.place);
                news.push(format!("{name} arrived at ({x:.2}, {y:.2})"));
            }
        }
        for handle in selection.forget_gone(world) {
            if let Some(page) = page {
                page.remove(handle);
            }
        }
    }

    pub(crate) fn pause(&mut self, is_paused: bool) {
        if is_paused != self.is_paused {
            self.news.push(if is_paused { "paused" } else { "the world goes on" }.into());
        }
        self.is_paused = is_paused;
        self.due = 0.0;
    }

    pub(crate) fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    pub(crate) fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// In multiples of the normal speed.
    pub(crate) fn speed(&self) -> f32 {
        SPEEDS[self.speed]
    }

    /// The mistakes of the file of trees.
    pub(crate) fn mistakes(&self) -> Option<&str> {
        self.trees.mistakes()
    }

    /// Moves the camera to the first selected body.
    pub(crate) fn follow(&mut self) {
        let first = self.selection.handles().first();
        if let Some(body) = first.and_then(|first| self.world.body(*first)) {
            if self.is_following {
                self.orbit.target = self.orbit.target.lerp(body.place, 0.15);
            }
        }
    }
}

/// The mouse.
impl Game {
    /// Selects what was clicked or framed.
    pub(crate) fn select_by(&mut self, gesture: Gesture, camera: &Camera) -> Result<(), Error> {
        let handles = match gesture {
            Gesture::Click(touch) => Vec::from_iter(pointer::body_at(&self.world, camera, touch)?),
            Gesture::Frame(corner, opposite) => {
                pointer::bodies_in(&self.world, camera, (corner, opposite))?
            }
        };
        self.select(handles);
        Ok(())
    }

    pub(crate) fn select(&mut self, handles: Vec<Handle>) {
        match handles[..] {
            [] => {}
            [one] => {
                if let Some(body) = self.world.body(one) {
                    self.news.push(format!("selected {}", name(body.kind, one)));
                }
            }
            _ => self.news.push(format!("selected {} of them", handles.len())),
        }
        if let Some(page) = &mut self.page {
            self.selection.watched().for_each(|handle| page.remove(handle));
        }
        self.selection = Selection::new(handles, &self.world);
        self.show_on_page();
    }

    /// Selects the body of a kind that is nearest to the fold.
    pub(crate) fn select_kind(&mut self, kind: Kind) {
        let (grid, fold) = (&self.world.meadow.grid, self.world.meadow.fold());
        let nearest = grid.nearest(fold, f32::INFINITY, kind.group());
        self.select(nearest.map(|nearest| nearest.handle).into_iter().collect());
    }

    /// Sends the selected bodies to the point of the ground under the mouse, each to a goal of its own.
    pub(crate) fn send(&mut self, touch: Vec2, camera: &Camera) -> Result<(), Error> {
        let Some(place) = pointer::ground_at(&self.world, camera, touch)? else { return Ok(()) };
        if self.selection.handles().is_empty() {
            return Ok(());
        }
        for (number, handle) in self.selection.handles().iter().enumerate() {
            let number = number as f32;
            let offset = Vec2::from_angle(number * GOLDEN_ANGLE) * SPACING * number.sqrt();
            self.world.send(*handle, place + offset);
        }
        let Vec2 { x, y } = place;
        self.news.push(format!("sent {} to ({x:.2}, {y:.2})", self.selection.handles().len()));
        self.marker = Some((place, 0.0));
        Ok(())
    }
}

/// The live page.
impl Game {
    /// Starts the server of the page, and shows the page in a browser if `show` is true.
    ///
    /// If the port is in use, a notice says so, and the game goes on without the page.
    pub(crate) fn open_page(&mut self, show: bool) {
        if self.page.is_none() {
            match LivePage::start(self.port) {
                Ok(page) => self.page = Some(page),
                Err(problem) => {
                    self.news.push(problem.clone());
                    self.notice = Some(problem);
                    return;
                }
            }
            self.show_on_page();
        }
        if let Some(page) = &self.page {
            let hint = if self.selection.handles().is_empty() { ": select somebody" } else { "" };
            let notice = format!("live page at {}{hint}", page.url());
            self.news.push(notice.clone());
            self.notice = Some(notice);
            if show {
                page.show();
            }
        }
    }

    fn show_on_page(&mut self) {
        let Some(page) = &mut self.page else { return };
        for handle in self.selection.watched() {
            let (body, mind) = (self.world.body(handle), self.world.mind(handle));
            if let (Some(body), Some(mind)) = (body, mind) {
                page.add(handle, name(body.kind, handle), mind);
            }
        }
    }
}

/// `sheep 812`
pub(crate) fn name(kind: Kind, handle: Handle) -> String {
    format!("{kind} {}", handle.index())
}
