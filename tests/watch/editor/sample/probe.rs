//! Each probe writes trees of its own here, in the editor and not on the disk.
