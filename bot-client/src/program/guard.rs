//! A process that outlives this one by a moment, to kill the programs that it leaves.

use rustix::process::Pid;
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

/// Notes process groups, and kills those that are left at the end of its input. That end comes when
/// the process at the other end of the pipe has ended, however it ended.
const SCRIPT: &str = r#"
trap '' INT TERM HUP QUIT
groups=' '
while read -r what value; do
  case $what in
    add) groups="$groups$value " ;;
    del) groups="${groups%% "$value" *} ${groups#* "$value" }" ;;
    dir) dir=$value ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
[ -z "$dir" ] || rm -rf -- "$dir"
"#;

/// Kills programs that are left when this process has ended, even if it was killed.
#[derive(Debug)]
pub struct Guard {
    child: Mutex<Child>,
}

impl Guard {
    /// Starts the guard. At the end it also removes a folder for files that nobody needs then.
    ///
    /// # Errors
    /// Fails if no process can be started, or if the folder's name has a line break.
    pub fn start(folder: Option<&Path>) -> io::Result<Arc<Self>> {
        let child = Command::new("/bin/sh")
            .args(["-c", SCRIPT, "sh"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()?;
        let guard = Self { child: Mutex::new(child) };
        if let Some(folder) = folder {
            let name = folder.to_str().filter(|name| !name.contains('\n'));
            let name = name.ok_or_else(|| io::Error::other("the name of a folder is a line"))?;
            guard.tell(&format!("dir {name}"));
        }
        Ok(Arc::new(guard))
    }

    pub(super) fn add(&self, group: Pid) {
        self.tell(&format!("add {}", group.as_raw_nonzero()));
    }

    pub(super) fn remove(&self, group: Pid) {
        self.tell(&format!("del {}", group.as_raw_nonzero()));
    }

    fn tell(&self, line: &str) {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // Without a guard, this process kills the programs itself as long as it can.
        if let Some(stdin) = &mut child.stdin {
            let _ = writeln!(stdin, "{line}");
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let child = self.child.get_mut().unwrap_or_else(PoisonError::into_inner);
        drop(child.stdin.take());
        let _ = child.wait();
    }
}
