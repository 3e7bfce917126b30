//! The containers of `compose-standby.yml` without an engine: the shell runs their commands as they
//! are written, with stand-ins for the programs that only the images have.

use super::{COMPOSE, HAPROXY};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// Returns the text between two others, as the shell in a container gets it.
fn between(from: &str, to: &str) -> String {
    let (_, rest) = COMPOSE.split_once(from).unwrap_or_else(|| panic!("the file has no {from:?}"));
    rest.split_once(to).unwrap().0.replace("$$", "$")
}

/// Returns the script of a service whose entrypoint is a block of lines.
fn script_of(service: &str) -> String {
    let script = between(&format!("\n  {service}:\n"), "\n    configs:\n");
    let script = script.split_once("      - |\n").unwrap().1;
    let is_of_it = |line: &&str| line.is_empty() || line.starts_with("        ");
    script.lines().take_while(is_of_it).map(|line| format!("{}\n", line.trim_start())).collect()
}

/// A folder with programs that stand for those of an image, and with secrets.
struct Image(TempDir);

impl Image {
    fn with(programs: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("database"), "secret\n").unwrap();
        for (name, script) in programs {
            let file = folder.path().join(name);
            std::fs::write(&file, format!("#!/bin/bash\n{script}\n")).unwrap();
            std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).unwrap();
        }
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs a script with these arguments, whose first is the name of the program.
    fn run(&self, script: &str, arguments: &[&str]) -> Output {
        let here = self.path().display().to_string();
        let script = script.replace("/tmp/", &format!("{here}/")).replace("/run/secrets", &here);
        let path = format!("{here}:{}", std::env::var("PATH").unwrap());
        let mut command = Command::new("/bin/bash");
        command.arg("-c").arg(script).args(arguments).env("PATH", path);
        command.env("PGDATA", self.path().join("data")).env("CARDROOM_HOST", "league.example");
        command.output().unwrap()
    }
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap().trim_end().to_owned()
}

/// Answers `/healthz` with this status and everything else with 503, as a room that waits does.
fn answers(status: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let (mut request, mut byte) = (Vec::new(), [0]);
            while !request.ends_with(b"\r\n\r\n")
                && stream.read(&mut byte).is_ok_and(|read| read > 0)
            {
                request.push(byte[0]);
            }
            let is_health = request.starts_with(b"GET /healthz ");
            let status = if is_health { status } else { "503 Service Unavailable" };
            let _ = stream.write_all(format!("HTTP/1.0 {status}\r\n\r\n").as_bytes());
        }
    });
    address
}

#[test]
fn the_health_of_a_room_in_a_container_is_that_of_its_process() {
    let check = between("test: [\"CMD\", \"/bin/bash\", \"-c\", \"", "\"]").replace(r"\\", r"\");
    let image = Image::with(&[]);
    let is_well = |address: SocketAddr| {
        let check = check.replace("/127.0.0.1/7777", &format!("/127.0.0.1/{}", address.port()));
        image.run(&check, &[]).status.success()
    };
    assert!(is_well(answers("200 OK")), "{check}");
    assert!(!is_well(answers("503 Service Unavailable")));
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(!is_well(nobody));
}

#[test]
fn a_room_in_a_container_starts_with_the_password_of_the_database() {
    let image = Image::with(&[("cardroom", "echo \"$PGPASSWORD $*\"")]);
    let command = between("\n  command: [\"", "\"]");
    let entrypoint = between("entrypoint: [\"/bin/bash\", \"-c\", '", "', cardroom]");
    let started = image.run(&entrypoint, &["cardroom", &command]);
    assert_eq!(said(&started), "secret --standby");
    let program = Command::new(env!("CARGO_BIN_EXE_cardroom")).arg("--help").output().unwrap();
    assert!(said(&program).contains(&command), "the program knows {command}");
}

#[test]
fn the_replica_is_copied_at_its_first_start_only() {
    let copies = "echo \"$PGPASSWORD $*\" >> \"$(dirname \"$0\")/copied\"\n\
                  mkdir -p \"$PGDATA\" && echo 17 > \"$PGDATA/PG_VERSION\"";
    let image = Image::with(&[("pg_basebackup", copies), ("postgres", "echo \"postgres $*\"")]);
    let script = script_of("postgres-b");
    for _ in 0..2 {
        let started = image.run(&script, &[]);
        assert!(said(&started).starts_with("postgres -c hba_file="), "{started:?}");
    }
    let copied = std::fs::read_to_string(image.path().join("copied")).unwrap();
    assert_eq!(copied.lines().count(), 1, "{copied}");
    assert!(copied.starts_with("secret ") && copied.contains(" -R "), "{copied}");
    // The name by which commits wait for it.
    assert!(copied.contains("application_name=replica"), "{copied}");
    assert!(COMPOSE.contains("synchronous_standby_names = 'replica'"));
}

#[test]
fn the_proxy_of_the_containers_leads_to_both_rooms() {
    let image = Image::with(&[("haproxy", "cat \"${@: -1}\"")]);
    std::fs::write(image.path().join("shipped.cfg"), HAPROXY).unwrap();
    let script = between("\n  haproxy:\n", "\n    environment:\n");
    let script = script.split_once("      - |\n").unwrap().1;
    let script = script.replace("/usr/local/etc/haproxy/", "/tmp/");
    let config = said(&image.run(&script, &[]));
    let config: Vec<_> =
        config.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    let config = config.join("\n");
    for room in ["\n  room-a:\n", "\n  room-b:\n"] {
        let room = COMPOSE.split_once(room).unwrap().1;
        let (_, address) = room.split_once("ipv4_address: ").unwrap();
        let address = address.lines().next().unwrap();
        assert!(config.contains(&format!(" {address}:7777")), "{address}: {config}");
    }
    assert!(config.contains("Host league.example"), "{config}");
    for part in ["10.0.0.", "poker.example", "postgres"] {
        assert!(!config.contains(part), "{part}: {config}");
    }
}

#[test]
fn the_addresses_and_secrets_of_the_containers_fit_each_other() {
    let proxy = COMPOSE.split_once("\n  haproxy:\n").unwrap().1;
    let proxy = proxy.split_once("ipv4_address: ").unwrap().1.lines().next().unwrap();
    assert!(COMPOSE.contains(&format!("TRUSTED_PROXIES: '[\"{proxy}\"]'")), "{proxy}");
    let subnet = between("- subnet: ", "\n");
    for user in ["host  cardroom    room", "host  replication room"] {
        assert!(COMPOSE.contains(&format!("{user}  {subnet}")), "{user} from {subnet}");
    }
    let declared = COMPOSE.split_once("\nsecrets:\n").unwrap().1;
    for part in COMPOSE.split("secrets: [").skip(1) {
        for secret in part.split_once(']').unwrap().0.split(", ") {
            assert!(declared.contains(&format!("\n  {secret}:\n")), "{secret}");
        }
    }
}
