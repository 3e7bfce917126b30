"""Matches in this process, and beside the command."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import cardroom_env
from cardroom_env import Game


def calls(seat: int):
    return lambda seen: 1


class TestMatch(unittest.TestCase):
    def test_it_has_the_numbers_of_the_command(self) -> None:
        program = os.environ.get("CARDROOM_BIN")
        if program is None:
            self.skipTest("CARDROOM_BIN does not say where the built program is")
        for a, b, game in [
            ("tight-aggressive", "random", "holdem"),
            ("caller", "maniac", "omaha8"),
            ("random", "random", "stud"),
            ("tight-aggressive", "caller", "horse"),
            ("random", "tight-aggressive", "dealers-choice"),
        ]:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "report.json"
                command = [program, "match", "--a", f"brain:{a}", "--b", f"brain:{b}"]
                command += ["--game", game, "--deals", "120", "--seed", "7"]
                subprocess.run([*command, "--json", file], check=True, capture_output=True)
                written = json.loads(file.read_text())
            played = cardroom_env.match(a, b, deals=120, seed=7, game=game)
            for report in (written, played):
                del report["command"], report["timing"]
            self.assertEqual(played, written)

    def test_a_policy_plays_as_the_brain_that_does_the_same(self) -> None:
        for game in ("holdem", "stud", "omaha"):
            brain = cardroom_env.match("caller", "random", deals=60, seed=3, game=game)
            policy = cardroom_env.match(calls, "random", deals=60, seed=3, game=game)
            scores = [table["scores"] for report in (brain, policy) for table in report["tables"]]
            self.assertEqual(scores[0], scores[1])
            self.assertEqual(policy["bots"][0]["name"], "calls")
            self.assertEqual(policy["faults"], [])

    def test_a_policy_sees_what_a_state_shows(self) -> None:
        """A policy that mirrors its decisions in a state gets the same observations from it."""
        game = Game("deuce-seven-triple")
        seen_by = {0: [], 1: []}

        def records(seat: int):
            def act(seen):
                seen_by[seat].append(seen["observation"].tolist())
                legal = seen["action_mask"].nonzero()[0]
                return int(legal[len(legal) // 2])

            return act

        cardroom_env.match(records, records, deals=1, seed=7, game=game)
        expected = {0: [], 1: []}
        state = cardroom_env.State(game, seed=7, deal=1)
        while not state.is_terminal():
            expected[state.current_player()].append(state.observation().tolist())
            legal = state.legal_actions()
            state.apply(legal[len(legal) // 2])
        # Both seatings are the same players.
        for seat in (0, 1):
            self.assertEqual(seen_by[seat], expected[seat] * 2)

    def test_a_player_is_made_anew_for_each_seating(self) -> None:
        made = []

        def counted(seat: int):
            made.append(seat)
            return calls(seat)

        cardroom_env.match(counted, "caller", deals=5)
        self.assertEqual(sorted(made), [0, 1])

    def test_an_exception_of_a_policy_ends_the_match(self) -> None:
        def breaks(seat: int):
            def act(seen):
                raise KeyError("nothing there")

            return act

        with self.assertRaisesRegex(KeyError, "nothing there"):
            cardroom_env.match(breaks, "caller", deals=5)
        with self.assertRaisesRegex(ZeroDivisionError, "division"):
            cardroom_env.match(lambda seat: 1 // 0, "caller", deals=5)
        with self.assertRaisesRegex(ValueError, "Action 99 is not legal"):
            cardroom_env.match(lambda seat: lambda seen: 99, "caller", deals=5)
        with self.assertRaisesRegex(ValueError, "There is no brain"):
            cardroom_env.match("genius", "caller", deals=5)


if __name__ == "__main__":
    unittest.main()
