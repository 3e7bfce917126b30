"""A player's answers to offers other than the turn: show or muck, several boards, the next game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import messages as m
from .deciding import report, settled, told
from .model import HandResult, Table

if TYPE_CHECKING:
    from .player import Player


def hand_over(player: Player, table: Table, result: HandResult) -> None:
    """Shows the cards that the bot chooses when a hand is over."""
    if not table.to_show:
        return
    counters = player.shared.summary.counters
    chosen = set(told(counters, player.bot.show_after, table, result) or [])
    cards = [card for card in table.to_show if card in chosen]
    if cards and player.shared.in_match is None:
        at = table.info.table
        player.outbox.ask("show", lambda number: m.ShowCards(number, at, cards))


def offered(player: Player, event: m.TableEvent) -> None:
    """Answers an offer when it is made or when the player reconnects."""
    table = player.table()
    hero = table.hero() if table else None
    if table is None or hero is None:
        return
    bot, at, outbox = player.bot, table.info.table, player.outbox
    if isinstance(event, m.ShowOffered) and event.seat == hero.seat:
        _ask(
            player,
            lambda: bot.show(table),
            lambda show: outbox.ask("other", lambda n: m.ShowOrMuck(n, at, bool(show))),
        )
    elif isinstance(event, m.RunItOffered) and hero.is_live():
        most = max(event.most, 1)
        _ask(
            player,
            lambda: bot.run_it(table, most),
            lambda wish: outbox.ask(
                "other", lambda n: m.RunIt(n, at, min(max(int(wish), 1), most))
            ),
        )
    elif isinstance(event, m.ChoiceOffered) and event.seat == hero.seat:
        _ask(player, lambda: bot.choose_game(table), lambda game: _choose(player, at, game))
    elif isinstance(event, m.ShowdownOpened):
        # Tabling or mucking the hand is up to the player now.
        part = hero.in_hand
        is_open = part is not None and not part.folded and part.tabled is None
        if is_open and not outbox.is_open("show"):
            show = told(player.shared.summary.counters, bot.show_down, table) is not False
            outbox.ask("show", lambda n: m.ShowOrMuck(n, at, show))


def _choose(player: Player, at: int, game: int | None) -> None:
    if game is not None:
        player.outbox.ask("other", lambda n: m.ChooseGame(n, at, game))


def deal_offered(player: Player, now: float, offer: m.DealOffered) -> None:
    """Votes on a deal, as the bot decides."""
    if player.run is None or player.run.id != offer.tournament:
        return

    def vote(accept: Any) -> None:
        player.outbox.ask(
            "other", lambda n: m.VoteOnDeal(n, offer.tournament, offer.deal, bool(accept))
        )

    _ask(player, lambda: player.bot.accept_deal(offer), vote)


def _ask(player: Player, hook: Callable[[], Any], answer: Callable[[Any], None]) -> None:
    """Asks a hook that may be `async`. Without an answer the offer runs out."""

    async def ask() -> Any:
        return await settled(hook())

    def then(value: Any, error: BaseException | None) -> None:
        if error is not None:
            report(error, player.shared.summary.counters, "An offer runs out.")
        elif player.table() is not None:
            answer(value)

    player.shared.spawn(ask(), then)
