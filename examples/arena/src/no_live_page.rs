//! A browser has no server: the live page of a program that runs in one says so.

use crate::story::Story;
use crate::world::Mind;
use crate::world::view::View;
use bt_core::Status;
use bt_core::grid::Handle;

/// Never made.
pub(crate) enum LivePage {}

impl LivePage {
    pub(crate) fn start(_: u16) -> Result<Self, String> {
        Err("no live page: a page in a browser has no server; run the program on the desktop"
            .into())
    }

    pub(crate) fn url(&self) -> String {
        match *self {}
    }

    pub(crate) fn show(&self) {
        match *self {}
    }

    pub(crate) fn add(&mut self, _: Handle, _: String, _: &Mind) {
        match *self {}
    }

    pub(crate) fn remove(&mut self, _: Handle) {
        match *self {}
    }

    pub(crate) fn begin_step(&mut self, _: std::time::Duration) {
        match *self {}
    }

    pub(crate) fn tick(&mut self, _: &mut Mind, _: &mut View<'_>, _: &mut Story) -> Option<Status> {
        match *self {}
    }
}
