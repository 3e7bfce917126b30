//! The players of a match, as they are named on the command line.

use super::Usage;
use cardroom_match::brains::BrainKind;
use cardroom_match::run::Bot;
use cardroom_match::seat::Entrant;
use std::collections::BTreeSet;

/// The most bytes of a name.
const MOST_BYTES: usize = 40;

/// Makes the bots of `--a`, `--b` and `--bot`, in this order.
pub(super) fn bots(a: Option<&str>, b: Option<&str>, named: &[String]) -> Result<Vec<Bot>, Usage> {
    let mut bots = Vec::new();
    for player in [a, b].into_iter().flatten() {
        let (name, entrant) = entrant(player)?;
        bots.push(Bot { name, player: player.to_owned(), sha256: None, entrant });
    }
    if let [first, second] = bots.as_mut_slice()
        && first.name == second.name
    {
        first.name.push_str("-a");
        second.name.push_str("-b");
    }
    for bot in named {
        let (name, player) = bot
            .split_once('=')
            .ok_or_else(|| format!("--bot is NAME=PLAYER, and not \"{bot}\"."))?;
        let is_plain = |letter: char| !letter.is_control();
        if name.is_empty() || name.len() > MOST_BYTES || !name.chars().all(is_plain) {
            return Err(format!("A bot's name has 1 to {MOST_BYTES} letters, digits and signs."));
        }
        let (_, entrant) = entrant(player)?;
        let (name, player) = (name.to_owned(), player.to_owned());
        bots.push(Bot { name, player, sha256: None, entrant });
    }
    let mut names = BTreeSet::new();
    match bots.iter().find(|bot| !names.insert(bot.name.as_str())) {
        Some(twice) => Err(format!("Two bots have the name \"{}\".", twice.name)),
        None => Ok(bots),
    }
}

/// Makes the player that a text names, with its usual name.
fn entrant(player: &str) -> Result<(String, Box<dyn Entrant>), Usage> {
    let Some(brain) = player.strip_prefix("brain:") else {
        return Err(format!("A player is brain:NAME, and not \"{player}\"."));
    };
    let kind = BrainKind::named(brain).ok_or_else(|| {
        let known = BrainKind::ALL.map(BrainKind::name).join(", ");
        format!("There is no brain \"{brain}\". There are {known}.")
    })?;
    Ok((kind.name().to_owned(), Box::new(kind)))
}
