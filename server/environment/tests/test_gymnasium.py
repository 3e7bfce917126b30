"""Vectors of tables, and single ones."""

import unittest
import warnings

import cardroom_env
import numpy as np
from cardroom_env import Game, IllegalAction, State
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode


def random_legal(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return (rng.random(mask.shape) * mask).argmax(axis=1)


class TestVector(unittest.TestCase):
    def test_tables_play_as_states_do(self) -> None:
        for name in cardroom_env.games():
            game = Game(name, seats=3)
            tables = cardroom_env.vector(5, game)
            observation, _ = tables.reset(seed=40)
            rng = np.random.default_rng(1)
            deals = [1] * 5
            states = [State(game, seed=40 + at) for at in range(5)]
            for _ in range(60):
                for at, state in enumerate(states):
                    self.assertEqual(tables.to_act[at], state.current_player())
                    row = observation["observation"][at]
                    np.testing.assert_array_equal(row, state.observation())
                    np.testing.assert_array_equal(
                        observation["action_mask"][at], state.action_mask()
                    )
                actions = random_legal(observation["action_mask"], rng)
                seats = tables.to_act.copy()
                observation, rewards, terminated, truncated, info = tables.step(actions)
                self.assertFalse(truncated.any())
                for at, state in enumerate(states):
                    state.apply(int(actions[at]))
                    self.assertEqual(terminated[at], state.is_terminal())
                    np.testing.assert_allclose(info["returns"][at], state.returns())
                    if terminated[at]:
                        self.assertEqual(rewards[at], state.returns()[seats[at]])
                        deals[at] += 1
                        states[at] = State(game, seed=40 + at, deal=deals[at])
                    else:
                        self.assertEqual(rewards[at], 0)

    def test_observations_are_in_their_space(self) -> None:
        for observations in ("vector_v0", "dict_v0"):
            tables = cardroom_env.vector(3, "stud8", seats=3, observations=observations)
            observation, _ = tables.reset(seed=1)
            self.assertTrue(tables.observation_space.contains(observation))
            self.assertIn(np.array([1, 1, 1]), tables.action_space)

    def test_arrays_belong_to_the_environment(self) -> None:
        tables = cardroom_env.vector(2)
        first, _ = tables.reset(seed=1)
        second, *_ = tables.step([1, 1])
        self.assertIs(first["observation"], second["observation"])

    def test_an_illegal_action_moves_no_table(self) -> None:
        tables = cardroom_env.vector(3)
        observation, _ = tables.reset(seed=1)
        before = observation["observation"].copy()
        with self.assertRaisesRegex(IllegalAction, "Table 2: There is no action 77"):
            tables.step([1, 1, 77])
        with self.assertRaisesRegex(IllegalAction, "There are 2 actions for 3 tables"):
            tables.step([1, 1])
        np.testing.assert_array_equal(before, observation["observation"])
        second, *_ = tables.step([1, 1, 1])
        self.assertFalse(np.array_equal(before, second["observation"]))

    def test_the_next_step_deals_where_that_is_wanted(self) -> None:
        tables = cardroom_env.vector(2, autoreset_mode=AutoresetMode.NEXT_STEP)
        tables.reset(seed=1)
        observation, rewards, terminated, *_ = tables.step([0, 1])
        self.assertEqual((terminated.tolist(), rewards.tolist()), ([True, False], [-0.5, 0.0]))
        self.assertEqual((tables.to_act[0], observation["observation"][0].any()), (-1, False))
        observation, rewards, terminated, *_ = tables.step([99, 1])
        self.assertEqual((terminated.tolist(), rewards.tolist()), ([False, False], [0.0, 0.0]))
        # The second deal has its button elsewhere.
        self.assertEqual(tables.to_act[0], 1)

    def test_nothing_is_dealt_where_that_is_disabled(self) -> None:
        tables = cardroom_env.vector(2, autoreset_mode="Disabled")
        tables.reset(seed=1)
        _, _, terminated, *_ = tables.step([0, 1])
        self.assertEqual(terminated.tolist(), [True, False])
        with self.assertRaisesRegex(IllegalAction, "The hand at table 0 is over"):
            tables.step([1, 1])
        tables.reset(options={"reset_mask": terminated.copy()})
        _, _, terminated, *_ = tables.step([1, 1])
        self.assertFalse(terminated[0])
        with self.assertRaisesRegex(ValueError, "There is no option"):
            tables.reset(options={"deck": "AsKs"})

    def test_brains_act_between_the_learners_turns(self) -> None:
        for name in ("holdem", "badugi", "stud", "omaha8"):
            tables = cardroom_env.vector(
                4, name, seats=3, brains={1: "tight-aggressive", 2: "caller"}
            )
            observation, _ = tables.reset(seed=3)
            rng = np.random.default_rng(2)
            ended = 0
            for _ in range(200):
                self.assertTrue((tables.to_act == 0).all())
                actions = random_legal(observation["action_mask"], rng)
                observation, rewards, terminated, _, info = tables.step(actions)
                np.testing.assert_allclose(info["returns"].sum(axis=1), 0, atol=1e-9)
                np.testing.assert_array_equal(rewards, info["returns"][:, 0])
                ended += terminated.sum()
            self.assertGreater(ended, 100)

    def test_brains_play_alike_from_the_same_seed(self) -> None:
        runs = []
        for _ in range(2):
            tables = cardroom_env.vector(2, brains={1: "random"})
            tables.reset(seed=8)
            rewards = [tables.step([1, 1])[1].copy() for _ in range(100)]
            runs.append(np.array(rewards))
        np.testing.assert_array_equal(*runs)

    def test_actions_may_have_amounts(self) -> None:
        for name in ("holdem", "omaha", "deuce-seven-triple", "stud"):
            tables = cardroom_env.vector(8, name, seats=3, actions="amount")
            observation, info = tables.reset(seed=4)
            rng = np.random.default_rng(3)
            ended = 0
            for _ in range(200):
                self.assertIn(observation, tables.observation_space)
                kinds = random_legal(observation["action_mask"], rng)
                least, most = info["amounts"].T
                # A wager of the smallest amount is legal, and a player may stand pat in a draw.
                amounts = np.where(kinds == cardroom_env.KINDS.index("discard"), 0, least)
                self.assertTrue((least <= most).all())
                actions = np.stack([kinds, amounts], axis=1)
                self.assertIn(actions, tables.action_space)
                observation, _, terminated, _, info = tables.step(actions)
                ended += terminated.sum()
            self.assertGreater(ended, 20)
        with self.assertRaises(IllegalAction):
            tables.step(np.full((8, 2), 9))
        with self.assertRaisesRegex(ValueError, 'actions are "discrete" or "amount"'):
            cardroom_env.vector(2, actions="names")

    def test_a_learner_has_a_seat(self) -> None:
        with self.assertRaisesRegex(ValueError, "at least one of the seats"):
            cardroom_env.vector(1, brains={0: "caller", 1: "caller"})
        with self.assertRaisesRegex(ValueError, 'There is no brain "genius"'):
            cardroom_env.vector(1, brains={0: "genius"})
        with self.assertRaisesRegex(ValueError, "no seat 5"):
            cardroom_env.vector(1, brains={5: "caller"})


class TestSingle(unittest.TestCase):
    def test_every_game_passes_the_check(self) -> None:
        for name in cardroom_env.games():
            for env in (
                cardroom_env.single(name, seats=2),
                cardroom_env.single(name, seats=3, brains={1: "caller"}),
            ):
                # The check draws an action before it deals the hand. A call is legal in every one.
                env.action_space.sample = lambda *_: np.int64(1)
                with warnings.catch_warnings():
                    # They are about bounds of a space that amounts do not have.
                    warnings.simplefilter("ignore")
                    check_env(env, skip_render_check=True)

    def test_samples_of_actions_are_legal(self) -> None:
        for name in ("holdem", "stud", "badugi", "crazy-pineapple"):
            env = cardroom_env.single(name, observations="dict_v0")
            env.action_space.seed(1)
            for hand in range(10):
                observation, _ = env.reset(seed=hand)
                is_over = False
                while not is_over:
                    self.assertIn(observation, env.observation_space)
                    observation, reward, is_over, *_ = env.step(env.action_space.sample())
                self.assertIsInstance(reward, float)


if __name__ == "__main__":
    unittest.main()
