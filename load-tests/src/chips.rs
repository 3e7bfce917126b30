//! Checks that chips were conserved: what the bots were granted against what they have at the end.
//!
//! It relies on what clients received, and on the room's report of the chips at its tables.

use serde::{Deserialize, Serialize};

/// One bot's chips, according to the messages it received.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Wallets {
    /// The wallet at the first login.
    granted: Option<u64>,
    /// The wallet according to the last message.
    wallet: u64,
    /// Chips cashed out since then, which are not in `wallet` yet.
    cashed_out: u64,
    has_seat: bool,
}

impl Wallets {
    /// Records the wallet at a login.
    pub(crate) fn logged_in(&mut self, wallet: u64) {
        self.granted.get_or_insert(wallet);
        self.told(wallet);
    }

    /// Records a message with the wallet's amount.
    pub(crate) fn told(&mut self, wallet: u64) {
        self.wallet = wallet;
        self.cashed_out = 0;
    }

    pub(crate) fn seated(&mut self) {
        self.has_seat = true;
    }

    /// Records that the seat was left with these chips.
    pub(crate) fn left_table(&mut self, cashed_out: u64) {
        self.left_seat();
        self.cashed_out(cashed_out);
    }

    pub(crate) fn left_seat(&mut self) {
        self.has_seat = false;
    }

    /// Records chips of this account that are on their way from a table to the wallet.
    pub(crate) fn cashed_out(&mut self, chips: u64) {
        self.cashed_out += chips;
    }
}

/// The room's stored balances of all its chips.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Ledger {
    /// All chips ever granted.
    pub(crate) granted: i64,
    /// The chips in all wallets.
    pub(crate) wallets: i64,
    /// Chips brought to tables and not cashed out.
    pub(crate) tables: i64,
    /// Chips taken by the house.
    pub(crate) house: i64,
    /// Whether the room itself finds its books consistent.
    pub(crate) balanced: bool,
    /// Balances that differ from the sum of their transfers.
    #[serde(default)]
    pub(crate) differences: Vec<String>,
}

/// The room's own data for the books.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct RoomBooks {
    /// Chips in stacks and pots.
    pub(crate) on_tables: Option<u64>,
    /// The ledger before any client connected.
    pub(crate) before: Option<Ledger>,
    /// The ledger after all clients had left.
    pub(crate) after: Option<Ledger>,
}

/// All chips of a run at its end.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct Books {
    /// The sum of all wallets at the first login.
    pub(crate) granted: u64,
    /// The sum of all wallets at the end.
    pub(crate) wallets: u64,
    /// The part of `wallets` that is inferred from cash-outs, because no later
    /// message had the wallet.
    pub(crate) wallets_inferred: u64,
    /// Bots that have not left their seat.
    pub(crate) still_seated: u64,
    /// Chips on tables, if the room reports them.
    pub(crate) on_tables: Option<u64>,
    /// How often the room granted further chips. Clients do not learn the amounts.
    pub(crate) refills: u64,
    /// The change of the ledger since before the run, if the room reports it.
    pub(crate) ledger: Option<Ledger>,
}

/// The verdict of the books.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// Every chip is accounted for.
    Conserved,
    /// Chips are missing or in excess.
    Broken {
        /// The difference, with the numbers.
        reason: String,
    },
    /// The known data are not enough for a verdict.
    Unknown { reason: String },
}

impl Books {
    /// Makes the books from some bots and the room they played in.
    pub(crate) fn of(bots: &[Wallets], room: RoomBooks, refills: u64) -> Self {
        let ledger = room.before.zip(room.after).map(|(before, after)| after.since(&before));
        let mut books = Self { on_tables: room.on_tables, refills, ledger, ..Self::default() };
        for bot in bots {
            books.granted += bot.granted.unwrap_or(0);
            books.wallets += bot.wallet + bot.cashed_out;
            books.wallets_inferred += bot.cashed_out;
            books.still_seated += u64::from(bot.has_seat);
        }
        books
    }

    /// Returns the verdict. In a `closed` room there are no other players.
    pub(crate) fn verdict(&self, closed: bool) -> Verdict {
        let unknown = |reason: String| Verdict::Unknown { reason };
        if let Some(ledger) = self.ledger.as_ref().filter(|ledger| !ledger.balanced) {
            return Verdict::Broken { reason: format!("the room's ledger is wrong: {ledger:?}") };
        }
        if self.refills > 0 {
            return unknown(format!(
                "the room granted chips {} times during the run",
                self.refills
            ));
        }
        let on_tables = match self.on_tables {
            Some(chips) => chips,
            None if self.still_seated == 0 => 0,
            None => {
                let seated = self.still_seated;
                return unknown(format!("{seated} bots kept their seats, with nobody to ask"));
            }
        };
        let house = self.ledger.as_ref().map_or(0, |ledger| ledger.house);
        let there = i128::from(self.wallets) + i128::from(on_tables) + i128::from(house);
        let difference = there - i128::from(self.granted);
        match difference {
            0 if closed => self.compare_with_ledger(on_tables),
            0 => Verdict::Conserved,
            _ if self.left_unheard(on_tables) => unknown(format!(
                "{} bots ended before they heard what they left their tables with",
                self.still_seated
            )),
            _ if closed => Verdict::Broken {
                reason: format!(
                    "{difference:+} chips: granted {}, in wallets {}, on tables {on_tables}, with \
                     the house {house}",
                    self.granted, self.wallets
                ),
            },
            _ => unknown(format!(
                "{difference:+} chips, in a room where others play or the house takes its part"
            )),
        }
    }

    /// Returns whether the room has every chip, and none on tables, although bots believe that they
    /// sit. They left, and did not wait for the answer.
    fn left_unheard(&self, on_tables: u64) -> bool {
        let granted = i128::from(self.granted);
        let is_whole = |ledger: &Ledger| {
            (ledger.granted.into(), i128::from(ledger.wallets) + i128::from(ledger.house))
                == (granted, granted)
        };
        self.still_seated > 0 && on_tables == 0 && self.ledger.as_ref().is_some_and(is_whole)
    }

    /// Compares the chips that bots received with the room's stored balances.
    fn compare_with_ledger(&self, on_tables: u64) -> Verdict {
        let Some(ledger) = &self.ledger else { return Verdict::Conserved };
        let pairs = [
            ("granted", ledger.granted, self.granted),
            ("in wallets", ledger.wallets, self.wallets),
            ("on tables", ledger.tables, on_tables),
        ];
        let parted = pairs.iter().find(|(_, ledger, told)| i128::from(*ledger) != (*told).into());
        match parted {
            None => Verdict::Conserved,
            Some((what, ledger, told)) => Verdict::Broken {
                reason: format!("{what}: the room's ledger has {ledger}, players were told {told}"),
            },
        }
    }
}

impl Ledger {
    /// Returns the change since an earlier moment.
    fn since(self, before: &Self) -> Self {
        Self {
            granted: self.granted - before.granted,
            wallets: self.wallets - before.wallets,
            tables: self.tables - before.tables,
            house: self.house - before.house,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bot(events: impl FnOnce(&mut Wallets)) -> Wallets {
        let mut wallets = Wallets::default();
        events(&mut wallets);
        wallets
    }

    fn on_tables(chips: u64) -> RoomBooks {
        RoomBooks { on_tables: Some(chips), ..RoomBooks::default() }
    }

    fn ledger(granted: i64, wallets: i64, tables: i64, house: i64) -> Ledger {
        let differences = Vec::new();
        Ledger { granted, wallets, tables, house, balanced: true, differences }
    }

    fn is_broken(books: &Books, reason: &str) -> bool {
        matches!(books.verdict(true), Verdict::Broken { reason: told } if told.contains(reason))
    }

    fn winner() -> Wallets {
        bot(|bot| {
            bot.logged_in(1_000);
            bot.told(600);
            bot.seated();
            bot.left_table(700);
            bot.told(1_300);
        })
    }

    fn loser(cashed_out: u64) -> Wallets {
        bot(|bot| {
            bot.logged_in(1_000);
            bot.told(600);
            bot.seated();
            bot.left_table(cashed_out);
        })
    }

    #[test]
    fn what_one_lost_another_won() {
        let books = Books::of(&[winner(), loser(100)], on_tables(0), 0);
        assert_eq!((books.granted, books.wallets, books.wallets_inferred), (2_000, 2_000, 100));
        assert_eq!(books.verdict(true), Verdict::Conserved);
    }

    #[test]
    fn a_chip_too_few_or_too_many_is_told() {
        let lost = Books::of(&[winner(), loser(99)], on_tables(0), 0);
        assert!(is_broken(&lost, "-1 chips"), "{:?}", lost.verdict(true));
        let made = Books::of(&[winner(), loser(100)], on_tables(5), 0);
        assert!(is_broken(&made, "+5 chips"), "{:?}", made.verdict(true));
    }

    #[test]
    fn a_wallet_told_after_a_resumed_login_is_no_grant() {
        let mut bot = winner();
        bot.logged_in(1_300);
        assert_eq!(Books::of(&[bot], RoomBooks::default(), 0).granted, 1_000);
    }

    #[test]
    fn chips_of_a_kept_seat_are_looked_for_on_the_table() {
        let kept = bot(|bot| {
            bot.logged_in(1_000);
            bot.told(600);
            bot.seated();
        });
        let with_admin = Books::of(&[winner(), kept], on_tables(100), 0);
        assert_eq!(with_admin.verdict(true), Verdict::Conserved);
        let without = Books::of(&[winner(), kept], RoomBooks::default(), 0);
        assert!(matches!(without.verdict(true), Verdict::Unknown { .. }));
    }

    #[test]
    fn who_did_not_wait_for_what_they_left_with_lost_nothing() {
        let unheard = bot(|bot| {
            bot.logged_in(1_000);
            bot.told(600);
            bot.seated();
        });
        let books = |wallets| {
            let ledgers = (ledger(500, 500, 0, 0), ledger(2_500, wallets, 0, 0));
            let room =
                RoomBooks { before: Some(ledgers.0), after: Some(ledgers.1), ..on_tables(0) };
            Books::of(&[winner(), unheard], room, 0)
        };
        assert!(matches!(books(2_500).verdict(true), Verdict::Unknown { .. }));
        assert!(is_broken(&books(2_499), "-100 chips"));
    }

    #[test]
    fn where_chips_come_and_go_unseen_nothing_is_claimed() {
        let refilled = Books::of(&[winner(), loser(100)], on_tables(0), 1);
        assert!(matches!(refilled.verdict(true), Verdict::Unknown { .. }));
        let raked = Books::of(&[winner(), loser(99)], on_tables(0), 0);
        assert!(matches!(raked.verdict(false), Verdict::Unknown { .. }));
    }

    #[test]
    fn what_players_were_told_must_be_what_the_room_has_on_disk() {
        let books = |after: Ledger| {
            let before = Some(ledger(500, 500, 0, 0));
            let room = RoomBooks { before, after: Some(after), ..on_tables(0) };
            Books::of(&[winner(), loser(100)], room, 0)
        };
        assert_eq!(books(ledger(2_500, 2_500, 0, 0)).verdict(true), Verdict::Conserved);
        let parted = books(ledger(2_500, 2_400, 100, 0));
        assert!(is_broken(&parted, "in wallets: the room's ledger has 1900"), "{parted:?}");
        let unbalanced = Ledger { balanced: false, ..ledger(2_500, 2_500, 0, 0) };
        assert!(is_broken(&books(unbalanced.clone()), "ledger is wrong"));
        assert!(matches!(books(unbalanced).verdict(false), Verdict::Broken { .. }));
    }

    #[test]
    fn what_the_house_took_is_not_missing() {
        let room = RoomBooks {
            before: Some(ledger(0, 0, 0, 7)),
            after: Some(ledger(2_000, 1_999, 0, 8)),
            ..on_tables(0)
        };
        let raked = Books::of(&[winner(), loser(99)], room, 0);
        assert_eq!(raked.verdict(true), Verdict::Conserved);
        assert_eq!(raked.verdict(false), Verdict::Conserved);
    }
}
