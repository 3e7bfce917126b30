//! Settings of the room's own TLS: the name, the certificate, and what fits together.

use super::mistakes::Mistakes;
use super::{Config, ConfigError, ServerSettings};
use cardroom_certificates::OwnFiles;
use cardroom_https::is_reachable_address;
use std::net::{IpAddr, SocketAddr};

/// Where the certificate of a room comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CertificateSource {
    /// From files of the operator.
    Own(OwnFiles),
    /// From the authority of `server.acme_directory`, for `server.domain`.
    Acme,
}

impl ServerSettings {
    /// Returns where the certificate comes from; `None` for a room without TLS of its own.
    #[must_use]
    pub fn certificate(&self) -> Option<CertificateSource> {
        let is_set = |path: &std::path::Path| !path.as_os_str().is_empty();
        if is_set(&self.tls_cert) || is_set(&self.tls_key) {
            let (certificate, key) = (self.tls_cert.clone(), self.tls_key.clone());
            return Some(CertificateSource::Own(OwnFiles { certificate, key }));
        }
        (!self.domain.is_empty()).then_some(CertificateSource::Acme)
    }
}

impl Config {
    pub(super) fn check_tls(&self, mistakes: &mut Mistakes) {
        let server = &self.server;
        let source = server.certificate();
        let (cert, key) = (&server.tls_cert, &server.tls_key);
        mistakes.require(
            cert.as_os_str().is_empty() == key.as_os_str().is_empty(),
            if cert.as_os_str().is_empty() { "server.tls_cert" } else { "server.tls_key" },
            "is missing: a certificate and its key come together",
        );
        mistakes.require(
            server.domain.is_empty() || is_domain(&server.domain),
            "server.domain",
            "must be the name of this machine on the internet, like \"poker.example\", without \
             scheme, port and path; an address has no certificate",
        );
        let is_acme = source == Some(CertificateSource::Acme);
        for (key, is_set) in [
            ("server.acme_contact", !server.acme_contact.is_empty()),
            ("server.acme_root", !server.acme_root.as_os_str().is_empty()),
        ] {
            mistakes.require(
                is_acme || !is_set,
                key,
                "is for certificates by ACME: set server.domain, and neither server.tls_cert nor \
                 server.tls_key",
            );
        }
        let contact = &server.acme_contact;
        mistakes.require(
            contact.is_empty() || contact.contains('@') && !contact.contains([':', ' ', ',']),
            "server.acme_contact",
            "must be one mail address, like \"host@poker.example\"",
        );
        mistakes.require(
            !is_acme || is_reachable_address(&server.acme_directory),
            "server.acme_directory",
            "must be the https:// address of an ACME directory",
        );
        if source.is_some() {
            self.check_tls_addresses(mistakes);
        }
        let sign_in = self.sign_in();
        mistakes.require(
            server.domain.is_empty()
                || !sign_in.is_on()
                || host_of(&sign_in.address).eq_ignore_ascii_case(&server.domain)
                    && sign_in.address.starts_with("https://"),
            "oidc.address",
            "must be the https:// address of server.domain",
        );
    }

    fn check_tls_addresses(&self, mistakes: &mut Mistakes) {
        let server = &self.server;
        let others = [
            ("server.listen", server.listen),
            ("server.admin_listen", server.admin_listen),
            ("server.redirect_listen", server.redirect_listen),
        ];
        for (index, (_, address)) in others.iter().enumerate() {
            let differs = |other: &SocketAddr| other != address || address.port() == 0;
            mistakes.require(
                differs(&server.tls_listen),
                "server.tls_listen",
                &format!("must differ from {}", others[index].0),
            );
            mistakes.require(
                index == 2 || differs(&server.redirect_listen),
                "server.redirect_listen",
                &format!("must differ from {}", others[index].0),
            );
        }
    }

    /// Checks the operator's certificate as a room does that opens with it.
    pub(super) fn check_tls_files(&self) -> Result<(), ConfigError> {
        let Some(CertificateSource::Own(files)) = self.server.certificate() else { return Ok(()) };
        if files.certificate.as_os_str().is_empty() || files.key.as_os_str().is_empty() {
            // That is a mistake of its own.
            return Ok(());
        }
        let invalid = |reason| ConfigError::Invalid { key: "server.tls_cert".to_owned(), reason };
        files.load().map(drop).map_err(|error| invalid(error.to_string()))
    }
}

/// Returns `true` for a name that an authority on the internet can certify.
fn is_domain(name: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    name.len() <= 253
        && name.contains('.')
        && name.split('.').all(is_label)
        && name.parse::<IpAddr>().is_err()
}

fn host_of(address: &str) -> &str {
    let (_, rest) = address.split_once("://").unwrap_or(("", address));
    rest.split([':', '/']).next().unwrap_or_default()
}
