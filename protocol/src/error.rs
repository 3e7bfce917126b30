//! Stable error codes. A code never changes its meaning, and new ones are added at the end.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

macro_rules! error_codes {
    ($($(#[$doc:meta])* $number:literal $variant:ident $text:literal,)*) => {
        /// The reason for a refusal or a closed connection: a number in binary, a
        /// snake-case word in JSON.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum ErrorCode {
            $($(#[$doc])* $variant,)*
            /// A code from a newer server.
            Other(u16),
        }

        impl ErrorCode {
            /// Number and word of every code that this version knows.
            pub const CATALOGUE: &'static [(u16, &'static str)] = &[$(($number, $text),)*];

            /// Returns the number of the code in binary. The close code is 4000 more.
            #[must_use]
            pub fn number(self) -> u16 {
                match self {
                    $(Self::$variant => $number,)*
                    Self::Other(number) => number,
                }
            }

            /// Returns the word of the code in JSON. Returns `other` for a code from a newer
            /// server, which is `code_` and its number in JSON.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::Other(_) => "other",
                }
            }

            /// Returns the code with this number.
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
    /// The frame is larger than the limit.
    2 TooLarge "too_large",
    /// A text frame came on a binary connection, or a binary frame on a text connection.
    3 WrongFrameKind "wrong_frame_kind",
    /// The hello offers no version that this server speaks.
    4 UnsupportedVersion "unsupported_version",
    /// A message came before the hello, or a second hello came.
    5 HelloExpected "hello_expected",
    /// Messages or logins come too fast.
    6 RateLimited "rate_limited",
    /// The table or the room is overloaded. Try again.
    7 Busy "busy",
    /// The client did not read what the server sent.
    8 SlowClient "slow_client",
    /// The connection was silent for too long.
    9 IdleTimeout "idle_timeout",
    /// The same account logged in on another connection.
    10 Replaced "replaced",
    /// The room is closing.
    11 ShuttingDown "shutting_down",
    /// An error inside the room. Nothing changed.
    12 Internal "internal",
    /// No login came in time.
    13 LoginTimeout "login_timeout",
    /// There is no message with this name. Only JSON messages have one.
    14 UnknownMessage "unknown_message",
    /// Another machine takes the room over. Connect again at once.
    15 Moved "moved",
    // Accounts.
    /// The request needs a login.
    20 NotLoggedIn "not_logged_in",
    /// The connection is logged in already.
    21 AlreadyLoggedIn "already_logged_in",
    /// Name and password do not match.
    22 BadCredentials "bad_credentials",
    /// The token is unknown or has expired.
    23 BadToken "bad_token",
    /// The name is taken.
    24 NameTaken "name_taken",
    /// The name breaks the rules for names.
    25 BadName "bad_name",
    /// The password breaks the rules for passwords.
    26 BadPassword "bad_password",
    /// The account may not do this.
    27 Forbidden "forbidden",
    /// It exists already, or there are too many.
    28 Conflict "conflict",
    /// No refill is due.
    29 NoRefillDue "no_refill_due",
    /// There is no such avatar or color.
    30 BadAppearance "bad_appearance",
    /// An operator has suspended the account.
    31 Suspended "suspended",
    /// The password is right, and the account has a second factor: log in with its code.
    32 SecondFactorNeeded "second_factor_needed",
    /// The code is wrong, used, or expired.
    33 BadCode "bad_code",
    /// The API token does not have the scope that this needs.
    34 TokenScope "token_scope",
    /// Prove the second factor again with `ProveFactor`, then repeat the request.
    35 ProveFactor "prove_factor",
    /// The room asks its staff for a second factor. Set one up first.
    36 FactorRequired "factor_required",
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
    /// The wallet does not hold enough.
    47 InsufficientFunds "insufficient_funds",
    /// The player left the table lately with more chips and must bring them back.
    48 Rathole "rathole",
    /// Bots may not play here.
    49 BotsNotAllowed "bots_not_allowed",
    /// The text is empty, too long, or contains characters that are not allowed.
    50 BadText "bad_text",
    /// The account watches too many tables.
    51 TooManyTables "too_many_tables",
    /// The request would change nothing.
    52 NothingToDo "nothing_to_do",
    /// The table is paused or closing.
    53 TableClosed "table_closed",
    /// The stack is empty. Top up first.
    54 NoChips "no_chips",
    /// The player is leaving the table.
    55 Leaving "leaving",
    // Actions.
    /// It is not this player's turn.
    60 NotYourTurn "not_your_turn",
    /// The turn that the action answers is over.
    61 StaleTurn "stale_turn",
    /// There is a bet to call, so checking is not possible.
    62 CannotCheck "cannot_check",
    /// There is nothing to call.
    63 NothingToCall "nothing_to_call",
    /// There is a bet already. Raise instead.
    64 CannotBet "cannot_bet",
    /// There is no bet yet. Bet instead.
    65 NothingToRaise "nothing_to_raise",
    /// The betting is not open to this player for a raise.
    66 RaiseNotAllowed "raise_not_allowed",
    /// The amount is below the legal minimum.
    67 BelowMinimum "below_minimum",
    /// The amount is above the legal maximum.
    68 AboveMaximum "above_maximum",
    /// The amount is not a multiple of the unit in play.
    69 NotAUnit "not_a_unit",
    /// No hand is in progress.
    70 NoHand "no_hand",
    /// There is nothing to show or muck.
    71 NothingToShow "nothing_to_show",
    /// The action id is not larger than those used before.
    72 StaleActionId "stale_action_id",
    /// In fixed limit, a wager has one size.
    73 NotALimitBet "not_a_limit_bet",
    /// A bring-in or a completion is due.
    74 MustBringIn "must_bring_in",
    /// No bring-in is due.
    75 NoBringIn "no_bring_in",
    /// It is time to discard, within the limits of the draw.
    76 DrawNow "draw_now",
    /// There is no draw now.
    77 NothingToDraw "nothing_to_draw",
    /// The player does not hold the card.
    78 NoSuchCard "no_such_card",
    /// There is no offer to run the hand out on several boards.
    79 NothingToRun "nothing_to_run",
    /// The number of boards was not offered.
    80 BoardsOutOfRange "boards_out_of_range",
    /// It is not this player's choice of game now.
    81 NotYourChoice "not_your_choice",
    /// The table has no such game.
    82 UnknownGame "unknown_game",
    /// The player has acted and does not face a full raise.
    83 NotReopened "not_reopened",
    /// Fixed limit allows no more raises on this street.
    84 RaiseCapped "raise_cap",
    /// There is no betting during a draw.
    85 NothingToBet "nothing_to_bet",
    /// The table is plain and takes exact actions only.
    86 NotHybrid "not_hybrid",
    /// Play waits for a ruling of the floor.
    87 FloorCalled "floor_called",
    /// The chips that the gesture moves are not there.
    88 ChipsNotThere "chips_not_there",
    /// The player has acted out of turn already.
    89 DeclaredAlready "declared_already",
    /// A bet is one motion. The later chips return.
    90 StringBet "string_bet",
    /// The player may only check, call or fold on this turn.
    91 LimitedToCallOrFold "limited_to_call_or_fold",
    /// The player has declared a bet.
    92 BoundToBet "bound_to_bet",
    /// The player has declared a raise.
    93 BoundToRaise "bound_to_raise",
    /// The player has taken chips back facing a raise.
    94 BoundToCallOrRaise "bound_to_call_or_raise",
    /// The call stands, because the book does not protect it or play went on.
    95 CallStands "call_stands",
    /// No such ticket is open.
    96 NoTicket "no_ticket",
    /// The ticket does not have that option.
    97 NotAnOption "not_an_option",
    /// The error stands, because there was substantial action since.
    98 SubstantialAction "substantial_action",
    /// The wager stands, because its street is over.
    99 StreetClosed "street_closed",
    /// Only the last wager of the street can be corrected.
    100 NotTheLastWager "not_the_last_wager",
    /// The pot is not counted in this structure.
    101 NoPotCount "no_pot_count",
    /// The player has no part in the hand.
    102 NotInHand "not_in_hand",
    /// The last hand in a pot cannot be killed.
    103 LastHand "last_hand",
    /// The player has not had the time that the book gives.
    104 TooEarly "too_early",
    /// Only the dealer or the floor may call the clock.
    105 NotYoursToCall "not_yours_to_call",
    /// The clock is called on players who face a bet.
    106 NotFacingABet "not_facing_a_bet",
    /// It is too late for this.
    107 WindowClosed "window_closed",
    /// The player has no right to see the hand.
    108 NoRightToSee "no_right_to_see",
    /// A hand must be shown whole or not at all.
    109 ShowAllOrNone "show_all_or_none",
    /// The hand was discarded and is dead.
    110 HandDiscarded "discarded",
    /// The rulebook does not show cards that would have come.
    111 NoRabbitHunt "no_rabbit_hunt",
    /// Only the winner of the hand may ask for this.
    112 NotWinner "not_winner",
    /// The betting of the street is not over.
    113 BettingOpen "betting_open",
    /// The hand cannot be entered like this.
    114 NotEnterable "not_enterable",
    /// This error cannot have happened to the cards as they lie.
    115 NoSuchError "no_such_error",
    /// The cards of this hand cannot be shuffled again.
    116 NoShuffleLeft "no_shuffle_left",
    /// The floor has paused the table. No player acts until it is resumed.
    117 TablePaused "table_paused",
    /// The rulebook leaves folded and mucked hands face down.
    122 GivenUpStaysDown "given_up_stays_down",
    /// The next hand has begun, so cards of the last one can no longer be shown.
    123 NextHandBegan "next_hand_began",
    // Tournaments.
    /// There is no such tournament.
    150 UnknownTournament "unknown_tournament",
    /// There is no such structure.
    151 UnknownStructure "unknown_structure",
    /// There is no such entry.
    152 UnknownEntry "unknown_entry",
    /// The tournament is not open for entries yet.
    153 NotRegistering "not_registering",
    /// The time to enter, to withdraw or to buy chips is over.
    154 TooLate "too_late",
    /// The tournament is full.
    155 TournamentFull "tournament_full",
    /// The account has an entry that is not out.
    156 AlreadyEntered "already_entered",
    /// The account has no entry in the tournament.
    157 NotEntered "not_entered",
    /// The account has used all its entries.
    158 TooManyEntries "too_many_entries",
    /// The tournament has a minimum age, and the client did not attest that the
    /// player has reached it.
    159 UnderAge "under_age",
    /// The floor has banned the account from entering.
    160 Banned "banned",
    /// The tournament is over.
    161 TournamentOver "tournament_over",
    /// The stack is too large for a rebuy, or the player has bought chips as often as allowed.
    162 NoPurchase "no_purchase",
    /// No rebuy is offered.
    163 NoOffer "no_offer",
    /// The table belongs to a tournament, where players do not sit down, top up or
    /// leave on their own.
    164 TournamentTable "tournament_table",
    /// Deals are not allowed here, or not now.
    165 NoDeals "no_deals",
    /// The shares of the deal do not add up, include players who are out, or break a rule.
    166 BadDeal "bad_deal",
    /// There is no such deal to vote on.
    167 UnknownDeal "unknown_deal",
    /// The tournament or the table has moved on since the command was given.
    168 SeqMoved "seq_moved",
    /// The command cannot be carried out now.
    169 NotAllowedNow "not_allowed_now",
    /// The rulebook or the structure does not provide for it.
    170 NotInTheRules "not_in_the_rules",
    /// An operator may not rule where they play.
    171 PlaysHere "plays_here",
    /// The ruling cannot be undone, or no longer.
    172 CannotUndo "cannot_undo",
    /// The command needs a second operator.
    173 SecondNeeded "second_needed",
    /// The player has no seat, and so cannot be moved.
    174 NoSeat "no_seat",
    /// Another operator has taken the ticket and has not ruled on it yet.
    175 TicketClaimed "ticket_claimed",
    /// The command brings more chips into play than the entries brought, without permission to.
    176 BeyondEntries "beyond_entries",
    /// The structure cannot be read or played. The message names the line or the key.
    177 BadStructure "bad_structure",
    // Hands that are over.
    /// There is no such hand, or the account may not see it.
    180 UnknownHand "unknown_hand",
    // Private tables and tournaments.
    /// The code is unknown.
    190 UnknownCode "unknown_code",
    /// The room does not allow hosting, or not for this account.
    191 HostingOff "hosting_off",
    /// The account or the room has as many private tables or tournaments as allowed.
    192 TooManyHosted "too_many_hosted",
    // Waiting lists.
    /// A seat is free for the account, so there is no need to wait.
    195 SeatsFree "seats_free",
    /// The free seats are held for the first players on the waiting list.
    196 SeatKept "seat_kept",
    /// The waiting list is full.
    197 WaitListFull "wait_list_full",
    /// Another player from the same address sits at the table, which seats one
    /// player for each address.
    198 AddressSeated "address_seated",
    /// Players from the sender's network have as many seats, or as many private tables or
    /// tournaments, as one network may have.
    199 NetworkFull "network_full",
    // Deals that can be verified.
    /// Deals of this table cannot be verified.
    200 NotVerifiable "not_verifiable",
    /// The anchor cannot be used.
    201 BadAnchor "bad_anchor",
    // Matches.
    /// The table belongs to a match, which takes only actions and answers to offers.
    210 MatchTable "match_table",
}

impl ErrorCode {
    /// The difference between a close code and the number. WebSocket leaves 4000
    /// to 4999 to applications.
    pub const CLOSE_CODE_BASE: u16 = 4000;

    /// Returns the WebSocket close code for this code.
    #[must_use]
    pub fn close_code(self) -> u16 {
        Self::CLOSE_CODE_BASE.saturating_add(self.number())
    }

    /// Returns the code for a WebSocket close code, or `None` if it is not one of ours.
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
