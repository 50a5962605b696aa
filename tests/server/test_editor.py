"""The editor for owners: what is typed is checked by the engine, saved as an overlay, and never on a server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hexfront.games.registry import GAMES, find_game
from hexfront.server.http.app import make_app
from tests.server.hosted import Hosted
from tests.server.open_page import TestClient


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        yield client


def test_a_correction_is_checked_saved_and_played_with(client: TestClient, tmp_path: Path) -> None:
    path = "/api/editor/breakout"
    files = client.get(path).json()
    units = next(one for one in files["files"] if one["name"] == "units.csv")
    assert units["key"] == ["id"]
    assert files["differences"] == []

    wrong = client.post(
        path, json={"file": "units.csv", "rows": [{"id": "9Mech", "factors": "nine"}]}
    ).json()
    assert not wrong["ok"]
    assert "units.csv" in wrong["error"]["message"]
    assert "factors" in wrong["error"]["message"]

    row = {"id": "9Mech", "factors": "9-10/5-5", "factors_from": "rulebook"}
    tried = client.post(path, json={"file": "units.csv", "rows": [row]}).json()
    assert tried["ok"]
    assert not (tmp_path / "overlay").exists(), "only tried"
    assert [d["theirs"] for d in tried["differences"] if d["field"] == "factors"] == ["9-10/5-5"]

    terrain = {"file": "map.csv", "rows": [{"hex": "2716", "terrain": "forest"}], "save": True}
    assert client.post(path, json=terrain).json()["saved"]
    assert client.post(path, json={"file": "units.csv", "rows": [row], "save": True}).json()[
        "saved"
    ]
    charts = {"file": "tables.toml", "text": "[victory]\ntown = 2\n", "save": True}
    assert client.post(path, json=charts).json()["ok"]

    game = find_game("breakout", tmp_path / "overlay")  # as every command takes it with --data
    data = game.page_data()
    assert data["units"]["9Mech"]["factors"] == [[9, 10], [5, 5]]
    assert data["terrain"]["2716"] == "forest"
    differs = {
        (d["about"], d["field"]): d["theirs"] for d in client.get(path).json()["differences"]
    }
    assert differs[("2716", "terrain")] == "forest"
    assert differs[("victory.town", "")] == "2"

    nothing = client.post(path, json={"file": "map.csv", "rows": [], "save": True}).json()
    assert nothing["ok"]
    assert not (tmp_path / "overlay" / "breakout" / "map.csv").exists(), "as ours again"


@pytest.mark.parametrize("name", GAMES)
def test_every_file_of_a_game_is_there(client: TestClient, name: str) -> None:
    files = client.get(f"/api/editor/{name}").json()["files"]
    assert {"map.csv", "units.csv", "places.csv", "rivers.csv"} <= {one["name"] for one in files}
    for one in files:
        keys = [tuple(row[one["columns"].index(k)] for k in one["key"]) for row in one["rows"]]
        assert len(keys) == len(set(keys)), one["name"]


@pytest.mark.parametrize(
    "file", ["../units.csv", "rules.toml", "nothing.csv", "/etc/passwd", "..", ""]
)
def test_no_other_file_is_touched(client: TestClient, tmp_path: Path, file: str) -> None:
    reply = client.post("/api/editor/breakout", json={"file": file, "text": "x", "save": True})
    assert reply.status_code == 404
    assert not (tmp_path / "overlay").exists()


def test_there_is_none_on_a_server(tmp_path: Path) -> None:
    hosted = Hosted(tmp_path)
    with hosted.client:
        assert hosted.client.get("/api/editor/breakout").status_code == 404
        body = {"file": "map.csv", "rows": [], "save": True}
        assert hosted.client.post("/api/editor/breakout", json=body).status_code == 404
