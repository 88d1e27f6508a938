"""Manual pages from what --help prints."""

import gzip
import re

from release import environment, run, version

SECTIONS = re.compile(r"^(Usage|Examples|Options|Positionals|Subcommands|Exit status): ?(.*)$")


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def section(name, before):
    return [".fi" if before else "", f".SH {name}", ".nf"]


def body_of(help_text):
    """(summary, roff): headings of the help become sections, the rest stays as it was laid out."""
    lines = help_text.rstrip().splitlines()
    summary = lines[0].rstrip(".")
    out = []
    in_list = False
    for line in lines[1:]:
        heading = SECTIONS.match(line)
        if heading:
            name = {"Usage": "SYNOPSIS", "Positionals": "ARGUMENTS"}.get(heading[1], heading[1].upper())
            out += section(name, out)
            in_list = name in ("OPTIONS", "ARGUMENTS", "SUBCOMMANDS")
            line = heading[2]
        elif in_list and line[:1].strip():
            # Entries of lists are indented; the text about the command is not.
            out += section("DESCRIPTION", out)
            in_list = False
        if out and (line or not heading):
            out.append(escaped(line) if line.strip() else ".sp")
    return summary, "\n".join(line for line in out if line)


def page(name, help_text, others):
    number = version()
    summary, body = body_of(help_text)
    day = run("date", "-u", "-d", f"@{environment()['SOURCE_DATE_EPOCH']}", "+%F").strip()
    see = ", ".join(f".BR {other} (1)" for other in others).replace(", .", " ,\n.")
    return "\n".join([f'.TH {name.upper()} 1 "{day}" "rigy {number}" "User Commands"',
                      ".SH NAME", f"{escaped(name)} \\- {escaped(summary)}", body, ".fi", ".SH SEE ALSO", see, ""])


def commands_of(help_text):
    """The commands that the help of the program lists."""
    listed = help_text.split("\nSubcommands:\n", 1)[1].split("\n\n", 1)[0]
    return [line.split()[0] for line in listed.splitlines()]


def write_manuals(rigy, folder):
    """One page for the program and one for every command, compressed, below `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    about = run(rigy, "--help")
    commands = commands_of(about)
    pages = {"rigy": page("rigy", about, [f"rigy-{command}" for command in commands])}
    for command in commands:
        pages[f"rigy-{command}"] = page(f"rigy-{command}", run(rigy, command, "--help"), ["rigy"])
    for name, text in pages.items():
        (folder / f"{name}.1.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def write_completions(rigy, share):
    """What shells complete, where each of them looks for it below `share`."""
    places = {"bash": "bash-completion/completions/rigy", "zsh": "zsh/vendor-completions/_rigy",
              "fish": "fish/vendor_completions.d/rigy.fish"}
    for shell, place in places.items():
        path = share / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(run(rigy, "completions", shell), encoding="utf-8")
