"""Kesselschlacht on the page: whole turns, the air phase at two seats, fuel, retreats, reloads."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from bench.first_turn import Newcomer
from tests.browser.conftest import NewPage
from tests.browser.guests import Guest, NewGuest
from tests.browser.moments import (
    after_a_soviet_breakthrough,
    before_a_german_counterstroke,
    planning,
    under_the_directive,
)
from tests.browser.stage import Player, Server
from tests.browser.test_access import complaints
from tests.browser.test_fight import wait_for
from tests.browser.wire import Wire
from tests.kesselschlacht.air_table import fighter, transport
from tests.kesselschlacht.test_air_combat import combat

III = "AX-III-HQ"


@pytest.mark.parametrize(("scenario", "side"), [("march31", "Axis"), ("campaign", "Soviet")])
def test_a_newcomer_plays_a_whole_turn(new_page: NewPage, scenario: str, side: str) -> None:
    player = new_page()
    page = player.page
    page.goto(player.url)
    page.locator('.picker [data-game="kesselschlacht"]').click()
    page.get_by_text("Another game").click()
    page.get_by_label("Scenario").select_option(scenario)
    for one in ("Axis", "Soviet"):
        who = "me" if one == side else "greedy"
        page.get_by_label(f"{one} side").first.select_option(who)
    page.get_by_role("button", name="Begin this game").click()
    if side == "Axis":
        player.press("Set up for me, and begin")  # one button sets everything up
        player.wait("app.mine && !app.view.phase.startsWith('setup')")
        assert page.locator(".log-setup").get_attribute("open") is None, "folded when it is over"
    newcomer = Newcomer(player, None)
    newcomer.play_a_turn()
    assert {"first own decision", "first move", "end of turn 1"} <= set(newcomer.reached)
    assert newcomer.reached["first own decision"][0] <= 3 if side == "Axis" else 6
    assert newcomer.clicks < 100, newcomer.answered
    lines = player.store("app.entries.map((entry) => entry.line)")
    fighter = {"Axis": "Bf 109", "Soviet": "Yak-9"}[side]
    assert any(fighter in line and "to sector" in line for line in lines), "one click flies"
    assert side == "Soviet" or any("lands in sector" in line for line in lines)
    phases = {entry.get("phase") for entry in player.store("app.entries")}
    assert {"activation", "soviet-move", "axis-move", "axis-combat", "axis-motorized"} <= phases
    page.locator("#vp summary").click()
    expect(page.locator("#vp .standing")).to_contain_text("If the game ended now")


# The air ----------------------------------------------------------------------------------------


def plane(guest: Guest, name: str) -> Locator:
    return guest.page.locator(f'#sheet .plane[data-plane="{name}"]')


def frames(wire: Wire) -> list[Any]:
    """What came over the line, but for who is there."""
    return [message for message in wire.heard if message["type"] != "presence"]


def agree_to_help(anna: Guest, boris: Guest) -> None:
    """Between people the game takes no decisions for anybody, until both agree."""
    for guest in (anna, boris):
        for words in ("Send the rest for me", "Fly the air phase for me"):
            expect(guest.button(words)).to_have_count(0)
    boris.press("Hint")
    boris.page.locator("#hint").get_by_role("button", name="Ask the other side").click()
    anna.page.locator("#banner").get_by_role("button", name="Agree").click()
    expect(boris.button("Fly the air phase for me")).to_be_visible()


def test_aircraft_are_sent_in_secret_from_two_seats(new_guest: NewGuest) -> None:
    anna, boris = new_guest("Anna", bypass_csp=True), new_guest("Boris")
    record = planning("allocation", "campaign").record(with_seed=True)
    body = {"record": record, "name": "Anna", "mine": ["axis"]}
    made = anna.context.request.post(f"{anna.url}api/import", data=body).json()
    wire = Wire(boris)
    anna.open(made["id"])
    boris.join(made["invitations"]["soviet"])
    for guest in (anna, boris):
        wait_for(guest, "allocation")
        expect(guest.page.locator("#map .sector")).to_have_count(24)
    heard = len(frames(wire))

    chips = anna.page.locator("#sheet .plane")
    *fighters, bomber = (str(chips.nth(i).get_attribute("data-plane")) for i in range(3))
    plane(anna, fighters[0]).click()
    plane(anna, fighters[1]).click()
    anna.click("2412")  # a tap on the map: sector 9
    expect(plane(anna, fighters[0])).to_contain_text("to sector 9")
    expect(plane(anna, fighters[1])).to_contain_text("to sector 9")
    expect(anna.page.locator("#map .sector .aircraft")).to_have_count(2)
    x, y = anna.find("3412")
    box = plane(anna, bomber).bounding_box()
    assert box is not None
    anna.page.mouse.move(box["x"] + 10, box["y"] + 10)
    anna.page.mouse.down()
    anna.page.mouse.move(x - 20, y, steps=4)
    anna.page.mouse.move(x, y)
    expect(anna.page.locator("#map .sector.over")).to_have_count(1)
    anna.page.mouse.up()  # carried: sector 10
    expect(plane(anna, bomber)).to_contain_text("to sector 10")
    assert complaints(anna) == []
    ink = "(one) => [getComputedStyle(one).color, getComputedStyle(one.closest('button')).backgroundColor]"
    assert len(set(anna.button("Seal the orders").locator(".hint").evaluate(ink))) == 2
    anna.page.reload()
    wait_for(anna, "allocation")
    expect(plane(anna, bomber)).to_contain_text("to sector 10")
    assert len(frames(wire)) == heard, "while Anna plans Boris's line is silent"
    anna.press("Seal the orders")
    expect(boris.words).to_contain_text("Anna has committed")
    told = json.dumps(wire.heard[heard:])
    assert bomber not in told
    assert '"sectors"' not in told

    agree_to_help(anna, boris)
    boris.press("Send the rest for me")
    boris.wait("app.offered('take').length > 0")
    boris.press("Seal the orders")
    for guest in (anna, boris):
        card = guest.page.locator("#reveal")
        expect(card).to_be_visible()
        for _ in range(24):
            if "Sector 10" in card.inner_text():
                break
            card.get_by_role("button", name="Next sector").click()
        expect(card).to_contain_text(anna.store("app.nameOf(it)", bomber))


def test_transports_are_loaded_with_sliders(new_page: NewPage, server: Server) -> None:
    player = new_page(bypass_csp=True)
    player.open(server.bring(planning("cargo"), soviet="greedy"))
    wait_for(player, "cargo")
    totals = player.page.locator("#sheet .totals")
    expect(totals).to_contain_text("0 of 20")
    first = player.page.locator("#prompt .buttons .primary")
    expect(first).to_contain_text("Fly the air phase for me")  # nobody flies out empty by mistake
    slider = player.page.get_by_label("Ju 52 TR: fuel")
    slider.fill("12")
    expect(totals).to_contain_text("12 of 20")
    expect(player.page.get_by_label("He 111 TR: fuel")).to_have_attribute("max", "8")
    assert complaints(player) == []
    player.press("Load them for me")
    expect(totals).to_contain_text("19 of 20")
    player.press("Undo")
    expect(totals).to_contain_text("12 of 20")
    player.press("Seal the manifests")
    player.wait("app.view.phase !== 'cargo'")


# On the ground ----------------------------------------------------------------------------------


def test_a_retreat_is_chosen_by_its_way_and_what_it_costs(
    new_page: NewPage, server: Server
) -> None:
    player = new_page(bypass_csp=True)
    player.open(server.bring(after_a_soviet_breakthrough(), soviet="greedy"))
    wait_for(player, "retreat")
    ways = player.store("(await app.ask('query', { name: 'retreat' })).found.ways")
    cheap, dear = ways[0], ways[-1]
    assert cheap["words"] != dear["words"]
    rows = player.page.locator("#sheet .way")
    expect(rows.first).to_contain_text(" → ".join(cheap["path"]))
    expect(rows.first).to_contain_text(cheap["words"])
    expect(rows.filter(has_text=" → ".join(dear["path"]))).to_contain_text(dear["words"])
    assert complaints(player) == []
    end = cheap["path"][-1]
    player.point(end)
    player.wait(
        "String(app.layers.get('path')?.paths?.[0]) === it", ",".join(["2904", *cheap["path"]])
    )
    expect(player.page.locator("#info")).to_contain_text(cheap["words"])
    player.page.reload()  # in the middle of the combat
    wait_for(player, "retreat")
    expect(rows.first).to_contain_text(cheap["words"])
    player.click(end)
    player.wait("app.unit('G1')?.hex === it", end)
    assert player.store("app.unit('G2').status") == cheap["status"]["G2"]
    expect(player.stack(end).locator(".status")).to_contain_text(cheap["status"]["G2"])
    player.wait("app.mine && app.view.phase === 'axis-move'")
    told = player.page.get_by_role("group", name="Recap").locator(".recap-after")
    expect(told).to_contain_text(f"(2904) to {end}.")  # in one sentence, not hex by hex
    expect(told).not_to_contain_text(f"from {cheap['path'][0]} to")


def test_an_attack_and_a_move_are_paid_for_and_survive_a_reload(
    player: Player, server: Server
) -> None:
    page = player.page
    player.open(server.bring(before_a_german_counterstroke(), soviet="greedy"))
    wait_for(player, "combat")
    player.click("2010")
    wait_for(player, "attack")
    player.press("All 2 join")
    row = page.locator("#stocks tbody tr", has_text="III Pz")
    expect(row.locator(".spend")).to_have_text("−2")
    page.reload()
    wait_for(player, "attack")
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("Percentage")
    expect(sheet).to_contain_text("Quality")
    expect(sheet.locator(".chance").first).to_contain_text("%")
    player.press("Attack!")
    wait_for(player, "advance")
    assert player.view()["ammo"][III] == 3
    page.reload()  # in the middle of the combat
    wait_for(player, "advance")
    player.press("All advance")
    player.wait("app.unit('P').hex === '2010' && app.unit('G').hex === '2010'")
    expect(player.button("All advance")).to_be_hidden()
    while player.store("app.view.phase") == "axis-combat":
        player.wait("app.mine && !app.busy")
        last = page.locator("#prompt .buttons button").last
        if player.store("app.view.phase") == "axis-combat":
            last.click()
            player.wait("!app.busy")

    wait_for(player, "move")
    fuel = player.view()["fuel"][III]
    player.click("2010")
    wait_for(player, "group")
    player.wait("app.layers.get('reach')?.hexes.size > 0")
    two = "([hex, mark]) => mark.label === '2' && !app.stack(hex).length"
    goal = player.store(f"[...app.layers.get('reach').hexes].find({two})[0]")
    player.point(goal)
    expect(row.locator(".spend")).to_have_text("−2")
    expect(page.locator("#info")).to_contain_text("2 fuel: 2 from III Panzer Korps")
    player.click(goal)
    player.wait("app.unit('P').hex === it", goal)
    assert player.view()["fuel"][III] == fuel - 2


def test_all_advance_while_two_or_more_can_enter_the_hex(player: Player, server: Server) -> None:
    player.open(server.bring(before_a_german_counterstroke(), soviet="greedy"))
    wait_for(player, "combat")
    player.click("2010")
    wait_for(player, "attack")
    player.press("All 2 join")
    player.press("Attack!")
    wait_for(player, "advance")
    expect(player.button("All advance")).to_be_visible()
    first, last = "P", "G"
    player.store("app.choose([['advance', it, '2010']])", first)
    player.wait("app.unit(it).hex === '2010'", first)
    assert "2010" in player.store("app.offered('advance', it).map((c) => c[2])", last)
    expect(player.button("All advance")).to_be_hidden()


def test_the_end_of_the_movement_shows_who_has_to_move_first(
    player: Player, server: Server
) -> None:
    player.open(server.bring(under_the_directive(), german="greedy"))
    wait_for(player, "move")
    expect(player.words).to_contain_text("T1 is under orders and has to move")
    player.press("End the movement")
    assert player.highlighted("unmoved") == ["2216"]
    assert player.store("app.selected?.unit") == "T1"
    expect(player.page.locator("#toast")).to_contain_text("T1 is under orders")


def test_what_an_air_decision_is_about_is_shown_on_the_map(
    new_page: NewPage, server: Server
) -> None:
    """The hex that is bombed, the sector where fighters may attack; both are brought into sight."""
    player = new_page()
    match = planning("strike")
    player.open(server.bring(match, soviet="greedy"))
    wait_for(player, "strike")
    (target,) = player.highlighted("target")
    expect(player.words).to_contain_text(f"who bombs {target}")
    player.still()
    player.spot(target)

    fought = combat([transport("JU"), fighter("YAK", "soviet")], JU=3, YAK=3).match
    player.open(server.bring(fought, german="greedy"))
    wait_for(player, "pursuit")
    expect(player.page.locator("#map .sector.over")).to_have_count(1)
    expect(player.page.locator("#map .sector.over .aircraft")).to_have_count(2)
    player.press("Pass")
    expect(player.page.locator("#map .sector.over")).to_have_count(0)


def test_a_die_for_a_headquarters_is_shown_and_positions_are_one_line(
    new_page: NewPage, server: Server
) -> None:
    player = new_page()
    player.open(server.bring(planning("activation"), german="greedy"))
    wait_for(player, "activation")
    lines = player.store("app.entries.filter((e) => e.what === 'position').map((e) => e.line)")
    assert len(lines) == 1
    assert lines[0].startswith("Hasty position in ")
    assert lines[0].count(",") > 3
    player.page.locator("#sheet .word").first.click()
    card = player.page.locator("#dice .roll")
    expect(card).to_contain_text("activated")
    assert (
        player.store("app.entries.findLast((e) => e.what === 'attempt').line") == card.inner_text()
    )


def test_undo_takes_the_last_of_several_positions_out_of_their_line(
    new_page: NewPage, server: Server
) -> None:
    player = new_page()
    player.open(server.bring(planning("positions"), soviet="greedy"))
    wait_for(player, "positions")
    line = "app.entries.findLast((e) => e.what === 'position')?.line ?? ''"
    first, second = sorted(player.highlighted("act"))[:2]
    player.click(first)
    player.wait(f"({line}).includes(it)", first)
    player.click(second)
    player.wait(f"({line}).includes(it)", second)
    assert first in player.store(line)
    player.page.keyboard.press("u")
    player.wait(f"!({line}).includes(it)", second)
    assert first in player.store(line)
