"""PettingZoo's own tests."""

import unittest
import warnings
from functools import partial

import cardroom_env
import numpy as np
from cardroom_env import IllegalAction, poker_v0
from pettingzoo.test import api_test, performance_benchmark, seed_test


class TestPettingZoo(unittest.TestCase):
    def test_every_game_passes_the_test_of_the_api(self) -> None:
        for name in cardroom_env.games():
            for seats in (2, 4):
                with warnings.catch_warnings():
                    # They are about dicts as observations, and zeros of those who wait.
                    warnings.simplefilter("ignore")
                    api_test(poker_v0.env(name, seats=seats), num_cycles=1_000)

    def test_every_game_passes_the_test_of_seeds(self) -> None:
        for name in cardroom_env.games():
            for observations in ("vector_v0", "dict_v0"):
                seed_test(partial(poker_v0.env, name, seats=3, observations=observations))

    def test_amounts_and_dicts_pass_the_test_of_the_api(self) -> None:
        for name in ("holdem", "omaha", "stud", "deuce-seven-triple", "horse"):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                made = poker_v0.env(name, actions="amount", observations="dict_v0", stack=20)
                api_test(made, num_cycles=300)
            seed_test(partial(poker_v0.env, name, actions="amount", stack=20))

    def test_rewards_come_once_and_add_up_to_nothing(self) -> None:
        env = poker_v0.env("holdem", seats=3)
        for hand in range(50):
            env.reset(seed=hand)
            won = dict.fromkeys(env.possible_agents, 0.0)
            for agent in env.agent_iter():
                observation, reward, terminated, truncated, info = env.last()
                won[agent] += reward
                if terminated or truncated:
                    env.step(None)
                    continue
                mask = observation["action_mask"]
                np.testing.assert_array_equal(mask, info["action_mask"])
                env.step(env.action_space(agent).sample(mask))
            self.assertEqual(list(won.values()), env.unwrapped.state_of_hand.returns())
            self.assertAlmostEqual(sum(won.values()), 0)

    def test_options_fix_a_hand(self) -> None:
        env = poker_v0.env("holdem")
        env.reset(seed=1, options={"hole_cards": ["AsAh", "KsKh"], "stacks": [500, 800]})
        state = env.unwrapped.state_of_hand
        self.assertEqual((state.hole_cards(0), state.stacks()), (["As", "Ah"], [450, 700]))

    def test_hands_follow_each_other(self) -> None:
        env = poker_v0.env("holdem")
        seen = []
        for _ in range(3):
            env.reset(seed=5 if not seen else None)
            seen.append(env.unwrapped.state_of_hand.hole_cards(0))
        env.reset(seed=5, options={"deal": 3})
        self.assertEqual(env.unwrapped.state_of_hand.hole_cards(0), seen[2])
        self.assertNotEqual(seen[0], seen[1])

    def test_an_illegal_action_raises(self) -> None:
        env = poker_v0.env("holdem")
        env.reset(seed=1)
        env.step(4)
        with self.assertRaises(IllegalAction):
            env.step(4)

    def test_the_benchmark_runs(self) -> None:
        performance_benchmark(poker_v0.env("holdem"))


if __name__ == "__main__":
    unittest.main()
