"""A program that is driven line by line, for protocols that no library speaks."""

import subprocess
import time


class Program:
    """A program with its input and output."""

    def __init__(self, command):
        self.command = command
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise EOFError(f"{self.command} has ended")
        return line.rstrip("\r\n")

    def read_until(self, start):
        """The lines up to one that begins like this."""
        lines = []
        while True:
            lines.append(self.read())
            if lines[-1].startswith(start):
                return lines

    def gtp(self, command):
        """The answer to a command of GTP, which must succeed."""
        self.send(command)
        lines = [self.read()]
        while lines[-1] != "":
            lines.append(self.read())
        answer = "\n".join(lines[:-1])
        assert answer.startswith("="), f"{self.command}: {command}: {answer}"
        return answer.lstrip("=").strip()

    def end(self, goodbye):
        """Says goodbye; the program must end without an error."""
        self.send(goodbye)
        started = time.monotonic()
        self.process.stdout.read()
        assert self.process.wait(10) == 0, self.command
        return time.monotonic() - started
