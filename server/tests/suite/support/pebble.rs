//! Pebble, the ACME server for tests, with a DNS server that knows one address.

use super::tls_client::TlsClient;
use super::tls_proxy::certificates::authority;
use rcgen::{CertificateParams, KeyPair};
use std::io::Write as _;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Set where a missing Pebble is a failure, as in CI.
const REQUIRED: &str = "CARDROOM_TEST_PEBBLE";

/// A certificate authority on this machine. Dropping it kills its processes.
pub(crate) struct Pebble {
    processes: [Child; 2],
    folder: tempfile::TempDir,
    port: u16,
    management: SocketAddr,
    ca: String,
    /// Where it checks names.
    pub(crate) checks: SocketAddr,
}

/// The behavior that a test wants of the authority.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// The address that every name has.
    pub(crate) names_lead_to: &'static str,
    pub(crate) lifetime_seconds: u32,
    /// Issue without a check.
    pub(crate) checks_nothing: bool,
}

impl Pebble {
    /// Starts an authority. Without Pebble it prints that and returns `None`.
    pub(crate) fn start(wanted: Wanted) -> Option<Self> {
        if !is_here() {
            assert!(std::env::var_os(REQUIRED).is_none(), "pebble is not here");
            // Not eprintln!, which the test harness hides when the test passes.
            let line = "SKIPPED: pebble is not here (Debian: pebble)\n";
            let _ = std::io::stderr().write_all(line.as_bytes());
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let (ca, issuer) = authority("Pebble's own");
        let names = vec!["127.0.0.1".to_owned(), "localhost".to_owned()];
        let key = KeyPair::generate().unwrap();
        let own = CertificateParams::new(names).unwrap().signed_by(&key, &issuer).unwrap();
        let [port, management, checks, dns, settings] = free_ports();
        let path = |name: &str| folder.path().join(name);
        let config = serde_json::json!({ "pebble": {
            "listenAddress": format!("127.0.0.1:{port}"),
            "managementListenAddress": format!("127.0.0.1:{management}"),
            "certificate": path("chain.pem"),
            "privateKey": path("key.pem"),
            "httpPort": checks,
            "tlsPort": 5001,
            "ocspResponderURL": "",
            "externalAccountBindingRequired": false,
            "certificateValidityPeriod": wanted.lifetime_seconds,
        }});
        let write = |name: &str, text: String| std::fs::write(path(name), text).unwrap();
        write("ca.pem", ca.clone());
        write("chain.pem", own.pem());
        write("key.pem", key.serialize_pem());
        write("config.json", config.to_string());
        let log = || Stdio::from(std::fs::File::create(path("pebble.log")).unwrap());
        let names = Command::new("pebble-challtestsrv")
            .args(["-http01", "", "-https01", "", "-tlsalpn01", "", "-defaultIPv6", ""])
            .args(["-defaultIPv4", wanted.names_lead_to])
            .args(["-dns01", &format!("127.0.0.1:{dns}")])
            .args(["-management", &format!("127.0.0.1:{settings}")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let pebble = Command::new("pebble")
            .arg("-config")
            .arg(path("config.json"))
            .args(["-dnsserver", &format!("127.0.0.1:{dns}")])
            .env("PEBBLE_VA_NOSLEEP", "1")
            .env("PEBBLE_AUTHZREUSE", "0")
            .env("PEBBLE_VA_ALWAYS_VALID", if wanted.checks_nothing { "1" } else { "0" })
            .stdout(log())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let local = |port| SocketAddr::from(([127, 0, 0, 1], port));
        let (management, checks) = (local(management), local(checks));
        let pebble = Self { processes: [pebble, names], folder, port, management, ca, checks };
        for port in [local(port), management, local(settings), local(dns)] {
            let deadline = Instant::now() + Duration::from_secs(60);
            while TcpStream::connect(port).is_err() {
                let log = || std::fs::read_to_string(pebble.folder.path().join("pebble.log"));
                assert!(Instant::now() < deadline, "pebble does not listen: {:?}", log());
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        Some(pebble)
    }

    pub(crate) fn directory(&self) -> String {
        format!("https://127.0.0.1:{}/dir", self.port)
    }

    /// Returns the file of the CA that signed the certificate of the authority's own address.
    pub(crate) fn own_root(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// Returns the root of the certificates that it issues.
    pub(crate) async fn issuing_root(&self) -> String {
        let client = TlsClient::new(self.management, "127.0.0.1", &self.ca);
        let response = client.get("/roots/0").await.unwrap();
        let (_, pem) = response.split_once("\r\n\r\n").unwrap();
        pem.to_owned()
    }
}

impl Drop for Pebble {
    fn drop(&mut self) {
        for process in &mut self.processes {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn is_here() -> bool {
    ["pebble", "pebble-challtestsrv"].into_iter().all(|program| {
        let mut command = Command::new(program);
        command.arg("-h").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
    })
}

/// Returns ports that nobody listened on a moment ago.
fn free_ports<const N: usize>() -> [u16; N] {
    let listeners = [(); N].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    listeners.map(|listener| listener.local_addr().unwrap().port())
}
