"""Pictures for a judge by eye: a page with every prompt and its answer, or a sheet of one view each."""
import html

from . import png
from .answer import Answer, find_answer
from .program import Refused
from .prompts import split_of

VIEWS = "three-quarter,front,left,top"


def draw(program, document, path, *options):
    status, _, errors = program.run("render", document, "-o", path, *options)
    if status:
        raise Refused(errors.strip().split("\n")[0])


def pictures(program, answer, folder):
    """The rest shape from four sides, every pose, and every clip at eight moments."""
    name, asset = answer.prompt.id, answer.folder / answer.entry
    made = [f"{name}.png"]
    draw(program, asset, folder / made[0], "--view", VIEWS, "--size", "960x720")
    for pose in [] if answer.is_scene else answer.inspection["poses"]:
        made.append(f"{name}.{pose['id']}.png")
        draw(program, asset, folder / made[-1], "--pose", pose["id"], "--size", "480x360")
    for clip in answer.clips.clips if answer.motion else []:
        made.append(f"{name}.clip.{clip}.png")
        draw(program, answer.folder / answer.motion, folder / made[-1], "--clip", clip, "--strip", "8", "--size", "960x480")
    return made


def section(program, prompt, source, folder):
    text = html.escape(prompt.text).replace("\n\n", "<p>")
    head = f"<h2>{html.escape(prompt.title)}</h2><p>{prompt.id}, level {prompt.level}, {split_of(prompt.id)}<p>{text}<p>"
    if not source:
        return head + "No answer."
    try:
        answer = Answer(program, prompt, source.resolve())
        return head + "".join(f'<img src="{name}" alt="">' for name in pictures(program, answer, folder))
    except Refused as refused:
        return head + html.escape(str(refused))


def write_page(program, prompts, answers, folder):
    """index.html and its pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    body = "".join(section(program, prompt, find_answer(answers, prompt), folder.resolve()) for prompt in prompts)
    page = f'<!doctype html><meta charset="utf-8"><title>RigBench</title><style>body{{font-family:sans-serif;max-width:60em}}</style>{body}\n'
    (folder / "index.html").write_text(page, encoding="utf-8")


def write_sheet(program, prompts, answers, path, columns=5, size="320x240", view="three-quarter"):
    """One picture of each answer, in one file."""
    shots = []
    for prompt in prompts:
        source = find_answer(answers, prompt)
        if source:
            answer = Answer(program, prompt, source.resolve())
            status, data, errors = program.run("render", source / answer.entry, "-o", "-", "--size", size, "--view", view)
            if status:
                raise Refused(errors.strip().split("\n")[0])
            shots.append(png.read(data))
    if not shots:
        raise Refused("there are no answers to draw")
    path.write_bytes(png.sheet(shots, columns))
