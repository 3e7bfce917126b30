//! An event in words for people: a title and lines, in the room's language.

use super::Language;
use crate::{Place, Subject, Tournament};

/// The most rows of a list.
const MAX_ROWS: usize = 25;

/// The writing rules of a service for what is not the room's own words.
pub(super) trait Style {
    /// Returns a text of a player or an operator, so that the service shows it as written.
    fn foreign(&self, text: &str) -> String;

    /// Returns a time in milliseconds since 1970.
    fn time(&self, at_ms: u64) -> String;
}

/// A message for people.
pub(super) struct Notice {
    pub(super) title: String,
    pub(super) lines: Vec<String>,
}

/// Says how many rows are left out.
pub(super) fn more(language: Language, left: usize) -> String {
    match language {
        Language::En => format!("… {left} more"),
        Language::De => format!("… {left} weitere"),
    }
}

/// Writes an event for people.
pub(super) fn notice(subject: &Subject, language: Language, style: &dyn Style) -> Notice {
    Writer { language, style }.write(subject)
}

struct Writer<'a> {
    language: Language,
    style: &'a dyn Style,
}

impl Writer<'_> {
    fn say(&self, english: &str, german: &str) -> String {
        match self.language {
            Language::En => english.to_owned(),
            Language::De => german.to_owned(),
        }
    }

    /// Writes a title about a tournament.
    fn about(&self, english: &str, german: &str, tournament: &Tournament) -> String {
        format!("{}: {}", self.say(english, german), self.style.foreign(&tournament.name))
    }

    fn players_left(&self, players: u32) -> String {
        format!("{players} {}", self.say("players left", "Spieler noch dabei"))
    }

    fn reason(&self, reason: &str) -> Vec<String> {
        let reason = reason.trim();
        (!reason.is_empty()).then(|| self.style.foreign(reason)).into_iter().collect()
    }

    fn start(&self, starts_ms: Option<u64>) -> String {
        match starts_ms {
            Some(at_ms) => format!("{} {}", self.say("Starts", "Beginn:"), self.style.time(at_ms)),
            None => self.say("Starts when it is full", "Beginnt, wenn alle Plätze besetzt sind"),
        }
    }

    fn rows(&self, rows: impl ExactSizeIterator<Item = String>) -> Vec<String> {
        let left = rows.len().saturating_sub(MAX_ROWS);
        let mut lines: Vec<String> = rows.take(MAX_ROWS).collect();
        if left > 0 {
            lines.push(more(self.language, left));
        }
        lines
    }

    /// Writes places, with a prize where something is paid, and points where a league gives some.
    fn places(&self, places: &[Place]) -> Vec<String> {
        self.rows(places.iter().map(|Place { place, name, prize, points }| {
            let mut row = format!("{place}\u{a0}· {}", self.style.foreign(name));
            if *prize > 0 {
                row.push_str(&format!(" · {prize}"));
            }
            if let Some(points) = points {
                let points = self.style.foreign(points);
                row.push_str(&format!(" · {points} {}", self.say("points", "Punkte")));
            }
            row
        }))
    }

    fn write(&self, subject: &Subject) -> Notice {
        use Subject as S;
        let foreign = |text: &str| self.style.foreign(text);
        let (title, lines) = match subject {
            S::TournamentAnnounced { tournament: t, starts_ms } => {
                (self.about("Announced", "Angekündigt", t), vec![self.start(*starts_ms)])
            }
            S::RegistrationOpened { tournament: t, starts_ms } => (
                self.about("Registration is open", "Anmeldung offen", t),
                vec![self.start(*starts_ms)],
            ),
            S::TournamentStarted { tournament: t, players } => (
                self.about("Started", "Begonnen", t),
                vec![format!("{players} {}", self.say("players", "Spieler"))],
            ),
            S::Level { tournament: t, level, small_blind, big_blind, ante, players } => {
                let ante = match ante {
                    0 => String::new(),
                    ante => format!(", {} {ante}", self.say("ante", "Ante")),
                };
                let blinds = format!("Blinds {small_blind}/{big_blind}{ante}");
                let title = format!("Level {level}: {}", foreign(&t.name));
                (title, vec![blinds, self.players_left(*players)])
            }
            S::Break { tournament: t, minutes } => (
                self.about("Break", "Pause", t),
                vec![format!("{minutes} {}", self.say("minutes", "Minuten"))],
            ),
            S::Paused { tournament: t, reason } => {
                (self.about("Paused", "Angehalten", t), self.reason(reason))
            }
            S::Resumed { tournament: t } => {
                (self.about("Play goes on", "Es geht weiter", t), Vec::new())
            }
            S::LateEntryClosed { tournament: t, entries, players } => {
                let entries = format!("{entries} {}", self.say("entries", "Einkäufe"));
                let title = self.about("Late entry is closed", "Keine Einkäufe mehr", t);
                (title, vec![entries, self.players_left(*players)])
            }
            S::FinalTable { tournament: t, players } => {
                let row = |it: &crate::Player| format!("{} · {}", foreign(&it.name), it.chips);
                (self.about("Final table", "Finaltisch", t), self.rows(players.iter().map(row)))
            }
            S::PlayerOut { tournament: t, name, place, players } => {
                let name = foreign(name);
                let out = match self.language {
                    Language::En => format!("{name} is out in place {place}"),
                    Language::De => format!("{name} scheidet auf Platz {place} aus"),
                };
                (self.about("Out", "Ausgeschieden", t), vec![out, self.players_left(*players)])
            }
            S::Deal { tournament: t, shares } => {
                (self.about("A deal was made", "Es wurde geteilt", t), self.places(shares))
            }
            S::TournamentEnded { tournament: t, places } => {
                (self.about("Results", "Ergebnis", t), self.places(places))
            }
            S::TournamentCanceled { tournament: t, reason } => {
                (self.about("Canceled", "Abgesagt", t), self.reason(reason))
            }
            S::ResultsCorrected { tournament: t, places, reason } => {
                let mut lines = self.reason(reason);
                lines.extend(self.places(places));
                (self.about("Results corrected", "Ergebnis berichtigt", t), lines)
            }
            subject => return self.write_other(subject),
        };
        Notice { title, lines }
    }

    /// Writes what is not about a tournament alone.
    fn write_other(&self, subject: &Subject) -> Notice {
        use Subject as S;
        let foreign = |text: &str| self.style.foreign(text);
        let (title, lines) = match subject {
            S::Standings { league, standings } => {
                let (name, season) = (foreign(&league.name), foreign(&league.season));
                let title = format!("{}: {name}, {season}", self.say("Standings", "Tabelle"));
                let row = |it: &crate::Standing| {
                    format!("{}\u{a0}· {} · {}", it.place, foreign(&it.name), foreign(&it.points))
                };
                (title, self.rows(standings.iter().map(row)))
            }
            S::RulingMade { ruling, operator, text, reason, rule, .. } => {
                let title = format!("{} {ruling}", self.say("Ruling", "Entscheidung"));
                let mut lines = vec![format!("{}: {}", foreign(operator), foreign(text))];
                lines.extend(self.reason(reason));
                lines.extend(rule.as_deref().map(foreign));
                (title, lines)
            }
            S::RulingUndone { ruling, operator, reason, .. } => {
                let title = match self.language {
                    Language::En => format!("Ruling {ruling} undone"),
                    Language::De => format!("Entscheidung {ruling} zurückgenommen"),
                };
                let mut lines = vec![foreign(operator)];
                lines.extend(self.reason(reason));
                (title, lines)
            }
            S::AccountOpened { account } => {
                let title = self.say("New account", "Neues Konto");
                (format!("{title}: {}", foreign(&account.name)), Vec::new())
            }
            S::AccountOrder { account, operator, text, reason } => {
                let title = format!("{}: {}", self.say("Account", "Konto"), foreign(&account.name));
                let at_machine = || self.say("At the machine", "Am Rechner");
                let operator = operator.as_deref().map_or_else(at_machine, foreign);
                let mut lines = vec![format!("{operator}: {}", foreign(text))];
                lines.extend(self.reason(reason));
                (title, lines)
            }
            S::ReportFiled { report, table } => {
                let title = format!("{} {report}", self.say("Report", "Meldung"));
                (title, table.iter().map(|table| foreign(&table.name)).collect())
            }
            S::Announcement { tournament, text } => {
                let title = match tournament {
                    Some(tournament) => self.about("Announcement", "Durchsage", tournament),
                    None => self.say("Announcement", "Durchsage"),
                };
                (title, self.reason(text))
            }
            S::HandEnded { table, hand, .. } => {
                (format!("{}, Hand {hand}", foreign(&table.name)), Vec::new())
            }
            S::RoomReady {} => (self.say("The room is open", "Der Raum ist offen"), Vec::new()),
            S::RoomDraining {} => {
                (self.say("The room is closing", "Der Raum schließt"), Vec::new())
            }
            S::RoomNotReady { reasons } => (
                self.say("The room takes no players", "Der Raum nimmt keine Spieler an"),
                reasons.iter().map(|reason| foreign(reason)).collect(),
            ),
            S::Test {} => (self.say("A test of this hook", "Ein Test dieses Hooks"), Vec::new()),
            other => (other.kind().name().to_owned(), Vec::new()),
        };
        Notice { title, lines }
    }
}
