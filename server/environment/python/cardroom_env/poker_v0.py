"""Poker as an environment for PettingZoo. An episode is one hand."""

from copy import deepcopy
from secrets import randbits
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _spaces
from ._native import KINDS, OVER, Game, State

_OPTIONS = ("deal", "button", "stacks", "deck", "hole_cards", "board", "street", "pot")


def env(game: Game | str = "holdem", **settings: Any) -> AECEnv:
    """Return the environment with PettingZoo's checks of the order of calls."""
    made: Any = raw_env(game, **settings)
    if made.actions == "discrete":
        made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):
    """The environment without checks.

    `actions` are "discrete" numbers, or an "amount": a kind of action with chips. `observations`
    are "vector_v0" or "dict_v0". The other settings are those of `Game`.
    """

    def __init__(
        self,
        game: Game | str = "holdem",
        *,
        actions: str = "discrete",
        observations: str = "vector_v0",
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        if isinstance(game, Game) and settings:
            raise TypeError("A Game has its settings already. Give them to Game.")
        self.game = game if isinstance(game, Game) else Game(game, **settings)
        if actions not in ("discrete", "amount"):
            raise ValueError(f'actions are "discrete" or "amount", and not "{actions}".')
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode is None or "ansi", and not "{render_mode}".')
        self.actions = actions
        self.render_mode = render_mode
        self.metadata = {
            "name": "poker_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self._kind = _spaces.check_observation(observations)
        seats = self.game.seats
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        if actions == "discrete":
            mask: Any = _spaces.mask_space(self.game)
            action: Any = spaces.Discrete(self.game.num_actions)
        else:
            self._most = _spaces.most_amount(self.game)
            mask = spaces.Tuple((_spaces.bits(len(KINDS)), _spaces.bits(self._most + 1)))
            action = _spaces.amount_space(self.game)
        self.action_spaces: dict[str, spaces.Space] = {
            agent: deepcopy(action) for agent in self.possible_agents
        }
        self.observation_spaces: dict[str, spaces.Space] = {
            agent: _spaces.observation_space(self.game, self._kind, mask)
            for agent in self.possible_agents
        }
        self._is_vector, self._is_discrete = self._kind == "vector", actions == "discrete"
        self._seed, self._deal = randbits(63), 0
        self._player = OVER
        self._mask: Any = self._no_mask()
        self.state_of_hand: State | None = None
        # The values of all agents before the result of a hand. Copies are quick.
        self._zeros: dict[str, float] = dict.fromkeys(self.possible_agents, 0.0)
        self._falses: dict[str, bool] = dict.fromkeys(self.possible_agents, False)

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a hand: the first deal of a seed, or the next one.

        `options` may fix `deal`, `button`, `stacks`, `deck`, `hole_cards` and `board`, and `street`
        with `pot`. A later hand does not remember them.
        """
        if seed is not None:
            self._seed, self._deal = seed, 0
        deal, fixed = self._deal + 1, None
        if options:
            # PettingZoo's own test gives an option of another name.
            fixed = {key: value for key, value in options.items() if key in _OPTIONS}
            deal = fixed.pop("deal", deal)
            if not self._is_discrete and max(fixed.get("stacks", [0])) > self._most:
                raise ValueError(f"With actions of amounts a stack is at most {self._most} chips.")
        if fixed:
            self.state_of_hand = State(self.game, seed=self._seed, deal=deal, **fixed)
        else:
            self.state_of_hand = self.game.deal(self._seed, deal)
        self._deal = deal
        self.agents = self.possible_agents[:]
        self.rewards = self._zeros.copy()
        self._cumulative_rewards = self._zeros.copy()
        self.terminations = self._falses.copy()
        self.truncations = self._falses.copy()
        self.infos = {agent: {} for agent in self.agents}
        self._go_on()

    def _go_on(self) -> None:
        """Note who is on turn, or what everybody won."""
        state = self.state_of_hand
        assert state is not None
        player = self._player = state.current_player()
        if player >= 0:
            agent = self.agent_selection = self.possible_agents[player]
            mask = self._mask = state.action_mask() if self._is_discrete else self._mask_of(state)
            self.infos[agent] = {"action_mask": mask}
            return
        # A hand that nobody had to decide is over at once, too.
        mask = self._mask = self._no_mask()
        for agent, won in zip(self.possible_agents, state.returns(), strict=True):
            self.rewards[agent] = self._cumulative_rewards[agent] = won
            self.terminations[agent] = True
            self.infos[agent] = {"action_mask": mask}
        self.agent_selection = self.agents[0]

    def step(self, action: Any) -> None:
        """Take the action of the player on turn. An illegal one raises `IllegalAction`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self.state_of_hand is not None
        self.state_of_hand.apply(int(action) if self._is_discrete else self._amount(action))
        self.infos[agent] = {}
        # All rewards come at the end, so there are none to clear or to add up before.
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        assert self.state_of_hand is not None
        seat = self._seat_of[agent]
        observation: Any = self.state_of_hand.observation(seat)
        if not self._is_vector:
            observation = _spaces.cut(self.game, observation, self._kind)
        is_own = self._player in (seat, OVER)
        mask = self._mask if is_own else self._no_mask()
        return {"observation": observation, "action_mask": mask}

    def render(self) -> str | None:
        if self.render_mode is None or self.state_of_hand is None:
            return None
        state = self.state_of_hand
        if state.is_terminal():
            return f"{state.game}: the hand is over, {state.returns()}"
        return (
            f"{state.game}: board {' '.join(state.board()) or '-'}, pot {state.pot()}, stacks "
            f"{state.stacks()}, {self.agent_selection} is on turn"
        )

    def close(self) -> None:
        self.state_of_hand = None

    def _mask_of(self, state: State) -> Any:
        """Return the legal kinds, and the legal amounts of the one that needs an amount."""
        legal = state.legal()
        kinds, chips = self._no_mask()
        for place, kind in enumerate(("fold", "check", "call", "bring_in")):
            kinds[place] = int(bool(legal[kind]))
        if legal["wager"] is not None:
            kind, least, most = legal["wager"]
            kinds[KINDS.index(kind)] = 1
            chips[self._wagers(state, least, most)] = 1
        elif legal["discard"] is not None:
            kinds[KINDS.index("discard")] = 1
            first = self.game.num_actions - 2 ** _held(self.game)
            for number in state.legal_actions():
                chips[number - first] = 1
        else:
            chips[0] = 1
        return kinds, chips

    def _wagers(self, state: State, least: int, most: int) -> Any:
        """Return the legal amounts: all between the bounds, or the bounds in fixed limit."""
        return [least, most] if state.betting == "fixed-limit" else slice(least, most + 1)

    def _no_mask(self) -> Any:
        if self.actions == "discrete":
            return np.zeros(self.game.num_actions, np.int8)
        return np.zeros(len(KINDS), np.int8), np.zeros(self._most + 1, np.int8)

    def _amount(self, action: Any) -> Any:
        kind, amount = KINDS[int(action[0])], int(action[1])
        if kind in ("bet", "raise"):
            return kind, amount
        if kind != "discard":
            return kind
        assert self.state_of_hand is not None
        cards = self.state_of_hand.hole_cards(self.state_of_hand.current_player())
        return kind, [card for place, card in enumerate(cards) if amount >> place & 1]


def _held(game: Game) -> int:
    """Return of how many cards discards choose."""
    discards = [n for n in range(game.num_actions) if game.action_name(n) == "stand pat"]
    return (game.num_actions - discards[0]).bit_length() - 1
