; What stands between the words is Rust.
([(rust) (group) (bracket_group)] @injection.content
  (#set! injection.language "rust")
  (#set! injection.include-children))
