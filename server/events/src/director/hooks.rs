//! The events of a step in the terms of hooks, for other programs.

use super::commands::command_out;
use super::{DirectorCore, Outputs};
use crate::results::KeptResults;
use cardroom_hooks::{Place, Player, Subject, Tournament};
use cardroom_record::StoredResults;
use cardroom_rules::{Cents, EntryNo, Millis};
use cardroom_tournament::{Event, Phase, Ruling, RulingState};

const MINUTE_MS: u64 = 60_000;

impl DirectorCore {
    /// Returns the tournament as hooks name it.
    #[must_use]
    pub fn as_hooks_name_it(&self) -> Tournament {
        let league = self.league().map(str::to_owned);
        Tournament { id: self.id.0, name: self.name.clone(), league }
    }

    /// Returns `true` if only those whom its host invited know of it.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.is_private
    }

    /// Returns what a step means to other programs, in its order. The step is applied already.
    #[must_use]
    pub fn subjects(&self, now: Millis, outputs: &Outputs) -> Vec<Subject> {
        let mut subjects = Vec::new();
        for event in &outputs.events {
            subjects.extend(self.subject(now, event));
        }
        if self.is_final_table(&outputs.events) {
            let tournament = self.as_hooks_name_it();
            subjects.push(Subject::FinalTable { tournament, players: self.players_left() });
        }
        subjects.extend(outputs.unit.results.iter().filter_map(|kept| self.ended(kept)));
        subjects
    }

    fn subject(&self, now: Millis, event: &Event) -> Option<Subject> {
        let (director, tournament) = (&self.director, || self.as_hooks_name_it());
        Some(match event {
            Event::Began { .. } => Subject::TournamentStarted {
                tournament: tournament(),
                players: director.players_left(),
            },
            Event::LevelBegan { stage, .. } => {
                let level = director.terms().level_of(*stage);
                let stakes = director.structure().levels().nth(usize::from(level))?.stakes;
                Subject::Level {
                    tournament: tournament(),
                    level: u32::from(level) + 1,
                    small_blind: stakes.small_blind.0,
                    big_blind: stakes.big_blind.0,
                    ante: stakes.ante.0,
                    players: director.players_left(),
                }
            }
            Event::BreakBegan { ends_at } => {
                let minutes = ends_at.0.saturating_sub(now.0).div_ceil(MINUTE_MS);
                let minutes = u32::try_from(minutes).unwrap_or(u32::MAX);
                Subject::Break { tournament: tournament(), minutes }
            }
            Event::Paused { .. } => {
                let reason = super::wire::pause_reason(director).unwrap_or_default();
                Subject::Paused { tournament: tournament(), reason }
            }
            Event::Resumed { .. } => Subject::Resumed { tournament: tournament() },
            Event::EntryClosed => Subject::LateEntryClosed {
                tournament: tournament(),
                entries: director.entry_count(),
                players: director.players_left(),
            },
            Event::Out { entry, .. } => Subject::PlayerOut {
                tournament: tournament(),
                name: self.name_of(*entry),
                place: director.place(*entry)?,
                players: director.players_left(),
            },
            Event::DealMade { shares, .. } => {
                Subject::Deal { tournament: tournament(), shares: self.shares(shares) }
            }
            Event::Cancelled { reason } => {
                Subject::TournamentCanceled { tournament: tournament(), reason: reason.clone() }
            }
            Event::Announced { text } => {
                Subject::Announcement { tournament: Some(tournament()), text: text.clone() }
            }
            Event::Ruled(ruling) if ruling.state == RulingState::Made => self.ruled(ruling),
            Event::RulingChanged { ruling, state } => {
                let ruling = director.rulings().iter().find(|known| known.seq == *ruling)?;
                match state {
                    RulingState::Made => self.ruled(ruling),
                    RulingState::Undone => Subject::RulingUndone {
                        tournament: Some(tournament()),
                        table: None,
                        ruling: ruling.seq.0,
                        operator: self.operator_of(ruling),
                        reason: ruling.reason.clone(),
                    },
                    RulingState::NeedsSecond => return None,
                }
            }
            _ => return None,
        })
    }

    fn ruled(&self, ruling: &Ruling) -> Subject {
        let command = command_out(&self.names, &self.director, ruling);
        Subject::RulingMade {
            tournament: Some(self.as_hooks_name_it()),
            table: None,
            ruling: ruling.seq.0,
            operator: self.operator_of(ruling),
            text: serde_json::to_string(&command).expect("a command is nothing but data"),
            reason: ruling.reason.clone(),
            rule: ruling.rule.clone(),
        }
    }

    fn operator_of(&self, ruling: &Ruling) -> String {
        self.names.operator(ruling).unwrap_or_else(|| "somebody".to_owned())
    }

    /// Returns `true` if these events closed the last but one table of a tournament that goes on.
    fn is_final_table(&self, events: &[Event]) -> bool {
        events.iter().any(|event| matches!(event, Event::TableClosed { .. }))
            && self.director.phase() == Phase::Running
            && self.director.tables().count() == 1
    }

    /// Returns the players who are in it, the most chips first.
    fn players_left(&self) -> Vec<Player> {
        let left = self.director.entries().filter(|(_, entry)| entry.whereabouts.is_in());
        let player = |(number, entry): (EntryNo, &cardroom_tournament::Entry)| Player {
            name: self.name_of(number),
            chips: entry.stack.0,
        };
        let mut players: Vec<Player> = left.map(player).collect();
        players.sort_by_key(|player| std::cmp::Reverse(player.chips));
        players
    }

    fn shares(&self, shares: &[(EntryNo, Cents)]) -> Vec<Place> {
        let mut shares: Vec<_> = shares.to_vec();
        shares.sort_by_key(|share| std::cmp::Reverse(share.1.0));
        let share = |((entry, amount), place): ((EntryNo, Cents), u32)| Place {
            place,
            name: self.name_of(entry),
            prize: amount.0,
            points: None,
        };
        shares.into_iter().zip(1..).map(share).collect()
    }

    /// Returns the end that results are of; `None` if it was canceled.
    fn ended(&self, stored: &StoredResults) -> Option<Subject> {
        let kept = KeptResults::read(stored.tournament, &stored.results).ok()?;
        let tournament = self.as_hooks_name_it();
        (!kept.summary.cancelled)
            .then(|| Subject::TournamentEnded { tournament, places: kept.places() })
    }
}

impl KeptResults {
    /// Returns the places as hooks show them, the best first.
    #[must_use]
    pub fn places(&self) -> Vec<Place> {
        let placed = self.players.iter().filter_map(|player| {
            Some(Place {
                place: player.place?,
                name: player.name.clone(),
                prize: player.prize.0,
                points: player.points.map(|points| points.to_string()),
            })
        });
        let mut places: Vec<Place> = placed.collect();
        places.sort_by_key(|place| place.place);
        places
    }

    /// Returns what a correction means to other programs.
    #[must_use]
    pub fn corrected(&self, tournament: u64, reason: String) -> Subject {
        let league = self.counting.as_ref().map(|counting| counting.league.id.clone());
        let tournament = Tournament { id: tournament, name: self.summary.name.clone(), league };
        Subject::ResultsCorrected { tournament, places: self.places(), reason }
    }
}
