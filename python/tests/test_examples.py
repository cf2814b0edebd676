"""The examples run, at a small scale."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import spinney

EXAMPLES = Path(__file__).parent.parent / "examples"


def example(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_watch_a_search(capsys: pytest.CaptureFixture[str]) -> None:
    move = example("watch_a_search").main("connect-four", "uct(millis=600)")
    said = capsys.readouterr().out
    assert said.count("playouts, depth") >= 2 and f"plays {move.label}" in said


def test_compare_policies(capsys: pytest.CaptureFixture[str]) -> None:
    table = example("compare_policies").main(4, 20)
    assert len(table.agents) == 5 and table.games == 40
    assert "ucb1-tuned" in capsys.readouterr().out


def test_reproduce_a_table(tmp_path: Path) -> None:
    out = tmp_path / "table.svg"
    options = ["--scale", "0.002", "--cells", "random/*"]
    arguments = ["varkevisser/figure-5-10", *options, "--store", str(tmp_path / "s"), "--out", str(out)]
    experiment = example("reproduce_a_table").main(arguments)
    assert experiment.games > 0 and out.read_text().startswith("<?xml")


def test_learn_samegame() -> None:
    before, after = example("learn_samegame").main(60, 10, 6)
    assert after > before, "it learnt nothing"


def test_nim(capsys: pytest.CaptureFixture[str]) -> None:
    # 1, 3 and 4 are a win for the first player: 1 xor 3 xor 4 is not 0.
    end = example("nim").main()
    assert end.player == 1 and "player 1 took the last match" in capsys.readouterr().out


PROGRAM = """#!{python}
import argparse, spinney
parser = argparse.ArgumentParser()
parser.add_argument("command", choices=["experiment"])
parser.add_argument("what", choices=["run"])
parser.add_argument("name")
for flag in ("--shard", "--store", "--cells"):
    parser.add_argument(flag)
parser.add_argument("--threads", type=int)
parser.add_argument("--scale", type=float)
how = vars(parser.parse_args())
del how["command"], how["what"]
spinney.run_experiments(how.pop("name"), **how)
"""


def test_the_tasks_of_a_slurm_array_are_the_whole(tmp_path: Path) -> None:
    """The script with a stand-in for the program, which takes the flags that the script gives."""
    program = tmp_path / "bin" / "spinney"
    program.parent.mkdir()
    program.write_text(PROGRAM.format(python=sys.executable))
    program.chmod(0o755)
    name, options = "varkevisser/figure-5-10", ["--scale", "0.005", "--cells", "random/*"]
    for task in ("1", "2"):
        slurm = {"SLURM_ARRAY_TASK_ID": task, "SLURM_ARRAY_TASK_COUNT": "2"}
        environment = {**os.environ, **slurm, "PATH": f"{program.parent}:{os.environ['PATH']}"}
        command = ["bash", str(EXAMPLES / "slurm-array.sh"), name, str(tmp_path / "parts"), *options]
        subprocess.run(command, env=environment, check=True)
    parts = [tmp_path / "parts" / f"part-{task}.sqlite" for task in (1, 2)]
    added, known = spinney.merge(tmp_path / "merged", *parts)
    whole = spinney.run_experiments(name, store=tmp_path / "whole", scale=0.005, cells="random/*")
    assert (added, known) == (whole[0].games, 0)
