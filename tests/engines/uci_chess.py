"""Drives our engine for chess with python-chess, which checks every move and line.

Usage: uci_chess.py TIANYUAN [OPPONENT], a program that speaks UCI, such as stockfish.
"""

import random
import sys
import time

import chess
import chess.engine

OURS = [sys.argv[1], "engine", "chess", "--protocol", "uci"]
OPPONENT = sys.argv[2:3]


def ours():
    return chess.engine.SimpleEngine.popen_uci(OURS)


def play_games():
    """Whole games against another program or random moves; two of them with a clock and
    pondering."""
    for number in range(4):
        board = chess.Board.from_chess960_pos(17 * number) if number % 2 else chess.Board()
        side = chess.WHITE if number < 2 else chess.BLACK
        other = chess.engine.SimpleEngine.popen_uci(OPPONENT) if OPPONENT else None
        clocks = {chess.WHITE: 15.0, chess.BLACK: 15.0}
        has_clock = number % 2 == 0
        with ours() as engine:
            while not board.is_game_over(claim_draw=True) and board.ply() < 160:
                turn = board.turn
                if turn != side and other is None:
                    board.push(random.choice(list(board.legal_moves)))
                    continue
                limit = chess.engine.Limit(
                    white_clock=clocks[chess.WHITE],
                    black_clock=clocks[chess.BLACK],
                    white_inc=0.2,
                    black_inc=0.2,
                ) if has_clock else chess.engine.Limit(time=0.03)
                started = time.monotonic()
                if turn == side:
                    result = engine.play(board, limit, ponder=has_clock)
                else:
                    result = other.play(board, chess.engine.Limit(depth=1))
                if turn == side and has_clock:
                    clocks[turn] += 0.2 - (time.monotonic() - started)
                assert clocks[turn] > 0, f"{board.fen()}: time is lost"
                assert result.move in board.legal_moves, f"{board.fen()}: {result.move}"
                board.push(result.move)
        if other is not None:
            other.quit()
        print(f"game {number + 1}: {board.result(claim_draw=True)} after {board.ply()} plies")


def analyse_lines():
    """Several lines are legal, in order, and tell all that a GUI shows."""
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    with ours() as engine:
        infos = engine.analyse(board, chess.engine.Limit(depth=6), multipv=4)
        assert [info["multipv"] for info in infos] == [1, 2, 3, 4]
        assert len({info["pv"][0] for info in infos}) == 4
        scores = [info["score"].pov(board.turn).score(mate_score=100000) for info in infos]
        assert scores == sorted(scores, reverse=True), scores
        for info in infos:
            after = board.copy()
            for move in info["pv"]:
                after.push(move)
            for key in ("depth", "seldepth", "nodes", "nps", "hashfull", "time"):
                assert key in info, f"{key} is missing in {info}"
        wanted = [chess.Move.from_uci("a7a6"), chess.Move.from_uci("h7h5")]
        only = engine.analyse(board, chess.engine.Limit(depth=5), root_moves=wanted)
        assert only["pv"][0] in wanted


def find_mates():
    """A mate is told in moves of the side that mates, whoever is to move."""
    cases = {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1": 2, "k7/8/1K6/8/8/8/8/7R w - - 0 1": 1}
    with ours() as engine:
        for fen, moves in cases.items():
            board = chess.Board(fen)
            info = engine.analyse(board, chess.engine.Limit(mate=moves))
            assert info["score"].relative.mate() == moves, info
        board = chess.Board("8/8/8/8/8/1k6/8/K6r w - - 0 1")
        assert engine.play(board, chess.engine.Limit(time=0.1)).move is None


def stop():
    """An analysis without an end is stopped, and a new one begins at once."""
    with ours() as engine:
        slowest = 0.0
        for _ in range(10):
            with engine.analysis(chess.Board()) as analysis:
                for info in analysis:
                    if info.get("depth", 0) >= 4:
                        break
                started = time.monotonic()
                analysis.stop()
                best = analysis.wait()
                slowest = max(slowest, time.monotonic() - started)
            assert best.move in chess.Board().legal_moves
        print(f"stops: the slowest took {1000 * slowest:.1f} ms")
        assert slowest < 1


def options():
    """Levels and sizes are options, and what is out of bounds is refused."""
    with ours() as engine:
        assert engine.options["Threads"].default == 1
        engine.configure({"Hash": 16, "Level": 1})
        result = engine.play(chess.Board(), chess.engine.Limit(time=0.2))
        assert result.move is not None
        engine.configure({"Level": 0, "Threads": 4})
        result = engine.play(chess.Board(), chess.engine.Limit(time=0.2))
        assert result.move in chess.Board().legal_moves
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 1400})
        assert engine.options["UCI_Elo"].min <= 1400 <= engine.options["UCI_Elo"].max
        for number in range(4):
            result = engine.play(chess.Board(), chess.engine.Limit(time=1), game=number)
            assert result.move in chess.Board().legal_moves
        engine.ping()


random.seed(1)
for test in (play_games, analyse_lines, find_mates, stop, options):
    started = time.monotonic()
    test()
    print(f"{test.__name__}: ok, {time.monotonic() - started:.1f} s", flush=True)
