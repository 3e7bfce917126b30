//! Positions and posts on a site's line: the blinds and the button, the posts of newcomers, and the
//! stakes.

use super::super::game::Variant;
use super::super::peculiar::Peculiarity;
use super::super::script::Blinds;
use super::super::{Unread, malformed, not_played_here};
use super::record::{Acted, Post, SeatLine, SiteHand};
use cardroom_rules::{AnteKind, Betting, Chips, Stakes};

/// The posts that a player made out of position.
#[derive(Clone, Copy, Default)]
pub(super) struct Owed {
    /// A small blind, dead.
    pub(super) small: bool,
    /// A big blind, live.
    pub(super) big: bool,
}

/// The players dealt in, from the button's left, and the positions of the blinds.
pub(super) struct Order<'a> {
    pub(super) clockwise: Vec<&'a SeatLine>,
    pub(super) blinds: Blinds,
    pub(super) dead_button: bool,
}

impl SeatLine {
    fn is_all_in_with_ante(&self, posts: &[&Post]) -> bool {
        let antes = posts.iter().filter(|post| post.seat == self.seat && post.kind == "ante");
        antes.map(|post| post.amount).sum::<u64>() == self.stack
    }
}

impl SiteHand {
    /// Returns the posts without duplicates.
    pub(super) fn posts(&self, peculiar: &mut Vec<Peculiarity>) -> Vec<&Post> {
        let mut posts: Vec<&Post> = Vec::with_capacity(self.posts.len());
        for post in &self.posts {
            let again = |other: &&Post| other.seat == post.seat && other.kind == post.kind;
            if posts.iter().any(again) {
                peculiar.push(Peculiarity::BlindTwice);
            } else {
                posts.push(post);
            }
        }
        peculiar.dedup();
        posts
    }

    /// Returns `true` if the player posted, acted or got cards. No other player can
    /// have been dealt in.
    fn is_dealt_in(&self, seat: u64) -> bool {
        self.posts.iter().any(|post| post.seat == seat)
            || self.streets.iter().any(|street| {
                street.actions.iter().any(|acted| acted.seat == seat)
                    || street.deals.iter().any(|dealt| dealt.seat == seat)
            })
    }

    /// Returns what a newcomer owed, by the posts out of position.
    pub(super) fn owed(
        &self,
        seat: u64,
        posts: &[&Post],
        big_blind: u64,
        peculiar: &mut Vec<Peculiarity>,
    ) -> Owed {
        let mut owed = Owed::default();
        for post in posts.iter().filter(|post| post.seat == seat) {
            match &*post.kind {
                "sb" if self.in_position(posts, "sb") != Some(seat) => owed.small = true,
                "bb" if self.in_position(posts, "bb") != Some(seat) => owed.big = true,
                "dead_sb_plus_bb" => owed = Owed { small: true, big: true },
                "post_dead" => {
                    owed.small |= post.amount != big_blind;
                    owed.big |= post.amount >= big_blind;
                }
                "post_live" if post.amount < big_blind && !post.all_in => {
                    peculiar.push(Peculiarity::LiveSmallBlind);
                    // A player who folds at once has lost the post, dead or live. A player who
                    // stays in has to match the whole bet anyway.
                    let mut acts = self.streets.iter().flat_map(|street| &street.actions);
                    let folds = acts.find(|acted| acted.seat == seat);
                    let folds = folds.is_some_and(|acted| acted.kind == "fold");
                    owed.small |= folds;
                    owed.big |= !folds;
                }
                "post_live" => owed.big = true,
                _ => {}
            }
        }
        owed
    }

    /// Returns the player who posted a blind in its position. If several post the same blind, that
    /// is the first from the button's left, and the others are newcomers.
    fn in_position(&self, posts: &[&Post], kind: &str) -> Option<u64> {
        let place = |seat: u64| self.seats.iter().position(|line| line.seat == seat);
        let button = self.button_seat.and_then(place);
        let after_button = |seat: u64| {
            let (seat, count) = (place(seat).unwrap_or_default(), self.seats.len());
            button.map_or(0, |button| (seat + count - button - 1) % count)
        };
        let posted = posts.iter().filter(|post| post.kind == kind).map(|post| post.seat);
        posted.min_by_key(|seat| after_button(*seat))
    }

    pub(super) fn order(&self, posts: &[&Post], variant: Variant) -> Result<Order<'_>, Unread> {
        let mut clockwise: Vec<&SeatLine> =
            self.seats.iter().filter(|line| self.is_dealt_in(line.seat)).collect();
        if clockwise.len() < 2 {
            return Err(malformed("fewer than two players"));
        }
        if variant.is_stud() {
            return Ok(Order { clockwise, blinds: Blinds::None, dead_button: false });
        }
        let dealt_place =
            |seat: u64| clockwise.iter().position(|line| line.seat == seat).unwrap_or_default();
        let small = self.in_position(posts, "sb");
        let big = self.in_position(posts, "bb").map(dealt_place);
        // A player who is all-in with the ante posts no blind, but still has its position.
        let (first_place, blinds) = match (small.map(dealt_place), big) {
            (Some(small), _) => (small, Blinds::Both),
            (None, Some(big)) => {
                let before = (big + clockwise.len() - 1) % clockwise.len();
                let line = clockwise[before];
                if Some(line.seat) != self.button_seat && line.is_all_in_with_ante(posts) {
                    (before, Blinds::Both)
                } else {
                    (big, Blinds::DeadSmall)
                }
            }
            (None, None) => {
                let button = self.button_seat.ok_or_else(|| malformed("no blind, no button"))?;
                ((dealt_place(button) + 1) % clockwise.len(), Blinds::Both)
            }
        };
        let blinds = if clockwise.len() == 2 { Blinds::Both } else { blinds };
        clockwise.rotate_left(first_place);
        if clockwise.len() == 2 {
            return Ok(self.heads_up(clockwise, small));
        }
        let last = clockwise.last().map(|line| line.seat);
        let dead_button = self.button_seat.is_none_or(|seat| Some(seat) != last);
        if dead_button && self.button_seat.is_some_and(|seat| self.is_dealt_in(seat)) {
            return Err(malformed("the button is not right before the blinds"));
        }
        Ok(Order { clockwise, blinds, dead_button })
    }

    /// Returns the order of a heads-up hand. The button has the small blind and comes last, unless
    /// the record has the button on the big blind or on a seat that is not in the hand.
    fn heads_up<'a>(&self, mut clockwise: Vec<&'a SeatLine>, small: Option<u64>) -> Order<'a> {
        let button = self.button_seat;
        let place = |seat| clockwise.iter().position(|line| Some(line.seat) == seat);
        let (on, blind) = (place(button), place(small));
        if let Some(first) = blind.filter(|_| button.is_some() && on != blind) {
            clockwise.rotate_left(first);
            let dead_button = on.is_none();
            return Order { clockwise, blinds: Blinds::SmallFirst, dead_button };
        }
        if on.or(blind) == Some(0) {
            clockwise.rotate_left(1);
        }
        Order { clockwise, blinds: Blinds::Both, dead_button: false }
    }

    pub(super) fn stakes(&self, posts: &[&Post], variant: Variant) -> Result<Stakes, Unread> {
        let of_line = |index: usize| self.stakes.get(index).copied().unwrap_or(0);
        let whole = |kind: &str| {
            let of_kind = posts.iter().filter(|post| post.kind == kind && !post.all_in);
            of_kind.map(|post| post.amount).max()
        };
        // In fixed limit, the line has the bets at some sites and the blinds at others.
        let limit = variant.betting == Betting::FixedLimit;
        let bets_in_line = limit && self.site == "pokerstars";
        let big = if variant.is_stud() {
            self.small_bet().filter(|_| of_line(0) == 0).unwrap_or(of_line(0))
        } else {
            whole("bb").unwrap_or(of_line(usize::from(!bets_in_line)))
        };
        let entry = whole("dead_sb_plus_bb").or(whole("post_dead"));
        let small = whole("sb").or(entry.and_then(|both| both.checked_sub(big)));
        let small = small.unwrap_or(if bets_in_line { of_line(0) / 2 } else { of_line(0) });
        let antes: Vec<&&Post> = posts.iter().filter(|post| post.kind == "ante").collect();
        let ante = antes.iter().map(|post| post.amount).max().unwrap_or(0);
        let dealt = self.seats.iter().filter(|line| self.is_dealt_in(line.seat)).count();
        let big_seat = self.in_position(posts, "bb");
        let ante_kind = match antes[..] {
            [] => AnteKind::None,
            _ if antes.len() == dealt => AnteKind::Each,
            [one] if Some(one.seat) == big_seat => AnteKind::BigBlind,
            [one] if Some(one.seat) == self.button_seat => AnteKind::Button,
            _ => return Err(not_played_here("antes of some players and not of others")),
        };
        let bring_in = self.acted("bring_in").map(|acted| acted.amount.unwrap_or(0)).max();
        Ok(Stakes {
            betting: variant.betting,
            small_blind: Chips(if variant.is_stud() { 0 } else { small.min(big) }),
            big_blind: Chips(big),
            // If the first player completed at once, the record does not give the bring-in, and
            // nothing depends on it.
            bring_in: Chips(if variant.is_stud() { bring_in.unwrap_or(ante.min(big)) } else { 0 }),
            ante: Chips(ante),
            ante_kind,
            unit: Chips(1),
        })
    }

    fn acted(&self, kind: &'static str) -> impl Iterator<Item = &Acted> {
        let all = self.streets.iter().flat_map(|street| &street.actions);
        all.filter(move |acted| acted.kind == kind)
    }

    /// Returns the small bet of stud if the line does not have it. That is the first whole bet of
    /// third street, or half of one from fifth street on. Failing both, it is the bet of fourth
    /// street, which an open pair may have made larger.
    fn small_bet(&self) -> Option<u64> {
        let first = |streets: std::ops::Range<usize>| {
            let streets = self.streets.iter().take(streets.end).skip(streets.start);
            let mut wagers = streets
                .flat_map(|street| &street.actions)
                .filter(|acted| matches!(&*acted.kind, "bet" | "raise") && !acted.all_in);
            wagers.find_map(|acted| acted.to.or(acted.street_total))
        };
        let bring_in = || self.acted("bring_in").find_map(|acted| acted.amount);
        first(0..1)
            .or_else(|| first(2..5).map(|bet| bet / 2))
            .or_else(|| first(1..2))
            .or_else(|| bring_in().map(|low| 2 * low))
    }
}
