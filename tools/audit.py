"""Look the locked requirements up in the public lists of known vulnerabilities (`make lint`).

A known vulnerability fails, and so does an audit that cannot be made because its program is broken or
missing. Where only the lists cannot be reached, that is said and nothing fails: the check needs a
network, and the rest of `make lint` does not.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

LOCKED = Path(__file__).parent.parent / "requirements" / "serve.txt"
UNREACHED = re.compile(
    r"^(requests\.exceptions\.|pip_audit\._service\.interface\.)"  # what it does not catch itself
    r"|^ERROR:pip_audit\._cli:(Could not connect to|PyPI is not redirecting|Tip: your network)",
    re.MULTILINE,
)
"""How pip-audit ends when the service it asks does not answer, or not properly."""
NOTHING = "audit: warning: the lists of vulnerabilities cannot be reached; nothing was audited."


def main() -> int:
    """Run pip-audit over the lock file and read its report."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(LOCKED), "--no-deps",
               "--disable-pip", "--format", "json", "--progress-spinner", "off", "--timeout", "10"]  # fmt: skip
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
    except subprocess.TimeoutExpired:
        print(NOTHING)
        return 0
    try:
        packages = json.loads(run.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        if UNREACHED.search(run.stderr):
            print(NOTHING)
            return 0
        last = (run.stderr.strip() or "it says nothing").splitlines()[-1]
        print(f"audit: pip-audit does not work (exit code {run.returncode}): {last}")
        return 1
    found = [(one, flaw) for one in packages for flaw in one.get("vulns", [])]
    for one, flaw in found:
        fixed = ", ".join(flaw["fix_versions"]) or "no version yet"
        print(f"audit: {one['name']} {one['version']}: {flaw['id']}, mended in {fixed}")
    skipped = [one["name"] for one in packages if "skip_reason" in one]
    if len(skipped) == len(packages):
        print(NOTHING)
        return 0
    print(f"audit: {len(packages) - len(skipped)} of {len(packages)} requirements looked up, "
          f"{len(found)} known vulnerabilities.")  # fmt: skip
    if skipped:
        print(f"audit: warning: not looked up: {', '.join(skipped)}.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
