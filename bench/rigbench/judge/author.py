"""Asks a command for answers. What it wrote is kept, so an interrupted run goes on where it ended."""
import os
import re
import signal
import subprocess

FENCE = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"^# file: (\S+)\n", re.MULTILINE)
DONE = ".answered"


def name_of(block, prompt):
    """What a block without a name is, by the language it is written in."""
    for kind in ("rigs", "rigm"):
        names = [name for name in prompt.entries if name.endswith(f".{kind}.yaml")]
        if names and f"{kind}_version:" in block:
            return names[0]
    return prompt.entries[0]


def documents(text, prompt):
    """The files in what a command printed: the blocks of code, or everything if there are none. A block may begin with
    '# file: NAME'; of the others the language says which file they are."""
    blocks = FENCE.findall(text) or [text]
    files = {}
    for block in blocks:
        named = NAMED.match(block)
        name = named[1] if named else name_of(block, prompt)
        if block.strip() and not name.startswith("/") and ".." not in name.split("/"):
            files[name] = block
    return files


def ask(command, prompt, folder, seconds):
    """Runs the command for a prompt, in the folder of its answer, with the prompt on standard input. Says what went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "RIGBENCH_ID": prompt.id, "RIGBENCH_FILES": " ".join(prompt.entries)}
    process = subprocess.Popen(command, shell=True, cwd=folder, env=environment, start_new_session=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        output, _ = process.communicate(prompt.instruction().encode(), timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return f"took more than {seconds:g} s"
    if process.returncode:
        return f"ended with {process.returncode}"
    if not (folder / prompt.entries[0]).exists():
        for name, text in documents(output.decode("utf-8", "replace"), prompt).items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    return None


def answer_all(command, prompts, folder, seconds, say):
    """Asks for every prompt that has no answer yet. A prompt whose command failed is asked again by the next run."""
    for prompt in prompts:
        place = folder / prompt.id
        if (place / DONE).exists():
            continue
        problem = ask(command, prompt, place, seconds)
        say(f"{prompt.id}: {problem or 'answered'}")
        if not problem:
            (place / DONE).touch()
