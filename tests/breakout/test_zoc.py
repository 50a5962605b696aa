"""Zones of control (7.0 to 7.5)."""

import pytest

from hexfront.games.breakout.rules.supply import in_communications, in_supply
from hexfront.games.breakout.sides import SIDES
from hexfront.kernel.fields import Json
from tests.breakout.table import (
    Table,
    garrison,
    german,
    germans,
    guns,
    panzer,
    ring,
    soviet,
    soviets,
    support,
    table,
    tank,
    tiger,
)
from tests.rules import rule


def zone(t: Table, side: str) -> set[str]:
    """The hexes in a side's zone of control, by the query."""
    return set(t.match.game.zoc(t.state, SIDES.index(side))["hexes"])


def unit(t: Table, name: str) -> int:
    """The number of a unit."""
    return t.state.world.roster.index[name]


# 7.0 Who has a zone ---------------------------------------------------------------------------------


@rule("breakout", "7.0")
@pytest.mark.parametrize(
    "made",
    [
        tiger("U", "2218"),
        garrison("U", "2218"),
        german("U", "2218", steps=1),
        guns("U", "2218"),
        support("U", "2218"),
        soviet("U", "2218", steps=1),
    ],
    ids=lambda made: f"{made['side']} {made['type']}",
)
def test_every_ground_unit_has_a_zone_of_seven_hexes(made: Json) -> None:
    t = table([made])

    assert zone(t, made["side"]) == {"2218", *ring("2218")}
    assert zone(t, "soviet" if made["side"] == "german" else "german") == set()


@rule("breakout", "7.0", "7.2.b")
def test_a_zone_ends_at_the_edge_of_the_map() -> None:
    assert zone(table([german("A", "0101")]), "german") == {"0101", "0102", "0201"}
    assert zone(table([tank("B", "4729")]), "soviet") == {"4729", "4728", "4628"}


@rule("breakout", "7.0")
def test_markers_have_no_zone() -> None:
    t = table([], markers={"kg": {"Br": "2218"}, "air": {"german": 3}})

    assert zone(t, "german") == set()


@rule("breakout", "7.0")
def test_rivers_towns_and_the_forbidden_area_do_not_bound_a_zone() -> None:
    #
    t = table(
        [soviet("R", "2218")],
        rivers=[("2218", "2217", "Dnestr")],
        hexes={"2217": {"fort": "F"}, "2118": {"terrain": "marsh"}, "2119": {"no_go": True}},
    )

    assert zone(t, "soviet") == {"2218", *ring("2218")}


@rule("breakout", "7.0.a")
def test_supply_and_communications_do_not_matter_to_a_zone() -> None:
    lonely = [tank("T", "2019"), *germans(*ring("2019", 2))]
    t = table([*lonely, panzer("P", "2023")], phase="german-move")
    assert not in_supply(t.state, unit(t, "T"))
    t.choose(["pick", "G2017"], ["go", "2018"])
    t.refuses(["go", "1918"], "7.2")

    cut_off = [german("D", "2019"), *soviets(*ring("2019", 2))]
    t = table(cut_off, phase="soviet-move")
    assert not in_communications(t.state, unit(t, "D"))
    t.choose(["pick", "S2017"], ["go", "2018"])
    t.refuses(["go", "1918"], "7.2")


@rule("breakout", "7.1")
def test_own_units_do_not_cancel_an_enemy_zone() -> None:
    # 2217 and 2218 are German held and next to the Soviet unit in 2318
    units = [german("A", "2217"), german("B", "2218"), german("M", "2219"), *soviets("2318")]

    t = table(units, phase="german-move")
    t.choose(["pick", "M"], ["go", "2218"])
    t.refuses(["go", "2118"], "7.2")

    t = table(units, phase="german-move")
    t.choose(["pick", "A"])
    t.refuses(["go", "2218"], "7.2.a")


@rule("breakout", "7.1", "12.4.d")
def test_own_units_do_not_save_the_traffic_of_a_korpsgruppe() -> None:
    # Only 2217 of the marker's seven hexes is in the zone of 2216, and a German stands there.
    marker = {"kg": {"Br": "2218"}}

    free = table(germans("2217", "2220"), phase="german-move", markers=marker)
    assert cost(free, "G2220", "2219") == 0

    off = table([*germans("2217", "2220"), *soviets("2216")], phase="german-move", markers=marker)
    assert cost(off, "G2220", "2219") == 1


def cost(t: Table, name: str, to: str) -> int:
    """What a first step costs a unit."""
    t.choose(["pick", name])
    before: int = t.view(t.side)["planned"]["points"][name]
    t.choose(["go", to])
    left: int = t.view(t.side)["planned"]["points"][name]
    return before - left


@rule("breakout", "7.1", "7.4.a", "7.4.b", "8.4")
def test_own_units_do_not_open_a_line_through_an_enemy_zone() -> None:
    # The pocket 2019 has one gap, 2017; the hex before it is held but in the zone of 2118.
    gap = [h for h in ring("2019", 2) if h != "2017"]

    t = table([soviet("R", "2019"), soviet("S", "2018"), *germans(*gap)])
    assert not in_supply(t.state, unit(t, "R"))

    t = table([german("D", "2019"), german("H", "2018"), *soviets(*gap)])
    assert not in_communications(t.state, unit(t, "D"))


# 7.2 Movement ---------------------------------------------------------------------------------------


@rule("breakout", "7.2")
def test_a_unit_stops_in_the_first_enemy_zone() -> None:
    for side, units in (
        ("german", [panzer("M", "2218"), *soviets("2416")]),
        ("soviet", [tank("M", "2218"), *germans("2416")]),
    ):
        t = table(units, phase=f"{side}-move")

        t.choose(["pick", "M"], ["go", "2318"], ["go", "2417"])

        assert (t.where("M"), t.kind) == ("2417", "move")
        t.refuses(["go", "2418"], "7.2")
        t.refuses(["pick", "M"], "7.2")


@rule("breakout", "7.2.a")
def test_leaving_a_zone_leads_through_a_free_hex() -> None:
    t = table([panzer("M", "2018"), *soviets("2019")], phase="german-move")

    t.choose(["pick", "M"])
    t.refuses(["go", "1919"], "7.2.a")
    t.refuses(["go", "2119"], "7.2.a")
    t.choose(["go", "1918"], ["go", "1919"])

    assert (t.where("M"), t.kind) == ("1919", "move")
    t.refuses(["go", "1920"], "7.2")


@rule("breakout", "7.2.a")
def test_a_unit_with_zones_all_around_cannot_move() -> None:
    # neither friends nor a Korpsgruppe help
    caught = [panzer("M", "2019"), german("F", "2119"), *soviets("2018", "2020")]
    t = table(caught, phase="german-move", markers={"kg": {"Br": "2019"}})

    t.refuses(["pick", "M"], "7.2.a")
    assert t.offered("pick") == ["F"]


@rule("breakout", "7.2.b")
def test_there_is_no_zone_off_the_map() -> None:
    t = table([soviet("R", "0929"), *germans("0928")], phase="soviet-move")

    t.choose(["pick", "R"])
    t.refuses(["go", "0828"], "7.2.a")
    t.choose(["exit"])

    assert t.vp()["exits"] == 1


@rule("breakout", "7.2", "7.2.b")
def test_a_unit_that_entered_a_zone_at_the_edge_has_stopped() -> None:
    #
    t = table([tank("R", "0828"), *germans("1028")], phase="soviet-move")

    t.choose(["pick", "R"], ["go", "0929"])

    t.refuses(["exit"], "7.2")


# 7.3 Retreat and advance ----------------------------------------------------------------------------


@rule("breakout", "7.3.a", "13.9.h")
def test_a_retreat_may_go_into_an_enemy_zone() -> None:
    # Germans at distance two put all six neighbours of 2019 in their zone.
    t = table([soviet("R", "2019"), german("A", "2020"), *germans(*ring("2019", 2))], dice=[1])
    t.attack("2019", "A")  # 4:5, die 1: DR

    assert t.offered("retreat")
    t.choose(["retreat", "R", "2018"])

    assert (t.where("R"), t.steps("R")) == ("2018", 2)


@rule("breakout", "7.3.b", "13.10")
def test_an_advance_ignores_enemy_zones() -> None:
    t = table([german("A", "2218"), guns("G", "2217"), *soviets("2316", "2317")])
    assert {"2217", "2218"} <= zone(t, "soviet")

    t.attack("2217", "A")
    t.choose(["advance", "A"])

    assert t.where("A") == "2217"


# 7.4 Lines: see test_breakout_supply.py -------------------------------------------------------------


@rule("breakout", "7.4.a")
def test_a_soviet_line_starts_in_a_zone_but_does_not_run_through_one() -> None:
    touching = table([soviet("R", "2019"), *germans("2020")])
    assert in_supply(touching.state, unit(touching, "R"))

    ringed = table([soviet("R", "2019"), *germans(*ring("2019", 2))])
    assert not in_supply(ringed.state, unit(ringed, "R"))


@rule("breakout", "7.4.b")
def test_a_german_line_starts_in_a_zone_but_does_not_run_through_one() -> None:
    touching = table([german("D", "2019"), *soviets("2020")])
    assert in_communications(touching.state, unit(touching, "D"))

    ringed = table([german("D", "2019"), *soviets(*ring("2019", 2))])
    assert not in_communications(ringed.state, unit(ringed, "D"))


# 7.5 Storm ------------------------------------------------------------------------------------------


@rule("breakout", "7.5", "5.1.a")
def test_in_storm_units_pass_their_enemies() -> None:
    units = [panzer("M", "2218"), *soviets("2318", "2317", "2117")]

    t = table(units, phase="german-move", weather="storm")
    assert zone(t, "soviet") == zone(t, "german") == set()
    t.move("M", "2217", "2216", "2215")
    assert t.where("M") == "2215"

    t = table(units, phase="german-move", weather="frost")
    t.choose(["pick", "M"])
    t.refuses(["go", "2217"], "7.2.a")


@rule("breakout", "7.5")
def test_in_storm_there_are_no_probes() -> None:
    t = table([panzer("M", "2218"), *soviets("2216")], weather="storm")
    t.refuses(["probe", "2217"], "7.5")

    t = table([panzer("M", "2218"), *soviets("2216")])
    assert t.offered("probe") == ["2217"]


@rule("breakout", "7.5", "8.2", "9.2")
@pytest.mark.parametrize(("weather", "die", "then"), [("thaw", 6, "storm"), ("storm", 2, "frost")])
def test_zones_and_lines_change_with_the_weather(weather: str, die: int, then: str) -> None:
    gap = [h for h in ring("2019", 2) if h != "2017"]
    other = [h for h in ring("3519", 2) if h != "3517"]
    units = [soviet("R", "2019"), *germans(*gap), german("D", "3519"), *soviets(*other)]
    more: Json = {"impulse": 2, "order": "fight/move", "weather": weather}
    t = table(units, phase="german-move", turn=4, dice=[die, 6, 6, 1, 1], **more)

    def cut_off() -> tuple[bool, bool, bool]:
        s = t.state
        lines = (in_supply(s, unit(t, "R")), in_communications(s, unit(t, "D")))
        return (not lines[0], not lines[1], bool(zone(t, "soviet") and zone(t, "german")))

    assert cut_off() == ((weather != "storm"),) * 3
    while t.state.turn == 4:
        t.choose(["end"] if ["end"] in t.choices else t.choices[-1])
    assert (t.state.turn, t.state.weather) == (5, then)
    assert cut_off() == ((then != "storm"),) * 3


@rule("breakout", "7.5")
def test_in_storm_only_enemy_units_cut_a_line() -> None:
    beset = [soviet("R", "2019"), *germans(*ring("2019", 2))]
    t = table(beset)
    assert not in_supply(t.state, unit(t, "R"))
    t = table(beset[:-1], weather="storm")  # a gap of one hex
    assert in_supply(t.state, unit(t, "R"))
    t = table(beset, weather="storm")
    assert not in_supply(t.state, unit(t, "R"))
