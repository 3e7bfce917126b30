//! The seal of a verifiable deal in the formats that have a place for it: a field of its own in PHH
//! and Open Hand History, a line in text. Readers that know nothing of seals pass over it.

use crate::NotTold;
use cardroom_protocol::history::HandRecord;
use serde_json::{Value, json};

/// The name of the field. Both formats leave names with an underscore to the program that writes.
const FIELD: &str = "_deal_seal";

/// A hand, and the seal of its deal if that can be verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealedHand {
    pub record: HandRecord,
    /// The seal in hex.
    pub seal: Option<String>,
}

impl From<HandRecord> for SealedHand {
    fn from(record: HandRecord) -> Self {
        Self { record, seal: None }
    }
}

impl SealedHand {
    pub(crate) fn phh(&self) -> Result<String, NotTold> {
        let mut text = crate::phh(&self.record)?;
        if let Some(seal) = &self.seal {
            text.push_str(&format!("{FIELD} = \"{seal}\"\n"));
        }
        Ok(text)
    }

    pub(crate) fn ohh(&self) -> Result<String, NotTold> {
        let text = crate::ohh(&self.record)?;
        let Some(seal) = &self.seal else { return Ok(text) };
        let Ok(mut hand) = serde_json::from_str::<Value>(&text) else { return Ok(text) };
        hand["ohh"][FIELD] = json!(seal);
        Ok(hand.to_string() + "\n")
    }

    pub(crate) fn text(&self) -> Result<String, NotTold> {
        let text = crate::tell(&self.record)?;
        let Some(seal) = &self.seal else { return Ok(text) };
        Ok(format!("{text}  seal of the deal: {seal}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::SealedHand;
    use crate::Format;
    use cardroom_protocol::history::HandRecord;
    use cardroom_protocol::{Encoding, ServerMessage};
    use serde_json::Value;

    /// The record of the protocol's example.
    fn record() -> HandRecord {
        let golden = include_str!("../../../protocol/tests/golden/server.txt");
        let line = golden.lines().find(|line| line.starts_with("{\"HandShown\"")).unwrap();
        let frame = format!("[{line}]");
        let decoded = Encoding::Json.decode::<ServerMessage>(frame.as_bytes(), frame.len());
        match decoded.unwrap().messages.remove(0) {
            ServerMessage::HandShown(shown) => *shown.record,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_seal_is_added_to_what_each_format_has_without_one() {
        let (seal, record) = (Some("0c5ea1".to_owned()), record());
        let plain = SealedHand::from(record.clone());
        let sealed = SealedHand { record: record.clone(), seal };
        for format in [Format::Phh, Format::Ohh, Format::PokerStars, Format::Text] {
            assert_eq!(format.write_sealed(&plain), format.write(&record), "{format:?}");
        }
        let written = |format: Format| (format.write(&record), format.write_sealed(&sealed));
        let (without, with) = written(Format::Text);
        assert_eq!(with.unwrap(), without.unwrap() + "  seal of the deal: 0c5ea1\n");
        let (without, with) = written(Format::PokerStars);
        assert_eq!(with, without, "the format has no place for it");
        let (without, with) = written(Format::Ohh);
        let [without, mut with] =
            [without, with].map(|it| serde_json::from_str::<Value>(&it.unwrap()).unwrap());
        let removed = with["ohh"].as_object_mut().unwrap().remove("_deal_seal");
        assert_eq!((removed, with), (Some(Value::from("0c5ea1")), without));
    }

    #[test]
    fn hands_of_one_file_have_their_own_seals() {
        let record = record();
        let hand = |seal: Option<&str>| SealedHand {
            record: record.clone(),
            seal: seal.map(ToOwned::to_owned),
        };
        let hands = [hand(Some("aa")), hand(None), hand(Some("bb"))];
        for format in [Format::Phh, Format::Text] {
            let (text, left_out) = format.write_all_sealed(&hands);
            let (plain, _) = format.write_all(&[record.clone(), record.clone(), record.clone()]);
            let [first, last] = ["aa", "bb"].map(|seal| text.find(seal));
            if left_out.total() == 0 {
                assert!(first.unwrap() < last.unwrap());
                let lines = text.lines().filter(|line| !line.contains("seal"));
                assert!(lines.eq(plain.lines()), "{text}");
            }
        }
        assert_eq!(Format::Text.write_all_sealed(&hands).1.total(), 0);
    }
}
