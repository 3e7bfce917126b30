//! Stable error codes. A code never changes its meaning; new ones are added at the end.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

macro_rules! error_codes {
    ($($(#[$doc:meta])* $number:literal $variant:ident $text:literal,)*) => {
        /// Why something was refused or a connection closed: a number in the binary encoding, a
        /// snake-case word in JSON.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum ErrorCode {
            $($(#[$doc])* $variant,)*
            /// A code from a newer server.
            Other(u16),
        }

        impl ErrorCode {
            /// Every code this version knows: number, word.
            pub const CATALOGUE: &'static [(u16, &'static str)] = &[$(($number, $text),)*];

            /// The number it has in the binary encoding and, plus 4000, as a close code.
            #[must_use]
            pub fn number(self) -> u16 {
                match self {
                    $(Self::$variant => $number,)*
                    Self::Other(number) => number,
                }
            }

            /// The word it is in JSON; `other` for a code from a newer server, which in JSON is
            /// `code_` and its number.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Other(_) => "other",
                }
            }

            /// The code with this number.
            #[must_use]
            pub fn from_number(number: u16) -> Self {
                match number {
                    $($number => Self::$variant,)*
                    other => Self::Other(other),
                }
            }

            fn from_word(word: &str) -> Self {
                match word {
                    $($text => Self::$variant,)*
                    _ => word
                        .strip_prefix("code_")
                        .and_then(|number| number.parse().ok())
                        .map_or(Self::Other(u16::MAX), Self::from_number),
                }
            }
        }
    };
}

error_codes! {
    // Frames and the hello.
    /// The frame is not a sequence of items, or a body does not decode.
    1 Malformed "malformed",
    /// The frame is larger than is accepted.
    2 TooLarge "too_large",
    /// A text frame on a binary connection, or the other way round.
    3 WrongFrameKind "wrong_frame_kind",
    /// The hello offers no version this server speaks.
    4 UnsupportedVersion "unsupported_version",
    /// Something came before the hello, or a second hello.
    5 HelloExpected "hello_expected",
    /// Messages or logins come faster than is allowed.
    6 RateLimited "rate_limited",
    /// The table or the room has more to do than it can queue; try again.
    7 Busy "busy",
    /// The client did not read what was sent to it.
    8 SlowClient "slow_client",
    /// Nothing came for too long.
    9 IdleTimeout "idle_timeout",
    /// The same account connected again elsewhere.
    10 Replaced "replaced",
    /// The room is closing.
    11 ShuttingDown "shutting_down",
    /// Something failed inside the room; nothing was changed.
    12 Internal "internal",
    /// No login came in time.
    13 LoginTimeout "login_timeout",
    /// Reserved, never sent: what the server does not know it passes over without an answer.
    14 UnknownMessage "unknown_message",
    // Accounts.
    /// The request needs a login.
    20 NotLoggedIn "not_logged_in",
    /// The connection is logged in already.
    21 AlreadyLoggedIn "already_logged_in",
    /// Name and password do not belong together.
    22 BadCredentials "bad_credentials",
    /// The token is unknown or has ended.
    23 BadToken "bad_token",
    /// The name is taken.
    24 NameTaken "name_taken",
    /// The name breaks the rules for names.
    25 BadName "bad_name",
    /// The password breaks the rules for passwords.
    26 BadPassword "bad_password",
    /// The account may not do this.
    27 Forbidden "forbidden",
    /// There is something of this kind already, or too many.
    28 Conflict "conflict",
    /// No refill is due.
    29 NoRefillDue "no_refill_due",
    /// There is no such avatar or color.
    30 BadAppearance "bad_appearance",
    /// An operator has suspended the account.
    31 Suspended "suspended",
    /// The password is right, and the account has a second factor: log in with its code.
    32 SecondFactorNeeded "second_factor_needed",
    /// The code is wrong, was used, or has ended.
    33 BadCode "bad_code",
    // Tables.
    /// There is no such table.
    40 UnknownTable "unknown_table",
    /// There is no such seat.
    41 UnknownSeat "unknown_seat",
    /// The seat is taken.
    42 SeatTaken "seat_taken",
    /// No seat is free.
    43 TableFull "table_full",
    /// The account sits at the table already.
    44 AlreadySeated "already_seated",
    /// The account does not sit at the table.
    45 NotSeated "not_seated",
    /// The buy-in is outside the table's limits.
    46 BuyInOutOfRange "buy_in_out_of_range",
    /// The wallet does not hold as much.
    47 InsufficientFunds "insufficient_funds",
    /// The chips taken from the table lately must come back with the player.
    48 Rathole "rathole",
    /// Bots may not play here.
    49 BotsNotAllowed "bots_not_allowed",
    /// The text is too long, empty, or has characters that are not allowed.
    50 BadText "bad_text",
    /// The account watches too many tables.
    51 TooManyTables "too_many_tables",
    /// The request changes nothing: it is so already.
    52 NothingToDo "nothing_to_do",
    /// The table is paused or closing.
    53 TableClosed "table_closed",
    /// The stack is empty: top up first.
    54 NoChips "no_chips",
    /// The player is leaving the table.
    55 Leaving "leaving",
    // Actions.
    /// It is not this player's turn.
    60 NotYourTurn "not_your_turn",
    /// The turn the action answers is over.
    61 StaleTurn "stale_turn",
    /// There is a bet to call: checking is not possible.
    62 CannotCheck "cannot_check",
    /// There is nothing to call.
    63 NothingToCall "nothing_to_call",
    /// There is a bet already: raise instead.
    64 CannotBet "cannot_bet",
    /// There is no bet yet: bet instead.
    65 NothingToRaise "nothing_to_raise",
    /// The betting is not open to this player for a raise.
    66 RaiseNotAllowed "raise_not_allowed",
    /// The amount is below the least that is legal.
    67 BelowMinimum "below_minimum",
    /// The amount is above the most that is legal.
    68 AboveMaximum "above_maximum",
    /// The amount is not a multiple of the unit in play.
    69 NotAUnit "not_a_unit",
    /// No hand is in progress.
    70 NoHand "no_hand",
    /// There is nothing to show or muck.
    71 NothingToShow "nothing_to_show",
    /// The action id is not larger than those used before.
    72 StaleActionId "stale_action_id",
    /// In fixed limit a wager has one size.
    73 NotALimitBet "not_a_limit_bet",
    /// The bring-in is due, or a completion.
    74 MustBringIn "must_bring_in",
    /// No bring-in is due.
    75 NoBringIn "no_bring_in",
    /// Cards are given away now, and within limits.
    76 DrawNow "draw_now",
    /// No cards are given away now.
    77 NothingToDraw "nothing_to_draw",
    /// The player does not hold the card.
    78 NoSuchCard "no_such_card",
    /// Nobody asks on how many boards to run the hand out.
    79 NothingToRun "nothing_to_run",
    /// The number of boards is not one that was offered.
    80 BoardsOutOfRange "boards_out_of_range",
    /// It is not for this player to choose the game now.
    81 NotYourChoice "not_your_choice",
    /// The table has no such game.
    82 UnknownGame "unknown_game",
    /// The player has acted and does not face a full raise.
    83 NotReopened "not_reopened",
    /// Fixed limit allows no more raises on this street.
    84 RaiseCapped "raise_cap",
    /// Cards are given away now, and nobody bets.
    85 NothingToBet "nothing_to_bet",
    /// The table is plain: it takes exact actions only.
    86 NotHybrid "not_hybrid",
    /// The floor has been called and has not ruled: play waits.
    87 FloorCalled "floor_called",
    /// The chips are not where the gesture takes them from.
    88 ChipsNotThere "chips_not_there",
    /// The player has acted out of turn already.
    89 DeclaredAlready "declared_already",
    /// A bet is one motion: the later chips go back.
    90 StringBet "string_bet",
    /// The player may only check, call or fold on this turn.
    91 LimitedToCallOrFold "limited_to_call_or_fold",
    /// The player has declared a bet.
    92 BoundToBet "bound_to_bet",
    /// The player has declared a raise.
    93 BoundToRaise "bound_to_raise",
    /// The player has taken chips back facing a raise.
    94 BoundToCallOrRaise "bound_to_call_or_raise",
    /// The call stands: the book does not protect it, or play went on.
    95 CallStands "call_stands",
    /// No such ticket is open.
    96 NoTicket "no_ticket",
    /// The ticket does not leave that choice.
    97 NotAnOption "not_an_option",
    /// There was substantial action since: the error stands.
    98 SubstantialAction "substantial_action",
    /// The street of the wager is over: it stands.
    99 StreetClosed "street_closed",
    /// Only the last wager of the street can be corrected.
    100 NotTheLastWager "not_the_last_wager",
    /// The pot is not counted in this structure.
    101 NoPotCount "no_pot_count",
    /// The player has no part in the hand.
    102 NotInHand "not_in_hand",
    /// The last hand in a pot is not given away.
    103 LastHand "last_hand",
    /// The player has not had the time the book gives.
    104 TooEarly "too_early",
    /// Only the dealer or the floor may call the clock.
    105 NotYoursToCall "not_yours_to_call",
    /// The clock is called on players who face a bet.
    106 NotFacingABet "not_facing_a_bet",
    /// The time for it is over.
    107 WindowClosed "window_closed",
    /// The player has no right to see the hand.
    108 NoRightToSee "no_right_to_see",
    /// A hand is shown whole or not at all.
    109 ShowAllOrNone "show_all_or_none",
    /// The hand was given away and is dead.
    110 HandDiscarded "discarded",
    /// The rulebook does not show cards that would have come.
    111 NoRabbitHunt "no_rabbit_hunt",
    /// Only the winner of the hand may ask for that.
    112 NotWinner "not_winner",
    /// The betting of the street is not over.
    113 BettingOpen "betting_open",
    /// The hand cannot be entered like this.
    114 NotEnterable "not_enterable",
    /// Nothing of the kind can have happened to the cards as they lie.
    115 NoSuchError "no_such_error",
    /// The cards of this hand cannot be shuffled once more.
    116 NoShuffleLeft "no_shuffle_left",
    // Tournaments.
    /// There is no such tournament.
    150 UnknownTournament "unknown_tournament",
    /// There is no such structure.
    151 UnknownStructure "unknown_structure",
    /// There is no such entry.
    152 UnknownEntry "unknown_entry",
    /// The tournament does not take entries yet.
    153 NotRegistering "not_registering",
    /// The time to enter, to withdraw or to buy chips is over.
    154 TooLate "too_late",
    /// The tournament has all the entries it takes.
    155 TournamentFull "tournament_full",
    /// The account has an entry that is not out.
    156 AlreadyEntered "already_entered",
    /// The account has no entry in the tournament.
    157 NotEntered "not_entered",
    /// The account has entered as often as it may.
    158 TooManyEntries "too_many_entries",
    /// The tournament has a lowest age, and the client did not say that the player has it.
    159 UnderAge "under_age",
    /// The account may not enter: the floor has banned it.
    160 Banned "banned",
    /// The tournament is over.
    161 TournamentOver "tournament_over",
    /// The stack is too large for a rebuy, or chips were bought as often as they may be.
    162 NoPurchase "no_purchase",
    /// No rebuy is offered.
    163 NoOffer "no_offer",
    /// The seat belongs to a tournament: nobody sits down, tops up or leaves by themselves.
    164 TournamentTable "tournament_table",
    /// No deals are made here, or not now.
    165 NoDeals "no_deals",
    /// The shares of the deal do not add up, name others than the players left, or break a rule.
    166 BadDeal "bad_deal",
    /// There is no such deal to vote on.
    167 UnknownDeal "unknown_deal",
    /// The tournament or the table has moved on since the command was given.
    168 SeqMoved "seq_moved",
    /// The command cannot be carried out now.
    169 NotAllowedNow "not_allowed_now",
    /// The rulebook or the structure has no such thing.
    170 NotInTheRules "not_in_the_rules",
    /// Nobody rules where they play.
    171 PlaysHere "plays_here",
    /// The ruling cannot be undone, or not any more.
    172 CannotUndo "cannot_undo",
    /// Somebody else has to second the command.
    173 SecondNeeded "second_needed",
    /// The player has no seat: nobody there can be moved.
    174 NoSeat "no_seat",
    /// Another operator has taken the question and has not ruled on it yet.
    175 TicketClaimed "ticket_claimed",
    // Hands that are over.
    /// There is no such hand, or the account may not see it.
    180 UnknownHand "unknown_hand",
    // Private tables and tournaments.
    /// The code leads nowhere.
    190 UnknownCode "unknown_code",
    /// Nobody may host private tables and tournaments here, or this account may not.
    191 HostingOff "hosting_off",
    /// The account, or the room, has as many private tables or tournaments as it may.
    192 TooManyHosted "too_many_hosted",
    // Lines for a seat.
    /// A seat is free for the account: nobody has to wait.
    195 SeatsFree "seats_free",
    /// The seats that are free are kept for those who are first in line.
    196 SeatKept "seat_kept",
    /// So many wait already that nobody else may.
    197 WaitListFull "wait_list_full",
    /// Another player from the same address sits at the table, which has one seat for each.
    198 AddressSeated "address_seated",
}

impl ErrorCode {
    /// What close codes of a connection add to the number: WebSocket leaves 4000 to 4999 to
    /// applications.
    pub const CLOSE_CODE_BASE: u16 = 4000;

    /// The WebSocket close code that goes with it.
    #[must_use]
    pub fn close_code(self) -> u16 {
        Self::CLOSE_CODE_BASE.saturating_add(self.number())
    }

    /// The code a WebSocket close code stands for; `None` when it is not one of ours.
    #[must_use]
    pub fn from_close_code(close_code: u16) -> Option<Self> {
        let number = close_code.checked_sub(Self::CLOSE_CODE_BASE)?;
        (1..1000).contains(&number).then(|| Self::from_number(number))
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(number) => write!(f, "code_{number}"),
            known => f.write_str(known.as_str()),
        }
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u16(self.number())
        }
    }
}

impl<'de> Deserialize<'de> for ErrorCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            struct Word;
            impl de::Visitor<'_> for Word {
                type Value = ErrorCode;
                fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("an error code")
                }
                fn visit_str<E: de::Error>(self, word: &str) -> Result<ErrorCode, E> {
                    Ok(ErrorCode::from_word(word))
                }
            }
            deserializer.deserialize_str(Word)
        } else {
            u16::deserialize(deserializer).map(Self::from_number)
        }
    }
}
