//! The worlds of the examples with large libraries, for their programs and for their tests.

#[cfg(feature = "cluster")]
#[path = "../cluster/src"]
pub mod cluster {
    //! More agents than one machine holds: a meadow in strips, shared by workers, threads and processes.
    //!
    //! The README explains it.

    pub mod animal;
    pub mod checkpoint;
    pub mod digest;
    pub mod error;
    pub mod parcel;
    pub mod picture;
    pub mod region;
    pub mod run;
    pub mod sockets;
    pub mod trees;
    pub mod world;
}
#[cfg(feature = "stairs")]
#[path = "../stairs/src"]
pub mod stairs {
    //! A player that walks up a stair: a tree above the character controller of rapier.
    //!
    //! The README explains it.

    pub mod chart;
    pub mod course;
    pub mod game;
    pub mod tour;
    pub mod tuning;
    pub mod walker;
    pub mod watch;
    pub mod words;
}
