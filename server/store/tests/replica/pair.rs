//! Two PostgreSQL servers, of which one copies the other. They live in a temporary directory, listen
//! on 127.0.0.1, and end with the test. Without PostgreSQL, the tests that need it say so and are
//! skipped.

use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Makes both servers, then takes orders, one a line. It answers each with a line.
const SERVERS: &str = r#"
set -e
PATH="$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' ':')"
command -v initdb >/dev/null || exit 3
cd /
d=$(mktemp -d /tmp/cardroom-pair-XXXXXX)
trap 'for s in a b; do pg_ctl -D "$d/$s" -m immediate stop >/dev/null 2>&1 || true; done; rm -rf "$d"' EXIT
start() {
    if [ "$1" = a ]; then port=$A; else port=$B; fi
    pg_ctl -D "$d/$1" -w -l "$d/log-$1" \
        -o "-k $d -h 127.0.0.1 -p $port -c fsync=off -c max_connections=50" start \
        >/dev/null 2>&1 </dev/null
}
initdb -D "$d/a" -U room -A trust -E UTF8 --locale=C --no-sync >/dev/null
start a
psql -q -h 127.0.0.1 -p "$A" -U room -d postgres -c 'CREATE DATABASE room'
pg_basebackup -h 127.0.0.1 -p "$A" -U room -D "$d/b" -R -X stream --checkpoint=fast --no-sync
start b
echo ready
while read -r what server how; do
    case $what in
    start) start "$server" ;;
    stop) pg_ctl -D "$d/$server" -m "$how" -w stop >/dev/null ;;
    promote) pg_ctl -D "$d/$server" -w promote >/dev/null ;;
    esac
    echo done
done
"#;

/// The exit code of a keeper that finds no PostgreSQL.
const ABSENT: i32 = 3;

/// One of the two servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    A,
    B,
}

/// Returns a port that no other pair of this process has. It is below those that the system gives to
/// connections, so that a server that was stopped finds its port again.
fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number =
            std::process::id().wrapping_mul(16).wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = u16::try_from(20_000 + number % 10_000).expect("a port");
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

impl Which {
    fn name(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// A server with its replica.
pub(crate) struct Pair {
    ports: [u16; 2],
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// The keeper of the servers, which stops them when its input ends.
    keeper: Child,
}

impl Pair {
    /// Starts `A` and its replica `B`. Commits do not wait for the replica yet. Returns `None` if
    /// PostgreSQL is not here.
    pub(crate) fn start() -> Option<Self> {
        // Another test may take a port between its choice and its use.
        for _ in 0..10 {
            match Self::try_to_start() {
                Ok(pair) => return Some(pair),
                Err(Some(ABSENT)) => break,
                Err(_) => {}
            }
        }
        assert!(
            std::env::var_os("CARDROOM_TEST_POSTGRES").is_none(),
            "CARDROOM_TEST_POSTGRES is set, so PostgreSQL must be here and start"
        );
        // Not by a macro: the test harness hides its output when the test passes.
        let line = b"SKIPPED: PostgreSQL is not here (initdb, pg_basebackup)\n";
        std::io::stderr().write_all(line).expect("standard error");
        None
    }

    /// Starts both servers. The error is the exit code of their keeper.
    fn try_to_start() -> Result<Self, Option<i32>> {
        let ports = [(); 2].map(|()| free_port());
        let is_root = rustix::process::geteuid().is_root();
        let mut command = Command::new(if is_root { "runuser" } else { "sh" });
        if is_root {
            // PostgreSQL refuses to run as root.
            command.args(["-u", "postgres", "--", "sh"]);
        }
        command.args(["-c", SERVERS]).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.env("A", ports[0].to_string()).env("B", ports[1].to_string());
        let Ok(mut process) = command.spawn() else { return Err(Some(ABSENT)) };
        let (orders, answers) = (process.stdin.take(), process.stdout.take());
        let (orders, answers) = (orders.expect("a pipe"), answers.expect("a pipe"));
        let answers = BufReader::new(answers);
        let mut pair = Self { ports, orders, answers, keeper: process };
        if pair.answer() == "ready" {
            return Ok(pair);
        }
        let Self { mut keeper, orders, .. } = pair;
        drop(orders);
        Err(keeper.wait().expect("the keeper ends").code())
    }

    /// Starts both, and makes commits wait for the replica.
    pub(crate) async fn in_step() -> Option<Self> {
        let pair = Self::start()?;
        pair.confirm(true).await;
        Some(pair)
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("an answer");
        line.trim_end().to_owned()
    }

    fn order(&mut self, order: &str) {
        writeln!(self.orders, "{order}").expect("the servers' keeper is there");
        assert_eq!(self.answer(), "done", "{order}");
    }

    pub(crate) fn open(&mut self, which: Which) {
        self.order(&format!("start {}", which.name()));
    }

    /// Stops a server at once, as a power cut would.
    pub(crate) fn crash(&mut self, which: Which) {
        self.order(&format!("stop {} immediate", which.name()));
    }

    pub(crate) fn promote(&mut self, which: Which) {
        self.order(&format!("promote {}", which.name()));
    }

    fn port(&self, which: Which) -> u16 {
        self.ports[usize::from(which == Which::B)]
    }

    /// Returns the address of a room that tries these servers in order.
    pub(crate) fn url(&self, servers: &[Which]) -> String {
        let hosts: Vec<_> =
            servers.iter().map(|which| format!("127.0.0.1:{}", self.port(*which))).collect();
        format!("postgres://room@{}/room", hosts.join(","))
    }

    pub(crate) async fn connect(&self, which: Which) -> PgConnection {
        PgConnection::connect(&self.url(&[which])).await.expect("a connection")
    }

    /// Says whether commits of `A` wait for the replica.
    pub(crate) async fn confirm(&self, waits: bool) {
        let names = if waits { "*" } else { "" };
        let mut connection = self.connect(Which::A).await;
        for statement in [
            format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'"),
            "SELECT pg_reload_conf()".to_owned(),
        ] {
            sqlx::raw_sql(AssertSqlSafe(statement))
                .execute(&mut connection)
                .await
                .expect("a setting");
        }
        let asks = "SELECT current_setting('synchronous_standby_names')";
        loop {
            let row = sqlx::query(asks).fetch_one(&mut connection).await.expect("a setting");
            if row.get::<String, _>(0) == names {
                return;
            }
        }
    }
}
