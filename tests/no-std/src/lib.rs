//! A lamp with a button, on a device without an operating system. There is neither a standard library
//! nor an allocator: this library could not be built if a tree needed one of them.
#![no_std]

use bt_core::observe::Monitor;
use bt_core::{Action, BehaviorTree, Clock, End, NodeId, Observer, Status, behavior_tree};
use core::fmt;
use core::panic::PanicInfo;
use core::time::Duration;

/// The inputs and outputs of a device.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// Milliseconds since the device was switched on.
    pub uptime: u32,
    /// `true` while the button is pressed.
    pub pressed: bool,
    /// The brightness of the lamp, from 0 to 255.
    pub light: u8,
    /// The number of times that the light was interrupted.
    pub interruptions: u32,
}

impl Clock for Device {
    fn now(&self) -> Duration {
        Duration::from_millis(self.uptime.into())
    }
}

/// Changes the brightness by one step per tick.
#[derive(Clone, Copy, Debug)]
pub struct FadeTo {
    /// The wanted brightness.
    pub light: u8,
}

impl Action<Device> for FadeTo {
    fn tick(&mut self, device: &mut Device) -> Status {
        device.light = match device.light.cmp(&self.light) {
            core::cmp::Ordering::Less => device.light + 1,
            core::cmp::Ordering::Equal => return Status::Success,
            core::cmp::Ordering::Greater => device.light - 1,
        };
        Status::Running
    }

    fn end(&mut self, device: &mut Device, end: End) {
        if end == End::Aborted {
            device.interruptions += 1;
        }
    }
}

behavior_tree! {
    /// Lights up when the button is pressed; goes out ten seconds later.
    #[derive(Clone, Debug)]
    pub tree Lamp(device: &mut Device) {
        active_selector {
            sequence {
                condition device.pressed;
                'on: action FadeTo { light: 255 };
                wait(10s);
                fail;
            }
            'off: action FadeTo { light: 0 };
        }
    }

    rules Lamp {
        never 'on && 'off;
        after 'on next 'off.started || !'off.ticked;
    }
}

/// The brightness and the number of flashes.
#[derive(Clone, Copy, Debug)]
pub struct Signal {
    /// From 0 to 255.
    pub light: u8,
    /// At least once.
    pub times: u8,
}

behavior_tree! {
    /// Blinks, and then restores the brightness.
    #[derive(Clone, Debug)]
    pub tree Blink(device: &mut Device, signal: Signal) {
        let(before: u8 = device.light) finally({ device.light = *before; }) for(blink in 0..usize::from(signal.times)) sequence {
            action FadeTo { light: if blink > 2 { u8::MAX } else { signal.light } };
            action FadeTo = FadeTo { light: *before };
        }
    }

    /// Blinks while the button is pressed, and otherwise slowly from time to time.
    #[derive(Clone, Debug)]
    pub tree Signals(device: &mut Device) {
        priority_selector {
            device.pressed => subtree Blink(signal = Signal { light: 200, times: 3 });
            true => active_utility_selector(margin = 0.5) {
                f32::from(device.light) => let(signal: Signal = Some(Signal { light: 100, times: 1 })) subtree Blink(signal = *signal);
                100.0 => wait(1s);
            }
        }
    }
}

behavior_tree! {
    /// The words of trees in files.
    #[derive(Clone, Debug)]
    pub vocabulary Words(device: &mut Device) {
        condition Pressed => device.pressed;
        action FadeTo(light: u8) => FadeTo { light };
        action Dim(by: u8 = 1) => device.light = device.light.saturating_sub(by);
        value Light: u8 => device.light;
        subtree Blinking;
    }

    /// Blinks once.
    #[derive(Clone, Debug)]
    pub tree Blinking(device: &mut Device) {
        subtree Blink(signal = Signal { light: 100, times: 1 });
    }

    /// Trees of a file.
    #[derive(Clone, Debug)]
    pub trees from "src/lamp.tree" with Words;
}

/// The main loop of a lamp whose tree stands in a file.
pub fn run_file(device: &mut Device) -> usize {
    let mut candle = Candle::new();
    while candle.tick(device).is_running() {
        device.uptime += 10;
    }
    Words::WORDS.len()
}

/// The main loop of a lamp that signals.
pub fn run_signals(device: &mut Device) -> bool {
    let mut signals = Signals::new();
    for _ in 0..1_000 {
        device.uptime += 10;
        signals.tick(device);
    }
    signals.abort(device);
    Blink::new(Signal { light: 3, times: 1 }).tick(device).is_running()
}

/// The main loop of a lamp whose rules are checked; returns the first tick that breaks one.
pub fn run_monitored(device: &mut Device) -> Option<u64> {
    let (mut lamp, mut monitor) = (IDLE.clone(), Monitor::<Lamp>::new());
    let mut count = Count(0);
    for tick in 0..1_000 {
        device.pressed = tick / 100 % 2 == 0;
        device.uptime += 10;
        lamp.tick_with(device, &mut (&mut monitor, &mut count));
    }
    lamp.abort_with(device, &mut monitor);
    monitor.broken().map(|broken| broken.tick)
}

/// Counts events, because the device cannot print.
struct Count(u32);

impl Observer for Count {
    fn leaf(&mut self, _: NodeId, _: Status, _: Option<fmt::Arguments<'_>>) {
        self.0 += 1;
    }
}

static IDLE: Lamp = Lamp::new();

/// The device's main loop, as long as `input` has values; returns the number of leaves that were ticked.
pub fn run(device: &mut Device, input: impl IntoIterator<Item = bool>) -> u32 {
    let mut lamp = IDLE.clone();
    let mut count = Count(0);
    for pressed in input {
        device.pressed = pressed;
        device.uptime += 10;
        lamp.tick_with(device, &mut count);
    }
    lamp.abort(device);
    count.0
}

/// The main loop for a button that is pressed all the time.
pub fn run_pressed(device: &mut Device) -> u32 {
    run(device, core::iter::repeat_n(true, 1_000))
}

/// A tick of any tree.
pub fn tick_any<T: BehaviorTree<Device>>(tree: &mut T, device: &mut Device) -> Status {
    tree.tick(device)
}

#[panic_handler]
fn halt(_: &PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
