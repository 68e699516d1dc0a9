//! The command line.

use clap::Parser;
use clap::error::ErrorKind;
use examples::cluster::checkpoint::Checkpoints;
use examples::cluster::error::Error;
use examples::cluster::run::Plan;
use examples::cluster::sockets::Processes;
use examples::cluster::world::World;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

/// A meadow of sheep and wolves, in strips, shared by workers: threads of this process, and other processes.
#[derive(Debug, Parser)]
#[command(max_term_width = 100)]
pub(crate) struct Options {
    /// Workers in each process
    #[arg(short, long, default_value_t = 1)]
    workers: usize,
    /// Agents in the whole world
    #[arg(short, long, default_value_t = 200_000)]
    agents: u32,
    /// Ticks, each of a tenth of a second
    #[arg(short, long, default_value_t = 200)]
    ticks: u64,
    /// Another seed gives another run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The addresses of all processes, in order: `10.0.0.1:2101,10.0.0.2:2101`
    #[arg(long, value_delimiter = ',')]
    hosts: Vec<String>,
    /// The number of this process, from 0
    #[arg(short, long, requires = "hosts")]
    process: Option<usize>,
    /// Seconds to wait for another process
    #[arg(long, default_value_t = 30.0, value_parser = seconds)]
    patience: f64,
    /// A directory for checkpoints; all processes need the same
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Ticks between two checkpoints
    #[arg(long, default_value = "50")]
    every: NonZeroU64,
    /// Goes on from the last checkpoint
    #[arg(long, requires = "checkpoint")]
    resume: bool,
    /// Runs this often with one worker and with all workers, in turn, and compares
    #[arg(long, conflicts_with_all = ["hosts", "checkpoint"])]
    pub(crate) compare: Option<u32>,
    /// Writes a picture of the end, as SVG
    #[arg(long)]
    pub(crate) picture: Option<PathBuf>,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| Duration::try_from_secs_f64(*seconds).is_ok());
    seconds.ok_or_else(|| "write a number of seconds, such as 30".into())
}

impl Options {
    /// Reads the command line. A mistake ends the program, with a list of the options.
    pub(crate) fn read() -> Self {
        Self::try_parse().unwrap_or_else(|error| {
            if error.kind() == ErrorKind::UnknownArgument {
                eprint!("{error}");
                eprintln!("\n{}", <Self as clap::CommandFactory>::command().render_help());
                std::process::exit(2);
            }
            error.exit()
        })
    }

    pub(crate) fn plan(&self) -> Result<Plan, Error> {
        let every = self.every.get();
        Ok(Plan {
            world: World::new(self.agents, self.seed)?,
            ticks: self.ticks,
            workers: self.workers,
            patience: Duration::from_secs_f64(self.patience),
            checkpoints: self.checkpoint.clone().map(|directory| Checkpoints { directory, every }),
            resume: self.resume,
        })
    }

    /// The processes of the run; `None` if there is only this one.
    pub(crate) fn processes(&self) -> Option<Processes> {
        let (process, hosts) = (self.process.unwrap_or(0), self.hosts.clone());
        let patience = Duration::from_secs_f64(self.patience);
        (hosts.len() > 1 || process > 0).then_some(Processes { process, hosts, patience })
    }
}
