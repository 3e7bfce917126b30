//! Tournaments that wait for their players: a slow machine may take long to log them in.

use crate::support::client::Client;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::client::Login;
use cardroom_protocol::server::{Refused, Role, ServerMessage};
use cardroom_protocol::tournament::{
    DirectTournament, TournamentCommand, TournamentView, WatchTournament,
};
use cardroom_protocol::{Encoding, ErrorCode, RequestId, Secret, TimeMs, TournamentId};
use std::net::Ipv4Addr;
use std::time::Duration;

/// A start that nothing waits for: the floor begins the tournament.
pub(crate) const LATER: u64 = 3_600_000;

/// How long before it the floor sets a start, in milliseconds.
const SOON: u64 = 500;

/// Begins a tournament once this many players have entered.
pub(crate) async fn start_when_entered(room: &OpenRoom, tournament: TournamentId, entries: u32) {
    let (name, password) = (format!("Starter {}", tournament.0), "eight or more");
    let accounts = &room.room.accounts;
    let address = Ipv4Addr::LOCALHOST.into();
    accounts.register(&name, &Secret::from(password), address).await.unwrap();
    accounts.set_role(&name, Role::Floor).await.unwrap();
    let mut client = Client::welcome(room, Encoding::Binary).await;
    let login =
        Login { request: RequestId(1), name, password: Secret::from(password), browser: None };
    client.send([login.into()]).await;
    loop {
        let TournamentView { info, seq, .. } = view(&mut client, tournament).await;
        if info.entries < entries {
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        }
        let (request, reason) = (RequestId(3), "all are here".to_owned());
        let soon = TimeMs(room.room.clock.now().0 + SOON);
        let command = TournamentCommand::ChangeStart(soon);
        let order = DirectTournament { request, tournament, seq, reason, rule: None, command };
        client.send([order.into()]).await;
        if is_done(&mut client, request).await {
            return;
        }
    }
}

/// Returns `false` if the order came too late: its start is over, or others entered meanwhile.
async fn is_done(client: &mut Client, request: RequestId) -> bool {
    loop {
        match client.receive().await {
            ServerMessage::Done(done) if done.request == request => return true,
            ServerMessage::Refused(Refused {
                code: ErrorCode::NotAllowedNow | ErrorCode::SeqMoved,
                ..
            }) => return false,
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    }
}

async fn view(client: &mut Client, tournament: TournamentId) -> TournamentView {
    client.send([WatchTournament { request: RequestId(2), tournament, on: true }.into()]).await;
    loop {
        match client.receive().await {
            ServerMessage::TournamentSnapshot(snapshot) => return *snapshot.view,
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    }
}
