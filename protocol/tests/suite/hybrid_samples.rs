//! One value of every message about hybrid tables and the floor, and of everything interesting
//! that one can hold.
//!
//! They are about one table: Ada, Bob and a bot play with chips of 25, 100 and 500, and Cleo
//! is on the floor.

use crate::examples::without_a_sample;
use crate::samples::Note;
use cardroom_cards::{Card, parse_cards};
use cardroom_protocol::hosting::{BuyInAnswer, HostOrder, SeatChips, SeatedPlayer, Term};
use cardroom_protocol::hybrid::*;
use cardroom_protocol::{
    ActionId, Chips, ClientMessage, RequestId, Seq, ServerMessage, TableEvent, TableId, TicketNo,
    TimeMs, TurnToken,
};

const TABLE: TableId = TableId(8);
const REQUEST: RequestId = RequestId(60);
const SEQ: Seq = Seq(4_711);
const TICKET: TicketNo = TicketNo(3);

fn cards(text: &str) -> Vec<Card> {
    parse_cards(text).unwrap()
}

fn chips(counts: &[(u64, u8)]) -> ChipList {
    let count = |(denomination, count): &(u64, u8)| ChipCount {
        denomination: Chips(*denomination),
        count: *count,
    };
    counts.iter().map(count).collect()
}

fn said(words: Words) -> Said {
    Said { words, amount: None, figure: None }
}

/// Every gesture, and every word in one.
fn gestures() -> Vec<Gesture> {
    let words = [
        Words::Fold,
        Words::Check,
        Words::Call,
        Words::Bet,
        Words::AllIn,
        Words::Complete,
        Words::Pot,
        Words::Conditional,
        Words::Unclear,
    ];
    let both = |first, heard_by_all| {
        let amount = Some(Chips(600));
        let said = Said { words: Words::Raise, amount, figure: None };
        let chips = chips(&[(500, 1)]);
        Gesture::Both(Box::new(SpokenPush { first, said, chips, heard_by_all }))
    };
    let push = |put: &[(u64, u8)], pulled: &[(u64, u8)]| {
        let (chips, pulled) = (chips(put), chips(pulled));
        Gesture::Push(Box::new(PushedChips { chips, pulled }))
    };
    let mut gestures: Vec<Gesture> = words.map(|words| Gesture::Say(said(words))).into();
    gestures.extend([
        Gesture::Say(Said { figure: Some(5), ..said(Words::Amount) }),
        push(&[(500, 1), (25, 4)], &[]),
        push(&[(500, 2)], &[(25, 2)]),
        Gesture::Gather(chips(&[(100, 3)])),
        both(First::Word, true),
        both(First::Chips, false),
        both(First::Together, true),
        Gesture::Motion(chips(&[(25, 1)])),
        Gesture::HandsAtRest,
        Gesture::ForwardMotion(chips(&[(500, 1)])),
        Gesture::PushToken(Token::Bounty),
        Gesture::PushToken(Token::Clock),
        Gesture::PushToken(Token::Other),
        Gesture::InFront(chips(&[(100, 1)])),
        Gesture::SpeakUp,
        Gesture::ShowHand,
        Gesture::ClaimMisunderstanding,
    ]);
    gestures
}

/// Every command of the floor. Those that are not written out here are invented.
fn commands() -> Vec<TableCommand> {
    use TableCommand as C;
    let wager = WagerOrder { seat: 2, to: Chips(600) };
    let mut commands = vec![
        C::RuleTicket(TicketRuling { ticket: TICKET, option: RulingOption::FullCall }),
        C::ForceWager(wager),
        C::CorrectWager(wager),
        C::QuotePot(PotQuote { seat: 0, amount: Chips(1_250) }),
        C::Misquote(Chips(300)),
        C::KillHand(5),
        C::SetButton(2),
        C::CallClock(2),
        C::ShowHand(5),
        C::DealStreet,
        C::VoidHand,
        C::Pause,
        C::Resume,
        C::RestoreHand(5),
        C::ReawardPot(PotReaward { about: Dispute::Reading, from: 0, to: 2, amount: Chips(300) }),
        C::ReawardPot(PotReaward { about: Dispute::Accounting, from: 2, to: 0, amount: Chips(5) }),
        C::AddTime(MoreTime { seat: 2, time_ms: 30_000 }),
    ];
    commands.extend([C::ClaimTicket(TicketNo(4)), C::Mute(5), C::Unmute(5)]);
    let chips = HostChips { seat: 3, player: "Bea".to_owned(), amount: Chips(500) };
    commands.push(C::GiveChips(chips.clone()));
    commands.push(C::TakeBackChips(chips));
    let bea = || SeatedPlayer { seat: 3, player: "Bea".to_owned() };
    let ask = || BuyInAnswer { ask: 4, player: "Bea".to_owned(), amount: Chips(200) };
    let chips = SeatChips { seat: 3, player: "Bea".to_owned(), chips: Chips(750) };
    let orders = [
        HostOrder::ChangeTerms(vec![Term::Blinds, Term::BuyIn]),
        HostOrder::HandOver("Bea".to_owned()),
        HostOrder::SetStack(chips),
        HostOrder::Remove(bea()),
        HostOrder::SitOut(bea()),
        HostOrder::Admit(ask()),
        HostOrder::Decline(ask()),
        HostOrder::ShuffleSeats,
    ];
    commands.extend(orders.map(C::Host));
    commands.extend(deal_errors().into_iter().map(C::DealError));
    commands.extend(without_a_sample("TableCommand", &commands));
    commands
}

/// Every client message about them.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    let make = |(number, gesture): (u64, Gesture)| {
        let turn = number.is_multiple_of(2).then_some(TurnToken(90_371));
        let (action_id, gesture) = (ActionId(number), Box::new(gesture));
        ("", MakeGesture { table: TABLE, turn, action_id, gesture }.into())
    };
    let order = |command: TableCommand| {
        let reason = "It was said aloud.".to_owned();
        let rule = (command != TableCommand::Pause).then(|| "TDA 1".to_owned());
        let order = DirectTable { request: REQUEST, table: TABLE, seq: SEQ, reason, rule, command };
        ("", order.into())
    };
    let asked = RequestId(61);
    let shown =
        ShowCards { request: asked, table: TABLE, cards: cards("AsKd").into_iter().collect() };
    let mut samples: Vec<(Note, ClientMessage)> = (1..).zip(gestures()).map(make).collect();
    samples.extend([
        ("", shown.into()),
        ("", AskToSee { request: asked, table: TABLE, seat: 2 }.into()),
        ("", RabbitHunt { request: asked, table: TABLE }.into()),
        ("", RabbitConsent { request: asked, table: TABLE, agrees: true }.into()),
        ("", CallClock { request: asked, table: TABLE }.into()),
        ("", AttendTable { request: REQUEST, table: TABLE, on: true }.into()),
    ]);
    samples.extend(commands().into_iter().map(order));
    samples.extend([
        ("one table", ListAudit { request: REQUEST, table: Some(TABLE), from: 16 }.into()),
        ("every table", ListAudit { request: REQUEST, table: None, from: 0 }.into()),
    ]);
    samples
}

/// Every server message about them.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let entry = |rule: Option<&str>| AuditEntry {
        at: TimeMs(1_800_000_600_000),
        operator: "Cleo".to_owned(),
        table: TABLE,
        seq: SEQ,
        command: r#"{"KillHand":5}"#.to_owned(),
        reason: "Cards in the muck.".to_owned(),
        rule: rule.map(str::to_owned),
        table_name: "Nightly · table 3".to_owned(),
    };
    let entries = vec![entry(Some("TDA 13-C")), entry(None)];
    vec![("", AuditPage { request: REQUEST, from: 0, total: 2, entries }.into())]
}

/// The view of a client that starts to watch while a ticket is open.
pub(crate) fn view() -> HybridView {
    HybridView {
        attended: true,
        held: vec![5],
        bound: vec![3],
        limited: vec![LimitedSeat {
            seat: 2,
            limit: Limit::CallOrRaise,
            options: vec![RulingOption::Call, RulingOption::Raise],
        }],
        ticket: Some(ticket(Matter::Undercall)),
        waiting_ms: Some(61_000),
        clock_ms: Some(12_000),
    }
}

fn ticket(matter: Matter) -> TicketOpened {
    TicketOpened {
        ticket: TICKET,
        seat: 2,
        matter,
        rule: "TDA 51-B".to_owned(),
        options: vec![RulingOption::FullCall, RulingOption::ForfeitAndFold],
        default: RulingOption::FullCall,
        call_to: Some(Chips(600)),
        forfeit: Some(Chips(200)),
        shown: Chips(200),
        pushed: Chips(200),
        time_ms: 120_000,
    }
}

fn ruling(kind: RulingKind) -> Ruled {
    Ruled {
        seat: 2,
        kind,
        rule: "TDA 44".to_owned(),
        wager_to: None,
        returned: Chips(0),
        adds: Chips(0),
        options: Vec::new(),
        default: None,
        call_to: None,
        forfeit: None,
        paid_percent: None,
        ticket: None,
    }
}

fn rulings() -> Vec<(Note, TableEvent)> {
    let options = [
        RulingOption::Fold,
        RulingOption::Check,
        RulingOption::Call,
        RulingOption::BringIn,
        RulingOption::Complete,
        RulingOption::Bet,
        RulingOption::Raise,
        RulingOption::AllIn,
        RulingOption::BetTo(Chips(600)),
        RulingOption::RaiseTo(Chips(1_200)),
        RulingOption::FullCall,
        RulingOption::ForfeitAndFold,
        RulingOption::WithdrawAndReconsider,
        RulingOption::Binding,
        RulingOption::NotBinding,
        RulingOption::Retract,
        RulingOption::Return,
        RulingOption::Dead,
        RulingOption::NonAggressive,
        RulingOption::PlaysOn,
        RulingOption::Misdeal,
        RulingOption::Void,
        RulingOption::AsExposed,
        RulingOption::Scrap,
        RulingOption::Scramble,
    ];
    let overchip = Ruled {
        wager_to: Some(Chips(200)),
        returned: Chips(300),
        call_to: Some(Chips(200)),
        ..ruling(RulingKind::Call)
    };
    let floor = Ruled {
        options: options.to_vec(),
        default: Some(RulingOption::FullCall),
        forfeit: Some(Chips(200)),
        paid_percent: Some(33),
        ticket: Some(TICKET),
        ..ruling(RulingKind::Floor)
    };
    let others = [
        RulingKind::Check,
        RulingKind::Bet,
        RulingKind::Raise,
        RulingKind::AllIn,
        RulingKind::Fold,
        RulingKind::Dead,
        RulingKind::Held,
        RulingKind::Bound,
        RulingKind::Released,
        RulingKind::Commit,
        RulingKind::Nothing,
    ];
    let mut rulings: Vec<(Note, TableEvent)> =
        vec![("one large chip", overchip.into()), ("a ticket, every option", floor.into())];
    rulings.extend(others.map(|kind| ("", ruling(kind).into())));
    rulings
}

fn tickets() -> impl Iterator<Item = (Note, TableEvent)> {
    let matters = [
        Matter::Contradiction,
        Matter::Undercall,
        Matter::UndercallBehindUndercall(0),
        Matter::Conditional,
        Matter::PrematureCall,
        Matter::Skipped,
        Matter::Misunderstanding(80),
        Matter::Token(Token::Bounty),
        Matter::ForwardMotion,
        Matter::DiscardedBet,
        Matter::ExposedHand,
        Matter::Deal(DealError::OffTable(HELD)),
    ];
    let opened = matters.map(|matter| ("", ticket(matter).into()));
    let bare =
        TicketOpened { call_to: None, forfeit: None, time_ms: 0, ..ticket(Matter::Conditional) };
    let by = [RuledBy::Floor, RuledBy::Claim, RuledBy::WaitOver, RuledBy::Unattended];
    let closed = by.map(|by| {
        let option = RulingOption::RaiseTo(Chips(600));
        ("", TicketClosed { ticket: TICKET, option, by }.into())
    });
    opened.into_iter().chain([("nobody on the floor", bare.into())]).chain(closed)
}

/// Every table event about them.
pub(crate) fn events() -> Vec<(Note, TableEvent)> {
    let flags = [
        EtiquetteFlag::NonstandardFold,
        EtiquetteFlag::OutOfTurn,
        EtiquetteFlag::ConditionalStatement,
        EtiquetteFlag::PotInNoLimit,
        EtiquetteFlag::TinyChip,
        EtiquetteFlag::ExclusiveNuts,
        EtiquetteFlag::NutsPenalty,
        EtiquetteFlag::ExposedCards,
        EtiquetteFlag::Stalling,
    ];
    let limits = [Limit::Wager, Limit::CallOrRaise, Limit::CallOrFold];
    let gesture = Box::new(Gesture::Say(said(Words::Raise)));
    let short = |time_ms| CalledShort { seat: 2, paid: Chips(100), due: Chips(600), time_ms };
    let rule = |number: &str| number.to_owned();
    let mut events = rulings();
    events.extend(tickets());
    events.extend([
        ("", ActionHeld { seat: 5, gesture, to: Chips(600), stake: Chips(600) }.into()),
        ("", HeldBinds { seat: 5 }.into()),
        ("", HeldSettled { seat: 5 }.into()),
        ("", FoldedOutOfTurn { seat: 5 }.into()),
    ]);
    events.extend(limits.map(|limit| ("", Limited { seat: 2, limit, added: Chips(0) }.into())));
    events.extend([
        ("one more", ChipsMoved { seat: 2, total: Chips(200), motions_left: Some(1) }.into()),
        ("until rest", ChipsMoved { seat: 2, total: Chips(200), motions_left: None }.into()),
        ("", FrontSeen { seat: 2, chips: vec![Chips(100), Chips(25)] }.into()),
        ("", PulledBack { seat: 2, value: Chips(25) }.into()),
        ("", MovedForward { seat: 2, chips: vec![Chips(500)] }.into()),
        ("", SpokeUp { seat: 2 }.into()),
        ("", Misquoted { amount: Chips(300) }.into()),
        ("the hand waits", short(Some(5_000)).into()),
        ("play goes on", short(None).into()),
        ("", CallAccepted { seat: 2 }.into()),
        ("", CallRetracted { seat: 2, amount: Chips(600) }.into()),
        ("", Forfeited { seat: 2, amount: Chips(200) }.into()),
        ("", FloorAttended { attended: true }.into()),
    ]);
    events.extend(flags.map(|flag| ("", Flagged { seat: 2, flag }.into())));
    events.extend(commands().into_iter().map(|command| {
        let (operator, reason) = ("Cleo".to_owned(), "It was said aloud.".to_owned());
        let rule = (command != TableCommand::Pause).then(|| rule("TDA 1"));
        ("", FloorOrdered { operator, command, reason, rule }.into())
    }));
    let moved = vec![MovedBet { seat: 2, returned: Chips(0), added: Chips(300) }];
    let corrected = WagerCorrected { seat: 2, to: Chips(600), moved, rule: rule("TDA 52-A") };
    let forced = WagerForced { seat: 2, to: Chips(600), added: Chips(400), rule: rule("TDA 49") };
    let killed =
        HandKilled { seat: 5, reason: "Cards in the muck.".to_owned(), rule: rule("TDA 35-D, 37") };
    let clock = ClockCalled { seat: 2, time_ms: 30_000, count_ms: 5_000, rule: rule("TDA 29") };
    let exposed = |live| HandExposed { seat: 5, cards: cards("7c2d"), live, rule: rule("TDA 18") };
    events.extend([
        ("", forced.into()),
        ("", corrected.into()),
        ("", PotQuoted { seat: 0, amount: Chips(1_250), rule: rule("TDA 54-A") }.into()),
        ("", killed.into()),
        ("", ButtonSet { seat: 2, rule: rule("TDA 34-A") }.into()),
        ("", clock.into()),
        ("", SeeHandAsked { seat: 0, target: 5, right: SeeRight::Inalienable }.into()),
        ("", SeeHandAsked { seat: 0, target: 5, right: SeeRight::Discretion }.into()),
        ("dead", exposed(false).into()),
        ("it plays", exposed(true).into()),
        ("", ShowdownOpened { time_ms: 5_000 }.into()),
        ("", AwardHeld { time_ms: 4_000 }.into()),
        ("", ShowdownClosed {}.into()),
        ("", StreetHeld { time_ms: 1_200 }.into()),
        ("", RabbitAsked { seat: 0, time_ms: 5_000 }.into()),
        ("", RabbitAnswered { seat: 2, agrees: true }.into()),
        ("", RabbitShown { cards: cards("Th2d") }.into()),
    ]);
    events.extend(deal_rulings());
    events
}

const HELD: HeldCard = HeldCard { seat: 5, place: 1 };

/// Every error of the deal.
fn deal_errors() -> Vec<DealError> {
    use DealError as E;
    let boxed = |cards, at| E::Boxed(BoxedCards { cards, at });
    let touched = |other, identified| E::Touched(TouchedHand { seat: 5, other, identified });
    vec![
        E::Exposed(HELD),
        E::OffTable(HELD),
        boxed(1, BoxedAt::Hand(HELD)),
        boxed(2, BoxedAt::Board(1)),
        boxed(1, BoxedAt::Burn),
        boxed(1, BoxedAt::Stub),
        E::OutOfSequence,
        E::NotEntitled(3),
        E::LeftOut(4),
        E::CardCount(CardCount { seat: 5, cards: 3 }),
        E::NonStandard(Some(5)),
        E::NonStandard(None),
        E::FouledDeck(DeckFault::TwoEqual),
        E::FouledDeck(DeckFault::OtherBack),
        E::FouledDeck(DeckFault::OtherBackInStub),
        E::FouledDeck(DeckFault::Missing),
        E::FourCardFlop(true),
        E::NoBurn(false),
        E::Burns(WrongBurns { burned: 2, exposed: true }),
        E::Premature(1),
        E::DroppedStub(DroppedStub::Rebuilt),
        E::DroppedStub(DroppedStub::Disordered),
        E::DroppedStub(DroppedStub::Mixed),
        touched(Some(2), false),
        touched(None, true),
        E::TakenByDealer(TakenHand { seat: 5, identified: false }),
        E::ExposedBurn,
    ]
}

/// Every remedy for an error of the deal.
fn deal_rulings() -> Vec<(Note, TableEvent)> {
    use DealRemedy as R;
    let card = || cards("7c")[0];
    let board = |how| R::Board(NewBoard { how, cards: cards("Qh9d4s") });
    let stub = |how| R::Stub(NewStub { how, back: cards("2c") });
    let scrapped = |card| R::Scrapped(ScrappedCard { card, board: cards("Qh9d4s") });
    let remedies = [
        R::PlaysOn,
        R::Misdeal,
        R::Void,
        R::Dead(vec![5, 2]),
        R::Shown(card()),
        R::Replaced(card()),
        R::UpCard(card()),
        scrapped(Some(card())),
        scrapped(None),
        R::SetRight,
        board(BoardRemedy::FourScrambled),
        board(BoardRemedy::BurnTakenFrom),
        board(BoardRemedy::Redealt),
        board(BoardRemedy::BurnForCard),
        board(BoardRemedy::CardForBurn),
        stub(StubRemedy::BurnStays),
        stub(StubRemedy::BurnGoesBack),
        stub(StubRemedy::BoardKept),
        stub(StubRemedy::LastForEarly),
        stub(StubRemedy::Shuffled),
        stub(StubRemedy::ShuffledWithMuck),
        R::Floor,
    ];
    let ruled = remedies.into_iter().map(|remedy| {
        let (error, rule) = (DealError::Exposed(HELD), "TDA 35-A(7)".to_owned());
        ("", DealRuled { error, remedy, returned: Chips(150), rule }.into())
    });
    let rescinded = ActionsRescinded {
        actions: 2,
        returned: vec![ReturnedBet { seat: 2, amount: Chips(900) }],
        back: vec![5],
        current_bet: Chips(300),
        rule: "WPTAPL 14".to_owned(),
    };
    ruled.chain([("", rescinded.into())]).collect()
}
