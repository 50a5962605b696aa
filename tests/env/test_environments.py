"""The environments keep the contracts of PettingZoo and Gymnasium, and nothing hidden is in what they show."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="needs hexfront[env]")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from docs.make_curve import PICTURE, picture
from hexfront.env import HexfrontSingle, breakout_v0, kesselschlacht_v0, oder_v0
from hexfront.env.actions import Asking, tokens_of
from hexfront.env.aec import HexfrontEnv
from hexfront.env.single import IDS
from hexfront.games.registry import find_game
from hexfront.kernel.dice import FastDice
from hexfront.kernel.game import check_options
from hexfront.kernel.match import load_match
from hexfront.kernel.offer import Product, Split, Union
from hexfront.kernel.secret import Secret
from tests.breakout import hidden as hidden_breakout
from tests.games.invariants import all_games, short_games
from tests.kesselschlacht import hidden as hidden_kesselschlacht

MODULES: dict[str, Any] = {
    "breakout": breakout_v0,
    "oder": oder_v0,
    "kesselschlacht": kesselschlacht_v0,
}
SCRAMBLES: dict[str, Any] = {
    "breakout": hidden_breakout.scramble,
    "kesselschlacht": hidden_kesselschlacht.scramble,
}
CYCLES = int(os.environ.get("HEXFRONT_ENV_CYCLES", "60"))
"""How long the checks of the libraries play; `make soak` plays on."""
EVERY = [(name, scenario) for name in all_games() for scenario in find_game(name).scenarios]
SMALL = {"breakout": "kamenets", "oder": "gumbinnen", "kesselschlacht": "borshchev"}


EXPLAINED = (
    "We recommend agents to be named",  # they are named for their sides, as everywhere else
    "Observation space for each agent probably should be",  # a Dict of three arrays and the mask
    "Observation is not a NumPy array",  # the same
)
"""What PettingZoo remarks on and why it is so."""


def small(name: str, **settings: Any) -> HexfrontEnv:
    env: HexfrontEnv = MODULES[name].raw_env(scenario=SMALL[name], **settings)
    return env


def acts(env: HexfrontEnv, rng: Random, most: int) -> Iterator[int]:
    """Play at random, taking back nothing; the actions taken."""
    for _ in range(most):
        if env.playing.over:
            return
        pieces = env.playing.asking.next
        onward = [token for token in sorted(pieces) if pieces[token] not in env.of.game.undoing]
        action = rng.choice(onward or sorted(pieces))
        yield action
        env.step(action)


@pytest.fixture(params=all_games())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# The libraries' own checks --------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_pettingzoos_api_test(name: str, scenario: str) -> None:
    with warnings.catch_warnings():
        for explained in EXPLAINED:
            warnings.filterwarnings("ignore", message=explained)
        api_test(MODULES[name].env(scenario=scenario), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_pettingzoos_seed_test(name: str, scenario: str) -> None:
    seed_test(lambda: MODULES[name].env(scenario=scenario), num_cycles=CYCLES)


def test_pettingzoos_render_test(name: str) -> None:
    render_test(lambda **settings: MODULES[name].env(scenario=SMALL[name], **settings), {
        "ansi": lambda shown: isinstance(shown, str) and "To decide" in shown,
        "rgb_array": lambda shown: shown.ndim == 3 and shown.dtype == np.uint8 and shown.std() > 20,
        "human": lambda shown: shown is None,
    })  # fmt: skip


@pytest.mark.parametrize(("name", "scenario"), EVERY)
def test_gymnasiums_check_env(name: str, scenario: str) -> None:
    """It acts without looking at the mask: such an episode ends at once, which it takes without a warning."""
    check_env(HexfrontSingle(name, opponent="random", scenario=scenario), skip_render_check=True)


def test_gymnasiums_check_env_with_its_render_modes(name: str) -> None:
    env = gymnasium.make(IDS[name], opponent="random", scenario=SMALL[name])
    check_env(env.unwrapped)


def test_it_is_not_parallel_and_says_so(name: str) -> None:
    assert small(name).metadata["is_parallelizable"] is False


def test_gymnasiums_vector_api_gives_the_same_in_one_process_and_in_several() -> None:
    """After an episode's end the mask is empty once: the next step begins anew, whatever the action."""
    runs = []
    for mode in ("sync", "async"):
        envs = gymnasium.make_vec(
            IDS["oder"], 2, vectorization_mode=mode, scenario="gumbinnen", opponent="random",
        )  # fmt: skip
        seen, _ = envs.reset(seed=4)
        told, rng = [], Random(4)
        for _ in range(90):
            masks = seen["action_mask"]
            assert masks.shape == (2, envs.single_action_space.n)
            seen, rewards, over, _, _ = envs.step(
                np.array([rng.choice([*mask.nonzero()[0]] or [0]) for mask in masks])
            )
            told.append((*(seen[part].sum() for part in sorted(seen)), *rewards, *over))
        envs.close()
        runs.append(told)
    assert runs[0] == runs[1]
    assert any(over for *_, over, _ in runs[0])


# Observations ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "scenario"), short_games())
def test_an_observation_made_from_the_last_is_as_one_made_anew(name: str, scenario: str) -> None:
    env = MODULES[name].raw_env(scenario=scenario)
    env.reset(seed=3)
    space = env.observation_space(env.possible_agents[0])
    for n, _ in enumerate(acts(env, Random(3), 300)):
        if n % 15:
            env.observe(env.agent_selection)
            continue
        seen = {agent: env.observe(agent) for agent in env.possible_agents}
        env.set_state(env.get_state())
        for agent, old in seen.items():
            new = env.observe(agent)
            assert space.contains(old)
            for part, array in old["observation"].items():
                assert (array == new["observation"][part]).all(), (n, agent, part)


@pytest.mark.parametrize("name", SCRAMBLES)
def test_nothing_hidden_is_in_observations_infos_masks_and_rewards(name: str) -> None:
    """Two worlds that differ only in what a side may not see are the same to its agent."""
    scenario = {"breakout": "buchach", "kesselschlacht": "strypa"}[name]
    env = MODULES[name].raw_env(scenario=scenario, reward="margin")
    rng, changes = Random(6), 0
    env.reset(seed=6)
    for n, _ in enumerate(acts(env, rng, 900)):
        if n % 30 or env.playing.asking.said or isinstance(env.playing.state.stack[-1], Secret):
            continue  # secret decisions have a test of their own
        before = env.get_state()
        for side, agent in enumerate(env.possible_agents):
            env.set_state(before)
            seen = env.observe(agent)
            other = SCRAMBLES[name](env.playing.state, side, rng)
            changes += env.of.game.digest_of(other) != env.of.game.digest_of(env.playing.state)
            if side == env.playing.side:
                other.settle()
            env.playing.state = other
            env.playing.asking = Asking(env.vocabulary, other.choices)
            env._views = [None, None]
            env._look_anew()
            again = env.observe(agent)
            assert (seen["action_mask"] == again["action_mask"]).all()
            for part, array in seen["observation"].items():
                assert (array == again["observation"][part]).all(), (n, agent, part)
            assert env.of.ahead(other, side) == env.of.ahead(before["playing"].state, side)
            assert env.infos == before["infos"]
        env.set_state(before)
    assert changes > 3


def test_a_secret_plan_is_not_observed_before_both_have_committed() -> None:
    env = kesselschlacht_v0.raw_env(scenario="march31")
    env.reset(seed=1)
    rng = Random(1)
    plans = 0
    for _ in acts(env, rng, 4000):
        playing = env.playing
        if len(playing._drafts) == 2 and any(d.commitment for d in playing._drafts.values()):
            plans += 1
            first = next(side for side, d in playing._drafts.items() if d.commitment)
            drafts = playing._drafts.pop(first)
            env._views = [None, None]
            without = env.observe(env.possible_agents[1 - first])
            playing._drafts[first] = drafts
            env._views = [None, None]
            seen = env.observe(env.possible_agents[1 - first])
            for part, array in seen["observation"].items():
                assert (array == without["observation"][part]).all()
        if plans > 2:
            break
    assert plans


# Actions --------------------------------------------------------------------------------------------


def test_every_choice_is_said_by_actions_and_heard_back(name: str) -> None:
    env, rng = small(name), Random(2)
    env.reset(seed=2)
    for n, _ in enumerate(acts(env, rng, 400)):
        if n % 8 or env.playing.asking.said:
            continue
        choices = env.playing.seen_state(env.playing.side).choices
        for _ in range(3):
            choice = choices[rng.randrange(len(choices))]
            said = env.actions_of(choice)
            assert env.choice_of(said) == choice
            assert all(0 <= action < env.action_space(env.agent_selection).n for action in said)
        with pytest.raises(ValueError, match="is not offered"):
            env.actions_of(("go", "nowhere"))


def test_verbs_that_are_asked_for_first_lead_to_the_same_choices() -> None:
    game = find_game("kesselschlacht")
    random, met = Random(4), set[str]()
    options = check_options(game, None)
    for scenario in ("campaign", "strypa"):
        s: Any = game.start(scenario, options, FastDice(4), tell=False)
        for _ in range(2500):
            if not s.stack:
                break
            by_verb = s.stack[-1].by_verb(s) if s.offered is None else None
            if by_verb is not None and random.random() < 0.3:
                met.add(s.stack[-1].kind)
                anew = s.copy()
                found = {verb: list(choices()) for verb, choices in by_verb.items()}
                listed: dict[str, list[Any]] = {}
                for choice in anew.choices:
                    listed.setdefault(choice[0], []).append(choice)
                assert found == listed
            s.apply(s.draw(random))
    assert met == {"move", "combat"}


def test_a_verb_that_is_said_in_a_copy_is_said_of_the_copy() -> None:
    env = small("kesselschlacht")
    env.reset(seed=3)
    while env.playing.asking.next.keys() != {env.vocabulary.token[v] for v in ("pick", "end")}:
        env.step(next(iter(env.playing.asking.next)))
    first, pick = env.playing.copy(), env.vocabulary.token["pick"]
    env.playing.act(pick)
    before = dict(env.playing.asking.next)
    assert len(before) > 1
    env.playing.act(next(iter(before)))
    while env.playing.asking.next.keys() != {env.vocabulary.token[v] for v in ("pick", "end")}:
        env.step(next(reversed(env.playing.asking.next)))
    first.act(pick)
    assert first.asking.next == before


def test_products_and_splits_are_asked_for_piece_by_piece() -> None:
    vocabulary = small("kesselschlacht").vocabulary
    units = ("AX-III-HQ", "AX-LIX-HQ", "AX-XXIV-HQ")
    split = Split("allot-fuel", 6, tuple((unit, 4) for unit in units))
    hexes = ("0101", "0102", "0103")
    offer = Union(split, Product("place", (units, hexes)), [("done",)])
    for choice in offer:
        said = tokens_of(vocabulary, offer, choice)
        asking = Asking(vocabulary, offer)
        for token in said:
            asking.say(token)
        assert asking.choice == choice
    kept = Split("allot-ammo", 3, (("AX-III-HQ", 3), ("AX-LIX-HQ", 2)), keep=True)
    assert {tuple(tokens_of(vocabulary, kept, choice)) for choice in kept}.__len__() == kept.size


def test_what_the_mask_does_not_allow_is_refused(name: str) -> None:
    env = small(name)
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    wrong = int((before["action_mask"] == 0).nonzero()[0][-1])
    with pytest.raises(ValueError, match="is no action that the mask"):
        env.step(wrong)
    assert (env.observe(env.agent_selection)["action_mask"] == before["action_mask"]).all()


def test_wrong_settings_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="reward is one of final, margin, not 'points'"):
        breakout_v0.env(reward="points")
    with pytest.raises(Exception, match="has no scenario 'nowhere'"):
        breakout_v0.env(scenario="nowhere")
    with pytest.raises(Exception, match="There is no bot 'skynet'"):
        HexfrontSingle("oder", opponent="skynet")
    with pytest.raises(ValueError, match="side is one of german, soviet, any"):
        HexfrontSingle("oder", side="axis")


# Episodes -------------------------------------------------------------------------------------------

TRAJECTORY = """
import hashlib
from random import Random
from hexfront.env import oder_v0
env, rng, seen = oder_v0.raw_env(scenario="gumbinnen"), Random(5), hashlib.sha256()
env.reset(seed=5)
while not env.playing.over:
    for agent in env.possible_agents:
        for array in env.observe(agent)["observation"].values():
            seen.update(array.tobytes())
    env.step(rng.choice(sorted(env.playing.asking.next)))
print(seen.hexdigest(), env.playing.state.result["winner"])
"""


def test_seed_and_actions_give_the_same_trajectory_in_any_process() -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", TRAJECTORY], capture_output=True, text=True, timeout=120, check=True,
            env={**os.environ, "PYTHONHASHSEED": str(number)},
        ).stdout
        for number in (1, 2)
    ]  # fmt: skip
    assert runs[0] == runs[1] != ""


def test_an_episode_can_be_left_and_taken_up_again(name: str) -> None:
    env = small(name)
    env.reset(seed=8)
    for _ in acts(env, Random(8), 60):
        pass
    kept = env.get_state()
    ends = []
    for _ in range(2):
        env.set_state(kept)
        for _ in acts(env, Random(9), 200):
            pass
        ends.append(env.of.game.digest_of(env.playing.state))
    assert ends[0] == ends[1]


def test_an_episode_is_a_record_that_verifies() -> None:
    env = small("breakout")
    env.reset(seed=11)
    for _ in acts(env, Random(11), 5000):
        pass
    assert env.playing.over
    record = env.playing.match().record()
    again = load_match(record, find_game)
    assert again.state.result == env.playing.state.result == env.infos["german"]["result"]


@pytest.mark.parametrize("reward", ["final", "margin"])
def test_rewards_add_up_to_the_result(reward: str) -> None:
    for seed in range(4):
        env = small("oder", reward=reward)
        env.reset(seed=seed)
        start = [env.of.ahead(env.playing.state, side) for side in (0, 1)]
        earned = [0.0, 0.0]
        for _ in acts(env, Random(seed), 5000):
            pass
        env.reset(seed=seed)
        rng = Random(seed)
        while not env.playing.over:
            env.step(rng.choice(sorted(env.playing.asking.next)))
            for side, agent in enumerate(env.possible_agents):
                earned[side] += env.rewards[agent]
        result = env.playing.state.result
        assert result is not None
        for side, agent in enumerate(env.possible_agents):
            if reward == "margin":
                margin = env.of.game.margin(result, side, "gumbinnen")
                assert earned[side] == pytest.approx(margin - start[side])
            else:
                assert earned[side] == {agent: 1, "draw": 0}.get(result["winner"], -1)


def test_the_picture_of_the_curve_shows_its_figures() -> None:
    assert picture() == PICTURE.read_text(encoding="utf-8"), "run python -m docs.make_curve"


def test_the_page_of_observed_fields_is_up_to_date() -> None:
    done = subprocess.run(
        [sys.executable, "tools/env_fields.py", "--check"], timeout=60, check=False
    )
    assert done.returncode == 0, "run python tools/env_fields.py"
