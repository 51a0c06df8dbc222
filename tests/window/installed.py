"""Starts the installed program with a record, as the desktop does, and reads the game on
the board over AT-SPI. The argument is a folder for its data."""

import os
import subprocess
import sys

from gi.repository import Gio

from screen_reader import Atspi, find, tell_that_a_screen_reader_runs, wait_for

RECORD = "(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Ann]PW[Bo];B[ee];W[cc];B[gg])"


def main():
    (data,) = sys.argv[1:]
    record = os.path.join(data, "record.sgf")
    with open(record, "w") as file:
        file.write(RECORD)
    kind, _ = Gio.content_type_guess(record, None)
    apps = Gio.AppInfo.get_all_for_type(kind)
    ours = [app for app in apps if app.get_id() == "org.tianyuan.app.desktop"]
    assert ours, f"{kind} is opened by {[app.get_id() for app in apps]}"

    tell_that_a_screen_reader_runs()
    program = ours[0].get_executable()
    with open(os.path.join(data, "log.txt"), "w") as log:
        # Not in the source tree, whose assets it could find instead of its own.
        running = subprocess.Popen([program, record], cwd="/", stdout=log, stderr=log)
    try:
        cell = Atspi.Role.TABLE_CELL
        wait_for("a black stone", lambda: find("E5, Black stone", cell) or find("E5, empty", cell))
        # The record opens at its start or its end; both show its board of nine lines.
        board = wait_for("the board", lambda: find("A9, empty", cell)).get_parent().get_parent()
        assert board.get_child_count() == 9, "the board has nine lines"
        wait_for("the players", lambda: any_name("Ann"))
        maps = open(f"/proc/{running.pid}/maps").read()
        assert program in maps, "another program runs"
        opened = f"/proc/{running.pid}/exe"
        assert os.readlink(opened) == program
    finally:
        running.kill()
        running.wait()


def any_name(part):
    from screen_reader import names

    return any(part in name for name in names())


main()
