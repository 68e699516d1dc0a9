//! The constants of the player, from a file.

use serde::Deserialize;

/// The constants; `tuning.toml` explains them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the file explains them")]
pub struct Tuning {
    pub radius: f32,
    pub height: f32,
    pub hover: f32,
    pub step: f32,
    pub hold: f32,
    pub snap: f32,
    pub slope: f32,
    pub grip: f32,
    pub acceleration: f32,
    pub acceleration_in_air: f32,
    pub rise: Gains,
    pub sink: Gains,
    pub jump: Jump,
}

/// The gains of the height.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the file explains them")]
pub struct Gains {
    pub proportional: f32,
    pub integral: f32,
    pub derivative: f32,
}

/// The constants of jumps and falls.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the file explains them")]
pub struct Jump {
    pub speed: f32,
    pub gravity: f32,
    pub falling: f32,
}

/// The text of the file of this package.
pub const TEXT: &str = include_str!("../tuning.toml");

impl Tuning {
    /// Reads the constants.
    ///
    /// # Errors
    ///
    /// If the text is no TOML, if a constant is missing or unknown, or if a value does not fit; the message shows the line,
    /// or says which values fit.
    pub fn parse(text: &str) -> Result<Self, String> {
        let tuning: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        tuning.check()?;
        Ok(tuning)
    }

    fn check(&self) -> Result<(), String> {
        let ranges = [
            ("radius", self.radius, 0.1, 0.5),
            ("height", self.height, 2.0 * self.radius + 0.1, 3.0),
            ("hover", self.hover, 0.05, 0.3),
            ("step", self.step, self.hover, 1.0),
            ("hold", self.hold, 0.0, 1.0),
            ("snap", self.snap, 0.0, 1.0),
            ("slope", self.slope, 0.0, 80.0),
            ("grip", self.grip, 0.01, 1.0),
            ("acceleration", self.acceleration, 1.0, 1_000.0),
            ("acceleration_in_air", self.acceleration_in_air, 0.0, 1_000.0),
            ("rise.proportional", self.rise.proportional, 0.0, 30.0),
            ("rise.integral", self.rise.integral, 0.0, 30.0),
            ("rise.derivative", self.rise.derivative, 0.0, 1.5),
            ("sink.proportional", self.sink.proportional, 0.0, 30.0),
            ("sink.integral", self.sink.integral, 0.0, 30.0),
            ("sink.derivative", self.sink.derivative, 0.0, 1.5),
            ("jump.speed", self.jump.speed, 0.0, 20.0),
            ("jump.gravity", self.jump.gravity, 1.0, 100.0),
            ("jump.falling", self.jump.falling, 1.0, 5.0),
        ];
        for (name, value, min, max) in ranges {
            if !(min..=max).contains(&value) {
                return Err(format!("{name} = {value}: choose a value from {min} to {max}"));
            }
        }
        Ok(())
    }
}

impl Default for Tuning {
    /// The constants of the file of this package.
    fn default() -> Self {
        Self::parse(TEXT).expect("a test reads this file")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read() {
        assert!(Tuning::parse(TEXT).unwrap().sink.proportional > 0.0);
    }

    #[test]
    fn mistakes_are_shown() {
        let message =
            |from: &str, to: &str| Tuning::parse(&TEXT.replacen(from, to, 1)).unwrap_err();
        assert!(message("hover = 0.1", "hover = -1").contains("choose a value from 0.05 to 0.3"));
        assert!(message("hover = 0.1", "hover = nan").contains("choose a value from 0.05 to 0.3"));
        assert!(message("hover =", "hovr =").contains("unknown field `hovr`, expected one of"));
        assert!(message("hover = 0.1", "").contains("missing field `hover`"));
        let text = message("hover = 0.1", "hover = high");
        assert!(text.contains("line 8"), "{text}");
    }
}
