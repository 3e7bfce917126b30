"""The pages say what is true."""

import re
import unittest
from pathlib import Path

import cardroom_env

HERE = Path(__file__).resolve().parent.parent


class TestPages(unittest.TestCase):
    def test_every_block_of_the_readme_runs(self) -> None:
        text = (HERE / "README.md").read_text()
        blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        self.assertGreaterEqual(len(blocks), 6)
        for block in blocks:
            exec(compile(block, "README.md", "exec"), {"__name__": "readme"})

    def test_every_section_is_specified_in_its_order(self) -> None:
        text = (HERE / "OBSERVATIONS.md").read_text()
        rows = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
        for name in cardroom_env.games():
            sections = [section for section, *_ in cardroom_env.Game(name, seats=2).sections]
            self.assertEqual(sections, [row for row in rows if row in sections])


if __name__ == "__main__":
    unittest.main()
