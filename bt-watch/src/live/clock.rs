//! The time of the server.
//!
//! In a browser no time passes: there, `Instant::now` panics.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(super) use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(super) use still::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod still {
    use std::ops::Add;
    use std::time::Duration;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(in crate::live) struct Instant;

    impl Instant {
        pub(in crate::live) const fn now() -> Self {
            Self
        }

        pub(in crate::live) const fn elapsed(self) -> Duration {
            Duration::ZERO
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, _: Duration) -> Self {
            self
        }
    }
}
