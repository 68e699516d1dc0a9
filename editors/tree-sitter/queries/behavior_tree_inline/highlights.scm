(comment) @comment
(doc_comment) @comment.documentation

[(leaf) (composite) (decorator)] @keyword
["tree" "trees" "from" "with" "vocabulary" "rules" "else"] @keyword
(word kind: (identifier) @keyword)
(rule kind: (identifier) @keyword)
(label) @label

(tree name: (identifier) @type)
(vocabulary name: (identifier) @type)
(rules name: (identifier) @type)
(trees vocabulary: (identifier) @type)
(trees path: (string) @string)

["=>"] @operator
["{" "}"] @punctuation.bracket
[";" ","] @punctuation.delimiter
