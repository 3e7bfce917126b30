//! Other readings of a record, for what it leaves open about players who are away, and about the
//! button of a heads-up hand. Plays nothing but the forced bets.

use super::replay::{House, all_in_on_forced_bets};
use super::script::{Blinds, Made, Move, Script};

/// Returns the readings of a record at a site that folds for players who are away and all-in on
/// forced bets. Such a player folds where the record says so, or at once.
///
/// If the record leaves out a player's fold, that player does nothing except perhaps bring it in,
/// wins nothing and shows nothing.
pub(super) fn readings(script: &Script, house: &House) -> Vec<Script> {
    let all_in = all_in(script, house);
    let acts_of = |player: usize| {
        let own = script.moves.iter().filter(move |made| made.player == Some(player));
        own.map(|made| made.made).filter(|made| *made != Made::BringIn)
    };
    let says_so = |player: &usize| acts_of(*player).eq([Made::Fold]);
    let leaves_out = |player: &usize| {
        let record = &script.players[*player];
        acts_of(*player).next().is_none() && record.final_halves == 0 && !record.shows
    };
    let silent: Vec<usize> = all_in.iter().copied().filter(leaves_out).collect();
    let said: Vec<usize> = all_in.iter().copied().filter(says_so).collect();
    // If several players have no move, one of them may be away, or all of them.
    let mut some: Vec<Vec<usize>> = vec![Vec::new()];
    some.extend(silent.iter().map(|player| vec![*player]).filter(|_| silent.len() > 1));
    some.extend((!silent.is_empty()).then(|| silent.clone()));
    let mut all = Vec::new();
    for players in some {
        all.push(with_folds(script, &players));
        if !said.is_empty() {
            all.push(with_folds(script, &[said.clone(), players].concat()));
        }
    }
    all
}

/// Returns the players whom the forced bets put all-in, the bring-in included.
fn all_in(script: &Script, house: &House) -> Vec<usize> {
    let mut all = all_in_on_forced_bets(script, house);
    let brings_in = script.moves.iter().filter(|made| made.made == Made::BringIn);
    let forced = script.stakes.ante.0 + script.stakes.bring_in.0;
    let short = brings_in.filter_map(|made| made.player);
    all.extend(short.filter(|player| script.players[*player].stack <= forced));
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns a script in which these players fold at once, and nowhere else.
fn with_folds(script: &Script, players: &[usize]) -> Script {
    let is_away = |made: &Move| made.player.is_some_and(|player| players.contains(&player));
    let fold = |player: usize| Move { street: 0, player: Some(player), made: Made::Fold };
    let brings_in = |player: &usize| {
        script.moves.iter().any(|made| made.player == Some(*player) && made.made == Made::BringIn)
    };
    let first = players.iter().copied().filter(|player| !brings_in(player));
    let mut moves: Vec<Move> = first.map(fold).collect();
    for made in script.moves.iter().filter(|made| !is_away(made) || made.made == Made::BringIn) {
        moves.push(made.clone());
        moves.extend(made.player.filter(|_| is_away(made)).map(fold));
    }
    Script { moves, ..script.clone() }
}

/// Returns a heads-up hand whose small blind is taken to have the button.
pub(super) fn with_button_on_small_blind(script: &Script) -> Script {
    let mut script = script.clone();
    let count = script.players.len();
    script.players.reverse();
    for made in &mut script.moves {
        made.player = made.player.map(|player| count - 1 - player);
    }
    Script { blinds: Blinds::Both, dead_button: false, ..script }
}
