"""Many tables as one environment for Gymnasium."""

from collections.abc import Mapping, Sequence
from secrets import randbits
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import _spaces
from ._native import KINDS, Game, Tables


class PokerVectorEnv(VectorEnv):
    """Tables of one game, stepped together.

    Every array belongs to the environment, and the next call overwrites it. `to_act` has the seat
    whose turn it is at each table. A reward is what the seat that acted won in the hand, and
    `info["returns"]` has what every seat won.
    """

    def __init__(
        self,
        num_envs: int,
        game: Game,
        observations: str = "vector_v0",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        brains: Mapping[int, str] | None = None,
        actions: str = "discrete",
    ) -> None:
        self.game = game
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.render_mode = None
        self.spec = None
        self._kind = _spaces.check_observation(observations)
        is_amount = actions == "amount"
        self.single_action_space: Any = spaces.Discrete(game.num_actions)
        mask = _spaces.mask_space(game)
        if is_amount:
            self.single_action_space = _spaces.amount_space(game)
            mask = _spaces.bits(len(KINDS))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.single_observation_space = _spaces.observation_space(game, self._kind, mask)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        brains = dict(brains or {})
        missing = [seat for seat in brains if not 0 <= seat < game.seats]
        if missing:
            raise ValueError(f"The table has no seat {missing[0]} for a brain.")
        of_seats = [brains.get(seat) for seat in range(game.seats)]
        self._tables = Tables(game, num_envs, of_seats, self.autoreset_mode.value, actions)
        self._vectors = np.zeros((num_envs, game.observation_size), np.float32)
        self._masks = np.zeros((num_envs, *mask.shape), np.int8)
        self._amounts = np.zeros((num_envs, 2 if is_amount else 0), np.int64)
        self.to_act = np.full(num_envs, -1, np.int8)
        self._rewards = np.zeros(num_envs, np.float64)
        self._returns = np.zeros((num_envs, game.seats), np.float64)
        self._terminated = np.zeros(num_envs, np.bool_)
        self._truncated = np.zeros(num_envs, np.bool_)
        self._arrays = (
            self._vectors,
            self._masks,
            self._amounts,
            self.to_act,
            self._rewards,
            self._returns,
            self._terminated,
        )
        self._observation = {
            "observation": _spaces.cut(game, self._vectors, self._kind),
            "action_mask": self._masks,
        }
        self._info = {
            "action_mask": self._masks,
            "to_act": self.to_act,
            "returns": self._returns,
        }
        if is_amount:
            self._info["amounts"] = self._amounts
        self._is_seeded = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a hand at every table, or at those of `options["reset_mask"]`."""
        marked = np.ones(self.num_envs, np.bool_)
        options = dict(options or {})
        if "reset_mask" in options:
            marked = np.ascontiguousarray(options.pop("reset_mask"), np.bool_)
            if marked.shape != (self.num_envs,):
                raise ValueError(f"reset_mask has one place for each of {self.num_envs} tables.")
        if options:
            raise ValueError(f"There is no option {min(options)!r}, only reset_mask.")
        if seed is None and not self._is_seeded:
            seed = randbits(62)
        if isinstance(seed, (int, np.integer)):
            seed = [int(seed) + table for table in range(self.num_envs)]
        if seed is not None:
            if len(seed) != self.num_envs:
                raise ValueError(f"There are {len(seed)} seeds for {self.num_envs} tables.")
            for table, one in enumerate(seed):
                if one is not None and marked[table]:
                    self._tables.seed(table, one)
        self._is_seeded = True
        self._tables.reset(marked, self._arrays)
        return self._observation, self._info

    def step(
        self, actions: Any
    ) -> tuple[dict[str, Any], np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take one action at each table. If one is illegal, raise `IllegalAction` and move none."""
        self._tables.step(np.ascontiguousarray(actions, np.int64).reshape(-1), self._arrays)
        return self._observation, self._rewards, self._terminated, self._truncated, self._info


def vector(
    n: int,
    game: Game | str = "holdem",
    *,
    observations: str = "vector_v0",
    autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
    brains: Mapping[int, str] | None = None,
    actions: str = "discrete",
    **settings: Any,
) -> PokerVectorEnv:
    """Return `n` tables that are stepped together.

    `actions` are "discrete" numbers, or an "amount": a kind of action with chips. `brains` names
    the brain of each seat that is not the learner's. The other settings are those of `Game`.
    """
    if isinstance(game, Game) and settings:
        raise TypeError("A Game has its settings already. Give them to Game.")
    made = game if isinstance(game, Game) else Game(game, **settings)
    return PokerVectorEnv(n, made, observations, autoreset_mode, brains, actions)
