#[allow(unused_imports, reason = "a call before this one may have imported it")]
use ::bt_core::__private::scope::*;
const _: () = {
    #[allow(
        dead_code,
        unreachable_code,
        unreachable_patterns,
        unused_braces,
        clippy::diverging_sub_expression,
        clippy::impl_trait_in_params,
        clippy::match_same_arms,
        clippy::ptr_arg,
        clippy::ref_patterns,
        clippy::shadow_same,
        clippy::shadow_reuse,
        clippy::shadow_unrelated,
        clippy::too_many_arguments,
        clippy::too_many_lines,
        reason = "a word is what its author wrote"
    )]
    impl Drill {
        /// The words, in the order of their declaration.
        pub const WORDS: &'static [__bt::vocabulary::Word] = const {
            &[
                __bt::vocabulary::Word::new(
                    "HealthBelow",
                    __bt::vocabulary::WordKind::Condition,
                    const {
                        &[
                            __bt::vocabulary::Parameter::new(
                                "limit",
                                __bt::vocabulary::Type::Integer("i32"),
                                false,
                                __bt::Some(__bt::vocabulary::Value::Integer(20i128)),
                                __bt::None,
                            ),
                        ]
                    },
                    const { &[] },
                    __bt::Some("It is hurt."),
                ),
                __bt::vocabulary::Word::new(
                    "Attack",
                    __bt::vocabulary::WordKind::Action {
                        is_stateful: false,
                    },
                    const { &[] },
                    const { &[] },
                    __bt::None,
                ),
                __bt::vocabulary::Word::new(
                    "Say",
                    __bt::vocabulary::WordKind::Action {
                        is_stateful: false,
                    },
                    const {
                        &[
                            __bt::vocabulary::Parameter::new(
                                "text",
                                __bt::vocabulary::Type::Text,
                                false,
                                __bt::None,
                                __bt::None,
                            ),
                            __bt::vocabulary::Parameter::new(
                                "side",
                                __bt::vocabulary::Type::Enum {
                                    name: "Side",
                                    variants: const { &["Left", "Right"] },
                                },
                                false,
                                __bt::Some(__bt::vocabulary::Value::Variant(0usize)),
                                __bt::None,
                            ),
                        ]
                    },
                    const { &[] },
                    __bt::None,
                ),
                __bt::vocabulary::Word::new(
                    "MoveTo",
                    __bt::vocabulary::WordKind::Action {
                        is_stateful: true,
                    },
                    const {
                        &[
                            __bt::vocabulary::Parameter::new(
                                "x",
                                __bt::vocabulary::Type::F32,
                                false,
                                __bt::None,
                                __bt::None,
                            ),
                            __bt::vocabulary::Parameter::new(
                                "y",
                                __bt::vocabulary::Type::F32,
                                false,
                                __bt::None,
                                __bt::None,
                            ),
                            __bt::vocabulary::Parameter::new(
                                "speed",
                                __bt::vocabulary::Type::F32,
                                false,
                                __bt::Some(__bt::vocabulary::Value::F32(1.5f32)),
                                __bt::Some("metres per second"),
                            ),
                        ]
                    },
                    const { &[] },
                    __bt::Some("Walks to a place."),
                ),
                __bt::vocabulary::Word::new(
                    "Brave",
                    __bt::vocabulary::WordKind::Decorator,
                    const {
                        &[
                            __bt::vocabulary::Parameter::new(
                                "up_to",
                                __bt::vocabulary::Type::Integer("u32"),
                                false,
                                __bt::Some(__bt::vocabulary::Value::Integer(3i128)),
                                __bt::None,
                            ),
                        ]
                    },
                    const { &[] },
                    __bt::None,
                ),
                __bt::vocabulary::Word::new(
                    "Spot",
                    __bt::vocabulary::WordKind::Type,
                    const { &[] },
                    const { &[] },
                    __bt::None,
                ),
                __bt::vocabulary::Word::new(
                    "Health",
                    __bt::vocabulary::WordKind::Value(
                        __bt::vocabulary::Type::Integer("i32"),
                    ),
                    const { &[] },
                    const { &[] },
                    __bt::None,
                ),
                __bt::vocabulary::Word::new(
                    "Reload",
                    __bt::vocabulary::WordKind::Subtree {
                        part: __bt::Some("&mut npc.weapon"),
                    },
                    const { &[] },
                    const { &[] },
                    __bt::None,
                ),
            ]
        };
        #[inline]
        fn __make_2(
            #[allow(unused_variables)]
            npc: &Npc,
            text: &'static ::core::primitive::str,
            side: Side,
        ) -> __DrillType2 {
            let __made: __DrillType2 = __bt::KeptArguments {
                values: (
                    __bt::Text(text),
                    {
                        let __value = side;
                        match __value {
                            Side::Left => 0,
                            Side::Right => 1,
                            _ => 0,
                        }
                    },
                ),
                given: __bt::None,
                of: __bt::PhantomData,
            };
            __made
        }
        #[inline]
        fn __make_3(
            #[allow(unused_variables)]
            npc: &Npc,
            x: ::core::primitive::f32,
            y: ::core::primitive::f32,
            speed: ::core::primitive::f32,
        ) -> __DrillType3 {
            let __made: __DrillType3 = __DrillType3 { x, y, speed };
            __made
        }
        #[inline]
        fn __make_4(
            #[allow(unused_variables)]
            npc: &Npc,
            up_to: ::core::primitive::u32,
        ) -> __DrillType4 {
            let __made: __DrillType4 = __DrillType4 { up_to };
            __made
        }
        #[inline]
        fn __value_6(#[allow(unused_variables)] npc: &Npc) -> ::core::primitive::i32 {
            let __value: ::core::primitive::i32 = {
                let ref npc = *npc;
                npc.health
            };
            __value
        }
    }
    #[allow(
        dead_code,
        unreachable_code,
        unreachable_patterns,
        unused_braces,
        clippy::diverging_sub_expression,
        clippy::impl_trait_in_params,
        clippy::match_same_arms,
        clippy::ptr_arg,
        clippy::ref_patterns,
        clippy::shadow_same,
        clippy::shadow_reuse,
        clippy::shadow_unrelated,
        clippy::too_many_arguments,
        clippy::too_many_lines,
        reason = "a word is what its author wrote"
    )]
    impl __bt::Vocabulary for Drill {
        type Held = __DrillHeld;
        type Own = __DrillOwn;
        const NAME: &'static ::core::primitive::str = "Drill";
        const WORDS: &'static [__bt::vocabulary::Word] = Self::WORDS;
        const HAS_RANDOM: __bt::bool = true;
        const HAS_CLOCK: __bt::bool = {
            #[allow(unused_imports, reason = "a blackboard may have a clock")]
            use __bt::Untimed as _;
            __bt::Timed::<Npc>::HAS_CLOCK
        };
        fn nodes(__word: __bt::usize) -> &'static [__bt::Node] {
            match __word {
                7 => <Reload as __bt::Machine>::TABLE,
                _ => &[],
            }
        }
        fn copied(__own: &__DrillOwn) -> __DrillOwn {
            match *__own {
                __DrillOwn::Spot5(ref __value) => {
                    __DrillOwn::Spot5(::core::clone::Clone::clone(__value))
                }
            }
        }
        fn shown(__own: &__DrillOwn) -> __bt::Option<&dyn ::core::fmt::Debug> {
            match *__own {
                __DrillOwn::Spot5(ref __value) => __bt::Value(__value).as_debug(),
            }
        }
        fn any(__own: &__DrillOwn) -> &dyn ::core::any::Any {
            match *__own {
                __DrillOwn::Spot5(ref __value) => __value,
            }
        }
        fn own_of(
            #[allow(unused_variables)]
            __name: &::core::primitive::str,
            #[allow(unused_variables)]
            __value: &dyn ::core::any::Any,
        ) -> __bt::Option<__DrillOwn> {
            match __name {
                "Spot" => __value.downcast_ref().cloned().map(__DrillOwn::Spot5),
                _ => __bt::None,
            }
        }
        fn word(__held: &__DrillHeld) -> __bt::usize {
            match __held {
                __DrillHeld::Say2(..) => 2,
                __DrillHeld::MoveTo3(..) => 3,
                __DrillHeld::Brave4(..) => 4,
                __DrillHeld::Reload7(..) => 7,
                _ => __bt::usize::MAX,
            }
        }
        fn tree(__word: __bt::usize) -> __bt::Option<__DrillHeld> {
            match __word {
                7 => {
                    __bt::Some(
                        __DrillHeld::Reload7(
                            <Reload as __bt::Machine>::begin(__bt::NoParameters::NONE),
                            <Reload as __bt::Machine>::FORGOTTEN,
                        ),
                    )
                }
                _ => __bt::None,
            }
        }
        fn fingerprint(__word: __bt::usize) -> ::core::primitive::u64 {
            match __word {
                7 => <Reload as __bt::Machine>::FINGERPRINT,
                _ => 0,
            }
        }
        fn tip(
            __held: &__DrillHeld,
            #[allow(unused_variables)]
            __from: __bt::u32,
        ) -> __bt::u32 {
            match __held {
                __DrillHeld::Reload7(__state, _) => {
                    <Reload as __bt::Machine>::tip_parts(__state, __from)
                }
                _ => __bt::NOTHING,
            }
        }
        fn kept(
            __held: &__DrillHeld,
            #[allow(unused_variables)]
            __kept: &mut __bt::Kept<'_>,
        ) {
            match __held {
                __DrillHeld::Reload7(__state, _) => {
                    <<Reload as __bt::Machine>::Tree as __bt::Machine>::kept_parts(
                        __state,
                        __kept,
                    )
                }
                _ => {}
            }
        }
        fn next_wake<const __IF_UNCHANGED: __bt::bool>(
            __held: &__DrillHeld,
        ) -> __bt::Wake {
            match __held {
                __DrillHeld::MoveTo3(__kept) => {
                    <__DrillType3 as __bt::Action<Npc>>::next_wake(__kept)
                }
                __DrillHeld::Reload7(__state, __memory) => {
                    __bt::elsewhere({
                        const {
                            ::core::assert!(
                                ! < Reload as __bt::Machine > ::CLEANS_UP,
                                "a cleanup of this tree takes time, and nothing here can wait for it: only the cleanups of trees in the same `behavior_tree!` are known; declare the tree there"
                            )
                        };
                        <Reload as __bt::Machine>::wake_parts::<
                            __IF_UNCHANGED,
                        >(__state, __memory)
                    })
                }
                _ => __bt::Wake::NextTick,
            }
        }
        fn shift(
            __held: &mut __DrillHeld,
            #[allow(unused_variables)]
            __by: ::core::time::Duration,
        ) {
            match __held {
                __DrillHeld::MoveTo3(__kept) => {
                    <__DrillType3 as __bt::Action<Npc>>::shift(__kept, __by)
                }
                __DrillHeld::Brave4(__kept) => {
                    <__DrillType4 as __bt::Decorator<Npc>>::shift(__kept, __by)
                }
                __DrillHeld::Reload7(__state, __memory) => {
                    <<Reload as __bt::Machine>::Tree as __bt::Machine>::shift_parts(
                        __state,
                        __by,
                    );
                    <<Reload as __bt::Machine>::Tree as __bt::Machine>::shift_memory(
                        __memory,
                        __by,
                    );
                }
                _ => {}
            }
        }
    }
    #[allow(
        dead_code,
        unreachable_code,
        unreachable_patterns,
        unused_braces,
        clippy::diverging_sub_expression,
        clippy::impl_trait_in_params,
        clippy::match_same_arms,
        clippy::ptr_arg,
        clippy::ref_patterns,
        clippy::shadow_same,
        clippy::shadow_reuse,
        clippy::shadow_unrelated,
        clippy::too_many_arguments,
        clippy::too_many_lines,
        reason = "a word is what its author wrote"
    )]
    impl __bt::Play<Npc> for Drill {
        fn ask(
            __word: __bt::usize,
            #[allow(unused_variables)]
            __arguments: __bt::Arguments<'_, __DrillOwn>,
            #[allow(unused_variables)]
            npc: &Npc,
        ) -> __bt::bool {
            match __word {
                0 => {
                    let limit: ::core::primitive::i32 = __arguments.get(0);
                    {
                        let ref npc = *npc;
                        __bt::holds(npc.health < limit)
                    }
                }
                _ => false,
            }
        }
        #[inline]
        fn leaf(
            __word: __bt::usize,
            #[allow(unused_variables)]
            __arguments: __bt::Arguments<'_, __DrillOwn>,
            #[allow(unused_variables)]
            npc: &mut Npc,
            #[allow(unused_variables)]
            __events: impl __bt::Events,
            #[allow(unused_variables)]
            __node: __bt::u32,
        ) -> __bt::Done {
            #[allow(unused_imports, reason = "one of them is needed")]
            use __bt::{Mistaken as _, Tell as _};
            match __word {
                0 => {
                    #[allow(unused_variables)]
                    let npc: &Npc = &*npc;
                    let __holds: __bt::bool = {
                        let limit: ::core::primitive::i32 = __arguments.get(0);
                        {
                            let ref npc = *npc;
                            __bt::holds(npc.health < limit)
                        }
                    };
                    <__bt::Done as ::core::convert::From<_>>::from(__holds)
                }
                1 => {
                    let __status: __bt::Status = {
                        let __status = __bt::action(npc.attack()).tell(__events, __node);
                        __status
                    };
                    <__bt::Done as ::core::convert::From<_>>::from(__status)
                }
                2 => {
                    let __status: __bt::Status = {
                        let mut __made = Self::__make_2(
                            &*npc,
                            __arguments.get(0),
                            match __arguments.variant(1) {
                                0 => Side::Left,
                                _ => Side::Right,
                            },
                        );
                        __made.tick_with((), npc, __events, __node)
                    };
                    <__bt::Done as ::core::convert::From<_>>::from(__status)
                }
                _ => __bt::Done::Other,
            }
        }
        fn value(
            __word: __bt::usize,
            #[allow(unused_variables)]
            __arguments: __bt::Arguments<'_, __DrillOwn>,
            #[allow(unused_variables)]
            npc: &Npc,
        ) -> __bt::vocabulary::Value {
            match __word {
                6 => __bt::vocabulary::Plain::value(Self::__value_6(npc)),
                _ => __bt::vocabulary::Value::Bool(false),
            }
        }
        fn own(
            __word: __bt::usize,
            #[allow(unused_variables)]
            __arguments: __bt::Arguments<'_, __DrillOwn>,
            #[allow(unused_variables)]
            npc: &Npc,
        ) -> __bt::Option<__DrillOwn> {
            match __word {
                _ => __bt::None,
            }
        }
        fn draw(#[allow(unused_variables)] npc: &mut Npc) -> __bt::u32 {
            let __drawn: __bt::u32 = npc.dice();
            __drawn
        }
        fn now(#[allow(unused_variables)] npc: &Npc) -> ::core::time::Duration {
            #[allow(unused_imports, reason = "a blackboard may have a clock")]
            use __bt::Untimed as _;
            __bt::Timed::<Npc>::now(npc)
        }
        fn make(
            __word: __bt::usize,
            #[allow(unused_variables)]
            __arguments: __bt::Arguments<'_, __DrillOwn>,
            #[allow(unused_variables)]
            npc: &mut Npc,
        ) -> __bt::Option<__DrillHeld> {
            match __word {
                2 => {
                    __bt::Some(
                        __DrillHeld::Say2(
                            Self::__make_2(
                                &*npc,
                                __arguments.get(0),
                                match __arguments.variant(1) {
                                    0 => Side::Left,
                                    _ => Side::Right,
                                },
                            ),
                        ),
                    )
                }
                3 => {
                    __bt::Some(
                        __DrillHeld::MoveTo3(
                            Self::__make_3(
                                &*npc,
                                __arguments.get(0),
                                __arguments.get(1),
                                __arguments.get(2),
                            ),
                        ),
                    )
                }
                4 => {
                    __bt::Some(
                        __DrillHeld::Brave4(Self::__make_4(&*npc, __arguments.get(0))),
                    )
                }
                _ => __bt::None,
            }
        }
        fn check(
            __held: &__DrillHeld,
            #[allow(unused_variables)]
            npc: &Npc,
        ) -> __bt::bool {
            match __held {
                __DrillHeld::Say2(__kept) => {
                    <__DrillType2 as __bt::Action<Npc>>::check(__kept, npc)
                }
                __DrillHeld::MoveTo3(__kept) => {
                    <__DrillType3 as __bt::Action<Npc>>::check(__kept, npc)
                }
                __DrillHeld::Brave4(__kept) => {
                    <__DrillType4 as __bt::Decorator<Npc>>::check(__kept, npc)
                }
                _ => true,
            }
        }
        fn start(__held: &mut __DrillHeld, #[allow(unused_variables)] npc: &mut Npc) {
            match __held {
                __DrillHeld::Say2(__kept) => {
                    <__DrillType2 as __bt::Action<Npc>>::start(__kept, npc)
                }
                __DrillHeld::MoveTo3(__kept) => {
                    <__DrillType3 as __bt::Action<Npc>>::start(__kept, npc)
                }
                __DrillHeld::Brave4(__kept) => {
                    <__DrillType4 as __bt::Decorator<Npc>>::start(__kept, npc)
                }
                _ => {}
            }
        }
        fn tick(
            __held: &mut __DrillHeld,
            #[allow(unused_variables)]
            __arguments: __bt::Arguments<'_, __DrillOwn>,
            #[allow(unused_variables)]
            npc: &mut Npc,
            #[allow(unused_variables)]
            __events: impl __bt::Events,
            #[allow(unused_variables)]
            __node: __bt::u32,
            #[allow(unused_variables)]
            __results: __bt::ResultSlots<'_, __DrillOwn>,
        ) -> __bt::Status {
            match __held {
                __DrillHeld::Say2(__kept) => __kept.tick_with((), npc, __events, __node),
                __DrillHeld::MoveTo3(__kept) => {
                    <__DrillType3 as __bt::Action<
                        Npc,
                    >>::report_tick(__kept, npc, __events, __node)
                }
                _ => __bt::Failure,
            }
        }
        fn end(
            __held: &mut __DrillHeld,
            #[allow(unused_variables)]
            npc: &mut Npc,
            #[allow(unused_variables)]
            __end: __bt::End,
        ) {
            match __held {
                __DrillHeld::Say2(__kept) => {
                    <__DrillType2 as __bt::Action<Npc>>::end(__kept, npc, __end)
                }
                __DrillHeld::MoveTo3(__kept) => {
                    <__DrillType3 as __bt::Action<Npc>>::end(__kept, npc, __end)
                }
                __DrillHeld::Brave4(__kept) => {
                    <__DrillType4 as __bt::Decorator<Npc>>::end(__kept, npc, __end)
                }
                _ => {}
            }
        }
        fn decorate(
            __held: &mut __DrillHeld,
            #[allow(unused_variables)]
            npc: &mut Npc,
            __child: impl ::core::ops::FnOnce(&mut Npc) -> __bt::Status,
        ) -> __bt::Status {
            match __held {
                __DrillHeld::Brave4(__kept) => {
                    <__DrillType4 as __bt::Decorator<Npc>>::tick(__kept, npc, __child)
                }
                _ => __child(npc),
            }
        }
        fn tick_tree(
            __held: &mut __DrillHeld,
            #[allow(unused_variables)]
            npc: &mut Npc,
            #[allow(unused_variables)]
            __events: impl __bt::Events,
        ) -> __bt::Status {
            match __held {
                __DrillHeld::Reload7(__state, __memory) => {
                    <<Reload as __bt::Machine>::Tree as __bt::Parts<
                        _,
                    >>::tick_parts(
                        __state,
                        __memory,
                        <<Reload as __bt::Machine>::Tree as __bt::Parts<
                            _,
                        >>::part(&mut npc.weapon),
                        __events,
                    )
                }
                _ => __bt::Failure,
            }
        }
        fn abort_tree(
            __held: &mut __DrillHeld,
            #[allow(unused_variables)]
            npc: &mut Npc,
            #[allow(unused_variables)]
            __events: impl __bt::Events,
        ) {
            match __held {
                __DrillHeld::Reload7(__state, __memory) => {
                    <<Reload as __bt::Machine>::Tree as __bt::Parts<
                        _,
                    >>::abort_parts(
                        __state,
                        __memory,
                        <<Reload as __bt::Machine>::Tree as __bt::Parts<
                            _,
                        >>::part(&mut npc.weapon),
                        __events,
                    )
                }
                _ => {}
            }
        }
    }
    #[allow(
        dead_code,
        unreachable_code,
        unreachable_patterns,
        unused_braces,
        clippy::diverging_sub_expression,
        clippy::impl_trait_in_params,
        clippy::match_same_arms,
        clippy::ptr_arg,
        clippy::ref_patterns,
        clippy::shadow_same,
        clippy::shadow_reuse,
        clippy::shadow_unrelated,
        clippy::too_many_arguments,
        clippy::too_many_lines,
        reason = "a word is what its author wrote"
    )]
    impl __bt::KeepsArguments<Npc, 2, (__bt::Text, ::core::primitive::usize)> for Drill {
        type Lent<'__l> = ();
        type Given = ();
        #[inline]
        fn nothing<'__l>() -> __bt::Option<Self::Lent<'__l>> {
            __bt::Some(())
        }
        #[inline]
        fn run(
            __kept: &(__bt::Text, ::core::primitive::usize),
            #[allow(unused_variables)]
            (): Self::Lent<'_>,
            #[allow(unused_variables)]
            npc: &mut Npc,
            __events: impl __bt::Events,
            __node: __bt::u32,
        ) -> (__bt::Status, __bt::Option<()>) {
            #[allow(unused_imports, reason = "one of them is needed")]
            use __bt::{Mistaken as _, Tell as _};
            let text: &'static ::core::primitive::str = __kept.0.0;
            let side: Side = match __kept.1 {
                0 => Side::Left,
                _ => Side::Right,
            };
            (__bt::action(npc.say(text, side)).tell(__events, __node), __bt::None)
        }
    }
    __bt::__files! {
        #[allow(dead_code, clippy::impl_trait_in_params, reason =
        "a program need not load files")] #[allow(clippy::missing_errors_doc, reason =
        "inside of a `macro_rules!` clippy does not see the documentation")] impl Drill {
        #[doc = r" Reads the trees of a text."] #[doc = r""] #[doc = r" # Errors"] #[doc
        = r""] #[doc = r" All mistakes in the text, each with its line."] pub fn
        parse(__text : & ::core::primitive::str,) -> ::core::result::Result <
        __bt::files::Trees < Self >, __bt::files::Mistakes > {
        __bt::files::Trees::parse(__text) } #[doc =
        r" Reads the trees of a text and of the files that it brings with `use`, whose texts"]
        #[doc =
        r" `other` gives: an `Option` or a `Result`, by the path from the folder of this text."]
        #[doc = r""] #[doc = r" # Errors"] #[doc = r""] #[doc =
        r" All mistakes in the texts, each with its line."] pub fn parse_with < __T :
        __bt::files::FileText > (__text : & ::core::primitive::str, __other : impl
        ::core::ops::FnMut(& ::core::primitive::str) -> __T,) -> ::core::result::Result <
        __bt::files::Trees < Self >, __bt::files::Mistakes > {
        __bt::files::Trees::parse_with(__text, __other) } #[doc =
        r" Reads the trees of a file, and of the files that it brings with `use`."] #[doc
        = r""] #[doc = r" # Errors"] #[doc = r""] #[doc =
        r" That the file cannot be read; or all mistakes in it, each with its line."] pub
        fn load(__path : impl ::core::convert::AsRef < __bt::Path >,) ->
        ::core::result::Result < __bt::files::Trees < Self >, __bt::files::Mistakes > {
        __bt::files::Trees::load(__path) } }
    }
};
/// The words of a soldier's trees.
#[derive(
    ::core::clone::Clone,
    ::core::marker::Copy,
    ::core::fmt::Debug,
    ::core::default::Default,
    ::core::cmp::PartialEq,
    ::core::cmp::Eq,
    ::core::cmp::PartialOrd,
    ::core::cmp::Ord,
    ::core::hash::Hash,
)]
#[allow(dead_code, reason = "a vocabulary may be all that a program has of it")]
#[allow(clippy::exhaustive_structs, reason = "it has no fields")]
pub struct Drill;
#[doc(hidden)]
#[derive(Debug, Clone)]
#[allow(private_interfaces, clippy::type_complexity, clippy::option_option)]
pub enum __DrillHeld {
    Say2(__DrillType2),
    MoveTo3(__DrillType3),
    Brave4(__DrillType4),
    Reload7(<Reload as __bt::Machine>::State, <Reload as __bt::Machine>::Memory),
}
#[doc(hidden)]
#[derive(Debug, Clone)]
#[allow(private_interfaces, clippy::type_complexity, clippy::option_option)]
pub enum __DrillOwn {
    Spot5(Spot),
}
#[doc(hidden)]
#[allow(
    dead_code,
    private_interfaces,
    non_camel_case_types,
    reason = "as the word needs it"
)]
pub type __DrillType2 = __bt::KeptArguments<
    Drill,
    2,
    (__bt::Text, ::core::primitive::usize),
    (),
>;
#[doc(hidden)]
#[allow(
    dead_code,
    private_interfaces,
    non_camel_case_types,
    reason = "as the word needs it"
)]
pub type __DrillType3 = MoveTo;
#[doc(hidden)]
#[allow(
    dead_code,
    private_interfaces,
    non_camel_case_types,
    reason = "as the word needs it"
)]
pub type __DrillType4 = Brave;
