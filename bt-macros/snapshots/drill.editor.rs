#[allow(unused_imports, reason = "a call before this one may have imported it")]
use ::bt_core::__private::scope::*;
const _: () = {
    fn item_1() {
        let _ = __bt::keywords::items::vocabulary;
    }
    fn mirror_2(npc: &mut Npc) {
        use ::core::time::Duration;
        let _ = __bt::keywords::vocabulary::condition;
        {
            let limit: i32 = loop {};
            let _: ::core::primitive::bool = (|| npc.health < limit)();
        }
        let _ = __bt::keywords::vocabulary::action;
        {
            let _: _ = (|| npc.attack())();
        }
        let _ = __bt::keywords::vocabulary::action;
        {
            let text: &'static str = loop {};
            let side: Side = loop {};
            let _: _ = (|| npc.say(text, side))();
        }
        let _ = __bt::keywords::vocabulary::action;
        {
            let x: f32 = loop {};
            let y: f32 = loop {};
            let speed: f32 = loop {};
            let _: _ = (|| MoveTo { x, y, speed })();
        }
        let _ = __bt::keywords::vocabulary::decorator;
        {
            let up_to: u32 = loop {};
            let _: _ = (|| Brave { up_to })();
        }
        let _ = __bt::keywords::vocabulary::r#type;
        {
            let _: Spot;
        }
        let _ = __bt::keywords::vocabulary::value;
        {
            let _: i32;
            let _: _ = (|| npc.health)();
        }
        let _ = __bt::keywords::vocabulary::random;
        {
            let _: ::core::primitive::u32 = (|| npc.dice())();
        }
        let _ = __bt::keywords::vocabulary::subtree;
        {
            let _: Reload;
            let _: _ = (|| &mut npc.weapon)();
        }
        let _ = __bt::keywords::vocabulary::end;
    }
    fn item_3() {
        let _ = __bt::keywords::items::end;
    }
    impl Drill {
        /// The words, in the order of their declaration.
        pub const WORDS: &'static [__bt::vocabulary::Word] = &[];
    }
    __bt::__files! {
        #[allow(dead_code, clippy::impl_trait_in_params, reason =
        "a program need not load files")] #[allow(clippy::missing_errors_doc, reason =
        "inside of a `macro_rules!` clippy does not see the documentation")] impl Drill {
        #[doc = r" Reads the trees of a text."] #[doc = r""] #[doc = r" # Errors"] #[doc
        = r""] #[doc = r" All mistakes in the text, each with its line."] pub fn
        parse(__text : & ::core::primitive::str,) -> ::core::result::Result <
        __bt::files::Trees < Self >, __bt::files::Mistakes > { loop {} } #[doc =
        r" Reads the trees of a text and of the files that it brings with `use`, whose texts"]
        #[doc =
        r" `other` gives: an `Option` or a `Result`, by the path from the folder of this text."]
        #[doc = r""] #[doc = r" # Errors"] #[doc = r""] #[doc =
        r" All mistakes in the texts, each with its line."] pub fn parse_with < __T :
        __bt::files::FileText > (__text : & ::core::primitive::str, __other : impl
        ::core::ops::FnMut(& ::core::primitive::str) -> __T,) -> ::core::result::Result <
        __bt::files::Trees < Self >, __bt::files::Mistakes > { loop {} } #[doc =
        r" Reads the trees of a file, and of the files that it brings with `use`."] #[doc
        = r""] #[doc = r" # Errors"] #[doc = r""] #[doc =
        r" That the file cannot be read; or all mistakes in it, each with its line."] pub
        fn load(__path : impl ::core::convert::AsRef < __bt::Path >,) ->
        ::core::result::Result < __bt::files::Trees < Self >, __bt::files::Mistakes > {
        loop {} } }
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
