//! The address of the room for links that leave it, and the settings of what it sends itself.

use super::check::is_host;
use super::mistakes::Mistakes;
use super::{Config, ConfigError, OidcSettings, ServerSettings};
use cardroom_https::check_ca_file;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// `[outgoing]`: requests of the room to other servers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OutgoingSettings {
    /// A PEM file with CAs that are trusted in addition to those of the system; empty for none.
    pub ca_file: PathBuf,
    /// The hosts that may be on a private network or without TLS.
    pub allow: Vec<String>,
}

impl From<OutgoingSettings> for cardroom_https::Settings {
    fn from(OutgoingSettings { ca_file, allow }: OutgoingSettings) -> Self {
        Self { ca_file: Some(ca_file).filter(|file| !file.as_os_str().is_empty()), allow }
    }
}

impl ServerSettings {
    /// Returns what links that leave the room begin with, without a slash at the end: `address`, or
    /// that of the domain. `None` if the room knows neither.
    #[must_use]
    pub fn link_address(&self) -> Option<String> {
        if !self.address.is_empty() {
            return Some(self.address.trim_end_matches('/').to_owned());
        }
        (!self.domain.is_empty()).then(|| format!("https://{}", self.domain))
    }
}

impl Config {
    /// Returns the settings of the sign-in provider. Without an address of their own they have that
    /// of the server.
    #[must_use]
    pub fn sign_in(&self) -> OidcSettings {
        let mut oidc = self.oidc.clone();
        if oidc.address.is_empty() {
            oidc.address = self.server.link_address().unwrap_or_default();
        }
        oidc
    }

    pub(super) fn check_outgoing(&self, mistakes: &mut Mistakes) {
        mistakes.require(
            self.outgoing.allow.iter().all(|host| is_host(host)),
            "outgoing.allow",
            "each is a name or an address like \"chat.club.lan\", without scheme, port and path",
        );
        mistakes.require(
            is_link_address(&self.server.address),
            "server.address",
            "must begin with https:// or http://, such as \"https://poker.example\", without a user \
             name, \"?\" and \"#\", or be empty",
        );
    }

    /// Checks the file with CAs as a room does that opens with it.
    pub(super) fn check_ca_file(&self) -> Result<(), ConfigError> {
        let file = &self.outgoing.ca_file;
        if file.as_os_str().is_empty() {
            return Ok(());
        }
        let invalid = |reason| ConfigError::Invalid { key: "outgoing.ca_file".to_owned(), reason };
        check_ca_file(file).map_err(|error| invalid(error.to_string()))
    }
}

/// Returns `true` for an address that links can begin with, and for none.
fn is_link_address(address: &str) -> bool {
    let uri = address.parse::<http::Uri>();
    let is_http = |uri: http::Uri| matches!(uri.scheme_str(), Some("https" | "http"));
    address.is_empty() || uri.is_ok_and(is_http) && !address.contains(['@', '?', '#'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(text: &str) -> Result<Config, ConfigError> {
        Config::load_text("test", text, [], &super::super::Overrides::default())
    }

    #[test]
    fn links_begin_with_the_address_or_else_with_the_domain() {
        let of = |address: &str, domain: &str| {
            let (address, domain) = (address.to_owned(), domain.to_owned());
            ServerSettings { address, domain, ..ServerSettings::default() }.link_address()
        };
        assert_eq!(of("https://poker.example/", "").unwrap(), "https://poker.example");
        assert_eq!(of("https://a.example", "b.example").unwrap(), "https://a.example");
        assert_eq!(of("", "b.example").unwrap(), "https://b.example");
        assert_eq!(of("", ""), None);
    }

    #[test]
    fn sign_in_has_the_address_of_the_server_unless_it_has_one_of_its_own() {
        let oidc =
            "[oidc]\nissuer = \"https://login.example\"\nname = \"Club\"\nclient_id = \"x\"\n";
        let server = "[server]\naddress = \"https://poker.example/\"\n";
        let followed = config(&format!("{server}{oidc}")).unwrap();
        assert_eq!(followed.sign_in().address, "https://poker.example");
        let own = format!("{server}{oidc}address = \"https://cards.example\"\n");
        assert_eq!(config(&own).unwrap().sign_in().address, "https://cards.example");
        let domain = "[server]\ndomain = \"poker.example\"\n";
        let followed = config(&format!("{domain}{oidc}")).unwrap();
        assert_eq!(followed.sign_in().address, "https://poker.example");
        let refused = config(oidc).unwrap_err().to_string();
        assert!(
            refused.contains("oidc.address") && refused.contains("server.address"),
            "{refused}"
        );
        let below = "[server]\naddress = \"https://club.example/poker\"\n";
        let refused = config(&format!("{below}{oidc}")).unwrap_err().to_string();
        assert!(refused.contains("without a path"), "{refused}");
    }

    #[test]
    fn an_address_that_no_link_can_begin_with_is_refused() {
        for address in [
            "poker.example",
            "ftp://poker.example",
            "https://",
            "https://a@b.example",
            "https://a/?b",
        ] {
            let refused = config(&format!("[server]\naddress = \"{address}\"\n")).unwrap_err();
            assert!(refused.to_string().contains("server.address"), "{address}: {refused}");
        }
        assert!(config("[server]\naddress = \"http://10.0.0.5:7777\"\n").is_ok());
    }

    #[test]
    fn listed_hosts_have_neither_scheme_nor_port_nor_path() {
        assert!(config("[outgoing]\nallow = [\"chat.club.lan\", \"10.0.0.5\", \"::1\"]\n").is_ok());
        for host in ["", "*", "https://chat.club.lan", "chat.club.lan:80", "chat.club.lan/x"] {
            let refused = config(&format!("[outgoing]\nallow = [\"{host}\"]\n")).unwrap_err();
            assert!(refused.to_string().contains("outgoing.allow"), "{host}: {refused}");
        }
    }

    #[test]
    fn a_file_without_a_certificate_is_refused_before_the_room_opens() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ca.pem");
        let text = format!("[outgoing]\nca_file = \"{}\"\n", file.display());
        let missing = config(&text).unwrap().opening().unwrap_err().to_string();
        assert!(missing.contains("outgoing.ca_file"), "{missing}");
        std::fs::write(&file, "no certificate").unwrap();
        let empty = config(&text).unwrap().opening().unwrap_err().to_string();
        assert!(empty.contains("it holds no certificate"), "{empty}");
    }
}
