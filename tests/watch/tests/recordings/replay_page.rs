//! The page of a recording contains the recording, whatever the texts of the tree are.

use bt_core::behavior_tree;
use bt_watch::record::{Recorder, Recording};

behavior_tree! {
    tree Hostile(it: &mut u32) {
        /// `</script><!-- <b>`
        sequence {
            condition ["</script><script>alert(1)</script>", "<!-- \u{2028} 🦀"].len() == 2;
            action Err::<(), _>(format!("</script> {it}"));
        }
    }
}

fn recorded() -> Recording {
    let mut recorder = Recorder::with_capacity(10_000);
    let agent = recorder.agent::<Hostile>("</script> & \"it\" \u{2028}");
    recorder.tick_with_snapshot(agent, &mut Hostile::new(), &mut 7);
    recorder.into_recording()
}

#[test]
fn a_page_holds_its_recording() {
    let recording = recorded();
    let page = recording.page().to_string();

    let data = page.split_once("id=\"recording\">").expect("the page has a place for it").1;
    let data = data.split_once("</script>").expect("the place ends").0;
    assert_eq!(Recording::from_json(data).expect("it is a recording"), recording);
    assert!(!data.contains('<'));
    assert_eq!(page.matches("<script").count(), 2, "the page's own and the data");
    assert_eq!(page.matches("</script").count(), 2);
    assert!(page.contains("<title>Hostile</title>"));
}

#[test]
fn a_page_is_saved_as_it_is_written() {
    let recording = recorded();
    let path = std::env::temp_dir().join(format!("replay-{}.html", std::process::id()));
    recording.save_page(&path).expect("the folder for temporary files can be written");
    let written = std::fs::read_to_string(&path);
    std::fs::remove_file(&path).expect("it was written");
    assert_eq!(written.expect("it is UTF-8"), recording.page().to_string());

    let error = recording.save_page(std::env::temp_dir()).expect_err("that is a folder");
    assert!(error.to_string().starts_with(&std::env::temp_dir().display().to_string()));
}
