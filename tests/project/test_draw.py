"""The pictures: whole, well formed, the same every time, and showing what they should."""

import gzip
import re
import zlib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hexfront.draw import (
    Area,
    Bridge,
    Counter,
    Marker,
    Picture,
    Place,
    RiverSide,
    Road,
    draw_svg,
    style,
    write_png,
)
from hexfront.draw.areas import outlines, with_rim
from hexfront.draw.geometry import APOTHEM, RADIUS, Layout, distance, noise
from hexfront.draw.rivers import chain, courses
from hexfront.draw.roads import crossing
from hexfront.draw.symbols import sign_of
from hexfront.games.breakout.loading.load import GRID, TYPES, load_data
from hexfront.games.breakout.page.picture import map_picture, setup_picture, view_picture
from hexfront.games.oder.loading.load import TYPES as ODER_TYPES
from hexfront.games.oder.loading.load import load_data as load_oder
from hexfront.games.oder.page import picture as oder_picture
from hexfront.games.registry import GAMES, find_game
from hexfront.hexes import Grid
from hexfront.kernel.game import Game

SVG = "{http://www.w3.org/2000/svg}"
SMALL = Grid(6, 5, low="even", short_low=True)


def texts(svg: str) -> list[str]:
    """All texts of a drawing."""
    root = ElementTree.fromstring(svg)
    return [
        (node.text or "").strip() for tag in ("text", "textPath") for node in root.iter(SVG + tag)
    ]


def counter(**fields: object) -> Counter:
    base = Counter("german", "16", "panzer", "XX", 4, 4, 3, 4)
    return replace(base, **fields)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def breakout_map() -> str:
    return draw_svg(map_picture(load_data(), load_data().scenarios[0]))


@pytest.fixture(scope="module", params=GAMES)
def drawn(request: pytest.FixtureRequest) -> tuple[Game, str]:
    """A game, and its map."""
    game = find_game(request.param)
    return game, draw_svg(game.picture())


# ---- geometry ----


def test_neighbours_share_the_hexside_between_their_middles() -> None:
    layout = Layout(GRID)
    for a, b in (("2218", "2119"), ("2218", "2217"), ("2218", "2319"), ("2119", "2218")):
        start, end = layout.hexside(a, b)
        assert distance(layout.point(start), layout.point(end)) == pytest.approx(RADIUS)
        for corner in (start, end):
            for number in (a, b):
                assert distance(layout.point(corner), layout.centre(number)) == pytest.approx(
                    RADIUS
                )


def test_hexes_that_do_not_touch_share_no_hexside() -> None:
    with pytest.raises(ValueError, match="not adjacent"):
        Layout(GRID).hexside("2218", "2220")


@pytest.mark.parametrize("low", ["even", "odd"])
def test_a_point_lies_in_the_hex_whose_middle_is_nearest(low: str) -> None:
    layout = Layout(Grid(6, 5, low=low))  # type: ignore[arg-type]
    for middle, number in layout.hexes.items():
        x, y = layout.centre(number)
        for dx, dy in ((0.0, 0.0), (30.0, 10.0), (-20.0, 30.0), (0.0, -40.0)):
            assert layout.hex_at((x + dx, y + dy)) == middle


def test_the_whole_grid_lies_on_the_sheet() -> None:
    layout = Layout(GRID)
    points = [
        p for number in ("0101", "4701", "0129", "4729", "0228") for p in layout.corners(number)
    ]
    assert min(x for x, _ in points) == pytest.approx(0)
    assert max(x for x, _ in points) == pytest.approx(layout.width)
    assert max(y for _, y in points) == pytest.approx(layout.height)


def test_noise_is_the_same_everywhere() -> None:
    values = [noise(i, j) for i in range(30) for j in range(30)]
    assert noise(3, 7) == noise(3, 7)
    assert all(-1 <= value <= 1 for value in values)
    assert abs(sum(values) / len(values)) < 0.1


def test_an_area_with_a_hole_has_two_outlines() -> None:
    layout = Layout(SMALL)
    ring = SMALL.names(SMALL.ring1[SMALL.index("0303")])
    loops = outlines({layout.middle(number) for number in ring})
    assert sorted(len(loop) for loop in loops) == [6, 18]


def test_an_area_at_the_map_edge_runs_off_the_sheet() -> None:
    layout = Layout(SMALL)
    assert len(with_rim(layout, ["0303"])) == 1
    assert len(with_rim(layout, ["0101", "0102", "0201"])) > 3


# ---- rivers ----


def test_hexsides_are_chained_into_the_main_stem_and_a_branch() -> None:
    layout = Layout(SMALL)
    stem = [("0202", "0203"), ("0203", "0303"), ("0303", "0304"), ("0304", "0403")]
    branch = [("0202", "0303")]
    pairs = [layout.hexside(a, b) for a, b in (*branch, *stem)]
    runs = chain(pairs)
    assert [len(run) - 1 for run in runs] == [4, 1]
    assert runs[1][0] in runs[0] or runs[1][-1] in runs[0]
    walked = {frozenset(pair) for run in runs for pair in pairwise(run)}
    assert walked == {frozenset(pair) for pair in pairs}


def test_every_river_curve_passes_the_corners_of_its_hexsides() -> None:
    layout = Layout(GRID)
    sides = map_picture(load_data(), load_data().scenarios[0]).rivers
    found = courses(layout, sides)
    points: dict[str, list[tuple[float, float]]] = {}
    for course in found:
        points.setdefault(course.river, []).extend(course.points())
    for side in sides:
        for corner in layout.hexside(side.a, side.b):
            off = min(distance(layout.point(corner), p) for p in points[side.river])
            assert off < APOTHEM / 2, (side, off)


def test_a_tributary_ends_on_the_river_it_flows_into() -> None:
    layout = Layout(GRID)
    found = courses(layout, map_picture(load_data(), load_data().scenarios[0]).rivers)
    dnestr = [p for course in found if course.river == "Dnestr" for p in course.points()]
    smotrych = next(course for course in found if course.river == "Smotrych")
    ends = (smotrych.points()[0], smotrych.points()[-1])
    assert min(distance(end, p) for end in ends for p in dnestr) < 0.5


# ---- the drawing ----


def test_the_same_picture_gives_the_same_bytes(drawn: tuple[Game, str]) -> None:
    game, svg = drawn
    assert draw_svg(game.picture()) == svg


def test_the_order_of_the_data_does_not_matter_to_terrain(drawn: tuple[Game, str]) -> None:
    game, svg = drawn
    picture = game.picture()
    turned = dict(reversed(list(picture.terrain.items())))
    assert draw_svg(replace(picture, terrain=turned)) == svg


def test_the_map_is_small_and_well_formed(drawn: tuple[Game, str]) -> None:
    _, svg = drawn
    assert ElementTree.fromstring(svg).tag == f"{SVG}svg"
    assert len(gzip.compress(svg.encode())) < 260_000  # as it is sent
    assert svg.count("<") < 6_000  # a browser is slow with many elements


def test_every_reference_is_defined(drawn: tuple[Game, str]) -> None:
    game, map_ = drawn
    for svg in (map_, draw_svg(game.picture(set_up=True))):
        defined = set(re.findall(r'\bid="([^"]+)"', svg))
        used = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
        assert used <= defined
        assert len(re.findall(r'\bid="', svg)) == len(defined)
        assert "{style" not in svg


def test_every_hex_number_is_printed_once(drawn: tuple[Game, str]) -> None:
    game, svg = drawn
    numbers = [text for text in texts(svg) if re.fullmatch(r"\d{4}", text)]
    assert sorted(numbers) == game.grid.names(game.grid.all)


def test_numbers_can_be_left_out() -> None:
    svg = draw_svg(map_picture(load_data(), load_data().scenarios[0]), numbers=False)
    assert not [text for text in texts(svg) if re.fullmatch(r"\d{4}", text)]


def test_every_place_and_every_river_has_its_name(drawn: tuple[Game, str]) -> None:
    game, svg = drawn
    picture = game.picture()
    shown = {text.casefold() for text in texts(svg)}
    assert {place.name.casefold() for place in picture.places} <= shown
    assert {side.river.casefold() for side in picture.rivers} <= shown
    assert {area.label.casefold() for area in picture.areas} <= shown
    assert {edge.label.casefold() for edge in picture.edges} <= shown
    width = float(re.search(r'viewBox="(?:\S+ ){2}(\S+)', svg).group(1))  # type: ignore[union-attr]
    ends = re.findall(r'<text x="([\d.]+)" y="[\d.]+">[a-zA-Z -]+</text>', svg)
    assert ends
    assert all(float(end) + 150 < width for end in ends), "the key stays on the sheet"


def test_a_town_of_three_hexes_is_named_once(breakout_map: str) -> None:
    assert texts(breakout_map).count("Vinnitsa") == 1


def test_text_is_escaped() -> None:
    picture = Picture(
        SMALL,
        places=[Place("0303", "A<B", "town", "german")],
        rivers=[
            RiverSide(a, b, "R&R")
            for a, b in (("0202", "0203"), ("0203", "0303"), ("0303", "0304"), ("0304", "0403"))
        ],
        areas=[Area(["0101"], 'no "entry" & <exit>')],
        stacks={"0404": [counter(name="<1&2>", size="<X>", marks=("a&b",))]},
        markers={"0404": [Marker("<&>", "group", "german")]},
        title="A & B",
        subtitle="<i>",
        notice="1 < 2",
    )
    assert {"A<B", "R&R", "<1&2>", "a&b", "<&>", "A & B"} <= set(texts(draw_svg(picture)))


def test_an_empty_board_can_be_drawn() -> None:
    assert "0101" in texts(draw_svg(Picture(SMALL)))


def water(**more: object) -> str:
    """A small coast: sea in the north, a land bridge, land in the south."""
    terrain = {f"{c:02d}01": "sea" for c in range(1, 7)} | {"0302": "land_bridge"}
    return draw_svg(replace(Picture(SMALL, terrain=terrain), **more))  # type: ignore[arg-type]


def test_sea_land_bridges_and_straits_are_drawn() -> None:
    land = draw_svg(Picture(SMALL))
    assert style.SEA not in land
    svg = water()
    assert 'id="sea"' in svg
    assert svg.count(style.SAND) == 1
    closed = water(straits=[("0302", "0303")])
    assert "all-sea hexside" in texts(closed)
    assert "all-sea hexside" not in texts(svg)
    way = re.compile(rf'd="([^"]+)" fill="none" stroke="{style.SAND}"')
    before, after = (way.findall(one)[0].count("M") for one in (svg, closed))
    assert after == before - 1, "the bridge does not lead over a strait"


def test_fortifications_cities_and_the_front_are_drawn_and_in_the_key() -> None:
    svg = water(
        works=["0404"], front=[("0303", "0304")], places=[Place("0204", "Danzig", "city", "german")]
    )
    assert {"DANZIG", "fortification", "front at the start", "city"} <= set(texts(svg))
    assert style.FRONT in svg


@pytest.mark.parametrize("kind", ["group", "air", "naval", "aerial", "note"])
def test_every_kind_of_marker_looks_different(kind: str) -> None:
    kinds = ("group", "air", "naval", "aerial", "note")
    faces = {
        one: draw_svg(Picture(SMALL, markers={"0303": [Marker("A", one, "german")]}))  # type: ignore[arg-type]
        for one in kinds
    }
    assert [one for one in kinds if faces[one] == faces[kind]] == [kind]


# ---- counters ----


def test_every_type_of_the_roster_has_a_symbol() -> None:
    for types in (*TYPES.values(), *ODER_TYPES.values()):
        assert "any" not in {sign_of(unit_type) for unit_type in types}


def test_a_counter_shows_name_size_strength_and_steps() -> None:
    picture = Picture(SMALL, stacks={"0303": [counter()]})
    assert {"16", "XX", "4-4"} <= set(texts(draw_svg(picture)))
    weaker = Picture(SMALL, stacks={"0303": [counter(steps=2)]})
    assert draw_svg(weaker) != draw_svg(picture)


def test_a_stack_shows_its_top_counter_an_edge_for_each_other_and_how_many() -> None:
    stack = [counter(name="top"), counter(name="low"), counter(name="lower")]
    svg = draw_svg(Picture(SMALL, stacks={"0303": stack}, sides=("german", "soviet")))
    assert svg.count('href="#face0"') == 3
    assert "top" in texts(svg)
    assert "3" in texts(svg)


def test_face_down_counters_tell_nothing_but_their_number_and_side() -> None:
    stack = {"0303": [counter(name="top")]}
    svg = draw_svg(Picture(SMALL, stacks=stack, hidden={"0303": 2}, sides=("german", "soviet")))
    assert svg.count('href="#back0"') == 2
    assert "3" in texts(svg)
    alone = draw_svg(
        Picture(
            SMALL, hidden={"0303": 2}, hidden_sides={"0303": "soviet"}, sides=("german", "soviet")
        )
    )
    assert alone.count('href="#back1"') == 2
    assert "2" in texts(alone)


def test_a_marker_alone_lies_in_its_own_hex() -> None:
    svg = draw_svg(
        Picture(SMALL, markers={"0303": [Marker("Br", "group", "german"), Marker("2", "air")]})
    )
    layout = Layout(SMALL)
    x, y = layout.centre("0303")
    hung = re.findall(r'<g transform="translate\((\S+) (\S+)\)"><g fill-opacity=".22"', svg)
    assert len(hung) == 2
    for dx, dy in hung:
        assert layout.hex_at((x + float(dx), y + float(dy))) == layout.middle("0303")


def test_the_sides_differ_in_shape_and_not_only_in_colour() -> None:
    def shape(side: str) -> str:
        svg = draw_svg(Picture(SMALL, stacks={"0303": [counter(side=side)]}))
        which = "0" if side == "german" else "1"
        face = re.search(rf'<g id="face{which}">.*?</g>', svg)
        assert face is not None
        return re.sub(r"#[0-9a-f]{6}", "", face.group())

    assert shape("german").replace("face0", "") != shape("soviet").replace("face1", "")


# ---- Breakout ----


def test_the_set_up_shows_a_counter_for_every_unit_on_the_map() -> None:
    data = load_data()
    on_map = [unit for unit in data.units if unit.hex is not None and unit.arrives == 0]
    picture = setup_picture(data, data.scenarios[0])
    assert sum(len(stack) for stack in picture.stacks.values()) == len(on_map)
    svg = draw_svg(picture)
    faces = len(re.findall(r'href="#face[01]"', svg))
    assert faces == sum(min(4, len(stack)) for stack in picture.stacks.values())
    assert svg.count('href="#unit-') == len(picture.stacks)


def test_the_edges_are_those_of_the_tables() -> None:
    edges = {
        (edge.border, edge.first, edge.last)
        for edge in map_picture(load_data(), load_data().scenarios[0]).edges
    }
    assert edges == {
        ("west", "0101", "0113"),
        ("south", "0729", "1729"),
        ("west", "0101", "0129"),
        ("south", "0129", "4628"),
        ("north", "1101", "4701"),
        ("east", "4701", "4729"),
    }


def test_a_view_shows_seen_units_hidden_ones_control_and_markers() -> None:
    view = {
        "turn": 4,
        "phase": "german-combat",
        "impulse": 1,
        "weather": "thaw",
        "hexes": {"2607": {"control": "soviet", "town": "Proskurov"}},
        "units": [
            {"id": "16Pz", "hex": "2218", "steps": 2, "moved": True},
            {"id": "9Mech", "hex": "2119", "steps": 2, "hidden": 1},
            {"id": "P1", "side": "german", "type": "panzer", "size": "XX", "hex": "2514",
             "factors": [[4, 4], [3, 3]], "steps": 1},
            {"id": "506", "hex": None},
        ],
        "markers": {"kg": {"Br": "2219"}, "air": {"german": 3}},
    }  # fmt: skip
    picture = view_picture(load_data(), view)
    assert picture.stacks["2218"][0] == Counter("german", "16", "panzer", "XX", 2, 2, 2, 4, ("M",))
    assert picture.stacks["2514"][0].attack == 3
    assert picture.hidden == {"2119": 1}
    assert picture.markers["2219"][0].text == "Br"
    assert next(p.control for p in picture.places if p.hex == "2607") == "soviet"
    assert picture.subtitle == "Turn 4, German combat, impulse 1, thaw"
    assert {"Br", "2-2"} <= set(texts(draw_svg(picture)))


def test_an_empty_view_is_the_map() -> None:
    assert view_picture(load_data(), {}).stacks == {}


# ---- Watch on the Oder ----


def test_the_front_of_oder_runs_between_the_sides() -> None:
    data = load_oder()
    picture = oder_picture.map_picture(data, data.scenarios[0])
    assert len(picture.front) > 40
    assert all({data.control[a], data.control[b]} == {"german", "soviet"} for a, b in picture.front)
    edges = {(edge.border, edge.first, edge.last) for edge in picture.edges}
    assert edges == {("west", "1003", "1021"), ("east", "3505", "3521")}


def test_a_view_of_oder_shows_units_markers_and_what_is_destroyed() -> None:
    data = load_oder()
    fort = data.forts[0]
    view = {
        "turn": 3,
        "phase": "german-combat",
        "hexes": {fort: {"control": "soviet", "fort": False}},
        "units": [{"id": "G-GD", "hex": "1515", "attacked": True}, {"id": "S-6", "hex": None}],
        "markers": {"air": "1615", "naval": None, "aerial": "G-GD"},
    }
    picture = oder_picture.view_picture(data, view)
    assert picture.stacks["1515"] == [Counter("german", "GD", "panzer", "XXX", 7, 7, 1, 1, ("F",))]
    assert {hex_: [m.kind for m in there] for hex_, there in picture.markers.items()} == {
        "1615": ["air"], "1515": ["aerial"],
    }  # fmt: skip
    assert fort not in picture.works
    assert set(picture.works) == set(data.forts) - {fort}


# ---- PNG ----


def pixels(png: bytes) -> bytes:
    """The unpacked image data of a PNG file."""
    packed, at = b"", 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + size]
        at += size + 12
    return zlib.decompress(packed)


def test_a_png_has_the_size_asked_for_and_is_not_blank(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    picture = Picture(SMALL, terrain={"0303": "forest"}, stacks={"0202": [counter()]}, title="Test")
    path = tmp_path / "board.png"
    write_png(draw_svg(picture), path, width=640)
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(data[16:20], "big") == 640
    assert len(set(pixels(data))) > 100


def test_text_is_drawn_without_fonts_of_the_machine(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("font_lato")
    with_numbers, without = tmp_path / "with.png", tmp_path / "without.png"
    write_png(draw_svg(Picture(SMALL)), with_numbers, 640)
    write_png(draw_svg(Picture(SMALL), numbers=False), without, 640)
    assert with_numbers.stat().st_size > without.stat().st_size + 500


def test_roads_railways_and_bridges_are_drawn_and_explained() -> None:
    roads = [Road("0202", "0203", "paved"), Road("0203", "0204", "dirt", True)]
    bridges = [Bridge("0202", "0203", "standing"), Bridge("0203", "0204", "blown", True, True)]
    plain = Picture(SMALL)
    drawn = draw_svg(replace(plain, roads=roads, bridges=bridges, airfields=["0303"]))
    key = texts(drawn)
    for word in ("paved road", "dirt road", "railway", "bridge", "blown bridge", "airfield"):
        assert word in key
        assert word not in texts(draw_svg(plain))
    assert style.PAVED in drawn
    assert style.DIRT in drawn
    assert "pontoon bridge" in texts(
        draw_svg(replace(plain, bridges=[Bridge("0202", "0203", "pontoon")]))
    )


def test_a_railway_runs_beside_the_road_and_both_cross_the_hexside() -> None:
    layout = Layout(SMALL)
    road, rail = crossing(layout, "0202", "0203"), crossing(layout, "0202", "0203", 0.7)
    assert 5 < distance(road, rail) < RADIUS / 2
    assert crossing(layout, "0203", "0202") == road


def test_minor_and_major_rivers_are_told_apart_where_the_rules_do() -> None:
    rivers = [RiverSide("0202", "0203", "Zbruch"), RiverSide("0302", "0303", "Dnestr", True)]
    words = texts(draw_svg(Picture(SMALL, rivers=rivers, river_words=("minor", "major"))))
    assert "minor" in words
    assert "major" in words
    assert "river" in texts(draw_svg(Picture(SMALL, rivers=rivers)))
