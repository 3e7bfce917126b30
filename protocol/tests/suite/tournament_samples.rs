//! One value of every message about tournaments, and of everything interesting that one can hold.
//!
//! They are about one evening: Ada, Bob and a bot play "Sunday Major".

use crate::examples::without_a_sample;
use crate::samples::Note;
use arrayvec::ArrayVec;
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::items::Items;
use cardroom_protocol::tournament::*;
use cardroom_protocol::{
    Chips, ClientMessage, DealId, EntryId, HandNo, Money, Points, RequestId, Seq, ServerMessage,
    TableId, TimeMs, TournamentEvent, TournamentId,
};

const TOURNAMENT: TournamentId = TournamentId(12);
const REQUEST: RequestId = RequestId(40);
const ADA: EntryId = EntryId(1);
const BOB: EntryId = EntryId(300);
const TABLE: TableId = TableId(9_001);
const OTHER: TableId = TableId(9_002);
const START: TimeMs = TimeMs(1_800_000_600_000);

fn order(seat: Option<u8>) -> SeatOrder {
    SeatOrder { entry: ADA, table: TABLE, seat }
}

/// A bounded list.
fn list<T, const N: usize>(of: impl IntoIterator<Item = T>) -> Box<arrayvec::ArrayVec<T, N>> {
    Box::new(of.into_iter().collect())
}

/// Every command of the floor. Those that are not written out here are invented.
fn commands() -> Vec<TournamentCommand> {
    use TournamentCommand as C;
    let mut commands = vec![
        C::Pause,
        C::Resume,
        C::SetClock(ClockSetting { level: 5, seconds_left: 1_200 }),
        C::AddTime(300),
        C::TakeTime(60),
        C::ChangeStart(START),
        C::CloseEntry,
        C::EnterPlayer("Bob".to_owned()),
        C::RemoveEntry(BOB),
        C::Seat(order(None)),
        C::Move(order(Some(3))),
        C::PinSeat(PinOrder { entry: EntryId(12), table: 2, seat: Some(0) }),
        C::KeepApart(EntryPair { one: ADA, other: BOB }),
        C::BalanceNow,
        C::BreakTable(TABLE),
        C::HaltTable(TABLE),
        C::WaiveHalt(TABLE),
        C::Redraw,
        C::HandForHand(true),
        C::Announce("Dinner is served.".to_owned()),
        C::Warn(BOB),
        C::MissHands(MissedHands { entry: BOB, hands: 3 }),
        C::MissRounds(MissedRounds { entry: BOB, rounds: 2 }),
        C::LiftPenalty(BOB),
        C::Disqualify(Disqualification { entry: BOB, keeps_prize: false }),
        C::PickUp(BOB),
        C::Forfeit(ChipOrder { entry: BOB, chips: Chips(2_500) }),
        C::SetStack(StackOrder { entry: BOB, chips: Chips(20_000), beyond: true }),
        C::AllowDeals(false),
        C::Mute(BOB),
        C::Unmute(BOB),
        C::Ban(Ban { entry: BOB, days: 14 }),
        C::Cancel(Refund::Everything),
        C::Cancel(Refund::ByStacks),
        C::Cancel(Refund::Evenly),
        C::Undo(Seq(811)),
        C::Second(Seq(812)),
        C::Impound(Impoundment {
            table: TABLE,
            parts: [
                ChipOrder { entry: BOB, chips: Chips(1_200) },
                ChipOrder { entry: ADA, chips: Chips(600) },
            ]
            .into_iter()
            .collect(),
        }),
        C::ReleasePot(PotRelease {
            pot: 1,
            parts: [ChipOrder { entry: ADA, chips: Chips(1_800) }].into_iter().collect(),
        }),
        C::GiveBonus(ChipOrder { entry: ADA, chips: Chips(500) }),
        C::ForfeitBonus(ADA),
        C::DrawLots(LotList {
            about: "the burn card".to_owned(),
            lots: list([Lot::Text("9h".to_owned()), Lot::Text("4c".to_owned()), Lot::Entry(BOB)]),
            count: 1,
            result: None,
        }),
        C::DrawLots(LotList {
            about: "who moves".to_owned(),
            lots: list([Lot::Entry(ADA), Lot::Entry(BOB)]),
            count: 1,
            result: Some(LotsDrawn { seed: "00c0ffee00c0ffee".to_owned(), drawn: list([1]) }),
        }),
        C::ChangeLevels(LevelChange {
            stages: list([
                Stage::Level(level(5, 1_000)),
                Stage::Break(BreakSheet { seconds: 600, new_unit: Some(Chips(100)) }),
                Stage::Level(level(6, 1_200)),
            ]),
        }),
        C::ColorUp(ColorUp {
            table: Some(OTHER),
            unit: Chips(500),
            method: Some(ColorUpMethod::RoundUp),
        }),
        C::ColorUp(ColorUp { table: None, unit: Chips(100), method: None }),
        C::ColorUp(ColorUp {
            table: Some(TABLE),
            unit: Chips(500),
            method: Some(ColorUpMethod::Race),
        }),
        C::ExtraPlayers(2),
        C::AnnounceFor(TimedAnnouncement { text: "Dinner is served.".to_owned(), minutes: 10 }),
        C::Wall(WallOrder { scene: WallScene::Clock, seconds: 15 }),
        C::Wall(WallOrder { scene: WallScene::Seats, seconds: 15 }),
        C::Wall(WallOrder { scene: WallScene::Moves, seconds: 15 }),
        C::Wall(WallOrder { scene: WallScene::Prizes, seconds: 15 }),
        C::Wall(WallOrder { scene: WallScene::Standings, seconds: 15 }),
        C::Wall(WallOrder { scene: WallScene::Rules, seconds: 15 }),
        C::Wall(WallOrder { scene: WallScene::Rotate, seconds: 20 }),
        C::Out(LostHand {
            entry: BOB,
            by: [ADA].into_iter().collect(),
            with: [EntryId(9)].into_iter().collect(),
        }),
        C::Out(LostHand { entry: BOB, by: ArrayVec::new(), with: ArrayVec::new() }),
        C::Count(ChipOrder { entry: ADA, chips: Chips(12_500) }),
    ];
    commands.extend(without_a_sample("TournamentCommand", &commands));
    commands
}

fn open_move() -> OpenMove {
    OpenMove { entry: BOB, from_table: 4, from_seat: 2, table: 1, seat: 7 }
}

pub(crate) fn pot() -> ImpoundedPot {
    ImpoundedPot {
        pot: 1,
        table: 4,
        chips: Chips(1_800),
        due: Chips(600),
        from: vec![ChipOrder { entry: BOB, chips: Chips(1_800) }],
        reason: "Whose hand won is being looked up.".to_owned(),
    }
}

/// Every client message.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    let (request, tournament) = (REQUEST, TOURNAMENT);
    let mut samples: Vec<(Note, ClientMessage)> = vec![
        ("", ListTournaments { request, past: false }.into()),
        ("", ListStructures { request, from: 50 }.into()),
        ("", WatchTournament { request, tournament, on: true }.into()),
        ("", GetStructure { request, tournament }.into()),
        ("", GetHouseRules { request, tournament }.into()),
        ("", ListPlayers { request, tournament, from: 100 }.into()),
        ("", ListTournamentTables { request, tournament, from: 0 }.into()),
        ("", ListPayouts { request, tournament, from: 200 }.into()),
        ("", ListRulings { request, tournament, from: 0 }.into()),
        ("", ListSeatCodes { request, tournament, from: 0 }.into()),
        ("", EnterTournament { request, tournament, of_age: true }.into()),
        ("", WithdrawEntry { request, tournament }.into()),
        ("", CheckIn { request, tournament }.into()),
        ("a rebuy", BuyChips { request, tournament, what: Purchase::Rebuy }.into()),
        ("an add-on", BuyChips { request, tournament, what: Purchase::AddOn }.into()),
        ("", DeclineRebuy { request, tournament }.into()),
        ("", QuitTournament { request, tournament }.into()),
        ("", OfferRematch { request, tournament, next: TournamentId(43) }.into()),
        ("accept", VoteOnDeal { request, tournament, deal: DealId(2), accept: true }.into()),
        (
            "now and under the structure's name",
            OpenTournament {
                request,
                structure: "sit-and-go-9".to_owned(),
                name: None,
                starts_at: None,
                self_run: true,
                league: None,
            }
            .into(),
        ),
        (
            "at its time",
            OpenTournament {
                request,
                structure: "sunday-major".to_owned(),
                name: Some("Sunday Major".to_owned()),
                starts_at: Some(START),
                self_run: false,
                league: Some("thursdays".to_owned()),
            }
            .into(),
        ),
        (
            "with its own structure",
            OpenTournamentWith {
                request,
                structure: "id = \"friday\"\nname = \"Friday\"\n".to_owned(),
                name: None,
                starts_at: Some(START),
                self_run: false,
                league: None,
            }
            .into(),
        ),
    ];
    let shares = [
        DealShare { entry: ADA, amount: Money(70_000) },
        DealShare { entry: BOB, amount: Money(60_000) },
    ];
    let proposals = [
        ("by stacks", DealProposal::ChipChop),
        ("by the independent chip model", DealProposal::Icm),
        ("in shares", DealProposal::Shares(Box::new(shares.into_iter().collect()))),
    ];
    samples.extend(proposals.map(|(note, proposal)| {
        let for_winner = Money(13_000);
        (note, ProposeDeal { request, tournament, proposal, for_winner }.into())
    }));
    for (note, rule, more) in [("a part", None, true), ("the last part", Some("TFPL 2c-4"), false)]
    {
        let rule = rule.map(str::to_owned);
        let (reason, text) = ("The club's list.".to_owned(), "name,table\nAda,2\n".to_owned());
        let seq = Seq(813);
        samples.push((
            note,
            ImportRoster { request, tournament, seq, reason, rule, text, more }.into(),
        ));
    }
    samples.extend(commands().into_iter().enumerate().map(|(at, command)| {
        let rule = (at % 2 == 0).then(|| "TDA 71-A".to_owned());
        let reason = "As announced.".to_owned();
        let seq = Seq(813);
        ("", DirectTournament { request, tournament, seq, reason, rule, command }.into())
    }));
    samples
}

fn stakes(big_blind: u64) -> Stakes {
    Stakes {
        betting: Betting::NoLimit,
        small_blind: Chips(big_blind / 2),
        big_blind: Chips(big_blind),
        bring_in: Chips(0),
        ante: Chips(big_blind),
        ante_kind: AnteKind::BigBlind,
        unit: Chips(25),
    }
}

fn level(number: u16, big_blind: u64) -> LevelSheet {
    LevelSheet { level: number, seconds: 1_200, stakes: stakes(big_blind) }
}

fn levels_changed() -> LevelsChanged {
    let (remaining_ms, next_break_ms) = (600_000, Some(1_800_000));
    LevelsChanged {
        stakes: stakes(1_000),
        next: Some(level(6, 1_200)),
        remaining_ms,
        next_break_ms,
    }
}

pub(crate) fn info() -> TournamentInfo {
    TournamentInfo {
        tournament: TOURNAMENT,
        name: "Sunday Major".to_owned(),
        structure: "sunday-major".to_owned(),
        game: "holdem".to_owned(),
        game_name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        rulebook: "tda-2024".to_owned(),
        format: TournamentFormat::Open,
        state: TournamentState::Running,
        starts_at: Some(START),
        seats: 9,
        buy_in: Money(10_000),
        fee: Money(1_000),
        bounty: None,
        starting_stack: Chips(20_000),
        entries: 300,
        max_entries: 10_000,
        players_left: 211,
        level: 4,
        late_level: 6,
        open: true,
        re_entries: 1,
        guarantee: Money(2_000_000),
        prize_pool: Money(3_000_000),
        min_age: None,
        check_in: false,
        bots_allowed: true,
        self_run: false,
        host: None,
        bot_at: None,
        counts_for: None,
    }
}

fn counts_for(season: Option<&str>) -> Option<CountsFor> {
    let (league, season) = ("Thursday Night".to_owned(), season.map(str::to_owned));
    Some(CountsFor { league, season })
}

fn infos() -> Vec<TournamentInfo> {
    let with = |format, state, bounty: Option<BountyKind>| TournamentInfo {
        format,
        state,
        bounty: bounty.map(|kind| BountyTerms { amount: Money(5_000), kind }),
        starts_at: None,
        min_age: Some(21),
        self_run: true,
        bot_at: Some(START),
        counts_for: counts_for(Some("Autumn 2026")),
        ..info()
    };
    use {BountyKind as B, TournamentFormat as F, TournamentState as S};
    vec![
        info(),
        with(F::SitAndGo, S::Announced, Some(B::Fixed)),
        with(F::Shootout, S::Registering, Some(B::Progressive(50))),
        with(F::HeadsUp, S::OnBreak, Some(B::Mystery)),
        with(F::Flight, S::Paused, None),
        with(F::Open, S::Finished, None),
        with(F::Open, S::Cancelled, None),
    ]
}

fn payouts() -> Vec<Payout> {
    let cash = |first, last, prize| Payout { first, last, prize: Money(prize), ticket: None };
    let ticket = Some("sunday-major".to_owned());
    vec![
        cash(1, 1, 600_000),
        cash(2, 2, 400_000),
        cash(3, 9, 90_000),
        Payout { first: 10, last: 30, prize: Money(11_000), ticket },
    ]
}

fn clock(phase: ClockPhase) -> ClockView {
    let next = (phase == ClockPhase::Level).then(|| level(5, 800));
    let next_break_ms = next.map(|_| 1_845_000);
    let remaining_ms = 645_000;
    ClockView { phase, level: 4, stakes: stakes(600), remaining_ms, next, next_break_ms }
}

fn view(phase: ClockPhase, you: Option<OwnEntry>) -> TournamentView {
    TournamentView {
        info: info(),
        seq: Seq(813),
        clock: clock(phase),
        tables: 25,
        average_stack: Chips(28_436),
        smallest_stack: Chips(300),
        largest_stack: Chips(121_975),
        places_paid: 30,
        payouts: payouts(),
        hand_for_hand: you.is_none(),
        deals_allowed: you.is_some(),
        deal: you.as_ref().map(|_| DealId(2)),
        announcement: you.as_ref().map(|_| "Dinner is served.".to_owned()),
        you,
    }
}

fn own(state: EntryState) -> OwnEntry {
    let playing = state == EntryState::Playing;
    OwnEntry {
        entry: ADA,
        state,
        table: playing.then_some(TABLE),
        seat: playing.then_some(3),
        stack: Chips(if playing { 18_300 } else { 0 }),
        place: playing.then_some(140),
        prize: Money(0),
        bounties: Money(2_500),
        head: Money(5_000),
        penalty_hands: 0,
        may_buy: vec![Purchase::Rebuy, Purchase::AddOn],
        may_re_enter: !playing,
    }
}

const STATES: [EntryState; 10] = [
    EntryState::Registered,
    EntryState::CheckedIn,
    EntryState::Waiting,
    EntryState::Playing,
    EntryState::Moving,
    EntryState::MayRebuy,
    EntryState::Out,
    EntryState::Through,
    EntryState::Withdrawn,
    EntryState::Disqualified,
];

const REASONS: [SeatReason; 9] = [
    SeatReason::Draw,
    SeatReason::LateEntry,
    SeatReason::Balanced,
    SeatReason::TableBroken,
    SeatReason::FinalTable,
    SeatReason::Redraw,
    SeatReason::NextRound,
    SeatReason::Floor,
    SeatReason::Unchanged,
];

fn rematch(code: Option<&str>) -> RematchOffered {
    RematchOffered {
        tournament: TOURNAMENT,
        next: TournamentId(43),
        name: "Mia".to_owned(),
        code: code.map(str::to_owned),
    }
}

pub(crate) fn player(state: EntryState) -> PlayerRow {
    let playing = state == EntryState::Playing;
    PlayerRow {
        entry: BOB,
        name: "Bob".to_owned(),
        bot: true,
        state,
        stack: Chips(28_000),
        table: playing.then_some(TABLE),
        seat: playing.then_some(0),
        place: (!playing).then_some(251),
        prize: Money(0),
        bounties: Money(0),
        head: Money(5_000),
        re_entries: 1,
        avatar: 12,
        color: 4,
        staff: true,
    }
}

pub(crate) fn table(state: TableState) -> TableRow {
    TableRow {
        table: TABLE,
        number: 1,
        players: 9,
        state,
        hand: HandNo(61),
        smallest_stack: Chips(2_100),
        largest_stack: Chips(91_000),
    }
}

pub(crate) fn ruling(state: RulingState, operator: Option<&str>) -> Ruling {
    Ruling {
        seq: Seq(811),
        at: TimeMs(1_800_003_600_000),
        operator: operator.map(str::to_owned),
        command: TournamentCommand::Warn(BOB),
        reason: "Slow play.".to_owned(),
        rule: operator.map(|_| "TDA 71-A".to_owned()),
        state,
        can_undo: state == RulingState::NeedsSecond,
    }
}

fn parts() -> Vec<DealPart> {
    let part = |entry, name: &str, amount| DealPart { entry, name: name.to_owned(), amount };
    vec![part(ADA, "Ada", Money(70_000)), part(BOB, "Bob", Money(60_000))]
}

/// Every server message about them.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let (request, tournament) = (REQUEST, TOURNAMENT);
    let mut samples = lobby();
    samples.extend(pages());
    samples.extend([
        ("", Entered { request, tournament, entry: ADA, waiting: false }.into()),
        ("", TournamentOpened { request, tournament }.into()),
        (
            "",
            RebuyOffered {
                tournament,
                entry: ADA,
                what: Purchase::Rebuy,
                cost: Money(10_000),
                chips: Chips(20_000),
                time_ms: 20_000,
            }
            .into(),
        ),
        ("money", finished(None).into()),
        ("a ticket", finished(Some("sunday-major")).into()),
        (
            "",
            EntryReturned {
                tournament,
                entry: ADA,
                refund: Money(11_000),
                ticket: true,
                reason: "Too few have entered.".to_owned(),
            }
            .into(),
        ),
        ("private", rematch(Some("KQXWPVNM")).into()),
        ("public", rematch(None).into()),
        (
            "",
            ChipsBagged {
                tournament,
                chips: Chips(184_000),
                structure: "main-event-2".to_owned(),
                name: "Main event, final day".to_owned(),
            }
            .into(),
        ),
        ("none left", Tickets { tickets: Vec::new() }.into()),
        (
            "some",
            Tickets {
                tickets: vec![TicketHeld {
                    structure: "sunday-major".to_owned(),
                    name: "Sunday major".to_owned(),
                    worth: Money(11_000),
                    count: 2,
                }],
            }
            .into(),
        ),
        ("by a player", deal(Some(BOB)).into()),
        ("by the floor", deal(None).into()),
    ]);
    samples.extend(REASONS.map(|reason| {
        let (entry, table, seat, stack) = (ADA, TABLE, 3, Chips(18_300));
        ("", NewSeat { tournament, entry, table, seat, stack, reason }.into())
    }));
    samples
}

fn finished(ticket: Option<&str>) -> Finished {
    Finished {
        tournament: TOURNAMENT,
        entry: ADA,
        place: 17,
        tied: 1,
        prize: Money(11_000),
        ticket: ticket.map(str::to_owned),
        bounties: Money(2_500),
        may_re_enter: false,
    }
}

fn deal(proposer: Option<EntryId>) -> DealOffered {
    DealOffered {
        tournament: TOURNAMENT,
        deal: DealId(2),
        proposer,
        yours: Money(70_000),
        shares: parts(),
        for_winner: Money(13_000),
        time_ms: 60_000,
    }
}

fn openable() -> OpenableStructure {
    OpenableStructure {
        id: "nightly-freezeout".to_owned(),
        name: "Nightly freezeout".to_owned(),
        game: "holdem".to_owned(),
        rulebook: "tda-2024".to_owned(),
    }
}

fn lobby() -> Vec<(Note, ServerMessage)> {
    let (request, tournament) = (REQUEST, TOURNAMENT);
    let mut samples: Vec<(Note, ServerMessage)> = vec![
        ("", TournamentList { request, tournaments: infos(), last: true }.into()),
        ("", StructurePage { request, from: 0, total: 1, structures: vec![openable()] }.into()),
        ("", TournamentChanged { info: Box::new(info()) }.into()),
        ("", TournamentGone { tournament }.into()),
        (
            "",
            TournamentStep {
                tournament,
                seq: Seq(814),
                events: Items(vec![moved(SeatReason::Balanced).into(), HandForHandBegan {}.into()]),
            }
            .into(),
        ),
    ];
    let phases = [
        ClockPhase::BeforeStart,
        ClockPhase::Level,
        ClockPhase::BreakDue,
        ClockPhase::Break,
        ClockPhase::Paused,
        ClockPhase::Over,
    ];
    samples.extend(phases.map(|phase| {
        let view = Box::new(view(phase, None));
        ("for somebody who watches", TournamentSnapshot { tournament, view }.into())
    }));
    let reason = "Fire alarm".to_owned();
    samples.push(("", TournamentPaused { tournament, reason }.into()));
    samples.push(("", TournamentPots { tournament, pots: vec![pot()] }.into()));
    samples.push(("", TournamentRealCards { tournament, moves: vec![open_move()] }.into()));
    let order = Some(WallOrder { scene: WallScene::Rotate, seconds: 20 });
    let text = "Dinner is served.".to_owned();
    let announcement = Some(WallAnnouncement { text, remaining_ms: 540_000 });
    let points = vec![Points(2_449), Points(1_732)];
    let wall = TournamentWall { tournament, order, announcement, points };
    samples.push(("", wall.clone().into()));
    let nothing = TournamentWall { order: None, announcement: None, points: Vec::new(), ..wall };
    samples.push(("", nothing.into()));
    samples.extend(STATES.map(|state| {
        let view = Box::new(view(ClockPhase::Level, Some(own(state))));
        ("for a player", TournamentSnapshot { tournament, view }.into())
    }));
    samples
}

fn sheet(full: bool) -> StructureSheet {
    let rebuy = RebuyTerms {
        cost: Money(10_000),
        chips: Chips(20_000),
        most: 0,
        until_level: 6,
        at_most: Chips(20_000),
    };
    let add_on = AddOnTerms { cost: Money(10_000), chips: Chips(30_000), after_level: 6 };
    let chips_now = BreakSheet { seconds: 600, new_unit: full.then_some(Chips(100)) };
    StructureSheet {
        request: REQUEST,
        tournament: TOURNAMENT,
        structure: "sunday-major".to_owned(),
        name: "Sunday Major".to_owned(),
        stages: vec![Stage::Level(level(1, 200)), Stage::Break(chips_now)],
        rebuy: full.then_some(rebuy),
        add_on: full.then_some(add_on),
        early_bonus: full.then_some(EarlyBonus { chips: Chips(1_000), minutes_before: 30 }),
        re_entries: 1,
        alternates: full,
    }
}

fn pages() -> Vec<(Note, ServerMessage)> {
    let (request, tournament) = (REQUEST, TOURNAMENT);
    let rule =
        HouseRule { rule: "TDA 1".to_owned(), text: "The floor decides in fairness.".to_owned() };
    let tables =
        [TableState::Playing, TableState::Waiting, TableState::Halted, TableState::Stopped];
    let rulings = vec![
        ruling(RulingState::Made, Some("Grace")),
        ruling(RulingState::NeedsSecond, Some("Grace")),
        ruling(RulingState::Undone, None),
    ];
    vec![
        ("", sheet(false).into()),
        ("with everything", sheet(true).into()),
        ("", HouseRules { request, tournament, rules: vec![rule], last: true }.into()),
        (
            "",
            PlayerPage {
                request,
                tournament,
                from: 100,
                total: 300,
                players: STATES.map(player).into(),
            }
            .into(),
        ),
        (
            "",
            TablePage { request, tournament, from: 0, total: 25, tables: tables.map(table).into() }
                .into(),
        ),
        ("", PayoutPage { request, tournament, from: 0, total: 4, payouts: payouts() }.into()),
        ("", RulingPage { request, tournament, from: 0, total: 3, rulings }.into()),
        (
            "",
            SeatCodePage {
                request,
                tournament,
                from: 0,
                total: 64,
                codes: vec![SeatCode { entry: ADA, code: "12-K7QX2M9RTA".to_owned() }],
            }
            .into(),
        ),
        (
            "entered",
            RosterReport { request, tournament, entered: 40, problems: Vec::new(), total: 0 }
                .into(),
        ),
        (
            "nobody entered",
            RosterReport {
                request,
                tournament,
                entered: 0,
                problems: vec![roster_problem(Some("seat")), roster_problem(None)],
                total: 140,
            }
            .into(),
        ),
    ]
}

fn roster_problem(column: Option<&str>) -> RosterProblem {
    let what = "line 2 has the same seat".to_owned();
    RosterProblem { line: 3, column: column.map(str::to_owned), what }
}

fn moved(reason: SeatReason) -> PlayerMoved {
    PlayerMoved { entry: ADA, from_table: OTHER, from_seat: 5, table: TABLE, seat: 3, reason }
}

fn out(ticket: Option<&str>) -> PlayerOut {
    PlayerOut {
        entry: BOB,
        name: "Bob".to_owned(),
        place: 211,
        tied: 2,
        prize: Money(0),
        ticket: ticket.map(str::to_owned),
        eliminated_by: vec![ADA],
        players_left: 209,
    }
}

fn began(last: bool) -> LevelBegan {
    LevelBegan {
        level: level(5, 800),
        remaining_ms: 1_200_000,
        next: (!last).then(|| level(6, 1_000)),
        next_break_ms: (!last).then_some(2_400_000),
    }
}

/// Every tournament event of the protocol.
pub(crate) fn events() -> Vec<(Note, TournamentEvent)> {
    let mut events: Vec<(Note, TournamentEvent)> = vec![
        (
            "",
            EntryMade {
                entry: BOB,
                name: "Žofie さくら".to_owned(),
                bot: false,
                re_entries: 0,
                stack: Chips(20_000),
                entries: 300,
                prize_pool: Money(3_000_000),
            }
            .into(),
        ),
        ("", EntryWithdrawn { entry: BOB, entries: 299, prize_pool: Money(2_990_000) }.into()),
        ("", CheckedIn { entry: BOB }.into()),
        ("", EntryOpened {}.into()),
        ("", levels_changed().into()),
        ("", StartChanged { starts_at: START, counts_for: None }.into()),
        ("none", StartChanged { starts_at: START, counts_for: counts_for(None) }.into()),
        ("", TournamentBegan { players: 270, tables: 30 }.into()),
        ("", began(false).into()),
        ("the last", began(true).into()),
        ("", BreakDue {}.into()),
        ("", BreakBegan { remaining_ms: 600_000, next: Some(level(7, 1_200)) }.into()),
        ("in a level", BreakBegan { remaining_ms: 600_000, next: None }.into()),
        ("", BreakEnded {}.into()),
        (
            "",
            ClockPaused { remaining_ms: 411_000, reason: "The lights are out.".to_owned() }.into(),
        ),
        ("", ClockResumed { remaining_ms: 416_000 }.into()),
        ("", ClockSet { remaining_ms: 291_000, next_break_ms: Some(291_000) }.into()),
        ("no more breaks", ClockSet { remaining_ms: 291_000, next_break_ms: None }.into()),
        (
            "",
            EntryClosed {
                entries: 300,
                prize_pool: Money(3_000_000),
                places_paid: 30,
                payouts: payouts(),
            }
            .into(),
        ),
        ("", TableOpened { table: TABLE, number: 31 }.into()),
        ("", TableBroken { table: TABLE }.into()),
        ("", TableHalted { table: TABLE }.into()),
        ("", TableUnhalted { table: TABLE }.into()),
        (
            "",
            PlayerSeated { entry: ADA, table: TABLE, seat: 3, reason: SeatReason::LateEntry }
                .into(),
        ),
        ("", moved(SeatReason::TableBroken).into()),
        (
            "",
            ChipsBought {
                entry: ADA,
                what: Purchase::AddOn,
                chips: Chips(30_000),
                prize_pool: Money(3_010_000),
            }
            .into(),
        ),
        ("", out(None).into()),
        ("with a ticket", out(Some("sunday-major")).into()),
        ("", PlayerThrough { entry: ADA, chips: Chips(61_000) }.into()),
        ("", BountyWon { entry: ADA, from: BOB, amount: Money(2_500), head: Money(7_500) }.into()),
        ("", HandForHandBegan {}.into()),
        ("", HandForHandOver { hands: 3 }.into()),
        ("", HandForHandEnded {}.into()),
        (
            "",
            ChipsExchanged {
                unit: Chips(100),
                chips_before: Chips(5_999_975),
                chips_after: Chips(6_000_000),
            }
            .into(),
        ),
        ("", MovesChanged { moves: vec![open_move()] }.into()),
        ("everybody sits", MovesChanged { moves: Vec::new() }.into()),
        ("", PotsChanged { pots: vec![pot()] }.into()),
        ("the last one is released", PotsChanged { pots: Vec::new() }.into()),
        ("", StackRuled { entry: BOB, before: Chips(22_500), after: Chips(20_000) }.into()),
        ("", PenaltyOver { entry: BOB }.into()),
        ("", LongAbsence { entry: BOB, minutes: 12 }.into()),
        ("", Announcement { text: "Dinner is served.".to_owned() }.into()),
        ("", DealAsked { proposer: Some(BOB) }.into()),
        ("of the floor", DealAsked { proposer: None }.into()),
        ("", DealDropped {}.into()),
        ("", DealProposed { deal: DealId(2) }.into()),
        ("", DealAgreed { deal: DealId(2), shares: parts(), for_winner: Money(13_000) }.into()),
        ("", DealRejected { deal: DealId(2) }.into()),
        ("", RulingChanged { ruling: Seq(811), state: RulingState::Undone }.into()),
        ("", ended(Some(ADA)).into()),
        ("of a first day", ended(None).into()),
        (
            "",
            TournamentCancelled {
                refund: Refund::Evenly,
                reason: "The house is on fire.".to_owned(),
            }
            .into(),
        ),
    ];
    let penalties = [Penalty::Warning, Penalty::MissHands(3), Penalty::Disqualification];
    events.extend(penalties.map(|penalty| ("", PenaltyGiven { entry: BOB, penalty }.into())));
    for (operator, rule) in [(Some("Grace"), Some("TDA 71-A")), (None, None)] {
        events.push((
            if operator.is_some() { "by an operator" } else { "unattended" },
            FloorRuled {
                operator: operator.map(str::to_owned),
                command: TournamentCommand::PickUp(BOB),
                reason: "Absent for half an hour.".to_owned(),
                rule: rule.map(str::to_owned),
                state: RulingState::Made,
            }
            .into(),
        ));
    }
    events
}

fn ended(winner: Option<EntryId>) -> TournamentEnded {
    let name = winner.map(|_| "Ada".to_owned());
    TournamentEnded { winner, name, prize: Money(600_000) }
}
