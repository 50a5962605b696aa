"""Weather of Kesselschlacht: 5.0."""

from hexfront.games.kesselschlacht.rules.sequence import Turn
from hexfront.games.kesselschlacht.rules.weather import begin_weather
from hexfront.kernel.dice import ScriptedDice, SealedDice
from tests.kesselschlacht.table import new_table, table
from tests.rules import rule


@rule("kesselschlacht", "5.0.a", "4.0.A")
def test_a_die_decides_the_weather_of_the_first_seven_turns() -> None:
    for turn in range(1, 8):
        for face in range(1, 7):
            s = new_table("campaign").state
            s.turn = turn
            s.dice = ScriptedDice({0: face}, SealedDice("00"))
            begin_weather(s)
            assert s.weather == ("snow" if face <= 3 else "mud")
            assert s.rolls == 1


@rule("kesselschlacht", "5.0.b")
def test_the_weather_of_turns_8_to_17_is_printed() -> None:
    for turn in range(8, 18):
        s = new_table("march31").state
        s.turn = turn
        begin_weather(s)
        assert s.weather == s.world.tables["weather_record"]["turn"][str(turn)]
        assert s.rolls == 0


@rule("kesselschlacht", "5.0.2.1")
def test_nobody_flies_in_heavy_snow() -> None:
    for turn, fly in ((9, False), (11, True)):
        t = table(phase="weather", turn=turn)
        state = t.state
        state.turn = turn
        state.stack = [Turn(0)]
        state.events = []
        state.settle()
        told = [event for event in state.events if event["what"] == "phase"]
        phases = {event["phase"] for event in told if event["turn"] == turn}
        assert ("initiative" in phases) == fly
