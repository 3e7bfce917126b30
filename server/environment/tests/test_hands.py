"""Hands that were really played end with the same stacks."""

import json
import os
import re
import tomllib
import unittest
from collections import Counter
from pathlib import Path

from cardroom_env import Game, State

HERE = Path(__file__).resolve().parent
FOLDER = Path(os.environ.get("CARDROOM_HANDS", HERE.parents[3] / "shared/hands"))

GAMES = {
    "NT": ("holdem", "no-limit"),
    "FT": ("holdem", "fixed-limit"),
    "NS": ("short-deck", "no-limit"),
    "PO": ("omaha", "pot-limit"),
    "FO/8": ("omaha8", "fixed-limit"),
    "F7S": ("stud", "fixed-limit"),
    "F7S/8": ("stud8", "fixed-limit"),
    "FR": ("razz", "fixed-limit"),
    "N2L1D": ("deuce-seven-single", "no-limit"),
    "F2L3D": ("deuce-seven-triple", "fixed-limit"),
    "FB": ("badugi", "fixed-limit"),
}


class LeftOut(Exception):
    """A hand that a state cannot be given, with the reason."""


def pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def game_of(hand: dict) -> Game:
    if hand["variant"] not in GAMES:
        raise LeftOut(f"variant {hand['variant']}")
    name, betting = GAMES[hand["variant"]]
    antes, seats = hand["antes"], len(hand["starting_stacks"])
    amounts = [*antes, *hand.get("blinds_or_straddles", []), *hand["starting_stacks"]]
    if any(amount != int(amount) for amount in amounts):
        raise LeftOut("fractions of chips")
    ante = max(antes)
    paid = [amount for amount in antes if amount]
    if "bring_in" in hand:
        blinds = (hand["bring_in"], hand["small_bet"])
    else:
        posted = [amount for amount in hand["blinds_or_straddles"] if amount]
        if len(posted) != 2:
            raise LeftOut("a dead small blind, or a straddle")
        blinds = (min(posted), max(posted))
        if len(paid) == 1 and antes[0 if seats == 2 else 1] != ante:
            raise LeftOut("an ante of another player")
    kind = "each" if len(paid) != 1 else "big-blind"
    return Game(
        name,
        seats=seats,
        betting=betting,
        blinds=tuple(int(blind) for blind in blinds),
        ante=int(ante),
        ante_kind=kind if ante else None,
        stack=100,
    )


def replay(hand: dict) -> list[int]:
    """Play a hand of the poker hand history format, and return the stacks at its end."""
    seats = len(hand["starting_stacks"])
    if "??" in "".join(hand["actions"]):
        raise LeftOut("unknown cards")
    game = game_of(hand)
    holes: list[list[str]] = [[] for _ in range(seats)]
    board: list[str] = []
    moves: list[list[str]] = []
    for action in hand["actions"]:
        words = action.partition("#")[0].split()
        if words[:2] == ["d", "dh"]:
            holes[int(words[2][1:]) - 1] += pairs(words[3])
        elif words[:2] == ["d", "db"]:
            board += pairs(words[2])
        elif words[1] != "sm":
            moves.append(words)
    stacks = [int(stack) for stack in hand["starting_stacks"]]
    state = State(game, hole_cards=holes, board=board, stacks=stacks, button=seats - 1)
    for player, kind, *rest in moves:
        if state.current_player() != int(player[1:]) - 1:
            raise AssertionError(f"{player} {kind}: seat {state.current_player()} is on turn")
        if kind == "cbr":
            state.apply((state.legal()["wager"][0], int(rest[0])))
        elif kind == "sd":
            state.apply(("discard", pairs(rest[0]) if rest else []))
        else:
            state.apply({"f": 0, "cc": 1, "pb": 1}[kind])
    if not state.is_terminal():
        raise AssertionError(f"seat {state.current_player()} is still on turn")
    return [stack + net for stack, net in zip(stacks, state.net(), strict=True)]


@unittest.skipUnless(FOLDER.is_dir(), f"SKIPPED: the hands are not in {FOLDER}")
class TestHands(unittest.TestCase):
    def check_all(self, hands, least: int) -> None:
        left_out: Counter[str] = Counter()
        wrong, played = [], 0
        for name, hand, expected in hands:
            try:
                ended = replay(hand)
            except LeftOut as reason:
                left_out[str(reason)] += 1
                continue
            except (AssertionError, ValueError) as error:
                wrong.append(f"{name}: {error}")
                continue
            played += 1
            if ended != expected:
                wrong.append(f"{name}: {ended} instead of {expected}")
        print(f"\n{played} hands played, left out: {dict(left_out)}")
        self.assertEqual(wrong, [])
        self.assertGreaterEqual(played, least)

    def test_hands_of_pluribus(self) -> None:
        def hands():
            for file in sorted((FOLDER / "phh/pluribus").glob("*.phhs")):
                # Eight hands declare half chips.
                for number, hand in tomllib.loads(file.read_text()).items():
                    finishing = hand["finishing_stacks"]
                    if all(stack == int(stack) for stack in finishing):
                        yield f"{file.name} {number}", hand, finishing

        self.check_all(hands(), 5_900)

    def test_hands_of_the_world_series(self) -> None:
        expected = {}
        for line in (FOLDER / "phh/expected.jsonl").read_text().splitlines():
            hand = json.loads(line)
            expected[hand["path"].removeprefix("data/")] = hand["final_stacks"]

        def hands():
            for file in sorted((FOLDER / "phh").glob("wsop/**/*.phh")):
                hand = tomllib.loads(file.read_text())
                name = str(file.relative_to(FOLDER / "phh"))
                if name.endswith("43/5/85.phh"):
                    # It has what the last raise added instead of its total.
                    raised = [
                        action.replace("cbr 750000", "cbr 1200000") for action in hand["actions"]
                    ]
                    hand["actions"] = raised
                stacks = hand.get("finishing_stacks") or expected[name]
                yield name, hand, stacks

        self.check_all(hands(), 40)

    def test_hands_of_the_computer_poker_competition(self) -> None:
        expected = {}
        for line in (FOLDER / "acpc/expected.jsonl").read_text().splitlines():
            hand = json.loads(line)
            if hand["match"] == "exact":
                expected[hand["file"], hand["hand"]] = hand["payoffs_by_position"]
        played = 0
        for file in sorted((FOLDER / "acpc").glob("*.log")):
            is_limit, seats = ".limit." in file.name, int(file.name[0])
            if is_limit:
                game = Game(seats=seats, betting="fixed-limit", blinds=(5, 10), stack=10_000)
            else:
                game = Game(seats=seats, blinds=(50, 100), stack=200)
            for line in file.read_text().splitlines():
                if not line.startswith("STATE:"):
                    continue
                _, number, betting, cards, *_ = line.split(":")
                payoffs = expected.get((file.name, int(number)))
                if payoffs is None:
                    continue
                self.assertEqual(self.replay(game, betting, cards, is_limit), payoffs, line)
                played += 1
        print(f"\n{played} hands of the competition played")
        self.assertGreater(played, 2_300)

    def replay(self, game: Game, betting: str, cards: str, is_limit: bool) -> list[int]:
        holes, *boards = cards.split("/")
        seats = game.seats
        state = State(game, hole_cards=holes.split("|"), board="".join(boards), button=seats - 1)
        for kind, amount in re.findall(r"([fcr])(\d*)", betting):
            if kind != "r":
                state.apply({"f": 0, "c": 1}[kind])
                continue
            wager, least, _ = state.legal()["wager"]
            if not is_limit:
                seat = state.current_player()
                before = game.stack - state.stacks()[seat] - state.bets()[seat]
                least = int(amount) - before
            state.apply((wager, least))
        self.assertTrue(state.is_terminal())
        return state.net()


if __name__ == "__main__":
    unittest.main()
