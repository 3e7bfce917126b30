//! One value of every message about private tables, and the largest of them.

use crate::samples::{Note, info};
use crate::tournament_pages::{fits, longest};
use crate::tournament_samples::info as event;
use cardroom_protocol::game::{AnteKind, Betting, BombPot, ChipValue, Straddle};
use cardroom_protocol::hosting::*;
use cardroom_protocol::limits::{MAX_CHIPS_PER_UNIT, MAX_CURRENCY_CHARS, MAX_LEDGER_ROWS};
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::tournament::TournamentInfo;
use cardroom_protocol::{Chips, ClientMessage, Money, RequestId, ServerMessage, TableId, TimeMs};

const REQUEST: RequestId = RequestId(90);
const TABLE: TableId = TableId(31);
const CODE: &str = "K7QX2M9RTA";
const START: TimeMs = TimeMs(1_800_003_600_000);

fn terms() -> TableTerms {
    TableTerms {
        name: "Thursday night".to_owned(),
        game: "holdem".to_owned(),
        rulebook: "online".to_owned(),
        betting: Betting::NoLimit,
        small_blind: Chips(1),
        big_blind: Chips(2),
        bring_in: Chips(0),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        seats: 6,
        min_buy_in: Chips(40),
        max_buy_in: Chips(200),
        act_seconds: 25,
        bank_seconds: 60,
        straddle: None,
        bomb_pot: None,
        max_boards: 1,
        hybrid: false,
        bots_allowed: false,
        free_chat: false,
        between_hands_ms: 3_000,
        top_up_to: Chips(200),
        approve_buy_ins: false,
        free_entry: true,
        ends_at_ms: 0,
        note: String::new(),
        chip_value: None,
    }
}

fn euro() -> ChipValue {
    ChipValue { currency: "€".to_owned(), chips_per_unit: 100 }
}

fn tournament_terms(starts: HostedStart) -> TournamentTerms {
    TournamentTerms {
        name: "Birthday freezeout".to_owned(),
        structure: "nightly-freezeout".to_owned(),
        game: "holdem".to_owned(),
        betting: Betting::NoLimit,
        rulebook: "online".to_owned(),
        buy_in: Money(500),
        starting_stack: Chips(10_000),
        seats: 9,
        max_entrants: 18,
        level_minutes: 5,
        starts,
        bots_allowed: false,
    }
}

/// Every client message about them.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    let with_extras = TableTerms {
        game: "horse".to_owned(),
        betting: Betting::FixedLimit,
        bring_in: Chips(1),
        ante: Chips(1),
        ante_kind: AnteKind::Each,
        straddle: Some(Straddle::Utg),
        bomb_pot: Some(BombPot { every_hands: 20, ante: Chips(10) }),
        chip_value: Some(euro()),
        max_boards: 2,
        hybrid: true,
        bots_allowed: true,
        free_chat: true,
        approve_buy_ins: true,
        ends_at_ms: START.0,
        note: "Call: meet.example/thursday".to_owned(),
        ..terms()
    };
    vec![
        ("", GetHosting { request: REQUEST }.into()),
        ("", HostTable { request: REQUEST, terms: terms() }.into()),
        (
            "with all that a table can have",
            HostTable { request: REQUEST, terms: with_extras }.into(),
        ),
        ("", ChangeTable { request: REQUEST, table: TABLE, terms: terms() }.into()),
        ("", HandOver { request: REQUEST, table: TABLE, to: Some("Bea".to_owned()) }.into()),
        ("follow an absent host", HandOver { request: REQUEST, table: TABLE, to: None }.into()),
        ("", CloseHosted { request: REQUEST, table: TABLE }.into()),
        ("", UseInvitation { request: REQUEST, code: "k7qx2-m9rta".to_owned() }.into()),
        ("", GetTableLedger { request: REQUEST, table: TABLE }.into()),
        ("", GetHostedTournaments { request: REQUEST }.into()),
        (
            "when full",
            HostTournament { request: REQUEST, terms: tournament_terms(HostedStart::WhenFull) }
                .into(),
        ),
        (
            "when told",
            HostTournament { request: REQUEST, terms: tournament_terms(HostedStart::WhenTold) }
                .into(),
        ),
        (
            "at a time",
            HostTournament { request: REQUEST, terms: tournament_terms(HostedStart::At(START)) }
                .into(),
        ),
    ]
}

fn hosted() -> TableInfo {
    let (name, host) = ("Thursday night".to_owned(), Some("Ada".to_owned()));
    TableInfo { table: TABLE, name, host, chip_value: Some(euro()), ..info() }
}

fn limits() -> HostingLimits {
    let choice = |id: &str, name: &str| Choice { id: id.to_owned(), name: name.to_owned() };
    let game = |id: &str, name: &str, bring_in| HostableGame {
        id: id.to_owned(),
        name: name.to_owned(),
        max_players: 8,
        bring_in,
        blinds: !bring_in,
    };
    HostingLimits {
        per_account: 2,
        seats: 10,
        max_big_blind: Chips(1_000),
        max_buy_in: Chips(100_000),
        min_act_seconds: 5,
        max_act_seconds: 120,
        max_bank_seconds: 600,
        close_empty_seconds: 1_800,
        games: vec![game("holdem", "Texas hold'em", false), game("razz", "Razz", true)],
        rulebooks: vec![choice("online", "Cardroom online"), choice("tda-2024", "TDA 2024")],
        free_chat: true,
        min_between_ms: 1_000,
        max_between_ms: 30_000,
    }
}

fn ledger() -> TableLedger {
    let row = |player: &str, won, lost| LedgerRow {
        player: player.to_owned(),
        buy_ins: Chips(200),
        top_ups: Chips(100),
        given: Chips(0),
        taken: Chips(0),
        cash_outs: Chips(300 + won - lost),
        stack: Chips(0),
        won: Chips(won),
        lost: Chips(lost),
    };
    let rows = vec![row("Ada", 120, 0), row("Bea", 0, 120)];
    let (from, to) = ("Bea".to_owned(), "Ada".to_owned());
    let settle = vec![Settlement { from, to, amount: Chips(120) }];
    TableLedger { request: REQUEST, table: TABLE, rows, settle, fewest: true, chip_value: None }
}

/// Every server message about them.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let code = || CODE.to_owned();
    let mine = vec![HostedTable { info: hosted(), code: code() }];
    let hosting = Hosting { request: REQUEST, allowed: true, limits: limits(), tables: mine };
    let none = Hosting { allowed: false, tables: Vec::new(), ..hosting.clone() };
    let refused = |term| {
        let message = "A private table has 2 to 10 seats.".to_owned();
        ("", TermsRefused { request: REQUEST, term, message }.into())
    };
    let refused_terms = [
        Term::Name,
        Term::Game,
        Term::Rulebook,
        Term::Betting,
        Term::Blinds,
        Term::Ante,
        Term::Seats,
        Term::BuyIn,
        Term::ActTime,
        Term::TimeBank,
        Term::Straddle,
        Term::BombPot,
        Term::Boards,
        Term::Hybrid,
        Term::Chat,
        Term::BetweenHands,
        Term::TopUps,
        Term::Approval,
        Term::Entry,
        Term::End,
        Term::Note,
        Term::ChipValue,
    ];
    let mut samples = vec![
        ("", hosting.into()),
        ("not allowed", none.into()),
        ("", Hosted { request: REQUEST, table: TABLE, code: code() }.into()),
        ("", Invited { request: REQUEST, info: hosted() }.into()),
        ("", ledger().into()),
        ("", HostedTerms { table: TABLE, terms: terms(), waits: true }.into()),
        ("for a seat", asked(Some(3), false).into()),
        ("for more chips", asked(None, true).into()),
        ("", BuyInSettled { table: TABLE, ask: 4 }.into()),
        ("", BuyInWaits { request: REQUEST, table: TABLE }.into()),
        ("in money", TableLedger { chip_value: Some(euro()), ..ledger() }.into()),
    ];
    samples.extend(refused_terms.map(refused));
    samples.extend(about_tournaments());
    samples
}

fn asked(seat: Option<u8>, top_up: bool) -> BuyInAsked {
    let (player, amount) = ("Bea".to_owned(), Chips(200));
    BuyInAsked { table: TABLE, ask: 4, player, seat, amount, top_up }
}

fn hosted_tournament() -> TournamentInfo {
    let (name, host) = ("Birthday freezeout".to_owned(), Some("Ada".to_owned()));
    let structure = "private/nightly-freezeout".to_owned();
    TournamentInfo { name, structure, host, fee: Money(0), guarantee: Money(0), ..event() }
}

fn tournament_limits() -> TournamentHostingLimits {
    let structure = HostableStructure {
        id: "nightly-freezeout".to_owned(),
        name: "Nightly freezeout".to_owned(),
        game: "holdem".to_owned(),
        betting: Betting::NoLimit,
        rulebook: "online".to_owned(),
        buy_in: Money(2_000),
        starting_stack: Chips(10_000),
        seats: 9,
        max_entrants: 5_000,
        level_minutes: 10,
        when_full: true,
    };
    TournamentHostingLimits {
        per_account: 2,
        max_price: Money(10_000),
        max_stack: Chips(1_000_000),
        max_entrants: 200,
        min_level_minutes: 1,
        max_level_minutes: 60,
        starts_within_hours: 72,
        structures: vec![structure],
    }
}

/// Every server message about private tournaments.
fn about_tournaments() -> Vec<(Note, ServerMessage)> {
    let code = || CODE.to_owned();
    let mine = vec![HostedTournament { info: hosted_tournament(), code: code() }];
    let limits = tournament_limits();
    let hosting = HostedTournaments { request: REQUEST, allowed: true, limits, tournaments: mine };
    let none = HostedTournaments { allowed: false, tournaments: Vec::new(), ..hosting.clone() };
    let tournament = hosted_tournament().tournament;
    let refused = |term| {
        let message = "A level lasts 1 to 60 minutes.".to_owned();
        ("", TournamentTermsRefused { request: REQUEST, term, message }.into())
    };
    let terms = [
        TournamentTerm::Name,
        TournamentTerm::Structure,
        TournamentTerm::Game,
        TournamentTerm::Betting,
        TournamentTerm::Rulebook,
        TournamentTerm::BuyIn,
        TournamentTerm::Stack,
        TournamentTerm::Seats,
        TournamentTerm::Entrants,
        TournamentTerm::LevelTime,
        TournamentTerm::Start,
    ];
    let mut samples = vec![
        ("", hosting.into()),
        ("not allowed", none.into()),
        ("", TournamentHosted { request: REQUEST, tournament, code: code() }.into()),
        ("", InvitedToTournament { request: REQUEST, info: hosted_tournament() }.into()),
    ];
    samples.extend(terms.map(refused));
    samples
}

#[test]
fn the_tournaments_an_account_hosts_fit_with_all_structures() {
    let structure = HostableStructure {
        id: longest(40),
        name: longest(60),
        game: longest(40),
        rulebook: longest(40),
        ..tournament_limits().structures.remove(0)
    };
    let limits = TournamentHostingLimits { structures: vec![structure; 64], ..tournament_limits() };
    let tournaments =
        vec![HostedTournament { info: hosted_tournament(), code: CODE.to_owned() }; 4];
    fits(HostedTournaments { request: REQUEST, allowed: true, limits, tournaments });
}

#[test]
fn what_an_account_hosts_fits_with_all_games() {
    let game = HostableGame {
        id: longest(40),
        name: longest(60),
        max_players: 10,
        bring_in: true,
        blinds: true,
    };
    let choice = Choice { id: longest(40), name: longest(60) };
    let limits = HostingLimits { games: vec![game; 48], rulebooks: vec![choice; 24], ..limits() };
    let info = TableInfo { games: vec![hosted().games.remove(0); 32], ..hosted() };
    let tables = vec![HostedTable { info, code: CODE.to_owned() }; 2];
    fits(Hosting { request: REQUEST, allowed: true, limits, tables });
}

#[test]
fn the_longest_ledger_fits() {
    let most = Chips((1 << 53) - 1);
    let row = LedgerRow {
        player: longest(24),
        buy_ins: most,
        top_ups: most,
        given: most,
        taken: most,
        cash_outs: most,
        stack: most,
        won: most,
        lost: most,
    };
    let payment = Settlement { from: longest(24), to: longest(24), amount: most };
    let currency = longest(MAX_CURRENCY_CHARS);
    let chip_value = Some(ChipValue { currency, chips_per_unit: MAX_CHIPS_PER_UNIT });
    let rows = vec![row; MAX_LEDGER_ROWS];
    fits(TableLedger { rows, settle: vec![payment; MAX_LEDGER_ROWS], chip_value, ..ledger() });
}
