"""A red run names its failed tests last and keeps what they left behind."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent.parent.parent

FAILING = """
import sys
from tests.evidence import ServerLog

def test_well():
    pass

def test_badly():
    log = ServerLog()
    log.file.write(b"the server said this")
    log.file.flush()
    print("printed before")
    assert "this" == "that"
"""


def run(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tests.evidence", "-p", "xdist.plugin",
         "--rootdir", str(folder), *arguments],
        cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(HERE), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip
    return done.stdout


def test_a_red_run_keeps_its_evidence_until_the_next(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(FAILING)
    for workers in ((), ("-n", "1")):
        printed = run(tmp_path, *workers).splitlines()
        assert printed[-2:] == [
            "FAILED test_it.py::test_badly",
            "       test-evidence/test_it.test_badly/",
        ]
        kept = tmp_path / "test-evidence"
        assert (kept / "failed.txt").read_text() == "test_it.py::test_badly\n"
        report = (kept / "test_it.test_badly" / "report.txt").read_text()
        assert "'this' == 'that'" in report
        assert "printed before" in report
        log = kept / "test_it.test_badly" / "server-0.log"
        assert log.read_text() == "the server said this"
    assert "FAILED" not in run(tmp_path, "-k", "well")
    assert not kept.exists()
