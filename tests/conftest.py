"""How Hypothesis runs: no timing in tests, and on the project's CI always the same examples."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile("klondike", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("klondike"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "klondike")
