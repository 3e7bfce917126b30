"""Hands as values."""

import copy
import random
import unittest

import cardroom_env
import numpy as np
from cardroom_env import CHANCE, OVER, Game, IllegalAction, SetupError, State


def play_out(state: State, dice: random.Random) -> None:
    while not state.is_terminal():
        state.apply(dice.choice(state.legal_actions()))


class TestState(unittest.TestCase):
    def test_every_game_is_played_to_its_end(self) -> None:
        dice = random.Random(5)
        for name in cardroom_env.games():
            game = Game(name, seats=3)
            for deal in range(1, 6):
                state = State(game, seed=7, deal=deal)
                while not state.is_terminal():
                    seat = state.current_player()
                    mask = state.action_mask()
                    legal = state.legal_actions()
                    self.assertEqual(legal, np.flatnonzero(mask).tolist())
                    self.assertEqual(state.observation().shape, (game.observation_size,))
                    self.assertIn(seat, range(3))
                    state.apply(dice.choice(legal))
                self.assertEqual(state.current_player(), OVER)
                self.assertAlmostEqual(sum(state.returns()), 0)
                self.assertEqual(sum(state.net()), 0)
                self.assertTrue(state.to_phh().startswith("variant = "))

    def test_a_seed_deals_as_a_match_does(self) -> None:
        # The first deck of seed 7 stands in server/match/DECKS.md.
        state = State("holdem", seed=7)
        self.assertEqual(state.hole_cards(1), ["9d", "4d"])
        self.assertEqual(state.hole_cards(0), ["Jh", "4c"])

    def test_a_game_deals_as_a_state_does(self) -> None:
        game = Game("holdem", seats=3)
        for deal in (1, 2, 3):
            one, other = game.deal(7, deal), State(game, seed=7, deal=deal)
            play_out(one, random.Random(deal))
            play_out(other, random.Random(deal))
            self.assertEqual(one.to_phh(), other.to_phh())
            self.assertEqual(one.net(), other.net())
        with self.assertRaisesRegex(SetupError, "Deals count from 1."):
            game.deal(7, 0)

    def test_actions_have_numbers_names_and_amounts(self) -> None:
        game = Game("holdem", sizes=[0.5, 1.0])
        state = State(game, seed=7)
        names = [game.action_name(number) for number in range(game.num_actions)]
        self.assertEqual(names, ["fold", "check or call", "0.5 pot", "1 pot", "all-in"])
        self.assertEqual(state.legal()["wager"], ("raise", 200, 20_000))
        self.assertEqual(state.action(3), ("raise", 300))
        other = state.clone()
        state.apply(3)
        other.apply(("raise", 300))
        self.assertEqual(state.history(), other.history())
        self.assertEqual(state.history(), [(0, 0, "raise", 300)])

    def test_an_illegal_action_raises_and_changes_nothing(self) -> None:
        state = State("holdem", seed=7)
        for action, reason in [
            ("check", "You cannot check a bet of 50. Call, raise or fold."),
            (("raise", 150), "The minimum is 200. Choose a larger amount."),
            (99, "There is no action 99, only 0 to 4."),
            (-1, "There is no action"),
            (("bet", 200), "There is a bet already. Raise instead."),
            ("jump", 'There is no action "jump".'),
            (("discard", ["As"]), "The player does not hold As."),
        ]:
            with self.assertRaises(IllegalAction) as raised:
                state.apply(action)
            self.assertIn(reason, str(raised.exception))
        self.assertEqual(state.history(), [])
        with self.assertRaises(TypeError):
            state.apply(1.5)
        state.apply("fold")
        with self.assertRaisesRegex(IllegalAction, "The hand is over"):
            state.apply("fold")

    def test_what_cannot_be_set_up_is_a_sentence(self) -> None:
        for wrong, reason in [
            ({"game": "bridge"}, 'There is no game "bridge"'),
            ({"seats": 11}, "2 to 10 seats"),
            ({"stack": 1.005}, "whole chips"),
            ({"rulebook": "hoyle"}, 'There is no rulebook "hoyle"'),
            ({"betting": "spread"}, "There is no betting structure"),
            ({"sizes": [-1.0]}, "above 0"),
            ({"stacks": [1]}, "2 stacks"),
            ({"deal": 0}, "Deals count from 1"),
            ({"hole_cards": ["AsAs"]}, "given twice"),
            ({"board": "XxYy"}, "are no cards"),
            ({"chance": "some"}, "chance is"),
            ({"pot": 100}, "Give the street"),
            ({"game": "badugi", "street": 1, "pot": 100}, "cannot be entered"),
        ]:
            with self.assertRaisesRegex(SetupError, reason):
                State(**wrong)
        with self.assertRaises(TypeError):
            State("holdem", colour="red")

    def test_clones_go_their_own_way(self) -> None:
        state = State("omaha", seed=3)
        for made in (state.clone(), copy.copy(state), copy.deepcopy(state)):
            play_out(made, random.Random(1))
            self.assertTrue(made.is_terminal())
        self.assertEqual(state.history(), [])

    def test_cards_stacks_and_button_are_fixed(self) -> None:
        state = State(
            "holdem",
            hole_cards=["AsAh", ["7c", "2d"]],
            board="KsKd2c7h3d",
            stacks=[900, 1_500],
            button=1,
        )
        self.assertEqual((state.button(), state.current_player()), (1, 1))
        state.apply(("raise", 1_500))
        state.apply("call")
        self.assertEqual(state.board(), ["Ks", "Kd", "2c", "7h", "3d"])
        self.assertEqual(state.net(), [900, -900])

    def test_a_hand_starts_on_a_later_street(self) -> None:
        state = State("holdem", street=2, pot=600, stacks=[1_000, 700], board="Ts9s2d3c")
        self.assertEqual((state.street(), state.pot(), state.board()[-1]), (2, 600, "3c"))
        state.apply(("bet", 700))
        state.apply("fold")
        self.assertEqual(sum(state.net()), 600)

    def test_cards_are_outcomes_of_chance_on_request(self) -> None:
        dice = random.Random(2)
        for name in ("holdem", "stud", "badugi", "short-deck"):
            state = State(name, chance="explicit")
            self.assertEqual(state.current_player(), CHANCE)
            with self.assertRaises(IllegalAction):
                state.observation(0)
            while not state.is_terminal():
                if state.is_chance():
                    outcomes = state.chance_outcomes()
                    self.assertAlmostEqual(sum(chance for _, chance in outcomes), 1)
                    self.assertEqual([card for card, _ in outcomes], state.legal_actions())
                state.apply(dice.choice(state.legal_actions()))
            self.assertAlmostEqual(sum(state.returns()), 0)

    def test_a_small_game_is_solved_by_walking_the_tree(self) -> None:
        """All river cards after an all-in give the exact equity of two hands."""
        state = State("holdem", stacks=[1_000, 1_000], chance="explicit", button=0)
        for card in ("Ks", "As", "Kd", "Ad"):
            state.apply(card)
        state.apply(("raise", 1_000))
        state.apply("call")
        for card in ("2c", "7h", "9d", "3c"):
            state.apply(card)
        values = []
        for card in state.legal_actions():
            child = state.clone()
            child.apply(card)
            self.assertTrue(child.is_terminal())
            values.append(child.net()[0])
        self.assertEqual(len(values), 44)
        # Two kings of 44 cards win for the other player.
        self.assertEqual(sorted(set(values)), [-1_000, 1_000])
        self.assertEqual(values.count(-1_000), 2)

    def test_an_observation_holds_nothing_hidden(self) -> None:
        """The same hand with other hidden cards looks the same to the seat on turn."""
        dice = random.Random(3)
        for name in ("holdem", "omaha8", "stud", "horse"):
            game = Game(name, seats=2)
            for deal in range(1, 15):
                state = State(game, seed=9, deal=deal)
                seat = state.current_player()
                mine = state.observation(seat)
                if name == "stud" or state.game in ("razz", "stud", "stud8"):
                    continue
                held = state.hole_cards(seat)
                cards: list[list[str] | None] = [None, None]
                cards[seat] = held
                other = State(game, seed=dice.randrange(1_000), deal=deal, hole_cards=cards)
                np.testing.assert_array_equal(mine, other.observation(seat))


if __name__ == "__main__":
    unittest.main()
