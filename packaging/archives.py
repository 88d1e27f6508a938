"""Archives whose bytes depend only on the names, modes and contents of the files: sorted, without owners, all with one
time."""

import gzip
import tarfile
import time
import zipfile


def files_below(folder):
    """None may be a link: zip files have none, and a link to elsewhere would be nothing where it is unpacked."""
    paths = sorted(path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    for path in paths:
        if path.is_symlink() or not path.is_file():
            raise SystemExit(f"package: '{path}' is not a plain file")
    return paths


def mode_of(path):
    return 0o755 if path.stat().st_mode & 0o100 else 0o644


def write_tar_gz(folder, target, epoch):
    """`folder` becomes the only entry at the top of the archive."""
    with open(target, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=epoch) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for path in files_below(folder):
            entry = archive.gettarinfo(path, str(path.relative_to(folder.parent)))
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = "root"
            entry.mtime = epoch
            entry.mode = mode_of(path)
            with open(path, "rb") as file:
                archive.addfile(entry, file)


def write_zip(folder, target, epoch):
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in files_below(folder):
            entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), time.gmtime(epoch)[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, where modes are
            entry.external_attr = (0o100000 | mode_of(path)) << 16
            archive.writestr(entry, path.read_bytes())
