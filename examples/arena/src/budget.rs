//! The frame budget: how long the parts of a frame take.

/// The time of a frame at 60 frames per second, in milliseconds.
pub(crate) const FRAME: f64 = 1000.0 / 60.0;

/// The parts of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Look,
    Decide,
    Move,
    Draw,
}

impl Part {
    pub(crate) const ALL: [Self; 4] = [Self::Look, Self::Decide, Self::Move, Self::Draw];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Look => "look",
            Self::Decide => "decide",
            Self::Move => "move",
            Self::Draw => "draw",
        }
    }
}

/// Measures the parts of each frame, in milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    /// Returns the time in seconds. A browser has no clock in the standard library.
    clock: fn() -> f64,
    current: [f64; 4],
    sums: [f64; 4],
    recent: [f64; 4],
    frames: u32,
}

impl Budget {
    pub(crate) const fn new(clock: fn() -> f64) -> Self {
        Self { clock, current: [0.0; 4], sums: [0.0; 4], recent: [0.0; 4], frames: 0 }
    }

    /// Does a part of the frame, and adds its time.
    pub(crate) fn measure<T>(&mut self, part: Part, work: impl FnOnce() -> T) -> T {
        let begin = (self.clock)();
        let result = work();
        self.current[part as usize] += 1000.0 * ((self.clock)() - begin);
        result
    }

    /// Ends a frame.
    pub(crate) fn end_frame(&mut self) {
        for part in Part::ALL.map(|part| part as usize) {
            // The first frame is shown at once; later ones change the figure slowly, so that it can be read.
            let weight = if self.frames == 0 { 1.0 } else { 0.05 };
            self.recent[part] += weight * (self.current[part] - self.recent[part]);
            self.sums[part] += self.current[part];
        }
        self.current = [0.0; 4];
        self.frames += 1;
    }

    /// The time of a part in the last frames.
    pub(crate) fn recent(&self, part: Part) -> f64 {
        self.recent[part as usize]
    }

    /// The average over all frames: `look 1.20 ms, decide 0.40 ms, move 0.20 ms, draw 3.10 ms`.
    pub(crate) fn average(&self) -> String {
        let frames = f64::from(self.frames.max(1));
        let figure =
            |part: Part| format!("{} {:.2} ms", part.name(), self.sums[part as usize] / frames);
        Part::ALL.map(figure).join(", ")
    }
}
