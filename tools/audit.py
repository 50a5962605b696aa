"""Look the locked requirements up in the public lists of known vulnerabilities (`make lint`).

A known vulnerability fails. Where the lists cannot be reached, that is said and nothing fails: the check
needs a network, and the rest of `make lint` does not.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

LOCKED = Path(__file__).parent.parent / "requirements" / "serve.txt"


def main() -> int:
    """Run pip-audit over the lock file and read its report."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(LOCKED), "--no-deps",
               "--disable-pip", "--format", "json", "--progress-spinner", "off", "--timeout", "10"]  # fmt: skip
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
        packages = json.loads(run.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        print("audit: the lists of vulnerabilities cannot be reached; nothing was audited.")
        return 0
    found = [(one, flaw) for one in packages for flaw in one.get("vulns", [])]
    for one, flaw in found:
        fixed = ", ".join(flaw["fix_versions"]) or "no version yet"
        print(f"audit: {one['name']} {one['version']}: {flaw['id']}, mended in {fixed}")
    skipped = [one["name"] for one in packages if "skip_reason" in one]
    print(f"audit: {len(packages) - len(skipped)} of {len(packages)} requirements looked up, "
          f"{len(found)} known vulnerabilities.")  # fmt: skip
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
