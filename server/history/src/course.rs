//! The course of a hand: its events in the order that formats use, with the visible cards at the
//! points where they were dealt. Every writer reads a hand from here.

use crate::NotTold;
use cardroom_cards::Card;
use cardroom_protocol::history::{HandRecord, RecordedCards, RecordedSeat};
use cardroom_protocol::hybrid::{DealRemedy, DealRuled, FloorOrdered, TableCommand};
use cardroom_protocol::table::{Action, HandStarted, PostKind, TableEvent};
use std::collections::{BTreeMap, BTreeSet};

/// A hand in the form that formats need.
pub(crate) struct Course<'a> {
    pub(crate) record: &'a HandRecord,
    pub(crate) start: &'a HandStarted,
    pub(crate) moments: Vec<Moment<'a>>,
    /// The number of boards it was run out on.
    pub(crate) boards: u8,
    pub(crate) rake: u64,
    /// The seats that folded or whose hands were killed.
    pub(crate) folded: BTreeSet<u8>,
    /// Something happened that formats cannot express as actions, such as a killed hand
    /// or a corrected wager.
    pub(crate) irregular: bool,
    /// The rules behind corrections of errors. The moments show the hand after the corrections.
    pub(crate) put_right: Vec<&'a str>,
    /// The reason if the hand was voided.
    pub(crate) void: Option<&'a str>,
}

/// One thing that happens in a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Moment<'a> {
    Post {
        seat: u8,
        post: PostKind,
        amount: u64,
        all_in: bool,
    },
    /// A street after the first begins.
    Street(u8),
    /// A player gets cards outside of a draw. The last `up` of them are face up.
    Dealt {
        seat: u8,
        cards: Vec<Option<Card>>,
        up: usize,
    },
    Board {
        board: u8,
        cards: &'a [Card],
    },
    Act {
        seat: u8,
        action: Action,
        added: u64,
        to: u64,
        raised_by: u64,
        all_in: bool,
    },
    /// A player discards cards, or stands pat.
    Gave {
        seat: u8,
        cards: Vec<Option<Card>>,
    },
    /// A player gets the replacements for discards.
    Got {
        seat: u8,
        cards: Vec<Option<Card>>,
    },
    /// An uncalled bet is returned.
    Returned {
        seat: u8,
        amount: u64,
    },
    /// A player's cards are face up.
    Shows {
        seat: u8,
        cards: &'a [Card],
    },
    /// A player shows some cards when the hand is over. It is no showdown.
    ShowsAfter {
        seat: u8,
        cards: &'a [Card],
    },
    /// A player mucks at the showdown.
    Mucks {
        seat: u8,
    },
    /// The hand is run out on several boards.
    Boards(u8),
    /// The house takes rake from a pot.
    Rake {
        pot: u8,
        amount: u64,
    },
    /// The floor moves a part of a player's winnings to another player.
    Reawarded {
        from: u8,
        to: u8,
        amount: u64,
    },
    /// A player gets a part of a pot.
    Wins {
        seat: u8,
        pot: u8,
        board: u8,
        amount: u64,
        hand: Option<&'a str>,
    },
}

/// Returns the sum of all pots, without uncalled bets.
#[must_use]
pub fn pot_of(record: &HandRecord) -> u64 {
    let pots = record.events().map(|event| match event {
        TableEvent::PotAwarded(award) => award.shares.iter().map(|share| share.amount.0).sum(),
        TableEvent::RakeTaken(rake) => rake.amount.0,
        _ => 0,
    });
    pots.sum()
}

impl<'a> Course<'a> {
    /// Returns the name of a betting round, as the Open Hand History format writes it.
    pub(crate) fn street(&self, street: u8) -> &'static str {
        let game = &self.start.game;
        match (street, game.board_cards > 0, game.bring_in.0 > 0) {
            (0, true, _) => "Preflop",
            (1, true, _) => "Flop",
            (2, true, _) => "Turn",
            (_, true, _) => "River",
            (0, _, true) => "Third Street",
            (1, _, true) => "Fourth Street",
            (2, _, true) => "Fifth Street",
            (3, _, true) => "Sixth Street",
            (_, _, true) => "Seventh Street",
            (0, ..) => "Deal",
            (1, ..) => "First Draw",
            (2, ..) => "Second Draw",
            _ => "Third Draw",
        }
    }

    pub(crate) fn of(record: &'a HandRecord) -> Result<Self, NotTold> {
        let start = record.events().find_map(|event| match event {
            TableEvent::HandStarted(start) => Some(start),
            _ => None,
        });
        let start = start.ok_or(NotTold::NoBeginning)?;
        let course = Course {
            record,
            start,
            moments: Vec::new(),
            boards: 1,
            rake: 0,
            folded: BTreeSet::new(),
            irregular: false,
            put_right: Vec::new(),
            void: None,
        };
        let stacks = record.seats.iter().map(|seat| (seat.seat, seat.began_with.0)).collect();
        let (bets, cards) = (BTreeMap::new(), BTreeMap::new());
        let mut reader = Reader { course, stacks, bets, cards, uncalled: None };
        for event in record.events() {
            reader.event(event);
        }
        Ok(reader.course)
    }

    /// Returns the place of a seat among the players, clockwise from the button's left.
    pub(crate) fn place(&self, seat: u8) -> Option<usize> {
        self.record.seats.iter().position(|player| player.seat == seat)
    }

    pub(crate) fn name(&self, seat: u8) -> &'a str {
        self.record.player(seat).map_or("an empty seat", |player: &RecordedSeat| &player.name)
    }

    /// Returns the cards that each player showed when the hand was over, in the order of showing.
    pub(crate) fn shown_after(&self) -> impl Iterator<Item = (u8, &'a [Card])> {
        self.moments.iter().filter_map(|moment| match moment {
            Moment::ShowsAfter { seat, cards } => Some((*seat, *cards)),
            _ => None,
        })
    }

    /// Returns the cards of a deal that the viewer saw: their own, and the last `up` of anybody
    /// else's. Without a viewer, these are all cards that the record has.
    pub(crate) fn dealt_to_viewer(&self, seat: u8, cards: &[Option<Card>], up: usize) -> Vec<Card> {
        let sees_all = self.record.viewer.is_none_or(|viewer| viewer == seat);
        let hidden = if sees_all { 0 } else { cards.len().saturating_sub(up) };
        cards.iter().skip(hidden).flatten().copied().collect()
    }

    /// Returns how many cards lay on the board when the players agreed on several boards.
    pub(crate) fn common_cards(&self) -> usize {
        let before = self.moments.iter().take_while(|it| !matches!(it, Moment::Boards(_)));
        let cards = before.filter_map(|moment| match moment {
            Moment::Board { cards, .. } => Some(cards.len()),
            _ => None,
        });
        cards.sum()
    }

    /// Returns `true` if more than one hand was left when the betting ended.
    pub(crate) fn is_contested(&self) -> bool {
        self.record.seats.len() > self.folded.len() + 1
    }
}

/// Builds a course from events, one after the other.
struct Reader<'a> {
    course: Course<'a>,
    stacks: BTreeMap<u8, u64>,
    bets: BTreeMap<u8, u64>,
    cards: BTreeMap<u8, Counted>,
    /// The part of a bet that returned to its player on this street.
    uncalled: Option<(u8, u64)>,
}

/// How many of a player's cards have been dealt, and how often the player drew.
#[derive(Default)]
struct Counted {
    dealt: usize,
    draws: usize,
    drawn: usize,
}

impl<'a> Reader<'a> {
    fn event(&mut self, event: &'a TableEvent) {
        use TableEvent as E;
        match event {
            E::Posted(posted) => self.posted(posted.seat, posted.post, posted.amount.0),
            E::StreetBegan(street) => {
                self.bets.clear();
                self.uncalled = None;
                self.course.moments.push(Moment::Street(street.street));
            }
            E::CardsDealt(dealt) => {
                for seat in self.live() {
                    let cards = self.dealt(seat, usize::from(dealt.each), &[]);
                    self.course.moments.push(cards);
                }
            }
            E::UpCardsDealt(up) => {
                for up in &up.cards {
                    let cards = self.dealt(up.seat, 0, &[up.card]);
                    self.course.moments.push(cards);
                }
            }
            E::BoardDealt(dealt) => {
                let board = Moment::Board { board: dealt.board, cards: &dealt.cards };
                self.course.moments.push(board);
            }
            E::Acted(acted) => self.acted(acted.seat, acted.action, acted.added.0),
            E::Discarded(gone) => self.discarded(gone.seat, usize::from(gone.count)),
            E::Drawn(drawn) => self.drawn(drawn.seat, usize::from(drawn.count)),
            E::UncalledReturned(back) => {
                *self.stacks.entry(back.seat).or_default() += back.amount.0;
                let (seat, amount) = (back.seat, back.amount.0);
                self.uncalled = Some((seat, amount));
                self.course.moments.push(Moment::Returned { seat, amount });
            }
            E::HandTabled(tabled) => {
                let shows = Moment::Shows { seat: tabled.seat, cards: &tabled.cards };
                self.course.moments.push(shows);
            }
            E::CardsShown(shown) => {
                let shows = Moment::ShowsAfter { seat: shown.seat, cards: &shown.cards };
                self.course.moments.push(shows);
            }
            E::HandMucked(muck) => self.course.moments.push(Moment::Mucks { seat: muck.seat }),
            E::RunItAgreed(agreed) => {
                self.course.boards = agreed.boards;
                self.course.moments.push(Moment::Boards(agreed.boards));
            }
            E::RakeTaken(rake) => {
                self.course.rake += rake.amount.0;
                let (pot, amount) = (rake.pot, rake.amount.0);
                self.course.moments.push(Moment::Rake { pot, amount });
            }
            E::PotAwarded(award) => {
                let wins = award.shares.iter().map(|share| Moment::Wins {
                    seat: share.seat,
                    pot: award.pot,
                    board: award.board,
                    amount: share.amount.0,
                    hand: share.hand.as_deref(),
                });
                self.course.moments.extend(wins);
            }
            E::DealRuled(ruled) => self.put_right(ruled),
            E::ActionsRescinded(undone) => {
                self.course.put_right.push(&undone.rule);
                (0..undone.actions).for_each(|_| self.rescind());
            }
            E::FloorOrdered(FloorOrdered { command, .. }) => self.ordered(command),
            E::HandVoided(void) => self.course.void = Some(&void.reason),
            E::HandKilled(killed) => {
                self.uncalled = None;
                self.course.folded.insert(killed.seat);
                self.course.irregular = true;
            }
            E::FoldedOutOfTurn(fold) => {
                self.course.folded.insert(fold.seat);
                self.course.irregular = true;
            }
            E::Forfeited(_)
            | E::WagerForced(_)
            | E::WagerCorrected(_)
            | E::HandExposed(_)
            | E::Reshuffled(_) => self.course.irregular = true,
            _ => {}
        }
    }

    /// Applies a floor command that has effects no event describes.
    fn ordered(&mut self, command: &TableCommand) {
        match command {
            TableCommand::RestoreHand(seat) => self.restored(*seat),
            TableCommand::ReawardPot(pot) => {
                self.course.irregular = true;
                let (from, to, amount) = (pot.from, pot.to, pot.amount.0);
                self.course.moments.push(Moment::Reawarded { from, to, amount });
            }
            _ => {}
        }
    }

    /// Takes back a player's fold, and the return of a bet that the player may call now.
    fn restored(&mut self, seat: u8) {
        self.course.irregular = true;
        if let Some((whose, amount)) = self.uncalled.take() {
            let stack = self.stacks.entry(whose).or_default();
            *stack = stack.saturating_sub(amount);
            let returns = |moment: &Moment<'_>| matches!(moment, Moment::Returned { .. });
            if let Some(last) = self.course.moments.iter().rposition(returns) {
                self.course.moments.remove(last);
            }
        }
        if self.course.folded.remove(&seat) {
            let folds = |moment: &Moment<'_>| matches!(moment, Moment::Act { seat: whose, action: Action::Fold, .. } if *whose == seat);
            if let Some(last) = self.course.moments.iter().rposition(folds) {
                self.course.moments.remove(last);
            }
        }
    }

    /// Applies a correction of the deal. The board becomes the corrected one. The record's cards
    /// of players already are.
    fn put_right(&mut self, ruled: &'a DealRuled) {
        let board: &[Card] = match &ruled.remedy {
            DealRemedy::Board(new) => &new.cards,
            DealRemedy::Scrapped(scrapped) => &scrapped.board,
            DealRemedy::Replaced(_) => &[],
            // The up card changes, and with it the order in which the following streets deal.
            DealRemedy::UpCard(_) => return self.course.irregular = true,
            _ => return,
        };
        self.course.put_right.push(&ruled.rule);
        let mut from = 0;
        for moment in &mut self.course.moments {
            let Moment::Board { board: 0, cards } = moment else { continue };
            let Some(right) = board.get(from..from + cards.len()) else { continue };
            from += cards.len();
            *cards = right;
        }
    }

    /// Undoes the last action.
    fn rescind(&mut self) {
        let acts = |moment: &Moment<'_>| matches!(moment, Moment::Act { .. });
        let Some(last) = self.course.moments.iter().rposition(acts) else { return };
        let Moment::Act { seat, action, added, .. } = self.course.moments.remove(last) else {
            return;
        };
        *self.stacks.entry(seat).or_default() += added;
        let bet = self.bets.entry(seat).or_default();
        *bet = bet.saturating_sub(added);
        if action == Action::Fold {
            self.course.folded.remove(&seat);
        }
    }

    fn live(&self) -> Vec<u8> {
        let seats = self.course.record.seats.iter().map(|player| player.seat);
        seats.filter(|seat| !self.course.folded.contains(seat)).collect()
    }

    fn take(&mut self, seat: u8, amount: u64) -> bool {
        let stack = self.stacks.entry(seat).or_default();
        *stack = stack.saturating_sub(amount);
        *stack == 0
    }

    fn posted(&mut self, seat: u8, post: PostKind, amount: u64) {
        let all_in = self.take(seat, amount);
        if !matches!(post, PostKind::Ante | PostKind::DeadBlind) {
            *self.bets.entry(seat).or_default() += amount;
        }
        self.course.moments.push(Moment::Post { seat, post, amount, all_in });
    }

    fn acted(&mut self, seat: u8, action: Action, added: u64) {
        let before = self.bets.values().copied().max().unwrap_or(0);
        let all_in = self.take(seat, added) && added > 0;
        let bet = self.bets.entry(seat).or_default();
        *bet += added;
        let to = *bet;
        if action == Action::Fold {
            self.course.folded.insert(seat);
        }
        let raised_by = to.saturating_sub(before);
        self.course.moments.push(Moment::Act { seat, action, added, to, raised_by, all_in });
    }

    fn known(&self, seat: u8) -> Option<&'a RecordedCards> {
        self.course.record.cards_of(seat)
    }

    /// Returns a deal of `down` cards face down, followed by the cards of `up`.
    fn dealt(&mut self, seat: u8, down: usize, up: &[Card]) -> Moment<'a> {
        let known = self.known(seat);
        let counted = self.cards.entry(seat).or_default();
        let from = counted.dealt;
        counted.dealt += down + up.len();
        let place = |place: usize| known.and_then(|known| known.dealt.get(from + place)).copied();
        let mut cards: Vec<Option<Card>> = (0..down).map(place).collect();
        cards.extend(up.iter().copied().map(Some));
        Moment::Dealt { seat, cards, up: up.len() }
    }

    fn discarded(&mut self, seat: u8, count: usize) {
        let known = self.known(seat);
        let counted = self.cards.entry(seat).or_default();
        let draw = known.and_then(|known| known.draws.get(counted.draws));
        counted.draws += 1;
        counted.drawn = 0;
        let gave = |place: usize| draw.and_then(|draw| draw.gave.get(place)).copied();
        let cards = (0..count).map(gave).collect();
        self.course.moments.push(Moment::Gave { seat, cards });
    }

    fn drawn(&mut self, seat: u8, count: usize) {
        let known = self.known(seat);
        let counted = self.cards.entry(seat).or_default();
        let draw = counted.draws.checked_sub(1);
        let draw = known.zip(draw).and_then(|(known, draw)| known.draws.get(draw));
        let from = counted.drawn;
        counted.drawn += count;
        let got = |place: usize| draw.and_then(|draw| draw.got.get(from + place)).copied();
        let cards = (0..count).map(got).collect();
        self.course.moments.push(Moment::Got { seat, cards });
    }
}

/// Writes cards without separators, and `??` for hidden ones.
pub(crate) fn run(cards: &[Option<Card>]) -> String {
    cards.iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect()
}

/// Writes cards separated by spaces.
pub(crate) fn spaced(cards: &[Card]) -> String {
    let words: Vec<String> = cards.iter().map(Card::to_string).collect();
    words.join(" ")
}
