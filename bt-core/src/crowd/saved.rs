//! The saved form of a crowd: the time at which each agent is due. It does not depend on how the wheel works.

use super::Crowd;
use crate::Wake;
use alloc::vec::Vec;
use core::time::Duration;

#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Saved {
    now: Duration,
    agents: Vec<Wake>,
    #[serde(default)]
    event_driven: Vec<usize>,
}

impl From<Crowd> for Saved {
    fn from(mut crowd: Crowd) -> Self {
        crowd.settle();
        let wake = |agent| match crowd.alarms.get(agent) {
            _ if crowd.is_awake(agent) => Wake::NextTick,
            None => Wake::OnEvent,
            Some(time) => Wake::At(Duration::from_nanos(time)),
        };
        let agents = (0..crowd.len()).map(wake).collect();
        let next = |agent: &usize| crowd.event_driven.first_from(agent + 1);
        let event_driven = core::iter::successors(crowd.event_driven.first_from(0), next).collect();
        Self { now: Duration::from_nanos(crowd.wheel.now()), agents, event_driven }
    }
}

impl From<Saved> for Crowd {
    fn from(saved: Saved) -> Self {
        let mut crowd = Self::new();
        crowd.begin(saved.now);
        crowd.resize(saved.agents.len());
        for (agent, wake) in saved.agents.into_iter().enumerate() {
            crowd.awake.remove(agent);
            crowd.rest(agent, wake);
        }
        for agent in saved.event_driven {
            crowd.insert_event_driven(agent);
        }
        crowd
    }
}
