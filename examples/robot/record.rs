//! Records the story on a page.

use super::story;
use super::world::Work;
use bt_watch::record::{Recorder, RecordingError};

/// Runs the story and writes a page that shows it.
pub(crate) fn save(path: &str) -> Result<(), RecordingError> {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Work>("robot");
    story(|work, robot| {
        let status = recorder.tick(agent, work, robot);
        recorder.snapshot(agent, robot);
        status
    });
    recorder.into_recording().save_page(path)?;
    println!("\n{path} shows it tick by tick; {path}#tick=68 is where the battery is empty");
    Ok(())
}
