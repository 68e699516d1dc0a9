//! Random trees, all from one seed. The small ones are in this file as they were generated; the large
//! ones are generated when the crate is built with its feature `large`.

use super::{Leaves, Walk};
use bt_core::behavior_tree;

/// The first seed for which the trees of ten, a hundred and a thousand nodes all succeed, fail and run
/// from time to time.
pub const SEED: u64 = 10;

#[rustfmt::skip]
behavior_tree! {
    /// Ten nodes.
    #[derive(Debug, Clone)]
    #[allow(unreachable_code)]
    pub tree Ten<W: Leaves>(world: &mut W) {
        if world.is_27() {
            sequence {
                action world.do_25();
                condition world.is_41();
            }
        }
        else {
            force_success
            force_failure
            active_sequence {
                action world.do_16();
                action world.do_33();
                condition world.is_33();
            }
        }
    }

    /// A hundred nodes.
    #[derive(Debug, Clone)]
    #[allow(unreachable_code)]
    pub tree Hundred<W: Leaves>(world: &mut W) {
        if world.is_27() {
            sequence {
                selector {
                    active_sequence {
                        condition world.is_56();
                        condition world.is_32();
                        selector {
                            action world.do_12();
                            condition world.is_40();
                        }
                    }
                    selector {
                        action world.do_22();
                        condition world.is_3();
                        sequence {
                            condition world.is_57();
                            action Walk { steps: 2 };
                            action world.do_9();
                        }
                        condition world.is_8();
                    }
                    condition world.is_55();
                    sequence {
                        condition world.is_38();
                        selector {
                            selector {
                                condition world.is_21();
                                condition world.is_12();
                            }
                            retry(4)
                            selector {
                                condition world.is_42();
                                action world.do_57();
                            }
                        }
                    }
                }
                parallel(failure = all) {
                    condition world.is_15();
                    condition world.is_63();
                }
            }
        }
        else {
            sequence {
                selector {
                    wait(2800ms);
                    action Walk { steps: 2 };
                    condition world.is_40();
                    action Walk { steps: 3 };
                    fail;
                    action Walk { steps: 5 };
                }
                parallel {
                    timeout(2200ms)
                    condition world.is_52();
                    action world.do_58();
                    active_selector {
                        action world.do_49();
                        cooldown(1800ms, after = end)
                        action world.do_14();
                        condition world.is_38();
                        running;
                        action world.do_16();
                        active_selector {
                            condition world.is_52();
                            condition world.is_25();
                            running;
                            condition world.is_21();
                        }
                    }
                    selector {
                        every(1000ms)
                        action world.do_39();
                        action Walk { steps: 1 };
                        condition world.is_12();
                        not
                        condition world.is_57();
                        condition world.is_43();
                        monitor {
                            condition world.is_38();
                            monitor {
                                condition world.is_60();
                                action world.do_29();
                            }
                        }
                    }
                }
                sequence {
                    selector {
                        succeed;
                        action world.do_28();
                    }
                    retry(2)
                    retry(5)
                    repeat(4)
                    condition world.is_27();
                    condition world.is_46();
                    selector {
                        wait(200ms);
                        active_if world.is_46() {
                            delay(200ms)
                            wait(2200ms);
                        }
                        else {
                            not
                            action world.do_2();
                        }
                        active_selector {
                            action world.do_20();
                            condition world.is_20();
                            action world.do_11();
                        }
                    }
                }
                selector {
                    wait(700ms);
                    fail;
                    action world.do_61();
                    succeed;
                    every(1000ms)
                    action world.do_62();
                    timeout(1900ms)
                    not
                    action world.do_28();
                }
                every(1200ms)
                condition world.is_1();
            }
        }
    }
}

/// `Thousand` and `TenThousand`.
#[cfg(all(feature = "large", not(clippy)))]
pub mod large {
    use crate::random::{Leaves, Walk, While};

    include!(concat!(env!("OUT_DIR"), "/large.rs"));
}

/// Clippy finds nothing in larger trees that it does not find in a hundred nodes, and takes minutes for
/// them.
#[cfg(all(feature = "large", clippy))]
pub mod large {
    pub use super::{Hundred as Thousand, Hundred as TenThousand};
}
