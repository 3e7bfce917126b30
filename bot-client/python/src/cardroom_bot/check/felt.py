"""A table for two, as the room of the book deals it: the bot against a villain."""

from __future__ import annotations

from random import Random

from .. import messages as m
from ..cards import FULL_DECK, SHORT_DECK
from ..messages import Card

HERO, VILLAIN = 1, 0
STACK = 20_000

TABLE = 7
TIME_MS = 5_000


def info_of(game: m.Game, unit: int = 1) -> m.TableInfo:
    """Returns the table's entry in the lobby."""
    return m.TableInfo(
        table=TABLE,
        name="The book",
        game=game.id,
        game_name=game.name,
        betting=game.betting,
        rulebook="online",
        small_blind=game.small_blind,
        big_blind=game.big_blind,
        ante=game.ante,
        ante_kind=game.ante_kind,
        unit=unit,
        seats=2,
        seated=1,
        min_buy_in=STACK,
        max_buy_in=STACK,
        bots_allowed=True,
        hands_played=0,
        average_pot=0,
        games=[game],
        switch="Never",
        straddle=None,
        bomb_pot=None,
        max_boards=3,
        tournament=None,
        hybrid=False,
        host=None,
        waiting=0,
        bots=1,
        free_chat=False,
        top_up_to=0,
        shows_folded=False,
        chip_value=None,
    )


class Felt:
    """The chips and cards of both seats, and the events that move them."""

    def __init__(self, game: m.Game, random: Random, unit: int = 1) -> None:
        self.game, self.random = game, random
        self.info = info_of(game, unit)
        self.stacks = {VILLAIN: STACK, HERO: STACK}
        self.bets = {VILLAIN: 0, HERO: 0}
        self.up: dict[int, list[Card]] = {VILLAIN: [], HERO: []}
        self.cards: list[Card] = []
        self.board: list[Card] = []
        self.pot = self.dead = self.hand = self.street = self.current = 0
        self.is_dealt = False
        self._deck: list[Card] = []

    # Cards.

    def deal(self, count: int) -> list[Card]:
        """Takes cards from the deck."""
        taken, self._deck = self._deck[:count], self._deck[count:]
        return taken

    def shuffle(self, hole: list[Card]) -> None:
        """Begins with a whole deck, without the cards that the bot gets."""
        deck = SHORT_DECK if self.game.deck == "Short36" else FULL_DECK
        self._deck = self.random.sample(
            [card for card in deck if card not in hole], len(deck) - len(hole)
        )

    # Events.

    def begin(self, *, hole: list[Card] | None = None, extra: int = 0) -> list[m.TableEvent]:
        """Begins a hand. Returns its first events, without a turn."""
        game = self.game
        self.hand += 1
        self.street = self.pot = self.dead = 0
        self.board, self.is_dealt = [], True
        self.up = {VILLAIN: [], HERO: []}
        self.shuffle(hole or [])
        is_stud = game.bring_in > 0
        events: list[m.TableEvent] = [
            m.HandStarted(
                self.hand,
                game,
                False,
                VILLAIN,
                None if is_stud else VILLAIN,
                None if is_stud else HERO,
                [HERO, VILLAIN],
            )
        ]
        if game.ante_kind == "Each":
            events += [self._post(seat, "Ante", game.ante) for seat in (HERO, VILLAIN)]
        if is_stud:
            events.append(m.CardsDealt(2))
            events.append(self.up_cards())
            self.cards = (hole or self.deal(2)) + self.up[HERO]
            self.current = 0
        else:
            events.append(self._post(VILLAIN, "SmallBlind", game.small_blind))
            events.append(self._post(HERO, "BigBlind", game.big_blind))
            count = game.hole_cards + extra
            events.append(m.CardsDealt(count))
            self.cards = hole or self.deal(count)
            self.current = game.big_blind
        return events

    def up_cards(self) -> m.TableEvent:
        """Deals an open card to each seat."""
        dealt = [m.UpCard(seat, self.deal(1)[0]) for seat in (HERO, VILLAIN)]
        for up in dealt:
            self.up[up.seat].append(up.card)
        return m.UpCardsDealt(dealt)

    def _post(self, seat: int, post: m.PostKind, amount: int) -> m.TableEvent:
        amount = min(amount, self.stacks[seat])
        self.stacks[seat] -= amount
        if post == "Ante":
            self.dead += amount
        else:
            self.bets[seat] += amount
        return m.Posted(seat, post, amount)

    def act(self, seat: int, action: m.Action) -> m.TableEvent:
        """Makes an action, which is legal."""
        to = self.bets[seat]
        if isinstance(action, (m.ActionBet, m.ActionRaiseTo)):
            to = action.value
        elif action == "Call":
            to = min(self.current, self.bets[seat] + self.stacks[seat])
        elif action == "BringIn":
            to = self.game.bring_in
        added = to - self.bets[seat]
        self.stacks[seat] -= added
        self.bets[seat] = to
        self.current = max(self.current, to)
        return m.Acted(seat, action, added, False)

    def turn(self, seat: int, time_ms: int = TIME_MS) -> m.TableEvent:
        return m.Turn(seat, time_ms, 0)

    def collect(self) -> list[m.TableEvent]:
        """Returns the uncalled bet, and moves the others to the pot."""
        events: list[m.TableEvent] = []
        more, less = sorted(self.bets, key=lambda seat: self.bets[seat], reverse=True)
        uncalled = self.bets[more] - self.bets[less]
        if uncalled:
            self.bets[more] -= uncalled
            self.stacks[more] += uncalled
            events.append(m.UncalledReturned(more, uncalled))
        self.pot += self.dead + sum(self.bets.values())
        self.dead, self.bets, self.current = 0, {VILLAIN: 0, HERO: 0}, 0
        events.append(m.BetsCollected([m.Pot(self.pot, [VILLAIN, HERO])]))
        return events

    def next_street(self, cards: int) -> list[m.TableEvent]:
        """Begins a street with so many cards on the board."""
        self.street += 1
        dealt = self.deal(cards)
        self.board += dealt
        return [m.StreetBegan(self.street), m.BoardDealt(0, dealt)]

    def award(self, winner: int) -> list[m.TableEvent]:
        """Ends the hand, and puts the chips back for the next one."""
        amount, self.pot = self.pot, 0
        self.stacks[winner] += amount
        share = m.Share(winner, amount, None)
        ended: list[m.TableEvent] = [m.PotAwarded(0, 0, 0, [share]), m.HandEnded(self.hand)]
        self.is_dealt = False
        return ended + [self.set_stack(seat, STACK) for seat in (VILLAIN, HERO)]

    def set_stack(self, seat: int, stack: int) -> m.TableEvent:
        self.stacks[seat] = stack
        return m.StackChanged(seat, stack)

    # Views.

    def legal(self) -> m.LegalActions:
        """Returns the bot's legal actions."""
        to_call = min(self.current - self.bets[HERO], self.stacks[HERO])
        owes = to_call if to_call > 0 else None
        return m.LegalActions(
            fold=True,
            check=owes is None,
            call=owes,
            wager=self._bounds(),
            bring_in=None,
            discard=None,
        )

    def _bounds(self) -> m.WagerRange | None:
        """Returns the bounds of the bot's bet or raise."""
        behind = self.bets[HERO] + self.stacks[HERO]
        if behind <= self.current or self.stacks[VILLAIN] == 0:
            return None
        game, current = self.game, self.current
        pot = self.pot + self.dead + sum(self.bets.values())
        size = max(game.big_blind, current - min(self.bets.values()))
        least, to_pot = current + size, current + pot + (current - self.bets[HERO])
        most = behind
        if game.betting == "FixedLimit":
            least = most = current + game.big_blind
        elif game.betting == "PotLimit":
            most = to_pot
        least, most = min(least, behind), min(most, behind)
        most = max(least, most)
        return m.WagerRange(
            raise_=current > 0,
            min_to=least,
            max_to=most,
            pot_to=min(max(to_pot, least), most),
            fixed=game.betting == "FixedLimit",
        )

    def view(self, seq: int, decision: m.Decision | None, last_action_id: int = 0) -> m.TableView:
        """Returns the whole table as the bot sees it."""
        hand = None
        if self.is_dealt:
            hand = m.HandView(
                hand=self.hand,
                game=self.game,
                bomb_pot=False,
                button=VILLAIN,
                small_blind=None if self.game.bring_in else VILLAIN,
                big_blind=None if self.game.bring_in else HERO,
                street=self.street,
                boards=[list(self.board)],
                pots=[m.Pot(self.pot + self.dead, [VILLAIN, HERO])],
                current_bet=self.current,
                turn=m.Turn(HERO, TIME_MS, 0) if decision else None,
            )
        you = m.OwnView(
            seat=HERO,
            cards=self.cards if self.is_dealt else [],
            to_show=[],
            decision=decision,
            offers=[],
            last_action_id=last_action_id,
            wait_for_big_blind=False,
            auto_muck=True,
            straddle=False,
        )
        seats = [self.seat_view(VILLAIN, "Villain"), self.seat_view(HERO, "Bot")]
        return m.TableView(
            self.info, seq, False, seats, hand, you, m.BuyInRange(STACK, STACK), None
        )

    def seat_view(self, seat: int, name: str) -> m.SeatView:
        part = None
        if self.is_dealt:
            part = m.SeatInHand(
                folded=False,
                all_in=self.stacks[seat] == 0,
                bet=self.bets[seat],
                card_count=len(self.cards),
                up=self.up[seat],
                tabled=None,
            )
        return m.SeatView(
            seat, name, True, True, False, self.stacks[seat], part, 0, 0, False, [], False
        )
