//! A PostgreSQL server for one test process. It stores its files in a temporary directory, listens
//! on a socket there, and ends with the process. If PostgreSQL is not installed, the tests that
//! need it say so and are skipped.

use cardroom::config::Synchronous;
use cardroom::store::PostgresStore;
use sqlx::{Connection as _, PgConnection};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Creates a cluster, starts it, prints its location, and stops it when standard input ends. That
/// also happens when the test process dies.
const SERVER: &str = r#"
set -e
PATH="$PATH:$(echo /usr/lib/postgresql/*/bin | tr ' ' ':')"
command -v initdb >/dev/null || exit 3
cd /
directory=$(mktemp -d /tmp/cardroom-postgres-XXXXXX)
trap 'rm -rf "$directory"' EXIT
chmod 755 "$directory"
initdb -D "$directory/data" -U room -A trust -E UTF8 --locale=C --no-sync >"$directory/log" 2>&1
if [ -n "$1" ]; then
    PORT=$2
    cp "$1/key.pem" "$1/chain.pem" "$directory"
    chmod 600 "$directory/key.pem"
    set -- -h 127.0.0.1 -p "$2" -c ssl=on -c "ssl_key_file=$directory/key.pem" \
        -c "ssl_cert_file=$directory/chain.pem"
else
    set -- -h ''
fi
postgres -D "$directory/data" -k "$directory" "$@" -c max_connections=200 -c fsync=off \
    >>"$directory/log" 2>&1 </dev/null &
server=$!
until psql -p "${PORT:-5432}" -h "$directory" -U room -d postgres -c 'SELECT 1' >/dev/null 2>&1; do
    kill -0 $server || { cat "$directory/log" >&2; exit 1; }
    sleep 0.05
done
echo "$directory"
read -r _ || true
kill -INT $server
wait $server || true
"#;

struct Server {
    directory: PathBuf,
    /// Ends the server when it is closed.
    _process: (Child, ChildStdin),
}

/// A separate database in the test process's server.
pub(crate) struct Postgres {
    pub(crate) directory: PathBuf,
    pub(crate) name: String,
}

impl Postgres {
    /// Creates a database. Without PostgreSQL it prints that and returns `None`.
    pub(crate) async fn database() -> Option<Self> {
        static SERVER: OnceLock<Option<Server>> = OnceLock::new();
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let server = SERVER.get_or_init(|| start(None)).as_ref();
        let Some(server) = server else {
            skip();
            return None;
        };
        let name = format!("room_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let database = Self { directory: server.directory.clone(), name };
        let mut connection = database.connect_to("postgres").await;
        let create = sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {}", database.name)));
        create.execute(&mut connection).await.expect("a database");
        Some(database)
    }

    pub(crate) fn url(&self) -> String {
        self.url_by(&self.directory)
    }

    /// Returns the URL of the same database behind another socket.
    pub(crate) fn url_by(&self, directory: &Path) -> String {
        format!("postgres://room@localhost/{}?host={}", self.name, directory.display())
    }

    pub(crate) async fn open(&self) -> PostgresStore {
        PostgresStore::open(&self.url(), Synchronous::Full, 0).await.expect("a store")
    }

    /// Connects to the database, to read or change it behind the store's back.
    pub(crate) async fn connect(&self) -> PgConnection {
        self.connect_to(&self.name).await
    }

    async fn connect_to(&self, name: &str) -> PgConnection {
        let url = format!("postgres://room@localhost/{name}?host={}", self.directory.display());
        PgConnection::connect(&url).await.expect("a connection")
    }
}

/// A server that speaks TLS on a port of 127.0.0.1.
pub(crate) struct TlsServer {
    port: u16,
    _server: Server,
}

impl TlsServer {
    /// Starts a server with `chain.pem` and `key.pem` of a folder. Without PostgreSQL it prints
    /// that and returns `None`.
    pub(crate) fn start(folder: &Path) -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr();
        let port = port.expect("an address").port();
        let Some(server) = start(Some((folder, port))) else {
            skip();
            return None;
        };
        Some(Self { port, _server: server })
    }

    /// Returns the URL of its database by this host name, with further parameters.
    pub(crate) fn url(&self, host: &str, parameters: &str) -> String {
        format!("postgres://room@{host}:{}/postgres?{parameters}", self.port)
    }
}

/// Prints that PostgreSQL is missing. Fails if `CARDROOM_TEST_POSTGRES` is set.
fn skip() {
    assert!(
        std::env::var_os("CARDROOM_TEST_POSTGRES").is_none(),
        "CARDROOM_TEST_POSTGRES is set, so PostgreSQL must be here"
    );
    // Not by a macro: the test harness hides its output when the test passes.
    let line = b"SKIPPED: PostgreSQL is not here (initdb, postgres, psql)\n";
    std::io::stderr().write_all(line).expect("standard error");
}

/// Starts a server, with TLS if a folder of certificates and a port are given. It runs under the
/// account `postgres` if this process is root, because PostgreSQL refuses to run as root.
fn start(tls: Option<(&Path, u16)>) -> Option<Server> {
    let is_root = rustix::process::geteuid().is_root();
    let mut command = Command::new(if is_root { "runuser" } else { "sh" });
    if is_root {
        command.args(["-u", "postgres", "--", "sh"]);
    }
    command.args(["-c", SERVER, "sh"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    if let Some((folder, port)) = tls {
        command.arg(folder).arg(port.to_string());
    }
    let mut process = command.spawn().ok()?;
    let stdin = process.stdin.take()?;
    let mut line = String::new();
    BufReader::new(process.stdout.take()?).read_line(&mut line).ok()?;
    let directory = PathBuf::from(line.trim_end());
    (!line.is_empty()).then_some(Server { directory, _process: (process, stdin) })
}
