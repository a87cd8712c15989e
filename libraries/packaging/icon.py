#!/usr/bin/env python3
"""Draws libraries/packaging/icon.png, the packages' icon, which is the page's (web/report.html). Needs nothing but Python."""

import pathlib
import struct
import zlib

SIDE = 128
SAMPLES = 4  # points a pixel in each direction, for smooth edges

GROUND = (47, 111, 214)
BAR = (255, 255, 255)


def in_ground(x, y, radius=32):
    dx = max(radius - x, x - (SIDE - radius), 0)
    dy = max(radius - y, y - (SIDE - radius), 0)
    return dx * dx + dy * dy <= radius * radius


def in_bar(x, y, radius=9.6):
    # Two strokes with round ends.
    above = max(36 - y, y - 92, 0)
    return any((x - middle) ** 2 + above**2 <= radius * radius for middle in (44, 84))


def colour(x, y):
    if not in_ground(x, y):
        return (0, 0, 0, 0)
    return (*(BAR if in_bar(x, y) else GROUND), 255)


def pixel(column, row):
    points = [
        colour(column + (i + 0.5) / SAMPLES, row + (j + 0.5) / SAMPLES)
        for i in range(SAMPLES)
        for j in range(SAMPLES)
    ]
    solid = [point for point in points if point[3]]
    if not solid:
        return bytes(4)
    mean = [sum(point[part] for point in solid) // len(solid) for part in range(3)]
    return bytes([*mean, 255 * len(solid) // len(points)])


def chunk(kind, body):
    return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))


def main():
    rows = b''.join(b'\0' + b''.join(pixel(column, row) for column in range(SIDE)) for row in range(SIDE))
    header = struct.pack('>IIBBBBB', SIDE, SIDE, 8, 6, 0, 0, 0)
    png = b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(rows, 9)) + chunk(b'IEND', b'')
    pathlib.Path(__file__).with_suffix('.png').write_bytes(png)


if __name__ == '__main__':
    main()
