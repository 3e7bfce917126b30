//! Conversion of the engine's output into messages. No other code does this. The input is only
//! events, which are public by construction, and views, which are made for one viewer. There is no
//! other access to cards here.

mod dealing;
mod face_up;
mod gestures;
mod hybrid;
mod info;
mod refusal;
mod rules;
mod view;

pub(super) use dealing::deal_error_in;
pub(super) use face_up::FaceUp;
pub(super) use gestures::gesture_in;
pub(super) use hybrid::option_in;
pub(super) use info::info;
pub(super) use refusal::refusal_code;
pub use rules::RuleNumbers;
pub(super) use view::{Own, Shown, view};

use cardroom_cards::Card;
use cardroom_engine::{
    Action, Event, FloorEvent, Legal, Picks, PostKind, Pot, Share, Table, TurnNo, Viewer, WhyDead,
};
use cardroom_protocol::hybrid::{ButtonSet, HandKilled};
use cardroom_protocol::items::Items;
use cardroom_protocol::server::{HoleCards, SeatTimeUse, Step, TimeUse, YourTurn};
use cardroom_protocol::table as wire;
use cardroom_protocol::{
    Chips as WireChips, HandNo as WireHandNo, Seq, TableId as WireTableId, TurnToken,
};
use cardroom_record::ids::TableId;
use cardroom_record::look::Look;
use cardroom_rules::{Betting, Chips, Millis, PlayerId, SeatNo, SeatSet};
use info::game;

/// A player's public profile, for events that name players.
pub(super) struct Person<'a> {
    pub(super) name: &'a str,
    pub(super) bot: bool,
    pub(super) staff: bool,
    pub(super) look: Look,
    pub(super) muted: bool,
}

/// The table after a step, and the context for its events.
pub(super) struct After<'a> {
    pub(super) id: TableId,
    pub(super) seq: u64,
    /// The reference for relative times. At a paused table it stands still.
    pub(super) now: Millis,
    pub(super) table: &'a Table,
    pub(super) rules: &'a RuleNumbers,
}

/// Builds the step that all viewers get. `person` names players. `face_up` knows the hand up to
/// this step, and notes the step's events.
pub(super) fn step<'a>(
    after: &After<'_>,
    events: &[Event],
    face_up: &mut FaceUp,
    person: impl Fn(PlayerId) -> Person<'a>,
) -> Step {
    let said = events.iter().filter_map(|event| told(after, event, face_up, &person));
    let events = said.collect();
    Step { table: WireTableId(after.id.0), seq: Seq(after.seq), events: Items(events) }
}

/// Returns the public message of one event; `None` if there is none.
pub(super) fn told<'a>(
    after: &After<'_>,
    event: &Event,
    face_up: &mut FaceUp,
    person: &impl Fn(PlayerId) -> Person<'a>,
) -> Option<wire::TableEvent> {
    face_up.note(event);
    public(event, after, face_up, person)
}

/// Builds the message for a hand that was dealt dead, with the reason and the rule.
fn dead_hand(seat: SeatNo, why: WhyDead, rules: &RuleNumbers) -> wire::TableEvent {
    let (reason, rule) = match why {
        WhyDead::Absent => ("The player was absent when the cards were dealt.", rules.absence()),
        WhyDead::Penalty => ("The player misses the hand because of a penalty.", rules.penalty()),
    };
    HandKilled { seat: seat.0, reason: reason.to_owned(), rule }.into()
}

fn seat_taken(seat: SeatNo, stack: Chips, person: &Person<'_>) -> wire::SeatTaken {
    wire::SeatTaken {
        seat: seat.0,
        name: person.name.to_owned(),
        stack: chips(stack),
        bot: person.bot,
        avatar: person.look.avatar(),
        color: person.look.color(),
        staff: person.staff,
    }
}

fn public<'a>(
    event: &Event,
    after: &After<'_>,
    face_up: &FaceUp,
    person: &impl Fn(PlayerId) -> Person<'a>,
) -> Option<wire::TableEvent> {
    let After { now, table, rules, .. } = *after;
    Some(match event {
        Event::SeatTaken { seat, player, stack, .. } => {
            seat_taken(*seat, *stack, &person(*player)).into()
        }
        Event::Placed { seat, player, chips: stack, .. } => {
            seat_taken(*seat, *stack, &person(*player)).into()
        }
        Event::StackReset { seat, stack } => {
            wire::StackChanged { seat: seat.0, stack: chips(*stack) }.into()
        }
        Event::ToppedUp { seat, amount, .. } => {
            wire::ToppedUp { seat: seat.0, amount: chips(*amount) }.into()
        }
        Event::SatOut { seat, .. } => wire::SatOut { seat: seat.0 }.into(),
        Event::SatIn { seat } => wire::SatIn { seat: seat.0 }.into(),
        Event::SeatLeft { seat, .. } => wire::SeatLeft { seat: seat.0 }.into(),
        Event::PresenceChanged { seat, connected, .. } => {
            wire::Presence { seat: seat.0, connected: *connected }.into()
        }
        Event::HandStarted(start) => wire::HandStarted {
            hand: WireHandNo(start.hand.0),
            game: game(&table.setup().plays[usize::from(start.play)]),
            bomb_pot: start.bomb_pot,
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
        Event::BoardDealt { board, cards } => {
            wire::BoardDealt { board: *board, cards: cards.to_vec() }.into()
        }
        Event::TurnBegan { seat, deadline, .. } => {
            let turn = table.turn_view().filter(|turn| turn.seat == *seat);
            // A called clock does not use the time bank.
            let turn = turn.filter(|_| !table.setup().hybrid);
            let bank = turn.map_or(Millis(0), |turn| turn.bank);
            wire::Turn { seat: seat.0, time_ms: left(*deadline, now), bank_ms: span(bank) }.into()
        }
        Event::BankBegan { seat, deadline } => {
            wire::TimeBank { seat: seat.0, time_ms: left(*deadline, now) }.into()
        }
        Event::Acted { seat, action, added, timed_out, .. } => wire::Acted {
            seat: seat.0,
            action: action_out(*action)?,
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
        Event::DeadHand { seat, why } => dead_hand(*seat, *why, rules),
        Event::HandHeld => wire::RunOutHeld {}.into(),
        Event::Tabled { seat, cards } => {
            wire::HandTabled { seat: seat.0, cards: cards.to_vec() }.into()
        }
        Event::Mucked { seat } => wire::HandMucked { seat: seat.0 }.into(),
        Event::CardsShown { hand, seat, cards } => {
            let hand = WireHandNo(hand.0);
            wire::CardsShown { hand, seat: seat.0, cards: cards.to_vec() }.into()
        }
        Event::RakeTaken { pot, amount } => {
            wire::RakeTaken { pot: *pot, amount: chips(*amount) }.into()
        }
        Event::PotAwarded { pot, board, half, shares } => {
            let plays = &table.setup().plays;
            let shares = shares.iter().map(|Share { seat, amount }| wire::Share {
                seat: seat.0,
                amount: chips(*amount),
                hand: face_up.words(plays, *seat, *board, *half),
            });
            let (pot, board, half) = (*pot, *board, *half);
            wire::PotAwarded { pot, board, half, shares: shares.collect() }.into()
        }
        Event::ButtonPlaced { seat } => {
            ButtonSet { seat: seat.0, rule: rules.button() }.into()
        }
        Event::HandEnded { hand, .. } => wire::HandEnded { hand: WireHandNo(hand.0) }.into(),
        Event::HandVoided { hand, reason, .. } => {
            wire::HandVoided { hand: WireHandNo(hand.0), reason: reason.clone() }.into()
        }
        Event::TimeCharged { seat, amount } => {
            wire::TimeCharged { seat: seat.0, amount: chips(*amount) }.into()
        }
        Event::Paused => wire::Paused { reason: "The floor paused the table.".to_owned() }.into(),
        Event::Resumed => wire::Resumed {}.into(),
        Event::StreetBegan { .. }
        | Event::UpDealt { .. }
        | Event::DrawBegan { .. }
        | Event::Discarded { .. }
        | Event::Drawn { .. }
        | Event::Reshuffled { .. }
        | Event::ShowOffered { .. }
        | Event::RunItOffered { .. }
        | Event::RunItAnswered { .. }
        | Event::RunItAgreed { .. }
        | Event::ChoiceOffered { .. }
        | Event::GameChanged { .. } => return of_games(event, now),
        // Not relevant to others, or visible in later events.
        Event::TopUpPending { .. }
        | Event::TopUpReturned { .. }
        | Event::GiftPending { .. }
        | Event::GiftReturned { .. }
        | Event::TakeBackPending { .. }
        | Event::TakenBack { .. }
        | Event::LeavePending { .. }
        | Event::Preferred { .. }
        | Event::BlindMissed { .. }
        | Event::Burned
        | Event::HandReleased
        | Event::OutRanked { .. }
        | Event::RunOutHeld { .. }
        | Event::ChargePeriodBegan { .. }
        | Event::HouseSwept { .. }
        // Only the floor sees how players use their time.
        | Event::DecisionTimed { .. }
        // A full view shows this, before any player has come back.
        | Event::ClockRestarted { .. }
        // The pause and its end say this, and the full view that follows the end.
        | Event::ClocksStopped { .. }
        | Event::ClocksDelayed { .. }
        // A full view for all, or the start of the next hand, shows this.
        | Event::PlaysSet { .. }
        | Event::StacksSet { .. }
        | Event::SeatsShuffled { .. }
        | Event::HandOrdered(_)
        | Event::HandWithdrawn { .. }
        // Caused by a request that no client can send.
        | Event::HandEntered { .. } => return None,
        Event::ReconnectGranted { .. } => return hybrid::more_time(table, now, rules),
        Event::Floor(ruled) if matches!(ruled.what, FloorEvent::TimeAdded { .. }) => {
            return hybrid::more_time(table, now, rules);
        }
        Event::Ruled(_)
        | Event::Adjudicated(_)
        | Event::TicketOpened(_)
        | Event::TicketClosed { .. }
        | Event::Floor(_)
        | Event::ShowdownOpened { .. }
        | Event::AwardHeld { .. }
        | Event::ShowdownClosed
        | Event::SeeHandAsked { .. }
        | Event::HandExposed { .. }
        | Event::RabbitAsked { .. }
        | Event::RabbitAnswered { .. }
        | Event::RabbitShown { .. }
        | Event::StreetHeld { .. } => return hybrid::of_hybrid(event, now, rules),
    })
}

/// Returns the message for an offer that still awaits an answer, for players who come back.
fn offer(event: &Event, now: Millis, rules: &RuleNumbers) -> Option<wire::TableEvent> {
    of_games(event, now).or_else(|| hybrid::of_hybrid(event, now, rules))
}

/// Converts events of special games or of a table's options.
fn of_games(event: &Event, now: Millis) -> Option<wire::TableEvent> {
    Some(match event {
        Event::StreetBegan { street } => wire::StreetBegan { street: *street }.into(),
        Event::UpDealt { cards } => {
            let cards = cards.iter().map(|(seat, card)| wire::UpCard { seat: seat.0, card: *card });
            wire::UpCardsDealt { cards: cards.collect() }.into()
        }
        Event::DrawBegan { least, most, replaced } => {
            wire::DrawBegan { least: *least, most: *most, replaced: *replaced }.into()
        }
        Event::Discarded { seat, picks, timed_out, .. } => {
            // The number of cards is public; the cards are not.
            wire::Discarded { seat: seat.0, count: picks.len(), timed_out: *timed_out }.into()
        }
        Event::Drawn { seat, count } => wire::Drawn { seat: seat.0, count: *count }.into(),
        Event::Reshuffled { seat, cards } => {
            wire::Reshuffled { seat: seat.map(|seat| seat.0), cards: *cards }.into()
        }
        Event::ShowOffered { seat, until } => {
            wire::ShowOffered { seat: seat.0, time_ms: left(*until, now) }.into()
        }
        Event::RunItOffered { most, until } => {
            wire::RunItOffered { most: *most, time_ms: left(*until, now) }.into()
        }
        Event::RunItAnswered { seat, boards } => {
            wire::RunItAnswered { seat: seat.0, boards: *boards }.into()
        }
        Event::RunItAgreed { boards } => wire::RunItAgreed { boards: *boards }.into(),
        Event::ChoiceOffered { seat, until } => {
            wire::ChoiceOffered { seat: seat.0, time_ms: left(*until, now) }.into()
        }
        Event::GameChanged { play, by, .. } => {
            wire::GameChanged { game: *play, by: by.map(|seat| seat.0) }.into()
        }
        _ => return None,
    })
}

/// Returns each player's use of time, for the floor.
pub(super) fn time_use(id: TableId, table: &Table) -> TimeUse {
    let seats = table.time_use().map(|(seat, used)| SeatTimeUse {
        seat: seat.0,
        decisions: used.decisions,
        late: used.late,
        mean_ms: span(used.mean()),
    });
    TimeUse { table: WireTableId(id.0), seats: seats.collect() }
}

/// Returns the viewer's own cards, after a step that dealt some.
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

/// Returns a viewer's choices, if it is that viewer's turn.
pub(super) fn your_turn(id: TableId, seq: u64, table: &Table, seat: SeatNo) -> Option<YourTurn> {
    let (turn, legal) = table.decision(Viewer::Seat(seat))?;
    Some(YourTurn {
        table: WireTableId(id.0),
        seq: Seq(seq),
        turn: token(turn),
        legal: legal_out(&legal, table),
    })
}

/// Converts an action from the protocol.
pub(super) fn action_in(action: wire::Action) -> Action {
    match action {
        wire::Action::Fold => Action::Fold,
        wire::Action::Check => Action::Check,
        wire::Action::Call => Action::Call,
        wire::Action::Bet(to) => Action::Bet(Chips(to.0)),
        wire::Action::RaiseTo(to) => Action::RaiseTo(Chips(to.0)),
        wire::Action::BringIn => Action::BringIn,
    }
}

/// Converts cards to give away into their places in the hand; `None` if the player does not hold
/// all of them, or a card is named twice.
pub(super) fn picks_in(table: &Table, seat: SeatNo, cards: &[Card]) -> Option<Picks> {
    picks_among(&table.hole_cards(Viewer::Seat(seat)), cards)
}

/// Converts cards into their places among those held, as [`picks_in`] does.
pub(super) fn picks_among(held: &[Card], cards: &[Card]) -> Option<Picks> {
    cards.iter().try_fold(Picks::NONE, |picks, card| {
        let place = held.iter().position(|own| own == card)?;
        (!picks.contains(place)).then(|| picks.with(place))
    })
}

pub(super) fn legal_out(legal: &Legal, table: &Table) -> wire::LegalActions {
    let fixed = table.play().stakes.betting == Betting::FixedLimit;
    wire::LegalActions {
        fold: legal.fold,
        check: legal.check,
        call: legal.call.map(chips),
        wager: legal.wager.map(|wager| wire::WagerRange {
            raise: wager.raise,
            min_to: chips(wager.min_to),
            max_to: chips(wager.max_to),
            pot_to: chips(wager.pot_to),
            fixed,
        }),
        bring_in: legal.bring_in.map(chips),
        discard: legal
            .discard
            .map(|range| wire::DiscardRange { least: range.least, most: range.most }),
    }
}

/// Converts an action to its public form; `None` for discards, which have an event of their own.
fn action_out(action: Action) -> Option<wire::Action> {
    Some(match action {
        Action::Fold => wire::Action::Fold,
        Action::Check => wire::Action::Check,
        Action::Call => wire::Action::Call,
        Action::Bet(to) => wire::Action::Bet(chips(to)),
        Action::RaiseTo(to) => wire::Action::RaiseTo(chips(to)),
        Action::BringIn => wire::Action::BringIn,
        Action::Discard(_) => return None,
    })
}

fn post_kind(post: PostKind) -> wire::PostKind {
    match post {
        PostKind::Ante => wire::PostKind::Ante,
        PostKind::SmallBlind => wire::PostKind::SmallBlind,
        PostKind::BigBlind => wire::PostKind::BigBlind,
        PostKind::EntryBlind => wire::PostKind::EntryBlind,
        PostKind::DeadBlind => wire::PostKind::DeadBlind,
        PostKind::Straddle => wire::PostKind::Straddle,
    }
}

fn pot(pot: &Pot) -> wire::Pot {
    wire::Pot { amount: chips(pot.amount), seats: seats(pot.eligible) }
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
