//! The levels as a tree.

use super::Digger;
use bt_core::behavior_tree;

behavior_tree! {
    /// Goes down level by level; only the work at the bottom takes time.
    #[derive(Clone, Debug)]
    pub tree Levels<D: Digger>(digger: &mut D) {
        sequence {
            condition digger.open(0);
            selector {
                condition digger.found(1);
                sequence {
                    condition digger.open(2);
                    selector {
                        condition digger.found(3);
                        sequence {
                            condition digger.open(4);
                            selector {
                                condition digger.found(5);
                                sequence {
                                    condition digger.open(6);
                                    selector {
                                        condition digger.found(7);
                                        sequence {
                                            condition digger.open(8);
                                            selector {
                                                condition digger.found(9);
                                                sequence {
                                                    condition digger.open(10);
                                                    selector {
                                                        condition digger.found(11);
                                                        action digger.dig();
                                                    }
                                                }
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
