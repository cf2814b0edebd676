"""Monte-Carlo tree search for games: play, measure, solve.

A game is opened by its specification, an agent by another, as on the command line:

>>> import spinney
>>> game = spinney.game("connect-four", seed=7)
>>> agent = spinney.agent("uct", playouts=500)
>>> move = agent.choose(game)
>>> game.play(move)
>>> game.turn
'b'

Two agents meet in a match, and the result says how sure it is:

>>> result = spinney.match("connect-four", a="uct(playouts=100)", b="random", games=20)
>>> result.sides["a"].wins > 15
True
"""

from ._spinney import COMMIT, SpinneyError, __version__
from .agents import Agent, agent, agents
from .analysis import Analysis, Branch, Candidate, Place
from .experiments import (
    Cell,
    Claim,
    Counts,
    Experiment,
    Verdict,
    experiment,
    experiments,
    merge,
    run_experiments,
)
from .games import Decider, Game, Move, Parameter, Replay, Schema, Step, StepMove, game, games, replay
from .lab import compare, match, tournament, tune
from .python_game import PythonGame
from .results import (
    Comparison,
    Elo,
    Generation,
    Match,
    PairTest,
    PlayedGame,
    Score,
    Side,
    Sprt,
    Standing,
    Tournament,
    TournamentSprt,
    Tuning,
)
from .solving import CopsSolution, SameGameSolution, solve, solve_cops_and_robbers, solve_samegame

__all__ = [
    "COMMIT",
    "Agent",
    "Analysis",
    "Branch",
    "Candidate",
    "Cell",
    "Claim",
    "Comparison",
    "CopsSolution",
    "Counts",
    "Decider",
    "Elo",
    "Experiment",
    "Game",
    "Generation",
    "Match",
    "Move",
    "PairTest",
    "Parameter",
    "Place",
    "PlayedGame",
    "PythonGame",
    "Replay",
    "SameGameSolution",
    "Schema",
    "Score",
    "Side",
    "SpinneyError",
    "Sprt",
    "Standing",
    "Step",
    "StepMove",
    "Tournament",
    "TournamentSprt",
    "Tuning",
    "Verdict",
    "__version__",
    "agent",
    "agents",
    "compare",
    "experiment",
    "experiments",
    "game",
    "games",
    "match",
    "merge",
    "replay",
    "run_experiments",
    "solve",
    "solve_cops_and_robbers",
    "solve_samegame",
    "tournament",
    "tune",
]
