//! The guns as a tree.

use super::Gunner;
use bt_core::behavior_tree;

behavior_tree! {
    /// All guns at once, until six have fired or three cannot.
    #[derive(Clone, Debug)]
    pub tree Salvo<G: Gunner>(guns: &mut G) {
        parallel(success = 6, failure = 3) {
            sequence {
                selector {
                    condition guns.loaded(0);
                    action guns.load(0);
                }
                action guns.fire(0);
            }
            sequence {
                selector {
                    condition guns.loaded(1);
                    action guns.load(1);
                }
                action guns.fire(1);
            }
            sequence {
                selector {
                    condition guns.loaded(2);
                    action guns.load(2);
                }
                action guns.fire(2);
            }
            sequence {
                selector {
                    condition guns.loaded(3);
                    action guns.load(3);
                }
                action guns.fire(3);
            }
            sequence {
                selector {
                    condition guns.loaded(4);
                    action guns.load(4);
                }
                action guns.fire(4);
            }
            sequence {
                selector {
                    condition guns.loaded(5);
                    action guns.load(5);
                }
                action guns.fire(5);
            }
            sequence {
                selector {
                    condition guns.loaded(6);
                    action guns.load(6);
                }
                action guns.fire(6);
            }
            sequence {
                selector {
                    condition guns.loaded(7);
                    action guns.load(7);
                }
                action guns.fire(7);
            }
        }
    }
}
