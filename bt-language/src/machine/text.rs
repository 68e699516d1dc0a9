//! The machine as text, for people, pictures and golden files.
