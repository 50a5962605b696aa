"""The audit of the requirements: a finding fails, a broken audit fails, a missing network does not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from venv import EnvBuilder

import pytest

from hexfront.kernel.fields import Json

AUDIT = Path(__file__).parent.parent.parent / "tools" / "audit.py"
FINE: Json = {"name": "starlette", "version": "1.0", "vulns": []}
FLAWED: Json = {
    "name": "uvicorn",
    "version": "0.1",
    "vulns": [{"id": "PYSEC-1", "fix_versions": ["0.2"], "aliases": [], "description": "bad"}],
}
SKIPPED: Json = {"name": "ours", "skip_reason": "Dependency not found on PyPI"}


def audit(
    folder: Path, program: str | None, python: str = sys.executable, **more: str
) -> tuple[int, str]:
    """Run the audit with this program as pip-audit; its exit code and what it says."""
    if program is not None:
        (folder / "pip_audit.py").write_text(program)
    own = {"PYTHONPATH": str(folder), "HOME": str(folder), "PIP_CACHE_DIR": str(folder / "cache")}
    run = subprocess.run(
        [python, str(AUDIT)],
        env={**os.environ, **own, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    return run.returncode, run.stdout


def reporting(*packages: Json) -> str:
    """A pip-audit that reports on packages, and fails as it does where one has a flaw."""
    report = json.dumps({"dependencies": packages, "fixes": []})
    found = any(one.get("vulns") for one in packages)
    return f"import sys\nprint({report!r})\nsys.exit({int(found)})\n"


def test_nothing_found(tmp_path: Path) -> None:
    code, said = audit(tmp_path, reporting(FINE, SKIPPED))
    assert code == 0
    assert "1 of 2 requirements looked up, 0 known vulnerabilities" in said
    assert "warning: not looked up: ours" in said


def test_a_finding_fails(tmp_path: Path) -> None:
    code, said = audit(tmp_path, reporting(FINE, FLAWED))
    assert code == 1
    assert "uvicorn 0.1: PYSEC-1, mended in 0.2" in said


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("raise RuntimeError('broken')", "RuntimeError: broken"),
        ("import sys\nsys.exit('pip_audit: error: unrecognized arguments: --disable-pip')", "--disable-pip"),
        ("print('not JSON')", "it says nothing"),
        ("print('[]')", "it says nothing"),
        ("import no_such_module_of_its_own", "no_such_module_of_its_own"),
    ],
)  # fmt: skip
def test_an_audit_that_is_broken_fails(tmp_path: Path, program: str, why: str) -> None:
    code, said = audit(tmp_path, program)
    assert code == 1
    assert "does not work" in said
    assert why in said


def test_an_audit_that_is_not_installed_fails(tmp_path: Path) -> None:
    EnvBuilder(with_pip=False, symlinks=True).create(tmp_path / "bare")
    code, said = audit(tmp_path, None, str(tmp_path / "bare" / "bin" / "python"))
    assert code == 1
    assert "No module named pip_audit" in said


@pytest.mark.parametrize(
    "program",
    [
        "import requests\nraise requests.ConnectionError('Max retries exceeded')",
        "import requests\nraise requests.ReadTimeout('10 s')",
        "from pip_audit._service.interface import ServiceError\nraise ServiceError",
        'import sys\nsys.exit("ERROR:pip_audit._cli:Could not connect to PyPI\'s vulnerability feed")',
        reporting(SKIPPED, SKIPPED),
    ],
)
def test_lists_that_cannot_be_reached_are_a_warning(tmp_path: Path, program: str) -> None:
    if "_service" in program:  # the real class, raised from a program of ours
        program = f"import sys\nsys.path.pop(0)\nsys.path.remove({str(tmp_path)!r})\n{program}"
    code, said = audit(tmp_path, program)
    assert code == 0
    assert said == (
        "audit: warning: the lists of vulnerabilities cannot be reached; nothing was audited.\n"
    )


def test_the_real_one_without_a_network(tmp_path: Path) -> None:
    pytest.importorskip("pip_audit")
    nowhere = "http://127.0.0.1:9"
    code, said = audit(tmp_path, None, HTTPS_PROXY=nowhere, https_proxy=nowhere, NO_PROXY="",
                       no_proxy="")  # fmt: skip
    assert code == 0
    assert "nothing was audited" in said
