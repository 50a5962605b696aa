"""What the Makefile names is there."""

import re
from pathlib import Path

HERE = Path(__file__).parent.parent.parent


def test_the_tests_of_make_quick_are_there() -> None:
    makefile = (HERE / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    listed = re.search(r"^QUICK := (.+)$", makefile, re.MULTILINE)
    assert listed is not None
    assert [path for path in listed[1].split() if not (HERE / path).exists()] == []
