"""A summed-up strategy drawn as one SVG: a bar for each holding, a colour for each kind of deed."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from hoodwink.envs.core.portrait import GROUP, Deed
from hoodwink.training.portrait.scenes import Bar, Portrait, Scene
from hoodwink.training.portrait.text import met, percent

FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
WIDTH, MARGIN = 880, 36
BAR_X, BAR_WIDTH, BAR_HEIGHT, STEP, GAP = 236, 540, 24, 31, 9  # pixels
TITLE_WIDTH = 10.2  # pixels a letter, of the widest font there may be
INK, GREY, FAINT, PAPER = "#1c2430", "#667085", "#e6e9ef", "#ffffff"
TONES = {  # fill, and the ink on it; told apart by those who see no red or green too
    "quiet": ("#d3d9e3", INK),
    "open": ("#2f6fb3", "#ffffff"),
    "bluff": ("#f0a03c", INK),
    "attack": ("#b3324a", "#ffffff"),
    "show": ("#6b57a5", "#ffffff"),
    "way1": ("#9cc9c4", INK),
    "way2": ("#4f9a94", "#ffffff"),
    "way3": ("#c8b88a", INK),
    "way4": ("#8c7a45", "#ffffff"),
}


def svg(portrait: Portrait) -> str:
    """Return the picture of a strategy."""
    parts: list[str] = [*_head(portrait)]
    y = MARGIN + 34 + 20 * len(portrait.notes) + 34
    longest = max((len(scene.title.text) for scene in portrait.scenes), default=0)
    legend = max(BAR_X, MARGIN + TITLE_WIDTH * longest + 8)
    for scene in portrait.scenes:
        parts += _scene(scene, legend, y)
        y += 62 + STEP * len(scene.bars) + GAP * _gaps(scene.bars)[-1]
    parts += _foot(y)
    height = y + 40
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" font-family="{escape(FONT)}" font-size="14" '
            f'fill="{INK}" role="img">',
            f"<title>{escape(portrait.title)}</title>",
            f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _head(portrait: Portrait) -> Iterator[str]:
    yield _text(MARGIN, MARGIN + 20, portrait.title, size=26, weight=700)
    for i, note in enumerate(portrait.notes):
        yield _text(MARGIN, MARGIN + 48 + 20 * i, note, fill=GREY)


def _foot(y: int) -> Iterator[str]:
    yield _text(
        MARGIN, y,
        "A bar shows how often each thing is done; the number beside it, how often it comes to "
        "that in 100 games if all play like this.",
        size=12, fill=GREY,
    )  # fmt: skip


def _scene(scene: Scene, legend: float, y: int) -> Iterator[str]:
    """Yield a scene whose title stands at the height `y`: legend, then a bar for each holding."""
    yield _text(MARGIN, y, scene.title.text, size=16, weight=600)
    yield from _legend(scene.deeds, legend, y)
    yield _text(WIDTH - MARGIN, y, "in 100 games", size=11, fill=GREY, anchor="end")
    yield f'<path d="M{MARGIN} {y + 10}H{WIDTH - MARGIN}" stroke="{FAINT}"/>'
    for i, (bar, gaps) in enumerate(zip(scene.bars, _gaps(scene.bars), strict=True)):
        yield from _bar(bar, scene.deeds, y + 20 + STEP * i + GAP * gaps)


def _gaps(bars: Sequence[Bar]) -> list[int]:
    """Return how many gaps lie above each bar: one between two groups of holdings."""
    groups = [bar.holding.rank // GROUP for bar in bars]
    return [len(set(groups[: i + 1])) - 1 for i in range(len(groups))]


def _legend(deeds: Iterable[Deed], x: float, y: int) -> Iterator[str]:
    for deed in deeds:
        fill = TONES[deed.tone][0]
        yield f'<rect x="{x:.1f}" y="{y - 10}" width="12" height="12" rx="3" fill="{fill}"/>'
        yield _text(x + 17, y, deed.text, size=13)
        x += 17 + 7.0 * len(deed.text) + 16


def _bar(bar: Bar, deeds: Iterable[Deed], y: int) -> Iterator[str]:
    middle = y + BAR_HEIGHT / 2 + 5
    yield _text(MARGIN, middle, bar.holding.text)
    x = float(BAR_X)
    for deed in deeds:
        width = BAR_WIDTH * bar.share(deed)
        if width >= 0.5:
            fill, ink = TONES[deed.tone]
            yield (
                f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{BAR_HEIGHT}" '
                f'fill="{fill}" stroke="{PAPER}"><title>{escape(deed.text)}: '
                f"{percent(bar.share(deed))}</title></rect>"
            )
            if width >= 38:
                share = percent(bar.share(deed))
                yield _text(x + width / 2, middle, share, size=13, fill=ink, anchor="middle")
        x += width
    yield _text(WIDTH - MARGIN, middle, met(bar), size=13, fill=GREY, anchor="end")


def _text(
    x: float, y: float, text: str, *, size: int = 14, weight: int = 400, fill: str = INK,
    anchor: str = "start",
) -> str:  # fmt: skip
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )
