//! Saves a run, strip by strip, so that any number of workers and processes can go on from it.
//!
//! A checkpoint is a directory `tick-00000100` with a file for each strip. It is complete when all strips are there. A file
//! begins with the schema and a digest of the rest, so that files of other versions and damaged files are refused.

use super::digest::{of_bytes, schema};
use super::error::Error;
use super::parcel::Agent;
use super::world::World;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Older checkpoints are deleted.
const KEPT: usize = 2;
const MAGIC: &[u8; 8] = b"meadow\r\n";

/// A directory of checkpoints, and how often one is written.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    /// The directory.
    pub directory: PathBuf,
    /// The ticks between two checkpoints.
    pub every: u64,
}

/// The contents of a file, after the schema and the digest.
#[derive(Serialize, Deserialize)]
struct Saved {
    world: World,
    tick: u64,
    agents: Vec<Agent>,
}

impl Checkpoints {
    fn path(&self, tick: u64) -> PathBuf {
        self.directory.join(format!("tick-{tick:08}"))
    }

    /// Returns `true` if a checkpoint has to be written at the beginning of a tick.
    #[must_use]
    pub fn is_due(&self, tick: u64) -> bool {
        tick % self.every == 0
    }

    /// Writes the agents of a strip.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save(
        &self,
        world: World,
        tick: u64,
        strip: u32,
        agents: Vec<Agent>,
    ) -> Result<(), Error> {
        let body = super::parcel::encode(&Saved { world, tick, agents })?;
        let head = [u64::from_le_bytes(*MAGIC), schema(), of_bytes(&body)];
        let bytes: Vec<u8> = head.into_iter().flat_map(u64::to_le_bytes).chain(body).collect();
        let directory = self.path(tick);
        fs::create_dir_all(&directory).map_err(at(&directory))?;
        let path = directory.join(file_name(strip));
        // A file that has its name is whole, even if the program is killed while it writes.
        let unfinished = path.with_extension("part");
        fs::write(&unfinished, bytes).map_err(at(&unfinished))?;
        fs::rename(&unfinished, &path).map_err(at(&path))
    }

    /// Reads the agents of a strip.
    ///
    /// # Errors
    ///
    /// If the file is missing, damaged, of another version or of another world.
    pub fn load(&self, world: World, tick: u64, strip: u32) -> Result<Vec<Agent>, Error> {
        let path = self.path(tick).join(file_name(strip));
        let bytes = fs::read(&path).map_err(at(&path))?;
        let (head, body) =
            bytes.split_at_checked(24).ok_or(Error::Damaged { path: path.clone() })?;
        if head[..8] != MAGIC[..] {
            return Err(Error::Damaged { path });
        }
        if head[8..16] != schema().to_le_bytes() {
            return Err(Error::OtherVersion { path });
        }
        if head[16..] != of_bytes(body).to_le_bytes() {
            return Err(Error::Damaged { path });
        }
        let saved: Saved = super::parcel::decode(body)?;
        if saved.world != world || saved.tick != tick {
            let World { agents, seed } = saved.world;
            return Err(Error::OtherWorld { path, agents, seed });
        }
        Ok(saved.agents)
    }

    /// The tick of the last checkpoint that is complete.
    ///
    /// # Errors
    ///
    /// If there is none, or if it is of another version or of another world.
    pub fn last(&self, world: World) -> Result<u64, Error> {
        let mut ticks = self.ticks()?;
        ticks.reverse();
        for tick in ticks {
            // The first strip shows whose checkpoint it is; another world has another number of strips.
            if self.path(tick).join(file_name(0)).exists() {
                self.load(world, tick, 0)?;
            }
            if (0..world.strips()).all(|strip| self.path(tick).join(file_name(strip)).exists()) {
                return Ok(tick);
            }
        }
        Err(Error::NoCheckpoint { path: self.directory.clone() })
    }

    /// The first tick of a run that begins: 0.
    ///
    /// # Errors
    ///
    /// If there is a checkpoint already: a later run would go on from that one.
    pub fn begin(&self, world: World) -> Result<u64, Error> {
        match self.last(world) {
            Err(Error::NoCheckpoint { .. }) => Ok(0),
            Err(error @ Error::File { .. }) => Err(error),
            _ => Err(Error::Occupied { path: self.directory.clone() }),
        }
    }

    /// Deletes all checkpoints before the last ones. Call it when the one of `tick` is complete.
    ///
    /// # Errors
    ///
    /// If a directory cannot be deleted.
    pub fn tidy(&self, tick: u64) -> Result<(), Error> {
        let mut old = self.ticks()?;
        old.retain(|old| *old <= tick);
        old.truncate(old.len().saturating_sub(KEPT));
        old.into_iter().try_for_each(|old| {
            let path = self.path(old);
            fs::remove_dir_all(&path).map_err(at(&path))
        })
    }

    /// The ticks of all checkpoints, also of those that are not complete, in order.
    fn ticks(&self) -> Result<Vec<u64>, Error> {
        let entries = match fs::read_dir(&self.directory) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(at(&self.directory))?,
        };
        let mut ticks = Vec::new();
        for entry in entries {
            let name = entry.map_err(at(&self.directory))?.file_name();
            let tick: Option<u64> =
                name.to_str().and_then(|name| name.strip_prefix("tick-")?.parse().ok());
            ticks.extend(tick);
        }
        ticks.sort_unstable();
        Ok(ticks)
    }
}

fn file_name(strip: u32) -> String {
    format!("strip-{strip:05}")
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> Error {
    |cause| Error::File { path: path.to_owned(), cause }
}
