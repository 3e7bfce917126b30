//! Programs that do one thing wrong, in Python.

/// Yields the decisions, and answers them.
pub(super) const PRELUDE: &str = r#"
import json, os, signal, sys, time

def acts():
    for line in sys.stdin:
        act = json.loads(line).get("act")
        if act:
            yield act

def answer(act, **reply):
    print(json.dumps({"id": act["id"], **reply}), flush=True)

def play():
    for act in acts():
        answer(act, action="Call")
"#;

/// The bot of LINES.md.
pub(super) const FIVE_LINES: &str = r#"
for line in sys.stdin:
    ask = json.loads(line).get("act")
    if ask:
        print(json.dumps({"id": ask["id"], "action": "Check" if ask["legal"]["check"] else "Call"}), flush=True)
"#;

pub(super) const SLEEPS_ONCE: &str = r#"
for act in acts():
    if act["id"] == 2:
        time.sleep(0.6)
    answer(act, action="Call")
"#;

pub(super) const SLEEPS_FOREVER: &str = r#"
for act in acts():
    answer(act, action="Call")
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(3600)
"#;

pub(super) const EXITS: &str = r#"
for act in acts():
    if act["id"] == 2:
        sys.exit(3)
    answer(act, action="Call")
"#;

pub(super) const KILLS_ITSELF: &str = r#"
for act in acts():
    if act["id"] == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    answer(act, action="Call")
"#;

pub(super) const CLOSES_OUTPUT: &str = r#"
for act in acts():
    answer(act, action="Call")
    os.close(1)
    time.sleep(3600)
"#;

pub(super) const ONE_LONG_LINE: &str = r#"
for act in acts():
    if act["id"] == 2:
        print("x" * (1 << 20), flush=True)
    answer(act, action="Call")
"#;

pub(super) const ANSWERS_TWICE: &str = r#"
for act in acts():
    answer(act, action="Call")
    if act["id"] == 1:
        answer(act, action="Fold")
"#;

pub(super) const OLD_ID: &str = r#"
for act in acts():
    answer({"id": 1}, action="Call")
"#;

pub(super) const FLOODS: &str = r#"
block = b"{}\n" * 20000
while True:
    os.write(1, block)
"#;

pub(super) const READS_NOTHING: &str = r#"
print('{"ready":{"events":true}}', flush=True)
time.sleep(3600)
"#;

pub(super) const FILLS_ERRORS: &str = r#"
for act in acts():
    for _ in range(10):
        os.write(2, b"e" * 99999 + b"\n")
    answer(act, action="Call")
"#;

/// Writes its environment, whether it finds notes, and its folder to the file of its argument, and
/// leaves notes wherever it may.
pub(super) const TELLS_ENVIRONMENT: &str = r#"
places = [os.getcwd(), os.environ["HOME"], os.environ["TMPDIR"]]
notes = [place for place in places if os.path.exists(place + "/note")]
names = sorted(os.environ)
with open(sys.argv[1], "w") as report:
    report.write(" ".join(names) + "\nnotes: %d\n" % len(notes) + "\n".join(places) + "\n")
for place in places:
    open(place + "/note", "w").write("I was here")
play()
"#;

pub(super) const FORKS: &str = r#"
if os.fork() == 0:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with open(sys.argv[1], "w") as file:
        file.write(str(os.getpid()))
    time.sleep(3600)
play()
"#;

/// Answers the second decision with a line of this text.
pub(super) fn prints_instead(line: &str) -> String {
    format!(
        r#"
for act in acts():
    if act["id"] == 2:
        print({line:?}, flush=True)
    else:
        answer(act, action="Call")
"#
    )
}
