//! Carries the inputs and outputs of the [keeper](crate::keeper): orders what it says, and shows
//! what the authority issues.

use crate::acme::Authority;
use crate::challenges::Challenges;
use crate::keeper::{Input, Keeper, Moment, Output};
use crate::notices::{Failure, Notice, Reason};
use crate::own::{now, tell};
use crate::served::Served;
use crate::stored::Stored;
use cardroom_https::{Outgoing, UnusableCa};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The longest that one order may take.
const ORDER_TIME: Duration = Duration::from_secs(300);

/// A name and the authority that certifies it.
#[derive(Clone, Debug)]
pub struct Settings {
    pub domain: String,
    /// The address of the authority's directory.
    pub directory: String,
    /// A PEM file with CAs that are trusted for the directory, in addition to those of the system.
    pub root: Option<PathBuf>,
    /// An address for warnings of the authority; empty for none.
    pub contact: String,
    /// The folder of the account and the certificate.
    pub folder: PathBuf,
    /// Where in a suggested time the certificate is renewed, of 1,000.
    pub draw: u16,
    /// Seconds that the clock of this machine differs from the one to use. For tests.
    pub skew: i64,
}

/// Shows the certificate that is stored, and keeps ordering new ones in time. The directory may be
/// on a private network, because the operator named it. The future never ends.
///
/// # Errors
/// There is no CA to trust for the directory.
pub fn keep(
    settings: Settings,
    outgoing: &Outgoing,
    served: Arc<Served>,
    challenges: Challenges,
) -> Result<impl Future<Output = ()> + Send + use<>, UnusableCa> {
    let http = outgoing.client(settings.root.as_deref())?.reaching(&settings.directory);
    let stored = Stored::new(settings.folder);
    let certificate = stored.certificate(&settings.domain);
    let begun = Instant::now();
    let skew = settings.skew;
    let moment = move || Moment { wall: now() + skew, uptime: begun.elapsed() };
    let validity = certificate.as_ref().map(|certificate| certificate.validity);
    let (keeper, said) = Keeper::new(settings.domain.clone(), validity, settings.draw, moment());
    if let Some(certificate) = certificate {
        served.show(certificate);
    }
    let authority = Authority {
        directory: settings.directory,
        contact: settings.contact,
        http,
        stored,
        challenges,
    };
    let desk = Desk { domain: settings.domain, authority, served };
    Ok(desk.run(keeper, said, moment))
}

struct Desk {
    domain: String,
    authority: Authority,
    served: Arc<Served>,
}

impl Desk {
    async fn run(
        self,
        mut keeper: Keeper,
        said: Vec<Output>,
        moment: impl Fn() -> Moment + Send + 'static,
    ) {
        let mut outputs = VecDeque::from(said);
        loop {
            let input = match outputs.pop_front() {
                Some(Output::Say(notice)) => {
                    self.note(&notice);
                    continue;
                }
                Some(Output::Order) => self.order().await,
                Some(Output::AskWhen) => self.ask_when().await,
                None => {
                    tokio::time::sleep(keeper.sleep(moment())).await;
                    Input::Tick
                }
            };
            outputs.extend(keeper.on(moment(), input));
        }
    }

    async fn order(&self) -> Input {
        let replaced = self.served.certificate();
        let order = self.authority.order(&self.domain, replaced.as_ref());
        match tokio::time::timeout(ORDER_TIME, order).await {
            Ok(Ok(certificate)) => {
                let validity = certificate.validity;
                self.served.show(certificate);
                Input::Issued(validity)
            }
            Ok(Err(failure)) => Input::Failed(failure),
            Err(_) => Input::Failed(Failure {
                reason: Reason::Slow,
                detail: "five minutes are over".to_owned(),
                retry_after: None,
            }),
        }
    }

    async fn ask_when(&self) -> Input {
        let Some(certificate) = self.served.certificate() else { return Input::NoSuggestion };
        match self.authority.suggestion(&certificate).await {
            Some(suggestion) => Input::Suggested {
                from: suggestion.from,
                until: suggestion.until,
                again: suggestion.again,
            },
            None => Input::NoSuggestion,
        }
    }

    fn note(&self, notice: &Notice) {
        if matches!(notice, Notice::Failed { .. } | Notice::WrongClock { .. }) {
            self.served.note_failure(notice.to_string());
        }
        tell(notice);
    }
}
