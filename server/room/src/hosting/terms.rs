//! The terms of a private table, checked against the operator's limits, and the ring table they
//! become. Errors name the wrong term. The office opens the table.

use crate::config::{HostingSettings, RingTable};
use crate::opening::setup_of;
use cardroom_protocol::game as wire;
use cardroom_protocol::hosting::{Choice, HostableGame, HostingLimits, TableTerms, Term};
use cardroom_protocol::limits::{
    MAX_CHIPS_PER_UNIT, MAX_CURRENCY_CHARS, MAX_TABLE_NAME_CHARS, MAX_TABLE_NOTE_CHARS,
};
use cardroom_rules::{
    AnteKind, Betting, BombPot, Chips, Forced, Game, Library, MAX_SEATS, Millis, Play, RingTerms,
    Rulebook, Stakes, Straddle,
};
use std::sync::Arc;

/// How long a freed seat is held for the first player on the waiting list.
const SEAT_OFFER: Millis = Millis::seconds(30);
/// The pause before each street of an all-in run-out.
const RUN_OUT: Millis = Millis(1_200);
/// How long all-in players have to agree on how many boards are run.
const RUN_IT: Millis = Millis(5_000);

/// A term that is outside the limits, or does not fit the others.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct TermError {
    pub term: Term,
    /// A sentence for people, with the limit.
    pub message: String,
}

fn require(holds: bool, term: Term, message: impl FnOnce() -> String) -> Result<(), TermError> {
    if holds { Ok(()) } else { Err(TermError { term, message: message() }) }
}

/// Checks that the terms are within the limits and make a valid table.
///
/// # Errors
/// The first term that is wrong.
pub fn allowed(
    terms: &TableTerms,
    limits: &HostingSettings,
    library: &Library,
) -> Result<(), TermError> {
    let name = terms.name.trim();
    let is_name = name == terms.name
        && (1..=MAX_TABLE_NAME_CHARS).contains(&name.chars().count())
        && crate::text::is_line(name, MAX_TABLE_NAME_CHARS);
    require(is_name, Term::Name, || {
        format!("A name needs 1 to {MAX_TABLE_NAME_CHARS} characters, without spaces around them.")
    })?;
    let listed = |ids: &[String], id: &String| ids.is_empty() || ids.contains(id);
    require(listed(&limits.games, &terms.game), Term::Game, || {
        format!("\"{}\" is not offered at private tables. Choose another game.", terms.game)
    })?;
    require(listed(&limits.rulebooks, &terms.rulebook), Term::Rulebook, || {
        format!(
            "Private tables do not use the rulebook \"{}\". Choose another one.",
            terms.rulebook
        )
    })?;
    require((2..=limits.seats).contains(&terms.seats), Term::Seats, || {
        format!("Choose 2 to {} seats.", limits.seats)
    })?;
    let (blinds, buy_in) = (limits.max_big_blind, limits.max_buy_in);
    require((1..=blinds.0).contains(&terms.big_blind.0), Term::Blinds, || {
        format!("Choose a big blind from 1 to {blinds}.")
    })?;
    require(terms.ante.0 <= blinds.0, Term::Ante, || {
        format!("Choose an ante of at most {blinds}.")
    })?;
    require(terms.max_buy_in.0 <= buy_in.0, Term::BuyIn, || {
        format!("Choose a maximum buy-in of at most {buy_in}.")
    })?;
    let (least, most) = (limits.min_act_seconds, limits.max_act_seconds);
    require((least..=most).contains(&terms.act_seconds), Term::ActTime, || {
        format!("Choose {least} to {most} seconds for a decision.")
    })?;
    let (least, most) = (limits.min_between_ms, limits.max_between_ms);
    require((least..=most).contains(&terms.between_hands_ms), Term::BetweenHands, || {
        let seconds = |ms: u32| f64::from(ms) / 1_000.0;
        format!("Choose a pause of {} to {} seconds between hands.", seconds(least), seconds(most))
    })?;
    require(terms.bank_seconds <= limits.max_bank_seconds, Term::TimeBank, || {
        format!("Choose a time bank of at most {} seconds.", limits.max_bank_seconds)
    })?;
    require(!terms.free_chat || limits.free_chat, Term::Chat, || {
        "This room does not allow free chat during hands. Turn it off, then open the table."
            .to_owned()
    })?;
    let is_note = terms.note.is_empty() || crate::text::is_line(&terms.note, MAX_TABLE_NOTE_CHARS);
    require(is_note, Term::Note, || {
        format!("A note is one line of at most {MAX_TABLE_NOTE_CHARS} characters.")
    })?;
    ring_table(terms, library).map(|_| ())
}

/// Checks that these terms may replace others at an open table.
///
/// # Errors
/// The first term that may not change.
pub(super) fn may_follow(new: &TableTerms, old: &TableTerms) -> Result<(), TermError> {
    require(new.seats >= old.seats, Term::Seats, || {
        format!("An open table keeps its {} seats. Choose as many or more.", old.seats)
    })?;
    require(new.hybrid == old.hybrid, Term::Hybrid, || {
        "Wagers by words and chips are set when a table opens. Open another table.".to_owned()
    })
}

/// Returns the terms that differ.
pub(super) fn differences(new: &TableTerms, old: &TableTerms) -> Vec<Term> {
    let blinds = |terms: &TableTerms| (terms.small_blind, terms.big_blind, terms.bring_in);
    let ante = |terms: &TableTerms| (terms.ante, terms.ante_kind);
    let buy_in = |terms: &TableTerms| (terms.min_buy_in, terms.max_buy_in);
    let changed = [
        (Term::Name, new.name != old.name),
        (Term::Game, new.game != old.game),
        (Term::Rulebook, new.rulebook != old.rulebook),
        (Term::Betting, new.betting != old.betting),
        (Term::Blinds, blinds(new) != blinds(old)),
        (Term::Ante, ante(new) != ante(old)),
        (Term::Seats, new.seats != old.seats),
        (Term::BuyIn, buy_in(new) != buy_in(old)),
        (Term::ActTime, new.act_seconds != old.act_seconds),
        (Term::TimeBank, new.bank_seconds != old.bank_seconds),
        (Term::Straddle, new.straddle != old.straddle),
        (Term::BombPot, new.bomb_pot != old.bomb_pot),
        (Term::Boards, new.max_boards != old.max_boards),
        (Term::Chat, new.free_chat != old.free_chat),
        (Term::BetweenHands, new.between_hands_ms != old.between_hands_ms),
        (Term::TopUps, new.top_up_to != old.top_up_to),
        (Term::Approval, new.approve_buy_ins != old.approve_buy_ins),
        (Term::Entry, new.free_entry != old.free_entry),
        (Term::End, new.ends_at_ms != old.ends_at_ms),
        (Term::Note, new.note != old.note),
        (Term::ChipValue, new.chip_value != old.chip_value),
    ];
    changed.into_iter().filter(|(_, has_changed)| *has_changed).map(|(term, _)| term).collect()
}

/// Reads the stored terms of a table. A room of version 0.2.0 stored them without the newer ones.
///
/// # Errors
/// The text is not valid terms.
pub(super) fn stored(text: &str) -> Result<TableTerms, serde_json::Error> {
    let mut terms: serde_json::Value = serde_json::from_str(text)?;
    if let Some(terms) = terms.as_object_mut() {
        terms.entry("approve_buy_ins").or_insert(false.into());
        terms.entry("free_entry").or_insert(false.into());
        terms.entry("ends_at_ms").or_insert(0.into());
        terms.entry("note").or_insert("".into());
    }
    serde_json::from_value(terms)
}

/// Returns the limits as clients receive them.
pub(super) fn limits(limits: &HostingSettings, library: &Library) -> HostingLimits {
    let wire_chips = |amount: Chips| cardroom_protocol::Chips(amount.0);
    let is_allowed = |ids: &[String], id: &String| ids.is_empty() || ids.contains(id);
    let games = library.games().filter(|game| is_allowed(&limits.games, &game.id));
    let games = games.map(|game| hostable(&game.id, &game.name, std::iter::once(&**game)));
    let rotations = library.rotations().filter(|rotation| is_allowed(&limits.games, &rotation.id));
    let rotations = rotations.map(|rotation| {
        let games = rotation.rotation.iter().filter_map(|entry| library.game(&entry.game));
        hostable(&rotation.id, &rotation.name, games.map(|game| &**game))
    });
    let books = library.rulebooks().filter(|book| is_allowed(&limits.rulebooks, &book.id));
    let choice = |book: &Arc<Rulebook>| Choice { id: book.id.clone(), name: book.name.clone() };
    HostingLimits {
        per_account: limits.per_account,
        seats: limits.seats,
        max_big_blind: wire_chips(limits.max_big_blind),
        max_buy_in: wire_chips(limits.max_buy_in),
        min_act_seconds: limits.min_act_seconds,
        max_act_seconds: limits.max_act_seconds,
        max_bank_seconds: limits.max_bank_seconds,
        close_empty_seconds: limits.close_empty_seconds,
        games: games.chain(rotations).collect(),
        rulebooks: books.map(choice).collect(),
        free_chat: limits.free_chat,
        min_between_ms: limits.min_between_ms,
        max_between_ms: limits.max_between_ms,
    }
}

fn hostable<'a>(id: &str, name: &str, games: impl Iterator<Item = &'a Game>) -> HostableGame {
    let mut hostable = HostableGame {
        id: id.to_owned(),
        name: name.to_owned(),
        max_players: u8::try_from(MAX_SEATS).unwrap_or(u8::MAX),
        bring_in: false,
        blinds: false,
    };
    for game in games {
        hostable.max_players = hostable.max_players.min(game.max_players);
        hostable.bring_in |= game.forced == Forced::BringIn;
        hostable.blinds |= game.forced == Forced::Blinds;
    }
    hostable
}

/// Builds the ring table of these terms, regardless of the current limits.
///
/// # Errors
/// The first term that does not fit the others, or names something that does not exist.
pub fn ring_table(terms: &TableTerms, library: &Library) -> Result<RingTable, TermError> {
    let wrong = |term| move |message| TermError { term, message };
    let stakes = stakes(terms);
    let has_payer = stakes.ante.is_zero() == (stakes.ante_kind == AnteKind::None);
    require(has_payer, Term::Ante, || {
        "Set both the amount of the ante and the players who pay it, or neither.".to_owned()
    })?;
    stakes.validate().map_err(wrong(Term::Blinds))?;
    let (plays, switch) = library.plays(&terms.game, &stakes).ok_or_else(|| TermError {
        term: Term::Game,
        message: format!(
            "This room does not have the game \"{}\". Choose another one.",
            terms.game
        ),
    })?;
    let rulebook = library.rulebook(&terms.rulebook).ok_or_else(|| TermError {
        term: Term::Rulebook,
        message: format!(
            "This room does not have the rulebook \"{}\". Choose another one.",
            terms.rulebook
        ),
    })?;
    plays.iter().try_for_each(|play| check_play(play, terms.seats, rulebook))?;
    check_options(terms, rulebook)?;
    let ring_terms = ring_terms(terms);
    require(ring_terms.min_buy_in >= stakes.big_blind, Term::BuyIn, || {
        "Choose a minimum buy-in of at least the big blind.".to_owned()
    })?;
    ring_terms.validate().map_err(wrong(Term::BuyIn))?;
    require(terms.top_up_to <= terms.max_buy_in, Term::TopUps, || {
        "Choose a stack to top up to that is no larger than the maximum buy-in.".to_owned()
    })?;
    check_chip_value(terms.chip_value.as_ref())?;
    let ring = RingTable {
        name: terms.name.clone(),
        plays,
        switch,
        rotation: library.rotation(&terms.game).cloned(),
        rulebook: with_clock(rulebook, terms),
        citations: Arc::new(library.citations(&terms.rulebook).cloned().unwrap_or_default()),
        terms: ring_terms,
        seats: terms.seats,
        bots_allowed: terms.bots_allowed,
        hybrid: terms.hybrid,
        players_show: false,
        seat_offer: SEAT_OFFER,
        house_bots: 0,
        free_chat: terms.free_chat,
        top_up_to: Some(Chips(terms.top_up_to.0)),
        chip_value: terms.chip_value.clone(),
        one_seat_per_address: false,
        twins: None,
        verifiable: None,
    };
    setup_of(&ring).validate().map_err(wrong(Term::Rulebook))?;
    Ok(ring)
}

fn stakes(terms: &TableTerms) -> Stakes {
    let chips = |amount: cardroom_protocol::Chips| Chips(amount.0);
    Stakes {
        betting: match terms.betting {
            wire::Betting::NoLimit => Betting::NoLimit,
            wire::Betting::PotLimit => Betting::PotLimit,
            wire::Betting::FixedLimit => Betting::FixedLimit,
        },
        small_blind: chips(terms.small_blind),
        big_blind: chips(terms.big_blind),
        bring_in: chips(terms.bring_in),
        ante: chips(terms.ante),
        ante_kind: match terms.ante_kind {
            wire::AnteKind::None => AnteKind::None,
            wire::AnteKind::Each => AnteKind::Each,
            wire::AnteKind::BigBlind => AnteKind::BigBlind,
            wire::AnteKind::Button => AnteKind::Button,
        },
        unit: Chips(1),
    }
}

/// Checks a game and its stakes for this number of seats and this rulebook.
fn check_play(play: &Play, seats: u8, book: &Rulebook) -> Result<(), TermError> {
    let Play { game, stakes } = play;
    require(game.betting.contains(&stakes.betting), Term::Betting, || {
        format!("{} does not have this betting structure. Choose another one.", game.name)
    })?;
    let most = usize::from(game.max_players).min(MAX_SEATS);
    require((2..=most).contains(&usize::from(seats)), Term::Seats, || {
        format!("{} takes 2 to {most} players. Choose fewer seats.", game.name)
    })?;
    let kind = stakes.ante_kind;
    let by_each = game.forced == Forced::Blinds || matches!(kind, AnteKind::None | AnteKind::Each);
    require(by_each, Term::Ante, || {
        format!("In {}, every player pays the ante. Choose that.", game.name)
    })?;
    let is_known = kind == AnteKind::None || book.betting.antes.contains(&kind);
    require(is_known, Term::Ante, || {
        format!("The rulebook {} has no such ante. Choose another one.", book.name)
    })?;
    play.validate().map_err(|message| TermError { term: Term::Blinds, message })
}

/// Checks that the rulebook allows the options of a ring game.
fn check_options(terms: &TableTerms, book: &Rulebook) -> Result<(), TermError> {
    let straddle = terms.straddle.map(straddle);
    require(
        straddle.is_none_or(|kind| book.betting.straddle.contains(&kind)),
        Term::Straddle,
        || {
            format!(
                "The rulebook {} does not allow this straddle. Choose another one, or none.",
                book.name
            )
        },
    )?;
    require(terms.bomb_pot.is_none() || book.betting.bomb_pots, Term::BombPot, || {
        format!("The rulebook {} does not allow bomb pots. Turn them off.", book.name)
    })?;
    let some = |bomb: wire::BombPot| bomb.every_hands > 0 && (1..=1 << 40).contains(&bomb.ante.0);
    require(terms.bomb_pot.is_none_or(some), Term::BombPot, || {
        "A bomb pot needs a number of hands and an ante above 0.".to_owned()
    })?;
    require((1..=book.betting.run_it).contains(&terms.max_boards), Term::Boards, || {
        format!(
            "The rulebook {} runs a hand at most {} times. Choose fewer boards.",
            book.name, book.betting.run_it
        )
    })
}

fn check_chip_value(value: Option<&wire::ChipValue>) -> Result<(), TermError> {
    let Some(wire::ChipValue { currency, chips_per_unit }) = value else { return Ok(()) };
    let is_currency = crate::text::is_line(currency, MAX_CURRENCY_CHARS)
        && currency.trim() == currency
        && !currency.contains(|c: char| c.is_numeric() || matches!(c, '.' | ',' | '-' | '+' | '='));
    require(is_currency, Term::ChipValue, || {
        format!("A currency needs 1 to {MAX_CURRENCY_CHARS} characters, without digits.")
    })?;
    require((1..=MAX_CHIPS_PER_UNIT).contains(chips_per_unit), Term::ChipValue, || {
        format!("Choose 1 to {MAX_CHIPS_PER_UNIT} chips that make one {currency}.")
    })
}

fn ring_terms(terms: &TableTerms) -> RingTerms {
    let bomb_pot =
        |bomb: wire::BombPot| BombPot { every_hands: bomb.every_hands, ante: Chips(bomb.ante.0) };
    RingTerms {
        min_buy_in: Chips(terms.min_buy_in.0),
        max_buy_in: Chips(terms.max_buy_in.0),
        // Among friends, a winner who comes back may bring less.
        rathole_ms: Millis(0),
        sit_out_ms: RingTerms::KEPT_SEATS,
        free_entry: terms.free_entry,
        between_hands_ms: Millis(u64::from(terms.between_hands_ms)),
        run_out_ms: RUN_OUT,
        straddle: terms.straddle.map(straddle),
        bomb_pot: terms.bomb_pot.map(bomb_pot),
        run_it: terms.max_boards,
        run_it_ms: RUN_IT,
        // The house takes nothing.
        rake: None,
        time_charge: None,
    }
}

fn straddle(kind: wire::Straddle) -> Straddle {
    match kind {
        wire::Straddle::Utg => Straddle::Utg,
        wire::Straddle::Button => Straddle::Button,
        wire::Straddle::Mississippi => Straddle::Mississippi,
    }
}

/// Returns the rulebook with the clock of the table.
fn with_clock(book: &Arc<Rulebook>, terms: &TableTerms) -> Arc<Rulebook> {
    let mut book = Arc::clone(book);
    let clock = &mut Arc::make_mut(&mut book).clock;
    let bank = Millis::seconds(u64::from(terms.bank_seconds));
    clock.base_ms = Millis::seconds(u64::from(terms.act_seconds));
    clock.bank_ms = bank;
    clock.bank_cap_ms = if bank == Millis(0) { bank } else { clock.bank_cap_ms.max(bank) };
    if bank == Millis(0) {
        clock.bank_per_hand_ms = Millis(0);
    }
    book
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_of_version_0_2_0_play_as_they_did() {
        let stored = r#"{"name":"Thursday","game":"holdem","rulebook":"online","betting":"NoLimit",
            "small_blind":1,"big_blind":2,"bring_in":0,"ante":0,"ante_kind":"None","seats":6,
            "min_buy_in":40,"max_buy_in":200,"act_seconds":25,"bank_seconds":60,"straddle":null,
            "bomb_pot":null,"max_boards":1,"hybrid":false,"bots_allowed":true,"free_chat":true,
            "between_hands_ms":2000,"top_up_to":200}"#;
        let terms = super::stored(stored).unwrap();
        assert_eq!(
            (terms.free_chat, terms.between_hands_ms, terms.top_up_to.0),
            (true, 2_000, 200)
        );
        assert_eq!((terms.free_entry, terms.approve_buy_ins, terms.ends_at_ms), (false, false, 0));
        assert_eq!((&*terms.note, &terms.chip_value), ("", &None));
        let stored = serde_json::to_string(&TableTerms { top_up_to: wire(0), ..terms }).unwrap();
        assert_eq!(super::stored(&stored).unwrap().top_up_to, wire(0));
    }

    #[test]
    fn a_currency_is_short_and_chips_make_one_unit_of_it() {
        let check = |currency: &str, chips_per_unit| {
            let value = wire::ChipValue { currency: currency.to_owned(), chips_per_unit };
            check_chip_value(Some(&value)).map_err(|error| error.term)
        };
        for currency in ["€", "EUR", "$", "CHF", "Kč", "matches"] {
            assert_eq!(check(currency, 100), Ok(()), "{currency}");
        }
        for currency in ["", " ", "€ ", "Doubloons", "\u{202e}€", "=1", "1", "-", "a\nb"] {
            assert_eq!(check(currency, 100), Err(Term::ChipValue), "{currency:?}");
        }
        assert_eq!([1, 1_000_000].map(|chips| check("€", chips)), [Ok(()); 2]);
        assert_eq!([0, 1_000_001].map(|chips| check("€", chips)), [Err(Term::ChipValue); 2]);
        assert_eq!(check_chip_value(None), Ok(()));
    }

    fn wire(amount: u64) -> cardroom_protocol::Chips {
        cardroom_protocol::Chips(amount)
    }
}
