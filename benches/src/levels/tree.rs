//! The levels as a tree.

use super::Miner;
use bt_core::behavior_tree;

behavior_tree! {
    /// Goes down level by level, digs, and clears the levels on the way up.
    #[derive(Clone, Debug)]
    pub tree Levels<M: Miner>(miner: &mut M) {
        sequence {
            condition miner.open::<0>();
            selector {
                condition miner.found::<1>();
                sequence {
                    condition miner.open::<2>();
                    selector {
                        condition miner.found::<3>();
                        sequence {
                            condition miner.open::<4>();
                            selector {
                                condition miner.found::<5>();
                                sequence {
                                    condition miner.open::<6>();
                                    selector {
                                        condition miner.found::<7>();
                                        sequence {
                                            condition miner.open::<8>();
                                            selector {
                                                condition miner.found::<9>();
                                                sequence {
                                                    condition miner.open::<10>();
                                                    selector {
                                                        condition miner.found::<11>();
                                                        action miner.dig();
                                                        action miner.clear::<11>();
                                                    }
                                                    action miner.clear::<10>();
                                                }
                                                action miner.clear::<9>();
                                            }
                                            action miner.clear::<8>();
                                        }
                                        action miner.clear::<7>();
                                    }
                                    action miner.clear::<6>();
                                }
                                action miner.clear::<5>();
                            }
                            action miner.clear::<4>();
                        }
                        action miner.clear::<3>();
                    }
                    action miner.clear::<2>();
                }
                action miner.clear::<1>();
            }
            action miner.clear::<0>();
        }
    }
}
