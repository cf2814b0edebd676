"""The laboratory: the same games and the same documents as on the command line."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import spinney
from spinney import _spinney


def test_a_match_repeats_whatever_the_threads() -> None:
    results = [
        spinney.match(
            "connect-four",
            a="uct(playouts=50)",
            b="uct(playouts=20)",
            games=30,
            seed=3,
            threads=threads,
            records=True,
        )
        for threads in (1, 2)
    ]
    one, two = results
    assert one.records == two.records and one.sides["a"].wins == two.sides["a"].wins
    assert one.games == 30 and one.sides["a"].wins + one.sides["b"].wins + one.draws == 30
    assert one.elo is not None and one.game == "connect-four(opening=4)"
    frame, games = one.to_frame(), one.games_frame()
    assert frame.loc["a", "wins"] == one.sides["a"].wins and len(games) == 30
    assert math.isclose(games["a"].sum() + games["b"].sum(), 30)


def test_a_puzzle_has_scores() -> None:
    result = spinney.match("samegame", player="sp-mcts(nodes=30)", games=4)
    score = result.sides["player"].score
    assert score is not None and score.mean is not None and score.best is not None
    assert score.low is not None and score.low <= score.mean <= score.best
    assert "mean" in result.to_frame().columns


def test_wrong_numbers() -> None:
    options: list[dict[str, Any]]
    options = [{"games": 0}, {"games": -5}, {"seed": -1}, {"clock": -1}, {"sprt": (5, 0)}]
    for wrong in options:
        with pytest.raises(ValueError):
            spinney.match("tic-tac-toe", {"a": "random", "b": "random"}, **wrong)
    with pytest.raises(TypeError):
        spinney.match("tic-tac-toe", a="random", b="random", games="many")  # type: ignore[arg-type]


def test_wrong_arguments_are_answered() -> None:
    game = spinney.game("connect-four")
    for wrong in ("connect-four", None):
        for ask in (spinney.agent("uct").choose, spinney.agent("uct").analyse):
            with pytest.raises(TypeError, match="a spinney.Game or a PythonGame was expected"):
                ask(wrong)  # type: ignore[call-overload]
        with pytest.raises(TypeError, match="watch.. needs a spinney.Game"):
            next(spinney.agent("uct").watch(wrong))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a Move or its text, not int"):
        game.play(4)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="clock: seconds were expected, not str"):
        spinney.match(game, a="uct", b="uct", clock="1 s")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="c=3: two numbers"):
        spinney.tune(game, "uct", parameters={"c": 3})  # type: ignore[dict-item]
    for negative in (
        lambda: spinney.solve_samegame(1, seed=-1),
        lambda: spinney.solve_cops_and_robbers("petersen", cops=-1),
        lambda: spinney.experiment("perick/table-2", seed=-1),
    ):
        with pytest.raises(ValueError, match="-1: a whole number from 0"):
            negative()


@pytest.mark.parametrize("wrong", [{"old_games": "burn"}, {"sprt": (1, 2, 3)}, {"sprt": (0, 5), "alpha": 2}])
def test_wrong_words(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        spinney.match("tic-tac-toe", {"a": "random", "b": "random"}, **wrong)


def test_a_sequential_test_ends_a_match() -> None:
    result = spinney.match(
        "connect-four", a="uct(playouts=100)", b="random", games=2000, sprt=(0, 50)
    )
    assert result.games < 2000 and result.sprt is not None and result.sprt.accepted == "high"
    surer = spinney.match(
        "connect-four",
        a="uct(playouts=100)",
        b="random",
        games=2000,
        sprt=(0, 50),
        alpha=0.001,
        beta=0.001,
    )
    assert surer.sprt is not None and surer.sprt.alpha == 0.001 and surer.games > result.games


def test_each_pair_of_a_tournament_has_a_test() -> None:
    agents = ("uct(playouts=100)", "uct(playouts=100)", "random")
    table = spinney.tournament("connect-four", *agents, games=60, sprt=(0, 50))
    assert table.sprt is not None and table.sprt.unit == "Elo" and table.games < 180
    accepted = {(pair.first, pair.second): pair.accepted for pair in table.sprt.pairs}
    assert accepted[agents[0], agents[2]] == "high" and len(table.sprt.pairs) == 3


def test_games_are_saved_as_the_command_line_does(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    played = spinney.match("connect-four", a="random", b="random", games=4, save=file, records=True)
    text = file.read_text("utf-8")
    assert all(game.record.strip() in text for game in played.records)
    with pytest.raises(ValueError, match="can't write games to"):
        spinney.match("connect-four", a="random", b="random", games=4, save=file)


@pytest.mark.filterwarnings("error")
def test_who_looks_again_and_again_is_warned(tmp_path: Path) -> None:
    sides = {"a": "uct(playouts=20)", "b": "random"}
    for games in (10, 20):
        # A sequential test may be looked at as often as one likes.
        spinney.match("connect-four", sides, games=games, store=tmp_path / "t", sprt=(0, 1))
    spinney.match("connect-four", sides, games=10, store=tmp_path / "s")
    with pytest.warns(UserWarning, match="looked at before, after 10 games"):
        spinney.match("connect-four", sides, games=20, store=tmp_path / "s")
    with pytest.warns(UserWarning, match="only 2 of 10 games are distinct"):
        spinney.match("connect-four(opening=0)", a="alpha-beta(depth=1)", b="alpha-beta(depth=1)", games=10)


def test_games_with_other_files_do_not_count(tmp_path: Path) -> None:
    board, store = tmp_path / "map.txt", tmp_path / "s"
    game, sides = f'tron(board="{board}")', {"a": "random", "b": "random"}
    board.write_text("5 4\n#####\n#1  #\n#  2#\n#####\n")
    spinney.match(game, sides, games=20, store=store)
    board.write_text("8 4\n########\n#1     #\n#     2#\n########\n")
    with pytest.raises(spinney.SpinneyError, match="20 games with other files"):
        spinney.match(game, sides, games=20, store=store, old_games="refuse")
    with pytest.warns(UserWarning, match="20 games with other files.*they don't count"):
        spinney.match(game, sides, games=20, store=store)


def test_a_store_keeps_games(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    first = spinney.match("tic-tac-toe", a="random", b="random", games=20, store=store, records=True)
    with pytest.warns(UserWarning, match="looked at before, after 20 games"):
        more = spinney.match(
            "tic-tac-toe", a="random", b="random", games=30, store=store, records=True
        )
    assert more.records[:20] == first.records
    rows = _spinney.Store(store, "look", True).rows()
    assert len(rows) == 1 and [row[0] for row in rows[0][1]] == list(range(30))


def test_compare_answers_in_a_sentence() -> None:
    answer = spinney.compare(
        "cops-and-robbers(graph=petersen)", "chase", "random", side="cops", against="evade", games=60
    )
    assert str(answer) == answer.sentence and answer.games == 60 and answer.played == 120
    assert answer.unit == "percentage points" and len(answer.to_frame()) == 1
    with pytest.raises(ValueError, match="against is missing"):
        spinney.compare("cops-and-robbers", "chase", "random", side="cops")
    with pytest.raises(ValueError, match="side is missing"):
        spinney.compare("cops-and-robbers", "chase", "random")


def test_a_tournament_has_ratings() -> None:
    table = spinney.tournament(
        "tic-tac-toe", "random", "uct(playouts=20)", "uct(playouts=200)", games=20
    )
    assert table.games == 60 and table.agents[-1].spec == "random"
    assert table.agents[0].elo > table.agents[-1].elo
    frame = table.to_frame()
    assert frame.loc["random", "wins"] == table.agents[-1].wins and frame.shape == (3, 8)


def test_tuning(tmp_path: Path) -> None:
    def tuned(store: Path | None) -> spinney.Tuning:
        return spinney.tune(
            "connect-four",
            "uct(playouts=20)",
            against="uct(playouts=20)",
            parameters={"c": (0, 2)},
            population=6,
            elite=2,
            games=2,
            generations=3,
            store=store,
            closing=10,
        )

    one, two = tuned(None), tuned(tmp_path / "games.sqlite")
    assert one == two and one.spec.startswith("uct(playouts=20, c=")
    assert one.closing is not None and one.closing["games"] == 10
    assert list(one.to_frame()["c"]) == [generation.mean[0] for generation in one.generations]
    assert one._repr_svg_().startswith("<svg")
    file = tmp_path / "c.toml"
    file.write_text(
        'game = "connect-four"\nagent = "uct(playouts=20)"\nagainst = "uct(playouts=20)"\n'
        "population = 6\nelite = 2\ngames = 2\ngenerations = 3\n[parameters]\nc = [0, 2]\n"
    )
    assert spinney.tune(file, closing=10) == one
    assert spinney.tune(file, closing=0, seed=5).seed == 5
    with pytest.raises(TypeError, match="not both"):
        spinney.tune(file, games=3)
    file.write_text('game = "connect-four"\nagent = "uct"\nagainst = "uct"\npopulation = 0\n')
    with pytest.raises(ValueError):
        spinney.tune(file)
    with pytest.raises(ValueError, match="generatons"):
        spinney.tune("connect-four", "uct", against="uct", generatons=3)


def test_solvers() -> None:
    cops = spinney.solve_cops_and_robbers("dodecahedron", may_stay=True)
    assert cops.cops == 3 and cops.winner == "cops" and cops.placement is not None
    free = spinney.solve_cops_and_robbers("petersen", cops=2, may_stay=True)
    assert free.winner == "robber" and free.capture_time is None
    line = spinney.solve_samegame(1, agent="sp-mcts(nodes=300)")
    game = spinney.game("samegame", position=1)
    for row, column in line.moves:
        game.play(f"{row},{column}")
    assert game.result == {"player": line.score}
    with pytest.raises(ValueError, match="no position 21"):
        spinney.solve_samegame(21)
    with pytest.raises(ValueError, match="no solver"):
        spinney.solve("tron")


def test_experiments(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    name = "varkevisser/figure-5-10"
    played = spinney.run_experiments(name, store=store, scale=0.001, cells="random/*", budget=60)[0]
    assert played.games > 0
    shown = spinney.experiment(name, store=store, local=True)
    cells = [cell for cell in shown.cells if cell.games]
    assert cells and sum(cell.games for cell in cells) >= played.games
    assert all(cell.low is not None and cell.high is not None for cell in cells if cell.value is not None)
    assert shown.claims and all(isinstance(claim.verdict, spinney.Verdict) for claim in shown.claims)
    path = tmp_path / "few.sqlite"
    spinney.run_experiments(name, store=path, games=2, cells="random/*")
    few = spinney.experiment(name, store=path, local=True)
    assert {cell.games for cell in few.cells} == {0, 2}
    assert len(shown.to_frame()) == len(shown.cells)
    assert len(shown.claims_frame()) == len(shown.claims)
    with pytest.raises(ValueError, match="no such experiment"):
        spinney.experiment("perick/table-99")
    with pytest.raises(ValueError, match="scale"):
        spinney.run_experiments(name, store=store, scale=2)
    with pytest.raises(ValueError, match="names look like"):
        spinney.run_experiments(name, store=store, cells="nothing")


def test_parts_put_together_are_the_whole(tmp_path: Path) -> None:
    options: dict[str, Any] = {"scale": 0.005, "cells": "random/*"}
    name = "varkevisser/figure-5-10"
    spinney.run_experiments(name, store=tmp_path / "whole", **options)
    for part in (1, 2, 3):
        path = tmp_path / f"part-{part}"
        spinney.run_experiments(name, store=path, shard=f"{part}/3", **options)
    parts = [tmp_path / f"part-{part}" for part in (1, 2, 3)]
    added, known = spinney.merge(tmp_path / "merged", *parts)
    whole, merged = (
        dict_of_rows(_spinney.Store(tmp_path / name, "look", True).rows())
        for name in ("whole", "merged")
    )
    assert merged == whole and added > 0 and known == 0
    assert spinney.merge(tmp_path / "merged", *parts) == (0, added)


def dict_of_rows(rows: list[Any]) -> dict[str, Any]:
    """The rows of a store, whatever the order of its cells."""
    return {repr(key): games for key, games in rows if games}


def test_a_broken_store_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("This is not a database at all, but a text of some length. " * 10)
    with pytest.raises(spinney.SpinneyError, match="text"):
        spinney.match("tic-tac-toe", a="random", b="random", games=2, store=path)
    assert issubclass(spinney.SpinneyError, RuntimeError)


def test_progress_is_heard(capsys: pytest.CaptureFixture[str]) -> None:
    spinney.match("tic-tac-toe", a="random", b="random", games=50, progress=True)
    assert "50" in capsys.readouterr().err
    spinney.match("tic-tac-toe", a="random", b="random", games=50, progress=False)
    assert capsys.readouterr().err == ""
