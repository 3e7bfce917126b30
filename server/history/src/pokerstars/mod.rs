//! The text format of PokerStars, for trackers that read nothing else. It covers the games that
//! have a name there, on one board or two.
//!
//! Only the viewer's cards are dealt face up. Every other hand appears where it was shown.

mod head;
mod names;
mod summary;

use crate::NotTold;
use crate::course::{Course, Moment, spaced};
use crate::order::Ordered;
use cardroom_cards::Card;
use cardroom_protocol::history::HandRecord;
use cardroom_protocol::table::{Action, PostKind};
use std::collections::{BTreeMap, BTreeSet};

/// Writes one hand in this format.
///
/// # Errors
/// The hand was voided, or the format cannot express the game or something that happened.
pub fn pokerstars(record: &HandRecord) -> Result<String, NotTold> {
    let course = Course::of(record)?;
    if course.void.is_some() {
        return Err(NotTold::Void);
    }
    if course.irregular {
        return Err(NotTold::NoWord("what is no exact action"));
    }
    if !course.put_right.is_empty() {
        return Err(NotTold::NoWord("a corrected deal"));
    }
    if course.boards > 2 {
        return Err(NotTold::NoWord("more than two boards"));
    }
    let ordered = Ordered::of(&course);
    let mut writer = Writer::new(&course, head::lines(&course)?);
    for moment in &ordered.play {
        writer.play(moment);
    }
    writer.deal();
    if course.is_contested() {
        for board in 0..course.boards {
            writer.showdown(board, &ordered);
        }
    } else {
        writer.wins(None, &ordered);
        ordered.showdown.iter().for_each(|moment| writer.show_or_muck(moment, 0));
    }
    ordered.after.iter().for_each(|moment| writer.show_or_muck(moment, 0));
    summary::add(&mut writer);
    Ok(writer.lines.join("\n") + "\n\n")
}

/// Cards on their way to a player, until every player of the street has them.
struct Coming {
    seat: u8,
    cards: Vec<Card>,
    /// How many of the last cards are face up.
    up: usize,
}

struct Writer<'c, 'a> {
    course: &'c Course<'a>,
    lines: Vec<String>,
    /// The community cards of each board.
    boards: Vec<Vec<Card>>,
    /// The cards that each player has face up.
    up: BTreeMap<u8, Vec<Card>>,
    /// The viewer's cards in their order.
    held: Vec<Card>,
    /// How many cards each player was dealt, outside of draws.
    dealt: BTreeMap<u8, usize>,
    coming: Vec<Coming>,
    is_dealt: bool,
    street: u8,
    /// The street on which each player folded.
    folded_on: BTreeMap<u8, u8>,
    /// The players who put chips in other than an ante.
    has_bet: BTreeSet<u8>,
    /// The chips that each player won on each board.
    won: BTreeMap<(u8, u8), u64>,
    shown: BTreeMap<u8, &'a [Card]>,
}

impl<'c, 'a> Writer<'c, 'a> {
    fn new(course: &'c Course<'a>, lines: Vec<String>) -> Self {
        Self {
            course,
            lines,
            boards: vec![Vec::new()],
            up: BTreeMap::new(),
            held: Vec::new(),
            dealt: BTreeMap::new(),
            coming: Vec::new(),
            is_dealt: false,
            street: 0,
            folded_on: BTreeMap::new(),
            has_bet: BTreeSet::new(),
            won: BTreeMap::new(),
            shown: BTreeMap::new(),
        }
    }

    fn push(&mut self, line: impl Into<String>) {
        self.lines.push(line.into());
    }

    fn name(&self, seat: u8) -> &'a str {
        self.course.name(seat)
    }

    fn is_viewer(&self, seat: u8) -> bool {
        self.course.record.viewer == Some(seat)
    }

    fn is_stud(&self) -> bool {
        self.course.start.game.bring_in.0 > 0
    }

    /// Adds a moment before the showdown.
    fn play(&mut self, moment: &Moment<'a>) {
        if !matches!(moment, Moment::Dealt { .. }) {
            self.deal();
        }
        match moment {
            Moment::Post { seat, post, amount, all_in } => {
                self.post(*seat, *post, *amount, *all_in);
            }
            Moment::Street(street) => {
                self.street = *street;
                self.street_line(*street);
            }
            Moment::Dealt { seat, cards, up } => self.comes(*seat, cards, *up),
            Moment::Board { board, cards } => self.board(*board, cards),
            Moment::Act { .. } => self.act(moment),
            Moment::Gave { seat, cards } => self.gave(*seat, cards),
            Moment::Got { seat, cards } => self.got(*seat, cards),
            Moment::Returned { seat, amount } => {
                self.push(format!("Uncalled bet ({amount}) returned to {}", self.name(*seat)));
            }
            Moment::Boards(boards) => {
                let common = self.boards.first().cloned().unwrap_or_default();
                self.boards.resize(usize::from((*boards).max(1)), common);
            }
            Moment::Shows { .. }
            | Moment::ShowsAfter { .. }
            | Moment::Mucks { .. }
            | Moment::Rake { .. }
            | Moment::Reawarded { .. }
            | Moment::Wins { .. } => {}
        }
    }

    fn post(&mut self, seat: u8, post: PostKind, amount: u64, all_in: bool) {
        let of_seat = |wanted: &dyn Fn(PostKind) -> bool| {
            self.course.moments.iter().find_map(|moment| match moment {
                Moment::Post { seat: of, post, amount, all_in } if *of == seat && wanted(*post) => {
                    Some((*amount, *all_in))
                }
                _ => None,
            })
        };
        let is_dead = |post: PostKind| post == PostKind::DeadBlind;
        let is_live = |post| matches!(post, PostKind::EntryBlind | PostKind::BigBlind);
        let (dead, live) = (of_seat(&is_dead), of_seat(&is_live));
        if post != PostKind::Ante {
            self.has_bet.insert(seat);
        }
        let name = self.name(seat);
        let (what, amount, all_in) = match (post, dead) {
            (PostKind::Ante, _) => ("the ante", amount, all_in),
            (PostKind::SmallBlind, _) => ("small blind", amount, all_in),
            (PostKind::Straddle, _) => ("straddle", amount, all_in),
            // A player who owes both blinds posts them as one.
            (PostKind::BigBlind | PostKind::EntryBlind, Some((dead, dead_all_in))) => {
                ("small & big blinds", amount + dead, all_in || dead_all_in)
            }
            (PostKind::BigBlind | PostKind::EntryBlind, None) => ("big blind", amount, all_in),
            (PostKind::DeadBlind, _) if live.is_some() => return,
            (PostKind::DeadBlind, _) => ("small blind", amount, all_in),
        };
        self.push(format!("{name}: posts {what} {amount}{}", all_in_end(all_in)));
    }

    fn act(&mut self, moment: &Moment<'a>) {
        let Moment::Act { seat, action, added, to, raised_by, all_in } = moment else { return };
        let done = match action {
            Action::Fold => "folds".to_owned(),
            Action::Check => "checks".to_owned(),
            Action::Call => format!("calls {added}"),
            // A completion of the bring-in raises it.
            Action::RaiseTo(_) | Action::Bet(_) if raised_by < to => {
                format!("raises {raised_by} to {to}")
            }
            Action::RaiseTo(_) | Action::Bet(_) => format!("bets {added}"),
            Action::BringIn => format!("brings in for {added}"),
        };
        if *action == Action::Fold {
            self.folded_on.insert(*seat, self.street);
        } else if *added > 0 {
            self.has_bet.insert(*seat);
        }
        self.push(format!("{}: {done}{}", self.name(*seat), all_in_end(*all_in)));
    }

    /// Adds the line of a street that deals no board. Otherwise the board names it.
    fn street_line(&mut self, street: u8) {
        let game = &self.course.start.game;
        if game.board_cards > 0 {
            return;
        }
        let name = match (self.is_stud(), street) {
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

    fn board(&mut self, number: u8, cards: &[Card]) {
        let is_stud = self.is_stud();
        let turn = match (self.course.boards, number) {
            // Before the players agreed, there is one board.
            (2, _) if self.boards.len() < 2 => "",
            (2, 0) => "FIRST ",
            (2, _) => "SECOND ",
            _ => "",
        };
        let Some(board) = self.boards.get_mut(usize::from(number)) else { return };
        let before = spaced(board);
        board.extend(cards);
        let (new, all) = (spaced(cards), spaced(board));
        let line = match (board.len(), before.is_empty()) {
            // The last card of stud, if the deck does not have one for each player.
            (1, true) if is_stud => format!("*** RIVER *** [{new}]"),
            (1, true) => format!("*** PRE-FLOP *** [{new}]"),
            (3, true) => format!("*** {turn}FLOP *** [{new}]"),
            (3, false) if turn.is_empty() => format!("*** FLOP *** [{before}] [{new}]"),
            (3, false) => format!("*** {turn}FLOP *** [{all}]"),
            (4, _) => format!("*** {turn}TURN *** [{before}] [{new}]"),
            _ => format!("*** {turn}RIVER *** [{before}] [{new}]"),
        };
        if is_stud && self.lines.last().is_some_and(|last| last == "*** RIVER ***") {
            self.lines.pop();
        }
        self.push(line);
    }

    /// Notes cards that come to a player.
    fn comes(&mut self, seat: u8, cards: &[Option<Card>], up: usize) {
        *self.dealt.entry(seat).or_default() += cards.len();
        let known: Vec<Card> = if self.is_viewer(seat) {
            cards.iter().flatten().copied().collect()
        } else {
            cards.iter().skip(cards.len() - up).flatten().copied().collect()
        };
        match self.coming.iter_mut().find(|coming| coming.seat == seat) {
            Some(coming) => {
                coming.cards.extend(known);
                coming.up += up;
            }
            None => self.coming.push(Coming { seat, cards: known, up }),
        }
    }

    /// Adds what the players were dealt on a street: the viewer's cards and the cards face up.
    fn deal(&mut self) {
        if self.coming.is_empty() {
            return;
        }
        if !self.is_dealt {
            self.is_dealt = true;
            let draws = self.course.start.game.draws > 0;
            self.push(match (self.is_stud(), draws) {
                (true, _) => "*** 3rd STREET ***",
                (_, true) => "*** DEALING HANDS ***",
                _ => "*** HOLE CARDS ***",
            });
        }
        for Coming { seat, cards, .. } in std::mem::take(&mut self.coming) {
            if cards.is_empty() {
                continue;
            }
            let is_viewer = self.is_viewer(seat);
            let before = if is_viewer { &mut self.held } else { self.up.entry(seat).or_default() };
            let lay = lay(before);
            before.extend(&cards);
            self.push(format!("Dealt to {}{lay} [{}]", self.name(seat), spaced(&cards)));
        }
    }

    fn gave(&mut self, seat: u8, cards: &[Option<Card>]) {
        let name = self.name(seat);
        let known: Vec<Card> = match self.is_viewer(seat) {
            true => cards.iter().flatten().copied().collect(),
            false => Vec::new(),
        };
        self.held.retain(|card| !known.contains(card));
        let all = if known.is_empty() { String::new() } else { format!(" [{}]", spaced(&known)) };
        self.push(match cards.len() {
            0 => format!("{name}: stands pat"),
            1 => format!("{name}: discards 1 card{all}"),
            count => format!("{name}: discards {count} cards{all}"),
        });
    }

    fn got(&mut self, seat: u8, cards: &[Option<Card>]) {
        if !self.is_viewer(seat) {
            return;
        }
        let known: Vec<Card> = cards.iter().flatten().copied().collect();
        if known.is_empty() {
            return;
        }
        let lay = lay(&self.held);
        self.held.extend(&known);
        self.push(format!("Dealt to {}{lay} [{}]", self.name(seat), spaced(&known)));
    }

    /// Adds the showdown of one board.
    fn showdown(&mut self, board: u8, ordered: &Ordered<'c, 'a>) {
        let turn = match (self.course.boards, board) {
            (2, 0) => "FIRST ",
            (2, _) => "SECOND ",
            _ => "",
        };
        if !ordered.showdown.is_empty() {
            self.push(format!("*** {turn}SHOW DOWN ***"));
        }
        ordered.showdown.iter().for_each(|moment| self.show_or_muck(moment, board));
        self.wins(Some(board), ordered);
    }

    /// Adds what players show or muck.
    fn show_or_muck(&mut self, moment: &Moment<'a>, board: u8) {
        match moment {
            Moment::Shows { seat, cards } => {
                self.shown.insert(*seat, cards);
                self.shows(*seat, cards, board);
            }
            // The format has no such line for a hand that was given up.
            Moment::ShowsAfter { seat, .. } if self.has_given_up(*seat) => {}
            Moment::ShowsAfter { seat, cards } => self.shows(*seat, cards, board),
            Moment::Mucks { seat } if self.course.is_contested() => {
                self.push(format!("{}: mucks hand", self.name(*seat)));
            }
            Moment::Mucks { seat } => {
                self.push(format!("{}: doesn't show hand", self.name(*seat)));
            }
            _ => {}
        }
    }

    fn shows(&mut self, seat: u8, cards: &[Card], board: u8) {
        let hand = self.hand_name(seat, cards, board);
        let hand = hand.map_or_else(String::new, |hand| format!(" ({hand})"));
        self.push(format!("{}: shows [{}]{hand}", self.name(seat), spaced(cards)));
    }

    /// Returns the name of a player's hand on a board. A part of a hand has none.
    fn hand_name(&self, seat: u8, cards: &[Card], board: u8) -> Option<String> {
        let dealt = self.dealt.get(&seat).copied().unwrap_or_default();
        if cards.len() < dealt {
            return None;
        }
        let board = self.boards.get(usize::from(board))?;
        names::of_hand(&self.course.start.game, cards, board)
    }

    /// Returns `true` if the player folded or mucked.
    fn has_given_up(&self, seat: u8) -> bool {
        let mucks = Moment::Mucks { seat };
        self.course.folded.contains(&seat) || self.course.moments.contains(&mucks)
    }

    /// Adds what the players won: on one board, or on all.
    fn wins(&mut self, wanted: Option<u8>, ordered: &Ordered<'c, 'a>) {
        let side_pots = self.side_pots();
        for moment in &ordered.wins {
            let Moment::Wins { seat, pot, board, amount, .. } = moment else { continue };
            if wanted.is_some_and(|wanted| wanted != *board) {
                continue;
            }
            *self.won.entry((*seat, *board)).or_default() += amount;
            let pot = match (*pot, side_pots) {
                (_, 0) => "pot".to_owned(),
                (0, _) => "main pot".to_owned(),
                (_, 1) => "side pot".to_owned(),
                (pot, _) => format!("side pot-{pot}"),
            };
            self.push(format!("{} collected {amount} from {pot}", self.name(*seat)));
        }
    }

    /// Returns how many side pots there are.
    fn side_pots(&self) -> u8 {
        let pots = self.course.moments.iter().filter_map(|moment| match moment {
            Moment::Wins { pot, .. } | Moment::Rake { pot, .. } => Some(*pot),
            _ => None,
        });
        pots.max().unwrap_or(0)
    }
}

/// Writes the cards that lie in front of a player before new ones come.
fn lay(cards: &[Card]) -> String {
    if cards.is_empty() { String::new() } else { format!(" [{}]", spaced(cards)) }
}

fn all_in_end(all_in: bool) -> &'static str {
    if all_in { " and is all-in" } else { "" }
}
