//! Every published proof is verified, and every published fraud fails with its code.

use crate::files::{folder, object, proofs, room_key};
use cardroom_deal::{Document, Fraud, Known, Verified, verify_history, verify_session};

fn verify(file: &[u8], key: [u8; 32]) -> Result<Vec<Verified>, Fraud> {
    let (document, asked) = Document::read(file).unwrap();
    let known = Known { keys: vec![key], receipt: None, seat: asked.seat };
    match document {
        Document::Proofs(proofs) => verify_session(&proofs, &known),
        Document::History(history) => verify_history(&history, &known.keys).map(|()| Vec::new()),
    }
}

#[test]
fn every_proof_is_verified() {
    let Some(folder) = folder() else { return };
    let key = room_key(&folder);
    let files = proofs(&folder);
    assert!(files.len() >= 12);
    for (name, file) in files {
        let verified = verify(&file, key).unwrap_or_else(|fraud| panic!("{name}: {fraud}"));
        assert!(!verified.is_empty(), "{name}");
        assert!(verified.iter().all(|round| round.is_logged), "{name}");
    }
}

#[test]
fn every_fraud_fails_with_its_code() {
    let Some(folder) = folder() else { return };
    let key = room_key(&folder);
    let frauds = folder.join("frauds");
    let files = proofs(&frauds);
    assert!(files.len() >= 28);
    for (name, file) in files {
        let code = object(&frauds.join(&name))["code"].as_str().unwrap().to_owned();
        let fraud = verify(&file, key).expect_err(&name);
        assert_eq!(fraud.code.name(), code, "{name}: {fraud}");
    }
}

#[test]
fn the_first_hand_of_the_specification_has_its_digests() {
    let Some(folder) = folder() else { return };
    let files = proofs(&folder);
    let (_, file) = files.iter().find(|(name, _)| name == "holdem6.json").unwrap();
    let round = &verify(file, room_key(&folder)).unwrap()[0];
    let hex = |hash: &[u8; 32]| hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert!(hex(&round.digest).starts_with("9777a3a2"));
    assert_eq!(
        hex(&round.seal.joint),
        "ae47def766400c1e7857d7ce8d2ffe38dee71ee07955ba7805bdda69ee6a84b9"
    );
    assert_eq!(
        hex(&round.seal.course),
        "ef588f8e37bd02c297b2d865e7fd43d65c32569b0e070b9110276ea05ba2ebb7"
    );
    assert_eq!(round.code().unwrap(), "NS3X");
}

#[test]
fn an_audit_names_mucked_hands_and_burns() {
    let Some(folder) = folder() else { return };
    let files = proofs(&folder);
    let (_, file) = files.iter().find(|(name, _)| name == "audited.json").unwrap();
    let round = verify(file, room_key(&folder)).unwrap().remove(0);
    let audit = round.audit.unwrap();
    assert_eq!(audit.held.len(), 6);
    assert!(audit.held.iter().all(|(_, cards)| cards.len() == 2));
    assert_eq!(audit.burned.len(), 3);
    assert_eq!(round.opening.packs(), 2);
}
