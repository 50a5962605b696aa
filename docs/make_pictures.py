"""Make the pictures of the documentation from the real page: `.venv/bin/python -m docs.make_pictures`.

The names of some of them (`board combat ...`) make only these.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from hexfront.bots import make_bot
from hexfront.games.registry import find_game
from hexfront.kernel.fields import Json
from hexfront.kernel.match import Match, new_match
from tests.browser.moments import full_board, planning
from tests.browser.stage import PATIENCE, Player, Server, chromium, launch

IMAGES = Path(__file__).parent / "images"


def main() -> int:
    if chromium() is None:
        print("Chromium is needed to make the pictures: tools/chromium.sh says how to get it.")
        return 1
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        player = Player(page, server.url)
        expect.set_options(timeout=PATIENCE)
        for picture in (
            board,
            combat,
            replay,
            oder,
            kesselschlacht,
            lobby,
        ):
            if not sys.argv[1:] or picture.__name__ in sys.argv[1:]:
                picture(player, server)
        browser.close()
    return 0


def played_until(ready: Callable[[str, Json], bool], name: str = "breakout") -> Match:
    """A game of two planners up to a German decision; `ready` is given its kind and what they see."""
    game = find_game(name)
    match = new_match(game, seed="1944")
    bots = [make_bot("planner", game, side) for side in (0, 1)]
    while not match.over:
        state = match.state
        side = state.decider
        assert side is not None
        if side == 0 and ready(state.stack[-1].kind, game.view(state, 0)):
            break
        match.choose(bots[side].choose(state.choices, lambda: game.view(state, side)))  # noqa: B023
    return match


def shot(player: Player, name: str) -> None:
    """One picture, when everything has come to rest."""
    player.page.wait_for_timeout(2500)
    player.page.screenshot(path=IMAGES / f"{name}.jpg", type="jpeg", quality=82)
    print(f"{name}.jpg")


def closer(player: Player) -> None:
    """One step closer: the counters have all their print."""
    player.page.get_by_role("button", name="Closer").click()
    player.still()


def without_recap(player: Player) -> None:
    """The map alone."""
    if player.page.get_by_role("group", name="Recap").count():
        player.page.keyboard.press("w")
    player.still()


def board(player: Player, server: Server) -> None:
    """A panzer division is about to move: its reach, and a way."""
    match = played_until(lambda kind, view: kind == "move")
    player.open(server.bring(match, soviet="planner"))
    player.my_turn()
    closer(player)
    closer(player)
    units = {unit["id"]: unit for unit in player.view()["units"]}
    can_move = [units[str(c[1])] for c in match.state.choices if c[0] == "pick"]
    panzer = next(unit for unit in can_move if unit["type"] == "panzer")
    reach = match.game.reach(match.state, panzer["id"])["hexes"]
    player.click(panzer["hex"])
    player.wait("app.layers.get('reach')?.hexes.size > 0")
    by_points = sorted(reach, key=lambda number: (reach[number], number))
    player.page.mouse.move(*player.spot(by_points[len(by_points) // 2]))  # both ends in sight
    shot(player, "board")


def combat(player: Player, server: Server) -> None:
    """An attack with its odds, before it is declared."""

    def rich(kind: str, view: Json) -> bool:
        planned = view.get("planned") or {}
        many = kind == "attack" and len(planned.get("units", ())) >= 4
        return many and len(planned["odds"]["shifts"]) >= 2

    player.open(server.bring(played_until(rich), soviet="planner"))
    player.my_turn()
    closer(player)
    closer(player)
    player.find(player.view()["planned"]["target"])
    player.page.mouse.move(700, 20)
    shot(player, "combat")


def replay(player: Player, server: Server) -> None:
    """The middle of a game that is over, with everything shown."""
    player.open(server.bring(played_until(lambda kind, view: False), soviet="planner"))
    page = player.page
    page.get_by_role("button", name="Look at the board").click()
    page.get_by_role("button", name="Replay", exact=True).first.click()
    page.get_by_label("Seen by").select_option("all")
    replay_ = "fetch(`/api/tables/${app.table}/replay?side=all`).then((r) => r.json())"
    entries = player.store(f"(await {replay_}).entries")
    results = [entry for entry in entries if entry["what"] == "result"]
    moment = results[len(results) // 2]
    page.get_by_role("slider", name="Moment of the game").fill(str(moment["number"]))
    player.wait("app.mode === 'replay' && app.view.turn > 1")
    player.store("app.centre(it)", moment["hexes"][0])
    closer(player)
    player.store("app.centre(it)", moment["hexes"][0])
    shot(player, "replay")


def oder(player: Player, server: Server) -> None:
    """Watch on the Oder: a panzer corps in the middle of the game, and where it can get to."""
    match = played_until(lambda kind, view: kind == "move" and view["turn"] == 3, "oder")
    player.open(server.bring(match, soviet="planner"))
    player.my_turn()
    without_recap(player)
    closer(player)
    units = player.view()["units"]
    able = {choice[1] for choice in match.state.choices if choice[0] == "pick"}
    corps = next(u for u in units if u["type"] == "panzer" and u["id"] in able)
    player.click(corps["hex"])
    player.wait("app.layers.get('reach')?.hexes.size > 0")
    player.page.mouse.move(700, 20)
    shot(player, "oder")


def lobby(player: Player, server: Server) -> None:
    """Last, so that there are games to go on with."""
    player.page.goto(server.url)
    shot(player, "lobby")


def kesselschlacht(player: Player, server: Server) -> None:
    """Kesselschlacht: aircraft on their way to sectors, and what a move would cost in fuel."""
    player.open(server.bring(planning("allocation", "campaign"), soviet="greedy"))
    player.wait("app.mine && app.view.decision.kind === 'allocation'")
    player.press("Send the rest for me")
    player.wait("document.querySelectorAll('#map .sector .aircraft').length > 3")
    player.page.locator("#sheet .plane").first.click()
    player.page.mouse.move(700, 20)
    shot(player, "air")

    match = full_board("kesselschlacht")
    player.open(server.bring(match, soviet="greedy"))
    player.my_turn()
    closer(player)
    units = {unit["id"]: unit for unit in player.view()["units"]}
    able = [units[str(c[1])] for c in match.state.choices if c[0] == "pick"]
    reaches = ((unit, match.game.group_reach(match.state, [unit["id"]])["hexes"]) for unit in able)
    costs = (
        (unit, {h: a["fuel"] for h, a in reach.items() if "fuel" in a}) for unit, reach in reaches
    )
    tank, fuel = next((unit, cost) for unit, cost in costs if len(cost) > 20)
    player.click(tank["hex"])
    player.wait("app.layers.get('reach')?.hexes.size > 0")
    player.point(max(fuel, key=lambda number: (fuel[number], number)))
    shot(player, "pocket")


if __name__ == "__main__":
    sys.exit(main())
