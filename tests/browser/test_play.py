"""From the lobby to the first moves: begin, set up, move, take back, be refused."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.moments import before_a_move, beside_friends
from tests.browser.stage import Player, Server


def test_one_click_begins_the_usual_game(player: Player, server: Server) -> None:
    page = player.page
    page.goto(server.url)
    page.get_by_role("button", name="Play the German side against the computer").click()
    expect(player.words).to_contain_text("German: set up")
    expect(page).to_have_url(re.compile(r"/game/[\w-]+$"))
    seats = player.store("app.state.seats")
    assert seats["german"] == "human"
    assert seats["soviet"] != "human"
    expect(page.locator("#top")).to_contain_text("Turn")
    expect(player.stack("2407")).to_be_visible()


def test_the_side_that_moves_first_is_the_first_suggestion(player: Player, server: Server) -> None:
    page = player.page
    page.goto(server.url)
    page.get_by_role("group", name="Game").get_by_role("button").first.click()
    expect(page.locator("#quick")).to_contain_text("Soviet")
    page.get_by_label("Your opponent").select_option(label="Recruit")
    page.reload()
    expect(page.get_by_label("Your opponent")).to_have_value("greedy")
    page.locator("#quick").click()  # the computer sets the Germans up
    player.wait("app.state?.seats.german === 'greedy'")
    player.wait("app.mine && app.view.phase.startsWith('soviet')")


def test_the_printed_set_up_takes_one_click(player: Player, server: Server) -> None:
    player.open(server.new(soviet="human"))
    player.page.get_by_role("button", name="I am the German player").click()
    player.press("Printed set-up, and begin")
    player.wait("app.state.view.phase !== 'setup-german'")
    units = server.record(str(player.store("app.table")))["choices"]
    assert ["place", "16Pz", "3310"] in units
    assert units[-1] == ["done"]


def test_another_game_with_its_options(player: Player, server: Server) -> None:
    page = player.page
    page.goto(server.url)
    page.get_by_text("Another game").click()
    page.get_by_label("German side").select_option("other")
    page.get_by_label("Soviet side").select_option("me")
    page.get_by_text("Options of the rules").click()
    page.get_by_label("Rivers cost a flat 3").select_option(label="yes")
    page.get_by_role("button", name="Begin this game").click()
    expect(page.get_by_text("Hand over to the German player")).to_be_visible()
    assert player.store("app.state.view.options.flat_river_cost") is True
    assert player.store("app.hotSeat") is True


def test_set_up_a_unit_by_hand_and_the_rest_with_the_button(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.new(soviet="random"))
    page.locator('#sheet [data-piece="16Pz"]').click()
    expect(player.drawn("act")).to_be_visible()
    open_ = player.highlighted("act")
    assert "3310" in open_, "the printed hex is open"
    other = next(hex_ for hex_ in open_ if hex_ != "3310")
    player.click(other)
    player.wait("app.unit('16Pz')?.hex === it", other)
    expect(player.stack(other)).to_be_visible()

    player.press("Place all")
    expect(player.button("Finish set-up")).to_be_visible()
    player.wait("app.view.off_map.to_place.length === 0")
    assert player.where("16Pz") == other, "what was placed by hand stays"
    assert player.where("17Pz") == "3416"
    player.press("Finish set-up")
    player.wait("app.mine && app.view.phase !== 'setup-german'")  # the computer moves meanwhile
    expect(page.locator("#panel-log")).to_contain_text("Turn 1")


def test_move_a_stack_and_take_it_back(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.bring(before_a_move()))
    page.get_by_role("button", name="I am the German player").click()
    player.my_turn()

    player.click("2716", shift=True)  # the whole stack
    expect(player.drawn("reach")).to_be_visible()
    reach = player.store("app.ask('reach', {units: ['16Pz', '371']})")["hexes"]
    assert set(player.highlighted("reach")) == set(reach), (
        "what is highlighted is what the engine says"
    )
    labels = page.locator("#map .labels .reach text.big")
    assert str(reach["2715"]["points"]) in labels.all_text_contents()

    player.point("2514")
    expect(page.locator("#map .lines .path path").first).to_be_visible()
    expect(page.locator("#info")).to_contain_text("movement point")
    player.click("2514")
    player.wait("['16Pz', '371'].every((id) => app.unit(id).hex === '2514')")
    expect(player.stack("2514")).to_be_visible()
    expect(player.stack("2514").locator(".count")).to_have_text("2")
    expect(player.stack("2716")).to_have_count(0)

    player.press("Stop here")
    player.wait("app.view.decision.kind === 'move'")
    player.click("2916")  # another unit is only selected
    player.wait("String(app.view.planned?.units) === '1Pz'")
    player.page.keyboard.press("u")  # the move, with the selecting before and after it
    player.wait("['16Pz', '371'].every((id) => app.unit(id).hex === '2716') && !app.view.planned")
    expect(player.stack("2716").locator(".count")).to_have_text("2")
    expect(player.stack("2514")).to_have_count(0)


def test_a_click_on_a_friend_takes_that_unit_and_escape_puts_it_down(
    player: Player, server: Server
) -> None:
    page = player.page
    player.open(server.bring(beside_friends(), soviet="random"))
    player.click("2714")
    player.wait(
        "String(app.view.planned?.units) === '1Pz' && app.layers.get('reach')?.hexes.has('2716')"
    )
    player.click("2716")  # it could go there
    player.wait("String(app.view.planned?.units) === '16Pz'")
    assert player.where("1Pz") == "2714"

    expect(page.get_by_role("button", name=re.compile("^Stack .* here"))).to_be_visible()
    page.keyboard.press("j")  # stacking was meant
    player.wait("app.unit('1Pz').hex === '2716'")
    page.keyboard.press("u")
    player.wait("app.unit('1Pz').hex === '2714' && !app.view.planned")

    player.click("2714")
    player.wait("String(app.view.planned?.units) === '1Pz'")
    page.keyboard.press("Escape")
    player.wait("!app.view.planned && app.view.decision.kind === 'move'")
    assert not player.store("app.unit('1Pz').moved")


def test_one_unit_of_a_stack_is_picked_from_the_fan(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.bring(before_a_move(), soviet="random"))
    player.point("2716")
    page.locator('#map .fan [data-unit="371"]').click()
    player.wait("String(app.view.planned?.units) === '371'")
    expect(player.drawn("reach")).to_be_visible()


def test_what_is_not_allowed_names_its_rule(player: Player, server: Server) -> None:
    page = player.page
    player.open(server.bring(before_a_move(), soviet="random"))
    player.click("2812")  # an enemy
    toast = page.locator("#toast")
    expect(toast.locator("span")).to_have_text(re.compile(r"\w+ \w+ .*\.$"))
    rule = toast.locator("button.rule")
    expect(rule).to_be_visible()
    case = rule.inner_text()
    assert re.fullmatch(r"\d+\.\d+.*", case)
    rule.click()
    panel = page.locator("#panel-rules")
    expect(panel).to_be_visible()
    expect(panel.locator(".opened")).to_contain_text(case)

    player.click("2916")  # a panzer division, and a hex beyond its reach
    expect(player.drawn("reach")).to_be_visible()
    assert "2603" not in player.highlighted("reach")
    player.click("2603")
    expect(toast).to_contain_text(re.compile(r"needs .* points to get to 2603|Every way .*2603"))
    assert player.where("1Pz") == "2916"
