//! Reads hands in the poker hand history format (PHH): TOML, one hand in a `.phh` file, many in a
//! `.phhs` file. Amounts may have a decimal point.

use super::amount::Amount;
use super::boards::{BoardDeals, Boards};
use super::game::Variant;
use super::holding::{Draw, Holding};
use super::peculiar::Peculiarity;
use super::script::{Blinds, Made, Move, Player, Script};
use super::{Unread, malformed, not_played_here};
use cardroom_cards::{Card, parse_cards};
use cardroom_rules::{AnteKind, Chips, Stakes};
use serde::Deserialize;

/// The fields of a hand that matter for its replay.
#[derive(Deserialize)]
pub(super) struct Phh {
    variant: String,
    antes: Vec<Amount>,
    #[serde(default)]
    blinds_or_straddles: Vec<Amount>,
    #[serde(default)]
    bring_in: Amount,
    small_bet: Option<Amount>,
    big_bet: Option<Amount>,
    min_bet: Option<Amount>,
    starting_stacks: Vec<Amount>,
    actions: Vec<String>,
    finishing_stacks: Option<Vec<Amount>>,
    /// The rake, in this server's own exports. The format has no field for it.
    #[serde(default, rename = "_rake")]
    rake: Amount,
    /// The small blind if no player posts it, in this server's own exports. A
    /// pot-limit bet counts it.
    #[serde(rename = "_small_blind")]
    small_blind: Option<Amount>,
}

/// Reads the hands of a file. Hands of a `.phhs` file have a key.
pub(super) fn hands(text: &str, many: bool) -> Result<Vec<(Option<String>, Phh)>, Unread> {
    let broken = |error: toml::de::Error| malformed(error.to_string().trim());
    if !many {
        return Ok(vec![(None, toml::from_str(text).map_err(broken)?)]);
    }
    let tables: toml::Table = toml::from_str(text).map_err(broken)?;
    let mut hands = Vec::with_capacity(tables.len());
    for (key, table) in tables {
        let hand = table.try_into().map_err(|error| malformed(format!("[{key}]: {error}")))?;
        hands.push((Some(key), hand));
    }
    Ok(hands)
}

/// Reads a hand into a script. `truth` has the final stacks if another source knows them
/// better than the record.
pub(super) fn read(name: &str, phh: &Phh, truth: Option<&[Amount]>) -> Result<Script, Unread> {
    let variant = Variant::of_phh(&phh.variant)
        .ok_or_else(|| not_played_here(format!("the game {}", phh.variant)))?;
    let units = phh.units();
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
        rake: unsigned(phh.rake.in_units(units))?,
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
        let words = action.split('#').next().unwrap_or_default();
        reader.action(words).ok_or_else(|| malformed(format!("action {action:?}")))?;
    }
    let Boards { boards, together } = reader.board.boards();
    (script.boards, script.together) = (boards, together);
    if together {
        script.peculiar.push(Peculiarity::BoardsTogether);
    }
    Ok(script)
}

impl Phh {
    /// Returns the number of digits after the point in the hand's amounts.
    fn units(&self) -> u32 {
        let single = [Some(self.bring_in), self.small_bet, self.big_bet, self.min_bet];
        let lists = [&self.antes, &self.blinds_or_straddles, &self.starting_stacks];
        let wagers = self.actions.iter().filter_map(|action| {
            let mut words = action.split_whitespace().skip_while(|word| *word != "cbr");
            words.nth(1).and_then(Amount::parse)
        });
        let all = single.into_iter().flatten().chain(lists.into_iter().flatten().copied());
        all.chain(wagers).map(Amount::places).max().unwrap_or(0)
    }
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
    fn read(phh: &Phh, units: u32) -> Result<Self, Unread> {
        let whole = |list: &[Amount]| -> Result<Vec<i64>, Unread> {
            let amounts = list.iter().map(|amount| amount.in_units(units));
            amounts.collect::<Option<_>>().ok_or_else(|| malformed("an amount is too large"))
        };
        let (mut antes, mut blinds) = (whole(&phh.antes)?, whole(&phh.blinds_or_straddles)?);
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

    fn stakes(&mut self, phh: &Phh, variant: Variant, units: u32) -> Result<Stakes, Unread> {
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
            bring_in: Chips(unsigned(phh.bring_in.in_units(units))?),
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
    /// Reads an action. `None` if it is malformed.
    fn action(&mut self, action: &str) -> Option<()> {
        let words: Vec<&str> = action.split_whitespace().collect();
        match words[..] {
            [] => {}
            ["d", "dh", who, cards] => {
                let player = self.player(who)?;
                let draws = self.script.players[player].holding.draws.len();
                if draws == 0 {
                    self.next_street();
                }
                let slots = slots(cards)?;
                let holding = &mut self.script.players[player].holding;
                match holding.draws.last_mut() {
                    Some(draw) => draw.got.extend(slots),
                    None => holding.dealt.extend(slots),
                }
            }
            ["d", "db", cards] => {
                self.next_street();
                self.board.deal(parse_cards(cards).ok()?);
            }
            [who, "sd", ref cards @ ..] => {
                self.next_street();
                let player = self.player(who)?;
                let gave = match cards {
                    [] | ["-"] => Vec::new(),
                    [cards] => slots(cards)?,
                    _ => return None,
                };
                let count = gave.len();
                self.script.players[player].holding.draws.push(Draw { gave, got: Vec::new() });
                self.push(player, Made::Draw(count));
            }
            [_, "sm"] | [_, "sm", "-"] => {}
            [who, "sm", cards] => {
                let player = self.player(who)?;
                let shown = slots(cards)?.into_iter().flatten().collect();
                self.script.players[player].holding.shown = shown;
                self.script.players[player].shows = true;
            }
            [who, made] => {
                let made = match made {
                    "f" => Made::Fold,
                    "cc" => Made::CheckOrCall,
                    "pb" => Made::BringIn,
                    _ => return None,
                };
                self.act(who, made)?;
            }
            [who, "cbr", to] => {
                let to = Amount::parse(to)?.in_units(self.units)?;
                self.act(who, Made::To(u64::try_from(to).ok()?))?;
            }
            _ => return None,
        }
        Some(())
    }

    fn act(&mut self, who: &str, made: Made) -> Option<()> {
        let player = self.player(who)?;
        self.push(player, made);
        self.moved = true;
        self.board.bet();
        Some(())
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

    fn player(&self, who: &str) -> Option<usize> {
        let number: usize = who.strip_prefix('p')?.parse().ok()?;
        number.checked_sub(1).filter(|place| *place < self.script.players.len())
    }
}

/// Reads cards. `??` is an unknown one.
fn slots(text: &str) -> Option<Vec<Option<Card>>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let symbols: Vec<char> = text.chars().collect();
    let pairs = symbols.chunks(2).map(|pair| match pair {
        ['?', '?'] => Some(None),
        [rank, suit] => format!("{rank}{suit}").parse().ok().map(Some),
        _ => None,
    });
    pairs.collect()
}

fn unsigned(amount: Option<i64>) -> Result<u64, Unread> {
    amount
        .and_then(|amount| u64::try_from(amount).ok())
        .ok_or_else(|| malformed("an amount is below nothing, or too large"))
}
