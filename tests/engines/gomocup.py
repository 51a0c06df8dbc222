"""Manages games of Gomoku as Piskvork does: two brains, and a board of its own.

Usage: gomocup.py TIANYUAN
"""

import sys

from lines import Program

SIZE = 15
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def brain(level):
    return Program([sys.argv[1], "engine", "gomoku", "--protocol", "gomocup", "--level", level])


def answer(program):
    """The next answer; messages are for people."""
    while True:
        line = program.read()
        if not line.startswith(("MESSAGE", "DEBUG")):
            return line


def row(stones, point, color):
    def run(dx, dy):
        x, y, length = point[0] + dx, point[1] + dy, 0
        while stones.get((x, y)) == color:
            x, y, length = x + dx, y + dy, length + 1
        return length

    return max(1 + run(dx, dy) + run(-dx, -dy) for dx, dy in DIRECTIONS)


def play_game(rule, wins):
    brains = [brain("5"), brain("3")]
    for program in brains:
        program.send(f"START {SIZE}")
        assert answer(program) == "OK"
        for info in ("timeout_turn 1000", "timeout_match 60000", "max_memory 100000000",
                     "game_type 1", f"rule {rule}", "time_left 60000", "folder /tmp"):
            program.send(f"INFO {info}")
    stones, turn = {}, 0
    brains[0].send("BEGIN")
    while len(stones) < SIZE * SIZE:
        text = answer(brains[turn])
        x, y = (int(number) for number in text.split(","))
        assert 0 <= x < SIZE and 0 <= y < SIZE and (x, y) not in stones, text
        stones[x, y] = turn
        if wins(row(stones, (x, y), turn)):
            break
        turn = 1 - turn
        brains[turn].send(f"TURN {x},{y}")
    print(f"rule {rule}: brain {turn + 1} wins with {len(stones)} stones")
    assert len(stones) < SIZE * SIZE
    for program in brains:
        program.end("END")


def take_back():
    program = brain("2")
    program.send("ABOUT")
    assert 'name="Tianyuan"' in answer(program)
    program.send(f"START {SIZE}\r")
    assert answer(program) == "OK"
    for line in ("BOARD", "7,7,2", "DONE"):
        program.send(line)
    point = answer(program)
    program.send(f"TAKEBACK {point}")
    assert answer(program) == "OK"
    for case, counts in (((), (3,)), (("7,7", "8,7", "9,9"), (1, 2))):
        for line in ("SWAP2BOARD", *case, "DONE"):
            program.send(line)
        text = answer(program)
        assert text == "SWAP" or len(text.split()) in counts, text
    program.end("END")
    print("conversation: ok")


take_back()
play_game(0, lambda length: length >= 5)
play_game(1, lambda length: length == 5)
