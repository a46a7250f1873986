"""The cards and boards of Wongamania: Banana Economy, copied from the rules file by hand.

Sections (i) and "Data blocks" of the rules file; the engine has its own data files.
"""

from typing import Final

SEATS: Final = ("A", "B", "C", "D", "E")

# name -> (how many, playing cost; None for the buying price of an Asset)
CARDS: Final[dict[str, tuple[int, int | None]]] = {
    "stock": (15, None),
    "property": (15, None),
    "bond": (14, None),
    "blue_chip": (2, None),
    "penny_stock": (2, None),
    "rental_home": (2, None),
    "heritage_house": (2, None),
    "junk_bond": (2, None),
    "convertible_bond": (2, None),
    "banker": (2, 1),
    "economist": (2, 1),
    "politician": (2, 2),
    "lawyer": (2, 1),
    "stockbroker": (2, 1),
    "property_agent": (2, 1),
    "headhunter": (1, 2),
    "baby": (3, 1),
    "divorce": (2, 3),
    "car_accident": (2, 2),
    "illness": (2, 2),
    "retrenchment": (2, 2),
    "pay_raise": (3, 2),
    "burglary": (1, 2),
    "scandal": (1, 1),
    "debtzilla": (2, 2),
    "inflationsaurus": (2, 2),
    "taxopus": (2, 2),
    "economic_boom": (2, 1),
    "recession_hits": (2, 1),
    "stock_market_crash": (2, 2),
    "property_bubble_bursts": (2, 2),
    "bond_default": (1, 2),
    "quantitative_easing": (2, 0),
    "market_rally": (2, 1),
    "veto": (2, 1),
}
NAMES: Final = tuple(CARDS)
ASSETS: Final = NAMES[:9]
TACTICAL: Final = NAMES[3:9]
PROFESSIONAL: Final = NAMES[9:16]
INCIDENT: Final = NAMES[16:24]
GLOBAL: Final = NAMES[24:]
CLASS: Final = {
    "stock": "stock",
    "blue_chip": "stock",
    "penny_stock": "stock",
    "property": "property",
    "rental_home": "property",
    "heritage_house": "property",
    "bond": "bond",
    "junk_bond": "bond",
    "convertible_bond": "bond",
}
INSURABLE: Final = (
    "divorce",
    "car_accident",
    "illness",
    "retrenchment",
    "burglary",
    "debtzilla",
    "stock_market_crash",
    "property_bubble_bursts",
    "bond_default",
)
AIMED: Final = (  # cards that ask for a target
    "baby",
    "divorce",
    "car_accident",
    "illness",
    "retrenchment",
    "burglary",
    "scandal",
    "headhunter",
)

GRIDS: Final = 16
QUADRANTS: Final = ("recovery", "growth", "stagnant", "recession")  # four grids each
TRACK: Final = {
    "basic": {
        "stock": (0, 1, 1, 2, 2, 3, 3, 2, 1, 1, 0, -1, -2, -3, -2, -1),
        "property": (0, 1, 1, 2, 2, 3, 3, 2, 1, 1, 0, -1, -2, -3, -2, -1),
    },
    "advance": {
        "stock": (0, 1, 2, 2, 3, 4, 4, 3, 1, 0, -1, -2, -4, -4, -3, -1),
        "property": (0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 1, 0, -1, -2, -2, -1),
    },
}
ZONE: Final = {  # (buy, sell) by quadrant
    "basic": {
        "stock": ((3, 2), (5, 4), (4, 3), (2, 1)),
        "property": ((4, 3), (6, 5), (5, 4), (3, 2)),
    },
    "advance": {
        "stock": ((4, 3), (7, 6), (5, 4), (2, 1)),
        "property": ((5, 4), (8, 7), (7, 6), (4, 3)),
    },
}
FACES: Final = {3: (1, 1, 2, 2, 3, 3), 6: (1, 2, 3, 4, 5, 6)}
TRUSTS, INSURANCES = 15, 5


def deck(variant: str) -> dict[str, int]:
    """Count the cards of the Market deck of a variant (R43, R44)."""
    cards = {name: n for name, (n, _) in CARDS.items()}
    if variant in ("apprentice", "strategist"):
        for name in ("stock", "property", "bond"):
            cards[name] -= 4
        gone = (*GLOBAL, "economist", *TACTICAL) if variant == "apprentice" else INCIDENT
        for name in gone:
            del cards[name]
    return cards


def income(asset: str, board: str, token: int) -> int:
    """Give what one Asset brings at Payday (R22, R24)."""
    track = TRACK[board]
    stock, land = track["stock"][token], track["property"][token]
    return {
        "stock": stock,
        "property": land,
        "bond": 1,
        "blue_chip": max(0, stock),
        "penny_stock": 2 * stock,
        "rental_home": land + 1,
        "heritage_house": 0,
        "junk_bond": -2 if QUADRANTS[token // 4] == "recession" else 2,
        "convertible_bond": 1,
    }[asset]


def buying_price(asset: str, board: str, token: int) -> int:
    """Give what playing an Asset costs (G10, G11)."""
    zone = ZONE[board]
    stock, land = zone["stock"][token // 4][0], zone["property"][token // 4][0]
    return {
        "stock": stock,
        "property": land,
        "bond": 3,
        "blue_chip": stock + 1,
        "penny_stock": max(1, stock - 1),
        "rental_home": land + 1,
        "heritage_house": land,
        "junk_bond": 2,
        "convertible_bond": 3,
    }[asset]


def selling_price(asset: str, board: str, token: int) -> int:
    """Give what selling an Asset brings, and what it scores (R17, G33)."""
    zone = ZONE[board]
    stock, land = zone["stock"][token // 4][1], zone["property"][token // 4][1]
    return {
        "stock": stock,
        "property": land,
        "bond": 2,
        "blue_chip": stock,
        "penny_stock": max(0, stock - 1),
        "rental_home": land,
        "heritage_house": land + 2,
        "junk_bond": 1,
        "convertible_bond": max(2, stock),
    }[asset]
