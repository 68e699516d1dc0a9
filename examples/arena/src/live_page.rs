//! The page that shows the trees of the selected agents in a browser, while the program runs.

use crate::story::Story;
use crate::world::Mind;
use crate::world::view::View;
use bt_core::Status;
use bt_core::grid::Handle;
use bt_watch::live::Live;
use bt_watch::record::AgentId;
use serde::Serialize;

pub(crate) struct LivePage {
    live: Live,
    /// The selected agents.
    agents: Vec<(Handle, AgentId)>,
}

/// The state of a body, for the page.
#[derive(Serialize)]
struct Snapshot {
    place: [f32; 2],
    speed: f32,
    hunger: f32,
    sent_to: Option<[f32; 2]>,
    hunter_at: Option<f32>,
    shepherd_at: Option<f32>,
    neighbors: u32,
}

impl LivePage {
    /// Starts the server at a port of this machine; 0 is a free one. The error says what to do.
    pub(crate) fn start(port: u16) -> Result<Self, String> {
        let live = Live::at(("127.0.0.1", port))
            .map_err(|error| format!("no live page: {error}; --port takes another one"))?;
        Ok(Self { live, agents: Vec::new() })
    }

    pub(crate) fn url(&self) -> String {
        self.live.url()
    }

    /// Opens the page in a browser. If there is none, the person opens the address on the screen.
    pub(crate) fn show(&self) {
        open::that_detached(self.url()).ok();
    }

    pub(crate) fn add(&mut self, handle: Handle, name: String, mind: &Mind) {
        let agent = self.live.agent_of(name, mind);
        self.agents.push((handle, agent));
    }

    pub(crate) fn remove(&mut self, handle: Handle) {
        self.agents.retain(|(other, agent)| {
            if *other == handle {
                self.live.retire(*agent);
            }
            *other != handle
        });
    }

    /// Begins the next moment of the recording.
    pub(crate) fn begin_step(&mut self, now: std::time::Duration) {
        self.live.next_moment_at(now);
    }

    /// Ticks the tree of an agent for the page and for the label; `None` if the page does not show the agent.
    pub(crate) fn tick(
        &mut self,
        mind: &mut Mind,
        view: &mut View<'_>,
        story: &mut Story,
    ) -> Option<Status> {
        let handle = view.me.handle;
        let agent = self.agents.iter().find(|(other, _)| *other == handle)?.1;
        let status = self.live.tick_with(agent, mind, view, &mut story.reasons);
        self.live.snapshot(agent, &Snapshot::of(view));
        Some(status)
    }
}

impl Snapshot {
    fn of(view: &View<'_>) -> Self {
        let body = &view.me;
        Self {
            place: body.place.to_array(),
            speed: body.velocity.length(),
            hunger: body.hunger.round(),
            sent_to: body.order.map(|order| order.to_array()),
            hunter_at: body.seen.hunter.map(|hunter| hunter.distance),
            shepherd_at: body.seen.shepherd.map(|shepherd| shepherd.distance),
            neighbors: body.seen.neighbors,
        }
    }
}
