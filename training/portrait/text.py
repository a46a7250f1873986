"""A summed-up strategy as text: lines of at most 80 columns, or Markdown."""

from collections.abc import Iterator

from hoodwink.training.portrait.scenes import Bar, Portrait, Scene

WIDTH = 80
MET = "in 100"  # games: how often a holding is met
CELL = 8  # columns, the least for a deed
HOLDING = 26  # columns, the most for a holding


def lines(portrait: Portrait) -> Iterator[str]:
    """Yield a strategy as tables for a terminal."""
    yield portrait.title
    yield from portrait.notes
    names = [bar.holding.text for scene in portrait.scenes for bar in scene.bars]
    titles = [scene.title.text for scene in portrait.scenes]
    first = min(HOLDING, max(map(len, [*names, *titles]), default=0))
    for scene in portrait.scenes:
        yield ""
        yield from _table(scene, first)
    yield ""
    yield f"How often each thing is done; {MET}: how often it comes to that in 100 games."


def _table(scene: Scene, first: int) -> Iterator[str]:
    """Yield a scene: a line for each holding, a column for each deed, names wrapped to its width.

    `first` is the width of the first column.
    """
    room = (WIDTH - first - len(MET) - 2) // len(scene.deeds) - 2
    heads = [_wrapped(deed.text, max(room, CELL)) for deed in scene.deeds]
    widths = [max(CELL, *map(len, head)) for head in heads]
    titles = _wrapped(scene.title.text, first)
    tall = max(len(titles), *map(len, heads))
    for i in range(tall):
        cells = [_at(head, i, tall).rjust(width) for head, width in zip(heads, widths, strict=True)]
        last = MET if i == tall - 1 else ""
        yield _line(_at(titles, i, tall), first, [*cells, last.rjust(len(MET))])
    for bar in scene.bars:
        cells = [
            percent(bar.share(deed)).rjust(width)
            for deed, width in zip(scene.deeds, widths, strict=True)
        ]
        yield _line(bar.holding.text, first, [*cells, met(bar).rjust(len(MET))])


def _line(first: str, width: int, cells: list[str]) -> str:
    return "  ".join([first[:width].ljust(width), *cells]).rstrip()


def _at(words: list[str], i: int, tall: int) -> str:
    """Return line `i` of a head of `tall` lines that stands at the bottom."""
    place = i - (tall - len(words))
    return words[place] if place >= 0 else ""


def _wrapped(text: str, width: int) -> list[str]:
    found = [""]
    for word in text.split():
        longer = f"{found[-1]} {word}".strip()
        if len(longer) <= width or not found[-1]:
            found[-1] = longer
        else:
            found.append(word)
    return found


def percent(share: float) -> str:
    """Return a share in 0..1 as `63 %`; `-` for nothing at all."""
    if share < 0.0005:
        return "-"
    if 0.01 <= share <= 0.99 or share > 0.9995:
        return f"{100 * share:.0f} %"
    return f"{100 * share:.1f} %"


def met(bar: Bar) -> str:
    """Return how often a holding is met in 100 games."""
    times = 100 * bar.met
    return f"{times:.0f}" if times >= 10 else f"{times:.1f}"


def markdown(portrait: Portrait) -> Iterator[str]:
    """Yield a strategy as a page of Markdown, a table for each scene."""
    yield f"# {portrait.title}"
    yield ""
    yield "  \n".join(portrait.notes)
    for scene in portrait.scenes:
        yield ""
        yield f"## {scene.title.text}"
        yield ""
        yield f"| | {' | '.join(deed.text for deed in scene.deeds)} | met in 100 games |"
        yield "| --- |" + " ---: |" * (len(scene.deeds) + 1)
        for bar in scene.bars:
            shares = " | ".join(percent(bar.share(deed)) for deed in scene.deeds)
            yield f"| {bar.holding.text} | {shares} | {met(bar)} |"
