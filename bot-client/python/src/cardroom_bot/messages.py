# Written from the Rust types by `BLESS=1 cargo test -p cardroom-protocol python`: do not edit.
"""The messages of the Cardroom protocol and the lines of programs, with all that they hold.

An enumeration is a word, or an object of a class named after the enumeration and the variant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, Union

U8: TypeAlias = int
U16: TypeAlias = int
U32: TypeAlias = int
U64: TypeAlias = int
I64: TypeAlias = int
#: A rank of `23456789TJQKA` and a suit of `cdhs`.
Card: TypeAlias = str
#: A word of `CODES`, or `code_` and a number.
Code: TypeAlias = str
#: 32 bytes, 64 bytes, and bytes of any number, as lower-case hex digits.
Hash32: TypeAlias = str
Sig64: TypeAlias = str
Bytes: TypeAlias = str

MINOR_VERSION = 1

#: The words of error codes, by number.
CODES: dict[int, str] = {
    1: "malformed",
    2: "too_large",
    3: "wrong_frame_kind",
    4: "unsupported_version",
    5: "hello_expected",
    6: "rate_limited",
    7: "busy",
    8: "slow_client",
    9: "idle_timeout",
    10: "replaced",
    11: "shutting_down",
    12: "internal",
    13: "login_timeout",
    14: "unknown_message",
    15: "moved",
    20: "not_logged_in",
    21: "already_logged_in",
    22: "bad_credentials",
    23: "bad_token",
    24: "name_taken",
    25: "bad_name",
    26: "bad_password",
    27: "forbidden",
    28: "conflict",
    29: "no_refill_due",
    30: "bad_appearance",
    31: "suspended",
    32: "second_factor_needed",
    33: "bad_code",
    34: "token_scope",
    35: "prove_factor",
    36: "factor_required",
    40: "unknown_table",
    41: "unknown_seat",
    42: "seat_taken",
    43: "table_full",
    44: "already_seated",
    45: "not_seated",
    46: "buy_in_out_of_range",
    47: "insufficient_funds",
    48: "rathole",
    49: "bots_not_allowed",
    50: "bad_text",
    51: "too_many_tables",
    52: "nothing_to_do",
    53: "table_closed",
    54: "no_chips",
    55: "leaving",
    60: "not_your_turn",
    61: "stale_turn",
    62: "cannot_check",
    63: "nothing_to_call",
    64: "cannot_bet",
    65: "nothing_to_raise",
    66: "raise_not_allowed",
    67: "below_minimum",
    68: "above_maximum",
    69: "not_a_unit",
    70: "no_hand",
    71: "nothing_to_show",
    72: "stale_action_id",
    73: "not_a_limit_bet",
    74: "must_bring_in",
    75: "no_bring_in",
    76: "draw_now",
    77: "nothing_to_draw",
    78: "no_such_card",
    79: "nothing_to_run",
    80: "boards_out_of_range",
    81: "not_your_choice",
    82: "unknown_game",
    83: "not_reopened",
    84: "raise_cap",
    85: "nothing_to_bet",
    86: "not_hybrid",
    87: "floor_called",
    88: "chips_not_there",
    89: "declared_already",
    90: "string_bet",
    91: "limited_to_call_or_fold",
    92: "bound_to_bet",
    93: "bound_to_raise",
    94: "bound_to_call_or_raise",
    95: "call_stands",
    96: "no_ticket",
    97: "not_an_option",
    98: "substantial_action",
    99: "street_closed",
    100: "not_the_last_wager",
    101: "no_pot_count",
    102: "not_in_hand",
    103: "last_hand",
    104: "too_early",
    105: "not_yours_to_call",
    106: "not_facing_a_bet",
    107: "window_closed",
    108: "no_right_to_see",
    109: "show_all_or_none",
    110: "discarded",
    111: "no_rabbit_hunt",
    112: "not_winner",
    113: "betting_open",
    114: "not_enterable",
    115: "no_such_error",
    116: "no_shuffle_left",
    117: "table_paused",
    122: "given_up_stays_down",
    123: "next_hand_began",
    150: "unknown_tournament",
    151: "unknown_structure",
    152: "unknown_entry",
    153: "not_registering",
    154: "too_late",
    155: "tournament_full",
    156: "already_entered",
    157: "not_entered",
    158: "too_many_entries",
    159: "under_age",
    160: "banned",
    161: "tournament_over",
    162: "no_purchase",
    163: "no_offer",
    164: "tournament_table",
    165: "no_deals",
    166: "bad_deal",
    167: "unknown_deal",
    168: "seq_moved",
    169: "not_allowed_now",
    170: "not_in_the_rules",
    171: "plays_here",
    172: "cannot_undo",
    173: "second_needed",
    174: "no_seat",
    175: "ticket_claimed",
    176: "beyond_entries",
    177: "bad_structure",
    180: "unknown_hand",
    190: "unknown_code",
    191: "hosting_off",
    192: "too_many_hosted",
    195: "seats_free",
    196: "seat_kept",
    197: "wait_list_full",
    198: "address_seated",
    199: "network_full",
    200: "not_verifiable",
    201: "bad_anchor",
    210: "match_table",
}


@dataclass
class AccountBan:
    """A ban to give."""

    name: str
    league: str | None
    days: U16


@dataclass
class AccountPage:
    """A page of accounts, at most 20."""

    request: U32
    from_: U32
    total: U32
    accounts: list[AccountRow]


@dataclass
class AccountRow:
    """An account, as operators see it."""

    id: str
    name: str
    role: Role
    guest: bool
    bot: bool
    online: bool
    opened_at: U64 | None
    suspended_until: U64 | None
    muted_until: U64 | None
    erased_at: U64 | None


@dataclass
class AccountShown:
    """One account, as operators see it."""

    request: U32
    account: AccountRow
    wallet: U64
    on_tables: U64
    second_factor: bool
    tables: list[SeatedAt]
    tournaments: list[U64]
    tokens: list[ApiTokenInfo]
    linked: bool
    locked_until: U64 | None


@dataclass
class Act:
    """Acts on a turn. Answered by `ActionAccepted` or `ActionRefused`."""

    table: U64
    turn: U64
    action_id: U64
    action: Action


@dataclass
class ActLine:
    """A decision: everything that the seat sees. Answer with the same `id` and an `action` or a
    `policy`, and in a draw with a `discard`.
    """

    id: U64
    hand: U64
    game: str
    seat: U8
    button: U8
    street: U8
    cards: list[Card]
    boards: list[list[Card]]
    pots: list[Pot]
    pot: U64
    to_call: U64
    seats: list[LineSeat]
    legal: LegalActions
    events: list[TableEvent]
    time_ms: U32 | None


@dataclass
class Acted:
    """A player acted, or the room acted for the player."""

    seat: U8
    action: Action
    added: U64
    timed_out: bool


@dataclass
class ActionAccepted:
    """The viewer's action counts, and is stored."""

    table: U64
    action_id: U64


@dataclass
class ActionHeld:
    """A player acted out of turn. The action waits until it is that player's turn."""

    seat: U8
    gesture: Gesture
    to: U64
    stake: U64


@dataclass
class ActionRefused:
    """The viewer's action was refused. Nothing changed."""

    table: U64
    action_id: U64
    code: Code
    message: str
    legal: LegalActions | None


@dataclass
class ActionsRescinded:
    """The last actions of the street are undone, because they rested on a card that came too
    early. Everyone gets the whole table again.
    """

    actions: U8
    returned: list[ReturnedBet]
    back: list[U8]
    current_bet: U64
    rule: str


@dataclass
class AddOnTerms:
    """The terms of the add-on."""

    cost: U64
    chips: U64
    after_level: U16


@dataclass
class Administer:
    """Carries out an order about an account. Answered by `ResetCode` or `ResetCodes` if codes
    were made, otherwise by `Done`.
    """

    request: U32
    reason: str
    order: AccountOrder


@dataclass
class Announcement:
    """An announcement of the floor."""

    text: str


@dataclass
class AnswerLine:
    """A line from the program: `ready`, or `id` and one of the answers."""

    ready: ReadyLine | None
    id: U64 | None
    action: Action | None
    discard: list[Card] | None
    policy: list[tuple[Action, float]] | None
    run_it: U8 | None
    show: bool | None
    choose_game: U8 | None


@dataclass
class ApiToken:
    """Answers `CreateApiToken` with the new token. The server shows it only once."""

    request: U32
    label: str
    token: str
    id: U64


@dataclass
class ApiTokenInfo:
    """An API token, as its account sees it."""

    id: U64
    label: str
    scopes: list[Scope]
    created_ms: U64
    last_used_ms: U64 | None
    last_address: str | None
    ends_ms: U64 | None


@dataclass
class ApiTokenList:
    """The API tokens of the account, in the order of their labels. The server does not show the
    tokens themselves.
    """

    request: U32
    tokens: list[ApiTokenInfo]
    second_factor: bool


@dataclass
class AskToSee:
    """Asks to see a hand at the showdown that was not tabled. Answered by `Done`."""

    request: U32
    table: U64
    seat: U8


@dataclass
class AttendTable:
    """Starts or stops attending a hybrid table as the floor. Its tickets wait for an operator
    who attends it. The operator must watch the table and may not play there. Answered by
    `Done`.
    """

    request: U32
    table: U64
    on: bool


@dataclass
class AuditEntry:
    """A command of the floor at a table, as it was carried out."""

    at: U64
    operator: str
    table: U64
    seq: U64
    command: str
    reason: str
    rule: str | None
    table_name: str


@dataclass
class AuditPage:
    """A page of the floor's commands at tables, at most 16."""

    request: U32
    from_: U32
    total: U32
    entries: list[AuditEntry]


@dataclass
class AwardHeld:
    """All players have tabled or discarded. The pots wait for requests to see a hand."""

    time_ms: U32


@dataclass
class Balance:
    """The chips in the wallet changed."""

    balance: U64


@dataclass
class Ban:
    """A ban from entering, in days."""

    entry: U64
    days: U16


@dataclass
class BanPage:
    """A page of the bans in force, at most 25. Bans that end first come first."""

    request: U32
    from_: U32
    total: U32
    bans: list[BanRow]


@dataclass
class BanRow:
    """A ban in force."""

    name: str
    league: str | None
    until: U64
    at: U64
    operator: str
    reason: str


@dataclass
class BannedAccount:
    """An account whose ban ends."""

    name: str
    league: str | None


@dataclass
class BetsCollected:
    """The betting of a street is over, and its bets are in the pots."""

    pots: list[Pot]


@dataclass
class BoardDealt:
    """Cards came to a board."""

    board: U8
    cards: list[Card]


@dataclass
class BombPot:
    """Hands that begin with an ante of each player and the board, without blinds."""

    every_hands: U64
    ante: U64


@dataclass
class BountyTerms:
    """The terms of bounties."""

    amount: U64
    kind: BountyKind


@dataclass
class BountyWon:
    """A player won a bounty, or a part of it."""

    entry: U64
    from_: U64
    amount: U64
    head: U64


@dataclass
class BoxedCards:
    """Cards that lay the wrong way in the deck."""

    cards: U8
    at: BoxedAt


@dataclass
class BreakBegan:
    """A break of the tournament began."""

    remaining_ms: U32
    next: LevelSheet | None


@dataclass
class BreakDue:
    """A break is due. Each table plays its hand to the end and stops."""


@dataclass
class BreakEnded:
    """A break is over."""


@dataclass
class BreakSheet:
    """A break of a structure."""

    seconds: U32
    new_unit: U64 | None


@dataclass
class ButtonSet:
    """The next hand has the button here."""

    seat: U8
    rule: str


@dataclass
class BuyChips:
    """Buys chips from the wallet. During a hand, they come when it is over. Answered by `Done`."""

    request: U32
    tournament: U64
    what: Purchase


@dataclass
class BuyInAnswer:
    """The host's answer to a buy-in that waits."""

    ask: U32
    player: str
    amount: U64


@dataclass
class BuyInAsked:
    """A player asks for a seat or for more chips, and waits for the host's approval. Sent to
    the host, with each full view again.
    """

    table: U64
    ask: U32
    player: str
    seat: U8 | None
    amount: U64
    top_up: bool


@dataclass
class BuyInRange:
    """The bounds of a buy-in."""

    min: U64
    max: U64


@dataclass
class BuyInSettled:
    """A buy-in does not wait for the host any more."""

    table: U64
    ask: U32


@dataclass
class BuyInWaits:
    """A request for a seat or for chips waits for the host's approval. Its answer follows."""

    request: U32
    table: U64


@dataclass
class CallAccepted:
    """A call that was short stands after all."""

    seat: U8


@dataclass
class CallClock:
    """Calls the clock on the player to act, at hybrid tables if the book lets players do so.
    Answered by `Done`.
    """

    request: U32
    table: U64


@dataclass
class CallRetracted:
    """A call that was short is taken back. The chips return to the stack, and the player acts
    again.
    """

    seat: U8
    amount: U64


@dataclass
class CalledShort:
    """A player declared a call with far too few chips. It may rest on a misunderstanding."""

    seat: U8
    paid: U64
    due: U64
    time_ms: U32 | None


@dataclass
class CardCount:
    """A hand with a wrong number of cards."""

    seat: U8
    cards: U8


@dataclass
class CardsDealt:
    """Each player in the hand got this many cards face down."""

    each: U8


@dataclass
class CardsOpened:
    """Cards that all viewers may see, opened with their proofs. It stands behind the step that
    shows them.
    """

    table: U64
    seq: U64
    hand: U64
    cards: list[OpenedCard]
    skips: list[SkippedPlace]
    tosses: list[CommittedToss]
    picks: list[OpenedPicks]


@dataclass
class CardsShown:
    """A player showed cards of a hand that is over, with `ShowCards`. They decide nothing.
    Other cards of the player stay hidden.
    """

    hand: U64
    seat: U8
    cards: list[Card]


@dataclass
class ChangeLeague:
    """Makes a league, or changes one that was made so. Floor only. Answered by `Done`."""

    request: U32
    reason: str
    change: LeagueChange


@dataclass
class ChangePassword:
    """Replaces the password, and ends all resume tokens of the account, including that of this
    connection. If asked, it also ends the account's API tokens. Answered by `Done`.
    """

    request: U32
    old: str
    new: str
    end_tokens: bool


@dataclass
class ChangeTable:
    """Changes the terms of an open private table. They apply from the next hand. Only the host
    may. Answered by `Done` once they are stored, or by `TermsRefused`.
    """

    request: U32
    table: U64
    terms: TableTerms


@dataclass
class Chat:
    """Sends a line of chat to a table. The sender need not sit there or watch it. Answered by
    `Done`.
    """

    request: U32
    table: U64
    text: str


@dataclass
class ChatFound:
    """A line of chat that the room stores."""

    at: U64
    name: str
    table: U64
    text: str


@dataclass
class ChatLine:
    """A line of chat at a table."""

    table: U64
    name: str
    text: str
    staff: bool


@dataclass
class ChatPage:
    """A page of chat, at most 50 lines."""

    request: U32
    from_: U32
    total: U32
    lines: list[ChatFound]


@dataclass
class CheckIn:
    """Reports that the player is present, if the tournament requires that before the start.
    Answered by `Done`.
    """

    request: U32
    tournament: U64


@dataclass
class CheckedIn:
    """A player is present for the start."""

    entry: U64


@dataclass
class ChipCount:
    """A number of chips of one denomination."""

    denomination: U64
    count: U8


@dataclass
class ChipOrder:
    """A number of a player's chips."""

    entry: U64
    chips: U64


@dataclass
class ChipValue:
    """The value of chips in play money: this many chips make one unit of a currency. The room
    only shows it. Every amount in a message is a number of chips.
    """

    currency: str
    chips_per_unit: U32


@dataclass
class ChipsBagged:
    """The viewer got through a first day, and the chips wait for the next day. Sent when the
    day is over, and after each login until the chips are in play.
    """

    tournament: U64
    chips: U64
    structure: str
    name: str


@dataclass
class ChipsBought:
    """A player bought chips."""

    entry: U64
    what: Purchase
    chips: U64
    prize_pool: U64


@dataclass
class ChipsExchanged:
    """The smallest chips left the tournament at one table or more, each when its last hand was
    over. The tables report the new stacks.
    """

    unit: U64
    chips_before: U64
    chips_after: U64


@dataclass
class ChipsFor:
    """Chips to move to or from an account."""

    account: str
    chips: U64


@dataclass
class ChipsMoved:
    """A declared raise continues over several motions."""

    seat: U8
    total: U64
    motions_left: U8 | None


@dataclass
class Choice:
    """An option, given by its id."""

    id: str
    name: str


@dataclass
class ChoiceOffered:
    """A player may choose the next hand's game."""

    seat: U8
    time_ms: U32


@dataclass
class ChooseGame:
    """Chooses the game of the next hand. Answered by `Done`."""

    request: U32
    table: U64
    game: U8


@dataclass
class ClockCalled:
    """The clock was called on the player to act."""

    seat: U8
    time_ms: U32
    count_ms: U32
    rule: str


@dataclass
class ClockPaused:
    """The clock and all tables stand still."""

    remaining_ms: U32
    reason: str


@dataclass
class ClockResumed:
    """The clock goes on."""

    remaining_ms: U32


@dataclass
class ClockSet:
    """The floor or hand-for-hand set the clock."""

    remaining_ms: U32
    next_break_ms: U32 | None


@dataclass
class ClockSetting:
    """A new setting of the clock."""

    level: U16
    seconds_left: U32


@dataclass
class ClockView:
    """The clock of a tournament."""

    phase: ClockPhase
    level: U16
    stakes: Stakes
    remaining_ms: U32
    next: LevelSheet | None
    next_break_ms: U32 | None


@dataclass
class CloseHosted:
    """Closes a private table. The hand in progress is played to its end, all players get their
    chips back, and the code stops working. Answered by `Done` as soon as the closing is
    certain.
    """

    request: U32
    table: U64


@dataclass
class ColorUp:
    """A color-up at the floor's discretion."""

    table: U64 | None
    unit: U64
    method: ColorUpMethod | None


@dataclass
class CommittedToss:
    """The commitment to what a player gave away."""

    seat: U8
    count: U8
    commitment: Hash32


@dataclass
class Correction:
    """A correction of a player's result."""

    tournament: U64
    name: str
    change: ResultChange


@dataclass
class CountFor:
    """The league and season that a tournament counts for."""

    tournament: U64
    league: str | None


@dataclass
class CountsFor:
    """The league that a tournament was announced for."""

    league: str
    season: str | None


@dataclass
class CreateApiToken:
    """Makes an API token, with which a program can log in. The owner proves who they are with
    the password and the second factor, as far as the account has them. An account without a
    password must have logged in within the last 15 minutes. An account has at most 16
    tokens. Refused with `forbidden` on a connection that logged in with an API token.
    Answered by `ApiToken`.
    """

    request: U32
    label: str
    scopes: list[Scope]
    ends_at: U64 | None
    password: str | None
    code: str | None


@dataclass
class CurvePoint:
    """A point of the curve of winnings."""

    hands: U32
    won: U64
    lost: U64


@dataclass
class DealAgreed:
    """All players accepted the deal."""

    deal: U64
    shares: list[DealPart]
    for_winner: U64


@dataclass
class DealAsked:
    """A player asked for a deal while hands were in progress. No new hand begins, and the deal
    is proposed for the stacks after them.
    """

    proposer: U64 | None


@dataclass
class DealBound:
    """All links are there, and the joint seed is known. No card can change any more."""

    table: U64
    hand: U64
    links: list[LentLink]
    spares: list[Hash32]


@dataclass
class DealDropped:
    """The deal that a player asked for is not possible after the hands in progress."""


@dataclass
class DealGivenUp:
    """A round is given up. No card of it was dealt, and the hand gets another round."""

    table: U64
    seal: Bytes
    links: list[LentLink | None]
    seeds: list[Hash32]


@dataclass
class DealJoined:
    """Answers `JoinDeal`. Behind it, during a round, comes what the level would have got so
    far.
    """

    request: U32
    table: U64
    key: Hash32
    origin: str
    prev: Hash32
    index: U32
    window_ms: U32


@dataclass
class DealOffered:
    """Asks the viewer to accept a deal. Votes stay secret."""

    tournament: U64
    deal: U64
    proposer: U64 | None
    yours: U64
    shares: list[DealPart]
    for_winner: U64
    time_ms: U32


@dataclass
class DealOpened:
    """The room has laid the packs of a round, and asks the contributors for their links."""

    table: U64
    opening: Bytes
    signature: Sig64
    answer_ms: U32


@dataclass
class DealPart:
    """One player's share of a deal."""

    entry: U64
    name: str
    amount: U64


@dataclass
class DealProof:
    """Answers `GetDealProof`."""

    request: U32
    proof: str


@dataclass
class DealProposed:
    """A deal was proposed. The players left get `DealOffered`."""

    deal: U64


@dataclass
class DealRejected:
    """A player rejected the deal, or did not answer."""

    deal: U64


@dataclass
class DealRuled:
    """An error of the deal was ruled on. A dead hand, a void and a ticket follow as events of
    their own. If cards changed their places, everyone gets the whole table again.
    """

    error: DealError
    remedy: DealRemedy
    returned: U64
    rule: str


@dataclass
class DealSealed:
    """A hand is over, and its round is sealed."""

    table: U64
    seal: Bytes


@dataclass
class DealShare:
    """One player's share of a deal."""

    entry: U64
    amount: U64


@dataclass
class Decision:
    """A decision that waits for the viewer."""

    turn: U64
    legal: LegalActions


@dataclass
class DeclineRebuy:
    """Declines the rebuy that was offered. The player is out at once. Answered by `Done`."""

    request: U32
    tournament: U64


@dataclass
class DeliveryPage:
    """A page of what was sent to a hook, at most 25."""

    request: U32
    from_: U32
    total: U32
    deliveries: list[HookDelivery]


@dataclass
class DirectHook:
    """Carries out an order about a hook. Administrators only. Answered by `HookSecret` if a
    secret was made, otherwise by `Done`.
    """

    request: U32
    reason: str
    order: HookOrder


@dataclass
class DirectLeague:
    """Gives a command about leagues and results. Floor only. Answered by `Done`."""

    request: U32
    reason: str
    rule: str | None
    command: LeagueCommand


@dataclass
class DirectSchedule:
    """Carries out an order about a schedule. Floor only. Answered by `ScheduleMade` if one was
    made, otherwise by `Done`.
    """

    request: U32
    reason: str
    order: ScheduleOrder


@dataclass
class DirectTable:
    """Gives a command of the floor at a table. Answered by `Done`."""

    request: U32
    table: U64
    seq: U64
    reason: str
    rule: str | None
    command: TableCommand


@dataclass
class DirectTournament:
    """Gives a command of the floor. Answered by `Done`."""

    request: U32
    tournament: U64
    seq: U64
    reason: str
    rule: str | None
    command: TournamentCommand


@dataclass
class Discard:
    """Discards cards in a draw, or stands pat. Answered by `ActionAccepted` or `ActionRefused`."""

    table: U64
    turn: U64
    action_id: U64
    cards: list[Card]


@dataclass
class DiscardRange:
    """The number of cards that a player may discard."""

    least: U8
    most: U8


@dataclass
class Discarded:
    """A player discarded cards, or stood pat."""

    seat: U8
    count: U8
    timed_out: bool


@dataclass
class Disqualification:
    """A player to disqualify."""

    entry: U64
    keeps_prize: bool


@dataclass
class Done:
    """A request was carried out and has no other answer."""

    request: U32


@dataclass
class DrawBegan:
    """Players discard cards, in turn from the button's left."""

    least: U8
    most: U8
    replaced: bool


@dataclass
class Drawn:
    """A player drew cards face down for those discarded."""

    seat: U8
    count: U8


@dataclass
class EarlyBonus:
    """Extra chips for early registration."""

    chips: U64
    minutes_before: U32


@dataclass
class Emote:
    """Shows an emote at a table. Only seated players may do so. It is allowed during a hand,
    because the list of emotes is fixed and reveals nothing about the hand. Refused with
    `not_seated`, with `rate_limited` less than 2 seconds after the player's last emote, and
    with `forbidden` while the player is muted. Answered by `Done`, and by `Emoted` for
    everyone who gets the table's steps.
    """

    request: U32
    table: U64
    emote: EmoteKind


@dataclass
class Emoted:
    """A player shows an emote at a table. It is not part of a step and is not stored."""

    table: U64
    seat: U8
    emote: EmoteKind


@dataclass
class EndLine:
    """The last line. Nothing is asked any more, and the program may end. It has no fields."""


@dataclass
class EnterTournament:
    """Enters a tournament and pays for it from the wallet or with a ticket: before the start,
    late, or again after elimination. Answered by `Entered`.
    """

    request: U32
    tournament: U64
    of_age: bool


@dataclass
class Entered:
    """Answers `EnterTournament` with the new entry."""

    request: U32
    tournament: U64
    entry: U64
    waiting: bool


@dataclass
class EntryClosed:
    """The tournament is closed for entries, and the prizes are fixed."""

    entries: U32
    prize_pool: U64
    places_paid: U32
    payouts: list[Payout]


@dataclass
class EntryMade:
    """A player entered, for the first time or again."""

    entry: U64
    name: str
    bot: bool
    re_entries: U32
    stack: U64
    entries: U32
    prize_pool: U64


@dataclass
class EntryOpened:
    """Entries are taken from now on."""


@dataclass
class EntryPair:
    """Two entries to keep apart."""

    one: U64
    other: U64


@dataclass
class EntryReturned:
    """The viewer's entry no longer counts: the floor removed it, too few players entered, or
    the tournament was canceled.
    """

    tournament: U64
    entry: U64
    refund: U64
    ticket: bool
    reason: str


@dataclass
class EntryWithdrawn:
    """A player is no longer registered."""

    entry: U64
    entries: U32
    prize_pool: U64


@dataclass
class FindAccounts:
    """Asks for a page of accounts, in the order of their names. Floor and administrators only.
    Answered by `AccountPage`.
    """

    request: U32
    text: str
    which: AccountKind
    from_: U32


@dataclass
class Finished:
    """The viewer is out, or has won."""

    tournament: U64
    entry: U64
    place: U32
    tied: U32
    prize: U64
    ticket: str | None
    bounties: U64
    may_re_enter: bool


@dataclass
class Flagged:
    """An incident that the floor may want to know of later. Play goes on."""

    seat: U8
    flag: EtiquetteFlag


@dataclass
class FloorAttended:
    """An operator attends the table to rule on tickets, or no longer does."""

    attended: bool


@dataclass
class FloorOrdered:
    """The floor gave a command. Its effects follow in the same step."""

    operator: str
    command: TableCommand
    reason: str
    rule: str | None


@dataclass
class FloorRuled:
    """The floor gave a command. Its effects follow in the same step."""

    operator: str | None
    command: TournamentCommand
    reason: str
    rule: str | None
    state: RulingState


@dataclass
class FoldedOutOfTurn:
    """A player folded out of turn."""

    seat: U8


@dataclass
class Forfeited:
    """Chips are lost to the pot. They stand in front until the street is over."""

    seat: U8
    amount: U64


@dataclass
class Frequency:
    """How often a player did something."""

    count: U32
    of: U32


@dataclass
class FrontSeen:
    """The chips in front of a player are known."""

    seat: U8
    chips: list[U64]


@dataclass
class Game:
    """A game and its stakes."""

    id: str
    name: str
    betting: Betting
    small_blind: U64
    big_blind: U64
    bring_in: U64
    ante: U64
    ante_kind: AnteKind
    deck: Deck
    hole_cards: U8
    board_cards: U8
    draws: U8
    showdown: list[Half]


@dataclass
class GameChanged:
    """The game changes with the next hand."""

    game: U8
    by: U8 | None


@dataclass
class GameStatistics:
    """The viewer's statistics in one game."""

    game: str
    name: str
    hands: U32
    won: U64
    lost: U64
    vpip: Frequency
    pfr: Frequency
    three_bet: Frequency
    went_to_showdown: Frequency
    won_at_showdown: Frequency


@dataclass
class GetAccount:
    """Asks for one account. Floor and administrators only. Answered by `AccountShown`."""

    request: U32
    account: str


@dataclass
class GetDealProof:
    """Asks for the proof of a hand, as its viewer may see it. Answered by `DealProof`."""

    request: U32
    table: U64
    hand: U64


@dataclass
class GetHand:
    """Asks for a hand that is over. Answered by `HandShown`."""

    request: U32
    table: U64
    hand: U64
    inspect: str | None


@dataclass
class GetHandSoFar:
    """Asks for the hand in progress at a table, as all its viewers saw it. Every viewer who may
    watch the table may ask. Answered by `HandSoFar`.
    """

    request: U32
    table: U64


@dataclass
class GetHostedTournaments:
    """Asks for the limits of hosting tournaments and those that this account hosts now.
    Answered by `HostedTournaments`.
    """

    request: U32


@dataclass
class GetHosting:
    """Asks for the limits of hosting and the tables that this account hosts now. Answered by
    `Hosting`.
    """

    request: U32


@dataclass
class GetHouseRules:
    """Asks for the rules of the tournament's rulebook that people enforce, and not the program.
    Answered by one or more `HouseRules`.
    """

    request: U32
    tournament: U64


@dataclass
class GetIntegrityReport:
    """Asks for a page of the room's integrity report. Floor and administrators only. The room
    counts the hands when it gets a request for the first page; later pages come from the
    same count. Answered by `IntegrityReport`.
    """

    request: U32
    since: U64 | None
    until: U64 | None
    player: str | None
    from_: U32


@dataclass
class GetPush:
    """Asks for the room's key for subscriptions, and for the account's choice of notices.
    Answered by `PushOffered`.
    """

    request: U32


@dataclass
class GetResults:
    """Asks for a page of the results of a tournament that has ended. Answered by `ResultPage`."""

    request: U32
    tournament: U64
    from_: U32


@dataclass
class GetStandings:
    """Asks for a page of the standings of a season. Answered by `StandingPage`."""

    request: U32
    league: str
    season: str | None
    from_: U32


@dataclass
class GetStatistics:
    """Asks for the viewer's own statistics. Answered by `Statistics`."""

    request: U32
    from_: U64 | None
    to: U64 | None


@dataclass
class GetStructure:
    """Asks for levels, breaks and terms of a tournament. Answered by `StructureSheet`."""

    request: U32
    tournament: U64


@dataclass
class GetTableLedger:
    """Asks for the ledger of a private table. Its host, players who sit there, and connections
    that used its code may ask; for a while after the table has closed, only its host.
    Answered by `TableLedger`.
    """

    request: U32
    table: U64


@dataclass
class Goodbye:
    """The last message before the server closes the connection."""

    code: Code
    message: str


@dataclass
class Half:
    """How one part of every pot is won."""

    ranking: Ranking
    hole: HoleUse


@dataclass
class HandEnded:
    """The hand is over."""

    hand: U64


@dataclass
class HandExposed:
    """A hand that its player had not tabled was turned over."""

    seat: U8
    cards: list[Card]
    live: bool
    rule: str


@dataclass
class HandFilter:
    """A filter for hands. An absent field matches all."""

    player: str | None
    table: U64 | None
    tournament: U64 | None
    game: str | None
    least_pot: U64 | None
    since: U64 | None
    until: U64 | None


@dataclass
class HandForHandBegan:
    """All tables play each hand together from now on. The hand in progress at each table is the
    first.
    """


@dataclass
class HandForHandEnded:
    """Tables play independently again."""


@dataclass
class HandForHandOver:
    """All tables have finished a hand played together."""

    hands: U32


@dataclass
class HandKilled:
    """A hand is dead. Its chips stay where they are."""

    seat: U8
    reason: str
    rule: str


@dataclass
class HandLine:
    """A hand begins. Blinds and antes are not posted yet."""

    hand: U64
    game: Game
    bomb_pot: bool
    button: U8
    small_blind: U8 | None
    big_blind: U8 | None
    dealt: list[U8]
    players: list[LinePlayer]


@dataclass
class HandLooks:
    """How the players of a hand look now. It comes right before `HandShown`."""

    table: U64
    hand: U64
    looks: list[SeatLook]


@dataclass
class HandMucked:
    """A player mucked the cards unseen."""

    seat: U8


@dataclass
class HandOver:
    """Makes a player who sits at a private table its host. Only the host may, and if the host
    has been gone for ten minutes, the player who has been there longest. Answered by `Done`.
    """

    request: U32
    table: U64
    to: str | None


@dataclass
class HandPage:
    """A page of hands, at most 20."""

    request: U32
    from_: U32
    total: U32
    hands: list[HandSummary]


@dataclass
class HandRecord:
    """A hand from its first chip to its last. The events are those that the whole table saw.
    Only `cards` holds cards that a single player may see, and only those of the viewer.
    """

    table: U64
    hand: U64
    table_name: str
    table_seats: U8
    tournament: U64 | None
    rulebook: str
    hybrid: bool
    began_at: U64
    ended_at: U64
    seats: list[RecordedSeat]
    steps: list[RecordedStep]
    cards: list[RecordedCards]
    viewer: U8 | None
    event: RecordedEvent | None


@dataclass
class HandShared:
    """A link to a hand."""

    request: U32
    path: str


@dataclass
class HandShown:
    """A hand that is over, as the viewer may see it."""

    request: U32
    record: HandRecord


@dataclass
class HandSoFar:
    """The hand in progress so far. It shows only cards that lie face up. The viewer's own cards
    are in the `TableSnapshot`.
    """

    request: U32
    table: U64
    hand: U64
    steps: list[RecordedStep]
    seq: U64


@dataclass
class HandStarted:
    """A new hand begins."""

    hand: U64
    game: Game
    bomb_pot: bool
    button: U8
    small_blind: U8 | None
    big_blind: U8 | None
    dealt: list[U8]


@dataclass
class HandSummary:
    """A hand in a list, as the viewer may see it."""

    table: U64
    hand: U64
    table_name: str
    tournament: U64 | None
    game: str
    ended_at: U64
    pot: U64
    void: bool
    players: U8
    board: list[Card]
    own: OwnResult | None


@dataclass
class HandTabled:
    """A player's cards are face up."""

    seat: U8
    cards: list[Card]


@dataclass
class HandView:
    """The hand in progress."""

    hand: U64
    game: Game
    bomb_pot: bool
    button: U8
    small_blind: U8 | None
    big_blind: U8 | None
    street: U8
    boards: list[list[Card]]
    pots: list[Pot]
    current_bet: U64
    turn: Turn | None


@dataclass
class HandVoided:
    """The hand is void, and all players have their chips back."""

    hand: U64
    reason: str


@dataclass
class HeldBinds:
    """An action out of turn binds, whatever a skipped player does."""

    seat: U8


@dataclass
class HeldCard:
    """One of the cards a player holds."""

    seat: U8
    place: U8


@dataclass
class HeldSettled:
    """An action out of turn is settled. The ruling that follows carries it out, returns it or
    limits it.
    """

    seat: U8


@dataclass
class Hello:
    """Opens the protocol on a new connection. The server refuses every message before it.
    Answered by `Welcome`.
    """

    minor: U16
    client: str


@dataclass
class HelloLine:
    """The first line. Another one comes when the bot comes to another table or another seat."""

    protocol: str
    seat: U8
    seats: U8
    players: list[LinePlayer]
    game: str
    games: list[Game]
    switch: Switch
    rulebook: str
    betting: Betting
    small_blind: U64
    big_blind: U64
    ante: U64
    ante_kind: AnteKind
    unit: U64
    turn_ms: U32 | None
    bank_ms: U32 | None


@dataclass
class HoleCards:
    """All cards that the viewer holds now, including open ones, in the order in which they
    came.
    """

    table: U64
    seq: U64
    hand: U64
    cards: list[Card]


@dataclass
class HookChange:
    """Other terms of a hook."""

    hook: U32
    terms: HookTerms


@dataclass
class HookDelivery:
    """An attempt to send an event to a hook."""

    event: U64
    kind: str
    attempt: U32
    at: U64
    took_ms: U32
    status: U16 | None
    error: str | None


@dataclass
class HookEvent:
    """An event that was stored for a hook."""

    hook: U32
    event: U64


@dataclass
class HookPage:
    """A page of the room's hooks, at most 5."""

    request: U32
    from_: U32
    total: U32
    hooks: list[HookShown]


@dataclass
class HookSecret:
    """The secret of a hook. It is shown once."""

    request: U32
    hook: U32
    secret: str


@dataclass
class HookShown:
    """A hook, as administrators see it."""

    hook: U32
    made_at: U64
    terms: HookTerms
    off: str | None
    failing_since: U64 | None
    waiting: U32
    dropped: U32


@dataclass
class HookTerms:
    """Where a hook's events go, and which."""

    address: str
    events: list[str]
    leagues: list[str]
    tournaments: list[U64]
    format: HookFormat


@dataclass
class HostChips:
    """Chips that the host of a private table adds to a stack or takes off it."""

    seat: U8
    player: str
    amount: U64


@dataclass
class HostTable:
    """Opens a private table. Answered by `Hosted`, or by `TermsRefused` if a term is outside
    the room's limits.
    """

    request: U32
    terms: TableTerms


@dataclass
class HostTournament:
    """Opens a private tournament. Answered by `TournamentHosted`, or by
    `TournamentTermsRefused` if a term is outside the room's limits.
    """

    request: U32
    terms: TournamentTerms


@dataclass
class HostableGame:
    """A game or a rotation that may be played at a private table."""

    id: str
    name: str
    max_players: U8
    bring_in: bool
    blinds: bool


@dataclass
class HostableStructure:
    """A structure that a private tournament may follow, with its defaults."""

    id: str
    name: str
    game: str
    betting: Betting
    rulebook: str
    buy_in: U64
    starting_stack: U64
    seats: U8
    max_entrants: U32
    level_minutes: U16
    when_full: bool


@dataclass
class Hosted:
    """A private table is open."""

    request: U32
    table: U64
    code: str


@dataclass
class HostedTable:
    """A private table, as its host sees it."""

    info: TableInfo
    code: str


@dataclass
class HostedTerms:
    """The terms of a private table. Sent with each full view of it, and again when they change."""

    table: U64
    terms: TableTerms
    waits: bool


@dataclass
class HostedTournament:
    """A private tournament, as its host sees it."""

    info: TournamentInfo
    code: str


@dataclass
class HostedTournaments:
    """The limits for hosting tournaments, and those that this account hosts now."""

    request: U32
    allowed: bool
    limits: TournamentHostingLimits
    tournaments: list[HostedTournament]


@dataclass
class Hosting:
    """The limits for hosting, and the tables that this account hosts now."""

    request: U32
    allowed: bool
    limits: HostingLimits
    tables: list[HostedTable]


@dataclass
class HostingLimits:
    """The operator's limits for private tables."""

    per_account: U8
    seats: U8
    max_big_blind: U64
    max_buy_in: U64
    min_act_seconds: U16
    max_act_seconds: U16
    max_bank_seconds: U16
    close_empty_seconds: U32
    games: list[HostableGame]
    rulebooks: list[Choice]
    free_chat: bool
    min_between_ms: U32
    max_between_ms: U32


@dataclass
class HouseRule:
    """A rule that people enforce."""

    rule: str
    text: str


@dataclass
class HouseRules:
    """Rules that people enforce. A long list comes in several messages with the same id."""

    request: U32
    tournament: U64
    rules: list[HouseRule]
    last: bool


@dataclass
class HybridView:
    """Declarations and pending questions at a hybrid table."""

    attended: bool
    held: list[U8]
    bound: list[U8]
    limited: list[LimitedSeat]
    ticket: TicketOpened | None
    waiting_ms: U32 | None
    clock_ms: U32 | None


@dataclass
class ImportRoster:
    """Enters a roster into a tournament, all players or none. Only the floor and the account
    that opened the tournament may. A long roster comes in several messages, one after the
    other. All except the last have `more` set and get `Done`. Answered by `RosterReport`.
    """

    request: U32
    tournament: U64
    seq: U64
    reason: str
    rule: str | None
    text: str
    more: bool


@dataclass
class ImpoundedPot:
    """A pot that the floor impounded. Its chips are in play but in no stack until it is
    released.
    """

    pot: U32
    table: U32
    chips: U64
    due: U64
    from_: list[ChipOrder]
    reason: str


@dataclass
class Impoundment:
    """Chips to impound until the floor decides."""

    table: U64
    parts: list[ChipOrder]


@dataclass
class IntegrityHand:
    """A hand to look at."""

    table: U64
    hand: U64


@dataclass
class IntegrityMeasure:
    """One measure of a pair, beside the same measure of others."""

    measure: str
    player: str | None
    value: U32
    base: U32
    error: U32
    of: U32
    rarity: U32
    stands_out: bool
    hands: list[IntegrityHand]


@dataclass
class IntegrityPair:
    """Two players who sat together."""

    payer: str
    receiver: str
    payer_bot: bool
    receiver_bot: bool
    hands: U32
    paid: U64
    returned: U64
    net: U32
    stands_out: bool
    measures: list[IntegrityMeasure]


@dataclass
class IntegrityReport:
    """A page of an integrity report, at most 5 pairs. It counts the latest 20,000 hands of the
    requested time.
    """

    request: U32
    from_: U32
    total: U32
    hands: U32
    players: U32
    compared: U32
    partial: bool
    pairs: list[IntegrityPair]


@dataclass
class Invited:
    """Answers a code that leads to a table."""

    request: U32
    info: TableInfo


@dataclass
class InvitedToTournament:
    """Answers a code that leads to a tournament."""

    request: U32
    info: TournamentInfo


@dataclass
class JoinDeal:
    """Takes part in the deals of a table that the client watches, or stops. Replaces what the
    connection said before. Send it only after a `Welcome` with minor 1. Answered by
    `DealJoined`.
    """

    request: U32
    table: U64
    level: DealLevel
    anchor: Hash32 | None


@dataclass
class JoinWaitList:
    """Joins the waiting list of a full ring table. Answered by `Done`; a `WaitListPlace`
    follows.
    """

    request: U32
    table: U64


@dataclass
class LeagueInfo:
    """A league and its rules."""

    league: str
    name: str
    rulebook: str | None
    points: str
    best_nights: U32
    least_nights: U32
    ties: list[LeagueTie]
    min_age: U8
    members_only: bool
    seasons: list[SeasonInfo]
    present: bool
    disqualified: str | None


@dataclass
class LeagueList:
    """Leagues of the room. A long list comes in several messages with the same id."""

    request: U32
    leagues: list[LeagueInfo]
    last: bool


@dataclass
class Leave:
    """Leaves the table. A player who is dealt in leaves when the hand is over. Answered by
    `Done`.
    """

    request: U32
    table: U64


@dataclass
class LeaveWaitList:
    """Leaves the waiting list, or declines the seat that is offered. Answered by `Done`."""

    request: U32
    table: U64


@dataclass
class LedgerRow:
    """A player's row in the ledger. The result is `cash_outs + taken + stack - buy_ins -
    top_ups - given`.
    """

    player: str
    buy_ins: U64
    top_ups: U64
    given: U64
    taken: U64
    cash_outs: U64
    stack: U64
    won: U64
    lost: U64


@dataclass
class LeftTable:
    """The viewer no longer sits at the table."""

    table: U64
    cashed_out: U64
    reason: str
    stayed: U64


@dataclass
class LegalActions:
    """The legal actions of the player to act. The server validates with the same numbers."""

    fold: bool
    check: bool
    call: U64 | None
    wager: WagerRange | None
    bring_in: U64 | None
    discard: DiscardRange | None


@dataclass
class LendLink:
    """Lends a link to an opening. A link that is wrong, late or of another opening is ignored.
    Answered by `DealBound` when all links are there, at the level `Full`.
    """

    table: U64
    opening: Hash32
    link: Hash32
    ack: Hash32


@dataclass
class LentLink:
    """A link with its voucher."""

    link: Hash32
    ack: Hash32


@dataclass
class LevelBegan:
    """A new level began. It applies to each table from its next hand on."""

    level: LevelSheet
    remaining_ms: U32
    next: LevelSheet | None
    next_break_ms: U32 | None


@dataclass
class LevelChange:
    """The levels and breaks from the next level on."""

    stages: list[Stage]


@dataclass
class LevelSheet:
    """A level of a structure."""

    level: U16
    seconds: U32
    stakes: Stakes


@dataclass
class LevelsChanged:
    """The floor changed the levels and breaks that have not begun, or undid such a change.
    `GetStructure` returns all of them.
    """

    stakes: Stakes
    next: LevelSheet | None
    remaining_ms: U32
    next_break_ms: U32 | None


@dataclass
class Limited:
    """A player is limited in the next action."""

    seat: U8
    limit: Limit
    added: U64


@dataclass
class LimitedSeat:
    """A player who is limited in the next action."""

    seat: U8
    limit: Limit
    options: list[RulingOption]


@dataclass
class LinePlayer:
    """A player at the table."""

    seat: U8
    name: str
    stack: U64


@dataclass
class LineResult:
    """What a hand was for a seat."""

    seat: U8
    net: I64 | None
    cards: list[Card]


@dataclass
class LineSeat:
    """A seat during a decision."""

    seat: U8
    stack: U64
    bet: U64
    dealt: bool
    folded: bool
    all_in: bool
    card_count: U8
    open: list[Card]
    discarded: U8 | None


@dataclass
class LinkSignIn:
    """Links the account to a sign-in, so that it can log in with a ticket. A guest becomes an
    account with a name. Refused after a login with an API token. Answered by `Done`; for a
    guest by `LoggedIn`.
    """

    request: U32
    ticket: SignInTicket
    password: str | None
    name: str | None


@dataclass
class ListApiTokens:
    """Asks for the account's API tokens. Answered by `ApiTokenList`."""

    request: U32


@dataclass
class ListAudit:
    """Asks for a page of the floor's commands at tables. Floor only, except for hosts at their
    own tables. Answered by `AuditPage`.
    """

    request: U32
    table: U64 | None
    from_: U32


@dataclass
class ListBans:
    """Asks for a page of the bans in force. Floor only. Answered by `BanPage`."""

    request: U32
    from_: U32


@dataclass
class ListDeliveries:
    """Asks for a page of what was sent to a hook in the last 30 days, the latest first.
    Administrators only. Answered by `DeliveryPage`.
    """

    request: U32
    hook: U32
    from_: U32


@dataclass
class ListHands:
    """Asks for a page of the viewer's own hands, the latest first. Answered by `HandPage`."""

    request: U32
    filter: HandFilter
    everybody: bool
    from_: U32


@dataclass
class ListHooks:
    """Asks for a page of the room's hooks, the oldest first. Administrators only. Answered by
    `HookPage`.
    """

    request: U32
    from_: U32


@dataclass
class ListLeagues:
    """Asks for the room's leagues. Answered by one or more `LeagueList`."""

    request: U32


@dataclass
class ListNotes:
    """Asks for a page of the viewer's notes, in the order of the players' names. Answered by
    `NotePage`.
    """

    request: U32
    from_: U32


@dataclass
class ListOperations:
    """Asks for a page of the operators' orders about accounts, the latest first. Floor and
    administrators only. Answered by `OperationPage`.
    """

    request: U32
    account: str | None
    from_: U32


@dataclass
class ListPastEvents:
    """Asks for a page of the tournaments that have ended, the latest first. Answered by
    `PastEventPage`.
    """

    request: U32
    league: str | None
    season: str | None
    from_: U32


@dataclass
class ListPayouts:
    """Asks for a page of the prizes, sorted by place. Answered by `PayoutPage`."""

    request: U32
    tournament: U64
    from_: U32


@dataclass
class ListPlayers:
    """Asks for a page of the players: those left by their stacks, then those who are out by
    their places. Answered by `PlayerPage`.
    """

    request: U32
    tournament: U64
    from_: U32


@dataclass
class ListReports:
    """Asks for a page of the players' reports, the latest first. Floor and administrators only.
    Answered by `ReportPage`.
    """

    request: U32
    open: bool
    from_: U32


@dataclass
class ListRulings:
    """Asks for a page of the floor's rulings, the latest first. Answered by `RulingPage`."""

    request: U32
    tournament: U64
    from_: U32


@dataclass
class ListSchedules:
    """Asks for a page of the room's schedules, those of its configuration first. Answered by
    `SchedulePage`.
    """

    request: U32
    from_: U32


@dataclass
class ListSeatCodes:
    """Asks for a page of the seat codes, which show a player the seat of one entry without an
    account: at `/seats/CODE.json` over HTTP, and in the web client at `/#/seat/CODE`. Only
    the floor and the account that opened the tournament may. Answered by `SeatCodePage`.
    """

    request: U32
    tournament: U64
    from_: U32


@dataclass
class ListStructures:
    """Asks for a page of the structures that `OpenTournament` can name. Answered by
    `StructurePage`.
    """

    request: U32
    from_: U32


@dataclass
class ListTables:
    """Asks for the tables that match a filter. In JSON, an absent `filter` matches every table.
    Answered by one or more `TableList`.
    """

    request: U32
    filter: TableFilter


@dataclass
class ListTournamentTables:
    """Asks for a page of the tables, sorted by their numbers. Answered by `TablePage`."""

    request: U32
    tournament: U64
    from_: U32


@dataclass
class ListTournaments:
    """Asks for the room's tournaments. Answered by one or more `TournamentList`."""

    request: U32
    past: bool


@dataclass
class LoggedIn:
    """Answers every kind of login."""

    request: U32
    account: str
    name: str
    role: Role
    balance: U64
    resume_token: str | None
    tables: list[U64]
    tournaments: list[U64]
    guest: bool
    avatar: U16
    color: U8


@dataclass
class Login:
    """Logs in with name and password. Answered by `LoggedIn`."""

    request: U32
    name: str
    password: str
    browser: str | None


@dataclass
class LoginGuest:
    """Logs in as a guest: a new account without a password, which lasts as long as its resume
    token. Answered by `LoggedIn`.
    """

    request: U32
    nickname: str | None


@dataclass
class LoginToken:
    """Logs in with a resume token (from `LoggedIn`) or an API token (from `ApiToken`). Answered
    by `LoggedIn`.
    """

    request: U32
    token: str


@dataclass
class LoginWithCode:
    """Logs in with name, password and second factor. The room refuses `Login` with
    `second_factor_needed` if the password is right and the account has a second factor.
    Answered by `LoggedIn`.
    """

    request: U32
    name: str
    password: str
    code: str
    browser: str | None


@dataclass
class LoginWithTicket:
    """Logs in with the ticket of a sign-in provider. If no account has this sign-in yet, `name`
    opens one. Answered by `LoggedIn`.
    """

    request: U32
    ticket: SignInTicket
    name: str | None
    code: str | None


@dataclass
class Logout:
    """Ends this connection's resume token. Answered by `Done`; then the server closes the
    connection.
    """

    request: U32


@dataclass
class LongAbsence:
    """A player has been absent long enough for the remedy that the rulebook provides: the floor
    may pick up the chips.
    """

    entry: U64
    minutes: U32


@dataclass
class LostHand:
    """Players who lost all chips in one hand that was played with real cards."""

    entry: U64
    by: list[U64]
    with_: list[U64]


@dataclass
class LotList:
    """A list to draw from."""

    about: str
    lots: list[Lot]
    count: U16
    result: LotsDrawn | None


@dataclass
class LotsDrawn:
    """The result of a draw from a list."""

    seed: str
    drawn: list[U16]


@dataclass
class MakeGesture:
    """Speaks or moves chips at a hybrid table, in turn or out of turn. Answered by
    `ActionAccepted` or `ActionRefused`. The ruling is in the step, for everyone.
    """

    table: U64
    turn: U64 | None
    action_id: U64
    gesture: Gesture


@dataclass
class MatchSeat:
    """The viewer plays a match: a session of many hands at one seat, with the cards and stacks
    that the match sets. It follows the `LoggedIn`, and the `TableSnapshot` follows it
    without a request. Only a room that was opened for a match sends it. Such a room takes
    actions and answers to offers, and refuses every other request with `match_table`. In a
    match of tournaments it comes again, with the snapshot of the next table, whenever the
    viewer gets another seat.
    """

    table: U64
    seat: U8
    turn_ms: U32
    bank_ms: U32 | None


@dataclass
class Merge:
    """A guest to merge into an account."""

    guest: str
    into: str
    chips: bool


@dataclass
class Misquoted:
    """The player to act got a wrong count of a bet."""

    amount: U64


@dataclass
class MissedHands:
    """A penalty in hands."""

    entry: U64
    hands: U32


@dataclass
class MissedRounds:
    """A penalty in rounds."""

    entry: U64
    rounds: U8


@dataclass
class MoreTime:
    """More time for a turn."""

    seat: U8
    time_ms: U32


@dataclass
class MovedBet:
    """A bet that changed: the corrected wager, or one that had called it."""

    seat: U8
    returned: U64
    added: U64


@dataclass
class MovedForward:
    """A player moved chips forward without letting go of them."""

    seat: U8
    chips: list[U64]


@dataclass
class MovesChanged:
    """With real cards: players got new seats, or the floor has confirmed that they sit there."""

    moves: list[OpenMove]


@dataclass
class NewAccount:
    """An account to open."""

    name: str
    role: Role
    password: str | None


@dataclass
class NewBoard:
    """A board after its correction."""

    how: BoardRemedy
    cards: list[Card]


@dataclass
class NewName:
    """A new name for an account."""

    account: str
    name: str


@dataclass
class NewRole:
    """A new role for an account."""

    account: str
    role: Role


@dataclass
class NewSeason:
    """A season to open."""

    league: str
    season: str
    name: str
    from_: str
    until: str


@dataclass
class NewSeat:
    """The viewer has a seat, or another one than before. The table's snapshot follows
    automatically.
    """

    tournament: U64
    entry: U64
    table: U64
    seat: U8
    stack: U64
    reason: SeatReason


@dataclass
class NewStub:
    """A stub after its correction."""

    how: StubRemedy
    back: list[Card]


@dataclass
class Note:
    """A note about a player."""

    player: str
    text: str
    color: U8
    written_at: U64


@dataclass
class NotePage:
    """A page of the viewer's notes, at most 20."""

    request: U32
    from_: U32
    total: U32
    notes: list[Note]


@dataclass
class Observe:
    """Starts watching a table: first the whole table, then every step. Answered by
    `TableSnapshot`, then `Done`, in one frame.
    """

    request: U32
    table: U64


@dataclass
class OfferLine:
    """An offer. It comes only if the bot asked for offers in `ready`. Answer with the same `id`
    and the key that the question names. Silence is a no: the hand is run out once, it is not
    shown, and the game stays.
    """

    id: U64
    question: Question
    hand: U64
    cards: list[Card]
    boards: list[list[Card]]
    pot: U64
    time_ms: U32


@dataclass
class OfferRematch:
    """Offers a rematch to everyone who played in a tournament that is over: another tournament
    that the viewer can reach and that takes entries. Only its players and its host may offer
    one. They and its watchers get `RematchOffered`. A later offer takes the place of an
    earlier one, and each player may make three. Answered by `Done`.
    """

    request: U32
    tournament: U64
    next: U64


@dataclass
class OpenMove:
    """A move with real cards that nobody has confirmed. The server has the player at the new
    seat already.
    """

    entry: U64
    from_table: U32
    from_seat: U8
    table: U32
    seat: U8


@dataclass
class OpenTournament:
    """Opens a tournament. For hosts and the floor. Answered by `TournamentOpened`."""

    request: U32
    structure: str
    name: str | None
    starts_at: U64 | None
    self_run: bool
    league: str | None


@dataclass
class OpenTournamentWith:
    """Opens a tournament with a structure of its own, which the room does not keep for others.
    A host and the floor may; a guarantee in it needs an administrator. Answered by
    `TournamentOpened`.
    """

    request: U32
    structure: str
    name: str | None
    starts_at: U64 | None
    self_run: bool
    league: str | None


@dataclass
class OpenableStructure:
    """A structure of the room, by which a tournament can be opened."""

    id: str
    name: str
    game: str
    rulebook: str


@dataclass
class OpenedCard:
    """A card with its salt and its path to the root of its deck."""

    deck: U8
    place: U16
    card: Card
    salt: Hash32
    path: list[Hash32]


@dataclass
class OpenedPicks:
    """The places of what a player gave away, opened."""

    toss: U8
    picks: U8
    salt: Hash32


@dataclass
class Operation:
    """An operator's order about an account, as it was carried out."""

    at: U64
    operator: str | None
    account: str
    done: str
    reason: str


@dataclass
class OperationPage:
    """A page of the operators' orders about accounts, at most 20."""

    request: U32
    from_: U32
    total: U32
    operations: list[Operation]


@dataclass
class OwnCardsOpened:
    """Cards that only the receiver may see, opened with their proofs. It stands behind the step
    that deals them.
    """

    table: U64
    seq: U64
    hand: U64
    cards: list[OpenedCard]
    skips: list[SkippedPlace]
    tosses: list[CommittedToss]
    picks: list[OpenedPicks]


@dataclass
class OwnEntry:
    """The viewer's own entry."""

    entry: U64
    state: EntryState
    table: U64 | None
    seat: U8 | None
    stack: U64
    place: U32 | None
    prize: U64
    bounties: U64
    head: U64
    penalty_hands: U32
    may_buy: list[Purchase]
    may_re_enter: bool


@dataclass
class OwnResult:
    """The viewer's part in a hand."""

    cards: list[Card]
    began_with: U64
    ended_with: U64


@dataclass
class OwnView:
    """The viewer's own seat."""

    seat: U8
    cards: list[Card]
    to_show: list[Card]
    decision: Decision | None
    offers: list[TableEvent]
    last_action_id: U64
    wait_for_big_blind: bool
    auto_muck: bool
    straddle: bool


@dataclass
class PastCorrection:
    """A correction that was made to a result."""

    at: U64
    operator: str
    name: str
    change: ResultChange
    reason: str
    rule: str | None


@dataclass
class PastDeal:
    """A deal that was made."""

    shares: list[DealPart]
    for_winner: U64


@dataclass
class PastEvent:
    """A tournament that has ended."""

    tournament: U64
    name: str
    structure: str
    rulebook: str
    game_name: str
    began_at: U64 | None
    ended_at: U64
    cancelled: bool
    entries: U32
    players: U32
    buy_in: U64
    fee: U64
    prize_pool: U64
    winners: list[str]
    league: str | None
    season: str | None


@dataclass
class PastEventPage:
    """A page of the tournaments that have ended, at most 25."""

    request: U32
    from_: U32
    total: U32
    events: list[PastEvent]


@dataclass
class Paused:
    """The floor has paused the table. No player acts, no clock runs, and no hand begins until
    `Resumed`. The floor can still rule on the hand in progress.
    """

    reason: str


@dataclass
class Payout:
    """The prize of one place, or of several places with the same prize."""

    first: U32
    last: U32
    prize: U64
    ticket: str | None


@dataclass
class PayoutPage:
    """A page of the prizes, at most 200."""

    request: U32
    tournament: U64
    from_: U32
    total: U32
    payouts: list[Payout]


@dataclass
class PenaltyGiven:
    """A player has a penalty."""

    entry: U64
    penalty: Penalty


@dataclass
class PenaltyOver:
    """A player's penalty is over: served, or lifted."""

    entry: U64


@dataclass
class PinOrder:
    """A seat for a player at the start. Tables have numbers instead of ids, because none is
    open yet.
    """

    entry: U64
    table: U32
    seat: U8 | None


@dataclass
class Ping:
    """Asks for a `Pong` with the same nonce. Answered by `Pong`."""

    nonce: U32


@dataclass
class PlayerChanged:
    """A player at a table has a new name or appearance. It is not part of a step, and later
    snapshots show it too. Sent at once to everyone who gets the table's steps.
    """

    table: U64
    seat: U8
    name: str
    avatar: U16
    color: U8


@dataclass
class PlayerMoved:
    """A player moved to another seat."""

    entry: U64
    from_table: U64
    from_seat: U8
    table: U64
    seat: U8
    reason: SeatReason


@dataclass
class PlayerOut:
    """A player is out."""

    entry: U64
    name: str
    place: U32
    tied: U32
    prize: U64
    ticket: str | None
    eliminated_by: list[U64]
    players_left: U32


@dataclass
class PlayerPage:
    """A page of the players, at most 100."""

    request: U32
    tournament: U64
    from_: U32
    total: U32
    players: list[PlayerRow]


@dataclass
class PlayerRow:
    """A player of a tournament."""

    entry: U64
    name: str
    bot: bool
    state: EntryState
    stack: U64
    table: U64 | None
    seat: U8 | None
    place: U32 | None
    prize: U64
    bounties: U64
    head: U64
    re_entries: U32
    avatar: U16
    color: U8
    staff: bool


@dataclass
class PlayerSeated:
    """A player got a seat after the start."""

    entry: U64
    table: U64
    seat: U8
    reason: SeatReason


@dataclass
class PlayerThrough:
    """A player goes on to the next round or day."""

    entry: U64
    chips: U64


@dataclass
class Pong:
    """Answers `Ping` with the same nonce."""

    nonce: U32
    time_ms: U64


@dataclass
class Posted:
    """A player posted a blind or an ante."""

    seat: U8
    post: PostKind
    amount: U64


@dataclass
class Pot:
    """A pot and the seats that can win it."""

    amount: U64
    seats: list[U8]


@dataclass
class PotAwarded:
    """A pot went to its winners, or the part of it that one board and one half of the showdown
    decide.
    """

    pot: U8
    board: U8
    half: U8
    shares: list[Share]


@dataclass
class PotQuote:
    """A count of the pot."""

    seat: U8
    amount: U64


@dataclass
class PotQuoted:
    """The pot was counted for a player."""

    seat: U8
    amount: U64
    rule: str


@dataclass
class PotReaward:
    """Part of a pot to move to another player."""

    about: Dispute
    from_: U8
    to: U8
    amount: U64


@dataclass
class PotRelease:
    """A decision about an impounded pot."""

    pot: U32
    parts: list[ChipOrder]


@dataclass
class PotsChanged:
    """A pot was impounded or released, or chips came into one."""

    pots: list[ImpoundedPot]


@dataclass
class Presence:
    """A player's connection came or went."""

    seat: U8
    connected: bool


@dataclass
class ProposeDeal:
    """Proposes to divide the remaining prizes among the players left. Answered by `Done`; every
    player who has a part in it gets `DealOffered`.
    """

    request: U32
    tournament: U64
    proposal: DealProposal
    for_winner: U64


@dataclass
class ProveFactor:
    """Proves the second factor of the account again. Orders that only administrators may give
    need a proof of the last 15 minutes, and are refused with `prove_factor` otherwise. A
    login with the second factor is such a proof. Refused with `nothing_to_do` if the account
    has no second factor, and with `forbidden` on a connection that logged in with an API
    token. Answered by `Done`.
    """

    request: U32
    code: str


@dataclass
class PulledBack:
    """A player took back chips of an earlier bet. They count as bet until a ruling."""

    seat: U8
    value: U64


@dataclass
class PushKinds:
    """The kinds of notice that a player gets. All are on at first."""

    turn: bool
    table_begins: bool
    seat_free: bool
    tournament_begins: bool


@dataclass
class PushOffered:
    """Answers `GetPush`."""

    request: U32
    key: str | None
    kinds: PushKinds
    browsers: U8


@dataclass
class PushSubscription:
    """A browser's subscription, as its `PushManager` makes it with the room's key."""

    endpoint: str
    public_key: str
    auth: str
    language: str


@dataclass
class PushedChips:
    """Chips moved silently in one motion and released."""

    chips: list[ChipCount]
    pulled: list[ChipCount]


@dataclass
class QuitTournament:
    """Ends the player's part in the tournament permanently. The chips stay and are blinded out,
    or are removed if the rulebook says so. The table no longer waits for the player.
    Answered by `Done`.
    """

    request: U32
    tournament: U64


@dataclass
class RabbitAnswered:
    """A player answered a request for the cards that would have come."""

    seat: U8
    agrees: bool


@dataclass
class RabbitAsked:
    """The winner asked for the cards that would have come."""

    seat: U8
    time_ms: U32


@dataclass
class RabbitConsent:
    """Answers a request for the cards that would have come, as a player who called the initial
    bet. Answered by `Done`.
    """

    request: U32
    table: U64
    agrees: bool


@dataclass
class RabbitHunt:
    """Asks for the cards that would have come, as the winner of a hand without a showdown.
    Answered by `Done`.
    """

    request: U32
    table: U64


@dataclass
class RabbitShown:
    """The board cards that would have come. They decide nothing."""

    cards: list[Card]


@dataclass
class RakeTaken:
    """The house took its part of a pot, before the pot is awarded."""

    pot: U8
    amount: U64


@dataclass
class ReadyLine:
    """What a program wants to hear. Each field may be left out."""

    events: bool
    offers: bool


@dataclass
class Rebuy:
    """Adds chips from the wallet to the stack, as `TopUp` does, and deals the player in again.
    Both happen or neither. Answered by `Done`.
    """

    request: U32
    table: U64
    amount: U64


@dataclass
class RebuyOffered:
    """Offers chips to the viewer, who has none left or may buy more. The seat is held
    meanwhile. Without an answer, a player without chips is out and any other plays on.
    """

    tournament: U64
    entry: U64
    what: Purchase
    cost: U64
    chips: U64
    time_ms: U32


@dataclass
class RebuyTerms:
    """The terms of rebuys."""

    cost: U64
    chips: U64
    most: U32
    until_level: U16
    at_most: U64


@dataclass
class RecordedCards:
    """The cards of one player as they came and went."""

    seat: U8
    dealt: list[Card]
    draws: list[RecordedDraw]


@dataclass
class RecordedDraw:
    """One draw of one player."""

    gave: list[Card]
    got: list[Card]


@dataclass
class RecordedEvent:
    """The tournament of a hand, as it was when the hand was played."""

    name: str
    level: U16
    level_seconds: U32
    buy_in: U64
    fee: U64
    bounty: U64
    starting_stack: U64
    single_table: bool


@dataclass
class RecordedSeat:
    """A player of a hand that is over."""

    seat: U8
    name: str
    bot: bool
    began_with: U64
    ended_with: U64


@dataclass
class RecordedStep:
    """The events of one moment of a hand."""

    after_ms: U32
    events: list[TableEvent]


@dataclass
class RecoveryCodes:
    """The recovery codes of a second factor. Each works once, in place of the six digits. The
    room does not show them again.
    """

    request: U32
    codes: list[str]


@dataclass
class Refill:
    """Asks for the room's grant of play chips. The room grants it if the account owns less than
    the refill threshold, counting wallet and stacks, and the waiting time since the last
    grant is over. Answered by a `Balance` and `Done`.
    """

    request: U32


@dataclass
class Refused:
    """A request was refused. Nothing changed."""

    request: U32
    code: Code
    message: str


@dataclass
class Register:
    """Opens an account with a name and a password, and logs in. Answered by `LoggedIn`."""

    request: U32
    name: str
    password: str


@dataclass
class RematchOffered:
    """A player of a tournament that is over offers a rematch. Its players get this when it is
    offered, its watchers also after each full view.
    """

    tournament: U64
    next: U64
    name: str
    code: str | None


@dataclass
class RemoveFrom:
    """A player to remove from a ring table."""

    account: str
    table: U64


@dataclass
class Report:
    """A report about a player, made by another player."""

    number: U32
    at: U64
    reporter: str
    player: str
    table: U64
    hand: U64 | None
    text: str
    settled_at: U64 | None
    outcome: str


@dataclass
class ReportPage:
    """A page of the players' reports, at most 20."""

    request: U32
    from_: U32
    total: U32
    reports: list[Report]


@dataclass
class ReportPlayer:
    """Reports another player to the operators, with a hand to look at if there is one. Answered
    by `Done`.
    """

    request: U32
    table: U64
    player: str
    hand: U64 | None
    text: str


@dataclass
class ResetCode:
    """A code with which the owner of an account can set a password, once."""

    request: U32
    account: str
    code: str
    expires_at: U64


@dataclass
class ResetCodes:
    """The codes of accounts that were opened together, in the order of the request."""

    request: U32
    codes: list[ResetCode]


@dataclass
class Reshuffled:
    """The cards out of play were shuffled again and are the deck now, except for those that the
    drawing player has just discarded.
    """

    seat: U8 | None
    cards: U8


@dataclass
class ResultLine:
    """A hand is over."""

    hand: U64
    voided: bool
    boards: list[list[Card]]
    seats: list[LineResult]


@dataclass
class ResultPage:
    """A page of the results of a tournament, at most 80 players."""

    request: U32
    from_: U32
    total: U32
    event: PastEvent
    deals: list[PastDeal]
    corrections: list[PastCorrection]
    rows: list[ResultRow]


@dataclass
class ResultRow:
    """The result of a tournament for one player, with all entries."""

    place: U32 | None
    name: str
    entries: U32
    rebuys: U32
    add_ons: U32
    prize: U64
    tickets: U64
    bounties: U64
    knocked_out: U32
    points: U64 | None
    disqualified: bool


@dataclass
class Resumed:
    """The table goes on. A full view follows in the same frame, with the time that is left of
    each clock, and a few seconds more. No fields: an empty object in JSON, an empty body in
    binary.
    """


@dataclass
class ReturnedBet:
    """A bet, or part of it, that returns to the stack."""

    seat: U8
    amount: U64


@dataclass
class RevokeApiToken:
    """Ends an API token of the account. Answered by `Done`. Refused with `nothing_to_do` if the
    account has no token with this id.
    """

    request: U32
    id: U64


@dataclass
class RevokeHandLink:
    """Ends every link to the viewer's own version of a hand. Answered by `Done`. The next
    `ShareHand` makes another link.
    """

    request: U32
    table: U64
    hand: U64


@dataclass
class RoomClosing:
    """The room is closing, so no new hand begins. Hands in progress go on, and a `Goodbye`
    follows when they are over. Players get it when the closing begins, or with a later
    login.
    """

    message: str


@dataclass
class RosterProblem:
    """A problem with a line of a roster."""

    line: U32
    column: str | None
    what: str


@dataclass
class RosterReport:
    """The result of importing a roster."""

    request: U32
    tournament: U64
    entered: U32
    problems: list[RosterProblem]
    total: U32


@dataclass
class Ruled:
    """A gesture was ruled on. The exact action that it counts as, and the chips that it moves,
    follow as events of their own.
    """

    seat: U8
    kind: RulingKind
    rule: str
    wager_to: U64 | None
    returned: U64
    adds: U64
    options: list[RulingOption]
    default: RulingOption | None
    call_to: U64 | None
    forfeit: U64 | None
    paid_percent: U8 | None
    ticket: U64 | None


@dataclass
class Ruling:
    """A ruling of the floor."""

    seq: U64
    at: U64
    operator: str | None
    command: TournamentCommand
    reason: str
    rule: str | None
    state: RulingState
    can_undo: bool


@dataclass
class RulingChanged:
    """A ruling was seconded and counts now, or was undone."""

    ruling: U64
    state: RulingState


@dataclass
class RulingPage:
    """A page of the floor's rulings, at most 16."""

    request: U32
    tournament: U64
    from_: U32
    total: U32
    rulings: list[Ruling]


@dataclass
class RunIt:
    """Answers on how many boards an all-in hand may be run out. Answered by `Done`."""

    request: U32
    table: U64
    boards: U8


@dataclass
class RunItAgreed:
    """The number of boards for the run-out is decided. Each begins with the cards that lie
    there already.
    """

    boards: U8


@dataclass
class RunItAnswered:
    """An all-in player answered on how many boards to run the hand out."""

    seat: U8
    boards: U8


@dataclass
class RunItOffered:
    """Asks all-in players on how many boards to run the hand out."""

    most: U8
    time_ms: U32


@dataclass
class RunOutHeld:
    """In hand-for-hand, all players left in the hand are all-in. Their hands stay face down
    until the other tables are ready.
    """


@dataclass
class Said:
    """A declaration in words."""

    words: Words
    amount: U64 | None
    figure: U32 | None


@dataclass
class SatIn:
    """A player plays again."""

    seat: U8


@dataclass
class SatOut:
    """A player sits out."""

    seat: U8


@dataclass
class ScheduleChange:
    """Other terms of a schedule."""

    schedule: U32
    terms: ScheduleTerms


@dataclass
class ScheduleMade:
    """A schedule was made."""

    request: U32
    schedule: U32


@dataclass
class SchedulePage:
    """A page of the room's schedules, at most 10."""

    request: U32
    from_: U32
    total: U32
    schedules: list[ScheduleShown]


@dataclass
class ScheduleShown:
    """A schedule of the room."""

    schedule: U32 | None
    terms: ScheduleTerms
    next: U64 | None


@dataclass
class ScheduleTerms:
    """A tournament that is announced again and again."""

    name: str
    structure: str
    every: list[str]
    time_zone: str
    opens_minutes_before: U32
    starts_in_minutes: U32 | None
    league: str | None
    bots_allowed: bool
    verifiable: bool | None


@dataclass
class ScrappedCard:
    """A card that means nothing."""

    card: Card | None
    board: list[Card]


@dataclass
class SearchChat:
    """Asks for a page of chat that the room stores, the latest first. Floor and administrators
    only. Answered by `ChatPage`.
    """

    request: U32
    text: str
    account: str | None
    table: U64 | None
    from_: U32


@dataclass
class SeasonEnd:
    """The last day of a season."""

    league: str
    season: str
    until: str


@dataclass
class SeasonInfo:
    """A season of a league."""

    season: str
    name: str
    from_: U64
    until: U64


@dataclass
class SeasonName:
    """A season, by name."""

    league: str
    season: str


@dataclass
class SeatChips:
    """A player in a seat, and a number of chips."""

    seat: U8
    player: str
    chips: U64


@dataclass
class SeatCode:
    """The code that shows the seat of one entry."""

    entry: U64
    code: str


@dataclass
class SeatCodePage:
    """A page of the seat codes, at most 200. A tournament that is over has none."""

    request: U32
    tournament: U64
    from_: U32
    total: U32
    codes: list[SeatCode]


@dataclass
class SeatInHand:
    """A player's part in the hand in progress."""

    folded: bool
    all_in: bool
    bet: U64
    card_count: U8
    up: list[Card]
    tabled: list[Card] | None


@dataclass
class SeatLeft:
    """A player left the table."""

    seat: U8


@dataclass
class SeatLook:
    """How a player looks."""

    seat: U8
    avatar: U16
    color: U8


@dataclass
class SeatOffered:
    """A seat is held for the viewer. `Sit` takes it."""

    table: U64
    time_ms: U32


@dataclass
class SeatOrder:
    """A seat for a player."""

    entry: U64
    table: U64
    seat: U8 | None


@dataclass
class SeatTaken:
    """A player sat down."""

    seat: U8
    name: str
    stack: U64
    bot: bool
    avatar: U16
    color: U8
    staff: bool


@dataclass
class SeatTimeUse:
    """A player's use of the time to decide, since the player sat down at the table. Decisions
    during which the connection was lost do not count.
    """

    seat: U8
    decisions: U32
    late: U32
    mean_ms: U32


@dataclass
class SeatView:
    """A seat that is taken."""

    seat: U8
    name: str
    bot: bool
    connected: bool
    sitting_out: bool
    stack: U64
    in_hand: SeatInHand | None
    avatar: U16
    color: U8
    muted: bool
    shown: list[Card]
    staff: bool


@dataclass
class Seated:
    """Answers `Sit` with the viewer's seat."""

    request: U32
    table: U64
    seat: U8


@dataclass
class SeatedAt:
    """A table where an account has a seat."""

    table: U64
    name: str
    tournament: U64 | None


@dataclass
class SeatedPlayer:
    """A player in a seat. The name guards against a seat that has changed hands since the host
    looked.
    """

    seat: U8
    player: str


@dataclass
class SecondFactorKey:
    """The key of a second factor, to be confirmed with `SetSecondFactor`."""

    request: U32
    key: str
    address: str


@dataclass
class SeeHandAsked:
    """A player asked to see a hand."""

    seat: U8
    target: U8
    right: SeeRight


@dataclass
class SetAppearance:
    """Chooses how others see the account at the tables. The room stores both numbers and passes
    them on; the client draws the avatar from its number. Refused with `bad_appearance`
    outside the [limits](#limits). Everyone at the account's tables gets `PlayerChanged` at
    once. An account that never chose has an avatar and a color derived from its id. Answered
    by `Done`.
    """

    request: U32
    avatar: U16
    color: U8


@dataclass
class SetNote:
    """Writes a note about another player, replacing the previous one. Answered by `Done`."""

    request: U32
    player: str
    text: str
    color: U8


@dataclass
class SetPreferences:
    """Sets the player's preferences at a table. Answered by `Done`."""

    request: U32
    table: U64
    wait_for_big_blind: bool
    auto_muck: bool
    straddle: bool


@dataclass
class SetPush:
    """Changes the account's notices. Answered by `Done`."""

    request: U32
    change: PushChange


@dataclass
class SetSecondFactor:
    """Sets up the second factor of the account, or removes it. Refused after a login with an
    API token. Answered by `SecondFactorKey`, `RecoveryCodes` or `Done`, depending on the
    step.
    """

    request: U32
    step: SecondFactorStep


@dataclass
class SetVisible:
    """Tells the server whether a person can see the client: notices are sent only to players
    who cannot. A connection counts as visible until it says otherwise. Answered by `Done`.
    """

    request: U32
    visible: bool


@dataclass
class Settlement:
    """A payment between two players."""

    from_: str
    to: str
    amount: U64


@dataclass
class Share:
    """One player's part of a pot."""

    seat: U8
    amount: U64
    hand: str | None


@dataclass
class ShareHand:
    """Asks for a link to the viewer's own version of a hand. The link works for anyone.
    Answered by `HandShared`.
    """

    request: U32
    table: U64
    hand: U64


@dataclass
class ShowCards:
    """Turns over one's own cards, for the whole table. From `HandEnded` until the next
    `HandStarted` any of the cards that the player held at the end, one or all; `CardsShown`
    reports it. A folded or mucked hand is refused with `given_up_stays_down` unless
    `TableInfo.shows_folded`, and a request that arrives after the next hand began with
    `next_hand_began`. During a hand only at the showdown, if players show their own hands
    there, and then all cards or none (`show_all_or_none`). Answered by `Done`.
    """

    request: U32
    table: U64
    cards: list[Card]


@dataclass
class ShowOffered:
    """A player may show a hand or muck it."""

    seat: U8
    time_ms: U32


@dataclass
class ShowOrMuck:
    """Answers an offer to show the hand. Answered by `Done`."""

    request: U32
    table: U64
    show: bool


@dataclass
class ShowdownClosed:
    """The time to show hands and to ask for them is over. The pots are awarded next."""


@dataclass
class ShowdownOpened:
    """Players table or discard their own hands. Answer with `ShowOrMuck` or `ShowCards`."""

    time_ms: U32


@dataclass
class SignInOffered:
    """The room offers sign-in with a provider. Sent after the welcome, and again after each
    login.
    """

    provider: str
    linked: bool


@dataclass
class SignInTicket:
    """Proof that a provider signed a player in. It works for ten minutes."""

    ticket: str
    verifier: str


@dataclass
class SignOutEverywhere:
    """Ends every API token and resume token of the account, except the resume token of this
    connection. Answered by `Done`. Refused with `forbidden` on a connection that logged in
    with an API token, like `ChangePassword` and `RevokeApiToken`, so that a stolen token
    cannot take over the account.
    """

    request: U32


@dataclass
class Sit:
    """Takes a seat with chips from the wallet. Answered by `Seated`."""

    request: U32
    table: U64
    seat: U8 | None
    buy_in: U64
    wait_for_big_blind: bool


@dataclass
class SitIn:
    """Deals the player in again, as soon as the rules allow it. Answered by `Done`."""

    request: U32
    table: U64


@dataclass
class SitOut:
    """Stops dealing the player in from the next hand on. Answered by `Done`."""

    request: U32
    table: U64


@dataclass
class SkippedPlace:
    """A place that a deal passed over, because its card was in play."""

    deck: U8
    place: U16
    seat: U8


@dataclass
class SpokeUp:
    """A player keeps the right to act."""

    seat: U8


@dataclass
class SpokenPush:
    """Words and chips of one player."""

    first: First
    said: Said
    chips: list[ChipCount]
    heard_by_all: bool


@dataclass
class StackChanged:
    """A player's stack changed between two hands. In a tournament, chips were bought,
    exchanged, given or taken. In a match, the stack of the next hand was set.
    """

    seat: U8
    stack: U64


@dataclass
class StackOrder:
    """A new stack of a player."""

    entry: U64
    chips: U64
    beyond: bool


@dataclass
class StackRuled:
    """The floor changed a player's stack."""

    entry: U64
    before: U64
    after: U64


@dataclass
class Stakes:
    """The stakes of a level."""

    betting: Betting
    small_blind: U64
    big_blind: U64
    bring_in: U64
    ante: U64
    ante_kind: AnteKind
    unit: U64


@dataclass
class StandingPage:
    """A page of the standings of a season, at most 100 players."""

    request: U32
    league: str
    season: str
    nights: U32
    from_: U32
    total: U32
    rows: list[StandingRow]


@dataclass
class StandingRow:
    """One player's season in the standings."""

    rank: U32 | None
    name: str
    points: U64
    nights: U32
    counted: U32
    wins: U32
    best_place: U32
    knocked_out: U32


@dataclass
class StartChanged:
    """The tournament starts at another time."""

    starts_at: U64
    counts_for: CountsFor | None


@dataclass
class Statistics:
    """The viewer's own statistics, counted from the latest 5,000 hands of the requested time."""

    request: U32
    hands: U32
    tournament_hands: U32
    won: U64
    lost: U64
    vpip: Frequency
    pfr: Frequency
    three_bet: Frequency
    went_to_showdown: Frequency
    won_at_showdown: Frequency
    games: list[GameStatistics]
    curve: list[CurvePoint]
    partial: bool


@dataclass
class Step:
    """One step of a table, the result of one input. Its bytes are the same for every viewer.
    The viewer's own cards and choices follow in the same frame.
    """

    table: U64
    seq: U64
    events: list[TableEvent]


@dataclass
class StillSittingOut:
    """Answers `TopUp` of a player who sits out: the chips are there, and the player is not
    dealt in before `SitIn`.
    """

    request: U32
    table: U64


@dataclass
class StoringFails:
    """Whether the room fails to store, for example because its disk is full. While it does, no
    hand goes on, and requests are refused with `internal`. Nothing that you were sent is
    lost. Every connection gets it when that begins and when it is over, and a new one behind
    its `Welcome` meanwhile.
    """

    failing: bool


@dataclass
class StreetBegan:
    """A street after the first begins. Its cards follow."""

    street: U8


@dataclass
class StreetHeld:
    """The betting of a street is over. Its bets still stand in front, so that the floor can
    correct them.
    """

    time_ms: U32


@dataclass
class StructurePage:
    """A page of the structures by which tournaments can be opened."""

    request: U32
    from_: U32
    total: U32
    structures: list[OpenableStructure]


@dataclass
class StructureSheet:
    """Levels, breaks and terms of a tournament."""

    request: U32
    tournament: U64
    structure: str
    name: str
    stages: list[Stage]
    rebuy: RebuyTerms | None
    add_on: AddOnTerms | None
    early_bonus: EarlyBonus | None
    re_entries: U32
    alternates: bool


@dataclass
class TableBroken:
    """A table was broken or closed. Its players have other seats."""

    table: U64


@dataclass
class TableChanged:
    """A table of the lobby is new or has changed."""

    info: TableInfo


@dataclass
class TableClosed:
    """A table of the lobby is gone."""

    table: U64


@dataclass
class TableFilter:
    """A filter for tables. An absent field matches every table. In JSON each may be left out,
    so `{}` is a filter.
    """

    game: str | None
    plays: str | None
    betting: Betting | None
    min_big_blind: U64 | None
    max_big_blind: U64 | None
    open_seats: bool


@dataclass
class TableHalted:
    """A table waits for more players."""

    table: U64


@dataclass
class TableInfo:
    """A table as the lobby shows it."""

    table: U64
    name: str
    game: str
    game_name: str
    betting: Betting
    rulebook: str
    small_blind: U64
    big_blind: U64
    ante: U64
    ante_kind: AnteKind
    unit: U64
    seats: U8
    seated: U8
    min_buy_in: U64
    max_buy_in: U64
    bots_allowed: bool
    hands_played: U64
    average_pot: U64
    games: list[Game]
    switch: Switch
    straddle: Straddle | None
    bomb_pot: BombPot | None
    max_boards: U8
    tournament: U64 | None
    hybrid: bool
    host: str | None
    waiting: U16
    bots: U8
    free_chat: bool
    top_up_to: U64
    shows_folded: bool
    chip_value: ChipValue | None


@dataclass
class TableLedger:
    """The ledger of a private table. Winnings and losses add up to the same."""

    request: U32
    table: U64
    rows: list[LedgerRow]
    settle: list[Settlement]
    fewest: bool
    chip_value: ChipValue | None


@dataclass
class TableList:
    """The tables that match a filter. A long list comes in several messages with the same id."""

    request: U32
    tables: list[TableInfo]
    last: bool


@dataclass
class TableOpened:
    """A table was opened."""

    table: U64
    number: U32


@dataclass
class TablePage:
    """A page of the tables, at most 100."""

    request: U32
    tournament: U64
    from_: U32
    total: U32
    tables: list[TableRow]


@dataclass
class TablePaused:
    """The command that paused a table. It follows the `TableSnapshot` of a table that its host
    or the floor has paused, in the same frame. Viewers who were there got the same as
    `FloorOrdered`.
    """

    table: U64
    operator: str
    reason: str
    rule: str | None


@dataclass
class TableRow:
    """A table of a tournament."""

    table: U64
    number: U32
    players: U8
    state: TableState
    hand: U64
    smallest_stack: U64
    largest_stack: U64


@dataclass
class TableSnapshot:
    """A whole table as this viewer sees it."""

    table: U64
    view: TableView


@dataclass
class TableTerms:
    """The game and stakes of a private table."""

    name: str
    game: str
    rulebook: str
    betting: Betting
    small_blind: U64
    big_blind: U64
    bring_in: U64
    ante: U64
    ante_kind: AnteKind
    seats: U8
    min_buy_in: U64
    max_buy_in: U64
    act_seconds: U16
    bank_seconds: U16
    straddle: Straddle | None
    bomb_pot: BombPot | None
    max_boards: U8
    hybrid: bool
    bots_allowed: bool
    free_chat: bool
    between_hands_ms: U32
    top_up_to: U64
    approve_buy_ins: bool
    free_entry: bool
    ends_at_ms: U64
    note: str
    chip_value: ChipValue | None


@dataclass
class TableUnhalted:
    """A halted table goes on."""

    table: U64


@dataclass
class TableView:
    """A table as one viewer sees it, complete enough to apply the steps that follow `seq`."""

    info: TableInfo
    seq: U64
    paused: bool
    seats: list[SeatView]
    hand: HandView | None
    you: OwnView | None
    buy_in: BuyInRange
    hybrid: HybridView | None


@dataclass
class TakenHand:
    """A hand that the dealer took by mistake."""

    seat: U8
    identified: bool


@dataclass
class TermsRefused:
    """The terms of a private table are outside the room's limits or contradict each other. No
    table was opened.
    """

    request: U32
    term: Term
    message: str


@dataclass
class TicketClosed:
    """A ticket is answered."""

    ticket: U64
    option: RulingOption
    by: RuledBy


@dataclass
class TicketHeld:
    """Equal tickets of a player."""

    structure: str
    name: str
    worth: U64
    count: U32


@dataclass
class TicketOpened:
    """The floor has a question to rule on. The hand and its clock stand still until it is
    answered.
    """

    ticket: U64
    seat: U8
    matter: Matter
    rule: str
    options: list[RulingOption]
    default: RulingOption
    call_to: U64 | None
    forfeit: U64 | None
    shown: U64
    pushed: U64
    time_ms: U32


@dataclass
class TicketRuling:
    """A ruling on one ticket, by number."""

    ticket: U64
    option: RulingOption


@dataclass
class Tickets:
    """All tickets of the viewer: entries into tournaments, won in other tournaments. Sent
    whenever they change, and after a login if there are any.
    """

    tickets: list[TicketHeld]


@dataclass
class TimeBank:
    """The time of the turn is up, and the time bank runs."""

    seat: U8
    time_ms: U32


@dataclass
class TimeCharged:
    """The house took a time charge."""

    seat: U8
    amount: U64


@dataclass
class TimeUse:
    """Each player's use of the time to decide, at a table whose rulebook flags stalling. Only
    accounts that may rule there get it: behind the `TableSnapshot` in the same frame, after
    each hand, and when a player is flagged.
    """

    table: U64
    seats: list[SeatTimeUse]


@dataclass
class TimedAnnouncement:
    """An announcement with the time for which walls show it."""

    text: str
    minutes: U16


@dataclass
class TokenOf:
    """An API token of an account."""

    account: str
    token: U64


@dataclass
class TopUp:
    """Adds chips from the wallet to the stack, at once or when the hand is over. A player who
    went broke sits out and is not dealt in again before `SitIn`. `Rebuy` does both in one
    step. Answered by `Done`, or by `StillSittingOut` if the player sits out.
    """

    request: U32
    table: U64
    amount: U64


@dataclass
class ToppedUp:
    """A player added chips."""

    seat: U8
    amount: U64


@dataclass
class TouchedHand:
    """A hand that other cards touched."""

    seat: U8
    other: U8 | None
    identified: bool


@dataclass
class TournamentBegan:
    """The tournament began with these players. `ListPlayers` returns where they sit."""

    players: U32
    tables: U32


@dataclass
class TournamentCancelled:
    """The tournament was canceled."""

    refund: Refund
    reason: str


@dataclass
class TournamentChanged:
    """A tournament of the lobby is new or has changed. Sent to clients that watch the lobby."""

    info: TournamentInfo


@dataclass
class TournamentEnded:
    """The tournament is over. `ListPlayers` returns the final places."""

    winner: U64 | None
    name: str | None
    prize: U64


@dataclass
class TournamentGone:
    """A tournament is gone from the lobby."""

    tournament: U64


@dataclass
class TournamentHosted:
    """A private tournament is open for entries."""

    request: U32
    tournament: U64
    code: str


@dataclass
class TournamentHostingLimits:
    """The operator's limits for private tournaments."""

    per_account: U8
    max_price: U64
    max_stack: U64
    max_entrants: U32
    min_level_minutes: U16
    max_level_minutes: U16
    starts_within_hours: U16
    structures: list[HostableStructure]


@dataclass
class TournamentInfo:
    """A tournament as the lobby shows it."""

    tournament: U64
    name: str
    structure: str
    game: str
    game_name: str
    betting: Betting
    rulebook: str
    format: TournamentFormat
    state: TournamentState
    starts_at: U64 | None
    seats: U8
    buy_in: U64
    fee: U64
    bounty: BountyTerms | None
    starting_stack: U64
    entries: U32
    max_entries: U32
    players_left: U32
    level: U16
    late_level: U16
    open: bool
    re_entries: U32
    guarantee: U64
    prize_pool: U64
    min_age: U8 | None
    check_in: bool
    bots_allowed: bool
    self_run: bool
    host: str | None
    bot_at: U64 | None
    counts_for: CountsFor | None


@dataclass
class TournamentList:
    """Tournaments of the room. A long list comes in several messages with the same id."""

    request: U32
    tournaments: list[TournamentInfo]
    last: bool


@dataclass
class TournamentOpened:
    """Answers `OpenTournament` with the new tournament."""

    request: U32
    tournament: U64


@dataclass
class TournamentPaused:
    """The reason why a tournament is paused. It follows a `TournamentSnapshot` of a paused
    tournament, in the same frame if that answers a request.
    """

    tournament: U64
    reason: str


@dataclass
class TournamentPots:
    """The impounded pots of a tournament. It follows a `TournamentSnapshot` if there are any,
    in the same frame if that answers a request. If it does not follow, there are none.
    """

    tournament: U64
    pots: list[ImpoundedPot]


@dataclass
class TournamentRealCards:
    """People deal real cards in this tournament, and the server deals none. It follows a
    `TournamentSnapshot` of each such tournament, in the same frame if that answers a
    request. A change comes as `MovesChanged`.
    """

    tournament: U64
    moves: list[OpenMove]


@dataclass
class TournamentSnapshot:
    """A whole tournament as this viewer sees it. It may come at any time, and replaces
    everything that the client knew of it.
    """

    tournament: U64
    view: TournamentView


@dataclass
class TournamentStep:
    """One step of a tournament, the same for all who watch."""

    tournament: U64
    seq: U64
    events: list[TournamentEvent]


@dataclass
class TournamentTerms:
    """The game and prices of a private tournament. The house takes nothing and adds nothing."""

    name: str
    structure: str
    game: str
    betting: Betting
    rulebook: str
    buy_in: U64
    starting_stack: U64
    seats: U8
    max_entrants: U32
    level_minutes: U16
    starts: HostedStart
    bots_allowed: bool


@dataclass
class TournamentTermsRefused:
    """The terms of a private tournament are outside the room's limits or contradict each other.
    No tournament was opened.
    """

    request: U32
    term: TournamentTerm
    message: str


@dataclass
class TournamentView:
    """A tournament as one viewer sees it, complete enough to apply the steps that follow `seq`."""

    info: TournamentInfo
    seq: U64
    clock: ClockView
    tables: U32
    average_stack: U64
    smallest_stack: U64
    largest_stack: U64
    places_paid: U32
    payouts: list[Payout]
    hand_for_hand: bool
    deals_allowed: bool
    deal: U64 | None
    announcement: str | None
    you: OwnEntry | None


@dataclass
class TournamentWall:
    """What the walls of a tournament show. It follows a `TournamentSnapshot` if there is
    anything to say about them, in the same frame if that answers a request. If it does not
    follow, they show the clock. A later command comes as `FloorRuled`.
    """

    tournament: U64
    order: WallOrder | None
    announcement: WallAnnouncement | None
    points: list[U64]


@dataclass
class Turn:
    """It is a player's turn."""

    seat: U8
    time_ms: U32
    bank_ms: U32


@dataclass
class UncalledReturned:
    """An uncalled bet returned to the stack."""

    seat: U8
    amount: U64


@dataclass
class UnlinkSignIn:
    """Ends the account's link to a sign-in. Refused after a login with an API token. Answered
    by `Done`.
    """

    request: U32
    password: str


@dataclass
class Unobserve:
    """Stops watching a table. A seated player continues to get its steps. Answered by `Done`."""

    request: U32
    table: U64


@dataclass
class Until:
    """An account and the time when a suspension or mute ends."""

    account: str
    until: U64 | None


@dataclass
class UpCard:
    """A card face up in front of a player."""

    seat: U8
    card: Card


@dataclass
class UpCardsDealt:
    """Each player in the hand got a card face up."""

    cards: list[UpCard]


@dataclass
class UpgradeGuest:
    """Turns the guest on this connection into an account with a name and a password. The guest
    keeps account id, wallet, seats, tickets, hosted tables, hands and tokens. Answered by
    `LoggedIn` with the new name and the same resume token. No views follow it, because the
    connection has them. Refused with `nothing_to_do` if the account is not a guest, with the
    codes of `Register`, and on a connection that logged in with an API token.
    """

    request: U32
    name: str
    password: str


@dataclass
class UseInvitation:
    """Uses the code of a private table or tournament. From then on this connection may watch
    it, and sit down or enter there. Answered by `Invited` or `InvitedToTournament`.
    """

    request: U32
    code: str


@dataclass
class UseResetCode:
    """Sets a password with a code that an operator made, and logs in. The code works once.
    Answered by `LoggedIn`.
    """

    request: U32
    code: str
    password: str


@dataclass
class VoteOnDeal:
    """Accepts a deal or rejects it. The ballot is secret: players learn only whether all
    accepted. Answered by `Done`.
    """

    request: U32
    tournament: U64
    deal: U64
    accept: bool


@dataclass
class WagerCorrected:
    """A wager was changed to the correct amount."""

    seat: U8
    to: U64
    moved: list[MovedBet]
    rule: str


@dataclass
class WagerForced:
    """A wager was entered as it was made."""

    seat: U8
    to: U64
    added: U64
    rule: str


@dataclass
class WagerOrder:
    """A player's wager to enter."""

    seat: U8
    to: U64


@dataclass
class WagerRange:
    """The bounds of a bet or a raise, as totals for the street."""

    raise_: bool
    min_to: U64
    max_to: U64
    pot_to: U64
    fixed: bool


@dataclass
class WaitListLeft:
    """The viewer is no longer on the waiting list."""

    table: U64
    reason: WaitListEnd


@dataclass
class WaitListPlace:
    """The viewer's place on a waiting list. Sent on joining, on every change, and after a
    login.
    """

    table: U64
    place: U16
    waiting: U16


@dataclass
class WallAnnouncement:
    """An announcement on a wall."""

    text: str
    remaining_ms: U32


@dataclass
class WallOrder:
    """What the walls of a tournament show. A wall is a screen that everyone in the room can
    see.
    """

    scene: WallScene
    seconds: U16


@dataclass
class WatchLobby:
    """Starts or stops lobby updates. Answered by one or more `TableList` to start, by `Done` to
    stop.
    """

    request: U32
    on: bool


@dataclass
class WatchTournament:
    """Starts or stops watching a tournament: first the whole tournament, then every step.
    Answered by `TournamentSnapshot`, then `Done`, in one frame to start; by `Done` alone to
    stop.
    """

    request: U32
    tournament: U64
    on: bool


@dataclass
class Welcome:
    """Answers `Hello` with the terms of the connection."""

    minor: U16
    server: str
    room: str
    time_ms: U64
    idle_timeout_ms: U32
    share_links: bool
    pokerstars_text: bool


@dataclass
class WithdrawEntry:
    """Withdraws an entry before the start, for a refund. Answered by `Done`."""

    request: U32
    tournament: U64


@dataclass
class WrongBurns:
    """A wrong number of burns."""

    burned: U8
    exposed: bool


@dataclass
class YourTurn:
    """It is the viewer's turn, or the viewer's legal actions have changed. The time for the
    turn is in the step's `Turn`.
    """

    table: U64
    seq: U64
    turn: U64
    legal: LegalActions


@dataclass
class AccountOrderCreate:
    """`Create` of `AccountOrder`."""

    value: NewAccount


@dataclass
class AccountOrderRename:
    """`Rename` of `AccountOrder`."""

    value: NewName


@dataclass
class AccountOrderSetRole:
    """`SetRole` of `AccountOrder`."""

    value: NewRole


@dataclass
class AccountOrderResetPassword:
    """`ResetPassword` of `AccountOrder`."""

    value: str


@dataclass
class AccountOrderSuspend:
    """`Suspend` of `AccountOrder`."""

    value: Until


@dataclass
class AccountOrderRestore:
    """`Restore` of `AccountOrder`."""

    value: str


@dataclass
class AccountOrderMute:
    """`Mute` of `AccountOrder`."""

    value: Until


@dataclass
class AccountOrderUnmute:
    """`Unmute` of `AccountOrder`."""

    value: str


@dataclass
class AccountOrderRemove:
    """`Remove` of `AccountOrder`."""

    value: RemoveFrom


@dataclass
class AccountOrderSignOut:
    """`SignOut` of `AccountOrder`."""

    value: str


@dataclass
class AccountOrderRevokeToken:
    """`RevokeToken` of `AccountOrder`."""

    value: TokenOf


@dataclass
class AccountOrderRemoveSecondFactor:
    """`RemoveSecondFactor` of `AccountOrder`."""

    value: str


@dataclass
class AccountOrderGrantChips:
    """`GrantChips` of `AccountOrder`."""

    value: ChipsFor


@dataclass
class AccountOrderTakeChips:
    """`TakeChips` of `AccountOrder`."""

    value: ChipsFor


@dataclass
class AccountOrderMergeGuest:
    """`MergeGuest` of `AccountOrder`."""

    value: Merge


@dataclass
class AccountOrderErase:
    """`Erase` of `AccountOrder`."""

    value: str


@dataclass
class AccountOrderSettleReport:
    """`SettleReport` of `AccountOrder`."""

    value: U32


@dataclass
class AccountOrderUnlinkSignIn:
    """`UnlinkSignIn` of `AccountOrder`."""

    value: str


@dataclass
class AccountOrderCreateAll:
    """`CreateAll` of `AccountOrder`."""

    value: list[NewAccount]


@dataclass
class AccountOrderUnlock:
    """`Unlock` of `AccountOrder`."""

    value: str


@dataclass
class ActionBet:
    """`Bet` of `Action`."""

    value: U64


@dataclass
class ActionRaiseTo:
    """`RaiseTo` of `Action`."""

    value: U64


@dataclass
class BountyKindProgressive:
    """`Progressive` of `BountyKind`."""

    value: U8


@dataclass
class BoxedAtHand:
    """`Hand` of `BoxedAt`."""

    value: HeldCard


@dataclass
class BoxedAtBoard:
    """`Board` of `BoxedAt`."""

    value: U8


@dataclass
class DealErrorExposed:
    """`Exposed` of `DealError`."""

    value: HeldCard


@dataclass
class DealErrorOffTable:
    """`OffTable` of `DealError`."""

    value: HeldCard


@dataclass
class DealErrorBoxed:
    """`Boxed` of `DealError`."""

    value: BoxedCards


@dataclass
class DealErrorNotEntitled:
    """`NotEntitled` of `DealError`."""

    value: U8


@dataclass
class DealErrorLeftOut:
    """`LeftOut` of `DealError`."""

    value: U8


@dataclass
class DealErrorCardCount:
    """`CardCount` of `DealError`."""

    value: CardCount


@dataclass
class DealErrorNonStandard:
    """`NonStandard` of `DealError`."""

    value: U8 | None


@dataclass
class DealErrorFouledDeck:
    """`FouledDeck` of `DealError`."""

    value: DeckFault


@dataclass
class DealErrorFourCardFlop:
    """`FourCardFlop` of `DealError`."""

    value: bool


@dataclass
class DealErrorNoBurn:
    """`NoBurn` of `DealError`."""

    value: bool


@dataclass
class DealErrorBurns:
    """`Burns` of `DealError`."""

    value: WrongBurns


@dataclass
class DealErrorPremature:
    """`Premature` of `DealError`."""

    value: U8


@dataclass
class DealErrorDroppedStub:
    """`DroppedStub` of `DealError`."""

    value: DroppedStub


@dataclass
class DealErrorTouched:
    """`Touched` of `DealError`."""

    value: TouchedHand


@dataclass
class DealErrorTakenByDealer:
    """`TakenByDealer` of `DealError`."""

    value: TakenHand


@dataclass
class DealProposalShares:
    """`Shares` of `DealProposal`."""

    value: list[DealShare]


@dataclass
class DealRemedyDead:
    """`Dead` of `DealRemedy`."""

    value: list[U8]


@dataclass
class DealRemedyShown:
    """`Shown` of `DealRemedy`."""

    value: Card


@dataclass
class DealRemedyReplaced:
    """`Replaced` of `DealRemedy`."""

    value: Card


@dataclass
class DealRemedyUpCard:
    """`UpCard` of `DealRemedy`."""

    value: Card


@dataclass
class DealRemedyScrapped:
    """`Scrapped` of `DealRemedy`."""

    value: ScrappedCard


@dataclass
class DealRemedyBoard:
    """`Board` of `DealRemedy`."""

    value: NewBoard


@dataclass
class DealRemedyStub:
    """`Stub` of `DealRemedy`."""

    value: NewStub


@dataclass
class GestureSay:
    """`Say` of `Gesture`."""

    value: Said


@dataclass
class GesturePush:
    """`Push` of `Gesture`."""

    value: PushedChips


@dataclass
class GestureGather:
    """`Gather` of `Gesture`."""

    value: list[ChipCount]


@dataclass
class GestureBoth:
    """`Both` of `Gesture`."""

    value: SpokenPush


@dataclass
class GestureMotion:
    """`Motion` of `Gesture`."""

    value: list[ChipCount]


@dataclass
class GestureForwardMotion:
    """`ForwardMotion` of `Gesture`."""

    value: list[ChipCount]


@dataclass
class GesturePushToken:
    """`PushToken` of `Gesture`."""

    value: Token


@dataclass
class GestureInFront:
    """`InFront` of `Gesture`."""

    value: list[ChipCount]


@dataclass
class HookOrderMake:
    """`Make` of `HookOrder`."""

    value: HookTerms


@dataclass
class HookOrderChange:
    """`Change` of `HookOrder`."""

    value: HookChange


@dataclass
class HookOrderEnd:
    """`End` of `HookOrder`."""

    value: U32


@dataclass
class HookOrderTurnOff:
    """`TurnOff` of `HookOrder`."""

    value: U32


@dataclass
class HookOrderTurnOn:
    """`TurnOn` of `HookOrder`."""

    value: U32


@dataclass
class HookOrderReplaceSecret:
    """`ReplaceSecret` of `HookOrder`."""

    value: U32


@dataclass
class HookOrderTest:
    """`Test` of `HookOrder`."""

    value: U32


@dataclass
class HookOrderSendAgain:
    """`SendAgain` of `HookOrder`."""

    value: HookEvent


@dataclass
class HostOrderChangeTerms:
    """`ChangeTerms` of `HostOrder`."""

    value: list[Term]


@dataclass
class HostOrderHandOver:
    """`HandOver` of `HostOrder`."""

    value: str


@dataclass
class HostOrderSetStack:
    """`SetStack` of `HostOrder`."""

    value: SeatChips


@dataclass
class HostOrderRemove:
    """`Remove` of `HostOrder`."""

    value: SeatedPlayer


@dataclass
class HostOrderSitOut:
    """`SitOut` of `HostOrder`."""

    value: SeatedPlayer


@dataclass
class HostOrderAdmit:
    """`Admit` of `HostOrder`."""

    value: BuyInAnswer


@dataclass
class HostOrderDecline:
    """`Decline` of `HostOrder`."""

    value: BuyInAnswer


@dataclass
class HostedStartAt:
    """`At` of `HostedStart`."""

    value: U64


@dataclass
class LeagueChangeMake:
    """`Make` of `LeagueChange`."""

    value: str


@dataclass
class LeagueChangeReplace:
    """`Replace` of `LeagueChange`."""

    value: str


@dataclass
class LeagueChangeOpenSeason:
    """`OpenSeason` of `LeagueChange`."""

    value: NewSeason


@dataclass
class LeagueChangeEndSeason:
    """`EndSeason` of `LeagueChange`."""

    value: SeasonEnd


@dataclass
class LeagueChangeEnd:
    """`End` of `LeagueChange`."""

    value: str


@dataclass
class LeagueCommandCorrect:
    """`Correct` of `LeagueCommand`."""

    value: Correction


@dataclass
class LeagueCommandCountFor:
    """`CountFor` of `LeagueCommand`."""

    value: CountFor


@dataclass
class LeagueCommandRecount:
    """`Recount` of `LeagueCommand`."""

    value: SeasonName


@dataclass
class LeagueCommandBan:
    """`Ban` of `LeagueCommand`."""

    value: AccountBan


@dataclass
class LeagueCommandLiftBan:
    """`LiftBan` of `LeagueCommand`."""

    value: BannedAccount


@dataclass
class LotText:
    """`Text` of `Lot`."""

    value: str


@dataclass
class LotEntry:
    """`Entry` of `Lot`."""

    value: U64


@dataclass
class MatterUndercallBehindUndercall:
    """`UndercallBehindUndercall` of `Matter`."""

    value: U8


@dataclass
class MatterMisunderstanding:
    """`Misunderstanding` of `Matter`."""

    value: U8


@dataclass
class MatterToken:
    """`Token` of `Matter`."""

    value: Token


@dataclass
class MatterDeal:
    """`Deal` of `Matter`."""

    value: DealError


@dataclass
class PenaltyMissHands:
    """`MissHands` of `Penalty`."""

    value: U32


@dataclass
class PushChangeSubscribe:
    """`Subscribe` of `PushChange`."""

    value: PushSubscription


@dataclass
class PushChangeUnsubscribe:
    """`Unsubscribe` of `PushChange`."""

    value: str


@dataclass
class PushChangeChoose:
    """`Choose` of `PushChange`."""

    value: PushKinds


@dataclass
class QuestionRunIt:
    """`run_it` of `Question`."""

    value: U8


@dataclass
class QuestionChooseGame:
    """`choose_game` of `Question`."""

    value: list[str]


@dataclass
class ResultChangeMoveTo:
    """`MoveTo` of `ResultChange`."""

    value: U32


@dataclass
class ResultChangeDeduct:
    """`Deduct` of `ResultChange`."""

    value: U64


@dataclass
class ResultChangeForfeit:
    """`Forfeit` of `ResultChange`."""

    value: U64


@dataclass
class RulingOptionBetTo:
    """`BetTo` of `RulingOption`."""

    value: U64


@dataclass
class RulingOptionRaiseTo:
    """`RaiseTo` of `RulingOption`."""

    value: U64


@dataclass
class ScheduleOrderMake:
    """`Make` of `ScheduleOrder`."""

    value: ScheduleTerms


@dataclass
class ScheduleOrderChange:
    """`Change` of `ScheduleOrder`."""

    value: ScheduleChange


@dataclass
class ScheduleOrderEnd:
    """`End` of `ScheduleOrder`."""

    value: U32


@dataclass
class SecondFactorStepBegin:
    """`Begin` of `SecondFactorStep`."""

    value: str


@dataclass
class SecondFactorStepConfirm:
    """`Confirm` of `SecondFactorStep`."""

    value: str


@dataclass
class SecondFactorStepRemove:
    """`Remove` of `SecondFactorStep`."""

    value: str


@dataclass
class StageLevel:
    """`Level` of `Stage`."""

    value: LevelSheet


@dataclass
class StageBreak:
    """`Break` of `Stage`."""

    value: BreakSheet


@dataclass
class SwitchHands:
    """`Hands` of `Switch`."""

    value: U32


@dataclass
class TableCommandRuleTicket:
    """`RuleTicket` of `TableCommand`."""

    value: TicketRuling


@dataclass
class TableCommandForceWager:
    """`ForceWager` of `TableCommand`."""

    value: WagerOrder


@dataclass
class TableCommandCorrectWager:
    """`CorrectWager` of `TableCommand`."""

    value: WagerOrder


@dataclass
class TableCommandQuotePot:
    """`QuotePot` of `TableCommand`."""

    value: PotQuote


@dataclass
class TableCommandMisquote:
    """`Misquote` of `TableCommand`."""

    value: U64


@dataclass
class TableCommandKillHand:
    """`KillHand` of `TableCommand`."""

    value: U8


@dataclass
class TableCommandSetButton:
    """`SetButton` of `TableCommand`."""

    value: U8


@dataclass
class TableCommandCallClock:
    """`CallClock` of `TableCommand`."""

    value: U8


@dataclass
class TableCommandShowHand:
    """`ShowHand` of `TableCommand`."""

    value: U8


@dataclass
class TableCommandRestoreHand:
    """`RestoreHand` of `TableCommand`."""

    value: U8


@dataclass
class TableCommandReawardPot:
    """`ReawardPot` of `TableCommand`."""

    value: PotReaward


@dataclass
class TableCommandAddTime:
    """`AddTime` of `TableCommand`."""

    value: MoreTime


@dataclass
class TableCommandDealError:
    """`DealError` of `TableCommand`."""

    value: DealError


@dataclass
class TableCommandClaimTicket:
    """`ClaimTicket` of `TableCommand`."""

    value: U64


@dataclass
class TableCommandMute:
    """`Mute` of `TableCommand`."""

    value: U8


@dataclass
class TableCommandUnmute:
    """`Unmute` of `TableCommand`."""

    value: U8


@dataclass
class TableCommandGiveChips:
    """`GiveChips` of `TableCommand`."""

    value: HostChips


@dataclass
class TableCommandTakeBackChips:
    """`TakeBackChips` of `TableCommand`."""

    value: HostChips


@dataclass
class TableCommandHost:
    """`Host` of `TableCommand`."""

    value: HostOrder


@dataclass
class TournamentCommandSetClock:
    """`SetClock` of `TournamentCommand`."""

    value: ClockSetting


@dataclass
class TournamentCommandAddTime:
    """`AddTime` of `TournamentCommand`."""

    value: U32


@dataclass
class TournamentCommandTakeTime:
    """`TakeTime` of `TournamentCommand`."""

    value: U32


@dataclass
class TournamentCommandChangeStart:
    """`ChangeStart` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandEnterPlayer:
    """`EnterPlayer` of `TournamentCommand`."""

    value: str


@dataclass
class TournamentCommandRemoveEntry:
    """`RemoveEntry` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandSeat:
    """`Seat` of `TournamentCommand`."""

    value: SeatOrder


@dataclass
class TournamentCommandMove:
    """`Move` of `TournamentCommand`."""

    value: SeatOrder


@dataclass
class TournamentCommandPinSeat:
    """`PinSeat` of `TournamentCommand`."""

    value: PinOrder


@dataclass
class TournamentCommandKeepApart:
    """`KeepApart` of `TournamentCommand`."""

    value: EntryPair


@dataclass
class TournamentCommandBreakTable:
    """`BreakTable` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandHaltTable:
    """`HaltTable` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandWaiveHalt:
    """`WaiveHalt` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandHandForHand:
    """`HandForHand` of `TournamentCommand`."""

    value: bool


@dataclass
class TournamentCommandAnnounce:
    """`Announce` of `TournamentCommand`."""

    value: str


@dataclass
class TournamentCommandWarn:
    """`Warn` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandMissHands:
    """`MissHands` of `TournamentCommand`."""

    value: MissedHands


@dataclass
class TournamentCommandMissRounds:
    """`MissRounds` of `TournamentCommand`."""

    value: MissedRounds


@dataclass
class TournamentCommandLiftPenalty:
    """`LiftPenalty` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandDisqualify:
    """`Disqualify` of `TournamentCommand`."""

    value: Disqualification


@dataclass
class TournamentCommandPickUp:
    """`PickUp` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandForfeit:
    """`Forfeit` of `TournamentCommand`."""

    value: ChipOrder


@dataclass
class TournamentCommandSetStack:
    """`SetStack` of `TournamentCommand`."""

    value: StackOrder


@dataclass
class TournamentCommandAllowDeals:
    """`AllowDeals` of `TournamentCommand`."""

    value: bool


@dataclass
class TournamentCommandMute:
    """`Mute` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandUnmute:
    """`Unmute` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandBan:
    """`Ban` of `TournamentCommand`."""

    value: Ban


@dataclass
class TournamentCommandCancel:
    """`Cancel` of `TournamentCommand`."""

    value: Refund


@dataclass
class TournamentCommandUndo:
    """`Undo` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandSecond:
    """`Second` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandImpound:
    """`Impound` of `TournamentCommand`."""

    value: Impoundment


@dataclass
class TournamentCommandReleasePot:
    """`ReleasePot` of `TournamentCommand`."""

    value: PotRelease


@dataclass
class TournamentCommandGiveBonus:
    """`GiveBonus` of `TournamentCommand`."""

    value: ChipOrder


@dataclass
class TournamentCommandForfeitBonus:
    """`ForfeitBonus` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandDrawLots:
    """`DrawLots` of `TournamentCommand`."""

    value: LotList


@dataclass
class TournamentCommandChangeLevels:
    """`ChangeLevels` of `TournamentCommand`."""

    value: LevelChange


@dataclass
class TournamentCommandColorUp:
    """`ColorUp` of `TournamentCommand`."""

    value: ColorUp


@dataclass
class TournamentCommandExtraPlayers:
    """`ExtraPlayers` of `TournamentCommand`."""

    value: U32


@dataclass
class TournamentCommandCheckIn:
    """`CheckIn` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandAnnounceFor:
    """`AnnounceFor` of `TournamentCommand`."""

    value: TimedAnnouncement


@dataclass
class TournamentCommandWall:
    """`Wall` of `TournamentCommand`."""

    value: WallOrder


@dataclass
class TournamentCommandOut:
    """`Out` of `TournamentCommand`."""

    value: LostHand


@dataclass
class TournamentCommandBack:
    """`Back` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandRebuy:
    """`Rebuy` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandAddOn:
    """`AddOn` of `TournamentCommand`."""

    value: U64


@dataclass
class TournamentCommandCount:
    """`Count` of `TournamentCommand`."""

    value: ChipOrder


@dataclass
class TournamentCommandMoved:
    """`Moved` of `TournamentCommand`."""

    value: U64


AccountKind: TypeAlias = Literal[
    "Any",
    "Registered",
    "Guest",
    "Staff",
    "Suspended",
]
"""A kind of account to search for."""

AccountOrder: TypeAlias = Union[
    AccountOrderCreate,
    AccountOrderRename,
    AccountOrderSetRole,
    AccountOrderResetPassword,
    AccountOrderSuspend,
    AccountOrderRestore,
    AccountOrderMute,
    AccountOrderUnmute,
    AccountOrderRemove,
    AccountOrderSignOut,
    AccountOrderRevokeToken,
    AccountOrderRemoveSecondFactor,
    AccountOrderGrantChips,
    AccountOrderTakeChips,
    AccountOrderMergeGuest,
    AccountOrderErase,
    AccountOrderSettleReport,
    AccountOrderUnlinkSignIn,
    AccountOrderCreateAll,
    AccountOrderUnlock,
]
"""An operator's order about an account. The floor may give the orders from `Suspend` to
`Remove`, about players and hosts. Administrators may give all of them. No operator may
give one about their own account. A text is the account's name.
"""

Action: TypeAlias = Union[
    Literal["Fold"],
    Literal["Check"],
    Literal["Call"],
    ActionBet,
    ActionRaiseTo,
    Literal["BringIn"],
]
"""An answer to a turn. Amounts are totals for the street, so a raise "to" 600 over chips
already bet adds only the difference.
"""

AnteKind: TypeAlias = Literal[
    "None",
    "Each",
    "BigBlind",
    "Button",
]
"""The payer of an ante."""

Betting: TypeAlias = Literal[
    "NoLimit",
    "PotLimit",
    "FixedLimit",
]
"""The betting structure of a game."""

BoardRemedy: TypeAlias = Literal[
    "FourScrambled",
    "BurnTakenFrom",
    "Redealt",
    "BurnForCard",
    "CardForBurn",
]
"""The correction of a board."""

BountyKind: TypeAlias = Union[
    Literal["Fixed"],
    BountyKindProgressive,
    Literal["Mystery"],
]
"""The kind of a bounty."""

BoxedAt: TypeAlias = Union[
    BoxedAtHand,
    BoxedAtBoard,
    Literal["Burn"],
    Literal["Stub"],
]
"""Where a card lay the wrong way."""

ClockPhase: TypeAlias = Literal[
    "BeforeStart",
    "Level",
    "BreakDue",
    "Break",
    "Paused",
    "Over",
]
"""The phase of a tournament's clock."""

ColorUpMethod: TypeAlias = Literal[
    "Race",
    "RoundUp",
]
"""How small chips are exchanged."""

DealError: TypeAlias = Union[
    DealErrorExposed,
    DealErrorOffTable,
    DealErrorBoxed,
    Literal["OutOfSequence"],
    DealErrorNotEntitled,
    DealErrorLeftOut,
    DealErrorCardCount,
    DealErrorNonStandard,
    DealErrorFouledDeck,
    DealErrorFourCardFlop,
    DealErrorNoBurn,
    DealErrorBurns,
    DealErrorPremature,
    DealErrorDroppedStub,
    DealErrorTouched,
    DealErrorTakenByDealer,
    Literal["ExposedBurn"],
]
"""An error of the deal. Cards are given by where they lie, never by what they are, because
the table knows.
"""

DealLevel: TypeAlias = Literal[
    "Off",
    "Lend",
    "Full",
]
"""The part of each deal that a client gets."""

DealProposal: TypeAlias = Union[
    Literal["ChipChop"],
    Literal["Icm"],
    DealProposalShares,
]
"""A way to divide the remaining prizes."""

DealRemedy: TypeAlias = Union[
    Literal["PlaysOn"],
    Literal["Misdeal"],
    Literal["Void"],
    DealRemedyDead,
    DealRemedyShown,
    DealRemedyReplaced,
    DealRemedyUpCard,
    DealRemedyScrapped,
    Literal["SetRight"],
    DealRemedyBoard,
    DealRemedyStub,
    Literal["Floor"],
]
"""The remedy for an error of the deal."""

Deck: TypeAlias = Literal[
    "Standard52",
    "Short36",
]
"""The cards a game is played with."""

DeckFault: TypeAlias = Literal[
    "TwoEqual",
    "OtherBack",
    "OtherBackInStub",
    "Missing",
]
"""A fault of a deck."""

Dispute: TypeAlias = Literal[
    "Reading",
    "Accounting",
]
"""The subject of a dispute about a pot."""

DroppedStub: TypeAlias = Literal[
    "Rebuilt",
    "Disordered",
    "Mixed",
]
"""The state of a dropped stub."""

EmoteKind: TypeAlias = Literal[
    "ThumbsUp",
    "Clap",
    "Laugh",
    "Cry",
    "Surprise",
    "Think",
    "Sleep",
    "Fire",
    "GoodLuck",
    "NiceHand",
    "Thanks",
    "Sorry",
]
"""An emote that a player shows at a table."""

EntryState: TypeAlias = Literal[
    "Registered",
    "CheckedIn",
    "Waiting",
    "Playing",
    "Moving",
    "MayRebuy",
    "Out",
    "Through",
    "Withdrawn",
    "Disqualified",
]
"""The state of an entry."""

EtiquetteFlag: TypeAlias = Literal[
    "NonstandardFold",
    "OutOfTurn",
    "ConditionalStatement",
    "PotInNoLimit",
    "TinyChip",
    "ExclusiveNuts",
    "NutsPenalty",
    "ExposedCards",
    "Stalling",
]
"""An incident for the floor to know of. Play goes on."""

First: TypeAlias = Literal[
    "Word",
    "Chips",
    "Together",
]
"""The first of words and chips."""

Gesture: TypeAlias = Union[
    GestureSay,
    GesturePush,
    GestureGather,
    GestureBoth,
    GestureMotion,
    Literal["HandsAtRest"],
    GestureForwardMotion,
    GesturePushToken,
    GestureInFront,
    Literal["SpeakUp"],
    Literal["ShowHand"],
    Literal["ClaimMisunderstanding"],
]
"""Words and chip motions of a player."""

HoleUse: TypeAlias = Literal[
    "Any",
    "ExactlyTwo",
]
"""How hole cards and board make a hand."""

HookFormat: TypeAlias = Literal[
    "Standard",
    "Discord",
    "Slack",
]
"""The form of a hook's events."""

HookOrder: TypeAlias = Union[
    HookOrderMake,
    HookOrderChange,
    HookOrderEnd,
    HookOrderTurnOff,
    HookOrderTurnOn,
    HookOrderReplaceSecret,
    HookOrderTest,
    HookOrderSendAgain,
]
"""An administrator's order about a hook. A plain number is that of the hook."""

HostOrder: TypeAlias = Union[
    HostOrderChangeTerms,
    HostOrderHandOver,
    HostOrderSetStack,
    HostOrderRemove,
    HostOrderSitOut,
    HostOrderAdmit,
    HostOrderDecline,
    Literal["ShuffleSeats"],
]
"""A command of the host about the people at a private table. The first two announce a
request that was carried out, and cannot be sent.
"""

HostedStart: TypeAlias = Union[
    Literal["WhenFull"],
    Literal["WhenTold"],
    HostedStartAt,
]
"""When a private tournament begins."""

LeagueChange: TypeAlias = Union[
    LeagueChangeMake,
    LeagueChangeReplace,
    LeagueChangeOpenSeason,
    LeagueChangeEndSeason,
    LeagueChangeEnd,
]
"""A change of a league that was made while the room was open. Leagues of the configuration
are changed in their files.
"""

LeagueCommand: TypeAlias = Union[
    LeagueCommandCorrect,
    LeagueCommandCountFor,
    LeagueCommandRecount,
    LeagueCommandBan,
    LeagueCommandLiftBan,
]
"""A command about leagues and results."""

LeagueTie: TypeAlias = Literal[
    "Wins",
    "Places",
    "BestNight",
    "KnockedOut",
    "FewerNights",
]
"""A tie-break between equal points of a season."""

Limit: TypeAlias = Literal[
    "Wager",
    "CallOrRaise",
    "CallOrFold",
]
"""A limit on a player's next action."""

Lot: TypeAlias = Union[
    LotText,
    LotEntry,
]
"""One thing that can be drawn."""

Matter: TypeAlias = Union[
    Literal["Contradiction"],
    Literal["Undercall"],
    MatterUndercallBehindUndercall,
    Literal["Conditional"],
    Literal["PrematureCall"],
    Literal["Skipped"],
    MatterMisunderstanding,
    MatterToken,
    Literal["ForwardMotion"],
    MatterDeal,
    Literal["DiscardedBet"],
    Literal["ExposedHand"],
]
"""The subject of a ticket."""

Penalty: TypeAlias = Union[
    Literal["Warning"],
    PenaltyMissHands,
    Literal["Disqualification"],
]
"""A penalty for a player."""

PostKind: TypeAlias = Literal[
    "Ante",
    "SmallBlind",
    "BigBlind",
    "EntryBlind",
    "DeadBlind",
    "Straddle",
]
"""The purpose of posted chips."""

Purchase: TypeAlias = Literal[
    "Rebuy",
    "AddOn",
]
"""The kind of a purchase of chips."""

PushChange: TypeAlias = Union[
    PushChangeSubscribe,
    PushChangeUnsubscribe,
    PushChangeChoose,
]
"""A change of an account's notices."""

Question: TypeAlias = Union[
    QuestionRunIt,
    Literal["show"],
    QuestionChooseGame,
]
"""What is offered to a bot."""

Ranking: TypeAlias = Literal[
    "High",
    "ShortDeckHigh",
    "ShortDeckTripsHigh",
    "AceFiveLow",
    "EightOrBetter",
    "DeuceSevenLow",
    "Badugi",
    "AceHighBadugi",
]
"""The order of hands."""

Refund: TypeAlias = Literal[
    "Everything",
    "ByStacks",
    "Evenly",
]
"""The refund when a tournament is canceled."""

ResultChange: TypeAlias = Union[
    Literal["Disqualify"],
    ResultChangeMoveTo,
    ResultChangeDeduct,
    Literal["Restore"],
    ResultChangeForfeit,
]
"""A change of a player's result."""

Role: TypeAlias = Literal[
    "Player",
    "Host",
    "Floor",
    "Admin",
]
"""The role of an account. Each role includes the rights of the roles before it."""

RuledBy: TypeAlias = Literal[
    "Floor",
    "Claim",
    "WaitOver",
    "Unattended",
]
"""The source of a ruling on a ticket."""

RulingKind: TypeAlias = Literal[
    "Check",
    "Call",
    "Bet",
    "Raise",
    "AllIn",
    "Fold",
    "Dead",
    "Floor",
    "Held",
    "Bound",
    "Released",
    "Commit",
    "Nothing",
]
"""The meaning of a gesture."""

RulingOption: TypeAlias = Union[
    Literal["Fold"],
    Literal["Check"],
    Literal["Call"],
    Literal["BringIn"],
    Literal["Complete"],
    Literal["Bet"],
    Literal["Raise"],
    Literal["AllIn"],
    RulingOptionBetTo,
    RulingOptionRaiseTo,
    Literal["FullCall"],
    Literal["ForfeitAndFold"],
    Literal["WithdrawAndReconsider"],
    Literal["Binding"],
    Literal["NotBinding"],
    Literal["Retract"],
    Literal["Return"],
    Literal["Dead"],
    Literal["NonAggressive"],
    Literal["PlaysOn"],
    Literal["Misdeal"],
    Literal["Void"],
    Literal["AsExposed"],
    Literal["Scrap"],
    Literal["Scramble"],
]
"""An option of a player or the floor."""

RulingState: TypeAlias = Literal[
    "Made",
    "NeedsSecond",
    "Undone",
]
"""The state of a ruling."""

ScheduleOrder: TypeAlias = Union[
    ScheduleOrderMake,
    ScheduleOrderChange,
    ScheduleOrderEnd,
]
"""An order about a schedule. A plain number is that of the schedule."""

Scope: TypeAlias = Literal[
    "Play",
    "Read",
    "Floor",
    "Leagues",
    "Accounts",
    "Stream",
    "Calendar",
]
"""What an API token may do. A token may also send what visitors may send. It never does
more than the role of its account allows.
"""

SeatReason: TypeAlias = Literal[
    "Draw",
    "LateEntry",
    "Balanced",
    "TableBroken",
    "FinalTable",
    "Redraw",
    "NextRound",
    "Floor",
    "Unchanged",
]
"""The reason for a player's seat."""

SecondFactorStep: TypeAlias = Union[
    SecondFactorStepBegin,
    SecondFactorStepConfirm,
    SecondFactorStepRemove,
]
"""A step in setting up or removing a second factor."""

SeeRight: TypeAlias = Literal[
    "Inalienable",
    "Discretion",
]
"""The right of a player to see a hand."""

Stage: TypeAlias = Union[
    StageLevel,
    StageBreak,
]
"""A level or a break."""

Straddle: TypeAlias = Literal[
    "Utg",
    "Button",
    "Mississippi",
]
"""The players who may post twice the big blind before the cards. A straddler acts last
before the flop.
"""

StubRemedy: TypeAlias = Literal[
    "BurnStays",
    "BurnGoesBack",
    "BoardKept",
    "LastForEarly",
    "Shuffled",
    "ShuffledWithMuck",
]
"""The correction of a stub."""

Switch: TypeAlias = Union[
    Literal["Never"],
    SwitchHands,
    Literal["Orbit"],
    Literal["Level"],
    Literal["DealersChoice"],
]
"""When the next game of a rotation comes."""

TableCommand: TypeAlias = Union[
    TableCommandRuleTicket,
    TableCommandForceWager,
    TableCommandCorrectWager,
    TableCommandQuotePot,
    TableCommandMisquote,
    TableCommandKillHand,
    TableCommandSetButton,
    TableCommandCallClock,
    TableCommandShowHand,
    Literal["DealStreet"],
    Literal["VoidHand"],
    Literal["Pause"],
    Literal["Resume"],
    TableCommandRestoreHand,
    TableCommandReawardPot,
    TableCommandAddTime,
    TableCommandDealError,
    TableCommandClaimTicket,
    TableCommandMute,
    TableCommandUnmute,
    TableCommandGiveChips,
    TableCommandTakeBackChips,
    TableCommandHost,
]
"""A command of the floor at one table."""

TableState: TypeAlias = Literal[
    "Playing",
    "Waiting",
    "Halted",
    "Stopped",
]
"""The state of a table of a tournament."""

Term: TypeAlias = Literal[
    "Name",
    "Game",
    "Rulebook",
    "Betting",
    "Blinds",
    "Ante",
    "Seats",
    "BuyIn",
    "ActTime",
    "TimeBank",
    "Straddle",
    "BombPot",
    "Boards",
    "Hybrid",
    "Chat",
    "BetweenHands",
    "TopUps",
    "Approval",
    "Entry",
    "End",
    "Note",
    "ChipValue",
]
"""A term that is outside the room's limits."""

Token: TypeAlias = Literal[
    "Bounty",
    "Clock",
    "Other",
]
"""An object that is not a chip and was pushed like one."""

TournamentCommand: TypeAlias = Union[
    Literal["Pause"],
    Literal["Resume"],
    TournamentCommandSetClock,
    TournamentCommandAddTime,
    TournamentCommandTakeTime,
    TournamentCommandChangeStart,
    Literal["CloseEntry"],
    TournamentCommandEnterPlayer,
    TournamentCommandRemoveEntry,
    TournamentCommandSeat,
    TournamentCommandMove,
    TournamentCommandPinSeat,
    TournamentCommandKeepApart,
    Literal["BalanceNow"],
    TournamentCommandBreakTable,
    TournamentCommandHaltTable,
    TournamentCommandWaiveHalt,
    Literal["Redraw"],
    TournamentCommandHandForHand,
    TournamentCommandAnnounce,
    TournamentCommandWarn,
    TournamentCommandMissHands,
    TournamentCommandMissRounds,
    TournamentCommandLiftPenalty,
    TournamentCommandDisqualify,
    TournamentCommandPickUp,
    TournamentCommandForfeit,
    TournamentCommandSetStack,
    TournamentCommandAllowDeals,
    TournamentCommandMute,
    TournamentCommandUnmute,
    TournamentCommandBan,
    TournamentCommandCancel,
    TournamentCommandUndo,
    TournamentCommandSecond,
    TournamentCommandImpound,
    TournamentCommandReleasePot,
    TournamentCommandGiveBonus,
    TournamentCommandForfeitBonus,
    TournamentCommandDrawLots,
    TournamentCommandChangeLevels,
    TournamentCommandColorUp,
    TournamentCommandExtraPlayers,
    TournamentCommandCheckIn,
    TournamentCommandAnnounceFor,
    TournamentCommandWall,
    TournamentCommandOut,
    TournamentCommandBack,
    TournamentCommandRebuy,
    TournamentCommandAddOn,
    TournamentCommandCount,
    TournamentCommandMoved,
    Literal["NewSeatCodes"],
]
"""A command of the floor about a tournament."""

TournamentFormat: TypeAlias = Literal[
    "Open",
    "SitAndGo",
    "Shootout",
    "HeadsUp",
    "Flight",
]
"""How a tournament finds a winner."""

TournamentState: TypeAlias = Literal[
    "Announced",
    "Registering",
    "Running",
    "OnBreak",
    "Paused",
    "Finished",
    "Cancelled",
]
"""The state of a tournament."""

TournamentTerm: TypeAlias = Literal[
    "Name",
    "Structure",
    "Game",
    "Betting",
    "Rulebook",
    "BuyIn",
    "Stack",
    "Seats",
    "Entrants",
    "LevelTime",
    "Start",
]
"""A term that is outside the room's limits."""

WaitListEnd: TypeAlias = Literal[
    "Seated",
    "Left",
    "OfferOver",
    "Away",
    "SeatedElsewhere",
    "Closed",
]
"""The reason why a player is no longer on a waiting list."""

WallScene: TypeAlias = Literal[
    "Clock",
    "Seats",
    "Moves",
    "Prizes",
    "Standings",
    "Rules",
    "Rotate",
]
"""A scene of a wall."""

Words: TypeAlias = Literal[
    "Fold",
    "Check",
    "Call",
    "Bet",
    "Raise",
    "AllIn",
    "Complete",
    "Pot",
    "Amount",
    "Conditional",
    "Unclear",
]
"""A kind of statement that a player makes."""

#: The variants of each enumeration, with the classes of those that hold something.
ENUMS: dict[str, tuple[tuple[str, type | None], ...]] = {
    "AccountKind": (
        ("Any", None),
        ("Registered", None),
        ("Guest", None),
        ("Staff", None),
        ("Suspended", None),
    ),
    "AccountOrder": (
        ("Create", AccountOrderCreate),
        ("Rename", AccountOrderRename),
        ("SetRole", AccountOrderSetRole),
        ("ResetPassword", AccountOrderResetPassword),
        ("Suspend", AccountOrderSuspend),
        ("Restore", AccountOrderRestore),
        ("Mute", AccountOrderMute),
        ("Unmute", AccountOrderUnmute),
        ("Remove", AccountOrderRemove),
        ("SignOut", AccountOrderSignOut),
        ("RevokeToken", AccountOrderRevokeToken),
        ("RemoveSecondFactor", AccountOrderRemoveSecondFactor),
        ("GrantChips", AccountOrderGrantChips),
        ("TakeChips", AccountOrderTakeChips),
        ("MergeGuest", AccountOrderMergeGuest),
        ("Erase", AccountOrderErase),
        ("SettleReport", AccountOrderSettleReport),
        ("UnlinkSignIn", AccountOrderUnlinkSignIn),
        ("CreateAll", AccountOrderCreateAll),
        ("Unlock", AccountOrderUnlock),
    ),
    "Action": (
        ("Fold", None),
        ("Check", None),
        ("Call", None),
        ("Bet", ActionBet),
        ("RaiseTo", ActionRaiseTo),
        ("BringIn", None),
    ),
    "AnteKind": (
        ("None", None),
        ("Each", None),
        ("BigBlind", None),
        ("Button", None),
    ),
    "Betting": (
        ("NoLimit", None),
        ("PotLimit", None),
        ("FixedLimit", None),
    ),
    "BoardRemedy": (
        ("FourScrambled", None),
        ("BurnTakenFrom", None),
        ("Redealt", None),
        ("BurnForCard", None),
        ("CardForBurn", None),
    ),
    "BountyKind": (
        ("Fixed", None),
        ("Progressive", BountyKindProgressive),
        ("Mystery", None),
    ),
    "BoxedAt": (
        ("Hand", BoxedAtHand),
        ("Board", BoxedAtBoard),
        ("Burn", None),
        ("Stub", None),
    ),
    "ClockPhase": (
        ("BeforeStart", None),
        ("Level", None),
        ("BreakDue", None),
        ("Break", None),
        ("Paused", None),
        ("Over", None),
    ),
    "ColorUpMethod": (
        ("Race", None),
        ("RoundUp", None),
    ),
    "DealError": (
        ("Exposed", DealErrorExposed),
        ("OffTable", DealErrorOffTable),
        ("Boxed", DealErrorBoxed),
        ("OutOfSequence", None),
        ("NotEntitled", DealErrorNotEntitled),
        ("LeftOut", DealErrorLeftOut),
        ("CardCount", DealErrorCardCount),
        ("NonStandard", DealErrorNonStandard),
        ("FouledDeck", DealErrorFouledDeck),
        ("FourCardFlop", DealErrorFourCardFlop),
        ("NoBurn", DealErrorNoBurn),
        ("Burns", DealErrorBurns),
        ("Premature", DealErrorPremature),
        ("DroppedStub", DealErrorDroppedStub),
        ("Touched", DealErrorTouched),
        ("TakenByDealer", DealErrorTakenByDealer),
        ("ExposedBurn", None),
    ),
    "DealLevel": (
        ("Off", None),
        ("Lend", None),
        ("Full", None),
    ),
    "DealProposal": (
        ("ChipChop", None),
        ("Icm", None),
        ("Shares", DealProposalShares),
    ),
    "DealRemedy": (
        ("PlaysOn", None),
        ("Misdeal", None),
        ("Void", None),
        ("Dead", DealRemedyDead),
        ("Shown", DealRemedyShown),
        ("Replaced", DealRemedyReplaced),
        ("UpCard", DealRemedyUpCard),
        ("Scrapped", DealRemedyScrapped),
        ("SetRight", None),
        ("Board", DealRemedyBoard),
        ("Stub", DealRemedyStub),
        ("Floor", None),
    ),
    "Deck": (
        ("Standard52", None),
        ("Short36", None),
    ),
    "DeckFault": (
        ("TwoEqual", None),
        ("OtherBack", None),
        ("OtherBackInStub", None),
        ("Missing", None),
    ),
    "Dispute": (
        ("Reading", None),
        ("Accounting", None),
    ),
    "DroppedStub": (
        ("Rebuilt", None),
        ("Disordered", None),
        ("Mixed", None),
    ),
    "EmoteKind": (
        ("ThumbsUp", None),
        ("Clap", None),
        ("Laugh", None),
        ("Cry", None),
        ("Surprise", None),
        ("Think", None),
        ("Sleep", None),
        ("Fire", None),
        ("GoodLuck", None),
        ("NiceHand", None),
        ("Thanks", None),
        ("Sorry", None),
    ),
    "EntryState": (
        ("Registered", None),
        ("CheckedIn", None),
        ("Waiting", None),
        ("Playing", None),
        ("Moving", None),
        ("MayRebuy", None),
        ("Out", None),
        ("Through", None),
        ("Withdrawn", None),
        ("Disqualified", None),
    ),
    "EtiquetteFlag": (
        ("NonstandardFold", None),
        ("OutOfTurn", None),
        ("ConditionalStatement", None),
        ("PotInNoLimit", None),
        ("TinyChip", None),
        ("ExclusiveNuts", None),
        ("NutsPenalty", None),
        ("ExposedCards", None),
        ("Stalling", None),
    ),
    "First": (
        ("Word", None),
        ("Chips", None),
        ("Together", None),
    ),
    "Gesture": (
        ("Say", GestureSay),
        ("Push", GesturePush),
        ("Gather", GestureGather),
        ("Both", GestureBoth),
        ("Motion", GestureMotion),
        ("HandsAtRest", None),
        ("ForwardMotion", GestureForwardMotion),
        ("PushToken", GesturePushToken),
        ("InFront", GestureInFront),
        ("SpeakUp", None),
        ("ShowHand", None),
        ("ClaimMisunderstanding", None),
    ),
    "HoleUse": (
        ("Any", None),
        ("ExactlyTwo", None),
    ),
    "HookFormat": (
        ("Standard", None),
        ("Discord", None),
        ("Slack", None),
    ),
    "HookOrder": (
        ("Make", HookOrderMake),
        ("Change", HookOrderChange),
        ("End", HookOrderEnd),
        ("TurnOff", HookOrderTurnOff),
        ("TurnOn", HookOrderTurnOn),
        ("ReplaceSecret", HookOrderReplaceSecret),
        ("Test", HookOrderTest),
        ("SendAgain", HookOrderSendAgain),
    ),
    "HostOrder": (
        ("ChangeTerms", HostOrderChangeTerms),
        ("HandOver", HostOrderHandOver),
        ("SetStack", HostOrderSetStack),
        ("Remove", HostOrderRemove),
        ("SitOut", HostOrderSitOut),
        ("Admit", HostOrderAdmit),
        ("Decline", HostOrderDecline),
        ("ShuffleSeats", None),
    ),
    "HostedStart": (
        ("WhenFull", None),
        ("WhenTold", None),
        ("At", HostedStartAt),
    ),
    "LeagueChange": (
        ("Make", LeagueChangeMake),
        ("Replace", LeagueChangeReplace),
        ("OpenSeason", LeagueChangeOpenSeason),
        ("EndSeason", LeagueChangeEndSeason),
        ("End", LeagueChangeEnd),
    ),
    "LeagueCommand": (
        ("Correct", LeagueCommandCorrect),
        ("CountFor", LeagueCommandCountFor),
        ("Recount", LeagueCommandRecount),
        ("Ban", LeagueCommandBan),
        ("LiftBan", LeagueCommandLiftBan),
    ),
    "LeagueTie": (
        ("Wins", None),
        ("Places", None),
        ("BestNight", None),
        ("KnockedOut", None),
        ("FewerNights", None),
    ),
    "Limit": (
        ("Wager", None),
        ("CallOrRaise", None),
        ("CallOrFold", None),
    ),
    "Lot": (
        ("Text", LotText),
        ("Entry", LotEntry),
    ),
    "Matter": (
        ("Contradiction", None),
        ("Undercall", None),
        ("UndercallBehindUndercall", MatterUndercallBehindUndercall),
        ("Conditional", None),
        ("PrematureCall", None),
        ("Skipped", None),
        ("Misunderstanding", MatterMisunderstanding),
        ("Token", MatterToken),
        ("ForwardMotion", None),
        ("Deal", MatterDeal),
        ("DiscardedBet", None),
        ("ExposedHand", None),
    ),
    "Penalty": (
        ("Warning", None),
        ("MissHands", PenaltyMissHands),
        ("Disqualification", None),
    ),
    "PostKind": (
        ("Ante", None),
        ("SmallBlind", None),
        ("BigBlind", None),
        ("EntryBlind", None),
        ("DeadBlind", None),
        ("Straddle", None),
    ),
    "Purchase": (
        ("Rebuy", None),
        ("AddOn", None),
    ),
    "PushChange": (
        ("Subscribe", PushChangeSubscribe),
        ("Unsubscribe", PushChangeUnsubscribe),
        ("Choose", PushChangeChoose),
    ),
    "Question": (
        ("run_it", QuestionRunIt),
        ("show", None),
        ("choose_game", QuestionChooseGame),
    ),
    "Ranking": (
        ("High", None),
        ("ShortDeckHigh", None),
        ("ShortDeckTripsHigh", None),
        ("AceFiveLow", None),
        ("EightOrBetter", None),
        ("DeuceSevenLow", None),
        ("Badugi", None),
        ("AceHighBadugi", None),
    ),
    "Refund": (
        ("Everything", None),
        ("ByStacks", None),
        ("Evenly", None),
    ),
    "ResultChange": (
        ("Disqualify", None),
        ("MoveTo", ResultChangeMoveTo),
        ("Deduct", ResultChangeDeduct),
        ("Restore", None),
        ("Forfeit", ResultChangeForfeit),
    ),
    "Role": (
        ("Player", None),
        ("Host", None),
        ("Floor", None),
        ("Admin", None),
    ),
    "RuledBy": (
        ("Floor", None),
        ("Claim", None),
        ("WaitOver", None),
        ("Unattended", None),
    ),
    "RulingKind": (
        ("Check", None),
        ("Call", None),
        ("Bet", None),
        ("Raise", None),
        ("AllIn", None),
        ("Fold", None),
        ("Dead", None),
        ("Floor", None),
        ("Held", None),
        ("Bound", None),
        ("Released", None),
        ("Commit", None),
        ("Nothing", None),
    ),
    "RulingOption": (
        ("Fold", None),
        ("Check", None),
        ("Call", None),
        ("BringIn", None),
        ("Complete", None),
        ("Bet", None),
        ("Raise", None),
        ("AllIn", None),
        ("BetTo", RulingOptionBetTo),
        ("RaiseTo", RulingOptionRaiseTo),
        ("FullCall", None),
        ("ForfeitAndFold", None),
        ("WithdrawAndReconsider", None),
        ("Binding", None),
        ("NotBinding", None),
        ("Retract", None),
        ("Return", None),
        ("Dead", None),
        ("NonAggressive", None),
        ("PlaysOn", None),
        ("Misdeal", None),
        ("Void", None),
        ("AsExposed", None),
        ("Scrap", None),
        ("Scramble", None),
    ),
    "RulingState": (
        ("Made", None),
        ("NeedsSecond", None),
        ("Undone", None),
    ),
    "ScheduleOrder": (
        ("Make", ScheduleOrderMake),
        ("Change", ScheduleOrderChange),
        ("End", ScheduleOrderEnd),
    ),
    "Scope": (
        ("Play", None),
        ("Read", None),
        ("Floor", None),
        ("Leagues", None),
        ("Accounts", None),
        ("Stream", None),
        ("Calendar", None),
    ),
    "SeatReason": (
        ("Draw", None),
        ("LateEntry", None),
        ("Balanced", None),
        ("TableBroken", None),
        ("FinalTable", None),
        ("Redraw", None),
        ("NextRound", None),
        ("Floor", None),
        ("Unchanged", None),
    ),
    "SecondFactorStep": (
        ("Begin", SecondFactorStepBegin),
        ("Confirm", SecondFactorStepConfirm),
        ("Remove", SecondFactorStepRemove),
    ),
    "SeeRight": (
        ("Inalienable", None),
        ("Discretion", None),
    ),
    "Stage": (
        ("Level", StageLevel),
        ("Break", StageBreak),
    ),
    "Straddle": (
        ("Utg", None),
        ("Button", None),
        ("Mississippi", None),
    ),
    "StubRemedy": (
        ("BurnStays", None),
        ("BurnGoesBack", None),
        ("BoardKept", None),
        ("LastForEarly", None),
        ("Shuffled", None),
        ("ShuffledWithMuck", None),
    ),
    "Switch": (
        ("Never", None),
        ("Hands", SwitchHands),
        ("Orbit", None),
        ("Level", None),
        ("DealersChoice", None),
    ),
    "TableCommand": (
        ("RuleTicket", TableCommandRuleTicket),
        ("ForceWager", TableCommandForceWager),
        ("CorrectWager", TableCommandCorrectWager),
        ("QuotePot", TableCommandQuotePot),
        ("Misquote", TableCommandMisquote),
        ("KillHand", TableCommandKillHand),
        ("SetButton", TableCommandSetButton),
        ("CallClock", TableCommandCallClock),
        ("ShowHand", TableCommandShowHand),
        ("DealStreet", None),
        ("VoidHand", None),
        ("Pause", None),
        ("Resume", None),
        ("RestoreHand", TableCommandRestoreHand),
        ("ReawardPot", TableCommandReawardPot),
        ("AddTime", TableCommandAddTime),
        ("DealError", TableCommandDealError),
        ("ClaimTicket", TableCommandClaimTicket),
        ("Mute", TableCommandMute),
        ("Unmute", TableCommandUnmute),
        ("GiveChips", TableCommandGiveChips),
        ("TakeBackChips", TableCommandTakeBackChips),
        ("Host", TableCommandHost),
    ),
    "TableState": (
        ("Playing", None),
        ("Waiting", None),
        ("Halted", None),
        ("Stopped", None),
    ),
    "Term": (
        ("Name", None),
        ("Game", None),
        ("Rulebook", None),
        ("Betting", None),
        ("Blinds", None),
        ("Ante", None),
        ("Seats", None),
        ("BuyIn", None),
        ("ActTime", None),
        ("TimeBank", None),
        ("Straddle", None),
        ("BombPot", None),
        ("Boards", None),
        ("Hybrid", None),
        ("Chat", None),
        ("BetweenHands", None),
        ("TopUps", None),
        ("Approval", None),
        ("Entry", None),
        ("End", None),
        ("Note", None),
        ("ChipValue", None),
    ),
    "Token": (
        ("Bounty", None),
        ("Clock", None),
        ("Other", None),
    ),
    "TournamentCommand": (
        ("Pause", None),
        ("Resume", None),
        ("SetClock", TournamentCommandSetClock),
        ("AddTime", TournamentCommandAddTime),
        ("TakeTime", TournamentCommandTakeTime),
        ("ChangeStart", TournamentCommandChangeStart),
        ("CloseEntry", None),
        ("EnterPlayer", TournamentCommandEnterPlayer),
        ("RemoveEntry", TournamentCommandRemoveEntry),
        ("Seat", TournamentCommandSeat),
        ("Move", TournamentCommandMove),
        ("PinSeat", TournamentCommandPinSeat),
        ("KeepApart", TournamentCommandKeepApart),
        ("BalanceNow", None),
        ("BreakTable", TournamentCommandBreakTable),
        ("HaltTable", TournamentCommandHaltTable),
        ("WaiveHalt", TournamentCommandWaiveHalt),
        ("Redraw", None),
        ("HandForHand", TournamentCommandHandForHand),
        ("Announce", TournamentCommandAnnounce),
        ("Warn", TournamentCommandWarn),
        ("MissHands", TournamentCommandMissHands),
        ("MissRounds", TournamentCommandMissRounds),
        ("LiftPenalty", TournamentCommandLiftPenalty),
        ("Disqualify", TournamentCommandDisqualify),
        ("PickUp", TournamentCommandPickUp),
        ("Forfeit", TournamentCommandForfeit),
        ("SetStack", TournamentCommandSetStack),
        ("AllowDeals", TournamentCommandAllowDeals),
        ("Mute", TournamentCommandMute),
        ("Unmute", TournamentCommandUnmute),
        ("Ban", TournamentCommandBan),
        ("Cancel", TournamentCommandCancel),
        ("Undo", TournamentCommandUndo),
        ("Second", TournamentCommandSecond),
        ("Impound", TournamentCommandImpound),
        ("ReleasePot", TournamentCommandReleasePot),
        ("GiveBonus", TournamentCommandGiveBonus),
        ("ForfeitBonus", TournamentCommandForfeitBonus),
        ("DrawLots", TournamentCommandDrawLots),
        ("ChangeLevels", TournamentCommandChangeLevels),
        ("ColorUp", TournamentCommandColorUp),
        ("ExtraPlayers", TournamentCommandExtraPlayers),
        ("CheckIn", TournamentCommandCheckIn),
        ("AnnounceFor", TournamentCommandAnnounceFor),
        ("Wall", TournamentCommandWall),
        ("Out", TournamentCommandOut),
        ("Back", TournamentCommandBack),
        ("Rebuy", TournamentCommandRebuy),
        ("AddOn", TournamentCommandAddOn),
        ("Count", TournamentCommandCount),
        ("Moved", TournamentCommandMoved),
        ("NewSeatCodes", None),
    ),
    "TournamentFormat": (
        ("Open", None),
        ("SitAndGo", None),
        ("Shootout", None),
        ("HeadsUp", None),
        ("Flight", None),
    ),
    "TournamentState": (
        ("Announced", None),
        ("Registering", None),
        ("Running", None),
        ("OnBreak", None),
        ("Paused", None),
        ("Finished", None),
        ("Cancelled", None),
    ),
    "TournamentTerm": (
        ("Name", None),
        ("Structure", None),
        ("Game", None),
        ("Betting", None),
        ("Rulebook", None),
        ("BuyIn", None),
        ("Stack", None),
        ("Seats", None),
        ("Entrants", None),
        ("LevelTime", None),
        ("Start", None),
    ),
    "WaitListEnd": (
        ("Seated", None),
        ("Left", None),
        ("OfferOver", None),
        ("Away", None),
        ("SeatedElsewhere", None),
        ("Closed", None),
    ),
    "WallScene": (
        ("Clock", None),
        ("Seats", None),
        ("Moves", None),
        ("Prizes", None),
        ("Standings", None),
        ("Rules", None),
        ("Rotate", None),
    ),
    "Words": (
        ("Fold", None),
        ("Check", None),
        ("Call", None),
        ("Bet", None),
        ("Raise", None),
        ("AllIn", None),
        ("Complete", None),
        ("Pot", None),
        ("Amount", None),
        ("Conditional", None),
        ("Unclear", None),
    ),
}

ClientMessage: TypeAlias = Union[
    Hello,
    Ping,
    LoginGuest,
    Register,
    Login,
    LoginToken,
    ChangePassword,
    CreateApiToken,
    RevokeApiToken,
    Logout,
    Refill,
    UpgradeGuest,
    ListApiTokens,
    SetAppearance,
    Emote,
    SignOutEverywhere,
    UseResetCode,
    LoginWithCode,
    SetSecondFactor,
    ReportPlayer,
    LoginWithTicket,
    RevokeHandLink,
    ListTables,
    WatchLobby,
    LinkSignIn,
    UnlinkSignIn,
    OfferRematch,
    GetPush,
    SetPush,
    SetVisible,
    Observe,
    Unobserve,
    Sit,
    TopUp,
    SitOut,
    SitIn,
    Leave,
    SetPreferences,
    Act,
    ShowOrMuck,
    Chat,
    Discard,
    RunIt,
    ChooseGame,
    MakeGesture,
    ShowCards,
    AskToSee,
    RabbitHunt,
    RabbitConsent,
    CallClock,
    ListTournaments,
    WatchTournament,
    GetStructure,
    GetHouseRules,
    ListPlayers,
    ListTournamentTables,
    ListPayouts,
    ListRulings,
    EnterTournament,
    WithdrawEntry,
    CheckIn,
    BuyChips,
    DeclineRebuy,
    QuitTournament,
    ProposeDeal,
    VoteOnDeal,
    OpenTournament,
    DirectTournament,
    ImportRoster,
    ListSeatCodes,
    AttendTable,
    DirectTable,
    ListAudit,
    GetHandSoFar,
    GetStatistics,
    SetNote,
    ListNotes,
    ProveFactor,
    ListPastEvents,
    GetResults,
    ListLeagues,
    GetStandings,
    DirectLeague,
    ListBans,
    ListStructures,
    OpenTournamentWith,
    ListSchedules,
    DirectSchedule,
    ListHands,
    GetHand,
    ShareHand,
    ChangeLeague,
    GetHosting,
    HostTable,
    CloseHosted,
    UseInvitation,
    GetHostedTournaments,
    HostTournament,
    GetTableLedger,
    ChangeTable,
    HandOver,
    JoinWaitList,
    LeaveWaitList,
    Rebuy,
    JoinDeal,
    LendLink,
    GetDealProof,
    FindAccounts,
    GetAccount,
    Administer,
    ListOperations,
    ListReports,
    GetIntegrityReport,
    SearchChat,
    ListHooks,
    ListDeliveries,
    DirectHook,
]

CLIENT_MESSAGES: dict[int, type] = {
    1: Hello,
    2: Ping,
    10: LoginGuest,
    11: Register,
    12: Login,
    13: LoginToken,
    14: ChangePassword,
    15: CreateApiToken,
    16: RevokeApiToken,
    17: Logout,
    18: Refill,
    19: UpgradeGuest,
    20: ListApiTokens,
    21: SetAppearance,
    22: Emote,
    23: SignOutEverywhere,
    24: UseResetCode,
    25: LoginWithCode,
    26: SetSecondFactor,
    27: ReportPlayer,
    28: LoginWithTicket,
    29: RevokeHandLink,
    30: ListTables,
    31: WatchLobby,
    32: LinkSignIn,
    33: UnlinkSignIn,
    34: OfferRematch,
    36: GetPush,
    37: SetPush,
    38: SetVisible,
    40: Observe,
    41: Unobserve,
    42: Sit,
    43: TopUp,
    44: SitOut,
    45: SitIn,
    46: Leave,
    47: SetPreferences,
    48: Act,
    49: ShowOrMuck,
    50: Chat,
    51: Discard,
    52: RunIt,
    53: ChooseGame,
    54: MakeGesture,
    55: ShowCards,
    56: AskToSee,
    57: RabbitHunt,
    58: RabbitConsent,
    59: CallClock,
    60: ListTournaments,
    61: WatchTournament,
    62: GetStructure,
    63: GetHouseRules,
    64: ListPlayers,
    65: ListTournamentTables,
    66: ListPayouts,
    67: ListRulings,
    68: EnterTournament,
    69: WithdrawEntry,
    70: CheckIn,
    71: BuyChips,
    72: DeclineRebuy,
    73: QuitTournament,
    74: ProposeDeal,
    75: VoteOnDeal,
    76: OpenTournament,
    77: DirectTournament,
    78: ImportRoster,
    79: ListSeatCodes,
    80: AttendTable,
    81: DirectTable,
    82: ListAudit,
    83: GetHandSoFar,
    84: GetStatistics,
    85: SetNote,
    86: ListNotes,
    87: ProveFactor,
    90: ListPastEvents,
    91: GetResults,
    92: ListLeagues,
    93: GetStandings,
    94: DirectLeague,
    95: ListBans,
    96: ListStructures,
    97: OpenTournamentWith,
    98: ListSchedules,
    99: DirectSchedule,
    100: ListHands,
    101: GetHand,
    102: ShareHand,
    103: ChangeLeague,
    110: GetHosting,
    111: HostTable,
    112: CloseHosted,
    113: UseInvitation,
    114: GetHostedTournaments,
    115: HostTournament,
    116: GetTableLedger,
    117: ChangeTable,
    118: HandOver,
    120: JoinWaitList,
    121: LeaveWaitList,
    122: Rebuy,
    130: JoinDeal,
    131: LendLink,
    132: GetDealProof,
    140: FindAccounts,
    141: GetAccount,
    142: Administer,
    143: ListOperations,
    144: ListReports,
    145: GetIntegrityReport,
    146: SearchChat,
    147: ListHooks,
    148: ListDeliveries,
    149: DirectHook,
}

ServerMessage: TypeAlias = Union[
    Welcome,
    Pong,
    Refused,
    Done,
    Goodbye,
    SignInOffered,
    RoomClosing,
    LoggedIn,
    Balance,
    ApiToken,
    ApiTokenList,
    SecondFactorKey,
    RecoveryCodes,
    TableList,
    TableChanged,
    TableClosed,
    RematchOffered,
    PushOffered,
    TableSnapshot,
    Step,
    HoleCards,
    YourTurn,
    ActionAccepted,
    ActionRefused,
    ChatLine,
    Seated,
    LeftTable,
    PlayerChanged,
    Emoted,
    TablePaused,
    TimeUse,
    TournamentList,
    TournamentChanged,
    TournamentGone,
    TournamentSnapshot,
    TournamentStep,
    StructureSheet,
    HouseRules,
    PlayerPage,
    TablePage,
    PayoutPage,
    RulingPage,
    Entered,
    TournamentOpened,
    RebuyOffered,
    NewSeat,
    Finished,
    DealOffered,
    EntryReturned,
    Tickets,
    RosterReport,
    AuditPage,
    ChipsBagged,
    HandSoFar,
    Statistics,
    NotePage,
    TournamentPaused,
    TournamentPots,
    TournamentWall,
    TournamentRealCards,
    SeatCodePage,
    PastEventPage,
    ResultPage,
    LeagueList,
    StandingPage,
    BanPage,
    StructurePage,
    SchedulePage,
    ScheduleMade,
    HandPage,
    HandShown,
    HandShared,
    HandLooks,
    Hosting,
    Hosted,
    TermsRefused,
    Invited,
    HostedTournaments,
    TournamentHosted,
    TournamentTermsRefused,
    InvitedToTournament,
    TableLedger,
    HostedTerms,
    WaitListPlace,
    SeatOffered,
    WaitListLeft,
    StillSittingOut,
    BuyInAsked,
    BuyInSettled,
    BuyInWaits,
    DealJoined,
    DealOpened,
    DealBound,
    CardsOpened,
    OwnCardsOpened,
    DealSealed,
    DealGivenUp,
    DealProof,
    AccountPage,
    AccountShown,
    ResetCode,
    OperationPage,
    ReportPage,
    IntegrityReport,
    ChatPage,
    ResetCodes,
    StoringFails,
    MatchSeat,
    HookPage,
    HookSecret,
    DeliveryPage,
]

SERVER_MESSAGES: dict[int, type] = {
    1: Welcome,
    2: Pong,
    3: Refused,
    4: Done,
    5: Goodbye,
    6: SignInOffered,
    7: RoomClosing,
    10: LoggedIn,
    11: Balance,
    12: ApiToken,
    13: ApiTokenList,
    14: SecondFactorKey,
    15: RecoveryCodes,
    30: TableList,
    31: TableChanged,
    32: TableClosed,
    34: RematchOffered,
    36: PushOffered,
    40: TableSnapshot,
    41: Step,
    42: HoleCards,
    43: YourTurn,
    44: ActionAccepted,
    45: ActionRefused,
    46: ChatLine,
    47: Seated,
    48: LeftTable,
    49: PlayerChanged,
    50: Emoted,
    51: TablePaused,
    52: TimeUse,
    60: TournamentList,
    61: TournamentChanged,
    62: TournamentGone,
    63: TournamentSnapshot,
    64: TournamentStep,
    65: StructureSheet,
    66: HouseRules,
    67: PlayerPage,
    68: TablePage,
    69: PayoutPage,
    70: RulingPage,
    71: Entered,
    72: TournamentOpened,
    73: RebuyOffered,
    74: NewSeat,
    75: Finished,
    76: DealOffered,
    77: EntryReturned,
    78: Tickets,
    79: RosterReport,
    80: AuditPage,
    81: ChipsBagged,
    82: HandSoFar,
    83: Statistics,
    84: NotePage,
    85: TournamentPaused,
    86: TournamentPots,
    87: TournamentWall,
    88: TournamentRealCards,
    89: SeatCodePage,
    90: PastEventPage,
    91: ResultPage,
    92: LeagueList,
    93: StandingPage,
    94: BanPage,
    96: StructurePage,
    98: SchedulePage,
    99: ScheduleMade,
    100: HandPage,
    101: HandShown,
    102: HandShared,
    103: HandLooks,
    110: Hosting,
    111: Hosted,
    112: TermsRefused,
    113: Invited,
    114: HostedTournaments,
    115: TournamentHosted,
    116: TournamentTermsRefused,
    117: InvitedToTournament,
    118: TableLedger,
    119: HostedTerms,
    120: WaitListPlace,
    121: SeatOffered,
    122: WaitListLeft,
    123: StillSittingOut,
    126: BuyInAsked,
    127: BuyInSettled,
    128: BuyInWaits,
    130: DealJoined,
    131: DealOpened,
    132: DealBound,
    133: CardsOpened,
    134: OwnCardsOpened,
    135: DealSealed,
    136: DealGivenUp,
    137: DealProof,
    140: AccountPage,
    141: AccountShown,
    142: ResetCode,
    143: OperationPage,
    144: ReportPage,
    145: IntegrityReport,
    146: ChatPage,
    147: ResetCodes,
    148: StoringFails,
    149: MatchSeat,
    150: HookPage,
    151: HookSecret,
    152: DeliveryPage,
}

TableEvent: TypeAlias = Union[
    HandStarted,
    Posted,
    CardsDealt,
    Turn,
    TimeBank,
    Acted,
    UncalledReturned,
    BetsCollected,
    BoardDealt,
    HandTabled,
    HandMucked,
    PotAwarded,
    RakeTaken,
    HandEnded,
    HandVoided,
    SeatTaken,
    SeatLeft,
    ToppedUp,
    SatOut,
    SatIn,
    TimeCharged,
    ShowOffered,
    Presence,
    Paused,
    Resumed,
    UpCardsDealt,
    DrawBegan,
    Discarded,
    Drawn,
    Reshuffled,
    RunItOffered,
    RunItAnswered,
    RunItAgreed,
    ChoiceOffered,
    GameChanged,
    StreetBegan,
    Ruled,
    TicketOpened,
    TicketClosed,
    ActionHeld,
    HeldBinds,
    HeldSettled,
    FoldedOutOfTurn,
    Limited,
    ChipsMoved,
    FrontSeen,
    PulledBack,
    MovedForward,
    SpokeUp,
    Misquoted,
    CalledShort,
    CallAccepted,
    CallRetracted,
    Forfeited,
    FloorAttended,
    Flagged,
    StackChanged,
    RunOutHeld,
    FloorOrdered,
    WagerForced,
    WagerCorrected,
    PotQuoted,
    HandKilled,
    ButtonSet,
    ClockCalled,
    SeeHandAsked,
    HandExposed,
    ShowdownOpened,
    AwardHeld,
    ShowdownClosed,
    StreetHeld,
    RabbitAsked,
    RabbitAnswered,
    RabbitShown,
    DealRuled,
    ActionsRescinded,
    CardsShown,
]

TABLE_EVENTS: dict[int, type] = {
    1: HandStarted,
    2: Posted,
    3: CardsDealt,
    4: Turn,
    5: TimeBank,
    6: Acted,
    7: UncalledReturned,
    8: BetsCollected,
    9: BoardDealt,
    10: HandTabled,
    11: HandMucked,
    12: PotAwarded,
    13: RakeTaken,
    14: HandEnded,
    15: HandVoided,
    16: SeatTaken,
    17: SeatLeft,
    18: ToppedUp,
    19: SatOut,
    20: SatIn,
    21: TimeCharged,
    22: ShowOffered,
    23: Presence,
    24: Paused,
    25: Resumed,
    26: UpCardsDealt,
    27: DrawBegan,
    28: Discarded,
    29: Drawn,
    30: Reshuffled,
    31: RunItOffered,
    32: RunItAnswered,
    33: RunItAgreed,
    34: ChoiceOffered,
    35: GameChanged,
    36: StreetBegan,
    37: Ruled,
    38: TicketOpened,
    39: TicketClosed,
    40: ActionHeld,
    41: HeldBinds,
    42: HeldSettled,
    43: FoldedOutOfTurn,
    44: Limited,
    45: ChipsMoved,
    46: FrontSeen,
    47: PulledBack,
    48: MovedForward,
    49: SpokeUp,
    50: Misquoted,
    51: CalledShort,
    52: CallAccepted,
    53: CallRetracted,
    54: Forfeited,
    55: FloorAttended,
    56: Flagged,
    60: StackChanged,
    61: RunOutHeld,
    70: FloorOrdered,
    71: WagerForced,
    72: WagerCorrected,
    73: PotQuoted,
    74: HandKilled,
    75: ButtonSet,
    76: ClockCalled,
    77: SeeHandAsked,
    78: HandExposed,
    79: ShowdownOpened,
    80: AwardHeld,
    81: ShowdownClosed,
    82: StreetHeld,
    83: RabbitAsked,
    84: RabbitAnswered,
    85: RabbitShown,
    86: DealRuled,
    87: ActionsRescinded,
    124: CardsShown,
}

TournamentEvent: TypeAlias = Union[
    EntryMade,
    EntryWithdrawn,
    CheckedIn,
    StartChanged,
    TournamentBegan,
    LevelBegan,
    BreakDue,
    BreakBegan,
    BreakEnded,
    ClockPaused,
    ClockResumed,
    ClockSet,
    EntryClosed,
    TableOpened,
    TableBroken,
    TableHalted,
    TableUnhalted,
    PlayerSeated,
    PlayerMoved,
    ChipsBought,
    PlayerOut,
    PlayerThrough,
    BountyWon,
    HandForHandBegan,
    HandForHandOver,
    HandForHandEnded,
    ChipsExchanged,
    StackRuled,
    PenaltyGiven,
    PenaltyOver,
    LongAbsence,
    Announcement,
    DealProposed,
    DealAgreed,
    DealRejected,
    FloorRuled,
    RulingChanged,
    TournamentEnded,
    TournamentCancelled,
    EntryOpened,
    PotsChanged,
    LevelsChanged,
    DealAsked,
    DealDropped,
    MovesChanged,
]

TOURNAMENT_EVENTS: dict[int, type] = {
    1: EntryMade,
    2: EntryWithdrawn,
    3: CheckedIn,
    4: StartChanged,
    5: TournamentBegan,
    6: LevelBegan,
    7: BreakDue,
    8: BreakBegan,
    9: BreakEnded,
    10: ClockPaused,
    11: ClockResumed,
    12: ClockSet,
    13: EntryClosed,
    14: TableOpened,
    15: TableBroken,
    16: TableHalted,
    17: TableUnhalted,
    18: PlayerSeated,
    19: PlayerMoved,
    20: ChipsBought,
    21: PlayerOut,
    22: PlayerThrough,
    23: BountyWon,
    24: HandForHandBegan,
    25: HandForHandOver,
    26: HandForHandEnded,
    27: ChipsExchanged,
    28: StackRuled,
    29: PenaltyGiven,
    30: PenaltyOver,
    31: LongAbsence,
    32: Announcement,
    33: DealProposed,
    34: DealAgreed,
    35: DealRejected,
    36: FloorRuled,
    37: RulingChanged,
    38: TournamentEnded,
    39: TournamentCancelled,
    40: EntryOpened,
    41: PotsChanged,
    42: LevelsChanged,
    43: DealAsked,
    44: DealDropped,
    45: MovesChanged,
}

#: The lines to a program, by their keys. An event has no class of its own.
LINES: dict[str, type] = {
    "hello": HelloLine,
    "hand": HandLine,
    "act": ActLine,
    "offer": OfferLine,
    "result": ResultLine,
    "end": EndLine,
}
