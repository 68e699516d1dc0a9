//! The stations as a tree.

use super::Crew;
use bt_core::behavior_tree;

behavior_tree! {
    /// Runs all stations at once, until six have succeeded or three have failed.
    #[derive(Clone, Debug)]
    pub tree Stations<C: Crew>(ship: &mut C) {
        parallel(success = 6, failure = 3) {
            sequence {
                selector {
                    condition ship.gun_loaded();
                    action ship.load_gun();
                }
                action ship.fire_gun();
            }
            sequence {
                selector {
                    condition ship.sail_free();
                    action ship.free_sail();
                }
                action ship.hoist_sail();
            }
            sequence {
                selector {
                    condition ship.anchor_clear();
                    action ship.clear_anchor();
                }
                action ship.drop_anchor();
            }
            sequence {
                selector {
                    condition ship.course_known();
                    action ship.take_bearings();
                }
                action ship.steer();
            }
            sequence {
                selector {
                    condition ship.pump_primed();
                    action ship.prime_pump();
                }
                action ship.pump();
            }
            sequence {
                selector {
                    condition ship.stove_lit();
                    action ship.light_stove();
                }
                action ship.cook();
            }
            sequence {
                selector {
                    condition ship.bucket_full();
                    action ship.fill_bucket();
                }
                action ship.scrub();
            }
            sequence {
                selector {
                    condition ship.lamp_filled();
                    action ship.fill_lamp();
                }
                action ship.signal();
            }
        }
    }
}
