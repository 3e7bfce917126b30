//! Limits of frames and fields, for both sides.

/// The largest frame that the server accepts, in bytes of WebSocket payload.
pub const MAX_FRAME_BYTES: usize = 16 * 1024;
/// The largest frame that a server sends, and so the largest a client must accept. The server
/// splits lobby lists into several frames to stay below it.
pub const MAX_SERVER_FRAME_BYTES: usize = 64 * 1024;
/// The most items in one frame, and the most events in one step.
pub const MAX_ITEMS_PER_FRAME: usize = 256;
/// The deepest nesting of arrays and objects in a JSON frame. The deepest message needs nine.
pub const MAX_JSON_DEPTH: usize = 32;
/// The shortest name of an account or guest, in characters.
pub const MIN_NAME_CHARS: usize = 2;
/// The longest name of an account or guest, in characters.
pub const MAX_NAME_CHARS: usize = 24;
/// The longest name of a currency that gives chips a value, in characters.
pub const MAX_CURRENCY_CHARS: usize = 8;
/// The most chips that can make one unit of a currency.
pub const MAX_CHIPS_PER_UNIT: u32 = 1_000_000;
/// The shortest password accepted, in characters.
pub const MIN_PASSWORD_CHARS: usize = 8;
/// The longest password accepted, in bytes. It bounds the work of hashing one.
pub const MAX_PASSWORD_BYTES: usize = 256;
/// How many characters at the beginning of a resume token a browser shows when it logs in with a
/// password.
pub const BROWSER_MARK_CHARS: usize = 35;
/// The longest line of chat, in characters.
pub const MAX_CHAT_CHARS: usize = 280;
/// The longest label of an API token, in characters.
pub const MAX_LABEL_CHARS: usize = 40;
/// The number of avatars, which are numbered from 0.
pub const AVATARS: u16 = 1024;
/// The number of player colors, which are numbered from 0.
pub const COLORS: u8 = 16;
/// The shortest time between two emotes of a player at a table, in milliseconds.
pub const MIN_EMOTE_MS: u64 = 2_000;
/// The longest name and version of a client program in its hello, in characters. Clients keep to
/// it; the server does not check.
pub const MAX_CLIENT_CHARS: usize = 64;
/// The most API tokens of one account.
pub const MAX_API_TOKENS: usize = 16;
/// The most cards in one [`Discard`](crate::client::Discard). No game gives a player more to hold.
pub const MAX_DISCARDS: usize = 7;

/// The most scopes of an API token: every one.
pub const MAX_SCOPES: usize = 7;
/// The most denominations in one [`ChipList`](crate::hybrid::ChipList).
pub const MAX_DENOMINATIONS: usize = 16;
/// The most chips that one gesture can move. A camera that counts more has miscounted.
pub const MAX_GESTURE_CHIPS: usize = 200;
/// The most commands on one [`AuditPage`](crate::hybrid::AuditPage).
pub const MAX_AUDIT_PER_PAGE: usize = 16;
/// The most hands on one [`HandPage`](crate::history::HandPage).
pub const MAX_HANDS_PER_PAGE: usize = 20;
/// The most games in one [`Statistics`](crate::statistics::Statistics).
pub const MAX_STATISTICS_GAMES: usize = 64;
/// The most points of the curve in one [`Statistics`](crate::statistics::Statistics).
pub const MAX_CURVE_POINTS: usize = 200;
/// The most hands that [`Statistics`](crate::statistics::Statistics) count: the latest ones.
pub const MAX_STATISTICS_HANDS: u32 = 5_000;
/// The longest note about a player, in characters.
pub const MAX_NOTE_CHARS: usize = 500;
/// The last color of a note; 0 is no color.
pub const MAX_NOTE_COLOR: u8 = 8;
/// The most notes of one account.
pub const MAX_NOTES: usize = 1_000;
/// The most notes on one [`NotePage`](crate::notes::NotePage).
pub const MAX_NOTES_PER_PAGE: usize = 20;
/// The most accounts on one [`AccountPage`](crate::administration::AccountPage).
pub const MAX_ACCOUNTS_PER_PAGE: usize = 20;
/// The most entries on one [`OperationPage`](crate::administration::OperationPage).
pub const MAX_OPERATIONS_PER_PAGE: usize = 20;
/// The most reports on one [`ReportPage`](crate::administration::ReportPage).
pub const MAX_REPORTS_PER_PAGE: usize = 20;
/// The most lines on one [`ChatPage`](crate::administration::ChatPage).
pub const MAX_CHAT_PER_PAGE: usize = 50;
/// The most players on the waiting list of one table.
pub const MAX_WAITING: usize = 100;
/// The longest name of a private table, in characters.
pub const MAX_TABLE_NAME_CHARS: usize = 40;
/// The longest note of a private table, in characters.
pub const MAX_TABLE_NOTE_CHARS: usize = 120;
/// The longest name of a tournament, in characters.
pub const MAX_TOURNAMENT_NAME_CHARS: usize = 60;
/// The longest reason of a floor command, and the longest announcement, in characters.
pub const MAX_REASON_CHARS: usize = 280;
/// The longest rule citation of a floor command, such as `TDA 71-A`, in characters.
pub const MAX_RULE_CHARS: usize = 40;
/// The most levels and breaks of one [`LevelChange`](crate::tournament::LevelChange).
pub const MAX_CHANGED_STAGES: usize = 60;
/// The most lots of one [`LotList`](crate::tournament::LotList).
pub const MAX_LOTS: usize = 60;
/// One lot, and what a draw decides, in characters.
pub const MAX_LOT_CHARS: usize = 60;
/// All texts of one [`LotList`](crate::tournament::LotList) together, in characters.
pub const MAX_LOT_LIST_CHARS: usize = 1_000;
/// Players of one impounded pot.
pub const MAX_POT_PARTS: usize = 10;
/// Moves in a tournament with real cards that nobody has confirmed, in one message.
pub const MAX_OPEN_MOVES: usize = 200;
/// The most shares of one deal.
pub const MAX_DEAL_SHARES: usize = 50;
/// The most players on one [`PlayerPage`](crate::tournament::PlayerPage).
pub const MAX_PLAYERS_PER_PAGE: usize = 100;
/// The most tables on one [`TablePage`](crate::tournament::TablePage).
pub const MAX_TABLES_PER_PAGE: usize = 100;
/// The most prizes on one [`PayoutPage`](crate::tournament::PayoutPage),
/// and in one [`TournamentView`](crate::tournament::TournamentView).
pub const MAX_PAYOUTS_PER_PAGE: usize = 200;
/// The most rulings on one [`RulingPage`](crate::tournament::RulingPage).
pub const MAX_RULINGS_PER_PAGE: usize = 16;
/// The most codes on one [`SeatCodePage`](crate::tournament::SeatCodePage).
pub const MAX_SEAT_CODES_PER_PAGE: usize = 200;
/// The most accounts that one order opens.
pub const MAX_NEW_ACCOUNTS: usize = 100;
/// The most structures on one [`StructurePage`](crate::tournament::StructurePage).
pub const MAX_STRUCTURES_PER_PAGE: usize = 50;
/// The longest structure in one [`OpenTournamentWith`](crate::tournament::OpenTournamentWith), in
/// bytes of UTF-8.
pub const MAX_STRUCTURE_BYTES: usize = 12_000;
/// The most levels and breaks in one [`StructureSheet`](crate::tournament::StructureSheet).
pub const MAX_STAGES: usize = 150;
/// The most characters in one [`ImportRoster`](crate::tournament::ImportRoster).
pub const MAX_ROSTER_PART_CHARS: usize = 2_500;
/// The most characters of a whole roster.
pub const MAX_ROSTER_CHARS: usize = 150_000;
/// The most players of a roster.
pub const MAX_ROSTER_PLAYERS: usize = 2_000;
/// The most problems in one [`RosterReport`](crate::tournament::RosterReport): the first ones.
pub const MAX_ROSTER_PROBLEMS: usize = 100;
/// The most tournaments on one [`PastEventPage`](crate::past::PastEventPage).
pub const MAX_PAST_EVENTS_PER_PAGE: usize = 25;
/// The most players on one [`ResultPage`](crate::past::ResultPage).
pub const MAX_RESULTS_PER_PAGE: usize = 80;
/// The most names of winners in one [`PastEvent`](crate::past::PastEvent).
pub const MAX_WINNERS: usize = 6;
/// The most deals in one [`ResultPage`](crate::past::ResultPage): the last ones.
pub const MAX_PAST_DEALS: usize = 2;
/// The most corrections in one [`ResultPage`](crate::past::ResultPage): the last ones.
pub const MAX_PAST_CORRECTIONS: usize = 4;
/// The most leagues in one [`LeagueList`](crate::league::LeagueList).
pub const MAX_LEAGUES_PER_MESSAGE: usize = 7;
/// The most seasons in one [`LeagueInfo`](crate::league::LeagueInfo): the last ones.
pub const MAX_SEASONS: usize = 12;
/// The most players on one [`StandingPage`](crate::league::StandingPage).
pub const MAX_STANDINGS_PER_PAGE: usize = 100;
/// The most bans on one [`BanPage`](crate::league::BanPage).
pub const MAX_BANS_PER_PAGE: usize = 25;
/// The longest id or name of a league, a season or a rulebook, in characters.
pub const MAX_LEAGUE_NAME_CHARS: usize = 40;
/// The longest formula of a league, in characters.
pub const MAX_FORMULA_CHARS: usize = 400;

/// The most rows in the ledger of a private table.
pub const MAX_LEDGER_ROWS: usize = 100;
/// The most pairs on one page of an [`IntegrityReport`](crate::integrity::IntegrityReport).
pub const MAX_INTEGRITY_PAIRS_PER_PAGE: usize = 5;
/// The most pairs on all pages of an [`IntegrityReport`](crate::integrity::IntegrityReport): those
/// with the rarest measures.
pub const MAX_INTEGRITY_PAIRS: usize = 100;
/// The most hands of one [`IntegrityMeasure`](crate::integrity::IntegrityMeasure).
pub const MAX_INTEGRITY_EVIDENCE: usize = 6;
/// The most hands that an [`IntegrityReport`](crate::integrity::IntegrityReport)
/// counts: the latest ones.
pub const MAX_INTEGRITY_HANDS: u32 = 20_000;

/// The most events that a hook lists.
pub const MAX_HOOK_EVENTS: usize = 32;
/// The most leagues that a hook lists.
pub const MAX_HOOK_LEAGUES: usize = 8;
/// The most tournaments that a hook lists.
pub const MAX_HOOK_TOURNAMENTS: usize = 8;
/// The longest address of a hook, in bytes.
pub const MAX_HOOK_ADDRESS_BYTES: usize = 500;
/// The most hooks on one [`HookPage`](crate::hooks::HookPage).
pub const MAX_HOOKS_PER_PAGE: usize = 5;
/// The most recurring starts of a schedule.
pub const MAX_SCHEDULE_DATES: usize = 14;
/// The most schedules on one [`SchedulePage`](crate::schedule::SchedulePage).
pub const MAX_SCHEDULES_PER_PAGE: usize = 10;
/// The longest file of a league in one [`ChangeLeague`](crate::league::ChangeLeague), in bytes of
/// UTF-8.
pub const MAX_LEAGUE_FILE_BYTES: usize = 12_000;
/// The most attempts on one [`DeliveryPage`](crate::hooks::DeliveryPage).
pub const MAX_DELIVERIES_PER_PAGE: usize = 25;
