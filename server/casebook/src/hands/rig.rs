//! Stacks the deck of a hand, so that every card in the record comes when it came. Unknown cards
//! are taken from the rest. Another `attempt` takes other cards.

use super::holding::Arrivals;
use super::script::Script;
use cardroom_cards::{Card, CardSet, DeckOrder, fisher_yates};
use cardroom_engine::ShortStub;
use cardroom_rules::{Deal, Forced, Game};
use std::collections::BTreeMap;

/// The deck of a hand, and the order of the cards in each reshuffle.
#[derive(Debug)]
pub(super) struct Decks {
    pub(super) deck: DeckOrder,
    pub(super) reshuffles: Vec<DeckOrder>,
    /// The discards of each player in each draw, as indexes among the cards held.
    pub(super) picks: Vec<Vec<Vec<usize>>>,
    /// The known cards of each player, among those held at the end.
    pub(super) known: Vec<Vec<Card>>,
    /// The cards are a guess, because a player with unknown cards did not fold.
    pub(super) guessed: bool,
}

/// Why no deck deals a hand as in its record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoDeck {
    /// Two places have the same card.
    #[error("{0} is dealt twice")]
    Twice(Card),
    /// The card is not in the deck of this game.
    #[error("{0} is not in the deck")]
    NotInDeck(Card),
    /// A card comes after the reshuffle that cannot be among the reshuffled cards.
    #[error("{0} comes again without having been given away")]
    NotGivenAway(Card),
    #[error("the deck runs out of cards")]
    RunsOut,
}

/// A place in the order of the deal, by the destination of its card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Burned,
    /// Left over at a reshuffle.
    Stub,
    Hole {
        player: usize,
        nth: usize,
    },
    Board {
        board: usize,
        nth: usize,
    },
}

/// The cards dealt from one deck: the first one, or one made by a reshuffle.
#[derive(Default)]
struct Pack {
    places: Vec<Place>,
    /// The total number of its cards.
    size: usize,
    /// The pack and the place that each of its cards was dealt from before. Empty
    /// for the first pack.
    pool: Vec<(usize, usize)>,
}

/// Deals a hand on paper, to find out when each card comes.
struct Walk<'a> {
    script: &'a Script,
    arrivals: &'a [Arrivals],
    packs: Vec<Pack>,
    /// The origin of each card that a player got.
    came: Vec<Vec<(usize, usize)>>,
    /// The cards that each player holds, by number in order of arrival.
    held: Vec<Vec<usize>>,
    draws: Vec<usize>,
    on_board: usize,
}

/// Stacks the deck for a hand.
pub(super) fn rig(script: &Script, game: &Game, attempt: u64) -> Result<Decks, NoDeck> {
    let dealt = dealt_before_draws(game);
    let arrivals: Vec<Arrivals> =
        script.players.iter().map(|player| player.holding.arrivals(dealt)).collect();
    let count = script.players.len();
    let mut walk = Walk {
        script,
        arrivals: &arrivals,
        packs: vec![Pack { size: game.deck.size(), ..Pack::default() }],
        came: vec![Vec::new(); count],
        held: vec![Vec::new(); count],
        draws: vec![0; count],
        on_board: 0,
    };
    for (street, dealt) in game.streets.iter().enumerate() {
        let last_of_stud = game.forced == Forced::BringIn && street + 1 == game.streets.len();
        if last_of_stud && walk.deal_short(street)? {
            continue;
        }
        for deal in &dealt.deal {
            walk.deal(street, *deal)?;
        }
    }
    let guessed = (0..count).filter(|player| !script.folded(*player)).any(|player| {
        let cards = &arrivals[player].cards;
        walk.held[player].iter().any(|nth| cards[*nth].is_none())
    });
    let known = (0..count).map(|player| {
        let held = walk.held[player].iter();
        held.filter_map(|nth| arrivals[player].cards[*nth]).collect()
    });
    let known = known.collect();
    let orders = walk.fill(game.deck.cards(), attempt)?;
    let mut orders = orders.into_iter();
    let deck = orders.next().ok_or(NoDeck::RunsOut)?;
    let mut reshuffles: Vec<DeckOrder> = orders.collect();
    while reshuffles.len() < game.most_reshuffles() {
        reshuffles.push(deck.clone());
    }
    let picks = arrivals.into_iter().map(|arrivals| arrivals.picks).collect();
    Ok(Decks { deck, reshuffles, picks, known, guessed })
}

fn dealt_before_draws(game: &Game) -> usize {
    let deals = game.streets.iter().flat_map(|street| &street.deal);
    deals
        .map(|deal| match deal {
            Deal::Down(each) => usize::from(*each),
            Deal::Up => 1,
            Deal::Burn | Deal::Board(_) | Deal::Draw(_) | Deal::Discard(_) => 0,
        })
        .sum()
}

impl Walk<'_> {
    fn deal(&mut self, street: usize, deal: Deal) -> Result<(), NoDeck> {
        match deal {
            Deal::Burn => self.take(Place::Burned).map(|_| ()),
            Deal::Down(each) => self.deal_everybody(street, each),
            Deal::Up => self.deal_everybody(street, 1),
            Deal::Board(cards) => self.deal_boards(usize::from(cards)),
            Deal::Draw(_) => self.draw(street, true),
            Deal::Discard(_) => self.draw(street, false),
        }
    }

    /// Lets each player discard in turn, and deals replacements if `replaced`.
    fn draw(&mut self, street: usize, replaced: bool) -> Result<(), NoDeck> {
        let live: Vec<usize> = self.script.live_on(street).collect();
        for player in live.iter().copied() {
            let arrivals: &Arrivals = &self.arrivals[player];
            let Some(picks) = arrivals.picks.get(self.draws[player]) else { continue };
            self.draws[player] += 1;
            let held = self.held[player].iter().copied().enumerate();
            let (gone, kept): (Vec<_>, Vec<_>) = held.partition(|(place, _)| picks.contains(place));
            self.held[player] = kept.into_iter().map(|(_, nth)| nth).collect();
            for _ in 0..if replaced { picks.len() } else { 0 } {
                if self.left() == 0 {
                    let own: Vec<usize> = gone.iter().map(|(_, nth)| *nth).collect();
                    self.shuffle_again(&live, player, &own);
                }
                self.deal_player(player)?;
            }
        }
        Ok(())
    }

    /// Deals the last street of stud if the deck does not have a card for each player. Returns
    /// `false` if it does.
    fn deal_short(&mut self, street: usize) -> Result<bool, NoDeck> {
        let live = self.script.live_on(street).count();
        let places = &self.packs[self.packs.len() - 1].places;
        let burns = places.iter().filter(|place| **place == Place::Burned).count();
        let Some(short) = ShortStub::decide(self.left(), burns, live) else { return Ok(false) };
        if short.scramble {
            let pack = &mut self.packs[0];
            let mut pool: Vec<(usize, usize)> = Vec::new();
            for (place, what) in pack.places.iter().enumerate() {
                if *what == Place::Burned {
                    pool.push((0, place));
                }
            }
            // The rest of the stub is in the new deck too, so it counts as dealt.
            while pack.places.len() < pack.size {
                pool.push((0, pack.places.len()));
                pack.places.push(Place::Stub);
            }
            self.packs.push(Pack { size: pool.len(), pool, ..Pack::default() });
        }
        self.take(Place::Burned)?;
        if short.community {
            self.deal_boards(1)?;
        } else {
            self.deal_everybody(street, 1)?;
        }
        Ok(true)
    }

    /// Returns the number of cards left in the deck.
    fn left(&self) -> usize {
        let pack = &self.packs[self.packs.len() - 1];
        pack.size - pack.places.len()
    }

    /// Makes a new deck of the cards out of play, without those that the drawer has just discarded.
    fn shuffle_again(&mut self, live: &[usize], drawer: usize, given_away: &[usize]) {
        let own = given_away.iter().map(|nth| self.came[drawer][*nth]);
        let mut in_play: Vec<(usize, usize)> = own.collect();
        for player in live {
            in_play.extend(self.held[*player].iter().map(|nth| self.came[*player][*nth]));
        }
        let mut pool: Vec<(usize, usize)> = Vec::new();
        for (number, pack) in self.packs.iter().enumerate() {
            // Later packs contain cards of the first one again. Only the place where a card lay
            // last counts.
            let again = |place: &(usize, usize)| {
                self.packs[number + 1..].iter().any(|later| later.pool.contains(place))
            };
            let lay = (0..pack.places.len()).map(|place| (number, place));
            let board = |place: &(usize, usize)| {
                matches!(self.packs[place.0].places[place.1], Place::Board { .. })
            };
            pool.extend(
                lay.filter(|place| !in_play.contains(place) && !board(place) && !again(place)),
            );
        }
        self.packs.push(Pack { size: pool.len(), pool, ..Pack::default() });
    }

    fn deal_everybody(&mut self, street: usize, each: u8) -> Result<(), NoDeck> {
        for _ in 0..each {
            for player in self.script.live_on(street) {
                self.deal_player(player)?;
            }
        }
        Ok(())
    }

    fn deal_player(&mut self, player: usize) -> Result<(), NoDeck> {
        let nth = self.came[player].len();
        let from = self.take(Place::Hole { player, nth })?;
        self.came[player].push(from);
        self.held[player].push(nth);
        Ok(())
    }

    /// Deals a street to every board. Cards that all boards share are dealt once.
    fn deal_boards(&mut self, cards: usize) -> Result<(), NoDeck> {
        let places = self.on_board..self.on_board + cards;
        self.on_board += cards;
        let boards = &self.script.boards;
        let differ =
            boards.iter().any(|board| board.get(places.clone()) != boards[0].get(places.clone()));
        for board in 0..if differ { boards.len() } else { 1 } {
            for nth in places.clone() {
                self.take(Place::Board { board, nth })?;
            }
        }
        Ok(())
    }

    fn take(&mut self, place: Place) -> Result<(usize, usize), NoDeck> {
        let number = self.packs.len() - 1;
        let pack = &mut self.packs[number];
        if pack.places.len() >= pack.size {
            return Err(NoDeck::RunsOut);
        }
        pack.places.push(place);
        Ok((number, pack.places.len() - 1))
    }

    fn known(&self, place: Place) -> Option<Card> {
        match place {
            Place::Burned | Place::Stub => None,
            Place::Hole { player, nth } => self.arrivals[player].cards.get(nth).copied().flatten(),
            Place::Board { board, nth } => self.script.boards[board].get(nth).copied(),
        }
    }

    /// Returns the order of each pack: known cards in their places, others from the rest.
    fn fill(&self, whole: CardSet, attempt: u64) -> Result<Vec<DeckOrder>, NoDeck> {
        let mut packs: Vec<BTreeMap<usize, Card>> = Vec::with_capacity(self.packs.len());
        for pack in &self.packs {
            let places = pack.places.iter().enumerate();
            let known = places.filter_map(|(place, what)| Some((place, self.known(*what)?)));
            packs.push(known.collect());
        }
        for (number, pack) in self.packs.iter().enumerate().skip(1) {
            for card in packs[number].clone().into_values() {
                let lies = |(pack, place): &(usize, usize)| packs[*pack].get(place) == Some(&card);
                if pack.pool.iter().any(lies) {
                    continue;
                }
                if packs[..number].iter().any(|before| before.values().any(|held| *held == card)) {
                    return Err(NoDeck::NotGivenAway(card));
                }
                let open = |(pack, place): &&(usize, usize)| !packs[*pack].contains_key(place);
                let (from, place) =
                    pack.pool.iter().find(open).copied().ok_or(NoDeck::NotGivenAway(card))?;
                packs[from].insert(place, card);
            }
        }
        let mut used = CardSet::new();
        for card in packs[0].values() {
            if !whole.contains(*card) {
                return Err(NoDeck::NotInDeck(*card));
            }
            if !used.insert(*card) {
                return Err(NoDeck::Twice(*card));
            }
        }
        let mut free: Vec<Card> = whole.difference(used).iter().collect();
        if attempt > 0 {
            mix(&mut free, attempt);
        }
        let mut free = free.into_iter();
        let mut orders = Vec::with_capacity(packs.len());
        for number in 0..packs.len() {
            if number > 0 {
                free = self.out_of_play(number, &packs, whole).into_iter();
            }
            let mut order = Vec::with_capacity(whole.len());
            for place in 0..self.packs[number].places.len() {
                let card = match packs[number].get(&place) {
                    Some(card) => *card,
                    None => free.next().ok_or(NoDeck::RunsOut)?,
                };
                packs[number].insert(place, card);
                order.push(card);
            }
            let dealt: CardSet = order.iter().copied().collect();
            order.extend(free.clone().filter(|card| !dealt.contains(*card)));
            let dealt: CardSet = order.iter().copied().collect();
            order.extend(whole.difference(dealt).iter());
            orders.push(DeckOrder::new(order).map_err(|_| NoDeck::RunsOut)?);
        }
        Ok(orders)
    }

    /// Returns the cards that a later pack is made of, without those known to have a place in it.
    fn out_of_play(
        &self,
        number: usize,
        packs: &[BTreeMap<usize, Card>],
        whole: CardSet,
    ) -> Vec<Card> {
        let placed: CardSet = packs[number].values().copied().collect();
        let pool = self.packs[number].pool.iter();
        let cards = pool.filter_map(|(pack, place)| packs[*pack].get(place).copied());
        let cards: CardSet = cards.collect();
        cards.intersection(whole).difference(placed).iter().collect()
    }
}

/// Shuffles the unknown cards. The same attempt gives the same order.
fn mix(cards: &mut [Card], attempt: u64) {
    let mut state = attempt;
    fisher_yates(cards, || {
        // Knuth's MMIX generator. Its upper half is good enough for trying other cards.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(state >> 32).unwrap_or(u32::MAX)
    });
}
