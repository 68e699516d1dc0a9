; The names of Neovim, and those of Helix.
[(tree) (vocabulary) (rules) (node) (group)] @indent.begin @indent
["}" ")"] @indent.branch @indent.end @outdent
