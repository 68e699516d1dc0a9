//! The selected bodies, and the stories of the first ones.

use crate::live_page::LivePage;
use crate::story::Story;
use crate::world::view::View;
use crate::world::{Mind, World};
use bt_core::Status;
use bt_core::grid::Handle;

/// The number of selected bodies that have a label, and that the live page shows.
const MOST_WATCHED: usize = 6;

#[derive(Default)]
pub(crate) struct Selection {
    handles: Vec<Handle>,
    stories: Vec<(Handle, Story)>,
}

impl Selection {
    pub(crate) fn new(handles: Vec<Handle>, world: &World) -> Self {
        let watched = handles.iter().take(MOST_WATCHED);
        let story = |handle: &Handle| Some((*handle, Story::new(world.mind(*handle)?)));
        let stories = watched.filter_map(story).collect();
        Self { handles, stories }
    }

    pub(crate) fn handles(&self) -> &[Handle] {
        &self.handles
    }

    /// The bodies that have a label.
    pub(crate) fn watched(&self) -> impl Iterator<Item = Handle> + '_ {
        self.stories.iter().map(|(handle, _)| *handle)
    }

    pub(crate) fn stories(&self) -> &[(Handle, Story)] {
        &self.stories
    }

    /// Ticks a tree: with an observer if the body has a label, and on the live page if there is one.
    pub(crate) fn tick(
        &mut self,
        mind: &mut Mind,
        view: &mut View<'_>,
        page: Option<&mut LivePage>,
    ) -> Status {
        let handle = view.me.handle;
        let story = self.stories.iter_mut().find(|(other, _)| *other == handle);
        let Some((_, story)) = story else { return mind.tick(view) };
        let shown = page.and_then(|page| page.tick(mind, view, story));
        let status = shown.unwrap_or_else(|| mind.tick_with(view, &mut story.reasons));
        story.after_tick(mind);
        status
    }

    /// Removes the bodies that were caught, and returns those that had a label.
    pub(crate) fn forget_gone(&mut self, world: &World) -> Vec<Handle> {
        let is_gone = |handle: &Handle| world.body(*handle).is_none();
        let gone = self.watched().filter(is_gone).collect();
        self.handles.retain(|handle| !is_gone(handle));
        self.stories.retain(|(handle, _)| !is_gone(handle));
        gone
    }

    /// Starts the stories again, for trees that have a new version.
    pub(crate) fn renew(&mut self, world: &World) {
        for (handle, story) in &mut self.stories {
            if let Some(mind) = world.mind(*handle) {
                story.renew(mind);
            }
        }
    }
}
