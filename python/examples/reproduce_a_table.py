"""Reproduce a table and plot it beside the paper's numbers.

    python reproduce_a_table.py perick/table-1 --budget 60 --store games.sqlite --out table.png

It plays for a minute unless told otherwise; called again, it goes on where it was. With --address auto
the games are played by the Ray cluster that this machine belongs to.
"""

from __future__ import annotations

import argparse
import re

import spinney
from spinney import cluster


def printed(text: str | None) -> float | None:
    """The number that a paper prints: ``52.0 ± 3.1`` is 52."""
    found = re.match(r"-?[\d,]+(?:\.\d+)?", text or "")
    return None if found is None else float(found[0].replace(",", ""))


def plot(experiment: spinney.Experiment, out: str) -> None:
    """Measured means with their 95 % intervals, and the paper's as crosses."""
    import matplotlib.pyplot as plt

    cells = [cell for cell in experiment.cells if cell.value is not None]
    figure, axes = plt.subplots(figsize=(7, 1 + 0.25 * len(cells)), layout="constrained")
    for row, cell in enumerate(cells):
        assert cell.value is not None and cell.low is not None and cell.high is not None
        reach = [[cell.value - cell.low], [cell.high - cell.value]]
        axes.errorbar(cell.value, row, xerr=reach, fmt="o", color="tab:blue", markersize=4)
        paper = printed(cell.published)
        if paper is not None:
            axes.plot(paper, row, "x", color="tab:red")
    axes.set_yticks(range(len(cells)), [cell.key for cell in cells])
    axes.invert_yaxis()
    axes.set_title(f"{experiment.id}: {experiment.title}", fontsize=9)
    axes.set_xlabel("measured (●, 95 %) and printed (×)")
    figure.savefig(out)
    plt.close(figure)


def main(arguments: list[str] | None = None) -> spinney.Experiment:
    """Plays what is missing, prints the verdicts, draws the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", nargs="?", default="perick/table-1")
    parser.add_argument("--scale", type=float, default=1.0, help="the share of the paper's games")
    parser.add_argument("--budget", type=float, default=60.0, help="begin no game after so many seconds")
    parser.add_argument("--cells")
    parser.add_argument("--store", default="games.sqlite")
    parser.add_argument("--address", help="play on this Ray cluster")
    parser.add_argument("--out", default="table.png")
    args = parser.parse_args(arguments)
    how = {"store": args.store, "scale": args.scale, "cells": args.cells, "budget": args.budget}
    if args.address is None:
        spinney.run_experiments(args.name, **how)
    else:
        cluster.run(args.name, address=args.address, **how)
    experiment = spinney.experiment(args.name, store=args.store, local=True)
    for claim in experiment.claims:
        print(f"{claim.verdict.value:>10}: {claim.says} [{claim.detail}]")
    plot(experiment, args.out)
    return experiment


if __name__ == "__main__":
    main()
