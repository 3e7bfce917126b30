//! Hands in the poker hand history format, which `cardroom-phh` writes.

use crate::calendar::utc;
use crate::course::{Course, Moment, run};
use crate::{LeftOut, NotTold, joined};
use cardroom_cards::Card;
use cardroom_phh::{Action as Phh, Amount, Hand, Limit, Variant};
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::table::{Action, PostKind};

/// Writes one hand in this format.
///
/// # Errors
/// The hand was voided or run out on several boards, or something happened that the format
/// has no action for.
pub fn phh(record: &HandRecord) -> Result<String, NotTold> {
    Ok(phh_hand(record)?.to_string())
}

/// Returns one hand as this format has it, for a caller that adds fields of its own.
///
/// # Errors
/// Fails for the same hands as [`phh`].
pub fn phh_hand(record: &HandRecord) -> Result<Hand, NotTold> {
    let course = Course::of(record)?;
    if course.void.is_some() {
        return Err(NotTold::Void);
    }
    if course.boards > 1 {
        return Err(NotTold::NoWord("several boards"));
    }
    if course.irregular {
        return Err(NotTold::NoWord("what is no exact action"));
    }
    Parts::of(&course)?.hand(&course)
}

/// Writes many hands to one file, and returns those that the format cannot express.
#[must_use]
pub fn phhs(records: &[HandRecord]) -> (String, LeftOut) {
    joined(numbered(records.iter().map(phh)), "\n")
}

/// Numbers the hands of a file that could be written.
pub(crate) fn numbered(
    hands: impl Iterator<Item = Result<String, NotTold>>,
) -> impl Iterator<Item = Result<String, NotTold>> {
    let mut number = 0_usize;
    hands.map(move |hand| {
        let hand = hand?;
        number += 1;
        Ok(format!("[{number}]\n{hand}"))
    })
}

/// The parts of a hand that grow event by event.
struct Parts {
    antes: Vec<i64>,
    blinds: Vec<i64>,
    trims: bool,
    actions: Vec<Phh>,
}

impl Parts {
    fn of(course: &Course<'_>) -> Result<Self, NotTold> {
        let count = course.record.seats.len();
        let game = &course.start.game;
        let each = course.start.bomb_pot || game.ante_kind == AnteKind::Each;
        let mut parts = Self {
            antes: vec![0; count],
            blinds: vec![0; count],
            trims: each || game.ante_kind == AnteKind::None,
            actions: Vec::new(),
        };
        parts.posts(course, each)?;
        parts.course(course)?;
        if count == 2 {
            // Heads-up, the format lists both in reverse.
            parts.antes.reverse();
            parts.blinds.reverse();
        }
        Ok(parts)
    }

    /// Adds the posts that were due, even if a stack did not cover them.
    fn posts(&mut self, course: &Course<'_>, each: bool) -> Result<(), NotTold> {
        let game = &course.start.game;
        let antes = course.moments.iter().filter_map(|moment| match moment {
            Moment::Post { post: PostKind::Ante, amount, .. } => Some(*amount),
            _ => None,
        });
        let most = antes.max().unwrap_or(0);
        let due = if course.start.bomb_pot { most } else { game.ante.0.max(most) };
        if each && most > 0 {
            self.antes.fill(signed(due)?);
        }
        for moment in &course.moments {
            let Moment::Post { seat, post, amount, .. } = moment else { continue };
            let place = course.place(*seat).ok_or(NotTold::NoWord("a post of nobody"))?;
            match post {
                PostKind::Ante if each => {}
                PostKind::Ante => self.antes[place] = signed(due)?,
                PostKind::SmallBlind => self.blinds[place] = signed(game.small_blind.0)?,
                PostKind::BigBlind => self.blinds[place] = signed(game.big_blind.0)?,
                PostKind::Straddle => self.blinds[place] = 2 * signed(game.big_blind.0)?,
                PostKind::EntryBlind => self.blinds[place] = -signed(game.big_blind.0)?,
                PostKind::DeadBlind => {
                    self.antes[place] += signed(*amount)?;
                    // Or a reader returns what is above the antes of the others.
                    self.trims = false;
                }
            }
        }
        Ok(())
    }

    fn course(&mut self, course: &Course<'_>) -> Result<(), NotTold> {
        let contested = course.is_contested();
        // A deal gives cards to one player after the other. A draw gives them once every player has
        // discarded.
        let mut coming: Vec<Vec<Option<Card>>> = vec![Vec::new(); self.antes.len()];
        for moment in &course.moments {
            let place = |seat: u8| course.place(seat).ok_or(NotTold::NoWord("a move of nobody"));
            match moment {
                Moment::Dealt { seat, cards, .. } | Moment::Got { seat, cards } => {
                    coming[place(*seat)?].extend(cards);
                    continue;
                }
                Moment::Gave { .. } => {}
                _ => self.deal(&mut coming),
            }
            let action = match moment {
                Moment::Board { cards, .. } => Phh::DealBoard(cards.to_vec()),
                Moment::Act { seat, action, to, .. } => {
                    let place = place(*seat)?;
                    match action {
                        Action::Fold => Phh::Fold(place),
                        Action::Check | Action::Call => Phh::CheckOrCall(place),
                        Action::Bet(_) | Action::RaiseTo(_) => Phh::RaiseTo(place, amount_of(*to)?),
                        Action::BringIn => Phh::BringIn(place),
                    }
                }
                Moment::Gave { seat, cards } => {
                    Phh::Discard { place: place(*seat)?, cards: cards.clone() }
                }
                // For the format, a hand that everyone else folded is over.
                Moment::Shows { seat, cards } if contested => {
                    let cards = cards.iter().copied().map(Some).collect();
                    Phh::Show { place: place(*seat)?, cards }
                }
                Moment::Mucks { seat } if contested => {
                    Phh::Show { place: place(*seat)?, cards: Vec::new() }
                }
                _ => continue,
            };
            self.actions.push(action);
        }
        Ok(())
    }

    fn deal(&mut self, coming: &mut [Vec<Option<Card>>]) {
        for (place, cards) in coming.iter_mut().enumerate() {
            if !cards.is_empty() {
                self.actions.push(Phh::DealHole { place, cards: std::mem::take(cards) });
            }
        }
    }

    fn hand(self, course: &Course<'_>) -> Result<Hand, NotTold> {
        let (record, game) = (course.record, &course.start.game);
        let limit = match game.betting {
            Betting::FixedLimit => Limit::Fixed,
            Betting::NoLimit => Limit::No,
            Betting::PotLimit => Limit::Pot,
        };
        let (bet, has_bets) = (amount_of(game.big_blind.0)?, limit == Limit::Fixed);
        let bring_in = (game.bring_in.0 > 0).then(|| amount_of(game.bring_in.0)).transpose()?;
        let seats = record.seats.iter();
        let starting_stacks = seats.clone().map(|seat| amount_of(seat.began_with.0));
        let finishing_stacks = seats.clone().map(|seat| amount_of(seat.ended_with.0));
        let date = utc(record.began_at);
        let viewer = record.viewer.and_then(|viewer| course.place(viewer));
        let nobody_posts = course.start.small_blind.is_none() && course.start.big_blind.is_some();
        let small_blind = Some(game.small_blind.0).filter(|small| nobody_posts && *small > 0);
        let put_right = course.put_right.iter().map(ToString::to_string);
        // For the format a hand is over before anybody shows without need.
        let shown = course.shown_after().filter_map(|(seat, cards)| {
            let cards: Vec<_> = cards.iter().copied().map(Some).collect();
            Some(format!("p{} {}", course.place(seat)? + 1, run(&cards)))
        });
        Ok(Hand {
            variant: Variant { game: &game.id, limit }.name(),
            ante_trimming_status: Some(self.trims),
            antes: amounts(self.antes),
            bring_in,
            blinds_or_straddles: bring_in.is_none().then(|| amounts(self.blinds)),
            small_bet: has_bets.then_some(bet),
            big_bet: has_bets
                .then(|| signed(game.big_blind.0))
                .transpose()?
                .map(|bet| (2 * bet).into()),
            min_bet: (!has_bets).then_some(bet),
            starting_stacks: starting_stacks.collect::<Result<_, _>>()?,
            actions: self.actions,
            day: Some(date.day().into()),
            month: Some(date.month().into()),
            year: Some(date.year().into()),
            time: date.time().to_string().parse().ok(),
            time_zone: Some("UTC".to_owned()),
            hand: Some(record.hand.0),
            table: Some(record.table_name.clone()),
            seats: Some(seats.clone().map(|seat| seat.seat + 1).collect()),
            seat_count: Some(record.table_seats),
            players: Some(seats.map(|seat| seat.name.clone()).collect()),
            finishing_stacks: Some(finishing_stacks.collect::<Result<_, _>>()?),
            viewer: viewer.map(|place| place + 1),
            rake: (course.rake > 0).then(|| amount_of(course.rake)).transpose()?,
            small_blind: small_blind.map(amount_of).transpose()?,
            put_right: Some(put_right.collect()).filter(|rules: &Vec<_>| !rules.is_empty()),
            shown_after: Some(shown.collect()).filter(|shown: &Vec<_>| !shown.is_empty()),
            rulebook: Some(record.rulebook.clone()),
            deal: None,
            seating: None,
            session: None,
        })
    }
}

fn amounts(chips: Vec<i64>) -> Vec<Amount> {
    chips.into_iter().map(Amount::from).collect()
}

fn amount_of(chips: u64) -> Result<Amount, NotTold> {
    signed(chips).map(Amount::from)
}

fn signed(amount: u64) -> Result<i64, NotTold> {
    i64::try_from(amount).map_err(|_| NotTold::NoWord("so many chips"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::game::{Deck, Game};
    use cardroom_protocol::history::{RecordedSeat, RecordedStep};
    use cardroom_protocol::items::Items;
    use cardroom_protocol::table::{HandStarted, Posted, TableEvent};
    use cardroom_protocol::{Chips, HandNo, TableId, TimeMs};

    /// Returns the beginning of a hand of four, in which every player antes 2.
    fn begun(others: &[(u8, PostKind, u64)]) -> HandRecord {
        let game = Game {
            id: "holdem".to_owned(),
            name: "Texas hold'em".to_owned(),
            betting: Betting::NoLimit,
            small_blind: Chips(5),
            big_blind: Chips(10),
            bring_in: Chips(0),
            ante: Chips(2),
            ante_kind: AnteKind::Each,
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
            button: 3,
            small_blind: Some(0),
            big_blind: Some(1),
            dealt: vec![0, 1, 2, 3],
        };
        let antes = (0..4).map(|seat| (seat, PostKind::Ante, 2));
        let posts = antes.chain(others.iter().copied());
        let posts = posts.map(|(seat, post, amount)| {
            TableEvent::from(Posted { seat, post, amount: Chips(amount) })
        });
        let seats = (0..4).map(|seat| RecordedSeat {
            seat,
            name: format!("player {seat}"),
            bot: false,
            began_with: Chips(200),
            ended_with: Chips(200),
        });
        let events = [TableEvent::from(start)].into_iter().chain(posts).collect();
        HandRecord {
            table: TableId(1),
            hand: HandNo(1),
            table_name: "Sirius".to_owned(),
            table_seats: 6,
            tournament: None,
            rulebook: "online".to_owned(),
            hybrid: false,
            began_at: TimeMs(0),
            ended_at: TimeMs(1),
            seats: seats.collect(),
            steps: vec![RecordedStep { after_ms: 0, events: Items(events) }],
            cards: Vec::new(),
            viewer: None,
            event: None,
        }
    }

    #[test]
    fn a_dead_blind_is_listed_with_the_antes_and_not_trimmed() {
        let blinds = [(0, PostKind::SmallBlind, 5), (1, PostKind::BigBlind, 10)];
        let text = phh(&begun(&blinds)).unwrap();
        assert!(text.contains("ante_trimming_status = true\nantes = [2, 2, 2, 2]\n"), "{text}");
        let newcomer = [(2, PostKind::EntryBlind, 10), (2, PostKind::DeadBlind, 5)];
        let text = phh(&begun(&[blinds, newcomer].concat())).unwrap();
        assert!(text.contains("ante_trimming_status = false\nantes = [2, 2, 7, 2]\n"), "{text}");
        assert!(text.contains("blinds_or_straddles = [5, 10, -10, 0]\n"), "{text}");
    }
}
