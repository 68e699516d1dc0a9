//! Files that are read again when they change.
