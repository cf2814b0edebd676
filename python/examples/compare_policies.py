"""Compare selection policies on Tron: a tournament, and two of them in detail.

    python compare_policies.py [GAMES]
"""

from __future__ import annotations

import sys

import spinney

POLICIES = ["ucb1-tuned", "ucb1", "moss", "thompson", "exp3"]


def main(games: int = 100, playouts: int = 200) -> spinney.Tournament:
    """Prints the cross table and the answer to a question."""
    agents = [f"{policy}(playouts={playouts})" for policy in POLICIES]
    table = spinney.tournament("tron(board=13x13)", *agents, games=games)
    for standing in table.agents:
        error = "" if standing.error is None else f" ± {standing.error:.0f}"
        score = f"{standing.wins} / {standing.draws} / {standing.losses}"
        print(f"{standing.elo:+6.0f}{error}  {standing.spec}: {score}")
    first, last = table.agents[0].spec, table.agents[-1].spec
    print(spinney.compare("tron(board=13x13)", first, last, games=games))
    return table


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
