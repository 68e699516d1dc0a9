//! The guns by hand.

use super::Gunner;
use bt_core::Status;

/// What is going on at one gun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Gun {
    #[default]
    Idle,
    Load,
    Fire,
    Succeeded,
    Failed,
}

impl Gun {
    #[inline]
    fn tick<G: Gunner>(&mut self, guns: &mut G, gun: u32) {
        if matches!(self, Self::Load) || matches!(self, Self::Idle) && !guns.loaded(gun) {
            match guns.load(gun) {
                Status::Running => *self = Self::Load,
                Status::Failure => *self = Self::Failed,
                Status::Success => *self = Self::Fire,
            }
            if !matches!(self, Self::Fire) {
                return;
            }
        }
        *self = match guns.fire(gun) {
            Status::Running => Self::Fire,
            Status::Success => Self::Succeeded,
            Status::Failure => Self::Failed,
        };
    }

    #[inline]
    fn is_open(self) -> bool {
        !matches!(self, Self::Succeeded | Self::Failed)
    }
}

/// What [`tree::Salvo`](super::tree::Salvo) does: a `match` for each gun, and what has finished is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Match {
    guns: [Gun; 8],
}

impl Match {
    /// One tick.
    #[inline]
    pub fn tick<G: Gunner>(&mut self, guns: &mut G) -> Status {
        for gun in 0..8 {
            let state = &mut self.guns[gun as usize];
            if !state.is_open() {
                continue;
            }
            state.tick(guns, gun);
            if state.is_open() {
                continue;
            }
            if self.count(Gun::Succeeded) == 6 {
                return self.finish(Status::Success);
            }
            if self.count(Gun::Failed) == 3 {
                return self.finish(Status::Failure);
            }
        }
        Status::Running
    }

    fn count(self, state: Gun) -> usize {
        self.guns.iter().filter(|&&gun| gun == state).count()
    }

    fn finish(&mut self, status: Status) -> Status {
        *self = Self::default();
        status
    }
}

/// The same with two counts that are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    guns: [Gun; 8],
    succeeded: u8,
    failed: u8,
}

impl Counts {
    /// One tick.
    #[inline]
    pub fn tick<G: Gunner>(&mut self, guns: &mut G) -> Status {
        for gun in 0..8 {
            let state = &mut self.guns[gun as usize];
            if !state.is_open() {
                continue;
            }
            state.tick(guns, gun);
            self.succeeded += u8::from(*state == Gun::Succeeded);
            self.failed += u8::from(*state == Gun::Failed);
            if self.succeeded == 6 || self.failed == 3 {
                let status = Status::from(self.succeeded == 6);
                *self = Self::default();
                return status;
            }
        }
        Status::Running
    }
}

/// The same with a bit for each gun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Masks {
    loading: u8,
    firing: u8,
    succeeded: u8,
    failed: u8,
}

impl Masks {
    /// One tick.
    #[inline]
    pub fn tick<G: Gunner>(&mut self, guns: &mut G) -> Status {
        let mut open = !(self.succeeded | self.failed);
        while open != 0 {
            let gun = open.trailing_zeros();
            let bit = 1 << gun;
            open &= !bit;
            match self.gun(guns, gun, bit) {
                Status::Running => continue,
                Status::Success => self.succeeded |= bit,
                Status::Failure => self.failed |= bit,
            }
            self.firing &= !bit;
            if self.succeeded.count_ones() == 6 || self.failed.count_ones() == 3 {
                let status = Status::from(self.succeeded.count_ones() == 6);
                *self = Self::default();
                return status;
            }
        }
        Status::Running
    }

    #[inline]
    fn gun<G: Gunner>(&mut self, guns: &mut G, gun: u32, bit: u8) -> Status {
        if self.firing & bit == 0 && (self.loading & bit != 0 || !guns.loaded(gun)) {
            let status = guns.load(gun);
            self.loading = self.loading & !bit | if status == Status::Running { bit } else { 0 };
            if status != Status::Success {
                return status;
            }
        }
        let status = guns.fire(gun);
        self.firing |= bit;
        status
    }
}
