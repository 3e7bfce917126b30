//! nginx before a room, with the shipped configuration and a certificate made here.

#[path = "certificates.rs"]
pub(crate) mod certificates;

use certificates::authority;
use rcgen::{CertificateParams, KeyPair};
use std::io::Write as _;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SHIPPED: &str = include_str!("../../../../config/deploy/nginx.conf");
/// The name of the CA that signs the proxy's certificate.
const NAME: &str = "A league of its own";
/// Set where a missing nginx is a failure, as in CI.
const REQUIRED: &str = "CARDROOM_TEST_NGINX";

/// A running proxy. Dropping it kills the process.
pub(crate) struct TlsProxy {
    process: Child,
    port: u16,
    folder: tempfile::TempDir,
}

/// The kind of certificate that the proxy shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Certificate {
    Good,
    Expired,
}

impl TlsProxy {
    /// Starts a proxy for `localhost` before the room. Without nginx it prints
    /// that and returns `None`.
    pub(crate) fn start(room: SocketAddr, certificate: Certificate) -> Option<Self> {
        let Some(nginx) = find() else {
            assert!(std::env::var_os(REQUIRED).is_none(), "nginx is not here");
            // Not eprintln!, which the test harness hides when the test passes.
            let line = "SKIPPED: nginx is not here (Debian: nginx-light)\n";
            let _ = std::io::stderr().write_all(line.as_bytes());
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        write_certificates(folder.path(), certificate);
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        std::fs::write(folder.path().join("nginx.conf"), config(folder.path(), port, room))
            .unwrap();
        let process = Command::new(nginx)
            .arg("-p")
            .arg(folder.path())
            .args(["-e", "error.log", "-c", "nginx.conf"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut proxy = Self { process, port, folder };
        let deadline = Instant::now() + Duration::from_secs(20);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let log = || std::fs::read_to_string(proxy.folder.path().join("error.log"));
            assert!(Instant::now() < deadline, "nginx does not listen: {:?}", log());
            assert_eq!(proxy.process.try_wait().unwrap(), None, "nginx has ended: {:?}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(proxy)
    }

    /// Returns the proxy's URL for this host name.
    pub(crate) fn url(&self, host: &str) -> String {
        format!("wss://{host}:{}/ws", self.port)
    }

    /// Returns the file of the CA that signed the proxy's certificate, in PEM.
    pub(crate) fn ca_file(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }

    /// Returns the files of CAs that signed nothing here: one with another name, and one
    /// with the same name.
    pub(crate) fn other_ca_files(&self) -> [PathBuf; 2] {
        ["other.pem", "namesake.pem"].map(|name| self.folder.path().join(name))
    }
}

impl Drop for TlsProxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn find() -> Option<&'static str> {
    ["nginx", "/usr/sbin/nginx"].into_iter().find(|nginx| {
        let version = Command::new(nginx).arg("-v").stderr(Stdio::null()).status();
        version.is_ok_and(|status| status.success())
    })
}

/// Returns the shipped configuration with the paths and ports of this test.
fn config(folder: &Path, port: u16, room: SocketAddr) -> String {
    let mut site = SHIPPED.to_owned();
    for (shipped, here) in [
        ("server 127.0.0.1:7777;", format!("server {room};")),
        ("listen 443 ssl;", format!("listen 127.0.0.1:{port} ssl;")),
        ("listen [::]:443 ssl;", String::new()),
        ("listen 80;", format!("listen unix:{};", folder.join("http.sock").display())),
        ("listen [::]:80;", String::new()),
        ("/etc/letsencrypt/live/poker.example/fullchain.pem", "chain.pem".to_owned()),
        ("/etc/letsencrypt/live/poker.example/privkey.pem", "key.pem".to_owned()),
    ] {
        assert!(site.contains(shipped), "config/deploy/nginx.conf no longer says {shipped:?}");
        site = site.replace(shipped, &here);
    }
    format!(
        "daemon off;\nmaster_process off;\npid nginx.pid;\nevents {{}}\nhttp {{\naccess_log off;\n\
         client_body_temp_path body;\nproxy_temp_path proxy;\nfastcgi_temp_path fastcgi;\n\
         uwsgi_temp_path uwsgi;\nscgi_temp_path scgi;\n{site}\n}}\n"
    )
}

fn write_certificates(folder: &Path, certificate: Certificate) {
    let (ca, issuer) = authority(NAME);
    let mut params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    if certificate == Certificate::Expired {
        params.not_after = rcgen::date_time_ymd(2001, 1, 1);
    }
    let key = KeyPair::generate().unwrap();
    let own = params.signed_by(&key, &issuer).unwrap();
    let write = |name: &str, text: String| std::fs::write(folder.join(name), text).unwrap();
    write("ca.pem", ca);
    write("other.pem", authority("Another league").0);
    write("namesake.pem", authority(NAME).0);
    write("chain.pem", own.pem());
    write("key.pem", key.serialize_pem());
}
