//! The messages that workers send each other.

use super::animal::{Body, Event};
use super::error::Error;
use super::trees::Mind;
use glam::Vec2;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// An agent with all its state, which crosses from one worker to another or is saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agent {
    /// Its body.
    pub body: Body,
    /// Its tree, in the middle of its run.
    pub mind: Mind,
}

/// The image of an agent of another worker, near enough to be seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mirror {
    /// The number of the agent.
    pub id: u32,
    /// The group in the grid.
    pub kind: u32,
    /// Its position.
    pub position: Vec2,
}

/// The message of one worker to another in one tick.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parcel {
    /// Agents near the border that have appeared or moved.
    pub mirrors: Vec<Mirror>,
    /// Agents that have left the view of the receiver.
    pub gone: Vec<u32>,
    /// Agents that have crossed the border.
    pub migrants: Vec<Agent>,
    /// Events in reach of the receiver's agents.
    pub events: Vec<Event>,
}

/// Encodes a message. Messages between threads are encoded too, so that the bytes are counted, and cost the same, wherever a
/// worker runs.
///
/// # Errors
///
/// If the encoding fails.
pub fn encode(message: &impl Serialize) -> Result<Vec<u8>, Error> {
    postcard::to_stdvec(message).map_err(Error::Parcel)
}

/// Decodes a message.
///
/// # Errors
///
/// If the bytes are no message of this type.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    postcard::from_bytes(bytes).map_err(Error::Parcel)
}
