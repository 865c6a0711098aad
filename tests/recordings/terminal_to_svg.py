#!/usr/bin/env python3
"""The screen of a terminal, with its colours as escape sequences on standard input, as an SVG image on standard output."""
import html
import re
import sys

CHARACTER_WIDTH, LINE_HEIGHT, MARGIN, TITLE_HEIGHT = 8.4, 18, 14, 30
BACKGROUND, FOREGROUND = "#1e1f29", "#e6e6e6"
BASIC = ["#21222c", "#ff6e67", "#5af78e", "#f4f99d", "#8ab4ff", "#ff92d0", "#9aedfe", "#e6e6e6",
         "#7f849c", "#ff8a84", "#7bfaa5", "#f7fbb5", "#a7c7ff", "#ffabdb", "#b4f2fe", "#ffffff"]


def indexed(number):
    if number < 16:
        return BASIC[number]
    if number < 232:
        number -= 16
        steps = [0, 95, 135, 175, 215, 255]
        return "#%02x%02x%02x" % (steps[number // 36], steps[number // 6 % 6], steps[number % 6])
    grey = 8 + (number - 232) * 10
    return "#%02x%02x%02x" % (grey, grey, grey)


class Style:
    def __init__(self):
        self.reset()

    def reset(self):
        self.foreground, self.background, self.bold, self.inverse = None, None, False, False

    def apply(self, codes):
        codes = [int(code or 0) for code in codes.replace(":", ";").split(";")]
        while codes:
            code = codes.pop(0)
            if code == 0:
                self.reset()
            elif code == 1:
                self.bold = True
            elif code == 22:
                self.bold = False
            elif code == 7:
                self.inverse = True
            elif code == 27:
                self.inverse = False
            elif code in (38, 48):
                colour = None
                kind = codes.pop(0) if codes else 0
                if kind == 5 and codes:
                    colour = indexed(codes.pop(0))
                elif kind == 2 and len(codes) >= 3:
                    colour = "#%02x%02x%02x" % tuple(codes[:3])
                    del codes[:3]
                if code == 38:
                    self.foreground = colour
                else:
                    self.background = colour
            elif code == 39:
                self.foreground = None
            elif code == 49:
                self.background = None
            elif 30 <= code <= 37:
                self.foreground = BASIC[code - 30]
            elif 40 <= code <= 47:
                self.background = BASIC[code - 40]
            elif 90 <= code <= 97:
                self.foreground = BASIC[code - 82]
            elif 100 <= code <= 107:
                self.background = BASIC[code - 92]

    def colours(self):
        foreground, background = self.foreground or FOREGROUND, self.background or BACKGROUND
        return (background, foreground) if self.inverse else (foreground, background)


def runs(line, style):
    """Pieces of a line with their style: text, foreground, background, bold."""
    for part in re.split(r"(\x1b\[[0-9;:]*m|\x1b\([A-Z0-9]|[\x0e\x0f])", line):
        sequence = re.fullmatch(r"\x1b\[([0-9;:]*)m", part)
        if sequence:
            style.apply(sequence.group(1))
        elif part and not part.startswith("\x1b") and part not in "\x0e\x0f":
            yield (part, *style.colours(), style.bold)


def main():
    title = sys.argv[1] if len(sys.argv) > 1 else ""
    style = Style()
    lines = [list(runs(line, style)) for line in sys.stdin.read().rstrip("\n").split("\n")]
    while lines and not "".join(run[0] for run in lines[-1]).strip():
        lines.pop()
    # Blanks at the end of a line show nothing, unless they have a colour of their own.
    for line in lines:
        while line and not line[-1][0].strip() and line[-1][2] == BACKGROUND:
            line.pop()
    columns = max((sum(len(run[0]) for run in line) for line in lines), default=1)
    width = columns * CHARACTER_WIDTH + 2 * MARGIN
    height = len(lines) * LINE_HEIGHT + 2 * MARGIN + TITLE_HEIGHT
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
          f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">')
    print(f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>')
    for number, colour in enumerate(["#ff5f57", "#febc2e", "#28c840"]):
        print(f'<circle cx="{MARGIN + 6 + number * 18}" cy="17" r="5.5" fill="{colour}"/>')
    print(f'<text x="{width / 2:.0f}" y="22" fill="#9aa0b0" text-anchor="middle" font-size="13">{html.escape(title)}</text>')
    for row, line in enumerate(lines):
        column, top = 0, TITLE_HEIGHT + MARGIN + row * LINE_HEIGHT
        for text, foreground, background, bold in line:
            x, length = MARGIN + column * CHARACTER_WIDTH, len(text) * CHARACTER_WIDTH
            if background != BACKGROUND:
                print(f'<rect x="{x:.1f}" y="{top}" width="{length:.1f}" height="{LINE_HEIGHT}" fill="{background}"/>')
            if text.strip():
                weight = ' font-weight="bold"' if bold else ""
                print(f'<text x="{x:.1f}" y="{top + 13}" fill="{foreground}"{weight} xml:space="preserve" '
                      f'textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs">{html.escape(text)}</text>')
            column += len(text)
    print("</svg>")


if __name__ == "__main__":
    main()
