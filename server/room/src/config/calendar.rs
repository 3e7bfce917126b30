//! `[calendar]`: feeds that calendar programs subscribe to.

use super::Config;
use super::mistakes::Mistakes;
use serde::{Deserialize, Serialize};

/// `[calendar]`: feeds that calendar programs subscribe to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CalendarSettings {
    pub enabled: bool,
}

impl Config {
    pub(super) fn check_calendar(&self, mistakes: &mut Mistakes) {
        mistakes.require(
            !self.calendar.enabled || self.server.link_address().is_some(),
            "calendar.enabled",
            "needs server.address, such as \"https://poker.example\", because the dates have links \
             to the room",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Overrides;

    #[test]
    fn feeds_need_an_address_for_their_links() {
        let load = |server: &str| {
            let text = format!("{server}[calendar]\nenabled = true\n");
            Config::load_text("test", &text, [], &Overrides::default())
        };
        let refused = load("").unwrap_err().to_string();
        assert!(refused.contains("calendar.enabled") && refused.contains("server.address"));
        assert!(load("[server]\naddress = \"https://poker.example\"\n").is_ok());
        assert!(load("[server]\ndomain = \"poker.example\"\n").is_ok());
    }
}
