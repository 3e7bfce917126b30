//! Statistics of an account's stored hands. They use only what every player at the table saw;
//! hidden cards do not count.

use cardroom_protocol::history::HandRecord;
use cardroom_protocol::limits::{MAX_CURVE_POINTS, MAX_STATISTICS_GAMES};
use cardroom_protocol::statistics::{CurvePoint, Frequency, GameStatistics, Statistics};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{Chips, RequestId};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A tally of hands, counted from the latest to the earliest.
#[derive(Default)]
pub(super) struct Tally {
    hands: u32,
    tournament_hands: u32,
    all: Counts,
    /// Each game with its name.
    games: BTreeMap<String, (String, Counts)>,
    /// The amounts won and lost in each hand at a ring table, the latest first.
    results: Vec<(u64, u64)>,
}

/// The counts for all games together, or for one.
#[derive(Clone, Copy, Default)]
struct Counts {
    hands: u32,
    won: u64,
    lost: u64,
    vpip: Frequency,
    pfr: Frequency,
    three_bet: Frequency,
    went_to_showdown: Frequency,
    won_at_showdown: Frequency,
}

/// A player's actions on the first street.
#[derive(Clone, Copy, Default)]
struct FirstStreet {
    decided: bool,
    /// Put chips in by choice.
    put_in: bool,
    raised: bool,
    /// Had a decision after exactly one raise.
    faced_a_raise: bool,
    /// Raised again after that one raise.
    three_bet: bool,
}

/// How far a player came in a hand.
#[derive(Clone, Copy, Default)]
struct Course {
    saw_second_street: bool,
    went_to_showdown: bool,
    /// Won chips at the showdown.
    won_there: bool,
}

impl Tally {
    /// Counts a hand of the player in this seat, unless it was voided.
    pub(super) fn count(&mut self, record: &HandRecord, seat: u8) {
        let Some(player) = record.player(seat) else { return };
        let start = record.events().find_map(|event| match event {
            TableEvent::HandStarted(start) => Some(start),
            _ => None,
        });
        let Some(start) = start else { return };
        if record.events().any(|event| matches!(event, TableEvent::HandVoided(_))) {
            return;
        }
        let won = player.ended_with.0.saturating_sub(player.began_with.0);
        let lost = player.began_with.0.saturating_sub(player.ended_with.0);
        // Tournament chips are not money.
        let is_money = record.tournament.is_none();
        let (won, lost) = if is_money { (won, lost) } else { (0, 0) };
        // There are no decisions before the flop of a bomb pot.
        let first =
            if start.bomb_pot { FirstStreet::default() } else { first_street(record, seat) };
        self.hands += 1;
        self.tournament_hands += u32::from(!is_money);
        if is_money {
            self.results.push((won, lost));
        }
        let name = || (start.game.name.clone(), Counts::default());
        let (_, game) = self.games.entry(start.game.id.clone()).or_insert_with(name);
        let course = course(record, &start.dealt, seat);
        for counts in [&mut self.all, game] {
            counts.add(won, lost, first, course);
        }
    }

    /// Returns the statistics. The caller fills in the request id.
    pub(super) fn told(self, partial: bool) -> Statistics {
        let mut games: Vec<_> = self.games.into_iter().collect();
        games.sort_by_key(|(_, (_, counts))| Reverse(counts.hands));
        games.truncate(MAX_STATISTICS_GAMES);
        let games = games.into_iter().map(|(game, (name, counts))| GameStatistics {
            game,
            name,
            hands: counts.hands,
            won: Chips(counts.won),
            lost: Chips(counts.lost),
            vpip: counts.vpip,
            pfr: counts.pfr,
            three_bet: counts.three_bet,
            went_to_showdown: counts.went_to_showdown,
            won_at_showdown: counts.won_at_showdown,
        });
        Statistics {
            request: RequestId(0),
            hands: self.hands,
            tournament_hands: self.tournament_hands,
            won: Chips(self.all.won),
            lost: Chips(self.all.lost),
            vpip: self.all.vpip,
            pfr: self.all.pfr,
            three_bet: self.all.three_bet,
            went_to_showdown: self.all.went_to_showdown,
            won_at_showdown: self.all.won_at_showdown,
            games: games.collect(),
            curve: curve(&self.results),
            partial,
        }
    }
}

impl Counts {
    fn add(&mut self, won: u64, lost: u64, first: FirstStreet, course: Course) {
        self.hands += 1;
        self.won += won;
        self.lost += lost;
        note(&mut self.vpip, first.decided, first.put_in);
        note(&mut self.pfr, first.decided, first.raised);
        note(&mut self.three_bet, first.faced_a_raise, first.three_bet);
        note(&mut self.went_to_showdown, course.saw_second_street, course.went_to_showdown);
        note(&mut self.won_at_showdown, course.went_to_showdown, course.won_there);
    }
}

/// Counts a hand in which something was possible, and whether the player did it.
fn note(frequency: &mut Frequency, possible: bool, done: bool) {
    frequency.of += u32::from(possible);
    frequency.count += u32::from(possible && done);
}

/// Returns a player's actions before the second street began.
fn first_street(record: &HandRecord, seat: u8) -> FirstStreet {
    let mut did = FirstStreet::default();
    let mut raises = 0;
    for event in record.events() {
        match event {
            TableEvent::StreetBegan(began) if began.street > 0 => break,
            TableEvent::Acted(acted) => {
                let raised = matches!(acted.action, Action::Bet(_) | Action::RaiseTo(_));
                if acted.seat == seat {
                    did.decided = true;
                    did.raised |= raised;
                    did.put_in |= raised || matches!(acted.action, Action::Call);
                    did.faced_a_raise |= raises == 1;
                    did.three_bet |= raises == 1 && raised;
                }
                raises += u32::from(raised);
            }
            _ => {}
        }
    }
    did
}

/// Returns how far a player came. A hand that is mucked at the showdown went there.
fn course(record: &HandRecord, dealt: &[u8], seat: u8) -> Course {
    let mut left: BTreeSet<u8> = dealt.iter().copied().collect();
    let mut course = Course::default();
    let mut has_won = false;
    for event in record.events() {
        match event {
            TableEvent::StreetBegan(began) if began.street > 0 => {
                course.saw_second_street |= left.contains(&seat);
            }
            TableEvent::Acted(acted) if matches!(acted.action, Action::Fold) => {
                left.remove(&acted.seat);
            }
            TableEvent::FoldedOutOfTurn(folded) => {
                left.remove(&folded.seat);
            }
            TableEvent::HandKilled(killed) => {
                left.remove(&killed.seat);
            }
            TableEvent::PotAwarded(award) => {
                let mut shares = award.shares.iter();
                has_won |= shares.any(|share| share.seat == seat && share.amount.0 > 0);
            }
            _ => {}
        }
    }
    course.went_to_showdown = course.saw_second_street && left.len() > 1 && left.contains(&seat);
    course.won_there = course.went_to_showdown && has_won;
    course
}

/// Returns the sums after each hand. If there are more hands than points, returns
/// them at regular intervals.
fn curve(latest_first: &[(u64, u64)]) -> Vec<CurvePoint> {
    let points = latest_first.len().min(MAX_CURVE_POINTS);
    let (mut won, mut lost, mut hands) = (0, 0, 0);
    let mut results = latest_first.iter().rev();
    let point = |number: usize| {
        let up_to = number * latest_first.len() / points;
        for (one_won, one_lost) in results.by_ref().take(up_to - hands) {
            won += one_won;
            lost += one_lost;
        }
        hands = up_to;
        let hands = u32::try_from(hands).unwrap_or(u32::MAX);
        CurvePoint { hands, won: Chips(won), lost: Chips(lost) }
    };
    (1..=points).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::game::{AnteKind, Betting, Deck, Game};
    use cardroom_protocol::history::{RecordedSeat, RecordedStep};
    use cardroom_protocol::items::Items;
    use cardroom_protocol::table::{
        Acted, HandStarted, HandVoided, PotAwarded, Share, StreetBegan,
    };
    use cardroom_protocol::{HandNo, TableId, TimeMs, TournamentId};

    #[test]
    fn a_curve_has_a_point_for_each_hand_until_there_are_too_many() {
        assert_eq!(curve(&[]), []);
        let point = |hands, won, lost| CurvePoint { hands, won: Chips(won), lost: Chips(lost) };
        // The latest hand comes first.
        assert_eq!(curve(&[(0, 3), (10, 0)]), [point(1, 10, 0), point(2, 10, 3)]);
        let results: Vec<_> = (0..501).map(|number| (number, 1)).collect();
        let curve = curve(&results);
        assert_eq!(curve.len(), 200);
        assert_eq!(curve[199], point(501, 500 * 501 / 2, 501));
        assert!(curve.windows(2).all(|pair| pair[0].hands < pair[1].hands));
    }

    fn acted(seat: u8, action: Action) -> TableEvent {
        Acted { seat, action, added: Chips(0), timed_out: false }.into()
    }

    /// Returns a hand of seat 1, which began with 100 chips.
    fn hand(game: &str, ended_with: u64, events: Vec<TableEvent>) -> HandRecord {
        let game = Game {
            id: game.to_owned(),
            name: game.to_uppercase(),
            betting: Betting::NoLimit,
            small_blind: Chips(1),
            big_blind: Chips(2),
            bring_in: Chips(0),
            ante: Chips(0),
            ante_kind: AnteKind::None,
            deck: Deck::Standard52,
            hole_cards: 2,
            board_cards: 5,
            draws: 0,
            showdown: Vec::new(),
        };
        let start = HandStarted {
            hand: HandNo(1),
            game,
            bomb_pot: false,
            button: 0,
            small_blind: Some(0),
            big_blind: Some(1),
            dealt: vec![1, 0],
        };
        let seat = |seat: u8, ended_with| RecordedSeat {
            seat,
            name: format!("player {seat}"),
            bot: false,
            began_with: Chips(100),
            ended_with: Chips(ended_with),
        };
        let mut all: Vec<TableEvent> = vec![start.into()];
        all.extend(events);
        HandRecord {
            table: TableId(1),
            hand: HandNo(1),
            table_name: String::new(),
            table_seats: 2,
            tournament: None,
            rulebook: "online".to_owned(),
            hybrid: false,
            began_at: TimeMs(0),
            ended_at: TimeMs(1),
            seats: vec![seat(0, 200 - ended_with), seat(1, ended_with)],
            steps: vec![RecordedStep { after_ms: 0, events: Items(all) }],
            cards: Vec::new(),
            viewer: None,
            event: None,
        }
    }

    #[test]
    fn only_what_was_chosen_on_the_first_street_counts() {
        let street = || StreetBegan { street: 1 }.into();
        let raise = || acted(1, Action::RaiseTo(Chips(6)));
        let mut tally = Tally::default();
        let hands = [
            // Nothing to decide: all players fold to the big blind.
            hand("holdem", 101, vec![acted(0, Action::Fold)]),
            hand("holdem", 98, vec![acted(0, Action::Call), acted(1, Action::Fold)]),
            hand("holdem", 98, vec![acted(1, Action::Check), street(), raise()]),
            hand("holdem", 120, vec![acted(1, Action::Call), street()]),
            hand("badugi", 130, vec![acted(0, Action::Call), raise(), acted(1, Action::Call)]),
        ];
        for hand in &hands {
            tally.count(hand, 1);
            tally.count(hand, 5);
        }
        // A tournament hand, and a voided hand.
        let event = HandRecord { tournament: Some(TournamentId(1)), ..hands[4].clone() };
        tally.count(&event, 1);
        let reason = "the deck was fouled".to_owned();
        let void = HandVoided { hand: HandNo(1), reason };
        tally.count(&hand("holdem", 100, vec![raise(), void.into()]), 1);

        let told = tally.told(false);
        assert_eq!((told.hands, told.tournament_hands), (6, 1));
        assert_eq!((told.won, told.lost), (Chips(51), Chips(4)));
        assert_eq!((told.vpip, told.pfr), (of(3, 5), of(2, 5)));
        let games: Vec<_> =
            told.games.iter().map(|game| (&*game.game, game.hands, game.pfr)).collect();
        assert_eq!(games, [("holdem", 4, of(0, 3)), ("badugi", 2, of(2, 2))]);
        // The latest hand was counted first.
        let curve: Vec<_> = told.curve.iter().map(|point| (point.won.0, point.lost.0)).collect();
        assert_eq!(curve, [(30, 0), (50, 0), (50, 2), (50, 4), (51, 4)]);
    }

    #[test]
    fn three_bets_and_showdowns_count_where_they_were_possible() {
        let street = || StreetBegan { street: 1 }.into();
        let raise = |seat, to| acted(seat, Action::RaiseTo(Chips(to)));
        let won = |seat| {
            let share = Share { seat, amount: Chips(40), hand: None };
            PotAwarded { pot: 0, board: 0, half: 0, shares: vec![share] }.into()
        };
        let mut tally = Tally::default();
        for hand in [
            // Raises again, sees the flop, and wins without a showdown.
            hand(
                "holdem",
                120,
                vec![
                    raise(0, 6),
                    raise(1, 18),
                    acted(0, Action::Call),
                    street(),
                    acted(0, Action::Fold),
                    won(1),
                ],
            ),
            // Calls a raise, and wins the showdown.
            hand("holdem", 120, vec![raise(0, 6), acted(1, Action::Call), street(), won(1)]),
            // Raises first and is raised: that is no chance for a third bet.
            hand(
                "holdem",
                80,
                vec![raise(1, 6), raise(0, 18), acted(1, Action::Call), street(), won(0)],
            ),
            // Folds before the flop, and after it.
            hand("holdem", 98, vec![raise(0, 6), acted(1, Action::Fold), street(), won(0)]),
            hand(
                "holdem",
                94,
                vec![
                    acted(0, Action::Call),
                    acted(1, Action::Check),
                    street(),
                    acted(1, Action::Fold),
                    won(0),
                ],
            ),
        ] {
            tally.count(&hand, 1);
        }
        let told = tally.told(false);
        assert_eq!(told.three_bet, of(1, 3));
        assert_eq!(told.went_to_showdown, of(2, 4));
        assert_eq!(told.won_at_showdown, of(1, 2));
        assert_eq!(told.games[0].won_at_showdown, of(1, 2));
    }

    fn of(count: u32, of: u32) -> Frequency {
        Frequency { count, of }
    }
}
