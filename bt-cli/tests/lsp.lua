-- Neovim as a client of `bt lsp`, without a screen, with the settings of the README; `bt` is in the PATH:
--     nvim --headless --clean -c "luafile bt-cli/tests/lsp.lua"

local folder = vim.fn.tempname()
local longest = 120000

local function write(name, lines)
    local path = folder .. "/" .. name
    vim.fn.mkdir(vim.fn.fnamemodify(path, ":h"), "p")
    vim.fn.writefile(lines, path)
    return path
end

local function main()
    write("Cargo.toml", { "[package]", 'name = "drill"' })
    write("src/words.rs", {
        "behavior_tree! {",
        "    vocabulary Drill(npc: &mut Npc) {",
        "        /// Eats an apple.",
        "        action Eat(bites: u32 = 3) => npc.eat(bites);",
        "        action Fire => npc.fire();",
        "        condition IsSafe => npc.is_safe();",
        "        rule always Fire.ticked -> IsSafe.succeeded;",
        "    }",
        "}",
    })
    local kitchen = write("trees/kitchen.tree", { "tree Kitchen {", "    action Eat;", "}" })
    local house = write("trees/house.tree", {
        'use "kitchen.tree";',
        "tree Day {",
        "    sequence {",
        "        subtree Kitchen;",
        "        action   Eat;",
        "        action Fire;",
        "    }",
        "}",
    })
    local readme = table.concat(vim.fn.readfile("editors/README.md"), "\n")
    assert(loadstring(readme:match("```lua\n(.-)```")))()
    vim.cmd("edit " .. house)
    local buffer = vim.api.nvim_get_current_buf()
    local id, client = next(vim.lsp.buf_get_clients(buffer))

    local function wait(what, condition)
        assert(vim.wait(longest, condition, 20), "waited for " .. what)
    end
    local function ask(method, params)
        local answer = vim.lsp.buf_request_sync(buffer, method, params, longest)
        assert(answer and answer[id] and not answer[id].err, method .. ": " .. vim.inspect(answer))
        return answer[id].result
    end
    local function go(line, column)
        vim.api.nvim_set_current_buf(buffer)
        vim.api.nvim_win_set_cursor(0, { line, column })
    end
    local function line(number)
        return vim.api.nvim_buf_get_lines(buffer, number - 1, number, true)[1]
    end
    wait("the server", function()
        if not client then
            id, client = next(vim.lsp.buf_get_clients(buffer))
        end
        return client and client.initialized
    end)

    -- The rule is proved, and broken.
    wait("a mistake", function()
        return #vim.diagnostic.get(buffer) == 1
    end)
    local mistake = vim.diagnostic.get(buffer)[1]
    assert(mistake.lnum == 5, vim.inspect(mistake))
    assert(mistake.message:find("breaks the rule `always Fire.ticked %-> IsSafe.succeeded`"), mistake.message)

    go(5, 17)
    local items = ask("textDocument/completion", vim.lsp.util.make_position_params(0, "utf-16"))
    assert(items[1].label == "Eat" and items[1].detail == "action Eat(bites: u32 = 3)", vim.inspect(items))
    local hover = ask("textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"))
    assert(hover.contents.value:find("Eats an apple"), vim.inspect(hover))

    -- A word leads into Rust.
    go(5, 17)
    vim.lsp.buf.definition()
    wait("the definition", function()
        return vim.api.nvim_buf_get_name(0):find("words.rs$") and vim.fn.line(".") == 4
    end)

    -- A tree gets another name in two files.
    go(4, 16)
    vim.lsp.buf.rename("Cellar")
    wait("another name", function()
        local other = vim.fn.bufnr(kitchen)
        return line(4) == "        subtree Cellar;"
            and other > 0
            and vim.api.nvim_buf_get_lines(other, 0, 1, true)[1] == "tree Cellar {"
    end)

    -- The other file is only in Neovim, which has not opened it for the server.
    vim.cmd("wall")

    go(5, 8)
    if vim.lsp.buf.format then
        vim.lsp.buf.format({ timeout_ms = longest })
    else
        vim.lsp.buf.formatting_sync(nil, longest)
    end
    assert(line(5) == "        action Eat;", line(5))

    -- A misspelled word is mended by an action.
    vim.api.nvim_buf_set_lines(buffer, 5, 6, true, { "        action Fir;" })
    wait("a misspelled word", function()
        local all = vim.diagnostic.get(buffer)
        return #all == 1 and all[1].message:find("did you mean `Fire`")
    end)
    local function act(number, column, kind, title)
        go(number, column)
        local found = vim.lsp.diagnostic.get_line_diagnostics(buffer)
        local params = vim.lsp.util.make_range_params(0, "utf-16")
        params.context = { diagnostics = found, only = { kind } }
        local actions = ask("textDocument/codeAction", params)
        assert(actions[1].title == title, vim.inspect(actions))
        local action = actions[1].edit and actions[1] or ask("codeAction/resolve", actions[1])
        vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
    end
    act(6, 16, "quickfix", "Write `Fire`")
    assert(line(6) == "        action Fire;", line(6))

    -- A node becomes a tree, and a tree a node.
    act(5, 8, "refactor.extract", "Extract into a tree")
    assert(line(5) == "        subtree Part;" and line(10) == "tree Part {", vim.inspect(line(10)))
    act(4, 8, "refactor.inline", "Put the tree `Cellar` in place")
    assert(line(4) == "        action Eat;", line(4))
    assert(client.config.root_dir == folder, client.config.root_dir)
    vim.lsp.stop_client(id)
end

local succeeds, why = xpcall(main, debug.traceback)
vim.fn.delete(folder, "rf")
print((succeeds and "Neovim and `bt lsp` understand each other" or why) .. "\n")
vim.cmd(succeeds and "qall!" or "cquit")
