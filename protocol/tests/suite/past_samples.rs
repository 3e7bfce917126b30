//! One value of every message about past tournaments, and the largest pages of them.
//!
//! They are about the results of "Sunday Major": Ada won, and Bob was second.

use crate::samples::Note;
use crate::tournament_pages::{fits, longest};
use cardroom_protocol::ids::MAX_SAFE;
use cardroom_protocol::integrity::*;
use cardroom_protocol::league::*;
use cardroom_protocol::limits::*;
use cardroom_protocol::past::*;
use cardroom_protocol::tournament::DealPart;
use cardroom_protocol::{
    Chips, ClientMessage, EntryId, HandNo, Money, Points, RequestId, ServerMessage, TableId,
    TimeMs, TournamentId,
};

const REQUEST: RequestId = RequestId(70);
const TOURNAMENT: TournamentId = TournamentId(12);

fn event() -> PastEvent {
    PastEvent {
        tournament: TOURNAMENT,
        name: "Sunday Major".to_owned(),
        structure: "sunday-major".to_owned(),
        rulebook: "tda-2024".to_owned(),
        game_name: "No-limit hold'em".to_owned(),
        began_at: Some(TimeMs(1_800_000_600_000)),
        ended_at: TimeMs(1_800_012_000_000),
        cancelled: false,
        entries: 300,
        players: 241,
        buy_in: Money(1_000),
        fee: Money(100),
        prize_pool: Money(300_000),
        winners: vec!["Ada".to_owned()],
        league: Some(id("thursdays")),
        season: Some("2026-autumn".to_owned()),
    }
}

fn cancelled() -> PastEvent {
    PastEvent {
        began_at: None,
        cancelled: true,
        entries: 0,
        players: 0,
        winners: Vec::new(),
        league: None,
        season: None,
        ..event()
    }
}

fn row() -> ResultRow {
    ResultRow {
        place: Some(1),
        name: "Ada".to_owned(),
        entries: 2,
        rebuys: 1,
        add_ons: 1,
        prize: Money(90_000),
        tickets: Money(0),
        bounties: Money(1_500),
        knocked_out: 3,
        points: Some(Points(1_250)),
        disqualified: false,
    }
}

/// Every client message about them.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    let request = REQUEST;
    let league = || Some("thursdays".to_owned());
    let season = || Some("2026-autumn".to_owned());
    let mut samples: Vec<(Note, ClientMessage)> = vec![
        ("everything", ListPastEvents { request, league: None, season: None, from: 25 }.into()),
        (
            "a season",
            ListPastEvents { request, league: league(), season: season(), from: 0 }.into(),
        ),
        ("", GetResults { request, tournament: TOURNAMENT, from: 100 }.into()),
        ("", ListLeagues { request }.into()),
        ("", ListBans { request, from: 25 }.into()),
        (
            "this season",
            GetStandings { request, league: id("thursdays"), season: None, from: 0 }.into(),
        ),
        (
            "a season",
            GetStandings { request, league: id("thursdays"), season: season(), from: 100 }.into(),
        ),
    ];
    samples.extend(league_changes().map(|change| {
        let reason = "The club's season.".to_owned();
        ("", ChangeLeague { request, reason, change }.into())
    }));
    samples.extend(commands().into_iter().enumerate().map(|(at, command)| {
        let rule = (at % 2 == 0).then(|| "TFPL 6-4".to_owned());
        let reason = "Seen on the recording.".to_owned();
        ("", DirectLeague { request, reason, rule, command }.into())
    }));
    samples
}

fn id(text: &str) -> String {
    text.to_owned()
}

/// Every change of a league.
fn league_changes() -> [LeagueChange; 5] {
    let (league, season) = (id("thursdays"), id("2027-spring"));
    let end = SeasonEnd { league, season, until: id("2027-03-31") };
    let SeasonEnd { league, season, until } = end.clone();
    let from = id("2027-01-01");
    [
        LeagueChange::Make(id("id = \"thursdays\"\n")),
        LeagueChange::Replace(id("id = \"thursdays\"\n")),
        LeagueChange::OpenSeason(NewSeason { league, season, name: id("Spring"), from, until }),
        LeagueChange::EndSeason(end),
        LeagueChange::End(id("thursdays")),
    ]
}

/// Every command about leagues.
fn commands() -> Vec<LeagueCommand> {
    let correct = |change| {
        LeagueCommand::Correct(Correction { tournament: TOURNAMENT, name: id("Eve"), change })
    };
    let league = || Some(id("thursdays"));
    vec![
        correct(ResultChange::Disqualify),
        correct(ResultChange::MoveTo(2)),
        correct(ResultChange::Deduct(Points(250))),
        correct(ResultChange::Restore),
        correct(ResultChange::Forfeit(Money(2_500))),
        LeagueCommand::CountFor(CountFor { tournament: TOURNAMENT, league: league() }),
        LeagueCommand::CountFor(CountFor { tournament: TOURNAMENT, league: None }),
        LeagueCommand::Recount(SeasonName { league: id("thursdays"), season: id("2026-autumn") }),
        LeagueCommand::Ban(AccountBan { name: id("Eve"), league: league(), days: 28 }),
        LeagueCommand::LiftBan(BannedAccount { name: id("Eve"), league: None }),
    ]
}

fn league() -> LeagueInfo {
    LeagueInfo {
        league: id("thursdays"),
        name: id("Thursday Night"),
        rulebook: Some(id("tda-2024")),
        points: id("10 * sqrt(entrants / place)"),
        best_nights: 10,
        least_nights: 2,
        ties: vec![
            LeagueTie::Wins,
            LeagueTie::Places,
            LeagueTie::BestNight,
            LeagueTie::KnockedOut,
            LeagueTie::FewerNights,
        ],
        min_age: 18,
        members_only: true,
        seasons: vec![SeasonInfo {
            season: id("2026-autumn"),
            name: id("Autumn 2026"),
            from: TimeMs(1_788_220_800_000),
            until: TimeMs(1_798_761_600_000),
        }],
        present: true,
        disqualified: Some(id("entrants / 10")),
    }
}

fn standing(rank: Option<u32>) -> StandingRow {
    StandingRow {
        rank,
        name: id("Ada"),
        points: Points(12_350),
        nights: 12,
        counted: 10,
        wins: 3,
        best_place: 1,
        knocked_out: 41,
    }
}

fn correction() -> PastCorrection {
    PastCorrection {
        at: TimeMs(1_800_012_500_000),
        operator: id("Cleo"),
        name: id("Eve"),
        change: ResultChange::Disqualify,
        reason: id("Seen on the recording."),
        rule: Some(id("TDA 71-D")),
    }
}

/// Every server message about them.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let request = REQUEST;
    let share = |entry, name: &str, amount| DealPart {
        entry: EntryId(entry),
        name: name.to_owned(),
        amount: Money(amount),
    };
    let shares = vec![share(1, "Ada", 70_000), share(300, "Bob", 60_000)];
    let deals = vec![PastDeal { shares, for_winner: Money(20_000) }];
    let gone = ResultRow {
        place: None,
        name: "Eve".to_owned(),
        points: None,
        disqualified: true,
        tickets: Money(11_000),
        ..row()
    };
    let events = vec![event(), cancelled()];
    let leagues = vec![league(), LeagueInfo { rulebook: None, disqualified: None, ..league() }];
    vec![
        ("", PastEventPage { request, from: 0, total: 2, events }.into()),
        (
            "",
            ResultPage {
                request,
                from: 0,
                total: 2,
                event: Box::new(event()),
                deals,
                corrections: vec![correction(), PastCorrection { rule: None, ..correction() }],
                rows: vec![row(), gone],
            }
            .into(),
        ),
        ("", LeagueList { request, leagues, last: true }.into()),
        (
            "",
            BanPage {
                request,
                from: 0,
                total: 2,
                bans: vec![ban(Some(id("thursdays"))), ban(None)],
            }
            .into(),
        ),
        (
            "",
            StandingPage {
                request,
                league: id("thursdays"),
                season: id("2026-autumn"),
                nights: 12,
                from: 0,
                total: 2,
                rows: vec![standing(Some(1)), standing(None)],
            }
            .into(),
        ),
    ]
}

fn ban(league: Option<String>) -> BanRow {
    BanRow {
        name: id("Eve"),
        league,
        until: TimeMs(1_801_000_000_000),
        at: TimeMs(1_800_012_500_000),
        operator: id("Cleo"),
        reason: id("Seen on the recording."),
    }
}

#[test]
fn a_full_page_of_bans_fits() {
    let row = BanRow {
        name: longest(MAX_NAME_CHARS),
        league: Some(longest(MAX_LEAGUE_NAME_CHARS)),
        until: TimeMs(MAX_SAFE),
        at: TimeMs(MAX_SAFE),
        operator: longest(MAX_NAME_CHARS),
        reason: longest(MAX_REASON_CHARS),
    };
    let bans = vec![row; MAX_BANS_PER_PAGE];
    fits(BanPage { request: REQUEST, from: u32::MAX, total: u32::MAX, bans });
}

/// An event with every field at its longest.
fn longest_event() -> PastEvent {
    PastEvent {
        tournament: TournamentId(MAX_SAFE),
        name: longest(MAX_TOURNAMENT_NAME_CHARS),
        structure: longest(MAX_TOURNAMENT_NAME_CHARS),
        rulebook: longest(MAX_RULE_CHARS),
        game_name: longest(MAX_TOURNAMENT_NAME_CHARS),
        buy_in: Money(MAX_SAFE),
        fee: Money(MAX_SAFE),
        prize_pool: Money(MAX_SAFE),
        winners: vec![longest(MAX_NAME_CHARS); MAX_WINNERS],
        league: Some(longest(MAX_RULE_CHARS)),
        season: Some(longest(MAX_RULE_CHARS)),
        ..event()
    }
}

#[test]
fn a_full_page_of_past_events_fits() {
    let events = vec![longest_event(); MAX_PAST_EVENTS_PER_PAGE];
    fits(PastEventPage { request: REQUEST, from: u32::MAX, total: u32::MAX, events });
}

#[test]
fn a_full_page_of_results_with_a_deal_fits() {
    let row = ResultRow {
        place: Some(u32::MAX),
        name: longest(MAX_NAME_CHARS),
        entries: u32::MAX,
        rebuys: u32::MAX,
        add_ons: u32::MAX,
        prize: Money(MAX_SAFE),
        tickets: Money(MAX_SAFE),
        bounties: Money(MAX_SAFE),
        knocked_out: u32::MAX,
        points: Some(Points(MAX_SAFE)),
        disqualified: false,
    };
    let share = DealPart {
        entry: EntryId(MAX_SAFE),
        name: longest(MAX_NAME_CHARS),
        amount: Money(MAX_SAFE),
    };
    let deal = PastDeal { shares: vec![share; MAX_DEAL_SHARES], for_winner: Money(MAX_SAFE) };
    fits(ResultPage {
        request: REQUEST,
        from: u32::MAX,
        total: u32::MAX,
        event: Box::new(longest_event()),
        deals: vec![deal; MAX_PAST_DEALS],
        corrections: vec![longest_correction(); MAX_PAST_CORRECTIONS],
        rows: vec![row; MAX_RESULTS_PER_PAGE],
    });
}

fn longest_correction() -> PastCorrection {
    PastCorrection {
        at: TimeMs(MAX_SAFE),
        operator: longest(MAX_NAME_CHARS),
        name: longest(MAX_NAME_CHARS),
        change: ResultChange::Deduct(Points(MAX_SAFE)),
        reason: longest(MAX_REASON_CHARS),
        rule: Some(longest(MAX_RULE_CHARS)),
    }
}

#[test]
fn a_full_list_of_leagues_fits() {
    let season = SeasonInfo {
        season: longest(MAX_LEAGUE_NAME_CHARS),
        name: longest(MAX_LEAGUE_NAME_CHARS),
        from: TimeMs(MAX_SAFE),
        until: TimeMs(MAX_SAFE),
    };
    let league = LeagueInfo {
        league: longest(MAX_LEAGUE_NAME_CHARS),
        name: longest(MAX_LEAGUE_NAME_CHARS),
        rulebook: Some(longest(MAX_LEAGUE_NAME_CHARS)),
        points: longest(MAX_FORMULA_CHARS),
        best_nights: u32::MAX,
        least_nights: u32::MAX,
        seasons: vec![season; MAX_SEASONS],
        disqualified: Some(longest(MAX_FORMULA_CHARS)),
        ..league()
    };
    let leagues = vec![league; MAX_LEAGUES_PER_MESSAGE];
    fits(LeagueList { request: REQUEST, leagues, last: false });
}

#[test]
fn a_full_page_of_standings_fits() {
    let row = StandingRow {
        rank: Some(u32::MAX),
        name: longest(MAX_NAME_CHARS),
        points: Points(MAX_SAFE),
        nights: u32::MAX,
        counted: u32::MAX,
        wins: u32::MAX,
        best_place: u32::MAX,
        knocked_out: u32::MAX,
    };
    fits(StandingPage {
        request: REQUEST,
        league: longest(MAX_LEAGUE_NAME_CHARS),
        season: longest(MAX_LEAGUE_NAME_CHARS),
        nights: u32::MAX,
        from: u32::MAX,
        total: u32::MAX,
        rows: vec![row; MAX_STANDINGS_PER_PAGE],
    });
}

#[test]
fn a_full_page_of_an_integrity_report_fits() {
    let name = || longest(MAX_NAME_CHARS);
    let measure = |measure: &str, player: Option<String>| IntegrityMeasure {
        measure: measure.to_owned(),
        player,
        value: u32::MAX,
        base: u32::MAX,
        error: u32::MAX,
        of: u32::MAX,
        rarity: u32::MAX,
        stands_out: false,
        hands: vec![
            IntegrityHand { table: TableId(MAX_SAFE), hand: HandNo(MAX_SAFE) };
            MAX_INTEGRITY_EVIDENCE
        ],
    };
    // More measures than there are: six of both players, and six of each.
    let of_both = (0..6).map(|_| measure("better_hands_given_up", None));
    let of_each = (0..12).map(|_| measure("better_hands_given_up", Some(name())));
    let pair = IntegrityPair {
        payer: name(),
        receiver: name(),
        payer_bot: false,
        receiver_bot: false,
        hands: u32::MAX,
        paid: Chips(MAX_SAFE),
        returned: Chips(MAX_SAFE),
        net: u32::MAX,
        stands_out: false,
        measures: of_both.chain(of_each).collect(),
    };
    fits(IntegrityReport {
        request: REQUEST,
        from: u32::MAX,
        total: u32::MAX,
        hands: u32::MAX,
        players: u32::MAX,
        compared: u32::MAX,
        partial: false,
        pairs: vec![pair; MAX_INTEGRITY_PAIRS_PER_PAGE],
    });
}
