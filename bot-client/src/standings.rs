//! Reads a tournament's standings, which are public, from the server, and checks that they add up.

use crate::connection::{Connection, ConnectionError, Endpoint};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::hosting::UseInvitation;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::{
    EntryState, ListPlayers, PlayerRow, TournamentInfo, TournamentState, WatchTournament,
};
use cardroom_protocol::{Encoding, ErrorCode, Money, RequestId, TournamentId};
use std::time::Duration;

/// How long to wait if the server limits the rate of requests.
const PATIENCE: Duration = Duration::from_millis(250);
/// How often to check whether the winner's prize is booked.
const LOOKS: u32 = 20;

/// The standings of all players in a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    /// The tournament's entry in the lobby.
    pub info: TournamentInfo,
    /// All players who entered: those left by stack, then those who are out by place.
    pub players: Vec<PlayerRow>,
}

/// Why standings cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StandingsError {
    /// The connection to the server failed.
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    /// The server refused the request.
    #[error("{code}: {message}")]
    Refused {
        /// The reason for programs.
        code: ErrorCode,
        /// The reason for people.
        message: String,
    },
}

impl Standings {
    /// Reads the standings page by page. While players are left, pages may
    /// be from different moments.
    ///
    /// # Errors
    /// Fails if the server cannot be reached, or does not know the tournament.
    pub async fn read(
        endpoint: &Endpoint,
        encoding: Encoding,
        tournament: TournamentId,
    ) -> Result<Self, StandingsError> {
        Self::read_by_code(endpoint, encoding, tournament, None).await
    }

    /// Reads the standings of a private tournament if there is a code.
    ///
    /// # Errors
    /// Fails if the server cannot be reached, or does not know the tournament or the code.
    pub async fn read_by_code(
        endpoint: &Endpoint,
        encoding: Encoding,
        tournament: TournamentId,
        code: Option<&str>,
    ) -> Result<Self, StandingsError> {
        let mut connection = Connection::open(endpoint, encoding, None).await?;
        let request = RequestId(0);
        if let Some(code) = code {
            let invitation = UseInvitation { request, code: code.to_owned() };
            ask(&mut connection, invitation.into(), |message| match message {
                ServerMessage::InvitedToTournament(_) => Some(()),
                _ => None,
            })
            .await?;
        }
        let watch = |on| ClientMessage::from(WatchTournament { request, tournament, on });
        let info = ask(&mut connection, watch(true), |message| match message {
            ServerMessage::TournamentSnapshot(snapshot) => Some(snapshot.view.info),
            _ => None,
        })
        .await?;
        let mut players = Vec::new();
        loop {
            let from = u32::try_from(players.len()).unwrap_or(u32::MAX);
            let list = ListPlayers { request, tournament, from };
            let page = ask(&mut connection, list.into(), |message| match message {
                ServerMessage::PlayerPage(page) => Some(page),
                _ => None,
            })
            .await?;
            let last = page.players.is_empty();
            players.extend(page.players);
            if last || players.len() >= usize::try_from(page.total).unwrap_or(usize::MAX) {
                break;
            }
        }
        connection.close().await;
        Ok(Self { info, players })
    }

    /// Reads the standings, and waits a little if the tournament is just ending. A private
    /// tournament needs its code.
    ///
    /// # Errors
    /// Fails if the server cannot be reached, or does not know the tournament.
    pub async fn read_final(
        endpoint: &Endpoint,
        encoding: Encoding,
        tournament: TournamentId,
        code: Option<&str>,
    ) -> Result<Self, StandingsError> {
        let read = || Self::read_by_code(endpoint, encoding, tournament, code);
        let mut standings = read().await?;
        for _ in 0..LOOKS {
            if standings.is_final() || standings.info.players_left > 1 {
                break;
            }
            tokio::time::sleep(PATIENCE).await;
            standings = read().await?;
        }
        Ok(standings)
    }

    /// Returns `true` if the tournament is finished.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.info.state == TournamentState::Finished
    }

    /// Returns everything that is wrong with the standings of a tournament that was played to its
    /// winner. The list is empty if each entry has a place, there is no gap between places, and the
    /// prizes add up to the prize pool.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if !self.is_final() {
            problems.push(format!("the tournament is {:?}", self.info.state));
        }
        let counts = |row: &&PlayerRow| row.state != EntryState::Withdrawn;
        let rows: Vec<_> = self.players.iter().filter(counts).collect();
        if rows.len() as u64 != u64::from(self.info.entries) {
            problems.push(format!("{} entries and {} rows", self.info.entries, rows.len()));
        }
        let mut places: Vec<u32> = rows.iter().filter_map(|row| row.place).collect();
        if places.len() < rows.len() {
            problems.push(format!("{} entries have no place", rows.len() - places.len()));
        }
        places.sort_unstable();
        problems.extend(gap(&places));
        let sum = |of: fn(&PlayerRow) -> Money| rows.iter().map(|row| of(row).0).sum::<u64>();
        let prizes = sum(|row| row.prize);
        if prizes != self.info.prize_pool.0 {
            problems.push(format!("prizes of {prizes} from a pool of {}", self.info.prize_pool));
        }
        let heads = self.info.bounty.map_or(0, |terms| terms.amount.0) * rows.len() as u64;
        let bounties = sum(|row| row.bounties);
        if bounties != heads {
            problems.push(format!("bounties of {bounties} from heads worth {heads}"));
        }
        problems
    }
}

/// Returns the first missing place. After three players who share a place, the next two
/// places are not missing.
fn gap(sorted: &[u32]) -> Option<String> {
    let mut next = 1;
    for shared in sorted.chunk_by(|one, other| one == other) {
        if shared[0] != next {
            return Some(format!("place {} comes where place {next} is due", shared[0]));
        }
        next += u32::try_from(shared.len()).unwrap_or(u32::MAX);
    }
    None
}

/// Repeats a request until it is answered, and picks the answer out of the messages that follow.
async fn ask<T>(
    connection: &mut Connection,
    request: ClientMessage,
    answer: impl Fn(ServerMessage) -> Option<T>,
) -> Result<T, StandingsError> {
    loop {
        connection.send(std::slice::from_ref(&request)).await?;
        'answer: loop {
            for message in connection.receive_in_time().await?.messages {
                match message {
                    ServerMessage::Refused(refused)
                        if matches!(refused.code, ErrorCode::RateLimited | ErrorCode::Busy) =>
                    {
                        tokio::time::sleep(PATIENCE).await;
                        break 'answer;
                    }
                    ServerMessage::Refused(refused) => {
                        let (code, message) = (refused.code, refused.message);
                        return Err(StandingsError::Refused { code, message });
                    }
                    message => {
                        if let Some(found) = answer(message) {
                            return Ok(found);
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_places_leave_those_behind_them_out() {
        assert_eq!(gap(&[]), None);
        assert_eq!(gap(&[1, 2, 3, 3, 5]), None);
        for (wrong, due) in [(&[2, 3][..], 1), (&[1, 2, 4], 3), (&[1, 2, 2, 3], 4), (&[1, 1, 2], 3)]
        {
            assert!(gap(wrong).unwrap().contains(&format!("place {due} is due")), "{wrong:?}");
        }
    }
}
