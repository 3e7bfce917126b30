//! The text format of PokerStars, for trackers that read nothing else. It covers the games that
//! have a name there, on one board.

use crate::NotTold;
use crate::calendar::slashed;
use crate::course::{Course, Moment, spaced};
use cardroom_cards::Card;
use cardroom_protocol::game::{Betting, Game};
use cardroom_protocol::history::{HandRecord, RecordedSeat};
use cardroom_protocol::table::{Action, PostKind};
use std::collections::BTreeMap;

/// Writes one hand in this format.
///
/// # Errors
/// The hand was voided, or the format cannot express the game or something that happened.
pub fn pokerstars(record: &HandRecord) -> Result<String, NotTold> {
    let course = Course::of(record)?;
    if course.void.is_some() {
        return Err(NotTold::Void);
    }
    if course.boards > 1 || course.irregular || !course.put_right.is_empty() {
        return Err(NotTold::NoWord("what happened"));
    }
    let mut writer = Writer {
        course: &course,
        lines: Vec::new(),
        board: Vec::new(),
        up: BTreeMap::new(),
        held: BTreeMap::new(),
        won: BTreeMap::new(),
        shown: BTreeMap::new(),
        in_showdown: false,
        is_dealt: false,
    };
    writer.head()?;
    for moment in &course.moments {
        writer.moment(moment)?;
    }
    writer.summary();
    Ok(writer.lines.join("\n") + "\n\n")
}

fn game_name(game: &Game) -> Result<String, NotTold> {
    let name = match &*game.id {
        "holdem" => "Hold'em",
        "short-deck" => "6+ Hold'em",
        "omaha" => "Omaha",
        "omaha8" => "Omaha Hi/Lo",
        "omaha5" => "5 Card Omaha",
        "omaha8-5" => "5 Card Omaha Hi/Lo",
        "omaha6" => "6 Card Omaha",
        "courchevel" => "Courchevel",
        "courchevel8" => "Courchevel Hi/Lo",
        "stud" => "7 Card Stud",
        "stud8" => "7 Card Stud Hi/Lo",
        "razz" => "Razz",
        "five-card-draw" => "5 Card Draw",
        "deuce-seven-single" => "Single Draw 2-7 Lowball",
        "deuce-seven-triple" => "Triple Draw 2-7 Lowball",
        "badugi" => "Badugi",
        _ => return Err(NotTold::NoWord("the game")),
    };
    let betting = match game.betting {
        Betting::NoLimit => "No Limit",
        Betting::PotLimit => "Pot Limit",
        Betting::FixedLimit => "Limit",
    };
    Ok(format!("{name} {betting}"))
}

struct Writer<'a> {
    course: &'a Course<'a>,
    lines: Vec<String>,
    board: Vec<Card>,
    /// The face-up cards of each player.
    up: BTreeMap<u8, Vec<Card>>,
    /// The viewer's cards in their order.
    held: BTreeMap<u8, Vec<Card>>,
    won: BTreeMap<u8, u64>,
    shown: BTreeMap<u8, &'a [Card]>,
    in_showdown: bool,
    is_dealt: bool,
}

impl<'a> Writer<'a> {
    fn push(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn name(&self, seat: u8) -> &'a str {
        self.course.name(seat)
    }

    fn head(&mut self) -> Result<(), NotTold> {
        let record: &HandRecord = self.course.record;
        let game = &self.course.start.game;
        let date = slashed(record.began_at);
        let (small, big) = match game.betting {
            // Limit games are named by their bets.
            Betting::FixedLimit => (game.big_blind.0, 2 * game.big_blind.0),
            _ => (game.small_blind.0, game.big_blind.0),
        };
        let game = game_name(game)?;
        let number = 1_000_000_000 * record.table.0 + record.hand.0;
        let head = match record.tournament {
            None => format!("PokerStars Hand #{number}:  {game} ({small}/{big}) - {date}"),
            Some(tournament) => format!(
                "PokerStars Hand #{number}: Tournament #{tournament}, Freeroll  {game} - Level I \
                 ({small}/{big}) - {date}"
            ),
        };
        self.push(head);
        self.push(format!(
            "Table '{}' {}-max Seat #{} is the button",
            record.table_name,
            record.table_seats,
            self.course.start.button + 1
        ));
        let mut seats: Vec<&RecordedSeat> = record.seats.iter().collect();
        seats.sort_by_key(|seat| seat.seat);
        for seat in seats {
            let (number, name, stack) = (seat.seat + 1, &seat.name, seat.began_with);
            self.push(format!("Seat {number}: {name} ({stack} in chips)"));
        }
        Ok(())
    }

    fn moment(&mut self, moment: &Moment<'a>) -> Result<(), NotTold> {
        match moment {
            Moment::Post { seat, post, amount, all_in } => {
                let post = match post {
                    PostKind::Ante => "the ante",
                    PostKind::SmallBlind => "small blind",
                    PostKind::BigBlind | PostKind::EntryBlind => "big blind",
                    PostKind::DeadBlind => "small & big blinds",
                    PostKind::Straddle => "straddle",
                };
                let end = all_in_end(*all_in);
                self.push(format!("{}: posts {post} {amount}{end}", self.name(*seat)));
            }
            Moment::Street(street) => self.street(*street),
            Moment::Dealt { seat, cards, up } => self.dealt(*seat, cards, *up),
            Moment::Board { cards, .. } => self.board(cards),
            Moment::Act { .. } => self.act(moment),
            Moment::Gave { seat, cards } => {
                let name = self.name(*seat);
                let known: Vec<Card> = cards.iter().flatten().copied().collect();
                let held = self.held.entry(*seat).or_default();
                held.retain(|card| !known.contains(card));
                let line = match (cards.len(), known.is_empty()) {
                    (0, _) => format!("{name}: stands pat"),
                    (1, true) => format!("{name}: discards 1 card"),
                    (count, true) => format!("{name}: discards {count} cards"),
                    (1, false) => format!("{name}: discards 1 card [{}]", spaced(&known)),
                    (count, false) => {
                        format!("{name}: discards {count} cards [{}]", spaced(&known))
                    }
                };
                self.push(line);
            }
            Moment::Got { seat, cards } => {
                let known: Vec<Card> = cards.iter().flatten().copied().collect();
                if !known.is_empty() {
                    let name = self.name(*seat);
                    let held = self.held.entry(*seat).or_default();
                    let before = spaced(held);
                    held.extend(&known);
                    self.push(format!("Dealt to {name} [{before}] [{}]", spaced(&known)));
                }
            }
            Moment::Returned { seat, amount } => {
                self.push(format!("Uncalled bet ({amount}) returned to {}", self.name(*seat)));
            }
            Moment::Shows { seat, cards } => {
                self.showdown();
                self.shown.insert(*seat, cards);
                self.push(format!("{}: shows [{}]", self.name(*seat), spaced(cards)));
            }
            // The format has no such line for a hand that was given up.
            Moment::ShowsAfter { seat, .. } if self.has_given_up(*seat) => {}
            Moment::ShowsAfter { seat, cards } => {
                self.push(format!("{}: shows [{}]", self.name(*seat), spaced(cards)));
            }
            Moment::Mucks { seat } if self.course.is_contested() => {
                self.showdown();
                self.push(format!("{}: mucks hand", self.name(*seat)));
            }
            Moment::Mucks { seat } => {
                self.push(format!("{}: doesn't show hand", self.name(*seat)));
            }
            Moment::Wins { seat, pot, amount, .. } => {
                *self.won.entry(*seat).or_default() += amount;
                let pot = if *pot == 0 { "pot".to_owned() } else { format!("side pot-{pot}") };
                self.push(format!("{} collected {amount} from {pot}", self.name(*seat)));
            }
            Moment::Boards(_) => return Err(NotTold::NoWord("several boards")),
            Moment::Rake { .. } | Moment::Reawarded { .. } => {}
        }
        Ok(())
    }

    /// Returns `true` if the player folded or mucked.
    fn has_given_up(&self, seat: u8) -> bool {
        let mucks = Moment::Mucks { seat };
        self.course.folded.contains(&seat) || self.course.moments.contains(&mucks)
    }

    fn act(&mut self, moment: &Moment<'a>) {
        let Moment::Act { seat, action, added, to, raised_by, all_in } = moment else { return };
        let done = match action {
            Action::Fold => "folds".to_owned(),
            Action::Check => "checks".to_owned(),
            Action::Call => format!("calls {added}"),
            Action::Bet(_) => format!("bets {added}"),
            Action::RaiseTo(_) => format!("raises {raised_by} to {to}"),
            Action::BringIn => format!("brings in for {added}"),
        };
        let end = all_in_end(*all_in);
        self.push(format!("{}: {done}{end}", self.name(*seat)));
    }

    fn street(&mut self, street: u8) {
        let game = &self.course.start.game;
        if game.board_cards > 0 {
            // The street is named when its cards come.
            return;
        }
        let name = match (game.bring_in.0 > 0, street) {
            (true, 1) => "4th STREET",
            (true, 2) => "5th STREET",
            (true, 3) => "6th STREET",
            (true, _) => "RIVER",
            (false, 1) if game.draws == 1 => "DRAW",
            (false, 1) => "FIRST DRAW",
            (false, 2) => "SECOND DRAW",
            (false, _) => "THIRD DRAW",
        };
        self.push(format!("*** {name} ***"));
    }

    fn board(&mut self, cards: &[Card]) {
        let before = spaced(&self.board);
        self.board.extend(cards);
        let line = match (self.board.len(), before.is_empty()) {
            (3, true) => format!("*** FLOP *** [{}]", spaced(cards)),
            (4, false) => format!("*** TURN *** [{before}] [{}]", spaced(cards)),
            (5, false) => format!("*** RIVER *** [{before}] [{}]", spaced(cards)),
            (_, true) => format!("*** BOARD *** [{}]", spaced(cards)),
            _ => format!("*** BOARD *** [{before}] [{}]", spaced(cards)),
        };
        self.push(line);
    }

    fn dealt(&mut self, seat: u8, cards: &[Option<Card>], up: usize) {
        if !self.is_dealt {
            self.is_dealt = true;
            let stud = self.course.start.game.bring_in.0 > 0;
            let draws = self.course.start.game.draws > 0;
            self.push(match (stud, draws) {
                (true, _) => "*** 3rd STREET ***",
                (_, true) => "*** DEALING HANDS ***",
                _ => "*** HOLE CARDS ***",
            });
        }
        let known: Vec<Card> = cards.iter().flatten().copied().collect();
        if known.is_empty() {
            return;
        }
        let own = self.course.record.cards_of(seat).is_some();
        let open = self.up.entry(seat).or_default();
        let before = if own { self.held.entry(seat).or_default() } else { open };
        let lay = if before.is_empty() { String::new() } else { format!(" [{}]", spaced(before)) };
        before.extend(&known);
        debug_assert!(up <= cards.len(), "the open cards are among them");
        self.push(format!("Dealt to {}{lay} [{}]", self.name(seat), spaced(&known)));
    }

    fn showdown(&mut self) {
        if !self.in_showdown {
            self.in_showdown = true;
            self.push("*** SHOW DOWN ***");
        }
    }

    fn summary(&mut self) {
        let rake = self.course.rake;
        let pot = rake + self.won.values().sum::<u64>();
        self.push("*** SUMMARY ***");
        self.push(format!("Total pot {pot} | Rake {rake}"));
        if !self.board.is_empty() {
            self.push(format!("Board [{}]", spaced(&self.board)));
        }
        let mut seats: Vec<&RecordedSeat> = self.course.record.seats.iter().collect();
        seats.sort_by_key(|seat| seat.seat);
        for seat in seats {
            let number = seat.seat;
            let start = self.course.start;
            let position = match number {
                number if number == start.button => " (button)",
                number if start.small_blind == Some(number) => " (small blind)",
                number if start.big_blind == Some(number) => " (big blind)",
                _ => "",
            };
            let won = self.won.get(&number).copied().unwrap_or(0);
            let end = match (self.shown.get(&number), won) {
                (Some(cards), 0) => format!("showed [{}] and lost", spaced(cards)),
                (Some(cards), won) => format!("showed [{}] and won ({won})", spaced(cards)),
                (None, 0) if self.course.folded.contains(&number) => "folded".to_owned(),
                (None, 0) => "mucked".to_owned(),
                (None, won) => format!("collected ({won})"),
            };
            self.push(format!("Seat {}: {}{position} {end}", number + 1, seat.name));
        }
    }
}

fn all_in_end(all_in: bool) -> &'static str {
    if all_in { " and is all-in" } else { "" }
}
