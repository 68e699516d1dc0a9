//! The trees as an editor sees them: a mirror, in which each of the user's tokens occurs once, in
//! the order of the source, in a place where it has a meaning.
//!
//! rust-analyzer completes inside of a macro call by expanding it twice, with and without a marker
//! at the cursor, and compares the same offset in both expansions. So the mirror comes first, and
//! it has the same shape up to the marker, whether or not the rest can be read: each piece is
//! written as it was read, after the same words. rustc never reads the mirror, and rust-analyzer
//! never reads the compiled code: a token in two places would have two definitions and report its
//! errors twice.
//!
//! ```text
//! sequence { condition npc.; }  →  let _ = __bt::keywords::sequence;
//!                                  let _ = __bt::keywords::condition;
//!                                  let _: bool = (|| npc.)();
//!                                  let _ = __bt::keywords::end;
//! ```

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

/// The functions that mirror the trees of a macro call.
#[derive(Default)]
pub struct Mirror {
    functions: TokenStream,
    /// `true` if the code is not for an editor.
    is_off: bool,
    /// The number of names that have been used.
    named: usize,
    /// The body of the function that is being written.
    statements: Vec<TokenStream>,
    /// `true` if an `else` may come next.
    may_branch: bool,
    /// The patterns of each `match` around this place.
    patterns: Vec<TokenStream>,
    /// The statements before each block around this place.
    outside: Vec<Vec<TokenStream>>,
}

/// The list of words that explains a word of the language.
#[derive(Clone, Copy)]
pub(crate) enum Words {
    Items,
    Nodes,
    Policies,
    Cooldown,
    Rounds,
    Vocabulary,
}

/// The meaning of an expression.
#[derive(Clone, Copy)]
pub enum Meaning {
    /// A value of any type.
    Anything,
    /// A `bool`.
    Answer,
    /// A `u32`.
    Number,
    /// An `f32`.
    Score,
    /// A `Duration`.
    Duration,
}

impl Meaning {
    /// Its Rust type, at a place.
    #[must_use]
    pub fn of(self, span: Span) -> TokenStream {
        match self {
            Self::Anything => quote_spanned!(span=> _),
            Self::Answer => quote_spanned!(span=> ::core::primitive::bool),
            Self::Number => quote_spanned!(span=> ::core::primitive::u32),
            Self::Score => quote_spanned!(span=> ::core::primitive::f32),
            Self::Duration => quote_spanned!(span=> ::core::time::Duration),
        }
    }
}

impl Mirror {
    /// No mirror, for text that no editor expands.
    pub(crate) fn off() -> Self {
        Self { is_off: true, ..Self::default() }
    }

    /// `sequence` → `let _ = __bt::keywords::sequence;`
    pub(crate) fn word(&mut self, words: Words, word: &Ident) {
        if self.is_off {
            return;
        }
        let may_branch = std::mem::take(&mut self.may_branch);
        let list = match words {
            Words::Items => quote!(__bt::keywords::items),
            Words::Nodes if may_branch => quote!(__bt::keywords::branches),
            Words::Nodes => quote!(__bt::keywords),
            Words::Policies => quote!(__bt::keywords::policies),
            Words::Cooldown => quote!(__bt::keywords::cooldown_policy),
            Words::Rounds => quote!(__bt::keywords::rounds),
            Words::Vocabulary => quote!(__bt::keywords::vocabulary),
        };
        let word = if ["if", "else", "match", "let", "for", "type"].iter().any(|rust| word == rust)
        {
            Ident::new_raw(&word.to_string(), word.span())
        } else {
            word.clone()
        };
        let statement = quote!(let _ = #list::#word;);
        // This comes before the signature, whose length depends on tokens that the user has not
        // typed yet.
        if let Words::Items = words {
            let name = self.name("item");
            self.functions.extend([quote!(fn #name() { #statement })]);
        } else {
            self.statements.push(statement);
        }
    }

    fn name(&mut self, what: &str) -> Ident {
        self.named += 1;
        format_ident!("{what}_{}", self.named)
    }

    /// An `else` may come next.
    pub(crate) fn may_branch(&mut self) {
        self.may_branch = true;
    }

    /// Ends a list of words, so that an editor finds the list where a word has not been typed yet.
    pub(crate) fn end(&mut self, words: Words) {
        if self.is_off {
            return;
        }
        self.word(words, &Ident::new("end", Span::call_site()));
    }

    /// `npc.health < 20` → `let _: bool = (|| npc.health < 20)();`
    pub(crate) fn value(&mut self, meaning: Meaning, tokens: &TokenStream) {
        if self.is_off {
            return;
        }
        let of = meaning.of(Span::call_site());
        self.statements.push(quote!(let _: #of = (|| #tokens)();));
    }

    /// `let Some(_) = npc.target` → `if let Some(_) = npc.target {}`
    pub(crate) fn decision(&mut self, tokens: &TokenStream) {
        self.statements.push(quote!(if #tokens {}));
    }

    /// The arms of a `match` follow. The patterns are collected until its end, in one place, so
    /// that errors in them do not affect the nodes in between.
    pub(crate) fn begin_match(&mut self) {
        self.patterns.push(TokenStream::new());
    }

    /// `Mode::Calm if npc.tired` → `Mode::Calm if npc.tired => {}`
    pub(crate) fn pattern(&mut self, pattern: &TokenStream) {
        if let Some(patterns) = self.patterns.last_mut() {
            patterns.extend([quote!(#pattern => {})]);
        }
    }

    /// `npc.mode` → `match (|| npc.mode)() { Mode::Calm => {} … }`; arms that the user has not
    /// typed yet are not reported as missing.
    pub(crate) fn end_match(&mut self, scrutinee: &TokenStream, is_finished: bool) {
        let patterns = self.patterns.pop();
        let rest = (!is_finished).then(|| quote!(_ => {}));
        self.statements.push(quote!(match (|| #scrutinee)() { #patterns #rest }));
    }

    /// Begins a block in which a name stands for a value: `prey`, `&mut Id`, `npc.nearest()` →
    /// `{ let prey: &mut Id = match (|| npc.nearest())() { _ => loop {} };`
    pub(crate) fn open(&mut self, name: &TokenStream, of: &TokenStream, value: &TokenStream) {
        self.outside.push(std::mem::take(&mut self.statements));
        self.statements.push(quote!(let #name: #of = match (|| #value)() { _ => loop {} };));
    }

    /// Brings the types of parameters into scope that need not be: `use ::core::time::Duration;`
    pub(crate) fn types(&mut self) {
        self.statements.push(quote!(
            use ::core::time::Duration;
        ));
    }

    /// Begins a block for the names of parameters.
    pub(crate) fn begin(&mut self) {
        self.outside.push(std::mem::take(&mut self.statements));
    }

    /// `speed`, `f32` → `let speed: f32 = loop {};`
    pub(crate) fn parameter(&mut self, name: &TokenStream, of: &TokenStream) {
        self.statements.push(quote!(let #name: #of = loop {};));
    }

    /// Ends the block.
    pub(crate) fn leave(&mut self) {
        let outside = self.outside.pop().unwrap_or_default();
        let inside: TokenStream =
            std::mem::replace(&mut self.statements, outside).into_iter().collect();
        self.statements.push(quote!({ #inside }));
    }

    /// `Patrol` → `let _: Patrol;`
    pub(crate) fn tree(&mut self, tokens: &TokenStream) {
        self.statements.push(quote!(let _: #tokens;));
    }

    /// Ends the mirror of a tree, whose blackboard and generics are in scope:
    /// `<N>(npc: &mut Npc<N>)` → `fn mirror_1<N>(npc: &mut Npc<N>) { … }`
    pub(crate) fn close(&mut self, signature: &TokenStream) {
        let statements: TokenStream = std::mem::take(&mut self.statements).into_iter().collect();
        let name = self.name("mirror");
        self.functions.extend([quote!(fn #name #signature { #statements })]);
    }

    /// The item in which an editor sees this mirror and other items in place of the compiled code.
    ///
    /// It is one macro call for both. With one call for each, rust-analyzer would find the tokens
    /// in the call that it ignores, and stop there.
    ///
    /// `place` is the span of the constant, for messages of the compiler.
    #[must_use]
    pub fn in_place_of(
        self,
        compiled: &TokenStream,
        seen: &TokenStream,
        place: Span,
    ) -> TokenStream {
        let functions = self.functions;
        let constant = quote_spanned!(Span::mixed_site().located_at(place)=> const _: ());
        quote! {
            #[allow(unexpected_cfgs, reason = "only rust-analyzer sets it")]
            #constant = {
                #[cfg(rust_analyzer)]
                use __bt::__seen as __trees;
                #[cfg(not(rust_analyzer))]
                use __bt::__compiled as __trees;
                __trees! { { #functions #seen } { #compiled } }
            };
        }
    }
}
