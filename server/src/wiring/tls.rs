//! The room's own TLS: its listeners, and the task that keeps its certificate.

use super::{StartError, listen, local, spawn_until_closed};
use crate::config::{CertificateSource, Config};
use crate::http::{self, Door};
use crate::room::Room;
use cardroom_certificates::desk::{self, Settings};
use cardroom_certificates::{Challenges, Served, server_config};
use cardroom_https::Outgoing;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::task::JoinHandle;

/// The listeners of a room with TLS.
pub(super) struct Secured {
    pub(super) address: SocketAddr,
    /// Where everyone without TLS is sent to it.
    pub(super) redirect: Option<SocketAddr>,
    pub(super) listeners: Vec<JoinHandle<()>>,
}

/// Opens the listeners of the room's own TLS, if it has any, and begins to keep its certificate.
pub(super) async fn open(
    config: &Config,
    room: &Arc<Room>,
    outgoing: &Outgoing,
) -> Result<Option<Secured>, StartError> {
    let server = &config.server;
    let Some(source) = server.certificate() else { return Ok(None) };
    let served = Arc::new(Served::default());
    let tls =
        server_config(Arc::clone(&served)).map_err(|error| StartError::Tls(error.to_string()))?;
    let challenges = Challenges::default();
    let listener = listen(server.tls_listen).await?;
    let address = local(&listener)?;
    let mut pages = http::public_router(Arc::clone(room));
    if !server.domain.is_empty() {
        pages = http::strict(pages);
    }
    let secure = http::serve(Arc::clone(room), listener, pages, Door::Secure, Some(tls));
    let mut listeners = vec![tokio::spawn(secure)];
    let mut redirect = None;
    if !server.domain.is_empty() {
        let listener = listen(server.redirect_listen).await?;
        redirect = Some(local(&listener)?);
        let pages = http::redirect_router(&server.domain, challenges.clone());
        let plain = http::serve(Arc::clone(room), listener, pages, Door::Redirect, None);
        listeners.push(tokio::spawn(plain));
    }
    match source {
        CertificateSource::Own(files) => {
            let kept = files.keep(Arc::clone(&served)).map_err(StartError::Certificate)?;
            spawn_until_closed(room, kept);
        }
        CertificateSource::Acme => {
            let kept = desk::keep(settings(config), outgoing, Arc::clone(&served), challenges);
            spawn_until_closed(room, kept.map_err(StartError::AcmeRoot)?);
        }
    }
    room.offer_certificate(served);
    Ok(Some(Secured { address, redirect, listeners }))
}

fn settings(config: &Config) -> Settings {
    let server = &config.server;
    Settings {
        domain: server.domain.to_ascii_lowercase(),
        directory: server.acme_directory.clone(),
        root: Some(server.acme_root.clone()).filter(|root| *root != PathBuf::new()),
        contact: server.acme_contact.clone(),
        folder: server.data_dir.join("keys"),
        draw: rand::random_range(0..1_000),
        skew: 0,
    }
}
