"""Games on a cluster, with Ray.

A match, a comparison, a tournament, a tuning or experiments are games, each known by its cell (game,
agents, seed) and its number. They are played in shards of about ten seconds by Ray tasks and written
by the driver into the same SQLite store that the command line uses. A game that was played twice,
because a worker died after it had answered or before, is one row. So the store after a run on a
cluster is that of ``spinney experiment run``, and a run that was interrupted goes on where it was.

>>> from spinney import cluster
>>> cluster.run("nijssen-winands-2012/table-9", address="auto")  # doctest: +SKIP

Without an address everything runs on this machine, and there is nothing to set up.
"""

from ._fill import Cell, Filled, Shard, fill
from ._runs import compare, match, run, tournament, tune

__all__ = [
    "Cell",
    "Filled",
    "Shard",
    "compare",
    "fill",
    "match",
    "run",
    "tournament",
    "tune",
]
