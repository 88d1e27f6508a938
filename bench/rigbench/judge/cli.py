"""The commands of rigbench."""
import argparse
import json
import os
import shutil
import sys
from pathlib import Path

from . import author, montage
from .program import Program, Refused
from .prompts import HOME, PromptError, choose, load, split_of
from .score import report, report_text, score_folder


def find_rigy(given):
    """The program that judges: given, in $RIGY, of a build of this tree, or on the path."""
    built = HOME.parent.parent / "build" / "rigy"
    path = given or os.environ.get("RIGY") or (built if built.exists() else shutil.which("rigy"))
    if not path or not shutil.which(str(path)):
        raise PromptError("rigy is not found: give --rigy PATH")
    return str(Path(shutil.which(str(path))).resolve())


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(options, prompts, program):
    folder = options.answers
    if options.command:
        folder = options.out.resolve()
        author.answer_all(options.command, prompts, folder, options.seconds, say)
    scores = [score_folder(program, prompt, folder) for prompt in prompts]
    if options.json:
        text = json.dumps(report(scores, options.salt), indent=1) + "\n"
        sys.stdout.write(text) if str(options.json) == "-" else options.json.write_text(text, encoding="utf-8")
    if str(options.json) != "-":
        sys.stdout.write(report_text(scores, options.salt))
    return 0 if all(score.solved for score in scores) else 1


def list_prompts(options, prompts, program):
    if options.json:
        print(json.dumps([{"id": it.id, "title": it.title, "level": it.level, "split": split_of(it.id, options.salt), "files": it.entries,
                           "prompt": it.instruction(), "expectations": it.expectations} for it in prompts], indent=1))
        return 0
    for it in prompts:
        print(f"{it.id:<22} {it.level}  {split_of(it.id, options.salt):<7} {it.kind:<7} {it.title}")
    return 0


def show(options, prompts, program):
    for it in prompts:
        print(it.instruction())
    return 0


def draw(options, prompts, program):
    if options.out.suffix == ".png":
        montage.write_sheet(program, prompts, options.answers, options.out, options.columns, options.size)
    else:
        montage.write_page(program, prompts, options.answers, options.out)
    return 0


def parser():
    main_parser = argparse.ArgumentParser(prog="rigbench", description="Prompts for rigged 3D assets, and the judge of the answers.")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--split", choices=["public", "hidden", "all"], default="all", help="half of the prompts (default: all)")
    common.add_argument("--salt", default="", help="another way to halve them, which only the judge knows")
    common.add_argument("--level", type=int, choices=[1, 2, 3])
    common.add_argument("--only", metavar="ID,...", type=lambda text: text.split(","), help="only these prompts")
    common.add_argument("--rigy", metavar="PATH", help="the program that judges")
    commands = main_parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("run", parents=[common], help="score answers; status 0 if all expectations are met, else 1")
    source = command.add_mutually_exclusive_group(required=True)
    source.add_argument("--answers", type=Path, metavar="DIR", help="files that exist: DIR/ID/ID.rigy.yaml or DIR/ID.rigy.yaml")
    source.add_argument("--command", metavar="COMMAND", help="asked for each answer: the prompt is its standard input")
    command.add_argument("--out", type=Path, metavar="DIR", default=Path("rigbench-answers"), help="where answers of --command are kept")
    command.add_argument("--seconds", type=float, default=300, help="time of --command for one prompt (default: 300)")
    command.add_argument("--json", type=Path, metavar="FILE", help="also write the scores as JSON; '-' is standard output")
    command.set_defaults(function=run)
    command = commands.add_parser("list", parents=[common], help="list the prompts")
    command.add_argument("--json", action="store_true", help="with texts and expectations")
    command.set_defaults(function=list_prompts)
    command = commands.add_parser("show", parents=[common], help="print the texts of prompts")
    command.set_defaults(function=show)
    command = commands.add_parser("montage", parents=[common], help="draw answers for a judge by eye")
    command.add_argument("--answers", type=Path, required=True, metavar="DIR")
    command.add_argument("--out", type=Path, default=Path("rigbench-montage"), help="a folder for a page, or a file.png for one sheet")
    command.add_argument("--columns", type=int, default=5, help="of a sheet (default: 5)")
    command.add_argument("--size", default="320x240", metavar="WxH", help="of a picture in a sheet (default: 320x240)")
    command.set_defaults(function=draw)
    return main_parser


def main(arguments):
    options = parser().parse_args(arguments)
    try:
        if (answers := getattr(options, "answers", None)) and not answers.is_dir():
            raise PromptError(f"there is no folder {answers}")
        prompts = choose(load(), options.split, options.level, options.only, options.salt)
        return options.function(options, prompts, Program(find_rigy(options.rigy)))
    except (PromptError, Refused) as problem:
        say(f"rigbench: {problem}")
        return 2
