"""The plot of records/performance.md: time against n on logarithmic axes, with the floor drawn in."""

import math

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 660, 400, 70, 50, 30, 40


def scale(low, high, start, end):
    span = math.log10(high) - math.log10(low)
    return lambda value: start + (math.log10(value) - math.log10(low)) / span * (end - start)


def decades(low, high):
    return [10.0**k for k in range(math.ceil(math.log10(low)), math.floor(math.log10(high)) + 1)]


def label(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:g} {unit}"
    return f"{nanoseconds:g} ns"


def line(points, color, name, x, y):
    path = " ".join(f"{x(n):.1f},{y(time):.1f}" for n, time in points)
    dots = "".join(f'<circle cx="{x(n):.1f}" cy="{y(time):.1f}" r="4" fill="{color}"/>' for n, time in points)
    last_n, last_time = points[-1]
    text = (f'<text x="{x(last_n) - 8:.1f}" y="{y(last_time) - 10:.1f}" text-anchor="end" '
            f'fill="{color}">{name}</text>')
    return f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="2"/>{dots}{text}'


def time_against_n(points):
    """points: (n, nanoseconds of rigy, nanoseconds of the floor, bytes of the output)."""
    times = [time for _, ours, floor, _ in points for time in (ours, floor)]
    low, high = min(times) / 1.5, max(times) * 1.5
    x = scale(points[0][0], points[-1][0], LEFT, WIDTH - RIGHT)
    y = scale(low, high, HEIGHT - BOTTOM, TOP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             'font-family="sans-serif" font-size="13">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for time in decades(low, high):
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(time):.1f}" y2="{y(time):.1f}" stroke="#ddd"/>'
                     f'<text x="{LEFT - 8}" y="{y(time) + 4:.1f}" text-anchor="end">{label(time)}</text>')
    for n, *_ in points:
        parts.append(f'<text x="{x(n):.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{n:,}</text>')
    parts.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 10}" text-anchor="middle">capsules</text>')
    parts.append(line([(n, floor) for n, _, floor, _ in points], "#888", "writing the bytes", x, y))
    parts.append(line([(n, ours) for n, ours, _, _ in points], "#c33", "rigy compile", x, y))
    return "\n".join(parts) + "\n</svg>\n"
