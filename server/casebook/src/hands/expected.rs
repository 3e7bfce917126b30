//! Results of hands by name, from a file beside them (`expected.jsonl`).

use cardroom_phh::Amount;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Results of hands, from the lines of a file.
#[derive(Clone, Default, Debug)]
pub struct Expectations {
    /// By path of the hand.
    by_path: BTreeMap<String, Vec<Amount>>,
    /// By log and number.
    by_number: BTreeMap<(String, u64), Vec<i64>>,
    /// By site and number.
    by_site: BTreeMap<(String, String), BTreeMap<String, u64>>,
}

#[derive(Deserialize)]
struct Line {
    path: Option<String>,
    file: Option<String>,
    hand: Option<u64>,
    payoffs_by_position: Option<Vec<i64>>,
    site: Option<String>,
    hand_id: Option<String>,
    final_stacks: Option<Stacks>,
    expected: Option<Nested>,
}

#[derive(Deserialize)]
struct Nested {
    final_stacks: Stacks,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Stacks {
    ByPlayer(Vec<Amount>),
    BySeat(BTreeMap<String, u64>),
}

impl Expectations {
    /// Reads the lines of a file. Ignores lines that are not about a hand.
    ///
    /// # Errors
    /// The number of a line that is not JSON.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut all = Self::default();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let line: Line =
                serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))?;
            all.add(line);
        }
        Ok(all)
    }

    fn add(&mut self, line: Line) {
        let Line { path, file, hand, payoffs_by_position, site, hand_id, final_stacks, expected } =
            line;
        let stacks = final_stacks.or(expected.map(|nested| nested.final_stacks));
        match (path, stacks) {
            (Some(path), Some(Stacks::ByPlayer(stacks))) => {
                self.by_path.insert(path, stacks);
            }
            (_, Some(Stacks::BySeat(stacks))) => {
                if let (Some(site), Some(id)) = (site, hand_id) {
                    self.by_site.insert((site, id), stacks);
                }
            }
            _ => {
                if let (Some(file), Some(hand), Some(payoffs)) = (file, hand, payoffs_by_position) {
                    self.by_number.insert((file, hand), payoffs);
                }
            }
        }
    }

    /// Returns the final stacks of a hand by its path. A path here may be longer or shorter than in
    /// the file, which names it from its own root. The longest common ending decides.
    pub(super) fn of_path(&self, name: &str) -> Option<&[Amount]> {
        let parts: Vec<&str> = name.split('/').collect();
        (0..parts.len()).find_map(|from| {
            let end = parts[from..].join("/");
            let found = self.by_path.get(&end).or_else(|| self.by_path.get(&format!("data/{end}")));
            found.map(Vec::as_slice)
        })
    }

    /// Returns what each player won or lost, by log and number.
    pub(super) fn of_number(&self, path: &str, number: u64) -> Option<&[i64]> {
        let file = path.rsplit('/').next()?.to_owned();
        self.by_number.get(&(file, number)).map(Vec::as_slice)
    }

    /// Returns the final stacks of a site's hand, by seat.
    pub(super) fn of_site(&self, site: &str, hand_id: &str) -> Option<&BTreeMap<String, u64>> {
        self.by_site.get(&(site.to_owned(), hand_id.to_owned()))
    }
}
