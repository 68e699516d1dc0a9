//! The stations of a ship, by hand: a step is one answer, since a tick has too many combinations of answers.

use stateright::{Model, Property};

/// Eight stations that work at the same time.
pub(crate) struct Steps;

/// The state of one station.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Station {
    #[default]
    Idle,
    Prepare,
    Work,
    Succeeded,
    Failed,
}

/// The next question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    Ready,
    Prepare,
    Work,
}

/// The stations, and where the tick is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    stations: [Station; 8],
    at: usize,
    question: Question,
}

impl State {
    fn count(&self, state: Station) -> usize {
        self.stations.iter().filter(|station| **station == state).count()
    }

    /// A station has finished or runs.
    fn with(mut self, station: Station) -> Self {
        self.stations[self.at] = station;
        if self.count(Station::Succeeded) == 6 || self.count(Station::Failed) == 3 {
            self.stations = Default::default();
            self.at = 7;
        }
        loop {
            self.at = (self.at + 1) % 8;
            self.question = match self.stations[self.at] {
                Station::Idle => Question::Ready,
                Station::Prepare => Question::Prepare,
                Station::Work => Question::Work,
                Station::Succeeded | Station::Failed => continue,
            };
            return self;
        }
    }
}

impl Model for Steps {
    type State = State;
    /// 0 is success, 1 failure, 2 running.
    type Action = u8;

    fn init_states(&self) -> Vec<State> {
        vec![State { stations: Default::default(), at: 0, question: Question::Ready }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<u8>) {
        actions.extend(if state.question == Question::Ready { 0..2 } else { 0..3 });
    }

    fn next_state(&self, state: &State, action: u8) -> Option<State> {
        Some(match (state.question, action) {
            (Question::Ready, 1) => State { question: Question::Prepare, ..*state },
            (Question::Ready, _) | (Question::Prepare, 0) => {
                State { question: Question::Work, ..*state }
            }
            (Question::Prepare | Question::Work, 1) => state.with(Station::Failed),
            (Question::Prepare, _) => state.with(Station::Prepare),
            (Question::Work, 0) => state.with(Station::Succeeded),
            (Question::Work, _) => state.with(Station::Work),
        })
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("fewer than six have succeeded", |_, state: &State| {
            state.count(Station::Succeeded) < 6
        })]
    }
}
