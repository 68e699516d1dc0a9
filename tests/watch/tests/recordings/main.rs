//! Recordings: what is recorded, kept, saved and loaded, and the page that shows it.

mod damaged_files;
mod exact_values;
mod kept_values;
mod loaded_trees;
mod page_data;
mod recorder;
mod replay_page;
mod retired_agents;
mod snapshots;
