"""Agents: choose, analyse, watch, interrupts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import spinney
from spinney import Analysis, Move, _spinney


def test_the_same_game_goes_the_same_way() -> None:
    def moves() -> list[tuple[str, str]]:
        game = spinney.game("scotland-yard", seed=4)
        agents = {
            "hider": spinney.agent("nijssen(playouts=50)"),
            "seekers": spinney.agent("nijssen(playouts=50)"),
        }
        while game.turn is not None and game.turns < 20:
            game.play(agents[game.turn].choose(game))
        return game.history

    first = moves()
    assert len(first) == 20 and first == moves()


def test_a_match_played_by_hand_is_the_match_of_the_laboratory() -> None:
    """The first game of a match has the seeds of a table: it is the same game."""
    played = spinney.match(
        "connect-four(opening=0)",
        a="uct(playouts=60)",
        b="uct(playouts=30)",
        games=1,
        seed=11,
        records=True,
    )
    game = spinney.game("connect-four", seed=11)
    agents = {"a": spinney.agent("uct(playouts=60)"), "b": spinney.agent("uct(playouts=30)")}
    while game.turn is not None:
        game.play(agents[game.turn].choose(game))
    assert game.record() == played.records[0].record


def test_an_analysis_says_what_was_found() -> None:
    game = spinney.game("connect-four")
    analysis = spinney.agent("uct", playouts=3000).analyse(game)
    assert analysis.playouts == 3000 and analysis.best.text == "4"
    assert sum(candidate.visits for candidate in analysis.candidates) in (2999, 3000)
    visits = [candidate.visits for candidate in analysis.candidates]
    assert visits == sorted(visits, reverse=True)
    assert analysis.value is not None and 0.4 < analysis.value < 0.8
    assert analysis.line[0] == analysis.best and analysis.depth > 2
    first = analysis.tree[0]
    assert (first.move, first.visits) == (analysis.best, visits[0])
    assert 0 < sum(reply.visits for reply in first.children) <= first.visits
    frame = analysis.to_frame()
    assert list(frame["visits"]) == visits and frame["move"][0] == "4"


def test_belief() -> None:
    game = spinney.game("scotland-yard", seed=4)
    game.play(game.moves()[0])
    belief = spinney.agent("nijssen(playouts=200)").analyse(game).belief
    assert belief and sum(place.probability for place in belief) == pytest.approx(1)
    assert {place.place for place in belief} <= set(game.observe("seekers")["possible"])


class Enough(Exception):
    """Ends a search that would go on for long."""


def test_progress_is_called_while_it_thinks_and_may_look_at_the_game() -> None:
    game = spinney.game("connect-four")
    seen: list[Analysis[Move]] = []

    def look(analysis: Analysis[Move]) -> None:
        assert len(game.moves()) == 7
        seen.append(analysis)
        if len(seen) == 4:
            raise Enough

    with pytest.raises(Enough):
        spinney.agent("uct(millis=60000)").analyse(game, on_progress=look, every=0.02)
    playouts = [analysis.playouts for analysis in seen]
    assert playouts == sorted(playouts) and playouts[0] < playouts[-1]


def test_an_exception_in_progress_ends_the_search() -> None:
    def refuse(_: object) -> None:
        raise KeyError("enough")

    game = spinney.game("connect-four")
    begin = time.monotonic()
    with pytest.raises(KeyError, match="enough"):
        spinney.agent("uct(millis=20000)").analyse(game, on_progress=refuse, every=0.01)
    assert time.monotonic() - begin < 5
    # The game goes on.
    assert spinney.agent("uct(playouts=100)").choose(game) in game.moves()


def test_a_watch_can_be_left_early() -> None:
    game = spinney.game("connect-four")
    begin = time.monotonic()
    for number, analysis in enumerate(spinney.agent("uct(millis=20000)").watch(game, every=0.01)):
        if number == 3:
            break
    assert analysis.playouts > 0 and time.monotonic() - begin < 5


def test_one_thinks_at_a_time() -> None:
    game = spinney.game("connect-four")
    watch = spinney.agent("uct(millis=5000)").watch(game, every=0.01)
    next(watch)
    with pytest.raises(ValueError, match="think about a copy"):
        spinney.agent("random").choose(game)
    assert spinney.agent("random").choose(game.copy()) in game.moves()


def test_moves_that_are_played_while_it_thinks_are_not_lost() -> None:
    game = spinney.game("connect-four")
    for _ in spinney.agent("uct(millis=100)").watch(game, every=0.02):
        if game.turns == 0:
            game.play("1")
    assert game.history == [("a", "1")]
    assert spinney.agent("uct(playouts=10)").choose(game) in game.moves()


def test_a_wrong_question_disturbs_nobody() -> None:
    """What agents remember stays: the game goes on as without the question."""

    def moves(ask: bool) -> list[tuple[str, str]]:
        game = spinney.game("connect-four", seed=4)
        agent = spinney.agent("uct(playouts=60)")
        while game.turns < 8:
            if ask:
                with pytest.raises(ValueError, match="not the turn"):
                    agent.choose(game, 1 - game.turns % 2)
            game.play(agent.choose(game))
        return game.history

    assert moves(False) == moves(True)


def test_wrong_agents() -> None:
    game = spinney.game("scotland-yard")
    with pytest.raises(ValueError, match="unknown agent `nijsen` .did you mean `nijssen`"):
        spinney.agent("nijsen").choose(game)
    with pytest.raises(ValueError, match="did you mean `playouts`"):
        spinney.agent("nijssen(playoutz=5)").choose(game)
    with pytest.raises(ValueError, match="not the turn of seekers"):
        spinney.agent("random").choose(game, "seekers")
    with pytest.raises(ValueError, match="seconds"):
        spinney.agent("random").analyse(game, on_progress=print, every=-1)
    with pytest.raises(TypeError):
        spinney.agent(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("beside", [False, True])
def test_a_panic_is_an_exception(beside: bool) -> None:
    with pytest.raises(spinney.SpinneyError, match="a panic, which is a bug: as it was told"):
        _spinney.panics(beside)


def test_threads_search_at_the_same_time() -> None:
    """The GIL is released: one search begins before the other has ended, and a thread counts on."""
    counted = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal counted
        while not stop.is_set():
            counted += 1
            time.sleep(0.001)

    spans: list[tuple[float, float]] = []

    def search() -> None:
        game, agent = spinney.game("connect-four"), spinney.agent("uct(millis=400)")
        begin = time.monotonic()
        agent.choose(game)
        spans.append((begin, time.monotonic()))

    threads = [threading.Thread(target=work) for work in (count, search, search)]
    for thread in threads:
        thread.start()
    for thread in threads[1:]:
        thread.join()
    stop.set()
    threads[0].join()
    begins, ends = zip(*spans, strict=True)
    assert max(begins) < min(ends), "the searches ran one after the other"
    # With the GIL held it would count before, between and after the searches alone.
    assert counted > 5


INTERRUPTED = """
    import itertools, os, signal, threading, time, spinney

    def late():
        "A position with four moves to go."
        for seed in itertools.count():
            game = spinney.game("connect-four", seed=seed)
            while not game.over and game.turns < 38:
                game.play(spinney.agent("random").choose(game))
            if not game.over:
                return game

    def interrupt():
        time.sleep(0.3)
        times.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    times = []
    threading.Thread(target=interrupt).start()
    try:
        {work}
    except KeyboardInterrupt:
        took = time.monotonic() - times[0]
        print("interrupted", took)
"""

LONG = {
    "choose": 'spinney.agent("nijssen(millis=60000)").choose(spinney.game("scotland-yard"))',
    "alpha-beta": 'spinney.agent("alpha-beta(depth=60)").choose(spinney.game("connect-four"))',
    # Short decisions are taken on the thread that asks; this one turns out to be long.
    "after a short one": 'agent = spinney.agent("alpha-beta(depth=60)"); '
    'agent.choose(late()); agent.choose(spinney.game("connect-four"))',
    "sp-mcts": 'spinney.agent("sp-mcts(nodes=100000000)").choose(spinney.game("samegame"))',
    "best": 'spinney.solve("samegame", 1, seconds=60)',
    "watch": 'list(spinney.agent("uct(millis=60000)").watch(spinney.game("connect-four")))',
    "match": 'spinney.match("connect-four", a="uct(playouts=9999999)", b="uct", games=9999)',
}


@pytest.mark.parametrize("what", LONG)
def test_an_interrupt_is_heard_within_200_ms(what: str) -> None:
    code = textwrap.dedent(INTERRUPTED).format(work=LONG[what])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.startswith("interrupted"), done.stderr
    assert float(done.stdout.split()[1]) < 0.2, done.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_thinks() -> None:
    spinney.agent("random").choose(spinney.game("connect-four"))
    child = os.fork()
    if child == 0:
        spinney.agent("uct(playouts=50)").choose(spinney.game("connect-four"))
        os._exit(7)
    begin = time.monotonic()
    while time.monotonic() - begin < 20:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            assert os.waitstatus_to_exitcode(status) == 7
            return
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    pytest.fail("the child did not answer")
