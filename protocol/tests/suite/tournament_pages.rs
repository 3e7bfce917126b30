//! The fullest pages of a tournament stay below the size that clients accept.

use crate::tournament_samples::{info, player, ruling, table};
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::ids::MAX_SAFE;
use cardroom_protocol::limits::*;
use cardroom_protocol::tournament::*;
use cardroom_protocol::{
    Chips, Encoding, EntryId, HandNo, Money, RequestId, Seq, ServerMessage, TableId, TimeMs,
    TournamentId,
};

const REQUEST: RequestId = RequestId(u32::MAX);
const TOURNAMENT: TournamentId = TournamentId(MAX_SAFE);
const CHIPS: Chips = Chips(MAX_SAFE);
const MONEY: Money = Money(MAX_SAFE);

/// Returns text of the most bytes for this many characters. Names and reasons have no control
/// characters, which are longer in JSON.
pub(crate) fn longest(chars: usize) -> String {
    "🂡".repeat(chars)
}

pub(crate) fn fits(message: impl Into<ServerMessage>) {
    let message = message.into();
    for encoding in Encoding::ALL {
        let frame = encoding.encode(std::slice::from_ref(&message)).unwrap();
        assert!(frame.len() <= MAX_SERVER_FRAME_BYTES, "{} bytes in {encoding:?}", frame.len());
        let decoded = encoding.decode::<ServerMessage>(&frame, MAX_SERVER_FRAME_BYTES).unwrap();
        assert_eq!(decoded.messages, std::slice::from_ref(&message));
    }
}

#[test]
fn a_full_page_of_players_fits() {
    let row = PlayerRow {
        entry: EntryId(MAX_SAFE),
        name: longest(MAX_NAME_CHARS),
        stack: CHIPS,
        table: Some(TableId(MAX_SAFE)),
        seat: Some(u8::MAX),
        place: Some(u32::MAX),
        prize: MONEY,
        bounties: MONEY,
        head: MONEY,
        re_entries: u32::MAX,
        avatar: u16::MAX,
        color: u8::MAX,
        ..player(EntryState::Disqualified)
    };
    let players = vec![row; MAX_PLAYERS_PER_PAGE];
    let (from, total) = (u32::MAX, u32::MAX);
    fits(PlayerPage { request: REQUEST, tournament: TOURNAMENT, from, total, players });
}

#[test]
fn a_full_page_of_tables_fits() {
    let row = TableRow {
        table: TableId(MAX_SAFE),
        number: u32::MAX,
        players: u8::MAX,
        hand: HandNo(MAX_SAFE),
        smallest_stack: CHIPS,
        largest_stack: CHIPS,
        ..table(TableState::Playing)
    };
    let tables = vec![row; MAX_TABLES_PER_PAGE];
    let (from, total) = (u32::MAX, u32::MAX);
    fits(TablePage { request: REQUEST, tournament: TOURNAMENT, from, total, tables });
}

fn payouts() -> Vec<Payout> {
    let ticket = Some(longest(MAX_TOURNAMENT_NAME_CHARS / 2));
    let payout = Payout { first: u32::MAX, last: u32::MAX, prize: MONEY, ticket };
    vec![payout; MAX_PAYOUTS_PER_PAGE]
}

#[test]
fn a_full_page_of_prizes_fits() {
    let (from, total) = (u32::MAX, u32::MAX);
    let (request, tournament) = (REQUEST, TOURNAMENT);
    fits(PayoutPage { request, tournament, from, total, payouts: payouts() });
}

#[test]
fn a_full_page_of_rulings_fits() {
    let row = Ruling {
        seq: Seq(MAX_SAFE),
        at: TimeMs(MAX_SAFE),
        operator: Some(longest(MAX_NAME_CHARS)),
        command: TournamentCommand::Announce(longest(MAX_REASON_CHARS)),
        reason: longest(MAX_REASON_CHARS),
        rule: Some(longest(MAX_RULE_CHARS)),
        ..ruling(RulingState::NeedsSecond, None)
    };
    let rulings = vec![row; MAX_RULINGS_PER_PAGE];
    let (from, total) = (u32::MAX, u32::MAX);
    fits(RulingPage { request: REQUEST, tournament: TOURNAMENT, from, total, rulings });
}

#[test]
fn a_full_report_of_a_roster_fits() {
    let problem =
        RosterProblem { line: u32::MAX, column: Some("check_in".to_owned()), what: longest(100) };
    let problems = vec![problem; MAX_ROSTER_PROBLEMS];
    let (request, tournament, total) = (REQUEST, TOURNAMENT, u32::MAX);
    fits(RosterReport { request, tournament, entered: 0, problems, total });
}

#[test]
fn a_full_page_of_seat_codes_fits() {
    let code = SeatCode { entry: EntryId(MAX_SAFE), code: longest(31) };
    let codes = vec![code; MAX_SEAT_CODES_PER_PAGE];
    let (from, total) = (u32::MAX, u32::MAX);
    fits(SeatCodePage { request: REQUEST, tournament: TOURNAMENT, from, total, codes });
}

#[test]
fn the_longest_structure_fits() {
    let stakes = Stakes {
        betting: Betting::FixedLimit,
        small_blind: CHIPS,
        big_blind: CHIPS,
        bring_in: CHIPS,
        ante: CHIPS,
        ante_kind: AnteKind::BigBlind,
        unit: CHIPS,
    };
    let level = LevelSheet { level: u16::MAX, seconds: u32::MAX, stakes };
    fits(StructureSheet {
        request: REQUEST,
        tournament: TOURNAMENT,
        structure: longest(MAX_TOURNAMENT_NAME_CHARS),
        name: longest(MAX_TOURNAMENT_NAME_CHARS),
        stages: vec![Stage::Level(level); MAX_STAGES],
        rebuy: None,
        add_on: None,
        early_bonus: None,
        re_entries: u32::MAX,
        alternates: true,
    });
}

/// With the prizes, the name and the id are at their longest, too.
#[test]
fn a_snapshot_with_all_its_prizes_fits() {
    let stakes = |chips| Stakes {
        betting: Betting::NoLimit,
        small_blind: chips,
        big_blind: chips,
        bring_in: chips,
        ante: chips,
        ante_kind: AnteKind::Each,
        unit: chips,
    };
    let view = TournamentView {
        info: TournamentInfo { name: longest(MAX_TOURNAMENT_NAME_CHARS), ..info() },
        seq: Seq(MAX_SAFE),
        clock: ClockView {
            phase: ClockPhase::BeforeStart,
            level: u16::MAX,
            stakes: stakes(CHIPS),
            remaining_ms: u32::MAX,
            next: None,
            next_break_ms: Some(u32::MAX),
        },
        tables: u32::MAX,
        average_stack: CHIPS,
        smallest_stack: CHIPS,
        largest_stack: CHIPS,
        places_paid: u32::MAX,
        payouts: payouts(),
        hand_for_hand: false,
        deals_allowed: false,
        deal: None,
        announcement: Some(longest(MAX_REASON_CHARS)),
        you: None,
    };
    fits(TournamentSnapshot { tournament: TOURNAMENT, view: Box::new(view) });
}

#[test]
fn all_moves_that_are_listed_fit() {
    let (from_table, table) = (u32::MAX, u32::MAX);
    let walk = OpenMove { entry: EntryId(MAX_SAFE), from_table, from_seat: 9, table, seat: 9 };
    fits(TournamentRealCards { tournament: TOURNAMENT, moves: vec![walk; MAX_OPEN_MOVES] });
}

#[test]
fn all_pots_that_can_be_impounded_fit() {
    let part = ChipOrder { entry: EntryId(MAX_SAFE), chips: CHIPS };
    let pot = ImpoundedPot {
        pot: u32::MAX,
        table: u32::MAX,
        chips: CHIPS,
        due: CHIPS,
        from: vec![part; 10],
        reason: longest(MAX_REASON_CHARS),
    };
    fits(TournamentPots { tournament: TOURNAMENT, pots: vec![pot; 8] });
}
