//! The files of `config/deploy/standby` as they are shipped: proxies before two machines, of which one
//! plays and the other one waits. The machines are scripted. A proxy that is not installed is skipped,
//! which is printed.

mod containers;

use crate::support::tls_proxy::certificates::authority;
use std::collections::BTreeSet;
use std::io::Write as _;
use std::net::{SocketAddr, TcpListener as Bound};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, timeout};

const HAPROXY: &str = include_str!("../../../config/deploy/standby/haproxy.cfg");
const NGINX: &str = include_str!("../../../config/deploy/standby/nginx.conf");
const CADDY: &str = include_str!("../../../config/deploy/standby/Caddyfile");
const UNIT: &str = include_str!("../../../config/deploy/standby/cardroom.service");
const COMPOSE: &str = include_str!("../../../config/deploy/standby/compose-standby.yml");
const PROMOTE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../config/deploy/standby/promote");

const LONG: Duration = Duration::from_secs(20);
/// A player must be at the other machine after this, even on a slow machine.
const SOON: Duration = Duration::from_secs(6);

/// What a scripted machine does: the words of `/readyz`, or nothing at all.
const WORDS: [(u16, &str); 5] =
    [(200, "ready"), (503, "standby"), (503, "not ready"), (503, "draining"), (503, "starting")];
const FROZEN: u8 = 99;

/// A machine that says of itself what a test wants, and takes players as it says.
struct Machine {
    address: SocketAddr,
    state: Arc<AtomicU8>,
}

impl Machine {
    async fn start(name: &'static str, word: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, state) = (listener.local_addr().unwrap(), Arc::new(AtomicU8::new(0)));
        let machine = Self { address, state: Arc::clone(&state) };
        machine.says(word);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, name, Arc::clone(&state)));
            }
        });
        machine
    }

    fn says(&self, word: &str) {
        let place = WORDS.iter().position(|(_, known)| *known == word).unwrap();
        self.state.store(u8::try_from(place).unwrap(), Ordering::SeqCst);
    }

    fn freezes(&self) {
        self.state.store(FROZEN, Ordering::SeqCst);
    }
}

async fn answer(stream: TcpStream, name: &str, state: Arc<AtomicU8>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let (mut head, mut line) = (String::new(), String::new());
        while line != "\r\n" {
            line.clear();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            head.push_str(&line);
        }
        let state = state.load(Ordering::SeqCst);
        if state == FROZEN {
            std::future::pending::<()>().await;
        }
        let (status, word) = WORDS[usize::from(state)];
        if head.starts_with("GET /ws ") && !matches!(word, "standby" | "starting") {
            // The answer to the key of every player here, which HAProxy checks (RFC 6455, section 1.3).
            let upgraded = format!(
                "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                 sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n{name}"
            );
            stream.write_all(upgraded.as_bytes()).await?;
            let mut byte = [0];
            while stream.read_exact(&mut byte).await.is_ok() {
                stream.write_all(&byte).await?;
            }
            return Ok(());
        }
        let response = format!(
            "HTTP/1.1 {status} x\r\ncontent-length: {}\r\nretry-after: 1\r\n\r\n{word}\n",
            word.len() + 1
        );
        stream.write_all(response.as_bytes()).await?;
    }
}

/// A running proxy. Dropping it kills the process.
struct Proxy {
    process: Child,
    address: SocketAddr,
    _folder: TempDir,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A player's connection through a proxy.
struct Player {
    stream: TcpStream,
    /// The machine that answered.
    machine: char,
}

impl Player {
    /// Connects; `None` if no machine takes the player.
    async fn connect(proxy: SocketAddr) -> Option<Self> {
        let mut stream = TcpStream::connect(proxy).await.ok()?;
        let request = format!(
            "GET /ws HTTP/1.1\r\nhost: {proxy}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(timeout(Duration::from_secs(3), stream.read_u8()).await.ok()?.ok()?);
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            return None;
        }
        let machine = char::from(timeout(LONG, stream.read_u8()).await.ok()?.ok()?);
        Some(Self { stream, machine })
    }

    /// Connects again and again, as a page does.
    async fn come(proxy: SocketAddr, within: Duration) -> Self {
        let deadline = Instant::now() + within;
        loop {
            if let Some(player) = Self::connect(proxy).await {
                return player;
            }
            assert!(Instant::now() < deadline, "no machine takes a player");
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Returns `true` if the connection works.
    async fn plays(&mut self) -> bool {
        let echoed = async {
            self.stream.write_all(b"?").await.ok()?;
            self.stream.read_u8().await.ok()
        };
        timeout(Duration::from_secs(2), echoed).await.ok().flatten() == Some(b'?')
    }
}

fn free_port() -> SocketAddr {
    Bound::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Replaces parts of a shipped file, all of which must be there.
fn changed(file: &str, parts: &[(&str, String)]) -> String {
    parts.iter().fold(file.to_owned(), |text, (shipped, here)| {
        assert!(text.contains(shipped), "the file no longer says {shipped:?}");
        text.replace(shipped, here)
    })
}

/// Returns the program of a proxy, or prints that it is missing.
fn find(names: &[&'static str], version: &str, package: &str) -> Option<&'static str> {
    let found = names.iter().find(|name| {
        let mut command = Command::new(name);
        let asked = command.arg(version).stdout(Stdio::null()).stderr(Stdio::null());
        asked.status().is_ok_and(|status| status.success())
    });
    if found.is_none() {
        // Not eprintln!, which the test harness hides when the test passes.
        let line = format!("SKIPPED: {} is not here (Debian: {package})\n", names[0]);
        let _ = std::io::stderr().write_all(line.as_bytes());
    }
    found.copied()
}

fn haproxy() -> Option<&'static str> {
    find(&["haproxy", "/usr/sbin/haproxy"], "-v", "haproxy")
}

/// Starts a proxy with its file, and waits until it listens.
async fn start(mut command: Command, folder: TempDir, address: SocketAddr) -> Proxy {
    let log = std::fs::File::create(folder.path().join("log")).unwrap();
    command.stdout(log.try_clone().unwrap()).stderr(log);
    let mut proxy = Proxy { process: command.spawn().unwrap(), address, _folder: folder };
    let deadline = Instant::now() + LONG;
    while TcpStream::connect(address).await.is_err() {
        let log = || std::fs::read_to_string(proxy._folder.path().join("log"));
        assert!(Instant::now() < deadline, "the proxy does not listen: {:?}", log());
        assert_eq!(proxy.process.try_wait().unwrap(), None, "the proxy has ended: {:?}", log());
        sleep(Duration::from_millis(20)).await;
    }
    proxy
}

async fn start_haproxy(a: &Machine, b: &Machine) -> Option<Proxy> {
    let program = haproxy()?;
    let (folder, address) = (tempfile::tempdir().unwrap(), free_port());
    let config = changed(
        HAPROXY,
        &[
            ("maxconn 20000", "maxconn 100".to_owned()),
            ("    bind :80\n", String::new()),
            (
                "bind :443 ssl crt /etc/haproxy/poker.example.pem ssl-min-ver TLSv1.2",
                format!("bind {address}"),
            ),
            ("    http-request redirect scheme https code 301 unless { ssl_fc }\n", String::new()),
            ("10.0.0.1:7777", a.address.to_string()),
            ("10.0.0.2:7777", b.address.to_string()),
            ("bind 127.0.0.1:5433", format!("bind {}", free_port())),
            ("10.0.0.3:5432", "127.0.0.1:1".to_owned()),
            ("10.0.0.4:5432", "127.0.0.1:1".to_owned()),
        ],
    );
    let file = folder.path().join("haproxy.cfg");
    std::fs::write(&file, config).unwrap();
    let mut command = Command::new(program);
    command.arg("-db").arg("-f").arg(&file);
    Some(start(command, folder, address).await)
}

async fn start_nginx(a: &Machine, b: &Machine) -> Option<Proxy> {
    let program = find(&["nginx", "/usr/sbin/nginx"], "-v", "nginx-light")?;
    let (folder, address) = (tempfile::tempdir().unwrap(), free_port());
    let site = changed(
        NGINX,
        &[
            ("listen 443 ssl;", format!("listen {address};")),
            ("listen [::]:443 ssl;", String::new()),
            ("listen 80;", format!("listen unix:{};", folder.path().join("http.sock").display())),
            ("listen [::]:80;", String::new()),
            ("10.0.0.1:7777", a.address.to_string()),
            ("10.0.0.2:7777", b.address.to_string()),
        ],
    );
    let of_tls = |line: &&str| !line.trim_start().starts_with("ssl_");
    let site: Vec<&str> = site.lines().filter(of_tls).collect();
    let config = format!(
        "daemon off;\nmaster_process off;\npid nginx.pid;\nevents {{}}\nhttp {{\naccess_log off;\n\
         client_body_temp_path body;\nproxy_temp_path proxy;\nfastcgi_temp_path fastcgi;\n\
         uwsgi_temp_path uwsgi;\nscgi_temp_path scgi;\n{}\n}}\n",
        site.join("\n")
    );
    std::fs::write(folder.path().join("nginx.conf"), config).unwrap();
    let mut command = Command::new(program);
    command.arg("-p").arg(folder.path()).args(["-e", "error.log", "-c", "nginx.conf"]);
    Some(start(command, folder, address).await)
}

async fn start_caddy(a: &Machine, b: &Machine) -> Option<Proxy> {
    let program = find(&["caddy"], "version", "caddy")?;
    let (folder, address) = (tempfile::tempdir().unwrap(), free_port());
    let file = folder.path().join("Caddyfile");
    // Debian's Caddy is older than this line, which only matters while a file is loaded again.
    let site = changed(CADDY, &[("\t\tstream_close_delay 5m\n", String::new())]);
    std::fs::write(&file, format!("{{\n\tadmin off\n}}\n{site}")).unwrap();
    let mut command = Command::new(program);
    command
        .args(["run", "--adapter", "caddyfile", "--config"])
        .arg(&file)
        .env("HOME", folder.path())
        .env("XDG_DATA_HOME", folder.path())
        .env("XDG_CONFIG_HOME", folder.path())
        .env("CARDROOM_HOST", format!("http://{address}"))
        .env("CARDROOM_UPSTREAMS", format!("{} {}", a.address, b.address));
    Some(start(command, folder, address).await)
}

#[tokio::test]
async fn haproxy_leads_to_the_machine_that_plays_and_ends_the_connections_to_one_that_hangs() {
    let (a, b) = (Machine::start("a", "ready").await, Machine::start("b", "standby").await);
    let Some(proxy) = start_haproxy(&a, &b).await else { return };
    let mut player = Player::come(proxy.address, SOON).await;
    assert_eq!(player.machine, 'a');
    // A room that cannot store for a moment, or plays its last hands, keeps its players.
    for word in ["not ready", "draining"] {
        a.says(word);
        sleep(Duration::from_millis(2_500)).await;
        assert!(player.plays().await, "{word}");
        assert_eq!(Player::come(proxy.address, SOON).await.machine, 'a', "{word}");
    }
    a.freezes();
    b.says("ready");
    let from = Instant::now();
    let ended = timeout(SOON, player.stream.read_u8()).await;
    assert!(ended.is_ok_and(|read| read.is_err()), "the connection is ended");
    let player = Player::come(proxy.address, SOON).await;
    assert_eq!(player.machine, 'b');
    assert!(from.elapsed() < SOON, "{:?}", from.elapsed());
}

#[tokio::test]
async fn nginx_and_caddy_lead_to_the_machine_that_plays() {
    let (a, b) = (Machine::start("a", "standby").await, Machine::start("b", "ready").await);
    let proxies = [start_nginx(&a, &b).await, start_caddy(&a, &b).await];
    for (proxy, name) in proxies.iter().zip(["nginx", "Caddy"]) {
        let Some(proxy) = proxy else { continue };
        a.says("standby");
        b.says("ready");
        let _ = Player::come(proxy.address, SOON).await;
        let mut met = BTreeSet::new();
        for _ in 0..8 {
            met.insert(Player::come(proxy.address, SOON).await.machine);
        }
        assert_eq!(met, BTreeSet::from(['b']), "{name}");
        a.says("ready");
        b.says("standby");
        let _ = Player::come(proxy.address, SOON).await;
        let deadline = Instant::now() + SOON;
        while Player::come(proxy.address, SOON).await.machine != 'a' {
            assert!(Instant::now() < deadline, "{name} stays with the machine that waits");
        }
    }
}

#[test]
fn haproxy_takes_the_shipped_file() {
    let Some(program) = haproxy() else { return };
    let folder = tempfile::tempdir().unwrap();
    let pem = folder.path().join("poker.example.pem");
    let (_, issuer) = authority("A league of its own");
    let params = rcgen::CertificateParams::new(vec!["poker.example".to_owned()]).unwrap();
    let key = rcgen::KeyPair::generate().unwrap();
    let own = params.signed_by(&key, &issuer).unwrap();
    std::fs::write(&pem, own.pem() + &key.serialize_pem()).unwrap();
    let pem = pem.display().to_string();
    let file = folder.path().join("haproxy.cfg");
    let config = changed(HAPROXY, &[("/etc/haproxy/poker.example.pem", pem)]);
    std::fs::write(&file, config).unwrap();
    let checked = Command::new(program).arg("-c").arg("-f").arg(&file).output().unwrap();
    let said = String::from_utf8([checked.stdout, checked.stderr].concat()).unwrap();
    assert!(checked.status.success() && !said.contains("WARNING"), "{said}");
}

/// A setting that a file sets by a variable is one that the program has.
#[test]
fn the_settings_of_the_unit_and_of_the_containers_exist() {
    let mut found = BTreeSet::new();
    for file in [UNIT, COMPOSE] {
        for part in file.split("CARDROOM__").skip(1) {
            let end = part.find(|it: char| !it.is_ascii_uppercase() && it != '_').unwrap();
            found.insert(part[..end].to_owned());
        }
    }
    assert!(found.contains("STANDBY__KEY_FILE") && found.len() >= 5, "{found:?}");
    let known = cardroom::config::Config::default().to_toml().parse::<toml::Table>().unwrap();
    for name in found {
        let (section, key) = name.split_once("__").unwrap();
        let section = known.get(&section.to_lowercase()).and_then(toml::Value::as_table);
        assert!(section.is_some_and(|keys| keys.contains_key(&key.to_lowercase())), "{name}");
    }
}

#[test]
fn the_script_that_promotes_a_replica_stops_the_lost_database_first() {
    let folder = tempfile::tempdir().unwrap();
    let compose = folder.path().join("compose");
    // Stands for the container engine: writes down what it is asked, and answers as PostgreSQL does.
    let script = "#!/bin/sh\necho \"$*\" >> \"$(dirname \"$0\")/asked\"\n\
                  case \"$*\" in *pg_is_in_recovery*|*pg_promote*) echo \"${REPLICA:-t}\" ;; esac\n";
    std::fs::write(&compose, script).unwrap();
    let run = |arguments: &[&str], replica: &str| {
        let asked = folder.path().join("asked");
        let _ = std::fs::remove_file(&asked);
        let promoted = Command::new("sh")
            .arg(PROMOTE)
            .args(arguments)
            .env("COMPOSE", format!("sh {}", compose.display()))
            .env("REPLICA", replica)
            .output()
            .unwrap();
        let asked = std::fs::read_to_string(&asked).unwrap_or_default();
        (promoted.status.code(), asked.lines().map(str::to_owned).collect::<Vec<_>>())
    };
    let (code, asked) = run(&[], "t");
    let place = |part: &str| asked.iter().position(|line| line.contains(part)).unwrap();
    assert_eq!(code, Some(0), "{asked:?}");
    assert!(place("stop postgres-a") < place("pg_promote"), "{asked:?}");
    assert!(place("pg_promote") < place("synchronous_standby_names = ''"), "{asked:?}");
    assert!(asked.iter().all(|line| line.contains("compose-standby.yml")), "{asked:?}");
    let (code, asked) = run(&[], "f");
    assert_eq!((code, asked.len()), (Some(1), 1), "nothing was changed: {asked:?}");
    let (code, asked) = run(&["--without-replica"], "t");
    assert!(code == Some(0) && asked.iter().all(|line| line.contains("postgres-a")), "{asked:?}");
    assert_eq!(run(&["--help"], "t"), (Some(2), Vec::new()));
}
