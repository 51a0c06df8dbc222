"""Works the running program as a screen reader does, over AT-SPI: finds controls by
their names, reads squares, plays a move and hears it announced. The arguments are the
program and its folder of data; run it in a session bus of its own. Fails with what it
did not find."""

import os
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

TIMEOUT = 60
spoken = []


def wait_for(what, look):
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        # Announcements come while this runs.
        while GLib.MainContext.default().iteration(False):
            pass
        try:
            found = look()
        except GLib.Error:
            # What was looked at has just gone.
            found = None
        if found:
            return found
        time.sleep(0.1)
    sys.exit(f"timed out waiting for {what}; announced: {spoken}; there are: {names()}")


def tell_that_a_screen_reader_runs():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    value = GLib.Variant("(ssv)", ("org.a11y.Status", "ScreenReaderEnabled", GLib.Variant("b", True)))
    bus.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", value,
        None, Gio.DBusCallFlags.NONE, -1, None,
    )


def nodes(node=None):
    """Everything in the window, from the top."""
    if node is None:
        desktop = Atspi.get_desktop(0)
        for number in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(number)
            if application is not None:
                yield from nodes(application)
        return
    node.clear_cache()
    yield node
    for number in range(node.get_child_count()):
        child = node.get_child_at_index(number)
        if child is not None:
            yield from nodes(child)


def names():
    try:
        return [node.get_name() for node in nodes() if node.get_name()]
    except GLib.Error:
        return []


def find(name, role=None):
    for node in nodes():
        if node.get_name() == name and role in (None, node.get_role()):
            return node
    return None


def press(name, role):
    node = wait_for(name, lambda: find(name, role))
    assert node.get_n_actions() > 0, f"{name} cannot be pressed"
    assert node.do_action(0), f"{name} was not pressed"


def hear(event):
    spoken.append(event.any_data if isinstance(event.any_data, str) else str(event.any_data))


def heard(text):
    return any(text in said for said in spoken)


def main():
    program, data = sys.argv[1:]
    tell_that_a_screen_reader_runs()
    listener = Atspi.EventListener.new(hear)
    listener.register("object:announcement")
    log = open(os.path.join(data, "log.txt"), "w")
    running = subprocess.Popen([program], stdout=log, stderr=log)
    try:
        button, cell = Atspi.Role.PUSH_BUTTON, Atspi.Role.TABLE_CELL
        press("Continue", button)
        rook = wait_for("the corner of the board", lambda: find("a8, Black Rook", cell))
        row = rook.get_parent()
        assert row.get_role() == Atspi.Role.TABLE_ROW and row.get_child_count() == 8
        assert row.get_parent().get_role() == Atspi.Role.TABLE
        press("e2, White Pawn", cell)
        press("e4, empty", cell)
        wait_for("the pawn", lambda: find("e4, White Pawn, last move", cell))
        wait_for("the announcement of the move", lambda: heard("White: e4"))
        press("e7, Black Pawn", cell)
        press("e3, empty", cell)
        wait_for("the refusal", lambda: len(spoken) > 1)
        assert find("e7, Black Pawn", cell), "an illegal move was played"
        press("Undo", button)
        wait_for("the pawn to go back", lambda: find("e2, White Pawn", cell))
    finally:
        running.kill()
        running.wait()


if __name__ == "__main__":
    main()
