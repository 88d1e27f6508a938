"""Joins the pictures that rigy draws into one sheet."""
import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {2: 3, 6: 4}


def chunks(data):
    at = len(SIGNATURE)
    while at < len(data):
        size, name = struct.unpack_from(">I4s", data, at)
        yield name, data[at + 8:at + 8 + size]
        at += 12 + size


def paeth(left, up, corner):
    guess = left + up - corner
    near = [abs(guess - left), abs(guess - up), abs(guess - corner)]
    return (left, up, corner)[near.index(min(near))]


def unfilter(kind, line, above, step):
    """Restores a row of bytes in place."""
    for i, value in enumerate(line):
        left = line[i - step] if i >= step else 0
        corner = above[i - step] if i >= step else 0
        guess = (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner) if kind == 4 else 0)[kind]
        line[i] = (value + guess) & 255


def read(data):
    """Width, height and rows of red, green and blue of an 8 bit picture that is not interlaced."""
    parts = list(chunks(data))
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", parts[0][1])
    if depth != 8 or kind not in CHANNELS or interlaced:
        raise ValueError("not a picture that rigy draws")
    raw = zlib.decompress(b"".join(body for name, body in parts if name == b"IDAT"))
    step = CHANNELS[kind]
    rows, above = [], bytearray(width * step)
    for y in range(height):
        start = y * (width * step + 1)
        line = bytearray(raw[start + 1:start + 1 + width * step])
        if raw[start]:
            unfilter(raw[start], line, above, step)
        above = line
        rows.append(line if step == 3 else bytearray(b for i, b in enumerate(line) if i % 4 != 3))
    return width, height, rows


def write(width, rows):
    """Every row as the difference to the one above, which suits pictures with plain grounds."""
    raw, above = bytearray(), bytes(width * 3)
    for line in rows:
        raw.append(2)
        raw += bytes((a - b) & 255 for a, b in zip(line, above))
        above = line
    body = [(b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(bytes(raw), 9)), (b"IEND", b"")]
    return SIGNATURE + b"".join(struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
                                for name, data in body)


def sheet(pictures, columns):
    """Pictures of one size, side by side and below each other."""
    width, height, _ = pictures[0]
    blank = (width, height, [bytearray(b"\xff" * width * 3)] * height)
    pictures = pictures + [blank] * (-len(pictures) % columns)
    rows = []
    for first in range(0, len(pictures), columns):
        line = pictures[first:first + columns]
        rows += [b"".join(picture[2][y] for picture in line) for y in range(height)]
    return write(width * columns, rows)
