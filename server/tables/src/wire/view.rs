//! The whole table as one viewer sees it.

use super::{Person, RuleNumbers, chips, game, hybrid, left, legal_out, offer, pot, span, token};
use cardroom_engine::{SeatInHand, TableView as EngineView};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::items::Items;
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::table as wire;
use cardroom_protocol::{ActionId, HandNo as WireHandNo, Seq};
use cardroom_rules::{Chips, Forced, Millis, PlayerId, SeatNo};

/// The state of a viewer's own seat, apart from its cards and its turn.
pub(crate) struct Own {
    pub(crate) seat: SeatNo,
    pub(crate) last_action_id: ActionId,
    pub(crate) wait_for_big_blind: bool,
    pub(crate) auto_muck: bool,
    pub(crate) straddle: bool,
}

/// The parts of a view that do not come from the engine.
pub(crate) struct Shown<'a> {
    pub(crate) info: TableInfo,
    pub(crate) seq: u64,
    /// The reference for relative times. At a paused table it stands still.
    pub(crate) now: Millis,
    pub(crate) own: Option<Own>,
    /// The smallest and largest buy-in of the viewer.
    pub(crate) buy_in: (Chips, Chips),
    pub(crate) rules: &'a RuleNumbers,
}

/// Builds the whole table as one viewer sees it.
pub(crate) fn view<'a>(
    shown: Shown<'_>,
    view: &EngineView,
    table: &HybridTable,
    person: impl Fn(PlayerId) -> Person<'a>,
) -> wire::TableView {
    let Shown { info, seq, now, own, buy_in: (min, max), rules } = shown;
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
            avatar: person.look.avatar(),
            color: person.look.color(),
            muted: person.muted,
            shown: seat.shown.to_vec(),
            staff: person.staff,
        }
    });
    let hand = view.hand.as_ref().map(|hand| wire::HandView {
        hand: WireHandNo(hand.number.0),
        game: game(&table.setup().plays[usize::from(hand.play)]),
        // If the game has blinds and the hand has none, it is a bomb pot.
        bomb_pot: hand.big_blind.is_none()
            && table.setup().plays[usize::from(hand.play)].game.forced == Forced::Blinds,
        button: hand.button.0,
        small_blind: hand.small_blind.map(|seat| seat.0),
        big_blind: hand.big_blind.map(|seat| seat.0),
        street: hand.street,
        boards: hand.boards.iter().map(|board| board.to_vec()).collect(),
        pots: hand.pots.iter().map(pot).collect(),
        current_bet: chips(hand.current_bet),
        turn: hand.turn.map(|turn| wire::Turn {
            seat: turn.seat.0,
            time_ms: left(turn.deadline, now),
            bank_ms: if table.setup().hybrid { 0 } else { span(turn.bank) },
        }),
    });
    let offers = view.offers.iter().filter_map(|event| offer(event, now, rules));
    let you = own.map(|own| wire::OwnView {
        seat: own.seat.0,
        cards: view.hole.to_vec(),
        to_show: view.to_show.to_vec(),
        decision: view.decision.as_ref().map(|(turn, legal)| wire::Decision {
            turn: token(*turn),
            legal: legal_out(legal, table),
        }),
        offers: Items(offers.collect()),
        last_action_id: own.last_action_id,
        wait_for_big_blind: own.wait_for_big_blind,
        auto_muck: own.auto_muck,
        straddle: own.straddle,
    });
    wire::TableView {
        info,
        seq: Seq(seq),
        paused: view.paused,
        seats: seats.collect(),
        hand,
        you,
        buy_in: wire::BuyInRange { min: chips(min), max: chips(max) },
        hybrid: hybrid::view(table, now, rules).map(Box::new),
    }
}

fn seat_in_hand(part: &SeatInHand) -> wire::SeatInHand {
    wire::SeatInHand {
        folded: part.folded,
        all_in: part.all_in,
        bet: chips(part.bet),
        card_count: part.card_count,
        up: part.up.to_vec(),
        tabled: part.tabled.as_ref().map(|cards| cards.to_vec()),
    }
}
