//! A hand as the dealer writes it: the actions so far, and the cards of the board.

use cardroom_cards::Card;
use cardroom_protocol::game::Betting;
use cardroom_protocol::table::{Action, HandStarted, TableEvent};
use std::fmt::Write as _;

/// A hand, followed event by event. Both texts only grow, so a length says what they were before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HandText {
    /// The seat at each position. Position 0 is left of the button.
    seats: Vec<u8>,
    is_limit: bool,
    /// The actions, such as `cr200c/`.
    betting: String,
    /// The board, such as `/2c8c3h/9c`.
    board: String,
    /// The chips that each position has put in, blinds included.
    put_in: Vec<u64>,
    /// The same at the beginning of the street.
    before: Vec<u64>,
    folds: usize,
    /// The cards of each position, as far as they are known.
    pub(super) holes: Vec<Vec<Card>>,
    /// Whether the hand is run out on several boards, which the dealer does not know.
    pub(super) is_split: bool,
}

/// A moment of a hand, by the lengths of its texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moment {
    betting: usize,
    board: usize,
}

impl HandText {
    pub(super) fn begin(started: &HandStarted) -> Self {
        let players = started.dealt.len();
        Self {
            seats: started.dealt.clone(),
            is_limit: started.game.betting == Betting::FixedLimit,
            betting: String::new(),
            board: String::new(),
            put_in: vec![0; players],
            before: vec![0; players],
            folds: 0,
            holes: vec![Vec::new(); players],
            is_split: false,
        }
    }

    /// Follows an event of the hand.
    pub(super) fn take(&mut self, event: &TableEvent) {
        match event {
            TableEvent::Posted(posted) => self.put(posted.seat, posted.amount.0),
            TableEvent::Acted(acted) => {
                self.put(acted.seat, acted.added.0);
                match acted.action {
                    Action::Fold => {
                        self.betting.push('f');
                        self.folds += 1;
                    }
                    Action::Check | Action::Call | Action::BringIn => self.betting.push('c'),
                    Action::Bet(_) | Action::RaiseTo(_) => self.raise(acted.seat),
                }
            }
            TableEvent::BoardDealt(dealt) if dealt.board == 0 => {
                self.betting.push('/');
                self.board.push('/');
                push_cards(&mut self.board, &dealt.cards);
                self.before.clone_from(&self.put_in);
            }
            TableEvent::RunItAgreed(_) => self.is_split = true,
            TableEvent::HandTabled(tabled) => {
                if let Some(at) = self.position(tabled.seat) {
                    self.holes[at].clone_from(&tabled.cards);
                }
            }
            _ => {}
        }
    }

    fn put(&mut self, seat: u8, chips: u64) {
        if let Some(at) = self.position(seat) {
            self.put_in[at] += chips;
        }
    }

    fn raise(&mut self, seat: u8) {
        self.betting.push('r');
        if !self.is_limit
            && let Some(at) = self.position(seat)
        {
            let _ = write!(self.betting, "{}", self.put_in[at]);
        }
    }

    /// Returns the position of a seat.
    pub(super) fn position(&self, seat: u8) -> Option<usize> {
        self.seats.iter().position(|dealt| *dealt == seat)
    }

    /// Returns the seats by their positions.
    pub(super) fn seats(&self) -> &[u8] {
        &self.seats
    }

    /// Returns `true` unless all but one have folded.
    pub(super) fn is_contested(&self) -> bool {
        self.folds + 1 < self.seats.len()
    }

    pub(super) fn is_limit(&self) -> bool {
        self.is_limit
    }

    /// Returns the chips that a position has put in on earlier streets.
    pub(super) fn before(&self, position: usize) -> u64 {
        self.before.get(position).copied().unwrap_or_default()
    }

    pub(super) fn now(&self) -> Moment {
        Moment { betting: self.betting.len(), board: self.board.len() }
    }

    pub(super) fn betting_at(&self, moment: Moment) -> &str {
        &self.betting[..moment.betting]
    }

    /// Writes the cards at a moment. `shows` says whose hole cards are written.
    pub(super) fn cards_at(&self, moment: Moment, shows: impl Fn(usize) -> bool) -> String {
        let mut cards = String::new();
        for (position, hole) in self.holes.iter().enumerate() {
            if position > 0 {
                cards.push('|');
            }
            if shows(position) {
                push_cards(&mut cards, hole);
            }
        }
        cards + &self.board[..moment.board]
    }
}

fn push_cards(text: &mut String, cards: &[Card]) {
    for card in cards {
        let _ = write!(text, "{card}");
    }
}
