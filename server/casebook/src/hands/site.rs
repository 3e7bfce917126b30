//! Reads hands of poker sites, normalized to one JSON line each.

mod blinds;
mod record;

pub(super) use record::SiteHand;
use record::{Acted, Street};

use super::game::Variant;
use super::holding::{Draw, Holding};
use super::peculiar::Peculiarity;
use super::script::{Blinds, Made, Move, Player, Script};
use super::{Unread, malformed, not_played_here};
use cardroom_cards::{Card, CardSet};
use std::collections::BTreeMap;

/// Reads a hand into a script. `truth` has the final stacks by seat if they come from elsewhere.
pub(super) fn read(
    hand: &SiteHand,
    truth: Option<&BTreeMap<String, u64>>,
) -> Result<Script, Unread> {
    let finals = truth.or(hand.expected.as_ref().map(|expected| &expected.final_stacks));
    let finals = finals.ok_or(Unread::NoResult)?;
    let variant = Variant::of_site(hand.game())
        .ok_or_else(|| not_played_here(format!("the game {}", hand.game)))?;
    let mut peculiar = Vec::new();
    let together = hand.bets_on_two_boards();
    if together {
        peculiar.push(Peculiarity::BoardsTogether);
    }
    let posts = hand.posts(&mut peculiar);
    let order = hand.order(&posts, variant)?;
    if order.blinds == Blinds::SmallFirst {
        peculiar.push(Peculiarity::SmallBlindOffButton);
    }
    let seats: Vec<u64> = order.clockwise.iter().map(|line| line.seat).collect();
    let stakes = hand.stakes(&posts, variant)?;
    let mut players = Vec::with_capacity(order.clockwise.len());
    for line in &order.clockwise {
        let last = finals.get(&line.seat.to_string());
        let last = *last.ok_or_else(|| malformed(format!("no final stack of {}", line.seat)))?;
        let owed = hand.owed(line.seat, &posts, stakes.big_blind.0, &mut peculiar);
        players.push(Player {
            label: format!("seat {}", line.seat),
            stack: line.stack,
            owes_small: owed.small,
            owes_big: owed.big,
            straddles: posts.iter().any(|post| post.seat == line.seat && post.kind == "straddle"),
            holding: hand.holding(line.seat, variant),
            shows: hand.shows(line.seat),
            final_halves: 2 * last,
        });
    }
    let mut script = Script {
        name: format!("{} {}", hand.site, hand.hand_id),
        game: variant.game,
        stakes,
        players,
        blinds: order.blinds,
        dead_button: order.dead_button,
        boards: hand.boards()?,
        together,
        moves: hand.moves(&seats, variant)?,
        rake: hand.summary.rake,
        peculiar,
    };
    forget_doubles(&mut script);
    Ok(script)
}

impl SiteHand {
    /// Returns the game. Courchevel has one name for both of its kinds: it is the split one if the
    /// record distinguishes high and low hands.
    fn game(&self) -> &str {
        match &*self.game {
            "COURCHEVEL" if self.showdown.iter().any(|shown| shown.desc.starts_with("HI:")) => {
                "COURCHEVEL8"
            }
            game => game,
        }
    }

    /// Returns `true` if there was betting after more than one board had begun.
    fn bets_on_two_boards(&self) -> bool {
        let from_second = self.streets.iter().skip_while(|street| street.board() != Some(1));
        from_second.into_iter().any(|street| !street.actions.is_empty())
    }

    /// Returns `true` if the record shows the hand.
    fn shows(&self, seat: u64) -> bool {
        self.showdown.iter().any(|shown| shown.seat == Some(seat) && shown.kind != "muck")
    }

    /// Returns the boards of the summary, or those of the streets if they deal more.
    fn boards(&self) -> Result<Vec<Vec<Card>>, Unread> {
        let cards = |board: &Vec<String>| -> Result<Vec<Card>, Unread> {
            let read = |card: &String| card.parse().map_err(|_| malformed(format!("card {card}")));
            board.iter().map(read).collect()
        };
        let summary: Vec<Vec<Card>> =
            self.summary.boards.iter().map(cards).collect::<Result<_, _>>()?;
        let count = self.streets.iter().filter_map(Street::board).max().map_or(1, |last| last + 1);
        if count <= summary.len() {
            return Ok(summary);
        }
        let mut boards = vec![Vec::new(); count];
        for street in &self.streets {
            let new = cards(&street.board_new)?;
            for (place, board) in boards.iter_mut().enumerate() {
                if street.board().is_none_or(|of| of == place) {
                    board.extend(&new);
                }
            }
        }
        Ok(boards)
    }

    /// Returns the known cards of a player. The last group of a deal has the new cards, after those
    /// held before. Anything that does not parse as a card is unknown.
    fn holding(&self, seat: u64, variant: Variant) -> Holding {
        let read =
            |cards: &[String]| cards.iter().map(|card| card.parse().ok()).collect::<Vec<_>>();
        let mut holding = Holding::default();
        for (index, street) in self.streets.iter().enumerate() {
            let of_seat = street.deals.iter().filter(|dealt| dealt.seat == seat);
            let new: Vec<Option<Card>> =
                of_seat.filter_map(|dealt| dealt.groups.last()).flat_map(|new| read(new)).collect();
            for drew in street.actions.iter().filter(|acted| acted.seat == seat) {
                if drew.kind == "draw" {
                    let mut gave = read(&drew.cards);
                    gave.resize(drew.count.unwrap_or(gave.len()), None);
                    holding.draws.push(Draw { gave, got: new.clone() });
                }
            }
            if variant.is_stud() && index == 0 && new.len() == 1 {
                // Only the door card is open.
                holding.dealt = vec![None, None];
            } else if variant.is_stud() && index > 0 && !new.is_empty() {
                holding.dealt.resize(index + 2, None);
            }
            if holding.draws.is_empty() {
                holding.dealt.extend(new);
            }
        }
        let known = self.known_cards.get(&seat.to_string());
        holding.shown =
            known.map(|cards| read(cards)).unwrap_or_default().into_iter().flatten().collect();
        holding
    }

    fn moves(&self, seats: &[u64], variant: Variant) -> Result<Vec<Move>, Unread> {
        let mut moves = Vec::new();
        // A street that is dealt to several boards counts once.
        let mut names: Vec<&str> = Vec::new();
        let mut all: Vec<(usize, &Acted)> = Vec::new();
        for played in &self.streets {
            let name = played.plain_name();
            let known = names.iter().position(|known| *known == name);
            let street = known.unwrap_or(names.len());
            if known.is_none() {
                names.push(name);
            }
            all.extend(played.actions.iter().map(|acted| (street, acted)));
        }
        for (street, acted) in all {
            let player = seats.iter().position(|seat| *seat == acted.seat);
            if player.is_none() {
                return Err(malformed(format!("{} acts and is not in the hand", acted.seat)));
            }
            let made = match &*acted.kind {
                "fold" => Made::Fold,
                "check" | "call" => Made::CheckOrCall,
                "bet" | "raise" => {
                    let to = acted.to.or(acted.street_total).or(acted.amount);
                    Made::To(to.ok_or_else(|| malformed("a wager without an amount"))?)
                }
                "bring_in" if variant.is_stud() => Made::BringIn,
                "draw" => Made::Draw(acted.count.unwrap_or(acted.cards.len())),
                other => return Err(malformed(format!("action {other}"))),
            };
            moves.push(Move { street, player, made });
        }
        Ok(moves)
    }
}

/// Forgets a card that also lies on a board or in another hand, if no card can come back into play.
fn forget_doubles(script: &mut Script) {
    if script.moves.iter().any(|made| matches!(made.made, Made::Draw(_))) {
        return;
    }
    let mut seen: CardSet = script.boards.iter().flatten().copied().collect();
    for player in &mut script.players {
        for card in player.holding.named() {
            if !seen.insert(card) {
                player.holding.forget(card);
                if !script.peculiar.contains(&Peculiarity::CardTwice) {
                    script.peculiar.push(Peculiarity::CardTwice);
                }
            }
        }
    }
}
