"""What the Makefile names is there."""

import re
from pathlib import Path

HERE = Path(__file__).parent.parent.parent


def test_the_tests_of_make_quick_are_there() -> None:
    makefile = (HERE / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    listed = re.search(r"^QUICK := (.+)$", makefile, re.MULTILINE)
    assert listed is not None
    assert [path for path in listed[1].split() if not (HERE / path).exists()] == []


def test_the_tests_that_make_quick_leaves_out_are_there() -> None:
    makefile = (HERE / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    listed = re.search(r"^LONG := (.+)$", makefile, re.MULTILINE)
    assert listed is not None
    for path, name in (test.split("::") for test in listed[1].split()):
        assert f"def {name}" in (HERE / path).read_text(encoding="utf-8")
