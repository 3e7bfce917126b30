//! Turns of those who wait for a thread: a queue that is fair over the tree of networks. Each range
//! of addresses takes turns among the narrower ranges in it, so all networks of one provider
//! together have one turn.
//!
//! Logins from where an account is known wait in a lane of their own, which has every other turn.
//! The queue knows no thread and no clock. Its user says what time it is.

use crate::network::ranges;
use std::collections::VecDeque;
use std::net::IpAddr;

/// Where a job waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) lane: Lane,
    pub(super) address: IpAddr,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lane {
    /// The account has signed in from there before, or the operator asks.
    Known,
    Strangers,
}

impl Place {
    pub(super) fn known(address: IpAddr) -> Self {
        Self { lane: Lane::Known, address }
    }

    pub(super) fn stranger(address: IpAddr) -> Self {
        Self { lane: Lane::Strangers, address }
    }

    /// Returns the way to the place, from the root of the tree.
    fn path(self) -> Vec<Key> {
        let ranges = ranges(self.address).into_iter().map(Key::Range);
        std::iter::once(Key::Lane(self.lane)).chain(ranges).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Key {
    Lane(Lane),
    Range(IpAddr),
}

#[derive(Debug)]
pub(super) struct Turns<J> {
    root: Branch<J>,
    most: usize,
    patience_ms: u64,
}

/// A lane or a range of addresses, and the jobs from there.
#[derive(Debug)]
struct Branch<J> {
    /// The narrower ranges with jobs, in the order of their turns.
    children: VecDeque<(Key, Branch<J>)>,
    /// The jobs of a leaf with the times at which they came, the oldest first.
    jobs: VecDeque<(u64, J)>,
    /// All jobs from here.
    count: usize,
}

impl<J> Turns<J> {
    /// Creates a queue of at most `most` jobs, which wait at most `patience_ms`.
    pub(super) fn new(most: usize, patience_ms: u64) -> Self {
        Self { root: Branch::default(), most: most.max(1), patience_ms }
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.root.count
    }

    /// Adds a job. If the queue is full, returns the one that gives way: the oldest of the fullest
    /// network in the fullest range. Among equals the new job's own range gives way, so a newcomer
    /// pushes out nobody who takes no more room.
    #[must_use = "the job that gives way has to be refused"]
    pub(super) fn push(&mut self, now_ms: u64, place: Place, job: J) -> Option<J> {
        let path = place.path();
        self.root.push(&path, (now_ms, job));
        (self.root.count > self.most).then(|| self.root.drop_oldest(&path))?
    }

    /// Takes the next job. Also returns the jobs that waited too long, which have to be refused.
    pub(super) fn pop(&mut self, now_ms: u64) -> (Option<J>, Vec<J>) {
        let mut over = Vec::new();
        let since = now_ms.saturating_sub(self.patience_ms);
        let job = self.root.pop(since, &mut over);
        (job, over)
    }
}

impl<J> Default for Branch<J> {
    fn default() -> Self {
        Self { children: VecDeque::new(), jobs: VecDeque::new(), count: 0 }
    }
}

impl<J> Branch<J> {
    fn push(&mut self, path: &[Key], job: (u64, J)) {
        self.count += 1;
        let Some((key, rest)) = path.split_first() else { return self.jobs.push_back(job) };
        if !self.children.iter().any(|(known, _)| known == key) {
            self.children.push_back((*key, Self::default()));
        }
        let child = self.children.iter_mut().find(|(known, _)| known == key);
        let (_, child) = child.expect("the branch was there or has been added");
        child.push(rest, job);
    }

    /// Takes the next job that came at `since` or later. Older ones are moved to `over`.
    fn pop(&mut self, since: u64, over: &mut Vec<J>) -> Option<J> {
        while let Some((came, job)) = self.jobs.pop_front() {
            self.count -= 1;
            if came >= since {
                return Some(job);
            }
            over.push(job);
        }
        while let Some((key, mut child)) = self.children.pop_front() {
            let before = child.count;
            let job = child.pop(since, over);
            self.count -= before - child.count;
            if child.count > 0 {
                self.children.push_back((key, child));
            }
            if job.is_some() {
                return job;
            }
        }
        None
    }

    /// Removes the oldest job of the fullest leaf of the fullest branch. `path` leads to the job
    /// that came last, as far as it leads through this branch.
    fn drop_oldest(&mut self, path: &[Key]) -> Option<J> {
        self.count -= 1;
        let (own, rest) = path.split_first().map_or((None, path), |(key, rest)| (Some(key), rest));
        let most = self.children.iter().map(|(_, child)| child.count).max();
        let Some(most) = most else { return self.jobs.pop_front().map(|(_, job)| job) };
        let full = |(_, child): &(Key, Self)| child.count == most;
        let own = self.children.iter().position(|it| full(it) && Some(&it.0) == own);
        let fullest = own.or_else(|| self.children.iter().rposition(full))?;
        let is_own = own.is_some();
        let (_, child) = self.children.get_mut(fullest)?;
        let dropped = child.drop_oldest(if is_own { rest } else { &[] });
        if child.count == 0 {
            self.children.remove(fullest);
        }
        dropped
    }
}

#[cfg(test)]
mod tests;
