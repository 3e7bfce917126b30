//! Before the flop: charts by position, and how much to raise.

use super::range::Range;
use super::{TightAggressive, wager};
use crate::model::{Hand, Position};
use crate::{Action, Chips, Choices, LegalActions, Table};
use cardroom_cards::Card;
use std::sync::LazyLock;

/// With at most this many big blinds the choice is all-in or fold.
const SHORT_STACK_BB: f64 = 11.0;

struct Charts {
    open_early: Range,
    open_middle: Range,
    open_cutoff: Range,
    open_button: Range,
    open_small_blind: Range,
    open_heads_up: Range,
    call_raise: Range,
    defend_big_blind: Range,
    reraise: Range,
    reraise_late: Range,
    set_mine: Range,
    call_reraise: Range,
    four_bet: Range,
    push_early: Range,
    push_late: Range,
}

static CHARTS: LazyLock<Charts> = LazyLock::new(|| {
    let range = |text: &str| text.parse().expect("the charts are written in range notation");
    Charts {
        open_early: range("77+ ATs+ KJs+ QJs JTs AJo+ KQo"),
        open_middle: range("55+ A8s+ KTs+ QTs+ JTs T9s 98s ATo+ KJo+ QJo"),
        open_cutoff: range("22+ A2s+ K9s+ Q9s+ J9s+ T8s+ 98s 87s 76s A9o+ KTo+ QTo+ JTo"),
        open_button: range(
            "22+ A2s+ K5s+ Q8s+ J8s+ T7s+ 97s+ 86s+ 75s+ 65s 54s A2o+ K9o+ Q9o+ J9o+ T9o",
        ),
        open_small_blind: range("22+ A2s+ K7s+ Q9s+ J9s+ T8s+ 97s+ 87s 76s 65s A5o+ KTo+ QTo+ JTo"),
        open_heads_up: range(
            "22+ A2s+ K2s+ Q2s+ J4s+ T6s+ 96s+ 85s+ 75s+ 64s+ 54s A2o+ K4o+ Q7o+ J8o+ T8o+ 98o",
        ),
        call_raise: range("77+ ATs+ KTs+ QTs+ JTs T9s AJo+ KQo"),
        defend_big_blind: range("22+ A2s+ K9s+ Q9s+ J9s+ T8s+ 97s+ 87s 76s 65s A9o+ KTo+ QJo"),
        reraise: range("QQ+ AKs AKo"),
        reraise_late: range("TT+ AJs+ KQs AQo+ A5s A4s"),
        set_mine: range("22+"),
        call_reraise: range("TT+ AQs+ KQs AKo"),
        four_bet: range("KK+ AKs"),
        push_early: range("66+ A9s+ KTs+ QJs ATo+ KQo"),
        push_late: range("22+ A2s+ K8s+ Q9s+ J9s+ T9s A5o+ KTo+ QTo+ JTo"),
    }
});

impl TightAggressive {
    pub(super) fn before_the_flop(
        &mut self,
        table: &Table,
        hand: &Hand,
        hole: [Card; 2],
        legal: &LegalActions,
    ) -> Action {
        let position = table.hero_position().unwrap_or(Position::Early);
        let short = table.hero().is_some_and(|hero| {
            table.big_blinds(Chips(hero.stack.0 + hero.bet.0)) <= SHORT_STACK_BB
        });
        if short && hand.raises < 2 {
            return push_or_fold(hand, hole, position, legal);
        }
        match hand.raises {
            0 => open(table, hand, hole, position, legal),
            1 => self.facing_a_raise(table, hand, hole, position, legal),
            _ => facing_a_reraise(table, hand, hole, legal),
        }
    }

    fn facing_a_raise(
        &mut self,
        table: &Table,
        hand: &Hand,
        hole: [Card; 2],
        position: Position,
        legal: &LegalActions,
    ) -> Action {
        let charts = &*CHARTS;
        let raiser = hand.aggressor.and_then(|seat| table.position(seat));
        let from_late = hand.dealt.len() == 2
            || matches!(raiser, Some(Position::Cutoff | Position::Button | Position::SmallBlind));
        let light = from_late && charts.reraise_late.contains(hole) && self.sometimes(70);
        if charts.reraise.contains(hole) || light {
            // Three times the raise in position, four times out of position.
            let times = if table.has_position() { 3 } else { 4 };
            return wager(table, legal, Chips(hand.current_bet.0.saturating_mul(times)));
        }
        let price = percent_of(table.to_call(), table.effective_stack());
        let blind = position == Position::BigBlind;
        let cheap = table.pot_odds() < 0.30;
        let call = charts.call_raise.contains(hole)
            || (blind && cheap && charts.defend_big_blind.contains(hole))
            || (price <= 8 && charts.set_mine.contains(hole));
        if call && price <= 35 { legal.check_or_call() } else { legal.check_or_fold() }
    }
}

/// No player has raised: raises or folds, but takes the free flop in the big blind.
fn open(
    table: &Table,
    hand: &Hand,
    hole: [Card; 2],
    position: Position,
    legal: &LegalActions,
) -> Action {
    let charts = &*CHARTS;
    let chart = match position {
        _ if hand.dealt.len() == 2 => &charts.open_heads_up,
        Position::Early => &charts.open_early,
        Position::Middle => &charts.open_middle,
        Position::Cutoff => &charts.open_cutoff,
        Position::Button => &charts.open_button,
        // Against limpers the blinds raise what an early player would.
        Position::SmallBlind if limpers(table) == 0 => &charts.open_small_blind,
        Position::SmallBlind | Position::BigBlind => &charts.open_early,
    };
    if !chart.contains(hole) {
        return legal.check_or_fold();
    }
    // Two and a half big blinds, and one more for each limper.
    let big_blind = table.big_blind().0;
    wager(table, legal, Chips(big_blind * 5 / 2 + big_blind * limpers(table)))
}

/// Against two or more raises, plays only hands that are strong enough.
fn facing_a_reraise(table: &Table, hand: &Hand, hole: [Card; 2], legal: &LegalActions) -> Action {
    let charts = &*CHARTS;
    if charts.four_bet.contains(hole) {
        return wager(table, legal, Chips(hand.current_bet.0.saturating_mul(5) / 2));
    }
    let price = percent_of(table.to_call(), table.effective_stack());
    // The chips in the pot may make the call correct at any price.
    let committed = table.pot_odds() < 0.22;
    if charts.call_reraise.contains(hole) && (hand.raises == 2 && price <= 30 || committed) {
        legal.check_or_call()
    } else {
        legal.check_or_fold()
    }
}

fn push_or_fold(hand: &Hand, hole: [Card; 2], position: Position, legal: &LegalActions) -> Action {
    let charts = &*CHARTS;
    let late = position >= Position::Cutoff;
    let chart = if late && hand.raises == 0 { &charts.push_late } else { &charts.push_early };
    if chart.contains(hole) {
        legal.max_wager().unwrap_or(legal.check_or_call())
    } else {
        legal.check_or_fold()
    }
}

/// Returns the number of players who called the big blind.
fn limpers(table: &Table) -> u64 {
    let big_blind = table.big_blind();
    let blinds = |seat: u8| {
        table
            .hand
            .as_ref()
            .is_some_and(|hand| hand.big_blind == Some(seat) || hand.small_blind == Some(seat))
    };
    let limpers =
        table.opponents().filter(|seat| seat.bet >= big_blind && !blinds(seat.seat)).count();
    limpers as u64
}

fn percent_of(part: Chips, whole: Chips) -> u64 {
    part.0.saturating_mul(100) / whole.0.max(1)
}

#[cfg(test)]
mod tests {
    use super::CHARTS;

    #[test]
    fn later_positions_open_more_and_reraises_are_rare() {
        let charts = &*CHARTS;
        let percent = |range: &super::Range| range.combinations() * 100 / 1326;
        let opens = [
            &charts.open_early,
            &charts.open_middle,
            &charts.open_cutoff,
            &charts.open_button,
            &charts.open_heads_up,
        ];
        assert!(opens.is_sorted_by_key(|range| range.combinations()));
        assert!((8..15).contains(&percent(&charts.open_early)));
        assert!((35..50).contains(&percent(&charts.open_button)));
        assert!(percent(&charts.reraise) < 4);
        assert!(percent(&charts.four_bet) < 2);
    }
}
