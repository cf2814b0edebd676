"""``python -m spinney.cluster run nijssen-winands-2012/table-9 --address auto``"""

from __future__ import annotations

import argparse
import re
import sys

from .. import SpinneyError
from ..experiments import SEED, Experiment
from ._fill import Filled
from ._runs import run


def _seconds(text: str) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smh])", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"`{text}`: a time such as 90s, 10m or 2h was expected")
    return float(found[1]) * {"s": 1, "m": 60, "h": 3600}[found[2]]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m spinney.cluster", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    of_run = commands.add_parser("run", help="play what a store lacks of experiments, on a cluster")
    add = of_run.add_argument
    add("ids", nargs="+", metavar="ID", help="a table, a paper, or `all`")
    add("--address", default="local", help="Ray's address: `auto`, HOST:PORT or ray://… [local]")
    add("--store", metavar="FILE", help="where the games are kept [the user's data directory]")
    add("--scale", type=float, default=1.0, help="the share of the paper's games")
    add("--games", type=int, metavar="N", help="at most this many games per cell")
    add("--cells", metavar="NAME", help="only cells of this name; `*` stands for any label")
    add("--by-clock", action="store_true", help="play cells that the paper limits by time by it")
    add("--seed", type=int, default=SEED, help="another seed: an independent replication")
    add("--budget", type=_seconds, help="begin no game after 90s, 10m, 2h")
    add("--shard", type=_seconds, default=10.0, metavar="TIME", help="the length of a shard [10s]")
    return parser


def _show(experiments: list[Experiment]) -> None:
    for of in experiments:
        counts, claims = of.agreement, of.summary
        print(
            f"{of.id}: {of.games} of {of.asked} games; cells {counts.holds} agree, "
            f"{counts.fails} differ, {counts.open} open; claims {claims.holds} hold, "
            f"{claims.fails} fail, {claims.open} open"
        )


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; gives its exit code."""
    args = _parser().parse_args(arguments)

    def say(filled: Filled) -> None:
        print(
            f"{filled.added} games in {filled.shards} shards, {filled.seconds:.1f} s; "
            f"{filled.found} were there; {filled.retried} shards were played again",
            file=sys.stderr,
        )

    try:
        _show(
            run(
                *args.ids,
                store=args.store,
                address=args.address,
                scale=args.scale,
                games=args.games,
                cells=args.cells,
                by_clock=args.by_clock,
                seed=args.seed,
                budget=args.budget,
                shard_seconds=args.shard,
                on_fill=say,
            )
        )
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (ConnectionError, ImportError, SpinneyError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; the same command goes on where this one ended", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
