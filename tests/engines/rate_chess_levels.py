"""Measures the Elo ratings of the playing levels of chess: neighbouring levels play each
other, and Stockfish at limited strength, whose ratings are the scale.

Usage: rate_chess_levels.py TIANYUAN STOCKFISH GAMES [LEVEL...], with the number of games of
each pairing.
"""

import math
import random
import sys

import chess
import chess.engine

OURS = [sys.argv[1], "engine", "chess", "--protocol", "uci"]
GAMES = int(sys.argv[3])
LEVELS = [int(text) for text in sys.argv[4:]] or [1, 2, 3, 4, 5, 6, 7]
RATED = (1350, 1600, 1900, 2200)
MAX_PLIES = 200
PIECES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def player(name):
    if name > 1000:
        engine = chess.engine.SimpleEngine.popen_uci(sys.argv[2])
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": name, "Hash": 16})
        return engine, chess.engine.Limit(depth=10)
    engine = chess.engine.SimpleEngine.popen_uci(OURS)
    engine.configure({"Level": name})
    return engine, chess.engine.Limit(time=5)


def opening(board):
    """Some random plies, so that games differ."""
    while board.ply() < 6:
        board.push(random.choice(list(board.legal_moves)))


def score(board):
    """1, 0.5 or 0 for White; a game without an end goes to who is a rook ahead."""
    if board.is_game_over(claim_draw=True):
        return {"1-0": 1, "0-1": 0}.get(board.result(claim_draw=True), 0.5)
    ahead = sum(
        value * (len(board.pieces(kind, True)) - len(board.pieces(kind, False)))
        for kind, value in PIECES.items()
    )
    return 1 if ahead >= 5 else 0 if ahead <= -5 else 0.5


def pairing(first, second):
    """The points of the first of two players."""
    (one, one_limit), (two, two_limit) = player(first), player(second)
    points = 0
    for number in range(GAMES):
        if number % 2 == 0:
            start = chess.Board()
            opening(start)
        board = start.copy()
        white = number % 2 == 0
        while not board.is_game_over(claim_draw=True) and board.ply() < MAX_PLIES:
            mover, limit = (one, one_limit) if board.turn == white else (two, two_limit)
            board.push(mover.play(board, limit, game=number).move)
        points += score(board) if white else 1 - score(board)
    one.quit()
    two.quit()
    print(f"{first} - {second}: {points} of {GAMES}", flush=True)
    return first, second, points


def fit(results):
    """The ratings that make the results most likely, with one drawn game for each pairing
    so that none is infinite."""
    ratings = {level: 1000.0 for level in LEVELS}
    of = lambda name: ratings.get(name, name)
    for _ in range(20000):
        for level in LEVELS:
            gradient = 0.0
            for first, second, points in results:
                if level in (first, second):
                    expected = 1 / (1 + 10 ** ((of(second) - of(first)) / 400))
                    excess = points + 0.5 - (GAMES + 1) * expected
                    gradient += excess if level == first else -excess
            ratings[level] += 2 * gradient
    return ratings


random.seed(7)
pairs = list(zip(LEVELS, LEVELS[1:])) + [(level, rated) for level in LEVELS[3:] for rated in RATED]
results = [pairing(*pair) for pair in pairs]
for level, rating in fit(results).items():
    games = sum(GAMES for first, second, _ in results if level in (first, second))
    print(f"level {level}: {rating:.0f} +- {400 * 2 / math.log(10) * 1 / math.sqrt(games) * 1.0:.0f}")
