//! Hands of no-limit hold'em, built action by action.

use cardroom_cards::parse_cards;
use cardroom_protocol::game::{AnteKind, Betting, Deck, Game};
use cardroom_protocol::history::{HandRecord, RecordedCards, RecordedSeat, RecordedStep};
use cardroom_protocol::items::Items;
use cardroom_protocol::table::{
    Acted, Action, BoardDealt, HandEnded, HandStarted, HandTabled, PostKind, Posted, PotAwarded,
    RakeTaken, Share, StreetBegan, TableEvent, Turn, UncalledReturned,
};
use cardroom_protocol::{Chips, HandNo, TableId, TimeMs};

pub(crate) const BIG_BLIND: u64 = 100;

/// A hand under construction. Seats are counted from the small blind. The last one has the button.
pub(crate) struct Built {
    record: HandRecord,
    stacks: Vec<u64>,
    street_bets: Vec<u64>,
    put_in: Vec<u64>,
    street: u8,
    /// How long each player thinks.
    pub(crate) pace_ms: u32,
    now_ms: u32,
}

impl Built {
    /// Starts a hand, with the blinds posted.
    pub(crate) fn new(hand: u64, players: &[(&str, u64)]) -> Self {
        let seats = (0_u8..).zip(players).map(|(seat, (name, stack))| RecordedSeat {
            seat,
            name: (*name).to_owned(),
            bot: false,
            began_with: Chips(*stack),
            ended_with: Chips(*stack),
        });
        let record = HandRecord {
            table: TableId(1),
            hand: HandNo(hand),
            table_name: "Sirius".to_owned(),
            table_seats: 6,
            tournament: None,
            rulebook: "online".to_owned(),
            hybrid: false,
            began_at: TimeMs(0),
            ended_at: TimeMs(hand),
            seats: seats.collect(),
            steps: Vec::new(),
            cards: Vec::new(),
            viewer: None,
            event: None,
        };
        let count = players.len();
        let stacks = players.iter().map(|(_, stack)| *stack).collect();
        let mut built = Self {
            record,
            stacks,
            street_bets: vec![0; count],
            put_in: vec![0; count],
            street: 0,
            pace_ms: 2_000,
            now_ms: 0,
        };
        let button = u8::try_from(count - 1).unwrap();
        built.tell(HandStarted {
            hand: HandNo(hand),
            game: game(),
            bomb_pot: false,
            button,
            small_blind: Some(0),
            big_blind: Some(1),
            dealt: (0..=button).collect(),
        });
        for (seat, post, amount) in
            [(0, PostKind::SmallBlind, BIG_BLIND / 2), (1, PostKind::BigBlind, BIG_BLIND)]
        {
            let amount = built.pay(seat, amount);
            built.tell(Posted { seat, post, amount: Chips(amount) });
        }
        built
    }

    fn tell(&mut self, event: impl Into<TableEvent>) {
        let (after_ms, events) = (self.now_ms, Items(vec![event.into()]));
        self.record.steps.push(RecordedStep { after_ms, events });
    }

    fn pay(&mut self, seat: u8, amount: u64) -> u64 {
        let seat = usize::from(seat);
        let amount = amount.min(self.stacks[seat]);
        self.stacks[seat] -= amount;
        self.street_bets[seat] += amount;
        self.put_in[seat] += amount;
        amount
    }

    fn bet(&self) -> u64 {
        self.street_bets.iter().copied().max().unwrap()
    }

    fn act(mut self, seat: u8, action: Action, added: u64) -> Self {
        let added = Chips(self.pay(seat, added));
        self.tell(Turn { seat, time_ms: 30_000, bank_ms: 0 });
        self.now_ms += self.pace_ms;
        self.tell(Acted { seat, action, added, timed_out: false });
        self
    }

    pub(crate) fn folds(self, seat: u8) -> Self {
        self.act(seat, Action::Fold, 0)
    }

    pub(crate) fn everyone_folds(self, seats: impl IntoIterator<Item = u8>) -> Self {
        seats.into_iter().fold(self, Self::folds)
    }

    pub(crate) fn calls(self, seat: u8) -> Self {
        let missing = self.bet() - self.street_bets[usize::from(seat)];
        let action = if missing == 0 { Action::Check } else { Action::Call };
        self.act(seat, action, missing)
    }

    /// Bets or raises to a total for the street.
    pub(crate) fn raises(self, seat: u8, to: u64) -> Self {
        let action = match self.bet() {
            0 => Action::Bet(Chips(to)),
            _ => Action::RaiseTo(Chips(to)),
        };
        let added = to - self.street_bets[usize::from(seat)];
        self.act(seat, action, added)
    }

    /// Deals the next street.
    pub(crate) fn board(mut self, cards: &str) -> Self {
        self.street += 1;
        self.street_bets.fill(0);
        let street = self.street;
        self.tell(StreetBegan { street });
        self.tell(BoardDealt { board: 0, cards: parse_cards(cards).unwrap() });
        self
    }

    pub(crate) fn shows(mut self, seat: u8, cards: &str) -> Self {
        self.tell(HandTabled { seat, cards: parse_cards(cards).unwrap() });
        self
    }

    /// Gives the viewer cards that were never shown.
    pub(crate) fn known(mut self, seat: u8, cards: &str) -> Self {
        let dealt = parse_cards(cards).unwrap();
        self.record.cards.push(RecordedCards { seat, dealt, draws: Vec::new() });
        self
    }

    /// Returns the uncalled bet.
    pub(crate) fn returns(mut self) -> Self {
        let highest = self.put_in.iter().copied().max().unwrap();
        let seat = self.put_in.iter().position(|put| *put == highest).unwrap();
        let others = self.put_in.iter().enumerate().filter(|(other, _)| *other != seat);
        let over = highest - others.map(|(_, put)| *put).max().unwrap();
        if over > 0 {
            self.put_in[seat] -= over;
            self.stacks[seat] += over;
            let seat = u8::try_from(seat).unwrap();
            self.tell(UncalledReturned { seat, amount: Chips(over) });
        }
        self
    }

    pub(crate) fn rake(mut self, pot: u8, amount: u64) -> Self {
        self.tell(RakeTaken { pot, amount: Chips(amount) });
        self
    }

    pub(crate) fn pot(mut self, pot: u8, winners: &[(u8, u64)]) -> Self {
        let share = |(seat, amount): &(u8, u64)| {
            self.stacks[usize::from(*seat)] += amount;
            Share { seat: *seat, amount: Chips(*amount), hand: None }
        };
        let shares = winners.iter().map(share).collect();
        self.tell(PotAwarded { pot, board: 0, half: 0, shares });
        self
    }

    /// Returns the uncalled bet and gives the pot to one player.
    pub(crate) fn wins(self, seat: u8) -> HandRecord {
        let built = self.returns();
        let pot = built.put_in.iter().sum();
        built.pot(0, &[(seat, pot)]).ends()
    }

    /// Returns the uncalled bet and divides the pot so that the stacks become these.
    pub(crate) fn ends_with(self, stacks: &[u64]) -> HandRecord {
        let built = self.returns();
        let won = (0_u8..).zip(stacks.iter().zip(&built.stacks));
        let won = won.map(|(seat, (end, stack))| (seat, end - stack));
        let won: Vec<(u8, u64)> = won.filter(|(_, won)| *won > 0).collect();
        built.pot(0, &won).ends()
    }

    pub(crate) fn ends(mut self) -> HandRecord {
        let hand = self.record.hand;
        self.tell(HandEnded { hand });
        for (seat, stack) in self.record.seats.iter_mut().zip(&self.stacks) {
            seat.ended_with = Chips(*stack);
        }
        self.record
    }
}

fn game() -> Game {
    Game {
        id: "holdem".to_owned(),
        name: "Texas hold'em".to_owned(),
        betting: Betting::NoLimit,
        small_blind: Chips(BIG_BLIND / 2),
        big_blind: Chips(BIG_BLIND),
        bring_in: Chips(0),
        ante: Chips(0),
        ante_kind: AnteKind::None,
        deck: Deck::Standard52,
        hole_cards: 2,
        board_cards: 5,
        draws: 0,
        showdown: Vec::new(),
    }
}
