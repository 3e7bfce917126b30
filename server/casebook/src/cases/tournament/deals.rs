//! Deals among the remaining players: proposed to the director, voted on in secret, and made
//! between two hands.

use super::super::keys::Keys;
use super::super::{Case, Trouble};
use super::field::{Field, Seating, Situation};
use super::{Answer, Play, refused, terms};
use cardroom_rules::{Cents, Chips, EntryNo, Library, PlayerId, TableNo};
use cardroom_tournament::prizes::DealRefusal;
use cardroom_tournament::{DealWish, Director, Division, Event, Input, Refusal};
use toml::Value;

pub(super) struct Deals {
    field: Field,
    /// The tournament before the last proposal that was put to the vote, with the proposal.
    before: Option<(Director, DealWish)>,
    /// Whether anyone could have learned how another player voted.
    votes_visible: Option<bool>,
}

/// The table of the remaining players.
const TABLE: TableNo = TableNo(1);

impl Deals {
    pub(super) fn begin(case: &Case, library: &Library) -> Result<Self, Trouble> {
        let mut keys = Keys::of(&case.table);
        let rulebook = terms::rulebook(case, &mut keys, library)?;
        let pool = Cents(Keys::require(keys.number("remaining_pool")?, "remaining_pool")?);
        let players: u8 = Keys::require(keys.within("players", 2..=9)?, "players")?;
        let paid = keys.within("paid_places", 1..=terms::MOST_PLACES)?;
        let paid = paid.unwrap_or(u64::from(players));
        let mut structure = terms::structure(9, &[Chips(100), Chips(200)]);
        let rule = &rulebook.deals;
        let least = match keys.text("level")?.as_deref() {
            None | Some("local") => rule.winner_least_percent,
            Some("regional") => {
                structure.deals.regional = true;
                rule.winner_least_percent_regional
            }
            Some(other) => return Err(Trouble::unknown("level", other)),
        };
        terms::fixed("winner_min_percent", keys.number("winner_min_percent")?, &least)?;
        keys.end("table")?;
        // The prize of each place does not matter, so the places share the pool equally.
        let (each, over) = pool.divide(paid);
        let prizes = (0..paid).map(|place| each + Cents(u64::from(place < over.0))).collect();
        let seating = Seating::of_first_seats(9, players, terms::STACK);
        let tables = vec![Seating { opened: Vec::new(), ..seating }];
        let mut field = Field::new(structure, rulebook, library)?;
        field.stand(&Situation { tables, prizes, level_left: None })?;
        Ok(Self { field, before: None, votes_visible: None })
    }

    /// Returns the remaining players, in seat order.
    fn left(&self) -> Vec<EntryNo> {
        let table = self.field.director.table(TABLE);
        table.into_iter().flat_map(|table| table.seated()).map(|(_, entry)| entry).collect()
    }

    fn propose(&mut self, keys: &mut Keys) -> Result<Answer, Trouble> {
        let shares = Keys::require(keys.amounts("shares")?, "shares")?;
        let left = self.left();
        if shares.len() != left.len() {
            let (shares, left) = (shares.len(), left.len());
            return Err(Trouble::NotUnderstood(format!("{shares} shares for {left} players")));
        }
        let shares = left.iter().copied().zip(shares.into_iter().map(|share| Cents(share.0)));
        let wish = DealWish {
            player: left.first().map(|entry| PlayerId(u64::from(entry.0))),
            division: Division::Shares(shares.collect()),
            for_winner: Cents(keys.number("reserved_for_winner")?.unwrap_or(0)),
            floor_present: keys.flag("floor_present")?.unwrap_or(true),
            away: Vec::new(),
        };
        let before = self.field.director.clone();
        let answer = self.field.step(Input::ProposeDeal(wish.clone()))?;
        if let Err(refusal) = answer {
            if before != self.field.director {
                return Err(Trouble::differs("a refusal changes nothing", "something has changed"));
            }
            return Ok(Err(refused(&refusal)));
        }
        // A deal is about the stacks between two hands.
        if self.field.director.deals().asked().is_some() {
            self.field.finish_all(&[])?;
        }
        self.before = Some((before, wish));
        self.votes_visible = None;
        Ok(Ok(()))
    }

    /// Returns the conditions without which the director would have refused the proposal.
    fn needs(&self) -> Result<Vec<&'static str>, Trouble> {
        let mut needs = Vec::new();
        let Some((before, wish)) = &self.before else { return Ok(needs) };
        let refused = |wish: DealWish| {
            let mut director = before.clone();
            director.step(self.field.now, 1, Input::ProposeDeal(wish)).err()
        };
        let unattended = DealWish { floor_present: false, ..wish.clone() };
        if refused(unattended) == Some(Refusal::Deal(DealRefusal::FloorMissing)) {
            needs.push("floor_present");
        }
        let away = self.left().last().map(|entry| PlayerId(u64::from(entry.0)));
        let without_one = DealWish { away: away.into_iter().collect(), ..wish.clone() };
        if matches!(refused(without_one), Some(Refusal::Deal(DealRefusal::Absent(_)))) {
            needs.push("all_players_present");
        }
        let votes = self.field.director.deals().open().map(|deal| deal.ballot.verdict());
        if votes == Some(None) {
            needs.push("secret_ballot");
        }
        Ok(needs)
    }

    /// Casts every player's vote, in seat order.
    fn ballot(&mut self, keys: &mut Keys) -> Result<(), Trouble> {
        let votes = Keys::require(keys.texts("votes")?, "votes")?;
        let deal = self.field.director.deals().open().map(|deal| deal.number);
        let deal = deal.ok_or_else(|| Trouble::differs("a deal is voted on", "there is none"))?;
        let left = self.left();
        if votes.len() != left.len() {
            return Err(Trouble::NotUnderstood(format!("{} votes", votes.len())));
        }
        let mut agreeing = Vec::new();
        for vote in votes {
            agreeing.push(match vote.as_str() {
                "black" => true,
                "red" => false,
                other => return Err(Trouble::unknown("vote", other)),
            });
        }
        let mut visible = false;
        for (number, (entry, agrees)) in left.into_iter().zip(agreeing.iter().copied()).enumerate()
        {
            let player = PlayerId(u64::from(entry.0));
            if number + 1 < agreeing.len() {
                let mut other = self.field.director.clone();
                let vote = Input::Vote { player, deal, agrees: !agrees };
                let voted = other.step(self.field.now, 1, vote);
                voted.map_err(|refusal| Trouble::differs("a vote", refusal.to_string()))?;
                self.field.must(Input::Vote { player, deal, agrees })?;
                visible |= self.seen(&other) != self.seen(&self.field.director);
            } else {
                self.field.must(Input::Vote { player, deal, agrees })?;
            }
        }
        self.votes_visible = Some(visible);
        // A deal takes effect between hands.
        if self.field.director.deals().open().is_some_and(|deal| deal.accepted) {
            self.field.finish_all(&[])?;
        }
        Ok(())
    }

    /// Returns everything that the director shows to anyone about the vote.
    fn seen(&self, director: &Director) -> String {
        let deal = director.deals().open();
        let verdict = deal.map(|deal| deal.ballot.verdict());
        format!("{deal:?} {verdict:?} {:?}", director.view(self.field.now))
    }

    /// Returns the status of the last proposal.
    fn standing(&self) -> Option<&'static str> {
        self.field.log.iter().rev().find_map(|event| match event {
            Event::DealProposed(_) => Some("pending"),
            Event::DealAccepted | Event::DealMade { .. } => Some("accepted"),
            Event::DealRejected { .. } => Some("rejected"),
            _ => None,
        })
    }
}

impl Play for Deals {
    fn event(&mut self, name: &str, keys: &mut Keys) -> Result<Answer, Trouble> {
        match name {
            "propose_deal" => return self.propose(keys),
            "ballot" => self.ballot(keys)?,
            "bust" => {
                let count: usize = keys.within("count", 1..=9)?.unwrap_or(1);
                let table = self.field.director.table(TABLE);
                let seats = table.into_iter().flat_map(|table| table.seated());
                let out: Vec<_> = seats.map(|(seat, _)| seat).take(count).collect();
                self.field.finish(TABLE, &out)?;
            }
            other => return Err(Trouble::unknown("event", other)),
        }
        Ok(Ok(()))
    }

    fn says(&mut self, key: &str) -> Result<Option<Value>, Trouble> {
        Ok(match key {
            "clock_paused" => Some(Value::Boolean(self.field.director.paused().is_some())),
            "needs" => Some(Value::Array(self.needs()?.into_iter().map(Value::from).collect())),
            "deal" => self.standing().map(Value::from),
            "votes_visible" => self.votes_visible.map(Value::Boolean),
            "playing_for" => self.field.log.iter().rev().find_map(|event| match event {
                Event::DealMade { for_winner, .. } => Some(terms::number(for_winner.0)),
                _ => None,
            }),
            "remaining" => Some(terms::number(self.field.director.players_left())),
            other => return Err(Trouble::unknown("key of expect", other)),
        })
    }
}
