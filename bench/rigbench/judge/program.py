"""Runs rigy. Every call is bounded in time; a call that takes longer counts as one that fails."""
import json
import subprocess
import time
from dataclasses import dataclass, replace

SECONDS = 20          # for one call
PROMPT_SECONDS = 120  # for all calls about one answer


class Refused(Exception):
    """The program refused a document or a question about it."""


@dataclass
class Program:
    path: str
    seconds: float = SECONDS
    deadline: float = float("inf")

    def for_one_prompt(self, seconds=PROMPT_SECONDS):
        """The same program, which refuses to work for longer."""
        return replace(self, deadline=time.monotonic() + seconds)

    def run(self, *arguments, text=None, folder=None):
        """Status, standard output and standard error."""
        limit = min(self.seconds, self.deadline - time.monotonic())
        if limit <= 0:
            raise Refused("judging took too long")
        try:
            done = subprocess.run([self.path, *map(str, arguments)], input=text, cwd=folder, timeout=limit,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                                  stdin=None if text else subprocess.DEVNULL)
        except subprocess.TimeoutExpired as slow:
            raise Refused(f"rigy {arguments[0]} took more than {limit:.0f} s") from slow
        return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")

    def json(self, *arguments, text=None, folder=None):
        """The one JSON value on standard output of a call that must succeed."""
        status, output, errors = self.run(*arguments, text=text, folder=folder)
        try:
            value = json.loads(output)
        except ValueError as bad:
            raise Refused(first_line(errors) or f"rigy {arguments[0]} ended with {status}") from bad
        if status != 0:
            raise Refused(value["diagnostics"][0]["message"])
        return value

    def findings(self, command, *arguments, folder=None):
        """Errors and warnings of a document, each as one line."""
        status, output, errors = self.run(command, *arguments, "--diagnostics", "json", folder=folder)
        try:
            report = json.loads(output)
        except ValueError:
            return [first_line(errors) or f"rigy {command} ended with {status}"]
        found = [f"{item['code']} {item['message']}" for item in report["diagnostics"]]
        return found or ([f"rigy {command} ended with {status}"] if status else [])


def first_line(text):
    return text.strip().split("\n")[0]
