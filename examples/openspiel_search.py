"""OpenSpiel's information-set search against the greedy bot, in any game of the suite. Needs cosmozoo[openspiel].

python examples/openspiel_search.py --game "cosmozoo_big_bang_theory_v0(players=2)" --games 4 --simulations 50
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import cosmozoo.wrappers.openspiel  # noqa: F401 (registers the games)

EXPLORATION = 1.4


class GreedyEvaluator(mcts.Evaluator):
    """What a state is worth: the result if every seat goes on greedily. All legal actions are as likely."""

    def evaluate(self, state: pyspiel.State) -> list[float]:
        """Every seat's result."""
        playing = state.clone()
        while not playing.is_terminal():
            playing.apply_action(playing.env.greedy_action())
        return playing.returns()

    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Legal actions with their probabilities."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def play(game: pyspiel.Game, bot: pyspiel.Bot, seat: int) -> float:
    """The bot's result in this seat, the greedy bot in all others."""
    state = game.new_initial_state()
    state.apply_action(0)  # the deal
    while not state.is_terminal():
        mine = state.current_player() == seat
        state.apply_action(bot.step(state) if mine else state.env.greedy_action())
    return state.returns()[seat]


def main() -> None:
    """Play the games, seats in turn, and say how the search did."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="cosmozoo_big_bang_theory_v0(players=2)", help="an OpenSpiel game string")
    parser.add_argument("--games", type=int, default=4, help="games to play")
    parser.add_argument("--simulations", type=int, default=50, help="simulations a decision")
    options = parser.parse_args()

    game = pyspiel.load_game(options.game)
    bot = ismcts.ISMCTSBot(
        game,
        GreedyEvaluator(),
        EXPLORATION,
        options.simulations,
        random_state=np.random.RandomState(1),
        use_observation_string=True,  # there are no information states: see docs/howto/openspiel.md
    )
    results = []
    for number in range(options.games):
        results.append(play(game, bot, number % game.num_players()))
        print(f"game {number + 1}: {results[-1]:+.2f}, mean {np.mean(results):+.2f}", flush=True)


if __name__ == "__main__":
    main()
