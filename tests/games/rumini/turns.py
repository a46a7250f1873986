"""Who decides next in Rumini: questions, the end of a turn, of flags and of the game."""

from typing import Any

from tests.games.rumini.positions import TURN_KEYS, Position, add, clockwise


def ask(p: Position, phase: str, **pending: Any) -> None:
    """Put a question to the seat whose turn it is."""
    p["phase"], p["to_move"] = phase, p["turn"]
    p.pop("pending", None)
    if pending:
        p["pending"] = pending


def ask_chance(p: Position, event: str, **more: Any) -> None:
    """Let chance decide."""
    p["phase"], p["to_move"] = "chance", "chance"
    p["pending"] = {"event": event, **more}


def lapse(p: Position) -> None:
    """Use up what holds for one roll, for the dice that were rolled (G30, G32, G52)."""
    own, dice = p["seats"][p["turn"]], p["dice"]
    own["slow"] = max(0, own["slow"] - 1)
    if own["staying"]:
        return
    own["free_dir"] = False
    if "a" not in dice:
        return
    own["bonus"] = own["numbers_only"] = own["trip"] = False
    if "compass" in dice:
        own["reversed"] = False


def drop_tool(p: Position, tool: str) -> None:
    """Put a tool of the seat whose turn it is at the bottom of the deck (R24, G51, G53)."""
    own = p["seats"][p["turn"]]
    add(own["tools"], tool, -1)
    if own["known_tools"].get(tool):
        add(own["known_tools"], tool, -1)
    p["tool_bottom"].append(tool)


def rest(p: Position) -> None:
    """End the turn; seats that miss theirs are passed over, rounds are counted (G17, G45)."""
    for key in TURN_KEYS:
        p.pop(key, None)
    while True:
        p["turn"] = clockwise(p, p["turn"])[1]
        if p["turn"] == p["first"]:
            if p["round"] == p["options"]["max_rounds"]:
                truncate(p)
                return
            p["round"] += 1
        own = p["seats"][p["turn"]]
        if not own["skip"]:
            ask(p, "roll")
            return
        own["skip"] -= 1


def truncate(p: Position) -> None:
    """Let those with most tokens share the win (G45)."""
    most = max(len(own["tokens"]) for own in p["seats"].values())
    finish(p, [seat for seat, own in p["seats"].items() if len(own["tokens"]) == most])


def finish(p: Position, winners: list[str]) -> None:
    """End the game (R1, section f)."""
    for key in (*TURN_KEYS, "turn", "to_move"):
        p.pop(key, None)
    n, k = len(p["seats"]), len(winners)
    win, lose = (0.0, 0.0) if k == n else (1 / k, -1 / (n - k))
    p["phase"], p["over"], p["winners"] = "over", True, winners
    p["payoffs"] = {seat: win if seat in winners else lose for seat in p["seats"]}
