//! The street of a hand: its deals so far, and the draw in progress.

use cardroom_rules::{Deal, Forced, Game, SeatNo, SeatSet, Street};

/// The street that a hand is on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct HandStreet {
    number: u8,
    /// Index of the street's next deal.
    next_deal: u8,
    /// The draw or discard in progress.
    drawing: Option<Drawing>,
}

/// A draw, or a discard without replacement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Drawing {
    pub(crate) least: u8,
    pub(crate) most: u8,
    pub(crate) replaced: bool,
    /// Players who have not drawn yet.
    pub(crate) pending: SeatSet,
}

impl HandStreet {
    /// Returns the street's index, from 0.
    #[inline(always)]
    pub(crate) fn number(&self) -> u8 {
        self.number
    }

    #[inline(always)]
    pub(crate) fn is_first(&self) -> bool {
        self.number == 0
    }

    pub(crate) fn is_last(&self, game: &Game) -> bool {
        usize::from(self.number) + 1 == game.streets.len()
    }

    /// Returns `true` for the last street of stud, for which the deck may be too short.
    pub(crate) fn is_last_of_stud(&self, game: &Game) -> bool {
        game.forced == Forced::BringIn && self.is_last(game)
    }

    /// Returns `true` if draws follow on later streets.
    pub(crate) fn draws_to_come(&self, game: &Game) -> bool {
        let mut deals = self.later_deals(game);
        deals.any(|deal| matches!(deal, Deal::Draw(_) | Deal::Discard(_)))
    }

    /// Returns the street as the game describes it.
    #[inline(always)]
    pub(crate) fn of<'a>(&self, game: &'a Game) -> &'a Street {
        &game.streets[usize::from(self.number)]
    }

    /// Returns the streets after this one.
    pub(crate) fn later<'a>(&self, game: &'a Game) -> &'a [Street] {
        &game.streets[usize::from(self.number) + 1..]
    }

    /// Returns the deals of the streets after this one.
    pub(crate) fn later_deals<'a>(
        &self,
        game: &'a Game,
    ) -> impl Iterator<Item = &'a Deal> + use<'a> {
        self.later(game).iter().flat_map(|street| &street.deal)
    }

    pub(crate) fn begin(&mut self, number: u8) {
        self.number = number;
        self.next_deal = 0;
    }

    // Deals.

    /// Returns the street's next deal.
    pub(crate) fn next_deal(&self, game: &Game) -> Deal {
        self.of(game).deal[usize::from(self.next_deal)]
    }

    /// Returns the number of the street's deals.
    pub(crate) fn deals(&self, game: &Game) -> u8 {
        u8::try_from(self.of(game).deal.len()).expect("a street has a handful of deals")
    }

    /// Returns `true` if the street's first deal is still to come.
    pub(crate) fn is_undealt(&self) -> bool {
        self.next_deal == 0
    }

    /// Returns `true` if all of the street's deals are done, of which there are `deals`.
    pub(crate) fn is_dealt(&self, deals: u8) -> bool {
        self.next_deal >= deals
    }

    pub(crate) fn end_deal(&mut self) {
        self.next_deal += 1;
    }

    /// Ends all deals of the street at once.
    pub(crate) fn end_deals(&mut self, deals: u8) {
        self.next_deal = deals;
    }

    // Draws.

    /// Returns the draw or discard in progress.
    #[inline(always)]
    pub(crate) fn drawing(&self) -> Option<Drawing> {
        self.drawing
    }

    pub(crate) fn begin_draw(&mut self, drawing: Drawing) {
        self.drawing = Some(drawing);
    }

    /// Records that a player has discarded, or no longer draws.
    pub(crate) fn end_draw_of(&mut self, seat: SeatNo) {
        if let Some(drawing) = &mut self.drawing {
            drawing.pending.remove(seat);
        }
    }

    /// Returns `true` if a player has not drawn yet.
    pub(crate) fn awaits_draws(&self) -> bool {
        self.drawing.is_some_and(|drawing| !drawing.pending.is_empty())
    }

    pub(crate) fn end_draw(&mut self) {
        self.drawing = None;
        self.end_deal();
    }
}
