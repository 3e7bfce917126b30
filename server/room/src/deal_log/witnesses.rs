//! Witnesses of the log (C2SP tlog-witness): machines of others that sign only heads that extend
//! the last one they saw. A witness that does not answer delays nothing: each has a task of its own,
//! which sends the latest head when it can.

use super::{DealLog, Head, LogError};
use cardroom_deal::{BadVkey, Checkpoint, Vkey};
use cardroom_https::{HttpClient, HttpError, Outgoing, UnusableCa};
use data_encoding::BASE64;
use http::{Request, StatusCode};
use std::time::Duration;

/// A witness gets at most one head in this time.
const PAUSE: Duration = Duration::from_secs(10);

/// A witness that is asked to cosign heads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    key: Vkey,
    /// Where its requests go, without `/add-checkpoint`.
    url: String,
}

/// Why a witness did not cosign a head.
#[derive(Debug, thiserror::Error)]
enum NotCosigned {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error(transparent)]
    Log(#[from] LogError),
    #[error("its address is not one")]
    Address,
    #[error("it answered {0}")]
    Status(StatusCode),
    #[error("it answered without its signature of the head")]
    NoSignature,
    #[error("it has seen {0} entries of this log, and the room has fewer")]
    Ahead(u64),
    #[error("it has seen another log under this name")]
    Fork,
}

impl Witness {
    /// Reads the key of a witness.
    ///
    /// # Errors
    /// The text is no key of a witness.
    pub fn new(vkey: &str, url: &str) -> Result<Self, BadVkey> {
        Ok(Self { key: Vkey::parse(vkey)?, url: url.trim_end_matches('/').to_owned() })
    }

    /// Returns the name of the witness.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.key.name
    }

    /// Returns the key that verifies its signatures.
    #[must_use]
    pub fn vkey(&self) -> String {
        self.key.text()
    }
}

impl DealLog {
    /// Sends heads to the witnesses, forever. The operator named them, so each may be on a private
    /// network.
    ///
    /// # Errors
    /// The machine has no CA to trust.
    pub fn call_witnesses(
        &self,
        outgoing: &Outgoing,
    ) -> Result<Vec<impl Future<Output = ()> + use<>>, UnusableCa> {
        let mut calls = Vec::new();
        if !self.0.witnesses.is_empty() {
            let client = outgoing.client(None)?;
            let witnesses = self.0.witnesses.iter().enumerate();
            calls.extend(witnesses.map(|(place, witness)| {
                self.clone().call(client.clone().reaching(&witness.url), place, PAUSE)
            }));
        }
        Ok(calls)
    }

    /// Sends each new head to a witness, but waits for a pause between two of them.
    pub(super) async fn call(self, client: HttpClient, place: usize, pause: Duration) {
        let name = self.0.witnesses[place].name().to_owned();
        let mut heads = self.0.head.subscribe();
        let (mut size, mut is_failing) = (0, false);
        loop {
            let head = heads.borrow_and_update().clone();
            if let Some(head) = head {
                match self.ask(&client, place, &head, &mut size).await {
                    Ok(line) => {
                        self.take_line(place, &head, line);
                        is_failing = false;
                    }
                    // Only the first of several failures is news.
                    Err(error) if !is_failing => {
                        tracing::warn!(witness = name, %error, "A witness did not cosign the log.");
                        is_failing = true;
                    }
                    Err(_) => {}
                }
            }
            tokio::time::sleep(pause).await;
            if !is_failing && heads.changed().await.is_err() {
                return;
            }
        }
    }

    fn take_line(&self, place: usize, head: &Head, line: String) {
        let mut cosigned = self.0.cosigned.write();
        if cosigned.size == head.size
            && let Some(of_witness) = cosigned.lines.get_mut(place)
        {
            *of_witness = Some(line);
        }
    }

    /// Asks a witness to cosign a head. `size` is the size of the log that the witness saw last.
    async fn ask(
        &self,
        client: &HttpClient,
        place: usize,
        head: &Head,
        size: &mut u64,
    ) -> Result<String, NotCosigned> {
        let witness = &self.0.witnesses[place];
        let mut answer = self.post(client, witness, head, *size).await?;
        if answer.0 == StatusCode::CONFLICT {
            // It says how much it has seen.
            let seen = answer.1.trim().parse().map_err(|_| NotCosigned::Status(answer.0))?;
            *size = seen;
            answer = self.post(client, witness, head, seen).await?;
        }
        match answer.0 {
            StatusCode::OK => {}
            StatusCode::UNPROCESSABLE_ENTITY => return Err(NotCosigned::Fork),
            status => return Err(NotCosigned::Status(status)),
        }
        let parsed = Checkpoint::parse(&head.text).map_err(|_| NotCosigned::NoSignature)?;
        let line = witness.key.cosignature(&parsed, &answer.1).ok_or(NotCosigned::NoSignature)?;
        *size = head.size;
        Ok(format!("{line}\n"))
    }

    async fn post(
        &self,
        client: &HttpClient,
        witness: &Witness,
        head: &Head,
        size: u64,
    ) -> Result<(StatusCode, String), NotCosigned> {
        if size > head.size {
            return Err(NotCosigned::Ahead(size));
        }
        let proof = self.consistency(size, head.size).await?;
        let path = proof.map(|proof| proof.path).unwrap_or_default();
        let path: String = path.iter().map(|hash| format!("{}\n", BASE64.encode(hash))).collect();
        let body = format!("old {size}\n{path}\n{}", head.text);
        let request = Request::post(format!("{}/add-checkpoint", witness.url));
        let request = request.body(body.into_bytes()).map_err(|_| NotCosigned::Address)?;
        let answer = client.send(request).await?;
        let text = String::from_utf8_lossy(answer.body()).into_owned();
        Ok((answer.status(), text))
    }
}
