//! The games of a table, and the table as the lobby shows it.

use super::chips;
use crate::description::TableDescription;
use cardroom_engine::Table;
use cardroom_protocol::game::{self as played, Game};
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::{TableId as WireTableId, TournamentId};
use cardroom_record::ids::TableId;
use cardroom_rules::rulebook::ShowAfterHand;
use cardroom_rules::{AnteKind, Betting, Chips, Deal, DeckKind, Play, Straddle, Switch};

/// Returns the table as the lobby shows it.
pub(crate) fn info(
    id: TableId,
    description: &TableDescription,
    table: &Table,
    average_pot: Chips,
) -> TableInfo {
    let setup = table.setup();
    let ring = &setup.ring;
    let games: Vec<Game> = setup.plays.iter().map(game).collect();
    let Play { game, stakes } = &setup.plays[0];
    let wager_unit = setup.wager_unit(game, stakes);
    let (game, game_name) = match &description.rotation {
        Some(rotation) => (&rotation.id, &rotation.name),
        None => (&game.id, &game.name),
    };
    TableInfo {
        table: WireTableId(id.0),
        name: description.name.clone(),
        game: game.clone(),
        game_name: game_name.clone(),
        betting: betting(stakes.betting),
        rulebook: setup.rulebook.id.clone(),
        small_blind: chips(stakes.small_blind),
        big_blind: chips(stakes.big_blind),
        ante: chips(stakes.ante),
        unit: chips(wager_unit),
        ante_kind: ante_kind(stakes.ante_kind),
        seats: setup.seats,
        seated: u8::try_from(table.players().count()).unwrap_or(u8::MAX),
        min_buy_in: chips(ring.min_buy_in),
        max_buy_in: chips(ring.max_buy_in),
        bots_allowed: description.bots_allowed,
        hands_played: table.last_hand().0,
        average_pot: chips(average_pot),
        games,
        switch: match setup.switch {
            Switch::Never => played::Switch::Never,
            Switch::Hands(hands) => played::Switch::Hands(hands),
            Switch::Orbit => played::Switch::Orbit,
            Switch::Level => played::Switch::Level,
            Switch::DealersChoice => played::Switch::DealersChoice,
        },
        straddle: ring.straddle.map(|straddle| match straddle {
            Straddle::Utg => played::Straddle::Utg,
            Straddle::Button => played::Straddle::Button,
            Straddle::Mississippi => played::Straddle::Mississippi,
        }),
        bomb_pot: ring
            .bomb_pot
            .map(|bomb| played::BombPot { every_hands: bomb.every_hands, ante: chips(bomb.ante) }),
        max_boards: ring.run_it,
        tournament: description.event.as_ref().map(|event| TournamentId(event.tournament.0)),
        hybrid: setup.hybrid,
        waiting: 0,
        bots: 0,
        free_chat: description.free_chat,
        top_up_to: chips(ring.max_buy_in),
        shows_folded: setup.rulebook.showdown.show_after_hand == ShowAfterHand::AnyHand,
        chip_value: None,
        host: description.hosted_by.as_ref().map(|host| host.name.to_string()),
    }
}

/// Converts a game and its stakes.
pub(super) fn game(play: &Play) -> Game {
    let Play { game, stakes } = play;
    let count = |cards: usize| u8::try_from(cards).unwrap_or(u8::MAX);
    let deals = game.streets.iter().flat_map(|street| &street.deal);
    let draws = deals.filter(|deal| matches!(deal, Deal::Draw(_))).count();
    Game {
        id: game.id.clone(),
        name: game.name.clone(),
        betting: betting(stakes.betting),
        small_blind: chips(stakes.small_blind),
        big_blind: chips(stakes.big_blind),
        bring_in: chips(stakes.bring_in),
        ante: chips(stakes.ante),
        ante_kind: ante_kind(stakes.ante_kind),
        deck: match game.deck {
            DeckKind::Standard52 => played::Deck::Standard52,
            DeckKind::Short36 => played::Deck::Short36,
        },
        hole_cards: count(game.held_at_the_end()),
        board_cards: count(game.board_cards()),
        draws: count(draws),
        showdown: game
            .showdown
            .iter()
            .map(|half| played::Half { ranking: half.ranking.into(), hole: half.hole.into() })
            .collect(),
    }
}

fn betting(betting: Betting) -> played::Betting {
    match betting {
        Betting::NoLimit => played::Betting::NoLimit,
        Betting::PotLimit => played::Betting::PotLimit,
        Betting::FixedLimit => played::Betting::FixedLimit,
    }
}

fn ante_kind(kind: AnteKind) -> played::AnteKind {
    match kind {
        AnteKind::None => played::AnteKind::None,
        AnteKind::Each => played::AnteKind::Each,
        AnteKind::BigBlind => played::AnteKind::BigBlind,
        AnteKind::Button => played::AnteKind::Button,
    }
}
