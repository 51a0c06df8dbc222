"""Plays Xiangqi against Fairy-Stockfish by UCI, which also says which moves are legal, and
speaks UCCI as the boards for it do.

Usage: uci_xiangqi.py TIANYUAN FAIRY_STOCKFISH
"""

import sys

from lines import Program

OURS = [sys.argv[1], "engine", "xiangqi", "--protocol"]


def start(command):
    program = Program(command)
    program.send("uci")
    options = program.read_until("uciok")
    assert any("UCI_Variant" in line and "xiangqi" in line for line in options), command
    program.send("setoption name UCI_Variant value xiangqi")
    program.send("isready")
    program.read_until("readyok")
    return program


def position(moves):
    return "position startpos" + (" moves " + " ".join(moves) if moves else "")


def legal_moves(judge, moves):
    judge.send(position(moves))
    judge.send("go perft 1")
    lines = judge.read_until("Nodes searched")
    return {line.split(":")[0] for line in lines if ": 1" in line}


def play_game(number):
    ours, other = start(OURS + ["uci"]), start([sys.argv[2]])
    moves = []
    while len(moves) < 80:
        legal = legal_moves(other, moves)
        if not legal:
            break
        mover = (ours, other)[(len(moves) + number) % 2]
        mover.send(position(moves))
        mover.send("go depth 4" if mover is ours else "go depth 1")
        best = mover.read_until("bestmove")[-1].split()[1]
        assert best in legal, f"{best} is not legal after {moves}"
        moves.append(best)
    print(f"game {number + 1}: {len(moves)} plies, the last {moves[-4:]}")
    assert len(moves) > 10
    ours.end("quit")
    other.end("quit")


def speak_ucci():
    ours = Program(OURS + ["ucci"])
    ours.send("ucci")
    ours.read_until("ucciok")
    ours.send("setoption usemillisec true")
    ours.send("position startpos moves h2e2")
    ours.send("banmoves h9g7")
    ours.send("go time 1000 increment 0")
    best = ours.read_until("bestmove")[-1].split()[1]
    assert best != "h9g7", best
    ours.send("position fen 4k4/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1")
    ours.send("go depth 3")
    ours.read_until("bestmove")
    ours.end("quit")
    print("UCCI: ok")


for number in range(2):
    play_game(number)
speak_ucci()
