//! The published values of single steps.

use crate::files::{bytes, folder, object};
use cardroom_deal::{
    Chain, Deck, Faces, JointSeed, Pack, RoomKey, Secret, TreeHead, extends, is_signed,
};
use serde_json::{Value, json};

fn hex(bytes: &[u8]) -> Value {
    json!(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

fn order(faces: &Faces, seed: &Secret) -> Value {
    let deck = Deck::new(faces, seed, 0);
    let cards = (0..faces.count()).map(|leaf| deck.card(leaf).unwrap().to_string());
    json!(cards.collect::<String>())
}

#[test]
fn packs_permutations_and_chains_are_the_published_ones() {
    let Some(folder) = folder() else { return };
    let told = object(&folder.join("primitives.json"));
    let key: [u8; 32] = bytes(&told["key"]);
    let (seed, joint) = (Secret::new(key), JointSeed(key));
    assert_eq!(json!(joint.permutation(0, 52)), told["public permutation of 52, label 0"]);
    assert_eq!(json!(joint.permutation(1, 52)), told["public permutation of 52, label 1"]);
    assert_eq!(json!(joint.pick(4)), told["pick of 4"]);
    assert_eq!(json!(joint.button_draw()), told["draw for the button"]);
    assert_eq!(order(&Faces::Full, &seed), told["secret order of 52, deck 0"]);
    assert_eq!(order(&Faces::Short, &seed), told["secret order of 36, deck 0"]);
    assert_eq!(hex(Deck::new(&Faces::Full, &seed, 0).root()), told["root of 52"]);
    assert_eq!(hex(Deck::new(&Faces::Short, &seed, 0).root()), told["root of 36"]);
    let pack = Pack::new(&Faces::Full, 0, seed.clone());
    for leaf in [0, 51] {
        let opened = pack.open(0, leaf).unwrap();
        assert_eq!(hex(&opened.salt), told[format!("salt of leaf {leaf}, deck 0")]);
        let path: Vec<Value> = opened.path.iter().map(|hash| hex(hash)).collect();
        assert_eq!(json!(path), told[format!("path of leaf {leaf}")]);
    }
    let chain = Chain::new(seed, 4).unwrap();
    let links: Vec<Value> = (0..=4).map(|index| hex(chain.link(index).unwrap())).collect();
    assert_eq!(json!(links), told["chain of four links from key"]);
    assert_eq!(hex(chain.anchor()), told["chain of four links from key"][0]);
}

#[test]
fn keys_sign_as_published() {
    let Some(folder) = folder() else { return };
    let told = object(&folder.join("primitives.json"));
    let key = RoomKey::new(&Secret::new(bytes(&told["key"])));
    assert_eq!(hex(&key.public()), told["Ed25519 public key of secret key"]);
    let signature = bytes(&told["Ed25519 signature of the empty message"]);
    assert!(is_signed(&key.public(), b"", &signature));
    assert!(!is_signed(&key.public(), b"x", &signature));
}

#[test]
fn a_log_that_has_not_grown_extends_itself_alone() {
    let (one, other) = (TreeHead { size: 7, root: [1; 32] }, TreeHead { size: 7, root: [2; 32] });
    assert!(extends(one, one, &[]));
    assert!(!extends(one, other, &[]));
    assert!(!extends(one, one, &[[0; 32]]));
}
