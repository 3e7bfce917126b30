"""The table gives the same answers as the Rust model, after every message of recorded sessions."""

from __future__ import annotations

import json
import unittest
from pathlib import Path
from typing import Any

from cardroom_bot import codec
from cardroom_bot import messages as m
from cardroom_bot.apply import apply_event, apply_step, take_cards, take_turn
from cardroom_bot.draws import sensible_discards
from cardroom_bot.errors import ModelError
from cardroom_bot.model import Hand, HandResult, Seat, Table

SESSIONS = Path(__file__).parents[2] / "tests/sessions"


def seat_answers(table: Table, seat: Seat) -> dict[str, Any]:
    part = seat.in_hand
    return {
        "seat": seat.seat,
        "name": seat.name,
        "stack": seat.stack,
        "bet": seat.bet,
        "sitting_out": seat.sitting_out,
        "connected": seat.connected,
        "in_hand": None if part is None else vars(part),
        "shown": seat.shown,
        "stack_at_start": seat.stack_at_start,
        "is_live": seat.is_live(),
        "can_act": seat.can_act(),
        "position": table.position(seat.seat),
    }


def hand_answers(hand: Hand) -> dict[str, Any]:
    names = "number button dealt street boards draws dead current_bet raises aggressor actions"
    turn = hand.turn
    return {name: getattr(hand, name) for name in names.split()} | {
        "game": hand.game.id,
        "board": hand.board(),
        "pots": [pot.amount for pot in hand.pots],
        "turn": None if turn is None else [turn.seat, turn.time_ms, turn.bank_ms],
    }


def result_answers(result: HandResult) -> dict[str, Any]:
    return dict(vars(result))


def discards(table: Table) -> list[str] | None:
    bounds = table.decision and table.decision.legal.discard
    if not bounds or table.hand is None:
        return None
    return sorted(sensible_discards(table.hand, table.cards, bounds))


def answers(table: Table) -> dict[str, Any]:
    hero = table.hero()
    return {
        "seq": table.seq,
        "paused": table.paused,
        "cards": table.cards,
        "hero": hero.seat if hero else None,
        "to_show": table.to_show,
        "turn": table.decision.turn if table.decision else None,
        "pot_total": table.pot_total(),
        "chips": table.chips(),
        "to_call": table.to_call(),
        "pot_odds": table.pot_odds(),
        "players_in_hand": [seat.seat for seat in table.players_in_hand()],
        "opponents": [seat.seat for seat in table.opponents()],
        "opponent_count": table.opponent_count(),
        "effective_stack": table.effective_stack(),
        "big_blind": table.big_blind(),
        "pot_in_big_blinds": table.big_blinds(table.pot_total()),
        "hero_position": table.hero_position(),
        "has_position": table.has_position(),
        "discards": discards(table),
        "hand": hand_answers(table.hand) if table.hand else None,
        "last_result": result_answers(table.last_result) if table.last_result else None,
        "seat": {str(seat.seat): seat_answers(table, seat) for seat in table.seats},
    }


def flat(value: Any, name: str = "") -> dict[str, Any]:
    """Returns the parts of nested objects under names such as `hand.street`."""
    if not isinstance(value, dict):
        return {name: value}
    found: dict[str, Any] = {}
    for part, inner in value.items():
        found |= flat(inner, f"{name}.{part}" if name else part)
    return found


def known(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


class Model(unittest.TestCase):
    maxDiff = None

    def test_the_table_answers_as_the_rust_model_does(self) -> None:
        sessions = [path for path in SESSIONS.glob("*.jsonl") if ".answers" not in path.name]
        self.assertGreater(len(sessions), 20)
        for path in sorted(sessions):
            with self.subTest(path.stem):
                self.follow(path)

    def follow(self, path: Path) -> None:
        table: Table | None = None
        lines = iter(path.with_suffix(".answers.jsonl").read_text().splitlines())
        expected: dict[str, Any] = {}
        count = 0
        for frame in path.read_text().splitlines():
            for message in codec.decode(frame):
                if isinstance(message, m.TableSnapshot):
                    before, table = table, Table.from_snapshot(message)
                    table.last_result = before.last_result if before else None
                elif table is None:
                    continue
                elif isinstance(message, m.Step):
                    apply_step(table, message)
                elif isinstance(message, m.HoleCards):
                    take_cards(table, message)
                elif isinstance(message, m.YourTurn):
                    take_turn(table, message)
                else:
                    continue
                count += 1
                expected |= json.loads(next(lines))
                # As JSON, so that tuples and lists are the same.
                found = flat(json.loads(json.dumps(answers(table))))
                self.assertEqual(known(found), known(expected), f"{path.stem}, message {count}")
        self.assertEqual(list(lines), [])

    def test_a_gap_and_a_step_that_does_not_fit_are_noticed(self) -> None:
        first = (SESSIONS / "holdem.jsonl").read_text().splitlines()[0]
        snapshot = codec.decode(first)[0]
        assert isinstance(snapshot, m.TableSnapshot)
        table = Table.from_snapshot(snapshot)
        gap = m.Step(table.info.table, table.seq + 2, [])
        with self.assertRaises(ModelError) as missed:
            apply_step(table, gap)
        self.assertTrue(missed.exception.is_gap)
        self.assertFalse(apply_step(table, m.Step(table.info.table, table.seq, [])))
        for event, why in (
            (m.HandEnded(1), "no hand is in progress"),
            (m.Acted(table.seats[0].seat, "Call", 10**9, False), "the stack does not hold as much"),
            (m.SeatLeft(9), "the seat is empty"),
        ):
            with self.assertRaisesRegex(ModelError, why):
                apply_event(table, event)
