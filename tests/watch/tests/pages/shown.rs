//! What pages show, the examples that write or serve them, and the folder for pages and their screenshots, for a person to look at.

use browser::{Browser, Page};
use bt_core::NodeId;
use bt_core::observe::Mark;
use bt_watch::record::{Agent, Recording};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

/// Creates the folder if it is missing.
pub(crate) fn directory() -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&directory).expect("the folder for pages can be made");
    directory
}

/// Opens the page of a program that can be paused, as one in the background, which a slow browser does not end.
pub(crate) fn open_pausable<'b>(browser: &'b Browser, url: &str) -> Page<'b> {
    let page = browser.open(url, 1280, 800);
    // Before its first answer, the page does not know whether the program can be paused.
    page.wait_until("document.getElementById('live-pause').checkVisibility()");
    page.seem_hidden();
    page
}

/// Saves the page of a recording and opens it.
pub(crate) fn open<'b>(
    browser: &'b Browser,
    recording: &Recording,
    name: &str,
    place: &str,
) -> Page<'b> {
    let path = directory().join(name);
    recording.save_page(&path).expect("the folder for pages can be written");
    browser.open(&format!("file://{}{place}", path.display()), 1280, 800)
}

/// No error was reported.
#[track_caller]
pub(crate) fn assert_content(page: &Page<'_>) {
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// The program of an example: `workshop`, or `examples/soldier`. All are built at once, with the features of the other
/// tests, so that no library is built again.
pub(crate) fn command(name: &str) -> Command {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let directory = BUILT.get_or_init(|| {
        let built = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--workspace", "--bin", "workshop", "--example", "soldier"])
            .args(["--features", "watch/editor,behavior-trees/record"])
            .status();
        assert!(built.expect("cargo runs").success());
        let this = env::current_exe().expect("tests have a path");
        this.ancestors().nth(2).expect("tests are in `deps`").to_owned()
    });
    Command::new(directory.join(name))
}

/// Runs the example with the arguments of the README.
pub(crate) fn soldier() -> (&'static Path, Recording) {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    let path = PATH.get_or_init(|| {
        let name = format!("soldier-{}.html", std::process::id());
        let path = directory().join(name);
        let output = command("examples/soldier").arg("--record").arg(&path).output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let stays = path.with_file_name("soldier.html");
        fs::rename(&path, &stays).expect("the folder for pages can be written");
        stays
    });
    let page = fs::read_to_string(path).expect("the example has written it");
    let data = page.split_once("id=\"recording\">").expect("it holds the recording").1;
    let data = data.split_once("</script>").expect("that ends").0;
    (path, Recording::from_json(data).expect("it is a recording"))
}

/// The state of each node in a moment: `idle`, or the word of its last event or of its activity.
pub(crate) fn states_at(agent: Agent<'_>, moment: u64) -> Vec<String> {
    let mut states = vec!["idle".to_owned(); agent.tree().nodes().len()];
    let mut set = |node: NodeId, state: String| states[node.index()] = state;
    for (node, mark) in agent.frame_at(moment).into_iter().flat_map(|frame| frame.events()) {
        match mark {
            Mark::Ticked(result) => set(node, result.to_string()),
            Mark::Aborted => set(node, "aborted".to_owned()),
        }
    }
    agent.active_at(moment).into_iter().for_each(|node| set(node, "running".to_owned()));
    states
}

/// The states that the page shows.
pub(crate) fn read_states(page: &Page<'_>) -> Vec<String> {
    let states =
        page.read("[...document.querySelectorAll('.node')].map((node) => node.dataset.state)");
    let states = states.as_array().expect("there are nodes").iter();
    states.map(|state| state.as_str().expect("a state is a word").to_owned()).collect()
}

/// Visible texts whose contrast with their background is below 4.5.
pub(crate) const TOO_FAINT: &str = r"(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const parse = (colour) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const light = (rgb) => {
        const part = (byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * part(rgb[0]) + 0.7152 * part(rgb[1]) + 0.0722 * part(rgb[2]);
    };
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const behind = (element) => {
        const box = element.closest('.node')?.querySelector('.box');
        if (element.closest('.fold')) return parse(getComputedStyle(element.parentElement.querySelector('circle')).fill);
        if (box && element !== box && !element.matches('.counts')) return parse(getComputedStyle(box).fill);
        for (let above = element; above; above = above.parentElement) {
            const colour = parse(getComputedStyle(above).backgroundColor);
            if (colour[3] === 255) return colour;
        }
        return parse(getComputedStyle(document.body).backgroundColor);
    };
    const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const faint = [];
    let seen = 0;
    for (const element of document.querySelectorAll('body *')) {
        if (element.matches('script, title, option') || !hasText(element) || !element.checkVisibility()) continue;
        const style = getComputedStyle(element);
        const colour = parse(element instanceof SVGElement ? style.fill : style.color);
        seen += 1;
        const value = contrast(colour, behind(element));
        if (value < 4.5) faint.push([element.textContent, element.className.baseVal ?? element.className, value.toFixed(2)]);
    }
    // Texts that are drawn on a canvas.
    const root = document.createElement('i');
    document.body.append(root);
    const resolved = (name) => { root.style.color = `var(--${name})`; return parse(getComputedStyle(root).color); };
    for (let tone = 0; tone < 8; tone++) {
        const value = contrast(resolved('text'), resolved(`tone-${tone}`));
        if (value < 4.5) faint.push(['lane', tone, value.toFixed(2)]);
    }
    for (const name of ['muted', 'plot', 'failure', 'success', 'aborted']) {
        const value = contrast(resolved(name), resolved('surface'));
        if (value < 4.5) faint.push(['timeline', name, value.toFixed(2)]);
    }
    root.remove();
    return { seen, faint };
})()";

/// What can be used and has no name.
pub(crate) const NAMELESS: &str = "[...document.querySelectorAll('button, input, select, textarea, [role=slider], [role=treeitem], [role=tree]')]
    .filter((one) => one.checkVisibility())
    .filter((one) => !one.ariaLabel && !one.textContent.trim() && !one.labels?.length)
    .map((one) => one.outerHTML)";
