//! Records the story on a page.

use super::story;
use super::tree::Vacuum;
use bt_watch::record::{Recorder, RecordingError};

/// Runs the story and writes a page that shows it.
pub(crate) fn save(path: &str) -> Result<(), RecordingError> {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Vacuum>("vacuum");
    story(|vacuum, robot, observers| {
        let status = recorder.tick_with(agent, vacuum, robot, observers);
        recorder.snapshot(agent, robot);
        status
    });
    recorder.into_recording().save_page(path)?;
    println!("\n{path} shows it tick by tick; {path}#tick=170 is where it is picked up");
    Ok(())
}
