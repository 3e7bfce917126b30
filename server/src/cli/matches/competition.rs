//! What a match has of the Annual Computer Poker Competition: the games that its dealer knows, and
//! its log.

use super::Usage;
use super::programs::Protocol;
use cardroom_match::acpc::{check as knows, dealers_log};
use cardroom_match::carry::StackRule;
use cardroom_match::game::Terms;
use cardroom_match::run::{Bot, PlayedSession, Settings};
use std::io::{self, Write};

/// Checks that the dealer knows the game, if a bot or the log needs it.
pub(super) fn check(
    terms: &Terms,
    bots: &[Bot],
    stacks: StackRule,
    writes_log: bool,
) -> Result<(), Usage> {
    let is_of_it = |bot: &Bot| bot.player.starts_with(Protocol::Acpc.prefix());
    if !writes_log && !bots.iter().any(is_of_it) {
        return Ok(());
    }
    if stacks == StackRule::Carry {
        return Err(
            "--stacks carry has no place in the competition's protocol: its programs and its \
                    log know one stack for all hands."
                .to_owned(),
        );
    }
    knows(terms)
}

/// Checks that all bots can play a tournament.
pub(super) fn check_tournament(bots: &[Bot]) -> Result<(), Usage> {
    let plays_hands = |bot: &&Bot| bot.player.starts_with(Protocol::Acpc.prefix());
    match bots.iter().find(plays_hands) {
        Some(bot) => Err(format!(
            "{} plays single hands, because the competition's protocol has no tournaments. \
             --tournament is for brain:, exec:, dir: and room:.",
            bot.name
        )),
        None => Ok(()),
    }
}

/// Returns the log, and says which hands are missing.
pub(super) fn log(
    settings: &Settings,
    sessions: &[PlayedSession],
    bots: &[Bot],
    error: &mut impl Write,
) -> io::Result<String> {
    let log = dealers_log(settings, sessions, bots);
    if log.left_out > 0 {
        let left_out = log.left_out;
        writeln!(error, "cardroom: {left_out} hands with several boards are not in the log.")?;
    }
    Ok(log.text)
}
