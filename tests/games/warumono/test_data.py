"""The action ids are the documented ones; the board and the orders on file are whole."""

from pathlib import Path

import yaml

from hoodwink.envs.warumono import actions as ids

FOLDER = Path(__file__).resolve().parents[3] / "configs" / "warumono"


def _read(name):
    return yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))


def test_every_action_id_is_used_once():
    single = [ids.A_LOOK, ids.A_ROLL, ids.A_STOP, ids.A_PASS, ids.A_DECLARE]
    single += [ids.A_REDEEM_AIR, ids.A_REDEEM_BOAT, ids.A_ADVANCE]
    aimed = [ids.A_ROB, ids.A_ROB_HOSPITAL, ids.A_SWITCH_REAL, ids.A_SWITCH_FAKE]
    aimed += [ids.A_QUESTION, ids.A_TARGET]
    steps = range(ids.A_STEP, ids.A_STEP + ids.N_SPACES)
    used = single + [first + rel for first in aimed for rel in (1, 2, 3)] + list(steps)
    assert sorted(used) == list(range(ids.N_ACTIONS))


def test_the_board_has_the_documented_distances():
    board = _read("board.yaml")["board"]
    assert len(set(board["nodes"])) == len(board["nodes"]) == ids.N_SPACES
    near = {node: set() for node in board["nodes"]}
    for one, other in board["edges"]:
        near[one].add(other)
        near[other].add(one)
    distances = {"BNK HID": 4, "HID WAR": 5, "HID PAR": 8, "HID BAR": 10, "WAR AIR": 3}
    distances |= {"BAR POR": 3, "PAR POR": 5, "LOC BAR": 3, "TIP BNK": 5, "TIP LOC": 8}
    for ends, expected in distances.items():
        start, goal = ends.split()
        reached, steps = {start}, 0
        while goal not in reached:
            reached = reached.union(*(near[node] for node in reached))
            steps += 1
        assert steps == expected, ends


def test_there_are_twelve_orders_six_of_each_ticket():
    orders = _read("orders.yaml")["orders"]
    assert len(orders) == ids.N_ORDERS
    for ticket in ("AIRLINE", "BOAT"):
        assert sum(o["n"] for o in orders if o["ticket"] == ticket) == 6
