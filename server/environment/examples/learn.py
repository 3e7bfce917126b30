"""Learns heads-up hold'em with 20 big blinds in seconds, and then beats two brains in a match.

    python learn.py

A table of values says what each action is worth with a class of hands: made hands after the flop,
and ranks before it. It is the mean of what was won, over many hands against opponents that always
call and that act at random. That is no good poker, but it is learned from nothing but results.
Everything follows from the seed. It exits with 1 if an interval is not above zero.
"""

import sys
import time

import cardroom_env
import numpy as np
from cardroom_env import Game

SEED = 7
TABLES, ROUNDS, STEPS = 512, 4, 70
CLASSES, STREETS, FACING = 12, 4, 3
CALL = 1

game = Game("holdem", seats=2, stack=20, sizes=[0.5, 1.0])
ACTIONS = game.num_actions
AT = {name: (at, at + int(np.prod(shape))) for name, shape, at in game.sections}


def part(seen: np.ndarray, name: str) -> np.ndarray:
    first, end = AT[name]
    return seen[:, first:end]


def strength(seen: np.ndarray) -> np.ndarray:
    """Sort hands into classes, of which the last is the best."""
    hole = part(seen, "hole").reshape(-1, 13, 4)
    every = hole + part(seen, "board").reshape(-1, 13, 4)
    mine, ranks = hole.sum(2), every.sum(2)
    highest = 12 - mine[:, ::-1].argmax(1)
    lowest = mine.argmax(1)
    is_pair = mine.max(1) == 2
    is_suited = hole.sum(1).max(1) == 2
    before = (highest + lowest + 3 * is_suited) / 3 + 5 * is_pair
    # After the flop: what the own cards make of the board.
    own = np.where(mine > 0, ranks, 0)
    best = own.max(1)
    paired = (own >= 2).sum(1)
    top = 12 - (part(seen, "board").reshape(-1, 13, 4).sum(2) > 0)[:, ::-1].argmax(1)
    rank_of_pair = 12 - (own >= 2)[:, ::-1].argmax(1)
    suits = every.sum(1)
    is_flush = ((suits >= 5) & (hole.sum(1) > 0)).any(1)
    has = np.concatenate([ranks[:, -1:], ranks], axis=1) > 0
    runs = np.stack([has[:, at : at + 5].all(1) for at in range(10)], axis=1)
    after = np.zeros(len(seen))
    after[highest >= 10] = 1
    after[suits.max(1) == 4] = 2
    after[best == 2] = 3
    after[(best == 2) & (rank_of_pair >= 8)] = 4
    after[(best == 2) & (rank_of_pair >= top)] = 5
    after[(paired == 2) & ~is_pair] = 7
    after[best == 3] = 8
    after[runs.any(1)] = 9
    after[is_flush] = 10
    after[best == 4] = 11
    is_first = part(seen, "street")[:, 0] == 1
    return np.clip(np.where(is_first, before, after), 0, CLASSES - 1).astype(int)


def situation(seen: np.ndarray) -> np.ndarray:
    """Return the row of the table of values: class, street, and what a call costs."""
    street = part(seen, "street").argmax(1)
    call = part(seen, "legal")[:, 0]
    facing = np.where(call == 0, 0, np.where(call <= part(seen, "pot")[:, 0] / 2, 1, 2))
    return (strength(seen) * STREETS + street) * FACING + facing


def legal_at_random(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return (rng.random(mask.shape) * mask).argmax(1)


def best_legal(values: np.ndarray, mask: np.ndarray) -> np.ndarray:
    return np.where(mask == 1, values, -np.inf).argmax(1)


def learn() -> np.ndarray:
    rng = np.random.default_rng(SEED)
    sums = np.zeros((CLASSES * STREETS * FACING, ACTIONS))
    counts = np.full_like(sums, 5.0)
    tables = cardroom_env.vector(TABLES, game)
    learner = np.arange(TABLES) % 2
    calls = np.arange(TABLES) % 4 < 2
    for turn in range(ROUNDS):
        observation, _ = tables.reset(seed=SEED + turn * TABLES)
        values = sums / counts
        # What was decided in each hand, until it is over.
        hand, hands = np.arange(TABLES), TABLES
        decided: list[tuple[np.ndarray, ...]] = []
        won = np.zeros(TABLES + TABLES * STEPS)
        is_over = np.zeros(len(won), bool)
        for _ in range(STEPS):
            seen, mask = observation["observation"], observation["action_mask"]
            other = np.where(calls, CALL, legal_at_random(mask, rng))
            rows = situation(seen)
            explores = rng.random(TABLES) < (1.0 if turn == 0 else 0.2)
            own = np.where(explores, legal_at_random(mask, rng), best_legal(values[rows], mask))
            is_mine = tables.to_act == learner
            actions = np.where(is_mine, own, other)
            paid = part(seen, "put_in")[:, ::2].sum(1)
            decided.append((rows[is_mine], actions[is_mine], hand[is_mine], paid[is_mine]))
            observation, _, terminated, _, info = tables.step(actions)
            ended = hand[terminated]
            won[ended] = info["returns"][terminated, learner[terminated]]
            is_over[ended] = True
            count = int(terminated.sum())
            hand[terminated] = np.arange(hands, hands + count)
            hands += count
        rows, actions, of_hand, paid = (np.concatenate(each) for each in zip(*decided, strict=True))
        known = is_over[of_hand]
        # What an action was worth is what it won from there on: folding is worth nothing.
        worth = won[of_hand[known]] + paid[known]
        if turn == 1:
            # What was learned from random play of one's own counts for less.
            sums, counts = sums * 0.05, np.maximum(counts * 0.05, 5.0)
        np.add.at(sums, (rows[known], actions[known]), worth)
        np.add.at(counts, (rows[known], actions[known]), 1.0)
        print(f"round {turn + 1}: {hands} hands, {worth.mean():+.2f} big blinds a decision")
    return sums / counts


def main() -> int:
    began = time.monotonic()
    values = learn()
    print(f"learned in {time.monotonic() - began:.0f} s")

    def learned(seat: int):
        def act(seen):
            row = situation(seen["observation"][None])
            return int(best_legal(values[row], seen["action_mask"][None])[0])

        return act

    is_beaten = True
    for brain in ("random", "caller"):
        report = cardroom_env.match(learned, brain, deals=2_000, seed=SEED, game=game)
        result = report["tables"][0]["results"][0]
        rate, half_width = result["rate"], result["half_width"]
        print(f"against {brain}: {rate:+.0f} ± {half_width:.0f} thousandths of a big blind a hand")
        is_beaten &= rate - half_width > 0
    return 0 if is_beaten else 1


if __name__ == "__main__":
    sys.exit(main())
