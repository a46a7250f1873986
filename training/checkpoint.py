"""Saved agents: a folder with `agent.json` and `weights.safetensors`, safe to load from anybody.

Loading runs no code of the folder. It refuses, with the reason: another game, another version of
its rules, another observation layout, and every file that is not exactly what was saved.
"""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import torch
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass
from safetensors import SafetensorError
from safetensors.torch import load, save

from hoodwink.envs.core.errors import HoodwinkError
from hoodwink.envs.core.files import write_whole
from hoodwink.envs.core.game import Game, layout_hash
from hoodwink.training.network import Network, NetworkConfig, blank_network

CARD, WEIGHTS = "agent.json", "weights.safetensors"
NEXT = "weights.next.safetensors"  # there only while an agent is saved, or if that was killed
LARGEST_CARD = 1 << 20  # bytes
LARGEST_HEADER = 1 << 16  # bytes of a weights file beside the weights

Text = Annotated[str, Field(max_length=200)]


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Card:
    """What `agent.json` holds."""

    format: Literal[1]
    game: Text
    rules_version: Text
    options: list[dict[str, Any]]  # those it was trained with
    observation_layout: Text  # see `layout_hash`
    network: NetworkConfig
    weights_sha256: Text
    training: dict[str, Any]  # how it was trained, for people


def save_agent(
    folder: Path, game: Game, network: Network, config: NetworkConfig,
    options: list[dict[str, Any]], training: Mapping[str, Any],
) -> None:  # fmt: skip
    """Save `network` into `folder`, in place of an agent that may be there.

    Killed at any moment, it leaves the old agent or the new: the card names its weights by their
    checksum, and both files of weights are there until it has changed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tensors = {name: t.detach().cpu().contiguous() for name, t in network.state_dict().items()}
    weights = save(tensors)
    card = {
        "format": 1,
        "game": game.name,
        "rules_version": game.rules_version,
        "options": options,
        "observation_layout": layout_hash(game),
        "network": {"hidden": list(config.hidden)},
        "weights_sha256": _sha256(weights),
        "training": dict(training),
    }
    write_whole(folder / NEXT, weights)
    write_whole(folder / CARD, (json.dumps(card, indent=2) + "\n").encode())
    os.replace(folder / NEXT, folder / WEIGHTS)


def read_card(folder: Path) -> Card:
    """Return what the `agent.json` of a folder says; HoodwinkError names what is wrong."""
    path = folder / CARD
    content = _content(path, LARGEST_CARD)
    try:
        return TypeAdapter(Card).validate_json(content, strict=True)
    except ValidationError as error:
        raise HoodwinkError(f"{path}: {first_error(error)}") from None


def first_error(error: ValidationError) -> str:
    """Return the first complaint of pydantic in one line."""
    first = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in first["loc"][:6])
    given = repr(first["input"])
    given = given if len(given) <= 60 else given[:60] + "..."
    if first["type"] == "json_invalid":
        return f"this is no JSON: {first['msg']}"
    return f"{key or 'top level'}: {first['msg']}, given {given}"


def read_agent(folder: Path, game: Game) -> Network:
    """Return the network saved in `folder`; HoodwinkError gives the reason if it does not fit."""
    card = read_card(folder)
    check_fits(card, game, f"{folder}: this agent does not fit", "where it was trained")
    network = blank_network(game, card.network)
    expected = network.state_dict()
    bytes_expected = sum(t.numel() * t.element_size() for t in expected.values())
    path, content = _weights(folder, bytes_expected + LARGEST_HEADER, card.weights_sha256)
    try:
        tensors = load(content)
    except (SafetensorError, ValueError, KeyError) as error:
        raise HoodwinkError(f"{path}: damaged: {error}") from None
    _check_tensors(path, tensors, expected)
    if _sha256(content) != card.weights_sha256:
        raise HoodwinkError(f"{path}: these are not the weights that {CARD} was saved with")
    network.load_state_dict(tensors)
    return network.eval()


def _weights(folder: Path, largest: int, sha256: str) -> tuple[Path, bytes]:
    """Return the file of weights and its content; of two, the one that the card names."""
    if (folder / NEXT).is_file():
        content = _content(folder / NEXT, largest)
        if _sha256(content) == sha256:
            return folder / NEXT, content
    return folder / WEIGHTS, _content(folder / WEIGHTS, largest)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _content(path: Path, largest: int) -> bytes:
    if not path.is_file():
        raise HoodwinkError(f"{path}: there is no such file")
    with path.open("rb") as file:
        content = file.read(largest + 1)
    if len(content) > largest:
        raise HoodwinkError(f"{path}: larger than the {largest} bytes that it may have")
    return content


def check_fits(card: Any, game: Game, complaint: str, then: str) -> None:
    """Raise HoodwinkError, `complaint` first, if `card` is of another game, rules or layout.

    A card has `game`, `rules_version` and `observation_layout`; `then` says when it was written.
    """
    ours = (game.name, game.rules_version, layout_hash(game))
    theirs = (card.game, card.rules_version, card.observation_layout)
    words = ("the game", "the rules version", "the observation layout")
    for what, our, their in zip(words, ours, theirs, strict=True):
        if our != their:
            raise HoodwinkError(
                f"{complaint}: {what} is {our[:40]!r} here, but {their[:40]!r} {then}"
            )


def _check_tensors(path: Path, given: dict[str, Any], expected: Mapping[str, Any]) -> None:
    for name in sorted(given.keys() | expected.keys()):
        if name not in given:
            raise HoodwinkError(f"{path}: the tensor {name} is missing")
        if name not in expected:
            raise HoodwinkError(f"{path}: unknown tensor {name[:60]!r}")
        ours, theirs = expected[name], given[name]
        if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
            raise HoodwinkError(
                f"{path}: {name} has shape {tuple(theirs.shape)} of {theirs.dtype}, "
                f"but must have {tuple(ours.shape)} of {ours.dtype}"
            )
        if not torch.isfinite(theirs).all():
            raise HoodwinkError(f"{path}: {name} holds numbers that are not finite")
