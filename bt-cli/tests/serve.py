"""Asks `bt serve` with the reference client of the Model Context Protocol: `.ci/run serve` runs it."""

import asyncio
import json
import pathlib
import sys
import tempfile

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

WORDS = """behavior_tree! {
    vocabulary Drill(npc: &mut Npc) {
        /// An enemy is in sight.
        condition SeesEnemy => npc.sees_enemy();
        action Attack => npc.attack();
        action MoveTo(x: f32, y: f32) => MoveTo { x, y };
        /// Nobody attacks the air.
        rule always Attack.ticked -> SeesEnemy.succeeded;
    }
}
"""


async def ask(program: str, words: str) -> None:
    server = StdioServerParameters(command=program, args=["serve", "--words", words])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = await session.list_tools()
        names = [tool.name for tool in tools.tools]
        assert names == ["words", "check", "prove", "explain", "format", "draw", "schema", "run"], names

        async def call(tool: str, **arguments: object) -> str:
            result = await session.call_tool(tool, arguments)
            assert not getattr(result, "isError", getattr(result, "is_error", None)), result
            return result.content[0].text

        assert "condition SeesEnemy\n    An enemy is in sight." in await call("words")
        grammar = await call("schema")
        assert grammar.startswith("root ::= ") and '"SeesEnemy" ws' in grammar, grammar

        # Write, be refused, mend.
        text = "tree Guard { active_selector { guard(SeesEnemys) action Attack; action MoveTo(x = 0, y = 1); } }"
        [mistake] = json.loads(await call("check", text=text))["mistakes"]
        assert mistake["suggestion"] == "SeesEnemy", mistake
        assert (mistake["line"], text[mistake["column"] - 1 :][:10]) == (1, "SeesEnemys"), mistake
        text = text.replace("SeesEnemys", "SeesEnemy")
        assert json.loads(await call("check", text=text)) == {"mistakes": []}
        text = await call("format", text=text)
        assert text.splitlines()[2] == "        guard(SeesEnemy) action Attack;", text
        assert "guard(SeesEnemy)" in await call("draw", text=text)
        proved = json.loads(await call("prove", text=text))
        assert [rule["result"] for rule in proved["trees"][0]["rules"]] == ["proved"], proved
        wild = text.replace("guard(SeesEnemy) ", "'wild: ")
        proved = json.loads(await call("prove", text=wild, rules=["never 'wild.failed"]))
        assert [rule["result"] for rule in proved["trees"][0]["rules"]] == ["broken", "undecided"], proved
        assert proved["mistakes"] == json.loads(await call("check", text=wild))["mistakes"], proved
        explained = json.loads(await call("explain", text=wild, question="wild"))["trees"][0]["rules"][0]
        assert [tick["status"] for tick in explained["run"]] == ["running"], explained
        answers = {"SeesEnemy": ["failure", "success"], "MoveTo": ["running"], "Attack": ["success"]}
        run = json.loads(await call("run", text=text, ticks=2, answers=answers))
        assert [tick["status"] for tick in run["ticks"]] == ["running", "success"], run
        assert "aborted" in [event["result"] for event in run["ticks"][1]["events"]], run

        # Many at the same time.
        runs = await asyncio.gather(*[call("run", text=text, ticks=3, seed=seed) for seed in range(20)])
        assert len(set(runs)) > 1, runs


with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder, "words.rs")
    file.write_text(WORDS)
    asyncio.run(ask(sys.argv[1], str(file)))
print("the server answers")
