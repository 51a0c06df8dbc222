"""Plays Go against GNU Go by GTP, and compares the end of the games.

Usage: gtp_go.py TIANYUAN GNUGO
"""

import json
import sys

from lines import Program

OURS = [sys.argv[1], "engine", "go", "--protocol", "gtp", "--time", "40"]
OTHER = [sys.argv[2], "--mode", "gtp", "--level", "1", "--seed", "1"]


def both(programs, command):
    for program in programs:
        program.gtp(command)


def play_game(size, handicap, number):
    ours, other = Program(OURS), Program(OTHER)
    programs = [ours, other]
    both(programs, f"boardsize {size}")
    both(programs, "clear_board")
    both(programs, "komi 0.5" if handicap else "komi 6.5")
    if handicap:
        stones = ours.gtp(f"fixed_handicap {handicap}").split()
        assert sorted(stones) == sorted(other.gtp(f"fixed_handicap {handicap}").split()), stones
    color = "w" if handicap else "b"
    turn, passes, moves = number % 2, 0, 0
    while passes < 2 and moves < 3 * size * size:
        mover, waiter = programs[turn], programs[1 - turn]
        vertex = mover.gtp(f"genmove {color}")
        assert vertex.lower() != "resign" or mover is other
        if vertex.lower() == "resign":
            break
        waiter.gtp(f"play {color} {vertex}")
        passes = passes + 1 if vertex.lower() == "pass" else 0
        color = "w" if color == "b" else "b"
        turn, moves = 1 - turn, moves + 1
    board = [program.gtp("list_stones black") for program in programs if program is other]
    shown = ours.gtp("showboard")
    assert shown.count("X") - shown.count("X to move") == len(board[0].split()), shown
    scores = [program.gtp("final_score") for program in programs]
    dead = [set(program.gtp("final_status_list dead").split()) for program in programs]
    print(f"{size}x{size}, game {number}: {moves} moves, scores {scores}, dead stones {dead}")
    assert scores[0][0] in "BW0", scores
    for _ in range(3):
        both(programs, "undo")
    ours.end("quit")
    other.end("quit")
    return scores[0][0] == scores[1][0], dead[0] == dead[1]


def converse():
    """What GoGui, Sabaki and Lizzie say at the start."""
    ours = Program(OURS)
    assert ours.gtp("protocol_version") == "2"
    commands = ours.gtp("list_commands").split()
    for command in ("lz-analyze", "kata-analyze", "loadsgf", "final_status_list"):
        assert command in commands
    rules = json.loads(ours.gtp("kata-get-rules"))
    assert (rules["ko"], rules["scoring"], rules["tax"]) == ("POSITIONAL", "AREA", "NONE"), rules
    territory = {"ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": False}
    ours.gtp(f"kata-set-rules {json.dumps(territory)}")
    assert territory.items() <= json.loads(ours.gtp("kata-get-rules")).items()
    ours.gtp("kata-set-rules chinese")
    ours.gtp("boardsize 13")
    ours.gtp("time_settings 300 30 5")
    ours.gtp("time_left b 2 0")
    ours.gtp("# a comment\n12 name")
    ours.send("kata-analyze b interval 10 ownership true")
    assert ours.read() == "= "
    infos = [ours.read() for _ in range(3)]
    for info in infos:
        assert info.startswith("info move ") and " pv " in info, info
        assert len(info.rsplit("ownership ", 1)[1].split()) == 169
    ours.send("komi 5.5")
    ours.read_until("=")
    assert ours.read() == ""
    assert ours.gtp("get_komi") == "5.5"
    print("conversation: ok; it ended in", f"{1000 * ours.end('quit'):.0f} ms")


converse()
agreed = [play_game(9, 0, 0), play_game(9, 0, 1), play_game(13, 4, 0)]
winners, stones = [sum(kind) for kind in zip(*agreed)]
print(f"the winner is the same in {winners} and the dead stones in {stones} of {len(agreed)} games")
assert winners >= 2
