//! Programs that run beside this one, such as bots that speak lines, and end with it.
//!
//! Each [`Program`] has a process group of its own, which is killed when the value is dropped. A
//! [`Guard`] kills what is left if this process is killed itself. None of this is a sandbox: a
//! program may read files, open connections, and leave its process group.

mod guard;
mod words;

pub use guard::Guard;
pub use words::{WordsError, words};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid,
};
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Waits until the guard knows the group, sets the limits, and becomes the program. If this process
/// is killed before, `read` meets the end of its input.
const WRAPPER: &str = r#"
read -r go || exit 125
unset go
[ -z "$1" ] || ulimit -v "$1" || exit 125
[ -z "$2" ] || ulimit -n "$2" || exit 125
[ -z "$3" ] || unset PWD OLDPWD SHLVL
shift 3
exec "$@"
"#;

/// How often to look whether a program has ended.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

/// How to start a program.
#[derive(Debug)]
pub struct Launch<'a> {
    /// The program and its arguments.
    pub command: &'a [String],
    /// The working directory. `None` is that of this process.
    pub folder: Option<&'a Path>,
    /// The variables of its environment.
    pub environment: Environment,
    /// The most address space, in bytes.
    pub memory: Option<u64>,
    /// The most open files.
    pub files: Option<u64>,
    /// Where standard error goes.
    pub stderr: Stdio,
}

/// The environment of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Environment {
    /// That of this process, without the variables that begin with these words.
    Without(Vec<&'static str>),
    /// Gives it these variables and no others.
    Only(Vec<(OsString, OsString)>),
}

/// A running program. Dropping it kills its process group.
#[derive(Debug)]
pub struct Program {
    child: Child,
    group: Pid,
    guard: Arc<Guard>,
    is_over: bool,
}

/// The pipes of a program.
#[derive(Debug)]
pub struct Pipes {
    /// The standard input of the program.
    pub stdin: ChildStdin,
    /// The standard output of the program.
    pub stdout: ChildStdout,
    /// Its standard error, if that is a pipe.
    pub stderr: Option<ChildStderr>,
}

impl Program {
    /// Starts a program under a guard.
    ///
    /// # Errors
    /// Fails if no process can be started. A command that does not exist starts, and ends with
    /// code 127 and a line on standard error.
    pub fn start(guard: &Arc<Guard>, launch: Launch<'_>) -> io::Result<(Self, Pipes)> {
        let limit = |bytes: Option<u64>| bytes.map(|n| n.to_string()).unwrap_or_default();
        let is_bare = matches!(launch.environment, Environment::Only(_));
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", WRAPPER, "sh"])
            .arg(limit(launch.memory.map(|bytes| bytes / 1024)))
            .arg(limit(launch.files))
            .arg(if is_bare { "bare" } else { "" })
            .args(launch.command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(launch.stderr)
            .process_group(0);
        if let Some(folder) = launch.folder {
            command.current_dir(folder);
        }
        match launch.environment {
            Environment::Only(variables) => {
                command.env_clear().envs(variables);
            }
            Environment::Without(hidden) => {
                for (name, _) in std::env::vars_os() {
                    let name_text = name.to_string_lossy();
                    if hidden.iter().any(|start| name_text.starts_with(start)) {
                        command.env_remove(name);
                    }
                }
            }
        }
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let group = Pid::from_child(&child);
        guard.add(group);
        let program = Self { child, group, guard: Arc::clone(guard), is_over: false };
        let (Some(mut stdin), Some(stdout), stderr) = pipes else {
            return Err(io::Error::other("the program has no pipes"));
        };
        stdin.write_all(b"go\n")?;
        Ok((program, Pipes { stdin, stdout, stderr }))
    }

    /// Waits until the program has ended, at most this long. Returns how it ended, or `None` if it
    /// runs on.
    pub fn ended(&mut self, patience: Duration) -> Option<String> {
        let until = Instant::now() + patience;
        // The process stays a zombie, so that nobody else gets the number of its group.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        loop {
            match waitid(WaitId::Pid(self.group), options) {
                Ok(Some(status)) => return Some(how_it_ended(&status)),
                Err(error) if error != rustix::io::Errno::INTR => return Some(error.to_string()),
                _ => {}
            }
            if Instant::now() >= until {
                return None;
            }
            std::thread::sleep(LOOK_AGAIN);
        }
    }

    /// Kills the process group.
    pub fn kill(&mut self) {
        if std::mem::replace(&mut self.is_over, true) {
            return;
        }
        // It fails only if no process is left.
        let _ = kill_process_group(self.group, Signal::KILL);
        let _ = self.child.wait();
        self.guard.remove(self.group);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

fn how_it_ended(status: &WaitIdStatus) -> String {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => format!("exit code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "it ended".to_owned(),
    }
}
