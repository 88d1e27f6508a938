"""Where documents and the files they name come from: a mapping, or a folder on disk."""

from __future__ import annotations

import ctypes
import errno
import os
import stat
from pathlib import Path
from typing import Iterable, Mapping, Optional, Union

from . import _library

Text = Union[str, bytes]
Files = Union[Mapping[str, Text], os.PathLike[str], str]
Document = Union[str, os.PathLike[str], Mapping[str, Text]]

TEXT_NAME = "<text>"
_MAX_FILE_SIZE = 64 << 20  # that of the library


def type_error(name: str, value: object, expected: str) -> TypeError:
    return TypeError(f"{name}: expected {expected}, not {type(value).__name__}")


class Source:
    """Finds files for the library; keeps the last one alive for it."""

    def __init__(self, entry: str, memory: Mapping[str, Text], root: Optional[Path]) -> None:
        self.entry = entry
        self.error: Optional[BaseException] = None
        self.reader = _library.Reader(self._read)
        self._memory = {_normal(name): text for name, text in memory.items()}
        self._root = root.resolve() if root is not None else None
        self._last: Optional[ctypes.Array[ctypes.c_char]] = None
        self._found: dict[str, None] = {}  # the names that were asked for, in order

    @property
    def dependencies(self) -> tuple[str, ...]:
        """Every file that was asked for, also those that are not there: whoever watches them sees when that changes."""
        on_disk = (name for name in self._found if name not in self._memory)
        return tuple(str(self._root / name) for name in on_disk) if self._root is not None else ()

    @property
    def names(self) -> tuple[str, ...]:
        """What was asked for, as the library calls it."""
        return tuple(self._found)

    def texts(self, names: Iterable[str]) -> dict[str, bytes]:
        """These files as they are now, without those that are not there."""
        found = {name: self._find(name) for name in names}
        return {name: content for name, content in found.items() if isinstance(content, bytes)}

    def _read(self, _context, path, data, size) -> int:
        # An exception cannot pass through the library.
        try:
            self._found[path.decode()] = None
            found = self._find(path.decode())
        except OSError:
            return _library.FILE_UNREADABLE
        except BaseException as error:  # pylint: disable=broad-except
            self.error = error
            return _library.FILE_UNREADABLE
        if isinstance(found, int):
            return found
        self._last = ctypes.create_string_buffer(found, len(found)) if found else None
        data[0] = ctypes.cast(self._last, ctypes.c_void_p) if found else None
        size[0] = len(found)
        return _library.FILE_OK

    def name_of(self, path: Union[str, os.PathLike[str]]) -> str:
        """What the library calls a file: a path like that of the document, or a name beside it."""
        name = os.fspath(path)
        if self._root is None or name in self._memory:
            return name
        for folder in (Path.cwd(), (self._root / self.entry).parent):
            whole = (folder / name).resolve()
            if whole.is_relative_to(self._root) and whole.is_file():
                return whole.relative_to(self._root).as_posix()
        return name

    def read(self) -> bytes:
        """The document itself."""
        found = self._find(self.entry)
        if isinstance(found, int):
            raise _os_error(errno.EIO if found != _library.FILE_NOT_FOUND else errno.ENOENT, self.entry)
        return found

    def _find(self, path: str) -> Union[bytes, int]:
        if path in self._memory:
            text = self._memory[path]
            return text.encode() if isinstance(text, str) else bytes(text)
        return _library.FILE_NOT_FOUND if self._root is None else _read_below(self._root, path)


def _normal(name: str) -> str:
    return os.path.normpath(name).replace(os.sep, "/")


def _read_below(root: Path, path: str) -> Union[bytes, int]:
    """A regular file inside `root`, links followed."""
    try:
        whole = (root / path).resolve()
    except RuntimeError:  # links that lead to themselves
        return _library.FILE_UNREADABLE
    if not whole.is_relative_to(root):
        return _library.FILE_OUTSIDE_ROOT
    try:
        # A pipe must not block.
        handle = os.open(whole, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    except (FileNotFoundError, NotADirectoryError):
        return _library.FILE_NOT_FOUND
    try:
        return _read_open(handle)
    finally:
        os.close(handle)


def _read_open(handle: int) -> Union[bytes, int]:
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        return _library.FILE_NOT_REGULAR
    if status.st_size > _MAX_FILE_SIZE:
        return _library.FILE_TOO_LARGE
    with os.fdopen(handle, "rb", closefd=False) as file:
        # The file may grow meanwhile; the library refuses the byte too much.
        return file.read(_MAX_FILE_SIZE + 1)


def _root_for(path: Path, root: Optional[Path]) -> Path:
    """As the program: the working directory if it contains the document, else the document's folder."""
    if root is not None:
        return root.resolve()
    folder = Path.cwd().resolve()
    return folder if path.resolve().is_relative_to(folder) else path.resolve().parent


def _os_error(number: int, path: str) -> OSError:
    return OSError(number, os.strerror(number), path)


def _folder(path: str) -> Path:
    if not stat.S_ISDIR(os.stat(path).st_mode):  # raises FileNotFoundError
        raise _os_error(errno.ENOTDIR, path)
    return Path(path)


def _on_disk(name: str, root: Optional[Path]) -> Source:
    if stat.S_ISDIR(os.stat(name).st_mode):  # raises FileNotFoundError
        raise _os_error(errno.EISDIR, name)
    path = Path(name)
    base = _root_for(path, root)
    # The name the caller knows, if it leads below the root without links.
    whole = Path(os.path.normpath(Path.cwd() / path))
    if not whole.is_relative_to(base):
        whole = path.resolve()
    if not whole.is_relative_to(base):
        raise ValueError(f"document: {path} is not inside {base}")
    return Source(whole.relative_to(base).as_posix(), {}, base)


def _texts(name: str, given: Mapping[str, Text]) -> dict[str, Text]:
    for path, text in given.items():
        if not isinstance(path, str):
            raise type_error(name, path, "names that are str")
        if not isinstance(text, (str, bytes, bytearray, memoryview)):
            raise type_error(f"{name}[{path!r}]", text, "a str or bytes")
    return dict(given)


def source_of(document: Document, files: Optional[Files], entry: Optional[str]) -> Source:
    """`files` is a mapping or a folder with what the document refers to."""
    is_folder = isinstance(files, (str, os.PathLike))
    root = _folder(os.fspath(files)) if is_folder else None  # type: ignore[arg-type]
    if files is not None and not is_folder and not isinstance(files, Mapping):
        raise type_error("files", files, "a mapping or a folder")
    memory = _texts("files", files) if isinstance(files, Mapping) else {}
    if isinstance(document, Mapping):
        if not document:
            raise ValueError("document: the mapping is empty")
        first = entry if entry is not None else next(iter(document))
        return Source(first, {**memory, **_texts("document", document)}, root)
    if entry is not None:
        raise TypeError("entry: only for documents in a mapping")
    if isinstance(document, str) and "\n" in document:
        return Source(TEXT_NAME, {**memory, TEXT_NAME: document}, root)
    if isinstance(document, (str, os.PathLike)):
        if memory:
            raise type_error("files", files, "a folder, as the document is on disk")
        return _on_disk(os.fspath(document), root)
    raise type_error("document", document, "a path, a text or a mapping")
