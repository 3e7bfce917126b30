//! The one place where what the engine shows becomes messages on the wire. It sees events, which are
//! public by construction, and views, which are made for one viewer; it has no other way to a
//! card.

use super::host::TableDescription;
use crate::ids::TableId;
use cardroom_engine::{
    Action, Event, Legal, PostKind, Pot, Refusal, RefusalKind, SeatInHand, Share, Table,
    TableView as EngineView, TurnNo, Viewer,
};
use cardroom_protocol::items::Items;
use cardroom_protocol::lobby::{self, TableInfo};
use cardroom_protocol::server::{HoleCards, Step, YourTurn};
use cardroom_protocol::table as wire;
use cardroom_protocol::{
    ActionId, Chips as WireChips, ErrorCode, HandNo as WireHandNo, Seq, TableId as WireTableId,
    TurnToken,
};
use cardroom_rules::{AnteKind, Betting, Chips, Millis, Play, PlayerId, SeatNo, SeatSet};

/// Who somebody is, for the events that name people.
pub(super) struct Person<'a> {
    pub(super) name: &'a str,
    pub(super) bot: bool,
}

/// What a viewer's own seat is besides its cards and its turn.
pub(super) struct Own {
    pub(super) seat: SeatNo,
    pub(super) last_action_id: ActionId,
    pub(super) wait_for_big_blind: bool,
    pub(super) auto_muck: bool,
}

/// What a view is made of besides what the engine shows.
pub(super) struct Shown {
    pub(super) info: TableInfo,
    pub(super) seq: u64,
    /// What times are relative to.
    pub(super) now: Millis,
    pub(super) own: Option<Own>,
    /// What the viewer may bring.
    pub(super) buy_in: (Chips, Chips),
}

/// The step everybody gets. `person` names players; `now` is what times are relative to.
pub(super) fn step<'a>(
    id: TableId,
    seq: u64,
    now: Millis,
    events: &[Event],
    table: &Table,
    person: impl Fn(PlayerId) -> Person<'a>,
) -> Step {
    let events = events.iter().filter_map(|event| public(event, now, table, &person)).collect();
    Step { table: WireTableId(id.0), seq: Seq(seq), events: Items(events) }
}

fn public<'a>(
    event: &Event,
    now: Millis,
    table: &Table,
    person: &impl Fn(PlayerId) -> Person<'a>,
) -> Option<wire::TableEvent> {
    Some(match event {
        Event::SeatTaken { seat, player, stack, .. } => {
            let person = person(*player);
            let (name, bot) = (person.name.to_owned(), person.bot);
            wire::SeatTaken { seat: seat.0, name, stack: chips(*stack), bot }.into()
        }
        Event::ToppedUp { seat, amount, .. } => {
            wire::ToppedUp { seat: seat.0, amount: chips(*amount) }.into()
        }
        Event::SatOut { seat, .. } => wire::SatOut { seat: seat.0 }.into(),
        Event::SatIn { seat } => wire::SatIn { seat: seat.0 }.into(),
        Event::SeatLeft { seat, .. } => wire::SeatLeft { seat: seat.0 }.into(),
        Event::PresenceChanged { seat, connected } => {
            wire::Presence { seat: seat.0, connected: *connected }.into()
        }
        Event::HandStarted(start) => wire::HandStarted {
            hand: WireHandNo(start.hand.0),
            button: start.button.0,
            small_blind: start.small_blind.map(|seat| seat.0),
            big_blind: start.big_blind.map(|seat| seat.0),
            dealt: start.dealt.clockwise_after(start.button).map(|seat| seat.0).collect(),
        }
        .into(),
        Event::Posted { seat, post, amount } => {
            wire::Posted { seat: seat.0, post: post_kind(*post), amount: chips(*amount) }.into()
        }
        Event::HoleDealt { each } => wire::CardsDealt { each: *each }.into(),
        Event::BoardDealt { cards, .. } => wire::BoardDealt { cards: cards.to_vec() }.into(),
        Event::TurnBegan { seat, deadline, .. } => {
            let turn = table.turn_view().filter(|turn| turn.seat == *seat);
            let bank = turn.map_or(Millis(0), |turn| turn.bank);
            wire::Turn { seat: seat.0, time_ms: left(*deadline, now), bank_ms: span(bank) }.into()
        }
        Event::BankBegan { seat, deadline } => {
            wire::TimeBank { seat: seat.0, time_ms: left(*deadline, now) }.into()
        }
        Event::Acted { seat, action, added, timed_out, .. } => wire::Acted {
            seat: seat.0,
            action: action_out(*action),
            added: chips(*added),
            timed_out: *timed_out,
        }
        .into(),
        Event::UncalledReturned { seat, amount } => {
            wire::UncalledReturned { seat: seat.0, amount: chips(*amount) }.into()
        }
        Event::StreetClosed { pots } => {
            wire::BetsCollected { pots: pots.iter().map(pot).collect() }.into()
        }
        Event::Tabled { seat, cards } => {
            wire::HandTabled { seat: seat.0, cards: cards.to_vec() }.into()
        }
        Event::ShowOffered { seat, until } => {
            wire::ShowOffered { seat: seat.0, time_ms: left(*until, now) }.into()
        }
        Event::Mucked { seat } => wire::HandMucked { seat: seat.0 }.into(),
        Event::RakeTaken { pot, amount } => {
            wire::RakeTaken { pot: *pot, amount: chips(*amount) }.into()
        }
        Event::PotAwarded { pot, shares, .. } => {
            wire::PotAwarded { pot: *pot, shares: shares.iter().map(share).collect() }.into()
        }
        Event::HandEnded { hand, .. } => wire::HandEnded { hand: WireHandNo(hand.0) }.into(),
        Event::HandVoided { hand, reason, .. } => {
            wire::HandVoided { hand: WireHandNo(hand.0), reason: reason.clone() }.into()
        }
        Event::TimeCharged { seat, amount } => {
            wire::TimeCharged { seat: seat.0, amount: chips(*amount) }.into()
        }
        Event::Paused => wire::Paused { reason: "the room pauses the table".to_owned() }.into(),
        Event::Resumed => wire::Resumed {}.into(),
        // Of no concern to anybody else, or shown by what follows them.
        Event::TopUpPending { .. }
        | Event::TopUpReturned { .. }
        | Event::LeavePending { .. }
        | Event::Preferred { .. }
        | Event::BlindMissed { .. }
        | Event::StreetBegan { .. }
        | Event::Burned
        | Event::RunOutHeld { .. }
        | Event::ChargePeriodBegan { .. }
        | Event::HouseSwept { .. }
        // Only in games that the protocol does not carry yet.
        | Event::UpDealt { .. }
        | Event::DrawBegan { .. }
        | Event::Discarded { .. }
        | Event::Drawn { .. }
        | Event::Reshuffled { .. }
        | Event::RunItOffered { .. }
        | Event::RunItAnswered { .. }
        | Event::RunItAgreed { .. }
        | Event::ChoiceOffered { .. }
        | Event::GameChanged { .. } => return None,
    })
}

/// The viewer's own cards, when a step dealt some.
pub(super) fn hole_cards(id: TableId, seq: u64, table: &Table, seat: SeatNo) -> Option<HoleCards> {
    let cards = table.hole_cards(Viewer::Seat(seat));
    let hand = table.hand_in_progress().filter(|_| !cards.is_empty())?;
    Some(HoleCards {
        table: WireTableId(id.0),
        seq: Seq(seq),
        hand: WireHandNo(hand.0),
        cards: cards.to_vec(),
    })
}

/// What a viewer may do, when it is that viewer's turn.
pub(super) fn your_turn(id: TableId, seq: u64, table: &Table, seat: SeatNo) -> Option<YourTurn> {
    let (turn, legal) = table.decision(Viewer::Seat(seat))?;
    Some(YourTurn {
        table: WireTableId(id.0),
        seq: Seq(seq),
        turn: token(turn),
        legal: legal_out(&legal),
    })
}

/// The whole table as one viewer sees it.
pub(super) fn view<'a>(
    shown: Shown,
    view: &EngineView,
    person: impl Fn(PlayerId) -> Person<'a>,
) -> wire::TableView {
    let Shown { info, seq, now, own, buy_in: (min, max) } = shown;
    let seats = view.seats.iter().map(|seat| {
        let person = person(seat.player);
        wire::SeatView {
            seat: seat.seat.0,
            name: person.name.to_owned(),
            bot: person.bot,
            connected: seat.connected,
            sitting_out: seat.sitting_out,
            stack: chips(seat.stack),
            in_hand: seat.in_hand.as_ref().map(seat_in_hand),
        }
    });
    let hand = view.hand.as_ref().map(|hand| wire::HandView {
        hand: WireHandNo(hand.number.0),
        button: hand.button.0,
        small_blind: hand.small_blind.map(|seat| seat.0),
        big_blind: hand.big_blind.map(|seat| seat.0),
        street: hand.street,
        board: hand.boards[0].to_vec(),
        pots: hand.pots.iter().map(pot).collect(),
        current_bet: chips(hand.current_bet),
        turn: hand.turn.map(|turn| wire::Turn {
            seat: turn.seat.0,
            time_ms: left(turn.deadline, now),
            bank_ms: span(turn.bank),
        }),
    });
    let you = own.map(|own| wire::OwnView {
        seat: own.seat.0,
        cards: view.hole.to_vec(),
        decision: view
            .decision
            .as_ref()
            .map(|(turn, legal)| wire::Decision { turn: token(*turn), legal: legal_out(legal) }),
        last_action_id: own.last_action_id,
        wait_for_big_blind: own.wait_for_big_blind,
        auto_muck: own.auto_muck,
    });
    wire::TableView {
        info,
        seq: Seq(seq),
        paused: view.paused,
        seats: seats.collect(),
        hand,
        you,
        buy_in: wire::BuyInRange { min: chips(min), max: chips(max) },
    }
}

/// The table as the lobby shows it.
pub(super) fn info(
    id: TableId,
    description: &TableDescription,
    table: &Table,
    average_pot: Chips,
) -> TableInfo {
    let setup = table.setup();
    let Play { game, stakes } = &setup.plays[0];
    TableInfo {
        table: WireTableId(id.0),
        name: description.name.clone(),
        game: game.id.clone(),
        game_name: game.name.clone(),
        betting: match stakes.betting {
            Betting::NoLimit => lobby::Betting::NoLimit,
            Betting::PotLimit => lobby::Betting::PotLimit,
            Betting::FixedLimit => lobby::Betting::FixedLimit,
        },
        rulebook: setup.rulebook.id.clone(),
        small_blind: chips(stakes.small_blind),
        big_blind: chips(stakes.big_blind),
        ante: chips(stakes.ante),
        unit: chips(stakes.unit),
        ante_kind: match stakes.ante_kind {
            AnteKind::None => lobby::AnteKind::None,
            AnteKind::Each => lobby::AnteKind::Each,
            AnteKind::BigBlind => lobby::AnteKind::BigBlind,
            AnteKind::Button => lobby::AnteKind::Button,
        },
        seats: setup.seats,
        seated: u8::try_from(table.players().count()).unwrap_or(u8::MAX),
        min_buy_in: chips(setup.ring.min_buy_in),
        max_buy_in: chips(setup.ring.max_buy_in),
        bots_allowed: description.bots_allowed,
        hands_played: table.last_hand().0,
        average_pot: chips(average_pot),
    }
}

/// The stable code of a refusal.
pub(super) fn refusal_code(refusal: &Refusal) -> ErrorCode {
    match refusal.kind {
        RefusalKind::UnknownSeat => ErrorCode::UnknownSeat,
        RefusalKind::SeatTaken => ErrorCode::SeatTaken,
        RefusalKind::SeatEmpty => ErrorCode::NotSeated,
        RefusalKind::AlreadySeated => ErrorCode::AlreadySeated,
        RefusalKind::BuyInOutOfRange { .. } | RefusalKind::TopUpTooLarge { .. } => {
            ErrorCode::BuyInOutOfRange
        }
        RefusalKind::Rathole { .. } => ErrorCode::Rathole,
        RefusalKind::NothingToDo => ErrorCode::NothingToDo,
        RefusalKind::NoChips => ErrorCode::NoChips,
        RefusalKind::Leaving => ErrorCode::Leaving,
        RefusalKind::HandInProgress | RefusalKind::CannotStart | RefusalKind::BadDeck => {
            ErrorCode::Internal
        }
        RefusalKind::NoHand => ErrorCode::NoHand,
        RefusalKind::NotYourTurn => ErrorCode::NotYourTurn,
        RefusalKind::StaleTurn => ErrorCode::StaleTurn,
        RefusalKind::CannotCheck { .. } => ErrorCode::CannotCheck,
        RefusalKind::NothingToCall => ErrorCode::NothingToCall,
        RefusalKind::CannotBet => ErrorCode::CannotBet,
        RefusalKind::NothingToRaise => ErrorCode::NothingToRaise,
        RefusalKind::RaiseNotAllowed => ErrorCode::RaiseNotAllowed,
        RefusalKind::BelowMinimum { .. } => ErrorCode::BelowMinimum,
        RefusalKind::AboveMaximum { .. } => ErrorCode::AboveMaximum,
        RefusalKind::NotAUnit { .. } => ErrorCode::NotAUnit,
        RefusalKind::NothingToShow => ErrorCode::NothingToShow,
        RefusalKind::NotALimitBet
        | RefusalKind::MustBringIn { .. }
        | RefusalKind::NoBringIn
        | RefusalKind::DrawNow { .. }
        | RefusalKind::NothingToDraw
        | RefusalKind::NoSuchCard
        | RefusalKind::NothingToRun
        | RefusalKind::BoardsOutOfRange { .. }
        | RefusalKind::NotYourChoice
        | RefusalKind::UnknownGame => ErrorCode::RaiseNotAllowed,
    }
}

/// An action from the wire.
pub(super) fn action_in(action: wire::Action) -> Action {
    match action {
        wire::Action::Fold => Action::Fold,
        wire::Action::Check => Action::Check,
        wire::Action::Call => Action::Call,
        wire::Action::Bet(to) => Action::Bet(Chips(to.0)),
        wire::Action::RaiseTo(to) => Action::RaiseTo(Chips(to.0)),
    }
}

pub(super) fn legal_out(legal: &Legal) -> wire::LegalActions {
    wire::LegalActions {
        check: legal.check,
        call: legal.call.map(chips),
        wager: legal.wager.map(|wager| wire::WagerRange {
            raise: wager.raise,
            min_to: chips(wager.min_to),
            max_to: chips(wager.max_to),
            pot_to: chips(wager.pot_to),
        }),
    }
}

fn action_out(action: Action) -> wire::Action {
    match action {
        Action::Fold => wire::Action::Fold,
        Action::Check => wire::Action::Check,
        Action::Call => wire::Action::Call,
        Action::Bet(to) => wire::Action::Bet(chips(to)),
        Action::RaiseTo(to) => wire::Action::RaiseTo(chips(to)),
        // Only in games that the protocol does not carry yet.
        Action::BringIn | Action::Discard(_) => wire::Action::Check,
    }
}

fn post_kind(post: PostKind) -> wire::PostKind {
    match post {
        PostKind::Ante => wire::PostKind::Ante,
        PostKind::SmallBlind => wire::PostKind::SmallBlind,
        PostKind::BigBlind => wire::PostKind::BigBlind,
        PostKind::EntryBlind => wire::PostKind::EntryBlind,
        PostKind::DeadBlind => wire::PostKind::DeadBlind,
        PostKind::Straddle => wire::PostKind::EntryBlind,
    }
}

fn seat_in_hand(part: &SeatInHand) -> wire::SeatInHand {
    wire::SeatInHand {
        folded: part.folded,
        all_in: part.all_in,
        bet: chips(part.bet),
        card_count: part.card_count,
        tabled: part.tabled.as_ref().map(|cards| cards.to_vec()),
    }
}

fn pot(pot: &Pot) -> wire::Pot {
    wire::Pot { amount: chips(pot.amount), seats: seats(pot.eligible) }
}

fn share(share: &Share) -> wire::Share {
    wire::Share { seat: share.seat.0, amount: chips(share.amount) }
}

fn seats(set: SeatSet) -> Vec<u8> {
    set.iter().map(|seat| seat.0).collect()
}

fn token(turn: TurnNo) -> TurnToken {
    TurnToken(turn.0)
}

pub(super) fn chips(amount: Chips) -> WireChips {
    WireChips(amount.0)
}

fn left(deadline: Millis, now: Millis) -> u32 {
    span(deadline.since(now))
}

fn span(millis: Millis) -> u32 {
    u32::try_from(millis.0).unwrap_or(u32::MAX)
}
