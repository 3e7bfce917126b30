//! Shares of the room's resources, counted for each account and for each network. The numbers and
//! the reasons for them are in [`allowances`](crate::allowances).

use super::at_least_one;
use crate::allowances::NETWORK_OF_ACCOUNTS;
use crate::config::LimitSettings;
use crate::ids::AccountId;
use crate::network::Site;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// A resource that all players share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shared {
    /// A line of chat.
    Chat,
    /// A private table or tournament that is opened.
    Opening,
    /// A note, a report, an API token, a browser with notifications, a link to a hand, or an order
    /// of a table's host.
    Row,
    /// Chips that are brought to a table.
    BuyIn,
    /// Everything about an account in a file.
    Export,
    /// Another file over HTTP.
    File,
}

impl Shared {
    pub(super) const ALL: [Self; 6] =
        [Self::Chat, Self::Opening, Self::Row, Self::BuyIn, Self::Export, Self::File];

    /// Returns what an account may have: the period, and the number in it.
    fn of_account(self, settings: &LimitSettings) -> (Period, u32) {
        match self {
            Self::Chat => (Quota::per_minute, settings.chat_lines_per_minute),
            Self::Opening => (Quota::per_hour, settings.openings_per_hour),
            Self::Row => (Quota::per_hour, settings.rows_per_hour),
            Self::BuyIn => (Quota::per_hour, settings.buy_ins_per_hour),
            Self::Export => (Quota::per_hour, settings.exports_per_hour),
            Self::File => (Quota::per_minute, settings.files_per_minute),
        }
    }
}

type Period = fn(std::num::NonZeroU32) -> Quota;

/// The counts of one of them.
pub(super) struct Shares {
    by_account: DefaultKeyedRateLimiter<AccountId>,
    by_network: DefaultKeyedRateLimiter<Site>,
}

impl Shares {
    pub(super) fn new(shared: Shared, settings: &LimitSettings) -> Self {
        let (period, account) = shared.of_account(settings);
        let network = account.saturating_mul(NETWORK_OF_ACCOUNTS);
        Self {
            by_account: RateLimiter::keyed(period(at_least_one(account))),
            by_network: RateLimiter::keyed(period(at_least_one(network))),
        }
    }

    pub(super) fn allow_account(&self, account: AccountId) -> bool {
        self.by_account.check_key(&account).is_ok()
    }

    pub(super) fn allow_network(&self, network: Site) -> bool {
        self.by_network.check_key(&network).is_ok()
    }

    pub(super) fn tidy(&self) {
        self.by_account.retain_recent();
        self.by_network.retain_recent();
    }
}
