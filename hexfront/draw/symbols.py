"""The NATO symbols, drawn in a frame 27 wide and 17 high round (0, 0).

Lines take the colour of the counter (`currentColor`).
"""

_FRAME = '<path d="M-13.5-8.5H13.5V8.5H-13.5Z" fill="#fff" fill-opacity=".5"/>'
_CROSS = "M-13.5-8.5 13.5 8.5M-13.5 8.5 13.5-8.5"
_TRACK = "M-4.6-4.6H4.6A4.6 4.6 0 0 1 4.6 4.6H-4.6A4.6 4.6 0 0 1-4.6-4.6Z"
_DOT = '<circle r="3.1" fill="currentColor" stroke="none"/>'
_WHEELS = (
    '<path d="M-7.6 10.4a1.2 1.2 0 1 0 .01 0ZM7.6 10.4a1.2 1.2 0 1 0 .01 0Z" fill="#fff" '
    'stroke-width="1.1" transform="translate(0 -1.2)"/>'
)


def _line(path: str) -> str:
    return f'<path d="{path}" fill="none"/>'


_SIGNS = {
    "infantry": _line(_CROSS),
    "armour": _line(_TRACK),
    "heavy_armour": f'<path d="{_TRACK}" fill="currentColor"/>',
    "mechanised": _line(_CROSS) + _line(_TRACK),
    "motorised": _line(_CROSS) + _WHEELS,
    "assault_gun": _line(_TRACK) + _line("M-6.6 8.5 0-8.5 6.6 8.5"),
    "artillery": _DOT,
    "rockets": '<g transform="translate(0 3.2) scale(.9)">'
    + _DOT
    + "</g>"
    + _line("M-4.6-1.6 0-4.4 4.6-1.6M-4.6-4.8 0-7.2 4.6-4.8"),
    "armour_and_guns": _line(_TRACK) + '<circle r="2.3" fill="currentColor" stroke="none"/>',
    "garrison": _line("M-13.5-2.5H-9V2H-4.5V-2.5H0V2H4.5V-2.5H9V2H13.5")
    + '<path d="M-13.5 5H13.5V8.5H-13.5Z" fill="currentColor" stroke="none"/>',
    "shock": _line(_CROSS)
    + '<path d="M-13.5-8.5H13.5V-4.6H-13.5Z" fill="currentColor" stroke="none"/>',
    "headquarters": _line("M-13.5-2.8H13.5") + _line("M-13.5 8.5V13"),
    "cavalry": _line("M-13.5 8.5 13.5-8.5"),
    "engineers": _line("M-6 4.5V-3.5H6V4.5M0-3.5V3"),
    "anti_tank": _line("M-13.5 8.5 0-8.5 13.5 8.5"),
    "anti_aircraft": _line("M-13.5 8.5C-8-5 8-5 13.5 8.5"),
    "mountain": _line(_CROSS) + '<path d="M-4 8.5 0 2.5 4 8.5Z" fill="currentColor"/>',
    "paratroops": _line(_CROSS) + _line("M-6 8.5A3 3 0 0 1 0 8.5 3 3 0 0 1 6 8.5"),
    "any": "",
}

_OF_TYPE = {
    "armor": "armour",
    "panzer": "armour",
    "tank": "armour",
    "tiger": "heavy_armour",
    "heavy_tank": "heavy_armour",
    "panzergrenadier": "mechanised",
    "mechanized": "mechanised",
    "mech_infantry": "mechanised",
    "mot_infantry": "motorised",
    "motorized_rifle": "motorised",
    "motorized": "motorised",
    "infantry": "infantry",
    "rifle": "infantry",
    "jaeger": "infantry",
    "assault_gun": "assault_gun",
    "stug": "assault_gun",
    "field_artillery": "artillery",
    "artillery": "artillery",
    "rocket_artillery": "rockets",
    "army_support": "armour_and_guns",
    "garrison": "garrison",
    "fortress_command": "garrison",
    "guards_infantry": "motorised",
    "shock": "shock",
    "hq": "headquarters",
    "cavalry": "cavalry",
    "engineer": "engineers",
    "anti_tank": "anti_tank",
    "at": "anti_tank",
    "anti_aircraft": "anti_aircraft",
    "mountain": "mountain",
    "parachute": "paratroops",
}


def sign_of(unit_type: str) -> str:
    """The name of the symbol for a unit type; a type we do not know gets an empty frame."""
    return _OF_TYPE.get(unit_type, "any")


def symbol(sign: str) -> str:
    return (
        '<g stroke="currentColor" stroke-width="1.5" stroke-linejoin="round">'
        f'{_FRAME}{_SIGNS[sign]}<path d="M-13.5-8.5H13.5V8.5H-13.5Z" fill="none"/></g>'
    )
