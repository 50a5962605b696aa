"""Offers against plain lists of the same choices."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from itertools import product
from math import comb
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexfront
from hexfront.kernel.decision import Choice
from hexfront.kernel.offer import (
    Axis,
    Choices,
    Offer,
    Product,
    Split,
    Union,
    about,
    as_list,
    by_verb,
    each,
    offer_json,
    read_offer,
    sample,
    size,
    subjects,
)

HEXES = st.lists(
    st.sampled_from([f"{c:02}{r:02}" for c in range(1, 4) for r in range(1, 6)]),
    min_size=1,
    unique=True,
).map(tuple)
NAMES = st.lists(st.sampled_from(["16Pz", "506", "007", "1-Gd", ""]), min_size=1, unique=True)
NUMBERS = st.tuples(st.integers(-2, 3), st.integers(0, 5)).map(lambda p: range(p[0], sum(p)))


def axes() -> st.SearchStrategy[Axis]:
    return st.one_of(HEXES, NAMES.map(tuple), NUMBERS)


def products(verb: str) -> st.SearchStrategy[Product]:
    return st.lists(axes(), min_size=1, max_size=3).map(lambda a: Product(verb, tuple(a)))


def splits(verb: str) -> st.SearchStrategy[Split]:
    among = NAMES.flatmap(
        lambda names: st.tuples(*(st.tuples(st.just(n), st.integers(0, 4)) for n in names))
    )
    return st.builds(Split, st.just(verb), st.integers(0, 6), among, st.booleans())


def plain(verb: str) -> st.SearchStrategy[list[Choice]]:
    return st.lists(st.integers(0, 9).map(lambda n: (verb, n)), unique=True)


UNIONS = st.tuples(
    plain("take"), products("place"), plain("forfeit"), splits("allot"), products("fuel")
).flatmap(lambda members: st.permutations(members).map(lambda some: Union(*some)))
OFFERS: st.SearchStrategy[Offer] = st.one_of(products("place"), splits("allot"), UNIONS)


def oracle(choices: Choices) -> list[Choice]:
    """The same choices, listed in the plainest way."""
    if isinstance(choices, Union):
        return [choice for member in choices.members for choice in oracle(member)]
    if isinstance(choices, Product):
        return [(choices.verb, *arguments) for arguments in cast(Any, product(*choices.axes))]
    if isinstance(choices, Split):
        found: list[Choice] = []
        for given_ in product(*(range(most + 1) for _, most in choices.among)):
            kept = choices.points - sum(given_)
            if kept == 0 or (choices.keep and kept > 0):
                pairs = zip(choices.among, given_, strict=True)
                flat = [part for (name, _), n in pairs if n for part in (name, n)]
                found.append((choices.verb, *flat))
        return found
    return list(choices)


@given(OFFERS)
def test_an_offer_counts_indexes_and_lists_as_the_list_would(offer: Offer) -> None:
    listed = oracle(offer)
    assert list(offer) == listed
    assert len(offer) == size(offer) == len(listed)
    assert bool(offer) == bool(listed)
    assert [offer[i] for i in range(len(listed))] == listed
    assert [offer[-i - 1] for i in range(len(listed))] == listed[::-1]
    assert offer[1:5] == listed[1:5]
    for outside in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            offer[outside]


@given(OFFERS, st.data())
def test_it_has_its_own_choices_and_no_others(offer: Offer, data: st.DataObject) -> None:
    listed = set(oracle(offer))
    assert all(choice in offer for choice in listed)
    others = [("place",), ("allot", "16Pz"), ("fuel", 99), ("allot", "16Pz", 0), ()]
    if listed:
        one = data.draw(st.sampled_from(sorted(listed, key=str)))
        others += [
            one[:-1],
            (*one, 1),
            (*one, "506", 1),
            one[::-1],
            (*one[:1], *one[3:], *one[1:3]),
        ]
        others += [(*one[:-1], value) for value in ("0101", "506", "", 0, 1, 2)]
    for choice in others:
        assert (choice in offer) == (choice in listed), choice
    assert cast(Any, "place") not in offer


@given(OFFERS)
def test_it_goes_through_json_unchanged(offer: Offer) -> None:
    again = read_offer(json.loads(json.dumps(offer_json(offer))))
    assert list(again) == oracle(offer)
    assert offer_json(again) == offer_json(offer)


@given(OFFERS)
def test_sorted_by_verb_nothing_is_lost(offer: Offer) -> None:
    found = by_verb(offer)
    assert {verb: list(some) for verb, some in found.items()} == {
        verb: list(some) for verb, some in by_verb(oracle(offer)).items()
    }
    assert [verb for verb, some in found.items() if some] == list(by_verb(oracle(offer)))


@given(
    st.one_of(products("place"), splits("allot").filter(bool), UNIONS.filter(bool)), st.integers()
)
def test_a_sample_is_what_the_same_dice_take_from_the_list(offer: Offer, seed: int) -> None:
    if offer:
        assert sample(offer, Random(seed)) == sample(oracle(offer), Random(seed))


def test_every_choice_is_sampled_as_often_as_the_others() -> None:
    offer = Union([("done",)], Split("allot", 3, (("a", 3), ("b", 2), ("c", 1))))
    random = Random(1)
    often = Counter(sample(offer, random) for _ in range(9000))
    assert len(often) == len(offer) == 7
    assert all(1100 < count < 1480 for count in often.values())


def test_points_are_split_in_as_many_ways_as_combinatorics_says() -> None:
    corps = tuple((f"corps {i}", 15) for i in range(8))
    assert Split("allot", 15, corps).size == comb(15 + 7, 7)
    assert Split("allot", 15, corps, keep=True).size == comb(15 + 8, 8)
    assert Split("allot", 0, corps).size == 1
    assert Split("allot", 16, (("one", 7), ("other", 8))).size == 0
    assert Split("allot", 0, corps)[0] == ("allot",)


def test_an_assignment_that_nobody_could_list_is_counted_sampled_and_sent() -> None:
    """Forty aircraft, each to one of 24 sectors or kept in its box."""
    places = ("box", *(f"{i}" for i in range(1, 25)))
    offer = Product("fly", tuple(axis for i in range(40) for axis in ((f"air {i}",), places)))
    assert offer.size == 25**40
    assert len(offer) > 2**62
    choice = sample(offer, Random(3))
    assert choice in offer
    assert len(choice) == 81
    assert offer[offer.size - 1] in offer
    assert offer[-1][-1] == "24"
    assert read_offer(offer_json(offer)) == offer


def test_numbered_hexes_travel_as_runs() -> None:
    offer = Product("place", (("Br",), ("0101", "0102", "0103", "0201", "0105")))
    assert offer_json(offer) == [{"verb": "place", "product": [["Br"], "0101-0103 0201 0105"]}]
    assert offer_json(Product("fuel", (range(11),))) == [
        {"verb": "fuel", "product": [{"from": 0, "to": 10}]}
    ]


def test_pieces_with_the_same_hexes_are_one_product() -> None:
    offer = Union(*each("place", [("a", ("0101",)), ("b", ("0101",)), ("c", ()), ("d", ("0102",))]))
    assert [len(member) for member in offer.members] == [2, 1]
    assert list(offer) == [("place", "a", "0101"), ("place", "b", "0101"), ("place", "d", "0102")]


@given(st.lists(products("place").filter(lambda p: isinstance(p.axes[0], tuple)), max_size=3))
def test_what_choices_are_about_is_found_without_listing_them(some: list[Product]) -> None:
    offer = Union(*some, [("place", "Br", "0101")])
    listed = oracle(offer)
    assert subjects(offer) == subjects(listed)
    for name in subjects(offer):
        assert list(about(offer, name)) == about(listed, name)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_page_reads_an_offer_as_it_was_meant() -> None:
    members: list[Choices] = [
        [("take", "506")],
        *each("place", [("Br", ("0109", "0110", "0111", "0205")), ("Ch", ("0109",))]),
        Product("fuel", (range(2, 5),)),
        [("place", "Br", "0301"), ("done",)],
    ]
    offer = Union(*members)
    library = Path(hexfront.__file__).parent / "web/lib/offer.js"
    script = f"""
        import {{ listed, places, subjects }} from {json.dumps(library.as_uri())};
        const offer = {json.dumps(offer_json(offer))};
        console.log(JSON.stringify({{
            all: [...listed(offer)], one: [...listed(offer, "place", "Ch")],
            open: [...places(offer)].map(([piece, hexes]) => [piece, [...hexes]]),
            about: subjects([{{ verb: "allot", split: 3, among: [["III", 3]], keep: false }}]),
        }}));
    """
    command = ["node", "--no-warnings", "--input-type=module", "-e", script]
    read = json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    assert read == {
        "all": [list(choice) for choice in offer],
        "one": [["place", "Ch", "0109"]],
        "open": [["Br", ["0109", "0110", "0111", "0205", "0301"]], ["Ch", ["0109"]]],
        "about": ["III"],
    }


def test_what_cannot_be_listed_stays_an_offer() -> None:
    offer = Product("fly", (range(400), range(400)))
    assert as_list(offer) == offer_json(offer)
    assert as_list(Product("fly", (range(2), range(2)))) == [
        ["fly", a, b] for a in (0, 1) for b in (0, 1)
    ]
