//! A page, with the actions of a person.

use crate::{Browser, DEADLINE};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::path::Path;
use std::{fs, thread};

/// The color scheme that the person has chosen for the whole system.
#[derive(Clone, Copy, Debug)]
pub enum Scheme {
    /// Dark text on a light page.
    Light,
    /// Light text on a dark page.
    Dark,
}

/// A button of the mouse.
#[derive(Clone, Copy, Debug)]
pub enum Button {
    /// The one that selects.
    Left,
    /// The one for menus.
    Right,
}

/// An open page.
pub struct Page<'a> {
    browser: &'a Browser,
    target: Value,
    tab: String,
    prefers_reduced_motion: bool,
}

impl Drop for Page<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            return;
        }
        self.browser.call(None, "Target.closeTarget", &json!({"targetId": self.target}));
        self.browser.pipe().take_events(&self.tab);
    }
}

impl<'a> Page<'a> {
    pub(crate) fn new(browser: &'a Browser, prefers_reduced_motion: bool) -> Self {
        let mut made = browser.call(None, "Target.createTarget", &json!({"url": "about:blank"}));
        let target = made["targetId"].take();
        let attach = json!({"targetId": target, "flatten": true});
        let tab = browser.call(None, "Target.attachToTarget", &attach);
        let tab = tab["sessionId"].as_str().expect("a tab has a name").to_owned();
        let page = Self { browser, target, tab, prefers_reduced_motion };
        page.emulate(&[]);
        for domain in ["Page", "Runtime", "Log"] {
            page.call(&format!("{domain}.enable"), &json!({}));
        }
        page
    }

    fn call(&self, method: &str, parameters: &Value) -> Value {
        self.browser.call(Some(&self.tab), method, parameters)
    }

    pub(crate) fn go_to(&self, url: &str) {
        self.call("Page.navigate", &json!({"url": url}));
        self.wait_for_load();
    }

    /// Waits until the page is loaded once more.
    pub fn wait_for_load(&self) {
        self.browser.pipe().wait_for(&self.tab, "Page.loadEventFired");
        self.settle();
    }

    /// Makes the page believe that it is in the background: a paused program waits longer for such a page, so
    /// a slow browser does not end the pause.
    pub fn seem_hidden(&self) {
        self.run("Object.defineProperty(document, 'hidden', { value: true }); 0");
    }

    /// Changes the size of the window.
    pub fn resize(&self, width: u32, height: u32) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", &size);
        // The page moves what it shows when it gets to know of it.
        self.wait_until(&format!("innerWidth === {width} && innerHeight === {height}"));
    }

    /// Chooses dark or light.
    pub fn prefer(&self, scheme: Scheme) {
        let value = match scheme {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        self.emulate(&[("prefers-color-scheme", value)]);
        self.settle();
    }

    fn emulate(&self, media: &[(&str, &str)]) {
        let still = self.prefers_reduced_motion.then_some(("prefers-reduced-motion", "reduce"));
        let features = media.iter().copied().chain(still);
        let features = features.map(|(name, value)| json!({"name": name, "value": value}));
        let features = json!({"features": features.collect::<Vec<_>>()});
        self.call("Emulation.setEmulatedMedia", &features);
    }

    /// The value of a JavaScript expression; waits if it is a promise.
    ///
    /// # Panics
    ///
    /// If it throws.
    #[must_use]
    pub fn read(&self, expression: &str) -> Value {
        let ask = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let mut answer = self.call("Runtime.evaluate", &ask);
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        answer["result"]["value"].take()
    }

    /// Runs a script and ignores its value.
    ///
    /// # Panics
    ///
    /// If it throws.
    pub fn run(&self, script: &str) {
        let _ = self.read(script);
    }

    /// The visible text of the first element that matches the selector.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    #[must_use]
    pub fn text(&self, selector: &str) -> String {
        let text = self.read(&format!("document.querySelector({}).innerText", quoted(selector)));
        text.as_str().expect("an element has a text").to_owned()
    }

    /// Waits until all changes have been drawn.
    pub fn settle(&self) {
        let twice = "requestAnimationFrame(() => requestAnimationFrame(done))";
        self.run(&format!("new Promise((done) => {twice})"));
    }

    /// Waits until an expression is true.
    ///
    /// # Panics
    ///
    /// If that takes longer than [`DEADLINE`].
    pub fn wait_until(&self, expression: &str) {
        let deadline = DEADLINE.as_millis();
        let script = format!(
            "new Promise((done) => {{
                const end = performance.now() + {deadline};
                const look = () => {{
                    const is = Boolean({expression});
                    if (is || performance.now() > end) done(is);
                    else setTimeout(look, 20);
                }};
                look();
            }})"
        );
        assert_eq!(self.read(&script), true, "it never came to be: {expression}");
        self.settle();
    }

    /// Presses and releases a key, named as in `KeyboardEvent.key`.
    pub fn press(&self, key: &str) {
        self.press_with(&[], key);
    }

    /// Presses a key while other keys are held: `Alt`, `Control`, `Shift`.
    ///
    /// # Panics
    ///
    /// If another key is to be held.
    pub fn press_with(&self, held: &[&str], key: &str) {
        let modifiers = modifiers(held);
        let text = match key {
            "Enter" => "\r",
            key if key.chars().count() == 1 => key,
            _ => "",
        };
        let is_typed = held.iter().all(|key| *key == "Shift");
        let text = if is_typed { text } else { "" };
        // For its own actions the browser uses the number of the key.
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            " " => 32,
            "Backspace" => 8,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "Delete" => 46,
            _ => 0,
        };
        // Programs that want the place of the key, and not its letter, read this.
        let place = match key {
            " " => "Space".to_owned(),
            key if key.len() == 1 && key.chars().all(char::is_alphabetic) => {
                format!("Key{}", key.to_uppercase())
            }
            key => key.to_owned(),
        };
        let down = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        let event = |kind: &str, text: &str| json!({"type": kind, "key": key, "code": place, "text": text, "windowsVirtualKeyCode": code, "modifiers": modifiers});
        self.call("Input.dispatchKeyEvent", &event(down, text));
        self.call("Input.dispatchKeyEvent", &event("keyUp", ""));
        self.settle();
    }

    /// Types a text into the element that has the focus.
    pub fn type_text(&self, text: &str) {
        self.call("Input.insertText", &json!({ "text": text }));
        self.settle();
    }

    /// Clicks in the middle of the first element that matches the selector, as soon as it is visible.
    ///
    /// # Panics
    ///
    /// If that takes longer than [`DEADLINE`].
    pub fn click(&self, selector: &str) {
        self.click_at(selector, 0.5);
    }

    /// Clicks on that element, at a fraction of its width.
    ///
    /// # Panics
    ///
    /// If it is not visible within [`DEADLINE`].
    pub fn click_at(&self, selector: &str, part: f64) {
        let element = format!("document.querySelector({})", quoted(selector));
        let is_visible = format!("{element}?.getBoundingClientRect().width > 0");
        if self.read(&is_visible) == false {
            self.wait_until(&is_visible);
        }
        let script = format!(
            "(() => {{
                const box = {element}.getBoundingClientRect();
                return [box.left, box.top + box.height / 2, box.width];
            }})()"
        );
        let place = self.read(&script);
        let number = |index: usize| place[index].as_f64().expect("a box has a place");
        let (x, y) = (number(0) + number(2) * part, number(1));
        self.click_point([x, y], Button::Left);
    }

    /// Clicks at a point of the window, in pixels from the upper left corner.
    pub fn click_point(&self, point: [f64; 2], button: Button) {
        self.click_with(&[], point, button);
    }

    /// Clicks while keys are held: `Control`, `Shift`.
    pub fn click_with(&self, held: &[&str], [x, y]: [f64; 2], button: Button) {
        let button = match button {
            Button::Left => "left",
            Button::Right => "right",
        };
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": x, "y": y, "button": button, "clickCount": 1, "modifiers": modifiers(held)});
            self.call("Input.dispatchMouseEvent", &event);
        }
        self.settle();
    }

    /// Drags with the mouse from one place of the window to others, step by step, and lets go at the last one.
    pub fn drag(&self, from: (f64, f64), ways: &[(f64, f64)]) {
        self.press_mouse(from);
        let mut last = from;
        for way in ways {
            // Some steps between, as a hand makes them.
            for step in 1..=4 {
                let part = f64::from(step) / 4.0;
                let between = |from: f64, to: f64| from + (to - from) * part;
                self.mouse("mouseMoved", (between(last.0, way.0), between(last.1, way.1)));
            }
            last = *way;
        }
        self.mouse("mouseReleased", last);
        self.settle();
    }

    /// Presses the button of the mouse, and does not release it.
    pub fn press_mouse(&self, place: (f64, f64)) {
        self.mouse("mousePressed", place);
    }

    /// Moves the mouse while its button is pressed.
    pub fn move_pressed(&self, place: (f64, f64)) {
        self.mouse("mouseMoved", place);
        self.settle();
    }

    /// Releases the button of the mouse.
    pub fn release_mouse(&self, place: (f64, f64)) {
        self.mouse("mouseReleased", place);
        self.settle();
    }

    fn mouse(&self, kind: &str, (x, y): (f64, f64)) {
        let event =
            json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1});
        self.call("Input.dispatchMouseEvent", &event);
    }

    /// Moves the mouse without a button.
    pub fn point_at(&self, (x, y): (f64, f64)) {
        let event = json!({"type": "mouseMoved", "x": x, "y": y});
        self.call("Input.dispatchMouseEvent", &event);
    }

    /// The middle of the element that a JavaScript expression returns.
    ///
    /// # Panics
    ///
    /// If there is no such element.
    #[must_use]
    pub fn middle(&self, element: &str) -> (f64, f64) {
        let script = format!(
            "(() => {{ const box = ({element}).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        let place = self.read(&script);
        let number = |index: usize| place[index].as_f64().expect("a box has a place");
        (number(0), number(1))
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.call("Page.reload", &json!({}));
        self.wait_for_load();
    }

    /// Writes a screenshot into a PNG file.
    ///
    /// # Panics
    ///
    /// If the file cannot be written.
    pub fn screenshot(&self, path: &Path) {
        let picture = self.call("Page.captureScreenshot", &json!({"format": "png"}));
        let data = picture["data"].as_str().expect("a picture is text in base64");
        let data = STANDARD.decode(data).expect("a picture is text in base64");
        fs::write(path, data).expect("the picture can be written");
    }

    /// The lines that the page has written to the console with `log` and `info` since they were last read. The other
    /// events stay.
    #[must_use]
    pub fn logged(&self) -> Vec<String> {
        let mut pipe = self.browser.pipe();
        let events = pipe.take_events(&self.tab);
        let (lines, others): (Vec<Value>, Vec<Value>) = events.into_iter().partition(is_line);
        pipe.give_back(others);
        let text = |line: &Value| line["params"]["args"][0]["value"].as_str().map(str::to_owned);
        lines.iter().filter_map(text).collect()
    }

    /// The errors of the page: exceptions, and errors of the console or the browser.
    #[must_use]
    pub fn complaints(&self) -> Vec<Value> {
        let events = self.browser.pipe().take_events(&self.tab);
        let mut complaints = events;
        complaints.retain(|event| match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => event["params"]["type"] == "error",
            Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
            _ => false,
        });
        complaints
    }
}

/// The keys that are held, as a number.
fn modifiers(held: &[&str]) -> u32 {
    let bit = |key: &&str| match *key {
        "Alt" => 1,
        "Control" => 2,
        "Shift" => 8,
        other => panic!("{other} is not a key that is held"),
    };
    held.iter().map(bit).sum()
}

fn is_line(event: &Value) -> bool {
    let is_plain = matches!(event["params"]["type"].as_str(), Some("log" | "info"));
    event["method"] == "Runtime.consoleAPICalled" && is_plain
}

/// The text as a JavaScript literal.
fn quoted(text: &str) -> Value {
    Value::from(text)
}
