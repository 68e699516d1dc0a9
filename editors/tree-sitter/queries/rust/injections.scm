;; extends
; The trees inside of a macro call.
((macro_invocation
  macro: [(identifier) @_name (scoped_identifier name: (identifier) @_name)]
  (token_tree) @injection.content)
  (#eq? @_name "behavior_tree")
  (#set! injection.language "behavior_tree_inline")
  (#set! injection.include-children))
