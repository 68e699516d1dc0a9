//! The instructions of a loaded tree.

use super::{Call, Target};
use crate::Status;

/// One step of a tick, or the end of a block. All indexes and counts are `u32`, so that an instruction takes 32 bytes.
#[derive(Clone, Copy)]
#[repr(u8, align(32))]
pub(in super::super) enum Instruction {
    Finished {
        node: u32,
        status: Status,
    },
    /// Reports the most recent status.
    FinishedSame {
        node: u32,
    },
    Leaf {
        node: u32,
        status: Status,
    },
    /// Aborts the recorded position, if it is in this row of `tested`.
    Abort {
        state: u32,
        row: u32,
        abort: u32,
    },
    Record {
        state: u32,
        position: u32,
    },
    /// Records a position with the most recent deadline.
    RecordDeadline {
        state: u32,
        at: u32,
        position: u32,
    },
    Cool(u32),
    KeepLength(u32),
    Keep {
        at: u32,
        success: bool,
    },
    LeaveChildren(u32),
    RenewChild(u32),
    CountRound(u32),
    Postpone {
        due: u32,
        period: u32,
    },
    Serve(Call),
    Close {
        state: u32,
        success: bool,
    },

    Jump(Target),
    /// Jumps to the target of the recorded position, in a row of `targets`.
    Resume {
        state: u32,
        row: u32,
    },
    /// Asks a condition below `nots` nodes `not`, the first of which is `node`; observers see the results of all.
    Ask {
        call: Call,
        node: u32,
        nots: u16,
        yes: Target,
        no: Target,
    },
    Decide {
        call: Call,
        yes: Target,
        no: Target,
    },
    /// An `Ask` with `value`s among its arguments, which are asked first.
    AskWithValues {
        call: Call,
        node: u32,
        nots: u16,
        yes: Target,
        no: Target,
    },
    DecideWithValues {
        call: Call,
        yes: Target,
        no: Target,
    },
    IsReady {
        cooldown: u32,
        yes: Target,
        no: Target,
    },
    IsInTime {
        until: u32,
        yes: Target,
        no: Target,
    },
    IsDue {
        due: u32,
        yes: Target,
        no: Target,
    },
    HasRounds {
        left: u32,
        yes: Target,
        no: Target,
    },
    Enough {
        frame: u32,
        successes: bool,
        count: u32,
        yes: Target,
        no: Target,
    },
    Remembered {
        at: u32,
        success: Target,
        failure: Target,
        nothing: Target,
    },
    Act {
        call: Call,
        node: u32,
        running: Target,
        success: Target,
        failure: Target,
    },
    /// An `Act` that is recorded and ends the tick if it returns `Running`.
    ActOn {
        call: Call,
        node: u32,
        state: u32,
        position: u32,
        success: Target,
        failure: Target,
    },
    WaitBegins {
        length: u32,
        before: Target,
        over: Target,
    },
    WaitGoesOn {
        until: u32,
        before: Target,
        over: Target,
    },
    Begin {
        position: u32,
        state: u32,
        recorded: u32,
        refused: Target,
        then: Target,
    },
    BeginBeside {
        position: u32,
        state: u32,
        recorded: u32,
        beside: u32,
    },
    Continue {
        position: u32,
        state: u32,
        success: Target,
        failure: Target,
    },
    Child {
        region: u32,
        closed: Target,
        running: Target,
        success: Target,
        failure: Target,
    },
    Return(Status),
    /// Returns the most recent status.
    ReturnSame,
    /// Target of jumps that the machine never takes.
    Nowhere,
}
