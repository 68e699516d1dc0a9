//! The reasons why a run ends, each with a sentence that says what to do.

use std::io;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// The reason why a run cannot begin, or ends early.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum Error {
    #[error("{agents} agents: choose a number from 1 to {max}")]
    Agents { agents: u32, max: u32 },
    #[error(
        "{workers} workers for {strips} strips: a world of {agents} agents has room for at most {strips} workers; \
         take fewer workers or more agents"
    )]
    Workers { workers: usize, strips: usize, agents: u32 },
    #[error(
        "process {process} of {processes}: `--process` counts from 0, and `--hosts` lists all processes"
    )]
    Process { process: usize, processes: usize },
    #[error(
        "cannot listen on {address}: {cause}; end the program that uses the port, or choose another port in `--hosts`"
    )]
    Listen { address: String, cause: io::Error },
    #[error(
        "process {process} has not connected within {patience:?}; start it with `--process {process}` and the \
         same `--hosts`, or wait longer with `--patience`"
    )]
    NotConnected { process: String, patience: Duration },
    #[error(
        "process {process} runs another version or other options: its {what} differ; start all processes \
         from the same build, with the same options except `--process`"
    )]
    Different { process: usize, what: &'static str },
    #[error(
        "no news from the other workers for {patience:?} in tick {tick}; look whether a process hangs, end all processes, \
         and start them again, with `--resume` if there is a checkpoint"
    )]
    Silent { tick: u64, patience: Duration },
    #[error(
        "the connection to another process is lost, or a worker has panicked; look at the messages of all processes, \
         and start them again, with `--resume` if there is a checkpoint"
    )]
    Lost,
    #[error(
        "a message that is no parcel of this version has arrived: {0}; start all processes from the same build"
    )]
    Parcel(postcard::Error),
    #[error("the engine does not start: {0}")]
    Engine(String),
    #[error("the grid refuses an agent: {0}")]
    Grid(#[from] bt_core::grid::Error),
    #[error("{path}: {cause}; check the directory of `--checkpoint`")]
    File { path: PathBuf, cause: io::Error },
    #[error("{path} has checkpoints already; go on with `--resume`, or choose another directory")]
    Occupied { path: PathBuf },
    #[error("{path} has no complete checkpoint; run without `--resume` to begin again")]
    NoCheckpoint { path: PathBuf },
    #[error(
        "{path} was written by another version of the program: the trees or the agents have changed since; go on with that \
         version, or begin again with another directory"
    )]
    OtherVersion { path: PathBuf },
    #[error(
        "{path} is a checkpoint of another world: go on with `--agents {agents} --seed {seed}`"
    )]
    OtherWorld { path: PathBuf, agents: u32, seed: u64 },
    #[error("{path} is damaged; delete its directory to go on from the checkpoint before")]
    Damaged { path: PathBuf },
    #[error(
        "the checkpoint is at tick {tick}, the run ends at tick {ticks}; choose a higher `--ticks`"
    )]
    Finished { tick: u64, ticks: u64 },
}
