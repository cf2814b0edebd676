"""Games: moves, observations, copies, records."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest

import spinney

ALL = [
    "connect-four",
    "cops-and-robbers(graph=petersen, cops=2)",
    "samegame(rows=6, columns=6, colours=3)",
    "scotland-yard",
    "tic-tac-toe",
    "tron(board=7x7)",
]


def play_randomly(game: spinney.Game, turns: int, seed: int = 1) -> None:
    chosen = random.Random(seed)
    for _ in range(turns):
        if game.over:
            return
        for decider in game.deciding:
            game.play(chosen.choice(game.moves(decider.seat)), decider.seat)


@pytest.mark.parametrize("spec", ALL)
def test_a_game_is_played_to_its_end_and_replays(spec: str) -> None:
    game = spinney.game(spec, seed=5)
    play_randomly(game, 10_000)
    assert game.over and game.turn is None and game.moves() == [] and game.deciding == []
    assert game.result is not None and list(game.result) == list(game.seats)
    again = spinney.replay(game, game.record())
    assert again.rewards == tuple(game.result.values())
    assert len(again.steps) > game.turns
    with pytest.raises(ValueError, match="the game is over"):
        game.play("1")


@pytest.mark.parametrize("spec", ALL)
def test_copies_and_pickles_go_on_alike_and_apart(spec: str) -> None:
    game = spinney.game(spec, seed=5)
    play_randomly(game, 3)
    twins = [game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    before = game.record()
    play_randomly(game, 2, seed=9)
    for twin in twins:
        assert twin.record() == before
        play_randomly(twin, 2, seed=9)
        assert twin.record() == game.record() and twin.history == game.history


@pytest.mark.parametrize("spec", ALL)
def test_undo_goes_back_to_the_start(spec: str) -> None:
    game = spinney.game(spec, seed=5)
    start = game.record()
    play_randomly(game, 4)
    while game.turns:
        game.undo()
    assert game.record() == start and game.history == []
    with pytest.raises(ValueError, match="nothing to take back"):
        game.undo()


def test_half_a_turn_is_kept_and_taken_back() -> None:
    game = spinney.game("tron(board=7x7)", seed=2)
    first = game.moves("b")[0]
    game.play(first, "b")
    assert [decider.seat for decider in game.deciding] == ["a"] and game.turns == 0
    half = pickle.loads(pickle.dumps(game))
    assert half.turn == "a" and half.history == [("b", first.text)]
    game.undo()
    assert len(game.deciding) == 2 and game.history == []


def test_what_is_hidden_does_not_show() -> None:
    game = spinney.game("scotland-yard", seed=3)
    game.play(game.moves()[0])
    hider, seekers = game.observe("hider"), game.observe("seekers")
    assert hider["mr_x"]["station"] is not None and seekers["mr_x"]["station"] is None
    assert game.observe() == seekers
    detectives = len(hider["detectives"])
    known = detectives + 1
    assert game.array("hider")[known].sum() == 1 and game.array("seekers")[known].sum() == 0
    assert ">X<" in game.svg("hider") and ">X<" not in game.svg("seekers")
    assert ">X<" not in game._repr_svg_()


@pytest.mark.parametrize("spec", ALL)
def test_arrays_and_pictures(spec: str) -> None:
    game = spinney.game(spec, seed=5)
    shape = game.array(0).shape
    play_randomly(game, 3)
    array = game.array(0)
    assert array.dtype == np.float32 and array.shape == shape and array.any()
    picture = game._repr_svg_()
    assert picture.startswith("<svg") and picture.endswith("</svg>")
    import xml.dom.minidom

    xml.dom.minidom.parseString(picture)


def test_wrong_arguments_have_the_messages_of_the_core() -> None:
    with pytest.raises(ValueError, match="did you mean `detectives`"):
        spinney.game("scotland-yard", detectivs=5)
    with pytest.raises(ValueError, match="detectives=99"):
        spinney.game("scotland-yard", detectives=99)
    with pytest.raises(TypeError):
        spinney.game(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        spinney.game("tron", seed="x")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        spinney.game("tron", board=[1])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seed=-1"):
        spinney.game("tron", seed=-1)
    game = spinney.game("tron")
    with pytest.raises(ValueError, match="no seat `c`"):
        game.moves("c")
    with pytest.raises(ValueError, match="no seat 2"):
        game.observe(2)
    with pytest.raises(TypeError):
        game.play(4)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="line 1"):
        spinney.replay("connect-four", "nonsense")


def test_the_same_seed_is_the_same_start() -> None:
    records = [spinney.game("scotland-yard", seed=seed).record() for seed in (1, 1, 2)]
    assert records[0] == records[1] != records[2]


def test_options_as_keywords_and_in_the_text_are_the_same() -> None:
    one = spinney.game("cops-and-robbers", seen_every=2, may_stay=True, graph="ladder(20, 1)")
    two = spinney.game("cops-and-robbers(seen-every=2, may-stay=true, graph=ladder(20, 1))")
    assert one.spec == two.spec


def test_catalogues() -> None:
    tron = {schema.name: schema for schema in spinney.games()}["tron"]
    assert [parameter.name for parameter in tron.parameters] == ["board", "opening"]
    agents = spinney.agents("scotland-yard")
    assert set(agents) == {"hider", "seekers"}
    mcts = next(schema for schema in agents["seekers"] if schema.name == "mcts")
    c = next(parameter for parameter in mcts.parameters if parameter.name == "c")
    assert c.tunable and c.kind == "number" and float(c.default) > 0
