"""`python -m hexfront` is `hexfront`."""

import sys

from hexfront.cli import main

sys.exit(main())
