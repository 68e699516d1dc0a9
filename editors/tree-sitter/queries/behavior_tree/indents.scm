; The names of Neovim, and those of Helix.
[(tree) (node) (parameters) (arguments)] @indent.begin @indent
["}" ")"] @indent.branch @indent.end @outdent
