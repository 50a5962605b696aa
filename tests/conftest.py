"""Set-up shared by all tests."""

from hypothesis import settings

# The same examples on every run and machine; a slow machine is not a failure.
settings.register_profile("steady", deadline=None, derandomize=True)
# `pytest --hypothesis-profile=search` looks at new examples.
settings.register_profile("search", deadline=None, max_examples=2000)
settings.load_profile("steady")
