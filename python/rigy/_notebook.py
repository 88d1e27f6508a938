"""How notebooks show a result: the web component (docs/component.md) in a frame that needs no network, or a picture."""

from __future__ import annotations

import base64
import gzip
import html
import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any, Callable, Mapping, Optional
from urllib.parse import quote

Draw = Optional[Callable[[], Any]]  # gives a Picture
View = Optional[Callable[[], Optional[tuple[str, Optional[str], Mapping[str, bytes]]]]]  # entry, pose, files by name

_ADDRESS = "https://rigy.invalid/"  # an address that no network has; everything below it is in the frame
_SCRIPT = "rigy-model.js"
_PARTS = (_SCRIPT, "rigy.wasm")

# Answers what the component asks for, then starts it. Its script is a blob, which is nowhere, so it is told where it is.
_START = """
const files = FILES;
const address = 'ADDRESS';
const unpacked = (name) => {
  const bytes = Uint8Array.from(atob(files[name]), (letter) => letter.charCodeAt(0));
  return new Response(bytes).body.pipeThrough(new DecompressionStream('gzip'));
};
const fetched = window.fetch;
window.fetch = async (from, options) => {
  const name = decodeURIComponent(String(from.url ?? from).replace(address, ''));
  if (!String(from.url ?? from).startsWith(address)) return fetched(from, options);
  if (!(name in files)) return new Response('', {status: 404});
  const type = name.endsWith('.wasm') ? 'application/wasm' : 'text/plain';
  return new Response(unpacked(name), {headers: {'Content-Type': type}});
};
new Response(unpacked('SCRIPT')).text().then((script) => {
  const placed = script.replaceAll('import.meta.url', JSON.stringify(address));
  return import(URL.createObjectURL(new Blob([placed], {type: 'text/javascript'})));
});
"""


def png_of(draw: Draw, expected: tuple[type[BaseException], ...]) -> Optional[bytes]:
    """Nothing if it cannot be drawn: it may be too large, or the document may have changed."""
    try:
        return draw().png if draw is not None else None
    except expected:
        return None


def component_folder() -> Optional[Path]:
    """The folder of the web component: that of the package, unless RIGY_COMPONENT names another."""
    folder = Path(os.environ.get("RIGY_COMPONENT") or Path(__file__).with_name("component"))
    return folder if all((folder / part).is_file() for part in _PARTS) else None


def _packed(content: bytes) -> str:
    return base64.b64encode(gzip.compress(content, mtime=0)).decode()


@lru_cache(maxsize=2)
def _component(folder: Path) -> dict[str, str]:
    return {part: _packed((folder / part).read_bytes()) for part in _PARTS}


def _page(files: Mapping[str, str], entry: str, pose: Optional[str]) -> str:
    listed = json.dumps(files).replace("<", "\\u003c")
    start = _START.replace("ADDRESS", _ADDRESS).replace("SCRIPT", _SCRIPT).replace("FILES", listed)
    attributes = f'src="{_ADDRESS}{quote(entry)}"' + (f' pose="{html.escape(pose)}"' if pose else "")
    style = "html,body,rigy-model{margin:0;width:100%;height:100%;display:block}"
    return f"<!doctype html><meta charset=utf-8><style>{style}</style><rigy-model {attributes}></rigy-model><script>{start}</script>"


def html_of(view: View) -> Optional[str]:
    """A frame with the model in it; nothing without the component, or if it cannot show this document."""
    folder = component_folder()
    try:
        shown = view() if view is not None and folder is not None else None
    except OSError:
        return None
    if shown is None or folder is None:
        return None
    entry, pose, documents = shown
    files = {**_component(folder), **{name: _packed(content) for name, content in documents.items()}}
    page = html.escape(_page(files, entry, pose), quote=True)
    return f'<iframe sandbox="allow-scripts" style="width:100%;height:420px;border:0" srcdoc="{page}"></iframe>'
