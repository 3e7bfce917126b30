"""Poker bots for Cardroom, for rooms and for matches.

from cardroom_bot import Bot, main

class Mine(Bot):
    def act(self, table, legal):
        return legal.pot_wager() if table.strength() > 0.8 else legal.check_or_fold()

main(Mine)
"""

from __future__ import annotations

from .bot import Answer, Bot, Policy
from .cards import FULL_DECK, parse, rank, suit
from .choices import Bet, Legal, RaiseTo
from .drive import play, play_async
from .errors import AddressError, CardroomError, ConnectionLost, DecodeError, ModelError
from .lines import play_lines
from .messages import Action, Card, DealOffered, DiscardRange, Game, TableEvent, TableFilter
from .model import Hand, HandResult, InHand, Position, Seat, Table
from .program import main
from .settings import Settings, TournamentPlan
from .summary import Counters, EntryResult, Outcome, Summary, Winnings
from .version import __version__

__all__ = [
    "FULL_DECK",
    "Action",
    "AddressError",
    "Answer",
    "Bet",
    "Bot",
    "Card",
    "CardroomError",
    "ConnectionLost",
    "Counters",
    "DealOffered",
    "DecodeError",
    "DiscardRange",
    "EntryResult",
    "Game",
    "Hand",
    "HandResult",
    "InHand",
    "Legal",
    "ModelError",
    "Outcome",
    "Policy",
    "Position",
    "RaiseTo",
    "Seat",
    "Settings",
    "Summary",
    "Table",
    "TableEvent",
    "TableFilter",
    "TournamentPlan",
    "Winnings",
    "__version__",
    "main",
    "parse",
    "play",
    "play_async",
    "play_lines",
    "rank",
    "suit",
]
