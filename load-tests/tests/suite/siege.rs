//! A short siege, so that the long one cannot rot. Its bounds are wide, because other tests run
//! beside it on the same cores.

use crate::support::{load, server_or_skip, text};

#[test]
fn a_siege_keeps_no_honest_player_out_and_fills_no_disk() {
    let Some(server) = server_or_skip("a_siege_keeps_no_honest_player_out_and_fills_no_disk")
    else {
        return;
    };
    let output = load()
        .args(["siege", "--networks", "12", "--seconds", "20", "--within-ms", "15000", "--quiet"])
        .args(["--json", "-", "--server"])
        .arg(server)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["tables"].as_u64().unwrap() >= 2, "{report:#}");
    assert!(report["logins"].as_u64().unwrap() >= 5, "{report:#}");
    for deed in ["Host", "Register", "Guess", "Chat", "Sit", "Export"] {
        let of_deed = report["strangers"].as_object().unwrap().iter();
        let times: u64 =
            of_deed.filter(|(did, _)| did.starts_with(deed)).filter_map(|(_, n)| n.as_u64()).sum();
        assert!(times > 0, "{deed}: {report:#}");
    }
}
