//! Makes scripts of hands in the poker hand history format, which `cardroom-phh` reads.

use super::boards::{BoardDeals, Boards};
use super::game::Variant;
use super::holding::{Draw, Holding};
use super::peculiar::Peculiarity;
use super::script::{Blinds, Made, Move, Player, Script};
use super::{Unread, malformed, not_played_here};
use cardroom_phh::{Action, Amount, Hand};
use cardroom_rules::{AnteKind, Chips, Stakes};

/// Reads the hands of a file. Hands of a `.phhs` file have a key.
pub(super) fn hands(text: &str, many: bool) -> Result<Vec<(Option<String>, Hand)>, Unread> {
    let broken = |error: cardroom_phh::Unread| malformed(error.to_string());
    if !many {
        return Ok(vec![(None, Hand::parse(text).map_err(broken)?)]);
    }
    let hands = Hand::parse_many(text).map_err(broken)?;
    Ok(hands.into_iter().map(|(key, hand)| (Some(key), hand)).collect())
}

/// Reads a hand into a script. `truth` has the final stacks if another source knows them
/// better than the record.
pub(super) fn read(name: &str, phh: &Hand, truth: Option<&[Amount]>) -> Result<Script, Unread> {
    let variant = Variant::of_phh(&phh.variant)
        .ok_or_else(|| not_played_here(format!("the game {}", phh.variant)))?;
    let units = units(phh);
    let mut posts = Posts::read(phh, units)?;
    let stakes = posts.stakes(phh, variant, units)?;
    let finals = truth.or(phh.finishing_stacks.as_deref()).ok_or(Unread::NoResult)?;
    if finals.len() != phh.starting_stacks.len() {
        return Err(malformed("not as many final stacks as players"));
    }
    let mut players = Vec::with_capacity(finals.len());
    let mut peculiar = Vec::new();
    for (place, (stack, last)) in phh.starting_stacks.iter().zip(finals).enumerate() {
        let final_halves = last.in_half_units(units).ok_or_else(|| malformed("a final stack"))?;
        if final_halves % 2 == 1 && !peculiar.contains(&Peculiarity::HalfChip) {
            peculiar.push(Peculiarity::HalfChip);
        }
        players.push(Player {
            label: format!("p{}", place + 1),
            stack: unsigned(stack.in_units(units))?,
            owes_small: posts.owes_small.contains(&place),
            owes_big: posts.owes_big.contains(&place),
            straddles: posts.straddle == Some(place),
            holding: Holding::default(),
            shows: false,
            final_halves,
        });
    }
    let mut script = Script {
        name: name.to_owned(),
        game: variant.game,
        stakes,
        players,
        blinds: if variant.is_stud() { Blinds::None } else { posts.blinds },
        dead_button: false,
        boards: vec![Vec::new()],
        together: false,
        moves: Vec::new(),
        rake: unsigned(phh.rake.unwrap_or_default().in_units(units))?,
        peculiar,
    };
    let mut reader = Reader {
        script: &mut script,
        units,
        street: 0,
        moved: false,
        board: BoardDeals::default(),
    };
    for action in &phh.actions {
        let read = reader.action(action);
        read.ok_or_else(|| malformed(format!("action {:?}", action.to_string())))?;
    }
    let Boards { boards, together } = reader.board.boards();
    (script.boards, script.together) = (boards, together);
    if together {
        script.peculiar.push(Peculiarity::BoardsTogether);
    }
    Ok(script)
}

/// Returns the number of digits after the point in the hand's amounts.
fn units(phh: &Hand) -> u32 {
    let single = [phh.bring_in, phh.small_bet, phh.big_bet, phh.min_bet];
    let lists = [&phh.antes, blinds_of(phh), &phh.starting_stacks];
    let wagers = phh.actions.iter().filter_map(|action| match action {
        Action::RaiseTo(_, to) => Some(*to),
        _ => None,
    });
    let all = single.into_iter().flatten().chain(lists.into_iter().flatten().copied());
    all.chain(wagers).map(Amount::places).max().unwrap_or(0)
}

fn blinds_of(phh: &Hand) -> &Vec<Amount> {
    const NONE: &Vec<Amount> = &Vec::new();
    phh.blinds_or_straddles.as_ref().unwrap_or(NONE)
}

/// The posts before the cards.
struct Posts {
    antes: Vec<i64>,
    small: i64,
    big: i64,
    blinds: Blinds,
    /// The place of the big blind.
    big_place: usize,
    owes_small: Vec<usize>,
    owes_big: Vec<usize>,
    straddle: Option<usize>,
}

impl Posts {
    fn read(phh: &Hand, units: u32) -> Result<Self, Unread> {
        let whole = |list: &[Amount]| -> Result<Vec<i64>, Unread> {
            let amounts = list.iter().map(|amount| amount.in_units(units));
            amounts.collect::<Option<_>>().ok_or_else(|| malformed("an amount is too large"))
        };
        let (mut antes, mut blinds) = (whole(&phh.antes)?, whole(blinds_of(phh))?);
        let count = phh.starting_stacks.len();
        if count < 2 || antes.len() > count || blinds.len() > count {
            return Err(malformed("antes, blinds and stacks are of different players"));
        }
        antes.resize(count, 0);
        blinds.resize(count, 0);
        if count == 2 {
            // Heads-up, the format lists them in reverse.
            antes.reverse();
            blinds.reverse();
        }
        let mut posts = Self {
            antes,
            small: 0,
            big: 0,
            blinds: Blinds::Both,
            big_place: 1,
            owes_small: Vec::new(),
            owes_big: Vec::new(),
            straddle: None,
        };
        posts.place_blinds(&blinds)?;
        if let Some(small) = phh.small_blind.filter(|_| posts.blinds == Blinds::DeadSmall) {
            posts.small = small.in_units(units).ok_or_else(|| malformed("the small blind"))?;
        }
        posts.find_newcomers(&blinds);
        Ok(posts)
    }

    fn place_blinds(&mut self, blinds: &[i64]) -> Result<(), Unread> {
        let last = blinds.len() - 1;
        if last == 1 {
            (self.small, self.big, self.big_place) = (blinds[1], blinds[0], 0);
        } else if blinds[last] > 0 && blinds[..last].iter().all(|blind| *blind == 0) {
            (self.blinds, self.big, self.big_place) = (Blinds::OfButton, blinds[last], last);
        } else if blinds[1] <= 0 {
            (self.blinds, self.big, self.big_place) = (Blinds::DeadSmall, blinds[0], 0);
        } else {
            (self.small, self.big) = (blinds[0], blinds[1]);
        }
        if self.small < 0 || self.big < 0 {
            return Err(malformed("a blind below nothing"));
        }
        let first = if self.blinds == Blinds::DeadSmall { 1 } else { 2 };
        if self.blinds == Blinds::OfButton || last == 1 {
            return Ok(());
        }
        let mut straddles = blinds.iter().enumerate().skip(first).filter(|(_, blind)| **blind > 0);
        if let Some((place, straddle)) = straddles.next() {
            if *straddle != 2 * self.big || straddles.next().is_some() {
                return Err(not_played_here("a straddle that is not twice the big blind"));
            }
            self.straddle = Some(place);
        }
        Ok(())
    }

    /// Blinds below 0 are posted by newcomers. Their dead posts are added to the antes.
    fn find_newcomers(&mut self, blinds: &[i64]) {
        let mut sorted = self.antes.clone();
        sorted.sort_unstable();
        // Most players post nothing else before the blinds.
        let ante = sorted[(sorted.len() - 1) / 2];
        for (place, blind) in blinds.iter().enumerate() {
            if *blind < 0 {
                self.owes_big.push(place);
            }
            // The big blind or the button may post the only ante.
            let may_ante = place == self.big_place || place + 1 == blinds.len();
            let dead = self.antes[place] - ante;
            if dead > 0 && dead <= self.big && (ante > 0 || !may_ante) {
                self.owes_small.push(place);
                self.antes[place] = ante;
            }
        }
    }

    fn ante(&self) -> Result<(AnteKind, i64), Unread> {
        let most = self.antes.iter().copied().max().unwrap_or(0);
        let payers: Vec<usize> =
            (0..self.antes.len()).filter(|place| self.antes[*place] != 0).collect();
        let kind = match payers[..] {
            [] => AnteKind::None,
            _ if self.antes.iter().all(|ante| *ante == most) => AnteKind::Each,
            [place] if place == self.big_place => AnteKind::BigBlind,
            [place] if place + 1 == self.antes.len() => AnteKind::Button,
            _ => return Err(not_played_here("antes of different size")),
        };
        Ok((kind, most))
    }

    fn stakes(&mut self, phh: &Hand, variant: Variant, units: u32) -> Result<Stakes, Unread> {
        let of = |amount: Option<Amount>| amount.map(|amount| unsigned(amount.in_units(units)));
        let small_bet = of(phh.small_bet.or(phh.min_bet)).transpose()?;
        let big_bet = of(phh.big_bet).transpose()?;
        let big =
            if variant.is_stud() { small_bet.unwrap_or(0) } else { unsigned(Some(self.big))? };
        if small_bet.is_some_and(|bet| bet != big) || big_bet.is_some_and(|bet| bet != 2 * big) {
            return Err(not_played_here("bets that are not one and two big blinds"));
        }
        let (ante_kind, ante) = self.ante()?;
        Ok(Stakes {
            betting: variant.betting,
            small_blind: Chips(unsigned(Some(self.small))?),
            big_blind: Chips(big),
            bring_in: Chips(unsigned(phh.bring_in.unwrap_or_default().in_units(units))?),
            ante: Chips(unsigned(Some(ante))?),
            ante_kind,
            unit: Chips(1),
        })
    }
}

/// Reads the actions of a hand, one after the other.
struct Reader<'a> {
    script: &'a mut Script,
    units: u32,
    street: usize,
    /// A player acted since the last deal.
    moved: bool,
    board: BoardDeals,
}

impl Reader<'_> {
    /// Adds an action. `None` if it is malformed or of no player of the hand.
    fn action(&mut self, action: &Action) -> Option<()> {
        match action {
            Action::DealHole { place, cards } => {
                self.check(*place)?;
                let draws = self.script.players[*place].holding.draws.len();
                if draws == 0 {
                    self.next_street();
                }
                let holding = &mut self.script.players[*place].holding;
                match holding.draws.last_mut() {
                    Some(draw) => draw.got.extend(cards),
                    None => holding.dealt.extend(cards),
                }
            }
            Action::DealBoard(cards) => {
                self.next_street();
                self.board.deal(cards.clone());
            }
            Action::Discard { place, cards } => {
                self.next_street();
                self.check(*place)?;
                let draw = Draw { gave: cards.clone(), got: Vec::new() };
                self.script.players[*place].holding.draws.push(draw);
                self.push(*place, Made::Draw(cards.len()));
            }
            Action::Show { cards, .. } if cards.is_empty() => {}
            Action::Show { place, cards } => {
                self.check(*place)?;
                let player = &mut self.script.players[*place];
                player.holding.shown = cards.iter().copied().flatten().collect();
                player.shows = true;
            }
            Action::Fold(place) => self.act(*place, Made::Fold)?,
            Action::CheckOrCall(place) => self.act(*place, Made::CheckOrCall)?,
            Action::BringIn(place) => self.act(*place, Made::BringIn)?,
            Action::RaiseTo(place, to) => {
                let to = u64::try_from(to.in_units(self.units)?).ok()?;
                self.act(*place, Made::To(to))?;
            }
            Action::Comment(_) => {}
            Action::Unknown(_) => return None,
        }
        Some(())
    }

    fn act(&mut self, place: usize, made: Made) -> Option<()> {
        self.check(place)?;
        self.push(place, made);
        self.moved = true;
        self.board.bet();
        Some(())
    }

    fn check(&self, place: usize) -> Option<()> {
        (place < self.script.players.len()).then_some(())
    }

    fn push(&mut self, player: usize, made: Made) {
        self.script.moves.push(Move { street: self.street, player: Some(player), made });
    }

    fn next_street(&mut self) {
        if self.moved {
            self.street += 1;
            self.moved = false;
        }
    }
}

fn unsigned(amount: Option<i64>) -> Result<u64, Unread> {
    amount
        .and_then(|amount| u64::try_from(amount).ok())
        .ok_or_else(|| malformed("an amount is below nothing, or too large"))
}
