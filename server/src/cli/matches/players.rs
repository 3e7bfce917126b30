//! The players of a match, as they are named on the command line.

use super::Usage;
use super::programs::{Place, ProgramArguments, Programs, Protocol};
use super::running::Guests;
use cardroom_match::brains::BrainKind;
use cardroom_match::run::Bot;
use std::collections::BTreeSet;

/// The most bytes of a name.
const MOST_BYTES: usize = 40;

/// Makes the bots of `--a`, `--b` and `--bot`, in this order.
pub(super) fn bots(
    a: Option<&str>,
    b: Option<&str>,
    named: &[String],
    programs: &ProgramArguments,
    guests: &Guests,
) -> Result<Vec<Bot>, Usage> {
    let mut bots = Vec::new();
    let programs = Programs::new(programs, guests);
    for (player, place) in [(a, Place::A), (b, Place::B)] {
        if let Some(player) = player {
            bots.push(bot(player, place, &programs)?);
        }
    }
    if let [first, second] = bots.as_mut_slice()
        && first.name == second.name
    {
        first.name.push_str("-a");
        second.name.push_str("-b");
    }
    for named in named {
        let (name, player) = named
            .split_once('=')
            .ok_or_else(|| format!("--bot is NAME=PLAYER, and not \"{named}\"."))?;
        let is_plain = |letter: char| !letter.is_control();
        if name.is_empty() || name.len() > MOST_BYTES || !name.chars().all(is_plain) {
            return Err(format!("A bot's name has 1 to {MOST_BYTES} letters, digits and signs."));
        }
        let bot = bot(player, Place::Named(name), &programs)?;
        bots.push(Bot { name: name.to_owned(), ..bot });
    }
    let mut names = BTreeSet::new();
    match bots.iter().find(|bot| !names.insert(bot.name.as_str())) {
        Some(twice) => Err(format!("Two bots have the name \"{}\".", twice.name)),
        None => Ok(bots),
    }
}

/// Makes the player that a text names, with its usual name.
fn bot(player: &str, place: Place<'_>, programs: &Programs<'_>) -> Result<Bot, Usage> {
    for protocol in Protocol::ALL {
        if let Some(command) = player.strip_prefix(protocol.prefix()) {
            return programs.bot(protocol, command, place);
        }
    }
    if let Some(folder) = player.strip_prefix("dir:") {
        return programs.of_folder(folder, place);
    }
    let Some(brain) = player.strip_prefix("brain:") else {
        return Err(format!(
            "A player is brain:NAME, exec:COMMAND, acpc:COMMAND, room:COMMAND or dir:PATH, and not \
             \"{player}\"."
        ));
    };
    let kind = BrainKind::named(brain).ok_or_else(|| {
        let known = BrainKind::ALL.map(BrainKind::name).join(", ");
        format!("There is no brain \"{brain}\". There are {known}.")
    })?;
    let (name, player) = (kind.name().to_owned(), player.to_owned());
    Ok(Bot { name, player, sha256: None, entrant: Box::new(kind) })
}
