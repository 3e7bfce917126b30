"""The table as one seat sees it. Bots read it.

A `Table` starts from a snapshot, and the steps that follow keep it up to date (`apply.py`). It
knows no rules. The room says which actions are legal, how large a bet may be and who wins a pot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .chances import strength
from .hybrid import Hybrid
from .messages import (
    BuyInRange,
    Card,
    Decision,
    Game,
    Pot,
    SeatView,
    TableInfo,
    TableSnapshot,
    Turn,
)

#: The position of a seat before the flop, from the first to act to the last. `Early` has four or
#: more players behind it before the blinds, `Middle` two or three, and `Cutoff` one.
Position: TypeAlias = Literal["Early", "Middle", "Cutoff", "Button", "SmallBlind", "BigBlind"]


@dataclass
class InHand:
    """A seat's part in the hand in progress."""

    #: True once the player has folded or mucked.
    folded: bool = False
    #: True if the player has no chips behind.
    all_in: bool = False
    #: The number of cards the player holds.
    card_count: int = 0
    #: The cards that lie open before the showdown, in the order in which they were dealt.
    up: list[Card] = field(default_factory=list)
    #: All cards of a hand that is face up.
    tabled: list[Card] | None = None
    #: The number of cards discarded in the last draw, or `None` if the bot saw none.
    gave_away: int | None = None


@dataclass
class Seat:
    """A seat that is taken."""

    #: The seat's number, from 0, clockwise.
    seat: int
    name: str
    #: True if a program plays for the account.
    bot: bool
    connected: bool
    sitting_out: bool
    #: The chips behind, without bets and pots.
    stack: int
    #: The bet on this street.
    bet: int = 0
    #: The seat's part in the hand in progress, or `None` if it was not dealt in.
    in_hand: InHand | None = None
    #: The cards shown since the last hand ended.
    shown: list[Card] = field(default_factory=list)
    #: The stack when the hand began, adjusted for top-ups and charges since then. `None` between
    #: hands and for a hand of which the bot saw only a part.
    stack_at_start: int | None = None

    @classmethod
    def of(cls, view: SeatView) -> Seat:
        """Returns the seat of a snapshot."""
        part = view.in_hand
        in_hand = None
        if part is not None:
            in_hand = InHand(part.folded, part.all_in, part.card_count, list(part.up), part.tabled)
        return cls(
            seat=view.seat,
            name=view.name,
            bot=view.bot,
            connected=view.connected,
            sitting_out=view.sitting_out,
            stack=view.stack,
            bet=part.bet if part else 0,
            in_hand=in_hand,
            shown=list(view.shown),
        )

    def is_live(self) -> bool:
        """Returns `True` if the seat can still win the hand."""
        return self.in_hand is not None and not self.in_hand.folded

    def can_act(self) -> bool:
        """Returns `True` if the seat can still act in the hand."""
        return self.in_hand is not None and not self.in_hand.folded and not self.in_hand.all_in


@dataclass
class Hand:
    """The hand in progress."""

    #: The hand's number at this table.
    number: int
    #: The game and its stakes.
    game: Game
    #: True if every player posted an ante and the betting begins with the board.
    bomb_pot: bool
    #: The button's seat, which may be empty (a dead button).
    button: int
    #: The seat that owed the small blind.
    small_blind: int | None
    #: The seat that owed the big blind.
    big_blind: int | None
    #: The seats that were dealt in, clockwise from the button's left.
    dealt: list[int]
    #: The street, from 0 (before the flop).
    street: int = 0
    #: The boards so far: one, or several if the hand is run out more than once.
    boards: list[list[Card]] = field(default_factory=lambda: [[]])
    #: The number of draws that have begun.
    draws: int = 0
    #: The pots of the earlier streets; the main pot first.
    pots: list[Pot] = field(default_factory=list)
    #: Antes and dead blinds that are not in a pot yet.
    dead: int = 0
    #: The bet to match on this street.
    current_bet: int = 0
    #: The number of bets and raises on this street, without blinds and bring-ins. After a reconnect
    #: in the middle of a street it restarts from the visible bets, at 0 or 1.
    raises: int = 0
    #: The seat that bet or raised last in this hand.
    aggressor: int | None = None
    #: The seat whose turn it is, and its time limit.
    turn: Turn | None = None
    #: The number of actions in the hand, or `None` if the bot did not see the beginning.
    actions: int | None = 0

    def board(self) -> list[Card]:
        """Returns the board so far, or the first one if the hand is run out on several."""
        return self.boards[0] if self.boards else []


@dataclass
class HandResult:
    """How a hand ended."""

    #: The hand's number at this table.
    hand: int
    #: True if this seat was dealt in.
    dealt_in: bool
    #: The number of players dealt in.
    players: int
    #: True if this seat was the first dealt in, clockwise from the button's left.
    dealt_first: bool
    #: This seat's net result. `None` if it was not dealt in, or the bot did not see the beginning.
    net: int | None
    #: True if the hand was voided.
    voided: bool


@dataclass
class Table:
    """A table as one seat sees it."""

    #: The table's entry in the lobby: stakes, betting structure, buy-in limits.
    info: TableInfo
    #: The last step this view contains.
    seq: int
    #: True while the floor has paused the table.
    paused: bool
    #: The taken seats, by number.
    seats: list[Seat]
    #: The hand in progress.
    hand: Hand | None
    #: The number of this bot's seat, or `None` while only watching.
    hero_seat: int | None
    #: This bot's cards; empty between hands and if it was not dealt in.
    cards: list[Card]
    #: The cards of the last hand that this bot may still show; empty during a hand.
    to_show: list[Card]
    #: The decision that this seat must make now.
    decision: Decision | None
    #: Declared and pending actions of a hybrid table, or `None` at plain tables.
    hybrid: Hybrid | None
    #: How the last hand ended, or `None` until this bot has seen one end.
    last_result: HandResult | None
    #: The buy-in allowed to this player, as of the snapshot.
    buy_in: BuyInRange
    #: The largest action id that the room had received from this player, as of the snapshot.
    last_action_id: int

    @classmethod
    def from_snapshot(cls, snapshot: TableSnapshot) -> Table:
        """Builds the table from a snapshot."""
        view = snapshot.view
        seats = sorted((Seat.of(seat) for seat in view.seats), key=lambda seat: seat.seat)
        you = view.you
        return cls(
            info=view.info,
            seq=view.seq,
            paused=view.paused,
            seats=seats,
            hand=_hand_of(snapshot, seats),
            hero_seat=you.seat if you else None,
            cards=list(you.cards) if you else [],
            to_show=list(you.to_show) if you else [],
            decision=you.decision if you else None,
            hybrid=Hybrid.of(view.hybrid) if view.hybrid else None,
            last_result=None,
            buy_in=view.buy_in,
            last_action_id=you.last_action_id if you else 0,
        )

    def seat(self, number: int | None) -> Seat | None:
        """Returns a seat if it is taken."""
        return next((seat for seat in self.seats if seat.seat == number), None)

    def hero(self) -> Seat | None:
        """Returns this bot's seat."""
        return self.seat(self.hero_seat)

    def pot_total(self) -> int:
        """Returns the chips in all pots and bets."""
        if self.hand is None:
            return 0
        pots = sum(pot.amount for pot in self.hand.pots)
        return pots + self.hand.dead + sum(seat.bet for seat in self.seats)

    def chips(self) -> int:
        """Returns the total of all chips on the table: stacks and `pot_total`."""
        return sum(seat.stack for seat in self.seats) + self.pot_total()

    def to_call(self) -> int:
        """Returns the chips that a call adds to this seat's bet; 0 if there is nothing to call."""
        if self.decision is not None:
            return self.decision.legal.call or 0
        hero = self.hero()
        if self.hand is None or hero is None or not hero.is_live():
            return 0
        return min(max(self.hand.current_bet - hero.bet, 0), hero.stack)

    def pot_odds(self) -> float:
        """Returns the share of the final pot that a call has to pay, from 0 to 1.

        A call is profitable if the chance to win is greater.
        """
        call = self.to_call()
        return call / (self.pot_total() + call) if call else 0.0

    def players_in_hand(self) -> Iterator[Seat]:
        """Returns the seats that can still win the hand, by number."""
        return (seat for seat in self.seats if seat.is_live())

    def opponents(self) -> Iterator[Seat]:
        """Returns the other seats that can still win the hand."""
        return (seat for seat in self.players_in_hand() if seat.seat != self.hero_seat)

    def opponent_count(self) -> int:
        """Returns the number of other players who can still win the hand."""
        return sum(1 for _ in self.opponents())

    def effective_stack(self) -> int:
        """Returns the most this seat can still win from or lose to one opponent.

        It is the smaller of its own stack and the largest opposing stack.
        """
        hero = self.hero()
        others = max((seat.stack for seat in self.opponents()), default=0)
        return min(hero.stack, others) if hero else 0

    def big_blind(self) -> int:
        """Returns the big blind of the hand in progress, or of the table between hands.

        In fixed limit, and with a bring-in, it is the small bet.
        """
        return self.hand.game.big_blind if self.hand else self.info.big_blind

    def big_blinds(self, amount: int) -> float:
        """Converts an amount to big blinds."""
        return amount / max(self.big_blind(), 1)

    def position(self, seat: int) -> Position | None:
        """Returns the position of a seat that was dealt into the hand in progress."""
        hand = self.hand
        if hand is None or seat not in hand.dealt:
            return None
        if len(hand.dealt) == 2:
            return "BigBlind" if hand.big_blind == seat else "Button"
        if hand.small_blind == seat:
            return "SmallBlind"
        if hand.big_blind == seat:
            return "BigBlind"
        # With a dead button the last player to act has the button's position.
        behind = len(hand.dealt) - 1 - hand.dealt.index(seat)
        return ("Button", "Cutoff", "Middle", "Middle")[behind] if behind < 4 else "Early"

    def hero_position(self) -> Position | None:
        """Returns this bot's position in the hand in progress."""
        return None if self.hero_seat is None else self.position(self.hero_seat)

    def has_position(self) -> bool:
        """Returns `True` if this seat acts last from the flop on, of those who can still act."""
        hand, hero = self.hand, self.hero_seat
        if hand is None or hero is None:
            return False
        after = hand.dealt[hand.dealt.index(hero) + 1 :] if hero in hand.dealt else []
        seats = (self.seat(number) for number in after)
        return not any(seat is not None and seat.can_act() for seat in seats)

    def strength(self, deals: int | None = None) -> float:
        """Returns the part of the pot that this hand wins on average, from 0 to 1.

        The rest of the hand is dealt `deals` times, against one opponent of whom only the open
        cards are known: by default 100 times, and 20 times where the hands are many, as in Omaha.
        It works in every game, takes some milliseconds, and gives the same answer for the same
        cards.
        """
        return strength(self, deals)


def _hand_of(snapshot: TableSnapshot, seats: list[Seat]) -> Hand | None:
    hand = snapshot.view.hand
    if hand is None:
        return None
    forced = hand.game.bring_in or hand.game.big_blind
    dealt = [seat.seat for seat in seats if seat.in_hand is not None]
    return Hand(
        number=hand.hand,
        game=hand.game,
        bomb_pot=hand.bomb_pot,
        button=hand.button,
        small_blind=hand.small_blind,
        big_blind=hand.big_blind,
        dealt=sorted(dealt, key=lambda seat: (seat <= hand.button, seat)),
        street=hand.street,
        boards=[list(board) for board in hand.boards],
        draws=min(hand.street, hand.game.draws),
        pots=list(hand.pots),
        current_bet=hand.current_bet,
        raises=int(hand.current_bet > (forced if hand.street == 0 else 0)),
        turn=hand.turn,
        actions=None,
    )
